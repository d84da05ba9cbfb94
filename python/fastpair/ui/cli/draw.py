"""``fastpair draw``."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ...app.draws.changes import drawbacks_told
from ...app.draws.documents import stated_rules
from ...app.draws.drawing import Destination
from ...errors import RuleError
from ...go.tournament import Criterion, Result
from ...insight.explain.words import amount, total
from ...pairing.draw import HardRule, Note
from ...pairing.rules import StatedRules
from ...report.sheet import Column, counted
from . import options as option  # noqa: TC001 - the options are made of the annotations
from .actions import EvenSo, showing, typed_in
from .command import Context, groups
from .screen import note, progress, show_table, warn, write, write_folded, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ...app.draws.changes import Kept, Offered
    from ...app.draws.drawing import Drawing
    from ...app.draws.redraw import KeepMost, Redraw
    from ...app.draws.request import Foresight, MissingResults
    from ...app.edits.locked_file import Act
    from ...go.tournament import Game, Tournament
    from ...pairing.draw import Board, Draw, Relaxations, RelaxedPair
    from ...pairing.systems import System


_INCOMPLETE = 1
_NO_RULES = StatedRules()


def draw(
    context: Context,
    file: option.File,
    round_number: option.RoundNumber = None,
    rules: StatedRules = _NO_RULES,
    absent: option.Absent = None,
    present: option.Present = None,
    redraw: option.Redraw = False,
    keep_most: option.KeepMost = False,
    fewest: option.Fewest = False,
    board_price: option.BoardPrice = None,
    between: option.Between = False,
    choose: option.Choose = None,
    keep: option.Keep = None,
    discard: option.Discard = None,
    discard_all: option.DiscardAll = False,
    assume: option.Assume = None,
    outcomes: option.Outcomes = False,
    jigo: option.Jigo = False,
    write: option.Write = False,
    output: option.OutputFile = None,
    overwrite: option.Overwrite = False,
    without_results: option.WithoutResults = False,
    even_so: EvenSo = False,
    json: option.Json = False,
    lines: option.Lines = False,
    seed: option.Seed = 0,
    model: option.Model = None,
    system: option.SystemName = None,
    parameters: option.SystemParameters = None,
) -> int:
    """Draw a round: of all draws that pair the most players, the one of greatest weight.

    With --system another system pairs the round, such as cup; fastpair systems lists them.

    A player is named by key, by full name or by a single name that nobody else has; capitals,
    accents and spaces do not matter. The exit status is 0 if everybody is paired, 1 if somebody
    is not, 2 on bad input and 3 on a bug of fastpair.
    """
    if lines:
        return _answer_lines(context)
    from ...app.draws.drawing import draw_file
    from ...app.draws.request import Request

    by = _system(system, parameters or ())
    most = _keep_most(keep_most, fewest, board_price, between, choose)
    again = redraw or most is not None
    redrawn = _redraw(rules, again=again, everything=discard_all, keep=keep, discard=discard)
    if write and output:
        raise RuleError("expected either --write or --output, got both")
    if write and str(file) == "-":
        raise RuleError("--write: standard input is no file to write into; use --output FILE")
    target = Destination.of(file, write=write, output=output, overwrite=overwrite, model=model)
    request = Request(
        round_number=round_number,
        rules=rules,
        absent=tuple(absent or ()),
        present=tuple(present or ()),
        redraw=redrawn,
        keep_most=most,
        missing=_missing(assume, outcomes, jigo, most),
        written=target.path is not None,
        without_results=without_results,
    )
    draw_by = partial(draw_file, file, request, model=model, system=by, seed=seed)
    act = replace(typed_in(context), even_so=even_so)
    return _put(draw_by, target, act, "" if json else _told(target, file))


def _answer_lines(context: Context) -> int:
    """Draw document after document, until the input ends."""
    from ...app.embedding import answered
    from ...formats.files import opened

    if sorted(typed_in(context).typed) != ["-", "--lines"]:
        raise RuleError(
            "--lines goes with - alone, as in fastpair draw - --lines; each document says in its "
            "member draw what is asked"
        )
    with opened("-") as source:
        for line in source:
            if line.strip():
                write_json(answered("draw", line), in_lines=True)
    return 0


def _told(target: Destination, file: Path) -> str:
    """Say whether the draw of a file is written, and if not, how it is."""
    if target.path:
        return f"written: {target.path} holds this draw"
    if str(file) == "-":
        return "not written: --output FILE writes this draw"
    return f"not written: --write puts this draw into {file}"


def _put(draw_by: Callable[..., Drawing], target: Destination, act: Act, told: str) -> int:
    """Draw, show the draw, and put it where it goes; for machines if nothing is told of that."""
    from ...app.history.records import read

    heard: list[str] = []
    try:
        with target.opened() as locked:
            opened = read if locked is None else lambda _: locked.document
            with progress() as say:
                drawing = draw_by(tell=say, opened=opened)
            remarks = () if locked is None else tuple(locked.remarks())
            if locked is not None:
                target.change(drawing, locked, act, heard.append)
    finally:
        for line in heard:
            note(line)
    with showing(target.file), target.written(drawing, note):
        _show(drawing, remarks, told)
    return 0 if drawing.draw.complete else _INCOMPLETE


def _system(name: str | None, parameters: Iterable[str]) -> System | None:
    """The system that the options name, with its parameters."""
    stated: dict[str, object] = {}
    for typed in parameters:
        key, given, value = typed.partition("=")
        if name is None:
            raise RuleError("--set sets a parameter of the system of --system, got none")
        if not given:
            raise RuleError(f"--set: expected KEY=VALUE, got {typed!r}")
        if key in stated:
            raise RuleError(f"--set: {key} is set twice")
        stated[key] = value
    if name is None:
        return None
    from ...pairing.systems import stated_system

    return stated_system(name, stated)


def _keep_most(
    wanted: bool, fewest: bool, price: float | None, between: bool, choose: int | None
) -> KeepMost | None:
    """What the options say of the boards that players know."""
    from ...app.draws.redraw import KeepMost

    if price is not None and (between or choose is not None):
        raise RuleError("--board-price and --between choose the draw in two ways: use one of them")
    if price is not None and fewest:
        raise RuleError("--board-price and --fewest choose the draw in two ways: use one of them")
    if not (wanted or fewest or between) and price is None and choose is None:
        return None
    offers = between or choose is not None
    return KeepMost(price=price, offers=offers, choice=choose, fewest=fewest)


def _missing(
    assume: list[str] | None, outcomes: bool, jigo: bool, most: KeepMost | None
) -> MissingResults:
    """What the options say of results that are missing."""
    from ...app.draws.request import MissingResults

    if outcomes and most is not None:
        raise RuleError("--outcomes and --keep-most choose the draw in two ways: use one of them")
    if jigo and not outcomes:
        raise RuleError("--jigo says what may happen with --outcomes, which is not asked for")
    return MissingResults(assumed=groups(assume), outcomes=outcomes, jigo=jigo)


def _redraw(
    rules: StatedRules,
    *,
    again: bool,
    everything: bool,
    keep: list[str] | None,
    discard: list[str] | None,
) -> Redraw:
    """What the options say of the games that the round has."""
    from ...app.draws.redraw import Redraw

    if keep and not (again or everything):
        raise RuleError("--keep says what stays with --redraw or --discard-all, got neither")
    return Redraw(
        again=again,
        everything=everything,
        keep=groups(keep),
        discard=groups(discard),
        rematches=rules.rematches,
    )


def _show(drawing: Drawing, reservations: Iterable[str], told: str) -> None:
    from ...app.draws.documents import drawn_document

    remarks = [*reservations, *drawing.remarks()]
    for remark in remarks:
        warn(remark)
    for line in drawing.changes():
        note(line)
    if not told:
        write_json(
            drawn_document(
                drawing.before,
                drawing.draw,
                remarks,
                drawing.kept,
                drawing.foresight,
                drawing.team_games,
            )
        )
    else:
        teams = drawing.whole.draws_teams
        show_draw(drawing.before, drawing.draw, teams=teams)
        if drawing.kept is not None:
            show_kept(drawing.before, drawing.kept)
        if drawing.foresight is not None:
            show_foresight(drawing.before, drawing.foresight)
        write_folded(told, indent=0)


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


def show_kept(before: Tournament, kept: Kept) -> None:
    """Show what changes, what that costs, and the other draws if they were asked for."""
    write()
    for line in kept.told(before):
        write_folded(line.strip(), indent=2 if line.startswith(" ") else 0)
    if kept.cost:
        write_folded(kept.weights, indent=0)
    if kept.offered:
        write()
        columns = [
            Column("Draw", right=True),
            Column("Boards changed", right=True),
            Column("Weight lost", right=True),
            Column("Bye", name=True),
            Column("Games"),
        ]
        shown = list(_halving(kept.offered))
        show_table(
            columns, [_change_row(before, k, kept.offered[k], kept.best.units) for k in shown]
        )
        if len(shown) < len(kept.offered):
            write(f"{len(shown)} of {len(kept.offered)} draws; --json lists all")


def _halving(offers: Sequence[Offered]) -> Iterator[int]:
    """Indices of a few draws, the first and the last with each bye among them.

    Each of the others loses at most half of the weight that the one before it loses.
    """
    last = None
    for index, offer in enumerate(offers):
        if last is None or last.bye != offer.bye or 2 * offer.lighter <= last.lighter:
            yield index
            last = offer


def _change_row(before: Tournament, index: int, offer: Offered, units: int) -> list[str]:
    bye = "" if offer.bye is None else before.by_key[offer.bye].full_name
    games = drawbacks_told(offer.drawbacks)
    return [str(index + 1), str(offer.changed), amount(offer.lighter, units), bye, games]


def show_foresight(before: Tournament, foresight: Foresight) -> None:
    """Show whether the draw is right in all outcomes, what decides what, and all outcomes."""
    write()
    for line in foresight.told(before):
        write_folded(line, indent=0)
    write()
    columns = [
        Column("Outcome"),
        Column("Other boards", right=True),
        Column("Weight lost", right=True),
        Column("Bye by the rule", name=True),
    ]
    show_table(columns, list(foresight.rows(before)))
