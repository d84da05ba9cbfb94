"""By which criterion a round of FIDE's systems is first worse than the pairing, by the references that try everything.

Rounds are sets of pairs of keys, each a frozenset. A field tells how a round is paired: a `Downwards`, `Upwards` or
`Matches`, as its players know it, which is another one if two of them must meet, or must not.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from itertools import permutations

import reference_burstein
import reference_dubov
import reference_dutch
import reference_matches
from reference_fide import (
    Past,
    falling,
    lawful,
    left_over,
    matchings,
    pairings,
    same_colour,
    without,
)

DUTCH = ("C6", "C7", "C8", "C9", *(f"C{number}" for number in range(10, 22)))


class Downwards:
    """A round of the Dutch system, or of Burstein."""

    complete = "C4"

    def __init__(self, state, forbid=()):
        settings = {
            key: state.settings[key] for key in ("acceleration", "order") if key in state.settings
        }
        barred = [*state.settings.get("forbid", ()), *forbid]
        past = Past(state.tournament, state.round_number, forbid=barred, **settings)
        self.players = past.players()
        self.dutch = state.system == "dutch"
        if not self.dutch:
            for one in self.players:
                one.top = False
            self.players.sort(key=lambda one: reference_burstein.index(past, one))
        self.by_key = {one.key: one for one in self.players}
        self.least_bye, self.lacking = None, self.complete
        if self.dutch:
            self.least_bye = reference_dutch.least_bye(self.players)
        self.bye = None
        if not self.dutch and (first := reference_burstein.first_bye(self.players)):
            self.bye = first.key

    def lawful(self):
        """All pairings of the players but the one with the bye; of the Dutch system, of all who may not have it again."""
        left = [one for one in self.players if one.key != self.bye]
        if self.dutch and len(left) % 2:
            rests = [without(left, one) for one in left if not one.had_bye]
        else:
            rests = [left]
        return [keys_of(pairs) for rest in rests for pairs in pairings(rest)]

    def first_worse(self, best, given, other=None):
        """The score of the first bracket whose pairs are others, the criterion, and what both cost by it."""
        other, moved = other or self, []
        other.least_bye = self.least_bye
        scores = falling({one.score for one in self.players})
        for step, own in enumerate(scores):
            here = [one for one in self.players if one.key != self.bye]
            parts = (
                [one for one in here if one.score == own or one.key in moved],
                [
                    one
                    for one in here
                    if one.score in scores[step + 1 : step + 2] and one.key not in moved
                ],
                [one for one in here if one.score in scores[step + 2 :] and one.key not in moved],
            )
            ours, theirs = (within(pairs, parts[0]) for pairs in (best, given))
            if ours != theirs:
                least = self.costs(ours, own, *parts)
                more = other.costs(
                    theirs, own, *([other.by_key[one.key] for one in part] for part in parts)
                )
                names = DUTCH if self.dutch else ("C5", "C6", "C7", "C8")
                worse = other.lacking if self.dutch else self.complete
                return own / 2, *first_larger(names, least, more, worse)
            moved = [one.key for one in left_over(parts[0], self.of(ours))]
        return None

    @staticmethod
    def criterion_of_rest(rest):
        """The criterion of a bracket that leaves a rest whose bye is none of the best."""
        if reference_dutch.least_bye(rest) is not None:
            return "C5"
        again = [copy(one) for one in rest]
        for one in again:
            one.had_bye = False
        return "C4" if reference_dutch.least_bye(again) is None else "C2"

    def apart(self, pairs, bracket):
        """The players of a bracket, of whom those who go down do not meet each other below."""
        used = {key for pair in pairs for key in pair}
        down = {one.key for one in bracket} - used
        found = [copy(one) for one in bracket]
        for one in found:
            one.barred = one.barred | down if one.key in down else one.barred
        return found

    def of(self, pairs):
        """Pairs of keys as players, the higher ranked first."""
        both = ([one for one in self.players if one.key in pair] for pair in pairs)
        return [tuple(pair) for pair in both]

    def costs(self, pairs, own, bracket, following, below):
        if not self.dutch:
            return reference_burstein.costs(self.of(pairs), bracket, following, below)
        bracket = self.apart(pairs, bracket)
        by_key = {one.key: one for one in bracket}
        pairs = [tuple(by_key[one.key] for one in pair) for pair in self.of(pairs)]
        self.lacking = self.criterion_of_rest([*left_over(bracket, pairs), *following, *below])
        return reference_dutch.costs(pairs, bracket, own, following, below, self.least_bye)

    def brackets(self, best):
        """Each score with the players of its bracket, of the next one and of those below, and the pairs of the bracket."""
        moved, scores = [], falling({one.score for one in self.players})
        here = [one for one in self.players if one.key != self.bye]
        for step, own in enumerate(scores):
            bracket = [one for one in here if one.score == own or one.key in moved]
            following = [one for one in here if one.score in scores[step + 1 : step + 2]]
            below = [one for one in here if one.score in scores[step + 2 :]]
            pairs = within(best, bracket)
            yield own, bracket, following, below, pairs
            moved = [one.key for one in left_over(bracket, self.of(pairs))]

    def passed_over(self, best, player, opponent):
        """Who comes before an opponent, each with the criterion by which the bracket is worse then, and both costs."""
        own, bracket, following, below, pairs = next(
            each for each in self.brackets(best) if frozenset((player, opponent)) in each[-1]
        )
        at = {one.key: place for place, one in enumerate(bracket)}
        numbers = sorted(tuple(sorted(at[key] for key in pair)) for pair in pairs)
        pair = at[player], at[opponent]
        assert pair in numbers
        before = [each for each in numbers if each < pair]
        used = {each for one in before for each in one}
        moved = sum(one.score > own for one in bracket) if self.dutch else 0
        tops, halves = [top for top, _ in numbers], ((), ())
        limbo = [each for each in range(moved) if each not in tops]
        if not self.dutch:
            others = range(len(bracket) - 1, pair[1], -1)
        elif pair[0] < moved:
            others = range(moved, pair[1])
        else:
            taken = {each for one in numbers if one[0] < moved for each in one}
            others = [each for each in range(moved, pair[1]) if each not in (*taken, *tops)]
            first = [top for top in tops if top >= moved]
            rest = [each for each in range(moved, len(bracket)) if each not in taken]
            halves = first, [each for each in rest if each not in first]
        names = DUTCH if self.dutch else ("C5", "C6", "C7", "C8")
        least, found = self.costs(pairs, own, bracket, following, below), {}
        every = [
            sorted(tuple(sorted(at[one.key] for one in p)) for p in m) for m in matchings(bracket)
        ]
        for other in others:
            if other in used:
                continue
            one, two = bracket[pair[0]], bracket[other]
            if not lawful(one, two):
                found[two.key] = "pair", 0, 1
                continue
            given = {*before, tuple(sorted((pair[0], other)))}
            more, rests = [], []
            for some in every:
                apart = any({*p} <= {*half} for half in halves for p in some)
                if not given <= {*some} or apart or any({*p} & {*limbo} for p in some):
                    continue
                keys = frozenset(frozenset(bracket[e].key for e in p) for p in some)
                more.append(self.costs(keys, own, bracket, following, below))
                rests.append(self.lacking)
            legal = [each for each in more if each is not None]
            worse = max(rests, key=("C4", "C2", "C5").index, default=self.complete)
            found[two.key] = first_larger(names, least, min(legal, default=None), worse)
        return found


class Upwards:
    """A round of Dubov."""

    complete = "C4"

    def __init__(self, state, forbid=()):
        settings = {
            key: state.settings[key] for key in ("acceleration", "order") if key in state.settings
        }
        barred = [*state.settings.get("forbid", ()), *forbid]
        self.past = Past(state.tournament, state.round_number, forbid=barred, **settings)
        self.players = reference_dubov.players_of(self.past)
        first = reference_dubov.first_bye(self.players)
        self.bye = first.key if first else None

    def lawful(self):
        return [keys_of(p) for p in pairings([one for one in self.players if one.key != self.bye])]

    def first_worse(self, best, given, other=None):
        left = [one for one in self.players if one.key != self.bye]
        while left:
            residents = [one for one in left if one.score == left[0].score]
            ours, theirs = (touching(pairs, residents) for pairs in (best, given))
            if ours != theirs:
                names = "C5", "C6", "C7", "C8", "C9", "C10", "set"
                found = (self.costs(pairs, residents, left) for pairs in (ours, theirs))
                return left[0].score / 2, *first_larger(names, *found, self.complete)
            left = [one for one in left if not any(one.key in pair for pair in ours)]
        return None

    def passed_over(self, best, player, opponent):
        left = [one for one in self.players if one.key != self.bye]
        for bracket, *_ in reference_dubov.brackets(left, self.past):
            if player not in {one.key for one in bracket}:
                continue
            first, second, *_ = reference_dubov.shifted(*reference_dubov.halves(bracket), bracket)
            first, second = (
                sorted(first, key=reference_dubov.by_aro),
                sorted(second, key=reference_dubov.by_number),
            )

            def cost(pairs):
                return [same_colour(pairs)]

            pair = player, opponent
            return passed_over(first, second, best, pair, lawful, cost, ["C7"], self.complete)
        raise AssertionError("the player is paired")

    def costs(self, pairs, residents, left):
        """[C5] to [C10], and the upfloaters themselves."""
        up = [
            one for one in left if one not in residents and any(one.key in pair for pair in pairs)
        ]
        found = reference_dubov.costs(residents, up, self.past)
        by_key = {one.key: one for one in left}
        found[1] = same_colour([[by_key[key] for key in pair] for pair in pairs])
        found += [0] * (5 - len(found))
        return [len(up), *found, [left.index(one) for one in up]]


class Matches:
    """A round of teams, or of Double-Swiss."""

    complete = "C3"

    def __init__(self, state, forbid=()):
        event, self.settings = state.event, state.match_settings
        barred = frozenset(frozenset(map(int, pair)) for pair in forbid)
        self.field = reference_matches.Field(
            replace(event, prohibited=event.prohibited | barred), self.settings
        )
        try:
            found = reference_matches.find_bye(self.field)
        except ValueError:
            found = None
        self.bye = None if found is None else str(self.field.sides[found].number)
        self.out = found
        self.players = self.field.sides

    def lawful(self):
        members = [side for side in self.field.sides if str(side.number) != self.bye]
        found = reference_matches.pairings_in_order(members, self.field.may_meet)
        return [
            frozenset(frozenset((str(one.number), str(other.number))) for one, other in pairs)
            for pairs in found
        ]

    def first_worse(self, best, given, other=None):
        field, other = self.field, (other or self).field
        left = field.everybody & ~(0 if self.out is None else 1 << self.out)
        while left:
            group = field.group(left)
            numbers = {str(each) for each in field.numbers(group)}
            ours, theirs = (frozenset(p for p in pairs if p & numbers) for pairs in (best, given))
            if ours != theirs:
                names = ["C4", "C5", "C6", "C7", "set", "C8"]
                names += ["C9", "C10"] if self.settings.system == "team" else []
                least, more = (
                    self.costs(field, ours, group, left),
                    self.costs(other, theirs, group, left),
                )
                if least[2] > 1 and not self.settings.fewest_next:
                    least[2] = more[2] = 0  # no set meets it
                score = field.sides[next(reference_matches._places(group))].score / 2
                return score, *first_larger(names, least, more, self.complete)
            left &= ~self.mask(ours)
        return None

    def passed_over(self, best, player, opponent):
        field = self.field
        left = field.everybody & ~(0 if self.out is None else 1 << self.out)
        while left:
            group = field.group(left)
            numbers = {str(each) for each in field.numbers(group)}
            own = frozenset(p for p in best if p & numbers)
            if frozenset((player, opponent)) in own:
                break
            left &= ~self.mask(own)
        by_number = {side.number: side for side in field.sides}
        upfloaters = field.numbers(self.mask(own) & ~group)
        pairs = sorted(sorted(map(int, pair)) for pair in own)
        first = [by_number[top] for top, _ in pairs]
        second = [by_number[each] for each in sorted(bottom for _, bottom in pairs)]

        def cost(pairs):
            return reference_matches.cost(field, pairs, upfloaters)

        names = ["C8", "C9", "C10"] if self.settings.system == "team" else ["C8"]
        pair = player, opponent
        return passed_over(first, second, best, pair, field.may_meet, cost, names, self.complete)

    def mask(self, pairs):
        keys = {key for pair in pairs for key in pair}
        return sum(
            1 << place for place, side in enumerate(self.field.sides) if str(side.number) in keys
        )

    def costs(self, field, pairs, group, left):
        below = left & ~group
        rising = self.mask(pairs) & ~group
        following = field.group(below) if below else 0
        next_ups = 0
        if rising and following & ~rising:
            rest = below & ~rising & ~following
            next_ups = reference_matches.smallest_sets(field, following & ~rising, rest)[
                0
            ].bit_count()
        by_key = {str(side.number): side for side in field.sides}
        sides = [
            sorted((by_key[key] for key in pair), key=lambda side: side.number) for pair in pairs
        ]
        inner = reference_matches.cost(field, sides, field.numbers(rising))
        return [
            rising.bit_count(),
            [-score for score in field.scores(rising)],
            next_ups,
            field.count_floaters(rising) if field.floaters_count else 0,
            [*reference_matches._places(rising)],
            *inner,
        ]


def passed_over(first, second, best, pair, lawful, cost, names, complete):
    """Who of the second half comes before the opponent of one of the first, and what it would cost."""
    key = key_of
    mate = {one: other for each in best for one, other in permutations(each)}
    at = [key(one) for one in first].index(pair[0])
    before = [mate[key(one)] for one in first[:at]]
    ours = [(one, next(other for other in second if key(other) == mate[key(one)])) for one in first]
    every = [
        (tuple(map(key, some)), cost([*zip(first, some, strict=True)]))
        for some in permutations(second)
        if all(lawful(*each) for each in zip(first, some, strict=True))
    ]
    found = {}
    for other in second:
        if key(other) == pair[1]:
            return found
        if key(other) in before:
            continue
        if not lawful(first[at], other):
            found[key(other)] = "pair", 0, 1
            continue
        start = (*before, key(other))
        more = [each for some, each in every if some[: at + 1] == start]
        found[key(other)] = first_larger(names, cost(ours), min(more, default=None), complete)
    raise AssertionError("the opponent is of the second half")


def key_of(one):
    return one.key if hasattr(one, "key") else str(one.number)


def keys_of(pairs):
    return frozenset(frozenset((one.key, other.key)) for one, other in pairs)


def within(pairs, bracket):
    keys = {one.key for one in bracket}
    return frozenset(pair for pair in pairs if pair <= keys)


def touching(pairs, players):
    keys = {one.key for one in players}
    return frozenset(pair for pair in pairs if pair & keys)


def first_larger(names, least, more, complete):
    """The first criterion by which some costs are more, and both."""
    if more is None:
        return complete, 0, 1
    for name, one, other in zip(names, least, more, strict=False):
        if one != other:
            assert other > one, (name, least, more)
            return name, one, other
    return "order", 0, 1
