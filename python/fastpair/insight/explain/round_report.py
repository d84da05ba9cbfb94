"""A round beside its optimum, and what to look at in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...errors import RuleError
from ...go.scores import ScoreHistory
from ...pairing.draw import Seating
from ...pairing.draw.boards import colour_rule
from ...pairing.field import People
from ...pairing.field.deviations import handicap
from ...pairing.measures import Better, Boards, RoundPlayers, select
from ...pairing.solving.costs import proven_best, totals
from ...pairing.systems import Weighted
from ...pairing.weights.description import signature
from ...sentences import phrase
from ..quality import DrawQuality, RelativeStrength
from .alternatives import heat_map
from .optimum import Optimum

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ...arrays import Integers, Reals
    from ...go.tournament import Round, Tournament
    from ...pairing.measures import Measure
    from ...pairing.rounds.review import Baseline
    from .alternatives import HeatMap


# ---- What a director asks of a draw before the pairings hang on the wall, board by board ----


LEAST: Mapping[str, int] = {"score_difference": 2}
"""From which amount a board is worth a look: neighbouring groups meet in most draws. Otherwise from 1."""

_WORST = frozenset({"rematches", "same_family"})
"""Questions whose boards are worse than any difference of scores."""

_WITHIN_GROUPS = frozenset({"same_club", "colour_streaks"})
"""Questions whose boards are better than other differences of scores."""

_MOST_PLAYERS = 1000
"""In a round of more players, it is not computed which boards could have been avoided."""


class Place(NamedTuple):
    """A board or a player, and what it adds to a count."""

    players: tuple[str, ...]
    """Keys: White and Black of a board, or one player."""

    amount: int
    """From 1."""

    table: int | None = None
    """Number of the table; None for a bye, and in a draw that was not made."""


COUNTS: Mapping[str, Measure] = {
    measure.name: measure
    for measure in select(
        *("returned", "rematches", "off_score", "score_difference"),
        *("drawn_up", "drawn_up_again", "drawn_down", "drawn_down_again"),
        *("same_club", "same_country", "same_family"),
        *("colour_streaks", "colour_imbalance", "handicap_games", "handicap_stones"),
    )
}
"""What is counted on each board, in the order in which it is shown. Scores are whole points, as the
groups are [OPENGOTHA 10]."""

OF_BYES = ("byes", "second_byes")
"""What is counted for the players without a board."""

QUESTIONS = ("returned", *OF_BYES, *(name for name in COUNTS if name != "returned"))
"""All questions, in the order in which they are shown."""


def worth_review(question: str, places: Iterable[Place]) -> tuple[Place, ...]:
    """The places of a question whose amount is worth a look."""
    return tuple(place for place in places if place.amount >= LEAST.get(question, 1))


def answers(
    tournament: Tournament, played: Round, boards: Boards, tables: Iterable[int | None]
) -> Mapping[str, tuple[Place, ...]]:
    """Where each question is answered with yes, by question; the largest amounts come first.

    Parameters
    ----------
    tournament, played
        The tournament, and the round whose byes are counted.
    boards, tables
        The boards of the draw, and the numbers of their tables.
    """
    rows = np.stack([boards.player.player, boards.opponent.player], axis=1).tolist()
    pairs = [tuple(tournament.players[row].key for row in pair) for pair in rows]
    at = list(zip(pairs, tables, strict=True))
    earlier = {bye.player for bye in tournament.byes if bye.round < played.number}
    found = {
        "byes": [Place((bye,), 1) for bye in played.byes],
        "second_byes": [
            Place((bye,), 1)
            for bye in played.byes
            if bye in earlier and played.number not in tournament.by_key[bye].requested_byes
        ],
    }
    for name, measure in COUNTS.items():
        if measure.of_players:
            sides = np.stack(measure.sides(boards), axis=1).ravel().tolist()
            places = [((player,), table) for pair, table in at for player in pair]
        else:
            sides = (measure.values(boards) // measure.unit(boards.player)).tolist()
            places = at
        found[name] = [
            Place(players, amount, table)
            for (players, table), amount in zip(places, sides, strict=True)
            if amount
        ]
    return {name: tuple(sorted(found[name], key=lambda place: -place.amount)) for name in QUESTIONS}


# ---- A round as it was drawn, beside the optimum of a model and beside the round before ----


class _Seats(NamedTuple):
    """A draw; White and Black are given as rows of the history."""

    white: Integers
    black: Integers
    handicap: Integers
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
class OptimumReport:
    """The heaviest draw of the players of a round, by a model."""

    model: str
    """Signature of the model."""

    draw: DrawReport
    """Of several heaviest draws the nearest to the draw that was made. Its boards have no tables."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """A round that is drawn: the draw, the optimum, and the draw of the round before."""

    round_number: int
    """From 1."""

    drawn: DrawReport

    optimum: OptimumReport | None
    """None where the system of the round has criteria of its own in place of weights."""

    before: DrawReport | None
    """The draw of the round before; None if that has no games."""

    @property
    def draws(self) -> tuple[DrawReport, DrawReport | None, DrawReport | None]:
        """The draw, the optimum and the draw of the round before."""
        optimum = None if self.optimum is None else self.optimum.draw
        return self.drawn, optimum, self.before


def _no_yardstick(_: int) -> Baseline | None:
    raise AssertionError("a draw alone is compared with nothing")


@dataclass(frozen=True, kw_only=True, eq=False)
class RoundReports:
    """The rounds of a tournament, each reported when it is asked for.

    Parameters
    ----------
    tournament
        It must not contradict itself.
    yardstick
        What a round is compared by, from its number, if it is; not needed for the places of a draw.
    """

    tournament: Tournament
    yardstick: Callable[[int], Baseline | None] = _no_yardstick

    def of(self, round_number: int) -> RoundReport:
        """The report of a round, from 1.

        Raises
        ------
        RuleError
            If the round has no games, or the tournament contradicts itself.
        """
        round_number = self.tournament.check_round(round_number)
        if not self.tournament.round(round_number).games:
            raise RuleError(phrase("round {round} has no games to report on", round=round_number))
        earlier = self.tournament.round(round_number - 1).games
        return RoundReport(
            round_number=round_number,
            drawn=self.draw_report(round_number),
            optimum=self._compared(round_number),
            before=self.draw_report(round_number - 1) if earlier else None,
        )

    def has_optimum(self, round_number: int) -> bool:
        """Whether weights decide a round, and not the criteria of a system of its own, or a table."""
        by = self.yardstick(round_number)
        return by is not None and by.system is None

    def _compared(self, round_number: int) -> OptimumReport | None:
        """The optimum of a round, if it has one."""
        if not self.has_optimum(round_number):
            return None
        optimum = self._best(round_number)
        games = self.tournament.round(round_number).games
        (weight,) = totals(
            (optimum.weighed.total,), optimum.field.seats(game.players for game in games)
        )
        return OptimumReport(
            model=signature(optimum.model),
            draw=self._seated(round_number, optimum),
            weight=weight,
            greatest=optimum.solution.totals[0],
            units=optimum.units,
        )

    def prices(self, round_number: int) -> HeatMap | None:
        """What games between the score groups of a round cost, and the games that were drawn.

        None where the system of the round has criteria of its own in place of weights.

        Raises
        ------
        RuleError
            As ``of``.
        """
        if not self.has_optimum(round_number):
            return None
        games = self.tournament.round(round_number).games
        return heat_map(self._best(round_number), played=[game.players for game in games])

    def _best(self, round_number: int) -> Optimum:
        """The optimum of a round; the last one is kept."""
        if round_number not in self._last:
            self._last.clear()
            by = self.yardstick(round_number)
            assert by is not None
            self._last[round_number] = Optimum.of_round(
                self.tournament,
                round_number,
                by.model,
                by.constraints,
                by.seed,
                of_games=True,
                past=by.known,
            )
        return self._last[round_number]

    @cached_property
    def _last(self) -> dict[int, Optimum]:
        return {}

    @cached_property
    def _history(self) -> ScoreHistory:
        return ScoreHistory.of(self.tournament)

    @cached_property
    def _people(self) -> People:
        return People(self.tournament.players)

    @cached_property
    def _strength(self) -> Reals:
        return RelativeStrength.of(self._history).strength

    @cached_property
    def _reports_by_round(self) -> dict[int, DrawReport]:
        """The draws that were made and have been reported, by round."""
        return {}

    def draw_report(self, round_number: int) -> DrawReport:
        """The draw of a round alone, which needs no yardstick; the round must have games."""
        if round_number not in self._reports_by_round:
            self._reports_by_round[round_number] = self._reported(
                round_number, self._seats(round_number)
            )
        return self._reports_by_round[round_number]

    def places(self, round_number: int) -> Mapping[str, tuple[Place, ...]]:
        """What there is to look at in the draw of a round, as in its report, and nothing besides.

        It needs no strengths, which take longer to estimate than the rest.
        """
        seats = self._seats(round_number)
        boards = self._boards(self._players(round_number), seats)
        return self._answers(round_number, boards, seats)

    def avoidable(
        self, round_number: int, question: str, apart: Iterable[frozenset[str]] = ()
    ) -> tuple[Place, ...]:
        """The boards that a question marks, without those that no draw of these players could have avoided.

        Of all pairings in which nobody meets a second time, one has the fewest such boards and, of these,
        the most boards of the draw, by a matching of maximum weight. What it has of them could not be
        avoided. What is marked for clubs and colours is no reason to meet other score groups, and no
        pairing has a wider game than the draw, but to avoid a rematch or a game within a family.

        Parameters
        ----------
        apart
            Pairs that must not meet besides, by key.
        """
        least, measure = LEAST.get(question, 1), COUNTS.get(question)
        places = worth_review(question, self.places(round_number)[question])
        seats = self._seats(round_number)
        rows = np.concatenate([seats.white, seats.black])
        countable = measure is not None and measure.better is Better.LESS
        if not places or measure is None or not countable or len(rows) > _MOST_PLAYERS:
            return places
        players = self._players(round_number).in_rows(rows)
        stones = handicap(players[:, None], players[None, :])
        pairs, here = replace(Boards.all_of(players), stones=stones), np.arange(len(rows))
        opponent = np.roll(here, len(seats.white))
        allowed = ~(COUNTS["rematches"].formula(pairs) > 0)
        if question in _WITHIN_GROUPS:
            meets = players.level[opponent]
            allowed &= (players.level == meets[:, None]) & (players.level[:, None] == meets)
        elif question not in _WORST:
            distance = abs(players.level[:, None] - players.level)
            allowed &= distance <= distance[here, opponent].max()
        seat = {self.tournament.players[row].key: k for k, row in enumerate(rows.tolist())}
        for one, other in ({*pair} for pair in apart if pair <= seat.keys()):
            allowed[[seat[one], seat[other]], [seat[other], seat[one]]] = False
        drawn = opponent[:, None] == here
        counted = measure.values(pairs) >= least * measure.unit(players)
        counted &= counted.T  # either may take White
        weights = len(rows) * ~counted + drawn
        mate = proven_best((weights,), (allowed | drawn) & (here[:, None] != here)).mate
        stays = counted[here, opponent] & (mate == opponent)
        return tuple(place for place in places if not stays[seat[place.players[0]]])

    def _seats(self, round_number: int) -> _Seats:
        """The games of a round."""
        games = self.tournament.round(round_number).games
        row = self._history.row
        return _Seats(
            np.array([row[game.white] for game in games], np.int64),
            np.array([row[game.black] for game in games], np.int64),
            np.array([game.handicap for game in games], np.int64),
            tuple(game.table for game in games),
        )

    def _seated(self, round_number: int, optimum: Optimum) -> DrawReport:
        """The optimum, with colours and stones as a draw gives them."""
        field = optimum.field
        state = Weighted(model=optimum.model).colour_state(field)
        even = colour_rule(field, state, optimum.seed)
        edges = optimum.solution.matching.edges
        seating = Seating.of(field, edges, field.roster.history, (), even)
        row = np.array([self._history.row[key] for key in field.key], np.int64)
        seats = _Seats(
            row[seating.white], row[seating.black], seating.handicap, (None,) * len(edges)
        )
        return self._reported(round_number, seats)

    def _reported(self, round_number: int, seats: _Seats) -> DrawReport:
        """Report a draw of the players of a round."""
        players = self._players(round_number)
        players = players.having({"strength": self._strength[players.player]})
        boards = self._boards(players, seats)
        return DrawReport(
            boards=len(seats.table),
            places=self._answers(round_number, boards, seats),
            quality=DrawQuality.of(players, boards),
        )

    def _players(self, round_number: int) -> RoundPlayers:
        return RoundPlayers.of_round(self._history, self._people, round_number)

    def _boards(self, players: RoundPlayers, seats: _Seats) -> Boards:
        white, black = players.in_rows(seats.white), players.in_rows(seats.black)
        return Boards(white, black, seats.handicap)

    def _answers(
        self, round_number: int, boards: Boards, seats: _Seats
    ) -> Mapping[str, tuple[Place, ...]]:
        played = self.tournament.round(round_number)
        return answers(self.tournament, played, boards, seats.table)
