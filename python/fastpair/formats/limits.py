"""What the files of each format hold of a tournament: one table, from which refusals and omissions follow."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, is_dataclass, replace
from functools import cache
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..errors import FormatError, RuleError
from ..facts import facts
from ..go.tournament import (
    Bye,
    Event,
    FideRules,
    Game,
    HandicapRules,
    PairingRules,
    Player,
    Points,
    Rules,
    Team,
    TeamPlay,
    TimeLimit,
    Tournament,
)
from ..go.tournament.ranges import default_of
from ..sentences import Remedy, Sentence, joined, marked, phrase, phrase_many
from .losses import describe_value

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

_T = TypeVar("_T")


# ---- The table: the properties of a tournament, and the formats that hold them ----


class Held(NamedTuple):
    """Fields of a class, and the names of the formats that hold them.

    fastpair's own format holds all of them. Facts without a row are in no other file; other fields without
    one, such as keys, are in every file.
    """

    fields: str
    whole: str = ""
    """Formats that hold every value within their limits."""

    part: str = ""
    """Formats that hold some values, or what comes near to them."""

    spare: bool = False
    """Whether a file without a place leaves it out rather than refuses it: lists of entries bring it along, or
    no score and no pairing asks it."""


TABLE: dict[type, tuple[Held, ...]] = {
    Tournament: (
        Held("name", "opengotha pairgoth macmahon egd ffg aga trf"),
        Held("kind", "", "csv trf"),
        Held("team_play", "", "opengotha pairgoth csv trf"),
    ),
    Event: (
        Held("short_name", "opengotha pairgoth ffg"),
        Held("place", "opengotha pairgoth egd ffg aga trf"),
        Held("country", "pairgoth egd", "trf"),
        Held("director", "opengotha pairgoth trf"),
        Held("begins", "opengotha ffg trf", "pairgoth egd aga"),
        Held("ends", "opengotha", "pairgoth egd ffg aga trf"),
        Held("komi_x2", "opengotha pairgoth", "egd ffg aga"),
        Held("board_size", "opengotha pairgoth ffg"),
        Held("online", "opengotha pairgoth", "egd"),
        Held("time", "", "opengotha pairgoth egd ffg"),
        Held("comment", "egd"),
        Held("deputies time_words", "", "trf"),
        Held("time_code", "trf"),
        Held("round_dates", "", "trf"),
    ),
    TimeLimit: (
        Held("basic", "pairgoth", "opengotha egd ffg"),
        Held("overtime", "opengotha pairgoth", "egd ffg"),
        Held("period", "pairgoth", "opengotha egd ffg"),
        Held("stones", "", "opengotha pairgoth egd ffg"),
    ),
    Rules: (
        Held("rounds", "opengotha pairgoth macmahon egd ffg aga trf"),
        Held("games cycles", "trf"),
        Held("floor bar", "opengotha pairgoth macmahon", "egd"),
        Held("placement", "", "opengotha pairgoth macmahon egd trf"),
        Held("category_limits unplayed_as_half_point club_groups", "opengotha"),
        Held("closed_tables", "pairgoth"),
        Held(
            "needs_half third_place seeds merged_grades top_sleepers_lowered absence_as_half_point missed tie_breaks postponed"
        ),
        Held("seeding prizes colours model avoid_same"),
        Held("system", "trf"),
        Held("never_same schedule", "", "trf"),
        Held("format", "", "pairgoth trf", spare=True),
    ),
    FideRules: (
        Held("order acceleration initial_colour", "", "trf"),
        Held("colour_preferences team_score team_secondary", "", "trf"),
        Held("next_bracket baku_points last_preference"),
    ),
    Points: (
        Held("mms_absent_x2", "opengotha pairgoth", "egd ffg"),
        Held("mms_bye_x2", "opengotha", "egd ffg"),
        Held("wins_absent_x2 wins_bye_x2", "opengotha trf", "egd ffg"),
        Held("round_down", "opengotha pairgoth macmahon", "egd"),
        Held("win_x2 loss_x2 jigo_x2 forfeit_loss_x2", "trf"),
        Held("both_win_x2 both_lose_x2 forfeit_win_x2 requested_bye_x2", "", "trf"),
        Held("unknown_x2"),
    ),
    HandicapRules: (
        Held("by_mms threshold correction ceiling", "opengotha pairgoth macmahon", "egd"),
        Held("even_at_bar komi_x2"),
    ),
    PairingRules: (
        Held(
            "concavity avoid_duplicate random deterministic balance_colours avoid_mixing_categories "
            "minimise_score_difference draw_up_down compensate_draw_up_down drawn_down_from "
            "drawn_up_from maximise_seeding last_round_of_first_seed_system seed_systems "
            "grade_threshold wins_threshold bar_threshold secondary_criteria minimise_handicap "
            "avoid_same_area country_groups club_groups",
            "opengotha pairgoth",
        ),
        Held("seed_criteria variant", "", "opengotha pairgoth"),
    ),
    Player: (
        Held("name first_name", "opengotha pairgoth macmahon egd ffg aga csv trf"),
        Held("grade", "opengotha macmahon egd ffg aga csv", "pairgoth"),
        Held("rating", "opengotha macmahon", "pairgoth csv trf", spare=True),
        Held("country", "opengotha pairgoth macmahon egd csv", "trf", spare=True),
        Held("club", "pairgoth macmahon csv", "opengotha egd ffg", spare=True),
        Held("egf_pin", "opengotha pairgoth macmahon csv", "egd", spare=True),
        Held("ffg_licence", "opengotha pairgoth csv", "ffg", spare=True),
        Held("aga_id", "opengotha pairgoth csv", "aga", spare=True),
        Held("fide_id title sex birth", "csv trf", spare=True),
        Held("k_factor", "csv", spare=True),
        Held("final", "opengotha pairgoth macmahon csv", "egd ffg aga"),
        Held("absences", "opengotha pairgoth macmahon csv", "egd ffg aga trf"),
        Held("correction", "opengotha pairgoth csv", "macmahon egd"),
        Held("band play_in play_out", "csv"),
        Held("members", "", "pairgoth"),
        Held("attributes", "", "csv trf"),
        Held("requested_byes", "", "trf"),
        Held("no_shows", "", "trf", spare=True),
        Held("bonus_halves", "", "trf"),
        Held("playoffs_won"),
        Held("numbered_as lot", spare=True),
    ),
    Game: (
        Held("round", "opengotha pairgoth macmahon egd ffg aga trf"),
        Held("table", "opengotha pairgoth macmahon trf", "egd ffg aga"),
        Held("result", "opengotha pairgoth macmahon egd ffg trf", "aga"),
        Held("by_default", "opengotha macmahon", "pairgoth egd trf"),
        Held("handicap", "opengotha pairgoth macmahon egd ffg", "aga"),
        Held("second_result", "trf"),
        Held("second_by_default unrated second_unrated", "", "trf"),
        Held("postponed"),
        Held("sums_halves team_result"),
    ),
    Bye: (Held("round", "opengotha pairgoth macmahon trf", "egd ffg"),),
    TeamPlay: (
        Held("size", "opengotha trf", "pairgoth csv"),
        Held("placement", "opengotha", "trf"),
        Held("win_x2 jigo_x2 loss_x2 forfeit_x2", "trf"),
        Held("bye_x2 bye_boards_x2", "", "trf"),
        Held("colours", "trf"),
        Held("fewest", "", "trf"),
        Held("summed lineup_order rating_tolerance unrated"),
        Held("board_prizes_by board_prizes_at board_prizes_games"),
    ),
    Team: (
        Held("name", "opengotha pairgoth csv", "trf"),
        Held("short_name", "", "trf"),
        Held("lineups", "opengotha", "pairgoth csv trf"),
        Held("correction", "pairgoth"),
        Held("captain", "csv"),
        Held("adjustments", "", "trf"),
        Held("roster", spare=True),
        Held("country club"),
        Held("numbered_as lot", spare=True),
    ),
}


class Most(NamedTuple):
    """How many of something a file holds."""

    kind: type
    field: str
    """The field that holds them, or their number."""

    most: int
    noun: str
    more: int = 0
    """How many there are beside those of the field."""

    def count(self, value: object) -> int:
        """How many a value has."""
        found: Any = getattr(value, self.field)
        return found if isinstance(found, int) else len(found) + self.more

    def cut(self, value: object) -> Any:  # noqa: ANN401 - the field of a value
        """The field of a value with as many as a file holds."""
        found: Any = getattr(value, self.field)
        return min(found, self.most) if isinstance(found, int) else found[: self.most - self.more]


MOST_ROUNDS, MOST_CRITERIA = 20, 6
"""OpenGotha's highest numbers of rounds and of placement criteria."""

MOST: dict[str, tuple[Most, ...]] = {
    "opengotha": (
        Most(Rules, "rounds", MOST_ROUNDS, marked("rounds")),
        Most(Rules, "category_limits", 9, marked("categories"), more=1),
        Most(Rules, "placement", MOST_CRITERIA, marked("placement criteria")),
        Most(TeamPlay, "placement", MOST_CRITERIA, marked("criteria of teams")),
    )
}
"""Limits in numbers, by the format."""

LONGEST = {
    "opengotha": {"club": 4},
    "egd": {"name": 30, "club": 4},
    "ffg": {"name": 25, "ffg_licence": 7, "club": 4},
    "trf": {"name": 33},
}
"""Letters of the texts of a player that a file has room for; the name is both names together."""

_MOST_NAMED = 8
"""Players whose cut clubs are named; the others are counted."""


def cut_clubs(
    form: str, tournament: Tournament, gaps: Mapping[str, Collection[str]] = MappingProxyType({})
) -> Iterator[str]:
    """Say whose clubs a file has room for in part only, and what it holds of them.

    Parameters
    ----------
    gaps
        What of players is known to be cut, by key; nothing is said of it.
    """
    longest = LONGEST.get(form, {}).get("club", inf)
    cut = [
        player
        for player in tournament.players
        if len(player.club) > longest and "club" not in gaps.get(player.key, ())
    ]
    if not cut:
        return
    names: dict[str, list[str]] = {}
    for player in cut[:_MOST_NAMED]:
        names.setdefault(player.club, []).append(player.full_name)
    clubs = (
        phrase(
            "{club} becomes {cut} ({players})",
            club=repr(club),
            cut=repr(club[: int(longest)]),
            players=joined(", ", players),
        )
        for club, players in names.items()
    )
    more = len(cut) - _MOST_NAMED
    rest = [phrase("{count} more", count=more)] if more > 0 else []
    yield phrase_many(
        "the club of {count} player is cut to {letters} letters: {clubs}",
        "the clubs of {count} players are cut to {letters} letters: {clubs}",
        len(cut),
        letters=longest,
        clubs=joined(", ", [*clubs, *rest]),
    )


ONE_BYE = ("opengotha",)
"""Formats with one bye in a round."""

CONSISTENT = ("fastpair", "egd", "ffg", "aga", "trf")
"""Formats that hold no tournament that contradicts itself."""

SEATED = ("pairgoth", "macmahon")
"""Formats that hold contradictions, but no game of a player who is not in the list."""

UNGRADED = ("fastpair", "csv", "trf")
"""Formats whose players need no grade."""

FILES = {
    "opengotha": marked("OpenGotha's files"),
    "pairgoth": marked("pairgoth's files"),
    "macmahon": marked("MacMahon's files"),
    "egd": marked("result files of the EGD"),
    "ffg": marked("result files of the FFG"),
    "aga": marked("result reports of the AGA"),
    "trf": marked("reports for FIDE"),
    "csv": marked("lists of entries"),
}
"""What errors call the files of a format; fastpair's own hold everything."""

_NOUNS = {
    "team_play": marked("teams"),
    "summed": marked("starts by the sum of scores"),
    "fewest": marked("teams with missing boards"),
    "colours": marked("colours of the boards"),
    "place": marked("the location of the event"),
    "begins": marked("the start date of the event"),
    "ends": marked("the end date of the event"),
    "final": marked("preliminary registrations"),
    "postponed": marked("postponed games"),
    "sums_halves": marked("matches whose boards are not known"),
    "team_result": marked("boards with another result for the teams"),
    "adjustments": marked("match and board points that were adjusted"),
    "lineup_order": marked("the order of line-ups"),
    "rating_tolerance": marked("the order of line-ups"),
    "by_default": marked("games by forfeit"),
    "unrated": marked("games that are not rated"),
    "second_unrated": marked("games that are not rated"),
}
"""What fields are called whose names say too little."""

_TITLES = {
    Points: "the points",
    HandicapRules: "the handicap rules",
    PairingRules: "the pairing rules",
    FideRules: "the parameters of FIDE's systems",
    TeamPlay: "the teams",
}
_PARTS = ("event", "time", "rules", "points", "handicap", "pairing", "fide", "team_play")
"""Fields that hold a class of the table."""

_LISTS = ("players", "teams")
"""Fields that hold several."""


@cache
def rows_of(kind: Any) -> dict[str, Held]:  # noqa: ANN401 - a class
    """The row of each field of a class, and of each fact."""
    rows = {name: row for row in TABLE.get(kind, ()) for name in row.fields.split()}
    others = (each.field for each in facts(kind).values() if each.own not in TABLE)
    return rows | {name: Held(name) for name in others if name not in rows}


def holds(form: str, kind: type, name: str) -> bool:
    """Whether the files of a format have a place for a field."""
    row = rows_of(kind).get(name)
    return row is None or form not in FILES or form in f"{row.whole} {row.part}".split()


# ---- What a file has no place for, refused or left out ----


def refuse_unsupported(form: str, tournament: Tournament, before: Tournament | None = None) -> None:
    """Refuse a tournament with something for which a file of a format has no place.

    Parameters
    ----------
    form
        Name of the format.
    before
        What the file holds; what is as there is not refused. Without it, nothing is refused that is
        as it is by default.

    Raises
    ------
    RuleError
        If there is such a thing.
    """
    if form not in FILES or tournament is before:
        return
    for value, old in _pairs(tournament, before):
        _refuse_fields(form, value, old)
    known = frozenset(() if before is None else before.games)
    games = [game for game in tournament.games if game not in known]
    for name, usual in _unsupported(form, Game):
        if any(getattr(game, name) != usual for game in games):
            raise _no_place(form, phrase(_NOUNS.get(name, name)))
    byes = Counter(bye.round for bye in tournament.byes)
    for number, count in byes.items():
        if form in ONE_BYE and count > 1:
            raise RuleError(
                phrase(
                    "round {number} has {count} byes: OpenGotha can hold one in a round",
                    number=number,
                    count=count,
                )
            )


def refuse_impossible(form: str, tournament: Tournament) -> None:
    """Refuse what no file of a format can be about, whatever it leaves out.

    Raises
    ------
    RuleError
        If the tournament contradicts itself, a player has no grade, or the game is another than Go.
    """
    if form in CONSISTENT:
        tournament.check()
    for fault in tournament.unknown_players() if form in SEATED else ():
        raise RuleError(fault)
    if form in UNGRADED:
        return
    if not tournament.event_kind.has_grades:
        raise RuleError(phrase("the format holds tournaments of Go only; write a .json file"))
    bare = next((player for player in tournament.players if not str(player.grade)), None)
    if bare is not None:
        raise RuleError(phrase("{name} has no grade, which the format needs", name=bare.full_name))


def _pairs(value: Any, before: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401
    """A value and the parts of it, each with what it was, as far as they are not the same."""
    if value == before:
        return
    yield value, before
    for name in _PARTS:
        if (part := getattr(value, name, None)) is not None:
            yield from _pairs(part, getattr(before, name, None))
    for name in _LISTS:
        items, others = getattr(value, name, ()), getattr(before, name, ())
        if items is not others:
            old = {each.key: each for each in others}
            for each in items:
                yield from _pairs(each, old.get(each.key))


def _refuse_fields(form: str, value: Any, before: Any) -> None:  # noqa: ANN401
    kind: Any = type(value)
    for name, usual in _unsupported(form, kind):
        found = getattr(value, name)
        if found == getattr(before, name, usual) or rows_of(kind)[name].spare:
            continue
        noun = (
            phrase(_NOUNS[name])
            if name in _NOUNS
            else f"the {name.replace('_', ' ')} of {_title(value)}"
        )
        shown = (
            "" if is_dataclass(found) else phrase(": found {found}", found=describe_value(found))
        )
        raise _no_place(form, noun, shown)
    for limit in MOST.get(form, ()):
        count = limit.count(value) if limit.kind is kind else 0
        if count > limit.most and (before is None or count != limit.count(before)):
            owner = FILES[form].removesuffix("'s files")
            raise RuleError(
                phrase(
                    "{program} has at most {most} {noun}, found {count}",
                    program=owner,
                    most=limit.most,
                    noun=phrase(limit.noun),
                    count=count,
                )
            )


def _no_place(form: str, noun: str, shown: str = "") -> RuleError:
    """That the files of a format cannot hold something."""
    message = phrase(
        "{files} have no place for {noun}{shown}", files=phrase(FILES[form]), noun=noun, shown=shown
    )
    return RuleError(Sentence(message, Remedy("use fastpair's own format")))


@cache
def _unsupported(form: str, kind: Any) -> tuple[tuple[str, Any], ...]:  # noqa: ANN401 - a class
    """The fields of a class for which a format has no place, with their defaults."""
    return tuple(
        (entry.name, default_of(entry))
        for entry in fields(kind)
        if entry.compare and not holds(form, kind, entry.name)
    )


def _title(value: object) -> str:
    """What a part of a tournament is called."""
    if isinstance(value, Player):
        return describe_value(value.full_name)
    if isinstance(value, Team):
        return f"the team {describe_value(value.name)}"
    return _TITLES.get(type(value), f"the {type(value).__name__.lower()}")


def fitted(form: str, value: _T, before: Any = None) -> _T:  # noqa: ANN401
    """A tournament, or a part of one, without whatever the files of a format have no place for.

    Parameters
    ----------
    form
        Name of the format.
    before
        What the file holds: fields without a place are as there; without it, as by default.
    """
    if form not in FILES or value is before:
        return value
    part: Any = value
    kind: Any = type(part)
    changes = {name: getattr(before, name, usual) for name, usual in _unsupported(form, kind)}
    changes |= {each.field: each.cut(part) for each in MOST.get(form, ()) if each.kind is kind}
    for name in _PARTS:
        if name not in changes and (inner := getattr(part, name, None)) is not None:
            changes[name] = fitted(form, inner, getattr(before, name, None))
    for name in _LISTS:
        if inner := getattr(part, name, ()):
            old = {each.key: each for each in getattr(before, name, ())}
            changes[name] = tuple(fitted(form, each, old.get(each.key)) for each in inner)
    if isinstance(part, Tournament):
        changes |= _fitted_seats(form, part)
    return replace(part, **changes)  # type: ignore[no-any-return]


def _fitted_seats(form: str, tournament: Tournament) -> dict[str, Any]:
    """The games and byes of the rounds of a file; the first bye of each where it holds no more."""
    last = next((each.most for each in MOST.get(form, ()) if each.field == "rounds"), inf)
    byes = [bye for bye in tournament.byes if bye.round <= last]
    if form in ONE_BYE:
        firsts: dict[int, Bye] = {}
        for bye in byes:
            firsts.setdefault(bye.round, bye)
        byes = [*firsts.values()]
    changes = dict(_unsupported(form, Game))
    games = (game for game in tournament.games if game.round <= last)
    fitted_games = (replace(game, **changes) if changes else game for game in games)
    return {"games": tuple(fitted_games), "byes": tuple(byes)}


MOST_PLAYERS = 50_000
"""Lines of players that a list may have; each takes about a ten-thousandth of a second."""


def refuse_more_players(path: str, line: int, number: int) -> None:
    """Refuse a list in which a line is that of one player too many.

    Raises
    ------
    FormatError
        If it is.
    """
    if number > MOST_PLAYERS:
        raise FormatError(
            path, line, phrase("expected at most {count} players", count=MOST_PLAYERS)
        )


MOST_UNPACKED, MOST_CELLS = 1 << 27, 2_000_000
"""Bytes of a spreadsheet without its compression, and cells of a sheet: as many as a list of `MOST_PLAYERS` has."""
