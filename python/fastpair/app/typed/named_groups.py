"""Players who are named together, in a request or in a file of rules."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from ...errors import FormatError, RuleError
from ...formats.toml import Group
from .players import find_player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...go.tournament import Tournament
    from ...pairing.rules import StatedRules


def pairs_named(tournament: Tournament, rules: StatedRules, name: str) -> frozenset[frozenset[str]]:
    """All pairs within the groups that a rule names."""
    members = map(sorted, groups_named(tournament, rules, name))
    return frozenset(frozenset(pair) for group in members for pair in combinations(group, 2))


def couples_named(
    tournament: Tournament, rules: StatedRules, name: str
) -> Iterator[frozenset[str]]:
    """The groups that a rule names, all of which must be pairs."""
    for group in getattr(rules, name):
        if len(group) != 2:
            raise _wrong(name, group, f"got {_listed(group)}")
    yield from groups_named(tournament, rules, name)


def groups_named(tournament: Tournament, rules: StatedRules, name: str) -> Iterator[frozenset[str]]:
    """The groups that a rule names."""
    for group in getattr(rules, name):
        yield _group(tournament, name, group)


def _group(tournament: Tournament, rule: str, typed: tuple[str, ...]) -> frozenset[str]:
    """The keys of players who are named together, in a request or in a file."""
    if len(typed) < 2:
        raise _wrong(rule, typed, f"got {_listed(typed)}")
    found: dict[str, str] = {}
    for name in typed:
        try:
            key = find_player(tournament, name)
        except RuleError as error:
            raise typed.wrong(str(error), name) if isinstance(typed, Group) else error from None
        if key in found:
            raise _wrong(rule, typed, f"got {found[key]!r} twice")
        found[key] = name
    return frozenset(found)


def _wrong(rule: str, typed: tuple[str, ...], got: str) -> RuleError | FormatError:
    """Refuse what a request or a file says of a rule, as no two players."""
    expected = f"expected two players, {got}"
    if isinstance(typed, Group):
        return typed.wrong(expected, next(iter(typed), ""))
    return RuleError(expected, about=rule)


def _listed(typed: tuple[str, ...]) -> str:
    return ", ".join(map(repr, typed)) or "none"
