"""All advice on a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bars import about_bar, about_rounds
from .criteria import about_criteria
from .field_size import about_groups, about_participation, about_players
from .grades import about_grades, about_promotions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...go.tournament import Tournament
    from .finding import Finding
    from .grades import PromotionRule

__all__ = ["advice"]

_ABOUT = (
    about_bar,
    about_rounds,
    about_players,
    about_groups,
    about_participation,
    about_criteria,
    about_grades,
)


def advice(tournament: Tournament, rule: PromotionRule | None = None) -> Iterator[Finding]:
    """What the sources would have otherwise, for who takes part and the rules as they are.

    Parameters
    ----------
    rule
        A federation's rule for grades; without one nothing is said of promotions.
    """
    for about in _ABOUT:
        yield from about(tournament)
    if rule is not None:
        yield from about_promotions(tournament, rule)
