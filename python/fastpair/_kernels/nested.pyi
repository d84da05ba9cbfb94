import numpy as np
from numpy.typing import NDArray

def least_between(
    least: NDArray[np.int64],
    position: NDArray[np.int64],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
) -> NDArray[np.int64]: ...
