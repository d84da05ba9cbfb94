"""Rounds with hard rules, drawn at random."""

from __future__ import annotations

from itertools import combinations

from hypothesis import assume
from hypothesis import strategies as st

from fastpair.pairing.draw import Constraints
from tournaments import tournaments


@st.composite
def constrained_rounds(draw):
    """A tournament, a round to draw, and rules that leave little."""
    tournament = draw(tournaments(most_players=7))
    number = draw(st.integers(1, tournament.rules.rounds))
    keys = [player.key for player in tournament.to_pair(number)]
    assume(len(keys) > 1)
    every_pair = [frozenset(pair) for pair in combinations(keys, 2)]
    return (
        tournament,
        number,
        Constraints(
            forbid=frozenset(draw(st.lists(st.sampled_from(every_pair), max_size=8))),
            max_grade_difference=draw(st.none() | st.integers(0, 9)),
            max_score_difference=draw(st.none() | st.integers(0, 9)),
            no_handicap_at_top=draw(st.booleans()),
            families_apart=draw(st.booleans()),
        ),
    )
