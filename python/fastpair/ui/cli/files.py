"""``fastpair convert``, ``export``, ``delete`` and ``generate``."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - the options are made of the annotations
from typing import TYPE_CHECKING, Annotated

from ...app.inputs import EventInput  # noqa: TC001 - the options are made of it
from ...app.output import Output
from ...errors import RuleError
from ...go.tournament import TeamPlay
from ...research.simulate.congress import Happenings
from . import options as option  # noqa: TC001 - the options are made of the annotations
from .actions import naming
from .command import Argument, Option

if TYPE_CHECKING:
    from ...app.reports.export import Conversion, Export


_FormatName = Annotated[
    str | None,
    Option(
        metavar="FORMAT",
        help="File format; by default that of the suffix of TARGET.",
    ),
]


def convert(
    file: option.File,
    target: Annotated[Path, Argument(help="File to write.")],
    to: _FormatName = None,
    encoding: option.Encoding = None,
    overwrite: option.Overwrite = False,
) -> int:
    """Convert a tournament to another file format, and list what that format cannot store."""
    from ...app.reports.export import conversion, format_for
    from ...report.sheet import counted

    form = format_for(target, to)
    output = Output.beside(target, (file,), overwrite=overwrite)
    result = conversion(file, target, form, encoding)
    players = counted(len(result.tournament.players), "player")
    games = counted(len(result.tournament.games), "game")
    way = f"{file} ({result.source.title}) -> {target} ({form.title})"
    return _write(output, result, f"{way}: {players}, {games}")


def export(
    file: option.File,
    target: Annotated[Path, Argument(help="File to write, such as results.h9.")],
    event: EventInput,
    to: _FormatName = None,
    rounds: Annotated[
        str | None,
        Option(metavar="ROUNDS", help="Rounds to export, such as 1-5 or 'week 2'."),
    ] = None,
    name: Annotated[str | None, Option(help="Name of the tournament in the file.")] = None,
    even_so: Annotated[
        bool, Option("--even-so", help="Allow rounds that are not complete.")
    ] = False,
    overwrite: option.Overwrite = False,
) -> int:
    """Write the results file for a federation, checked as the federation would.

    Unlike convert, it refuses rounds with missing results, and can write a part of the rounds.
    """
    from ...app.reports.export import exported, format_for
    from ...report.sheet import counted

    form = format_for(target, to)
    output = Output.beside(target, (file,), overwrite=overwrite)
    with naming(file):
        result = exported(
            file, target, form, event=event, name=name, rounds=rounds, even_so=even_so
        )
    tournament = result.tournament
    counts = (
        counted(tournament.rules.rounds, "round"),
        counted(len(tournament.seated), "player"),
        counted(len(tournament.games), "game"),
    )
    return _write(output, result, f"{file} -> {target} ({form.title}): {', '.join(counts)}")


def delete(
    file: option.File,
    name: Annotated[str, Argument(help="Name of the tournament, to confirm.")],
) -> int:
    """Delete a tournament: move the file with its history into the folder Deleted.

    The list of tournaments of the director's page restores it.
    """
    from ...app.deletion import delete as move
    from ...app.history.records import read
    from .screen import write

    known = read(file).tournament.name or file.name
    if name != known:
        raise RuleError(f"the tournament is called {known!r}; repeat this name to delete it")
    write(f"{known} is in {move(file)}")
    return 0


def _write(output: Output, result: Conversion | Export, message: str) -> int:
    """Write a file, and report differences from its source."""
    from .screen import note, warn, write

    with output.written(result.content, note):
        for remark in result.remarks:
            warn(remark)
        write(message)
        write(f"what {output.path} holds otherwise:" if result.losses else "nothing is lost")
        for loss in result.losses:
            write(f"  {loss}")
    return 0


_MOST_PLAYERS = 2000
_NOTHING = Happenings()


def generate(
    rounds: Annotated[int, Option(min=1, max=20, help="Number of rounds.")],
    output: Annotated[Path, Option(help="Tournament file to write.")],
    players: Annotated[int | None, Option(min=1, help="Number of players.")] = None,
    teams: Annotated[
        int | None, Option(min=1, help="Number of teams, instead of --players.")
    ] = None,
    boards: Annotated[
        int | None, Option(min=2, max=10, help="Players of a team; by default 4.")
    ] = None,
    play: Annotated[int, Option(min=0, help="Number of rounds already played.")] = 0,
    seed: Annotated[int, Option(min=0, help="Seed of the tournament.")] = 0,
    happenings: Happenings = _NOTHING,
    model: option.Model = None,
    system: option.SystemName = None,
    overwrite: option.Overwrite = False,
    form: option.FileFormat = None,
) -> int:
    """Generate a test tournament with invented players.

    Teams consist of players of one club or of neighbouring clubs, the strongest at board 1. The
    suffix decides the format: .json or none for fastpair's own, .xml for OpenGotha's. Numbers of
    events are counts, such as 5, or shares, such as 10%.
    """
    from ...app.lookup import is_file, weigher
    from ...app.reports.export import NewFile
    from ...formats import FORMATS
    from ...pairing.systems import stated_system
    from ...report.sheet import counted
    from ...research.simulate import generate as invent
    from .screen import note, progress, warn, write

    entered, size = _count_players(players, teams, boards)
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
        new_file = NewFile.of(output, form, tournament)
    if new_file.form is FORMATS["opengotha"] and entered > _MOST_PLAYERS:
        warn(f"OpenGotha opens at most {_MOST_PLAYERS} players")
    for loss in new_file.losses:
        warn(loss)
    counts = [counted(teams, "team")] if teams else []
    counts += [counted(entered, "player"), counted(rounds, "round")]
    with target.written(new_file.content, note):
        write(f"{output}: {', '.join(counts)}, {min(play, tournament.last_round)} of them played")
    return 0


def _count_players(
    players: int | None, teams: int | None, boards: int | None
) -> tuple[int, int | None]:
    """The number of players, and how many are a team; None if they play for themselves.

    Raises
    ------
    RuleError
        If it is not one of players and teams that is stated.
    """
    if (players is None) == (teams is None):
        raise RuleError(
            f"choose either --players or --teams, not {'neither' if teams is None else 'both'}"
        )
    if players is not None:
        if boards is not None:
            raise RuleError("add --teams to --boards")
        return players, None
    size = boards or TeamPlay().size
    return (teams or 0) * size, size
