"""What speaks for and against a pair."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...pairing.field import deviations
from ...pairing.measures import MEASURES, Boards
from ...pairing.weights.term import Condition, always

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...arrays import Bools, Indices, Integers
    from ...pairing.field import Field
    from ...pairing.weights import WeightModel
    from ...pairing.weights.term import Term


# ---- What the components of a weight are made of, for any model ----


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Component:
    """A component of a model in one round."""

    name: str

    most: int
    """The most that it can add to the weight of a pair, in units; 0 for a preference."""

    coefficient: float | None = None
    """Its coefficient or worth in the model's own weights; None for a preference."""

    applies: Condition = always
    """The pairs that it looks at, in views of the players of the model."""

    term: Term | None = None
    """The term, if its weight is a share of the coefficient."""


def components_of(field: Field, model: WeightModel) -> Mapping[str, Component]:
    """The components of a model in the round of a field, by name and in its order."""
    _, terms, quantum = model.find_terms(field)
    found = {
        term.name: Component(
            name=term.name,
            most=quantum.most(term),
            coefficient=term.coefficient,
            applies=term.concerns or term.applies,
            term=None if quantum.whole else term,
        )
        for term in terms
    }
    return {name: found.get(name) or Component(name=name, most=0) for name in model.names}


# ---- The players as a model counts them: groups, homes, colours, earlier draws ----


def boards_of(
    field: Field, model: WeightModel, seats: Indices, pairs_to_count: Bools | None = None
) -> Boards:
    """Some pairs of seats as a model counts them, with the stones that the rules give.

    Parameters
    ----------
    seats
        (m, 2), or (2,) for one pair.
    pairs_to_count : (m,) bool
        Which of them count as rematches though they have not met.
    """
    players = model.players(field)
    a, b = (players[side] for side in seats.T)
    mask = np.zeros(a.seat.shape, bool) if pairs_to_count is None else pairs_to_count
    return Boards(a, b, deviations.handicap(a, b), mask)


def score_groups(field: Field, model: WeightModel) -> Indices:
    """The score group of each seat in a model, intp (n,): from 0, the best, without gaps.

    Two groups may have one score: those of two categories.
    """
    return np.unique(-model.players(field).level, return_inverse=True)[1]


# ---- What there is in some games that nobody likes, counted in the terms of the field ----

COUNTED: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "rematch": ("rematches", ("rematches",), "rematches"),
    "game within a club": ("games within a club", ("club and country", "clubs"), "same_club"),
    "game within a country": (
        "games within a country",
        ("club and country", "countries"),
        "other_club",
    ),
    "draw up and down": ("draws up and down", ("draws up and down",), "off_score"),
    "repeated draw up": ("repeated draws up", ("draws up and down",), "drawn_up_again"),
    "repeated draw down": ("repeated draws down", ("draws up and down",), "drawn_down_again"),
    "point between opponents": (
        "points between opponents",
        ("score difference",),
        "score_difference",
    ),
    "stone of handicap": ("stones of handicap", ("handicaps",), "handicap_stones"),
    "game that balances no colours": (
        "games that balance no colours",
        ("colours",),
        "unbalanced_colours",
    ),
}
"""Everything that is counted, with its plural, the nouns of the components that look at it, and the
name of the measure."""


def counted(boards: Boards) -> dict[str, Integers]:
    """What is in each of some games, by the names of ``COUNTED``; points are doubled."""
    return {name: MEASURES[of].values(boards) for name, (_, _, of) in COUNTED.items()}


def counts(field: Field, model: WeightModel, pairs: Iterable[tuple[str, str]]) -> Counter[str]:
    """Count what is in the games of some pairs together, see ``counted``.

    Parameters
    ----------
    field
        The players, with those of the pairs among them.
    model
        The groups, colours and earlier draws up and down are those that it counts.
    pairs
        Two keys each.
    """
    found = counted(boards_of(field, model, field.seats(pairs)))
    return Counter({name: int(values.sum()) for name, values in found.items()})
