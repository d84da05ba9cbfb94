"""Why two players meet, or might: what every component says of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ...pairing.weights.terms_model import TermsModel
from .components import components_of, underlying
from .words import NOUNS, Meeting, said_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...pairing.field import Field, State
    from ...pairing.weights import WeightModel
    from ...pairing.weights.term import Term
    from .components import Component

__all__ = ["Measure", "PairExplanation", "Reason", "explain_pair"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """How a weight follows from a deviation: sech(λδ) [K15 eq. 1]."""

    name: str
    """The component, or the part of it."""

    value: float
    """w, in [0, 1], of a component; of a part, what w is made of."""

    deviation: float | None
    """δ; None if the weight follows from none."""

    severity: float | None
    """λ; None if it does not follow from a deviation alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """What a component says of a pair. Shares are in units of the integer weights."""

    component: str
    noun: str
    """What the component is called."""

    share: int

    most: int
    """The most that it could have been."""

    coefficient: float | None
    """Coefficient or worth, in the model's own weights; None for a preference."""

    applies: bool
    """Whether the rule applies to the pair."""

    measures: tuple[Measure, ...]
    """Weight and deviation; first those of the component, then of its parts. Empty for models whose
    shares are integers from the beginning."""

    words: str
    """The facts of the pair that the component looks at."""

    @property
    def loss(self) -> int:
        """How much less than the most it is."""
        return self.most - self.share


@dataclass(frozen=True, slots=True, kw_only=True)
class PairExplanation:
    """The weight of a pair, component by component."""

    players: tuple[str, str]
    """Keys."""

    reasons: tuple[Reason, ...]
    """In the order of the model."""

    base: int
    """Weight of a pair without any component."""

    units: int
    """Units of all weights in 1 of the model's own weights."""

    @property
    def weight(self) -> int:
        """The base and all shares."""
        return self.base + sum(reason.share for reason in self.reasons)


def explain_pair(field: Field, model: WeightModel, i: int, j: int) -> PairExplanation:
    """Take the weight of a pair of seats apart.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> explained = explain_pair(optimum.field, optimum.model, 0, 1)
    >>> [(reason.component, reason.share) for reason in explained.reasons][:3]
    [('duplicate', 0), ('random', 0), ('colour', 1000)]
    """
    meeting = Meeting.of(field, model, i, j)
    shares = model.components(field[i], field[j])
    parts = components_of(field, model)
    plain = underlying(model, field.round_number)
    players: Any = plain.state(field) if isinstance(plain, TermsModel) else field
    a, b = players[i], players[j]
    reasons = []
    for name, share in shares.items():
        part, units = parts[name], int(share)
        applies = bool(part.applies(a, b)) and (part.most > 0 or part.coefficient is None)
        measures = () if part.term is None else tuple(_measures(part.term, a, b))
        words = said_of(name, replace(meeting, share=units))
        reasons.append(
            Reason(
                component=name,
                noun=NOUNS[name],
                share=units,
                most=_most(part, units),
                coefficient=part.coefficient,
                applies=applies,
                measures=measures,
                words=words if applies or units == part.most else f"{words}; it does not count",
            )
        )
    return PairExplanation(
        players=(field.key[i], field.key[j]),
        reasons=tuple(reasons),
        base=model.traits.base,
        units=model.units(field),
    )


def _most(part: Component, share: int) -> int:
    """What a share could have been; who is not preferred has nothing to lose."""
    return part.most if part.coefficient is not None else max(0, share)


def _measures(term: Term, a: State, b: State) -> Iterator[Measure]:
    deviation = None if term.deviation is None else float(term.deviation(a, b))
    severity = None
    parts = term.parts
    if parts and parts[0].name == "severity":
        severity, parts = float(parts[0].weight(a, b)), ()
    yield Measure(
        name=term.name, value=float(term.weight(a, b)), deviation=deviation, severity=severity
    )
    for part in parts:
        yield from _measures(part, a, b)
