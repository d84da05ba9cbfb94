"""GoDraw's guided random pairing: the kernel step by step, and what the lots are guided by."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference_systems as reference
from array_tournaments import ArrayTournament
from builders import game
from fastpair._kernels.guided_random import guided_random
from fastpair.errors import RuleError
from fastpair.go.scores import main_score_x2
from fastpair.go.tournament import Criterion, Grade, Player, Result, Rules, Tournament
from fastpair.pairing.field import numbers
from fastpair.pairing.rounds import draw_round
from fastpair.research.systems import GuidedRandom, Lots, is_due_higher, lost_last_game
from profiles import sampled


@st.composite
def facts(draw, most=14):
    """Arguments of the kernel but for the lots."""
    n = draw(st.integers(0, most))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    country = rng.integers(0, max(1, n // 3), n)
    club = np.unique(3 * country + rng.integers(0, 3, n), return_inverse=True)[1]
    removed = np.triu(rng.random((n, n)) < draw(st.sampled_from([0, 0.2, 0.6])), 1)
    allowed = ~(removed | removed.T | np.eye(n, dtype=np.bool_))
    return (
        np.sort(rng.integers(0, draw(st.integers(1, 5)), n)),
        country,
        club.astype(np.int64),
        rng.integers(-1, 2, n),
        rng.random(n) < 0.5,
        rng.random(n) < 0.3,
        allowed,
    )


@given(facts(), st.integers(0, 2**64 - 1))
def test_the_kernel_is_its_definition(given_facts, seed):
    lots = numbers(6 * len(given_facts[0]), seed)
    found = guided_random(*given_facts, lots).tolist()
    assert found == reference.guided_random(*(fact.tolist() for fact in (*given_facts, lots)))


@given(facts(), st.integers(0, 2**64 - 1))
def test_what_every_attempt_keeps(given_facts, seed):
    """INTERPRETATION 6.1: each player once, no pair against a rule, one game down from a group."""
    group, allowed = given_facts[0], given_facts[-1]
    pairs = guided_random(*given_facts, numbers(6 * len(group), seed))
    seated = pairs.ravel().tolist()
    assert len(seated) == len({*seated})
    assert allowed[tuple(pairs.T)].all()
    left = [player for player in range(len(group)) if player not in seated]
    assert not any(allowed[i, j] for i, j in combinations(left, 2) if group[i] == group[j])
    between = [pair for pair in pairs.tolist() if group[pair[0]] != group[pair[1]]]
    down = [max(pair, key=lambda one: -group[one]) for pair in between]
    assert len({*group[down].tolist()}) == len(down)


def entered(count, games=(), byes=()):
    players = (
        Player(key=chr(65 + number), name=chr(65 + number), first_name="", grade=Grade(0))
        for number in range(count)
    )
    return Tournament(
        rules=Rules(rounds=5, placement=(Criterion.WINS,)),
        players=tuple(players),
        games=tuple(games),
        byes=tuple(byes),
    )


def won(number, white, black):
    return game(number, ord(white) - 64, white, black, Result.WHITE_WINS)


def test_an_odd_group_is_made_even_from_the_next_one():
    """A has 2 points, B to E have 1, of whom A has met B and E; F has 0."""
    games = [
        won(1, "A", "E"),
        won(1, "B", "C"),
        won(1, "D", "F"),
        won(2, "A", "B"),
        won(2, "E", "D"),
        won(2, "C", "F"),
    ]
    tournament = entered(6, games)
    for seed in range(20):
        drawn = draw_round(tournament, 3, system=GuidedRandom(), seed=seed)
        boards = {frozenset((board.white, board.black)) for board in drawn.boards}
        assert not drawn.unpaired
        (up,) = [pair - {"A"} for pair in boards if "A" in pair]
        assert up <= {"C", "D"}


@pytest.mark.parametrize("compensation", ["previous", "any"])
def test_who_is_owed_a_game_with_a_higher_group(compensation):
    """Against the definition, row by row."""
    found_any = 0
    for seed in range(sampled(50)):
        for situation, _ in ArrayTournament.invented(seed).rounds(Lots()):
            history, rounds = situation.history, situation.round_number - 1
            score = main_score_x2(history)
            owed = is_due_higher(situation, compensation).tolist()
            lost = lost_last_game(situation).tolist()
            for row in range(len(history.grade)):
                games = [
                    (
                        int(
                            np.sign(
                                score[row, column] - score[history.opponent[row, column], column]
                            )
                        ),
                        int(history.won_x2[row, column]),
                        column,
                    )
                    for column in range(rounds)
                    if history.opponent[row, column] >= 0
                ]
                assert lost[row] == (games[-1][1] == 0 if games else False)
                down = [column for side, won_x2, column in games if side > 0 and won_x2 == 2]
                up = [column for side, _, column in games if side < 0]
                if compensation == "any":
                    assert owed[row] == (len(down) > len(up))
                else:
                    assert owed[row] == (rounds - 1 in down)
                found_any += owed[row]
    assert found_any


def test_an_unknown_compensation_is_refused():
    with pytest.raises(RuleError, match=r"compensation: must be one of previous, any, not 'never'"):
        GuidedRandom(compensation="never")
