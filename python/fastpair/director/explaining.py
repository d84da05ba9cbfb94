"""Questions about the draw of a round, and their answers in sentences and values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import RuleError
from ..explain import (
    Conditions,
    Optimum,
    explain_pair,
    shares,
    told,
    told_of_pair,
    what_if,
)
from ..explain.words import amount
from ..rules import StatedRules
from ..systems import Weighted
from .asked import asked_by
from .drawn_model import drawn_model
from .history import History, digest_of
from .makers import before_the_draw
from .models import fitting_model, weigher
from .players import find_player
from .request import Request
from .state import round_to_edit
from .timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ..draw import Constraints
    from ..explain import Answer, PairExplanation
    from ..formats import Document
    from ..tournament import Game, Tournament
    from ..weights import WeightModel
    from .makers import Seat

__all__ = ["Explained", "Explainer", "Question"]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """An answer: sentences, and the values that they were made of."""

    sentences: tuple[str, ...]

    pair: PairExplanation | None = None
    """The weight of the pair that was asked about, if both are in the draw."""

    answer: Answer | None = None
    """The draw under the conditions that were asked about."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Explainer:
    """Answers questions about one round of one file, and keeps what they have in common.

    The first answer draws the round; others take milliseconds. Players are named as typed.
    """

    tournament: Tournament
    """As the file has it."""

    round_number: int

    model: WeightModel

    named: str
    """What weighs the boards."""

    constraints: Constraints
    """The hard rules."""

    fixed: frozenset[Seat]
    """Pairs whose games were there before the draw."""

    seed: int

    @classmethod
    def of(
        cls,
        document: Document,
        path: Path | str,
        question: Question,
        tell: Callable[[str], None] = lambda line: None,
    ) -> Explainer:
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
        asked = asked_by(document, str(path))
        stated = Request(round_number=question.round_number, rules=question.rules)
        stated = asked.added_to(stated.with_rules_of(question.model), document.tournament)
        number = round_to_edit(document.tournament, stated.round_number)
        timeline = Timeline(entries=(), digest="")
        if str(path) != "-" and Path(path).is_file():
            timeline = Timeline.of(History(path).entries(), digest_of(document.content))
        drawn = drawn_model(timeline, number, fitting_model(document))
        seed = asked.seed(drawn.seed) if question.seed is None else question.seed
        chosen = asked.system() or Weighted()
        by_weights = drawn.weighed if drawn.system else isinstance(chosen, Weighted)
        if question.model is None and not by_weights:
            system = drawn.system or chosen.name
            raise RuleError(
                f"round {number} is drawn by {system}, which has no weights to explain; "
                "--model NAME explains it by those of a model"
            )
        model, named = drawn.model, drawn.named
        if question.model is not None or not drawn.system or question.seed is not None:
            wanted = weigher(question.model, seed) if question.model else asked.model(seed)
            model = wanted or weigher(fitting_model(document), seed)
            named = ""
        if stated.rules == StatedRules():
            stated = replace(stated, rules=drawn.rules)
        tournament = document.tournament
        played = tournament.round(number)
        fixed = before_the_draw(timeline, number, [frozenset(g.players) for g in played.games])
        absent = [find_player(tournament, name) for name in stated.absent]
        tournament = tournament.with_absences(
            number, [key for key in absent if key not in played.seated]
        )
        model = stated.preferring(tournament, model)
        tell(f"drawing round {number}")
        return cls(
            tournament=tournament,
            round_number=number,
            model=model,
            named=named or _signature(model),
            constraints=_constraints(stated, tournament, number),
            fixed=fixed,
            seed=seed,
        )

    @cached_property
    def optimum(self) -> Optimum:
        """The best draw of the round.

        Raises
        ------
        RuleError, EngineError
            As ``Optimum.of_round``.
        """
        number, tournament = self.round_number, self.tournament
        if not self.fixed:
            return Optimum.of_round(tournament, number, self.model, self.constraints, self.seed)
        games = [game for game in self._games if frozenset(game.players) not in self.fixed]
        byes = [bye for bye in tournament.byes if bye.round == number]
        alone = tournament.replace_round(number, games, byes)
        alone = alone.with_absences(number, frozenset().union(*self.fixed))
        return Optimum.of_round(alone, number, self.model, self.constraints, self.seed)

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
        if not self.drawn:
            return ()
        optimum = self.optimum
        pairs = [g.players for g in self._games if optimum.players.issuperset(g.players)]
        drawn = shares(optimum.field, self.model, pairs).total()
        best = shares(optimum.field, self.model, _pairs(optimum)).total()
        if drawn >= best:
            return ()
        loss = amount(best - drawn, optimum.units)
        return (
            f"the draw of round {self.round_number} is {loss} lighter than the best one of its"
            f" players by {self.named}; prices are against the best one",
        )

    def pair(self, one: str, other: str) -> Explained:
        """Why two players meet, or do not, and what the opposite would cost.

        Raises
        ------
        RuleError
            If a player is not found, or both are the same.
        """
        keys = self._couple("", (one, other))
        outside = [self._outside(key) for key in keys if key not in self.optimum.players]
        if outside:
            return Explained(sentences=tuple(dict.fromkeys(outside)))
        met = self._met(*keys)
        best = self.optimum.opponents.get(keys[0]) == keys[1]
        pair = frozenset({frozenset(keys)})
        conditions = Conditions(forbid=pair) if best else Conditions(force=pair)
        answer = what_if(self.optimum, conditions)
        explained = None
        if all(key in self.optimum.seat for key in keys):
            i, j = (self.optimum.seat[key] for key in keys)
            explained = explain_pair(self.optimum.field, self.model, i, j)
        sentences = [self._said_to_meet(keys, met=met, best=best)]
        if explained is not None:
            total = amount(explained.weight, explained.units)
            sentences.append(f"Their game weighs {total}; so much less than could be:")
            sentences.extend(told_of_pair(explained, self.names))
        sentences.extend(told(answer, self.names))
        return Explained(sentences=tuple(sentences), pair=explained, answer=answer)

    def what_if(self, rules: StatedRules, drop: tuple[str, ...], add: tuple[str, ...]) -> Explained:
        """What the best draw is under other conditions.

        Parameters
        ----------
        rules
            Pairs that are forced, forbidden and preferred; nothing else of it is read.
        drop, add
            Players who do not take part, or do.

        Raises
        ------
        RuleError
            If a player is not found or cannot be paired, or the conditions contradict each other.
        """
        conditions = self.conditions(rules, drop, add)
        answer = what_if(self.optimum, conditions)
        return Explained(sentences=tuple(told(answer, self.names)), answer=answer)

    def conditions(
        self, rules: StatedRules, drop: tuple[str, ...], add: tuple[str, ...]
    ) -> Conditions:
        """Conditions with players as typed.

        Raises
        ------
        RuleError
            As ``what_if``.
        """
        force, forbid, prefer = (
            frozenset(
                frozenset(self._couple(option, couple)) for couple in getattr(rules, option[2:])
            )
            for option in ("--force", "--forbid", "--prefer")
        )
        dropped = self._found("--drop", drop)
        added = frozenset(find_player(self.tournament, name) for name in add)
        for key in sorted(added & self.optimum.players):
            raise RuleError(f"--add: {self.names[key]} takes part already")
        for key in sorted(added & frozenset().union(*self.fixed, self._seated)):
            raise RuleError(f"--add: {self._outside(key)}")
        twice = [key for pair in force for key in pair]
        for key in sorted(set(twice)):
            if twice.count(key) > 1:
                raise RuleError(f"--force: {self.names[key]} cannot play two games in one round")
            if key in dropped:
                raise RuleError(f"--force: {self.names[key]} cannot play and be dropped")
        for key in sorted(
            frozenset().union(*force, *forbid, *prefer) - self.optimum.players - added
        ):
            raise RuleError(self._outside(key))
        for pair in force & forbid:
            one, other = sorted(self.names[key] for key in pair)
            raise RuleError(f"{one} and {other} cannot be forced and forbidden to meet")
        return Conditions(force=force, forbid=forbid, prefer=prefer, drop=dropped, add=added)

    @property
    def _games(self) -> tuple[Game, ...]:
        return self.tournament.round(self.round_number).games

    @property
    def _seated(self) -> frozenset[str]:
        """Those who have a game that the draw is not about."""
        return self.tournament.round(self.round_number).seated - self.optimum.players

    def _found(self, option: str, typed: tuple[str, ...]) -> frozenset[str]:
        """Keys of players who are in the draw."""
        keys = frozenset(find_player(self.tournament, name) for name in typed)
        for key in sorted(keys - self.optimum.players):
            raise RuleError(f"{option}: {self._outside(key)}")
        return keys

    def _couple(self, option: str, typed: tuple[str, ...]) -> tuple[str, str]:
        """Keys of two different players."""
        where = f" after {option}" if option else ""
        if len(typed) != 2:
            listed = ", ".join(map(repr, typed)) or "none"
            raise RuleError(f"expected two players{where}, got {listed}")
        one, other = (find_player(self.tournament, name) for name in typed)
        if one == other:
            raise RuleError(f"expected two players{where}, got {self.names[one]!r} twice")
        return one, other

    def _met(self, one: str, other: str) -> Game | None:
        """The game of two players in the round."""
        return next((g for g in self._games if {one, other} == set(g.players)), None)

    def _said_to_meet(self, keys: tuple[str, str], *, met: Game | None, best: bool) -> str:
        """Say whether two players meet, in the file and in the best draw."""
        one, other = (self.names[key] for key in keys)
        if not self.drawn:
            would = "would play" if best else "would not play"
            return f"In the best draw of round {self.round_number} {one} {would} {other}."
        if met is not None:
            where = f"{one} plays {other} in round {self.round_number}, at table {met.table}"
            return f"{where}." if best else f"{where}, though the best draw does not have it."
        without = f"{one} does not play {other} in round {self.round_number}"
        return f"{without}, though the best draw has it." if best else f"{without}."

    def _outside(self, key: str) -> str:
        """Say why a player is not in the draw."""
        name, number = self.names[key], self.round_number
        player = self.tournament.by_key[key]
        for game in self._games:
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


def _signature(model: WeightModel) -> str:
    from ..weights.description import signature

    return signature(model)


def _constraints(stated: Request, tournament: Tournament, number: int) -> Constraints:
    """The hard rules of a round, drawn or not."""
    if not tournament.is_drawn(number):
        return stated.constraints(tournament, number)
    return stated.constraints_of_any_round(tournament)


def _pairs(optimum: Optimum) -> Iterator[tuple[str, str]]:
    """The pairs of the optimum, once each."""
    for one, other in optimum.opponents.items():
        if other is not None and one < other:
            yield one, other
