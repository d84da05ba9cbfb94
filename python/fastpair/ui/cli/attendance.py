"""``fastpair absent``, ``present`` and ``withdraw``: who takes part in which rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .change import EvenSo, change

_File = Annotated[Path, typer.Argument(help="Tournament file.")]
_Players = Annotated[
    list[str],
    typer.Argument(metavar="PLAYER...", help="Players: by key, full name or a single name."),
]
_Rounds = Annotated[
    list[int] | None,
    typer.Option(
        "--round", metavar="N", help="Round; by default the next draw's. Can be repeated."
    ),
]
_Since = Annotated[
    int | None, typer.Option("--from", metavar="N", help="This round and all later.")
]

_Pattern = Annotated[
    str | None,
    typer.Option(
        "--rounds", metavar="ROUNDS", help="Several rounds, such as 1-5, 4-, 'week 2' or -3,7."
    ),
]


def absent(
    context: typer.Context,
    file: _File,
    players: _Players,
    rounds: _Rounds = None,
    since: _Since = None,
    pattern: _Pattern = None,
    even_so: EvenSo = False,
) -> int:
    """Say who misses a round."""
    from ...app.edits.attendance import absent as made_absent
    from ...app.edits.attendance import rounds_meant

    return change(
        context,
        file,
        lambda held: made_absent(
            held.tournament, players, rounds_meant(held.tournament, rounds or (), since, pattern)
        ),
        even_so=even_so,
    )


def present(
    context: typer.Context,
    file: _File,
    players: _Players,
    rounds: _Rounds = None,
    since: _Since = None,
    pattern: _Pattern = None,
    even_so: EvenSo = False,
) -> int:
    """Check players in: they take part in a round after all, and a preliminary one is confirmed."""
    from ...app.edits.attendance import checked_in, rounds_meant

    return change(
        context,
        file,
        lambda held: checked_in(
            held.tournament, players, rounds_meant(held.tournament, rounds or (), since, pattern)
        ),
        even_so=even_so,
    )


def withdraw(
    context: typer.Context,
    file: _File,
    players: _Players,
    since: Annotated[
        int | None,
        typer.Option("--from", metavar="N", help="Round; by default that after the last game."),
    ] = None,
    delete: Annotated[
        bool, typer.Option("--delete", help="Delete them; none of them may have had a game or bye.")
    ] = False,
    even_so: EvenSo = False,
) -> int:
    """Take players out of all rounds that are left; what they have played stays."""
    from ...app.edits.attendance import withdrawn
    from ...app.edits.registration import deleted
    from ...errors import RuleError

    if delete and since is not None:
        raise RuleError("expected either --delete or --from, got both")

    return change(
        context,
        file,
        lambda held: (
            deleted(held.tournament, players)
            if delete
            else withdrawn(held.tournament, players, since)
        ),
        even_so=even_so,
    )
