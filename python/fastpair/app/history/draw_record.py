"""How a round was drawn, as its history has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self, cast

from ...errors import FastpairError, FormatError, RuleError
from ...formats.json import Form, Forms, decode
from ...go import tournament as domain
from ...pairing.rules import StatedRules
from ...sentences import phrase
from ..forms.labels import describe_value
from ..forms.titles import describe_method
from ..lookup import weigher
from .details import ConditionLine, DrawDetails
from .records import ConditionKind, PairCondition, condition_lines, without

if TYPE_CHECKING:
    from ...go.tournament import Tournament
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel
    from .state import CongressState


REQUESTS = Forms(
    vars(domain),
    renamed=str,
    left_out=lambda _: False,
    sparse=True,
    own={
        Mapping[PairCondition, str]: Form(
            "conditions",
            list[ConditionLine],
            lambda lines: {
                PairCondition(ConditionKind(kind), frozenset((one, other))): why
                for kind, one, other, _, why in lines
            },
            condition_lines,
        )
    },
)
"""How the history holds what is requested of a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRecord:
    """How a round was drawn; nothing is stated of a draw that the history does not know."""

    details: DrawDetails
    """What the history holds of it."""

    rules: StatedRules = field(default_factory=StatedRules)
    """The rules of the draw, with players by key."""

    own_rules: StatedRules = field(default_factory=StatedRules)
    """The rules of the draw without those that followed from conditions of the round."""

    @classmethod
    def of(cls, congress: CongressState, number: int) -> Self:
        """The record of the last draw of a round that is in force.

        Raises
        ------
        RuleError
            If one of its rules is damaged.
        """
        draw = congress.draws.get(number)
        if draw is None:
            return cls(details=DrawDetails(round=number))
        rules = _rules(draw.details)
        return cls(details=draw.details, rules=rules, own_rules=without(rules, draw.conditions))

    def weigher(self, fitting: str, seed: int | None = None) -> WeightModel:
        """The model of the draw; the fitting one if none is recorded, or its file is gone.

        Parameters
        ----------
        fitting
            Name of the model that fits the file.
        seed
            Another seed than that of the draw.
        """
        seed = self.details.seed if seed is None else seed
        try:
            return weigher(self.details.model_named or fitting, seed)
        except FastpairError:
            return weigher(fitting, seed)

    def system_by_levels(self, tournament: Tournament) -> System | None:
        """The system of the draw, or the usual one if none is recorded, if it draws by levels of its own."""
        from ...pairing.systems.catalogue import has_levels, stated_system, usual_system

        system, details = usual_system(tournament), self.details
        if has_levels(details.system):
            return stated_system(details.system, details.system_changes)
        if has_levels(details.model):  # a draw that keeps boards of one by levels
            system = system or stated_system(details.model, {})
        elif details.system:
            return None
        return system if system is not None and system.has_levels else None

    def system_by_criteria(self, tournament: Tournament) -> System | None:
        """The system of the draw, or the usual one if none is recorded, if it goes by criteria."""
        from ...pairing.systems import stated_system, usual_system

        system = usual_system(tournament)
        if self.details.system:
            system = stated_system(self.details.system, self.details.system_changes)
        return system if system is not None and system.allows_one_pairing else None

    def without_choice(self, tournament: Tournament) -> str:
        """What drew the round, if it left nothing to weigh or to judge; empty if it can be compared."""
        system, kind = self.details.system, tournament.event_kind
        if self.details.model or (system and self._is_judged(tournament)):
            return ""
        if system:
            return describe_method(system)
        return "" if kind.compares_draws else describe_value("event_format", kind.format.value)

    def _is_judged(self, tournament: Tournament) -> bool:
        systems = self.system_by_criteria(tournament), self.system_by_levels(tournament)
        return any(system is not None for system in systems)

    def label(self, model: WeightModel) -> str:
        """The name of a model, which says so if it is not that of the draw."""
        from ...pairing.weights.description import signature

        if self.is_drawn_by(model):
            return signature(model)
        return f"{signature(model)}, not that of the draw, {self.details.model}"

    def describe(self, model: WeightModel) -> str:
        """What a model is called, and that it is not that of the draw, as a director calls the models."""
        from ...pairing.weights.description import signature

        name = describe_method(signature(model))
        if self.is_drawn_by(model):
            return name
        return phrase(
            "{model}, not {other}, by which the round was drawn",
            model=name,
            other=describe_method(self.details.model or ""),
        )

    def is_drawn_by(self, model: WeightModel) -> bool:
        """Whether a model is that of the draw, or none is recorded."""
        from ...pairing.weights.description import digest

        return not self.details.model or digest(model) == self.details.model_digest


def _rules(details: DrawDetails) -> StatedRules:
    """The rules of a draw; what was preferred is among the changes of its model."""
    members = REQUESTS.of(StatedRules).members
    stated = {**details.model_changes, **details.rules}
    there = {name: stated[name] for name in members if stated.get(name) is not None}
    try:
        return cast("StatedRules", decode("history", there, REQUESTS.of(StatedRules)))
    except FormatError as error:
        raise RuleError(
            phrase("the history has a rule of the draw that cannot be read: {error}", error=error)
        ) from None
