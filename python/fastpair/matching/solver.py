"""Matchings of greatest and of least weight in general graphs."""

from __future__ import annotations

import operator
import os
import warnings
from typing import TYPE_CHECKING

from .arrays import require_booleans
from .levels import LevelGraph, naming, problem_of, solve_levels
from .result import PLAIN, matching_of, require_perfect, restate, solution_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import SupportsIndex

    from numpy.typing import ArrayLike

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
    most = os.cpu_count() or 1 if threads is None else operator.index(threads)
    if most < 1:
        raise ValueError(f"expected threads of 1 or more, got {threads}")
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
