"""A bracket of FIDE's systems: its criteria as levels of an exact matching, and the pairs that are first among equals.

Players who join from above are moved down, those who join from below are upfloaters; a system declares which of
the two its brackets have, its criteria and its order among equals. `Bracket` numbers the players of a bracket and of
what follows anew, since the pairs of others may matter to it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self, TypeAlias

import numpy as np

from ....arrays import distinct
from ....matching import EngineError
from ....sentences import marked
from ..criteria import Exchange, PairingCriterion, Verdict
from .aims import Aim, Claim, Stage, cells, digits, in_blocks, totals
from .players import MILD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ....arrays import Bools, Indices, Integers
    from ..criteria import Pairs
    from .aims import Kind
    from .halves import Order
    from .known_boards import KeptBoards
    from .players import FidePlayers


class Seats(NamedTuple):
    """Who is in a bracket, in the next one, and below it, as places in `FidePlayers`."""

    moved: list[int]
    """Players who were left over above."""

    residents: list[int]
    following: list[int]
    below: list[int]
    """Those whose pairs matter; nobody if it is certain that they can be paired."""

    bye: bool = False
    """Whether one of all these has the bye."""

    closed: bool = True
    """Whether all of them are paired, but for the bye; else the lowest group goes on below."""


Aims: TypeAlias = "Callable[[Bracket, str, list[Aim]], Iterable[Aim]]"
"""The aims of a criterion in a bracket, by its number and the aims that come before it."""


@dataclass(frozen=True)
class FideCriterion(PairingCriterion):
    """A criterion that a bracket is paired by."""

    aims: Aims
    _: KW_ONLY
    beyond: bool = False
    """Whether it counts what is beyond the bracket, and so is no cost of its pairs."""


MAY_MEET = (
    PairingCriterion("rule", marked("a rule of the tournament forbids it"), kind="pair"),
    PairingCriterion(
        "bye", marked("worse by the bye, which somebody else would have"), kind="scores"
    ),
    PairingCriterion("C1", marked("they have met before"), kind="pair"),
    PairingCriterion(
        "C2", marked("the bye would go to somebody who may not have it"), kind="round"
    ),
)
"""What forbids a pair, and who has the bye, in all systems."""

COMPLETION = marked("the rest of the round could not be completed")

ABSOLUTE_CRITERIA = (
    *MAY_MEET,
    PairingCriterion("C3", marked("both must have the same colour"), kind="pair"),
    PairingCriterion("C4", COMPLETION, kind="round"),
)
"""The absolute criteria where players have colours that they must have."""

_ORDER = PairingCriterion(
    "order", marked("as good, but later in the order of the rules"), kind="order"
)


class Earlier(NamedTuple):
    """Who comes before an opponent in the order of a bracket, by the numbers of its players."""

    pair: tuple[int, int]
    """The one whose opponents are in order, and the opponent."""

    before: list[tuple[int, int]]
    """The pairs that the order decides first."""

    opponents: list[int]
    rest: Bools
    """Who else may meet then."""

    exchange: Exchange | None = None


class Choice(NamedTuple):
    """The pairs of a bracket that are first among equals, and how it is known."""

    pairs: list[tuple[int, int]]
    claims: tuple[Claim, ...] = ()
    order: Order | None = None


class Bracket(ABC):
    """A bracket, as its system pairs it: its players and those of what follows, numbered anew, those of the bracket first."""

    absolute: ClassVar[tuple[PairingCriterion, ...]] = ABSOLUTE_CRITERIA
    """What no round may break."""

    criteria_of_system: ClassVar[tuple[FideCriterion, ...]]
    """All other criteria, in order."""

    from_below: ClassVar[bool] = False
    """Whether those who join the residents come up from below; else all whom a bracket leaves over go down."""

    complete: ClassVar[str] = "C4"
    """The number of the criterion by which all others must be paired, too."""

    following: ClassVar[str] = ""
    """The number of the criterion about the next bracket."""

    looks_ahead: ClassVar[bool] = False
    """Whether an upfloater is chosen with an eye on the next bracket."""

    crossing: ClassVar[str]
    """The number of the criterion by which the fewest players leave the bracket, or join it from below."""

    pairs: tuple[tuple[int, int], ...] = ()
    """The pairs, as places in `FidePlayers`, the higher ranked player first."""

    values: Mapping[str, int]
    """What the pairs cost by each criterion, by its number in the rules."""

    claims: tuple[Claim, ...] = ()
    """What the pairs, with those of others that go with them, are as good as; none if they cost nothing by any criterion,
    and are those of the natural order."""

    order: Order | None = None
    """How the pairs follow from two halves, where nobody else matters to them."""

    def __init__(
        self,
        players: FidePlayers,
        lawful: Bools,
        left: Indices,
        seats: Seats,
        known: KeptBoards | None = None,
    ) -> None:
        """`lawful` says who may meet, (n, n); `left` are all who are not yet paired."""
        self.left, self.seats, self.residents = left, seats, seats.residents
        self.known = known
        own = self._arranged([*seats.moved, *seats.residents], players)
        self.place = np.array([*own, *seats.following, *seats.below], np.intp)
        self.size, self.moved, self.inside = len(self.place), len(seats.moved), len(own)
        self.reach = self.inside + len(seats.following)
        self.alone = self.size == self.inside
        self.players = players
        self.allowed = lawful[np.ix_(self.place, self.place)]
        self.stages: list[Stage] = []
        self.by_scores: Stage | None = None
        """Pairs with the right scores of upfloaters, if they have been looked for."""

    def _arranged(self, bracket: list[int], players: FidePlayers) -> list[int]:
        """The players of a bracket in the order of their numbers in it."""
        return bracket

    @classmethod
    def by_number(cls) -> Mapping[str, PairingCriterion]:
        """All criteria by number, in the order in which they decide."""
        every: tuple[PairingCriterion, ...] = *cls.absolute, *cls.criteria_of_system, _ORDER
        return {each.number: each for each in every}

    def of(self, values: Integers) -> Integers:
        """An array of the players, by the new numbers."""
        found: Integers = values[self.place]
        return found

    def meet_inside(self, one: Indices, other: Indices) -> Bools:
        """Which pairs are of two who are in the bracket from the start."""
        found: Bools = (one < self.inside) & (other < self.inside)
        return found

    def within(self, one: Indices, other: Indices) -> Bools:
        """Which pairs are of the bracket."""
        own = self.meet_inside(one, other)
        return own | self.crosses(one, other) if self.from_below else own

    def owns(self, pair: tuple[int, int]) -> bool:
        """Whether a pair is of the bracket."""
        return (min(pair) if self.from_below else max(pair)) < self.inside

    def next(self, one: Indices, other: Indices) -> Bools:
        """Which pairs are of the next bracket."""
        found: Bools = (one < self.reach) & (other < self.reach) & ~self.within(one, other)
        return found

    def crosses(self, one: Indices, other: Indices) -> Bools:
        """Which pairs are of a resident and an upfloater."""
        found: Bools = (one < self.inside) != (other < self.inside)
        return found

    def upfloaters(self, pairs: Pairs) -> list[int]:
        """The upfloaters of some pairs, in the order of score and number."""
        return sorted(max(pair) for pair in pairs if min(pair) < self.inside <= max(pair))

    # ---- The criteria ----

    def criteria(self) -> list[Aim]:
        """All aims that pairs can differ by."""
        self.by_scores, found = None, self.completion()
        for each in self.criteria_of_system:
            found += [aim for aim in each.aims(self, each.number, found) if aim.most]
        return found

    def completion(self) -> list[Aim]:
        """Aims before all criteria, without which the others could not be paired."""
        return []

    def prefer_players(self, name: str, worth: Integers, among: Kind | None = None) -> Aim:
        """Players who should be among the pairs of the bracket, or others, by what they are worth."""
        kind = among or self.within

        def gain(one: Indices, other: Indices) -> Integers:
            found: Integers = kind(one, other) * (worth[one] + worth[other])
            return found

        return Aim(name, gain, int(worth.sum()))

    def avoid_pairs(self, name: str, pairs: Bools | Integers) -> Aim:
        """Pairs that should not be among those of the bracket, or what each of these costs, (size, size)."""
        number = np.arange(self.size)
        within = self.within(number[:, None], number)
        costs = pairs * within
        most = int(costs.max(initial=0))
        gains = costs
        if most:
            gains = within & ~costs if costs.dtype == bool else most * within - costs
        return Aim(
            name,
            lambda one, other: cells(gains, one, other),
            most * (self.inside if self.from_below else self.inside // 2),
            avoids=most,
        )

    def of_upfloaters(self, name: str, cost: Integers | Bools) -> Aim:
        """What each player costs as an upfloater."""
        number = np.arange(self.size)
        crossing = self.crosses(number[:, None], number)
        return self.avoid_pairs(
            name, crossing * np.where(number > number[:, None], cost, cost[:, None])
        )

    # ---- The pairs ----

    def natural(self) -> list[tuple[int, int]] | None:
        """The pairs that come first of all, the first half against the second, if nothing beyond can speak against them."""
        half, odd = divmod(self.inside, 2)
        alone = self.alone and not self.moved and not (self.from_below and odd)
        return [(one, one + half) for one in range(half)] if alone else None

    @abstractmethod
    def choose(self, criteria: list[Aim]) -> Choice:
        """The pairs of all that are the best by the criteria and the first among equals."""

    @abstractmethod
    def earlier(self, ours: list[tuple[int, int]], pair: tuple[int, int]) -> Earlier:
        """Who comes before the opponent of the first of a pair in the order among equals.

        Parameters
        ----------
        ours
            All pairs of the bracket, `numbered`.
        """

    def pair(self) -> Self:
        """Pair the players."""
        criteria, pairs = self.criteria(), self.natural()
        if pairs is None or not self._costs_nothing(criteria, pairs):
            pairs, self.claims, self.order = self.choose(criteria)
        own = [pair for pair in pairs if self.owns(pair)]
        places = self.place[np.array(own, np.intp).reshape(-1, 2)].tolist()
        self.pairs = tuple((min(pair), max(pair)) for pair in places)
        self.values = self._values(criteria, own)
        return self

    @property
    def joined(self) -> list[int]:
        """Those who were left over above, or come up from below, the highest ranked first."""
        used = {each for pair in self.pairs for each in pair}
        return sorted({*self.seats.moved} | used - {*self.residents})

    @property
    def rest(self) -> Indices:
        """Those who are not paired then."""
        return self.left[~np.isin(self.left, np.array(self.pairs, np.intp))]

    @property
    def left_over(self) -> int:
        """How many the pairs of a bracket without upfloaters leave over."""
        return len(self.seats.moved) + len(self.residents) - 2 * len(self.pairs)

    def _costs_nothing(self, criteria: Sequence[Aim], pairs: Pairs) -> bool:
        """Whether players may meet, and no criterion speaks against it."""
        both = zip(criteria, totals(criteria, pairs), strict=True)
        costs = (each.cost(got, len(pairs)) for each, got in both if not each.paired)
        return all(self.allowed[pair] for pair in pairs) and not any(costs)

    def halves(self, pairs: Pairs) -> tuple[list[int], list[int]]:
        """S1 and S2 in their order, as the pairs of a bracket show them; nobody if there are none."""
        return [], []

    def prove(self) -> None:
        """Check with the separate verifier that no pairs are better, and that these are the first of the best.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        pairs, order = self.numbered(self.pairs), self.order
        for stage in self.stages:
            stage.prove()
        for claim in self.claims:
            claim.prove()
            those = {*claim.stage.numbers.tolist()}
            own = {pair for pair in pairs if those.issuperset(pair)}
            if not own <= {(min(pair), max(pair)) for pair in claim.pairs}:
                raise EngineError("the pairs of a bracket are not those that are proven")
        first, second = self.halves(pairs)
        if not self.claims:
            right = pairs == self.natural() and self._costs_nothing(self.criteria(), pairs)
        elif order is not None:
            order.prove()
            right = order.stage.numbers.tolist() == [*first, *second]
            right &= {*order.pairs()} <= {*self.claims[-1].pairs}
        else:  # the opponents are in order, or by levels
            in_order = {*zip(first, second, strict=False)} <= {*pairs}
            right = not self.from_below and (in_order or len(self.claims) > 1)
        if not right:
            raise EngineError("the pairs of a bracket are not those that its order asks for")

    def _values(self, criteria: Sequence[Aim], pairs: Pairs) -> Mapping[str, int]:
        """What the pairs cost, by criterion."""
        counted = {each.number for each in self.criteria_of_system if not each.beyond}
        residents = sum(max(pair) < self.inside for pair in pairs)
        values = {self.crossing: self.inside - 2 * residents}
        for aim, got in zip(criteria, totals(criteria, pairs), strict=True):
            if aim.name in counted and not aim.paired:
                values[aim.name] = values.get(aim.name, 0) + aim.cost(got, len(pairs))
        return values

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
        some = [aim for aim in aims if not (free and aim.paired == self.inside)]
        stage = Stage.of(some, numbers, allowed, complete=free or self.seats.closed)
        self.stages.append(stage)
        return stage

    # ---- Other pairs beside them ----

    @cached_property
    def number(self) -> Mapping[int, int]:
        """The new numbers of the players."""
        return {old: new for new, old in enumerate(self.place.tolist())}

    def numbered(self, pairs: Pairs) -> list[tuple[int, int]]:
        """Pairs by the new numbers, in the order of generation."""
        both = (sorted((self.number[one], self.number[other])) for one, other in pairs)
        return sorted((one, other) for one, other in both)

    @cached_property
    def best(self) -> tuple[list[Aim], Stage]:
        """The criteria, and a matching that is the best by them."""
        criteria = self.criteria()
        return criteria, self.solve(criteria)

    def halved(self, halves: Sequence[list[int]], players: Sequence[int]) -> Bools:
        """Who may meet if nobody does of the same half, and none of some players anybody else."""
        rest, inside = self.allowed.copy(), np.isin(np.arange(self.size), players)
        rest[inside[:, None] != inside] = False
        for half in halves:
            rest[np.ix_(half, half)] = False
        return rest

    def verdict(self, pairs: Pairs) -> Verdict:
        """The first criterion by which pairs are worse than the best ones."""
        number = np.arange(self.size)
        apart = self.allowed & ~self.within(number[:, None], number)
        return self.compare(self.numbered(pairs), apart)

    def compare(self, given: list[tuple[int, int]], rest: Bools) -> Verdict:
        """Compare some pairs, and the best that the others can have of the rest, with the best of all."""
        used = np.array(given, np.intp).reshape(-1)
        rest[used] = rest[:, used] = False
        criteria, best = self.best
        ours, theirs = best.pairs, [*given, *self.solve(criteria, allowed=rest).pairs]
        if self.seats.closed and len(theirs) < len(ours):
            return Verdict(self.complete, 0, self.size - 2 * len(theirs))
        both = zip(criteria, totals(criteria, theirs), totals(criteria, ours), strict=True)
        for aim, got, most in both:
            if got != most:
                inside, now = (sum(map(self.owns, pairs)) for pairs in (ours, theirs))
                return Verdict(aim.name, aim.cost(most, inside), aim.cost(got, now))
        return Verdict("order", 0, 1)

    def judge_opposite(self, players: Sequence[int], *, meet: bool) -> Verdict:
        """The first criterion by which the best pairs are worse if two players meet, or if they do not.

        One of two who meet may be below.
        """
        return self.compare([], self._opposite(players, meet=meet))

    def opposite(self, players: Sequence[int], *, meet: bool) -> tuple[tuple[int, int], ...]:
        """The pairs of the bracket if two players meet, or if they do not, as `judge_opposite`."""
        other = copy(self)
        other.allowed = self._opposite(players, meet=meet)
        return other.pair().pairs

    def _opposite(self, players: Sequence[int], *, meet: bool) -> Bools:
        return opposite(self.allowed, [self.number[each] for each in players], meet=meet)


def opposite(allowed: Bools, players: Sequence[int], *, meet: bool) -> Bools:
    """Who may meet if two players do, or do not; of two who meet one may be elsewhere."""
    allowed, some = allowed.copy(), [*players]
    if meet:
        allowed[some] = allowed[:, some] = False
    if len(some) == 2:
        allowed[some, some[::-1]] = meet
    return allowed


# ---- Criteria of several systems ----


def _fewest_changes(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    if bracket.known is not None:
        yield bracket.known.aim(name, bracket.place)


FEWEST_CHANGES = FideCriterion(
    "known", marked("boards that the players know change"), _fewest_changes, beyond=True
)
"""Comes before all criteria that choose between lawful pairings, if a round is paired again."""


def most_pairs(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    """As many pairs as can be, and so the fewest who go down, or come up."""
    yield Aim(name, bracket.meet_inside, bracket.inside // 2, paired=bracket.inside)


def scores_down(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    """The least scores of those who go down, the highest first."""
    if bracket.moved:
        yield from _by_score(bracket, name, bracket.within, bracket.inside)


def next_bracket(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    """The most pairs in the next bracket, and the least scores of those who go down from it."""
    if not bracket.alone:
        yield Aim(name, bracket.next, bracket.reach // 2, paired=bracket.reach)
        yield from _by_score(bracket, name, bracket.next, bracket.reach)


def _by_score(bracket: Bracket, name: str, among: Kind, count: int) -> Iterator[Aim]:
    score = bracket.of(bracket.players.score_x2)
    for each in distinct(score[:count])[:0:-1]:
        worth = (score == each) & (np.arange(bracket.size) < count)
        yield bracket.prefer_players(name, worth.astype(np.int64), among)


def same_colour(bracket: Bracket, least: int = MILD) -> Bools:
    """Which pairs are of two who are due the same colour, at least so much."""
    due = bracket.of(bracket.players.preference * (bracket.players.strength >= least))
    due = due.astype(
        np.int8
    )  # a pass over all pairs of a large bracket takes as long as they are wide
    found: Bools = due[:, None] == due
    found &= due != 0
    return found


def without_colour(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    """Pairs of two who are due the same colour."""
    yield bracket.avoid_pairs(name, same_colour(bracket))


# ---- Brackets with upfloaters ----


class UpBracket(Bracket):
    """A score group and all below it: those of them who are paired with the group are its upfloaters.

    Two upfloaters never meet: their pair could be left to the others, and the bracket would have fewer upfloaters.
    """

    from_below = True

    def completion(self) -> list[Aim]:
        """All but the players of the lowest group must be paired."""
        if self.seats.closed:
            return []
        score = self.of(self.players.score_x2)
        worth = (score > score[-1]).astype(np.int64)
        return [
            self.prefer_players(
                "complete", worth, lambda one, other: (worth[one] | worth[other]) == 1
            )
        ]

    def choose(self, criteria: list[Aim]) -> Choice:
        """The first set of upfloaters, and the first order of their bracket."""
        best = self.solve(criteria)
        known = [pair for pair in best.pairs if self.owns(pair)]
        if {*range(self.inside)} - {each for pair in known for each in pair}:
            return Choice(known)  # too few others were looked at
        ups, number = self.upfloaters(known), self.of(self.players.number)
        players = sorted([*range(self.inside), *ups], key=number.__getitem__)
        may = self.allowed.copy()
        may[np.ix_(ups, ups)] = False
        outer = {each.number for each in self.criteria_of_system if each.beyond} | {"complete"}
        outer -= {FEWEST_CHANGES.number}  # boards of the same players
        aims = [aim for aim in criteria if aim.name not in outer and not aim.paired]
        claims, order = self.first_order(aims, players, known, may)
        whole = [*order.pairs(), *(pair for pair in best.pairs if not self.owns(pair))]
        return Choice(whole, (Claim(best, tuple(whole)), *claims), order)

    @abstractmethod
    def first_order(
        self, aims: list[Aim], players: list[int], known: Pairs, may: Bools
    ) -> tuple[tuple[Claim, ...], Order]:
        """The first pairs of those that are as good as some known, and what they are as good as.

        Parameters
        ----------
        aims
            Those by which pairs of the same players can differ.
        players
            Those of the bracket, and its upfloaters, by pairing number.
        may
            Who of them may meet, (size, size).
        """

    def earlier(self, ours: list[tuple[int, int]], pair: tuple[int, int]) -> Earlier:
        """Those of S2 who stand before an opponent of somebody of S1."""
        first, second = self.halves(ours)
        mate = {one: other for each in ours for one, other in (each, each[::-1])}
        one, other = pair if pair[0] in first else pair[::-1]
        before = [(each, mate[each]) for each in first[: first.index(one)]]
        used = {each for given in before for each in given}
        others = [each for each in second[: second.index(other)] if each not in used]
        return Earlier(
            (one, other), before, others, self.halved((first, second), [*first, *second])
        )


def scores_up(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    """The highest scores of upfloaters, the lowest of them first."""
    score = bracket.of(bracket.players.score_x2)
    for each in distinct(score[bracket.inside :])[:-1]:
        yield bracket.of_upfloaters(name, score == each)


def first_upfloaters(bracket: Bracket, name: str, before: list[Aim]) -> Iterator[Aim]:
    """Of upfloaters of the same scores those who come first in the order of score and number.

    Of each score of which some rise but not all, the first who can, and so on: a digit each; of one a rank.
    """
    if bracket.alone:
        return
    score = bracket.of(bracket.players.score_x2)
    stage = bracket.by_scores or bracket.solve(before)
    ups = np.array(bracket.upfloaters(stage.pairs), np.intp)
    number = np.arange(bracket.size)
    for each in distinct(score[ups])[::-1]:
        group = number[(number >= bracket.inside) & (score == each)]
        rising = np.count_nonzero(score[ups] == each)
        if rising == len(group):
            continue
        if rising == 1:
            rank = np.zeros(bracket.size, np.int64)
            rank[group] = np.arange(len(group), 0, -1)
            yield bracket.prefer_players(name, rank, bracket.crosses)
            continue
        for some, _ in in_blocks(group.tolist(), ()):
            yield bracket.prefer_players(name, digits(bracket.size, some), bracket.crosses)


FIRST_UPFLOATERS = FideCriterion(
    "set",
    marked("as good so far, with others drawn up, who come later in the order"),
    first_upfloaters,
    kind="order",
    beyond=True,
)
"""Decides between sets of upfloaters that are equally good."""
