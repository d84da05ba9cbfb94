"""Rounds of FIDE's systems as they are paired, beside the slow references that try every pairing, set and permutation."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager, suppress
from random import Random
from unittest.mock import patch

import reference_burstein
import reference_dubov
import reference_fide
import reference_known_boards
from fastpair import Constraints
from fastpair.errors import NoPairingError
from fastpair.pairing.rounds import situation_of
from fastpair.pairing.solving import large
from fastpair.pairing.systems import EarlierBoards, system_class
from fastpair.pairing.systems.fide import aims
from match_events import can_be_told, system_of, tournament_of
from random_events import random_states
from random_matches import present, states
from solved_fide import solved


def dutch(tournament, number, *, initial_colour, **settings):
    """A round as the first ones of Burstein are paired, whatever its number."""
    players = reference_fide.Past(tournament, number, **settings).players()
    return reference_burstein.dutch_round(tournament, number, players, initial_colour, settings)


OF_PLAYERS = {
    "dutch": dutch,
    "burstein": reference_burstein.pairing,
    "dubov": reference_dubov.pairing,
}
OF_MATCHES = {"swiss-team": "team", "double-swiss": "double"}


@contextmanager
def room(most):
    """Levels of the engine with totals of so much at most, and so with digits of few players; few are many then."""
    players = large.LARGE if most == aims.ROOM else 0
    with (
        patch.multiple(aims, ROOM=most, BITS=min(aims.BITS, most.bit_length() // 4)),
        patch.multiple(large, LARGE=players),
    ):
        yield


@contextmanager
def everything(system):
    """Brackets beside which all others are looked at, however certain it is that these can be paired."""

    def all_left(self, left, start, **_):
        yield self.everybody(left, start)

    with patch.multiple(system.course, seats=all_left, can_be_paired=lambda _: False):
        yield


def of_any_event(system):
    """A system that takes players for teams, and single games for matches of two."""
    return patch.multiple(system, of_teams=None, games=None)


def compare(name, seed, rooms=(aims.ROOM,), **more):
    """Compare all rounds of an invented event with the reference; count what happened in them."""
    found = Counter()
    rounds = players_rounds if name in OF_PLAYERS else matches_rounds
    for system, situation, keys, expected, happened in rounds(name, seed, **more):
        for most in rooms:
            with room(most):
                drawn = proven(system, situation, keys)
            assert drawn == expected, (name, seed, situation.round_number, most)
        found["rounds"] += 1
        found.update(happened)
    return found


def proven(system, situation, keys):
    """The pairs with White first, and the bye, by key, proven; None if the system refuses."""
    with suppress(NoPairingError):
        found = system.pair(situation)
        found.proof.prove()
        pairs = frozenset((keys[one], keys[other]) for one, other in found.pairs.tolist())
        return pairs, None if found.bye is None else keys[found.bye]
    return None


def situations(name, seed, check, **more):
    """Play an invented tournament by a system, and call `check` with each round: system, situation, keys and what is found."""
    system = system_class(name)

    def drawn(tournament, number, *, forbid, **settings):
        constraints = Constraints(forbid=frozenset(map(frozenset, forbid)))
        situation = situation_of(tournament, number, constraints, 0)
        keys = [player.key for player in tournament.players]
        found = proven(system(**settings), situation, keys)
        check(system(**settings), situation, keys, found)
        return found and reference_fide.RoundPairing(*found)

    with of_any_event(system):
        yield from random_states(seed, drawn, **more)


def compare_paired_again(name, seed, **more):
    """Compare the rounds of an invented event, paired again beside boards by lot; count how many change boards."""
    found, chance = Counter(), Random(f"{seed} boards")
    for system, situation, keys, known, bye, fixed, expected in rounds_again(
        name, seed, chance, **more
    ):
        row = {key: at for at, key in enumerate(keys)}
        boards = EarlierBoards(
            [tuple(sorted(row[key] for key in pair)) for pair in known],
            [row[bye]] if bye is not None else [],
            bye_by_rule=fixed is not None,
        )
        drawn = None
        with suppress(NoPairingError):
            made = system.pair_again(situation, boards)
            made.proof.prove()
            pairs = {frozenset(keys[row] for row in pair) for pair in made.pairs.tolist()}
            drawn = pairs, None if made.bye is None else keys[made.bye]
        assert drawn == expected, (name, seed, situation.round_number)
        found["rounds"] += 1
        found["changes"] += drawn is not None and not known <= drawn[0]
    return found


def rounds_again(name, seed, chance, **more):
    """Rounds of an invented event with known boards and a bye, and the best pairing of those that change the fewest."""

    def lot(players):
        players = chance.sample(players, len(players))
        pairs = zip(players[::2], players[1::2], strict=False)
        some = frozenset(frozenset(pair) for pair in pairs if chance.random() < 0.6)
        return some, players[-1] if len(players) % 2 and chance.random() < 0.8 else None

    def by_rule(bye):
        return bye if chance.random() < 0.3 else None

    if name in OF_PLAYERS:
        for state in random_states(seed, OF_PLAYERS[name], **more):
            settings = {key: state.settings[key] for key in ("acceleration", "initial_colour")}
            forbid = frozenset(map(frozenset, state.settings["forbid"]))
            tournament, number = state.tournament, state.round_number
            situation = situation_of(tournament, number, Constraints(forbid=forbid), 0)
            known, bye = lot([player.key for player in tournament.to_pair(number)])
            known -= forbid  # a rule of the director's comes before a known board
            fixed = state.expected and by_rule(state.expected.bye)
            expected = reference_known_boards.of_players(
                name,
                tournament,
                number,
                known,
                bye,
                fixed,
                acceleration=settings["acceleration"],
                forbid=state.settings["forbid"],
            )
            keys = [player.key for player in tournament.players]
            yield system_class(name)(**settings), situation, keys, known, bye, fixed, expected
        return
    for event, settings, answer in states(seed, OF_MATCHES[name], **more):
        if not can_be_told(event, settings) or len(present(event)) < 2:
            continue
        tournament, constraints = tournament_of(event, settings)
        situation = situation_of(tournament, event.next_round, constraints, 0)
        known, bye = lot(sorted(present(event)))
        known -= event.prohibited
        fixed = answer and by_rule(answer.bye)
        found = reference_known_boards.of_matches(event, settings, known, bye, fixed)
        known = frozenset(frozenset(map(str, pair)) for pair in known)
        expected = found and (
            {frozenset(map(str, pair)) for pair in found[0]},
            None if found[1] is None else str(found[1]),
        )
        keys = [player.key for player in tournament.players]
        bye = None if bye is None else str(bye)
        yield system_of(event, settings), situation, keys, known, bye, fixed, expected


def compare_with_everything(name, seed, **more):
    """Compare rounds of an invented tournament with those that are paired with a look at all players left."""

    def check(system, situation, keys, found):
        with everything(system):
            assert proven(system, situation, keys) == found, (name, seed, situation.round_number)

    return sum(1 for _ in situations(name, seed, check, most=40, **more))


def compare_large(name, seed, rounds, **more):
    """Compare some rounds of 30 to 60 players with those of another solver."""

    def check(system, situation, keys, found):
        if situation.round_number not in rounds or system.in_round(situation) is not system:
            return
        expected = solved(system, situation)
        if expected is not None:
            pairs = {frozenset(keys[row] for row in pair) for pair in expected[0]}
            expected = pairs, None if expected[1] is None else keys[expected[1]]
        ours = found and ({*map(frozenset, found[0])}, found[1])
        assert ours == expected, (name, seed, situation.round_number)

    for state in situations(name, seed, check, fewest=30, most=60, alike=True, **more):
        if state.round_number >= max(rounds):
            break


def players_rounds(name, seed, **more):
    """Rounds of an invented tournament of players: system, situation, keys, what is expected, and what happens."""
    for state in random_states(seed, OF_PLAYERS[name], **more):
        settings = {key: state.settings[key] for key in ("acceleration", "initial_colour")}
        forbid = frozenset(frozenset(pair) for pair in state.settings["forbid"])
        constraints = Constraints(forbid=forbid)
        situation = situation_of(state.tournament, state.round_number, constraints, 0)
        keys, answer = [player.key for player in state.tournament.players], state.expected
        happened = set()
        if answer:
            happened |= {"two floaters and more"} if max(answer.floaters, default=0) > 1 else set()
            happened |= {"forced shifts"} if any(answer.shifts) else set()
            happened |= {f"{each} decides" for each in answer.decided}
        expected = answer and (answer.pairs, answer.bye)
        yield system_class(name)(**settings), situation, keys, expected, happened


def matches_rounds(name, seed, **more):
    """The same of an event of matches."""
    for event, settings, answer in states(seed, OF_MATCHES[name], **more):
        if not can_be_told(event, settings) or len(present(event)) < 2:
            continue
        tournament, constraints = tournament_of(event, settings)
        situation = situation_of(tournament, event.next_round, constraints, 0)
        keys = [player.key for player in tournament.players]
        expected = answer and (
            frozenset((str(white), str(black)) for white, black in answer.pairs),
            None if answer.bye is None else str(answer.bye),
        )
        happened = set()
        if answer:
            several = any(len(each.upfloaters) > 1 for each in answer.brackets)
            unmet = any(each.next_reached is False for each in answer.brackets)
            happened |= {"two floaters and more"} if several else set()
            happened |= {"C6 that no set meets"} if unmet else set()
        yield system_of(event, settings), situation, keys, expected, happened
