import numpy as np
from numpy.typing import NDArray

def decide(
    cut: NDArray[np.int64], edge: NDArray[np.int64], exact: NDArray[np.uint8], edges: int
) -> bool: ...
