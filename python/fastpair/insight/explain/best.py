"""How many draws are equally good, or nearly so, and in what they differ."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...matching import kbest_matchings
from .comparison import compared, drawn_by
from .conditions import Conditions
from .difference import ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...matching import Matching
    from .conditions import Answer
    from .optimum import Optimum

__all__ = ["BestDraws", "best_draws"]

_NOTHING = Conditions()


@dataclass(frozen=True, slots=True, kw_only=True)
class BestDraws:
    """The draws that come next to the optimum, each beside it."""

    others: tuple[Answer, ...]
    """The best first."""

    complete: bool
    """Whether no other draw is as good as was asked for."""

    @property
    def equally_good(self) -> int:
        """How many of them are as good as the optimum."""
        return sum(answer.price == 0 for answer in self.others)


def best_draws(optimum: Optimum, k: int, within: int | None = None) -> BestDraws:
    """The best draws beside the optimum, exact; they have as many games.

    Parameters
    ----------
    k
        How many at most.
    within
        How much lighter they may be at most, in units; by default there is no limit.

    Raises
    ------
    RuleError
        If the weights of so many players are too large to be ranked, or ``within`` is asked of a model
        whose components stand on levels.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> [answer.price for answer in best_draws(optimum, 3).others]
    [3333905296, 17491083678, 17537750344]
    """
    if within is not None and len(optimum.weighed.levels) > 1:
        raise RuleError("draws by levels are in order, but at no distance", about="within")
    found: list[Answer] = []
    for answer in islice(_others(optimum, k + 1), k + 1):
        if within is not None and (answer.price or 0) > within:
            break
        if len(found) == k:
            return BestDraws(others=tuple(found), complete=False)
        found.append(answer)
    return BestDraws(others=tuple(found), complete=True)


def _others(optimum: Optimum, k: int) -> Iterator[Answer]:
    """All other draws, the best first; ``k`` of them are enough."""
    levels, allowed = optimum.weighed.levels, optimum.solution.allowed
    try:
        ranked: Iterator[Matching] = (
            kbest_matchings(levels[0], allowed=allowed, k=k + 1, maxcardinality=True)
            if len(levels) == 1
            else kbest_matchings(levels=levels, allowed=allowed, k=k + 1, maxcardinality=True)
        )
    except OverflowError as error:
        raise RuleError(f"the weights are too large to rank draws: {error}") from error
    for matching in ranked:
        drawn = drawn_by(optimum, matching.mate)
        changes = ways(optimum.opponents, drawn)
        if changes:
            yield compared(optimum, _NOTHING, optimum, drawn, changes)
