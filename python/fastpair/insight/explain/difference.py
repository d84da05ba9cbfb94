"""What two draws have otherwise: alternating ways, and what they gain and lose by component."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ...pairing.field import Field
    from ...pairing.weights import WeightModel

    Opponents = Mapping[str, str | None]
    """Key of each player's opponent; None for a player without one."""

    Pair = tuple[str, str]

__all__ = ["Way", "decided", "shares", "ways"]


@dataclass(frozen=True, slots=True)
class Way:
    """Players whose opponents change together: each old opponent brings in the next new one.

    Along the way pairs of the new draw and pairs of the old one alternate; the first is a new pair
    if there is one. A way is closed if the last player and the first one were opponents.
    """

    players: tuple[str, ...]
    """Keys, in the order of the way."""

    gained: tuple[Pair, ...]
    """Pairs of the new draw."""

    lost: tuple[Pair, ...]
    """Pairs of the old draw."""

    closed: bool


def ways(old: Opponents, new: Opponents) -> tuple[Way, ...]:
    """Take the difference of two draws apart into ways, which share no player.

    Whoever is in one draw only has no opponent in the other. An optimum of the same weights differs
    from another one in ways that weigh nothing each.

    Examples
    --------
    >>> old = {"a": "b", "b": "a", "c": "d", "d": "c"}
    >>> new = {"a": "d", "d": "a", "b": "c", "c": "b"}
    >>> ways(old, new)[0].players
    ('a', 'd', 'c', 'b')
    """
    changed = [key for key in dict.fromkeys((*old, *new)) if old.get(key) != new.get(key)]
    ends = [key for key in changed if old.get(key) is None or new.get(key) is None]
    # A way that is not closed is followed from one of its ends, from a new pair if there is one.
    ends.sort(key=lambda key: old.get(key) is not None)
    found: list[Way] = []
    seen: set[str] = set()
    for start in (*ends, *changed):
        if start not in seen:
            found.append(_way(start, old, new))
            seen.update(found[-1].players)
    return tuple(found)


def _way(start: str, old: Opponents, new: Opponents) -> Way:
    """The way that begins at a player, with the new opponent unless there is none."""
    players = [start]
    pairs: tuple[list[Pair], list[Pair]] = ([], [])
    lost = new.get(start) is None
    while (other := (old if lost else new).get(players[-1])) is not None:
        pairs[lost].append((players[-1], other))
        if other == start:
            break
        players.append(other)
        lost = not lost
    gained, gone = map(tuple, pairs)
    return Way(tuple(players), gained, gone, closed=other is not None)


def decided(
    levels: Sequence[tuple[str, ...]], one: Counter[str], other: Counter[str]
) -> tuple[int | None, Counter[str]]:
    """By how much one draw is worth more than another by the components that decide.

    Parameters
    ----------
    levels
        Names of the components on each level, the first one first.
    one, other
        What each component adds to the weights of the draws.

    Returns
    -------
    int or None, Counter of int
        If the components stand on levels, the first level on which the draws differ, from 1, and the
        differences of its components. Otherwise, or if they differ on no level, None, and those of
        all components.
    """
    differences = Counter(one)
    differences.subtract(other)
    if len(levels) > 1:
        for number, names in enumerate(levels, 1):
            if sum(differences[name] for name in names):
                return number, Counter({name: differences[name] for name in names})
    return None, differences


def shares(field: Field, model: WeightModel, pairs: Iterable[Pair]) -> Counter[str]:
    """What each component adds to the weight of some pairs together, by name.

    Parameters
    ----------
    field
        The players, with those of the pairs among them.
    pairs
        Two keys each.

    Returns
    -------
    Counter of int
        In units of the integer weights. The base of the model, which every pair has, is not in it.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> shares(optimum.field, optimum.model, optimum.pairs)["colour"]
    0
    """
    seats = field.seats(pairs)
    components = model.components(field[seats[:, 0]], field[seats[:, 1]])
    ones = np.ones(len(seats), dtype=np.int64)
    return Counter({name: int((ones * share).sum()) for name, share in components.items()})
