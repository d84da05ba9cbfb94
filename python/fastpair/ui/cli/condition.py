"""``fastpair condition``: who must meet whom in a round, who must not, and the list of that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...app.actions import ACTIONS
from ...app.draws.units import Units
from ...app.edits.conditions import told
from ...app.edits.locked_file import LockedFile
from ...app.history.conditions import conditions_of
from ...app.state import round_to_edit
from ...errors import RuleError
from .actions import command_of
from .change import naming
from .screen import warn, write

if TYPE_CHECKING:
    from pathlib import Path


def _list_unless_stated(file: Path, number: int | None, values: dict[str, Any]) -> bool:
    """List all conditions where none is stated."""
    values["players"] = values["players"] or []
    if values["kind"] is not None:
        return True
    if values["why"] or values["back"]:
        raise RuleError("--why and --back are for a condition, got none")
    _list(file, number)
    return False


def _list(file: Path, round_number: int | None) -> None:
    """Show the conditions of a round."""
    with naming(file), LockedFile.opened(file) as locked:
        remarks, units = [*locked.remarks()], Units.of(locked)
    number = round_to_edit(units.tournament, round_number)
    for remark in remarks:
        warn(remark)
    for each, said in conditions_of(units.timeline, number).items():
        reason = f" ({said.why})" if said.why else ""
        write(f"round {number}: {told(units.tournament, each)}{reason}, {said.entry.door}")


condition = command_of(ACTIONS["condition"], optional=True, prepare=_list_unless_stated)
