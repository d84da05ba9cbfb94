"""What networkx's functions take with the engine behind them, and how much of it is reading, in ms.

    python bench/networkx_backend.py [NODES...]

Complete graphs with integer weights, built row by row and in random order: the first lie in memory
as they are read, the second all over it. Every answer has the weight of the same edges as arrays.
``cold`` is the first reading of a graph, with other memory touched before; ``warm`` is the median of
the next ones: the backend keeps nothing between calls, the caches of the processor do.
"""

from __future__ import annotations

import random
import sys
from statistics import median
from time import perf_counter

import networkx as nx
import numpy as np

from cells import ms
from fastpair.matching import max_weight_matching
from fastpair.networkx_backend.backend import edges_of

HEAD = (
    "nodes",
    "edges",
    "built",
    "`list(G.edges(data=...))`",
    "read, cold",
    "read, warm",
    "whole call",
    "the same edges as arrays",
    "networkx itself",
)
OWN_UP_TO = 200
"""Nodes up to which networkx's own function is waited for."""
REPEATS = 5


def complete(nodes, order):
    """A complete graph with weights, and the same edges whichever way it was built."""
    random.seed(nodes)
    edges = [(i, j, random.randrange(10**6)) for i in range(nodes) for j in range(i)]
    if order == "random":
        random.shuffle(edges)
    graph = nx.Graph()
    graph.add_nodes_from(range(nodes))
    graph.add_weighted_edges_from(edges)
    return graph


def timed(function, *arguments, **options):
    start = perf_counter()
    result = function(*arguments, **options)
    return perf_counter() - start, result


def repeated(function, *arguments, **options):
    runs = [timed(function, *arguments, **options) for _ in range(REPEATS)]
    return median(seconds for seconds, _ in runs), runs[0][1]


def row(nodes, order):
    """One row of the table."""
    graph = complete(nodes, order)
    np.ones(1 << 25).sum()
    cold, arrays = timed(edges_of, graph, "weight")
    warm, _ = repeated(edges_of, graph, "weight")
    plain, _ = repeated(lambda: list(graph.edges(data="weight", default=1)))
    options = {"maxcardinality": True}
    call, matching = repeated(nx.max_weight_matching, graph, backend="fastpair", **options)
    solve, expected = repeated(max_weight_matching, arrays)
    weight = sum(graph[u][v]["weight"] for u, v in matching)
    if weight != expected.weight:
        raise SystemExit(f"{nodes} nodes: {weight} by networkx, {expected.weight} of the arrays")
    times = [plain, cold, warm, call, solve]
    if nodes <= OWN_UP_TO:
        times.append(timed(nx.max_weight_matching, graph, backend="networkx", **options)[0])
    shown = [ms(seconds) for seconds in times]
    return [str(nodes), str(graph.number_of_edges()), order, *shown, *["–"] * (6 - len(times))]


def main(nodes):
    nx.max_weight_matching(nx.path_graph(9), backend="fastpair")
    print(f"| {' | '.join(HEAD)} |\n|{' ---: |' * len(HEAD)}")
    for count in nodes:
        for order in ("rows", "random"):
            print(f"| {' | '.join(row(count, order))} |", flush=True)


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [100, 200, 400, 1000, 2000])
