"""The criteria of the standings, chosen from a list in Setup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...app.inputs import on_one_line
from ...errors import RuleError
from ...go.tournament import (
    RECOMMENDED_TIE_BREAKS,
    TIE_BREAK_KINDS,
    Criterion,
    name_criteria,
    parse_tie_break,
)
from .standings import MEANINGS
from .text import translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...go.tournament import EventKind, Tournament
    from .requests import PageRequest

FREE_ROWS = 2
"""Empty rows at the end of a list in a form, for what is added."""

_MOST_CRITERIA = 20


def criteria_choice(request: PageRequest, *, shown: bool) -> Mapping[str, Any]:
    """What the form of the standings' criteria needs."""
    reply, tournament = request.reply, request.tournament
    return {
        "criteria": _criteria_rows(request) if shown else (),
        "known_criteria": [*_known_criteria(tournament)] if shown else (),
        "recommended": [*_recommended_criteria()]
        if shown and tournament.event_kind.offers_tie_breaks
        else (),
        "criteria_error": "" if reply is None else reply.errors.get("criteria", ""),
    }


def _criteria_rows(request: PageRequest) -> Sequence[tuple[str, str]]:
    """The criteria in their order, with what they are called: those that were sent, or the rules', and empty ones."""
    if request.reply is not None and "criterion0" in request.fields:
        rows = [*sent_criteria(request.fields)]
    else:
        rules, kind = request.tournament.rules, request.tournament.kind
        rows = [*name_criteria(rules.placement, kind)]
    return [(name, _title_of(name)) for name in [*rows, *[""] * FREE_ROWS]]


def _title_of(name: str) -> str:
    """What a criterion counts; nothing for those whose names say it."""
    if name in MEANINGS:
        return translate(MEANINGS[name])
    try:
        tie_break = parse_tie_break(name)
    except RuleError:
        return ""
    return translate(tie_break.kind.name) if tie_break else ""


def sent_criteria(fields: Mapping[str, str]) -> Iterator[str]:
    """The rows that were sent, without the empty ones."""
    for row in range(_MOST_CRITERIA):
        if name := on_one_line(fields.get(f"criterion{row}", "")).strip():
            yield name


def describe_wrong_criterion(fields: Mapping[str, str], kind: EventKind) -> str:
    """What is wrong with the first row that is not a tie-break; nothing in Go, whose criteria are none."""
    for name in sent_criteria(fields) if kind.offers_tie_breaks else ():
        try:
            if Criterion.named(name) is None:
                return translate("{name} is not a tie-break: choose one from the list.", name=name)
        except RuleError as error:
            return str(error)
    return ""


def _known_criteria(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """The criteria of players that can be chosen, and what they are called: in games but Go, FIDE's tie-breaks."""
    if not tournament.event_kind.offers_tie_breaks:
        listed = (each for each in Criterion if each is not Criterion.NONE)
        yield from ((name, _title_of(name)) for name in name_criteria(listed, tournament.kind))
        return
    for code, each in TIE_BREAK_KINDS.items():
        if not each.teams:
            yield code, translate(each.name)
            if "C" in each.modifiers:
                yield (
                    f"{code}/C1",
                    translate("{name}, without the lowest", name=translate(each.name)),
                )


def _recommended_criteria() -> Iterator[tuple[str, str]]:
    """Titles of lists of criteria that are chosen together, and the lists."""
    for title, names in RECOMMENDED_TIE_BREAKS.items():
        yield translate(title), ", ".join(names)
