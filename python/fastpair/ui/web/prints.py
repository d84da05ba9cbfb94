"""What is printed, and whether the players may enter results by their phones."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from ...app.history.publication import is_draft
from ...app.reports.reporting import reporter
from ...errors import RuleError
from ...go.standings import last_complete_round, standings
from ...go.teams import team_standings
from ...report import languages, pages
from ...report.html import SIZES, Hall, sheets_page, slips_page
from ...report.pdf import pdf_browser, pdf_file
from ...report.tournament_report import tournament_page
from ...sentences import marked, phrase
from .access import Role
from .beside import TIME
from .held import Told
from .parts import Part
from .phones import code_of, slips_of
from .prizes import prizes_given
from .spoken import speaking, spoken

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...go.standings import Standings
    from ...report.languages import Language
    from ...report.sheet import Sheet
    from .asking import Asked
    from .held import State


_STYLE = re.compile(rb'<style>(.*?)</style>|style="([^"]*)"', re.DOTALL)
"""A style in a page: its sheet, or that of one element."""


def _by_table(asked: Asked, words: Language) -> bytes:
    sheet = pages.pairings_by_board(asked.state.tournament, asked.number, words.text)
    return _pairings(asked, [pages.with_rooms(sheet, asked.state.tables.rooms, words.text)], words)


def _by_name(asked: Asked, words: Language) -> bytes:
    sheet = pages.pairings_by_name(asked.state.tournament, asked.number, words.text)
    return _pairings(asked, [pages.with_rooms(sheet, asked.state.tables.rooms, words.text)], words)


def _by_room(asked: Asked, words: Language) -> bytes:
    rooms = asked.state.tables.rooms
    sheets = pages.pairings_by_room(asked.state.tournament, asked.number, rooms, words.text)
    return _pairings(asked, sheets, words)


def _pairings(asked: Asked, sheets: Sequence[Sheet], words: Language) -> bytes:
    if is_draft(asked.desk.held.timeline(), asked.state.tournament, asked.number):
        sheets = [pages.as_draft(sheet, words.text) for sheet in sheets]
    return _sheets(asked, sheets, words)


def _sheets(
    asked: Asked, sheets: Sequence[Sheet], words: Language, *, size: str = "normal"
) -> bytes:
    """Sheets in the size that is asked for, with the way to the hall if phones find it."""
    chosen = asked.fields.get("size") or size
    if chosen not in SIZES:
        raise RuleError(
            phrase("expected {sizes}, got {got!r}", sizes=", ".join(SIZES), got=chosen),
            about="size",
        )
    address = f"{asked.desk.address}{asked.base}/hall"
    hall = Hall(address, Markup(code_of(address))) if asked.desk.address else None
    return sheets_page(sheets, words, size=chosen, hall=hall)


def _slips(asked: Asked, words: Language) -> bytes:
    return slips_page(pages.slips(asked.state.tournament, asked.number), words)


def _codes(asked: Asked, words: Language) -> bytes:
    """Slips with the codes by which the players enter their results."""
    return slips_page(tuple(slips_of(asked.desk, asked.state.tournament, asked.number)), words)


def _standings(asked: Asked, words: Language) -> bytes:
    sheets = [pages.standings_sheet(_standings_of(asked), words.text)]
    if asked.state.tournament.draws_teams:
        after = min(asked.number, last_complete_round(asked.state.tournament))
        found = team_standings(asked.state.tournament, after)
        sheets = [pages.team_sheet(found, words.text), *sheets]
    return _sheets(asked, sheets, words)


def _wall_list(asked: Asked, words: Language) -> bytes:
    return _sheets(asked, [pages.wall_list(_standings_of(asked), words.text)], words, size="small")


def _prizes(asked: Asked, words: Language) -> bytes:
    return _sheets(asked, [prizes_given(asked, words.text)], words)


def _report(asked: Asked, words: Language) -> bytes:
    """What every draw was worth, who met whom, and who stands where."""
    found = reporter(asked.desk.held.file, model=None, seed=None, tell=lambda _: None)
    return tournament_page(found.page(lambda _: None), words)


def _standings_of(asked: Asked) -> Standings:
    after = min(asked.number, last_complete_round(asked.state.tournament))
    return standings(asked.state.ranked(after), after)


PRINTS_BY_NAME: Mapping[str, tuple[str, Callable[[Asked, Language], bytes]]] = {
    "tables": (marked("Pairings by table"), _by_table),
    "names": (marked("Pairings by name"), _by_name),
    "rooms": (marked("Pairings by room, or 35 tables on a sheet"), _by_room),
    "slips": (marked("Slips for the results"), _slips),
    "standings": (marked("Standings"), _standings),
    "wallist": (marked("Wall list"), _wall_list),
    "prizes": (marked("Prizes"), _prizes),
}
"""The printed pages, by the end of their address: what each is called, and what makes it."""

MORE_BY_NAME: Mapping[str, Callable[[Asked, Language], bytes]] = {
    "codes": _codes,
    "report": _report,
}
"""Pages that are no part of the record: codes let players enter results, and the report takes time."""


def printed(asked: Asked, name: str) -> Response:
    """A page to be printed, which holds its style itself, or a PDF of it."""
    words = languages.language(asked.fields.get("language", speaking().code))
    page = (MORE_BY_NAME.get(name) or PRINTS_BY_NAME[name][1])(asked, words)
    if asked.fields.get("as") == "pdf":
        target = f"{asked.desk.held.file.stem}-{name}-{asked.number}.pdf"
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


def _head(asked: Asked) -> Mapping[str, Any]:
    return {
        "prints": {name: spoken(title) for name, (title, _) in PRINTS_BY_NAME.items()},
        "languages": languages.LANGUAGES,
        "pdf": pdf_browser() is not None,
        "open": asked.desk.beside.kept.phones,
        "address": asked.desk.address,
        "clock": asked.desk.beside.kept.next_round,
        "opening": {role.value: _opening(asked, role) for role in Role},
        "helper_code": Markup(code_of(_opening(asked, Role.HELPER))),
        "screen": f"{asked.desk.address or asked.desk.here}{asked.base}/hall/screen",
        "games": len(asked.state.tournament.round(asked.number).games),
    }


def _phones(asked: Asked) -> Told:
    """Allow the players to enter results, or forbid it."""
    wanted = asked.typed("phones") == "open"
    asked.desk.beside.keep(phones=wanted)
    if wanted:
        return Told(lines=(phrase("the players may enter results by their phones"),))
    return Told(lines=(phrase("the players can no longer enter results by their phones"),))


def _clock(asked: Asked) -> Told:
    """Say when the next round begins, or that nobody knows."""
    typed = asked.fields.get("next_round", "").strip()
    if not TIME.fullmatch(typed):
        raise RuleError(phrase("expected a time such as 14:30, got {got!r}", got=typed))
    asked.desk.beside.keep(next_round=typed)
    said = (
        phrase("the next round begins at {time}", time=typed)
        if typed
        else phrase("no time is shown")
    )
    return Told(lines=(said,))


def _opening(asked: Asked, role: Role) -> str:
    """The address that opens the page for a role."""
    return f"{asked.desk.address or asked.desk.here}/?token={asked.desk.access.tokens[role]}"


def _revoke(asked: Asked) -> Told:
    """Log out everybody who has a role but this browser, and open to them by no old address."""
    typed = asked.typed("role")
    role = {role.value: role for role in Role}.get(typed)
    if role is None:
        raise RuleError(phrase("expected helper or director, got {got!r}", got=typed))
    asked.desk.access.revoke(role, asked.session)
    return Told(
        lines=(
            phrase(
                marked("others are logged out; the address for the director is {address}")
                if role is Role.DIRECTOR
                else marked("others are logged out; the address for helpers is {address}"),
                address=_opening(asked, role),
            ),
        )
    )


def _rows(state: State, number: int) -> Mapping[str, Any]:
    return {}


PRINTS = Part(
    name="prints",
    title=marked("Prints and phones"),
    rows=_rows,
    head=_head,
    acts={"phones": _phones, "clock": _clock, "revoke": _revoke},
)
"""What hangs on the wall and lies on the tables."""
