"""Where is written, and what must not be destroyed there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import FormatError
from ...files import Replacement, reason
from ...sentences import Remedy, Sentence, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


_NAME_ANOTHER = Remedy("name another file")


@dataclass(frozen=True, slots=True)
class Output:
    """A file that will be written."""

    path: Path

    former_content: bytes | None
    """What it holds before, nothing if there is none; None if that can be computed again."""

    @classmethod
    def prepare(
        cls,
        path: Path,
        inputs: Iterable[Path],
        *,
        overwrite: bool,
        ours: Callable[[Path], bool] = lambda path: False,
        instead: Remedy = _NAME_ANOTHER,
    ) -> Output:
        """Ask for a file other than those that the command reads.

        Parameters
        ----------
        path
            The file.
        inputs
            What the command reads.
        overwrite
            Whether anything that is there may be replaced.
        ours
            Whether what is there is nothing but what this command computes: that is replaced
            without a question and without a backup.
        instead
            What to do if it is one of the inputs.

        Raises
        ------
        FormatError
            If it is one of the inputs, by whatever name, or is there and must not be replaced.
        """
        if str(path) == "-":
            raise FormatError(path, None, Sentence("is no file", Remedy("name a file")))
        for read in inputs:
            if _same(path, read):
                raise FormatError(path, None, Sentence(f"is {read}, which is read", instead))
        if not path.parent.is_dir():
            missing = f"cannot be written: there is no folder {path.parent}"
            raise FormatError(path, None, missing)
        if not path.exists():
            return cls(path, b"")
        if not path.is_file() or ours(path):
            return cls(path, None)
        if path.stat().st_size and not overwrite:
            there = "exists already, and nothing was written"
            raise FormatError(path, None, Sentence(there, Remedy("overwrite")))
        try:
            return cls(path, path.read_bytes())
        except OSError as error:
            message = f"cannot be read for its backup: {reason(error)}"
            raise FormatError(path, None, message) from error

    def write(self, content: bytes, tell: Callable[[str], None]) -> None:
        """Write new content, and say where the old one is.

        Nothing should be said of the content before: who reads it may go away in the middle.

        Parameters
        ----------
        content
            What the file will hold.
        tell
            Hears, as one line, where the old content is, or that nothing was written.

        Raises
        ------
        FormatError
            If it cannot be written, or the file no longer holds what it held.
        """
        if content == self.former_content:
            return
        keep = bool(self.former_content)
        try:
            with Replacement(
                self.path, content, expected=self.former_content, backup=keep
            ) as replacement:
                replacement.commit()
        except (KeyboardInterrupt, SystemExit):
            if not self.path.exists() or self.path.read_bytes() != content:
                text = phrase("nothing was written, since the command was cut short")
                tell(Sentence.in_file(self.path, text))
            raise
        for remark in replacement.remarks:
            tell(Sentence.in_file(self.path, remark))


def _same(one: Path, other: Path) -> bool:
    """Whether two names are names of one file, links included."""
    return one.exists() and other.exists() and one.samefile(other)
