"""The draw that a question is about: which round, by which model and rules."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...insight.explain import Optimum
from ...pairing.rules import StatedRules
from ...sentences import Remedy, phrase
from ..history.conditions import conditions_of, without
from ..history.makers import as_drawn, before_the_draw, drawn_by
from ..history.timeline import Timeline
from ..state import round_to_edit
from ..typed.models import weigher
from ..typed.players import find_player
from .asked import asked_by
from .drawn_model import drawn_model
from .request import Request
from .to_come import drawn_otherwise, lighter_in_words
from .units import Units

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from ...formats import Document
    from ...go.tournament import Game, Tournament
    from ...pairing.draw import Constraints
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel
    from ..history.makers import Seat
    from .drawn_model import DrawnModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Which draw is meant, by what. What is left out follows from the file and its history."""

    round_number: int | None = None
    """From 1; by default the last in play, or else the next to draw."""

    model: str | None = None
    """Name of a weight model, or its file; by default that of the draw."""

    rules: StatedRules = field(default_factory=StatedRules)
    """Hard rules and preferences; by default those of the draw."""

    seed: int | None = None
    """By default that of the draw."""


@dataclass(frozen=True, kw_only=True, eq=False)
class DrawInQuestion:
    """One round of one file, and what all questions about it have in common.

    The first question draws the round, and the others take milliseconds; so it is kept as long as
    the file is the same.
    """

    tournament: Tournament
    """As the file has it."""

    round_number: int

    model: WeightModel

    named: str
    """What weighs the boards."""

    constraints: Constraints
    """The hard rules."""

    imposed: frozenset[Seat]
    """Pairs whose games were there before the draw."""

    seed: int

    timeline: Timeline
    """What has become of all changes of the file."""

    @classmethod
    def of(
        cls,
        document: Document,
        path: Path | str,
        question: Question,
        tell: Callable[[str], None] = lambda line: None,
    ) -> DrawInQuestion:
        """Find out which draw is meant, by which model and rules.

        Parameters
        ----------
        document
            The file as it was read.
        path
            Where it comes from, for the errors and its history.
        tell
            Hears what is being done.

        Raises
        ------
        RuleError, FormatError
            If there is no such round, player or model, or the draw has no weights.
        """
        from ...pairing.weights.description import signature

        asked = asked_by(document, str(path))
        stated = Request(round_number=question.round_number, rules=question.rules)
        units = Units.told_in(document.tournament, Timeline.beside(path, document.content))
        tournament, timeline = units.tournament, units.timeline
        stated = asked.added_to(stated.with_rules_of(question.model), tournament)
        number = round_to_edit(tournament, stated.round_number)
        fitting = tournament.rules.usual_model
        drawn = drawn_model(timeline, number, fitting, question.model, question.seed)
        seed = asked.seed(drawn.seed) if question.seed is None else question.seed
        model = drawn.model
        if question.model is None:
            _refuse_without_weights(drawn, asked.system(), number)
            if not drawn.system:
                model = asked.model(seed) or weigher(fitting, seed)
        by_draw = stated.rules == StatedRules()
        if by_draw:
            then = conditions_of(timeline, number, until=drawn_by(timeline, number))
            stated = replace(stated, rules=without(drawn.rules, then))
        if by_draw:
            there = {player.key for player in tournament.to_pair(number)}
            if tournament.is_drawn(number):
                there |= tournament.round(number).seated
            stated = stated.under(conditions_of(timeline, number), tournament, there)
        played = tournament.round(number)
        imposed = before_the_draw(timeline, number, [frozenset(g.players) for g in played.games])
        absent = [find_player(tournament, name) for name in stated.absent]
        tournament = tournament.with_absences(
            number, [key for key in absent if key not in played.seated]
        )
        model = stated.of_teams(document.tournament, number).preferring(tournament, model)
        tell(f"drawing round {number}")
        return cls(
            tournament=tournament,
            round_number=number,
            model=model,
            named=signature(model) if question.model else drawn.named(model),
            constraints=_constraints(stated, tournament, number),
            imposed=imposed,
            seed=seed,
            timeline=timeline,
        )

    @cached_property
    def optimum(self) -> Optimum:
        """The best draw of the round.

        Raises
        ------
        RuleError, EngineError
            As ``Optimum.of_round``.
        """
        number, asked = self.round_number, self.tournament
        if self.imposed:
            games = [game for game in self.games if frozenset(game.players) not in self.imposed]
            byes = [bye for bye in asked.byes if bye.round == number]
            asked = asked.replace_round(number, games, byes)
            asked = asked.with_absences(number, frozenset().union(*self.imposed))
        known = as_drawn(self.timeline, asked, number) if asked.is_drawn(number) else None
        return Optimum.of_round(asked, number, self.model, self.constraints, self.seed, known=known)

    @property
    def drawn(self) -> bool:
        """Whether the round is drawn."""
        return self.tournament.is_drawn(self.round_number)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Full names by key."""
        return {player.key: player.full_name for player in self.tournament.players}

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """What there is to know of the answers, one line each."""
        optimum = self.optimum
        if not self.drawn:
            return self._other_than_drawn()
        pairs = [g.players for g in self.games if optimum.players.issuperset(g.players)]
        lighter = lighter_in_words(optimum, self.model, pairs)
        if not lighter:
            return ()
        return (
            f"the draw of round {self.round_number} is not the best one of its players by"
            f" {self.named} ({lighter}); what something costs is told against the best one",
        )

    def _other_than_drawn(self) -> tuple[str, ...]:
        """Say that the round would be drawn otherwise, so that those behind it can be drawn."""
        number = self.round_number
        asked = (self.tournament, number, self.model, self.constraints, self.seed)
        if self.imposed or not drawn_otherwise(*asked):
            return ()
        return (
            f"round {number} would be drawn otherwise, so that later rounds can be drawn complete; this"
            " is about its heaviest draw",
        )

    @property
    def games(self) -> tuple[Game, ...]:
        """The games of the round, in table order."""
        return self.tournament.round(self.round_number).games

    def game_of(self, one: str, other: str) -> Game | None:
        """The game of two players in the round."""
        return next((game for game in self.games if {one, other} == set(game.players)), None)

    def why_outside(self, key: str) -> str:
        """Say why a player is not in the draw."""
        name, number = self.names[key], self.round_number
        player = self.tournament.by_key[key]
        for game in self.games:
            if key in game.players:
                other = next(k for k in game.players if k != key)
                return (
                    f"{name} plays {self.names[other]} at table {game.table} of round {number},"
                    " a game that was there before the draw."
                )
        if key in self.tournament.round(number).byes:
            return f"{name} has the bye in round {number}, which was there before the draw."
        if not player.final:
            return f"{name} is registered preliminarily only, and is not paired in round {number}."
        if not player.plays_in(number):
            return f"{name} is absent in round {number}."
        return f"{name} waits for a game in round {number}, and was not there for its draw."


def _refuse_without_weights(drawn: DrawnModel, asked: System | None, number: int) -> None:
    """Refuse to explain a draw that is not by weights, made or asked for."""
    if drawn.system:
        system = "" if drawn.weighed else drawn.system
    else:
        system = "" if asked is None or asked.weighs else asked.name
    if system:
        raise RuleError(
            phrase(
                "round {number} is drawn by {system}, which has no weights to explain",
                number=number,
                system=system,
            ),
            Remedy("explain by a model"),
        )


def _constraints(stated: Request, tournament: Tournament, number: int) -> Constraints:
    """The hard rules of a round, drawn or not."""
    if not tournament.is_drawn(number):
        return stated.constraints(tournament, number)
    return stated.constraints_of_any_round(tournament)
