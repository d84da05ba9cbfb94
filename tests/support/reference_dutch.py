"""The Dutch system of FIDE as its rules state it: every pairing of a bracket is tried. For eight players."""

from __future__ import annotations

from reference_fide import Past, falling, left_over, matchings


def least_bye(players):
    """The least score of the one with the bye; -1 without one, None if no pairing is complete."""
    if len(players) % 2 == 0:
        whole = any(2 * len(pairs) == len(players) for pairs in matchings(players))
        return -1 if whole else None
    found = [
        each.score
        for each in players
        if not each.had_bye and least_bye([other for other in players if other is not each]) == -1
    ]
    return min(found, default=None)


def costs(pairs, bracket, residents_score, following, below, bye):
    """What the pairs of a bracket cost, criterion by criterion; None if the rest cannot be completed."""
    down = left_over(bracket, pairs)
    if least_bye([*down, *following, *below]) != bye:
        return None
    floats = falling(player.score for player in down)
    next_bracket = [*down, *following]
    best_next = min(
        (
            (len(left), falling(player.score for player in left))
            for some in matchings(next_bracket)
            for left in [left_over(next_bracket, some)]
            if least_bye([*left, *below]) == bye
        ),
        default=None,
    )
    # All below have fewer points than the one with the bye.
    single = len(down) == 1 and down[0].score == bye
    return [len(down), floats, best_next, *more_costs(pairs, down, residents_score, single=single)]


def more_costs(pairs, down, residents_score, *, single):
    """What pairs cost from C9 on; `single` if the only one whom they leave over has the bye."""
    residents = [player for player in down if player.score == residents_score]
    moved = [pair for pair in pairs if pair[0].score > residents_score]

    def colour(kind):
        return sum(kind(*pair) for pair in pairs)

    def same(one, other):
        return one.due == other.due != 0

    def both(one, other):
        return same(one, other) and one.strength == other.strength == 3

    def third(one, other):
        if not both(one, other):
            return False
        gaps = abs(one.difference), abs(other.difference)
        losers = [one, other] if gaps[0] == gaps[1] else [other if gaps[0] > gaps[1] else one]
        return all(loser.again == -loser.due for loser in losers)

    values = [
        down[0].unplayed if single else 0,
        colour(lambda a, b: both(a, b) and min(abs(a.difference), abs(b.difference)) > 1),
        colour(third),
        colour(same),
        colour(lambda a, b: same(a, b) and min(a.strength, b.strength) >= 2 and not both(a, b)),
    ]
    for back in (1, 2):
        values.append(sum(player.floated(back, 1) for player in residents))
        values.append(
            sum(a.score > b.score and b.floated(back, -1) for a, b in moved),
        )
    for back in (1, 2):
        lost = [p.score for p in down if p.score > residents_score and p.floated(back, 1)]
        values.append(falling(lost))
        values.append(
            falling(a.score for a, b in moved if a.score > b.score and b.floated(back, -1))
        )
    return values


def place(pairs, bracket, residents_score):
    """Where the pairs of a bracket stand in the order of generation."""
    number = {player.key: place for place, player in enumerate(bracket)}
    numbers = sorted(tuple(sorted((number[a.key], number[b.key]))) for a, b in pairs)
    moved = sum(player.score > residents_score for player in bracket)
    of_moved = [pair for pair in numbers if pair[0] < moved]
    used = {each for pair in of_moved for each in pair}
    remainder = [each for each in range(moved, len(bracket)) if each not in used]
    others = [pair for pair in numbers if pair[0] >= moved]
    tops = [top for top, _ in others]
    first = remainder[: len(others)]
    leave = sorted(set(first) - set(tops), reverse=True)
    come = sorted(set(tops) - set(first))
    rank = {each: place for place, each in enumerate(remainder)}
    return (
        [top for top, _ in of_moved],
        [other for _, other in of_moved],
        len(leave),
        sum(rank[each] for each in come) - sum(rank[each] for each in leave),
        [-each for each in leave],
        come,
        [other for _, other in others],
    )


def pairing(tournament, round_number, **settings):
    """The pairs of a round as sets of keys, and who has the bye; None if C1 to C3 leave no pairing.

    Settings are those of `Past`: acceleration, order, forbid.
    """
    facts = Past(tournament, round_number, **settings).players()
    bye = least_bye(facts)
    if bye is None:
        return None
    scores = sorted({one.score for one in facts}, reverse=True)
    moved, found = [], []
    for step, own in enumerate(scores):
        residents = [one for one in facts if one.score == own]
        following = [one for one in facts if one.score in scores[step + 1 : step + 2]]
        below = [one for one in facts if one.score in scores[step + 2 :]]
        bracket = [*moved, *residents]
        judged = (
            (cost, place(pairs, bracket, own), pairs)
            for pairs in matchings(bracket)
            for cost in [costs(pairs, bracket, own, following, below, bye)]
            if cost is not None
        )
        _, _, best = min(judged, key=lambda each: each[:2])
        found += [frozenset((a.key, b.key)) for a, b in best]
        moved = left_over(bracket, best)
    return {*found}, moved[0].key if moved else None
