"""Invented congresses beside real ones: the shape of the field."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np
import pytest

from fastpair.errors import FormatError
from fastpair.formats import read
from fastpair.pairing.generator import generate


def shape(tournament):
    """Numbers that do not depend on the size of the field."""
    players = [player for player in tournament.players if player.final]
    grades = np.array([int(player.grade) for player in players])
    countries = Counter(player.country for player in players)
    clubs = Counter((player.country, player.club) for player in players if player.club)
    rounds = range(1, tournament.rules.rounds + 1)
    present = [np.mean([player.plays_in(number) for player in players]) for number in rounds]
    n = len(players)
    return {
        **{f"grade {share}": np.quantile(grades, share) for share in (0.1, 0.25, 0.5, 0.75, 0.9)},
        "largest country": max(countries.values()) / n,
        "countries": len(countries),
        "largest club": max(clubs.values()) / n,
        "clubs": len(clubs) / n,
        "attendance": np.mean(present),
        "attendance of the last round": present[-1],
    }


TOLERANCE = {
    "grade 0.1": 3,
    "grade 0.25": 3,
    "grade 0.5": 2,
    "grade 0.75": 2,
    "grade 0.9": 2,
    "largest country": 0.1,
    "countries": 10,
    "largest club": 0.03,
    "clubs": 0.12,
    "attendance": 0.1,
    "attendance of the last round": 0.2,
}
"""How far a real congress may be from the mean of invented ones: they differ so much themselves."""


@lru_cache
def invented(players, rounds):
    """The mean shape of some invented congresses."""
    shapes = [shape(generate(players, rounds, seed=seed)) for seed in range(5)]
    return {name: np.mean([each[name] for each in shapes]) for name in TOLERANCE}


@pytest.mark.peers("opengotha/**/tournament.xml", "files/**/*.xml")
def test_an_invented_congress_is_shaped_like_a_real_one(peer):
    try:
        tournament = read(peer).tournament
    except FormatError as error:
        pytest.skip(f"not readable: {error}")
    players, rounds = len(tournament.players), tournament.rules.rounds
    if players < 400 or rounds < 8:
        pytest.skip("no long congress")
    real, mean = shape(tournament), invented(players, rounds)
    far = {name: (real[name], mean[name]) for name in real if not near(name, real, mean)}
    assert not far


def near(name, real, mean):
    return abs(real[name] - mean[name]) <= TOLERANCE[name]
