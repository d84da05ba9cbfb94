"""The course of a tournament, as arrays that every round adds to."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ...go.scores import History, Status
from ...go.tournament import Bye, Game, Result
from ...pairing.draw import Constraints
from ...pairing.draw.colours import colour_rule, takes_white
from ...pairing.field import People
from ...pairing.field.deviations import handicap
from ...pairing.systems import Pairing, Situation

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...go.tournament import Tournament
    from ...pairing.systems import System

    Integers = NDArray[np.int64]
    Bools = NDArray[np.bool_]

__all__ = ["Boards", "Course"]

_ANYTHING = Constraints()


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """The games of a round, as rows of the history, (m,) each."""

    white: Integers
    black: Integers
    stones: Integers


@dataclass(frozen=True, eq=False)
class Course:
    """A tournament that is being played.

    ``Tournament`` has it in objects; here every round fills a column of the history's arrays.
    """

    start: Tournament
    """The tournament before its first round."""

    history: History
    people: People
    present: Bools
    """Who takes part in each round, (n, rounds)."""

    pairings: list[Pairing]
    """The rounds so far."""

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        """A tournament before its first round; games that it has are left out."""
        start = replace(tournament, games=(), byes=())
        history = History.of(start)
        arrays: dict[str, Any] = {
            entry.name: values.copy()
            for entry in fields(history)
            if isinstance(values := getattr(history, entry.name), np.ndarray) and values.ndim == 2
        }
        final = np.array([player.final for player in start.players], dtype=np.bool_)
        present = final[:, None] & (history.status != Status.ABSENT)
        return cls(start, replace(history, **arrays), People(start.players), present, [])

    @property
    def played(self) -> int:
        """Number of rounds that have been played."""
        return len(self.pairings)

    @property
    def waiting(self) -> Bools:
        """Who takes part in the next round, (n,)."""
        return self.present[:, self.played]

    def rest(self) -> None:
        """Let a round pass in which nobody plays."""
        self.pairings.append(Pairing(pairs=np.empty((0, 2), dtype=np.int64)))

    def situation(self, seed: int, constraints: Constraints = _ANYTHING) -> Situation:
        """The next round, as the systems take it."""
        return Situation(
            history=self.history,
            people=self.people,
            round_number=self.played + 1,
            waiting=self.waiting,
            constraints=constraints,
            seed=seed,
        )

    def play(
        self, system: System, seed: int, result: Callable[[Boards], NDArray[np.int64]]
    ) -> Boards:
        """Let the next round be paired and played.

        Parameters
        ----------
        seed
            Seed of the system's lots.
        result
            Doubled share of each game that White wins: 2, 1 for a jigo, or 0.
        """
        situation = self.situation(seed)
        pairing = system.pair(situation)
        boards = self._seated(situation, pairing, system)
        self._record(pairing, boards, result(boards))
        return boards

    def _seated(self, situation: Situation, pairing: Pairing, system: System) -> Boards:
        """Colours and stones."""
        first, second = pairing.pairs.T
        field = situation.field
        a, b = (field[situation.seat[rows]] for rows in (first, second))
        stones = handicap(a, b)
        if pairing.white_first:
            return Boards(first, second, stones)
        state = system.colour_state(field)
        white = takes_white(a, b, colour_rule(field, state, situation.seed))
        return Boards(np.where(white, first, second), np.where(white, second, first), stones)

    def _record(self, pairing: Pairing, boards: Boards, won_x2: Integers) -> None:
        history, column = self.history, self.played
        points = self._points[won_x2]
        sides = (
            (boards.white, boards.black, 1, won_x2, points[:, 0]),
            (boards.black, boards.white, -1, 2 - won_x2, points[:, 1]),
        )
        for mine, theirs, colour, won, scored in sides:
            history.status[mine, column] = Status.PAIRED
            history.opponent[mine, column] = theirs
            history.colour[mine, column] = colour
            history.handicap[mine, column] = boards.stones
            history.won_x2[mine, column] = won
            history.points_x2[mine, column] = scored
            history.played[mine, column] = True
        if pairing.bye is not None:
            history.status[pairing.bye, column] = Status.BYE
        history.status[[*pairing.resting, *pairing.out], column] = Status.ABSENT
        history.scores.clear()  # those that were counted before this round
        self.pairings.append(pairing)

    @cached_property
    def _points(self) -> Integers:
        """Doubled points of White and Black by the doubled share of the game that White wins."""
        of = self.start.rules.points.of
        return np.array([of(_RESULTS[won_x2]) for won_x2 in range(3)], dtype=np.int64)

    def tournament(self) -> Tournament:
        """The tournament as objects; its tables are numbered in the order of the rows."""
        history, players, start = self.history, self.start.players, self.start
        games, byes = [], []
        for column in range(self.played):
            whites = np.flatnonzero(history.colour[:, column] == 1).tolist()
            games += [
                Game(
                    round=column + 1,
                    table=table,
                    white=players[white].key,
                    black=players[history.opponent[white, column]].key,
                    handicap=int(history.handicap[white, column]),
                    result=_RESULTS[int(history.won_x2[white, column])],
                )
                for table, white in enumerate(whites, 1)
            ]
            free = np.flatnonzero(history.status[:, column] == Status.BYE).tolist()
            byes += [Bye(round=column + 1, player=players[row].key) for row in free]
            away = self.pairings[column].resting + self.pairings[column].out
            start = start.with_absences(column + 1, [players[row].key for row in away])
        return replace(start, games=tuple(games), byes=tuple(byes))


_RESULTS = (Result.BLACK_WINS, Result.JIGO, Result.WHITE_WINS)
"""Results by the doubled share of the game that White wins."""
