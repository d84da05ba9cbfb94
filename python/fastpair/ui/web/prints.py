"""Prints and files."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from ...app.edits.players import find_in_list
from ...app.history.records import is_draft, plan_of
from ...app.history.timeline import History
from ...app.inputs import EventInput
from ...app.reports.check import check_file
from ...app.reports.export import conversion, exported
from ...app.reports.report import reporter
from ...errors import FastpairError, RuleError
from ...formats import FORMATS
from ...go.standings import last_complete_round, standings
from ...go.teams import team_standings
from ...report import languages, pages
from ...report.html import SIZES, Hall, sheets_page, slips_page
from ...report.pdf import pdf_browser, pdf_file
from ...report.tournament_report import tournament_page
from ...sentences import marked, phrase
from .access import Role
from .actions import perform
from .hall import code_of, slips_of
from .rendering import Part, id_of
from .rules import prizes_given
from .store import TIME, Reply
from .text import current_language, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ...app.reports.export import Export
    from ...formats import Format
    from ...go.standings import Standings
    from ...go.tournament import Player
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
        "open": request.server.sidecar.settings.phones,
        "address": request.server.address,
        "clock": request.server.sidecar.settings.next_round,
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
    title=marked("Prints and phones"),
    rows=_rows,
    head=_head,
    acts={"phones": _phones, "clock": _clock, "revoke": _revoke},
)
"""What hangs on the wall and lies on the tables."""


ASKED_FOR = {
    "egd": {"country": "Country", "club": "Club", "egf_pin": "EGF PIN"},
    "ffg": {"country": "Country", "club": "Club", "ffg_licence": marked("FFG licence")},
    "aga": {"aga_id": marked("AGA number")},
}
"""What a result file says of each player, by its format, with the title of each column."""

_COUNTRY = re.compile("[A-Za-z]{2}")
_NUMBER = re.compile("[0-9]{1,8}")


class _Cell(NamedTuple):
    """A field of a player."""

    name: str
    title: str
    value: str
    listed: bool
    """Whether the value is one of a rating list, and is not in the tournament yet."""


class _Lacking(NamedTuple):
    """A player of whom something is asked for."""

    player: Player
    cells: tuple[_Cell, ...]


def lacking(request: PageRequest, form: str) -> Sequence[_Lacking]:
    """The players of whom the result file of a format would not say all, with what rating lists know."""
    names = ASKED_FOR.get(form, {})
    found = []
    for player in request.state.tournament.players:
        if all(getattr(player, name) for name in names):
            continue
        entries = [
            *filter(None, (find_in_list(each, player) for each in request.server.lists.all()))
        ]
        cells = []
        for name, title in names.items():
            held = getattr(player, name)
            listed = next(filter(None, (getattr(each, name) for each in entries)), "")
            field = f"{name}-{id_of('p', player.key)}"
            cells.append(_Cell(field, title, held or listed, not held and bool(listed)))
        found.append(_Lacking(player, tuple(cells)))
    return found


def complete(request: PageRequest) -> Reply:
    """Put down what is typed of players.

    Raises
    ------
    RuleError
        If a value is none of its field, or nothing is typed.
    """
    entries: dict[str, Any] = {}
    for player in request.state.tournament.players:
        typed: dict[str, Any] = {}
        for name in ASKED_FOR.get(request.text("format"), {}):
            value = request.fields.get(f"{name}-{id_of('p', player.key)}", "").strip()
            if value and value != getattr(player, name):
                typed[name] = _checked_value(player, name, value)
        if typed:
            entries[player.key] = typed
    if not entries:
        raise RuleError(phrase("nothing is typed that the tournament does not say already"))
    return perform(request, "complete", {"players": entries})


def _checked_value(player: Player, name: str, value: str) -> str:
    """A value as the federation takes it."""
    who = player.full_name
    if name == "country":
        if not _COUNTRY.fullmatch(value):
            raise RuleError(
                phrase(
                    "{name}: expected a country of two letters such as DE, got {value!r}",
                    name=who,
                    value=value,
                )
            )
        return value.upper()
    if name in ("egf_pin", "aga_id") and not _NUMBER.fullmatch(value):
        raise RuleError(phrase("{name}: expected a number, got {value!r}", name=who, value=value))
    return value


_RESULTS = ("egd", "ffg", "aga")
"""Formats of the federations: what was played, for ratings."""


def downloaded(request: PageRequest) -> Response:
    """A file of the tournament in the format that is asked for.

    Raises
    ------
    RuleError, FormatError
        If there is no such format, or no file of it can be made.
    """
    form = _format(request)
    target = _target(request, form)
    if form.name in _RESULTS:
        content = _exported(request, form).content
    else:
        content = conversion(request.server.store.file, target, form).content
    part = re.sub(r"[^0-9a-z]+", "-", request.fields.get("rounds", "").strip().lower()).strip("-")
    return attached(
        content, f"{target.stem}-rounds-{part}{form.suffixes[0]}" if part else target.name
    )


def everything(request: PageRequest) -> Response:
    """The file, its history, its result files and its prints as one archive."""
    file = request.server.store.file
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr(file.name, request.state.document.content)
        history = History(file).path
        if history.exists():
            archive.writestr(history.name, history.read_bytes())
        plan = plan_of(file)
        if plan.exists():
            archive.writestr(plan.name, plan.read_bytes())
        for name, content in _beside(request):
            archive.writestr(name, content)
    return attached(packed.getvalue(), f"{file.stem}.zip")


def _beside(request: PageRequest) -> Iterator[tuple[str, bytes]]:
    """Result files that can be made, and the prints of the last round and of the standings."""
    for name in _RESULTS:
        try:
            content = _exported(request, FORMATS[name]).content
        except FastpairError:
            continue  # the page says why
        yield _target(request, FORMATS[name]).name, content
    words = current_language()
    for name, (_, made) in PRINTS_BY_NAME.items():
        if request.state.tournament.round(request.number).games or name in ("standings", "wallist"):
            yield f"prints/{name}.html", made(request, words)


def _exported(request: PageRequest, form: Format) -> Export:
    return exported(
        request.server.store.file,
        _target(request, form),
        form,
        event=EventInput(),
        rounds=request.fields.get("rounds", "").strip() or None,
        even_so="even_so" in request.fields,
    )


def _format(request: PageRequest) -> Format:
    typed = request.text("format")
    if typed not in FORMATS:
        raise RuleError(
            phrase(
                "expected a format ({formats}), got {got!r}", formats=", ".join(FORMATS), got=typed
            )
        )
    return FORMATS[typed]


def _target(request: PageRequest, form: Format) -> Path:
    return request.server.store.file.with_suffix(form.suffixes[0])


def _holds(request: PageRequest) -> Mapping[str, Any]:
    """What a file of a format would hold otherwise, or why there is none."""
    form, refused = _format(request), ""
    lines: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    try:
        if form.name in _RESULTS:
            made = _exported(request, form)
            lines, remarks = made.losses, made.remarks
        else:
            converted = conversion(request.server.store.file, _target(request, form), form)
            lines, remarks = converted.losses, converted.remarks
    except RuleError as error:
        refused = error.message
    return {
        "form": form,
        "rounds": request.fields.get("rounds", ""),
        "losses": lines,
        "remarks": remarks,
        "refused": refused,
        "lacking": lacking(request, form.name),
    }


def _check_rows(request: PageRequest) -> Mapping[str, Any]:
    """What a check of the whole tournament finds."""
    found = check_file(request.server.store.file, model=None, seed=None, tell=lambda _: None)
    return {"clean": found.clean, "sentences": tuple(found.sentences()), "remarks": found.remarks}


def _file_rows(state: TournamentState, number: int) -> Mapping[str, Any]:
    return {}


def _file_head(request: PageRequest) -> Mapping[str, Any]:
    return {
        "results": [FORMATS[name] for name in _RESULTS],
        "others": [form for name, form in FORMATS.items() if name not in _RESULTS],
        "file": request.server.store.file.name,
        "over": last_complete_round(request.state.tournament)
        == request.state.tournament.rules.rounds,
    }


FILES = Part(
    name="files",
    title=marked("Files"),
    by_round=False,
    rows=_file_rows,
    head=_file_head,
    acts={"complete": complete},
    long=frozenset({"complete"}),
    panels={"holds": _holds, "checked": _check_rows},
)
"""What is kept of the tournament, and sent to the federations."""
