"""Tournaments that never took place: invented ones, and those of a plan, played by the thousand.

``read_plan`` reads what is simulated, ``trial`` plays and measures one tournament of it, and ``run``
plays all of them on any executor. The names are imported when they are used for the first time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import lazily

if TYPE_CHECKING:
    from .congress import Chance, Happenings, chance_of_white, generate, shares, with_results
    from .estimates import content_of, estimate, read_results, share, student, student_mean, summary
    from .execution import (
        Expense,
        Heading,
        Results,
        Row,
        WorkerError,
        cluster,
        processes,
        run,
        tournaments,
    )
    from .measures import MEASURES, Course, RoundGames, measured, standing
    from .plan import Contender, FieldPlan, Halving, Plan, Range, RulesPlan, Sweep, TruthPlan, swept
    from .plan_file import model_of, pairing_of, read_plan
    from .playing import Luck, elo, entered, played, trial, trials, true_strengths

__all__ = [
    "MEASURES",
    "Chance",
    "Contender",
    "Course",
    "Expense",
    "FieldPlan",
    "Halving",
    "Happenings",
    "Heading",
    "Luck",
    "Plan",
    "Range",
    "Results",
    "RoundGames",
    "Row",
    "RulesPlan",
    "Sweep",
    "TruthPlan",
    "WorkerError",
    "chance_of_white",
    "cluster",
    "content_of",
    "elo",
    "entered",
    "estimate",
    "generate",
    "measured",
    "model_of",
    "pairing_of",
    "played",
    "processes",
    "read_plan",
    "read_results",
    "run",
    "share",
    "shares",
    "standing",
    "student",
    "student_mean",
    "summary",
    "swept",
    "tournaments",
    "trial",
    "trials",
    "true_strengths",
    "with_results",
]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazily(
        __name__,
        {
            ".congress": "Chance Happenings chance_of_white generate shares with_results",
            ".estimates": "content_of estimate read_results share student student_mean summary",
            ".execution": (
                "Expense Heading Results Row WorkerError cluster processes run tournaments"
            ),
            ".measures": "Course MEASURES RoundGames measured standing",
            ".plan": "Contender FieldPlan Halving Plan Range RulesPlan Sweep TruthPlan swept",
            ".plan_file": "model_of pairing_of read_plan",
            ".playing": "Luck elo entered played trial trials true_strengths",
        },
    )
