"""The parameters of OpenGotha's weights, as its files hold them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, Self

from ...errors import InputError
from ...facts import fact
from ...parameters import Written, within, words_of
from ...sentences import marked, phrase
from .criteria import Criterion, read_criteria
from .grade import Grade
from .ranges import check_values
from .written import GRADE, words_in

if TYPE_CHECKING:
    from collections.abc import Mapping

_WEIGHT: Mapping[str, Any] = {
    "unit": "weight",
    "source": "OPENGOTHA 11",
    "limits": within(0, 10**17),
}

Variant = Literal["v351", "v352"]
"""The version of OpenGotha: 3.51, or the later one [OPENGOTHA 14]."""


ModelName = Literal[
    "opengotha351",
    "opengotha352",
    "godraw2015",
    "kaniuk2012",
    "macmahon",
    "gotha",
    "entropy",
    "fastpair",
    "rating-information",
]
"""A published weight model, see docs/reference/models.md."""

DEFAULT_MODEL: ModelName = "fastpair"
"""The model of a tournament for which nothing is said, see ``Rules.usual_model``."""


class SeedSystem(Enum):
    """Ideal opponent within a group [OPENGOTHA 11.7]."""

    SPLIT_AND_RANDOM = "SPLITANDRANDOM"
    SPLIT_AND_FOLD = "SPLITANDFOLD"
    SPLIT_AND_SLIP = "SPLITANDSLIP"


class Placement(Enum):
    """Which part of a group is drawn up or down first [OPENGOTHA 11.6]."""

    TOP = "TOP"
    MIDDLE = "MID"
    BOTTOM = "BOT"


# ---- How parameters of OpenGotha's weights are written ----

_SEEDING = {
    "fold": SeedSystem.SPLIT_AND_FOLD,
    "slip": SeedSystem.SPLIT_AND_SLIP,
    "random": SeedSystem.SPLIT_AND_RANDOM,
}
SEED_SYSTEM = words_of(_SEEDING | {system.value.lower(): system for system in SeedSystem})


def _two(text: str, example: str) -> list[str]:
    words = words_in(text)
    if len(words) != 2:
        raise InputError(
            phrase("must be two, such as {example}, not {got!r}", example=example, got=text)
        )
    return words


PLACE = words_of({place.name.lower(): place for place in Placement})
SEED_SYSTEMS = Written(
    lambda text: tuple(map(SEED_SYSTEM.read, _two(text, "fold,slip"))),
    lambda pair: ",".join(map(str, map(SEED_SYSTEM.write, pair))),
)
SEED_CRITERIA = Written(
    lambda text: tuple(read_criteria(each, "")[0] for each in _two(text, "Rating,NULL")),
    lambda pair: ",".join(each.value for each in pair),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingRules:
    """Parameters of OpenGotha's weights [OPENGOTHA 2, 11]; defaults are those of its reader.

    Examples
    --------
    >>> Rules(pairing=PairingRules(minimise_handicap=1000)).pairing.concavity
    0.5
    """

    concavity: float = fact(
        0.5,
        marked("Concavity"),
        "Concavity of small differences, from 0 (linear) to 1",
        unit="factor",
        source="OPENGOTHA 11",
        limits=within(0, 10),
    )

    avoid_duplicate: int = fact(
        500_000_000_000_000, marked("Weight: no rematch"), "Weight against rematches", **_WEIGHT
    )

    random: int = fact(0, marked("Weight: chance"), "Weight of chance", **_WEIGHT)

    deterministic: bool = fact(
        True,
        marked("Same chance each time"),
        "Derive random numbers from the names",
        source="OPENGOTHA 11.2",
    )

    balance_colours: int = fact(
        1000, marked("Weight: colours"), "Weight of balanced colours", **_WEIGHT
    )

    avoid_mixing_categories: int = fact(
        20_000_000_000_000,
        marked("Weight: same category"),
        "Weight against mixing categories",
        **_WEIGHT,
    )

    minimise_score_difference: int = fact(
        100_000_000_000, marked("Weight: equal scores"), "Weight of equal scores", **_WEIGHT
    )

    draw_up_down: int = fact(
        100_000_000,
        marked("Weight: drawing up and down"),
        "Weight of the choice of players drawn up and down",
        **_WEIGHT,
    )

    compensate_draw_up_down: bool = fact(
        True,
        marked("Balance drawing up and down"),
        "Compensate draws up and down",
        source="OPENGOTHA 11.6",
    )

    drawn_down_from: Placement = fact(
        Placement.MIDDLE,
        marked("Who is drawn down"),
        "Which player of the upper group is drawn down",
        source="OPENGOTHA 11.6",
        written=PLACE,
        choices=("top", "middle", "bottom"),
    )

    drawn_up_from: Placement = fact(
        Placement.MIDDLE,
        marked("Who is drawn up"),
        "Which player of the lower group is drawn up",
        source="OPENGOTHA 11.6",
        written=PLACE,
        choices=("top", "middle", "bottom"),
    )

    maximise_seeding: int = fact(
        5_000_000,
        marked("Weight: order within a group"),
        "Weight of the seeding within a group",
        **_WEIGHT,
    )

    last_round_of_first_seed_system: int = fact(
        2,
        marked("Last early round"),
        "Last round of the first seed system",
        unit="round",
        source="OPENGOTHA 11.7",
        limits=within(0, 99),
    )

    seed_systems: tuple[SeedSystem, SeedSystem] = fact(
        (
            SeedSystem.SPLIT_AND_RANDOM,
            SeedSystem.SPLIT_AND_FOLD,
        ),
        marked("Pairing within a group, early and late rounds"),
        "Seed systems of the first rounds and of later ones: fold, slip or random",
        unit="systems",
        source="OPENGOTHA 11.7",
        written=SEED_SYSTEMS,
    )

    seed_criteria: tuple[Criterion, Criterion] = fact(
        (Criterion.RATING, Criterion.NONE),
        marked("Order within a group, early and late rounds"),
        "Extra criteria of the order within a group under each, such as Rating,NULL",
        unit="criteria",
        source="OPENGOTHA 10",
        written=SEED_CRITERIA,
    )

    grade_threshold: Grade = fact(
        Grade(3),
        marked("Strong players from"),
        "Grade, with wins added, from which handicaps do not count",
        unit="grade",
        source="OPENGOTHA 11.8",
        written=GRADE,
    )

    wins_threshold: bool = fact(
        True,
        marked("Also players with many wins"),
        "Do the same for players with wins in half of the rounds",
        source="OPENGOTHA 11.8",
    )

    bar_threshold: bool = fact(
        True,
        marked("Also players at the bar"),
        "Do the same for players who started at the bar",
        source="OPENGOTHA 11.8",
    )

    secondary_criteria: int = fact(
        100_000_000_000,
        marked("Weight: handicap, club and country"),
        "Weight of the secondary criteria",
        **_WEIGHT,
    )

    minimise_handicap: int = fact(
        0, marked("Weight: small handicaps"), "Weight of small handicaps", **_WEIGHT
    )

    avoid_same_area: int = fact(
        100_000_000_000,
        marked("Weight: other clubs and countries"),
        "Weight against opponents of one club or country",
        **_WEIGHT,
    )

    country_groups: int = fact(
        1,
        marked("Groups to avoid the same country"),
        "Score groups to cross rather than pair within a country",
        unit="groups",
        source="OPENGOTHA 11.9",
        limits=within(0, 99),
    )

    club_groups: int = fact(
        3,
        marked("Groups to avoid the same club"),
        "Score groups to cross rather than pair within a club",
        unit="groups",
        source="OPENGOTHA 11.9",
        limits=within(0, 99),
    )

    variant: Variant | None = None
    """OpenGotha version that draws by these parameters; null if not set."""

    def __post_init__(self) -> None:
        check_values(self)

    @classmethod
    def of_new_tournaments(cls) -> Self:
        """What OpenGotha sets for a new McMahon tournament, as parameters of no version of it."""
        return cls(
            balance_colours=10**6,
            avoid_mixing_categories=0,
            seed_systems=(SeedSystem.SPLIT_AND_RANDOM, SeedSystem.SPLIT_AND_SLIP),
            grade_threshold=Grade(0),
            wins_threshold=False,
        )

    @property
    def usual_model(self) -> ModelName:
        """Name of the weight model that fits the parameters, see ``Rules.usual_model``."""
        if self in (PairingRules(), PairingRules.of_new_tournaments()):
            return DEFAULT_MODEL
        return "opengotha352" if self.variant == "v352" else "opengotha351"
