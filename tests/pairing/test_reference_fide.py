"""The references of FIDE's systems for individuals, by facts that were worked out by hand."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference_burstein as burstein
import reference_dubov as dubov
from beside_references import dutch
from fastpair import Constraints, RuleError, draw_round
from fastpair.go.tournament import SWISS_RULES, Bye, Game, Player, Result, Rules, Tournament
from fastpair.pairing.systems import Dutch
from random_events import random_states
from reference_fide import (
    ABSOLUTE,
    BLACK,
    MILD,
    NONE,
    STRONG,
    WHITE,
    Facts,
    Past,
    first_bye,
    pairings,
    same_colour,
    takes_white,
)

RESULTS = {"1": Result.WHITE_WINS, "0": Result.BLACK_WINS, "=": Result.JIGO}


def tournament(count, rounds, *played, away=None, asked=None):
    """Players 1 to ``count`` of 1995, 1990, …, and rounds such as ``"1-3 1, 4-2 =, 5 bye, 6-7 +"``; + is a forfeit."""
    away, asked = away or {}, asked or {}
    players = tuple(
        Player(
            key=str(number),
            name=str(number),
            rating=2000 - 5 * number,
            absences=frozenset({*away.get(number, ()), *asked.get(number, ())}),
            requested_byes=frozenset(asked.get(number, ())),
        )
        for number in range(1, count + 1)
    )
    found = Tournament(kind="swiss", rules=Rules(rounds=rounds, **SWISS_RULES), players=players)
    for number, text in enumerate(played, 1):
        parts = [part.split() for part in text.split(",")]
        games = [
            Game(
                round=number,
                table=table,
                white=pair.split("-")[0],
                black=pair.split("-")[1],
                result=RESULTS.get(sign, Result.WHITE_WINS),
                by_default=sign == "+",
            )
            for table, (pair, sign) in enumerate(parts, 1)
            if sign != "bye"
        ]
        byes = [Bye(round=number, player=key) for key, sign in parts if sign == "bye"]
        found = found.replace_round(number, games, byes)
    return found


def keys(players):
    return "".join(one.key for one in players)


def boards(found):
    return " ".join(sorted("-".join(pair) for pair in found.pairs))


# ---- Facts of players ----


def test_preferences():
    """Dubov's players want Black mildly as long as they have no game."""
    played = ("1-2 1, 3-4 1", "1-3 1, 4-2 1", "5-1 1, 2-3 1", "5-2 1, 4-6 +")
    past = Past(tournament(6, 9, *played), 5)
    expected = {
        "1": (BLACK, STRONG),  # White, White, Black
        "2": (WHITE, ABSOLUTE),  # Black, Black, White, Black
        "3": (WHITE, ABSOLUTE),  # White, Black, Black
        "4": (BLACK, MILD),  # Black, White
        "5": (BLACK, ABSOLUTE),  # White, White
        "6": (0, NONE),
    }
    assert {one.key: (one.due, one.strength) for one in past.players()} == expected
    expected["6"] = BLACK, MILD
    assert {one.key: (one.due, one.strength) for one in dubov.players_of(past)} == expected


@pytest.mark.parametrize(
    ("higher", "lower", "turn", "initial", "white"),
    [
        ("", "", 1, "white", True),
        ("", "", 2, "white", False),
        ("", "", 1, "black", False),
        ("W", "B", 1, "white", False),
        ("B", "W", 1, "white", True),
        ("W", "", 1, "white", False),
        ("", "W", 2, "white", True),
        ("WB", "B", 1, "white", False),  # the stronger has it
        ("B", "WB", 1, "white", True),
        (
            "WBBW",
            "BWBW",
            1,
            "white",
            True,
        ),  # the last games in which they differ are the last but two
        ("BWBW", "WBBW", 1, "white", False),
        ("BWBW", "BW", 1, "white", False),  # the higher ranked wants Black
        ("B", "B", 2, "black", True),
    ],
)
def test_colours(higher, lower, turn, initial, white):
    pair = [SimpleNamespace(turn=turn), SimpleNamespace(turn=turn + 1)]
    for one, history in zip(pair, (higher, lower), strict=True):
        colours = [WHITE if letter == "W" else BLACK for letter in history]
        one.games = [("", colour) for colour in colours]
        Facts.prefer(one, colours)
    assert takes_white(*pair, initial) is white


def test_numbers_are_those_of_who_has_arrived():
    late = tournament(6, 5, "2-3 1, 4 bye", away={1: [1, 2], 5: [2]}, asked={5: [1]})
    assert Past(late, 2).turns == {"2": 1, "3": 2, "4": 3, "6": 4}
    assert Past(late, 3).turns == {str(number): number for number in range(1, 7)}


def test_virtual_points_of_baku():
    """Four of six, in three of five rounds: a win twice, then a draw; who enters late changes nothing."""
    past = Past(tournament(6, 5), 1, "baku")
    points = [[past.virtual(str(n), each) for each in range(1, 6)] for n in (1, 4, 5)]
    assert points == [[2, 2, 1, 0, 0], [2, 2, 1, 0, 0], [0] * 5]
    late = Past(tournament(6, 5, away={1: [1], 2: [1], 3: [1]}), 2, "baku")
    assert [late.virtual(str(n), 1) for n in range(1, 7)] == [2, 2, 2, 2, 2, 0]


def test_first_bye():
    """Of the lowest score and the most games: the largest number (Dubov), the last by index (Burstein)."""
    third = tournament(5, 3, "1-3 1, 2-4 0, 5 bye", "1-5 1, 3-2 =", away={4: [2]})
    assert burstein.pairing(third, 3).bye == "2"
    assert dubov.pairing(third, 3).bye == "3"
    second = tournament(5, 3, "1-3 1, 4-2 1", away={5: [1]})  # 5 has no game
    assert burstein.pairing(second, 2).bye == dubov.pairing(second, 2).bye == "3"
    again = tournament(5, 3, "1-3 1, 4-2 1, 5 bye")
    assert dubov.pairing(again, 2).bye == "3"
    third = tournament(3, 3, "1-2 1, 3 bye", "3-1 1, 2 bye")
    assert first_bye(Past(third, 3).players()).key == "1"
    assert first_bye(Past(third, 3, forbid=[("2", "3")]).players()) is None


def test_topscorers_of_one_absolute_preference():
    """They meet in the last round of the Dutch system alone [C3]."""
    last = tournament(6, 3, "1-3 1, 2-4 1, 5-6 1", "1-5 1, 2-6 1, 3-4 =")
    assert boards(dutch(last, 3, initial_colour="white")) == "2-1 4-5 6-3"
    for reference in (burstein, dubov):
        assert not {("1", "2"), ("2", "1")} & reference.pairing(last, 3).pairs


# ---- Burstein ----


def test_the_first_rounds_of_burstein_are_dutch():
    assert [*map(burstein.dutch_rounds, (1, 2, 5, 7, 8, 9, 13))] == [0, 1, 2, 3, 4, 4, 4]
    assert boards(burstein.pairing(tournament(6, 4), 2)) == "1-4 3-6 5-2"


def test_index():
    """An unplayed round is a game against oneself; the last absences of an opponent count as draws."""
    away, asked = {4: [3, 4], 5: [3, 4]}, {5: [2]}
    past = Past(
        tournament(
            5, 5, "1-4 1, 2-5 =, 3 bye", "2-1 =, 4-3 +", "1-3 1, 2 bye", away=away, asked=asked
        ),
        4,
    )
    assert [past.earned(key, 4) for key in "12345"] == [5, 4, 2, 2, 2]
    assert [burstein.score_for_opponents(past, key) for key in "12345"] == [5, 4, 2, 3, 3]
    assert [burstein.tie_breaks(past, key) for key in "123"] == [
        (3 + 4 + 2, 2 * 3 + 1 * 4 + 2 * 2),
        (3 + 5 + 4, 1 * 3 + 1 * 5 + 2 * 4),
        (2 + 2 + 5, 2 * 2 + 0 + 0),
    ]
    assert keys(sorted(past.players(), key=lambda one: burstein.index(past, one))) == "213"
    forfeit = Past(tournament(4, 5, "1-2 1", "3-2 +", away={2: [3, 4]}), 4)
    assert burstein.score_for_opponents(forfeit, "2") == 1  # the forfeit is no bye


def test_the_index_leaves_out_rounds_before_a_late_entry_and_virtual_points():
    away = {3: [1, 3, 4]}
    past = Past(tournament(4, 9, "1-2 1", "3-1 1, 4-2 1", "1-4 1", away=away), 4, "baku")
    assert burstein.score_for_opponents(past, "3") == 2 + 1
    there = Past(tournament(4, 9, "1-2 1", "3-1 1, 4-2 1", "1-4 1", away={3: [1, 3]}), 4, "baku")
    assert burstein.score_for_opponents(there, "3") == 2


def test_candidates_of_burstein():
    """Six players of whom four are paired: 45 candidates; the first has its last opponent first."""
    bracket = Past(tournament(6, 9), 1).players()
    order = [burstein.opponents(pairs, bracket) for pairs in burstein.candidates(bracket) if len(pairs) == 2]  # fmt: skip
    assert len(order) == 45
    assert order[:3] == [[6, 5, 0, 0, 2, 1], [6, 4, 0, 2, 0, 1], [6, 3, 2, 0, 0, 1]]
    assert order[3:7] == [
        [6, 0, 5, 0, 3, 1],
        [6, 0, 4, 3, 0, 1],
        [6, 0, 0, 5, 4, 1],
        [5, 6, 0, 0, 1, 2],
    ]
    assert order[-1] == [0, 0, 4, 3, 6, 5]


DRAWS = "1-4 =, 5-2 =, 3-6 ="
WINS = "1-4 1, 5-2 0, 3-6 1"
OTHER_COLOUR = "1-4 1, 5-2 0, 6-3 0"


@pytest.mark.parametrize(
    ("count", "played", "expected", "floaters"),
    [
        (6, DRAWS, "2-3 4-5 6-1", (0,)),  # 1 meets 6, 2 has met 5 and 4 wants the same colour
        (6, WINS, "2-1 4-3 6-5", (0, 1)),  # 1 and 3 want the same colour; the index is 4, 5, 6, 3
        (6, OTHER_COLOUR, "2-6 3-1 4-5", (0, 1)),  # now 1 can meet 3; the index is 4, 5, 6, 2
    ],
)
def test_a_round_of_burstein(count, played, expected, floaters):
    found = burstein.pairing(tournament(count, 2, played), 2)
    assert (boards(found), found.floaters) == (expected, floaters)


@pytest.mark.parametrize(
    ("forbid", "expected"), [((), "1-3 4-2 5-6"), ([("2", "4")], "1-2 3-4 5-6")]
)
def test_who_goes_down_can_be_paired_there(forbid, expected):
    """[C7] before the order; three players, one and two, by virtual points in the only round."""
    virtual = "2 in 1-1 for 1-3, 1 in 1-1 for 4-4"
    found = burstein.pairing(tournament(6, 1), 1, acceleration=virtual, forbid=forbid)
    assert (boards(found), found.floaters) == (expected, (0, 1, 0))


# ---- Dubov ----


def test_average_rating():
    """Halves up, without forfeits; 0 without a game."""
    past = Past(tournament(6, 9, "1-2 1, 3-4 1", "1-3 1, 5-6 +", "1-4 +, 3-5 1"), 4)
    found = [dubov.average_rating(past, str(number)) for number in range(1, 7)]
    assert found == [1988, 1995, 1983, 1985, 1985, 0]  # 1: 1990 and 1985; 3: 1980, 1995 and 1975


def test_upfloats():
    """Who was paired with somebody of more points, played or not; three in nine rounds are the most."""
    past = Past(tournament(4, 9, "1-2 1, 3-4 +", "2-1 1, 4-3 +", "1-3 =, 2-4 ="), 4)
    assert {key: dubov.upfloats(past, key) for key in "1234"} == {
        "1": [],
        "2": [2],
        "3": [],
        "4": [2],
    }
    virtual = "1 in 1-1 for 1-2"
    past = Past(tournament(4, 9, "1-3 =, 4-2 ="), 2, virtual)
    assert [dubov.upfloats(past, key) for key in "1234"] == [[], [], [1], [1]]
    assert [*map(dubov.most_upfloats, (4, 5, 9, 10))] == [2, 3, 3, 4]


def test_criteria_of_upfloaters():
    """[C6] lowest scores first, [C7]; but in the last round maximum upfloaters, their upfloats, and the last round's."""
    there = {"barred": (), "strength": MILD, "due": WHITE}
    residents = [SimpleNamespace(key=key, score=4, **there) for key in "ab"]
    chosen = [
        SimpleNamespace(key="c", score=2, upfloats=[1, 2, 3], **there),
        SimpleNamespace(key="d", score=1, upfloats=[3], **there),
    ]
    found = [
        dubov.costs(residents, chosen, SimpleNamespace(before=before, rules=Rules(rounds=rounds)))
        for before, rounds in ((4, 5), (4, 4), (5, 6))
    ]
    assert found == [[[-1, -2], 2, 1, 3, 2], [[-1, -2], 2], [[-1, -2], 2, 1, 3, 0]]


@pytest.mark.parametrize(("players", "order"), [("ABCDEFG", "DCEBFAG"), ("ABCD", "BCAD"), ("", "")])
def test_the_order_of_shifters(players, order):
    assert "".join(dubov.from_the_middle(players)) == order


@pytest.mark.parametrize(
    ("count", "played", "forbid", "expected", "floaters", "shifts"),
    [
        # Nobody has played: half against half.
        (6, "", (), "1-4 3-6 5-2", (0,), (0,)),
        # S1 is 2, 6, 4, as they have met 5, 3, 1; 6 has met 3.
        (6, DRAWS, (), "2-1 4-3 6-5", (0,), (0,)),
        # 4 comes up; 2 has met a lower rated opponent than 4.
        (6, WINS, (), "2-1 4-3 6-5", (1, 0), (0, 0)),
        # 5 wants Black, so that it comes up before 4; 3 has met a lower rated opponent than 2, who has met 5.
        (6, OTHER_COLOUR, (), "2-1 3-5 4-6", (1, 0), (0, 0)),
        # 2 of 1, 2, 3 and 6 of 5, 6, 7 are shifted to make the halves equal.
        (8, "1-5 1, 6-2 0, 3-7 1, 8-4 0", (), "2-3 4-1 5-8 7-6", (0, 0), (0, 0)),
        # 2 can meet 3 only: it is shifted, then 1.
        (4, "1-3 =, 4-2 =", [("1", "2")], "2-3 4-1", (0,), (1,)),
    ],
)
def test_a_round_of_dubov(count, played, forbid, expected, floaters, shifts):
    number = 2 if played else 1
    before = tournament(count, 9, *filter(None, [played]))
    found = dubov.pairing(before, number, forbid=forbid)
    assert (boards(found), found.floaters, found.shifts) == (expected, floaters, shifts)


# ---- All tournaments ----


def past_of(state):
    settings = {key: each for key, each in state.settings.items() if key != "initial_colour"}
    return Past(state.tournament, state.round_number, **settings)


@pytest.mark.parametrize("reference", [burstein, dubov])
@given(seed=st.integers(0, 10**6))
def test_every_round_is_legal(reference, seed):
    """Everybody once, no rematch, no second bye; after Burstein's first rounds no two of one absolute preference."""
    for state in random_states(seed, reference.pairing):
        if state.expected is None:
            continue
        past, found = past_of(state), state.expected
        facts = {one.key: one for one in past.players()}
        seated = [key for pair in found.pairs for key in pair] + [found.bye] * bool(found.bye)
        assert sorted(seated) == sorted(facts)
        assert found.bye is None or not facts[found.bye].had_bye
        is_dutch = state.round_number <= burstein.dutch_rounds(past.rules.rounds)
        for pair in found.pairs:
            one, other = (facts[key] for key in pair)
            assert other.key not in one.barred
            absolute = one.strength == other.strength == ABSOLUTE and one.due == other.due
            assert not absolute or (reference is burstein and is_dutch)


@given(seed=st.integers(0, 10**6))
def test_the_first_rounds_of_burstein_are_those_of_the_program(seed):
    """With colours, virtual points and pairs that may not meet, in any state."""
    for state in random_states(seed, dutch):
        settings = dict(state.settings)
        apart = Constraints(forbid=[*settings.pop("forbid")])
        system = Dutch(**settings)
        if state.expected is None:
            with pytest.raises(RuleError):
                draw_round(state.tournament, state.round_number, constraints=apart, system=system)
            continue
        draw = draw_round(state.tournament, state.round_number, constraints=apart, system=system)
        pairs = {(board.white, board.black) for board in draw.boards}
        assert (pairs, draw.bye) == (state.expected.pairs, state.expected.bye)


def brackets_of(state):
    """The brackets of a round of Dubov, those who come up, and those who are below the residents."""
    past = past_of(state)
    left = [one for one in dubov.players_of(past) if one.key != state.expected.bye]
    for bracket, chosen, _ in dubov.brackets(left, past):
        lower = [one for one in left if one not in bracket or one in chosen]
        yield past, bracket, [*chosen], lower
        left = [one for one in left if one not in bracket]


@given(seed=st.integers(0, 10**6))
def test_shifters(seed):
    """Each legal pairing between the halves has the fewest pairs within one, each with one shifted player."""
    for state in random_states(seed, dubov.pairing):
        for _, bracket, _, _ in brackets_of(state) if state.expected else ():
            halves = dubov.halves(bracket)
            *both, leave, come = dubov.shifted(*halves, bracket)
            shifters = {one.key for one in (*leave, *come)}
            assert len(shifters) == len(leave) + len(come)
            least = min(within_halves(pairs, halves) for pairs in pairings(bracket))
            for pairs in dubov.legal_permutations(*both):
                assert within_halves(pairs, halves) == least == len(shifters)
                assert same_colour(pairs) == dubov.least_same_colour(bracket)
                for one, other in pairs:
                    together = (one in halves[0]) == (other in halves[0])
                    assert together == (len({one.key, other.key} & shifters) == 1)


def within_halves(pairs, halves):
    return sum((one in halves[0]) == (other in halves[0]) for one, other in pairs)


@given(seed=st.integers(0, 10**6))
def test_upfloaters_are_those_of_one_matching(seed):
    """The least of all pairings of who is left: by edges to lower players, [C6] to [C10], then the set itself."""
    for state in random_states(seed, dubov.pairing):
        for past, bracket, chosen, lower in brackets_of(state) if state.expected else ():
            residents = [one for one in bracket if one not in chosen]

            def levels(pairs, residents=residents, lower=lower, past=past):
                top = [pair for pair in pairs if not all(one in lower for one in pair)]
                up = [one for pair in top for one in pair if one in lower]
                up.sort(key=dubov.rank)
                found = dubov.costs(residents, up, past)
                found[1] = same_colour(top)
                return len(up), found, [dubov.rank(one) for one in up]

            *_, ranks = min(map(levels, pairings([*residents, *lower])))
            assert ranks == [dubov.rank(one) for one in chosen]
