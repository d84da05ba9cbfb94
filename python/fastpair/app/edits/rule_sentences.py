"""The rules of a tournament in sentences, as a director reads them out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ...go.scores import MMS_OF_1_DAN
from ...go.tournament import Colours, Grade, Overtime, group_limits, mcmahon_groups
from ...go.tournament.presets import PRESETS, with_preset
from ...go.tournament.rules import Kind
from ...go.tournament.starting import grade_start, starting_score, starting_scores
from ...report.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...go.tournament import (
        Criterion,
        Event,
        HandicapRules,
        McMahonGroup,
        Points,
        Rules,
        TimeLimit,
        Tournament,
    )

__all__ = [
    "ToldGroup",
    "event_sentences",
    "groups_told",
    "presets_met",
    "rule_sentences",
    "starting_groups",
    "system_sentence",
]

_COLOURS = {
    Colours.BY_MODEL: "as the weight model has it",
    Colours.BALANCE: "White to who had it less often, of equals by lot",
    Colours.ALTERNATION: "White to who had Black last, of equals to who had White less often",
    Colours.NIGIRI: "by lot",
}
_STRONGEST = Grade(8)
_NAMED = 6


def rule_sentences(tournament: Tournament) -> Iterator[str]:
    """Say everything that the rules decide, one sentence a line."""
    rules = tournament.rules
    yield system_sentence(rules)
    yield from _starts(rules)
    if rules.kind is Kind.MCMAHON:
        yield from _corrected(tournament)
    yield from _points(rules.points)
    yield _missed(rules)
    yield _handicap(rules.handicap, rules)
    yield f"weights: {rules.usual_model}, {'chosen' if rules.model else 'which fits'}"
    yield f"komi: {_half(tournament.komi_x2(0))}, with a handicap {_half(tournament.komi_x2(1))}"
    yield f"colours of even games: {_COLOURS[rules.colours]}"
    yield f"standings: {_listed(rules.placement)}"
    if rules.seeding:
        yield f"order within a group for the draw: {_listed(rules.seeding)}"
    if rules.prizes:
        yield f"prizes: {_listed(rules.prizes)}"
    yield from _categories(rules)


def presets_met(rules: Rules) -> tuple[str, ...]:
    """Names of the presets whose rules these are."""
    return tuple(name for name in PRESETS if with_preset(rules, name) == rules)


def event_sentences(event: Event) -> Iterator[str]:
    """Say where and when the tournament is, and how much time the players have."""
    where = ", ".join(filter(None, (event.place, event.country)))
    days = " to ".join(str(day) for day in dict.fromkeys((event.begins, event.ends)) if day)
    if where or days:
        yield f"event: {'; '.join(filter(None, (where, days)))}"
    if event.director:
        yield f"director: {event.director}"
    if event.ratings_until:
        yield f"ratings: frozen, by lists up to {event.ratings_until}"
    adjusted = f"adjusted time {event.time.adjusted / 60:g} minutes"
    yield f"time: {_time(event.time)}; {adjusted}, class {event.egf_class} of the European ratings"


def starting_groups(tournament: Tournament) -> Iterator[str]:
    """Say how many of the final entries start at each McMahon score, the highest first."""
    scores = Counter(
        score
        for score, player in zip(starting_scores(tournament), tournament.players, strict=True)
        if player.final
    )
    rules = tournament.rules
    for score, players in sorted(scores.items(), reverse=True):
        ends = {grade_start(rules, rules.floor): " (floor)", int(rules.bar): " (bar)"}
        where = ends.get(score, "")
        yield f"start at {score + MMS_OF_1_DAN}{where}: {counted(players, 'player')}"


class ToldGroup(NamedTuple):
    """A McMahon group in words."""

    start: str
    """McMahon score, as the standings print it."""

    grades: str
    players: int
    by_hand: str
    """Names of those whose grade starts elsewhere."""


def groups_told(tournament: Tournament) -> Iterator[ToldGroup]:
    """Say who starts where, the highest group first."""
    groups = mcmahon_groups(tournament)
    lowest = min((grade for group in groups for grade in group.grades), default=None)
    for group in groups:
        yield ToldGroup(
            str(group.score + MMS_OF_1_DAN),
            _grades(tournament.rules, group, below=lowest in group.grades),
            len(group.players),
            ", ".join(tournament.by_key[key].full_name for key in group.by_hand),
        )


def _grades(rules: Rules, group: McMahonGroup, *, below: bool) -> str:
    if not group.grades:
        return ""
    highest, lowest = group.grades[0], min(group.grades[-1], rules.bar)
    above, below = highest >= rules.bar, below and lowest <= rules.floor
    if above and below:
        return "all grades"
    if above or below:
        return f"{lowest} and above" if above else f"{highest} and below"
    return str(highest) if highest == lowest else f"{highest} to {lowest}"


def _time(time: TimeLimit) -> str:
    said = f"{time.basic / 60:g} minutes"
    if time.overtime is Overtime.SUDDEN_DEATH:
        return f"{said}, then the game is lost"
    if time.overtime is Overtime.FISCHER:
        return f"{said}, and {time.period} seconds more with every move"
    if time.overtime is Overtime.CANADIAN:
        return f"{said}, then {counted(time.stones, 'stone')} in {time.period} seconds"
    return f"{said}, then {time.period} seconds for each move"


def system_sentence(rules: Rules) -> str:
    """Say what kind of tournament it is: a McMahon tournament whose floor is its bar is a Swiss [J]."""
    kind = rules.kind
    if kind is Kind.MCMAHON and rules.floor == rules.bar:
        kind = Kind.SWISS
    return f"system: {kind.value}, {counted(rules.rounds, 'round')}"


def _corrected(tournament: Tournament) -> Iterator[str]:
    """Say who starts elsewhere than the rules have it for the grade."""
    moved: dict[int, list[str]] = {}
    scores = starting_scores(tournament)
    for score, player in zip(scores, tournament.players, strict=True):
        usual = starting_score(tournament.rules, replace(player, correction=0))
        if score != usual:
            moved.setdefault(score - usual, []).append(f"{player.full_name} {player.grade}")
    for by, names in sorted(moved.items(), reverse=True):
        where = f"{counted(abs(by), 'point')} {'higher' if by > 0 else 'lower'}"
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        start = "starts" if len(names) == 1 else "start"
        yield f"{', '.join(names[:_NAMED])}{more} {start} {where} than by grade, floor and bar"


def _starts(rules: Rules) -> Iterator[str]:
    if rules.kind is not Kind.MCMAHON:
        return
    yield f"start: at the grade, not below the floor {rules.floor}, not above the bar {rules.bar}"
    if rules.merged_grades:
        limits = ", ".join(map(str, group_limits(rules)))
        yield f"McMahon groups: each begins at one of {limits}; all below are the lowest"
    if rules.top_sleepers_lowered:
        points = counted(rules.top_sleepers_lowered, "point")
        yield (
            f"who is in the top group and misses a round starts {points} lower, as decided when the "
            "first round is drawn"
        )


def _points(points: Points) -> Iterator[str]:
    yield (
        f"points: {_half(points.win_x2)} for a win, {_half(points.jigo_x2)} for a jigo, "
        f"{_half(points.loss_x2)} for a loss; by default {_half(points.forfeit_win_x2)} and "
        f"{_half(points.forfeit_loss_x2)}"
    )
    yield (
        f"a bye adds {_half(points.mms_bye_x2)} to the McMahon score and "
        f"{_half(points.wins_bye_x2)} to the wins, an absence {_half(points.mms_absent_x2)} and "
        f"{_half(points.wins_absent_x2)}; their sum is "
        f"{'rounded down' if points.round_down else 'not rounded'}"
    )
    yield (
        f"where both lose, each gets {_half(points.both_lose_x2)}; where both win, "
        f"{_half(points.both_win_x2)}; a game without a result gives {_half(points.unknown_x2)}"
    )


def _missed(rules: Rules) -> str:
    if rules.absence_as_half_point:
        return "SOS counts half a point for an absence of an opponent"
    if rules.unplayed_as_half_point:
        return "OpenGotha's SOS counts half a point for each round that an opponent did not play"
    own = rules.missed == "own"
    return (
        "a missed round adds to SOS "
        + ("the own score for a bye, nothing for an absence" if own else "the own starting score")
        + "; OpenGotha's SOSM and SOSW have their own way"
    )


def _handicap(handicap: HandicapRules, rules: Rules) -> str:
    if not handicap.ceiling:
        return "handicap: none, all games are even"
    what = "McMahon scores" if handicap.by_mms else "grades"
    said = f"handicap: the difference of {what}"
    if handicap.correction:
        more = "less" if handicap.correction > 0 else "more"
        said += f", {abs(handicap.correction)} {more}"
    said += f", at most {counted(handicap.ceiling, 'stone')}"
    if handicap.threshold < _STRONGEST:
        said += f"; even among {handicap.threshold} and above"
    return said + (
        f"; even for grades from the bar, {rules.bar}, on" if handicap.even_at_bar else ""
    )


def _categories(rules: Rules) -> Iterator[str]:
    limits = rules.category_limits
    for number, limit in enumerate(limits, start=1):
        yield f"category {number}: from {limit} on"
    if limits:
        yield f"category {len(limits) + 1}: everybody else"


def _listed(criteria: Sequence[Criterion]) -> str:
    return ", ".join(criterion.value for criterion in criteria) or "no criteria"


def _half(x2: int) -> str:
    """A doubled number as points, with the half point as a sign."""
    whole, half = divmod(x2, 2)
    return f"{whole or ''}½" if half else str(whole)
