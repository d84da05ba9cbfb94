"""How much more or less a single rule would have to count so that two players met."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...matching import Price, max_weight_matching
from ...matching.arrays import NARROW_LIMIT
from ...pairing.solving.costs import without
from ...parameters import checked
from .facts import components_of
from .words import check_seats, noun_of

if TYPE_CHECKING:
    from ...arrays import Integers
    from ...matching import Matching
    from .optimum import Optimum


_MOST = 1000.0
"""A rule is not made to count more often than that."""

_PATIENCE = 200
"""Values of one factor that are tried; 9,680 searches of invented draws needed 41 at most, all but 27 fewer than 17."""

_DIGITS = (3, 6, 9, 12)
"""Significant digits of a factor: the fewest with which the two meet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningPoint:
    """A change of a rule that would let two players meet."""

    component: str
    noun: str
    """What the component is called."""

    factor: float
    """How many times as much it would have to count; the nearest to 1 that is enough, rounded away
    from 1."""


class _Line(NamedTuple):
    """Weight of a draw by the factor: what does not change, and what is multiplied."""

    fixed: int
    scaled: int

    def at(self, factor: float) -> float:
        return self.fixed + factor * self.scaled


class _Best(NamedTuple):
    """The best draws at a factor: of all, and of those with the pair."""

    factor: float
    free: _Line
    bound: _Line

    @property
    def apart(self) -> float:
        """How much lighter the best draw with the pair is."""
        return self.free.at(self.factor) - self.bound.at(self.factor)


@checked
def turning_points(optimum: Optimum, i: int, j: int) -> tuple[TurningPoint, ...]:
    """Find for each component the least change that lets two players meet, verified.

    The shares of one component at a time are multiplied; all else stays. The best weight as a
    function of the factor is the largest of many lines, as is that of the draws with the pair. So
    between two factors the former lies above the lines of its draws at both, and the latter below
    its chord: where these two do not cross, the players do not meet, and where they do is tried
    next.

    Returns
    -------
    Of each component the factor above 1 and the one below 1, if there are any: none may be up to
    1000, or none was found among 200 that were tried. Empty if rules remove the pair, or a best draw
    has it already.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> one, other = optimum.seat["FALDINIMIRA"], optimum.seat["SELMAVELOLMINA"]
    >>> [(point.noun, round(point.factor, 3)) for point in turning_points(optimum, one, other)]
    [('seeding', 676.0)]
    """
    check_seats(optimum.field, i, j)
    price = optimum.solver.price(i, j)
    if price is None or price == Price(0, 0):
        return ()
    shares = optimum.model.shares(optimum.field)
    parts = components_of(optimum.field, optimum.model)
    found = []
    for name, share in shares.items():
        if parts[name].coefficient is None or not share[optimum.solution.allowed].any():
            continue
        rule = _Rule(optimum, (i, j), share)
        for end in (0.0, rule.most):
            factor = rule.verified(rule.first(end), end)
            if factor is not None:
                noun = noun_of(name)
                found.append(TurningPoint(component=name, noun=noun, factor=factor))
    return tuple(found)


class _Rule:
    """A component whose shares are multiplied by a factor."""

    def __init__(self, optimum: Optimum, pair: tuple[int, int], share: Integers) -> None:
        self._weights, self._share = optimum.weighed.total, share
        self._allowed = optimum.solution.allowed
        self._forced = without(without(self._allowed, pair[0]), pair[1])
        self._forced[pair] = self._forced[pair[::-1]] = True
        margin = NARROW_LIMIT - int(abs(self._weights).max())
        self.most = min(_MOST, 1.0 + max(0, margin) / int(abs(share).max()))
        self._tolerance = float(len(share))

    def first(self, end: float) -> float | None:
        """The factor nearest to 1, on the way to ``end``, at which the pair is in a best draw."""
        left = _PATIENCE
        waiting = [(self._best(1.0), self._best(end))]
        while waiting and left:
            near, far = waiting.pop()
            if near.apart <= self._tolerance:
                return near.factor
            crossing = self._crossing(near, far)
            if crossing is None:
                continue
            first, last = crossing
            left -= 1
            tried = self._best(first)
            if tried.apart <= self._tolerance:
                return first
            middle = self._best((first + last) / 2)
            # What is nearer is looked at first.
            waiting += [(middle, far), (tried, middle)]
        return None

    def verified(self, factor: float | None, end: float) -> float | None:
        """The factor in few digits, away from 1, if the pair is in a best draw with it."""
        if factor is None:
            return None
        for digits in _DIGITS:
            step = 10.0 ** (np.floor(np.log10(max(factor, 1e-9))) - digits + 1)
            away = np.ceil(factor / step) if end > 1 else np.floor(factor / step)
            rounded = float(f"{away * step:.{digits}g}")
            if (rounded - end) * (1 - end) >= 0 and self._meet(rounded):
                return rounded
        return None

    def _crossing(self, near: _Best, far: _Best) -> tuple[float, float] | None:
        """First and last factor between two at which the pair may be in a best draw."""
        a, b = near.factor, far.factor
        if abs(b - a) < 1e-9:
            return None
        low, high = near.bound.at(a), far.bound.at(b)
        # The gaps between the lines and the chord, at both ends.
        begins = near.free.at(a) - low, near.free.at(b) - high
        ends = far.free.at(a) - low, far.free.at(b) - high
        first = _zero(begins) if begins[1] <= 0 else None
        last = 1.0 if ends[1] <= self._tolerance else (_zero(ends) if ends[0] < 0 else None)
        if first is None or last is None or first > last:
            return None
        return a + first * (b - a), a + last * (b - a)

    def _best(self, factor: float) -> _Best:
        free, bound = map(self._line, self._heaviest(factor))
        return _Best(factor, free, bound)

    def _line(self, matching: Matching) -> _Line:
        pairs = tuple(matching.edges.T)
        scaled = int(self._share[pairs].sum())
        return _Line(int(self._weights[pairs].sum()) - scaled, scaled)

    def _meet(self, factor: float) -> bool:
        """Whether the pair is in a best draw."""
        free, bound = self._heaviest(factor)
        return (free.cardinality, free.weight) == (bound.cardinality, bound.weight)

    def _heaviest(self, factor: float) -> tuple[Matching, ...]:
        """The heaviest matching of all, and of those with the pair."""
        weights = self._weights + np.rint((factor - 1.0) * self._share).astype(np.int64)
        return tuple(
            max_weight_matching(weights, allowed=graph, maxcardinality=True)
            for graph in (self._allowed, self._forced)
        )


def _zero(values: tuple[float, float]) -> float:
    """Where a line from one value at 0 to another at 1 is 0."""
    return values[0] / (values[0] - values[1])
