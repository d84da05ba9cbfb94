"""Where the players of a McMahon tournament start [BGA 4.1, 4.2, 4.4].

Starting scores are on the scale of grades: 1 dan is 0, and a win adds 1. A Swiss tournament is one
whose floor is its bar.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from .bars import automatic_bar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .player import Player
    from .rules import Rules
    from .tournament import Tournament

__all__ = [
    "late_entry_correction",
    "starting_score",
    "starting_scores",
    "taking_part",
    "with_automatic_bar",
    "with_sleepers_lowered",
    "with_supergroups",
]


def starting_score(rules: Rules, player: Player) -> int:
    """The grade, held between floor and bar, plus the correction [OPENGOTHA 3; J].

    Where the bar is below the floor, everybody starts at the bar.
    """
    return _at_bar_and_floor(rules, player) + player.correction


def starting_scores(tournament: Tournament) -> list[int]:
    """Starting score of every player, sleepers of the top group lowered [BGA 4.4].

    The top group is made of the players with the highest starting score, if that is the bar's or
    higher. ``Rules.top_sleepers_lowered`` says by how much those of them start lower who miss a
    round without having a game or a bye in it. Who drops out later is lowered, too, unless
    ``with_sleepers_lowered`` has carried the rule out before.
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


def taking_part(tournament: Tournament) -> tuple[Player, ...]:
    """Who is there: registered finally, and taking part in a round that is not drawn yet.

    If all rounds are drawn, in any of them [BGA 4.2; J].
    """
    rounds = range(1, tournament.rules.rounds + 1)
    left = [number for number in rounds if not tournament.is_drawn(number)] or rounds
    return tuple(p for p in tournament.players if p.final and any(map(p.plays_in, left)))


def with_automatic_bar(tournament: Tournament) -> Tournament:
    """The same tournament with the bar where ``automatic_bar`` puts it for who is ``taking_part``.

    A floor that would be above the bar goes down to it.

    Raises
    ------
    RuleError
        If there is nobody.
    """
    rules = tournament.rules
    grades = [player.grade for player in taking_part(tournament)]
    bar = automatic_bar(grades, rules.rounds)
    return replace(tournament, rules=replace(rules, bar=bar, floor=min(rules.floor, bar)))


def with_supergroups(tournament: Tournament, levels: Mapping[str, int]) -> Tournament:
    """The same tournament with named players who start so many points above the bar [BGA 4.2; J].

    Parameters
    ----------
    levels
        Points above the bar by key: 1 for the supergroup next to the bar, 2 for one above it; 0 puts
        a player at the bar, whatever his grade.

    Raises
    ------
    RuleError
        If there is no such player, or a number is negative.
    """
    for key, level in levels.items():
        if key not in tournament.by_key:
            raise RuleError(f"supergroup: no player has the key {key!r}")
        if level < 0:
            raise RuleError(f"supergroup of {key!r}: expected 0 or more points, got {level}")
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
    rules, scores = tournament.rules, starting_scores(tournament)
    players = (
        replace(player, correction=score - _at_bar_and_floor(rules, player))
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
        raise RuleError(f"expected a first round from 1 to {rules.rounds}, got {first_round}")
    if not 0 <= per_missed_round_x2 <= 2:
        raise RuleError(
            f"expected 0 to 2 half points for a missed round, got {per_missed_round_x2}"
        )
    missed = first_round - 1
    given_x2 = missed * rules.points.mms_absent_x2
    if rules.points.round_down:
        given_x2 = given_x2 // 2 * 2
    return (missed * per_missed_round_x2 - given_x2) // 2


def _at_bar_and_floor(rules: Rules, player: Player) -> int:
    return min(max(int(player.grade), int(rules.floor)), int(rules.bar))


def _above_bar(rules: Rules, player: Player, level: int) -> int:
    return int(rules.bar) + level - _at_bar_and_floor(rules, player)


def _sleepers(tournament: Tournament) -> frozenset[str]:
    """Keys of those who miss a round of the tournament and are not seated in it."""
    rounds = range(1, tournament.rules.rounds + 1)
    seated = {number: tournament.round(number).seated for number in rounds}
    return frozenset(
        player.key
        for player in tournament.players
        if any(number in seated and player.key not in seated[number] for number in player.absences)
    )
