"""``fastpair parameters``: the parameters of OpenGotha's weights in a file, shown and changed."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from ...app.typed.pairing import TypedPairing  # noqa: TC001 - the options are made of it
from .change import EvenSo, change
from .options import with_options

if TYPE_CHECKING:
    from ...app.edits.locked_file import Edit, LockedFile


@with_options
def parameters(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    typed: TypedPairing,
    stated: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="TOML", help="A file of parameters, as this command shows them."
        ),
    ] = None,
    even_so: EvenSo = False,
) -> int:
    """Show the parameters of OpenGotha's weights in a tournament as TOML, or change them.

    With a file and options, the options go before the file. The weights of other models are set in
    files of their own: fastpair models show NAME writes one.
    """
    from ...app.history.model import read
    from ...app.typed.pairing import parameters_text, read_parameters
    from .screen import write

    if stated is None and not typed:
        for line in parameters_text(read(file).tournament.rules.pairing).splitlines():
            write(line)
        return 0
    together = typed if stated is None else typed.over(read_parameters(stated))

    def work(held: LockedFile) -> Edit:
        from ...app.edits.rule_changes import parameters_set

        return parameters_set(held, together)

    return change(context, file, work, even_so=even_so)
