"""The criteria of the standings: those of the system that draws the tournament, or as they are stated."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament import Criterion
from ...go.tournament.rules import Kind
from ...pairing.systems import SYSTEMS, system_class
from ...sentences import Remedy, Sentence
from ..draws.asked import asked_by
from ..history.makers import in_force

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ...formats import Document
    from ...go.tournament import Tournament
    from ..history.timeline import Timeline


def drawing_system(document: Document, path: Path | str, timeline: Timeline, after: int) -> str:
    """Name of the system that draws a tournament; empty if nobody knows it.

    It is that of the last draw up to a round by the history, or else what the document asks for.

    Raises
    ------
    FormatError
        If the document asks for a system that there is not.
    """
    drawn = {
        int(entry.draw["round"]): str(entry.draw.get("system", ""))
        for entry in in_force(timeline)
        if entry.is_draw and entry.draw.get("round", after + 2) <= max(after, 1)
    }
    if drawn:
        return drawn[max(drawn)]
    asked = asked_by(document, str(path)).system()
    return "" if asked is None else asked.name


def ranked(tournament: Tournament, system: str, *, named: bool = False) -> Tournament:
    """The tournament with the criteria that a system brings.

    Criteria that begin with the McMahon score are those of a McMahon tournament, and give way to
    them; all others are stated for this tournament, and stay.

    Parameters
    ----------
    system
        Its name; empty if nobody knows it.
    named
        Whether the director has named the system, so that it goes before what is stated.

    Raises
    ------
    RuleError
        If there is no such system, or it is named and brings no criteria.
    """
    order = system_class(system).placement if system else ()
    if named and not order:
        bring = ", ".join(name for name in SYSTEMS if system_class(name).placement)
        raise RuleError(
            f"the standings of {system} go by the criteria of the tournament; expected one of {bring}",
            Remedy("name criteria"),
            about="system",
        )
    if not order or not (named or tournament.rules.kind is Kind.MCMAHON):
        return tournament
    if Criterion.PLAYOFF in tournament.rules.placement:
        order = (*order, Criterion.PLAYOFF)
    return replace(tournament, rules=replace(tournament.rules, placement=order))


def ranking_told(system: str, old: Tournament, new: Tournament) -> Iterator[str]:
    """Say if standings do not go by the criteria of the file."""
    before, now = (
        ", ".join(criterion.value for criterion in each.rules.placement) for each in (old, new)
    )
    if before != now:
        yield Sentence(
            f"the standings go by {now}, as {system} brings them, and not by {before} of the file",
            Remedy("name criteria"),
        )
