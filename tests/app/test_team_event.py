"""A whole event of teams with all that happens on its days, by the command: in chess, and in Go with handicaps."""

from __future__ import annotations

import json
from random import Random

import pytest

from done_or_refused import run
from fastpair.formats import read
from fastpair.go.teams import matches_of
from fastpair.go.tournament import Result
from fastpair.ui.cli import main

NAMES = [
    "Ash",
    "Birch",
    "Cedar",
    "Douglas",
    "Elm",
    "Fir",
    "Gorse",
    "Hazel",
    "Ivy",
    "Juniper",
    "Kauri",
    "Larch",
]
BOARDS, ROUNDS = 4, 5


def entry_list(folder, teams, *, go):
    """A list of teams of four and a substitute."""
    random = Random(7)
    lines = [
        "Name,First name,Grade,Country,Team" if go else "Name,First name,Rating,Federation,Team"
    ]
    for team in teams:
        strength = random.randrange(6) if go else random.randrange(1900, 2300)
        for place in range(1, BOARDS + 2):
            value = f"{3 + strength + place}k" if go else strength - 40 * place
            lines.append(f"{team}{place},X,{value},{'DE' if go else 'GER'},{team}")
    file = folder / f"{teams[0]}.csv"
    file.write_text("\n".join(lines), "utf-8")
    return file


def members(team):
    return [f"{team}{place}" for place in range(1, BOARDS + 2)]


@pytest.fixture(params=["chess", "go"])
def file(request, tmp_path, capsys):
    """Twelve teams of four and a substitute before the first of five rounds; three players suffice."""
    go = request.param == "go"
    file = tmp_path / "event.json"
    rules = ["--handicap", "1"] if go else ["--preset", "Swiss-Team"]
    listed = entry_list(tmp_path, NAMES, go=go)
    run(capsys, "new", file, *rules, "--rounds", ROUNDS, "--entries", listed)
    run(capsys, "team", file, "--boards", BOARDS, "--fewest", BOARDS - 1)
    return file


def refused(capsys, *words):
    """Why a command is refused, which leaves the file as it is."""
    before = words[1].read_bytes()
    assert main([*map(str, words)]) == 2
    assert words[1].read_bytes() == before
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


def draw(capsys, file, number):
    """Pair and publish a round of teams."""
    run(capsys, "draw", file, "--round", number, "--write")
    run(capsys, "publish", file, "--round", number)


def matches(file, number):
    """The matches of a round with the names of their teams."""
    tournament = read(file).tournament
    names = {team.key: team.name for team in tournament.team_play.teams}
    found = matches_of(tournament, tournament.team_play, number)
    return [(names[match.white], names[match.black], match) for match in found]


def table_of(file, number, team, board):
    """The table of a board of a team's match, and whether it has White there."""
    for one, other, match in matches(file, number):
        if team in (one, other):
            game = match.boards[board]
            player = read(file).tournament.by_key[game.white]
            return game.table, player.name.startswith(team)
    raise AssertionError(team)


def play(capsys, file, number, random):
    """Enter a result at every board of a round that has none."""
    words = []
    for game in read(file).tournament.round(number).games:
        if not game.has_result:
            words += [game.table, random.choice(["1-0", "0-1", "1/2"])]
    run(capsys, "result", file, "--round", number, *words)


def points_of(file, after):
    """Match and board points of each team after a round, counted by hand."""
    found = {}
    for number in range(1, after + 1):
        for one, other, match in matches(file, number):
            sums = [0, 0]
            for board in range(1, BOARDS + 1):
                if board in match.boards:
                    game = match.boards[board]
                    won = (game.team_result or game.result).won_x2
                    first = read_name(file, game.white).startswith(one)
                    for side, half in enumerate(won if first else won[::-1]):
                        sums[side] += half
                else:
                    sums[0 if match.empty[board][0] else 1] += 2
            needs = BOARDS if match.needs_half else 0
            for team, mine, theirs in ((one, *sums), (other, *sums[::-1])):
                won = (mine > max(theirs, needs)) + (mine >= max(theirs, needs) and mine > 0)
                match_points, boards = found.get(team, (0, 0))
                found[team] = match_points + won, boards + mine / 2
    return found


def read_name(file, key):
    return read(file).tournament.by_key[key].name


def standings(capsys, file, after):
    """Match and board points of each team by the standings, and its line."""
    out = run(capsys, "standings", file, "--teams", "--round", after, "--json")
    return {row["name"]: row for row in json.loads(out)["rows"]}


def first_round(file, capsys, random):
    """A player is ill, so that others move up; a team names three."""
    run(capsys, "absent", file, "Ash2", "--round", 1)
    assert run(capsys, "lineup", file, "Ash", "--round", 1) == (
        "Ash, round 1: Ash1 X, Ash3 X, Ash4 X, Ash5 X\n"
    )
    assert "-" in run(
        capsys, "lineup", file, "Birch", "Birch1", "Birch2", "-", "Birch4", "--round", 1
    )
    assert "needs 3" in refuse_or_warn(
        capsys, "lineup", file, "Cedar", "Cedar1", "Cedar2", "--round", 1
    )
    run(capsys, "undo", file)
    draw(capsys, file, 1)
    (gap,) = [match for *_, match in matches(file, 1) if match.empty]
    assert gap.all_boards == (1, 2, 3, 4)
    play(capsys, file, 1, random)
    assert "has results in round 1" in refused(capsys, "lineup", file, "Ash", "--round", 1)


def late_team(file, capsys):
    """A team comes in round 2."""
    listed = entry_list(file.parent, ["Maple"], go=read(file).tournament.kind == "go")
    players = [line.split(",") for line in listed.read_text("utf-8").splitlines()[1:]]
    for name, first, value, *_ in players:
        given = ["--grade", value] if value.endswith("k") else ["--rating", value]
        run(capsys, "register", file, name, first, *given)
    late = run(capsys, "team", file, "Maple", *members("Maple"), "--requested-byes")
    assert "requested byes before" in late
    bye = standings(capsys, file, 1)["Maple"]
    assert (bye["match_points"], bye["board_points"]) == (1, 2)


def second_round(file, capsys, random):
    """Of thirteen teams one is asked to stay away, twice; the round is drawn without it."""
    for _ in range(2):
        run(capsys, "absent", file, "Larch", "--round", 2)
    draw(capsys, file, 2)
    assert "Larch" not in {name for one, other, _ in matches(file, 2) for name in (one, other)}
    assert "has a match in round 2" in refused(capsys, "absent", file, "Fir", "--round", 2)
    # A wrong order is published after a question only, names whom, and is corrected until there are results.
    wrong = ["Gorse2", "Gorse1", "Gorse3", "Gorse4"]
    players_seen = refused(capsys, "lineup", file, "Gorse", *wrong, "--round", 2)
    assert "players have already seen the boards" in players_seen
    run(capsys, "publish", file, "--round", 2, "--back", "--even-so")
    run(capsys, "lineup", file, "Gorse", *wrong, "--round", 2)
    asked = refused(capsys, "publish", file, "--round", 2)
    assert "Gorse2 X at board 1 comes after Gorse1 X at board 2 in the list" in asked
    run(capsys, "publish", file, "--round", 2, "--even-so")
    # A board and a match by forfeit.
    table, white = table_of(file, 2, "Elm", 3)
    run(capsys, "result", file, "--round", 2, table, "0-1!" if white else "1-0!")
    run(capsys, "no-show", file, "Hazel", "--forfeit", "--round", 2)
    hazel = next(each for each in matches(file, 2) if "Hazel" in each[:2])
    assert hazel[2].by_default
    assert sorted(hazel[2].sums) == [0, 2 * BOARDS]
    play(capsys, file, 2, random)


def wrong_order_found(file, capsys):
    """The board is lost for the team, the game stays, and a point is deducted."""
    table, white = table_of(file, 2, "Gorse", 1)
    lost = "0-1" if white else "1-0"
    before = read(file).tournament.round(2).at(table)
    for _ in range(2):
        run(capsys, "result", file, "--round", 2, table, lost, "--for-teams")
    after = read(file).tournament.round(2).at(table)
    assert (after.result, after.is_rated) == (before.result, True)
    assert (after.team_result or after.result).value == Result(
        "white wins" if lost == "1-0" else "black wins"
    ).value
    words = ("--match-points", -1, "--board-points", -0.5, "--reason", "Wrong order", "--round", 2)
    for _ in range(2):
        run(capsys, "adjust", file, "Gorse", *words)


def last_rounds(file, capsys, random):
    """After round 3 a team leaves."""
    draw(capsys, file, 3)
    play(capsys, file, 3, random)
    assert "has a match in round 3" in refused(capsys, "withdraw", file, "Kauri", "--from", 3)
    for _ in range(2):
        assert run(capsys, "withdraw", file, "Kauri") == "Kauri has withdrawn from round 4 on\n"
    for number in (4, 5):
        draw(capsys, file, number)
        assert "Kauri" not in {
            name for one, other, _ in matches(file, number) for name in (one, other)
        }
        play(capsys, file, number, random)
    # A late correction of round 4, whose results are undone and entered again.
    game = read(file).tournament.round(4).games[0]
    other = "1-0" if game.result is not Result.WHITE_WINS else "0-1"
    assert "--even-so" in refused(capsys, "result", file, "--round", 4, game.table, other)
    run(capsys, "result", file, "--round", 4, game.table, other, "--even-so")


def check_standings(file, capsys):
    """They are those of the boards, with what was deducted and the bye of the late team."""
    found, counted = standings(capsys, file, 5), points_of(file, 5)
    byes = {name: sum(each == "bye" for each in row["opponents"]) for name, row in found.items()}
    for name, row in found.items():
        match_points, board_points = counted[name]
        if name == "Maple":
            match_points, board_points = match_points + 1, board_points + BOARDS / 2
            byes[name] -= 1
        if name == "Gorse":
            match_points, board_points = match_points - 1, board_points - 0.5
            assert row["adjustments"][0]["reason"] == "Wrong order"
        if not byes[name]:
            assert (row["match_points"], row["board_points"]) == (match_points, board_points), name
    assert "Gorse: -1 match points and -0.5 board points from round 2 on (Wrong order)" in run(
        capsys, "standings", file, "--teams"
    )


def test_twelve_teams_play_five_rounds(file, capsys):
    random = Random(3)
    first_round(file, capsys, random)
    late_team(file, capsys)
    second_round(file, capsys, random)
    wrong_order_found(file, capsys)
    last_rounds(file, capsys, random)
    check_standings(file, capsys)
    # Everything is undone again, to the byte.
    saved = file.read_bytes()
    run(
        capsys,
        "adjust",
        file,
        "Gorse",
        "--match-points",
        0,
        "--board-points",
        0,
        "--round",
        2,
        "--even-so",
    )
    run(capsys, "undo", file)
    assert file.read_bytes() == saved


def refuse_or_warn(capsys, *words):
    """What a command says beside what it does."""
    assert main([*map(str, words)]) == 0
    return capsys.readouterr().err


def test_a_file_of_another_program_refuses_what_it_cannot_hold(tmp_path, capsys):
    """OpenGotha's has line-ups by round, and no place for points that are deducted or boards that count otherwise."""
    file = tmp_path / "teams.xml"
    run(capsys, "generate", "--teams", 4, "--boards", 2, "--rounds", 2, "--output", file)
    run(capsys, "draw", file, "--write")
    team, *_ = read(file).tournament.team_play.teams
    one, other = team.lineup(1)
    run(capsys, "lineup", file, team.name, other, one, "--round", 1)
    (now, *_) = read(file).tournament.team_play.teams
    assert [now.lineup(1), now.lineup(2)] == [(other, one), (one, other)]
    error = refused(capsys, "adjust", file, team.name, "--match-points", -1)
    assert "found -1 match points from round 1 on" in error
    error = refused(capsys, "result", file, 1, "1-0", "--for-teams")
    assert "boards with another result for the teams" in error


@pytest.mark.parametrize(("rules", "paired"), [(["--preset", "Swiss-Team"], 2), ([], 1)])
def test_a_hole_leaves_a_team_out_in_go_alone(tmp_path, capsys, rules, paired):
    """In chess the board is lost by forfeit, and the team plays at the others; unless another number is needed."""
    file = tmp_path / "new.json"
    listed = entry_list(tmp_path, NAMES[:4], go=not rules)
    run(capsys, "new", file, *rules, "--rounds", 2, "--boards", BOARDS, "--entries", listed)
    ash = members("Ash")
    run(capsys, "lineup", file, "Ash", ash[0], "-", *ash[2:4], "--round", 1)
    run(capsys, "draw", file, "--write")
    tournament = read(file).tournament
    matches = matches_of(tournament, tournament.team_play, 1)
    assert len(matches) == paired
    assert sum(len(match.empty) for match in matches) == paired - 1
