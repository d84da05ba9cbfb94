"""Hard rules and preferences as a director states them: by options, and in a model's file."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from importlib.resources import files
from itertools import combinations

import pytest
from jsonschema import Draft202012Validator

from commands import do
from fastpair.errors import FormatError
from fastpair.formats import read
from fastpair.formats.models import model_text, read_model
from fastpair.formats.toml import RULES_TEXT, read_rules
from fastpair.pairing.draw import HardRule
from fastpair.pairing.rules import StatedRules, described
from fastpair.pairing.weights import MODELS, model_named
from fastpair.ui.cli import main
from fastpair.ui.cli.command import metavar_of
from fastpair.ui.cli.screen import flags_of
from repository import ROOT

EVENING = ROOT / "examples" / "evening.xml"
"""Selmavel 3d has met Kermtrov 2d, Dovani 11k Faldini Mira 12k, Faldini Oluwen 12k Lombek 13k."""

NAMES = ["Selmavel", "Kermtrov", "Dovani", "Mira", "Oluwen", "Lombek"]


@pytest.fixture
def drawn(capsys):
    """Draw the evening; its status, and the document or what was written."""

    def draw(*arguments, document=True):
        status = main(["draw", str(EVENING), *arguments, *(["--json"] if document else [])])
        output, errors = capsys.readouterr()
        assert errors == ""
        return status, json.loads(output) if document else output

    return draw


@pytest.fixture
def saved(tmp_path):
    def save(text):
        path = tmp_path / "my.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return save


def pairs(document):
    """Pairs of the short names that are drawn."""
    return {names(board["white"], board["black"]) for board in document["boards"]}


def names(*keys):
    players = [read(EVENING).tournament.by_key[key] for key in keys]
    return frozenset(
        next(name for name in NAMES if name in (player.name, player.first_name))
        for player in players
    )


def test_an_infeasible_draw_says_what_would_pair_everybody(drawn):
    status, page = drawn("--max-grade-difference", "9", document=False)
    assert status == 1
    assert page.count("unpaired: ") == 2
    ways = page[page.index("to pair everybody:") : page.index("games off score")]
    cheapest = r"  drop the range of grades for (Selmavel|Kermtrov) \w+ [32]d - \w+ \w+ 1[123]k\n"
    assert re.fullmatch(
        "to pair everybody:\n" + 2 * cheapest + "or, with fewer pairs:\n"
        "  allow the rematch Selmavel Olmina 3d - Kermtrov Belran 2d\n"
        "without the range of grades everybody can be paired\n"
        "without the rule against rematches everybody can be paired\n",
        ways,
    )


def test_the_document_says_the_same(drawn):
    status, document = drawn("--max-grade-difference", "9")
    assert status == 1
    schema = json.loads(files("fastpair.app").joinpath("draw.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)
    said = document["relaxations"]
    assert [pair["rules"] for pair in said["cheapest"]] == 2 * [["range of grades"]]
    assert said["fewest"] == [
        {"players": ["SELMAVELOLMINA", "KERMTROVBELRAN"], "rules": ["rematch"]}
    ]
    assert said["rules"] == [["range of grades"], ["rematch"]]
    assert said["left"] == []
    rules = schema["$defs"]["DrawRelaxedPair"]["properties"]["rules"]["items"]["enum"]
    assert {*rules} == {rule.value for rule in HardRule if rule.gives_way}


def test_what_is_said_can_be_done(drawn):
    ranged = ("--max-grade-difference", "9")
    status, document = drawn(*ranged, "--allow", "olmina", "belran")
    assert status == 0
    assert {"Selmavel", "Kermtrov"} in pairs(document)
    assert document["relaxations"] is None
    said = drawn(*ranged)[1]["relaxations"]["cheapest"]
    allowed = [word for pair in said for word in ("--allow", *pair["players"])]
    status, document = drawn(*ranged, *allowed)
    assert status == 0
    assert {names(*pair["players"]) for pair in said} <= pairs(document)
    assert drawn(*ranged, "--rematches")[0] == 0


def test_several_rules_at_once(drawn):
    status, page = drawn(
        "--max-grade-difference=9", "--no-handicap-at-top", "--families", "forbid", document=False
    )
    assert status == 1
    both = "drop the rule of no handicap at the top and the range of grades for "
    assert page.count(f"  {both}") == 1
    assert page.count("  drop the range of grades for ") == 1
    without = "without the rule of no handicap at the top and the range of grades everybody can "
    assert without in page


def test_members_of_a_family_can_be_kept_apart(drawn):
    apart = ("--forbid", "lombek", "mira", "--forbid", "lombek", "dovani", "--max-score-difference")
    together = {"Mira", "Oluwen"}
    assert together in pairs(drawn(*apart[:-1], "--force", "mira", "oluwen")[1])
    for asked in ("forbid", "avoid"):
        status, document = drawn("--families", asked)
        assert status == 0
        assert together not in pairs(document)


def test_a_group_plays_within_itself(drawn):
    status, document = drawn("--must-play-group", "olmina", "mira", "oluwen", "tara", "--seed", "1")
    assert status == 0
    group = {"Selmavel", "Mira", "Oluwen", "Lombek"}
    inside = {pair for pair in pairs(document) if pair <= group}
    assert len(inside) == 2
    notes = [board["notes"] for board in document["boards"]]
    assert sum("must play" in note for note in notes) == 2


HEAVY = {
    "godraw2015": 1e5,
    "kaniuk2012": 1e5,
    "macmahon": 1e9,
    "entropy": 9,
    "rating-information": 9,
    "fastpair": 1e7,
}


@pytest.mark.parametrize("model", MODELS)
def test_who_prefers_to_meet_does_and_who_does_not_does_not(drawn, model):
    heavy = ("--model", model, "--preference-weight", str(HEAVY.get(model, 1e16)))
    usual = pairs(drawn("--model", model)[1])
    possible = {frozenset(pair) for pair in combinations(NAMES, 2)} - {
        frozenset(("Selmavel", "Kermtrov")),
        frozenset(("Dovani", "Mira")),
        frozenset(("Oluwen", "Lombek")),
    }
    wanted = sorted(sorted(pair) for pair in possible - usual)[0]
    _, document = drawn(*heavy, "--prefer", *wanted)
    assert set(wanted) in pairs(document)
    shares = [board["components"]["preference"] for board in document["boards"]]
    assert sorted(shares)[:2] == [0, 0]
    assert max(shares) > 0
    unwanted = sorted(sorted(pair) for pair in usual)[0]
    _, document = drawn(*heavy, "--prefer-not", *unwanted)
    assert set(unwanted) not in pairs(document)


def test_without_preferences_there_is_no_component(drawn):
    _, document = drawn()
    assert "preference" not in document["boards"][0]["components"]


def test_rules_in_a_file(drawn, saved):
    path = saved("""
model = "godraw2015"
even = "fold"
[rules]
max_grade_difference = 9
families = "forbid"
allow = [["Selmavel Olmina", "Kermtrov Belran"]]
""")
    status, document = drawn("--model", str(path))
    assert status == 0
    assert {"Selmavel", "Kermtrov"} in pairs(document)
    status, _ = drawn("--model", str(path), "--forbid", "olmina", "belran")
    assert status == 1
    free = ("--handicap-at-top", "--no-limit-scores")
    apart = ("--prefer-not=olmina", "belran", "--preference-weight", "5000", *free)
    _, document = drawn("--model", str(path), "--max-grade-difference", "40", *apart)
    assert {"Selmavel", "Kermtrov"} not in pairs(document)


def test_a_group_whose_members_must_not_meet(drawn, saved):
    """K12 3.2: they meet the three others."""
    group = ["Faldini Oluwen", "Dovani Halka", "Faldini Mira"]
    path = saved(f'model = "godraw2015"\n[rules]\nforbid = [{group}]\n')
    status, document = drawn("--model", str(path))
    assert (status, len(document["boards"])) == (0, 3)
    keys = {player.key for player in read(EVENING).tournament.players if player.full_name in group}
    assert [len({b["white"], b["black"]} & keys) for b in document["boards"]] == [1, 1, 1]


def test_the_comment_names_every_rule_and_reads_back(saved):
    written = "\n".join(
        line.removeprefix("# ") for line in RULES_TEXT.splitlines() if not line.endswith(":")
    )
    stated = read_rules(saved(written))
    unset = {entry.name for entry in fields(stated)} - {"rematches"}
    usual = StatedRules()
    assert all(getattr(stated, name) != getattr(usual, name) for name in unset)
    assert stated.forbid == (("A", "B", "C"),)
    assert stated.max_score_difference == 3.0


def test_the_table_of_the_document_is_that_of_the_rules():
    def rows():
        for name, said in described(StatedRules):
            takes = f" {metavar_of(said)}" if metavar_of(said) else ""
            options = ", ".join(f"`{flag}{takes}`" for flag in flags_of(name).split("/"))
            yield f"| {options} | `{name}` | {said.description} |\n"

    document = (ROOT / "docs" / "reference" / "rules.md").read_text("utf-8")
    head = "| option | key | what it does |\n|---|---|---|\n"
    assert head + "".join(rows()) + "\n" in document


def test_every_rule_is_described_and_is_an_option_and_a_name_in_the_document(capsys):
    described_ones = dict(described(StatedRules))
    assert [entry.name for entry in fields(StatedRules)] == list(described_ones)
    do("draw", "--help")
    shown = capsys.readouterr().out
    for name in described_ones:
        assert all(f" {flag} " in shown for flag in flags_of(name).split("/"))
    schema = json.loads(files("fastpair.app").joinpath("draw.schema.json").read_text("utf-8"))
    preferences = {"prefer", "prefer_not", "preference_weight"}
    assert schema["$defs"]["DrawStatedRules"]["properties"].keys() == (
        described_ones.keys() - preferences
    )


@pytest.mark.parametrize("name", MODELS)
def test_every_model_shows_the_rules(name, saved):
    text = model_text(model_named(name))
    assert text.endswith(RULES_TEXT)
    path = saved(text + "[rules]\nrematches = true\n")
    assert read_model(path) == model_named(name)
    assert read_rules(path) == StatedRules(rematches=True)


def test_rules_add_up():
    one = StatedRules(max_grade_difference=9, forbid=(("a", "b"),), families="avoid")
    more = StatedRules(max_grade_difference=5, forbid=(("c", "d"),), rematches=True)
    assert one.and_also(more) == StatedRules(
        max_grade_difference=5,
        forbid=(("a", "b"), ("c", "d")),
        families="avoid",
        rematches=True,
    )


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("rules = 3\n", 1, "expected a table [rules], found 3"),
        (
            "[rules]\nmax_grade_diference = 3\n",
            2,
            "the nearest known one is 'max_grade_difference'",
        ),
        ("[rules]\nmax_grade_difference = 3.5\n", 2, "must be a whole number"),
        ("[rules]\nmax_score_difference = '3'\n", 2, "must be a number"),
        ("[rules]\nfamilies = 'apart'\n", 2, "one of free, avoid, forbid, not 'apart'"),
        ("[rules]\nforbid = 'A'\n", 2, 'forbid = [["A", "B"], …], lists of players, found \'A\''),
        ("[rules]\nforbid = ['A', 'B']\n", 2, "found 'A'"),
        ("[rules]\nrematches = true\nforbid = [\n  ['A', 'B'],\n  ['C', 3],\n]\n", 3, "['C', 3]"),
        ("[rules]\nprefer = [\n  ['A',\n  'B'],\n]\nrematches = 1\n", 6, "true or false"),
    ],
)
def test_what_is_wrong_is_named(text, line, message, saved):
    with pytest.raises(FormatError) as raised:
        read_rules(saved(text))
    assert message in str(raised.value)
    assert raised.value.line == line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--allow", "olmina"], "--allow: name two players, not 'olmina'"),
        (["--prefer"], "--prefer: name two players, not none"),
        (["--must-play-group", "mira"], "--must-play-group: name two players, not 'mira'"),
        (["--prefer-not", "mira", "mira"], "--prefer-not: name two players, not 'mira' twice"),
        (["--must-play-group", "mira", "x"], "no player 'x'"),
        (["--max-grade-difference", "-1"], "Invalid value for '--max-grade-difference'"),
        (["--families", "apart"], "Invalid value for '--families'"),
        (["--prefer", "mira", "tara", "--preference-weight", "1e30"], "preference worth from 0 to"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, message):
    assert main(["draw", str(EVENING), *arguments]) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.count("\n") == 1
    assert message in errors


@pytest.mark.parametrize(
    ("rules", "line", "message"),
    [
        ('forbid = [["Ann", "Mira"]]', 3, "forbid: no player 'Ann'"),
        (
            'forbid = [\n  ["Selmavel", "Mira"],\n  ["Mira", "Lombke"],\n]',
            5,
            "forbid: no player 'Lombke'; did you mean Lombek Tara (LOMBEKTARA)?",
        ),
        ('prefer = [["Faldini", "Mira"]]', 3, "prefer: player 'Faldini' is ambiguous"),
        ('force = [["Mira", "Mira"]]', 3, "force: name two players, not 'Mira' twice"),
        ('force = [["Mira"]]', 3, "force: name two players, not 'Mira'"),
        ("allow = [[]]", 3, "allow: name two players, not none"),
        ('must_play_groups = [["Mira", "x\\u202e"]]', 3, r"no player 'x\u202e'"),
        ("max_grade_difference = -3", 3, "max_grade_difference: must be a whole number from 0 on"),
        ("max_score_difference = -0.5", 3, "max_score_difference: must be a number from 0 on"),
        ("preference_weight = -1.0", 3, "preference_weight: must be a number from 0 on"),
        (f"max_grade_difference = {10**400}", 3, "not a larger one"),
    ],
)
def test_players_and_numbers_of_a_file_are_refused_with_their_line(
    saved, capsys, rules, line, message
):
    path = saved(f'model = "godraw2015"\n[rules]\n{rules}\n')
    assert main(["draw", str(EVENING), "--model", str(path)]) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith(f"fastpair: {path}:{line}: ")
    assert message in errors
    assert errors.count("\n") == 1
