"""Pairs in a list of entries: the column Partner."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from ...errors import FormatError
from ...go.tournament import Player  # noqa: TC001 - the annotations are read
from ...letters import folded
from ...sentences import joined, phrase
from .names import both_spellings
from .table import mend_too

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .columns import ListRow
    from .table import ListTable

_MOST_MEMBERS = 3


def read_pairs(
    path: str, table: ListTable, players: Sequence[Player]
) -> tuple[tuple[str, ...], ...]:
    r"""The keys of players who play each game together, as in pair go, in the order of the list.

    A partner is another player of the list; one of the two lines may name the other one, or both do. Of three players
    two stand in a cell with a stroke between them.

    Parameters
    ----------
    players
        Those of the table, a row each.

    Raises
    ------
    FormatError
        If a partner is nobody of the list, several are meant, partners name different players, or more than three
        belong together.

    Examples
    --------
    >>> from fastpair.formats.entries.document import players_of
    >>> from fastpair.formats.entries.table import read_table
    >>> table = read_table("list.csv", b"Name;Rank;Partner\nAdler;1d;Kunz\nKunz;2d;\n")
    >>> read_pairs("list.csv", table, players_of("list.csv", table))
    (('ADLER', 'KUNZ'),)
    """
    by_name: dict[str, list[Player]] = {}
    for player in players if "partner" in table.columns else ():
        for name in both_spellings(player):
            by_name.setdefault(name, []).append(player)
    groups: dict[int, _Group] = {}
    wrong: dict[int, str] = {}
    for player, row in zip(players, table.rows, strict=True) if by_name else ():
        try:
            group = _group(path, table, row, by_name, player)
        except FormatError as error:
            wrong[row.line] = error.detail
            continue
        clash = next((each for each in groups.values() if group.contradicts(each)), None)
        if clash is not None:
            wrong[row.line] = _describe_clash(group, clash)
        elif len(group.keys) > 1:
            groups[row.line] = group
    if wrong:
        first, *others = wrong
        more = mend_too(others)
        raise FormatError(
            path, first, joined("; ", [wrong[first], more] if more else [wrong[first]])
        )
    whole = {player.key: frozenset({player.key}) for player in players}
    for group in sorted(groups.values(), key=lambda each: len(each.keys)):
        whole |= dict.fromkeys(group.keys, group.keys)
    found = dict.fromkeys(whole[player.key] for player in players)
    return tuple(
        tuple(player.key for player in players if player.key in keys)
        for keys in found
        if len(keys) > 1
    )


class _Group(NamedTuple):
    """A player and the partners whom the line of the list names."""

    line: int
    player: Player
    partners: tuple[Player, ...]

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(each.key for each in (self.player, *self.partners))

    def contradicts(self, other: Self) -> bool:
        """Whether the other line has one of them play with others; it may name fewer of them."""
        both = self.keys & other.keys
        return bool(both) and both not in (self.keys, other.keys)


def _group(
    path: str,
    table: ListTable,
    row: ListRow,
    by_name: Mapping[str, Sequence[Player]],
    player: Player,
) -> _Group:
    """Who plays together by a line of the list."""
    names = filter(None, map(str.strip, table.cell(row, "partner").split("/")))
    partners = tuple(_partner(path, row.line, by_name, player, name) for name in names)
    group = _Group(row.line, player, partners)
    if len(group.keys) > _MOST_MEMBERS:
        message = phrase("two or three players form a pair, not {count}", count=len(group.keys))
        raise FormatError(path, row.line, message)
    return group


def _describe_clash(group: _Group, other: _Group) -> str:
    return phrase(
        "{player} names {partners}, and {other} in line {line} names {others}; let partners name one another, or "
        "leave one of the cells empty",
        player=group.player.full_name,
        partners=joined(" / ", [each.full_name for each in group.partners]),
        other=other.player.full_name,
        line=other.line,
        others=joined(" / ", [each.full_name for each in other.partners]),
    )


def _partner(
    path: str, line: int, by_name: Mapping[str, Sequence[Player]], player: Player, name: str
) -> Player:
    """The player of the list who is named as a partner."""
    found = [
        other for other in by_name.get(folded(name.replace(",", " ")), ()) if other is not player
    ]
    if len(found) != 1:
        text = phrase(
            "the partner of {player} must be one other player of the list, not {name!r}; add a line for the partner, "
            "or leave the cell empty",
            player=player.full_name,
            name=name[:40],
        )
        raise FormatError(path, line, text)
    return found[0]
