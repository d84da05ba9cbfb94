"""Further games and bonus points: what they count for, and their commands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fastpair import Congress
from fastpair.app.edits.players import registered
from fastpair.app.edits.results import bonus_given, playoff_played
from fastpair.app.reports.standings import ranked
from fastpair.app.setup.creation import without_rounds
from fastpair.errors import RuleError
from fastpair.go.standings import standings
from fastpair.go.tournament import Criterion, Game, Grade, Player, Result, Rules, Tournament
from fastpair.research.simulate import FieldPlan, Plan, entered

ORDER = (Criterion.MMS, Criterion.PLAYOFF)


def evening(*playoffs, placement=ORDER, bonuses=None):
    """Four players of one grade; A, B and C win once each, and D never; D never plays C."""
    players = tuple(
        Player(
            key=key,
            name=f"N{key}",
            first_name="",
            grade=Grade(0),
            playoffs_won=tuple(lost for won, lost in playoffs if won == key),
            bonus_halves=(bonuses or {}).get(key, ()),
        )
        for key in "ABCD"
    )
    games = tuple(
        Game(round=number, table=table, white=white, black=black, result=Result.WHITE_WINS)
        for number, table, white, black in (
            (1, 1, "A", "B"),
            (1, 2, "C", "D"),
            (2, 1, "B", "D"),
            (2, 2, "C", "A"),
            (3, 1, "A", "D"),
            (3, 2, "B", "C"),
        )
    )
    rules = Rules(rounds=3, bar=Grade(0), placement=placement)
    return Tournament(rules=rules, players=players, games=games)


def order(tournament):
    return [(row.place, row.key) for row in standings(tournament, 3).rows]


@pytest.mark.parametrize(
    ("playoffs", "expected"),
    [
        ("", [(1, "A"), (1, "B"), (1, "C"), (4, "D")]),
        ("BA", [(1, "B"), (2, "C"), (3, "A"), (4, "D")]),
        ("CA CB BA", [(1, "C"), (2, "B"), (3, "A"), (4, "D")]),
        ("AB BC CA", [(1, "A"), (1, "B"), (1, "C"), (4, "D")]),
        ("AB BC CA AB", [(1, "A"), (2, "C"), (3, "B"), (4, "D")]),
        ("DA DB DC", [(1, "A"), (1, "B"), (1, "C"), (4, "D")]),
    ],
)
@pytest.mark.parametrize("before", [(), (Criterion.DIRECT_CONFRONTATION,)])
def test_further_games_settle_ties_and_nothing_else(playoffs, expected, before):
    """The three have beaten each other in a circle, so that direct confrontation settles nothing."""
    placement = (Criterion.MMS, *before, Criterion.PLAYOFF)
    assert order(evening(*playoffs.split(), placement=placement)) == expected
    without = order(evening(*playoffs.split(), placement=placement[:-1]))
    assert without == [(1, "A"), (1, "B"), (1, "C"), (4, "D")]


@pytest.mark.parametrize("system", ["double-elimination", "cup", "round-robin"])
def test_further_games_follow_the_criteria_of_a_system(system):
    before = evening(placement=(Criterion.MMS,))
    after = playoff_played(before, "NB", "NA").tournament
    own = ranked(before, system).rules.placement
    assert Criterion.PLAYOFF not in own
    assert ranked(after, system).rules.placement == (*own, Criterion.PLAYOFF)
    assert ranked(ranked(after, system), system, override=True) == ranked(after, system)


@pytest.mark.parametrize("criterion", [Criterion.MMS, Criterion.WINS])
def test_bonus_points_count_beside_those_of_games(criterion):
    """Half a point after round 1 and a whole one after round 3; rounds before it stay."""
    plain = evening(placement=(criterion,))
    given = evening(placement=(criterion,), bonuses={"B": (1, 0, 2)})
    for after, more in ((0, 0), (1, 0.5), (2, 0.5), (3, 1.5)):
        points = [
            {row.key: row.values[0] for row in standings(t, after).rows} for t in (plain, given)
        ]
        assert points[1] == {**points[0], "B": points[0]["B"] + more}


def test_nothing_of_it_goes_to_another_tournament():
    """Also where those are not who were beaten."""
    old = evening("AB", bonuses={"A": (1,)})
    asks = replace(old.players[0], absences=frozenset({9}), requested_byes=frozenset({9}))
    old = replace(old, players=(asks, *old.players[1:]))
    beginning = Congress.new("x", players=old.players).tournament
    others = Tournament(rules=Rules(rounds=3))
    plan = Plan(rounds=3, field=FieldPlan(shape="file", file="x", tournament=old))
    for new in (
        beginning,
        without_rounds(old),
        registered(others, old.players[:1]).tournament,
        entered(plan, 0),
    ):
        assert new.players[0].name == "NA"
        assert not any(player.bonus_halves or player.playoffs_won for player in new.players)
        assert not any(player.requested_byes for player in new.players)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda t: playoff_played(t, "NA", "NA"), "cannot win a play-off against themselves"),
        (lambda t: playoff_played(t, "NA", "Nobody"), "Nobody"),
        (lambda t: evening("AX"), "play-off of 'A': no other player has the key 'X'"),
        (lambda t: evening("AA"), "play-off of 'A': no other player has the key 'A'"),
        (lambda t: bonus_given(t, "NA", 0.3, 1), "whole or half points, not 0.3"),
        (lambda t: bonus_given(t, "NA", 1, 4), "the round must be from 1 to 3, not 4"),
        (lambda t: bonus_given(t, "NA", 10**6, 1), "bonus_halves"),
    ],
)
def test_what_cannot_be_is_refused(edit, message):
    with pytest.raises(RuleError, match=message):
        edit(evening())


def test_no_bonus_leaves_nothing():
    given = bonus_given(evening(), "NA", 0.5, 3).tournament
    assert given.by_key["A"].bonus_halves == (0, 0, 1)
    assert bonus_given(given, "NA", 0, 3).tournament == replace(evening())
