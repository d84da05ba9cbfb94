"""The tables of bench_sparse.py: times, how they grow, memory, and what reading takes."""

from __future__ import annotations

import numpy as np

from cells import OURS, beside, infos, medians, ms, table

GROWING = 0.001
"""Seconds from which a time belongs to the fit of an exponent."""


def sparse(benchmarks):
    found = medians(benchmarks, "sparse", "family", "objective", "n", "solver")
    solvers = solvers_of(found)
    rows = [
        [family, objective, n, ms(own), *(beside(found.get((*key, each)), own) for each in solvers)]
        for (*key, solver), own in found.items()
        if solver == OURS
        for family, objective, n in [key]
    ]
    head = ["graph", "objective", "n", f"{OURS}, ms", *solvers]
    return table("Sparse graphs, ms (ratio)", head, rows)


def solvers_of(found):
    return list(dict.fromkeys(key[-1] for key in found if key[-1] != OURS))


def exponents(benchmarks):
    """Slopes of straight lines through the logarithms of sizes and times."""
    found = medians(benchmarks, "sparse", "family", "objective", "solver", "n")
    lines = {}
    for (*key, n), seconds in found.items():
        if seconds >= GROWING:
            lines.setdefault(tuple(key), []).append((n, seconds))
    slopes = {key: slope(points) for key, points in lines.items() if len(points) > 1}
    solvers = [OURS, *solvers_of(slopes)]
    rows = [
        [
            *graph,
            *(
                f"{slopes[*graph, each]:.2f}" if (*graph, each) in slopes else ""
                for each in solvers
            ),
        ]
        for graph in dict.fromkeys(key[:-1] for key in slopes)
    ]
    return table("Exponents of n, from a millisecond on", ["graph", "objective", *solvers], rows)


def slope(points):
    sizes, seconds = np.log(np.array(points, float)).T
    return float(np.polyfit(sizes, seconds, 1)[0])


def edge_memory(benchmarks):
    rows = [
        [info["family"], info["n"], info["edges"], f"{info['bytes'] / info['edges']:.0f}"]
        for info in infos(benchmarks, "edge_memory")
    ]
    head = ["graph", "n", "edges", "bytes per edge"]
    return table("Peak memory beside the arguments", head, rows)


def reading(benchmarks):
    """The time of a call for which there is nothing to match, in that of a solve."""
    solves = medians(benchmarks, "sparse", "family", "objective", "n", "solver")
    rows = []
    for (family, n), seconds in medians(benchmarks, "reading", "family", "n").items():
        own = solves.get((family, "cardinality", n, OURS))
        if own:
            rows.append([family, n, ms(seconds), ms(own), f"{100 * seconds / own:.0f} %"])
    head = ["graph", "n", "nothing to match, ms", "solve, ms", "share"]
    return table("Reading the arguments", head, rows)


SPARSE = (sparse, exponents, edge_memory, reading)
