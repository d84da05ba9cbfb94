"""The standings after a round, with what everybody has done in every round."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...errors import RuleError
from ..scores import History, in_points, order_by, places, standings_values
from ..tournament import Criterion, Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ..tournament import Game, Grade, Player, Rules, Tournament

__all__ = [
    "Cell",
    "CellKind",
    "Row",
    "Sign",
    "Standings",
    "last_complete_round",
    "standings",
]


class CellKind(Enum):
    """What a player did in a round."""

    GAME = "game"
    BYE = "bye"
    ABSENT = "absent"
    UNASSIGNED = "unassigned"
    """The player takes part, and has neither a game nor a bye."""


class Sign(Enum):
    """How a game ended for one of its players; the value is the sign in a wall list."""

    WON = "+"
    LOST = "-"
    JIGO = "="
    UNKNOWN = "?"


class Cell(NamedTuple):
    """One round of one player. Without a game only ``kind`` and ``points_x2`` say something.

    A congress has thousands of them, and a named tuple is made in a tenth of the time.
    """

    kind: CellKind

    points_x2: int = 0
    """Doubled points that the rules give for the round, before absences and byes are rounded down."""

    opponent: str = ""
    """Key of the opponent."""

    number: int = 0
    """Line of the opponent in the list, from 1; 0 without one."""

    outcome: Sign | None = None

    white: bool = False
    """Whether the player had White."""

    handicap: int = 0
    """Stones that Black got; 1 is a game without komi."""

    by_default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One player of the standings, as he was entered at that time."""

    number: int
    """Line of the list, from 1."""

    place: int
    """One more than the number of better players: players who are equal on all criteria share it."""

    key: str
    name: str
    first_name: str
    grade: Grade
    country: str
    club: str

    category: int
    """From 1, the strongest."""

    values: tuple[float, ...]
    """The criteria, in points."""

    cells: tuple[Cell, ...]
    """The rounds, from the first one on."""

    @property
    def wins_x2(self) -> int:
        """Doubled number of games won, a jigo counting half. Wins by forfeit count, byes do not."""
        worth = {Sign.WON: 2, Sign.JIGO: 1}
        return sum(worth.get(cell.outcome, 0) for cell in self.cells if cell.outcome is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The standings after a round. Later corrections of the tournament do not change them.

    Examples
    --------
    >>> table = standings(read("examples/evening.xml").tournament, after=1)
    >>> [row.place for row in table.rows]
    [1, 2, 3, 3, 5, 6]
    """

    tournament: str
    """Name of the tournament."""

    after: int
    """Number of rounds that count."""

    provisional: bool = False
    """Whether a round that counts is not played, or a result of it is missing."""

    criteria: tuple[Criterion, ...]
    """What the rows are sorted by, the first first; names decide the rest."""

    rows: tuple[Row, ...]
    """In placing order."""


def standings(
    tournament: Tournament, after: int, criteria: Sequence[Criterion] | None = None
) -> Standings:
    """The standings of a tournament after so many rounds.

    Everybody is listed who is registered finally or has had a game or a bye.

    Parameters
    ----------
    tournament
        With the rounds that count; later ones do not matter.
    after
        Number of rounds, 0 to those of the tournament.
    criteria
        What to sort by; by default ``Rules.placement``.

    Raises
    ------
    RuleError
        If there is no such round, or the tournament contradicts itself.

    Examples
    --------
    >>> table = standings(read("examples/evening.xml").tournament, after=1)
    >>> table.rows[0].key, table.rows[0].values
    ('SELMAVELOLMINA', (33.0, 31.0, 33.0))
    """
    if not 0 <= after <= tournament.rules.rounds:
        raise RuleError(f"expected 0 to {tournament.rules.rounds} rounds, got {after}")
    chosen = tournament.rules.placement if criteria is None else tuple(criteria)
    known = tournament.before(after + 1)
    history = History.of(known)
    listed = np.flatnonzero([_is_listed(player, known) for player in known.players])
    values = standings_values(history, chosen, after)[listed]
    best_first = order_by(values, history.name_order[listed])
    place = places(values)[best_first].tolist()
    points = _in_points(chosen, values[best_first]).tolist()
    order = listed[best_first]
    category = (history.category[order] + 1).tolist()
    players = [known.players[row] for row in order]
    cells = _cells(known, players, after)
    rows = (
        Row(
            number=line + 1,
            place=place[line],
            key=player.key,
            name=player.name,
            first_name=player.first_name,
            grade=player.grade,
            country=player.country,
            club=player.club,
            category=category[line],
            values=tuple(points[line]),
            cells=tuple(cells[player.key]),
        )
        for line, player in enumerate(players)
    )
    return Standings(
        tournament=known.name,
        after=after,
        provisional=after > last_complete_round(tournament),
        criteria=chosen,
        rows=tuple(rows),
    )


def last_complete_round(tournament: Tournament) -> int:
    """The last round before which, and in which, no result is missing; 0 if there is none."""
    complete = 0
    for number in range(1, tournament.rules.rounds + 1):
        games = tournament.round(number).games
        if not games or any(game.result is Result.UNKNOWN for game in games):
            break
        complete = number
    return complete


def _is_listed(player: Player, known: Tournament) -> bool:
    return player.final or player.key in known.seated


def _in_points(criteria: Sequence[Criterion], values: NDArray[np.int64]) -> NDArray[np.float64]:
    points = np.empty(values.shape)
    for column, criterion in enumerate(criteria):
        points[:, column] = in_points(criterion, values[:, column])
    return points


def _cells(
    known: Tournament, players: Sequence[Player], after: int
) -> Mapping[str, Sequence[Cell]]:
    """What each player did in every round, by key."""
    number = {player.key: line for line, player in enumerate(players, start=1)}
    bye, absent = _without_game(known.rules)
    cells: dict[str, list[Cell]] = {
        player.key: [
            _UNASSIGNED if player.plays_in(round_number) else absent
            for round_number in range(1, after + 1)
        ]
        for player in players
    }
    for game in known.games:
        for cell, key in zip(_of_game(known.rules, game, number), game.players, strict=True):
            cells[key][game.round - 1] = cell
    for each in known.byes:
        cells[each.player][each.round - 1] = bye
    return cells


_UNASSIGNED = Cell(kind=CellKind.UNASSIGNED)


def _without_game(rules: Rules) -> tuple[Cell, Cell]:
    """A bye and an absence, worth what they add to the score that makes the groups."""
    points, by_mms = rules.points, rules.main_criterion is Criterion.MMS
    bye, absent = (
        (points.mms_bye_x2, points.mms_absent_x2)
        if by_mms
        else (points.wins_bye_x2, points.wins_absent_x2)
    )
    return (
        Cell(kind=CellKind.BYE, points_x2=bye),
        Cell(kind=CellKind.ABSENT, points_x2=absent),
    )


def _of_game(rules: Rules, game: Game, number: Mapping[str, int]) -> Iterator[Cell]:
    """The game as White and as Black had it."""
    points = rules.points.of(game.result, by_default=game.by_default)
    opponents = (game.black, True), (game.white, False)
    for share, worth, (opponent, white) in zip(game.result.won_x2, points, opponents, strict=True):
        known = game.result is not Result.UNKNOWN
        yield Cell(
            kind=CellKind.GAME,
            points_x2=worth,
            opponent=opponent,
            number=number[opponent],
            outcome=_OUTCOMES[share] if known else Sign.UNKNOWN,
            white=white,
            handicap=game.handicap,
            by_default=game.by_default,
        )


_OUTCOMES = (Sign.LOST, Sign.JIGO, Sign.WON)
"""By the doubled share of the game that was won."""
