"""``fastpair pairings``, ``slips``: the pages that hang on the wall, on the screen or in a file."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import RuleError, in_file
from . import draw_options as option  # noqa: TC001 - typer reads the annotations
from . import page_options as page  # noqa: TC001 - typer reads the annotations
from .printing import Printing, printed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...formats import Document
    from ...go.tournament import Tournament
    from ...report.languages import Language
    from ...report.sheet import Sheet


def pairings(
    file: option.File,
    round_number: page.RoundNumber = None,
    by_name: Annotated[
        bool, typer.Option("--by-name", help="List all players in alphabetical order.")
    ] = False,
    by_room: Annotated[
        bool,
        typer.Option(
            "--by-room", help="One sheet for each room that is known, or for every 35 boards."
        ),
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
    from ...app.draws.redraw import imposed_players
    from ...app.history.publication import is_draft
    from ...app.history.tables import tables_of
    from ...app.history.timeline import Timeline
    from ...app.typed.rooms import rooms_of
    from ...report import pages

    rooms = rooms_of(room or ())
    if by_name and (by_room or rooms):
        raise RuleError("--by-name lists players, --by-room and --room list boards: choose one")

    def sheets(words: Language) -> Sequence[Sheet]:
        document = _document(file)
        tournament = document.tournament
        number = _round_of(file, tournament, round_number)
        imposed = imposed_players(file, document, number)
        timeline = Timeline.beside(file, document.content)
        known = rooms or tables_of(timeline).rooms
        made: Sequence[Sheet]
        if by_name:
            made = (pages.pairings_by_name(tournament, number, words.text, imposed),)
        elif by_room or rooms:
            made = pages.pairings_by_room(tournament, number, known, words.text)
        else:
            made = (pages.pairings_by_board(tournament, number, words.text, imposed),)
        for_people = not json and (output is None or output.suffix.lower() != ".csv")
        if known and for_people and not (by_room or rooms):
            made = [pages.with_rooms(sheet, known, words.text) for sheet in made]
        if is_draft(timeline, tournament, number):
            made = [pages.as_draft(sheet, words.text) for sheet in made]
        return made

    printing = Printing(
        output=output, overwrite=overwrite, language=language, paper=paper, size=size, json=json
    )
    return printing.put((file,), sheets)


def slips(
    file: option.File,
    output: Annotated[Path, typer.Argument(help="File to write: *.html or *.pdf.")],
    round_number: page.RoundNumber = None,
    overwrite: option.Overwrite = False,
    language: page.LanguageCode = "en",
    paper: page.Paper = "A4",
) -> int:
    """Write a slip for each board of a round, eight on a page, to be cut through as one pile."""
    from ...app.output import Output as Target
    from ...report import languages, pages
    from ...report.html import slips_page
    from .screen import note, progress, write

    words = languages.language(language)
    target = Target.beside(output, (file,), overwrite=overwrite)
    tournament = _document(file).tournament
    number = _round_of(file, tournament, round_number)
    made = pages.slips(tournament, number)
    if not made:
        raise RuleError(f"{file}: round {number} has no games to write slips for")
    with progress() as say:
        say(f"printing {output}")
        content = printed(output, slips_page(made, words, paper=paper))
    with target.written(content, note):
        write(f"{output}: {len(made)} slips of round {number}")
    return 0


def _document(file: Path) -> Document:
    from ...app.history.model import read
    from .screen import warn

    document = read(file)
    for remark in document.remarks:
        warn(remark)
    return document


def _round_of(file: Path, tournament: Tournament, asked: int | None) -> int:
    """The round that is asked for, or the last one that has games."""
    from ...app.state import round_to_show

    with in_file(file):
        return round_to_show(tournament, asked)
