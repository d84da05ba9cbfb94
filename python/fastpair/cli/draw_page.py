"""The draw as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..draw import Note
from ..tournament import Criterion
from .screen import Column, show_table, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..draw import Board, Draw
    from ..tournament import Tournament

__all__ = ["show_draw"]

_SCORE_NAMES = {
    Criterion.MMS: "MMS",
    Criterion.WINS: "Wins",
    Criterion.CUP_SCORE: "Score",
}
_OFF_SCORE = (Note.WHITE_DRAWN_UP, Note.WHITE_DRAWN_DOWN)


def show_draw(before: Tournament, draw: Draw) -> None:
    """Show the boards in table order, and a summary.

    Parameters
    ----------
    before
        The tournament without the draw.
    draw
        The draw.
    """
    write(f"{before.name or 'Tournament'}, round {draw.round_number}\n")
    score = _SCORE_NAMES[before.rules.main_criterion]
    columns = [
        Column("Table", right=True),
        Column("Black"),
        Column(score, right=True),
        Column("White"),
        Column(score, right=True),
        Column("Handicap", right=True),
        Column("Unusual"),
    ]
    show_table(columns, [_row(before, board) for board in draw.boards])
    write()
    for line in _summary(before, draw):
        write(line)


def _row(tournament: Tournament, board: Board) -> list[str]:
    return [
        str(board.table),
        _named(tournament, board.black),
        _points(board.black_score_x2),
        _named(tournament, board.white),
        _points(board.white_score_x2),
        str(board.handicap or ""),
        ", ".join(note.value for note in board.notes),
    ]


def _summary(tournament: Tournament, draw: Draw) -> Iterator[str]:
    seated = len(tournament.round(draw.round_number).games)
    yield f"players: {2 * draw.cardinality} paired, {len(draw.absent)} absent"
    if seated:
        yield f"games before: {seated}, kept"
    yield f"bye: {'none' if draw.bye is None else _named(tournament, draw.bye)}"
    for unpaired in draw.unpaired:
        yield f"unpaired: {_named(tournament, unpaired.player)}: {unpaired.reason}"
    off_score = sum(any(note in _OFF_SCORE for note in board.notes) for board in draw.boards)
    yield f"games off score: {off_score} of {draw.cardinality}"
    yield f"total weight: {draw.weight}"
    yield f"optimal: {'proven' if draw.optimal else 'not proven'}"
    yield f"model: {draw.model}, seed {draw.seed}"
    stages = ", ".join(f"{stage} {seconds:.3f}" for stage, seconds in draw.timings.items())
    yield f"seconds: {sum(draw.timings.values()):.3f} ({stages})"


def _named(tournament: Tournament, key: str) -> str:
    player = tournament.by_key[key]
    return f"{player.full_name} {player.grade}"


def _points(score_x2: int) -> str:
    """A doubled score as points, with the half point as a sign."""
    whole, half = divmod(score_x2, 2)
    return f"{whole}½" if half else str(whole)
