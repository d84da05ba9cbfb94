"""Starting scores and the McMahon groups that they make."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import count, pairwise
from math import fmod
from typing import TYPE_CHECKING

from ...errors import InputError, RuleError
from ...sentences import phrase
from .grade import Grade, automatic_bar, bar_range

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .player import Player
    from .rules import Rules
    from .tournament import Tournament


# ---- Where the players of a McMahon tournament start [BGA 4.1, 4.2, 4.4] ----

# Starting scores are on the scale of grades: 1 dan is 0, and a win adds 1. A Swiss tournament is one
# whose floor is its bar.


def grade_start(rules: Rules, grade: Grade) -> int:
    """Where a grade starts: at itself, held between floor and bar.

    Each grade below the bar that starts with the next one leaves out a point, for itself and for all
    grades below it. Where the bar is below the floor, everybody starts at the bar.
    """
    level, bar = min(max(int(grade), int(rules.floor)), int(rules.bar)), int(rules.bar)
    return level + sum(level <= merged < bar for merged in rules.merged_grades)


def starting_score(rules: Rules, player: Player) -> int:
    """Where the grade starts, plus the correction [OPENGOTHA 3; J]."""
    return grade_start(rules, player.grade) + player.correction


def starts_of(tournament: Tournament, players: Iterable[Player]) -> list[int]:
    """Starting scores of some of the players, in the order of the tournament."""
    keys = {player.key for player in players}
    scores = zip(tournament.players, starting_scores(tournament), strict=True)
    return [score for player, score in scores if player.key in keys]


def starting_scores(tournament: Tournament) -> list[int]:
    """Starting score of every player, sleepers of the top group lowered [BGA 4.4].

    The top group is made of the players with the highest starting score, if that is the bar's or
    higher. ``Rules.top_sleepers_lowered`` says by how much those of them start lower who miss a
    round without having a game or a bye in it. ``with_sleepers_lowered`` carries the rule out when the
    first round is drawn: initial scores do not change after that [BGA 4.4].
    """
    rules, players = tournament.rules, tournament.players
    scores = [starting_score(rules, player) for player in players]
    if not rules.top_sleepers_lowered:
        return scores
    entered = (score for score, player in zip(scores, players, strict=True) if player.final)
    top = max(int(rules.bar), max(entered, default=int(rules.bar)))
    asleep = _sleepers(tournament)
    return [
        score - rules.top_sleepers_lowered * (score >= top and player.key in asleep)
        for score, player in zip(scores, players, strict=True)
    ]


def players_there(tournament: Tournament) -> tuple[Player, ...]:
    """The final entries who take part in a round that is left.

    All rounds are left if all are drawn [BGA 4.2; J].
    """
    rounds = range(1, tournament.rules.rounds + 1)
    left = [number for number in rounds if not tournament.is_drawn(number)] or rounds
    return tuple(p for p in tournament.players if p.final and any(map(p.plays_in, left)))


def with_automatic_bar(tournament: Tournament) -> Tournament:
    """The same tournament with the bar where ``automatic_bar`` puts it for `players_there`.

    A floor that would be above the bar goes down to it.

    Raises
    ------
    RuleError
        If there is nobody.
    """
    rules = tournament.rules
    grades = [player.grade for player in players_there(tournament)]
    bar = automatic_bar(grades, rules.rounds)
    return replace(tournament, rules=replace(rules, bar=bar, floor=min(rules.floor, bar)))


def with_supergroups(tournament: Tournament, levels: Mapping[str, int]) -> Tournament:
    """The same tournament with named players who start so many points above the bar [BGA 4.2; J].

    Parameters
    ----------
    levels
        Points above the bar by key: 1 for the supergroup next to the bar, 2 for one above it; 0 puts
        a player at the bar, whatever his grade, and -1 a point below it.

    Raises
    ------
    RuleError
        If there is no such player.
    """
    for key in levels:
        if key not in tournament.by_key:
            raise RuleError(phrase("supergroup: no player has the key {key!r}", key=key))
    rules = tournament.rules
    players = (
        replace(player, correction=_above_bar(rules, player, levels[player.key]))
        if player.key in levels
        else player
        for player in tournament.players
    )
    return replace(tournament, players=tuple(players))


def with_sleepers_lowered(tournament: Tournament) -> Tournament:
    """The same tournament with the rule for sleepers of the top group carried out.

    The players' corrections hold what the rule does to their starting scores, and the rule does no
    more: so a file can hold it that knows corrections only, and nobody who drops out from now on is
    lowered.
    """
    if not tournament.rules.top_sleepers_lowered:
        return tournament
    rules, scores = tournament.rules, starting_scores(tournament)
    players = (
        replace(player, correction=score - grade_start(rules, player.grade))
        for player, score in zip(tournament.players, scores, strict=True)
    )
    settled = replace(rules, top_sleepers_lowered=0)
    return replace(tournament, rules=settled, players=tuple(players))


def late_entry_correction(rules: Rules, first_round: int, per_missed_round_x2: int = 1) -> int:
    """Correction with which somebody starts who enters in a later round.

    Correction and the points that the rules give for the missed rounds together are what the missed
    rounds are to be worth, rounded down to less than a point below it. A latecomer then meets
    players who have scored as somebody of his grade usually has, and latecomers do not only meet
    each other.

    Parameters
    ----------
    rules
        What absences are worth: ``rules.points``.
    first_round
        The first round that the player takes part in, from 1.
    per_missed_round_x2
        Doubled points that a missed round is to be worth, 0 to 2; half a point by default.

    Returns
    -------
    int
        Whole points to add to the starting score, negative if the rules give more for absences.

    Raises
    ------
    RuleError
        If the tournament has no such round, or a missed round is to be worth less than nothing or
        more than a win.
    """
    if not 1 <= first_round <= rules.rounds:
        raise RuleError(
            phrase(
                "the first round must be from 1 to {rounds}, not {first_round}",
                rounds=rules.rounds,
                first_round=first_round,
            )
        )
    if not 0 <= per_missed_round_x2 <= 2:
        raise RuleError(
            phrase(
                "a missed round gives 0 to 2 half points, not {per_missed_round_x2}",
                per_missed_round_x2=per_missed_round_x2,
            )
        )
    missed = first_round - 1
    absence, _ = rules.points.without_game(by_mms=True)
    given_x2 = missed * absence
    if rules.points.round_down:
        given_x2 -= int(fmod(given_x2, 2))  # towards 0, as scores are
    return (missed * per_missed_round_x2 - given_x2) // 2


def _above_bar(rules: Rules, player: Player, level: int) -> int:
    return int(rules.bar) + level - grade_start(rules, player.grade)


def _sleepers(tournament: Tournament) -> frozenset[str]:
    """Keys of those who miss a round of the tournament and are not seated in it."""
    rounds = range(1, tournament.rules.rounds + 1)
    seated = {number: tournament.round(number).seated for number in rounds}
    return frozenset(
        player.key
        for player in tournament.players
        if any(number in seated and player.key not in seated[number] for number in player.absences)
    )


# ---- McMahon groups: which grades start together, and a table of them for the players who are there ----

# A table is told by the lowest grade of each group but the lowest. The first of them is the bar, and
# below the last one everybody is at the floor [V 4.1.1, 6.1; K12 3.1].

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
        text = ", ".join(map(str, limits))
        raise InputError(
            phrase(
                "the grades must go from the highest down, above {LOWEST}, not {listed}",
                LOWEST=_LOWEST,
                listed=text,
            )
        )
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
    size = 0
    for grade in sorted(players):
        size += players[grade]
        if size >= fewest:
            break
    return grade


def _merged(players: Iterable[tuple[Grade, int]], fewest: int) -> list[Grade]:
    """Lowest grades of groups with at least so many players; who is left joins the lowest group."""
    limits: list[Grade] = []
    size = 0
    for grade, number in players:
        size += number
        if size >= fewest:
            limits.append(grade)
            size = 0
    return limits


def mcmahon_groups(tournament: Tournament) -> tuple[McMahonGroup, ...]:
    """Who starts where, the highest group first.

    In a file whose format knows no groups, those of a grade start where most of them do.
    """
    rules = tournament.rules
    common = _common_corrections(rules, tournament.players)
    starts = defaultdict(list)
    grades = {player.grade for player in tournament.players}
    if rules.merged_grades:
        grades = {*range(rules.floor, rules.bar + 1), *grades}
    for grade in sorted(grades, reverse=True):
        starts[
            grade_start(rules, Grade(grade)) + common.get(max(Grade(grade), rules.floor), 0)
        ].append(Grade(grade))
    where = {grade: score for score, grades_of_start in starts.items() for grade in grades_of_start}
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
    counts: defaultdict[Grade, Counter[int]] = defaultdict(Counter)
    for player in players:
        if player.grade < rules.bar and player.plays_in(1):
            counts[max(player.grade, rules.floor)][player.correction] += 1
    return {
        grade: max(found, key=lambda each: (found[each], abs(each)))
        for grade, found in counts.items()
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
