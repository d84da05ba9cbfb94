import numpy as np
from numpy.typing import NDArray

def gor_in_order(
    rating: NDArray[np.float64],
    players: NDArray[np.int64],
    won_x2: NDArray[np.int64],
    handicap: NDArray[np.int64],
    con: NDArray[np.float64],
    epsilon: float,
    whole: bool,
) -> None: ...
def egf2021_in_order(
    rating: NDArray[np.float64],
    players: NDArray[np.int64],
    won_x2: NDArray[np.int64],
    handicap: NDArray[np.int64],
    weight: float,
) -> None: ...
