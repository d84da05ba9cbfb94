"""The rules of a tournament on the page: shown, changed, and refused."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import get_args

import pytest

from browsing import base
from commands import do
from congress_files import save
from fastpair.app.forms.inputs import with_rules
from fastpair.app.forms.labels import CHOICES, label_of
from fastpair.app.forms.titles import describe_method
from fastpair.app.history.entries import digest_of
from fastpair.errors import InputError, RuleError
from fastpair.formats import read
from fastpair.go.tournament import (
    Criterion,
    FideRules,
    Grade,
    Rules,
    SystemName,
    Tournament,
    with_preset,
)
from fastpair.pairing.generator import generate
from fastpair.report.languages import LANGUAGES
from fastpair.sentences import phrase
from fastpair.ui.web.rules import _field_error
from pages import director_of
from repository import ROOT
from serving import served


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "congress.xml"
    path.write_bytes((ROOT / "examples" / "congress.xml").read_bytes())
    return path


@pytest.fixture
def director(file):
    with director_of(file) as browser:
        yield browser


GROUPS = ("event", "time", "groups", "handicap", "points", "pairing", "standings", "participants")


def shown(director, *groups):
    """The fields of the forms as the page fills them."""
    typed = {}
    for group in groups or GROUPS:
        text = director.get("/rules/1", params={"edit": group}).text
        text = text[text.index('id="edited"') :]
        text = text[: text.index("</form>")]
        typed |= dict(re.findall(r'<input id="[^"]+" name="(\w+)"[^>]* value="([^"]*)"', text))
        for name, options in re.findall(
            r'<select id="[^"]+" name="(\w+)".*?>(.*?)</select>', text, re.S
        ):
            chosen = re.search(r'<option value="([^"]*)" selected', options)
            typed[name] = chosen[1] if chosen else ""
    return {name: unescape(value) for name, value in typed.items()}


def errors(answer):
    """What is wrong with each field, by its label."""
    found = re.findall(
        r'<p class="field wrong[^>]*><label[^>]*>([^<]*)</label>.*?class="error"[^>]*>([^<]*)<',
        answer.text,
        re.S,
    )
    return {unescape(label): unescape(error) for label, error in found}


@pytest.mark.parametrize(("criteria", "line"), [("MMS", "absence ½"), ("NBW", "absence 0")])
def test_the_overview_says_the_points_of_an_absence_by_the_score_that_counts(file, criteria, line):
    do("rules", file, "--criteria", criteria, "--even-so")
    with director_of(file) as director:
        assert line in director.get("/rules/1").text


def test_the_form_changes_nothing_by_itself(director, file):
    before = file.read_bytes()
    answer = director.do("/rules/1/change", **shown(director))
    assert "Nothing was changed" in answer
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("group", "typed", "label", "said"),
    [
        ("time", {"rounds": ""}, "Rounds", "Enter a number from 1 to 99."),
        ("groups", {"floor": "9d"}, "Floor", "The floor, 9d, is above the bar, 4d."),
        ("groups", {"custom_groups": "x"}, "Custom groups", "Enter the lowest grade of each group"),
        ("handicap", {"even_at_bar": "perhaps"}, "Even games at the bar", "yes or no"),
        ("event", {"name": " "}, "Name", "Enter a name."),
        (
            "advanced",
            {"club_groups": "x"},
            "Groups to avoid the same club",
            "Enter a whole number.",
        ),
    ],
)
def test_what_cannot_be_right_is_refused_at_its_field(director, file, group, typed, label, said):
    before, fields = file.read_bytes(), {**shown(director, group), **typed}
    act = "parameters" if group == "advanced" else "change"
    answer = director.send(f"/rules/1/{act}", {**fields, "edit": group})
    assert said in errors(answer)[label]
    assert "1 value cannot be saved" in answer.text
    assert file.read_bytes() == before


def test_all_that_is_wrong_is_said_at_once(director):
    typed = {"bar": "2d", "floor": "5d", "custom_groups": "x"}
    answer = director.send(
        "/rules/1/change", {**shown(director, "groups"), **typed, "edit": "groups"}
    )
    assert [*errors(answer)] == ["Floor", "Custom groups"]


def test_a_saved_group_is_closed_and_said_in_its_line(director):
    fields = {**shown(director, "points"), "absence": "1", "edit": "points"}
    answer = director.send("/rules/1/change", {**fields, "even_so": "yes"})
    assert 'id="edited"' not in answer.text
    assert "Saved: Points for an absence." in answer.text
    assert "absence 1" in answer.text


def test_a_form_opens_in_place_and_names_its_defaults(director):
    page = director.get("/rules/1", params={"edit": "groups"}).text
    assert page.count('id="edited"') == 1
    assert ">20k (default)<" in page
    assert 'class="hist"' in page
    assert ">Cancel<" in page


def test_what_differs_from_the_preset_is_named(tmp_path):
    file = tmp_path / "fresh.json"
    save(generate(20, 5, seed=1), file)
    with director_of(file) as director:
        director.do("/rules/1/change", preset="EGF")
        page = director.get("/rules/1").text
        assert "Preset: European Go Federation" in page
        assert "Different from the preset" not in page
        director.do("/rules/1/change", jigo="1")
        page = director.get("/rules/1").text
        assert "Different from the preset European Go Federation: Points for a jigo" in page


def test_a_suggestion_is_applied_or_dismissed(tmp_path):
    file = tmp_path / "high.xml"
    tournament = generate(60, 5, seed=2)
    save(tournament, file)
    with director_of(file) as director:
        director.do("/rules/1/change", bar="9d")
        page = director.get("/rules/1").text
        grade = re.search(r'name="bar" value="(\w+)">Set bar to \1<', page)[1]
        count = page.count('name="suggestion"')
        dismissed = re.search(r'name="suggestion" value="(\w+)"', page)[1]
        director.do("/rules/1/dismiss", suggestion=dismissed)
        page = director.get("/rules/1").text
        assert page.count('name="suggestion"') == count - 1
        assert "no longer there" in director.refused("/rules/1/dismiss", suggestion="a0")
        director.do("/rules/1/change", bar=grade)
        assert str(read(file).tournament.rules.bar) == grade


def test_a_group_is_edited_in_place(tmp_path, chromium):
    """An error gets the keyboard; what others change leaves alone what is typed; what is saved closes."""
    file = tmp_path / "fresh.json"
    save(generate(20, 5, seed=1), file)
    with served(file) as server, chromium.new_page() as page:
        page.set_default_timeout(20000)
        page.goto(server.addresses.director)
        page.goto(f"{base(server)}/rules/1")
        page.get_by_role("link", name="Edit: Event").click()
        page.get_by_label("Country").fill("Atlantis")
        page.get_by_role("button", name="Save changes").click()
        page.locator("#edited .error").wait_for()
        assert page.evaluate("document.activeElement.name") == "country"
        page.get_by_label("Country").fill("DE")
        page.locator("h1").click()
        do("rules", file, "--jigo", "1")
        page.locator("#state").and_(
            page.locator(f'[data-seen^="{digest_of(file.read_bytes())[:8]}"]')
        ).wait_for(state="attached")
        assert page.get_by_label("Country").input_value() == "DE"
        page.get_by_role("button", name="Save changes").click()
        page.locator("#edited").wait_for(state="detached")
        assert "edit=" not in page.url
        page.get_by_text("Saved: Country.").wait_for()
    assert read(file).tournament.event.country == "DE"


def test_what_is_valid_in_a_field_is_said_whatever_the_error_says():
    """The kind of an error counts, not its words."""
    unreadable = InputError(phrase("is no grade"), about="bar")
    assert _field_error(unreadable, "bar") == "Enter a grade from 30k to 9d."
    assert _field_error(InputError(phrase("is no number"), kind=int), "random") == (
        "Enter a whole number."
    )
    other = RuleError(phrase("expected another bar with these players"), about="bar")
    assert _field_error(other, "bar") == "Expected another bar with these players."


def test_every_system_of_fide_is_in_the_menu_by_its_name(tmp_path):
    path = tmp_path / "open.json"
    names = [name for name in get_args(SystemName) if Rules(system=name).by_fide]
    save(Tournament(kind="swiss", rules=with_preset(Rules(), "FIDE")), path)
    with director_of(path) as director:
        page = director.get("/rules/1", params={"edit": "pairing"}).text
    choices = dict(re.findall(r'<option value="([\w-]+)"[^>]*>([^<]+)', page))
    assert names
    assert all("system of FIDE" in choices.get(name, "") for name in names)
    assert all("system of FIDE" in describe_method(name) for name in names)


OF_ALL = {"order", "acceleration", "initial_colour"}
OF_MATCHES = {*OF_ALL, "next_bracket"}
OF_TEAMS = {"colour_preferences", "team_score", "team_secondary", "last_preference"}


@pytest.mark.parametrize(
    ("preset", "own"),
    [
        ("FIDE", OF_ALL),
        ("Burstein", OF_ALL),
        ("Dubov", OF_ALL),
        ("Double-Swiss", {*OF_MATCHES, "baku_points"}),
        ("Swiss-Team", {*OF_MATCHES, *OF_TEAMS}),
        ("Chess", set()),
    ],
)
def test_setup_has_the_parameters_of_the_system_in_words(tmp_path, preset, own):
    """Others are refused by name, with the systems that have them."""
    path = tmp_path / "open.json"
    rules = with_preset(Rules(), preset)
    save(Tournament(kind="swiss", rules=rules), path)
    words = [name for name in vars(FideRules()) if name in own and name != "acceleration"]
    with director_of(path) as director:
        page = director.get("/rules/1", params={"edit": "pairing"}).text
        found = {name for name in vars(FideRules()) if re.search(f'name="{name}"', page)}
        assert found == own
        for name in words:
            menu = re.search(f'<select[^>]*name="{name}".*?</select>', page, re.DOTALL)[0]
            choices = dict(re.findall(r'<option value="([\w-]+)"[^>]*>([^<]+)', menu))
            assert choices.keys() == CHOICES[name].keys()
            assert label_of(name) in page
            last = [*choices][-1]
            director.do("/rules/1/change", edit="pairing", **{name: last})
            assert getattr(read(path).tournament.rules.fide, name) == last
    for name in vars(FideRules()).keys() - own - OF_ALL:
        value = [*CHOICES[name]][-1]
        with pytest.raises(RuleError, match="choose one of the systems that have it") as error:
            with_rules(Tournament(kind="swiss", rules=rules), {name: value})
        assert error.value.message.about == name


def test_words_of_files_are_empty_fields_or_words_of_the_page(tmp_path):
    path = tmp_path / "open.json"
    rules = replace(Rules(rounds=3), category_limits=(Grade(0),), prizes=(Criterion.WINS,))
    save(replace(generate(8, 3, seed=1), rules=rules), path)
    with director_of(path) as director:
        director.client.cookies.set("language", "de")
        for group, name in (("participants", "categories"), ("standings", "prizes")):
            director.do("/rules/1/change", edit=group, **{name: ""})
            page = director.get("/rules/1", params={"edit": group}).text
            assert re.search(rf'name="{name}"[^>]* value=""', page)
            director.do("/rules/1/change", edit=group, **{name: ""})
        director.do("/rules/1/change", edit="pairing", same0="Verein", same1="Schule")
        page = director.get("/rules/1", params={"edit": "pairing"}).text
    changed = read(path).tournament.rules
    assert (changed.category_limits, changed.prizes) == ((), ())
    assert [same.attribute for same in changed.never_same] == ["club", "Schule"]
    assert re.findall(r'name="same\d" value="([^"]+)"', page) == ["Verein", "Schule"]
    assert '<option value="Land">' in page


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_a_menu_with_long_choices_has_a_row_of_its_own(director, code):
    """Half a row has room for 23 letters at 1200 pixels."""
    director.client.cookies.set("language", code)
    page = unescape(director.get("/rules/1", params={"edit": "pairing"}).text)
    fields = re.findall(
        r'<p class="(field[^"]*)">(?:(?!</p>).)*?<select(.*?)</select>', page, re.DOTALL
    )
    assert fields
    for classes, choices in fields:
        longest = max(map(len, re.findall(r"<option[^>]*>([^<]*)<", choices)))
        assert longest <= 23 or "whole" in classes.split(), choices
