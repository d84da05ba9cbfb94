"""``fastpair new`` and ``rules``: rules that are typed, said in sentences, and changed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import do
from congress_files import all_present, refused, save
from fastpair.app.edits.outcome import moved_scores
from fastpair.app.edits.settings import presets_met, rule_sentences, rules_changed, starting_groups
from fastpair.app.embedding.answers import draw_document
from fastpair.app.forms.inputs import AUTOMATIC, RuleFacts, with_event, with_rules
from fastpair.app.forms.value_texts import rules_as_stated
from fastpair.errors import RuleError
from fastpair.facts import as_stated, facts, with_facts
from fastpair.formats import format_of, read
from fastpair.go.tournament import (
    PRESETS,
    Colours,
    Criterion,
    FideRules,
    Grade,
    Result,
    Rules,
    Tournament,
    automatic_bar,
    parse_halves,
    with_preset,
)
from fastpair.pairing.rounds import draw_round
from fastpair.parameters import AllowedRange
from tournaments import tournaments

CONGRESS = all_present()
NOTHING = {}


def played():
    """The congress after its first round, which White has won."""
    drawn = draw_round(CONGRESS, 1).applied_to(CONGRESS)
    games = (replace(game, result=Result.WHITE_WINS) for game in drawn.games)
    return replace(drawn, games=tuple(games))


@pytest.fixture
def file(tmp_path):
    return save(CONGRESS, tmp_path / "congress.xml")


@given(tournaments())
def test_rules_as_they_would_be_typed_are_the_same_rules(tournament):
    stated = rules_as_stated(tournament.rules)
    assert with_rules(tournament, stated).rules == tournament.rules
    assert with_facts(tournament.event, as_stated(tournament.event)) == tournament.event
    left_out = facts(RuleFacts).keys() - stated
    assert left_out <= {
        *("preset", "handicap", "most_stones", "bye", "win", "jigo", "criteria", "groups")
    }
    grouped = with_rules(CONGRESS, {"groups": "4d,1k"})
    assert with_rules(CONGRESS, rules_as_stated(grouped.rules)).rules == grouped.rules


def test_what_is_not_typed_stays():
    assert with_rules(CONGRESS, {"bar": None}) == CONGRESS
    assert with_event(CONGRESS, {"place": None}) == CONGRESS


def test_rules_that_are_typed():
    stated = {
        "rounds": 7,
        "floor": "25k",
        "bar": "1d",
        "handicap": "-2",
        "most_stones": 4,
        "even_from": "2d",
        "even_at_bar": True,
        "by_grade": True,
        "colours": "Nigiri",
        "absence": "½",
        "bye": "1",
        "win": "1.5",
        "jigo": "1",
        "round_down": False,
        "sleepers": 2,
        "categories": "1d,5k",
        "criteria": "mms, sos,SOSOS",
        "seeding": "Rating",
        "prizes": "same",
    }
    rules = with_rules(Tournament(), stated).rules
    assert (rules.rounds, rules.floor, rules.bar) == (7, Grade(-25), Grade(0))
    assert (rules.handicap.correction, rules.handicap.ceiling) == (2, 4)
    assert rules.handicap.threshold == Grade(1)
    assert (rules.handicap.even_at_bar, rules.handicap.by_mms) == (True, False)
    assert rules.colours is Colours.NIGIRI
    assert rules.category_limits == (Grade(0), Grade(-5))
    assert with_rules(Tournament(rules=rules), {"categories": "none"}).rules.categories == 1
    assert (rules.points.mms_absent_x2, rules.points.mms_bye_x2) == (1, 2)
    assert (rules.points.win_x2, rules.points.forfeit_win_x2, rules.points.jigo_x2) == (3, 3, 2)
    assert not rules.points.round_down
    assert rules.top_sleepers_lowered == 2
    assert rules.placement == (Criterion.MMS, Criterion.SOS, Criterion.SOSOS)
    assert (rules.seeding, rules.prizes) == ((Criterion.RATING,), ())


def test_handicaps_are_put_off_and_on():
    off = with_rules(CONGRESS, {"handicap": "off"})
    assert off.rules.handicap.ceiling == 0
    assert with_rules(off, {"handicap": "1"}).rules.handicap.ceiling == 9


def test_an_event_of_one_day_ends_on_it():
    stated = {"begins": "2026-07-18", "country": "Germany", "komi": "6,5"}
    event = with_event(Tournament(), stated).event
    assert (event.begins, event.ends) == (date(2026, 7, 18), date(2026, 7, 18))
    assert (event.country, event.komi_x2) == ("DE", 13)


@given(st.integers(0, 20))
def test_half_points_are_doubled(value):
    assert parse_halves("--komi", f"{value / 2:g}", AllowedRange(0, 20)) == value


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_are_said_in_lines(preset):
    tournament = replace(CONGRESS, rules=with_preset(Rules(), preset))
    assert preset in presets_met(tournament.rules)
    sentences = tuple(rule_sentences(tournament))
    assert len(set(sentences)) == len(sentences)
    assert not any("\n" in sentence for sentence in sentences)


def test_everybody_starts_somewhere():
    counts = [int(line.split(": ")[1].split()[0]) for line in starting_groups(CONGRESS)]
    assert sum(counts) == len(CONGRESS.players)


def test_what_changes_is_told():
    bar = automatic_bar([player.grade for player in CONGRESS.players], 3)
    other = with_rules(CONGRESS, {"bar": "5k"})
    done = rules_changed(other, {"bar": AUTOMATIC}, NOTHING)
    assert done.tournament.rules.bar == bar
    assert done.summary.endswith(f"not above the bar {bar}")
    assert any("(bar)" in line for line in done.messages)
    again = rules_changed(done.tournament, {"bar": AUTOMATIC}, NOTHING)
    assert (again.tournament, again.summary) == (done.tournament, "the rules have not changed")


def test_what_moves_no_score_of_a_played_round_is_free():
    after = played()
    typed = {"rounds": 9, "handicap": "3"}
    assert not [*moved_scores(after, rules_changed(after, typed, NOTHING).tournament)]


def test_rounds_with_games_are_not_left_out():
    late = replace(played(), games=tuple(replace(g, round=3) for g in played().games))
    with pytest.raises(
        RuleError, match="rounds: round 3 already has games; the tournament cannot have 2"
    ):
        rules_changed(late, {"rounds": 2}, NOTHING)


def test_groups_are_shown_proposed_and_set(run, file):
    shown, proposed = run("groups", file)[1], run("groups", file, "--propose")[1]
    assert shown.splitlines()[0].split() == ["Start", "Grades", "Players", "By", "hand"]
    assert "--set" not in shown
    typed = proposed.rpartition("as typed: --set ")[2].strip()
    assert "as typed" in proposed
    assert read(file).tournament == CONGRESS
    do("groups", file, "--set", typed)
    same = run("groups", file)[1]
    assert [line.split()[0] for line in same.splitlines()] == [
        line.split()[0] for line in proposed.splitlines()[:-1]
    ]
    assert run("groups", file, "--set", "automatic")[:2] == (0, "the rules have not changed\n")
    assert refused(run("groups", file, "--set", "1k,2d"), "--set: must be grades from the highest")
    assert refused(run("groups", file, "--set", "1d", "--propose"), "not both")
    assert refused(run("rules", file, "--groups", "1d", "--bar", "2d"), "--groups: groups have bar")
    do("rules", file, "--criteria", "NBW")
    assert refused(run("groups", file, "--set", "1d"), "go by NBW, so nobody starts higher")


def test_what_the_format_does_not_hold_is_refused(run, file):
    before = file.read_bytes()
    assert refused(run("rules", file, "--criteria", "MMS,SOS"), "OpenGotha has no criterion SOS")
    assert refused(run("rules", file, "--even-at-bar"), "even at bar")
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("open", "fastpair"),
        ("open.json", "fastpair"),
        ("open.xml", "opengotha"),
        ("o.tour", "pairgoth"),
    ],
)
def test_the_name_of_a_new_file_says_its_format(run, tmp_path, name, form):
    file = tmp_path / name
    status, output, _ = run("new", file, "--name", "Open", "--preset", "egf", "--place", "Ulm")
    assert (status, output) == (0, "Open: 5 rounds, floor 20k, bar 4d, 0 players\n")
    assert format_of(file, file.read_bytes()).name == form
    assert read(file).tournament.event.place == "Ulm"


def test_a_rating_that_places_players_is_a_score():
    after = played()
    first = after.players[0]
    rated = replace(after, players=(replace(first, rating=500), *after.players[1:]))
    assert not [*moved_scores(after, rated)]
    placement = (Criterion.MMS, Criterion.RATING)
    before, now = (replace(t, rules=replace(t.rules, placement=placement)) for t in (after, rated))
    assert "Rating of 1 player after round 1, such as" in next(moved_scores(before, now))


def test_rules_are_read_by_the_names_that_they_had(run, tmp_path):
    """In a file, in its history, whose changes are undone alone, in a request for a draw, and in Python."""
    file, history = tmp_path / "open.json", tmp_path / "open.json.history"
    run("new", file, "--preset", "FIDE", "--rounds", 5)
    run("rules", file, "--acceleration", "baku")
    run("rules", file, "--rounds", 6)
    rules = read(file).tournament.rules
    file.write_bytes(file.read_bytes().replace(b'"fide": {', b'"dutch": {'))
    lines = re.sub(r', "check": "[0-9a-f]+"', "", history.read_text(encoding="utf-8"))
    assert '{"fide": {"' in lines
    history.write_text(lines.replace('{"fide"', '{"dutch"'), encoding="utf-8")
    assert read(file).tournament.rules == rules
    names = [{"key": name, "name": name} for name in "ABCD"]
    document = json.loads(file.read_bytes()) | {"players": names}
    assert "dutch" in document["rules"]
    changes = {"acceleration": "baku", "order": "rating-name"}
    assert draw_document(document)["system_changes"] == changes
    do("undo", file, 2)
    undone = replace(rules, fide=FideRules(order="rating-name"))
    assert read(file).tournament.rules == undone
    assert '"dutch":' not in file.read_text(encoding="utf-8")
    with pytest.warns(DeprecationWarning, match="dutch is called fide now"):
        assert Rules(dutch=rules.fide).fide == rules.fide
