"""``fastpair why``, ``why-not``, ``opponents`` and ``whatif``: why the draw is as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..rules import StatedRules
from . import draw_options as option
from .rule_options import with_rules

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ..director.draw_in_question import DrawInQuestion, Question
    from ..director.explaining import Explained

__all__ = ["SETTINGS", "opponents", "whatif", "why", "why_not"]

SETTINGS = {"cls": option.PlayersOptions}

_NO_RULES = StatedRules()

_LONGEST_LIST = 20

_One = Annotated[str, typer.Argument(metavar="A", help="A player.")]
_Other = Annotated[str, typer.Argument(metavar="B", help="Another player.")]
_Round = Annotated[
    int | None,
    typer.Option(
        "--round", metavar="N", help="Round; by default the last in play, else the next to draw."
    ),
]
_Model = Annotated[
    str | None,
    typer.Option(
        help="A model of fastpair models, or a TOML file, with rules too; by default that of the draw."
    ),
]
_Seed = Annotated[
    int | None,
    typer.Option(min=0, help="For models that draw lots; by default that of the draw."),
]


@with_rules
def why(
    file: option.File,
    one: _One,
    other: _Other,
    round_number: _Round = None,
    rules: StatedRules = _NO_RULES,
    model: _Model = None,
    seed: _Seed = None,
    json: option.Json = False,
) -> int:
    """Say why two players meet: what their game weighs, and what the draw would lose without it.

    The model and the rules are those of the draw, as far as the history of the file knows them. If the
    two do not meet, it is said why not.
    """
    from ..director.draw_in_question import Question
    from ..director.explaining import explain_pair_of

    question = Question(round_number=round_number, model=model, rules=rules, seed=seed)
    return _answered(file, question, lambda draw: explain_pair_of(draw, one, other), json=json)


@with_rules
def why_not(
    file: option.File,
    one: _One,
    other: _Other,
    round_number: _Round = None,
    rules: StatedRules = _NO_RULES,
    model: _Model = None,
    seed: _Seed = None,
    json: option.Json = False,
) -> int:
    """Say why two players do not meet: what it would cost, and which boards would change.

    If they do meet, it is said why.
    """
    from ..director.draw_in_question import Question
    from ..director.explaining import explain_pair_of

    question = Question(round_number=round_number, model=model, rules=rules, seed=seed)
    return _answered(file, question, lambda draw: explain_pair_of(draw, one, other), json=json)


@with_rules
def opponents(
    file: option.File,
    one: _One,
    round_number: _Round = None,
    rules: StatedRules = _NO_RULES,
    model: _Model = None,
    seed: _Seed = None,
    json: option.Json = False,
) -> int:
    """List everybody whom a player could meet, with what the whole draw would lose by it."""
    from ..director.draw_in_question import Question
    from ..director.explaining import explain_opponents

    question = Question(round_number=round_number, model=model, rules=rules, seed=seed)
    return _answered(file, question, lambda draw: explain_opponents(draw, one), json=json)


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
    model: _Model = None,
    seed: _Seed = None,
    json: option.Json = False,
) -> int:
    """Say what the best draw would be under other conditions, and what that costs.

    Nothing is written. A pair that the draw has, and that is forced, stays.
    """
    from ..director.draw_in_question import Question
    from ..director.explaining import OtherConditions, explain_what_if

    conditions = OtherConditions(
        force=option.groups(force),
        forbid=option.groups(forbid),
        prefer=option.groups(prefer),
        drop=tuple(drop or ()),
        add=tuple(add or ()),
    )
    question = Question(round_number=round_number, model=model, seed=seed)
    return _answered(file, question, lambda draw: explain_what_if(draw, conditions), json=json)


def _answered(
    file: Path, question: Question, answer: Callable[[DrawInQuestion], Explained], *, json: bool
) -> int:
    """Answer a question about the draw of a file."""
    from ..director.draw_in_question import DrawInQuestion
    from ..director.explanation_document import explanation_document
    from ..errors import RuleError
    from ..formats import read
    from .screen import progress, warn, write_json

    with progress() as say:
        say(f"reading {file}")
        document = read(file)
        try:
            draw = DrawInQuestion.of(document, file, question, say)
            explained = answer(draw)
        except RuleError as error:
            raise RuleError(f"{file}: {error}") from error
    for remark in (*document.remarks, *draw.remarks):
        warn(remark)
    if json:
        write_json(explanation_document(draw, explained))
    else:
        _show(draw, explained)
    return 0


def _show(draw: DrawInQuestion, explained: Explained) -> None:
    from .screen import write, write_folded

    for sentence in explained.sentences:
        write_folded(sentence, 0)
    if explained.opponents:
        write()
        _show_opponents(draw, explained)


def _show_opponents(draw: DrawInQuestion, explained: Explained) -> None:
    from ..explain import told_of_game
    from ..explain.words import amount
    from ..report.sheet import Column
    from .screen import show_table, write

    units, names = draw.optimum.units, draw.names
    rows = []
    for one in explained.opponents[:_LONGEST_LIST]:
        price = "-" if one.price is None else amount(one.price, units)
        less = f"{one.fewer} fewer games" if one.fewer else ""
        ruled_out = [rule.value for rule in one.rules]
        against = dict.fromkeys((less, *ruled_out, *told_of_game(one.marks).split(", ")))
        rows.append([price, names[one.player], ", ".join(filter(None, against))])
    show_table([Column("Price", right=True), Column("Opponent"), Column("Against it")], rows)
    more = len(explained.opponents) - _LONGEST_LIST
    if more > 0:
        write(f"… and {more} more (--json lists all)")
