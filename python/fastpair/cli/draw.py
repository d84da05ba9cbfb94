"""``fastpair draw``: the draw of a round."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from ..errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..draw import Draw
    from ..tournament import Tournament
    from .request import Request

__all__ = ["PairOptions", "draw"]

_INCOMPLETE = 1


class PairOptions(TyperCommand):
    """A command whose ``--forbid A B`` and ``--force A B`` take two values and can be repeated.

    The types of typer say the one or the other; here the two values are joined to one.
    """

    # typer does not export the context that this takes.
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """Join the values of pairs, and parse."""
        return super().parse_args(ctx, list(_joined(args)))


def _joined(arguments: list[str]) -> Iterator[str]:
    from .request import BETWEEN

    left = deque(arguments)
    while left:
        argument = left.popleft()
        option, with_value, value = argument.partition("=")
        if option not in ("--forbid", "--force"):
            yield argument
            continue
        values = [value] if with_value else []
        while left and len(values) < 2 and not left[0].startswith("--"):
            values.append(left.popleft())
        yield from (option, BETWEEN.join(values))


def draw(
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    round_number: Annotated[
        int | None,
        typer.Option("--round", metavar="N", help="Round, from 1; by default the next one."),
    ] = None,
    forbid: Annotated[
        list[str] | None,
        typer.Option(metavar="A B", help="Two players who must not meet. Can be repeated."),
    ] = None,
    force: Annotated[
        list[str] | None,
        typer.Option(metavar="A B", help="Two players who must meet. Can be repeated."),
    ] = None,
    absent: Annotated[
        list[str] | None,
        typer.Option(metavar="P", help="A player who misses the round. Can be repeated."),
    ] = None,
    redraw: Annotated[
        bool, typer.Option("--redraw", help="Discard the games and the bye that the round has.")
    ] = False,
    write: Annotated[bool, typer.Option("--write", help="Write the draw into FILE.")] = False,
    output: Annotated[
        Path | None, typer.Option(help="Write FILE with the draw in it to another file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
    seed: Annotated[
        int, typer.Option(min=0, help="For rules with a random component that is drawn by lot.")
    ] = 0,
    model: Annotated[
        str | None,
        typer.Option(
            help="A model of fastpair models, or a TOML file; by default OpenGotha's that fits FILE."
        ),
    ] = None,
) -> int:
    """Draw a round: of all draws that pair the most players, the one of greatest weight.

    A player is named by key, by full name or by a single name that nobody else has; capitals,
    accents and spaces do not matter. The exit status is 0 if everybody is paired, 1 if somebody
    is not, 2 on bad input and 3 on a bug of fastpair.
    """
    from .request import Request

    if write and output:
        raise RuleError("expected either --write or --output, got both")
    request = Request(
        round_number=round_number,
        forbid=tuple(forbid or ()),
        force=tuple(force or ()),
        absent=tuple(absent or ()),
        redraw=redraw,
        keep_results=write,
    )
    before, drawn = _drawn(file, request, model, seed, file if write else output)
    _show(before, drawn, json=json)
    return 0 if drawn.complete else _INCOMPLETE


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
    with progress() as say:
        say(f"reading {file}")
        with timed(seconds, "reading"):
            document = read(file)
        number = request.round_of(document.tournament)
        before = request.before(document.tournament, number)
        constraints = request.constraints(before, number)
        chosen = weigher(model or fitting_model(document.version), seed)
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
