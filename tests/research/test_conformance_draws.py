"""Byes, boards and optima compared with OpenGotha's: nothing differs, and a difference is seen."""

from __future__ import annotations

import csv
import json

import pytest

from fastpair.errors import FormatError
from fastpair.formats.opengotha import new_document
from fastpair.pairing.draw import Constraints
from fastpair.pairing.rounds import draw_round
from fastpair.research.conformance import Oracle, boards, byes, optima
from fastpair.research.simulate import generate

ROUNDS = (1, 2, 3)


def draws(oracle):
    return [row for check in (boards, byes, optima) for row in check(oracle)]


@pytest.mark.peers("opengotha/**/v35[12]")
def test_no_draw_differs_from_the_oracle(peer):
    rows = draws(Oracle(peer))
    assert [row for row in rows if row.mismatches] == []
    compared = {(row.component, row.round_number) for row in rows if row.values}
    for path in peer.glob("og_pairing_R*.csv"):
        number = int(path.stem.removeprefix("og_pairing_R"))
        if len(path.read_text(encoding="utf-8").splitlines()) > 1:
            assert {(part, number) for part in ("table", "white", "handicap")} <= compared
    for number in lines_of(peer / "rounds.csv", "round"):
        assert ("bye", int(number)) in compared


def lines_of(path, column):
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [line[column] for line in csv.DictReader(file)]


@pytest.fixture
def oracle(tmp_path):
    """An oracle that says what we say."""
    tournament = generate(45, 4, seed=5, play=3)
    folder = tmp_path / "congress" / "v351"
    folder.mkdir(parents=True)
    new_document(tournament).write(folder.parent / "tournament.xml", tournament)
    rounds, optimum = [], {}
    for number in ROUNDS:
        before = tournament.before(number)
        drawn = draw_round(before, number, constraints=Constraints(rematches=True))
        fields = ("table", "white", "black", "handicap")
        games = [{name: getattr(board, name) for name in fields} for board in drawn.boards]
        write(folder / f"og_pairing_R{number}.csv", games)
        rounds.append({"round": number, "autoBye": drawn.bye or ""})
        optimum[f"congress/v351/R{number}"] = {
            "games": drawn.cardinality,
            "global_optimum": drawn.weight,
        }
    write(folder / "rounds.csv", rounds)
    (tmp_path / "global_optimum.json").write_text(json.dumps(optimum), encoding="utf-8")
    return Oracle(folder)


def write(path, lines):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, lines[0])
        writer.writeheader()
        writer.writerows(lines)


def change(path, edit):
    """Edit the lines of a file."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    edit(lines)
    write(path, lines)


def differing(oracle):
    return {
        (row.component, row.round_number): row.mismatches for row in draws(oracle) if row.mismatches
    }


def test_an_oracle_that_agrees_does_not_differ(oracle):
    rows = draws(oracle)
    assert differing(oracle) == {}
    assert {row.round_number for row in rows} == set(ROUNDS)
    parts = {"table", "white", "handicap", "bye", "games", "optimum"}
    assert {row.component for row in rows} == parts


def test_other_colours_are_seen(oracle):
    def swap(lines):
        lines[4]["white"], lines[4]["black"] = lines[4]["black"], lines[4]["white"]

    change(oracle.folder / "og_pairing_R2.csv", swap)
    assert differing(oracle) == {("white", 2): 1}


def test_other_handicaps_are_seen(oracle):
    def another(lines):
        lines[0]["handicap"] = 9

    change(oracle.folder / "og_pairing_R3.csv", another)
    assert differing(oracle) == {("handicap", 3): 1}


def test_other_tables_are_seen(oracle):
    def swap(lines):
        lines[0]["table"], lines[-1]["table"] = lines[-1]["table"], lines[0]["table"]

    change(oracle.folder / "og_pairing_R1.csv", swap)
    assert differing(oracle) == {("table", 1): 2}


def test_another_bye_is_seen(oracle):
    numbers = lines_of(oracle.folder / "rounds.csv", "round")
    keys = lines_of(oracle.folder / "og_pairing_R1.csv", "white")
    byes_before = lines_of(oracle.folder / "rounds.csv", "autoBye")
    assert any(byes_before)
    which = next(i for i, key in enumerate(byes_before) if key)

    def another(lines):
        lines[which]["autoBye"] = next(key for key in keys if key != byes_before[which])

    change(oracle.folder / "rounds.csv", another)
    assert differing(oracle).keys() >= {("bye", int(numbers[which]))}


@pytest.mark.parametrize(("name", "part"), [("games", "games"), ("global_optimum", "optimum")])
def test_another_optimum_is_seen(oracle, name, part):
    path = oracle.folder.parents[1] / "global_optimum.json"
    known = json.loads(path.read_text(encoding="utf-8"))
    known["congress/v351/R2"][name] += 1
    path.write_text(json.dumps(known), encoding="utf-8")
    assert differing(oracle) == {(part, 2): 1}


def test_what_is_missing_is_not_compared(oracle):
    (oracle.folder.parents[1] / "global_optimum.json").unlink()
    (oracle.folder / "rounds.csv").unlink()
    assert {row.component for row in draws(oracle)} == {"table", "white", "handicap"}


@pytest.mark.parametrize("content", ["", "[]", '{"a": 1}', '{"a": {}}'])
def test_broken_optima_are_refused(oracle, content):
    path = oracle.folder.parents[1] / "global_optimum.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match=r"global_optimum\.json: expected games and optimum"):
        list(optima(oracle))


def test_a_stranger_in_a_game_is_refused(oracle):
    def another(lines):
        lines[1]["black"] = "X"

    change(oracle.folder / "og_pairing_R1.csv", another)
    with pytest.raises(FormatError, match=r"R1\.csv:3: 'X' is not to be paired in this round"):
        list(boards(oracle))
