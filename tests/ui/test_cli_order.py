"""Which round is drawn, and what is not written: the wrong round, and rounds that are not over."""

from __future__ import annotations

import os
import re
from dataclasses import replace

import pytest

from builders import everybody_present
from congress_files import save
from fastpair.formats import read
from fastpair.go.tournament import Bye, Game, Result
from fastpair.pairing.generator import generate


@pytest.fixture(scope="module")
def congress():
    """Forty players who all play three rounds; nothing has happened."""
    return everybody_present(generate(40, 3, seed=4))


@pytest.fixture
def run(run, tmp_path):
    """Draw a tournament, or a file; status, output and errors."""

    def draw(tournament, *arguments):
        path = tournament
        if not isinstance(path, os.PathLike):
            path = save(tournament, tmp_path / "congress.xml")
        return run("draw", path, *arguments)

    return draw


def games(tournament, number, tables, result=Result.WHITE_WINS):
    """Games of neighbours in the list of players, at the tables."""
    keys = [player.key for player in tournament.players]
    return tuple(
        Game(round=number, table=t, white=keys[2 * t - 2], black=keys[2 * t - 1], result=result)
        for t in tables
    )


def with_games(tournament, *rounds):
    return replace(tournament, games=tuple(game for games in rounds for game in games))


def drawn_round(output):
    """The round in the heading of a page."""
    return int(output.partition("\n")[0].rpartition(" ")[2])


ALL = range(1, 21)


def test_a_title_game_with_a_result_does_not_skip_its_round(run, congress):
    tournament = with_games(congress, games(congress, 1, ALL), games(congress, 2, [1]))
    status, output, errors = run(tournament, "--rematches")
    assert (status, drawn_round(output), errors) == (0, 2, "")
    assert "players: 38 paired" in output


def test_title_games_of_several_rounds_do_not_either(run, congress):
    titles = games(congress, 2, [1, 2]), games(congress, 3, [1, 2])
    tournament = with_games(congress, games(congress, 1, ALL), *titles)
    status, output, errors = run(tournament, "--rematches")
    assert (status, drawn_round(output)) == (0, 2)
    assert "round 3 has 2 games, whose players count as having met" in errors


def test_who_was_left_over_is_not_drawn_when_the_round_is_played(run, congress):
    tournament = with_games(congress, games(congress, 1, range(1, 19)))
    status, output, errors = run(tournament)
    assert (status, drawn_round(output)) == (0, 2)
    assert errors == "fastpair: warning: round 1: 4 players without a game or a bye\n"


def test_who_comes_late_is_drawn_before_the_round_is_played(run, congress):
    tournament = with_games(congress, games(congress, 1, range(1, 19), Result.UNKNOWN))
    _, output, _ = run(tournament)
    assert drawn_round(output) == 1
    assert "players: 4 paired" in output


@pytest.mark.parametrize(("byes", "number"), [(0, 1), (1, 2)])
def test_a_single_player_waits_for_the_bye_only(congress, byes, number):
    keys = [player.key for player in congress.players]
    first = games(congress, 1, range(1, 20), Result.UNKNOWN)
    bye = tuple(Bye(round=1, player=key) for key in keys[38 : 38 + byes])
    without = keys[39:] if byes else keys[38:39]
    absent = {keys[39]} if not byes else set()
    tournament = replace(with_games(congress, first), byes=bye).with_absences(1, absent)
    assert [player.key for player in tournament.to_pair(1)] == without
    assert tournament.round_to_draw() == number


def test_arranged_games_of_a_league_are_no_draws(congress):
    arranged = (games(congress, number, range(1, 10)) for number in (1, 2))
    assert with_games(congress, *arranged).round_to_draw() == 3


def test_a_round_that_is_passed_over_is_said(run, congress):
    tournament = with_games(congress, games(congress, 1, ALL), games(congress, 2, [1, 2]))
    _, _, errors = run(tournament, "--round", 3)
    assert errors == "fastpair: warning: round 2: 36 players without a game or a bye\n"


class TestWriting:
    """A draw is not written before the rounds that it builds on are over."""

    def test_missing_results_stop_it(self, run, congress, tmp_path):
        first = games(congress, 1, [1, 19, 20]) + games(congress, 1, range(2, 19), Result.UNKNOWN)
        path = save(with_games(congress, first), tmp_path / "congress.xml")
        before = path.read_bytes()
        for where in (["--write"], ["--output", tmp_path / "drawn.xml"]):
            status, output, errors = run(path, *where)
            assert (status, output) == (2, "")
            assert errors == (
                f"fastpair: {path}: round 1: 17 results missing (tables 2–18); "
                "--without-results writes the draw of round 2 all the same\n"
            )
        assert path.read_bytes() == before
        assert [p.name for p in tmp_path.iterdir()] == ["congress.xml"]
        status, _, errors = run(path)
        assert (status, errors) == (
            0,
            "fastpair: warning: round 1: 17 results missing (tables 2–18)\n",
        )
        assert run(path, "--write", "--without-results")[0] == 0
        assert len(read(path).tournament.round(2).games) == 20

    def test_who_was_left_over_does_not_stop_it(self, run, congress):
        tournament = with_games(congress, games(congress, 1, range(1, 19)))
        assert run(tournament, "--write")[0] == 0

    def test_a_round_before_others_with_results_is_named(self, run, congress, tmp_path):
        titles = games(congress, 2, [1, 2]), games(congress, 3, [1, 2])
        tournament = with_games(congress, games(congress, 1, ALL), *titles)
        path = save(tournament, tmp_path / "congress.xml")
        before = path.read_bytes()
        status, _, errors = run(path, "--rematches", "--write")
        assert (status, errors.count("\n")) == (2, 1)
        assert "round 2 has 36 players without a game or a bye, and later rounds have " in errors
        assert "--round 2 writes its draw all the same" in errors
        assert path.read_bytes() == before
        assert run(path, "--rematches", "--write", "--round", 2)[0] == 0


class TestLaterRounds:
    """Who meets in a later round that is drawn already does not meet in an earlier one."""

    @pytest.fixture
    def tournament(self, congress):
        """Round 2 holds what a draw of round 1 would make."""
        from fastpair.pairing.rounds import draw_round

        boards = draw_round(congress, 1).games()
        return with_games(congress, tuple(replace(game, round=2) for game in boards))

    def test_they_count_as_met(self, run, tournament, tmp_path):
        path = save(tournament, tmp_path / "congress.xml")
        status, _, errors = run(path, "--round", 1, "--write")
        assert status == 0
        assert "warning: round 2 has 20 games, whose players count as having met\n" in errors
        first, second = (pairs(read(path).tournament.round(n).games) for n in (1, 2))
        assert len(first) == len(second) == 20
        assert not first & second

    def test_what_repeats_one_is_said(self, run, tournament):
        status, output, errors = run(tournament, "--round", 1, "--rematches")
        assert status == 0
        assert len(re.findall(r"\brematch\b", output)) == errors.count(": a rematch, since ") == 20
        game = tournament.games[0]
        white, black = (tournament.by_key[key].full_name for key in game.players)
        assert f"{white} and {black} meet in round 2\n" in errors


def pairs(games):
    return {frozenset(game.players) for game in games}
