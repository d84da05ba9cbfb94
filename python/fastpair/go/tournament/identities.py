"""What tells the players of a tournament apart: their keys, and their numbers in the pairing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from .game import Bye, Game
from .player import Player

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .tournament import Tournament

_Item = TypeVar("_Item", Player, Game, Bye)


def with_keys(tournament: Tournament, keys: Mapping[str, str]) -> Tournament:
    """The same tournament with other keys of players, in its games, byes and teams too.

    Parameters
    ----------
    keys
        The new keys by the old ones; whoever is missing keeps his own.
    """
    renamed = {old: new for old, new in keys.items() if old != new}
    if not renamed:
        return tournament

    def with_new_keys(item: _Item, *names: str) -> _Item:
        fresh: dict[str, Any] = {
            name: renamed[key] for name in names if (key := getattr(item, name)) in renamed
        }
        return replace(item, **fresh) if fresh else item

    return replace(
        tournament,
        players=tuple(with_new_keys(player, "key") for player in tournament.players),
        games=tuple(with_new_keys(game, "white", "black") for game in tournament.games),
        byes=tuple(with_new_keys(bye, "player") for bye in tournament.byes),
        team_play=tournament.team_play and tournament.team_play.with_keys(renamed),
    )


def numbered_anew(tournament: Tournament) -> Tournament:
    """The tournament whose pairing numbers go by what is known of players and teams now."""
    play = tournament.team_play
    teams = play.teams if play else ()
    if not any([p.numbered_as for p in tournament.players] + [t.numbered_as for t in teams]):
        return tournament
    teams = tuple(replace(team, numbered_as=None) for team in teams)
    players = tuple(replace(player, numbered_as=None) for player in tournament.players)
    return replace(tournament, players=players, team_play=play and replace(play, teams=teams))
