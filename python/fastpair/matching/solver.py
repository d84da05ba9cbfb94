"""Matchings of greatest and of least weight in general graphs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast, overload

from .arrays import switches
from .graph import Blocks, Weights, graph_of
from .levels import level_graph_of, solve_levels
from .result import Matching, certificate_of, matching_of, require_perfect, solution_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from .graph import DenseGraph, EdgeList, Rectangle
    from .levels import LevelGraph
    from .result import LevelMatching


_NO_LOSS = Fraction(0)


@overload
def max_weight_matching(
    weights: Weights,
    *,
    levels: None = None,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    bipartite: bool = False,
    maxcardinality: bool = False,
    perfect: bool = False,
    exact: bool = False,
) -> Matching: ...
@overload
def max_weight_matching(
    weights: None = None,
    *,
    levels: Sequence[Weights],
    allowed: ArrayLike | None = None,
    n: int | None = None,
    bipartite: bool = False,
    maxcardinality: bool = False,
    perfect: bool = False,
    exact: bool = False,
) -> LevelMatching: ...
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
    shortest augmenting paths instead. This takes O(n³) time in the
    worst case, and about O(n²) on the weights of tournaments. It takes O(n) memory beside an int64
    matrix in C order, O(n²) for matrices of other types, and O(edges) for the sparse forms. The GIL
    is released, and Ctrl-C stops a long solve.

    Parameters
    ----------
    weights : (n, n) or (r, c) array, (i, j, weight) of 1-d arrays, scipy.sparse, or Blocks
        The graph has one of five forms. A symmetric matrix holds the weights of all pairs. A matrix
        that is not square holds the weights between r rows and c columns: the rows are the vertices
        from 0 to r-1, the columns those from r to r+c-1, and there are no other edges. A tuple
        of three arrays is a list of edges; of parallel edges only the best counts. A sparse matrix
        or array of any format has an edge in every stored cell, explicit zeros included, and holds
        both triangles or one of them alone, or rows and columns as above.
        :class:`fastpair.matching.Blocks` is for graphs that are too large for a matrix. Neither
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
        Neither memory, nor threads, nor the platform play a part. Of levels it is a
        :class:`LevelMatching`, whose weight is a tuple of totals, and which
        :func:`fastpair.matching.verify_levels` checks.

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
    >>> max_weight_matching(levels=[clubs, scores]).weight
    (1, 7)
    """
    switches(bipartite=bipartite, maxcardinality=maxcardinality, perfect=perfect, exact=exact)
    if levels is not None:
        on_levels = _level_graph(weights, levels, allowed, n, bipartite)
        return solve_levels(on_levels, maxcardinality=maxcardinality, perfect=perfect)
    graph = graph_of(_given(weights), allowed, n, bipartite=bipartite, exact=exact)
    return _solved(graph, maxcardinality=maxcardinality, perfect=perfect)


@overload
def min_weight_matching(
    weights: Weights,
    *,
    levels: None = None,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    bipartite: bool = False,
    maxcardinality: bool = True,
    perfect: bool = False,
    exact: bool = False,
) -> Matching: ...
@overload
def min_weight_matching(
    weights: None = None,
    *,
    levels: Sequence[Weights],
    allowed: ArrayLike | None = None,
    n: int | None = None,
    bipartite: bool = False,
    maxcardinality: bool = True,
    perfect: bool = False,
    exact: bool = False,
) -> LevelMatching: ...
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
    switches(bipartite=bipartite, maxcardinality=maxcardinality, perfect=perfect, exact=exact)
    if levels is not None:
        on_levels = _level_graph(weights, levels, allowed, n, bipartite).negated()
        return solve_levels(on_levels, maxcardinality=maxcardinality, perfect=perfect)
    graph = graph_of(_given(weights), allowed, n, bipartite=bipartite, exact=exact).negated()
    return _solved(graph, maxcardinality=maxcardinality, perfect=perfect)


def _given(weights: Weights | None) -> Weights:
    if weights is None:
        raise TypeError("expected weights, or levels of weights")
    return weights


def _level_graph(
    weights: Weights | None,
    levels: Sequence[Weights],
    allowed: ArrayLike | None,
    n: int | None,
    bipartite: bool,
) -> LevelGraph:
    if weights is not None:
        raise TypeError("expected either weights or levels, got both")
    if bipartite:
        raise TypeError("bipartite goes with weights; give levels as lists of edges instead")
    return level_graph_of(levels, allowed, n)


def _solved(
    graph: DenseGraph | Rectangle | EdgeList | Blocks, *, maxcardinality: bool, perfect: bool
) -> Matching:
    solution = solution_of(graph, maxcardinality=maxcardinality or perfect)
    mate, units, cardinality = solution[:3]
    if perfect:
        require_perfect(mate)
    if isinstance(graph, Blocks):
        return matching_of(solution)
    weight = graph.total(mate, units)
    loss = _NO_LOSS if graph.reals is None else _loss_bound(graph, weight, units)
    exact = cast("int", weight)  # see Matching.weight
    return Matching(mate, exact, cardinality, certificate_of(solution), graph.unit, loss)


def _loss_bound(
    graph: DenseGraph | Rectangle | EdgeList, weight: int | Fraction, units: int
) -> Fraction:
    """How much better than ``weight`` a matching may be, if ``units`` is the rounded optimum.

    A matching has at most n // 2 edges, and each of them weighs at most half a unit more than the
    integer that it was rounded to.
    """
    return Fraction(2 * units + graph.size // 2, 2) * graph.unit - graph.sign * weight
