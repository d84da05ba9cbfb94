"""``fastpair pairings``, ``slips``: the pages that hang on the wall, on the screen or in a file."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import RuleError
from . import draw_options as option  # noqa: TC001 - typer reads the annotations
from . import page_options as page  # noqa: TC001 - typer reads the annotations

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..report.languages import Language
    from ..report.sheet import Sheet
    from ..tournament import Tournament

__all__ = ["pairings", "put_sheets", "slips"]


def pairings(
    file: option.File,
    round_number: page.RoundNumber = None,
    by_name: Annotated[
        bool, typer.Option("--by-name", help="List all players in alphabetical order.")
    ] = False,
    by_room: Annotated[
        bool,
        typer.Option("--by-room", help="One sheet for each room, or for every 35 boards."),
    ] = False,
    room: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=FIRST-LAST", help="A room and its tables; can be repeated."),
    ] = None,
    output: page.Output = None,
    overwrite: option.Overwrite = False,
    language: page.LanguageCode = "en",
    paper: page.Paper = "A4",
    size: page.Size = "normal",
    json: option.Json = False,
) -> int:
    """Show who meets whom in a round, by board, by name or by room."""
    from ..director.rooms import rooms_of
    from ..report import pages

    rooms = rooms_of(room or ())
    if by_name and (by_room or rooms):
        raise RuleError("--by-name lists players, --by-room and --room list boards: choose one")

    def sheets(tournament: Tournament, words: Language) -> Sequence[Sheet]:
        number = _round_of(tournament, round_number)
        if by_name:
            return (pages.pairings_by_name(tournament, number, words.text),)
        if by_room or rooms:
            return pages.pairings_by_room(tournament, number, rooms, words.text)
        return (pages.pairings_by_board(tournament, number, words.text),)

    return put_sheets(file, sheets, output, language, paper, size, json=json, overwrite=overwrite)


def slips(
    file: option.File,
    output: Annotated[Path, typer.Argument(help="File to write: *.html or *.pdf.")],
    round_number: page.RoundNumber = None,
    overwrite: option.Overwrite = False,
    language: page.LanguageCode = "en",
    paper: page.Paper = "A4",
) -> int:
    """Write a slip for each board of a round, eight on a page, to be cut through as one pile."""
    from ..director.output import Output as Target
    from ..formats import read
    from ..report import languages, pages
    from ..report.html import slips_page
    from .screen import note, progress, write

    words = languages.language(language)
    target = Target.beside(output, (file,), overwrite=overwrite)
    tournament = read(file).tournament
    number = _round_of(tournament, round_number)
    made = pages.slips(tournament, number)
    if not made:
        raise RuleError(f"{file}: round {number} has no games to write slips for")
    with progress() as say:
        say(f"printing {output}")
        content = _printed(output, slips_page(made, words, paper=paper))
    with target.written(content, note):
        write(f"{output}: {len(made)} slips of round {number}")
    return 0


def put_sheets(
    file: Path,
    sheets: Callable[[Tournament, Language], Sequence[Sheet]],
    output: Path | None,
    language: str,
    paper: str,
    size: str,
    *,
    json: bool,
    overwrite: bool,
) -> int:
    """Show sheets of a tournament file on the screen, or write them to a file."""
    from ..director.output import Output as Target
    from ..formats import read
    from ..report import languages
    from .screen import note, progress, warn, write

    words = languages.language(language)
    target = None if output is None else Target.beside(output, (file,), overwrite=overwrite)
    if output is not None:
        _refuse_other_suffix(output)
    document = read(file)
    for remark in document.remarks:
        warn(remark)
    made = sheets(document.tournament, words)
    if target is None or output is None:
        _show(made, json=json)
        return 0
    with progress() as say:
        say(f"writing {output}")
        content = _content(output, made, words, paper, size)
    with target.written(content, note):
        write(f"{output}: {', '.join(sheet.heading for sheet in made)}")
    return 0


def _show(sheets: Sequence[Sheet], *, json: bool) -> None:
    from .screen import show_table, write, write_folded, write_json

    if json:
        write_json({"sheets": [_document(sheet) for sheet in sheets]})
        return
    for place, sheet in enumerate(sheets):
        if place:
            write()
        write(f"{sheet.title or 'Tournament'}: {sheet.heading}")
        write()
        show_table(sheet.columns, sheet.rows)
        write()
        for note in sheet.notes:
            write_folded(note, 0)


def _document(sheet: Sheet) -> dict[str, object]:
    return {
        "title": sheet.title,
        "heading": sheet.heading,
        "columns": [column.title for column in sheet.columns],
        "rows": [list(row) for row in sheet.rows],
        "notes": list(sheet.notes),
    }


_SUFFIXES = (".html", ".pdf", ".csv", ".txt")


def _refuse_other_suffix(output: Path) -> None:
    if output.suffix.lower() not in _SUFFIXES:
        raise RuleError(f"--output: expected a file *{', *'.join(_SUFFIXES)}, got {str(output)!r}")


def _content(
    output: Path, sheets: Sequence[Sheet], words: Language, paper: str, size: str
) -> bytes:
    from ..report.html import sheets_page
    from ..report.plain import csv_file, text_file

    suffix = output.suffix.lower()
    if suffix == ".csv":
        return csv_file(sheets)
    if suffix == ".txt":
        return text_file(sheets)
    return _printed(output, sheets_page(sheets, words, paper=paper, size=size))


def _printed(output: Path, page: bytes) -> bytes:
    from ..report.pdf import pdf_file

    if output.suffix.lower() not in (".html", ".pdf"):
        raise RuleError(f"{output}: expected a file *.html or *.pdf")
    return pdf_file(page) if output.suffix.lower() == ".pdf" else page


def _round_of(tournament: Tournament, asked: int | None) -> int:
    """The round that is asked for, or the last one that has games."""
    if asked is None:
        number = max((game.round for game in tournament.games), default=0)
        if not number:
            raise RuleError("no round is drawn yet")
        return number
    if not 1 <= asked <= tournament.rules.rounds:
        raise RuleError(f"--round: expected 1 to {tournament.rules.rounds}, got {asked}")
    return asked
