import numpy as np
from numpy.typing import NDArray

def add_looked_up(
    total: NDArray[np.int64],
    first: int,
    last: int,
    share: NDArray[np.int64],
    number: NDArray[np.int32],
    applies: NDArray[np.uint8],
    condition: NDArray[np.int32],
    otherwise: int,
) -> None: ...
def add_compared(
    total: NDArray[np.int64],
    first: int,
    last: int,
    share: NDArray[np.int64],
    number: NDArray[np.int32],
    one: NDArray[np.int32],
    other: NDArray[np.int32],
    applies: NDArray[np.uint8],
    condition: NDArray[np.int32],
    otherwise: int,
) -> None: ...
def add_product(
    total: NDArray[np.int64],
    first: int,
    last: int,
    left: int,
    right: int,
    coefficient: float,
    table: NDArray[np.float64],
    number: NDArray[np.int32],
    other_table: NDArray[np.float64],
    other_number: NDArray[np.int32],
    evaluated: NDArray[np.float64],
    applies: NDArray[np.uint8],
    condition: NDArray[np.int32],
    otherwise: int,
) -> None: ...
def mirror(total: NDArray[np.int64], first: int, last: int) -> None: ...
