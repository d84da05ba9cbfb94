"""A file that is written again: every byte that is not ours stays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.errors import FormatError
from fastpair.formats.characters import key_of
from fastpair.go.tournament import Bye, Game, Result
from odd_files import (
    FORMS,
    GAMES,
    LINE_ENDS,
    LISTS_OF_BYES,
    LISTS_OF_GAMES,
    file_in,
)
from opengotha_text import KEYS, boards_in, read, rest_of, seatings

FOREIGN_KEY = key_of("孫O'Neill & A")
ALL_KEYS = (*KEYS, FOREIGN_KEY)


@st.composite
def changes(draw):
    """A change of a tournament: rounds drawn anew, and absences."""
    seats = [draw(seatings(ALL_KEYS, number)) for number in draw(st.sets(st.integers(1, 3)))]
    absent = draw(st.dictionaries(st.integers(1, 20), st.sets(st.sampled_from(ALL_KEYS))))

    def change(tournament):
        for games, byes in seats:
            for number in {seat.round for seat in (*games, *byes)}:
                tournament = tournament.replace_round(number, games, byes)
        for number, keys in absent.items():
            tournament = tournament.with_absences(number, keys)
        return tournament

    return change


@given(
    form=st.sampled_from(FORMS),
    line_end=st.sampled_from(LINE_ENDS),
    games=st.sampled_from(LISTS_OF_GAMES),
    byes=st.sampled_from(LISTS_OF_BYES),
    change=changes(),
)
def test_any_change_leaves_all_other_bytes(form, line_end, games, byes, change):
    encoding = form[0]
    document = read(file_in(form, line_end, games, byes))
    changed = change(document.tournament)
    content = document.content_with(changed)
    held = read(content).tournament
    assert replace(held, games=(), byes=()) == replace(changed, games=(), byes=())
    assert sorted(held.games, key=repr) == sorted(changed.games, key=repr)
    assert sorted(held.byes, key=repr) == sorted(changed.byes, key=repr)
    assert rest_of(content, encoding) == rest_of(document.content, encoding)
    for game in {*document.tournament.games} & {*changed.games}:
        text = GAMES[game.round - 1].partition(">")[0].replace("\n", line_end)
        assert any(text in board for board in boards_in(content, encoding))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("line_end", LINE_ENDS)
def test_a_result_is_all_that_changes(form, line_end):
    encoding = form[0]
    document = read(file_in(form, line_end))
    games = [replace(game, result=Result.BOTH_WIN) for game in document.tournament.games]
    content = document.content_with(replace(document.tournament, games=tuple(games)))
    text = document.content.decode(encoding)
    expected = text.replace('"RESULT_WHITEWINS"', '"RESULT_BOTHWIN"', 1)
    expected = expected.replace("'RESULT_BOTHLOOSE'", "'RESULT_BOTHWIN'")
    assert content.decode(encoding) == expected


def test_a_new_game_is_written_as_its_neighbours_are():
    document = read(file_in(FORMS[5], "\r\n"))
    game = Game(round=3, table=1, white=KEYS[0], black=FOREIGN_KEY)
    tournament = document.tournament.replace_round(3, [game], [Bye(round=3, player=KEYS[1])])
    text = document.content.decode("utf-16")
    after = document.content_with(tournament).decode("utf-16")
    new = (
        f'<Game blackPlayer="{FOREIGN_KEY.replace("&", "&amp;")}" handicap="0" knownColor="true" '
        f'result="RESULT_UNKNOWN" roundNumber="3" tableNumber="1" whitePlayer="{KEYS[0]}"/>'
    )
    bye = f'<ByePlayers>\r\n\t\t<ByePlayer player="{KEYS[1]}" roundNumber="3"/>\r\n\t</ByePlayers>'
    end = "</Game>\r\n\t</Games>"
    assert after == text.replace(end, f"</Game>{new}\r\n\t</Games>\r\n\t{bye}")


@pytest.mark.parametrize("form", FORMS[-2:])
def test_signs_that_the_encoding_lacks_are_references(form):
    document = read(file_in(form))
    game = Game(round=3, table=1, white=KEYS[0], black=FOREIGN_KEY)
    tournament = document.tournament.replace_round(3, [game], [])
    content = document.content_with(tournament)
    assert b'blackPlayer="&#23403;' in content
    assert {*read(content).tournament.games} == {*tournament.games}


def test_a_missing_attribute_is_added_behind_the_others():
    players = '<Player  name="A" firstName=\'B\' ></Player><Player firstName="C"\n/>'
    text = f"<Tournament><Players>{players}</Players><TournamentParameterSet/></Tournament>"
    document = read(text)
    after = document.content_with(document.tournament.with_absences(1, ["AB", "C"])).decode()
    signs = f' participating="0{"1" * 19}"'
    expected = text.replace("'B' >", f"'B'{signs} >").replace('"C"\n', f'"C"{signs}\n')
    assert after == expected


def test_a_board_inside_of_another_one_goes_with_it():
    inner = GAMES[0]
    outer = f"{GAMES[1].removesuffix('</Game>')}{inner}</Game>"
    document = read(file_in(FORMS[0], games=f"<Games>{outer}</Games>"))
    assert len(document.tournament.games) == 2
    content = document.content_with(replace(document.tournament, games=()))
    assert b"<Games></Games>" in content
    assert read(content).tournament.games == ()


def test_words_beside_a_board_stay_apart():
    document = read(file_in(FORMS[0], games=f"<Games>one {GAMES[0]}two</Games>"))
    content = document.content_with(replace(document.tournament, games=()))
    assert b"<Games>one two</Games>" in content


def test_undefined_entities_are_seen_in_every_encoding():
    text = file_in(FORMS[0]).decode().replace("as &amp;", "as &amp; &ulm;")
    text = text.replace("<Tournament ", "<!DOCTYPE Tournament SYSTEM 'tournament.dtd'><Tournament ")
    with pytest.raises(FormatError, match="undefined entity '&ulm;'"):
        read(text.encode("utf-16"))
