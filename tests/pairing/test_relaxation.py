"""What has to give way so that everybody is paired, held to the enumeration of all draws."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constrained_rounds import constrained_rounds
from fastpair.errors import RuleError
from fastpair.go.tournament import Game, Grade, Player, Result, Rules, Tournament
from fastpair.matching import max_weight_matching
from fastpair.pairing.draw import (
    Constraints,
    HardRule,
    RelaxedPair,
    Removal,
    RuleMeasure,
    remaining,
)
from fastpair.pairing.field import Field
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.solving import below, pairs_within_groups, relaxations
from reference_draws import matchings, most_pairs

OWN = [HardRule.HANDICAP_AT_TOP, HardRule.SCORE_LIMIT]
MEASURES = [*OWN, HardRule.SCORE_RANGE, HardRule.GRADE_RANGE]
DEAREST_FIRST = [rule for rule in reversed(HardRule) if rule.gives_way]


@st.composite
def masks(draw, size):
    """A symmetric matrix of pairs, of any density."""
    density = draw(st.sampled_from([0.1, 0.3, 0.6, 0.9]))
    seed = draw(st.integers(0, 2**32))
    upper = np.triu(np.random.default_rng(seed).random((size, size)) < density, 1)
    return upper | upper.T


@st.composite
def removals_by(draw, rule, size):
    """Some pairs that a rule removes: a range those that are further apart than it allows."""
    pairs = draw(masks(size))
    if rule not in MEASURES:
        return Removal(rule, pairs)
    place = np.array(draw(st.lists(st.integers(0, 6), min_size=size, max_size=size)))
    reach = np.array(draw(st.lists(st.sampled_from((0, 0, 2)), min_size=size, max_size=size)))
    measure = RuleMeasure(np.stack([place, place + reach], axis=1), draw(st.integers(0, 2)))
    own = rule in OWN and draw(st.booleans())
    return Removal(rule, pairs & (measure.distance() > measure.most), measure, own=own)


@st.composite
def weights(draw, size, largest):
    """A symmetric matrix of weights."""
    seed = draw(st.integers(0, 2**32))
    upper = np.triu(np.random.default_rng(seed).integers(-largest, largest, (size, size)), 1)
    return upper + upper.T


@st.composite
def problems(draw):
    """A field, weights on levels, what rules remove from it, and the order for the bye."""
    size = draw(st.integers(2, 8))
    grades = draw(st.lists(st.integers(-6, 2), min_size=size, max_size=size))
    players = [
        Player(key=c, name=c, first_name="", grade=Grade(grade))
        for c, grade in zip("abcdefgh", grades, strict=False)
    ]
    field = Field.of(Tournament(rules=Rules(rounds=3), players=tuple(players)), 1)
    sizes = draw(st.lists(st.sampled_from([3, 50, 10**15]), min_size=1, max_size=3))
    levels = tuple(draw(weights(size, largest)) for largest in sizes)
    rules = draw(st.lists(st.sampled_from(HardRule), min_size=1, unique=True))
    removals = [draw(removals_by(rule, size)) for rule in HardRule if rule in rules]
    has_bye = draw(st.booleans())
    byes = draw(st.permutations(range(size))) if has_bye else ()
    return field, levels, removals, byes


class Enumerated:
    """All draws with the most pairs, and what each of them would cost."""

    def __init__(self, field, levels, removals, byes):
        self.levels, self.field = levels, field
        self.own = [removal for removal in reversed(removals) if removal.own]
        self.loose = {removal.rule: removal for removal in removals if not removal.own}
        self.by_rule = {rule: removal.pairs for rule, removal in self.loose.items()}
        self.seats, self.byes = list(range(len(field))), byes
        graph = self.graph(rule for rule in self.by_rule if rule.gives_way)
        self.most = most_pairs(self.seats, graph)
        every = matchings(self.seats, graph)
        self.draws = [matching for matching in every if len(matching) == self.most]

    def graph(self, dropped):
        """Who may meet if these rules do not hold."""
        kept = [self.by_rule[rule] for rule in self.by_rule.keys() - set(dropped)]
        return lambda i, j: not any(pairs[i, j] for pairs in kept)

    def rules_against(self, pair):
        return [r for r in DEAREST_FIRST if r in self.loose and self.loose[r].pairs[pair]]

    def price(self, draw):
        return [self.cost(rule, draw) for rule in DEAREST_FIRST if rule in self.loose]

    def cost(self, rule, draw):
        """1 for each pair, or the squares of what they have beyond the range."""
        measure = self.loose[rule].measure
        against = [pair for pair in draw if self.loose[rule].pairs[pair]]
        if measure is None:
            return len(against)
        return sum((apart(measure, pair) - measure.most) ** 2 for pair in against)

    def worth(self, draw):
        """What decides between draws of one price: the model's own rules, and the weights."""
        own = (
            -sum((apart(one.measure, p) - one.measure.most) ** 2 for p in draw if one.pairs[p])
            for one in self.own
        )
        return *own, *self.weight(draw)

    def within_width(self):
        """The draws that let nothing wider through than a best one without the rules that measure."""
        unmeasured = [rule for rule in DEAREST_FIRST if rule in self.loose and rule not in MEASURES]

        def rank(draw):
            worth = [-value for value in self.worth(draw)]
            return [self.cost(rule, draw) for rule in unmeasured], self.bye(draw), worth

        best = min(map(rank, self.draws))
        for free in (draw for draw in self.draws if rank(draw) == best):
            widest = {
                rule: max((apart(one.measure, pair) for pair in free), default=0)
                for rule, one in self.loose.items()
                if one.measure is not None
            }
            yield [
                draw
                for draw in self.draws
                if not any(
                    self.loose[rule].pairs[pair] and apart(self.loose[rule].measure, pair) > most
                    for rule, most in widest.items()
                    for pair in draw
                )
            ]

    def number(self, draw):
        return sum(bool(self.rules_against(pair)) for pair in draw)

    def bye(self, draw):
        """How late the first of those who are left is in the order for the bye."""
        if len(self.byes) % 2 == 0:
            return 0
        paired = {seat for pair in draw for seat in pair}
        return min(list(self.byes).index(seat) for seat in self.seats if seat not in paired)

    def weight(self, draw):
        return worth(self.levels, draw)

    def sufficient(self):
        relaxable = [rule for rule in self.by_rule if rule.gives_way]
        enough = [
            set(rules)
            for size in range(len(relaxable) + 1)
            for rules in combinations(relaxable, size)
            if most_pairs(self.seats, self.graph(rules)) == self.most
        ]
        return [rules for rules in enough if not any(other < rules for other in enough)]


def apart(measure, pair):
    """How far apart the ranges of the players of a pair are."""
    (least, most), (other_least, other_most) = measure.places[[*pair]].tolist()
    return max(least - other_most, other_least - most, 0)


def worth(levels, pairs):
    """Sums of the weights of pairs on all levels; the better is the greater."""
    return tuple(sum(int(level[pair]) for pair in pairs) for level in levels)


def seats(field, relaxed):
    """Pairs of seats with their rules."""
    seat = {key: index for index, key in enumerate(field.key)}
    return {tuple(sorted(seat[key] for key in pair.players)): pair.rules for pair in relaxed}


@given(problems())
def test_nothing_is_cheaper(problem):
    field, levels, removals, byes = problem
    stated = [removal for removal in removals if not removal.own]
    graph = remaining(len(field), stated)
    paired = max_weight_matching(levels=levels, allowed=graph, maxcardinality=True).cardinality
    every = Enumerated(*problem)
    found = relaxations(*problem, paired)
    if paired == every.most:
        assert (found.cheapest, found.fewest, found.rules) == ((), (), ())
    else:
        cheapest, fewest = seats(field, found.cheapest), seats(field, found.fewest)
        assert (every.price(cheapest), (len(fewest), every.price(fewest))) in [
            (
                min(map(every.price, draws)),
                min((every.number(draw), every.price(draw)) for draw in draws),
            )
            for draws in every.within_width()
        ]
        for pairs in (cheapest, fewest):
            for pair, rules in pairs.items():
                assert set(rules) == set(every.rules_against(pair))
        assert list(map(set, found.rules)) == every.sufficient()
    spare = 1 if len(byes) % 2 else 0
    assert len(found.left) == len(field) - 2 * every.most - spare


@given(problems())
def test_of_the_cheapest_the_first_bye_then_the_models_rules_and_then_the_heaviest(problem):
    field, levels, removals, byes = problem
    every = Enumerated(*problem)
    best = []
    for draws in every.within_width():
        least = min(map(every.price, draws))
        cheap = [draw for draw in draws if every.price(draw) == least]
        first = min(map(every.bye, cheap))
        best.append((first, max(every.worth(draw) for draw in cheap if every.bye(draw) == first)))
    found = relaxations(*problem, -1)
    allowed = remaining(len(field), [removal for removal in removals if not removal.own])
    for i, j in seats(field, found.cheapest):
        allowed[i, j] = allowed[j, i] = True
    left = [field.key.index(key) for key in found.left]
    costs = [-removal.costs() for removal in reversed(removals) if removal.own]
    drawn = []
    for first in {first for first, _ in best}:
        rest = allowed.copy()
        if len(byes) % 2:
            bye = byes[first]
            assert bye not in left
            rest[bye, :] = rest[:, bye] = False
        matching = max_weight_matching(levels=(*costs, *levels), allowed=rest, maxcardinality=True)
        pairs = [tuple(pair) for pair in matching.edges.tolist()]
        drawn.append((matching.cardinality, (first, every.worth(pairs))))
    assert set(drawn) & {(every.most, one) for one in best}


@given(constrained_rounds())
def test_what_is_said_is_enough(problem):
    """The draw with the pairs allowed, or without the rules, leaves nobody but who is left."""
    tournament, number, constraints = problem
    drawn = draw_round(tournament, number, constraints=constraints)
    if len(drawn.unpaired) < 2:
        assert drawn.relaxations is None
        return
    said = drawn.relaxations
    for pairs in (said.cheapest, said.fewest):
        allowed = frozenset(frozenset(pair.players) for pair in pairs)
        relaxed = draw_round(tournament, number, constraints=replace(constraints, allow=allowed))
        assert len(relaxed.unpaired) == len(said.left)
        boards = {frozenset((board.white, board.black)) for board in relaxed.boards}
        assert allowed <= boards
    for rules in said.rules:
        relaxed = draw_round(tournament, number, constraints=without(constraints, rules))
        assert len(relaxed.unpaired) == len(said.left)


def without(constraints, rules):
    """The constraints without some rules."""
    change = {
        HardRule.HANDICAP_AT_TOP: {"no_handicap_at_top": False},
        HardRule.SCORE_RANGE: {"max_score_difference": None},
        HardRule.GRADE_RANGE: {"max_grade_difference": None},
        HardRule.FAMILIES: {"families_apart": False},
        HardRule.MUST_PLAY_GROUP: {"must_play_groups": ()},
        HardRule.REMATCH: {"rematches": True},
    }
    for rule in rules:
        constraints = replace(constraints, **change[rule])
    return constraints


def tournament_of(grades, met=()):
    """Players a, b, … of these grades, some of whom have met in round 1."""
    players = [
        Player(key=key, name=key, first_name="", grade=Grade(grade))
        for key, grade in zip("abcdefgh", grades, strict=False)
    ]
    games = [
        Game(round=1, table=t, white=w, black=b, result=Result.JIGO)
        for t, (w, b) in enumerate(met, start=1)
    ]
    return Tournament(rules=Rules(rounds=3), players=tuple(players), games=tuple(games))


def test_a_range_gives_way_before_a_rematch():
    tournament = tournament_of([2, 1, -8, -9], met=["ab"])
    apart = Constraints(max_grade_difference=4)
    drawn = draw_round(tournament, 2, model="opengotha351", constraints=apart)
    assert drawn.cardinality == 1
    ranges = (HardRule.GRADE_RANGE,)
    assert {pair.rules for pair in drawn.relaxations.cheapest} == {ranges}
    assert len(drawn.relaxations.cheapest) == 2
    assert drawn.relaxations.fewest == (RelaxedPair(players=("a", "b"), rules=(HardRule.REMATCH,)),)
    assert drawn.relaxations.rules == (ranges, (HardRule.REMATCH,))
    assert drawn.relaxations.left == ()


def test_a_group_is_paired_within_itself_first():
    """a and b are the only ones for each other; without the group they would serve c and d."""
    grades = [0, 0, 8, -9]
    tournament = tournament_of(grades)
    group = (frozenset("cd"),)
    rules = Constraints(must_play_groups=group)
    drawn = draw_round(tournament, 1, model="opengotha351", constraints=rules)
    boards = [{board.white, board.black} for board in drawn.boards]
    assert {"c", "d"} in boards
    noted = [note.value for board in drawn.boards for note in board.notes]
    assert noted.count("must play") == 1
    constraints = Constraints(must_play_groups=(frozenset("ab"),), max_grade_difference=9)
    drawn = draw_round(tournament, 1, model="opengotha351", constraints=constraints)
    assert drawn.cardinality == 1
    assert drawn.relaxations.rules == ((HardRule.GRADE_RANGE,), (HardRule.MUST_PLAY_GROUP,))
    assert drawn.relaxations.cheapest == (
        RelaxedPair(players=("c", "d"), rules=(HardRule.GRADE_RANGE,)),
    )


@given(problems(), st.data())
def test_groups_are_paired_as_fully_as_possible(problem, data):
    field, levels, removals, _ = problem
    groups = data.draw(st.lists(st.frozensets(st.sampled_from([*field.key, "x"])), max_size=3))
    allowed = remaining(len(field), removals)
    pairs = pairs_within_groups(field, levels, allowed, groups)
    free = set(range(len(field)))
    for group in groups:
        members = sorted(free & {field.key.index(key) for key in group - {"x"}})
        inside = [pair for pair in pairs if set(pair) <= set(members)]
        every = list(matchings(members, lambda i, j: allowed[i, j]))
        value = (len(inside), worth(levels, inside))
        assert value == max((len(m), worth(levels, m)) for m in every)
        free -= {seat for pair in inside for seat in pair}
    assert len({seat for pair in pairs for seat in pair}) == 2 * len(pairs)


def test_costs_beyond_the_integers_of_the_engine_are_refused():
    cost, level = np.full((2, 2), 2**30), np.ones((2, 2), dtype=np.int64)
    assert below(cost, 2**27, level).max() == 2**57 + 1
    with pytest.raises(RuleError, match="drop one of the rules"):
        below(cost, 2**40, level)
