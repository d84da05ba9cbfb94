"""What the sources would have otherwise in the tournament of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...insight.advice import advice
from ...report.field_charts import field_charts
from ...report.html import figures

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...insight.advice import Finding
    from .asking import Asked
    from .held import State

__all__ = ["advice_on", "advised"]


def advice_on(state: State) -> Sequence[Finding]:
    """All advice, found once for each state."""
    return state.view("advice", lambda: tuple(advice(state.tournament)))


def advised(asked: Asked) -> Mapping[str, Any]:
    """The advice and the pictures of who plays, for the panel."""
    state = asked.state
    return {
        "advice": advice_on(state),
        "pictures": state.view("field", lambda: figures(field_charts(state.tournament))),
    }
