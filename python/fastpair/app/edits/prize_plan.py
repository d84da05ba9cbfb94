"""The plan of prizes that is kept beside a tournament file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ...formats.toml import TomlFile
from ...go.standings import prize_plan
from ...sentences import phrase
from ..history.prizes import PlanChange, plan_of
from ..typed.values import on_one_line
from .locked_file import Edit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ...go.tournament import Tournament


PRIZE_FIELDS = ("name", "count", "strongest", "weakest", "wins", "category", "country")
"""What is typed of a prize, apart from whether it is shared."""

_WHOLE, _NUMBERS = ("count", "category"), ("wins",)

_MOST = 50
"""Prizes of a plan that is typed."""


def planned(file: Path) -> tuple[Mapping[str, Any], ...]:
    """The prizes of the plan, with the fields of ``Prize``; none without a plan.

    Raises
    ------
    FormatError
        If the plan cannot be read.
    """
    plan = plan_of(file)
    if not plan.exists():
        return ()
    entries = TomlFile.read(plan, "a plan of prizes").content.get("prize", [])
    return tuple(entries) if isinstance(entries, list) else ()


def prize_planned(
    file: Path, tournament: Tournament, at: int, was: str, typed: Mapping[str, str] | None
) -> Edit:
    """Plan a prize, change it or take it out of the plan.

    Parameters
    ----------
    at
        Which one of the plan, from 0; one more than the last for another one.
    was
        Its name until now; empty for another one.
    typed
        Its fields as they are typed, and ``shared`` if it is; None to take it out. What is not typed
        of it, such as among whom it is given, stays.

    Raises
    ------
    RuleError
        If the plan is no longer the one that is changed, or a field is none of a prize.
    FormatError
        If the plan cannot be read.
    """
    plan, entries = plan_of(file), [*planned(file)]
    held = plan.read_text("utf-8") if plan.exists() else ""
    known = entries[at] if at < len(entries) else {}
    if at > len(entries) or known.get("name", "") != was:
        raise RuleError(phrase("the plan of prizes has been changed meanwhile; it is fresh now"))
    if at >= _MOST:
        raise RuleError(phrase("expected at most {most} prizes", most=_MOST))
    entries[at : at + 1] = [] if typed is None else [_entry(known, typed)]
    prize_plan(entries)
    if typed is None:
        said = phrase("{name}: no prize any more", name=was)
    else:
        said = phrase("{name}: planned", name=entries[at]["name"])
    change = PlanChange(held, _written(entries) if entries else "")
    return Edit(tournament=tournament, said=said, draw=change.held)


def _entry(known: Mapping[str, Any], typed: Mapping[str, str]) -> dict[str, Any]:
    """A prize with what is typed of it; an empty field says nothing."""
    kept = {name: value for name, value in known.items() if name not in (*PRIZE_FIELDS, "shared")}
    fresh = {name: on_one_line(typed.get(name, "")) for name in PRIZE_FIELDS}
    if not fresh["name"]:
        raise RuleError(phrase("a prize needs a name, such as “First” or “Best below 5 kyu”"))
    values = {name: _value(name, text) for name, text in fresh.items() if text}
    return {**values, **({} if "shared" in typed else {"shared": False}), **kept}


def _value(name: str, text: str) -> str | int | float:
    """A field as the plan has it; what is no number stays a text, which the plan refuses."""
    try:
        if name in _WHOLE:
            return int(text)
        if name in _NUMBERS:
            wins = float(text)
            return int(wins) if wins.is_integer() else wins
    except ValueError:
        return text
    return text


def _written(entries: Sequence[Mapping[str, Any]]) -> str:
    lines = []
    for entry in entries:
        lines.append("[[prize]]")
        # What JSON writes of texts, numbers, switches and lists is TOML, apart from this sign.
        lines += [
            f"{name} = {json.dumps(value, ensure_ascii=False)}".replace("\x7f", "\\u007f")
            for name, value in entry.items()
        ]
        lines.append("")
    return "\n".join(lines)
