"""OpenGotha's weights, slow and literal: one pair at a time, from the scores of ``tests/checker``."""

from __future__ import annotations

from dataclasses import dataclass
from math import trunc

from builders import reference_of
from fastpair.go.tournament import Criterion, EventFormat, Placement, SeedSystem
from scores import div, utf16


@dataclass
class Standing:
    """What a pair's weight depends on of one player."""

    position: int
    name: list[int]
    rank: int
    smms: int
    mms2: int
    nbw2: int
    category: int
    country: str
    club: str
    group: int = 0
    size: int = 0
    inner: int = 0
    du: int = 0
    dd: int = 0
    balance: int = 0


class Reference:
    """[OPENGOTHA 8 to 12] of round R (from 0) in one variant."""

    def __init__(self, tournament, R, variant, pairable):  # noqa: N803 - the specification's name
        self.scores, self.players = reference_of(tournament), tournament.players
        self.rules, self.R, self.variant = tournament.rules, R, variant
        self.main = self.rules.main_criterion
        self.keys = [player.key for player in self.players]
        self.criteria = [each.value for each in self.rules.seeding or self.rules.placement]
        self.order = [self.keys.index(key) for key in self.scores.order(self.criteria, R)]
        self.seats = [i for i in self.order if self.keys[i] in pairable]
        members = range(len(self.players)) if variant == "v351" else self.seats
        self.ng = 0
        self.standings = {i: self.standing(i) for i in range(len(self.players))}
        self.group(list(members))

    def standing(self, i):
        scores, player, key = self.scores, self.players[i], self.keys[i]
        standing = Standing(
            position=self.seats.index(i) if i in self.seats else -1,
            name=utf16(player.name + player.first_name),
            rank=int(player.grade),
            smms=scores.start(key),
            mms2=scores.mms(key, self.R),
            nbw2=scores.wins(key, self.R),
            category=scores.category(key),
            country=player.country.lower(),
            club=player.club[:4].lower(),
        )
        for number, opponent, colour, _, game in scores.games(key, self.R):
            own, other = (
                div(scores.doubled(each, self.main.value, number - 1), 2)
                for each in (key, opponent)
            )
            standing.du += own < other
            standing.dd += own > other
            standing.balance += colour if game.handicap == 0 else 0
        return standing

    def group(self, members):
        rules, scores, R = self.rules, self.scores, self.R  # noqa: N806
        if self.main is Criterion.MMS:
            low, high = rules.floor - 1 + 30, rules.bar + 2 + R + 30
        else:
            low, high = 0, R if self.main is Criterion.WINS else 2**R
        first = rules.pairing.last_round_of_first_seed_system > R
        additional = rules.pairing.seed_criteria[0 if first else 1]
        values = scores.values(self.criteria, R)
        self.ng = rules.categories * (high - low + 1)
        number = 0
        for category in range(rules.categories):
            for score in range(high, low - 1, -1):
                group = [
                    i
                    for i in members
                    if self.standings[i].category == category
                    and div(scores.doubled(self.keys[i], self.main.value, R), 2) == score
                ]
                group.sort(
                    key=lambda i: (
                        [-value for value in values[self.keys[i]]],
                        -scores.doubled(self.keys[i], additional.value, R),
                        scores.name(self.keys[i]),
                    )
                )
                for inner, i in enumerate(group):
                    standing = self.standings[i]
                    standing.group, standing.size, standing.inner = number, len(group), inner
                number += 1

    def components(self, i, j):
        """Components of the weight of two players, the earlier of the list first."""
        p1, p2 = self.standings[i], self.standings[j]
        return {
            "duplicate": self.duplicate(i, j),
            "random": self.det_random(self.rules.pairing.random, p1, p2),
            "colour": self.colour(p1, p2),
            "category": self.category(p1, p2),
            "score": self.score(p1, p2),
            "dudd": self.dudd(p1, p2),
            "seeding": self.seeding(p1, p2),
            "handicap": self.secondary(p1, p2),
            "geo": self.geo(p1, p2),
        }

    def f(self, x, worth):
        return trunc(worth * (1.0 - x) * (1.0 + self.rules.pairing.concavity * x))

    def duplicate(self, i, j):
        met = {opponent for _, opponent, *_ in self.scores.games(self.keys[i], self.R)}
        return 0 if self.keys[j] in met else self.rules.pairing.avoid_duplicate

    def det_random(self, most, p1, p2):
        s1, s2 = p1.name, p2.name
        inverted = s1 > s2
        if inverted:
            s1, s2 = s2, s1
        n = sum(code * (k + 1) for k, code in enumerate(s1 + s2))
        n = n * 1234567 % (most + 1)
        return most - n if inverted else n

    def colour(self, p1, p2):
        worth, b1, b2 = self.rules.pairing.balance_colours, p1.balance, p2.balance
        if self.stones(p1, p2) != 0:
            return 0
        if b1 * b2 < 0:
            return worth
        if (b1 == 0 and abs(b2) >= 2) or (b2 == 0 and abs(b1) >= 2):
            return div(worth, 2)
        return 0

    def stones(self, p1, p2):
        rules = self.rules.handicap
        if rules.even_at_bar and max(p1.rank, p2.rank) >= self.rules.bar:
            return 0
        pr1, pr2 = (
            min(div(p.mms2, 2) - 30 if rules.by_mms else p.rank, rules.threshold) for p in (p1, p2)
        )
        d = pr1 - pr2
        if d > 0:
            d = max(0, d - rules.correction)
        elif d < 0:
            d = min(0, d + rules.correction)
        d = max(-rules.ceiling, min(rules.ceiling, d))
        return min(9, abs(d))

    def category(self, p1, p2):
        ncat = self.rules.categories
        if ncat == 1:
            return 0
        x = abs(p1.category - p2.category) / ncat
        return self.f(x, self.rules.pairing.avoid_mixing_categories)

    def score(self, p1, p2):
        if p1.category != p2.category:
            return 0
        x = abs(p1.group - p2.group) / self.ng
        return self.f(x, self.rules.pairing.minimise_score_difference)

    def dudd(self, p1, p2):
        distance = abs(p1.group - p2.group)
        if distance == 0 or (distance >= 4 and self.variant == "v351"):
            return 0
        rules = self.rules.pairing
        upper, lower = (p1, p2) if p1.group < p2.group else (p2, p1)
        scenario = 2
        if lower.du > 0:
            scenario -= 1
        if upper.dd > 0:
            scenario -= 1
        if scenario != 0 and upper.du > 0 and upper.dd < upper.du:
            scenario += 1
        if scenario != 0 and lower.dd > 0 and lower.du < lower.dd:
            scenario += 1
        if not rules.compensate_draw_up_down:
            scenario = min(scenario, 2)
        w = div(rules.draw_up_down, 5)
        total = w * scenario
        for p, mode in ((upper, rules.drawn_down_from), (lower, rules.drawn_up_from)):
            q = {
                Placement.TOP: p.size - 1 - p.inner,
                Placement.MIDDLE: p.size - 1 - abs(2 * p.inner - p.size + 1),
                Placement.BOTTOM: p.inner,
            }[mode]
            total += div(div(w, 2) * q, p.size)
        for _ in range(4):
            total = div(total, abs(p1.category - p2.category) + 1)
        return total

    def seeding(self, p1, p2):
        if p1.group != p2.group:
            return 0
        rules = self.rules.pairing
        first = rules.last_round_of_first_seed_system > self.R
        worth, size, a, b = rules.maximise_seeding, p1.size, p1.inner, p2.inner
        system = rules.seed_systems[0 if first else 1]
        if system is SeedSystem.SPLIT_AND_RANDOM:
            if (2 * a < size) == (2 * b < size):
                return 0
            return worth - self.det_random(trunc(worth * 0.2), p1, p2)
        if system is SeedSystem.SPLIT_AND_FOLD:
            x = a + b - (size - 1)
            return worth - div(div(worth * x, size - 1) * x, size - 1)
        x = 2 * abs(a - b) - size
        return worth - div(div(worth * x, size) * x, size)

    def above(self, p):
        rules = self.rules.pairing
        threshold = self.rules.rounds if rules.wins_threshold else 2 * self.rules.rounds
        return (
            p.nbw2 >= threshold
            or 2 * p.rank + p.nbw2 >= 2 * rules.grade_threshold
            or (rules.bar_threshold and p.smms >= self.rules.bar + 30)
        )

    def secondary(self, p1, p2):
        rules = self.rules
        highest = rules.bar + 2 + 30 + self.R
        ps1, ps2 = (highest if self.above(p) else div(p.mms2, 2) for p in (p1, p2))
        wide = rules.bar - rules.floor + 3 + self.R
        span = self.ng if rules.kind is EventFormat.MCMAHON else wide
        return self.f(abs(ps1 - ps2) / span, rules.pairing.minimise_handicap)

    def geo(self, p1, p2):
        rules, ng = self.rules.pairing, self.ng
        most = rules.avoid_same_area
        country = 0.0 if p1.country == p2.country else min(1.0, rules.country_groups / ng)
        if p1.club == p2.club:
            club = 0.0
        elif any(p1.club in group and p2.club in group for group in self.rules.club_groups):
            club = rules.club_groups / 2.0 / ng
        else:
            club = rules.club_groups * 1.2 / ng
        club = min(1.0, club)
        g = max(country, club) + min(country, club) / 2.0
        if g > 0:
            g += 0.5 / ng
        loss = trunc(most * (1.0 - g) * (1.0 + rules.concavity * g))
        share = min(rules.minimise_score_difference - loss, most)
        if self.variant == "v352":
            strong = self.above(p1) + self.above(p2)
            return {2: most, 1: div(share + most, 2), 0: share}[strong]
        return share
