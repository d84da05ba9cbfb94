from typing import Any

import numpy as np
from numpy.typing import NDArray

def weighted_edges(
    adjacency: dict[Any, dict[Any, dict[Any, Any]]], key: str
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any]] | None: ...
