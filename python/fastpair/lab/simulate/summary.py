"""What results say of each contender, by itself and beside another one in the same tournaments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from .intervals import Estimate, estimate, share, student_mean
from .measures import MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from .rows import Results

__all__ = ["Compared", "Summary", "summary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A measure of a contender."""

    mean: Estimate

    difference: Estimate
    """What it has more than the reference has, over the repeats that both have played."""

    higher: Estimate
    """Share of these repeats in which it has more; a tie counts half."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """All measures of all contenders."""

    reference: str
    """Name of the contender with which the others are compared."""

    compared: Mapping[str, Mapping[str, Compared]]
    """By measure, and by the contender's name."""

    def only(self, measures: Iterable[str]) -> Summary:
        """Some of the measures, in their order; all of them if none is named."""
        chosen = {measure: self.compared[measure] for measure in measures}
        return replace(self, compared=chosen) if chosen else self


def summary(results: Results, reference: str | None = None) -> Summary:
    """Sum up results.

    Parameters
    ----------
    reference
        Name of the contender with which the others are compared; by default the first one.

    Raises
    ------
    RuleError
        If there is no such contender.
    """
    names = results.heading.contenders
    reference = names[0] if reference is None else reference
    if reference not in names:
        raise RuleError(f"no contender {reference!r}; expected one of {', '.join(names)}")
    compared = {
        measure: _compared(
            results.values(measure),
            names,
            names.index(reference),
            may_be_share=_may_be_share(measure),
        )
        for measure in results.measures
    }
    return Summary(reference=reference, compared=compared)


def _compared(
    values: NDArray[np.float64], names: tuple[str, ...], reference: int, *, may_be_share: bool
) -> Mapping[str, Compared]:
    found = {}
    for name, own in zip(names, values, strict=True):
        difference = own - values[reference]
        known = difference[~np.isnan(difference)]
        won = float((known > 0).sum() + (known == 0).sum() / 2)
        found[name] = Compared(
            mean=estimate(own) if may_be_share else student_mean(own[~np.isnan(own)]),
            difference=student_mean(known),
            higher=share(won, len(known)),
        )
    return found


def _may_be_share(measure: str) -> bool:
    """Whether values of 0 and 1 alone make a share: a count that is 0 every time is none."""
    return measure not in MEASURES or MEASURES[measure].share
