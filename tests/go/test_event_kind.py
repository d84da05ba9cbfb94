"""The kind of an event, and what is so in events of each kind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fastpair import Congress
from fastpair.app.forms.labels import groups_of
from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS
from fastpair.formats.losses import losses
from fastpair.go.tournament import (
    Criterion,
    EventFormat,
    EventGame,
    EventKind,
    EventUnit,
    Rules,
    Tournament,
    with_preset,
)
from pair_tournaments import paired_off
from team_tournaments import entered

ANSWERS = """
                     Go          chess    another game
has_grades           yes         no       no
has_handicaps        yes         no       no
has_titles           no          yes      no
has_starting_ranks   no          yes      no
has_federations      no          yes      yes
has_rating_lists     yes         yes      no
has_requested_byes   no          yes      yes
has_unrated_games    no          yes      no
keeps_numbers        no          yes      no
both_may_win         yes         no       yes
counts_unrated       yes         no       no
draws_by_weights     yes         no       no
usual_system         None        swiss    swiss
lists_of_months      no          yes      yes
loses_no_shows       no          yes      no
match_needs_half     yes         no       no
offers_tie_breaks    no          yes      yes
origin               Club        Country  Country
places_teams_by_fide no          yes      no
rated_by_fide        no          yes      yes
scores_match_points  no          yes      no
results_files        egd,ffg,aga trf      -
seats_by_number      no          yes      yes
sorts_by_letters     no          yes      yes
strength             Grade       Title    -
"""
GAMES = (EventGame.GO, EventGame.CHESS, EventGame.OTHER)
ROWS = [line.split() for line in ANSWERS.splitlines()[2:]]


def in_words(answer):
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return ",".join(answer) or "-" if isinstance(answer, tuple) else str(answer) or "-"


@pytest.mark.parametrize(("name", "expected"), [(name, found) for name, *found in ROWS])
def test_a_kind_answers_by_its_game(name, expected):
    assert [in_words(getattr(EventKind(game=game), name)) for game in GAMES] == expected


def test_the_table_has_each_answer_that_follows_from_the_game():
    answers = {name for name, value in vars(EventKind).items() if isinstance(value, property)}
    public = {name for name in answers if not name.startswith("_")}
    assert public == {name for name, *_ in ROWS} | {
        *(
            "bye_by_rule",
            "compares_draws",
            "crosses_players",
            "final_losses",
            "format_system",
            "has_third_place",
            "has_team_championships",
            "ends_by_losses",
            "predetermined",
            "formats",
            "usual_criteria",
            "usual_team_criteria",
            "has_full_point_byes",
            "renumbers_tables",
            "lists_scores",
            "at_home",
            "score_name",
            "sides",
            "unit_name",
        ),
    }


@pytest.mark.parametrize(
    ("preset", "game"),
    [
        ("Football", EventGame.OTHER),
        ("Swiss", EventGame.OTHER),
        ("Chess", EventGame.CHESS),
        ("FIDE", EventGame.CHESS),
    ],
)
def test_a_game_but_go_is_chess_where_rules_of_fide_count(preset, game):
    rules = with_preset(with_preset(Rules(), "FIDE"), preset)
    assert Tournament(kind="swiss", rules=rules).event_kind.game is game
    assert Tournament(rules=rules).event_kind.game is EventGame.GO


@pytest.mark.parametrize(
    ("tournament", "unit"),
    [
        (Tournament(), EventUnit.PLAYERS),
        (paired_off(), EventUnit.PAIRS),
        (entered(), EventUnit.TEAMS),
    ],
)
def test_players_pairs_or_teams_are_drawn(tournament, unit):
    assert tournament.event_kind.unit is unit
    of_teams = unit is EventUnit.TEAMS
    assert tournament.event_kind.unit_name == ("team" if of_teams else "player")
    assert str(tournament.event_kind.count_boards(2)) == ("2 matches" if of_teams else "2 boards")
    assert tournament.event_kind.bye_by_rule is of_teams
    assert tournament.event_kind.has_full_point_byes is not of_teams
    assert tournament.event_kind.renumbers_tables is not of_teams
    assert tournament.event_kind.lists_scores is not of_teams
    drawn = "2 teams: 1 match." if of_teams else "2 players: 1 board."
    assert tournament.event_kind.describe_entered(2) == drawn
    assert tournament.drawn_teams is (tournament.team_play if of_teams else None)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (Rules(), EventFormat.MCMAHON),
        (Rules(placement=(Criterion.WINS,)), EventFormat.SWISS),
        (Rules(placement=(Criterion.CATEGORY, Criterion.MMS)), EventFormat.SWISS_CATEGORIES),
        (Rules(placement=(Criterion.CUP_SCORE,)), EventFormat.CUP),
        (Rules(placement=(Criterion.RATING,)), EventFormat.UNDEFINED),
        (Rules(system="round-robin"), EventFormat.ROUND_ROBIN),
        (Rules(system="cup"), EventFormat.CUP),
        (Rules(system="dutch", placement=(Criterion.WINS,)), EventFormat.SWISS),
    ],
)
def test_a_format_that_is_not_stated_follows_from_system_and_first_criterion(rules, expected):
    assert (Tournament(rules=rules).event_kind.format, rules.kind) == (expected, expected)
    assert rules.predetermined is (expected is EventFormat.ROUND_ROBIN)
    stated = rules.with_format().format
    assert stated is (None if expected is EventFormat.UNDEFINED else expected)


def test_an_undefined_format_is_none_that_is_stated():
    rules = Rules(format=EventFormat.UNDEFINED)
    assert (rules.format, rules.kind) == (None, EventFormat.MCMAHON)


def test_a_stated_format_stays_whatever_the_criteria_are():
    rules = Rules(format=EventFormat.SWISS, placement=(Criterion.MMS,))
    assert (rules.kind, rules.starts_by_grade) == (EventFormat.SWISS, True)
    robin = replace(rules, format=EventFormat.ROUND_ROBIN)
    assert robin.predetermined
    assert robin.kind is EventFormat.ROUND_ROBIN


def new_event(**rules):
    return Congress.new("Event", rounds=3, **rules)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({}, None),
        ({"preset": "BGA"}, EventFormat.MCMAHON),
        ({"preset": "BGA", "criteria": "NBW,SOSW"}, EventFormat.SWISS),
        ({"preset": "FIDE"}, EventFormat.SWISS),
        ({"preset": "Chess", "system": "round-robin"}, EventFormat.ROUND_ROBIN),
        ({"preset": "BGA", "event_format": "cup"}, EventFormat.CUP),
        ({"event_format": "Swiss"}, EventFormat.SWISS),
    ],
)
def test_a_new_event_by_preset_states_its_format(typed, expected):
    assert new_event(**typed).tournament.rules.format is expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"criteria": "NBW,SOSW"}, EventFormat.MCMAHON),
        ({"preset": "FIDE"}, EventFormat.SWISS),
        ({"system": "round-robin"}, EventFormat.ROUND_ROBIN),
        ({"event_format": "swiss with categories"}, EventFormat.SWISS_CATEGORIES),
        ({"event_format": "usual"}, None),
    ],
)
def test_a_stated_format_changes_with_preset_and_system_and_by_its_name(change, expected):
    changed = new_event(preset="BGA").rules(**change).congress
    assert changed.tournament.rules.format is expected


def test_nothing_is_stated_of_an_event_that_does_not_state_it():
    changed = new_event().rules(preset="BGA").congress.rules(system="round-robin").congress
    assert changed.tournament.rules.format is None
    assert b'"format": "' not in FORMATS["fastpair"].new(changed.tournament).split(b"rules")[1]


@pytest.mark.parametrize(
    "stated", [None, *(it for it in EventFormat if it is not EventFormat.UNDEFINED)]
)
def test_our_files_hold_a_format_that_is_stated(stated):
    tournament = Tournament(rules=Rules(format=stated))
    again = FORMATS["fastpair"].read("t.json", FORMATS["fastpair"].new(tournament)).tournament
    assert again.rules.format is stated


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("", None),
        ("192 FIDE_DUTCH_2025", EventFormat.SWISS),
        ("192 FIDE_TEAM_TYPEA_MP_GP", EventFormat.SWISS),
        ("192 BERGER_DOUBLEROUNDROBIN\n092 Individual: Swiss-System", EventFormat.ROUND_ROBIN),
        ("192 CUSTOM_KNOCKOUT", EventFormat.CUP),
        ("092 Individual: Round-Robin", EventFormat.ROUND_ROBIN),
        ("192 FIDE_SCHEVENINGEN", None),
        ("192 FIDE_SCHEVENINGEN\n092 Team: Swiss-System", EventFormat.SWISS),
    ],
)
def test_a_report_states_what_its_lines_say(lines, expected):
    text = f"{lines}\n001    1      Adler" if lines else "001    1      Adler"
    rules = FORMATS["trf"].read("t.trf", text.encode()).tournament.rules
    assert rules.format is expected


@pytest.mark.parametrize("stated", ["SWISS", "ROUND_ROBIN", "CUP"])
def test_a_new_report_states_the_format(stated):
    rules = with_preset(Rules(rounds=1, format=EventFormat[stated]), "Chess")
    content = FORMATS["trf"].new(Tournament(kind="swiss", rules=rules))
    assert FORMATS["trf"].read("t.trf", content).tournament.rules.format is EventFormat[stated]


@pytest.mark.parametrize("stated", ["SWISS", "MCMAHON"])
def test_a_file_of_pairgoth_states_whether_it_is_a_swiss(stated):
    content = FORMATS["pairgoth"].new(Tournament(rules=Rules(format=EventFormat[stated])))
    assert FORMATS["pairgoth"].read("t", content).tournament.rules.format is EventFormat[stated]


def test_losses_do_not_speak_of_a_format_that_follows_from_the_criteria():
    stated = Tournament(rules=Rules().with_format())
    assert losses(Tournament(), stated) == losses(stated, Tournament()) == []
    other = Tournament(rules=Rules(format=EventFormat.CUP))
    assert losses(other, Tournament()) == []
    swiss = Tournament(rules=Rules(format=EventFormat.SWISS))
    assert losses(Tournament(), swiss) == ["rules: format Swiss is lost"]


@pytest.mark.parametrize("event_format", EventFormat)
def test_only_in_a_cup_or_a_double_elimination_losers_leave(event_format):
    kind = EventKind(format=event_format)
    losses = {EventFormat.CUP: 1, EventFormat.DOUBLE_ELIMINATION: 2}.get(event_format, 0)
    assert (kind.final_losses, kind.ends_by_losses) == (losses, losses > 0)
    assert kind.has_third_place is (losses == 1)


BY_RULE = (EventFormat.ROUND_ROBIN, EventFormat.CUP, EventFormat.DOUBLE_ELIMINATION)


@pytest.mark.parametrize("event_format", EventFormat)
def test_pairs_of_a_table_or_a_bracket_are_not_compared(event_format):
    by_rule = event_format in BY_RULE
    assert EventKind(format=event_format).compares_draws is not by_rule


@pytest.mark.parametrize(
    ("event_format", "systems"),
    [
        (EventFormat.ROUND_ROBIN, ("round-robin", "round-robin", "round-robin")),
        (EventFormat.CUP, (None, "cup", "cup")),
        (EventFormat.DOUBLE_ELIMINATION, ("double-elimination",) * 3),
        (EventFormat.SWISS, (None, "swiss", "swiss")),
    ],
)
def test_the_format_says_which_system_draws_if_none_is_named(event_format, systems):
    kinds = [EventKind(game=game, format=event_format) for game in GAMES]
    assert tuple(kind.usual_system for kind in kinds) == systems


@pytest.mark.parametrize("preset", ["Chess", "BGA"])
def test_a_stated_round_robin_is_drawn_by_its_table(preset):
    event = new_event(preset=preset, event_format="Round robin")
    for name in "ABCD":
        event = event.register(name, grade="1k", final=True).congress
    drawn = event.draw()
    document = drawn.document()
    assert (document["system"], len(document["boards"])) == ("round-robin", 2)


def fields_of(event):
    return {name for group in groups_of(event.tournament) for name in group.fields}


@pytest.mark.parametrize("preset", ["Chess", "BGA"])
def test_only_a_round_robin_has_cycles(preset):
    event = new_event(preset=preset, event_format="Round robin", cycles=2)
    assert event.tournament.rules.cycles == 2
    assert "cycles" in fields_of(event)
    swiss = event.rules(event_format="Swiss").congress
    assert swiss.tournament.rules.cycles == 1
    assert "cycles" not in fields_of(swiss)
    for change in ({"cycles": 2}, {"cycles": 2, "event_format": "Cup"}):
        with pytest.raises(RuleError, match=r"^cycles: only a round robin has more than one cycle"):
            swiss.rules(**change)
    assert swiss.rules(cycles=2, system="round-robin").congress.tournament.rules.cycles == 2


def test_our_files_hold_cycles_of_a_round_robin_alone():
    form, rules = FORMATS["fastpair"], Rules(format=EventFormat.ROUND_ROBIN, cycles=2)
    content = form.new(Tournament(rules=rules))
    assert form.read("t.json", content).tournament.rules == rules
    assert b"cycles" not in form.new(Tournament(rules=replace(rules, cycles=1)))
    with pytest.raises(FormatError, match=r"/rules/cycles: expected 1 where the format is no"):
        form.read("t.json", content.replace(b'"Round robin"', b'"Swiss"'))


ROBIN = {"event_format": "Round robin"}
OF_CHESS = "NBW,DE,WIN,SB,KS"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({}, "MMS,SOSM,SOSOSM"),
        ({"preset": "BGA"}, "MMS,SOS"),
        ({"preset": "Chess"}, "NBW,BH,SB,PS,DE,WIN,BWG"),
        ({"preset": "Chess", "event_format": "Swiss"}, "NBW,BH,SB,PS,DE,WIN,BWG"),
        ({"preset": "Chess", "event_format": "McMahon"}, "NBW,BH,SB,PS,DE,WIN,BWG"),
        ({"preset": "Chess", "system": "round-robin"}, OF_CHESS),
        ({"preset": "FIDE", **ROBIN}, OF_CHESS),
        ({"preset": "Swiss", **ROBIN}, "NBW,SODOSW,DC"),
        (ROBIN, "NBW,SODOSW,DC"),
        ({**ROBIN, "criteria": "MMS,SOS"}, "MMS,SOS"),
        ({"event_format": "Swiss"}, "NBW,SOSW,SODOSW"),
        ({"preset": "BGA", "event_format": "Cup"}, "OUT,DC"),
        ({"event_format": "Double elimination"}, "OUT2,OUT"),
    ],
)
def test_a_new_event_has_the_criteria_of_its_preset_or_else_of_its_format(typed, expected):
    placement = new_event(**typed).tournament.rules.placement
    assert ",".join(each.value for each in placement) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"preset": "Chess"}, "PTS:MP,MPvGP,DE,SB"),
        ({"preset": "Chess", **ROBIN}, "PTS:MP,MPvGP,DE,SB"),
    ],
)
def test_new_teams_of_chess_are_placed_by_the_format(typed, expected):
    play = new_event(**typed, teams=True).tournament.team_play
    assert ",".join(each.value for each in play.placement) == expected


def test_criteria_stay_when_the_format_changes_later():
    event = new_event(preset="Chess")
    changed = event.rules(event_format="Round robin").congress
    assert changed.tournament.rules.placement == event.tournament.rules.placement


def test_a_round_robin_brings_its_system():
    """So that an event that was read as one of FIDE's becomes one; another format leaves it."""
    event = new_event(preset="FIDE")
    assert event.tournament.rules.system == "dutch"
    robin = event.rules(**ROBIN).congress
    assert (robin.tournament.rules.system, robin.tournament.rules.predetermined) == (
        "round-robin",
        True,
    )
    swiss = robin.rules(event_format="Swiss").congress
    assert (swiss.tournament.rules.system, swiss.tournament.rules.predetermined) == (None, False)
    with pytest.raises(
        RuleError, match="Round robin is not drawn by Dutch system of FIDE; state another system"
    ):
        event.rules(**ROBIN, system="dutch")
