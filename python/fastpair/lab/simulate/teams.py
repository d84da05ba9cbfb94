"""Invented teams: who plays with whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ...go.tournament import Team, TeamPlay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Player, Tournament

__all__ = ["in_teams"]


def in_teams(tournament: Tournament, boards: int) -> Tournament:
    """The tournament in which so many players each are a team, but for those who are left over.

    Sorted by country, club and rating, players who follow each other are a team, the strongest at
    board 1: so teams are from a club or from neighbouring ones, and the first of a club is its best.

    Examples
    --------
    >>> from fastpair.go.tournament import Grade, Player, Tournament
    >>> players = [Player(key=k, name=k, first_name="", grade=Grade(0), club="Lyon") for k in "ab"]
    >>> in_teams(Tournament(players=tuple(players)), 2).team_play.teams[0].name
    'Lyon'
    """
    order = sorted(
        tournament.players, key=lambda player: (player.country, player.club, -player.rating)
    )
    names: Counter[str] = Counter()
    teams = []
    for number in range(len(order) // boards):
        members = order[number * boards : (number + 1) * boards]
        members.sort(key=lambda player: -player.rating)
        lineup = tuple(player.key for player in members)
        teams.append(Team(key=str(number + 1), name=_name(members, names), lineups=(lineup,)))
    return replace(tournament, team_play=TeamPlay(teams=tuple(teams), size=boards))


def _name(members: Sequence[Player], names: Counter[str]) -> str:
    """The club at board 1, and a number from the second of its teams on."""
    club = members[0].club or members[0].country
    names[club] += 1
    return club if names[club] == 1 else f"{club} {names[club]}"
