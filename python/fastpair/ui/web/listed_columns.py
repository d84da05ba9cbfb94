"""A list of entries that the director looks over: what its columns are, and which lines need mending."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, get_args

from ...app.history.history_line import digest_of
from ...errors import FormatError
from ...formats.entries.document import faults, players_of, read_teams, remarks_on
from ...formats.entries.table import Column, guessed_table
from ...sentences import marked, phrase, phrase_many

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...formats.entries.table import Row, Table
    from ...go.tournament import Player, TeamPlay


_MEANINGS: Mapping[Column, str] = {
    "first_name": marked("first name"),
    "grade": marked("grade"),
    "country": marked("country"),
    "club": marked("club"),
    "rating": marked("rating"),
    "band": marked("band"),
    "play_in": marked("play-in group"),
    "play_out": marked("play-out group"),
    "name": marked("family name, or whole name"),
    "egf_pin": marked("EGF PIN"),
    "ffg_licence": marked("FFG licence"),
    "aga_id": marked("AGA number"),
    "final": marked("registration"),
    "rounds": marked("rounds played"),
    "absences": marked("rounds missed"),
    "correction": marked("points added to the start"),
    "team": marked("team"),
    "board": marked("board"),
}
"""What columns hold, where their name does not say it."""

_CORRECTIONS = {"titles": ("column",), "lines": ("cell", "without")}
"""What the fields of corrections begin with, by what of the list they rest on."""

_SAMPLE, _MENDED_AT_ONCE, _MOST_CELLS = 3, 20, 30


class _Title(NamedTuple):
    """A column of the list."""

    place: int
    title: str
    meaning: str
    """What it holds; empty if it is not read."""


class _Mended(NamedTuple):
    """A line that is shown with its cells to be mended."""

    line: int
    fault: str
    """What is wrong; empty if it is no longer."""

    cells: tuple[str, ...]
    left_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedColumns:
    """What the director sees of a list of entries before anybody enters."""

    titles: tuple[_Title, ...]
    sample: tuple[tuple[str, ...], ...]
    """Cells of the first lines."""

    mended: tuple[_Mended, ...]
    problems: tuple[str, ...]
    """What keeps the list from being entered."""

    remarks: tuple[str, ...]
    teams: TeamPlay | None
    """Their teams; none while there are problems."""

    players: tuple[Player, ...]
    """Who would enter; nobody while there are problems."""

    meanings: Mapping[str, str]
    """What columns can hold."""

    marks: Mapping[str, str]
    """What the form sends back, so that corrections count for the list that they were made in."""

    encoding: str = ""
    """As browsers call it, if it is guessed."""


def listed_columns(name: str, content: bytes, fields: Mapping[str, str]) -> ListedColumns:
    """A list of entries with what the director has corrected in it.

    Parameters
    ----------
    name
        What the list is called, for the errors.
    content
        The text.
    fields
        What was corrected: ``column2`` says what a column holds, ``cell7_2`` a cell of line 7, and ``without7``
        leaves the line out. They count as long as the titles are those of ``titles``, for columns, and the
        lines those of ``lines``.

    Raises
    ------
    FormatError
        If it is no table.
    """
    found = guessed_table(name, content)
    lines = [found.header] * any(found.header) + [row.cells for row in found.rows]
    marks = {"titles": _mark(lines[:1]), "lines": _mark(lines)}
    fields = _of_this_list(fields, marks)
    table, doubled = _with_columns(found, fields)
    rows = tuple(_mended_row(row, len(table.header), fields) for row in table.rows)
    left_out = {row.line for row in rows if f"without{row.line}" in fields}
    table = replace(table, rows=tuple(row for row in rows if row.line not in left_out))
    wrong = {row.line: said for row, said in faults(table)} if "name" in table.columns else {}
    touched = {row.line for row in rows if f"cell{row.line}_0" in fields}
    problems = [*doubled, *_problems(table, wrong)]
    players = () if problems else tuple(players_of(name, table))
    teams, more = _teams(name, table, players)
    problems += [*more] if teams is None else []
    shown = [row for row in rows if row.line in wrong.keys() | touched]
    return ListedColumns(
        titles=tuple(_titles(table)),
        sample=tuple(row.cells for row in rows[:_SAMPLE]),
        mended=tuple(
            _Mended(row.line, wrong.get(row.line, ""), row.cells, row.line in left_out)
            for row in shown[: _MENDED_AT_ONCE + len(touched)]
        ),
        problems=tuple(problems),
        remarks=() if problems else (*remarks_on(table, [*players]), *more),
        teams=teams,
        players=players,
        meanings={
            column: _MEANINGS.get(column, column.replace("_", " ")) for column in get_args(Column)
        },
        marks=marks,
    )


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
    name: str, table: Table, players: Sequence[Player]
) -> tuple[TeamPlay | None, tuple[str, ...]]:
    """The teams with who has no board in them, or none and what is wrong with them."""
    if not players:
        return None, ()
    try:
        return read_teams(name, table, players)
    except FormatError as error:
        return None, (str(error),)


def _with_columns(table: Table, fields: Mapping[str, str]) -> tuple[Table, Sequence[str]]:
    """The table with the columns as they are chosen, and what is chosen twice."""
    known: dict[str, Column] = {column: column for column in get_args(Column)}
    guessed = {place: column for column, place in table.columns.items()}
    columns: dict[Column, int] = {}
    doubled = []
    for place, title in enumerate(table.header):
        chosen = known.get(fields.get(f"column{place}", guessed.get(place, "")))
        if chosen is None:
            continue
        if chosen in columns:
            other = table.header[columns[chosen]] or f"column {columns[chosen] + 1}"
            meaning = _MEANINGS.get(chosen, chosen.replace("_", " "))
            doubled.append(
                f"{other} and {title or f'column {place + 1}'} are both said to hold the {meaning}; "
                "choose something else for one of them"
            )
        columns.setdefault(chosen, place)
    return replace(table, columns=columns), doubled


def _mended_row(row: Row, width: int, fields: Mapping[str, str]) -> Row:
    """A row with the cells that the director has typed."""
    cells = [*row.cells, *[""] * (width - len(row.cells))][: max(width, 1)]
    typed = (fields.get(f"cell{row.line}_{place}") for place in range(len(cells)))
    mended = (was if now is None else now for was, now in zip(cells, typed, strict=True))
    return replace(row, cells=tuple(mended))


def _problems(table: Table, wrong: Mapping[int, str]) -> Iterator[str]:
    if "name" not in table.columns:
        yield phrase("choose the column that holds the names above the list")
    elif not {"grade", "rating"} & table.columns.keys():
        yield phrase("choose the column that holds the grades or the ratings above the list")
    elif wrong:
        yield phrase_many(
            "{count} line cannot be read; mend or leave out each in the list",
            "{count} lines cannot be read; mend or leave out each in the list",
            len(wrong),
        )
    elif not table.rows:
        yield phrase("the list has no player")


def _titles(table: Table) -> Iterator[_Title]:
    held = {place: column for column, place in table.columns.items()}
    for place, title in enumerate(table.header[:_MOST_CELLS]):
        yield _Title(place, title.strip(), held.get(place, ""))
