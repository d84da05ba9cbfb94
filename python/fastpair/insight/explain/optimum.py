"""The heaviest draw of a round, with a solver that can be asked what else might be drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ...matching import Solver
from ...pairing.draw import Constraints
from ...pairing.rounds.drawing import situation_of
from ...pairing.rounds.judgement import allowing, favouring, nearest_optimum
from ...pairing.rules import check_seed
from ...pairing.solving.best_matching import prove
from ...pairing.solving.solution import solve
from ...pairing.systems import Weighted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...go.tournament import Tournament
    from ...pairing.draw import HardRule
    from ...pairing.field import Field
    from ...pairing.rounds.judgement import NearestOptimum
    from ...pairing.solving.solution import Solution
    from ...pairing.solving.solved import Solved
    from ...pairing.weights import WeightModel, Weights

__all__ = ["Optimum"]

_ANYTHING = Constraints()


@dataclass(frozen=True, kw_only=True, eq=False)
class Optimum:
    """The heaviest draw of a round. Players are seats of ``field``.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> optimum.opponents["FALDINIMIRA"]
    'LOMBEKTARA'
    """

    field: Field
    """Those who were matched."""

    model: WeightModel

    weighed: Weights
    """Weights of their pairs."""

    solution: Solution

    bye: str | None
    """Key of the player with the bye."""

    tournament: Tournament
    """The one that the round was drawn in, with the draw if there is one."""

    constraints: Constraints
    """The hard rules of the director, as far as the draw that was made keeps to them."""

    seed: int

    @classmethod
    def of_round(
        cls,
        tournament: Tournament,
        round_number: int,
        model: WeightModel,
        constraints: Constraints = _ANYTHING,
        seed: int = 0,
        *,
        of_games: bool | None = None,
        known: Tournament | None = None,
    ) -> Optimum:
        """The optimum of a round, proven.

        Parameters
        ----------
        of_games
            Whether it is that of the players who have games in the round, of several optima the one
            with most boards in common with these games, see ``rounds.judge_round``; or the draw
            that ``rounds.draw_round`` makes of those who wait for a game. By default, whether the
            round is drawn.
        known
            The tournament as it was known when the round was drawn, by which its games are weighed;
            by default as it is.

        Raises
        ------
        RuleError, EngineError
            As these two functions.
        """
        check_seed(seed)
        constraints.check_players(tournament)
        model = constraints.weigher(model)
        found: Solved | NearestOptimum
        if tournament.is_drawn(round_number) if of_games is None else of_games:
            found = nearest = nearest_optimum(known or tournament, round_number, model, constraints)
            constraints, bye = allowing(constraints, nearest.drawn), nearest.bye
        else:
            situation = situation_of(tournament, round_number, constraints, seed)
            constraints = situation.constraints
            found = solved = Weighted(model=model).solve(situation, {})
            prove(solved.weighed.levels, solved.solution.matching, solved.solution.allowed)
            bye = None if solved.bye is None else tournament.players[solved.bye].key
        return cls(
            field=found.field,
            model=model,
            weighed=found.weighed,
            solution=found.solution,
            bye=bye,
            tournament=tournament,
            constraints=constraints,
            seed=seed,
        )

    @cached_property
    def units(self) -> int:
        """How many units of the weights make 1 in the model's own weights."""
        return self.model.units(self.field)

    @cached_property
    def seat(self) -> Mapping[str, int]:
        """Seat of each player by key."""
        return {key: seat for seat, key in enumerate(self.field.key)}

    @cached_property
    def opponents(self) -> Mapping[str, str | None]:
        """Key of each player's opponent, by key; None for a bye and for those who are left over."""
        key, mate = self.field.key, self.solution.matching.mate.tolist()
        return {key[seat]: None if other < 0 else key[other] for seat, other in enumerate(mate)}

    @cached_property
    def players(self) -> frozenset[str]:
        """Keys of those who were matched, and of the player with the bye."""
        bye = () if self.bye is None else (self.bye,)
        return frozenset((*self.field.key, *bye))

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Keys of the pairs, once each."""
        key = self.field.key
        return [(key[i], key[j]) for i, j in self.solution.matching.edges.tolist()]

    @cached_property
    def solver(self) -> Solver:
        """A solver of the same graph, for prices; whoever changes it takes a copy."""
        solver = Solver(self.weighed.total, allowed=self.solution.allowed, maxcardinality=True)
        solver.solve()
        return solver

    @cached_property
    def nearby(self) -> tuple[Solver, int]:
        """A solver that of several optima finds the one with most boards of this one.

        Its weights are those of the pairs times the number that stands beside it, see
        ``favouring``. Whoever changes it takes a copy.
        """
        favoured, scale = favouring(self.weighed.total, self.solution.matching.edges.T)
        solver = Solver(favoured, allowed=self.solution.allowed, maxcardinality=True)
        solver.solve()
        return solver, scale

    def under(self, constraints: Constraints) -> Optimum:
        """The best draw of the same players under other hard rules, the bye as it is.

        Of several optima it is the one with most boards of this one.
        """
        favoured, _ = favouring(self.weighed.total, self.solution.matching.edges.T)
        spared = [seat for key, seat in self.seat.items() if key == self.bye]
        solution = solve(self.field, (favoured,), self.model, constraints, spared)
        return replace(self, solution=solution, constraints=constraints)

    def rules_against(self, i: int, j: int) -> tuple[HardRule, ...]:
        """The rules that remove a pair of seats, the cheapest first."""
        return tuple(r.rule for r in self.solution.removals if r.pairs[i, j])
