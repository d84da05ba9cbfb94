"""What stands in a file of fastpair, and in what form: derived from the classes of a tournament."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the annotations are read
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal

from ...go import tournament as domain
from ...go.tournament import Bye, Game, Player, Tournament
from ...go.tournament.ranges import ROUNDS, Range, within
from ...pairing.rules import StatedRules, described
from ..json.forms import Form, Forms
from ..source import Source  # noqa: TC001 - the annotations are read

__all__ = [
    "ENVELOPE",
    "FORMAT",
    "IDENTITIES",
    "REQUESTED",
    "TOURNAMENT",
    "WHOLE",
    "Envelope",
    "RequestedDraw",
]

FORMAT = "fastpair-tournament"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedDraw:
    """The draw that a document asks for. Nothing of it is needed."""

    round: int | None = field(default=None, metadata=ROUNDS)
    """From 1; null is the next round."""

    model: str | Mapping[str, Any] | None = None
    """Name of a weight model, or an object with the name as its `model` and beside it all that a
    model's file may change; null is the usual one."""

    system: str | Mapping[str, Any] | None = None
    """Name of a pairing system, or an object with the name as its `system` and beside it its
    parameters; null is the draw by the weights of the model."""

    seed: int = field(default=0, metadata=within(0))
    """Number that the lots of the model or the system are drawn from."""

    absent: tuple[str, ...] = ()
    """Players who miss the round, beside those whose absences say so."""

    constraints: StatedRules = field(default_factory=StatedRules)
    """Hard rules and preferences. Players are named by key or by a name that only one has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What a document says beside the tournament."""

    format: Literal["fastpair-tournament"]
    version: Literal[1]
    """Raised when a member is removed or changes its meaning; new members may come without that."""

    program: str = ""
    """What has written the document."""

    draw: RequestedDraw = field(default_factory=RequestedDraw)
    """The draw that is asked for."""

    source: Source | None = None
    """The file of another format that the tournament came from."""


_RANGES: dict[tuple[type, str], Range] = {
    (StatedRules, name): Range(least=said.least)
    for name, said in described(StatedRules)
    if said.least is not None
}

_FORMS = Forms({**vars(domain), "date": date}, _RANGES, closed=(RequestedDraw, StatedRules))

ENVELOPE: Form = _FORMS.of(Envelope)
TOURNAMENT: Form = _FORMS.of(Tournament)
WHOLE = replace(ENVELOPE, members={**ENVELOPE.members, **TOURNAMENT.members})
"""The form of all that is known of a document; what is unknown is kept, except in a request."""

_REQUEST = ENVELOPE.members["draw"].form
REQUESTED = {name: ("draw", name) for name in _REQUEST.members} | {
    name: ("draw", "constraints", name) for name in _REQUEST.members["constraints"].form.members
}
"""Where a document asks for a draw, by the name of the member; nowhere else may one of this name
stand in the document itself, as if it were read there."""

IDENTITIES = {
    Player: ("key",),
    Game: ("round", "white", "black"),
    Bye: ("round", "player"),
}
"""What tells the objects of a list apart when members that fastpair does not know are kept."""
