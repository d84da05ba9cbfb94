"""The draw as people read it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ...app.draws.documents import stated_rules
from ...go.tournament import Criterion, Result
from ...insight.explain.words import total
from ...pairing.draw import HardRule, Note
from ...report.sheet import Column, counted
from .screen import show_table, write, write_folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...go.tournament import Game, Tournament
    from ...pairing.draw import Board, Draw, Relaxations, RelaxedPair


_SCORE_NAMES = {
    Criterion.MMS: "MMS",
    Criterion.WINS: "Wins",
    Criterion.CUP_SCORE: "Score",
}
_AGAINST = {
    HardRule.HANDICAP_AT_TOP: "the rule of no handicap at the top",
    HardRule.SCORE_LIMIT: "the limit of scores",
    HardRule.SCORE_RANGE: "the range of scores",
    HardRule.GRADE_RANGE: "the range of grades",
    HardRule.FAMILIES: "the rule for families",
    HardRule.MUST_PLAY_GROUP: "the must-play groups",
    HardRule.REMATCH: "the rule against rematches",
}
_OFF_SCORE = (Note.WHITE_DRAWN_UP, Note.WHITE_DRAWN_DOWN)

_OF_PLAYERS = ("force", "forbid", "allow", "must_play_groups", "prefer", "prefer_not")
"""Rules and preferences that are lists of lists of players."""

_FEW = 4
"""Of such a list that many are shown."""


_STAGES = 4
"""Stages of the draw whose time is shown; JSON has all."""


def show_draw(before: Tournament, draw: Draw, *, teams: bool) -> None:
    """Show the boards in table order, those that were kept, and a summary.

    Parameters
    ----------
    before
        The tournament without the draw.
    draw
        The draw.
    teams
        Whether the players are teams.
    """
    write(f"{before.name or 'Tournament'}, round {draw.round}")
    write()
    score = _SCORE_NAMES[before.rules.main_criterion]
    columns = [
        Column("Table", right=True),
        Column("White", name=True),
        Column(score, right=True),
        Column("Black", name=True),
        Column(score, right=True),
        Column("Handicap", right=True, short="Hd"),
        Column("Unusual"),
    ]
    show_table(columns, [_row(before, board) for board in draw.boards])
    write()
    if kept := before.round(draw.round).games:
        _show_kept(before, kept)
    for line in _summary(before, draw, "teams" if teams else "players"):
        write_folded(line, indent=0)
    if not draw.by_weights:
        from ...pairing.systems import system_class

        write_folded(f"guaranteed: {system_class(draw.system).guarantees}", indent=0)
    write(_times(draw.timings))


def _row(tournament: Tournament, board: Board) -> list[str]:
    return [
        str(board.table),
        _named(tournament, board.white),
        _points(board.white_score),
        _named(tournament, board.black),
        _points(board.black_score),
        str(board.handicap or ""),
        ", ".join(note.value for note in board.notes),
    ]


def _show_kept(tournament: Tournament, games: Sequence[Game]) -> None:
    """Show the games that the round had before the draw."""
    write("kept from before the draw:")
    columns = [
        Column("Table", right=True),
        Column("White", name=True),
        Column("Black", name=True),
        Column("Handicap", right=True, short="Hd"),
        Column("Result"),
    ]
    rows = [
        [
            str(game.table),
            _named(tournament, game.white),
            _named(tournament, game.black),
            str(game.handicap or ""),
            "" if game.result is Result.UNKNOWN else game.result.value,
        ]
        for game in games
    ]
    show_table(columns, rows)
    write()


def _summary(tournament: Tournament, draw: Draw, who: str) -> Iterator[str]:
    this = tournament.round(draw.round)
    preliminary = sum(not player.final for player in tournament.players)
    early = f", {preliminary} preliminary" if preliminary else ""
    yield f"{who}: {2 * draw.cardinality} paired, {len(draw.absent)} absent{early}"
    if this.games:
        yield f"kept: {counted(len(this.games), 'game')} that the round had before"
    byes = [f"{_named(tournament, key)} (from before)" for key in this.byes]
    byes += [] if draw.bye is None else [_named(tournament, draw.bye)]
    yield f"bye: {', '.join(byes) or 'none'}"
    yield from _spared(tournament, draw)
    for unpaired in draw.unpaired:
        yield f"unpaired: {_named(tournament, unpaired.player)}: {unpaired.reason}"
    if draw.relaxations is not None:
        yield from _ways_out(tournament, draw.relaxations)
    off_score = sum(any(note in _OFF_SCORE for note in board.notes) for board in draw.boards)
    yield f"games off score: {off_score} of {draw.cardinality}"
    if half := sum((b.white_score - b.black_score) % 1 != 0 for b in draw.boards):
        yield f"games between scores with and without a half point: {half}"
    if draw.by_weights:
        if draw.levels:
            yield from _levels(draw)
        else:
            yield f"total weight: {total(draw.weight, draw.units)}"
        in_order = ", level by level" if draw.levels else ""
        yield f"optimal: proven{in_order}{draw.proviso and ', '}{draw.proviso}"
    yield from _origin(tournament, draw)


def _spared(tournament: Tournament, draw: Draw) -> Iterator[str]:
    """Those to whom the system gives no game, a line for those who go on and one for the others."""
    if draw.resting:
        yield f"resting: {', '.join(_named(tournament, key) for key in draw.resting)}"
    if draw.out:
        names = [_named(tournament, key) for key in draw.out]
        more = [f"{len(names) - _FEW} more (--json lists all)"] * (len(names) > _FEW)
        yield f"out: {', '.join(names[:_FEW] + more)}"


def _times(timings: Mapping[str, float]) -> str:
    """The time that the draw took, and the stages that took most of it."""
    longest = sorted(timings, key=timings.__getitem__, reverse=True)[:_STAGES]
    stages = ", ".join(
        f"{stage} {1000 * timings[stage]:.0f}" for stage in timings if stage in longest
    )
    return f"time: {1000 * sum(timings.values()):.0f} ms ({stages})"


def _levels(draw: Draw) -> Iterator[str]:
    """The components of each level, and what they add up to."""
    for number, level in enumerate(draw.levels, 1):
        weight = total(level.weight, draw.units)
        yield f"level {number}: {', '.join(level.components)}: {weight}"


def _origin(tournament: Tournament, draw: Draw) -> Iterator[str]:
    """By which weights and rules the draw was made."""
    seed = f", seed {draw.seed}" if draw.by_lot else ""
    if draw.by_weights:
        yield f"model: {draw.model}{seed}"
    else:
        changes = ", ".join(f"{name} {value}" for name, value in draw.model_changes.items())
        yield f"system: {draw.system}{f' ({changes})' if changes else ''}{seed}"
    if draw.by_weights and draw.model_changes:
        yield f"changed in {draw.model.partition('+')[0]}:"
        yield from _stated(tournament, draw.model_changes)
    if rules := stated_rules(draw.constraints):
        yield "rules:"
        yield from _stated(tournament, rules)


def _stated(tournament: Tournament, values: Mapping[str, Any]) -> Iterator[str]:
    """Names and values, a line each, with players by name."""
    for name, value in values.items():
        if name in _OF_PLAYERS:
            groups = [" - ".join(_named(tournament, key) for key in keys) for keys in value]
            more = [f"{len(groups) - _FEW} more (--json lists all)"] * (len(groups) > _FEW)
            yield f"  {name}: {'; '.join(groups[:_FEW] + more)}"
        else:
            yield f"  {name}: {value if isinstance(value, str) else json.dumps(value)}"


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
    """A player by name and grade; by key if the tournament has no such player."""
    player = tournament.by_key.get(key)
    return key if player is None else f"{player.full_name} {player.grade}"


def _points(score: float) -> str:
    """A score, with the half point as a sign."""
    whole, half = divmod(int(2 * score), 2)
    return f"{whole}½" if half else str(whole)
