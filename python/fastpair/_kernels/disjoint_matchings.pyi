import numpy as np
from numpy.typing import NDArray

def matchings(
    edges: NDArray[np.uint64], present: NDArray[np.uint64], most_steps: int
) -> tuple[NDArray[np.int64], bool]: ...
