"""The Dutch system of FIDE, by the rules of 2025 [C.04.3]."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

import numpy as np

from ...errors import RuleError
from ...go.tournament import Criterion
from ...matching import EngineError, max_weight_matching
from ...parameters import parameter
from ...sentences import phrase
from ..draw import DrawBracket, HardRule, remaining
from .dutch_brackets import Seats, Verdict, judge_bracket, pair_bracket
from .dutch_players import DutchPlayers
from .system import Pairing, System

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...arrays import Bools, Integers
    from .dutch_brackets import Bracket
    from .system import Situation


def lawful_pairs(situation: Situation, players: DutchPlayers) -> Bools:
    """Who may meet by the rules [C1, C3] and by the hard rules of the draw, (n, n)."""
    removals = [each for each in situation.removals() if each.rule is not HardRule.REMATCH]
    seats = situation.seat[players.row]
    allowed: Bools = remaining(len(situation.field), removals)[np.ix_(seats, seats)]
    return allowed & players.lawful


def brackets(players: DutchPlayers, lawful: Bools, *, bye: bool) -> Iterator[tuple[Seats, Bracket]]:
    """Pair the brackets one after the other, the highest score first."""
    score = players.score_x2
    groups = np.split(np.arange(len(score)), np.flatnonzero(np.diff(score)) + 1)
    left = np.ones(len(score), bool)
    moved: list[int] = []
    for place, group in enumerate(groups):
        residents = group.tolist()
        following = groups[place + 1].tolist() if place + 1 < len(groups) else []
        below = np.flatnonzero(left)
        below = below[below >= (following or residents)[-1] + 1]
        certain = len(below) > 0 and _certain(players, lawful, left, below, bye=bye)
        seats = Seats(
            moved=moved,
            residents=residents,
            following=following,
            below=[] if certain else below.tolist(),
            bye=bye and not certain,
            closed=not certain,
        )
        bracket = pair_bracket(players, lawful, seats)
        yield seats, bracket
        used = {player for pair in bracket.pairs for player in pair}
        left[[*used]] = False
        moved = [each for each in (*moved, *residents) if each not in used]


def _certain(
    players: DutchPlayers, lawful: Bools, left: Bools, below: Integers, *, bye: bool
) -> bool:
    """Whether those below the next bracket can be paired, whoever comes down to them.

    By Dirac's theorem they can if each of them may meet half of the others at least. One of them is taken
    out for the bye, who must be one of those that could have it of the least score of all.
    """
    open_ = np.flatnonzero(left)
    against = len(open_) - 1 - np.count_nonzero(lawful[np.ix_(open_, open_)], axis=1)
    count = len(below)
    if bye:
        free = open_[~players.had_bye[open_]]
        if not len(free) or not (free[-1] >= below[0]):
            return False
        count -= 1
    return bool(count >= 2 * (1 + int(against.max())))


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


class Judgement(NamedTuple):
    """The first bracket in which games of a round are not those of the pairing."""

    score: float
    """Of its residents, with virtual points."""

    verdict: Verdict
    best: tuple[tuple[int, int], ...]
    """Pairs that the bracket has instead, as rows of the history."""

    actual: tuple[tuple[int, int], ...]
    """Games that it has not."""


def _rows(players: DutchPlayers, pairs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for one, other in pairs:
        yield int(players.row[one]), int(players.row[other])


@dataclass(frozen=True, kw_only=True)
class Dutch(System):
    """The Dutch system of FIDE: brackets of equal scores, 21 criteria, and a fixed order among equals.

    The pairing is the only one that the rules allow: a bracket is paired by the criteria C6 to C21, each
    before all that follow, and of the pairings that are equally good by the first in the order of generation.
    """

    name: ClassVar[str] = "dutch"
    source: ClassVar[str] = "C.04.3"
    guarantees: ClassVar[str] = (
        "The pairing is the one that the rules of 2025 ask for, bracket by bracket; all of this is proven."
    )
    fails: ClassVar[str] = "It refuses a round that cannot be paired completely by C1 to C3."
    goes_by: ClassVar[Criterion] = Criterion.WINS

    order: Literal["rating", "entry"] = parameter(
        "rating",
        "What pairing numbers go by: rating, or entry for the order of the list",
        source="C.04.2",
    )

    acceleration: Literal["none", "baku"] = parameter(
        "none", "Virtual points of the first rounds", source="C.04.7"
    )

    initial_colour: Literal["lot", "white", "black"] = parameter(
        "lot", "Colour of the first player in round 1", source="C.04.3 E.5"
    )

    @property
    def by_lot(self) -> bool:
        """Whether a lot gives the first player a colour."""
        return self.initial_colour == "lot"

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round.

        Raises
        ------
        RuleError
            If no complete pairing is lawful; the message names who cannot be paired.
        """
        players = DutchPlayers.of(situation, self.order, self.acceleration)
        lawful = lawful_pairs(situation, players)
        self._refuse_incomplete(situation, players, lawful)
        found = tuple(each for _, each in brackets(players, lawful, bye=situation.gives_bye))
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

    def judge(self, situation: Situation, games: Sequence[tuple[int, int]]) -> Judgement | None:
        """Compare games of a round with the pairing; None if they are the pairing.

        Parameters
        ----------
        games
            Rows of the history.

        Raises
        ------
        RuleError
            As `pair`.
        """
        players = DutchPlayers.of(situation, self.order, self.acceleration)
        lawful = lawful_pairs(situation, players)
        self._refuse_incomplete(situation, players, lawful)
        place = {row: number for number, row in enumerate(players.row.tolist())}
        places = [(place[one], place[other]) for one, other in games]
        theirs = [(min(pair), max(pair)) for pair in places]
        for seats, bracket in brackets(players, lawful, bye=situation.gives_bye):
            inside = {*seats.moved, *seats.residents}
            own = {(min(pair), max(pair)) for pair in bracket.pairs}
            pairs = [(one, other) for one, other in theirs if {one, other} <= inside]
            if own == {*pairs}:
                continue
            unlawful = [pair for pair in pairs if not lawful[pair]]
            if unlawful:
                met = players.met[unlawful[0]]
                verdict = Verdict("C1" if met else "C3", 0, len(unlawful))
            else:
                verdict = judge_bracket(players, lawful, seats, pairs)
            return Judgement(
                score=int(players.score_x2[seats.residents[0]]) / 2,
                verdict=verdict,
                best=tuple(_rows(players, sorted(own - {*pairs}))),
                actual=tuple(_rows(players, sorted({p for p in theirs if {*p} & inside} - own))),
            )
        return None

    def unlawful(self, situation: Situation, one: int, other: int) -> Verdict | None:
        """The absolute criterion by which two players, by their rows, may not meet; None if they may."""
        players = DutchPlayers.of(situation, self.order, self.acceleration)
        place = {row: number for number, row in enumerate(players.row.tolist())}
        cell = place[one], place[other]
        if players.met[cell]:
            return Verdict("C1", 0, 1)
        return None if players.lawful[cell] else Verdict("C3", 0, 1)

    def _colours(
        self, situation: Situation, players: DutchPlayers, pair: tuple[int, int]
    ) -> tuple[int, int]:
        """A pair with White first."""
        one, other = min(pair), max(pair)
        initial = players.initial or {"white": 1, "black": -1}.get(
            self.initial_colour, 1 if situation.seed % 2 == 0 else -1
        )
        white = players.takes_white(one, other, initial)
        return (one, other) if white else (other, one)

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
        raise RuleError(
            phrase(
                "round {round} has no complete pairing by C1 to C3: nobody is left for {names}",
                round=situation.round_number,
                names=", ".join(keys),
            )
        )
