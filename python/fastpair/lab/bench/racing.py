"""Solvers beside each other on one instance, with their answers compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from ...errors import EngineError
from ...matching import verify
from .instances import Instance
from .peers import fastpair_solver, mates_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from .peers import Mates, Peer, Problem

__all__ = ["Entry", "Value", "optimum", "race", "value_of"]


@dataclass(frozen=True, slots=True, order=True)
class Value:
    """What a matching is worth: more edges are better, and among equally many more weight is."""

    cardinality: int
    """Number of edges if that counts first, else 0."""

    weight: int

    edges: int = field(default=0, compare=False)
    """Number of edges in any case."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One solver on one instance."""

    peer: str

    seconds: float
    """Median of the runs."""

    runs: int

    value: Value

    ratio: float
    """Its time divided by ours."""

    right: bool
    """Whether its matching is worth as much as the proven optimum."""


def value_of(instance: Problem, mate: NDArray[np.int64]) -> Value:
    """The worth of a matching.

    Raises
    ------
    ValueError
        If it is no matching of the instance's edges.
    """
    first = np.flatnonzero(mate > np.arange(len(mate)))
    second = mate[first]
    mutual = len(mate) == instance.size and (mate[second] == first).all()
    if not mutual or 2 * len(first) != (mate >= 0).sum():
        raise ValueError("the mates are not mutual")
    weight = sum(instance.weights_of(first, second).tolist())
    return Value(len(first) if instance.maxcardinality else 0, weight, len(first))


def race(
    instance: Problem,
    peers: Iterable[Peer],
    *,
    seconds: float = 0.5,
) -> list[Entry]:
    """Let fastpair and its peers solve an instance, one after the other.

    Parameters
    ----------
    instance
        The problem.
    peers
        The other solvers. A solver for which the weights are too large is left out.
    seconds
        Each solver repeats the solve for about so long; at least once after a first time.

    Returns
    -------
    list of Entry
        Ours first.

    Raises
    ------
    EngineError
        If our own answer is not proven, or a peer's is better.
    """
    best = optimum(instance)
    solve = fastpair_solver(instance)
    own, runs = _time(solve, seconds)
    entries = [Entry("fastpair", own, runs, best, 1.0, True)]
    for peer in peers:
        try:
            ask = peer.prepare(instance, 2 * best.cardinality == instance.size)
        except OverflowError:
            continue
        entries.append(_entry(instance, peer.name, ask, best, own, seconds))
    return entries


def optimum(instance: Problem) -> Value:
    """The proven worth of the best matching.

    Raises
    ------
    EngineError
        If the proof does not hold.
    """
    matching = fastpair_solver(instance)()
    most = instance.maxcardinality
    if isinstance(instance, Instance) and not instance.sparse:
        verify(instance.weights, matching, allowed=instance.allowed, maxcardinality=most)
    else:
        verify(instance.edges, matching, n=instance.size, maxcardinality=most)
    return value_of(instance, matching.mate)


def _entry(
    instance: Problem,
    name: str,
    solve: Callable[[], Mates],
    best: Value,
    own: float,
    seconds: float,
) -> Entry:
    value = value_of(instance, mates_of(solve(), instance.size))
    if value > best:
        raise EngineError(f"{name} finds {value} on {instance.name}, we found {best}")
    median_seconds, runs = _time(solve, seconds)
    return Entry(name, median_seconds, runs, value, median_seconds / own, value == best)


def _time(solve: Callable[[], object], seconds: float) -> tuple[float, int]:
    """Median time of a solve, and the number of solves."""
    times: list[float] = []
    while not times or sum(times) < seconds:
        start = perf_counter()
        solve()
        times.append(perf_counter() - start)
    return median(times), len(times)
