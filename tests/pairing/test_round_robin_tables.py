"""The tables of round robins: Berger's, FIDE's double form, and the one of events that were drawn before."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, groupby
from pathlib import Path

import pytest

from fastpair.formats import FORMATS
from fastpair.go.tournament import FideRules
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.systems import round_robin_table, varma_numbers
from scheduled import better_wins, entered, with_results

SIZES = range(2, 33)

SETS = {
    10: ((3, 4, 8), (5, 7, 9), (1, 6), (2, 10)),
    12: ((4, 5, 9, 10), (1, 2, 7), (6, 8, 12), (3, 11)),
    14: ((4, 5, 6, 11, 12), (1, 2, 8, 9), (7, 10, 13), (3, 14)),
    16: ((5, 6, 7, 12, 13, 14), (1, 2, 3, 9, 10), (8, 11, 15), (4, 16)),
    18: ((5, 6, 7, 8, 14, 15, 16), (1, 2, 3, 10, 11, 12), (9, 13, 17), (4, 18)),
    20: ((6, 7, 8, 9, 15, 16, 17, 18), (1, 2, 3, 11, 12, 13, 14), (5, 10, 19), (4, 20)),
    22: ((*range(6, 11), *range(17, 21)), (1, 2, 3, 4, 12, 13, 14, 15), (11, 16, 21), (5, 22)),
    24: ((*range(6, 12), *range(19, 23)), (1, 2, 3, 4, *range(13, 18)), (12, 18, 23), (5, 24)),
}
"""Varma's sets as published; of an odd number the last number is left out."""


def turned(even):
    """Berger's table as it is described: the last number stays, the others turn by half of the table."""
    half, rest = even // 2, even - 1
    first = [(1, even), *((each, even + 1 - each) for each in range(2, half + 1))]
    for number in range(rest):

        def turn(player, by=number * half):
            return player if player == even else (player - 1 + by) % rest + 1

        games = [(turn(white), turn(black)) for white, black in first]
        yield [games[0][::-1] if number % 2 else games[0], *games[1:]]


def colours_in_a_row(boards):
    """The most games of one colour that somebody has, one after the other."""
    most = 0
    for player in range(1, int(boards.max()) + 1):
        own = [game.index(player) for game in boards.reshape(-1, 2).tolist() if player in game and 0 not in game]  # fmt: skip
        most = max([most, *(len([*run]) for _, run in groupby(own))])
    return most


@pytest.mark.parametrize("players", SIZES)
def test_berger_s_table(players):
    even = players + players % 2
    expected = [
        [tuple(0 if each > players else each for each in game) for game in games]
        for games in turned(even)
    ]
    found = round_robin_table(players, 1, "berger").tolist()
    assert [[*map(tuple, games)] for games in found] == expected


@pytest.mark.skipif("FASTPAIR_CONFORMANCE" not in os.environ, reason="no tables of others")
def test_berger_s_table_as_another_program_has_it():
    text = (Path(os.environ["FASTPAIR_CONFORMANCE"]) / "berger/tables.txt").read_text()
    parts = re.split(r"(\d+) players\n", text)[1:]
    for players, rounds in zip(parts[::2], parts[1::2], strict=True):
        expected = [
            [[*map(int, game.split("-"))] for game in line.split()[1:]]
            for line in rounds.splitlines()
        ]
        assert round_robin_table(int(players), 1, "fide").tolist() == expected
    assert len(parts) == 2 * len(range(4, 25, 2))


@pytest.mark.parametrize("table", ["fide", "berger", "former"])
@pytest.mark.parametrize("cycles", [1, 2, 3])
@pytest.mark.parametrize("players", SIZES)
def test_everybody_meets_everybody_once_in_each_cycle(players, cycles, table):
    boards = round_robin_table(players, cycles, table)
    of_one = players - 1 + players % 2
    assert len(boards) == cycles * of_one
    for cycle in range(cycles):
        games = boards[cycle * of_one : (cycle + 1) * of_one].reshape(-1, 2).tolist()
        met = Counter(tuple(sorted(game)) for game in games if 0 not in game)
        assert met == Counter(combinations(range(1, players + 1), 2))
    for games in boards.tolist():
        assert sorted(player for game in games for player in game) == [
            *range(1 - players % 2, players + 1)
        ]
    if cycles == 2:
        games = Counter(tuple(game) for game in boards.reshape(-1, 2).tolist() if 0 not in game)
        assert games == Counter(
            pair for pair in ((a, b) for a in range(1, players + 1) for b in range(1, players + 1)) if len({*pair}) == 2
        )  # fmt: skip


@pytest.mark.parametrize("players", range(4, 33))
def test_nobody_has_one_colour_three_times_in_a_row(players):
    """In one cycle, and in FIDE's double form; plain cycles of even fields have it."""
    assert colours_in_a_row(round_robin_table(players, 1, "fide")) == 2 - players % 2
    assert colours_in_a_row(round_robin_table(players, 2, "fide")) == 2
    plain = colours_in_a_row(round_robin_table(players, 2, "berger"))
    assert plain == (2 if players % 2 else 3)


def games_of(tournament):
    return sorted((game.round, game.white, game.black) for game in tournament.games)


def played(tournament, rounds):
    for number in rounds:
        tournament = with_results(
            draw_round(tournament, number).applied_to(tournament), number, better_wins
        )
    return tournament


def with_rules(tournament, **changes):
    return replace(tournament, rules=replace(tournament.rules, **changes))


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("players", range(4, 12))
@pytest.mark.parametrize(
    ("table", "stated"), [("former", "fide"), ("former", "berger"), ("fide", "former")]
)
def test_an_event_goes_on_by_the_table_of_its_rounds(players, cycles, table, stated):
    """Whatever the rules state by then."""
    last = cycles * (players - 1 + players % 2)
    new = entered(players, rounds=last, system="round-robin", cycles=cycles, schedule=table)
    whole = played(new, range(1, last + 1))
    begun = with_rules(played(new, [1]), schedule=stated)
    assert games_of(played(begun, range(2, last + 1))) == games_of(whole)


def test_a_file_that_states_no_table_keeps_the_former_one():
    """If it has rounds; a new one gets Berger's."""
    new = entered(6, rounds=5, system="round-robin", schedule="former")
    first = FORMATS["fastpair"].new(played(new, [1])).decode()
    text = re.sub(r'\s*"schedule": "former",', "", first)
    assert text != first
    after = FORMATS["fastpair"].read("t", text.encode()).tournament
    assert after.rules.schedule == "former"
    again = FORMATS["fastpair"].read("t", first.replace("former", "fide").encode()).tournament
    assert again.rules.schedule == "fide"
    empty = re.sub(r'\s*"schedule": "former",', "", FORMATS["fastpair"].new(new).decode())
    assert FORMATS["fastpair"].read("t", empty.encode()).tournament.rules.schedule == "fide"


def test_the_numbers_of_a_table_are_those_of_the_rules():
    """By rating, or as entered; who is not in the table has none."""
    players = entered(6).players[::-1]
    new = replace(entered(6, rounds=5, system="round-robin"), players=players)
    by_rating = [(1, "P1", "P6"), (1, "P2", "P5"), (1, "P3", "P4")]
    assert games_of(played(new, [1])) == by_rating
    by_entry = with_rules(new, fide=FideRules(order="entry"))
    expected = [(1, "P4", "P3"), (1, "P5", "P2"), (1, "P6", "P1")]
    assert games_of(played(by_entry, [1])) == expected
    away = replace(players[0], final=False)
    fewer = played(replace(by_entry, players=(away, *players[1:])), [1])
    assert [game[1:] for game in games_of(fewer)] == [("P3", "P2"), ("P4", "P1")]
    assert fewer.pairing_byes(1) == ("P5",)


def in_the_last_three_rounds(players):
    """The pairs of numbers that meet in them."""
    boards = round_robin_table(players, 1, "fide")[-3:].reshape(-1, 2).tolist()
    return {frozenset(pair) for pair in boards if 0 not in pair}


def fits(sizes, sets):
    """Whether federations of these sizes can each have a set, by trying all ways."""
    if not sizes:
        return True
    left = (
        (*sets[:each], sets[each] - sizes[0], *sets[each + 1 :])
        for each in range(len(sets))
        if sets[each] >= sizes[0]
    )
    return any(fits(sizes[1:], each) for each in left)


@pytest.mark.parametrize("players", range(9, 25))
def test_players_of_one_federation_do_not_meet_in_the_last_three_rounds(players):
    """Varma's promise: unless no set is large enough, which is said."""
    last = in_the_last_three_rounds(players)
    sets = tuple(sum(number <= players for number in one) for one in SETS[players + players % 2])
    chance = random.Random(players)
    kept = 0
    for seed in range(200):
        codes = [chance.choice("ABCDEFGH"[: chance.randint(1, 8)]) for _ in range(players)]
        if seed % 3 == 0:
            codes = [code if chance.random() < 0.4 else f"{row}" for row, code in enumerate(codes)]
        found = varma_numbers(codes, seed)
        assert sorted(found.numbers) == [*range(1, players + 1)]
        of_code = {}
        for code, number in zip(codes, found.numbers, strict=True):
            of_code.setdefault(code, []).append(number)
        for code, numbers in of_code.items():
            meet = any(frozenset(pair) in last for pair in combinations(numbers, 2))
            assert code in found.free or not meet
        sizes = sorted((len(each) for each in of_code.values() if len(each) > 1), reverse=True)
        assert bool(found.free) != fits(tuple(sizes), sets)
        kept += not found.free
    assert 20 < kept < 200


def test_varma_draws_by_lot():
    """The seed decides, and everybody may have each number of a set; of other sizes there are no sets."""
    codes = ["NED"] * 3 + [""] * 7
    drawn = [varma_numbers(codes, seed).numbers for seed in range(200)]
    assert drawn[7] == varma_numbers(codes, 7).numbers
    assert {numbers[0] for numbers in drawn} == {3, 4, 8, 5, 7, 9}
    assert {numbers[9] for numbers in drawn} == {*range(1, 11)}
    assert varma_numbers(["NED", "NED", "GER"] * 2, 1).free == ("GER", "NED")
    assert varma_numbers(["NED"] * 5 + [""] * 5, 1).free == ("NED",)
