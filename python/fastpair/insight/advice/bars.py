"""Whether the bar fits the field [BGA 4.2; V 3.4, 4.1.1]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...go.tournament import (
    Criterion,
    Grade,
    automatic_bar,
    bar_range,
    players_there,
    starting_scores,
)
from ...sentences import phrase, phrase_many
from .chances import chances_to_win
from .finding import AdviceKind, Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...go.tournament import Player, Rules, Tournament

__all__ = ["Bar", "about_bar", "about_rounds", "bars", "bars_to_choose", "has_bar"]

_REAL, _NO_REAL = 0.1, 0.01
"""From the former on, a chance to win is a real one, and below the latter none. The thesis has no
numbers: in its example, three 5 dan beside twenty 4 dan, the chance of the latter is 0.32."""

_NEVER = 0.001
"""Below this, nobody needs to look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A grade at which the bar could be."""

    grade: Grade

    players: int
    """Those who take part, of this grade or stronger."""

    chance_below: float
    """That the winner is somebody of a lower grade, if everybody started at the bar, 0 to 1."""


def bars(tournament: Tournament) -> tuple[Bar, ...]:
    """Where the bar could be, the highest grade first: each grade of somebody who takes part."""
    players = players_there(tournament)
    if not players:
        return ()
    chances = chances_to_win(players, tournament.rules.rounds)
    grades = np.array([int(player.grade) for player in players])
    return tuple(
        Bar(
            grade=Grade(grade),
            players=int((grades >= grade).sum()),
            chance_below=float(chances[grades < grade].sum()),
        )
        for grade in sorted(set(grades.tolist()), reverse=True)
    )


def bars_to_choose(tournament: Tournament) -> tuple[Bar, ...]:
    """The bars that are worth a look: down to the one below which nobody may win, or to the bar."""
    listed = bars(tournament)
    enough = (i for i, bar in enumerate(listed, 1) if bar.chance_below < _NEVER)
    reach = sum(bar.grade >= tournament.rules.bar for bar in listed)
    return listed[: max(reach, next(enough, 0))]


def has_bar(rules: Rules) -> bool:
    """Whether grades make the starting scores."""
    return rules.main_criterion is Criterion.MMS and rules.floor < rules.bar


def about_bar(tournament: Tournament) -> Iterator[Finding]:
    """Say if too many or too few start at the bar, by the handbook's table and by their chances."""
    rules, players = tournament.rules, players_there(tournament)
    if not (players and has_bar(rules)):
        return
    yield from _by_table(tournament)
    yield from _by_chance(rules, players)


def about_rounds(tournament: Tournament) -> Iterator[Finding]:
    """Say if the rounds cannot settle a single winner of those who start at the top [V 3.4]."""
    count, rounds = _at_top(tournament), tournament.rules.rounds
    if count <= 2**rounds:
        return
    needed = (count - 1).bit_length()
    said = phrase(
        "{count} players start together at the top, of whom it takes {needed} rounds to make a single"
        " winner; the tournament has {rounds}",
        count=count,
        needed=needed,
        rounds=rounds,
    )
    yield Finding(kind=AdviceKind.ROUNDS, source="BGA 4.2; V 3.4", sentence=said)


def _at_top(tournament: Tournament) -> int:
    """Of how many players one is to win: a supergroup that is large enough, or who starts at the bar.

    Without a bar it is everybody.
    """
    rules, there = tournament.rules, {player.key for player in players_there(tournament)}
    scores = zip(tournament.players, starting_scores(tournament), strict=True)
    starts = [score for player, score in scores if player.key in there]
    if not has_bar(rules):
        return len(starts)
    leading = starts.count(max(starts, default=0))
    at_bar = sum(score >= rules.bar for score in starts)
    return leading if bar_range(rules.rounds)[0] <= leading <= at_bar else at_bar


def _by_table(tournament: Tournament) -> Iterator[Finding]:
    rules = tournament.rules
    grades = [player.grade for player in players_there(tournament)]
    above = sum(grade >= rules.bar for grade in grades)
    fewest, most = bar_range(rules.rounds)
    # A supergroup is for a bar that too many reach [BGA 4.2].
    if fewest <= above <= most or (above > most and _at_top(tournament) <= most):
        return
    better = automatic_bar(grades, rules.rounds)
    instead = sum(grade >= better for grade in grades)
    there = (
        phrase("no other grade comes nearer to that")
        if better == rules.bar
        else phrase("a bar of {bar} would have {count}", bar=better, count=instead)
    )
    values = {"bar": rules.bar, "fewest": fewest, "most": most, "there": there}
    said = (
        phrase_many(
            "the bar of {bar} is too high: {count} player at it and above, where {fewest} to {most} are"
            " right; {there}",
            "the bar of {bar} is too high: {count} players at it and above, where {fewest} to {most} are"
            " right; {there}",
            above,
            **values,
        )
        if above < fewest
        else phrase_many(
            "the bar of {bar} is too low: {count} player at it and above, where {fewest} to {most} are"
            " right; {there}",
            "the bar of {bar} is too low: {count} players at it and above, where {fewest} to {most} are"
            " right; {there}",
            above,
            **values,
        )
    )
    yield Finding(kind=AdviceKind.BAR, source="BGA 4.2", sentence=said)


def _by_chance(rules: Rules, players: Sequence[Player]) -> Iterator[Finding]:
    chances = chances_to_win(players, rules.rounds)
    grades = np.array([int(player.grade) for player in players])
    below = float(chances[grades < rules.bar].sum())
    if below >= _REAL:
        lower = Grade(grades[grades < rules.bar].max())
        said = phrase(
            "the chance that somebody below the bar of {bar} would win, if he started at it, is"
            " {chance:.0%}; a bar of {lower} would have {count} players",
            bar=rules.bar,
            chance=below,
            lower=lower,
            count=int((grades >= lower).sum()),
        )
        yield Finding(kind=AdviceKind.CHANCE, source="V 4.1.1", sentence=said)
        return
    above = grades >= rules.bar
    lowest = grades == min(grades[above], default=0)
    chance = float(chances[lowest & above].sum())
    enough = (above & ~lowest).sum() >= bar_range(rules.rounds)[0]
    if enough and chance < _NO_REAL:
        said = phrase(
            "the bar of {bar} is too low: those of {grade} start at it, and the chance that one of them"
            " wins is below {chance:.0%}",
            bar=rules.bar,
            grade=Grade(grades[lowest][0]),
            chance=_NO_REAL,
        )
        yield Finding(kind=AdviceKind.CHANCE, source="V 4.1.1", sentence=said)
