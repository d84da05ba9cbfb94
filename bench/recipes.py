"""Recipes of graphs: a few numbers and names in JSON, which make the same instance each time.

A recipe lays shapes over windows of the vertices, each with a law for its weights. It edits some
edges by lot, and numbers the vertices as they are or by lot. `adversary.py` searches among recipes;
the worst that it has found are in bench/hard.
"""

from __future__ import annotations

import json
from math import isqrt
from pathlib import Path

import numpy as np

from fastpair.research.bench import Instance
from fastpair.research.bench.instances import listed

FOLDER = Path(__file__).with_name("hard")
MOST_EDGES = 40
"""How many edges all shapes may have together, for each vertex."""
LARGEST = 2**40
"""The greatest weight."""


def path(k, degree, rng):
    i = np.arange(k - 1)
    return i, i + 1


def ring(k, degree, rng):
    i = np.arange(k)
    return i, (i + 1) % k


def star(k, degree, rng):
    """The first vertices are hubs."""
    leaves = np.arange(degree, k)
    return leaves % degree, leaves


def windmill(k, degree, rng):
    """Pairs of which both ends are joined to the first vertex."""
    a = np.arange(1, k - 1, 2)
    return np.r_[a, a, a + 1], np.r_[a + 1, a * 0, a * 0]


def triangles(k, degree, rng):
    a = np.arange(0, k - 2, 3)
    return np.r_[a, a + 1, a, a[:-1] + 2], np.r_[a + 1, a + 2, a + 2, a[1:]]


def rings(k, degree, rng):
    """Odd circles side by side."""
    around = 2 * degree + 1
    i = np.arange(k - k % around)
    return i, i - i % around + (i + 1) % around


def cliques(k, degree, rng):
    size = degree + 2
    i, j = np.triu_indices(size, 1)
    start = np.arange(0, k - size + 1, size)[:, None]
    return (start + i).ravel(), (start + j).ravel()


def ladder(k, degree, rng):
    half = k // 2
    i = np.arange(half - 1)
    rungs = np.arange(half)
    return np.r_[i, half + i, rungs], np.r_[i + 1, half + i + 1, half + rungs]


def grid(k, degree, rng):
    width = max(isqrt(k), 1)
    numbers = np.arange(width * width).reshape(width, width)
    first = np.concatenate([numbers[:, :-1].ravel(), numbers[:-1].ravel()])
    return first, np.concatenate([numbers[:, 1:].ravel(), numbers[1:].ravel()])


def tree(k, degree, rng):
    new = np.arange(1, k)
    return new, rng.integers(np.maximum(new - degree**2, 0), new)


def band(k, degree, rng):
    """Each vertex with the next ones."""
    i, step = np.divmod(np.arange(k * degree), degree)
    inside = i + step + 1 < k
    return i[inside], (i + step + 1)[inside]


def halves(k, degree, rng):
    """Each vertex of one half with some of the other, near the one across."""
    half = max(k // 2, 1)
    i, step = np.divmod(np.arange(half * degree), degree)
    return i, half + (i + step) % half


def lot(k, degree, rng):
    return rng.integers(0, k, (2, k * degree // 2 + 1))


SHAPES = {
    shape.__name__: shape
    for shape in (
        path, ring, star, windmill, triangles, rings, cliques, ladder, grid, tree, band, halves, lot
    )
}  # fmt: skip
"""Pairs of the vertices from 0 to k - 1."""

LAWS = {
    "equal": lambda first, second, rng: np.zeros(len(first)),
    "lot": lambda first, second, rng: rng.random(len(first)),
    "few": lambda first, second, rng: rng.integers(0, 3, len(first)) / 2,
    "rising": lambda first, second, rng: second / second.max(initial=1),
    "falling": lambda first, second, rng: 1 - first / (second.max(initial=0) + 1),
    "order": lambda first, second, rng: np.arange(len(first)) / len(first),
    "product": lambda first, second, rng: first * second / (first * second).max(initial=1),
    "apart": lambda first, second, rng: 1 / (1 + np.abs(first - second)),
    "powers": lambda first, second, rng: 2.0 ** -(np.arange(len(first)) % 30),
}
"""What is added to the least weight of a layer, as a share of its spread from 0 to 1."""


def of_layer(layer, n, rng):
    """Rows (i, j, weight) of one layer."""
    low, k = int(layer["start"] * n), max(int(layer["share"] * n), 4)
    first, second = SHAPES[layer["shape"]](k, layer["degree"], rng)
    low = min(low, n - k)
    first, second = np.minimum(first, second), np.maximum(first, second)
    unit = n if layer["with n"] else 1
    added = layer["spread"] * unit * LAWS[layer["law"]](first, second, rng)
    weights = layer["least"] * unit + np.rint(added)
    if layer["onto"] is None:
        return first + low, second + low, weights
    # Onto a window of its own: the first ends stay, the others go there.
    start, share = layer["onto"]
    width = max(int(share * n), 1)
    return first + low, np.minimum(int(start * n) + second % width, n - 1), weights


def edit(edits, n, first, second, weights, rng):
    """Drop, bend or weigh again a share of the edges, by lot."""
    for kind, share in edits:
        chosen = rng.random(len(first)) < share
        if kind == "drop":
            first, second, weights = (each[~chosen] for each in (first, second, weights))
        elif kind == "bend":
            second = np.where(chosen, rng.integers(0, n, len(first)), second)
        else:
            weights = np.where(chosen, weights[rng.permutation(len(weights))], weights)
    return first, second, weights


def prepared(recipe, n=None):
    """The instance of a recipe, by default of its own size.

    Raises ValueError if it has no edge, or too many.
    """
    n = n or recipe["n"]
    rng = np.random.default_rng([recipe["seed"], n])
    layers = [of_layer(layer, n, rng) for layer in recipe["layers"]]
    first, second, weights = (np.concatenate(each) for each in zip(*layers, strict=True))
    first, second, weights = edit(recipe["edits"], n, first, second, weights, rng)
    if recipe["by lot"]:
        order = rng.permutation(n)
        first, second = order[first], order[second]
    first, second, weights = distinct(n, first, second, weights)
    if not 0 < len(first) <= MOST_EDGES * n:
        raise ValueError(f"{len(first)} edges for {n} vertices: expected 1 to {MOST_EDGES * n}")
    most = recipe["maxcardinality"]
    name = f"{recipe['name']}-n{n}"
    if not recipe["matrix"]:
        return listed(name, n, first, second, weights, maxcardinality=most)
    matrix = np.full((n, n), -1, np.int64)
    matrix[first, second] = matrix[second, first] = weights
    return Instance(name, matrix, matrix >= 0, maxcardinality=most)


def distinct(n, first, second, weights):
    """Each edge once, with the weight that came first, and no loop."""
    low, high = np.minimum(first, second), np.maximum(first, second)
    keys, at = np.unique(low * n + high, return_index=True)
    at = at[keys // n != keys % n]
    weights = np.clip(weights, 0, LARGEST).astype(np.int64)
    return low[at].astype(np.int64), high[at].astype(np.int64), weights[at]


def stored():
    """The recipes of bench/hard, the worst first."""
    return [json.loads(each.read_text(encoding="utf-8")) for each in sorted(FOLDER.glob("*.json"))]


def store(recipes):
    """Make these the recipes of bench/hard, each with what is known of it."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for place, recipe in enumerate(recipes, 1):
        text = json.dumps(recipe, indent=1) + "\n"
        (FOLDER / f"{place:02}-{recipe['name']}.json").write_text(text, encoding="utf-8")
