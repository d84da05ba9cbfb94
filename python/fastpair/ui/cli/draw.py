"""``fastpair draw``: the draw of a round."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import typer  # noqa: TC002 - typer reads the annotations

from ...app.draws.destination import Destination
from ...errors import RuleError
from ...pairing.rules import StatedRules
from . import draw_options as option
from .change import EvenSo, showing, typed_in
from .options import with_options
from .screen import note, progress, warn, write_folded, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from ...app.draws.drawing import Drawing
    from ...app.draws.keep_most import KeepMost
    from ...app.draws.missing_results import MissingResults
    from ...app.draws.redraw import Redraw
    from ...app.edits.locked_file import Act
    from ...pairing.systems import System


SETTINGS = {"cls": option.PlayersOptions}

_INCOMPLETE = 1
_NO_RULES = StatedRules()


@with_options
def draw(
    context: typer.Context,
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


def _answer_lines(context: typer.Context) -> int:
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
    from ...app.history.model import read

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
    from ...app.draws.keep_most import KeepMost

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
    from ...app.draws.missing_results import MissingResults

    if outcomes and most is not None:
        raise RuleError("--outcomes and --keep-most choose the draw in two ways: use one of them")
    if jigo and not outcomes:
        raise RuleError("--jigo says what may happen with --outcomes, which is not asked for")
    return MissingResults(assumed=option.groups(assume), outcomes=outcomes, jigo=jigo)


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
        keep=option.groups(keep),
        discard=option.groups(discard),
        rematches=rules.rematches,
    )


def _show(drawing: Drawing, reservations: Iterable[str], told: str) -> None:
    from ...app.draws.documents import drawn_document
    from .change_page import show_foresight, show_kept
    from .draw_page import show_draw

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
