"""The Dubov system of FIDE (C.04.4.1) as its rules state it: all sets and permutations are tried. For eight players.

Decisions where the words leave something open:

- Upfloated is who was *paired* with somebody of a higher pairing score, even if the game was forfeited; the numbers of
  upfloats, and the upfloat of the last round, are those of the rounds before this one.
- The order of shifters is taken within each half as it was at first: nobody who was shifted is shifted back, nor moves
  the middle of the other half. The players of the first set are chosen before those who make the sizes equal.
- Nobody of a bracket (upfloaters included) has played: the halves go by number, and each of them is ordered as the
  seekers of White and of Black are.
- A player without a game wants Black mildly in everything but the first rule of colours, where both have none.
"""

from __future__ import annotations

from itertools import combinations, permutations

from reference_fide import (
    BLACK,
    MILD,
    WHITE,
    Past,
    RoundPairing,
    can_be_paired,
    first_bye,
    lawful,
    pairings,
    same_colour,
    with_colours,
    without,
)

# ---- Facts of a player ----


def average_rating(past, key):
    """ARO: the mean rating of the opponents met at the board, halves up; 0 without a game."""
    games = filter(None, (past.game(key, number) for number in range(1, past.before)))
    ratings = [past.by_key[game.opponent_of(key)].rating for game in games]
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0


def upfloats(past, key):
    """The rounds in which a player was paired with somebody of a higher pairing score."""
    found = []
    for number in range(1, past.before):
        game = past.pair_of(key, number)
        own = past.score(key, number)
        if game is not None and past.score(game.opponent_of(key), number) > own:
            found.append(number)
    return found


def most_upfloats(rounds):
    """MaxT: who has been upfloated so often is a maximum upfloater."""
    return 2 + rounds // 5


def players_of(past):
    """Those who are paired, the highest ranked first, with what this system knows of them besides."""
    players = past.players()
    for one in players:
        one.top = False  # [C3] holds for topscorers as well
        one.aro, one.upfloats = average_rating(past, one.key), upfloats(past, one.key)
        if not one.games:
            one.due, one.strength = BLACK, MILD
    return players


def rank(one):
    return -one.score, one.number


def by_aro(one):
    return one.aro, one.number


def by_number(one):
    return one.number


# ---- Upfloaters ----


def costs(residents, chosen, past):
    """What a set of upfloaters costs, [C6] to [C10]."""
    scores = sorted(one.score for one in chosen)
    found = [[-score for score in scores], least_same_colour([*residents, *chosen])]
    if past.before < past.rules.rounds:
        often = most_upfloats(past.rules.rounds)
        maximum = [len(one.upfloats) for one in chosen if len(one.upfloats) >= often]
        again = sum(past.before - 1 in one.upfloats for one in chosen)
        found += [len(maximum), sum(maximum), again]
    return found


def least_same_colour(bracket):
    """[C7] The fewest players without their colour."""
    return min(map(same_colour, pairings(bracket)))


def upfloaters(residents, lower, past):
    """The first of the best sets of those who come up, and the criteria that decide.

    ``lower`` is in the order of score and number.
    """
    for count in range(len(lower) + 1):
        legal = [
            chosen
            for chosen in combinations(lower, count)
            if can_be_paired([*residents, *chosen]) and can_be_paired(without(lower, *chosen))
        ]
        if legal:
            found = [(costs(residents, chosen, past), chosen) for chosen in legal]
            return min(found, key=lambda each: each[0])[1], deciding([cost for cost, _ in found])
    raise AssertionError("the players can be paired")


def deciding(found):
    """The criteria by which costs differ of those that are the least by the criteria before."""
    best = min(found)
    return {
        f"C{number}"
        for number, least in enumerate(best, 6)
        if any(
            cost[: number - 6] == best[: number - 6] and cost[number - 6] != least for cost in found
        )
    }


# ---- Halves and shifters ----


def halves(bracket):
    """G1 and G2: who wants White, and the rest; by number if nobody has played."""
    if any(one.games for one in bracket):
        first = [one for one in bracket if one.due == WHITE]
    else:
        first = sorted(bracket, key=by_number)[: len(bracket) // 2]
    return first, without(bracket, *first)


def from_the_middle(players):
    """Players in the order in which they are shifted: of two as far from the middle the upper first."""
    last = len(players) - 1
    places = sorted(range(len(players)), key=lambda place: (abs(2 * place - last), place))
    return [players[place] for place in places]


def unavoidable_pairs(half, bracket):
    """How many players of a half must meet another one of it, as pairs."""
    return min(
        sum(one in half and other in half for one, other in pairs) for pairs in pairings(bracket)
    )


def legal_permutations(first, second):
    """The pairings of S1, in its order, with the legal permutations of S2, the first ones first."""
    first, second = sorted(first, key=by_aro), sorted(second, key=by_number)
    for permutation in permutations(second):
        pairs = [*zip(first, permutation, strict=True)]
        if all(lawful(*pair) for pair in pairs):
            yield pairs


def shifted(first, second, bracket):
    """The halves after the first set of shifters that leaves a legal pairing with the best [C7], and who shifts.

    Returns S1 and S2; those who leave the smaller half and those who leave the larger one.
    """
    is_first = len(first) <= len(second)
    small, large = (first, second) if is_first else (second, first)
    orders = [from_the_middle(sorted(first, key=by_aro)), from_the_middle(sorted(second, key=by_number))]  # fmt: skip
    small_order, large_order = orders if is_first else reversed(orders)
    pairs, best = unavoidable_pairs(small, bracket), least_same_colour(bracket)
    to_equal = pairs + (len(large) - len(small)) // 2
    for leave in combinations(small_order, pairs):
        for come in combinations(large_order, to_equal):
            new = [*without(small, *leave), *come]
            rest = [*without(large, *come), *leave]
            both = (new, rest) if is_first else (rest, new)
            if any(same_colour(found) == best for found in legal_permutations(*both)):
                return *both, leave, come
    raise AssertionError("a bracket can be paired between its halves")


# ---- A round ----


def pairing(
    tournament, round_number, *, acceleration="none", initial_colour="white", order="rating", forbid=()
):  # fmt: skip
    """A round as a `RoundPairing`; None if there is no legal one.

    Everybody has a rating. For the parameters see `reference_burstein.pairing`.
    """
    past = Past(tournament, round_number, acceleration, order, forbid)
    players = players_of(past)
    bye = first_bye(players)
    left = without(players, bye)
    if not can_be_paired(left):
        return None
    found, floaters, shifts, decided = [], [], [], set()
    for bracket, chosen, criteria in brackets(left, past):
        decided |= criteria
        first, second, leave, _ = shifted(*halves(bracket), bracket)
        found += next(legal_permutations(first, second))
        floaters.append(len(chosen))
        shifts.append(len(leave))
    return RoundPairing(
        with_colours(found, rank, initial_colour),
        bye.key if bye else None,
        tuple(floaters),
        tuple(shifts),
        frozenset(decided),
    )


def brackets(players, past):
    """The brackets of a round, those of each who come up, and the criteria that chose them."""
    while players:
        residents = [one for one in players if one.score == players[0].score]
        lower = without(players, *residents)
        chosen, decided = upfloaters(residents, lower, past)
        yield [*residents, *chosen], chosen, decided
        players = without(lower, *chosen)
