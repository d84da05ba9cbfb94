"""The Dutch system of FIDE, by the rules in force from 1 February 2026 [C.04.3]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from ...errors import NoPairingError
from ...go.tournament import Criterion, DutchRules
from ...matching import EngineError, max_weight_matching
from ...sentences import Remedy, phrase
from ..draw import DrawBracket, HardRule
from .criteria import EarlierOpponents, Exchange, Judgement, PassedOver, PlayerFacts, Verdict
from .dutch_brackets import BracketWork, Seats, pair_bracket
from .dutch_players import DutchPlayers
from .system import Pairing, System

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...arrays import Bools
    from ...go.tournament import Tournament
    from .criteria import Pairs
    from .dutch_brackets import Bracket
    from .system import Situation


def lawful_pairs(situation: Situation, players: DutchPlayers) -> Bools:
    """Who may meet by the rules [C1, C3] and by the hard rules of the draw, (n, n)."""
    seats = situation.seat[players.row]
    allowed = players.lawful
    for each in situation.removals():
        if each.rule is not HardRule.REMATCH:
            allowed = allowed & ~each.pairs[np.ix_(seats, seats)]
    return allowed


class Groups:
    """The score groups of a round, and how many of each everybody may meet.

    That players can be paired whoever joins them follows from Dirac's theorem: each of an even number may meet half of
    the others at least.
    """

    def __init__(self, players: DutchPlayers, lawful: Bools, *, bye: bool, spare: int = 0) -> None:
        """`spare` players may be taken out, or meet one opponent less, and the others can still be paired."""
        self.players, self.lawful, self._bye, self._spare = players, lawful, bye, spare
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

    def seats(self, place: int, moved: list[int]) -> Iterator[Seats]:
        """A bracket alone, if that may do; then with the group that follows, and those below if they matter."""
        residents, following = (
            self.residents(place, place + 1),
            self.residents(place + 1, place + 2),
        )
        below = self.residents(place + 2)
        alone = Seats(moved, residents, [], [], bye=self._bye, closed=True)
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
            yield Seats(moved, residents, following, below, bye=self._bye, closed=True)

    def takes(self, place: int, moved: list[int], count: int) -> bool:
        """Whether the group that follows, and those below, can be paired if so many players of a bracket come down.

        Of an odd number one goes on below, any of the group; or has the bye, of those who may.
        """
        residents, following = (
            self.residents(place, place + 1),
            self.residents(place + 1, place + 2),
        )
        below = self.residents(place + 2)
        lost = self._lost([*moved, *residents] if count else [], following, place + 1, place + 2)
        if not below:
            return self._without_bye(following) >= 2 + 2 * lost + count
        further = self._lost(following, below, place + 2)
        can_follow = len(following) - 1 - self._spare >= 2 + 2 * lost + count
        return can_follow and self._without_bye(below) >= 2 + 2 * further + 1

    def can_be_paired(self) -> bool:
        """Whether it is certain that all can be paired."""
        everybody = self.residents(0)
        if len(everybody) < 2:
            return False
        return self._without_bye(everybody) >= 2 + 2 * self._lost([], everybody, 0)

    def _without_bye(self, players: list[int]) -> int:
        """How many there are without the one with the bye; 0 if it is none of them."""
        left = len(players) - self._spare
        if not self._bye:
            return left
        return left - 1 if players and self._last_free >= players[0] else 0

    def _lost(
        self, guests: list[int], group: list[int], first: int, last: int | None = None
    ) -> int:
        """How many of some groups one of them, or of others, may not meet at most."""
        may = self._may[first:last].sum(axis=0)
        own = len(group) - 1 - int(may[group].min())
        return max(own, len(group) - int(may[guests].min())) if guests else own


def brackets(groups: Groups) -> Iterator[tuple[Seats, Bracket]]:
    """Pair the brackets one after the other, the highest score first.

    A bracket is paired alone if whoever it leaves over can be paired with the next group, so that C4, C5 and C8 are
    the same for all its pairings; else together with that group, and those below it.
    """
    moved = list[int]()
    for place in range(len(groups)):
        for seats in groups.seats(place, moved):
            bracket = pair_bracket(groups.players, groups.lawful, seats)
            used = {player for pair in bracket.pairs for player in pair}
            left = [each for each in (*moved, *seats.residents) if each not in used]
            if seats.closed or seats.following or groups.takes(place, moved, len(left)):
                break
        yield seats, bracket
        moved = left


@dataclass(frozen=True, kw_only=True, eq=False)
class DutchProof:
    """The brackets of a round, each with the matchings that prove its pairs the first of the best."""

    players: DutchPlayers
    found: tuple[Bracket, ...]

    def prove(self) -> None:
        """Check every matching with the separate verifier.

        Raises
        ------
        EngineError
            If a proof fails: a bug of fastpair.
        """
        for bracket in self.found:
            bracket.prove()
        paired = sum(len(bracket.pairs) for bracket in self.found)
        if len(self.players) - 2 * paired > 1:
            raise EngineError(
                "the brackets of a round leave more players over than the one with the bye"
            )

    def digest(self) -> str:
        """Digest of the certificates of all brackets."""
        parts = (stage.matching.digest() for each in self.found for stage in each.stages)
        return blake2b(" ".join(parts).encode(), digest_size=32).hexdigest()

    def brackets(self, keys: Sequence[str]) -> tuple[DrawBracket, ...]:
        """The brackets, with players by key."""
        key = [keys[row] for row in self.players.row.tolist()]
        return tuple(
            DrawBracket(
                score=int(self.players.score_x2[each.residents[0]]) / 2,
                moved=tuple(key[one] for one in each.moved),
                residents=tuple(key[one] for one in each.residents),
                pairs=tuple((key[one], key[other]) for one, other in each.pairs),
                criteria=each.values,
            )
            for each in self.found
        )


# ---- A round beside others: the first criterion by which each is worse ----


class DutchRound:
    """A round that the Dutch system has paired. Players are rows of the history."""

    def __init__(self, groups: Groups, *, bye: bool, first: int) -> None:
        """`first` is the colour of the first player, 0 if nothing states or shows it."""
        self._first = first
        self.players, self.lawful = groups.players, groups.lawful
        self._place = {row: place for place, row in enumerate(self.players.row.tolist())}
        self._brackets = [*brackets(groups)]
        # Whatever two players do, the others can be paired.
        self._sure = Groups(self.players, self.lawful, bye=bye, spare=2)
        self._work = cache(self._work_of)
        self._verdict = cache(_verdict)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairing."""
        return [pair for _, each in self._brackets for pair in self._rows(each.pairs)]

    @property
    def proof(self) -> DutchProof:
        """The brackets, which the separate verifier can check."""
        return DutchProof(players=self.players, found=tuple(each for _, each in self._brackets))

    def other_colours(self, games: Sequence[tuple[int, int]]) -> list[int]:
        """The places of the games, White first, whose colours the system gives the other way round.

        Where nothing states the colour of the first player, or shows it, that is the colour with which the
        highest ranked of these games agrees.
        """
        places = [(self._place[white], self._place[black]) for white, black in games]
        first = self._first
        if not first and places:
            one = min(places, key=min)
            first = 1 if self._agrees(*one, 1) else -1
        return [at for at, pair in enumerate(places) if not self._agrees(*pair, first)]

    def _agrees(self, white: int, black: int, first: int) -> bool:
        """Whether the colours of a game are those of the system if the first player had this one."""
        high_white = self.players.takes_white(min(white, black), max(white, black), first)
        return high_white == (white < black)

    def judge(self, games: Pairs) -> Judgement | None:
        """Compare games of the round with the pairing; None if they are the pairing."""
        places = [(self._place[one], self._place[other]) for one, other in games]
        theirs = [(min(pair), max(pair)) for pair in places]
        ours = [(min(pair), max(pair)) for _, each in self._brackets for pair in each.pairs]
        for seats, bracket in self._brackets:
            inside = {*seats.moved, *seats.residents}
            own = {(min(pair), max(pair)) for pair in bracket.pairs}
            pairs = [(one, other) for one, other in theirs if {one, other} <= inside]
            if own == {*pairs}:
                continue
            unlawful = [pair for pair in pairs if not self.lawful[pair]]
            if unlawful:
                criterion = self.players.unlawful(*unlawful[0]).criterion
                verdict = Verdict(criterion, 0, len(unlawful))
            else:
                verdict = BracketWork(self.players, self.lawful, seats).verdict(pairs)
            return Judgement(
                score=self._score(bracket.residents[0]),
                verdict=verdict,
                best=tuple(self._rows(_beyond(ours, theirs, inside))),
                actual=tuple(self._rows(_beyond(theirs, ours, inside))),
            )
        return None

    def judge_opposite(self, one: int, other: int) -> Judgement | None:
        """Compare the best round in which two players do not meet, if the pairing has them meet, or else do.

        Those who may meet by C1 and C3 meet, whatever else forbids it. None if that changes nothing.
        """
        first, second = sorted((self._place[one], self._place[other]))
        pair = first, second
        meet = all(pair not in each.pairs for _, each in self._brackets)
        if meet and not self.players.lawful[pair]:
            return Judgement(self._score(pair[0]), self.players.unlawful(*pair))
        for index, (seats, bracket) in enumerate(self._brackets):
            work, own = self._work(index), bracket.pairs
            here = tuple(each for each in pair if each in work.number)
            changes = any({*pair} & {*each} for each in own) if meet else pair in own
            if not changes and here and not work.alone:
                changes = work.opposite(here, meet=meet) != own
            if changes:
                verdict = self._verdict(work, here, meet)
                apart = {*pair} - {*seats.moved, *seats.residents, *self._next(index)}
                if apart and work.alone and verdict.place > 8:
                    verdict = Verdict(
                        "C8", 0, 1
                    )  # one of the two is left over in the next bracket, too
                return Judgement(self._score(bracket.residents[0]), verdict)
        return None

    def _work_of(self, index: int) -> BracketWork:
        """A bracket, with those whose pairs may matter to it whatever two players do."""
        seats = next(self._sure.seats(index, self._brackets[index][0].moved))
        return BracketWork(self.players, self.lawful, seats)

    def _next(self, index: int) -> list[int]:
        """Residents of the next bracket."""
        return self._sure.residents(index + 1, index + 2)

    def _score(self, player: int) -> float:
        return int(self.players.score_x2[player]) / 2

    def _rows(self, pairs: Pairs) -> Iterator[tuple[int, int]]:
        for one, other in pairs:
            yield int(self.players.row[one]), int(self.players.row[other])


def _beyond(pairs: Pairs, others: Pairs, inside: set[int]) -> list[tuple[int, int]]:
    """The pairs with somebody of a bracket that are not among others."""
    return sorted({pair for pair in pairs if {*pair} & inside} - {*others})


def _verdict(work: BracketWork, players: tuple[int, ...], meet: bool) -> Verdict:
    return work.judge_opposite(players, meet=meet)


# ---- Why a player has none of the opponents who come before; players are rows of the history ----

_FEW = 5
"""Opponents who are passed over, of whom it is said why."""


def _earlier_opponents(
    work: BracketWork, ours: list[tuple[int, int]], at: int, only: int | None
) -> EarlierOpponents:
    """Why a pair of a bracket has not one of the opponents who come before; all of it is proven."""
    row = work.of(work.players.row)
    before, (one, other) = ours[:at], ours[at]
    used, tops = {each for pair in before for each in pair}, [top for top, _ in ours]
    if one < work.moved:
        exchange, rest = None, work.halved(ours, [])
        others = list(range(work.moved, other))
    else:
        exchange, first = _exchange(work, ours), [top for top in tops if top >= work.moved]
        rest, used = work.halved(ours, first), used | {*tops}
        others = [each for each in work.remainder(ours) if each < other]
    opponents = [each for each in others if each not in used]
    some = [each for each in opponents if only in (None, row[each])][:_FEW]
    found = tuple(_why_not(work, before, (one, each), rest) for each in some)
    for stage in work.stages:
        stage.prove()
    more = len(opponents) - len(some)
    return EarlierOpponents(int(row[one]), int(row[other]), exchange, found, more)


def _exchange(work: BracketWork, ours: list[tuple[int, int]]) -> Exchange | None:
    """Why S1 is not the first half of the remainder; None if it is."""
    tops = [top for top, _ in ours if top >= work.moved]
    first = work.remainder(ours)[: len(tops)]
    if first == tops:
        return None
    of_moved = [pair for pair in ours if pair[0] < work.moved]
    verdict = work.compare(of_moved, work.halved(ours, first))
    leave, enter = sorted({*first} - {*tops}), sorted({*tops} - {*first})
    return Exchange(_rows(work, leave), _rows(work, enter), verdict)


def _why_not(
    work: BracketWork, before: list[tuple[int, int]], pair: tuple[int, int], rest: Bools
) -> PassedOver:
    """Why a pair is not the next one after others."""
    (other,) = _rows(work, [pair[1]])
    if not work.allowed[pair]:
        return PassedOver(other, work.players.unlawful(*work.place[[*pair]].tolist()))
    rest, given = rest.copy(), [*before, pair]
    verdict = work.compare(given, rest)
    few = _few_opponents(work, given, rest) if verdict.criterion in ("C4", "C6") else ((), ())
    return PassedOver(other, verdict, *few)


def _few_opponents(
    work: BracketWork, given: list[tuple[int, int]], rest: Bools
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The fewest players found who have fewer opponents than they are, and these; nobody if none are [Hall 1935]."""
    best, mate = (stage.matching.mate for stage in work.stages[-2:])
    alone = np.setdiff1d(np.flatnonzero(mate < 0), np.array(given))
    left, found = np.count_nonzero(best < 0), list[tuple[tuple[int, ...], tuple[int, ...]]]()
    for start in (*alone[:, None], alone):
        some = np.isin(np.arange(work.size), start)
        near = rest[some].any(axis=0)
        while (wider := some | np.isin(np.arange(work.size), mate[near])).sum() > some.sum():
            some, near = wider, rest[wider].any(axis=0)
        if not (some & near).any() and some.sum() > near.sum() + left:
            found.append((_rows(work, some), _rows(work, np.asarray(near))))
    return min(found, key=lambda each: len(each[0]), default=((), ()))


def _rows(work: BracketWork, some: Bools | list[int]) -> tuple[int, ...]:
    return tuple(work.of(work.players.row)[some].tolist())


_COLOURS = {"white": 1, "black": -1}


@dataclass(frozen=True, kw_only=True)
class Dutch(System, DutchRules):
    """The Dutch system of FIDE: brackets of equal scores, 21 criteria, and a fixed order among equals.

    The pairing is the only one that the rules allow: a bracket is paired by the criteria C6 to C21, each
    before all that follow, and of the pairings that are equally good by the first in the order of generation.
    """

    name: ClassVar[str] = "dutch"
    source: ClassVar[str] = "C.04.3"
    guarantees: ClassVar[str] = (
        "The pairing is the one that the rules in force from 1 February 2026 ask for, bracket by bracket; all of this is proven."
    )
    fails: ClassVar[str] = "It refuses a round that cannot be paired completely by C1 to C3."
    goes_by: ClassVar[Criterion] = Criterion.WINS
    allows_one_pairing: ClassVar[bool] = True
    of_chess: ClassVar[bool] = True

    @classmethod
    def of_tournament(cls, tournament: Tournament) -> Self:
        """The system with what the rules of a tournament say of it."""
        return cls(**vars(tournament.rules.dutch))

    def __post_init__(self) -> None:
        System.__post_init__(self)
        DutchRules.__post_init__(self)

    @property
    def by_lot(self) -> bool:
        """Whether a lot gives the first player a colour."""
        return self.initial_colour == "lot"

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round.

        Raises
        ------
        NoPairingError
            If no complete pairing is lawful; the message names who cannot be paired.
        """
        groups = self.groups(situation)
        players, found = groups.players, tuple(each for _, each in brackets(groups))
        pairs = [self._colours(situation, players, pair) for each in found for pair in each.pairs]
        alone = np.ones(len(players), bool)
        alone[np.array(pairs, np.intp).reshape(-1)] = False
        left = np.flatnonzero(alone).tolist()
        return Pairing(
            pairs=players.row[np.array(pairs, np.intp).reshape(-1, 2)],
            bye=int(players.row[left[0]]) if left and situation.gives_bye else None,
            white_first=True,
            proof=DutchProof(players=players, found=found),
        )

    def by_criteria(self, situation: Situation) -> DutchRound:
        """The round as it is paired, beside which others are judged.

        Raises
        ------
        NoPairingError
            As `pair`.
        """
        groups = self.groups(situation)
        first = self.first_colour(groups.players)
        return DutchRound(groups, bye=situation.gives_bye, first=first)

    def earlier_opponents(
        self, situation: Situation, one: int, other: int, only: int | None = None
    ) -> EarlierOpponents | None:
        """Why the higher ranked of two who meet has none of the opponents who come before the other one."""
        groups = self.groups(situation)
        row = groups.players.row.tolist()
        pair = min(places := (row.index(one), row.index(other))), max(places)
        for seats, bracket in brackets(groups):
            if pair in bracket.pairs:
                work = BracketWork(groups.players, groups.lawful, seats)
                ours = work.numbered(bracket.pairs)
                (ordered,) = work.numbered([pair])
                return _earlier_opponents(work, ours, ours.index(ordered), only)
        return None

    def _colours(
        self, situation: Situation, players: DutchPlayers, pair: tuple[int, int]
    ) -> tuple[int, int]:
        """A pair with White first."""
        one, other = min(pair), max(pair)
        by_lot = 1 if situation.seed % 2 == 0 else -1
        white = players.takes_white(one, other, self.first_colour(players) or by_lot)
        return (one, other) if white else (other, one)

    def first_colour(self, players: DutchPlayers) -> int:
        """The colour of the first in round 1: as it is stated, or else as that round shows it; 0 if nothing does."""
        return _COLOURS.get(self.initial_colour, players.initial)

    def lacks_first_colour(self, situation: Situation) -> bool:
        """Whether the first player has a colour in round 1 that nothing states, and no game shows."""
        return not self.first_colour(DutchPlayers.of(situation, self.order, self.acceleration))

    def facts(self, situation: Situation) -> list[PlayerFacts]:
        """What the players bring into a round, in the order of their ranks."""
        players = DutchPlayers.of(situation, self.order, self.acceleration)
        columns = zip(
            players.row.tolist(),
            players.score_x2.tolist(),
            players.preference.tolist(),
            players.strength.tolist(),
            map(tuple, players.floats.tolist()),
            (~players.had_bye).tolist(),
            strict=True,
        )
        return [PlayerFacts(*each) for each in columns]

    def groups(self, situation: Situation) -> Groups:
        """The players of a round, unless C1 to C3 leave somebody over."""
        players = DutchPlayers.of(situation, self.order, self.acceleration)
        lawful = lawful_pairs(situation, players)
        groups = Groups(players, lawful, bye=situation.gives_bye)
        if not groups.can_be_paired():
            self._refuse_incomplete(situation, players, lawful)
        return groups

    @staticmethod
    def _refuse_incomplete(situation: Situation, players: DutchPlayers, lawful: Bools) -> None:
        """Refuse a round in which C1 to C3 leave somebody over."""
        ones = lawful.astype(np.int64)
        had = players.had_bye.astype(np.int64)
        if situation.gives_bye:
            ones *= had[:, None] + had + 1
        mate = max_weight_matching(ones, allowed=lawful, maxcardinality=True).mate
        left = np.flatnonzero(mate < 0)
        if len(left) <= situation.gives_bye and not (situation.gives_bye and had[left].any()):
            return
        keys = [situation.people.players[row].full_name for row in players.row[left].tolist()]
        raise NoPairingError(
            phrase(
                "round {round} has no complete pairing by C1 to C3: nobody is left for {names}",
                round=situation.round_number,
                names=", ".join(keys),
            ),
            Remedy("pair by hand"),
        )
