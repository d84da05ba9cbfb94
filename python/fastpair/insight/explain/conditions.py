"""What is to be otherwise than in the draw, and what comes of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...pairing.draw import Relaxations, RelaxedPair
    from .difference import Opponents, Way

    Pair = frozenset[str]

__all__ = ["Answer", "Conditions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What is to be otherwise. Players are keys, and pairs are frozensets of two.

    Raises
    ------
    RuleError
        If a pair is not two players, a player must play twice, or must play and does not take part,
        or a pair must and must not play.

    Examples
    --------
    >>> Conditions(force=frozenset({frozenset({"a", "b"})})).pairs == {frozenset({"a", "b"})}
    True
    """

    force: frozenset[Pair] = frozenset()
    """Pairs that meet, whatever the rules say."""

    forbid: frozenset[Pair] = frozenset()

    prefer: frozenset[Pair] = frozenset()
    """Pairs that weigh more, by what a preference is worth in the model."""

    drop: frozenset[str] = frozenset()
    """Players who do not take part."""

    add: frozenset[str] = frozenset()
    """Players who take part though they do not so far."""

    def __post_init__(self) -> None:
        for pair in self.pairs:
            if len(pair) != 2:
                raise RuleError(f"expected a pair of two players, got {sorted(pair)}")
        for key, count in Counter(key for pair in self.force for key in pair).items():
            if count > 1:
                raise RuleError(f"{key!r} must play {count} games in one round")
            if key in self.drop:
                raise RuleError(f"{key!r} must play and does not take part")
        for pair in self.force & self.forbid:
            one, other = sorted(pair)
            raise RuleError(f"{one!r} and {other!r} must play and must not play")
        for key in self.drop & self.add:
            raise RuleError(f"{key!r} takes part and does not take part")

    @property
    def pairs(self) -> frozenset[Pair]:
        """All pairs that are named."""
        return self.force | self.forbid | self.prefer


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The best draw under other conditions, beside the optimum. Players are keys."""

    conditions: Conditions

    price: int | None
    """How much less it weighs than the optimum, in units. None if other players are matched, whose
    weights are others."""

    level: int | None
    """If the components of the model stand on levels: the first on which the draws differ, from 1. The
    price is the one on this level, and what is lost further down does not count."""

    units: int
    """Units of all weights in 1 of the model's own weights."""

    losses: Mapping[str, int]
    """What each component loses, in units; ``base`` is what pairs weigh without any. Their sum is
    the price; empty if there is none. On levels, only components of the one that the price is
    on."""

    more: Mapping[str, int]
    """How much more there is of what ``tally`` counts; points are doubled."""

    ways: tuple[Way, ...]
    """Which boards change, and only those that have to."""

    opponents: Opponents = field(repr=False)
    """The new draw."""

    byes: tuple[str | None, str | None]
    """Who has the bye in the optimum, and who has it now."""

    relaxed: tuple[RelaxedPair, ...]
    """Pairs that meet though rules remove them, since they are forced."""

    gave_way: tuple[RelaxedPair, ...]
    """Other new pairs that rules remove, which give way before anybody is left over."""

    left: tuple[str, ...]
    """Who is left over that was not before."""

    needed: Relaxations | None
    """What would have to be allowed so that nobody more is left over; None if nobody is."""

    @property
    def changed(self) -> bool:
        """Whether any board or the bye is another."""
        return bool(self.ways) or self.byes[0] != self.byes[1]

    @property
    def fewer_games(self) -> int:
        """How many games less there are."""
        return sum(len(way.lost) - len(way.gained) for way in self.ways)
