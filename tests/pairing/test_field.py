"""The columns of a field by hand: seeds, games so far, and areas, by each convention."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from builders import player
from fastpair.go.scores import ScoreHistory
from fastpair.go.tournament import (
    Criterion,
    Game,
    Grade,
    PairingRules,
    Points,
    Result,
    Rules,
    Tournament,
)
from fastpair.pairing.field import Conventions, Field, People, state_of

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


@pytest.mark.parametrize(
    ("score", "number", "groups"),
    [
        (Criterion.WINS, 1, 1),
        (Criterion.WINS, 3, 3),
        (Criterion.CUP_SCORE, 1, 2),
        (Criterion.CUP_SCORE, 3, 5),
    ],
)
def test_groups_of_wins_and_of_a_cup(score, number, groups):
    """From 0 to a win in every round, or to 2 to the power of the rounds [OPENGOTHA 10]."""
    tournament = tournament_of(map(player, "ab"), placement=(score,))
    assert Field.of(tournament, number).groups == groups


@pytest.mark.parametrize(("number", "first"), [(1, "a"), (2, "a"), (3, "b")])
def test_the_second_criterion_orders_groups_after_the_last_round_of_the_first(number, first):
    """The rating up to round 2, the grade from round 3 on; a and b start at one score."""
    pairing = PairingRules(
        seed_criteria=(Criterion.RATING, Criterion.GRADE), last_round_of_first_seed_system=2
    )
    players = (player("a", 0, correction=1, rating=2300), player("b", 1, rating=2200))
    tournament = tournament_of(players, pairing=pairing, placement=(Criterion.MMS,))
    placement = by_key(tournament, number, Field.of(tournament, number).placement)
    assert placement[first] == 0


def test_the_criterion_of_a_seed_system_is_taken_before_the_round():
    """b has a point for each round that he misses, which do not count before round 1."""
    pairing = PairingRules(seed_criteria=(Criterion.MMS, Criterion.MMS))
    players = (player("a"), player("b", absences=frozenset({1, 2})))
    points = Points(mms_absent_x2=2)
    tournament = tournament_of(
        players, pairing=pairing, placement=(Criterion.GRADE,), points=points, bar=Grade(5)
    )
    field = Field.of(tournament, 1, ["a"])
    assert field.placement.tolist() == [0]
    assert field.group_size.tolist() == [2]


def test_draws_up_and_down_are_those_of_the_rounds_before():
    """By the scores before each round; the first player of a file is an opponent like any other.

    e has not played yet, and was no opponent of anybody.
    """
    players = (player("a"), player("b", -1), player("c", -2), player("d", -2), player("e", -3))
    games = (
        (1, "a", "b", BLACK, False),
        (1, "c", "d", WHITE, False),
        (2, "c", "a", WHITE, False),
        (2, "b", "d", WHITE, False),
        (3, "a", "d", WHITE, False),
        (3, "b", "c", WHITE, False),
    )
    tournament = tournament_of(players, *games)
    # Scores after round 1: a and b 0, c -1, d -2.
    expected = {"a": (0, 2), "b": (1, 1), "c": (1, 0), "d": (1, 0), "e": (0, 0)}
    field = Field.of(tournament, 3, expected)
    everybody = np.ones(5, dtype=np.bool_)
    known = Field.after(ScoreHistory.of(tournament), People(tournament.players), 3, everybody)
    assert known.key == field.key
    for column in ("mms_x2", "wins_x2", "main_x2", "placement", "colour_balance", "byes", "met"):
        assert np.array_equal(getattr(known, column), getattr(field, column)), column
    for found in (field, known):
        drawn = zip(found.drawn_up.tolist(), found.drawn_down.tolist(), strict=True)
        assert dict(zip(found.key, drawn, strict=True)) == expected
        for key, ever_up, ever_down, mostly_up in zip(
            found.key, found.ever_up, found.ever_down, found.mostly_up.tolist(), strict=True
        ):
            ups, downs = expected[key]
            assert (ever_up, ever_down) == (ups > 0, downs > 0)
            assert mostly_up == (ups > downs) - (ups < downs)


@pytest.mark.parametrize(
    ("region", "homes", "together"),
    [
        ("country", ("FR x", "FR y"), True),
        ("country", ("FR x", "DE x"), False),
        ("country", ("GB x", "UK y"), True),
        ("country", ("", ""), False),
        ("country", ("", "FR x"), False),
        ("club", ("FR x", "FR X"), True),
        ("club", ("FR x", "FR y"), False),
        ("club", ("FR x", "DE x"), False),
        ("club", ("FR", "FR"), False),
        ("club", ("FR", "FR x"), False),
    ],
)
def test_who_is_of_one_area(region, homes, together):
    """Clubs of one name in two countries are two, and each player without one has his own."""
    others = [("DE", "y"), ("FR", "z"), ("", "x")]
    places = [*([*home.split(), "", ""][:2] for home in homes), *others]
    players = [
        player(key, country=country, club=club)
        for key, (country, club) in zip("abcde", places, strict=True)
    ]
    tournament = tournament_of(players)
    area = by_key(tournament, 1, getattr(state(tournament, 1).homes, region))
    assert (area["a"] == area["b"]) is together
    rest = [area[key] for key in "cde"]
    assert len(set(rest)) == 3


@pytest.mark.parametrize(("countries", "together"), [(("FR", "fr"), True), (("GB", "UK"), False)])
def test_countries_are_equal_as_opengotha_compares_them(countries, together):
    """Without case, and by nothing else: in lists of entries these two are one."""
    homes = [player(key, country=country) for key, country in zip("ab", countries, strict=True)]
    one, other = People(tuple(homes)).country
    assert bool(one == other) is together


@pytest.mark.parametrize("number", [1, 2])
def test_scores_are_those_before_the_round(number):
    """What the rules give for a round that is missed later does not count yet."""
    points = Points(mms_absent_x2=2, wins_absent_x2=2)
    away = frozenset({number + 1})
    tournament = tournament_of((player("a", absences=away), player("b")), points=points)
    field = Field.of(tournament, number)
    for column, score in {"mms_x2": 60, "main_x2": 60, "wins_x2": 0}.items():
        assert getattr(field, column).tolist() == [score, score], column


@pytest.mark.parametrize(("away", "pair"), [("a", "bc"), ("c", "ab")])
def test_who_has_not_played_has_met_nobody(away, pair):
    players = (player(key, absences=frozenset({1} if key == away else ())) for key in "abc")
    field = Field.of(tournament_of(players, (1, *pair, WHITE, False)), 2)
    met = {frozenset((field.key[i], field.key[j])) for i, j in np.argwhere(field.met)}
    assert met == {frozenset(pair)}


@pytest.mark.parametrize(("variant", "size"), [("v351", 2), ("v352", 1)])
def test_groups_of_all_players_or_of_those_who_are_paired(variant, size):
    """The absent count in 3.51, and do not in the later version [OPENGOTHA 10]."""
    tournament = tournament_of((player("a"), player("b", absences=frozenset({1}))))
    assert Field.of(tournament, 1, variant=variant).group_size.tolist() == [size]


@pytest.mark.parametrize(
    ("clubs", "one"), [(("Lyon1", "lyON2"), True), (("Lyo1", "Lyo2"), False), (("", ""), True)]
)
def test_clubs_are_compared_by_four_letters(clubs, one):
    """Without case; nobody's club is one, too [OPENGOTHA 1, 11.9]."""
    first, second = (player(key, club=club) for key, club in zip("ab", clubs, strict=True))
    found = Field.of(tournament_of((first, second)), 1).club
    assert (found[0] == found[1]) == one


@pytest.mark.parametrize(("stones", "balance"), [(0, 1), (1, 0)])
def test_colours_of_even_games_are_balanced(stones, balance):
    """White less Black, without the games that had a handicap [OPENGOTHA 10]."""
    tournament = tournament_of(map(player, "ab"), (1, "a", "b", WHITE, False))
    games = tuple(replace(game, handicap=stones) for game in tournament.games)
    tournament = replace(tournament, games=games)
    found = by_key(tournament, 2, Field.of(tournament, 2).colour_balance)
    assert found == {"a": balance, "b": -balance}
