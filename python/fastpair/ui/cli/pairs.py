"""``fastpair join`` and ``split``: pairs, who play each game together."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from .change import change


def join(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="Two or three players without a game.")
    ],
    name: Annotated[
        str | None,
        typer.Option("--name", help="Name of the pair; by default such as Adler / Meier."),
    ] = None,
) -> int:
    """Make one player of two or three who play each game together, as in pair go and rengo."""
    from ...app.edits.pairs import joined

    return change(context, file, lambda held: joined(held.timeline, held.tournament, players, name))


def split(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    pair: Annotated[str, typer.Argument(metavar="PAIR", help="A pair without a game.")],
) -> int:
    """Take a pair apart again: its members are players of their own, as they had entered."""
    from ...app.edits.pairs import split as taken_apart

    return change(context, file, lambda held: taken_apart(held.tournament, pair))
