"""How fast the matching is, compared with its peers and on hard instances."""

from .hard import HARD, hard_instance
from .instances import KINDS, Instance, instance
from .listed import ListedInstance
from .peers import PEERS, Peer
from .racing import Entry, optimum, race
from .sparse import SPARSE, Objective, sparse_instance
from .worst import WORST, worst_instance

__all__ = [
    "HARD",
    "KINDS",
    "PEERS",
    "SPARSE",
    "WORST",
    "Entry",
    "Instance",
    "ListedInstance",
    "Objective",
    "Peer",
    "hard_instance",
    "instance",
    "optimum",
    "race",
    "sparse_instance",
    "worst_instance",
]
