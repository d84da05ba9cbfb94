"""What the papers know of the players of a round, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..papers.colour import Colours
from .columns import Columns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Conventions", "Seeding", "State"]

Seeding = Literal["sos", "sosos", "sodos", "cuss", "wins", "grade", "rating"]
"""Criteria for the order within a group; what is counted of scores is counted of McMahon scores.

``"sos"`` is that of [BGA 4.4], with the own starting score for a round missed; the others are those
of the standings [OPENGOTHA 9].
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """How the state of the players is to be counted where the papers leave it open."""

    whole_scores: bool = False
    """Whether half points are dropped before the scores make groups [INTERPRETATION 0.6]."""

    count_handicap_games: bool = False
    """Whether handicap games count as games up and down [INTERPRETATION K15-2.3]."""

    seeding: tuple[Seeding, ...] = ("sos", "grade")
    """What the order within a group is by, the first first; lots decide the rest
    [INTERPRETATION 0.12]."""

    even_seeds: Literal["mid", "end"] = "mid"
    """Seeds within a group [INTERPRETATION K15-4]."""

    shared_seeds: bool = False
    """Whether players of equal strength share a seed within a group [K12 6.5]."""

    uneven_seeds: Literal["unit", "rank"] = "unit"
    """Seeds across groups: from 0 to 1, or from 0 to n - 1 [INTERPRETATION K15-5.3]."""

    alternation: Literal["literal", "played"] = "literal"
    """Whether rounds without a game count in the alternation [INTERPRETATION K15-7]."""

    area_ties: Literal["switch", "stay"] = "switch"
    """When an area is no longer the largest [INTERPRETATION K15-6.1]."""

    area_halt: Literal["largest", "literal"] = "largest"
    """Which area decides that the mixed area seeds are complete [INTERPRETATION K15-6.1]."""

    lots: tuple[tuple[str, int], ...] | None = None
    """Keys of players with the numbers that they drew, lower is stronger; by default from ``salt``."""

    salt: int = 0
    """Number that the lots are drawn from."""


@dataclass(frozen=True, kw_only=True, eq=False)
class State(Columns):
    """The players of a round by seat; arrays of shape (n,), indexed together as numpy does.

    The symbols are those of [K15 2.3].
    """

    never_sliced = (
        *("rounds", "all_rounds", "whole_scores", "offset", "bar", "groups", "score_range"),
        *("bands", "played_in", "played_out", "crowd", "met", "grade_range"),
    )

    rounds: int
    """Completed rounds r. Never sliced."""

    all_rounds: int
    """Rounds R of the tournament. Never sliced."""

    whole_scores: bool
    """Whether half points are dropped before the scores make groups. Never sliced."""

    offset: int | None
    """Handicap offset H; None without handicaps. Never sliced."""

    bar: float
    """McMahon score of the bar. Never sliced."""

    groups: int
    """Number of McMahon groups. Never sliced."""

    score_range: float
    """Highest less lowest McMahon score, those above the bar counted at it. Never sliced."""

    bands: int
    """Bands K, which are numbered from 1; also those without a player [K15 3.2]. Never sliced."""

    grade_range: tuple[int, int]
    """Lowest and highest grade of all players; 0 counts as one. Never sliced."""

    played_in: bool
    """Whether there are play-in groups. Never sliced."""

    played_out: bool
    """Whether there are play-out groups. Never sliced."""

    crowd: NDArray[np.int64]
    """Players of each McMahon group and play-out group, (groups, play-out groups + 1). Never sliced."""

    met: NDArray[np.bool_]
    """Who has met whom, (n, n). Never sliced."""

    seat: NDArray[np.int64]

    mms: NDArray[np.float64]
    """McMahon score m, on the scale of grades."""

    scaled_mms: NDArray[np.float64]
    """McMahon score, at most that of the bar [K12 5.1]."""

    grade: NDArray[np.int64]

    rating: NDArray[np.int64]
    """Rating, that of the grade for players without one."""

    below: NDArray[np.bool_]
    """Below the bar by grade [K12 2.1]."""

    even_only: NDArray[np.bool_]
    """Whether the player gives and takes no handicap."""

    group: NDArray[np.int64]
    """McMahon group γ, 0 for the lowest score."""

    group_size: NDArray[np.int64]

    order: NDArray[np.int64]
    """Place in the group from 1, the weakest."""

    place: NDArray[np.int64]
    """The same, or a place that players of equal strength share [K12 6.5]."""

    places: NDArray[np.int64]
    """Number of such places in the group."""

    seed: NDArray[np.float64]
    """Seed s within the group, in [0, 1]."""

    uneven_seed: NDArray[np.float64]
    """Seed l or u across groups, from 0 for the weakest."""

    uneven_seed_max: NDArray[np.float64]
    """Largest such seed L or U of the group."""

    percent: NDArray[np.float64]
    """Seed in percent [K12 4.1]."""

    placement: NDArray[np.int64]
    """Place in the group from 0, the strongest [K12 5.2]."""

    drawn_up: NDArray[np.int64]
    """Games up U."""

    drawn_down: NDArray[np.int64]
    """Games down D."""

    out: NDArray[np.int64]
    """Uneven games m^out = U + D."""

    expected_out: NDArray[np.int64]
    """Uneven games with the expected result, U⁻ + D⁺."""

    uneven_balance: NDArray[np.int64]
    """Balance m^bal = U - D."""

    expected_balance: NDArray[np.int64]
    """Balance of the games with the expected result, U⁻ - D⁺ [K15 5.2]."""

    expected_up: NDArray[np.int64]
    """Games up and lost, U⁻."""

    expected_down: NDArray[np.int64]
    """Games down and won, D⁺."""

    colour_balance: NDArray[np.int64]
    """C^bal, handicap games included."""

    colour_alternation: NDArray[np.float64]
    """C^alt."""

    last_colour: NDArray[np.int64]
    """Colour c that the next one alternates with."""

    has_colour: NDArray[np.bool_]
    """Whether there is such a colour."""

    previous_colour: NDArray[np.int64]
    """Colour of the last round, 0 without a game [K12 6.6]."""

    colour_imbalance: NDArray[np.float64]
    """Y of MacMahon [K12 4.1]."""

    country: NDArray[np.int64]
    """Equal for players of one country; each without one has his own."""

    club: NDArray[np.int64]
    """Equal for players of one club of one country; each without one has his own."""

    mixed_country: NDArray[np.int64]
    mixed_club: NDArray[np.int64]
    """Area seeds a by the algorithm of mixed areas [K15 6.1]."""

    area_country: NDArray[np.int64]
    area_club: NDArray[np.int64]
    """Area seeds a by size [K15 6]."""

    band: NDArray[np.int64]

    play_in: NDArray[np.int64]
    """Play-in group from 1, 0 for none."""

    in_count: NDArray[np.int64]
    """Games P^in against members of the own play-in group."""

    play_out: NDArray[np.int64]
    """Play-out group from 1, 0 for none."""

    out_count: NDArray[np.int64]
    """Games P^out against others than members of the own play-out group."""

    inside_count: NDArray[np.int64]
    """Games against members of the own play-out group."""

    wins: NDArray[np.int64]
    losses: NDArray[np.int64]

    beaten: NDArray[np.bool_]
    """Whether the player has beaten somebody."""

    best_beaten: NDArray[np.int64]
    """Grade of the strongest player beaten; 0 if nobody."""

    name_order: NDArray[np.int64]
    name_length: NDArray[np.int64]
    name_total: NDArray[np.int64]
    name_weighted: NDArray[np.int64]
    """See ``names.NameHashes``."""

    @property
    def level(self) -> NDArray[np.float64]:
        """Height of the group: the McMahon score."""
        return self.mms

    @property
    def colours(self) -> Colours:
        """What the colour formulas take."""
        return Colours(
            self.colour_balance, self.colour_alternation, self.last_colour, self.has_colour
        )
