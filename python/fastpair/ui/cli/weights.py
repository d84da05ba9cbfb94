"""``fastpair weights``: the weights of all pairs of a round, as arrays."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...app.output import Output
from . import draw_options as option  # noqa: TC001 - typer reads the annotations

if TYPE_CHECKING:
    from ...insight.explain import Optimum


def weights(
    file: option.File,
    round_number: Annotated[int, typer.Option("--round", metavar="N", help="Round, from 1.")],
    output: Annotated[Path, typer.Option(help="NumPy file (.npz) to write.")],
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    overwrite: option.Overwrite = False,
) -> int:
    """Weigh all pairs of a round as they are drawn, or were drawn.

    Of a drawn round its players are weighed, of another one those who wait for a game; who has the
    bye is left out. The file that is written holds "players", their keys in the order of the rows,
    an integer matrix for each component by its name, "total", their sum plus the model's base
    weight, "model", its name, with the start of a digest if it is not as published, and "bye", the
    key of the player who is left out, or nothing.
    """
    from ...app.draws.draw_in_question import DrawInQuestion, Question
    from ...app.history.model import read
    from ...app.typed.models import models_file
    from ...errors import in_file
    from ...pairing.weights.description import signature
    from ...report.sheet import counted
    from .screen import note, progress, write

    with progress() as show:
        show(f"reading {file}")
        document = read(file)
        with in_file(file):
            question = Question(round_number=round_number, model=model, seed=seed)
            draw = DrawInQuestion.of(document, file, question, show)
            show(f"weighing round {round_number}")
            content = _content(draw.optimum, signature(draw.model))
        inputs = (file, *models_file(model))
        target = Output.beside(output, inputs, overwrite=overwrite, ours=_holds_weights)
        show(f"writing {output}")
    bye = draw.optimum.bye
    about = counted(len(_rows(draw.optimum)), "player")
    left_out = f"; {draw.names[bye]} has the bye and is left out" if bye else ""
    with target.written(content, note):
        write(f"{output}: round {round_number}, {about}, {draw.named}{left_out}")
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
