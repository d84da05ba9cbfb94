"""Round robin, cup and double elimination after whatever has happened, and with absences at any time."""

from __future__ import annotations

import random
import re
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from fastpair.errors import RuleError
from fastpair.pairing.draw import Constraints
from scheduled import (
    EXAMPLES,
    SEEDS,
    chances,
    drawn_round,
    entered,
    pairs_of,
    with_results,
)
from tournaments import tournaments


def attempt(*arguments, **more):
    """The draw, or nothing and why not."""
    try:
        return drawn_round(*arguments, **more), ""
    except RuleError as error:
        return None, str(error)


SCHEDULED = ("round-robin", "cup", "double-elimination")


@settings(max_examples=EXAMPLES)
@given(tournaments(), st.sampled_from(SCHEDULED), st.data())
def test_everybody_who_waits_is_somewhere(tournament, name, data):
    """Whatever has happened before: the round is refused in a line, or each player has one place."""
    number = data.draw(st.integers(1, tournament.rules.rounds))
    pairs = [frozenset(pair) for pair in combinations(tournament.by_key, 2)]
    apart = data.draw(st.frozensets(st.sampled_from(pairs), max_size=3)) if pairs else frozenset()
    rules = Constraints(forbid=apart)
    draw, refusal = attempt(tournament, number, name, seed=3, constraints=rules)
    if draw is None:
        assert "\n" not in refusal
        return
    placed = [key for pair in pairs_of(draw) for key in pair]
    placed += [*draw.resting, *draw.out, *(one.player for one in draw.unpaired)]
    placed += [] if draw.bye is None else [draw.bye]
    assert sorted(placed) == sorted(player.key for player in tournament.to_pair(number))
    assert not pairs_of(draw) & apart
    assert draw.bye is None or not tournament.pairing_byes(number)


@settings(max_examples=EXAMPLES)
@given(st.integers(3, 16), SEEDS, st.sampled_from(SCHEDULED))
def test_absences_at_any_time(players, seed, name):
    """Whoever has said before the round that he will not come has no game, and no round is lost."""
    chance = random.Random(seed)
    tournament = entered(players, 12)
    for number in range(1, 13):
        away = {p.key for p in tournament.players if chance.random() < 0.1}
        tournament = tournament.with_absences(number, away)
        draw, refusal = attempt(tournament, number, name, seed=seed)
        if draw is None:
            assert re.search(r"is over|over after|had no game|nobody is left", refusal)
            break
        assert draw.complete
        assert not away & {key for pair in pairs_of(draw) for key in pair}
        tournament = with_results(draw.applied_to(tournament), number, chances(chance.random()))
