"""Decoders of error models: of a stand-in for those of Stim, and of Stim's own where it is installed."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from itertools import product
from math import log

import numpy as np
import pytest

from fastpair.matching.decoding import CompiledDecoder, SinterDecoder, join_solver


@dataclass
class Target:
    """D3 is a detector, L0 an observable, ^ separates."""

    text: str

    @property
    def val(self):
        return int(self.text[1:])

    def is_separator(self):
        return self.text == "^"

    def is_logical_observable_id(self):
        return self.text.startswith("L")


@dataclass
class Instruction:
    type: str
    chance: float
    targets: str

    def args_copy(self):
        return [self.chance]

    def targets_copy(self):
        return [Target(text) for text in self.targets.split()]


class Model:
    def __init__(self, detectors, observables, *errors):
        self.num_detectors, self.num_observables = detectors, observables
        self.errors = errors

    def __iter__(self):
        return iter(self.flattened())

    def flattened(self):
        detectors = [Instruction("detector", 0, f"D{v}") for v in range(self.num_detectors)]
        return [*detectors, *(Instruction("error", *error) for error in self.errors)]


REPETITION = Model(
    3, 9, (0.1, "D0 L8"), (0.2, "D0 D1"), (0.05, "D1 D2 ^ D2 L0"), (0.3, "D2"), (0.0, "D0 D2")
)


LIKELY = Model(
    3, 9, (0.8, "D0 L8"), (0.2, "D0 D1"), (0.95, "D1 D2 ^ D2 L0"), (0.3, "D2"), (0.6, "D0 D2 L1")
)


@pytest.mark.parametrize("model", [REPETITION, LIKELY])
def test_the_likeliest_errors_are_found(model):
    """Of all subsets of the errors that have the detection events."""
    errors = [
        (
            chance,
            {int(name[1:]) for name in part.split() if name[0] == "D"},
            sum(1 << int(name[1:]) for name in part.split() if name[0] == "L"),
        )
        for chance, targets in model.errors
        for part in targets.split("^")
        if chance > 0
    ]
    decoder = SinterDecoder().compile_decoder_for_dem(dem=model)
    for events in product([0, 1], repeat=3):
        wanted = {v for v in range(3) if events[v]}
        best = None
        for chosen in product([False, True], repeat=len(errors)):
            flipped, label, weight = set(), 0, 0.0
            for is_chosen, (chance, detectors, digits) in zip(chosen, errors, strict=True):
                if is_chosen:
                    flipped, label, weight = (
                        flipped ^ detectors,
                        label ^ digits,
                        weight + log((1 - chance) / chance),
                    )
            if flipped == wanted and (best is None or weight < best[0]):
                best = weight, label
        packed = np.packbits([events], axis=1, bitorder="little")
        found = decoder.decode_shots_bit_packed(bit_packed_detection_event_data=packed)
        assert found.tolist() == [[best[1] & 255, best[1] >> 8]]


def test_what_is_sure_happens_always_and_what_never_happens_is_no_error():
    decoder = CompiledDecoder(Model(2, 1, (1, "D0 L0"), (0.1, "D0 D1"), (0, "D1"), (0.1, "D1")))
    found = decoder.decode_shots_bit_packed(
        bit_packed_detection_event_data=np.array([[0], [1], [2], [3]], np.uint8)
    )
    assert found.tolist() == [[1]] * 4


def test_the_likelier_of_two_errors_with_the_same_detectors_counts():
    for chances in ((0.1, 0.2), (0.2, 0.1)):
        decoder = CompiledDecoder(
            Model(2, 2, (chances[0], "D0 D1 L0"), (chances[1], "D1 D0 L1"), (0.01, "D0"))
        )
        found = decoder.decode_shots_bit_packed(
            bit_packed_detection_event_data=np.array([[0], [3]], np.uint8)
        )
        assert found.tolist() == [[0], [2 if chances[1] > chances[0] else 1]]


def test_errors_that_look_alike_are_one():
    twice = join_solver(Model(2, 0, (0.1, "D0 D1"), (0.2, "D1 D0"), (0.01, "D0")))
    once = join_solver(Model(2, 0, (0.1 * 0.8 + 0.2 * 0.9, "D0 D1"), (0.01, "D0")))
    assert twice.solve([0, 1]).weight == once.solve([0, 1]).weight
    assert once.solve([0]).weight == 16383
    assert join_solver(Model(1, 0, (0.01, "D0")), largest=7).solve([0]).weight == 7


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (Model(3, 0, (0.1, "D0 D1 D2")), r"flips detectors \[0, 1, 2\].*decompose_errors"),
        (Model(1, 0, (0.6, "D0")), "above 0.5.*CompiledDecoder"),
        (Model(1, 65, (0.1, "D0")), "at most 64 observables, got 65"),
    ],
)
def test_models_that_are_refused(model, said):
    with pytest.raises(ValueError, match=said):
        join_solver(model)


def test_shots_without_detectors_or_observables():
    assert join_solver(Model(1, 64, (0.5, "D0 L63"))).solve([0]).weight == 0
    empty = CompiledDecoder(Model(0, 0))
    shots = np.zeros((5, 0), np.uint8)
    assert empty.decode_shots_bit_packed(bit_packed_detection_event_data=shots).shape == (5, 0)


def test_sinter_sends_it_to_its_workers():
    assert isinstance(pickle.loads(pickle.dumps(SinterDecoder())), SinterDecoder)


def test_it_decodes_as_pymatching_does():
    stim, pymatching = pytest.importorskip("stim"), pytest.importorskip("pymatching")
    circuit = stim.Circuit.generated(
        "surface_code:rotated_memory_x", rounds=3, distance=3, after_clifford_depolarization=0.01
    )
    model = circuit.detector_error_model(decompose_errors=True)
    sampler = circuit.compile_detector_sampler(seed=3)
    events, _ = sampler.sample(5000, separate_observables=True, bit_packed=True)
    found = CompiledDecoder(model).decode_shots_bit_packed(bit_packed_detection_event_data=events)
    peer = pymatching.Matching.from_detector_error_model(model)
    expected = peer.decode_batch(events, bit_packed_shots=True, bit_packed_predictions=True)
    assert (found != expected).sum() <= 5  # of equal weights, or as good as equal


class Looped(Model):
    def __iter__(self):
        return iter(self.loops)


@dataclass
class Loop:
    body: object
    repeat_count: int
    type: str = "repeat"

    def body_copy(self):
        return self.body


@pytest.mark.parametrize(("times", "refused"), [(2**23 - 1, False), (2**23, True), (10**9, True)])
def test_loops_are_counted_before_they_are_unrolled(times, refused):
    """The stand-in unrolls its loops to one error, as nobody waits for millions."""
    inner = [Instruction("error", 0.1, "D0")]
    model = Looped(1, 0, (0.1, "D0"))
    model.loops = [Loop([Loop(inner, times)], 2)]
    if refused:
        with pytest.raises(ValueError, match=rf"fewer than 16777216 instructions.*got {2 * times}"):
            join_solver(model)
    else:
        assert join_solver(model).solve([0]).weight
