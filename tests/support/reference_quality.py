"""The measures of a draw once more: slow, in plain Python, player by player."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import pairwise

from fastpair.go.tournament import Criterion


def relative_strength(opponents, points_x2, iterations):
    """Appendix B of Vuorinen's thesis line by line, with line 16 mended.

    Returns
    -------
    Strengths, iterations made, and whether they settled.
    """
    n = len(opponents)
    base = math.log(n / 5 if n > 5 else 2)
    strength, error, made = [0.0] * n, 10.0 * n, 0
    while error > 0.001 * n and made < iterations:
        old = list(strength)
        for player in range(n):
            for opponent, points in zip(opponents[player], points_x2[player], strict=True):
                if opponent < 0:
                    continue
                difference = old[player] - old[opponent]
                log = math.log(abs(difference) + 1) / base
                if points == 2:
                    strength[player] += 1 - log if difference >= 0 else log
                elif points == 0:
                    strength[player] += -log if difference > 0 else -(1 - log)
                else:
                    strength[player] += -log if difference > 0 else log
            strength[player] = min(max(strength[player], 0.0), n - 1.0)
        low, high = min(strength), max(strength)
        strength = [(s - low) / (high - low) * (n - 1) if high > low else 0.0 for s in strength]
        error = sum(
            (new - before) * (new - before) for new, before in zip(strength, old, strict=True)
        )
        made += 1
    return strength, made, error <= 0.001 * n


def expected_uneven(sizes):
    """Whoever is left over in a group floats to the next one."""
    floats, floating = 0, 0
    for size in sizes[:-1]:
        floating = (size + floating) % 2
        floats += floating
    return floats


def expected_same_area(size, largest):
    """Pair the largest area with all others first; who is left of an odd group is one of them."""
    others = size - largest
    left = max(0, largest - others)
    return left // 2


def colour_value(colours):
    """C_val of one player, exactly."""
    rounds = len(colours)
    smallest = rounds % 2
    span = 2 * rounds - 1 - smallest
    if span <= 0:
        return Fraction(0)
    alternation = Fraction(sum(abs(b - a) for a, b in pairwise(colours)), 2)
    value = (abs(sum(colours)) - smallest + rounds - 1 - alternation) / span
    return min(max(value, Fraction(0)), Fraction(1))


def mixing_variance(matrix):
    """Mean of the sample variances of the rows, exactly."""
    areas = len(matrix)
    if areas < 3:
        return Fraction(0)
    total = Fraction(0)
    for i, row in enumerate(matrix):
        others = [Fraction(games) for j, games in enumerate(row) if j != i]
        mean = sum(others) / len(others)
        total += sum((games - mean) ** 2 for games in others) / (len(others) - 1)
    return total / areas


class Round:
    """The players of a round as dictionaries by key, from the games of the tournament."""

    def __init__(self, tournament, number, score_of, strength):
        self.games = tournament.round(number).games
        self.keys = [key for game in self.games for key in game.players]
        self.score = {p.key: score_of(p.key, number - 1) for p in tournament.players}
        self.strength = strength
        self.player = tournament.by_key
        by_mms = tournament.rules.main_criterion is Criterion.MMS
        self.bar = tournament.rules.bar if by_mms else float("inf")
        self.met = set()
        self.ups, self.downs = Counter(), Counter()
        self.balance, self.even_colours = Counter(), {p.key: [] for p in tournament.players}
        self.sequence = {p.key: [0] * (number - 1) for p in tournament.players}
        for earlier in range(1, number):
            for game in tournament.round(earlier).games:
                self._remember(game, earlier, score_of)

    def _remember(self, game, earlier, score_of):
        self.met.add(frozenset(game.players))
        white, black = (score_of(key, earlier - 1) for key in game.players)
        if white != black:
            up, down = game.players if white < black else game.players[::-1]
            self.ups[up] += 1
            self.downs[down] += 1
        if not (game.by_default and game.has_result):
            for key, colour in zip(game.players, (1, -1), strict=True):
                self.balance[key] += colour
                self.sequence[key][earlier - 1] = colour
                if not game.handicap:
                    self.even_colours[key].append(colour)

    def measures(self, white, black):
        """All measures of one board."""
        a, b = self.player[white], self.player[black]
        gap = self.score[white] - self.score[black]
        upper, lower = (white, black) if gap > 0 else (black, white)
        home = [(p.country.lower(), p.club.lower()) for p in (a, b)]
        return {
            "off_score": int(gap != 0),
            "score_difference": Fraction(abs(gap), 2),
            "wide": int(abs(gap) >= 4),
            "widest": Fraction(abs(gap), 2),
            "drawn_up_again": int(gap != 0 and self.ups[lower] > 0),
            "drawn_down_again": int(gap != 0 and self.downs[upper] > 0),
            "same_country": int(home[0][0] == home[1][0] != ""),
            "same_club": int(home[0] == home[1] and a.club != ""),
            "rematches": int(frozenset((white, black)) in self.met),
            "colour_imbalance": abs(self.balance[white] + 1) + abs(self.balance[black] - 1),
            "colour_streaks": int(self.even_colours[white][-2:] == [1, 1])
            + int(self.even_colours[black][-2:] == [-1, -1]),
            "colour_values": colour_value([*self.sequence[white], 1]) ** 2
            + colour_value([*self.sequence[black], -1]) ** 2,
            "strength_gap": Fraction(
                round((self.strength[white] - self.strength[black]) ** 2 * 2**16), 2**16
            ),
        }

    def total(self, boards):
        """All measures of a draw."""
        return together(self.measures(white, black) for white, black in boards)

    def played(self):
        return self.total(game.players for game in self.games)

    def best(self):
        """Least value of each measure over all complete draws with the fewest rematches."""
        draws = list(complete_draws(self.keys))
        again = [sum(frozenset(pair) in self.met for pair in draw) for draw in draws]
        fewest = min(again)
        best = {}
        for draw, rematches in zip(draws, again, strict=True):
            if rematches == fewest:
                for name, value in self._least(draw).items():
                    best[name] = min(value, best.get(name, value))
        return best

    def _least(self, draw):
        """All measures of a draw whose boards take the better colours, for each measure anew."""
        boards = []
        for one, other in draw:
            either = self.measures(one, other), self.measures(other, one)
            boards.append({name: min(values[name] for values in either) for name in either[0]})
        return together(boards)


def together(boards):
    """The sums of all measures over boards, and the largest value of the widest."""
    boards = list(boards)
    total = Counter()
    for board in boards:
        total.update(board)
    total["widest"] = max((board["widest"] for board in boards), default=0)
    return total


def complete_draws(keys):
    """All ways to pair everybody."""
    if not keys:
        yield []
        return
    first, *others = keys
    for i, other in enumerate(others):
        for rest in complete_draws(others[:i] + others[i + 1 :]):
            yield [(first, other), *rest]
