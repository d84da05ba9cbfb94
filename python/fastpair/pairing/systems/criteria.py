"""What systems answer that go by criteria: how a round is judged, and why two players meet."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..draw import DrawBracket

    Pairs = Sequence[tuple[int, int]]


class Proof(Protocol):
    """What proves a pairing."""

    def prove(self) -> None:
        """Check it with the separate verifier."""

    def digest(self) -> str:
        """Digest of the certificates."""

    def brackets(self, keys: Sequence[str]) -> tuple[DrawBracket, ...]:
        """The brackets that were paired one after the other; ``keys`` are those of the rows."""


@dataclass(frozen=True)
class PairingCriterion:
    """A criterion of a system, as its rules number it."""

    number: str
    """Such as ``C12``."""

    words: str
    """What it counts, or forbids; for translation."""

    _: KW_ONLY
    kind: Literal["count", "scores", "order", "pair", "round"] = "count"
    """Whether it counts something; compares scores, one after the other, and so has no number to tell; says who of
    equals comes first; forbids that two meet; or forbids the round."""

    @property
    def forbids(self) -> bool:
        """Whether no round may break it."""
        return self.kind in ("pair", "round")


class EarlierBoards(NamedTuple):
    """Boards of a round that is paired again, as rows of the history: as many as can be stay."""

    pairs: Pairs
    """Those who meet, and may again."""

    byes: Sequence[int] = ()
    """Those who have had the bye; it counts as a board."""

    bye_by_rule: bool = False
    """Whether the bye is that of a new pairing, however many boards change for it."""


class Verdict(NamedTuple):
    """The first criterion by which pairs of a bracket are worse than its own, and what both cost by it."""

    criterion: str
    """Such as ``C12``; or ``order`` if they are as good, and come later in the order of generation."""

    best: int
    actual: int


class Judgement(NamedTuple):
    """The first bracket in which games of a round are not those of the pairing."""

    score: float | None
    """Of its residents, with virtual points; None if somebody else has the bye that comes before all brackets."""

    verdict: Verdict

    best: Pairs = ()
    """All pairs of the round that the pairing has instead, as rows of the history."""

    actual: Pairs = ()
    """All games of the round that the pairing has not."""

    @property
    def criterion(self) -> str:
        """The criterion with the bracket, such as ``C12, bracket 2.5``."""
        criterion = self.verdict.criterion
        return criterion if self.score is None else f"{criterion}, bracket {self.score:g}"


class RoundByCriteria(Proof, Protocol):
    """A round that a system has paired by its criteria, with its proof. Players are rows of the history."""

    @property
    def criteria(self) -> Mapping[str, PairingCriterion]:
        """All criteria of the round by number, in the order in which they decide."""

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairing."""

    def other_colours(self, games: Pairs) -> list[int]:
        """The places of the games, White first, whose colours the system gives the other way round."""

    def judge(self, games: Pairs) -> Judgement | None:
        """Compare games of the round with the pairing; None if they are the pairing."""

    def judge_opposite(self, one: int, other: int) -> Judgement | None:
        """Compare the best round in which two players do not meet, if the pairing has them meet, or else do.

        Those who may meet by C1 and C3 meet, whatever else forbids it. None if that changes nothing.
        """

    def halves(self, one: int, other: int) -> Halves | None:
        """The places of two who meet in the halves of their bracket; None if they are in none."""
        ...

    def earlier_opponents(
        self, one: int, other: int, only: int | None = None
    ) -> EarlierOpponents | None:
        """Why the higher ranked of two who meet has none of the opponents who come before the other one.

        Parameters
        ----------
        only
            The row of the opponent that is asked about; by default the first few.

        Returns
        -------
        EarlierOpponents or None
            None if the two do not meet in the pairing.
        """


# ---- What players bring into a round, as the checklists of FIDE's programs have it ----


class PlayerFacts(NamedTuple):
    """What a system of FIDE knows of a player before a round."""

    row: int
    """Of the history."""

    score_x2: int
    """Doubled, with virtual points."""

    preference: int
    """The colour that the player is due: 1 for White, -1 for Black, 0 for none."""

    strength: int
    """How much: 0 not at all, 1 mildly, 2 strongly, 3 absolutely."""

    floats: tuple[int, int]
    """Of the last round and of the one before: 1 downwards, -1 upwards, 0 neither."""

    may_have_bye: bool


# ---- Why a player has none of the opponents who come before ----


class PassedOver(NamedTuple):
    """An opponent who comes before another one in the order of generation, and why a player does not have them."""

    player: int
    verdict: Verdict

    few: tuple[int, ...] = ()
    """Players who could not all be paired then."""

    opponents: tuple[int, ...] = ()
    """All whom these could meet."""


class Exchange(NamedTuple):
    """Players who leave the first half of a bracket, who enter it, and why the halves do not stay as they are."""

    leave: tuple[int, ...]
    enter: tuple[int, ...]
    verdict: Verdict


class Halves(NamedTuple):
    """Where two who meet stand in the halves of their bracket, S1 and S2."""

    score: float
    """Of the residents of the bracket, with virtual points."""

    players: tuple[int, int]
    """The one of S1 and the one of S2, as rows of the history."""

    places: tuple[int, int]
    """Theirs in S1 and in S2, from 1."""


class EarlierOpponents(NamedTuple):
    """Opponents who come before that of a player in the order of generation."""

    player: int
    opponent: int

    exchange: Exchange | None
    """Why others than the highest ranked have an opponent from the second half; None if nobody has."""

    passed_over: tuple[PassedOver, ...]
    """The first of them, and why the player has not them."""

    more: int
    """How many others come before."""
