"""Fastpair's own model: GoDraw's components with coefficients that were found by simulation."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar, Literal

from ...errors import RuleError
from ...field import Conventions
from ...papers.gotha import graded
from ...parameters import parameter
from ..added import HomesTerm
from ..term import Term
from .godraw2015 import GoDraw2015, Severities
from .kaniuk import COMPONENTS, Coefficients

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...field import State
    from ..model import Traits

    Reals = NDArray[np.float64]

__all__ = ["MOST_POINTS", "Fastpair"]

MOST_POINTS = 45.0
"""Difference of scores that weighs nothing: from 30 kyu to the supergroup in the last round."""

_UNREAD = {
    "coefficients.area": 0.0,
    "severities.mms": 1.0,
    "severities.area": 1.0,
    "area_mode": "mixed",
    "area_level": "club",
    "cross_guard": False,
}
"""Parameters of GoDraw for which homes and the concavity stand."""


@dataclass(frozen=True, kw_only=True)
class Fastpair(GoDraw2015):
    """Fastpair: GoDraw's components, homes for everybody, and coefficients found by simulation.

    How they were found is told in docs/studies/coefficients. Of GoDraw's parameters, those of the
    areas and the severity of the scores are not read, and cannot be changed.
    """

    label: ClassVar[str] = "fastpair"
    term_names: ClassVar[tuple[str, ...]] = tuple(
        "homes" if name == "area" else name for name in COMPONENTS
    )

    coefficients: Coefficients = field(
        default_factory=lambda: Coefficients(
            mms=100_000.0, even=400.0, uneven=300.0, area=0.0, colour=80.0
        )
    )
    severities: Severities = field(default_factory=lambda: Severities(out=0.3, balance=3.0))
    conventions: Conventions = field(
        default_factory=lambda: Conventions(whole_scores=True, seeding=("rating",))
    )
    homes: HomesTerm = field(
        default_factory=lambda: HomesTerm(coefficient=16_000.0, country=0.125, everybody=True)
    )
    uneven_seed: Literal["fold", "match", "nearest", "none"] = parameter(
        "none", "Strategy across groups; who has played up or down counts more", source="K15 5.3"
    )
    concavity: float = parameter(
        0.5,
        "k of the concavity function Υ: 0 counts every point of difference alike, 1 a large "
        "difference dearer than several small ones",
        unit="pure number",
        source="K12 5.2",
    )

    def __post_init__(self) -> None:
        """Refuse a concavity that makes weights above 1 or below 0, and what is not read.

        Raises
        ------
        RuleError
            If a parameter is refused, and as ``TermsModel`` does.
        """
        super().__post_init__()
        for name, usual in _UNREAD.items():
            if attrgetter(name)(self) != usual:
                raise RuleError(f"fastpair does not read {name}; change homes or concavity instead")
        if not 0.0 <= self.concavity <= 1.0:
            raise RuleError(f"expected a concavity from 0 to 1, got {self.concavity!r}")

    def table(self, state: State) -> tuple[Term, ...]:
        """The terms of GoDraw with two others: scores by Υ, and homes in place of areas."""
        others = {
            "mms": Term("mms", self.coefficients.mms, self.w_mms),
            "area": self.homes.term(),
        }
        return tuple(others.get(term.name, term) for term in super().table(state))

    @property
    def traits(self) -> Traits:
        """A preference is worth as much as an opponent of another club."""
        return replace(super().traits, preference=self.homes.coefficient)

    def w_mms(self, a: State, b: State) -> Reals:
        """Weight Υ of the difference of scores as a share of all that there may be [K12 5.2]."""
        return graded(a.mms - b.mms, MOST_POINTS, self.concavity)
