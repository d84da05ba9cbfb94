"""The report of a round as machines read it (docs/reference/json.md)."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from ... import __version__
from ...insight.explain.round_report import QUESTIONS

if TYPE_CHECKING:
    from ...insight.explain.round_report import DrawReport, Place, RoundReport
    from .reporting import Reporter


_VERSION = 1
"""Of the document; raised when something is removed or changes its meaning."""


def round_document(reporter: Reporter, report: RoundReport) -> dict[str, Any]:
    """The report of a round as a JSON document, by ``report.schema.json``."""
    draws = {"drawn": report.drawn, "optimum": report.optimum, "before": report.before}
    known = {name: draw for name, draw in draws.items() if draw is not None}
    tournament, groups = reporter.tournament, reporter.rounds.prices(report.round_number)
    named = {
        key
        for draw in known.values()
        for places in draw.places.values()
        for place in places
        for key in place.players
    }
    return {
        "format": "fastpair.report",
        "version": _VERSION,
        "program": f"fastpair {__version__}",
        "tournament": tournament.name,
        "round": report.round_number,
        "model": report.model,
        "boards": report.drawn.boards,
        "weight": report.weight,
        "optimum": report.greatest,
        "weight_units": report.units,
        "loss": report.loss,
        "questions": {
            name: {
                each: None if draw is None else _answer(draw, name) for each, draw in draws.items()
            }
            for name in QUESTIONS
        },
        "qualities": {
            each: None if draw is None else _qualities(draw) for each, draw in draws.items()
        },
        "score_groups": {
            "scores": list(groups.scores),
            "sizes": list(groups.sizes),
            "median_price": [
                [None if isnan(value) else value for value in row] for row in groups.median.tolist()
            ],
            "games": groups.games.tolist(),
        },
        "players": {key: tournament.by_key[key].full_name for key in sorted(named)},
        "remarks": list(reporter.remarks),
    }


def _answer(draw: DrawReport, name: str) -> dict[str, Any]:
    return {"count": draw.count(name), "places": [_place(place) for place in draw.places[name]]}


def _place(place: Place) -> dict[str, Any]:
    return {"table": place.table, "players": list(place.players), "amount": place.amount}


def _qualities(draw: DrawReport) -> dict[str, float]:
    tally = draw.quality.tally
    return {
        "q_mms": tally.q_mms,
        "q_area": tally.q_area,
        "q_colour": draw.quality.q_colour,
        "mixing_variance": tally.mixing_variance,
    }
