"""FIDE's rating changes and title norms: the same by command, in JSON, in Python and on the page."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from answers import rows_of, text_of
from builders import game
from congress_files import save
from fastpair import Congress
from fastpair.go.tournament import (
    Event,
    EventFormat,
    Grade,
    Player,
    Result,
    Rules,
    TimeLimit,
    Tournament,
    with_preset,
)
from pages import director_of

WIN, DRAW, LOSS = Result.WHITE_WINS, Result.JIGO, Result.BLACK_WINS
OPPONENTS = ["GM", "IM", "IM", "FM", "FM", "", "", "", ""]
FEDERATIONS = ["GER"] * 5 + ["SUI"] * 2 + ["AUT"] * 2
RESULTS = [WIN] * 6 + [DRAW, LOSS, LOSS]

CANDIDATE = Player(
    key="CAND", name="Adler", first_name="Bo", rating=2300, title="FM", country="GER", k_factor=20
)
OPEN = Tournament(
    name="Open",
    kind="swiss",
    rules=replace(with_preset(Rules(), "FIDE"), rounds=9),
    players=(
        CANDIDATE,
        *(
            Player(key=f"O{n}", name=f"Other{n}", rating=2284, title=title, country=federation)
            for n, (title, federation) in enumerate(zip(OPPONENTS, FEDERATIONS, strict=True))
        ),
        Player(key="NEW", name="Newcomer"),
    ),
    games=tuple(game(n + 1, 1, "CAND", f"O{n}", result) for n, result in enumerate(RESULTS)),
)
"""Nine games against 2284: 0.52 expected of each, 6½ won, so 20 · (6.5 − 4.68) = 36.4; performance 2284 + 166."""


@pytest.fixture
def file(tmp_path):
    return save(OPEN, tmp_path / "open.json")


def document(run, *words):
    status, output, errors = run(*words, "--json")
    assert (status, errors) == (0, "")
    return json.loads(output)


def checked(found, name):
    """A document that its schema allows."""
    schema = files("fastpair.app").joinpath(f"{name}.schema.json").read_text("utf-8")
    Draft202012Validator(json.loads(schema)).validate(found)
    return found


def test_why_changes_are_missing_is_told_in_json_as_below_the_table(run, file):
    games = (*OPEN.games, replace(game(9, 2, "NEW", "O0", WIN), by_default=True))
    save(replace(OPEN, games=games), file)
    lines = [
        "Games against players without a rating change no rating.",
        "Not rated: 1 game by forfeit.",
    ]
    assert document(run, "ratings", file)["remarks"] == lines
    assert run("ratings", file)[1].splitlines()[-2:] == lines
    assert Congress.open(file).ratings()["remarks"] == lines


def test_rating_changes_are_the_same_in_every_interface(run, file):
    found = checked(document(run, "ratings", file), "fide_ratings")
    value = Congress.open(file)
    assert found == value.ratings() == value.ratings("fide")
    by_key = {each["key"]: each for each in found["players"]}
    one = by_key["CAND"]
    assert (one["place"], one["games"], one["score"], one["expected"]) == (1, 9, 6.5, 4.68)
    assert (one["k_factor"], one["change"], one["new_rating"]) == (20, 36.4, 2336)
    assert (one["average"], one["performance"]) == (2284, 2450)
    new = by_key["NEW"]
    assert [new[name] for name in ("rating", "k_factor", "change", "new_rating")] == [None] * 4
    status, output, _ = run("ratings", file)
    (line,) = (line.split() for line in output.splitlines() if "Adler" in line)
    expected = "1 FM Adler Bo 2300 20 9 6½ 4.68 +36.4 2336 2284 2450".split()  # noqa: SIM905
    assert (status, line) == (0, expected)
    with director_of(file) as director:
        row = rows_of(director.get("/ratings/9").text)[0]
    assert [row[0], row[1], *row[3:]] == ["1", "FM", *expected[4:]]


@pytest.mark.parametrize(("kind", "system"), [("swiss", "round-robin"), ("go", "dutch")])
def test_the_game_decides_whose_ratings_they_are(run, file, kind, system):
    """The system decides nothing: in chess they are FIDE's, in Go those of the EGF."""
    rules = replace(OPEN.rules, system=system)
    players = [replace(player, grade=Grade.parse("1d")) for player in OPEN.players]
    save(replace(OPEN, kind=kind, rules=rules, players=tuple(players)), file)
    found = document(run, "ratings", file)
    assert found == Congress.open(file).ratings()
    assert found["format"] == {"swiss": "fastpair.fide_ratings", "go": "fastpair.ratings"}[kind]
    new = {"swiss": "new_rating", "go": "after"}[kind]
    texts = {"swiss": "{}", "go": "{:.1f}"}[kind]
    with director_of(file) as director:
        rows = rows_of(director.get("/ratings/9").text)
    place = {"swiss": 9, "go": -1}[kind]
    expected = ["–" if each[new] is None else texts.format(each[new]) for each in found["players"]]
    assert [row[place] for row in rows] == expected


def test_norms_are_the_same_in_every_interface(run, file):
    found = checked(document(run, "norms", file), "norms")
    assert found == Congress.open(file).norms()
    (im,) = (
        norm
        for each in found["players"]
        if each["key"] == "CAND"
        for norm in each["norms"]
        if norm["title"] == "IM"
    )
    assert (im["is_made"], im["games"], im["average"], im["performance"]) == (True, 9, 2284, 2450)
    assert "IM norm" in run("norms", file)[1]
    lines = run("norms", file, "adler")[1].splitlines()
    assert lines[0] == "  Adler Bo, GM norm: not made, 9 games"
    first = run("norms", file, "adler", "--round", "1")[1].splitlines()[0]
    assert first == "  Adler Bo, GM norm: not made, 1 game"
    assert "  MISSING  performance: 2450, at least 2600 needed [B.01 1.4.8]" in [
        line[2:] for line in lines
    ]
    with director_of(file) as director:
        assert rows_of(director.get("/norms/9").text) == [
            ["FM", "Adler Bo", "9", "6½", "2284", "2450", "IM norm"]
        ]


@pytest.mark.parametrize(("cycles", "remarks"), [(2, 0), (3, 1)])
def test_norms_of_more_than_two_cycles_need_approval(run, file, cycles, remarks):
    rules = replace(OPEN.rules, format=EventFormat.ROUND_ROBIN, cycles=cycles)
    save(replace(OPEN, kind="swiss", rules=rules), file)
    output, errors = run("norms", file, "--json")[1:]
    said = [each for each in json.loads(output)["remarks"] if "approval of FIDE" in each]
    assert len(said) == errors.count("approval of FIDE") == remarks
    assert said == Congress.open(file).norms()["remarks"]
    assert ("approval of FIDE" in run("norms", file)[1]) == bool(remarks)
    with director_of(file) as director:
        assert ("approval of FIDE" in director.get("/norms/9").text) == bool(remarks)


def test_the_page_says_what_is_missing(run, file):
    """Without an opponent from Austria, only one other federation is left."""
    at_home = [
        replace(player, country="SUI") if player.country == "AUT" else player
        for player in OPEN.players
    ]
    save(replace(OPEN, players=tuple(at_home)), file)
    missing = "IM norm: other federations of opponents: 1, at least 2 needed"
    assert missing in run("norms", file)[1]
    with director_of(file) as director:
        (row,) = rows_of(director.get("/norms/9").text)
        assert row[-1] == missing
        assert "Nobody performs at the level of a title" in director.get("/norms/2").text


def test_the_page_lists_every_condition_of_a_player(file):
    with director_of(file) as director:
        assert "Check a player" in director.get("/norms/9").text
        page = text_of(director.get("/norms/9/conditions", params={"key": "CAND"}).text)
        assert "GM norm Not made" in page
        assert "IM norm Made" in page
        assert "Missing Performance: 2450, at least 2600 needed." in page
        assert "Met Performance: 2450, at least 2450 needed." in page
        few = text_of(director.get("/norms/2/conditions", params={"key": "CAND"}).text)
        assert "Missing Games: 2, at least 9 needed." in few
        unknown = director.get("/norms/9/conditions", params={"key": "nobody"}).text
        assert "o player" in unknown


@pytest.mark.parametrize(
    ("part", "narrow"),
    [("ratings", {"Player", "Change", "New rating"}), ("norms", {"Player", "Result"})],
)
def test_a_phone_shows_what_a_list_of_chess_is_read_for(file, part, narrow):
    with director_of(file) as director:
        page = director.get(f"/{part}/9").text
    columns = re.findall(r'<th scope="col" class="([^"]*)">(?:<abbr[^>]*>)?([^<]*)', page)
    assert narrow <= {title for classes, title in columns if "wide" not in classes}
    assert any("wide" in classes for classes, title in columns)


@pytest.mark.parametrize(("part", "words"), [("ratings", "Adler Bo"), ("norms", "IM-Norm")])
def test_ratings_and_norms_are_printed_like_other_lists(file, part, words):
    with director_of(file) as director:
        shown, sheets = director.get(f"/{part}/9").text, director.get("/prints/9").text
        place = f"/prints/9/page/{part}"
        printed = director.get(place, params={"language": "de"}).text
        table = director.get(place, params={"as": "csv"})
    assert f'href="{place}"' in shown
    assert f"Print {part}" in shown
    assert f'formaction="{place}"' in sheets
    assert words in printed
    assert not re.search("Games against|Those are listed", printed)
    assert "Adler Bo" in table.content.decode("utf-8-sig")


def test_the_panel_of_a_player_of_chess_has_the_title_and_the_rating(file):
    with director_of(file) as director:
        panel = text_of(director.get("/players/1/entry", params={"key": "CAND"}).text)
    assert "Adler Bo FM 2300 · GER" in panel


def test_federations_are_compared_by_their_codes(run, file):
    """Countries of two letters and of three are the same: five opponents are from Germany."""
    players = [
        replace(player, country={"GER": "DE", "SUI": "CH"}.get(player.country, player.country))
        if player.key != "CAND"
        else player
        for player in OPEN.players
    ]
    save(replace(OPEN, players=tuple(players)), file)
    assert "IM norm" in run("norms", file)[1]
    assert "ok       opponents from the own federation: 5" in run("norms", file, "Adler Bo")[1]


@pytest.mark.parametrize(
    ("words", "facts", "message"),
    [
        (("ratings", "--class", "A"), {}, "--class is for European ratings"),
        (("ratings", "--by-rounds"), {}, "--by-rounds is for European ratings"),
        (("ratings", "--system", "gor"), {}, "of Go"),
        (("ratings",), {"players": None}, "no player has a rating"),
        (("norms",), {"event": Event(time=TimeLimit(basic=900))}, "games of an hour and more"),
        (("norms",), {"event": Event(time_code="300+3")}, "fastpair rules --time-code states"),
        (("norms", "nobody"), {}, "no player 'nobody'"),
        (("norms",), {"games": ()}, "no game has been played"),
    ],
)
def test_what_is_refused(run, file, words, facts, message):
    if "players" in facts:
        facts = {"players": tuple(replace(each, rating=None) for each in OPEN.players)}
    save(replace(OPEN, **facts), file)
    command, *options = words
    status, output, errors = run(command, file, *options)
    assert (status, output) == (2, "")
    assert message in errors
    assert errors.count("\n") <= 1


def test_fide_does_not_rate_go(run, tmp_path):
    path = tmp_path / "go.json"
    save(Tournament(name="Go"), path)
    assert "tournament of Go" in run("ratings", path, "--system", "fide")[2]
    assert "tournament of Go" in run("norms", path)[2]
