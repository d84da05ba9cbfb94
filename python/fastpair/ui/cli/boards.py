"""``fastpair swap``, ``colour``, ``handicap``, ``table``, ``bye``, ``pair``, ``late`` and ``unpair``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .change import EvenSo, change

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...app.draws.costs import Weigher
    from ...app.draws.units import Units
    from ...app.edits.locked_file import Edit, LockedFile
    from ...go.tournament import Tournament

    _Editing = Callable[[Units, int, Weigher], Edit]


_File = Annotated[Path, typer.Argument(help="Tournament file.")]
_One = Annotated[str, typer.Argument(metavar="A", help="A player.")]
_Other = Annotated[str, typer.Argument(metavar="B", help="Another player.")]
_Table = Annotated[int, typer.Argument(metavar="TABLE", help="Number of a table.")]
_Round = Annotated[
    int | None,
    typer.Option(
        "--round", metavar="N", help="Round; by default the last in play, else the next to draw."
    ),
]


def swap(
    context: typer.Context,
    file: _File,
    one: _One,
    other: _Other,
    round_number: _Round = None,
    even_so: EvenSo = False,
) -> int:
    """Let two players change places: each takes the opponent, table or bye of the other."""
    from ...app.edits.boards import swapped

    return _weighed(
        context,
        file,
        round_number,
        lambda u, n, w: swapped(u.tournament, n, (one, other), w.seat),
        even_so=even_so,
    )


def pair(
    context: typer.Context,
    file: _File,
    one: _One,
    other: _Other,
    round_number: _Round = None,
    even_so: EvenSo = False,
) -> int:
    """Make a game of two players who wait for one, before the draw or after it."""
    from ...app.edits.boards import paired

    return _weighed(
        context,
        file,
        round_number,
        lambda u, n, w: paired(u.tournament, n, (one, other), w.seat, u.taken(n)),
        even_so=even_so,
    )


def late(
    context: typer.Context,
    file: _File,
    player: _One,
    round_number: _Round = None,
    even_so: EvenSo = False,
) -> int:
    """Let a player who comes late take part, and play whoever waits for a game or has the bye."""
    from ...app.edits.late import arrived

    return _weighed(
        context,
        file,
        round_number,
        lambda u, n, w: arrived(u.tournament, n, player, w.seat, u.taken(n)),
        even_so=even_so,
    )


def unpair(
    context: typer.Context,
    file: _File,
    table_number: _Table,
    round_number: _Round = None,
    even_so: EvenSo = False,
) -> int:
    """Take the game of a table back, so that its players wait for another."""
    from ...app.edits.boards import unpaired

    def unpair(held: Units, number: int, _: Weigher) -> Edit:
        return unpaired(held.tournament, number, held.table(number, table_number))

    return _weighed(context, file, round_number, unpair, even_so=even_so)


def bye(
    context: typer.Context,
    file: _File,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Who gets the bye.")],
    round_number: _Round = None,
    even_so: EvenSo = False,
) -> int:
    """Give the bye to another player; who has had it takes that player's place."""
    from ...app.edits.boards import bye_given

    return _weighed(
        context,
        file,
        round_number,
        lambda u, n, w: bye_given(u.tournament, n, player, w.seat),
        even_so=even_so,
    )


def colour(
    context: typer.Context,
    file: _File,
    table_number: _Table,
    round_number: _Round = None,
    even_so: EvenSo = False,
) -> int:
    """Exchange the colours of a table; who has won it stays the winner."""
    from ...app.edits.boards import recoloured

    return _plain(
        context, file, round_number, lambda t, n: recoloured(t, n, table_number), even_so=even_so
    )


def handicap(
    context: typer.Context,
    file: _File,
    table_number: _Table,
    stones: Annotated[int, typer.Argument(metavar="STONES", help="0 to 9; 1 is without komi.")],
    round_number: _Round = None,
    even_so: EvenSo = False,
) -> int:
    """Set the handicap of a table."""
    from ...app.edits.boards import handicap_set

    return _plain(
        context,
        file,
        round_number,
        lambda t, n: handicap_set(t, n, table_number, stones),
        even_so=even_so,
    )


def table(
    context: typer.Context,
    file: _File,
    table_number: _Table,
    new: Annotated[int, typer.Argument(metavar="NEW", help="Its new number.")],
    round_number: _Round = None,
) -> int:
    """Move a game to another table; a game that is there changes places with it."""
    from ...app.edits.boards import moved

    return _plain(context, file, round_number, lambda t, n: moved(t, n, table_number, new))


def _plain(
    context: typer.Context,
    file: Path,
    round_number: int | None,
    edit: Callable[[Tournament, int], Edit],
    *,
    even_so: bool = False,
) -> int:
    """Edit a table without a change of who plays whom."""
    from ...app.state import round_to_edit

    def work(held: LockedFile) -> Edit:
        return edit(held.tournament, round_to_edit(held.tournament, round_number))

    return change(context, file, work, even_so=even_so)


def _weighed(
    context: typer.Context, file: Path, round_number: int | None, edit: _Editing, *, even_so: bool
) -> int:
    """Edit who plays whom, and say what it costs."""
    from ...app.draws.costs import Weigher
    from ...app.draws.units import Units
    from ...app.state import round_to_edit

    def work(held: LockedFile) -> Edit:
        units = Units.of(held)
        number = round_to_edit(units.tournament, round_number)
        weigher = Weigher.of(units, number)
        done = edit(units, number, weigher)
        told = (*(done.told or (done.said,)), *weigher.told(units.tournament, done.tournament))
        return units.of_boards(replace(done, told=told), number)

    return change(context, file, work, even_so=even_so)
