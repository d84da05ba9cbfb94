"""The ways between two draws, and what they weigh, beside the draws themselves."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from fastpair.insight.explain.optimum import ways
from pair_lists import pairs_of

PLAYERS = "abcdefghij"


@st.composite
def opponents(draw):
    """Some players of ten, of whom some are paired."""
    order = draw(st.permutations(PLAYERS))
    there, pairs = draw(st.integers(0, 10)), draw(st.integers(0, 5))
    found = dict.fromkeys(order[:there])
    for one, other in zip(order[: 2 * pairs : 2], order[1 : 2 * pairs : 2], strict=True):
        if one in found and other in found:
            found[one], found[other] = other, one
    return found


@given(opponents(), opponents())
def test_the_ways_make_the_new_draw_of_the_old_one(old, new):
    found = ways(old, new)
    gained = Counter(frozenset(pair) for way in found for pair in way.gained)
    lost = Counter(frozenset(pair) for way in found for pair in way.lost)
    assert max([*gained.values(), *lost.values()], default=1) == 1
    assert pairs_of(old) - set(lost) | set(gained) == pairs_of(new)
    assert set(lost) <= pairs_of(old)
    seen = Counter(player for way in found for player in way.players)
    assert max(seen.values(), default=1) == 1
    for way in found:
        steps = list(pairwise(way.players))
        steps += [(way.players[-1], way.players[0])] if way.closed else []
        kinds = [frozenset(step) in gained for step in steps]
        assert all(a != b for a, b in pairwise(kinds)), "pairs alternate"
        assert set(map(frozenset, steps)) == set(map(frozenset, (*way.gained, *way.lost)))
