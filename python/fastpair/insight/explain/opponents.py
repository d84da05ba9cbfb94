"""Everybody whom a player could have met, and what the whole draw would lose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .facts import facts_of
from .tally import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...pairing.draw import HardRule
    from .optimum import Optimum

__all__ = ["Candidate", "candidates"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An opponent whom a player has or could have."""

    player: str
    """Key."""

    price: int | None
    """How much lighter the best draw with this game is than the optimum, in units; 0 for the opponent
    of the optimum. None if rules remove the pair, or one of the two has the bye."""

    fewer: int
    """How many games less that draw has."""

    rules: tuple[HardRule, ...]
    """Rules that remove the pair."""

    marks: Mapping[str, int]
    """What is in the game that nobody likes, see ``tally.counted``."""


def candidates(optimum: Optimum, player: str) -> tuple[Candidate, ...]:
    """All other players who are matched, in order of price; who cannot be met comes last.

    Parameters
    ----------
    player
        Key of somebody who is matched.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> for candidate in candidates(optimum, "FALDINIMIRA"):
    ...     print(candidate.player, candidate.price)
    LOMBEKTARA 0
    SELMAVELOLMINA 3333905296
    KERMTROVBELRAN 17537750344
    FALDINIOLUWEN 20825580407
    DOVANIHALKA None
    """
    seat, size = optimum.seat[player], len(optimum.field)
    found = optimum.solver.prices(seat)
    others = np.delete(np.arange(size), seat)
    pairs = np.stack([np.full_like(others, seat), others], axis=1)
    marks = counted(facts_of(optimum.field, optimum.model, pairs))
    listed = [
        Candidate(
            player=optimum.field.key[other],
            price=int(found.weight[other]) if found.possible[other] else None,
            fewer=int(found.fewer[other]),
            rules=optimum.rules_against(seat, other),
            marks={name: int(values[at]) for name, values in marks.items() if values[at]},
        )
        for at, other in enumerate(others.tolist())
    ]
    mate = optimum.opponents[player]
    listed.sort(key=lambda one: (one.price is None, one.fewer, one.price or 0, one.player != mate))
    return tuple(listed)
