from collections.abc import Callable
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

_J = TypeVar("_J")
_M = TypeVar("_M")

__version__: str
WEIGHT_LIMIT: int
NARROW_LIMIT: int

_Matched: TypeAlias = tuple[NDArray[np.int64], int, int]  # mate, weight, cardinality
_Duals: TypeAlias = tuple[
    NDArray[np.int64],  # doubled vertex duals
    tuple[NDArray[np.int64], ...],  # members of the blossoms
    NDArray[np.int64],  # their doubled duals
    int,  # doubled ground
]
_Solution: TypeAlias = tuple[
    NDArray[np.int64],  # mate
    int,  # weight
    int,  # cardinality
    NDArray[np.int64],  # doubled vertex duals
    tuple[NDArray[np.int64], ...],  # members of the blossoms
    NDArray[np.int64],  # their doubled duals
    int,  # doubled ground
]

_Prices: TypeAlias = tuple[
    NDArray[np.bool_],  # whether there is an edge
    NDArray[np.int64],  # how many pairs fewer
    NDArray[np.int64],  # how much lighter
]

def solve_matrix(
    weights: NDArray[np.int64],
    allowed: NDArray[np.bool_] | None,
    bipartite: bool,
    maxcardinality: bool,
) -> _Solution: ...
def solve_sparse(
    size: int,
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    weights: NDArray[np.int64],
    maxcardinality: bool,
) -> _Solution: ...
def solve_blocks(
    size: int,
    largest: int,
    compute: Callable[[NDArray[np.int64], int, int], tuple[NDArray[np.int64], NDArray[np.bool_]]],
    width: int,
    bounds: list[int],
    maxcardinality: bool,
) -> _Solution: ...
def copies_of(
    size: int,
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    weights: NDArray[np.int64],
    most: NDArray[np.int64],
) -> tuple[
    int,  # size
    NDArray[np.int64],  # first
    NDArray[np.int64],  # second
    NDArray[np.int64],  # weights
    NDArray[np.int64],  # the edge that each of them chooses, or -1
]: ...
def quantize_floats(
    values: NDArray[np.float64], where: NDArray[np.bool_] | None
) -> tuple[NDArray[np.int64], int, bool] | None: ...
def survey_levels(
    levels: list[NDArray[np.int64]], allowed: NDArray[np.bool_] | None
) -> list[tuple[bool, tuple[int, int] | None]]: ...
def compose(
    levels: list[NDArray[np.int64]],
    allowed: NDArray[np.bool_] | None,
    units: list[int],
    less: int,
) -> tuple[NDArray[np.int64], list[tuple[int, int] | None]]: ...
def tight_edges(
    weights: NDArray[np.int64], allowed: NDArray[np.bool_] | None, duals: NDArray[np.int64]
) -> NDArray[np.int64]: ...
def solve_batch(
    weights: object, offsets: object, n: object, maxcardinality: bool, threads: int
) -> NDArray[np.int64] | None: ...
def sparse_solver(edges: object, n: object, maxcardinality: object) -> SparseSolver | None: ...

class PlainSolver(Generic[_M]):
    def __init__(
        self,
        matching: type[_M],
        certificate: type[object],
        unit: Callable[[int], Fraction],
        in_units: Callable[[int, Fraction], int | Fraction],
        restate: Callable[[_M, Any, Fraction, int], _M],
    ) -> None: ...
    def solve(
        self,
        weights: object,
        n: object,
        bipartite: object,
        maxcardinality: object,
        perfect: object,
        minimize: bool,
    ) -> _M | None: ...
    def solve_all(
        self, graphs: list[Any], maxcardinality: bool, threads: int
    ) -> list[_M | None]: ...
    def matching(
        self,
        mate: NDArray[np.int64],
        weight: int,
        cardinality: int,
        vertex_2x: NDArray[Any],
        blossoms: tuple[NDArray[np.int64], ...],
        blossoms_2x: NDArray[Any],
        ground_2x: int,
    ) -> _M: ...

class Solver:
    def __init__(
        self, weights: NDArray[np.int64], allowed: NDArray[np.bool_] | None, maxcardinality: bool
    ) -> None: ...
    @property
    def weights(self) -> NDArray[np.int64]: ...
    @property
    def allowed(self) -> NDArray[np.bool_]: ...
    @property
    def removed(self) -> NDArray[np.bool_]: ...
    def set(self, i: int, j: int, weight: int) -> None: ...
    def forbid(self, i: int, j: int) -> None: ...
    def force(self, i: int, j: int) -> None: ...
    def remove(self, v: int) -> None: ...
    def set_row(self, v: int, weights: NDArray[np.int64], allowed: NDArray[np.bool_]) -> None: ...
    def solve(self) -> _Solution: ...
    def copy(self) -> Solver: ...
    def prices(self, v: int) -> _Prices: ...
    def losses(
        self,
        vertices: NDArray[np.int32],
        at_least: NDArray[np.int64],
        count: int,
        limit: int,
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]: ...
    def price_table(self, progress: Callable[[float], object] | None) -> list[_Prices]: ...

class Record(Generic[_J]):
    def __init__(self, of: type[_J]) -> None: ...

class JoinSolver:
    def __init__(
        self,
        size: int,
        first: NDArray[np.int64],
        second: NDArray[np.int64],
        weights: NDArray[np.int64],
        boundary: NDArray[np.int32],
        labels: NDArray[np.uint64],
    ) -> None: ...
    @property
    def size(self) -> int: ...
    def copy(self) -> JoinSolver: ...
    # the join, or the terminals that are left over, or None if they need a closer look
    def solve(
        self, terminals: object, join: Record[_J], solver: object
    ) -> _J | NDArray[np.int64] | None: ...
    def certificate(
        self, terminals: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
    def edges(self, pairs: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]: ...
    def solve_all(
        self, starts: NDArray[np.int64], terminals: NDArray[np.int32], threads: int
    ) -> NDArray[np.int64] | tuple[NDArray[np.int64], NDArray[np.uint64]]: ...
    def solve_table(
        self, table: object, threads: int
    ) -> NDArray[np.int64] | tuple[NDArray[np.int64], NDArray[np.uint64]] | None: ...

class Revision: ...

class SparseSolver:
    def __init__(
        self,
        size: int,
        first: NDArray[np.int64],
        second: NDArray[np.int64],
        weights: NDArray[np.int64],
        maxcardinality: bool,
    ) -> None: ...
    @property
    def edges(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]: ...
    @property
    def removed(self) -> NDArray[np.bool_]: ...
    def weight(self, i: int, j: int) -> int | None: ...
    def set(
        self, first: NDArray[np.int64], second: NDArray[np.int64], weights: NDArray[np.int64]
    ) -> None: ...
    def forbid(self, i: int, j: int) -> None: ...
    def remove(self, v: int) -> None: ...
    def set_edge(self, i: int, j: int, weight: int) -> None: ...
    def insert(self, v: int, others: NDArray[np.int64], weights: NDArray[np.int64]) -> None: ...
    def solve(self) -> _Matched: ...
    def revision(self) -> Revision: ...
    def certificate(self, revision: Revision) -> _Duals: ...
    def copy(self) -> SparseSolver: ...
    def prices(self, v: int) -> _Prices: ...
