"""Colours and handicaps, held to the specification one pair at a time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from builders import game
from fastpair.go.scores import ScoreHistory
from fastpair.go.tournament import (
    Colours,
    Event,
    Grade,
    HandicapRules,
    Player,
    Result,
    Rules,
    Tournament,
)
from fastpair.pairing.draw import Seating, colour_rule, takes_white, white_by_index
from fastpair.pairing.field import Conventions, Field, state_of
from fastpair.pairing.rounds import draw_round
from reference_weights import Reference
from tournaments import tournaments


def white(reference, i, j):
    """Who takes White [OPENGOTHA 12]."""
    p1, p2 = reference.standings[i], reference.standings[j]
    if reference.stones(p1, p2) != 0:
        return i if level(reference, p1) > level(reference, p2) else j
    if p1.balance != p2.balance:
        return i if p1.balance < p2.balance else j
    return i if reference.det_random(1, p1, p2) == 0 else j


def level(reference, p):
    by_mms = reference.rules.handicap.by_mms
    return int(p.mms2 / 2) - 30 if by_mms else p.rank


@given(tournaments(), st.data())
def test_every_pair_is_seated_as_specified(tournament, data):
    number = data.draw(st.integers(1, tournament.rules.rounds))
    before = tournament.before(number)
    field = Field.of(before, number)
    assume(len(field) > 1)
    reference = Reference(before, number - 1, "v351", set(field.key))
    i, j = np.triu_indices(len(field), 1)
    first = takes_white(field[i], field[j])
    assert (takes_white(field[j], field[i]) == ~first).all()
    for a, b, a_is_white in zip(i.tolist(), j.tolist(), first.tolist(), strict=True):
        rows = field.player[a], field.player[b]
        assert a_is_white == (white(reference, *map(int, rows)) == rows[0])
        seating = Seating.of(field, np.array([[b, a]]), ScoreHistory.of(before), ())
        stones = reference.stones(*(reference.standings[int(row)] for row in rows))
        assert seating.handicap.tolist() == [stones]
        assert {*seating.white.tolist(), *seating.black.tolist()} == {a, b}


def board(grades, rules, games=()):
    """White, Black and stones of the only board of players a and b."""
    players = tuple(
        Player(key=key, name=key, first_name="", grade=Grade.parse(grade))
        for key, grade in zip("ab", grades, strict=True)
    )
    tournament = Tournament(rules=rules, players=players, games=games)
    field = Field.of(tournament, 1 + len(games))
    seating = Seating.of(field, np.array([[0, 1]]), ScoreHistory.of(tournament), ())
    return field.key[seating.white[0]], field.key[seating.black[0]], int(seating.handicap[0])


@pytest.mark.parametrize(
    ("grades", "rules", "expected"),
    [
        (("5k", "9k"), HandicapRules(), ("a", "b", 3)),
        (("9k", "5k"), HandicapRules(), ("b", "a", 3)),
        (("9k", "5k"), HandicapRules(correction=0), ("b", "a", 4)),
        (("9k", "5k"), HandicapRules(correction=-1), ("b", "a", 5)),
        (("30k", "5d"), HandicapRules(by_mms=False), ("b", "a", 9)),
        (("30k", "5d"), HandicapRules(ceiling=2), ("b", "a", 2)),
        (("3k", "5d"), HandicapRules(by_mms=False), ("b", "a", 2)),
        (("3k", "5d"), HandicapRules(by_mms=False, threshold=Grade(4)), ("b", "a", 6)),
        (("9k", "5k"), HandicapRules(correction=2), ("b", "a", 2)),
        (("9k", "3d"), HandicapRules(even_at_bar=True), ("b", "a", 8)),
    ],
)
def test_the_stronger_gives_a_handicap_and_takes_white(grades, rules, expected):
    assert board(grades, Rules(rounds=3, handicap=rules)) == expected


@given(tournaments(), st.sampled_from([*Colours][1:]), st.integers(0, 99), st.data())
def test_the_rules_may_say_who_takes_white(tournament, rule, seed, data):
    tournament = replace(tournament, rules=replace(tournament.rules, colours=rule))
    number = data.draw(st.integers(1, tournament.rules.rounds))
    field = Field.of(tournament.before(number), number)
    i, j = np.triu_indices(len(field), 1)
    even = colour_rule(field, None, seed)
    first = even(field[i], field[j])
    assert (even(field[j], field[i]) == ~first).all()
    colours = state_of(field.roster, Conventions()).colours
    for a, b, a_is_white in zip(i, j, first, strict=True):
        wishes = {
            Colours.BALANCE: [colours.balance],
            Colours.ALTERNATION: [colours.last, colours.balance],
            Colours.AT_MOST_TWO: [colours.repeated, colours.balance],
            Colours.NIGIRI: [],
        }[rule]
        decisive = [column[a] < column[b] for column in wishes if column[a] != column[b]]
        if decisive:
            assert a_is_white == decisive[0]


def nigiri(seed, number=1):
    """Who has White at each of many boards of equals."""
    players = tuple(
        Player(key=f"p{i}", name=f"p{i}", first_name="", grade=Grade(0)) for i in range(200)
    )
    rules = Rules(rounds=5, colours=Colours.NIGIRI)
    draw = draw_round(Tournament(rules=rules, players=players), number, seed=seed)
    assert draw.by_lot
    return [board.white for board in draw.boards], draw


def test_nigiri_repeats_with_its_seed_and_is_fair():
    first, draw = nigiri(1)
    assert nigiri(1)[0] == first
    assert nigiri(2)[0] != first
    assert nigiri(1, number=2)[0] != first
    alphabetical = sum(board.white < board.black for board in draw.boards)
    assert 30 < alphabetical < 70


def test_komi_is_that_of_the_event_or_of_a_handicap():
    tournament = Tournament(event=Event(komi_x2=13))
    assert [tournament.komi_x2(stones) for stones in (0, 1, 2, 9)] == [13, 1, 1, 1]
    rules = Rules(handicap=HandicapRules(komi_x2=0))
    assert replace(tournament, rules=rules).komi_x2(1) == 0


@pytest.mark.parametrize(
    ("rule", "of_a", "of_b", "ahead", "white"),
    [
        # The smaller index comes first, though the larger balance is that of a, who had White more.
        ("index", "WWWWB", "WBWBW", "a", "a"),
        # Of equal indices the larger balance decides, against who is placed higher.
        ("index", "WBW", "WWW", "a", "a"),
        ("index", "WWW", "WBW", "b", "b"),
        # Of equal balances too, who is placed higher changes from the last colour.
        ("index", "WB", "WB", "a", "a"),
        ("index", "WB", "WB", "b", "b"),
        ("index", "BW", "BW", "a", "b"),
        ("index", "WWB", "WWB", "b", "b"),
        (Colours.ALTERNATION, "WWB", "BBW", "a", "a"),
        (Colours.BALANCE, "WWB", "BBW", "a", "b"),
        (Colours.BALANCE, "WWW", "WBW", "a", "b"),
        (Colours.BALANCE, "WBW", "WWW", "a", "a"),
        # Twice in a row comes before the balance, and the balance before the last colour.
        (Colours.AT_MOST_TWO, "WWWBB", "WBWBB", "a", "b"),
        (Colours.AT_MOST_TWO, "WWWBB", "BBBBW", "b", "a"),
        (Colours.AT_MOST_TWO, "WBW", "BWW", "b", "a"),
        (Colours.AT_MOST_TWO, "WWB", "BBW", "a", "b"),
    ],
)
def test_each_step_decides_before_the_next(rule, of_a, of_b, ahead, white):
    """K15 7 (iv), and the rules of a tournament that say who takes White."""
    games = []
    for key, other, colours in (("a", "c", of_a), ("b", "d", of_b)):
        for number, colour in enumerate(colours, start=1):
            seats = (key, other) if colour == "W" else (other, key)
            won = (colour == "W") == (key == ahead)
            result = Result.WHITE_WINS if won else Result.BLACK_WINS
            games.append(game(number, "ab".index(key) + 1, seats[0], seats[1], result))
    players = tuple(Player(key=k, name=k, first_name="", grade=Grade(0)) for k in "abcd")
    stated = Colours.BY_MODEL if rule == "index" else rule
    rules = Rules(rounds=6, colours=stated)
    field = Field.of(Tournament(rules=rules, players=players, games=tuple(games)), len(of_a) + 1)
    state = state_of(field.roster, Conventions())
    i, j = ([field.key.index(key)] for key in "ab")
    by_index = white_by_index(state[i], state[j])
    found = by_index if rule == "index" else colour_rule(field, None, 0)(field[i], field[j])
    assert found.tolist() == [white == "a"]
