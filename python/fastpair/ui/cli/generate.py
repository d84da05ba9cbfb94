"""``fastpair generate``: a tournament that never took place."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from ...app.output import Output
from ...errors import RuleError
from ...go.tournament import TeamPlay
from ...research.simulate.congress import Happenings
from . import draw_options as option  # noqa: TC001 - typer reads the annotations
from .options import with_options

_MOST_PLAYERS = 2000
_NOTHING = Happenings()


@with_options
def generate(
    rounds: Annotated[int, typer.Option(min=1, max=20, help="How many rounds it has.")],
    output: Annotated[Path, typer.Option(help="Tournament file to write.")],
    players: Annotated[int | None, typer.Option(min=1, help="How many have entered.")] = None,
    teams: Annotated[
        int | None, typer.Option(min=1, help="How many teams have entered, instead of --players.")
    ] = None,
    boards: Annotated[
        int | None, typer.Option(min=2, max=10, help="How many play in a team; 4 unless stated.")
    ] = None,
    play: Annotated[int, typer.Option(min=0, help="How many rounds are played already.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="The same seed, the same tournament.")] = 0,
    happenings: Happenings = _NOTHING,
    model: option.Model = None,
    system: option.SystemName = None,
    overwrite: option.Overwrite = False,
    form: option.FileFormat = None,
) -> int:
    """Invent a congress: players who do not exist, as they come to the real ones.

    Teams are of players of a club, or of neighbouring ones, the strongest at board 1. A name that ends in .json, or in nothing, is a file of fastpair's own format; .xml is OpenGotha's.
    What happens besides is a number, such as 5, or a share, such as 10%.
    """
    from ...app.reports.conversion import NewFile
    from ...app.typed.models import is_file, weigher
    from ...formats import FORMATS
    from ...pairing.systems import stated_system
    from ...report.sheet import counted
    from ...research.simulate import generate as invent
    from .screen import note, progress, warn, write

    entered, size = _entered(players, teams, boards)
    target = Output.beside(output, (), overwrite=overwrite)
    with progress() as show:
        show("inventing players" if not play else f"playing {counted(play, 'round')}")
        tournament = invent(
            entered,
            rounds,
            seed=seed,
            play=play,
            happenings=happenings,
            model=weigher(model, seed) if model and is_file(model) else model,
            system=None if system is None else stated_system(system, {}),
            boards=size,
        )
        made = NewFile.of(output, form, tournament)
    if made.form is FORMATS["opengotha"] and entered > _MOST_PLAYERS:
        warn(f"OpenGotha opens at most {_MOST_PLAYERS} players")
    for loss in made.losses:
        warn(loss)
    told = [counted(teams, "team")] if teams else []
    told += [counted(entered, "player"), counted(rounds, "round")]
    with target.written(made.content, note):
        write(f"{output}: {', '.join(told)}, {min(play, tournament.last_round)} of them played")
    return 0


def _entered(players: int | None, teams: int | None, boards: int | None) -> tuple[int, int | None]:
    """The number of players, and how many are a team; None if they play for themselves.

    Raises
    ------
    RuleError
        If it is not one of players and teams that is stated.
    """
    if (players is None) == (teams is None):
        raise RuleError(
            f"expected either --players or --teams, got {'none' if teams is None else 'both'}"
        )
    if players is not None:
        if boards is not None:
            raise RuleError("expected --teams beside --boards")
        return players, None
    size = boards or TeamPlay().size
    return (teams or 0) * size, size
