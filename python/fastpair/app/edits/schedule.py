"""The table of a round robin: the numbers of its players, and all of its rounds at once."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.round_robin import rounds_of_table
from ...go.teams import of_teams
from ...go.tournament import numbered_anew
from ...sentences import joined, marked, phrase, phrase_many
from ..forms.inputs import with_event, with_rules
from ..history.details import publication_of
from ..history.records import Publication, PublicationState
from ..lookup import find_player, find_team
from .outcome import Edit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...go.tournament import Player, Tournament
    from ...go.tournament.player import NumberOrder
    from ..history.details import PublicationDetails
    from ..history.state import CongressState

_ORDERS: Mapping[str, NumberOrder] = {"rating": "rating-name", "entry": "entry"}

NUMBER_WAYS = {
    "rating": marked("Rating and name"),
    "entry": marked("Order of entry"),
    "lot": marked("By lot"),
    "varma": marked("By lot from Varma’s sets"),
    "drawn": marked("As drawn elsewhere"),
}
"""What numbers can go by, with their names in a menu."""


def with_numbers(
    tournament: Tournament, way: str, names: Sequence[str] = (), seed: int = 0
) -> Edit:
    """Number the players, or teams, of a round robin.

    Parameters
    ----------
    way
        ``rating``, ``entry``, ``lot``, ``varma``, or ``drawn`` for numbers that were drawn elsewhere.
    names
        Of ``drawn``, all players in the order of their numbers.
    seed
        Of lots.

    Raises
    ------
    RuleError
        If it is no round robin, a round is drawn, or not everybody is named once.
    """
    _refuse_others(tournament)
    if way not in NUMBER_WAYS:
        raise RuleError(
            phrase("{way!r} is none of {ways}", way=way[:40], ways=", ".join(NUMBER_WAYS)),
            about="by",
        )
    if names and way != "drawn":
        raise RuleError(
            phrase("name players only for numbers that were drawn elsewhere"), about="players"
        )
    if tournament.games:
        raise RuleError(phrase("rounds are paired by the numbers, which stay"))
    units = of_teams(tournament)
    _refuse_few(units)
    warnings: tuple[str, ...] = ()
    if way in _ORDERS:
        lots: dict[str, int] = {}
    elif way == "drawn":
        lots = _drawn(tournament, units, names)
    else:
        lots, warnings = _by_lot(units.entrants, seed, sets=way == "varma")
    rules = tournament.rules
    fide = replace(rules.fide, order=_ORDERS.get(way, "lot"))
    after = _with_lots(replace(tournament, rules=replace(rules, fide=fide)), lots)
    message = phrase("numbers: {players}", players=_numbered(after))
    return Edit(tournament=after, summary=message, warnings=warnings)


def _refuse_others(tournament: Tournament) -> None:
    """Refuse an event that is no round robin."""
    if not tournament.rules.predetermined:
        raise RuleError(phrase("only a round robin is paired by a table; choose its format"))


def _refuse_few(units: Tournament) -> int:
    """How many are in the table; refuse fewer than two."""
    if (count := len(units.entrants)) < 2:
        raise RuleError(phrase("a table needs two players or more"))
    return count


_NUMBERED = re.compile(r"([0-9]{1,9})(?:\s*[.:=]\s*|\s+)(\S.*)")
"""A number that was drawn, and by whom, such as ``3 Adler Berta``."""


def _drawn(tournament: Tournament, units: Tournament, lines: Sequence[str]) -> dict[str, int]:
    """Numbers that are entered as they were drawn, by key: who is named first has 1, unless lines have numbers."""

    def find(name: str) -> str:
        if units is tournament:
            return find_player(tournament, name, about="players")
        return find_team(tournament, name).key

    found = [*map(_NUMBERED.fullmatch, map(str.strip, lines))]
    numbered = bool(found) and all(found)
    pairs = [(int(each[1]), find(each[2])) for each in found if each and numbered]
    if not numbered:
        pairs = [*enumerate(map(find, lines), start=1)]
    keys = [key for _, key in pairs]
    missing = [unit.full_name for unit in units.entrants if unit.key not in keys]
    if missing or len({*keys}) < len(keys) or len(keys) > len(units.entrants):
        twice = [units.name_of(key) for key in dict.fromkeys(keys) if keys.count(key) > 1]
        others = {unit.key for unit in units.entrants}
        out = [units.name_of(key) for key in keys if key not in others]
        raise RuleError(
            phrase(
                "name each player of the table once, in the order of the numbers; check {names}",
                names=joined(", ", missing or twice or out),
            ),
            about="players",
        )
    return {key: number for number, key in _checked(units, pairs).items()}


def _checked(units: Tournament, pairs: Sequence[tuple[int, str]]) -> dict[int, str]:
    """Who has each number; refuse one that is entered twice, or is none of the table."""
    by_number: dict[int, str] = {}
    for number, key in pairs:
        if number in by_number:
            names = units.name_of(by_number[number]), units.name_of(key)
            message = phrase(
                "number {number} is entered twice, for {name} and {other}",
                number=number,
                name=names[0],
                other=names[1],
            )
            raise RuleError(message)
        if not 1 <= number <= len(pairs):
            message = phrase(
                "{name} has number {number}; the numbers go from 1 to {last}",
                name=units.name_of(key),
                number=number,
                last=len(pairs),
            )
            raise RuleError(message)
        by_number[number] = key
    return by_number


def _by_lot(
    units: Sequence[Player], seed: int, *, sets: bool
) -> tuple[dict[str, int], tuple[str, ...]]:
    """Numbers by lot, by key, and for whom no set was large enough."""
    from ...pairing.systems import varma_numbers

    federations = [unit.country if sets else "" for unit in units]
    numbers, free = varma_numbers(federations, seed)
    warning = phrase(
        "no set of numbers is large enough for {federations}: their players draw from the numbers left over, and may meet in the last rounds",
        federations=joined(", ", free),
    )
    keys = (unit.key for unit in units)
    return dict(zip(keys, numbers, strict=True)), (warning,) if free else ()


def _with_lots(tournament: Tournament, lots: Mapping[str, int]) -> Tournament:
    """The tournament with numbers by lot of its players or teams, and no others."""
    tournament = numbered_anew(tournament)
    if (play := tournament.drawn_teams) is not None:
        teams = tuple(replace(team, lot=lots.get(team.key)) for team in play.teams)
        return replace(tournament, team_play=replace(play, teams=teams))
    players = tuple(replace(each, lot=lots.get(each.key)) for each in tournament.players)
    return replace(tournament, players=players)


def _numbered(tournament: Tournament) -> str:
    """The players or teams of the table with their numbers."""
    units = of_teams(tournament)
    order = sorted(units.entrants, key=lambda unit: units.starting_ranks[unit.key])
    return joined(", ", (f"{n} {unit.full_name}" for n, unit in enumerate(order, start=1)))


def with_all_rounds(
    congress: CongressState,
    *,
    numbers: Callable[[Tournament], Edit] | None = None,
    cycles: int | None = None,
    days: str | None = None,
    publish: bool = False,
) -> Edit:
    """Pair all rounds of a round robin that are not paired yet, whatever results are missing.

    Parameters
    ----------
    numbers
        What numbers the players first, see `with_numbers`.
    cycles, days
        How often everybody meets everybody, and the days of the rounds; None leaves them as they are.
    publish
        Whether players see all of them from now on.

    Raises
    ------
    RuleError
        If it is no round robin, it has fewer than two players, its earlier rounds are not of its table, or
        a value is none.
    """
    tournament = congress.tournament
    _refuse_others(tournament)
    if cycles is not None:
        tournament = with_rules(tournament, {"cycles": cycles})
    edit = Edit(tournament=tournament, summary="")
    if numbers is not None:
        edit = edit.then(numbers)
    edit = edit.then(lambda now: _with_all_rounds(congress, now))
    if days is not None:
        edit = edit.then(lambda now: _with_days(now, days))
    if publish:
        edit = edit.then(lambda now: _published(congress, now))
    return edit


def _with_all_rounds(congress: CongressState, tournament: Tournament) -> Edit:
    """Pair the rounds that are not paired."""
    from ...pairing.rounds import draw_round, with_matches
    from ...pairing.systems import usual_system

    count = _refuse_few(of_teams(tournament))
    last = rounds_of_table(tournament.rules, count)
    rules = replace(tournament.rules, rounds=max(last, tournament.last_round))
    after, boards = replace(tournament, rules=rules), 0
    for number in range(1, last + 1):
        units = of_teams(after)
        if not units.to_pair(number) or units.is_drawn(number):
            continue
        draw = draw_round(units, number, system=usual_system(units))
        boards += draw.cardinality
        drawn = draw.applied_to(units)
        closed = congress.tables.closed
        after = with_matches(after, units, drawn, number, closed, at_tables=True)
    paired = phrase_many("{count} board paired", "{count} boards paired", boards)
    summary = phrase("all rounds are paired already")
    if boards:
        summary = joined(": ", (phrase_many("{count} round", "{count} rounds", last), paired))
    is_paired = bool(boards) or after.rules != tournament.rules
    return Edit(
        tournament=after if is_paired else tournament,
        summary=summary,
        warnings=tuple(_left_out(after)),
    )


def _with_days(tournament: Tournament, days: str) -> Edit:
    """State the days of the rounds."""
    after = with_event(tournament, {"round_dates": days})
    stated = after.event.round_dates
    summary = phrase("days of the rounds: {days}", days=joined(", ", map(str, stated)))
    if len(stated) > 1:
        summary = phrase(
            "rounds from {first} to {last}", first=str(stated[0]), last=str(stated[-1])
        )
    return Edit(tournament=after, summary=summary)


def _published(congress: CongressState, tournament: Tournament) -> Edit:
    """Let players see all rounds."""
    return Edit(
        tournament=tournament,
        summary=phrase("all rounds published"),
        details=_publication(congress, tournament),
    )


def _publication(congress: CongressState, tournament: Tournament) -> PublicationDetails | None:
    """The rounds that players see from now on; None if they see all of them."""
    fresh = [
        Publication.of(tournament.round(number), PublicationState.PUBLISHED).details
        for number in tournament.drawn_rounds
        if congress.publication(number).state is PublicationState.DRAFT
    ]
    return publication_of(fresh)


def _left_out(tournament: Tournament) -> tuple[str, ...]:
    """Say who is registered, and not in the table."""
    units = of_teams(tournament)
    there = {unit.key for unit in units.entrants}
    names = [unit.full_name for unit in units.players if unit.key not in there]
    return (phrase("not in the table: {names}", names=joined(", ", names)),) if names else ()
