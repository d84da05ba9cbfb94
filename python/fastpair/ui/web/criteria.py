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
from .text import translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...go.tournament import Tournament
    from .requests import PageRequest

FREE_ROWS = 2
"""Empty rows at the end of a list in a form, for what is added."""

_MOST_CRITERIA = 20


def criteria_choice(request: PageRequest, *, shown: bool) -> Mapping[str, Any]:
    """What the form of the standings' criteria needs."""
    shown = shown and lists_criteria(request.tournament)
    reply = request.reply
    return {
        "criteria": _criteria_rows(request) if shown else (),
        "known_criteria": [*_known_criteria()] if shown else (),
        "recommended": [*_recommended_criteria()] if shown else (),
        "criteria_error": "" if reply is None else reply.errors.get("criteria", ""),
    }


def lists_criteria(tournament: Tournament) -> bool:
    """Whether criteria are chosen from a list: in a Swiss of any game, from FIDE's tie-breaks."""
    return tournament.kind != "go"


def _criteria_rows(request: PageRequest) -> Sequence[tuple[str, str]]:
    """The criteria in their order, with what they are called: those that were sent, or the rules', and empty ones."""
    if request.reply is not None and "criterion0" in request.fields:
        rows = [*sent_criteria(request.fields)]
    else:
        rules, kind = request.tournament.rules, request.tournament.kind
        rows = [*name_criteria(rules.placement, kind)]
    return [(name, _title_of(name)) for name in [*rows, *[""] * FREE_ROWS]]


def _title_of(name: str) -> str:
    """What a tie-break of FIDE's is called; nothing for others, whose names say it."""
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


def describe_wrong_criterion(fields: Mapping[str, str]) -> str:
    """What is wrong with the first row that is not a criterion."""
    for name in sent_criteria(fields):
        try:
            if Criterion.named(name) is None:
                return translate("{name} is not a tie-break: choose one from the list.", name=name)
        except RuleError as error:
            return str(error)
    return ""


def _known_criteria() -> Iterator[tuple[str, str]]:
    """The tie-breaks of players that can be chosen, and what they are called."""
    for code, kind in TIE_BREAK_KINDS.items():
        if not kind.teams:
            yield code, translate(kind.name)
            if "C" in kind.modifiers:
                yield (
                    f"{code}/C1",
                    translate("{name}, without the lowest", name=translate(kind.name)),
                )


def _recommended_criteria() -> Iterator[tuple[str, str]]:
    """Titles of lists of criteria that are chosen together, and the lists."""
    for title, names in RECOMMENDED_TIE_BREAKS.items():
        yield translate(title), ", ".join(names)
