"""``fastpair no-show``: somebody who has a place in a round did not come."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .change import change, naming

if TYPE_CHECKING:
    from ...app.draws.no_show import NoShow


_File = Annotated[Path, typer.Argument(help="Tournament file.")]


def no_show(
    context: typer.Context,
    file: _File,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Who did not come, or a team.")],
    re_pair: Annotated[
        bool, typer.Option("--re-pair", help="Draw the others again, and keep the most boards.")
    ] = False,
    forfeit: Annotated[
        bool, typer.Option("--forfeit", help="The opponent wins by forfeit.")
    ] = False,
    wait: Annotated[
        bool,
        typer.Option("--wait", help="The opponent has the bye, or waits if somebody else has it."),
    ] = False,
    round_number: Annotated[
        int | None,
        typer.Option(
            "--round",
            metavar="N",
            help="Round; by default the last in play, else the next to draw.",
        ),
    ] = None,
) -> int:
    """Record that somebody with a place in a round did not come.

    The player is absent from the round, and one option says what becomes of the opponent. Without
    one, it is shown what each would change, and nothing is written.
    """
    from ...app.draws.no_show import Way
    from ...app.draws.no_show import no_show as made
    from ...app.state import round_to_edit
    from ...errors import RuleError

    chosen = {Way.RE_PAIR: re_pair, Way.FORFEIT: forfeit, Way.WAIT: wait}
    ways = [way for way, wanted in chosen.items() if wanted]
    if len(ways) > 1:
        raise RuleError("expected one of --re-pair, --forfeit and --wait")
    if not ways:
        return _show(file, player, round_number)
    return change(
        context,
        file,
        lambda held: made(
            held.document,
            held.file,
            held.timeline,
            round_to_edit(held.tournament, round_number),
            player,
            ways[0],
        ),
    )


def _show(file: Path, player: str, round_number: int | None) -> int:
    """Show what each way would change."""
    from ...app.draws.no_show import no_shows
    from ...app.history.model import read
    from ...app.history.timeline import Timeline
    from ...app.state import round_to_edit
    from .screen import write

    with naming(file):
        document = read(file)
        timeline = Timeline.beside(file, document.content)
        number = round_to_edit(document.tournament, round_number)
        for each in no_shows(document, file, timeline, number, player):
            write(f"--{each.way.value}")
            for line in _lines(each):
                write(f"  {line}")
    write("not written: --re-pair, --forfeit or --wait does it")
    return 0


def _lines(each: NoShow) -> list[str]:
    """What a way would change, or why it does not go."""
    from .advice import worded

    if each.edit is None:
        return [f"not possible: {worded(each.refused)}"] if each.refused else []
    edit = each.edit
    return [
        *map(worded, edit.told or (edit.said,)),
        *(f"warning: {worded(w)}" for w in edit.warned),
    ]
