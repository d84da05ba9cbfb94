"""What a file holds otherwise than the tournament is said, all of it, and nothing else."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.formats.losses import losses
from fastpair.go.tournament import (
    Bye,
    Criterion,
    Event,
    Game,
    Grade,
    HandicapRules,
    PairingRules,
    Player,
    Points,
    Result,
    Rules,
    TimeLimit,
    Tournament,
)
from whole_tournaments import whole_tournaments

ANNA = Player(key="EKANNA", name="Ek", first_name="Anna", grade=Grade(0), club="Reykjavik")
BO = Player(key="IBBO", name="Ib", first_name="Bo", grade=Grade(-3), egf_pin="12345678")
MEI = Player(key="WUMEI", name="Wu", first_name="Mei", grade=Grade(2))
GAME = Game(round=1, table=1, white="EKANNA", black="IBBO", handicap=3)
GIVEN = Tournament(
    name="Spring", players=(ANNA, BO, MEI), games=(GAME,), byes=(Bye(round=1, player="WUMEI"),)
)


def test_a_name_counts_more_than_a_place():
    """A player whose name is lost does not take the place of one whose name is kept."""
    one, other = (replace(ANNA, key=key, name=key) for key in ("O?", "Oo"))
    kept = Tournament(players=(replace(other, key="1"), replace(one, key="2", name="Aa")))
    lines = losses(kept, Tournament(players=(one, other)))
    assert lines == [
        "players: 1 of 2 players is lost, such as O? Anna",
        "players: 1 player appears, such as Aa Anna",
    ]


def test_a_name_that_is_cut_is_known():
    """The order of a result file is another one, and the grade tells names apart."""
    names = ("Annabel", "Annamaria")
    one, other = (replace(MEI, key=n, name="Wu", first_name=n, club=n) for n in names)
    other = replace(other, grade=Grade(-9))
    cut = [replace(player, key=str(player.grade), first_name="Anna") for player in (other, one)]
    lines = losses(Tournament(players=tuple(cut)), Tournament(players=(one, other)))
    assert lines == ["first name: 2 of 2 players, such as Wu Annabel: 'Annabel' becomes 'Anna'"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"name": "Spr"}, ["name: 'Spring' becomes 'Spr'"]),
        ({"name": ""}, ["name: 'Spring' is lost"]),
        ({"event": Event(begins=date(2026, 8, 1))}, ["event: begins nothing becomes 2026-08-01"]),
        ({"event": Event(komi_x2=13)}, ["event: komi nothing becomes 6.5"]),
        ({"event": Event(time=TimeLimit(basic=60))}, ["event: time nothing becomes 1"]),
        ({"rules": Rules(floor=Grade(-30))}, ["rules: floor 20k becomes 30k"]),
        (
            {"rules": Rules(points=Points(round_down=True))},
            ["rules, points: round down no becomes yes"],
        ),
        (
            {"rules": Rules(placement=(Criterion.WINS,))},
            ["rules: placement MMS, SOSM, SOSOSM becomes NBW"],
        ),
        (
            {"rules": Rules(handicap=HandicapRules(ceiling=0))},
            ["rules, handicap: ceiling 9 becomes 0"],
        ),
        (
            {
                "rules": Rules(
                    pairing=PairingRules(random=1, concavity=0, club_groups=0, country_groups=0)
                )
            },
            [
                "weight model: fastpair becomes opengotha351",
                "rules, pairing: 4 values, such as concavity 0.5 becomes 0",
            ],
        ),
        (
            {"players": (replace(ANNA, club="Reyk"), BO, MEI)},
            ["club: 1 of 3 players, such as Ek Anna: 'Reykjavik' becomes 'Reyk'"],
        ),
        (
            {"players": (replace(ANNA, club=""), replace(BO, egf_pin=""), MEI)},
            [
                "club: 1 of 3 players, such as Ek Anna: 'Reykjavik' is lost",
                "egf pin: 1 of 3 players, such as Ib Bo: '12345678' is lost",
            ],
        ),
        ({"games": ()}, ["games: 1 of 1 game is lost, such as round 1, Ek Anna and Ib Bo"]),
        (
            {"games": (replace(GAME, handicap=0, result=Result.JIGO),)},
            [
                "handicap: 1 of 1 game, such as round 1, Ek Anna and Ib Bo: 3 becomes 0",
                "result: 1 of 1 game, such as round 1, Ek Anna and Ib Bo: ? becomes jigo",
            ],
        ),
        (
            {"games": (replace(GAME, white="IBBO", black="EKANNA"),)},
            ["colours: 1 of 1 game, such as round 1, Ek Anna and Ib Bo: White becomes Black"],
        ),
        ({"byes": ()}, ["byes: 1 of 1 bye is lost, such as round 1, Wu Mei"]),
        (
            {"byes": (*GIVEN.byes, Bye(round=2, player="IBBO"))},
            ["byes: 1 bye appears"],
        ),
        (
            {"players": (ANNA, BO), "byes": ()},
            [
                "players: 1 of 3 players is lost, such as Wu Mei",
                "byes: 1 of 1 bye is lost, such as round 1, Wu Mei",
            ],
        ),
    ],
)
def test_what_is_said(change, expected):
    assert losses(replace(GIVEN, **change), GIVEN) == expected


def test_players_are_known_by_their_names_and_places():
    numbers = {"EKANNA": "1", "IBBO": "2", "WUMEI": "3"}
    players = tuple(replace(player, key=numbers[player.key]) for player in GIVEN.players)
    games = (replace(GAME, white="1", black="2"),)
    byes = (Bye(round=1, player="3"),)
    kept = replace(GIVEN, players=players, games=games, byes=byes)
    assert losses(kept, GIVEN) == []
    shuffled = replace(kept, players=players[::-1])
    assert losses(shuffled, GIVEN) == []
    shortened = replace(kept, players=(replace(players[0], name="E"), *players[1:]))
    assert losses(shortened, GIVEN) == ["name: 1 of 3 players, such as Ek Anna: 'Ek' becomes 'E'"]


@given(whole_tournaments())
def test_nothing_is_lost_of_the_same(tournament):
    assert losses(tournament, tournament) == []
    turned = replace(tournament, players=tournament.players[::-1], games=tournament.games[::-1])
    assert losses(turned, tournament) == []


@given(whole_tournaments(), whole_tournaments(), st.data())
def test_every_difference_is_said(one, other, data):
    name = data.draw(st.sampled_from([entry.name for entry in fields(Tournament)]))
    one = replace(one, doubtful=True)  # it need not fit to the other's rules
    if name == "players":
        changed = replace(one, players=(), games=(), byes=())
    elif name in ("games", "byes"):
        changed = replace(one, **{name: ()})
    else:
        changed = replace(one, **{name: getattr(other, name)})
    assert bool(losses(changed, one)) == (changed != one)
    assert all("\n" not in line for line in losses(changed, one))
