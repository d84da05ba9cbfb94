"""The draw by its definition: all ways to pair a few players are enumerated."""

from __future__ import annotations

import numpy as np

from fastpair.go.tournament import Criterion
from fastpair.pairing.draw.removal import handicap_at_top
from fastpair.pairing.field import Field
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
        if len(seats) % 2 and not known.round(number).byes:
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
        against = np.zeros_like(self.field.met)
        if weigher.traits.no_handicap_at_top and known.rules.handicap.correction > 0:
            against = handicap_at_top(weigher.state(self.field))(slice(None), slice(None))
        values = [
            (
                len(matching),
                -sum(against[i, j] for i, j in matching if not self.exempt(i, j)),
                tuple(sum(level[i][j] for i, j in matching) for level in self.levels),
            )
            for matching in matchings(seats, self.allowed)
        ]
        self.cardinality, without, self.totals = max(values)
        self.given_way, self.weight = -without, self.totals[0]

    def weigh(self, weigher, known, seats):
        """Weights by the seats of the whole field, in groups with or without the bye."""
        if self.bye is None or weigher.traits.bye_in_groups:
            return [level.tolist() for level in weigher.weigh(self.field).levels]
        paired = [self.field.key[seat] for seat in seats]
        field = Field.of(known, self.field.round_number, paired)
        levels = weigher.weigh(field).levels
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
