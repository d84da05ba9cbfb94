"""Questions about a draw of FIDE's Dutch system: the command, the page, Python and JSON give the same answers."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from commands import do
from fastpair import explain_document, read
from fastpair.app.draws.review import Question, ReviewedDraw
from fastpair.app.embedding.answers import answered
from fastpair.app.history.state import CongressState
from fastpair.congress import Congress
from fastpair.errors import FormatError
from fastpair.insight.explain import Conditions, describe_answer
from fastpair.ui.cli import main
from pages import director_of

ROUND = 4


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """A tournament of 40 players with three rounds that are played, and a fourth that is drawn."""
    folder = tmp_path_factory.mktemp("dutch")
    report, file = folder / "open.trf", folder / "open.json"
    made = ("--players", "40", "--rounds", "7", "--play", "3", "--seed", "3")
    do("generate", "--system", "dutch", *made, "--output", report)
    do("convert", report, file)
    do("rules", file, "--system", "dutch", "--initial-colour", "white")
    do("draw", file, "--write")
    return file


@pytest.fixture
def file(drawn, tmp_path):
    copy = tmp_path / "open.json"
    for each in drawn.parent.glob("open.json*"):
        (tmp_path / each.name).write_bytes(each.read_bytes())
    return copy


@pytest.fixture
def director(file):
    with director_of(file) as browser:
        yield browser


@pytest.fixture
def pairing(file):
    return ReviewedDraw.of(CongressState.read(file), Question()).best


def by_command(capsys, *words):
    capsys.readouterr()
    do(*words, "--json")
    return json.loads(capsys.readouterr().out)


def by_document(file, **question):
    return explain_document(json.loads(file.read_text("utf-8")) | {"explain": question})


def on_page(director, panel, **values):
    """The text of a panel."""
    answer = director.get(f"/boards/{ROUND}/{panel}", params=values)
    text = unescape(re.sub("<[^>]*>", " ", answer.text))
    return answer.status_code, " ".join(text.split())


def couple(file, table=4):
    game = read(file).tournament.round(ROUND).games[table]
    return game.white, game.black


def test_opponents_are_in_the_order_of_the_criteria(file, director, pairing, capsys):
    player, opponent = next(
        couple(file, table)
        for table in range(20)
        if "C12"
        in {
            each.criterion.split(",")[0]
            for each in pairing.candidates(couple(file, table)[0])[1:12]
        }
    )
    expected = pairing.candidates(player)
    document = by_command(capsys, "opponents", file, player)
    assert document == by_document(file, question="opponents", players=[player])
    assert [each["player"] for each in document["opponents"]] == [each.player for each in expected]
    assert document["opponents"][0]["player"] == opponent
    for listed, each in zip(document["opponents"], expected, strict=True):
        assert listed["price"] == each.price
        assert listed.get("criterion", "") == each.criterion
    assert {each["criterion"].split(",")[0] for each in document["opponents"][1:]} > {"C1", "C12"}
    status, page = on_page(director, "opponents", one=player)
    names = {each.key: each.full_name for each in read(file).tournament.players}
    assert status == 200
    shown = [page.find(f"{names[each.player]} ") for each in expected[1:12]]
    assert all(at > 0 for at in shown)
    assert "orse by C12 in the bracket of" in page


def test_the_verdict_on_an_opponent_is_that_on_the_round_with_the_game(file, pairing):
    """Each is the first criterion by which the pairing that must have the game is worse."""
    player, _ = couple(file)
    for each in pairing.candidates(player)[1::4]:
        if each.price is None:
            continue
        answer = pairing.what_if(Conditions(force=frozenset({frozenset((player, each.player))})))
        assert answer.criterion.partition(",")[2] == each.criterion.partition(",")[2]
        assert answer.opponents[player] == each.player


def test_no_other_pairing_is_as_good(file, director, capsys):
    document = by_command(capsys, "best", file)
    assert document == by_document(file, question="best")
    assert document["best"] == {"equally_good": 0, "complete": False, "others": []}
    brackets = [each for each in document["sentences"] if each.startswith("bracket of ")]
    do("draw", file, "--redraw", "--seed", "0")
    drawn = capsys.readouterr().out.splitlines()
    assert brackets == [line for line in drawn if line.startswith("bracket of ")] != []
    only = f"The pairing of round {ROUND} is the only one that the rules allow."
    assert document["sentences"] == [only, *brackets]
    page = on_page(director, "best")[1]
    assert only in page
    assert all(bracket.removeprefix("bracket ") in page for bracket in brackets)


def test_games_that_are_not_the_pairing_are_compared_with_it(file, director, capsys):
    one, other = couple(file, 0)[0], couple(file, 1)[0]
    do("swap", file, one, other, "--round", ROUND)
    document = by_command(capsys, "best", file)
    (games,) = document["best"]["others"]
    assert games["price"] is None or games["price"] >= 0
    swapped = {frozenset(couple(file, table)) for table in (0, 1)}
    assert {frozenset(pair) for way in games["ways"] for pair in way["gained"]} == swapped
    assert games["criterion"].startswith(("C", "order"))
    status, page = on_page(director, "best")
    assert (status, document["sentences"][1] in page) == (200, True)
    assert "is not the best one of its players by dutch" in document["remarks"][0]
    # The games are compared with the same pairing by the check.
    assert main(["check", str(file), "--json"]) == 1
    checked = json.loads(capsys.readouterr().out)["rounds"][ROUND - 1]
    assert checked["criterion"] == games["criterion"]


@pytest.mark.parametrize("kind", ["drop", "forbid", "force", "add"])
def test_a_round_under_other_conditions(file, director, pairing, capsys, kind):
    tournament = read(file).tournament
    player, opponent = couple(file)
    rival = next(
        each.player for each in pairing.candidates(player) if each.criterion.startswith("C12")
    )
    absent = next(p.key for p in tournament.players if not p.plays_in(ROUND))
    players = {
        "drop": [player],
        "add": [absent],
        "force": [player, rival],
        "forbid": [player, opponent],
    }[kind]
    asked = [players] if len(players) == 2 else players
    document = by_command(capsys, "whatif", file, f"--{kind}", *players)
    assert document == by_document(file, question="whatif", **{kind: asked})
    stated = frozenset(map(frozenset, asked)) if len(players) == 2 else frozenset(asked)
    answer = pairing.what_if(Conditions(**{kind: stated}))
    names = {each.key: each.full_name for each in tournament.players}
    assert document["sentences"] == [*map(str, describe_answer(answer, names))]
    assert document["answer"]["price"] == answer.price
    assert (answer.price is None) == (kind in ("drop", "add"))
    if kind == "force":
        assert document["answer"]["criterion"].startswith("C12, bracket ")
    fields = dict(zip(("one1", "other1"), players, strict=False))
    status, page = on_page(director, "whatif", kind1=kind, **fields)
    assert (status, document["sentences"][0] in page) == (200, True)
    # The round is drawn like this.
    director.do(f"/boards/{ROUND}/apply", kind1=kind, **fields)
    drawn = read(file).tournament.round(ROUND)
    assert {frozenset(game.players) for game in drawn.games} == {
        frozenset((one, other)) for one, other in answer.opponents.items() if other
    }


def test_nobody_can_be_preferred_or_made_to_meet_again(file, director, capsys):
    tournament = read(file).tournament
    player, _ = couple(file)
    met = next(game for game in tournament.round(1).games if player in game.players and game.played)
    for kind, other, message in (
        ("prefer", couple(file, 1)[0], "dutch has no weights that it could change"),
        ("force", met.opponent_of(player), "cannot meet: not lawful by C1: they have met before"),
    ):
        assert main(["whatif", str(file), f"--{kind}", player, other]) == 2
        assert message in capsys.readouterr().err
        with pytest.raises(FormatError, match=message):
            by_document(file, question="whatif", **{kind: [[player, other]]})
        _, page = on_page(director, "whatif", kind1=kind, one1=player, other1=other)
        assert message.removeprefix("d") in page


def test_boards_stay_where_somebody_leaves(file, director, capsys):
    """A pairing is the only one of its players, but who is left plays on where they know that they sit."""
    refusal = (
        "Dutch system of FIDE allows one pairing only, so that there are no others to choose from"
    )
    player, other = couple(file)
    before = {game.pair for game in read(file).tournament.round(ROUND).games}
    for options in (["--keep-most"], ["--fewest"], ["--keep-most", "--system", "dutch"]):
        do("draw", file, "--round", ROUND, *options)
        assert re.search("changed: 0 of |nothing to change", capsys.readouterr().out)
    assert main(["draw", str(file), "--round", str(ROUND), "--between"]) == 2
    assert refusal in capsys.readouterr().err
    made = Congress.open(file).draw(ROUND, redraw="keep-most")
    assert {board.pair for board in made.draw.boards} == before
    assert (made.draw.system, made.document()["change"]["changed_by_fresh_draw"]) == ("dutch", None)
    document = json.loads(file.read_text("utf-8")) | {"draw": {"round": ROUND, "between": True}}
    assert answered("draw", json.dumps(document).encode())["pointer"] == "/draw/between"
    assert refusal.removeprefix("d") in on_page(director, "kept")[1]
    page = director.get(f"/boards/{ROUND}").text
    assert "Re-pair, keep" in page
    assert "Compare alternatives" not in page
    panel = on_page(director, "noshow", key=player)[1]
    assert "No other board changes" in panel
    now = Congress.open(file).no_show([player], "re-pair", round=ROUND).congress.tournament
    left = {game.pair for game in now.round(ROUND).games}
    (bye,) = read(file).tournament.round(ROUND).byes
    assert left == {pair for pair in before if player not in pair} | {frozenset((bye, other))}


def test_there_are_no_prices_of_all_pairs(file, tmp_path, capsys):
    refusal = f"round {ROUND} is drawn by the Dutch system of FIDE, which has no weights to explain"
    more = ["--round", str(ROUND), "--output", str(tmp_path / "w.npz")]
    assert main(["weights", str(file), *more]) == 2
    assert f"{refusal}; --model NAME explains it" in capsys.readouterr().err
    do("weights", file, *more, "--model", "fastpair")
    document = json.loads(file.read_text("utf-8")) | {"explain": {"question": "heat-map"}}
    message = answered("explain", json.dumps(document).encode())["message"]
    assert message.endswith(f"{refusal}; /draw/model explains it by those of a model")
    document["draw"] = {"model": "fastpair"}
    assert answered("explain", json.dumps(document).encode())["heat_map"]["scores"]


def test_a_game_that_was_forfeited_is_no_meeting(tmp_path, capsys):
    file, entries = tmp_path / "open.json", tmp_path / "list.csv"
    entries.write_text("Name;Rating;Title\nAsh;2100;\nBirch;2000;\n")
    made = ("--preset", "FIDE", "--rounds", "2", "--initial-colour", "white")
    do("new", file, *made, "--entries", entries)
    do("draw", file, "--write")
    do("result", file, "1", "1-0!")
    do("draw", file, "--write")
    capsys.readouterr()
    do("draw", file, "--round", "2", "--redraw")
    said = capsys.readouterr()
    assert "imposed" not in said.out + said.err
    assert "rematch" not in said.out + said.err
    assert main(["check", str(file)]) == 1
    assert "rematch" not in capsys.readouterr().out
    do("result", file, "--round", "2", "1", "1-0")
    do("rules", file, "--rounds", "3")
    capsys.readouterr()
    do("pair", file, "Ash", "Birch", "--round", "3")
    assert "a rematch of round 2" in capsys.readouterr().err


def test_two_whom_a_rule_keeps_apart_are_said_to_be(file, director, pairing, capsys):
    one, _ = couple(file)
    listed = pairing.candidates(one)
    other = next(each.player for each in listed if each.criterion.startswith("C12"))
    document = json.loads(file.read_text("utf-8"))
    document["draw"] = {"round": ROUND, "constraints": {"forbid": [[one, other]]}}
    question = {"question": "why-not", "players": [one, other]}
    sentences = explain_document(document | {"explain": question})["sentences"]
    assert "(must not play). Without these rules" in sentences[1]
    assert not any(each.startswith("The opposite is") for each in sentences)
    asked = {"question": "opponents", "players": [one]}
    listed = explain_document(document | {"explain": asked})["opponents"]
    (apart,) = (each for each in listed if each["player"] == other)
    assert (apart["rules"], apart["price"]) == (["must not play"], None)
    do("condition", file, "forbid", one, other, "--round", ROUND)
    assert sentences[1] in by_command(capsys, "why-not", file, one, other)["sentences"]
    names = read(file).tournament.name_of
    page = on_page(director, "why", one=one, other=other)[1]
    assert (
        f"The rules do not let {names(one)}" in page
        or f"The rules do not let {names(other)}" in page
    )
