"""Files written again: what changed is there, and everything else is as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from fastpair.errors import RuleError
from fastpair.formats.opengotha import new_document
from fastpair.go.tournament import Bye, Game, Result, Rules, Tournament
from opengotha_text import KEYS, board, read, text, tournaments

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
