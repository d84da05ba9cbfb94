"""Byes, boards and optima compared with OpenGotha's: nothing differs, and a difference is seen."""

from __future__ import annotations

import csv
import json

import pytest

from congress_files import save
from csv_files import edit_lines, write_lines
from fastpair.errors import FormatError
from fastpair.pairing.draw import Constraints
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round
from fastpair.research.conformance import Oracle, boards, byes, optima

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
    save(tournament, folder.parent / "tournament.xml")
    rounds, optimum = [], {}
    for number in ROUNDS:
        before = tournament.before(number)
        drawn = draw_round(before, number, constraints=Constraints(rematches=True))
        fields = ("table", "white", "black", "handicap")
        games = [{name: getattr(board, name) for name in fields} for board in drawn.boards]
        write_lines(folder / f"og_pairing_R{number}.csv", games)
        rounds.append({"round": number, "autoBye": drawn.bye or ""})
        optimum[f"congress/v351/R{number}"] = {
            "games": drawn.cardinality,
            "global_optimum": drawn.total_weight,
        }
    write_lines(folder / "rounds.csv", rounds)
    (tmp_path / "global_optimum.json").write_text(json.dumps(optimum), encoding="utf-8")
    return Oracle(folder)


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


def exchange(one, other, column):
    """Let two lines have each other's cell."""
    one[column], other[column] = other[column], one[column]


@pytest.mark.parametrize(
    ("number", "edit", "part", "mismatches"),
    [
        (2, lambda of: of[4].update(white=of[4]["black"], black=of[4]["white"]), "white", 1),
        (3, lambda of: of[0].update(handicap=9), "handicap", 1),
        (1, lambda of: exchange(of[0], of[-1], "table"), "table", 2),
    ],
)
def test_other_boards_are_seen(oracle, number, edit, part, mismatches):
    edit_lines(oracle.folder / f"og_pairing_R{number}.csv", edit)
    assert differing(oracle) == {(part, number): mismatches}


def test_another_bye_is_seen(oracle):
    numbers = lines_of(oracle.folder / "rounds.csv", "round")
    keys = lines_of(oracle.folder / "og_pairing_R1.csv", "white")
    byes_before = lines_of(oracle.folder / "rounds.csv", "autoBye")
    assert any(byes_before)
    which = next(i for i, key in enumerate(byes_before) if key)

    another = next(key for key in keys if key != byes_before[which])
    edit_lines(oracle.folder / "rounds.csv", lambda lines: lines[which].update(autoBye=another))
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
    edit_lines(oracle.folder / "og_pairing_R1.csv", lambda lines: lines[1].update(black="X"))
    with pytest.raises(FormatError, match=r"R1\.csv:3: 'X' is not to be paired in this round"):
        list(boards(oracle))
