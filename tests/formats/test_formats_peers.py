"""Files as their owners saved them, and what OpenGotha itself read in them."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import date
from xml.etree import ElementTree

import pytest

from fastpair import formats
from fastpair.errors import FormatError
from fastpair.formats.characters import key_of, turkish_key_of
from fastpair.formats.opengotha import new_document
from fastpair.go.tournament import Bye, Criterion, Event, Game, Grade, Player, Result, SeedSystem
from fastpair.pairing.generator import generate
from opengotha_text import as_read, boards_in, rest_of

every_file = pytest.mark.peers("opengotha/**/*.xml", "files/**/*.xml", alike=True)


def sound(path):
    """Whether a file is XML that calls itself a tournament and has players."""
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError:
        return False
    return root.tag == "Tournament" and root.find(".//Players") is not None


@pytest.fixture
def document(peer):
    if not sound(peer):
        pytest.skip("no sound file of OpenGotha")
    return formats.read(peer)


@every_file
def test_every_file_is_read_or_refused_for_a_reason(peer):
    if formats.format_of(peer, peer.read_bytes()).name != "opengotha":
        pytest.skip("a file of another program")
    if sound(peer):
        document = formats.read(peer)
        assert len(document.tournament.players) == peer.read_bytes().count(b"<Player ")
        assert len(document.tournament.games) == peer.read_bytes().count(b"<Game ")
    else:
        with pytest.raises(FormatError) as caught:
            formats.read(peer)
        assert caught.value.line is not None


@every_file
def test_only_the_new_round_is_new(document):
    tournament = replace(document.tournament, doubtful=True)  # who has a game gets another
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
    encoding = document.reading.markup.encoding
    before, after = boards_in(document.content, encoding), boards_in(content, encoding)
    assert len(after) >= len(before) + len(drawn)
    assert Counter(before) - Counter(after) == {}
    assert rest_of(content, encoding) == rest_of(document.content, encoding)


@every_file
def test_a_round_drawn_again_changes_no_other_byte(document):
    """Other games in a round, a bye, an absence: nothing else moves."""
    tournament = document.tournament
    number = max((game.round for game in tournament.games), default=1)
    keys = [player.key for player in tournament.players if player.key]
    games = [
        Game(round=number, table=place, white=white, black=black, result=Result.BLACK_WINS)
        for place, (white, black) in enumerate(zip(keys[1::2], keys[::2], strict=False), start=1)
    ]
    byes = [Bye(round=number, player=keys[-1])] if len(keys) % 2 else []
    changed = tournament.replace_round(number, games, byes).with_absences(20, keys[:1])
    content = document.content_with(changed)
    held = formats.opengotha.read("t", content).tournament
    assert ({*held.games}, {*held.byes}) == ({*changed.games}, {*changed.byes})
    assert held.players == changed.players
    encoding = document.reading.markup.encoding
    assert rest_of(content, encoding) == rest_of(document.content, encoding)
    of_round = f'roundNumber="{number}"'
    before, after = (
        [board for board in boards_in(text, encoding) if of_round not in board]
        for text in (document.content, content)
    )
    assert after == before


@every_file
def test_references_are_found_where_those_of_the_file_are(document):
    """OpenGotha finds the players of a new round on every computer where it finds the others."""
    tournament = replace(
        document.tournament, doubtful=True
    )  # a round more, with somebody in each game
    names = {player.key: player.name + player.first_name for player in tournament.players}
    number = tournament.rules.rounds + 1
    games = [
        Game(round=number, table=place, white=key, black=tournament.players[0].key)
        for place, key in enumerate(names, start=1)
    ]
    content = document.content_with(tournament.replace_round(number, games, []))
    elements = [*ElementTree.fromstring(content).iter("Game")]
    # Without a game the file does not show for which language its names are written.
    for key_in_language in (key_of, turkish_key_of) if tournament.games else (key_of,):
        known = {key_in_language(name) for name in names.values()}
        found = [
            {key_in_language(element.get(name)) for name in ("whitePlayer", "blackPlayer")} <= known
            for element in elements
        ]
        count = len(tournament.games)
        assert all(found[count:]) or not all(found[:count])


def changed_and_read(document, tournament):
    """A file after a change, which holds what it is to hold."""
    content = document.content_with(tournament)
    assert as_read(formats.opengotha.read("t", content).tournament) == as_read(tournament)
    return content


def parts_of(document, content):
    """A file before and after a change, as its tags and the text between them."""
    encoding = document.reading.markup.encoding
    return [re.split("(<[^>]*>)", text.decode(encoding)) for text in (document.content, content)]


def differing(document, content):
    """The tags that are in one file only, in both directions."""
    one, other = map(Counter, parts_of(document, content))
    return list((one - other).elements()), list((other - one).elements())


@every_file
def test_a_new_player_is_one_element_more(document):
    tournament = document.tournament
    player = Player(key="new", name="Nobody", first_name="New", grade=Grade(-7), egf_pin="1")
    changed = replace(tournament, players=(*tournament.players, player))
    content = changed_and_read(document, changed)
    encoding = document.reading.markup.encoding
    element = re.search(r'\s*<Player (?=[^>]*"Nobody")[^>]*/>', content.decode(encoding))
    start = len(element.string[: element.start()].encode(encoding))
    end = start + len(element[0].encode(encoding))
    assert content[:start] + content[end:] == document.content


@every_file
def test_a_new_name_changes_the_player_and_his_seats(document):
    tournament = document.tournament
    seats = Counter(key for game in tournament.games for key in game.players)
    seats.update(bye.player for bye in tournament.byes)
    if not seats or any(tournament.faults()):
        pytest.skip("nobody has a game, or contradictions")
    key = max(seats, key=seats.__getitem__)
    renamed = replace(tournament.by_key[key], name="Nobody", first_name="New")
    changed = tuple(renamed if p.key == key else p for p in tournament.players)
    content = changed_and_read(document, replace(tournament, players=changed))
    gone, fresh = differing(document, content)
    boards = sum(tag.startswith("<Board") for tag in fresh)
    assert len(gone) == len(fresh) == 1 + boards + seats[key]


@every_file
def test_a_new_grade_changes_one_player(document):
    first, *others = document.tournament.players
    grade = Grade(-9 if first.grade != Grade(-9) else -8)
    changed = replace(document.tournament, players=(replace(first, grade=grade), *others))
    content = changed_and_read(document, changed)
    before, after = parts_of(document, content)
    assert len(before) == len(after)
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1


@every_file
def test_new_rules_change_their_parameters_only(document):
    tournament = document.tournament
    rules = tournament.rules
    changed = replace(
        tournament,
        name=f"{tournament.name} II",
        event=replace(tournament.event, director="Nobody", begins=date(2031, 5, 1), komi_x2=11),
        rules=replace(
            rules,
            rounds=max(rules.rounds, min(rules.rounds + 1, 20)),
            floor=min(rules.floor, Grade(-3)),
            bar=Grade(-3),
            category_limits=(Grade(0), Grade(-6)),
            placement=(Criterion.WINS, Criterion.SOS_WINS, Criterion.EXPLOITS),
            handicap=replace(rules.handicap, ceiling=4),
            pairing=replace(
                rules.pairing, random=77, seed_systems=(SeedSystem.SPLIT_AND_FOLD,) * 2
            ),
            club_groups=(frozenset({"aaaa", "bbbb"}),),
        ),
    )
    content = changed_and_read(document, changed)
    gone, fresh = differing(document, content)
    known = "ParameterSet[ >]|Categor|PlacementCriteri|Club"
    for part in (part for part in gone + fresh if part.strip()):
        assert re.match(f"</?\\w*({known})", part), part


@every_file
def test_a_new_file_holds_the_same(document):
    tournament = document.tournament
    if any(tournament.faults()) or tournament.team_play:
        pytest.skip("contradictions, or teams")
    assert new_document(tournament).tournament == tournament


@pytest.mark.peers("opengotha/*/export/resaved.xml")
def test_opengotha_reads_the_same(peer):
    """What OpenGotha saved after reading a file is the tournament that we read in it."""
    ours = formats.read(peer.parents[1] / "tournament.xml").tournament
    its = formats.read(peer).tournament
    assert {*its.players} == {*ours.players}
    assert {*its.games} == {*ours.games}
    assert {*its.byes} == {*ours.byes}
    saved_by = replace(its.rules.pairing, variant=ours.rules.pairing.variant)
    assert replace(its.rules, pairing=saved_by) == ours.rules
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
        assert (player.grade, player.rating_or_lowest) == (int(row["rank"]), int(row["rating"]))
        assert player.correction == int(row["smmsCorrection"])
        assert (player.final, signs) == (row["registering"] == "FIN", row["participating"])


def attributes(root):
    """The names of the attributes of each element, by its tag."""
    found = defaultdict(set)
    for element in root.iter():
        found[element.tag].update(element.attrib)
    return found


def test_a_new_file_has_nothing_that_opengotha_does_not_write(peers):
    paths = [path for path in peers.glob("**/*.xml") if sound(path)]
    if not paths:
        pytest.skip("no file of OpenGotha")
    known = defaultdict(set)
    for path in paths:
        for tag, names in attributes(ElementTree.parse(path).getroot()).items():
            known[tag] |= names
    document = new_document(generate(9, 5, seed=1))
    for tag, names in attributes(ElementTree.fromstring(document.content)).items():
        assert names <= known[tag], tag


@pytest.mark.peers("opengotha/*/export/resaved.xml")
def test_a_new_file_has_all_that_opengotha_writes(peer):
    tournament = replace(generate(9, 5, seed=1), event=Event(komi_x2=13, board_size=19))
    ours = attributes(ElementTree.fromstring(new_document(tournament).content))
    for tag, names in attributes(ElementTree.parse(peer).getroot()).items():
        if tag in ours and tag != "Tournament":
            assert names <= ours[tag], tag
