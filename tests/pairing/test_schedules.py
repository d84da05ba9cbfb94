"""Round robin, cup and double elimination, drawn and played round after round."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpair.app.reports.check import FindingKind, findings
from fastpair.errors import RuleError
from fastpair.go.tournament import Bye, HandicapRules, Result
from fastpair.pairing.draw import BoardNote, Constraints
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.systems import seats, system_class
from scheduled import (
    DECIDED,
    EXAMPLES,
    SEEDS,
    better_wins,
    chances,
    drawn_round,
    entered,
    pairs_of,
    played,
    with_results,
)


def rounds_of(system, tournament, result=better_wins, seed=0):
    """The draws until the system refuses a round, the tournament after them, and the refusal."""
    drawn = []
    for number in range(1, tournament.rules.rounds + 1):
        try:
            draw = draw_round(tournament, number, system=system, seed=seed)
        except RuleError as error:
            return drawn, tournament, str(error)
        drawn.append(draw)
        tournament = with_results(draw.applied_to(tournament), number, result)
    return drawn, tournament, ""


def lost(tournament, key):
    """How many games somebody has lost."""
    games = (game for game in tournament.games if key in game.players)
    return sum(game.result.won_x2[key == game.black] == 0 for game in games)


SIZES = st.integers(2, 24)
TWICE = (FindingKind.REMATCH, FindingKind.SECOND_BYE)


@settings(max_examples=EXAMPLES)
@given(st.integers(1, 16), SEEDS, st.sampled_from(["strength", "lot"]))
def test_everybody_meets_everybody_once(players, seed, order):
    system = system_class("round-robin")(order=order)
    drawn, after, refusal = rounds_of(system, entered(players), chances(seed), seed)
    assert len(drawn) == len(seats(players))
    assert "everybody has met everybody" in refusal
    met = [frozenset(game.players) for game in after.games]
    keys = [player.key for player in after.players]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(sorted(keys), 2)))
    assert sorted(draw.bye for draw in drawn if draw.bye) == (sorted(keys) if players % 2 else [])
    assert all(draw.complete and draw.cardinality == players // 2 for draw in drawn)


@pytest.mark.parametrize("cycles", [1, 2, 3])
@pytest.mark.parametrize("players", range(3, 11))
def test_everybody_meets_everybody_once_in_each_cycle_with_colours_exchanged(players, cycles):
    of_one = len(seats(players))
    rules = {"rounds": cycles * of_one + 1, "system": "round-robin", "cycles": cycles}
    rules["schedule"] = "berger"
    even = HandicapRules(ceiling=0)
    drawn, after, refusal = rounds_of(None, entered(players, handicap=even, **rules))
    assert refusal.startswith(
        f"round {cycles * of_one + 1}: a round robin of {players} players is over after round {cycles * of_one}: "
    )
    games = [{(board.white, board.black) for board in draw.boards} for draw in drawn]
    first = games[:of_one]
    exchanged = [{(black, white) for white, black in of_round} for of_round in first]
    assert games == (first + exchanged + first)[: cycles * of_one]
    pairs = sorted(tuple(sorted(pair)) for of_round in first for pair in of_round)
    assert pairs == [*combinations(sorted(p.key for p in after.players), 2)]
    byes = [draw.bye for draw in drawn]
    assert byes == byes[:of_one] * cycles
    assert all(draw.complete for draw in drawn)
    assert not any(BoardNote.REMATCH in board.notes for draw in drawn for board in draw.boards)
    assert not [found for found in findings(after, {}) if found.kind in TWICE]


def test_who_has_met_in_each_cycle_meets_no_more():
    """Neither in a draw by other rules nor by hand, and a check finds it."""
    rules = {"rounds": 7, "system": "round-robin", "cycles": 2}
    _, after, _ = rounds_of(None, entered(4, **rules))
    for system in (None, "swiss"):
        halfway = after.before(4)
        assert draw_round(halfway, 4, system=system).complete
    with pytest.raises(RuleError, match="is over"):
        draw_round(after, 7)
    assert draw_round(after, 7, system="swiss").cardinality == 0
    again = replace(after.games[0], round=7)
    third = after.replace_round(7, [again], [])
    found = [found for found in findings(third, {}) if found.kind in TWICE]
    assert [(each.round_number, {*each.players}) for each in found] == [(7, {*again.players})]
    assert "a rematch of round 1" in found[0].sentence


def test_who_met_enough_did_so_last_in_the_second_cycle_in_any_order_of_the_games():
    _, after, _ = rounds_of(None, entered(4, rounds=6, system="round-robin", cycles=2))
    turned = replace(after, games=after.games[::-1])
    assert turned.met_enough() == after.met_enough()
    assert {*turned.met_enough().values()} == {4, 5, 6}


def test_a_later_round_that_is_drawn_keeps_nobody_apart_in_an_earlier_cycle():
    rules = {"rounds": 6, "system": "round-robin", "cycles": 2}
    drawn, after, _ = rounds_of(None, entered(4, **rules))
    without = after.replace_round(1, [], [])
    assert pairs_of(draw_round(without, 1)) == pairs_of(drawn[0])


@settings(max_examples=EXAMPLES)
@given(SIZES, SEEDS, st.sampled_from(["number", "fold", "lot"]))
def test_one_player_wins_a_cup_and_all_others_lose_once(players, seed, seeding):
    system = system_class("cup")(seeding=seeding)
    drawn, after, refusal = rounds_of(system, entered(players), chances(seed), seed)
    losses = {player.full_name: lost(after, player.key) for player in after.players}
    (winner,) = (name for name, count in losses.items() if count == 0)
    assert sorted(losses.values()) == [0] + [1] * (players - 1)
    assert refusal == f"the cup is over: {winner} has won it"
    assert len(drawn) == (players - 1).bit_length()
    assert len(drawn[0].resting) == 2 ** len(drawn) - players
    assert not any(draw.resting or draw.bye for draw in drawn[1:])
    assert all(draw.complete and not draw.bye for draw in drawn)
    assert all(
        len({*draw.out}) == players - len(draw.resting) - 2 * len(draw.boards) for draw in drawn
    )


def test_lots_decide_who_begins_a_cup_in_its_second_round():
    """V 3.2: of five players three rest, and each of them in some draw."""
    system = system_class("cup")(seeding="number")
    drawn = [draw_round(entered(5), 1, system=system, seed=seed) for seed in range(30)]
    assert {len(draw.resting) for draw in drawn} == {3}
    assert len({*chain.from_iterable(draw.resting for draw in drawn)}) == 5


@settings(max_examples=EXAMPLES)
@given(SIZES, SEEDS, st.sampled_from(["fold", "lot"]))
def test_one_player_is_left_and_all_others_have_lost_twice(players, seed, within):
    system = system_class("double-elimination")(within=within)
    drawn, after, refusal = rounds_of(system, entered(players, 40), chances(seed), seed)
    losses = {player.full_name: lost(after, player.key) for player in after.players}
    (winner,) = (name for name, count in losses.items() if count < 2)
    assert sorted(losses.values())[1:] == [2] * (players - 1)
    assert refusal == f"the tournament is over: {winner} has won it"
    assert all(draw.complete for draw in drawn)
    standing = entered(players, 40)
    for draw in drawn:
        left = {p.key for p in standing.players if lost(standing, p.key) < 2}
        assert {*draw.out} == {p.key for p in standing.players} - left
        assert (draw.bye is not None) == bool(len(left) % 2)
        standing = after.before(draw.round + 1)


def of_first_table(result, otherwise=better_wins):
    """The result of the first table, and the others as usual."""
    return lambda game: result if game.table == 1 else otherwise(game)


@pytest.mark.parametrize(
    ("tournament", "number", "message"),
    [
        (played("cup", 8, 1, of_first_table(Result.JIGO)), 2, "round 1: the game of .* no winner"),
        (played("cup", 8, 1, of_first_table(Result.BOTH_WIN)), 2, "round 1: .* has no winner"),
        (played("cup", 8, 1, of_first_table(Result.UNKNOWN)), 2, "round 1: there is no result of"),
        (
            played("cup", 5, 1, seed=1, seeding="lot"),
            2,
            "round 1: by this cup .* was scheduled for Player.. A, not one with",
        ),
        (played("cup", 4, 2), 3, "^the cup is over: Player01 A has won it$"),
        (
            played("cup", 2, 1, of_first_table(Result.BOTH_LOSE)),
            2,
            "nobody is left who has not lost",
        ),
        (entered(1), 1, "^the cup is over: Player01 A has won it$"),
    ],
)
def test_a_cup_says_why_it_cannot_go_on(tournament, number, message):
    with pytest.raises(RuleError, match=message):
        drawn_round(tournament, number, "cup")


@pytest.mark.parametrize("players", [5, 8, 11])
def test_a_cup_that_was_begun_by_neighbours_goes_on(players):
    """They met by default before rules stated seeds."""
    tournament = played("cup", players, 1, seeding="number")
    games = drawn_round(tournament, 2, "cup").games()
    assert games == drawn_round(tournament, 2, "cup", seeding="number").games()
    assert games


@pytest.mark.parametrize("key", ["P1", "P3", "P5", "P7"])
def test_a_corrected_result_is_found(key):
    def corrected(game):
        won = DECIDED.index(better_wins(game))
        return DECIDED[won ^ (key in game.players)]

    tournament = with_results(played("cup", 8, 2), 1, corrected)
    with pytest.raises(RuleError, match=r"round 2: .* draw the rounds behind it again"):
        drawn_round(tournament, 3, "cup")


def test_who_is_absent_from_a_cup_is_out():
    tournament = entered(8, 3).with_absences(1, {"P3"})
    draw = drawn_round(tournament, 1, "cup", seeding="number")
    assert (draw.bye, draw.cardinality, draw.absent, draw.resting) == ("P4", 3, ("P3",), ())
    after = with_results(draw.applied_to(tournament), 1, better_wins)
    semifinal = drawn_round(after, 2, "cup", seeding="number")
    assert frozenset({"P1", "P4"}) in pairs_of(semifinal)
    assert {*semifinal.out} == {"P2", "P3", "P6", "P8"}


def test_who_has_rested_may_withdraw():
    tournament = played("cup", 6, 1, seeding="fold")
    everywhere = tournament
    for number in range(1, 9):
        everywhere = everywhere.with_absences(number, {"P1"})
    draw = drawn_round(everywhere, 2, "cup", seeding="fold")
    assert (draw.bye, pairs_of(draw)) == ("P4", {frozenset({"P2", "P3"})})
    later = drawn_round(
        with_results(draw.applied_to(everywhere), 2, better_wins), 3, "cup", seeding="fold"
    )
    assert pairs_of(later) == {frozenset({"P2", "P4"})}


def test_of_several_who_meet_nobody_none_has_the_bye():
    tournament = entered(8, 3).with_absences(1, {"P3", "P5"})
    draw = drawn_round(tournament, 1, "cup", seeding="number")
    assert (draw.bye, draw.resting) == (None, ("P4", "P6"))
    after = with_results(draw.applied_to(tournament), 1, better_wins)
    with pytest.raises(RuleError, match="round 1: Player03 A and Player04 A had no game; the cup"):
        drawn_round(after, 2, "cup", seeding="number")
    left = after.with_absences(2, {"P3", "P5"})
    assert pairs_of(drawn_round(left, 2, "cup", seeding="number")) == {
        frozenset({"P1", "P4"}),
        frozenset({"P6", "P7"}),
    }


def test_two_whom_a_rule_keeps_apart_are_left_over():
    apart = Constraints(forbid=frozenset({frozenset({"P1", "P2"})}))
    for name in ("cup", "round-robin"):
        tournament = entered(4)
        met = [frozenset({b.white, b.black}) for b in drawn_round(tournament, 1, name).boards]
        pair = next(pair for pair in met if "P1" in pair)
        apart = Constraints(forbid=frozenset({pair}))
        draw = drawn_round(tournament, 1, name, constraints=apart)
        assert {one.player for one in draw.unpaired} == pair
        assert all(
            one.reason.startswith("may not meet Player0") and one.reason.endswith(": must not play")
            for one in draw.unpaired
        )
        assert draw.cardinality == 1


def test_whoever_is_preliminary_or_never_there_is_not_in_the_table():
    tournament = entered(7)
    players = [*tournament.players]
    players[2] = replace(players[2], final=False)
    players[4] = replace(players[4], absences=frozenset(range(1, 21)))
    some = replace(tournament, players=tuple(players))
    for name in ("cup", "round-robin", "double-elimination"):
        draw = drawn_round(some, 1, name)
        seen = {key for pair in pairs_of(draw) for key in pair} | {draw.bye, *draw.resting} - {None}
        assert seen - {None} == {"P1", "P2", "P4", "P6", "P7"}


def test_a_table_is_that_of_its_players():
    tournament = played("round-robin", 6, 2)
    with pytest.raises(
        RuleError, match=r"round 1 is not of the table: .* was scheduled for .*, not one with"
    ):
        drawn_round(tournament, 3, "round-robin", order="lot", seed=3)
    joined = replace(tournament, players=(*tournament.players, *entered(8).players[6:]))
    with pytest.raises(
        RuleError, match=r"round 1 is not of the table: .* was scheduled for .*, not one with"
    ):
        drawn_round(joined, 3, "round-robin")


def test_the_free_round_is_a_bye_only_if_there_is_none():
    tournament = entered(5).replace_round(1, (), [Bye(round=1, player="P4")])
    with pytest.raises(RuleError, match="Player03 A was to meet Player04 A, who has another"):
        drawn_round(tournament, 1, "round-robin")
    tournament = entered(5).replace_round(1, (), [Bye(round=1, player="P1")])
    draw = drawn_round(tournament, 1, "round-robin")
    assert (draw.bye, draw.resting, draw.cardinality) == (None, (), 2)


def test_jigos_and_absences_are_no_losses():
    jigo = played("double-elimination", 4, 3, lambda game: Result.JIGO)
    assert drawn_round(jigo, 4, "double-elimination").out == ()
    missing = played("double-elimination", 4, 1, lambda game: Result.UNKNOWN)
    with pytest.raises(RuleError, match="round 1: there is no result of Player01 A against"):
        drawn_round(missing, 2, "double-elimination")
    gone = played("double-elimination", 2, 2, lambda game: Result.BOTH_LOSE)
    with pytest.raises(RuleError, match="the tournament is over: everybody has lost twice"):
        drawn_round(gone, 3, "double-elimination")
    away = entered(4).with_absences(1, {"P2"})
    after = drawn_round(away, 1, "double-elimination").applied_to(away)
    after = with_results(after, 1, better_wins)
    assert drawn_round(after, 2, "double-elimination").out == ()
