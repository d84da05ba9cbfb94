"""How new games name their players: as the file does, so that its program finds them again."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.formats.characters import key_of, turkish_key_of
from fastpair.formats.opengotha import new_document
from fastpair.go.tournament import Bye, Game, Grade, Player, Tournament
from opengotha_text import board, read, text

PEOPLE = (
    '<Player name="Kiriş" firstName="Ali" rank="1D"/>',
    '<Player name="Yıldız" firstName="Sibel" rank="1D"/>',
    '<Player name="Işık" firstName="Nil Su" rank="1D"/>',
    '<Player name="Demir" firstName="İnci" rank="1D"/>',
    '<Player name="Onat" firstName="Can" rank="1D"/>',
)
KEYS = ("KIRIŞALI", "YILDIZSIBEL", "IŞIKNILSU", "DEMIRİNCI", "ONATCAN")
ENGLISH = KEYS
TURKISH = ("KİRİŞALİ", "YILDIZSİBEL", "IŞIKNİLSU", "DEMİRİNCİ", "ONATCAN")
OWN = ("KirişAli", "YıldızSibel", "IşıkNilSu", "Demirİnci", "ONATCAN")
MIXED = ("kirişali", "YILDIZSİBEL", "işıkNilsu", "Demirİnci", "OnatCAN")
PAIRGOTH = 'fullVersionNumber="3.52.03" dataVersion="201"'


def java_upper(name, language):
    """What Java makes of a name in a language, as far as the languages differ."""
    name = name.replace(" ", "")
    if language in ("tr", "az"):
        name = name.replace("i", "İ")
    if language == "lt":
        name = name.replace("i\u0307", "i").replace("j\u0307", "j")
    return name.upper()


def references(content, number):
    """The references to players in the games and byes of a round."""
    elements = [*ElementTree.fromstring(content).iter()]
    names = [
        element.get(name)
        for element in elements
        for name in ("whitePlayer", "blackPlayer", "player")
        if element.get("roundNumber") == str(number) and element.get(name)
    ]
    return tuple(names)


def named(**parts):
    """How all five players are named in a new round of a file."""
    document = read(text(players=PEOPLE, **parts))
    games = [
        Game(round=4, table=place + 1, white=KEYS[2 * place], black=KEYS[2 * place + 1])
        for place in range(2)
    ]
    changed = document.tournament.replace_round(4, games, [Bye(round=4, player=KEYS[4])])
    content = document.content_with(changed)
    assert read(content).tournament == changed
    return references(content, 4)


@pytest.mark.parametrize("spellings", [ENGLISH, TURKISH, OWN, MIXED])
def test_players_are_named_as_in_earlier_games(spellings):
    games = [board(spellings[0], spellings[1]), board(spellings[2], spellings[3], table=2)]
    byes = [f'<ByePlayer player="{spellings[4]}" roundNumber="1"/>']
    assert named(games=games, byes=byes) == tuple(spellings)


@pytest.mark.parametrize("spellings", [ENGLISH, TURKISH, OWN])
def test_a_player_without_a_game_is_named_in_the_manner_of_the_others(spellings):
    assert named(games=[board(spellings[0], spellings[4])]) == spellings
    assert named(byes=[f'<ByePlayer player="{spellings[1]}" roundNumber="1"/>']) == spellings


@pytest.mark.parametrize(
    ("change", "reference"),
    [({"first_name": "René"}, "BRUNRENÉ"), ({"name": "Brün"}, "BRÜNRENE")],
)
def test_a_name_that_only_we_would_still_understand_is_written_anew(change, reference):
    people = ['<Player name="Brun" firstName="Rene" rank="1D"/>', PEOPLE[4]]
    document = read(text(players=people, games=[board("BRUNRENE", "ONATCAN")]))
    first, *others = document.tournament.players
    renamed = replace(document.tournament, players=(replace(first, **change), *others))
    assert references(document.content_with(renamed), 1) == (reference, "ONATCAN")


def test_where_nothing_shows_the_manner_every_language_finds_the_player():
    assert named() == OWN
    assert named(games=[board("ONATCAN", "ONATCAN")]) == OWN
    assert read(text(players=PEOPLE)).remarks == ()


def test_files_of_pairgoth_are_written_as_pairgoth_reads_them():
    assert named(root=PAIRGOTH) == ENGLISH
    byes = "<ByePlayer><ByePlayer player='KirişAli' roundNumber='1'/></ByePlayer>"
    assert named(root=PAIRGOTH, rest=byes) == ENGLISH
    assert read(text(players=PEOPLE, root=PAIRGOTH)).remarks == ()


def test_turkish_letters_are_told_apart():
    """The reference KİRAN can only mean Kiran, though both are alike without dots and accents."""
    players = (
        '<Player name="Kiran" firstName="" rank="1D"/>',
        '<Player name="Kıran" firstName="é" rank="1D"/>',
        '<Player name="Kırañ" firstName="" rank="1D"/>',
    )
    document = read(text(players=players, games=[board("KİRAN", "KIRANÉ")]))
    assert document.tournament.games[0].players == ("KIRAN", "KIRANÉ")


NAMES = st.text("aijıİIJßŉǰǆσςéñ\u0307 -'ﬁ孫", min_size=1, max_size=6).filter(key_of)


@given(st.lists(NAMES, min_size=2, max_size=8, unique_by=key_of))
def test_opengotha_finds_new_names_in_every_language(names):
    players = tuple(
        Player(key=key_of(f"{name}A"), name=name, first_name="A", grade=Grade(0), country="TR")
        for name in names
    )
    games = tuple(
        Game(round=1, table=table, white=players[table].key, black=players[0].key)
        for table in range(1, len(players))
    )
    content = new_document(Tournament.found(players=players, games=games)).content
    written = references(content, 1)[::2]
    for language in ("en", "tr", "az", "lt"):
        for name, reference in zip(names[1:], written, strict=True):
            assert java_upper(reference, language) == java_upper(f"{name}A", language)


@given(NAMES)
def test_keys_of_both_languages_stay_what_they_are(name):
    for key in (key_of(name), turkish_key_of(name)):
        assert key_of(key) == turkish_key_of(key) == key


def test_who_is_deleted_has_no_board_of_a_team_even_of_rounds_that_there_are_not():
    number = 9
    boards = "".join(
        f'<Board boardNumber="{place}" player="{key}" roundNumber="{number}"/>'
        for place, key in enumerate(KEYS[:2], start=1)
    )
    teams = f'<Teams><Team teamName="Uno" teamNumber="1">{boards}</Team></Teams></Tournament>'
    document = read(text(players=PEOPLE).replace("</Tournament>", teams))
    tournament = document.tournament
    left = document.content_with(replace(tournament, players=tournament.players[1:]))
    assert references(left, number) == (KEYS[1],)
    assert read(left).tournament.players == tournament.players[1:]
