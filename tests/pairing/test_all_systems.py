"""What every pairing system keeps, over whole invented tournaments."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from array_tournaments import ArrayTournament
from fastpair.errors import FastpairError, RuleError
from fastpair.matching import max_weight_matching
from fastpair.pairing.draw import Constraints
from fastpair.pairing.solving import without
from fastpair.pairing.systems import SYSTEMS, System, system_class, system_parameters
from profiles import PROFILE

TOURNAMENTS = {"dev": 4, "ci": 8, "nightly": 10_000}[PROFILE]

PAIRED_ROUND_BY_ROUND = [
    ("mcmahon", {}),
    ("swiss", {}),
    ("swiss", {"seeding": "split-and-mix"}),
    ("guided-random", {}),
    ("guided-random", {"compensation": "any", "complete": False}),
    ("epm", {}),
    ("epm", {"complete": False}),
    ("accelrat", {}),
    ("accelrat", {"backtrack": False}),
    ("entropy", {}),
    ("rating-information", {}),
    ("lot", {}),
]
"""Systems that pair any round of any tournament, with parameters.

They leave players over only if every pairing does, unless a parameter tells them not to.
"""

BY_WEIGHTS = {"mcmahon", "entropy", "rating-information"}
"""Those that choose the pairs of a group that must play by weights, some after the bye."""


EDGES = (0, 0.0, 1, 0.5, -1, 1e-300, 10**15, 1e308, 10**30, np.inf, np.nan, True, None, "", "x")


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_parameter_is_taken_or_refused_whatever_it_is(name):
    """Alone, and together with all others of the same kind at the same value."""
    parameters = system_parameters(system_class(name))
    stated = [{key: value} for key in parameters for value in EDGES]
    numbers = [key for key, entry in parameters.items() if entry.kind in (int, float)]
    stated += [dict.fromkeys(numbers, value) for value in EDGES]
    zones = {"zones": "DE=1,FR=-2"} if "zones" in numbers else {}
    for values in (*stated, *({**each, **zones} for each in stated)):
        try:
            system = system_class(name)(**values)
        except RuleError:
            continue
        tournament = ArrayTournament.invented(7)
        with suppress(FastpairError):  # such as a cup in the middle of a tournament
            system.pair(tournament.situation(1, Constraints()))


def label(case):
    name, parameters = case
    return " ".join([name, *map(str, parameters.values())])


each_system = pytest.mark.parametrize("case", PAIRED_ROUND_BY_ROUND, ids=label)


def most_pairs(allowed):
    weights = np.zeros(allowed.shape, dtype=np.int64)
    return max_weight_matching(weights, allowed=allowed, maxcardinality=True).cardinality


def without_groups(situation):
    """The same round, in which no groups must play."""
    return replace(situation, constraints=replace(situation.constraints, must_play_groups=()))


def check_hard_rules(situation, pairing):
    """Nobody sits twice, only those who wait, and in no pair that a hard rule removes."""
    idle = [*pairing.resting, *pairing.out, *([] if pairing.bye is None else [pairing.bye])]
    seats = Counter([*pairing.pairs.ravel().tolist(), *idle])
    assert all(times == 1 for times in seats.values())
    assert situation.waiting[[*seats]].all()
    assert pairing.pairs.dtype == np.int64
    assert without_groups(situation).allowed[tuple(situation.seat[pairing.pairs].T)].all()


def check_bye(situation, pairing):
    """There is one if the number is odd; nobody has another bye while someone else can be spared."""
    field, allowed = situation.field, situation.allowed
    assert (pairing.bye is None) == (len(field) % 2 == 0 or situation.bye_given)
    if pairing.bye is None:
        return
    byes = field.byes[situation.seat[pairing.bye]]
    for seat in np.flatnonzero(field.byes < byes).tolist():
        assert most_pairs(without(allowed, seat)) < most_pairs(allowed)


def check_complete(situation, pairing):
    """Nobody is left over who could be paired."""
    assert len(pairing.pairs) == most_pairs(situation.allowed)


def check_groups_that_must_play(situation, pairing):
    """Four of the five members of a group meet within it, if the other rules let them."""
    allowed = without_groups(situation).allowed
    for group in situation.constraints.must_play_groups:
        seats = [seat for seat, key in enumerate(situation.field.key) if key in group]
        inside = np.isin(situation.seat[pairing.pairs], seats).all(axis=1)
        assert np.count_nonzero(inside) >= most_pairs(allowed[np.ix_(seats, seats)])


def check_reasons(situation, pairing, *, complete):
    """Players who are left though they could be paired have a reason, and only they."""
    left = situation.waiting.copy()
    left[pairing.pairs] = False
    left[[] if pairing.bye is None else pairing.bye] = False
    assert sorted(pairing.reasons) == ([] if complete else np.flatnonzero(left).tolist())


@each_system
def test_a_system_keeps_the_hard_rules(case):
    """And says of whom it leaves against them why, if it can leave any."""
    name, parameters = case
    system = system_class(name)(**parameters)
    complete = all(value is not False for value in parameters.values())
    for seed in range(TOURNAMENTS):
        for situation, pairing in ArrayTournament.invented(seed).rounds(system):
            check_hard_rules(situation, pairing)
            check_reasons(situation, pairing, complete=complete)
            if situation.constraints.must_play_groups and name in BY_WEIGHTS:
                continue
            check_groups_that_must_play(situation, pairing)
            check_bye(situation, pairing)
            if complete:
                check_complete(situation, pairing)


@each_system
def test_a_round_is_a_function_of_the_situation(case):
    """The same seed gives the same round; what later rounds hold does not matter."""
    name, parameters = case
    for situation, pairing in ArrayTournament.invented(7).rounds(system_class(name)(**parameters)):
        again = system_class(name)(**parameters).pair(replace(situation))
        assert again.pairs.tolist() == pairing.pairs.tolist()
        assert again.bye == pairing.bye


@each_system
def test_lots_decide_only_where_a_system_says_so(case):
    name, parameters = case
    system = system_class(name)(**parameters)
    first = ArrayTournament.of_many(1).situation(1, Constraints())
    drawn = {str(system.pair(replace(first, seed=seed)).pairs.tolist()) for seed in range(20)}
    assert (len(drawn) > 1) == system.by_lot


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_says_what_it_is(name):
    found = system_class(name)
    assert issubclass(found, System)
    assert found.name == name
    assert found().changes() == {}
    for text in (found.source, found.guarantees, found.fails):
        assert text
        assert text == text.strip()


def test_an_unknown_system_is_refused():
    with pytest.raises(RuleError, match=r"must be a system \(mcmahon, .*not 'none'"):
        system_class("none")
