"""A round of FIDE's systems: its brackets, one after the other, their proof, and other rounds beside them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from ....matching import EngineError, max_weight_matching
from ...draw import DrawBracket
from ..criteria import Judgement, Verdict
from .brackets import Seats, opposite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ....arrays import Bools, Indices
    from ..criteria import PairingCriterion, Pairs
    from .aims import Stage
    from .brackets import Bracket, Work
    from .players import FidePlayers


TakesWhite: TypeAlias = "Callable[[FidePlayers, int, int, int], bool]"
"""Whether the first of two players takes White, by the colour of the first player in round 1."""


class Step(NamedTuple):
    """A bracket, and who was looked at to pair it."""

    place: int
    """Which one of the round it is, from 0."""

    left: Indices
    """All who were not yet paired."""

    seats: Seats
    bracket: Bracket

    @property
    def rest(self) -> Indices:
        """Those who are not paired then."""
        return self.left[~np.isin(self.left, np.array(self.bracket.pairs, np.intp))]

    @property
    def left_over(self) -> int:
        """How many the pairs of a bracket without upfloaters leave over."""
        return len(self.seats.moved) + len(self.seats.residents) - 2 * len(self.bracket.pairs)


class FirstBye(NamedTuple):
    """Who has the bye, chosen before all brackets."""

    players: FidePlayers
    """All of the round."""

    lawful: Bools
    order: Indices
    """Those who may have it, by their places among the players."""

    place: int
    stage: Stage | None
    """A matching that leaves over the first of the order who can be spared; None if it is certain that the first can be."""

    def prove(self, course: Course) -> None:
        """Check that nobody who comes before may have the bye; `course` is that of all others.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        if self.stage is not None:
            self.stage.prove()
            proven = self.stage.matching.unmatched.tolist() == [self.place]
        else:
            proven = self.place == self.order[0] and course.can_be_paired()
        if not proven:
            raise EngineError("a player who comes before could have the bye")

    @property
    def row(self) -> int:
        """The player's row in the history."""
        return int(self.players.row[self.place])

    def may_go_elsewhere(self, pair: Sequence[int], *, meet: bool) -> bool:
        """Whether somebody else may have the bye, and all others be paired, if two rows meet, or if they do not."""
        row = self.players.row.tolist()
        left = unmatched_players(
            self.players, opposite(self.lawful, [*map(row.index, pair)], meet=meet), bye=True
        )
        return len(left) == 1 and not self.players.had_bye[left].any()


def unmatched_players(players: FidePlayers, lawful: Bools, *, bye: bool) -> Indices:
    """Whom the most pairs leave over; with a bye those who may have it, if that can be."""
    weights = lawful.astype(np.int64)
    had = players.had_bye.astype(np.int64)
    if bye:
        weights *= had[:, None] + had + 1
    mate = max_weight_matching(weights, allowed=lawful, maxcardinality=True).mate
    return np.flatnonzero(mate < 0)


class Course(ABC):
    """The brackets of a round, each paired after the one above it."""

    def __init__(
        self, players: FidePlayers, lawful: Bools, work: type[Work], *, bye: bool = False
    ) -> None:
        self.players, self.lawful, self.work, self.bye = players, lawful, work, bye

    @abstractmethod
    def can_be_paired(self) -> bool:
        """Whether it is certain that all can be paired."""

    @abstractmethod
    def goes_on(self, place: int, left: Indices) -> bool:
        """Whether there is a bracket of those who are left."""

    @abstractmethod
    def seats(self, place: int, left: Indices) -> Iterator[Seats]:
        """Whom to look at for a bracket: few at first, then all who may matter."""

    @abstractmethod
    def accepts(self, step: Step) -> bool:
        """Whether a bracket would be the same if all were looked at."""

    def steps(self) -> Iterator[Step]:
        """Pair the brackets, the highest score first."""
        left, place = np.arange(len(self.players)), 0
        while self.goes_on(place, left):
            looks = (self._step(place, left, seats) for seats in self.seats(place, left))
            yield (step := next(filter(self.accepts, looks)))
            left, place = step.rest, place + 1

    def _step(self, place: int, left: Indices, seats: Seats) -> Step:
        return Step(place, left, seats, self.work(self.players, self.lawful, seats).bracket())

    def prove(self, steps: Sequence[Step]) -> None:
        """Check that each bracket is one of all who are left, and the best and first of these.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        left = np.arange(len(self.players))
        for place, step in enumerate(steps):
            follows = step.place == place and np.array_equal(step.left, left)
            if not (follows and step.seats in self.seats(place, left) and self.accepts(step)):
                raise EngineError("a bracket was paired without players who may matter to it")
            step.bracket.prove()
            self.work(self.players, self.lawful, step.seats).prove_order(step.bracket)
            left = step.rest
        if self.goes_on(len(steps), left) or len(left) > 1:
            raise EngineError(
                "the brackets of a round leave more players over than the one with the bye"
            )

    @abstractmethod
    def judging(self, step: Step, left: int) -> Work:
        """A bracket, with all whom other pairs of its players may be with if these leave so many over."""

    @abstractmethod
    def opposite(self, step: Step) -> Work:
        """A bracket, with those whose pairs may matter to it whatever two players do."""

    @staticmethod
    @abstractmethod
    def is_of(pair: tuple[int, int], inside: set[int]) -> bool:
        """Whether a pair is one of a bracket with these players."""


class Downwards(Course):
    """Brackets of a score group and of those who were left over above.

    It knows how many of each score group everybody may meet.

    That players can be paired whoever joins them follows from Dirac's theorem: each of an even number may meet half of
    the others at least.
    """

    def __init__(
        self,
        players: FidePlayers,
        lawful: Bools,
        work: type[Work],
        *,
        bye: bool = False,
        spare: int = 0,
    ) -> None:
        """`spare` players may be taken out, or meet one opponent less, and the others can still be paired."""
        super().__init__(players, lawful, work, bye=bye)
        self._spare = spare
        score = players.score_x2
        first = np.flatnonzero(np.diff(score, prepend=score[:1] + 1))
        self.bounds = [*first.tolist(), len(score)]
        parts = (lawful[start:stop] for start, stop in pairwise(self.bounds))
        self._may = np.array([part.sum(axis=0, dtype=np.int64) for part in parts])
        free = np.flatnonzero(~players.had_bye)
        # Without those who may be taken out, somebody of the same score has the bye [C5].
        enough = len(free) > spare and score[free[-1 - spare]] == score[free[-1]]
        self._last_free = int(free[-1 - spare]) if enough else -1

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def residents(self, first: int, last: int | None = None) -> list[int]:
        """Players of a group, or of some."""
        stop = self.bounds[-1] if last is None else self.bounds[min(last, len(self))]
        return [*range(self.bounds[min(first, len(self))], stop)]

    def goes_on(self, place: int, left: Indices) -> bool:
        """Whether there is a bracket of those who are left."""
        return place < len(self)

    def seats(self, place: int, left: Indices) -> Iterator[Seats]:
        """A bracket alone, if that may do; then with the group that follows, and those below if they matter.

        It is paired alone if whoever it leaves over can be paired with the next group, so that the criteria of
        completion and of the next bracket are the same for all its pairings.
        """
        moved = left[left < self.bounds[place]].tolist()
        residents, following, below = self._groups_from(place)
        alone = Seats(moved, residents, [], [], bye=self.bye, closed=True)
        if not following:
            yield alone
            return
        if self.takes(place, moved, (len(moved) + len(residents)) % 2):
            yield alone._replace(bye=False, closed=False)
        rest = [*moved, *self.residents(place)]
        least = np.count_nonzero(self.lawful[np.ix_(rest, rest)], axis=1).min()
        if below and self._without_bye(below) >= 2 * (len(rest) - int(least)):
            yield Seats(moved, residents, following, [], bye=False, closed=False)
        else:
            yield Seats(moved, residents, following, below, bye=self.bye, closed=True)

    def accepts(self, step: Step) -> bool:
        """Whether a bracket would be the same if all were looked at."""
        moved, _, following, *_ = step.seats
        if step.seats.closed or following:
            return True
        return self.takes(step.place, moved, step.left_over)

    def takes(self, place: int, moved: list[int], count: int) -> bool:
        """Whether the group that follows, and those below, can be paired if so many players of a bracket come down.

        Of an odd number one goes on below, any of the group; or has the bye, of those who may.
        """
        residents, following, below = self._groups_from(place)
        lost = self._lost([*moved, *residents] if count else [], following, place + 1, place + 2)
        if not below:
            return self._without_bye(following) >= 2 + 2 * lost + count
        further = self._lost(following, below, place + 2)
        can_follow = len(following) - 1 - self._spare >= 2 + 2 * lost + count
        return can_follow and self._without_bye(below) >= 2 + 2 * further + 1

    def judging(self, step: Step, left: int) -> Work:
        """A bracket, with all whom other pairs of its players may be with if these leave so many over."""
        place, moved = step.place, step.seats.moved
        seats = next(
            each
            for each in self.seats(place, step.left)
            if each.closed or each.following or self.takes(place, moved, left)
        )
        return self.work(self.players, self.lawful, seats)

    def opposite(self, step: Step) -> Work:
        """A bracket, with those whose pairs may matter to it whatever two players do."""
        return self._sure.judging(step, step.left_over + 2)

    @cached_property
    def _sure(self) -> Downwards:
        """The same where two players may do anything, and the others can be paired."""
        return Downwards(self.players, self.lawful, self.work, bye=self.bye, spare=2)

    @staticmethod
    def is_of(pair: tuple[int, int], inside: set[int]) -> bool:
        """Whether a pair is one of a bracket with these players."""
        return {*pair} <= inside

    def can_be_paired(self) -> bool:
        """Whether it is certain that all can be paired."""
        everybody = self.residents(0)
        if len(everybody) < 2:
            return False
        return self._without_bye(everybody) >= 2 + 2 * self._lost([], everybody, 0)

    def _groups_from(self, place: int) -> tuple[list[int], list[int], list[int]]:
        """A group, the one that follows, and all below these."""
        return (
            self.residents(place, place + 1),
            self.residents(place + 1, place + 2),
            self.residents(place + 2),
        )

    def _without_bye(self, players: list[int]) -> int:
        """How many there are without the one with the bye; 0 if it is none of them."""
        left = len(players) - self._spare
        if not self.bye:
            return left
        return left - 1 if players and self._last_free >= players[0] else 0

    def _lost(
        self, guests: list[int], group: list[int], first: int, last: int | None = None
    ) -> int:
        """How many of some groups one of them, or of others, may not meet at most."""
        may = self._may[first:last].sum(axis=0)
        own = len(group) - 1 - int(may[group].min())
        return max(own, len(group) - int(may[guests].min())) if guests else own


class Upwards(Course):
    """Brackets of a score group and of upfloaters from below it, who are out of their groups then."""

    def can_be_paired(self) -> bool:
        """Whether it is certain that all can be paired."""
        everybody = np.arange(len(self.players))
        return len(everybody) % 2 == 0 and len(everybody) >= 2 + 2 * self._lost(everybody)

    def goes_on(self, place: int, left: Indices) -> bool:
        """Whether there is a bracket of those who are left."""
        return len(left) > 0

    def seats(self, place: int, left: Indices) -> Iterator[Seats]:
        """The top score group of those who are left, and the groups below it that may matter: few at first, then all.

        It is first tried without upfloaters, or with the group that follows if the top group is odd, if whoever rises
        leaves the others a pairing.
        """
        top, following, _ = self._below(left)
        groups, odd = self._groups(left), len(top) % 2
        if len(groups) > 1 and self._leaves_pairing(groups, odd):
            yield Seats([], top, following if odd else [], [], closed=False)
        last = self._lowest(groups)
        below = [each for group in groups[2 : last + 1] for each in group.tolist()]
        yield Seats([], top, following, below, closed=last == len(groups))

    def accepts(self, step: Step) -> bool:
        """Whether a bracket would be the same if all were looked at: it has the upfloaters for whom few are enough."""
        top, ups = len(step.seats.residents), len(step.bracket.joined)
        if 2 * len(step.bracket.pairs) != top + ups:
            return False
        enough = step.seats.closed or step.seats.below or ups == top % 2
        return bool(enough) or self._lowest(self._groups(step.left)) == 1

    def _leaves_pairing(self, groups: list[Indices], taken: int) -> bool:
        """Whether all below the top group can be paired, whoever of the second group is taken, no or one player."""
        rest = np.concatenate(groups[1:])
        if len(rest) - taken and len(rest) - taken < 2 + 2 * self._lost(rest):
            return False
        return not (taken and self.work.looks_ahead) or self._keeps_apart(groups, taken)

    def _lowest(self, groups: list[Indices]) -> int:
        """The lowest of the score groups that may matter; as many as there are if all do, and so all are paired.

        It is open, if each player of the groups above it may meet as many in it as there are of those, so that whoever
        of them is left over can go there; and if what is left of it and of all below can be paired, whoever of it is
        taken [Dirac 1952].
        """
        for last in range(1, len(groups)):
            above, lowest = np.concatenate(groups[:last]), groups[last]
            rest = np.concatenate(groups[last:])
            meets = self.lawful[np.ix_(above, lowest)].sum(axis=1).min()
            spare = len(rest) - len(above) - 2
            if meets < len(above) or spare < 2 * self._lost(rest):
                continue
            if last > 1 or not self.work.looks_ahead or self._keeps_apart(groups, len(above)):
                return last
        return len(groups)

    def _keeps_apart(self, groups: list[Indices], taken: int) -> bool:
        """Whether the second group, without as many as the first may take, needs but one upfloater, and only if it is odd."""
        own = groups[1]
        if len(groups) == 2:
            return True
        below = np.concatenate(groups[2:])
        joined = np.concatenate([own, groups[2]])
        others = len(below) - 1
        return len(own) - taken - 1 >= 2 + 2 * self._lost(joined) and (
            not others or others >= 2 + 2 * self._lost(below)
        )

    def _below(self, left: Indices) -> tuple[list[int], list[int], list[int]]:
        """The top score group, the one that follows, and all below these."""
        top, *others = [group.tolist() for group in self._groups(left)]
        below = [each for group in others[1:] for each in group]
        return top, others[0] if others else [], below

    def _groups(self, left: Indices) -> list[Indices]:
        score = self.players.score_x2[left]
        return np.split(left, np.flatnonzero(np.diff(score)) + 1)

    def _lost(self, some: Indices) -> int:
        """How many of some players one of them may not meet at most."""
        may = self.lawful[np.ix_(some, some)].sum(axis=1)
        return len(some) - 1 - int(may.min())

    def judging(self, step: Step, left: int) -> Work:
        """A bracket, with all whom other pairs of its players may be with if these leave so many over."""
        return self.work(self.players, self.lawful, Seats([], *self._below(step.left)))

    def opposite(self, step: Step) -> Work:
        """A bracket, with those whose pairs may matter to it whatever two players do."""
        return self.judging(step, 0)

    @staticmethod
    def is_of(pair: tuple[int, int], inside: set[int]) -> bool:
        """Whether a pair is one of a bracket with these players."""
        return bool({*pair} & inside)


@dataclass(frozen=True, kw_only=True, eq=False)
class FideProof:
    """The brackets of a round, each with the matchings that prove its pairs the first of the best."""

    course: Course
    steps: tuple[Step, ...]
    bye: FirstBye | None

    @property
    def paired_brackets(self) -> tuple[Bracket, ...]:
        """The brackets."""
        return tuple(step.bracket for step in self.steps)

    def prove(self) -> None:
        """Check every matching with the separate verifier, and who was looked at.

        Raises
        ------
        EngineError
            If a proof fails: a bug of fastpair.
        """
        if self.bye is not None:
            self.bye.prove(self.course)
        self.course.prove(self.steps)

    def digest(self) -> str:
        """Digest of the certificates of all brackets."""
        stages = [self.bye.stage] if self.bye and self.bye.stage else []
        stages += [stage for each in self.paired_brackets for stage in each.stages]
        parts = (stage.matching.digest() for stage in stages)
        return blake2b(" ".join(parts).encode(), digest_size=32).hexdigest()

    def brackets(self, keys: Sequence[str]) -> tuple[DrawBracket, ...]:
        """The brackets, with players by key."""
        players = self.course.players
        key = [keys[row] for row in players.row.tolist()]
        words = {
            name: each.words
            for name, each in self.course.work.by_number().items()
            if each.kind == "count"
        }
        return tuple(
            DrawBracket(
                score=int(players.score_x2[each.residents[0]]) / 2,
                moved=tuple(key[one] for one in each.joined),
                residents=tuple(key[one] for one in each.residents),
                pairs=tuple((key[one], key[other]) for one, other in each.pairs),
                criteria=each.values,
                words={name: words[name] for name in each.values if name in words},
                from_below=self.course.work.from_below,
            )
            for each in self.paired_brackets
        )


# ---- A round beside others: the first criterion by which each is worse ----


class FideRound:
    """A round that a system of FIDE has paired. Players are rows of the history."""

    def __init__(
        self, takes_white: TakesWhite, course: Course, *, bye: FirstBye | None = None, first: int
    ) -> None:
        """`first` is the colour of the first player, 0 if nothing states or shows it."""
        self._takes_white, self._course, self._bye, self._first = takes_white, course, bye, first
        self.players, self.lawful = course.players, course.lawful
        self._place = {row: place for place, row in enumerate(self.players.row.tolist())}
        self._steps = [*course.steps()]
        self._work = cache(lambda index: course.opposite(self._steps[index]))
        self._verdict = cache(_verdict)

    @property
    def criteria(self) -> Mapping[str, PairingCriterion]:
        """All criteria of the round by number, in the order in which they decide."""
        return self._course.work.by_number()

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairing."""
        return [pair for step in self._steps for pair in self._rows(step.bracket.pairs)]

    def with_colours(self, by_lot: int) -> list[tuple[int, int]]:
        """The pairing with White first; the first player has a colour by lot if nothing else says it."""
        first = self._first or by_lot
        pairs = [pair for step in self._steps for pair in step.bracket.pairs]
        white = [self._takes_white(self.players, *pair, first) for pair in pairs]
        both = zip(pairs, white, strict=True)
        return [*self._rows([pair if first_white else pair[::-1] for pair, first_white in both])]

    @property
    def proof(self) -> FideProof:
        """The brackets, which the separate verifier can check."""
        return FideProof(course=self._course, steps=tuple(self._steps), bye=self._bye)

    def other_colours(self, games: Sequence[tuple[int, int]]) -> list[int]:
        """The places of the games, White first, whose colours the system gives the other way round.

        Where nothing states the colour of the first player, or shows it, that is the colour with which the
        highest ranked of these games agrees.
        """
        places = {
            at: (self._place[white], self._place[black])
            for at, (white, black) in enumerate(games)
            if white in self._place and black in self._place  # who is to have the bye has no place
        }
        first = self._first
        if not first and places:
            one = min(places.values(), key=min)
            first = 1 if self._agrees(*one, 1) else -1
        return [at for at, pair in places.items() if not self._agrees(*pair, first)]

    def _agrees(self, white: int, black: int, first: int) -> bool:
        """Whether the colours of a game are those of the system if the first player had this one."""
        return self._takes_white(self.players, white, black, first)

    def judge(self, games: Pairs) -> Judgement | None:
        """Compare games of the round with the pairing; None if they are the pairing."""
        if self._bye is not None and any(self._bye.row in pair for pair in games):
            return self._judge_bye(self._bye, games)
        places = [(self._place[one], self._place[other]) for one, other in games]
        theirs = [(min(pair), max(pair)) for pair in places]
        ours = [(min(pair), max(pair)) for step in self._steps for pair in step.bracket.pairs]
        for step in self._steps:
            bracket = step.bracket
            inside = {*step.seats.moved, *step.seats.residents}
            own = {(min(pair), max(pair)) for pair in bracket.pairs}
            pairs = [pair for pair in theirs if self._course.is_of(pair, inside)]
            if own == {*pairs}:
                continue
            unlawful = [pair for pair in pairs if not self.lawful[pair]]
            if unlawful:
                criterion = self.players.unlawful(*unlawful[0]).criterion
                verdict = Verdict(criterion, 0, len(unlawful))
            else:
                left = len(inside) - 2 * len(pairs)
                verdict = self._course.judging(step, left).verdict(pairs)
            return Judgement(
                score=self._score(bracket.residents[0]),
                verdict=verdict,
                best=tuple(self._rows(_beyond(ours, theirs, inside))),
                actual=tuple(self._rows(_beyond(theirs, ours, inside))),
            )
        return None

    def _judge_bye(self, bye: FirstBye, games: Pairs) -> Judgement:
        """Judge games in which somebody else has the bye."""
        playing = {row for pair in games for row in pair}
        spared = {*bye.players.row.tolist()} - playing
        again = bye.players.had_bye[np.isin(bye.players.row, [*spared])].any()
        best, actual = (
            tuple(pair for pair in some if {*pair} not in [*map(set, others)])
            for some, others in ((self.pairs, games), (games, self.pairs))
        )
        return Judgement(None, Verdict("C2" if again else "bye", 0, 1), best, actual)

    def judge_opposite(self, one: int, other: int) -> Judgement | None:
        """Compare the best round in which two players do not meet, if the pairing has them meet, or else do.

        Those who may meet by C1 and C3 meet, whatever else forbids it. None if that changes nothing.
        """
        if self._bye is None:
            return self._judge_opposite(one, other)
        bye, complete = self._bye, self._course.work.complete
        if bye.row not in (one, other):
            found = self._judge_opposite(one, other)
            if found is None or found.verdict.criterion != complete:
                return found
        else:
            row = bye.players.row.tolist()
            high, low = sorted((row.index(one), row.index(other)))
            if not bye.players.lawful[high, low]:
                score = int(bye.players.score_x2[high]) / 2
                return Judgement(score, bye.players.unlawful(high, low))
            found = Judgement(None, Verdict(complete, 0, 1))
        meet = {one, other} not in map(set, self.pairs)
        elsewhere = bye.may_go_elsewhere((one, other), meet=meet)
        return Judgement(None, Verdict("bye", 0, 1)) if elsewhere else found

    def _judge_opposite(self, one: int, other: int) -> Judgement | None:
        """The same of two who do not have the bye that comes first."""
        first, second = sorted((self._place[one], self._place[other]))
        pair = first, second
        meet = all(pair not in step.bracket.pairs for step in self._steps)
        if meet and not self.players.lawful[pair]:
            return Judgement(self._score(pair[0]), self.players.unlawful(*pair))
        for index, step in enumerate(self._steps):
            work, own = self._work(index), step.bracket.pairs
            here = tuple(each for each in pair if each in work.number)
            changes = any({*pair} & {*each} for each in own) if meet else pair in own
            if not changes and here and not work.alone:
                changes = {*work.opposite(here, meet=meet)} != {*own}
            if changes:
                verdict = self._verdict(work, here, meet)
                if work.alone and self._is_apart(pair, index):
                    # One of the two is left over in the next bracket, too.
                    verdict = min(verdict, Verdict(work.following, 0, 1), key=self._rank)
                return Judgement(self._score(step.bracket.residents[0]), verdict)
        return None

    def _is_apart(self, pair: tuple[int, int], index: int) -> bool:
        """Whether one of two is neither in a bracket nor of the next score group."""
        near = {*self._steps[index].seats.moved}
        near.update(*(step.seats.residents for step in self._steps[index : index + 2]))
        return not {*pair} <= near

    def _rank(self, verdict: Verdict) -> int:
        """The place of a criterion among all."""
        return [*self.criteria].index(verdict.criterion)

    def _score(self, player: int) -> float:
        return int(self.players.score_x2[player]) / 2

    def _rows(self, pairs: Pairs) -> Iterator[tuple[int, int]]:
        for one, other in pairs:
            yield int(self.players.row[one]), int(self.players.row[other])


def _beyond(pairs: Pairs, others: Pairs, inside: set[int]) -> list[tuple[int, int]]:
    """The pairs with somebody of a bracket that are not among others."""
    return sorted({pair for pair in pairs if {*pair} & inside} - {*others})


def _verdict(work: Work, players: tuple[int, ...], meet: bool) -> Verdict:
    return work.judge_opposite(players, meet=meet)
