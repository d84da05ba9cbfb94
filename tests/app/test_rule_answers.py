"""Every rule that is changed is answered, listed and on the page, whatever event it is of."""

from __future__ import annotations

import pytest

from fastpair.app.edits.settings import rule_sentences, rules_changed
from fastpair.app.forms.inputs import with_rules
from fastpair.app.forms.labels import CHOICES, FACTS_OF, NEW_FORMATS, groups_of, nearest_preset
from fastpair.errors import RuleError
from fastpair.go.tournament import PRESETS, Rules, Tournament, with_preset
from profiles import few

TYPED = ("2", "0.5", "1d", "3", "school", "SOS", "DE,WIN", "4d,1k", "baku", "none", "same", "")
"""What is typed where a rule has no choices: some of it is right for each."""


def events(preset):
    """An event of each format that the rules of a preset allow."""
    blank = Tournament(rules=with_preset(Rules(), preset), kind=PRESETS[preset].kind)
    for name in NEW_FORMATS:
        try:
            yield with_rules(blank, {"event_format": name}) if name else blank
        except RuleError:
            continue


def changes(event, name):
    """The events that differ from one in a rule, with what is answered."""
    fact = FACTS_OF["rules"][name]
    for value in [True, False] if fact.kind is bool else (*CHOICES.get(name, TYPED), "4d,1k"):
        try:
            done = rules_changed(event, {name: value}, {})
        except RuleError:
            continue
        if done.tournament.rules != event.rules:
            yield value, done


def fields_of(tournament):
    return {"preset", *(name for group in groups_of(tournament) for name in group.fields)}


@pytest.mark.parametrize("preset", few(PRESETS))
def test_a_rule_that_changes_is_answered_listed_and_on_the_page(preset):
    for event in events(preset):
        changed = set()
        sentences = {*rule_sentences(event)}
        for name in FACTS_OF["rules"]:
            for value, done in changes(event, name):
                case = name, value, event.rules.format
                assert str(done.summary) not in ("", "the rules have not changed"), case
                if name in changed:
                    continue
                changed.add(name)
                after = done.tournament
                if name != "event_format" or after.event_kind != event.event_kind:
                    assert {*rule_sentences(after)} != sentences, case
                usual = (
                    value == "usual" or name not in nearest_preset(after.rules, after.kind).stated
                )
                assert name in fields_of(after) or usual, case


@pytest.mark.parametrize("name", sorted({*FACTS_OF["rules"]} - {"preset"}))
def test_a_value_that_is_typed_changes_each_rule(name):
    presets = ("EGF", "Double-Swiss", "Swiss-Team")
    assert any(True for preset in presets for event in events(preset) for _ in changes(event, name))


@pytest.mark.parametrize(
    ("preset", "stated", "empty"),
    [
        ("EGF", {"categories": "4d,1k"}, "none"),
        ("EGF", {"seeding": "SOS"}, "same"),
        ("EGF", {"prizes": "SOS"}, "same"),
        ("EGF", {"never_same": "school"}, "none"),
        ("EGF", {"avoid_same": "school"}, "none"),
        ("FIDE", {"acceleration": "baku"}, "none"),
    ],
)
def test_an_optional_rule_is_cleared_by_its_word(preset, stated, empty):
    [(name, value)] = stated.items()
    event = Tournament(rules=with_preset(Rules(), preset), kind=PRESETS[preset].kind)
    changed = rules_changed(event, {name: value}, {}).tournament
    cleared = rules_changed(changed, {name: empty}, {})
    assert cleared.tournament == event
    assert str(cleared.summary).endswith(": none")
