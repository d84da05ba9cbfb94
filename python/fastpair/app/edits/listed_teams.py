"""Teams of a list of entries, which enter with their players."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...formats.characters import folded
from ...go.tournament import Team, TeamPlay
from ...sentences import phrase, phrase_many
from .locked_file import Edit
from .teams import lineup_set, next_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Player, Tournament


_NOBODY = "-"
"""An empty board, as it is typed."""


def teams_entered(tournament: Tournament, listed: Tournament) -> Edit:
    r"""The tournament with the teams of a list whose players are in it.

    A team that is there already stays as it is. Without any teams, matches have as many boards as
    in the list; players beyond that sit at no board.

    Raises
    ------
    RuleError
        If a player plays in another team.

    Examples
    --------
    >>> from fastpair.formats.entries.document import read
    >>> listed = read("list.csv", b"Name;Rank;Team\nAdler;1d;Lyon\nKunz;2d;Lyon\n").tournament
    >>> teams_entered(replace(listed, team_play=None), listed).said
    '1 team'
    """
    play, taken = listed.team_play, tournament.team_play
    if play is None or not play.teams:
        return Edit(tournament=tournament, said="")
    entered = taken or TeamPlay(size=play.size, placement=play.placement)
    known = {team.name.casefold() for team in entered.teams}
    keys = _keys(tournament, listed)
    told: list[str] = []
    for team in play.teams:
        if team.name.casefold() in known:
            told.append(phrase("{team} is there already, and stays as it is", team=team.name))
            continue
        lineup = [keys.get(key, _NOBODY) for key in team.lineup(1)]
        done = _entered(tournament, entered, team.name, lineup[: entered.size])
        tournament, entered = done.tournament, done.tournament.team_play or entered
        told += done.told
        told += [
            phrase(
                "{name} is a substitute of {team}, without a board",
                name=tournament.by_key[key].full_name,
                team=team.name,
            )
            for key in lineup[entered.size :]
            if key != _NOBODY
        ]
    said = phrase_many("{count} team", "{count} teams", len(entered.teams) - len(known))
    return Edit(tournament=tournament, said=said, told=tuple(told))


def _entered(tournament: Tournament, play: TeamPlay, name: str, lineup: Sequence[str]) -> Edit:
    """A team more, whose name may be the key of another one."""
    fresh = Team(key=next_key(play), name=name)
    before = replace(tournament, team_play=replace(play, teams=(*play.teams, fresh)))
    return lineup_set(before, fresh, lineup, since=tournament.last_round + 1)


def _keys(tournament: Tournament, listed: Tournament) -> dict[str, str]:
    """The keys in the tournament of the players of a list, who may be known by another name or key."""
    named = {folded(player.full_name): player.key for player in tournament.players}
    numbered = {player.egf_pin: player.key for player in tournament.players if player.egf_pin}

    def key(player: Player) -> str:
        if player.key in tournament.by_key:
            return player.key
        return named.get(folded(player.full_name)) or numbered[player.egf_pin]

    return {player.key: key(player) for player in listed.players}
