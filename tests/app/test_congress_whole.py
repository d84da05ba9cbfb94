"""A small congress from the entries to the result file, as ``bench/congress.py`` plays a large one, and by each
interface."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
import sys
from dataclasses import replace
from runpy import run_path
from typing import NamedTuple

import pytest

import fastpair
from fastpair import Congress as Value
from fastpair import Desk, RuleError
from fastpair.app.history.timeline import History
from fastpair.app.reports.export import format_for
from fastpair.formats import read
from fastpair.go.tournament import Result
from fastpair.ui.cli import main
from pages import director_of
from repository import ROOT

SCRIPT = run_path(str(ROOT / "bench" / "congress.py"))
differences = SCRIPT["differences"]


class InProcess:
    """Commands in this process, with what is typed on standard input."""

    def __init__(self, monkeypatch, capsys):
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, name, *arguments, typed="", status=0):
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        done = main([name, *map(str, arguments)])
        printed = self.capsys.readouterr()
        assert done == status, printed.err
        self.warned = printed.err
        return printed.out


@pytest.fixture
def congress(monkeypatch, capsys, tmp_path, request):
    run = InProcess(monkeypatch, capsys)
    size = {"players": 40, "rounds": 4, "seed": 1}
    return SCRIPT["Congress"](run, tmp_path, **size, suffix=request.param)


@pytest.mark.parametrize("congress", ["json", "xml"], indirect=True)
def test_the_result_file_holds_the_standings(congress):
    target = congress.play()
    assert list(differences(congress.file, target)) == []
    held = read(congress.file).tournament
    assert sum(game.by_default for game in held.games) > 0
    assert all(game.result is not Result.UNKNOWN for game in held.games)
    assert {1, 2, 3} <= held.players[-1].absences
    acts = {entry.act for entry in History(congress.file).entries()}
    assert acts == {"new", "register", "absent", "withdraw", "draw", "undo", "swap", "result"}

    congress.run(
        "result", congress.file, "--round", 2, held.round(2).games[0].table, "0-0", "--even-so"
    )
    assert list(differences(congress.file, target))


LIST = """Name,First name,Grade,Club
Adler,Ann,3d,Ulm
Bell,Bo,2d,Bonn
Cole,Cy,1k,Ulm
Dorn,Di,3k,Kiel
Eck,Ed,5k,Bonn
Fux,Flo,6k,Ulm
Gold,Gus,7k,
"""


class Step(NamedTuple):
    """What a director does, by each interface; ``{w2}`` is White of table 2 of the last round, ``{bye}`` its bye."""

    command: str
    method: str
    values: dict
    address: str
    form: dict
    said: str = ""
    """What the page says, if that is not the first message."""


def results(round, *typed, **more):
    """Results of a round, such as ``1 1-0``."""
    by_table = {int(table): result for table, result in (each.split() for each in typed)}
    command = f"result --round {round} {' '.join(typed)}{' --even-so' * bool(more)}"
    confirmed = {"confirmed": ["played-scores", "published-boards"]} if more else {}
    form = {"results": " ".join(typed), **more}
    values = {"round": round, "results": by_table, **confirmed}
    return Step(command, "results", values, f"/results/{round}/enter", form)


def known(step):
    """A step that changes what players may have seen already, confirmed by each interface."""
    values = {**step.values, "confirmed": ["published-boards"]}
    return step._replace(command=f"{step.command} --even-so", values=values)


def draw(round, **values):
    words = "".join(
        f" --{name.replace('_', '-')}{'' if value is True else f' {value}'}"
        for name, value in values.items()
    )
    form = {name: "true" if value is True else value for name, value in values.items()}
    command = f"draw --round {round} --write{words}"
    return Step(command, "draw", {"round": round, **values}, f"/boards/{round}/draw", form)


def publish(round):
    command = f"publish --round {round}"
    return Step(command, "publish", {"round": round}, f"/boards/{round}/publish", {})


def undo(number):
    return Step(f"undo {number}", "undo", {"number": number}, "/log/1/undo", {"change": number})


STEPS = [
    Step(
        "register --entries {list} --namesakes",
        "enter",
        {"players": "{list}", "namesakes": True},
        "/players/1/import",
        {"list": LIST},
        said="7 players imported",
    ),
    Step(
        "register Hill Hal --grade 9k --club Kiel",
        "register",
        {"name": "Hill", "first_name": "Hal", "grade": "9k", "club": "Kiel"},
        "/players/1/register",
        {"name": "Hill", "first_name": "Hal", "grade": "9k", "club": "Kiel"},
    ),
    Step(
        "register --change FUXFLO --country DE",
        "register",
        {"change": "FUXFLO", "country": "DE"},
        "/players/1/change",
        {"key": "FUXFLO", "country": "DE"},
    ),
    Step("rules --bar 2d", "rules", {"bar": "2d"}, "/rules/1/change", {"bar": "2d"}, "Saved: Bar"),
    Step(
        "absent GOLDGUS --round 3",
        "absent",
        {"players": ["GOLDGUS"], "rounds": [3]},
        "/players/3/attend",
        {"wish": "absent GOLDGUS"},
    ),
    Step(
        "condition forbid ADLERANN BELLBO --round 1",
        "condition",
        {"kind": "forbid", "players": ["ADLERANN", "BELLBO"], "round": 1},
        "/boards/1/condition",
        {"kind": "forbid", "players": "ADLERANN\nBELLBO"},
    ),
    draw(1),
    Step(
        "swap {w1} {w2}",
        "swap",
        {"one": "{w1}", "other": "{w2}"},
        "/boards/1/swap",
        {"one": "{w1}", "other": "{w2}"},
    ),
    undo(9),
    publish(1),
    results(1, "1 1-0", "2 0-1"),
    results(1, "3 1-0", "4 1/2"),
    known(results(1, "1 0-1")),
    draw(2),
    publish(2),
    Step(
        "condition forbid {w1} {b1} --round 2",
        "condition",
        {"kind": "forbid", "players": ["{w1}", "{b1}"], "round": 2},
        "/boards/2/condition",
        {"kind": "forbid", "players": "{w1}\n{b1}"},
    ),
    known(draw(2, keep_most=True)),
    publish(2),
    Step(
        "no-show {b4} --re-pair --round 2",
        "no_show",
        {"players": ["{b4}"], "way": "re-pair", "round": 2},
        "/boards/2/noshow",
        {"players": "{b4}", "re_pair": "true"},
    ),
    publish(2),
    known(Step("colour 1 --round 2", "colour", {"table": 1}, "/boards/2/colour", {"table": 1})),
    known(
        Step(
            "handicap 3 4 --round 2",
            "handicap",
            {"table": 3, "stones": 4},
            "/boards/2/handicap",
            {"table": 3, "stones": 4},
        )
    ),
    results(2, "1 1-0", "2 0-1", "3 1-0!"),
    results(1, "2 1-0", even_so="yes"),
    known(undo(25)),
    Step(
        "bonus COLECY 0.5 --round 1 --even-so",
        "bonus",
        {"player": "COLECY", "points": 0.5, "round": 1, "confirmed": ["played-scores"]},
        "/players/1/bonus",
        {"key": "COLECY", "points": "0.5", "even_so": "yes"},
    ),
    Step(
        "withdraw DORNDI",
        "withdraw",
        {"players": ["DORNDI"]},
        "/players/3/withdraw",
        {"key": "DORNDI"},
    ),
    draw(3),
    Step(
        "table 1 9 --round 3",
        "table",
        {"table": 1, "new": 9},
        "/boards/3/table",
        {"table": 1, "new": 9},
    ),
    Step("renumber --round 3", "renumber", {"round": 3}, "/boards/3/renumber", {}),
    publish(3),
    results(3, "1 1-0", "2 1-0", "3 0-1"),
]
"""Entries, draws, corrections, absences, a re-draw, publications and undos."""


IN_HISTORY = ("condition", "publish")
"""Actions that only the history holds."""


def places(tournament):
    """The keys of who sits at the tables of the last round, by the names that steps have for them."""
    played = tournament.round(tournament.last_round)
    found = {f"w{game.table}": game.white for game in played.games}
    return found | {f"b{game.table}": game.black for game in played.games}


def filled(value, names):
    """A value of a step with the keys of players for their places."""
    if isinstance(value, dict):
        return {key: filled(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [filled(each, names) for each in value]
    return value.format(**names) if isinstance(value, str) and value != LIST else value


def by_page(browser, step, names):
    """What the page says to a step; a list and a no-show are shown before they are confirmed."""
    form, (part, last) = filled(step.form, names), step.address.rsplit("/", 1)
    browser.look(part)
    pattern = r'name="shown" value="([^"]*)"'
    if last == "import":
        form["shown"] = re.search(pattern, browser.send(step.address, form).text)[1]
    if last == "noshow":
        page = browser.get(step.address, params={"key": form["players"]}).text
        form["shown"] = re.search(rf'{pattern}><button[^>]* name="re_pair"', page)[1]
    return browser.do(step.address, **form, players_know="yes")


def in_python(door, step, names):
    values = filled(step.values, names)
    if step.method == "enter":
        values["players"] = read(values["players"]).tournament.players
    if values.pop("keep_most", False):
        values["redraw"] = "keep-most"
    return getattr(door, _METHODS.get(step.method, step.method))(**values)


_METHODS = {
    "colour": "exchange_colours",
    "handicap": "set_handicap",
    "table": "move_table",
    "bye": "assign_bye",
    "pair": "pair_players",
}
"""The methods that are not named as their actions."""


def by_document(content, step, names, forbidden):
    """The draw of the JSON document that the file is; the constraints, which the history has, are stated."""
    values = filled(step.values, names)
    values.pop("confirmed", None)
    if step.method == "no_show":
        values = {"round": values["round"], "absent": values["players"], "fewest": True}
    request = {**values, "constraints": {"forbid": forbidden}}
    return fastpair.draw_document(json.loads(content) | {"draw": request})


def insert(command, file):
    name, *words = shlex.split(command)
    return name, file, *words


def line(entry):
    """An entry of a history without when, and by which interface, it was made."""
    return replace(entry, time="", door="", typed=())


def check_words(step, outcome, printed, warned, said):
    """The messages of Python are what the command prints and what the page says."""
    if step.method == "draw":  # whose boards the command prints
        shown = "\n".join([*printed, warned])
        assert all(message in shown for message in outcome.messages[1:])
    else:
        assert printed[: len(outcome.messages)] == [*outcome.messages]  # then the costs
    assert all(remark in warned for remark in outcome.remarks)
    assert (step.said or outcome.messages[0]) in said


def check_draw(step, outcome, found):
    """The JSON document has the draw of Python."""
    played = outcome.congress.tournament.round(step.values["round"])
    pairs = [(each["white"], each["black"]) for each in found["boards"]]
    assert sorted(pairs) == sorted(game.players for game in played.games)
    assert [found["bye"]] == [*played.byes, None][:1]
    if step.method == "draw":
        mine = outcome.document()
        for member in ("boards", "bye", "unpaired", "total_weight", "proof", "remarks"):
            assert found[member] == mine[member], (step, member)


def check_tables(run, value, file):
    """Standings and check, by Python, command and JSON."""
    document = json.loads(file.read_bytes())
    table = json.loads(run("standings", file, "--json"))
    for rows in (table["rows"], fastpair.standings_document(document)["rows"]):
        assert [[row["place"], row["key"], *row["values"]] for row in rows] == [
            [row.place, row.key, *row.values] for row in value.standings().rows
        ]
    checked = json.loads(run("check", file, "--json", status=1))
    assert value.check() == checked
    # The history alone knows of a bye that the director has given.
    found = fastpair.check_document(document)["findings"]
    assert [each for each in found if each["kind"] != "bye"] == checked["findings"]


def check_exports(run, value, browser, file, folder):
    """Files of other programs are the same, and what a federation would refuse is refused."""
    for name in ("autumn.xml", "autumn.tour", "autumn.h9"):
        exported = file.with_name(name)
        form = format_for(exported, None).name
        answer = browser.get("/files/3/download", params={"format": form})
        if form == "egd":
            assert answer.status_code == 409
            refusals = [answer.text]
            for command in ("export", "convert"):
                run(command, file, exported, status=2)
                assert "fastpair export --rounds 1-3 exports what is over" in run.warned
                refusals.append(run.warned)
            with pytest.raises(RuleError) as refused:
                value.save(folder / name)
            for refusal in (*refusals, str(refused.value)):
                assert "ound 4: 7 players without a game or a bye" in refusal
            run("export", file, exported, "--even-so")
            assert "round 4: 7 players without a game or a bye" in run.warned
            saved = value.save(folder / name, even_so=True)
            assert "round 4: 7 players without a game or a bye" in saved.notes
        else:
            run("convert", file, exported)
            value.save(folder / name)
            assert (folder / name).read_bytes() == exported.read_bytes()
            assert answer.content == exported.read_bytes()


def test_thirty_steps_are_the_same_by_each_interface(monkeypatch, capsys, tmp_path):
    """Files, histories, boards and words, by Python in memory and at a desk, command, page and JSON."""
    assert len(STEPS) >= 30
    run = InProcess(monkeypatch, capsys)
    listed = tmp_path / "entries.csv"
    listed.write_text(LIST, "utf-8")
    files = {name: tmp_path / name / "autumn.json" for name in ("command", "desk", "page")}
    for file in files.values():
        file.parent.mkdir()
    run("new", files["command"], "--name", "Autumn open", "--rounds", 4)
    value = Value.new("Autumn open", rounds=4).save(files["desk"])
    shutil.copytree(files["desk"].parent, files["page"].parent, dirs_exist_ok=True)
    desk, forbidden = Desk(files["desk"]), {}
    with director_of(files["page"]) as browser:
        for step in STEPS:
            names = places(value.tournament) | {"list": listed}
            before = files["desk"].read_bytes()
            printed = run(*insert(step.command.format(**names), files["command"])).splitlines()
            said = by_page(browser, step, names)
            at_desk, outcome = (in_python(door, step, names) for door in (desk, value))
            value = outcome.congress

            assert len({file.read_bytes() for file in files.values()}) == 1, step
            assert (files["desk"].read_bytes() == before) == (step.method in IN_HISTORY), step
            entries = [line(History(file).entries()[-1]) for file in files.values()]
            assert entries[0] == entries[1] == entries[2]
            assert value.history[-1] == entries[0].sentence
            assert (at_desk.messages, at_desk.remarks) == (outcome.messages, outcome.remarks)
            check_words(step, outcome, printed, run.warned, said)
            if step.method == "condition":
                values = filled(step.values, names)
                forbidden.setdefault(values["round"], []).append(values["players"])
            if step.method in ("draw", "no_show"):
                rules = forbidden.get(step.values["round"], [])
                check_draw(step, outcome, by_document(before, step, names, rules))
        check_exports(run, value, browser, files["command"], tmp_path)

    check_tables(run, value, files["command"])
    assert len(value.history) == 1 + len(STEPS)
    assert value.published == {1, 2, 3}
    value.save(tmp_path / "copy.json")
    assert (tmp_path / "copy.json").read_bytes() == files["command"].read_bytes()
    histories = [History(file).entries() for file in (tmp_path / "copy.json", files["command"])]
    assert [*map(line, histories[0])] == [*map(line, histories[1])]
