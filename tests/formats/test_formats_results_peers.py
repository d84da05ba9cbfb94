"""Result files of other programs, as their owners have them and as OpenGotha exports them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fastpair import formats
from fastpair.formats import FORMATS, egd
from fastpair.go.tournament import Criterion, Result
from results import in_egd, in_ffg, lines_of, numbered_games, order, standings

HEADS = ("files/h9/*", "files/egc2009/*.h9", "opengotha/*/export/export.h9")
FRENCH = ("files/tou/*", "files/egc2009/*.tou", "opengotha/*/export/export.tou")
AMERICAN = ("opengotha/*/export/export.aga.txt",)
EXPORTS = "opengotha/*/export/export"

every_result_file = pytest.mark.peers(*HEADS, *FRENCH, *AMERICAN, alike=True)


def form_of(path):
    names = [form.name for form in formats.FORMATS.values() if form.recognises(path.read_bytes())]
    assert len(names) == 1
    return formats.FORMATS[names[0]]


def by_name(tournament, tell=lambda game: game):
    """The games with names in place of keys; a result file shortens the longest."""
    names = {p.key: (p.name[:12], p.first_name[:1], p.grade) for p in tournament.players}
    games = sorted(
        (g.round, names[g.white], names[g.black], g.handicap, g.result.value, g.by_default)
        for g in map(tell, tournament.games)
    )
    byes = sorted((bye.round, names[bye.player]) for bye in tournament.byes)
    return games, byes


@every_result_file
def test_it_is_read_and_written_again(peer):
    form = form_of(peer)
    document = form.read(str(peer), peer.read_bytes())
    tournament = document.tournament
    assert tournament.games
    assert document.content_with(tournament) == document.content
    again = form.read("new", form.new(tournament)).tournament
    if form.name == "egd":
        assert by_name(again, in_egd) == by_name(tournament, in_egd)
    else:
        assert by_name(again) == by_name(tournament)


@every_result_file
def test_the_header_stays_when_a_game_changes(peer):
    form = form_of(peer)
    document = form.read(str(peer), peer.read_bytes())
    tournament = document.tournament
    game = replace(tournament.games[0], by_default=form.name == "egd", result=Result.JIGO)
    changed = replace(tournament, games=(game, *tournament.games[1:]))
    content = document.content_with(changed)
    again = form.read("new", content).tournament
    held = replace(again, players=(), games=(), byes=(), rules=tournament.rules)
    assert held == replace(tournament, players=(), games=(), byes=())
    assert len(again.players) == len(tournament.players)
    assert len(again.games) == len(tournament.games)


@pytest.mark.peers("files/h9/*.h9", "files/egc2009/*.h9", "opengotha/*/export/export.h9")
def test_the_standings_are_the_order_of_the_lines(peer):
    tournament = formats.read(peer).tournament
    names = [player.full_name for player in tournament.players]
    if len(set(names)) < len(names):
        pytest.skip("the names of some are only question marks")
    assert [tournament.by_key[key].full_name for key in order(tournament)] == names


def exported(peer, suffix):
    """The tournament that OpenGotha exported, and the file."""
    path = peer.with_suffix(suffix)
    return formats.read(peer.parents[1] / "tournament.xml").tournament, path


@pytest.mark.peers(f"{EXPORTS}.h9")
def test_the_export_holds_the_games_of_the_tournament(peer):
    tournament, path = exported(peer, ".h9")
    held = formats.read(path).tournament
    lines = lines_of(tournament)
    assert [p.grade for p in held.players] == [p.grade for p in lines]
    found = numbered_games(held, held.players)
    games = numbered_games(tournament, lines)
    if b"/w" in path.read_bytes():
        assert found == games
    else:  # OpenGotha was told to leave the colours and the handicaps out.
        assert sum(found.values()) == sum(games.values())
    number = {player.key: index for index, player in enumerate(lines)}
    held_number = {player.key: index for index, player in enumerate(held.players)}
    if tournament.rules.points.mms_bye_x2 == 2:
        assert sorted((b.round, number[b.player]) for b in tournament.byes) == sorted(
            (b.round, held_number[b.player]) for b in held.byes
        )
    if tournament.rules.placement[0] is Criterion.MMS:
        assert held.rules.placement[:1] == (Criterion.MMS,)
        own, theirs = standings(held, held.players), standings(tournament, lines)
        assert [row[0] for row in own] == [row[0] for row in theirs]


def without(line, *signs):
    for sign in signs:
        line = line.partition(sign)[0]
    return line.rstrip()


def is_like(ours, theirs):
    """Whether two lines are the same, or their words where ours have a half as a decimal."""
    return ours == theirs or (".5" in ours and ours.replace(".5", "?").split() == theirs.split())


@pytest.mark.peers(f"{EXPORTS}.h9")
def test_lines_of_players_are_those_of_opengotha(peer):
    """They differ where a name is too long, and where an arbiter gave both players the same.

    Countries are in capitals here, and in OpenGotha's files as somebody typed them. Halves are decimals
    here, where OpenGotha writes the question mark that an encoding without the sign makes of it.
    """
    tournament, path = exported(peer, ".h9")
    theirs = players_in(path.read_bytes())
    if not any("/w" in line for line in theirs):
        pytest.skip("without colours and handicaps")
    ours = players_in(FORMATS["egd"].new(tournament))
    assert len(ours) == len(theirs)
    different = sum(
        not is_like(without(a, "|").upper(), b.rstrip().upper())
        for a, b in zip(ours, theirs, strict=True)
    )
    arbitrary = {key for game in tournament.games if game != in_egd(game) for key in game.players}
    long = sum(
        len(f"{player.name} {player.first_name}") > 30 and len(player.name) > 28
        for player in lines_of(tournament)
    )
    assert different <= len(arbitrary) + long


def players_in(content):
    lines = content.decode("iso-8859-15").splitlines()
    return [line for line in lines if line and not line.startswith(";")]


@pytest.mark.peers(f"{EXPORTS}.tou")
def test_the_french_export_holds_the_games_of_the_tournament(peer):
    tournament, path = exported(peer, ".tou")
    held = FORMATS["ffg"].read(str(path), path.read_bytes()).tournament
    lines = lines_of(tournament)
    assert numbered_games(held, held.players) == numbered_games(tournament, lines, in_ffg)
    ours = players_in(FORMATS["ffg"].new(tournament))
    theirs = players_in(path.read_bytes())
    long = sum(len(player.name) > 23 for player in lines)
    different = sum(a[:33] + a[46:] != b[:33] + b[46:] for a, b in zip(ours, theirs, strict=True))
    assert different <= long


@pytest.mark.peers("opengotha/*/export/export.aga.txt")
def test_the_american_export_holds_the_games_of_the_tournament(peer):
    tournament = formats.read(peer.parents[1] / "tournament.xml").tournament
    held = FORMATS["aga"].read(str(peer), peer.read_bytes()).tournament
    ours = FORMATS["aga"].new(tournament).decode("iso-8859-15").splitlines()
    theirs = peer.read_bytes().decode("iso-8859-15").splitlines()
    assert len(held.games) == len(tournament.games)
    finals = sum(player.final for player in tournament.players)
    if finals == len(tournament.players):  # OpenGotha numbers preliminary registrations too.
        assert {line.rpartition("\t")[0] for line in theirs if line.count("\t") == 4} <= {
            line.rpartition("\t")[0] for line in ours
        }


@pytest.mark.peers("files/h9/*.h9", "opengotha/*/export/export.h9", "files/egc2009/*.h9")
def test_the_verifier_finds_nothing_but_results_of_an_arbiter(peer):
    faults = egd.verify(peer.read_bytes())
    odd = [fault for fault in faults if "and not by forfeit" not in fault]
    assert [fault for fault in odd if "a family name and a first name" not in fault] == []
