from typing import Any

import numpy as np
from numpy.typing import NDArray

def coded(values: NDArray[Any], most: int) -> tuple[int, NDArray[np.int64]]: ...
def numbered(
    code: NDArray[np.int64], bound: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def extent(
    applies: NDArray[np.uint8], number: NDArray[np.int32]
) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]: ...
def pairs_met(
    opponents: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
