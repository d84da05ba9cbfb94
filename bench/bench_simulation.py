"""Whole simulated tournaments on one thread: milliseconds of each, how many a second, and where they go.

    python bench/bench_simulation.py [RUNS] [SYSTEM ...]

Every player plays all 9 rounds, without handicap, and every draw is the optimum of its system. The players are
entered before the clock starts; what is measured of the tournament is timed on its own. The least of the runs counts.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from contextlib import contextmanager
from time import perf_counter
from unittest.mock import patch

from fastpair.pairing.solving import solution
from fastpair.pairing.systems import Weighted, system_class
from fastpair.pairing.weights import WeightModel, model_named
from fastpair.research.simulate.course import Course, measured
from fastpair.research.simulate.plan import Contender, FieldPlan, Plan, RulesPlan, TruthPlan
from fastpair.research.simulate.playing import played

ROUNDS, SIZES = 9, (100, 200, 1000)

# OpenShogiPairings' osp-sim (Rust, one thread), milliseconds by its own documentation.
PEERS = {"osp-sim McMahon": (15, 59, 1984), "osp-sim Swiss": (7.7, 27, 750)}

MODELS = ("opengotha351", "gotha", "godraw2015", "kaniuk2012", "macmahon", "fastpair")
SYSTEMS = ("swiss", "guided-random", "accelrat", "epm", "entropy", "rating-information", "lot")


def system(name):
    """A system by its name, or that of its model."""
    return Weighted(model=model_named(name)) if name in MODELS else system_class(name)()


def plan(players, name):
    """A field of a congress in which everybody plays every round."""
    contender = (
        Contender(name=name, model=name) if name in MODELS else Contender(name=name, system=name)
    )
    swiss = RulesPlan(starts="zero") if name in ("swiss", "accelrat") else RulesPlan()
    return Plan(
        rounds=ROUNDS,
        field=FieldPlan(players=players),
        truth=TruthPlan(spread=80),
        rules=swiss,
        contenders=(contender,),
    )


@contextmanager
def clocked(spent):
    """Take the seconds of the stages of a round."""

    def timed(function, stage):
        def call(*arguments, **options):
            start = perf_counter()
            try:
                return function(*arguments, **options)
            finally:
                spent[stage] += perf_counter() - start

        return call

    stages = (
        (WeightModel, "weigh", "weights"),
        (Weighted, "everybody", "field"),
        (solution.Problem, "solve", "rules and matching"),
        (solution, "best_matching", "matching"),
        (Course, "_seated", "colours"),
        (Course, "_record", "results"),
        (Course, "play", "all"),
    )
    patches = [
        patch.object(of, name, timed(getattr(of, name), stage)) for of, name, stage in stages
    ]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


def milliseconds(players, name, runs):
    """The least time of a tournament and of its measures, and the shares of the stages."""
    what = plan(players, name)
    best, stages, measuring = float("inf"), {}, float("inf")
    for _ in range(runs):
        spent = defaultdict(float)
        with clocked(spent):
            course, strength, _ = played(what, 0, 0)
        if spent["all"] < best:
            best, stages = spent["all"], dict(spent)
        start = perf_counter()
        measured(course, strength)
        measuring = min(measuring, perf_counter() - start)
    return (
        1000 * best,
        {stage: 1000 * seconds for stage, seconds in stages.items()},
        1000 * measuring,
    )


def main():
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    names = sys.argv[2:] or (*MODELS, *SYSTEMS)
    print(f"| {ROUNDS} rounds | " + " | ".join(f"{n} players, ms | a second" for n in SIZES) + " |")
    print("|---|" + "---:|" * 2 * len(SIZES))
    details = {}
    for name in names:
        cells = []
        for players in SIZES:
            time, stages, measuring = milliseconds(players, name, runs)
            cells += [f"{time:.1f}", f"{1000 / (time + measuring):.1f}"]
            details[name, players] = stages, measuring
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
    for name, times in PEERS.items():
        print(
            f"| {name} (its own figures) | "
            + " | ".join(f"{time} | {1000 / time:.1f}" for time in times)
            + " |"
        )
    print(
        "\n| ms | players | field | weights | matching | hard rules and bye | colours | rest | measures |"
    )
    print("|---|" + "---:|" * 8)
    for (name, players), (stages, measuring) in details.items():
        if name not in MODELS:
            continue
        known = {
            stage: stages.get(stage, 0.0)
            for stage in ("field", "rules and matching", "matching", "colours")
        }
        rules = known["rules and matching"] - known["matching"]
        weights = stages["weights"]
        rest = (
            stages["all"]
            - known["field"]
            - known["rules and matching"]
            - known["colours"]
            - weights
        )
        cells = (
            known["field"],
            weights,
            known["matching"],
            rules,
            known["colours"],
            rest,
            measuring,
        )
        print(f"| {name} | {players} | " + " | ".join(f"{cell:.1f}" for cell in cells) + " |")


if __name__ == "__main__":
    main()
