"""``fastpair groups``: which grades start together, shown, proposed and set."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from .change import EvenSo, change

if TYPE_CHECKING:
    from ...app.edits.locked_file import Edit, LockedFile
    from ...go.tournament import Tournament


def groups(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    table: Annotated[
        str | None,
        typer.Option(
            "--set",
            metavar="GRADES",
            help="Lowest grades of all groups but the lowest, such as 4d,2d,1k; automatic takes those "
            "that are proposed; none makes a group of each grade.",
        ),
    ] = None,
    propose: Annotated[
        bool, typer.Option("--propose", help="Show what is proposed, and change nothing.")
    ] = False,
    even_so: EvenSo = False,
) -> int:
    """Show the McMahon groups: who starts at which score. Propose others for the players, or set them."""
    from ...app.history.model import read
    from ...app.typed.values import with_proposed_groups
    from ...errors import RuleError, in_file

    if table is not None:
        if propose:
            raise RuleError("expected either --set or --propose, got both")
        return change(context, file, lambda held: _set(held, table), even_so=even_so)
    with in_file(file):
        tournament = read(file).tournament
        shown = with_proposed_groups(tournament) if propose else tournament
        _show(shown, stated=propose or bool(shown.rules.merged_grades))
    return 0


def _set(held: LockedFile, table: str) -> Edit:
    """The tournament with these groups; what is wrong with them is told of the option."""
    from ...app.edits.rule_changes import rules_set
    from ...app.typed.event import TypedEvent
    from ...app.typed.values import TypedRules
    from ...errors import RuleError

    try:
        return rules_set(held, TypedRules(groups=table), TypedEvent())
    except RuleError as error:
        if getattr(error.said, "about", "") == "groups":
            raise RuleError(error.said, about="set") from error
        raise


def _show(tournament: Tournament, *, stated: bool) -> None:
    from ...app.edits.rule_sentences import groups_told
    from ...go.tournament import group_limits
    from ...report.sheet import Column
    from .screen import show_table, write

    columns = [
        Column("Start", right=True),
        Column("Grades"),
        Column("Players", right=True),
        Column("By hand", name=True),
    ]
    rows = [
        [one.start, one.grades, str(one.players), one.by_hand] for one in groups_told(tournament)
    ]
    show_table(columns, rows)
    if stated and (limits := group_limits(tournament.rules)):
        write(f"as typed: --set {','.join(map(str, limits))}")
