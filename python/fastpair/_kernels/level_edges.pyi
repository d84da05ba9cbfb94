import numpy as np
from numpy.typing import NDArray

def tight(
    weights: NDArray[np.int64], allowed: NDArray[np.uint8] | None, duals: NDArray[np.int64]
) -> NDArray[np.int64]: ...
def common(
    least: NDArray[np.int64],
    position: NDArray[np.int64],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
) -> NDArray[np.int64]: ...
