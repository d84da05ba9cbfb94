import numpy as np
from numpy.typing import NDArray

def relative_strength(
    opponent: NDArray[np.int64],
    points_x2: NDArray[np.int64],
    strength: NDArray[np.float64],
    iterations: int,
) -> tuple[int, bool]: ...
