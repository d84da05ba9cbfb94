import numpy as np
from numpy.typing import NDArray

def decide(
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    members: NDArray[np.int64],
    starts: NDArray[np.int64],
    exact: NDArray[np.uint8],
) -> bool: ...
