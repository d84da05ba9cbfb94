"""What a director has said of who meets whom in a round, until it is taken back.

A tournament file has no place for it. It stands in the history beside the file: as changes of its
own, which leave the file as it is, or in the draw with which it was said.
"""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - msgspec reads the types of the fields
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from ...pairing.rules import StatedRules
from ...sentences import marked
from .makers import in_force

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from .history_line import Entry
    from .timeline import Timeline


class ConditionKind(Enum):
    """What is said of two players."""

    MEET = "force"
    NOT_MEET = "forbid"
    LIKE_TO_MEET = "prefer"
    KEEP = "keep"

    @property
    def words(self) -> str:
        """As a clause between two names."""
        return _WORDS[self]

    @property
    def clause(self) -> str:
        """The whole clause, with the names of its values."""
        return _CLAUSES[self]


_WORDS = {
    ConditionKind.MEET: "must meet",
    ConditionKind.NOT_MEET: "must not meet",
    ConditionKind.LIKE_TO_MEET: "would like to meet",
    ConditionKind.KEEP: "keeps the board with",
}
_CLAUSES = {
    ConditionKind.MEET: marked("{one} must meet {other}"),
    ConditionKind.NOT_MEET: marked("{one} must not meet {other}"),
    ConditionKind.LIKE_TO_MEET: marked("{one} would like to meet {other}"),
    ConditionKind.KEEP: marked("{one} keeps the board with {other}"),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """What is said of two players in a round."""

    kind: ConditionKind

    players: frozenset[str]
    """Two keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Who has said it, and why."""

    entry: Entry
    why: str


def conditions_of(
    timeline: Timeline, number: int, until: Entry | None = None
) -> Mapping[Condition, Said]:
    """The conditions of a round that are in force, in the order in which they were stated.

    Parameters
    ----------
    until
        The change after which that is asked; by default the last one.
    """
    found: dict[Condition, Said] = {}
    for entry in in_force(timeline):
        rounds = entry.draw.get("rounds") or [entry.draw.get("round")]
        stated = entry.draw.get("conditions", ()) if number in rounds else ()
        for kind, one, other, holds, why in stated:
            condition = Condition(ConditionKind(kind), frozenset((one, other)))
            found.pop(condition, None)
            if holds:
                found[condition] = Said(entry=entry, why=why)
        if until is not None and entry.number == until.number:
            break
    return found


def held(conditions: Mapping[Condition, str], *, holds: bool = True) -> list[list[Any]]:
    """Conditions with their reasons as `Entry.draw` holds them."""
    return [[c.kind.value, *sorted(c.players), holds, why] for c, why in conditions.items()]


def rules_of(conditions: Iterable[Condition], playing: Collection[str]) -> StatedRules:
    """The rules that conditions are; a pair must meet only if both are to be paired."""
    groups: dict[ConditionKind, list[tuple[str, ...]]] = {kind: [] for kind in ConditionKind}
    for condition in conditions:
        if condition.kind is not ConditionKind.MEET or condition.players.issubset(playing):
            groups[condition.kind].append(tuple(sorted(condition.players)))
    return StatedRules(
        force=tuple(groups[ConditionKind.MEET]),
        forbid=tuple(groups[ConditionKind.NOT_MEET]),
        prefer=tuple(groups[ConditionKind.LIKE_TO_MEET]),
    )


def without(rules: StatedRules, conditions: Iterable[Condition]) -> StatedRules:
    """Rules of a draw without those that were conditions then."""
    changed: dict[str, Any] = {}
    for condition in conditions:
        name = condition.kind.value
        if condition.kind is not ConditionKind.KEEP:
            groups = changed.get(name, getattr(rules, name))
            changed[name] = tuple(g for g in groups if frozenset(g) != condition.players)
    return replace(rules, **changed)
