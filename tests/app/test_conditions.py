"""Constraints that boards break: what is proposed breaks none, and every list of what is wrong names them."""

from __future__ import annotations

import json
import random

import pytest

from evenings import ALL, FILES, of_players
from fastpair import Congress, Grade, Player
from fastpair.app.draws.costs import swap_prices
from fastpair.app.history.state import CongressState
from fastpair.errors import RuleError
from fastpair.pairing.generator import generate
from pages import director_of, no_shows

KINDS = ("force", "forbid", "keep")


def congress_with_constraints(seed, tmp_path):
    """Round 2 of eleven players with constraints of all kinds, drawn and then changed; with its state."""
    rng = random.Random(seed)
    value = Congress.of(generate(11, 3, seed=seed, play=1))
    keys = [player.key for player in value.tournament.players]
    for kind in rng.choices(KINDS[:2], k=5):
        try:
            value = value.condition(kind, rng.sample(keys, 2), round=2).congress
        except RuleError:
            continue  # it contradicts another one
    value = value.draw(2, confirmed=ALL).congress
    game = rng.choice(value.tournament.round(2).games)
    value = value.condition("keep", game.players, round=2).congress
    if seed % 2:
        value = value.unpair(rng.choice(value.tournament.round(2).games).table, confirmed=ALL)
        value = value.congress
    file = tmp_path / f"{seed}.json"
    value.save(file)
    return value, CongressState.read(file)


@pytest.mark.parametrize("seed", range(4))
def test_swaps_are_proposed_exactly_if_they_break_nothing(seed, tmp_path):
    value, state = congress_with_constraints(seed, tmp_path)
    seen = set()
    for player in value.tournament.players:
        proposed = swap_prices(state, 2, player.key)
        for other in value.tournament.players:
            try:
                questions = value.swap(player.key, other.key, round=2).questions
            except RuleError:
                continue
            breaks = "broken-condition" in [each.code for each in questions]
            if breaks or other.key in proposed:
                assert breaks != (other.key in proposed), (player.key, other.key)
            seen.add(breaks)
    assert seen == {True, False}


def test_who_comes_late_is_proposed_whom_they_may_meet():
    value = of_players("Ann", "Bo", "Cy", "Di", "Ed", "Zed", "Yan")
    value = value.absent(["ZED", "YAN"], rounds=[1]).congress.draw(1).congress
    (bye,) = value.tournament.round(1).byes
    assert {*value.late("ZED", round=1).congress.tournament.round(1).games[-1].players} == {
        "ZED",
        bye,
    }
    apart = value.condition("forbid", ["ZED", bye], round=1).congress
    assert apart.late("ZED", round=1).congress.tournament.round(1).byes == (bye,)
    with_yan = apart.present(["YAN"], rounds=[1]).congress
    assert {*with_yan.late("ZED", round=1).congress.tournament.round(1).games[-1].players} == {
        "ZED",
        "YAN",
    }
    wanted = value.tournament.round(1).games[0].white
    bound = value.condition("force", ["ZED", wanted], round=1).congress
    for done in (bound.late("ZED", round=1), bound.present(["ZED"], rounds=[1])):
        assert done.congress.tournament.round(1).byes == (bye,)
        assert any("this breaks a constraint" in each for each in done.remarks)


def test_no_shows_are_answered_by_what_breaks_nothing(tmp_path):
    """A latecomer who must meet somebody with a board meets them, or waits: nobody else is proposed."""
    value = of_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Yan", "Zed")
    value = value.absent(["YAN", "ZED"], rounds=[1]).congress.draw(1).congress
    one, _ = value.tournament.round(1).games[1].players
    missing = value.tournament.round(1).games[0].white
    value = value.condition("force", ["ZED", one], round=1).congress
    with pytest.raises(RuleError, match=r"this breaks a constraint: .* must meet Zed"):
        value.no_show([missing], "forfeit", round=1, late=["YAN", "ZED"]).congress  # noqa: B018
    file = tmp_path / "evening.json"
    value.save(file)
    with director_of(file) as director:
        chosen = {"key": missing, "late": "YAN\nZED"}
        page = director.get("/boards/1/noshow", params=chosen)
        assert "forfeit" not in no_shows(page)
        assert "re_pair" in no_shows(page)
        assert "this breaks a constraint" in page.text


@pytest.fixture
def broken(tmp_path):
    """The file of an evening whose boards break a constraint."""
    file = tmp_path / "evening.json"
    FILES["broken"]().save(file)
    return file


def test_check_reports_it(run, broken):
    status, output, _ = run("check", broken)
    assert status == 1
    assert "round 1: broken constraint: Ann must meet Di" in output
    found = json.loads(run("check", broken, "--json")[1])["findings"]
    (finding,) = [each for each in found if each["kind"] == "condition"]
    assert finding["players"] == ["ANN", "DI"]
    assert finding["table"] == 2


def test_check_finds_none_where_boards_obey(run, tmp_path):
    file = tmp_path / "evening.json"
    FILES["bound"]().save(file)
    found = json.loads(run("check", file, "--json")[1])["findings"]
    assert "condition" not in [each["kind"] for each in found]


def test_every_page_about_the_boards_names_it(run, broken):
    clause = "broken constraint: Ann must meet Di"
    with director_of(broken) as director:
        page = director.get("/boards/1").text
        assert "Broken constraint" in page
        assert "Ann must meet Di" in page
        assert clause in director.get("/boards/1/why?one=ANN&other=GUS").text
        for table in (2, 4):
            assert "Broken constraint" in director.get(f"/boards/1/board?table={table}").text
        director.look("/boards/1")
        assert "1 broken constraint: Ann must meet Di" in director.refused("/boards/1/publish")
        checked = director.get("/files/1/checked").text
        assert "Broken constraint" in checked
        assert "Ann must meet Di" in checked
    assert clause in run("report", broken)[2]
    assert clause in run("why", broken, "ANN", "GUS")[2]


def without_a_game(value):
    """The first of the two waits, and the other plays somebody else."""
    return (
        value.unpair(value.tournament.round(1).game_of("C").table, round=1)
        .congress.swap("A", "C", round=1, confirmed=ALL)
        .congress
    )


LEFT = {
    "absent, the other waits": lambda value: value.no_show(["A"], "wait", round=1).congress,
    "absent, all re-paired": lambda value: value.no_show(["A"], "re-pair", round=1).congress,
    "without a game": without_a_game,
    "both without": lambda value: (
        value.unpair(value.tournament.round(1).game_of("A").table, round=1).congress
    ),
}


@pytest.mark.parametrize("preset", ["EGF", "Swiss", "FIDE"])
@pytest.mark.parametrize("left", LEFT)
def test_a_round_is_checked_and_explained_where_one_of_two_who_had_to_meet_has_left(preset, left):
    players = [
        Player(key=key, name=key, first_name="", grade=Grade.parse("1k"), rating=2000)
        for key in "ABCDEFGH"
    ]
    value = Congress.new("Open", preset=preset, rounds=3, players=players)
    value = value.condition("force", ["A", "B"], round=1).congress.draw(1).congress
    value = LEFT[left](value)
    kinds = [each["kind"] for each in value.check()["findings"]]
    assert ("condition" in kinds) == (left == "without a game")
    assert value.why("D", "E")
    assert "condition" not in kinds or "must meet" in str(value.why("D", "E"))


def test_the_panel_of_a_player_names_their_constraints_and_no_swap_that_breaks_one(tmp_path):
    file = tmp_path / "evening.json"
    FILES["bound"]().save(file)
    with director_of(file) as director:
        panel = director.get("/boards/1/seat?key=ANN").text
        assert "Ann must meet Di" in panel
        assert "Swap with" not in panel
        panel = director.get("/boards/1/seat?key=CY").text
        assert "must" not in panel
        offered = {key for key in ("ANN", "DI", "ED", "FLO") if f'value="{key}"' in panel}
        assert offered == {"FLO"}
