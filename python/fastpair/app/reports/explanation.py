"""Why a draw is as it is, and what other draws would cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...errors import RuleError
from ...insight.explain import Conditions, describe_answer
from ...insight.explain.alternatives import heat_map
from ...insight.explain.amounts import amount
from ...insight.explain.best_round import Explained
from ...insight.explain.sentence import describe_objections
from ...insight.explain.words import weight_of
from ...sentences import Remedy, phrase
from ..documents.draw import (
    ExplanationAnswer,
    ExplanationBest,
    ExplanationCandidate,
    ExplanationDocument,
    ExplanationHeatMap,
    ExplanationPair,
)
from ..documents.encoding import encode
from ..draws.plan import refuse_contradictions
from ..lookup import find_player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ...insight.explain import Answer, Candidate
    from ...insight.explain.alternatives import HeatMap
    from ...pairing.rules import Groups
    from ..draws.review import ReviewedDraw


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherConditions:
    """What is to be otherwise, with players as typed."""

    force: Groups = ()
    forbid: Groups = ()
    prefer: Groups = ()
    drop: tuple[str, ...] = ()
    add: tuple[str, ...] = ()

    def found(self, draw: ReviewedDraw) -> Conditions:
        """The conditions with the keys of the players.

        Raises
        ------
        RuleError
            If there are none, a player is not found or cannot be paired, or the conditions
            contradict each other.
        """
        if not any((self.force, self.forbid, self.prefer, self.drop, self.add)):
            raise RuleError(phrase("no condition is asked about"), Remedy("ask about a condition"))
        force, forbid, prefer = (
            frozenset(frozenset(_couple(draw, player_names, name)) for player_names in couples)
            for name, couples in (
                ("force", self.force),
                ("forbid", self.forbid),
                ("prefer", self.prefer),
            )
        )
        drop, add = (
            frozenset(find_player(draw.tournament, name) for name in player_names)
            for player_names in (self.drop, self.add)
        )
        names, there = draw.names, draw.best.players
        for key in sorted(drop & add):
            raise RuleError(phrase("{name} cannot be dropped and added", name=names[key]))
        _check_taking_part(draw, drop, add)
        for key in sorted(frozenset().union(*force, *forbid, *prefer) - there - add):
            raise RuleError(draw.why_outside(key))
        for key in sorted(drop & frozenset().union(*force)):
            raise RuleError(
                phrase("{name} cannot play and be dropped", name=names[key]), about="force"
            )
        refuse_contradictions(draw.tournament, force, forbid)
        return Conditions(force=force, forbid=forbid, prefer=prefer, drop=drop, add=add)


def explain_pair_of(
    draw: ReviewedDraw, one: str, other: str, *, by_rule: bool = False
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
    keys = _couple(draw, (one, other))
    outside = [draw.why_outside(key) for key in keys if key not in draw.best.players]
    if outside:
        sentences = tuple(dict.fromkeys(outside))
        return Explained(question="why", players=keys, sentences=sentences)
    meeting = _describe_meeting(draw, keys, best=draw.best.opponents.get(keys[0]) == keys[1])
    found = draw.best.explain_pair(*keys, draw.drawn, by_rule=by_rule)
    return replace(found, players=keys, sentences=(meeting, *found.sentences))


def explain_what_if(draw: ReviewedDraw, conditions: OtherConditions) -> Explained:
    """What the best draw is under other conditions.

    Raises
    ------
    RuleError
        As ``OtherConditions.found``.
    """
    answer = draw.best.what_if(conditions.found(draw))
    return Explained(
        question="whatif",
        sentences=tuple(describe_answer(answer, draw.names)),
        weights=tuple(filter(None, (weight_of(answer),))),
        answer=answer,
    )


def explain_opponents(draw: ReviewedDraw, player: str) -> Explained:
    """Everybody whom a player could have met, in order of price.

    Raises
    ------
    RuleError
        If the player is not found.
    """
    key, best = find_player(draw.tournament, player), draw.best
    values = {"round": draw.round_number, "name": draw.names[key]}
    lines = []
    if key not in best.players:
        lines.append(draw.why_outside(key))
    elif key == best.bye:
        lines.append(phrase("{name} has the bye in round {round}.", **values))
    elif (opponent := best.opponents[key]) is None:
        lines.append(phrase("In the best draw of round {round} {name} plays nobody.", **values))
    else:
        lines.append(
            phrase(
                "In the best draw of round {round} {name} plays {other}.",
                **values,
                other=draw.names[opponent],
            )
        )
    found = best.candidates(key) if key in best.players else ()
    return Explained(question="opponents", players=(key,), sentences=tuple(lines), opponents=found)


def explain_best(draw: ReviewedDraw, k: int, within: float | None = None) -> Explained:
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
        raise RuleError(
            phrase("must be a weight from 0 on, not {within}", within=within), about="within"
        )
    played = draw.opponents if draw.is_drawn else None
    return draw.best.explain_others(k, within, draw.names, played)


class OpponentLine(NamedTuple):
    """A possible opponent as the answer names it."""

    candidate: Candidate
    name: str
    against: str
    """What speaks against the game; empty if nothing does."""

    @property
    def key(self) -> str:
        """That of the player."""
        return self.candidate.player

    @property
    def is_possible(self) -> bool:
        """Whether a draw has the game."""
        return self.candidate.price is not None


def opponent_lines(draw: ReviewedDraw, explained: Explained) -> Iterator[OpponentLine]:
    """The possible opponents of an answer, in its order."""
    for candidate in explained.opponents:
        yield OpponentLine(candidate, draw.names[candidate.player], describe_objections(candidate))


def describe_price(draw: ReviewedDraw, candidate: Candidate) -> str:
    """What a game with an opponent costs the whole draw, by its weights, levels or criteria."""
    price = "-" if candidate.price is None else amount(candidate.price, draw.units)
    if candidate.level is not None:
        price = f"level {candidate.level}: {price}"
    if candidate.criterion:
        criterion, _, _ = candidate.criterion.partition(",")
        return f"{criterion}: {price}" if candidate.price else criterion
    return price


def explain_heat_map(draw: ReviewedDraw) -> Explained:
    """What it costs to pair off score."""
    prices = heat_map(draw.optimum)
    pairs, number = int(np.triu(prices.pairs).sum()), draw.round_number
    could = f"{pairs:,} pair{'' if pairs == 1 else 's'} could meet in round {number}"
    message = f"{could}; the best draw has {len(draw.optimum.pairs)}."
    return Explained(question="heat-map", sentences=(message,), heat_map=prices)


def _describe_meeting(draw: ReviewedDraw, keys: tuple[str, str], *, best: bool) -> str:
    """Say whether two players meet, in the file and in the best draw."""
    one, other = (draw.names[key] for key in keys)
    values = {"round": draw.round_number, "one": one, "other": other}
    game = draw.game_of(*keys)
    if not draw.is_drawn:
        if best:
            return phrase("In the best draw of round {round} {one} would play {other}.", **values)
        return phrase("In the best draw of round {round} {one} would not play {other}.", **values)
    if game is None and best:
        return phrase(
            "{one} does not play {other} in round {round}, though the best draw has it.", **values
        )
    if game is None:
        return phrase("{one} does not play {other} in round {round}.", **values)
    if best:
        return phrase(
            "{one} plays {other} in round {round}, at table {table}.", **values, table=game.table
        )
    return phrase(
        "{one} plays {other} in round {round}, at table {table}, though the best draw does not have it.",
        **values,
        table=game.table,
    )


def _check_taking_part(draw: ReviewedDraw, drop: frozenset[str], add: frozenset[str]) -> None:
    """Refuse who cannot be dropped or added."""
    there = draw.best.players
    for key in sorted(drop - there):
        raise RuleError(draw.why_outside(key), about="drop")
    for key in sorted(add & there):
        raise RuleError(phrase("{name} takes part already", name=draw.names[key]), about="add")
    seated = draw.tournament.round(draw.round_number).seated
    for key in sorted(add & seated):
        raise RuleError(draw.why_outside(key), about="add")


def _couple(draw: ReviewedDraw, words: tuple[str, ...], about: str = "") -> tuple[str, str]:
    """Keys of two different players."""
    if len(words) != 2:
        text = ", ".join(map(repr, words)) or "-"
        raise RuleError(phrase("name two players, not {got}", got=text), about=about)
    names = zip(words, ("one", "other"), strict=True)
    one, other = (find_player(draw.tournament, word, about=name) for word, name in names)
    if one == other:
        raise RuleError(
            phrase("name two players, not {name!r} twice", name=draw.names[one]), about=about
        )
    return one, other


def explanation_document(draw: ReviewedDraw, explained: Explained) -> ExplanationDocument:
    """An answer as a JSON document, by ``explanation.schema.json``."""
    keys = sorted({*explained.players, *_players_of(explained)})
    return encode(
        ExplanationDocument,
        explained,
        tournament=draw.tournament.name,
        round=draw.round_number,
        drawn=draw.is_drawn,
        asked=explained.players,
        model=draw.label,
        seed=draw.seed,
        weight_units=draw.units,
        bye=draw.bye,
        sentences=[*explained.sentences, *explained.weights],
        pair=explained.pair
        and encode(ExplanationPair, explained.pair, components=explained.pair.reasons),
        answer=explained.answer and _answer(explained.answer),
        opponents=[*map(_candidate, explained.opponents)],
        best=explained.best
        and encode(ExplanationBest, explained.best, others=[*map(_answer, explained.best.others)]),
        heat_map=explained.heat_map and _heat_map(explained.heat_map),
        players={key: draw.names[key] for key in keys},
        remarks=draw.remarks,
    )


def _answer(answer: Answer) -> ExplanationAnswer:
    before, now = answer.byes
    more = _counted(answer.more)
    return encode(ExplanationAnswer, answer, more=more, bye_before=before, bye=now)


def _candidate(candidate: Candidate) -> ExplanationCandidate:
    marks = _counted(candidate.marks)
    return encode(ExplanationCandidate, candidate, fewer_games=candidate.fewer, marks=marks)


def _heat_map(heat: HeatMap) -> ExplanationHeatMap:
    return encode(
        ExplanationHeatMap,
        heat,
        pairs=heat.pairs.tolist(),
        games=heat.games.tolist(),
        least=_without_nan(heat.least),
        median=_without_nan(heat.median),
    )


def _without_nan(prices: NDArray[np.float64]) -> list[list[float | None]]:
    return [[None if isnan(price) else price for price in row] for row in prices.tolist()]


def _counted(counts: Any) -> dict[str, float]:  # noqa: ANN401
    """Counts by name; points, which are doubled, as they are."""
    halved = "point between opponents"
    return {name: n / 2 if name == halved else n for name, n in counts.items()}


def _players_of(explained: Explained) -> Iterator[str]:
    """Keys of all players of an explanation."""
    yield from (candidate.player for candidate in explained.opponents)
    if explained.answer is not None:
        yield from _players_of_answer(explained.answer)
    if explained.best is not None:
        for answer in explained.best.others:
            yield from _players_of_answer(answer)


def _players_of_answer(answer: Answer) -> Iterator[str]:
    """Keys of all players of an answer."""
    for way in answer.ways:
        yield from way.players
    yield from (key for key in answer.byes if key is not None)
    yield from answer.left
    yield from chain.from_iterable(answer.conditions.pairs)
    yield from answer.conditions.drop | answer.conditions.add
    needed = answer.needed
    if needed is not None:
        yield from chain.from_iterable(p.players for p in (*needed.cheapest, *needed.fewest))
        yield from needed.left
