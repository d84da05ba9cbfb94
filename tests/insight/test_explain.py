"""Explanations beside slow solves, and sentences beside the numbers that they are made of."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fastpair.insight import COUNTED, NOUNS, components_of, score_groups
from fastpair.insight.explain import (
    Candidate,
    Conditions,
    Optimum,
    best_draws,
    candidates,
    describe_answer,
    describe_best,
    what_if,
)
from fastpair.insight.explain.alternatives import heat_map
from fastpair.insight.explain.sentence import describe_objections, describe_pair, weight_of_pair
from fastpair.insight.explain.words import clauses, explain_pair, weight_of
from fastpair.matching import max_weight_matching
from fastpair.pairing import ADDED_TERMS, ByRounds, Preferring, RoundRange
from fastpair.pairing.draw import Constraints, HardRule
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import MODELS, model_named
from pair_lists import pairs_of
from paper_models import models, rounds
from tournaments import pairing_rules

NAMED = [name for name in MODELS if name not in ("entropy", "rating-information")]


@st.composite
def congresses(draw):
    """A small congress with any rules of weights, and a round of it, drawn or not."""
    play = draw(st.integers(0, 3))
    tournament = generate(draw(st.integers(6, 12)), 4, seed=draw(st.integers(0, 99)), play=play)
    players = tuple(replace(p, absences=frozenset(), final=True) for p in tournament.players)
    pairing = draw(st.just(tournament.rules.pairing) | pairing_rules())
    ruled = replace(tournament.rules, pairing=pairing)
    number = play + draw(st.integers(0 if play else 1, 1))
    return replace(tournament, players=players, rules=ruled), number


@st.composite
def optima(draw, played=congresses()):  # noqa: B008 - a strategy is no state
    """The optimum of a round by any model."""
    tournament, number = draw(played)
    drawn = tournament.is_drawn(number) and tournament.round(number).games
    assume(drawn or len(tournament.to_pair(number)) > 1)
    model = draw(models() | st.sampled_from([model_named(name) for name in NAMED]))
    return Optimum.of_round(tournament, number, model, Constraints(rematches=draw(st.booleans())))


@st.composite
def questions(draw):
    """An optimum, and conditions on those who are matched."""
    optimum = draw(optima())
    keys = draw(st.permutations(optimum.field.key))
    every_pair = [frozenset(pair) for pair in combinations(sorted(keys), 2)]
    some = st.frozensets(st.sampled_from(every_pair), max_size=2)
    pairs = [frozenset(keys[2 * i : 2 * i + 2]) for i in range(draw(st.integers(0, 2)))]
    force = frozenset(pair for pair in pairs if len(pair) == 2)
    prefer = draw(some)
    return optimum, Conditions(force=force, forbid=draw(some) - force, prefer=prefer)


def best_with(optimum, conditions):
    """Cardinality and weight of the best draw under force and forbid, by a solve from nothing."""
    allowed = optimum.solution.allowed.copy()
    for one, other in conditions.forbid:
        if {one, other} <= optimum.seat.keys():
            i, j = optimum.seat[one], optimum.seat[other]
            allowed[i, j] = allowed[j, i] = False
    for one, other in conditions.force:
        i, j = optimum.seat[one], optimum.seat[other]
        allowed[[i, j], :] = allowed[:, [i, j]] = False
        allowed[i, j] = allowed[j, i] = True
    found = max_weight_matching(optimum.weighed.total, allowed=allowed, maxcardinality=True)
    return found.cardinality, found.weight


@given(questions())
@settings(deadline=None)
def test_the_answer_is_the_best_draw_under_the_conditions(question):
    optimum, conditions = question
    answer = what_if(optimum, conditions)
    old, new = pairs_of(optimum.opponents), pairs_of(answer.opponents)
    lost = {frozenset(pair) for way in answer.ways for pair in way.lost}
    gained = {frozenset(pair) for way in answer.ways for pair in way.gained}
    assert old - lost | gained == new
    assert lost <= old
    assert conditions.force <= new
    assert not conditions.forbid & new
    assert bool(answer.changed) == (old != new or answer.byes[0] != answer.byes[1])
    if answer.byes[0] == answer.byes[1] and not conditions.prefer and not answer.gave_way:
        held = optimum.bye is None or all(optimum.bye not in pair for pair in conditions.force)
        if held:
            cardinality, weight = best_with(optimum, conditions)
            assert len(new) == cardinality
            key = optimum.seat
            assert sum(int(optimum.weighed.total[key[a], key[b]]) for a, b in new) == weight


@given(questions())
@settings(deadline=None)
def test_the_terms_of_a_sentence_add_up_to_the_price(question):
    optimum, conditions = question
    answer = what_if(optimum, conditions)
    if answer.price is None:
        assert not answer.losses
        return
    assert sum(answer.losses.values()) == answer.price
    assert sum(clause.weight for clause in clauses(answer)) == answer.price
    seat, weights = optimum.seat, optimum.weighed.total
    old, new = (
        sum(int(weights[seat[a], seat[b]]) for a, b in pairs_of(opponents))
        for opponents in (optimum.opponents, answer.opponents)
    )
    assert old - new == answer.price
    names = {player.key: player.key for player in optimum.tournament.players}
    sentences = list(describe_answer(answer, names))
    assert all(sentence and "\n" not in sentence for sentence in sentences)
    if answer.units == 1 and not answer.fewer_games and answer.changed:
        assert any("; that " in sentence for sentence in sentences)
        said = weight_of(answer)
        terms = [int(term.replace(",", "")) for term in re.findall(r"(-?[\d,]+) for ", said)]
        total = re.search(r"That (costs|gains) ([\d,]+)", said)
        price = int(total[2].replace(",", "")) * (1 if total[1] == "costs" else -1) if total else 0
        assert price == answer.price
        # A single term stands for the price itself.
        assert sum(terms) == (abs(price) if len(terms) == 1 else price)


@given(questions())
@settings(deadline=None)
def test_a_question_leaves_everything_as_it_was(question):
    optimum, conditions = question
    first = what_if(optimum, conditions)
    what_if(optimum, Conditions(forbid=conditions.force))
    again = what_if(optimum, conditions)
    assert first == again == what_if(replace(optimum), conditions)
    solver, _ = optimum.nearby
    assert np.array_equal(solver.allowed, optimum.solution.allowed)


@given(optima() | optima(rounds()), st.data())
@settings(deadline=None)
def test_prices_are_those_of_solving_with_the_pair_forced(optimum, data):
    assume(len(optimum.field) > 1)
    key = data.draw(st.sampled_from(optimum.field.key))
    cardinality, weight = best_with(optimum, Conditions())
    found = candidates(optimum, key)
    assert {one.player for one in found} == set(optimum.field.key) - {key}
    for one in found:
        i, j = optimum.seat[key], optimum.seat[one.player]
        if not optimum.solution.allowed[i, j]:
            assert one.price is None
            assert one.rules or optimum.bye in (key, one.player)
            continue
        pair = frozenset({frozenset((key, one.player))})
        assert (cardinality - one.fewer, weight - one.price) == best_with(
            optimum, Conditions(force=pair)
        )
    assert optimum.opponents[key] in (None, found[0].player)
    prices = [(one.fewer, one.price) for one in found if one.price is not None]
    assert prices == sorted(prices)


@given(optima() | optima(rounds()))
@settings(deadline=None)
def test_the_heat_map_sums_up_the_prices(optimum):
    heat = heat_map(optimum)
    size, number = len(optimum.field), len(heat.scores)
    group = score_groups(optimum.field, optimum.model)
    doubled = [int(2 * score) for score in heat.scores]
    assert doubled == [min(optimum.field.main_x2[group == each]) for each in range(number)]
    assert sum(heat.sizes) == size
    assert heat.games.sum() + np.trace(heat.games) == 2 * len(optimum.pairs)
    cells = {}
    for i, j in combinations(range(size), 2):
        found = optimum.solver.price(i, j)
        if found is not None and not found.fewer:
            for at in {(group[i], group[j]), (group[j], group[i])}:
                cells.setdefault(at, []).append(found.weight / optimum.units)
    for at in np.ndindex(number, number):
        prices = cells.get(at, [])
        assert heat.pairs[at] == len(prices)
        assert np.isnan(heat.median[at]) == (not prices)
        if prices:
            assert (heat.least[at], heat.median[at]) == (min(prices), np.median(prices))


def test_what_speaks_against_a_game_is_said_once():
    one = Candidate(
        player="A",
        price=None,
        fewer=1,
        rules=(HardRule.REMATCH,),
        marks={"rematch": 1, "draw up and down": 1, "stone of handicap": 2},
    )
    rule = HardRule.REMATCH.value
    assert (
        describe_objections(one) == f"1 game less, {rule}, draw up and down, 2 stones of handicap"
    )


def every_draw(optimum, seats):
    """All matchings of some seats, as sets of pairs of keys."""
    if not seats:
        yield frozenset()
        return
    first, *rest = seats
    yield from every_draw(optimum, rest)
    for other in rest:
        if optimum.solution.allowed[first, other]:
            pair = frozenset((optimum.field.key[first], optimum.field.key[other]))
            for found in every_draw(optimum, [seat for seat in rest if seat != other]):
                yield found | {pair}


@given(optima() | optima(rounds()), st.integers(1, 12), st.none() | st.integers(0, 10**12))
@settings(deadline=None)
def test_the_best_draws_are_those_of_all(optimum, k, within):
    assume(len(optimum.field) <= 8)
    found = best_draws(optimum, k, within)
    seat = optimum.seat
    weigh = {
        draw: sum(int(optimum.weighed.total[tuple(seat[key] for key in pair)]) for pair in draw)
        for draw in every_draw(optimum, range(len(optimum.field)))
        if len(draw) == optimum.solution.matching.cardinality
    }
    best = max(weigh.values())
    losses = sorted(best - weight for weight in weigh.values())[1:]
    losses = [loss for loss in losses if within is None or loss <= within]
    assert [answer.price for answer in found.others] == losses[:k]
    assert found.complete == (len(losses) <= k)
    assert found.equally_good == losses[:k].count(0)
    draws = [frozenset(pairs_of(answer.opponents)) for answer in found.others]
    assert len({*draws, frozenset(pairs_of(optimum.opponents))}) == len(draws) + 1
    assert all(best - weigh[draw] == loss for draw, loss in zip(draws, losses[:k], strict=True))
    names = {player.key: player.full_name for player in optimum.tournament.players}
    assert list(describe_best(found, names, drawn=False)) or (within is None and not losses)


@given(optima() | optima(rounds()), st.data())
@settings(deadline=None)
def test_a_pair_is_explained_by_all_components(optimum, data):
    assume(len(optimum.field) > 1)
    i, j = data.draw(st.permutations(range(len(optimum.field))))[:2]
    explained = explain_pair(optimum.field, optimum.model, i, j)
    assert explained.weight == optimum.weighed.total[i, j]
    assert [reason.component for reason in explained.reasons] == list(optimum.model.names)
    for reason in explained.reasons:
        assert reason.words
        assert reason.noun == NOUNS[reason.component]
        for measure in reason.measures[:1]:
            assert -1e-9 <= measure.value <= 1 + 1e-9
            assert measure.name == reason.component
    assert describe_pair(explained)
    assert f"{explained.weight:,}" in weight_of_pair(explained) or explained.units > 1


@pytest.mark.parametrize("name", ["fastpair", "opengotha351"])
def test_colours_that_nobody_needs_are_no_drawback(name):
    """They are part of the weight all the same."""
    model, found = model_named(name), []
    for played in (0, 1):
        optimum = Optimum.of_round(generate(16, 3, seed=3, play=played), played + 1, model)
        for i, j in combinations(range(len(optimum.field)), 2):
            explained = explain_pair(optimum.field, model, i, j)
            assert "both have had White as often as Black" not in describe_pair(explained)
            found.append("colours" in describe_pair(explained))
    assert any(found)
    assert not all(found)


@pytest.mark.parametrize("name", MODELS)
def test_every_component_has_words(name):
    tournament = generate(24, 4, seed=3, play=2)
    model = model_named(name)
    if model.parameters:
        added = [kind() for label, kind in ADDED_TERMS.items() if label not in model.names]
        model = replace(model, added=tuple(added))
    keys = [player.key for player in tournament.to_pair(3)]
    model = Preferring(model=model, wanted=frozenset({frozenset(keys[:2])}))
    varying = ByRounds(model=model, ranges=(RoundRange(first=3, last=None, model=model),))
    field = Field.of(tournament, 3, variant=model.traits.variant)
    for one, other in combinations(range(6), 2):
        explained = explain_pair(field, varying, one, other)
        assert all(reason.words for reason in explained.reasons)
    assert set(components_of(field, varying)) == set(model.names) <= set(NOUNS)


def test_no_share_is_more_than_the_most():
    tournament = generate(40, 5, seed=3, play=3)
    for name in NAMED:
        model = model_named(name)
        field = Field.of(tournament, 4, variant=model.traits.variant)
        most = {part: found.most for part, found in components_of(field, model).items()}
        for component, share in model.shares(field).items():
            assert int(share.max()) <= most[component], (name, component)


def test_nouns_of_what_is_counted_are_nouns_of_components():
    assert {noun for _, nouns, _ in COUNTED.values() for noun in nouns} <= set(NOUNS.values())


def test_numbers_are_short():
    from fastpair.insight import amount

    assert amount(1_234_567, 1) == "1,234,567"
    assert amount(3 << 20, 1 << 20) == "3"
    assert amount(int(Fraction(1, 3) * (1 << 40)), 1 << 40) == "0.333333"
    assert amount(268_435_455 * 4, 4) == "268,435,455"
