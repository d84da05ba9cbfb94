"""The pages on the wall name everybody, once, and print without a network."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import do
from congress_files import save
from fastpair.app.lookup import rooms_of
from fastpair.errors import RuleError
from fastpair.formats.characters import key_of
from fastpair.go.standings import standings
from fastpair.go.tournament import (
    SWISS_RULES,
    Bye,
    Game,
    Grade,
    Player,
    Result,
    Rules,
    Tournament,
    with_preset,
)
from fastpair.pairing.generator import generate
from fastpair.report import (
    Attendance,
    cards_page,
    csv_file,
    cut_order,
    format_number,
    name_cards,
    pairings_by_board,
    pairings_by_name,
    pairings_by_room,
    pairings_by_table,
    pairings_by_team,
    place_cards,
    sheets_page,
    slips,
    slips_page,
    standings_sheet,
    wall_list,
)
from fastpair.report.languages import alphabetical, language
from fastpair.ui.cli import main
from team_tournaments import entered

ENGLISH = language("en")
NASTY = "<script>alert(1)</script>"


def player(name, first_name="", **facts):
    key = key_of(name + first_name)
    return Player(key=key, name=name, first_name=first_name, grade=Grade(0), **facts)


@pytest.fixture(scope="module")
def evening():
    """One of each: on a board, with a bye, waiting, absent, preliminary."""
    players = (
        player(NASTY, "Zoë"),
        player("=Bo", "{{ 7 * 7 }}"),
        player("C", "Cee"),
        player("D", "Dee"),
        player("E", "Eee", absences=frozenset({1})),
        player("F", "Eff", final=False),
    )
    white, black = (each.key for each in players[:2])
    games = (Game(round=1, table=7, white=white, black=black, handicap=2, result=Result.JIGO),)
    byes = (Bye(round=1, player=players[2].key),)
    return Tournament(name=NASTY, rules=Rules(rounds=2), players=players, games=games, byes=byes)


@pytest.fixture(scope="module")
def congress():
    return generate(150, 3, seed=4, play=2)


def test_everybody_is_in_one_group_and_the_sum_says_so(evening):
    attendance = Attendance.of(evening, 1)
    reasons = ("bye", "without a game", "absent", "not yet entered")
    groups = [attendance.paired, *(attendance.without_board[reason] for reason in reasons)]
    names = [[each.name for each in group] for group in groups]
    assert names == [[NASTY, "=Bo"], ["C"], ["D"], ["E"], ["F"]]
    assert attendance.sum(str) == (
        "6 players: 2 on boards, 1 bye, 1 without a game, 1 absent, 1 not yet entered"
    )


def test_who_is_absent_is_not_called_back_to_the_check_in(evening):
    tournament = evening.with_absences(1, ["FEFF"])
    found = Attendance.of(tournament, 1)
    assert [each.name for each in found.without_board["absent"]] == ["E", "F"]
    assert found.without_board["not yet entered"] == ()


def test_imposed_games_are_counted_apart(evening):
    attendance = Attendance.of(evening, 1, {each.key for each in evening.players[:2]})
    assert [each.name for each in attendance.imposed] == [NASTY, "=Bo"]
    assert attendance.sum(str) == (
        "6 players: 0 drawn, 2 in imposed games, 1 bye, 1 without a game, 1 absent, 1 not yet entered"
    )


def test_the_list_of_names_has_everybody_once(congress):
    sheet = pairings_by_name(congress, 2, str)
    names = [row[0] for row in sheet.rows]
    assert sorted(names) == sorted(f"{p.full_name} {p.grade}" for p in congress.players)
    for row in sheet.rows:
        assert bool(row[1]) == (
            row[3] not in ("bye", "absent", "not yet entered", "without a game")
        )


def test_the_list_of_names_and_the_boards_agree(congress):
    boards = {row[0]: row for row in pairings_by_board(congress, 2, str).rows}
    for row in pairings_by_name(congress, 2, str).rows:
        name, table, colour, opponent, handicap, score = row
        if table:
            pair = (name, opponent) if colour == "White" else (opponent, name)
            assert (*boards[table][1:3], boards[table][4]) == (*pair, handicap)
            assert score in boards[table][3].split(" : ")


def test_pairings_have_the_scores_before_the_round(congress):
    made = standings(congress, 1)
    column = made.criteria.index(congress.rules.main_criterion)
    scores = {f"{row.name} {row.first_name} {row.grade}": row.values[column] for row in made.rows}
    for row in pairings_by_board(congress, 2, str).rows:
        assert row[3] == " : ".join(format_number(scores[name]) for name in row[1:3])


@pytest.mark.parametrize("rooms", [{}, {"Hall": range(1, 31), "Stage": range(40, 50)}])
def test_every_board_is_in_one_room(congress, rooms):
    sheets = pairings_by_room(congress, 1, rooms, str)
    tables = [int(row[0]) for sheet in sheets for row in sheet.rows]
    assert sorted(tables) == [game.table for game in congress.round(1).games]
    for sheet, (name, numbers) in zip(sheets, rooms.items(), strict=False):
        assert sheet.heading.endswith(f": {name}")
        assert all(int(row[0]) in numbers for row in sheet.rows)
    if not rooms:
        assert all(len(sheet.rows) <= 35 for sheet in sheets)


@pytest.fixture
def matches():
    """Five teams of two: a board is empty, one team has the bye."""
    tournament = entered(5, 2, spares=1)
    teams = [*tournament.team_play.teams]
    teams[1] = replace(teams[1], lineups=(("B1",),))
    play = replace(tournament.team_play, teams=tuple(teams), fewest=1)
    boards = [(1, "A1", "B1"), (2, "C1", "D1"), (3, "D2", "C2")]
    games = [Game(round=1, table=table, white=w, black=b) for table, w, b in boards]
    games[0] = replace(games[0], result=Result.WHITE_WINS)
    return replace(tournament, team_play=play, games=tuple(games))


def test_teams_are_listed_by_name_with_their_tables(matches):
    rows = [row[:4] for row in pairings_by_team(matches, 1, str).rows]
    assert [(name.rpartition(" ")[0] or name, *more[:2]) for name, *more in rows] == [
        ("Team A", "1", "White"), ("Team B", "1", "Black"), ("Team C", "2–3", "White"),
        ("Team D", "2–3", "Black"), ("Team E", "", ""),
    ]  # fmt: skip
    others = [row[3].removeprefix("Team ")[0] for row in rows]
    assert others == ["B", "A", "D", "C", "b"]


def test_a_match_sheet_has_every_board(matches):
    """One at which a team has nobody is decided, and has no table."""
    first, second = slips(matches, 1)
    assert (dict(first.empty), first.boards.keys()) == ({2: ("A 2 1k", "")}, {1})
    assert (second.empty, second.boards.keys()) == ({}, {1, 2})
    page = slips_page((first, second), language("en")).decode()
    assert page.count("empty board") == 1
    assert re.findall(r'<span class="box">(.?)</span>', page)[2:4] == ["1", "0"]


def test_boards_of_teams_stand_by_match(matches):
    """With their numbers in it and an empty one; the team that has the bye is named, and nobody of it."""
    sheet = pairings_by_table(matches, 1, str)
    assert [(*row[:6], row[-1]) for row in sheet.rows] == [
        ("Team A – Team B 2–0", "1", "1", "A 1 1d", "White", "B 1 1d", "1-0"),
        ("Team A – Team B 2–0", "2", "", "A 2 1k", "", "empty board", "1-0!"),
        ("Team C – Team D", "1", "2", "C 1 1d", "White", "D 1 1d", ""),
        ("Team C – Team D", "2", "3", "C 2 1k", "Black", "D 2 1k", ""),
    ]
    assert sheet.notes == ("bye: Team E",)
    assert [row[0] for row in sheet.grouped_rows] == [
        "Team A – Team B 2–0", "", "Team C – Team D", "",
    ]  # fmt: skip
    page = sheets_page([sheet], language("en")).decode()
    assert page.count("Team C – Team D") == 1
    assert '<tr class="group"><th colspan="6" scope="rowgroup">Team C – Team D</th></tr>' in page
    assert csv_file([sheet]).decode().count("Team C – Team D,") == 2
    for sheets in (
        pairings_by_room(matches, 1, {"Hall": range(2, 4)}, str),
        pairings_by_room(matches, 1, {}, str),
    ):
        assert {row[0] for row in sheets[0].rows} >= {"Team C – Team D"}
        assert sheets[-1].notes[0].startswith("bye: Team E")


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["Hall"], "is not a room"),
        (["Hall=9-1"], "is not a room"),
        (["A=1-9", "A=20-30"], "named twice"),
        (["A=1-9", "B=9-12"], "share tables"),
    ],
)
def test_rooms_that_cannot_be_are_refused(typed, message):
    with pytest.raises(RuleError, match=message):
        rooms_of(typed)


@given(st.integers(0, 60), st.integers(1, 9))
def test_a_pile_of_slips_is_in_order_when_it_is_cut(count, on_a_page):
    cut = list(cut_order(range(count), on_a_page))
    places = [[page[place] for page in cut if place < len(page)] for place in range(on_a_page)]
    assert [slip for pile in places for slip in pile] == list(range(count))


def test_the_first_boards_have_cards_with_colours(congress):
    games = congress.round(2).games
    cards = place_cards(congress, 2, boards=3)
    assert [(card.number, card.name, card.white) for card in cards] == [
        (game.table, congress.by_key[key].full_name, key == game.white)
        for game in games[:3]
        for key in (game.white, game.black)
    ]
    assert len(place_cards(congress, 2)) == 2 * len(games)
    assert all(
        card.origin == (p.club, p.country)
        for card, p in zip(
            cards, (congress.by_key[key] for game in games for key in game.players), strict=False
        )
    )
    pages = {size: cards_page(cards, ENGLISH, size=size).decode() for size in ("normal", "large")}
    assert [page.count('class="slips cards') for page in pages.values()] == [1, 3]


def test_cards_of_chess_have_starting_ranks_titles_and_federations():
    rules = with_preset(Rules(rounds=3), "FIDE")
    players = (
        Player(key="b", name="Birch", first_name="Bo", rating=2200, country="GER"),
        Player(key="a", name="Alder", title="GM", rating=2510, country="NED", club="Rook"),
        Player(key="c", name="Cedar"),
    )
    cards = name_cards(Tournament(kind="swiss", rules=rules, players=players))
    assert [(card.number, card.name, card.strength, card.origin) for card in cards] == [
        (1, "Alder", "GM 2510", ("Rook", "NED")),
        (2, "Birch Bo", "2200", ("GER",)),
        (3, "Cedar", "", ()),
    ]
    assert {(card.round, card.white) for card in cards} == {(0, False)}
    football = Tournament(kind="swiss", rules=with_preset(rules, "Football"), players=players)
    assert {card.number for card in name_cards(football)} == {0}


def test_names_are_text_and_never_markup(evening):
    sheets = [pairings_by_board(evening, 1, str), pairings_by_name(evening, 1, str)]
    printed = [sheets_page(sheets, ENGLISH), slips_page(slips(evening, 1), ENGLISH)]
    printed.append(cards_page(place_cards(evening, 1), ENGLISH))
    for page in printed:
        text = page.decode()
        assert "<script" not in text
        assert "{{ 7 * 7 }}" in text
        assert "&lt;script&gt;" in text
        assert not re.search(r"(?:src|href|url)\s*[=(]", text), "nothing comes from a network"


def test_a_spreadsheet_computes_no_name(evening):
    rows = csv.reader(io.StringIO(csv_file([pairings_by_board(evening, 1, str)]).decode()))
    assert [row[2] for row in rows] == ["Black", "'=Bo {{ 7 * 7 }} 1d"]


def test_sheets_with_other_columns_have_their_own_heads_in_a_spreadsheet(evening):
    boards, names = pairings_by_board(evening, 1, str), pairings_by_name(evening, 1, str)
    rows = list(csv.reader(io.StringIO(csv_file([boards, boards, names]).decode("utf-8-sig"))))
    heads = [[column.title for column in sheet.columns] for sheet in (boards, names)]
    assert [rows.index(head) for head in heads] == [0, 2 + 2 * len(boards.rows)]
    assert rows.count([]) == rows.count(heads[0]) == 1


@pytest.fixture
def file(tmp_path, evening):
    return save(evening, tmp_path / "evening.xml")


def test_the_command_writes_every_kind_of_file(file, tmp_path, capsys):
    for suffix in (".html", ".csv", ".txt"):
        target = tmp_path / f"boards{suffix}"
        command = ["pairings", str(file), "--output", str(target), "--language", "de"]
        do(*command)
        assert b"Schwarz" in target.read_bytes()
        assert main(command) == 2, "a file that is there is not replaced unasked"
    do("slips", file, tmp_path / "slips.html")
    do("cards", file, tmp_path / "cards.html", "--boards", "1")
    do("cards", file, tmp_path / "names.html", "--by-name")
    said = capsys.readouterr()
    assert f"{tmp_path / 'cards.html'}: 2 cards of round 1\n" in said.out
    assert f"{tmp_path / 'names.html'}: 6 cards\n" in said.out
    assert "--overwrite" in said.err


def test_the_command_says_its_sheets_in_json(file, capsys):
    do("pairings", file, "--by-name", "--json")
    (sheet,) = json.loads(capsys.readouterr().out)["sheets"]
    assert len(sheet["rows"]) == 6


@pytest.mark.parametrize(
    "arguments",
    [
        ["pairings", "FILE", "--round", "3"],
        ["pairings", "FILE", "--output", "boards.doc"],
        ["pairings", "FILE", "--output", "FILE"],
        ["pairings", "FILE", "--by-name", "--by-room"],
        ["pairings", "FILE", "--language", "xx"],
        ["slips", "FILE", "slips.txt"],
        ["slips", "FILE", "slips.html", "--round", "2"],
        ["cards", "FILE", "cards.txt"],
        ["cards", "FILE", "cards.html", "--round", "2"],
        ["cards", "FILE", "cards.html", "--by-name", "--boards", "1"],
    ],
)
def test_what_cannot_be_is_refused_in_a_line(file, arguments, capsys, monkeypatch):
    monkeypatch.chdir(file.parent)
    before = file.read_bytes()
    assert main([str(file) if each == "FILE" else each for each in arguments]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert file.read_bytes() == before
    assert sorted(path.name for path in file.parent.iterdir()) == [file.name]


def test_paper_has_no_column_without_a_text_but_room_for_results(congress):
    """Files for other programs have all columns."""

    def heads(sheet, size="normal"):
        page = sheets_page([sheet], ENGLISH, size=size).decode()
        return re.findall(r"<th[^>]*>(?:<[^>]*>)*([^<]*)", page)

    players = tuple(replace(player, club="") for player in congress.players)
    games = tuple(replace(game, result=Result.UNKNOWN, handicap=0) for game in congress.games)
    bare = replace(congress, players=players, games=games)
    boards, everybody = pairings_by_board(bare, 2, str), wall_list(standings(bare, 2), str)
    assert heads(boards) == ["Table", "White", "Black", "Score", "Result"]
    assert heads(boards, "large") == ["Table", "White", "Black"]
    handicaps = replace(bare, games=tuple(replace(game, handicap=1) for game in games))
    assert "Hd" in heads(pairings_by_board(handicaps, 2, str))
    assert "Club" in heads(wall_list(standings(congress, 2), str))
    assert {*heads(wall_list(standings(congress, 2), str))} - {*heads(everybody)} == {"Club"}
    assert b"Club" in csv_file([everybody])


@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no Chromium to print with")
def test_a_browser_prints_the_page(file, tmp_path):
    target = tmp_path / "boards.pdf"
    do("pairings", file, "--output", target)
    assert target.read_bytes().startswith(b"%PDF-")


def test_every_game_of_the_wall_list_stands_there_twice(congress):
    sheet = wall_list(standings(congress, 2), str)
    sign = {"+": "-", "-": "+", "=": "=", "?": "?"}
    other = {"w": "b", "b": "w"}
    for line, row in enumerate(sheet.rows, start=1):
        assert row[0] == str(line)
        for column in (5, 6):
            found = re.fullmatch(r"(\d+)([+=?-])(!?)([wb])(\d?)", row[column])
            if found is None:
                assert row[column] in ("0+", "0-", "0=", ".")
                continue
            number, result, by_default, colour, stones = found.groups()
            theirs = sheet.rows[int(number) - 1][column]
            assert theirs == f"{line}{sign[result]}{by_default}{other[colour]}{stones}"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (0.5, "½"), (2.25, "2¼"), (31, "31"), (-0.5, "-½"), (-3, "-3"), (1.75, "1¾")],
)
def test_numbers_are_written_with_signs_for_quarters(value, text):
    assert format_number(value) == text


NAMES_TO_SORT = (
    "Zeman",
    "Čapek",
    "Chytil",
    "Cibulka",
    "Hora",
    "Ivan",
    "Łoza",
    "Lis",
    "Luz",
    "Ñu",
    "Nuz",
    "d'Or",
    "Dox",
)
ORDERS = {
    "en": "Čapek Chytil Cibulka d'Or Dox Hora Ivan Lis Łoza Luz Ñu Nuz Zeman",
    "de": "Čapek Chytil Cibulka d'Or Dox Hora Ivan Lis Łoza Luz Ñu Nuz Zeman",
    "cs": "Cibulka Čapek d'Or Dox Hora Chytil Ivan Lis Łoza Luz Ñu Nuz Zeman",
    "pl": "Čapek Chytil Cibulka d'Or Dox Hora Ivan Lis Luz Łoza Ñu Nuz Zeman",
    "es": "Čapek Chytil Cibulka d'Or Dox Hora Ivan Lis Łoza Luz Nuz Ñu Zeman",
}


def test_the_wall_list_tells_a_requested_bye_from_an_absence():
    players = (
        Player(key="a", name="Asks", absences=frozenset({1, 2}), requested_byes=frozenset({1})),
        Player(key="b", name="Bo"),
    )
    tournament = Tournament(kind="swiss", rules=Rules(**SWISS_RULES), players=players)
    sheet = wall_list(standings(tournament, 2), str)
    assert [row[5:7] for row in sheet.rows] == [("0=", "0-"), (".", ".")]
    assert "0= is a requested bye." in sheet.notes
    assert "0= is a requested bye." not in wall_list(standings(tournament, 0), str).notes


@pytest.mark.parametrize("code", ORDERS)
def test_names_are_in_the_order_of_the_language(code):
    players = tuple(Player(key=name, name=name) for name in NAMES_TO_SORT)
    tournament = Tournament(kind="swiss", rules=Rules(**SWISS_RULES), players=players)
    rows = pairings_by_name(tournament, 1, str, language=code).rows
    assert " ".join(row[0].strip() for row in rows) == ORDERS[code]


def test_accents_count_between_equal_letters_and_russian_has_its_own():
    assert sorted(["Émile", "emile", "Emil"], key=alphabetical) == ["Emil", "emile", "Émile"]
    names = ["Юй", "Ёлкин", "Юи", "Еж", "Юк", "Елкина"]
    assert sorted(names, key=lambda name: alphabetical(name, "ru")) == [
        *("Еж", "Ёлкин", "Елкина", "Юи", "Юй", "Юк")
    ]


def test_tie_breaks_by_ratings_say_why_they_have_no_values():
    """Nobody has one while somebody has no rating; averages of Buchholz have three digits."""

    def sheet_of(ratings, criteria):
        players = tuple(
            Player(key=f"P{n}", name=f"P{n}", rating=each) for n, each in enumerate(ratings)
        )
        games = [
            Game(round=1, table=1, white="P0", black="P1", result=Result.WHITE_WINS),
            Game(round=1, table=2, white="P2", black="P3", result=Result.JIGO),
        ]
        games += [
            Game(round=2, table=1, white="P0", black="P2", result=Result.JIGO),
            Game(round=2, table=2, white="P1", black="P4", result=Result.WHITE_WINS),
        ]
        games += [Game(round=3, table=1, white="P3", black="P0", result=Result.JIGO)]
        tournament = Tournament(
            kind="swiss", rules=Rules(**SWISS_RULES), players=players, games=tuple(games)
        )
        found = standings(tournament, 3, criteria=criteria)
        return standings_sheet(found, str), wall_list(found, str), found

    everybody = [2000, 1900, 1800, 1700, 1600]
    for sheet in sheet_of(everybody, "PTS,RTNG,ARO,AOB")[:2]:
        assert not [note for note in sheet.notes if "no values" in note]
        assert not [row for row in sheet.rows if "–" in row[-3:]]
    for unrated, names in (((4,), "P4"), ((0, 2, 3, 4), "P0, P2, P3, …")):
        ratings = [None if n in unrated else each for n, each in enumerate(everybody)]
        *sheets, found = sheet_of(ratings, "PTS,RTNG,ARO/C1,BH")
        for sheet in sheets:
            (note,) = [note for note in sheet.notes if "no values" in note]
            assert note.startswith("RTNG, ARO/C1: no values, because not all have a rating")
            assert note.endswith("RTNG/U1400 counts 1400 instead.")
            assert {*names.replace("P", "").split(", ")} <= {
                *note.partition("(")[2].partition(")")[0].replace("P", "").split(", ")
            }
        assert {row.values[1:3] for row in found.rows} == {(None, None)}
        assert not [
            note for note in sheet_of(ratings, "PTS,RTNG/U1400,BH")[0].notes if "no values" in note
        ]
    sheet, _, found = sheet_of(everybody, "PTS,AOB")
    shown = {row[-1] for row in sheet.rows}
    assert shown == {f"{row.values[-1]:.3f}" for row in found.rows}
    assert any(value[-3:] not in ("000", "250", "500", "750") for value in shown)
