"""Which board is played at which table."""

from __future__ import annotations

from functools import cmp_to_key

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fastpair.go.scores import ScoreHistory, places, standings_values
from fastpair.go.tournament import Criterion
from fastpair.pairing.draw import free_tables, places_to_seat, stands_for, table_order
from tournaments import tournaments


@st.composite
def seatings(draw):
    """Boards of some players, and the players' places and ratings."""
    size = 2 * draw(st.integers(0, 8))
    seats = draw(st.permutations(range(size)))
    place = draw(st.lists(st.integers(1, 4), min_size=size, max_size=size))
    rating = draw(st.lists(st.sampled_from([-900, 100, 200]), min_size=size, max_size=size))
    arrays = (seats[::2], seats[1::2], place, rating)
    return tuple(np.array(array, dtype=np.int64) for array in arrays)


@given(seatings())
def test_the_worse_player_stands_for_a_board(seating):
    a, b, place, rating = seating
    player = stands_for(a, b, place, rating)
    for board, stands in enumerate(player):
        other = a[board] + b[board] - stands
        assert stands in (a[board], b[board])
        assert (place[stands], rating[stands]) >= (place[other], rating[other])


@given(seatings())
def test_tables_follow_the_places_then_the_ratings(seating):
    a, b, place, rating = seating
    player = stands_for(a, b, place, rating)

    def compare(one, other):
        one, other = player[one], player[other]
        if place[one] != place[other]:
            return place[one] - place[other]
        return rating[other] - rating[one]

    expected = sorted(range(len(a)), key=cmp_to_key(compare))
    assert table_order(player, place, rating).tolist() == expected


@given(st.integers(0, 9), st.sets(st.integers(1, 20)))
def test_tables_are_the_first_free_ones(number, taken):
    tables = free_tables(number, taken)
    assert len(tables) == number
    assert tables == sorted(set(tables) - taken)
    assert all(table in taken or table in tables for table in range(1, max(tables, default=0)))


@given(tournaments(most_players=5), st.data())
def test_confrontations_are_those_before_the_round_and_all_else_is_after_it(tournament, data):
    number = data.draw(st.integers(1, tournament.rules.rounds))
    history = ScoreHistory.of(tournament.before(number))
    criteria = history.rules.placement
    after, before = (standings_values(history, criteria, n) for n in (number, number - 1))
    confrontation = [
        criterion in (Criterion.DIRECT_CONFRONTATION, Criterion.SIMPLE_DIRECT_CONFRONTATION)
        for criterion in criteria
    ]
    expected = places(np.where(confrontation, before, after))
    assert places_to_seat(history, number).tolist() == expected.tolist()
