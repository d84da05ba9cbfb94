"""A round robin whose rounds are all paired at once, and whose games are played in any order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evenings import of_players, teams
from fastpair import Congress, Grade, Player
from fastpair.app.edits.results import round_of_results
from fastpair.app.forms.labels import nearest_preset
from fastpair.app.round_states import round_to_edit, round_to_show
from fastpair.app.rounds.next_step import current_round
from fastpair.errors import RuleError
from fastpair.formats import FORMATS
from fastpair.go.scores import scores_before
from fastpair.go.standings import CountedRounds, standings
from fastpair.go.team_standings import team_standings
from fastpair.go.teams import of_teams
from fastpair.go.tournament import Result, TeamCriterion
from fastpair.insight.advice import AdviceKind, advice
from fastpair.report import schedule_by_name, schedule_sheet
from fastpair.ui.cli import main

MATCH_POINTS = TeamCriterion.MATCH_POINTS
ROBIN = {"preset": "Chess", "event_format": "Round robin"}


def ring(count, **rules):
    """A round robin of so many players, the strongest first."""
    players = [
        Player(key=f"P{n}", name=f"P{n}", first_name="", rating=2000 - n)
        for n in range(1, count + 1)
    ]
    return Congress.new("Ring", players=players, rounds=3, **{**ROBIN, **rules})


def in_play(event):
    """The rounds that are meant where none is named."""
    tournament = event.tournament
    return {
        round_of_results(tournament, None),
        round_to_edit(tournament, None),
        round_to_show(tournament, None),
        current_round(tournament),
    }


@pytest.mark.parametrize(("count", "cycles", "rounds"), [(2, 1, 1), (5, 1, 5), (6, 1, 5), (6, 2, 10)])  # fmt: skip
def test_all_rounds_are_paired_at_once_as_one_after_the_other(count, cycles, rounds):
    """The number of rounds follows from the players."""
    new = ring(count, cycles=cycles)
    whole = new.schedule().congress
    assert whole.tournament.rules.rounds == rounds
    assert whole.tournament.drawn_rounds == tuple(range(1, rounds + 1))
    one_by_one = new.rules(rounds=rounds).congress
    for number in range(1, rounds + 1):
        one_by_one = one_by_one.draw(number, without_results=True).congress
        played = one_by_one.tournament.round(number)
        assert played == whole.tournament.round(number)


def test_rounds_that_are_there_stay():
    """With their results, and the games that were entered ahead of their rounds."""
    first = ring(6).rules(rounds=5).congress.draw(1).congress.results(1, {1: "1-0"}).congress
    table = ring(6).schedule().congress.tournament
    ahead = next(game for game in table.round(4).games)
    first = first.pair_players(ahead.white, ahead.black, round=4).congress
    first = first.results(4, {first.tournament.round(4).games[0].table: "1-0"}).congress
    whole = first.schedule().congress.tournament
    assert whole.round(1).games[0].result is Result.WHITE_WINS
    assert [game.pair for game in whole.round(4).games if game.has_result] == [ahead.pair]
    pairs = [{game.pair for game in each.round(4).games} for each in (whole, table)]
    assert pairs[0] == pairs[1]
    again = first.schedule().congress.schedule()
    assert again.messages == ("all rounds are paired already",)


def test_who_has_not_entered_is_named():
    event = ring(4).register("Zed", rating=1500, final=False).congress
    outcome = event.schedule()
    assert outcome.remarks == ("not in the table: Zed",)
    assert len(outcome.congress.tournament.games) == 6


def test_a_table_needs_two():
    for count in (0, 1):
        for act in (lambda event: event.schedule(), lambda event: event.numbers("lot")):
            with pytest.raises(RuleError, match="a table needs two players or more"):
                act(ring(count))


def test_results_come_in_any_order():
    """The round in play is the first that lacks one, and standings count whatever is known."""
    event = ring(4).schedule().congress
    ahead = event.results(3, {1: "1-0"}).congress
    assert in_play(ahead) == {1}
    counted = CountedRounds.of(ahead.tournament)
    assert (counted.after, len(counted.open_games)) == (3, 5)
    winner = ahead.tournament.round(3).games[0].white
    points = {row.key: row.values[0] for row in standings(ahead.tournament, 3).rows}
    assert points == {"P1": 0, "P2": 0, "P3": 0, "P4": 0} | {winner: 1}
    over = ahead.results(1, {1: "1-0", 2: "1-0"}).congress
    assert in_play(over) == {2}


def test_a_swiss_is_in_its_last_round():
    """Also while an earlier one lacks a result."""
    event = of_players("Ann", "Bo", "Cy", "Di").rules(event_format="Swiss").congress
    event = event.draw(1).congress.draw(2, without_results=True).congress
    assert in_play(event) == {2}
    assert CountedRounds.of(event.tournament).after == 0


def test_what_was_published_keeps_its_boards():
    first = ring(4).rules(rounds=3).congress.draw(1).congress.publish(round=1).congress
    locked = first.lock(1).congress.schedule(publish=True).congress
    states = [locked._state.publication(number).state.value for number in (1, 2, 3)]
    assert states == ["frozen", "published", "published"]


def test_teams_have_a_table_too():
    """Numbers by lot are those of teams; each match has its boards."""
    event = teams().rules(event_format="Round robin").congress
    drawn = event.numbers("drawn", ["Oslo", "Bath", "Lyon", "Ulm"]).congress
    lots = {team.name: team.lot for team in drawn.tournament.team_play.teams}
    assert lots == {"Oslo": 1, "Bath": 2, "Lyon": 3, "Ulm": 4}
    whole = drawn.schedule(publish=True).congress
    assert whole.tournament.rules.rounds == 3
    assert [len(whole.tournament.round(number).games) for number in (1, 2, 3)] == [4, 4, 4]
    met = {frozenset(game.players) for game in whole.tournament.round(1).games}
    assert frozenset(("GUS", "ANN")) in met


def test_numbers_by_lot_are_those_of_a_report():
    event = ring(6).numbers("drawn", ["P6", "P5", "P4", "P3", "P2", "P1"]).congress
    whole = event.schedule().congress.tournament
    first = whole.round(1).game_of("P6")
    assert (first.white, first.black) == ("P6", "P1")
    again = FORMATS["trf"].read("t", FORMATS["trf"].new(whole)).tournament
    assert [player.name for player in again.players] == ["P6", "P5", "P4", "P3", "P2", "P1"]
    pairs = {(game.round, frozenset(again.name_of(key) for key in game.players)) for game in again.games}  # fmt: skip
    assert pairs == {(game.round, frozenset(game.players)) for game in whole.games}


def test_a_corrected_rating_leaves_the_numbers_of_a_table():
    event = ring(4).rules(rounds=3).congress.draw(1).congress
    changed = event.register(change="P4", rating=2500).congress.schedule().congress
    table = ring(4).schedule().congress.tournament
    assert [game.players for game in changed.tournament.games] == [
        game.players for game in table.games
    ]


def test_varma_keeps_a_federation_apart_in_the_last_three_rounds():
    event = ring(10)
    players = [replace(p, country="NED") if n % 4 == 0 else p for n, p in enumerate(event.tournament.players)]  # fmt: skip
    event = Congress.new("Ring", players=players, rounds=9, **ROBIN)
    dutch = {player.key for player in players if player.country}
    assert len(dutch) == 3
    for seed in range(20):
        outcome = event.numbers("varma", seed=seed)
        assert not outcome.remarks
        whole = outcome.congress.schedule().congress.tournament
        assert not any({*game.players} <= dutch for game in whole.games if game.round > 6)


def test_a_sheet_shows_all_rounds_with_their_days():
    """Who is free stands below the boards; without days there is no column for them."""
    event = ring(3).schedule().congress.results(2, {1: "1-0"}).congress
    sheet = schedule_sheet(event.tournament, str)
    assert [column.title for column in sheet.columns] == ["Round", "White", "Result", "Black"]
    first, free, *_ = sheet.rows
    assert (first[0], first[2], free[0], free[3]) == ("1", "", "", "free round")
    assert {first[1].split()[0], first[3].split()[0]} == {"P2", "P3"}
    assert free[1].split()[0] == "P1"
    assert [row[2] for row in sheet.rows] == ["", "", "1-0", "", "", ""]
    dated = event.rules(round_dates="2026-12-01,2026-12-02,2026-12-08").congress
    days = [row[1] for row in schedule_sheet(dated.tournament, str).rows if row[1]]
    assert days == ["2026-12-01", "2026-12-02", "2026-12-08"]


def test_a_sheet_of_teams_shows_their_matches():
    event = teams().rules(event_format="Round robin").congress.schedule().congress
    rows = schedule_sheet(event.tournament, str).rows
    assert len(rows) == 6
    assert {rows[0][1].split()[0], rows[0][-1].split()[0]} <= {"Ulm", "Lyon", "Bath", "Oslo"}


def test_a_corrected_result_of_a_table_changes_no_later_round():
    """In a Swiss, later rounds were drawn on it, which is asked about."""
    robin = ring(4).schedule().congress
    swiss = ring(4, event_format="Swiss")
    for number in (1, 2):
        swiss = swiss.draw(number, without_results=True).congress
    for event, codes in (
        (robin, ["replaced-results"]),
        (swiss, ["played-scores", "replaced-results"]),
    ):
        entered = event.results(1, {1: "1-0"}).congress
        outcome = entered.results(1, {1: "0-1"})
        assert sorted(each.code for each in outcome.questions) == codes


def test_each_player_has_all_games_on_one_sheet():
    """Six of seven are games, and one is the free round; every game stands with both of its players."""
    players = [Player(key=name, name=name, first_name="") for name in "GFEDCBA"]
    event = Congress.new("Ring", preset="Chess", event_format="Round robin", players=players)
    event = event.schedule().congress
    rows = schedule_by_name(event.tournament, str).rows
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    for name in "ABCDEFG":
        own = [row for row in rows if row[0] == name]
        assert [row[1] for row in own] == [str(number) for number in range(1, 8)]
        assert sorted(row[3] for row in own) == sorted({*"ABCDEFG", "free round"} - {name})
    games = {(row[1], *sorted((row[0], row[3]))) for row in rows if row[2]}
    assert len(games) == 21
    assert sum(row[2] == "White" for row in rows) == sum(row[2] == "Black" for row in rows) == 21


def league(count, boards, **rules):
    """A round robin of so many teams of chess."""
    names = [(team, board) for team in "ABCDEFGH"[:count] for board in range(1, boards + 1)]
    players = [Player(key=f"{t}{n}", name=f"{t}{n}", first_name="", rating=2000) for t, n in names]
    event = Congress.new("League", players=players, rounds=3, **{**ROBIN, **rules})
    for team in "ABCDEFGH"[:count]:
        event = event.team(team, [f"{team}{n}" for n in range(1, boards + 1)]).congress
    return event


def homes_of(tournament):
    """The home team of each match, by round and teams."""
    units = of_teams(tournament)
    names = ((game.round, *map(units.name_of, game.players)) for game in units.games)
    return {(number, frozenset((home, guest))): home for number, home, guest in names}


@pytest.mark.parametrize(("colours", "size"), [("WB", 4), ("BW", 3), ("WBBW", 4), ("BWWB", 6), ("W", 2)])  # fmt: skip
def test_the_home_team_has_the_colours_that_are_stated(colours, size):
    """Before rounds are paired as afterwards, and also where the report is read again."""
    usual = league(4, size)
    whole = usual.schedule().congress
    before = usual.team(colours=colours).congress.schedule().congress.tournament
    after = whole.team(colours=colours.lower()).congress.tournament
    report = FORMATS["trf"].read("league.trf", FORMATS["trf"].new(before)).tournament
    homes = homes_of(whole.tournament)
    assert homes_of(before) == homes_of(after) == homes_of(report) == homes
    assert after.games == before.games
    for game in before.games:
        team, board = game.white[0], int(game.white[1])
        home = homes[game.round, frozenset((team, game.black[0]))]
        assert (team == home) == ((colours * size)[board - 1] == "W")
    assert report.team_play.board_colours == (colours * size)[:size]


def test_colours_stay_once_a_result_is_entered():
    event = league(4, 2).schedule().congress.results(2, {1: "1-0"}).congress
    with pytest.raises(RuleError, match="round 2 has results with the colours WB, which stay"):
        event.team(colours="BW")
    assert (
        event.team(colours="WB", boards=2, fewest=1).congress.tournament.games
        == event.tournament.games
    )


def test_homes_are_exchanged_in_the_second_cycle():
    """Each pair of teams meets once at home and once as guests, and the report says two cycles."""
    event = league(5, 2, cycles=2).schedule().congress
    matches = of_teams(event.tournament).games
    homes = {(game.white, game.black) for game in matches}
    assert len(homes) == len(matches) == 20
    assert {(guest, home) for home, guest in homes} == homes
    content = FORMATS["trf"].new(event.tournament).decode()
    assert "\n192 BERGER_TEAM_ROUNDROBIN_G2\n" in content


def test_the_rounds_follow_from_the_players_before_they_are_paired():
    """Their days can so be stated before; who is absent from all rounds is in no table."""
    event = ring(9)
    assert event.tournament.rules.rounds == 9
    assert event.rules(cycles=2).congress.tournament.rules.rounds == 18
    one_more = event.register("Zed", rating=1500).congress
    assert one_more.tournament.rules.rounds == 9
    two_more = one_more.register("Zoe", rating=1400).congress
    assert two_more.tournament.rules.rounds == 11
    days = two_more.rules(round_dates="2026-10-01+1").congress.tournament.event
    assert len(days.round_dates) == 11
    assert (str(days.begins), str(days.ends)) == ("2026-10-01", "2026-10-11")


def test_a_cycle_is_added_to_rounds_that_are_played_and_never_taken_from_them():
    event = ring(6).schedule().congress.results(1, {1: "1-0"}).congress
    more = event.rules(cycles=2).congress
    assert more.tournament.rules.rounds == 10
    whole = more.schedule().congress
    assert whole.tournament.drawn_rounds == tuple(range(1, 11))
    assert whole.tournament.round(1) == event.tournament.round(1)
    with pytest.raises(RuleError, match="round 10 already has games"):
        whole.rules(cycles=1)


def test_a_third_cycle_follows_two_in_the_order_of_fide():
    whole = ring(6, cycles=2).schedule().congress
    more = whole.rules(cycles=3).congress.schedule().congress.tournament
    assert more.games[: len(whole.tournament.games)] == whole.tournament.games
    met = [frozenset(game.players) for game in more.games]
    assert {met.count(pair) for pair in met} == {3}


def test_a_table_that_is_no_round_robin_is_named_and_nothing_changes():
    event = ring(4).pair_players("P1", "P2", round=1).congress
    event = event.pair_players("P3", "P4", round=1)
    assert not [line for line in event.messages if "best" in line]
    why = "round 1 is not of the table: a game with P4 was scheduled for P1, not one with P2"
    with pytest.raises(RuleError, match=why):
        event.congress.schedule()


@pytest.mark.parametrize(("cycles", "possible"), [(19, True), (20, False)])
def test_a_table_has_99_rounds_at_most(cycles, possible):
    event = ring(6)
    if possible:
        assert event.rules(cycles=cycles).congress.tournament.rules.rounds == 95
    else:
        with pytest.raises(RuleError, match="6 players in 20 cycles would have 100 rounds"):
            event.schedule(cycles=cycles)


def test_no_advice_on_a_table_speaks_of_bars_rounds_or_rematches():
    """Of McMahon groups of the same players it does."""
    players = [Player(key=f"P{n}", name=f"P{n}", first_name="", grade=Grade(-n)) for n in range(12)]
    kinds = {
        form: {
            each.kind
            for each in advice(
                Congress.new("Ring", players=players, rounds=9, event_format=form).tournament
            )
        }
        for form in ("McMahon", "Round robin", "Cup")
    }
    assert kinds["McMahon"] >= {AdviceKind.BAR, AdviceKind.PLAYERS}
    assert not kinds["Round robin"] | kinds["Cup"]


def test_an_open_match_is_worth_nothing_whatever_a_loss_is():
    """A match that is lost at the boards, lost by forfeit at all of them, and not played yet."""
    event = league(4, 2).team(match_points="3,2,1,0").congress.schedule().congress
    one, other = of_teams(event.tournament).round(1).games
    event = event.results(1, {one.table: "1-0", one.table + 1: "0-1"}).congress
    event = event.results(1, {other.table: "1-0!", other.table + 1: "0-1!"}).congress
    points = {
        row.key: row.values[0] for row in team_standings(event.tournament, 3, [MATCH_POINTS]).rows
    }
    assert [points[key] for key in (*one.players, *other.players)] == [3, 1, 3, 0]
    scores = scores_before(of_teams(event.tournament), 3)
    assert [scores[key][0] for key in (*one.players, *other.players)] == [3, 1, 3, 0]


@pytest.mark.parametrize("suffix", ["trf", "tour"])
def test_a_file_that_has_no_place_for_lots_refuses_them_and_says_what_has(suffix, tmp_path, capsys):
    """Nothing is written then; without lots its rounds are paired on their days."""
    kind = {"preset": "Chess"} if suffix == "trf" else {}
    players = [
        Player(
            key=f"P{n}",
            name=f"P{n}",
            first_name="",
            grade=Grade(0),
            country="GER",
            club="A",
            rating=2000,
        )
        for n in range(4)
    ]
    event = Congress.new("Ring", players=players, event_format="Round robin", **kind)
    file = tmp_path / f"ring.{suffix}"
    file.write_bytes(FORMATS[{"tour": "pairgoth"}.get(suffix, suffix)].new(event.tournament))
    content = file.read_bytes()
    for words in (("numbers", "lot"), ("schedule", "--by", "varma")):
        assert main([words[0], str(file), *words[1:]]) == 2
        assert "fastpair convert makes a .json of the file" in capsys.readouterr().err
        assert file.read_bytes() == content
    assert main(["schedule", str(file), "--publish"]) == 0
    assert len(Congress.open(file).tournament.games) == 6


def test_a_round_robin_of_chess_differs_in_nothing_from_the_preset_of_chess():
    """Its criteria are those of its format; others differ."""
    assert nearest_preset(ring(4).tournament.rules, "swiss")[:3] == ("Chess", "Chess, 1–½–0", ())
    other = nearest_preset(ring(4, criteria="PTS,BH").tournament.rules, "swiss")
    assert other[0::2][:2] == ("Chess", ("Criteria",))


def test_a_report_of_a_league_numbers_the_teams_as_drawn(tmp_path):
    whole = league(4, 2).numbers("drawn", ["D", "C", "B", "A"]).congress.schedule().congress
    report = tmp_path / "league.trf"
    report.write_bytes(FORMATS["trf"].new(whole.tournament))
    lines = [line.split()[1:3] for line in report.read_text().splitlines() if line[:3] == "310"]
    assert lines == [["1", "D"], ["2", "C"], ["3", "B"], ["4", "A"]]
    assert deviations(Congress.open(report)) == []


def test_a_line_up_of_an_earlier_round_changes_no_later_round_of_a_table():
    whole = league(4, 2).schedule().congress
    after = whole.lineup("A", ["A2", "A1"], round=2).congress.tournament
    before = whole.tournament
    assert after.round(2) != before.round(2)
    assert after.round(3) == before.round(3)


def deviations(event):
    """The games that are not as the table of a round robin has them."""
    return [each["round"] for each in event.check()["findings"] if each["kind"] == "table"]


@pytest.mark.parametrize("event", [ring(5), ring(6, cycles=2), ring(4), league(5, 2)], ids=str)
def test_a_round_robin_is_checked_against_its_table(event):
    assert deviations(event) == []
    whole = event.schedule().congress
    assert deviations(whole) == []
    if not event.tournament.drawn_teams:
        turned = whole.exchange_colours(whole.tournament.round(2).games[0].table, round=2).congress
        assert deviations(turned) == [2]
        one, other = (game.white for game in whole.tournament.round(2).games[:2])
        swapped = whole.swap(one, other, round=2, confirmed=["played-scores"]).congress
        assert deviations(swapped) == [2, 2]
