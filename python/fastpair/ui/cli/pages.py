"""``fastpair pairings``, ``slips``, ``report`` and ``serve``."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ...errors import RuleError, in_file
from . import options as option  # noqa: TC001 - the options are made of the annotations
from .command import Argument, Option
from .printing import Printing, printed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...app.reports.report import Reporter
    from ...formats import Document
    from ...go.tournament import Tournament
    from ...insight.explain.round_report import RoundReport
    from ...report.languages import Language
    from ...report.sheet import Sheet
    from ..web.running import Server


_AS_USUAL = Printing()


def pairings(
    file: option.File,
    round_number: option.RoundWithGames = None,
    by_name: Annotated[
        bool, Option("--by-name", help="List all players in alphabetical order.")
    ] = False,
    by_room: Annotated[
        bool,
        Option("--by-room", help="Print a sheet for each room, or for 35 boards."),
    ] = False,
    room: Annotated[
        list[str] | None,
        Option(metavar="NAME=FIRST-LAST", help="A room and its tables; can be repeated."),
    ] = None,
    printing: Printing = _AS_USUAL,
) -> int:
    """Show or print the pairings of a round by table, by name or by room."""
    from ...app.draws.redraw import imposed_players
    from ...app.history.records import is_draft, tables_of
    from ...app.history.timeline import Timeline
    from ...app.lookup import rooms_of
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
        all_rooms = rooms or tables_of(timeline).rooms
        result: Sequence[Sheet]
        if by_name:
            result = (pages.pairings_by_name(tournament, number, words.text, imposed),)
        elif by_room or rooms:
            result = pages.pairings_by_room(tournament, number, all_rooms, words.text)
        else:
            result = (pages.pairings_by_board(tournament, number, words.text, imposed),)
        for_people = printing.for_people
        if all_rooms and for_people and not (by_room or rooms):
            result = [pages.with_rooms(sheet, all_rooms, words.text) for sheet in result]
        if is_draft(timeline, tournament, number):
            result = [pages.as_draft(sheet, words.text) for sheet in result]
        return result

    return printing.print_sheets((file,), sheets)


def slips(
    file: option.File,
    output: Annotated[Path, Argument(help="File to write: .html or .pdf.")],
    round_number: option.RoundWithGames = None,
    overwrite: option.Overwrite = False,
    language: option.LanguageCode = "en",
    paper: option.Paper = "A4",
) -> int:
    """Print result slips, eight on a page."""
    from ...app.output import Output as Target
    from ...report import languages, pages
    from ...report.html import slips_page
    from .screen import note, progress, write

    languages.language(language)  # refused even if the file cannot be read
    target = Target.beside(output, (file,), overwrite=overwrite)
    tournament = _document(file).tournament
    words = languages.language(language, tournament.kind)
    number = _round_of(file, tournament, round_number)
    slip_list = pages.slips(tournament, number)
    if not slip_list:
        raise RuleError(f"{file}: round {number} has no games to write slips for")
    with progress() as say:
        say(f"printing {output}")
        content = printed(output, slips_page(slip_list, words, paper=paper))
    with target.written(content, note):
        write(f"{output}: {len(slip_list)} slips of round {number}")
    return 0


def _document(file: Path) -> Document:
    from ...app.history.records import read
    from .screen import warn

    document = read(file)
    for remark in document.remarks:
        warn(remark)
    return document


def _round_of(file: Path, tournament: Tournament, round_number: int | None) -> int:
    """The chosen round, or the last one with games."""
    from ...app.state import round_to_show

    with in_file(file):
        return round_to_show(tournament, round_number)


_LONGEST_LIST = 6
"""Boards of a line that are named."""


def report(
    file: option.File,
    round_number: option.RoundWithGames = None,
    output: Annotated[
        Path | None,
        Option(help="Report of the whole tournament: .html or .pdf."),
    ] = None,
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    overwrite: option.Overwrite = False,
    language: option.LanguageCode = "en",
    paper: option.Paper = "A4",
    json: option.Json = False,
) -> int:
    """Report what is notable about a round, or write the report of the tournament.

    Compares each round with the heaviest draw of the same players and with the round before:
    returning players, games off score, within a club, a country or a family, colours, handicaps.
    --output writes one page with all rounds, the standings and the wall list.
    """
    from ...app.reports.report import reporter
    from .screen import progress, warn

    if output is not None:
        if round_number is not None or json:
            raise RuleError("--output writes the whole tournament, --round and --json show a round")
        return _write(file, output, model, seed, language, paper, overwrite=overwrite)
    with progress() as say:
        found = reporter(file, model=model, seed=seed, tell=say)
        say("drawing the round again")
        result = found.round(round_number)
    for remark in found.remarks:
        warn(remark)
    _show(found, result, json=json)
    return 0


def _write(
    file: Path,
    output: Path,
    model: str | None,
    seed: int | None,
    language: str,
    paper: str,
    *,
    overwrite: bool,
) -> int:
    from ...app.lookup import models_file
    from ...app.output import Output
    from ...app.reports.report import reporter
    from ...report import languages
    from ...report.sheet import counted
    from ...report.tournament_report import tournament_page
    from .printing import refuse_other_suffix
    from .screen import note, progress, warn, write

    languages.language(language)  # refused before anything is drawn
    refuse_other_suffix(output, (".html", ".pdf"))
    target = Output.beside(output, (file, *models_file(model)), overwrite=overwrite)
    with progress() as say:
        found = reporter(file, model=model, seed=seed, tell=say)
        page = found.page(say)
        say(f"writing {output}")
        words = languages.language(language, found.tournament.kind)
        content = printed(output, tournament_page(page, words, paper=paper))
    for remark in found.remarks:
        warn(remark)
    tournament = found.tournament
    counts = counted(len(page.rounds), "round"), counted(len(tournament.players), "player")
    with target.written(content, note):
        write(f"{output}: {', '.join(counts)}")
    return 0


def _show(found: Reporter, result: RoundReport, *, json: bool) -> None:
    from ...app.reports.report import round_document
    from ...report.pages import loss, weights
    from ...report.sheet import counted
    from .screen import write, write_json

    if json:
        write_json(round_document(found, result))
        return
    weight, greatest = weights(result)
    boards = f"round {result.round_number}, {counted(result.drawn.boards, 'board')}"
    write(f"{found.tournament.name or 'Tournament'}: {boards}")
    write(f"optimum: the heaviest draw of the same players by {result.model}, proven")
    lighter = f"{loss(result)} lighter than the optimum of {greatest}"
    write(f"weight: {weight}; {lighter if result.loss else 'that of the optimum'}")
    write()
    _show_lines(found, result)


def _show_lines(found: Reporter, result: RoundReport) -> None:
    from ...report.pages import at_places, lines
    from ...report.sheet import Column
    from .screen import show_table, write, write_folded

    report_lines = list(lines(result, str))
    show_table(
        [
            Column(""),
            *(Column(title, right=True) for title in ("Drawn", "Optimum", "Round before")),
        ],
        [[line.title, line.drawn, line.optimum, line.before] for line in report_lines],
    )
    for line in filter(lambda line: line.places, report_lines):
        write()
        write(f"{line.title}:")
        for place in line.places[:_LONGEST_LIST]:
            table = "" if place.table is None else f"table {place.table}: "
            write_folded(f"{table}{at_places(found.tournament, place)}", 2)
        if len(line.places) > _LONGEST_LIST:
            write(f"  … and {len(line.places) - _LONGEST_LIST} more (--json lists all)")


_KEY = "FASTPAIR_API_KEY"


def serve(
    path: Annotated[
        Path | None,
        Argument(
            metavar="[PATH]",
            help="Tournament file or folder; by default this folder.",
        ),
    ] = None,
    host: Annotated[
        str,
        Option(help="Address to listen on; 0.0.0.0 for the whole network."),
    ] = "127.0.0.1",
    port: Annotated[
        int, Option(min=0, max=65535, help="Port to listen on; 0 for a free one.")
    ] = 8000,
    public_url: Annotated[
        str,
        Option(help="Address of the page behind a proxy, such as https://go.example.org."),
    ] = "",
    tls_cert: Annotated[Path | None, Option(help="TLS certificate (PEM).")] = None,
    tls_key: Annotated[
        Path | None, Option(help="Key of the certificate (PEM); by default in the same file.")
    ] = None,
    api: Annotated[
        bool,
        Option(
            "--api",
            help="Serve the HTTP API for programs, with the key of FASTPAIR_API_KEY or a new one.",
        ),
    ] = False,
    browser: Annotated[
        bool, Option("--browser/--no-browser", help="Open the page in a browser, or not.")
    ] = True,
) -> int:
    """Start the director's page: players, draws, results, standings and prints.

    With a folder, the page lists its tournaments and can create new ones. A file or folder that
    does not exist is created.

    The printed address contains the director's token: do not share it. Everybody else sees only
    published rounds. No internet connection is needed. Stop with Ctrl+C.

    With --api, other programs send documents to /v1 and get draws, explanations, standings and
    checks; /v1/openapi.json describes the API.
    """
    import webbrowser

    from ..web.running import Server

    key = os.environ.get(_KEY) or secrets.token_urlsafe(24)
    server = Server(
        path if path or api else Path(),
        host,
        port,
        public_url=public_url,
        certificate=tls_cert,
        key=tls_key,
        programs_key=key if api else None,
    )
    pages = path is not None or not api
    _announce(server, key if api else None, pages=pages)
    _warn_of(server, path or Path(), pages=pages)
    if browser and pages:
        webbrowser.open(server.link())
    server.run()
    return 0


def _announce(server: Server, key: str | None, *, pages: bool) -> None:
    """Show the addresses, and the key of other programs if they are answered."""
    from .screen import write

    if pages:
        write(f"director: {server.addresses.director}")
        write(f"hall:     {server.addresses.hall}")
        if server.folder is not None:
            write(f"folder:   {server.folder.resolve()}")
    if key is not None:
        write(f"programs: {server.addresses.programs}")
        write(f"key:      {key}")


def _warn_of(server: Server, path: Path, *, pages: bool) -> None:
    """Warn of a folder that cannot be written to, and of a connection that is not encrypted."""
    from .screen import warn

    if server.read_only:
        warn(
            f"{path}: cannot be written: it is shown, and nothing can be changed; codes on slips "
            "and log-ins are good until this server ends"
        )
    if server.is_open:
        secret = "the director's token" if pages else "the key"
        alone = "open the director's page" if pages else "listen"
        warn(
            f"not encrypted: whoever listens in the network can read {secret}; {alone} on this machine "
            "only, or use --tls-cert"
        )
