"""The quality of draws as machines read it (docs/reference/json.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import __version__
from ...pairing.weights.description import changes, digest, signature
from ..draws.documents import stated_rules

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from ...insight.quality import DrawQuality
    from ...research.quality import Best, Quality
    from .measuring import Measured


_VERSION = 1
"""Of the document; raised when something is removed or changes its meaning."""


def quality_document(measured: Measured) -> dict[str, Any]:
    """The quality of draws as a JSON document, by ``quality.schema.json``."""
    quality, tournament = measured.quality, measured.document.tournament
    return {
        "format": "fastpair.quality",
        "version": _VERSION,
        "program": f"fastpair {__version__}",
        "tournament": tournament.name,
        "players": quality.players,
        "seed": measured.seed,
        "models": {
            name: {
                "model": signature(model),
                "model_digest": digest(model),
                "model_changes": changes(model),
                "rules": stated_rules(measured.rules[name]),
                "by_lot": model.by_lot(tournament.rules),
            }
            for name, model in measured.models.items()
        },
        "half_points": quality.half_points,
        "rounds": [
            {
                "round": each.round_number,
                "players": each.players,
                **_draws(each.draws, each.best, quality, 1),
            }
            for each in quality.rounds
        ],
        "total": _draws(quality.draws, quality.best, quality, len(quality.rounds)),
        "q_colour": quality.q_colour,
        "ranking_error": quality.ranking_error,
        "top": quality.top,
        "top_ranking_error": quality.top_ranking_error,
        "relative_strengths": {
            "iterations": quality.strength.iterations,
            "converged": quality.strength.converged,
        },
    }


def _draws(
    draws: Mapping[str, DrawQuality], best: Best, quality: Quality, rounds: int
) -> dict[str, Any]:
    return {
        "draws": {
            name: {**_values(draw.measures, quality, rounds), **_tallied(draw)}
            for name, draw in draws.items()
        },
        "best": {
            **_values(best.measures, quality, rounds),
            "q_colour": best.q_colour,
            **{
                name: {
                    "found": best.found(name),
                    "limit": best.limit(name),
                    "proven": best.proven(name),
                }
                for name in best.draws
            },
        },
    }


def _values(measures: Mapping[str, Fraction], quality: Quality, rounds: int) -> dict[str, Any]:
    values = {
        name: int(value) if value.denominator == 1 else float(value)
        for name, value in measures.items()
    }
    return {**values, "total_error": quality.total_error(measures, rounds)}


def _tallied(draw: DrawQuality) -> dict[str, Any]:
    tally = draw.tally
    return {
        "games": tally.games,
        "expected_uneven": tally.expected_uneven,
        "below_bar": {
            "games": tally.games_below_bar,
            "same_country": tally.same_country,
            "expected_country": tally.expected_country,
            "same_club": tally.same_club,
            "expected_club": tally.expected_club,
        },
        "q_mms": tally.q_mms,
        "q_area": tally.q_area,
        "q_colour": draw.q_colour,
        "mixing_variance": tally.mixing_variance,
    }
