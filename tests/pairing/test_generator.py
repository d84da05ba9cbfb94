"""Congresses that never took place: the same everywhere, and shaped like real ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import do
from fastpair.errors import RuleError
from fastpair.formats import format_of, read
from fastpair.formats.opengotha import new_document
from fastpair.go.teams import matches_of, of_teams
from fastpair.go.tournament import EventFormat, Game, Grade, Player, Result, Tournament
from fastpair.pairing.generator import (
    Happenings,
    chance_of_white,
    generate,
    with_results,
)
from fastpair.pairing.population import Chance, shares
from fastpair.pairing.systems import stated_system
from fastpair.ui.cli import main
from repository import ROOT

PINNED = [699, 174, 645, 320, 96, 812, 150, 844]
EXAMPLE = ROOT / "examples" / "congress.xml"


def test_the_example_is_what_its_command_makes(tmp_path, capsys):
    output = tmp_path / "t.xml"
    command = ["generate", "--players", "700", "--rounds", "10", "--seed", "1", "--output"]
    do(*command, output)
    assert capsys.readouterr().out == f"{output}: 700 players, 10 rounds, 0 of them played\n"
    assert output.read_bytes() == EXAMPLE.read_bytes()


@given(st.integers(0, 40), st.integers(1, 20), st.integers(0, 10**9))
def test_a_file_holds_any_congress(players, rounds, seed):
    tournament = generate(players, rounds, seed=seed)
    assert len(tournament.players) == players
    assert tournament.rules.rounds == rounds
    assert new_document(tournament).tournament == tournament
    assert list(tournament.faults()) == []
    assert generate(players, rounds, seed=seed) == tournament


def test_another_seed_is_another_congress():
    assert generate(50, 5, seed=1).players != generate(50, 5, seed=2).players


@pytest.fixture(scope="module", params=[1, 2, 3])
def congress(request):
    return generate(700, 10, seed=request.param)


def test_countries_and_clubs(congress):
    countries = Counter(player.country for player in congress.players)
    clubs = defaultdict(set)
    for player in congress.players:
        clubs[player.club].add(player.country)
    without = clubs.pop("")
    assert without
    assert 36 <= len(countries) <= 44
    assert 15 <= 100 * countries["DE"] / 700 <= 28
    assert 250 <= len(clubs) <= 340
    assert all(len(homes) == 1 for homes in clubs.values())
    sizes = Counter(player.club for player in congress.players if player.club)
    assert max(sizes.values()) >= 10
    assert sum(size == 1 for size in sizes.values()) >= 100


def test_families_travel_together(congress):
    families = defaultdict(list)
    for player in congress.players:
        families[player.name, player.country, player.club].append(player)
    families = [family for family in families.values() if len(family) > 1]
    together = [family for family in families if len({one.absences for one in family}) == 1]
    assert len(families) >= 35
    assert any(len(family) > 2 for family in families)
    assert len(together) >= 0.9 * len(families)


def test_grades_and_ratings(congress):
    grades = Counter(player.grade for player in congress.players)
    assert 12 <= sum(100 * grades[Grade(index)] for index in (0, -1)) / 700 / 2 * 2 <= 30
    assert 5 <= 100 * sum(player.grade >= 4 for player in congress.players) / 700 <= 13
    assert 12 <= 100 * sum(player.grade <= -10 for player in congress.players) / 700 <= 25
    differences = [
        player.rating_or_lowest - 2100 - 100 * player.grade for player in congress.players
    ]
    assert -80 <= sum(differences) / 700 <= 0
    assert 50 <= max(map(abs, differences)) <= 420


def test_people_come_and_go(congress):
    ways = Counter(player.absences for player in congress.players)
    first_week, second_week = frozenset(range(6, 11)), frozenset(range(1, 6))
    assert ways.most_common(1)[0][0] == frozenset()
    assert 90 <= ways[first_week] <= 180
    assert 25 <= ways[second_week] <= 75
    assert ways[frozenset({10})] >= 10
    assert ways[frozenset({1})] + ways[frozenset({1, 2})] >= 8
    assert len(ways) >= 30
    assert 3 <= sum(not player.final for player in congress.players) <= 20
    present = [sum(one.plays_in(number) for one in congress.players) for number in range(1, 11)]
    assert 0.8 <= present[0] / 700 <= 0.92
    assert 0.65 <= present[9] / 700 <= 0.8


def test_the_rules_are_those_of_a_new_mcmahon_tournament(congress):
    rules = congress.rules
    assert rules.kind is EventFormat.MCMAHON
    assert (rules.floor, rules.bar) == (Grade.parse("20k"), Grade.parse("4d"))
    assert (rules.points.mms_absent_x2, rules.points.mms_bye_x2) == (1, 2)
    assert (rules.points.wins_absent_x2, rules.points.wins_bye_x2) == (0, 2)
    assert rules.pairing.balance_colours == 10**6
    assert rules.pairing.last_round_of_first_seed_system == 2


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((-1, 5, 1, 0), "players=-1: expected"),
        ((10, 0, 1, 0), "rounds=0: expected a number from 1 to 20"),
        ((10, 21, 1, 0), "rounds=21: expected"),
        ((10, 5, -1, 0), "seed: must be a whole number"),
        ((10, 5, 1, 6), "play=6: expected a number from 0 to the 5 rounds"),
    ],
)
def test_impossible_numbers_are_refused(numbers, message):
    players, rounds, seed, play = numbers
    with pytest.raises(RuleError, match=message):
        generate(players, rounds, seed=seed, play=play)


@pytest.mark.parametrize(
    "options",
    [
        ["--players", "0", "--rounds", "5"],
        ["--players", "x", "--rounds", "5"],
        ["--players", "9", "--rounds", "5", "--seed", "-1"],
        ["--players", "9"],
        ["--rounds", "5"],
        ["--players", "9", "--teams", "3", "--rounds", "5"],
        ["--players", "9", "--boards", "3", "--rounds", "5"],
        ["--teams", "3", "--boards", "11", "--rounds", "5"],
    ],
)
def test_the_command_refuses_them(tmp_path, options, capsys):
    output = tmp_path / "t.xml"
    assert main(["generate", *options, "--output", str(output)]) == 2
    assert capsys.readouterr().err.startswith("fastpair: ")
    assert not output.exists()


def test_the_command_says_where_it_cannot_write(tmp_path, capsys):
    output = tmp_path / "none" / "t.xml"
    assert main(["generate", "--players", "4", "--rounds", "2", "--output", str(output)]) == 2
    assert capsys.readouterr().err.startswith(f"fastpair: {output}: cannot be written: ")


def test_more_players_than_opengotha_opens_are_warned_of(tmp_path, capsys):
    output = tmp_path / "t.xml"
    do("generate", "--players", "2001", "--rounds", "1", "--output", output)
    warning = "fastpair: warning: OpenGotha opens at most 2000 players\n"
    assert capsys.readouterr().err == warning


# Chance


def test_chance_is_the_same_everywhere():
    chance = Chance(1)
    assert [chance.below(1000) for _ in range(8)] == PINNED
    assert [Chance(1, stream=1).below(1000)] != PINNED[:1]


def test_chance_is_fair():
    chance = Chance(5)
    counts = Counter(chance.below(7) for _ in range(7000))
    assert counts.keys() == set(range(7))
    assert all(850 <= count <= 1150 for count in counts.values())
    assert {chance.within(2) for _ in range(200)} == {-2, -1, 0, 1, 2}
    drawn = Counter(chance.weighted({"a": 3, "b": 1, "c": 0}) for _ in range(4000))
    assert drawn.keys() == {"a", "b"}
    assert 2800 <= drawn["a"] <= 3200
    assert 150 <= sum(chance.happens(100) for _ in range(2000)) <= 250


def test_shares():
    assert shares("DE 215, FR 120") == {"DE": 215, "FR": 120}


# Results


def two_players(rating, other, handicap=0):
    players = [
        Player(key=key, name=key, first_name="", grade=Grade(0), rating=value)
        for key, value in (("W", rating), ("B", other))
    ]
    games = tuple(
        Game(round=1, table=table, white="W", black="B", handicap=handicap)
        for table in range(1, 2001)
    )
    return Tournament.found(players=tuple(players), games=games)


@given(st.integers(-900, 2949), st.integers(-900, 2949), st.integers(0, 9))
def test_the_stronger_player_is_the_favourite(white, black, handicap):
    tournament = two_players(white, black, handicap)
    likely = chance_of_white(tournament, tournament.games[0])
    assert 0 < likely < 1000
    stones = max(0, 100 * handicap - 50)
    assert (likely > 500) == (white - black > stones)
    reversed_colours = two_players(black, white)
    assert (
        chance_of_white(two_players(white, black), tournament.games[0])
        == 1000 - (chance_of_white(reversed_colours, reversed_colours.games[0]))
        or handicap
    )


def test_results_are_as_at_congresses():
    tournament = with_results(two_players(2200, 2100), 1, Chance(1))
    played = Counter((game.result, game.by_default) for game in tournament.games)
    assert played[Result.UNKNOWN, False] == 0
    assert 1250 <= played[Result.WHITE_WINS, False] <= 1450
    assert played[Result.JIGO, False] >= 1
    forfeits = played[Result.WHITE_WINS, True] + played[Result.BLACK_WINS, True]
    assert 15 <= forfeits <= 50
    assert played[Result.BOTH_LOSE, True] >= 1
    assert [game.table for game in tournament.games] == list(range(1, 2001))


def test_the_results_of_a_seed_stay():
    """What a command has written into a document it writes again."""
    games = generate(24, 5, seed=3, play=4).games
    found = [(g.round, g.table, g.white, g.black, g.result.value, g.by_default) for g in games]
    assert crc32(repr(found).encode()) == 4015951397


# Rounds that are played


@pytest.mark.parametrize(
    ("players", "rounds", "play"), [(61, 6, 6), (30, 10, 4), (1, 3, 3), (2, 3, 3)]
)
def test_played_rounds(players, rounds, play):
    tournament = generate(players, rounds, seed=3, play=play)
    before = generate(players, rounds, seed=3)
    assert tournament.players == before.players
    assert tournament.before(1) == before
    assert tournament.before(play) == generate(players, rounds, seed=3, play=play - 1)
    assert list(tournament.faults()) == []
    for number in range(1, play + 1):
        played = tournament.round(number)
        wanting = [player for player in before.players if player.final and player.plays_in(number)]
        assert played.seated <= {player.key for player in wanting}
        assert len(played.byes) == len(wanting) % 2
        if players > 2 * rounds:
            assert len(played.seated) == len(wanting)
        assert all(game.result is not Result.UNKNOWN for game in played.games)
    assert max((game.round for game in tournament.games), default=0) <= play


def test_a_played_congress_is_written(tmp_path, capsys):
    output = tmp_path / "t.xml"
    command = ["generate", "--players", "40", "--rounds", "5", "--play", "2", "--output"]
    do(*command, output)
    assert capsys.readouterr().out.endswith("40 players, 5 rounds, 2 of them played\n")
    tournament = generate(40, 5, seed=0, play=2)
    assert read(output).tournament == tournament


@pytest.mark.parametrize(
    ("file", "form"),
    [
        ("new.xml", "opengotha"),
        ("new.json", "fastpair"),
        ("new", "fastpair"),
        ("new.tour", "pairgoth"),
    ],
)
def test_the_name_of_the_file_says_its_format(tmp_path, capsys, file, form):
    output = tmp_path / file
    command = ["generate", "--players", "9", "--rounds", "3", "--play", "1", "--output"]
    do(*command, output)
    assert format_of(output, output.read_bytes()).name == form
    lost = "pairgoth stores it differently: event: begins nothing becomes"
    assert (lost in capsys.readouterr().err) == (form == "pairgoth")


def test_teams_are_invented_and_play(tmp_path, capsys):
    output = tmp_path / "teams.xml"
    command = ["generate", "--teams", "7", "--boards", "3", "--rounds", "4", "--play", "2"]
    do(*command, "--seed", "3", "--output", output)
    assert "7 teams, 21 players, 4 rounds, 2 of them played" in capsys.readouterr().out
    tournament = read(output).tournament
    assert tournament == new_document(generate(21, 4, seed=3, play=2, boards=3)).tournament
    play = tournament.team_play
    assert (play.size, len({team.name for team in play.teams})) == (3, 7)
    for team in play.teams:
        members = [tournament.by_key[key] for key in team.lineup(1)]
        assert [member.rating for member in members] == sorted(
            (member.rating for member in members), reverse=True
        )
    for number in (1, 2):
        matches = matches_of(tournament, play, number)
        assert [len(match.boards) for match in matches] == [3, 3, 3]
    with pytest.raises(RuleError, match="players=20: expected a multiple of the 3 boards"):
        generate(20, 4, seed=3, boards=3)
    do("generate", "--teams", "2", "--rounds", "1", "--output", f"{output}.xml")
    assert "2 teams, 8 players" in capsys.readouterr().out


@pytest.mark.parametrize("seed", [1, 7])
def test_teams_of_chess_play_by_a_system_of_fide(seed, tmp_path, capsys):
    """The strongest is the first; whole teams are away, and who misses a round loses by forfeit."""
    output = tmp_path / "teams.trf"
    command = ["generate", "--teams", "11", "--boards", "3", "--rounds", "5", "--play", "5"]
    command += ["--system", "dutch", "--criteria", "pts:gp,mpvgp,bc", "--late", "30%"]
    command += ["--forfeits", "10%", "--seed", str(seed), "--output", str(output)]
    do(*command)
    capsys.readouterr()
    document = read(output)
    tournament, play = document.tournament, document.tournament.team_play
    assert [each.value for each in play.placement] == ["PTS:GP", "MPvGP", "BC"]
    ratings = [team.rating for team in of_teams(tournament).players]
    assert (ratings, tournament.draws_teams) == (sorted(ratings, reverse=True), True)
    away = [
        team for team in play.teams if all(1 in tournament.by_key[k].absences for k in team.members)
    ]
    assert away
    assert not {k for team in away for k in team.members} & {k for g in tournament.round(1).games for k in g.players}  # fmt: skip
    do("check", output)
    text = output.read_text()
    (line,) = [line for line in text.splitlines() if line.startswith("310   1")]
    output.write_text(text.replace(line, f"{line[:56]}9{line[57:]}"))
    assert main(["check", str(output)]) == 1
    assert "Match-Points is stated as 9" in capsys.readouterr().out


def test_who_misses_a_round_of_a_team_loses_by_forfeit():
    """Results by lot do not change that, nor do other events that are asked for."""
    system = stated_system("dutch", {})
    everything = Happenings(jigos="100%", both_lose="2")
    boards = 0
    for seed in range(6):
        tournament = generate(
            48, 5, seed=seed, play=5, boards=4, system=system, happenings=everything
        )
        for game in tournament.games:
            there = [
                tournament.by_key[key].plays_in(game.round) for key in (game.white, game.black)
            ]
            boards += not all(there)
            if not all(there):
                lost = {(True, False): Result.WHITE_WINS, (False, True): Result.BLACK_WINS}
                expected = lost.get(tuple(there), Result.BOTH_LOSE)
                assert (game.result, game.by_default) == (expected, True)
    assert boards
