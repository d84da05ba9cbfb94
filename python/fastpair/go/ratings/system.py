"""Rating systems by name, all to be used alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol

from ..._kernels.ratings import egf2021_in_order, gor_in_order
from ...errors import RuleError
from . import egf2021, gor

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Reals = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["EGF2021", "RATING_SYSTEMS", "GoR", "RatingSystem", "rating_system_named"]


class RatingSystem(Protocol):
    """How results change ratings, and what ratings say of results.

    All arrays broadcast against each other. A handicap is the number of stones that A gets, 1 being
    a game without komi; it is negative if A gives them. Of two equal players A is the one whom a
    system takes for the weaker, if it makes a difference; for games that are rated, A is Black.
    """

    @property
    def name(self) -> str:
        """A name for commands and documents."""

    @property
    def title(self) -> str:
        """A name for people."""

    @property
    def source(self) -> str:
        """Where the formulas are from (docs/explanation/sources.md)."""

    @property
    def lowest(self) -> float:
        """No rating is lower; lower ones count as this one."""

    def expectation(
        self, rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0
    ) -> tuple[Reals, Reals]:
        """Expected results of both players, as the system rates them."""

    def probability_of_winning(
        self, rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0
    ) -> Reals:
        """Probability that A wins; otherwise B does."""

    def changes(
        self,
        rating_a: ArrayLike,
        rating_b: ArrayLike,
        result_a: ArrayLike,
        handicap: ArrayLike = 0,
    ) -> tuple[Reals, Reals]:
        """Points that a game adds to both ratings; the result is 1 for a win of A, ½ for a jigo."""

    def update_in_order(
        self, rating: Reals, players: Integers, won_x2: Integers, handicap: Integers
    ) -> None:
        """Update ratings in place, game by game; see ``rated_in_order``, which checks the arguments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoR:
    """The European ratings of 1998 to 2021, as the thesis describes them [V 2.2]."""

    name: ClassVar[str] = "gor"
    title: ClassVar[str] = "GoR"
    source: ClassVar[str] = "V 2.2"
    lowest: ClassVar[float] = gor.LOWEST

    epsilon: float = gor.EPSILON
    """By how much both expected results together fall short of 1."""

    mode: Literal["real", "int"] = "real"
    """Whether a(R) is truncated, see ``gor.a``."""

    def expectation(
        self, rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0
    ) -> tuple[Reals, Reals]:
        """Expected results of both players, 1 - ε together."""
        return gor.expectation(
            rating_a, rating_b, handicap=handicap, epsilon=self.epsilon, mode=self.mode
        )

    def probability_of_winning(
        self, rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0
    ) -> Reals:
        """Probability that A wins: his expected result without ε."""
        return gor.expectation(rating_a, rating_b, handicap=handicap, epsilon=0.0, mode=self.mode)[
            0
        ]

    def changes(
        self,
        rating_a: ArrayLike,
        rating_b: ArrayLike,
        result_a: ArrayLike,
        handicap: ArrayLike = 0,
    ) -> tuple[Reals, Reals]:
        """Points that a game adds to both ratings."""
        return gor.changes(
            rating_a, rating_b, result_a, handicap=handicap, epsilon=self.epsilon, mode=self.mode
        )

    def update_in_order(
        self, rating: Reals, players: Integers, won_x2: Integers, handicap: Integers
    ) -> None:
        """Update ratings in place, game by game."""
        whole = self.mode == "int"
        gor_in_order(rating, players, won_x2, handicap, gor.CON, self.epsilon, whole)


@dataclass(frozen=True, slots=True, kw_only=True)
class EGF2021:
    """The European ratings since 2021 [EGD].

    Raises
    ------
    RuleError
        If there is no such class.
    """

    name: ClassVar[str] = "egf2021"
    title: ClassVar[str] = "EGF 2021"
    source: ClassVar[str] = "EGD"
    lowest: ClassVar[float] = egf2021.LOWEST

    event_class: str = "A"
    """Class of the tournament, by which games count more or less; see ``Event.egf_class``."""

    def __post_init__(self) -> None:
        if self.event_class not in egf2021.CLASS_WEIGHTS:
            classes = ", ".join(egf2021.CLASS_WEIGHTS)
            raise RuleError(
                f"expected a class of tournaments ({classes}), got {self.event_class!r}"
            )

    @property
    def weight(self) -> float:
        """What a game counts."""
        return egf2021.CLASS_WEIGHTS[self.event_class]

    def expectation(
        self, rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0
    ) -> tuple[Reals, Reals]:
        """Expected results of both players, 1 together."""
        return egf2021.expectation(rating_a, rating_b, handicap=handicap)

    def probability_of_winning(
        self, rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0
    ) -> Reals:
        """Probability that A wins: his expected result."""
        return egf2021.expectation(rating_a, rating_b, handicap=handicap)[0]

    def changes(
        self,
        rating_a: ArrayLike,
        rating_b: ArrayLike,
        result_a: ArrayLike,
        handicap: ArrayLike = 0,
    ) -> tuple[Reals, Reals]:
        """Points that a game adds to both ratings."""
        return egf2021.changes(rating_a, rating_b, result_a, handicap=handicap, weight=self.weight)

    def update_in_order(
        self, rating: Reals, players: Integers, won_x2: Integers, handicap: Integers
    ) -> None:
        """Update ratings in place, game by game."""
        egf2021_in_order(rating, players, won_x2, handicap, self.weight)


RATING_SYSTEMS: Mapping[str, RatingSystem] = {system.name: system for system in (GoR(), EGF2021())}
"""The systems by name, with the usual parameters."""


def rating_system_named(name: str) -> RatingSystem:
    """Find the rating system of this name.

    Raises
    ------
    RuleError
        If there is no such system.
    """
    if name not in RATING_SYSTEMS:
        raise RuleError(f"expected a rating system ({', '.join(RATING_SYSTEMS)}), got {name!r}")
    return RATING_SYSTEMS[name]
