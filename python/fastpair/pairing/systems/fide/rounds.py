"""A round of FIDE's systems: its brackets, one after the other, their proof, and other rounds beside them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from ....matching import EngineError
from ...draw import DrawBracket
from ...solving.large import ComputedGraph
from ..criteria import Halves, Judgement, Verdict
from .brackets import Seats, opposite
from .reasons import earlier_opponents, leaves_more_over

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ....arrays import Bools, Indices
    from ..criteria import EarlierOpponents, PairingCriterion, Pairs
    from .aims import Stage
    from .brackets import Bracket
    from .known_boards import KeptBoards
    from .players import FidePlayers


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

    def prove(self, course: RoundBrackets) -> None:
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
        places = [int(np.flatnonzero(self.players.row == row)[0]) for row in pair]
        left = unmatched_players(self.players, opposite(self.lawful, places, meet=meet), bye=True)
        return len(left) == 1 and not self.players.had_bye[left].any()


def unmatched_players(players: FidePlayers, lawful: Bools, *, bye: bool) -> Indices:
    """Whom the most pairs leave over; with a bye those who may have it, if that can be."""
    had = players.had_bye.astype(np.int64) * bye
    graph = ComputedGraph(lawful, lambda one, other: had[one] + had[other] + 1)
    return np.flatnonzero(graph.best_matching(complete=True).mate < 0)


class RoundBrackets(ABC):
    """The brackets of a round, each paired after the one above it.

    That players can be paired whoever joins them follows from Dirac's theorem: each of an even number may meet half of
    the others at least [Dirac 1952].
    """

    def __init__(
        self,
        players: FidePlayers,
        lawful: Bools,
        bracket: type[Bracket],
        *,
        bye: bool = False,
        known: KeptBoards | None = None,
    ) -> None:
        self.players, self.lawful, self.bracket, self.bye = players, lawful, bracket, bye
        self.known = known

    def without(self, place: int) -> Self:
        """The players without the one with the bye."""
        others = np.delete(np.arange(len(self.players)), place)
        return type(self)(
            self.players.take(others),
            self.lawful[np.ix_(others, others)],
            self.bracket,
            known=None if self.known is None else self.known.take(others),
        )

    @abstractmethod
    def seats(self, left: Indices, start: int) -> Iterator[Seats]:
        """Whom to look at, of those left, for the bracket that begins at a place: few at first, then all who may matter."""

    @abstractmethod
    def suffices(self, bracket: Bracket) -> bool:
        """Whether a bracket for which few were looked at would be the same if all were."""

    @abstractmethod
    def judging(self, bracket: Bracket, left_over: int) -> Bracket:
        """A bracket, with all whom other pairs of its players may be with if these leave so many over."""

    def brackets(self) -> Iterator[Bracket]:
        """Pair the brackets, the highest score first."""
        left, start = np.arange(len(self.players)), 0
        while (left >= start).any():
            for seats in self._looks(left, start):
                bracket = self._bracket(left, seats).pair()
                if self.suffices(bracket):
                    break
            yield bracket
            left, start = bracket.rest, bracket.residents[-1] + 1

    def prove(self, brackets: Sequence[Bracket]) -> None:
        """Check that each bracket is one of all who are left, and the best and first of these.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        left, start = np.arange(len(self.players)), 0
        for each in brackets:
            looks = self._looks(left, start)
            right = np.array_equal(each.left, left) and each.seats in looks
            if not (right and (self.suffices(each) or next(looks, None) is None)):
                raise EngineError("a bracket was paired without players who may matter to it")
            each.prove()
            left, start = each.rest, each.residents[-1] + 1
        if (left >= start).any() or len(left) > 1:
            raise EngineError(
                "the brackets of a round leave more players over than the one with the bye"
            )

    def _looks(self, left: Indices, start: int) -> Iterator[Seats]:
        """Whom to look at for a bracket; all who are left if boards are known, which may be anywhere."""
        few = self.seats(left, start)
        return few if self.known is None else iter([self.everybody(left, start)])

    def _bracket(self, left: Indices, seats: Seats) -> Bracket:
        return self.bracket(self.players, self.lawful, left, seats, self.known)

    def can_be_paired(self) -> bool:
        """Whether it is certain that all can be paired."""
        everybody = [*range(len(self.players))]
        count = self.paired(everybody)
        return count > 0 == count % 2 and count >= 2 + 2 * self.lost(everybody)

    def everybody(self, left: Indices, start: int) -> Seats:
        """All who are left for the bracket that begins at a place."""
        top, *others = self.groups(left, start)
        following, below = ([*chain(*some)] for some in (others[:1], others[1:]))
        return Seats(left[left < start].tolist(), top, following, below, bye=self.bye)

    def groups(self, left: Indices, start: int) -> list[list[int]]:
        """The score groups of those who are left from a place on."""
        some = left[left >= start]
        cuts = np.flatnonzero(np.diff(self.players.score_x2[some])) + 1
        return [group.tolist() for group in np.split(some, cuts)]

    def paired(self, players: Sequence[int]) -> int:
        """How many of the lowest players there are without the one with the bye."""
        return len(players)

    def lost(self, group: Sequence[int]) -> int:
        """How many of a group one of them may not meet at most."""
        may = self.lawful[np.ix_(group, group)].sum(axis=1)
        return len(group) - 1 - int(may.min())


class Downwards(RoundBrackets):
    """Brackets of a score group and of those who were left over above."""

    @cached_property
    def _may(self) -> dict[int, Indices]:
        """How many everybody may meet of the players from a place on, by the places where score groups begin or end."""
        score = self.players.score_x2
        cuts = np.flatnonzero(np.diff(score)) + 1
        parts = [part.sum(axis=0, dtype=np.int64) for part in np.split(self.lawful, cuts)]
        below = np.cumsum([np.zeros(len(score), np.int64), *parts[::-1]], axis=0)[::-1]
        return dict(zip([0, *cuts.tolist(), len(score)], below, strict=True))

    def lost(self, group: Sequence[int], guests: Sequence[int] = ()) -> int:
        """How many of some score groups one of them, or of others, may not meet at most."""
        may = self._may[group[0]] - self._may[group[-1] + 1]
        own = len(group) - 1 - int(may[[*group]].min())
        return max(own, len(group) - int(may[[*guests]].min())) if guests else own

    def paired(self, players: Sequence[int], spare: int = 0) -> int:
        """How many there are without the one with the bye, 0 if it is none of them.

        `spare` players may be taken out, or meet one opponent less, and the others can still be paired; without those
        who may be taken out, somebody of the same score has the bye [C5].
        """
        free = np.flatnonzero(~self.players.had_bye)
        score, left = self.players.score_x2, len(players) - spare
        if not self.bye:
            return left
        enough = len(free) > spare and score[free[-1 - spare]] == score[free[-1]]
        return left - 1 if enough and players and free[-1 - spare] >= players[0] else 0

    def seats(self, left: Indices, start: int, spare: int = 0) -> Iterator[Seats]:
        """A bracket alone, if that may do; then with the group that follows, and those below if they matter.

        It is paired alone if whoever it leaves over can be paired with the next group, so that the criteria of
        completion and of the next bracket are the same for all its pairings.
        """
        whole = self.everybody(left, start)
        odd = (len(whole.moved) + len(whole.residents)) % 2
        if whole.following and self._takes(whole, odd, spare):
            yield whole._replace(following=[], below=[], bye=False, closed=False)
        if whole.below and self.paired(whole.below, spare) >= 2 + 2 * super().lost(left.tolist()):
            yield whole._replace(below=[], bye=False, closed=False)
        else:
            yield whole

    def suffices(self, bracket: Bracket) -> bool:
        """Whether a bracket for which few were looked at would be the same if all were."""
        whole = self.everybody(bracket.left, bracket.residents[0])
        return bool(whole.following) and self._takes(whole, bracket.left_over, 0)

    def judging(self, bracket: Bracket, left_over: int) -> Bracket:
        """A bracket, with all whom other pairs of its players may be with if these leave so many over.

        Two players may do anything, and the others can be paired.
        """
        whole = self.everybody(bracket.left, bracket.residents[0])
        *few, seats = self.seats(bracket.left, bracket.residents[0], spare=2)
        if few and self._takes(whole, left_over, 2):
            (seats,) = few
        return self._bracket(bracket.left, seats)

    def _takes(self, whole: Seats, count: int, spare: int) -> bool:
        """Whether the group that follows, and those below, can be paired if so many players of a bracket come down.

        Of an odd number one goes on below, any of the group; or has the bye, of those who may.
        """
        moved, top, following, below, *_ = whole
        lost = self.lost(following, [*moved, *top] if count else ())
        if not below:
            return self.paired(following, spare) >= 2 + 2 * lost + count
        can_follow = len(following) - 1 - spare >= 2 + 2 * lost + count
        return can_follow and self.paired(below, spare) >= 3 + 2 * self.lost(below, following)


class Upwards(RoundBrackets):
    """Brackets of a score group and of upfloaters from below it, who are out of their groups then."""

    def seats(self, left: Indices, start: int) -> Iterator[Seats]:
        """The top score group of those who are left, and the groups below it that may matter: few at first, then all.

        It is first tried without upfloaters, or with the group that follows if the top group is odd, if whoever rises
        leaves the others a pairing.
        """
        groups = self.groups(left, start)
        whole = self.everybody(left, start)._replace(below=[], closed=False)
        odd, few = len(groups[0]) % 2, None
        if len(groups) > 1 and self._leaves_pairing(groups[1:], odd):
            yield (few := whole if odd else whole._replace(following=[]))
        last = self._lowest(groups)
        below, closed = [*chain(*groups[2 : last + 1])], last == len(groups)
        if (many := whole._replace(below=below, closed=closed)) != few:
            yield many

    def suffices(self, bracket: Bracket) -> bool:
        """Whether a bracket for which few were looked at has the upfloaters that it must have, and no more."""
        odd, paired = len(bracket.residents) % 2, 2 * len(bracket.pairs)
        return len(bracket.joined) == odd and paired == len(bracket.residents) + odd

    def judging(self, bracket: Bracket, left_over: int) -> Bracket:
        """A bracket, with all whom other pairs of its players may be with."""
        seats = self.everybody(bracket.left, bracket.residents[0])
        return self._bracket(bracket.left, seats)

    def _leaves_pairing(self, lower: list[list[int]], taken: int) -> bool:
        """Whether all below the top group can be paired, whoever of the second group is taken, no or one player."""
        rest = [*chain(*lower)]
        if len(rest) - taken and len(rest) - taken < 2 + 2 * self.lost(rest):
            return False
        return not (taken and self.bracket.looks_ahead) or self._keeps_apart(lower, taken)

    def _lowest(self, groups: list[list[int]]) -> int:
        """The lowest of the score groups that may matter; as many as there are if all do, and so all are paired.

        It is open, if each player of the groups above it may meet as many in it as there are of those, so that whoever
        of them is left over can go there; and if what is left of it and of all below can be paired, whoever of it is
        taken [Dirac 1952].
        """
        for last in range(1, len(groups)):
            above, rest = ([*chain(*some)] for some in (groups[:last], groups[last:]))
            meets = self.lawful[np.ix_(above, groups[last])].sum(axis=1).min()
            spare = len(rest) - len(above) - 2
            if meets < len(above) or spare < 2 * self.lost(rest):
                continue
            if (
                last > 1
                or not self.bracket.looks_ahead
                or self._keeps_apart(groups[1:], len(above))
            ):
                return last
        return len(groups)

    def _keeps_apart(self, lower: list[list[int]], taken: int) -> bool:
        """Whether the second group, without as many as the first may take, needs but one upfloater, and only if it is odd."""
        own, *others = lower
        if not others:
            return True
        below = [*chain(*others)]
        count = len(below) - 1
        return len(own) - taken - 1 >= 2 + 2 * self.lost([*own, *others[0]]) and (
            not count or count >= 2 + 2 * self.lost(below)
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class FideRound:
    """A round that a system of FIDE has paired, with its proof, beside which others are judged.

    Players are rows of the history.
    """

    takes_white: Callable[[FidePlayers, int, int, int], bool]
    """See `FideSystem.takes_white`."""

    first_colour: int
    """Of the first player in round 1; 0 if nothing states or shows it."""

    course: RoundBrackets
    paired_brackets: tuple[Bracket, ...]
    bye: FirstBye | None

    # ---- The pairing and its proof ----

    def prove(self) -> None:
        """Check every matching with the separate verifier, and who was looked at.

        Raises
        ------
        EngineError
            If a proof fails: a bug of fastpair.
        """
        if self.bye is not None:
            self.bye.prove(self.course)
        self.course.prove(self.paired_brackets)

    def digest(self) -> str:
        """Digest of the certificates of all brackets."""
        stages = [self.bye.stage] if self.bye and self.bye.stage else []
        stages += [stage for each in self.paired_brackets for stage in each.stages]
        parts = (stage.matching.digest() for stage in stages)
        return blake2b(" ".join(parts).encode(), digest_size=32).hexdigest()

    def brackets(self, keys: Sequence[str]) -> tuple[DrawBracket, ...]:
        """The brackets, with players by key."""
        key = [keys[row] for row in self.players.row.tolist()]
        words = {name: each.words for name, each in self.criteria.items() if each.kind == "count"}
        return tuple(
            DrawBracket(
                score=self._score(each),
                moved=tuple(key[one] for one in each.joined),
                residents=tuple(key[one] for one in each.residents),
                pairs=tuple((key[one], key[other]) for one, other in each.pairs),
                criteria=each.values,
                words={name: words[name] for name in each.values if name in words},
                from_below=self.course.bracket.from_below,
            )
            for each in self.paired_brackets
        )

    @property
    def players(self) -> FidePlayers:
        """All but the one with the bye that comes first."""
        return self.course.players

    @property
    def criteria(self) -> Mapping[str, PairingCriterion]:
        """All criteria of the round by number, in the order in which they decide."""
        return self.course.bracket.by_number()

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairing."""
        return [*self._rows(self._pairs)]

    @cached_property
    def _pairs(self) -> list[tuple[int, int]]:
        """The pairing, by places among the players."""
        return [pair for each in self.paired_brackets for pair in each.pairs]

    @cached_property
    def _place(self) -> dict[int, int]:
        return {row: place for place, row in enumerate(self.players.row.tolist())}

    def _places(self, pair: tuple[int, int]) -> tuple[int, int]:
        one, other = (self._place[row] for row in pair)
        return min(one, other), max(one, other)

    def _rows(self, pairs: Pairs) -> Iterator[tuple[int, int]]:
        row = self.players.row
        return ((int(row[one]), int(row[other])) for one, other in pairs)

    # ---- Colours ----

    def with_colours(self, by_lot: int) -> list[tuple[int, int]]:
        """The pairing with White first; the first player has a colour by lot if nothing else says it."""
        first = self.first_colour or by_lot
        white_first = (pair if self._agrees(pair, first) else pair[::-1] for pair in self._pairs)
        return [*self._rows([*white_first])]

    def other_colours(self, games: Sequence[tuple[int, int]]) -> list[int]:
        """The places of the games, White first, whose colours the system gives the other way round.

        Where nothing states the colour of the first player, or shows it, that is the colour with which the
        highest ranked of these games agrees.
        """
        places = {
            at: (self._place[white], self._place[black])
            for at, (white, black) in enumerate(games)
            if {white, black} <= self._place.keys()  # who is to have the bye has no place
        }
        first = self.first_colour
        if not first and places:
            first = 1 if self._agrees(min(places.values(), key=min), 1) else -1
        return [at for at, pair in places.items() if not self._agrees(pair, first)]

    def _agrees(self, pair: tuple[int, int], first: int) -> bool:
        """Whether the system gives White to the first of two if the first player of round 1 had this colour."""
        return self.takes_white(self.players, *pair, first)

    # ---- Other rounds beside it: the first criterion by which each is worse ----

    def judge(self, games: Pairs) -> Judgement | None:
        """Compare games of the round with the pairing; None if they are the pairing."""
        if self.bye is not None and any(self.bye.row in pair for pair in games):
            return self._judge_bye(self.bye, games)
        theirs = [self._places(pair) for pair in games]
        some = any if self.course.bracket.from_below else all
        for bracket in self.paired_brackets:
            inside = {*bracket.seats.moved, *bracket.residents}
            pairs = [pair for pair in theirs if some(each in inside for each in pair)]
            if {*pairs} == {*bracket.pairs}:
                continue
            unlawful = [pair for pair in pairs if not self.course.lawful[pair]]
            if unlawful:
                criterion = self.players.unlawful(*unlawful[0]).criterion
                verdict = Verdict(criterion, 0, len(unlawful))
            else:
                left_over = len(inside) - 2 * len(pairs)
                verdict = self.course.judging(bracket, left_over).verdict(pairs)
            return Judgement(self._score(bracket), verdict, *self._differing(games))
        return None

    def _judge_bye(self, bye: FirstBye, games: Pairs) -> Judgement:
        """Judge games in which somebody else has the bye."""
        playing = {row for pair in games for row in pair}
        again = bye.players.had_bye[~np.isin(bye.players.row, [*playing])].any()
        return Judgement(None, Verdict("C2" if again else "bye", 0, 1), *self._differing(games))

    def _differing(self, games: Pairs) -> tuple[Pairs, Pairs]:
        """The pairs of the pairing that are none of the games, and the games that are none of its pairs."""
        ours, theirs = ({*map(frozenset, pairs)} for pairs in (self.pairs, games))
        return (
            tuple(pair for pair in self.pairs if frozenset(pair) not in theirs),
            tuple(pair for pair in games if frozenset(pair) not in ours),
        )

    def judge_opposite(self, one: int, other: int) -> Judgement | None:
        """Compare the best round in which two players do not meet, if the pairing has them meet, or else do.

        Those who may meet by C1 and C3 meet, whatever else forbids it. None if that changes nothing.
        """
        if self.bye is None:
            return self._judge_opposite(one, other)
        bye, complete = self.bye, self.course.bracket.complete
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
        """Judge the opposite of what is drawn for two who do not have the bye that comes first."""
        pair = self._places((one, other))
        meet = pair not in self._pairs
        if meet and not self.players.lawful[pair]:
            score = int(self.players.score_x2[pair[0]]) / 2
            return Judgement(score, self.players.unlawful(*pair))
        for index, own in enumerate(self.paired_brackets):
            whole = self._whole(index)
            here = tuple(each for each in pair if each in whole.number)
            changes = any({*pair} & {*each} for each in own.pairs) if meet else pair in own.pairs
            if not changes and here and not whole.alone:
                changes = {*whole.opposite(here, meet=meet)} != {*own.pairs}
            if changes:
                verdict = self._verdict(index, here, meet)
                near = (each.residents for each in self.paired_brackets[index : index + 2])
                if whole.alone and not {*pair} <= {*own.seats.moved}.union(*near):
                    # One of the two is left over in the next bracket, too.
                    criteria, following = [*self.criteria], whole.following
                    if criteria.index(following) < criteria.index(verdict.criterion):
                        verdict = Verdict(following, 0, 1)
                return Judgement(self._score(own), verdict)
        return None

    @cached_property
    def _whole(self) -> Callable[[int], Bracket]:
        """A bracket, with those whose pairs may matter to it whatever two players do."""
        every = self.paired_brackets
        return cache(lambda at: self.course.judging(every[at], every[at].left_over + 2))

    @cached_property
    def _verdict(self) -> Callable[[int, tuple[int, ...], bool], Verdict]:
        return cache(lambda at, players, meet: self._whole(at).judge_opposite(players, meet=meet))

    def _score(self, bracket: Bracket) -> float:
        return int(self.players.score_x2[bracket.residents[0]]) / 2

    def _bracket_of(self, one: int, other: int) -> tuple[Bracket, tuple[int, int]] | None:
        """The bracket in which two meet, and their places."""
        pair = self._places((one, other)) if {one, other} <= self._place.keys() else None
        bracket = next((each for each in self.paired_brackets if pair in each.pairs), None)
        return None if bracket is None or pair is None else (bracket, pair)

    def halves(self, one: int, other: int) -> Halves | None:
        """The places of two who meet in the halves of their bracket; None if they are in none."""
        if (found := self._bracket_of(one, other)) is None:
            return None
        bracket, pair = found
        first, second = bracket.halves(bracket.numbered(bracket.pairs))
        for places in (pair, pair[::-1]):
            top, bottom = (bracket.number[each] for each in places)
            if top in first and bottom in second:
                (rows,) = self._rows([places])
                at = first.index(top) + 1, second.index(bottom) + 1
                return Halves(self._score(bracket), rows, at)
        return None

    def earlier_opponents(
        self, one: int, other: int, only: int | None = None
    ) -> EarlierOpponents | None:
        """Why the first of two who meet has none of the opponents who come before the other one."""
        if (own := self._bracket_of(one, other)) is None:
            return None
        bracket, pair = own
        for left_over in (bracket.left_over, bracket.left_over + 2 * len(bracket.pairs)):
            whole = self.course.judging(bracket, left_over)
            found = earlier_opponents(whole, bracket.pairs, pair, only)
            if not leaves_more_over(whole, found):
                break
        return found
