"""What an action leaves in the history beside the changes of the file: one record for each kind."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - msgspec reads the annotations
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, to_builtins

Count = Annotated[int, Meta(ge=0, lt=1 << 53)]
Number = Annotated[int, Meta(ge=1, lt=1 << 53)]

ConditionLine = tuple[
    Literal["force", "forbid", "prefer", "prefer-not", "keep"], str, str, bool, str
]
"""Kind, both players, whether it holds from now on, and why."""


Mark = Literal["checked", "downloaded", "sent", "dismissed"]


class DrawDetails(Struct, frozen=True, kw_only=True, tag="draw", tag_field="kind"):
    """How a round was drawn, see `Draw`."""

    round: Number
    system: str = ""
    system_changes: Mapping[str, Any] = {}
    model: str | None = None
    model_named: str | None = None
    model_digest: str | None = None
    model_changes: Mapping[str, Any] = {}
    rules: Mapping[str, Any] = {}
    seed: Count = 0
    by_lot: Any = None
    total_weight: Any = None
    weight_units: Any = None
    proof: Any = None
    proviso: Any = None
    resting: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    conditions: tuple[ConditionLine, ...] = ()
    """Those that were stated with the draw."""


class PublicationDetails(Struct, frozen=True, kw_only=True, tag="publication", tag_field="kind"):
    """How far a round is out, and its boards then."""

    round: Number
    state: Literal["draft", "published", "frozen"]
    boards: tuple[tuple[int, str, str, int], ...]
    """Table, keys of White and Black, and the handicap."""

    byes: tuple[str, ...]


class ConditionDetails(Struct, frozen=True, kw_only=True, tag="conditions", tag_field="kind"):
    """Pairing constraints that are added or removed."""

    round: Number
    conditions: tuple[ConditionLine, ...]
    rounds: tuple[Number, ...] = ()
    """All of them, if they were stated for more than the first one."""


class TableDetails(Struct, frozen=True, kw_only=True, tag="tables", tag_field="kind"):
    """Rooms, tables that are not used, and fixed tables of players."""

    rooms: tuple[tuple[str, Number, Number], ...]
    closed: Annotated[
        str, Meta(pattern=r"^([1-9]\d{0,4}(-[1-9]\d{0,4})?(,[1-9]\d{0,4}(-[1-9]\d{0,4})?)*)?$")
    ]
    fixed: tuple[tuple[str, Number], ...]


class MarkDetails(Struct, frozen=True, kw_only=True, tag="mark", tag_field="kind"):
    """A mark, and what it holds for: it says nothing about anything else."""

    mark: Mark
    about: str


class DisputeDetails(Struct, frozen=True, kw_only=True, tag="dispute", tag_field="kind"):
    """A result of a phone that differs from the one that is entered; empty if that one is confirmed."""

    round: Number
    players: tuple[str, str]
    result: str


class PlanChange(NamedTuple):
    """The text of a plan of prizes before and after a change; empty where there is no plan."""

    before: str
    after: str

    @property
    def reversed(self) -> PlanChange:
        """The change that takes this one back."""
        return PlanChange(self.after, self.before)


class PlanDetails(Struct, frozen=True, kw_only=True, tag="plan", tag_field="kind"):
    """A change of the plan of prizes, whose file lies beside that of the tournament."""

    plan: PlanChange


Details = (
    DrawDetails
    | PublicationDetails
    | ConditionDetails
    | TableDetails
    | MarkDetails
    | DisputeDetails
    | PlanDetails
)

_KINDS: Mapping[str, str] = {
    "draw": "draw",
    "publish": "publication",
    "condition": "conditions",
    "tables": "tables",
    "mark": "mark",
    "dispute": "dispute",
}
"""The kind of details by the action, in lines that do not say it."""


def with_kind(act: str, members: object) -> object:
    """The details in a line of the history with their kind; None if there are none, or of an unknown kind.

    Parameters
    ----------
    act
        The action, which tells the kind in lines of former versions.
    members
        As they stand in the line.
    """
    if not isinstance(members, dict) or "kind" in members:
        return members
    kind = _kind_of(act, members)
    return None if kind is None else {**members, "kind": kind}


def _kind_of(act: str, members: Mapping[str, Any]) -> str | None:
    """The kind of details in a line of a former version."""
    if "plan" in members:
        return "plan"
    return "draw" if "system" in members else _KINDS.get(act)


def plain_details(details: Details | None) -> dict[str, Any]:
    """The details as a line of the history holds them; nothing if there are none."""
    return {} if details is None else to_builtins(details)
