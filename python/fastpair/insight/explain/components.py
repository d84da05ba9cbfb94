"""What the components of a weight are made of, for any model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...pairing.field import deviations
from ...pairing.weights.derived import Derived
from ...pairing.weights.evaluation.quantum import Quantum
from ...pairing.weights.models.opengotha import OpenGotha, concave
from ...pairing.weights.term import Condition, always, never
from ...pairing.weights.terms_model import TermsModel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ...pairing.field import Field
    from ...pairing.weights import WeightModel
    from ...pairing.weights.term import Term

__all__ = ["Component", "components_of", "underlying"]


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
