"""What a change costs a solver that holds its state, beside a solve from scratch.

    python bench/resolve.py [PLAYERS]
    python bench/resolve.py sparse [VERTICES]
    python bench/resolve.py full [VERTICES]
    python bench/resolve.py first

Each line: a change of one edge or vertex, then solving again; the median of five times forty such
changes one after the other, and the same and the mean as shares of the median of solves from
scratch.

Of sparse graphs, some edges get the weights of others by lot, one change after the other; if all weigh the same, one
more or one less. Each line holds the time of
a solve from nothing, and for each share of the edges what a change and a re-solve take of that: medians and means of
both, taken in turns. The mates and the weight are read. Full graphs are complete, nearly so, or complete bipartite.

Of first solves, each line holds the time of a solve from nothing, and what making a solver and solving takes of it.
"""

from __future__ import annotations

import sys
from functools import partial
from statistics import mean, median
from time import process_time

import numpy as np

from fastpair.matching import Solver, SparseSolver, max_weight_matching
from fastpair.research.bench import KINDS, SPARSE, Objective, instance, sparse_instance
from hard_instances import hard_instance

RUNS = 5
CHANGES = 40


def forbid_matched(solver, mate, i, j):
    solver.forbid(i, int(mate[i]))


def forbid_unmatched(solver, mate, i, j):
    solver.forbid(i, j)


def lighten_matched(solver, mate, i, j):
    solver.set_weight(i, int(mate[i]), int(solver.units[i, mate[i]] * 0.99))


def force(solver, mate, i, j):
    if solver.allowed[i, j]:
        solver.force(i, j)


def replace_vertex(solver, mate, i, j):
    row, edges = solver.units[i].copy(), solver.allowed[i].copy()
    solver.remove(i)
    solver.insert(i, row, edges)


def seconds(action):
    start = process_time()  # nothing here has more than one thread
    action()
    return process_time() - start


def main(players):
    print(f"{'kind':9}{'change':20}{'ms':>8}{'of a solve':>12}{'mean':>8}")
    for kind in KINDS:
        graph = instance(kind, players)
        weights, allowed = graph.weights, graph.allowed
        solve = partial(max_weight_matching, weights, allowed=allowed)
        whole = median(seconds(solve) for _ in range(9))
        print(f"{kind:9}{'from scratch':20}{1000 * whole:8.2f}{1:12.2f}{1:8.2f}")
        for change in (forbid_unmatched, forbid_matched, lighten_matched, force, replace_vertex):
            taken = []
            for run in range(RUNS):
                rng = np.random.default_rng(run)
                solver = Solver(weights, allowed=allowed, maxcardinality=True)
                for _ in range(CHANGES):
                    mate = solver.solve().mate
                    i, j = map(int, rng.choice(np.flatnonzero(mate >= 0), 2, replace=False))
                    if j == mate[i]:
                        continue
                    changing = seconds(partial(change, solver, mate, i, j))
                    taken.append(changing + seconds(solver.solve))
            name = change.__name__.replace("_", " ")
            usual, average = median(taken), mean(taken)
            print(f"{'':9}{name:20}{1000 * usual:8.2f}{usual / whole:12.2f}{average / whole:8.2f}")


SHARES = (0, 0.001, 0.01, 0.05, 0.1, 0.3)
"""Shares of the edges of a sparse graph that change between two solves; 0 is one edge."""

HARD_LISTS = (
    "odd-cycle",
    "stars",
    "triangles",
    "triangles-of-triangles",
    "rising-path",
    "slow-chain",
    "scarce",
    "cliques",
)
"""Families of hard instances that are no matrices."""
HARD_VERTICES = 3000
LEAVES = 3
"""So many leaves at one vertex: where most edges count, all others are one nest of blossoms."""


def sparse_graphs(vertices):
    """The name, the size and the edges of a graph of each family."""
    for family in SPARSE:
        problem = sparse_instance(family, vertices, objective=Objective.WEIGHT)
        yield family, problem.size, problem.edges
        if family == "delaunay":
            yield "one nest", problem.size + LEAVES, with_leaves(problem.size, *problem.edges)
    for family in HARD_LISTS:
        problem = hard_instance(family, min(vertices, HARD_VERTICES))
        first, second = np.nonzero(np.triu(problem.allowed))
        yield family, len(problem.weights), (first, second, problem.weights[first, second])


def with_leaves(size, first, second, weights):
    """The edges of a graph with leaves at its first vertex."""
    leaves = np.arange(size, size + LEAVES)
    return (
        np.append(first, np.zeros_like(leaves)),
        np.append(second, leaves),
        np.append(weights, np.full_like(leaves, weights.min())),
    )


def other_weights(weights):
    """What the weights of edges become."""
    least, most = weights.min(), weights.max()
    return weights if least < most else np.array([least - 1, least + 1])


def reweigh(rng, edges, weights, share):
    """Some of so many edges, by their places, and new weights for them."""
    if share == 0:
        return rng.integers(edges), rng.choice(weights)
    some = rng.choice(edges, max(1, round(share * edges)), replace=False)
    return some, rng.choice(weights, len(some))


def change(solver, edges, some, weights):
    """Set the weights, and read what has become of the matching."""
    first, second, _ = edges
    set_weights = solver.set_weights if np.ndim(some) else solver.set_weight
    set_weights(first[some], second[some], weights)
    matching = solver.solve()
    return matching.mate, matching.weight


def full_graphs(vertices):
    """The same of graphs that are solved as a matrix."""
    rng = np.random.default_rng(1)
    for name, density in (("complete", 1), ("near-complete", 0.4)):
        pairs = np.array(np.triu_indices(vertices, 1))
        first, second = pairs[:, rng.random(pairs.shape[1]) < density]
        yield name, vertices, (first, second, rng.integers(1, 10**6, len(first)))
    rows, columns = (each.ravel() for each in np.indices((vertices // 2, vertices // 2)))
    yield (
        "bipartite",
        vertices // 2 * 2,
        (rows, columns + vertices // 2, rng.integers(1, 10**6, len(rows))),
    )


def solve_first(kind):
    return lambda *graph, **options: kind(*graph, **options).solve()


def first_solves():
    """What the first solve of a solver takes of a solve from nothing."""
    rng = np.random.default_rng(3)
    print(f"{'matrix':24}{'n':>6}{'ms':>9}{'Solver':>9}{'SparseSolver':>14}")
    for players in (100, 300, 1000):
        half = np.triu(rng.integers(0, 10**6, (players, players)), 1)
        weights = half + half.T
        sides = np.arange(players) < players // 2
        for name, options in (("general", {}), ("bipartite", {"allowed": sides[:, None] ^ sides})):
            options["maxcardinality"] = True
            makers = (max_weight_matching, solve_first(Solver), solve_first(SparseSolver))
            solves = [partial(make, weights, **options) for make in makers]
            taken = [[seconds(solve) for solve in solves] for _ in range(15)]
            whole, matrix, edges = np.min(taken, axis=0)
            print(
                f"{name:24}{players:6}{1000 * whole:9.3f}{matrix / whole:9.2f}{edges / whole:14.2f}"
            )


def sparse(vertices, graphs=sparse_graphs):
    head = "".join(f"{f'{share:.1%}' if share else 'one edge':>11}{'mean':>7}" for share in SHARES)
    print(f"{'graph':24}{'objective':12}{'ms':>7}{head}")
    for family, size, (first, second, weights) in graphs(vertices):
        others = other_weights(weights)
        for objective in (Objective.WEIGHT, Objective.CARDINALITY):
            most = {"maxcardinality": objective is Objective.CARDINALITY}
            edges = (first, second, weights.copy())
            solve = partial(max_weight_matching, edges, n=size, **most)
            line, solver = "", SparseSolver(edges, n=size, **most)
            solver.solve()
            rng = np.random.default_rng(1)
            for share in SHARES:
                taken, whole = [], []
                for run in range(RUNS * (2 if share else CHANGES)):
                    some, new = reweigh(rng, len(weights), others, share)
                    edges[2][some] = new
                    taken.append(seconds(partial(change, solver, edges, some, new)))
                    if share or run % CHANGES == 0:
                        whole.append(seconds(solve))
                usual, average = median(taken) / median(whole), mean(taken) / mean(whole)
                line += f"{usual:11.3f}{average:7.3f}"
            print(f"{family:24}{objective:12}{1000 * median(whole):7.1f}{line}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["sparse"]:
        sparse(int(sys.argv[2]) if len(sys.argv) > 2 else 20_000)
    elif sys.argv[1:2] == ["full"]:
        sparse(int(sys.argv[2]) if len(sys.argv) > 2 else 500, full_graphs)
    elif sys.argv[1:2] == ["first"]:
        first_solves()
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
