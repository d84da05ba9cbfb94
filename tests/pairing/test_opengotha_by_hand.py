"""OpenGotha's weights [OPENGOTHA 10 to 12], an example by hand on each side of every threshold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from builders import player
from fastpair.go.tournament import (
    Criterion,
    Grade,
    HandicapRules,
    PairingRules,
    Placement,
    Rules,
    SeedSystem,
    Tournament,
)
from fastpair.pairing.field import Field, above_thresholds, handicap
from fastpair.pairing.weights import OpenGotha

MOST = 1_000_000
"""Worth of the component in question, where a round number helps."""


def pair(pairing=None, number=1, players=(), rules=None, **columns):
    """A field of two players with these columns; the first is A."""
    rules = replace(rules or Rules(), pairing=pairing or PairingRules())
    players = players or (player("A"), player("B"))
    tournament = Tournament(rules=rules, players=players)
    field = Field.of(tournament, number)
    assert field.key == ("A", "B")
    arrays = {
        name: value if np.isscalar(value) else np.array(value) for name, value in columns.items()
    }
    return field.having(arrays)


def share(field, name, variant="v351"):
    """What a component gives the pair, the same from both sides and in the weights of all pairs."""
    model = OpenGotha(variant=variant)
    parts = [model.components(field[i], field[j]) for i, j in ((0, 1), (1, 0))]
    one, other = (int(np.asarray(part[name])) for part in parts)
    assert one == other
    weights = model.weigh(field)
    assert weights.components[name][0, 1] == one
    # One unit is added to every pair.
    assert weights.total[0, 1] == 1 + sum(int(np.asarray(part)) for part in parts[0].values())
    return one


def within_groups(of_both, /, **columns):
    """Columns of two players of these groups, each alone in the middle of three."""
    return {"group": of_both, "group_size": (3, 3), "placement": (1, 1), **columns}


# 11.1 to 11.3: rematches, luck and colours


@pytest.mark.parametrize(
    ("most", "names", "luck"),
    [
        # The names in their order give 65 + 2 · 66 = 197; if who stands higher is named second, it
        # is taken from the most.
        (0, "AB", 0),
        (1, "AB", 1),
        (1000, "AB", 197 * 1_234_567 % 1001),
        (1000, "BA", 1000 - 197 * 1_234_567 % 1001),
    ],
)
def test_luck_by_the_names(most, names, luck):
    players = (player("A", 1, name=names[0]), player("B", name=names[1]))
    assert share(pair(PairingRules(random=most), players=players), "random") == luck


@pytest.mark.parametrize(
    ("most", "deterministic", "by_lot"), [(0, False, False), (1, False, True), (1, True, False)]
)
def test_luck_by_lot(most, deterministic, by_lot):
    rules = Rules(pairing=PairingRules(random=most, deterministic=deterministic))
    assert OpenGotha().by_lot(rules) is by_lot


@pytest.mark.parametrize(
    ("balances", "expected"),
    [
        ((1, -1), 101),
        ((-3, 1), 101),
        ((1, 1), 0),
        ((0, 0), 0),
        ((0, 1), 0),
        ((0, 2), 50),
        ((-2, 0), 50),
        ((0, -1), 0),
        ((2, 2), 0),
        ((1, 3), 0),
    ],
)
def test_colours_are_balanced(balances, expected):
    """All of it for opposite balances, half of it, cut off, for none beside two or more."""
    field = pair(PairingRules(balance_colours=101), colour_balance=balances)
    assert share(field, "colour") == expected


# 11.4 to 11.6: categories, scores, draws up and down


@pytest.mark.parametrize(
    ("concavity", "apart", "expected"),
    [(0.5, 0, MOST), (0.5, 1, 777_777), (0.5, 2, 444_444), (0.0, 1, 666_666), (1.0, 1, 888_888)],
)
def test_categories(concavity, apart, expected):
    """V (1 - x) (1 + k x) of a third or two thirds, truncated."""
    rules = Rules(category_limits=(Grade(0), Grade(-5)))
    pairing = PairingRules(avoid_mixing_categories=MOST, concavity=concavity)
    assert share(pair(pairing, rules=rules, category=(0, apart)), "category") == expected
    assert share(pair(pairing, rules=rules, category=(2 - apart, 2)), "category") == expected
    assert share(pair(pairing, category=(0, apart)), "category") == 0


@pytest.mark.parametrize(("apart", "expected"), [(0, MOST), (1, 945_000), (5, 625_000)])
def test_scores(apart, expected):
    """Groups apart as a share of all groups: of ten, one is a tenth."""
    pairing = PairingRules(minimise_score_difference=MOST, concavity=0.5)
    columns = within_groups((2, 2 + apart), groups=10)
    assert share(pair(pairing, **columns), "score") == expected
    rules = Rules(category_limits=(Grade(0),))
    assert share(pair(pairing, rules=rules, category=(1, 1), **columns), "score") == expected
    assert share(pair(pairing, rules=rules, category=(0, 1), **columns), "score") == 0


@pytest.mark.parametrize("variant", ["v351", "v352"])
@pytest.mark.parametrize("apart", [0, 1, 3, 4, 5])
def test_draws_up_and_down_reach_over_three_groups(apart, variant):
    """3.51 counts them over one to three groups, the later version over any number."""
    columns = within_groups((1, 1 + apart))
    counts = apart > 0 and (apart < 4 or variant == "v352")
    # Two of four scenarios of a fifth each; both in the middle of three: 2 (2 / 3) of a tenth.
    expected = 2 * 200_000 + 2 * (100_000 * 2 // 3) if counts else 0
    assert share(pair(PairingRules(draw_up_down=MOST), **columns), "dudd", variant) == expected


@pytest.mark.parametrize(
    ("lower", "upper", "scenario"),
    [
        ((0, 0), (0, 0), 2),
        ((1, 0), (0, 0), 1),
        ((0, 0), (0, 1), 1),
        ((1, 0), (0, 1), 0),
        ((0, 1), (0, 0), 3),
        ((0, 0), (1, 0), 3),
        ((0, 1), (1, 0), 4),
        ((1, 1), (0, 0), 1),
        ((0, 0), (1, 1), 1),
        ((1, 2), (0, 0), 2),
        ((2, 1), (0, 0), 1),
        ((0, 0), (2, 1), 2),
        ((0, 0), (1, 2), 1),
        ((1, 2), (2, 1), 0),
        ((1, 2), (1, 0), 3),
        ((0, 1), (2, 1), 3),
    ],
)
@pytest.mark.parametrize("compensate", [True, False])
def test_scenarios_of_a_draw_up_and_down(lower, upper, scenario, compensate):
    """Draws up and down so far, of the lower and of the upper player [OPENGOTHA 11.6].

    A repetition costs a scenario, a compensation gains one unless both repeat.
    """
    pairing = PairingRules(draw_up_down=MOST, compensate_draw_up_down=compensate)
    (lower_up, lower_down), (upper_up, upper_down) = lower, upper
    columns = within_groups((0, 1), group_size=(1, 1), placement=(0, 0))
    ups, downs = np.array([upper_up, lower_up]), np.array([upper_down, lower_down])
    field = pair(
        pairing,
        **columns,
        drawn_up=ups,
        drawn_down=downs,
        ever_up=ups > 0,
        ever_down=downs > 0,
        mostly_up=np.sign(ups - downs),
    )
    assert share(field, "dudd") == 200_000 * min(scenario, 4 if compensate else 2)


@pytest.mark.parametrize(
    ("wanted", "size", "worths"),
    [
        (Placement.TOP, 4, (75_000, 50_000, 25_000, 0)),
        (Placement.MIDDLE, 4, (0, 50_000, 50_000, 0)),
        (Placement.MIDDLE, 5, (0, 40_000, 80_000, 40_000, 0)),
        (Placement.BOTTOM, 4, (0, 25_000, 50_000, 75_000)),
    ],
)
def test_places_of_who_is_drawn(wanted, size, worths):
    """The upper player by one rule, the lower by the other; a tenth of the component each."""
    alone = {"group": (0, 1)}
    for place, worth in enumerate(worths):
        down = PairingRules(draw_up_down=MOST, drawn_down_from=wanted)
        field = pair(down, **alone, group_size=(size, 1), placement=(place, 0))
        assert share(field, "dudd") == 400_000 + worth
        up = PairingRules(draw_up_down=MOST, drawn_up_from=wanted)
        field = pair(up, **alone, group_size=(1, size), placement=(0, place))
        assert share(field, "dudd") == 400_000 + worth


@pytest.mark.parametrize(
    ("limits", "categories", "divisor"),
    [
        ((0, -5), (0, 0), 1),
        ((0, -5), (1, 1), 1),
        ((0, -5), (0, 1), 16),
        ((0, -5), (1, 2), 16),
        ((0, -5), (0, 2), 81),
        ((0,), (0, 1), 16),
    ],
)
def test_draws_between_categories_count_less(limits, categories, divisor):
    rules = Rules(category_limits=tuple(map(Grade, limits)))
    columns = within_groups((0, 1), category=categories)
    field = pair(PairingRules(draw_up_down=MOST), rules=rules, **columns)
    assert share(field, "dudd") == (400_000 + 2 * 66_666) // divisor


# 11.7: seed systems


@pytest.mark.parametrize(
    ("system", "size", "places", "expected"),
    [
        (SeedSystem.SPLIT_AND_FOLD, 4, (0, 3), MOST),
        (SeedSystem.SPLIT_AND_FOLD, 4, (0, 2), 888_889),
        (SeedSystem.SPLIT_AND_FOLD, 4, (1, 3), 888_889),
        (SeedSystem.SPLIT_AND_FOLD, 4, (0, 1), 555_556),
        (SeedSystem.SPLIT_AND_SLIP, 4, (0, 2), MOST),
        (SeedSystem.SPLIT_AND_SLIP, 4, (0, 3), 750_000),
        (SeedSystem.SPLIT_AND_SLIP, 4, (0, 1), 750_000),
        (SeedSystem.SPLIT_AND_SLIP, 4, (1, 3), MOST),
        (SeedSystem.SPLIT_AND_SLIP, 2, (0, 1), MOST),
        (SeedSystem.SPLIT_AND_FOLD, 2, (0, 1), MOST),
        # Scores that no group is for: groups of 0, where the second formula divides by 0.
        (SeedSystem.SPLIT_AND_FOLD, 0, (0, 0), 0),
        (SeedSystem.SPLIT_AND_SLIP, 5, (0, 2), 960_000),
    ],
)
def test_seeds_within_a_group(system, size, places, expected):
    pairing = PairingRules(maximise_seeding=MOST, seed_systems=(system, system))
    columns = {"group_size": (size, size), "placement": places}
    assert share(pair(pairing, group=(1, 1), **columns), "seeding") == expected
    assert share(pair(pairing, group=(1, 2), **columns), "seeding") == 0


@pytest.mark.parametrize(
    ("size", "places", "across"),
    [
        (4, (1, 2), True),
        (4, (0, 1), False),
        (4, (2, 3), False),
        (5, (2, 3), True),
        (5, (1, 2), False),
        (5, (3, 4), False),
    ],
)
def test_halves_of_a_group(size, places, across):
    """Anybody of the upper half against anybody of the lower one, with luck of at most a fifth."""
    random = SeedSystem.SPLIT_AND_RANDOM
    pairing = PairingRules(maximise_seeding=MOST, seed_systems=(random, random))
    field = pair(pairing, group=(0, 0), group_size=(size, size), placement=places)
    # The names A and B give 65 + 2 · 66 = 197.
    luck = 197 * 1_234_567 % 200_001
    assert share(field, "seeding") == (MOST - luck if across else 0)


@pytest.mark.parametrize(("number", "expected"), [(2, MOST), (3, 750_000)])
def test_the_seed_system_changes_after_its_last_round(number, expected):
    systems = (SeedSystem.SPLIT_AND_FOLD, SeedSystem.SPLIT_AND_SLIP)
    pairing = PairingRules(
        maximise_seeding=MOST, seed_systems=systems, last_round_of_first_seed_system=2
    )
    columns = {"group": (0, 0), "group_size": (4, 4), "placement": (0, 3)}
    assert share(pair(pairing, number=number, **columns), "seeding") == expected


# 11.8: who is above the thresholds, and small handicaps

NEVER = PairingRules(grade_threshold=Grade(8), wins_threshold=False, bar_threshold=False)
"""No threshold that anybody here reaches."""


def above(pairing, rules=None, **columns):
    first = {name: (value, value) for name, value in columns.items()}
    field = pair(pairing, rules=rules, **first)
    return bool(above_thresholds(field[0]))


@pytest.mark.parametrize(
    ("wins_threshold", "wins_x2", "expected"),
    [(True, 4, False), (True, 5, True), (False, 9, False), (False, 10, True)],
)
def test_wins_above_the_threshold(wins_threshold, wins_x2, expected):
    """Half of five rounds with the threshold, and all of them without it."""
    assert above(replace(NEVER, wins_threshold=wins_threshold), wins_x2=wins_x2) is expected


@pytest.mark.parametrize(
    ("grade", "wins_x2", "expected"), [(3, 0, True), (2, 1, False), (2, 2, True), (0, 5, False)]
)
def test_grades_above_the_threshold(grade, wins_x2, expected):
    """The grade and the wins together reach 4 dan."""
    pairing = replace(NEVER, grade_threshold=Grade(3))
    assert above(pairing, grade=grade, wins_x2=wins_x2) is expected


@pytest.mark.parametrize(("start", "expected"), [(32, False), (33, True)])
@pytest.mark.parametrize("bar_threshold", [True, False])
def test_starts_above_the_threshold(start, expected, bar_threshold):
    """A start at the bar of 4 dan or above it."""
    found = above(replace(NEVER, bar_threshold=bar_threshold), Rules(bar=Grade(3)), start_mms=start)
    assert found is (expected and bar_threshold)


@pytest.mark.parametrize(
    ("scores", "expected"), [((60, 60), MOST), ((60, 61), MOST), ((60, 62), 945_000)]
)
def test_small_handicaps(scores, expected):
    """Whole McMahon scores apart, as a share of ten groups."""
    pairing = replace(NEVER, minimise_handicap=MOST)
    assert share(pair(pairing, mms_x2=scores, groups=10), "handicap") == expected
    assert share(pair(NEVER, mms_x2=scores, groups=10), "handicap") == 0
    least = pair(replace(NEVER, minimise_handicap=1), mms_x2=(60, 60), groups=10)
    assert share(least, "handicap") == 1


@pytest.mark.parametrize(("number", "scores"), [(1, 26), (3, 28)])
def test_handicaps_in_other_tournaments_than_mcmahon(number, scores):
    """Points are a share of bar - floor + 3 and of the rounds that are played."""
    pairing = replace(NEVER, minimise_handicap=MOST, concavity=0.0)
    rules = Rules(placement=(Criterion.WINS,), floor=Grade(-20), bar=Grade(3))
    field = pair(pairing, number=number, rules=rules, mms_x2=(60, 66), groups=10)
    assert share(field, "handicap") == int(MOST * (1.0 - 3 / scores))


# 11.9: clubs and countries


def geo(same_club, same_country, variant="v351", near=False, strong=(False, False), **pairing):
    """The share of clubs and countries where the score weighs 3, and areas 2 million."""
    worths = {"minimise_score_difference": 3 * MOST, "avoid_same_area": 2 * MOST, "concavity": 0.0}
    clubs = ("lyon", "lyon" if same_club else "metz")
    players = tuple(
        player(key, country="FR" if same_country or key == "A" else "DE", club=club)
        for key, club in zip("AB", clubs, strict=True)
    )
    groups = (frozenset({"lyon", "metz"}),) if near else ()
    field = pair(
        replace(NEVER, bar_threshold=True, **(worths | pairing)),
        players=players,
        rules=Rules(bar=Grade(3), club_groups=groups),
        groups=10,
        start_mms=tuple(33 if each else 30 for each in strong),
    )
    return share(field, "geo", variant)


@pytest.mark.parametrize(
    ("same_club", "same_country", "near", "distance"),
    [
        (True, True, False, 0.0),
        (True, False, False, 0.15),
        (False, True, False, 0.41),
        (False, False, False, 0.46),
        (False, True, True, 0.20),
        (False, False, True, 0.25),
    ],
)
def test_homes(same_club, same_country, near, distance):
    """The larger distance, half of the smaller one, and half a group, of ten groups.

    A country is one group, a club 1.2 times three groups, and a near club half of three.
    """
    expected = 3 * MOST - 2 * MOST * (1.0 - distance)
    assert geo(same_club, same_country, near=near) == pytest.approx(min(expected, 2 * MOST), abs=1)


def test_homes_reach_no_further_than_all_groups():
    """Distances of countries and of clubs are cut off at 1, each by itself."""
    few = {"minimise_score_difference": MOST}
    assert geo(True, False, country_groups=10, **few) == MOST + 100_000
    assert geo(True, False, country_groups=11, **few) == MOST + 100_000
    assert geo(False, True, club_groups=9, **few) == MOST + 100_000
    # The smaller distance counts half, and half a group is added: 1 + 1/2 + 1/20, or 0.1 for 2 million.
    assert geo(False, False, country_groups=99, club_groups=99, **few) == 2 * MOST


@pytest.mark.parametrize("variant", ["v351", "v352"])
def test_strong_players_are_spared_the_preference_for_other_homes(variant):
    """The later version counts half of it for one strong player, and all of it for two."""
    weak = geo(True, True, variant)
    one, two = (geo(True, True, variant, strong=who) for who in ((True, False), (True, True)))
    expected = (weak, weak) if variant == "v351" else ((weak + 2 * MOST) // 2, 2 * MOST)
    assert (one, two) == expected
    half = geo(True, True, variant, strong=(True, False), minimise_score_difference=3 * MOST + 1)
    assert half == (MOST + 1 if variant == "v351" else (3 * MOST + 1) // 2)


# 12: handicaps


@pytest.mark.parametrize(
    ("correction", "difference", "stones"),
    [
        (1, 0, 0),
        (1, 1, 0),
        (1, 2, 1),
        (1, 10, 9),
        (1, 11, 9),
        (0, 1, 1),
        (0, 10, 9),
        (-1, 0, 0),
        (-1, 1, 2),
        (2, 3, 1),
    ],
)
def test_handicaps_by_grade(correction, difference, stones):
    """The difference without the correction, from 0 to the ceiling; equals play even."""
    rules = HandicapRules(by_mms=False, correction=correction, ceiling=9, threshold=Grade(8))
    field = pair(rules=Rules(handicap=rules), grade=(0, -difference))
    assert handicap(field[0], field[1]) == stones
    assert handicap(field[1], field[0]) == stones


@pytest.mark.parametrize(
    ("grades", "stones"), [((1, 0), 0), ((5, -2), 1), ((0, -2), 1), ((-1, -2), 0), ((5, 1), 0)]
)
def test_who_is_above_the_threshold_counts_as_at_it(grades, stones):
    rules = HandicapRules(by_mms=False, correction=1, threshold=Grade(0))
    field = pair(rules=Rules(handicap=rules), grade=grades)
    assert handicap(field[0], field[1]) == stones


@pytest.mark.parametrize(("scores", "stones"), [((60, 56), 1), ((60, 57), 1), ((60, 58), 0)])
def test_handicaps_by_whole_scores(scores, stones):
    rules = HandicapRules(by_mms=True, correction=1, threshold=Grade(8))
    field = pair(rules=Rules(handicap=rules), mms_x2=scores)
    assert handicap(field[0], field[1]) == stones


@pytest.mark.parametrize(("ceiling", "stones"), [(0, 0), (1, 1), (9, 4)])
def test_the_ceiling_of_handicaps(ceiling, stones):
    rules = HandicapRules(by_mms=False, correction=1, ceiling=ceiling, threshold=Grade(8))
    field = pair(rules=Rules(handicap=rules), grade=(5, 0))
    assert handicap(field[0], field[1]) == stones


@pytest.mark.parametrize(("grade", "stones"), [(2, 2), (3, 0), (4, 0)])
def test_who_is_at_the_bar_plays_even(grade, stones):
    rules = HandicapRules(by_mms=False, correction=1, threshold=Grade(8), even_at_bar=True)
    field = pair(rules=Rules(bar=Grade(3), handicap=rules), grade=(grade, -1))
    assert handicap(field[0], field[1]) == stones
    assert handicap(field[1], field[0]) == stones


# 10: groups


@pytest.mark.parametrize(
    ("correction", "grade", "group"),
    [(0, 3, 2), (1, 3, 1), (2, 3, 0), (0, -20, 25), (-1, -20, 26)],
)
def test_groups_from_below_the_floor_to_two_above_the_bar(correction, grade, group):
    """Before round 1, by default: 27 groups from 21 kyu to 6 dan; beyond them nobody has a group."""
    players = (player("A", grade, correction=correction), player("B", -21))
    field = Field.of(Tournament(rules=Rules(bar=Grade(3), floor=Grade(-20)), players=players), 1)
    assert field.groups == 27
    assert field.group[field.key.index("A")] == group


@pytest.mark.parametrize(("number", "groups"), [(1, 27), (2, 28), (5, 31)])
def test_each_round_brings_a_group(number, groups):
    rules = Rules(bar=Grade(3), floor=Grade(-20))
    assert Field.of(Tournament(rules=rules, players=(player("A"),)), number).groups == groups
