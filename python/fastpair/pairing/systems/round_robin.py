"""Round robin: everybody meets everybody once in each cycle, by a table [FIDE C.05; V 3.1]."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

import numpy as np

from ...errors import RuleError
from ...go.tournament import Criterion, EventFormat, EventKind, RoundRobinTable
from ...parameters import parameter
from ...sentences import phrase
from ..field.columns import of_round
from ..papers.seeding import from_one
from .schedule import by_strength, drawn_by_lot, full_name, paired, unscheduled
from .system import Pairing, Situation, System

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ...arrays import Integers
    from .system import RoundGame


@dataclass(frozen=True, kw_only=True)
class RoundRobin(System):
    """Everybody meets everybody once in each cycle, by a table that gives the colours too."""

    name: ClassVar[str] = "round-robin"
    needs_exact_scores: ClassVar[bool] = False
    pairs_absent: ClassVar[bool] = True
    source: ClassVar[str] = "C.05, annex 1"
    guarantees: ClassVar[str] = (
        "In a cycle nobody meets anybody twice, and after its n - 1 rounds, or n if the number n of players is "
        "odd, everybody has met everybody and had at most one free round."
    )
    placement: ClassVar[tuple[Criterion, ...]] = EventKind(
        format=EventFormat.ROUND_ROBIN
    ).usual_criteria
    fails: ClassVar[str] = (
        "It refuses a round behind the table, and all rounds once the players change; whoever is absent "
        "loses by forfeit, or rests in an event of another format; two whom a hard rule keeps apart are left over."
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
            _check(situation, number, table)
        games, free = table.round(situation.round_number)
        return paired(situation, games, bye=free[0] if free else None, white_first=True)

    def games_off(
        self, situation: Situation, games: Collection[RoundGame]
    ) -> Iterator[tuple[RoundGame, bool]]:
        """By the table that has most of them; where it lacks half of them, another one was used, as C.05 allows."""
        tables = (
            {(n, *pair) for n in range(1, len(table.boards) + 1) for pair in table.round(n)[0]}
            for table in self._tables(situation)
        )
        table = min(tables, key=lambda each: len({*games} - each))
        off = sorted({*games} - table)
        for number, white, black in off if 2 * len(off) < len(games) else ():
            yield (number, white, black), (number, black, white) in table

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
        if history.rules.cycles > 2:  # a cycle was added to the two that FIDE orders
            double = round_robin_table(len(numbered), 2, "fide")
            whole = round_robin_table(len(numbered), history.rules.cycles, "berger")
            whole[: len(double)] = double
            yield _Table(whole, numbered)


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


def _check(situation: Situation, number: int, table: _Table) -> None:
    """Refuse an earlier round that is not of the table; a game of it may be missing."""
    for row, expected, other in unscheduled(situation, number, table.round(number)[0]):
        game = phrase("no game")
        if expected is not None:
            game = phrase("a game with {name}", name=full_name(situation, expected))
        raise RuleError(
            phrase(
                "round {round} is not of the table: {game} was scheduled for {name}, not one with {other}; correct the pairs of that round, or pair the others manually",
                round=number,
                game=game,
                name=full_name(situation, row),
                other=full_name(situation, other),
            )
        )


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


# ---- Varma's sets: numbers by lot that keep players of one federation apart at the end [C.05, annex 2] ----

_VARMA = {
    10: ((3, 4, 8), (5, 7, 9), (1, 6), (2, 10)),
    11: ((4, 5, 9, 10), (1, 2, 7), (6, 8), (3, 11)),
    # As published, 6 and 12 are of one set, who meet in the last round.
    12: ((4, 5, 9, 10), (1, 2, 7), (3, 6, 11), (8, 12)),
    14: ((4, 5, 6, 11, 12), (1, 2, 8, 9), (7, 10, 13), (3, 14)),
    16: ((5, 6, 7, 12, 13, 14), (1, 2, 3, 9, 10), (8, 11, 15), (4, 16)),
    18: ((5, 6, 7, 8, 14, 15, 16), (1, 2, 3, 10, 11, 12), (9, 13, 17), (4, 18)),
    20: ((6, 7, 8, 9, 15, 16, 17, 18), (1, 2, 3, 11, 12, 13, 14), (5, 10, 19), (4, 20)),
    22: ((6, 7, 8, 9, 10, 17, 18, 19, 20), (1, 2, 3, 4, 12, 13, 14, 15), (11, 16, 21), (5, 22)),
    24: (
        (6, 7, 8, 9, 10, 11, 19, 20, 21, 22),
        (1, 2, 3, 4, 13, 14, 15, 16, 17),
        (12, 18, 23),
        (5, 24),
    ),
}
"""Sets of numbers, none of whom meet in the last three rounds of Berger's table, by the number of players."""


class VarmaNumbers(NamedTuple):
    """Numbers by lot, from 1, and the federations for which no set was large enough."""

    numbers: tuple[int, ...]
    free: tuple[str, ...]


def varma_numbers(federations: Sequence[str], seed: int = 0) -> VarmaNumbers:
    """Draw numbers so that players of one federation do not meet in the last three rounds, as far as sets allow.

    The federations choose sets by lot, the one with the most players first, so that as many players as can be
    draw from one; all others draw from what is left.

    Parameters
    ----------
    federations
        That of each player; players without one are kept from nobody.

    Examples
    --------
    >>> varma_numbers(["NED"] * 3 + ["GER"] * 2 + ["", "", "FRA", "ESP"]).free
    ()
    >>> varma_numbers(["NED"] * 6 + ["GER"] * 4).free
    ('GER', 'NED')
    """
    count = len(federations)
    sizes = Counter(filter(None, federations))
    groups = sorted((-size, name) for name, size in sizes.items() if size > 1)
    sets = [
        tuple(number for number in one if number <= count)
        for one in _VARMA.get(count, _VARMA.get(count + 1, ()))
    ]
    lot = (drawn_by_lot(count, of_round(seed, 0)) + 1).tolist()
    turns = [drawn_by_lot(len(sets), of_round(seed, turn)) for turn in range(1, len(groups) + 1)]

    @cache
    def choose(turn: int, left: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """How many players draw from sets from a turn on at best, and from which sets; -1 stands for none."""
        if turn == len(groups):
            return 0, ()
        size, best = -groups[turn][0], (-1, ())
        for chosen in (*turns[turn].tolist(), -1):
            if chosen >= 0 and left[chosen] < size:
                continue
            rest = tuple(n - size * (each == chosen) for each, n in enumerate(left))
            placed, others = choose(turn + 1, rest)
            placed += size * (chosen >= 0)
            if placed > best[0]:
                best = placed, (chosen, *others)
        return best

    _, chosen = choose(0, tuple(map(len, sets)))
    numbers = [0] * count
    for (_, name), one in zip(groups, chosen, strict=True):
        for row in (row for row, each in enumerate(federations) if each == name and one >= 0):
            numbers[row] = next(number for number in lot if number in sets[one])
            lot.remove(numbers[row])
    for row in range(count):
        numbers[row] = numbers[row] or lot.pop(0)
    free = sorted(name for (_, name), one in zip(groups, chosen, strict=True) if one < 0)
    return VarmaNumbers(tuple(numbers), tuple(free))
