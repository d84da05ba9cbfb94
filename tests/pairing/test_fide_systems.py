"""The systems of FIDE beside slow references that try every pairing, set and permutation."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import reference_burstein
from beside_references import (
    OF_MATCHES,
    OF_PLAYERS,
    compare,
    compare_large,
    compare_paired_again,
    compare_with_everything,
    everything,
    proven,
    situations,
)
from fastpair import Bye, Constraints, Game, draw_round
from fastpair.formats import FORMATS
from fastpair.matching import EngineError, max_weight_matching
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import judge_round, situation_of
from fastpair.pairing.systems import system_class
from peer_archives import burstein_rounds
from profiles import few, sampled


@pytest.mark.parametrize("name", ["burstein", "dubov"])
@given(seed=st.integers(0, 10**6), apart=st.sampled_from([0, 0, 0.3]))
def test_it_is_the_round_of_the_rules(name, seed, apart):
    compare(name, seed, apart=apart)


@given(seed=st.integers(0, 10**6))
def test_players_who_have_often_been_drawn_up(seed):
    compare("dubov", seed, upfloating=True)


@pytest.mark.parametrize("name", OF_MATCHES)
@given(
    seed=st.integers(0, 10**6), count=st.sampled_from([None, 8]), apart=st.sampled_from([0, 0, 0.2])
)
def test_it_is_the_round_of_matches(name, seed, count, apart):
    compare(name, seed, count=count, apart=apart)


@pytest.mark.parametrize("name", [*OF_PLAYERS, *OF_MATCHES])
@given(seed=st.integers(0, 10**6))
def test_of_the_fewest_changes_the_criteria_choose(name, seed):
    """A round that is paired again beside boards that are drawn by lot, each complete pairing tried."""
    compare_paired_again(name, seed)


@pytest.mark.parametrize("name", [*OF_PLAYERS, *OF_MATCHES])
@given(seed=st.integers(0, 10**6), lawless=st.booleans(), apart=st.sampled_from([0, 0.2, 0.4, 0.7]))
@settings(max_examples=sampled(40))
@example(seed=2, lawless=True, apart=0)
def test_players_who_are_left_out_change_nothing(name, seed, lawless, apart):
    """Beside up to 40 players, of whom only those are looked at who may matter to a bracket."""
    compare_with_everything(name, seed, lawless=lawless, apart=apart)


@pytest.mark.parametrize("name", [*OF_PLAYERS, "double-swiss"])
@pytest.mark.parametrize("place", few(range(3), 2))
def test_a_score_group_whose_players_may_not_meet(name, place):
    """All of them go down, or have an upfloater each, most of whom the group that follows has."""
    system = system_class(name)(initial_colour="white")
    tournament = generate(150, 7, seed=1, play=3, system=system)
    keys = [player.key for player in tournament.players]
    players = system.players_of(situation_of(tournament, 4))
    scores = np.unique(players.score_x2)[::-1]
    group = [keys[row] for row in players.row[players.score_x2 == scores[place]]]
    apart = frozenset(map(frozenset, combinations(group, 2)))
    situation = situation_of(tournament, 4, Constraints(forbid=apart))
    found = proven(system, situation, keys)
    with everything(system):
        assert proven(system, situation, keys) == found is not None


@pytest.mark.parametrize("name", ["burstein", "dubov", *OF_MATCHES])
@given(seed=st.integers(0, 10**6), lawless=st.booleans(), apart=st.sampled_from([0, 0.3, 0.6, 0.8]))
@settings(max_examples=sampled(40))
def test_large_brackets_beside_another_solver(name, seed, lawless, apart):
    """The first rounds of 30 to 60 players whom hardly anything tells apart, some of whom may meet few."""
    rounds = (3, 5) if name == "burstein" else (1, 2)
    compare_large(name, seed, rounds, lawless=lawless, apart=apart)


@pytest.mark.parametrize("name", [*OF_PLAYERS, *OF_MATCHES])
@given(seed=st.integers(0, 10**6), lawless=st.booleans(), apart=st.sampled_from([0, 0.2, 0.5]))
@settings(max_examples=sampled(40))
def test_no_matching_adds_up_more_than_an_aim_has_room_for(name, seed, lawless, apart):
    """Nor do two differ by more: in one level with others an aim would else outweigh the one before it."""

    def check(system, situation, keys, found):
        if found is None:
            return
        for bracket in system.pair(situation).proof.paired_brackets:
            for stage in bracket.stages:
                for aim in stage.aims:
                    assert room_needed(aim, stage) <= aim.most, (
                        name,
                        seed,
                        situation.round_number,
                        aim,
                    )

    for _ in situations(name, seed, check, most=24, lawless=lawless, apart=apart):
        pass


def room_needed(aim, stage):
    """How much the largest total of a matching exceeds the smallest one, 0 if none is smaller."""
    numbers = stage.numbers
    gain = aim.gain(numbers[:, None], numbers[None, :]) * stage.allowed.astype(np.int64)
    return sum(most_of_matching(weight.clip(0), stage.allowed) for weight in (gain, -gain))


def most_of_matching(weight, allowed):
    edges = max_weight_matching(weight, allowed=allowed).edges
    return int(weight[edges[:, 0], edges[:, 1]].sum())


# ---- What is planted into a proof, and must be refused ----


def changed(bracket, **values):
    """A bracket that is said to be paired otherwise."""
    found = copy(bracket)
    vars(found).update(values)
    return found


def with_pairs(bracket, exchange, order):
    """A bracket in which players have changed places, by their numbers, and all claims with it."""

    def exchanged(pairs):
        both = (tuple(exchange.get(each, each) for each in pair) for pair in pairs)
        return tuple((min(pair), max(pair)) for pair in both)

    number = {old: new for new, old in enumerate(bracket.place.tolist())}
    own = exchanged([[number[each] for each in pair] for pair in bracket.pairs])
    claims = tuple(
        claim._replace(pairs=exchanged(claim.pairs))
        for claim in bracket.claims
        if {*exchange} <= {*claim.stage.numbers.tolist()}
    )
    pairs = tuple(tuple(sorted(pair)) for pair in bracket.place[np.array(own)].tolist())
    return changed(bracket, pairs=pairs, claims=claims or bracket.claims, order=order)


def other_halves(bracket, random):
    """A bracket whose halves are others, with the first order of these; None if they cannot all meet."""
    order, whole = bracket.order, bracket.claims[0].stage
    stage, half = order.stage, order.stage.matching.cardinality
    numbers = stage.numbers.copy()
    one, other = random.randrange(half), random.randrange(half, len(numbers))
    if {numbers[one], numbers[other]} in map(set, order.pairs()):
        return None
    numbers[[one, other]] = numbers[[other, one]]
    seat = np.searchsorted(whole.numbers, numbers)
    if (whole.numbers[seat.clip(max=len(whole.numbers) - 1)] != numbers).any():
        return None
    may = whole.allowed[np.ix_(seat, seat)].copy()
    may[:half, :half] = may[half:, half:] = False
    planted = type(stage).of(stage.aims, numbers, may, complete=stage.complete)
    if planted.matching.cardinality < half:
        return None
    new = type(order).of(planted)
    claims = tuple(
        claim._replace(
            stage=planted if claim.stage is stage else claim.stage,
            pairs=(*new.pairs(), *({*claim.pairs} - {*order.pairs()})),
        )
        for claim in bracket.claims
    )
    own = {*map(frozenset, bracket.place[order.pairs()].tolist())}
    pairs = [pair for pair in bracket.pairs if frozenset(pair) not in own]
    pairs += [tuple(sorted(pair)) for pair in bracket.place[new.pairs()].tolist()]
    stages = tuple(planted if each is stage else each for each in bracket.stages)
    return changed(bracket, pairs=tuple(pairs), claims=claims, order=new, stages=stages)


def planted_in(proof, random):
    """Wrong proofs, each with what is wrong."""
    if proof.bye is not None:
        others = [each for each in range(len(proof.bye.players)) if each != proof.bye.place]
        yield "bye", replace(proof, bye=proof.bye._replace(place=random.choice(others)))
    for at, bracket in enumerate(proof.paired_brackets):

        def wrong(planted, at=at):
            brackets = [*proof.paired_brackets]
            brackets[at] = planted
            return replace(proof, paired_brackets=tuple(brackets))

        own = [each for pair in bracket.pairs for each in pair]
        number = {old: new for new, old in enumerate(bracket.place.tolist())}
        below = [
            each
            for each in number
            if each not in {*own, *bracket.seats.moved, *bracket.seats.residents}
        ]
        if len(bracket.pairs) > 1:
            one, other = random.sample(range(len(bracket.pairs)), 2)
            two = number[bracket.pairs[one][0]], number[random.choice(bracket.pairs[other])]
            for order in (bracket.order, None):
                yield "opponents", wrong(with_pairs(bracket, dict([two, two[::-1]]), order))
        ups = [*({*bracket.joined} - {*bracket.seats.moved})]
        if ups and below:
            two = number[random.choice(ups)], number[random.choice(below)]
            for order in (bracket.order, None):
                yield "upfloaters", wrong(with_pairs(bracket, dict([two, two[::-1]]), order))
        if bracket.order is not None:
            other = other_halves(bracket, random)
            if other and {*map(frozenset, other.pairs)} != {*map(frozenset, bracket.pairs)}:
                yield "halves", wrong(other)


@pytest.mark.parametrize("name", [*OF_PLAYERS, *OF_MATCHES])
def test_what_is_wrong_is_refused(name):
    """Another bye, other opponents, other upfloaters, other shifters and tops, each as consistent as can be."""
    found, random = Counter(), Random(name)

    def check(system, situation, keys, drawn):
        if drawn is None or system.in_round(situation) is not system:
            return
        for what, proof in planted_in(system.pair(situation).proof, random):
            found[what] += 1
            with pytest.raises(EngineError):
                proof.prove()

    for seed in range(sampled(80)):
        for _ in situations(name, seed, check, most=16, lawless=bool(seed % 2), apart=0.2):
            pass
    expected = {"dutch": {"opponents", "halves"}, "burstein": {"opponents", "bye"}}
    assert {*found} == expected.get(name, {"opponents", "bye", "upfloaters", "halves"})


def test_rounds_that_another_program_pairs_otherwise_are_those_of_every_pairing_tried():
    """Three times it moves a player down whom the bracket can pair; once two do not have their colours."""
    criteria = Counter()
    for text, pairs in burstein_rounds():
        tournament = FORMATS["trf"].read("in.trf", text).tournament
        number, key = tournament.last_round + 1, [player.key for player in tournament.players]
        system = system_class("burstein")(order="entry", initial_colour="white")
        draw = draw_round(tournament, number, system=system)
        expected = reference_burstein.pairing(tournament, number, order="entry")
        boards = {(board.white, board.black) for board in draw.boards}
        assert (boards, draw.bye) == (expected.pairs, expected.bye)
        theirs = [
            Game(round=number, table=table, white=key[white - 1], black=key[black - 1])
            for table, (white, black) in enumerate(pairs, 1)
            if black
        ]
        byes = [Bye(round=number, player=key[one - 1]) for one, other in pairs if not other]
        judged = judge_round(tournament.replace_round(number, theirs, byes), number, system=system)
        criteria[judged.criterion.partition(",")[0]] += 1
    assert criteria == {"C6": 3, "C8": 1}
