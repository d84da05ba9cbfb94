"""Rounds of two games in files: two columns of a report for FIDE, and a loss in formats of single games."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given

from fastpair import Congress, Player, Tournament
from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS
from fastpair.formats.limits import fitted, refuse_unsupported
from fastpair.formats.losses import losses
from fastpair.go.tournament import PRESETS, Grade, Result, Rules, parse_ending
from two_games import two_game_events

HEAD = "012 T\n142 2\n192 FIDE_DOUBLESWISS\n"


def line(number, *cells, points="0.0"):
    """A line of a player with cells of columns."""
    start = f"001 {number:>4}      P{number}".ljust(80) + f"{points:>4}".ljust(11)
    return start + "  ".join(cell.ljust(8) for cell in cells)


def report(*lines, head=HEAD):
    return (head + "".join(f"{each}\n" for each in lines)).encode()


def read(content, form="trf"):
    return FORMATS[form].read("x", content)


@given(two_game_events())
def test_a_report_holds_all(tournament):
    stored = read(FORMATS["trf"].new(tournament)).tournament
    assert losses(stored, tournament) == []
    assert [game.ending for game in stored.games] == [
        game.ending for game in sorted(tournament.games, key=lambda g: (g.round, g.table))
    ]


@given(two_game_events())
def test_a_file_of_ours_is_the_tournament(tournament):
    content = FORMATS["fastpair"].new(tournament)
    assert read(content, "fastpair").tournament == tournament


def of_go(tournament):
    """The same players and games in a tournament of Go."""
    players = tuple(
        replace(each, grade=Grade(0), requested_byes=frozenset()) for each in tournament.players
    )
    rules = Rules(rounds=tournament.rules.rounds, games=2)
    return replace(tournament, kind="go", rules=rules, players=players)


@pytest.mark.parametrize("name", ["opengotha", "pairgoth", "macmahon", "egd", "ffg", "aga"])
@given(event=two_game_events(alone=False))
def test_other_formats_say_what_they_lose(name, event):
    tournament = of_go(event)
    once = fitted(name, tournament)
    assert once.rules.games == 1
    lost = losses(once, tournament)
    assert any("games 2 becomes 1" in each for each in lost)
    seconds = sum(game.second_result is not Result.UNKNOWN for game in event.games)
    assert any("second result" in each for each in lost) == bool(seconds)
    with pytest.raises(RuleError, match="have no place for the games of the rules: found 2"):
        refuse_unsupported(name, tournament, once)


# ---- Files of other programs ----


def test_a_match_is_read_from_two_columns():
    content = report(
        line(1, "   2 w 1", "   2 b =", "0000 - U", "0000 - H", points="3.0"),
        line(2, "   1 b 0", "   1 w =", "   3 b 1", "   3 w  ", points="1.5"),
        line(3, "0000 - H", "0000 - H", "   2 w 0", "   2 b  ", points="1.0"),
    )
    document = read(content)
    tournament = document.tournament
    assert (tournament.rules.games, tournament.rules.rounds) == (2, 2)
    assert [(g.round, g.white, str(g.ending)) for g in tournament.games] == [
        (1, "P1", "1-0,1/2"),
        (2, "P3", "0-1,?"),
    ]
    assert [(bye.round, bye.player) for bye in tournament.byes] == [(2, "P1")]
    assert tournament.by_key["P3"].requested_byes == {1}
    assert (tournament.rules.points.wins_bye_x2, tournament.rules.points.requested_bye_x2) == (3, 2)
    assert not [each for each in document.remarks if "points" in each]
    again = document.content_with(tournament.with_results(2, {1: "0-1,1-0"}))
    assert b"   3 b 1     3 w 0" in again
    assert read(again).tournament.games[1].ending == parse_ending("0-1,1-0")


def test_a_game_that_is_open_or_alone_is_a_match():
    first = report(line(1, "   2 w 1"), line(2, "   1 b 0"))
    second = report(line(1, "        ", "   2 b 1"), line(2, "        ", "   1 w 0"))
    assert [str(g.ending) for g in read(first).tournament.games] == ["1-0,?"]
    (match,) = read(second).tournament.games
    assert (match.white, str(match.ending)) == ("P1", "?,1-0")


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (
            (("   2 w 1", "   2 w 1"), ("   1 b 0", "   1 b 0"), ("0000 - Z",)),
            "x:4: round 1: number 1 has White in both games: correct one of the two columns",
        ),
        (
            (("   2 w 1", "   3 w 1"), ("   1 b 0", "0000 - Z"), ("0000 - Z", "   1 b 0")),
            "x:4: round 1: number 1 has two opponents: correct one of the two columns",
        ),
        (
            (("   2 w 1", "   2 b 1"), ("   1 b 0", "   1 w ="), ("0000 - Z",)),
            "x:4: round 1: number 1 against number 2 has the result '+' in one line and '=' in the other",
        ),
        (
            (*((f"   {n} {c} 1",) * 5 for n, c in ((2, "w"), (1, "b"))), ()),
            "x:4: round 3 is beyond the 2 of line 2",
        ),
    ],
)
def test_wrong_columns_are_refused(cells, message):
    content = report(*(line(number, *each) for number, each in enumerate(cells, 1)))
    with pytest.raises(FormatError) as error:
        read(content)
    assert str(error.value).startswith(message)


@given(two_game_events())
def test_games_may_be_taken_out_and_brought_back(tournament):
    """A file whose rounds become single games, and two again, keeps the first games in their columns."""
    document = read(FORMATS["trf"].new(tournament))
    assume(document.tournament.games)
    single = replace(document.tournament.rules, games=1)
    games = [
        replace(g, second_result=None, second_by_default=False) for g in document.tournament.games
    ]
    state = replace(document.tournament, rules=single, games=tuple(games))
    state = document.settle(state, document.tournament)
    stored = read(document.content_with(state)).tournament
    assert [(g.round, g.white, str(g.ending)) for g in stored.games] == [
        (g.round, g.white, str(g.ending)) for g in state.games
    ]


def test_the_system_of_fide_says_it_in_a_report(tmp_path):
    """Its name is all that a file needs, and no comment of ours."""
    players = tuple(Player(key=k, name=k, rating=2000 - n) for n, k in enumerate("ABCDE"))
    rules = replace(Rules(**PRESETS["Double-Swiss"].changes), rounds=2)
    entered = Tournament(name="T", kind="swiss", rules=rules, players=players)
    path = tmp_path / "t.json"
    path.write_bytes(FORMATS["fastpair"].new(entered))
    congress = Congress.open(path).draw(1).congress
    drawn = congress.results(1, {1: "1-0,1/2", 2: "0-1!,1-0"}).congress.tournament
    content = FORMATS["trf"].new(drawn)
    assert b"192 FIDE_DOUBLESWISS\n" in content
    assert b"rounds of 2 games" not in content
    stored = read(content).tournament
    assert (stored.rules.system, stored.rules.games) == ("double-swiss", 2)
    assert [str(game.ending) for game in stored.games] == ["1-0,1/2", "0-1!,1-0"]
    assert len(stored.byes) == 1
