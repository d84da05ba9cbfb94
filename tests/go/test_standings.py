"""Standings and prizes as values, held equal to the slow reference and to what they promise."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import player, reference_of
from fastpair.errors import RuleError
from fastpair.go.prizes import Prize, prize_plan, prizes
from fastpair.go.scores import criterion_scale
from fastpair.go.standings import (
    CellKind,
    CellOutcome,
    standings,
)
from fastpair.go.tournament import (
    NO_RATING,
    Bye,
    Criterion,
    Game,
    Grade,
    Points,
    Result,
    Rules,
    Tournament,
)
from fastpair.research.conformance import oracles
from scores import SHARE
from tournaments import GRADES, tournaments


@st.composite
def standings_of_any(draw):
    """A tournament, a number of rounds, and the standings after them."""
    tournament = draw(tournaments())
    after = draw(st.integers(0, tournament.rules.rounds))
    return tournament, after, standings(tournament, after)


@given(standings_of_any())
def test_rows_are_those_of_the_reference(case):
    tournament, after, table = case
    known = tournament.before(after + 1)
    reference, criteria = reference_of(known), tournament.rules.placement
    seated = {key for game in known.games for key in game.players} | {b.player for b in known.byes}
    listed = {player.key for player in known.players if player.final or player.key in seated}
    names = [criterion.value for criterion in criteria]
    values = reference.values(names, after)
    order = [key for key in reference.order(names, after) if key in listed]
    assert [row.key for row in table.rows] == order
    for number, (row, key) in enumerate(zip(table.rows, order, strict=True), start=1):
        assert row.number == number
        assert row.place == 1 + sum(values[other] > values[key] for other in listed)
        assert row.category == reference.category(key) + 1
        for criterion, value, shown in zip(criteria, values[key], row.values, strict=True):
            first = 1 if criterion is Criterion.CATEGORY else 0
            unrated = criterion is Criterion.RATING and tournament.by_key[key].rating is None
            expected = None if unrated else first + value / criterion_scale(criterion)
            assert shown == expected


@given(standings_of_any())
def test_cells_are_the_rounds(case):
    tournament, after, table = case
    games = {(key, game.round): game for game in tournament.games for key in game.players}
    byes = {(bye.player, bye.round) for bye in tournament.byes}
    for row in table.rows:
        assert len(row.cells) == after
        for number, cell in enumerate(row.cells, start=1):
            where = row.key, number
            player = tournament.by_key[row.key]
            idle = CellKind.ABSENT if number in player.absences else CellKind.UNASSIGNED
            idle = CellKind.REQUESTED_BYE if number in player.requested_byes else idle
            kind = CellKind.GAME if where in games else CellKind.BYE if where in byes else idle
            assert cell.kind is kind
            if kind is CellKind.GAME:
                check_game(tournament.rules, table, row, cell, games[where])


def check_game(rules, table, row, cell, game):
    white = game.white == row.key
    assert (cell.white, cell.opponent) == (white, game.black if white else game.white)
    assert (cell.handicap, cell.by_default) == (game.handicap, game.by_default)
    opponent = table.rows[cell.number - 1]
    assert opponent.key == cell.opponent
    assert opponent.cells[game.round - 1].number == row.number
    assert 2 * cell.points == rules.points.of(game.result, by_default=game.by_default)[not white]
    if game.result is Result.UNKNOWN:
        assert cell.outcome is CellOutcome.UNKNOWN
    else:
        assert "-=+"[SHARE.get(game.result.value, (0, 0))[not white]] == cell.outcome.value


@given(standings_of_any())
def test_standings_do_not_depend_on_later_rounds(case):
    tournament, after, table = case
    assert standings(tournament.before(after + 1), after) == table


@pytest.mark.parametrize("after", [-1, 6])
def test_standings_need_a_round(after):
    with pytest.raises(RuleError, match=f"standings count 0 to 5 rounds, not {after}"):
        standings(Tournament(), after)


def small():
    """A win, a win by forfeit, a bye and an absence; c and d are equal."""
    games = (
        Game(round=1, table=1, white="a", black="b", handicap=2, result=Result.WHITE_WINS),
        Game(round=1, table=2, white="c", black="d", result=Result.BOTH_LOSE, by_default=True),
    )
    players = (player("a", 2), player("b", 1), player("c"), player("d"), player("e", -4))
    players = (*players, player("f", -5, absences=frozenset({1})), player("x", final=False))
    rules = Rules(points=Points(mms_bye_x2=2, mms_absent_x2=1))
    byes = (Bye(round=1, player="e"),)
    return Tournament(name="Club", rules=rules, players=players, games=games, byes=byes)


def test_a_table_by_hand():
    table = standings(small(), 1)
    assert [(row.number, row.place, row.key) for row in table.rows] == [
        (1, 1, "a"),
        (2, 2, "b"),
        (3, 3, "c"),
        (4, 3, "d"),
        (5, 5, "e"),
        (6, 6, "f"),
    ]
    assert table.rows[0].values == (33.0, 33.0, 31.0)
    a, b, c, _, e, f = (row.cells[0] for row in table.rows)
    assert (a.number, a.outcome, a.white, a.handicap) == (2, CellOutcome.WON, True, 2)
    assert (b.number, b.outcome, b.white) == (1, CellOutcome.LOST, False)
    assert (c.number, c.outcome, c.by_default) == (4, CellOutcome.LOST, True)
    assert (e.kind, e.points) == (CellKind.BYE, 1)
    assert (f.kind, f.points) == (CellKind.ABSENT, 0.5)
    by_wins = standings(small(), 1, (Criterion.WINS,))
    assert by_wins.criteria == (Criterion.WINS,)
    assert [row.place for row in by_wins.rows] == [1, 2, 2, 2, 2, 2]


def test_what_is_rounded_off_is_said():
    exact = standings(small(), 1)
    rules = replace(small().rules, points=replace(small().rules.points, round_down=True))
    rounded = standings(replace(small(), rules=rules), 1)
    assert [row.rounding for row in exact.rows] == [0] * 6
    assert [(row.key, row.rounding) for row in rounded.rows if row.rounding] == [("f", 0.5)]
    assert exact.rows[-1].values[0] - rounded.rows[-1].values[0] == 0.5
    by_wins = standings(replace(small(), rules=rules), 1, (Criterion.WINS,))
    assert not any(row.rounding for row in by_wins.rows)


def test_equal_players_of_another_game_are_in_the_order_of_letters():
    players = tuple(
        player(key, name=key) for key in ("Zeman", "Čapek", "de Boer", "Dvořák", "Dvorak")
    )
    rows = standings(Tournament(kind="swiss", players=players), 0).rows
    assert [row.key for row in rows] == ["Čapek", "de Boer", "Dvorak", "Dvořák", "Zeman"]


PLANS = st.lists(
    st.builds(
        Prize,
        name=st.just("a prize"),
        count=st.none() | st.integers(0, 3),
        category=st.none() | st.integers(1, 2),
        weakest=st.none() | GRADES,
        strongest=st.none() | GRADES,
        wins=st.sampled_from([0, 0, 0.5, 1, 2]),
        country=st.sampled_from(["", "", "DE", "fr"]),
        among=st.none() | st.frozensets(st.sampled_from(["K0", "K1", "K2", "K3"])),
        shared=st.booleans(),
    ),
    max_size=5,
)


@given(standings_of_any(), PLANS)
def test_nobody_gets_two_prizes(case, plan):
    table = case[2]
    awards = prizes(table, plan)
    assert [award.prize for award in awards] == plan
    winners = [row.key for award in awards for row in award.winners]
    assert len(winners) == len(set(winners))
    served = set()
    for award in awards:
        check_award(table, award, served)
        served.update(row.key for row in award.winners)


def check_award(table, award, served):
    """Everybody who could have got the prize and is better placed than a winner has got one."""
    candidates = [
        row
        for row in table.rows
        if award.prize.is_for(row)
        and row.key not in served
        and any(cell.kind is CellKind.GAME for cell in row.cells)
    ]
    count = len(award.winners)
    assert list(award.winners) == candidates[:count]
    wanted = len(candidates) if award.prize.count is None else award.prize.count
    if count < min(wanted, len(candidates)):
        pytest.fail("a prize is left though somebody may have it")
    if award.prize.shared and wanted and candidates[count:]:
        assert candidates[count].place > award.winners[-1].place
    if count > wanted:
        assert award.prize.shared
        assert award.winners[wanted - 1].place == award.winners[-1].place


def test_prizes_by_hand():
    plan = prize_plan(
        [
            {"name": "Open"},
            {"name": "A win", "wins": 1, "count": "all"},
            {"name": "Below 2 dan", "strongest": "1d", "count": 1},
            {"name": "The second of them", "strongest": "1d", "shared": False},
        ]
    )
    awards = prizes(standings(small(), 1), plan)
    winners = {award.prize.name: [row.key for row in award.winners] for award in awards}
    # c and d share the third place; nobody else with a game is left.
    assert winners == {
        "Open": ["a"],
        "A win": [],
        "Below 2 dan": ["c", "d"],
        "The second of them": [],
    }


@pytest.mark.parametrize(("wins", "winners"), [(0.5, ["a", "b"]), (1, [])])
def test_a_jigo_is_half_a_win_and_a_country_has_no_case(wins, winners):
    game = Game(round=1, table=1, white="a", black="b", result=Result.JIGO)
    players = (player("a", country="fr"), player("b", country="FR"))
    plan = prize_plan([{"name": "Home", "wins": wins, "country": "Fr", "count": "all"}])
    (award,) = prizes(standings(Tournament(players=players, games=(game,)), 1), plan)
    assert [row.key for row in award.winners] == winners


@pytest.mark.parametrize(
    ("limits", "winners"),
    [
        ({"category": 1}, "ab"),
        ({"category": 2}, "cd"),
        ({"weakest": "1d"}, "ab"),
        ({"strongest": "1d"}, "bcd"),
        ({"weakest": "1k", "strongest": "1d"}, "bc"),
        ({"wins": 1}, "ac"),
    ],
)
def test_a_prize_is_for_those_within_its_limits(limits, winners):
    """From 2 dan to 2 kyu; categories end at 1 dan, and a and c have won."""
    players = tuple(player(key, grade) for key, grade in zip("abcd", (1, 0, -1, -2), strict=True))
    games = tuple(
        Game(round=1, table=table, white=white, black=black, result=Result.WHITE_WINS)
        for table, (white, black) in enumerate(("ab", "cd"), start=1)
    )
    rules = Rules(category_limits=(Grade(0),))
    table = standings(Tournament(rules=rules, players=players, games=games), 1)
    (award,) = prizes(table, prize_plan([{"name": "One", "count": "all", **limits}]))
    assert sorted(row.key for row in award.winners) == sorted(winners)


def test_wins_by_default_count_for_prizes_and_byes_do_not():
    games = tuple(
        replace(game, result=Result.BLACK_WINS) if game.by_default else game
        for game in small().games
    )
    table = standings(replace(small(), games=games), 1)
    assert {row.key: row.wins for row in table.rows} == {
        **dict.fromkeys("abcdef", 0),
        "a": 1,
        "d": 1,
    }


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"count": 2}, "prize 1 needs a name"),
        ({"name": "x", "sum": 5}, "prize 1: no field 'sum'; there are age_from, among"),
        ({"name": "x", "count": "two"}, "count: must be a number or \"all\", not 'two'"),
        ({"name": "x", "count": -1}, 'count: must be a number or "all", not -1'),
        ({"name": "x", "count": True}, 'count: must be a number or "all", not True'),
        ({"name": "x", "weakest": "12"}, "weakest: '12' is not a grade such as"),
        ({"name": "x", "strongest": 3}, "strongest: '3' is not a grade such as"),
        ({"name": "x", "among": "Ito"}, "among: must be a list of keys, not 'Ito'"),
        ({"name": "x", "shared": 1}, "shared: must be true or false, not 1"),
        ({"name": "x", "wins": "3"}, "wins: must be a number, not '3'"),
    ],
)
def test_a_plan_that_says_nothing_is_refused(entry, message):
    with pytest.raises(RuleError, match=message):
        prize_plan([entry])


@pytest.mark.peers("opengotha/**/v35[12]")
def test_standings_are_those_of_opengotha(peer):
    """After every round, on the criteria of the tournament; preliminary entries are left out."""
    (oracle,) = oracles(peer)
    for number, theirs in oracle.columns("standings_after"):
        table = standings(oracle.tournament, number)
        listed = {row.key for row in table.rows}
        assert [row.key for row in table.rows] == [key for key in theirs["key"] if key in listed]
        line = {key: i for i, key in enumerate(theirs["key"])}
        for column, criterion in enumerate(table.criteria):
            scale = criterion_scale(criterion)
            if criterion is Criterion.NONE:
                continue
            values = theirs.integers(f"{criterion.value}_x{scale}") / scale
            first = 1 if criterion is Criterion.CATEGORY else 0
            shown = [
                NO_RATING if row.values[column] is None else row.values[column]
                for row in table.rows
            ]
            assert shown == [first + values[line[row.key]] for row in table.rows]
