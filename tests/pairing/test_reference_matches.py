"""The reference of the Swiss team system and Double-Swiss, by hand and beside events of another program."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from random_matches import states
from reference_matches import (
    Answer,
    Entrant,
    Event,
    Field,
    Free,
    Match,
    Round,
    Settings,
    find_upfloaters,
    identifier,
    pairing,
    pairings_in_order,
    preference,
    smallest_sets,
    virtual_x2,
    white_of,
)

TEAM, TEAM_B = Settings(), Settings(preferences="B")
NEUTRAL = Settings(preferences="")
DOUBLE = Settings("double", "", secondary="")
COLOURS = {"W": 1, "B": -1}


def colours(letters):
    return [COLOURS[letter] for letter in letters]


def pairs(text):
    """Pairs such as ``1-3 2-4``."""
    return [tuple(map(int, pair.split("-"))) for pair in text.split()]


def unordered(found):
    return {frozenset(pair) for pair in found}


def event(scores, rounds=9, matches="", prohibited="", absent=()):
    """An event whose entrants got these doubled points without an opponent, and then drew these matches."""
    first = Round((), tuple(Free(number, score) for number, score in scores.items()))
    played = tuple(Match(*pair, 2, 2, 2, 2) for pair in pairs(matches))
    met = {number for match in played for number in (match.white, match.black)}
    second = Round(played, tuple(Free(number, 2) for number in scores if number not in met))
    before = (first, second) if matches else (first,)
    return Event(
        tuple(map(Entrant, sorted(scores))),
        rounds,
        before,
        frozenset(absent),
        frozenset(unordered(pairs(prohibited))),
    )


def met(event, settings=NEUTRAL):
    return unordered(pairing(event, settings).pairs)


def rising(event, settings=NEUTRAL):
    """The upfloaters of the top group."""
    return pairing(event, settings).brackets[0].upfloaters


# ---- The order of pairings and of sets ----


@pytest.mark.parametrize("settings", [TEAM, TEAM_B, NEUTRAL, DOUBLE])
def test_the_smaller_number_is_the_top_whatever_the_score(settings):
    """Of 1, 2 and 4 with 3 as upfloater the first pairing is 1–3, 2–4, not 1–4, 2–3."""
    assert met(event({1: 4, 2: 4, 4: 4, 3: 2, 5: 2, 6: 2}), settings) == unordered(
        pairs("1-3 2-4 5-6")
    )


def test_an_identifier_is_the_tops_and_then_their_bottoms():
    assert identifier(pairs("11-24 16-6 10-9 8-4")) == [4, 6, 9, 11, 8, 16, 10, 24]


def test_pairings_come_in_the_order_of_their_identifiers():
    sides = [SimpleNamespace(number=number) for number in (24, 4, 6, 16, 8, 9, 10, 11)]
    found = [
        identifier([(top.number, bottom.number) for top, bottom in each])
        for each in pairings_in_order(sides, lambda one, other: one is not other)
    ]
    assert len(found) == 105
    assert [4, 6, 9, 11, 8, 16, 10, 24] in found
    assert all(one < other for one, other in pairwise(found))
    for one, other in pairwise(found):
        tops = {*one[:4]} ^ {*other[:4]}
        assert not tops or min(tops) in one[:4]


SETS = {7: 8, 9: 8, 10: 8, 2: 6, 6: 6, 8: 6, 1: 5, 3: 5, 5: 5, 11: 0}
MET = "7-9 7-10 9-10 7-11 9-11 10-11"


def test_sets_come_in_the_order_of_score_and_then_number():
    field = Field(event(SETS, prohibited=MET), NEUTRAL)
    group = field.group(field.everybody)
    sets = smallest_sets(field, group, field.everybody & ~group)
    assert list(map(field.numbers, sets))[:5] == [
        (2, 6, 8),
        (2, 6, 1),
        (2, 6, 3),
        (2, 6, 5),
        (2, 8, 1),
    ]
    assert field.numbers(find_upfloaters(field, group, field.everybody & ~group)[0]) == (2, 6, 8)


@pytest.mark.parametrize(
    ("barred", "expected"),
    [((), (2, 6, 8)), ((8,), (2, 6, 1)), ((8, 1), (2, 6, 3)), ((8, 1, 3), (2, 6, 5))],
)
def test_the_first_set_is_the_first_that_can_be_paired(barred, expected):
    more = " ".join(f"{top}-{number}" for top in (7, 9, 10) for number in barred)
    assert rising(event(SETS, prohibited=f"{MET} {more}")) == expected


def test_higher_scores_rise_the_lowest_of_them_first():
    """[C5]: scores 3 and 3 come before 4 and 2, whose sum is the same."""
    scores = {1: 8, 2: 8, 3: 4, 4: 3, 5: 3, 6: 2, 7: 2, 8: 2}
    assert rising(event(scores, prohibited="1-2")) == (3, 4)
    assert rising(event(scores, prohibited="1-2 1-4 2-3 2-4 1-3")) == (5, 6)
    assert rising(event(scores, prohibited="1-2 3-4 3-1 3-2")) == (4, 5)
    # 1 may meet 3 and 4, 2 may meet 5 and 6, and 4 has to meet 1 or 5: so 3 rises with 6 only.
    top = "1-2 1-5 1-6 1-7 1-8 2-3 2-4 2-7 2-8"
    assert rising(event(scores, prohibited=f"{top} 3-4 4-6 4-7 4-8")) == (4, 5)
    assert rising(event(scores, prohibited=f"{top} 3-4 4-6 4-7 4-8 1-4")) == (3, 6)


# ---- [C6], [C7] and floats ----

LONE = {1: 8, 2: 6, 3: 6, 4: 6, 5: 2, 6: 2}


@pytest.mark.parametrize(
    ("prohibited", "expected", "reached"),
    [("", 2, True), ("3-4", 3, True), ("3-4 2-4", 4, True), ("3-4 2-4 2-3", 2, False)],
)
def test_the_following_group_needs_nobody_from_below(prohibited, expected, reached):
    """[C6] goes before the order of numbers; if no set meets it, it is dropped."""
    top = pairing(event(LONE, prohibited=prohibited), NEUTRAL).brackets[0]
    assert (top.upfloaters, top.next_reached) == ((expected,), reached)


def test_as_few_as_possible_of_the_following_group_is_an_option():
    """Of 2 to 6 only 2 has an opponent among them: without 2, four have to be joined, otherwise two."""
    scores = {1: 8, **dict.fromkeys(range(2, 7), 6), **dict.fromkeys(range(7, 11), 2)}
    event_of_ten = event(scores, prohibited="3-4 3-5 3-6 4-5 4-6 5-6 2-5 2-6")
    assert rising(event_of_ten) == (2,)
    assert rising(event_of_ten, replace(NEUTRAL, fewest_next=True)) == (3,)


def test_a_following_group_that_is_emptied_is_not_asked():
    top = pairing(event({1: 8, 2: 6, 3: 2, 4: 2}), NEUTRAL).brackets[0]
    assert (top.upfloaters, top.next_reached) == ((2,), None)


@pytest.mark.parametrize(
    ("settings", "rounds", "expected"),
    [(NEUTRAL, 5, 3), (NEUTRAL, 4, 2), (DOUBLE, 4, 3), (DOUBLE, 3, 2)],
)
def test_who_floated_in_the_last_round_does_not_rise(settings, rounds, expected):
    """[C7] of round 3: 2 met 5, of another score; not in the last two rounds, in Double-Swiss the last."""
    assert rising(event(LONE, rounds, "2-5"), settings) == (expected,)


@pytest.mark.parametrize(
    ("settings", "rounds", "expected"),
    [
        (NEUTRAL, 5, "1-4 2-3 5-6"),
        (NEUTRAL, 4, "1-3 2-4 5-6"),
        (DOUBLE, 4, "1-4 2-3 5-6"),
        (DOUBLE, 3, "1-3 2-4 5-6"),
    ],
)
def test_who_floated_in_the_last_round_meets_no_upfloater(settings, rounds, expected):
    """[C10] of teams, [C8] of Double-Swiss."""
    scores = {1: 8, 2: 8, 3: 8, 4: 6, 5: 4, 6: 2}
    assert met(event(scores, rounds, "2-6"), settings) == unordered(pairs(expected))


def test_a_forfeited_match_is_neither_a_meeting_nor_a_float_nor_a_colour():
    first = event(LONE, 5, "2-5")
    first_round, second = first.before
    (played,) = second.matches
    forfeited = Match(2, 5, 2, 2, played=False)
    unplayed = replace(first, before=(first_round, Round((forfeited,), second.free)))
    assert rising(unplayed) == (2,)
    assert played.played
    two = event({1: 0, 2: 0}, matches="1-2")
    assert pairing(two, TEAM) is None
    (match,) = two.before[1].matches
    split = replace(two, before=(Round(), Round((replace(match, played=False),))))
    assert pairing(split, TEAM) is None  # neither forfeited all boards
    again = replace(two, before=(Round(), Round((Match(1, 2, 0, 0, played=False),))))
    assert pairing(again, TEAM) == Answer([(1, 2)], None, [((1, 2), (), None, ((1, 2),))])


# ---- Preferences and colours ----


@pytest.mark.parametrize(
    ("letters", "type_a", "type_b", "type_b_last"),
    [
        ("", 0, (0, 0), (0, 0)),
        ("B", 0, (1, 1), (1, 1)),
        ("W", 0, (-1, 1), (-1, 1)),
        ("BB", 1, (1, 2), (1, 2)),
        ("WW", -1, (-1, 2), (-1, 2)),
        ("WB", 0, (1, 1), (0, 0)),
        ("BW", 0, (-1, 1), (0, 0)),
        ("WBB", 1, (1, 2), (1, 2)),
        ("BWW", -1, (-1, 2), (-1, 2)),
        ("BWB", 0, (1, 1), (1, 1)),
        ("BBW", 0, (1, 1), (1, 1)),
        ("WWB", 0, (-1, 1), (-1, 1)),
        ("WWBB", 1, (1, 2), (1, 2)),
        ("BBWW", -1, (-1, 2), (-1, 2)),
        ("BBBWW", 0, (1, 1), (1, 1)),
        ("WWWBB", 0, (-1, 1), (-1, 1)),
        ("BBBW", 1, (1, 2), (1, 2)),
        ("WWWB", -1, (-1, 2), (-1, 2)),
    ],
)
def test_preferences(letters, type_a, type_b, type_b_last):
    for last in (False, True):
        assert preference(colours(letters), TEAM, last=last) == (type_a, 2 * abs(type_a))
        assert preference(colours(letters), NEUTRAL, last=last) == (0, 0)
    assert preference(colours(letters), TEAM_B, last=False) == type_b
    assert preference(colours(letters), TEAM_B, last=True) == type_b_last


@pytest.mark.parametrize(
    ("letters", "expected"), [("WWBB", 0), ("BBWW", 0), ("WBB", 1), ("BWW", -1)]
)
def test_no_preference_in_the_last_round_after_two_equal_colours_is_an_option(letters, expected):
    settings = replace(TEAM_B, strong_in_last=False)
    assert preference(colours(letters), settings, last=True)[0] == expected
    assert preference(colours(letters), settings, last=False)[1] == 2


def side(number, letters, settings, score=0, secondary=0, last=False):
    due, strength = preference(colours(letters), settings, last=last)
    return SimpleNamespace(
        number=number,
        place=number,
        score=score,
        secondary=secondary,
        colours=colours(letters),
        due=due,
        strength=strength,
    )


@pytest.mark.parametrize(
    ("settings", "first", "second", "expected"),
    [
        (TEAM, "", "", 1),  # none has played: the first, of odd number, has the initial colour
        (replace(TEAM, initial=-1), "", "", 2),
        (TEAM, "BB", "", 1),  # only one has a preference
        (TEAM, "", "BB", 2),
        (TEAM, "WW", "", 2),
        (TEAM, "", "WW", 1),
        (TEAM, "BB", "WW", 1),  # both opposite
        (TEAM, "WW", "BB", 2),
        (TEAM_B, "B", "BB", 2),  # the only strong one
        (TEAM_B, "WW", "W", 2),
        (TEAM_B, "BWB", "WWBB", 2),  # the same, though the difference of the other is lower
        (TEAM, "BWB", "WWBB", 2),  # only one has a preference
        (TEAM, "BB", "BBB", 2),  # both the same: the lower difference has White
        (TEAM, "WW", "WWW", 1),
        (TEAM, "B", "", 1),  # no preferences: the lower difference has White
        (TEAM, "W", "", 2),
        (NEUTRAL, "BBBW", "BBWW", 1),
        (TEAM, "WB", "BW", 1),  # equal differences: the latest round in which they differed
        (TEAM, "BW", "WB", 2),
        (TEAM, "WBB", "BWBWB", 1),  # only one has a preference
        (NEUTRAL, "WBBW", "BWBW", 1),  # the last two rounds are alike, the one before decides
        (NEUTRAL, "BWBW", "WBBW", 2),
        (TEAM, "BB", "BB", 1),  # the first team's preference
        (TEAM, "WW", "WW", 2),
        (TEAM, "BBBW", "BBBW", 1),
        (NEUTRAL, "WB", "WB", 1),  # the first team alternates
        (NEUTRAL, "BW", "BW", 2),
        (NEUTRAL, "", "WB", 2),  # the other alternates
        (NEUTRAL, "", "BW", 1),
        (DOUBLE, "", "", 1),
        (replace(DOUBLE, initial=-1), "", "", 2),
        (DOUBLE, "W", "B", 2),  # fewer Whites
        (DOUBLE, "BB", "W", 1),
        (DOUBLE, "BBW", "WWB", 1),
        (DOUBLE, "WBB", "W", 1),  # as many Whites: the latest difference
        (DOUBLE, "BW", "WB", 2),
        (DOUBLE, "WB", "WB", 1),  # the higher ranked alternates
        (DOUBLE, "BW", "BW", 2),
        (DOUBLE, "", "B", 2),  # the other alternates
        (DOUBLE, "B", "", 1),
    ],
)
def test_colours(settings, first, second, expected):
    one, other = side(1, first, settings), side(2, second, settings)
    assert white_of(one, other, settings).number == expected
    assert white_of(other, one, settings).number == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({}, {}, 2),
        ({"score": 1}, {}, 2),
        ({}, {"score": 1}, 3),
        ({}, {"secondary": 1}, 3),
        ({"score": 1}, {"secondary": 1}, 2),
    ],
)
def test_the_first_team_has_the_higher_scores_or_the_smaller_number(one, other, expected):
    """Both alternate to White, and the first team does."""
    sides = side(2, "WB", NEUTRAL, **one), side(3, "WB", NEUTRAL, **other)
    assert white_of(*sides, NEUTRAL).number == expected


def test_parity_goes_by_a_numbering_of_those_who_have_arrived():
    """A bye on request is no arrival; a match lost by forfeit, or the bye, is."""
    entrants = (Entrant(1), *(Entrant(number, entered=2) for number in (2, 3, 4, 5)))

    def second(*matches, free=()):
        event = Event(entrants, 5, (Round(matches, free),), frozenset({1, 6}))
        return pairing(event, TEAM).pairs

    assert second() == second(free=(Free(1, 2, 2),)) == [(2, 4), (5, 3)]
    assert second(free=(Free(1, 2, 2, allocated=True),)) == [(4, 2), (3, 5)]
    assert second(Match(6, 1, 4, 0, 4, 0, played=False)) == [(4, 2), (3, 5)]


def pair_after(histories, settings, rounds=9):
    """Those whose colours are given, of equal scores; they met teams that are absent now."""
    long = max(map(len, histories.values()))
    number, before = 100, []
    for index in range(long):
        matches, free = [], []
        for own, letters in histories.items():
            letter = letters.rjust(long)[index]
            number += 1
            pair = (own, number) if letter == "W" else (number, own)
            if letter == " ":
                free.append(Free(own, 2, 2))
            else:
                matches.append(Match(*pair, 2, 2, 2, 2))
        before.append(Round(tuple(matches), tuple(free)))
    others = range(101, number + 1)
    everybody = tuple(map(Entrant, (*histories, *others)))
    return pairing(Event(everybody, rounds, tuple(before), frozenset(others)), settings)


def test_fewest_without_their_colour_before_the_order():
    """[C8] of teams; Double-Swiss does not ask."""
    histories = {1: "WW", 2: "WW", 3: "WW", 4: "BB"}
    assert pair_after(histories, TEAM).pairs == [(3, 1), (4, 2)]
    histories = {1: "WW", 2: "BB", 3: "WW", 4: "BB"}
    assert pair_after(histories, TEAM).pairs == [(4, 1), (2, 3)]
    assert unordered(pair_after(histories, DOUBLE).pairs) == unordered(pairs("1-3 2-4"))
    assert unordered(pair_after(histories, NEUTRAL).pairs) == unordered(pairs("1-3 2-4"))


def test_fewest_without_a_strong_preference_after_all_of_them():
    """[C9] of type B: all want White, and the strong ones meet the mild ones."""
    histories = {1: "BB", 2: "B", 3: "BB", 4: "B"}
    assert pair_after(histories, TEAM_B).pairs == [(1, 4), (3, 2)]
    assert pair_after(dict.fromkeys((1, 2, 3, 4), "BB"), TEAM_B).pairs == [(1, 3), (2, 4)]


# ---- The bye ----


def bye(scores, *rounds, settings=NEUTRAL, prohibited=""):
    """Who has it after these rounds and one in which nobody played."""
    before = (Round((), tuple(Free(number, score) for number, score in scores.items())), *rounds)
    barred = frozenset(unordered(pairs(prohibited)))
    answer = pairing(Event(tuple(map(Entrant, scores)), 9, before, prohibited=barred), settings)
    return answer and answer.bye


THREE = {1: 2, 2: 2, 3: 2}


@pytest.mark.parametrize("settings", [TEAM, DOUBLE])
def test_the_bye_goes_by_score_then_matches_played_then_number(settings):
    assert bye(THREE, settings=settings) == 3
    assert bye({1: 2, 2: 0, 3: 2}, settings=settings) == 2
    five, others = dict.fromkeys(range(1, 6), 2), (Free(3, 2), Free(4, 2), Free(5, 2))
    match = Match(1, 2, 2, 2, 2, 2)
    assert bye(five, Round((match,), others), settings=settings) == 2
    split = replace(match, played=False)  # each side forfeited a part: it counts as played
    assert bye(five, Round((split,), others), settings=settings) == 2
    nobody = Match(1, 2, 0, 0, played=False)
    level = (*others, Free(1, 2), Free(2, 2))
    assert bye(five, Round((nobody,), level), settings=settings) == 5


@pytest.mark.parametrize("settings", [TEAM, DOUBLE])
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (Round((), (Free(3, 0, allocated=True),)), 2),
        (Round((), (Free(1, 4), Free(2, 4), Free(3, 2))), 3),
        (Round((), (Free(1, 4), Free(2, 3), Free(3, 4))), 2),
        (Round((Match(3, 2, 4, 0, 4, 0, played=False),), (Free(1, 4),)), 2),
        (Round((Match(2, 3, 0, 4, 0, 4, played=False),), (Free(1, 4),)), 2),
        (Round((Match(2, 3, 4, 0, 4, 0, played=False),), (Free(1, 4),)), 3),
        (Round((Match(2, 3, 0, 0, 0, 0, played=False),)), 3),
        (Round((Match(3, 2, 4, 0, 4, 0),), (Free(1, 4),)), 2),
    ],
)
def test_who_has_had_a_bye_or_won_by_forfeit_has_none(settings, more, expected):
    """[C2]; half of a match's points or less bar nobody, nor does a match that was played."""
    assert bye(THREE, more, settings=settings) == expected


@pytest.mark.parametrize("settings", [TEAM, DOUBLE])
def test_a_match_in_which_both_forfeited_games_bars_nobody(settings):
    """1 and 2 have had full-point byes."""
    mixed = Match(3, 2, 3, 1, 3, 1, played=False)
    assert bye({1: 4, 2: 4, 3: 2}, Round((mixed,)), settings=settings) == 3
    forfeited = Match(3, 2, 4, 0, 4, 0, played=False)
    assert bye({1: 4, 2: 4, 3: 2}, Round((forfeited,)), settings=settings) is None


def test_the_bye_leaves_all_others_pairable():
    assert bye(THREE, prohibited="1-2") == 2
    assert bye({1: 3, 2: 2, 3: 0}, prohibited="1-2 1-3") == 1
    assert bye(THREE, prohibited="1-2 1-3 2-3") is None
    assert bye(THREE, Round((), tuple(Free(n, 4) for n in THREE))) is None


# ---- Virtual points ----


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(baku=True), [4, 4, 2, 2, 0]),
        (replace(DOUBLE, baku=True), [2, 2, 1, 1, 0]),
        (replace(DOUBLE, baku=True, baku_of_match=True), [4, 4, 2, 2, 0]),
        (TEAM, [0, 0, 0, 0, 0]),
    ],
)
def test_baku_points_go_to_the_first_half_until_the_middle(settings, expected):
    """Of 7 from round 1 the first four, and 5 is the fourth of them, so who arrives later as 2 belongs to them."""
    entrants = tuple(Entrant(n, entered=3 if n == 2 else 1) for n in range(1, 9))
    played = Event(entrants, 7)
    for number in range(1, 9):
        found = [virtual_x2(played, settings, number, r) for r in range(1, 6)]
        assert found == (expected if number <= 5 else [0] * 5)


def test_virtual_points_make_groups_floats_and_the_first_team():
    entrants = tuple(map(Entrant, (1, 2, 3, 4)))
    stated = {(r, number): 4 for r in (1, 2) for number in (3, 4)}
    assert pairing(Event(entrants, 9), NEUTRAL).pairs == [(1, 3), (4, 2)]
    first = Event(entrants, 9, virtual_x2=stated)
    assert pairing(first, NEUTRAL).pairs == [(3, 4), (1, 2)]
    met_across = Round((Match(1, 3, 2, 2), Match(4, 2, 2, 2)))
    assert [side.floater for side in Field(first.after(met_across), NEUTRAL).sides] == [True] * 4
    within = Round((Match(1, 2, 2, 2), Match(4, 3, 2, 2)))
    assert [side.floater for side in Field(first.after(within), NEUTRAL).sides] == [False] * 4


# ---- Events ----


def perfect_matchings(field, mask):
    if not mask:
        yield []
        return
    first = (mask & -mask).bit_length() - 1
    for other in range(first + 1, len(field.sides)):
        if mask >> other & 1 and field.legal[first] >> other & 1:
            for more in perfect_matchings(field, mask & ~(1 << first) & ~(1 << other)):
                yield [(first, other), *more]


@pytest.mark.parametrize("system", ["team", "double"])
def test_upfloaters_are_those_of_a_matching_of_all(system):
    """The top group's upfloaters have the fewest edges to it, and then the highest scores, of all complete pairings."""
    features = Counter()
    for seed in range(120):
        for state, settings, answer in states(seed, system):
            field = Field(state, settings)
            if answer is None:
                features["none"] += 1
                continue
            place = {each.number: index for index, each in enumerate(field.sides)}
            left = field.everybody & ~(0 if answer.bye is None else 1 << place[answer.bye])
            seen = [number for pair in answer.pairs for number in pair]
            assert sorted(seen) == sorted(field.numbers(left))
            group = field.group(left) if left else 0
            costs = []
            for matching in perfect_matchings(field, left):
                across = [b for a, b in matching if group >> a & 1 > group >> b & 1]
                scores = sorted(field.sides[index].score for index in across)
                costs.append((len(across), [-score for score in scores]))
            top = answer.brackets[0].upfloaters if left else ()
            own = sorted(field.sides[place[number]].score for number in top)
            assert min(costs) == (len(top), [-score for score in own])
            features["several"] += any(len(each.upfloaters) > 1 for each in answer.brackets)
            features["missed"] += any(each.next_reached is False for each in answer.brackets)
    assert min(features[each] for each in ("none", "several", "missed")) > 0


@pytest.mark.parametrize("system", ["team", "double"])
def test_an_event_is_made_again_from_its_seed(system):
    for seed in range(5):
        assert list(states(seed, system)) == list(states(seed, system))


WON_X2 = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0}


def read_teams(path):
    """The settings, number of rounds, and rounds of an event of teams without byes."""
    kind, rounds, teams, cells = "", 0, {}, {}
    for line in path.read_text().splitlines():
        match line[:3]:
            case "142":
                rounds = int(line[4:])
            case "192":
                kind = line[4:].strip()
            case "310":
                teams[int(line[3:7])] = line[73:].split()
            case "001":
                text = line[91:]
                cells[line[4:8].strip()] = [
                    text[i : i + 10].split() for i in range(0, 10 * rounds, 10)
                ]
    order = ("games", "match") if "GP_MP" in kind else ("match", "games")
    settings = Settings("team", "A" if "TYPEA" in kind else "", *order)
    team = {player: number for number, players in teams.items() for player in players}
    played = []
    for index in range(rounds):
        matches = []
        for number, players in teams.items():
            games = [cells[player][index] for player in players]
            if games[0][1] == "b":
                continue
            own = sum(WON_X2[result] for _, _, result in games)
            points = (4, 0) if own > len(games) else (0, 4) if own < len(games) else (2, 2)
            unplayed = all(result in "+-" for _, _, result in games)
            games_x2 = own, 2 * len(games) - own
            matches.append(Match(number, team[games[0][0]], *points, *games_x2, not unplayed))
        played.append(Round(tuple(matches)))
    return Event(tuple(map(Entrant, teams)), rounds), settings, played


@pytest.mark.peers("fide-team/*.trf")
def test_it_pairs_as_another_program(peer):
    """Pairs and colours of every round, some of 20 and more teams."""
    state, settings, played = read_teams(peer)
    for each in played:
        found = {(match.white, match.black) for match in each.matches}
        assert {*pairing(state, settings).pairs} == found, state.next_round
        state = state.after(each)
    assert state.next_round > 7
