"""How the players of a round are counted where the papers leave it open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...parameters import parameter

__all__ = ["Conventions", "Seeding"]

Seeding = Literal["sos", "sosos", "sodos", "cuss", "wins", "grade", "rating"]
"""Criteria for the order within a group; what is counted of scores is counted of the scores that make
the groups.

``"sos"`` is that of [BGA 4.4], with the own starting score for a round missed; the others are those
of the standings [OPENGOTHA 9].
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """How the state of the players is to be counted where the papers leave it open."""

    whole_scores: bool = parameter(
        False,
        "Whether half points are dropped before the scores make groups",
        source="INTERPRETATION 0.6",
    )
    count_handicap_games: bool = parameter(
        False, "Whether handicap games count as games up and down", source="INTERPRETATION K15-2.3"
    )
    seeding: tuple[Seeding, ...] = parameter(
        ("sos", "grade"),
        "What the order within a group is by, the first first; lots decide the rest",
        source="INTERPRETATION 0.12",
    )
    even_seeds: Literal["mid", "end"] = parameter(
        "mid", "Seeds within a group", source="INTERPRETATION K15-4"
    )
    shared_seeds: bool = parameter(
        False, "Whether players of equal strength share a seed within a group", source="K12 6.5"
    )
    uneven_seeds: Literal["unit", "rank"] = parameter(
        "unit",
        "Seeds across groups: from 0 to 1, or from 0 to n - 1",
        source="INTERPRETATION K15-5.3",
    )
    alternation: Literal["literal", "played"] = parameter(
        "literal",
        "Whether rounds without a game count in the alternation",
        source="INTERPRETATION K15-7",
    )
    area_ties: Literal["switch", "stay"] = parameter(
        "switch", "When an area is no longer the largest", source="INTERPRETATION K15-6.1"
    )
    area_halt: Literal["largest", "literal"] = parameter(
        "largest",
        "Which area decides that the mixed area seeds are complete",
        source="INTERPRETATION K15-6.1",
    )

    lots: tuple[tuple[str, int], ...] | None = None
    """Keys of players with the numbers that they drew, lower is stronger; by default from ``salt``."""

    salt: int = 0
    """Number that the lots are drawn from."""
