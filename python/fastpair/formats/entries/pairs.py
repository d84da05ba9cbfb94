"""Pairs in a list of entries: the column Partner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import FormatError
from ...letters import folded
from ...sentences import phrase
from .names import both_spellings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...go.tournament import Player
    from .table import ListTable

_MOST_MEMBERS = 3


def read_pairs(
    path: str, table: ListTable, players: Sequence[Player]
) -> tuple[tuple[str, ...], ...]:
    r"""The keys of players who play each game together, as in pair go, in the order of the list.

    A partner is another player of the list; one of the two lines may name the other one, or both do. Of three players
    two may stand in a cell with a stroke between them.

    Parameters
    ----------
    players
        Those of the table, a row each.

    Raises
    ------
    FormatError
        If a partner is nobody of the list, or several are meant, or more than three players belong together.

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
    together = {player.key: {player.key} for player in players}
    for player, row in zip(players, table.rows, strict=True) if by_name else ():
        for name in filter(None, map(str.strip, table.cell(row, "partner").split("/"))):
            other = _partner(path, row.line, by_name, player, name)
            group = together[player.key] | together[other]
            together |= dict.fromkeys(group, group)
            if len(group) > _MOST_MEMBERS:
                message = phrase("two or three players form a pair, not {count}", count=len(group))
                raise FormatError(path, row.line, message)
    return tuple(_groups(players, together))


def _partner(
    path: str, line: int, by_name: Mapping[str, Sequence[Player]], player: Player, name: str
) -> str:
    """The key of the player of the list who is named as a partner."""
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
    return found[0].key


def _groups(
    players: Sequence[Player], together: Mapping[str, set[str]]
) -> Iterator[tuple[str, ...]]:
    """Those who belong together, each group once."""
    seen: set[str] = set()
    for player in players:
        group = together[player.key]
        if len(group) > 1 and player.key not in seen:
            seen |= group
            yield tuple(each.key for each in players if each.key in group)
