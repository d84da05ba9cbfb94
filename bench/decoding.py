"""Surface codes decoded by `JoinSolver` and by PyMatching, in turns, in one process and one thread.

    pip install --group decoding
    python bench/decoding.py [--shots 100000] [--certificates 1000] [--distances 5,9,13] [--rates .001,.005,.01]

Stim makes the circuits (rotated surface codes of as many rounds as their distance, with noise at every
place), their errors, and the shots. Both get the same whole weights. Every weight of every shot is
compared, and some joins of each code are proven by their certificates. The least of the repetitions counts.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

import numpy as np
import pymatching
import stim

from fastpair.matching import JoinSolver

LARGEST = 16383
"""Of the weights: PyMatching rounds to as many steps itself."""


def circuit_of(distance, rate):
    noise = (
        "after_clifford_depolarization",
        "after_reset_flip_probability",
        "before_measure_flip_probability",
        "before_round_data_depolarization",
    )
    return stim.Circuit.generated(
        "surface_code:rotated_memory_x",
        rounds=distance,
        distance=distance,
        **dict.fromkeys(noise, rate),
    )


def edges_of(circuit):
    """The edges of the graph of its errors: first, second, whole weights, labels; the boundary is last."""
    model = circuit.detector_error_model(decompose_errors=True)
    graph = pymatching.Matching.from_detector_error_model(model)
    boundary = graph.num_detectors
    found = [
        (u, boundary if v is None else v, data["weight"], sum(1 << k for k in data["fault_ids"]))
        for u, v, data in graph.edges()
    ]
    first, second, weights, labels = map(np.array, zip(*found, strict=True))
    whole = np.rint(weights * (LARGEST / weights.max())).astype(np.int64)
    return first, second, whole, labels.astype(np.uint64), boundary


def peer_of(first, second, weights, labels, boundary):
    graph = pymatching.Matching()
    for u, v, weight, label in zip(first, second, weights.astype(float), labels, strict=True):
        digits = {k for k in range(64) if int(label) >> k & 1}
        if v == boundary:
            graph.add_boundary_edge(int(u), fault_ids=digits, weight=weight)
        else:
            graph.add_edge(int(u), int(v), fault_ids=digits, weight=weight)
    return graph


def compared(distance, rate, shots, certificates, repetitions, seed):
    """Microseconds a shot of both, the peer's last; exits if a weight differs or a proof fails."""
    circuit = circuit_of(distance, rate)
    first, second, weights, labels, boundary = edges_of(circuit)
    solver = JoinSolver((first, second, weights), boundary=[boundary], labels=labels)
    peer = peer_of(first, second, weights, labels, boundary)
    events = circuit.compile_detector_sampler(seed=seed).sample(shots)
    among = np.column_stack([events, np.zeros(shots, bool)])  # the boundary is no terminal
    seconds = [[], []]
    for _ in range(repetitions):
        start = perf_counter()
        found, _ = solver.solve_all(among, threads=1)
        between = perf_counter()
        _, expected = peer.decode_batch(events, return_weights=True)
        seconds[0].append(between - start)
        seconds[1].append(perf_counter() - between)
    if not np.array_equal(found, expected):
        sys.exit(f"weights differ: distance {distance}, {rate}")
    for row in among[:certificates]:
        solver.verify(solver.solve(np.flatnonzero(row)))
    return [1e6 * min(each) / shots for each in seconds], events.sum() / shots


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--shots", type=int, default=100_000)
    parser.add_argument("--certificates", type=int, default=1_000)
    parser.add_argument("--distances", default="5,9,13")
    parser.add_argument("--rates", default=".001,.005,.01")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| distance | rate | terminals a shot | fastpair, µs | PyMatching, µs | ratio |")
    print("| --- | --- | --- | --- | --- | --- |")
    for distance in map(int, options.distances.split(",")):
        for rate in map(float, options.rates.split(",")):
            (ours, theirs), terminals = compared(
                distance,
                rate,
                options.shots,
                options.certificates,
                options.repetitions,
                options.seed,
            )
            print(
                f"| {distance} | {rate} | {terminals:.1f} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
