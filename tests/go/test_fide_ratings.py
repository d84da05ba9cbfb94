"""FIDE's rating changes [B.02]: games worked by hand, and a slow reference on random events."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import game
from fastpair.go.fide_ratings import fide_ratings
from fastpair.go.tournament import Event, Player, Result, Rules, Tournament, with_preset
from reference_tie_breaks import ADDED, expected, half_up

CHESS = replace(with_preset(Rules(), "FIDE"), rounds=20)
TODAY = date(2026, 11, 28)


def event(ratings, results, begins=TODAY, **facts):
    """A tournament in which the first player meets each other one, with results for the first."""
    players = [
        Player(key=f"P{number}", name=f"P{number}", rating=rating, **(facts if not number else {}))
        for number, rating in enumerate(ratings)
    ]
    games = [
        game(number, 1, "P0", f"P{number}", result)
        for number, result in enumerate(results, start=1)
    ]
    return Tournament(
        kind="swiss",
        rules=CHESS,
        event=Event(begins=begins),
        players=tuple(players),
        games=tuple(games),
    )


WIN, DRAW, LOSS = Result.WHITE_WINS, Result.JIGO, Result.BLACK_WINS


@pytest.mark.parametrize(
    ("ratings", "results", "facts", "k_factor", "change", "new_rating"),
    [
        # 100 more: 0.64 expected. 500 less counts as 400: 0.08 expected. 20 · (0.36 + 0.42) = 15.6
        ([2000, 1900, 2500], [WIN, DRAW], {}, 20, 15.6, 2016),
        # Against an unrated player: no change.
        ([2000, None], [LOSS], {}, 20, 0, 2000),
        # Equals: 0.5 expected.
        ([2400, 2400], [LOSS], {}, 10, -5, 2395),
        # 40 until the end of the year of the 18th birthday, below 2300.
        ([2200, 2200], [WIN], {"birth": "2008"}, 40, 20, 2220),
        ([2200, 2200], [WIN], {"birth": "2007-12-31"}, 20, 10, 2210),
        ([2300, 2300], [WIN], {"birth": "2010"}, 20, 10, 2310),
        # The list knows better: once 2400, always 10.
        ([2390, 2390], [WIN], {"k_factor": 10}, 10, 5, 2395),
        # 40 · 18 games are more than 700: 38.
        ([1500] * 19, [WIN] * 18, {"k_factor": 40}, 38, 342, 1842),
        # 2650 and more: from October 2025 on, 600 points are 600 (0.98 expected), and were 400 (0.92) before.
        ([2700, 2100], [WIN], {}, 10, 0.2, 2700),
        ([2700, 2100], [WIN], {"begins": date(2025, 9, 30)}, 10, 0.8, 2701),
        ([2649, 2049], [WIN], {}, 10, 0.8, 2650),
        # Half a point is rounded up, also below nothing: 10 · (0 − 0.55) and 10 · (0 − 0.45).
        ([2435, 2400], [LOSS], {}, 10, -5.5, 2430),
        ([2400, 2435], [LOSS], {}, 10, -4.5, 2396),
    ],
)
def test_changes_worked_by_hand(ratings, results, facts, k_factor, change, new_rating):
    first = fide_ratings(event(ratings, results, **facts))[0]
    assert (first.k_factor, first.change, first.new_rating) == (k_factor, change, new_rating)


@pytest.mark.parametrize(
    ("ratings", "results", "games", "performance", "new_rating"),
    [
        # Mean 1800, 3 of 5 and two draws against 1800: 4 of 7 is 57 %, +50.
        ([1700, 1750, 1800, 1850, 1900], [WIN, WIN, WIN, LOSS, LOSS], 5, 1872, 1850),
        ([1700, 1750, 1800, 1850], [WIN, WIN, LOSS, LOSS], 4, 1775, None),  # five games are needed
        ([1700, 1750, 1800, 1850, 1900], [LOSS] * 5, 5, 1000, None),  # half a point is needed
        ([2500] * 5, [WIN] * 5, 5, 3300, 2200),  # 2200 at most
        ([1100] * 5, [DRAW] + [LOSS] * 4, 5, 734, None),  # 1400 at least: 1300 − 149
        (
            [1900, 1900, 1900, 1900, None],
            [WIN] * 5,
            4,
            2700,
            None,
        ),  # unrated opponents do not count
    ],
)
def test_first_ratings_worked_by_hand(ratings, results, games, performance, new_rating):
    first = fide_ratings(event([None, *ratings], results))[0]
    found = first.games, first.performance, first.new_rating
    assert found == (games, performance, new_rating)
    assert (first.k_factor, first.change, first.expected) == (None, None, None)


HALF = Fraction(1, 2)


def reference(tournament, player):
    """Games, expected points and change of a player, one game at a time [8.3]."""
    met = []
    for each in tournament.games:
        if player.key in each.players and not (each.by_default or each.unrated):
            other = tournament.by_key[each.opponent_of(player.key)]
            white = each.white == player.key
            shares = {WIN: (1, 0), LOSS: (0, 1), DRAW: (HALF, HALF), Result.BOTH_LOSE: (0, 0)}
            shares |= {Result.WHITE_HALF: (HALF, 0), Result.BLACK_HALF: (0, HALF)}
            share = shares.get(each.result, (None, None))[not white]
            if share is not None and other.rating is not None:
                met.append((other.rating, Fraction(share)))
    if player.rating is None or not met:
        return len(met), None, None, met
    cut = 10**4 if player.rating >= 2650 else 400
    leads = [max(-cut, min(cut, player.rating - rating)) for rating, _ in met]
    hope = sum(map(expected, leads))
    k = 10 if player.rating >= 2400 else 20
    k = min(k, 700 // len(met))
    return len(met), hope, k * (sum(share for _, share in met) - hope), met


def performance(met):
    """Mean rating, halves up, and what the percentage adds [8.1.1]."""
    percent = half_up(100 * sum(share for _, share in met) / Fraction(len(met)))
    steps = [0, *map(int, ADDED.split())]
    more = steps[percent - 50] if percent >= 50 else -steps[50 - percent]
    return half_up(Fraction(sum(rating for rating, _ in met), len(met))) + more


@st.composite
def events(draw):
    """Up to eight players with or without ratings, and rounds with every kind of result."""
    number = draw(st.integers(2, 8))
    ratings = draw(
        st.lists(st.one_of(st.none(), st.integers(1400, 2900)), min_size=number, max_size=number)
    )
    keys = [f"P{each}" for each in range(number)]
    games = []
    for round_number in range(1, draw(st.integers(1, 6)) + 1):
        order = draw(st.permutations(keys))
        for table, pair in enumerate(zip(order[::2], order[1::2], strict=False), start=1):
            result = draw(
                st.sampled_from([*Result]).filter(lambda each: each is not Result.BOTH_WIN)
            )
            forfeit = result in (WIN, LOSS) and draw(st.booleans())
            found = game(round_number, table, *pair, result, by_default=forfeit)
            games.append(replace(found, unrated=not forfeit and draw(st.booleans())))
    return Tournament(
        kind="swiss",
        rules=CHESS,
        players=tuple(
            Player(key=key, name=key, rating=rating)
            for key, rating in zip(keys, ratings, strict=True)
        ),
        games=tuple(games),
    )


@given(events())
def test_random_events(tournament):
    for change in fide_ratings(tournament):
        games, hope, more, met = reference(tournament, change.player)
        assert change.games == games
        assert change.score == sum(share for _, share in met)
        if hope is not None:
            assert (change.expected, change.change) == (float(hope), float(more))
            assert change.new_rating == change.player.rating + half_up(more)
        assert change.performance == (performance(met) if met else None)
