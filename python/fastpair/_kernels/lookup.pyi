from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class Lookup:
    def __init__(
        self,
        share: NDArray[np.int64],
        number: NDArray[np.int32],
        columns: tuple[NDArray[np.int32], NDArray[np.int32]] | None,
        applies: NDArray[np.uint8],
        condition: NDArray[np.int32],
        otherwise: int,
    ) -> None: ...

def look_up(
    total: NDArray[np.int64],
    rows: NDArray[np.int64],
    left: int,
    upper: bool,
    constant: int,
    lookups: list[Lookup],
) -> None: ...
def pairs_of(
    applies: NDArray[np.uint8], condition: NDArray[np.int32], count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def add_listed(
    total: NDArray[np.int64],
    i: NDArray[np.int64],
    j: NDArray[np.int64],
    share: NDArray[np.int64],
) -> None: ...
def add_product(
    total: NDArray[np.int64],
    rows: NDArray[np.int64],
    left: int,
    upper: bool,
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
def add_sides(
    total: NDArray[np.int64],
    rows: NDArray[np.int64],
    left: int,
    upper_half: bool,
    upper: NDArray[np.int64],
    lower: NDArray[np.int64],
    applies: NDArray[np.uint8],
    condition: NDArray[np.int32],
    otherwise: int,
) -> None: ...
def mirror(total: NDArray[np.int64], first: int, last: int) -> None: ...
