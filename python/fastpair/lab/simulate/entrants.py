"""Who enters a simulated tournament, and under which rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...go.ratings import rating_or_grade
from ...go.tournament import (
    NO_RATING,
    Grade,
    HandicapRules,
    Player,
    Points,
    Rules,
    Tournament,
    with_automatic_bar,
)
from ...pairing.field.luck import lots
from .congress import generate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from .plan import FieldPlan, Plan, RulesPlan

__all__ = ["entered", "rated_as", "within"]

_WEAKEST, _STRONGEST = Grade(-30), Grade(8)
_POINTS = Points(mms_bye_x2=2, wins_bye_x2=2, mms_absent_x2=1, round_down=True)
"""A bye is a win, and two missed rounds are a point of the McMahon score [BGA 4.4]."""


def entered(plan: Plan, seed: int) -> Tournament:
    """The tournament of a plan before its first round.

    Parameters
    ----------
    seed
        Seed of the players, where they are invented.

    Raises
    ------
    RuleError
        If the plan asks for more rounds than a tournament can have.
    """
    players = _players(plan.field, plan.rounds, seed)
    tournament = Tournament(name=plan.name, rules=_rules(plan.rules, plan.rounds), players=players)
    if plan.rules.starts == "zero":
        return _from_zero(tournament)
    return tournament if plan.rules.bar_grade is not None else with_automatic_bar(tournament)


def rated_as(tournament: Tournament, rating: NDArray[np.float64]) -> Tournament:
    """The same tournament with players entered at these ratings, and the grades that belong to them.

    A grade is 100 points wide, and 1 dan is around 2100 [V 2.2].
    """
    whole = np.rint(rating).astype(np.int64)
    grade = np.clip((whole + 50) // 100 - 21, _WEAKEST, _STRONGEST)
    players = zip(tournament.players, whole.tolist(), grade.tolist(), strict=True)
    entered_at = tuple(
        replace(player, rating=points, grade=Grade(index)) for player, points, index in players
    )
    return replace(tournament, players=entered_at)


def within(players: Iterable[Player], rounds: int) -> tuple[Player, ...]:
    """Players of a tournament with so many rounds, who are not absent from later ones."""
    return tuple(
        replace(player, absences=frozenset(n for n in player.absences if n <= rounds))
        if max(player.absences, default=0) > rounds
        else player
        for player in players
    )


def _players(field: FieldPlan, rounds: int, seed: int) -> tuple[Player, ...]:
    players: Sequence[Player]
    if field.shape == "uniform":
        players = _uniform(field, seed)
    elif field.tournament is not None:
        players = [_rated(player) for player in field.tournament.players if player.final]
    else:
        players = generate(field.players, rounds, seed=seed).players
    if len(players) < 2:
        raise RuleError("a tournament needs two players who are registered finally")
    kept = rounds if field.attendance != "full" else 0
    return within([replace(player.elsewhere(), final=True) for player in players], kept)


def _rated(player: Player) -> Player:
    """A player of a file, with the rating of his grade on the European scale if he has none."""
    rating = rating_or_grade(player.rating, player.grade, lowest=NO_RATING)
    return replace(player, rating=int(rating))


def _uniform(field: FieldPlan, seed: int) -> list[Player]:
    """Players whose ratings are equally far apart. Their names are in no order of strength."""
    ratings = np.linspace(field.lowest, field.highest, field.players)
    numbers = lots(field.players, seed)
    plain = [
        Player(key=name, name=name, first_name="", grade=Grade(0))
        for name in (f"P{number:04}" for number in numbers.tolist())
    ]
    return list(rated_as(Tournament(players=tuple(plain)), ratings).players)


def _rules(rules: RulesPlan, rounds: int) -> Rules:
    stones = HandicapRules(ceiling=0)
    if rules.handicap is not None:
        stones = HandicapRules(correction=rules.handicap, threshold=_STRONGEST, even_at_bar=True)
    return Rules(
        rounds=rounds,
        bar=rules.bar_grade or max(Grade(0), rules.floor_grade),
        floor=rules.floor_grade,
        points=_POINTS,
        placement=rules.criteria,
        handicap=stones,
    )


def _from_zero(tournament: Tournament) -> Tournament:
    """Everybody starts together: the floor is the bar [J], and nobody is in a supergroup."""
    players = tuple(replace(player, correction=0) for player in tournament.players)
    rules = replace(tournament.rules, bar=_STRONGEST, floor=_STRONGEST)
    return replace(tournament, players=players, rules=rules)
