"""The pairing of the Dutch system beside others: the first criterion by which each is worse."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ..systems.dutch import DutchProof, Groups, brackets
from ..systems.dutch_brackets import BracketWork
from ..systems.dutch_players import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..systems.dutch import Dutch
    from ..systems.system import Situation

    Pairs = Sequence[tuple[int, int]]


ABSOLUTE = ("C1", "C2", "C3", "C4", "rule")
"""What no game may break: absolute criteria, and rules of the tournament."""


class Judgement(NamedTuple):
    """The first bracket in which games of a round are not those of the pairing."""

    score: float
    """Of its residents, with virtual points."""

    verdict: Verdict

    best: tuple[tuple[int, int], ...] = ()
    """Pairs that the bracket has instead, as rows of the history."""

    actual: tuple[tuple[int, int], ...] = ()
    """Games that it has not."""

    @property
    def criterion(self) -> str:
        """The criterion with the bracket, such as ``C12, bracket 2.5``."""
        return f"{self.verdict.criterion}, bracket {self.score:g}"

    @property
    def unlawful(self) -> bool:
        """Whether an absolute criterion forbids the games."""
        return self.verdict.criterion in ABSOLUTE


class DutchRound:
    """A round that the Dutch system has paired. Players are rows of the history.

    Raises
    ------
    RuleError
        If no complete pairing is lawful.
    """

    def __init__(self, system: Dutch, situation: Situation) -> None:
        groups = system.groups(situation)
        self._system = system
        self.players, self.lawful = groups.players, groups.lawful
        self._place = {row: place for place, row in enumerate(self.players.row.tolist())}
        self._brackets = [*brackets(groups)]
        # Whatever two players do, the others can be paired.
        self._sure = Groups(self.players, self.lawful, bye=situation.gives_bye, spare=2)
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
        first = self._system.first_colour(self.players)
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
                best=tuple(self._rows(sorted(own - {*pairs}))),
                actual=tuple(self._rows(sorted({p for p in theirs if {*p} & inside} - own))),
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


def _verdict(work: BracketWork, players: tuple[int, ...], meet: bool) -> Verdict:
    return work.judge_opposite(players, meet=meet)
