"""Points, results in words, byes with points, and standings of the games that `pair` takes."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair import pair, swiss_standings
from fastpair.errors import RuleError

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")

SPELLINGS = {
    (1, False): [1, "1", "1-0", "1–0", "w"],
    (0.5, False): [0.5, "½", "1/2", "½-½", "=", "0.5"],
    (0, False): [0, "0", "0-1", "b"],
    (1, True): ["1-0f", "1-0!", "1f", "+-"],
    (0, True): ["0-1f", "0-1!", "0f", "-+"],
}
"""How a result of the first player, and by forfeit or not, may be given."""

WORTH = {
    "Swiss": {"win": 1, "draw": 0.5, "loss": 0, "bye": 1, "requested_bye": 0.5, "absence": 0},
    "Football": {"win": 3, "draw": 1, "loss": 0, "bye": 3, "requested_bye": 1, "absence": 0},
    "other": {
        "win": 5,
        "draw": 2.5,
        "loss": 1,
        "forfeit_win": 4,
        "forfeit_loss": -1,
        "bye": 2,
        "requested_bye": 1.5,
        "absence": 0.5,
    },
}


@st.composite
def courses(draw):
    """Players, three rounds of games between any of them, the same results spelled anyhow, and byes."""
    names = NAMES[: draw(st.integers(4, 7))]
    met, games, idle = set(), [], []
    for _ in range(3):
        order, row = draw(st.permutations(names)), []
        for one, other in zip(order[::2], order[1::2], strict=False):
            if frozenset((one, other)) not in met and draw(st.integers(0, 3)):
                met.add(frozenset((one, other)))
                row.append((one, other, draw(st.sampled_from([*SPELLINGS]))))
        games.append(row)
        seated = {name for one, other, _ in row for name in (one, other)}
        idle += [(name, draw(st.sampled_from(IDLE))) for name in names if name not in seated]
    spelled = [
        [(one, other, draw(st.sampled_from(SPELLINGS[result]))) for one, other, result in row]
        for row in games
    ]
    return names, games, spelled, idle


IDLE = ["bye", "requested_bye", "absence"]


def slow_points(names, games, idle, worth):
    """The points of each player, from the definitions."""
    found = dict.fromkeys(names, 0)
    for one, other, (result, by_default) in chain.from_iterable(games):
        for name, won in ((one, result), (other, 1 - result)):
            how = {1: "win", 0.5: "draw", 0: "loss"}[won]
            found[name] += worth.get(f"forfeit_{how}" if by_default else how, worth[how])
    for name, kind in idle:
        found[name] += worth[kind]
    return found


@pytest.mark.parametrize("points", WORTH)
@given(courses())
def test_players_are_paired_and_placed_by_the_points_that_are_given(points, course):
    names, games, spelled, idle = course
    worth = WORTH[points]
    stated = worth if points == "other" else points
    byes = [name if kind == "bye" else (name, worth[kind]) for name, kind in idle]
    expected = slow_points(names, games, idle, worth)
    table = swiss_standings(names, spelled, byes=byes, points=stated)
    assert {row.key: row.values[0] for row in table.rows} == expected
    drawn = pair(names, spelled, byes=byes, points=stated, sides=False)
    double = {name: 2 * each for name, each in expected.items()}
    alone = [*drawn.unpaired, *filter(None, [drawn.bye])]
    assert len(names) % 2 == 0 or alone
    apart = sum((double[one] - double[other]) ** 2 for one, other in drawn.pairs)
    if len(names) % 2:
        apart += sum((double[name] - min(double.values())) ** 2 for name in alone)
    assert drawn.levels["scores"] == apart


def test_the_standings_of_a_pairing_have_the_names_of_other_games():
    games = [[("Ann", "Bo", "1-0"), ("Cy", "Di", "½")], [("Bo", "Cy", 1), ("Di", "Ann", "0-1f")]]
    names = ["Ann", "Bo", "Cy", "Di"]
    table = swiss_standings(names, games)
    # Points, Buchholz, Sonneborn-Berger, Cumulative, direct encounter, wins, wins with Black
    assert {row.key: row.values for row in table.rows} == {
        "Ann": (2, 1.5, 1.5, 3, None, 2, 0),
        "Bo": (1, 2.5, 0.5, 1, None, 1, 0),
        "Cy": (0.5, 1.5, 0.25, 1, None, 0, 0),
        "Di": (0.5, 2.5, 0.25, 1, None, 0, 0),
    }
    assert [row.key for row in table.rows] == ["Ann", "Bo", "Di", "Cy"]
    by_two = swiss_standings(names, games, criteria="Points,Direct-Encounter", points="Football")
    assert {row.key: row.values for row in by_two.rows} == {
        "Ann": (6, None),
        "Bo": (3, None),
        "Cy": (1, None),
        "Di": (1, None),
    }
    with pytest.raises(RuleError, match="Luck"):
        swiss_standings(names, games, criteria="Points,Luck")


@pytest.mark.parametrize(
    ("byes", "again"),
    [([("Ed", 0.5)], True), ([("Ed", 0)], True), (["Ed"], False), ([("Ed", 1)], False)],
)
def test_who_asked_for_a_bye_or_was_absent_can_still_get_one(byes, again):
    games = [[("Ann", "Bo", "½"), ("Cy", "Di", "½")]]
    drawn = pair(["Ann", "Bo", "Cy", "Di", "Ed"], games, byes=byes)
    assert (drawn.bye == "Ed") == again
