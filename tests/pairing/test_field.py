"""The columns of a field by hand: seeds, games so far, and areas, by each convention."""

from __future__ import annotations

import pytest

from builders import player
from fastpair.go.tournament import Criterion, Game, Grade, Result, Rules, Tournament
from fastpair.pairing.field import Conventions, Field
from fastpair.pairing.field.state import state_of

WHITE, BLACK = Result.WHITE_WINS, Result.BLACK_WINS


def state(tournament, number, **conventions):
    return state_of(Field.of(tournament, number).roster, Conventions(**conventions))


def by_key(tournament, number, column):
    """A column by the keys of the players."""
    keys = Field.of(tournament, number).key
    return dict(zip(keys, column.tolist(), strict=True))


def tournament_of(players, *games, **rules):
    """Three rounds, of which the games are ``(round, white, black, result, by default)``."""
    played = (
        Game(round=number, table=place, white=white, black=black, result=result, by_default=default)
        for place, (number, white, black, result, default) in enumerate(games, start=1)
    )
    return Tournament(rules=Rules(rounds=3, **rules), players=tuple(players), games=tuple(played))


@pytest.mark.parametrize(
    ("score", "orders"),
    [(Criterion.MMS, {"a": 2, "b": 1}), (Criterion.WINS, {"a": 1, "b": 2})],
)
def test_beaten_opponents_count_by_the_scores_that_make_the_groups(score, orders):
    """a has beaten the stronger grade, b has the better rating, nobody else has won."""
    players = (player("a", rating=1), player("b", rating=9), player("c", -1), player("d", -5))
    games = ((1, "a", "c", WHITE, False), (1, "b", "d", WHITE, False))
    tournament = tournament_of(players, *games, placement=(score,))
    order = state(tournament, 2, seeding=("sodos", "rating")).seeds.order
    found = by_key(tournament, 2, order)
    assert {key: found[key] for key in orders} == orders


def test_ranks_across_groups_end_at_the_size_less_one():
    tournament = tournament_of(player(key, rating=n) for n, key in enumerate("abcd"))
    seeds = state(tournament, 1, seeding=("rating",), uneven_seeds="rank").seeds
    assert by_key(tournament, 1, seeds.uneven) == {"a": 0, "b": 1, "c": 2, "d": 3}
    assert seeds.uneven_max.tolist() == [3, 3, 3, 3]


def test_a_game_by_default_is_neither_won_nor_lost():
    games = ((1, "a", "b", WHITE, True), (1, "c", "d", WHITE, False))
    tournament = tournament_of(map(player, "abcd"), *games)
    results = state(tournament, 2).results
    assert by_key(tournament, 2, results.wins) == {"a": 0, "b": 0, "c": 1, "d": 0}
    assert by_key(tournament, 2, results.losses) == {"a": 0, "b": 0, "c": 0, "d": 1}
    assert by_key(tournament, 2, results.beaten) == {"a": 0, "b": 0, "c": 1, "d": 0}


@pytest.mark.parametrize(
    ("ties", "seeds"),
    [
        # After the first step a and b have two players left each.
        ("switch", {"a": [-2, 0, 1], "b": [0, 2], "c": [-1]}),
        ("stay", {"a": [0, 1, 1], "b": [-1, 0], "c": [-1]}),
    ],
)
def test_an_area_that_is_as_large_as_the_next_gives_way_or_stays(ties, seeds):
    """Three, two and one player of an area [K15 6.1]."""
    players = [player(key, country=key[0] * 2) for key in ("a1", "a2", "a3", "b1", "b2", "c1")]
    tournament = tournament_of(players, bar=Grade(5))
    homes = state(tournament, 1, area_ties=ties).homes
    found = {}
    for key, seed in by_key(tournament, 1, homes.mixed_country).items():
        found.setdefault(key[0], []).append(seed)
    assert {area: sorted(numbers) for area, numbers in found.items()} == seeds
