"""Round robin: everybody meets everybody once in each cycle, by a table [FIDE C.05; V 3.1]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

import numpy as np

from ...errors import RuleError
from ...go.tournament import Criterion, EventFormat, EventKind, RoundRobinTable
from ...parameters import parameter
from ...sentences import phrase
from ..papers.seeding import from_one
from .schedule import by_strength, check, drawn_by_lot, paired, unscheduled
from .system import Pairing, Situation, System

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...arrays import Integers


@dataclass(frozen=True, kw_only=True)
class RoundRobin(System):
    """Everybody meets everybody once in each cycle, by a table that gives the colours too."""

    name: ClassVar[str] = "round-robin"
    needs_exact_scores: ClassVar[bool] = False
    source: ClassVar[str] = "C.05, annex 1"
    guarantees: ClassVar[str] = (
        "In a cycle nobody meets anybody twice, and after its n - 1 rounds, or n if the number n of players is "
        "odd, everybody has met everybody and had at most one free round."
    )
    placement: ClassVar[tuple[Criterion, ...]] = EventKind(
        format=EventFormat.ROUND_ROBIN
    ).usual_criteria
    fails: ClassVar[str] = (
        "It refuses a round behind the table, and all rounds once the players change; whose opponent "
        "is absent rests, and two whom a hard rule keeps apart are left over."
    )

    order: Literal["strength", "lot"] = parameter(
        "strength", "what numbers the players of the table: the rules, usually by rating, or lots"
    )

    @property
    def by_lot(self) -> bool:
        """Whether lots number the players."""
        return self.order == "lot"

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round.

        Raises
        ------
        RuleError
            If the table has no such round, with the code ``over``, or the earlier rounds are not of
            any table.
        """
        table = self._table(situation)
        if situation.round_number > len(table.boards):
            raise RuleError(
                phrase(
                    "round {round}: a round robin of {players} players is over after round {last}: everybody has met everybody",
                    round=situation.round_number,
                    players=len(table.rows),
                    last=len(table.boards),
                ),
                code="over",
            )
        for number in range(1, situation.round_number):
            check(situation, number, table.round(number)[0], "round robin")
        games, free = table.round(situation.round_number)
        return paired(situation, games, bye=free[0] if free else None, white_first=True)

    def _table(self, situation: Situation) -> _Table:
        """The table of the rules, or else the one by which the earlier rounds were drawn, if one was."""
        tables = [*self._tables(situation)]
        for colours in (True, False):
            for table in tables:
                if _was_drawn_by(table, situation, colours=colours):
                    return table
        return tables[0]

    def _tables(self, situation: Situation) -> Iterator[_Table]:
        """All tables with their players, that of the rules first."""
        entered, history = by_strength(situation), situation.history
        numbered = entered[np.argsort(history.number[entered], kind="stable")]
        stated = history.rules.schedule
        of_teams = any(player.roster for player in situation.people.players)
        for name in sorted(_NAMES, key=lambda each: each != stated):
            rows = entered if name == "former" else numbered
            lots = drawn_by_lot(len(rows), situation.seed) if self.by_lot else slice(None)
            plain = "berger" if of_teams and name == "fide" else name
            yield _Table(round_robin_table(len(rows), history.rules.cycles, plain), rows[lots])


_NAMES: tuple[RoundRobinTable, ...] = ("fide", "berger", "former")


class _Table(NamedTuple):
    """A table and its players."""

    boards: Integers
    """White and Black of all rounds, by number."""

    rows: Integers
    """Rows of the players by number."""

    def round(self, number: int) -> tuple[list[tuple[int, int]], list[int]]:
        """Rows of those who meet in a round, White first, and of who has the free round."""
        found = np.append(-1, self.rows)[self.boards[number - 1]]
        playing = (found >= 0).all(axis=1)
        games = [(white, black) for white, black in found[playing].tolist()]
        return games, found[~playing].max(axis=1, initial=-1).tolist()


def _was_drawn_by(table: _Table, situation: Situation, *, colours: bool) -> bool:
    """Whether the games of all earlier rounds are in a table, with its colours if these matter."""
    colour = situation.history.colour
    for number in range(1, min(situation.round_number, len(table.boards) + 1)):
        games, _ = table.round(number)
        if any(unscheduled(situation, number, games)):
            return False
        if colours and any(colour[white, number - 1] < 0 for white, _ in games):
            return False
    return True


# ---- The tables ----


def round_robin_table(players: int, cycles: int, name: RoundRobinTable) -> Integers:
    """White and Black of all rounds of a round robin, by number from 1; 0 is nobody.

    Parameters
    ----------
    players
        Their number, from 0 on.
    cycles
        How often everybody meets everybody; colours are exchanged in every second cycle.
    name
        ``fide`` exchanges the last two rounds of the first of two cycles, so that nobody has one colour three
        times in a row.

    Returns
    -------
    int64 of shape (rounds, boards, 2)
    """
    boards = black_first(seats(players))[:, :, ::-1] if name == "former" else berger(players)
    found = in_cycles(boards, cycles)
    last = len(boards)
    if name == "fide" and cycles == 2 and last > 1:
        found[[last - 2, last - 1]] = found[[last - 1, last - 2]]
    return found


def berger(players: int) -> Integers:
    """Berger's table: White and Black of all rounds, by number from 1 [FIDE C.05, annex 1].

    Parameters
    ----------
    players
        Their number, from 0 on. An odd number plays the table of one more, in which 0 is nobody.

    Returns
    -------
    int64 of shape (rounds, boards, 2)

    Examples
    --------
    >>> berger(4).tolist()
    [[[1, 4], [2, 3]], [[4, 3], [1, 2]], [[2, 4], [3, 1]]]
    """
    if not players:
        return np.empty((0, 0, 2), np.int64)
    last = players + players % 2
    moving = last - 1
    first = np.arange(moving)[:, None] * (last // 2) % moving
    away = np.arange(last // 2)
    white, black = (first + away) % moving + 1, (first - away) % moving + 1
    black[:, 0] = last
    boards = np.stack([white, black], axis=2)
    boards[1::2, 0] = boards[1::2, 0, ::-1]
    boards[boards > players] = 0
    return boards


def seats(players: int) -> Integers:
    """Seats along a table. Player 1 stays; all others move on by one seat every round [V 3.1].

    Parameters
    ----------
    players
        Their number n, from 0 on.

    Returns
    -------
    int64 of shape (rounds, boards, 2)
        Who sits in the upper and in the lower row. An even number of players has n - 1 rounds. An
        odd number has n rounds, and the player who meets 0 has a free round.

    Raises
    ------
    ValueError
        If the number is negative.
    """
    places = from_one(players)
    if players % 2:
        places = np.append(places, 0)
    boards = len(places) // 2
    moving = np.concatenate([places[1:boards], places[boards:][::-1]])
    step = np.arange(len(moving))
    staying = np.broadcast_to(places[:1], (len(step), len(places) - len(moving)))
    around = np.concatenate([staying, moving[step - step[:, None]]], axis=1)
    return np.stack([around[:, :boards], around[:, boards:][:, ::-1]], axis=2)


def black_first(seats: Integers) -> Integers:
    """The same boards, Black before White, with the colours of Berger's tables.

    The table of the thesis is Berger's under other numbers: whoever meets player 1 has Berger's number
    1, n/2 + 1, 2, n/2 + 2, … by the round, and player 1 the last one, or that of the empty seat.
    White is the smaller number if the sum of both is odd, and the larger one if it is even; the last
    number has Black in rounds 1, 3, 5 …. In all rounds together everybody has each colour
    equally often, or one of them once more, as [V 3.1] has it for player 1.

    Parameters
    ----------
    seats : (rounds, boards, 2) int64
        Upper and lower row of all rounds.
    """
    if not seats.size:
        return seats
    rounds, players = len(seats), int(seats.max())
    after, odd = np.divmod(np.arange(rounds), 2)
    number = np.zeros(players + 1, np.int64)
    number[seats[:, 0, 1]] = after + 1 + odd * (rounds + 1) // 2
    number[1] = number[0] if players % 2 else players
    upper, lower = np.moveaxis(number[seats], 2, 0)
    white_above = ((upper + lower) % 2 == 1) == (upper < lower)
    if players % 2 == 0:
        white_above[:, 0] = odd == 1
    return np.where(white_above[:, :, None], seats[:, :, ::-1], seats)


def in_cycles(boards: Integers, cycles: int) -> Integers:
    """The same rounds several times, with colours exchanged in every second cycle.

    Parameters
    ----------
    boards : (rounds, boards, 2) int64
        The two of each board in one cycle.
    cycles
        Their number, 1 or more.

    Returns
    -------
    int64 of shape (cycles * rounds, boards, 2)
    """
    exchanged = boards[:, :, ::-1]
    return np.concatenate([exchanged if cycle % 2 else boards for cycle in range(cycles)])
