"""What speaks for and against a pair."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...pairing.field import deviations
from ...pairing.measures import MEASURES, Boards, RoundPlayers
from ...pairing.weights.evaluation import Quantum
from ...pairing.weights.model import Derived
from ...pairing.weights.models.opengotha import OpenGotha, concave
from ...pairing.weights.term import Condition, always, never
from ...pairing.weights.terms_model import TermsModel

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from ...arrays import Bools, Integers
    from ...pairing.field import Field
    from ...pairing.weights import WeightModel
    from ...pairing.weights.term import Term


# ---- What the components of a weight are made of, for any model ----

_APPLIES = {
    "colour": Condition(lambda a, b: deviations.handicap(a, b) == 0),
    "dudd": Condition(lambda a, b: ~deviations.same_group(a, b)),
    "seeding": Condition(deviations.same_group),
}
"""The pairs that a component of OpenGotha looks at, if not all."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Component:
    """A component of a model in one round."""

    name: str

    most: int
    """The most that it can add to the weight of a pair, in units; 0 for a preference."""

    coefficient: float | None = None
    """Its coefficient or worth in the model's own weights; None for a preference."""

    applies: Condition = always
    """The pairs that it looks at, in views of the state of the model, or of the field."""

    term: Term | None = None
    """The term of a model of the papers."""


def underlying(model: WeightModel, round_number: int) -> WeightModel:
    """The published model of a round, without levels and preferences."""
    while isinstance(model, Derived):
        model = model.at(round_number)
    return model


def components_of(field: Field, model: WeightModel) -> Mapping[str, Component]:
    """The components of a model in the round of a field, by name and in its order."""
    plain = underlying(model, field.round_number)
    if isinstance(plain, TermsModel):
        found = _of_terms(field, plain)
    elif isinstance(plain, OpenGotha):
        worths = _worths(field, plain)
        found = {
            name: Component(
                name=name, most=worth, coefficient=worth, applies=_APPLIES.get(name, always)
            )
            for name, worth in worths.items()
        }
    else:
        found = {}
    return {name: found.get(name) or Component(name=name, most=0) for name in model.names}


def _of_terms(field: Field, model: TermsModel) -> dict[str, Component]:
    state = model.state(field)
    quantum = Quantum(model.scale(state), model.not_applied)
    return {
        term.name: Component(
            name=term.name,
            most=max(0, int(quantum.of(_largest(term, quantum), term.coefficient))),
            coefficient=term.coefficient,
            applies=term.applies,
            term=term,
        )
        for term in model.terms(state)
    }


def _largest(term: Term, quantum: Quantum) -> NDArray[np.float64]:
    """The largest weight of a term: 1, unless it applies to no pair of the round."""
    return np.asarray(quantum.elsewhere(term) if term.applies is never else 1.0)


def _worths(field: Field, model: OpenGotha) -> dict[str, int]:
    """The most of each component of OpenGotha [OPENGOTHA 2, 11].

    Most tournaments want so little of homes that nobody lives far enough away for all their worth.
    """
    rules = field.rules.pairing
    distant = concave(deviations.areas(field), rules.avoid_same_area, rules.concavity).min()
    reached = min(rules.minimise_score_difference - int(distant), rules.avoid_same_area)
    far = rules.avoid_same_area if model.variant == "v352" else reached
    worths = {
        "duplicate": rules.avoid_duplicate,
        "random": rules.random,
        "colour": rules.balance_colours,
        "category": rules.avoid_mixing_categories if field.rules.categories > 1 else 0,
        "score": rules.minimise_score_difference,
        "dudd": rules.draw_up_down,
        "seeding": rules.maximise_seeding,
        "handicap": rules.minimise_handicap,
        "geo": far,
    }
    return {name: int(worths[name]) for name in model.names}


# ---- The players as a model counts them: groups, homes, colours, earlier draws ----


def players_of(field: Field, model: WeightModel) -> RoundPlayers:
    """The players of a field, with the groups, colours and earlier draws that a model counts."""
    plain = underlying(model, field.round_number)
    if not isinstance(plain, TermsModel):
        return RoundPlayers.of_field(field)
    state = plain.state(field)
    return RoundPlayers(roster=field.roster).having(
        {
            "level": state.level,
            "score_x2": np.rint(2 * state.mms).astype(np.int64),
            "drawn_up": state.uneven.up,
            "drawn_down": state.uneven.down,
        }
    )


def boards_of(
    field: Field, model: WeightModel, seats: NDArray[np.intp], listed: Bools | None = None
) -> Boards:
    """Some pairs of seats as a model counts them, with the stones that the rules give.

    Parameters
    ----------
    seats
        (m, 2), or (2,) for one pair.
    listed : (m,) bool
        Which of them count as rematches though they have not met.
    """
    first, second = seats.T
    players = players_of(field, model)
    return Boards(
        players[first],
        players[second],
        deviations.handicap(field[first], field[second]),
        np.zeros(first.shape, dtype=np.bool_) if listed is None else listed,
    )


def score_groups(field: Field, model: WeightModel) -> NDArray[np.intp]:
    """The score group of each seat in a model, intp (n,): from 0, the best, without gaps.

    Two groups may have one score: those of two categories.
    """
    return np.unique(-players_of(field, model).level, return_inverse=True)[1]


# ---- What there is in some games that nobody likes, counted in the terms of the field ----

COUNTED: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "rematch": ("rematches", ("rematches",), "rematches"),
    "game within a club": ("games within a club", ("homes", "clubs"), "same_club"),
    "game within a country": ("games within a country", ("homes", "countries"), "other_club"),
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
