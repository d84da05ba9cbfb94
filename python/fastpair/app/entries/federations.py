"""The results files of federations, and what each asks for of the event and its players."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ...formats.entries.countries import is_country
from ...formats.limits import cut_clubs
from ...go.tournament import country_key
from ...sentences import marked, marked_many, phrase_many
from ..round_states import list_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from ...go.tournament import Player, Tournament


NO_GAPS: Mapping[str, Any] = MappingProxyType({})


class ResultsFile(NamedTuple):
    """What a federation asks for after a tournament."""

    federation: str
    countries: frozenset[str]
    """Those whose tournaments are reported to it; empty for all others."""

    required: tuple[str, ...]
    """What it needs of each player; newcomers have no number yet."""

    event: Mapping[str, str] = {}
    """What it asks for of the event, by the name of the setting."""


RESULTS_FILES: Mapping[str, ResultsFile] = {
    "egd": ResultsFile(
        "EGF",
        frozenset(),
        ("country", "club"),
        {
            "name": marked("name"),
            "place": marked("town"),
            "country": marked("country"),
            "begins": marked("day"),
            "time": marked("time control"),
            "komi": marked("komi"),
        },
    ),
    "ffg": ResultsFile(
        "FFG",
        frozenset({"FR"}),
        ("country", "club"),
        {
            "time": marked("time control"),
            "board_size": marked("board size"),
            "komi": marked("komi"),
        },
    ),
    "aga": ResultsFile("AGA", frozenset({"CA", "US"}), ("aga_id",), {"komi": marked("komi")}),
    "trf": ResultsFile(
        "FIDE",
        frozenset(),
        ("country", "fide_id"),
        {"director": marked("chief arbiter"), "time": marked("time control")},
    ),
}
"""The results files, by the names of their formats."""


FEDERATIONS: Mapping[str, str] = {each.federation: form for form, each in RESULTS_FILES.items()}
"""The format of the results file of each federation."""


def results_files(tournament: Tournament) -> tuple[str, ...]:
    """The formats of the federations of a game; none asks for those of other games than Go and chess."""
    return tournament.event_kind.results_files


def results_file_due(tournament: Tournament) -> str:
    """The format in which the results are due, by the country of the event; empty if no federation asks.

    FIDE asks for what its systems have paired, or is rated since players have its numbers.
    """
    if "trf" in results_files(tournament) and not tournament.rules.by_fide:
        return "trf" if any(player.fide_id for player in tournament.players) else ""
    names, country = results_files(tournament), tournament.event.country.upper()
    found = (name for name in names if country in RESULTS_FILES[name].countries)
    return next(found, names[0] if names else "")


def event_lacking(tournament: Tournament, form: str) -> tuple[str, ...]:
    """The settings of the event that the federation of a results file asks for, and that are empty."""
    event = tournament.event
    values = {
        "name": tournament.name,
        "place": event.place,
        "country": event.country,
        "begins": event.begins or event.ends,
        "time": event.time or event.time_code or event.time_words or None,
        "director": event.director,
        "board_size": event.board_size,
        "komi": event.komi_x2,
    }
    asked = RESULTS_FILES[form].event if form else ()
    return tuple(name for name in asked if values[name] in ("", None))


def players_lacking(
    tournament: Tournament, form: str, gaps: Mapping[str, Collection[str]] = NO_GAPS
) -> tuple[Player, ...]:
    """The players who lack what the federation of a results file needs.

    Parameters
    ----------
    gaps
        What players are known to lack, by key; it is not asked for.
    """
    return tuple(
        player
        for player in tournament.players
        if not {*lacking_facts(player, form)} <= {*gaps.get(player.key, ())}
    )


def describe_lacking(
    tournament: Tournament, form: str, gaps: Mapping[str, Collection[str]] = NO_GAPS
) -> Iterator[str]:
    """Say, one line for each fact, who lacks what the federation of a results file needs.

    The arguments are those of `players_lacking`.
    """
    for fact in RESULTS_FILES[form].required if form else ():
        names = [
            player.full_name
            for player in tournament.players
            if fact in lacking_facts(player, form) and fact not in gaps.get(player.key, ())
        ]
        if names:
            yield phrase_many(
                *_WITHOUT[fact],
                len(names),
                federation=RESULTS_FILES[form].federation,
                names=list_names(names, _MOST_NAMED),
            )


_MOST_NAMED = 3
"""Players who are named; the others are counted."""

_WITHOUT = {
    "country": marked_many(
        "{count} player without a country, which the {federation} asks for: {names}",
        "{count} players without a country, which the {federation} asks for: {names}",
    ),
    "club": marked_many(
        "{count} player without a club, which the {federation} asks for: {names}",
        "{count} players without a club, which the {federation} asks for: {names}",
    ),
    "aga_id": marked_many(
        "{count} player without an AGA number, which the {federation} asks for: {names}",
        "{count} players without an AGA number, which the {federation} asks for: {names}",
    ),
    "fide_id": marked_many(
        "{count} player without a FIDE number, which {federation} asks for: {names}",
        "{count} players without a FIDE number, which {federation} asks for: {names}",
    ),
}
"""What a federation asks for of players, in sentences."""


class ResultsFileLacks(NamedTuple):
    """What a results file would lack, or hold otherwise."""

    players: tuple[Player, ...]
    """Those who lack something."""

    facts: tuple[str, ...]
    """Who lacks what, in a sentence for each fact."""

    event: tuple[str, ...]
    """Settings of the event that are empty."""

    clubs: tuple[str, ...]
    """What it cuts off names of clubs, in a sentence each."""


def results_file_lacks(
    tournament: Tournament, form: str, gaps: Mapping[str, Collection[str]] = NO_GAPS
) -> ResultsFileLacks:
    """What the results file of a federation would lack; the arguments are those of `players_lacking`."""
    return ResultsFileLacks(
        players_lacking(tournament, form, gaps),
        tuple(describe_lacking(tournament, form, gaps)),
        event_lacking(tournament, form),
        tuple(cut_clubs(form, tournament, gaps)),
    )


def lacking_facts(
    player: Player, form: str, more: Mapping[str, object] = NO_GAPS
) -> tuple[str, ...]:
    """What the federation of a results file needs of a player, and does not know.

    Parameters
    ----------
    more
        What is known of the player besides.
    """
    required = RESULTS_FILES[form].required if form else ()
    known = {name: more.get(name, getattr(player, name)) for name in required}
    return tuple(name for name, value in known.items() if not _is_stated(str(value), name, form))


def has_fact(player: Player, name: str, form: str) -> bool:
    """Whether a results file can say something of a player."""
    return _is_stated(str(getattr(player, name)), name, form)


def _is_stated(value: str, name: str, form: str) -> bool:
    """Whether a value is one: a country must be one by its code."""
    if name != "country":
        return bool(value)
    code = value.upper()
    return is_country(code) and (len(code) == 2 or form == "trf")


def country_of(player: Player) -> str:
    """The code of a player's country in capitals, one for all that mean it; empty if it is not known."""
    return country_key(player.country).upper()


def countries_of(tournament: Tournament) -> Sequence[str]:
    """The countries from which players are, without codes of none."""
    players = (player for player in tournament.players if is_country(player.country.upper()))
    return sorted({*map(country_of, players)})
