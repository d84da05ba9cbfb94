"""The Burstein system of FIDE (C.04.4.2) as its rules state it: every pairing of a bracket is tried. For eight players.

Decisions where the words leave something open:

- The points of an unplayed round are multiplied, for Sonneborn-Berger, by the player's own score as it was registered.
- A run of zero-point byes of somebody who is absent now ends at the last round with any game, forfeited or not, or with
  points. As opponents have met that player at the board, it never reaches back to a late entry.
- A preliminary player, who is never paired, counts as absent.
- Pairing scores make the brackets, so virtual points count there, and for [C6] and [C7]; not for the index.
- The first rounds are Dutch in everything: order, bye and colours as well.
"""

from __future__ import annotations

import reference_dutch
from reference_fide import (
    Past,
    RoundPairing,
    can_be_paired,
    falling,
    first_bye,
    left_over,
    matchings,
    same_colour,
    with_colours,
    without,
)


def dutch_rounds(rounds):
    """How many rounds are paired by the Dutch system first."""
    return min(rounds // 2, 4)


# ---- The index ----


def score_for_opponents(past, key):
    """Points before the round; the last byes without points of somebody who is absent from it are draws."""
    total = past.earned(key, past.before)
    if past.waits(key):
        return total
    for number in range(past.before - 1, 0, -1):
        if past.pair_of(key, number) is not None or past.points(key, number):
            break
        total += past.rules.points.jigo_x2
    return total


def tie_breaks(past, key):
    """Buchholz and Sonneborn-Berger, doubled and fourfold; an unplayed round is a game against oneself."""
    buchholz = sonneborn = 0
    for number in range(1, past.before):
        game, points = past.game(key, number), past.points(key, number)
        if game is None:
            opposition = past.earned(key, past.before)
        else:
            opposition = score_for_opponents(past, game.opponent_of(key))
        buchholz += opposition
        sonneborn += points * opposition
    return buchholz, sonneborn


def index(past, one):
    """What orders players: the least is the highest ranked."""
    buchholz, sonneborn = tie_breaks(past, one.key)
    return -buchholz, -sonneborn, one.number


# ---- A bracket ----


def best_of_next(down, following, below):
    """[C7] Most pairs, then least scores of those who go down, of the next bracket alone."""
    bracket = [*down, *following]
    return min(
        (len(left), falling(one.score for one in left))
        for pairs in matchings(bracket)
        for left in [left_over(bracket, pairs)]
        if can_be_paired([*left, *below])
    )


def costs(pairs, bracket, following, below):
    """What the pairs of a bracket cost, [C5] to [C8]; None if the rest cannot be completed [C4]."""
    down = left_over(bracket, pairs)
    if not can_be_paired([*down, *following, *below]):
        return None
    return (
        len(down),
        falling(one.score for one in down),
        best_of_next(down, following, below),
        same_colour(pairs),
    )


def opponents(pairs, bracket):
    """The numbers of the opponents of 1, 2, …, by index; 0 for who goes down."""
    number = {one.key: place for place, one in enumerate(bracket, 1)}
    found = [0] * len(bracket)
    for one, other in pairs:
        found[number[one.key] - 1] = number[other.key]
        found[number[other.key] - 1] = number[one.key]
    return found


def candidates(bracket):
    """The pairings of a bracket in the order of the article, without regard to criteria."""
    return sorted(matchings(bracket), key=lambda pairs: opponents(pairs, bracket), reverse=True)


def best_pairs(bracket, following, below):
    """The first of the best pairings of a bracket whose players are in the order of the index."""
    judged = [(costs(pairs, bracket, following, below), pairs) for pairs in candidates(bracket)]
    legal = [each for each in judged if each[0] is not None]
    return min(legal, key=lambda each: each[0])[1]


# ---- A round ----


def pairing(
    tournament, round_number, *, acceleration="none", initial_colour="white", order="rating", forbid=()
):  # fmt: skip
    """A round as a `RoundPairing`; None if there is no legal one.

    Parameters
    ----------
    acceleration
        ``none``, ``baku``, or ranges such as ``1 in 1-3 for 1-8, 0.5 in 4-5 for 1-8``.
    order
        Pairing numbers by ``rating``, or by ``entry``.
    forbid
        Pairs of keys that may not meet.
    """
    settings = {"acceleration": acceleration, "order": order, "forbid": forbid}
    past = Past(tournament, round_number, **settings)
    players = past.players()
    if round_number <= dutch_rounds(past.rules.rounds):
        return dutch_round(tournament, round_number, players, initial_colour, settings)
    for one in players:
        one.top = False  # [C3] holds for topscorers as well
    ranks = {one: index(past, one) for one in players}
    players.sort(key=ranks.get)
    bye = first_bye(players)
    left = without(players, bye)
    if not can_be_paired(left):
        return None
    found, floaters = brackets(left)
    return RoundPairing(
        with_colours(found, ranks.get, initial_colour), bye.key if bye else None, floaters
    )


def brackets(players):
    """The pairs of all brackets, and how many were moved down into each."""
    scores = falling({one.score for one in players})
    moved, found, floaters = [], [], []
    for step, own in enumerate(scores):
        bracket = [one for one in players if one.score == own or one in moved]
        following = [one for one in players if one.score in scores[step + 1 : step + 2]]
        below = [one for one in players if one.score in scores[step + 2 :]]
        pairs = best_pairs(bracket, following, below)
        floaters.append(len(moved))
        found += pairs
        moved = left_over(bracket, pairs)
    return found, tuple(floaters)


def dutch_round(tournament, round_number, players, initial_colour, settings):
    """A round of the Dutch system, with colours."""
    drawn = reference_dutch.pairing(tournament, round_number, **settings)
    if drawn is None:
        return None
    pairs, bye = drawn
    by_key = {one.key: one for one in players}
    found = [[by_key[key] for key in pair] for pair in pairs]
    return RoundPairing(
        with_colours(found, lambda one: (-one.score, one.number), initial_colour), bye
    )
