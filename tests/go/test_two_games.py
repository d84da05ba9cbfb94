"""Rounds of two games with colours exchanged: results, points and what counts games."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given

from builders import game, player
from fastpair import Criterion, Ending, Game, Points, Result, RuleError, Rules, TeamPlay, Tournament
from fastpair.app.rounds.review import places_to_review
from fastpair.go.fide_ratings import fide_ratings
from fastpair.go.norms import norms_of
from fastpair.go.scores import ScoreHistory, criterion_values, wins_x2
from fastpair.go.standings import standings
from fastpair.go.tournament import parse_ending, read_ending, with_preset
from two_games import PLAYED, two_game_events

UNKNOWN, WHITE, BLACK, JIGO = Result.UNKNOWN, Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO


def event(*games, count=2, **rules):
    players = tuple(player(key, rating=2000) for key in "abcdef"[:count])
    rules = {"rounds": 3, "games": 2, "placement": (Criterion.WINS,), **rules}
    return Tournament(kind="swiss", rules=Rules(**rules), players=players, games=games)


def both(number, table, white, black, text):
    """A match of two games by its results."""
    return game(number, table, white, black, **parse_ending(text)._asdict())


# ---- A slow reference: one game after the other ----


def games_apart(tournament):
    """Every single game: round, White, Black, result, and whether it is by forfeit."""
    turned = {WHITE: BLACK, BLACK: WHITE}
    for each in tournament.games:
        yield each.round, each.white, each.black, each.result, each.by_default
        second = turned.get(each.second_result, each.second_result)
        yield each.round, each.black, each.white, second, each.second_by_default


def points_of(tournament, key):
    """Points of a player, added up game by game and round by round."""
    total = 0.0
    for _, white, black, result, _ in games_apart(tournament):
        if key in (white, black):
            won = {white: WHITE, black: BLACK}[key]
            total += 1.0 if result is won else 0.5 if result is JIGO else 0.0
    total += 1.5 * sum(bye.player == key for bye in tournament.byes)
    (own,) = (each for each in tournament.players if each.key == key)
    return total + len(own.requested_byes - {b.round for b in tournament.byes if b.player == key})


def as_single_rounds(tournament):
    """The event in which each game has a round of its own, without byes and absences."""
    numbers: dict[int, int] = {}
    games = []
    for number, white, black, result, by_default in games_apart(tournament):
        place = numbers[number, white] = numbers.get((number, black), 0) + 1
        games.append(
            Game(
                round=2 * number - 2 + place,
                table=len(games) + 1,
                white=white,
                black=black,
                result=result,
                by_default=by_default,
            )
        )
    rules = replace(tournament.rules, games=1, rounds=2 * tournament.rules.rounds)
    players = tuple(
        replace(each, absences=frozenset(), requested_byes=frozenset())
        for each in tournament.players
    )
    return replace(tournament, rules=rules, players=players, games=tuple(games), byes=())


def values(tournament, text):
    history = ScoreHistory.of(tournament)
    return criterion_values(history, Criterion(text), history.rounds).tolist()


@given(two_game_events())
def test_the_points_of_both_games_are_added(tournament):
    scores = wins_x2(ScoreHistory.of(tournament))[:, -1] / 2
    expected = [points_of(tournament, each.key) for each in tournament.players]
    assert scores.tolist() == expected
    assert [values(tournament, "PTS")[row] / 2 for row in range(len(expected))] == expected


@given(two_game_events())
def test_games_are_counted_as_in_rounds_of_their_own(tournament):
    """With byes the wins are more: one and a half points are a game won and one drawn."""
    single = as_single_rounds(tournament)
    for text in ("WON", "BPG", "BWG", "TPR", "PTP"):
        assert values(tournament, text) == values(single, text), text
    byes = [sum(b.player == p.key for b in tournament.byes) for p in tournament.players]
    wins = [won + byes[row] for row, won in enumerate(values(single, "WIN"))]
    assert values(tournament, "WIN") == wins


@given(two_game_events(PLAYED, alone=False))
def test_an_opponent_counts_once_for_both_games(tournament):
    """So the sums over opponents are half of those of single rounds, and products with points the same."""
    assume(len(tournament.players) % 2 == 0)
    single = as_single_rounds(tournament)
    assert [2 * each for each in values(tournament, "BH")] == values(single, "BH")
    assert values(tournament, "SB") == values(single, "SB")
    assert values(tournament, "ARO") == values(single, "ARO")


@given(two_game_events())
def test_ratings_and_norms_are_those_of_rounds_of_their_own(tournament):
    single = as_single_rounds(tournament)
    changes = fide_ratings(tournament)
    assert [replace(each, player=None) for each in changes] == [
        replace(each, player=None) for each in fide_ratings(single)
    ]
    assert norms_of(tournament, "") == norms_of(single, "")


# ---- Results ----


@pytest.mark.parametrize(
    ("text", "won_x2", "printed"),
    [
        ("1-0,1/2", (3, 1), "1-0,1/2"),
        ("1-0, ½-½", (3, 1), "1-0,1/2"),
        ("0-1!,1-0f", (2, 2), "0-1!,1-0!"),
        ("w,=", (3, 1), "1-0,1/2"),
        ("?,0-1", (0, 2), "?,0-1"),
        ("1-0", (2, 0), "1-0"),
    ],
)
def test_results_are_typed_and_printed(text, won_x2, printed):
    ending = parse_ending(text)
    assert (ending.won_x2, str(ending)) == (won_x2, printed)
    assert parse_ending(printed) == ending == ending.turned.turned


@pytest.mark.parametrize("text", ["1-0,", ",1-0", "1-0,1-0,1-0", "1½-½", "1-0;0-1", "1-0,2-0"])
def test_no_other_text_is_a_result(text):
    assert parse_ending(text) is None


def test_values_of_python_are_results():
    expected = Ending(WHITE, second_result=JIGO)
    assert read_ending([1, 0.5]) == read_ending(("1-0", JIGO)) == read_ending("1-0,1/2") == expected
    assert read_ending([1]) is read_ending([1, 0.5, 0]) is read_ending([1, "no"]) is None


def test_a_game_has_two_results_where_the_rules_say_so():
    match = event(game(1, 1, "a", "b", WHITE)).games[0]
    assert (match.second_result, match.has_result, match.played) == (UNKNOWN, False, False)
    done = event(match).with_results(1, {1: "1-0,0-1!"}).games[0]
    assert (done.has_result, done.played, done.is_forfeit) == (True, True, False)
    back = event(match, games=1).games[0]
    assert (back.second_result, back.has_result) == (None, True)
    with pytest.raises(RuleError, match="a second game has a result, and each round is one game"):
        event(done, games=1)


def test_as_many_results_are_entered_as_there_are_games():
    two, one = event(game(1, 1, "a", "b")), event(game(1, 1, "a", "b"), games=1)
    with pytest.raises(
        RuleError, match=r"table 1: enter the results of both games, such as 1-0,1/2, not 1-0$"
    ):
        two.with_results(1, {1: "1-0"})
    with pytest.raises(
        RuleError, match=r"table 1: enter the result of one game, such as 1-0, not 1-0,\?$"
    ):
        one.with_results(1, {1: "1-0,?"})
    assert two.with_results(1, {1: [1, 0]}).with_results(1, {1: "?"}) == two


def test_a_match_is_forfeited_if_no_game_was_played():
    by_fide = {"system": "dutch", "games": 2}
    half, whole = both(1, 1, "a", "b", "1-0!,0-1"), both(1, 1, "a", "b", "1-0!,1-0!")
    assert len(event(half, **by_fide).meetings) == 1
    assert not event(whole, **by_fide).meetings
    history = ScoreHistory.of(event(half, replace(whole, round=2), **by_fide))
    assert history.by_default[0].tolist() == [False, True, False]
    assert history.played[0].tolist() == [True, False, False]


def test_teams_play_one_game_a_round():
    with pytest.raises(RuleError, match="a match of two games is one of two players"):
        replace(event(), team_play=TeamPlay())


def test_standings_show_both_games():
    match = both(1, 1, "a", "b", "1/2,1-0!")
    one, other = standings(event(match), 1).rows
    cell = one.cells[0]
    assert (cell.outcome.value, cell.second_outcome.value) == ("=", "+")
    assert (cell.by_default, cell.second_by_default, cell.points, one.wins) == (
        False,
        True,
        1.5,
        1.5,
    )
    assert (other.cells[0].outcome.value, other.cells[0].second_outcome.value) == ("=", "-")


def test_a_preset_states_how_many_games_a_round_has():
    rules = with_preset(Rules(), "Double-Swiss")
    assert (rules.games, rules.points) == (2, Points(wins_bye_x2=3, requested_bye_x2=2))
    assert with_preset(rules, "Chess").games == 1


@pytest.mark.parametrize(("games", "streaks"), [(1, 1), (2, 0)])
def test_a_colour_is_no_streak_where_both_have_both(games, streaks):
    """Of one who begins three times."""
    ending = "1/2,1/2" if games == 2 else "1/2"
    played = [both(n, 1, "a", "bcd"[n - 1], ending) for n in (1, 2, 3)]
    tournament = event(*played, count=4, games=games)
    assert len(places_to_review(tournament, 3).get("colour_streaks", ())) == streaks
