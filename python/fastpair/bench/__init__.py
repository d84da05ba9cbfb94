"""How fast the matching is, compared with its peers and on hard instances."""

from .hard import HARD, hard_instance
from .instances import KINDS, Instance, instance
from .peers import PEERS, Peer
from .racing import Entry, optimum, race

__all__ = [
    "HARD",
    "KINDS",
    "PEERS",
    "Entry",
    "Instance",
    "Peer",
    "hard_instance",
    "instance",
    "optimum",
    "race",
]
