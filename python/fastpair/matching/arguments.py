"""The arguments of the solver and of the verifier, checked once for both."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import array_of, flags, indices, numbers, place
from .blocks import Blocks
from .graph import DenseGraph, EdgeList, edge_cells, require_symmetry
from .quantization import quantize, quantize_compiled
from .rectangle import Rectangle
from .sparse import SparseMatrix, edges_of, is_sparse

if TYPE_CHECKING:
    from typing import Any

    from .arrays import Place

__all__ = ["Weights", "graph_of"]

Weights: TypeAlias = ArrayLike | tuple[ArrayLike, ArrayLike, ArrayLike] | SparseMatrix | Blocks

_MOST_VERTICES = 2**24


def graph_of(
    weights: Weights,
    allowed: ArrayLike | None,
    n: int | None,
    *,
    bipartite: bool = False,
    exact: bool = False,
    plain: bool = False,
) -> DenseGraph | Rectangle | EdgeList | Blocks:
    """Check the arguments of a matching problem, and bring its weights to integers.

    A tuple is a list of edges; anything else that is neither sparse nor blocks is a matrix. What may
    be meant as edges all the same is refused, unless ``allowed`` or ``bipartite`` says that it is a
    matrix.

    Parameters
    ----------
    weights, allowed, n, bipartite, exact
        As :func:`fastpair.matching.max_weight_matching` gets them.
    plain
        Use numpy alone, and check here what the engine would check otherwise. The verifier asks
        for this, since it shares nothing with the engine.

    Raises
    ------
    TypeError
        If weights are not numbers, or ``allowed`` is not boolean, or an argument does not go with
        the form of the graph.
    ValueError
        If shapes do not fit together, an edge names a vertex outside of the graph, floats are not
        symmetric, a weight is not finite, or not exact where that is demanded.
    OverflowError
        If a weight does not fit into int64.
    """
    if n is not None and not isinstance(weights, tuple):
        raise TypeError("n goes with an edge list; a matrix has its own size")
    if bipartite and isinstance(weights, (tuple, Blocks)):
        raise TypeError(
            "bipartite goes with a matrix of rows and columns; other forms need no sides"
        )
    if isinstance(weights, Blocks):
        if allowed is not None:
            raise TypeError("allowed goes with a dense matrix; blocks compute their own edges")
        return weights.checked()
    if not isinstance(weights, tuple) and not is_sparse(weights):
        array = array_of(cast("ArrayLike", weights))
        _require_matrix(weights, array)
        if allowed is None and not bipartite:
            _refuse_edges(weights, array)
        if bipartite or array.shape[0] != array.shape[1]:
            return _rectangle(array, allowed, exact=exact, plain=plain)
        return _matrix(array, allowed, exact=exact, plain=plain)
    if allowed is not None:
        raise TypeError("allowed goes with a dense matrix; leave forbidden edges out of this form")
    if isinstance(weights, tuple):
        graph = _listed(weights, n, exact=exact, plain=plain)
    else:
        graph = _stored(weights, bipartite=bipartite, exact=exact, plain=plain)
    if plain:
        graph.require_limit()
    return graph


def _require_matrix(weights: object, array: NDArray[Any]) -> None:
    if array.ndim == 2:
        return
    if hasattr(weights, "adjacency"):
        raise TypeError(
            "expected weights, got a graph: "
            'networkx.max_weight_matching(graph, backend="fastpair") takes one of networkx'
        )
    raise ValueError(
        f"expected a square matrix of weights, or one of rows and columns, got shape {array.shape}"
    )


def _refuse_edges(weights: object, array: NDArray[Any]) -> None:
    """Refuse three rows or three columns that may be meant as (i, j, weight) of edges.

    They may be if the first two hold whole numbers only, whether these are vertices or not.
    """
    rows, columns = array.shape
    tuples = isinstance(weights, list) and rows == 3 and all(type(row) is tuple for row in weights)
    by_row = rows == 3 and _are_whole(array[:2])
    by_column = columns == 3 and _are_whole(array[:, :2])
    if rows == columns and not tuples:
        by_row, by_column = by_row and _are_pairs(array[:2]), by_column and _are_pairs(array.T[:2])
    if not (by_row or by_column):
        return
    form = "a list of three tuples" if tuples else f"an array of shape {array.shape}"
    square = "as an array or a list of lists with 0 on its diagonal, which is not read"
    raise (TypeError if tuples else ValueError)(
        f"{form} may be meant as edges or as a matrix: edges are given as three arrays "
        f"(i, j, weight) in a tuple, such as tuple({'array' if by_row else 'array.T'}), a matrix "
        f"{square if rows == columns else 'of rows and columns with bipartite=True'}"
    )


def _are_whole(array: NDArray[Any]) -> bool:
    """Whether an array holds whole numbers only; floats may be such, too."""
    if array.dtype.kind == "f":
        return bool((np.isfinite(array) & (array == np.floor(array))).all())
    return array.dtype.kind in "iub" or all(
        isinstance(each, (int, np.integer)) for each in array.flat
    )


def _are_pairs(ends: NDArray[Any]) -> bool:
    """Whether two rows of three numbers are three different pairs of different numbers.

    Those of a symmetric matrix with equal numbers on its diagonal are not: its first two columns are
    one pair in both directions.
    """
    pairs = {frozenset(pair) for pair in ends.T.tolist()}
    return len(pairs) == 3 and all(len(pair) == 2 for pair in pairs)


def _rectangle(
    array: NDArray[Any], allowed: ArrayLike | None, *, exact: bool, plain: bool
) -> Rectangle:
    shape = array.shape
    mask = None if allowed is None else flags(allowed, shape)

    def cells() -> NDArray[np.bool_]:
        return np.ones(shape, np.bool_) if mask is None else mask

    values = numbers(array, cells)
    if values.dtype == np.int64:
        graph = Rectangle(values, mask)
    else:
        found = quantize(values, where=cells(), exact=exact)
        graph = Rectangle(found.integers, mask, found.unit, None if found.exact else values)
    if plain:
        graph.require_limit()
    return graph


def _matrix(
    array: NDArray[Any], allowed: ArrayLike | None, *, exact: bool, plain: bool
) -> DenseGraph:
    shape = array.shape
    mask = None if allowed is None else flags(allowed, shape)
    values = numbers(array, lambda: edge_cells(shape[0], mask))
    if values.dtype == np.int64:
        graph = DenseGraph(values, mask)
    else:
        graph = _float_matrix(values, mask, exact=exact, plain=plain)
    if plain:
        graph.require_symmetry()
        graph.require_limit()
    return graph


def _float_matrix(
    values: NDArray[np.float64], mask: NDArray[np.bool_] | None, *, exact: bool, plain: bool
) -> DenseGraph:
    found = None if plain else quantize_compiled(values, mask, exact=exact)
    if found is None:
        found = quantize(values, where=edge_cells(len(values), mask), exact=exact)
        require_symmetry(values, mask)
    return DenseGraph(found.integers, mask, found.unit, None if found.exact else values)


def _listed(arrays: tuple[Any, ...], n: int | None, *, exact: bool, plain: bool) -> EdgeList:
    if all(type(array) is tuple for array in arrays):
        raise TypeError(
            "a tuple of tuples may be meant as a matrix or as edges: give a matrix as an array or "
            "a list, edges as three arrays or lists (i, j, weight)"
        )
    if len(arrays) != 3:
        raise ValueError(
            f"expected three arrays (i, j, weight) in a tuple, got {len(arrays)}; give a matrix "
            f"as an array or a list"
        )
    first, second = indices("i", arrays[0]), indices("j", arrays[1])
    weights = array_of(arrays[2])
    if first.ndim != 1 or first.shape != second.shape or first.shape != weights.shape:
        raise ValueError(
            f"expected three arrays of one length, got shapes {first.shape}, {second.shape}, "
            f"{weights.shape}"
        )
    size = _size_for(first, second, n)
    loops = first == second
    if not np.count_nonzero(loops):
        return _edge_list(size, first, second, weights, place, exact=exact, plain=plain)
    kept = np.flatnonzero(~loops)
    return _edge_list(
        *(size, first[kept], second[kept], weights[kept]),
        lambda index: place((int(kept[index[0]]),)),
        exact=exact,
        plain=plain,
    )


def _size_for(first: NDArray[np.int64], second: NDArray[np.int64], n: int | None) -> int:
    """Return the number of vertices, and check that the ends of all edges are among them."""
    size = 0 if n is None else operator.index(n)
    if size < 0:
        raise ValueError(f"expected n of 0 or more, got {size}")
    if size > _MOST_VERTICES:
        raise OverflowError(f"expected at most 2**24 vertices, got n={size}")
    if len(first) == 0:
        return size
    # Read as unsigned integers, the negative ones are the largest.
    largest = int(max(first.view(np.uint64).max(), second.view(np.uint64).max()))
    if n is None and largest < 2**63:
        return largest + 1
    if largest >= size:
        size = size if n is not None else int(max(first.max(), second.max())) + 1
        k = int(((first < 0) | (second < 0) | (first >= size) | (second >= size)).argmax())
        raise ValueError(
            f"edge {k} joins {first[k]} and {second[k]}: expected vertices from 0 to {size - 1}"
        )
    return size


def _stored(matrix: SparseMatrix, *, bipartite: bool, exact: bool, plain: bool) -> EdgeList:
    size, first, second, weights = edges_of(matrix, bipartite=bipartite)
    rows, columns = matrix.shape
    left = rows if bipartite or rows != columns else 0

    def name(index: tuple[int, ...]) -> str:
        return place((int(first[index[0]]), int(second[index[0]]) - left))

    return _edge_list(size, first, second, weights, name, exact=exact, plain=plain)


def _edge_list(
    size: int,
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    weights: NDArray[Any],
    name: Place,
    *,
    exact: bool,
    plain: bool,
) -> EdgeList:
    values = numbers(weights, name=name)
    if values.dtype == np.int64:
        return EdgeList(size, first, second, values, name=name)
    found = None if plain else quantize_compiled(values, None, exact=exact)
    if found is None:
        found = quantize(values, exact=exact, name=name)
    reals = None if found.exact else values
    return EdgeList(size, first, second, found.integers, found.unit, reals, name=name)
