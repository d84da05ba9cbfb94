"""The weights of the papers [K12, K15] by hand: an example on each side of every threshold."""

from __future__ import annotations

from dataclasses import replace
from math import cosh, tanh

import numpy as np
import pytest

from builders import player
from fastpair.errors import RuleError
from fastpair.go.tournament import Game, Grade, HandicapRules, Result, Rules, Tournament
from fastpair.pairing.field import Field
from fastpair.pairing.weights import model_named

RESULTS = {"W": Result.WHITE_WINS, "B": Result.BLACK_WINS, "=": Result.JIGO}


def sech(x):
    return 1 / cosh(x)


def field_of(players, games=(), rounds=5, **rules):
    """The round after the games, each of them ``"round white black result"``, and stones."""
    played = []
    for table, text in enumerate(games, start=1):
        number, white, black, result, *stones = text.split()
        pair = {"white": white, "black": black, "result": RESULTS[result]}
        played.append(Game(round=int(number), table=table, handicap=int(*stones or "0"), **pair))
    rules = Rules(**{"rounds": rounds, "bar": Grade(3), "floor": Grade(-20), **rules})
    number = max((game.round for game in played), default=0) + 1
    return Field.of(Tournament(rules=rules, players=tuple(players), games=tuple(played)), number)


def change(options, model):
    """The model with other options; those of a part of it are named in a dictionary."""
    parts = {n: replace(getattr(model, n), **v) for n, v in options.items() if type(v) is dict}
    return replace(model, **options | parts)


def at_home(homes, *grades):
    """Players a and b of a country and, if it is told, a club: ``"FR x"``."""
    places = [[*home.split(), ""][:2] for home in homes]
    return [
        player(key, grade, country=country, club=club)
        for key, grade, (country, club) in zip("ab", (*grades, *grades)[:2], places, strict=True)
    ]


def share(model, field, name, one="a", other="b"):
    """What a term gives a pair, the same from both sides, in the units of the paper."""
    i, j = (field.key.index(key) for key in (one, other))
    found = [model.components(field[p], field[q])[name] for p, q in ((i, j), (j, i))]
    assert found[0] == found[1]
    return float(found[0]) / model.units(field)


def named(name, **options):
    return change(options, model_named(name))


KANIUK = {"mms": 1000, "banding": 1000, "colour": 50} | dict.fromkeys(
    ("even", "uneven", "area", "play_in", "play_out"), 100
)
"""What the components add at most [INTERPRETATION K15-2.2]."""


@pytest.mark.parametrize(
    ("name", "part", "said"),
    [
        (
            "gotha",
            "coefficients",
            {"repeat": 5e14, "random": 1e9, "uneven": 1e8, "colour": 1e6, "seed": 1e6}
            | dict.fromkeys(("bands", "handicap"), 2e13)
            | dict.fromkeys(("mms", "area"), 1e11),
        ),
        ("kaniuk2012", "coefficients", KANIUK),
        ("godraw2015", "coefficients", KANIUK),
        (
            "godraw2015",
            "severities",
            dict.fromkeys(("mms", "even", "out", "balance", "seed", "area", "colour"), 1)
            | {"banding": 1, "play_in": 3, "play_out": 3},
        ),
        (
            "kaniuk2012",
            "alphas",
            dict.fromkeys(("mms", "seed", "even", "colour", "banding"), 0.4)
            | {"out": 0.5, "play_in": 0.4, "play_out": 0.4},
        ),
        ("kaniuk2012", "skew", {"kappa": 1, "a": 1, "alpha": 0.3, "gamma": 0.3}),
        # 10 kyu, 10 kyu and 1 kyu [K12 8]; 1 kyu, 8 kyu and 3 kyu [K15 11].
        (
            "kaniuk2012",
            "grades",
            {"centre_score": -10, "centre_area": -10, "centre_colour": -1},
        ),
        ("godraw2015", "grades", {"centre_score": -1, "centre_area": -8, "centre_colour": -3}),
        (
            "fastpair",
            "coefficients",
            {"mms": 1_800_000, "even": 400, "uneven": 2500, "area": 0, "colour": 80}
            | {"banding": 300_000},
        ),
        ("fastpair", "homes", {"coefficient": 90_000, "country": 0.065, "club": 1}),
        (
            "macmahon",
            "costs",
            {"repeat": 268_435_455, "mms": 1000, "even": 10, "uneven": 100, "colour": 50}
            | {"handicap": 80, "club": 80, "country": 20},
        ),
    ],
)
def test_constants(name, part, said):
    """As the papers print them, or as the project has chosen them where they print none."""
    found = getattr(named(name), part)
    assert {key: getattr(found, key) for key in said} == said


BY_RATING = {"conventions": {"seeding": ("rating",)}}
"""Ratings order the players of a group."""


# MacMahon [K12 4.2, 4.3]

NOTHING = dict.fromkeys(
    ("repeat", "mms", "even", "uneven", "handicap", "club", "country", "colour"), 0.0
)


def cost(field, name, one="a", other="b", **options):
    """What one component costs by the usual price, the same from both sides."""
    model = named("macmahon", **options)
    model = change({"costs": {**NOTHING, name: getattr(model.costs, name)}}, model)
    state = model.state(field)
    i, j = (field.key.index(key) for key in (one, other))
    costs = [float(model.cost(state[p], state[q])) for p, q in ((i, j), (j, i))]
    assert costs[0] == costs[1]
    return costs[0]


@pytest.mark.parametrize(("grade", "expected"), [(0, 0), (-1, 250), (-3, 2250)])
def test_difference_of_scores_costs_its_square_quartered(grade, expected):
    assert cost(field_of([player("a"), player("b", grade)]), "mms") == expected


@pytest.mark.parametrize(
    ("grades", "expected"),
    [((3, 3, 3), 500), ((2, 3, 3), 500), ((2, 2, 3), 0), ((2, 2, 2), 0)],
)
def test_leaving_the_fold_costs_if_one_of_the_two_is_at_the_bar(grades, expected):
    """Seeds of 0, 50 and 100 percent: a and b are off by 50, by the grade who is strongest."""
    players = [
        player(key, grade, correction=3 - grade, rating=rating)
        for key, grade, rating in zip("abc", grades, (1000, 1100, 1200), strict=True)
    ]
    field = field_of(players)
    assert cost(field, "even", "a", "b", **BY_RATING) == expected
    assert cost(field, "even", "a", "c", **BY_RATING) == 0


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("a", "c", 10_000), ("a", "d", 20_000), ("b", "c", 0), ("b", "d", 10_000), ("a", "b", 0)],
)
def test_not_meeting_weakest_against_strongest_costs(one, other, expected):
    """c and d have the higher score; b is the stronger one of the lower group, by rating."""
    players = [
        player(key, grade, rating=rating)
        for key, grade, rating in (("a", 0, 200), ("b", 0, 100), ("c", 1, 400), ("d", 1, 300))
    ]
    assert cost(field_of(players), "uneven", one, other, **BY_RATING) == expected


@pytest.mark.parametrize(
    ("grades", "expected"), [((2, -7), 0), ((2, -8), 80), ((1, -7), 0), ((3, -8), 0)]
)
def test_more_than_nine_points_cost_below_the_bar(grades, expected):
    field = field_of(player(key, grade) for key, grade in zip("ab", grades, strict=True))
    assert cost(field, "handicap") == expected


@pytest.mark.parametrize(
    ("homes", "grades", "club", "country"),
    [
        (("FR x", "FR x"), (2, 2), 80, 20),
        (("FR x", "FR y"), (2, 2), 0, 20),
        (("FR x", "DE x"), (2, 2), 0, 0),
        (("FR x", "FR x"), (2, 3), 0, 0),
        (("FR x", "FR x"), (3, 3), 0, 0),
    ],
)
def test_homes_cost_below_the_bar(homes, grades, club, country):
    field = field_of(at_home(homes, *grades))
    assert (cost(field, "club"), cost(field, "country")) == (club, country)


def past(result="=", **colours):
    """Games of a pair of players in as many rounds, by the colours of the first one."""
    return [
        f"{number} {' '.join(pair if colour == 'W' else pair[::-1])} {result}"
        for pair, line in colours.items()
        for number, colour in enumerate(line, start=1)
    ]


@pytest.mark.parametrize(
    ("grades", "pair", "expected"),
    [
        ((2, 2, 2), "ab", 75),
        ((2, 2, 2), "ac", 100),
        ((2, 2, 2), "be", 50),
        ((2, 3, 3), "ab", 0),
        ((3, 3, 3), "ab", 0),
        ((3, 3, 3), "ac", 0),
        ((2, 1, 1), "ab", 0),
    ],
)
def test_imbalance_of_colours_costs_between_equal_scores_below_the_bar(grades, pair, expected):
    """Three games of one colour are an imbalance of 1, two and one of 1/2."""
    games = past(ad="WWW", be="WWB", cf="BBB")
    players = [player(key, grade) for key, grade in zip("abcdef", (*grades, *grades), strict=True)]
    assert cost(field_of(players, games), "colour", *pair) == expected


def test_a_weight_is_what_the_cost_lacks_to_the_largest_one():
    """Scores 4, 3 and 1 apart cost 4, 2.25 and 0.25, of which 4 is the largest."""
    field = field_of([player("a"), player("b", -1), player("c", -4)])
    model = named("macmahon")
    for pair, expected in {"ab": 3750, "bc": 1750, "ac": 0}.items():
        assert share(model, field, "mms", *pair) == expected
    assert share(model, field, "repeat") == share(model, field, "club") == 0
    assert share(model, field_of([player("a"), player("b")]), "mms") == 0


def test_nobody_here_has_met():
    """a and b have met others, who have left."""
    gone = {"absences": frozenset({2})}
    players = [player("a"), player("b"), player("c", **gone), player("d", **gone)]
    field = field_of(players, ["1 a c =", "1 b d ="])
    assert field.key == ("a", "b")
    assert share(named("macmahon"), field, "repeat") == 0


@pytest.mark.parametrize(("name", "worth"), [("macmahon", 268_435_455), ("gotha", 5e14)])
def test_who_has_met_weighs_less(name, worth):
    field = field_of(map(player, "abcd"), ["1 a b =", "1 c d ="])
    assert share(named(name), field, "repeat") == 0
    assert share(named(name), field, "repeat", "a", "c") == worth


# Gotha [K12 5.2]


@pytest.mark.parametrize(
    ("first", "other", "expected"),
    [
        ("WWW", "BBB", 1e6),
        ("W", "B", 1e6),
        ("WW", "WB", 5e5),
        ("BB", "WB", 5e5),
        ("WWW", "WWW", 0),
        ("WB", "WB", 0),
        ("WBW", "WBW", 0),
    ],
)
def test_gothas_colours(first, other, expected):
    """Opposite balances, or none against two or more."""
    field = field_of(map(player, "abcd"), past(ac=first, bd=other))
    assert share(named("gotha"), field, "colour") == expected
    apart = [player("a"), player("b", -1), player("c"), player("d", -1)]
    assert share(named("gotha"), field_of(apart, past(ac=first, bd=other)), "colour") == 0


def test_gothas_balance_of_one_against_none():
    """b has missed a round and stands at 0 after the other player's one game; both have a point."""
    players = [
        player("a", absences=frozenset({1})),
        player("b"),
        player("c"),
    ]
    field = field_of(players, ["1 b c ="])
    model = named("gotha", not_applied=0.0)
    state = model.state(field)
    (term,) = (term for term in model.terms(state) if term.name == "colour")
    i, j = (field.key.index(key) for key in "ab")
    assert state.colours.balance[[i, j]].tolist() == [0, 1]
    assert term.weight(state[i], state[j]) == 0


@pytest.mark.parametrize(
    ("limits", "expected"), [((), 0), ((0,), 2e13 * 0.625), ((0, -5), 2e13 * 7 / 9)]
)
def test_gothas_bands(limits, expected):
    """Next to each other: 1/2 or 1/3 apart, and nothing if there is one band."""
    field = field_of([player("a"), player("b", -1)], category_limits=tuple(map(Grade, limits)))
    assert share(named("gotha"), field, "bands") == pytest.approx(expected, abs=1)
    level = field_of(map(player, "ab"), category_limits=tuple(map(Grade, limits)))
    assert share(named("gotha"), level, "bands") == (2e13 if limits else 0)


@pytest.mark.parametrize(
    ("by_group", "pair", "expected"),
    [
        (False, "ab", 7 / 9),
        (False, "bc", 4 / 9),
        (False, "ac", 0),
        (True, "ab", 7 / 9),
        (True, "bc", 7 / 9),
    ],
)
def test_gothas_scores(by_group, pair, expected):
    """Points, or groups, apart as a share of three groups; three points or more weigh nothing."""
    field = field_of([player("a"), player("b", -1), player("c", -3)])
    found = share(named("gotha", group_index=by_group), field, "mms", *pair)
    assert found == pytest.approx(1e11 * expected, abs=1)


def six():
    return [player(*each) for each in zip("abudxy", (0, 1, 2, -2, 0, 1), strict=True)]


@pytest.mark.parametrize(
    ("games", "history"),
    [
        ([], 1),
        (["1 a y B", "1 b u ="], 0),
        (["1 a x =", "1 b d W"], 0),
        (["1 a d =", "1 b y ="], 2),
        (["1 a x =", "1 b u ="], 2),
        (["1 a d =", "1 b u ="], 3),
    ],
)
def test_gothas_history_of_uneven_games(games, history):
    """0 if a player is drawn his old way again, else 1 and one for each who makes up."""
    handicap = HandicapRules(ceiling=0)
    field = field_of(six(), games, handicap=handicap)
    quiet = named("gotha", lower_mode="bot", upper_mode="top")
    sizes = places(quiet, field)
    found = share(quiet, field, "uneven")
    assert found == pytest.approx(1e8 * (history + sizes) / 4, abs=1)


def places(model, field):
    """Worth of the weakest of the lower and the strongest of the upper group, 1/2 less 1/2S each."""
    state = model.state(field)
    i, j = (field.key.index(key) for key in "ab")
    low, high = ((state.seeds.placement[seat], state.seeds.group_size[seat]) for seat in (i, j))
    return low[0] / (2 * low[1]) + (high[1] - 1 - high[0]) / (2 * high[1])


@pytest.mark.parametrize(
    ("lower", "upper", "worth"),
    [
        # Groups of a 3, b 1: of three, a is in the middle, and b is alone.
        ("bot", "top", 1 / 6),
        ("mid", "mid", 2 / 6),
        ("top", "bot", 1 / 6),
    ],
)
def test_gothas_places_across_groups(lower, upper, worth):
    ratings = {"x": 1000, "a": 1100, "y": 1200}
    field = field_of([*(player(key, 0, rating=r) for key, r in ratings.items()), player("b", 1)])
    model = named("gotha", lower_mode=lower, upper_mode=upper, **BY_RATING)
    assert share(model, field, "uneven") == pytest.approx(1e8 * (1 + worth) / 4, abs=1)


def three_below_two():
    """a is the middle one of three, b the weaker one of two."""
    ratings = {"x": (0, 1000), "a": (0, 1100), "y": (0, 1200), "b": (1, 1300), "z": (1, 1400)}
    return [player(key, grade, rating=rating) for key, (grade, rating) in ratings.items()]


def ranked(size, grade=0, **facts):
    """Players of one group, the strongest first: a, b, c, …"""
    return [
        player(chr(ord("a") + place), grade, rating=2000 - place, **facts) for place in range(size)
    ]


@pytest.mark.parametrize(
    ("seed", "size", "pair", "expected"),
    [
        ("fold", 4, "ad", 1),
        ("fold", 4, "ac", 8 / 9),
        ("fold", 4, "ab", 5 / 9),
        ("fold", 4, "cd", 5 / 9),
        ("match", 4, "ac", 1),
        ("match", 4, "ad", 3 / 4),
        ("match", 4, "ab", 3 / 4),
        ("match", 5, "ac", 24 / 25),
    ],
)
def test_gothas_seeds(seed, size, pair, expected):
    field = field_of(ranked(size))
    found = share(named("gotha", seed=seed, **BY_RATING), field, "seed", *pair)
    assert found == pytest.approx(1e6 * expected, abs=1)
    apart = field_of([player("a"), player("b", 1)])
    assert share(named("gotha", seed=seed), apart, "seed") == 0


@pytest.mark.parametrize(
    ("size", "pair", "across"),
    [(4, "bc", True), (4, "ab", False), (4, "cd", False), (5, "cd", True), (5, "bc", False)],
)
def test_gothas_halves(size, pair, across):
    """Luck between the halves, nothing within one; the middle one of five is of the upper half."""
    model = named("gotha", seed="random", luck_by="names", **BY_RATING)
    assert (share(model, field_of(ranked(size)), "seed", *pair) > 0) == across


def test_gothas_luck_by_names_is_opengothas_hash():
    """The names A and B give 65 + 2 · 66 = 197, times 1,234,567, of 2^30."""
    model = named("gotha", luck=True, luck_by="names")
    field = field_of([player("a", name="A"), player("b", name="B")])
    luck = 197 * 1_234_567 % (2**30 + 1)
    assert share(model, field, "random") == pytest.approx(1e9 * luck / 2**30, abs=1)
    assert share(named("gotha", luck_by="names"), field, "random") == 0


@pytest.mark.parametrize(
    ("grades", "expected"),
    [((0, 0), 1), ((0, -1), 7 / 8 * 17 / 16), ((2, -2), 4 / 8 * 10 / 8), ((3, 0), 0)],
)
def test_gothas_handicaps_below_the_bar(grades, expected):
    """Points apart as a share of the range, here of 8, from the bar of 4 dan to 5 kyu."""
    held = [player(key, grade) for key, grade in zip("ab", grades, strict=True)]
    field = field_of([*held, player("c", 5), player("d", -5)])
    assert share(named("gotha"), field, "handicap") == pytest.approx(2e13 * expected, abs=1)


def test_gothas_handicaps_and_areas_end_at_the_bar_unless_it_is_dropped():
    """5 dan and 6 dan count as 4 dan, where handicaps are counted for everybody."""
    players = [player("a", 5), player("b", 4), player("c", 3), player("d", -5)]
    model = named("gotha", below_bar=False)
    for pair, expected in {"ab": 1, "ac": 1, "ad": 0}.items():
        assert share(model, field_of(players), "handicap", *pair) == 2e13 * expected
        assert share(model, field_of(players), "area", *pair) == 1e11
        assert share(named("gotha"), field_of(players), "area", *pair) == 0
    even = field_of(players, handicap=HandicapRules(ceiling=0))
    assert share(model, even, "handicap", "a", "b") == 0


@pytest.mark.parametrize(
    ("homes", "grade", "expected"),
    [
        (("FR x", "DE y"), 2, 1.0),
        (("FR x", "FR y"), 2, 0.8),
        (("FR x", "FR x"), 2, 0.0),
        (("FR x", "DE y"), 3, 0.0),
    ],
)
@pytest.mark.parametrize("name", ["gotha", "kaniuk2012", "godraw2015"])
def test_homes_weigh_20_to_80_below_the_bar(name, homes, grade, expected):
    options = {
        "gotha": {},
        "kaniuk2012": {"area_level": "both"},
        "godraw2015": {"area_level": "both", "area_mode": "discrete", "grades": {"enabled": False}},
    }[name]
    players = at_home(homes, grade)
    most = 1e11 if name == "gotha" else 100
    found = share(named(name, **options), field_of(players), "area")
    assert found == pytest.approx(most * expected, abs=1e-9 * most)


@pytest.mark.parametrize(
    ("rounds", "first", "counted"), [(4, "WW", False), (5, "WW", True), (4, "WB", True)]
)
def test_few_wins_are_less_than_half(rounds, first, counted):
    """Two wins are half of four rounds, and less than half of five."""
    games = [f"{number} a c {result}" for number, result in enumerate(first, start=1)]
    field = field_of(map(player, "abc"), games, rounds=rounds)
    model = named("gotha", few_wins=True)
    assert (share(model, field, "area") > 0) == counted


@pytest.mark.parametrize(("name", "lowest"), [("gotha", -1.0), ("fastpair", 0.0)])
def test_concavities(name, lowest):
    for allowed in (lowest, 1.0):
        assert named(name, concavity=allowed).concavity == allowed
    for refused in (lowest - 0.01, 1.01):
        with pytest.raises(RuleError, match="concavity: must be a number from"):
            named(name, concavity=refused)


# Kaniuk 2012 [K12 6, 7] and Kaniuk 2015 [K15], without grades

K15 = {"grades": {"enabled": False}}
EVEN = {"handicap": HandicapRules(ceiling=0)}
"""Rules without stones, so that every game across groups is an uneven one."""


@pytest.mark.parametrize(("name", "slope"), [("kaniuk2012", 0.4), ("godraw2015", 1.0)])
@pytest.mark.parametrize("apart", [0, 1, 3])
def test_kaniuks_scores_and_bands(name, slope, apart):
    model = named(name, **(K15 if name == "godraw2015" else {}))
    field = field_of([player("a", band=1), player("b", -apart, band=1 + apart)])
    expected = 1000 * sech(slope * apart)
    assert share(model, field, "mms") == pytest.approx(expected)
    assert share(model, field, "banding") == pytest.approx(expected if apart else 0)
    assert share(replace(model, use_banding=True), field, "banding") == pytest.approx(expected)
    assert share(replace(model, use_banding=False), field, "banding") == 0


@pytest.mark.parametrize(
    ("name", "even", "pair", "deviation"),
    [
        # Of four, 1 for the weakest to 4, and a slope of 0.4.
        ("kaniuk2012", "fold", "ad", 0),
        ("kaniuk2012", "fold", "ac", 0.4),
        ("kaniuk2012", "fold", "ab", 0.8),
        ("kaniuk2012", "match", "ac", 0),
        ("kaniuk2012", "match", "ad", 0.4),
        ("kaniuk2012", "random", "ab", 0),
        # Seeds of 1/8, 3/8, 5/8 and 7/8.
        ("godraw2015", "fold", "ad", 0),
        ("godraw2015", "fold", "ac", 1 / 4),
        ("godraw2015", "fold-ex", "ac", 1 / 4 * 13 / 8),
        ("godraw2015", "match", "ac", 0),
        ("godraw2015", "match", "ad", 1 / 4),
        ("godraw2015", "match-ex", "ab", 1 / 4 * 7 / 4),
        ("godraw2015", "fine-grain", "ac", 1 / 2),
        ("godraw2015", "random", "ab", 0),
        ("godraw2015", "mix", "ab", 3 / 64 * 7 / 4),
        ("godraw2015", "mix", "ad", 0),
        ("godraw2015", "double-fold", "ab", 0),
        ("godraw2015", "double-fold", "ac", 1 / 2),
    ],
)
def test_games_within_a_group(name, even, pair, deviation):
    model = named(name, even=even, **K15 if name == "godraw2015" else {}, **BY_RATING)
    expected = 100 * sech(deviation)
    assert share(model, field_of(ranked(4)), "even", *pair) == pytest.approx(expected)
    assert share(model, field_of([player("a"), player("b", 1)]), "even") == 0


PASTS = [
    # Games of a, the lower, and b, the upper one, and their U and D.
    ([], (0, 0), (0, 0)),
    (["1 a d =", "1 b y ="], (0, 1), (0, 0)),
    (["1 a y B", "1 b u ="], (1, 0), (1, 0)),
    (["1 a d =", "1 b u ="], (0, 1), (1, 0)),
    (["1 a d =", "1 b u =", "2 a d =", "2 b u ="], (0, 2), (2, 0)),
]


@pytest.mark.parametrize(("games", "lower", "upper"), PASTS)
@pytest.mark.parametrize("separate", [False, True])
def test_games_across_groups_2012(games, lower, upper, separate):
    """sech(α (out + out - 2)), or by games up and down, times ½ (1 - tanh(x - 1)) sech(0.3 x) sech(0.3 y)."""
    field = field_of(six(), games, **EVEN)
    up_down = {key: past_of(field, key) for key in "ab"}
    assert up_down == {"a": lower, "b": upper}
    (up_i, down_i), (up_j, down_j) = lower, upper
    out = sech(0.5 * (sum(lower) + sum(upper) - 2))
    if separate:
        out = sech(0.5 * up_i) * sech(0.5 * (down_i - 1))
        out *= sech(0.5 * (up_j - 1)) * sech(0.5 * down_j)
    low, high = up_i - down_i, up_j - down_j
    x, y = low - high + 2, low + high
    balance = 0.5 * (1 - tanh(x - 1)) * sech(0.3 * x) * sech(0.3 * y)
    model = named("kaniuk2012", separate=separate, skew={"mode": "half"})
    assert share(model, field, "uneven") == pytest.approx(100 * out * balance)


def past_of(field, key):
    """Games up and down of a player."""
    seat = field.key.index(key)
    uneven = named("kaniuk2012").state(field).uneven
    return int(uneven.up[seat]), int(uneven.down[seat])


def test_the_usual_skew_function_is_1_at_the_ideal():
    """A game down of the lower player and one up of the upper one."""
    games, *_ = PASTS[3]
    field = field_of(six(), games, **EVEN)
    assert share(named("kaniuk2012"), field, "uneven") == pytest.approx(100)


@pytest.mark.parametrize(
    ("lower", "upper", "deviation"),
    [
        ("bot", None, 1 / 6),
        ("top", None, 1 / 6),
        ("mid", None, 0),
        (None, "bot", 0),
        (None, "top", 1 / 4),
        ("bot", "mid", 1 / 6 + 1 / 4),
    ],
)
def test_seeds_across_groups_2012(lower, upper, deviation):
    model, field = named("kaniuk2012", **BY_RATING), field_of(three_below_two())
    seeded = replace(model, seed_lower=lower, seed_upper=upper)
    expected = share(model, field, "uneven") * sech(0.4 * deviation)
    assert share(seeded, field, "uneven") == pytest.approx(expected)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        # One group apart without a game across groups: 0 + 0 - 2; balances of 0 before any round.
        ({"uneven_seed": "none"}, sech(2) * sech(0)),
        ({"uneven_seed": "none", "uneven_out": "abs"}, sech(2)),
        ({"uneven_seed": "nearest"}, sech(2) * sech(1 / 2)),
        ({"uneven_seed": "match"}, sech(2) * sech(1 / 2 + 1)),
        ({"uneven_seed": "fold"}, sech(2) * sech(1 / 2 + 1)),
        ({"uneven_seed": "nearest", "omega": "mean"}, (sech(2) + 1 + sech(1 / 2)) / 3),
        ({"uneven_seed": "nearest", "omega": "min"}, sech(2)),
        ({"uneven_seed": "nearest", "omega": "geometric"}, (sech(2) * sech(1 / 2)) ** (1 / 3)),
        ({"uneven_seed": "none", "severities": {"out": 0.5}}, sech(1)),
        ({"uneven_seed": "nearest", "severities": {"seed": 2.0}}, sech(2) * sech(1)),
    ],
)
def test_games_across_groups_2015(parts, expected):
    model = named("godraw2015", **K15, **BY_RATING, **parts)
    found = share(model, field_of(three_below_two(), **EVEN), "uneven")
    assert found == pytest.approx(100 * expected)


@pytest.mark.parametrize(("apart", "mode", "deviation"), [(2, "literal", -1), (2, "abs", 3)])
def test_a_group_between_counts_as_a_game_too_few_or_too_many(apart, mode, deviation):
    players = [player("a"), player("x", 1), player("b", apart)]
    model = named("godraw2015", uneven_seed="none", uneven_out=mode, **K15)
    found = share(model, field_of(players, **EVEN), "uneven")
    assert found == pytest.approx(100 * sech(deviation))


@pytest.mark.parametrize(
    ("games", "out", "balance"),
    [
        # Balances of a and b, by x = |a + b| / 2 and y = (b - a) / 2, with a bend at y = 1 - x.
        (["1 a d =", "1 b u =", "1 x y ="], 0, 0),
        (["1 a y B", "1 b u ="], 0, 1),
        (["1 a d =", "1 b y ="], -1, 1 / 2),
        (["1 a u B", "1 b d W", "1 x y B"], 0, 2),
    ],
)
def test_balances_that_a_game_improves(games, out, balance):
    """Down and up is ideal, and the other way round as far from it as may be after one round."""
    model = named("godraw2015", uneven_seed="none", **K15)
    found = share(model, field_of(six(), games, **EVEN), "uneven")
    assert found == pytest.approx(100 * sech(out) * sech(balance))


@pytest.mark.parametrize("name", ["kaniuk2012", "godraw2015"])
@pytest.mark.parametrize(("grade", "uneven"), [(-1, True), (-2, False)])
def test_a_game_with_stones_is_no_uneven_game(name, grade, uneven):
    """A point apart is even with the usual correction, two are a handicap game."""
    field = field_of([player("a"), player("b", grade)])
    assert (share(named(name), field, "uneven") > 0) == uneven


@pytest.mark.parametrize(
    ("first", "other", "deviation"),
    [("W", "B", 0), ("W", "W", 2), ("WB", "WB", -2), ("WB", "BW", 0), ("WW", "WB", 2)],
)
def test_colours_2012(first, other, deviation):
    """The sum of the balances, or of the last colours if both balances are 0."""
    field = field_of(map(player, "abcd"), past(ac=first, bd=other))
    expected = 50 * sech(0.4 * deviation)
    assert share(named("kaniuk2012"), field, "colour") == pytest.approx(expected)
    by_2012 = named("godraw2015", colour_mode="k12", **K15)
    assert share(by_2012, field, "colour") == pytest.approx(50 * sech(deviation))
    table = named("godraw2015", colour_mode="table", **K15)
    weaker = abs(deviation) / 2 if (first, other) == ("WB", "WB") else abs(deviation)
    assert share(table, field, "colour") == pytest.approx(50 * sech(weaker))


@pytest.mark.parametrize(
    ("mode", "deviation"), [("discrete", 1), ("mixed", 1), ("seed", 3)], ids=str
)
def test_two_of_one_club_by_each_algorithm(mode, deviation):
    """Two of club x and two others: seeds of 1 and 2, or of 1 and 0 if areas are mixed [K15 6, 6.1]."""
    clubs = {"a": "x", "b": "x", "c": "y", "d": "z"}
    field = field_of([player(key, country="FR", club=club) for key, club in clubs.items()])
    model = named("godraw2015", area_mode=mode, severities={"area": 0.5}, **K15)
    expected = 0.0 if mode == "discrete" else 100 * sech(0.5 * deviation)
    assert share(model, field, "area") == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("club", "grade", "weight"), [("x", 0, 1), ("x", 1, 0), ("y", 0, 1), ("y", 1, 1)]
)
def test_the_guard_keeps_one_area_apart_across_groups(club, grade, weight):
    """Each alone in a group has seed 0; of two in a group, the seeds are opposite or 0."""
    players = at_home(("FR x", f"FR {club}"), 0, grade)
    by_size = {"area_mode": "seed", **K15}
    guarded, free = (
        share(named("godraw2015", cross_guard=guard, **by_size), field_of(players), "area")
        for guard in (True, False)
    )
    assert guarded == weight * free
    assert free > 0


@pytest.mark.parametrize(
    ("first", "other", "deviation"),
    [
        # C = 3 (X/2 + 1) + 2 - Y of the better choice; Γ = (1 + balances and changes) / (4 r - 1).
        ("W", "B", 1 * 3 / 3),
        ("W", "W", (1 + 4) * 3 / 3),
        ("WB", "BW", (1 + 6) * 7 / 3),
        ("WB", "WB", (1 + 7) * 7 / 3),
        ("WW", "BB", 1 * 7 / 5),
    ],
)
def test_colours_2015(first, other, deviation):
    field = field_of(map(player, "abcd"), past(ac=first, bd=other))
    model = named("godraw2015", severities={"colour": 0.5}, **K15)
    assert share(model, field, "colour") == pytest.approx(50 * sech(0.5 * deviation))
    before = field_of(map(player, "abcd"))
    assert share(model, before, "colour") == 0


@pytest.mark.parametrize(
    ("name", "part", "groups", "games", "expected"),
    [
        # Within a group, by both players' games within it.
        ("kaniuk2012", "play_in", "xx", [], 1),
        ("kaniuk2012", "play_in", "xy", [], 0),
        ("kaniuk2012", "play_in", "--", [], 0),
        ("kaniuk2012", "play_in", "xx", ["1 a b ="], sech(0.8)),
        ("kaniuk2012", "play_in", "xx", ["1 a c =", "1 b d ="], sech(0.4)),
        # Out of the group, (2 r + 1 - games within it) / (2 r + 1); all without a group are one.
        ("godraw2015", "play_in", "xx", [], 1),
        ("godraw2015", "play_in", "xy", [], sech(3)),
        ("godraw2015", "play_in", "--", [], 1),
        ("godraw2015", "play_in", "xy", ["1 a c =", "1 b d ="], sech(3 * 2 / 3)),
        ("godraw2015", "play_in", "x-", ["1 a c =", "1 b d ="], sech(3 * 1 / 3)),
        # Within the group, (2 r + 1 - games out of it) / (2 r + 1).
        ("godraw2015", "play_out", "xx", [], sech(3)),
        ("godraw2015", "play_out", "xy", [], 1),
        ("godraw2015", "play_out", "--", [], 1),
        ("godraw2015", "play_out", "xx", ["1 a d =", "1 b c ="], sech(3 * 2 / 3)),
        ("godraw2015", "play_out", "xx", ["1 a d =", "1 b e ="], sech(3 * 1 / 3)),
    ],
)
def test_play_in_and_out(name, part, groups, games, expected):
    """c is of a's group x, d and e of none."""
    entries = zip("abcde", (*groups.replace("-", " "), "x", " ", " "), strict=True)
    players = [player(key, **{part: group.strip()}) for key, group in entries]
    model = named(name, **K15 if name == "godraw2015" else {})
    field = field_of(players[: 4 if part == "play_in" else 5], games)
    assert share(model, field, part) == pytest.approx(100 * expected)


@pytest.mark.parametrize(
    ("grades", "members", "players"),
    [({}, 3, 5), ({"b": 1}, 3, 5), ({"b": 1, "c": -1}, 2, 4), ({"c": -1, "e": -1}, 2, 3)],
)
def test_play_out_2012(grades, members, players):
    """sech(α arcsech P), P = h (h - 1) / m (m - 1) of the McMahon groups of the two together."""
    held = {"a": "x", "b": "x", "c": "x", "d": "", "e": ""}
    field = field_of(player(key, grades.get(key, 0), play_out=group) for key, group in held.items())
    chance = members * (members - 1) / (players * (players - 1))
    expected = sech(0.4 * np.arccosh(1 / chance))
    model = named("kaniuk2012")
    assert share(model, field, "play_out") == pytest.approx(100 * expected)
    assert share(model, field, "play_out", "a", "d") == 100
    assert share(model, field, "play_out", "d", "e") == 100


def test_play_out_counts_the_games_within_the_group():
    held = {"a": "x", "b": "x", "c": "x", "d": ""}
    games = ["1 a c =", "1 b d ="]
    field = field_of([player(key, play_out=group) for key, group in held.items()], games)
    expected = sech(0.4 * (np.arccosh(2) + 1))
    assert share(named("kaniuk2012"), field, "play_out") == pytest.approx(100 * expected)


@pytest.mark.parametrize(
    ("grade", "score", "area", "colour"),
    [
        (-1, 0.5, (1 - tanh(1.4)) / 2, sech(0.2)),
        (-8, (1 + tanh(-0.7)) / 2, 0.5, sech(0.5)),
        (-3, (1 + tanh(-0.2)) / 2, (1 - tanh(1)) / 2, 1),
    ],
)
def test_severities_depend_on_grades_2015(grade, score, area, colour):
    """1 kyu is the centre of scores, 8 kyu that of areas, 3 kyu that of colours."""
    homes = {"country": "FR", "club": "x"}
    players = [player("a", grade, correction=1, **homes), player("b", grade, **homes)]
    field = field_of([*players, player("c"), player("d")], past(ac="W", bd="B"))
    model = named("godraw2015", area_mode="discrete", colour_mode="k12")
    state = model.state(field)
    i, j = (field.key.index(key) for key in "ab")
    apart = abs(float(state.mms[i] - state.mms[j]))
    assert share(model, field, "mms") == pytest.approx(1000 * sech(score * apart))
    assert share(replace(model, area_mode="seed"), field, "area") > 0
    (term,) = (term for term in model.terms(state) if term.name == "colour")
    assert float(term.parts[0].weight(state[i], state[j])) == pytest.approx(colour)
    assert model.grades.area(1.0)(state[i], state[j]) == pytest.approx(area)


# Fastpair's own model


@pytest.mark.parametrize(("apart", "expected"), [(0, 1), (9, 0.8 * 1.18), (18, 0.6 * 1.36)])
def test_fastpairs_scores(apart, expected):
    """Points apart as a share of 45, by Υ of concavity 0.9."""
    field = field_of([player("a", 1), player("b", 1 - apart)])
    assert share(named("fastpair"), field, "mms") == pytest.approx(1.8e6 * expected)


@pytest.mark.parametrize(
    ("games", "worth"),
    [
        ([], 2),
        (["1 a d =", "1 b y ="], 3),
        (["1 a x =", "1 b u ="], 3),
        (["1 a d =", "1 b u ="], 4),
        (["1 a u B", "1 b y ="], 1),
        (["1 a x =", "1 b d W"], 1),
        (["1 a u B", "1 b d W"], 0),
        (["1 a d =", "1 b y =", "2 a u B", "2 b y ="], 1),
    ],
)
def test_fastpairs_past_of_games_across_groups(games, worth):
    """Two fourths, one less for a repetition, one more for who makes up, and 0 if both repeat."""
    field = field_of(six(), games)
    assert share(named("fastpair"), field, "uneven") == pytest.approx(2500 * worth / 4)


@pytest.mark.parametrize(
    ("homes", "expected"),
    [
        (("FR x", "DE x"), 1),
        (("FR x", "FR y"), 0.935),
        (("FR x", "FR x"), 0),
        (("FR", "FR"), 0.935),
    ],
)
@pytest.mark.parametrize("grade", [2, 3])
@pytest.mark.parametrize("everybody", [True, False])
def test_fastpairs_homes(homes, expected, grade, everybody):
    """Everybody's, at the bar as below it, unless it is to count below the bar alone."""
    players = at_home(homes, grade)
    model = named("fastpair", homes={"everybody": everybody})
    counts = everybody or grade < 3
    found = share(model, field_of(players), "homes")
    assert found == pytest.approx(90_000 * (expected if counts else 1))


@pytest.mark.parametrize(
    ("grade", "lost"),
    [(1, 0), (0, 0), (-1, (1 + 1 / 9) / 2), (-4, (1 + 4 / 9) / 2), (-12, 1)],
)
def test_fastpairs_handicaps(grade, lost):
    """Any stones lose half of 20,000, the rest by their number; without categories there is no such rule."""
    handicap = HandicapRules(by_mms=False, threshold=Grade(8), correction=1)
    players = [player("a", 1), player("b", grade)]
    several = field_of(players, handicap=handicap, category_limits=(Grade(-20),))
    found = share(named("fastpair"), several, "handicap")
    assert found == pytest.approx(20_000 * (1 - lost))
    assert share(named("fastpair"), field_of(players, handicap=handicap), "handicap") == 0


def test_fastpairs_categories_come_before_clubs():
    """300,000 by the distance of the categories, as GoDraw's bands, and 90,000 for a club."""
    players = [player("a", 1), player("b", 0), player("c", -4)]
    field = field_of(players, category_limits=(Grade(0), Grade(-5)))
    within, across = (share(named("fastpair"), field, "banding", "a", other) for other in "bc")
    assert (within, across) == pytest.approx((300_000, 300_000 * sech(1)))
    assert within - across > 90_000


def test_fastpairs_games_within_a_group_and_colours():
    """400 for the fold by ratings, and 80 for the colours of 2015, as the rules of that paper have them."""
    field = field_of(ranked(4, grade=-1))
    model = named("fastpair", **K15)
    for pair, deviation in {"ad": 0, "ac": 1 / 4, "ab": 1 / 2}.items():
        assert share(model, field, "even", *pair) == pytest.approx(400 * sech(deviation))
    coloured = field_of(map(player, "abcd"), past(ac="W", bd="B"))
    assert share(model, coloured, "colour") == pytest.approx(80 * sech(1))


UNREAD = """uneven_out=abs uneven_counts=partial uneven_balance=partial uneven_seed=none omega=min
area_mode=seed area_level=country"""


@pytest.mark.parametrize(
    "options",
    [
        {"coefficients": {"area": 1.0}},
        *({"severities": {name: 2.0}} for name in ("mms", "area", "out", "balance", "seed")),
        *(dict([option.split("=")]) for option in UNREAD.split()),
        {"cross_guard": True},
    ],
)
def test_fastpair_refuses_what_it_does_not_read(options):
    with pytest.raises(RuleError, match="fastpair does not read"):
        named("fastpair", **options)


# Entropy [V 2.4.6]
