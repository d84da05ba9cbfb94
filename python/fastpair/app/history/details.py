"""What an action leaves in the history beside the changes of the file: one record for each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence  # noqa: TC003 - msgspec reads the annotations
from dataclasses import dataclass, fields
from datetime import datetime  # noqa: TC003 - msgspec reads the annotations
from typing import Annotated, Any, Literal, NamedTuple, Self

from msgspec import Meta, Struct, convert, to_builtins
from msgspec.structs import replace as replace_members

from ...pairing.origin import DrawOrigin

Count = Annotated[int, Meta(ge=0, lt=1 << 53)]
Number = Annotated[int, Meta(ge=1, lt=1 << 53)]

ConditionLine = tuple[
    Literal["force", "forbid", "prefer", "prefer-not", "keep"], str, str, bool, str
]
"""Kind, both players, whether it holds from now on, and why."""


Mark = Literal["checked", "downloaded", "sent", "dismissed"]


class Details:
    """What an action leaves in the history, beside the changes of the file."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDetails(DrawOrigin, Details):
    """How a round was drawn, and the conditions that were stated with the draw."""

    round: Number
    seed: Count = 0
    conditions: tuple[ConditionLine, ...] = ()

    @classmethod
    def of(cls, draw: DrawOrigin, conditions: tuple[ConditionLine, ...]) -> Self:
        """The details of a draw."""
        facts = {entry.name: getattr(draw, entry.name) for entry in fields(DrawOrigin)}
        return cls(**facts, conditions=conditions)


class PublicationDetails(
    Details, Struct, frozen=True, kw_only=True, tag="publication", tag_field="kind"
):
    """How far a round is out, and its boards then."""

    round: Number
    state: Literal["draft", "published", "frozen"]
    boards: tuple[tuple[int, str, str, int], ...]
    """Table, keys of White and Black, and the handicap."""

    byes: tuple[str, ...]

    others: tuple[PublicationDetails, ...] = ()
    """Further rounds that are out with it."""


def published_rounds(details: Details | None) -> tuple[PublicationDetails, ...]:
    """What details say of each round that is out; nothing if they are others."""
    if not isinstance(details, PublicationDetails):
        return ()
    return (replace_members(details, others=()), *details.others)


def publication_of(rounds: Sequence[PublicationDetails]) -> PublicationDetails | None:
    """One record of several rounds; None if there are none."""
    return replace_members(rounds[0], others=tuple(rounds[1:])) if rounds else None


class ConditionDetails(
    Details, Struct, frozen=True, kw_only=True, tag="conditions", tag_field="kind"
):
    """Pairing constraints that are added or removed."""

    round: Number
    conditions: tuple[ConditionLine, ...]
    rounds: tuple[Number, ...] = ()
    """All of them, if they were stated for more than the first one."""


class TableDetails(Details, Struct, frozen=True, kw_only=True, tag="tables", tag_field="kind"):
    """Rooms, tables that are not used, and fixed tables of players."""

    rooms: tuple[tuple[str, Number, Number], ...]
    closed: Annotated[
        str, Meta(pattern=r"^([1-9]\d{0,4}(-[1-9]\d{0,4})?(,[1-9]\d{0,4}(-[1-9]\d{0,4})?)*)?$")
    ]
    fixed: tuple[tuple[str, Number], ...]


class MarkDetails(Details, Struct, frozen=True, kw_only=True, tag="mark", tag_field="kind"):
    """A mark, and what it holds for: it says nothing about anything else."""

    mark: Mark
    about: str


class DisputeDetails(Details, Struct, frozen=True, kw_only=True, tag="dispute", tag_field="kind"):
    """A result that a phone reports and that is not entered; empty if the one that is entered is confirmed."""

    round: Number
    players: tuple[str, str]
    result: str
    others: tuple[tuple[str, str], ...] = ()
    """The players of further games whose results are confirmed with it."""

    @property
    def seats(self) -> tuple[frozenset[str], ...]:
        """The players of each of its games."""
        return tuple(map(frozenset, (self.players, *self.others)))


class PhoneDetails(Details, Struct, frozen=True, kw_only=True, tag="phones", tag_field="kind"):
    """Whether results that players report on their phones count only when both have confirmed them."""

    both: bool


class DeadlineDetails(Details, Struct, frozen=True, kw_only=True, tag="deadline", tag_field="kind"):
    """Until when players are expected in a round; None if there is no such time."""

    round: Number
    time: Annotated[datetime, Meta(tz=True)] | None


class LineupDetails(Details, Struct, frozen=True, kw_only=True, tag="lineups", tag_field="kind"):
    """Until when captains send line-ups of a round by phone; None if they do not."""

    round: Number
    time: Annotated[datetime, Meta(tz=True)] | None


class WithdrawalDetails(
    Details, Struct, frozen=True, kw_only=True, tag="withdrawal", tag_field="kind"
):
    """Who has withdrawn: the key of each player, and the first round without them."""

    players: tuple[tuple[str, Number], ...]


class SettledPlayer(NamedTuple):
    """Who a player is in a rating list, as the director has decided or has confirmed."""

    key: str
    number: str
    """In the list; empty if it has not the player."""

    without: tuple[str, ...] = ()
    """What the results file needs and is known to be missing, or to be cut."""


class IdentityDetails(
    Details, Struct, frozen=True, kw_only=True, tag="identities", tag_field="kind"
):
    """Who players are in the rating list of a federation."""

    title: str
    players: tuple[SettledPlayer, ...]


class PlanChange(NamedTuple):
    """The text of a plan of prizes before and after a change; empty where there is no plan."""

    before: str
    after: str

    @property
    def reversed(self) -> PlanChange:
        """The change that takes this one back."""
        return PlanChange(self.after, self.before)


class PlanDetails(Details, Struct, frozen=True, kw_only=True, tag="plan", tag_field="kind"):
    """A change of the plan of prizes, whose file lies beside that of the tournament."""

    plan: PlanChange


_Others = (
    PublicationDetails
    | ConditionDetails
    | TableDetails
    | MarkDetails
    | DisputeDetails
    | PhoneDetails
    | DeadlineDetails
    | LineupDetails
    | IdentityDetails
    | PlanDetails
    | WithdrawalDetails
)

_DRAW = "draw"

_KINDS: Mapping[str, str] = {
    "draw": _DRAW,
    "publish": "publication",
    "condition": "conditions",
    "tables": "tables",
    "mark": "mark",
    "dispute": "dispute",
}
"""The kind of details by the action, in lines that do not say it."""


def read_details(act: str, members: object) -> Details | None:
    """The details in a line of the history; None if there are none, or of an unknown kind.

    Parameters
    ----------
    act
        The action, which tells the kind in lines of former versions.
    members
        As they stand in the line.

    Raises
    ------
    ValueError
        If they are none of their kind.
    """
    if isinstance(members, dict) and "kind" not in members:
        kind = _kind_of(act, members)
        members = None if kind is None else {**members, "kind": kind}
    if isinstance(members, dict) and members["kind"] == _DRAW:
        # What was not known, former versions have said to be null.
        known = {name: value for name, value in members.items() if value is not None}
        return convert(known, DrawDetails)
    found: Details | None = convert(members, _Others | None)
    return found


def _kind_of(act: str, members: Mapping[str, Any]) -> str | None:
    """The kind of details in a line of a former version."""
    if "plan" in members:
        return "plan"
    return _DRAW if "system" in members else _KINDS.get(act)


def plain_details(details: Details | None) -> dict[str, Any]:
    """The details as a line of the history holds them; nothing if there are none."""
    if details is None:
        return {}
    plain: dict[str, Any] = to_builtins(details)
    return {"kind": _DRAW, **plain} if isinstance(details, DrawDetails) else plain
