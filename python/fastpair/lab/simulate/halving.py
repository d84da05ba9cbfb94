"""Successive halving: of the contenders of a sweep, those that fall behind stop early."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the parameters of a plan are read from the types
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...parameters import parameter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Halving"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Halving:
    """How contenders are sorted out.

    All play the first rung. One in so many of them, the best, go on and play so many times as many
    repeats, and so on until the repeats of the plan are played. Everybody has played the same repeats
    when they are compared.
    """

    contenders: tuple[str, ...]
    """Names of those that compete; all others play everything."""

    score: Mapping[str, float]
    """Weights of the measures whose weighted sum is compared; more is better."""

    repeats: int = parameter(10, "How many repeats are the first rung")
    factor: int = parameter(3, "One in so many goes on")

    def __post_init__(self) -> None:
        if self.repeats < 1:
            raise RuleError(f"repeats={self.repeats}: expected a number from 1 on")
        if self.factor < 2:
            raise RuleError(f"factor={self.factor}: expected a number from 2 on")
        if not self.score:
            raise RuleError("score: expected measures with their weights, found none")

    def rungs(self, repeats: int) -> Iterator[int]:
        """How many repeats have been played after each rung, the last time all."""
        reached = self.repeats
        while reached < repeats:
            yield reached
            reached *= self.factor
        yield repeats

    def best(self, played: Mapping[str, Sequence[Mapping[str, float]]]) -> Iterable[str]:
        """Who goes on; of equals, the one named first.

        Parameters
        ----------
        played
            The measures of each repeat, by contender.

        Raises
        ------
        RuleError
            If there is no such measure.
        """
        count = -(-len(played) // self.factor)
        order = sorted(played, key=lambda name: -fmean(map(self.value, played[name])))
        return order[:count]

    def value(self, measures: Mapping[str, float]) -> float:
        """The score of a tournament.

        Raises
        ------
        RuleError
            If a measure of the score is missing.
        """
        for name in self.score:
            if name not in measures:
                raise RuleError(f"score: no measure {name!r}; expected {', '.join(measures)}")
        return sum(weight * measures[name] for name, weight in self.score.items())
