"""Which criteria should not stand beside each other [BGA 4.6; V 4.3, 8]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...go.tournament import Criterion
from ...sentences import phrase
from .finding import AdviceKind, Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...go.tournament import Tournament

__all__ = ["about_criteria"]

_CUSS = (Criterion.CUSS_MMS, Criterion.CUSS_WINS)

_SOS = tuple(criterion for criterion in Criterion if criterion.value.startswith(("SOS", "SOSOS")))
"""The sums of what opponents have, which a draw can make alike."""


def about_criteria(tournament: Tournament) -> Iterator[Finding]:
    """Say which tie-break says nothing beside another one, or nothing after a draw by itself."""
    rules = tournament.rules
    for criteria in dict.fromkeys((rules.placement, rules.prize_criteria)):
        if Criterion.CUSP in criteria:
            for cuss in (each for each in _CUSS if each in criteria):
                said = phrase(
                    "{criterion} and CUSP are both criteria: of two players with one starting score"
                    " who have played all games, they say the same",
                    criterion=cuss.value,
                )
                yield Finding(kind=AdviceKind.CRITERIA, source="BGA 4.6", sentence=said)
    both = [
        criterion.value
        for criterion in rules.seeding_criteria
        if criterion in _SOS and criterion in (*rules.placement, *rules.prize_criteria)
    ]
    if both:
        said = phrase(
            "{criteria}: the draw orders the groups by what breaks ties, too, and makes it alike; let"
            " something else order them, such as the rating",
            criteria=", ".join(both),
        )
        yield Finding(kind=AdviceKind.CRITERIA, source="V 4.3, 8", sentence=said)
