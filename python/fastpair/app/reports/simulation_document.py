"""A simulation as machines read it (docs/explanation/simulation.md)."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from ... import __version__

if TYPE_CHECKING:
    from ...research.simulate.execution import Results
    from ...research.simulate.summary import Estimate, Summary


_VERSION = 1
"""Of the document; raised when something is removed or changes its meaning."""


def simulation_document(results: Results, summed: Summary) -> dict[str, Any]:
    """The summary of a simulation as a JSON document; what is not known is null."""
    heading = results.heading
    return {
        "format": "fastpair.simulation",
        "version": _VERSION,
        "program": f"fastpair {__version__}",
        "name": heading.name,
        "plan": heading.plan,
        "repeats": heading.repeats,
        "shard": list(heading.shard),
        "tournaments": len(results.rows),
        "reference": summed.reference,
        "contenders": list(heading.contenders),
        "measures": {
            measure: {
                name: {
                    "mean": _estimate(found.mean),
                    "difference": _estimate(found.difference),
                    "higher": _estimate(found.higher),
                }
                for name, found in compared.items()
            }
            for measure, compared in summed.compared.items()
        },
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    numbers = {
        "mean": estimate.mean,
        "deviation": estimate.deviation,
        "low": estimate.low,
        "high": estimate.high,
    }
    known = {name: None if isnan(value) else value for name, value in numbers.items()}
    return {"repeats": estimate.count, **known}
