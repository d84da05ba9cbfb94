"""Players who come when a round is drawn already."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..typed.players import find_player
from .attendance import present
from .boards import paired
from .entries import Terms
from .locked_file import Edit
from .registration import registered_as

if TYPE_CHECKING:
    from ...go.tournament import Tournament
    from .boards import Seating


def waits_for(tournament: Tournament, number: int, key: str) -> str | None:
    """Whom somebody who comes late can play: who waits for a game, or else who has the bye.

    Parameters
    ----------
    number
        The round.
    key
        Of the player who comes late.

    Returns
    -------
    str | None
        The key of the other player; None if everybody else has a game.
    """
    waiting = (player.key for player in tournament.to_pair(number))
    found = (other for other in (*waiting, *tournament.round(number).byes) if other != key)
    return next(found, None)


def arrived(
    tournament: Tournament,
    number: int,
    typed: str,
    seat: Seating,
    taken: frozenset[int] = frozenset(),
) -> Edit:
    """Let a player who comes late take part in a round, and play whoever waits or has the bye.

    A preliminary registration is confirmed from this round on.

    Parameters
    ----------
    number
        The round.
    typed
        The player.
    seat
        Gives colours and handicap.
    taken
        Tables at which the game may not be.

    Raises
    ------
    RuleError
        If the player is not found, or has a game.
    """
    key = find_player(tournament, typed)
    there = Edit(tournament=tournament, said="")
    if not tournament.by_key[key].final:
        there = registered_as(tournament, True, [key], Terms(since=number))
    there = there.then(lambda now: present(now, [key], [number]))
    other = waits_for(there.tournament, number, key)
    if other is None:
        return there
    return replace(there, warned=()).then(
        lambda now: paired(now, number, (key, other), seat, taken)
    )
