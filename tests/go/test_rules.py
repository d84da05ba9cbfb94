"""Rules of a tournament: points, presets, starting scores, late entries and participation."""

from __future__ import annotations

from dataclasses import fields, replace
from operator import attrgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import player
from fastpair.errors import RuleError
from fastpair.go.prizes import Prize
from fastpair.go.scores import MMS_OF_1_DAN, ScoreHistory, mms_x2, wins_x2
from fastpair.go.tournament import (
    PRESETS,
    Criterion,
    Game,
    Grade,
    HandicapRules,
    Points,
    Result,
    Rules,
    Tournament,
    automatic_bar,
    late_entry_correction,
    participation,
    participation_text,
    starting_scores,
    with_automatic_bar,
    with_preset,
    with_sleepers_lowered,
    with_supergroups,
)
from repository import ROOT
from tournaments import GRADES, points, tournaments


def after_one_game(rules, result, *, by_default=False):
    """Doubled McMahon scores of White and Black, beyond their start."""
    game = Game(round=1, table=1, white="a", black="b", result=result, by_default=by_default)
    tournament = Tournament(rules=rules, players=(player("a"), player("b")), games=(game,))
    history = ScoreHistory.of(tournament)
    return tuple((mms_x2(history)[:, 1] - 2 * history.start_mms).tolist())


@pytest.mark.parametrize(
    ("result", "by_default", "expected"),
    [
        (Result.WHITE_WINS, False, (2, 0)),
        (Result.BLACK_WINS, False, (0, 2)),
        (Result.BLACK_WINS, True, (-1, 3)),
        (Result.JIGO, False, (1, 1)),
        (Result.BOTH_LOSE, False, (0, 0)),
        (Result.BOTH_LOSE, True, (-1, -1)),
        (Result.BOTH_WIN, True, (3, 3)),
        (Result.BOTH_WIN, False, (2, 2)),
        (Result.UNKNOWN, False, (4, 4)),
    ],
)
def test_every_result_has_its_value(result, by_default, expected):
    values = Points(forfeit_win_x2=3, forfeit_loss_x2=-1, unknown_x2=4, mms_absent_x2=1)
    assert after_one_game(Rules(points=values), result, by_default=by_default) == expected


@given(st.integers(0, 20), points())
def test_sleepers_get_a_point_after_every_two_missed_rounds(missed, values):
    """BGA 4.4."""
    rules = with_preset(Rules(rounds=20, points=values), "BGA")
    sleeper = player("a", absences=frozenset(range(1, missed + 1)))
    history = ScoreHistory.of(Tournament(rules=rules, players=(sleeper,)))
    assert mms_x2(history)[0, 20] - 2 * history.start_mms[0] == 2 * (missed // 2)
    assert wins_x2(history)[0, 20] == 0, "this score increase does not count as a win"


@pytest.mark.parametrize("name", PRESETS)
def test_a_forfeit_counts_for_the_tournament(name):
    """BGA 4.5."""
    rules = with_preset(Rules(), name)
    assert after_one_game(rules, Result.WHITE_WINS, by_default=True) == (rules.points.win_x2, 0)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_changes_what_it_says(name):
    rules = with_preset(Rules(rounds=7), name.upper())
    assert rules.rounds == 7
    assert PRESETS[name].about.endswith(".")
    assert PRESETS[name].source
    for field, value in PRESETS[name].changes.items():
        assert getattr(rules, field) == value


@pytest.mark.parametrize(
    ("name", "points"), [("Swiss", (2, 1, 0)), ("Chess", (2, 1, 0)), ("Football", (6, 2, 0))]
)
def test_the_points_of_other_games(name, points):
    """A bye is worth a win, a requested one a draw, and an absence a loss."""
    win_x2, draw_x2, loss_x2 = points
    rules = with_preset(Rules(), name)
    assert after_one_game(rules, Result.WHITE_WINS) == (win_x2, loss_x2)
    assert after_one_game(rules, Result.JIGO) == (draw_x2, draw_x2)
    assert rules.points.without_game(by_mms=False) == (loss_x2, win_x2)
    assert rules.points.requested_bye_x2 == draw_x2


def test_a_preset_leaves_nothing_of_another_one():
    rules = with_preset(with_preset(Rules(), "FIDE"), "Football")
    assert rules == with_preset(Rules(), "Football")


def test_an_unknown_preset_is_refused():
    with pytest.raises(RuleError, match=r"no preset 'X'; choose one of BGA, EGF"):
        with_preset(Rules(), "X")


@given(tournaments())
def test_floor_at_the_bar_is_a_swiss_tournament(tournament):
    """J: B = Z. Without corrections and absences everybody's score is the same, but for wins."""
    rules = replace(tournament.rules, floor=tournament.rules.bar, points=Points())
    players = tuple(replace(each, correction=0) for each in tournament.players)
    rules = replace(rules, top_sleepers_lowered=0)
    history = ScoreHistory.of(replace(tournament, rules=rules, players=players))
    assert (mms_x2(history) - wins_x2(history) == 2 * (rules.bar + MMS_OF_1_DAN)).all()


@given(tournaments(), st.data())
def test_supergroups_start_above_the_bar(tournament, data):
    keys = [each.key for each in tournament.players]
    chosen = data.draw(st.dictionaries(st.sampled_from(keys), st.integers(-3, 3))) if keys else {}
    rules = replace(tournament.rules, top_sleepers_lowered=0)
    before = replace(tournament, rules=rules)
    after = with_supergroups(before, chosen)
    scores = zip(after.players, starting_scores(before), starting_scores(after), strict=True)
    for each, usual, score in scores:
        assert score == (rules.bar + chosen[each.key] if each.key in chosen else usual)


def test_a_supergroup_of_nobody_is_refused():
    with pytest.raises(RuleError, match="no player has the key 'x'"):
        with_supergroups(Tournament(players=(player("a"),)), {"x": 1})


def test_sleepers_of_the_top_group_are_lowered():
    """BGA 4.4: those of the supergroup if there is one."""
    early = frozenset({1})
    bar = (player("a", 3), player("b", 5, absences=early), player("c", 2, absences=early))
    rules = Rules(bar=Grade(3), top_sleepers_lowered=2)
    assert starting_scores(Tournament(rules=rules, players=bar)) == [3, 1, 2]
    top = player("s", 6, correction=1, absences=early)
    assert starting_scores(Tournament(rules=rules, players=(*bar, top))) == [3, 3, 2, 2]
    preliminary = replace(top, final=False)
    assert starting_scores(Tournament(rules=rules, players=(*bar, preliminary))) == [3, 1, 2, 2]


def test_nobody_sleeps_in_a_round_that_he_plays():
    players = (player("a", 3, absences=frozenset({1, 9})), player("b", 3))
    rules = Rules(rounds=3, bar=Grade(3), top_sleepers_lowered=1)
    games = (Game(round=1, table=1, white="a", black="b"),)
    played = Tournament(rules=rules, players=players, games=games)
    assert starting_scores(played) == starting_scores(played.before(1)) == [3, 3]


@given(tournaments())
def test_carrying_out_the_rule_for_sleepers_changes_no_score(tournament):
    settled = with_sleepers_lowered(tournament)
    assert settled.rules.top_sleepers_lowered == 0
    assert starting_scores(settled) == starting_scores(tournament)


@given(st.lists(GRADES, min_size=1, max_size=30), st.integers(1, 10))
def test_the_bar_is_set_from_the_final_entries(grades, rounds):
    players = tuple(player(f"p{i}", grade) for i, grade in enumerate(grades))
    entered = (*players, player("q", 8, final=False))
    tournament = Tournament(rules=Rules(rounds=rounds), players=entered)
    assert with_automatic_bar(tournament).rules.bar == automatic_bar(grades, rounds)


def test_who_is_not_there_does_not_make_the_bar():
    """Of eight players of 5 dan two are left; with four of 3 dan six are there, as four rounds want."""
    gone = {"absences": frozenset({1, 2, 3, 4})}
    kinds = [{}, {}, gone, gone, gone, gone, {"final": False}, {"final": False}]
    strong = [player(f"a{k}", 4, **kind) for k, kind in enumerate(kinds)]
    others = [player(f"b{k}", 2) for k in range(4)] + [player(f"c{k}", -9) for k in range(20)]
    rules = Rules(rounds=4)
    tournament = Tournament(rules=rules, players=(*strong, *others))
    assert with_automatic_bar(tournament).rules.bar == Grade(2)
    everybody = tuple(replace(p, absences=frozenset(), final=True) for p in strong)
    assert with_automatic_bar(replace(tournament, players=(*everybody, *others))).rules.bar == 4
    with pytest.raises(RuleError, match="there are none"):
        with_automatic_bar(Tournament(rules=rules, players=tuple(strong[2:])))


@given(st.integers(1, 20), st.data(), points(), st.integers(0, 2))
def test_late_entries_start_with_what_missed_rounds_are_worth(rounds, data, values, worth_x2):
    first = data.draw(st.integers(1, rounds))
    rules = Rules(rounds=rounds, points=values)
    correction = late_entry_correction(rules, first, worth_x2)
    late = player("a", correction=correction, absences=frozenset(range(1, first)))
    history = ScoreHistory.of(Tournament(rules=rules, players=(late,)))
    gained_x2 = mms_x2(history)[0, first - 1] - 2 * MMS_OF_1_DAN
    assert 0 <= worth_x2 * (first - 1) - gained_x2 < 2


def test_late_entries_get_half_a_point_by_default():
    """Of five missed rounds two points; the BGA's sleepers have them already."""
    nothing, bga = Rules(rounds=9), with_preset(Rules(rounds=9), "BGA")
    assert [late_entry_correction(nothing, first) for first in (1, 2, 3, 4, 6)] == [0, 0, 1, 1, 2]
    assert [late_entry_correction(bga, first) for first in range(1, 10)] == 9 * [0]
    assert late_entry_correction(bga, 5, per_missed_round_x2=0) == -2


@pytest.mark.parametrize("first", [0, 6])
def test_a_late_entry_needs_a_round(first):
    with pytest.raises(RuleError, match=f"the first round must be from 1 to 5, not {first}"):
        late_entry_correction(Rules(rounds=5), first)
    with pytest.raises(RuleError, match="gives 0 to 2 half points"):
        late_entry_correction(Rules(rounds=5), 2, per_missed_round_x2=3)


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("all", {1, 2, 3, 4, 5, 6, 7}),
        (" All ", {1, 2, 3, 4, 5, 6, 7}),
        ("none", set()),
        ("1-5", {1, 2, 3, 4, 5}),
        ("1 - 3, 5", {1, 2, 3, 5}),
        ("1 2  3 5", {1, 2, 3, 5}),
        ("-3 7", {1, 2, 4, 5, 6}),
        ("week 1 7", {1, 2, 3, 4, 7}),
        ("4-", {4, 5, 6, 7}),
        ("1–2", {1, 2}),
        ("-3,7", {1, 2, 4, 5, 6}),
        ("-2-6", {1, 7}),
        ("week 1", {1, 2, 3, 4}),
        ("Week two", {5, 6, 7}),
        ("week1,7", {1, 2, 3, 4, 7}),
        ("-week 2", {1, 2, 3, 4}),
    ],
)
def test_participation_is_read(text, played):
    assert participation(text, 7) == set(range(1, 8)) - played


@given(st.integers(1, 20).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.integers(1, n)))))
def test_participation_is_written_as_it_is_read(case):
    rounds, missed = case
    assert participation(participation_text(missed, rounds), rounds) == missed


def test_participation_is_written_shortly():
    cases = {(): "all", (3, 7): "-3,7", (6, 7, 8, 9, 10): "1-5", (2, 4, 6, 8, 99): "-2,4,6,8"}
    assert {missed: participation_text(missed, 10) for missed in cases} == cases
    assert participation_text(range(1, 11), 10) == "none"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "write them as 1-5"),
        ("-", "write them as 1-5"),
        ("1,,2", "write them as 1-5"),
        ("1-5,-3", "write them as 1-5"),
        ("first", "write them as 1-5"),
        ("0-3", "the tournament has rounds 1 to 5"),
        ("4-6", "the tournament has rounds 1 to 5"),
        ("6", "the tournament has rounds 1 to 5"),
        ("4-2", "write the smaller number first in '4-2'"),
        ("week 3", "write week 1 or week 2"),
    ],
)
def test_other_texts_are_refused(text, message):
    with pytest.raises(RuleError, match=message):
        participation(text, 5)


@given(tournaments())
def test_criteria_for_the_draw_may_be_others_than_those_of_the_standings(tournament):
    """Without any they are those of the standings; the score that makes the groups stays the same."""
    rules = replace(tournament.rules, seeding=())
    assert rules.seeding_criteria == rules.placement
    by_rating = replace(rules, seeding=(Criterion.RATING,))
    assert by_rating.seeding_criteria == (Criterion.RATING,)
    assert by_rating.main_criterion is rules.main_criterion


DOCUMENT = (ROOT / "docs" / "reference" / "tournament-rules.md").read_text("utf-8")


def test_the_document_has_every_preset():
    rows = [f"| `{name}` | {preset.about} | {preset.source} |" for name, preset in PRESETS.items()]
    assert "\n".join(rows) in DOCUMENT


@pytest.mark.parametrize("name", [criterion.value for criterion in Criterion])
def test_the_document_has_every_criterion(name):
    section = DOCUMENT.partition("## Criteria")[2].partition("## Standings")[0]
    assert f"`{name}`" in section


@pytest.mark.parametrize("part", [Points, HandicapRules, Rules, Prize])
def test_the_document_has_every_setting(part):
    elsewhere = {"rounds", "category_limits", "pairing", "club_groups"}
    for field in filter(attrgetter("compare"), fields(part)):
        short = field.name.removeprefix("wins_").removeprefix("mms_").removesuffix("_x2")
        named = {f"`{name}`" for name in (field.name, short, f"Rules.{field.name}")}
        assert field.name in elsewhere or any(name in DOCUMENT for name in named), field.name
