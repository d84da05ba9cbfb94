"""Pairs of pair go enter with a list: the column Partner names who plays with whom."""

from __future__ import annotations

import re
from html import unescape

import pytest

from commands import do
from fastpair.errors import FormatError
from fastpair.formats import read
from fastpair.formats.entries import document
from fastpair.ui.cli import main
from pages import director_of

LIST = """\
Name;First name;Rank;Partner
Adler;Berta;2d;Meier Jo
Meier;Jo;1d;
Kunz;Cleo;3k;
Roth;Dora;5k;Uhl, Gina
Uhl;Gina;4k;Dora Roth
Ek;Finn;7k;Sand Emil / Voss Ida
Sand;Emil;6k;
Voss;Ida;8k;
"""
NAMES = ["Adler / Meier", "Kunz Cleo", "Roth / Uhl", "Ek / Sand / Voss"]


def pairs_of(text):
    return document.read("list.csv", text.encode()).pairs


def test_partners_are_found_by_their_names():
    """In either order, named by one or both, two of them with a stroke between."""
    assert pairs_of(LIST) == (
        ("ADLERBERTA", "MEIERJO"),
        ("ROTHDORA", "UHLGINA"),
        ("EKFINN", "SANDEMIL", "VOSSIDA"),
    )
    assert pairs_of(LIST.replace(";Partner", ";Partenaire")) == pairs_of(LIST)
    assert pairs_of(LIST.replace(";Partner", ";Phone")) == ()


@pytest.mark.parametrize("emil", ["", "Ek Finn", "Voss Ida", "Ida Voss / Ek, Finn"])
def test_of_three_one_names_both(emil):
    """The others name nobody, one or both of them."""
    assert pairs_of(LIST.replace("6k;", f"6k;{emil}")) == pairs_of(LIST)


@pytest.mark.parametrize(
    "title",
    [
        *("Partnerin", "Spielpartner", "Teammate", "Partner name", "Coéquipière", "Binôme", "Compañero"),
        *("Pareja", "Compagna", "Spoluhráčka", "Partnerka", "Współgracz", "Напарница", "Партнёрша"),
        *("ペア", "パートナー", "搭档", "队友"),
    ],
)  # fmt: skip
def test_the_column_has_the_usual_titles_of_each_language(title):
    assert pairs_of(LIST.replace("Partner", title)) == pairs_of(LIST)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("2d;Meier Jo", "2d;Maier Jo", "2: the partner of Adler Berta must be one other player of the list"),
        ("3k;", "3k;Kunz Cleo", "4: the partner of Kunz Cleo must be one other player of the list"),
        ("Kunz;Cleo", "Meier;Jo", "2: the partner of Adler Berta must be one other player of the list"),
        ("3k;", "3k;Voss Ida", "7: Ek Finn names Sand Emil / Voss Ida, and Kunz Cleo in line 4 names Voss Ida; let "),
        ("1d;", "1d;Kunz Cleo", "3: Meier Jo names Kunz Cleo, and Adler Berta in line 2 names Meier Jo; let "),
        ("1d;\nKunz;Cleo;3k;", "1d;Kunz Cleo\nKunz;Cleo;3k;Meier Jo", "3: Meier Jo names Kunz Cleo, and Adler Berta in line 2 names Meier Jo; .* empty; mend line 4, too"),
        ("3k;", "3k;Meier Jo", "4: Kunz Cleo names Meier Jo, and Adler Berta in line 2 names Meier Jo; let "),
        ("Sand Emil / Voss", "Sand Emil / Kunz Cleo / Voss", "7: two or three players form a pair, not 4"),
        ("2d;Meier Jo\nMeier;Jo;1d;\nKunz;Cleo;3k;", "2d;X\nMeier;Jo;1d;Y\nKunz;Cleo;3k;Z", "2: the partner of Adler Berta .* 'X'; .* empty; mend lines 3, 4, too"),
    ],
)  # fmt: skip
def test_partners_who_cannot_be_are_refused(old, new, said):
    with pytest.raises(FormatError, match=f"^list.csv:{said}"):
        pairs_of(LIST.replace(old, new))


@pytest.mark.parametrize("command", ["new", "register", "page"])
def test_pairs_enter_as_one_player(tmp_path, capsys, command):
    listed, file = tmp_path / "list.csv", tmp_path / "cup.json"
    listed.write_text(LIST)
    entries = ["--entries", str(listed)] if command == "new" else []
    do("new", file, "--rounds", "3", *entries)
    for _ in range(2):  # the second time everybody is there
        if command == "register":
            do("register", file, "--entries", listed)
        elif command == "page":
            with director_of(file) as director:
                page = unescape(director.send("/players/1/import", {"list": LIST}).text)
                assert "3 pairs" in page
                assert "Adler Berta, Meier Jo" in page
                digest = re.search('name="shown" value="([^"]+)"', page)
                director.send(
                    "/players/1/import", {"list": LIST, "shown": digest[1] if digest else ""}
                )
    players = read(file).tournament.players
    assert [player.full_name for player in players] == NAMES
    assert [len(player.members) for player in players] == [2, 0, 2, 3]
    assert players[2].members[1].first_name == "Gina"


def test_the_page_names_the_lines(tmp_path):
    file = tmp_path / "cup.json"
    do("new", file, "--rounds", "3")
    with director_of(file) as director:
        wrong = LIST.replace("1d;", "1d;Kunz Cleo").replace("8k;", "8k;Nobody")
        page = unescape(director.send("/players/1/import", {"list": wrong}).text)
        assert "Line 3: Meier Jo names Kunz Cleo, and Adler Berta in line 2 names Meier Jo" in page
        assert "mend line 9, too" in page
        assert "3 pairs" not in page
    assert not read(file).tournament.players


def test_who_is_in_a_team_is_in_no_pair(tmp_path, capsys):
    listed = tmp_path / "list.csv"
    listed.write_text("Name;Rank;Team;Partner\nAdler;2d;Ulm;Kunz\nKunz;1d;Ulm;\n")
    assert main(["new", str(tmp_path / "cup.json"), "--entries", str(listed)]) == 2
    assert "list.csv: Adler is in a team and in a pair" in capsys.readouterr().err


def test_a_pair_is_created_beside_adding_a_player(tmp_path):
    file = tmp_path / "cup.json"
    do("new", file, "--rounds", "3")
    do("register", file, "Adler", "--grade", "1d")
    with director_of(file) as director:
        page = director.get("/players/1").text
        assert page.index("/players/1/pair") < page.index('aria-label="More actions"')
