"""Lists of entries as tournaments."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ...errors import FormatError, RuleError
from ...go.tournament import (
    NO_GRADE,
    NO_RATING,
    SWISS_RULES,
    Grade,
    Player,
    Rules,
    Tournament,
)
from ...go.tournament.player import participation, participation_text
from ...go.tournament.ranges import range_in
from ...go.tournament.written import rating_in
from ...letters import folded, visible
from ...parameters import ranges
from ...sentences import joined, phrase, phrase_many
from ..characters import csv_text, unique_keys
from ..document import Document, birth_in, sex_in
from .columns import ListRow, has_thousands, identity_in, known_number, plain_whole, title_in
from .countries import country_in, is_country
from .names import both_spellings, nobody_known, split_name
from .pairs import read_pairs
from .table import mend_too, read_table
from .teams import TeamSeat, read_teams, seats_of
from .workbook import is_workbook, read_sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from .columns import Column
    from .names import KnownNames, NameOrder
    from .table import ListTable


_NO_PLAYERS = frozenset(
    folded(word)
    for words in (
        "bye freilos spielfrei exempt libre descansa descanso riposo volno volný pauza pauzuje wolny wolnylos",
        "walkover fri friplass свободен выходной 不戦 不戦勝 轮空 total totals totale totaal sum summe gesamt",
        "anzahl somme suma celkem razem итого всего 合計 合计 总计",
    )
    for word in words.split()
)
"""Of lines that are none of a player: who has no opponent, and sums."""

_WORD_AND_NUMBER = re.compile(r"\W*([^\W\d]+(?:\s+[^\W\d]+)*)[\s:.=-]*\d*\W*")

_GRADE = re.compile(r"(\d{1,2})\s*[.-]?\s*([kdp])[a-z]*\.?", re.IGNORECASE)
_WORDS_OF_GRADES = frozenset(["k", "kyu", "kyus", "kju", "kiu", "d", "dan", "dans", "p", "pro"])
_WHOLE = re.compile(r"[+-]?\d{1,2}")
_ROUNDS = re.compile(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?")
_PRELIMINARY = frozenset(
    {"pre", "p", "prel", "preliminary", "provisoire", "vorlaufig", "vorläufig"}
)
_FINAL = frozenset(
    {"", "fin", "f", "final", "finale", "definitive", "endgültig", "yes", "oui", "ja"}
)
_FAR, _LOWEST_RATING = 500, 100
"""Points between a rating and that of the grade that are more than a grade lags behind, and the lowest
rating that the EGF gave for years."""

_MOST_ROUNDS, _USUAL_ROUNDS = 99, 20
"""Rounds that a list may name, and those that it speaks of: it does not say how many there are."""

_TITLES: dict[Column, str] = {
    "name": "Name",
    "first_name": "FirstName",
    "grade": "Rank",
    "country": "Country",
    "club": "Club",
    "rating": "Rating",
    "egf_pin": "EGF Pin",
    "ffg_licence": "FFG Licence",
    "aga_id": "AGA ID",
    "fide_id": "FIDE ID",
    "title": "Title",
    "sex": "Sex",
    "birth": "Birth",
    "k_factor": "K",
    "final": "Registration",
    "absences": "Absent",
    "correction": "Correction",
    "band": "Band",
    "play_in": "Play-in",
    "play_out": "Play-out",
    "team": "Team",
    "board": "Board",
    "partner": "Partner",
    "captain": "Captain",
}
"""Titles of a new list; OpenGotha reads the first five."""

_RARE: frozenset[Column] = frozenset(
    {
        "fide_id",
        "title",
        "sex",
        "birth",
        "k_factor",
        "band",
        "play_in",
        "play_out",
        "team",
        "board",
        "partner",
        "captain",
    }
)
"""Columns that a new list has only if somebody needs them."""


def read(
    path: str,
    content: bytes,
    *,
    graded: bool = True,
    names: NameOrder | None = None,
    known: KnownNames = nobody_known,
    sheet: str | None = None,
) -> Document:
    """Read the content of a file.

    Parameters
    ----------
    graded
        Whether there must be a column of grades or of ratings.
    names
        The order of names where one column has them whole; None to guess it.
    known
        The people by whom it may be guessed.
    sheet
        The sheet of a spreadsheet; None for the first one.

    Raises
    ------
    FormatError
        If the first line does not name the columns, a player has neither grade nor rating, unless the
        list is of another game, or the teams are none, see `read_teams`.
    """
    if is_workbook(content):
        found = read_sheet(path, content, sheet)
        try:
            document = read(path, found.content, graded=graded, names=names, known=known)
        except FormatError as error:
            detail = joined("; ", [error.detail, *found.remarks])
            raise FormatError(path, error.line, detail) from error
        remarks = (*found.remarks, *document.remarks)
        return replace(document, content=content, remarks=remarks, is_read_only=True)
    if sheet is not None:
        raise FormatError(path, None, phrase("is not a spreadsheet, and has no sheets"))
    table = read_table(path, content, names, known)
    graded = graded and not table.is_of_another_game
    players = players_of(path, table, graded=graded)
    play, substitutes = read_teams(path, table, players)
    remarks = () if table.is_ungraded and not table.has_strength else table.remarks
    of_go = graded and not table.is_ungraded
    usual = Tournament() if of_go else Tournament(kind="swiss", rules=Rules(**SWISS_RULES))
    return Document(
        path=path,
        format="csv",
        tournament=replace(usual, players=tuple(players), team_play=play),
        pairs=read_pairs(path, table, players),
        remarks=(*remarks, *table.order_remarks(), *remarks_on(table, players), *substitutes),
        content=content,
        is_read_only=table.is_unfolded,
        render=partial(_rendered, table.name_order),
    )


class RowFault(NamedTuple):
    """What is wrong with a row."""

    row: ListRow
    message: str
    column: Column | None
    """Of the cell that is wrong; None if it is no single one."""

    player: Player | None
    """What can be read of the player, without a grade; None if that is not even a name."""


class _CellError(FormatError):
    """A cell that holds what no player can have."""

    def __init__(self, path: str, line: int, message: str, column: Column) -> None:
        super().__init__(path, line, message)
        self.column = column


def faults(table: ListTable, *, graded: bool = True) -> Iterator[RowFault]:
    """Rows that say what no player can be, and what is wrong in each; ``graded`` is that of `players_of`."""
    for row in table.rows:
        try:
            _Entry(table, row, graded=graded).player("key")
        except (FormatError, RuleError) as error:
            column = error.column if isinstance(error, _CellError) else None
            player = None if column == "name" else _Entry(table, row, graded=graded).person()
            yield RowFault(row, str(error.message), column, player)


def players_of(path: str, table: ListTable, *, graded: bool = True) -> list[Player]:
    """The players of a table, with keys made of their names.

    Parameters
    ----------
    graded
        Whether the players need grades, which follow from ratings where there are none: there must be a
        column of either.

    Raises
    ------
    FormatError
        If a row says what no player can be, as `faults` tells, or no column holds grades or ratings.
    """
    if graded and table.rows and not table.has_strength:
        message = f"expected a column of grades or of ratings; {table.columns_in_words()}"
        raise FormatError(path, table.line, message)
    try:
        rows = [_Entry(table, row, path, graded=graded) for row in table.rows]
        keys = unique_keys(["".join(row.names) for row in rows])
        return [row.player(key) for row, key in zip(rows, keys, strict=True)]
    except (FormatError, RuleError) as error:
        lines = [each.row.line for each in faults(table, graded=graded)]
        more = mend_too(lines[1:])
        if not more:
            raise
        detail = error.detail if isinstance(error, FormatError) else str(error)
        raise FormatError(path, lines[0], joined("; ", [detail, more])) from None


@dataclass(frozen=True)
class _Entry:
    """A row that is read as a player."""

    table: ListTable
    row: ListRow
    path: str = ""
    graded: bool = True

    @cached_property
    def cells(self) -> Mapping[Column, str]:
        """The cells that say something."""
        return self.table.cells(self.row)

    def cell(self, column: Column) -> str:
        return self.cells.get(column, "")

    def wrong(self, column: Column, expected: str, text: str, more: str = "") -> FormatError:
        """What is wrong with a cell."""
        message = f"expected {expected}, found {text[:40]!r}{more}"
        return _CellError(self.path, self.row.line, message, column)

    @cached_property
    def names(self) -> tuple[str, str]:
        """Family name and first name."""
        name = self.cell("name")
        if "first_name" in self.table.columns:
            first = self.cell("first_name")
        else:
            name, first = split_name(name, self.table.name_order)
        if not (name or first):
            message = "expected the name of a player, found nothing"
            raise _CellError(self.path, self.row.line, message, "name")
        return name.strip(), first.strip()

    def country(self, _: Column = "country") -> str:
        """The country of a player of Go, or the federation of one of chess."""
        return country_in(
            self.cell("country"), chess=self.table.has_federations(graded=self.graded)
        )

    def person(self) -> Player:
        """The player without what can be wrong."""
        name, first_name = self.names
        country, club = self.country(), self.cell("club")
        pin = self.cell("egf_pin")
        return Player(
            key="-",
            name=name,
            first_name=first_name,
            grade=NO_GRADE,
            country=country,
            club=club,
            egf_pin=pin if pin.isdecimal() else "",
        )

    def _refuse_more_cells(self) -> None:
        """Refuse a row with more cells than there are titles: one may be in the wrong column."""
        width, cells = len(self.table.header), self.row.cells
        if surplus := [cell.strip() for cell in cells[width:] if cell.strip()]:
            message = (
                f"expected {width} cells, as many as there are titles, found {len(cells)}, the last "
                f"{surplus[-1][:40]!r}; put a cell with {self.table.separator!r} in it between double "
                "quotes, or add a title"
            )
            raise FormatError(self.path, self.row.line, message)

    def player(self, key: str) -> Player:
        name, first_name = self.names
        if _is_no_player(whole := f"{self.cell('name')} {self.cell('first_name')}".strip()):
            message = phrase(
                "{text!r} is no player: leave the line out, or enter a first name, too",
                text=whole[:40],
            )
            raise FormatError(self.path, self.row.line, message)
        self._refuse_more_cells()
        rating = self._rating()
        grade = self._grade(rating)
        if grade != NO_GRADE and rating is None:
            rating = grade.rating
        return Player(
            key=key,
            name=name,
            first_name=first_name,
            grade=grade,
            rating=rating,
            attributes=self.table.attributes_of(self.row),
            **self._facts(),
        )

    def _facts(self) -> dict[str, Any]:
        """What the cells say otherwise, by the names of the fields; an empty cell says nothing."""
        found: dict[str, Any] = {
            column: read(self, column) for column, read in _FACTS.items() if column in self.cells
        }
        if "rounds" in self.cells:
            found["absences"] = found.get("absences", frozenset()) | self._without_rounds()
        return found

    def _rating(self) -> int | None:
        """The rating, of which decimals are rounded; none for 0, or -900 and less, which stand for none."""
        text, expected = self.cell("rating"), "a rating such as 2100"
        if not text:
            return None
        try:
            found = rating_in(text)
        except ValueError:
            raise self.wrong("rating", expected, text, ", which may be two numbers") from None
        if found is None:
            raise self.wrong("rating", expected, text)
        rating = round(found)
        return None if rating <= NO_RATING or rating == 0 else rating

    def _identity(self, column: Column) -> str:
        """The number of a player in a federation."""
        text = self.cell(column)
        try:
            return known_number(identity_in(text))
        except ValueError:
            more = ", of which a spreadsheet has dropped digits: make the column one of text"
            raise self.wrong(column, "a number such as 12345678", text, more) from None

    def _grade(self, rating: int | None) -> Grade:
        """The grade; without one that of the rating, and none if nobody needs one or the column is empty."""
        text = self.cell("grade")
        if not text and not (self.graded and (rating is not None or not self.table.is_ungraded)):
            return NO_GRADE
        if not text and rating is not None:
            return Grade.of_rating(rating)
        try:
            return grade_in(text)
        except ValueError:
            raise self.wrong("grade", "a grade such as 3d or 12k", text) from None

    def _final(self, _: Column) -> bool:
        text = self.cell("final").lower()
        if text not in _FINAL | _PRELIMINARY:
            raise self.wrong("final", "a registration, FIN or PRE", text)
        return text in _FINAL

    def _whole(self, column: Literal["band", "correction", "k_factor"]) -> int:
        """A number; 0 for nothing."""
        text, limits = plain_whole(self.cell(column)), range_in(Player, column)
        if not text or text == "0":
            return 0
        if _WHOLE.fullmatch(text) is None or not limits.holds(int(text)):
            raise self.wrong(column, f"a {column}{limits}", text)
        return int(text)

    def _band(self, _: Column) -> int | None:
        return self._whole("band") or None

    def _k_factor(self, _: Column) -> int | None:
        return self._whole("k_factor") or None

    def _correction(self, _: Column) -> int:
        return self._whole("correction")

    def _title(self, _: Column) -> str:
        return title_in(self.cell("title"))

    def _sex(self, _: Column) -> str:
        return sex_in(self.cell("sex"))

    def _birth(self, _: Column) -> str:
        return birth_in(self.cell("birth"))

    def _absences(self, _: Column) -> frozenset[int]:
        text = self.cell("absences")
        try:
            return _rounds_in(text)
        except ValueError:
            raise self.wrong("absences", "rounds such as 1 3-5", text) from None

    def _without_rounds(self) -> frozenset[int]:
        """The rounds that are not among those in which the player takes part, such as ``1-5``."""
        text = self.cell("rounds")
        try:
            missed = participation(text, _MOST_ROUNDS)
        except RuleError as error:
            raise _CellError(self.path, self.row.line, str(error), "rounds") from None
        last = max({*range(1, _MOST_ROUNDS + 1)} - missed, default=0)
        return frozenset(number for number in missed if number <= max(last, _USUAL_ROUNDS))


_FACTS: Mapping[Column, Callable[[_Entry, Column], Any]] = {
    "country": _Entry.country,
    **dict.fromkeys(("club", "play_in", "play_out"), _Entry.cell),
    "final": _Entry._final,
    "correction": _Entry._correction,
    "band": _Entry._band,
    "absences": _Entry._absences,
    **dict.fromkeys(("egf_pin", "ffg_licence", "aga_id", "fide_id"), _Entry._identity),
    "title": _Entry._title,
    "sex": _Entry._sex,
    "birth": _Entry._birth,
    "k_factor": _Entry._k_factor,
}
"""How the cells of a column are read that become a field of its name."""


@lru_cache(maxsize=1 << 12)
def _rounds_in(text: str) -> frozenset[int]:
    """Rounds such as ``1 3-5``."""
    rounds: set[int] = set()
    for part in re.split(r"[,;\s]+", re.sub(r"\s*-\s*", "-", text)):
        match = _ROUNDS.fullmatch(part)
        if part and (match is None or int(match[1]) < 1):
            raise ValueError(part)
        if match:
            rounds.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return frozenset(rounds)


def _is_no_player(name: str) -> bool:
    """Whether a name is a word such as BYE, or a sum such as ``Total: 12``."""
    word = _WORD_AND_NUMBER.fullmatch(name)
    return word is not None and folded(word[1]) in _NO_PLAYERS


def _plain_grade(text: str) -> str:
    """A grade such as ``3.Dan`` in two signs."""
    match = _GRADE.fullmatch(text)
    return f"{match[1]}{match[2]}" if match else text


@lru_cache(maxsize=1 << 12)
def grade_in(text: str) -> Grade:
    """The grade in a text such as ``3d``, ``3 dan`` or ``12. Kyu``.

    Raises
    ------
    ValueError
        If it is none from 30 kyu to 9 dan.

    Examples
    --------
    >>> grade_in("1 dan") == grade_in("1d")
    True
    """
    return Grade.parse(_plain_grade(text.strip()))


def _corrected_grade(text: str) -> str:
    """Say which grade a text is read as that has another word than kyu, dan or pro; empty for others."""
    match = _GRADE.fullmatch(text)
    if match is None or text.rstrip(".").lower().lstrip("0123456789 .-") in _WORDS_OF_GRADES:
        return ""
    return phrase("{text} is read as {grade}", text=text, grade=grade_in(text))


class CellRemark(NamedTuple):
    """What a director should look at in a cell that can be read."""

    line: int
    column: Column
    name: str
    message: str


def cell_remarks(table: ListTable, players: Sequence[Player]) -> Iterator[CellRemark]:
    """Cells that are read as something else, or not known, and grades far from the rating beside them."""
    grade_remarks: dict[str, str] = {}
    grades, titles = table.column("grade"), table.column("title")
    for player, row, text, title in zip(players, table.rows, grades, titles, strict=True):
        if text not in grade_remarks:
            grade_remarks[text] = Grade.replacement(_plain_grade(text)) or _corrected_grade(text)
        if remark := grade_remarks[text]:
            yield CellRemark(row.line, "grade", player.full_name, remark)
        if text and player.rating is not None and _is_far(player.grade, player.rating):
            remark = phrase(
                "the grade {grade} is far from the rating {rating}",
                grade=player.grade,
                rating=player.rating,
            )
            yield CellRemark(row.line, "grade", player.full_name, remark)
        if title and not player.title:
            remark = phrase("{title!r} is not a title of FIDE and is left out", title=title[:40])
            yield CellRemark(row.line, "title", player.full_name, remark)
        if player.country and not is_country(player.country):
            yield CellRemark(row.line, "country", player.full_name, _unknown_country(player))


def unknown_countries(players: Iterable[Player]) -> Iterator[str]:
    """Say, one line each, whose country is none that is known, so that results files lose it."""
    for player in players:
        if player.country and not is_country(player.country):
            remark = _unknown_country(player)
            yield phrase("{name}: {remark}", name=player.full_name, remark=remark)


def _unknown_country(player: Player) -> str:
    return phrase("{country!r} is not the name or code of a country", country=player.country)


def _is_far(grade: Grade, rating: int) -> bool:
    """Whether one of two is a slip; federations give no ratings below the lowest one."""
    return abs(max(grade.rating, _LOWEST_RATING) - max(rating, _LOWEST_RATING)) > _FAR


def remarks_on(table: ListTable, players: Sequence[Player]) -> Iterator[str]:
    """Say, one line each, what cells are read as that say something else, and who is there twice."""
    for each in cell_remarks(table, players):
        yield phrase("{name}: {remark}", name=each.name, remark=each.message)
    for place in table.unread_ratings:
        yield phrase(
            "the column {title!r} is not read, and its cells look like ratings; if they are, name it {name!r}",
            title=table.header[place].strip(),
            name="rating",
        )
    for place in table.unread_absences:
        yield phrase(
            "the column {title!r} is not read, and its cells look like rounds that players miss; if they are, "
            "name it {name!r}",
            title=table.header[place].strip(),
            name="absent",
        )
    if grouped := [text for text in table.column("rating") if has_thousands(text)]:
        yield phrase_many(
            "{count} rating has a thousands separator: {rating} is read as {value}",
            "{count} ratings have a thousands separator, such as {rating}, read as {value}",
            len(grouped),
            rating=grouped[0],
            value=f"{grouped[0][0]}{grouped[0][2:]}",
        )
    lines = defaultdict[tuple[frozenset[str], str], list[int]](list)
    names: dict[tuple[frozenset[str], str], str] = {}
    for player, row in zip(players, table.rows, strict=True):
        mark = frozenset(both_spellings(player)), player.egf_pin
        names.setdefault(mark, player.full_name)
        lines[mark].append(row.line)
    for mark, found in lines.items():
        if len(found) > 1:
            numbers = ", ".join(map(str, found))
            yield phrase("{name} is entered in lines {lines}", name=names[mark], lines=numbers)


def new_content(tournament: Tournament) -> bytes:
    """The content of a new list, in UTF-8 with semicolons.

    Raises
    ------
    RuleError
        If UTF-8 cannot hold a name.
    """
    cells = _all_cells(tournament)
    spared = _RARE.difference(*map(_needed, tournament.players, cells))
    columns = [column for column in _TITLES if column not in spared]
    rows = [[each[column] for column in columns] for each in cells]
    titles = [_TITLES[column] for column in columns]
    return _encoded(csv_text([titles, *rows], separator=";"), "utf-8")


def _all_cells(tournament: Tournament) -> list[dict[Column, str]]:
    """What a list says of each player."""
    seats = seats_of(tournament)
    return [_cells(player, seats.get(player.key)) for player in tournament.players]


def _cells(player: Player, seat: TeamSeat | None = None) -> dict[Column, str]:
    seat = seat or TeamSeat()
    return {
        "name": player.name,
        "first_name": player.first_name,
        "grade": str(player.grade),
        "country": player.country,
        "club": player.club,
        "rating": "" if player.rating is None else str(player.rating),
        "egf_pin": player.egf_pin,
        "ffg_licence": player.ffg_licence,
        "aga_id": player.aga_id,
        "fide_id": player.fide_id,
        "title": player.title,
        "sex": player.sex,
        "birth": player.birth,
        "k_factor": str(player.k_factor or ""),
        "final": "FIN" if player.final else "PRE",
        "rounds": participation_text(player.absences, max(_USUAL_ROUNDS, *player.absences, 0)),
        "absences": ranges(player.absences, comma=" "),
        "correction": str(player.correction),
        "band": str(player.band or ""),
        "play_in": player.play_in,
        "play_out": player.play_out,
        "team": seat.team,
        "board": seat.board,
        "partner": "",
        "captain": seat.captain,
    }


def _rendered(order: NameOrder, tournament: Tournament, content: bytes) -> bytes:
    """A list that keeps the columns of an older one, those that fastpair does not know included."""
    table, before = read_table("", content, order), read("", content, names=order).tournament
    had = zip(before.players, _all_cells(before), table.rows, strict=True)
    older = {player.key: (player, cells, row) for player, cells, row in had}
    all_cells = _all_cells(tournament)
    needed = set().union(*map(_needed, tournament.players, all_cells)) - table.columns.keys()
    if "rounds" in table.columns:
        needed -= {"absences"}
    if seats_of(tournament) == seats_of(before):
        needed -= {"board"}
    fresh = [column for column in _TITLES if column in needed]
    rows = [[*table.header, *(_TITLES[column] for column in fresh)]]
    for player, cells in zip(tournament.players, all_cells, strict=True):
        was, held_cells, row = older.get(player.key, (None, {}, None))
        line = list(row.cells if row else ())[: len(table.header)]
        line += [""] * (len(table.header) - len(line))
        for column, place in table.columns.items():
            if cells[column] != held_cells.get(column):
                line[place] = visible(cells[column])
        if "first_name" not in table.columns and (not was or was.full_name != player.full_name):
            line[table.columns["name"]] = visible(f"{player.name}, {player.first_name}")
        rows.append([*line, *(visible(cells[column]) for column in fresh)])
    _keep_order(table, rows, tournament)
    end = "\r\n" if b"\r\n" in content else "\n"
    text = csv_text(rows, separator=table.separator, line_end=end, render=str)
    return _encoded(text, table.encoding)


def _keep_order(table: ListTable, rows: list[list[str]], tournament: Tournament) -> None:
    """Write each name with a comma if the others would not show the order of names in which they were read."""
    written = [ListRow(place, tuple(cells)) for place, cells in enumerate(rows[1:], start=1)]
    again = replace(table, rows=tuple(written)).with_order(None)
    if again.ambiguous_names and again.name_order != table.name_order:
        for cells, player in zip(rows[1:], tournament.players, strict=True):
            cells[table.columns["name"]] = visible(f"{player.name}, {player.first_name}")


def _needed(player: Player, cells: Mapping[Column, str]) -> set[Column]:
    """The columns in which a list must say something of a player."""
    plain = Player(key="-", name="", grade=player.grade, rating=player.grade.rating)
    usual = _cells(plain)
    return {name for name, cell in cells.items() if cell != usual[name]} - {"first_name"}


def _encoded(text: str, encoding: str) -> bytes:
    """The text of a list as its file holds it.

    Raises
    ------
    RuleError
        If the encoding has no such character.
    """
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        letter = error.object[error.start]
        raise RuleError(f"a list in {encoding} cannot hold {letter!r}: save it as UTF-8") from None
