"""The rules of the tournament, and what is said of the event: shown in sentences, and changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.edits.rule_changes import rules_set
from ...app.edits.rule_sentences import event_sentences, groups_told, rule_sentences
from ...app.typed.as_typed import changes, event_as_typed, rules_as_typed
from ...app.typed.event import TypedEvent
from ...app.typed.values import AUTOMATIC, TypedRules, on_one_line
from ...errors import RuleError
from ..flags import typed_as_options
from .fields import fields_of, typed_as
from .parts import Part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...app.edits.locked_file import Edit, LockedFile
    from .asking import Asked
    from .held import State, Told

__all__ = ["RULES"]


class _Group(NamedTuple):
    """A McMahon group in the list."""

    id: str
    start: str
    grades: str
    players: int
    by_hand: str


def _rows(state: State, number: int) -> Mapping[str, _Group]:
    groups = (_Group(f"g{told.start}", *told) for told in groups_told(state.tournament))
    return {group.id: group for group in groups}


def _head(asked: Asked) -> Mapping[str, Any]:
    tournament = asked.state.tournament
    event, rules = event_as_typed(tournament.event), rules_as_typed(tournament.rules)
    return {
        "sentences": (*event_sentences(tournament.event), *rule_sentences(tournament)),
        "automatic": AUTOMATIC,
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

    options = [] if renamed is None else [*typed_as_options("name", renamed)]
    for typed in (rules, event):
        for field in fields_of(type(typed), values=typed):
            value = getattr(typed, field.name)
            options += () if value is None else typed_as_options(field.name, value)

    def work(held: LockedFile) -> Edit:
        return rules_set(held, rules, event, renamed)

    return asked.desk.held.change(asked.act("rules", *options), work)


RULES = Part(
    name="rules",
    title="Rules",
    by_round=False,
    rows=_rows,
    head=_head,
    acts={"change": _change},
)
"""What holds for all rounds."""
