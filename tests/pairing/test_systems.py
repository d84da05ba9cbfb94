"""Pairing systems that need no weights: what each promises, for any number of players."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference_systems as reference
from fastpair.go.tournament import Rules, SystemName
from fastpair.pairing.papers import seeding
from fastpair.pairing.systems import SYSTEMS, CupRound, black_first, seats, system_class
from fastpair.research.systems import nearest_pairs
from reference_systems import relations

WITHIN = {
    "fold": (seeding.fold_pairs, seeding.split_fold, 2),
    "double_fold": (seeding.double_fold_pairs, seeding.double_fold, 4),
    "translation": (seeding.translation_pairs, seeding.split_match, 2),
}
"""Ideal pairs, the deviation that is to be 0 for them, and what the group is to be a multiple of."""


def test_the_rules_know_the_systems_of_fide():
    for name in SYSTEMS:
        by_fide = name in get_args(SystemName) and Rules(system=name).by_fide
        assert system_class(name).of_chess == by_fide, name


each_within = pytest.mark.parametrize("name", WITHIN)


@each_within
@pytest.mark.parametrize("players", range(50))
def test_who_is_left_of_a_group_is_in_the_middle(name, players):
    pairs, _, unit = WITHIN[name]
    found = pairs(players)
    left = sorted({*range(1, players + 1)} - {*found.ravel().tolist()})
    assert 2 * len(found) + len(left) == players
    assert len(left) == players % unit
    first = (players - len(left)) // 2 + 1
    assert left == [*range(first, first + len(left))]
    assert (found[:, 0] < found[:, 1]).all()


@each_within
@pytest.mark.parametrize("quarters", range(1, 12))
def test_ideal_pairs_are_those_without_deviation(name, quarters):
    pairs, deviation, unit = WITHIN[name]
    players = quarters * unit
    seed = seeding.mid(players + 1 - np.arange(1, players + 1), players)
    size = np.triu(deviation(seed[:, None], seed[None, :]), 1)
    size[np.tril_indices(players)] = 1
    assert (np.argwhere(np.isclose(size, 0)) + 1).tolist() == sorted(pairs(players).tolist())


@given(st.integers(0, 40))
def test_everybody_meets_everybody_once(players):
    rounds = seats(players)
    assert len(rounds) == (players if players % 2 else max(players - 1, 0))
    expected = [*range(players % 2 == 0, players + 1)] if players else []
    for boards in rounds:
        assert sorted(boards.ravel().tolist()) == expected
    met = [frozenset(pair) for pair in rounds.reshape(-1, 2).tolist()]
    assert len(met) == len({*met})
    assert {*met} == {frozenset(pair) for pair in combinations(expected, 2)}


def test_a_table_of_ten():
    """V table 3.1; the colours are those of Berger's table of ten, whose numbers are others."""
    upper = [[1, 2, 3, 4, 5], [1, 6, 2, 3, 4], [1, 7, 6, 2, 3], [1, 8, 7, 6, 2]]
    lower = [[6, 7, 8, 9, 10], [7, 8, 9, 10, 5], [8, 9, 10, 5, 4], [9, 10, 5, 4, 3]]
    rounds = seats(10)
    assert rounds[:4, :, 0].tolist() == upper
    assert rounds[:4, :, 1].tolist() == lower
    # Berger's numbers of 1, 2, ..., 10 in the table, by whom player 1 meets in which round.
    berger = dict(zip([1, *rounds[:, 0, 1].tolist()], [10, 1, 6, 2, 7, 3, 8, 4, 9, 5], strict=True))
    assert [
        sorted((berger[white], berger[black]) for black, white in boards)
        for boards in black_first(rounds)[:3].tolist()
    ] == [
        [(1, 10), (2, 9), (3, 8), (4, 7), (5, 6)],
        [(1, 2), (7, 5), (8, 4), (9, 3), (10, 6)],
        [(2, 10), (3, 1), (4, 9), (5, 8), (6, 7)],
    ]


@given(st.integers(0, 40))
def test_the_colours_of_a_round_robin_balance(players):
    boards = black_first(seats(players)).reshape(-1, 2)
    games = boards[(boards > 0).all(axis=1)]
    black, white = (np.bincount(games[:, side], minlength=players + 1)[1:] for side in (0, 1))
    assert {*abs(white - black).tolist()} <= {1 - players % 2}


@st.composite
def lotteries(draw):
    return draw(st.permutations(range(1, draw(st.integers(0, 40)) + 1)))


@given(lotteries(), st.randoms(use_true_random=False))
def test_a_cup_ends_with_who_has_not_lost(lottery, random):
    cup_round, lost = CupRound.first(len(lottery), lottery), []
    byes = {*cup_round.byes}
    assert byes == {*lottery[: len(byes)]}
    while cup_round.pairs:
        going_on = len(cup_round.places)
        assert going_on & (going_on - 1) == 0
        winners = {random.choice(pair) for pair in cup_round.pairs}
        lost += [player for pair in cup_round.pairs for player in pair if player not in winners]
        cup_round = cup_round.after(winners)
        assert cup_round.byes == ()
    assert sorted([*lost, *filter(None, [cup_round.winner])]) == sorted(lottery)
    assert len(lost) == max(len(lottery) - 1, 0)


def test_neighbours_meet_in_the_next_round():
    cup_round = CupRound.first(6, [2, 3, 1, 4, 5, 6])
    assert cup_round.places == ((1, 4), (2,), (3,), (5, 6))
    assert cup_round.after({4, 6}).pairs == ((4, 2), (3, 6))


@pytest.mark.parametrize("players", range(1, 40))
def test_the_best_meet_as_late_as_they_can(players):
    """Whoever is better always wins: as many as half a round go on, and the sums are equal."""
    cup_round = CupRound.folded(players)
    assert cup_round.byes == tuple(n for n in _order(cup_round) if n <= len(cup_round.byes))
    while cup_round.pairs:
        going_on = len(cup_round.places)
        best = {min(place) for place in cup_round.places}
        assert best == {*range(1, going_on + 1)}
        assert all(sum(pair) == 2 * going_on + 1 for pair in cup_round.pairs)
        cup_round = cup_round.after(best)
    assert cup_round.winner == 1


def _order(cup_round):
    return [player for place in cup_round.places for player in place]


@given(relations(), st.data())
def test_accelrat_takes_the_nearest(met, data):
    ratings = data.draw(st.lists(st.integers(0, 9), min_size=len(met), max_size=len(met)))
    pairs, left = nearest_pairs(ratings, met)
    assert (pairs.tolist(), left.tolist()) == reference.nearest_pairs(ratings, met.tolist())
    assert sorted([*pairs.ravel(), *left]) == [*range(len(met))]
    assert not met[tuple(pairs.T)].any()
    assert all(met[i, j] for i, j in combinations(left.tolist(), 2))


def test_accelrat_may_find_more_undesirable_than_a_rating():
    nobody = np.zeros((4, 4), dtype=bool)
    far = np.zeros((4, 4))
    far[0, 1] = far[1, 0] = 150
    assert nearest_pairs([400, 300, 200, 0], nobody)[0].tolist() == [[0, 1], [2, 3]]
    found, _ = nearest_pairs([400, 300, 200, 0], nobody, further=far)
    assert found.tolist() == [[0, 2], [1, 3]]


SQUARE = np.zeros((2, 2), dtype=bool)
ONE_WAY = np.array([[False, True], [False, False]])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: seeding.fold_pairs(-1), "players=-1: expected a number from 0 on"),
        (lambda: seeding.double_fold_pairs(-4), "players=-4: expected a number from 0 on"),
        (lambda: seats(-1), "players=-1: expected a number from 0 on"),
        (lambda: CupRound.first(-1, []), "players=-1: expected a number from 0 on"),
        (lambda: CupRound.first(3, [1, 2]), "lottery: expected every number from 1 to 3 once"),
        (lambda: CupRound.first(2, [1, 1]), "lottery: expected every number from 1 to 2 once"),
        (lambda: CupRound.folded(-1), "players=-1: expected a number from 0 on"),
        (lambda: CupRound.first(2, [2, 1]).after([1, 2]), "winners: .* one of 1 and 2, got both"),
        (lambda: nearest_pairs([1], SQUARE), r"met: expected bool .* got bool \(2, 2\)"),
        (lambda: nearest_pairs([1, 2], [[0, 1], [1, 0]]), "met: expected bool"),
        (lambda: nearest_pairs([1, 2], ONE_WAY), r"met: .*True at \[0, 1\] only"),
        (lambda: nearest_pairs([1, np.nan], SQUARE), "expected finite numbers"),
        (
            lambda: nearest_pairs([1, 2], SQUARE, further=np.zeros(3)),
            r"further: expected shape \(2, 2\), got \(3,\)",
        ),
    ],
)
def test_nonsense_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
