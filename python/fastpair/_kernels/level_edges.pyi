import numpy as np
from numpy.typing import NDArray

def survey(
    weights: NDArray[np.int64], allowed: NDArray[np.uint8] | None
) -> tuple[int, int, bool]: ...
def compose(
    total: NDArray[np.int64], levels: list[NDArray[np.int64]], units: NDArray[np.int64]
) -> None: ...
def tight(
    weights: NDArray[np.int64], allowed: NDArray[np.uint8] | None, duals: NDArray[np.int64]
) -> NDArray[np.int64]: ...
