"""The model that drew a round, by the history of the file."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from ...errors import FastpairError, RuleError
from ...pairing.rules import StatedRules
from ..history.makers import drawn_by
from ..typed.models import weigher

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...pairing.weights import WeightModel
    from ..history.timeline import Timeline


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnModel:
    """What weighs the boards of a round."""

    model: WeightModel
    seed: int

    signature: str
    """Name of the model of the draw by the history; empty if it has none."""

    digest: str
    """Digest of its parameters."""

    system: str
    """Name of the system of the draw; empty if the history has none."""

    weighed: bool
    """Whether the draw was by weights, if the history has one."""

    rules: StatedRules
    """The rules of the draw, with players by key."""

    def named(self, model: WeightModel) -> str:
        """What costs are told by, which says so if the model is not that of the draw."""
        from ...pairing.weights.description import digest, signature

        if not self.signature or digest(model) == self.digest:
            return signature(model)
        return f"{signature(model)}, not that of the draw, {self.signature}"


def drawn_model(
    timeline: Timeline,
    number: int,
    fitting: str,
    named: str | None = None,
    seed: int | None = None,
) -> DrawnModel:
    """The model that the history has of a round, or else the one that fits the file.

    Where the file of the model is no longer there, it is the fitting one too, and that is told.

    Parameters
    ----------
    fitting
        Name of the model that fits the file.
    named, seed
        Another model, or its file, and another seed than those of the draw.

    Raises
    ------
    RuleError, FormatError
        If there is no model of this name.
    """
    entry = drawn_by(timeline, number)
    held: Mapping[str, Any] = {} if entry is None else entry.draw
    if seed is None:
        seed = held.get("seed", 0)
    if named is not None:
        model = weigher(named, seed)
    else:
        try:
            model = weigher(held.get("model_named") or fitting, seed)
        except FastpairError:
            model = weigher(fitting, seed)
    return DrawnModel(
        model=model,
        seed=seed,
        signature=held.get("model") or "",
        digest=held.get("model_digest") or "",
        system=held.get("system", ""),
        weighed=held.get("model") != "",
        rules=rules_drawn(held),
    )


def rules_drawn(held: Mapping[str, Any]) -> StatedRules:
    """The rules of a draw by the history; what was preferred is among the changes of its model.

    Raises
    ------
    RuleError
        If one of them is damaged.
    """
    from msgspec import ValidationError, convert

    stated = {**held.get("model_changes", {}), **held.get("rules", {})}
    known = {entry.name for entry in fields(StatedRules)}
    try:
        return convert(
            {name: stated[name] for name in known & {*stated} if stated[name] is not None},
            StatedRules,
        )
    except ValidationError as error:
        raise RuleError(
            f"the history has a rule of the draw that cannot be read: {error}"
        ) from None
