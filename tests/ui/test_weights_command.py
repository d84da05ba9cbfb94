"""``fastpair weights``: the file that it writes, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from fastpair.formats.opengotha import new_document
from fastpair.pairing.field import Field
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import OpenGotha
from fastpair.research.simulate import generate
from fastpair.ui.cli import main


@pytest.fixture(scope="module")
def tournament():
    return generate(30, 5, seed=11, play=3)


@pytest.fixture
def file(tournament, tmp_path):
    path = tmp_path / "congress.xml"
    new_document(tournament).write(path, tournament)
    return path


def run(*arguments):
    return main(["weights", *map(str, arguments)])


@pytest.mark.parametrize("variant", ["v351", "v352"])
@pytest.mark.parametrize("number", [1, 3, 4])
def test_arrays_are_the_weights_as_they_were_before_the_round(
    tournament, file, tmp_path, variant, number
):
    output = tmp_path / "weights.npz"
    model = OpenGotha(variant=variant)
    assert run(file, "--round", number, "--model", model.name, "--output", output) == 0
    field = Field.of(tournament.before(number), number, variant=variant)
    weights = model.weigh(field)
    with np.load(output, allow_pickle=False) as arrays:
        assert arrays.files == ["players", *OpenGotha.names, "total", "model", "bye"]
        rows = [seat for seat, key in enumerate(field.key) if key != str(arrays["bye"])]
        assert len(rows) % 2 == 0
        assert arrays["players"].tolist() == [field.key[row] for row in rows]
        for name, matrix in {**weights.components, "total": weights.total}.items():
            assert arrays[name].dtype == np.int64
            assert np.array_equal(arrays[name], matrix[np.ix_(rows, rows)])


@pytest.mark.parametrize("model", ["opengotha351", "fastpair", "gotha"])
@pytest.mark.parametrize("written", [False, True])
def test_what_is_drawn_is_weighed_and_the_bye_is_left_out(tmp_path, capsys, model, written):
    file, output = tmp_path / "odd.xml", tmp_path / "weights.npz"
    entered = generate(31, 3, seed=2)
    present = tuple(replace(player, absences=frozenset()) for player in entered.players)
    odd = replace(entered, players=present)
    new_document(odd).write(file, odd)
    draw = draw_round(odd, 1, model=model)
    if written:
        assert main(["draw", str(file), "--model", model, "--write"]) == 0
    assert run(file, "--round", 1, "--model", model, "--output", output) == 0
    with np.load(output, allow_pickle=False) as arrays:
        seat = {key: row for row, key in enumerate(arrays["players"].tolist())}
        total = arrays["total"]
        assert str(arrays["bye"]) == draw.bye
    assert sorted(seat) == sorted(
        key for board in draw.boards for key in (board.white, board.black)
    )
    for board in draw.boards:
        assert total[seat[board.white], seat[board.black]] == board.weight
    name = odd.by_key[draw.bye].full_name
    assert f"{name} has the bye and is left out" in capsys.readouterr().out


def test_model_is_by_default_the_one_that_fits_the_file(file, tmp_path, capsys):
    text = file.read_text(encoding="utf-8")
    assert 'fullVersionNumber="3.51' in text
    later = tmp_path / "later.xml"
    later.write_text(
        text.replace('fullVersionNumber="3.51', 'fullVersionNumber="3.52'), encoding="utf-8"
    )
    for path, name in ((file, "opengotha351"), (later, "opengotha352")):
        assert run(path, "--round", 2, "--output", tmp_path / "w.npz") == 0
        assert name in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--round", 6), "expected a round from 1 to 5, got 6"),
        (("--round", 0), "expected a round from 1 to 5, got 0"),
        (("--round", "x"), "--round"),
        (("--round", 1, "--model", "godraw"), "expected a model"),
        ((), "--round"),
    ],
)
def test_bad_requests_leave_the_output_alone(file, tmp_path, capsys, arguments, message):
    output = tmp_path / "weights.npz"
    output.write_text("precious")
    assert run(file, *arguments, "--output", output) == 2
    assert message in capsys.readouterr().err
    assert output.read_text() == "precious"


def test_bad_files_are_named(file, tmp_path, capsys):
    assert run(tmp_path / "none.xml", "--round", 1, "--output", tmp_path / "w.npz") == 2
    assert "none.xml: cannot be read" in capsys.readouterr().err
    nowhere = tmp_path / "no" / "w.npz"
    assert run(file, "--round", 1, "--output", nowhere) == 2
    assert f"{nowhere}: cannot be written" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == [file.name]
