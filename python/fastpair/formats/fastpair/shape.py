"""What stands in a file of fastpair, and in what form: derived from the classes of a tournament."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the annotations are read
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Literal

from ...go import tournament as domain
from ...go.tournament import Bye, Criterion, Game, Person, Player, Team, Tournament
from ...go.tournament.ranges import ROUNDS, Range, within
from ...pairing.rules import StatedRules, described
from ..json.forms import Form, Forms
from ..source import Source  # noqa: TC001 - the annotations are read

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "ENVELOPE",
    "FORMAT",
    "IDENTITIES",
    "REQUESTED",
    "TOURNAMENT",
    "WHOLE",
    "Envelope",
    "RequestedCheck",
    "RequestedDraw",
    "RequestedExplanation",
    "RequestedStandings",
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


_Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedExplanation:
    """A question about the draw that a document has or asks for. Players are named as in `draw`."""

    question: Literal["why", "why-not", "opponents", "best", "whatif", "heat-map"]
    """What is asked; each reads other members of this object, and refuses the rest."""

    players: tuple[str, ...] = ()
    """Two for `why` and `why-not`, one for `opponents`."""

    by_rule: bool = False
    """Whether `why` and `why-not` look for single rules that would let two players meet."""

    k: int = field(default=10, metadata=within(1))
    """How many other draws `best` looks for."""

    within: float | None = field(default=None, metadata=within(0))
    """How much lighter those of `best` may be, in weights of the model; null is no limit."""

    force: _Pairs = ()
    """Pairs who meet, for `whatif`."""

    forbid: _Pairs = ()
    """Pairs who do not meet, for `whatif`."""

    prefer: _Pairs = ()
    """Pairs who would like to meet, for `whatif`."""

    drop: tuple[str, ...] = ()
    """Players who do not take part, for `whatif`."""

    add: tuple[str, ...] = ()
    """Players who take part, for `whatif`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedStandings:
    """The standings that a document asks for. Nothing of it is needed."""

    after: int | None = field(default=None, metadata=within(0))
    """Number of rounds that count; null is all up to the last one with all results."""

    criteria: tuple[Criterion, ...] | None = None
    """What the players are sorted by; null is what the system or the rules say."""

    system: str | None = None
    """Name of a pairing system whose criteria count instead."""

    teams: bool = False
    """Whether the teams are placed, by the criteria of `team_play` if none are named, rather than the
    players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedCheck:
    """By what the rounds of a document are checked. Nothing of it is needed."""

    model: str | None = None
    """Name of a weight model; null is the usual one."""

    seed: int | None = field(default=None, metadata=within(0))
    """Number that its lots are drawn from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What a document says beside the tournament."""

    format: Literal["fastpair-tournament"]
    """What the document is."""

    version: Literal[1]
    """Raised when a member is removed or changes its meaning; new members may come without that."""

    program: str = ""
    """What has written the document."""

    draw: RequestedDraw = field(default_factory=RequestedDraw)
    """The draw that is asked for."""

    explain: RequestedExplanation | None = None
    """The question that is asked where a document is explained."""

    standings: RequestedStandings = field(default_factory=RequestedStandings)
    """What standings are asked for."""

    check: RequestedCheck = field(default_factory=RequestedCheck)
    """By what the rounds are checked."""

    source: Source | None = None
    """The file of another format that the tournament came from."""

    teams: bool = False
    """Whether teams play, in documents of before `team_play`, which hold no teams."""


_RANGES: dict[tuple[type, str], Range] = {
    (StatedRules, name): Range(least=said.least)
    for name, said in described(StatedRules)
    if said.least is not None
}

_CLOSED = (RequestedDraw, StatedRules, RequestedExplanation, RequestedStandings, RequestedCheck)
_FORMS = Forms({**vars(domain), "date": date}, _RANGES, closed=_CLOSED)

ENVELOPE: Form = _FORMS.of(Envelope)
TOURNAMENT: Form = _FORMS.of(Tournament)
WHOLE = replace(ENVELOPE, members={**ENVELOPE.members, **TOURNAMENT.members})
"""The form of all that is known of a document; what is unknown is kept, except in a request."""


def _requested() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The members of requests, and where they stand; of one name the last counts."""
    for request in ("check", "standings", "explain", "draw"):
        members = ENVELOPE.members[request].form.members
        yield from ((name, (request, name)) for name in members)
        for name in members["constraints"].form.members if request == "draw" else ():
            yield name, ("draw", "constraints", name)


REQUESTED = {name: place for name, place in _requested() if name not in WHOLE.members}
"""Where a document asks for something, by the name of the member; nowhere else may one of this name
stand in the document itself, as if it were read there."""

IDENTITIES = {
    Player: ("key",),
    Person: ("key",),
    Game: ("round", "white", "black"),
    Bye: ("round", "player"),
    Team: ("key",),
}
"""What tells the objects of a list apart when members that fastpair does not know are kept."""
