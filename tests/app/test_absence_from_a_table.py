"""Whoever is away from a round of a round robin keeps the game by the table, and loses it by forfeit."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenings import teams
from fastpair import Congress, Player
from fastpair.errors import RuleError
from fastpair.formats import FORMATS
from fastpair.go.round_robin import unranked
from fastpair.go.teams import of_teams
from fastpair.go.tournament import Result, RoundKind

ALL = ("likely-mistake", "out-of-turn", "published-boards")


def ring(number, **rules):
    """A round robin of chess."""
    players = [Player(key=f"P{n}", name=f"P{n}", rating=2000 - n) for n in range(number)]
    event = {"preset": "Chess", "event_format": "Round robin", "rounds": number - 1 + number % 2}
    return Congress.new("Ring", players=players, **event | rules)


def by_rounds(event, away):
    """The event whose rounds are paired one by one, each without those who are away from it."""
    for number in range(1, event.tournament.rules.rounds + 1):
        for key in sorted(away.get(number, ())):
            event = event.absent([key], rounds=[number]).congress
        event = event.draw(number, confirmed=ALL).congress
        games = event.tournament.round(number).games
        open_tables = {game.table: "1-0" for game in games if not game.has_result}
        if open_tables:
            event = event.results(number, open_tables).congress
    return event.tournament


@settings(max_examples=12)
@given(
    st.integers(3, 8),
    st.dictionaries(st.integers(1, 7), st.frozensets(st.integers(0, 7), max_size=3), max_size=4),
)
def test_all_games_of_the_table_are_there(number, absences):
    """Beside the whole schedule: the same pairs and colours; who is away alone loses, of two both do."""
    keys = [f"P{n}" for n in range(number)]
    away = {n: {keys[k] for k in some if k < number - 2} for n, some in absences.items()}
    found, table = by_rounds(ring(number), away), ring(number).schedule().congress.tournament
    played = [(game.round, game.players) for game in found.games]
    assert sorted(played) == sorted((game.round, game.players) for game in table.games)
    assert {*found.byes} == {*table.byes}
    for game in found.games:
        missing = away.get(game.round, set()).intersection(game.players)
        expected = {
            (): (False, Result.WHITE_WINS),
            (game.white,): (True, Result.BLACK_WINS),
            (game.black,): (True, Result.WHITE_WINS),
        }.get(tuple(missing), (True, Result.BOTH_LOSE))
        assert (game.by_default, game.result) == expected
    kinds = {found.kind_of(key, n) for key in keys for n in found.round_numbers}
    assert RoundKind.PAIRING_BYE not in kinds
    assert kinds.isdisjoint((RoundKind.ABSENT, RoundKind.UNPAIRED))
    report = FORMATS["trf"].new(found).decode()
    assert "- U" not in report
    assert "0000 - Z" not in report


def test_the_whole_schedule_knows_who_is_away():
    event = ring(6).absent(["P1"], rounds=[2, 4]).congress.schedule().congress.tournament
    own = {g.round: g for g in event.games if "P1" in g.players}
    assert {n: g.by_default for n, g in own.items()} == {n: n in (2, 4) for n in range(1, 6)}


@pytest.mark.parametrize("at_once", [False, True])
def test_a_team_that_is_not_complete_loses_all_boards(at_once):
    """The players of it who have come do not play either."""
    event = teams().rules(event_format="Round robin").congress
    team, *_ = event.tournament.team_play.teams
    gone = sorted(team.members)[0]
    event = event.absent([gone], rounds=[1]).congress
    event = (event.schedule() if at_once else event.draw(1, confirmed=ALL)).congress
    (match,) = (g for g in of_teams(event.tournament).round(1).games if team.key in g.players)
    lost = Result.BLACK_WINS if match.white == team.key else Result.WHITE_WINS
    assert (match.result, match.by_default) == (lost, True)
    assert min(match.boards_x2) == 0
    others = [g for g in event.tournament.round(1).games if team.members.isdisjoint(g.players)]
    assert not any(game.by_default for game in others)


def test_half_of_the_games_are_asked_before_the_free_round_is_paired():
    """After round 4 of nine, four of eight games are completed, or three by whoever has had the free round."""
    event = ring(9)
    for number in range(1, 5):
        event = event.draw(number, confirmed=ALL).congress
        games = event.tournament.round(number).games
        event = event.results(number, {game.table: "1-0" for game in games}).congress
    had = {bye.player for bye in event.tournament.byes}
    assert len(had) == 4
    for key in ("P0", "P8", *had):
        left = event.withdraw([key]).congress
        assert unranked(left.tournament) == {key} & had
        last = left.schedule().congress.tournament
        assert unranked(last) == {key} & had
        kinds = [last.kind_of(key, number) for number in last.round_numbers]
        assert kinds.count(RoundKind.FREE_ROUND) == 1


def test_no_bye_is_given_to_who_waits_in_vain():
    event = ring(6).draw(1).congress
    table = event.tournament.round(1).games[0]
    with pytest.raises(RuleError, match="a round robin has no bye"):
        event.no_show([table.white], "wait", round=1)
    for way in ("forfeit", "re-pair"):
        after = event.no_show([table.white], way, round=1).congress.tournament
        (same,) = (g for g in after.round(1).games if g.pair == table.pair)
        assert same == table.lost_by_forfeit([table.white])
        assert not after.byes
    with pytest.raises(RuleError, match="a round robin has no bye"):
        event.unpair(table.table, round=1).congress.assign_bye(table.black, round=1)


def test_events_of_other_formats_pair_without_who_is_away():
    """A round that is drawn by the table in them, too."""
    swiss = replace(ring(6).tournament, rules=replace(ring(6).tournament.rules, format=None))
    event = Congress.new("S", preset="Chess", rounds=5, players=swiss.players)
    event = event.absent(["P1"], rounds=[1]).congress.draw(1, system="round-robin", confirmed=ALL)
    assert len(event.congress.tournament.round(1).games) == 2
