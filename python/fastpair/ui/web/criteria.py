"""The criteria of the standings, chosen from a list in Setup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...app.forms.criteria import (
    criteria_to_choose,
    criterion_meaning,
    named_criteria,
    recommended_criteria,
)
from ...app.forms.inputs import on_one_line
from .rendering import localized
from .text import translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from .requests import PageRequest

FREE_ROWS = 2
"""Empty rows at the end of a list in a form, for what is added."""

_MOST_CRITERIA = 20


def criteria_choice(request: PageRequest, *, shown: bool) -> Mapping[str, Any]:
    """What the form of the standings' criteria needs."""
    reply, tournament = request.reply, request.tournament
    known = criteria_to_choose(tournament) if shown else ()
    return {
        "criteria": _criteria_rows(request) if shown else (),
        "known_criteria": [(name, localized(meaning)) for name, meaning in known],
        "recommended": recommended_lists(request) if shown else (),
        "criteria_error": "" if reply is None else reply.errors.get("criteria", ""),
    }


def recommended_lists(request: PageRequest, *, teams: bool = False) -> Sequence[tuple[str, str]]:
    """Titles of lists of criteria that are chosen together, and the lists."""
    recommended = recommended_criteria(request.tournament, teams=teams)
    return [(translate(title), ", ".join(names)) for title, names in recommended.items()]


def _criteria_rows(request: PageRequest) -> Sequence[tuple[str, str]]:
    """The criteria in their order, with what they are called: those that were sent, or the rules', and empty ones."""
    if request.reply is not None and "criterion0" in request.fields:
        rows = [*sent_criteria(request.fields)]
    else:
        tournament = request.tournament
        rows = [*named_criteria(tournament, tournament.rules.placement)]
    return [(name, localized(criterion_meaning(name))) for name in [*rows, *[""] * FREE_ROWS]]


def sent_criteria(fields: Mapping[str, str]) -> Iterator[str]:
    """The rows that were sent, without the empty ones."""
    for row in range(_MOST_CRITERIA):
        if name := on_one_line(fields.get(f"criterion{row}", "")).strip():
            yield name
