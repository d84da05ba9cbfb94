"""The draw as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..draw import HardRule, Note
from ..tournament import Criterion
from .screen import Column, show_table, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..draw import Board, Draw, Relaxations, RelaxedPair
    from ..tournament import Tournament

__all__ = ["show_draw"]

_SCORE_NAMES = {
    Criterion.MMS: "MMS",
    Criterion.WINS: "Wins",
    Criterion.CUP_SCORE: "Score",
}
_AGAINST = {
    HardRule.HANDICAP_AT_TOP: "the rule of no handicap at the top",
    HardRule.SCORE_RANGE: "the range of scores",
    HardRule.GRADE_RANGE: "the range of grades",
    HardRule.FAMILIES: "the rule for families",
    HardRule.MUST_PLAY_GROUP: "the must-play groups",
    HardRule.REMATCH: "the rule against rematches",
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
    if draw.relaxations is not None:
        yield from _ways_out(tournament, draw.relaxations)
    off_score = sum(any(note in _OFF_SCORE for note in board.notes) for board in draw.boards)
    yield f"games off score: {off_score} of {draw.cardinality}"
    yield f"total weight: {_own_units(draw)}"
    yield f"optimal: {'proven' if draw.optimal else 'not proven'}"
    yield f"model: {draw.model}, seed {draw.seed}"
    stages = ", ".join(f"{stage} {seconds:.3f}" for stage, seconds in draw.timings.items())
    yield f"seconds: {sum(draw.timings.values()):.3f} ({stages})"


def _own_units(draw: Draw) -> str:
    """The total weight in the model's own units, which are whole or not."""
    return str(draw.weight) if draw.units == 1 else f"{draw.weight / draw.units:.6f}"


def _ways_out(tournament: Tournament, relaxations: Relaxations) -> Iterator[str]:
    """What would pair the unpaired, a line for each way."""
    left = ", ".join(_named(tournament, key) for key in relaxations.left)
    most = f"everybody but {left}" if left else "everybody"
    if not relaxations.cheapest:
        yield f"no other rule could pair more than what must and must not play: {left}"
        return
    yield f"to pair {most}:"
    for pair in relaxations.cheapest:
        yield f"  {_allowed(tournament, pair)}"
    if len(relaxations.fewest) < len(relaxations.cheapest):
        yield "or, with fewer pairs:"
        for pair in relaxations.fewest:
            yield f"  {_allowed(tournament, pair)}"
    for rules in relaxations.rules:
        dropped = " and ".join(_AGAINST[rule] for rule in rules)
        yield f"without {dropped} {most} can be paired"


def _allowed(tournament: Tournament, pair: RelaxedPair) -> str:
    names = " - ".join(_named(tournament, key) for key in pair.players)
    if pair.rules == (HardRule.REMATCH,):
        return f"allow the rematch {names}"
    return f"drop {' and '.join(_AGAINST[rule] for rule in pair.rules)} for {names}"


def _named(tournament: Tournament, key: str) -> str:
    player = tournament.by_key[key]
    return f"{player.full_name} {player.grade}"


def _points(score_x2: int) -> str:
    """A doubled score as points, with the half point as a sign."""
    whole, half = divmod(score_x2, 2)
    return f"{whole}½" if half else str(whole)
