"""The members of a document that ask for something, such as a draw."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the annotations are read
from dataclasses import dataclass, field
from typing import Any, Literal

from ...go.tournament import Criterion  # noqa: TC001 - the annotations are read
from ...go.tournament.ranges import ROUNDS
from ...pairing.rules import LARGEST_SEED, Groups, StatedRules
from ...parameters import described, parameter, within

_Pairs = tuple[tuple[str, str], ...]

_ANOTHER, _WEIGHTS = "Another draw of the round", "Weights and systems"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedDraw:
    """The requested draw. All members are optional."""

    round: int | None = parameter(
        None,
        "Round; by default the next one to pair, with redraw the last without all results",
        group="The round",
        **ROUNDS,
    )
    absent: tuple[str, ...] = parameter(
        (), "Players to mark as absent", unit="p", group="The round"
    )
    present: tuple[str, ...] = parameter(
        (), "Players to mark as present", unit="p", group="The round"
    )
    redraw: bool = parameter(
        False,
        "Re-pair from scratch; games with a result and imposed games stay",
        group=_ANOTHER,
    )
    keep_most: bool = parameter(
        False,
        "Re-pair with few changes; no new board is worse than the worst of a fresh draw",
        group=_ANOTHER,
    )
    fewest: bool = parameter(
        False, "Re-pair with the fewest changes; worse boards are allowed and named", group=_ANOTHER
    )
    between: bool = parameter(
        False, "List the draws from the fewest changes to the greatest weight", group=_ANOTHER
    )
    free: bool = described("Keep boards where that costs nothing", default=False)
    choose: int | None = parameter(
        None, "Number of the draw to take from that list", unit="k", least=1, group=_ANOTHER
    )
    digest: str = parameter(
        "", "Digest of that list, which is shown with it", unit="d", group=_ANOTHER
    )
    keep: Groups = parameter(
        (), "Two players whose game stays when the round is re-paired", together=2, group=_ANOTHER
    )
    discard: Groups = parameter(
        (), "Two players whose game is discarded, with its result", together=2, group=_ANOTHER
    )
    discard_all: bool = parameter(
        False, "Discard all games of the round, their results and the bye", group=_ANOTHER
    )
    seed: int = parameter(0, "Seed of random choices", least=0, most=LARGEST_SEED, group=_WEIGHTS)

    model: str | Mapping[str, Any] | None = described(
        "Name of a weight model, or an object with model (the name) and the members of a model file; null for the default",
        default=None,
    )
    system: str | Mapping[str, Any] | None = described(
        "Name of a pairing system, or an object with system (the name) and its parameters; null for a draw by weights",
        default=None,
    )
    constraints: StatedRules = described(
        "Hard rules and preferences. Players are named by key or by a unique name",
        default_factory=StatedRules,
    )


REDRAWS = {
    "from-scratch": "redraw",
    "free": "free",
    "keep-most": "keep_most",
    "fewest": "fewest",
    "between": "between",
}
"""The words for drawing a round again, and the switch of a requested draw that each states."""


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
    """Number of rounds that count; null for all up to the last complete round."""

    criteria: tuple[Criterion, ...] | None = None
    """Criteria of the order of the players; null for those of the system or the rules."""

    system: str | None = None
    """Name of a pairing system whose criteria count instead."""

    teams: bool | None = None
    """Whether the teams are placed, by the criteria of `team_play` if none are named, rather than the
    players; null for who is paired."""

    compared: tuple[str, ...] = ()
    """Keys or names of two players, or teams: the answer is then why one is placed before the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedAttendance:
    """The requested attendance. All members are optional."""

    round: int | None = field(default=None, metadata=ROUNDS)
    """Round; null for the one in play, or else the next one to pair."""

    arrived: tuple[str, ...] = ()
    """Keys or names of players who have come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedIdentities:
    """A rating list in which players are identified, and decisions."""

    rating_list: str
    """Text of its file; the lines of possible players are enough."""

    month: str = ""
    """Month of a list of FIDE without one, such as 2026-11."""

    decisions: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict)
    """By player: list, keep, none, remove, a number of the list, or an object with choice, country and club."""

    alike: Mapping[str, str] = field(default_factory=dict)
    """Decisions by doubt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedCheck:
    """Settings of a check. All members are optional."""

    model: str | None = None
    """Name of a weight model; null for the default."""

    seed: int | None = field(default=None, metadata=within(0, LARGEST_SEED))
    """Seed of its random choices."""
