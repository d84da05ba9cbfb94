"""How a tournament is set up, for who looks it over: its settings by group, the nearest preset, advice and bars."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from ...facts import as_stated, read_facts
from ...go.tournament import (
    Colours,
    EventGame,
    Grade,
    PairingRules,
    Rules,
    Tournament,
    starting_scores,
)
from ...go.tournament.presets import PRESETS, with_preset
from ...go.tournament.written import NONE
from ...insight.advice import AdviceKind, Finding, advice
from ...report.sheet import format_number
from ...sentences import joined, marked, phrase, phrase_many
from ..edits.settings import describe_groups, komi_sentence, time_sentence
from ..forms.inputs import stated_parameters, with_rules
from ..forms.labels import describe_fact, describe_same, describe_value, kind_with_preset
from ..round_states import in_ranges

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ...go.tournament import HandicapRules
    from ...sentences import Sentence


# ---- Advice ----


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


class Suggestion(NamedTuple):
    """The advice about one subject."""

    title: str
    findings: tuple[Finding, ...]

    @property
    def about(self) -> str:
        """The text by which dismissed advice is recognized."""
        return " ".join(str(finding.sentence) for finding in self.findings)


def suggestions_for(tournament: Tournament) -> tuple[Suggestion, ...]:
    """The advice by subject: that on grades together, all other one by one."""

    def by_subject() -> Iterator[Suggestion]:
        for kind, of_kind in groupby(advice(tournament), key=lambda finding: finding.kind):
            title = _TITLES.get(kind, marked("Suggestion"))
            if kind is AdviceKind.GRADE:
                yield Suggestion(title, tuple(of_kind))
            else:
                yield from (Suggestion(title, (finding,)) for finding in of_kind)

    return tuple(by_subject())


# ---- Bars, and the players by grade ----


class GradeCount(NamedTuple):
    """How many players have a grade."""

    grade: str
    players: int
    top: bool
    """Whether they start in the top group."""


def players_by_grade(tournament: Tournament) -> tuple[GradeCount, ...]:
    """The players by grade, from the strongest to the weakest, with the grades of nobody between."""
    counts = Counter(int(player.grade) for player in tournament.players)
    grades = range(max(counts), min(counts) - 1, -1) if counts else ()
    bar = tournament.rules.bar
    return tuple(GradeCount(str(Grade(grade)), counts[grade], grade >= bar) for grade in grades)


def bars_with_players(tournament: Tournament) -> Mapping[str, int]:
    """Every grade that can be the bar, and how many players reach it."""
    grades = map(Grade, range(int(Grade.parse("9d")), int(Grade.parse("30k")) - 1, -1))
    return {
        str(grade): sum(player.grade >= grade for player in tournament.players) for grade in grades
    }


def with_bar(tournament: Tournament, text: str) -> Tournament:
    """The tournament with another bar, and no floor above it.

    Raises
    ------
    RuleError
        If the bar is no grade.
    """
    rules, bar = tournament.rules, read_facts(Rules, {"bar": text})["bar"]
    return replace(tournament, rules=replace(rules, bar=bar, floor=min(bar, rules.floor)))


def describe_moved_starts(tournament: Tournament, values: Mapping[str, Any]) -> Sentence:
    """Say what changed rules do to the scores of rounds that are played."""
    rounds, changed = tournament.drawn_rounds, with_rules(tournament, values)
    before, after = starting_scores(tournament), starting_scores(changed)
    moved = sum(old != new for old, new in zip(before, after, strict=True))
    stays = phrase_many(
        "Round {rounds} stays as paired",
        "Rounds {rounds} stay as paired",
        len(rounds),
        rounds=in_ranges(rounds),
    )
    if not moved:
        return phrase("This changes scores of rounds that are complete. {stays}", stays=stays)
    return phrase_many(
        "This changes the starting score of {count} player. {stays}",
        "This changes the starting score of {count} players. {stays}",
        moved,
        stays=stays,
    )


# ---- Attributes that keep players apart ----


class AttributeRule(NamedTuple):
    """An attribute that keeps players apart, as it is typed."""

    attribute: str
    how: str
    """never_same or avoid_same."""

    until: str
    top: bool
    """Whether it holds in the top group, too."""

    since: str = ""

    def __str__(self) -> str:
        since = f" from {self.since}" if self.since else ""
        until = f" until {self.until}" if self.until else ""
        return f"{self.attribute}{since}{until}{'' if self.top else ' not at the top'}"


ATTRIBUTE_RULES = ("never_same", "avoid_same")


def attribute_rules(rules: Rules) -> Iterator[AttributeRule]:
    """The attributes that keep players apart, by how they do."""
    for how in ATTRIBUTE_RULES:
        for same in getattr(rules, how):
            until, since = ("" if end is None else str(end) for end in (same.until, same.since))
            yield AttributeRule(same.attribute, how, until, not same.not_in_top_group, since)


def attribute_rule_texts(stated: Iterable[AttributeRule]) -> Mapping[str, str]:
    """Such attributes as the rules have them, by the rule."""
    texts: dict[str, list[str]] = {how: [] for how in ATTRIBUTE_RULES}
    for rule in stated:
        texts.get(rule.how, texts["never_same"]).append(str(rule))
    return {how: ", ".join(parts) or NONE for how, parts in texts.items()}


# ---- The settings of a group in a line ----


def describe_settings(tournament: Tournament, group: str) -> Sequence[str]:
    """The settings of a group that matter most, in a few words each; some are empty."""
    return tuple(_SETTINGS[group](tournament))


def _event(tournament: Tournament) -> Iterator[str]:
    event = tournament.event
    yield tournament.name
    yield joined(", ", filter(None, (event.place, event.country)))
    yield " – ".join(map(str, event.days))
    if event.director:
        yield phrase("Director: {name}", name=event.director)
    yield describe_fact("deputies", event.deputies) if event.deputies else ""


def _time(tournament: Tournament) -> Iterator[str]:
    event, rules = tournament.event, tournament.rules
    yield phrase_many("{count} round", "{count} rounds", rules.rounds)
    if rules.cycles > 1:
        yield phrase("cycles: {cycles}", cycles=rules.cycles)
    if not tournament.event_kind.has_handicaps:
        yield phrase("two games a round") if rules.games > 1 else ""
        yield event.time_words or event.time_code
        return
    yield time_sentence(event.time)
    yield komi_sentence(event.komi_x2)
    if event.ratings_until:
        yield phrase("ratings frozen on {day}", day=event.ratings_until)


def _groups(tournament: Tournament) -> Iterator[str]:
    rules = tournament.rules
    yield phrase("bar {grade}", grade=rules.bar)
    yield phrase("floor {grade}", grade=rules.floor)
    count = sum(bool(group.players) for group in describe_groups(tournament))
    if rules.merged_grades:
        yield phrase_many("{count} group", "{count} groups", count)
    else:
        yield phrase("one group for each grade")


def _handicap(tournament: Tournament) -> Iterator[str]:
    handicap: HandicapRules = tournament.rules.handicap
    if not handicap.ceiling:
        yield phrase("Even games only")
        return
    yield phrase("difference of scores") if handicap.by_mms else phrase("difference of grades")
    if handicap.correction > 0:
        yield phrase_many(
            "{count} stone less than the difference",
            "{count} stones less than the difference",
            handicap.correction,
        )
    yield phrase_many("up to {count} stone", "up to {count} stones", handicap.ceiling)
    if handicap.threshold < Grade(8):
        yield phrase("even games from {grade}", grade=handicap.threshold)
    if handicap.even_at_bar:
        yield phrase("even games at the bar")


def _points(tournament: Tournament) -> Iterator[str]:
    points = tournament.rules.points
    absence, bye = points.without_game(by_mms=tournament.needs_grades)
    win, jigo = format_number(points.win_x2 / 2), format_number(points.jigo_x2 / 2)
    yield phrase("win {win}, jigo {jigo}", win=win, jigo=jigo)
    yield phrase("bye {bye}", bye=format_number(bye / 2))
    yield phrase("absence {absence}", absence=format_number(absence / 2))
    if points.round_down:
        yield phrase("sum of byes and absences rounded down")


def _pairing(tournament: Tournament) -> Iterator[str]:
    rules = tournament.rules
    if not tournament.event_kind.draws_by_weights:
        yield from _system(rules)
        if never := describe_same(rules.never_same):
            yield phrase("never the same {what}", what=never)
        if avoid := describe_same(rules.avoid_same):
            yield phrase("avoids the same {what}", what=avoid)
        return
    model = describe_value("model", rules.usual_model)
    # The name of a model is no text to translate.
    yield model if rules.model else phrase("{choice} (default)", choice=f"{model}")
    if rules.colours is not Colours.BY_MODEL:
        how = describe_value("colours", rules.colours.value)
        yield phrase("colours of even games: {how}", how=how)


def _system(rules: Rules) -> Iterator[str]:
    """Which system pairs, and how sides are given."""
    if rules.system is not None:
        yield describe_value("system", rules.system)
    if stated_parameters(rules).get("acceleration", "none") != "none":
        yield phrase(
            "accelerated by {how}", how=describe_value("acceleration", rules.fide.acceleration)
        )
    if not rules.by_fide:
        by_lot = rules.colours is Colours.NIGIRI
        yield phrase("sides by lot") if by_lot else phrase("balanced sides")


def _participants(tournament: Tournament) -> Iterator[str]:
    play, categories = tournament.team_play, tournament.rules.categories
    if play is not None:
        yield phrase_many(
            "{teams} of {count} board",
            "{teams} of {count} boards",
            play.size,
            teams=phrase_many("{count} team", "{count} teams", len(play.teams)),
        )
    elif any(player.members for player in tournament.players):
        yield phrase("pairs (Pair Go)")
    else:
        yield phrase("individual players")
    if categories > 1:
        yield phrase_many("{count} category", "{count} categories", categories)
    else:
        yield phrase("no categories")


def _weights(tournament: Tournament) -> Iterator[str]:
    now, usual = as_stated(tournament.rules.pairing), usual_parameters()
    if changed := sum(now[name] != usual[name] for name in now):
        yield phrase_many("{count} value changed", "{count} values changed", changed)
    else:
        yield phrase("All at their defaults")


_SETTINGS: Mapping[str, Callable[[Tournament], Iterator[str]]] = {
    "event": _event,
    "time": _time,
    "groups": _groups,
    "handicap": _handicap,
    "points": _points,
    "pairing": _pairing,
    "participants": _participants,
    "advanced": _weights,
}


def usual_parameters() -> Mapping[str, Any]:
    """The parameters of the weights of a new tournament, as they are stated."""
    return as_stated(PairingRules.of_new_tournaments())


_GAMES = {
    EventGame.GO: marked("Go"),
    EventGame.CHESS: marked("Chess"),
    EventGame.OTHER: marked("Any game"),
}
"""Below what presets of a game are listed, in this order."""


def groups_of_choices(name: str) -> Mapping[str, str]:
    """What the groups of the choices of a value are called, by choice and in their order; empty if it has none.

    Presets are grouped by the game of an event with their rules.
    """
    if name != "preset":
        return {}
    games = {name: kind_with_preset(with_preset(Rules(), name), name).game for name in PRESETS}
    return {name: title for game, title in _GAMES.items() for name in games if games[name] is game}
