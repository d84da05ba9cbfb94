"""The page of a Swiss of any game: players without a grade, attributes that keep them apart, its own words."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape

import pytest

from commands import do
from congress_files import save
from fastpair.app.embedding.answers import standings_document
from fastpair.app.entries.federations import results_file_due
from fastpair.congress import Congress
from fastpair.desk import Desk
from fastpair.errors import FormatError, RuleError
from fastpair.formats import read
from fastpair.go.tournament import (
    NO_GRADE,
    Criterion,
    Player,
    Result,
    Rules,
    Same,
    Tournament,
    with_preset,
)
from fastpair.pairing.generator import generate
from fastpair.pairing.systems import stated_system
from fastpair.ui.cli import main
from pages import director_of

LIST = "Name,School\n" + "".join(f"Kid{number},{'NS'[number % 2]}\n" for number in range(8))
GO = re.compile(
    r"jigo|handicap|komi|McMahon|\bgrade|\bstones?\b|\bkyu\b|\bdan\b|\bNBW|SOS|SODOS|\bEG[FD]\b|FFG|\bAGA\b|\bPIN\b|federation|OpenGotha",
    re.IGNORECASE,
)


@pytest.fixture
def file(tmp_path):
    (tmp_path / "kids.csv").write_text(LIST, encoding="utf-8")
    path = tmp_path / "school.json"
    made = ("new", str(path), "--preset", "Swiss", "--entries", str(tmp_path / "kids.csv"))
    do(*made)
    return path


@pytest.fixture
def director(file):
    with director_of(file) as browser:
        yield browser


def send(director, path, **fields):
    return director.send(path, fields)


def test_rules_about_attributes_are_a_table(director, file):
    send(
        director,
        "/rules/1/change",
        edit="pairing",
        same0="school",
        same0_how="never_same",
        same0_top="yes",
        same1="Chess club",
        same1_how="avoid_same",
        same1_since="2",
        same1_until="3",
        same2=" ",
    )
    rules = read(file).tournament.rules
    assert rules.never_same == (Same("school"),)
    assert rules.avoid_same == (Same("Chess club", until=3, since=2, not_in_top_group=True),)
    assert "Chess club from round 2 until 3 not at the top" in director.get("/rules/1").text
    page = director.get("/rules/1", params={"edit": "pairing"}).text
    assert [*re.findall(r'name="same\d" value="([^"]*)"', page)] == ["school", "Chess club", "", ""]
    send(director, "/rules/1/change", edit="pairing", same0="")
    assert read(file).tournament.rules.never_same == ()


def test_a_wrong_rule_stays_in_the_table(director, file):
    answer = send(director, "/rules/1/change", edit="pairing", same0="school", same0_until="x")
    assert read(file).tournament.rules.never_same == ()
    assert "Enter columns such as school" in answer.text
    assert 'name="same0" value="school"' in answer.text


def test_a_player_without_a_grade_is_added_with_attributes(director, file):
    send(director, "/players/1/register", name="Newman", first_name="Ann", attributes="school=N")
    added = read(file).tournament.players[-1]
    assert (added.full_name, str(added.grade), added.attributes) == (
        "Newman Ann",
        "",
        {"school": "N"},
    )
    send(director, "/players/1/change", key=added.key, name="Newman", attributes="house=2")
    assert read(file).tournament.players[-1].attributes == {"house": "2"}
    answer = send(director, "/players/1/register", name="Other", attributes="house")
    assert "Attributes: enter attributes such as school=North" in answer.text
    assert len(read(file).tournament.players) == 9


def test_a_title_is_typed_or_chosen(director, file, capsys):
    do("rules", file, "--system", "dutch")
    do("register", file, "Novak", "--title", "wfm", "--fide-id", "77")
    added = read(file).tournament.players[-1]
    assert (added.title, added.fide_id) == ("WFM", "77")
    capsys.readouterr()
    assert main(["register", str(file), "Other", "--title", "mr"]) == 2
    assert "must be one of GM, IM, WGM, FM, WIM, CM, WFM, WCM, not 'mr'" in capsys.readouterr().err
    page = director.get("/players/1/entry", params={"key": added.key}).text
    assert "<option selected>WFM</option>" in page
    send(director, "/players/1/change", key=added.key, name="Novak", title="", fide_id="78")
    changed = read(file).tournament.players[-1]
    assert (changed.title, changed.fide_id) == ("", "78")


SEEN = re.compile(r'\s(?:aria-label|alt|placeholder|title|data-\w+)="([^"]*)"')


def words_of_go(text):
    """What a page says of Go, in its texts and in what it says of its fields."""
    shown = re.sub(r"<script.*?</script>|<style.*?</style>", " ", text, flags=re.DOTALL)
    words = f"{re.sub('<[^>]*>', ' ', shown)} {' '.join(SEEN.findall(shown))}"
    return [each.group() for each in GO.finditer(unescape(words))]


def pages_from(director, path):
    """All pages and panels that links lead to, by their addresses; one of each kind for many players."""
    found, waiting, kinds = {}, [path], set()
    while waiting:
        address = waiting.pop()
        answer = director.get(address)
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        assert answer.status_code in (200, 409), address
        found[address] = answer.text
        for link in re.findall(r'(?:href|formaction)="(/[^"#]*)', answer.text):
            target = unescape(link)
            kind = re.sub(r"(?<=[=/])[^=/?&]*\d[^=/?&]*", "0", target)
            if target.startswith("/") and kind not in kinds and "download" not in kind:
                kinds.add(kind)
                waiting.append(target)
    return found


@pytest.mark.parametrize("teams", [False, True])
def test_no_page_of_a_swiss_has_a_word_of_go(director, file, teams):
    """Before the first round, in it with all results, and in the preview of a list."""
    if teams:
        keys = [player.key for player in read(file).tournament.players]
        for place, name in enumerate(("North", "South", "East", "West")):
            do("team", file, name, *keys[2 * place : 2 * place + 2])
    found = [(path, words_of_go(text)) for path, text in pages_from(director, "/players/1").items()]
    send(director, "/boards/1/draw")
    games = read(file).tournament.round(1).games
    entered = " ".join(f"{game.table} {1 + game.table % 3}" for game in games)
    assert "draw" in send(director, "/results/1/enter", results=entered).text
    pages = pages_from(director, "/boards/1")
    assert {path.split("/")[1] for path in pages} >= {"boards", "files", "rules", "standings"}
    found += [(path, words_of_go(text)) for path, text in pages.items()]
    preview = send(director, "/players/1/import", list="Name;School\nNew;N\nNewer;S")
    assert "Import 2 players" in preview.text
    found.append(("preview", words_of_go(preview.text)))
    refused = send(director, "/players/1/import", list="School;House\nN;1").text
    assert "Import" in refused
    found.append(("refused", words_of_go(refused)))
    for path in ("prints/1/page/standings", "prints/1/page/wallist", "hall/standings"):
        found.append((path, words_of_go(director.get(f"/{path}").text)))
    assert [each for each in found if each[1]] == []


def test_a_column_of_go_is_offered_for_the_list_that_has_it(director):
    preview = send(director, "/players/1/import", list="Name;School;EGF PIN\nNew;N;12345678")
    chosen = re.findall(r'<option value="(\w+)" selected>', preview.text)
    assert chosen[:2] == ["name", "egf_pin"]
    assert 'value="ffg_licence"' not in preview.text


POINTS = {
    **{
        name: name
        for name in ("win", "jigo", "loss", "forfeit_win", "forfeit_loss", "requested_bye")
    },
    "bye": "wins_bye",
    "absence": "wins_absent",
}
"""Their members in a document, by what they are called where they are typed."""


@pytest.mark.parametrize(
    ("text", "number", "halves"),
    [("3", 3, 6), ("-0.5", -0.5, -1), ("2½", 2.5, 5), ("1000", 1000, 2000), ("½", 0.5, 1)],
)
def test_points_are_the_same_at_every_door(director, file, tmp_path, text, number, halves):
    points = read(file).tournament.rules.points
    by_python = replace(points, **dict.fromkeys((f"{each}_x2" for each in POINTS.values()), halves))
    options = [word for name in POINTS for word in (f"--{name.replace('_', '-')}", text)]
    by_command = tmp_path / "command.json"
    do("new", by_command, "--preset", "Swiss", *options)
    stated = dict.fromkeys(POINTS.values(), number)
    document = {"format": "fastpair-tournament", "version": 1, "kind": "swiss"}
    by_json = tmp_path / "document.json"
    by_json.write_text(json.dumps(document | {"rules": {"points": stated}}), "utf-8")
    send(director, "/rules/1/change", edit="points", **dict.fromkeys(POINTS, text))
    for door in (by_command, by_json, file):
        assert read(door).tournament.rules.points == by_python, door


@pytest.mark.parametrize("name", ["Chess", "FIDE", "Football"])
def test_a_preset_of_another_game_is_the_same_at_every_door(director, file, tmp_path, capsys, name):
    by_command = tmp_path / "command.json"
    do("new", by_command, "--preset", name)
    found = read(by_command).tournament
    assert (found.kind, found.rules) == ("swiss", with_preset(found.rules, name))
    assert Congress.new("open", preset=name).tournament.rules == found.rules
    send(director, "/rules/1/change", edit="preset", preset=name)
    page = read(file).tournament
    assert (page.kind, page.rules) == ("swiss", with_preset(page.rules, name))
    capsys.readouterr()
    do("rules", file)
    said = capsys.readouterr().out
    sums = "Buchholz, Sonneborn-Berger, Cumulative" if name == "Football" else "BH, SB, PS"
    names = f"{sums}, DE, WIN, BWG"
    assert f"Points, {names}" in said
    assert f"preset: {name}" in said
    codes = f"{'SOSW,SODOSW,CUSSW' if name == 'Football' else 'BH,SB,PS'},DE,WIN,BWG"
    do("standings", file, "--criteria", names.replace(", ", ","), "--json")
    assert json.loads(capsys.readouterr().out)["criteria"] == codes.split(",")


def test_a_draw_of_chess_says_its_brackets(tmp_path, capsys):
    file, entries = tmp_path / "command.json", tmp_path / "rated.csv"
    entries.write_text("name,rating\n" + "".join(f"P{n},{1500 + n % 7 * 50}\n" for n in range(10)))
    do("new", file, "--preset", "Swiss", "--entries", entries)
    do("rules", file, "--system", "dutch", "--acceleration", "baku", "--initial-colour", "black")
    do("info", file)
    assert "Pairing system: Dutch system of FIDE\nAcceleration: Baku\n" in capsys.readouterr().out
    do("draw", file, "--write")
    said = capsys.readouterr().out
    assert "bracket of 1 points: size 6, moved down 0, pairs 3; no costs\n" in said
    assert "bracket of 0 points: size 4, moved down 0, pairs 2; " in said
    assert "weight" not in said


@pytest.mark.parametrize("system", ["dutch", "round-robin"])
def test_a_preference_has_no_place_in_a_system_without_weights(file, system, capsys):
    assert main(["rules", str(file), "--system", system, "--avoid-same", "school"]) == 2
    assert "kept apart, or may meet" in capsys.readouterr().err
    do("rules", file, "--system", system, "--never-same", "school")
    do("rules", file, "--system", "usual", "--avoid-same", "school")


@pytest.mark.parametrize("system", [None, "swiss", "dutch", "round-robin"])
@pytest.mark.parametrize(
    ("preset", "chess"), [("Chess", True), ("FIDE", True), ("Football", False)]
)
def test_a_tournament_of_chess_has_lists_and_titles_whoever_pairs_it(
    tmp_path, preset, chess, system
):
    chess = chess or system == "dutch"
    path = tmp_path / "open.json"
    rules = replace(with_preset(Rules(rounds=3), preset), system=system)
    players = (
        Player(key="a", name="Ann", title="WGM", fide_id="5310001"),
        Player(key="b", name="Bo"),
    )
    tournament = Tournament(kind="swiss", rules=rules, players=players)
    save(tournament, path)
    with director_of(path) as director:
        listed, entry = director.get("/players/1").text, director.get("/players/1/new").text
        sheets = director.get("/prints/1").text
    assert {
        ">Title</th>" in listed,
        ">WGM<" in listed,
        "/lists/1" in listed,
        'name="k_factor"' in entry,
        "by starting rank" in sheets,  # a wall list or a cross table
        results_file_due(tournament) == "trf",
    } == {chess}
    assert "Pair Go" not in listed


def test_ratings_of_another_game_are_no_grades(tmp_path, capsys):
    """A list with ratings, of which some are missing, makes players without a grade."""
    entries, file = tmp_path / "rated.csv", tmp_path / "open.json"
    entries.write_text("name,rating\nAnna,2000\nBob,\nCy,1900\nDi,1800\n")
    do("new", file, "--preset", "Swiss", "--entries", entries)
    players = read(file).tournament.players
    assert [player.rating for player in players] == [2000, None, 1900, 1800]
    assert {player.grade for player in players} == {NO_GRADE}
    capsys.readouterr()
    do("draw", file)
    assert not GO.search(capsys.readouterr().out)
    assert main(["new", str(tmp_path / "go.json"), "--entries", str(entries)]) == 2
    assert "expected a grade" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("rules", ("--bar", "3d")),
        ("rules", ("--handicap", "5", "--rounds", "4")),
        ("groups", ()),
        ("groups", ("--set", "3d,1d")),
        ("handicap", ("1", "2")),
        ("ratings", ("--system", "egf2021")),
        ("convert", ("x.h9",)),
    ],
)
def test_what_only_go_has_is_refused(file, capsys, monkeypatch, command, options):
    """A command says so in one line, and changes nothing."""
    monkeypatch.chdir(file.parent)
    do("draw", file, "--write")
    before = file.read_bytes()
    capsys.readouterr()
    assert main([command, str(file), *options]) == 2
    assert re.search(r"not of Go|tournaments of Go only", capsys.readouterr().err)
    assert file.read_bytes() == before


def test_a_rule_of_go_is_refused_by_python_and_by_a_preset_of_another_game(tmp_path, capsys):
    with pytest.raises(RuleError, match="not of Go"):
        Congress.new("open", preset="Chess").rules(bar="3d")
    path = tmp_path / "open.json"
    assert main(["new", str(path), "--preset", "Football", "--floor", "20k"]) == 2
    assert "--floor" in capsys.readouterr().err
    assert not path.exists()
    do("new", path, "--preset", "Football")
    do("rules", path, "--preset", "EGF", "--bar", "3d", "--even-so")


def test_a_win_by_forfeit_is_worth_a_win_until_it_has_points_of_its_own(file):
    def points(*options):
        do("rules", file, *options)
        found = read(file).tournament.rules.points
        return found.win_x2, found.forfeit_win_x2, found.loss_x2, found.forfeit_loss_x2

    assert points("--win", "3") == (6, 6, 0, 0)
    assert points("--forfeit-win", "2", "--loss", "½") == (6, 4, 1, 1)
    assert points("--win", "1", "--forfeit-loss", "-1") == (2, 4, 1, -2)
    assert points("--loss", "0") == (2, 4, 0, -2)


def test_a_requested_bye_has_points_of_its_own(file, capsys):
    def points_of(*names):
        do("standings", file, "--round", "1", "--json")
        rows = json.loads(capsys.readouterr().out)["rows"]
        points = {row["name"]: row["values"][0] for row in rows}
        return [points[name] for name in names]

    do("absent", file, "Kid0", "--requested-bye")
    assert "Kid0 has a requested bye in round 1" in capsys.readouterr().out
    do("absent", file, "Kid1")
    do("draw", file, "--write")
    capsys.readouterr()
    assert points_of("Kid0", "Kid1") == [0.5, 0]
    do("rules", file, "--requested-bye", "0", "--absence", "-1", "--even-so")
    capsys.readouterr()
    assert points_of("Kid0", "Kid1") == [0, -1]
    do("undo", file)
    do("absent", file, "Kid0", "--round", "1")
    capsys.readouterr()
    assert points_of("Kid0", "Kid1") == [0, 0]
    do("undo", file)
    capsys.readouterr()
    assert points_of("Kid0", "Kid1") == [0.5, 0]


def test_a_requested_bye_is_recorded_on_the_page(director, file):
    key = read(file).tournament.players[0].key
    entry = f"/players/2/entry?key={key}"
    assert "Requested byes" in director.get(entry).text
    send(director, "/players/2/byes", key=key, pattern="2")
    player = read(file).tournament.by_key[key]
    assert (player.absences, player.requested_byes) == ({2}, {2})
    assert "Requested bye in round 2." in director.get(entry).text
    send(director, "/players/2/attend", wish=f"present {key}")
    player = read(file).tournament.by_key[key]
    assert (player.absences, player.requested_byes) == (set(), set())


def test_a_bye_stands_among_the_games_of_a_player(director, file):
    key, other = (player.key for player in read(file).tournament.players[:2])
    send(director, "/players/1/byes", key=key, pattern="1")
    send(director, "/players/1/full_byes", key=other, pattern="1")
    said = {
        key: ("Requested bye", "requested bye</dt><dd>½"),
        other: ("Full-point bye", "full-point bye</dt><dd>1"),
    }
    for of, (words, _) in said.items():
        assert f"{words} in round 1." in director.get(f"/players/1/entry?key={of}").text
    send(director, "/boards/1/draw")
    for of, (_, words) in said.items():
        panel = director.get(f"/players/1/entry?key={of}").text
        assert f"1 · {words}</dd>" in panel
        assert "Record no-show" not in panel
    assert "Full-point bye in round 1." in director.get(f"/boards/1/seat?key={other}").text


def test_results_of_chess_are_in_its_menu(director, file):
    def marks():
        return re.findall(r' data-mark="([^"]*)"', director.get("/results/1").text)

    send(director, "/boards/1/draw")
    assert marks() == ["6", "7", "8", "4", "5", "9", "0"]
    do("rules", file, "--preset", "Chess", "--even-so")
    assert marks() == [*"6784", "1/2-0", "0-1/2", "1-0u", "1/2u", "0-1u", *"90"]
    for mark, words in (("1/2-0", "½-0"), ("0-1u", "0-1u"), ("1/2u", "½-½u")):
        send(director, "/results/1/enter", results=f"1 {mark}")
        assert f'<span class="badge">{words}</span>' in director.get("/results/1").text
    game = read(file).tournament.round(1).at(1)
    assert (game.result, game.unrated) == (Result.JIGO, True)
    answer = send(director, "/results/1/enter", results="1 5")
    assert "only one player can win a game of chess" in answer.text
    assert read(file).tournament.round(1).at(1) == game


def test_standings_have_the_names_of_other_games(director, file):
    send(director, "/boards/1/draw")
    for name in ("standings/1", "prints/1/page/standings"):
        page = director.get(f"/{name}").text
        assert all(word in page for word in ("Points", "Buchholz", "Sonneborn-Berger"))
    form = director.get("/rules/1", params={"edit": "standings"}).text
    for row, name in enumerate(["Points", "Buchholz", "Sonneborn-Berger", ""]):
        assert f'<input name="criterion{row}" value="{name}"' in form
    send(director, "/rules/1/change", edit="standings", criteria="points, buchholz-1, DC")
    assert read(file).tournament.rules.placement == (
        Criterion.WINS,
        Criterion.SOS_WINS_1,
        Criterion.DIRECT_CONFRONTATION,
    )


def test_finish_asks_for_nothing_and_offers_files_that_hold_the_tournament(director, file):
    page = director.get("/files/1").text
    assert "Download archive" in page
    assert "Complete player data" not in page
    assert "Mark as sent" not in page
    formats = re.findall(r'<option value="(\w+)"', page)
    assert formats == ["fastpair", "trf", "csv"]
    for form in formats:
        answer = director.get("/files/1/download", params={"format": form})
        assert answer.status_code == 200
        assert "attachment" in answer.headers["content-disposition"]


def test_teams_of_another_game_have_its_names_too(director, file):
    keys = [player.key for player in read(file).tournament.players]
    for name, members in (("North", keys[:2]), ("South", keys[2:4])):
        do("team", file, name, *members)
    page = director.get("/standings/1").text
    assert "Match points" in page
    assert not GO.search(re.sub(r"<script.*?</script>|<[^>]*>", " ", page, flags=re.DOTALL))
    assert 'value="Match-Points" list="known-criteria"' in director.get("/teams/1/teamrules").text
    said = send(director, "/teams/1/rules", criteria="match-points, Board-Points").text
    assert "Match-Points, Board-Points" in said


def test_a_round_that_the_dutch_system_refuses_is_paired_by_hand(tmp_path, capsys):
    """Four players have met in three rounds; the command and the page say what can be done."""
    entries, path = tmp_path / "list.csv", tmp_path / "open.json"
    entries.write_text("name,rating\nAnn,2000\nBob,1900\nCy,1800\nDi,1700\n", "utf-8")
    options = ("--preset", "FIDE", "--rounds", "4", "--entries", str(entries))
    do("new", path, *options)
    for _ in range(3):
        do("draw", path, "--write")
        do("result", path, "1", "1-0", "2", "1-0")
    capsys.readouterr()
    assert main(["draw", str(path)]) == 2
    assert "fastpair pair pairs two by hand" in capsys.readouterr().err
    with director_of(path) as director:
        assert "“Pair manually”" in unescape(send(director, "/boards/4/draw").text)
        assert "Pair manually" in director.get("/boards/4").text
    for couple in (("Ann", "Di"), ("Bob", "Cy")):
        do("pair", path, *couple, "--round", "4")
    assert len(read(path).tournament.round(4).games) == 2


def test_the_dutch_system_is_called_by_its_title(tmp_path):
    file = tmp_path / "open.json"
    players = [Player(key=name, name=name, first_name="") for name in ("Ada", "Bo")]
    Congress.new("open", preset="FIDE", rounds=1, players=players).save(file)
    assert Desk(file).draw(1).summary == "round 1 drawn by the Dutch system of FIDE: 1 board"


@pytest.mark.parametrize(("kind", "home"), [("go", "Club"), ("swiss", "Country")])
def test_the_homes_of_players_are_headed_as_in_the_game(kind, home, tmp_path):
    file = tmp_path / "open.json"
    rules = {"system": stated_system("swiss", {})} if kind == "swiss" else {}
    generated = generate(8, 3, seed=1, play=1, **rules)
    save(replace(generated, kind=kind), file)
    with director_of(file) as director:
        headings = re.findall(
            r'<th scope="col"[^>]*>(Club|Country)</th>', director.get("/players/1").text
        )
    assert headings == [home]


def test_why_a_player_is_ahead_is_the_same_at_every_door(tmp_path, capsys):
    """The first criterion that separates two players, and what each round adds to it."""
    report = tmp_path / "win.trf"
    report.write_text(
        """\
042 2026-11-20
XXR 2
001    1      Ash, A                            2400                             1.5    1     3 w 1     2 b =
001    2      Birch, B                          2300                             1.5    2     4 b +     1 w =
001    3      Cedar, C                          2200                             1.0    3     1 b 0  0000 - U
001    4      Elm, D                            2100                             0.0    4     2 w -  0000 - Z
212 PTS,BH/C1,SB
"""
    )
    said = [
        "Ash A (place 1) is ahead of Birch B (place 2) by SB; equal by Points, BH/C1",
        "Ash A, SB 1.75: 1 in round 1 (Cedar C), 0.75 in round 2 (Birch B)",
        "Birch B, SB 1.25: 0.5 in round 1 (Elm D), 0.75 in round 2 (Ash A)",
    ]
    found = Congress.open(report).why_place("Birch B", "ASHA")
    assert found["sentences"] == said
    assert found["criterion"] == "SB"
    assert [each["key"] for each in found["players"]] == ["ASHA", "BIRCHB"]
    assert found["players"][1]["terms"][0] == {
        "round": 1,
        "opponent": "ELMD",
        "value": 0.5,
        "counted": True,
    }
    question = ["standings", str(report), "--why", "Ash A", "Birch B"]
    do(*question)
    assert capsys.readouterr().out.splitlines() == said
    do(*question, "--json")
    assert json.loads(capsys.readouterr().out) == found
    with director_of(report) as browser:
        page = browser.get("/standings/2").text
        assert 'href="/standings/2/places"' in page
        answer = unescape(browser.get("/standings/2/places?one=BIRCHB&other=ASHA").text)
        assert all(line in answer for line in said)
        same = browser.get("/standings/2/places?one=ASHA&other=ASHA").text
        assert "Choose two different players." in same
        unknown = browser.get("/standings/2/places?one=ASHA&other=OLDK").text
        assert "No player 'OLDK'" in unescape(unknown)
    points = main(["standings", str(report), "--why", "Ash A", "Elm D", "--criteria", "PTS,BH/C1"])
    text = capsys.readouterr().out
    assert (points, "by Points" in text) == (0, True)
    assert "Elm D, Points 0: 0 in round 1 (Birch B), 0 in round 2 (no opponent)" in text
    assert main(["standings", str(report), "--why", "Ash A", "Nobody"]) == 2
    assert main(["standings", str(report), "--why", "Ash A", "ASHA"]) == 2
    assert main([*question, "--teams"]) == 2
    capsys.readouterr()
    assert main([*question, "--why", "Ash A", "Elm D", "--json"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "--why: with --json, compare two players at a time" in printed.err


WORTH = {"white": "white wins", "black": "black wins", "jigo": "jigo"}
BOARDS = {
    1: "A1 C1 white, C2 A2 black, B1 D1 white, D2 B2 jigo",
    2: "A1 B1 white, B2 A2 white, C1 D1 jigo, D2 C2 jigo",
}
TEAMS = {
    "format": "fastpair-tournament",
    "version": 1,
    "name": "Teams",
    "kind": "swiss",
    "rules": {"rounds": 2},
    "players": [
        {"key": f"{team}{n}", "name": f"{team}{n}", "first_name": "", "rating": 2000}
        for team in "ABCD"
        for n in (1, 2)
    ],
    "games": [
        {"round": n, "table": table, "white": white, "black": black, "result": WORTH[result]}
        for n, boards in BOARDS.items()
        for table, board in enumerate(boards.split(", "), start=1)
        for white, black, result in [board.split()]
    ],
    "team_play": {
        "size": 2,
        "teams": [
            {"key": team, "name": f"Team {team}", "lineups": [[f"{team}1", f"{team}2"]]}
            for team in "ABCD"
        ],
        "placement": ["PTS:MP", "PTS:GP", "EDE", "BH:MP"],
        "win": 3,
    },
}
"""Two matches each: A and B have drawn, and A has more against C; a win is worth 3 match points."""


@pytest.fixture
def teams(tmp_path):
    file = tmp_path / "teams.json"
    file.write_text(json.dumps(TEAMS))
    return file


def test_why_a_team_is_ahead_is_the_same_at_every_door(teams, capsys):
    rows = Congress.open(teams).team_standings()["rows"]
    assert {row["key"]: row["values"][:2] for row in rows} == {
        "A": [4, 3], "B": [4, 2.5], "C": [1, 1], "D": [1, 1.5]
    }  # fmt: skip
    sentences = [
        "Team A (place 1) is ahead of Team B (place 2) by PTS:GP; equal by PTS:MP",
        "Team A, PTS:GP 3: 2 in round 1 (Team C), 1 in round 2 (Team B)",
        "Team B, PTS:GP 2.5: 1.5 in round 1 (Team D), 1 in round 2 (Team A)",
    ]
    document = Congress.open(teams).why_place("Team B", "A", teams=True)
    assert (document["sentences"], document["criterion"]) == (sentences, "PTS:GP")
    question = ["standings", teams, "--teams", "--why", "team a", "B"]
    do(*question)
    assert capsys.readouterr().out.splitlines() == sentences
    do(*question, "--json")
    assert json.loads(capsys.readouterr().out) == document
    request = {**TEAMS, "standings": {"teams": True, "compared": ["A", "Team B"]}}
    assert standings_document(request) == {**document, "remarks": []}
    teams.with_name("request.json").write_text(json.dumps(request))
    do("standings", teams.with_name("request.json"))
    assert capsys.readouterr().out.splitlines() == sentences
    with director_of(teams) as browser:
        assert 'href="/standings/2/places"' in browser.get("/standings/2").text
        page = unescape(browser.get("/standings/2/places?one=A&other=B").text)
        assert all(line in page for line in (*sentences, "First team"))
        assert "First player" in browser.get("/single/2/places").text


def test_two_teams_are_compared(teams):
    request = {**TEAMS, "standings": {"compared": ["A1"]}}
    with pytest.raises(FormatError, match="/standings/compared: name two to compare, not A1"):
        standings_document(request)
    assert main(["standings", str(teams), "--teams", "--why", "team a", "Team A"]) == 2
    with director_of(teams) as browser:
        same = browser.get("/standings/2/places?one=A&other=A").text
        assert "Choose two different teams." in same


def test_players_of_teams_are_compared_by_criteria_of_their_own():
    compared = {"teams": False, "after": 2, "criteria": ["NBW", "Rating"], "compared": ["A1", "B2"]}
    assert standings_document({**TEAMS, "standings": compared})["criterion"] == "NBW"


@pytest.mark.parametrize(
    ("criteria", "criterion", "terms"),
    [
        ("PTS:MP,EDE", None, []),  # 1:1 between them
        ("PTS:MP,BH:GP", "BH:GP", [(1, "C", 1), (2, "B", 2.5)]),
        ("PTS:MP,TBR", "TBR", []),
        ("PTS:MP,EDEBT", "EDEBT", []),
        ("BDW,TEAMP", "BDW", [(1, "C", 2), (2, "B", 1)]),
        ("BDW1U", "BDW1U", [(1, "C", 1), (2, "B", 1)]),
    ],
)
def test_by_which_criterion_a_team_is_ahead(teams, capsys, criteria, criterion, terms):
    """Of an encounter the matches between those who are tied count, by the score that separates them."""
    do("standings", teams, "--teams", "--why", "A", "B", "--criteria", criteria, "--json")
    document = json.loads(capsys.readouterr().out)
    (first,) = (team for team in document["players"] if team["key"] == "A")
    added = [(term["round"], term["opponent"], term["value"]) for term in first["terms"]]
    assert (document["criterion"], added) == (criterion, terms)


def test_a_value_that_is_cut_is_named(tmp_path, capsys):
    report = tmp_path / "cut.trf"
    report.write_text(
        """\
042 2026-11-20
XXR 2
001    1      Ash, A                            2400                             1.5    1     3 w 1     2 b =
001    2      Birch, B                          2300                             1.5    2     4 b 1     1 w =
001    3      Cedar, C                          2200                             1.0    3     1 b 0     4 w 1
001    4      Elm, D                            2100                             0.0    4     2 w 0     3 b 0
"""
    )
    do("standings", report, "--criteria", "SB/C1", "--why", "Ash A", "Elm D")
    assert capsys.readouterr().out.splitlines() == [
        "Ash A (place 1) is ahead of Elm D (place 3) by SB/C1",
        "Ash A, SB/C1 0.75: [1 in round 1 (Cedar C), left out], 0.75 in round 2 (Birch B)",
        "Elm D, SB/C1 0: 0 in round 1 (Birch B), [0 in round 2 (Cedar C), left out]",
    ]


def test_criteria_are_chosen_from_a_list_in_their_order(director, file):
    """Rows of the list are criteria, empty ones none; a recommended list is one click."""
    form = unescape(director.get("/rules/1", params={"edit": "standings"}).text)
    assert '<option value="ARO/C1">Average rating of opponents, without the lowest</option>' in form
    assert 'value="EDE"' not in form
    rows = {f"criterion{row}": name for row, name in enumerate(["PTS", "", "aro/c1", "KS/L60"])}
    send(director, "/rules/1/change", edit="standings", **rows)
    placement = read(file).tournament.rules.placement
    assert [each.value for each in placement] == ["NBW", "ARO/C1", "KS/L60"]
    wrong = {"criterion0": "PTS", "criterion1": "BH/X"}
    answer = send(director, "/rules/1/change", edit="standings", **wrong)
    assert '<input name="criterion1" value="BH/X"' in answer.text
    assert "tie-break 'BH/X': 'X' is not a modifier of BH" in unescape(answer.text)
    assert read(file).tournament.rules.placement == placement
    send(director, "/rules/1/change", criteria="PTS, BH/C1, BH, SB, DE, WIN")
    assert [each.value for each in read(file).tournament.rules.placement][1] == "BH/C1"
    assert 'name="criteria" value="PTS, BH/C1, BH, SB, DE, WIN"' in form


def test_a_requested_bye_of_a_full_point_leaves_the_bye_of_the_pairing(tmp_path):
    """The page says both before the draw: who has asked for one, and that one of the others gets another, not who."""
    report = tmp_path / "odd.trf"
    rows = [f"001 {n:>4}      {f'P{n}':<33} {2000 - n}{'':28} 0.0 {n:>4}" for n in range(1, 7)]
    report.write_text("\n".join(["XXR 5", "XXC white1", "240 F   1    2", *rows, ""]))
    with director_of(report) as browser:
        page = unescape(browser.get("/boards/1").text)
    assert "Bye: P2" in page
    said = "The number of players is odd. Pairing gives one of them the bye, unless you assign it."
    assert said in page
    assert re.search(r"<dt>Byes</dt><dd>2</dd>", page)
