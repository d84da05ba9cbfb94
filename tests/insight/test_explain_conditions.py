"""What-if questions about congresses as they come: byes, who leaves and comes, what cannot be."""

from __future__ import annotations

import pytest

from builders import everybody_present
from fastpair.errors import RuleError
from fastpair.insight.explain import Conditions, Optimum, describe_answer, what_if
from fastpair.pairing.draw import Constraints
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import MODELS, model_named
from pair_lists import pairs_of

NAMED = [name for name in MODELS if name not in ("entropy", "rating-information")]


@pytest.fixture(scope="module", params=NAMED)
def congress(request):
    """Round 3 of an odd field, not drawn."""
    tournament = everybody_present(generate(33, 4, seed=5, play=2))
    return Optimum.of_round(tournament, 3, model_named(request.param))


def test_who_must_not_meet_can_be_forced_to_where_all_is_weighed_anew():
    tournament = everybody_present(generate(20, 4, seed=5, play=2))
    model = model_named("opengotha351")
    first, second, third = sorted(tournament.to_pair(3), key=lambda player: player.key)[:3]
    pair = frozenset((first.key, second.key))
    constraints = Constraints(forbid=frozenset({pair}))
    optimum = Optimum.of_round(tournament, 3, model, constraints)
    assert pair not in pairs_of(optimum.opponents)
    conditions = Conditions(force=frozenset({pair}), drop=frozenset({third.key}))
    assert pair in pairs_of(what_if(optimum, conditions).opponents)


def test_the_bye_can_be_dropped(congress):
    answer = what_if(congress, Conditions(drop=frozenset({congress.bye})))
    assert answer.byes == (congress.bye, None)
    assert congress.bye not in answer.opponents
    assert pairs_of(answer.opponents) == pairs_of(congress.opponents)


def test_a_drawn_round_is_asked_as_one_that_is_not(congress):
    if congress.model.traits.no_handicap_at_top:
        return  # what gave way in the draw counts as allowed once it is drawn
    tournament = congress.tournament
    drawn = draw_round(tournament, 3, model=congress.model).applied_to(tournament)
    again = Optimum.of_round(drawn, 3, congress.model)
    assert pairs_of(again.opponents) == pairs_of(congress.opponents)
    for key in congress.field.key[:3]:
        conditions = Conditions(drop=frozenset({key}))
        one, other = (what_if(optimum, conditions) for optimum in (congress, again))
        assert pairs_of(one.opponents) == pairs_of(other.opponents)


def test_what_cannot_be_is_refused(congress):
    one, two, three = congress.field.key[:3]
    pairs = [frozenset(pair) for pair in ((one, two), (one, three))]
    with pytest.raises(RuleError, match="expected a pair of two players"):
        Conditions(prefer=frozenset({frozenset({one})}))
    with pytest.raises(RuleError, match="must play 2 games"):
        Conditions(force=frozenset(pairs))
    with pytest.raises(RuleError, match="must play and must not play"):
        Conditions(force=frozenset(pairs[:1]), forbid=frozenset(pairs))
    with pytest.raises(RuleError, match="must play and does not take part"):
        Conditions(force=frozenset(pairs[:1]), drop=frozenset({one}))
    with pytest.raises(RuleError, match="takes part and does not"):
        Conditions(drop=frozenset({one}), add=frozenset({one}))
    for conditions, error in (
        (Conditions(drop=frozenset({"nobody"})), "is not paired"),
        (Conditions(add=frozenset({one})), "takes part already"),
        (Conditions(add=frozenset({"nobody"})), "no player has the key"),
        (Conditions(forbid=frozenset({frozenset((one, "nobody"))})), "is not paired"),
    ):
        with pytest.raises(RuleError, match=error):
            what_if(congress, conditions)


def test_rules_give_way_before_somebody_is_left_over():
    tournament = generate(60, 5, seed=3, play=3)
    optimum = Optimum.of_round(tournament, 3, model_named("fastpair"))
    for key, opponent in optimum.opponents.items():
        if opponent is None:
            continue
        pair = frozenset({frozenset((key, opponent))})
        answer = what_if(optimum, Conditions(forbid=pair))
        assert not answer.left
        if answer.gave_way:
            names = {player.key: player.full_name for player in tournament.players}
            assert any("gives way" in sentence for sentence in describe_answer(answer, names))
            return
    pytest.fail("no rule gave way")


def test_whoever_is_left_over_is_said_with_what_would_help():
    tournament = generate(20, 3, seed=1, play=0)
    model = model_named("opengotha351")
    everybody = [player.key for player in tournament.to_pair(1)]
    lonely, only = everybody[:2]
    forbidden = frozenset(
        frozenset((lonely, key)) for key in everybody if key not in (lonely, only)
    )
    optimum = Optimum.of_round(tournament, 1, model, Constraints(forbid=forbidden))
    answer = what_if(optimum, Conditions(forbid=frozenset({frozenset((lonely, only))})))
    assert answer.fewer_games == len(everybody) % 2 == 0 or lonely in answer.left
    names = {player.key: player.full_name for player in tournament.players}
    assert list(describe_answer(answer, names))
