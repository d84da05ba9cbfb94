"""``fastpair playoff`` and ``bonus``: what happens outside of the rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .change import EvenSo, change

_File = Annotated[Path, typer.Argument(help="Tournament file.")]


def playoff(
    context: typer.Context,
    file: _File,
    winner: Annotated[str, typer.Argument(help="Who has won.")],
    loser: Annotated[str, typer.Argument(help="Who has lost.")],
) -> int:
    """Enter a further game outside of the rounds, which settles a tie.

    It counts for those only who are equal by all criteria before PO, which is put behind the others.
    """
    from ...app.edits.outside_rounds import playoff_played

    return change(context, file, lambda held: playoff_played(held.tournament, winner, loser))


def bonus(
    context: typer.Context,
    file: _File,
    player: Annotated[str, typer.Argument(help="Who gets them.")],
    points: Annotated[float, typer.Argument(help="How many, in halves; 0 takes them away.")],
    number: Annotated[int, typer.Option("--round", metavar="N", help="After which round.")],
    even_so: EvenSo = False,
) -> int:
    """Give a player bonus points, which count beside those of games."""
    from ...app.edits.outside_rounds import bonus_given

    return change(
        context,
        file,
        lambda held: bonus_given(held.tournament, player, points, number),
        even_so=even_so,
    )
