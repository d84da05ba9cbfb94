"""The kind of an event, and what is so in events of each kind."""

from __future__ import annotations

import pytest

from fastpair.go.tournament import (
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
both_may_win         yes         no       yes
counts_unrated       yes         no       no
draws_by_weights     yes         no       no
usual_system         None        swiss    swiss
lists_of_months      no          yes      yes
match_needs_half     yes         no       no
offers_tie_breaks    no          yes      yes
origin               Club        Country  Country
places_teams_by_fide no          yes      no
rated_by_fide        no          yes      yes
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
    assert public == {name for name, *_ in ROWS} | {"ends_by_losses", "unit_name"}


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
    assert tournament.drawn_teams is (tournament.team_play if of_teams else None)


@pytest.mark.parametrize("event_format", EventFormat)
def test_only_in_a_cup_losers_leave(event_format):
    kind = EventKind(format=event_format)
    assert kind.ends_by_losses is (event_format is EventFormat.CUP)
