"""The commands about a draw: why, why-not, opponents, best, whatif, weights."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ...app.actions.output import Output
from ...errors import in_file
from ...pairing.rules import StatedRules
from ...report.sheet import Column, counted
from . import command as option  # noqa: TC001 - the options are made of the annotations
from .command import Command, Option, PlacedArgument, command_of, groups, words_option
from .screen import (
    progress,
    show_table,
    warn,
    write,
    write_folded,
    write_json,
    writing,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ...app.draws.review import ReviewedDraw
    from ...insight.explain import Optimum
    from ...insight.explain.best_round import Explained


_NO_RULES = StatedRules()

_One = Annotated[str, PlacedArgument(metavar="A", help="A player.")]
_Other = Annotated[str, PlacedArgument(metavar="B", help="Another player.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """Which draw is meant, as `app.draws.review.Question` has it, and who gets the answer."""

    round_number: option.Round = None
    rules: StatedRules = _NO_RULES
    model: option.ModelOfDraw = None
    seed: option.SeedOfDraw = None
    json: option.Json = False

    def answer(self, file: Path, answer: Callable[[ReviewedDraw], Explained]) -> int:
        """Show the explanation of the draw of a file.

        Returns
        -------
        int
            The exit status.
        """
        from ...app.draws.review import Question, ReviewedDraw
        from ...app.history.state import CongressState
        from ...app.reports.explanation import explanation_document

        with progress() as say:
            say(f"reading {file}")
            state = CongressState.read(file)
            with in_file(file):
                question = Question(
                    round_number=self.round_number,
                    model=self.model,
                    rules=self.rules,
                    seed=self.seed,
                )
                draw = ReviewedDraw.of(state, question, say)
                explanation = answer(draw)
        warn(*state.document.remarks, *draw.remarks)
        if self.json:
            write_json(explanation_document(draw, explanation))
        else:
            show_explanation(draw, explanation)
        return 0


_DEFAULT_QUESTION = _Question()


def why(
    file: option.File,
    one: _One,
    other: _Other,
    by_rule: Annotated[
        bool,
        Option(
            help="Show also by how much a single rule would have to change.",
        ),
    ] = False,
    question: _Question = _DEFAULT_QUESTION,
) -> int:
    """Explain why two players meet, and what the draw would lose without their game.

    Uses the model and the rules of the draw if the history has them. If the two do not meet,
    explains why not.
    """
    from ...app.reports.explanation import explain_pair_of

    return question.answer(file, lambda draw: explain_pair_of(draw, one, other, by_rule=by_rule))


why_not: Command = command_of(
    why,
    "why-not",
    help="Explain why two players do not meet: what it would cost, and which boards would change.\n\n"
    "If they do meet, explains why.",
)


def opponents(file: option.File, one: _One, question: _Question) -> int:
    """List all possible opponents of a player, with the cost to the whole draw."""
    from ...app.reports.explanation import explain_opponents

    return question.answer(file, lambda draw: explain_opponents(draw, one))


def best(
    file: option.File,
    k: Annotated[int, Option(min=1, help="Largest number of other draws.")] = 10,
    within: Annotated[
        float | None,
        Option(
            min=0,
            help="Largest loss of weight.",
        ),
    ] = None,
    question: _Question = _DEFAULT_QUESTION,
) -> int:
    """Count the equally good draws, and show what the next ones lose."""
    from ...app.reports.explanation import explain_best

    return question.answer(file, lambda draw: explain_best(draw, k, within))


def whatif(
    file: option.File,
    force: Annotated[
        list[str] | None, words_option("--force", "A B", "Two players who must meet.")
    ] = None,
    forbid: Annotated[
        list[str] | None, words_option("--forbid", "A B", "Two players who must not meet.")
    ] = None,
    prefer: Annotated[
        list[str] | None,
        words_option("--prefer", "A B", "Two players who would like to meet."),
    ] = None,
    drop: Annotated[
        list[str] | None,
        Option(metavar="A", help="A player who does not take part. Can be repeated."),
    ] = None,
    add: Annotated[
        list[str] | None,
        Option(metavar="A", help="A player who takes part. Can be repeated."),
    ] = None,
    round_number: option.Round = None,
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    json: option.Json = False,
) -> int:
    """Show the best draw under other conditions, and what they cost.

    Nothing is written.
    """
    from ...app.reports.explanation import OtherConditions, explain_what_if

    conditions = OtherConditions(
        force=groups(force),
        forbid=groups(forbid),
        prefer=groups(prefer),
        drop=tuple(drop or ()),
        add=tuple(add or ()),
    )
    question = _Question(round_number=round_number, model=model, seed=seed, json=json)
    return question.answer(file, lambda draw: explain_what_if(draw, conditions))


_LONGEST_LIST = 20


def show_explanation(draw: ReviewedDraw, explanation: Explained) -> None:
    """Show an answer: its sentences, and a table if it has one."""
    for sentence in (*explanation.sentences, *explanation.weights):
        write_folded(sentence, 0)
    if explanation.opponents:
        write()
        _show_opponents(draw, explanation)


def _show_opponents(draw: ReviewedDraw, explanation: Explained) -> None:
    from ...app.reports.explanation import describe_price, opponent_lines

    lines = [*opponent_lines(draw, explanation)]
    rows = [
        [describe_price(draw, line.candidate), line.name, line.against]
        for line in lines[:_LONGEST_LIST]
    ]
    show_table([Column("Price", right=True), Column("Opponent"), Column("Against it")], rows)
    more = len(lines) - _LONGEST_LIST
    if more > 0:
        write(f"… and {more} more (--json lists all)")


def weights(
    file: option.File,
    round_number: Annotated[int, Option("--round", help="Round, from 1.")],
    output: Annotated[Path, Option(help="NumPy file (.npz) to write.")],
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    overwrite: option.Overwrite = False,
) -> int:
    """Write the weights of all pairs of a round.

    The pairs are those of the players of a drawn round, or of the players who wait for a game,
    without the player with the bye. The file contains "players" (keys in the order of the rows),
    an integer matrix per component, "total" (their sum plus the base weight), "model" (name and
    digest of changes) and "bye" (key of the player without a game).
    """
    from ...app.draws.review import Question, ReviewedDraw
    from ...app.history.state import CongressState
    from ...app.lookup import models_file

    with progress() as show:
        show(f"reading {file}")
        state = CongressState.read(file)
        with in_file(file):
            question = Question(round_number=round_number, model=model, seed=seed)
            draw = ReviewedDraw.of(state, question, show)
            show(f"weighing round {round_number}")
            content = _content(draw.optimum, draw.model_signature)
        inputs = (file, *models_file(model))
        target = Output.prepare(output, inputs, overwrite=overwrite, ours=_holds_weights)
        show(f"writing {output}")
    bye = draw.optimum.bye
    about = counted(len(_rows(draw.optimum)), "player")
    left_out = f"; {draw.names[bye]} has the bye and is left out" if bye else ""
    with writing(target, content):
        write(f"{output}: round {round_number}, {about}, {draw.label}{left_out}")
    return 0


def _holds_weights(path: Path) -> bool:
    """Whether a file is what this command writes."""
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(path) as arrays:
            return {"players.npy", "total.npy"} <= set(arrays.namelist())
    except (OSError, BadZipFile):
        return False


def _content(optimum: Optimum, model: str) -> bytes:
    from io import BytesIO

    import numpy as np

    rows = _rows(optimum)
    weighed, pairs = optimum.weighed, np.ix_(rows, rows)
    matrices = {**weighed.components, "total": weighed.total}
    arrays: dict[str, Any] = {
        "players": np.array([optimum.field.key[row] for row in rows], dtype=np.str_),
        **{name: matrix[pairs] for name, matrix in matrices.items()},
        "model": np.array(model, dtype=np.str_),
        "bye": np.array(optimum.bye or "", dtype=np.str_),
    }
    content = BytesIO()
    np.savez_compressed(content, **arrays)
    return content.getvalue()


def _rows(optimum: Optimum) -> list[int]:
    """Seats of those who are matched."""
    return [seat for seat, key in enumerate(optimum.field.key) if key != optimum.bye]
