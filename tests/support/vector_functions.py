# ruff: noqa: N803
"""What implements each golden vector: its name, and a call with the vector's arguments."""

from __future__ import annotations

import numpy as np

from fastpair.go.ratings import entropy, gor
from fastpair.go.scores import MMS_OF_1_DAN, ScoreHistory
from fastpair.go.tournament import Grade, Player, Rules, Tournament, automatic_bar, bar_range
from fastpair.insight import quality as measures
from fastpair.matching import max_weight_matching
from fastpair.pairing.papers import area, colour, components, macmahon, quality, seeding, shapes
from fastpair.pairing.systems import CupRound, seats
from fastpair.research.systems import backtrack, nearest_pairs
from vector_tournaments import VectorTournament

NO_BAR, NO_FLOOR = Grade(8), Grade(-30)
CLASSES = ("even", "uneven", "handicap")
MM_COSTS = {
    "repeat": 268435455,
    "mms": 1000,
    "even": 10,
    "uneven": 100,
    "handicap": 80,
    "club": 80,
    "country": 20,
    "colour": 50,
}


def colours(sequence, mode="literal"):
    return colour.ColourTotals(
        colour.balance(sequence),
        colour.alternation(sequence, mode),
        *colour.last(sequence, mode),
    )


def even_strategy(strategy, si, sj):
    return seeding.EVEN_STRATEGIES[strategy](si, sj)


def delta_colour(seqi, seqj, mode="literal"):
    if not seqi:
        return None
    return colour.delta_colour(colours(seqi, mode), colours(seqj, mode), len(seqi))


def balances_and_last(rule):
    def deviation(seqi, seqj):
        i, j = colours(seqi), colours(seqj)
        return rule(i.balance, i.last, j.balance, j.last)

    return deviation


def above(gi, gj, bar):
    return bar is not None and (gi >= bar or gj >= bar)


def numbered(order, areas):
    """Areas in the order of the shuffle, as numbers; blank ones are unique."""
    names = [areas[player] or player for player in order]
    return [list(dict.fromkeys(names)).index(name) for name in names]


def seeded(rule, **usual):
    def seeds_by_player(order, areas, **options):
        options = {**usual, **options}
        found = dict(zip(order, rule(numbered(order, areas), **options), strict=True))
        return [found[player] for player in range(len(order))]

    return seeds_by_player


def mixed_area_matching(order, areas):
    pairs = area.mixed_area_matching(numbered(order, areas))
    return [[order[i], order[j]] for i, j in pairs]


def gotha_uneven(lo_mode, s_lo, S_lo, hi_mode, s_hi, S_hi, U_up, D_up, U_lo, D_lo):
    places = components.f_s(lo_mode, s_lo, S_lo), components.f_s(hi_mode, s_hi, S_hi)
    return components.uneven(sum(places), components.f_h(U_up, D_up, U_lo, D_lo))


def finnish_deviation(gi, wins_i, losses_i, best_i, gj, wins_j, losses_j, best_j):
    sides = [
        (quality.qualifies(wins, losses, best is not None), best or 0)
        for wins, losses, best in ((wins_i, losses_i, best_i), (wins_j, losses_j, best_j))
    ]
    return quality.finnish_deviation(gi, *sides[0], gj, *sides[1])


def mm_cost(R, mi, mj, si, sj, above_i, above_j, Yi, Yj, same_club, same_country):
    below = not above_i and not above_j
    return {
        "repeat": float(R),
        "mms": macmahon.mms(mi, mj),
        "even": macmahon.even(mi == mj and not below, si, sj),
        "uneven": macmahon.uneven(mi, mj, si, sj),
        "handicap": macmahon.handicap(below, mi, mj),
        "club": macmahon.same_area(below, same_club),
        "country": macmahon.same_area(below, same_country),
        "colour": macmahon.colour(mi == mj and below, Yi, Yj),
    }


def mm_transform(costs):
    largest = {name: max(cost[name] for cost in costs) for name in MM_COSTS}
    coefficients = {name: largest[name] * MM_COSTS[name] for name in MM_COSTS}
    weights = [
        {name: macmahon.transform(cost[name], largest[name]) for name in MM_COSTS} for cost in costs
    ]
    totals = [sum(w[name] * coefficients[name] for name in w) for w in weights]
    return [sum(coefficients.values()), totals, weights]


def initial_mms(g, bar, floor, super_=0, adjust=0):
    rules = Rules(bar=NO_BAR if bar is None else bar, floor=NO_FLOOR if floor is None else floor)
    player = Player(key="A", name="", first_name="", grade=Grade(g), correction=super_ + adjust)
    (score,) = ScoreHistory.of(Tournament(rules=rules, players=(player,))).start_mms
    return score - MMS_OF_1_DAN


def optimum(rule):
    """Greatest total of all perfect matchings, through the engine, in exact integers."""

    def cardinality_total_pairs(ratings, **options):
        rows = np.array(ratings, dtype=float)
        weights = rule(rows[:, None], rows[None, :], **options)
        matching = max_weight_matching(
            np.rint(weights * 2**40).astype(np.int64), maxcardinality=True
        )
        edges = sorted(matching.edges.tolist())
        return [matching.cardinality, sum(weights[i, j] for i, j in edges), edges]

    return cardinality_total_pairs


def relative_strength(N, results, max_iter=10_000):
    rounds = max(map(len, results), default=0)
    opponent = np.full((N, rounds), -1)
    points_x2 = np.zeros((N, rounds), dtype=np.int64)
    for player, games in enumerate(results):
        for column, game in enumerate(games):
            if game is not None:
                opponent[player, column] = game[0]
                points_x2[player, column] = "-=+".index(game[1])
    found = measures.relative_strength(opponent, points_x2, max_iter)
    return [found.strength.tolist(), found.iterations, found.converged]


def stones(rating_a, rating_b, handicap):
    """Stones that A gets: the vectors give them to the weaker player."""
    return handicap if rating_a <= rating_b else -handicap


def colours_of(sequences, rounds):
    return np.reshape(sequences, (-1, rounds))


def total_error(RS, opponents, k):
    met = [[-1 if other is None else other for other in games] for games in opponents]
    return measures.total_error(measures.squared_gaps(RS, met), len(RS), k)


def accelrat_pairs(ratings, met):
    known = np.zeros((len(ratings), len(ratings)), dtype=bool)
    for i, j in met:
        known[i, j] = known[j, i] = True
    pairs, left = nearest_pairs(ratings, known)
    return [pairs.tolist(), left.tolist()]


def cup_round1(n, lottery):
    drawn = CupRound.first(n, lottery)
    byes = [player for player in lottery if player in drawn.byes]
    return [[list(pair) for pair in drawn.pairs], byes]


def epm_backtrack(prefs):
    pairs = backtrack(prefs)
    return None if pairs is None else pairs.tolist()


def tie_breaks_of_epm(tournament, r, missed):
    vector = VectorTournament({"tournament": tournament, "completed_rounds": r})
    found = vector.tie_breaks(r, missed)
    names = ("MMS", "WINS", "SOS", "SOSOS")
    rows = zip(*(found[name] for name in names), strict=True)
    return [dict(zip(names, row, strict=True)) for row in rows]


IMPLEMENTED = {
    "accelrat": accelrat_pairs,
    "area_seeds": seeded(area.area_seeds),
    "asech": lambda p: shapes.asech(p),
    "auto_bar": lambda grades, r: int(automatic_bar([Grade(grade) for grade in grades], r)),
    "bar_range": lambda r: list(bar_range(r)),
    "cardinality_w0": lambda n_c, wmax, wmin: quality.cardinality_w0(n_c, wmax, wmin),
    "colour_alternation_literal": lambda seq, mode="literal": colour.alternation(seq, mode),
    "colour_alternation_played": lambda seq, mode="played": colour.alternation(seq, mode),
    "colour_choice_index": lambda seqi, seqj, ci, mode="literal": list(
        colour.index_of_choice(colours(seqi, mode), colours(seqj, mode), ci)
    ),
    "colour_value": lambda seq, r: quality.colour_value(colours_of([seq], r))[0],
    "con": lambda R: gor.con(R),
    "concavity": lambda x, k=0.5: shapes.concavity(x, k),
    "cup_round1": cup_round1,
    "delta_bal": lambda r, mbi, mbj: components.delta_bal(r, mbi, mbj),
    "delta_colour_k12": balances_and_last(colour.delta_colour_2012),
    "delta_colour_literal": delta_colour,
    "delta_colour_played": delta_colour,
    "delta_colour_table": balances_and_last(colour.delta_colour_table),
    "delta_even_fine_grain": even_strategy,
    "delta_even_fold": even_strategy,
    "delta_even_fold_ex": even_strategy,
    "delta_even_match": even_strategy,
    "delta_even_match_ex": even_strategy,
    "delta_even_mix": even_strategy,
    "delta_even_random": even_strategy,
    "delta_out": lambda gi, gj, outi, outj, mode="literal": components.delta_out(
        gi, gj, outi, outj, mode
    ),
    "delta_playin": lambda r, gi, Pi, gj, Pj: components.delta_play_in(r, gi, Pi, gj, Pj),
    "delta_playout": lambda r, gi, Pi, gj, Pj: components.delta_play_out(r, gi, Pi, gj, Pj),
    "delta_useed": lambda strategy, l, L, u, U: components.UNEVEN_SEEDINGS[strategy](l, L, u, U),  # noqa: E741
    "double_fold_pairs": lambda n: seeding.double_fold_pairs(n).tolist(),
    "effective_class": lambda mi, mj, H, gi, gj, bar: CLASSES[
        int(shapes.effective_class(mi, mj, H, above(gi, gj, bar)))
    ],
    "entropy_game": lambda RA, RB, a_mode="real": entropy(RA, RB, mode=a_mode),
    "entropy_optimum": lambda ratings, a_mode="real": optimum(entropy)(ratings, mode=a_mode),
    "epm_backtrack": epm_backtrack,
    "expected_same_area": lambda M, A: quality.expected_same_area(M, A),
    "expected_uneven": lambda sizes: quality.expected_uneven(sizes),
    "finnish_deviation": finnish_deviation,
    "fold_pairs": lambda n: seeding.fold_pairs(n).tolist(),
    "g_skew": lambda x, **parameters: shapes.g(x, **parameters),
    "game_class": lambda mi, mj, H: CLASSES[int(shapes.game_class(mi, mj, H))],
    "gor_a": lambda R, a_mode="real": gor.a(R, a_mode),
    "gor_expect": lambda RA, RB, eps=0.016, handicap=0, a_mode="real": list(
        gor.expectation(RA, RB, handicap=stones(RA, RB, handicap), epsilon=eps, mode=a_mode)
    ),
    "gor_info_optimum": optimum(gor.total_change),
    "gor_total_change": lambda RA, RB, eps=0.016, a_mode="real": gor.total_change(
        RA, RB, epsilon=eps, mode=a_mode
    ),
    "gor_update": lambda RA, RB, rA, eps=0.016, handicap=0, a_mode="real": list(
        gor.update(RA, RB, rA, handicap=stones(RA, RB, handicap), epsilon=eps, mode=a_mode)
    ),
    "gotha_area": lambda same_country, same_club: components.area(same_country, same_club),
    "gotha_colour": lambda Ci, Cj: components.colour(Ci, Cj),
    "gotha_f": lambda mode, s, S: components.f_s(mode, s, S),
    "gotha_scenario": lambda U_up, D_up, U_lo, D_lo: components.f_h(U_up, D_up, U_lo, D_lo),
    "gotha_seed": lambda mode, si, sj, S, rho=0.0: seeding.gotha_seed(mode, si, sj, S, rho),
    "gotha_uneven": gotha_uneven,
    "grade_index": lambda s: gor.grade_index(s),
    "h_skew": lambda x, mu=1, a=1, nu=0.3: shapes.h(x, mu=mu, a=a, nu=nu),
    "handicap": lambda mi, mj, H, gi, gj, bar, max_handicap=9: shapes.handicap(
        mi, mj, H, above(gi, gj, bar), max_handicap
    ),
    "initial_mms": initial_mms,
    "k12_even": lambda mode, i, j, S, alpha=0.4: seeding.w_even_2012(mode, i, j, S, alpha),
    "k12_fdev": lambda mode, s, S: components.f_dev(mode, s, S),
    "k12_inverse": lambda x, y: list(components.balances_of(x, y)),
    "k12_ph": lambda h, m: components.p_h(h, m),
    "k12_playout": lambda both_in, h, m, Pi, Pj, alpha=0.4: components.w_play_out_2012(
        both_in, h, m, Pi, Pj, alpha
    ),
    "k12_wbal": lambda mbi, mbj, **parameters: components.w_bal(mbi, mbj, **parameters),
    "k12_wout": lambda outi, outj, alpha=0.5: components.w_out(outi, outj, alpha),
    "k12_wout_separate": lambda Ui, Di, Uj, Dj, alpha=0.5: components.w_out_separate(
        Ui, Di, Uj, Dj, alpha
    ),
    "lam_area": lambda g, gamma=0.2, g0=-8: shapes.lambda_area(g, gamma, g0),
    "lam_colour": lambda g, gamma=0.1, g0=-3: shapes.lambda_colour(g, gamma, g0),
    "lam_score": lambda g, gamma=0.1, g0=-1: shapes.lambda_score(g, gamma, g0),
    "mixed_area_matching": mixed_area_matching,
    "mixed_area_seeds": seeded(area.mixed_area_seeds),
    "mixed_area_seeds_stay": seeded(area.mixed_area_seeds, ties="stay"),
    "mixing_variance": lambda M: area.mixing_variance(M),
    "mm_Y": lambda B, W: macmahon.colour_imbalance(B, W),
    "mm_cost": mm_cost,
    "mm_transform": mm_transform,
    "omega": lambda ws, mode="product": components.omega(ws, mode),
    "pair_grade": lambda gi, gj, mode="mean": shapes.pair_grade(gi, gj, mode),
    "q_area": lambda Mc, Ec, Mk, Ek, N: quality.q_area(Mc, Ec, Mk, Ek, N),
    "q_colour": lambda seqs, r: quality.q_colour(colours_of(seqs, r)),
    "q_mms": lambda M, E, N: quality.q_mms(M, E, N),
    "ranking_positions": lambda keys, larger_better=True: quality.ranking_positions(
        np.multiply(keys, 1 if larger_better else -1)
    ).tolist(),
    "rating_from_grade": lambda g: gor.rating_from_grade(g),
    "relative_strength": relative_strength,
    "rms": lambda a, b: quality.rms(a, b),
    "round_robin_rounds": lambda n: seats(n).tolist(),
    "sech": lambda x: shapes.sech(x),
    "seed_end": lambda k, n: seeding.end(k, n),
    "seed_mid": lambda k, n: seeding.mid(k, n),
    "skew_peak": lambda kappa=1, a=1, alpha=0.3: shapes.g_peak(kappa, a, alpha),
    "tiebreaks_fig61": tie_breaks_of_epm,
    "total_error": total_error,
    "translation_pairs": lambda n: seeding.translation_pairs(n).tolist(),
}
