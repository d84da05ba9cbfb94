"""Rules and prizes changed, and what they say in sentences."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ...errors import InputError, RuleError, in_file
from ...facts import as_stated, facts
from ...formats import format_of
from ...formats.entries.countries import country_in, parse_country
from ...formats.losses import losses
from ...formats.toml import TomlFile
from ...go.prizes import prize_plan
from ...go.scores import MMS_OF_1_DAN
from ...go.standings import CountedRounds
from ...go.tournament import (
    FideRules,
    Grade,
    Overtime,
    group_limits,
    mcmahon_groups,
    numbered_anew,
)
from ...go.tournament.event_kind import EventFormat
from ...go.tournament.groups import grade_start, starting_score, starting_scores
from ...go.tournament.presets import PRESETS, with_preset
from ...insight.advice import advice
from ...sentences import (
    Remedy,
    Sentence,
    in_context_many,
    joined,
    marked,
    message_of,
    phrase,
    phrase_many,
)
from ..entries.federations import event_lacking, players_lacking, results_file_due
from ..forms.inputs import on_one_line, stated_parameters, with_event, with_parameters, with_rules
from ..forms.labels import FACTS, describe_fact, groups_of, is_empty, label_of
from ..forms.titles import describe_format
from ..forms.value_texts import rules_as_stated
from ..history.details import MarkDetails, PlanChange, PlanDetails
from ..history.records import MARKS, in_file_of, plan_of, plan_text
from ..round_states import list_names
from .outcome import Edit, LikelyMistakeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ...formats import Document
    from ...go.prizes import Prize
    from ...go.tournament import (
        Event,
        McMahonGroup,
        Points,
        Rules,
        TimeLimit,
        Tournament,
    )
    from ..history.details import Mark
    from ..history.state import CongressState


_AT_FLOOR = marked("start at {score} (floor): {players}")
_AT_BAR = marked("start at {score} (bar): {players}")
_BETWEEN = marked("start at {score}: {players}")

_STRONGEST = Grade(8)
_MOST_NAMES = 6


class _Description(NamedTuple):
    """A sentence, and the facts that it states."""

    facts: frozenset[str]
    sentence: str


def rule_sentences(tournament: Tournament) -> Iterator[str]:
    """Say everything that the rules decide, one sentence a line."""
    return (each.sentence for each in _describe_rules(tournament))


def _describe_rules(tournament: Tournament) -> Iterator[_Description]:
    """Everything that the rules decide: facts that stand together, then every other one by its declaration."""
    described = set[str]()
    for names, describe in _BY_GRADES if tournament.event_kind.has_grades else _BY_POINTS:
        together = frozenset(names.split())
        for sentence in describe(tournament):
            described |= together
            yield _Description(together, sentence)
    stated = rules_as_stated(tournament.rules, tournament.kind)
    for name in (name for group in groups_of(tournament) for name in group.fields):
        if name in stated and name not in described and not is_empty(name, stated[name]):
            yield _Description(frozenset([name]), describe_fact(name, stated[name]))


def weights_sentence(rules: Rules) -> Sentence:
    """Say which weights draw the rounds."""
    text = marked("weights: {model}") if rules.model else marked("weights: {model} (default)")
    return phrase(text, model=rules.usual_model)


def drawing_sentences(rules: Rules) -> Iterator[Sentence]:
    """Say which system draws the rounds, if one is chosen, and with what parameters."""
    if rules.system is None:
        return
    yield describe_fact("system", rules.system)
    for name, value in stated_parameters(rules).items():
        if value != facts(FideRules)[name].default:
            yield describe_fact(name, value)


def _swiss_points(points: Points) -> Iterator[str]:
    absence, bye = points.without_game(by_mms=False)
    yield phrase(
        "points: {win} for a win, {draw} for a draw, {loss} for a loss, {bye} for a bye, {absence} for "
        "an absence",
        win=_half(points.win_x2),
        draw=_half(points.jigo_x2),
        loss=_half(points.loss_x2),
        bye=_half(bye),
        absence=_half(absence),
    )


def presets_met(rules: Rules) -> tuple[str, ...]:
    """Names of the presets whose rules these are."""
    return tuple(name for name in PRESETS if with_preset(rules, name) == rules)


def event_sentences(tournament: Tournament) -> Iterator[str]:
    """Say where and when the tournament is, and how much time the players of Go have."""
    return (each.sentence for each in _describe_event(tournament))


def _describe_event(tournament: Tournament) -> Iterator[_Description]:
    event, stated = tournament.event, as_stated(tournament.event)
    where = joined(", ", filter(None, (event.place, event.country)))
    days = [*map(str, event.days)]
    when = phrase("{first} to {last}", first=days[0], last=days[1]) if days[1:] else "".join(days)
    if where or when:
        what = joined("; ", filter(None, (where, when)))
        together = frozenset(("place", "country", "begins", "ends"))
        yield _Description(together, phrase("event: {what}", what=what))
    if time := event.time_words or event.time_code:
        together = frozenset(("time_words", "time_code"))
        yield _Description(together, phrase("time control: {time}", time=time))
    for name, value in stated.items():
        if FACTS[name].apart and not is_empty(name, value):
            yield _Description(frozenset([name]), describe_fact(name, value))
    if not tournament.event_kind.has_handicaps:
        return
    yield _Description(frozenset(["time"]), _describe_time(event))


def _describe_time(event: Event) -> str:
    """How much time the players of Go have."""
    if event.time is None:
        return phrase("time control: {time}", time=phrase("not set"))
    return phrase(
        "time: {time}; adjusted time {minutes} minutes, class {name} of the European ratings",
        time=time_sentence(event.time),
        minutes=f"{event.time.adjusted / 60:g}",
        name=event.egf_class,
    )


def starting_groups(tournament: Tournament) -> Iterator[str]:
    """Say how many of the final entries start at each McMahon score, the highest first."""
    scores = Counter(
        score
        for score, player in zip(starting_scores(tournament), tournament.players, strict=True)
        if player.final
    )
    rules = tournament.rules
    for score, players in sorted(scores.items(), reverse=True):
        ends = {grade_start(rules, rules.floor): _AT_FLOOR, int(rules.bar): _AT_BAR}
        who = phrase_many("{count} player", "{count} players", players)
        start = score + MMS_OF_1_DAN
        yield phrase(ends.get(score, _BETWEEN), score=start, players=who)


class GroupDescription(NamedTuple):
    """A McMahon group in words."""

    start: str
    """McMahon score, as the standings print it."""

    grades: str
    players: int
    by_hand: str
    """Names of those whose grade starts elsewhere."""


def describe_groups(tournament: Tournament) -> Iterator[GroupDescription]:
    """Say who starts where, the highest group first."""
    groups = mcmahon_groups(tournament)
    lowest = min((grade for group in groups for grade in group.grades), default=None)
    for group in groups:
        yield GroupDescription(
            str(group.score + MMS_OF_1_DAN),
            _grades(tournament.rules, group, below=lowest in group.grades),
            len(group.players),
            joined(", ", (tournament.name_of(key) for key in group.by_hand)),
        )


def _grades(rules: Rules, group: McMahonGroup, *, below: bool) -> str:
    if not group.grades:
        return ""
    highest, lowest = group.grades[0], min(group.grades[-1], rules.bar)
    above, below = highest >= rules.bar, below and lowest <= rules.floor
    if above and below:
        return phrase("all grades")
    if above:
        return phrase("{grade} and above", grade=lowest)
    if below:
        return phrase("{grade} and below", grade=highest)
    if highest == lowest:
        return str(highest)
    return phrase("{first} to {last}", first=highest, last=lowest)


def komi_sentence(komi_x2: int | None) -> str:
    """Say what the komi of an even game is."""
    if komi_x2 is None:
        return phrase("komi not set")
    return phrase("komi {points}", points=_half(komi_x2))


def time_sentence(time: TimeLimit | None) -> str:
    """Say how much time each player has."""
    if time is None:
        return phrase("time control not set")
    basic, period = f"{time.basic / 60:g}", time.period
    if time.overtime is Overtime.SUDDEN_DEATH:
        return phrase("{minutes} minutes, no overtime", minutes=basic)
    if time.overtime is Overtime.FISCHER:
        return phrase(
            "{minutes} minutes, and {seconds} seconds more with every move",
            minutes=basic,
            seconds=period,
        )
    if time.overtime is Overtime.CANADIAN:
        return phrase(
            "{minutes} minutes, then {stones} in {seconds} seconds",
            minutes=basic,
            stones=phrase_many(
                *in_context_many("played in a period", "{count} stone", "{count} stones"),
                time.stones,
            ),
            seconds=period,
        )
    return phrase(
        "{minutes} minutes, then byo-yomi of {seconds} seconds per move",
        minutes=basic,
        seconds=period,
    )


def system_sentence(rules: Rules) -> str:
    """Say what kind of tournament it is: a McMahon tournament whose floor is its bar is a Swiss [J]."""
    kind = rules.kind
    if kind is EventFormat.MCMAHON and rules.floor == rules.bar:
        kind = EventFormat.SWISS
    return phrase(
        "system: {kind}, {rounds}",
        kind=describe_format(kind),
        rounds=phrase_many("{count} round", "{count} rounds", rules.rounds),
    )


def _corrected(tournament: Tournament) -> Iterator[str]:
    """Say who starts elsewhere than the rules have it for the grade."""
    if not tournament.rules.starts_by_grade:
        return
    moved: dict[int, list[str]] = {}
    scores = starting_scores(tournament)
    for score, player in zip(scores, tournament.players, strict=True):
        usual = starting_score(tournament.rules, replace(player, correction=0))
        if score != usual:
            moved.setdefault(score - usual, []).append(player.name_and_grade)
    for by, names in sorted(moved.items(), reverse=True):
        who = list_names(names, _MOST_NAMES)
        points = phrase_many("{count} point", "{count} points", abs(by))
        yield (
            phrase_many(
                "{names} starts {points} higher than by grade, floor and bar",
                "{names} start {points} higher than by grade, floor and bar",
                len(names),
                names=who,
                points=points,
            )
            if by > 0
            else phrase_many(
                "{names} starts {points} lower than by grade, floor and bar",
                "{names} start {points} lower than by grade, floor and bar",
                len(names),
                names=who,
                points=points,
            )
        )


def _starts(rules: Rules) -> Iterator[str]:
    if not rules.starts_by_grade:
        return
    yield phrase(
        "start: at the grade, not below the floor {floor}, not above the bar {bar}",
        floor=rules.floor,
        bar=rules.bar,
    )
    if rules.merged_grades:
        limits = joined(", ", map(str, group_limits(rules)))
        yield phrase(
            "McMahon groups: each begins at one of {grades}; all below are the lowest",
            grades=limits,
        )


def _points(points: Points) -> Iterator[str]:
    yield phrase(
        "points: {win} for a win, {jigo} for a jigo, {loss} for a loss; by default {forfeit_win} and "
        "{forfeit_loss}",
        win=_half(points.win_x2),
        jigo=_half(points.jigo_x2),
        loss=_half(points.loss_x2),
        forfeit_win=_half(points.forfeit_win_x2),
        forfeit_loss=_half(points.forfeit_loss_x2),
    )
    absence, bye = points.without_game(by_mms=True)
    absence_wins, bye_wins = points.without_game(by_mms=False)
    missed = {
        "bye": _half(bye),
        "bye_wins": _half(bye_wins),
        "absence": _half(absence),
        "absence_wins": _half(absence_wins),
    }
    if points.round_down:
        yield phrase(
            "a bye adds {bye} to the McMahon score and {bye_wins} to the wins, an absence {absence} "
            "and {absence_wins}; their sum is rounded down",
            **missed,
        )
    else:
        yield phrase(
            "a bye adds {bye} to the McMahon score and {bye_wins} to the wins, an absence {absence} "
            "and {absence_wins}; their sum is not rounded",
            **missed,
        )
    yield phrase(
        "where both lose, each gets {lose}; where both win, {win}; a game without a result gives "
        "{unknown}",
        lose=_half(points.both_lose_x2),
        win=_half(points.both_win_x2),
        unknown=_half(points.unknown_x2),
    )


def _missed(rules: Rules) -> str:
    if rules.absence_as_half_point:
        return phrase("SOS counts half a point for an absence of an opponent")
    if rules.unplayed_as_half_point:
        return phrase(
            "OpenGotha's SOS counts half a point for each round that an opponent did not play"
        )
    if rules.missed == "own":
        return phrase(
            "a missed round adds to SOS the own score for a bye, nothing for an absence; OpenGotha's "
            "SOSM and SOSW have their own way"
        )
    return phrase(
        "a missed round adds to SOS the own starting score; OpenGotha's SOSM and SOSW have their own "
        "way"
    )


def _even_games(tournament: Tournament) -> Iterator[str]:
    if not tournament.rules.handicap.ceiling:
        yield phrase("handicap: none, all games are even")


def _handicap(tournament: Tournament) -> Iterator[str]:
    rules, handicap = tournament.rules, tournament.rules.handicap
    if not handicap.ceiling:
        return
    parts: list[str] = [
        phrase("handicap: the difference of McMahon scores")
        if handicap.by_mms
        else phrase("handicap: the difference of grades")
    ]
    if handicap.correction > 0:
        parts.append(phrase("{stones} less", stones=handicap.correction))
    elif handicap.correction:
        parts.append(phrase("{stones} more", stones=-handicap.correction))
    parts.append(phrase_many("at most {count} stone", "at most {count} stones", handicap.ceiling))
    even: list[str] = []
    if handicap.threshold < _STRONGEST:
        even.append(phrase("even among {grade} and above", grade=handicap.threshold))
    if handicap.even_at_bar:
        even.append(phrase("even for grades from the bar, {bar}, on", bar=rules.bar))
    yield joined("; ", [joined(", ", parts), *even])


def _half(x2: int) -> str:
    """A doubled number as points, with the half point as a sign."""
    whole, half = divmod(abs(x2), 2)
    return f"{'-' * (x2 < 0)}{whole or ''}½" if half else str(x2 // 2)


def _system(tournament: Tournament) -> Iterator[Sentence]:
    if tournament.rules.system is not None:
        yield describe_fact("system", tournament.rules.system)


def _komi(tournament: Tournament) -> str:
    even = tournament.komi_x2(0)
    return phrase(
        "komi: {even}, with a handicap {handicap}",
        even=phrase("not set") if even is None else _half(even),
        handicap=_half(tournament.rules.handicap.komi_x2),
    )


_BY_GRADES: tuple[tuple[str, Callable[[Tournament], Iterable[str]]], ...] = (
    ("rounds event_format", lambda of: [system_sentence(of.rules)]),
    ("bar floor groups", lambda of: _starts(of.rules)),
    ("", _corrected),
    (
        "win jigo loss forfeit_win forfeit_loss bye absence round_down",
        lambda of: _points(of.rules.points),
    ),
    ("", lambda of: [_missed(of.rules)]),
    ("handicap most_stones", _even_games),
    ("handicap most_stones by_grade even_from even_at_bar", _handicap),
    ("model", lambda of: [weights_sentence(of.rules)]),
    ("komi", lambda of: [_komi(of)]),
    ("system", _system),
)
"""Sentences of several facts, by their names, or of what no fact states, where players have grades."""

_BY_POINTS: tuple[tuple[str, Callable[[Tournament], Iterable[str]]], ...] = (
    ("rounds event_format", lambda of: [system_sentence(of.rules)]),
    ("win jigo loss bye absence", lambda of: _swiss_points(of.rules.points)),
    ("system", _system),
)
"""Sentences of several facts where players have no grades."""


def rules_set(
    file: CongressState,
    rules: Mapping[str, Any],
    event: Mapping[str, Any],
    name: str | None,
) -> Edit:
    """The tournament of a file with other rules, another event or another name.

    Parameters
    ----------
    rules, event, name
        What is typed; a name that is None stays.

    Raises
    ------
    RuleError
        If a value is none, or the format cannot hold it.
    """
    done = rules_changed(file.tournament, rules, event, name, file.settled)
    check_format_holds(file.document, done.tournament)
    return done


def rules_changed(
    tournament: Tournament,
    rules: Mapping[str, Any],
    event: Mapping[str, Any],
    name: str | None = None,
    settled: Callable[[Tournament], Tournament] = lambda tournament: tournament,
) -> Edit:
    """The tournament with other rules, another event or another name.

    Parameters
    ----------
    rules, event, name
        What is typed; a name that is None stays.
    settled
        What the tournament becomes in its file, see `Document.settled`.

    Raises
    ------
    RuleError
        If a value is none.
    """
    changed = with_event(with_rules(tournament, rules), event)
    new_name = tournament.name if name is None else on_one_line(name)
    changed = settled(replace(changed, name=new_name))
    sentences, starts = (
        (*_changed_sentences(tournament, changed),),
        _changed_starts(tournament, changed),
    )
    unchanged = phrase("other starts") if starts else phrase("the rules have not changed")
    message = joined("; ", sentences) or unchanged
    messages = (*sentences, *starts, *_advice(tournament, changed))
    return Edit(tournament=changed, summary=message, messages=messages)


def parameters_set(file: CongressState, weights: Mapping[str, Any]) -> Edit:
    """The tournament of a file with other parameters of OpenGotha's weights.

    Raises
    ------
    RuleError
        If a value is none, or the format cannot hold it.
    """
    before = file.tournament
    after = file.settled(with_parameters(before, weights))
    check_format_holds(file.document, after)
    was, now = (as_stated(each.rules.pairing) for each in (before, after))
    messages = [describe_fact(name, value) for name, value in now.items() if value != was.get(name)]
    model, unread = after.rules.usual_model, ""
    if model != before.rules.usual_model:
        messages.append(weights_sentence(after.rules))
    if not model.startswith("opengotha"):
        unread = phrase(
            "the model of the tournament, {model}, does not read these parameters", model=model
        )
    message = joined("; ", messages or [phrase("the parameters have not changed")])
    return Edit(
        tournament=after,
        summary=message,
        messages=tuple(messages),
        warnings=(unread,) * bool(unread),
    )


def check_format_holds(document: Document, tournament: Tournament) -> None:
    """Refuse rules and an event that neither the file nor the history beside it would hold.

    Raises
    ------
    RuleError
        What its format cannot hold.
    """
    tournament = document.settled(tournament)
    content = document.content_with(in_file_of(document, tournament))
    form = format_of("", content)
    read_back = form.read("", content).tournament
    rules = tournament.rules
    if not form.holds_model:
        rules = replace(rules, model=read_back.rules.model)
    target = replace(read_back, name=tournament.name, rules=rules, event=tournament.event)
    lost = losses(read_back, target)
    if lost:
        first, *others = lost
        if others:
            first = phrase("{names} and {count} more", names=first, count=len(others))
        raise RuleError(
            phrase("{title} cannot hold it: {lost}", title=phrase(form.title), lost=first),
            Remedy("use fastpair's own format"),
        )


def _changed_sentences(tournament: Tournament, changed: Tournament) -> Iterator[str]:
    """The sentences that are others now."""
    if changed.name != tournament.name:
        yield phrase("name: {name}", name=changed.name)
    if numbered_anew(tournament) is not tournament and numbered_anew(changed) is changed:
        yield phrase("pairing numbers by current names, titles and ratings")
    before = {*rule_sentences(tournament), *event_sentences(tournament)}
    described = set[str]()
    for names, sentence in (*_describe_rules(changed), *_describe_event(changed)):
        if sentence not in before:
            described |= names
            yield sentence
    was, now = _stated(tournament), _stated(changed)
    for name in FACTS:
        if now.get(name) != was.get(name) and name not in described:
            yield describe_fact(name, now.get(name))


def _stated(tournament: Tournament) -> Mapping[str, Any]:
    """What is stated of the rules and of the event."""
    return {**rules_as_stated(tournament.rules, tournament.kind), **as_stated(tournament.event)}


def _changed_starts(tournament: Tournament, changed: Tournament) -> tuple[str, ...]:
    """Where everybody starts, if that is another thing now."""
    now = tuple(starting_groups(changed))
    return () if now == tuple(starting_groups(tournament)) else now


def _advice(tournament: Tournament, changed: Tournament) -> Iterator[str]:
    """What the sources would have otherwise now, and did not before."""
    before = set(advice(tournament))
    for finding in advice(changed):
        if finding not in before:
            yield phrase(
                "advice: {advice} [{source}]", advice=finding.sentence, source=finding.source
            )


PRIZE_FACTS = frozenset(
    ("under", "age_from", "born_from", "born_to", "sex", "club", "rating_from", "rating_to")
)
"""Fields of a prize that go by facts of players which standings do not have."""

PRIZE_FIELDS = (
    *("name", "count", "strongest", "weakest", "wins", "category", "country"),
    *sorted(PRIZE_FACTS),
)
"""What is typed of a prize, apart from whether it is shared."""

_NUMBERS = ("count", "category", "wins", "under", "age_from", "rating_from", "rating_to")

_MOST_PRIZES = 50
"""Prizes of a plan that is typed."""


def planned(file: Path) -> tuple[Mapping[str, Any], ...]:
    """The prizes of the plan, with the fields of ``Prize``; none without a plan.

    Raises
    ------
    FormatError
        If the plan cannot be read.
    """
    return _prizes_in(file, plan_text(file))


def plan_in(state: CongressState) -> tuple[Prize, ...]:
    """The prizes of the plan of a tournament; none without a plan.

    Raises
    ------
    FormatError
        If the plan cannot be read.
    RuleError
        If it asks for what no prize has.
    """
    file, known = Path(state.file), state.timeline.plan or ""
    # Whoever edits the file of the plan changes no history.
    entries = _prizes_in(file, plan_text(file) if isinstance(state.file, Path) else known)
    with in_file(plan_of(file)):
        return plan_from(entries, chess=state.tournament.event_kind.has_federations)


def _prizes_in(file: Path, text: str) -> tuple[Mapping[str, Any], ...]:
    """The prizes of the text of a plan."""
    entries = TomlFile.of(plan_of(file), text.removeprefix("\ufeff")).content.get("prize", [])
    return tuple(entries) if isinstance(entries, list) else ()


def prize_planned(
    state: CongressState, at: int, was: str, fields: Mapping[str, Any] | None
) -> Edit:
    """Plan a prize, change it or take it out of the plan.

    Parameters
    ----------
    at
        Which one of the plan, from 0; one more than the last for another one; -1 for that of the name.
    was
        Its name until now; empty for another one.
    fields
        Its fields as they are typed, and ``shared`` if it is; None to take it out. What is not typed
        of it, such as among whom it is given, stays.

    Raises
    ------
    RuleError
        If the plan is no longer the one that is changed, or a field is none of a prize.
    FormatError
        If the plan cannot be read.
    """
    file, tournament, known = Path(state.file), state.tournament, state.timeline.plan
    content = plan_text(file) if known is None else known
    entries = [*_prizes_in(file, content)]
    if at == BY_NAME:
        at = _place_of(entries, was)
    former = entries[at] if 0 <= at < len(entries) else {}
    if not 0 <= at <= len(entries) or former.get("name", "") != was:
        raise RuleError(phrase("the plan of prizes has been changed meanwhile; it is fresh now"))
    if at >= _MOST_PRIZES:
        raise RuleError(phrase("there can be at most {most} prizes", most=_MOST_PRIZES))
    entries[at : at + 1] = [] if fields is None else [_entry(former, fields, tournament)]
    plan_from(entries, chess=tournament.event_kind.has_federations)
    if fields is None:
        message = phrase("prize deleted: {name}", name=was)
    else:
        message = phrase("prize saved: {name}", name=entries[at]["name"])
    change = PlanChange(content, _written(entries) if entries else "")
    details = None if change.before == change.after else PlanDetails(plan=change)
    return Edit(tournament=tournament, summary=message, details=details)


def plan_from(entries: Sequence[Mapping[str, object]], *, chess: bool) -> tuple[Prize, ...]:
    """The prizes of a plan from their fields, as a file has them or as they are typed.

    Parameters
    ----------
    chess
        Whether countries are federations of chess.

    Raises
    ------
    RuleError
        If one has no name, or what no prize has.
    """
    prizes = enumerate(prize_plan(entries), start=1)
    return tuple(_with_country(number, prize, chess=chess) for number, prize in prizes)


def _with_country(number: int, prize: Prize, *, chess: bool) -> Prize:
    """The prize with its country as players have theirs."""
    try:
        return replace(prize, country=parse_country(prize.country, chess=chess) or "")
    except RuleError as error:
        said = message_of(error)
        message = phrase(
            "prize {number}, {field}: {said}", number=number, field="country", said=said
        )
        raise RuleError(message) from None


BY_NAME = -1
"""In place of the number of a prize."""


def _place_of(entries: Sequence[Mapping[str, Any]], name: str) -> int:
    """Where a prize stands in the plan; behind all others if it has no name yet."""
    names = [entry.get("name", "") for entry in entries]
    if name and name not in names:
        raise InputError(phrase("no prize {got!r}", got=name))
    return names.index(name) if name else len(names)


def _entry(
    former: Mapping[str, Any], fields: Mapping[str, Any], tournament: Tournament
) -> dict[str, Any]:
    """A prize changed by the fields of a form; an empty field removes its value.

    What no form has stays as it is, or as it is stated; `prize_plan` refuses what no prize has.
    """
    unchanged = {
        name: value
        for name, value in {**former, **fields}.items()
        if name not in (*PRIZE_FIELDS, "shared")
    }
    fresh = {name: on_one_line(fields.get(name, "")) for name in PRIZE_FIELDS}
    fresh["country"] = country_in(fresh["country"], chess=tournament.event_kind.has_federations)
    values = {name: _value(name, text) for name, text in fresh.items() if text}
    return {**values, **({} if "shared" in fields else {"shared": False}), **unchanged}


def _value(name: str, text: str) -> str | int | float:
    """A field as the plan has it; what is no number stays a text, which the plan refuses."""
    try:
        if name in _NUMBERS:
            number = float(text)
            return int(number) if number.is_integer() else number
    except ValueError:
        return text
    return text


def _written(entries: Sequence[Mapping[str, Any]]) -> str:
    lines = []
    for entry in entries:
        lines.append("[[prize]]")
        # What JSON writes of texts, numbers, switches and lists is TOML, apart from this sign.
        lines += [
            f"{name} = {json.dumps(value, ensure_ascii=False)}".replace("\x7f", "\\u007f")
            for name, value in entry.items()
        ]
        lines.append("")
    return "\n".join(lines)


def marked_as(state: CongressState, kind: str, about: str) -> Edit:
    """Remember something, and ask before results are sent that lack data of players.

    Raises
    ------
    RuleError
        If there is no such mark, or results are sent that are not all known.
    """
    if kind not in MARKS:
        raise RuleError(
            phrase("a mark is one of {kinds}, not {kind!r}", kinds=", ".join(MARKS), kind=kind)
        )
    return Edit(
        tournament=state.tournament,
        summary=phrase(MARKS[kind], about=about),
        details=MarkDetails(mark=cast("Mark", kind), about=about),
        questions=tuple(_unsendable(state)) if kind == "sent" else (),
    )


def _unsendable(state: CongressState) -> Iterator[LikelyMistakeError]:
    """Ask whether results were sent that lack data of players; refused if not all are known."""
    tournament = state.tournament
    counted = CountedRounds.of(tournament, tournament.rules.rounds)
    if counted.provisional:
        raise RuleError(
            phrase("{missing}: the results cannot be marked as sent yet", missing=counted.reasons)
        )
    due = results_file_due(tournament)
    if missing := len(players_lacking(tournament, due, state.gaps(due))):
        yield LikelyMistakeError(
            phrase_many(
                "mark the results as sent though data of {count} player are missing?",
                "mark the results as sent though data of {count} players are missing?",
                missing,
            ),
            agree=phrase("Mark as sent"),
        )
    elif asked := event_lacking(tournament, due):
        yield LikelyMistakeError(
            phrase(
                "mark the results as sent though the event lacks data: {what}?",
                what=joined(", ", [phrase(label_of(name)) for name in asked]),
            ),
            agree=phrase("Mark as sent"),
        )
