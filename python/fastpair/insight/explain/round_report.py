"""A round beside its optimum, and what to look at in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from ...errors import RuleError
from ...go.scores import History, Status
from ...pairing.draw import Seating
from ...pairing.draw.boards import colour_rule
from ...pairing.field.field import areas, families
from ...pairing.solving.costs import totals
from ...pairing.systems import Weighted
from ...pairing.weights.description import signature
from ..quality import DrawQuality, Paired, RelativeStrength
from ..quality import measures as measure
from .optimum import Optimum
from .what_if import heat_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from ...arrays import Integers
    from ...go.tournament import Round, Tournament
    from ...pairing.rounds.review import Baseline
    from .what_if import HeatMap


# ---- What a director asks of a draw before the pairings hang on the wall, board by board ----


class Place(NamedTuple):
    """A board or a player, and what it adds to a count."""

    players: tuple[str, ...]
    """Keys: White and Black of a board, or one player."""

    amount: int
    """From 1."""

    table: int | None = None
    """Number of the table; None for a bye, and in a draw that was not made."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Boards:
    """The boards of a draw, as arrays of shape (m,)."""

    white: Paired
    """White of each board, as the players stood before the round."""

    black: Paired

    handicap: Integers
    """Stones."""

    same_family: NDArray[np.bool_]
    """Whether the two are of one family [K12 3.2]."""

    returned: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    """Whether White, and whether Black, was absent in the round before."""

    table: tuple[int | None, ...]
    """Number of the table of each board, if it has one."""

    @property
    def sides(self) -> tuple[Paired, Paired]:
        """White and Black."""
        return self.white, self.black

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        history: History,
        round_number: int,
        sides: tuple[Paired, Paired],
        handicap: Integers,
        table: tuple[int | None, ...],
    ) -> Self:
        """Lay out the boards of a round.

        Parameters
        ----------
        tournament, history
            The same tournament.
        round_number
            From 1.
        sides
            White and Black of the boards.
        handicap, table
            As in the class.
        """
        family = areas(families(tournament.players))
        white, black = (side.row for side in sides)
        absent = np.zeros(len(tournament.players), dtype=np.bool_)
        if round_number > 1:
            absent = history.status[:, round_number - 2] == Status.ABSENT
        return cls(
            white=sides[0],
            black=sides[1],
            handicap=handicap,
            same_family=family[white] == family[black],
            returned=(absent[white], absent[black]),
            table=table,
        )


def _both(of_one: Callable[[Paired, Paired], Integers]) -> Callable[[Boards], list[Integers]]:
    """A count for a player and the opponent, for White and for Black."""
    return lambda boards: [of_one(*boards.sides), of_one(*reversed(boards.sides))]


def _in_colour(of_one: Callable[[Paired, int], Integers]) -> Callable[[Boards], list[Integers]]:
    """A count for a player and the colour that he takes, for White and for Black."""
    return lambda boards: [of_one(boards.white, 1), of_one(boards.black, -1)]


def _of_sides(formula: measure.Formula) -> Callable[[Boards], Integers]:
    return lambda boards: formula(*boards.sides)


def _drawn_up(player: Paired, opponent: Paired) -> Integers:
    return (player.score_x2 < opponent.score_x2).astype(np.int64)


def _drawn_down(player: Paired, opponent: Paired) -> Integers:
    return (player.score_x2 > opponent.score_x2).astype(np.int64)


OF_GAMES: Mapping[str, Callable[[Boards], Integers]] = {
    "off_score": _of_sides(measure.off_score),
    "score_difference": lambda boards: measure.score_difference_x2(*boards.sides) // 2,
    "rematches": _of_sides(measure.rematches),
    "same_club": _of_sides(measure.same_club),
    "same_country": _of_sides(measure.same_country),
    "same_family": lambda boards: boards.same_family.astype(np.int64),
    "handicap_games": lambda boards: (boards.handicap > 0).astype(np.int64),
    "handicap_stones": lambda boards: boards.handicap,
}
"""What is counted on each board. Scores are whole points, as the groups are [OPENGOTHA 10]."""

OF_PLAYERS: Mapping[str, Callable[[Boards], list[Integers]]] = {
    "returned": lambda boards: [side.astype(np.int64) for side in boards.returned],
    "drawn_up": _both(_drawn_up),
    "drawn_down": _both(_drawn_down),
    "drawn_up_again": _both(measure.up_again),
    "drawn_down_again": _both(measure.down_again),
    "colour_streaks": _in_colour(measure.streak),
    "colour_imbalance": _in_colour(measure.imbalance),
}
"""What is counted for White and for Black of each board."""

OF_BYES = ("byes", "second_byes")
"""What is counted for the players without a board."""

QUESTIONS = (
    "returned",
    "byes",
    "second_byes",
    "rematches",
    "off_score",
    "score_difference",
    "drawn_up",
    "drawn_up_again",
    "drawn_down",
    "drawn_down_again",
    "same_club",
    "same_country",
    "same_family",
    "colour_streaks",
    "colour_imbalance",
    "handicap_games",
    "handicap_stones",
)
"""All questions, in the order in which they are shown."""


def answers(
    tournament: Tournament, played: Round, boards: Boards
) -> Mapping[str, tuple[Place, ...]]:
    """Where each question is answered with yes, by question; the largest amounts come first.

    Parameters
    ----------
    tournament, played
        The tournament, and the round whose byes are counted.
    boards
        The boards of the draw.
    """
    key = [player.key for player in tournament.players]
    pairs = [(key[white], key[black]) for white, black in _rows(boards)]
    earlier = {bye.player for bye in tournament.byes if bye.round < played.number}
    found = {
        "byes": [Place((bye,), 1) for bye in played.byes],
        "second_byes": [Place((bye,), 1) for bye in played.byes if bye in earlier],
    }
    for name, of_games in OF_GAMES.items():
        amounts = of_games(boards).tolist()
        found[name] = [
            Place(pair, amount, table)
            for pair, amount, table in zip(pairs, amounts, boards.table, strict=True)
            if amount
        ]
    for name, of_players in OF_PLAYERS.items():
        sides = zip(*(side.tolist() for side in of_players(boards)), strict=True)
        found[name] = [
            Place((player,), amount, table)
            for pair, amounts, table in zip(pairs, sides, boards.table, strict=True)
            for player, amount in zip(pair, amounts, strict=True)
            if amount
        ]
    return {name: tuple(sorted(found[name], key=lambda place: -place.amount)) for name in QUESTIONS}


def _rows(boards: Boards) -> Iterator[tuple[int, int]]:
    return zip(boards.white.row.tolist(), boards.black.row.tolist(), strict=True)


# ---- A round as it was drawn, beside the optimum of a model and beside the round before ----


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
    yardstick: Callable[[int], Baseline]

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
        (weight,) = totals(
            (optimum.weighed.total,), optimum.field.seats(game.players for game in games)
        )
        return RoundReport(
            round_number=round_number,
            model=signature(optimum.model),
            drawn=self.drawn(round_number),
            optimum=self._seated(round_number, optimum),
            before=self.drawn(round_number - 1)
            if self.tournament.round(round_number - 1).games
            else None,
            weight=weight,
            greatest=optimum.solution.totals[0],
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
