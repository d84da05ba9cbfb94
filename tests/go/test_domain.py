"""What no tournament can be: refused where it is made, and by every reader."""

from __future__ import annotations

import json
import re
from dataclasses import fields, replace

import numpy as np
import pytest

from fastpair import Constraints, draw_document, draw_round, standings
from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS
from fastpair.formats.fastpair import TOURNAMENT, new_content
from fastpair.formats.fastpair import read as read_content
from fastpair.go.tournament import (
    Bye,
    Event,
    Game,
    Grade,
    HandicapRules,
    PairingRules,
    Player,
    Points,
    Result,
    Rules,
    Same,
    Team,
    TimeLimit,
    Tournament,
)
from fastpair.parameters import range_of
from opengotha_text import board, read, text

PLAYER = Player(key="a", name="A", first_name="", grade=Grade(0))
GIVEN = Tournament(
    rules=Rules(rounds=3),
    players=(PLAYER, replace(PLAYER, key="b"), replace(PLAYER, key="c")),
    games=(Game(round=1, table=1, white="a", black="b"),),
    byes=(Bye(round=1, player="c"),),
)
WHOLE = {
    Player: PLAYER,
    Game: GIVEN.games[0],
    Bye: GIVEN.byes[0],
    **{kind: kind() for kind in (Event, HandicapRules, PairingRules, Points, Rules, TimeLimit)},
}
RANGED = [(kind, entry) for kind in WHOLE for entry in fields(kind) if range_of(entry.metadata)]


@pytest.mark.parametrize(
    ("kind", "entry"), [pytest.param(k, e, id=f"{k.__name__}-{e.name}") for k, e in RANGED]
)
def test_a_value_out_of_its_range_is_not_made(kind, entry):
    said = range_of(entry.metadata)
    beyond = [] if said.shortest else [float("nan"), "x"]
    beyond += [""] if said.shortest else []
    beyond += [] if said.least is None else [said.least - 1]
    beyond += [] if said.most is None else [said.most + 1]
    for value in beyond:
        held = frozenset([value]) if entry.name == "absences" else value
        with pytest.raises(RuleError, match=f"^{kind.__name__}.{entry.name}: must be ") as caught:
            replace(WHOLE[kind], **{entry.name: held})
        assert "\n" not in str(caught.value)


CONTRADICTIONS = [
    (
        {"games": (replace(GIVEN.games[0], round=9),)},
        "/games/0/round: expected a round from 1 to 3",
    ),
    ({"byes": (Bye(round=4, player="c"),)}, "/byes/0/round: expected a round from 1 to 3, got 4"),
    (
        {"games": (replace(GIVEN.games[0], white="x"),)},
        "/games/0/white: expected the key of a player",
    ),
    ({"players": (*GIVEN.players, PLAYER)}, "/players/0/key: expected a key that only one player"),
    ({"games": (replace(GIVEN.games[0], white="b"),)}, "/games/0/black: expected a player without"),
    ({"byes": (Bye(round=1, player="a"),)}, "/byes/0/player: expected a player without another"),
    (
        {
            "games": (
                *GIVEN.games,
                Game(round=2, table=4, white="a", black="b"),
                Game(round=2, table=5, white="c", black="b"),
            )
        },
        "/games/2/black: expected a player without another game or bye in round 2, got 'b'",
    ),
]


@pytest.mark.parametrize(("changes", "place"), CONTRADICTIONS)
def test_a_tournament_that_contradicts_itself_is_made_by_no_door(changes, place):
    with pytest.raises(RuleError) as caught:
        replace(GIVEN, **changes)
    doubtful = replace(GIVEN, **changes, doubtful=True)
    assert str(caught.value) == next(doubtful.faults())
    with pytest.raises(RuleError):
        FORMATS["fastpair"].new(doubtful)
    document = {
        **json.loads(new_content(GIVEN)),
        **json.loads(json.dumps(TOURNAMENT.written(doubtful))),
    }
    with pytest.raises(FormatError) as refused:
        read_content("file", document)
    assert str(refused.value).startswith(f"file: {place}")


def test_a_floor_above_the_bar_is_made_by_no_door():
    with pytest.raises(RuleError, match="the floor, 5d, is above the bar, 1d"):
        Rules(floor=Grade(4), bar=Grade(0))
    document = json.loads(new_content(GIVEN))
    document["rules"]["floor"] = "9d"
    with pytest.raises(FormatError, match=r"^f: /rules/floor: expected a grade up to the bar, 4d"):
        read_content("f", document)


def test_a_file_in_a_doubtful_state_is_read_and_told():
    """OpenGotha starts everybody at the bar then; what is sound cannot become doubtful."""
    parameters = '<GeneralParameterSet genMMBar="3K" genMMFloor="1D"/>'
    found = read(text(games=[board(result="WHITEWINS")] * 2, parameters=parameters)).tournament
    told = list(found.faults())
    assert told[0] == "the floor, 1d, is above the bar, 3k"
    assert any("has 2 games or byes" in line for line in told)
    assert list(replace(found, name="x").faults()) == told
    sound = read(text(games=[board(result="WHITEWINS")])).tournament
    with pytest.raises(RuleError):
        replace(sound, games=sound.games * 2)


def two_players_at_a_table():
    players = tuple(
        Player(key=key, name=key, first_name="", grade=Grade.parse("1d")) for key in "AB"
    )
    games = (Game(round=1, table=1, white="A", black="B"),)
    return Tournament(players=players, games=games, rules=Rules(rounds=2))


@pytest.mark.parametrize("result", ["5-0", "x", 2, None, True])
def test_a_result_that_is_none_is_refused(result):
    with pytest.raises(RuleError, match=r"^results\[1\]: expected a result as text such as 1-0"):
        two_players_at_a_table().with_results(1, {1: result})
    with pytest.raises(RuleError, match="no game at table '1'"):
        two_players_at_a_table().with_results(1, {"1": Result.JIGO})
    with pytest.raises(RuleError, match="a result for each table"):
        two_players_at_a_table().with_results(1, [result])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Player(key="1", name="a", first_name="", grade="3d"),
            "expected a grade such as 3d",
        ),
        (lambda: Player(key="1", name=1, first_name="", grade=Grade.parse("3d")), "a text, got 1"),
        (lambda: Game(round=1, table=1.0, white="a", black="b"), "a whole number, got 1.0"),
        (
            lambda: Game(round=1, table=1, white="a", black="b", by_default=1),
            "true or false, got 1",
        ),
        (lambda: Bye(round=True, player="a"), "Bye.round: expected a whole number, got True"),
        (lambda: Rules(points=3), "Rules.points: expected a Points, got 3"),
        (
            lambda: replace(PLAYER, rating=1500.0),
            "Player.rating: expected a whole number, got 1500.0",
        ),
        (lambda: replace(PLAYER, rating=True), "Player.rating: expected a whole number, got True"),
        (
            lambda: replace(PLAYER, attributes={"age": 3}),
            "Player.attributes['age']: expected a text",
        ),
        (lambda: replace(PLAYER, attributes=[("age", "3")]), "Player.attributes: expected a dict"),
        (
            lambda: replace(PLAYER, playoffs_won="ab"),
            "Player.playoffs_won: expected a list, got 'ab'",
        ),
        (lambda: Tournament(players="ab"), "Tournament.players: expected a list, got 'ab'"),
        (lambda: Tournament(players=None), "Tournament.players: expected a list, got None"),
        (
            lambda: Tournament(players={"a": PLAYER}),
            "Tournament.players: expected a list, got {'a'",
        ),
        (lambda: Tournament(players={PLAYER}), "Tournament.players: expected a list, got {Player"),
        (
            lambda: Tournament(players=[PLAYER, "b"]),
            "Tournament.players[1]: expected a Player, got 'b'",
        ),
        (lambda: Tournament(games=[(1, "a", "b")]), "Tournament.games[0]: expected a Game, got (1"),
        (lambda: Tournament(rules=3), "Tournament.rules: expected a Rules, got 3"),
        (
            lambda: Team(key="1", name="A", lineups=[["a", 3]]),
            "Team.lineups[0][1]: expected a text",
        ),
        (lambda: Rules(placement=["x"]), "Rules.placement[0]: expected one of 'NULL'"),
        (lambda: Same("school", until=1.5), "Same.until: expected a whole number, got 1.5"),
    ],
)
def test_values_of_another_type_are_refused(make, message):
    with pytest.raises(RuleError, match=re.escape(message)):
        make()


def test_integers_are_whatever_counts_as_one():
    """Those of numpy become plain ones, so that files and JSON hold them."""
    values = {
        "rating": np.int64(1500),
        "correction": np.int8(-1),
        "grade": np.int16(2),
        "band": np.uint8(3),
    }
    player = replace(PLAYER, **values, absences={np.int64(2)}, bonus_halves=np.array([1, 2]))
    plain = replace(
        PLAYER,
        **{name: int(value) for name, value in values.items()},
        absences={2},
        bonus_halves=[1, 2],
    )
    assert (repr(player), str(player.grade)) == (repr(plain), "3d")
    tournament = Tournament(
        players=[player, *GIVEN.players[1:]],
        rules=Rules(rounds=np.int64(3)),
        games=[Game(round=np.int64(1), table=np.int32(1), white="b", black="c")],
    )
    draw = draw_round(tournament, np.int64(3), seed=np.int64(5))
    assert draw == draw_round(tournament, 3, seed=5)
    assert json.loads(new_content(draw.applied_to(tournament)))["rules"]["rounds"] == 3
    assert standings(tournament, np.int64(1)) == standings(tournament, 1)
    limited = Constraints(max_grade_difference=np.int64(3))
    assert type(limited.max_grade_difference) is int
    for round in (1.0, True, "1", None):
        with pytest.raises(RuleError, match="the round must be from 1 to 3"):
            draw_round(tournament, round)


def test_what_is_given_changes_nothing_later():
    attributes, players, games, lineup = {"school": "N"}, [*GIVEN.players], [], ["a", "b"]
    player = replace(PLAYER, attributes=attributes)
    tournament = Tournament(players=players, games=games)
    team = Team(key="1", name="A", lineups=[lineup])
    attributes["school"], lineup[0] = "S", "c"
    players.clear()
    games.append(None)
    assert player.attributes == {"school": "N"}
    assert (tournament.players, tournament.games) == (GIVEN.players, ())
    assert team.lineups == (("a", "b"),)
    assert Tournament(players=iter(GIVEN.players)).players == GIVEN.players


def test_values_are_hashable_brief_and_tables_in_notebooks():
    tournament = replace(
        GIVEN, name="Tea & Go", players=(*GIVEN.players, replace(PLAYER, key="<b>"))
    )
    draw, table = draw_round(tournament, 2), standings(tournament, 1)
    assert draw in {draw_round(tournament, 2)}
    assert table in {standings(tournament, 1)}
    assert tournament in {replace(tournament)}
    for value in (draw, table, tournament):
        assert len(repr(value)) < 200
        html = value._repr_html_()
        assert html.startswith("<table><caption>")
        assert html.count("<tr>") == 1 + len(getattr(value, "boards", tournament.players))
        assert "<b>" not in html
    assert "<caption>Tea &amp; Go</caption>" in tournament._repr_html_()
    many = replace(
        GIVEN, players=(*GIVEN.players, *(replace(PLAYER, key=str(n)) for n in range(200)))
    )
    assert many._repr_html_().endswith("<p>… and 103 more</p>")


def test_a_draw_says_which_earlier_rounds_are_not_over():
    """As the command and the answers in JSON do."""
    remarks = draw_round(replace(GIVEN, games=(), byes=()), 2).remarks
    assert remarks == ("round 1: 3 players without a game or a bye",)
    draw = draw_round(GIVEN, 2)
    assert draw.remarks == ("round 1: 1 result missing (table 1)",)
    assert draw.remarks[0] in repr(draw)
    assert draw.remarks[0] in draw._repr_html_()
    document = json.loads(new_content(GIVEN)) | {"draw": {"round": 2}}
    assert set(draw.remarks) <= {*draw_document(document)["remarks"]}
    over = GIVEN.with_results(1, {1: Result.JIGO})
    assert draw_round(over, 2).remarks == ()


@pytest.mark.parametrize("text", [None, 3, b"3d", ["3d"]])
def test_what_is_no_text_is_no_grade(text):
    with pytest.raises(ValueError, match="is not a grade such as"):
        Grade.parse(text)


def test_a_player_needs_no_first_name_and_no_rating():
    plain = Player("a", "Ann", grade=Grade(0))
    assert (plain.first_name, plain.full_name, plain.rating) == ("", "Ann", None)
    assert plain == Player(key="a", name="Ann", grade=Grade(0), rating=-900)
    assert plain.rating_or_lowest == -900
    assert plain.with_rating().rating == Grade(0).rating
    held = json.loads(new_content(replace(GIVEN, players=(plain, *GIVEN.players[1:]))))["players"][
        0
    ]
    assert (held["first_name"], held["rating"]) == ("", -900)
