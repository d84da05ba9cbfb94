"""A draw that was made beside the optimum, held equal to every draw there could have been."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from all_matchings import perfect_matchings
from fastpair.errors import RuleError
from fastpair.go.tournament import Grade, Player, Rules, Tournament
from fastpair.pairing.draw import Constraints
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round, judge_round
from fastpair.pairing.weights import Levelled, model_named
from tournaments import tournaments


def rounds_with_games(tournament):
    return sorted({game.round for game in tournament.games})


@given(tournaments(most_players=8), st.data())
def test_no_draw_is_heavier_than_the_optimum(tournament, data):
    numbers = rounds_with_games(tournament)
    assume(numbers)
    number = data.draw(st.sampled_from(numbers))
    judged = judge_round(tournament, number, model="opengotha351")
    played = tournament.round(number)
    drawn = {frozenset(game.players) for game in played.games}
    byes = played.byes if len(played.byes) == 1 else ()
    keys = [key for game in played.games for key in game.players]
    so_far = tournament.before(number + 1)
    early = replace(so_far, players=tuple(p for p in so_far.players if p.key in so_far.seated))
    # Who has neither a game nor a bye so far may have entered after the draw, or have been left over by it.
    past = tournament.before(number)
    left = [p.key for p in past.to_pair(number) if p.key not in played.seated]
    each_way = [
        heaviest(past, number, drawn, [*keys, *byes], byes),
        heaviest(early.before(number), number, drawn, [*keys, *byes], byes),
        heaviest(past, number, drawn, [*keys, *byes, *left], [*byes, *left]),
    ]
    totals = min(each_way, key=lambda each: max(each.values()) - each[frozenset(drawn)])
    assert judged.boards == len(drawn)
    assert judged.weight == totals[frozenset(drawn)]
    assert judged.optimum == max(totals.values())
    assert (judged.loss == 0) == (judged.different == judged.instead == ())
    if judged.loss:
        different, instead = (
            set(map(frozenset, pairs)) for pairs in (judged.different, judged.instead)
        )
        assert totals[frozenset(drawn - different | instead)] == judged.optimum
        best = [pairs for pairs, total in totals.items() if total == judged.optimum]
        assert len(different) == min(len(drawn - pairs) for pairs in best)


def heaviest(before, number, drawn, keys, byes):
    """The weight of each draw of the players that the rules or the draw that was made allow."""
    field = Field.of(before, number, keys)
    weights = model_named("opengotha351", salt=0).weigh(field).total

    def allowed(i, j):
        return not field.met[i, j] or frozenset((field.key[i], field.key[j])) in drawn

    playing = [seat for seat, key in enumerate(field.key) if key not in byes]
    return {
        frozenset(frozenset((field.key[i], field.key[j])) for i, j in pairs): sum(
            int(weights[i, j]) for i, j in pairs
        )
        for pairs in perfect_matchings(playing)
        if all(allowed(i, j) for i, j in pairs)
    }


@pytest.mark.parametrize("on_levels", [False, True])
def test_a_draw_that_leaves_players_over_is_the_optimum(on_levels):
    """Those who are left over count in the groups, by which players are folded."""
    players = [Player(f"K{n}", f"K{n}", grade=Grade(0), rating=0) for n in range(1, 7)]
    tournament = Tournament(rules=Rules(rounds=1, seeding=(), placement=()), players=players)
    model = model_named("godraw2015")
    model = Levelled(model=model, levels=(model.names,)) if on_levels else model
    forbid = [("K1", f"K{n}") for n in range(2, 7)]
    rules = Constraints(forbid=forbid, this_round_alone=True)
    draw = draw_round(tournament, 1, model=model, constraints=rules)
    assert {*draw.applied_to(tournament).round(1).seated} == {f"K{n}" for n in range(2, 6)}
    judged = judge_round(draw.applied_to(tournament), 1, model=model, constraints=rules)
    assert (judged.loss, judged.different) == (0, ())
    assert judged.weight == draw.total_weight


@pytest.mark.parametrize("model", ["opengotha351", "opengotha352", "godraw2015", "gotha"])
@pytest.mark.parametrize("players", [40, 41])
def test_the_draw_of_a_model_is_the_optimum(model, players):
    before = generate(players, 5, seed=3, play=2)
    drawn = draw_round(before, 3, model=model)
    judged = judge_round(drawn.applied_to(before), 3, model=model)
    assert (judged.weight, judged.loss, judged.different) == (drawn.total_weight, 0, ())
    assert judged.optimum == drawn.total_weight
    assert judged.model == drawn.model
    assert judged.bye == judged.bye_by_rule == drawn.bye


def test_a_hand_made_draw_names_its_boards():
    tournament = generate(24, 3, seed=1, play=1)
    first, second, *others = tournament.games
    swapped = (
        first.__class__(round=1, table=first.table, white=first.white, black=second.white),
        second.__class__(round=1, table=second.table, white=first.black, black=second.black),
    )
    made = tournament.replace_round(1, (*swapped, *others), ())
    judged = judge_round(made, 1)
    assert judged.loss > 0
    assert set(judged.different) == {game.players for game in swapped}
    assert set(map(frozenset, judged.instead)) == {
        frozenset(game.players) for game in (first, second)
    }
    assert np.isclose(judged.loss, judged.optimum - judged.weight)


@pytest.mark.parametrize(
    ("number", "message"),
    [(0, "the round must be from 1 to 5, not 0"), (1, "round 1 has no games to compare with")],
)
def test_there_must_be_something_to_compare(number, message):
    with pytest.raises(RuleError, match=message):
        judge_round(Tournament(), number)
