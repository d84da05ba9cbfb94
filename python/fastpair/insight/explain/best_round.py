"""The best draw of a round, and what is asked about it, whatever makes it the best."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING

from ...sentences import phrase, phrase_many
from .alternatives import best_draws, candidates, what_if
from .facts import counts
from .optimum import Conditions, decided, shares
from .sensitivity import turning_points
from .sentence import (
    describe_answer,
    describe_best,
    describe_pair,
    told_of_turning_points,
    weight_of_pair,
    weights_of_best,
)
from .words import explain_pair, in_words, price_of, weight_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...go.tournament import Tournament
    from ...pairing.field import Field
    from ...pairing.weights import WeightModel
    from .alternatives import BestDraws, Candidate, HeatMap
    from .optimum import Answer, Opponents, Optimum
    from .sensitivity import TurningPoint
    from .words import PairExplanation

    Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """An answer: sentences, and the values that they were made of."""

    question: str
    """The command that asks it."""

    sentences: tuple[str, ...]
    """In the words of the field."""

    weights: tuple[str, ...] = ()
    """What it is by the weights, in further sentences for those who ask."""

    players: tuple[str, ...] = ()
    """Keys of those who were asked about."""

    pair: PairExplanation | None = None
    """The weight of the pair that was asked about, if both are in the draw."""

    answer: Answer | None = None
    """The draw under the conditions that were asked about."""

    opponents: tuple[Candidate, ...] = ()
    """Everybody whom the player that was asked about could have met."""

    best: BestDraws | None = None
    """The next best draws."""

    heat_map: HeatMap | None = None
    """The prices of all pairs by score group."""

    turning_points: tuple[TurningPoint, ...] | None = None
    """Which rules alone would have let two players meet; None if that was not asked."""


class BestRound(ABC):
    """The best draw of a round. Players are keys.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> best: BestRound = HeaviestRound(optimum=optimum)
    >>> best.opponents[best.bye] is None if best.bye else len(best.players)
    6
    """

    optimum: Optimum | None = None
    """The heaviest draw, if that is the best one."""

    units = 1
    """Units of all prices in 1 of the model's own weights."""

    @property
    @abstractmethod
    def opponents(self) -> Opponents:
        """Each player's opponent; None for the bye and for those who are left over."""

    @property
    @abstractmethod
    def players(self) -> frozenset[str]:
        """Those who were paired, and the player with the bye."""

    @property
    @abstractmethod
    def bye(self) -> str | None:
        """The player with the bye."""

    @abstractmethod
    def what_if(self, conditions: Conditions) -> Answer:
        """Draw under other conditions, and compare with the best draw.

        Raises
        ------
        RuleError
            If a player who is named cannot be paired in the round, nobody is left to pair, or there is no
            such draw.
        """

    @abstractmethod
    def candidates(self, player: str) -> tuple[Candidate, ...]:
        """All possible opponents, the opponent first, and those who cannot be met last."""

    @abstractmethod
    def cost_of(self, player: str, candidate: Candidate) -> str:
        """Say what it costs that two players meet: what becomes of how many boards."""

    @abstractmethod
    def describe_loss(self, opponents: Opponents) -> str:
        """Say in what other games of these players are worse; nothing if they are as good."""

    @abstractmethod
    def explain_pair(
        self, one: str, other: str, drawn: Tournament, *, by_rule: bool = False
    ) -> Explained:
        """Why two players meet, or do not, and what the opposite would cost.

        Parameters
        ----------
        drawn
            The tournament with the round.
        by_rule
            Whether to look, for two who do not meet, for single rules that would change that.
        """

    @abstractmethod
    def explain_others(
        self, k: int, within: float | None, names: Mapping[str, str], played: Opponents | None
    ) -> Explained:
        """How many draws are equally good, and in what the next ones differ.

        Parameters
        ----------
        k
            How many others at most.
        within
            How much lighter they may be, in the model's own weights; None for no limit.
        names
            By key.
        played
            The opponents in the round as it was drawn; None if it is not.
        """


@dataclass(frozen=True, kw_only=True, eq=False)
class HeaviestRound(BestRound):
    """The heaviest draw of a round.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> best = HeaviestRound(optimum=Optimum.of_round(tournament, 2, model_named("opengotha351")))
    >>> best.cost_of("FALDINIMIRA", best.candidates("FALDINIMIRA")[0])
    'the best draw has it'
    """

    optimum: Optimum

    @property
    def units(self) -> int:  # type: ignore[override]  # noqa: D102
        return self.optimum.units

    @property
    def opponents(self) -> Opponents:  # noqa: D102
        return self.optimum.opponents

    @property
    def players(self) -> frozenset[str]:  # noqa: D102
        return self.optimum.players

    @property
    def bye(self) -> str | None:  # noqa: D102
        return self.optimum.bye

    def what_if(self, conditions: Conditions) -> Answer:  # noqa: D102
        return what_if(self.optimum, conditions)

    def candidates(self, player: str) -> tuple[Candidate, ...]:  # noqa: D102
        return candidates(self.optimum, player) if player in self.optimum.seat else ()

    def cost_of(self, player: str, candidate: Candidate) -> str:  # noqa: D102
        pair = frozenset({player, candidate.player})
        answer = self.what_if(Conditions(force=frozenset({pair})))
        if not answer.changed:
            return phrase("the best draw has it")
        return phrase_many(
            "{count} board would change; {price}",
            "{count} boards would change; {price}",
            len({pair for way in answer.ways for pair in way.lost}),
            price=price_of(answer),
        )

    def describe_loss(self, opponents: Opponents) -> str:  # noqa: D102
        pairs = [
            (one, other)
            for one, other in opponents.items()
            if other is not None and one < other and self.players >= {one, other}
        ]
        return describe_loss(self.optimum, pairs)

    def explain_pair(  # noqa: D102
        self, one: str, other: str, drawn: Tournament, *, by_rule: bool = False
    ) -> Explained:
        optimum, pair = self.optimum, frozenset({frozenset({one, other})})
        meet = self.opponents.get(one) == other
        answer = self.what_if(Conditions(forbid=pair) if meet else Conditions(force=pair))
        names = {player.key: player.full_name for player in drawn.players}
        described, explained, turning = describe_answer(answer, names), None, None
        if one in optimum.seat and other in optimum.seat:
            i, j = optimum.seat[one], optimum.seat[other]
            explained = explain_pair(optimum.field, optimum.model, i, j)
            if by_rule and not meet and answer.price:
                turning = turning_points(optimum, i, j)
        weight = "" if explained is None else weight_of_pair(explained)
        return Explained(
            question="why",
            sentences=(
                *(() if explained is None else (describe_pair(explained),)),
                *described,
                *(() if turning is None else told_of_turning_points(turning)),
            ),
            weights=tuple(filter(None, (weight, weight_of(answer)))),
            pair=explained,
            answer=answer,
            turning_points=turning,
        )

    def explain_others(  # noqa: D102
        self, k: int, within: float | None, names: Mapping[str, str], played: Opponents | None
    ) -> Explained:
        limit = None if within is None else floor(within * self.units)
        best = best_draws(self.optimum, k, limit)
        message = describe_best(best, names, drawn=played is not None)
        weights = tuple(weights_of_best(best))
        return Explained(question="best", sentences=tuple(message), weights=weights, best=best)


def describe_loss(optimum: Optimum, pairs: Pairs) -> str:
    """What the pairs of another draw have that the optimum has not; empty if they weigh as much."""
    lost, words = compare_pairs(optimum.field, optimum.model, optimum.pairs, pairs)
    return words if lost > 0 else ""


def compare_pairs(field: Field, model: WeightModel, better: Pairs, worse: Pairs) -> tuple[int, str]:
    """How much less some pairs weigh than others, and what they have more of, in words.

    On levels, it is so much on the first one on which they differ. The words are empty if it is nothing.
    """
    one, other = (shares(field, model, pairs) for pairs in (better, worse))
    _, losses = decided(model.levels, one, other)
    lost = losses.total()
    if not lost:
        return 0, ""
    more = counts(field, model, worse)
    more.subtract(counts(field, model, better))
    return lost, in_words(lost, more, losses)
