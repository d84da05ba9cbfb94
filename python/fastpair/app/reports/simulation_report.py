"""A simulation as a folder: a page with tables, and pictures beside it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Self

from ...errors import FormatError, MissingExtraError
from ...formats.files import reason
from ...report.plots import simulation_page
from ..output import Output

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from ...research.simulate.execution import Results
    from ...research.simulate.summary import Summary


_PAGE = "summary.md"
_PICTURES = ("distributions.svg", "means.svg", "differences.svg")
_MARK = "<!-- fastpair simulation -->\n"
"""First line of the page: a folder that has such a page may be written again."""


@dataclass(frozen=True, slots=True)
class Report:
    """A folder that will be written."""

    files: tuple[Output, ...]

    @classmethod
    def in_folder(cls, folder: Path, inputs: Iterable[Path], *, overwrite: bool) -> Self:
        """Ask for a folder, which is made if there is none.

        Raises
        ------
        FormatError
            If it cannot be made, or has files of these names that are no report.
        MissingExtraError
            If there can be no pictures.
        """
        if find_spec("matplotlib") is None:
            raise MissingExtraError("report", "a picture")
        try:
            folder.mkdir(exist_ok=True)
            ours = _is_report(folder / _PAGE)
        except OSError as error:
            raise FormatError(folder, None, f"is no folder to write: {reason(error)}") from error
        inputs = tuple(inputs)
        return cls(
            tuple(
                Output.beside(folder / name, inputs, overwrite=overwrite, ours=lambda path: ours)
                for name in (*_PICTURES, _PAGE)
            )
        )

    def write(self, results: Results, summed: Summary, tell: Callable[[str], None]) -> Path:
        """Write the folder, and return the page.

        Parameters
        ----------
        tell
            Hears where what was replaced is kept.
        """
        from ...report.plots import simulation_plots

        *pictures, page = self.files
        drawn = simulation_plots(results, summed)
        for picture in pictures:
            with picture.written(drawn[picture.path.stem], tell):
                pass
        text = simulation_page(results, summed, (picture.path.name for picture in pictures))
        with page.written(_MARK.encode() + text, tell):
            pass
        return page.path


def _is_report(page: Path) -> bool:
    if not page.is_file():
        return False
    with page.open("rb") as file:
        return file.read(len(_MARK)) == _MARK.encode()
