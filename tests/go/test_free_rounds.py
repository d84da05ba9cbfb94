"""The free round of a round robin of an odd number: no game, no bye, no point, and blank in a report."""

from __future__ import annotations

from dataclasses import replace

import pytest

from commands import do
from congress_files import save
from fastpair.formats import FORMATS
from fastpair.go.standings import standings
from fastpair.go.tournament import (
    PRESETS,
    Bye,
    Criterion,
    EventFormat,
    Game,
    Player,
    Result,
    RoundKind,
    Rules,
    Team,
    TeamPlay,
    Tournament,
)
from fastpair.pairing.rounds import draw_round

TRF = FORMATS["trf"]
CRITERIA = "PTS", "WIN", "WON", "BH", "SB", "PS", "REP", "STD"


def new(players, **rules):
    """A round robin of chess, all of whose rounds are to be played."""
    changes = {**PRESETS["Chess"].changes, "placement": tuple(map(Criterion, CRITERIA))}
    names = [f"P{n}" for n in range(1, players + 1)]
    return Tournament(
        kind="swiss",
        players=tuple(Player(key=each, name=each, rating=2000 - n) for n, each in enumerate(names)),
        rules=Rules(
            **changes
            | {
                "rounds": players - 1 + players % 2,
                "system": "round-robin",
                "format": EventFormat.ROUND_ROBIN,
                **rules,
            }
        ),
    )


def played(tournament):
    """All rounds drawn, and won by White."""
    for number in range(1, tournament.rules.rounds + 1):
        drawn = draw_round(tournament, number).applied_to(tournament)
        games = [replace(game, result=Result.WHITE_WINS) for game in drawn.round(number).games]
        byes = [Bye(round=number, player=key) for key in drawn.round(number).byes]
        tournament = drawn.replace_round(number, games, byes)
    return tournament


def values(tournament):
    """The values of the criteria, by player."""
    return {
        row.key: dict(zip(CRITERIA, row.values, strict=True)) for row in standings(tournament).rows
    }


def test_the_free_round_counts_for_nothing():
    """Each of five has won two of four games; a bye of a Swiss is worth a point and a win."""
    after = played(new(5))
    assert [len(after.round(number).byes) for number in range(1, 6)] == [1] * 5
    kinds = [after.kind_of(bye.player, bye.round) for bye in after.byes]
    assert kinds == [RoundKind.FREE_ROUND] * 5
    for found in values(after).values():
        expected = {"PTS": 2, "WIN": 2, "WON": 2, "BH": 8, "SB": 4, "REP": 4, "STD": 2}
        assert {name: found[name] for name in expected} == expected
    swiss = replace(after, rules=replace(after.rules, system="swiss", format=EventFormat.SWISS))
    assert {(found["PTS"], found["WIN"]) for found in values(swiss).values()} == {(3, 3)}


@pytest.mark.parametrize(("players", "kind"), [(4, RoundKind.PAIRING_BYE), (5, RoundKind.FREE_ROUND)])  # fmt: skip
def test_only_an_odd_number_has_free_rounds(players, kind):
    """In an even one it is a bye that somebody has been given."""
    given = replace(new(players), byes=(Bye(round=1, player="P1"),))
    assert given.kind_of("P1", 1) is kind
    fifth = Player(key="Q", name="Q")
    for other in (
        replace(fifth, final=False),
        replace(fifth, absences=frozenset(range(1, given.rules.rounds + 1))),
    ):
        more = replace(given, players=(*given.players, other))
        assert more.kind_of("P1", 1) is kind
    entered = replace(given, players=(*given.players, fifth))
    assert entered.kind_of("P1", 1) is not kind


def test_a_bye_that_was_asked_for_stays_one():
    tournament = new(5)
    players = (replace(tournament.players[0], absences=frozenset({2}), requested_byes=frozenset({2})), *tournament.players[1:])  # fmt: skip
    given = replace(tournament, players=players, byes=(Bye(round=2, player="P1"),))
    assert given.kind_of("P1", 2) is RoundKind.FULL_POINT_BYE


def cells(content, number):
    """The cells of a round in the lines of players."""
    lines = [line for line in content.decode().splitlines() if line[:3] == "001"]
    start = 91 + 10 * (number - 1)
    return [line[start : start + 8].strip() for line in lines]


def test_a_report_has_it_blank_and_is_read_so():
    after = played(new(5))
    content = TRF.new(after)
    for number in range(1, 6):
        assert cells(content, number).count("") == 1
    assert "0000 - U" not in content.decode()
    again = TRF.read("t", content).tournament
    assert {*again.byes} == {Bye(round=b.round, player=b.player) for b in after.byes}
    assert values(again) == values(after)


def test_a_report_that_calls_it_a_bye_counts_it_as_nothing():
    """As reports of fastpair did."""
    lines = []
    for line in TRF.new(played(new(5))).decode().splitlines():
        cells = [line[start : start + 8].ljust(8) for start in range(91, 141, 10)]
        written = "  ".join(cell if cell.strip() else "0000 - U" for cell in cells)
        lines.append(line[:91] + written if line[:3] == "001" else line)
    assert sum("0000 - U" in line for line in lines) == 5
    again = TRF.read("t", "\n".join(lines).encode()).tournament
    assert {found["PTS"] for found in values(again).values()} == {2}


@pytest.mark.parametrize(("players", "title"), [(5, "Free"), (6, "Byes")])
def test_the_command_counts_free_rounds_as_what_they_are(tmp_path, capsys, players, title):
    do("info", save(played(new(players)), tmp_path / "ring.json"))
    assert f"No result  {title}  To pair" in capsys.readouterr().out


def test_of_two_blank_rounds_one_is_called_free():
    """Who is left over is blank, too; a report says who has the free round then."""
    drawn = draw_round(new(5), 1).applied_to(new(5))
    fewer = drawn.replace_round(1, drawn.round(1).games[1:], [Bye(round=1, player=drawn.byes[0].player)])  # fmt: skip
    content = TRF.new(fewer)
    assert sorted(cells(content, 1))[0:3] == ["", "", "0000 - U"]
    assert TRF.read("t", content).tournament.byes == fewer.byes


def test_a_round_that_is_not_drawn_has_no_free_round():
    tournament = TRF.read("t", TRF.new(new(5))).tournament
    assert not tournament.byes
    tournament = TRF.read("t", TRF.new(draw_round(new(5), 1).applied_to(new(5)))).tournament
    assert [bye.round for bye in tournament.byes] == [1]


def test_the_free_round_of_a_team_is_no_line_of_byes():
    """320 has those of a Swiss."""
    keys = [f"P{n}" for n in range(1, 7)]
    teams = tuple(Team(key=f"T{n}", name=f"T{n}", lineups=((keys[2 * n], keys[2 * n + 1]),)) for n in range(3))  # fmt: skip
    for system, kind in (("round-robin", EventFormat.ROUND_ROBIN), ("swiss", EventFormat.SWISS)):
        base = new(6, system=system, format=kind, rounds=3)
        tournament = replace(base, team_play=TeamPlay(teams=teams, size=2))
        games = tuple(
            Game(round=1, table=n + 1, white=keys[n], black=keys[n + 2], result=Result.WHITE_WINS)
            for n in range(2)
        )
        content = TRF.new(replace(tournament, games=games)).decode()
        assert ("\n320 " in content) == (system == "swiss")
