"""A round as it was drawn, beside the optimum of a model and beside the round before."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...errors import RuleError
from ...go.scores import History
from ...pairing.draw import Seating
from ...pairing.draw.colours import colour_rule
from ...pairing.systems import Weighted
from ...pairing.weights.description import signature
from ..quality import DrawQuality, Paired, RelativeStrength
from .heat_map import heat_map
from .optimum import Optimum
from .questions import Boards, answers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from ...go.tournament import Tournament
    from ...pairing.rounds.judgement import Yardstick
    from .heat_map import HeatMap
    from .questions import Place

__all__ = ["DrawReport", "RoundReport", "RoundReports"]


class _Seats(NamedTuple):
    """A draw; White and Black are given as rows of the history."""

    white: NDArray[np.int64]
    black: NDArray[np.int64]
    handicap: NDArray[np.int64]
    table: tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawReport:
    """What is worth a look in a draw, and what it is worth."""

    boards: int

    places: Mapping[str, tuple[Place, ...]]
    """Boards and players by question, see ``QUESTIONS``."""

    quality: DrawQuality

    def count(self, question: str) -> int:
        """The answer to a question as a number."""
        return sum(place.amount for place in self.places[question])


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """A round that is drawn: the draw, the optimum, and the draw of the round before."""

    round_number: int
    """From 1."""

    model: str
    """Signature of the model whose optimum it is."""

    drawn: DrawReport

    optimum: DrawReport
    """The heaviest draw of the same players, of several the nearest to the draw that was made. Its
    boards have no tables."""

    before: DrawReport | None
    """The draw of the round before; None if that has no games."""

    weight: int
    """Sum of the weights of the boards that were drawn."""

    greatest: int
    """The same of the optimum, proven."""

    units: int
    """Units of both weights in 1 of the model's own weights."""

    @property
    def loss(self) -> float:
        """How much lighter the draw is than the optimum, in weights of the model."""
        return (self.greatest - self.weight) / self.units


@dataclass(frozen=True, kw_only=True, eq=False)
class RoundReports:
    """The rounds of a tournament, each reported when it is asked for.

    Parameters
    ----------
    tournament
        It must not contradict itself.
    yardstick
        What a round is compared by, from its number.
    """

    tournament: Tournament
    yardstick: Callable[[int], Yardstick]

    def of(self, round_number: int) -> RoundReport:
        """The report of a round, from 1.

        Raises
        ------
        RuleError
            If the round has no games, or the tournament contradicts itself.
        """
        self.tournament.check_round(round_number)
        if not self.tournament.round(round_number).games:
            raise RuleError(f"round {round_number} has no games to report on")
        optimum = self._best(round_number)
        games = self.tournament.round(round_number).games
        seats = optimum.field.seats(game.players for game in games).T
        return RoundReport(
            round_number=round_number,
            model=signature(optimum.model),
            drawn=self.drawn(round_number),
            optimum=self._seated(round_number, optimum),
            before=self.drawn(round_number - 1)
            if self.tournament.round(round_number - 1).games
            else None,
            weight=int(optimum.weighed.total[tuple(seats)].sum()),
            greatest=int(optimum.weighed.total[tuple(optimum.solution.matching.edges.T)].sum()),
            units=optimum.units,
        )

    def prices(self, round_number: int) -> HeatMap:
        """What games between the score groups of a round cost, and the games that were drawn.

        Raises
        ------
        RuleError
            As ``of``.
        """
        games = self.tournament.round(round_number).games
        return heat_map(self._best(round_number), played=[game.players for game in games])

    def _best(self, round_number: int) -> Optimum:
        """The optimum of a round; the last one is kept."""
        if round_number not in self._last:
            self._last.clear()
            by = self.yardstick(round_number)
            self._last[round_number] = Optimum.of_round(
                self.tournament,
                round_number,
                by.model,
                by.constraints,
                by.seed,
                of_games=True,
                known=by.known,
            )
        return self._last[round_number]

    @cached_property
    def _last(self) -> dict[int, Optimum]:
        return {}

    @cached_property
    def _history(self) -> History:
        return History.of(self.tournament)

    @cached_property
    def _strength(self) -> NDArray[np.float64]:
        return RelativeStrength.of(self._history).strength

    @cached_property
    def _known(self) -> dict[int, DrawReport]:
        """The draws that were made and have been reported, by round."""
        return {}

    def drawn(self, round_number: int) -> DrawReport:
        """The draw of a round alone, which needs no yardstick; the round must have games."""
        if round_number not in self._known:
            self._known[round_number] = self._reported(round_number, self._seats(round_number))
        return self._known[round_number]

    def places(self, round_number: int) -> Mapping[str, tuple[Place, ...]]:
        """What there is to look at in the draw of a round, as in its report, and nothing besides.

        It needs no strengths, which take longer to estimate than the rest.
        """
        unknown = np.full(len(self.tournament.players), np.nan)
        seats = self._seats(round_number)
        return self._answers(round_number, seats, *self._sides(round_number, seats, unknown))

    def _seats(self, round_number: int) -> _Seats:
        """The games of a round."""
        games = self.tournament.round(round_number).games
        row = self._history.row
        return _Seats(
            np.array([row[game.white] for game in games], dtype=np.int64),
            np.array([row[game.black] for game in games], dtype=np.int64),
            np.array([game.handicap for game in games], dtype=np.int64),
            tuple(game.table for game in games),
        )

    def _seated(self, round_number: int, optimum: Optimum) -> DrawReport:
        """The optimum, with colours and stones as a draw gives them."""
        field = optimum.field
        state = Weighted(model=optimum.model).colour_state(field)
        even = colour_rule(field, state, optimum.seed)
        edges = optimum.solution.matching.edges
        seating = Seating.of(field, edges, field.roster.history, (), even)
        row = np.array([self._history.row[key] for key in field.key], dtype=np.int64)
        seats = _Seats(
            row[seating.white], row[seating.black], seating.handicap, (None,) * len(edges)
        )
        return self._reported(round_number, seats)

    def _reported(self, round_number: int, seats: _Seats) -> DrawReport:
        """Report a draw of the players of a round."""
        paired, sides = self._sides(round_number, seats, self._strength)
        return DrawReport(
            boards=len(seats.table),
            places=self._answers(round_number, seats, paired, sides),
            quality=DrawQuality.of(paired, *sides),
        )

    def _sides(
        self, round_number: int, seats: _Seats, strength: NDArray[np.float64]
    ) -> tuple[Paired, tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """The players of a round, and where White and Black of each board are among them."""
        paired = Paired.of(self.tournament, self._history, round_number, strength)
        # Both are in the order of the rows.
        sides = np.searchsorted(paired.row, seats.white), np.searchsorted(paired.row, seats.black)
        return paired, sides

    def _answers(
        self,
        round_number: int,
        seats: _Seats,
        paired: Paired,
        sides: tuple[NDArray[np.int64], NDArray[np.int64]],
    ) -> Mapping[str, tuple[Place, ...]]:
        boards = Boards.of(
            self.tournament,
            self._history,
            round_number,
            (paired[sides[0]], paired[sides[1]]),
            seats.handicap,
            seats.table,
        )
        return answers(self.tournament, self.tournament.round(round_number), boards)
