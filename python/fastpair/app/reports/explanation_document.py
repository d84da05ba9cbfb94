"""Answers about a draw as machines read them (docs/reference/json.md)."""

from __future__ import annotations

from dataclasses import asdict
from math import isnan
from typing import TYPE_CHECKING, Any

from ... import __version__
from ..draws.documents import relaxations_document, relaxed_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from ...insight.explain import (
        Answer,
        BestDraws,
        Candidate,
        Conditions,
        HeatMap,
        PairExplanation,
        TurningPoint,
    )
    from ..draws.draw_in_question import DrawInQuestion
    from .explaining import Explained


_VERSION = 1
"""Of the document; raised when something is removed or changes its meaning."""


def explanation_document(draw: DrawInQuestion, explained: Explained) -> dict[str, Any]:
    """An answer as a JSON document, by ``explanation.schema.json``."""
    parts = {
        "pair": None if explained.pair is None else _pair(explained.pair),
        "answer": None if explained.answer is None else _answer(explained.answer),
        "opponents": [_candidate(candidate) for candidate in explained.opponents],
        "best": None if explained.best is None else _best(explained.best),
        "heat_map": None if explained.heat_map is None else _heat_map(explained.heat_map),
        "turning_points": _turning(explained.turning_points),
    }
    named = sorted({*explained.players, *_named(explained)})
    return {
        "format": "fastpair.explanation",
        "version": _VERSION,
        "program": f"fastpair {__version__}",
        "tournament": draw.tournament.name,
        "round": draw.round_number,
        "drawn": draw.drawn,
        "question": explained.question,
        "asked": list(explained.players),
        "model": draw.named,
        "seed": draw.seed,
        "weight_units": draw.optimum.units,
        "bye": draw.optimum.bye,
        "sentences": [*explained.sentences, *explained.weights],
        **parts,
        "players": {key: draw.names[key] for key in named},
        "remarks": list(draw.remarks),
    }


def _pair(pair: PairExplanation) -> dict[str, Any]:
    return {
        "players": list(pair.players),
        "weight": pair.weight,
        "base": pair.base,
        "components": [asdict(reason) for reason in pair.reasons],
    }


def _answer(answer: Answer) -> dict[str, Any]:
    before, now = answer.byes
    needed = answer.needed
    return {
        "conditions": _conditions(answer.conditions),
        "price": answer.price,
        "level": answer.level,
        "losses": dict(answer.losses),
        "more": _counted(answer.more),
        "fewer_games": answer.fewer_games,
        "ways": [
            {
                "players": list(way.players),
                "gained": list(map(list, way.gained)),
                "lost": list(map(list, way.lost)),
                "closed": way.closed,
            }
            for way in answer.ways
        ],
        "bye_before": before,
        "bye": now,
        "relaxed": [relaxed_document(pair) for pair in answer.relaxed],
        "gave_way": [relaxed_document(pair) for pair in answer.gave_way],
        "left": list(answer.left),
        "needed": None if needed is None else relaxations_document(needed),
    }


def _conditions(conditions: Conditions) -> dict[str, Any]:
    return {
        "force": sorted(map(sorted, conditions.force)),
        "forbid": sorted(map(sorted, conditions.never)),
        "prefer": sorted(map(sorted, conditions.prefer)),
        "drop": sorted(conditions.drop),
        "add": sorted(conditions.add),
    }


def _candidate(candidate: Candidate) -> dict[str, Any]:
    return {
        "player": candidate.player,
        "price": candidate.price,
        "fewer_games": candidate.fewer,
        "rules": [rule.value for rule in candidate.rules],
        "marks": _counted(candidate.marks),
    }


def _best(best: BestDraws) -> dict[str, Any]:
    return {
        "equally_good": best.equally_good,
        "complete": best.complete,
        "others": [_answer(answer) for answer in best.others],
    }


def _heat_map(heat: HeatMap) -> dict[str, Any]:
    return {
        "scores": list(heat.scores),
        "sizes": list(heat.sizes),
        "pairs": heat.pairs.tolist(),
        "games": heat.games.tolist(),
        "least": _without_nan(heat.least),
        "median": _without_nan(heat.median),
    }


def _without_nan(prices: NDArray[np.float64]) -> list[list[float | None]]:
    return [[None if isnan(price) else price for price in row] for row in prices.tolist()]


def _turning(points: Iterable[TurningPoint] | None) -> list[dict[str, Any]] | None:
    return None if points is None else [asdict(point) for point in points]


def _counted(counts: Any) -> dict[str, float]:  # noqa: ANN401
    """Counts by name; points, which are doubled, as they are."""
    halved = "point between opponents"
    return {name: n / 2 if name == halved else n for name, n in counts.items()}


def _named(explained: Explained) -> Iterator[str]:
    """Keys of everybody who occurs in an answer."""
    yield from (candidate.player for candidate in explained.opponents)
    if explained.answer is not None:
        yield from _named_in(explained.answer)
    if explained.best is not None:
        for answer in explained.best.others:
            yield from _named_in(answer)


def _named_in(answer: Answer) -> Iterator[str]:
    """Keys of everybody who occurs in a draw beside the best one."""
    for way in answer.ways:
        yield from way.players
    yield from (key for key in answer.byes if key is not None)
    yield from answer.left
    yield from _of_pairs(answer.conditions.pairs)
    yield from answer.conditions.drop | answer.conditions.add
    needed = answer.needed
    if needed is not None:
        yield from _of_pairs(pair.players for pair in (*needed.cheapest, *needed.fewest))
        yield from needed.left


def _of_pairs(pairs: Iterable[Iterable[str]]) -> Iterator[str]:
    for pair in pairs:
        yield from pair
