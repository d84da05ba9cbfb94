"""Rounds of FIDE's systems by another solver: networkx, and one integer of any size for all criteria and orders.

Written from the rules for score groups of any size; players are those of a system with what it knows of them. All who are
left are looked at for each bracket, and all are paired: a criterion is what an edge costs, and an order among equals a
digit for each player.
"""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import numpy as np

from fastpair.pairing.draw import HardRule

STRONG = 2


def cheapest(players, lawful, costs, gain=None):
    """The perfect matching that costs least by each of some criteria, and of those gains most; None if there is none."""
    base, graph = 10**6, nx.Graph()
    unit = 1 if gain is None else (len(players) + 1) ** (2 * len(players) + 4)
    for one, other in combinations(sorted(players), 2):
        if lawful[one, other]:
            cost = 0
            for each in costs:
                cost = cost * base + int(each(one, other))
            graph.add_edge(one, other, weight=(gain(one, other) if gain else 0) - cost * unit)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    pairs = sorted((min(pair), max(pair)) for pair in found)
    return pairs if 2 * len(pairs) == len(players) else None


def total(cost, pairs):
    return sum(int(cost(*pair)) for pair in pairs)


class Round:
    """The players of a round, and who may meet."""

    def __init__(self, players, lawful, settings):
        self.players, self.lawful, self.settings = players, lawful, settings
        self.score, self.due = players.score_x2.tolist(), players.preference.tolist()

    def same_colour(self, one, other):
        return self.due[one] == self.due[other] != 0

    def bye(self):
        """The first of those who may have it without whom all others can be paired."""
        everybody, p = range(len(self.players)), self.players
        order = sorted(everybody, key=lambda x: (self.score[x], -p.games[x], -p.rank[x]))
        for place in order:
            others = [each for each in everybody if each != place]
            if not p.had_bye[place] and cheapest(others, self.lawful, []) is not None:
                return place
        return None

    def pairs(self, left):
        """All pairs; None if there are none."""
        if cheapest(left, self.lawful, []) is None:
            return None
        found = []
        for bracket in self.brackets(left):
            found += bracket
        return {*found}


# ---- Burstein ----


class Burstein(Round):
    def brackets(self, left):
        moved = []
        while left:
            residents = [x for x in left if self.score[x] == max(map(self.score.__getitem__, left))]
            left = [x for x in left if x not in residents]
            following = [x for x in left if self.score[x] == max(map(self.score.__getitem__, left))]
            own = sorted([*moved, *residents], key=self.players.rank.__getitem__)
            found = self.bracket(own, {*own, *following}, [*own, *left])
            yield found
            moved = [x for x in own if not any(x in pair for pair in found)]

    def bracket(self, own, reach, everybody):
        inside, scores = {*own}, sorted({self.score[x] for x in reach}, reverse=True)
        number = {x: place for place, x in enumerate(own, 1)}

        def leaves(some, score=None):
            """Edges from some players to others; of those with a score."""
            return lambda *pair: (
                len({*pair} & some) == 1
                and (score is None or self.score[({*pair} & some).pop()] == score)
            )

        def gain(*pair):
            """The vector of opponents."""
            if not {*pair} <= inside:
                return 0
            one, other = (number[x] for x in pair)
            base = len(own) + 1
            return other * base ** (len(own) - one) + one * base ** (len(own) - other)

        costs = [leaves(inside), *(leaves(inside, each) for each in scores)]
        costs += [leaves(reach), *(leaves(reach, each) for each in scores)]
        costs.append(lambda *pair: {*pair} <= inside and self.same_colour(*pair))
        pairs = cheapest(everybody, self.lawful, costs, gain)
        return [pair for pair in pairs if {*pair} <= inside]


# ---- Brackets with upfloaters ----


class Upwards(Round):
    def brackets(self, left):
        while left:
            scores = sorted({self.score[x] for x in left}, reverse=True)
            top = {x for x in left if self.score[x] == scores[0]}
            found = [pair for pair in self.first(left, top, scores) if {*pair} & top]
            members = {x for pair in found for x in pair}
            yield self.second(sorted(members, key=self.players.number.__getitem__), top)
            left = [x for x in left if x not in members]

    def first(self, left, top, scores):
        """The pairs of all with the right set of upfloaters."""
        lower = [x for x in left if x not in top]

        def risers(*pair):
            return [x for x in pair if x not in top] if len({*pair} & top) == 1 else []

        def of_score(score):
            return lambda *pair: sum(self.score[x] == score for x in risers(*pair))

        costs = [lambda *pair: len(risers(*pair)), *(of_score(each) for each in scores[:0:-1])]
        costs += self.of_risers(left, top, scores, risers, costs)
        digit = {x: 2 ** (len(lower) - place) for place, x in enumerate(lower)}
        return cheapest(left, self.lawful, costs, lambda *pair: sum(map(digit.get, risers(*pair))))


class Matches(Upwards):
    def of_risers(self, left, top, scores, risers, before):
        """[C6], if a set meets it, and [C7]."""
        following = {x for x in left if self.score[x] == scores[min(1, len(scores) - 1)]} - top

        def drawn_up(*pair):
            return not {*pair} & top and len({*pair} & following) == 1

        found = cheapest(left, self.lawful, [*before, drawn_up])
        up = {x for pair in found for x in risers(*pair)}
        rest, excess = len(following - up), total(drawn_up, found)
        asked = up and rest and (self.settings.next_bracket == "fewest" or excess == rest % 2)
        floated = self.players.floated
        return [
            *([drawn_up] if asked else []),
            lambda *pair: sum(floated[x] for x in risers(*pair)),
        ]

    def second(self, members, top):
        """The first identifier of the best pairs."""
        number, base = {x: place for place, x in enumerate(members)}, len(members) + 1
        rising = [x for x in members if x not in top]

        def meets_floater(*pair):
            return any(
                one in rising and other in top and self.players.floated[other]
                for one, other in (pair, pair[::-1])
            )

        def gain(*pair):
            one, other = sorted(number[x] for x in pair)
            top_digit = 2 ** (base - one) * base**base
            return top_digit + (base - other) * base ** (base - 1 - one)

        lawful = self.lawful.copy()
        lawful[np.ix_(rising, rising)] = False
        return cheapest(members, lawful, [*self.colours(), meets_floater], gain)

    def colours(self):
        return []


class Teams(Matches):
    def colours(self):
        def strongly(*pair):
            return self.same_colour(*pair) and all(self.players.strength[x] == STRONG for x in pair)

        is_b = self.settings.colour_preferences == "B"
        return [self.same_colour, *([strongly] if is_b else [])]


class Dubov(Upwards):
    def of_risers(self, left, top, scores, risers, before):
        """[C7] to [C10]."""
        p = self.players
        often = p.upfloats >= 2 + p.history.rounds // 5
        costs = [lambda *pair: bool({*pair} & top) and self.same_colour(*pair)]
        if not p.in_last_round:
            again = p.upfloated[:, 0] if p.before else np.zeros(len(p), bool)
            costs += [
                lambda *pair, each=each: sum(int(each[x]) for x in risers(*pair))
                for each in (often, p.upfloats * often, again)
            ]
        return costs

    def second(self, members, top):
        """The first permutation of the halves after the first shifts."""
        p, lawful = self.players, self.lawful.copy()
        rising = [x for x in members if x not in top]
        lawful[np.ix_(rising, rising)] = False
        by_aro = lambda x: (p.mean_rating_of_opponents[x], p.number[x])  # noqa: E731
        white = [x for x in members if self.due[x] == 1]
        if not any(p.games[x] for x in members):
            white = members[: len(members) // 2]
        white = sorted(white, key=by_aro)
        black = [x for x in members if x not in white]
        small, large = ({*half} for half in sorted((white, black), key=len))

        def inside(half):
            return lambda *pair: {*pair} <= half

        orders = [self.from_the_middle(half) for half in (white, black)]
        if len(white) > len(black):
            orders.reverse()
        order = [*orders[0], *orders[1]]
        digit = {x: 2 ** (len(order) - place) for place, x in enumerate(order)}

        def first_shifted(*pair):
            return max(map(digit.get, pair)) if {*pair} <= small or {*pair} <= large else 0

        costs = [self.same_colour, inside(small)]
        found = cheapest(members, lawful, costs, first_shifted)
        shifted = {max(pair, key=digit.get) for pair in found if first_shifted(*pair)}
        seek = sorted({*white} ^ shifted, key=by_aro)
        place, base = {x: at for at, x in enumerate(seek, 1)}, len(members) + 1
        number = {x: at for at, x in enumerate(members)}
        lawful[np.ix_(seek, seek)] = False
        others = [x for x in members if x not in seek]
        lawful[np.ix_(others, others)] = False

        def permutation(*pair):
            one, other = pair if pair[0] in place else pair[::-1]
            return (base - number[other]) * base ** (base - place[one])

        return cheapest(members, lawful, costs[:1], permutation)

    def from_the_middle(self, half):
        """The order of shifters."""
        last = len(half) - 1
        return [half[x] for x in sorted(range(len(half)), key=lambda x: (abs(2 * x - last), x))]


SOLVED = {"burstein": Burstein, "dubov": Dubov, "swiss-team": Teams, "double-swiss": Matches}


def solved(system, situation):
    """Pairs of rows of the history and the row of the bye; None if the round cannot be paired."""
    players = system.players_of(situation)
    seats, lawful = situation.seat[players.row], players.lawful.copy()
    for each in situation.removals():
        lawful &= ~each.pairs[np.ix_(seats, seats)] | (each.rule is HardRule.REMATCH)
    found, everybody = SOLVED[system.name](players, lawful, system), [*range(len(players))]
    bye = found.bye() if situation.gives_bye else None
    if situation.gives_bye and bye is None:
        return None
    pairs = found.pairs([x for x in everybody if x != bye])
    row = players.row.tolist()
    return pairs and (
        {frozenset((row[one], row[other])) for one, other in pairs},
        None if bye is None else row[bye],
    )
