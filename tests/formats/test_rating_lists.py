"""Rating lists of three federations: who is in them, and who is found."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.errors import FormatError
from fastpair.formats.characters import count_edits
from fastpair.formats.rating_lists import (
    RatingEntry,
    RatingList,
    plain_words,
    rating_list_of,
    read_rating_list,
)
from fastpair.go.tournament import NO_RATING, Grade
from fastpair.report.languages import language


def european(pin, name, *, country="FR", club="Pari", grade="3d", rating=2305):
    """A line of the European list."""
    place = f"{country:<2}  {club:<4}"
    return f" {pin}  {name:<37} {place}  {grade:>4}   --  {rating:>5}    12  T250719A"


def french(name, rating=-100, status="L", licence="1234567", club="75Pa", country="FR"):
    """A line of the French list."""
    return f"{name:<38}{rating:>5} {status} {licence} {club} {country}"


def american(name, number, rating="", club="SEAG"):
    """A line of the American list."""
    return f"{name}\t{number}\tFull\t{rating}\t3/5/2026\t{club}\tWA\t0.9\t3/5/2025"


EUROPEAN = (
    "<html>\n<h1>List of WORLD Players</h1>\n(7 Mar 2026)\n<pre>\n   PIN          Name",
    european("10000001", "Alder Ann"),
    european(
        "10000002", "de_la_Cruz Jean-Luc", country="XX", club="xxxx", grade="12k", rating=-880
    ),
    european("10000003", "Birk Bo", grade="2p", rating=2702, club="xxx"),
    european("10000004", "Birk Bo", grade="5k", rating=1603, country="DE"),
    european("10000005", "Solo", rating=""),
    "</pre></html>",
    "",
)
FRENCH = (
    "#Echelle au 23/02/2026 07:56:59",
    french("ALDÈRE Anaïs", -921),
    french("BIRK petit_fils", -9999, "-", "99A0007"),
    french("CORNER Céline", 650, "e", "-------", "xxxx", "NL"),
)
AMERICAN = (
    " Alder, Ann Jo \t12345\tFull\t5.68245\t3/5/2026\tSEAG\tWA\t0.9\t3/5/2025",
    american("Birk, Bo", 77, "-13.66602", ""),
    american(", Ek Ebba", 78, "-1.00000"),
    american("Corner, Cy", 79),
)


def saved(folder, *lines, end="\n", encoding="iso-8859-15"):
    path = folder / "list.txt"
    path.write_bytes(end.join(lines).encode(encoding))
    return path


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_european_list(tmp_path, end):
    ratings = read_rating_list(saved(tmp_path, *EUROPEAN, end=end))
    assert (ratings.title, ratings.published, ratings.remarks) == ("EGF", date(2026, 3, 7), ())
    ann, cruz, pro, bo, solo = ratings.entries
    assert ann == RatingEntry("Alder", "Ann", "FR", "Pari", Grade(2), 2305, "10000001")
    assert cruz[:6] == ("de la Cruz", "Jean-Luc", "", "", Grade(-12), -880)
    assert pro[3:6] == ("", Grade(6), 2702)
    assert bo.country == "DE"
    assert (solo.full_name, solo.rating) == ("Solo", 2300)


@pytest.mark.parametrize("encoding", ["iso-8859-15", "utf-8", "utf-8-sig"])
def test_the_french_list(tmp_path, encoding):
    ratings = read_rating_list(saved(tmp_path, *FRENCH, encoding=encoding))
    assert (ratings.title, ratings.published, ratings.remarks) == ("FFG", date(2026, 2, 23), ())
    assert ratings.entries == (
        RatingEntry("ALDÈRE", "Anaïs", "FR", "75Pa", Grade(-10), 1129, ffg_licence="1234567"),
        RatingEntry("BIRK", "petit fils", "FR", "75Pa", None, None, ffg_licence="99A0007"),
        RatingEntry("CORNER", "Céline", "NL", "", Grade(6), 2700),
    )


@pytest.mark.parametrize(
    "lines",
    [
        ("(31 Feb 2026)", european("10000001", "Alder Ann")),
        ("#Echelle au 31/02/2026 07:56:59", french("ALDER Ann")),
    ],
)
def test_a_day_that_no_calendar_has_is_no_date(tmp_path, lines):
    ratings = read_rating_list(saved(tmp_path, *lines))
    assert (ratings.published, len(ratings.entries)) == (None, 1)


def test_the_american_list(tmp_path):
    ratings = read_rating_list(saved(tmp_path, *AMERICAN))
    assert (ratings.title, ratings.published, ratings.remarks) == ("AGA", None, ())
    assert ratings.entries == (
        RatingEntry("Alder", "Ann Jo", "", "SEAG", Grade(4), 2518, aga_id="12345"),
        RatingEntry("Birk", "Bo", "", "", Grade(-13), 783, aga_id="77"),
        RatingEntry("Ek Ebba", "", "", "SEAG", Grade(-1), 2050, aga_id="78"),
        RatingEntry("Corner", "Cy", "", "SEAG", None, None, aga_id="79"),
    )


@pytest.mark.peers("files/ratings/*")
def test_the_lists_of_the_federations(peer):
    ratings = read_rating_list(peer)
    assert ratings.remarks == ()
    lines = [line for line in peer.read_bytes().split(b"\n") if line.strip()]
    title, published, head = {
        "egf_db_head.txt": ("EGF", date(2018, 2, 22), 23),
        "ech_ffg_head.txt": ("FFG", date(2018, 2, 23), 1),
        "tdlista_head.txt": ("AGA", None, 0),
    }[peer.name]
    assert (ratings.title, ratings.published) == (title, published)
    assert len(ratings.entries) == len(lines) - head
    for entry in ratings.entries[::97]:
        assert entry in ratings.find(entry.full_name)
        assert not entry.number or entry in ratings.find(entry.number)
        assert entry.rating is None or NO_RATING <= entry.rating <= 2949
        assert entry.name
        assert "_" not in entry.full_name


# Lines that are none


def test_a_wrong_line_is_passed_over_with_a_remark(tmp_path):
    wrong = (
        european("1000000X", "Alder Ann"),
        european("10000001", "Alder Ann", grade="33k"),
        european("10000001", ""),
        european("10000001", "Alder Ann", rating="high"),
        european("10000001", "A" * 39),
        " 10000001  Alder",
    )
    for line in wrong:
        ratings = read_rating_list(saved(tmp_path, *EUROPEAN[:3], line, *EUROPEAN[3:]))
        assert len(ratings.entries) == 5
        (remark,) = ratings.remarks
        assert remark.startswith("line 8: ")
        assert remark.endswith("it is passed over")


def test_many_wrong_lines_are_one_remark_more(tmp_path):
    good = [american("Alder, Ann", 100 + number) for number in range(9)]
    wrong = [
        american("Birk, Bo", 7, rating) for rating in ("0.5", "x", "nan", "-0.99", "1e9", "inf")
    ]
    ratings = read_rating_list(saved(tmp_path, *good, *wrong, "cut off"))
    assert len(ratings.entries) == 9
    assert len(ratings.remarks) == 6
    assert ratings.remarks[-1] == "2 more lines are no players, and are passed over"
    german = language("de")
    said = [each.spoken(german.text, german.counted) for each in ratings.remarks]
    assert said[-1] == "2 weitere Zeilen sind keine Spieler und werden übergangen"
    assert all("is no player" not in each and "club between" not in each for each in said)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["nothing of the kind"], r"list\.txt:1: expected a rating list \(EGF, FFG, AGA\)"),
        (["<Tournament/>"], r"list\.txt:1: expected a rating list"),
        (FRENCH[:1], "expected players of the FFG list, found none"),
        ([FRENCH[0], "x", FRENCH[1], "y"], r"list\.txt:2: expected a player of the FFG list .*'x'"),
    ],
)
def test_a_file_that_is_no_list_is_refused(tmp_path, lines, message):
    with pytest.raises(FormatError, match=message) as caught:
        read_rating_list(saved(tmp_path, *lines))
    assert "\n" not in str(caught.value)


@given(st.binary(min_size=1, max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("lists") / "list"
    for start in (b"", b"#Echelle\n", f"{AMERICAN[1]}\n".encode(), EUROPEAN[1].encode() + b"\n"):
        path.write_bytes(start + content)
        with suppress(FormatError):
            assert read_rating_list(path).entries


# Who is found


def ratings_of(*names):
    """A list of people by family name and first name."""
    entries = [
        RatingEntry(name, first_name, "", "", Grade(0), 2100, f"{10_000_000 + place}")
        for place, (name, first_name) in enumerate(names)
    ]
    return RatingList(path="t", title="EGF", published=None, entries=tuple(entries))


PEOPLE = ratings_of(
    ("Müller", "Jörg"),
    ("van der Berg", "Ann-Marie"),
    ("O'Neil", "Sean"),
    ("Birk", "Bo"),
    ("Birk", "Bo"),
    ("Birke", "Bob"),
    ("Øster", "Łucja"),
    ("孫", "子"),
)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Müller Jörg", [0]),
        ("jorg MULLER", [0]),
        ("Mueller, Joerg", [0]),
        ("Ann Marie van_der_Berg", [1]),
        ("BERG van der Ann-Marie", [1]),
        ("ONeil Sean", [2]),
        ("O’Neil  Sean", [2]),
        ("Bo Birk", [3, 4]),
        ("oster lucja", [6]),
        ("孫 子", [7]),
        ("10000002", [2]),
        (" 10000004 ", [4]),
        ("10000099", []),
        ("Birk", []),
        ("Muller Jorgen", []),
        ("", []),
        ("'", []),
    ],
)
def test_who_is_found(text, places):
    assert PEOPLE.find(text) == tuple(PEOPLE.entries[place] for place in places)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Birk", [3, 4]),
        ("Burk Bo", [3, 4]),
        ("Birke Boo", [5]),
        ("Bob Brike", [5]),
        ("Muler Jorg", [0]),
        ("Mulelr", [0]),
        ("Xyzzy", []),
        ("", []),
        ("'", []),
    ],
)
def test_who_is_nearest(text, places):
    found = PEOPLE.nearest(text, most=max(1, len(places)))
    assert found == tuple(PEOPLE.entries[place] for place in places)


WORDS = st.lists(st.text("aéßİ_-' Ω", min_size=1, max_size=6), min_size=2, max_size=2)


@given(st.lists(WORDS, max_size=6), st.data())
def test_everybody_is_found_by_any_spelling_of_his_name(names, data):
    ratings = ratings_of(*names)
    for entry in ratings.entries:
        words = entry.full_name.split()
        spelled = " ".join(data.draw(st.permutations(words)))
        if any(sign.isalpha() for sign in spelled):
            assert entry in ratings.find(spelled)
            assert entry in ratings.find(spelled.upper().lower())
        assert ratings.find(entry.egf_pin) == (entry,)


FEW_WORDS = st.lists(st.text("abr", min_size=2, max_size=6), min_size=1, max_size=2).map(" ".join)


def are_similar(words, others):
    """Whether names differ by one letter in a word of four or more, or by one word."""
    missing, more = (
        [*(Counter(one) - Counter(other)).elements()]
        for one, other in ((words, others), (others, words))
    )
    if len(missing) == len(more) == 1:
        return len(missing[0]) >= 4 and count_edits(missing[0], more[0]) == 1
    return (len(missing), len(more)) in {(0, 1), (1, 0)} and min(len(words), len(others)) > 1


@given(st.lists(st.tuples(FEW_WORDS, FEW_WORDS), min_size=1, max_size=8), FEW_WORDS, FEW_WORDS)
def test_similar_names_are_those_that_differ_by_a_letter_or_a_word(names, name, first_name):
    ratings = ratings_of(*names)
    text = f"{name} {first_name}"
    assert {*ratings.similar(text)} == {
        entry
        for entry in ratings.entries
        if are_similar(plain_words(text), plain_words(entry.full_name))
    }


@pytest.mark.parametrize(
    "text", ["Vanderberg Ann-Marie", "Annmarie Van der Berg", "VANDER BERG, Annmarie"]
)
def test_words_of_a_name_may_be_apart_or_together(text):
    assert PEOPLE.find(text) == (PEOPLE.entries[1],)


# Scales


@pytest.mark.parametrize(
    ("american_rating", "grade", "rating"),
    [
        (1.0, 0, 2050),
        (1.99, 0, 2149),
        (9.9, 8, 2940),
        (12.0, 8, 2949),
        (-1.0, -1, 2050),
        (-1.99, -1, 1951),
        (-30.5, -30, -900),
        (-45.0, -30, -900),
    ],
)
def test_american_ratings(american_rating, grade, rating):
    content = american("Alder, Ann", 7, american_rating).encode()
    (entry,) = rating_list_of("t", content).entries
    assert (entry.grade, entry.rating) == (grade, rating)


def french_entry(rating):
    content = f"{FRENCH[0]}\n{french('ALDER Ann', rating)}".encode()
    (entry,) = rating_list_of("t", content).entries
    return entry


@given(st.integers(-30, 8).map(Grade), st.integers(-50, 49))
def test_a_grade_has_the_ratings_around_its_own(grade, more):
    assert french_entry(grade.rating - 2050 + more).grade == grade


def test_fifty_thousand_players_are_read_in_no_time(tmp_path):
    lines = [
        european(
            10_000_000 + number, f"Al{number % 991}der Ann{number // 991}", rating=number % 2900
        )
        for number in range(50_000)
    ]
    path = saved(tmp_path, *EUROPEAN[:1], *lines)
    seconds = []
    for _ in range(3):
        start = time.process_time()
        ratings = read_rating_list(path)
        seconds.append(time.process_time() - start)
    assert len(ratings.entries) == 50_000
    assert min(seconds) < 1  # a fifth of this where nothing else runs
    assert ratings.find("ann7 al12der")[0].egf_pin == str(10_000_000 + 7 * 991 + 12)
