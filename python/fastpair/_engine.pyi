from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__version__: str

_Solution: TypeAlias = tuple[
    NDArray[np.int64],  # mate
    int,  # weight
    int,  # cardinality
    NDArray[np.int64],  # doubled vertex duals
    list[NDArray[np.int64]],  # members of the blossoms
    NDArray[np.int64],  # their doubled duals
    int,  # doubled ground
]

def solve_dense(
    weights: NDArray[np.int64], allowed: NDArray[np.bool_] | None, maxcardinality: bool
) -> _Solution: ...
def solve_sparse(
    size: int,
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    weights: NDArray[np.int64],
    maxcardinality: bool,
) -> _Solution: ...
