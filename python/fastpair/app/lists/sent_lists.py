"""The columns, the order of names and the encoding of a list that a director imports."""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, get_args

from ...errors import FastpairError, FormatError, RuleError
from ...formats import FORMATS
from ...formats.characters import ENCODINGS, guess_encoding, guess_remark, in_utf8
from ...formats.entries.columns import Column
from ...formats.entries.document import cell_remarks, faults, players_of, remarks_on
from ...formats.entries.names import NAME_ORDERS, nobody_known, split_name
from ...formats.entries.pairs import read_pairs
from ...formats.entries.table import guessed_table
from ...formats.entries.teams import read_teams
from ...formats.entries.workbook import read_sheet
from ...go.tournament import Tournament
from ...go.tournament.written import GRADE
from ...sentences import marked, phrase, phrase_many
from ..edits.conditions import with_pairs
from ..edits.players import KnownPeople
from ..forms.labels import PLAYER_FACTS
from ..history.entries import digest_of
from ..lookup import known_names

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence

    from ...formats.entries.columns import ListRow
    from ...formats.entries.document import RowFault
    from ...formats.entries.names import KnownNames, NameOrder
    from ...formats.entries.table import ListTable
    from ...formats.entries.workbook import WorkbookSheet
    from ...formats.rating_lists import RatingSource
    from ...go.tournament import Player, Rules, TeamPlay


_MEANINGS: Mapping[str, str] = {
    **PLAYER_FACTS,
    "name": marked("family name, or whole name"),
    "rounds": marked("rounds played"),
    "team": marked("team"),
    "board": marked("board"),
    "partner": marked("partner"),
    "captain": marked("captain"),
}
"""What columns hold, where their name does not say it."""

_OF_GO: tuple[Column, ...] = (
    *("grade", "egf_pin", "ffg_licence", "aga_id"),
    *("correction", "band", "play_in", "play_out", "partner"),
)
_OF_CHESS: tuple[Column, ...] = ("fide_id", "title", "sex", "birth", "k_factor")
"""What lists for other games rarely have: it is offered for columns that are titled so."""

_CORRECTIONS = {"titles": ("column",), "lines": ("cell", "without")}
"""What the fields of corrections begin with, by what of the list they rest on."""

_MOST_READINGS = 4
"""Names of which both readings are shown."""

_MOST_ROWS, _MOST_CORRECTIONS, _MOST_CELLS = 400, 40, 30
"""Lines that are shown, those of them that are corrected at a time, and the cells of each."""


class _Title(NamedTuple):
    """A column of the list."""

    place: int
    title: str
    meaning: str
    """What it holds; empty if it is not read."""


class NameReading(NamedTuple):
    """A name of one column as each order of names has it."""

    text: str
    readings: tuple[tuple[str, str], ...]
    """Family name and first name, by the orders of `NAME_ORDERS`."""


class ListedRow(NamedTuple):
    """A line of the list."""

    line: int
    cells: tuple[str, ...]
    status: str
    """``fix``, ``skipped``, ``new``, ``namesake``, ``twice`` or ``known``; empty if it is right and not yet
    known."""

    is_edited: bool = False
    """Whether its cells are fields."""

    fault: str = ""
    """What is wrong; empty if it is right."""

    place: int = -1
    """The column that is wrong."""

    remarks: Mapping[int, Sequence[str]] = MappingProxyType({})
    """What to look at in cells that are right, by their columns."""

    twin: str = ""
    """Who has the same name; empty if nobody has."""

    is_chosen: bool = False
    """Whether a namesake is imported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnPreview:
    """A preview of a list of entries."""

    titles: tuple[_Title, ...]
    rows: tuple[ListedRow, ...]
    """Those with faults, and the first of the others."""

    number: int
    """How many there are."""

    lines: tuple[int, ...]
    """Where the players stand."""

    problems: tuple[str, ...]
    """What keeps the list from being entered."""

    remarks: tuple[str, ...]
    substitutes: tuple[str, ...]
    """Who is in a team without a board, one line each."""

    teams: TeamPlay | None
    """Their teams; none while a line cannot be read."""

    pairs: tuple[tuple[str, ...], ...]
    """Keys of the players who play together; none while a line cannot be read."""

    players: tuple[Player, ...]
    """Those of the lines that can be read."""

    meanings: Mapping[str, str]
    """What columns can hold."""

    name_order: NameOrder
    order_is_guessed: bool
    readings: tuple[NameReading, ...]
    """Some names of one column that do not say which part is the family name; none if there are no such."""

    marks: Mapping[str, str]
    """What the form sends back, so that corrections count for the list that they were made in."""


def read_columns(
    name: str,
    content: bytes,
    fields: Mapping[str, str],
    *,
    graded: bool,
    go: bool = True,
    is_registered: Callable[[Player], bool] = lambda player: False,
    known: KnownNames = nobody_known,
) -> ColumnPreview:
    """A list of entries with what the director has corrected in it.

    Parameters
    ----------
    name
        What the list is called, for the errors.
    content
        The text.
    fields
        What was corrected: ``column2`` says what a column holds, ``cell7_2`` a cell of line 7, and
        ``without7`` leaves the line out; ``names`` states the order of names. They count as long as the
        titles are those of ``titles``, for columns, and the lines those of ``lines``.
    graded
        Whether the players need grades or ratings.
    go
        Whether the game is Go.
    is_registered
        Whether somebody of whom the grade is not known is in the tournament: a line that cannot be read is
        not asked about then.
    known
        The people by whom the order of names is guessed.

    Raises
    ------
    FormatError
        If it is no table.
    """
    corrected = _corrected_list(guessed_table(name, content), fields, known)
    table, wrong, present = _checked(corrected.table, is_registered, graded=graded)
    readable = _without_lines(table, wrong)
    players = tuple(_players_of(name, readable, graded=graded))
    teams, more = (None, ()) if wrong else _teams(name, table, players)
    pairs, unpaired = ((), ()) if wrong or not players else _pairs(name, table, players)
    problems = (
        *corrected.duplicates,
        *_problems(table, wrong, graded=graded),
        *_open_questions(table, corrected.fields),
        *(more if teams is None else ()),
        *unpaired,
    )
    remarks = _remarks_by_cell(readable, players)
    return ColumnPreview(
        titles=tuple(_titles(table)),
        rows=tuple(_listed_rows(corrected, wrong, present, remarks)),
        number=len(corrected.rows),
        lines=tuple(row.line for row in readable.rows) if players else (),
        problems=problems,
        remarks=() if problems else (*table.remarks, *remarks_on(table, [*players]), *more),
        substitutes=() if problems else more,
        teams=teams,
        pairs=pairs,
        players=players,
        meanings=_meanings(table, go=go),
        marks=corrected.marks,
        name_order=table.name_order,
        order_is_guessed=table.order_is_guessed,
        readings=tuple(_readings(table)),
    )


class _CorrectedList(NamedTuple):
    """A list with the director's corrections."""

    table: ListTable
    """Without the lines that are left out."""

    rows: Sequence[ListRow]
    """All lines."""

    skipped: Container[int]
    """The lines that are left out."""

    duplicates: Sequence[str]
    """Columns of the same meaning."""

    fields: Mapping[str, str]
    """The corrections."""

    marks: Mapping[str, str]


def _corrected_list(
    found: ListTable, fields: Mapping[str, str], known: KnownNames
) -> _CorrectedList:
    """A list with what the director has corrected in it, as far as it was in this list."""
    lines = [found.header] * any(found.header) + [row.cells for row in found.rows]
    marks = {"titles": _mark(lines[:1]), "lines": _mark(lines)}
    fields = _of_this_list(fields, marks)
    table, duplicates = _with_columns(found, fields)
    rows = tuple(_corrected_row(row, len(table.header), fields) for row in table.rows)
    skipped = {row.line for row in rows if f"without{row.line}" in fields}
    stated = next((order for order in NAME_ORDERS if order == fields.get("names")), None)
    table = _without_lines(replace(table, rows=rows), skipped).with_order(stated, known)
    return _CorrectedList(table, rows, skipped, duplicates, fields, marks)


def _without_lines(table: ListTable, lines: Container[int]) -> ListTable:
    return replace(table, rows=tuple(row for row in table.rows if row.line not in lines))


def _checked(
    table: ListTable, is_registered: Callable[[Player], bool], *, graded: bool
) -> tuple[ListTable, Mapping[int, RowFault], Container[int]]:
    """A table without players who are registered, its faults by line, and the lines of these players."""
    faulty = [*faults(table, graded=graded)] if "name" in table.columns else []
    present = {each.row.line for each in faulty if each.player and is_registered(each.player)}
    wrong = {each.row.line: each for each in faulty if each.row.line not in present}
    return _without_lines(table, present), wrong, present


def _listed_rows(
    corrected: _CorrectedList,
    wrong: Mapping[int, RowFault],
    present: Container[int],
    remarks: Mapping[int, Mapping[int, Sequence[str]]],
) -> Iterator[ListedRow]:
    """The lines that are shown: the first ones, and those that are corrected or left out."""
    faulty = [row.line for row in corrected.rows if row.line in wrong]
    edited = {row.line for row in corrected.rows if f"cell{row.line}_0" in corrected.fields}
    edited |= {*faulty[:_MOST_CORRECTIONS]}
    for at, row in enumerate(corrected.rows):
        if at < _MOST_ROWS or row.line in edited or row.line in corrected.skipped:
            yield ListedRow(
                row.line,
                row.cells[:_MOST_CELLS],
                _status(row.line, skipped=corrected.skipped, wrong=wrong, known=present),
                row.line in edited,
                *_fault(wrong.get(row.line), corrected.table),
                remarks.get(row.line, {}),
            )


def _meanings(table: ListTable, *, go: bool) -> Mapping[str, str]:
    """What columns can hold in a game; and what those of the table do."""
    rare = {*_OF_CHESS, *(() if go else _OF_GO)}
    return {
        column: _meaning(column)
        for column in get_args(Column)
        if column in table.columns or column not in rare
    }


def _readings(table: ListTable) -> Iterator[NameReading]:
    """The first names that do not say which part is the family name, in both readings."""
    for name in [*dict.fromkeys(table.ambiguous_names)][:_MOST_READINGS]:
        yield NameReading(name, tuple(split_name(name, order) for order in NAME_ORDERS))


def _remarks_by_cell(
    table: ListTable, players: Sequence[Player]
) -> Mapping[int, Mapping[int, Sequence[str]]]:
    """What to look at in the lines that can be read, by line and column."""
    found: dict[int, dict[int, list[str]]] = {}
    for each in cell_remarks(table, players) if players else ():
        cells = found.setdefault(each.line, {})
        cells.setdefault(table.columns[each.column], []).append(each.message)
    return found


def _status(
    line: int, *, skipped: Container[int], wrong: Container[int], known: Container[int]
) -> str:
    """The status of a line as far as the list alone tells it."""
    if line in skipped:
        return "skipped"
    return "fix" if line in wrong else "known" if line in known else ""


def _meaning(column: Column) -> str:
    return _MEANINGS.get(column, column.replace("_", " "))


def _players_of(name: str, table: ListTable, *, graded: bool) -> Sequence[Player]:
    """The players of a table; none if the meaning of its columns is missing."""
    try:
        return players_of(name, table, graded=graded) if "name" in table.columns else ()
    except FormatError:
        return ()


_EXPECTED: Mapping[Column, str] = {
    "name": marked("Enter the family name."),
    "grade": GRADE.expected,
    "rating": marked("Enter a rating such as 2100."),
    "final": marked("Enter FIN or PRE."),
}
"""What a cell accepts, by what its column holds."""


def _fault(fault: RowFault | None, table: ListTable) -> tuple[str, int]:
    """The error of a line at its cell, and the column of that."""
    if fault is None:
        return "", -1
    if len(fault.row.cells) > len(table.header):
        return fault.message, len(table.header)
    places, column = table.columns, fault.column or "name"
    if column == "grade" and column not in places:
        column = "rating"
    expected = _EXPECTED.get(column) if fault.column else None
    return expected or fault.message, places.get(column, 0)


def _mark(cells: Sequence[object]) -> str:
    """A short text that stands for cells."""
    return digest_of(repr(cells).encode("utf-8", "surrogatepass"))


def _of_this_list(fields: Mapping[str, str], marks: Mapping[str, str]) -> Mapping[str, str]:
    """The corrections without those that were made in another list."""
    prefixes = tuple(
        prefix
        for name, mark in marks.items()
        if fields.get(name, mark) != mark
        for prefix in _CORRECTIONS[name]
    )
    return {name: value for name, value in fields.items() if not name.startswith(prefixes)}


def _teams(
    name: str, table: ListTable, players: Sequence[Player]
) -> tuple[TeamPlay | None, tuple[str, ...]]:
    """The teams and notes on players without a board, or none and the errors."""
    if not players:
        return None, ()
    try:
        return read_teams(name, table, players)
    except FormatError as error:
        return None, (_at_line(error),)


def _at_line(error: FormatError) -> str:
    """What is wrong in a line of a list that has no name."""
    message = error.message.alone()
    if error.line is None:
        return message
    return phrase("line {line}: {said}", line=error.line, said=message)


def _pairs(
    name: str, table: ListTable, players: Sequence[Player]
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The players who play together, or nobody and what is wrong."""
    try:
        return read_pairs(name, table, players), ()
    except FormatError as error:
        return (), (_at_line(error),)


def _with_columns(table: ListTable, fields: Mapping[str, str]) -> tuple[ListTable, Sequence[str]]:
    """The table with the columns as they are chosen, and what is chosen twice."""
    by_name: dict[str, Column] = {column: column for column in get_args(Column)}
    guessed = {place: column for column, place in table.columns.items()}
    columns: dict[Column, int] = {}
    duplicates = []
    for place, title in enumerate(table.header):
        chosen = by_name.get(fields.get(f"column{place}", guessed.get(place, "")))
        if chosen is None:
            continue
        if chosen in columns:
            first = columns[chosen]
            duplicates.append(
                phrase(
                    "{one} and {other} have the same meaning, {meaning}; choose another one for one of "
                    "them",
                    one=table.header[first] or phrase("column {number}", number=first + 1),
                    other=title or phrase("column {number}", number=place + 1),
                    meaning=phrase(_meaning(chosen)),
                )
            )
        columns.setdefault(chosen, place)
    return table.with_columns(columns), duplicates


def _corrected_row(row: ListRow, width: int, fields: Mapping[str, str]) -> ListRow:
    """A row with the director's corrections, as wide as the titles unless more of its cells are filled."""
    cells = [*row.cells, *[""] * (width - len(row.cells))]
    corrected = [fields.get(f"cell{row.line}_{place}", cell) for place, cell in enumerate(cells)]
    while len(corrected) > max(width, 1) and not corrected[-1].strip():
        corrected.pop()
    return replace(row, cells=tuple(corrected))


def _problems(table: ListTable, wrong: Mapping[int, RowFault], *, graded: bool) -> Iterator[str]:
    if "name" not in table.columns:
        yield phrase("choose the column that holds the names above the list")
    elif graded and not table.has_strength:
        yield phrase("choose the column that holds the grades or the ratings above the list")
    elif wrong:
        yield phrase_many(
            "{count} line cannot be read; mend or leave out each in the list",
            "{count} lines cannot be read; mend or leave out each in the list",
            len(wrong),
        )
    elif not table.rows:
        yield phrase("the list has no players")


def _open_questions(table: ListTable, fields: Mapping[str, str]) -> Iterator[str]:
    """Ask what columns hold that look like ratings or absences, until their meanings were sent."""
    for place, title in enumerate(map(str.strip, table.header)):
        if not title or f"column{place}" in fields:
            continue
        if place in table.unread_ratings:
            yield phrase(
                "the column {title!r} looks like ratings: choose “Rating” above it, or update the preview to "
                "leave it out",
                title=title,
            )
        elif place in table.unread_absences:
            yield phrase(
                "the column {title!r} looks like rounds that players miss: choose “{meaning}” above it, or "
                "update the preview to leave it out",
                title=title,
                meaning=phrase(_meaning("absences")),
            )


def _titles(table: ListTable) -> Iterator[_Title]:
    by_place = {place: column for column, place in table.columns.items()}
    for place, title in enumerate(table.header[:_MOST_CELLS]):
        yield _Title(place, title.strip(), by_place.get(place, ""))


_BROWSER_NAMES = {"cp949": "euc-kr", "cp932": "shift_jis"}
"""Names that browsers have for some encodings; the others are ``windows-1250`` and the like."""

BROWSER_ENCODINGS: Mapping[str, str] = {
    _BROWSER_NAMES.get(encoding, encoding.replace("cp", "windows-")): title
    for encoding, title in ENCODINGS.items()
    if encoding != "utf-8"
}
"""What a browser calls the encodings of lists that are not in UTF-8, with their titles."""

_OF_BROWSER = dict(zip(BROWSER_ENCODINGS, list(ENCODINGS)[1:], strict=True))


class SentList(NamedTuple):
    """A list as the page has sent it."""

    content: bytes
    """In UTF-8."""

    guessed: str = ""
    """The encoding as browsers call it, if it is guessed."""

    remarks: tuple[str, ...] = ()

    sheet: WorkbookSheet | None = None
    """The sheet, if it is a spreadsheet."""


def decode_list(name: str, text: str, fields: Mapping[str, str]) -> SentList:
    """A list in UTF-8.

    Parameters
    ----------
    name
        What the list is called, for the errors.
    text
        The list as it was sent.
    fields
        ``raw`` if the text is the bytes of a file that is not in UTF-8, each as the character that
        it is in Windows-1252, or, if it says ``spreadsheet``, in Base64; ``encoding`` and ``sheet`` if the
        director has chosen one.

    Raises
    ------
    FormatError
        If it is a spreadsheet that cannot be read, or has no such sheet.
    RuleError
        If the bytes are not in the encoding that is chosen.
    """
    if fields.get("raw") == "spreadsheet":
        sheet = read_sheet(name, _unpacked(text), fields.get("sheet") or None)
        return SentList(sheet.content, "", sheet.remarks, sheet)
    content = _bytes_of(text) if fields.get("raw") else None
    if content is None:
        return SentList(text.encode("utf-8", "surrogatepass"))
    chosen = _OF_BROWSER.get(fields.get("encoding", ""))
    encoding = chosen or guess_encoding(content)
    try:
        decoded = in_utf8(name, content, encoding)
    except FormatError as error:
        raise RuleError(str(error)) from error
    if chosen:
        return SentList(decoded)
    label = next((label for label, own in _OF_BROWSER.items() if own == encoding), "")
    return SentList(decoded, label, (guess_remark(encoding),))


def sheets_in(fields: Mapping[str, str]) -> tuple[str, ...]:
    """The sheets of a list as the page has sent it; none if it is no spreadsheet that can be read."""
    if fields.get("raw") != "spreadsheet":
        return ()
    try:
        return read_sheet(_NAME, _unpacked(fields.get("list", ""))).names
    except FastpairError:
        return ()


def _unpacked(text: str) -> bytes:
    """The bytes of a file in Base64; none if it is no such text."""
    try:
        return b64decode("".join(text.split()), validate=True)
    except ValueError:
        return b""


def _bytes_of(text: str) -> bytes | None:
    """The bytes of which a browser has made characters of Windows-1252; None if it has not."""
    content = bytearray()
    for character in text:
        try:
            content += character.encode("cp1252")
        except UnicodeEncodeError:
            if ord(character) > 0xFF:
                return None
            content.append(ord(character))
    return bytes(content)


# ---- A list with its players, teams and pairs ----

_NAME = "the list"
_ENCODING = re.compile(r"\A(\s*<\?xml[^>]*?)\s+encoding=(?:\"[^\"]*\"|'[^']*')")
_REGISTRATIONS = {"confirmed": True, "preliminary": False}


class SentPlayers(NamedTuple):
    """A list as the director has sent and corrected it."""

    columns: ColumnPreview | None
    """None of a tournament file."""

    players: Sequence[Player]
    teams: TeamPlay | None
    remarks: tuple[str, ...]
    encoding: str = ""
    """As browsers call it, if it is not UTF-8."""

    sheet: WorkbookSheet | None = None
    """The sheet, if it is a spreadsheet."""

    @property
    def pairs(self) -> tuple[tuple[str, ...], ...]:
        """Keys of the players who play together."""
        return () if self.columns is None else self.columns.pairs

    def imported(self, rules: Rules, players: Sequence[Player]) -> Tournament:
        """Those of its players who are to be registered in a tournament, with their teams and pairs.

        Raises
        ------
        RuleError
            If players cannot play together.
        """
        found = Tournament(rules=rules, players=tuple(players), team_play=self.teams)
        return with_pairs(found, self.pairs)


def read_sent_list(
    text: str, fields: Mapping[str, str], before: Tournament, lists: Sequence[RatingSource]
) -> SentPlayers:
    """A list as a form has sent it, with what was corrected in it.

    Parameters
    ----------
    fields
        As of `decode_list` and `read_columns`; ``registration`` says whether the players are ``confirmed``.
    before
        The tournament, which may have some of its players.
    lists
        Rating lists, by which the order of names is guessed.

    Raises
    ------
    RuleError
        If it is none.
    """
    try:
        decoded = decode_list(_NAME, _text(text), fields)
    except FormatError as error:
        raise RuleError(str(error)) from error
    found = _read(decoded.content, fields, before, known_names(before, *lists))
    final = _REGISTRATIONS.get(fields.get("registration", ""))
    players = [
        replace(each, final=each.final if final is None else final) for each in found.players
    ]
    remarks = (*decoded.remarks, *found.remarks)
    return found._replace(
        players=players, remarks=remarks, encoding=decoded.guessed, sheet=decoded.sheet
    )


def _text(text: str) -> str:
    """The text of a file without its declaration of an encoding, which no longer holds."""
    return _ENCODING.sub(r"\1", text, count=1)


def _read(
    content: bytes, fields: Mapping[str, str], before: Tournament, known: KnownNames
) -> SentPlayers:
    """A list of players or a tournament file, for a tournament that may have some of its players."""
    form = next((form for form in FORMATS.values() if form.recognises(content)), FORMATS["csv"])
    try:
        if form is not FORMATS["csv"]:
            document = form.read(_NAME, content)
            tournament = document.tournament
            return SentPlayers(None, tournament.players, tournament.team_play, (*document.remarks,))
        registered = KnownPeople.of(before)
        columns = read_columns(
            _NAME,
            content,
            fields,
            graded=before.needs_grades,
            go=before.event_kind.has_grades,
            is_registered=registered.has_ungraded,
            known=known,
        )
        return SentPlayers(columns, columns.players, columns.teams, columns.remarks)
    except FormatError as error:
        raise RuleError(
            phrase(
                "this is not a list of players: {error}; the first line names the columns, such as name, first "
                "name, grade, country, club",
                error=str(error),
            )
        ) from error
