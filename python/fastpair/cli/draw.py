"""``fastpair draw``: the draw of a round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import RuleError
from . import draw_options as option

if TYPE_CHECKING:
    from pathlib import Path

    from ..draw import Draw
    from ..tournament import Tournament
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
    write: option.Write = False,
    output: option.Output = None,
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
    from .request import Request

    if write and output:
        raise RuleError("expected either --write or --output, got both")
    if no_handicap_at_top and handicap_at_top:
        raise RuleError("expected either --no-handicap-at-top or --handicap-at-top, got both")
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
        redraw=redraw,
        keep_results=write,
    )
    before, drawn = _drawn(file, request, model, seed, file if write else output)
    _show(before, drawn, json=json)
    return 0 if drawn.complete else _INCOMPLETE


def _said(yes: bool, no: bool) -> bool | None:
    """What two options say of one question."""
    return yes if yes or no else None


def _drawn(
    file: Path, request: Request, model: str | None, seed: int, target: Path | None
) -> tuple[Tournament, Draw]:
    """Read, draw and write; the tournament is the one before the draw."""
    from ..draw.stopwatch import timed
    from ..formats import read
    from ..systems import draw_round
    from .request import fitting_model, weigher
    from .screen import progress, warn

    seconds: dict[str, float] = {}
    request = request.with_rules_of(model)
    with progress() as say:
        say(f"reading {file}")
        with timed(seconds, "reading"):
            document = read(file)
        number = request.round_of(document.tournament)
        before = request.before(document.tournament, number)
        constraints = request.constraints(before, number)
        name = model or fitting_model(document.version)
        chosen = request.preferring(before, weigher(name, seed))
        say(f"drawing round {number}")
        try:
            drawn = draw_round(before, number, model=chosen, constraints=constraints, seed=seed)
        except RuleError as error:
            raise RuleError(f"{file}: {error}") from error
        seconds.update(drawn.timings)
        if target is not None:
            say(f"writing {target}")
            with timed(seconds, "writing"):
                document.write(target, drawn.applied_to(before))
    for remark in document.remarks:
        warn(remark)
    return before, replace(drawn, timings=seconds)


def _show(before: Tournament, drawn: Draw, *, json: bool) -> None:
    from .documents import draw_document
    from .draw_page import show_draw
    from .request import reservations
    from .screen import warn, write_json

    for reservation in reservations(before, drawn.round_number):
        warn(reservation)
    if json:
        write_json(draw_document(before, drawn))
    else:
        show_draw(before, drawn)
