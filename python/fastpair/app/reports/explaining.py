"""Questions about the draw of a round, and their answers in sentences and values."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import floor, isfinite
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...insight.explain import (
    Conditions,
    best_draws,
    candidates,
    explain_pair,
    heat_map,
    price_of,
    told,
    told_of_best,
    told_of_pair,
    told_of_turning_points,
    turning_points,
    weight_of,
    weight_of_pair,
    weights_of_best,
    what_if,
)
from ...report.sheet import counted
from ...sentences import Remedy, phrase
from ..typed.players import find_player

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...insight.explain import (
        Answer,
        BestDraws,
        Candidate,
        HeatMap,
        PairExplanation,
        TurningPoint,
    )
    from ...pairing.rules import Groups
    from ..draws.draw_in_question import DrawInQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """An answer: sentences, and the values that they were made of."""

    question: str
    """The command that asks it."""

    sentences: tuple[str, ...]
    """In the words of the field."""

    weights: tuple[str, ...] = ()
    """What it is by the weights, in further sentences for those who ask."""

    players: tuple[str, ...] = ()
    """Keys of those who were asked about."""

    pair: PairExplanation | None = None
    """The weight of the pair that was asked about, if both are in the draw."""

    answer: Answer | None = None
    """The draw under the conditions that were asked about."""

    opponents: tuple[Candidate, ...] = ()
    """Everybody whom the player that was asked about could have met."""

    best: BestDraws | None = None
    """The next best draws."""

    heat_map: HeatMap | None = None
    """The prices of all pairs by score group."""

    turning_points: tuple[TurningPoint, ...] | None = None
    """Which rules alone would have let two players meet; None if that was not asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherConditions:
    """What is to be otherwise, with players as typed."""

    force: Groups = ()
    forbid: Groups = ()
    prefer: Groups = ()
    drop: tuple[str, ...] = ()
    add: tuple[str, ...] = ()

    def found(self, draw: DrawInQuestion) -> Conditions:
        """The conditions with the keys of the players.

        Raises
        ------
        RuleError
            If there are none, a player is not found or cannot be paired, or the conditions
            contradict each other.
        """
        if not any((self.force, self.forbid, self.prefer, self.drop, self.add)):
            raise RuleError("no condition is asked about", Remedy("ask about a condition"))
        force, forbid, prefer = (
            frozenset(frozenset(_couple(draw, typed, name)) for typed in couples)
            for name, couples in (
                ("force", self.force),
                ("forbid", self.forbid),
                ("prefer", self.prefer),
            )
        )
        drop, add = (
            frozenset(find_player(draw.tournament, name) for name in typed)
            for typed in (self.drop, self.add)
        )
        names, there = draw.names, draw.optimum.players
        for key in sorted(drop & add):
            raise RuleError(f"{names[key]} cannot be dropped and added")
        _check_taking_part(draw, drop, add)
        for key in sorted(frozenset().union(*force, *forbid, *prefer) - there - add):
            raise RuleError(draw.why_outside(key))
        forced = sorted(key for pair in force for key in pair)
        for key, following in pairwise(forced):
            if key == following:
                twice = f"{names[key]} cannot play two games in one round"
                raise RuleError(twice, about="force")
        for key in sorted(drop.intersection(forced)):
            raise RuleError(f"{names[key]} cannot play and be dropped", about="force")
        for pair in force & forbid:
            one, other = sorted(names[key] for key in pair)
            raise RuleError(f"{one} and {other} cannot be forced and forbidden to meet")
        return Conditions(force=force, never=forbid, prefer=prefer, drop=drop, add=add)


def explain_pair_of(
    draw: DrawInQuestion, one: str, other: str, *, by_rule: bool = False
) -> Explained:
    """Why two players meet, or do not, and what the opposite would cost.

    Parameters
    ----------
    by_rule
        Whether to look, for two who do not meet, for single rules that would change that.

    Raises
    ------
    RuleError
        If a player is not found, or both are the same.
    """
    optimum = draw.optimum
    keys = _couple(draw, (one, other))
    outside = [draw.why_outside(key) for key in keys if key not in optimum.players]
    if outside:
        sentences = tuple(dict.fromkeys(outside))
        return Explained(question="why", players=keys, sentences=sentences)
    best = optimum.opponents.get(keys[0]) == keys[1]
    pair = frozenset({frozenset(keys)})
    answer = what_if(optimum, Conditions(never=pair) if best else Conditions(force=pair))
    explained = None
    if all(key in optimum.seat for key in keys):
        i, j = (optimum.seat[key] for key in keys)
        explained = explain_pair(optimum.field, optimum.model, i, j)
    turning = None
    if by_rule and not best and explained is not None and answer.price:
        turning = turning_points(optimum, i, j)
    sentences = (
        _said_to_meet(draw, keys, best=best),
        *(() if explained is None else (told_of_pair(explained),)),
        *told(answer, draw.names),
        *(() if turning is None else told_of_turning_points(turning)),
    )
    return Explained(
        question="why",
        players=keys,
        sentences=sentences,
        weights=tuple(
            filter(
                None, ("" if explained is None else weight_of_pair(explained), weight_of(answer))
            )
        ),
        pair=explained,
        answer=answer,
        turning_points=turning,
    )


def explain_what_if(draw: DrawInQuestion, typed: OtherConditions) -> Explained:
    """What the best draw is under other conditions.

    Raises
    ------
    RuleError
        As ``OtherConditions.found``.
    """
    answer = what_if(draw.optimum, typed.found(draw))
    return Explained(
        question="whatif",
        sentences=tuple(told(answer, draw.names)),
        weights=tuple(filter(None, (weight_of(answer),))),
        answer=answer,
    )


def explain_opponents(draw: DrawInQuestion, player: str) -> Explained:
    """Everybody whom a player could have met, in order of price.

    Raises
    ------
    RuleError
        If the player is not found.
    """
    key, optimum = find_player(draw.tournament, player), draw.optimum
    said = []
    if key not in optimum.players:
        said.append(draw.why_outside(key))
    elif key == optimum.bye:
        said.append(f"{draw.names[key]} has the bye in round {draw.round_number}.")
    else:
        opponent = optimum.opponents[key]
        against = "nobody" if opponent is None else draw.names[opponent]
        said.append(
            f"In the best draw of round {draw.round_number} {draw.names[key]} plays {against}."
        )
    found = candidates(optimum, key) if key in optimum.seat else ()
    return Explained(question="opponents", players=(key,), sentences=tuple(said), opponents=found)


def cost_of(draw: DrawInQuestion, pair: tuple[str, str]) -> str:
    """Say what it costs that two players meet: what becomes of how many boards."""
    answer = what_if(draw.optimum, Conditions(force=frozenset({frozenset(pair)})))
    if not answer.changed:
        return "the best draw has it"
    boards = len({pair for way in answer.ways for pair in way.lost})
    return f"{counted(boards, 'board')} would change; {price_of(answer)}"


def explain_best(draw: DrawInQuestion, k: int, within: float | None = None) -> Explained:
    """How many draws are equally good, and in what the next ones differ.

    Parameters
    ----------
    k
        How many others at most.
    within
        How much lighter they may be, in the model's own weights; by default there is no limit.

    Raises
    ------
    RuleError
        If ``within`` is not finite, or the weights of so many players are too large to be ranked.
    """
    if within is not None and not isfinite(within):
        raise RuleError(f"expected a weight from 0, got {within}", about="within")
    optimum = draw.optimum
    best = best_draws(optimum, k, None if within is None else floor(within * optimum.units))
    said = told_of_best(best, draw.names, drawn=draw.drawn)
    return Explained(
        question="best", sentences=tuple(said), weights=tuple(weights_of_best(best)), best=best
    )


def explain_heat_map(
    draw: DrawInQuestion, progress: Callable[[float], object] | None = None
) -> Explained:
    """What it costs to pair off score.

    Parameters
    ----------
    progress
        Hears now and then which share of all pairs is priced.
    """
    found = heat_map(draw.optimum, progress)
    pairs, number = int(np.triu(found.pairs).sum()), draw.round_number
    could = f"{pairs:,} pair{'' if pairs == 1 else 's'} could meet in round {number}"
    said = f"{could}; the best draw has {len(draw.optimum.pairs)}."
    return Explained(question="heat-map", sentences=(said,), heat_map=found)


def _said_to_meet(draw: DrawInQuestion, keys: tuple[str, str], *, best: bool) -> str:
    """Say whether two players meet, in the file and in the best draw."""
    one, other = (draw.names[key] for key in keys)
    number, game = draw.round_number, draw.game_of(*keys)
    if not draw.drawn:
        would = "would play" if best else "would not play"
        return f"In the best draw of round {number} {one} {would} {other}."
    if game is not None:
        where = f"{one} plays {other} in round {number}, at table {game.table}"
        return f"{where}." if best else f"{where}, though the best draw does not have it."
    without = f"{one} does not play {other} in round {number}"
    return f"{without}, though the best draw has it." if best else f"{without}."


def _check_taking_part(draw: DrawInQuestion, drop: frozenset[str], add: frozenset[str]) -> None:
    """Refuse who cannot be dropped or added."""
    there = draw.optimum.players
    for key in sorted(drop - there):
        raise RuleError(draw.why_outside(key), about="drop")
    for key in sorted(add & there):
        raise RuleError(phrase("{name} takes part already", name=draw.names[key]), about="add")
    seated = draw.tournament.round(draw.round_number).seated
    for key in sorted(add & seated):
        raise RuleError(draw.why_outside(key), about="add")


def _couple(draw: DrawInQuestion, typed: tuple[str, ...], about: str = "") -> tuple[str, str]:
    """Keys of two different players."""
    if len(typed) != 2:
        listed = ", ".join(map(repr, typed)) or "-"
        raise RuleError(phrase("expected two players, got {got}", got=listed), about=about)
    one, other = (find_player(draw.tournament, name) for name in typed)
    if one == other:
        raise RuleError(
            phrase("expected two players, got {name!r} twice", name=draw.names[one]), about=about
        )
    return one, other
