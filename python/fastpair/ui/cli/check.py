"""``fastpair check``: a played tournament against its rules and against the optimum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import draw_options as option  # noqa: TC001 - typer reads the annotations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...app.reports.check import Check
    from ...pairing.rounds import DrawReview


_FOUND = 1
"""Exit status if something is not as the rules have it, or a draw is not the best."""

_LONGEST_LIST = 20


def check(
    file: option.File,
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    json: option.Json = False,
) -> int:
    """Check a played tournament against its rules, and each draw against the optimum.

    Scores, colours, rematches, second byes, handicaps and who plays are held to the rules of the
    file. Of every round the total weight of the draw is shown beside the greatest that a draw of
    the same players could have, which is proven, and which boards are different. The exit status is
    1 if anything was found.
    """
    from ...app.reports.check import check_document, check_file
    from .screen import progress, warn, write_json

    with progress() as say:
        found = check_file(file, model=model, seed=seed, tell=say)
    for remark in found.remarks:
        warn(remark)
    if json:
        write_json(check_document(found))
    else:
        _show(found)
    return 0 if found.clean else _FOUND


def _show(found: Check) -> None:
    from ...report.sheet import counted
    from .screen import write, write_folded

    write(found.tournament.name or "(a tournament without a name)")
    write()
    if found.rounds:
        _show_rounds(found.rounds)
        write()
    sentences = list(found.sentences())
    for sentence in sentences[:_LONGEST_LIST]:
        write_folded(sentence, 0)
    if len(sentences) > _LONGEST_LIST:
        write(f"… and {len(sentences) - _LONGEST_LIST} more (--json lists all)")
    write(_summary(found, counted(len(found.findings), "finding")))


def _show_rounds(rounds: Sequence[DrawReview]) -> None:
    from ...report.sheet import Column
    from .screen import show_table

    leveled = any(judged.level is not None for judged in rounds)
    titles = ("Round", "Boards", *["Level"] * leveled, "Boards other than in the best draw")
    show_table(
        [Column(title, right=True) for title in titles],
        [
            [
                str(judged.round_number),
                str(judged.boards),
                *[str(judged.level)] * leveled,
                str(len(judged.different)),
            ]
            for judged in rounds
        ],
    )


def _summary(found: Check, counted: str) -> str:
    best = sum(not judged.loss for judged in found.rounds)
    models = sorted({judged.model for judged in found.rounds})
    drawn = (
        f"; {best} of {len(found.rounds)} draws are the best by {', '.join(models)}"
        if models
        else ""
    )
    return f"{counted}{drawn}"
