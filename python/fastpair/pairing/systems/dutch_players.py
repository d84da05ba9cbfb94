"""What the rules of the Dutch system know of the players of a round: order, colours, floats and byes [DUTCH]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Self

import numpy as np

from ...go.scores import ScoreHistory, Status
from ...go.scores.criteria import wins_x2
from ...go.tournament.player import pairing_numbers
from ...go.tournament.rules import acceleration_ranges
from .criteria import Verdict

if TYPE_CHECKING:
    from ...arrays import Bools, Indices, Integers
    from .system import Situation

Order = Literal["rating", "entry"]

NONE, MILD, STRONG, ABSOLUTE = range(4)
"""How much a player is due a colour."""

DOWN, UP = 1, -1
"""Floats: after a game against somebody of fewer points, or points without a game; and the opponent's."""


@dataclass(frozen=True, kw_only=True, eq=False)
class DutchPlayers:
    """The players of a round, the highest ranked first: by score and then by pairing number.

    Arrays have the shape (n,) if nothing else is said; colours are 1 for White, -1 for Black and 0 for none.
    """

    row: Indices
    """Row in the history."""

    number: Integers
    """Pairing number, from 0."""

    score_x2: Integers
    """Doubled score with the virtual points of an acceleration [C.04.7]."""

    colours: Integers
    """(n, rounds before this one): those of the games that were played."""

    floats: Integers
    """(n, 2): that of the last round, and that of the round before."""

    unplayed: Integers
    """Number of rounds without a game that was played."""

    had_bye: Bools
    """Who has had a bye, or as much as for a win without playing: has none again [C2]."""

    topscorer: Bools
    """Who has more than half of the points that could be had before the last round."""

    turn: Integers
    """Rank by pairing number among all who have taken part, from 1: its parity decides first colours."""

    initial: int
    """The colour that the first of round 1 had; 0 if no earlier round says it."""

    met: Bools
    """(n, n) who has played whom [C1]; games that were won by forfeit do not count."""

    @classmethod
    def of(cls, situation: Situation, order: Order = "rating", acceleration: str = "none") -> Self:
        """The players who wait in a situation.

        Parameters
        ----------
        order
            What pairing numbers go by: ``rating``, then the title, and players of one rating and title as
            they were entered; or ``entry`` alone.
        acceleration
            Virtual points of the first rounds: ``none``, ``baku``, or ranges.
        """
        history, before = situation.history, situation.round_number - 1
        played = history.played[:, :before]
        number = np.array(pairing_numbers(situation.people.players, order), np.int64) - 1
        virtual = virtual_x2(history, number, acceleration)
        earned = wins_x2(history)
        score = earned + virtual
        waiting = np.flatnonzero(situation.waiting)
        row = waiting[np.lexsort((number[waiting], -score[waiting, before]))]
        gained = np.diff(earned[:, : before + 1], axis=1)
        points = history.rules.points
        bye = history.status[:, :before] == Status.BYE
        opponent = np.where(played, history.opponent[:, :before], -1)
        theirs = np.take_along_axis(score[:, :before], opponent.clip(0), axis=0)
        floats = np.where(
            played, np.sign(score[:, :before] - theirs), gained > points.loss_x2
        ).astype(np.int64)
        last_two = np.zeros((len(floats), 2), np.int64)
        last_two[:, : min(before, 2)] = floats[:, ::-1][:, :2]
        place = np.full(len(floats), -1)
        place[row] = np.arange(len(row))
        one, round_ = np.nonzero(opponent[row] >= 0)
        other = place[opponent[row][one, round_]]
        met = np.zeros((len(row), len(row)), bool)
        met[one[other >= 0], other[other >= 0]] = True
        had_bye = (bye | (~played & (gained >= points.win_x2))).any(axis=1)
        in_last = situation.round_number == history.rounds
        top = 2 * score[:, before] > points.win_x2 * before
        turn = _turns(situation, number)
        return cls(
            row=row,
            number=number[row],
            score_x2=score[row, before],
            colours=np.where(played, history.colour[:, :before], 0)[row],
            floats=last_two[row],
            unplayed=np.count_nonzero(~played, axis=1)[row],
            had_bye=had_bye[row],
            topscorer=(top & in_last)[row],
            turn=turn[row],
            initial=history.first_colour(number) if before else 0,
            met=met,
        )

    def __len__(self) -> int:
        return len(self.row)

    @cached_property
    def difference(self) -> Integers:
        """How often the player has had White, less how often Black."""
        found: Integers = self.colours.sum(axis=1)
        return found

    @cached_property
    def played(self) -> Integers:
        """(n, rounds) the colours of the games that were played, the last one first, then 0."""
        gaps = self.colours[:, ::-1] == 0
        order = np.argsort(gaps, axis=1, kind="stable")
        found: Integers = np.take_along_axis(self.colours[:, ::-1], order, axis=1)
        return found

    @cached_property
    def repeated(self) -> Integers:
        """The colour that the player had in both of the last two games, or 0."""
        if self.played.shape[1] < 2:
            return np.zeros(len(self), np.int64)
        last, before = self.played[:, 0], self.played[:, 1]
        return np.where(last == before, last, 0)

    @cached_property
    def preference(self) -> Integers:
        """The colour that the player is due."""
        last = self.played[:, 0] if self.played.shape[1] else np.zeros(len(self), np.int64)
        by_difference, by_last = -np.sign(self.difference), -last
        by_game = np.where(
            self.repeated != 0, -self.repeated, np.where(by_difference, by_difference, by_last)
        )
        return np.where(abs(self.difference) > 1, by_difference, by_game)

    @cached_property
    def strength(self) -> Integers:
        """How much the player is due it: `NONE`, `MILD`, `STRONG` or `ABSOLUTE`."""
        absolute = (abs(self.difference) > 1) | (self.repeated != 0)
        usual = np.where(self.difference != 0, STRONG, np.where(self.preference != 0, MILD, NONE))
        return np.where(absolute, ABSOLUTE, usual)

    @cached_property
    def lawful(self) -> Bools:
        """(n, n) who may meet [C1, C3]."""
        found = ~self.met
        np.fill_diagonal(found, val=False)
        absolute = (self.strength == ABSOLUTE) & ~self.topscorer
        for colour in (1, -1):
            those = np.flatnonzero(absolute & (self.preference == colour))
            found[np.ix_(those, those)] = False
        return found

    def unlawful(self, one: int, other: int) -> Verdict:
        """The absolute criterion by which two players may not meet; ``rule`` if it is a rule of the tournament."""
        if self.met[one, other]:
            return Verdict("C1", 0, 1)
        return Verdict("rule" if self.lawful[one, other] else "C3", 0, 1)

    def takes_white(self, one: int, other: int, initial: int) -> bool:
        """Whether the higher ranked of two players takes White [E].

        Parameters
        ----------
        initial
            The colour of the first player in round 1.
        """
        mine, yours = int(self.preference[one]), int(self.preference[other])
        if mine != yours and (mine or yours):
            return (mine or -yours) == 1
        if not mine:
            return (initial == 1) == bool(self.turn[one] % 2)
        if self._claim(one) != self._claim(other):
            return (mine if self._claim(one) > self._claim(other) else -mine) == 1
        for last, theirs in zip(
            self.played[one].tolist(), self.played[other].tolist(), strict=True
        ):
            if not (last and theirs):
                break
            if last != theirs:
                return bool(last == -1)
        return mine == 1

    def _claim(self, player: int) -> tuple[int, int]:
        """What decides between two players who are due the same colour."""
        strength = int(self.strength[player])
        return strength, abs(int(self.difference[player])) if strength == ABSOLUTE else 0


def virtual_x2(history: ScoreHistory, number: Integers, acceleration: str) -> Integers:
    """Doubled virtual points before each round, (n, rounds + 1): column r is for round r + 1 [C.04.7]."""
    virtual = np.zeros((len(number), history.rounds + 1), np.int64)
    if acceleration == "baku":
        first = number <= _last_accelerated(history, number)
        whole_until = -(-history.rounds // 2)
        win = history.rules.points.win_x2
        virtual[first, :whole_until] = win // 2
        virtual[first, : -(-whole_until // 2)] = win
    elif acceleration != "none":
        by_number = np.zeros_like(virtual)
        for points_x2, rounds, numbers_ in acceleration_ranges(acceleration):
            by_number[numbers_, rounds] = points_x2
        virtual = by_number[number]
    return virtual


def _last_accelerated(history: ScoreHistory, number: Integers) -> int:
    """The pairing number of the last of the first half, whom later entries do not change [C.04.7]."""
    entered = history.status[:, 0] != Status.ABSENT
    if history.requested is not None:
        entered |= history.requested[:, 0]
    there = np.sort(number[entered])
    half = 2 * -(-len(there) // 4)
    return int(there[min(half, len(there)) - 1]) if half else -1


def _turns(situation: Situation, number: Integers) -> Integers:
    """Rank by pairing number among those who have arrived: with a game or a bye so far, or waiting for one."""
    history, before = situation.history, situation.round_number - 1
    there = situation.waiting | (history.opponent[:, :before] >= 0).any(axis=1)
    there = there | (history.status[:, :before] == Status.BYE).any(axis=1)
    if history.requested is not None:
        there = there | history.requested[:, :before].any(axis=1)
    turn = np.zeros(len(number), np.int64)
    rows = np.flatnonzero(there)
    turn[rows[np.argsort(number[rows])]] = np.arange(1, len(rows) + 1)
    return turn
