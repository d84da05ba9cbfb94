"""Lists of entries: columns by their names, encodings, separators, and what a line may say."""

from __future__ import annotations

import csv
import io
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fastpair
from fastpair import formats
from fastpair.errors import FormatError, RuleError
from fastpair.formats import format_of
from fastpair.formats.entries import new_content
from fastpair.formats.entries import read as read_content
from fastpair.go.tournament import Grade, Tournament
from fastpair.letters import visible
from fastpair.report import Column, Sheet, csv_file
from fastpair.research.simulate import Heading, Results, Row, content_of
from whole_tournaments import TEXTS

PLAIN = "Name;FirstName;Rank;Country;Club;\r\nEk;Anna;3D;SE;Umeå;\r\n\r\nIb;Bo;12k;;;\r\n"


def read_as(text, encoding="utf-8"):
    return read_content("x", text.encode(encoding)).tournament.players


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
def test_a_list_as_opengotha_writes_it(encoding):
    anna, bo = read_as(PLAIN, encoding)
    assert (anna.key, anna.name, anna.first_name) == ("EKANNA", "Ek", "Anna")
    assert (anna.grade, anna.country, anna.club) == (Grade(2), "SE", "Umeå")
    assert (bo.grade, bo.country, bo.club, bo.rating) == (Grade(-12), "", "", 900)


@pytest.mark.parametrize(
    "text",
    [
        "Nom,Prénom,Niveau,Pays,Club,Licence\nEk,Anna,3 dan,SE,Umeå,77\n",
        "Nachname\tVorname\tSpielstärke\tLand\tVerein\nEk\tAnna\t3.Dan\tSE\tUmeå\n",
        "sep=,\nClub,Country,Grade,First name,Family name\nUmeå,SE,3d,Anna,Ek\n",
        'Player;Rank;Country;Club\n"Ek, Anna";3d;SE;Umeå\n',
        "Name;Rank;Country;Club\nEk Anna;3d;SE;Umeå\n",
        "\n\nName;First_Name;Level;Nation;Klub\n\nEk;Anna;3-dan;SE;Umeå",
        "Name;FirstName;Rank;Country;Club\rEk;Anna;3d;SE;Umeå\r",
    ],
)
def test_a_list_of_any_language(text):
    (anna,) = read_as(text)
    assert (anna.name, anna.first_name, anna.grade) == ("Ek", "Anna", Grade(2))
    assert (anna.country, anna.club) == ("SE", "Umeå")
    assert format_of("x", text.encode()).name == "csv"


@pytest.mark.parametrize(
    ("rating", "value"),
    [
        ("2100", 2100),
        ("2100.49", 2100),
        ("2100,51", 2101),
        ("-150.2", -150),
        ("", 2100),
        ("-9999", 2100),
        ("0", 2100),
        ("-40", -40),
        ("-900", 2100),
        *((text, 1900) for text in ("1.900", "1,900", "1 900", "1\u00a0900", "1'900", "1.9E+03")),
        ("2.3104e3", 2310),
        ("2310.0", 2310),
        ("1.90", 2),
    ],
)
def test_ratings(rating, value):
    (player,) = read_as(f"Name;Rank;Rating\nEk;1d;{rating}\n")
    assert player.rating == value


@pytest.mark.parametrize(
    ("rating", "grade"), [("2104.9", "1d"), ("2051", "1d"), ("140", "20k"), ("3333", "9d")]
)
def test_the_grade_of_a_rating(rating, grade):
    (player,) = read_as(f"Name;Rating\nEk;{rating}\n")
    assert str(player.grade) == grade


def test_everything_about_a_player():
    (player,) = read_as(
        "Name;Grade;PIN;FFG;AGA;Registration;Absent;Correction;Band;Play-in;Play-out;Shoe size\n"
        "Ek;2p;12345678;0100;77;PRE;1, 3 - 5 9;-1;2;Bath;Ulm;38\n"
    )
    assert player.grade == Grade(6)
    assert (player.egf_pin, player.ffg_licence, player.aga_id) == ("12345678", "0100", "77")
    assert not player.final
    assert player.absences == {1, 3, 4, 5, 9}
    assert player.correction == -1
    assert (player.band, player.play_in, player.play_out) == (2, "Bath", "Ulm")


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("11111111.0", "11111111"),
        ("11111111,00", "11111111"),
        ("1.2345678E+07", "12345678"),
        ("1,2345678e7", "12345678"),
        ("12.345.678", "12345678"),
        ("12 345 678", "12345678"),
        ("0100", "0100"),
        ("A-7.0", "A-7.0"),
    ],
)
def test_numbers_that_a_spreadsheet_took_for_quantities(cell, number):
    document = read_content("x", f"Name;Rank;PIN;FFG;AGA\nEk;1d;{cell};{cell};{cell}\n".encode())
    (player,) = document.tournament.players
    assert {player.egf_pin, player.ffg_licence, player.aga_id} == {number}
    changed = document.content_with(Tournament(players=(replace(player, club="Umeå"),)))
    assert cell in changed.decode()
    if number.isdecimal():
        assert number in new_content(document.tournament).decode()


NAMES = {
    "cp1250": [
        "Novák,Jiří,CZ,Ústí",
        "Łukasz,Żółć,PL,Łódź",
        "Kovács,Győző,HU,Szűcs",
        "Dvořák,Ondřej,CZ,Plzeň",
    ],
    "cp1251": ["Соколов,Пётр,RU,Москва", "Коваленко,Юрій,UA,Київ", "Орлова,Анна,RU,Пермь"],
    "cp1252": ["Müller,Jürgen,DE,Köln", "Lefèvre,François,FR,Alençon", "Sørensen,Åse,DK,Århus"],
    "cp1252 ": [
        "Jónsson,Þór,IS,Akureyri",
        "Guðmundsdóttir,Björk,IS,Reykjavík",
        "Ýmisson,Óðinn,IS,Höfn",
    ],
    "cp1253": ["Παπαδόπουλος,Γιώργος,GR,Αθήνα", "Βλάχου,Ελένη,GR,Πάτρα"],
    "cp1254": ["Yılmaz,Gökhan,TR,İzmir", "Şahin,Ayşe,TR,Eskişehir", "Doğan,Uğur,TR,Muğla"],
    "cp1257": [
        "Žukauskas,Rūta,LT,Šiauliai",
        "Bērziņš,Jānis,LV,Rīga",
        "Kazlauskienė,Eglė,LT,Alytus",
    ],
    "gbk": ["王,小明,CN,北京", "张,伟,CN,上海", "刘,晓东,CN,广州"],
    "cp932": ["山田,太郎,JP,東京", "佐藤,さくら,JP,大阪", "鈴木,ユウキ,JP,名古屋"],
    "cp949": ["김,민수,KR,서울", "박,지훈,KR,부산"],
    "big5": ["陳,志明,TW,台北", "黃,淑芬,TW,高雄", "劉,家豪,HK,香港"],
}


@pytest.mark.parametrize("encoding", NAMES)
@pytest.mark.parametrize("number", [1, 30, 150])
@pytest.mark.parametrize("with_countries", [True, False])
def test_an_encoding_is_guessed_and_named(encoding, number, with_countries):
    names = [line.split(",") for line in NAMES[encoding]]
    encoding = encoding.strip()
    if number > 1 and encoding != "cp1252":
        names.append(["Beck", "Ann", "DE", "Ulm"])
    listed = [names[place % len(names)] for place in range(number)]
    if not with_countries and number == 1:
        pytest.skip("one name may be in several encodings")
    lines = [
        f"{name},{first},3d,{country if with_countries else ''},{club}"
        for name, first, country, club in listed
    ]
    content = "\r\n".join(["Name,First name,Grade,Country,Club", *lines, ""]).encode(encoding)
    assert format_of("x", content).name == "csv"
    document = read_content("x", content)
    held = [[p.name, p.first_name, p.club] for p in document.tournament.players]
    assert held == [[name, first, club] for name, first, _, club in listed]
    assert f"which is taken as {encoding} (" in document.remarks[0]
    assert document.content_with(document.tournament) == content
    player = replace(document.tournament.players[0], grade=Grade(-5))
    players = (player, *document.tournament.players[1:])
    changed = document.content_with(replace(document.tournament, players=players))
    assert changed.decode(encoding).splitlines()[1].startswith(f"{player.name},")


def test_nothing_is_guessed_where_the_encoding_is_said(tmp_path):
    text = "Name,First name,Grade\nNovák,Jiří,3d\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert read_content("x", text.encode(encoding)).remarks == ()
    assert read_content("x", b"Name,First name,Grade\nNovak,Jiri,3d\n").remarks == ()
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode("iso-8859-2"))
    document = formats.read(path, "iso-8859-2")
    assert document.remarks == ()
    assert document.tournament.players[0].full_name == "Novák Jiří"
    with pytest.raises(FormatError, match=r"list.csv:2: expected text in ascii, found other bytes"):
        formats.read(path, "ascii")
    with pytest.raises(
        FormatError, match=r"list.csv: expected an encoding such as utf-8, cp1252, .* 'x7'"
    ):
        formats.read(path, "x7")


def test_players_of_one_name():
    document = read_content("x", b"Name;Rank\nEk, Anna;1d\nEk, Anna;1d\n")
    assert [player.key for player in document.tournament.players] == ["EKANNA", "EKANNA#2"]
    assert document.remarks == ("Ek Anna is entered in lines 2, 3",)


@pytest.mark.parametrize(
    ("header", "values"),
    [
        ("Name;First name;Rank;Rounds", "Ek;Anna;3d"),
        ("Nom;Prénom;Niveau;Rondes", "Ek;Anna;3d"),
        ("Nachname;Vorname;Spielstärke;Runden", "Ek;Anna;3d"),
        ("Nombre;Apellidos;Grado;Rondas", "Anna;Ek;3d"),
        ("Nome;Cognome;Livello;Turni", "Anna;Ek;3d"),
        ("Name;Surname;Grade;Played rounds", "Anna;Ek;3d"),
        ("Nombre;Rango;Participación", "Ek, Anna;3d"),
        ("City;Club;Name;Rank;Round", "Xi;Umeå;Ek Anna;3d"),
    ],
)
@pytest.mark.parametrize(
    ("rounds", "missed"),
    [
        ("1-5", range(6, 21)),
        ("1,3", {2, *range(4, 21)}),
        ("", ()),
        ("all", ()),
        ("-3", {3}),
        ("1-25", ()),
    ],
)
def test_titles_in_many_languages(header, values, rounds, missed):
    (player,) = read_as(f"{header}\n{values};{rounds}\n")
    assert (player.full_name, player.grade) == ("Ek Anna", Grade(2))
    assert player.absences == frozenset(missed)
    assert player.club in ("", "Umeå")


ORDERS = [
    ("Name", ["Emil Iliev", "Rossi, Elena"], None, ["Iliev|Emil", "Rossi|Elena"], "given-first"),
    ("Name", ["Emil Iliev", "Elena Rossi"], None, ["Emil|Iliev", "Elena|Rossi"], "family-first"),
    ("Full name", ["Emil Iliev"], None, ["Iliev|Emil"], "given-first"),
    (
        "Name",
        ["ILIEV Emil", "DE LA ROSA Ana Maria"],
        None,
        ["ILIEV|Emil", "DE LA ROSA|Ana Maria"],
        "",
    ),
    ("Name", ["Emil ILIEV", "Jan VAN LEER"], None, ["ILIEV|Emil", "VAN LEER|Jan"], ""),
    ("Name", ["Emil ILIEV", "Elena Rossi"], None, ["ILIEV|Emil", "Rossi|Elena"], "given-first"),
    ("Name", ["Jan van der Berg", "Ek, Bo"], None, ["van der Berg|Jan", "Ek|Bo"], "given-first"),
    ("Name", ["Emil Iliev", "Ek, Bo"], "family-first", ["Emil|Iliev", "Ek|Bo"], ""),
    ("Name", ["Emil Iliev", "J. R. Ek"], "given-first", ["Iliev|Emil", "Ek|J. R."], ""),
    ("Name", ["Rossi, Elena", "Ek", "Ib,"], None, ["Rossi|Elena", "Ek|", "Ib|"], ""),
    ("Name;First name", ["Emil Iliev;Bo"], None, ["Emil Iliev|Bo"], ""),
]
"""Title, names, the order that is stated, family and first names, and the order that is guessed."""


@pytest.mark.parametrize(("titles", "names", "stated", "meant", "guessed"), ORDERS)
def test_names_of_one_column_are_in_the_order_that_is_stated_or_guessed_by_what_shows_it(
    tmp_path, titles, names, stated, meant, guessed
):
    file = tmp_path / "list.csv"
    file.write_text("\n".join([f"{titles};Rank", *(f"{name};3d" for name in names), ""]), "utf-8")
    document = fastpair.read(file, names=stated)
    assert [f"{p.name}|{p.first_name}" for p in document.tournament.players] == meant
    remark = (
        f"the column {titles!r} does not state the order of names, which is taken as {guessed}: "
    )
    assert [line.startswith(remark) for line in document.remarks] == [True] * bool(guessed)
    if stated is None:
        congress = fastpair.Congress.open(file)
        assert [p.full_name for p in congress.tournament.players] == [
            each.replace("|", " ").strip() for each in meant
        ]


@pytest.mark.parametrize("stated", ["family-first", "given-first", None])
@pytest.mark.parametrize(
    "names", [["Emil Iliev", "Rossi, Elena", "Bo Ek"], ["EMIL Iliev", "Ib Bo"]]
)
@given(data=st.data())
def test_a_list_that_is_written_again_has_the_names_that_were_read(names, stated, data):
    text = "\n".join(["Name;Rank", *(f"{name};3d" for name in names)])
    document = read_content("x", text.encode(), names=stated)
    players = data.draw(st.permutations(document.tournament.players))
    players = players[: data.draw(st.integers(1, len(players)))]
    if data.draw(st.booleans()):
        players[0] = replace(players[0], name="Ulm", first_name="Cy")
    written = document.content_with(Tournament(players=tuple(players)))
    if written == document.content:
        return
    again = read_content("x", written).tournament.players
    assert [(p.name, p.first_name) for p in again] == [(p.name, p.first_name) for p in players]


@pytest.mark.parametrize(
    ("person", "name"),
    [(("Emil", "Iliev"), "Emil"), (("Ek", "Bo"), "Iliev"), (("Ib", "Cy"), "Emil")],
)
def test_known_players_show_the_order_of_names(person, name):
    text = b"Name;Rank\nEmil Iliev;3d\nRossi Elena;3d\nBo Ek;3d\n"
    document = read_content("x", text, known=lambda _: [person])
    assert document.tournament.players[0].name == name


def test_an_order_of_names_is_refused_where_there_is_none(tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("Name;Rank\nEk Bo;3d\n", "utf-8")
    with pytest.raises(ValueError, match="expected family-first or given-first, got 'x'"):
        fastpair.read(file, names="x")
    read_tournament = tmp_path / "list.json"
    read_tournament.write_bytes(formats.FORMATS["fastpair"].new(fastpair.read(file).tournament))
    with pytest.raises(
        FormatError, match="whose order of names can be stated, found fastpair JSON"
    ):
        fastpair.read(read_tournament, names="given-first")


def test_columns_that_are_not_read_are_named():
    lines = b"Name;Rank;E-mail;Fee paid;Cuontry2;City;Club;\nEk;2p;;;;;;\n"
    assert read_content("x", lines).remarks == (
        "the column 'E-mail' is not read",
        "the column 'Fee paid' is not read",
        "the column 'Cuontry2' is not read; if it is 'country', name it so",
        "the column 'City' is not read, since 'Club' is read instead",
        "Ek: 2p is a professional's grade, for which 7d stands",
    )


@pytest.mark.parametrize(
    ("title", "known"),
    [
        ("Ratng", "rating"),
        ("Ruonds", "rounds"),
        ("Runde", "runden"),
        ("Nationalitiy", "nationality"),
    ],
)
def test_a_misspelt_column_is_refused(title, known):
    expected = f"x:2: expected the name of a column, such as {known!r}, found {title!r}; correct it"
    with pytest.raises(FormatError, match=re.escape(expected)):
        read_content("x", f"\nName;Rank;{title}\nEk;1d;7\n".encode())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Name;Rank;Rounds\nEk;1d;soon\n", "x:2: rounds 'soon': write them as 1-5"),
        ("", "x:1: expected a first line that names the columns"),
        ("Ek;Anna;3d\n", "x:1: expected a first line that names the columns"),
        (
            "Name;Rank\nEk;1d\nIb;strong\n",
            "x:3: expected a grade such as 3d or 12k, found 'strong'",
        ),
        ("Name;Rank\n\n\nEk;\nIb;1d\n", "x:4: expected a grade such as 3d or 12k, found ''"),
        ("Name;Rank\nEk;31k\n", "x:2: expected a grade such as 3d or 12k, found '31k'"),
        ("Name;Rank;Rating\nEk;1d;high\n", "x:2: expected a rating such as 2100, found 'high'"),
        *(
            (
                f"Name;Rank;Rating\nEk;1d;{text}\n",
                f"x:2: expected a rating such as 2100, found '{text}', which may",
            )
            for text in ("12.345", "0.900", "-1.200")
        ),
        (
            "Name;Rank;PIN\nEk;1d;1.23E+07\n",
            "x:2: expected a number such as 12345678, found '1.23E+07', of which a spreadsheet has",
        ),
        (
            "Name;Rank\nEk;\nIb;1d\nUl;\nOs;strong\n",
            "x:2: expected a grade such as 3d or 12k, found ''; mend lines 4, 5, too",
        ),
        (
            "\nName;First name;EGF rank (e.g. 3k)\nEk;Anna;3k\n",
            "x:2: expected a column of grades or of ratings; understood are 'Name', 'First name', "
            "and not 'EGF rank (e.g. 3k)'",
        ),
        (
            "Person;Rank\nEk Anna;3k\n",
            "x:1: expected a first line that names the columns, such as "
            "Name;FirstName;Rank;Country;Club; understood are 'Rank', and not 'Person'",
        ),
        (
            "Name;Rank;Round 1;Round 2\nEk;3k;yes;no\n",
            "x:1: expected the name of a column, such as 'round', found 'Round 1'; correct it; "
            "understood are 'Name', 'Rank', and not 'Round 1', 'Round 2'",
        ),
        ("Name;Rank;Absent\nEk;1d;soon\n", "x:2: expected rounds such as 1 3-5, found 'soon'"),
        ("Name;Rank;Status\nEk;1d;perhaps\n", "x:2: expected a registration, FIN or PRE"),
        ("Name;Rank;Correction\nEk;1d;up\n", "x:2: expected a correction from -99 to 99"),
        ("Name;Rank;Band\nEk;1d;-1\n", "x:2: expected a band from 1 to 99, found '-1'"),
        ("Name;Rank;Club\n;1d;Umea\n", "x:2: expected the name of a player, found nothing"),
        (
            "Name,First name,Grade\nEk,Bo,3d,came late\nIb,Cy,2k\nUl,Di,1k,,,x\n",
            "x:2: expected 3 cells, as many as there are titles, found 4, the last 'came late'; put a "
            "cell with ',' in it between double quotes, or add a title; mend line 4, too",
        ),
        ("Name,Rating,FIDE ID\nEk,24,00,7\n", "x:2: expected 3 cells, as many as there are titles"),
        (f"Name;Rank\n{'E' * 200000};1d\n", "x:2: expected cells: field larger than field limit"),
    ],
)
def test_what_is_no_list(text, message):
    with pytest.raises(FormatError) as caught:
        read_content("x", text.encode())
    assert str(caught.value).startswith(message)


@given(st.lists(TEXTS.filter(str.strip), min_size=1, max_size=5))
def test_unknown_columns_survive(names):
    lines = [
        f'"{name.replace(chr(34), chr(34) * 2)}";1d;{place}' for place, name in enumerate(names)
    ]
    document = read_content("x", "\n".join(["Name;Rank;Shoe", *lines]).encode())
    players = document.tournament.players
    changed = (replace(players[0], grade=Grade(-9), club="Umeå"), *players[1:])
    written = document.content_with(replace(document.tournament, players=changed[::-1]))
    assert written.splitlines()[0] == b"Name;Rank;Shoe;Club;Rating"
    again = read_content("x", written).tournament.players
    assert [player.full_name for player in again] == [player.full_name for player in changed[::-1]]
    assert again[-1].grade == Grade(-9)
    assert again[-1].club == "Umeå"
    lines = csv.reader(io.StringIO(written.decode()), delimiter=";")
    shoes = [cells[2] for cells in lines][1:]
    assert shoes == [str(place) for place in range(len(names))][::-1]


def test_a_letter_that_the_encoding_lacks():
    document = read_content("x", "Name;Rank\nEké;1d\n".encode("cp1252"))
    player = replace(document.tournament.players[0], name="Łęk")
    with pytest.raises(RuleError, match="a list in cp1252 cannot hold 'Ł'"):
        document.content_with(replace(document.tournament, players=(player,)))


FORMULAS = ["=1+1", "@SUM(A1)", "+1+1", "-2-3", "\t=1", "\r=1", "'=1", "-", "=1\x1b[2J"]


def cells_of(text, separator):
    return [cell for row in csv.reader(io.StringIO(text), delimiter=separator) for cell in row]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_of_any_csv_is_a_formula(text):
    plain = read_content("x", f'Name;Rank;Shoe\nEk;1d;"{text}"\n'.encode())
    player = replace(plain.tournament.players[0], name=text, club=text, correction=-1)
    here = Tournament(players=(player,))
    listed, edited = new_content(here).decode(), plain.content_with(here).decode()
    sheet = Sheet(title="", heading="", columns=(Column(text),), rows=((text,), ("-3,5",)))
    heading = Heading(fastpair="", name="", plan="", contenders=(text,), repeats=1)
    results = content_of(Results(heading, (Row(0, 0, {"m": -2.5}),)), ".csv").decode()
    written = [
        *cells_of(listed, ";"),
        *cells_of(edited, ";"),
        *cells_of(csv_file([sheet]).decode("utf-8-sig"), ","),
        *cells_of(results, ","),
    ]
    starting = {cell for cell in written if cell.startswith(tuple("=+-@\t\r"))}
    assert starting == {"-1", "-3,5", "-2.5"}
    assert written.count(f"'{visible(text)}") >= (0 if text[0].isspace() else 5)
    for content in (listed, edited):
        assert read_as(content)[0].club == visible(text)


def test_one_module_writes_csv():
    package = Path(fastpair.__file__).parent
    writing = [path.name for path in package.rglob("*.py") if "csv.writer(" in path.read_text()]
    assert writing == ["characters.py"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *[
            (text, "DE")
            for text in ("Germany", "GER", "DEU", "Deutschland", "de", "Německo", "德国")
        ],
        *[(text, "CH") for text in ("SUI", "CHE", "Suisse", "Szwajcaria", "スイス")],
        *[(text, "GB") for text in ("England", "GBR", "UK", "uk", "Великобритания", "SCO", "WLS")],
        *[(text, "BN") for text in ("BRN", "Brunei")],  # ISO's code, not Bahrain's of the IOC
        ("Holland", "NL"),
        ("Česko", "CZ"),
    ],
)
def test_countries_are_understood_in_all_languages_and_codes(text, code):
    document = read_content("list.csv", f"Name;Rank;Country\nBo;3d;{text}\n".encode())
    assert document.tournament.players[0].country == code
    assert document.remarks == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *[(code, code) for code in ("SCO", "BUR", "SGP", "FAI", "FID", "GCI", "IOM", "JCI", "MNC")],
        *[(code, code) for code in ("WLS", "BRU", "BRN", "LBN", "TTO", "TPE")],
        *[(code, code) for code in ("THA", "TGA", "COK", "KIR", "PRK")],
        *[(text, "THA") for text in ("Thailand", "th", "Tajlandia")],
        *[(text, "GER") for text in ("Germany", "GER", "ger", "DEU", "de", "Německo")],
        *[(text, "ENG") for text in ("GB", "UK", "England")],
        ("Scotland", "SCO"),
        ("Singapore", "SGP"),
        ("MM", "MYA"),
    ],
)
def test_federations_of_chess_are_kept_as_they_are(text, code):
    content = f"Name;Rating;FIDE ID;Country\nBo;2000;12;{text}\n".encode()
    document = read_content("list.csv", content)
    assert [player.country for player in document.tournament.players] == [code]
    assert document.remarks == ()
    report = formats.FORMATS["trf"].new(document.tournament).decode()
    assert report.partition("\n001 ")[2][49:52] == code


@pytest.mark.parametrize(
    ("title", "text", "field", "value"),
    [
        *[(title, "1987", "birth", "1987") for title in ("Birth", "Year of birth", "Jahrgang")],
        *[("Born", text, "birth", "1987-05-03") for text in ("1987-05-03", "3.5.1987", "1987/5/3")],
        # Nobody can say whether the month or the day stands first.
        *[("Born", text, "birth", "1987") for text in ("3/5/1987", "1987/00/00", "31.2.1987")],
        *[("Born", text, "birth", "") for text in ("87", "unknown", "3187", "19875")],
        *[("Sex", text, "sex", "w") for text in ("w", "F", "female", "Frau", "féminin")],
        *[("Geschlecht", text, "sex", "m") for text in ("m", "Male", "männlich")],
        ("Sex", "x", "sex", ""),
    ],
)
def test_sex_and_birth_are_read_and_no_cell_is_lost(title, text, field, value):
    content = f"Name;Rating;FIDE ID;{title}\nBo;2000;12;{text}\n".encode()
    document = read_content("list.csv", content)
    (player,) = document.tournament.players
    assert getattr(player, field) == value
    moved = replace(player, rating=2100)
    after = document.render(replace(document.tournament, players=(moved,)), content)
    assert after == content.replace(b"2000", b"2100")
    report = formats.FORMATS["trf"].new(document.tournament)
    (again,) = formats.FORMATS["trf"].read("t.trf", report).tournament.players
    assert getattr(again, field) == value


@pytest.mark.parametrize(("text", "value"), [("20", 20), ("0", None), ("", None)])
def test_k_is_read_and_written(text, value):
    content = f"Name;Rating;FIDE ID;K\nBo;2000;12;{text}\n".encode()
    tournament = read_content("list.csv", content).tournament
    assert [player.k_factor for player in tournament.players] == [value]
    written = formats.FORMATS["csv"].new(tournament)
    (again,) = read_content("list.csv", written).tournament.players
    assert again.k_factor == value


def test_a_column_k_of_grades_is_not_read():
    document = read_content("list.csv", b"Name;Rank;K\nBo;3d;3d\nCy;5k;5k\n")
    assert [player.k_factor for player in document.tournament.players] == [None, None]
    assert "K" in " ".join(map(str, document.remarks))


@pytest.mark.parametrize("text", ["Ulm", "XX", "Atlantis", "EU"])
def test_an_unknown_country_is_kept_and_said(text):
    document = read_content("list.csv", f"Name;Rank;Country\nBo;3d;{text}\n".encode())
    assert document.tournament.players[0].country == text
    assert document.remarks == (f"Bo: {text!r} is not the name or code of a country",)


@pytest.mark.parametrize("pin", ["'12345678", "’12345678", '"""12345678"""', "12345678"])
def test_what_keeps_a_number_a_text_in_a_spreadsheet_is_no_part_of_it(pin):
    document = read_content("list.csv", f"Name;Rank;PIN\nBo;3d;{pin}\n".encode())
    assert document.tournament.players[0].egf_pin == "12345678"


def test_a_quote_that_is_not_closed_is_named():
    content = 'Name;Rank;Club\nBo;3d;"Ulm\nDo;2d;Bonn\n'
    with pytest.raises(FormatError, match=r"list.csv:2: a double quote is opened and not closed"):
        read_content("list.csv", content.encode())
    closed = 'Name;Rank;Club\nBo;3d;"Ulm\nOst"\nDo;2d;Bonn\n'
    assert [p.club for p in read_content("list.csv", closed.encode()).tournament.players][
        1
    ] == "Bonn"


@pytest.mark.parametrize(
    ("title", "remark"),
    [
        ("Email", "the column 'Email' is not read"),
        ("Phone", "the column 'Phone' is not read"),
        ("Paid", "the column 'Paid' is not read"),  # and not "pais"
        ("Cuontry2", "the column 'Cuontry2' is not read; if it is 'country', name it so"),
    ],
)
def test_a_column_that_is_left_out_is_said(title, remark):
    assert read_content("list.csv", f"Name;Rank;{title}\nBo;3d;x\n".encode()).remarks == (remark,)


def test_titles_and_numbers_of_chess_players():
    content = "Name;Rating;Title;FIDE ID\nBo;2400;gm;4600001\nDo;2300;;\n"
    found = read_content("list.csv", content.encode())
    assert [(p.title, p.fide_id) for p in found.tournament.players] == [("GM", "4600001"), ("", "")]
    assert (found.remarks, found.tournament.kind) == ((), "swiss")
    assert not any(str(player.grade) for player in found.tournament.players)
    assert "Title" in new_content(found.tournament).decode()
    untitled = "Name;Rating;Title\nBo;2400;\n"
    assert read_content("list.csv", untitled.encode()).tournament.kind == "go"
    addressed = read_content("list.csv", content.replace("gm", "Mrs").encode())
    assert [p.title for p in addressed.tournament.players] == ["", ""]
    assert addressed.remarks == (
        "the column 'Title' is not read, since none of its cells is a title such as GM",
    )


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("name,Fed,Rtg,FideID", "Bo,GER,1900,2"),
        ("No.,Ti.,Name,Fide-No.,FED,RtgI,RtgN,Club/City", "1,IM,Bo,2,GER,1900,1850,Ulm"),
        ("Name,Titel,Elo FIDE,Federation,Fide No", "Bo,IM,1900,GER,2"),
        ("NAME,FIDE rating,Fide Code,FED", "Bo,1900,2,GER"),
        ("Player name,IRtg,NRtg,FIDE Number", "Bo,1900,1850,2"),
        ("Name,FIDE-Elo,ID-FIDE", "Bo,1900,2"),
    ],
)
def test_titles_of_the_usual_managers_of_chess(header, cells):
    document = read_content("list.csv", f"{header}\n{cells}\n".encode(), graded=False)
    (player,) = document.tournament.players
    assert (player.name, player.rating, player.fide_id) == ("Bo", 1900, "2")


def test_a_title_that_is_not_known_is_one_remark():
    content = "Name;Rating;Title\nBo;2400;gm\nDo;1500;WH\n"
    document = read_content("list.csv", content.encode())
    assert [player.title for player in document.tournament.players] == ["GM", ""]
    assert document.remarks == ("Do: 'WH' is not a title of FIDE and is left out",)


@pytest.mark.parametrize(
    ("cells", "are_ratings"),
    [
        (("2100", "1450"), True),
        (("2100", "0", "1450"), True),
        (("1987", "2004"), False),
        (("1", "2"), False),
        (("", "2100"), False),
    ],
)
@pytest.mark.parametrize("titles", ["FIDE ID;Strong", "Rating;Strong", "Grade;Strong"])
def test_a_column_that_looks_like_ratings_and_is_not_read_is_named(titles, cells, are_ratings):
    lines = "".join(f"N{at};{'3k' * ('Grade' in titles)};{cell}\n" for at, cell in enumerate(cells))
    document = read_content("x", f"Name;{titles}\n{lines}".encode(), graded=False)
    found = [text for text in document.remarks if "look like ratings" in text]
    named = [
        "the column 'Strong' is not read, and its cells look like ratings; if they are, name it 'rating'"
    ]
    assert found == named * are_ratings


@given(
    st.lists(
        st.sampled_from(["Name", "Rating", "Grade", "Title", "Team", "Shoe"]),
        min_size=1,
        unique=True,
    ),
    st.lists(
        st.lists(st.sampled_from(["", "Ek", "3d", "2100", "24", "GM", "0"]), max_size=8), max_size=4
    ),
    st.sampled_from(";,\t"),
    st.booleans(),
)
def test_rows_longer_or_shorter_than_the_titles_are_read_or_named(titles, rows, separator, graded):
    content = "\n".join(map(separator.join, [["Name", *titles], *rows])).encode()
    filled = [row for row in rows if any(row)]
    if any("".join(row[len(titles) + 1 :]) for row in filled):
        with pytest.raises(FormatError, match=r"x:[1-5]: "):
            read_content("x", content, graded=graded)
        return
    with suppress(FormatError):
        assert len(read_content("x", content, graded=graded).tournament.players) == len(filled)


HEADINGS = {
    "name": "Surname Nachname Nom Apellido Cognome Nazwisko Příjmení Фамилия 姓 姓氏 Etternavn",
    "first_name": "First_name Vorname Prénom Nombre Nome Imię Jméno Имя 名 Fornavn",
    "rating": "Rating Elo Punteggio Rejting Рейтинг レーティング 等级分 RtgRapid Rtg_Std. Rtg_Blitz",
    "country": "Country Nat. Nat Land Pays País Paese Kraj Země Страна Федерация 国 国家",
    "club": "Club Go_club Go-Klub Klub Circolo Klubb Клуб クラブ 俱乐部",
    "birth": "Birth Geburtsdatum Naissance Født Narozen Rocznik Дата_рождения 生年月日 出生日期",
    "sex": "Sex Geschlecht Sexe Sexo Sesso Płeć Pohlaví Пол 性別 性别 Kjønn",
    "team": "Team Mannschaft Équipe Equipo Squadra Drużyna Družstvo Команда チーム 团队 Lag",
    "absences": "Absent Fehlt Ausente Assente Nieobecny Chybí Отсутствует 欠席 缺席 Fravær",
}


@pytest.mark.parametrize(
    ("column", "title"),
    [(name, title) for name, titles in HEADINGS.items() for title in titles.split()],
)
def test_headings_of_many_languages_are_known(column, title):
    cells = {"name": "Ash", "first_name": "Ada", "rating": "1800", "birth": "1990", "sex": "w"}
    cells |= {"country": "DE", "club": "Ulm", "team": "Ulm", "absences": "2"}
    before = (
        {"name": "Ash"} if column == "first_name" else {} if column == "name" else {"name": "Ash"}
    )
    titles = [*({"name": "Surname"}[name] for name in before), title.replace("_", " ")]
    text = f"{';'.join([*titles, 'Grade'])}\n{';'.join([*before.values(), cells[column], '3d'])}\n"
    document = read_content("x", text.encode())
    assert not [text for text in document.remarks if "is not read" in text]
    (player,) = document.tournament.players
    if column == "team":
        assert document.tournament.team_play.teams[0].name == "Ulm"
    elif column == "absences":
        assert player.absences == {2}
    else:
        assert str(getattr(player, column)) == cells[column]


def test_a_whole_name_has_headings_of_many_languages():
    for title in ("Navn", "Jméno", "Имя", "ФИО", "氏名", "姓名", "Imię i nazwisko"):
        text = f"{title};Rating\nAsh Ada;1800\n"
        assert read_content("x", text.encode()).tournament.players[0].name in ("Ash", "Ada")


@pytest.mark.parametrize(
    "name", ["BYE", "Freilos", "Total", "Total: 3", "Gesamt 12", "不戦勝", "Итого"]
)
def test_a_line_that_is_no_player_is_refused(name):
    text = f'Name,Rating,Fed\n"Ahorn, Anna",1800,GER\n{name},,\n'
    with pytest.raises(FormatError, match=r"x:3: .* is no player: leave the line out"):
        read_content("x", text.encode())


def test_somebody_of_such_a_family_name_is_a_player():
    text = "Name,FirstName,Rating\nBye,Nils,1800\nTotaler,,1800\nBye Q5,,1700\n"
    assert len(read_content("x", text.encode()).tournament.players) == 3


@pytest.mark.parametrize(
    ("cells", "is_named"),
    [
        (["2-3", "", "1, 4", "", ""], True),
        (["1", "", ""], True),
        (["1", "2", "3"], False),
        (["", "", ""], False),
        (["5 EUR", "", ""], False),
        (["0", "", ""], False),
        (["1987", "", ""], False),
    ],
)
def test_a_column_that_looks_like_absences_and_is_not_read_is_named(cells, is_named):
    lines = "".join(f"N{at};3k;{cell}\n" for at, cell in enumerate(cells))
    found = [
        text
        for text in read_content("x", f"Name;Grade;Cannot play\n{lines}".encode()).remarks
        if "rounds that players miss" in text
    ]
    named = [
        "the column 'Cannot play' is not read, and its cells look like rounds that players miss; if they are, name it "
        "'absent'"
    ]
    assert found == named * is_named
    lines = "".join(f"N{at};3k;2;{cell}\n" for at, cell in enumerate(cells))
    document = read_content("x", f"Name;Grade;Absent;Cannot play\n{lines}".encode())
    assert not [text for text in document.remarks if "rounds that players miss" in text]
