"""``fastpair draw``: the draw of a round."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import typer  # noqa: TC002 - typer reads the annotations

from ..director.output import Output
from ..errors import RuleError
from ..rules import StatedRules
from . import draw_options as option
from .rule_options import with_rules

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

    from ..director.drawing import Drawing

__all__ = ["draw"]

_INCOMPLETE = 1
_NO_RULES = StatedRules()


@with_rules
def draw(
    context: typer.Context,
    file: option.File,
    round_number: option.RoundNumber = None,
    rules: StatedRules = _NO_RULES,
    absent: option.Absent = None,
    redraw: option.Redraw = False,
    keep: option.Keep = None,
    discard: option.Discard = None,
    discard_all: option.DiscardAll = False,
    write: option.Write = False,
    output: option.OutputFile = None,
    overwrite: option.Overwrite = False,
    without_results: option.WithoutResults = False,
    json: option.Json = False,
    seed: option.Seed = 0,
    model: option.Model = None,
) -> int:
    """Draw a round: of all draws that pair the most players, the one of greatest weight.

    A player is named by key, by full name or by a single name that nobody else has; capitals,
    accents and spaces do not matter. The exit status is 0 if everybody is paired, 1 if somebody
    is not, 2 on bad input and 3 on a bug of fastpair.
    """
    from ..director.congress import Congress
    from ..director.drawing import draw_file
    from ..director.models import models_file
    from ..director.redraw import Redraw
    from ..director.request import Request
    from ..formats import read
    from .change import typed_in
    from .screen import note, progress

    if write and output:
        raise RuleError("expected either --write or --output, got both")
    if write and str(file) == "-":
        raise RuleError("--write: standard input is no file to write into; use --output FILE")
    if keep and not (redraw or discard_all):
        raise RuleError("--keep says what stays with --redraw or --discard-all, got neither")
    request = Request(
        round_number=round_number,
        rules=rules,
        absent=tuple(absent or ()),
        redraw=Redraw(
            again=redraw,
            everything=discard_all,
            keep=option.groups(keep),
            discard=option.groups(discard),
            rematches=rules.rematches,
        ),
        written=write or output is not None,
        without_results=without_results,
    )
    target = None
    if output is not None:
        instead = "name another file; --write puts the draw into FILE"
        inputs = (file, *models_file(model))
        target = Output.beside(output, inputs, overwrite=overwrite, instead=instead)
    with Congress.opened(file) if write else nullcontext() as congress:
        opened = read if congress is None else lambda _: congress.document
        with progress() as say:
            drawing = draw_file(file, request, model=model, seed=seed, tell=say, opened=opened)
        writing: AbstractContextManager[None] = nullcontext()
        if congress is not None:
            writing = congress.changed(typed_in(context), drawing.done, note)
        elif target is not None:
            writing = target.written(drawing.content, note)
        with writing:
            _show(drawing, () if congress is None else congress.remarks(), json=json)
    return 0 if drawing.draw.complete else _INCOMPLETE


def _show(drawing: Drawing, remarks: Iterable[str], *, json: bool) -> None:
    from ..director.documents import draw_document
    from .draw_page import show_draw
    from .screen import note, warn, write_json

    for remark in (*remarks, *drawing.remarks()):
        warn(remark)
    for line in drawing.changes():
        note(line)
    if json:
        write_json(draw_document(drawing.before, drawing.draw))
    else:
        show_draw(drawing.before, drawing.draw)
