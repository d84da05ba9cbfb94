"""How fast the matching is, compared with its peers and on hard instances."""

from .instances import KINDS, SPARSE, Instance, ListedInstance, Objective, instance, sparse_instance
from .peers import PEERS, Entry, Peer, optimum, race

__all__ = [
    "KINDS",
    "PEERS",
    "SPARSE",
    "Entry",
    "Instance",
    "ListedInstance",
    "Objective",
    "Peer",
    "instance",
    "optimum",
    "race",
    "sparse_instance",
]
