"""What the director insists on or rules out, whatever the weights say."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import RuleError
from ..field import Conventions
from ..field.state import state_of
from ..rules import GeneralRules
from .removal import (
    HardRule,
    Removal,
    elsewhere,
    families,
    grade_range,
    handicap_at_top,
    score_range,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ..field import Field, State

__all__ = ["Constraints"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraints(GeneralRules):
    """The hard rules of a draw. A pair is a frozenset of two keys.

    If the rules say nothing about handicaps at the top, the model decides, and its rule gives way
    where somebody would be left over.

    Raises
    ------
    RuleError
        If a pair is not two players, a player must play twice, a pair must and must not play, or
        a range is negative.
    """

    must_play: frozenset[frozenset[str]] = frozenset()
    """Pairs that must be drawn, whatever the other rules say."""

    must_not_play: frozenset[frozenset[str]] = frozenset()

    must_play_groups: tuple[frozenset[str], ...] = ()
    """Groups of keys, in the order in which they are paired. As many members as the other rules
    allow play within their group; only the rest play others [K12 3.2; INTERPRETATION
    K12-6.2/9.2]."""

    met: frozenset[frozenset[str]] = frozenset()
    """Pairs that count as met beside those of earlier rounds: they have games in later rounds."""

    families_apart: bool = False
    """Whether members of one family of one club must not meet."""

    exceptions: frozenset[frozenset[str]] = frozenset()
    """Pairs that only ``must_play`` and ``must_not_play`` can remove."""

    def __post_init__(self) -> None:
        for pair in self.must_play | self.must_not_play | self.exceptions:
            if len(pair) != 2:
                raise RuleError(f"expected a pair of two players, got {sorted(pair)}")
        for pair in self.must_play & self.must_not_play:
            raise RuleError(f"{_names(pair)} must play and must not play")
        for key, count in Counter(key for pair in self.must_play for key in pair).items():
            if count > 1:
                raise RuleError(f"{key!r} must play {count} games in one round")
        self.check()

    def removals(
        self, field: Field, grouped: Sequence[tuple[int, int]] = (), *, state: State | None = None
    ) -> tuple[Removal, ...]:
        """What the rules remove from a field, in the order of ``HardRule``.

        A player who must play another keeps this one opponent, and no other rule removes the pair,
        so that every matching of maximum cardinality holds it.

        Parameters
        ----------
        field
            The players.
        grouped
            Seats of the pairs that were made within the groups that must play.
        state
            The players as the model counts them, ``WeightModel.state``; by default as the papers do.

        Raises
        ------
        RuleError
            If somebody must play who is not in the field.
        """
        must_play = self._seats_that_must_play(field.key) if self.must_play else []
        found = list(self._relaxable(field, state or state_of(field.roster, Conventions())))
        if grouped:
            found.append(Removal(HardRule.MUST_PLAY_GROUP, elsewhere(field, grouped)))
        if not self.rematches:
            met = field.met | field.listed(self.met) if self.met else field.met
            found.append(Removal(HardRule.REMATCH, met))
        if exempt := self.exceptions | self.must_play:
            listed = field.listed(exempt)
            found = [Removal(removal.rule, removal.pairs & ~listed) for removal in found]
        if self.must_not_play:
            found.append(Removal(HardRule.MUST_NOT_PLAY, field.listed(self.must_not_play)))
        if must_play:
            found.append(Removal(HardRule.MUST_PLAY, elsewhere(field, must_play)))
        return tuple(found)

    def _relaxable(self, field: Field, state: State) -> Iterator[Removal]:
        """Rules of the tournament that remove pairs because of who the players are."""
        if self.no_handicap_at_top:
            yield Removal(HardRule.HANDICAP_AT_TOP, handicap_at_top(state))
        if self.max_score_difference is not None:
            apart = score_range(field, state, self.max_score_difference)
            yield Removal(HardRule.SCORE_RANGE, apart)
        if self.max_grade_difference is not None:
            yield Removal(HardRule.GRADE_RANGE, grade_range(field, self.max_grade_difference))
        if self.families_apart:
            yield Removal(HardRule.FAMILIES, families(field))

    def _seats_that_must_play(self, key: Sequence[str]) -> list[tuple[int, int]]:
        seat = {player: index for index, player in enumerate(key)}
        for pair in sorted(map(sorted, self.must_play)):
            for player in pair:
                if player not in seat:
                    raise RuleError(f"{_names(pair)} must play, but {player!r} is not to be paired")
        return [(seat[a], seat[b]) for a, b in sorted(map(sorted, self.must_play))]


def _names(pair: Collection[str]) -> str:
    return " and ".join(map(repr, sorted(pair)))
