"""A bracket of the Dutch system: its criteria, and its order of generation, as levels of exact matchings [DUTCH].

Each criterion is a level, which comes before all that follow it, and so is each step of the order in which
the rules list the pairings of a bracket. Where nobody else's pairs matter, the last of these steps, the order of
opponents, is read off the duals: the pairs without slack are those of all pairings that are as good.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from ...arrays import distinct
from ...matching import EngineError
from ..solving.costs import best_matching, prove
from .criteria import Verdict
from .dutch_players import ABSOLUTE, DOWN, STRONG, UP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...arrays import Bools, Indices, Integers
    from ...matching import Matching
    from .dutch_players import DutchPlayers

Gain: TypeAlias = "Callable[[Indices, Indices], Integers | Bools]"
"""What a pair adds, by the numbers of its players in `BracketWork`, two arrays that broadcast."""

Kind: TypeAlias = "Callable[[Indices, Indices], Bools]"
"""Which pairs are of a kind, as `Gain`."""

_ROOM = 2**58
"""Largest total of the aims that are put into one level of the engine."""

_DIGITS = 6
"""Levels of the engine that hold the opponents of some players; those of others follow in a matching of their own."""


_ROWS = 500
"""Rows of a weight that are computed at a time."""


class Aim(NamedTuple):
    """A criterion: what each pair adds to it, and the most that a matching can add up."""

    name: str
    gain: Gain
    most: int
    avoids: bool = False
    """Whether it is a kind of pair that costs, and each other pair of the bracket gains 1."""

    def cost(self, got: int, pairs: int) -> int:
        """What so many pairs of a bracket cost that have gained this."""
        return pairs - got if self.avoids else self.most - got


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

    @property
    def levels(self) -> tuple[Integers, ...]:
        """The aims as weights; large, and so not kept."""
        return packed(self.aims, self.numbers)

    @property
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
        prove(self.levels, self.matching, self.allowed, complete=self.complete)

    def is_equalled(self, pairs: Sequence[tuple[int, int]]) -> bool:
        """Whether other pairs are a lawful matching that is as good."""
        ours, place = self.pairs, {old: new for new, old in enumerate(self.numbers.tolist())}
        cells = [(place[one], place[other]) for one, other in pairs]
        return bool(
            len({player for pair in pairs for player in pair}) == 2 * len(pairs)
            and all(self.allowed[cell] for cell in cells)
            and (not self.complete or len(cells) == len(ours))
            and totals(self.aims, pairs) == totals(self.aims, ours)
        )


class Order(NamedTuple):
    """Players of S1, one after the other, each with the first opponent of S2 that the others can spare.

    Rows are the players of S1, and those of S2 who are left over in no order; columns are the players of S2.
    """

    stage: Stage
    """A matching of S1 and of S2, whose players stand in this order."""

    column: Integers
    """The column that each row has."""

    reasons: Mapping[int, Indices]
    """Columns that a row cannot do without: too few later rows could have them."""

    @classmethod
    def of(cls, stage: Stage) -> Order:
        """The first order of those that are as good as a matching of S1 and S2."""
        mate, rows = stage.matching.mate, stage.matching.cardinality
        column = np.concatenate([mate[:rows], rows + np.flatnonzero(mate[rows:] < 0)]) - rows
        column, reasons = _first_matching(_without_slack(stage), column, rows)
        return cls(stage, column, reasons)

    def pairs(self) -> list[tuple[int, int]]:
        """The pairs, by the numbers of the stage."""
        first, second = np.split(self.stage.numbers, [self.stage.matching.cardinality])
        met = second[self.column[: len(first)]]
        return [(min(pair), max(pair)) for pair in zip(first.tolist(), met.tolist(), strict=True)]

    def prove(self) -> None:
        """Check that no row could have an earlier column; the stage has its own proof.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        tight = _without_slack(self.stage)
        takers = np.packbits(tight.T, axis=1)
        open_, later = np.ones((2, len(tight)), bool)
        for row, column in enumerate(self.column[: self.stage.matching.cardinality].tolist()):
            later[row] = False
            earlier = np.flatnonzero(tight[row, :column] & open_[:column])
            if len(earlier):
                needed = self.reasons.get(row, earlier)
                found = np.bitwise_or.reduce(takers[needed]) & np.packbits(later)
                few = np.unpackbits(found).sum() < len(needed)
                if not (few and open_[needed].all()) or np.isin(earlier, needed).any():
                    raise EngineError("a player of a bracket could have an earlier opponent")
            open_[column] = False


def _without_slack(stage: Stage) -> Bools:
    """Which rows of an `Order` have which columns in the matchings that are as good as that of a stage.

    By complementary slackness their pairs are those without slack, and whoever has a dual above the ground is in all
    of them. The graph is bipartite, so that there are no blossoms.
    """
    rows = stage.matching.cardinality
    first, second = np.split(stage.numbers, [rows])
    tight = np.ones((len(second), len(second)), bool)
    tight[:rows] = stage.allowed[:rows, rows:]
    levels = iter(packed(stage.aims, first, second))
    for proof in stage.matching.certificates:
        if proof.blossoms:
            raise EngineError("players of the two halves of a bracket form a blossom")
        duals = proof.vertex_duals_2x
        slack = duals[:rows, None] + duals[rows:]
        for unit, low in zip(proof.units, proof.taken_off, strict=True):
            if (worth := next(levels) - low).any():  # else the unit may be of any size
                slack -= 2 * unit * worth
        tight[:rows] &= slack == 0
        tight[rows:] &= duals[rows:] <= proof.ground_2x
    return tight


def _first_matching(
    tight: Bools, column: Integers, rows: int
) -> tuple[Integers, dict[int, Indices]]:
    """Of all perfect matchings of rows and columns the one whose first rows have their first columns.

    A row can have another column if its own can go to another row, whose column goes on, and so on to the one that
    it wants: the search starts at its own. Where it ends, the columns that it has seen are a reason [Hall 1935].

    Parameters
    ----------
    column
        A perfect matching: the column of each row.
    """
    column, owner = column.copy(), np.argsort(column)
    takers = np.packbits(tight.T, axis=1)
    later = np.ones(len(tight), bool)
    reasons = {}
    for row in range(rows):
        later[row] = False
        own = int(column[row])
        earlier = np.flatnonzero(tight[row, :own] & (owner[:own] > row))
        if not len(earlier):
            continue
        holders, left, ways = owner[earlier], later.copy(), [np.array([row])]
        while len(ways[-1]) and left[holders[0]]:
            found = np.bitwise_or.reduce(takers[column[ways[-1]]])
            some = np.unpackbits(found, count=len(left)).view(bool) & left
            left &= ~some
            ways.append(np.flatnonzero(some))
        if left[holders[0]]:
            reasons[row] = np.concatenate([column[way] for way in ways])
        wanted = np.flatnonzero(~left[holders])
        if len(wanted):
            taken = int(earlier[wanted[0]])
            moves, taker = [(row, taken)], int(owner[taken])
            at = next(step for step, way in enumerate(ways) if taker in way)
            for way in reversed(ways[:at]):
                giver = int(way[tight[taker, column[way]].argmax()])
                moves.append((taker, int(column[giver])))
                taker = giver
            for one, other in moves:
                column[one], owner[other] = other, one
    return column, reasons


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

    stages: tuple[Stage, ...] = field(default=(), repr=False)
    """None if the pairs cost nothing by any criterion, and are those of the natural order."""

    best: Stage | None = field(default=None, repr=False)
    """The best that the criteria allow, and who of those moved down plays whom."""

    whole: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    """All pairs that the first in the order of generation leaves to the bracket, the next one and the rest,
    by the numbers of `best`."""

    order: Order | None = field(default=None, repr=False)
    """How the pairs follow from S1 and S2, where nobody else matters to them."""

    def prove(self) -> None:
        """Check with the separate verifier that no pairs are better, and that these are as good as the best.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        for stage in self.stages:
            stage.prove()
        if self.order is not None:
            self.order.prove()
        if self.best is None:
            equal = self.values["C6"] < 2 and sum(self.values.values()) == self.values["C6"]
        else:
            equal = self.best.is_equalled(self.whole)
        if not (equal and (self.order is None or {*self.order.pairs()} <= {*self.whole})):
            raise EngineError("the pairs of a bracket are not as good as its criteria allow")


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
    return BracketWork(players, lawful, seats).bracket()


class BracketWork:
    """The players of a bracket and of what follows, numbered anew: those moved down, residents, others."""

    def __init__(self, players: DutchPlayers, lawful: Bools, seats: Seats) -> None:
        self.seats = seats
        self.place = np.array(
            [*seats.moved, *seats.residents, *seats.following, *seats.below], np.intp
        )
        self.size, self.moved = len(self.place), len(seats.moved)
        self.inside = self.moved + len(seats.residents)
        self.reach = self.inside + len(seats.following)
        self.alone = self.size == self.inside
        self.players = players
        self.allowed = lawful[np.ix_(self.place, self.place)]
        self.stages: list[Stage] = []

    def of(self, values: Integers) -> Integers:
        """An array of the players, by the new numbers."""
        found: Integers = values[self.place]
        return found

    def within(self, one: Indices, other: Indices) -> Bools:
        """Which pairs are of the bracket."""
        found: Bools = (one < self.inside) & (other < self.inside)
        return found

    def next(self, one: Indices, other: Indices) -> Bools:
        """Which pairs are of the next bracket."""
        found: Bools = (one < self.reach) & (other < self.reach) & ~self.within(one, other)
        return found

    # ---- The criteria ----

    def criteria(self) -> list[Aim]:
        """All criteria from C5 on that pairs can differ by."""
        aims = [*self._completion(), *self._floaters()]
        if self.seats.bye and self._gives_bye(aims):
            aims.append(self._paired("C9", self.of(self.players.unplayed)))
        aims += [*self._colours(), *self._repeated_floats()]
        return [aim for aim in aims if aim.most]

    def _completion(self) -> Iterator[Aim]:
        """Who has the bye: nobody who had one [C2], and somebody of the least score [C5]."""
        if not self.seats.bye:
            return
        score = self.of(self.players.score_x2)
        had = self.of(self.players.had_bye.astype(np.int64))
        for name, worth in (("C2", had), ("C5", score - score.min())):
            yield self._paired(name, worth, _anywhere)

    def _floaters(self) -> Iterator[Aim]:
        """Fewest and lowest downfloaters, of this bracket and then of the next [C6, C7, C8]."""
        score = self.of(self.players.score_x2)
        reaches = (("C6", "C7", self.within, self.inside), ("C8", "C8", self.next, self.reach))
        for name, by_score, among, count in reaches[: 1 if self.alone else 2]:
            yield Aim(name, among, count // 2)
            scores = distinct(score[:count])[:0:-1]
            for each in scores if self.moved or name == "C8" else ():
                worth = (score == each) & (np.arange(self.size) < count)
                yield self._paired(by_score, worth.astype(np.int64), among)

    def _gives_bye(self, aims: list[Aim]) -> bool:
        """Whether the only downfloater of the bracket has the bye."""
        if self.alone:
            return True
        mate = self.solve(aims).matching.mate
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
        absolute, strong, far = strength == ABSOLUTE, strength >= STRONG, apart > 1
        both = same & absolute[:, None] & absolute
        third = np.where(
            apart[:, None] == apart,
            again[:, None] & again,
            np.where(apart[:, None] > apart, again, again[:, None]),
        )
        yield self._avoided("C10", both & far[:, None] & far)
        yield self._avoided("C11", both & third)
        yield self._avoided("C12", same)
        yield self._avoided("C13", same & strong[:, None] & strong & ~both)

    def _repeated_floats(self) -> Iterator[Aim]:
        """Who floats again as in the last round [C14, C15], in the one before [C16, C17]; and how far [C18 to C21]."""
        score = self.of(self.players.score_x2)
        number = np.arange(self.size)
        moved, resident = number < self.moved, (number >= self.moved) & (number < self.inside)
        higher = score[:, None] > score
        floats = self.players.floats[self.place].T
        backs = [*zip(floats == DOWN, floats == UP, strict=True)]
        for names, (down, up) in zip((("C14", "C15"), ("C16", "C17")), backs, strict=True):
            yield self._paired(names[0], (resident & down).astype(np.int64))
            if self.moved:
                below = higher & up
                yield self._avoided(names[1], below | below.T)
        scores = distinct(score[: self.moved])[::-1]
        for names, (down, up) in zip((("C18", "C19"), ("C20", "C21")), backs, strict=True):
            for each in scores:
                of_score = moved & (score == each)
                yield self._paired(names[0], (of_score & down).astype(np.int64))
            for each in scores:
                below = (score == each)[:, None] & higher & up
                yield self._avoided(names[1], below | below.T)

    def _paired(self, name: str, worth: Integers, among: Kind | None = None) -> Aim:
        """Players who should be among the pairs of the bracket, or others, by what they are worth."""
        kind = among or self.within

        def gain(one: Indices, other: Indices) -> Integers:
            found: Integers = kind(one, other) * (worth[one] + worth[other])
            return found

        return Aim(name, gain, int(worth.sum()))

    def _avoided(self, name: str, pairs: Bools) -> Aim:
        """Pairs that should not be among those of the bracket."""
        number = np.arange(self.size)
        most = self.inside // 2 if pairs[: self.inside, : self.inside].any() else 0
        others = self.within(number[:, None], number) & ~pairs
        return Aim(name, lambda one, other: others[one, other], most, avoids=True)

    # ---- The order of generation ----

    def bracket(self) -> Bracket:
        """The pairs: first those of the players moved down, then those of the remainder."""
        criteria = self.criteria()
        half = self.inside // 2
        natural = [(one, one + half) for one in range(half)]
        lawful = self.alone and not self.moved and all(self.allowed[pair] for pair in natural)
        got = totals(criteria, natural)
        if lawful and not any(
            aim.cost(each, half) for aim, each in zip(criteria, got, strict=True)
        ):
            return self._bracket(criteria, natural)
        best = self.solve([*criteria, *self._moved_down()])
        of_moved = [pair for pair in best.pairs if pair[0] < self.moved and pair[1] < self.inside]
        rest = _Remainder(self, criteria, of_moved, best)
        whole = (*of_moved, *rest.pairs())
        pairs = [pair for pair in whole if pair[1] < self.inside]
        return replace(self._bracket(criteria, pairs), best=best, whole=whole, order=rest.order)

    def _bracket(self, criteria: Sequence[Aim], pairs: Sequence[tuple[int, int]]) -> Bracket:
        return Bracket(
            moved=tuple(self.seats.moved),
            residents=tuple(self.seats.residents),
            pairs=tuple((int(self.place[one]), int(self.place[other])) for one, other in pairs),
            values=self._values(criteria, pairs),
            stages=tuple(self.stages),
        )

    def verdict(self, pairs: Sequence[tuple[int, int]]) -> Verdict:
        """The first criterion by which pairs are worse than the best ones."""
        apart = self.allowed.copy()
        apart[: self.inside, : self.inside] = False
        return self.compare(self.numbered(pairs), apart)

    def numbered(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Pairs by the new numbers, in the order of generation."""
        return sorted((self.number[one], self.number[other]) for one, other in pairs)

    def compare(self, given: list[tuple[int, int]], rest: Bools) -> Verdict:
        """Compare some pairs, and the best that the others can have of the rest, with the best of all."""
        criteria = self.criteria()
        ours = self.solve(criteria).pairs
        used = np.array(given, np.intp).reshape(-1)
        rest[used] = rest[:, used] = False
        return self._beside(criteria, ours, [*given, *self.solve(criteria, allowed=rest).pairs])

    def _beside(
        self, criteria: list[Aim], ours: list[tuple[int, int]], theirs: list[tuple[int, int]]
    ) -> Verdict:
        if self.seats.closed and len(theirs) < len(ours):
            return Verdict("C4", 0, self.size - 2 * len(theirs))
        both = zip(criteria, totals(criteria, theirs), totals(criteria, ours), strict=True)
        for aim, got, most in both:
            if got != most:
                inside, now = (sum(b < self.inside for _, b in each) for each in (ours, theirs))
                if aim.name == "C6":
                    return Verdict("C6", self.inside - 2 * inside, self.inside - 2 * now)
                return Verdict(aim.name, aim.cost(most, inside), aim.cost(got, now))
        return Verdict("order", 0, 1)

    @cached_property
    def number(self) -> Mapping[int, int]:
        """The new numbers of the players."""
        return {old: new for new, old in enumerate(self.place.tolist())}

    @cached_property
    def best(self) -> tuple[list[Aim], list[tuple[int, int]]]:
        """The criteria, and pairs that are the best by them."""
        criteria = self.criteria()
        return criteria, self.solve(criteria).pairs

    def judge_opposite(self, players: Sequence[int], *, meet: bool) -> Verdict:
        """The first criterion by which the best pairs are worse if two players meet, or if they do not.

        One of two who meet may be below.
        """
        criteria, ours = self.best
        allowed = self._opposite(players, meet=meet)
        return self._beside(criteria, ours, self.solve(criteria, allowed=allowed).pairs)

    def opposite(self, players: Sequence[int], *, meet: bool) -> tuple[tuple[int, int], ...]:
        """The pairs of the bracket if two players meet, or if they do not, as `judge_opposite`."""
        other = copy(self)
        other.allowed = self._opposite(players, meet=meet)
        return other.bracket().pairs

    def _opposite(self, players: Sequence[int], *, meet: bool) -> Bools:
        seats, allowed = [self.number[each] for each in players], self.allowed.copy()
        if meet:
            allowed[seats] = allowed[:, seats] = False
        if len(seats) == 2:
            allowed[seats, seats[::-1]] = meet
        return allowed

    def remainder(self, ours: Sequence[tuple[int, int]]) -> list[int]:
        """The residents who do not play those moved down."""
        used = {each for pair in ours if pair[0] < self.moved for each in pair}
        return [each for each in range(self.moved, self.inside) if each not in used]

    def halved(self, ours: Sequence[tuple[int, int]], first: Sequence[int]) -> Bools:
        """Who may meet if the halves of the remainder, and who of those moved down is paired, stay as they are.

        The first half is empty if a pair of a player moved down is asked about, before there are halves.
        """
        rest, tops = self.allowed.copy(), {top for top, _ in ours}
        limbo = [each for each in range(self.moved) if each not in tops]
        rest[limbo, : self.inside] = rest[: self.inside, limbo] = False
        second = [each for each in self.remainder(ours) if each not in first]
        for half in (first, second) if first else ():
            rest[np.ix_(half, half)] = False
        return rest

    def _values(
        self, criteria: Sequence[Aim], pairs: Sequence[tuple[int, int]]
    ) -> Mapping[str, int]:
        """What the pairs cost, by criterion."""
        values = {"C6": self.inside - 2 * len(pairs)}
        for aim, got in zip(criteria, totals(criteria, pairs), strict=True):
            if aim.name not in ("C2", "C5", "C6", "C8"):
                values[aim.name] = values.get(aim.name, 0) + aim.cost(got, len(pairs))
        return values

    def _moved_down(self) -> Iterator[Aim]:
        """Who of those moved down are paired, the highest ranked first; then the lowest number of each opponent."""
        number = np.arange(self.size)
        for one in range(self.moved):
            yield self._paired("moved down", (number == one).astype(np.int64))
        for one in range(self.moved):
            yield opponent(one, np.where(number > one, self.inside - number, 0).clip(0))

    def solve(
        self,
        aims: Sequence[Aim],
        numbers: Indices | None = None,
        allowed: Bools | None = None,
        *,
        free: bool = False,
    ) -> Stage:
        """The best matching by some aims, of some players.

        Parameters
        ----------
        free
            Whether nobody else matters to these players: the most pairs are those of the bracket then.
        """
        numbers = np.arange(self.size) if numbers is None else numbers
        allowed = self.allowed if allowed is None else allowed
        free = free or self.alone
        aims = tuple(aim for aim in aims if not (free and aim.name == "C6"))
        complete = free or self.seats.closed
        matching = best_matching(packed(aims, numbers), allowed, complete=complete)
        stage = Stage(
            aims=aims, numbers=numbers, allowed=allowed, matching=matching, complete=complete
        )
        self.stages.append(stage)
        return stage


class _Remainder:
    """Residents who are paired among each other: the first half, S1, meets the second, S2, in their order."""

    def __init__(
        self,
        work: BracketWork,
        criteria: Sequence[Aim],
        of_moved: list[tuple[int, int]],
        best: Stage,
    ) -> None:
        """`of_moved` are the games of the players moved down, `best` all that is known to be as good as can be."""
        self.work, self.criteria = work, criteria
        self.order: Order | None = None
        used = {player for pair in of_moved for player in pair}
        self.players = [each for each in range(work.moved, work.inside) if each not in used]
        those = {*self.players}
        left = [pair for pair in best.pairs if not used & {*pair}]
        own = [pair for pair in left if {*pair} <= those]
        self.count = len(own)
        self.free = work.alone or 2 * self.count == len(self.players)
        """Whether nobody else matters: all are paired, or whoever is left over fits anywhere."""
        self.known, self.apart = (own, [*({*left} - {*own})]) if self.free else (left, [])
        self.best = totals(criteria, self.known)
        others = [] if self.free else [each for each in range(work.size) if each not in used]
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
        found = find(first) or find(self._exchanged()) or []
        assert found
        return [*found, *self.apart]

    def _is_as_good(self, pairs: Sequence[tuple[int, int]]) -> bool:
        """Whether pairs add up as much as those known; as many, too, if all others are to be paired [C4]."""
        as_many = len(pairs) == len(self.known) or not (self.free or self.work.seats.closed)
        return as_many and totals(self.criteria, pairs) == self.best

    def _others(self, natural: list[tuple[int, int]]) -> list[tuple[int, int]] | None:
        """The others' pairs if S1 may meet S2 as they stand, the first pairing, and that is as good; else None."""
        if not all(self.work.allowed[pair] for pair in natural):
            return None
        those, used = {*self.players}, {player for pair in natural for player in pair}
        others = [pair for pair in self.known if not {*pair} <= those]
        if any({*pair} & used for pair in others):
            return None  # others would go on below than those whose pairs are known
        return others if self._is_as_good([*natural, *others]) else None

    def _by_reasons(self, first: list[int]) -> list[tuple[int, int]] | None:
        """Each of S1, the highest first, with the highest of S2 by the duals; None if that is not as good as what is known."""
        second = self._second(first)
        numbers = np.array([*first, *second], np.intp)
        allowed = self._allowed(numbers, first, second)
        stage = self.work.solve(self.criteria, numbers, allowed, free=True)
        if not self._is_as_good(stage.pairs):
            return None
        self.order = Order.of(stage)
        return self.order.pairs()

    def _second(self, first: list[int]) -> list[int]:
        return [each for each in self.players if each not in {*first}]

    def _allowed(self, numbers: Indices, *halves: list[int]) -> Bools:
        """Who of some players may meet, none of a half among each other; those moved down go on below."""
        allowed = self.work.allowed[np.ix_(numbers, numbers)]
        limbo, inside = numbers < self.work.moved, numbers < self.work.inside
        for half in halves:
            some = np.isin(numbers, half)
            allowed[np.ix_(some, some)] = False
        allowed[np.ix_(limbo, inside)] = allowed[np.ix_(inside, limbo)] = False
        return allowed

    def _by_levels(self, first: list[int]) -> list[tuple[int, int]] | None:
        """Each of S1, the highest first, with the highest of S2; None if that is not as good as what is known."""
        second = self._second(first)
        allowed = self._allowed(self.kept, first, second)
        place = np.zeros(self.work.size, np.int64)
        place[second] = len(second) - np.arange(len(second))
        found: list[tuple[int, int]] = []
        open_ = np.ones(len(self.kept), bool)
        block = max(1, _DIGITS * 58 // (len(second) + 1).bit_length())
        for start in range(0, len(first), block):
            some = first[start : start + block]
            seats = np.flatnonzero(open_)
            aims = [*self.criteria, *(opponent(one, place) for one in some)]
            got = self.work.solve(aims, self.kept[seats], allowed[np.ix_(seats, seats)]).pairs
            if not start and not self._is_as_good(got):
                return None
            of_some = [pair for pair in got if {*pair} & {*some}]
            open_[np.isin(self.kept, of_some)] = False
            found += of_some if start + block < len(first) else got
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
            self._of_first("exchange", (number < count).astype(np.int64), many),
            self._of_first("sums", count - number, many * many),
        ]
        found = self._solve_first(aims)
        leave, enter = ({*range(count)} - found, found - {*range(count)})
        size, apart = len(enter), sum(enter) - sum(leave)
        reach = apart - size * (size - 1)
        if reach == size:
            return [self.players[each] for each in sorted(found)]
        base, decided = 2 * size + 1, list[int]()
        digits = max(3, int(log(_ROOM / many**3, base)))
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
            found = self._solve_first([*aims, self._of_first("exchanged", worth, base**digits)])
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

    def _of_first(self, name: str, worth: Integers, most: int) -> Aim:
        """What players of the remainder are worth as the higher ranked of a pair.

        Where all of them are paired, the worth of S1 may as well be taken off both players of each pair: most pairs
        cost nothing then, which spares the engine most searches.
        """
        size, order = self.work.size, np.array(self.players, np.intp)
        value, least = np.zeros((2, size), np.int64)
        value[order] = worth
        if 2 * self.count == len(order):
            least[order[: self.count]] = worth[: self.count]
        inside = np.zeros(size, bool)
        inside[order] = True

        def gain(one: Indices, other: Indices) -> Integers:
            found: Integers = value[np.minimum(one, other)] - least[one] - least[other]
            return found * (inside[one] & inside[other])

        return Aim(name, gain, most)

    def _solve_first(self, aims: Sequence[Aim]) -> set[int]:
        """The places in the remainder of the higher ranked of its pairs, of the best matching."""
        numbers = np.array(self.players, np.intp) if self.free else self.kept
        pairs = self.work.solve(aims, numbers, self._allowed(numbers), free=self.free).pairs
        place = {each: at for at, each in enumerate(self.players)}
        return {place[min(pair)] for pair in pairs if {*pair} <= place.keys()}


def totals(aims: Sequence[Aim], pairs: Sequence[tuple[int, int]]) -> list[int]:
    """What pairs add up, by each aim."""
    one, other = np.array(pairs, np.intp).reshape(-1, 2).T
    return [int(aim.gain(one, other).sum()) for aim in aims]


def _anywhere(one: Indices, other: Indices) -> Bools:
    return np.ones(np.broadcast_shapes(one.shape, other.shape), bool)


def opponent(player: int, worth: Integers) -> Aim:
    """An opponent of a player, by what each is worth."""

    def gain(one: Indices, other: Indices) -> Integers:
        found: Integers = (one == player) * worth[other] + (other == player) * worth[one]
        return found

    return Aim("opponent", gain, int(worth.max(initial=0)))


def packed(
    aims: Sequence[Aim], first: Indices, second: Indices | None = None
) -> tuple[Integers, ...]:
    """The aims as weights of pairs, as many in one as there is room; one at least.

    Rows are some players, columns the same or others; few rows at a time, since their parts are as large as the whole.
    """
    second = first if second is None else second
    together, room = [list[Aim]()], 1
    for aim in aims:
        if aim.most and room * (aim.most + 1) > _ROOM:
            together, room = [*together, []], 1
        if aim.most:
            together[-1].append(aim)
            room *= aim.most + 1
    found = tuple(np.zeros((len(first), len(second)), np.int64) for _ in together)
    for some in np.array_split(np.arange(len(first)), len(first) // _ROWS + 1):
        for level, those in zip(found, together, strict=True):
            whole = level[some[0] : some[-1] + 1] if len(some) else level
            for aim in those:
                whole *= aim.most + 1
                whole += aim.gain(first[some, None], second)
    return found
