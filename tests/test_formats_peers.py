"""Files as their owners saved them, and what OpenGotha itself read in them."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from lxml import etree

from fastpair import formats
from fastpair.errors import FormatError
from fastpair.formats.opengotha import markup, new_document
from fastpair.simulate import generate
from fastpair.tournament import Bye, Game, Result

every_file = pytest.mark.peers("opengotha/**/*.xml", "files/**/*.xml")


def sound(path):
    """Whether a file is XML that calls itself a tournament and has players."""
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError:
        return False
    return root.tag == "Tournament" and root.find(".//Players") is not None


def document_of(path):
    if not sound(path):
        pytest.skip("no sound file of OpenGotha")
    return formats.read(path)


def canonical(content):
    return etree.tostring(etree.fromstring(content), method="c14n")


@every_file
def test_every_file_is_read_or_refused_for_a_reason(peer):
    if sound(peer):
        document = formats.read(peer)
        assert len(document.tournament.players) == peer.read_bytes().count(b"<Player ")
        assert len(document.tournament.games) == peer.read_bytes().count(b"<Game ")
    else:
        with pytest.raises(FormatError) as caught:
            formats.read(peer)
        assert caught.value.line is not None


@every_file
def test_nothing_changes_if_nothing_changed(peer):
    document = document_of(peer)
    assert document.content_with(document.tournament) == peer.read_bytes()
    content = markup.serialise(markup.parse("t", document.content), document.content)
    assert canonical(content) == canonical(document.content)


@every_file
def test_only_the_new_round_is_new(peer):
    document = document_of(peer)
    tournament = document.tournament
    number = tournament.rules.rounds
    keys = [player.key for player in tournament.players][:5]
    drawn = [
        Game(round=number, table=1001 + place, white=white, black=black, handicap=place)
        for place, (white, black) in enumerate(zip(keys[::2], keys[1::2], strict=False))
    ]
    kept = tournament.round(number)
    byes = [Bye(round=number, player=key) for key in kept.byes or keys[4:]]
    changed = tournament.replace_round(number, (*kept.games, *drawn), byes)
    content = document.content_with(changed)
    held = formats.opengotha.read("t", content).tournament
    assert {*held.games} == {*changed.games}
    assert {*held.byes} == {*changed.byes}
    assert replace(held, games=(), byes=()) == replace(tournament, games=(), byes=())
    before, after = elements(document.content), elements(content)
    assert sum((after - before).values()) >= len(drawn)
    assert before - after == {}
    assert {tag for tag, *_ in after - before} <= {"Game", "ByePlayer", "Games", "ByePlayers"}


def elements(content):
    """All elements of a document with their attributes, as a multiset."""
    root = etree.fromstring(content)
    return Counter(
        (element.tag, tuple(element.attrib.items())) for element in root.iter(etree.Element)
    )


@every_file
def test_a_result_changes_one_element(peer):
    document = document_of(peer)
    tournament = document.tournament
    if not tournament.games or any(tournament.faults()):
        pytest.skip("no game, or contradictions")
    result = next(r for r in Result if r not in (Result.UNKNOWN, tournament.games[0].result))
    first = replace(tournament.games[0], result=result)
    changed = replace(tournament, games=(first, *tournament.games[1:]))
    before, after = elements(document.content), elements(document.content_with(changed))
    assert sum((before - after).values()) == sum((after - before).values()) == 1


@every_file
def test_a_new_file_holds_the_same(peer):
    document = document_of(peer)
    tournament = document.tournament
    if any(tournament.faults()):
        pytest.skip("contradictions")
    assert new_document(tournament).tournament == tournament


@pytest.mark.peers("opengotha/*/export/resaved.xml")
def test_opengotha_reads_the_same(peer):
    """What OpenGotha saved after reading a file is the tournament that we read in it."""
    ours = formats.read(peer.parents[1] / "tournament.xml").tournament
    its = formats.read(peer).tournament
    assert {*its.players} == {*ours.players}
    assert {*its.games} == {*ours.games}
    assert {*its.byes} == {*ours.byes}
    assert its.rules == ours.rules
    assert its.name == ours.name


@pytest.mark.peers("opengotha/*/v35?/players.csv")
def test_opengotha_knows_the_same_players(peer):
    path = peer.parents[1] / "tournament.xml"
    if not path.exists():
        pytest.skip("simulated by OpenGotha: there is no file")
    tournament = formats.read(path).tournament
    with peer.open(encoding="utf-8", newline="") as file:
        rows = {row["key"]: row for row in csv.DictReader(file)}
    assert {player.key for player in tournament.players} == rows.keys()
    for player in tournament.players:
        row = rows[player.key]
        signs = "".join("0" if number in player.absences else "1" for number in range(1, 21))
        assert (player.name, player.first_name) == (row["name"], row["firstName"])
        assert (player.country, player.club) == (row["country"], row["club"])
        assert (player.grade, player.rating) == (int(row["rank"]), int(row["rating"]))
        assert player.correction == int(row["smmsCorrection"])
        assert (player.final, signs) == (row["registering"] == "FIN", row["participating"])


def attributes(root):
    """The names of the attributes of each element, by its tag."""
    found = defaultdict(set)
    for element in root.iter(etree.Element):
        found[element.tag].update(element.attrib)
    return found


def test_a_new_file_has_nothing_that_opengotha_does_not_write(peers):
    paths = [path for path in peers.glob("**/*.xml") if sound(path)]
    if not paths:
        pytest.skip("no file of OpenGotha")
    known = defaultdict(set)
    for path in paths:
        for tag, names in attributes(etree.parse(path).getroot()).items():
            known[tag] |= names
    document = new_document(generate(9, 5, seed=1))
    for tag, names in attributes(etree.fromstring(document.content)).items():
        assert names <= known[tag], tag


@pytest.mark.peers("opengotha/*/export/resaved.xml")
def test_a_new_file_has_all_that_opengotha_writes(peer):
    ours = attributes(etree.fromstring(new_document(generate(9, 5, seed=1)).content))
    for tag, names in attributes(etree.parse(peer).getroot()).items():
        if tag in ours and tag != "Tournament":
            assert names <= ours[tag], tag
