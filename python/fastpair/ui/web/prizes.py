"""Who gets which prize: the plan by fields, and at once what becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...app.edits.prize_plan import PRIZE_FIELDS, planned, prize_planned
from ...app.history.prizes import plan_of
from ...app.reports.standings import awards_of
from ...errors import FastpairError
from ...report.pages import no_prizes_sheet, prizes_sheet
from ...sentences import marked
from .parts import Part
from .spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...report.pages import Translate
    from ...report.sheet import Sheet
    from .asking import Asked
    from .held import State, Told


def prizes_given(asked: Asked, _: Translate) -> Sheet:
    """The prizes as they stand after a round.

    Raises
    ------
    FormatError, RuleError
        If the plan cannot be read, or asks for what no prize has.
    """
    file = asked.desk.held.file
    if planned(file):
        given = awards_of(file, plan_of(file), asked.number, lambda _: None, provisional=True)
        return prizes_sheet(*given, _)
    return no_prizes_sheet(asked.state.tournament.name, asked.number, _)


def _rows(state: State, number: int) -> Mapping[str, Any]:
    return {}


def _head(asked: Asked) -> Mapping[str, Any]:
    plan: tuple[Mapping[str, Any], ...] = ()
    try:
        plan = planned(asked.desk.held.file)
        sheet, refused = prizes_given(asked, spoken), ""
    except FastpairError as error:
        sheet, refused = None, error.said
    return {"plan": plan, "sheet": sheet, "refused": refused}


def _set(asked: Asked) -> Told:
    """Plan a prize, change one, or take it out of the plan."""
    typed: dict[str, str] | None = None
    if "take_out" not in asked.fields:
        names = (*PRIZE_FIELDS, "shared")
        typed = {name: asked.fields[name] for name in names if name in asked.fields}
    was = asked.fields.get("was", "")
    at, plan = asked.whole("at"), plan_of(asked.desk.held.file).name
    return asked.desk.held.note(
        asked.act("prizes", plan),
        lambda held: prize_planned(held.file, held.tournament, at, was, typed),
    )


PRIZES = Part(
    name="prizes",
    title=marked("Prizes"),
    rows=_rows,
    head=_head,
    acts={"set": _set},
)
"""Who gets what."""
