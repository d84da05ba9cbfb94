"""The independent checker: it knows nothing of fastpair, agrees with it, and finds each planted mistake."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from fastpair.app.reports.standings import standings_document
from fastpair.formats import FORMATS, read
from fastpair.go.standings import last_complete_round, standings
from fastpair.go.tournament import Result
from fastpair.pairing.generator import Happenings, generate
from many_tournaments import judged, main, violations, wrong_standings
from profiles import sampled
from reading import of_content
from repository import ROOT
from scores import Scores

CHECKER = ROOT / "tests" / "checker"
TOURNAMENT = generate(11, 4, seed=0, play=4, model="opengotha351")
DOCUMENT = json.loads(FORMATS["fastpair"].new(TOURNAMENT))
TABLE = standings_document(standings(TOURNAMENT, 4))


def found(document):
    return list(violations(of_content(json.dumps(document).encode())))


def test_it_imports_nothing_but_the_standard_library_and_itself():
    own = {path.stem for path in CHECKER.glob("*.py")}
    for path in CHECKER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) else []
            assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | own


def test_what_is_right_is_right():
    held = of_content(json.dumps(DOCUMENT).encode())
    assert found(DOCUMENT) == []
    assert list(wrong_standings(held, Scores(held), TABLE)) == []


def changed(**members):
    return {**DOCUMENT, **members}


def with_game(place, **values):
    games = [dict(game) for game in DOCUMENT["games"]]
    games[place] |= values
    return changed(games=games)


def unbalanced(game):
    scores = Scores(of_content(json.dumps(DOCUMENT).encode()))
    white, black = (scores.balance(game[colour], game["round"]) for colour in ("white", "black"))
    return white < black


def with_player(key, **values):
    players = [{**each, **values} if each["key"] == key else each for each in DOCUMENT["players"]]
    return changed(players=players)


LAST = len(DOCUMENT["games"]) - 1
EARLIER = next(game for game in DOCUMENT["games"] if game["round"] == 1)
GAMES = DOCUMENT["games"]
GAME = GAMES[LAST]
EVEN = next(
    place
    for place, game in enumerate(GAMES)
    if game["round"] > 1 and not game.get("handicap") and unbalanced(game)
)
"""An even game in which one had White more often before."""


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (with_game(LAST, white=EARLIER["white"], black=EARLIER["black"]), "have met in round 1"),
        (with_game(LAST, handicap=8), "have handicap 8, and the rules give"),
        (with_game(LAST, white=GAME["black"]), "plays against himself"),
        (
            with_game(EVEN, white=GAMES[EVEN]["black"], black=GAMES[EVEN]["white"]),
            "had it more often",
        ),
        (with_game(LAST, white="nobody"), "nobody is 'nobody'"),
        (with_game(LAST, table=DOCUMENT["games"][LAST - 1]["table"]), "has 2 games"),
        (with_game(LAST, white=DOCUMENT["games"][LAST - 1]["white"]), "has 2 games or byes"),
        (with_player(GAME["white"], absences=[GAME["round"]]), "is absent, and has a game"),
        (with_player(GAME["white"], final=False), "is not finally registered"),
        (changed(games=DOCUMENT["games"][:LAST]), "boards, and"),
        (changed(byes=[*DOCUMENT["byes"], {"round": 4, "player": GAME["white"]}]), "games or byes"),
        (
            changed(byes=[{"round": n, "player": DOCUMENT["byes"][0]["player"]} for n in (1, 2)]),
            "had the bye of round 1",
        ),
    ],
)
def test_a_planted_mistake_is_found(document, words):
    assert any(words in line for line in found(document)), found(document)


def test_wrong_standings_are_found():
    held = of_content(json.dumps(DOCUMENT).encode())

    def wrong(line, **values):
        rows = [dict(row) for row in TABLE["rows"]]
        rows[line] |= values
        return list(wrong_standings(held, Scores(held), {**TABLE, "rows": rows}))

    first = TABLE["rows"][0]
    (line,) = wrong(0, values=[first["values"][0], first["values"][1] + 1, *first["values"][2:]])
    assert "SOSM is stated as" in line
    assert any("stands behind" in line for line in wrong(1, values=[99, *first["values"][1:]]))
    assert any("place 1 does not" in line for line in wrong(1, place=first["place"]))


def command(*typed):
    done = subprocess.run(
        [sys.executable, str(CHECKER), *map(str, typed)], capture_output=True, text=True
    )
    return done.returncode, done.stdout


def test_the_command(tmp_path):
    path, table, other = (tmp_path / name for name in ("a.json", "b.json", "c.json"))
    path.write_text(json.dumps(DOCUMENT))
    table.write_text(json.dumps(TABLE))
    other.write_text(json.dumps(with_game(LAST, handicap=8)))
    status, said = command(path, table)
    assert (status, said) == (0, f"11 players, {LAST + 1} games in 4 rounds: 0 violations\n")
    status, said = command(other, table)
    assert status == 1
    assert "have handicap 8" in said
    result = tmp_path / "a.h9"
    result.write_bytes(FORMATS["egd"].new(TOURNAMENT))
    status, said = command(result)
    assert status == 0
    assert "scores and handicaps are not checked" in said


@pytest.mark.peers("opengotha/*/tournament.xml")
def test_it_agrees_on_real_tournaments(peer):
    tournament = read(peer).tournament
    after = last_complete_round(tournament)
    if tournament.team_play or after == 0:
        pytest.skip("nothing to compare")
    held = of_content(peer.read_bytes())
    table = standings_document(standings(tournament, after))
    assert list(wrong_standings(held, Scores(held), table)) == []


@pytest.mark.parametrize("seed", range(sampled(100)))
def test_a_random_tournament(seed):
    told = judged(seed)
    assert told["wrong"] == []


def test_the_same_seed_is_the_same_tournament_and_what_is_done_is_not_done_again(tmp_path, capsys):
    assert main(4, 7, 1, tmp_path) == 0
    journal = (tmp_path / "journal.jsonl").read_text().splitlines()
    assert main(6, 7, 1, tmp_path) == 0
    more = (tmp_path / "journal.jsonl").read_text().splitlines()
    assert more[:4] == journal
    assert [json.loads(line)["seed"] for line in more] == list(range(7, 13))
    again = judged(7)
    first = json.loads(journal[0])
    assert {**again, "seconds": 0} == {**first, "seconds": 0}
    assert "6 tournaments" in capsys.readouterr().out


@pytest.mark.parametrize("seed", range(sampled(12)))
def test_an_open_game_counts_as_not_played_yet(seed):
    rng = Random(seed)
    tournament = generate(
        12,
        5,
        seed=seed,
        play=rng.randint(1, 5),
        happenings=Happenings(withdrawn="2", jigos="10%", forfeits="10%"),
    )
    rate = rng.choice((0.02, 0.1, 0.4))
    games = tuple(
        replace(game, result=Result.UNKNOWN, by_default=False) if rng.random() < rate else game
        for game in tournament.games
    )
    tournament = replace(tournament, games=games)
    last = 0
    for number in range(1, 6):
        of_round = [game for game in games if game.round == number]
        if of_round and all(game.result is not Result.UNKNOWN for game in of_round):
            last = number
    table = standings(tournament)
    assert table.after == last
    held = of_content(FORMATS["fastpair"].new(tournament))
    for after in (None, 1, 3, 5):
        found = standings_document(standings(tournament, after))
        assert list(wrong_standings(held, Scores(held), found)) == []
