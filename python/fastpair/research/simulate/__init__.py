"""Tournaments that never took place: invented ones, and those of a plan, played by the thousand.

``read_plan`` reads what is simulated, ``trial`` plays and measures one tournament of it, and ``run``
plays all of them on any executor. The names are imported when they are used for the first time.
"""

from __future__ import annotations

from ...lazy import lazy_getattr

__getattr__ = lazy_getattr(
    __name__,
    {
        ".estimates": "content_of estimate read_results share student student_mean summary",
        ".execution": ("Expense Heading Results Row WorkerError cluster processes run tournaments"),
        ".course": "Course MEASURES RoundGames measured standing",
        ".plan": "Contender FieldPlan Halving Plan Range RulesPlan Sweep TruthPlan swept",
        ".plan_file": "model_of pairing_of read_plan",
        ".simulation": "Workers journal_of merged simulated",
        ".playing": "Luck elo entered played trial trials true_strengths",
    },
)
