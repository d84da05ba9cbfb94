"""The members of a document that ask for something: a draw, an explanation, standings, a check."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the annotations are read
from dataclasses import dataclass, field
from typing import Any, Literal

from ...go.tournament import Criterion  # noqa: TC001 - the annotations are read
from ...go.tournament.ranges import ROUNDS
from ...pairing.rules import Groups, StatedRules
from ...parameters import within

_Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedDraw:
    """The requested draw. All members are optional."""

    round: int | None = field(default=None, metadata=ROUNDS)
    """From 1; null is the next round."""

    model: str | Mapping[str, Any] | None = None
    """Name of a weight model, or an object with `model` (the name) and the members of a model file; null
    for the default."""

    system: str | Mapping[str, Any] | None = None
    """Name of a pairing system, or an object with system (the name) and its parameters; null
    for a draw by weights."""

    seed: int = field(default=0, metadata=within(0))
    """Seed of random choices of the model or the system."""

    absent: tuple[str, ...] = ()
    """Further players who are absent from the round."""

    present: tuple[str, ...] = ()
    """Players who are present although their absences name the round."""

    redraw: bool = False
    """Whether to discard the current draw. Games with a result and imposed games stay."""

    discard: Groups = ()
    """Pairs whose games are discarded, with a result or without."""

    discard_all: bool = False
    """Whether all games and the bye of the round are discarded, with the results."""

    keep: Groups = ()
    """Pairs whose games stay when the draw is discarded."""

    keep_most: bool = False
    """Whether to re-pair with few changes. No new board is worse than the worst game of a fresh
    draw."""

    fewest: bool = False
    """Whether to change the fewest boards, even if new ones are worse."""

    between: bool = False
    """Whether to list the draws from the fewest changes to the greatest weight."""

    choose: int | None = field(default=None, metadata=within(1))
    """Number of the draw in that list; null for the first."""

    constraints: StatedRules = field(default_factory=StatedRules)
    """Hard rules and preferences. Players are named by key or by a unique name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedExplanation:
    """A question about the current or requested draw. Players are named as in draw."""

    question: Literal["why", "why-not", "opponents", "best", "whatif", "heat-map"]
    """Kind of question; each reads some members of this object and refuses the others."""

    players: tuple[str, ...] = ()
    """Players in the question: two for why and why-not, one for opponents."""

    by_rule: bool = False
    """Whether why and why-not look for single rules whose change would let two players meet."""

    k: int = field(default=10, metadata=within(1))
    """Number of other draws for best."""

    within: float | None = field(default=None, metadata=within(0))
    """Largest loss of weight for best, in weights of the model; null for no limit."""

    force: _Pairs = ()
    """Pairs who must meet, for whatif."""

    forbid: _Pairs = ()
    """Pairs who must not meet, for whatif."""

    prefer: _Pairs = ()
    """Pairs who prefer to meet, for whatif."""

    drop: tuple[str, ...] = ()
    """Players who do not take part, for `whatif`."""

    add: tuple[str, ...] = ()
    """Players who take part, for `whatif`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedStandings:
    """The requested standings. All members are optional."""

    after: int | None = field(default=None, metadata=within(0))
    """Number of rounds that count; null for all up to the last one with all results."""

    criteria: tuple[Criterion, ...] | None = None
    """Criteria of the order of the players; null for those of the system or the rules."""

    system: str | None = None
    """Name of a pairing system whose criteria count instead."""

    teams: bool = False
    """Whether the teams are placed, by the criteria of `team_play` if none are named, rather than the
    players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedCheck:
    """Settings of a check. All members are optional."""

    model: str | None = None
    """Name of a weight model; null for the default."""

    seed: int | None = field(default=None, metadata=within(0))
    """Seed of its random choices."""
