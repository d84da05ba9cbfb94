"""A bracket of the Dutch system: its criteria, and its order of generation, as levels of exact matchings [DUTCH].

Each criterion is a level, which comes before all that follow it, and so is each step of the order in which
the rules list the pairings of a bracket; so one matching is left, and its certificate proves all of that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...matching import EngineError
from ..solving.costs import best_matching, prove
from .dutch_players import ABSOLUTE, DOWN, STRONG, UP

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...arrays import Bools, Indices, Integers
    from ...matching import Matching
    from .dutch_players import DutchPlayers

_ROOM = 2**58
"""Largest total of the aims that are put into one level of the engine."""

_DIGITS = 6
"""Levels of the engine that hold the opponents of some players; those of others follow in a matching of their own."""


class Aim(NamedTuple):
    """A criterion: what each pair adds to it, (n, n), and the most that a matching can add up."""

    name: str
    gain: Integers
    most: int
    avoids: bool = False
    """Whether it is a kind of pair that costs, and each other pair of the bracket gains 1."""

    def cost(self, got: int, pairs: int) -> int:
        """What so many pairs of a bracket cost that have gained this."""
        return pairs - got if self.avoids else self.most - got


@dataclass(frozen=True, kw_only=True, eq=False)
class Stage:
    """A matching that is the best by some aims, one after the other, and its proof."""

    aims: tuple[str, ...]
    levels: tuple[Integers, ...]
    allowed: Bools
    matching: Matching
    complete: bool
    """Whether as many as can be are paired before all aims."""

    def prove(self) -> None:
        """Check with the separate verifier that no matching is better.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        prove(self.levels, self.matching, self.allowed, complete=self.complete)

    def is_equalled(self, edges: Indices) -> bool:
        """Whether other lawful pairs, (m, 2), are a matching that is as good."""
        one, other = edges.T
        best, its = self.matching.edges.T
        return bool(
            len(np.unique(edges)) == edges.size
            and self.allowed[one, other].all()
            and (not self.complete or len(one) == len(best))
            and all(level[one, other].sum() == level[best, its].sum() for level in self.levels)
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Bracket:
    """A bracket that is paired; players are places in `DutchPlayers`."""

    moved: tuple[int, ...]
    """Those who were left over above, the highest ranked first."""

    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    """The higher ranked player first."""

    values: Mapping[str, int]
    """What the pairs cost by each criterion, by its number in the rules."""

    best: Stage = field(repr=False)
    """The best that the criteria allow, and who of those moved down plays whom."""

    whole: Indices = field(repr=False)
    """All pairs that the first in the order of generation leaves to the bracket, the next one and the rest,
    by the numbers of `best`, (m, 2)."""

    stages: tuple[Stage, ...] = field(repr=False)

    def prove(self) -> None:
        """Check with the separate verifier that no pairs are better, and that these are as good as the best.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        for stage in self.stages:
            stage.prove()
        if not self.best.is_equalled(self.whole):
            raise EngineError("the pairs of a bracket are not as good as its criteria allow")


class Verdict(NamedTuple):
    """The first criterion by which pairs of a bracket are worse than its own, and what both cost by it."""

    criterion: str
    """Such as ``C12``; or ``order`` if they are as good, and come later in the order of generation."""

    best: int
    actual: int


class Seats(NamedTuple):
    """Who is in a bracket, in the next one, and below it, as places in `DutchPlayers`."""

    moved: list[int]
    residents: list[int]
    following: list[int]
    below: list[int]
    """Those whose pairs matter; nobody if it is certain that they can be paired."""

    bye: bool
    """Whether one of all these has the bye."""

    closed: bool
    """Whether all of them are paired, but for the bye; else whoever is left over goes on below."""


def pair_bracket(players: DutchPlayers, lawful: Bools, seats: Seats) -> Bracket:
    """Pair a bracket by the criteria, and among equals by the order of generation.

    Parameters
    ----------
    lawful : (n, n)
        Who may meet.
    """
    return _Work(players, lawful, seats).bracket()


def judge_bracket(
    players: DutchPlayers, lawful: Bools, seats: Seats, pairs: Sequence[tuple[int, int]]
) -> Verdict:
    """Compare other pairs of a bracket with the best ones; all of them are lawful."""
    return _Work(players, lawful, seats).verdict(pairs)


class _Work:
    """The players of a bracket and of what follows, numbered anew: those moved down, residents, others."""

    def __init__(self, players: DutchPlayers, lawful: Bools, seats: Seats) -> None:
        self.seats = seats
        self.place = np.array(
            [*seats.moved, *seats.residents, *seats.following, *seats.below], np.intp
        )
        self.size, self.moved = len(self.place), len(seats.moved)
        self.inside = self.moved + len(seats.residents)
        self.reach = self.inside + len(seats.following)
        self.players = players
        self.allowed = lawful[np.ix_(self.place, self.place)]
        within = np.arange(self.size) < self.inside
        self.within: Bools = within[:, None] & within
        reached = np.arange(self.size) < self.reach
        self.next: Bools = reached[:, None] & reached & ~self.within
        self.stages: list[Stage] = []

    def of(self, values: Integers) -> Integers:
        """An array of the players, by the new numbers."""
        found: Integers = values[self.place]
        return found

    # ---- The criteria ----

    def criteria(self) -> list[Aim]:
        """All criteria from C5 on."""
        aims = [*self._completion(), *self._floaters()]
        if self.seats.bye and self._gives_bye(aims):
            aims.append(self._paired("C9", self.of(self.players.unplayed)))
        return [*aims, *self._colours(), *self._repeated_floats()]

    def _completion(self) -> Iterator[Aim]:
        """Who has the bye: nobody who had one [C2], and somebody of the least score [C5]."""
        if not self.seats.bye:
            return
        score = self.of(self.players.score_x2)
        had, above = self.players.had_bye[self.place].astype(np.int64), score - score.min()
        yield Aim("C2", had[:, None] + had, int(had.sum()))
        yield Aim("C5", above[:, None] + above, int(above.sum()))

    def _floaters(self) -> Iterator[Aim]:
        """Fewest and lowest downfloaters, of this bracket and then of the next [C6, C7, C8]."""
        for name, pairs, count in (("C6", self.within, self.inside), ("C8", self.next, self.reach)):
            yield Aim(name, pairs.astype(np.int64), count // 2)
            score = self.of(self.players.score_x2)
            scores = np.unique(score[:count])[:0:-1]
            for each in scores.tolist() if self.moved or name == "C8" else ():
                one = (score == each).astype(np.int64)
                one[count:] = 0
                gain = np.where(pairs, one[:, None] + one, 0)
                yield Aim("C7" if name == "C6" else "C8", gain, int(one.sum()))

    def _gives_bye(self, aims: list[Aim]) -> bool:
        """Whether the only downfloater of the bracket has the bye."""
        mate = self.solve(aims, self.allowed).matching.mate
        inside = mate[: self.inside]
        down = np.flatnonzero((inside < 0) | (inside >= self.inside))
        return len(down) == 1 and int(mate[down[0]]) < 0

    def _colours(self) -> Iterator[Aim]:
        """Who does not have the colour that is due [C10 to C13]."""
        players = self.players
        due, strength = self.of(players.preference), self.of(players.strength)
        apart = abs(self.of(players.difference))
        again = self.of(players.repeated) == -due
        same = (due[:, None] == due) & (due[:, None] != 0)
        absolute = strength == ABSOLUTE
        both = same & absolute[:, None] & absolute
        far = apart > 1
        third = np.where(
            apart[:, None] == apart,
            again[:, None] & again,
            np.where(apart[:, None] > apart, again, again[:, None]),
        )
        strong = strength >= STRONG
        yield self._avoided("C10", both & far[:, None] & far)
        yield self._avoided("C11", both & third)
        yield self._avoided("C12", same)
        yield self._avoided("C13", same & strong[:, None] & strong & ~both)

    def _repeated_floats(self) -> Iterator[Aim]:
        """Who floats again as in the last round [C14, C15], in the one before [C16, C17]; and how far [C18 to C21]."""
        score = self.of(self.players.score_x2)
        number = np.arange(self.size)
        resident = (number >= self.moved) & (number < self.inside)
        higher = score[:, None] > score
        floats = self.players.floats[self.place].T
        for names, down, up in zip(
            (("C14", "C15"), ("C16", "C17")), floats == DOWN, floats == UP, strict=True
        ):
            yield self._paired(names[0], (resident & down).astype(np.int64))
            below = higher & up
            yield self._avoided(names[1], below | below.T)
        scores = np.unique(score[: self.moved])[::-1].tolist()
        for names, down, up in zip(
            (("C18", "C19"), ("C20", "C21")), floats == DOWN, floats == UP, strict=True
        ):
            for each in scores:
                of_score = (number < self.moved) & (score == each)
                yield self._paired(names[0], (of_score & down).astype(np.int64))
            for each in scores:
                below = (score == each)[:, None] & higher & up
                yield self._avoided(names[1], below | below.T)

    def _paired(self, name: str, worth: Integers) -> Aim:
        """Players who should be among the pairs of the bracket, by what they are worth."""
        gain = np.where(self.within, worth[:, None] + worth, 0)
        return Aim(name, gain, int(worth.sum()))

    def _avoided(self, name: str, pairs: Bools) -> Aim:
        """Pairs that should not be among those of the bracket."""
        if not pairs[: self.inside, : self.inside].any():
            return Aim(name, np.zeros((1, 1), np.int64), 0)
        return Aim(name, (self.within & ~pairs).astype(np.int64), self.inside // 2, avoids=True)

    # ---- The order of generation ----

    def bracket(self) -> Bracket:
        """The pairs: first those of the players moved down, then those of the remainder."""
        criteria = [aim for aim in self.criteria() if aim.most]
        best = self.solve([*criteria, *self._moved_down()], self.allowed)
        mate = best.matching.mate
        whole = [(one, other) for one, other in enumerate(mate.tolist()) if one < other]
        of_moved = [pair for pair in whole if pair[0] < self.moved and pair[1] < self.inside]
        used = {player for pair in of_moved for player in pair}
        remainder = [each for each in range(self.moved, self.inside) if each not in used]
        count = sum(each < mate[each] < self.inside for each in remainder)
        if count:
            kept = np.array([each for each in range(self.size) if each not in used], np.intp)
            limbo = [each for each in range(self.moved) if each not in used]
            rest = _Remainder(self, criteria, kept, remainder, limbo, count)
            whole = [*of_moved, *rest.pairs(mate)]
        pairs = [pair for pair in whole if pair[1] < self.inside]
        return Bracket(
            moved=tuple(self.seats.moved),
            residents=tuple(self.seats.residents),
            pairs=tuple((int(self.place[one]), int(self.place[other])) for one, other in pairs),
            values=self._values(criteria, pairs),
            best=best,
            whole=np.array(whole, np.intp).reshape(-1, 2),
            stages=tuple(self.stages),
        )

    def verdict(self, pairs: Sequence[tuple[int, int]]) -> Verdict:
        """The first criterion by which pairs are worse than the best ones."""
        number = {old: new for new, old in enumerate(self.place.tolist())}
        given = [(number[one], number[other]) for one, other in pairs]
        criteria = [aim for aim in self.criteria() if aim.most]
        best = self.solve(criteria, self.allowed).matching.mate
        apart = self.allowed & ~self.within
        used = np.array(given, np.intp).reshape(-1)
        apart[used] = apart[:, used] = False
        rest = self.solve(criteria, apart).matching.mate
        ours = [(a, b) for a, b in enumerate(best.tolist()) if a < b]
        theirs = [*given, *((a, b) for a, b in enumerate(rest.tolist()) if a < b)]
        if self.seats.closed and len(theirs) < len(ours):
            return Verdict("C4", 0, self.size - 2 * len(theirs))
        for aim in criteria:
            got, most = (sum(int(aim.gain[pair]) for pair in each) for each in (theirs, ours))
            if got != most:
                inside = sum(b < self.inside for _, b in ours)
                return Verdict(aim.name, aim.cost(most, inside), aim.cost(got, len(given)))
        return Verdict("order", 0, 1)

    def _values(
        self, criteria: Sequence[Aim], pairs: Sequence[tuple[int, int]]
    ) -> Mapping[str, int]:
        """What the pairs cost, by criterion."""
        values = {"C6": self.inside - 2 * len(pairs)}
        for aim in criteria:
            if aim.name not in ("C2", "C5", "C6", "C8"):
                got = sum(int(aim.gain[pair]) for pair in pairs)
                values[aim.name] = values.get(aim.name, 0) + aim.cost(got, len(pairs))
        return values

    def _moved_down(self) -> Iterator[Aim]:
        """Who of those moved down are paired, the highest ranked first; then the lowest number of each opponent."""
        for one in range(self.moved):
            worth = np.zeros(self.size, np.int64)
            worth[one] = 1
            yield self._paired("moved down", worth)
        for one in range(self.moved):
            gain = np.zeros((self.size, self.size), np.int64)
            others = np.arange(one + 1, self.inside)
            gain[one, others] = gain[others, one] = self.inside - others
            yield Aim("opponent", gain, self.inside)

    def solve(self, aims: Sequence[Aim], allowed: Bools) -> Stage:
        """The best matching by some aims."""
        levels = tuple(packed(aims, len(allowed)))
        matching = best_matching(levels, allowed, complete=self.seats.closed)
        stage = Stage(
            aims=tuple(dict.fromkeys(aim.name for aim in aims)),
            levels=levels,
            allowed=allowed,
            matching=matching,
            complete=self.seats.closed,
        )
        self.stages.append(stage)
        return stage


class _Remainder:
    """Residents who are paired among each other: the first half, S1, meets the second, S2, in their order."""

    def __init__(
        self,
        work: _Work,
        criteria: Sequence[Aim],
        kept: Indices,
        residents: list[int],
        limbo: list[int],
        count: int,
    ) -> None:
        """`residents` are numbers of the work, `kept` all of those without a game, `count` the pairs to make."""
        self.work, self.kept, self.count = work, kept, count
        number = {old: new for new, old in enumerate(kept.tolist())}
        self.players = [number[each] for each in residents]
        cells = np.ix_(kept, kept)
        self.criteria = [aim._replace(gain=aim.gain[cells]) for aim in criteria]
        self.allowed = work.allowed[cells].copy()
        inside = kept < work.inside
        for each in limbo:  # they go on below
            self.allowed[number[each], inside] = self.allowed[inside, number[each]] = False

    def pairs(self, mate: Integers) -> list[tuple[int, int]]:
        """The first pairing in the order of generation that is as good as one that is known, and all others' pairs."""
        known = self._totals(self._known(mate))
        first = self.players[: self.count]
        natural = list(zip(first, self.players[self.count :], strict=False))
        if (others := self._others(natural, mate, known)) is not None:
            found = [*natural, *others]
        else:
            found = self._in_order(first, known) or self._in_order(self._exchanged(), known) or []
            assert found
        return [(int(self.kept[one]), int(self.kept[other])) for one, other in found]

    def _known(self, mate: Integers) -> list[tuple[int, int]]:
        """The pairs of a matching of the whole work among those who are left."""
        number = {old: new for new, old in enumerate(self.kept.tolist())}
        partners = ((new, number.get(int(mate[old]), -1)) for old, new in number.items())
        return [(one, other) for one, other in partners if one < other]

    def _totals(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """What pairs add up by each criterion; before that their number, if all others are to be paired [C4]."""
        one, other = np.array(pairs, np.intp).reshape(-1, 2).T
        complete = len(pairs) if self.work.seats.closed else 0
        return [complete, *(int(aim.gain[one, other].sum()) for aim in self.criteria)]

    def _others(
        self, natural: list[tuple[int, int]], mate: Integers, known: list[int]
    ) -> list[tuple[int, int]] | None:
        """The others' pairs if S1 may meet S2 as they stand, the first pairing, and that is as good; else None."""
        if not all(self.allowed[pair] for pair in natural):
            return None
        used = {player for pair in natural for player in pair}
        outside = [pair for pair in self._known(mate) if not {*pair} & set(self.players)]
        left = set(self.players) - used
        beside = [pair for pair in self._known(mate) if len({*pair} & set(self.players)) == 1]
        if any(not {*pair} & left for pair in beside):
            return None  # others would go on below than those whose pairs are known
        others = [*outside, *beside]
        return others if self._totals([*natural, *others]) == known else None

    def _in_order(self, first: list[int], known: list[int]) -> list[tuple[int, int]] | None:
        """Each of S1, the highest first, with the highest of S2; None if that is not as good as what is known."""
        second = [each for each in self.players if each not in set(first)]
        allowed = self.allowed.copy()
        for half in (first, second):
            allowed[np.ix_(half, half)] = False
        place = np.zeros(len(self.kept), np.int64)
        place[second] = len(second) - np.arange(len(second))
        found: list[tuple[int, int]] = []
        open_ = np.ones(len(self.kept), bool)
        block = max(1, _DIGITS * 58 // (len(second) + 1).bit_length())
        for start in range(0, len(first), block):
            some = first[start : start + block]
            seats = np.flatnonzero(open_)
            cells = np.ix_(seats, seats)
            aims = [aim._replace(gain=aim.gain[cells]) for aim in self.criteria]
            for one in some:
                gain = np.zeros((len(seats), len(seats)), np.int64)
                at = int(np.searchsorted(seats, one))
                gain[at] = gain[:, at] = place[seats]
                aims.append(Aim("opponent", gain, len(second)))
            edges = seats[self.work.solve(aims, allowed[cells]).matching.edges].tolist()
            got = [(one, other) for one, other in edges]
            if not start and self._totals(got) != known:
                return None
            of_some = [pair for pair in got if {*pair} & {*some}]
            open_[[player for pair in of_some for player in pair]] = False
            found += of_some if start + block < len(first) else got
        return found

    def _exchanged(self) -> list[int]:
        """S1 after the exchange that comes first.

        Fewest players are exchanged, then the sums of their numbers differ least; then the largest numbers
        leave S1, and then the smallest ones leave S2. The higher ranked of each pair is in S1.
        """
        order, count, size = self.players, self.count, len(self.kept)
        many = len(order)
        pair = np.zeros((size, size), np.int64)
        pair[np.ix_(order, order)] = 1
        rank = np.zeros(size, np.int64)
        rank[order] = np.arange(many)
        top = np.minimum.outer(rank, rank)
        aims = [
            *self.criteria,
            Aim("exchange", np.where(top < count, pair, 0), many),
            Aim("sums", pair * (many - top), many * many),
        ]
        for each in range(count - 1, -1, -1):
            aims.append(Aim("leaves S1", np.where(top == each, 0, pair), many))
        for each in range(count, many):
            aims.append(Aim("leaves S2", np.where(top == each, pair, 0), 1))
        mate = self.work.solve(aims, self.allowed).matching.mate
        inside = {*order}
        return [
            each for each in order if int(mate[each]) in inside and rank[each] < rank[mate[each]]
        ]


def packed(aims: Sequence[Aim], size: int) -> Iterator[Integers]:
    """The aims as weights, as many in one as there is room; one at least."""
    whole, room = np.zeros((size, size), np.int64), 1
    for aim in aims:
        if not aim.most:
            continue
        if room * (aim.most + 1) > _ROOM:
            yield whole
            whole, room = np.zeros((size, size), np.int64), 1
        whole = whole * (aim.most + 1) + aim.gain
        room *= aim.most + 1
    yield whole
