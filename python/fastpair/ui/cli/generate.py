"""``fastpair generate``: a tournament that never took place."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from ...app.output import Output
from . import draw_options as option  # noqa: TC001 - typer reads the annotations

__all__ = ["generate"]

_MOST_PLAYERS = 2000


def generate(
    players: Annotated[int, typer.Option(min=1, help="How many have entered.")],
    rounds: Annotated[int, typer.Option(min=1, max=20, help="How many rounds it has.")],
    output: Annotated[Path, typer.Option(help="Tournament file to write.")],
    play: Annotated[int, typer.Option(min=0, help="How many rounds are played already.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="The same seed, the same tournament.")] = 0,
    overwrite: option.Overwrite = False,
    form: option.FileFormat = None,
) -> int:
    """Invent a congress: players who do not exist, as they come to the real ones.

    A name that ends in .json, or in nothing, is a file of fastpair's own format; .xml is OpenGotha's.
    """
    from ...app.reports.conversion import NewFile
    from ...formats import FORMATS
    from ...lab.simulate import generate as invent
    from ...report.text import counted
    from .screen import note, progress, warn, write

    target = Output.beside(output, (), overwrite=overwrite)
    with progress() as show:
        show("inventing players" if not play else f"playing {counted(play, 'round')}")
        tournament = invent(players, rounds, seed=seed, play=play)
        made = NewFile.of(output, form, tournament)
    if made.form is FORMATS["opengotha"] and players > _MOST_PLAYERS:
        warn(f"OpenGotha opens at most {_MOST_PLAYERS} players")
    for loss in made.losses:
        warn(loss)
    size = f"{counted(players, 'player')}, {counted(rounds, 'round')}"
    with target.written(made.content, note):
        write(f"{output}: {size}, {play} of them played")
    return 0
