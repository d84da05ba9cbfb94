"""``fastpair why``, ``why-not``, ``opponents``, ``best``, ``whatif``, ``heat-map``."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from ...pairing.rules import StatedRules
from . import draw_options as option
from .options import with_options

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ...app.draws.draw_in_question import DrawInQuestion
    from ...app.reports.explaining import Explained


SETTINGS = {"cls": option.PlayersOptions}

_NO_RULES = StatedRules()

_One = Annotated[str, typer.Argument(metavar="A", help="A player.")]
_Other = Annotated[str, typer.Argument(metavar="B", help="Another player.")]
_Round = Annotated[
    int | None,
    typer.Option(
        "--round", metavar="N", help="Round; by default the last in play, else the next to draw."
    ),
]
_ByRule = Annotated[
    bool,
    typer.Option(
        "--by-rule",
        help="Say also how much more or less a single rule would have to count so that they met.",
    ),
]


class _Asked(NamedTuple):
    """Which draw is meant, as `Question` has it."""

    round_number: int | None
    model: str | None
    seed: int | None
    rules: StatedRules = _NO_RULES


@with_options
def why(
    file: option.File,
    one: _One,
    other: _Other,
    round_number: _Round = None,
    rules: StatedRules = _NO_RULES,
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    by_rule: _ByRule = False,
    json: option.Json = False,
) -> int:
    """Say why two players meet: what their game weighs, and what the draw would lose without it.

    The model and the rules are those of the draw, as far as the history of the file knows them. If
    the two do not meet, it is said why not.
    """
    asked = _Asked(round_number, model, seed, rules)
    return _about_pair(file, asked, one, other, by_rule=by_rule, json=json)


@with_options
def why_not(
    file: option.File,
    one: _One,
    other: _Other,
    round_number: _Round = None,
    rules: StatedRules = _NO_RULES,
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    by_rule: _ByRule = False,
    json: option.Json = False,
) -> int:
    """Say why two players do not meet: what it would cost, and which boards would change.

    If they do meet, it is said why.
    """
    asked = _Asked(round_number, model, seed, rules)
    return _about_pair(file, asked, one, other, by_rule=by_rule, json=json)


@with_options
def opponents(
    file: option.File,
    one: _One,
    round_number: _Round = None,
    rules: StatedRules = _NO_RULES,
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    json: option.Json = False,
) -> int:
    """List everybody whom a player could meet, with what the whole draw would lose by it."""
    from ...app.reports.explaining import explain_opponents

    asked = _Asked(round_number, model, seed, rules)
    return _answered(file, asked, lambda draw: explain_opponents(draw, one), json=json)


@with_options
def best(
    file: option.File,
    k: Annotated[int, typer.Option("--k", min=1, help="How many other draws at most.")] = 10,
    within: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            min=0,
            help="Only draws that are lighter by at most X of the model's weights.",
        ),
    ] = None,
    round_number: _Round = None,
    rules: StatedRules = _NO_RULES,
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    json: option.Json = False,
) -> int:
    """Say how many draws are as good as the best one, and what the next ones lose."""
    from ...app.reports.explaining import explain_best

    asked = _Asked(round_number, model, seed, rules)
    return _answered(file, asked, lambda draw: explain_best(draw, k, within), json=json)


def whatif(
    file: option.File,
    force: Annotated[
        list[str] | None, option.players_option("--force", "A B", "Two players who meet.")
    ] = None,
    forbid: Annotated[
        list[str] | None, option.players_option("--forbid", "A B", "Two players who do not meet.")
    ] = None,
    prefer: Annotated[
        list[str] | None,
        option.players_option("--prefer", "A B", "Two players who would like to meet."),
    ] = None,
    drop: Annotated[
        list[str] | None,
        typer.Option(metavar="A", help="A player who does not take part. Can be repeated."),
    ] = None,
    add: Annotated[
        list[str] | None,
        typer.Option(metavar="A", help="A player who takes part. Can be repeated."),
    ] = None,
    round_number: _Round = None,
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    json: option.Json = False,
) -> int:
    """Say what the best draw would be under other conditions, and what that costs.

    Nothing is written. A pair that the draw has, and that is forced, stays.
    """
    from ...app.reports.explaining import OtherConditions, explain_what_if

    conditions = OtherConditions(
        force=option.groups(force),
        forbid=option.groups(forbid),
        prefer=option.groups(prefer),
        drop=tuple(drop or ()),
        add=tuple(add or ()),
    )
    asked = _Asked(round_number, model, seed)
    return _answered(file, asked, lambda draw: explain_what_if(draw, conditions), json=json)


@with_options
def heat_map(
    file: option.File,
    round_number: _Round = None,
    rules: StatedRules = _NO_RULES,
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    json: option.Json = False,
) -> int:
    """Show what it costs to pair off score: the median price of all pairs, and the games.

    A cell has the price of the pairs of two groups that is in the middle, in weights of the model,
    and in brackets the number of games that the best draw has between them.
    """
    from ...app.reports.explaining import explain_heat_map
    from .screen import counting

    asked = _Asked(round_number, model, seed, rules)

    def answer(draw: DrawInQuestion) -> Explained:
        with counting(lambda: ("pricing all pairs",)) as count:
            return explain_heat_map(draw, lambda share: count(round(100 * share), 100))

    return _answered(file, asked, answer, json=json, busy=False)


def _about_pair(
    file: Path, asked: _Asked, one: str, other: str, *, by_rule: bool, json: bool
) -> int:
    from ...app.reports.explaining import explain_pair_of

    def answer(draw: DrawInQuestion) -> Explained:
        return explain_pair_of(draw, one, other, by_rule=by_rule)

    return _answered(file, asked, answer, json=json)


def _answered(
    file: Path,
    asked: _Asked,
    answer: Callable[[DrawInQuestion], Explained],
    *,
    json: bool,
    busy: bool = True,
) -> int:
    """Answer a question about the draw of a file.

    Parameters
    ----------
    busy
        Whether to say that something is done; otherwise the answer says how far it is.
    """
    from ...app.draws.draw_in_question import DrawInQuestion, Question
    from ...app.history.model import read
    from ...app.reports.explanation_document import explanation_document
    from ...errors import in_file
    from .explain_page import show_explained
    from .screen import progress, warn, write_json

    with progress() if busy else nullcontext(lambda stage: None) as say:
        say(f"reading {file}")
        document = read(file)
        with in_file(file):
            draw = DrawInQuestion.of(document, file, Question(**asked._asdict()), say)
            explained = answer(draw)
    for remark in (*document.remarks, *draw.remarks):
        warn(remark)
    if json:
        write_json(explanation_document(draw, explained))
    else:
        show_explained(draw, explained)
    return 0
