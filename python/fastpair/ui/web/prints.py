"""Printed sheets, and who may see the tournament."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from ...app.history.records import is_draft
from ...app.reports.report import reporter
from ...errors import RuleError
from ...go.standings import last_complete_round, standings
from ...go.teams import team_standings
from ...report import languages, pages
from ...report.html import SIZES, Hall, sheets_page, slips_page
from ...report.pdf import pdf_browser, pdf_file
from ...report.tournament_report import tournament_page
from ...sentences import marked, phrase
from .access import Role
from .hall import code_of, slips_of
from .rendering import Part
from .rules import prizes_given
from .store import TIME, Reply
from .text import current_language, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...go.standings import Standings
    from ...report.languages import Language
    from ...report.sheet import Sheet
    from .requests import PageRequest
    from .store import TournamentState


_STYLE = re.compile(rb'<style>(.*?)</style>|style="([^"]*)"', re.DOTALL)
"""A style in a page: its sheet, or that of one element."""


def _by_table(request: PageRequest, words: Language) -> bytes:
    sheet = pages.pairings_by_board(request.state.tournament, request.number, words.text)
    return _pairings(
        request, [pages.with_rooms(sheet, request.state.tables.rooms, words.text)], words
    )


def _by_name(request: PageRequest, words: Language) -> bytes:
    sheet = pages.pairings_by_name(request.state.tournament, request.number, words.text)
    return _pairings(
        request, [pages.with_rooms(sheet, request.state.tables.rooms, words.text)], words
    )


def _by_room(request: PageRequest, words: Language) -> bytes:
    rooms = request.state.tables.rooms
    sheets = pages.pairings_by_room(request.state.tournament, request.number, rooms, words.text)
    return _pairings(request, sheets, words)


def _pairings(request: PageRequest, sheets: Sequence[Sheet], words: Language) -> bytes:
    if is_draft(request.server.store.timeline(), request.state.tournament, request.number):
        sheets = [pages.as_draft(sheet, words.text) for sheet in sheets]
    return _sheets(request, sheets, words)


def _sheets(
    request: PageRequest, sheets: Sequence[Sheet], words: Language, *, size: str = "normal"
) -> bytes:
    """Sheets in the size that is asked for, with the way to the hall if phones find it."""
    chosen = request.fields.get("size") or size
    if chosen not in SIZES:
        raise RuleError(
            phrase("expected {sizes}, got {got!r}", sizes=", ".join(SIZES), got=chosen),
            about="size",
        )
    address = f"{request.server.address}{request.base}/hall"
    hall = Hall(address, Markup(code_of(address))) if request.server.address else None
    return sheets_page(sheets, words, size=chosen, hall=hall)


def _slips(request: PageRequest, words: Language) -> bytes:
    return slips_page(pages.slips(request.state.tournament, request.number), words)


def _codes(request: PageRequest, words: Language) -> bytes:
    """Slips with the codes by which the players enter their results."""
    return slips_page(
        tuple(slips_of(request.server, request.state.tournament, request.number)), words
    )


def _standings(request: PageRequest, words: Language) -> bytes:
    sheets = [pages.standings_sheet(_standings_of(request), words.text)]
    if request.state.tournament.draws_teams:
        after = min(request.number, last_complete_round(request.state.tournament))
        found = team_standings(request.state.tournament, after)
        sheets = [pages.team_sheet(found, words.text), *sheets]
    return _sheets(request, sheets, words)


def _wall_list(request: PageRequest, words: Language) -> bytes:
    return _sheets(
        request, [pages.wall_list(_standings_of(request), words.text)], words, size="small"
    )


def _prizes(request: PageRequest, words: Language) -> bytes:
    return _sheets(request, [prizes_given(request, words.text)], words)


def _report(request: PageRequest, words: Language) -> bytes:
    """What every draw was worth, who met whom, and who stands where."""
    found = reporter(request.server.store.file, model=None, seed=None, tell=lambda _: None)
    return tournament_page(found.page(lambda _: None), words)


def _standings_of(request: PageRequest) -> Standings:
    after = min(request.number, last_complete_round(request.state.tournament))
    return standings(request.state.ranked(after), after)


PRINTS_BY_NAME: Mapping[str, tuple[str, Callable[[PageRequest, Language], bytes]]] = {
    "tables": (marked("Pairings by table"), _by_table),
    "names": (marked("Pairings by name"), _by_name),
    "rooms": (marked("Pairings by room, or 35 tables on a sheet"), _by_room),
    "slips": (marked("Slips for the results"), _slips),
    "standings": (marked("Standings"), _standings),
    "wallist": (marked("Wall list"), _wall_list),
    "prizes": (marked("Prizes"), _prizes),
}
"""The printed pages, by the end of their address: what each is called, and what makes it."""

MORE_BY_NAME: Mapping[str, Callable[[PageRequest, Language], bytes]] = {
    "codes": _codes,
    "report": _report,
}
"""Pages that are no part of the record: codes let players enter results, and the report takes time."""


def printed(request: PageRequest, name: str) -> Response:
    """A page to be printed, which holds its style itself, or a PDF of it."""
    words = languages.language(request.fields.get("language", current_language().code))
    page = (MORE_BY_NAME.get(name) or PRINTS_BY_NAME[name][1])(request, words)
    if request.fields.get("as") == "pdf":
        target = f"{request.server.store.file.stem}-{name}-{request.number}.pdf"
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


def _head(request: PageRequest) -> Mapping[str, Any]:
    return {
        "prints": {name: translate(title) for name, (title, _) in PRINTS_BY_NAME.items()},
        "languages": languages.LANGUAGES,
        "pdf": pdf_browser() is not None,
        "open": request.server.sidecar.kept.phones,
        "address": request.server.address,
        "clock": request.server.sidecar.kept.next_round,
        "opening": {role.value: _opening(request, role) for role in Role},
        "helper_code": Markup(code_of(_opening(request, Role.HELPER))),
        "screen": f"{request.server.address or request.server.local_address}{request.base}/hall/screen",
        "games": len(request.state.tournament.round(request.number).games),
    }


def _phones(request: PageRequest) -> Reply:
    """Allow the players to enter results, or forbid it."""
    wanted = request.text("phones") == "open"
    request.server.sidecar.keep(phones=wanted)
    if wanted:
        return Reply(lines=(phrase("the players may enter results by their phones"),))
    return Reply(lines=(phrase("the players can no longer enter results by their phones"),))


def _clock(request: PageRequest) -> Reply:
    """Say when the next round begins, or that nobody knows."""
    typed = request.fields.get("next_round", "").strip()
    if not TIME.fullmatch(typed):
        raise RuleError(phrase("expected a time such as 14:30, got {got!r}", got=typed))
    request.server.sidecar.keep(next_round=typed)
    said = (
        phrase("the next round begins at {time}", time=typed)
        if typed
        else phrase("no time is shown")
    )
    return Reply(lines=(said,))


def _opening(request: PageRequest, role: Role) -> str:
    """The address that opens the page for a role."""
    return f"{request.server.address or request.server.local_address}/?token={request.server.access.tokens[role]}"


def _revoke(request: PageRequest) -> Reply:
    """Log out everybody who has a role but this browser, and open to them by no old address."""
    typed = request.text("role")
    role = {role.value: role for role in Role}.get(typed)
    if role is None:
        raise RuleError(phrase("expected helper or director, got {got!r}", got=typed))
    request.server.access.revoke(role, request.session)
    return Reply(
        lines=(
            phrase(
                marked("others are logged out; the address for the director is {address}")
                if role is Role.DIRECTOR
                else marked("others are logged out; the address for helpers is {address}"),
                address=_opening(request, role),
            ),
        )
    )


def _rows(state: TournamentState, number: int) -> Mapping[str, Any]:
    return {}


PRINTS = Part(
    name="prints",
    phase="share",
    title=marked("Share"),
    rows=_rows,
    head=_head,
    acts={"phones": _phones, "clock": _clock, "revoke": _revoke},
)
"""What hangs on the wall and lies on the tables."""
