"""The optimum of a benchmark's instance, by an independent solver."""

from __future__ import annotations

from fastpair.research.bench import PEERS, race

NETWORKX = next(peer for peer in PEERS if peer.name == "networkx")


def check_optimum(problem):
    ours, theirs = race(problem, [NETWORKX], seconds=0)
    assert theirs.right
    assert ours.value == theirs.value
