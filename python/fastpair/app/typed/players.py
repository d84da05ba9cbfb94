"""Players as a director types them."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...formats.names import folded

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from ...go.tournament import Player, Tournament

__all__ = ["find_player", "listed_twice"]

_CANDIDATES = 5


def listed_twice(players: Iterable[Player]) -> Iterator[tuple[Player, Player]]:
    """Who is listed, and who of those before is the same person.

    One person has one PIN of the EGF. Where one of two has none, the same name and club tell it.
    """
    named: dict[tuple[str, str], Player] = {}
    numbered: dict[str, Player] = {}
    for player in players:
        pin, mark = player.egf_pin, (folded(player.full_name), folded(player.club))
        twin = numbered.get(pin) if pin else None
        if twin is None and (namesake := named.get(mark)) and "" in {pin, namesake.egf_pin}:
            twin = namesake
        if twin is not None:
            yield player, twin
            continue
        named.setdefault(mark, player)
        if pin:
            numbered[pin] = player


def find_player(tournament: Tournament, typed: str) -> str:
    """The key of the player who is meant.

    A key, both names in either order, or a family name or first name that only one player has;
    case, accents, spaces and punctuation do not matter.

    Raises
    ------
    RuleError
        If nobody or more than one player is meant; names the nearest.
    """
    if typed in tournament.by_key:
        return typed
    wanted = folded(typed)
    for spellings in (_whole_names, _single_names):
        found = [
            player for player in tournament.players if wanted in map(folded, spellings(player))
        ]
        if len(found) == 1:
            return found[0].key
        if found:
            raise RuleError(f"player {typed!r} is ambiguous: {_listed(found)}")
    raise RuleError(f"no player {typed!r}{_nearest(tournament, wanted)}")


def _whole_names(player: Player) -> Iterator[str]:
    yield player.key
    yield player.name + player.first_name
    yield player.first_name + player.name


def _single_names(player: Player) -> Iterator[str]:
    yield player.name
    yield player.first_name


def _nearest(tournament: Tournament, wanted: str) -> str:
    by_name: dict[str, Player] = {}
    for player in tournament.players:
        for spelling in (*_whole_names(player), *_single_names(player)):
            by_name.setdefault(folded(spelling), player)
    names = get_close_matches(wanted, by_name, n=_CANDIDATES, cutoff=0.6)
    players = dict.fromkeys(by_name[name].key for name in names)
    if not players:
        return ""
    return f"; did you mean {_listed([tournament.by_key[key] for key in players])}?"


def _listed(players: Collection[Player]) -> str:
    names = [f"{player.full_name} ({player.key})" for player in players]
    more = [f"{len(names) - _CANDIDATES} more"] if len(names) > _CANDIDATES else []
    return ", ".join(names[:_CANDIDATES] + more)
