"""What the sources would have otherwise in the tournament of the page."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...app.edits.rule_sentences import groups_told
from ...errors import RuleError
from ...go.tournament import Grade
from ...insight.advice import advice
from ...report.chart import field_charts, histogram
from ...report.html import figures
from ...sentences import message_of
from .spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...app.edits.rule_sentences import ToldGroup
    from ...insight.advice import Finding
    from ...report.chart import Chart
    from .asking import Asked
    from .held import State


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


def grouped(asked: Asked) -> Mapping[str, Any]:
    """The players by grade and by McMahon group, as they are or as a bar would make them, for the panel.

    Raises
    ------
    RuleError
        If the bar is no grade.
    """
    tournament, typed = asked.state.tournament, asked.fields.get("bar", "").strip()
    rules = tournament.rules
    if typed:
        try:
            bar = Grade.parse(typed)
        except ValueError as error:
            raise RuleError(message_of(error), about="bar") from error
        rules = replace(rules, bar=bar, floor=min(bar, rules.floor))
    shown = replace(tournament, rules=rules)
    counts = Counter(int(player.grade) for player in tournament.players)
    groups = [group for group in groups_told(shown) if group.players][::-1]
    return {
        "bar": str(rules.bar),
        "is_asked": rules.bar != tournament.rules.bar,
        "bars": [str(Grade(grade)) for grade in sorted(counts, reverse=True)],
        "groups": groups[::-1],
        "pictures": figures(_group_charts(counts, groups)) if counts else "",
    }


def _group_charts(counts: Mapping[int, int], groups: Sequence[ToldGroup]) -> Iterator[Chart]:
    """Players by grade, and by group from the lowest on."""
    across = range(min(counts), max(counts) + 1)
    yield histogram(
        spoken("players by grade"), {str(Grade(grade)): counts.get(grade, 0) for grade in across}
    )
    by_group = {group.grades or f"by hand, {group.start}": group.players for group in groups}
    yield histogram(spoken("players by McMahon group"), by_group)
