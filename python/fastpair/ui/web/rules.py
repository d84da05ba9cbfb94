"""The rules of the tournament, and what is said of the event: shown in sentences, and changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.edits.rule_changes import parameters_set, rules_set
from ...app.edits.rule_sentences import event_sentences, groups_told, rule_sentences
from ...app.typed.as_typed import changes, event_as_typed, rules_as_typed
from ...app.typed.event import TypedEvent
from ...app.typed.pairing import TypedPairing, pairing_as_typed
from ...app.typed.values import AUTOMATIC, TypedRules, on_one_line
from ...errors import RuleError
from ...parameters import parameters, walk
from ...sentences import marked, phrase
from ..flags import typed_as_options
from .advising import advice_on, advised
from .fields import fields_of, typed_as
from .parts import Part, id_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...app.edits.locked_file import Edit, LockedFile
    from .asking import Asked
    from .held import State, Told


class _Group(NamedTuple):
    """A McMahon group in the list."""

    id: str
    start: str
    grades: str
    players: int
    by_hand: str


def _rows(state: State, number: int) -> Mapping[str, _Group]:
    groups = (_Group(id_of("g", told.start), *told) for told in groups_told(state.tournament))
    return {group.id: group for group in groups}


def _head(asked: Asked) -> Mapping[str, Any]:
    tournament = asked.state.tournament
    event, rules = event_as_typed(tournament.event), rules_as_typed(tournament.rules)
    return {
        "sentences": (*event_sentences(tournament.event), *rule_sentences(tournament)),
        "automatic": AUTOMATIC,
        "advice": len(advice_on(asked.state)),
        "name": tournament.name,
        "event": tuple(fields_of(TypedEvent, values=event)),
        "rules": tuple(fields_of(TypedRules, values=rules)),
        "parameters": tuple(
            fields_of(TypedPairing, values=pairing_as_typed(tournament.rules.pairing))
        ),
    }


def _change(asked: Asked) -> Told:
    """Change what is typed otherwise than the browser shows it."""
    shown = asked.seen_state()
    if shown is None:
        raise RuleError(phrase("the page was too old; it is fresh now"))
    was_event = event_as_typed(shown.tournament.event)
    was_rules = rules_as_typed(shown.tournament.rules)
    event = changes(typed_as(TypedEvent, asked.fields, was_event), was_event)
    rules = changes(typed_as(TypedRules, asked.fields, was_rules), was_rules)
    name = on_one_line(asked.fields.get("name", ""))
    renamed = name if name and name != shown.tournament.name else None

    options = () if renamed is None else typed_as_options("name", renamed)

    def work(held: LockedFile) -> Edit:
        return rules_set(held, rules, event, renamed)

    return asked.desk.held.change(
        asked.act("rules", *options, *_options(rules), *_options(event)), work
    )


def _set_parameters(asked: Asked) -> Told:
    """Change those parameters of OpenGotha's weights that are typed otherwise than they are shown."""
    shown = asked.seen_state()
    if shown is None:
        raise RuleError(phrase("the page was too old; it is fresh now"))
    was = pairing_as_typed(shown.tournament.rules.pairing)
    typed = changes(typed_as(TypedPairing, asked.fields, was), was)
    act = asked.act("parameters", *_options(typed))
    return asked.desk.held.change(act, lambda held: parameters_set(held, typed))


def _options(typed: TypedRules | TypedEvent | TypedPairing) -> Iterator[str]:
    """What is typed as options of the command."""
    for name, _ in walk(parameters(type(typed))):
        value = getattr(typed, name)
        if value is not None:
            yield from typed_as_options(name, value)


RULES = Part(
    name="rules",
    title=marked("Rules"),
    by_round=False,
    rows=_rows,
    head=_head,
    acts={"change": _change, "parameters": _set_parameters},
    panels={"advice": advised},
)
"""What holds for all rounds."""
