"""Weights whose heaviest matching has the most pairs [K12 appendix B]."""

from __future__ import annotations

__all__ = ["cardinality_w0"]


def cardinality_w0(pairs: int, largest: float, smallest: float) -> float:
    """Weight (n_c - 1) w_max - n_c w_min to be added to every edge [K12 eq. 15].

    With it, at least one heaviest matching has the most pairs. Another one may weigh the same with
    fewer pairs, as in the paper's own example with +2; if anything more than w₀ is added, none does.
    ``fastpair.matching`` maximises the number of pairs by itself and needs no such weight.

    Parameters
    ----------
    pairs
        Edges n_c of a matching with the most of them.
    largest, smallest
        Range of the weights of the edges.
    """
    return (pairs - 1) * largest - pairs * smallest
