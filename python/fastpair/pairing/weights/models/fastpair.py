"""Fastpair's own model: components of GoDraw and Gotha, with coefficients found by simulation."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ....errors import RuleError
from ....parameters import parameter
from ....sentences import phrase
from ...field import Conventions, deviations
from ...field.columns import lower_upper
from ...field.state import scores_apart
from ...papers.components import fairness, graded
from ..added_terms import HomesTerm
from ..model_parameters import coefficient
from ..term import Term, always, never, unequal_scores
from .godraw2015 import COMPONENTS, Coefficients, GoDraw2015, Strategy

if TYPE_CHECKING:
    from ....arrays import Reals
    from ...field import State
    from ..evaluation import Quantum
    from ..model import Traits


MOST_POINTS = 45.0
"""Difference of scores that weighs nothing: from 30 kyu to the supergroup in the last round."""

MOST_STONES = 9
"""The largest handicap of any rules."""

_UNREAD = {
    "coefficients.area": 0.0,
    "severities.mms": 1.0,
    "severities.area": 1.0,
    "severities.out": 1.0,
    "severities.balance": 1.0,
    "severities.seed": 1.0,
    "uneven_out": "literal",
    "uneven_counts": "full",
    "uneven_balance": "full",
    "uneven_seed": "nearest",
    "omega": "product",
    "area_mode": "mixed",
    "area_level": "club",
    "cross_guard": False,
}
"""Parameters of the components of GoDraw that are not those of this model."""


@dataclass(frozen=True, kw_only=True)
class Fastpair(GoDraw2015):
    """Fastpair: Gotha's rules across groups, GoDraw's within them, and homes for everybody.

    Scores weigh by Gotha's Υ [K12 5.2], games across groups by OpenGotha's fairness [OPENGOTHA 11.6],
    and games within a group and colours as in GoDraw [K15 4, 7]. In a tournament with categories a game
    out of the category costs more than one within a club, and games with handicap are avoided. For the
    sake of homes no game is wider than it must be. How the coefficients were found is
    told in docs/contributing/studies/coefficients. GoDraw's other parameters are not read, and cannot be changed.
    """

    label: ClassVar[str] = "fastpair"
    term_names: ClassVar[tuple[str, ...]] = (
        *("homes" if name == "area" else name for name in COMPONENTS),
        "handicap",
    )
    saturates: ClassVar[bool] = False

    coefficients: Coefficients = field(
        default_factory=lambda: Coefficients(
            mms=1_800_000.0,
            even=400.0,
            uneven=2_500.0,
            area=0.0,
            colour=80.0,
            banding=300_000.0,
        )
    )
    conventions: Conventions = field(
        default_factory=lambda: Conventions(
            whole_scores=True, count_handicap_games=True, seeding=("rating",)
        )
    )
    homes: HomesTerm = field(
        default_factory=lambda: HomesTerm(coefficient=90_000.0, country=0.065, everybody=True)
    )
    handicap: float = coefficient(
        20_000.0,
        "What a game of nine stones costs in a tournament with categories; any stones cost half of it",
        source="OPENGOTHA 11.8",
    )
    even: Strategy = parameter("fold", "Strategy within a group", source="K15 4")
    concavity: float = parameter(
        0.9,
        "k of the concavity function Υ: 0 counts every point of difference alike, 1 a large "
        "difference dearer than several small ones",
        unit="pure number",
        source="K12 5.2",
        least=0,
        most=1,
    )

    def __post_init__(self) -> None:
        """Refuse what is not read.

        Raises
        ------
        RuleError
            If a parameter is refused, and as ``ConfigurableModel`` does.
        """
        super().__post_init__()
        for name, usual in _UNREAD.items():
            if attrgetter(name)(self) != usual:
                raise RuleError(
                    phrase(
                        "fastpair does not read {name}; change homes, concavity or coefficients instead",
                        name=name,
                    )
                )

    def table(self, state: State) -> tuple[Term, ...]:
        """The terms of GoDraw with others for scores, games across groups, homes and handicaps."""
        others = {
            "mms": Term("mms", self.coefficients.mms, self.w_mms),
            "uneven": Term("uneven", self.coefficients.uneven, w_uneven, unequal_scores),
            "area": self.homes.term(),
        }
        with_categories = always if state.rules.categories > 1 else never
        return (
            *(others.get(term.name, term) for term in super().table(state)),
            Term("handicap", self.handicap, w_handicap, with_categories),
        )

    @property
    def traits(self) -> Traits:
        """A preference is worth as much as an opponent of another club."""
        traits = super().traits
        return replace(traits, preference=self.homes.coefficient, no_wider_for=("homes",))

    def quantum(self, round_number: int, terms: tuple[Term, ...]) -> Quantum:
        """Units of the terms that apply, so that categories change none where there are none."""
        used = tuple(term for term in terms if term.applies is not never)
        return super().quantum(round_number, used)

    def w_mms(self, a: State, b: State) -> Reals:
        """Weight Υ of the difference of scores as a share of all that there may be [K12 5.2]."""
        return graded(scores_apart(a, b), MOST_POINTS, self.concavity)


def w_uneven(a: State, b: State) -> Reals:
    """Weight of the past of two players who meet across groups [OPENGOTHA 11.6]."""
    up_i, up_j = lower_upper(a, b, "uneven.up")
    down_i, down_j = lower_upper(a, b, "uneven.down")
    again = np.add(up_i > 0, down_j > 0, dtype=np.int64)
    balancing = np.add(down_i > up_i, up_j > down_j, dtype=np.int64)
    return fairness(again, balancing) / 4.0


def w_handicap(a: State, b: State) -> Reals:
    """Weight of a game by its stones: half of it is lost with any handicap, the rest with nine."""
    stones = deviations.handicap(a, b)
    return 1.0 - ((stones > 0) + stones / MOST_STONES) / 2.0
