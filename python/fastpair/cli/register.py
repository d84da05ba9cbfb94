"""``fastpair new`` and ``register``: a tournament begins, and players enter it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .change import change, naming, typed_in

if TYPE_CHECKING:
    from ..director.congress import Congress, Done
    from ..formats import Format
    from ..tournament import Player

__all__ = ["new", "register"]

_PRESET = "OpenGotha v351"
"""The rules of a new tournament. Under plain ``Rules`` a bye would be worth nothing."""

_Entries = Annotated[
    Path | None,
    typer.Option("--entries", metavar="LIST", help="A file whose players enter."),
]


def new(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file to make.")],
    name: Annotated[str, typer.Option(help="Name of the tournament.")] = "",
    rounds: Annotated[int | None, typer.Option(min=1, max=99, help="How many rounds.")] = None,
    floor: Annotated[str | None, typer.Option(metavar="GRADE", help="Floor, such as 20k.")] = None,
    bar: Annotated[
        str | None,
        typer.Option(
            metavar="GRADE",
            help="Bar, such as 3d; automatic takes it from the handbook's table, with --entries.",
        ),
    ] = None,
    entries: _Entries = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="FORMAT", help="By default what the suffix stands for."),
    ] = None,
) -> int:
    """Make a tournament file, with its players if a list of them is named."""
    from ..director.congress import Congress
    from ..director.entries import begun
    from ..director.facts import differences
    from ..tournament import Rules, Tournament, with_preset
    from .screen import note, write

    rules = with_preset(Rules(), _PRESET)
    listed = _listed(entries)
    done = begun(name=name, rules=rules, rounds=rounds, floor=floor, bar=bar, players=listed)
    with naming(file), Congress.opened(file, new=True) as congress:
        content = _format(file, form).new(done.tournament)
        changes = differences(Tournament(), done.tournament)
        with congress.written(content, note, typed_in(context), done.said, changes):
            write(done.said)
    return 0


def register(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Family name.")] = None,
    first_name: Annotated[
        str | None, typer.Argument(metavar="[FIRST NAME]", help="First name.")
    ] = None,
    grade: Annotated[str | None, typer.Option(metavar="GRADE", help="Such as 3d or 12k.")] = None,
    rating: Annotated[
        int | None, typer.Option(help="European rating; by default that of the grade.")
    ] = None,
    country: Annotated[str | None, typer.Option(help="Two letters.")] = None,
    club: Annotated[str | None, typer.Option(help="Club.")] = None,
    pin: Annotated[
        str | None, typer.Option(metavar="PIN", help="Number in the European Go Database.")
    ] = None,
    final: Annotated[
        bool | None, typer.Option("--final/--preliminary", help="State of the registration.")
    ] = None,
    since: Annotated[
        int | None,
        typer.Option(
            "--from-round",
            metavar="N",
            help="First round to take part in; by default the first that is not drawn.",
        ),
    ] = None,
    entries: _Entries = None,
    changed: Annotated[
        str | None,
        typer.Option("--change", metavar="PLAYER", help="Change this player instead."),
    ] = None,
) -> int:
    """Register a player, or all of a list; or change what is known of a player.

    Who is registered already stays as he is. With --change, a name is the new name of the player.
    """
    from ..director.entries import Entry, player_changed, registered
    from ..director.players import find_player

    entry = Entry(
        name=name,
        first_name=first_name,
        grade=grade,
        rating=rating,
        country=country,
        club=club,
        egf_pin=pin,
        final=final,
    )

    def work(held: Congress) -> Done:
        if changed is not None:
            return player_changed(held.tournament, find_player(held.tournament, changed), entry)
        newcomers = list(_listed(entries))
        if name is not None or not newcomers:
            newcomers.append(entry.player())
        return registered(held.tournament, newcomers, since)

    return change(context, file, work)


def _listed(entries: Path | None) -> tuple[Player, ...]:
    """The players in a file."""
    from ..formats import read

    return () if entries is None else read(entries).tournament.players


def _format(file: Path, name: str | None) -> Format:
    """The format that is named, or that the file's name stands for.

    Raises
    ------
    RuleError
        If there is no such format.
    """
    from ..errors import RuleError
    from ..formats import FORMATS

    if name is not None:
        if name not in FORMATS:
            raise RuleError(f"--format: expected one of {', '.join(FORMATS)}, got {name!r}")
        return FORMATS[name]
    for form in FORMATS.values():
        if file.name.lower().endswith(form.suffixes):
            return form
    suffixes = ", ".join(form.suffixes[0] for form in FORMATS.values())
    raise RuleError(f"expected a name that ends in {suffixes}; --format names a format")
