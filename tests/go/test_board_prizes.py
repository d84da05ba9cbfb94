"""Board prizes: a slow reference that follows the rules word by word, and each rule alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, groupby, permutations, product
from random import Random

import pytest

from commands import do
from fastpair import Congress
from fastpair.errors import RuleError
from fastpair.formats.fastpair import new_content
from fastpair.go.board_prizes import board_prizes, individual_results
from fastpair.go.ratings.fide import PERFORMANCE
from fastpair.go.team_standings import team_standings
from fastpair.go.teams import matches_of
from fastpair.go.tournament import (
    NO_GRADE,
    RESERVES,
    SWISS_RULES,
    Bye,
    Game,
    Player,
    Result,
    Rules,
    Team,
    TeamPlay,
    Tournament,
)
from fastpair.ui.cli import main
from team_tournaments import played

RULES = [(by, at) for by in ("performance", "percentage", "points") for at in ("listed", "played")]


def chess(tournament, *, lots=None, **play):
    """A tournament of chess with the games of one of Go, in which some have no rating."""
    players = tuple(
        replace(player, rating=None if lots and lots.random() < 0.1 else 1500 + 10 * number)
        for number, player in enumerate(tournament.players)
    )
    games = tuple(replace(game, handicap=0) for game in tournament.games)
    return Tournament(
        name="Cup",
        kind="swiss",
        rules=Rules(**{**SWISS_RULES, "rounds": tournament.rules.rounds}),
        players=players,
        games=games,
        byes=tournament.byes,
        team_play=replace(tournament.team_play, **play),
    )


def with_spares(tournament):
    """The tournament whose first line-ups name everybody, so that substitutes are listed behind the boards."""
    play = tournament.team_play
    teams = []
    for team in play.teams:
        first, *later = team.lineups
        others = sorted(team.members - {*first})
        teams.append(replace(team, lineups=((*first, *others), *later)))
    return replace(tournament, team_play=replace(play, teams=tuple(teams)))


# ---- The reference: each player by himself, each pair of players alone ----


def games_of(tournament, after):
    """Everything that players had at a board: (key, board, opponent, points of two, at the board)."""
    play = tournament.team_play
    for number in range(1, after + 1):
        boards = {
            key: board
            for team in play.teams
            for board, key in enumerate(team.lineup(number)[: play.size], start=1)
            if key
        }
        for game in tournament.round(number).games:
            if game.result is Result.UNKNOWN:
                continue
            points = {
                Result.WHITE_WINS: (2, 0),
                Result.BLACK_WINS: (0, 2),
                Result.JIGO: (1, 1),
                Result.BOTH_LOSE: (0, 0),
                Result.BOTH_WIN: (2, 2),
            }[game.result]
            for own, other, won in (
                (game.white, game.black, points[0]),
                (game.black, game.white, points[1]),
            ):
                if own in boards:
                    yield own, boards[own], other, won, not game.by_default
        for match in matches_of(tournament, play, number):
            for board, (one, two) in match.empty.items():
                yield one or two, board, "", 2, False


def reference(tournament, after):
    """Places by board: {board: [(place, key), …]}, those without a place left out."""
    play = tournament.team_play
    by_key = tournament.by_key
    had = {}
    for own, board, other, won, at_board in games_of(tournament, after):
        had.setdefault(own, []).append((board, other, won, at_board))
    team_of = {key: team for team in play.teams for key in team.members}
    rank = {row.key: row.place for row in team_standings(tournament, after).rows}

    def board_of(key):
        if play.board_prizes_at == "played":
            boards = [board for board, *_ in had[key]]
            return min(boards, key=lambda board: (-boards.count(board), board))
        first = next(lineup for lineup in team_of[key].lineups if key in lineup)
        number = first.index(key) + 1
        return number if number <= play.size else RESERVES

    def performance(key):
        met = [
            (by_key[other].rating, won)
            for _, other, won, at_board in had[key]
            if at_board and by_key[other].rating is not None
        ]
        if not met:
            return None
        mean = int(sum(rating for rating, _ in met) / len(met) + 0.5)
        percent = int(100 * sum(won for _, won in met) / (2 * len(met)) + 0.5)
        return mean + int(PERFORMANCE[min(percent, 100)])

    def percentage(key):
        return sum(won for *_, won, _ in had[key]) / (2 * len(had[key]))

    def value(key):
        if play.board_prizes_by == "performance":
            return performance(key)
        points = sum(won for *_, won, _ in had[key])
        return percentage(key) if play.board_prizes_by == "percentage" else points

    def enough(key):
        counted = [each for each in had[key] if play.board_prizes_by != "performance" or each[3]]
        return len(counted) >= (play.board_prizes_games or -(-after // 2))

    placed = [key for key in had if enough(key) and value(key) is not None]
    found = {}
    for board in {board_of(key) for key in had}:
        rows = sorted(
            (key for key in placed if board_of(key) == board), key=lambda key: -value(key)
        )
        order = []
        for _, tied in groupby(rows, key=value):
            order += classes([*tied], had, percentage, lambda key: rank[team_of[key].key])
        place = 1
        found[board] = []
        for group in order:
            found[board] += [(place, key) for key in sorted(group)]
            place += len(group)
    return found


def classes(tied, had, percentage, rank):
    """Those of equal values in groups, the best first: by their encounters, then the other facts."""
    key = lambda each: (-len(had[each]), -percentage(each), rank(each))  # noqa: E731
    return [
        [*part]
        for group in encounters(tied, had)
        for _, part in groupby(sorted(group, key=key), key=key)
    ]


def encounters(tied, had):
    """Groups of players by the games between them: who is ahead whatever the missing ones would bring."""
    pairs = [*combinations(tied, 2)]
    met = {
        (one, other): [won for _, found, won, at in had[one] if found == other and at]
        for one, other in permutations(tied, 2)
    }
    missing = [pair for pair in pairs if not met[pair]]
    assert len(missing) < 8
    own = {
        one: sum(
            sum(met[one, other]) / len(met[one, other]) for other in tied if met.get((one, other))
        )
        for one in tied
    }
    orders = []
    for results in product([(2, 0), (1, 1), (0, 2)], repeat=len(missing)):
        points = dict(own)
        for (one, other), (won, lost) in zip(missing, results, strict=True):
            points[one] += won
            points[other] += lost
        ranks = sorted(tied, key=lambda each: -points[each])
        orders.append([{*part} for _, part in groupby(ranks, key=points.get)])
    if not missing:
        parts = orders[0]
    else:
        parts = []
        for place in range(len(tied) - 1):
            alone = {
                frozenset(order[place]) if place < len(order) else frozenset() for order in orders
            }
            if len(alone) > 1 or len(one := next(iter(alone))) > 1:
                break
            parts.append(one)
        parts.append({*tied}.difference(*parts))
    if len(parts) < 2:
        return [tied]
    return [each for part in parts for each in encounters(sorted(part), had)]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("by", "at"), RULES)
def test_places_are_those_of_the_rules(seed, by, at):
    lots = Random(f"{seed} {by} {at}")
    tournament = chess(
        with_spares(played(seed)),
        lots=lots,
        board_prizes_by=by,
        board_prizes_at=at,
        board_prizes_games=lots.choice([0, 0, 1, 3]),
    )
    after = tournament.rules.rounds
    found = board_prizes(tournament, after)
    expected = reference(tournament, after)
    for board, rows in found.boards.items():
        places = [(row.place, row.player.key) for row in rows if row.place is not None]
        assert sorted(places) == sorted(expected[board]), board
        assert places == sorted(places, key=lambda each: each[0])
        assert all(row.place is None for row in rows[len(places) :])
    assert [*found.boards] == sorted(expected, key=lambda board: (board == RESERVES, board))


# ---- Each rule alone ----


def match_play(*rounds, **play):
    """Two boards of teams A, B, C and D: games as ``a1-b1 1`` (White first), with ``f`` behind forfeits."""
    keys = [f"{team}{board}" for team in "abcd" for board in (1, 2, 3)]
    teams = tuple(
        Team(key=team, name=team.upper(), lineups=(tuple(f"{team}{n}" for n in (1, 2, 3)),))
        for team in "abcd"
    )
    results = {"1": Result.WHITE_WINS, "0": Result.BLACK_WINS, "=": Result.JIGO}
    games = [
        Game(
            round=number,
            table=table,
            white=pair[:2],
            black=pair[3:],
            result=results[result[0]],
            by_default=result.endswith("f"),
        )
        for number, texts in enumerate(rounds, start=1)
        for table, (pair, result) in enumerate((text.split() for text in texts), start=1)
    ]
    return Tournament(
        kind="swiss",
        rules=Rules(**{**SWISS_RULES, "rounds": len(rounds)}),
        players=tuple(Player(key=key, name=key, grade=NO_GRADE, rating=2000) for key in keys),
        games=tuple(games),
        team_play=TeamPlay(teams=teams, size=2, **play),
    )


def places(tournament, board=1):
    return {row.player.key: row.place for row in board_prizes(tournament).boards[board]}


ROUNDS = (
    ("a1-b1 1", "b2-a2 1", "c1-d1 1", "d2-c2 1"),
    ("c1-a1 0", "a2-c2 1", "d1-b1 1f", "b2-d2 ="),
)


def test_a_forfeit_counts_in_the_percentage_and_not_in_the_performance():
    by_percentage = board_prizes(match_play(*ROUNDS, board_prizes_by="percentage"))
    row = {each.player.key: each for each in by_percentage.rows}
    assert (row["d1"].games, row["d1"].played, row["d1"].percentage) == (2, 1, 50)
    assert (row["b1"].games, row["b1"].points, row["b1"].percentage) == (2, 0, 0)
    assert row["d1"].performance == 2000 + PERFORMANCE[0]
    assert places(match_play(*ROUNDS, board_prizes_by="percentage")) == {
        "a1": 1,
        "c1": 2,  # won against d1
        "d1": 3,
        "b1": 4,
    }


def test_a_line_up_of_the_first_round_moves_nobody_in_the_list():
    """In round 1 the substitute plays for a2, who comes back: both count where the list of the team has them."""
    moved = match_play(("a1-b1 1", "b2-a3 1"), ROUNDS[1])
    team, *others = moved.team_play.teams
    before, first = team.lineup(1), ("a1", "a3", "a2")
    team = replace(team, lineups=(first, before), roster=before)
    moved = replace(moved, team_play=replace(moved.team_play, teams=(team, *others)))
    listed = board_prizes(moved)
    assert [row.player.key for row in listed.boards[RESERVES]] == ["a3"]
    assert "a2" in [row.player.key for row in listed.boards[2]]


def test_who_has_not_played_is_in_the_list_of_all_alone():
    tournament = match_play(*ROUNDS, board_prizes_by="points")
    assert "a3" not in [row.player.key for row in board_prizes(tournament).rows]
    everybody = individual_results(tournament)
    assert {row.player.key for row in everybody.rows} == set(tournament.by_key)
    assert everybody.rows[0].player.key == "a1"
    assert None not in [row.place for row in everybody.rows]


def test_byes_are_no_games():
    tournament = replace(match_play(*ROUNDS), byes=(Bye(round=1, player="a3"),))
    assert {row.player.key: row.games for row in individual_results(tournament).rows}["a3"] == 0


def test_performances_are_of_chess():
    go = played(3)
    assert board_prizes(go, 1).by == "points"
    with pytest.raises(
        RuleError, match="performances are of chess; let board prizes go by percent"
    ):
        board_prizes(replace(go, team_play=replace(go.team_play, board_prizes_by="performance")))
    with pytest.raises(RuleError, match="no teams play in this tournament"):
        board_prizes(Tournament())


def test_the_command_and_python_show_them(tmp_path, capsys):
    file = tmp_path / "cup.json"
    file.write_bytes(new_content(match_play(*ROUNDS)))
    do("team", file, "--board-prizes", "points, played 2")
    assert "board prizes: points,played,2" in capsys.readouterr().out
    do("board-prizes", file)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["1", "1", "a1", "A", "2000", "2", "2", "100.0", "2800"] in lines
    do("board-prizes", file, "--together", "--output", tmp_path / "all.html")
    page = (tmp_path / "all.html").read_text()
    assert "Players after round 2" in page
    document = Congress.open(file).board_prizes()
    assert (document["by"], document["fewest"], document["after"]) == ("points", 2, 2)
    first = document["players"][0]
    assert (first["board"], first["place"], first["key"]) == (1, 1, "a1")


@pytest.mark.parametrize("text", ["best", "points,percentage", "100", "-1", "listed,played", "5,6"])
def test_what_does_not_say_how_they_go_is_refused(tmp_path, capsys, text):
    file = tmp_path / "cup.json"
    file.write_bytes(new_content(match_play(*ROUNDS)))
    assert main(["team", str(file), "--board-prizes", text]) == 2
    assert "enter performance, percentage or points, listed or played" in capsys.readouterr().err
