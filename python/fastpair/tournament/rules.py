"""The rules of a tournament, as its director sets them.

Points and scores are doubled (``_x2``), so that half points stay integers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from .grade import Grade

__all__ = [
    "Criterion",
    "HandicapRules",
    "PairingRules",
    "Placement",
    "Rules",
    "SeedSystem",
    "System",
]


class Criterion(Enum):
    """What the standings are sorted by [OPENGOTHA 9]; the value is the name in its files."""

    NONE = "NULL"
    CATEGORY = "CAT"
    WINS = "NBW"
    CUP_SCORE = "CPS"
    MMS = "MMS"
    STRASBOURG_SCORE = "STS"
    GRADE = "Rank"
    RATING = "Rating"
    CUSS_WINS = "CUSSW"
    CUSS_MMS = "CUSSM"
    SOS_WINS = "SOSW"
    SOS_WINS_1 = "SOSW-1"
    SOS_WINS_2 = "SOSW-2"
    SODOS_WINS = "SODOSW"
    SOS_MMS = "SOSM"
    SOS_MMS_1 = "SOSM-1"
    SOS_MMS_2 = "SOSM-2"
    SODOS_MMS = "SODOSM"
    SOS_STRASBOURG = "SOSTS"
    SOSOS_WINS = "SOSOSW"
    SOSOS_MMS = "SOSOSM"
    EXPLOITS_TRIED = "EXT"
    EXPLOITS = "EXR"
    DIRECT_CONFRONTATION = "DC"
    SIMPLE_DIRECT_CONFRONTATION = "SDC"


class System(Enum):
    """The kind of tournament; it follows from the first criterion of the standings."""

    MCMAHON = "McMahon"
    SWISS = "Swiss"
    SWISS_CATEGORIES = "Swiss with categories"
    CUP = "Cup"
    UNDEFINED = "undefined"


class SeedSystem(Enum):
    """Whom a player ideally meets within his own group [OPENGOTHA 11.7]."""

    SPLIT_AND_RANDOM = "SPLITANDRANDOM"
    SPLIT_AND_FOLD = "SPLITANDFOLD"
    SPLIT_AND_SLIP = "SPLITANDSLIP"


class Placement(Enum):
    """Which part of a group is drawn up or down first [OPENGOTHA 11.6]."""

    TOP = "TOP"
    MIDDLE = "MID"
    BOTTOM = "BOT"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapRules:
    """How many stones a weaker player gets [OPENGOTHA 12]."""

    by_mms: bool = True
    """Compare McMahon scores; otherwise grades."""

    threshold: Grade = Grade(0)
    """Players of this grade (or the McMahon score of this grade) and above play even."""

    correction: int = 1
    """Stones taken off every handicap; negative adds."""

    ceiling: int = 9
    """No handicap is larger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingRules:
    """Parameters of OpenGotha's weights [OPENGOTHA 2, 11]; defaults are those of its reader."""

    concavity: float = 0.5
    """NX1 factor: 0 is linear, 1 most concave."""

    avoid_duplicate: int = 500_000_000_000_000
    random: int = 0
    deterministic: bool = True
    balance_colours: int = 1000
    avoid_mixing_categories: int = 20_000_000_000_000
    minimise_score_difference: int = 100_000_000_000
    draw_up_down: int = 100_000_000
    compensate_draw_up_down: bool = True
    drawn_down_from: Placement = Placement.MIDDLE
    """Who of the upper group is drawn down."""

    drawn_up_from: Placement = Placement.MIDDLE
    """Who of the lower group is drawn up."""

    maximise_seeding: int = 5_000_000
    last_round_of_first_seed_system: int = 2
    """From 1; later rounds use the second system."""

    seed_systems: tuple[SeedSystem, SeedSystem] = (
        SeedSystem.SPLIT_AND_RANDOM,
        SeedSystem.SPLIT_AND_FOLD,
    )
    seed_criteria: tuple[Criterion, Criterion] = (Criterion.RATING, Criterion.NONE)
    """Additional criterion that orders a group under each seed system."""

    grade_threshold: Grade = Grade(3)
    wins_threshold: bool = True
    bar_threshold: bool = True
    secondary_criteria: int = 100_000_000_000
    minimise_handicap: int = 0
    avoid_same_area: int = 100_000_000_000
    country_groups: int = 1
    """Groups of score difference that are preferred to a game within a country."""

    club_groups: int = 3
    """Groups of score difference that are preferred to a game within a club."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything that the director has decided before the first round."""

    rounds: int = 5
    floor: Grade = Grade(-20)
    bar: Grade = Grade(3)
    category_limits: tuple[Grade, ...] = ()
    """Lowest grade of each category but the last, strongest first; empty for one category."""

    wins_absent_x2: int = 0
    wins_bye_x2: int = 0
    mms_absent_x2: int = 0
    mms_bye_x2: int = 0
    round_down: bool = True
    """Whether the points of absences and byes are rounded down to whole points."""

    unplayed_as_half_point: bool = False
    """Whether SOS counts a round not played as half a point for the absent opponent."""

    placement: tuple[Criterion, ...] = (Criterion.MMS, Criterion.SOS_MMS, Criterion.SOSOS_MMS)
    handicap: HandicapRules = field(default_factory=HandicapRules)
    pairing: PairingRules = field(default_factory=PairingRules)
    club_groups: tuple[frozenset[str], ...] = ()
    """Clubs that count as near each other, in lower case."""

    @property
    def system(self) -> System:
        """The kind of tournament."""
        return _SYSTEMS.get(
            self.placement[0] if self.placement else Criterion.NONE, System.UNDEFINED
        )

    @property
    def main_criterion(self) -> Criterion:
        """The score that makes the groups: the first of wins, MMS, cup score in the placement."""
        scores = (Criterion.WINS, Criterion.MMS, Criterion.CUP_SCORE)
        return next((c for c in self.placement if c in scores), Criterion.WINS)

    @property
    def categories(self) -> int:
        """Number of categories."""
        return len(self.category_limits) + 1


_SYSTEMS = {
    Criterion.MMS: System.MCMAHON,
    Criterion.WINS: System.SWISS,
    Criterion.CATEGORY: System.SWISS_CATEGORIES,
    Criterion.CUP_SCORE: System.CUP,
}
