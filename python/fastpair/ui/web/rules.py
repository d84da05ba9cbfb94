"""Setup: the rules and facts of a tournament by group, and suggestions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.creation import with_default_preset
from ...app.criteria import named_criteria, refuse_wrong_criterion
from ...app.edits.outcome import PLAYED_SCORES, UnconfirmedError
from ...app.edits.settings import describe_groups, time_sentence
from ...app.inputs import (
    RuleFacts,
    on_one_line,
    stated_parameters,
    with_event,
    with_parameters,
    with_rules,
)
from ...app.labels import (
    CHOICES,
    FACTS,
    describe_same,
    describe_value,
    groups_of,
    label_of,
)
from ...app.rounds import in_ranges
from ...app.value_texts import rules_as_stated
from ...errors import InputError, RuleError
from ...facts import as_stated, facts, tell
from ...go.tournament import (
    Colours,
    Event,
    Grade,
    PairingRules,
    Rules,
    starting_scores,
)
from ...go.tournament.presets import PRESETS, with_preset
from ...go.tournament.written import NONE
from ...insight.advice import AdviceKind, advice
from ...report.chart import field_charts, histogram
from ...report.html import figures
from ...report.sheet import format_number
from ...sentences import marked, message_of, phrase, phrase_many
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

    from ...app.action import ActionContext
    from ...app.apply import ActionResult
    from ...app.edits.settings import GroupDescription
    from ...go.tournament import HandicapRules, Tournament
    from ...insight.advice import Finding
    from ...report.chart import Chart
    from .requests import PageRequest
    from .store import TournamentState


# ---- Suggestions ----


def advice_on(state: TournamentState) -> Sequence[Finding]:
    """All advice, found once for each state."""
    return state.view("advice", lambda: tuple(advice(state.tournament)))


_TITLES: Mapping[object, str] = {
    AdviceKind.BAR: marked("Bar and number of players"),
    AdviceKind.CHANCE: marked("Bar and chances to win"),
    AdviceKind.ROUNDS: marked("Too few rounds for a single winner"),
    AdviceKind.PLAYERS: marked("Few players for the rounds"),
    AdviceKind.GROUPS: marked("Number of groups"),
    AdviceKind.PARTICIPATION: marked("Players who miss many rounds"),
    AdviceKind.CRITERIA: marked("Tie-breakers"),
    AdviceKind.GRADE: marked("Grade and rating differ"),
}


class _Suggestion(NamedTuple):
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


def _suggestions(request: PageRequest) -> Sequence[_Suggestion]:
    """The advice that is not dismissed."""
    marks, by_key = request.state.marks, request.tournament.by_key
    suggestions = []
    for about, some in _advice_by_subject(request.state):
        if ("dismissed", about) in marks:
            continue
        kind, (field, value) = some[0].kind, some[0].change or ("", "")
        players = dict.fromkeys(key for each in some for key in each.players)
        suggestions.append(
            _Suggestion(
                id=id_of("a", about),
                title=translate(_TITLES.get(kind, marked("Suggestion"))),
                sentences=tuple(full(each.sentence) for each in some[:3]),
                source=translate(", ").join(dict.fromkeys(each.source for each in some)),
                players=tuple((key, by_key[key].full_name) for key in players),
                field=field,
                value=value,
                label=_change_label(field, value),
            )
        )
    return suggestions


def _advice_by_subject(state: TournamentState) -> Iterator[tuple[str, Sequence[Finding]]]:
    """The advice about each subject, with the text by which dismissed advice is recognized."""
    for kind, found in groupby(advice_on(state), key=lambda each: each.kind):
        for some in [[*found]] if kind is AdviceKind.GRADE else [[each] for each in found]:
            yield " ".join(str(each.sentence) for each in some), some


def _change_label(field: str, value: str) -> str:
    if field == "bar":
        return translate("Set bar to {grade}", grade=value)
    return translate("Use suggested groups") if field else ""


def _suggestion_named(request: PageRequest) -> str:
    """The suggestion that the form names."""
    for about, _ in _advice_by_subject(request.state):
        if id_of("a", about) == request.text("suggestion"):
            return about
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
    rules = tournament.rules
    if text:
        try:
            bar = Grade.parse(text)
        except ValueError as error:
            raise RuleError(message_of(error), about="bar") from error
        rules = replace(rules, bar=bar, floor=min(bar, rules.floor))
    proposal = replace(tournament, rules=rules)
    counts = Counter(int(player.grade) for player in tournament.players)
    groups = [group for group in describe_groups(proposal) if group.players][::-1]
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
    counts = Counter(int(player.grade) for player in tournament.players)
    if not counts:
        return ()
    most, grades = max(counts.values()), range(max(counts), min(counts) - 1, -1)
    heights = {grade: round(_HIGH * counts[grade] / most) for grade in grades}
    return [
        _Column(
            grade=str(Grade(grade)),
            players=counts[grade],
            x=_STEP * place,
            y=14 + _HIGH - heights[grade],
            height=heights[grade],
            top=grade >= tournament.rules.bar,
        )
        for place, grade in enumerate(grades)
    ]


# ---- The groups of rules in a line each ----


def _dot(*parts: str) -> str:
    """Join parts to one line with dots between them."""
    line = " · ".join(filter(None, map(localized, parts)))
    return line[:1].upper() + line[1:]


def _event_line(tournament: Tournament) -> str:
    event = tournament.event
    director = translate("Director: {name}", name=event.director) if event.director else ""
    where = translate(", ").join(filter(None, (event.place, event.country)))
    deputies = tell(event, facts(Event)["deputies"]) or ""
    return _dot(tournament.name, where, " – ".join(map(str, event.days)), director, deputies)


def _time_line(tournament: Tournament) -> str:
    event: Event = tournament.event
    frozen = event.ratings_until
    rules = tournament.rules
    rounds = _dot(
        phrase_many("{count} round", "{count} rounds", rules.rounds),
        phrase("cycles: {cycles}", cycles=rules.cycles) if rules.cycles > 1 else "",
    )
    if not tournament.event_kind.has_handicaps:
        games = phrase("two games a round") if rules.games > 1 else ""
        return _dot(rounds, games, event.time_words or event.time_code)
    return _dot(
        rounds,
        time_sentence(event.time),
        phrase("komi {points}", points=f"{event.komi_x2 / 2:g}"),
        phrase("ratings frozen on {day}", day=frozen) if frozen else "",
    )


def _groups_line(tournament: Tournament) -> str:
    rules = tournament.rules
    merged = bool(rules.merged_grades)
    count = sum(bool(group.players) for group in describe_groups(tournament))
    return _dot(
        phrase("bar {grade}", grade=rules.bar),
        phrase("floor {grade}", grade=rules.floor),
        phrase_many("{count} group", "{count} groups", count)
        if merged
        else phrase("one group for each grade"),
    )


def _handicap_line(tournament: Tournament) -> str:
    rules = tournament.rules
    handicap: HandicapRules = rules.handicap
    if not handicap.ceiling:
        return translate("Even games only")
    return _dot(
        phrase("difference of scores") if handicap.by_mms else phrase("difference of grades"),
        phrase_many("{count} stone less", "{count} stones less", handicap.correction)
        if handicap.correction > 0
        else "",
        phrase_many("up to {count} stone", "up to {count} stones", handicap.ceiling),
        phrase("even games from {grade}", grade=handicap.threshold)
        if handicap.threshold < Grade(8)
        else "",
        phrase("even games at the bar") if handicap.even_at_bar else "",
    )


def _points_line(tournament: Tournament) -> str:
    points = tournament.rules.points
    absence, bye = points.without_game(by_mms=tournament.needs_grades)
    win, jigo = format_number(points.win_x2 / 2), format_number(points.jigo_x2 / 2)
    return _dot(
        phrase("win {win}, jigo {jigo}", win=win, jigo=jigo),
        phrase("bye {bye}", bye=format_number(bye / 2)),
        phrase("absence {absence}", absence=format_number(absence / 2)),
        phrase("rounded down") if points.round_down else "",
    )


def _pairing_line(tournament: Tournament) -> str:
    rules = tournament.rules
    if not tournament.event_kind.draws_by_weights:
        never, avoid = map(describe_same, (rules.never_same, rules.avoid_same))
        return _dot(
            *_system_words(rules),
            phrase("never the same {what}", what=never) if never else "",
            phrase("avoids the same {what}", what=avoid) if avoid else "",
        )
    model = translate(CHOICES["model"].get(rules.usual_model, rules.usual_model))
    if not rules.model:
        model = translate("{choice} (default)", choice=model)
    if rules.colours is Colours.BY_MODEL:
        return model
    how = translate(CHOICES["colours"][rules.colours.value])
    colours = translate("colours of even games: {how}", how=how)
    return f"{model} · {colours}"


def _system_words(rules: Rules) -> Iterator[str]:
    """Which system pairs, and how sides are given."""
    if rules.system is not None:
        yield phrase(CHOICES["system"].get(rules.system, rules.system))
    if stated_parameters(rules).get("acceleration", "none") != "none":
        yield phrase(
            "accelerated by {how}", how=describe_value("acceleration", rules.fide.acceleration)
        )
    if not rules.by_fide:
        by_lot = rules.colours is Colours.NIGIRI
        yield phrase("sides by lot") if by_lot else phrase("balanced sides")


def _standings_line(tournament: Tournament) -> str:
    rules = tournament.rules
    prizes = translate(", ").join(map(translate, named_criteria(tournament, rules.prizes)))
    return _dot(
        translate(", ").join(map(translate, named_criteria(tournament, rules.placement))),
        phrase("prizes: {criteria}", criteria=prizes) if prizes else "",
    )


def _participants_line(tournament: Tournament) -> str:
    pairs = any(player.members for player in tournament.players)
    play, categories = tournament.team_play, tournament.rules.categories
    return _dot(
        phrase_many(
            "{teams} of {count} board",
            "{teams} of {count} boards",
            play.size,
            teams=phrase_many("{count} team", "{count} teams", len(play.teams)),
        )
        if play is not None
        else phrase("pairs (Pair Go)")
        if pairs
        else phrase("individual players"),
        phrase_many("{count} category", "{count} categories", categories)
        if categories > 1
        else phrase("no categories"),
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


def _advanced_line(tournament: Tournament) -> str:
    now = as_stated(tournament.rules.pairing)
    usual = as_stated(PairingRules.of_new_tournaments())
    changed = sum(now[name] != usual[name] for name in now)
    if not changed:
        return translate("All at their defaults")
    return translate_count("{count} value changed", "{count} values changed", changed)


_LINES: Mapping[str, Callable[[Tournament], str]] = {
    "event": _event_line,
    "time": _time_line,
    "groups": _groups_line,
    "handicap": _handicap_line,
    "points": _points_line,
    "pairing": _pairing_line,
    "standings": _standings_line,
    "participants": _participants_line,
}


class _PresetLine(NamedTuple):
    """The preset that is nearest to the rules, and what differs from it."""

    name: str
    """Empty for what a new tournament has if none is named."""

    title: str
    changed: tuple[str, ...]
    rules: Rules


def _nearest_preset(rules: Rules) -> _PresetLine:
    """The preset from which the fewest values differ."""
    now = rules_as_stated(rules)
    found = []
    for name in ("", *PRESETS):
        usual = with_preset(rules, name) if name else with_default_preset(rules)
        then = rules_as_stated(usual)
        names = (name for name in facts(RuleFacts) if now.get(name) != then.get(name))
        changed = [translate(label_of(name)) for name in names]
        if usual.pairing != rules.pairing:
            changed.append(translate("Pairing weights"))
        title = translate(CHOICES["preset"].get(name, name)) if name else translate("Default")
        found.append(_PresetLine(name, title, tuple(changed), usual))
    return min(found, key=lambda each: len(each.changed))


# ---- The form of a group ----


def _form_fields(request: PageRequest, group: str) -> Sequence[FormField]:
    """The fields of a group, with entered values and errors."""
    tournament = request.tournament
    names = next((each.fields for each in groups_of(tournament) if each.name == group), ())
    preset = _nearest_preset(tournament.rules)
    if group == "preset":
        [field] = fields_of(RuleFacts, "preset")
        choices = field.choices if preset.name else preset_choices(field)
        form_fields = [field._replace(value=preset.name, choices=choices)]
    elif group == "advanced":
        values = as_stated(tournament.rules.pairing)
        usual = as_stated(PairingRules.of_new_tournaments())
        form_fields = [*fields_of(PairingRules, values=values, defaults=usual)]
    else:
        form_fields = [
            _field(tournament, name, rules_as_stated(preset.rules, tournament.kind))
            for name in names
            if name not in (*_HOW, "criteria")  # which have lists of their own
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


class _AttributeRule(NamedTuple):
    """A row of the table of attributes that keep players apart."""

    attribute: str
    how: str
    """never_same or avoid_same."""

    until: str
    top: bool
    """Whether it holds in the top group, too."""

    since: str = ""


_HOW = ("never_same", "avoid_same")
_MOST_ROWS = 50


def _attribute_rules(request: PageRequest) -> Sequence[_AttributeRule]:
    """The rows of the table: those that were sent, or the rules, with some to fill in."""
    rules, fields = request.tournament.rules, request.fields
    if request.reply is not None and "same0" in fields:
        rows = list(_sent_rules(fields))
    else:
        rows = [
            _AttributeRule(
                _own_attributes().get(same.attribute, same.attribute),
                how,
                "" if same.until is None else str(same.until),
                not same.not_in_top_group,
                "" if same.since is None else str(same.since),
            )
            for how in _HOW
            for same in getattr(rules, how)
        ]
    return [*rows, *[_AttributeRule("", "never_same", "", True)] * FREE_ROWS]


def _own_attributes() -> Mapping[str, str]:
    """What the attributes that every player has are called on the page, by their names in rules."""
    return {"club": translate("Club"), "country": translate("Country")}


def _sent_rules(fields: Mapping[str, str]) -> Iterator[_AttributeRule]:
    """The rows of the table that were sent, without the empty ones."""
    own = {title.casefold(): name for name, title in _own_attributes().items()}
    for row in range(_MOST_ROWS):
        attribute = on_one_line(fields.get(f"same{row}", ""))
        if attribute:
            yield _AttributeRule(
                own.get(attribute.casefold(), attribute),
                fields.get(f"same{row}_how", "never_same"),
                fields.get(f"same{row}_until", "").strip(),
                fields.get(f"same{row}_top") == "yes",
                fields.get(f"same{row}_since", "").strip(),
            )


def _rules_in_words(fields: Mapping[str, str]) -> Mapping[str, str]:
    """What the table says, as the rules have it."""
    texts: dict[str, list[str]] = {how: [] for how in _HOW}
    for rule in _sent_rules(fields):
        since = f" from {rule.since}" if rule.since else ""
        until = f" until {rule.until}" if rule.until else ""
        top = "" if rule.top else " not at the top"
        texts.get(rule.how, texts["never_same"]).append(f"{rule.attribute}{since}{until}{top}")
    return {how: ", ".join(parts) or NONE for how, parts in texts.items()}


def _attribute_names(tournament: Tournament) -> Sequence[str]:
    """The attributes that players have."""
    found = {name for player in tournament.players for name in player.attributes}
    return [*_own_attributes().values(), *sorted(found)]


def _field(tournament: Tournament, name: str, usual: Mapping[str, Any]) -> FormField:
    """A field of the name, the event or the rules."""
    if name == "name":
        return FormField(name, translate(label_of(name)), "", tournament.name, (), "text")
    if name in facts(Event):
        [form_field] = fields_of(Event, name, values=as_stated(tournament.event))
        return form_field
    values = rules_as_stated(tournament.rules, tournament.kind)
    [form_field] = fields_of(RuleFacts, name, values=values, defaults=usual)
    if name == "groups":
        value = values.get("groups", "none")
        return form_field._replace(value=value, choices=choices_of(name, value, "none"))
    if name in ("bar", "floor", "even_from"):
        default = {"bar": "", "floor": "20k"}.get(name, text_of(usual["even_from"]))
        return form_field._replace(choices=tuple(_grades(tournament, name, default)))
    return (
        form_field._replace(value="") if form_field.value == _SHOWN_EMPTY.get(name) else form_field
    )


def _grades(tournament: Tournament, name: str, default: str) -> Iterator[tuple[str, str]]:
    """The grades that can be chosen; of the bar with how many players reach it."""
    for number in range(int(Grade.parse("9d")), int(Grade.parse("30k")) - 1, -1):
        grade = str(Grade(number))
        count = sum(player.grade >= number for player in tournament.players)
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
    kind: type,
    form: Mapping[str, str],
    current: Mapping[str, Any],
    apply: Callable[[dict[str, Any]], object],
) -> _FormChanges:
    """The edited values of a dataclass in a form.

    Parameters
    ----------
    current
        What the browser shows.
    apply
        Makes a tournament of one of the values alone, or refuses it.
    """
    found = _FormChanges({}, {})
    for name in facts(kind):
        now = current.get(name)
        if name not in form or form[name].strip() == (text_of(now) or _EMPTY.get(name, "")):
            continue
        try:
            value = stated_in(kind, {name: form[name]}, current).get(name)
            if value is None or value == now:
                continue
            apply({name: value})
        except RuleError as error:
            if _is_of_field(error, name):
                found.errors[name] = _field_error(error, name)
                continue
        found.values[name] = value
    return found


_SHOWN_EMPTY = {"acceleration": "none", "categories": "none", "prizes": "same", "seeding": "same"}
"""Words of values that a form shows as an empty field, in any language."""

_EMPTY = {"groups": "none"}
"""What a form shows of values that are not known."""


def _is_of_field(error: RuleError, name: str) -> bool:
    """Whether an error is of a field alone, and not of what it makes of others."""
    about = error.message.about
    alone = error.code != "contradiction" and name not in ("begins", "ends")
    return not isinstance(error, UnconfirmedError) and (about == name or (not about and alone))


_UNREADABLE = (
    "must be ",
    "enter ",
    "grades go ",
    "no grade",
    "{got!r} is not ",
    "{text!r} is not ",
    "an attribute ",
)
"""How errors begin of what cannot be read, after which it is enough to say what is valid."""


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
        name: word for name, word in _SHOWN_EMPTY.items() if form.get(name, word).strip() == ""
    }
    if "same0" in form:
        form |= _rules_in_words(form)
    if "criterion0" in form:
        form["criteria"] = ", ".join(sent_criteria(form))
    rules = _read(
        RuleFacts,
        form,
        rules_as_stated(tournament.rules, tournament.kind),
        lambda values: with_rules(tournament, values),
    )
    event = _read(
        Event, form, as_stated(tournament.event), lambda values: with_event(tournament, values)
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
    tournament = request.tournament
    rounds = tournament.drawn_rounds
    before, after = (starting_scores(each) for each in (tournament, with_rules(tournament, rules)))
    moved = sum(one != other for one, other in zip(before, after, strict=True))
    stays = phrase_many(
        "Round {rounds} stays as paired",
        "Rounds {rounds} stay as paired",
        len(rounds),
        rounds=in_ranges(rounds),
    )
    message = (
        phrase_many(
            "This changes the starting score of {count} player. {stays}",
            "This changes the starting score of {count} players. {stays}",
            moved,
            stays=stays,
        )
        if moved
        else phrase("This changes scores of rounds that are complete. {stays}", stays=stays)
    )
    return Reply(
        refusal=message,
        confirmation={**request.fields, EVEN_SO: "yes"},
        agree=phrase("Save changes"),
    )


def _set_parameters(request: PageRequest) -> Reply:
    """Save the edited parameters of the weights of OpenGotha."""
    tournament = _seen_tournament(request)
    found = _read(
        PairingRules,
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


def _head(request: PageRequest) -> Mapping[str, Any]:
    tournament, reply = request.tournament, request.reply
    editing = request.fields.get("edit", "") if reply is None or reply.refusal else ""
    starts = [*describe_groups(tournament)] if editing == "groups" else []
    return {
        "groups": [(group, _LINES[group.name](tournament)) for group in groups_of(tournament)],
        "rooms": _rooms_line(request.state),
        "advanced": _advanced_line(tournament),
        "preset": _nearest_preset(tournament.rules),
        "editing": editing,
        "fields": _form_fields(request, editing) if editing else (),
        "same": _attribute_rules(request) if editing == "pairing" else (),
        "attributes": _attribute_names(tournament) if editing == "pairing" else (),
        **criteria_choice(request, shown=editing == "standings"),
        "same_error": ""
        if reply is None
        else " ".join(reply.errors.get(how, "") for how in _HOW).strip(),
        "columns": _columns(tournament) if editing == "groups" else (),
        "starts": starts,
        "suggestions": _suggestions(request),
        "teams": tournament.team_play is not None,
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
