"""How fast the matching is, compared with its peers and on hard instances."""

from .instances import (
    KINDS,
    SPARSE,
    Instance,
    ListedInstance,
    Objective,
    distinct_pairs,
    instance,
    listed,
    sparse_instance,
)
from .peers import PEERS, DriverError, Peer, RaceResult, Value, optimum, plugged, race, value_of

__all__ = [
    "KINDS",
    "PEERS",
    "SPARSE",
    "DriverError",
    "Instance",
    "ListedInstance",
    "Objective",
    "Peer",
    "RaceResult",
    "Value",
    "distinct_pairs",
    "instance",
    "listed",
    "optimum",
    "plugged",
    "race",
    "sparse_instance",
    "value_of",
]
