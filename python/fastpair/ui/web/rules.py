"""Rules, advice and prizes."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.edits.settings import (
    PRIZE_FIELDS,
    describe_groups,
    event_sentences,
    planned,
    rule_sentences,
)
from ...app.history.records import plan_of
from ...app.inputs import (
    AUTOMATIC,
    EventInput,
    PairingInput,
    RulesInput,
    changes,
    make_event_input,
    make_pairing_input,
    make_rules_input,
    on_one_line,
)
from ...app.reports.standings import awards_of
from ...errors import FastpairError, RuleError
from ...go.tournament import Grade
from ...insight.advice import advice
from ...report.chart import field_charts, histogram
from ...report.html import figures
from ...report.pages import no_prizes_sheet, prizes_sheet
from ...sentences import marked, message_of, phrase
from .actions import perform
from .rendering import Part, id_of
from .text import fields_of, parse_form, translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...app.edits.settings import GroupDescription
    from ...insight.advice import Finding
    from ...report.chart import Chart
    from ...report.pages import Translate
    from ...report.sheet import Sheet
    from .requests import PageRequest
    from .store import Reply, TournamentState


def advice_on(state: TournamentState) -> Sequence[Finding]:
    """All advice, found once for each state."""
    return state.view("advice", lambda: tuple(advice(state.tournament)))


def advised(request: PageRequest) -> Mapping[str, Any]:
    """The advice and the pictures of who plays, for the panel."""
    state = request.state
    return {
        "advice": advice_on(state),
        "pictures": state.view("field", lambda: figures(field_charts(state.tournament))),
    }


def grouped(request: PageRequest) -> Mapping[str, Any]:
    """The players by grade and by McMahon group, as they are or as a bar would make them, for the panel.

    Raises
    ------
    RuleError
        If the bar is no grade.
    """
    tournament, typed = request.state.tournament, request.fields.get("bar", "").strip()
    rules = tournament.rules
    if typed:
        try:
            bar = Grade.parse(typed)
        except ValueError as error:
            raise RuleError(message_of(error), about="bar") from error
        rules = replace(rules, bar=bar, floor=min(bar, rules.floor))
    shown = replace(tournament, rules=rules)
    counts = Counter(int(player.grade) for player in tournament.players)
    groups = [group for group in describe_groups(shown) if group.players][::-1]
    return {
        "bar": str(rules.bar),
        "is_asked": rules.bar != tournament.rules.bar,
        "bars": [str(Grade(grade)) for grade in sorted(counts, reverse=True)],
        "groups": groups[::-1],
        "pictures": figures(_group_charts(counts, groups)) if counts else "",
    }


def _group_charts(counts: Mapping[int, int], groups: Sequence[GroupDescription]) -> Iterator[Chart]:
    """Players by grade, and by group from the lowest on."""
    across = range(min(counts), max(counts) + 1)
    yield histogram(
        translate("players by grade"), {str(Grade(grade)): counts.get(grade, 0) for grade in across}
    )
    by_group = {group.grades or f"by hand, {group.start}": group.players for group in groups}
    yield histogram(translate("players by McMahon group"), by_group)


class _Group(NamedTuple):
    """A McMahon group in the list."""

    id: str
    start: str
    grades: str
    players: int
    by_hand: str


def _rows(state: TournamentState, number: int) -> Mapping[str, _Group]:
    groups = (_Group(id_of("g", told.start), *told) for told in describe_groups(state.tournament))
    return {group.id: group for group in groups}


def _head(request: PageRequest) -> Mapping[str, Any]:
    tournament = request.state.tournament
    event, rules = make_event_input(tournament.event), make_rules_input(tournament.rules)
    return {
        "sentences": (*event_sentences(tournament.event), *rule_sentences(tournament)),
        "automatic": AUTOMATIC,
        "advice": len(advice_on(request.state)),
        "name": tournament.name,
        "event": tuple(fields_of(EventInput, values=event)),
        "rules": tuple(fields_of(RulesInput, values=rules)),
        "parameters": tuple(
            fields_of(PairingInput, values=make_pairing_input(tournament.rules.pairing))
        ),
    }


def _change(request: PageRequest) -> Reply:
    """Change what is typed otherwise than the browser shows it."""
    shown = request.seen_state()
    if shown is None:
        raise RuleError(phrase("the page was too old; it is fresh now"))
    was_event = make_event_input(shown.tournament.event)
    was_rules = make_rules_input(shown.tournament.rules)
    event = changes(parse_form(EventInput, request.fields, was_event), was_event)
    rules = changes(parse_form(RulesInput, request.fields, was_rules), was_rules)
    name = on_one_line(request.fields.get("name", ""))
    renamed = name if name and name != shown.tournament.name else None

    values = {"rules": _stated(rules), "event": _stated(event), "name": renamed}
    return perform(request, "rules", values)


def _set_parameters(request: PageRequest) -> Reply:
    """Change those parameters of OpenGotha's weights that are typed otherwise than they are shown."""
    shown = request.seen_state()
    if shown is None:
        raise RuleError(phrase("the page was too old; it is fresh now"))
    was = make_pairing_input(shown.tournament.rules.pairing)
    typed = changes(parse_form(PairingInput, request.fields, was), was)
    return perform(request, "parameters", {"parameters": _stated(typed)})


def _stated(typed: RulesInput | EventInput | PairingInput) -> dict[str, Any]:
    """What is entered, by name."""
    return {name: value for name, value in asdict(typed).items() if value is not None}


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


def prizes_given(request: PageRequest, _: Translate) -> Sheet:
    """The prizes as they stand after a round.

    Raises
    ------
    FormatError, RuleError
        If the plan cannot be read, or asks for what no prize has.
    """
    file = request.server.store.file
    if planned(file):
        given = awards_of(file, plan_of(file), request.number, lambda _: None, provisional=True)
        return prizes_sheet(*given, _)
    return no_prizes_sheet(request.state.tournament.name, request.number, _)


def _prize_rows(state: TournamentState, number: int) -> Mapping[str, Any]:
    return {}


def _prize_head(request: PageRequest) -> Mapping[str, Any]:
    plan: tuple[Mapping[str, Any], ...] = ()
    try:
        plan = planned(request.server.store.file)
        sheet, refused = prizes_given(request, translate), ""
    except FastpairError as error:
        sheet, refused = None, error.message
    return {"plan": plan, "sheet": sheet, "refused": refused}


def _set(request: PageRequest) -> Reply:
    """Plan a prize, change one, or take it out of the plan."""
    typed: dict[str, str] | None = None
    if "take_out" not in request.fields:
        names = (*PRIZE_FIELDS, "shared")
        typed = {name: request.fields[name] for name in names if name in request.fields}
    was = request.fields.get("was", "")
    return perform(request, "prizes", {"at": request.integer("at"), "was": was, "prize": typed})


PRIZES = Part(
    name="prizes",
    title=marked("Prizes"),
    rows=_prize_rows,
    head=_prize_head,
    acts={"set": _set},
)
"""Who gets what."""
