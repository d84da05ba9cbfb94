"""The draw by its definition: all ways to pair a few players are enumerated."""

from __future__ import annotations

import numpy as np

from fastpair.go.tournament import Criterion, starting_scores
from fastpair.pairing.field import Field, handicap
from fastpair.pairing.weights import MODELS


def matchings(seats, allowed):
    """All ways to pair some of the seats."""
    if not seats:
        yield []
        return
    first, *rest = seats
    yield from matchings(rest, allowed)
    for other in rest:
        if allowed(first, other):
            remaining = [seat for seat in rest if seat != other]
            for matching in matchings(remaining, allowed):
                yield [(first, other), *matching]


def most_pairs(seats, allowed):
    return max(len(matching) for matching in matchings(seats, allowed))


def least(draws, cost):
    """The draws of least cost."""
    cheapest = min(map(cost, draws))
    return [draw for draw in draws if cost(draw) == cheapest]


def at_top(tournament):
    """Keys of the players at the bar or in a supergroup."""
    rules = tournament.rules
    if rules.main_criterion is not Criterion.MMS:
        return set()
    return {
        player.key
        for player, start in zip(tournament.players, starting_scores(tournament), strict=True)
        if player.grade >= rules.bar or start >= rules.bar
    }


def gives_stones(tournament, number):
    """Whether two players of the tournament are far enough apart for stones."""
    rules = tournament.rules
    if rules.main_criterion is not Criterion.MMS or not rules.handicap.ceiling:
        return False
    field = Field.of(tournament, number, [player.key for player in tournament.players])
    return any(handicap(field[i], field[j]) for i in field.seat for j in field.seat)


class Enumerated:
    """The draw by enumeration: who may meet, who gets the bye, how many pairs, how much weight.

    ``totals`` are the weights on each level, and ``weight`` is the one of the first.
    """

    def __init__(self, tournament, number, model, constraints):
        known = tournament.before(number + 1)
        weigher = MODELS[model]() if isinstance(model, str) else model
        variant = weigher.traits.variant
        self.field = Field.of(known, number, variant=variant)
        self.met = {frozenset(game.players) for game in tournament.games if game.round != number}
        self.constraints = constraints
        seats = list(range(len(self.field)))
        self.bye = None
        if len(seats) % 2 and not known.pairing_byes(number):
            most = most_pairs(seats, self.allowed)
            # The papers know no rule for a tournament by wins: the score counts before the grade.
            by_mms = known.rules.main_criterion is Criterion.MMS
            rule = variant if weigher.traits.bye_in_groups or by_mms else "v352"
            order = sorted(seats, key=lambda seat: self.bye_rank(seat, known, number, rule))
            self.bye = next(
                seat
                for seat in order
                if most_pairs([s for s in seats if s != seat], self.allowed) == most
            )
            seats.remove(self.bye)
        self.levels = self.weigh(weigher, known, seats)
        self.score = [int(2 * score) for score in weigher.state(self.field).mms]
        draws = list(matchings(seats, self.allowed))
        self.cardinality = max(map(len, draws))
        draws = [draw for draw in draws if len(draw) == self.cardinality]
        best = self.no_wider(draws, weigher, known, seats)
        self.totals = self.worth(best[0])
        self.given_way = self.excess(best[0], self.top_limit)
        self.weight = self.totals[0]

    def no_wider(self, draws, weigher, known, seats):
        """The best draws that are no wider than the best ones without some components."""
        best = self.heaviest(draws, weigher, known)
        if weigher.traits.no_wider_for and self.constraints.limit_scores is not False:
            levels, self.levels = self.levels, self.weigh(weigher, known, seats, lighter=True)
            needed = min(map(self.width, self.heaviest(draws, weigher, known)))
            self.levels = levels
            if min(map(self.width, best)) > needed:
                narrow = [draw for draw in draws if self.width(draw) <= needed]
                best = self.heaviest(narrow, weigher, known)
        return best

    def heaviest(self, draws, weigher, known):
        """The heaviest of the draws that are against the model's own rules as little as can be."""
        draws = self.within_own_rules(draws, weigher.traits, known)
        most = max(map(self.worth, draws))
        return [draw for draw in draws if self.worth(draw) == most]

    def within_own_rules(self, draws, traits, known):
        """The draws that are against the model's own rules as little as can be."""
        self.top_limit = None
        limited = self.constraints.limit_scores
        if traits.limit_scores if limited is None else limited:
            cap = max(2, min(map(self.width, draws)))
            draws = [draw for draw in draws if self.width(draw) <= cap]
            draws = least(draws, lambda draw: self.excess(draw, lambda i, j: 2))
        if (
            traits.no_handicap_at_top
            and self.constraints.no_handicap_at_top is None
            and known.rules.handicap.correction > 0
            and gives_stones(known, self.field.round_number)
        ):
            top = [key in at_top(known) for key in self.field.key]
            most = 2 * known.rules.handicap.correction
            self.top_limit = lambda i, j: most if top[i] or top[j] else None
            heaviest = max(map(self.worth, draws))
            cap = min(self.width(draw) for draw in draws if self.worth(draw) == heaviest)
            draws = [draw for draw in draws if self.width(draw) <= cap]
            draws = least(draws, lambda draw: self.excess(draw, self.top_limit))
        return draws

    def worth(self, draw):
        return tuple(sum(int(level[i][j]) for i, j in draw) for level in self.levels)

    def apart(self, draw):
        """Pairs that the director has not named, and how far apart their scores are."""
        for i, j in draw:
            if not self.exempt(i, j):
                yield i, j, abs(self.score[i] - self.score[j])

    def cost_at_top(self, board):
        """What a board costs by the rule for the top."""
        i, j = (self.field.key.index(key) for key in (board.white, board.black))
        return self.excess([(i, j)], self.top_limit)

    def width(self, draw):
        return max((apart for _, _, apart in self.apart(draw)), default=0)

    def excess(self, draw, limit):
        """Squares of what games have beyond a limit, added up."""
        total = 0
        for i, j, apart in self.apart(draw):
            most = limit and limit(i, j)
            total += 0 if most is None else max(0, apart - most) ** 2
        return total

    def weigh(self, weigher, known, seats, *, lighter=False):
        """Weights by the seats of the whole field, in groups with or without the bye."""

        def levels_of(field):
            weights = weigher.weigh(field)
            if not lighter:
                return weights.levels
            (level,) = weights.levels
            return [level - sum(weights.components[name] for name in weigher.traits.no_wider_for)]

        if self.bye is None or weigher.traits.bye_in_groups:
            return [level.tolist() for level in levels_of(self.field)]
        paired = [self.field.key[seat] for seat in seats]
        field = Field.of(known, self.field.round_number, paired)
        levels = levels_of(field)
        seat = [field.key.index(key) if key in paired else 0 for key in self.field.key]
        return [level[np.ix_(seat, seat)].tolist() if paired else [] for level in levels]

    def exempt(self, i, j):
        return frozenset((self.field.key[i], self.field.key[j])) in self.constraints.force

    def allowed(self, i, j):
        pair = frozenset((self.field.key[i], self.field.key[j]))
        if pair in self.constraints.force:
            return True
        if any(pair & forced for forced in self.constraints.force):
            return False
        met = pair in self.met and not self.constraints.rematches
        return not met and pair not in self.constraints.forbid

    def bye_rank(self, seat, known, number, variant):
        key = self.field.key[seat]
        byes = sum(bye.player == key and bye.round < number for bye in known.byes)
        score = int(self.field.mms_x2[seat] if variant == "v351" else 20 * self.field.main_x2[seat])
        return byes, known.by_key[key].grade + score, -seat
