"""Many small graphs in one call, beside a loop over rustworkx and over single calls.

    python bench/batch.py [GRAPHS]

Microseconds of processor time a graph, the best of five runs, and of the clock for two threads: complete graphs with weights from 0 to 999 and the most edges.
The graphs of rustworkx are built before. The others are given as arrays: for single calls and
`max_weight_matchings` three for each graph, for `max_weight_mates` three for all.
"""

from __future__ import annotations

import sys
from functools import partial
from time import perf_counter, process_time

import numpy as np
import rustworkx

from fastpair.matching import max_weight_matching, max_weight_matchings, max_weight_mates

SIZES = (4, 8, 16, 32)


def peer(edges, n):
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(n))
    graph.add_edges_from(list(zip(*(each.tolist() for each in edges), strict=True)))
    return graph


def calls(n, count):
    """What is compared, by name."""
    first, second = np.triu_indices(n, 1)
    weights = np.random.default_rng(n).integers(0, 1000, (count, len(first)))
    edges = [(first, second, each) for each in weights]
    peers = [peer(each, n) for each in edges]
    flat = np.tile(first, count), np.tile(second, count), weights.ravel()
    offsets = np.arange(count + 1) * len(first)
    most = {"maxcardinality": True}
    return {
        "rustworkx, loop": lambda: [
            rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
            for graph in peers
        ],
        "single calls, loop": lambda: [max_weight_matching(each, **most) for each in edges],
        "matchings, 1 thread": partial(max_weight_matchings, edges, threads=1, **most),
        "mates, 1 thread": partial(max_weight_mates, flat, offsets=offsets, n=n, threads=1, **most),
        "mates, 2 threads": partial(
            max_weight_mates, flat, offsets=offsets, n=n, threads=2, **most
        ),
    }


def best(call, clock):
    taken = []
    for _ in range(5):
        start = clock()
        call()
        taken.append(clock() - start)
    return min(taken)


def main(count):
    columns = {n: calls(n, count) for n in SIZES}
    print(f"{'vertices':20}" + "".join(f"{n:9}" for n in SIZES))
    for name in columns[SIZES[0]]:
        clock = perf_counter if "2 threads" in name else process_time
        found = (1e6 * best(columns[n][name], clock) / count for n in SIZES)
        print(f"{name:20}" + "".join(f"{each:9.1f}" for each in found), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
