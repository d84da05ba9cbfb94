"""``fastpair report``: its lines, its JSON, the page that it writes, and what it refuses."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace

import pytest

from commands import do
from congress_files import save
from fastpair.app.history.state import CongressState
from fastpair.app.reports.report import reporter
from fastpair.go.tournament import Bye, Rules, Tournament
from fastpair.insight import QUESTIONS, RoundReports
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import model_named
from fastpair.ui.cli import main
from schemas import validator
from yardsticks import by

SCHEMA = validator("report")


@pytest.fixture(scope="module")
def congress():
    return generate(61, 5, seed=3, play=4)


@pytest.fixture
def file(tmp_path, congress):
    return save(congress, tmp_path / "congress.xml")


def test_the_command_shows_a_round(file, capsys, congress):
    do("report", file)
    shown = capsys.readouterr().out
    assert "round 4, " in shown
    assert "that of the optimum" in shown
    reports = RoundReports(tournament=congress, yardstick=by(model_named("opengotha351")))
    (line,) = (each for each in shown.splitlines() if each.startswith("games off score"))
    report = reports.of(4)
    counts = [each.count("off_score") for each in report.draws]
    assert line.split()[-3:] == list(map(str, counts))


def test_an_imposed_game_is_said_by_the_draw_and_by_the_report(tmp_path, run):
    """The draw is the best one beside it, and may be lighter than the optimum of all draws."""
    tournament = generate(12, 3, seed=8)
    players = tuple(replace(p, absences=frozenset(), final=True) for p in tournament.players)
    path = tmp_path / "congress.xml"
    save(replace(tournament, players=players), path)
    strongest, *_, weakest = sorted(players, key=lambda p: -p.grade)
    do("pair", path, strongest.key, weakest.key, "--round", 1)
    drawn = run("draw", path, "--write")[1]
    assert "optimal: proven, beside 1 game that the round had before\n" in drawn
    _, report, errors = run("report", path)
    assert "lighter than the optimum" in report
    said = "round 1: 1 game was set manually"
    assert said in errors
    assert said in json.loads(run("check", path, "--json")[1])["remarks"]
    assert said in json.loads(run("report", path, "--json")[1])["remarks"]


def test_the_rules_within_which_a_draw_is_compared_are_said(tmp_path, run):
    tournament = generate(12, 3, seed=8)
    path = tmp_path / "congress.xml"
    save(tournament, path)
    weakest, *_, strongest = sorted(tournament.to_pair(1), key=lambda p: p.grade)
    run("draw", path, "--force", strongest.key, weakest.key, "--write")
    said = "round 1 is compared with the best pairing under the rules that it was paired with"
    assert said in run("report", path)[2]
    assert said in json.loads(run("check", path, "--json")[1])["remarks"]
    page = tmp_path / "report.html"
    run("report", path, "--output", page)
    assert said in page.read_text("utf-8")


def test_a_round_of_one_board(tmp_path, capsys):
    two = generate(2, 2, seed=3, play=1)
    path = tmp_path / "two.xml"
    save(two, path)
    do("report", path)
    assert capsys.readouterr().out.splitlines()[0].endswith(": round 1, 1 board")


@pytest.mark.parametrize("system", ["dutch", "usual"])
def test_a_round_of_a_system_without_weights_has_no_optimum(tmp_path, run, system):
    """It is counted, and not called lighter than a draw that its system would not make."""
    entries, path, page = tmp_path / "list.csv", tmp_path / "open.json", tmp_path / "report.html"
    entries.write_text("name,rating\n" + "".join(f"P{n},{1500 + n * 10}\n" for n in range(8)))
    run("new", path, "--preset", "Chess", "--system", system, "--entries", entries)
    run("draw", path, "--write")
    status, shown, _ = run("report", path)
    assert status == 0
    assert "optimum: none, because the system draws without weights" in shown
    assert "lighter" not in shown
    document = json.loads(run("report", path, "--json")[1])
    SCHEMA.validate(document)
    assert document["model"] is document["weight"] is document["score_groups"] is None
    assert {answers["optimum"] for answers in document["questions"].values()} == {None}
    assert document["questions"]["off_score"]["drawn"] == {"count": 0, "places": []}
    assert "1 round, 8 players" in run("report", path, "--output", page)[1]
    weighed = json.loads(run("report", path, "--model", "fastpair", "--json")[1])
    assert weighed["optimum"] >= weighed["weight"]


def test_the_document_is_the_report(file, capsys, congress):
    for number in (1, 3):
        do("report", file, "--round", number, "--json")
        document = json.loads(capsys.readouterr().out)
        SCHEMA.validate(document)
        report = reporter(CongressState.read(file)).round(number)
        assert list(document["questions"]) == list(QUESTIONS)
        for name, answers in document["questions"].items():
            for draw, expected in zip(("drawn", "optimum", "before"), report.draws, strict=True):
                if expected is None:
                    assert number == 1
                    assert answers[draw] is None
                    continue
                assert answers[draw]["count"] == expected.count(name)
                assert [place["players"] for place in answers[draw]["places"]] == [
                    list(place.players) for place in expected.places[name]
                ]
        prices = RoundReports(
            tournament=congress, yardstick=by(model_named("opengotha351"))
        ).prices(number)
        assert document["score_groups"]["games"] == prices.games.tolist()
        assert document["boards"] == len(congress.round(number).games)
        assert set(document["players"].values()) <= {p.full_name for p in congress.players}


def test_the_command_writes_the_page_and_no_other(file, capsys, monkeypatch):
    monkeypatch.chdir(file.parent)
    before = file.read_bytes()
    do("report", file, "--output", "report.html", "--language", "de")
    written = (file.parent / "report.html").read_bytes()
    assert b"Was einen Blick wert ist" in written
    assert main(["report", str(file), "--output", "report.html"]) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert (file.parent / "report.html").read_bytes() == written
    do("report", file, "--output", "report.html", "--overwrite")
    assert file.read_bytes() == before
    again = (file.parent / "report.html").read_bytes()
    do("report", file, "--output", "again.html")
    assert (file.parent / "again.html").read_bytes() == again


@pytest.mark.parametrize(
    "arguments",
    [
        ["--output", "FILE"],
        ["--output", "report.txt"],
        ["--output", "report.html", "--round", "1"],
        ["--output", "report.html", "--json"],
        ["--output", "report.html", "--language", "xx"],
        ["--output", "no/report.html"],
        ["--round", "6"],
        ["--round", "0"],
        ["--round", "5"],
        ["--model", "luck"],
        ["--model", "missing.toml"],
    ],
)
def test_what_cannot_be_is_refused_in_a_line(file, arguments, capsys, monkeypatch):
    monkeypatch.chdir(file.parent)
    before = file.read_bytes()
    typed = [str(file) if each == "FILE" else each for each in arguments]
    assert main(["report", str(file), *typed]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_tournaments_without_games(tmp_path, capsys):
    entered = generate(3, 2, seed=1)
    alone = replace(entered, byes=(Bye(round=1, player=entered.players[0].key),))
    for name, tournament in (
        ("none", Tournament(rules=Rules(rounds=2))),
        ("entered", entered),
        ("bye", alone),
    ):
        path, page = tmp_path / f"{name}.xml", tmp_path / f"{name}.html"
        save(tournament, path)
        assert main(["report", str(path)]) == 2
        assert capsys.readouterr().err == f"fastpair: {path}: no round is drawn yet\n"
        do("report", path, "--output", page)
        assert ("round-1" in re.findall(r'id="([\w-]+)"', page.read_text("utf-8"))) == (
            name == "bye"
        )
        capsys.readouterr()
        assert main(["report", str(path), "--output", f"{page}.html", "--model", "luck"]) == 2
        assert "must be a model" in capsys.readouterr().err
    assert main(["report", str(tmp_path / "bye.xml"), "--round", "1"]) == 2
    assert "round 1 has no games to report on" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no Chromium to print with")
def test_a_browser_prints_the_page(file, tmp_path):
    target = tmp_path / "report.pdf"
    do("report", file, "--output", target)
    assert target.read_bytes().startswith(b"%PDF-")
