"""Conformance with what OpenGotha computed: no value differs, and a difference is seen."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from congress_files import save
from csv_files import edit_lines, write_lines
from fastpair.errors import FormatError, RuleError
from fastpair.go.scores import ScoreHistory, criterion_scale, criterion_values, standings_order
from fastpair.go.tournament import Criterion, Result
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import OpenGotha
from fastpair.research.commands import conformance
from fastpair.research.conformance import compare, participation

ROUNDS = (1, 2, 3)
SUBJECTS = {"weights": "weights", "pairing_info": "field", "standings_after": "standings"}


@pytest.mark.peers("opengotha/**/v35[12]")
def test_nothing_differs_from_the_oracle(peer):
    rows = list(compare(peer))
    assert [row for row in rows if row.mismatches] == []
    compared = {(row.subject, row.round_number) for row in rows if row.values}
    for stem, subject in SUBJECTS.items():
        for path in peer.glob(f"{stem}_R*"):
            number = int(path.stem.removeprefix(f"{stem}_R"))
            assert (subject, number) in compared, f"{path.name} was passed over"
    assert ("players", 0) in compared


@pytest.fixture(scope="module")
def tournament():
    return generate(24, 4, seed=5, play=3)


@pytest.fixture(scope="module")
def pristine(tournament, tmp_path_factory):
    """A folder as OpenGotha would have left it."""
    folder = tmp_path_factory.mktemp("oracles") / "congress" / "v351"
    folder.mkdir(parents=True)
    save(tournament, folder.parent / "tournament.xml")
    write_lines(folder / "players.csv", player_lines(tournament))
    for number in ROUNDS:
        before = tournament.before(number)
        field = Field.of(before, number)
        write_lines(folder / f"pairing_info_R{number}.csv", field_lines(field))
        after = tournament.before(number + 1)
        write_lines(folder / f"standings_after_R{number}.csv", standings_lines(after, number))
        weights = OpenGotha().weigh(field)
        pairs = np.triu_indices(len(field), 1)
        shares = {name: matrix[pairs] for name, matrix in weights.components.items()}
        shares["random"] = shares["random"][:1]
        arrays = folder / f"weights_R{number}.npz"
        np.savez(arrays, **shares, total=weights.total[pairs])
    return folder


def player_lines(tournament):
    history = ScoreHistory.of(tournament)
    return [
        {
            "key": player.key,
            "rank": int(player.grade),
            "rating": player.rating_or_lowest,
            "smms": history.start_mms[row],
            "category": 0,
            "registering": "FIN" if player.final else "PRE",
            "participating": "".join("10"[r in player.absences] for r in range(1, 21)),
        }
        for row, player in enumerate(tournament.players)
    ]


def field_lines(field):
    return [
        {
            "i": i,
            "key": key,
            "mms2": field.mms_x2[i],
            "nbw2": field.wins_x2[i],
            "category": field.category[i],
            "groupNumber": field.group[i],
            "groupSize": field.group_size[i],
            "innerPlacement": field.placement[i],
            "numberOfGroups": field.groups,
            "nbDU": field.drawn_up[i],
            "nbDD": field.drawn_down[i],
            "wbBalance": field.colour_balance[i],
        }
        for i, key in enumerate(field.key)
    ]


def standings_lines(tournament, number):
    history = ScoreHistory.of(tournament)
    codes = {Result.WHITE_WINS: 17, Result.BLACK_WINS: 18, Result.JIGO: 19}
    games = {
        key: codes[game.result] + 256 * game.by_default
        for game in tournament.round(number).games
        for key in game.players
    }
    criteria = [criterion for criterion in Criterion if criterion is not Criterion.NONE]
    values = {criterion: criterion_values(history, criterion, number) for criterion in criteria}
    placing, lines, above = history.rules.placement, [], None
    for order, row in enumerate(standings_order(history, placing, number), start=1):
        own = [values[criterion][row] for criterion in placing if criterion in values]
        key = tournament.players[row].key
        lines.append(
            {
                "order": order,
                "place": "" if own == above else order,
                "key": key,
                **{f"{c.value}_x{criterion_scale(c)}": values[c][row] for c in criteria},
                "participation": participation(history)[row, number - 1],
                "game": games.get(key, ""),
            }
        )
        above = own
    return lines


@pytest.fixture
def oracle(pristine, tmp_path):
    """A copy of it to tamper with."""
    shutil.copytree(pristine.parent, tmp_path / "congress")
    return tmp_path / "congress" / "v351"


def differing(folder):
    return {
        (row.subject, row.round_number, row.component): row.mismatches
        for row in compare(folder)
        if row.mismatches
    }


@pytest.mark.parametrize("up", range(3))
def test_an_oracle_is_found_from_its_folder_and_from_above(oracle, up):
    folder = oracle if up == 0 else oracle.parents[up - 1]
    rows = list(compare(folder))
    assert sum(row.mismatches for row in rows) == 0
    assert {row.tournament for row in rows} == {"congress"}
    assert {row.variant for row in rows} == {"v351"}
    assert {row.round_number for row in rows} == {0, *ROUNDS}


@pytest.mark.parametrize("name", [*OpenGotha.names, "total"])
def test_one_unit_in_one_pair_is_seen(oracle, name):
    path = oracle / "weights_R2.npz"
    with np.load(path) as archive:
        arrays = dict(archive)
    pairs = len(arrays["total"])
    arrays[name] = np.broadcast_to(arrays[name], pairs).copy()
    arrays[name][pairs // 2] += 1
    np.savez(path, **arrays)
    assert differing(oracle) == {("weights", 2, name): 1}


@pytest.mark.parametrize(
    ("file", "columns", "subject", "number"),
    [
        (
            "pairing_info_R3.csv",
            "mms2 groupSize innerPlacement nbDU numberOfGroups",
            "field",
            3,
        ),
        ("standings_after_R1.csv", "MMS_x2 SOSOSM_x2 SODOSW_x4 participation", "standings", 1),
    ],
)
def test_one_number_is_seen(oracle, file, columns, subject, number):
    whole = (oracle / file).read_bytes()
    for column in columns.split():
        (oracle / file).write_bytes(whole)
        change(oracle / file, column, lambda cell: int(cell) + 1)
        assert differing(oracle) == {(subject, number, column.partition("_x")[0]): 1}


def test_another_order_is_seen(oracle):
    path = oracle / "standings_after_R2.csv"
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([head, *lines[::-1]]) + "\n", encoding="utf-8")
    assert ("standings", 2, "order") in differing(oracle)


def test_a_player_too_many_is_seen(oracle, tournament):
    path = oracle / "pairing_info_R1.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    (oracle / "weights_R1.npz").unlink()
    assert differing(oracle) == {("field", 1, "order"): 1}


def change(path, column, new):
    """Change the first cell of a column."""
    edit_lines(path, lambda lines: lines[0].update({column: new(lines[0][column])}))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("players.csv", "key,rank\nX,1\n", "players.csv:2: the tournament has no player 'X'"),
        ("players.csv", "key,rank\nX\n", "players.csv:2: expected 2 columns, found 1"),
        ("players.csv", "", "players.csv: expected a first line with the names of columns"),
        ("pairing_info_R1.csv", "i\n0\n", "pairing_info_R1.csv:1: expected a column 'key'"),
        ("weights_R1.npz", "junk", "weights_R1.npz: expected arrays duplicate, random, "),
    ],
)
def test_a_broken_oracle_is_refused(oracle, name, content, message):
    (oracle / name).write_text(content, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        list(compare(oracle))
    assert message in str(caught.value)


def test_a_cell_that_is_no_number_is_refused(oracle):
    change(oracle / "pairing_info_R2.csv", "nbDD", lambda cell: "many")
    with pytest.raises(FormatError, match=r"R2\.csv:2: nbDD: expected an integer, found 'many'"):
        list(compare(oracle))


def test_weights_of_other_players_are_refused(oracle):
    shutil.copy(oracle / "weights_R1.npz", oracle / "weights_R3.npz")
    change(oracle / "pairing_info_R3.csv", "key", lambda cell: "X")
    with pytest.raises(RuleError, match="no player has the key 'X'"):
        list(compare(oracle))


def test_nothing_to_compare_is_refused(tmp_path):
    with pytest.raises(FormatError, match="expected folders named v351 or v352"):
        list(compare(tmp_path))
    (tmp_path / "v352").mkdir()
    with pytest.raises(FormatError, match="found empty folders"):
        list(compare(tmp_path))


def test_command_prints_a_table_and_its_status_tells(oracle, capsys):
    assert conformance(oracle.parents[1]) == 0
    text = capsys.readouterr().out
    assert "duplicate" in text
    assert "weights: " in text
    change(oracle / "pairing_info_R1.csv", "mms2", lambda cell: int(cell) + 1)
    assert conformance(oracle.parents[1]) == 1
    assert text != capsys.readouterr().out


def test_rounds_are_added_up_by_tournament(oracle, capsys):
    change(oracle / "standings_after_R2.csv", "MMS_x2", lambda cell: int(cell) + 1)
    assert conformance(oracle.parents[1], by_tournament=True) == 1
    lines = capsys.readouterr().out.splitlines()
    start = lines.index("standings: mismatches")
    head, tournament, values, mismatches = (line.split() for line in lines[start + 1 : start + 5])
    assert head[:3] == ["tournament", "variant", "values"]
    assert tournament[0] == "congress"
    column = head.index("MMS")
    assert tournament[column] == "1"
    # The first cell of the last lines is two words, and the variant is empty.
    assert values[column] == "72"
    assert mismatches[column] == "1"
    assert mismatches[head.index("SOSM")] == "0"
    assert mismatches[head.index("values")] == "1"
