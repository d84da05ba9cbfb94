"""What the papers print and claim, computed: their figures, and where they do not hold."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from all_matchings import RATINGS, perfect_matchings
from fastpair.go.ratings import a, entropy, expectation, total_change
from fastpair.matching import max_weight_matching
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.papers import area, colour, components, quality, seeding
from fastpair.pairing.papers.shapes import concavity, sech
from fastpair.pairing.weights.models import GoDraw2015
from fastpair.research.models import MacMahon

TABLE_2_2 = np.array(
    [
        [np.nan, 0.10126, 0.56150, 0.16567, 0.71073, 0.31841],
        [0.89874, np.nan, 0.91733, 0.64980, 0.95209, 0.79604],
        [0.43850, 0.08267, np.nan, 0.13633, 0.65916, 0.26894],
        [0.83433, 0.35020, 0.86367, np.nan, 0.92033, 0.70893],
        [0.28927, 0.04791, 0.34084, 0.07967, np.nan, 0.16415],
        [0.68159, 0.20396, 0.73106, 0.29107, 0.83585, np.nan],
    ]
)

TABLE_2_3 = np.array(
    [
        [np.nan, 0.33455, 0.46753, 0.42968, 0.35012, 0.52571],
        [0.13843, np.nan, 0.11420, 0.40413, 0.06744, 0.26197],
        [0.52153, 0.29732, np.nan, 0.39192, 0.39635, 0.50955],
        [0.21802, 0.53011, 0.18262, np.nan, 0.11023, 0.35183],
        [0.51765, 0.21001, 0.52927, 0.29078, np.nan, 0.42792],
        [0.37694, 0.46781, 0.33039, 0.51827, 0.21622, np.nan],
    ]
)

MATRIX_B = [[0, 0, 0, 1, 1], [0, 0, 1, 1, 2], [0, 1, 0, 2, 2], [1, 1, 2, 0, 2], [1, 2, 2, 2, 0]]
"""Games between areas of 2, 4, 5, 6 and 7 players [K12 6.7]."""


def test_the_double_fold_is_that_of_the_thesis():
    """1-8, 2-7 and 16-9 of 16 players, as the text says; position 1 is the strongest."""
    places = np.arange(1, 17)
    strength = seeding.mid(17 - places, 16)
    deviation = seeding.double_fold(strength[:, None], strength[None, :])
    ideal = [(i, j) for i, j in np.argwhere(deviation == 0) + 1 if i < j]
    assert ideal == [(i, 9 - i) for i in range(1, 5)] + [(i, 25 - i) for i in range(9, 13)]
    assert (deviation[:8, 8:] == 0.5).all()
    assert deviation.max() == 0.5


@pytest.mark.parametrize("r", range(1, 9))
def test_appendix_a(r):
    """K15 appendix A: the vertices, the range, and continuity where regions meet."""
    vertices = {(-1, 1): 0, (-r, r): 0, (r, -r): 2 * r, (r, r): r, (-r, -r): r}
    for (mi, mj), expected in vertices.items():
        assert components.delta_bal(r, mi, mj) == pytest.approx(expected)
    balances = np.arange(-r, r + 1)
    deviation = components.delta_bal(r, balances[:, None], balances[None, :])
    assert deviation.min() == 0
    assert deviation.max() == pytest.approx(2 * r)
    x = np.linspace(-r, r, 41)
    on_the_line = 1.0 - np.abs(x) / r
    for step in (1e-9, -1e-9):
        y = on_the_line + step
        assert np.allclose(components.delta_bal(r, x - y, x + y), np.abs(x), atol=1e-6)


def test_linear_weights_do_not_distinguish_and_others_do():
    """K12 6.3: 3.20 3.28 3.39 for M1, 3.20 3.52 3.70 for M2."""
    distances = np.array([[0, 0, 0, 4], [1, 1, 1, 1]])
    linear = (1 - distances / 5).sum(axis=1)
    assert linear.round(2).tolist() == [3.20, 3.20]
    assert concavity(distances / 5).sum(axis=1).round(2).tolist() == [3.28, 3.52]
    assert sech(0.4 * distances).sum(axis=1).round(2).tolist() == [3.39, 3.70]


def test_split_and_match_is_degenerate_and_its_ex_form_is_not():
    """K12 6.5: both matchings have deviations 0 0 3 3; K15 4.4 prefers M2, right at the top."""
    first = np.array([(1, 5), (2, 6), (3, 4), (7, 8)]).T
    second = np.array([(3, 7), (4, 8), (1, 2), (5, 6)]).T
    for pairs in (first, second):
        deviations = abs(seeding.delta_even_2012("match", *pairs, 8))
        assert sorted(deviations.tolist()) == [0, 0, 3, 3]
    for severity, scale in product((0.5, 1.0, 3.0), (seeding.mid, seeding.end)):
        worth = [
            sech(severity * seeding.split_match_ex(*scale(pairs, 8))).sum()
            for pairs in (first, second)
        ]
        assert worth[1] > worth[0]


def test_play_out_offset():
    """K12 7.3: two of ten."""
    assert components.p_h(2, 10) == pytest.approx(0.0222, abs=5e-5)
    assert components.p_offset(2, 10) == pytest.approx(4.4997, abs=5e-5)
    assert components.p_offset(7, 7) == 0


@pytest.mark.parametrize("seed", range(60))
def test_mixing_matrix_b(seed):
    """K12 6.7: matrix B, however the group is shuffled."""
    areas = np.repeat(np.arange(5), [2, 4, 5, 6, 7])
    np.random.default_rng(seed).shuffle(areas)
    pairs = area.mixed_area_matching(areas.tolist())
    first, second = areas[np.array(pairs)].T
    assert area.mixing_matrix(first, second, 5).tolist() == MATRIX_B


def test_winning_probabilities():
    """V table 2.2: with truncated a and no ε, but for F against B, printed with E's a."""
    found = expectation(RATINGS[:, None], RATINGS[None, :], epsilon=0.0, mode="int")[0]
    wrong = np.abs(found - TABLE_2_2) > 5.1e-6
    assert np.argwhere(wrong).tolist() == [[1, 5], [5, 1]]
    assert found[5, 1] == pytest.approx(0.18546, abs=5e-6)
    assert 1 / (np.exp(256 / a(340, "int")) + 1) == pytest.approx(TABLE_2_2[5, 1], abs=5e-6)


def test_entropies():
    """V table 2.3: the single terms -p log₂ p of table 2.2."""
    assert np.nanmax(np.abs(-TABLE_2_2 * np.log2(TABLE_2_2) - TABLE_2_3)) < 5.5e-6


def test_best_entropy_pairing():
    """V 2.4.6: A-F, B-D, C-E, of the truncated a and of the exact one."""
    totals = {
        tuple(pairs): sum(entropy(RATINGS[i], RATINGS[j], mode="int") for i, j in pairs)
        for pairs in perfect_matchings(list(range(6)))
    }
    (best, most), (_, next_most) = sorted(totals.items(), key=lambda item: -item[1])[:2]
    assert best == ((0, 5), (1, 3), (2, 4))
    assert most == pytest.approx(2.7625, abs=5e-5)
    assert next_most == pytest.approx(2.6420, abs=5e-5)
    exact = max(
        perfect_matchings(list(range(6))),
        key=lambda pairs: sum(entropy(RATINGS[i], RATINGS[j]) for i, j in pairs),
    )
    assert tuple(exact) == best


def test_where_ratings_change_most():
    """V figure 2.2 holds for a weaker opponent of a weak player alone."""
    differences = np.arange(-600, 601)
    best = {
        rating: int(differences[np.argmax(total_change(rating, rating + differences))])
        for rating in (700, 2200)
    }
    assert best == {700: -246, 2200: -138}
    for rating in best:
        assert (np.diff(total_change(rating, rating + np.arange(601))) < 0).all()


def example_b1():
    """Edges and weights of K12 B.1; vertices from 0."""
    i, j = np.array([(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]).T
    return i, j, np.array([3, 2, 9, 1, 4])


@pytest.mark.parametrize(("added", "cardinality"), [(0, 1), (1, 1), (3, 2), (4, 2)])
def test_added_weight_of_the_example(added, cardinality):
    """K12 B.1: with +2 two matchings weigh 11, and only +3 decides."""
    i, j, weight = example_b1()
    assert 9 + 2 == 3 + 4 + 2 * 2
    matching = max_weight_matching((i, j, weight + added), maxcardinality=False)
    assert matching.cardinality == cardinality


@pytest.mark.parametrize("seed", range(40))
def test_theorem_of_appendix_b(seed):
    """K12 B.4: more than w₀ added to every edge, the heaviest matching has the most edges."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 12))
    edges = np.array([pair for pair in combinations(range(n), 2) if rng.random() < 0.4])
    if len(edges) == 0:
        edges = np.array([(0, 1)])
    weight = rng.integers(0, 20, len(edges))
    most = max_weight_matching((*edges.T, weight), maxcardinality=True)
    w0 = quality.cardinality_w0(most.cardinality, int(weight.max()), int(weight.min()))
    shifted = max_weight_matching((*edges.T, weight + w0 + 1), maxcardinality=False)
    assert shifted.cardinality == most.cardinality
    assert weight[matched(edges, shifted)].sum() == most.weight


def matched(edges, matching):
    chosen = {tuple(pair) for pair in matching.edges.tolist()}
    return [tuple(sorted(edge)) in chosen for edge in edges.tolist()]


def test_weights_of_balances_fall_as_the_paper_wants():
    """K12 6.4: rapidly for poor pairs (x > 0), slowly for good ones, modestly with |y|."""
    mi, mj = np.meshgrid(np.arange(-4, 5), np.arange(-4, 5))
    x, y = mi - mj + 2, mi + mj
    weight = components.w_bal(mi, mj)
    assert weight.min() >= 0
    assert (
        np.argwhere(weight == weight.max()).tolist() == np.argwhere((mi == -1) & (mj == 1)).tolist()
    )
    level = {int(at): float(worth) for at, worth in zip(x[y == 0], weight[y == 0], strict=True)}
    tilted = {int(at): float(worth) for at, worth in zip(y[x == 0], weight[x == 0], strict=True)}
    for step in (2, 4, 6):
        assert level[step] < level[step - 2]
        assert level[-step] < level[2 - step]
        assert tilted[step] == pytest.approx(tilted[-step])
        assert level[step] < level[-step] < tilted[step] < tilted[step - 2]


def attended(r):
    """Colours of a player who played all rounds, in all ways."""
    sequences = np.array(list(product([1, -1], repeat=r)))
    return colour.ColourTotals(
        colour.balance(sequences), colour.alternation(sequences), *colour.last(sequences)
    )


VIEWS = (np.s_[:, None], np.s_[None, :])


@pytest.mark.parametrize("r", [2, 4])
def test_balanced_players_get_the_worst_index(r):
    """K15 7: with two balances of 0 the colour index is 6 or 7."""
    players = attended(r)
    level = colour.ColourTotals(*(column[players.balance == 0] for column in players))
    first, second = (colour.ColourTotals(*(column[key] for column in level)) for key in VIEWS)
    assert set(np.unique(colour.colour_index(first, second))) <= {6, 7}


def test_gothas_concavity():
    """K12 5.2: 1 at 0, 0 at 1, and falling for k <= 1 only."""
    x = np.linspace(0, 1, 101)
    for k in (0.0, 0.5, 1.0):
        assert concavity([0, 1], k).tolist() == [1, 0]
        assert (np.diff(concavity(x, k)) <= 0).all()
    assert (np.diff(concavity(x, 1.5)) > 0).any()


def test_cost_is_what_the_weight_lacks():
    """K12 4.3: C_ij = W - W_ij, so that least cost is greatest weight among equal numbers of games."""
    field = Field.of(generate(60, 5, seed=4, play=3), 4)
    model = MacMahon()
    state = model.state(field)
    whole = sum(term.coefficient for term in model.terms(state))
    weight = model.weigh(field).total / model.units(field)
    cost = model.cost(state[:, None], state[None, :])
    pairs = ~np.eye(len(field), dtype=bool)
    assert np.allclose(cost[pairs], (whole - weight)[pairs], rtol=1e-12, atol=1e-5)
    heaviest = max_weight_matching(np.rint(weight * 2**20).astype(np.int64), maxcardinality=True)
    cheapest = max_weight_matching(np.rint(-cost * 2**20).astype(np.int64), maxcardinality=True)
    costs = [cost[tuple(matching.edges.T)].sum() for matching in (heaviest, cheapest)]
    assert costs[0] == pytest.approx(costs[1], rel=1e-9, abs=1e-3)


def test_cross_guard_sees_what_mixed_area_seeds_hide():
    """INTERPRETATION K15-6.1: seeds start anew in each group, so that +1 and -1 can be neighbours."""
    field = Field.of(generate(200, 5, seed=5, play=3), 4)
    shares = [
        replace(GoDraw2015(), cross_guard=guarded).weigh(field).components["area"]
        for guarded in (False, True)
    ]
    state = GoDraw2015().state(field)
    same = state.homes.club[:, None] == state.homes.club[None, :]
    across = same & (state.mms[:, None] != state.mms[None, :])
    hidden = across & (state.homes.mixed_club[:, None] + state.homes.mixed_club[None, :] == 0)
    hidden &= state.below[:, None] & state.below[None, :]
    assert hidden.any()
    assert (shares[0][hidden] == shares[0].max()).all()
    assert (shares[1][across] == 0).all()
    assert np.array_equal(shares[0][~across], shares[1][~across])


@pytest.mark.parametrize(("n", "a"), [(8, 5), (10, 5), (12, 9), (6, 6)])
def test_a_dominant_area_meets_all_others(n, a):
    """K12 6.7: N - a games of A with others, a - N/2 within A, and no other game."""
    area_of = np.minimum(np.arange(n), n - a)
    same = area_of[:, None] == area_of[None, :]
    weight = np.asarray(area.discrete(same)).astype(np.int64)
    games = max_weight_matching(weight, maxcardinality=True).edges
    sides = (area_of[games] == n - a).sum(axis=1)
    assert np.bincount(sides, minlength=3).tolist() == [0, n - a, a - n // 2]
