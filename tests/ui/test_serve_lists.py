"""A list of players on the page: understood, shown, and entered."""

from __future__ import annotations

import re
from base64 import b64encode
from html import unescape

import pytest

from congress_files import save
from fastpair.app.history.timeline import History
from fastpair.formats import FORMATS, read
from fastpair.go.tournament import Tournament
from pages import director_of
from workbooks import ods, xlsx

LIST = (
    "Nachname\tVorname\tRang\tLand\tVerein\nMüller\tÖzgür\t3d\tDE\tUlm\nSmith\tJo\t5k\tGB\tBath\n"
)


@pytest.fixture
def file(tmp_path):
    return save(Tournament(name="Ulm"), tmp_path / "ulm.xml")


@pytest.fixture
def director(file):
    with director_of(file) as browser:
        yield browser


def shown(director, text):
    answer = director.send("/players/1/import", {"list": text})
    found = unescape(answer.text).partition('name="shown" value="')[2]
    return answer, found.partition('"')[0]


def cells(answer):
    """The lines of a preview: number, cells, status."""
    preview = answer.text.partition('role="region"')[2]
    body = preview.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall("<tr.*?</tr>", body, re.S)
    texts = [re.findall("<td.*?</td>", row, re.S) for row in rows]
    plain = [[unescape(" ".join(re.sub("<[^>]+>", " ", t).split())) for t in row] for row in texts]
    return [[number, *cells, status] for number, status, *cells in plain]


def names(file):
    return [player.full_name for player in read(file).tournament.players]


def test_a_list_is_shown_before_anybody_enters(director, file):
    answer, digest = shown(director, LIST)
    assert "Import 2 players" in answer.text
    assert cells(answer)[0] == ["2", "Müller", "Özgür", "3d", "DE", "Ulm", "New"]
    assert not names(file)
    told = director.do("/players/1/import", list=LIST, shown=digest)
    assert "2 players imported." in told
    assert names(file) == ["Müller Özgür", "Smith Jo"]
    number = History(file).entries()[-1].number
    director.do("/players/1/undo", change=str(number))
    assert not names(file)


def test_a_list_that_is_changed_after_it_was_shown_is_shown_again(director, file):
    _, digest = shown(director, LIST)
    other = LIST.replace("3d", "4d")
    answer = director.send("/players/1/import", {"list": other, "shown": digest})
    assert cells(answer)[0][3] == "4d"
    assert not names(file)


def test_who_is_there_or_listed_twice_is_named(director, file):
    _, digest = shown(director, LIST)
    director.do("/players/1/import", list=LIST, shown=digest)
    answer, _ = shown(director, LIST + "Novak\tEva\t1d\tCZ\tBrno\nNovak\tEva\t1d\tCZ\tBrno\n")
    assert "Import 1 player" in answer.text
    assert [row[-1] for row in cells(answer)] == [
        *["Already added"] * 2,
        "New",
        "Listed twice Same player as line 4",
    ]
    answer, digest = shown(director, LIST)
    assert not digest


WHOLE = "Name;Rank\nEmil Iliev;3d\nRossi, Elena;2k\nIliev Emil;3d\n"


def test_the_order_of_names_is_asked_with_both_readings_and_the_guess(director, file):
    answer, digest = shown(director, WHOLE)
    text = unescape(answer.text)
    assert '<option value="" selected>First name first (guessed)</option>' in text
    assert "<td>Emil, Iliev</td><td><b>Iliev, Emil</b></td>" in text
    assert cells(answer)[2][-1] == "Listed twice Same player as line 2"
    other = director.send("/players/1/import", {"list": WHOLE, "names": "family-first"}).text
    assert '<option value="family-first" selected>Family name first</option>' in other
    assert "<td><b>Emil, Iliev</b></td><td>Iliev, Emil</td>" in other
    director.do("/players/1/import", list=WHOLE, shown=digest)
    assert names(file) == ["Iliev Emil", "Rossi Elena"]
    answer, _ = shown(director, "Name;Rank\nIliev Emil;3d\nBo Ek;1d\n")
    assert "<td><b>Iliev, Emil</b></td><td>Emil, Iliev</td>" in answer.text  # since he is known
    assert 'id="names"' not in shown(director, LIST)[0].text


NAMESAKES = "Name;First name;Grade;Club\nAdan;Ute;3d;Ulm\nAdan;Ute;5k;Wien\n"


def test_a_namesake_is_imported_if_the_director_chooses_so(director, file):
    answer, digest = shown(director, NAMESAKES)
    assert "Import 1 player<" in answer.text
    assert cells(answer)[1][-1] == "Import as another player Same name as line 2"
    told, chosen = mended(director, NAMESAKES, also3="yes")
    assert "Import 2 players" in told
    director.do("/players/1/import", list=NAMESAKES, shown=digest)
    answer, _ = shown(director, NAMESAKES)
    assert [row[-1] for row in cells(answer)] == [
        "Already added",
        "Import as another player Same name as Adan Ute 3d (Ulm)",
    ]
    chosen = mended(director, NAMESAKES, also3="yes")[1].partition('"')[0]
    fields = {"list": NAMESAKES, "shown": chosen, "also3": "yes"}
    assert "tells players apart by their names" in director.refused("/players/1/import", **fields)
    file.write_bytes(FORMATS["fastpair"].new(read(file).tournament))
    director.do("/players/1/import", **fields)
    assert [str(player.grade) for player in read(file).tournament.players] == ["3d", "5k"]
    answer, digest = shown(director, NAMESAKES)
    assert [row[-1] for row in cells(answer)] == ["Already added"] * 2
    assert not digest


def test_a_namesake_with_another_pin_is_another_player(director):
    answer, _ = shown(director, "Name;Grade;PIN\nAdan Ute;3d;12345678\nAdan Ute;3d;12345679\n")
    assert [row[-1] for row in cells(answer)] == ["New", "New"]


def test_what_was_corrected_at_the_first_import_is_not_asked_about_again(director, file):
    text = LIST + "Novak\tEva\t3x\tCZ\tBrno\n"
    row = dict(enumerate(("Novak", "Eva", "3k", "CZ", "Brno")))
    fields = {f"cell4_{place}": cell for place, cell in row.items()}
    _, digest = mended(director, text, **fields)
    director.do("/players/1/import", list=text, shown=digest.partition('"')[0], **fields)
    answer, digest = shown(director, text)
    assert [row[-1] for row in cells(answer)] == ["Already added"] * 3
    assert not digest


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("Smith\tJo\t5x\tGB\tBath", "Already added"),
        ("Smith\tJo\t5x\t\tBath", "Already added"),
        ("Smith\tJo\t5x\tGB\tLeeds", "Skip"),
        ("Smith\tJo\t5x\tFR\tBath", "Skip"),
        ("Smith\tJo\t5x\t\t", "Skip"),
        ("Smith\tTom\t5x\tGB\tBath", "Skip"),
    ],
)
def test_a_name_alone_does_not_make_an_unreadable_line_known(director, file, line, status):
    """A country or a club must say that it is the same player."""
    _, digest = shown(director, LIST)
    director.do("/players/1/import", list=LIST, shown=digest)
    answer, _ = shown(director, f"{LIST}{line}\n")
    assert [row[-1] for row in cells(answer)] == ["Already added", "Already added", status]


@pytest.mark.parametrize(
    ("grade", "rating", "marks"),
    [
        ("3 kuy", "2592", ["3 kuy is read as 3k.", "The grade 3k is far from the rating 2592."]),
        ("3 kuy", "1800", ["3 kuy is read as 3k."]),
        ("3k", "2592", ["The grade 3k is far from the rating 2592."]),
        *((grade, "1850", []) for grade in ("3k", "3 Kyu", "3.kyu", "3 kju", "3-K.")),
        ("25k", "100", []),
        ("4d", "2000", []),
    ],
)
def test_a_grade_that_is_corrected_or_far_from_the_rating_is_marked(director, grade, rating, marks):
    answer, _ = shown(director, f"Name;Grade;Rating\nAdan Ute;{grade};{rating}\n")
    assert cells(answer)[0][2] == " ".join([grade, *marks])


@pytest.mark.parametrize("text", ["nothing of the kind", "", "name\tgrade\nAdan\t3x\n"])
def test_what_is_no_list_is_refused(director, file, text):
    answer, digest = shown(director, text)
    assert "refused" in answer.text or "Enter a grade from 30k to 9d." in answer.text
    assert not digest


def test_a_list_of_a_thousand_is_taken(director, file):
    lines = (f"Name{n}\tFirst\t{1 + n % 30}k\tDE\tUlm" for n in range(1000))
    text = "\n".join(["name\tfirst name\tgrade\tcountry\tclub", *lines])
    _, digest = shown(director, text)
    director.do("/players/1/import", list=text, shown=digest)
    assert len(names(file)) == 1000


def mended(director, text, **fields):
    """What is asked, and the digest that agrees to it, after corrections."""
    answer = director.send("/players/1/import", {"list": text, **fields})
    return unescape(answer.text), unescape(answer.text).partition('name="shown" value="')[2]


def test_columns_are_chosen_above_the_list(director, file):
    text = "Müller;Özgür;3d;x\nSmith;Jo;5k;y\n"
    told, _ = mended(director, text)
    assert "Choose the column that holds the names" in told
    fields = {"column0": "name", "column1": "name", "column2": "grade", "column3": ""}
    told, _ = mended(director, text, **fields)
    assert "Column 1 and column 2 have the same meaning, family name" in told
    assert "Import 2 players" not in told
    fields["column1"] = "first_name"
    told, digest = mended(director, text, **fields)
    assert "Import 2 players" in told
    director.do("/players/1/import", list=text, shown=digest.partition('"')[0], **fields)
    assert names(file) == ["Müller Özgür", "Smith Jo"]


def test_a_misspelt_title_is_guessed_and_can_be_taken_back(director):
    text = LIST.replace("Nachname", "Nachnahme")
    assert "Import 2 players" in mended(director, text)[0]
    assert "Choose the column that holds the names" in mended(director, text, column0="")[0]


def test_lines_that_cannot_be_read_are_mended_or_left_out(director, file):
    text = LIST + "Novak\tEva\t3x\tCZ\tBrno\nNowak\tJan\t\tPL\tLodz\n"
    told, _ = mended(director, text)
    assert "2 lines need a correction." in told
    assert "Line 4: Enter a grade from 30k to 9d." in told
    assert told.count('aria-invalid="true"') == 2
    assert "Import 2" not in told
    cells = dict(enumerate(("Novak", "Eva", "3k", "CZ", "Brno")))
    fields = {f"cell4_{place}": cell for place, cell in cells.items()} | {"without5": "yes"}
    told, digest = mended(director, text, **fields)
    assert "Import 3 players" in told
    assert 'name="cell4_2" value="3k"' in told
    director.do("/players/1/import", list=text, shown=digest.partition('"')[0], **fields)
    assert names(file) == ["Müller Özgür", "Smith Jo", "Novak Eva"]


@pytest.mark.parametrize(
    ("column", "cell", "message"),
    [
        ("Rounds", "1-x", "write them as 1-5"),
        ("Rating", "", "Line 2: Enter a grade from 30k to 9d."),
        ("Registration", "soon", "Line 2: Enter FIN or PRE."),
    ],
)
def test_the_error_of_a_line_is_that_of_the_cell(director, column, cell, message):
    """Not the one whose words happen to be in the message."""
    grade = "" if column == "Rating" else "3d"
    told, _ = mended(
        director, f"Name;First name;Grade;{column}\nNovak;Eva;{grade};{cell}\nKunz;Cleo;5k;\n"
    )
    assert message in told
    at = "cell2_2" if column == "Rating" else "cell2_3"
    assert re.search(f'name="{at}"[^>]*aria-invalid="true"', told)


def test_remarks_are_not_told_apart_by_their_words(director):
    """A name says nothing about line-ups."""
    text = "Name;First name;Grade\nNovak;Eva is a substitute;3p\n"
    told, digest = mended(director, text)
    told = director.do("/players/1/import", list=text, shown=digest.partition('"')[0])
    assert "1 player imported." in told
    assert "substitute" not in told


@pytest.mark.parametrize("name", ["opengotha", "egd", "fastpair", "macmahon", "pairgoth"])
def test_a_file_of_any_format_is_dropped(director, file, name):
    from fastpair.pairing.generator import generate

    form = FORMATS[name]
    content = form.new(generate(10, 3, seed=1, play=3)).decode(
        "utf-8" if name != "egd" else "cp1252"
    )
    told, digest = mended(director, content.replace("UTF-8", "ISO-8859-1", 1))
    assert "Import 10 players" in told
    director.do(
        "/players/1/import",
        list=content.replace("UTF-8", "ISO-8859-1", 1),
        shown=digest.partition('"')[0],
    )
    assert len(names(file)) == 10


def test_the_groups_that_a_bar_would_make_are_drawn(director, file):
    assert "No players yet." in director.get("/players/1/groups").text
    for name, grade in (("Adan", "3d"), ("Birk", "2d"), ("Cedar", "1d")):
        director.do("/players/1/register", name=name, first_name="Jo", grade=grade)
    shown = director.get("/players/1/groups", params={"bar": "2d"}).text
    assert "<dt>2d and above</dt><dd>2</dd>" in shown
    assert "The bar of the tournament is" in shown
    assert "players by McMahon group" in shown
    for no_grade in ("2x", "3p"):
        shown = director.get("/players/1/groups", params={"bar": no_grade})
        assert shown.status_code == 409


def form_of(answer):
    """What the form of a list that is shown sends with it."""
    text = unescape(answer.text).partition("<textarea")
    marks = dict(re.findall(r'type="hidden" name="(titles|lines)" value="(\w+)"', text[2]))
    selects = re.findall(r'<select name="(column\d)".*?</select>', text[2], re.S)
    heads = text[2].partition("<thead>")[2].partition("</thead>")[0]
    chosen = re.findall(r'<option value="(\w+)" selected>', heads)
    cells = re.findall(r'name="(cell\d+_\d+)" value="([^"]*)"', text[2])
    return marks | dict(zip(selects, chosen, strict=True)) | dict(cells)


def test_each_list_is_read_by_its_own_titles(director, file):
    one = "Name;Vorname;Grade;Club;Land\nVin;Kor;3d;Gorm;DE\n"
    other = "Name;Vorname;Grade;Land;Club\nVin;Kor;3d;DE;Gorm\n"
    form = form_of(director.send("/players/1/import", {"list": one}))
    assert form["column3"] == "club"
    _, digest = mended(director, other, **form)
    director.do("/players/1/import", list=other, shown=digest.partition('"')[0], **form)
    player = read(file).tournament.players[0]
    assert (player.country, player.club) == ("DE", "Gorm")


def test_what_was_mended_in_a_list_does_not_come_into_another_one(director):
    one = "name;grade;club\nAdan;3x;Ulm\nBero;2d;Ulm\n"
    form = form_of(director.send("/players/1/import", {"list": one})) | {"cell2_1": "3d"}
    assert 'value="3d"' in mended(director, one, **form)[0]
    told, _ = mended(director, "name;grade;club\nCela;5k;Bonn\nBero;2d;Ulm\n", **form)
    assert "<td>Cela</td>" in told
    assert "Adan" not in told


def test_columns_that_are_chosen_stay_while_lines_are_corrected(director):
    one = "Who;How strong\nAdan;3d\n"
    chosen = {"column0": "name", "column1": "grade"}
    form = form_of(director.send("/players/1/import", {"list": one, **chosen}))
    assert "2 lines need a correction" in mended(director, one + "Bero;2x\n", **form)[0]
    assert "Choose the column" in mended(director, "Grün;3d\n", **form)[0]


IN_CZECH = "Name;First name;Grade\nDvořák;Jiří;3d\nČerný;Ondřej;2k\n"


def test_a_file_in_another_encoding_is_guessed_or_read_as_chosen(director, file):
    """A browser sends each byte that it does not understand as a character of Windows-1252."""
    sent = {"list": IN_CZECH.encode("cp1250").decode("cp1252"), "raw": "yes"}
    answer = director.send("/players/1/import", sent)
    assert cells(answer)[0][1:4] == ["Dvořák", "Jiří", "3d"]
    assert "taken as cp1250 (Windows-1250, Central Europe)" in answer.text
    assert '<option value="windows-1250" selected>' in answer.text
    answer = director.send("/players/1/import", {**sent, "encoding": "windows-1250"})
    assert cells(answer)[0][1] == "Dvořák"
    assert "taken as" not in answer.text
    other = {**sent, "list": sent["list"].replace("D", "Ò"), "encoding": "windows-1253"}
    answer = unescape(director.send("/players/1/import", other).text)
    assert "expected text in cp1253, found other bytes" in answer
    answer = director.send("/players/1/import", {**sent, "list": IN_CZECH})
    assert cells(answer)[0][1] == "Dvořák"
    assert "taken as" not in answer.text
    assert not names(file)


@pytest.mark.parametrize("byte", [0x81, 0x8D, 0x8F, 0x90, 0x9D])
def test_bytes_that_windows_1252_lacks_arrive(director, byte):
    """Browsers make control characters of them."""
    name = bytes([0xC1, byte]).decode("cp1251")
    content = f"Name;First name;Grade\nБорис{name};Пётр;3d\n".encode("cp1251")
    text = "".join(
        chr(b) if b in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else bytes([b]).decode("cp1252")
        for b in content
    )
    sent = {"list": text, "raw": "yes", "encoding": "windows-1251"}
    assert cells(director.send("/players/1/import", sent))[0][1:3] == [f"Борис{name}", "Пётр"]


def test_registrations_of_a_list_are_chosen_in_the_preview(director, file):
    sent = {"list": LIST, "registration": "preliminary"}
    digest = mended(director, text=LIST, registration="preliminary")[1]
    director.do("/players/1/import", **sent, shown=digest.partition('"')[0])
    assert not any(player.final for player in read(file).tournament.players)


def test_an_import_without_script_is_a_page(director, file):
    form = {"list": LIST, "form_token": director.form_token()}
    page = director.client.post("/players/1/import", data=form, headers=director.origin)
    assert page.status_code == 200
    assert "<h1>Players</h1>" in page.text
    assert "Import 2 players" in page.text
    digest = page.text.partition('name="shown" value="')[2].partition('"')[0]
    form["shown"] = digest
    page = director.client.post("/players/1/import", data=form, headers=director.origin)
    assert "2 players imported." in page.text


def test_a_row_longer_than_the_titles_is_corrected(director, file):
    text = "Name,First name,Grade\nAdler,Bo,3d,came late\nBirch,Cy,2k\n"
    told, _ = mended(director, text)
    assert "Line 2: Expected 3 cells, as many as there are titles, found 4" in told
    assert re.search('name="cell2_3"[^>]*aria-invalid="true"', told)
    fields = {f"cell2_{place}": cell for place, cell in enumerate(("Adler", "Bo", "3d", ""))}
    told, digest = mended(director, text, **fields)
    assert "Import 2 players" in told
    director.do("/players/1/import", list=text, shown=digest.partition('"')[0], **fields)
    assert names(file) == ["Adler Bo", "Birch Cy"]


@pytest.mark.parametrize(
    ("cells", "meant", "column"),
    [
        (("Strong", "2310", "1890", "1750"), "ratings", "rating"),
        (("Cannot play", "2-3", "", ""), "rounds that players miss", "absences"),
    ],
)
def test_a_column_that_looks_like_another_is_asked_about_once(director, cells, meant, column):
    lines = ("Name;First name;Grade", "Adler;Bo;3d", "Birch;Cy;2k", "Cole;Di;2k")
    text = "".join(f"{line};{cell}\n" for line, cell in zip(lines, cells, strict=True))
    told, _ = mended(director, text)
    assert f"The column '{cells[0]}' looks like {meant}" in told
    assert "Import 3 players" not in told
    marks = dict(re.findall('name="(titles|lines)" value="([^"]*)"', told))
    for assigned in ("", column):
        assert "Import 3 players" in mended(director, text, column3=assigned, **marks)[0]


def test_a_column_that_is_assigned_is_not_said_to_be_left_out(director):
    text = "Name;First name;Grade;Whence\nAdler;Bo;3d;DE\nBirch;Cy;2k;FR\n"
    told, _ = mended(director, text)
    assert "The column 'Whence' is not read" in told
    marks = dict(re.findall('name="(titles|lines)" value="([^"]*)"', told))
    told, _ = mended(director, text, column3="country", **marks)
    assert "is not read" not in told
    assert "Import 2 players" in told
    told, _ = mended(director, text, column1="", column3="country", **marks)
    assert "The column 'First name' is not read" in told


def test_lines_that_are_no_players_are_asked_about(director, file):
    text = "Name,First name,Grade\nAdler,Bo,3d\nBYE,,\nTotal: 1,,\n"
    told, _ = mended(director, text)
    assert "Line 3: 'BYE' is no player: leave the line out, or enter a first name, too" in told
    fields = {"without3": "1", "without4": "1"}
    told, digest = mended(director, text, **fields)
    assert "Import 1 player" in told
    director.do("/players/1/import", list=text, shown=digest.partition('"')[0], **fields)
    assert names(file) == ["Adler Bo"]


WIDE = [
    ["Team", "Captain", "Board 1", "Rank 1", "Board 2", "Rank 2"],
    ["Lyon", "", "Ek, Al", "3k", "Oh, Bo", "1d"],
]
PLAIN = [["Name", "Rank"], ["Roth", "2k"]]


def spreadsheet(content, **more):
    return {"list": b64encode(content).decode(), "raw": "spreadsheet", **more}


@pytest.mark.parametrize("make", [xlsx, ods])
def test_a_sheet_is_shown_chosen_and_imported(director, file, make):
    sent = spreadsheet(make(Players=PLAIN, Teams=WIDE))
    first = director.send("/players/1/import", sent)
    assert cells(first) == [["2", "Roth", "2k", "New"]]
    assert re.findall("<option( selected)?>(Players|Teams)</option>", first.text) == [
        (" selected", "Players"),
        ("", "Teams"),
    ]
    sent |= {"sheet": "Teams"}
    shown = director.send("/players/1/import", sent)
    assert [row[1:4] for row in cells(shown)] == [["1", "Ek, Al", "3k"], ["2", "Oh, Bo", "1d"]]
    digest = unescape(shown.text).partition('name="shown" value="')[2].partition('"')[0]
    assert "2 players imported." in director.do("/players/1/import", **sent, shown=digest)
    (team,) = read(file).tournament.team_play.teams
    assert (team.name, team.lineup(1)) == ("Lyon", ("EKAL", "OHBO"))


def test_a_cell_of_a_team_row_is_corrected(director, file):
    wrong = [*WIDE, ["Ulm", "", "Cy", "3x", "Di", "1d"]]
    sent = spreadsheet(xlsx(Teams=wrong))
    first = director.send("/players/1/import", sent)
    assert "Line 4" in first.text
    marks = dict(re.findall('name="(titles|lines)" value="([^"]+)"', first.text))
    fixed = director.send("/players/1/import", {**sent, **marks, "cell4_2": "3k"})
    assert "Import 4 players" in fixed.text


def test_a_sheet_without_a_list_lets_another_one_be_chosen(director):
    sent = spreadsheet(xlsx(Notes=[["A note"]], Teams=WIDE))
    answer = director.send("/players/1/import", sent)
    assert "this is not a list of players" in unescape(answer.text).lower()
    assert "<option>Teams</option>" in answer.text
    assert cells(director.send("/players/1/import", {**sent, "sheet": "Teams"}))


@pytest.mark.parametrize("content", [xlsx(Teams=WIDE)[:500], b"nothing"])
def test_a_damaged_spreadsheet_is_one_note(director, content):
    answer = director.send("/players/1/import", spreadsheet(content))
    assert 'role="alert"' in answer.text
    assert "is damaged" in answer.text
