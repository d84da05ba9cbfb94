"""The keys of players through renames: most files make a key of the name, so that a rename makes another one.

Each change of a history has the keys of its time. What the changes add up to is about the players of today, so that
the changes are read with the keys that these have now. The lines themselves stay.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace as with_members

from .details import (
    ConditionDetails,
    Details,
    DisputeDetails,
    DrawDetails,
    IdentityDetails,
    PublicationDetails,
    TableDetails,
    WithdrawalDetails,
)
from .entries import Change, changed_fields

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from .entries import Entry, Subject, Value

    Keys = Mapping[str, str]
    """Keys by other ones; whoever is missing keeps his own."""

RENAMING = frozenset({"register", "complete", "identify"})
"""The actions that may rename players."""

_OF_PAIRS = ("force", "forbid", "prefer", "prefer_not")
"""The rules of a draw that name players."""


def renamed_keys(
    act: str, values: Mapping[str, Any], changes: Iterable[Change], details: Details | None
) -> Mapping[str, str]:
    """The new keys of the players whom an action has renamed, by their former ones.

    Who is identified in a rating list is known by that: two of them may have exchanged their names. Others keep
    their order, their boards and their byes, by which they are known.

    Parameters
    ----------
    act
        The name of the action.
    values
        Its values, which name those whom it has deleted.
    changes
        What it has changed.
    details
        What it has left in the history.
    """
    if act not in RENAMING:
        return {}
    gone, come = _players(changes)
    deleted = {*(values.get("removed") or ())}
    gone = [key for key in gone if key not in deleted]
    if isinstance(details, IdentityDetails):
        both = zip(values.get("players", ()), details.players, strict=False)
        keys = {old: settled.key for old, settled in both if settled.key != old}
        if {*gone} == keys.keys() - keys.values() and {*come} == {*keys.values()} - keys.keys():
            return keys
    if len(gone) != len(come):
        return {}
    before, after = _seats(changes)
    return {old: new for old, new in zip(gone, come, strict=True) if before[old] == after[new]}


def renames_of(entry: Entry, entries: Sequence[Entry]) -> Mapping[str, str]:
    """The new keys of the players whom a change of a history has renamed, also to take a rename back, or to repeat it.

    Parameters
    ----------
    entries
        The history.
    """
    if entry.reverts is None:
        return renamed_keys(entry.act, entry.values, entry.changes, entry.details)
    return reverted_keys(entry.changes, entry.reverts, entries)


def reverted_keys(
    changes: Sequence[Change], reverts: int, entries: Sequence[Entry]
) -> Mapping[str, str]:
    """The renamed keys of changes that take back the change of a number, or make it again."""
    players = [each for each in changes if each.subject[0] == "player"]
    original = next((each for each in entries if each.number == reverts), None) if players else None
    if original is None:
        return {}
    keys, (gone, _) = renames_of(original, entries), _players(players)
    free = keys.keys() - keys.values()  # empty where players exchange their names
    again = free <= {*gone} if free else any(each in original.changes for each in players)
    return keys if again else {new: old for old, new in keys.items()}


def with_present_keys(
    entries: Sequence[Entry], cut_short: Collection[int] = ()
) -> tuple[Entry, ...]:
    """The changes of a history with the keys that their players have now.

    Parameters
    ----------
    cut_short
        Numbers of the changes that are not in the file.
    """
    steps = _steps(entries, cut_short)
    found = [
        _with_keys(entry, before, after) if before or after else entry
        for entry, before, after in steps
    ]
    return tuple(reversed(found))


def present_keys(entries: Sequence[Entry], number: int, cut_short: Collection[int] = ()) -> Keys:
    """The keys that players have now, by those that they had after a change.

    Parameters
    ----------
    number
        Of the change.
    cut_short
        As of `with_present_keys`.
    """
    return next(keys for each, _, keys in _steps(entries, cut_short) if each.number == number)


def former_keys(entries: Sequence[Entry], cut_short: Collection[int] = ()) -> Keys:
    """The keys that players have now, by all those that they had before; a later bearer of a key comes first.

    Parameters
    ----------
    cut_short
        As of `with_present_keys`.
    """
    found: dict[str, str] = {}
    for _, before, _ in _steps(entries, cut_short):
        found = {**before, **found}
    return found


def _steps(
    entries: Sequence[Entry], cut_short: Collection[int]
) -> Iterator[tuple[Entry, Keys, Keys]]:
    """The changes from the last to the first, each with the present keys by those before it and after it."""
    keys: dict[str, str] = {}
    for entry in reversed(entries):
        before = keys
        if entry.number not in cut_short and (renames := renames_of(entry, entries)):
            before = {key: now for key, now in keys.items() if key not in renames.values()}
            before |= {old: keys.get(new, new) for old, new in renames.items()}
        yield entry, before, keys
        keys = before


def first_keys(entries: Sequence[Entry], cut_short: Collection[int] = ()) -> Mapping[str, str]:
    """What tells players apart for ever, by their present keys: the first key of each.

    Who has entered under a key that another player had first, has the number of the change behind it. Players of
    whom nothing is found have the keys that they have.

    Parameters
    ----------
    cut_short
        Numbers of the changes that are not in the file.
    """
    first: dict[str, str] = {}
    for entry in entries:
        if entry.number in cut_short:
            continue
        gone, come = _players(entry.changes)
        renames = renames_of(entry, entries)
        if not (gone or come or renames):
            continue
        kept = {new: first.get(old, old) for old, new in renames.items()}
        for key in (*gone, *renames):
            first.pop(key, None)
        first |= kept
        for key in come:
            if key not in kept:
                taken = key in first.values()
                first[key] = f"{key} {entry.number}" if taken else key
    return first


def _players(changes: Iterable[Change]) -> tuple[list[str], list[str]]:
    """The keys of players who are no longer there, and of those who are there now."""
    found = [each for each in changes if each.subject[0] == "player"]
    gone = [str(each.subject[1]) for each in found if each.after is None]
    return gone, [str(each.subject[1]) for each in found if each.before is None]


_Places = defaultdict[str, set[tuple[Any, ...]]]


def _seats(changes: Iterable[Change]) -> tuple[_Places, _Places]:
    """The boards and byes of players that are no longer there, and those that are there now, by key."""
    before, after = _Places(set), _Places(set)
    for change in changes:
        kind, *place = change.subject
        if kind in ("game", "bye"):
            for value, seats in ((change.before, before), (change.after, after)):
                for key in change.seat if value is not None else ():
                    seats[key].add((kind, place[0], (value or {}).get("table")))
    return before, after


# ---- A change with other keys ----


def _with_keys(entry: Entry, before: Keys, after: Keys) -> Entry:
    """A change with other keys of the players before it and after it."""
    details = entry.details
    return replace(
        entry,
        changes=tuple(_changes(entry.changes, before, after)),
        details=None if details is None else _details(details, after),
    )


def _changes(changes: Iterable[Change], before: Keys, after: Keys) -> Iterator[Change]:
    """Changes with other keys; of who had another key before, only what differs otherwise."""
    was: dict[Subject, Value] = {}
    becomes: dict[Subject, Value] = {}
    for change in changes:
        for value, keys, found in (
            (change.before, before, was),
            (change.after, after, becomes),
        ):
            if value is not None:
                found[_subject(change.subject, keys)] = _value(change.subject, value, keys)
    for subject in dict.fromkeys((*was, *becomes)):
        changed = changed_fields(subject, was.get(subject), becomes.get(subject))
        if changed is not None:
            yield changed


def _subject(subject: Subject, keys: Keys) -> Subject:
    kind, *place = subject
    if kind == "player":
        return kind, _new(place[0], keys)
    if kind in ("absence", "bye"):
        return kind, place[0], _new(place[1], keys)
    if kind == "game":
        return kind, place[0], *sorted(str(_new(each, keys)) for each in place[1:])
    return subject


def _new(key: str | int, keys: Keys) -> str | int:
    return keys.get(str(key), key)


def _value(subject: Subject, value: Value, keys: Keys) -> Value:
    if subject[0] == "game" and "white" in value:
        return {**value, "white": keys.get(value["white"], value["white"])}
    if subject[0] == "team" and value.get("lineups"):
        return {**value, "lineups": _each(value["lineups"], keys)}
    return value


def _each(value: Any, keys: Keys) -> Any:  # noqa: ANN401 - lists within lists
    """Keys in lists within lists, with other ones."""
    if isinstance(value, str):
        return keys.get(value, value)
    return tuple(_each(each, keys) for each in value)


def _details(details: Details, keys: Keys) -> Details:
    """Details with other keys."""
    match details:
        case DrawDetails():
            return replace(
                details,
                conditions=_conditions(details.conditions, keys),
                rules=_rules(details.rules, keys),
                model_changes=_rules(details.model_changes, keys),
                resting=_each(details.resting, keys),
                out=_each(details.out, keys),
            )
        case ConditionDetails():
            return with_members(details, conditions=_conditions(details.conditions, keys))
        case PublicationDetails():
            boards = tuple(
                (table, _each(white, keys), _each(black, keys), handicap)
                for table, white, black, handicap in details.boards
            )
            rest = tuple(_details(each, keys) for each in details.others)
            return with_members(details, boards=boards, byes=_each(details.byes, keys), others=rest)
        case TableDetails():
            fixed = tuple((_each(key, keys), table) for key, table in details.fixed)
            return with_members(details, fixed=fixed)
        case WithdrawalDetails():
            gone = tuple((_each(key, keys), first) for key, first in details.players)
            return with_members(details, players=gone)
        case DisputeDetails():
            others = tuple(_each(players, keys) for players in details.others)
            return with_members(details, players=_each(details.players, keys), others=others)
        case IdentityDetails():
            players = tuple(each._replace(key=_each(each.key, keys)) for each in details.players)
            return with_members(details, players=players)
    return details


def _conditions(lines: Iterable[Any], keys: Keys) -> Any:  # noqa: ANN401 - as `ConditionLine`
    return tuple(
        (kind, _each(one, keys), _each(other, keys), holds, why)
        for kind, one, other, holds, why in lines
    )


def _rules(rules: Mapping[str, Any], keys: Keys) -> Mapping[str, Any]:
    return {
        name: _each(value, keys) if name in _OF_PAIRS and value else value
        for name, value in rules.items()
    }
