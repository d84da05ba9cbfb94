"""Rounds to draw, with all that may be asked of them."""

from __future__ import annotations

from itertools import combinations

from hypothesis import assume
from hypothesis import strategies as st

from fastpair.pairing.draw import Constraints
from fastpair.pairing.weights import MODELS
from tournaments import tournaments


@st.composite
def requests(draw):
    """A tournament, a round of it to draw, and constraints that can be met."""
    tournament = draw(tournaments(most_players=7))
    number = draw(st.integers(1, tournament.rules.rounds))
    keys = [player.key for player in tournament.to_pair(number)]
    assume(keys)
    pairs = [frozenset(pair) for pair in combinations(keys, 2)]
    forced = draw(st.lists(st.sampled_from(pairs), max_size=1)) if pairs else []
    forbidden = draw(st.lists(st.sampled_from(pairs), max_size=12)) if pairs else []
    constraints = Constraints(
        force=frozenset(forced),
        forbid=frozenset(forbidden) - frozenset(forced),
        rematches=draw(st.booleans()),
    )
    return tournament, number, draw(st.sampled_from(sorted(MODELS))), constraints
