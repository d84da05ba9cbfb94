"""How a round was drawn, as the history records it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Self

from ...errors import FastpairError, RuleError
from ...pairing.rules import StatedRules
from ...sentences import phrase
from ..history.records import conditions_of, last_draw, without
from ..lookup import weigher

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...go.tournament import Tournament
    from ...pairing.systems.swiss import Swiss
    from ...pairing.weights import WeightModel
    from ..history.timeline import Timeline


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRecord:
    """How a round was drawn; nothing is stated of a draw that the history does not know."""

    system: str = ""
    """Name of the system."""

    signature: str | None = None
    """Name of the model; empty if the system has no weights."""

    model: str | None = None
    """The model as it was named, such as its file."""

    digest: str | None = None
    """Digest of the parameters of the model."""

    system_changes: Mapping[str, Any] = field(default_factory=dict)
    """Parameters of a system without weights that are not the defaults."""

    seed: int = 0

    rules: StatedRules = field(default_factory=StatedRules)
    """The rules of the draw, with players by key."""

    own_rules: StatedRules = field(default_factory=StatedRules)
    """The same without those that followed from conditions of the round."""

    @classmethod
    def of(cls, timeline: Timeline, number: int) -> Self:
        """The record of the last draw of a round that is in force.

        Raises
        ------
        RuleError
            If one of its rules is damaged.
        """
        entry = last_draw(timeline, number)
        if entry is None:
            return cls()
        details, rules = entry.draw, _rules(entry.draw)
        return cls(
            system=details.get("system", ""),
            signature=details.get("model"),
            model=details.get("model_named"),
            digest=details.get("model_digest"),
            system_changes=details.get("system_changes", {}),
            seed=details.get("seed", 0),
            rules=rules,
            own_rules=without(rules, conditions_of(timeline, number, until=entry)),
        )

    @property
    def by_weights(self) -> bool:
        """Whether the draw was by weights, as far as is known."""
        return self.signature != ""

    def weigher(self, fitting: str, seed: int | None = None) -> WeightModel:
        """The model of the draw; the fitting one if none is recorded, or its file is gone.

        Parameters
        ----------
        fitting
            Name of the model that fits the file.
        seed
            Another seed than that of the draw.
        """
        seed = self.seed if seed is None else seed
        try:
            return weigher(self.model or fitting, seed)
        except FastpairError:
            return weigher(fitting, seed)

    def system_by_levels(self, tournament: Tournament) -> Swiss | None:
        """The system of the draw, or the usual one if none is recorded, if it draws by levels of its own."""
        from ...pairing.systems import stated_system, usual_system
        from ...pairing.systems.swiss import Swiss

        system = usual_system(tournament)
        if self.system == Swiss.name:
            system = stated_system(self.system, self.system_changes)
        elif self.signature == Swiss.name:  # a draw that keeps boards of one by levels
            system = system or Swiss()
        elif self.system:
            return None
        return system if isinstance(system, Swiss) else None

    def label(self, model: WeightModel) -> str:
        """The name of a model, which says so if it is not that of the draw."""
        from ...pairing.weights.description import digest, signature

        if not self.signature or digest(model) == self.digest:
            return signature(model)
        return f"{signature(model)}, not that of the draw, {self.signature}"


def _rules(details: Mapping[str, Any]) -> StatedRules:
    """The rules of a draw; what was preferred is among the changes of its model."""
    from msgspec import ValidationError, convert

    details_by_name = {**details.get("model_changes", {}), **details.get("rules", {})}
    known = {entry.name for entry in fields(StatedRules)}
    try:
        return convert(
            {
                name: details_by_name[name]
                for name in known & {*details_by_name}
                if details_by_name[name] is not None
            },
            StatedRules,
        )
    except ValidationError as error:
        raise RuleError(
            phrase("the history has a rule of the draw that cannot be read: {error}", error=error)
        ) from None
