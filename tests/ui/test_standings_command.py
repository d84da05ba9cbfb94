"""``fastpair standings``, ``wallist`` and ``prizes``: who stands where, and what can still change."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from commands import do
from fastpair import Congress
from fastpair.formats import FORMATS, read
from fastpair.formats.fastpair import new_content
from fastpair.formats.opengotha import new_document
from fastpair.go.tournament import (
    Bye,
    Grade,
    Player,
    Result,
    Rules,
    Team,
    TeamPlay,
    Tournament,
    with_preset,
)
from fastpair.pairing.generator import generate
from fastpair.ui.cli import main
from scheduled import entered
from schemas import validator


@pytest.fixture(scope="module")
def congress():
    """The third round is not played."""
    return generate(150, 3, seed=4, play=2)


@pytest.fixture
def congress_file(tmp_path, congress):
    path = tmp_path / "congress.xml"
    path.write_bytes(new_document(congress).content)
    return path


def without_a_game(path):
    """A round of five players without a grade: Eva has the bye, and Kim is absent."""
    rows = [
        f"{name},{'2-3' if name == 'Kim' else ''}" for name in ("Ann", "Bo", "Cy", "Eva", "Kim")
    ]
    (path.parent / "kids.csv").write_text("\n".join(["Name,Rounds", *rows, "Lo,"]), "utf-8")
    return ("--entries", str(path.parent / "kids.csv"), "--rounds", "3")


def scores(path, capsys):
    """The first criterion of the standings by name, the sheet, and what was said of each."""
    capsys.readouterr()
    do("standings", path, "--json")
    rows = json.loads(capsys.readouterr().out)["rows"]
    do("standings", path)
    return {row["name"]: row["values"][0] for row in rows}, capsys.readouterr().out


@pytest.mark.parametrize("form", ["fastpair", "opengotha"])
def test_who_has_withdrawn_is_marked(tmp_path, congress, run, form):
    """In the standings and in the wall list, and in the document, which is read back; whatever the file can hold."""
    players = [replace(each, absences=frozenset()) for each in congress.players]
    out, away = players[7], players[6]
    path = tmp_path / f"congress{FORMATS[form].suffixes[0]}"
    path.write_bytes(FORMATS[form].new(replace(congress, players=tuple(players))))
    do("absent", path, away.key, "--round", "3")

    def marked(command="standings"):
        status, shown, _ = run(command, path)
        assert status == 0
        return [line for line in shown.splitlines() if "Withdrawn" in line]

    assert marked() == []  # who misses the last round is absent in it
    do("withdraw", path, out.key)
    for command in ("standings", "wallist"):
        (line,) = marked(command)
        assert f"{out.full_name} {out.grade} · Withdrawn" in line
    do("standings", path, "--output", tmp_path / "kept.json")
    for file in (path, tmp_path / "kept.json"):
        document = json.loads(run("standings", file, "--json")[1])
        validator("standings").validate(document)
        assert [row["key"] for row in document["rows"] if row.get("withdrawn")] == [out.key]
    do("undo", path)
    assert marked() == []
    do("withdraw", path, away.key)  # which changes none of the absences
    assert len(marked()) == 1
    do("present", path, away.key, "--round", "3", "--even-so")
    assert marked() == []


@pytest.mark.parametrize("stated", [("--bye", "0.5"), ("--absence", "0.5")])
def test_half_a_point_counts_half_in_a_swiss_of_any_game(tmp_path, capsys, stated):
    path = tmp_path / "club.json"
    do("new", path, "--preset", "Swiss", *without_a_game(path), *stated)
    do("draw", path, "--write")
    tournament = read(path).tournament
    (free,) = tournament.round(1).byes
    for game in tournament.round(1).games:
        do("result", path, game.table, "1-0")
    name = tournament.by_key[free].name if stated[0] == "--bye" else "Kim"
    values, sheet = scores(path, capsys)
    assert values[name] == 0.5
    assert "rounded" not in sheet
    do("rules", path, "--round-down", "--even-so")
    assert "Round down byes and absences: yes" in capsys.readouterr().out
    values, sheet = scores(path, capsys)
    assert values[name] == 0
    assert "* Half a point of byes and absences is rounded down." in sheet
    assert "*0" in sheet


def test_standings_that_are_kept_do_not_change(congress_file, tmp_path, capsys):
    kept = tmp_path / "kept.json"
    do("standings", congress_file, "--output", kept)
    capsys.readouterr()
    do("standings", congress_file, "--json")
    before = capsys.readouterr().out
    congress_file.unlink()
    do("standings", kept, "--json")
    assert capsys.readouterr().out == before
    do("wallist", kept)
    assert main(["standings", str(kept), "--round", "1"]) == 2


def test_a_round_under_way_does_not_count_yet(congress, tmp_path, capsys):
    first, *others = congress.round(2).games
    half = congress.replace_round(
        2,
        [replace(first, result=Result.UNKNOWN), *others],
        map(bye_of_round_2, congress.round(2).byes),
    )
    path = tmp_path / "half.xml"
    path.write_bytes(new_document(half).content)
    do("standings", path)
    shown = capsys.readouterr()
    assert "after round 1" in shown.out
    assert "round 2 is under way" in shown.err
    do("standings", path, "--round", "2")
    shown = capsys.readouterr()
    status = f"provisional, 1 game open (round 2, table {first.table})"
    assert shown.err == f"fastpair: warning: {status}\n"
    assert f"Standings after round 2: {status}" in shown.out.splitlines()[0]


def later(congress, rounds):
    """A congress that goes on after the rounds that are played."""
    return replace(congress, rules=replace(congress.rules, rounds=rounds))


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "prizes.toml"
    path.write_text('[[prize]]\nname = "Winner"\n[[prize]]\nname = "Nobody"\nwins = 99\n')
    return path


@pytest.mark.parametrize("command", ["standings", "wallist"])
def test_rounds_that_are_not_played_are_said_first(congress, tmp_path, capsys, command):
    path = tmp_path / "long.xml"
    path.write_bytes(new_document(later(congress, 5)).content)
    do(command, path, "--round", "5")
    shown = capsys.readouterr()
    assert shown.err == "fastpair: warning: provisional, rounds 3–5 are not played\n"
    assert "after round 5: provisional, rounds 3–5 are not played" in shown.out.splitlines()[0]
    do(command, path, "--round", "5", "--json")
    found = json.loads(capsys.readouterr().out)
    assert found["provisional"] is True
    assert found["unplayed"] == [3, 4, 5]
    assert found["remarks"] == ["provisional, rounds 3–5 are not played"]


@pytest.mark.parametrize("rounds", [(), ("--round", "3")])
def test_prizes_of_rounds_that_are_not_over_are_refused(congress, tmp_path, plan, capsys, rounds):
    path = tmp_path / "long.xml"
    path.write_bytes(new_document(later(congress, 3)).content)
    command = ["prizes", str(path), str(plan), *rounds]
    assert main(command) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    words = (
        "round 3 is not played",
        "not settled",
        "--provisional",
        "--round 2 those after round 2",
    )
    assert all(word in shown.err for word in words)
    do(*command, "--provisional")
    assert ": provisional" in capsys.readouterr().out.splitlines()[0]
    do(*command, "--provisional", "--json")
    assert json.loads(capsys.readouterr().out)["provisional"] is True
    do("prizes", path, plan, "--round", "2")
    assert "provisional" not in capsys.readouterr().out
    assert main(["prizes", str(path), str(plan), "--round", "9"]) == 2
    assert "standings count 0 to 3 rounds, not 9" in capsys.readouterr().err


def bye_of_round_2(key):
    return Bye(round=2, player=key)


def test_prizes_by_a_plan(congress_file, plan, capsys):
    plan.write_text(
        '[[prize]]\nname = "Winner"\n[[prize]]\nname = "Best kyu"\nstrongest = "1k"\n'
        '[[prize]]\nname = "Nobody"\nwins = 99\n'
    )
    do("prizes", congress_file, plan, "--round", "2", "--json")
    found = json.loads(capsys.readouterr().out)
    validator("prizes").validate(found)
    assert [prize["name"] for prize in found["prizes"]] == ["Winner", "Best kyu", "Nobody"]
    (winner,) = found["prizes"][0]["winners"]
    assert winner["key"] in read(congress_file).tournament.by_key
    assert (winner["place"], type(winner["wins"])) == (1, float)
    assert found["prizes"][2]["winners"] == []
    deep, long = f"prize = {'[' * 3000}{']' * 3000}\n", f"{'a.' * 50_000}a = 1\n"
    for text in (
        "",
        "[[prize]]\n",
        "prize = 3\n",
        '[[prize]]\nname="A"\n[[prise]]\nname="B"\n',
        "[[prize]\n",
        '[[prize]]\nname="A"\nfoo=1\n',
        deep,
        long,
    ):
        plan.write_text(text or "# nothing\n")
        assert main(["prizes", str(congress_file), str(plan), "--round", "2"]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_criteria_by_name(congress_file, capsys):
    do("standings", congress_file, "--criteria", "nbw,sosw", "--json")
    found = json.loads(capsys.readouterr().out)
    validator("standings").validate(found)
    assert found["criteria"] == ["NBW", "SOSW"]
    assert [row["values"] for row in found["rows"]] == sorted(
        (row["values"] for row in found["rows"]), reverse=True
    )
    assert {row["key"] for row in found["rows"]} <= read(congress_file).tournament.by_key.keys()
    assert main(["standings", str(congress_file), "--criteria", "luck"]) == 2
    assert main(["standings", str(congress_file), "--round", "9"]) == 2


SAID = "RTNG, ARO: no values, because not all have a rating ({}). RTNG/U1400 counts 1400 instead."


@pytest.mark.parametrize(
    ("grade", "teams", "unrated"),
    [("", False, ["Gus", "Hal"]), ("", True, ["Graz"]), ("3k", False, ["Gus", "Hal"])],
)
def test_why_tie_breaks_by_ratings_have_no_values(tmp_path, run, grade, teams, unrated):
    """In tables and in JSON, of players, of players with grades and of teams alike."""
    path, names = tmp_path / "t.json", ("Ada", "Bea", "Cid", "Dan", "Gus", "Hal")
    grades = {"grade": Grade.parse(grade)} if grade else {}

    def save(missing):
        players = tuple(
            Player(name.upper(), name, rating=None if name in missing else 1800, **grades)
            for name in names
        )
        lineups = {"Ulm": ("ADA", "BEA"), "Bonn": ("CID", "DAN"), "Graz": ("GUS", "HAL")}
        play = TeamPlay(
            teams=tuple(Team(key=key, name=key, lineups=(of,)) for key, of in lineups.items()),
            size=2,
        )
        rules = with_preset(Rules(rounds=3), "Swiss-Team" if teams else "FIDE")
        rules = Rules(rounds=3) if grade else rules
        kind = "go" if grade else "swiss"
        whole = Tournament(
            kind=kind, rules=rules, players=players, team_play=play if teams else None
        )
        path.write_bytes(new_content(whole))

    command = ["standings", path, "--criteria", "PTS,RTNG,ARO", *["--teams"] * teams]
    save(("Gus", "Hal"))
    line = SAID.format(", ".join(unrated))
    assert line in run(*command)[1].splitlines()
    found = json.loads(run(*command, "--json")[1])
    validator(found["format"].removeprefix("fastpair.")).validate(found)
    assert line in found["remarks"]
    assert found["unrated"] == unrated
    assert {tuple(row["values"][1:]) for row in found["rows"]} == {(None, None)}
    save(())
    assert "no values" not in "".join(run(*command)[1:])
    found = json.loads(run(*command, "--json")[1])
    assert "unrated" not in found
    assert not [line for line in found["remarks"] if "no values" in line]
    assert {row["values"][1] for row in found["rows"]} == {1800}


def test_a_printed_cup_begins_with_its_bracket(tmp_path, run):
    file = tmp_path / "cup.json"
    value = Congress.new("Cup", event_format="Cup", players=entered(40).players)
    value.draw(1).congress.save(file)
    pages = {}
    for suffix in ("html", "txt"):
        assert run("standings", file, "--output", tmp_path / f"s.{suffix}")[0] == 0
        pages[suffix] = (tmp_path / f"s.{suffix}").read_text("utf-8")
    titles = re.findall("<figcaption>(.*?)</figcaption>", pages["html"])
    assert titles == [f"Bracket, part {number} of 3" for number in (1, 2, 3)]
    assert pages["html"].index("Semifinals") < pages["html"].index("<table>")
    assert "Semifinals" not in pages["txt"]
