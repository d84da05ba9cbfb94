"""Files written again: what changed is there, and everything else is as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from fastpair.errors import RuleError
from fastpair.formats.opengotha import new_document
from fastpair.go.tournament import Bye, Game, Result, Rules, Tournament
from opengotha_text import DECLARATION, KEYS, board, read, text, tournaments

GAMES = (
    board(result="WHITEWINS"),
    board(KEYS[2], KEYS[3], table=2, stones=2),
)


def written(content, change):
    """The text of a file after a change of its tournament, and that change read back."""
    document = read(content)
    changed = change(document.tournament)
    out = document.content_with(changed)
    held = read(out).tournament
    assert (held.players, held.rules, held.name) == (changed.players, changed.rules, changed.name)
    assert sorted(held.games, key=repr) == sorted(changed.games, key=repr)
    assert sorted(held.byes, key=repr) == sorted(changed.byes, key=repr)
    return out.decode()


def add_round(tournament):
    """Two games and a bye more."""
    games = (
        Game(round=2, table=1, white=KEYS[0], black=KEYS[2], handicap=9),
        Game(round=2, table=5, white=KEYS[1], black=KEYS[3], result=Result.JIGO, by_default=True),
    )
    return replace(tournament, games=tournament.games + games, byes=(Bye(round=3, player=KEYS[0]),))


def test_a_new_round_is_added_and_nothing_else():
    before = text(games=GAMES, rest="<!-- kept --><Strange b='2' a='1'>as <it/> is</Strange>")
    after = written(before, add_round)
    added = (
        f"{board(KEYS[0], KEYS[2], number=2, stones=9)}\n"
        f"{board(KEYS[1], KEYS[3], 'EQUAL_BYDEF', number=2, table=5)}\n"
        "</Games>\n<ByePlayers>\n"
        f'<ByePlayer player="{KEYS[0]}" roundNumber="3"/>\n</ByePlayers>\n'
    )
    assert after.replace(added, "</Games>\n") == before


def test_a_game_keeps_its_element_when_table_handicap_or_colours_change():
    def change(tournament):
        game = Game(round=1, table=7, white=KEYS[3], black=KEYS[2], handicap=0)
        return tournament.replace_round(1, [game, tournament.games[1]], [])

    strange = GAMES[1].replace("<Game", '<Game note="x"')
    after = written(text(games=[strange, GAMES[0]]), change)
    expected = board(KEYS[3], KEYS[2], table=7).replace("<Game", '<Game note="x"')
    assert after == text(games=[expected, GAMES[0]])


def test_other_spellings_stay_in_what_does_not_change():
    games = [GAMES[0], GAMES[1].replace(KEYS[2], "CornerCeli").replace("UNKNOWN", "BOTHLOOSE")]
    before = text(games=games)
    after = written(before, add_round)
    assert games[1] in after

    def both_win(tournament):
        return replace(
            tournament,
            games=(tournament.games[0], replace(tournament.games[1], result=Result.BOTH_WIN)),
        )

    assert written(before, both_win) == before.replace("BOTHLOOSE", "BOTHWIN")


def test_byes_of_pairgoth_stay_in_their_list():
    bye = '<ByePlayer player="{}" roundNumber="{}"/>'
    before = text(rest=f"<ByePlayer>\n{bye.format('birkbo', 1)}\n</ByePlayer>")

    def more(tournament):
        return replace(tournament, byes=(*tournament.byes, Bye(round=2, player=KEYS[0])))

    added = f"{bye.format('birkbo', 1)}\n{bye.format(KEYS[0], 2)}"
    assert written(before, more) == before.replace(bye.format("birkbo", 1), added)
    assert "birkbo" not in written(before, lambda t: replace(t, byes=()))


def test_absences_change_one_string():
    players = ['<Player name="Alder" firstName="Ann" participating="10x1" club="Ulm"/>']

    def leave(tournament):
        return tournament.with_absences(3, [KEYS[0]]).with_absences(6, [KEYS[0]])

    before = text(players=players)
    assert written(before, leave) == before.replace("10x1", "100110" + "1" * 14)


def test_absences_can_be_taken_back():
    players = ['<Player name="Alder" firstName="Ann" participating="10011111111111111111"/>']

    def come(tournament):
        (player,) = tournament.players
        return replace(tournament, players=(replace(player, absences=frozenset({3})),))

    before = text(players=players)
    assert written(before, come) == before.replace("1001", "1101")


INDENTED = """<?xml version="1.0"?>
<Tournament>
    <Players>
        <Player name="A" firstName="B"/>
        <Player name="C" firstName="D"/>
    </Players>
    <Games/>
    <TournamentParameterSet/>
</Tournament>
"""


def test_new_elements_are_indented_as_the_file_is():
    def play(tournament):
        return tournament.replace_round(1, [Game(round=1, table=1, white="AB", black="CD")], [])

    once = written(INDENTED, play)
    assert "\n    <Games>\n        <Game " in once
    assert "/>\n    </Games>\n    <TournamentParameterSet/>\n</Tournament>\n" in once

    def rest(tournament):
        return tournament.replace_round(2, [], [Bye(round=2, player="AB")])

    twice = written(once, rest)
    assert "\n    </Games>\n    <ByePlayers>\n        <ByePlayer " in twice
    assert "/>\n    </ByePlayers>\n    <TournamentParameterSet/>\n" in twice
    emptied = written(twice, lambda t: replace(t, games=(), byes=()))
    assert "\n    <Games>\n    </Games>\n    <ByePlayers>\n    </ByePlayers>\n    <T" in emptied


def test_a_file_without_a_list_of_games_gets_one():
    before = INDENTED.replace("    <Games/>\n", "")
    after = written(
        before,
        lambda t: t.replace_round(1, [Game(round=1, table=1, white="AB", black="CD")], []),
    )
    assert "\n    <Games>\n        <Game " in after


# What a file cannot hold


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda t: replace(t, players=t.players[1:]),
            "round 1, table 1: no player has the key 'ALDERANN'",
        ),
        (lambda t: replace(t, name="a\0b"), "XML has no character"),
        (
            lambda t: replace(t, byes=tuple(Bye(round=2, player=key) for key in KEYS[:2])),
            "round 2 has 2 byes: OpenGotha can hold one",
        ),
        (
            lambda t: replace(t, byes=(Bye(round=2, player="ME"),)),
            "no player has the key 'ME'",
        ),
        (
            lambda t: t.replace_round(2, [Game(round=2, table=1, white="ME", black=KEYS[0])], []),
            "no player has the key 'ME'",
        ),
        (
            lambda t: replace(
                t, games=(replace(t.games[0], result=Result.UNKNOWN, by_default=True),)
            ),
            r"result=.*UNKNOWN.*, True.*: expected one of RESULT_UNKNOWN, ",
        ),
    ],
)
def test_a_change_that_the_file_cannot_hold(change, message):
    document = read(text(games=GAMES))
    with pytest.raises(RuleError, match=message):
        document.content_with(change(document.tournament))


# Any tournament


@given(tournaments())
def test_a_new_file_holds_the_tournament(tournament):
    document = new_document(tournament)
    assert document.tournament == tournament
    assert read(document.content).tournament == tournament
    assert all("no game shows" in remark for remark in document.remarks)


@pytest.mark.parametrize(
    ("tournament", "message"),
    [
        (Tournament(rules=Rules(placement=tuple(Rules().placement) * 3)), "at most 6 placement"),
        (Tournament(name="a\0b"), "cannot hold"),
        (
            Tournament(games=(Game(round=1, table=1, white="A", black="B"),), doubtful=True),
            "no player has",
        ),
    ],
)
def test_a_tournament_that_no_file_can_hold(tournament, message):
    with pytest.raises(RuleError, match=message):
        new_document(tournament)


def test_players_that_no_file_can_hold():
    (player, *_) = read(text()).tournament.players
    with pytest.raises(RuleError, match="club='Bresturg': expected at most 4 characters"):
        new_document(Tournament(players=(replace(player, club="Bresturg"),)))
    with pytest.raises(RuleError, match="would hold"):
        new_document(Tournament(players=(replace(player, key="me"),)))


def test_a_new_file_is_declared_as_opengotha_does():
    content = new_document(Tournament(name="Cup of Ulm")).content.decode()
    assert content.startswith(DECLARATION)
    assert 'dataVersion="201"' in content
    assert 'shortName="CupofUlm"' in content
