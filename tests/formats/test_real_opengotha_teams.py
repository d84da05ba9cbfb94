"""OpenGotha itself finds the teams that fastpair writes, and places them alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from commands import do
from fastpair import draw_round, read
from fastpair.errors import FormatError
from fastpair.go.team_standings import team_standings
from fastpair.go.teams import of_teams
from fastpair.go.tournament import TeamCriterion
from fastpair.pairing.rounds import with_matches
from profiles import few, sampled
from real_opengotha import (
    TEAM_STANDINGS,
    compiled,
    found_by,
    found_here,
    names_of,
    running,
    teams_of,
    why_not,
)
from repository import ROOT
from team_tournaments import entered, played, written

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not() or "it can be asked")

CRITERIA = [each for each in TeamCriterion if each is not TeamCriterion.NONE]
ROUNDS_IN_FILE = 20


@pytest.fixture(scope="module")
def classes(tmp_path_factory):
    standings = ROOT / "tests" / "support" / "TeamStandings.java"
    return compiled(tmp_path_factory.mktemp("classes"), standings)


@pytest.fixture(scope="module")
def opengotha(classes):
    with running(classes, "-Duser.language=en") as program:
        yield program


@pytest.fixture(scope="module")
def places(classes):
    """The program, asked for the standings of teams."""
    with running(classes, program=TEAM_STANDINGS) as program:
        yield program


@pytest.fixture(scope="module")
def files(peers):
    """All files in which teams play."""
    paths = [path for path in sorted(peers.glob("**/*.xml")) if b"<Team " in path.read_bytes()]
    found = {path: _document(path) for path in paths}
    return {
        path: document
        for path, document in found.items()
        if document is not None and document.tournament.team_play is not None
    }


def _document(path):
    try:
        return read(path)
    except FormatError:
        return None


def known(values):
    """OpenGotha's values, without its mean of a team in which nobody is present or has a rating."""
    return values | ({"MNR": None} if values["MNR"] in (0, -900) else {})


def same_places(places, path):
    """Values and order of the teams after rounds, the last too; the number of rows compared."""
    tournament = without_byes(read(path).tournament)
    rows = 0
    for after in few(range(1, tournament.rules.rounds + 1), 2, ci=2):
        theirs = places.asked(path, after - 1)
        ours = {row.name: row for row in team_standings(tournament, after, CRITERIA).rows}
        assert {row["team"]: known(row["values"]) for row in theirs} == {
            name: {
                each.value: value if value is None else value * (2 if "BDW" in each.value else 1)
                for each, value in zip(CRITERIA, row.values, strict=True)
            }
            for name, row in ours.items()
        }
        place = {row.name: row.place for row in team_standings(tournament, after).rows}
        order = [place[row["team"]] for row in theirs]
        assert order == sorted(order)
        rows += len(theirs)
    return rows


def without_byes(tournament):
    """The tournament in which a bye of a team is worth nothing: OpenGotha knows none."""
    points = replace(tournament.rules.points, wins_bye_x2=0)
    return replace(tournament, rules=replace(tournament.rules, points=points))


def test_teams_of_other_files_are_placed_alike(places, files):
    rows = [same_places(places, path) for path in files]
    assert len(rows) > 5
    assert sum(rows) > 150


def test_a_bye_of_a_team_is_what_opengotha_does_not_count(files):
    """Values differ where a team has had the bye, or has met one that has."""
    differing = 0
    for document in files.values():
        tournament = document.tournament
        last = tournament.rules.rounds
        units = of_teams(tournament)
        with_them, without = (
            {row.key: row for row in team_standings(each, last, CRITERIA).rows}
            for each in (tournament, without_byes(tournament))
        )
        had = {bye.player for bye in units.byes} if tournament.draws_teams else set()
        for key, row in with_them.items():
            met = {other for game in units.games if key in game.players for other in game.players}
            assert row.values == without[key].values or had & {key, *met}
            differing += row.values != without[key].values
    assert differing


@pytest.mark.parametrize("seed", range(sampled(40)))
def test_invented_teams_are_found_and_placed_alike(opengotha, places, tmp_path, seed):
    path = written(tmp_path / "teams.xml", played(seed))
    assert found_by(opengotha, path) == found_here(path)
    assert teams_of(opengotha, path) == teams_here(path)
    assert same_places(places, path)
    same_when_saved(opengotha, path, tmp_path)


def test_a_file_that_is_saved_again_has_the_same_teams(opengotha, files, tmp_path):
    for path in files:
        same_when_saved(opengotha, path, tmp_path)


def same_when_saved(opengotha, path, folder):
    saved = folder / "saved.xml"
    opengotha.asked("save", path, saved)
    before, after = (read(each).tournament for each in (path, saved))
    assert after.team_play == before.team_play
    assert found_here(saved)[1] == found_here(path)[1]


def teams_here(path):
    """Name and first name at the boards by team and round."""
    tournament = read(path).tournament
    names = names_of(tournament)
    return {
        team.name: {
            number: [names[key] for key in team.lineup(number) if key]
            for number in range(1, ROUNDS_IN_FILE + 1)
        }
        for team in tournament.team_play.teams
    }


def test_opengotha_finds_the_teams_and_boards_of_a_draw(opengotha, files, tmp_path):
    """The last round of every file with teams, drawn by fastpair."""
    drawn = 0
    for file, document in files.items():
        tournament, number = document.tournament, document.tournament.last_round
        units = of_teams(tournament.before(number))
        if tournament.doubtful or len(units.to_pair(number)) < 2:
            continue
        draw = draw_round(units, number).applied_to(units)
        path = tmp_path / "drawn.xml"
        document.write(path, with_matches(tournament.before(number), units, draw, number))
        assert found_by(opengotha, path) == found_here(path)
        assert teams_of(opengotha, path) == teams_of(opengotha, file)
        drawn += 1
    assert drawn > 5


def test_opengotha_finds_teams_that_a_command_has_drawn(opengotha, tmp_path):
    file = written(tmp_path / "teams.xml", entered(5, 3, spares=1))
    do("draw", file, "--write")
    assert found_by(opengotha, file) == found_here(file)
    found = teams_of(opengotha, file)
    assert sorted(found) == [f"Team {name}" for name in "ABCDE"]
    assert found["Team A"] == {number: ["A|1", "A|2", "A|3"] for number in range(1, 21)}
