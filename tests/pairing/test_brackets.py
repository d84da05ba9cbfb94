"""The bracket of a cup beside a slow one that is obvious, and who is out of a cup or a double elimination."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpair.app.forms.inputs import with_rules
from fastpair.go.standings import standings
from fastpair.go.tournament import Result, final_losses, rounds_needed, winner_by_losses
from fastpair.pairing.rounds import draw_round
from scheduled import EXAMPLES, SEEDS, better_wins, chances, entered, pairs_of, with_results


def stated(players, event_format="Cup", **rules):
    return with_rules(entered(players, rounds=5), {"event_format": event_format, **rules})


def played_out(tournament, result=better_wins):
    """The tournament after its last round."""
    number = 1
    while winner_by_losses(tournament) is None:
        drawn = draw_round(tournament, number).applied_to(tournament)
        tournament = with_results(drawn, number, result)
        number += 1
    return tournament


def usual_round(players, number):
    """Who meet in a round if the better seed always wins: of those who are left, the first the last."""
    size = 1
    while size < players:
        size *= 2
    left = size >> (number - 1)
    pairs = [(seed, left + 1 - seed) for seed in range(1, left // 2 + 1)]
    return {frozenset((f"P{a}", f"P{b}")) for a, b in pairs if b <= players}


@pytest.mark.parametrize("third_place", [False, True])
@pytest.mark.parametrize("players", [*range(2, 35), 63, 64, 65, 100, 127, 128, 129, 130])
def test_the_seeds_meet_where_the_usual_bracket_has_them(players, third_place):
    after = played_out(stated(players, third_place=third_place))
    rounds = after.rules.rounds
    assert 2 ** (rounds - 1) < players <= 2**rounds
    assert len(after.games) == players - 1 + (third_place and players > 3)
    for number in range(1, rounds + 1):
        met = {game.pair for game in after.round(number).games}
        extra = {frozenset(("P3", "P4"))} if third_place and number == rounds > 1 else set()
        assert met == usual_round(players, number) | (extra if players > 3 else set())
    byes = {f"P{seed}" for seed in range(1, 2**rounds - players + 1)}
    assert {*after.round(1).byes} == byes
    assert not any(after.round(number).byes for number in range(2, rounds + 1))
    assert not any(player.absences for player in after.players)


@settings(max_examples=EXAMPLES)
@given(
    st.integers(2, 40),
    SEEDS,
    st.sampled_from(["fold", "number", "lot"]),
    st.booleans(),
    st.booleans(),
)
def test_who_has_lost_is_out_and_has_the_place_of_that_round(
    players, seed, seeds, third_place, by_forfeit
):
    after = played_out(stated(players, seeds=seeds, third_place=third_place), chances(seed))
    if by_forfeit:
        last = [replace(each, by_default=True) for each in after.games[-2:]]
        after = replace(after, games=(*after.games[:-2], *last))
    rounds, champion = after.rules.rounds, winner_by_losses(after)
    lost_in = {}
    for number in range(1, rounds + 1):
        for game in after.round(number).games:
            white, black = game.result.won_x2
            lost_in.setdefault(game.players[white > black], number)
    assert {*lost_in} == {*after.by_key} - {champion}
    for number in range(1, rounds + 2):
        out = {key for key, lost in lost_in.items() if lost < number}
        extra = {key for key, lost in lost_in.items() if lost == rounds - 1}
        is_final = third_place and number == rounds and len(extra) == 2
        assert after.out_before(number) == (out - extra if is_final else out)
    places = {row.key: row.place for row in standings(after).rows}
    final = [game for game in after.round(rounds).games if champion not in game.players]
    for key, lost in lost_in.items():
        better = 2 ** (rounds - lost)
        loses_third = any(
            key in game.players and not game.result.won_x2[key == game.black] for game in final
        )
        assert places[key] == better + 1 + (loses_third and lost == rounds - 1)


@settings(max_examples=EXAMPLES)
@given(st.integers(2, 40), SEEDS)
def test_two_losses_end_a_double_elimination(players, seed):
    after = played_out(stated(players, "Double elimination"), chances(seed))
    assert len(after.games) in (2 * players - 2, 2 * players - 1)
    assert after.out_before(after.last_paired + 1) == {*after.by_key} - {winner_by_losses(after)}
    assert after.last_paired == after.rules.rounds == rounds_needed(after)
    assert final_losses(after) == 2


def first_table(result):
    return lambda game: result if game.table == 1 else better_wins(game)


def test_of_a_game_that_both_have_lost_nobody_goes_on():
    semifinal = stated(8, third_place=True)
    drawn = draw_round(semifinal, 1).applied_to(semifinal)
    both = with_results(drawn, 1, first_table(Result.BOTH_LOSE))
    draw = draw_round(both, 2)
    assert (draw.cardinality, len(draw.resting)) == (1, 1)
    after = with_results(draw.applied_to(both), 2, better_wins)
    assert after.round(2).byes == draw.resting
    # One semifinal had one player, so that one player has lost in them, who is third without a game.
    assert draw_round(after, 3).cardinality == 1


def test_a_corrected_result_brings_back_who_was_out():
    quarterfinals = stated(8)
    drawn = draw_round(quarterfinals, 1).applied_to(quarterfinals)
    once = with_results(drawn, 1, better_wins)
    assert {player.key for player in once.to_pair(2)} == {"P1", "P2", "P3", "P4"}
    again = with_results(once, 1, lambda game: first_table(Result.BLACK_WINS)(game))
    game = again.round(1).games[0]
    assert {game.black} <= {player.key for player in again.to_pair(2)}
    assert game.white in again.out_before(2)
    assert game.black in frozenset().union(*pairs_of(draw_round(again, 2)))


def test_who_is_absent_before_the_first_round_is_in_no_bracket():
    six = stated(8)
    for number in range(1, 6):
        six = six.with_absences(number, {"P7", "P8"})
    after = played_out(six)
    assert (after.rules.rounds, len(after.games), winner_by_losses(after)) == (3, 5, "P1")
    assert {*after.round(1).byes} == {"P1", "P2"}


def test_who_leaves_gives_the_opponent_a_bye():
    event = stated(8)
    drawn = draw_round(event, 1).applied_to(event)
    after = with_results(drawn, 1, better_wins)
    for number in range(2, 4):
        after = after.with_absences(number, {"P4"})
    draw = draw_round(after, 2)
    assert draw.bye == "P1"
    end = played_out_from(with_results(draw.applied_to(after), 2, better_wins), 3)
    assert winner_by_losses(end) == "P1"


def played_out_from(tournament, number):
    drawn = draw_round(tournament, number).applied_to(tournament)
    return with_results(drawn, number, better_wins)


def test_who_enters_after_the_first_round_has_no_place():
    event = stated(8)
    drawn = draw_round(event, 1).applied_to(event)
    late = replace(entered(9).players[-1], absences=frozenset({1}))
    after = with_results(drawn, 1, better_wins)
    draw = draw_round(replace(after, players=(*after.players, late)), 2)
    assert (draw.cardinality, draw.out) == (2, ("P9",))
