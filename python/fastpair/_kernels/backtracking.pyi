import numpy as np
from numpy.typing import NDArray

def first_pairing(
    starts: NDArray[np.int64], opponents: NDArray[np.int64], most_steps: int
) -> tuple[NDArray[np.int64], bool]: ...
