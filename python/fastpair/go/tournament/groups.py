"""McMahon groups: which grades start together, and a table of them for the players who are there.

A table is told by the lowest grade of each group but the lowest. The first of them is the bar, and
below the last one everybody is at the floor [V 4.1.1, 6.1; K12 3.1].
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import count, pairwise
from typing import TYPE_CHECKING

from ...errors import RuleError
from .bars import automatic_bar, bar_range
from .grade import Grade
from .starting import grade_start, starting_score, starting_scores

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .player import Player
    from .rules import Rules
    from .tournament import Tournament

__all__ = [
    "McMahonGroup",
    "group_limits",
    "mcmahon_groups",
    "proposed_limits",
    "with_groups",
    "with_groups_in_corrections",
]

_MOST_GROUPS = (*((20, 4), (30, 6), (50, 8), (70, 10), (90, 12), (110, 15), (150, 20), (200, 25)),)
"""Most groups that are usual for so many players [V table 4.1]."""

_LOWEST = Grade(-30)


@dataclass(frozen=True, slots=True, kw_only=True)
class McMahonGroup:
    """The players who start at one McMahon score."""

    score: int
    """On the scale of grades."""

    grades: tuple[Grade, ...]
    """The grades that start here, the highest first: those of the players, and of the rules if these
    state groups. Empty if only players start here who were put here by hand."""

    players: tuple[str, ...]
    """Keys of the final entries who start here."""

    by_hand: tuple[str, ...]
    """Keys of those of them whose grade starts elsewhere."""


def group_limits(rules: Rules) -> tuple[Grade, ...]:
    """The lowest grade of each group but the lowest, the highest first; none for a single group."""
    grades = range(rules.bar, rules.floor, -1)
    return tuple(Grade(grade) for grade in grades if grade - 1 not in rules.merged_grades)


def with_groups(tournament: Tournament, limits: Sequence[Grade]) -> Tournament:
    """The same tournament with other groups: bar and floor follow from the table.

    Where the rules have stated no groups, corrections may have: below the bar, what most of the
    corrected players of a grade have is taken from theirs, and who has another correction keeps the
    difference.

    Parameters
    ----------
    limits
        As `group_limits` gives them. Without any, each grade between floor and bar is a group.

    Raises
    ------
    RuleError
        If they do not fall, or nobody can be in the lowest group.
    """
    corrected = (player for player in tournament.players if player.correction)
    common, floor = _common_corrections(tournament.rules, corrected), tournament.rules.floor
    players = (
        replace(p, correction=p.correction - common.get(max(p.grade, floor), 0))
        if p.correction
        else p
        for p in tournament.players
    )
    rules = _with_limits(tournament.rules, limits)
    return replace(tournament, rules=rules, players=tuple(players))


def _with_limits(rules: Rules, limits: Sequence[Grade]) -> Rules:
    if not limits:
        return replace(rules, merged_grades=())
    if any(higher <= lower for higher, lower in pairwise(limits)) or limits[-1] <= _LOWEST:
        listed = ", ".join(map(str, limits))
        raise RuleError(f"expected grades from the highest down, above {_LOWEST}, got {listed}")
    bar, floor = limits[0], Grade(limits[-1] - 1)
    merged = (Grade(grade) for grade in range(bar - 1, floor, -1) if grade + 1 not in limits)
    return replace(rules, bar=bar, floor=floor, merged_grades=tuple(merged))


def proposed_limits(grades: Sequence[Grade], rounds: int) -> tuple[Grade, ...]:
    """A table of groups for players of these grades, large at both ends and small in the middle.

    The highest and the lowest group lose half of their players to the next one with each round
    [V 4.1.1]. So the highest has as many as the handbook's table of bars asks for [BGA 4.2], and the
    lowest at least as many as the highest. A group between them gets about as many players from
    above and below as leave it, and may be small: neighbouring grades are merged until each has two
    players, or more if there were more groups than are usual for so many players [V table 4.1]. That
    table is for five rounds, and is used for every number of them. No grade is divided.

    Returns
    -------
    tuple of Grade
        As `group_limits` gives them.

    Raises
    ------
    RuleError
        If there are no players.
    """
    bar = automatic_bar(grades, rounds)
    below = Counter(grade for grade in grades if grade < bar)
    if not below:
        return ()
    lowest = _lowest_group(below, max(len(grades) - below.total(), bar_range(rounds)[0]))
    middle = [(grade, below[grade]) for grade in sorted(below, reverse=True) if grade > lowest]
    usual = next((most for players, most in _MOST_GROUPS if len(grades) <= players), len(grades))
    merged = (_merged(middle, fewest) for fewest in count(2))
    return bar, *next(limits for limits in merged if len(limits) + 2 <= usual)


def _lowest_group(players: Mapping[Grade, int], fewest: int) -> Grade:
    """The highest grade of the lowest group with at least so many players, or with all of them."""
    held = 0
    for grade in sorted(players):
        held += players[grade]
        if held >= fewest:
            break
    return grade


def _merged(players: Iterable[tuple[Grade, int]], fewest: int) -> list[Grade]:
    """Lowest grades of groups with at least so many players; who is left joins the lowest group."""
    limits: list[Grade] = []
    held = 0
    for grade, number in players:
        held += number
        if held >= fewest:
            limits.append(grade)
            held = 0
    return limits


def mcmahon_groups(tournament: Tournament) -> tuple[McMahonGroup, ...]:
    """Who starts where, the highest group first.

    In a file whose format knows no groups, those of a grade start where most of them do.
    """
    rules = tournament.rules
    common = _common_corrections(rules, tournament.players)
    starts = defaultdict(list)
    known = {player.grade for player in tournament.players}
    if rules.merged_grades:
        known = {*range(rules.floor, rules.bar + 1), *known}
    for grade in sorted(known, reverse=True):
        starts[
            grade_start(rules, Grade(grade)) + common.get(max(Grade(grade), rules.floor), 0)
        ].append(Grade(grade))
    where = {grade: score for score, held in starts.items() for grade in held}
    players = defaultdict(list)
    for score, player in zip(starting_scores(tournament), tournament.players, strict=True):
        if player.final:
            players[score].append(player)
    return tuple(
        McMahonGroup(
            score=score,
            grades=tuple(starts.get(score, ())),
            players=tuple(player.key for player in players.get(score, ())),
            by_hand=tuple(p.key for p in players.get(score, ()) if where[p.grade] != score),
        )
        for score in sorted(starts.keys() | players.keys(), reverse=True)
    )


def _common_corrections(rules: Rules, players: Iterable[Player]) -> dict[Grade, int]:
    """Below the bar, the correction of most of the players of a grade, if the rules state no groups.

    All grades up to the floor are one, under the floor's. Who enters late has a correction of his own.
    """
    if rules.merged_grades:
        return {}
    held: defaultdict[Grade, Counter[int]] = defaultdict(Counter)
    for player in players:
        if player.grade < rules.bar and player.plays_in(1):
            held[max(player.grade, rules.floor)][player.correction] += 1
    return {
        grade: max(found, key=lambda each: (found[each], abs(each)))
        for grade, found in held.items()
    }


def with_groups_in_corrections(tournament: Tournament) -> Tournament:
    """The same starts for files that know no groups: each player's correction holds them."""
    rules = tournament.rules
    if not rules.merged_grades:
        return tournament
    plain = replace(rules, merged_grades=())
    players = (
        replace(player, correction=starting_score(rules, player) - grade_start(plain, player.grade))
        for player in tournament.players
    )
    return replace(tournament, rules=plain, players=tuple(players))
