"""Rounds of FIDE's systems that are paired again: of all complete pairings that change the fewest known boards the best.

Every complete pairing of eight players is made. Those that change the fewest boards are compared bracket by bracket,
by the criteria of the articles in their order and then by the order among equals; a bracket keeps those that are equal.
A bye that the player may not have again is no board.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations

import reference_burstein
import reference_dubov
import reference_dutch
import reference_fide
import reference_matches
from reference_fide import Past, falling, left_over, same_colour, without


def complete_pairings(players, may_meet, may_have_bye):
    """All complete pairings, each with the one who has the bye of an odd number."""
    if len(players) % 2:
        for one in filter(may_have_bye, players):
            others = without(players, one)
            yield from ((pairs, one) for pairs, _ in complete_pairings(others, may_meet, None))
    elif not players:
        yield (), None
    else:
        first, *rest = players
        for other in rest:
            if may_meet(first, other):
                for pairs, _ in complete_pairings(without(rest, other), may_meet, None):
                    yield ((first, other), *pairs), None


def fewest_changes(found, key, known, bye, fixed):
    """The complete pairings that change the fewest boards, of those with a bye that is fixed, if one is."""
    if fixed is not None:
        found = (each for each in found if each[1] is not None and key(each[1]) == fixed)

    def kept(pairs, one):
        boards = sum(frozenset(map(key, pair)) in known for pair in pairs)
        return boards + (one is not None and key(one) == bye)

    found = [(kept(*each), each) for each in found]
    most = max((count for count, _ in found), default=None)
    return [each for count, each in found if count == most]


def narrow(rounds, judge):
    """The rounds that are judged the least."""
    found = [(judge(each), each) for each in rounds]
    least = min(value for value, _ in found)
    return [each for value, each in found if value == least]


def answer(rounds, key):
    """The only round that is left, by key."""
    made = {(frozenset(frozenset(map(key, pair)) for pair in pairs), bye) for pairs, bye in rounds}
    ((pairs, bye),) = made
    return pairs, None if bye is None else key(bye)


def inside(pairs, some):
    """The pairs of some players among each other."""
    return [pair for pair in pairs if all(one in some for one in pair)]


# ---- Players ----


def of_players(name, tournament, number, known, bye, fixed=None, **settings):
    """A round of Dutch, Burstein or Dubov: the pairs as sets of keys and the bye; None without a complete pairing."""
    past = Past(tournament, number, **settings)
    if name == "burstein" and number <= reference_burstein.dutch_rounds(past.rules.rounds):
        name = "dutch"
    players = reference_dubov.players_of(past) if name == "dubov" else past.players()
    if name == "burstein":
        for one in players:
            one.top = False
        players.sort(key=lambda one: reference_burstein.index(past, one))

    def may_meet(one, other):
        return {one.key, other.key} in known or reference_fide.lawful(one, other)

    def key(one):
        return one.key

    every = complete_pairings(players, may_meet, lambda one: not one.had_bye)
    rounds = fewest_changes(every, key, known, bye, fixed)
    if not rounds:
        return None
    if name == "dutch":
        if len(players) % 2:
            rounds = narrow(rounds, lambda each: each[1].score)
        return answer(downwards(rounds, players, dutch_judge), key)
    if len(players) % 2:
        rounds = narrow(
            rounds, lambda each: (each[1].score, -len(each[1].games), -players.index(each[1]))
        )
    if name == "burstein":
        return answer(downwards(rounds, players, burstein_judge), key)
    return answer(dubov_rounds(rounds, past), key)


def downwards(rounds, players, judge):
    """Compare rounds by brackets of a score and of those who are left over above."""
    scores = falling({one.score for one in players})
    for own, after in zip(scores, [*scores[1:], None], strict=True):
        rounds = narrow(rounds, partial(judge, players=players, own=own, after=after))
    return rounds


def in_bracket(pairs, bye, players, own):
    """Those of a score, and of higher scores who are left over above, in the order of all players."""
    mate = {one: other for pair in pairs for one, other in (pair, pair[::-1])}

    def comes(one):
        return one.score == own or one is bye or mate[one].score <= own

    return [one for one in players if one.score >= own and comes(one)]


def dutch_judge(each, players, own, after):
    pairs, bye = each
    bracket = in_bracket(pairs, bye, players, own)
    found = inside(pairs, bracket)
    down = left_over(bracket, found)
    following = [*down, *(one for one in players if one.score == after)]
    left = left_over(following, inside(pairs, following))
    single = len(down) == 1 and down[0] is bye
    costs = [
        len(down),
        falling(one.score for one in down),
        (len(left), falling(one.score for one in left)),
        *reference_dutch.more_costs(found, down, own, single=single),
    ]
    return costs, reference_dutch.place(found, bracket, own)


def burstein_judge(each, players, own, after):
    pairs, bye = each
    bracket = in_bracket(pairs, bye, players, own)
    found = inside(pairs, bracket)
    down = left_over(bracket, found)
    following = [*down, *(one for one in players if one.score == after)]
    left = left_over(following, inside(pairs, following))
    opponents = reference_burstein.opponents(found, bracket)
    return (
        len(down),
        falling(one.score for one in down),
        (len(left), falling(one.score for one in left)),
        same_colour(found),
        [-each for each in opponents],
    )


# ---- Brackets with upfloaters ----


def upwards(rounds, place, judge_sets, judge_pairs):
    """Compare rounds by brackets of the highest score of those left, and of upfloaters.

    Parameters
    ----------
    place
        Where a player stands in the order of score and number.
    judge_sets
        What a set of upfloaters costs, by the rounds that have it.
    judge_pairs
        The rounds whose pairs of the bracket come first.
    """
    done = set()
    while True:
        left = sorted({one for pair in rounds[0][0] for one in pair} - done, key=place)
        if not left:
            return rounds
        group = [one for one in left if one.score == left[0].score]

        def rising(each, group=group, left=left):
            own = [pair for pair in each[0] if pair[0] in left and not {*group}.isdisjoint(pair)]
            return tuple(sorted({one for pair in own for one in pair} - {*group}, key=place))

        scores = {rising(each): sorted(one.score for one in rising(each)) for each in rounds}
        rounds = narrow(
            rounds,
            lambda each: [len(rising(each)), *(-score for score in scores[rising(each)])],  # noqa: B023
        )
        sets = {}
        for each in rounds:
            sets.setdefault(rising(each), []).append(each)
        ups, rounds = judge_sets(sets, group, [one for one in left if one not in group])
        bracket = [*group, *ups]
        rounds = judge_pairs(rounds, bracket, ups)
        done |= {*bracket}


def dubov_rounds(rounds, past):
    def judge_sets(sets, group, lower):
        def costs(ups):
            bracket = [*group, *ups]
            found = [min(same_colour(inside(pairs, bracket)) for pairs, _ in sets[ups])]
            if past.before < past.rules.rounds:
                often = reference_dubov.most_upfloats(past.rules.rounds)
                maximum = [len(one.upfloats) for one in ups if len(one.upfloats) >= often]
                again = sum(past.before - 1 in one.upfloats for one in ups)
                found += [len(maximum), sum(maximum), again]
            return found, [reference_dubov.rank(one) for one in ups]

        ups = min(sets, key=costs)
        return ups, sets[ups]

    def judge_pairs(rounds, bracket, _):
        best = min(same_colour(inside(pairs, bracket)) for pairs, _ in rounds)
        good = [each for each in rounds if same_colour(inside(each[0], bracket)) == best]
        first, second = reference_dubov.halves(bracket)
        is_first = len(first) <= len(second)
        small, large = (first, second) if is_first else (second, first)
        by_aro, by_number = reference_dubov.by_aro, reference_dubov.by_number
        orders = [
            reference_dubov.from_the_middle(sorted(first, key=by_aro)),
            reference_dubov.from_the_middle(sorted(second, key=by_number)),
        ]
        of_small, of_large = orders if is_first else reversed(orders)
        shifts = min(len(inside(pairs, small)) for pairs, _ in good)
        to_equal = shifts + (len(large) - len(small)) // 2
        for leave in combinations(of_small, shifts):
            for come in combinations(of_large, to_equal):
                new, rest = [*without(small, *leave), *come], [*without(large, *come), *leave]
                one, other = (new, rest) if is_first else (rest, new)
                across = [
                    each for each in good if not inside(each[0], one) and not inside(each[0], other)
                ]
                if across:
                    tops = sorted(one, key=by_aro)
                    order = sorted(other, key=by_number)

                    def permutation(each, tops=tops, order=order):
                        mate = {a: b for pair in each[0] for a, b in (pair, pair[::-1])}
                        return [order.index(mate[top]) for top in tops]

                    return narrow(across, permutation)
        raise AssertionError("a bracket can be paired between its halves")

    return upwards(rounds, reference_dubov.rank, judge_sets, judge_pairs)


def of_matches(event, settings, known, bye, fixed=None):
    """A round of the Swiss team system or of Double-Swiss, by number."""
    field = reference_matches.Field(event, settings)

    def key(one):
        return one.number

    def may_meet(one, other):
        return {one.number, other.number} in known or field.may_meet(one, other)

    every = complete_pairings(field.sides, may_meet, lambda one: not one.barred)
    rounds = fewest_changes(every, key, known, bye, fixed)
    if not rounds:
        return None
    if len(field.sides) % 2:
        rounds = narrow(rounds, lambda e: (e[1].score, -len(e[1].colours), -e[1].number))

    def judge_sets(sets, group, lower):
        some = next(iter(sets))
        following = [one for one in lower if one.score == lower[0].score] if lower else []
        if some and {*following} - {*some}:

            def excess(ups):
                own = [one for one in following if one not in ups]
                needed = min(len(own) - 2 * len(inside(pairs, own)) for pairs, _ in sets[ups])
                return needed - len(own) % 2

            least = min(map(excess, sets))
            if least == 0 or settings.fewest_next:
                sets = {ups: each for ups, each in sets.items() if excess(ups) == least}
        floats = {ups: sum(one.floater for one in ups) * field.floaters_count for ups in sets}
        ups = min(sets, key=lambda ups: (floats[ups], [(-one.score, one.number) for one in ups]))
        return ups, sets[ups]

    def judge_pairs(rounds, bracket, ups):
        numbers = [one.number for one in ups]

        def judge(each):
            own = inside(each[0], bracket)
            pairs = [(one.number, other.number) for one, other in own]
            return reference_matches.cost(field, own, numbers), reference_matches.identifier(pairs)

        return narrow(rounds, judge)

    def place(one):
        return -one.score, one.number

    return answer(upwards(rounds, place, judge_sets, judge_pairs), key)
