"""A new draw of a round: what it discards, what stays, and what is said of both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builders import everybody_present
from fastpair.formats import read
from fastpair.formats.opengotha import new_document
from fastpair.go.tournament import Bye, Game, Result
from fastpair.research.simulate import generate
from fastpair.ui.cli import main

WON = Result.WHITE_WINS


@pytest.fixture(scope="module")
def congress():
    """Twenty players, all present, before round 1."""
    return everybody_present(generate(20, 3, seed=8))


@pytest.fixture
def file(tmp_path):
    return tmp_path / "congress.xml"


@pytest.fixture
def run(capsys, file):
    """Draw the file; status, output and errors."""

    def run(*arguments):
        status = main(["draw", str(file), *map(str, arguments)])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


def save(tournament, file):
    new_document(tournament).write(file, tournament)


def far_apart(tournament, tables, number=1, **facts):
    """Games that no draw makes: the first of the list against the last."""
    keys = [player.key for player in tournament.players]
    return [Game(round=number, table=t, white=keys[t - 1], black=keys[-t], **facts) for t in tables]


def with_round(tournament, games, number=1):
    return tournament.replace_round(number, games, ())


def games_in(file, number=1):
    return read(file).tournament.round(number).games


def pairs(games):
    return {frozenset(game.players) for game in games}


def name(tournament, key):
    return tournament.by_key[key].full_name


def test_imposed_games_of_a_round_that_is_not_drawn_stay(run, file, congress):
    imposed = far_apart(congress, [1, 2])
    save(with_round(congress, imposed), file)
    status, output, errors = run("--redraw", "--write")
    assert status == 0
    assert "kept: 2 games that the round had before" in output
    assert "round 1: 2 games stay, imposed, since the round is not drawn yet\n" in errors
    assert set(imposed) <= set(games_in(file))


@pytest.mark.parametrize(
    ("forgotten", "reason"),
    [
        ([], "no draw has made it, by the history"),
        (["congress.xml.history"], "congress.xml.bak has it before the draw"),
    ],
)
def test_imposed_games_stay_when_the_draw_around_them_is_made_again(
    run, file, congress, forgotten, reason
):
    imposed = far_apart(congress, [1, 2])
    save(with_round(congress, imposed), file)
    assert run("--write")[0] == 0
    drawn = games_in(file)
    for known in forgotten:
        file.with_name(known).unlink()
    late = congress.players[9].key
    opponent = next(game for game in drawn if late in game.players)
    status, _, errors = run("--round", 1, "--redraw", "--absent", late, "--write")
    assert status == 0
    assert f"round 1: 2 games stay, imposed, since {reason}\n" in errors
    assert set(imposed) <= set(games_in(file))
    assert opponent not in games_in(file)
    white, black = (name(congress, key) for key in opponent.players)
    assert f"discarded: table {opponent.table}, {white} (white) against {black}\n" in errors


def test_every_game_that_does_not_come_back_is_said(run, file, congress):
    """A full round that another program drew, with two games that no draw makes."""
    strange = far_apart(congress, range(1, 11))
    save(with_round(congress, strange), file)
    status, _, errors = run("--redraw", "--round", 1, "--write")
    assert status == 0
    lost = pairs(strange) - pairs(games_in(file))
    assert lost
    assert errors.count("discarded: table ") == len(lost)


def test_results_are_not_lost(run, file, congress):
    played = far_apart(congress, range(1, 9), result=WON) + far_apart(congress, [9, 10])
    save(with_round(congress, played), file)
    status, _, errors = run("--redraw", "--round", 1, "--write")
    assert status == 0
    assert "round 1: 8 games stay, with a result\n" in errors
    assert set(played[:8]) <= set(games_in(file))
    save(with_round(congress, far_apart(congress, range(1, 11), result=WON)), file)
    before = file.read_bytes()
    status, output, errors = run("--redraw", "--round", 1, "--write")
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert "nobody is left to pair, 20 players have a game or a bye; --discard A B" in errors
    assert file.read_bytes() == before


def test_rematches_stay_since_no_draw_makes_them(run, file, congress):
    first = far_apart(congress, range(1, 11), result=WON)
    drawn = far_apart(congress, [1], number=2)
    keys = [player.key for player in congress.players][1:-1]
    keys = keys[:9] + keys[10:] + keys[9:10]  # nobody else against whom he has met
    drawn += [
        Game(round=2, table=t, white=white, black=black)
        for t, (white, black) in enumerate(zip(keys[::2], keys[1::2], strict=True), start=2)
    ]
    save(replace(congress, games=(*first, *drawn)), file)
    _, _, errors = run("--redraw", "--round", 2)
    assert "round 2: 1 game stays, imposed, since the players have met before\n" in errors
    _, _, errors = run("--redraw", "--round", 2, "--rematches")
    assert " stays" not in errors


def test_pairs_are_kept_and_discarded_by_name(run, file, congress):
    games = far_apart(congress, range(1, 11))
    games[4] = replace(games[4], result=WON)
    save(with_round(congress, games), file)
    kept = [name(congress, key) for key in games[2].players]
    gone = [name(congress, key) for key in games[4].players]
    command = ("--redraw", "--round", 1, "--keep", *kept, "--discard", *gone, "--write")
    status, _, errors = run(*command)
    assert status == 0
    assert games[2] in games_in(file)
    assert not any(game.result is WON for game in games_in(file))
    assert "round 1: 1 game stays, named to be kept\n" in errors
    assert f"discarded: table 5, {gone[0]} (white) against {gone[1]}, white wins\n" in errors


def test_single_games_can_be_discarded_without_a_new_draw_of_the_others(run, file, congress):
    games = far_apart(congress, range(1, 11))
    save(with_round(congress, games), file)
    named = [name(congress, key) for game in games[:2] for key in game.players]
    status, output, _ = run(
        "--discard", *named[:2], "--discard", *named[2:], "--forbid", *named[:2], "--write"
    )
    assert status == 0
    assert "players: 4 paired" in output
    assert set(games[2:]) <= set(games_in(file))


def test_by_default_the_round_that_is_in_play_is_drawn_again(run, file, congress):
    """The last drawn one that lacks results, not a later one with imposed games."""
    first = far_apart(congress, range(1, 11), result=WON)
    keys = [player.key for player in congress.players]
    second = [
        Game(round=2, table=t, white=white, black=black)
        for t, (white, black) in enumerate(zip(keys[::2], keys[1::2], strict=True), start=1)
    ]
    third = [Game(round=3, table=1, white=keys[3], black=keys[7])]
    save(replace(congress, games=(*first, *second, *third)), file)
    assert run("--redraw")[1].startswith("Invented congress 8, round 2\n")
    assert run()[1].startswith("Invented congress 8, round 3\n")


def test_everything_is_discarded_when_that_is_said(run, file, congress):
    games = far_apart(congress, range(1, 11), result=WON)
    save(with_round(congress, games), file)
    before = file.read_bytes()
    status, output, errors = run("--round", 1, "--discard-all", "--write")
    assert status == 0
    assert "players: 20 paired" in output
    assert errors.count(", white wins\n") == 10
    assert file.with_name("congress.xml.bak").read_bytes() == before


def test_a_bye_that_does_not_come_back_is_said(run, file, congress):
    strongest = max(congress.players, key=lambda player: player.rating_or_lowest).key
    others = [player.key for player in congress.players if player.key != strongest][:18]
    games = [
        Game(round=1, table=t, white=white, black=black)
        for t, (white, black) in enumerate(zip(others[::2], others[1::2], strict=True), start=1)
    ]
    tournament = with_round(congress, games).with_absences(
        1, {p.key for p in congress.players} - {*others, strongest}
    )
    save(replace(tournament, byes=(Bye(round=1, player=strongest),)), file)
    status, _, errors = run("--redraw", "--round", 1)
    assert status == 0
    assert f"discarded: bye of {name(congress, strongest)}\n" in errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--discard", "{0}", "{1}"], "--discard: '{0}' and '{1}' have no game in round 1"),
        (["--redraw", "--keep", "{0}", "{1}"], "--keep: '{0}' and '{1}' have no game in round 1"),
        (["--keep", "{0}", "{19}"], "--keep: the draw of the round is not discarded, so that all"),
        (["--discard", "nobody", "{1}"], "no player 'nobody'"),
    ],
)
def test_what_is_not_there_is_one_line(run, file, congress, arguments, message):
    save(with_round(congress, far_apart(congress, range(1, 11))), file)
    keys = [player.key for player in congress.players]
    status, output, errors = run("--round", 1, *(word.format(*keys) for word in arguments))
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert message.format(*keys) in errors


def test_without_history_and_backup_it_is_said_that_nobody_knows_what_was_imposed(
    run, file, congress
):
    imposed = far_apart(congress, [1])
    save(with_round(congress, imposed), file)
    assert run("--write")[0] == 0
    known = run("--redraw")[2]
    assert "neither history nor backup shows" not in known
    for beside in file.parent.glob("congress.xml.*"):
        beside.unlink()
    unknown = run("--redraw")[2]
    assert (
        "neither history nor backup shows which games were imposed before it was drawn" in unknown
    )
