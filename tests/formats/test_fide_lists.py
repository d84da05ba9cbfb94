"""FIDE's rating lists: every form of them says the same, and players are found by number and name."""

from __future__ import annotations

import sqlite3
import tracemalloc
from contextlib import closing
from datetime import date
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from commands import do
from fastpair.errors import FormatError, RuleError
from fastpair.formats.fide_lists import FideSource, is_fide_list, is_stored_list, load, open_list
from fastpair.formats.rating_lists import plain_words
from fastpair.report.languages import language
from fide_lists import Listed, invented, text_lines, write, xml_lines

PLAYERS = [*invented(400, seed=4)]
RATES = ("standard", "rapid", "blitz")


def facts(entry):
    """What an entry says."""
    names = f"{entry.name}, {entry.first_name}"
    whose = int(entry.fide_id), names, entry.country, entry.sex, entry.title, entry.birth
    return *whose, entry.rating, entry.k_factor


def listed(player, rate, *, or_standard=False):
    """What it should say; who has no rating of rapid or blitz, by the standard one."""
    rating = player.ratings[rate] or (or_standard and player.ratings[0]) or None
    sex = {"F": "w", "M": "m"}[player.sex]
    whose = player.number, player.name, player.federation, sex, player.title, player.birth
    return *whose, rating, player.k_factors[rate]


def check(found, rates):
    assert found.size == len(PLAYERS)
    for rate in rates:
        rated = found.rated_by(RATES[rate])
        for player in PLAYERS[::7]:
            (entry,) = rated.find(str(player.number))
            expected = listed(player, rate, or_standard="standard" in found.rates)
            assert facts(entry) == expected
            assert entry.rated == (expected[-2] is not None)
    blitz = [each for each in PLAYERS[::7] if each.ratings[0] and not each.ratings[2]]
    assert blitz, "somebody has a standard rating alone"


@pytest.mark.parametrize("form", [text_lines, xml_lines])
def test_all_ratings_in_one_list(tmp_path, form):
    path = write(tmp_path / "players_list_nov26.dat", form(PLAYERS))
    assert is_fide_list(path)
    source = FideSource.of(path)
    assert (source.rates, source.month) == (RATES, date(2026, 11, 1))
    parts = []
    found = load(source, tmp_path, lambda done, total: parts.append(done))
    assert (found.title, found.published, found.remarks) == ("FIDE", date(2026, 11, 1), ())
    assert found.path == str(tmp_path / "fide-2026-11.ratings")
    assert parts == sorted(parts)
    assert parts[-1] == 100
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "fide-2026-11.ratings",
        "players_list_nov26.dat",
    ]
    check(found, range(3))


@pytest.mark.parametrize("form", [text_lines, xml_lines])
def test_lists_of_one_rate_of_play_are_put_together(tmp_path, form):
    for rate, name in enumerate(RATES):
        path = write(tmp_path / f"{name}_nov26frl.txt", form(PLAYERS, rate))
        found = load(FideSource.of(path), tmp_path)
        assert found.rates == RATES[: rate + 1]
    check(found, range(3))
    # The same list again, with other players: whoever is no longer in it has the standard rating alone.
    path = write(tmp_path / "rapid_nov26frl.txt", form(PLAYERS[:7], 1))
    again = load(FideSource.of(path), tmp_path)
    left = again.rated_by("rapid").find(str(PLAYERS[7].number))[0]
    assert left.rating == PLAYERS[7].ratings[0] != PLAYERS[7].ratings[1]
    check(again, [0, 2])


def test_two_lists_of_a_month_at_the_same_time(tmp_path):
    """The second would replace the first, whose ratings it has not seen."""
    standard, rapid = (
        FideSource.of(write(tmp_path / f"{name}_nov26frl.txt", text_lines(PLAYERS, rate)))
        for rate, name in enumerate(RATES[:2])
    )
    refused = []

    def load_the_other(done, total):
        if not refused:
            with pytest.raises(
                FormatError, match=r"another fastpair is writing it.*; nothing was changed"
            ) as caught:
                load(rapid, tmp_path)
            refused.append(caught)

    load(standard, tmp_path, load_the_other)
    assert refused
    found = load(rapid, tmp_path)
    assert found.rates == RATES[:2]
    check(found, range(2))


def test_what_a_killed_process_has_left_is_replaced(tmp_path):
    (tmp_path / ".fide-2026-11.ratings.fastpair").write_bytes(b"half a list")
    path = write(tmp_path / "standard_nov26frl.txt", text_lines(PLAYERS, 0))
    check(load(FideSource.of(path), tmp_path), [0])
    assert not [*tmp_path.glob(".*")]


def test_a_list_in_a_zip_file(tmp_path):
    inner = write(tmp_path / "standard_oct26frl.txt", text_lines(PLAYERS, 0, "OCT26"))
    path = tmp_path / "list.zip"
    with ZipFile(path, "w") as packed:
        packed.write(inner, inner.name)
    assert is_fide_list(path)
    found = load(FideSource.of(path), tmp_path)
    assert (found.published, found.rates) == (date(2026, 10, 1), ("standard",))
    check(found, [0])
    with ZipFile(path, "a") as packed:
        packed.write(inner, "another.txt")
    with pytest.raises(FormatError, match=r"expected one \.txt or \.xml in it, found 2"):
        FideSource.of(path)


def test_a_rate_of_play_that_is_not_loaded(tmp_path):
    path = write(tmp_path / "standard_nov26frl.txt", text_lines(PLAYERS, 0))
    with pytest.raises(RuleError, match="2026-11 has no rapid ratings") as caught:
        load(FideSource.of(path), tmp_path).rated_by("rapid")
    german = language("de")
    message = caught.value.message.spoken(german.text, german.counted)
    assert message.startswith("die Liste vom 2026-11 hat keine Wertungszahlen für Schnellschach;")


def test_what_the_names_do_not_say_is_stated(tmp_path):
    path = write(tmp_path / "list.txt", text_lines(PLAYERS, 0))
    with pytest.raises(FormatError, match="whether its ratings are standard, rapid or blitz"):
        FideSource.of(path)
    assert FideSource.of(path, rate="rapid").rates == ("rapid",)
    assert FideSource.of(path, name="rapid_list.txt").rates == ("rapid",)
    path = write(tmp_path / "list.xml", xml_lines(PLAYERS))
    with pytest.raises(FormatError, match="does not say its month"):
        FideSource.of(path)
    assert FideSource.of(path, month=date(2026, 9, 17)).month == date(2026, 9, 1)
    begins = date(2026, 10, 23)
    assert FideSource.of(path, begins=begins).month == date(2026, 10, 1)
    assert FideSource.of(path, month=date(2026, 9, 17), begins=begins).month == date(2026, 9, 1)
    named = FideSource.of(path, name="players_list_nov26.xml", begins=begins)
    assert named.month == date(2026, 11, 1)


def test_a_list_without_a_month_is_that_of_the_start_of_the_event(tmp_path, run):
    """By the command that enters a player of it; without a start it is asked for."""
    path = write(tmp_path / "players_list_foa.txt", text_lines(PLAYERS))
    rated = next(each for each in PLAYERS if each.ratings[0])
    for begins, status in ((None, 2), ("2026-10-23", 0)):
        file = tmp_path / f"{begins}.json"
        start = ["--begin", begins] if begins else []
        do("new", file, "--preset", "FIDE", *start)
        found = run("register", file, rated.name.partition(",")[0], "--fide-id", rated.number, "--list", path)  # fmt: skip
        assert found[0] == status, found
        assert ("state it, such as 2026-11" in found[2]) == (begins is None)
    assert (tmp_path / "fide-2026-10.ratings").exists()


@pytest.mark.parametrize(
    "content",
    [b"", b"nothing of the kind", b"<html></html>", b"ID Number      Name    Fed\n", b"PK\x03\x04"],
)
def test_what_is_no_list_is_refused(tmp_path, content):
    path = tmp_path / "standard_nov26frl.txt"
    path.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        load(FideSource.of(path), tmp_path)
    assert "\n" not in str(caught.value)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_list_that_cannot_be_loaded_leaves_the_one_before(tmp_path):
    path = write(tmp_path / "standard_nov26frl.txt", text_lines(PLAYERS, 0))
    before = load(FideSource.of(path), tmp_path)
    path.write_bytes(path.read_bytes().split(b"\n")[0] + b"\n" + b"no player\n" * 9)
    with pytest.raises(FormatError, match="expected players of a list of FIDE's"):
        load(FideSource.of(path), tmp_path)
    assert open_list(tmp_path / "fide-2026-11.ratings") == before
    check(before, [0])


def test_a_line_that_is_no_player_is_passed_over_with_a_remark(tmp_path):
    lines = [*text_lines(PLAYERS, 0)]
    lines[3:3] = ["nobody"] * 7
    found = load(FideSource.of(write(tmp_path / "standard_nov26frl.txt", lines)), tmp_path)
    assert found.size == len(PLAYERS)
    assert found.remarks[0] == "line 4: 'nobody' is no player; it is passed over"
    assert found.remarks[5:] == ("2 more lines are no players, and are passed over",)


def test_a_damaged_file_of_a_list_is_refused(tmp_path):
    path = tmp_path / "fide-2026-11.ratings"
    path.write_bytes(b"SQLite format 3\0" + bytes(100))
    assert is_stored_list(path)
    with pytest.raises(FormatError, match="load the list again"):
        open_list(path)


# Damaged lists, and lists that are made to harm

TITLES, *LINES = (f"{line}\n".encode() for line in text_lines(PLAYERS[:2], 0))
XML = "".join(xml_lines(PLAYERS[:1], 0)).encode()
A_MILLION = 1 << 20


def packed(tmp_path, content, method=ZIP_DEFLATED, name="standard_nov26frl.txt"):
    """A list in a ZIP file, and where its packed bytes begin."""
    path = tmp_path / "standard_nov26frl.zip"
    with ZipFile(path, "w", method, compresslevel=1) as file:
        file.writestr(name, content)
    return path, 30 + len(name)


def with_bytes(path, *changes):
    content = bytearray(path.read_bytes())
    for place, new in changes:
        content[place : place + len(new)] = new
    path.write_bytes(content)
    return path


def refused(path, match):
    """A list is refused in one line, with little memory, and leaves nothing behind."""
    before = sorted(path.parent.iterdir())
    tracemalloc.start()
    with pytest.raises(FormatError, match=match) as caught:
        load(FideSource.of(path), path.parent)
    assert tracemalloc.get_traced_memory()[1] < 100 * A_MILLION
    tracemalloc.stop()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300 + len(str(path))
    assert sorted(path.parent.iterdir()) == before


@pytest.mark.parametrize("method", [ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_zip_files_of_every_method_and_damaged_ones(tmp_path, method):
    path, begin = packed(tmp_path, TITLES + b"".join(LINES) * 200, method)
    assert load(FideSource.of(path), tmp_path).size == 2
    refused(with_bytes(path, (begin + 30, b"\xff" * 20)), "cannot be read: .*; download the list")


@pytest.mark.parametrize(
    ("flags", "method", "words"), [(1, ZIP_DEFLATED, "encrypted"), (0, 99, "not supported")]
)
def test_zip_files_that_nobody_here_can_unpack(tmp_path, flags, method, words):
    path, _ = packed(tmp_path, TITLES + b"".join(LINES))
    inner = path.read_bytes().rfind(b"PK\x01\x02")
    how = bytes([flags, 0, method])
    refused(with_bytes(path, (6, how), (inner + 8, how)), f"{words}.*; .*unpack it first")


def test_a_zip_file_of_very_many_files_is_not_read(tmp_path):
    path = tmp_path / "standard_nov26frl.zip"
    with ZipFile(path, "w") as file:
        for place in range(30):
            file.writestr(f"{place}{'a' * 40_000}", "")
    refused(path, "cannot be read")


@pytest.mark.parametrize("method", [ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_zip_files_that_grow_without_end(tmp_path, method):
    path, _ = packed(tmp_path, TITLES + b"A" * 70 * A_MILLION, method)
    refused(path, "found 70 MiB packed into")
    # The file may say less than what comes out of it.
    inner = path.read_bytes().rfind(b"PK\x01\x02")
    refused(with_bytes(path, (inner + 24, (200_000).to_bytes(4, "little"))), "cannot be read|bytes")


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (TITLES + LINES[0] + b"A" * 60 * A_MILLION, ":3: expected at most .* bytes"),
        (TITLES + LINES[0] + b"x\n" * 10 * A_MILLION, ":3: expected players .*, found 'x'"),
        (TITLES + LINES[0] + b"\n" * 60 * A_MILLION, "found none"),
        (b"ID Number Name " + b"a " * A_MILLION, ":1: expected at most"),
        (XML[:-30] + b" " * 60 * A_MILLION, "expected at most .* bytes"),
        (b"<playerslist>" + b"<player>" + b"</player>" * A_MILLION, "expected players"),
        (b"<player><fideid>1</fideid>" + b"<k>1</k>" * A_MILLION, "expected at most"),
        (XML.replace(b"<rating>", b"<rating>" + b"9" * 20), "expected players"),
        (XML.replace(b"<k>", b"<k>" + b"9" * 20), "expected players"),
        (XML.replace(b"<fideid>", b"<fideid>" + b"9" * 20), "expected players"),
        (XML.replace(b"<fideid>", b"<fideid>" + b"9" * 5000), "expected at most .* bytes"),
        (LINES[0].join([TITLES, b""]).replace(b"1", b"9" * 16), "found '999999"),
    ],
)
def test_lists_without_end_and_numbers_of_many_digits(tmp_path, content, match):
    path = tmp_path / "standard_nov26frl.dat"
    path.write_bytes(content)
    refused(path, match)


def test_players_with_numbers_of_many_digits_are_passed_over(tmp_path):
    rows = [f"{line}" for line in xml_lines(PLAYERS[:3], 0)]
    rows[2] = f"<fideid>{'9' * 20}</fideid>"
    found = load(FideSource.of(write(tmp_path / "standard_nov26frl.xml", rows)), tmp_path)
    assert found.size == 2
    assert len(found.remarks) == 1
    assert "is no player; it is passed over" in found.remarks[0]


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
KEPT = (
    "ALTER TABLE {0} RENAME TO kept; CREATE VIEW {0} AS " + ENDLESS + " SELECT kept.* FROM n, kept"
)


@pytest.mark.parametrize(
    "changes",
    [
        *(KEPT.format(name) for name in ("facts", "players", "words")),
        "CREATE TRIGGER more AFTER INSERT ON players BEGIN DELETE FROM players; END",
        "CREATE TABLE more (name)",
        "UPDATE facts SET value = NULL",
        f"UPDATE facts SET value = '{'9' * 5000}' WHERE name = 'players'",
    ],
)
def test_a_loaded_list_that_somebody_has_changed_is_refused(tmp_path, changes):
    source = FideSource.of(write(tmp_path / "rapid_nov26frl.txt", text_lines(PLAYERS, 1)))
    path = Path(load(source, tmp_path).path)
    with closing(sqlite3.connect(path)) as file:
        file.executescript(changes)
    with pytest.raises(FormatError, match="load the list again") as caught:
        open_list(path)
    assert "\n" not in str(caught.value)
    # A list of the month that is loaded now keeps nothing of it.
    source = FideSource.of(write(tmp_path / "standard_nov26frl.txt", text_lines(PLAYERS, 0)))
    assert load(source, tmp_path).rates == ("standard",)


@pytest.mark.parametrize("value", ["NULL", "x'00'", "'much'", "printf('%.*c', 2000000, 'a')"])
@pytest.mark.parametrize("column", ["name", "standard", "birth"])
def test_a_damaged_player_of_a_loaded_list(tmp_path, column, value):
    source = FideSource.of(write(tmp_path / "standard_nov26frl.txt", text_lines(PLAYERS, 0)))
    found = load(source, tmp_path)
    with closing(sqlite3.connect(found.path)) as file:
        file.execute(f"UPDATE players SET {column} = {value} WHERE number = {PLAYERS[0].number}")
        file.commit()
    if (column == "standard", value) in {(True, "NULL"), (False, "'much'")}:
        assert found.find(str(PLAYERS[0].number))
    else:
        with pytest.raises(FormatError, match="cannot be read"):
            found.find(str(PLAYERS[0].number))


def test_a_search_without_end_is_given_up(people, monkeypatch):
    monkeypatch.setattr("fastpair.formats.fide_lists.store._MOST_SECONDS", 0)
    with closing(sqlite3.connect(people.path)) as file:
        numbers = f"{ENDLESS} SELECT 0, 'bo', 0, -i FROM n LIMIT 300000"
        file.execute(f"INSERT INTO words {numbers}")
        file.commit()
    with pytest.raises(FormatError, match="cannot be read: interrupted"):
        people.find("Bo Bo")


def test_a_name_that_words_of_the_list_nearly_make(tmp_path):
    """Of thirty letters, in all the ways in which they can be put together: what leads nowhere is not tried again."""
    words = [
        Listed(100 + size, "a" * size, "GER", "M", "", "", (0,) * 3, (0,) * 3)
        for size in range(1, 30)
    ]
    path = write(tmp_path / "standard_nov26frl.txt", text_lines(words, 0))
    assert not load(FideSource.of(path), tmp_path).find("a" * 30 + "b")


# Who is found

PEOPLE = [
    Listed(number, name, "GER", "M", "", "1990", (rating, 0, 0), (20, 20, 20))
    for number, name, rating in [
        (100, "Müller, Jörg", 2000),
        (1001, "Mueller, Jens", 2300),
        (1002, "Mullin, Bo", 1900),
        (2001, "van der Berg, Ann-Marie", 1800),
        (2002, "O'Neil, Sean", 0),
        (2003, "Adler", 1500),
        (2004, "Bo, Bo", 1700),
    ]
]


@pytest.fixture
def people(tmp_path):
    path = write(tmp_path / "standard_nov26frl.txt", text_lines(PEOPLE, 0))
    return load(FideSource.of(path), tmp_path)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("mul", [1001, 100, 1002]),  # the strongest first of one word
        ("MUELLER", [1001, 100]),
        ("jo mu", [100]),
        ("berg ann", [2001]),
        ("marie van", [2001]),
        ("oneil", [2002]),
        ("adl", [2003]),
        ("bo", [2004, 1002]),
        ("bo bo", [2004, 1002]),
        ("100", [100, 1001, 1002]),
        ("20", [2001, 2002, 2003, 2004]),
        ("2003", [2003]),
        ("7", []),
        ("xyz", []),
        ("mu xyz", []),
        ("", []),
        ("'", []),
        ("%", []),
    ],
)
def test_who_is_offered(people, text, numbers):
    assert [int(entry.fide_id) for entry in people.beginning(text, 8)] == numbers
    assert [int(each.fide_id) for each in people.beginning(text, 1)] == numbers[:1]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Jörg Müller", [100]),
        ("Mueller, Joerg", [100]),
        ("mullin bo", [1002]),
        ("Ann Marie van der Berg", [2001]),
        ("Adler", [2003]),
        ("Mul", []),
        ("Bo", []),
        (" 1002 ", [1002]),
        ("9" * 30, []),
        ("", []),
    ],
)
def test_who_is_found(people, text, numbers):
    assert [int(entry.fide_id) for entry in people.find(text)] == numbers


@pytest.mark.parametrize(
    ("text", "number"), [("Mulin Bo", 1002), ("Adlr", 2003), ("Müller Jörk", 100), ("Oneill", 2002)]
)
def test_who_is_nearest(people, text, number):
    assert int(people.nearest(text)[0].fide_id) == number


def test_prefixes_find_whom_a_slow_search_finds(tmp_path):
    """Whoever has each word at the beginning of a word of the name, whatever is the order of them."""
    path = write(tmp_path / "players_nov26.txt", text_lines(PLAYERS))
    found = load(FideSource.of(path), tmp_path)
    words = {player.number: plain_words(player.name) for player in PLAYERS}
    for player in PLAYERS[::9]:
        family, first = plain_words(player.name)[:2]
        for text in (family[:2], f"{first[:1]} {family[:3]}", f"{family} {first}", first[:4]):
            expected = {
                number
                for number, own in words.items()
                if all(any(each.startswith(word) for each in own) for word in text.split())
            }
            entries = found.beginning(text, len(PLAYERS))
            assert {int(entry.fide_id) for entry in entries} == expected
            assert len(entries) == len(expected)
