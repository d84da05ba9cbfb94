"""``fastpair draw``."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...app.draws.request import Request
from ...errors import RuleError, in_file
from ...pairing.rules import StatedRules  # noqa: TC001 - the options are made of the annotations
from ...report.sheet import Column, Sheet, counted
from ...sentences import Remedy
from . import command as option  # noqa: TC001 - the options are made of the annotations
from .actions import EvenSo, call_of, origin_of
from .command import Context  # noqa: TC001 - the options are made of the annotations
from .screen import (
    note,
    progress,
    show_table,
    showing,
    warn,
    write,
    write_folded,
    write_json,
    writing,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from ...app.actions.apply import Call, Origin
    from ...app.actions.locking import LockedFile
    from ...app.actions.output import Output
    from ...app.draws.changes import Comparison, Offer
    from ...app.draws.drawing import Drawing
    from ...go.tournament import Game, Tournament
    from ...pairing.draw import Board, Draw


_INCOMPLETE = 1
_NO_REQUEST = Request()


def draw(
    context: Context,
    file: option.File,
    request: Request = _NO_REQUEST,
    rules: StatedRules = _NO_REQUEST.constraints,
    write: option.Write = False,
    output: option.OutputFile = None,
    overwrite: option.Overwrite = False,
    even_so: EvenSo = False,
    json: option.Json = False,
    lines: option.Lines = False,
    model: option.Model = None,
    system: option.SystemName = None,
    parameters: option.SystemParameters = None,
) -> int:
    """Draw a round: the most boards possible, and of these draws the heaviest.

    With --system, another system pairs the round, such as cup; fastpair systems lists them.

    Name players by key, by full name or by a unique part of the name; case, accents and spaces do
    not matter. The exit status is 0 if everybody is paired, 1 if somebody is not, 2 on bad input
    and 3 on a bug in fastpair.
    """
    if lines:
        return _answer_lines(context)
    from ...app.actions.output import Output
    from ...app.lookup import models_file

    if write and output:
        raise RuleError("expected either --write or --output, got both")
    if write and str(file) == "-":
        raise RuleError("--write: standard input is no file to write into; use --output FILE")
    other = None
    if output is not None:
        sources, instead = (file, *models_file(model)), Remedy("write into the file")
        other = Output.prepare(output, sources, overwrite=overwrite, instead=instead)
    request = replace(
        request,
        constraints=rules,
        model=model,
        system=_system(system, parameters or ()),
    )
    call = call_of("draw", request.values, request.round, even_so=even_so)
    last_line = "" if json else _last_line(file, output, write=write)
    return _draw_and_show(file, call, file if write else other, origin_of(context), last_line)


def _answer_lines(context: Context) -> int:
    """Answer document after document, until the input ends."""
    from ...app.embedding.answers import answered_in_line
    from ...files import opened

    if sorted(origin_of(context).typed) != ["-", "--lines"]:
        raise RuleError(
            "--lines goes with - alone, as in fastpair draw - --lines; each document says in its "
            "member draw what is asked"
        )
    with opened("-") as source:
        for line in source:
            write_json(answered_in_line(line), in_lines=True)
    return 0


def _last_line(file: Path, output: Path | None, *, write: bool) -> str:
    """Say whether the draw of a file is written, and if not, how it is."""
    if write or output is not None:
        return f"written: {output or file} holds this draw"
    if str(file) == "-":
        return "not written: --output FILE writes this draw"
    return f"not written: --write puts this draw into {file}"


def _opened(file: Path) -> AbstractContextManager[LockedFile]:
    from ...app.actions.locking import LockedFile

    return LockedFile.opened(file)


def _draw_and_show(
    file: Path, call: Call, target: Path | Output | None, origin: Origin, last_line: str
) -> int:
    """Draw, save and show the draw; as JSON without a last line."""
    from ...app.actions.apply import apply
    from ...app.edits.outcome import NOT_ARRIVED, OUT_OF_TURN, raise_unconfirmed
    from ...app.history.state import CongressState
    from ...formats import refuse_other_name
    from ...pairing.draw.draw import timed

    notes: list[str] = []
    seconds: dict[str, float] = {}
    in_place = isinstance(target, Path)
    try:
        with (
            _opened(file) if in_place else nullcontext() as locked,
            progress() as say,
        ):
            say(f"reading {file}")
            with timed(seconds, "reading"):
                state = CongressState.read(file) if locked is None else locked.state
            say("drawing")
            remarks = () if locked is None else tuple(locked.remarks())
            done = (
                apply(state, call, origin)
                if locked is None
                else locked.do(call, origin, notes.append)
            )
    finally:
        for line in notes:
            note(line)
    drawing = done.drawing
    assert drawing is not None
    remarks += tuple(each for each in done.warnings if each not in drawing.edit.warnings)
    times = {**seconds, **drawing.draw.timings}
    drawing = replace(drawing, draw=replace(drawing.draw, timings=times))
    if target is None or isinstance(target, Path):
        said = showing(target)
        # That it is not its turn is among the remarks, and the draw counts who is preliminary.
        remarks += tuple(
            each.message for each in done.questions if each.code not in (OUT_OF_TURN, NOT_ARRIVED)
        )
    else:
        with in_file(file):
            raise_unconfirmed(done.questions)
        refuse_other_name(target.path, state.document)
        said = writing(target, done.state.document.content)
    with said:
        _show(drawing, remarks, last_line)
    return 0 if drawing.draw.complete else _INCOMPLETE


def _system(name: str | None, parameters: Iterable[str]) -> str | dict[str, str] | None:
    """The system that the options name, with its parameters."""
    options = read_parameters(name, parameters)
    return name if name is None or not options else {"system": name, **options}


def read_parameters(name: str | None, parameters: Iterable[str]) -> dict[str, str]:
    """The values of ``--set`` by the names of the parameters of a system.

    Raises
    ------
    RuleError
        If no system is named, or a text is no value, or one of them is stated twice.
    """
    options: dict[str, str] = {}
    for text in parameters:
        key, equals, value = text.partition("=")
        if name is None:
            raise RuleError("--set sets a parameter of the system of --system, got none")
        if not equals:
            raise RuleError(f"--set: expected KEY=VALUE, got {text!r}")
        if key in options:
            raise RuleError(f"--set: {key} is set twice")
        options[key] = value
    return options


def _show(drawing: Drawing, reservations: Iterable[str], last_line: str) -> None:
    warn(*reservations, *drawing.remarks)
    for line in drawing.changes():
        note(line)
    if not last_line:
        write_json(drawing.document(reservations))
        return
    before = drawing.plan.before
    show_draw(before, drawing.draw, drawing.plan.whole.event_kind.unit_name)
    if drawing.comparison is not None:
        show_comparison(before, drawing.comparison)
    write_folded(last_line, indent=0)


_OF_PLAYERS = ("force", "forbid", "allow", "must_play_groups", "prefer", "prefer_not")
"""Rules and preferences that are lists of lists of players."""

_FEW = 4
"""Of such a list that many are shown."""


_STAGES = 4
"""Stages of the draw whose time is shown; JSON has all."""


def show_draw(before: Tournament, draw: Draw, who: str) -> None:
    """Show the boards in table order, earlier games, and a summary.

    Parameters
    ----------
    before
        The tournament without the draw.
    draw
        The draw.
    who
        What is drawn: a player or a team.
    """
    from ...app.draws.remarks import guarantee_of, score_title, sides_of
    from ...app.round_states import printed_scores

    write(f"{before.name or 'Tournament'}, round {draw.round}")
    write()
    score = score_title(before)
    first, second = sides_of(before)
    columns = (
        Column("Table", right=True),
        Column(first, name=True),
        Column(score, right=True),
        Column(second, name=True),
        Column(score, right=True),
        Column("Handicap", right=True, short="Hd"),
        Column("Unusual"),
    )
    scores = printed_scores(before, draw.round)
    _show_boards(before, columns, (_row(before, board, scores) for board in draw.boards))
    write()
    if earlier_games := before.round(draw.round).games:
        _show_earlier_games(before, earlier_games)
    for line in _summary(before, draw, f"{who}s"):
        write_folded(line, indent=0)
    if not draw.by_weights:
        write_folded(f"guaranteed: {guarantee_of(draw)}", indent=0)
    write(_times(draw.timings))


def _show_boards(
    tournament: Tournament, columns: tuple[Column, ...], rows: Iterable[tuple[str, ...]]
) -> None:
    """Show boards, without handicaps if nobody has the grade that they follow from."""
    sheet = Sheet(title="", heading="", columns=columns, rows=tuple(rows))
    sheet = sheet if tournament.has_grades else sheet.without_column("Handicap")
    show_table(sheet.columns, sheet.rows)


def _row(tournament: Tournament, board: Board, scores: Mapping[str, str]) -> tuple[str, ...]:
    return (
        str(board.table),
        tournament.name_and_grade_of(board.white),
        scores[board.white],
        tournament.name_and_grade_of(board.black),
        scores[board.black],
        str(board.handicap or ""),
        ", ".join(note.value for note in board.notes),
    )


def _show_earlier_games(tournament: Tournament, games: Sequence[Game]) -> None:
    """Show the games that the round had before the draw."""
    write("kept from before the draw:")
    columns = (
        Column("Table", right=True),
        Column("White", name=True),
        Column("Black", name=True),
        Column("Handicap", right=True, short="Hd"),
        Column("Result"),
    )
    rows = (
        (
            str(game.table),
            tournament.name_and_grade_of(game.white),
            tournament.name_and_grade_of(game.black),
            str(game.handicap or ""),
            ", ".join(each.result.value for each in game.ending.games) if game.has_result else "",
        )
        for game in games
    )
    _show_boards(tournament, columns, rows)
    write()


def _summary(tournament: Tournament, draw: Draw, who: str) -> Iterator[str]:
    from ...app.draws.remarks import describe_scores, describe_ways_out, describe_worth

    this = tournament.round(draw.round)
    preliminary = sum(not player.final for player in tournament.players)
    early = f", {preliminary} preliminary" if preliminary else ""
    yield f"{who}: {2 * draw.cardinality} paired, {len(draw.absent)} absent{early}"
    if this.games:
        yield f"kept: {counted(len(this.games), 'game')} that the round had before"
    byes = [f"{tournament.name_and_grade_of(key)} (from before)" for key in this.byes]
    byes += [] if draw.bye is None else [tournament.name_and_grade_of(draw.bye)]
    resting = [*map(tournament.name_and_grade_of, draw.resting)]
    if tournament.event_kind.ends_by_losses:
        byes, resting = [*byes, *resting], []
    yield f"bye: {', '.join(byes) or 'none'}"
    if resting:
        yield f"resting: {', '.join(resting)}"
    if draw.out:
        yield f"out: {', '.join(_few([*map(tournament.name_and_grade_of, draw.out)]))}"
    for unpaired in draw.unpaired:
        yield f"unpaired: {tournament.name_and_grade_of(unpaired.player)}: {unpaired.reason}"
    if draw.relaxations is not None:
        yield from describe_ways_out(tournament, draw.relaxations)
    yield from describe_scores(tournament, draw)
    yield from describe_worth(draw)
    yield from _origin(tournament, draw)


def _few(texts: list[str]) -> list[str]:
    """The first of many texts, and how many there are beside them."""
    more = [f"{len(texts) - _FEW} more (--json lists all)"] * (len(texts) > _FEW)
    return texts[:_FEW] + more


def _times(timings: Mapping[str, float]) -> str:
    """The time that the draw took, and the stages that took most of it."""
    longest = sorted(timings, key=timings.__getitem__, reverse=True)[:_STAGES]
    stages = ", ".join(
        f"{stage} {1000 * timings[stage]:.0f}" for stage in timings if stage in longest
    )
    return f"time: {1000 * sum(timings.values()):.0f} ms ({stages})"


def _origin(tournament: Tournament, draw: Draw) -> Iterator[str]:
    """The weights and rules of the draw."""
    seed = f", seed {draw.seed}" if draw.by_lot else ""
    if draw.by_weights:
        yield f"model: {draw.model}{seed}"
    else:
        changes = ", ".join(f"{name} {value}" for name, value in draw.system_changes.items())
        yield f"system: {draw.system}{f' ({changes})' if changes else ''}{seed}"
    if draw.model_changes:
        yield f"changed in {draw.model.partition('+')[0]}:"
        yield from _describe_values(tournament, draw.model_changes)
    if draw.rules:
        yield "rules:"
        yield from _describe_values(tournament, draw.rules)


def _describe_values(tournament: Tournament, values: Mapping[str, Any]) -> Iterator[str]:
    """Names and values, a line each, with players by name."""
    for name, value in values.items():
        if name in _OF_PLAYERS:
            groups = [" - ".join(map(tournament.name_and_grade_of, keys)) for keys in value]
            yield f"  {name}: {'; '.join(_few(groups))}"
        else:
            yield f"  {name}: {value if isinstance(value, str) else json.dumps(value)}"


def show_comparison(before: Tournament, comparison: Comparison) -> None:
    """Show the changes, their cost, and requested other draws."""
    write()
    for line in comparison.messages(before):
        write_folded(line.strip(), indent=2 if line.startswith(" ") else 0)
    if comparison.cost:
        write_folded(comparison.weights, indent=0)
    if comparison.offers:
        write()
        columns = [
            Column("Draw", right=True),
            Column("Boards changed", right=True),
            Column("Weight lost", right=True),
            Column("Bye", name=True),
            Column("Games"),
        ]
        numbers = list(_halving(comparison.offers))
        show_table(
            columns,
            [_change_row(before, k, comparison) for k in numbers],
        )
        if len(numbers) < len(comparison.offers):
            write(f"{len(numbers)} of {len(comparison.offers)} draws; --json lists all")
        write_folded(
            f"--choose DRAW --digest {comparison.digest} takes one of them, with the other options as they are",
            indent=0,
        )


def _halving(offers: Sequence[Offer]) -> Iterator[int]:
    """Indices of a few draws, the first and the last with each bye among them.

    Each of the others loses at most half of the weight that the one before it loses.
    """
    last = None
    for index, offer in enumerate(offers):
        if last is None or last.bye != offer.bye or 2 * offer.lighter <= last.lighter:
            yield index
            last = offer


def _change_row(before: Tournament, index: int, comparison: Comparison) -> list[str]:
    offer = comparison.offers[index]
    bye = "" if offer.bye is None else before.name_of(offer.bye)
    from ...app.draws.changes import describe_drawbacks

    games = describe_drawbacks(offer.drawbacks)
    return [str(index + 1), str(offer.changed), comparison.weight_lost(offer), bye, games]
