"""Each system of FIDE by each interface: one event is drawn and played to its end, with equal boards."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import get_args

import pytest

from commands import do
from congress_files import save
from fastpair import Congress, Player, RuleError, draw_round, pair
from fastpair.app.embedding.answers import draw_document
from fastpair.formats import FORMATS, read
from fastpair.go.teams import of_teams
from fastpair.go.tournament import Rules, SystemName, Team, TeamPlay, Tournament, with_preset
from fastpair.pairing.systems import system_class
from pages import director_of

PRESET = {
    "dutch": "FIDE",
    "burstein": "Burstein",
    "dubov": "Dubov",
    "double-swiss": "Double-Swiss",
    "swiss-team": "Swiss-Team",
}
SYSTEMS = [name for name in get_args(SystemName) if Rules(system=name).by_fide]
COUNT, ROUNDS, BOARDS = 20, 5, 2


def players_of(count, boards=1):
    return tuple(
        Player(key=f"{n}.{b}", name=f"N{n:02}", first_name=f"B{b}", rating=2400 - 13 * n - b)
        for n in range(count)
        for b in range(boards)
    )


def event(name, count=COUNT, rounds=ROUNDS):
    """A tournament before round 1, with the preset of a system."""
    rules = replace(with_preset(Rules(), PRESET[name]), rounds=rounds)
    if not system_class(name).of_teams:
        return Tournament(kind="swiss", rules=rules, players=players_of(count))
    teams = tuple(
        Team(key=str(n), name=f"Team {n}", lineups=(tuple(f"{n}.{b}" for b in range(BOARDS)),))
        for n in range(count)
    )
    play = TeamPlay(teams=teams, size=BOARDS)
    return Tournament(kind="swiss", rules=rules, players=players_of(count, BOARDS), team_play=play)


def outcome(number, game, games=1):
    """A result that follows from the round and the two players."""
    first, second = (int(key.split(".")[0]) for key in game)
    lots = (first * 7 + second * 3 + number * 5) % 9
    results = ("1-0", "1/2", "0-1")
    return ",".join((results[lots % 3], results[lots // 3])[:games])


def typed(number, round_, games):
    """What is typed for all tables of a round."""
    return {game.table: outcome(number, (game.white, game.black), games) for game in round_.games}


def boards(tournament, number):
    """Who meets whom at each table of a round, and who has the bye."""
    found = tournament.round(number)
    return (
        sorted((game.table, game.white, game.black) for game in found.games),
        [*found.byes],
    )


def started(name):
    """A congress before round 1, by the preset of a system."""
    new = event(name)
    congress = Congress.new(
        preset=PRESET[name],
        players=new.players,
        rounds=ROUNDS,
        teams=new.team_play is not None,
    )
    if new.team_play is not None:
        congress = Congress.of(replace(congress.tournament, team_play=new.team_play))
    return congress


def with_results(tournament, before):
    """The tournament with the results that another one has."""
    games = {(game.round, game.table): game for game in before.games}
    results = (replace(g, **games[g.round, g.table].ending._asdict()) for g in tournament.games)
    return replace(tournament, games=tuple(results))


@pytest.fixture(scope="module", params=SYSTEMS)
def played(request):
    """A whole event in Python, beside which those of the other interfaces are put."""
    congress = started(request.param)
    for number in range(1, ROUNDS + 1):
        congress = congress.draw(number).congress
        found = congress.tournament.round(number)
        assert len(found.games) == len(congress.tournament.players) // 2
        congress = congress.results(
            number, typed(number, found, congress.tournament.rules.games)
        ).congress
    return request.param, congress.tournament


def test_the_command_draws_and_plays_it(played, run, tmp_path):
    """The system of a draw is named; the rules have none."""
    name, expected = played
    tournament = started(name).tournament
    file = tmp_path / "open.json"
    free = replace(tournament, rules=replace(tournament.rules, system=None))
    save(free, file)
    for number in range(1, ROUNDS + 1):
        status, _, _ = run("draw", file, "--round", number, "--system", name, "--write")
        assert status == 0
        rows = typed(number, read(file).tournament.round(number), expected.rules.games)
        words = [word for row in rows.items() for word in row]
        do("result", file, *words, "--round", number)
        assert boards(read(file).tournament, number) == boards(expected, number)
    assert read(file).tournament.games == expected.games
    do("rules", file, "--system", name, "--even-so")
    status, out, _ = run("check", file)
    assert (status, out.splitlines()[-1]) == (
        0,
        f"0 findings; {ROUNDS} of {ROUNDS} draws are the best by {name}",
    )


def test_documents_are_drawn_alike(played):
    """By the system of the rules, and by that of the request."""
    name, expected = played
    for number in range(1, ROUNDS + 1):
        before = expected.before(number)
        document = json.loads(FORMATS["fastpair"].new(before))
        found = [
            draw_document(document | {"draw": {"round": number, **stated}})
            for stated in ({}, {"system": name})
        ]
        for drawn in found:
            rows = drawn["team_boards"] or drawn["boards"]
            assert (
                sorted((row["table"], row["white"], row["black"]) for row in rows)
                == (boards(expected, number)[0])
            )


def test_functions_in_python_pair_alike(played):
    name, expected = played
    units = of_teams(expected)
    for number in range(1, ROUNDS + 1):
        drawn = draw_round(units.before(number), number, system=name)
        pairs = {(board.white, board.black) for board in drawn.boards}
        assert pairs == {(game.white, game.black) for game in units.round(number).games}
        if units is not expected:
            with pytest.raises(RuleError, match="pairs teams, which only a tournament holds"):
                pair(["A", "B"], rounds=3, system=name)
            continue
        games = [
            [(game.white, game.black, str(game.ending)) for game in expected.round(n).games]
            for n in range(1, number)
        ]
        people = {player.key: {"rating": player.rating} for player in expected.players}
        found = pair(people, games, rounds=ROUNDS, system=name)
        assert {*found.pairs} == pairs
        found.verify()


def test_the_page_draws_and_plays_it(played, tmp_path):
    name, expected = played
    file = tmp_path / "open.json"
    save(started(name).tournament, file)
    with director_of(file) as director:
        for number in range(1, 3):
            director.do(f"/boards/{number}/draw")
            rows = typed(number, read(file).tournament.round(number), expected.rules.games)
            assert boards(read(file).tournament, number) == boards(expected, number)
            text = "\n".join(f"{table} {result}" for table, result in rows.items())
            director.do(f"/results/{number}/enter", results=text)
    assert read(file).tournament.games == expected.before(3).games


@pytest.mark.parametrize(
    ("name", "points", "fide"),
    [
        ("swiss-team", {}, {"team_score": "game"}),
        ("dutch", {"win_x2": 6}, {}),
        ("dubov", {"loss_x2": 1}, {}),
    ],
)
def test_baku_goes_by_match_points_of_which_two_draws_make_a_win(name, points, fide, run, tmp_path):
    """Virtual points as stated do without."""
    tournament, file = event(name), tmp_path / "open.json"
    why = "Baku acceleration needs score groups by match points, two draws that are worth a win"
    for acceleration in ("baku", "1 in 1-2 for 1-4"):
        rules = replace(
            tournament.rules,
            points=replace(tournament.rules.points, **points),
            fide=replace(tournament.rules.fide, acceleration=acceleration, **fide),
        )
        save(replace(tournament, rules=rules), file)
        status, _, error = run("draw", file)
        assert status == (2 if acceleration == "baku" else 0)
        assert error.startswith(f"fastpair: {file}: {why}") == (acceleration == "baku")
        if acceleration == "baku":
            with pytest.raises(RuleError, match=why):
                Congress.open(file).draw(1)


def unfit(name):
    """A tournament that a system does not pair, and why."""
    if name == "swiss-team":
        return event(
            "dutch"
        ), "pairs teams, and there are none; add teams, or choose another system"
    if name == "double-swiss":
        return event("dutch"), "pairs matches of two games; set two games in a round"
    if name == "dubov":
        found = event(name)
        first, *others = found.players
        unrated = (replace(first, rating=None), *others)
        return replace(found, players=unrated), "pairs by ratings, and N00 B0 has none; enter it"
    return event(
        "swiss-team"
    ), "pairs players, and this is a tournament of teams; choose swiss-team"


@pytest.mark.parametrize("name", [each for each in SYSTEMS if each != "dutch"])
def test_a_tournament_that_it_does_not_pair_is_refused_in_one_line(name, run, tmp_path):
    tournament, why = unfit(name)
    file = tmp_path / "open.json"
    rules = replace(tournament.rules, system=name)
    save(replace(tournament, rules=rules), file)
    before = file.read_bytes()
    assert run("draw", file)[::2] == (2, f"fastpair: {file}: {name} {why}\n")
    with pytest.raises(RuleError, match=f"{name} {why}"):
        Congress.open(file).draw(1)
    with pytest.raises(RuleError, match=f"{name} {why}"):
        draw_document(file.read_bytes())
    with pytest.raises(RuleError, match=f"{name} {why}"):
        draw_round(of_teams(read(file).tournament), 1, system=name)
    with director_of(file) as director:
        assert why in director.refused("/boards/1/draw")
    assert file.read_bytes() == before


def test_teams_with_a_bye_and_a_forfeited_match(run, tmp_path):
    """A bye is a drawn match on drawn boards; a match that is won by forfeit is no meeting, and bars from a bye."""
    tournament = started("swiss-team").tournament
    play, count = tournament.team_play, 7
    people = tuple(p for p in tournament.players if int(p.key.split(".")[0]) < count)
    teams = replace(play, teams=play.teams[:count])
    file = tmp_path / "teams.json"
    save(replace(tournament, players=people, team_play=teams), file)
    do("draw", file, "--write")
    first = of_teams(read(file).tournament).round(1)
    winner = first.games[0].white
    (free,) = first.byes
    others = [word for table in range(3, 7) for word in (table, "1/2")]
    do("result", file, 1, "1-0!", 2, "0-1!", *others)
    status, out, _ = run("standings", file, "--teams", "--json")
    rows = {row["key"]: row for row in json.loads(out)["rows"]}
    assert status == 0
    assert rows[winner]["values"][:2] == [2.0, 2.0]
    assert rows[free]["values"][:2] == [1.0, 1.0]
    byes = {free}
    for number in (2, 3):
        do("draw", file, "--write")
        drawn = of_teams(read(file).tournament).round(number)
        (bye,) = drawn.byes
        assert bye not in byes | {winner}
        byes.add(bye)
        do("result", file, *[w for n in range(1, 7) for w in (n, "1/2")])
    refused = run("result", file, 1, "1.5-0.5", "--round", 3)
    assert refused[0] == 2  # the boards have results
    assert "does not say who has won at which of the tables 1–2" in refused[2]
