"""Standings go by the system that draws: in the command, in prizes, on the page and in the report."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from builders import everybody_present
from commands import do
from congress_files import save
from fastpair.app.history.state import CongressState
from fastpair.app.publication.published import public_view
from fastpair.formats import read
from fastpair.formats.fastpair import new_content
from fastpair.formats.opengotha import new_document
from fastpair.go.scores import ScoreHistory, criterion_values
from fastpair.go.standings import standings
from fastpair.go.tournament import Criterion, Result
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.systems import system_class
from fastpair.report import standings_sheet
from trf_reports import with_cells

BRINGS = {
    "round-robin": ["NBW", "SODOSW", "DC"],
    "cup": ["OUT", "DC"],
    "double-elimination": ["OUT2", "OUT"],
}
NEW = {"xml": lambda tournament: new_document(tournament).content, "json": new_content}


def entered(count, **rules):
    generated = everybody_present(generate(count, 8, seed=4))
    return replace(generated, rules=replace(generated.rules, **rules))


def weaker_wins(tournament, number):
    """Results of a round in which the lower rating wins."""
    rating = {player.key: player.rating for player in tournament.players}
    games = [
        replace(
            game,
            result=Result.WHITE_WINS
            if (rating[game.white], game.white) < (rating[game.black], game.black)
            else Result.BLACK_WINS,
        )
        for game in tournament.round(number).games
    ]
    return tournament.replace_round(
        number, games, [bye for bye in tournament.byes if bye.round == number]
    )


def played(system, count, rounds):
    tournament = entered(count)
    for number in range(1, rounds + 1):
        draw = draw_round(tournament, number, system=system_class(system)())
        tournament = weaker_wins(draw.applied_to(tournament), number)
    return tournament


@pytest.fixture(params=NEW)
def drawn(tmp_path, request):
    """A file whose first round has been drawn by a system, with all results."""

    def drawn(system, count=8, **rules):
        path = tmp_path / f"club.{request.param}"
        path.write_bytes(NEW[request.param](entered(count, **rules)))
        do("draw", path, "--system", system, "--write")
        now = read(path)
        path.write_bytes(now.content_with(weaker_wins(now.tournament, 1)))
        return path

    return drawn


def criteria_of(run, path, *typed):
    kept = path.with_name("kept.json")
    status, _, said = run("standings", path, *typed, "--output", kept, "--overwrite")
    assert status == 0, said
    return json.loads(kept.read_text("utf-8"))["criteria"], said


@pytest.mark.parametrize("system", BRINGS)
def test_the_history_knows_the_system(drawn, run, system, tmp_path):
    path = drawn(system)
    criteria, said = criteria_of(run, path)
    assert criteria == BRINGS[system]
    assert f"as {system} brings them" in said
    ranking, _ = public_view(CongressState.read(path)).standings(1)
    titles = [column.title for column in standings_sheet(ranking, str).columns]
    assert set(BRINGS[system]) <= set(titles)
    assert "MMS" not in titles
    plan = tmp_path / "prizes.toml"
    plan.write_text('[[prize]]\nname = "First"\ncount = 1\n', encoding="utf-8")
    assert f"as {system} brings them" in run("prizes", path, plan, "--provisional")[2]
    page = tmp_path / "report.html"
    do("report", path, "--output", page, "--model", "opengotha351")
    assert BRINGS[system][0] in page.read_text("utf-8")


@pytest.mark.parametrize("system", BRINGS)
def test_the_director_names_the_system(tmp_path, run, system):
    path = tmp_path / "club.xml"
    tournament = played(system, 8, 2)
    save(tournament, path)
    assert criteria_of(run, path)[0][0] == "MMS"
    assert criteria_of(run, path, "--system", system)[0] == BRINGS[system]
    status, _, said = run("standings", path, "--system", "swiss")
    assert (status, said.count("\n")) == (2, 1)
    assert "choose one of round-robin, cup, double-elimination; --criteria names others" in said


@pytest.mark.parametrize("system", BRINGS)
def test_what_is_stated_goes_before(drawn, run, system):
    path = drawn(system, placement=(Criterion.WINS, Criterion.RATING))
    assert criteria_of(run, path) == (["NBW", "Rating"], "")
    assert criteria_of(run, path, "--criteria", "CUSSW")[0] == ["CUSSW"]


def test_a_document_asks_for_the_system(tmp_path, run):
    path = tmp_path / "club.json"
    document = json.loads(new_content(played("cup", 8, 1)))
    document["draw"] = {"system": "cup"}
    path.write_text(json.dumps(document), encoding="utf-8")
    assert criteria_of(run, path)[0] == BRINGS["cup"]


@pytest.mark.parametrize("count", [6, 8, 11])
@pytest.mark.parametrize("system", ["cup", "double-elimination"])
def test_the_winner_is_first_and_the_others_by_the_round_in_which_they_went_out(system, count):
    tournament, number = entered(count), 0
    lost: dict[str, list[int]] = {player.key: [] for player in tournament.players}
    lives = 1 if system == "cup" else 2
    while sum(len(rounds) < lives for rounds in lost.values()) > 1:
        number += 1
        draw = draw_round(tournament, number, system=system_class(system)())
        tournament = weaker_wins(draw.applied_to(tournament), number)
        for game in tournament.round(number).games:
            loser = game.black if game.result is Result.WHITE_WINS else game.white
            lost[loser].append(number)
    found = standings(tournament, number, system_class(system).placement).rows
    expected = {
        key: rounds[lives - 1] if len(rounds) == lives else number + 1
        for key, rounds in lost.items()
    }
    assert {row.key: row.values[0] for row in found} == expected
    assert [row.place for row in found[:2]] == [1, 2]


def test_who_rests_is_in_and_who_has_gone_is_out():
    """Of five in a cup three rest in round 1; one of them leaves before round 2."""
    tournament = played("cup", 5, 1)
    out = criterion_values(ScoreHistory.of(tournament), Criterion.ROUND_OUT, 1)
    assert sorted(out.tolist()) == [1, 2, 2, 2, 2]
    resting = next(p for p in tournament.players if 1 in p.absences)
    gone = replace(resting, absences=frozenset(range(1, 9)))
    left = replace(
        tournament, players=tuple(gone if p is resting else p for p in tournament.players)
    )
    row = left.players.index(gone)
    assert criterion_values(ScoreHistory.of(left), Criterion.ROUND_OUT, 1)[row] == 1


def test_a_round_robin_that_is_named_counts_forfeits_as_played(tmp_path, run):
    """As if the file stated it [C.07 15]: number 1 has beaten 2 by forfeit, and 3 at the board."""
    path = tmp_path / "club.trf"
    cells = ("   2 b +     3 w 1", "   1 w -  ", "             1 b 0")
    for code in ("FIDE_DUTCH", "BERGER_ROUNDROBIN"):
        path.write_text(with_cells(*cells, before=f"142 3\n152 W\n192 {code}"))
        found = [
            [row["values"] for row in json.loads(_standings(run, path, *typed))["rows"]]
            for typed in ((), ("--system", "round-robin"))
        ]
        assert (found[0] == found[1]) == (code != "FIDE_DUTCH")


def _standings(run, path, *typed):
    status, written, said = run(
        "standings", path, "--round", 2, "--criteria", "PTS,SB,BH", "--json", *typed
    )
    assert status == 0, said
    return written
