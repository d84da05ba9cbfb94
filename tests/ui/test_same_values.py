"""A value of a player is read by one rule and refused in one sentence: by the page, the command, Python and lists."""

from __future__ import annotations

from html import unescape

import pytest

from fastpair import Congress
from fastpair.errors import FastpairError
from fastpair.formats import FORMATS, read
from fastpair.formats.fastpair import new_content
from fastpair.go.tournament import Grade, Rules, Tournament
from pages import director_of


class Refused(str):
    """What is said of a value that is none."""


VALUES = [
    ("rating", "2100", 2100),
    ("rating", "2100.6", 2101),
    ("rating", "1e3", 1000),
    ("rating", "1 900", 1900),
    ("rating", "-100", -100),
    ("rating", "12.345", Refused("nter a rating such as 2100, not 12.345")),
    ("rating", "high", Refused("nter a rating such as 2100, not high")),
    ("rating", "999999", Refused("nter a rating such as 2100, not 999999")),
    ("correction", "+2", 2),
    ("correction", "120", Refused("nter whole points from -99 to 99, such as 2 or -1, not 120")),
    ("correction", "1.5", Refused("nter whole points from -99 to 99, such as 2 or -1, not 1.5")),
    ("correction", "up", Refused("nter whole points from -99 to 99, such as 2 or -1, not up")),
    ("band", "0", None),
    ("band", "7", 7),
    ("band", "100", Refused("nter a number from 1 to 99, not 100")),
    ("k_factor", "20", 20),
    ("k_factor", "41", Refused("nter a number from 1 to 40, not 41")),
    ("rounds", "9", Refused("ounds '9': the tournament has rounds 1 to 3")),
    ("rounds", "some", Refused("ounds 'some': write them as 1-5")),
    ("country", "Utopia", "Utopia"),
    ("country", "Germany", "DE"),
    ("grade", "12. Kyu", Grade.parse("12k")),
    ("grade", "9x", Refused("nter a grade from 30k to 9d, not 9x")),
    ("egf_pin", "12", Refused("'12' is not a PIN; enter 8 digits")),
    ("sex", "x", Refused("must be one of m, w, not 'x'")),
    ("title", "gm", "GM"),
    ("title", "Dr", Refused("must be one of GM")),
    ("birth", "19870", Refused("expected a year or a day, such as 1987")),
    ("attributes", "school", Refused("enter attributes such as school=North")),
]
OF_LISTS = {"rating", "correction", "band", "k_factor", "country", "grade"}
"""Columns of lists that refuse what a player cannot have."""


def held(file, name):
    """What the new player has in a file; nobody if there is none."""
    found = [each for each in read(file).tournament.players if each.name == "Zed"]
    return [getattr(player, name) for player in found]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "t.json"
    path.write_bytes(new_content(Tournament(rules=Rules(rounds=3))))
    return path


def facts(name, text):
    return {"grade": "3d", name: text}


@pytest.mark.parametrize(("name", "text", "value"), VALUES)
def test_the_page(file, name, text, value):
    with director_of(file) as browser:
        fields = {"name": "Zed", "first_name": "Zoe", **facts(name, text)}
        answer = unescape(browser.send("/players/1/register", fields).text)
    if not isinstance(value, Refused):
        assert held(file, name) == [value]
    else:
        assert not held(file, "name")
        assert value in answer


@pytest.mark.parametrize(("name", "text", "value"), VALUES)
def test_the_command(run, file, name, text, value):
    option = "--" + {"egf_pin": "pin"}.get(name, name).replace("_", "-")
    values = ["--grade", "3d"] * (name != "grade")
    status, _, errors = run("register", file, "Zed", "Zoe", *values, option, text)
    if not isinstance(value, Refused):
        assert (status, held(file, name)) == (0, [value])
    else:
        assert (status, held(file, "name")) == (2, [])
        assert value in errors
        assert errors.count("\n") == 1


@pytest.mark.parametrize(("name", "text", "value"), VALUES)
def test_python(file, name, text, value):
    """Numbers are numbers there."""
    if name in ("rating", "correction", "band", "k_factor"):
        if not text.lstrip("+-").isdecimal():
            return
        text = int(text)
    congress = Congress.open(file)
    terms = {"rounds": text} if name == "rounds" else {}
    values = {"grade": "3d"} if name == "rounds" else facts(name, text)
    if not isinstance(value, Refused):
        player = congress.register("Zed", "Zoe", **values, **terms).congress.tournament.players[-1]
        assert getattr(player, name) == value
    else:
        with pytest.raises(FastpairError) as caught:
            congress.register("Zed", "Zoe", **values, **terms)
        assert value in str(caught.value)


@pytest.mark.parametrize(("name", "text", "value"), [row for row in VALUES if row[0] in OF_LISTS])
def test_lists(name, text, value):
    cells = facts(name, text)
    content = f"Surname;FirstName;{';'.join(cells)}\nZed;Zoe;{';'.join(cells.values())}\n".encode()
    try:
        (player,) = FORMATS["csv"].read("list.csv", content).tournament.players
    except FastpairError:
        assert isinstance(value, Refused)
    else:
        # A number that is none of a rating or a K is no such thing there, see the tests of lists.
        assert getattr(player, name) == value


RULES = [
    ("rounds", "7", 7),
    ("rounds", " 7 ", 7),
    ("rounds", "1e1", Refused("must be a whole number, not '1e1'")),
    ("rounds", "7.0", Refused("must be a whole number, not '7.0'")),
    ("rounds", "100", Refused("must be a number from 1 to 99, not 100")),
    ("komi", "6,5", 13),
    ("komi", "6.7", Refused("must be 0 to 99.5 in halves, not '6.7'")),
    ("bar", "4 dan", Refused("'4 dan' is not a grade such as '3d' or '12k'")),
    ("win", "1/2", 1),
    ("win", "1.25", Refused("must be -1000 to 1000 in halves, not '1.25'")),
]
PLACES = {"komi": "time", "rounds": "time", "bar": "groups"}


def rule(file, name):
    """What a file holds of a rule."""
    tournament = read(file).tournament
    rules = tournament.rules
    if name == "rounds":
        return rules.rounds
    return tournament.event.komi_x2 if name == "komi" else rules.points.win_x2


@pytest.mark.parametrize(("name", "text", "value"), RULES)
def test_rules_on_the_page_and_by_command(run, file, name, text, value):
    """One rule for each; the page says what is valid in its field."""
    before = file.read_bytes()
    with director_of(file) as browser:
        answer = browser.send("/rules/1/change", {name: text, "edit": PLACES.get(name, "points")})
    if isinstance(value, Refused):
        assert file.read_bytes() == before
        assert "cannot be saved" in answer.text
    else:
        assert rule(file, name) == value
    file.write_bytes(before)
    file.with_name("t.json.history").unlink(missing_ok=True)
    status, _, errors = run("rules", file, f"--{name}", text)
    if isinstance(value, Refused):
        assert (status, file.read_bytes()) == (2, before)
        assert value in errors
    else:
        assert (status, rule(file, name)) == (0, value)
