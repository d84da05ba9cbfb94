"""Commands that make pages: ``serve``, ``report`` and prints."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ...errors import RuleError, in_file
from ...report import languages, pages
from ...report.sheet import Column, counted, csv_file, text_file
from . import command as option  # noqa: TC001 - the options are made of the annotations
from .command import Option, PlacedArgument
from .screen import (
    progress,
    read_state,
    show_table,
    warn,
    write,
    write_first,
    write_folded,
    write_json,
    writing,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ...app.reports.report import Reporter
    from ...go.tournament import Tournament
    from ...insight.explain.round_report import Place, RoundReport
    from ...report.languages import Language
    from ...report.sheet import Sheet
    from ..web.running import Server


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

    @property
    def has_pictures(self) -> bool:
        """Whether what is written can hold pictures."""
        return self.output is not None and self.output.suffix.lower() in (".html", ".pdf")

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
        from ...app.actions.output import Output

        words = languages.language(self.language)
        target = None
        if self.output is not None:
            refuse_other_suffix(self.output)
            target = Output.prepare(self.output, inputs, overwrite=self.overwrite)
        if self.json and self.output is None and document is not None:
            write_json(document())
            return 0
        pages = sheets(words)
        if self.output is None or target is None:
            _show_sheet(pages, json=self.json)
            return 0
        with progress() as say:
            say(f"writing {self.output}")
            content = self._content(self.output, pages, words)
        with writing(target, content):
            write(f"{self.output}: {', '.join(sheet.heading for sheet in pages)}")
        return 0

    def _content(self, output: Path, sheets: Sequence[Sheet], words: Language) -> bytes:
        from ...report.html import sheets_page

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


def _show_sheet(sheets: Sequence[Sheet], *, json: bool) -> None:
    if json:
        write_json({"sheets": [_sheet_document(sheet) for sheet in sheets]})
        return
    for place, sheet in enumerate(sheets):
        if place:
            write()
        write(f"{sheet.title or 'Tournament'}: {sheet.heading}")
        write()
        show_table(sheet.columns, sheet.grouped_rows)
        if sheet.notes:
            write()
        for line in sheet.notes:
            write_folded(line, 0)


def _sheet_document(sheet: Sheet) -> dict[str, object]:
    return {
        "title": sheet.title,
        "heading": sheet.heading,
        "columns": [column.title for column in sheet.columns],
        "rows": [list(row) for row in sheet.rows],
        "notes": list(sheet.notes),
    }


# ---- Commands ----


_AS_USUAL = Printing()


def pairings(
    file: option.File,
    round_number: option.RoundWithGames = None,
    by_name: Annotated[bool, Option(help="List all players in alphabetical order.")] = False,
    by_team: Annotated[
        bool, Option(help="List all teams in alphabetical order, with their tables.")
    ] = False,
    by_room: Annotated[
        bool,
        Option(help="Print a sheet for each room, or for 35 boards."),
    ] = False,
    all_rounds: Annotated[
        bool, Option(help="List all rounds that are paired, with their dates.")
    ] = False,
    room: Annotated[
        list[str] | None,
        Option(metavar="NAME=FIRST-LAST", help="A room and its tables; can be repeated."),
    ] = None,
    printing: Printing = _AS_USUAL,
) -> int:
    """Show or print the pairings of a round by table, by name or by room."""
    from ...app.draws.redraw import imposed_players
    from ...app.lookup import rooms_of
    from ...app.rounds.attendance import seats_of

    rooms = rooms_of(room or ())
    if by_team and (by_name or by_room or rooms or all_rounds):
        raise RuleError("--by-team lists teams: choose it alone")
    if by_name and (by_room or rooms):
        raise RuleError("--by-name lists players, --by-room and --room list boards: choose one")
    if all_rounds and (by_room or rooms or round_number is not None):
        raise RuleError("--all-rounds lists all rounds, and takes --by-name alone of the others")

    def sheets(words: Language) -> Sequence[Sheet]:
        state = read_state(file)
        tournament = state.tournament
        if all_rounds:
            if by_name:
                return [pages.schedule_by_name(tournament, words.text, words.code)]
            return [pages.schedule_sheet(tournament, words.text)]
        number, _ = _round_of(file, tournament, round_number), words.text
        attendance = seats_of(state, number, imposed_players(state, number))
        all_rooms = rooms or state.tables.rooms
        result: Sequence[Sheet]
        if by_team:
            result = (pages.pairings_by_team(tournament, number, _, words.code),)
        elif by_name:
            result = (pages.pairings_by_name(tournament, number, _, attendance, words.code),)
        elif by_room or rooms:
            result = pages.pairings_by_room(tournament, number, all_rooms, _, attendance)
        else:
            result = (pages.pairings_by_table(tournament, number, _, attendance),)
        if all_rooms and printing.for_people and not (by_room or rooms):
            result = [pages.with_rooms(sheet, all_rooms, _) for sheet in result]
        return [pages.as_draft(sheet, _) for sheet in result] if state.is_draft(number) else result

    return printing.print_sheets((file,), sheets)


def slips(
    file: option.File,
    output: Annotated[Path, PlacedArgument(help="File to write: .html or .pdf.")],
    round_number: option.RoundWithGames = None,
    table: Annotated[
        list[int] | None,
        Option(
            "--table", metavar="N", min=1, help="Table of a slip; by default all. Can be repeated."
        ),
    ] = None,
    changed: Annotated[
        bool, Option("--changed", help="Boards that changed since the round was published first.")
    ] = False,
    overwrite: option.Overwrite = False,
    language: option.LanguageCode = "en",
    paper: option.Paper = "A4",
) -> int:
    """Print result slips, eight on a page."""
    from ...report.cards import slips as slips_in
    from ...report.cards import slips_at
    from ...report.html import slips_page

    def build(tournament: Tournament, words: Language) -> tuple[bytes, str]:
        number = _round_of(file, tournament, round_number)
        found: Any = slips_in(tournament, number)
        tables = {*(table or ())}
        if changed:
            tables |= {*read_state(file).publication(number).changes.tables}
            if not tables:
                raise RuleError(
                    f"{file}: no board of round {number} has changed since it was published"
                )
        if table or changed:
            found = slips_at(found, tables)
        if not found:
            raise RuleError(f"{file}: round {number} has no games to write slips for")
        return slips_page(found, words, paper=paper), f"{len(found)} slips of round {number}"

    return _write_page(file, output, build, language, overwrite=overwrite)


def cards(
    file: option.File,
    output: Annotated[Path, PlacedArgument(help="File to write: .html or .pdf.")],
    round_number: option.RoundWithGames = None,
    boards: Annotated[
        int | None, Option(min=1, help="How many of the first boards; by default all.")
    ] = None,
    by_name: Annotated[
        bool, Option(help="Print a card for each player in alphabetical order, without boards.")
    ] = False,
    size: Annotated[
        Literal["normal", "large"], Option(help="Size of a card: eight on a page, or two.")
    ] = "normal",
    overwrite: option.Overwrite = False,
    language: option.LanguageCode = "en",
    paper: option.Paper = "A4",
) -> int:
    """Print place cards for the boards of a round, or name cards of all players."""
    from ...report.cards import name_cards, place_cards
    from ...report.html import cards_page

    if by_name and (round_number is not None or boards is not None):
        raise RuleError(
            "--by-name prints all players, --round and --boards print boards: choose one"
        )

    def build(tournament: Tournament, words: Language) -> tuple[bytes, str]:
        if by_name:
            found, of = name_cards(tournament, words.code), ""
        else:
            number = _round_of(file, tournament, round_number)
            found, of = place_cards(tournament, number, boards), f" of round {number}"
        if not found:
            raise RuleError(f"{file}: nobody{of} has a card; --by-name prints those of all players")
        return cards_page(found, words, paper=paper, size=size), f"{len(found)} cards{of}"

    return _write_page(file, output, build, language, overwrite=overwrite)


def _write_page(
    file: Path,
    output: Path,
    build: Callable[[Tournament, Language], tuple[bytes, str]],
    language: str,
    *,
    overwrite: bool,
) -> int:
    """Write a page of HTML or PDF, of which is told what it holds."""
    from ...app.actions.output import Output

    languages.language(language)  # refused even if the file cannot be read
    target = Output.prepare(output, (file,), overwrite=overwrite)
    tournament = read_state(file).tournament
    page, summary = build(tournament, languages.language(language, tournament.kind))
    with progress() as say:
        say(f"printing {output}")
        content = printed(output, page)
    with writing(target, content):
        write(f"{output}: {summary}")
    return 0


def _round_of(file: Path, tournament: Tournament, round_number: int | None) -> int:
    """The chosen round, or the last one with games."""
    from ...app.round_states import round_to_show

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
    from ...app.history.state import CongressState
    from ...app.reports.report import reporter

    if output is not None:
        if round_number is not None or json:
            raise RuleError("--output writes the whole tournament, --round and --json show a round")
        return _write(file, output, model, seed, language, paper, overwrite=overwrite)
    with progress() as say:
        say(f"reading {file}")
        found = reporter(CongressState.read(file), model=model, seed=seed)
        say("drawing the round again")
        result = found.round(round_number)
    warn(*found.remarks)
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
    from ...app.actions.output import Output
    from ...app.history.state import CongressState
    from ...app.lookup import models_file
    from ...app.reports.report import reporter
    from ...report.tournament_report import tournament_page

    languages.language(language)  # refused before anything is drawn
    refuse_other_suffix(output, (".html", ".pdf"))
    target = Output.prepare(output, (file, *models_file(model)), overwrite=overwrite)
    with progress() as say:
        say(f"reading {file}")
        found = reporter(CongressState.read(file), model=model, seed=seed)
        page = found.page(say)
        say(f"writing {output}")
        words = languages.language(language, found.tournament.kind)
        content = printed(output, tournament_page(page, words, paper=paper))
    warn(*found.remarks)
    tournament = found.tournament
    rounds = len({game.round for game in tournament.games})
    counts = counted(rounds, "round"), counted(len(tournament.players), "player")
    with writing(target, content):
        write(f"{output}: {', '.join(counts)}")
    return 0


def _show(found: Reporter, result: RoundReport, *, json: bool) -> None:
    from ...app.forms.titles import title_of_method
    from ...app.reports.report import round_document
    from ...report.pages import loss, weights

    if json:
        write_json(round_document(found, result))
        return
    boards = f"round {result.round_number}, {counted(result.drawn.boards, 'board')}"
    write(f"{found.tournament.name or 'Tournament'}: {boards}")
    if (optimum := result.optimum) is None:
        hint = "; fastpair check compares" if found.rounds.yardstick(result.round_number) else ""
        write(f"optimum: none, because the system draws without weights{hint}")
    else:
        weight, greatest = weights(optimum)
        title = title_of_method(optimum.model)
        write(f"optimum: the heaviest draw of the same players by {title}, proven")
        lighter = f"{loss(optimum)} lighter than the optimum of {greatest}"
        write(f"weight: {weight}; {lighter if optimum.loss else 'that of the optimum'}")
    write()
    _show_review(found, result.round_number)
    _show_lines(found, result)


def _show_review(found: Reporter, round_number: int) -> None:
    from ...app.rounds.review import review_of

    for item in review_of(found.state, round_number):
        for places, remark in (
            (item.places, ""),
            (item.unavoidable, ", which no pairing of these players avoids"),
        ):
            if places:
                write(f"Review: {item.title}{remark}")
                write_first(item.reasons or _at_tables(found, places), _LONGEST_LIST, 2)
                write()


def _at_tables(found: Reporter, places: Iterable[Place]) -> list[str]:
    from ...report.pages import at_places

    return [
        f"{'' if place.table is None else f'table {place.table}: '}{at_places(found.tournament, place)}"
        for place in places
    ]


def _show_lines(found: Reporter, result: RoundReport) -> None:
    from ...report.pages import lines

    report_lines = list(lines(result, str))
    titles = ("Drawn", "Optimum", "Round before")
    rows = [[line.title, line.drawn, line.optimum, line.before] for line in report_lines]
    show_table([Column(""), *(Column(title, right=True) for title in titles)], rows)
    for line in filter(lambda line: line.places, report_lines):
        write()
        write(f"{line.title}:")
        write_first(_at_tables(found, line.places), _LONGEST_LIST, 2)


def website(
    file: option.File,
    folder: Annotated[
        Path,
        PlacedArgument(help="Folder to write: only pages of an earlier copy are replaced in it."),
    ],
    language: Annotated[
        list[str] | None,
        Option(
            metavar="CODE",
            help="Language of the pages; by default all. Can be repeated.",
        ),
    ] = None,
    hide_under: Annotated[
        int,
        Option(min=0, max=200, help="Do not name players who are younger; 0 names everybody."),
    ] = 0,
    hide_as: Annotated[
        Literal["initials", "number"],
        Option(help="What stands for their names: initials, or a number."),
    ] = "initials",
) -> int:
    """Write what is published as a folder of web pages, with a feed and a calendar.

    Pairings with byes, results, standings, wall list and a page for each player, in every language.
    They need no server: put the folder on any web space. Unpublished rounds are not in it.
    """
    from ...app.publication.website import check_languages, public_website, write_website
    from ...report.public import Privacy

    codes = check_languages(language or ())
    privacy = Privacy(age=hide_under, initials=hide_as == "initials")
    found = write_website(folder, public_website(read_state(file), privacy), codes)
    if not found.rounds:
        warn("no round is published: the pages are empty; fastpair publish publishes one")
    write(f"{folder}: {counted(found.files, 'file')}, {len(found.changed)} changed")
    return 0


_KEY = "FASTPAIR_API_KEY"

_Served = Annotated[
    Path | None,
    PlacedArgument(metavar="[PATH]", help="Tournament file or folder; by default this folder."),
]
_Port = Annotated[int, Option(min=0, max=65535, help="Port to listen on; 0 for a free one.")]
_PublicUrl = Annotated[
    str, Option(help="Address of the page behind a proxy, such as https://go.example.org.")
]
_Days = Annotated[int, Option(min=1, max=3650, help="Days until a sign-in of the director ends.")]
_Api = Annotated[
    bool,
    Option(help="Serve the HTTP API for programs, with the key of FASTPAIR_API_KEY or a new one."),
]
_ApiOrigin = Annotated[
    list[str] | None,
    Option(
        metavar="URL",
        help="Page whose scripts may use the API, such as https://manager.example.org; can be repeated.",
    ),
]


def serve(
    path: _Served = None,
    host: Annotated[
        str,
        Option(help="Address to listen on; 0.0.0.0 for the whole network."),
    ] = "127.0.0.1",
    port: _Port = 8000,
    public_url: _PublicUrl = "",
    tls_cert: Annotated[Path | None, Option(help="TLS certificate (PEM).")] = None,
    tls_key: Annotated[
        Path | None, Option(help="Key of the certificate (PEM); by default in the same file.")
    ] = None,
    sign_in_days: _Days = 7,
    api: _Api = False,
    api_origin: _ApiOrigin = None,
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

    if api_origin and not api:
        raise RuleError("--api-origin: no API is served; add --api")
    own_key = os.environ.get(_KEY)
    key = own_key or secrets.token_urlsafe(24)
    server = Server(
        path if path or api else Path(),
        host,
        port,
        public_url=public_url,
        certificate=tls_cert,
        key=tls_key,
        programs_key=key if api else None,
        programs_origins=api_origin or (),
        sign_in_days=sign_in_days,
    )
    pages = path is not None or not api
    shown_key = f"that of {_KEY}" if own_key else key
    _announce(server, shown_key if api else None, pages=pages)
    _warn_of(server, path or Path(), pages=pages)
    if browser and pages:
        webbrowser.open(server.link())
    server.run(alone=True)
    return 0


def _announce(server: Server, key: str | None, *, pages: bool) -> None:
    """Show the addresses, and the key of other programs if they are answered."""
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
