"""Setup: the rules and facts of a tournament by group, and suggestions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.edits.outcome import PLAYED_SCORES, UnconfirmedError
from ...app.edits.settings import describe_groups
from ...app.edits.teams import format_match_points
from ...app.forms.criteria import named_criteria, refuse_wrong_criterion
from ...app.forms.inputs import on_one_line, with_event, with_parameters, with_rules
from ...app.forms.labels import FACTS, FACTS_OF, groups_of, is_empty, label_of, nearest_preset
from ...app.forms.titles import offered_formats
from ...app.forms.value_texts import rules_as_stated
from ...app.round_states import in_ranges
from ...app.setup.setup import (
    ATTRIBUTE_RULES,
    AttributeRule,
    attribute_rule_texts,
    attribute_rules,
    bars_with_players,
    describe_moved_starts,
    describe_settings,
    players_by_grade,
    suggestions_for,
    usual_parameters,
    with_bar,
)
from ...errors import InputError, RuleError
from ...facts import as_stated
from ...report.chart import field_charts, histogram
from ...report.html import figures
from ...sentences import marked, phrase, phrase_many
from .criteria import (
    FREE_ROWS,
    criteria_choice,
    sent_criteria,
)
from .navigation import Part
from .rendering import full, id_of, localized
from .requests import EVEN_SO, handler, perform
from .store import Reply
from .text import (
    FormField,
    choices_of,
    fields_of,
    preset_choices,
    stated_in,
    text_of,
    translate,
    translate_count,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...app.actions.action import ActionContext
    from ...app.actions.apply import ActionResult
    from ...app.edits.settings import GroupDescription
    from ...app.setup.setup import GradeCount, Suggestion
    from ...go.tournament import Tournament
    from ...report.chart import Chart
    from .requests import PageRequest
    from .store import TournamentState


# ---- Suggestions ----


def _all_suggestions(state: TournamentState) -> Sequence[Suggestion]:
    """All advice by subject, found once for each state."""
    return state.view("advice", lambda: suggestions_for(state.tournament))


class _SuggestionLine(NamedTuple):
    """Advice of a kind, with the change that follows it."""

    id: str
    title: str
    sentences: tuple[str, ...]
    source: str
    players: tuple[tuple[str, str], ...]
    """Key and name of those whom it is about."""

    field: str
    value: str
    label: str
    """Of the button that makes the change; empty if there is none."""


def _suggestions(request: PageRequest) -> Sequence[_SuggestionLine]:
    """The advice that is not dismissed."""
    marks, by_key = request.state.marks, request.tournament.by_key
    lines = []
    for suggestion in _all_suggestions(request.state):
        if ("dismissed", suggestion.about) in marks:
            continue
        findings = suggestion.findings
        field, value = findings[0].change or ("", "")
        players = dict.fromkeys(key for finding in findings for key in finding.players)
        lines.append(
            _SuggestionLine(
                id=id_of("a", suggestion.about),
                title=translate(suggestion.title),
                sentences=tuple(full(finding.sentence) for finding in findings[:3]),
                source=translate(", ").join(dict.fromkeys(finding.source for finding in findings)),
                players=tuple((key, by_key[key].full_name) for key in players),
                field=field,
                value=value,
                label=_change_label(field, value),
            )
        )
    return lines


def _change_label(field: str, value: str) -> str:
    if field == "bar":
        return translate("Set bar to {grade}", grade=value)
    return translate("Use suggested groups") if field else ""


def _suggestion_named(request: PageRequest) -> str:
    """The suggestion that the form names."""
    for suggestion in _all_suggestions(request.state):
        if id_of("a", suggestion.about) == request.text("suggestion"):
            return suggestion.about
    raise RuleError(phrase("this suggestion is no longer there"))


def advised(request: PageRequest) -> Mapping[str, Any]:
    """The suggestions and the pictures of who plays, for the panel."""
    state = request.state
    return {
        "found": _suggestions(request),
        "pictures": state.view("field", lambda: figures(field_charts(state.tournament))),
    }


# ---- Players by grade and group ----


def grouped(request: PageRequest) -> Mapping[str, Any]:
    """The players by grade and by McMahon group, as they are or as a bar would make them, for the panel.

    Raises
    ------
    RuleError
        If the bar is no grade.
    """
    tournament, text = request.tournament, request.optional("bar")
    proposal = with_bar(tournament, text) if text else tournament
    bar, counts = proposal.rules.bar, players_by_grade(proposal)
    groups = [group for group in describe_groups(proposal) if group.players][::-1]
    return {
        "bar": str(bar),
        "is_asked": bar != tournament.rules.bar,
        "bars": [count.grade for count in counts if count.players],
        "groups": groups[::-1],
        "pictures": figures(_group_charts(counts, groups)) if counts else "",
    }


def _group_charts(
    counts: Sequence[GradeCount], groups: Sequence[GroupDescription]
) -> Iterator[Chart]:
    """Players by grade, and by group from the lowest on."""
    by_grade = {count.grade: count.players for count in reversed(counts)}
    yield histogram(translate("players by grade"), by_grade)
    by_group = {group.grades or f"by hand, {group.start}": group.players for group in groups}
    yield histogram(translate("players by McMahon group"), by_group)


class _Column(NamedTuple):
    """A grade in the chart of the players."""

    grade: str
    players: int
    x: int
    y: int
    height: int
    top: bool
    """Whether its players start in the top group."""


_HIGH, _STEP = 76, 24


def _columns(tournament: Tournament) -> Sequence[_Column]:
    """The players by grade, from the strongest."""
    counts = players_by_grade(tournament)
    most = max((count.players for count in counts), default=0)
    heights = [round(_HIGH * count.players / most) for count in counts]
    return [
        _Column(
            grade=count.grade,
            players=count.players,
            x=_STEP * place,
            y=14 + _HIGH - height,
            height=height,
            top=count.top,
        )
        for place, (count, height) in enumerate(zip(counts, heights, strict=True))
    ]


# ---- The groups of rules in a line each ----


def _dot(*parts: str) -> str:
    """Join parts to one line with dots between them."""
    line = " · ".join(filter(None, map(localized, parts)))
    return line[:1].upper() + line[1:]


def _settings_line(tournament: Tournament, group: str) -> str:
    """The settings of a group."""
    if group != "standings":
        return _dot(*describe_settings(tournament, group))
    rules = tournament.rules
    prizes = translate(", ").join(map(translate, named_criteria(tournament, rules.prizes)))
    return _dot(
        translate(", ").join(map(translate, named_criteria(tournament, rules.placement))),
        phrase("prizes: {criteria}", criteria=prizes) if prizes else "",
    )


def _rooms_line(state: TournamentState) -> str:
    tables = state.tables
    rooms = [f"{name} {each.start}–{each.stop - 1}" for name, each in tables.rooms.items()]
    closed = in_ranges(sorted(tables.closed))
    return _dot(
        translate(", ").join(rooms) or phrase("no rooms"),
        phrase("closed tables: {tables}", tables=closed) if closed else "",
        phrase_many("{count} fixed table", "{count} fixed tables", len(tables.fixed))
        if tables.fixed
        else "",
    )


# ---- The form of a group ----


def _form_fields(request: PageRequest, group: str) -> Sequence[FormField]:
    """The fields of a group, with entered values and errors."""
    tournament = request.tournament
    names = next((each.fields for each in groups_of(tournament) if each.name == group), ())
    preset = nearest_preset(tournament.rules, tournament.kind)
    if group == "preset":
        [field] = fields_of("rules", "preset")
        choices = field.choices if preset.name else preset_choices(field)
        form_fields = [field._replace(value=preset.name, choices=choices)]
    elif group == "advanced":
        values = as_stated(tournament.rules.pairing)
        usual = usual_parameters()
        form_fields = [*fields_of("parameters", values=values, defaults=usual)]
    else:
        form_fields = [
            _field(tournament, name, rules_as_stated(preset.rules, tournament.kind))
            for name in names
            if name not in (*ATTRIBUTE_RULES, "criteria")  # which have lists of their own
        ]
    if "groups" in names:
        about = translate("Lowest grade of each group, such as 4d,2d,1k, instead of the above.")
        form_fields.append(
            FormField("custom_groups", translate("Custom groups"), about, "", (), "text")
        )
    reply = request.reply
    if reply is None:
        return form_fields
    return [
        each._replace(
            value=request.fields.get(each.name, each.value), error=reply.errors.get(each.name, "")
        )
        for each in form_fields
    ]


_MOST_ROWS = 50


def _attribute_rules(request: PageRequest) -> Sequence[AttributeRule]:
    """The rows of the table: those that were sent, or the rules, with some to fill in."""
    rules, fields = request.tournament.rules, request.fields
    if request.reply is not None and "same0" in fields:
        rows = list(_sent_rules(fields))
    else:
        own = _own_attributes()
        rows = [
            rule._replace(attribute=own.get(rule.attribute, rule.attribute))
            for rule in attribute_rules(rules)
        ]
    return [*rows, *[AttributeRule("", "never_same", "", True)] * FREE_ROWS]


def _own_attributes() -> Mapping[str, str]:
    """What the attributes that every player has are called on the page, by their names in rules."""
    return {"club": translate("Club"), "country": translate("Country")}


def _sent_rules(fields: Mapping[str, str]) -> Iterator[AttributeRule]:
    """The rows of the table that were sent, without the empty ones."""
    own = {title.casefold(): name for name, title in _own_attributes().items()}
    for row in range(_MOST_ROWS):
        attribute = on_one_line(fields.get(f"same{row}", ""))
        if attribute:
            yield AttributeRule(
                own.get(attribute.casefold(), attribute),
                fields.get(f"same{row}_how", "never_same"),
                fields.get(f"same{row}_until", "").strip(),
                fields.get(f"same{row}_top") == "yes",
                fields.get(f"same{row}_since", "").strip(),
            )


def _attribute_names(tournament: Tournament) -> Sequence[str]:
    """The attributes that players have."""
    found = {name for player in tournament.players for name in player.attributes}
    return [*_own_attributes().values(), *sorted(found)]


def _field(tournament: Tournament, name: str, usual: Mapping[str, Any]) -> FormField:
    """A field of the name, the event or the rules."""
    if name == "name":
        return FormField(name, translate(label_of(name)), "", tournament.name, (), "text")
    if name in FACTS_OF["event"]:
        [form_field] = fields_of("event", name, values=as_stated(tournament.event))
        return form_field
    values = rules_as_stated(tournament.rules, tournament.kind)
    [form_field] = fields_of("rules", name, values=values, defaults=usual)
    if name in ("event_format", "schedule"):
        new = (
            offered_formats(tournament.event_kind) if name == "event_format" else ("fide", "berger")
        )
        offered = (form_field.value, *new)
        return form_field._replace(
            choices=tuple(choice for choice in form_field.choices if choice[0] in offered)
        )
    if name == "groups":
        value = values.get("groups", "none")
        return form_field._replace(value=value, choices=choices_of(name, value, "none"))
    if name in ("bar", "floor", "even_from"):
        default = {"bar": "", "floor": "20k"}.get(name, text_of(usual["even_from"]))
        return form_field._replace(choices=tuple(_grades(tournament, name, default)))
    return form_field._replace(value="") if is_empty(name, form_field.value) else form_field


def _grades(tournament: Tournament, name: str, default: str) -> Iterator[tuple[str, str]]:
    """The grades that can be chosen; of the bar with how many players reach it."""
    for grade, count in bars_with_players(tournament).items():
        if name == "bar" and count:
            text = translate_count(
                "{grade} ({count} player)", "{grade} ({count} players)", count, grade=grade
            )
        elif grade == default:
            text = translate("{choice} (default)", choice=grade)
        else:
            text = grade
        yield grade, text


# ---- What a form changes ----


class _FormChanges(NamedTuple):
    """The edited values of a form, and the errors by field."""

    values: dict[str, Any]
    errors: dict[str, str]


def _read(
    record: str,
    form: Mapping[str, str],
    current: Mapping[str, Any],
    apply: Callable[[dict[str, Any]], object],
) -> _FormChanges:
    """The edited values of a record of `FACTS_OF` in a form.

    Parameters
    ----------
    current
        What the browser shows.
    apply
        Makes a tournament of one of the values alone, or refuses it.
    """
    found = _FormChanges({}, {})
    for name in FACTS_OF[record]:
        now = current.get(name)
        if name not in form or form[name].strip() == (text_of(now) or _EMPTY.get(name, "")):
            continue
        try:
            value = stated_in(record, {name: form[name]}, current).get(name)
            if value is None or value == now:
                continue
            apply({name: value})
        except RuleError as error:
            if _is_of_field(error, name):
                found.errors[name] = _field_error(error, name)
                continue
        found.values[name] = value
    return found


_EMPTY = {"groups": "none"}
"""What a form shows of values that are not known."""


def _is_of_field(error: RuleError, name: str) -> bool:
    """Whether an error is of a field alone, and not of what it makes of others."""
    about = error.message.about
    alone = error.code != "contradiction" and name not in ("begins", "ends")
    return not isinstance(error, UnconfirmedError) and (about == name or (not about and alone))


def _field_error(error: RuleError, name: str) -> str:
    """The error of a field, and what is valid."""
    if isinstance(error, InputError) and (expected := FACTS[name].expected):
        return translate(expected)
    if isinstance(error, InputError) and error.kind is int:
        return translate("Enter a whole number.")
    return _without_label(error)


def _without_label(error: RuleError) -> str:
    """The error without the label of its field."""
    return full(error.message.alone(*error.message.remedies))


def _seen_tournament(request: PageRequest) -> Tournament:
    """The tournament that the browser shows; refused if it is no longer known."""
    state = request.seen_state()
    if state is None:
        raise RuleError(phrase("the page was too old; it is fresh now"))
    return state.tournament


def _change(request: PageRequest) -> Reply:
    """Save the fields that were edited.

    A form shows a group of the rules, and is shown again with all that is wrong at its fields, so that it
    is read field by field.
    """
    tournament, form = _seen_tournament(request), dict(request.fields)
    if custom := form.get("custom_groups", "").strip():
        form["groups"] = custom
    form |= {
        name: fact.empty
        for name, fact in FACTS.items()
        if fact.empty and form.get(name, "?").strip() == ""
    }
    if "same0" in form:
        form |= attribute_rule_texts(_sent_rules(form))
    if "criterion0" in form:
        form["criteria"] = ", ".join(sent_criteria(form))
    rules = _read(
        "rules",
        form,
        rules_as_stated(tournament.rules, tournament.kind),
        lambda values: with_rules(tournament, values),
    )
    event = _read(
        "event", form, as_stated(tournament.event), lambda values: with_event(tournament, values)
    )
    errors = rules.errors | event.errors
    if "criterion0" in form and "criteria" in errors:
        try:
            refuse_wrong_criterion(tournament, sent_criteria(form))
        except RuleError as error:
            errors["criteria"] = localized(error)
    if custom and "groups" in errors:
        errors["custom_groups"] = errors.pop("groups")
    name = on_one_line(form.get("name", ""))
    if "name" in form and not name:
        errors["name"] = translate("Enter a name.")
    if errors:
        return _refuse(request, {**_contradiction(tournament, rules.values), **errors})
    renamed = name if name and name != tournament.name else None
    changed = [*rules.values, *event.values, *(["name"] if renamed else [])]
    if not changed:
        return Reply(lines=(phrase("Nothing was changed."),))
    values = {"rules": rules.values, "event": event.values, "name": renamed}
    try:
        return perform(request, "rules", values, amend=_summarize_changes(changed))
    except UnconfirmedError as error:
        if any(each.code != PLAYED_SCORES for each in error.questions):
            raise
        return _question(request, rules.values)
    except RuleError as error:
        found = _error_by_field(error)
        if not form.keys() & found.keys():
            raise
        return _refuse(request, found)


def _contradiction(tournament: Tournament, values: Mapping[str, Any]) -> Mapping[str, str]:
    """The errors of values that contradict each other."""
    try:
        with_rules(tournament, values)
    except RuleError as error:
        return _error_by_field(error)
    return {}


def _error_by_field(error: RuleError) -> Mapping[str, str]:
    """An error by the field that it is about."""
    about = error.message.about or (str(error.place[-1]) if error.place else "")
    return {about: _without_label(error)} if about else {}


def _refuse(request: PageRequest, errors: Mapping[str, str]) -> Reply:
    """Refuse a form, with all that is wrong with it at its fields, or in words if it shows none."""
    if "edit" not in request.fields:
        lines = (
            translate(": ").join((translate(label_of(name)), error))
            for name, error in errors.items()
        )
        return Reply(refusal=" ".join(lines))
    message = phrase_many(
        "{count} value cannot be saved", "{count} values cannot be saved", len(errors)
    )
    return Reply(refusal=message, errors=errors)


def _summarize_changes(
    changed: Sequence[str],
) -> Callable[[ActionContext, ActionResult], ActionResult]:
    """Say in one line what is changed."""
    labels = translate(", ").join(translate(label_of(name)) for name in changed)

    def amend(context: ActionContext, done: ActionResult) -> ActionResult:
        return replace(done, said=(phrase("Saved: {labels}", labels=labels),))

    return amend


def _question(request: PageRequest, rules: Mapping[str, Any]) -> Reply:
    """Ask whether scores of rounds that are played change."""
    return Reply(
        refusal=describe_moved_starts(request.tournament, rules),
        confirmation={**request.fields, EVEN_SO: "yes"},
        agree=phrase("Save changes"),
    )


def _set_parameters(request: PageRequest) -> Reply:
    """Save the edited parameters of the weights of OpenGotha."""
    tournament = _seen_tournament(request)
    found = _read(
        "parameters",
        request.fields,
        as_stated(tournament.rules.pairing),
        lambda values: with_parameters(tournament, values),
    )
    if found.errors:
        return _refuse(request, found.errors)
    if not found.values:
        return Reply(lines=(phrase("Nothing was changed."),))
    values = {"parameters": found.values}
    return perform(request, "parameters", values, amend=_summarize_changes([*found.values]))


# ---- The part of the page ----


def _teams_line(tournament: Tournament) -> str:
    """How teams play, in a line; empty if none do."""
    play = tournament.team_play
    if play is None:
        return ""
    teams = phrase_many("{count} team", "{count} teams", len(play.teams))
    boards = phrase_many(
        "{teams} of {count} board", "{teams} of {count} boards", play.size, teams=teams
    )
    points = phrase(
        "match points of a win, a draw and a loss: {points}", points=format_match_points(play)
    )
    order = translate(", ").join(map(translate, named_criteria(tournament, play.placement)))
    return " · ".join((localized(boards), play.board_colours, localized(points), order))


def _head(request: PageRequest) -> Mapping[str, Any]:
    tournament, reply = request.tournament, request.reply
    editing = request.fields.get("edit", "") if reply is None or reply.refusal else ""
    starts = [*describe_groups(tournament)] if editing == "groups" else []
    return {
        "groups": [
            (group, _settings_line(tournament, group.name)) for group in groups_of(tournament)
        ],
        "rooms": _rooms_line(request.state),
        "advanced": _settings_line(tournament, "advanced"),
        "preset": nearest_preset(tournament.rules, tournament.kind),
        "editing": editing,
        "fields": _form_fields(request, editing) if editing else (),
        "same": _attribute_rules(request) if editing == "pairing" else (),
        "attributes": _attribute_names(tournament) if editing == "pairing" else (),
        **criteria_choice(request, shown=editing == "standings"),
        "same_error": ""
        if reply is None
        else " ".join(reply.errors.get(how, "") for how in ATTRIBUTE_RULES).strip(),
        "columns": _columns(tournament) if editing == "groups" else (),
        "starts": starts,
        "suggestions": _suggestions(request),
        "teams": _teams_line(tournament),
    }


RULES = Part(
    name="rules",
    phase="setup",
    title=marked("Setup"),
    by_round=False,
    head=_head,
    acts={
        "change": _change,
        "parameters": _set_parameters,
        "dismiss": handler("mark", kind="dismissed", about=_suggestion_named),
    },
    panels={"advice": advised},
)
"""What holds for all rounds."""
