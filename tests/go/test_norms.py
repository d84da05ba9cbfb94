"""Norms for titles [B.01]: each condition of each title, met and missed, worked by hand from the article."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import round_robins
from builders import game
from fastpair.go.norms import (
    NORM_TITLES,
    NormGame,
    games_needed,
    is_open_to_the_world,
    norm_of,
    norms_of,
    titles_to_seek,
)
from fastpair.go.tournament import (
    Event,
    EventFormat,
    Player,
    Result,
    RoundKind,
    Rules,
    Team,
    TeamPlay,
    Tournament,
    with_preset,
)

EQUAL = {"GM": ["GM"] * 3, "IM": ["GM", "IM", "IM"], "WGM": ["GM", "IM", "WGM"]}
EQUAL["WIM"] = ["IM", "WGM", "WIM"]
"""Three titles that count as each [1.4.5]."""
AVERAGE = {"GM": 2380, "IM": 2230, "WGM": 2180, "WIM": 2030}
"""The least mean of the opponents [1.4.7]."""
FLOOR = {"GM": 2200, "IM": 2050, "WGM": 2000, "WIM": 1850}

# A performance of 2600, 2450, 2400 or 2250 is 220 more than the least average: with 7 of 9 (78 %, +220) that
# average is enough. With 6½ of 9 (72 %, +166) it takes 54 more, with 3½ of 9 (39 %, −80) 300 more, with
# 7½ of 9 (83 %, +273) 53 less, and with 3 of 9 (33 %, −125) 345 more.
SIX_AND_A_HALF, SEVEN, SEVEN_AND_A_HALF = [2] * 6 + [1, 0, 0], [2] * 7 + [0, 0], [2] * 7 + [1, 0]
THREE, THREE_AND_A_HALF = [2] * 3 + [0] * 6, [2] * 3 + [1] + [0] * 5

# Nine opponents, of whom five are from the player's federation (three fifths are 5.4) and the others from two;
# five have a title (half is 4.5), three of them one that counts (a third is 3).
AT_HOME = ["GER"] * 5 + ["SUI"] * 2 + ["AUT"] * 2


def games(title, *, more=54, scores=SIX_AND_A_HALF, federations=AT_HOME, equal=3, titled=5):
    """Games of a player of Germany against opponents whose average is so much above the least."""
    titles = [*EQUAL[title][:equal], *["FM"] * (titled - equal)]
    titles += ["CM"] * (len(scores) - len(titles))
    return [
        NormGame(rating=AVERAGE[title] + more, title=held, federation=code, score_x2=score)
        for held, code, score in zip(titles, federations, scores, strict=True)
    ]


CASES = [
    # condition, a case that meets it, a case that misses it and nothing else
    ("games", {}, {"scores": [2] * 6 + [0, 0], "federations": AT_HOME[1:]}),  # 8 games
    ("federations", {}, {"federations": ["GER"] * 5 + ["SUI"] * 4}),
    ("own_federation", {}, {"federations": ["GER"] * 6 + ["SUI"] * 2 + ["AUT"]}),
    (
        "one_federation",  # two thirds of 9 are 6
        {"federations": ["GER"] * 2 + ["SUI"] * 6 + ["AUT"]},
        {"federations": ["GER"] + ["SUI"] * 7 + ["AUT"]},
    ),
    ("title_holders", {"titled": 5}, {"titled": 4}),
    ("titles", {"equal": 3}, {"equal": 2}),
    (
        "average",
        {"more": 0, "scores": SEVEN},
        {"more": -1, "scores": SEVEN_AND_A_HALF},
    ),
    ("score", {"more": 300, "scores": THREE_AND_A_HALF}, {"more": 345, "scores": THREE}),  # 35 %
    ("performance", {"more": 54}, {"more": 53}),
]


@pytest.mark.parametrize("title", NORM_TITLES)
@pytest.mark.parametrize(("condition", "met", "missed"), CASES, ids=[case[0] for case in CASES])
def test_each_condition_of_each_title(title, condition, met, missed):
    made = norm_of(title, games(title, **met), "GER")
    assert (made.is_made, made.missing) == (True, ())
    failed = norm_of(title, games(title, **missed), "GER")
    assert [each.name for each in failed.missing] == [condition]
    assert not failed.is_made
    (missing,) = failed.missing
    assert f"{missing.value:g}" in missing.text
    assert missing.article in [f"1.4.{number}" for number in (1, 3, 4, 5, 7, 8)]


@pytest.mark.parametrize("title", NORM_TITLES)
def test_the_lowest_opponent_alone_counts_with_the_floor(title):
    """Eight of 2470 and one of 1000: (8 · 2470 + 2200) / 9 = 2440, and 2440 + 166 = 2606 is enough for GM."""
    found = games(title, more=90)
    low = replace(found[-1], rating=1000)
    raised = norm_of(title, [*found[:-1], low], "GER")
    assert raised.average == round((8 * (AVERAGE[title] + 90) + FLOOR[title]) / 9)
    assert raised.is_made
    two = norm_of(title, [*found[:-2], replace(found[-2], rating=1000), low], "GER")
    assert not two.is_performed


def test_an_opponent_without_a_rating_counts_with_1400_if_another_is_lower():
    found = games("GM", more=200)
    lowest, unrated = replace(found[-1], rating=1300), replace(found[-2], rating=None)
    norm = norm_of("GM", [*found[:-2], unrated, lowest], "GER")
    assert norm.average == round((7 * 2580 + 1400 + 2200) / 9)


def test_games_that_may_be_ignored():
    """A game that was won, and those after the norm, do not spoil it; a game that was lost before does."""
    base = games("GM")
    weak = NormGame(rating=2000, title="", federation="GER", score_x2=2)
    won = norm_of("GM", [weak, *base], "GER")
    assert (won.is_made, won.ignored, won.games) == (True, 1, 9)
    lost = replace(weak, score_x2=0)
    after = norm_of("GM", [*base, lost, lost], "GER")
    assert (after.is_made, after.ignored) == (True, 2)
    assert not norm_of("GM", [lost, *base], "GER").is_made


def test_no_round_of_a_round_robin_is_left_out():
    """A game that was won may be, if the opponents of the complete event are such as a norm asks for [1.4.1e, f]."""
    base = games("GM")
    weak = NormGame(rating=1500, title="GM", federation="SUI", score_x2=2)
    lost = replace(weak, score_x2=0)
    assert norm_of("GM", [*base, lost], "GER").is_made
    assert not norm_of("GM", [*base, lost], "GER", predetermined=True).is_made
    won = norm_of("GM", [*base, weak, weak], "GER", predetermined=True)
    assert (won.is_made, won.ignored, won.games) == (True, 1, 10)  # one of them counts with 2200
    untitled = [*base, *[replace(weak, title="")] * 2]  # a third of eleven is four
    assert norm_of("GM", untitled, "GER").is_made
    assert not norm_of("GM", untitled, "GER", predetermined=True).is_made
    # Of eleven opponents seven are from the own federation, and six are allowed.
    countrymen = [*base, *[replace(base[0], federation="GER", title="GM")] * 2]
    assert norm_of("GM", countrymen, "GER").is_made
    assert not norm_of("GM", countrymen, "GER", predetermined=True).is_made


@pytest.mark.parametrize(
    ("players", "cycles", "masters", "missing"),
    [
        (8, 2, 3, {"titles"}),  # of 7 opponents; a third of 14 games would be 5
        (8, 2, 4, set()),
        (6, 2, 2, {"titles"}),
        (6, 2, 3, set()),
        (5, 3, 4, {"players"}),
        (10, 1, 2, {"titles"}),
        (10, 1, 3, set()),
    ],
)
def test_half_of_the_opponents_have_the_title_in_a_double_round_robin(
    players, cycles, masters, missing
):
    """Six players at least, and half of the opponents, rounded up, with the title of the norm [1.4.5]."""
    event = round_robins.all_play_all(players, cycles)
    first, *others = event.players
    others = [
        replace(p, rating=2500, country=f"F{n}", title="GM" if n < masters else "FM")
        for n, p in enumerate(others)
    ]
    games = (
        replace(each, result=Result.WHITE_WINS if each.white == "P00" else Result.BLACK_WINS)
        for each in event.games
    )
    home = replace(first, country="GER")
    whole = replace(event, players=(home, *others), games=tuple(games))
    (norm,) = (norm for norm in norms_of(whole, "")["P00"] if norm.title == "GM")
    assert {each.name for each in norm.missing} == missing
    assert norm.games == cycles * (players - 1)


GAME, WON, BYE, LOST = (
    kind.code
    for kind in (
        RoundKind.RATED,
        RoundKind.FORFEIT_WON,
        RoundKind.PAIRING_BYE,
        RoundKind.FORFEIT_LOST,
    )
)
OPEN, NOTHING = RoundKind.OPEN.code, RoundKind.UNPAIRED.code


@pytest.mark.parametrize(
    ("kinds", "predetermined", "needed"),
    [
        ([GAME] * 9, False, 9),
        ([GAME] * 8 + [WON], False, 8),  # 1.4.1c
        ([BYE] + [GAME] * 8, False, 8),
        ([GAME] * 8 + [WON], True, 8),
        ([GAME] * 8 + [LOST], False, 9),
        ([GAME] * 7 + [WON] * 2, False, 9),
        ([GAME] * 8 + [WON, WON], False, 9),  # ten rounds
        ([GAME] * 8 + [NOTHING], False, 9),
        ([GAME] * 9 + [OPEN, NOTHING], False, 9),  # those after the norm may be left out
        ([GAME] * 9 + [OPEN, NOTHING], True, 11),  # 1.4.1e
        ([GAME] * 9 + [LOST, WON], True, 9),
    ],
)
def test_how_many_games_a_norm_takes(kinds, predetermined, needed):
    row = np.array(kinds)
    assert games_needed(row, row == GAME, predetermined=predetermined) == needed


def all_play_all(last, *, rounds=9):
    """A player of Germany among nine opponents, who does for an IM but for the last of them."""
    opponents = [
        Player(
            key=f"O{n}", name=f"O{n}", rating=each.rating, title=each.title, country=each.federation
        )
        for n, each in enumerate(games("IM", more=150))
    ]
    players = (
        Player(key="P", name="P", rating=2300, country="GER", sex="m"),
        *opponents[:-1],
        last,
    )
    played = [
        game(n + 1, 1, "P", f"O{n}", Result.WHITE_WINS if n < 7 else Result.JIGO) for n in range(9)
    ]
    rules = replace(
        with_preset(Rules(), "FIDE"), format=EventFormat.ROUND_ROBIN, rounds=rounds, games=1
    )
    return Tournament(kind="swiss", rules=rules, players=players, games=tuple(played))


def im_norm(tournament):
    (found,) = (norm for norm in norms_of(tournament, "GER")["P"] if norm.title == "IM")
    return found


def test_an_opponent_without_a_rating_or_a_point_does_not_count_in_a_round_robin():
    """1.4.2b; half a point against a rated opponent is enough."""
    unrated = Player(key="O8", name="O8", rating=None, country="AUT")
    whole = all_play_all(unrated)
    beaten = replace(
        whole, games=(*whole.games[:-1], replace(whole.games[-1], result=Result.WHITE_WINS))
    )
    assert (im_norm(whole).games, im_norm(whole).is_made) == (9, True)
    assert (im_norm(beaten).games, im_norm(beaten).is_made) == (8, False)
    swiss = replace(beaten.rules, format=EventFormat.SWISS)
    assert im_norm(replace(beaten, kind="swiss", rules=swiss)).games == 9


def test_a_norm_of_a_round_robin_is_made_after_its_last_round():
    rated = Player(key="O8", name="O8", rating=2400, country="AUT")
    assert im_norm(all_play_all(rated)).is_made
    more = im_norm(all_play_all(rated, rounds=11))
    assert [each.text for each in more.missing] == ["games: 9, at least 11 needed"]


@settings(max_examples=50)
@given(st.data())
def test_games_are_ignored_as_if_each_choice_were_tried(data):
    title = data.draw(st.sampled_from(NORM_TITLES))
    near = AVERAGE[title]
    one = st.builds(
        NormGame,
        rating=st.none() | st.integers(near - 300, near + 500),
        title=st.sampled_from(["", "CM", "FM", *EQUAL[title] * 3]),
        federation=st.sampled_from(["", "GER", "SUI", "AUT"]),
        score_x2=st.sampled_from([0, 1, 2, 2, 2]),
    )
    played = data.draw(st.lists(one, min_size=9, max_size=12))
    choices = (
        [game for place, game in enumerate(played[:end]) if place not in ignored]
        for end in range(len(played), 8, -1)
        for number in range(end - 8)
        for ignored in combinations(range(end), number)
        if all(played[place].score_x2 == 2 for place in ignored)
    )
    made = (norm for each in choices if not (norm := norm_of(title, each, "GER")).ignored)
    expected = next((norm for norm in made if norm.is_made), None)
    found = norm_of(title, played, "GER")
    assert found.is_made == (expected is not None)
    assert found.games == (len(played) if expected is None else expected.games)


def test_a_long_tournament_takes_no_longer():
    """Of 24 games, 16 of them won, there are more than half a million choices to ignore some."""
    long = [
        NormGame(rating=2500, title="", federation="SUI", score_x2=2 if place % 3 else 1)
        for place in range(24)
    ]
    begin = process_time()
    assert not norm_of("GM", long, "GER").is_made
    assert process_time() - begin < 1


def test_unknown_federations_count_as_the_own_one():
    unknown = norm_of("GM", games("GM", federations=["GER"] * 5 + [""] * 2 + ["AUT"] * 2), "GER")
    assert {each.name for each in unknown.missing} == {
        "federations",
        "own_federation",
        "one_federation",
    }
    assert not norm_of("GM", games("GM"), "").is_made
    assert norm_of("GM", games("GM", federations=["GER"] * 9), "GER", exempt=True).is_made


@pytest.mark.parametrize(
    ("title", "sex", "titles"),
    [
        ("", "m", ("GM", "IM")),
        ("", "", ("GM", "IM")),
        ("", "w", ("GM", "IM", "WGM", "WIM")),
        ("FM", "m", ("GM", "IM")),
        ("WFM", "", ("GM", "IM", "WGM", "WIM")),
        ("WIM", "w", ("GM", "IM", "WGM")),
        ("WGM", "w", ("GM", "IM")),
        ("IM", "w", ("GM",)),
        ("GM", "w", ()),
    ],
)
def test_the_titles_above_that_of_a_player(title, sex, titles):
    player = Player(key="A", name="A", title=title, sex=sex)
    assert titles_to_seek(player) == titles


def opened(foreign, federations, masters):
    """An open of two rounds in Germany, with so many foreign players."""
    players = [
        Player(
            key=f"F{number}",
            name=f"F{number}",
            rating=2100,
            country=federations[number % len(federations)],
            title="WIM" if number < masters else "FM",
        )
        for number in range(foreign)
    ]
    players += [Player(key=f"G{n}", name=f"G{n}", rating=2000, country="GER") for n in range(20)]
    keys = [player.key for player in players][: len(players) // 2 * 2]
    pairs = [*zip(keys[::2], keys[1::2], strict=True)]
    played = [
        game(number, table, *pair, Result.WHITE_WINS)
        for number in (1, 2)
        for table, pair in enumerate(pairs, start=1)
    ]
    rules = replace(with_preset(Rules(), "FIDE"), rounds=2)
    return Tournament(kind="swiss", rules=rules, players=tuple(players), games=tuple(played))


@pytest.mark.parametrize(
    ("foreign", "federations", "masters", "host", "is_open"),
    [
        (20, ["SUI", "AUT", "POL"], 10, "GER", True),
        (19, ["SUI", "AUT", "POL"], 10, "GER", False),
        (20, ["SUI", "AUT"], 10, "GER", False),
        (20, ["SUI", "AUT", "POL"], 9, "GER", False),
        (20, ["SUI", "AUT", "POL"], 10, "", False),
    ],
)
def test_a_swiss_that_is_open_to_the_world(foreign, federations, masters, host, is_open):
    assert is_open_to_the_world(opened(foreign, federations, masters), host) is is_open


def test_guests_must_play_in_every_round():
    whole = opened(20, ["SUI", "AUT", "POL"], 10)
    games = tuple(g for g in whole.games if not (g.round == 2 and g.table == 1))
    assert not is_open_to_the_world(replace(whole, games=games), "GER")


def test_norms_of_a_tournament_count_games_over_the_board():
    """Nine rounds, of which one is won by forfeit: eight games, and all but their number is there."""
    opponents = [
        Player(
            key=f"O{n}", name=f"O{n}", rating=each.rating, title=each.title, country=each.federation
        )
        for n, each in enumerate(games("IM"))
    ]
    player = Player(key="P", name="P", rating=2300, country="GER", sex="m")
    results = {2: Result.WHITE_WINS, 1: Result.JIGO, 0: Result.BLACK_WINS}
    rounds = tuple(
        game(n + 1, 1, "P", f"O{n}", results[score]) for n, score in enumerate(SIX_AND_A_HALF)
    )
    rules = replace(with_preset(Rules(), "FIDE"), rounds=9)
    whole = Tournament(kind="swiss", rules=rules, players=(player, *opponents), games=rounds)
    norms = {norm.title: norm for norm in norms_of(whole, "GER")["P"]}
    assert norms["IM"].is_made
    assert not norms["GM"].is_made
    first, *others = rounds
    forfeited = replace(whole, games=(replace(first, by_default=True), *others))
    assert (im_norm(forfeited).games, im_norm(forfeited).score) == (8, 5.5)
    assert "games" not in {each.name for each in im_norm(forfeited).missing}
    longer = im_norm(replace(forfeited, rules=replace(rules, rounds=10)))
    assert longer.missing[0].text == "games: 8, at least 9 needed"


def team_event(rounds, *, championship, federations=AT_HOME, country="GER", predetermined=False):
    """A player of Germany at board 1 of a team, with the same games as in `games`, and a second board beside."""
    held = games("IM", federations=federations)
    opponents = [
        Player(key=f"O{n}", name=f"O{n}", rating=g.rating, title=g.title, country=g.federation)
        for n, g in enumerate(held, start=1)
    ]
    others = [Player(key=f"R{n}", name=f"R{n}", rating=1500) for n in range(len(held) + 1)]
    player = Player(key="P", name="P", rating=2300, country="GER", sex="m")
    results = {2: Result.WHITE_WINS, 1: Result.JIGO, 0: Result.BLACK_WINS}
    played = []
    for n, score in enumerate(SIX_AND_A_HALF[:rounds], start=1):
        played += [game(n, 1, "P", f"O{n}", results[score]), game(n, 2, f"R{n}", "R0", Result.JIGO)]
    teams = [Team(key="0", name="Home", lineups=(("P", "R0"),))]
    teams += [
        Team(key=f"{n}", name=f"Team {n}", lineups=((f"O{n}", f"R{n}"),))
        for n in range(1, len(held) + 1)
    ]
    event = Event(championship=championship, country=country)
    rules = replace(with_preset(Rules(), "FIDE"), rounds=rounds)
    if predetermined:
        rules = replace(rules, event_format="Round robin")
    return Tournament(
        kind="swiss",
        event=event,
        rules=rules,
        players=(player, *opponents, *others),
        games=tuple(played),
        team_play=TeamPlay(teams=tuple(teams), size=2),
    )


@pytest.mark.parametrize(
    ("championship", "rounds", "needed"),
    [
        *(("none", rounds, 9) for rounds in (7, 8, 9)),
        *(("national", rounds, 9) for rounds in (7, 8, 9)),
        *(("international", rounds, 7) for rounds in (6, 7, 8, 9)),
    ],
)
def test_seven_games_suffice_in_a_team_championship_of_the_world_or_a_continent(
    championship, rounds, needed
):
    norm = im_norm(team_event(rounds, championship=championship))
    (condition,) = [each for each in norm.conditions if each.name == "games"]
    assert (norm.games + norm.ignored, condition.needed) == (rounds, needed)


def test_seven_games_are_enough_for_no_individual_event():
    whole = team_event(7, championship="international")
    alone = replace(whole, team_play=None)
    (condition,) = [each for each in im_norm(alone).conditions if each.name == "games"]
    assert condition.needed == 9


@pytest.mark.parametrize(
    ("championship", "country", "is_exempt"),
    [
        ("national", "GER", True),
        ("national", "DE", False),
        ("national", "SUI", False),
        ("national", "", False),
        ("international", "GER", False),
        ("none", "GER", False),
    ],
)
def test_federations_do_not_matter_to_those_at_home_in_a_national_team_championship(
    championship, country, is_exempt
):
    at_home = team_event(9, championship=championship, federations=["GER"] * 9)
    norms = {norm.title: norm for norm in norms_of(at_home, country)["P"]}
    asked = {each.name for each in norms["IM"].conditions}
    assert asked.isdisjoint({"federations", "own_federation", "one_federation"}) is is_exempt
    assert norms["IM"].is_made is is_exempt
