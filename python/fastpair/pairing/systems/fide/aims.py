"""What the criteria of FIDE's systems count, as levels of exact matchings, each with its proof [DUTCH].

Each aim comes before all that follow it. Of the matchings that are the best by all of them the verifier checks
one, and whatever else is said to be as good adds up to the same by each aim.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from ....matching import EngineError
from ...solving.costs import best_matching, prove
from ...solving.large import ComputedGraph

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from ....arrays import Bools, Indices, Integers
    from ....matching import Matching
    from ..criteria import Pairs

Gain: TypeAlias = "Callable[[Indices, Indices], Integers | Bools]"
"""What a pair adds, by the numbers of its players, two arrays that broadcast."""

Kind: TypeAlias = "Callable[[Indices, Indices], Bools]"
"""Which pairs are of a kind, as `Gain`."""

ROOM = 2**58
"""Largest total of the aims that are put into one level of the engine."""

BITS = 50
"""Players of whom each has a binary digit of one level."""


def in_blocks(players: Sequence[int], some: Collection[int]) -> Iterator[tuple[Sequence[int], int]]:
    """Players who have their digits in one level, and what those of some of them add up."""
    for start in range(0, len(players), BITS):
        block = players[start : start + BITS]
        digits = zip(block, range(len(block) - 1, -1, -1), strict=True)
        yield block, sum(2**digit for each, digit in digits if each in some)


def digits(size: int, players: Sequence[int]) -> Integers:
    """A binary digit for each of some players, the first the highest; 0 for all others, (size,)."""
    found = np.zeros(size, np.int64)
    found[[*players]] = 2 ** np.arange(len(players) - 1, -1, -1, dtype=np.int64)
    return found


_CELLS = 2**17
"""Pairs of which the weights are computed at a time: their parts fit into a cache of a megabyte."""


def rows_in_cache(columns: int) -> int:
    """Of how many rows the weights are computed at a time."""
    return max(1, _CELLS // max(1, columns))


class Aim(NamedTuple):
    """What each pair adds to a criterion, and the most that a matching can add up."""

    name: str
    """The number of the criterion; ``order`` for a step of the order among equals."""

    gain: Gain
    most: int

    avoids: int = 0
    """If pairs cost something, what they cost at most: each pair of the bracket gains this, less its cost."""

    paired: int = 0
    """If pairs gain 1, of how many players: those who are left over are the cost."""

    def cost(self, got: int, pairs: int) -> int:
        """What so many pairs of a bracket cost that have gained this."""
        if self.paired:
            return self.paired - 2 * got
        return self.avoids * pairs - got if self.avoids else self.most - got


@dataclass(frozen=True, kw_only=True, eq=False)
class Stage:
    """A matching that is the best by some aims, one after the other, and its proof."""

    aims: tuple[Aim, ...]
    numbers: Indices
    """The players, by the numbers of the aims."""

    allowed: Bools
    matching: Matching
    complete: bool
    """Whether as many as can be are paired before all aims."""

    @classmethod
    def of(cls, aims: Sequence[Aim], numbers: Indices, allowed: Bools, *, complete: bool) -> Stage:
        """The best matching of some players."""
        if (graph := _graph_of_one_level(aims, numbers, allowed)) is not None:
            matching = graph.best_matching(complete=complete)
        else:
            levels = pack_levels(aims, numbers, numbers)
            matching = best_matching(levels, allowed, complete=complete)
        return cls(
            aims=tuple(aims), numbers=numbers, allowed=allowed, matching=matching, complete=complete
        )

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The matching, by the numbers of the aims."""
        return [(one, other) for one, other in self.numbers[self.matching.edges].tolist()]

    def prove(self) -> None:
        """Check with the separate verifier that no matching is better.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        if (graph := _graph_of_one_level(self.aims, self.numbers, self.allowed)) is not None:
            graph.prove(self.matching, complete=self.complete)
        else:
            levels = pack_levels(self.aims, self.numbers, self.numbers)
            prove(levels, self.matching, self.allowed, complete=self.complete)

    def is_equalled(self, pairs: Pairs) -> bool:
        """Whether other pairs are a lawful matching that is as good."""
        ours, place = self.pairs, {old: new for new, old in enumerate(self.numbers.tolist())}
        cells = [(place[one], place[other]) for one, other in pairs]
        return bool(
            len({player for pair in pairs for player in pair}) == 2 * len(pairs)
            and all(self.allowed[cell] for cell in cells)
            and (not self.complete or len(cells) == len(ours))
            and totals(self.aims, pairs) == totals(self.aims, ours)
        )


class Claim(NamedTuple):
    """Pairs that are as good as the best matching of a stage."""

    stage: Stage
    pairs: tuple[tuple[int, int], ...]

    aims: tuple[Aim, ...] = ()
    """Aims by which none of these matchings can be better than the pairs."""

    most: tuple[int, ...] = ()
    """What they can add up at most, by each of these aims."""

    @classmethod
    def of(cls, stage: Stage, pairs: Pairs) -> Claim:
        """Those of some pairs whose players the stage has."""
        those = {*stage.numbers.tolist()}
        return cls(stage, tuple(pair for pair in pairs if those.issuperset(pair)))

    def prove(self) -> None:
        """Check it; the stage has its own proof.

        Raises
        ------
        EngineError
            If they are worse: a bug of fastpair.
        """
        if not self.stage.is_equalled(self.pairs):
            raise EngineError("the pairs of a bracket are not as good as its criteria allow")
        if tuple(totals(self.aims, self.pairs)) != self.most:
            raise EngineError("the pairs of a bracket are not the first of those that are as good")


def totals(aims: Sequence[Aim], pairs: Pairs) -> list[int]:
    """What pairs add up, by each aim."""
    one, other = np.array(pairs, np.intp).reshape(-1, 2).T
    return [int(aim.gain(one, other).sum()) for aim in aims]


def opponent(player: int, worth: Integers) -> Aim:
    """An opponent of a player, by what each is worth."""

    def gain(one: Indices, other: Indices) -> Integers:
        found: Integers = (one == player) * worth[other] + (other == player) * worth[one]
        return found

    return Aim("order", gain, int(worth.max(initial=0)))


def _graph_of_one_level(
    aims: Sequence[Aim], numbers: Indices, allowed: Bools
) -> ComputedGraph | None:
    """The pairs of some players, if there is room for all aims in one weight."""
    first, *more = share_levels(aims)
    if more:
        return None
    return ComputedGraph(allowed, lambda one, other: add_up(first, numbers[one], numbers[other]))


def share_levels(aims: Sequence[Aim]) -> list[list[Aim]]:
    """The aims of each level, as many as there is room for; one at least."""
    together, room = [list[Aim]()], 1
    for aim in aims:
        if aim.most and room * (aim.most + 1) > ROOM:
            together, room = [*together, []], 1
        if aim.most:
            together[-1].append(aim)
            room *= aim.most + 1
    return together


def pack_levels(aims: Sequence[Aim], first: Indices, second: Indices) -> tuple[Integers, ...]:
    """The aims as weights of the pairs of some players, rows, and others, columns, (rows, columns) each."""
    step, shape = rows_in_cache(len(second)), (len(first), len(second))
    together = share_levels(aims)
    found = tuple(np.empty(shape, np.int64) for _ in together)
    for level, those in zip(found, together, strict=True):
        for start in range(0, len(first), step):
            some = first[start : start + step, None]
            level[start : start + step] = add_up(those, some, second)
    return found


def cells(values: Integers | Bools, one: Indices, other: Indices) -> Integers | Bools:
    """The values of pairs in a matrix, by two arrays that broadcast."""
    if one.ndim == 2 and other.ndim == 1:  # one axis after the other is several times as fast
        return values.take(one[:, 0], axis=0).take(other, axis=1)
    found: Integers | Bools = values[one, other]
    return found


def add_up(aims: Sequence[Aim], one: Indices, other: Indices) -> Integers:
    """Several aims as one weight of pairs, by two arrays that broadcast."""
    whole = np.zeros(np.broadcast_shapes(one.shape, other.shape), np.int64)
    for number, aim in enumerate(aims):
        if number:
            whole *= aim.most + 1
        whole += aim.gain(one, other)
    return whole
