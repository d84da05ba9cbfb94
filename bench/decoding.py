"""Surface codes decoded by `JoinSolver` and by PyMatching, in turns, in one process and one thread.

    pip install --group decoding
    python bench/decoding.py [--shots 100000] [--certificates 1000] [--distances 5,9,13] [--rates .001,.005,.01]
    python bench/decoding.py --single --shots 400 --repetitions 20 --distances 3,5  # a call for each shot

Stim makes the circuits (rotated surface codes of as many rounds as their distance, with noise at every
place), their errors, and the shots. Both get the same whole weights. Every weight of every shot is
compared, and some joins of each code are proven by their certificates. The least processor time of the
repetitions counts.
"""

from __future__ import annotations

import argparse
import sys
from time import process_time

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


def batch(solver, peer, among, events):
    """The weights of both, each by a function."""
    return (
        lambda: solver.solve_all(among, threads=1)[0],
        lambda: peer.decode_batch(events, return_weights=True)[1],
    )


def single(solver, peer, among, events):
    """The same by a call for each shot."""
    return (
        lambda: [join.weight for join in [solver.solve(row) for row in among]],
        lambda: [peer.decode(row, return_weight=True)[1] for row in events],
    )


def compared(distance, rate, calls, options):
    """Microseconds a shot of both, the peer's last; exits if a weight differs or a proof fails."""
    circuit = circuit_of(distance, rate)
    first, second, weights, labels, boundary = edges_of(circuit)
    solver = JoinSolver((first, second, weights), boundary=[boundary], labels=labels)
    peer = peer_of(first, second, weights, labels, boundary)
    events = circuit.compile_detector_sampler(seed=options.seed).sample(options.shots)
    among = np.column_stack([events, np.zeros(len(events), bool)])  # the boundary is no terminal
    both = calls(solver, peer, among, events)
    seconds = [[], []]
    for _ in range(options.repetitions):
        weights = []
        for call, taken in zip(both, seconds, strict=True):
            start = process_time()
            weights.append(call())
            taken.append(process_time() - start)
    if not np.array_equal(*weights):
        sys.exit(f"weights differ: distance {distance}, {rate}")
    for row in among[: options.certificates]:
        solver.verify(solver.solve(row))
    return [1e6 * min(each) / len(events) for each in seconds], events.sum() / len(events)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--shots", type=int, default=100_000)
    parser.add_argument("--certificates", type=int, default=1_000)
    parser.add_argument("--distances", default="5,9,13")
    parser.add_argument("--rates", default=".001,.005,.01")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--single", action="store_true", help="a call for each shot")
    options = parser.parse_args()
    print("| distance | rate | terminals a shot | fastpair, µs | PyMatching, µs | ratio |")
    print("| --- | --- | --- | --- | --- | --- |")
    for distance in map(int, options.distances.split(",")):
        for rate in map(float, options.rates.split(",")):
            calls = single if options.single else batch
            (ours, theirs), terminals = compared(distance, rate, calls, options)
            print(
                f"| {distance} | {rate} | {terminals:.1f} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
