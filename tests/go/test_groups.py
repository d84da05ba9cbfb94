"""McMahon groups: where grades start, what is proposed, and files that know corrections only."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import player
from fastpair.errors import RuleError
from fastpair.formats import FORMATS
from fastpair.formats.losses import losses
from fastpair.go.scores import ScoreHistory
from fastpair.go.tournament import (
    Grade,
    Tournament,
    bar_range,
    group_limits,
    mcmahon_groups,
    proposed_limits,
    starting_scores,
    with_groups,
    with_groups_in_corrections,
)
from tournaments import GRADES, tournaments

LIMITS = st.sets(st.integers(-29, 8).map(Grade), min_size=1, max_size=8).map(
    lambda found: tuple(sorted(found, reverse=True))
)


def listed(text):
    return tuple(map(Grade.parse, text.split()))


@given(LIMITS, GRADES)
def test_a_grade_starts_in_its_group(limits, grade):
    """The group at the bar starts at the bar, and each other one a point below the one before."""
    rules = with_groups(Tournament(), limits).rules
    assert group_limits(rules) == limits
    assert (rules.bar, rules.floor) == (limits[0], limits[-1] - 1)
    above = sum(grade < limit for limit in limits)
    tournament = Tournament(rules=rules, players=(player("a", grade, correction=2),))
    assert starting_scores(tournament) == [limits[0] - above + 2]
    assert ScoreHistory.of(tournament).start_mms.tolist() == [limits[0] - above + 32]


@pytest.mark.parametrize("limits", ["1k 1d", "1d 1d", "1d 30k"])
def test_what_is_no_table_is_refused(limits):
    with pytest.raises(
        RuleError, match="the grades must go from the highest down, above 30k, not 1"
    ):
        with_groups(Tournament(), listed(limits))


@given(st.lists(GRADES, min_size=1, max_size=120), st.integers(3, 7))
def test_what_is_proposed_is_large_at_both_ends(grades, rounds):
    """Each end has enough players for all rounds, and none of a table's groups has nobody."""
    limits = proposed_limits(grades, rounds)
    groups = Counter(sum(grade < limit for limit in limits) for grade in grades)
    sizes = [groups[i] for i in range(len(limits) + 1)]
    assert all(sizes)
    assert sum(sizes) == len(grades)
    if len(sizes) > 2:
        assert sizes[-1] >= max(sizes[0], bar_range(rounds)[0])
        assert min(sizes[1:-1]) >= 2
    most = 4 if len(grades) <= 20 else 20
    assert len(sizes) <= most


def proposed(text, rounds=3):
    """What is proposed for as many players of each grade; three rounds ask for four at the bar."""
    entries = (entry.split("*") for entry in text.split())
    grades = [Grade.parse(grade) for grade, number in entries for _ in range(int(number))]
    return " ".join(map(str, proposed_limits(grades, rounds)))


@pytest.mark.parametrize(
    ("entries", "limits"),
    [
        # Each group between the ends has two players; 1 dan, left alone, joins the lowest group.
        ("5d*4 4d*1 3d*1 2d*2 1d*1 5k*4", "5d 3d 2d"),
        ("5d*4 4d*1 3d*2 5k*14", "5d 3d"),
        ("5d*4 4d*2 3d*1 5k*14", "5d 4d"),
        # The lowest group has as many as the highest one,
        ("5d*8 4k*2 5k*8", "5d 4k"),
        ("5d*8 4k*2 5k*7", "5d"),
        # and as many as the bar asks for.
        ("5d*3 1k*20 5k*4", "5d 1k"),
        ("5d*3 1k*20 5k*3", "5d"),
        ("5d*4 1k*2 4k*1 5k*3", "5d 1k"),
        ("5d*4", ""),
    ],
)
def test_neighbouring_grades_are_merged_where_they_are_few(entries, limits):
    assert proposed(entries) == limits


USUAL = ((20, 4), (30, 6), (50, 8), (70, 10), (90, 12), (110, 15), (150, 20), (200, 25))


def groups_of(players, between):
    """How many groups are proposed: four at the bar, pairs of so many grades, all others at 30 kyu."""
    ends = [Grade(8)] * 4 + [Grade(-30)] * (players - 4 - 2 * between)
    middle = [Grade(7 - grade) for grade in range(between) for _ in range(2)]
    return len(proposed_limits(ends + middle, 3)) + 1


@pytest.mark.parametrize(("players", "most"), USUAL)
def test_more_groups_than_usual_are_merged(players, most):
    """For so many players the usual number of groups, and more for one more player [V table 4.1]."""
    assert groups_of(players, most - 2) == most
    assert groups_of(players, most - 1) == (most - 1) // 2 + 2
    assert groups_of(players + 1, most - 1) == most + 1


def test_who_starts_where():
    rules = with_groups(Tournament(), listed("4d 2d 1k")).rules
    entries = {"a": "7d", "b": "4d", "c": "3d", "d": "1d", "e": "9k"}
    players = [player(key, Grade.parse(grade)) for key, grade in entries.items()]
    players += [player("f", 3, correction=1), player("g", 3, final=False)]
    groups = mcmahon_groups(Tournament(rules=rules, players=tuple(players)))
    assert [(group.score, group.players, group.by_hand) for group in groups] == [
        (4, ("f",), ("f",)),
        (3, ("a", "b"), ()),
        (2, ("c",), ()),
        (1, ("d",), ()),
        (0, ("e",), ()),
    ]
    assert groups[1].grades == listed("7d 4d")
    assert groups[2].grades == listed("3d 2d")
    assert groups[0].grades == ()


@given(tournaments(), LIMITS)
def test_corrections_hold_the_groups(tournament, limits):
    grouped = with_groups(tournament, limits)
    held = with_groups_in_corrections(grouped)
    assert held.rules.merged_grades == ()
    assert starting_scores(held) == starting_scores(grouped)


FIELD = Tournament(
    players=tuple(
        player(name, Grade.parse(grade), name=name, rating=Grade.parse(grade).rating)
        for name, grade in zip(
            "ABCDEFGH", ["5d", "4d", "3d", "2d", "1d", "1k", "5k", "9k"], strict=True
        )
    )
)


@pytest.mark.parametrize("name", ["opengotha", "pairgoth", "fastpair"])
def test_files_hold_the_groups(name):
    """As a rule, or as corrections; and other groups take the place of those."""
    form = FORMATS[name]
    grouped = with_groups(FIELD, listed("4d 2d 1k"))
    content = form.new(grouped)
    document = form.read("x", content)
    assert starting_scores(document.tournament) == [3, 3, 2, 2, 1, 1, 0, 0]
    assert not [line for line in losses(document.tournament, grouped) if "correction" in line]
    others = document.settled(with_groups(document.tournament, listed("5d 1d")))
    again = form.read("x", document.content_with(others))
    assert starting_scores(again.tournament) == [4, 3, 3, 3, 3, 2, 2, 2]
    assert [len(group.players) for group in mcmahon_groups(again.tournament)] == [1, 4, 3]
    none = with_groups(again.tournament, ())
    assert not any(player.correction for player in none.players)


def test_who_enters_later_joins_the_groups_when_they_are_set_again():
    """In a file that knows corrections only; many newcomers do not move those who were there."""
    held = with_groups_in_corrections(with_groups(FIELD, listed("4d 1k")))
    later = [player(name, Grade(-9)) for name in "XYZ"]
    more = replace(held, players=(*held.players, *later))
    assert starting_scores(more)[-4:] == [1, -2, -2, -2]
    assert mcmahon_groups(more)[-1].players == ("X", "Y", "Z")
    again = with_groups_in_corrections(with_groups(more, listed("4d 1k")))
    assert starting_scores(again) == [3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1]
