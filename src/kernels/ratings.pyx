# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Ratings after games that are rated one after the other.

A kernel, because the ratings of a game are those after the game before. The formulas are those of
``fastpair.go.ratings.gor`` and ``fastpair.go.ratings.egf2021``, for one game at a time.
"""

from libc.math cimport exp, fabs, floor, log1p, pow
from libc.stdint cimport int64_t


cdef double _gor_con(double rating, const double[::1] con) noexcept nogil:
    """con, linear between its values for 100, 200, …"""
    cdef double steps = min(max(rating - 100.0, 0.0), 2600.0) / 100.0
    cdef Py_ssize_t k = min(<Py_ssize_t>steps, con.shape[0] - 2)
    return con[k] + (con[k + 1] - con[k]) * (steps - k)


cdef double _gor_low(double weaker, double stronger, bint whole) noexcept nogil:
    """Expected result of the weaker player."""
    cdef double steps = (min(weaker, 2700.0) - 100.0) / 20.0
    cdef double slope = 200.0 - (floor(steps) if whole else steps)
    return 1.0 / (exp(min((stronger - weaker) / slope, 700.0)) + 1.0)


def gor_in_order(
    double[::1] rating,
    const int64_t[:, ::1] players,
    const int64_t[::1] won_x2,
    const int64_t[::1] handicap,
    const double[::1] con,
    double epsilon,
    bint whole,
):
    """Update ratings in place by GoR.

    Parameters
    ----------
    rating : (n,) float64
        In: before the first game, at least 100. Out: after the last.
    players : (m, 2) int64
        Rows of White and Black, not checked.
    won_x2 : (m,) int64
        What White won, doubled.
    handicap : (m,) int64
        Stones that Black gets; negative ones he gives.
    con : (27,) float64
        con of 100, 200, … 2700.
    epsilon
        What is taken off the expected result of the stronger, or of White.
    whole
        Whether a(R) is truncated.
    """
    cdef Py_ssize_t game, white, black
    cdef double white_rating, black_rating, white_share, black_share, low, result
    with nogil:
        for game in range(players.shape[0]):
            white, black = players[game, 0], players[game, 1]
            white_rating = rating[white] + max(-100.0 * handicap[game], 0.0)
            black_rating = rating[black] + max(100.0 * handicap[game], 0.0)
            low = _gor_low(min(white_rating, black_rating), max(white_rating, black_rating), whole)
            if black_rating <= white_rating:
                black_share, white_share = low, 1.0 - low - epsilon
            else:
                black_share, white_share = 1.0 - low - epsilon, low
            result = won_x2[game] / 2.0
            rating[white] += _gor_con(rating[white], con) * (result - white_share)
            rating[black] += _gor_con(rating[black], con) * (1.0 - result - black_share)
            rating[white] = max(rating[white], 100.0)
            rating[black] = max(rating[black], 100.0)


cdef double _egf2021_points(double rating, double result, double share) noexcept nogil:
    """What a game adds to a rating, before it is weighted."""
    cdef double within = min(max(rating, -900.0), 3299.0)
    cdef double below_2300 = (2300.0 - within) / 80.0
    cdef double bonus = (max(below_2300, 0.0) + log1p(exp(-fabs(below_2300)))) / 5.0
    return pow((3300.0 - within) / 200.0, 1.6) * (result - share) + bonus


def egf2021_in_order(
    double[::1] rating,
    const int64_t[:, ::1] players,
    const int64_t[::1] won_x2,
    const int64_t[::1] handicap,
    double weight,
):
    """Update ratings in place by the European system of 2021.

    Parameters
    ----------
    rating : (n,) float64
        In: before the first game, at least -900. Out: after the last.
    players, won_x2, handicap
        As of ``gor_in_order``.
    weight
        What a game counts.
    """
    cdef Py_ssize_t game, white, black
    cdef double points, white_rating, black_rating, ratio, square, black_share, result
    with nogil:
        for game in range(players.shape[0]):
            white, black = players[game, 0], players[game, 1]
            points = 100.0 * handicap[game]
            points -= 50.0 * ((handicap[game] > 0) - (handicap[game] < 0))
            white_rating = min(rating[white] + max(-points, 0.0), 3299.0)
            black_rating = min(rating[black] + max(points, 0.0), 3299.0)
            ratio = (3300.0 - black_rating) / (3300.0 - white_rating)
            square = ratio * ratio
            black_share = 1.0 / (1.0 + square * square * square * ratio)
            result = won_x2[game] / 2.0
            rating[white] += weight * _egf2021_points(rating[white], result, 1.0 - black_share)
            rating[black] += weight * _egf2021_points(rating[black], 1.0 - result, black_share)
            rating[white] = max(rating[white], -900.0)
            rating[black] = max(rating[black], -900.0)
