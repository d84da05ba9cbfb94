"""``fastpair draw``: the draw of a round."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ..errors import RuleError
from . import draw_options as option
from .output import Output, Overwrite

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from ..draw import Draw
    from ..formats import Document
    from ..tournament import Tournament
    from .redraw import Discarded
    from .request import Request

__all__ = ["draw"]

_INCOMPLETE = 1


def draw(
    file: option.File,
    round_number: option.RoundNumber = None,
    forbid: option.Forbid = None,
    force: option.Force = None,
    allow: option.Allow = None,
    must_play_group: option.Group = None,
    prefer: option.Prefer = None,
    prefer_not: option.PreferNot = None,
    preference_weight: option.Worth = None,
    families: option.Families = None,
    max_grade_difference: option.Grades = None,
    max_score_difference: option.Scores = None,
    no_handicap_at_top: option.AtTop = False,
    handicap_at_top: option.FreeAtTop = False,
    rematches: option.Rematches = False,
    absent: option.Absent = None,
    redraw: option.Redraw = False,
    keep: option.Keep = None,
    discard: option.Discard = None,
    discard_all: option.DiscardAll = False,
    write: option.Write = False,
    output: option.OutputFile = None,
    overwrite: Overwrite = False,
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
    from ..formats.rules import StatedRules
    from .redraw import Redraw
    from .request import Request, models_file

    if write and output:
        raise RuleError("expected either --write or --output, got both")
    if write and str(file) == "-":
        raise RuleError("--write: standard input is no file to write into; use --output FILE")
    if no_handicap_at_top and handicap_at_top:
        raise RuleError("expected either --no-handicap-at-top or --handicap-at-top, got both")
    if keep and not (redraw or discard_all):
        raise RuleError("--keep says what stays with --redraw or --discard-all, got neither")
    request = Request(
        round_number=round_number,
        rules=StatedRules(
            max_grade_difference=max_grade_difference,
            max_score_difference=max_score_difference,
            no_handicap_at_top=_said(no_handicap_at_top, handicap_at_top),
            rematches=rematches,
            families=families.value if families else "free",
            forbid=option.groups(forbid),
            force=option.groups(force),
            allow=option.groups(allow),
            must_play_groups=option.groups(must_play_group),
            prefer=option.groups(prefer),
            prefer_not=option.groups(prefer_not),
            preference_weight=preference_weight,
        ),
        absent=tuple(absent or ()),
        redraw=Redraw(
            again=redraw,
            everything=discard_all,
            keep=option.groups(keep),
            discard=option.groups(discard),
            rematches=rematches,
        ),
        written=write or output is not None,
        without_results=without_results,
    )
    target = None
    if output is not None:
        instead = "name another file; --write puts the draw into FILE"
        inputs = (file, *models_file(model))
        target = Output.beside(output, inputs, overwrite=overwrite, instead=instead)
    made = _made(file, request, model, seed)
    if write:
        target = Output.onto(file, made.document.content)
    with _written(target, made):
        _show(made, json=json)
    return 0 if made.draw.complete else _INCOMPLETE


def _said(yes: bool, no: bool) -> bool | None:
    """What two options say of one question."""
    return yes if yes or no else None


class _Made(NamedTuple):
    """A draw, and what it was made of."""

    document: Document
    discarded: Discarded
    before: Tournament
    """The tournament that was drawn in."""
    draw: Draw


def _made(file: Path, request: Request, model: str | None, seed: int) -> _Made:
    """Read and draw."""
    from ..draw.stopwatch import timed
    from ..formats import read
    from ..systems import draw_round
    from .redraw import imposed_games
    from .request import fitting_model, weigher
    from .screen import progress

    seconds: dict[str, float] = {}
    request = request.with_rules_of(model)
    with progress() as say:
        say(f"reading {file}")
        with timed(seconds, "reading"):
            document = read(file)
        number = request.round_of(document.tournament)
        imposed = imposed_games(file, number) if request.redraw.again else None
        try:
            request.check_order(document.tournament, number)
            discarded = request.redraw.of(document.tournament, number, imposed)
            before = request.before(document.tournament, number, discarded)
            constraints = request.constraints(before, number)
            name = model or fitting_model(document.version)
            chosen = request.preferring(before, weigher(name, seed))
            say(f"drawing round {number}")
            drawn = draw_round(before, number, model=chosen, constraints=constraints, seed=seed)
        except RuleError as error:
            raise RuleError(f"{file}: {error}") from error
        seconds.update(drawn.timings)
    return _Made(document, discarded, before, replace(drawn, timings=seconds))


def _written(target: Output | None, made: _Made) -> AbstractContextManager[None]:
    """Have the draw put into a file at the end of a block; into none without a target."""
    if target is None:
        return nullcontext()
    return target.written(made.document.content_with(made.draw.applied_to(made.before)))


def _show(made: _Made, *, json: bool) -> None:
    from .documents import draw_document
    from .draw_page import show_draw
    from .request import rematches_of_later, reservations
    from .screen import note, warn, write_json

    before, drawn = made.before, made.draw
    for remark in (
        *made.document.remarks,
        *reservations(before, drawn.round_number),
        *rematches_of_later(before, drawn),
    ):
        warn(remark)
    for line in made.discarded.told(before, drawn):
        note(line)
    if json:
        write_json(draw_document(before, drawn))
    else:
        show_draw(before, drawn)
