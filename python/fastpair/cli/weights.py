"""``fastpair weights``: the weights of all pairs of a round, as arrays."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..director.output import Output
from . import draw_options as option  # noqa: TC001 - typer reads the annotations

if TYPE_CHECKING:
    from ..weights import Weights

__all__ = ["weights"]


def weights(
    file: option.File,
    round_number: Annotated[int, typer.Option("--round", metavar="N", help="Round, from 1.")],
    output: Annotated[Path, typer.Option(help="NumPy file (.npz) to write.")],
    model: Annotated[
        str | None,
        typer.Option(help="A model of fastpair models, or a TOML file; by default as for draw."),
    ] = None,
    seed: option.Seed = 0,
    overwrite: option.Overwrite = False,
) -> int:
    """Weigh all pairs of a round, as it was before it was drawn.

    The file that is written holds "players", their keys in the order of the rows, an integer
    matrix for each component by its name, "total", their sum plus the model's base weight, and
    "model", its name, with the start of a digest if it is not as published.
    """
    from ..director.models import fitting_model, models_file, weigher
    from ..field import Field
    from ..formats import read
    from ..report.text import counted
    from ..weights.description import signature
    from .screen import note, progress, write

    with progress() as show:
        show(f"reading {file}")
        document = read(file)
        chosen = weigher(model or fitting_model(document), seed)
        before = document.tournament.before(round_number)
        show(f"weighing round {round_number}")
        weighed = chosen.weigh(Field.of(before, round_number, variant=chosen.traits.variant))
        inputs = (file, *models_file(model))
        target = Output.beside(output, inputs, overwrite=overwrite, ours=_holds_weights)
        show(f"writing {output}")
        content = _content(weighed, signature(chosen))
    about = counted(len(weighed.field), "player")
    with target.written(content, note):
        write(f"{output}: round {round_number}, {about}, {signature(chosen)}")
    return 0


def _holds_weights(path: Path) -> bool:
    """Whether a file is what this command writes."""
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(path) as arrays:
            return {"players.npy", "total.npy"} <= set(arrays.namelist())
    except (OSError, BadZipFile):
        return False


def _content(weighed: Weights, model: str) -> bytes:
    from io import BytesIO

    import numpy as np

    arrays: dict[str, Any] = {
        "players": np.array(weighed.field.key, dtype=np.str_),
        **weighed.components,
        "total": weighed.total,
        "model": np.array(model, dtype=np.str_),
    }
    content = BytesIO()
    np.savez_compressed(content, **arrays)
    return content.getvalue()
