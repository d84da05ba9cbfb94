"""The rules of the tournament, and what is said of the event: shown in sentences, and changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...app.edits.rule_changes import check_held, rules_changed
from ...app.edits.rule_sentences import event_sentences, rule_sentences, starting_groups
from ...app.typed.as_typed import changes, event_as_typed, rules_as_typed
from ...app.typed.values import TypedEvent, TypedRules, on_one_line
from ...errors import RuleError
from .advising import advice_on, advised
from .fields import fields_of, typed_as
from .parts import Part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...app.edits.locked_file import Edit, LockedFile
    from .asking import Asked
    from .held import State, Told

__all__ = ["RULES"]


def _rows(state: State, number: int) -> Mapping[str, Any]:
    return {}


def _head(asked: Asked) -> Mapping[str, Any]:
    tournament = asked.state.tournament
    event, rules = event_as_typed(tournament.event), rules_as_typed(tournament.rules)
    return {
        "sentences": (*event_sentences(tournament.event), *rule_sentences(tournament)),
        "groups": tuple(starting_groups(tournament)),
        "advice": len(advice_on(asked.state)),
        "name": tournament.name,
        "event": tuple(fields_of(TypedEvent, values=event)),
        "rules": tuple(fields_of(TypedRules, values=rules)),
    }


def _change(asked: Asked) -> Told:
    """Change what is typed otherwise than the browser shows it."""
    shown = asked.seen_state()
    if shown is None:
        raise RuleError("the page was too old; it is fresh now")
    was_event = event_as_typed(shown.tournament.event)
    was_rules = rules_as_typed(shown.tournament.rules)
    event = changes(typed_as(TypedEvent, asked.fields, was_event), was_event)
    rules = changes(typed_as(TypedRules, asked.fields, was_rules), was_rules)
    name = on_one_line(asked.fields.get("name", ""))
    renamed = name if name and name != shown.tournament.name else None

    def work(held: LockedFile) -> Edit:
        done = rules_changed(held.tournament, rules, event, renamed)
        check_held(held.document, done.tournament)
        return done

    return asked.desk.held.change(asked.act("rules"), work)


RULES = Part(
    name="rules",
    title="Rules",
    by_round=False,
    rows=_rows,
    head=_head,
    acts={"change": _change},
    panels={"advice": advised},
)
"""What holds for all rounds."""
