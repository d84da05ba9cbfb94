"""How a round was drawn: what a draw, its document and the history say alike."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - msgspec reads the annotations
from dataclasses import dataclass, field
from typing import Any

from ..mappings import freeze


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOrigin:
    """How a round was drawn, in the order of the history."""

    round: int
    """From 1."""

    system: str = ""
    """Name of the pairing system; empty if that is not known."""

    system_changes: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Parameters of a system without weights that are not its defaults."""

    model: str = ""
    """Name of the weight model. If the model is not as published, the start of its digest follows,
    see ``weights.description.signature``. Empty if the system uses no weights."""

    model_named: str | None = field(default=None, compare=False)
    """Name or file that the model was asked for by; None if it was not named."""

    model_digest: str = ""
    """Digest of all parameters of the model."""

    model_changes: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Values of the model's parameters that are not as published, by dotted name."""

    rules: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The hard rules that were stated, by their names in a model's file, with players by key."""

    seed: int = 0
    """The seed of the random generator that drew the model's lots."""

    by_lot: bool = False
    """Whether lots decided anything, so that another seed may give another draw."""

    total_weight: int = 0
    """Sum of the weights of the boards."""

    weight_units: int = 1
    """How many units of ``total_weight`` make 1 in the model's own weights, see ``WeightModel.units``."""

    proof: str | None = None
    """Digest of the certificate, ``Matching.digest``. The certificate proves that no draw has more
    boards, and that none with as many boards is better on the levels, or weighs more if there are
    none. None if the system proves nothing."""

    proviso: str = ""
    """What came before the weight, or beside it, so that a draw of as many boards may weigh more; in a
    few words, such as ``of those that change as few known boards``."""

    resting: tuple[str, ...] = ()
    """Keys of the players whom a cup spares in this round, and who go on in the next one."""

    out: tuple[str, ...] = ()
    """Keys of the players who are out of a cup."""

    def __post_init__(self) -> None:
        freeze(self, "system_changes", "model_changes", "rules")

    @property
    def by_weights(self) -> bool:
        """Whether the weights of a model decided, as far as is known."""
        return self.model != "" or not self.system
