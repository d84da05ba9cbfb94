"""What is said of other rounds than the pairing, beside slow references that try everything."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference_burstein
import reference_matches
from beside_references import OF_MATCHES, OF_PLAYERS
from fastpair import Constraints
from fastpair.insight.explain.by_criteria import BestByCriteria
from fastpair.pairing.rounds import situation_of
from fastpair.pairing.systems import system_class
from match_events import can_be_told, system_of, tournament_of
from random_events import random_states
from random_matches import present, states
from reference_judgements import Downwards, Matches, Upwards


@dataclass
class State:
    """A round before it is paired, as the system and as the reference know it."""

    system: str
    tournament: object
    round_number: int
    settings: dict
    event: object = None
    match_settings: object = None

    @property
    def barred(self):
        """Pairs that a rule of the event keeps apart."""
        if self.event is not None:
            return {frozenset(map(str, pair)) for pair in self.event.prohibited}
        return {*map(frozenset, self.settings.get("forbid", ()))}

    def pairing(self, forbid):
        """The pairs of the reference if some more may not meet, and who has the bye; None if there are none."""
        if self.event is not None:
            barred = frozenset(frozenset(map(int, pair)) for pair in forbid)
            event = replace(self.event, prohibited=self.event.prohibited | barred)
            answer = reference_matches.pairing(event, self.match_settings)
            return answer and (
                frozenset(frozenset(map(str, pair)) for pair in answer.pairs),
                None if answer.bye is None else str(answer.bye),
            )
        settings = self.settings | {"forbid": (*self.settings.get("forbid", ()), *forbid)}
        answer = OF_PLAYERS[self.system](self.tournament, self.round_number, **settings)
        return answer and (frozenset(map(frozenset, answer.pairs)), answer.bye)

    def field(self, forbid=()):
        """The round as the reference knows it."""
        kinds = {"dutch": Downwards, "burstein": Downwards, "dubov": Upwards}
        return kinds.get(self.system, Matches)(self, forbid)

    def situation(self):
        """The system, the situation of the round, and the row of each player."""
        if self.event is not None:
            tournament, constraints = tournament_of(self.event, self.match_settings)
            system = system_of(self.event, self.match_settings)
        else:
            tournament, constraints = self.tournament, Constraints(forbid=frozenset(self.barred))
            known = {key: value for key, value in self.settings.items() if key != "forbid"}
            system = system_class(self.system)(**known)
        situation = situation_of(tournament, self.round_number, constraints, 0)
        return system, situation, {player.key: row for row, player in enumerate(tournament.players)}


def rounds(system, seed):
    """The rounds of an invented event that have other lawful pairings, most of them."""
    if system in OF_MATCHES:
        for event, settings, answer in states(seed, OF_MATCHES[system]):
            if answer and can_be_told(event, settings) and len(present(event)) > 2:
                yield State(system, None, event.next_round, {}, event, settings)
        return
    for each in random_states(seed, OF_PLAYERS[system]):
        first = reference_burstein.dutch_rounds(each.tournament.rules.rounds)
        own = system != "burstein" or each.round_number > first
        if own and each.expected and len(each.expected.pairs) > 1:
            yield State(system, each.tournament, each.round_number, each.settings)


SYSTEMS = [*OF_PLAYERS, *OF_MATCHES]


def key_pairs(pairs, row):
    keys = {at: key for key, at in row.items()}
    return frozenset(frozenset((keys[one], keys[other])) for one, other in pairs)


@pytest.mark.parametrize("name", SYSTEMS)
@given(seed=st.integers(0, 10**6))
def test_a_round_is_judged_by_the_first_criterion(name, seed):
    random = Random(seed)
    for state in rounds(name, seed):
        system, situation, row = state.situation()
        paired = system.by_criteria(situation)
        best = key_pairs(paired.pairs, row)
        assert paired.judge(paired.pairs) is None
        field = state.field()
        others = [pairs for pairs in field.lawful() if pairs != best]
        for other_round in random.sample(others, min(4, len(others))):
            found = paired.judge([tuple(row[key] for key in pair) for pair in other_round])
            score, criterion, least, more = field.first_worse(best, other_round)
            assert found is not None
            assert (found.score, found.verdict.criterion) == (score, criterion), (
                state.round_number,
                other_round,
            )
            if paired.criteria[criterion].kind == "count":
                assert found.verdict[1:] == (least, more), (state.round_number, criterion)
            assert key_pairs(found.best, row) <= best - other_round
            assert key_pairs(found.actual, row) <= other_round - best


def opposite(players, pair, *, meet):
    if not meet:
        return [pair]
    return [(one, other) for one in pair for other in players if other not in pair]


@pytest.mark.parametrize("name", SYSTEMS)
@given(seed=st.integers(0, 10**6))
def test_the_opposite_is_judged_by_the_first_criterion(name, seed):
    random = Random(seed)
    for state in rounds(name, seed):
        system, situation, row = state.situation()
        paired = system.by_criteria(situation)
        best = key_pairs(paired.pairs, row)
        field = state.field()
        keys = [getattr(one, "key", None) or str(one.number) for one in field.players]
        every = [(one, other) for one in keys for other in keys if one < other]
        for pair in random.sample(every, min(3, len(every))):
            meet = frozenset(pair) not in best
            found = paired.judge_opposite(row[pair[0]], row[pair[1]])
            if meet and found and paired.criteria[found.verdict.criterion].kind == "pair":
                continue
            if meet and frozenset(pair) in state.barred:
                continue
            forbid = opposite(keys, pair, meet=meet)
            answer, other = state.pairing(forbid), state.field(forbid)
            where = (state.round_number, pair, meet, found)
            if answer is None:
                assert found is not None, where
                assert found.verdict.criterion in (field.complete, "C2"), where
                continue
            if answer[1] != field.bye and name != "dutch":
                assert found.criterion == "bye", where
                continue
            expected = field.first_worse(best, answer[0], other)
            got = found and (found.score, found.verdict.criterion)
            assert got == (expected and expected[:2]), (where, expected)
            if expected and paired.criteria[expected[1]].kind == "count":
                assert found.verdict[1:] == expected[2:], where


@pytest.mark.parametrize("name", SYSTEMS)
@given(seed=st.integers(0, 10**6))
def test_opponents_who_are_passed_over_are_worse(name, seed):
    """Of all pairings with the same earlier pairs and halves those with each of them cost more by what is named."""
    for state in rounds(name, seed):
        system, situation, row = state.situation()
        keys = {at: key for key, at in row.items()}
        paired = system.by_criteria(situation)
        best = key_pairs(paired.pairs, row)
        field = state.field()
        for pair in paired.pairs:
            found = paired.earlier_opponents(*pair)
            assert {found.player, found.opponent} == {*pair}
            top, other = keys[found.player], keys[found.opponent]
            expected = field.passed_over(best, top, other)
            assert found.more == max(0, len(expected) - 5)
            assert [keys[each.player] for each in found.passed_over] == [*expected][:5]
            for each in found.passed_over:
                known, (criterion, least, most) = (
                    each.verdict.criterion,
                    expected[keys[each.player]],
                )
                if criterion == "pair":
                    assert paired.criteria[known].kind == "pair"
                    continue
                assert known == criterion, (state.round_number, top, other, keys[each.player])
                if paired.criteria[known].kind == "count":
                    assert each.verdict[1:] == (least, most)
                assert len(each.few) > len(each.opponents) or not each.few


@pytest.mark.parametrize("name", SYSTEMS)
def test_all_opponents_have_words(name):
    """Those of the player with the bye, too, whom only another bye could let play."""
    found = set()
    for seed in range(4):
        for state in rounds(name, seed):
            system, situation, _ = state.situation()
            best = BestByCriteria(
                tournament=situation.people,
                system=system,
                situation=situation,
                round=system.by_criteria(situation),
            )
            for player in [best.bye] if best.bye else best.opponents:
                listed = best.candidates(player)
                assert len(listed) == len(best.opponents) - 1
                others = [each for each in listed if each.player != best.opponents[player]]
                assert all(each.verdict or each.rules for each in others)
                found |= {each.criterion.partition(",")[0] for each in listed}
    assert ("bye" in found) == (name != "dutch")
