"""How fast the matching is, compared with its peers and on hard instances."""

from .instances import KINDS, Instance, instance
from .listed import ListedInstance
from .peers import PEERS, Peer
from .racing import Entry, optimum, race
from .sparse import SPARSE, Objective, sparse_instance

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
