"""Orders among pairings that are equally good: each system's rules say which of them comes first.

Where two halves meet, the order of opponents is read off the duals, see `halves`. Elsewhere each step of an order is
a level, behind the criteria.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import numpy as np

from .aims import BITS, ROOM, Aim, Claim, Stage, digits, in_blocks, opponent, totals
from .halves import Order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ....arrays import Bools, Indices, Integers
    from ..criteria import Pairs
    from .brackets import Bracket

_DIGITS = 6
"""Levels of the engine that hold the opponents of some players; those of others follow in a matching of their own."""


def first_pairs(
    bracket: Bracket,
    aims: Sequence[Aim],
    first: Sequence[int],
    second: Sequence[int],
    best: Sequence[int],
    allowed: Bools | None = None,
) -> Order | None:
    """Each of the first half, one after the other, with the first of the second half; None if that is not as good.

    Nobody else matters to these players.

    Parameters
    ----------
    best
        What the best pairs add up, by each aim.
    allowed
        Who may meet, (size, size); by default as in the bracket.
    """
    numbers = np.array([*first, *second], np.intp)
    may = (bracket.allowed if allowed is None else allowed)[np.ix_(numbers, numbers)]
    half = len(first)
    may[:half, :half] = may[half:, half:] = False
    stage = bracket.solve(aims, numbers, may, free=True)
    if len(stage.pairs) < half or totals(aims, stage.pairs) != list(best):
        return None
    return Order.of(stage)


# ---- Each player with the opponent who is worth most, many in one matching ----


def first_opponents(
    bracket: Bracket,
    criteria: Sequence[Aim],
    players: Sequence[int],
    worth: Integers,
    left: Indices,
    allowed: Bools,
) -> Iterator[tuple[Stage, list[tuple[int, int]]]]:
    """Give each of some players, one after the other, the opponent in the bracket who is worth most, of those left.

    A matching decides for many; the pairs with it are these, and those that are known before. `allowed` is changed.
    """
    inside = [*range(bracket.inside)]
    block = _DIGITS * (58 // int(worth.max(initial=1)).bit_length())
    waiting, fixed = [*players], list[tuple[int, int]]()
    while waiting:
        some = waiting[:block]
        aims = [*criteria, *(opponent(one, worth) for one in some)]
        stage = bracket.solve(aims, left, allowed[np.ix_(left, left)])
        yield stage, [*fixed, *stage.pairs]
        fixed += [each for each in stage.pairs if {*each} & {*some} and max(each) < bracket.inside]
        met = {each for pair in fixed for each in pair}
        down = [each for each in some if each not in met]
        allowed[np.ix_(down, inside)] = allowed[np.ix_(inside, down)] = False
        left = left[~np.isin(left, [*met])]
        waiting = [each for each in waiting[block:] if each not in met]


# ---- Teams and Double-Swiss: the identifier, tops and then their bottoms ----


def first_identifier(
    bracket: Bracket,
    aims: Sequence[Aim],
    players: Sequence[int],
    known: Pairs,
    may: Bools,
) -> tuple[tuple[Claim, ...], Order]:
    """The pairs of some players, in the order of their numbers, with the first identifier of those as good as some known.

    The smaller number of each pair is the top. The smallest number that is top in one pairing and not in another
    decides, and then the bottoms in the order of their tops.
    """
    best, half = totals(aims, known), len(players) // 2
    place = np.full(bracket.size, -1)
    place[[*players]] = np.arange(len(players))
    order = first_pairs(bracket, aims, players[:half], players[half:], best, may)
    if order is not None:
        found = (
            (first_of_pairs(place, block), most)
            for block, most in in_blocks(players, players[:half])
        )
        return (Claim(order.stage, tuple(order.pairs()), *zip(*found, strict=True)),), order
    numbers, may = np.array(players, np.intp), may.copy()
    stages, tops = list[Stage](), set[int]()
    for start in range(0, len(players), BITS * _DIGITS):
        some = players[start : start + BITS * _DIGITS]
        bits = [first_of_pairs(place, block) for block, _ in in_blocks(some, ())]
        stage = bracket.solve([*aims, *bits], numbers, may[np.ix_(numbers, numbers)], free=True)
        stages.append(stage)
        of_some = {min(pair, key=place.__getitem__) for pair in stage.pairs} & {*some}
        tops |= of_some
        for each in some:
            others = place < place[each] if each in of_some else place > place[each]
            may[each, others] = may[others, each] = False
    bottoms = [each for each in players if each not in tops]
    order = first_pairs(bracket, aims, [e for e in players if e in tops], bottoms, best, may)
    assert order is not None
    pairs = tuple(order.pairs())
    return (*(Claim(stage, pairs) for stage in (*stages, order.stage)),), order


def first_of_pairs(place: Integers, players: Sequence[int]) -> Aim:
    """Which of some players come first in their pair: a digit each.

    Parameters
    ----------
    place
        The order of all, (size,); -1 for those whose pairs do not matter.
    """
    worth = digits(len(place), players)

    def gain(one: Indices, other: Indices) -> Integers:
        first = np.where(place[one] < place[other], worth[one], worth[other])
        return first * ((place[one] >= 0) & (place[other] >= 0))

    return Aim("order", gain, int(worth.sum()))


# ---- Dutch: players moved down, and then the remainder in halves ----


class Remainder:
    """Residents who are paired among each other: the first half, S1, meets the second, S2, in their order."""

    def __init__(
        self,
        bracket: Bracket,
        criteria: Sequence[Aim],
        of_moved: list[tuple[int, int]],
        best: Stage,
    ) -> None:
        """`of_moved` are the games of the players moved down, `best` all that is known to be as good as can be."""
        self.bracket, self.criteria = bracket, criteria
        self.order: Order | None = None
        self.stages = list[Stage]()
        """Matchings that the pairs equal."""
        self.exchanged = False
        used = {player for pair in of_moved for player in pair}
        self.players = [each for each in range(bracket.moved, bracket.inside) if each not in used]
        those = {*self.players}
        left = [pair for pair in best.pairs if not used & {*pair}]
        own = [pair for pair in left if {*pair} <= those]
        self.count = len(own)
        self.free = bracket.alone or 2 * self.count == len(self.players)
        """Whether nobody else matters: all are paired, or whoever is left over fits anywhere."""
        self.known, self.apart = (own, [*({*left} - {*own})]) if self.free else (left, [])
        self.best = totals(criteria, self.known)
        others = [] if self.free else [each for each in range(bracket.size) if each not in used]
        self.kept = np.array(others, np.intp)

    def pairs(self) -> list[tuple[int, int]]:
        """The first pairing in the order of generation that is as good as the one that is known, and all others' pairs."""
        if not self.count:
            return [*self.known, *self.apart]
        first = self.players[: self.count]
        natural = list(zip(first, self.players[self.count :], strict=False))
        if (others := self._others(natural)) is not None:
            return [*natural, *others, *self.apart]
        find = self._by_reasons if self.free else self._by_levels
        found = find(first)
        if found is None:
            self.exchanged = True
            found = find(self._exchanged())
        assert found
        return [*found, *self.apart]

    def natural(self, best: Stage, whole: Pairs) -> Claim:
        """What the pairs equal; and, unless players are exchanged, that S1 is the first half, and S2 in order if it may be."""
        claim = Claim.of(best, whole)
        if self.exchanged:
            return claim
        # A number for who is in which half: the same of two who meet in order, if all do.
        half = np.zeros(self.bracket.size, np.int64)
        first, second = self.players[: self.count], self.players[self.count :]
        in_order = self.order is None and not self.stages
        half[first] = np.arange(1, self.count + 1) if in_order else 1
        half[second] = -np.arange(1, len(second) + 1) if in_order else -1

        def gain(one: Indices, other: Indices) -> Bools:
            found: Bools = (half[one] != 0) & (half[one] == -half[other])
            return found

        return claim._replace(aims=(Aim("order", gain, self.count),), most=(self.count,))

    def _is_as_good(self, pairs: Sequence[tuple[int, int]]) -> bool:
        """Whether pairs add up as much as those known; as many, too, if all others are to be paired [C4]."""
        as_many = len(pairs) == len(self.known) or not (self.free or self.bracket.seats.closed)
        return as_many and totals(self.criteria, pairs) == self.best

    def _others(self, natural: list[tuple[int, int]]) -> list[tuple[int, int]] | None:
        """The others' pairs if S1 may meet S2 as they stand, the first pairing, and that is as good; else None."""
        if not all(self.bracket.allowed[pair] for pair in natural):
            return None
        those, used = {*self.players}, {player for pair in natural for player in pair}
        others = [pair for pair in self.known if not {*pair} <= those]
        if any({*pair} & used for pair in others):
            return None  # others would go on below than those whose pairs are known
        return others if self._is_as_good([*natural, *others]) else None

    def _by_reasons(self, first: list[int]) -> list[tuple[int, int]] | None:
        """Each of S1, the highest first, with the highest of S2 by the duals; None if that is not as good as what is known."""
        second = self._second(first)
        self.order = first_pairs(self.bracket, self.criteria, first, second, self.best)
        return None if self.order is None else self.order.pairs()

    def _second(self, first: list[int]) -> list[int]:
        those = {*first}
        return [each for each in self.players if each not in those]

    def _allowed(self, numbers: Indices, *halves: list[int]) -> Bools:
        """Who of some players may meet, none of a half among each other; those moved down go on below."""
        limbo, inside = numbers < self.bracket.moved, numbers < self.bracket.inside
        if not halves and not limbo.any() and len(numbers) == self.bracket.size:
            return self.bracket.allowed
        allowed = self.bracket.allowed[np.ix_(numbers, numbers)]
        for half in halves:
            some = np.isin(numbers, half)
            allowed[np.ix_(some, some)] = False
        allowed[np.ix_(limbo, inside)] = allowed[np.ix_(inside, limbo)] = False
        return allowed

    def _by_levels(self, first: list[int]) -> list[tuple[int, int]] | None:
        """Each of S1, the highest first, with the highest of S2; None if that is not as good as what is known."""
        second = self._second(first)
        number = np.arange(self.bracket.size)
        worth = np.zeros(self.bracket.size, np.int64)
        worth[second] = len(second) - np.arange(len(second))
        may, found = self._allowed(number, first, second), self.known
        for stage, found in first_opponents(
            self.bracket, self.criteria, first, worth, self.kept, may
        ):
            if not self._is_as_good(found):
                return None
            self.stages.append(stage)
        return found

    def _exchanged(self) -> list[int]:
        """S1 after the exchange that comes first: the higher ranked of each pair.

        Fewest players are exchanged, then the sums of their numbers differ least; then the largest numbers
        leave S1, and then the smallest ones leave S2. In so many exchanges and such a difference of sums no
        number can be far from the middle.
        """
        count, many = self.count, len(self.players)
        number = np.arange(many)
        aims = [
            *self.criteria,
            self._of_first((number < count).astype(np.int64), many),
            self._of_first(count - number, many * many),
        ]
        found = self._solve_first(aims)
        self.stages.append(self.bracket.stages[-1])
        leave, enter = ({*range(count)} - found, found - {*range(count)})
        size, apart = len(enter), sum(enter) - sum(leave)
        reach = apart - size * (size - 1)
        if reach == size:
            return [self.players[each] for each in sorted(found)]
        base, decided = 2 * size + 1, list[int]()
        digits = max(3, int(log(ROOM / many**3, base)))
        windows = [[*range(count, many)][:reach], [*range(count)][: -reach - 1 : -1]]
        while windows:
            if len(decided) == 2 * size - 1:  # all but the last who enters, whom the sums give
                return self._first_half(
                    *decided, apart + 2 * sum(sorted(decided)[:size]) - sum(decided)
                )
            window = windows.pop()
            if not window or len(decided) == (size if window[0] < count else 2 * size):
                continue
            step = -(-len(window) // (digits - 1))
            worth = np.zeros(many, np.int64)
            worth[decided] = base ** (digits - 1)
            worth[window] = base ** (digits - 2 - np.arange(len(window)) // step)
            worth[:count] *= -1
            found = self._solve_first([*aims, self._of_first(worth, base**digits)])
            moves = [at for at, each in enumerate(window) if (each < count) != (each in found)]
            if step == 1:
                decided += [window[at] for at in moves]
            elif moves:
                start = moves[0] // step * step
                windows += [window[start + step :], window[start : start + step]]
        return self._first_half(*decided)

    def _first_half(self, *exchanged: int) -> list[int]:
        """S1 after the exchange of some places."""
        return [self.players[each] for each in sorted({*range(self.count)} ^ {*exchanged})]

    def _of_first(self, worth: Integers, most: int) -> Aim:
        """What players of the remainder are worth as the higher ranked of a pair.

        Where all of them are paired, the worth of S1 may as well be taken off both players of each pair: most pairs
        cost nothing then, which spares the engine most searches.
        """
        size, order = self.bracket.size, np.array(self.players, np.intp)
        value, least = np.zeros((2, size), np.int64)
        value[order] = worth
        if 2 * self.count == len(order):
            least[order[: self.count]] = worth[: self.count]
        inside = np.zeros(size, bool)
        inside[order] = True

        as_first, everybody = value - least, bool(inside.all())

        def gain(one: Indices, other: Indices) -> Integers:
            if one.max(initial=0) < other.min(initial=size):  # as in most parts of a large bracket
                found = as_first[one] - least[other]
            elif other.max(initial=0) < one.min(initial=size):
                found = as_first[other] - least[one]
            else:
                found = np.where(one < other, value[one], value[other])
                found = found - least[one] - least[other]
            return found if everybody else found * (inside[one] & inside[other])

        return Aim("order", gain, most)

    def _solve_first(self, aims: Sequence[Aim]) -> set[int]:
        """The places in the remainder of the higher ranked of its pairs, of the best matching."""
        numbers = np.array(self.players, np.intp) if self.free else self.kept
        pairs = self.bracket.solve(aims, numbers, self._allowed(numbers), free=self.free).pairs
        place = {each: at for at, each in enumerate(self.players)}
        return {place[min(pair)] for pair in pairs if {*pair} <= place.keys()}
