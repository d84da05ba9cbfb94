import numpy as np
from numpy.typing import NDArray

def survey(
    weights: NDArray[np.int64], allowed: NDArray[np.uint8] | None
) -> tuple[int, int, bool]: ...
def add(total: NDArray[np.int64], weights: NDArray[np.int64], unit: int) -> None: ...
def tight(
    weights: NDArray[np.int64], allowed: NDArray[np.uint8] | None, duals: NDArray[np.int64]
) -> NDArray[np.int64]: ...
