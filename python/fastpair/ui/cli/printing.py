"""Sheets and pages: shown on the screen, or written to a file that is printed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path  # noqa: TC003 - the options are made of the annotations
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ...errors import RuleError
from . import options as option  # noqa: TC001 - the options are made of the annotations
from .command import Option
from .screen import note, progress, show_table, write, write_folded, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...report.languages import Language
    from ...report.sheet import Sheet


_SUFFIXES = (".html", ".pdf", ".csv", ".txt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """Options for showing or writing sheets."""

    output: Annotated[
        Path | None,
        Option(help="File to write: .html, .pdf, .csv or .txt.", group="Output"),
    ] = None
    overwrite: option.Overwrite = False
    language: option.LanguageCode = "en"
    paper: option.Paper = "A4"
    size: Annotated[
        Literal["small", "normal", "large"],
        Option(
            help="Letter size of a print; large for a poster.",
            group="Output",
        ),
    ] = "normal"
    json: option.Json = False

    @property
    def for_people(self) -> bool:
        """Whether people read it, and not a program."""
        return not self.json and (self.output is None or self.output.suffix.lower() != ".csv")

    def print_sheets(
        self,
        inputs: Sequence[Path],
        sheets: Callable[[Language], Sequence[Sheet]],
        document: Callable[[], Mapping[str, Any]] | None = None,
    ) -> int:
        """Build sheets in the chosen language, and show or write them.

        Parameters
        ----------
        inputs
            The files that are read, which the output must not replace.
        sheets
            Reads them and makes the sheets.
        document
            Reads them and makes what machines get instead of the sheets.

        Raises
        ------
        FormatError
            If a file cannot be read, or the output not be written.
        RuleError
            If the sheets cannot be made.
        """
        from ...app.output import Output
        from ...report import languages

        words = languages.language(self.language)
        target = None
        if self.output is not None:
            refuse_other_suffix(self.output)
            target = Output.beside(self.output, inputs, overwrite=self.overwrite)
        if self.json and self.output is None and document is not None:
            write_json(document())
            return 0
        pages = sheets(words)
        if self.output is None or target is None:
            _show(pages, json=self.json)
            return 0
        with progress() as say:
            say(f"writing {self.output}")
            content = self._content(self.output, pages, words)
        with target.written(content, note):
            write(f"{self.output}: {', '.join(sheet.heading for sheet in pages)}")
        return 0

    def _content(self, output: Path, sheets: Sequence[Sheet], words: Language) -> bytes:
        from ...report.html import sheets_page
        from ...report.sheet import csv_file, text_file

        suffix = output.suffix.lower()
        if suffix == ".csv":
            return csv_file(sheets)
        if suffix == ".txt":
            return text_file(sheets)
        return printed(output, sheets_page(sheets, words, paper=self.paper, size=self.size))


def printed(output: Path, page: bytes) -> bytes:
    """A page as the name of its file wants it: HTML as it is, or PDF.

    Raises
    ------
    RuleError
        If it wants something else, or nothing on this machine makes PDF.
    """
    from ...report.pdf import pdf_file

    if output.suffix.lower() not in (".html", ".pdf"):
        raise RuleError(f"{output}: must be a file *.html or *.pdf")
    return pdf_file(page) if output.suffix.lower() == ".pdf" else page


def refuse_other_suffix(output: Path, suffixes: Sequence[str] = _SUFFIXES) -> None:
    """Refuse a file whose name ends in something else.

    Raises
    ------
    RuleError
        If it does.
    """
    if output.suffix.lower() not in suffixes:
        raise RuleError(f"--output: must be a file *{', *'.join(suffixes)}, not {str(output)!r}")


def _show(sheets: Sequence[Sheet], *, json: bool) -> None:
    if json:
        write_json({"sheets": [_document(sheet) for sheet in sheets]})
        return
    for place, sheet in enumerate(sheets):
        if place:
            write()
        write(f"{sheet.title or 'Tournament'}: {sheet.heading}")
        write()
        show_table(sheet.columns, sheet.rows)
        if sheet.notes:
            write()
        for line in sheet.notes:
            write_folded(line, 0)


def _document(sheet: Sheet) -> dict[str, object]:
    return {
        "title": sheet.title,
        "heading": sheet.heading,
        "columns": [column.title for column in sheet.columns],
        "rows": [list(row) for row in sheet.rows],
        "notes": list(sheet.notes),
    }
