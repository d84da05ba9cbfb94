"""OpenGotha itself opens what fastpair writes, and finds the same in it."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest

from fastpair import draw_document, draw_round, read
from fastpair.formats import FORMATS
from fastpair.go.standings import last_complete_round, standings
from fastpair.go.tournament import Criterion, EventFormat
from fastpair.pairing.draw import Constraints
from fastpair.pairing.generator import Happenings, generate
from fastpair.ui.cli import main
from profiles import sampled
from real_opengotha import (
    compiled,
    found_by,
    found_here,
    names_of,
    paired_by_fastpair,
    running,
    why_not,
)
from repository import ROOT
from serving import served

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not() or "it can be asked")

CRITERIA = (
    Criterion.MMS,
    Criterion.SOS_MMS,
    Criterion.SOSOS_MMS,
    Criterion.WINS,
    Criterion.SOS_WINS,
)
CRITERIA += (Criterion.SODOS_MMS, Criterion.CUSS_MMS, Criterion.SODOS_WINS, Criterion.CUSS_WINS)
EVERYTHING = Happenings(
    late="10%",
    withdrawn="10%",
    byes_asked="20%",
    supergroup="10%",
    families="20%",
    jigos="5%",
    forfeits="5%",
    both_lose="3%",
    missing="20%",
)


@pytest.fixture(scope="module")
def classes(tmp_path_factory):
    example = ROOT / "examples" / "opengotha" / "FastpairPairing.java"
    return compiled(tmp_path_factory.mktemp("classes"), example)


@pytest.fixture(scope="module", params=["en", "tr"])
def opengotha(classes, request):
    """In English, and in Turkish, whose capital of i is another letter."""
    with running(classes, f"-Duser.language={request.param}") as program:
        yield program


@pytest.fixture
def before(tmp_path):
    """A file before round 1, in which an odd number is present."""
    return invented(15, tmp_path)


def same_standings(opengotha, path):
    """Places, and all criteria that both know, after the last round that is over."""
    tournament = read(path).tournament
    after = last_complete_round(tournament)
    if after == 0:
        return
    names = names_of(tournament)
    rows = opengotha.asked("stand", path, after - 1)
    ours = {names[row.key]: row for row in standings(tournament, after).rows}
    theirs = {row["key"]: row for row in rows}
    place = 0
    for row in rows:  # who shares the place of the line above has none of his own there
        place = int(row["pos"].strip() or place)
        left_out = [key for key in theirs if key not in ours]  # preliminary, and never paired
        if not left_out:
            assert ours[row["key"]].place == place
    assert [key for key in theirs if key in ours] == list(ours)
    for row in standings(tournament, after, CRITERIA).rows:
        found = theirs[names[row.key]]
        values = [found[each.value] / (4 if "SODOS" in each.value else 2) for each in CRITERIA]
        assert values == list(row.values), row


def same_exports(opengotha, path, folder):
    """The result files of the EGD and the French federation have the same players and games."""
    tournament = read(path).tournament
    for form, kind in ((FORMATS["egd"], "h9"), (FORMATS["ffg"], "tou")):
        target = folder / f"theirs.{kind}"
        opengotha.asked(kind, path, target)
        theirs = form.read(kind, target.read_bytes()).tournament
        ours = form.read(kind, form.new(tournament)).tournament
        assert counted(theirs) == counted(ours), kind


def counted(tournament):
    """Games by the names of the players and what became of them."""
    names = {player.key: player.full_name for player in tournament.players}
    return sorted(
        (game.round, names[game.white], names[game.black], game.handicap, game.result.value)
        for game in tournament.games
    )


def same_draw(opengotha, path, folder, number):
    """OpenGotha's own draw of a round weighs what ours does, by its own weights."""
    mine = folder / "mine.xml"
    document = read(path)
    alone = Constraints(this_round_alone=True)  # as OpenGotha's is
    drawn = draw_round(document.tournament, number, model="opengotha351", constraints=alone)
    mine.write_bytes(document.content_with(drawn.applied_to(document.tournament)))
    answer = opengotha.asked("pair", path, number - 1, mine)
    theirs, ours = (sum(game[4] for game in answer[which]) for which in ("og", "other"))
    assert len(answer["og"]) == len(drawn.boards)
    bye = None if drawn.bye is None else names_of(document.tournament)[drawn.bye]
    assert answer["otherbye"] == bye
    assert ours == drawn.total_weight
    assert theirs == ours


def same(opengotha, path):
    assert found_by(opengotha, path) == found_here(path)


def invented(seed, folder):
    """A file with a tournament in which all sorts of things happen."""
    players, rounds = 8 + 7 * (seed % 6), 3 + seed % 3
    tournament = generate(
        players, rounds, seed=seed, play=seed % rounds, happenings=EVERYTHING, model=None
    )
    # Where nobody may speak Turkish, names are in the English capitals, which pairgoth needs.
    first, *others = tournament.players
    tournament = replace(tournament, players=(replace(first, country="TR"), *others))
    path = folder / f"invented{seed}.xml"
    path.write_bytes(FORMATS["opengotha"].new(tournament))
    return path


@pytest.mark.parametrize("seed", range(sampled(25)))
def test_an_invented_tournament(opengotha, tmp_path, seed):
    path = invented(seed, tmp_path)
    same(opengotha, path)
    same_standings(opengotha, path)
    same_exports(opengotha, path, tmp_path)
    number = read(path).tournament.round_to_draw()
    if number is not None and not any(game.round >= number for game in read(path).tournament.games):
        same_draw(opengotha, path, tmp_path, number)


def test_every_change_of_a_command_is_found(opengotha, before, capsys):
    path = before
    states = [path.read_bytes()]

    def done(*typed):
        assert main([str(word) for word in typed]) in (0, 1), capsys.readouterr().err
        states.append(path.read_bytes())
        same(opengotha, path)

    same(opengotha, path)
    number = read(path).tournament.round_to_draw()
    done("draw", path, "--write")
    one, other = read(path).tournament.round(number).games[:2]
    done("swap", path, one.black, other.black, "--round", number)
    done("colour", path, one.table, "--round", number)
    done("result", path, f"{one.table}", "1-0", "--round", number)
    done("result", path, f"{other.table}", "1/2", "--round", number)
    done("register", path, "İstanbul", "Ilgın", "--grade", "3k", "--country", "TR")
    done("withdraw", path, read(path).tournament.round(number).games[-1].white)
    done("rules", path, "--bar", "2d", "--even-so")
    while len(states) > 2:
        states.pop()
        done("undo", path)
        states.pop()
        assert path.read_bytes() == states[-1]


@pytest.mark.peers("opengotha/*/tournament.xml", alike=True)
def test_a_real_tournament_after_a_draw(opengotha, tmp_path, peer):
    path = tmp_path / "real.xml"
    shutil.copy(peer, path)
    tournament = read(path).tournament
    if tournament.team_play or tournament.rules.kind is EventFormat.CUP:
        pytest.skip("no draw by these weights")
    if found_by(opengotha, path)[1] != found_here(path)[1]:
        pytest.skip("OpenGotha loses games of this file in Turkish")
    same(opengotha, path)
    number = tournament.round_to_draw()
    if number is None:
        pytest.skip("all rounds are drawn")
    assert main(["draw", str(path), "--write", "--without-results"]) in (0, 1)
    if found_by(opengotha, path)[1] == []:
        pytest.skip("OpenGotha finds no English capitals in Turkish")
    same(opengotha, path)


def test_opengotha_pairs_by_fastpair(classes, before, tmp_path):
    """The example lets it ask a server, and makes the games that are answered."""
    content, target = before.read_bytes(), tmp_path / "after.xml"
    key = "a key for tests alone"
    with served(None, programs_key=key) as server:
        address = server.addresses.programs
        seconds = paired_by_fastpair(classes, address, key, before, 1, target)
    assert len(seconds) == 2
    held, drawn = read(target).tournament, draw_document(content)
    assert held.round(1).byes == (drawn["bye"],)
    found = {(game.table, game.white, game.black, game.handicap) for game in held.games}
    assert found == {
        tuple(board[n] for n in ("table", "white", "black", "handicap"))
        for board in drawn["boards"]
    }
