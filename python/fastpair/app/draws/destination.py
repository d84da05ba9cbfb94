"""Where a draw is put: into the file that it was made from, into another one, or nowhere."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ...errors import in_file
from ...formats import refuse_other_name
from ...sentences import Remedy
from ..edits.locked_file import LockedFile
from ..output import Output
from ..typed.models import models_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from pathlib import Path

    from ..edits.locked_file import Act
    from .drawing import Drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """What a director says of where the draw is written."""

    file: Path | None = None
    """The file that the draw is made from, if it is put there."""

    other: Output | None = None
    """Another file, if it is put there."""

    @classmethod
    def of(
        cls, file: Path, *, write: bool, output: Path | None, overwrite: bool, model: str | None
    ) -> Self:
        """Ask for the file itself, for another one, or for neither.

        Parameters
        ----------
        file, model
            What the command reads: the tournament, and the model by its name or its file.
        write
            Whether the draw is put into the file itself.
        output, overwrite
            The other file, and whether anything that is there may be replaced.

        Raises
        ------
        FormatError
            If the other file is one of those that are read, or must not be replaced.
        """
        if output is None:
            return cls(file=file if write else None)
        inputs = (file, *models_file(model))
        instead = Remedy("write into the file")
        return cls(other=Output.beside(output, inputs, overwrite=overwrite, instead=instead))

    @property
    def path(self) -> Path | None:
        """The file that gets the draw, if any."""
        return self.other.path if self.other else self.file

    def opened(self) -> AbstractContextManager[LockedFile | None]:
        """Have the file itself for oneself, if the draw is put there, see `LockedFile.opened`."""
        return LockedFile.opened(self.file) if self.file else nullcontext()

    def change(
        self, drawing: Drawing, locked: LockedFile, act: Act, tell: Callable[[str], None]
    ) -> None:
        """Put the draw into the file itself.

        Parameters
        ----------
        drawing
            The draw.
        locked
            What `opened` gave.
        act
            The command, for the history.
        tell
            Hears, as one line, where the old content is, or that nothing was written.

        Raises
        ------
        FormatError
            If the file cannot be replaced.
        RuleError
            As `LockedFile.change`; the message names the file.
        """
        with in_file(locked.file):
            locked.change(act, drawing.done, tell)

    def written(
        self, drawing: Drawing, tell: Callable[[str], None]
    ) -> AbstractContextManager[None]:
        """Put the draw into another file at the end of a block, if it goes there.

        Parameters
        ----------
        drawing, tell
            As of `change`.

        Raises
        ------
        FormatError
            If the file cannot be written, or its name is that of another format.
        """
        if self.other is None:
            return nullcontext()
        refuse_other_name(self.other.path, drawing.document)
        return self.other.written(drawing.content, tell)
