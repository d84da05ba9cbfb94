"""Lists of entries in spreadsheets: what their cells say, which sheet is read, and which files are refused."""

from __future__ import annotations

import struct
from datetime import date, timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fastpair
from commands import do
from fastpair.errors import FormatError
from fastpair.formats import limits, read
from fastpair.formats.entries import read as read_content
from fastpair.formats.entries.workbook import read_sheet
from fastpair.ui.cli import main
from processes import run_without
from workbooks import MAIN, ods, packed, xlsx

ROWS = [
    ["Name", "FirstName", "Rank", "Rating", "EGF Pin", "Birth", "Team", "Board"],
    ["Adler", "Anna", "3k", 1850, 11111111, date(1999, 3, 2), "Lyon", 1],
    [],
    ["Kunz", "Bo; Jr", "1d", 2100, "", "1987", "Lyon", "reserve"],
]
TEXT = "\n".join(";".join(f'"{cell}"' for cell in row) for row in ROWS)
MAKERS = {"xlsx": xlsx, "ods": ods}
made = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def cells_of(content, sheet=None):
    """The rows of a sheet."""
    text = read_sheet("list", content, sheet).content.decode()
    return [line.split("\t") for line in text.splitlines()]


@made
def test_a_sheet_says_what_the_same_text_says(make):
    document, text = read_content("list", make(List=ROWS)), read_content("list", TEXT.encode())
    assert document.tournament == text.tournament
    assert (document.remarks, document.format) == (text.remarks, "csv")
    assert [player.birth for player in document.tournament.players] == ["1999-03-02", "1987"]


VALUES = st.one_of(
    st.integers(-(10**9), 10**9),
    st.integers(-4000, 4000).map(lambda number: number / 4),
    st.booleans(),
    st.integers(0, 40_000).map(lambda days: date(1950, 1, 1) + timedelta(days)),
    st.text("aB1 .,-äж王<&", max_size=6).map(lambda text: " ".join(text.split())),
)


def shown(value):
    """A cell as people type it."""
    if isinstance(value, bool):
        return str(value).upper()
    return f"{value:.10g}" if isinstance(value, float) else str(value)


@made
@given(st.lists(st.lists(VALUES, min_size=1, max_size=4), min_size=1, max_size=4))
def test_cells_are_as_they_are_typed(make, rows):
    first = [["x", *map(str, range(4))], *rows]
    found = cells_of(make(List=first))[1:]
    found += [[]] * (len(rows) - len(found))
    for row, cells in zip(rows, found, strict=True):
        typed = [*map(shown, row)]
        while typed and not typed[-1]:
            typed.pop()
        # A text with a sign before it is no formula, as in other lists.
        assert [cell.removeprefix("'").strip('"') for cell in cells if cells != [""]] == typed


@made
def test_the_first_sheet_or_the_named_one_is_read(make):
    content = make(Players=ROWS[:2], Teams=[*ROWS[:1], ROWS[3]])
    names = lambda **how: [p.name for p in read_content("x", content, **how).tournament.players]  # noqa: E731
    assert (names(), names(sheet=" teams ")) == (["Adler"], ["Kunz"])
    assert "the sheet 'Players' is read, and not 'Teams'" in read_content("x", content).remarks
    with pytest.raises(
        FormatError, match="x: has no sheet 'Pairs'; its sheets are 'Players', 'Teams'"
    ):
        names(sheet="Pairs")
    with pytest.raises(FormatError, match="x: is not a spreadsheet, and has no sheets"):
        read_content("x", TEXT.encode(), sheet="Teams")
    other = make(Notes=[["Club evening", "2026"]], Teams=ROWS)
    with pytest.raises(
        FormatError, match=r"x:1: expected a first line.*; the sheet 'Notes' is read"
    ):
        read_content("x", other)


def test_a_hidden_sheet_is_not_the_first_one():
    content = xlsx(hidden=["Old"], Old=ROWS[:2], New=[*ROWS[:1], ROWS[3]])
    assert [p.name for p in read_content("x", content).tournament.players] == ["Kunz"]


def member_of(length):
    """A workbook whose sheet states to be so long."""
    content = bytearray(xlsx(List=ROWS))
    with ZipFile(BytesIO(content)) as archive:
        sheet = archive.getinfo("xl/worksheets/sheet1.xml")
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = (
            content.index(b"xl/worksheets/sheet1.xml")
            if offset == 22
            else content.rindex(b"xl/worksheets/sheet1.xml")
        )
        start = content.rindex(signature, 0, at)
        struct.pack_into("<I", content, start + offset, length(sheet.file_size))
    return bytes(content)


def far(cell):
    """A workbook with a cell far from the first one."""
    rows = f'<row><c r="A1"><v>1</v></c></row><row><c r="{cell}"><v>2</v></c></row>'
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    return xlsx(more={"xl/worksheets/sheet1.xml": sheet}, List=ROWS)


def repeated(rows, columns):
    """A workbook of OpenDocument with a cell that is there many times."""
    content = ods(List=[["Name", "Rank"], ["x", "1d"]])
    with ZipFile(BytesIO(content)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    whole, _, rest = parts["content.xml"].rpartition("<table:table-row table:number-rows-repeated")
    many = f'<table:table-row table:number-rows-repeated="{rows}"><table:table-cell office:value-type="float" '
    many += f'office:value="1" table:number-columns-repeated="{columns}"/></table:table-row>'
    parts["content.xml"] = f"{whole}{many}<table:table-row table:number-rows-repeated{rest}"
    return packed(parts)


TOO_LARGE = "is too large: at most 2000000 cells and 128 MiB are read"
DAMAGED = "is damaged; open it in a spreadsheet program and save it again"
OTHER = "is a file that is not read; save it as .xlsx or .ods"
OLD = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (xlsx(List=ROWS)[:900], DAMAGED),
        (xlsx(List=ROWS).replace(b"PK\x01\x02", b"PK\x01\x09"), DAMAGED),
        (xlsx(more={"xl/workbook.xml": "<workbook>"}, List=ROWS), DAMAGED),
        (xlsx(more={"xl/worksheets/sheet1.xml": "<worksheet><sheetData><row"}, List=ROWS), DAMAGED),
        (ods(more={"content.xml": b"\x00\x01" * 50}, List=ROWS), DAMAGED),
        (member_of(lambda size: size - 9), DAMAGED),
        (member_of(lambda size: 1 << 31), TOO_LARGE),
        (xlsx(more={"xl/media/film.bin": bytes(129 << 20)}, List=ROWS), TOO_LARGE),
        (far("XFD1048576"), TOO_LARGE),
        (far("AB1000000"), TOO_LARGE),
        (repeated(1_000_000, 3), TOO_LARGE),
        (repeated(1, 3_000_000), TOO_LARGE),
        (xlsx(more={"xl/vbaProject.bin": b"x"}, List=ROWS), "has macros; save it as .xlsx or .ods without them"),
        (ods(more={"Basic/Standard/Module1.xml": "x"}, List=ROWS), "has macros"),
        (OLD + "EncryptedPackage".encode("utf-16-le"), "is protected by a password; save it without one"),
        (ods(more={"META-INF/manifest.xml": "<m><encryption-data/></m>"}, List=ROWS), "is protected by a password"),
        (OLD, OTHER),
        (packed({"xl/workbook.bin": "x", "xl/worksheets/sheet1.bin": "x"}), OTHER),
        (packed({"[Content_Types].xml": "x", "word/document.xml": "x"}), OTHER),
        (xlsx(), "has no sheet with cells"),
    ],
)  # fmt: skip
def test_files_that_are_not_read_are_refused_in_one_line(tmp_path, content, message):
    path = tmp_path / "list.xlsx"
    path.write_bytes(content)
    with pytest.raises(FormatError) as refused:
        read(path)
    assert str(refused.value).startswith(f"{path}: {message}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("content", [far("B2000"), repeated(1000, 20)])
def test_cells_up_to_the_limit_are_read(monkeypatch, content):
    assert len(cells_of(content)) > 1
    monkeypatch.setattr("fastpair.formats.entries.workbook.MOST_CELLS", 3_999)
    with pytest.raises(FormatError, match="is too large"):
        cells_of(content)


def test_a_sheet_has_room_for_as_many_players_as_a_list():
    assert limits.MOST_CELLS >= 40 * limits.MOST_PLAYERS


@given(st.data())
def test_damage_is_one_line(data):
    content = bytearray(data.draw(st.sampled_from([xlsx(List=ROWS), ods(List=ROWS)])))
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(4, len(content) - 1))] = data.draw(st.integers(0, 255))
    message = ""
    try:
        read_content("list", bytes(content))
    except FormatError as error:
        message = str(error)
    assert "\n" not in message


@made
def test_the_command_reads_a_sheet(tmp_path, capsys, make):
    listed, file = tmp_path / "list.xlsx", tmp_path / "file.json"
    listed.write_bytes(make(Notes=[["Old", "list"]], List=ROWS))
    do("new", file, "--entries", listed, "--sheet", "List")
    assert "2 players; 1 team" in capsys.readouterr().out
    do("register", file, "--entries", listed, "--sheet", "list")
    assert "Lyon is there already" in capsys.readouterr().out
    target = tmp_path / "other.csv"
    do("convert", listed, target, "--sheet", "List")
    other = read(target).tournament
    assert other.team_play.teams == read(file).tournament.team_play.teams
    assert [each.birth for each in other.players] == ["1999-03-02", "1987"]
    assert main(["register", str(file), "--sheet", "List"]) == 2
    assert "--sheet is for the players of a list; add --entries LIST" in capsys.readouterr().err
    assert fastpair.read(listed, sheet="List").tournament.players == other.players


@made
def test_a_spreadsheet_is_not_changed(tmp_path, capsys, make):
    file, content = tmp_path / "list.ods", make(List=ROWS)
    file.write_bytes(content)
    assert main(["register", str(file), "Roth", "Cy", "--grade", "3k"]) == 2
    assert (
        "a spreadsheet, or a list with a team in each row, is read only" in capsys.readouterr().err
    )
    assert file.read_bytes() == content
    assert main(["convert", str(file), "--encoding", "cp1250", str(tmp_path / "x.json")]) == 2
    assert "found a spreadsheet, which states it" in capsys.readouterr().err


def test_a_missing_extra_is_one_line(tmp_path):
    path = tmp_path / "list.xlsx"
    path.write_bytes(xlsx(List=ROWS))
    done = run_without(
        ["python_calamine"],
        f"import fastpair.ui.cli as c; sys.exit(c.main(['info', {str(path)!r}]))",
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "a list in a spreadsheet needs the extra spreadsheet: pip install" in done.stderr
