"""Search for graphs on which fastpair is slow beside LEMON, and store the ten worst.

    python bench/adversary.py --minutes 20 --seed 1

It climbs: of the worst recipe of each kind (recipes.py) it changes something, and keeps what is worse. What counts is the ratio of
the times, fastpair's by LEMON's, as it would be at four times the size if it went on growing as it does from n to 2 n: so both a
large ratio and a larger exponent are found. Only times from a millisecond on count. The same seed tries the same changes as long as
times decide alike. At the end the worst recipes lose what they do not need. With --keep, bench/hard stays as it is.
"""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from contextlib import contextmanager
from copy import deepcopy
from math import log2
from time import perf_counter, process_time

import numpy as np

from fastpair.research.bench import PEERS
from fastpair.research.bench.peers import fastpair_solver, mates_of, value_of
from recipes import LAWS, SHAPES, prepared, store, stored

SIZES = (400, 800, 1500, 3000)
MATRIX_SIZES = (150, 300)
ENOUGH = 0.8
"""Share of its score that a recipe may lose when it becomes simpler."""
LEAST = 0.001
"""Seconds from which a time of ours counts."""
LONGEST = 10
"""Seconds of the processor after which a solve of ours is given up; so slow a recipe counts as if it had taken them."""
RUNS = 3
WORST = 10
LEMON = next(peer for peer in PEERS if peer.name == "LEMON")


# --- recipes and their changes ------------------------------------------------------------------


def new_layer(rng):
    share = float(rng.choice([0.1, 0.25, 0.5, 1]))
    return {
        "shape": str(rng.choice(list(SHAPES))),
        "law": str(rng.choice(list(LAWS))),
        "start": round(float(rng.uniform(0, 1 - share)), 3),
        "share": share,
        "degree": int(rng.integers(1, 8)),
        "least": int(2 ** rng.integers(0, 12)),
        "spread": int(2 ** rng.integers(0, 12)),
        "with n": bool(rng.random() < 0.5),
        "onto": window(rng) if rng.random() < 0.3 else None,
    }


def window(rng):
    """Where a window begins, and how wide it is; 0 is one vertex."""
    share = float(rng.choice([0, 0.01, 0.1, 0.5]))
    return [round(float(rng.uniform(0, 1 - share)), 3), share]


def new_recipe(rng):
    matrix = bool(rng.random() < 0.15)
    return {
        "n": int(rng.choice(MATRIX_SIZES if matrix else SIZES)),
        "seed": int(rng.integers(1000)),
        "matrix": matrix,
        "maxcardinality": bool(rng.random() < 0.5),
        "by lot": bool(rng.random() < 0.3),
        "layers": [new_layer(rng) for _ in range(rng.integers(1, 4))],
        "edits": [],
    }


def changed(recipe, others, rng):
    """A recipe with one to three changes, some of them taken from others."""
    child = deepcopy(recipe)
    for _ in range(rng.integers(1, 4)):
        change = CHANGES[rng.integers(len(CHANGES))]
        change(child, others, rng)
    return child


def change_layer(child, others, rng):
    layer = child["layers"][rng.integers(len(child["layers"]))]
    fresh = new_layer(rng)
    key = str(rng.choice(list(layer)))
    layer[key] = fresh[key]
    if key == "share":
        layer["start"] = min(layer["start"], 1 - layer["share"])


def change_number(child, others, rng):
    layer = child["layers"][rng.integers(len(child["layers"]))]
    key = str(rng.choice(["least", "spread", "degree", "start", "share"]))
    if key in ("least", "spread"):
        layer[key] = min(max(int(layer[key] * rng.choice([0.5, 0.9, 1.1, 2])), 0), 2**30)
    elif key == "degree":
        layer[key] = min(max(layer[key] + int(rng.choice([-1, 1])), 1), 12)
    else:
        room = 1 - layer["share"] if key == "start" else 1 - layer["start"]
        layer[key] = round(min(max(layer[key] + float(rng.normal(0, 0.05)), 0), room), 3)


def add_layer(child, others, rng):
    donor = others[rng.integers(len(others))]["layers"] if rng.random() < 0.5 else [new_layer(rng)]
    if len(child["layers"]) < 6:
        child["layers"].insert(0, deepcopy(donor[rng.integers(len(donor))]))


def drop_layer(child, others, rng):
    if len(child["layers"]) > 1:
        child["layers"].pop(rng.integers(len(child["layers"])))


def change_edits(child, others, rng):
    edits = child["edits"]
    if edits and rng.random() < 0.5:
        edits.pop(rng.integers(len(edits)))
    elif len(edits) < 3:
        kind = str(rng.choice(["drop", "bend", "weigh"]))
        edits.append([kind, round(float(rng.choice([0.001, 0.01, 0.1])), 3)])


def change_whole(child, others, rng):
    fresh = new_recipe(rng)
    key = str(rng.choice(["seed", "maxcardinality", "by lot", "n"]))
    child[key] = fresh[key]
    if child["matrix"]:
        child["n"] = int(rng.choice(MATRIX_SIZES))


CHANGES = (
    change_layer,
    change_layer,
    change_number,
    change_number,
    add_layer,
    drop_layer,
    change_edits,
    change_whole,
)


def kind_of(recipe):
    """Recipes of one kind compete with each other: the shapes, the form and the objective."""
    shapes = "+".join(sorted({layer["shape"] for layer in recipe["layers"]}))
    form = "matrix" if recipe["matrix"] else "list"
    return f"{shapes}-{form}-{'most' if recipe['maxcardinality'] else 'weight'}"


# --- measuring ----------------------------------------------------------------------------------


class TooLongError(Exception):
    """A solve has been given up."""


@contextmanager
def limited(seconds):
    def stop(*_):
        raise TooLongError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def least_time(solve, limit=0):
    """The least seconds of the processor in some runs, and the last answer.

    Raises TooLongError if one run takes more seconds than the limit, where 0 is none.
    """
    times = []
    for _ in range(RUNS):
        with limited(limit):  # Each run alone, because what counts is the time of one.
            start = process_time()
            answer = solve()
            times.append(process_time() - start)
    return min(times), answer


def measure(recipe, n):
    """Seconds of fastpair and of LEMON at a size."""
    problem = prepared(recipe, n)
    try:
        own, matching = least_time(fastpair_solver(problem), LONGEST)
    except TooLongError:
        own, matching = LONGEST, None
    perfect = matching is not None and 2 * matching.cardinality == n and problem.maxcardinality
    theirs, mate = least_time(LEMON.prepare(problem, perfect))
    if matching is not None and value_of(problem, mates_of(mate, n)) != value_of(
        problem, matching.mate
    ):
        raise SystemExit(f"LEMON and fastpair differ on {recipe}")
    return own, theirs


def judged(recipe):
    """A recipe with its name and what was measured, or None if it counts for nothing."""
    n = recipe["n"]
    try:
        recipe["name"] = kind_of(recipe)
        pairs = [measure(recipe, size) for size in (n, 2 * n)]
    except (ValueError, OverflowError):
        return None
    if pairs[1][0] < LEAST or min(map(min, pairs)) <= 0:  # some clocks of processors tick coarsely
        return None
    (own, theirs), (later, their_later) = pairs
    recipe["found"] = {
        "ratio": round(later / their_later, 2),
        "exponent": round(log2(later / own), 2),
        "LEMON's": round(log2(their_later / theirs), 2),
        "ms at 2 n": round(1000 * later, 2),
    }
    return recipe


def score(recipe):
    """The ratio at 4 n if it goes on so; growth counts little by little, because times are noisy."""
    found = recipe["found"]
    return found["ratio"] * 2 ** min(max(found["exponent"] - found["LEMON's"], -1), 1)


NOTHING = {"found": {"ratio": 0, "exponent": 0, "LEMON's": 0}}


# --- climbing -----------------------------------------------------------------------------------


def climb(minutes, rng):
    """The worst recipe of each kind that was found in that time."""
    worst = {}
    end, tried = perf_counter() + 60 * minutes, 0
    start = stored()
    while perf_counter() < end:
        others = sorted(worst.values(), key=score, reverse=True)
        if start:
            child = {**start.pop()}
        elif len(others) < 20 or rng.random() < 0.15:
            child = new_recipe(rng)
        else:
            # Half of the time one of the worst twenty, else any.
            parent = rng.integers(20) if rng.random() < 0.5 else rng.integers(len(others))
            child = changed(others[parent], others, rng)
        child = judged(child)
        tried += 1
        if child is None:
            continue
        before = worst.get(child["name"])
        if before is None or score(child) > score(before):
            # Once more, so that no disturbance of the machine is kept.
            again = judged(deepcopy(child)) if score(child) > 1 else child
            child = min(filter(None, (child, again)), key=score)
            if before is None or score(child) > score(before):
                worst[child["name"]] = child
                if not others or score(child) > score(others[0]):
                    print(f"{tried:6} {child['name']}: {child['found']}", flush=True)
    print(f"{tried} recipes tried, of {len(worst)} kinds")
    return list(worst.values())


def simplified(recipe):
    """A recipe without the layers and edits that it does not need, measured again."""
    recipe = judged(recipe)
    for part in ("layers", "edits"):
        for place in reversed(range(len(recipe[part]) if recipe else 0)):
            simpler = deepcopy(recipe)
            simpler[part].pop(place)
            simpler = judged(simpler) if simpler["layers"] else None
            if simpler and score(simpler) > ENOUGH * score(recipe):
                recipe = simpler
    return recipe


def finalists(found):
    """The worst of the kinds that are left when all have become as simple as they can."""
    worst = {}
    for recipe in sorted(found, key=score, reverse=True)[: 2 * WORST]:
        simple = simplified(recipe)
        if simple and score(simple) > score(worst.get(simple["name"], NOTHING)):
            worst[simple["name"]] = simple
    return sorted(worst.values(), key=score, reverse=True)[:WORST]


def main():
    parser = ArgumentParser(description="Search for graphs that are hard for fastpair.")
    parser.add_argument("--minutes", type=float, default=20, help="how long (default 20)")
    parser.add_argument("--seed", type=int, default=1, help="of the search (default 1)")
    parser.add_argument("--keep", action="store_true", help="do not write bench/hard")
    options = parser.parse_args()
    if absence := LEMON.absence():
        parser.error(f"LEMON is not here: {absence}")
    found = climb(options.minutes, np.random.default_rng(options.seed))
    worst = finalists(found)
    for recipe in worst:
        print(f"{recipe['name']} n={recipe['n']}: {recipe['found']}")
    if not options.keep:
        store(worst)


if __name__ == "__main__":
    main()
