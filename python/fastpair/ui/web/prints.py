"""Printed sheets, and who may see the tournament."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from ...app.forms.inputs import on_one_line
from ...app.history.records import PublicationState
from ...app.publication.published import public_view
from ...app.publication.website import check_languages
from ...app.reports.report import reporter
from ...app.reports.standings import (
    counted_rounds,
    drawn_team_standings,
    round_of_standings,
    standings_of,
    team_standings_of,
)
from ...errors import RuleError
from ...parameters import number_in, ranges, tables_in
from ...report import languages, pages, standings_pages
from ...report.cards import board_slips, name_cards, place_cards, slips, slips_at
from ...report.html import SIZES, Hall, cards_page, sheets_page, slips_page, with_bracket_parts
from ...report.pdf import pdf_browser, pdf_file
from ...report.sheet import csv_file
from ...report.team_pages import lineups_sheet, team_facts, whole_team_sheet
from ...report.tournament_report import tournament_page
from ...sentences import marked, phrase
from .access import Role
from .arrivals import PLACE, code_sheet, door_sheet
from .captains import captain_sheet
from .hall import screen_preview
from .navigation import Part
from .published import names_in_hall
from .rendering import code_of, localized
from .requests import handler
from .standings import (
    NORMS,
    RATINGS,
    award_sheet,
    board_prize_sheet,
    counted_round,
    norm_sheet,
    rating_sheet,
)
from .store import TIME, HallSettings, Reply
from .text import current_language, in_language, translate
from .website import keep_command, read_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ...go.standings import Standings
    from ...report.cards import Slip
    from ...report.languages import Language
    from ...report.public import PublicNames, PublicView
    from ...report.sheet import Sheet
    from .requests import PageRequest, TournamentServer
    from .store import TournamentState
    from .website import CopyStatus


_STYLE = re.compile(rb'<style>(.*?)</style>|style="([^"]*)"', re.DOTALL)
"""A style in a page: its sheet, or that of one element."""


def _by_table(view: PublicView, number: int, words: Language) -> Sequence[Sheet]:
    attendance = view.rounds[number].attendance
    sheet = pages.pairings_by_table(view.shown_in(number), number, words.text, attendance)
    return [pages.with_rooms(sheet, view.rooms, words.text)]


def _by_name(view: PublicView, number: int, words: Language) -> Sequence[Sheet]:
    attendance = view.rounds[number].attendance
    shown = view.shown_in(number)
    sheet = pages.pairings_by_name(shown, number, words.text, attendance, words.code)
    sheet = pages.with_rooms(sheet, view.rooms, words.text)
    return [sheet.without_column(words.text("Score"))]


def _by_team(view: PublicView, number: int, words: Language) -> Sequence[Sheet]:
    if number in view.lineup_times:
        return _by_name(view, number, words)
    sheet = pages.pairings_by_team(view.tournament, number, words.text, words.code)
    return [pages.with_rooms(sheet, view.rooms, words.text)]


def _lineups(view: PublicView, number: int, words: Language) -> Sequence[Sheet]:
    return [lineups_sheet(view.tournament, number, words.text, words.code)]


def _by_room(view: PublicView, number: int, words: Language) -> Sequence[Sheet]:
    attendance = view.rounds[number].attendance
    return pages.pairings_by_room(view.shown_in(number), number, view.rooms, words.text, attendance)


def _pairings(
    request: PageRequest,
    words: Language,
    make: Callable[[PublicView, int, Language], Sequence[Sheet]],
) -> bytes:
    """Pairings of a round, with the time of their publication or *Draft* across them."""
    number, _ = request.number, words.text
    names = _names(request, words)
    view = public_view(request.state, names, draft=number, all_lineups=make is _lineups)
    sheets, time = make(view, number, words), view.rounds[number].time
    draft = view.rounds[number].state == PublicationState.DRAFT.value
    parts = [_("Round {round}").format(round=number)]
    if draft:
        sheets = [pages.as_draft(sheet, _) for sheet in sheets]
    elif time:
        parts.append(
            _("Published {time}").format(time=f"{datetime.fromisoformat(time).astimezone():%H:%M}")
        )
    status = " · ".join(parts)
    return _sheets(request, sheets, words, status=status, draft=draft)


def _names(request: PageRequest, words: Language) -> PublicNames:
    """The names on what hangs in the hall."""
    return names_in_hall(request.state, request.server.sidecar.settings.hall, words)


def _sheets(
    request: PageRequest,
    sheets: Sequence[Sheet],
    words: Language,
    *,
    size: str = "normal",
    status: str = "",
    draft: bool = False,
) -> bytes:
    """Sheets in the chosen size, with the address of the hall if phones can reach it."""
    chosen = _size(request) or size
    if request.fields.get("as") == "csv":
        return csv_file(sheets)
    address = f"{request.server.address}{request.base}/hall"
    hall = Hall(address, Markup(code_of(address))) if request.server.address else None
    return sheets_page(
        sheets,
        words,
        size=chosen,
        hall=hall,
        status=status or _as_of(request, words),
        draft=draft,
    )


def _size(request: PageRequest) -> str:
    """The chosen size of letters; empty for that of the sheet."""
    chosen = request.fields.get("size", "")
    if chosen and chosen not in SIZES:
        raise RuleError(
            phrase("must be {sizes}, not {got!r}", sizes=", ".join(SIZES), got=chosen),
            about="size",
        )
    return chosen


def _as_of(request: PageRequest, words: Language) -> str:
    """The time of the last change in the history."""
    entries = request.state.timeline.entries
    if not entries:
        return ""
    return words.text(marked("As of {time}")).format(time=f"{entries[-1].local_time:%H:%M}")


def _slips(request: PageRequest, words: Language) -> bytes:
    return slips_page(_at_tables(request, slips(request.tournament, request.number)), words)


def _at_tables(request: PageRequest, found: Any) -> Any:  # noqa: ANN401 - slips of boards or of matches
    """Those of some slips whose tables the address names; all if it names none."""
    named = request.fields.get("tables", "").split(",")
    tables = {table for table in map(number_in, named) if table is not None}
    return slips_at(found, tables) if tables else found


def _place_cards(request: PageRequest, words: Language) -> bytes:
    boards = request.integer("boards") if request.optional("boards") else None
    cards = place_cards(request.tournament, request.number, boards)
    return cards_page(cards, words, size=_size(request))


def _name_cards(request: PageRequest, words: Language) -> bytes:
    return cards_page(name_cards(request.tournament, words.code), words, size=_size(request))


def _codes(request: PageRequest, words: Language) -> bytes:
    """Slips with the codes by which the players enter their results, if phones reach the page."""
    if not request.server.address:
        raise RuleError(
            phrase("Phones cannot reach this page yet: it is open to this computer only.")
        )
    found = tuple(_slips_with_codes(request.server, request.state, request.number))
    return slips_page(_at_tables(request, found), words)


def _slips_with_codes(
    server: TournamentServer, state: TournamentState, number: int
) -> Iterator[Slip]:
    """The slips of a round, with the codes that lead to the tables."""
    games = state.tournament.round(number).games
    for slip, game in zip(board_slips(state.tournament, number), games, strict=True):
        seat = server.tables.seat(state.with_first_keys(game))
        address = f"{server.address}{server.base}/table/{seat}"
        yield replace(slip, code=Markup(code_of(address)), address=address.removeprefix("http://"))


def _player_codes(request: PageRequest, words: Language) -> bytes:
    """The codes by which players check in on their phones."""
    return _sheets(request, [code_sheet(request.server, request.state, words.text)], words)


def _captain_codes(request: PageRequest, words: Language) -> bytes:
    """The codes by which captains send line-ups."""
    return _sheets(request, [captain_sheet(request.server, request.state, words.text)], words)


def _door(request: PageRequest, words: Language) -> bytes:
    """The sheet at the door that leads phones to the check-in."""
    if not request.server.address:
        raise RuleError(
            phrase("Phones cannot reach this page yet: it is open to this computer only.")
        )
    address = f"{request.server.address}{request.base}{PLACE}"
    _ = words.text
    title = _("Scan the code, find your name, and confirm it.")
    hall = Hall(address, Markup(code_of(address)), title, poster=True)
    return sheets_page([door_sheet(request.tournament, words.text)], words, size="large", hall=hall)


def _standings(request: PageRequest, words: Language) -> bytes:
    """The standings of who is drawn."""
    after = counted_round(request.state, request.number)
    if (teams := drawn_team_standings(request.state, after)) is None:
        return _single(request, words)
    return _with_bracket(request, standings_pages.team_sheet(teams, words.text), words)


def _single(request: PageRequest, words: Language) -> bytes:
    """The standings of the players, whether teams are drawn or not."""
    found = _standings_of(request, words)
    return _with_bracket(request, standings_pages.standings_sheet(found, words.text), words)


def _with_bracket(request: PageRequest, sheet: Sheet, words: Language) -> bytes:
    """A list with the bracket of a cup above it."""
    shown = _names(request, words).shown(request.tournament)
    return _sheets(request, [with_bracket_parts(sheet, shown, words.text)], words)


def _cross_table(request: PageRequest, words: Language) -> bytes:
    teams = team_standings_of(request.state, counted_round(request.state, request.number))
    return _sheets(request, [standings_pages.team_cross_table(teams, words.text)], words)


def _board_prizes(request: PageRequest, words: Language) -> bytes:
    return _sheets(request, [board_prize_sheet(request.state, request.number)], words)


def _team_sheets(request: PageRequest, words: Language) -> bytes:
    """The players and the matches of each team, or of the one that the address names."""
    tournament = _names(request, words).shown(request.tournament)
    ranking = team_standings_of(request.state, counted_round(request.state, request.number))
    rows = {row.key: row for row in ranking.rows}
    assert tournament.team_play is not None
    chosen = request.fields.get("team")
    sheets = [
        whole_team_sheet(tournament, team, team_facts(team, rows[team.key], words.text), words.text)
        for team in tournament.team_play.teams
        if chosen in (None, team.key)
    ]
    return _sheets(request, sheets, words)


def _wall_list(request: PageRequest, words: Language) -> bytes:
    return _sheets(
        request,
        [standings_pages.wall_list(_standings_of(request, words), words.text)],
        words,
        size="small",
    )


def _wall_list_by_number(request: PageRequest, words: Language) -> bytes:
    found = _standings_of(request, words).by_number(request.tournament.starting_ranks)
    return _sheets(request, [standings_pages.wall_list(found, words.text)], words, size="small")


def _ratings(request: PageRequest, words: Language) -> bytes:
    return _sheets(request, [rating_sheet(request.state, request.number)], words)


def _norms(request: PageRequest, words: Language) -> bytes:
    return _sheets(request, [norm_sheet(request.state, request.number)], words)


def _prizes(request: PageRequest, words: Language) -> bytes:
    names = _names(request, words)
    return _sheets(request, [award_sheet(request, words.text, names)], words)


def _report(request: PageRequest, words: Language) -> bytes:
    """The tournament report: quality of the draws, games and standings."""
    found = reporter(request.state)
    return tournament_page(found.page(lambda _: None), words)


def _standings_of(request: PageRequest, words: Language) -> Standings:
    found = standings_of(request.state, counted_round(request.state, request.number))
    return _names(request, words).ranked(found)


def _schedule(request: PageRequest, words: Language) -> bytes:
    """All rounds that are paired, public or not."""
    last = max(request.tournament.drawn_rounds, default=0)
    # It names no players of teams.
    view = public_view(request.state, _names(request, words), draft=last, all_lineups=True)
    draft = any(view.rounds[n].state == PublicationState.DRAFT.value for n in view.rounds)
    sheets = [
        pages.schedule_sheet(view.tournament, words.text),
        pages.schedule_by_name(view.tournament, words.text, words.code),
    ]
    shown = [pages.as_draft(sheet, words.text) if draft else sheet for sheet in sheets]
    return _sheets(request, shown, words, draft=draft)


PRINTS_BY_NAME: Mapping[str, tuple[str, Callable[[PageRequest, Language], bytes]]] = {
    "tables": (marked("Pairings by table"), partial(_pairings, make=_by_table)),
    "teams": (marked("Pairings by team"), partial(_pairings, make=_by_team)),
    "lineups": (marked("Line-ups"), partial(_pairings, make=_lineups)),
    "names": (marked("Pairings by name"), partial(_pairings, make=_by_name)),
    "rooms": (marked("Pairings by room"), partial(_pairings, make=_by_room)),
    "schedule": (marked("All rounds"), _schedule),
    "slips": (marked("Result slips"), _slips),
    "cards": (marked("Place cards"), _place_cards),
    "badges": (marked("Name cards"), _name_cards),
    "standings": (marked("Standings"), _standings),
    "single": (marked("Standings of players"), _single),
    "crosstable": (marked("Cross table"), _cross_table),
    "boardprizes": (marked("Board prizes"), _board_prizes),
    "teamsheets": (marked("Team sheets"), _team_sheets),
    "wallist": (marked("Wall list"), _wall_list),
    "numbers": (marked("Wall list by starting rank"), _wall_list_by_number),
    "prizes": (marked("Prizes"), _prizes),
    "ratings": (marked("Ratings"), _ratings),
    "norms": (marked("Norms"), _norms),
}
"""The printed pages, by the end of their address: what each is called, and what makes it."""

AS_TABLES = frozenset({*PRINTS_BY_NAME, "playercodes", "captaincodes"}) - {
    "slips",
    "cards",
    "badges",
}
"""Those that are tables, for a spreadsheet, too."""

MORE_BY_NAME: Mapping[str, Callable[[PageRequest, Language], bytes]] = {
    "codes": _codes,
    "report": _report,
    "door": _door,
    "playercodes": _player_codes,
    "captaincodes": _captain_codes,
}
"""Pages that are no part of the record: codes let players enter results and check in, and the report takes time."""


def printed(request: PageRequest, name: str) -> Response:
    """A page to be printed, which holds its style itself, or a PDF of it."""
    code = request.fields.get("language", current_language().code)
    words = languages.language(code, request.tournament.kind)
    with in_language(words.code):
        page = (MORE_BY_NAME.get(name) or PRINTS_BY_NAME[name][1])(request, words)
    kind = request.fields.get("as")
    target = f"{request.file.stem}-{name}-{request.number}.{kind}"
    if kind == "csv" and name in AS_TABLES:
        return attached(page, target, "text/csv; charset=utf-8")
    if kind == "pdf":
        return attached(pdf_file(page), target, "application/pdf")
    styles = (
        b64encode(sha256(sheet or own).digest()).decode() for sheet, own in _STYLE.findall(page)
    )
    allowed = " ".join(f"'sha256-{digest}'" for digest in styles)
    policy = f"default-src 'none'; style-src 'unsafe-hashes' {allowed}; base-uri 'none'; frame-ancestors 'none'"
    return HTMLResponse(page, headers={"content-security-policy": policy})


def attached(content: bytes, name: str, kind: str = "application/octet-stream") -> Response:
    """A file that a browser keeps."""
    plain = "".join(
        sign if sign.isascii() and sign.isprintable() and sign not in '"\\' else "_"
        for sign in name
    )
    headers = {"content-disposition": f'attachment; filename="{plain}"'}
    return Response(content, media_type=kind, headers=headers)


class _SheetLine(NamedTuple):
    """A sheet in the list of those to print."""

    name: str
    title: str
    about: str
    number: int
    """The round in its address."""

    ready: bool
    """Whether there is something to print."""


def _sheet_lines(request: PageRequest) -> Iterator[_SheetLine]:
    """The sheets of a round, with what each is for."""
    tournament = request.tournament
    paired = bool(tournament.round(request.number).games)
    last = round_of_standings(tournament, request.number)
    counting = counted_rounds(tournament, last)
    after = counting.after
    counted = (
        translate("After round {round}", round=after) if after else translate("Before round 1")
    )
    if open_games := counting.reasons:
        counted = translate(": ").join((counted, localized(open_games)))
    of_teams = tournament.drawn_teams is not None
    about = {
        **(
            {"teams": translate("For the wall: each team’s tables and opponent")}
            if of_teams
            else {}
        ),
        "names": translate("For the wall: everybody’s table, colour and opponent"),
        "tables": translate("For the desk"),
        "rooms": translate("For the doors: one per room, or 35 tables each"),
        **(
            {"schedule": translate("For the wall: all rounds, with their dates")}
            if tournament.event_kind.predetermined
            else {}
        ),
        "slips": translate("In cutting order: cut the pile once, then stack the parts"),
        **(
            {"lineups": translate("Who sits at which board, and the substitutes")}
            if of_teams
            else {}
        ),
        "codes": translate("Players enter their result by phone"),
        "cards": translate("For the boards: eight per page, two as a poster"),
        "badges": translate("For all players: eight per page, two as a poster"),
        "standings": counted,
        **({"single": counted} if of_teams else {}),
        **(dict.fromkeys(("crosstable", "boardprizes", "teamsheets"), counted) if of_teams else {}),
        "wallist": counted,
        **({"numbers": counted} if tournament.event_kind.has_starting_ranks else {}),
        "prizes": translate("Winners of the planned prizes"),
        **{part.name: counted for part in (RATINGS, NORMS) if part.applies(request.state)},
    }
    titles = {name: title for name, (title, _) in PRINTS_BY_NAME.items()}
    titles["codes"] = marked("Result slips with codes")
    if of_teams:
        titles |= {"tables": marked("Pairings by match"), "slips": marked("Match sheets")}
    if tournament.event_kind.crosses_players:
        titles["wallist"] = marked("Cross table")
        titles["numbers"] = marked("Cross table by starting rank")
    of_round = ("teams", "lineups", "names", "tables", "rooms", "slips", "codes", "cards")
    for name, description in about.items():
        own = name in of_round
        own = own or (name == "schedule" and not tournament.games)
        number = request.number if own else last
        yield _SheetLine(name, translate(titles[name]), description, number, paired or not own)


def _head(request: PageRequest) -> Mapping[str, Any]:
    server = request.server
    here = server.address or server.local_address
    round_on_screen, seats = screen_preview(server)
    return {
        "sheets": tuple(_sheet_lines(request)),
        "languages": languages.LANGUAGES,
        "pdf": pdf_browser() is not None,
        "open": server.sidecar.settings.phones,
        "reachable": bool(server.address),
        "outside": server.network.outside if request.local else "",
        "closable": server.network.is_opened and request.local,
        "address": f"{here}{request.base}/hall",
        "phone_code": Markup(code_of(f"{server.address}{request.base}/hall")),
        "clock": server.sidecar.settings.next_round,
        "opening": _opening(request, server.access.token),
        "helpers": [*_helper_lines(request)],
        "others": server.access.count_sessions(Role.DIRECTOR) - 1,
        "screen": f"{here}{request.base}/hall/screen",
        "round": round_on_screen,
        "seats": seats,
        "website": _copy_head(request),
        "hall": server.sidecar.settings.hall,
    }


def _phones(request: PageRequest) -> Reply:
    """Allow the players to enter results, or forbid it."""
    is_open = request.text("phones") == "open"
    request.server.sidecar.keep(phones=is_open)
    if is_open:
        return Reply(lines=(phrase("players can enter results on their phones"),))
    return Reply(lines=(phrase("players can no longer enter results on their phones"),))


def _network(request: PageRequest) -> Reply:
    """Open the server to the local network, or close it, from a browser on its machine."""
    network, wish = request.server.network, request.text("network")
    if not request.local:
        raise RuleError(phrase("only a browser on the computer of the server can do this"))
    if wish == "close":
        network.close()
        return Reply(lines=(phrase("this page is open to this computer only"),))
    if wish != "open":
        raise RuleError(phrase("must be open or close, not {got!r}", got=wish))
    if "sure" not in request.fields and network.outside:
        return Reply(
            refusal=phrase(
                "Open this page to the local network at {address}?", address=network.outside
            ),
            confirmation={**request.fields, "sure": "yes"},
            agree=phrase("Open to the local network"),
            hint=phrase("Enter opens it, Esc keeps it closed."),
        )
    network.open()
    return Reply(lines=(phrase("open to the local network at {address}", address=network.address),))


def _clock(request: PageRequest) -> Reply:
    """Show when the next round starts, or no time."""
    time = request.optional("next_round")
    if not TIME.fullmatch(time):
        raise RuleError(phrase("enter a time such as 14:30, not {got!r}", got=time))
    request.server.sidecar.keep(next_round=time)
    message = (
        phrase("the screen shows that the next round starts at {time}", time=time)
        if time
        else phrase("the screen shows no start of the next round")
    )
    return Reply(lines=(message,))


def _opening(request: PageRequest, token: str, base: str = "") -> str:
    """The address that opens the page for the holder of a token, or the pages of a tournament."""
    return f"{request.server.address or request.server.local_address}{base}/?token={token}"


class _HelperLine(NamedTuple):
    """A helper in the list."""

    name: str
    tables: str
    signed_in: int
    """Browsers."""

    address: str
    code: Markup


def _helper_lines(request: PageRequest) -> Iterator[_HelperLine]:
    """The helpers, with the address and code of each."""
    access = request.server.access
    for name, helper in access.helpers_of(request.server.event).items():
        address = _opening(request, helper.token, helper.event)
        signed_in = access.count_sessions(Role.HELPER, name)
        yield _HelperLine(name, helper.tables, signed_in, address, Markup(code_of(address)))


_LONGEST_NAME = 60
_MOST_HELPERS = 100


def _add_helper(request: PageRequest) -> Reply:
    """Add a helper, or give the one of this name other tables."""
    access, name = request.server.access, on_one_line(request.text("name"))
    if len(name) > _LONGEST_NAME:
        raise RuleError(phrase("enter a name of at most {most} letters", most=_LONGEST_NAME))
    if len(access.helpers) >= _MOST_HELPERS:
        raise RuleError(phrase("there are {count} helpers already", count=_MOST_HELPERS))
    try:
        tables = ranges(tables_in(request.optional("tables")))
    except ValueError as error:
        raise RuleError(error.args[0]) from None
    event, former = request.server.event, access.helpers.get(name)
    known = former is not None and former.is_of(event)
    if former is not None and not known and former.event != event.base:
        raise RuleError(
            phrase(
                "{name} helps at another tournament of this folder; enter another name", name=name
            )
        )
    access.add_helper(name, tables, event)
    if known:
        return Reply(lines=(phrase("{name}: tables changed", name=name),))
    return Reply(lines=(phrase("{name} added: let them scan the code", name=name),))


def _remove_helper(request: PageRequest) -> Reply:
    """Remove a helper, whose browsers are signed out."""
    access, name = request.server.access, request.text("name")
    if name not in access.helpers_of(request.server.event):
        raise RuleError(phrase("there is no helper {name}", name=name))
    if access.count_sessions(Role.HELPER, name) and "sure" not in request.fields:
        return Reply(
            refusal=phrase("Remove {name}? Their browsers are signed out.", name=name),
            confirmation={**request.fields, "sure": "yes"},
            agree=phrase("Remove helper"),
            hint=phrase("Enter removes the helper, Esc keeps them signed in."),
        )
    access.remove_helper(name)
    return Reply(lines=(phrase("{name} removed: their code no longer works", name=name),))


def _sign_out(request: PageRequest) -> Reply:
    """Sign out all other browsers of the director, and replace the address."""
    access = request.server.access
    access.sign_out_others(request.session)
    return Reply(
        lines=(
            phrase(
                "your other browsers are signed out; the director's address is {address}",
                address=_opening(request, access.token),
            ),
        )
    )


# ---- The copy for the web ----


class _CopyHead(NamedTuple):
    """What the page shows of the copy."""

    on: bool
    age: int
    initials: bool
    languages: frozenset[str]
    """The codes of those that are chosen."""

    folder: Path
    status: CopyStatus
    command: str
    can_set: bool
    """Whether this browser may set the command."""


def _copy_head(request: PageRequest) -> _CopyHead:
    """The state of the copy for a page."""
    copy, settings = request.server.website, request.server.sidecar.settings.website
    return _CopyHead(
        on=settings.on,
        age=settings.age,
        initials=settings.initials,
        languages=frozenset(settings.languages or languages.LANGUAGES),
        folder=copy.folder.resolve(),
        status=copy.status,
        command=read_command(request.file) if request.local else "",
        can_set=request.local and request.director,
    )


def _switch_copy(request: PageRequest) -> Reply:
    """Write the copy from now on, or write it no more."""
    is_on = request.text("website") == "on"
    _set_copy(request, on=is_on)
    if is_on:
        return Reply(
            lines=(phrase("web pages are written into {folder}", folder=_copy_folder(request)),)
        )
    return Reply(lines=(phrase("web pages are no longer written"),))


def _age(request: PageRequest) -> int:
    """The age below which players are not named; 0 if everybody is.

    Raises
    ------
    RuleError
        If it is none.
    """
    age = request.integer("age") if request.optional("age") else 0
    if age > _OLDEST:
        raise RuleError(phrase("must be a number, not {value!r}", value=request.text("age")))
    return age


def _change_names(request: PageRequest) -> Reply:
    """Change who is named in the hall, and how players are found there."""
    settings = HallSettings(
        age=_age(request),
        initials=request.optional("hide") != "number",
        whole_names=bool(request.optional("whole")),
    )
    request.server.sidecar.keep(hall=settings)
    return Reply(lines=(phrase("names in the hall changed"),))


def _change_copy(request: PageRequest) -> Reply:
    """Change the languages of the copy, and who is named in it."""
    age = _age(request)
    chosen = check_languages(request.optional("languages").split())
    codes = () if len(chosen) == len(languages.LANGUAGES) else chosen
    _set_copy(request, age=age, initials=request.optional("hide") != "number", languages=codes)
    return Reply(lines=(phrase("web pages changed"),))


def _retry_copy(request: PageRequest) -> Reply:
    """Write the copy again, and run the command again."""
    request.server.website.write()
    return Reply(
        lines=(phrase("web pages are written into {folder}", folder=_copy_folder(request)),)
    )


def _change_command(request: PageRequest) -> Reply:
    """Set the command that is run after the copy was written, from a browser on this machine alone."""
    if not (request.local and request.director):
        raise RuleError(phrase("only a browser on the computer of the server can do this"))
    command = on_one_line(request.optional("command"))
    keep_command(request.file, command)
    _set_copy(request, waits=True)
    if command:
        return Reply(lines=(phrase("the command is run after each change of the web pages"),))
    return Reply(lines=(phrase("no command is run"),))


_OLDEST = 200


def _copy_folder(request: PageRequest) -> str:
    return request.server.website.folder.name


def _set_copy(request: PageRequest, **changed: Any) -> None:  # noqa: ANN401 - the fields
    """Change settings, and have the copy written as they are now."""
    server = request.server
    server.sidecar.change(lambda now: replace(now, website=replace(now.website, **changed)))
    if server.sidecar.settings.website.on:
        server.website.write()


PRINTS = Part(
    name="prints",
    phase="share",
    title=marked("Share"),
    head=_head,
    acts={
        "phones": _phones,
        "counting": handler("phones", both=lambda request: request.text("both") == "yes"),
        "names": _change_names,
        "network": _network,
        "clock": _clock,
        "helper": _add_helper,
        "remove": _remove_helper,
        "signout": _sign_out,
        "website": _switch_copy,
        "copy": _change_copy,
        "retry": _retry_copy,
        "command": _change_command,
    },
)
"""What hangs on the wall and lies on the tables."""
