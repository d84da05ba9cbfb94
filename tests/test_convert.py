"""``fastpair convert`` and ``fastpair formats``."""

from __future__ import annotations

from pathlib import Path

import pytest

from fastpair.cli import main
from fastpair.formats import FORMATS, read

CONGRESS = Path(__file__).parents[1] / "examples" / "congress.xml"
EVENING = Path(__file__).parents[1] / "examples" / "evening.xml"


def test_a_file_is_converted(tmp_path, capsys):
    target = tmp_path / "evening.tour"
    assert main(["convert", str(EVENING), str(target)]) == 0
    tournament = read(EVENING).tournament
    assert read(target).tournament.games == tournament.games
    lines = capsys.readouterr().out.splitlines()
    games = len(tournament.games)
    players = len(tournament.players)
    assert lines[0].endswith(f"evening.tour (pairgoth): {players} players, {games} games")
    assert lines[1] == f"what {target} holds otherwise:"
    assert lines[2].startswith("  event: ")


def test_nothing_is_lost_in_our_own(tmp_path, capsys):
    target = tmp_path / "congress.txt"
    assert main(["convert", str(CONGRESS), str(target), "--to", "fastpair"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["nothing is lost"]
    assert read(target).tournament == read(CONGRESS).tournament


def test_another_model_is_said(tmp_path, capsys):
    later = tmp_path / "later.xml"
    text = EVENING.read_text(encoding="utf-8")
    later.write_text(text.replace('fullVersionNumber="3.51', 'fullVersionNumber="3.52'), "utf-8")
    assert main(["convert", str(later), str(tmp_path / "later.json")]) == 0
    line = "  model: opengotha352 becomes fastpair, if none is named"
    assert capsys.readouterr().out.splitlines()[-1] == line


def test_the_same_format_stays_as_it_is(tmp_path):
    target = tmp_path / "copy.xml"
    assert main(["convert", str(EVENING), str(target)]) == 0
    assert target.read_bytes() == EVENING.read_bytes()


def test_a_file_is_replaced_only_if_told_so(tmp_path, capsys):
    target = tmp_path / "evening.json"
    target.write_text("mine", encoding="utf-8")
    assert main(["convert", str(EVENING), str(target)]) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "mine"
    assert main(["convert", str(EVENING), str(target), "--overwrite"]) == 0
    assert (tmp_path / "evening.json.bak").read_text(encoding="utf-8") == "mine"
    assert main(["convert", str(target), str(target), "--overwrite"]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evening.foo"], "no format has files of this name; --to names one (opengotha, "),
        (["evening.json", "--to", "foo"], "--to: expected a format (opengotha, "),
        (["none/evening.json"], "there is no folder"),
        (["-", "--to", "fastpair"], "is no file"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path, capsys, arguments, message, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["convert", str(EVENING), *arguments]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_formats_are_listed(capsys):
    assert main(["formats"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(FORMATS)
