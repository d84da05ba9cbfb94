"""Decoders of error models of Stim, with the interface of sinter: ``pip install stim sinter``.

>>> import sinter  # doctest: +SKIP
>>> from fastpair.matching.decoding import SinterDecoder  # doctest: +SKIP
>>> sinter.collect(..., decoders=["fastpair"], custom_decoders={"fastpair": SinterDecoder()})  # doctest: +SKIP
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from ..errors import InputError
from ..parameters import quoted
from .joins import JoinSolver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

__all__ = ["CompiledDecoder", "ErrorModel", "SinterDecoder", "join_solver"]


_LARGEST = 16383
"""The weight of the rarest error: as many steps as PyMatching has."""


class ErrorModel(Protocol):
    """What is asked of a ``stim.DetectorErrorModel``."""

    @property
    def num_detectors(self) -> int:
        """The number of detectors."""

    @property
    def num_observables(self) -> int:
        """The number of observables."""

    def __iter__(self) -> Iterator[Any]:
        """Go through the instructions, each loop as one."""

    def flattened(self) -> Iterable[Any]:
        """Return the instructions, without loops."""


def join_solver(model: ErrorModel, *, largest: int = _LARGEST) -> JoinSolver:
    """Make a solver of the errors of a model, each of which flips one or two detectors.

    An error of probability p weighs log((1 - p) / p), scaled and rounded so that the rarest weighs
    ``largest``. Errors with the same detectors and observables are one that happens when an odd number
    of them does. With other observables, the likeliest counts; PyMatching takes the first.

    Parameters
    ----------
    model : stim.DetectorErrorModel
        As ``circuit.detector_error_model(decompose_errors=True)`` returns it.
    largest : int
        The weight of the rarest error: by default as many steps as PyMatching has.

    Returns
    -------
    JoinSolver
        Its vertices are the detectors and, last, the boundary; its labels the observables.

    Raises
    ------
    ValueError
        If an error flips more than two detectors, is likelier than not, or flips an observable
        beyond the 64th; or if there are more than 2**24 instructions or detectors, loops unrolled.
    """
    chances = _chances(model)
    if any(chance > 0.5 for chance in chances.values()):
        raise InputError(
            "an error has a probability above 0.5: no weight may be negative; a CompiledDecoder takes it as"
            " one that happened"
        )
    return _solver_of(chances, model.num_detectors, largest)


_Error: TypeAlias = "tuple[int, int, int]"
"""Its detectors, or its only one and the boundary, in order; and its observables as digits."""


_MOST = 1 << 24
"""Instructions that are unrolled, and detectors: as many as a graph has vertices."""


def _count_instructions(model: ErrorModel) -> int:
    """How many instructions there are once all loops are unrolled."""
    found, waiting = 0, [(model, 1)]
    while waiting:
        body, times = waiting.pop()
        for instruction in body:
            if instruction.type == "repeat":
                waiting.append((instruction.body_copy(), times * instruction.repeat_count))
            else:
                found += times
    return found


def _chances(model: ErrorModel) -> dict[_Error, float]:
    """How likely each error happens an odd number of times."""
    if not hasattr(model, "num_detectors"):
        raise TypeError(f"model: expected a stim.DetectorErrorModel, got {quoted(model)}")
    boundary = model.num_detectors
    for noun, count in (("detectors", boundary), ("instructions", _count_instructions(model))):
        if count >= _MOST:
            raise InputError(f"expected fewer than {_MOST} {noun}, loops unrolled, got {count}")
    if model.num_observables > 64:
        raise InputError(f"expected at most 64 observables, got {model.num_observables}")
    chances: dict[_Error, float] = {}
    for chance, detectors, label in _errors(model):
        if len(detectors) > 2:
            raise InputError(
                f"an error flips detectors {sorted(detectors)}, but a graph has errors of two at most: "
                "make the model with decompose_errors=True"
            )
        if detectors:
            first, second = sorted([*detectors, boundary])[:2]
            before = chances.get((first, second, label), 0.0)
            chances[first, second, label] = before * (1 - chance) + chance * (1 - before)
    return chances


def _solver_of(chances: dict[_Error, float], boundary: int, largest: int) -> JoinSolver:
    possible = {error: chance for error, chance in chances.items() if chance > 0}
    weights = np.array([log((1 - chance) / chance) for chance in possible.values()])
    scale = largest / weights.max(initial=1e-300)
    first, second, labels = np.array([*possible], dtype=object).reshape(-1, 3).T
    return JoinSolver(
        (
            first.astype(np.int64),
            second.astype(np.int64),
            np.rint(weights * scale).astype(np.int64),
        ),
        boundary=[boundary],
        labels=labels.astype(np.uint64),
        n=boundary + 1,
    )


def _errors(model: ErrorModel) -> Iterator[tuple[float, set[int], int]]:
    """Each part of each error: its probability, its detectors, and its observables as digits."""
    for instruction in model.flattened():
        if instruction.type != "error":
            continue
        (chance,) = instruction.args_copy()
        detectors: set[int] = set()
        label = 0
        for target in instruction.targets_copy():
            if target.is_separator():
                yield chance, detectors, label
                detectors, label = set(), 0
            elif target.is_logical_observable_id():
                label ^= 1 << target.val
            else:
                detectors ^= {target.val}
        yield chance, detectors, label


class CompiledDecoder:
    """Decodes shots of one error model.

    An error that is likelier than not is taken as one that happened: what is searched for is the
    likeliest changes of that.

    Parameters
    ----------
    model : stim.DetectorErrorModel
        As :func:`join_solver` takes it, with errors of any probability.
    """

    def __init__(self, model: ErrorModel) -> None:
        chances = _chances(model)
        self._events = np.zeros(model.num_detectors + 1, np.uint8)
        self._label = 0
        for (first, second, label), chance in chances.items():
            if chance > 0.5:
                self._events[[first, second]] ^= 1
                self._label ^= label
                chances[first, second, label] = 1 - chance
        self.solver = _solver_of(chances, model.num_detectors, _LARGEST)
        self._bytes = -(-model.num_observables // 8)

    def decode_shots_bit_packed(
        self, *, bit_packed_detection_event_data: NDArray[np.uint8]
    ) -> NDArray[np.uint8]:
        """Say which observables each shot flips, from its detection events, both packed by eights."""
        events = np.unpackbits(
            bit_packed_detection_event_data, axis=1, count=len(self._events), bitorder="little"
        )  # no bit is that of the boundary, or one that fills up a byte
        if self._events.any():
            events ^= self._events
        _, labels = self.solver.solve_all(events, threads=1)
        labels ^= np.uint64(self._label)
        return labels.astype("<u8").view(np.uint8).reshape(-1, 8)[:, : self._bytes]


class SinterDecoder:
    """What ``custom_decoders`` of sinter takes."""

    def compile_decoder_for_dem(self, *, dem: ErrorModel) -> CompiledDecoder:
        """Prepare a decoder of one error model."""
        return CompiledDecoder(dem)
