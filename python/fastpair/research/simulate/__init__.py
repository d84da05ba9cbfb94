"""Tournaments that never took place: invented ones, and those of a plan, played by the thousand.

``read_plan`` reads what is simulated, ``trial`` plays and measures one tournament of it, and ``run``
plays all of them on any executor. The names are imported when they are used for the first time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .congress import generate
    from .execution import WorkerError, run
    from .plan import Contender, FieldPlan, Plan, RulesPlan, TruthPlan
    from .plan_file import read_plan
    from .trials import played, trial, trials

__all__ = [
    "Contender",
    "FieldPlan",
    "Plan",
    "RulesPlan",
    "TruthPlan",
    "WorkerError",
    "generate",
    "played",
    "read_plan",
    "run",
    "trial",
    "trials",
]

_MODULES = {
    "Contender": "plan",
    "FieldPlan": "plan",
    "Plan": "plan",
    "RulesPlan": "plan",
    "TruthPlan": "plan",
    "WorkerError": "execution",
    "generate": "congress",
    "played": "trials",
    "read_plan": "plan_file",
    "run": "execution",
    "trial": "trials",
    "trials": "trials",
}


if not TYPE_CHECKING:  # a type checker would take every name for one that exists

    def __getattr__(name: str) -> object:
        """Import a name that is used for the first time."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f".{_MODULES[name]}", __name__), name)
        globals()[name] = value
        return value
