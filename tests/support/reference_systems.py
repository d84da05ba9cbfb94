"""Pairing systems once more: slow, in plain Python, step by step."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st


def backtrack(preferences):
    """Lines 3 to 10 of EPM's algorithm, word for word: opponents by player, or None [V 6.1]."""
    n = len(preferences)
    examine_next = [0] * n
    pairs, mate = [], {}
    player = min(set(range(n)), default=None)
    while player is not None:
        choices = preferences[player]
        while examine_next[player] < len(choices) and choices[examine_next[player]] in mate:
            examine_next[player] += 1
        if examine_next[player] < len(choices):
            opponent = choices[examine_next[player]]
            examine_next[player] += 1
            mate[player], mate[opponent] = opponent, player
            pairs.append((player, opponent))
            player = min(set(range(n)) - mate.keys(), default=None)
        elif pairs:
            player, opponent = pairs.pop()
            del mate[player], mate[opponent]
            examine_next[player + 1 :] = [0] * (n - player - 1)
        else:
            return None
    return [mate[player] for player in range(n)]


def nearest_pairs(ratings, met):
    """Pairs and who is left, from the highest rating down [V 3.3]."""
    waiting = sorted(range(len(ratings)), key=lambda player: -ratings[player])
    pairs, left = [], []
    while waiting:
        top = waiting.pop(0)
        eligible = [player for player in waiting if not met[top][player]]
        if eligible:
            nearest = min(eligible, key=lambda player: abs(ratings[top] - ratings[player]))
            waiting.remove(nearest)
            pairs.append([top, nearest])
        else:
            left.append(top)
    return pairs, left


def guided_random(group, country, club, balance, lost, owed, allowed, lots):
    """GoDraw's guided random pairing, step by step [V 5.3; INTERPRETATION 6.1]: White first."""
    lots = iter(lots)
    waiting = [*range(len(group))]
    pairs = []

    def drawn(pool):
        return pool[((int(next(lots)) >> 32) * len(pool)) >> 32]

    def wish(player):
        if balance[player]:
            return -1 if balance[player] > 0 else 1
        return 1 if int(next(lots)) >> 63 else -1

    def pair(one, other, white):
        waiting.remove(one)
        waiting.remove(other)
        pairs.append([one, other] if white > 0 else [other, one])

    def largest_first(players, home):
        """Subgroups by home, the largest first; of equal ones that of the best player."""
        homes = {}
        for player in players:
            homes.setdefault(home[player], []).append(player)
        return sorted(homes.values(), key=lambda members: (-len(members), members[0]))

    for number in sorted(set(group)):
        lower = sorted({other for other in group if other > number})
        members = [player for player in waiting if group[player] == number]
        if len(members) % 2 and lower:
            down = drawn([player for player in members if lost[player]] or members)
            for below in lower:
                eligible = [
                    player for player in waiting if group[player] == below and allowed[down][player]
                ]
                if eligible:
                    up = drawn([player for player in eligible if owed[player]] or eligible)
                    pair(down, up, wish(down))
                    break
        while members := [player for player in waiting if group[player] == number]:
            countries = largest_first(members, country)
            player = drawn(largest_first(countries[0], club)[0])
            white = wish(player)
            asked = countries[1:]
            at_home = largest_first(countries[0], club)
            asked += [mates for mates in at_home if club[mates[0]] != club[player]]
            asked += [mates for mates in at_home if club[mates[0]] == club[player]]
            pools = ([other for other in pool if allowed[player][other]] for pool in asked)
            eligible = next(filter(None, pools), None)
            if eligible is None:
                waiting.remove(player)
                continue
            opposite = [other for other in eligible if balance[other] * white > 0]
            neutral = [other for other in eligible if balance[other] == 0]
            pair(player, drawn(opposite or neutral or eligible), white)
    return pairs


@st.composite
def relations(draw, most=12):
    """Symmetric matrices of bool, of which some say almost always or almost never yes."""
    players = draw(st.integers(0, most))
    share = draw(st.sampled_from([0.1, 0.5, 0.9]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    upper = np.triu(rng.random((players, players)) < share, 1)
    return upper | upper.T
