"""Tournaments of teams: read and converted, and neither drawn nor scored as if of individuals."""

from __future__ import annotations

import json

import pytest

from fastpair.formats import read
from fastpair.ui.cli import main
from repository import ROOT

EVENING = ROOT / "examples" / "evening.xml"
BOARD = '<Board boardNumber="1" roundNumber="1" player="NOBODY"/>'


@pytest.fixture(params=["opengotha", "fastpair"])
def file(request, tmp_path, capsys):
    """The evening with two teams."""
    text = EVENING.read_text(encoding="utf-8")
    teams = f'<Teams><Team teamName="A" teamNumber="1">{BOARD}</Team></Teams>'
    path = tmp_path / "evening.xml"
    path.write_text(text.replace("</Players>", f"</Players>{teams}", 1), encoding="utf-8")
    if request.param == "fastpair":
        own = tmp_path / "evening.json"
        assert main(["convert", str(path), str(own)]) == 0
        path = own
    capsys.readouterr()
    return path


@pytest.mark.parametrize(
    "command",
    ["draw", "standings", "quality", "ratings", "check", "report", "heat-map"],
)
def test_teams_are_neither_drawn_nor_scored(file, capsys, command):
    before = file.read_bytes()
    assert main([command, str(file)]) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()[-1:]
    assert "this is a tournament of teams, which is neither drawn nor scored here" in line
    assert file.read_bytes() == before


def test_the_page_of_teams_is_not_opened(file, capsys):
    assert main(["serve", str(file), "--no-browser"]) == 2
    assert f"{file}: this is a tournament of teams" in capsys.readouterr().err


def test_a_document_of_teams_is_not_drawn(file, capsys, monkeypatch):
    if file.suffix == ".json":
        assert json.loads(file.read_bytes())["teams"] is True
    assert main(["draw", str(file), "--json"]) == 2
    assert "tournament of teams" in capsys.readouterr().err


def test_what_does_not_mislead_goes_on(file, tmp_path, capsys):
    assert read(file).tournament.teams
    assert main(["info", str(file)]) == 0
    told = capsys.readouterr().out
    assert "next draw: none, as this is a tournament of teams" in told
    assert file.suffix == ".json" or "1 team plays" in told
    assert main(["convert", str(file), str(tmp_path / "evening.tour")]) == 0
    assert "teams: yes becomes no" in capsys.readouterr().out
