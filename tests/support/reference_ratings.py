"""The rating systems in plain Python, a game after the other, to hold the arrays and kernels to."""

from __future__ import annotations

import math

CON = [116, 110, 105, 100, 95, 90, 85, 80, 75, 70, 65, 60, 55]
CON += [51, 47, 43, 39, 35, 31, 27, 24, 21, 18, 15, 13, 11, 10]


class GoR:
    """Ratings of V 2.2."""

    lowest = 100.0

    def __init__(self, epsilon=0.016, mode="real"):
        self.epsilon, self.mode = epsilon, mode

    def con(self, rating):
        steps = min(max(rating - 100, 0.0), 2600.0) / 100
        k = min(int(steps), len(CON) - 2)
        return CON[k] + (CON[k + 1] - CON[k]) * (steps - k)

    def a(self, rating):
        steps = (min(max(rating, 100.0), 2700.0) - 100) / 20
        return 200.0 - (math.floor(steps) if self.mode == "int" else steps)

    def shares(self, black, white, stones):
        """Expected results of Black and White; Black gets the stones, and is the weaker of equals."""
        black, white = max(black, 100.0), max(white, 100.0)
        black, white = (
            (black + 100 * stones, white) if stones >= 0 else (black, white - 100 * stones)
        )
        weaker, stronger = sorted([black, white])
        low = 1 / (math.exp(min((stronger - weaker) / self.a(weaker), 700.0)) + 1)
        high = 1 - low - self.epsilon
        return (low, high) if black <= white else (high, low)

    def points(self, rating, result, share):
        return self.con(rating) * (result - share)


class EGF2021:
    """European ratings since 2021."""

    lowest = -900.0

    def __init__(self, weight=1.0):
        self.weight = weight

    def shares(self, black, white, stones):
        points = 100 * stones - (50 if stones > 0 else -50 if stones < 0 else 0)
        black = min(max(black, -900.0) + max(points, 0), 3299.0)
        white = min(max(white, -900.0) + max(-points, 0), 3299.0)
        ratio = (3300 - black) / (3300 - white)
        square = ratio * ratio
        share = 1 / (1 + square * square * square * ratio)
        return share, 1 - share

    def points(self, rating, result, share):
        rating = min(max(rating, -900.0), 3299.0)
        con = math.pow((3300 - rating) / 200, 1.6)
        below = (2300 - rating) / 80
        bonus = (max(below, 0.0) + math.log1p(math.exp(-abs(below)))) / 5
        return self.weight * (con * (result - share) + bonus)


def rated_in_order(system, ratings, games):
    """Ratings after games (White, Black, doubled result of White, stones of Black), one by one."""
    ratings = [max(rating, system.lowest) for rating in ratings]
    for white, black, won_x2, stones in games:
        shares = system.shares(ratings[black], ratings[white], stones)
        results = 1 - won_x2 / 2, won_x2 / 2
        for player, result, share in zip((black, white), results, shares, strict=True):
            after = ratings[player] + system.points(ratings[player], result, share)
            ratings[player] = max(after, system.lowest)
    return ratings


def rated_together(system, ratings, games):
    """Ratings after games, each rated by the ratings before all of them."""
    before = [max(rating, system.lowest) for rating in ratings]
    after = list(before)
    for white, black, won_x2, stones in games:
        shares = system.shares(before[black], before[white], stones)
        results = 1 - won_x2 / 2, won_x2 / 2
        for player, result, share in zip((black, white), results, shares, strict=True):
            after[player] += system.points(before[player], result, share)
    return [max(rating, system.lowest) for rating in after]
