"""Parameters that several models have: each is declared once, without its default and its source."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from ...parameters import parameter

if TYPE_CHECKING:
    from collections.abc import Callable

AreaLevel = Literal["club", "country", "both"]
"""The areas that count."""

InformationMode = Literal["change", "target"]
"""What the rating information of a game is."""


coefficient = partial(parameter, unit="weight")
"""What a component adds to the weight at most."""

mms_coefficient = partial(coefficient, description="Equal McMahon scores")
uneven_coefficient = partial(coefficient, description="Fair games across groups")
area_coefficient = partial(coefficient, description="Opponents from elsewhere")

mms_slope = partial(parameter, description="Of the score difference", unit="per point")
seed_slope = partial(parameter, description="Of the seeds across groups", unit="per unit of seed")
banding_slope = partial(parameter, description="Of the difference of bands", unit="per band")

areas = partial(parameter, description="Areas; both together count 80 to 20")


def _centre(where: str) -> Callable[..., float]:
    """A parameter that says at which grade components count so."""

    def centre(default: float, grade: str, *, source: str) -> float:
        return parameter(default, f"{where}: {grade}", unit="grade index", source=source)

    return centre


score_centre = _centre("Where mms, even and uneven count half")
area_centre = _centre("Where area counts half")
colour_centre = _centre("Where colour counts most")


def information_mode() -> InformationMode:
    """What rating information is."""
    return parameter(
        "change",
        "The expected change of the ratings, or closeness to a rating difference",
        source="INTERPRETATION V2.2.2",
    )


def information_target() -> float:
    """The rating difference that tells most."""
    return parameter(
        250.0,
        "Rating difference that is wanted in mode target",
        unit="rating points",
        source="V 2.2.2",
    )
