"""``fastpair publish``: a round that the players know."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import RuleError
from .change import change

if TYPE_CHECKING:
    from ...app.edits.locked_file import Edit, LockedFile


def publish(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    round_number: Annotated[
        int | None,
        typer.Option("--round", metavar="N", help="Round; by default the last that is drawn."),
    ] = None,
    freeze: Annotated[
        bool,
        typer.Option("--freeze", help="Publish for good: the boards do not change any more."),
    ] = False,
    back: Annotated[
        bool,
        typer.Option("--back", help="One step back: from frozen to published, from that to draft."),
    ] = False,
) -> int:
    """Say that the players know the boards of a round, as they are now.

    From then on fastpair says how many published boards a new draw changes, and draw --keep-most
    changes as few as it can. The boards of a frozen round are not changed at all; results are
    entered as before. All this stands in the history beside the file, and undo takes it back.
    """
    from ...app.edits.publishing import published, round_to_publish, taken_back
    from ...app.history.publication import State

    if freeze and back:
        raise RuleError("expected either --freeze or --back, got both")

    def work(locked: LockedFile) -> Edit:
        timeline, tournament = locked.timeline, locked.tournament
        number = round_to_publish(tournament, round_number)
        if back:
            return taken_back(timeline, tournament, number)
        return published(timeline, tournament, number, State.FROZEN if freeze else State.PUBLISHED)

    return change(context, file, work, in_history_alone=True)
