"""The quality of every round of a tournament, as it was drawn and as models would have drawn it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...go.ratings import rating_or_grade
from ...go.scores import ScoreHistory, places, standings_values
from ...pairing.draw import Constraints
from ...pairing.field import People
from ...pairing.field.field import colours
from ...pairing.measures import Boards, RoundPlayers
from ...pairing.papers.quality import q_colour, ranking_error, ranking_positions
from ...pairing.rounds import draw_round
from .bounds import best_of
from .totals import (
    DrawQuality,
    RelativeStrength,
    total_error,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from ...arrays import Integers, Reals
    from ...go.tournament import Tournament
    from ...pairing.weights import WeightModel
    from .bounds import Best

    Pairs = tuple[Integers, Integers]


PLAYED = "played"
"""Name of the draw that was really made, beside the names of models."""


@dataclass(frozen=True, kw_only=True)
class RoundQuality:
    """A round: its draws, and the best that was possible."""

    round_number: int
    """From 1."""

    players: int
    """Number of players who had a game."""

    draws: Mapping[str, DrawQuality]
    """The draw that was played, and those of the models, by name."""

    best: Best
    """The best that was possible, each measure and quality by itself."""


@dataclass(frozen=True, kw_only=True)
class Quality:
    """All rounds of a tournament that have been drawn."""

    rounds: tuple[RoundQuality, ...]

    players: int
    """Number of players of the tournament."""

    half_points: bool
    """Whether scores that differ by half a point counted as different."""

    strength: RelativeStrength

    q_colour: float
    """Colour quality of all players after the last round as played; 0 is best [K15 10.3]."""

    ranking_error: float
    """Root mean square of the differences between final places and the order by rating [K12 10.2]."""

    top: int | None = None
    """How many of the highest ratings have a ranking error of their own; None for nobody."""

    top_ranking_error: float | None = None
    """The ranking error of these, by their places among all."""

    @property
    def draws(self) -> Mapping[str, DrawQuality]:
        """Totals over all rounds, by name of the draw."""
        total = dict(self.rounds[0].draws)
        for later in self.rounds[1:]:
            total = {name: draw + later.draws[name] for name, draw in total.items()}
        return total

    @property
    def best(self) -> Best:
        """Totals over all rounds of the best that was possible."""
        return reduce(add, [each.best for each in self.rounds])

    def total_error(self, measures: Mapping[str, Fraction], rounds: int = 1) -> float:
        """Total error of the draws of so many rounds, from their measures [V (7.1)]."""
        return total_error(2 * float(measures["strength_gap"]), self.players, rounds)


def quality_of(
    tournament: Tournament,
    models: Mapping[str, WeightModel] | None = None,
    *,
    constraints: Mapping[str, Constraints] | None = None,
    half_points: bool = False,
    top: int | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Quality:
    """Measure all rounds that have games.

    Parameters
    ----------
    tournament
        As it was played. The last round may be without results.
    models
        Weight models by the names of their draws. Each of them draws every round again, for the
        same players and from what had really happened before it.
    constraints
        The hard rules for the draws of some of the models, by the same names. Two players who must
        play each other have to in a round in which both have a game.
    half_points
        Whether scores that differ by half a point count as different; see ``pairing_score_x2``.
    top
        How many of the highest ratings get a ranking error of their own.
    tell
        Is called with a line of text on what is being done.

    Raises
    ------
    RuleError
        If ``top`` is less than 1, no round has a game, or the tournament contradicts itself.
    """
    if top is not None and top < 1:
        raise RuleError(f"expected a number of players from 1 on, got {top}", about="top")
    history = ScoreHistory.of(tournament)
    numbers = _drawn_rounds(history)
    tell("relative strengths")
    strength = RelativeStrength.of(history)
    people, rounds = People(tournament.players), []
    for number in numbers:
        tell(f"round {number}: the best")
        paired = _paired(history, people, number, strength, half_points=half_points)
        best, size = best_of(paired), len(paired)
        draws = {PLAYED: _measured(paired, _as_played(history, number))}
        for name, model in (models or {}).items():
            tell(f"round {number}: {name}")
            rules = (constraints or {}).get(name, Constraints())
            draws[name] = _measured(paired, _redrawn(tournament, history, number, model, rules))
        rounds.append(RoundQuality(round_number=number, players=size, draws=draws, best=best))
    ranks = _ranks(history, numbers[-1])
    return Quality(
        rounds=tuple(rounds),
        players=len(tournament.players),
        half_points=half_points,
        strength=strength,
        q_colour=q_colour(colours(history)[:, : numbers[-1]]),
        ranking_error=ranking_error(*ranks),
        top=top,
        top_ranking_error=None if top is None else ranking_error(*ranks, top),
    )


def _paired(
    history: ScoreHistory,
    people: People,
    number: int,
    strength: RelativeStrength,
    *,
    half_points: bool,
) -> RoundPlayers:
    """The players of a round, with their strengths."""
    paired = RoundPlayers.of_round(history, people, number, half_points=half_points)
    return paired.having({"strength": strength.strength[paired.player]})


def _drawn_rounds(history: ScoreHistory) -> list[int]:
    """Numbers of the rounds that have games.

    Raises
    ------
    RuleError
        If there is none.
    """
    numbers: list[int] = (1 + np.flatnonzero((history.opponent >= 0).any(axis=0))).tolist()
    if not numbers:
        raise RuleError("no round has a game yet: there is no draw to measure")
    return numbers


def _measured(paired: RoundPlayers, pairs: Pairs) -> DrawQuality:
    """Measure the boards whose White and Black are given as rows."""
    white, black = (paired.in_rows(side) for side in pairs)
    return DrawQuality.of(paired, Boards(white, black))


def _as_played(history: ScoreHistory, number: int) -> Pairs:
    white = np.flatnonzero(history.colour[:, number - 1] > 0)
    return white, history.opponent[white, number - 1]


def _redrawn(
    tournament: Tournament,
    history: ScoreHistory,
    number: int,
    model: WeightModel,
    rules: Constraints,
) -> Pairs:
    """Let a model pair the players who had a game."""
    at_board = history.opponent[:, number - 1] >= 0
    players = tuple(
        replace(player.with_absences(player.absences - {number}), final=True)
        if paired
        else replace(player, absences=player.absences | {number})
        for player, paired in zip(tournament.players, at_board, strict=True)
    )
    before = replace(tournament.before(number), players=players)
    keys = {player.key for player in before.to_pair(number)}
    rules = replace(rules, force=frozenset(pair for pair in rules.force if pair <= keys))
    boards = draw_round(before, number, model=model, constraints=rules).boards
    white = np.array([history.row[board.white] for board in boards], np.int64)
    black = np.array([history.row[board.black] for board in boards], np.int64)
    return white, black


def _ranks(history: ScoreHistory, after: int) -> tuple[Reals, Reals]:
    """Ranks in the standings and by rating; a player without one has that of his grade."""
    place = places(standings_values(history, history.rules.placement, after))
    rating = rating_or_grade(history.rating, history.grade)
    return ranking_positions(-place), ranking_positions(rating)
