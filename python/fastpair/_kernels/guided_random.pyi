import numpy as np
from numpy.typing import NDArray

def guided_random(
    group: NDArray[np.int64],
    country: NDArray[np.int64],
    club: NDArray[np.int64],
    balance: NDArray[np.int64],
    lost: NDArray[np.bool_],
    owed: NDArray[np.bool_],
    allowed: NDArray[np.bool_],
    lots: NDArray[np.uint64],
) -> NDArray[np.int64]: ...
