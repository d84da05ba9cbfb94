import numpy as np
from numpy.typing import NDArray

def mixed_area_seeds(
    areas: NDArray[np.int64], starts: NDArray[np.int64], switch: bool, literal: bool
) -> NDArray[np.int64]: ...
