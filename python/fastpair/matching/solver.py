"""Matchings of greatest and of least weight in general graphs."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from .. import _engine
from ..errors import InputError
from .arrays import (
    array_of,
    first_index,
    integer_array,
    most_threads,
    name_edge,
    quantize,
    require_booleans,
    weight_array,
)
from .graph import MOST_VERTICES, EdgeList
from .levels import LevelGraph, naming, problem_of, solve_levels
from .result import PLAIN, matching_of, require_perfect, restate, solution_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import SupportsIndex

    from numpy.typing import ArrayLike

    from ..arrays import Integers
    from .graph import Weights
    from .result import Matching


def max_weight_matching(
    weights: Weights | None = None,
    *,
    levels: Sequence[Weights] | None = None,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    bipartite: bool = False,
    maxcardinality: bool = False,
    perfect: bool = False,
    exact: bool = False,
) -> Matching:
    """Find the matching of greatest total weight in a general graph, exactly.

    Edmonds' blossom method runs on a sparse graph of candidate edges; all other edges are priced
    against the exact duals until none could improve the matching. Bipartite graphs are solved by
    shortest augmenting paths instead, in O(n³) time. In general O(n⁴ log n) is proven, no more than
    O(n³) has been observed, and about O(n²) on the weights of tournaments. It takes O(n) memory beside an int64
    matrix in C order, O(n²) for matrices of other types, and O(edges) for the sparse forms. The GIL
    is released, and Ctrl-C stops a long solve.

    Parameters
    ----------
    weights : (n, n) or (r, c) array, (i, j, weight) of 1-d arrays, scipy.sparse, or blocks
        The graph has one of five forms. A symmetric matrix holds the weights of all pairs. A matrix
        that is not square holds the weights between r rows and c columns: the rows are the vertices
        from 0 to r-1, the columns those from r to r+c-1, and there are no other edges. A tuple
        of three arrays is a list of edges; of parallel edges only the best counts. A sparse matrix
        or array of any format has an edge in every stored cell, explicit zeros included, and holds
        both triangles or one of them alone, or rows and columns as above.
        :class:`fastpair.matching.blocks.Blocks` is for graphs that are too large for a matrix. Neither
        the diagonal nor a loop in a list is an edge.

        Weights may be negative or zero, of any integer type, bool, or Python integers (dtype
        object); their size is at most 2**60. An int64 matrix in C order is not copied. Floats of
        at most 64 bits are solved exactly in multiples of a power of two where they can be, see
        :func:`fastpair.matching.quantize`; else they are rounded, and the result bounds the loss.
    levels : sequence of such weights, instead of ``weights``
        The first level counts most: a matching is better if its total is greater on the first level
        on which the totals differ. No number makes up for a loss on a level above. The levels are
        all matrices, or all lists of the same edges; of parallel edges the one that is best on the
        levels counts. Floats that would have to be rounded are refused.
    allowed : (n, n) array of bool, optional
        The existing edges of a dense matrix, of its shape; symmetric if it is square and not
        ``bipartite``. By default all pairs of different vertices, or all cells. A missing edge is never matched; its weight is not read and may be anything.
    n : int, optional
        Number of vertices of an edge list. By default one more than the largest that it names.
    bipartite : bool
        Whether a square matrix holds the weights between rows and columns, too, and one of three
        columns, which may be meant as edges and is refused otherwise. Lists of edges need no such
        hint: the engine notices by itself that a graph is bipartite.
    maxcardinality : bool
        Whether only matchings with the most possible edges count. By default all matchings do, as
        in networkx: an edge that would lessen the total is left unmatched.
    perfect : bool
        Whether all vertices have to be matched.
    exact : bool
        Refuse floats that would have to be rounded.

    Returns
    -------
    Matching
        With a certificate of optimality, which :func:`fastpair.matching.verify` checks. Which of
        several optimal matchings it is follows from the arguments alone. Vertices are served in the
        order of the sizes of their blossoms and of their duals. A search takes its events in the
        order of their time; events of one time follow the order in which they are found, or that of
        their kinds and vertices. Equal candidate edges follow a fixed hash of their vertices.
        Neither memory, nor threads, nor the platform play a part. On levels, its
        ``levels`` are the totals.

    Raises
    ------
    UnmatchableError
        With ``perfect``, if there is no perfect matching. It is a ValueError, and names the vertices
        that a matching of maximum cardinality leaves over.
    TypeError
        If the weights are of another type, ``allowed`` is not boolean, or an argument does not go
        with the form of the graph.
    ValueError
        If shapes do not fit, a matrix is not symmetric, an edge names a vertex outside of the
        graph, a weight is NaN or infinite, or with ``exact`` would be rounded. The message names
        the cell or edge.
    OverflowError
        If a weight is larger than 2**60 in size, or there are more than 2**24 vertices.

    Examples
    --------
    >>> max_weight_matching([[0, 6, 5], [6, 0, 9], [5, 9, 0]]).edges.tolist()
    [[1, 2]]
    >>> path = ([0, 1, 2], [1, 2, 3], [2, 5, 2])
    >>> max_weight_matching(path).weight, max_weight_matching(path, maxcardinality=True).weight
    (5, 4)
    >>> max_weight_matching([[3, 1, 4, 1], [5, 9, 2, 6]]).edges.tolist()  # columns from 2 on
    [[0, 4], [1, 3]]
    >>> max_weight_matching(([0, 1], [1, 2], [0.5, 0.75])).weight
    Fraction(3, 4)
    >>> clubs, scores = [[0, 1, 1], [1, 0, 0], [1, 0, 0]], [[0, 6, 7], [6, 0, 9], [7, 9, 0]]
    >>> max_weight_matching(levels=[clubs, scores]).levels
    (1, 7)
    """
    return _solve(
        weights, levels, allowed, n, bipartite, maxcardinality, perfect, exact, minimize=False
    )


def min_weight_matching(
    weights: Weights | None = None,
    *,
    levels: Sequence[Weights] | None = None,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    bipartite: bool = False,
    maxcardinality: bool = True,
    perfect: bool = False,
    exact: bool = False,
) -> Matching:
    """Find the matching of least total weight in a general graph, exactly.

    By default only matchings with the most edges count, as in networkx. With
    ``maxcardinality=False`` the empty matching weighs 0, so that only edges of negative weight can
    pay. The function negates the
    weights, which takes one more copy of them, and solves them as
    :func:`fastpair.matching.max_weight_matching` does.

    Parameters
    ----------
    weights, levels, allowed, n, bipartite, maxcardinality, perfect, exact
        As for :func:`fastpair.matching.max_weight_matching`, but of parallel edges the lightest
        counts.

    Returns
    -------
    Matching
        ``weight`` is the sum of the given weights; the certificate is that of the negated ones.

    Raises
    ------
    UnmatchableError, TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`.

    Examples
    --------
    >>> min_weight_matching([[0, 6, 5], [6, 0, 9], [5, 9, 0]]).edges.tolist()
    [[0, 2]]
    >>> min_weight_matching(([0, 1, 2], [1, 2, 3], [7, 1, 7]), perfect=True).weight
    14
    """
    return _solve(
        weights, levels, allowed, n, bipartite, maxcardinality, perfect, exact, minimize=True
    )


def max_weight_matchings(
    graphs: Iterable[Weights],
    *,
    maxcardinality: bool | None = None,
    threads: SupportsIndex | None = None,
) -> list[Matching]:
    """Find the matching of greatest total weight in each of many graphs.

    One call takes less time than one for each graph. All that needs no conversion is solved without
    the GIL, by several threads.

    Parameters
    ----------
    graphs : iterable of such weights as :func:`fastpair.matching.max_weight_matching` takes
        Matrices and lists of edges of int64 or float64, as arrays or as lists of int or float, are
        solved by the threads if no float has to be rounded. All others are solved one after the other.
    maxcardinality : bool
        Whether only matchings with the most possible edges count; by default not, as in a single call.
        It was the default once: a DeprecationWarning says so if a matching without it leaves vertices
        over that another one may match.
    threads : int, optional
        The most threads to use. By default as many as there are cores; one where the platform has
        no threads.

    Returns
    -------
    list of Matching
        One for each graph, in their order: that of
        ``max_weight_matching(graph, maxcardinality=maxcardinality)``, whatever the number of threads.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`. The message names the first graph that is
        refused, by its place. Also if ``threads`` is less than 1, or no integer.

    Examples
    --------
    >>> path = ([0, 1, 2], [1, 2, 3], [2, 5, 2])
    >>> triangle = [[0, 6, 5], [6, 0, 9], [5, 9, 0]]
    >>> [matching.weight for matching in max_weight_matchings([path, triangle], maxcardinality=True)]
    [4, 9]
    """
    most_edges = False if maxcardinality is None else maxcardinality
    require_booleans(maxcardinality=most_edges)
    most = most_threads(threads)
    inputs = list(graphs)
    matchings = []
    for number, found in enumerate(PLAIN.solve_all(inputs, bool(most_edges), most)):
        if found is None:
            with naming("graph", number):
                found = max_weight_matching(inputs[number], maxcardinality=most_edges)
        matchings.append(found)
    if maxcardinality is None and any(len(found.unmatched) > 1 for found in matchings):
        warnings.warn(
            "max_weight_matchings no longer asks for the most edges by default: state maxcardinality",
            DeprecationWarning,
            stacklevel=2,
        )
    return matchings


def max_weight_mates(
    weights: ArrayLike | tuple[ArrayLike, ArrayLike, ArrayLike],
    *,
    offsets: ArrayLike | None = None,
    n: ArrayLike | None = None,
    maxcardinality: bool = False,
    exact: bool = False,
    threads: SupportsIndex | None = None,
) -> Integers:
    """Find the mates of greatest total weight in each of many graphs, as arrays.

    It makes no Python object for a graph and no certificate, and solves without the GIL, by several
    threads. For graphs of a few vertices it takes less time than :func:`max_weight_matchings`, which
    returns a :class:`Matching` with its proof for each graph.

    Parameters
    ----------
    weights : (k, n, n) array, or (i, j, weight) of 1-d arrays
        The symmetric matrices of k graphs; or the edges of all graphs, one graph after the other, with
        vertices numbered from 0 in each of them. Weights as for :func:`max_weight_matching`. Floats
        of all graphs get one unit, see :func:`fastpair.matching.quantize`; if they have to be
        rounded for that, the mates are the best of the rounded weights.
    offsets : (k + 1,) array of int
        The edges of graph g are those from ``offsets[g]`` on, and before ``offsets[g + 1]``.
        With edges only.
    n : int or (k,) array of int
        The number of vertices of all graphs, or of each. With edges only.
    maxcardinality : bool
        Whether only matchings with the most possible edges count.
    exact : bool
        Refuse floats that would have to be rounded.
    threads : int, optional
        The most threads to use. By default as many as there are cores.

    Returns
    -------
    (k, n) array of int64
        The vertex of the same graph that each vertex is matched with, or -1. If ``n`` is an array, the
        mates of all graphs are in one dimension, one graph after the other.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`max_weight_matching`. Also if ``offsets`` do not divide the edges among graphs, or
        ``threads`` is less than 1.

    Examples
    --------
    >>> triangles = [[[0, 6, 5], [6, 0, 9], [5, 9, 0]], [[0, 6, 8], [6, 0, 1], [8, 1, 0]]]
    >>> max_weight_mates(triangles)
    array([[-1,  2,  1],
           [ 2, -1,  0]])
    >>> edges = ([0, 1, 0, 1, 2], [1, 2, 1, 2, 3], [4, 5, 2, 5, 2])
    >>> max_weight_mates(edges, offsets=[0, 2, 5], n=[3, 4], maxcardinality=True)
    array([-1,  2,  1,  1,  0,  3,  2])
    """
    require_booleans(maxcardinality=maxcardinality, exact=exact)
    most = most_threads(threads)
    plain = _engine.solve_batch(weights, offsets, n, bool(maxcardinality), most)
    if plain is not None:
        return plain
    if isinstance(weights, tuple):
        weights, offsets, n = _batch_of_edges(weights, offsets, n, exact=exact)
    elif offsets is not None or n is not None:
        raise TypeError("offsets and n go with edges, three arrays (i, j, weight) in a tuple")
    else:
        weights = _batch_of_matrices(weights, exact=exact)
    mates = _engine.solve_batch(weights, offsets, n, bool(maxcardinality), most)
    assert mates is not None, "they have been checked"
    return mates


def _batch_of_matrices(weights: ArrayLike, *, exact: bool) -> Integers:
    """(k, n, n) the weights as integers."""
    array = array_of(weights)
    if array.ndim != 3 or array.shape[1] != array.shape[2]:
        raise InputError(f"expected matrices in an array of shape (k, n, n), got {array.shape}")
    size = array.shape[1]
    first, second = np.triu_indices(size, 1)

    def name(index: tuple[int, ...]) -> str:
        return name_edge((index[0], int(first[index[1]]), int(second[index[1]])))

    values = weight_array(array[:, first, second], name=name)
    differ = values != weight_array(array[:, second, first], name=name)
    if differ.any() and not np.isnan(values[differ]).any():
        cell = name(first_index(differ))
        raise InputError(
            f"a matrix is not symmetric: {cell} and the one across its diagonal differ"
        )
    units = quantize(values, exact=exact, name=name).integers.reshape(-1)
    EdgeList(
        size, first, second, units, name=lambda k: name(divmod(k[0], len(first)))
    ).require_limit()
    matrices = np.zeros(array.shape, np.int64)
    matrices[:, first, second] = matrices[:, second, first] = units.reshape(values.shape)
    return matrices


def _batch_of_edges(
    arrays: tuple[ArrayLike, ...], offsets: ArrayLike | None, n: ArrayLike | None, *, exact: bool
) -> tuple[tuple[Integers, Integers, Integers], Integers, int | Integers]:
    """The edges with their weights as integers, where those of each graph begin, and the sizes."""
    if offsets is None or n is None or len(arrays) != 3:
        raise TypeError("expected edges as three arrays (i, j, weight) in a tuple, offsets and n")
    first, second = integer_array("i", arrays[0]), integer_array("j", arrays[1])
    values = weight_array(arrays[2])
    if values.ndim != 1 or not first.shape == second.shape == values.shape:
        raise InputError(
            f"expected three arrays of one length, got shapes {first.shape}, {second.shape}, "
            f"{values.shape}"
        )
    bounds = integer_array("offsets", offsets)
    divided = bounds.ndim == 1 and len(bounds) and bounds[0] == 0 and bounds[-1] == len(first)
    if not divided or (np.diff(bounds) < 0).any():
        raise InputError(f"expected offsets that rise from 0 to the number of edges, {len(first)}")
    sizes = integer_array("n", n)
    if np.ndim(n) and sizes.shape != (len(bounds) - 1,):
        raise InputError(f"expected n for each of {len(bounds) - 1} graphs, got {sizes.shape}")
    if (sizes < 0).any() or sizes.max(initial=0) > MOST_VERTICES:
        raise InputError("expected n from 0 to 2**24")
    limits = np.repeat(np.broadcast_to(sizes, len(bounds) - 1), np.diff(bounds))
    beyond = (first < 0) | (second < 0) | (first >= limits) | (second >= limits)
    if beyond.any():
        k = int(beyond.argmax())
        raise InputError(
            f"edge {k} joins {first[k]} and {second[k]}: expected vertices from 0 to {limits[k] - 1}"
        )
    units = quantize(values, exact=exact).integers
    EdgeList(0, first, second, units).require_limit()
    return (first, second, units), bounds, sizes if np.ndim(n) else int(sizes[0])


def _solve(
    weights: Weights | None,
    levels: Sequence[Weights] | None,
    allowed: ArrayLike | None,
    n: int | None,
    bipartite: bool,
    maxcardinality: bool,
    perfect: bool,
    exact: bool,
    *,
    minimize: bool,
) -> Matching:
    if levels is None and allowed is None and exact is False:
        matching = PLAIN.solve(weights, n, bipartite, maxcardinality, perfect, minimize)
        if matching is not None:
            if perfect:
                require_perfect(matching.mate)
            return matching
    require_booleans(
        bipartite=bipartite, maxcardinality=maxcardinality, perfect=perfect, exact=exact
    )
    graph = problem_of(weights, levels, allowed, n, bipartite=bipartite, exact=exact)
    if minimize:
        graph = graph.negated()
    if isinstance(graph, LevelGraph):
        return solve_levels(graph, maxcardinality=maxcardinality, perfect=perfect)
    matching = matching_of(solution_of(graph, maxcardinality=maxcardinality or perfect))
    if perfect:
        require_perfect(matching.mate)
    return restate(matching, graph)
