"""Who plays in which team, and at which board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.edits.teams import (
    lineup_set,
    name_taken,
    team_deleted,
    team_from,
    team_keyed,
    team_renamed,
    teams_placed,
    teams_ruled,
)
from ...errors import RuleError
from ...report.pages import in_order_of_names
from ...sentences import marked, phrase
from .parts import Part, id_of
from .spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...app.edits.locked_file import Edit, LockedFile
    from .asking import Asked
    from .held import State, Told


class _Line(NamedTuple):
    """A team in the list."""

    id: str
    key: str
    name: str
    origin: str
    boards: tuple[tuple[str, bool], ...]
    """Who sits at them in the round, and whether he takes part."""
    seat: str
    """What the team has in the round."""


def _rows(state: State, number: int) -> Mapping[str, _Line]:
    tournament, play = state.tournament, state.tournament.team_play
    played = state.drawn.round(number)
    seats = {
        key: spoken("tables from {table}", table=game.table)
        for game in played.games
        for key in game.players
    }
    seats |= dict.fromkeys(played.byes, spoken("bye"))
    waiting = {player.key for player in state.drawn.to_pair(number)}
    rows, boards = {}, play.size if play else 0
    for team in play.teams if play else ():
        lineup = [tournament.by_key.get(key) for key in team.lineup(number)[:boards]]
        rows[id_of("p", team.key)] = _Line(
            id=id_of("p", team.key),
            key=team.key,
            name=team.name,
            origin=" ".join(filter(None, (team.country, team.club))),
            boards=tuple(
                (player.full_name, player.final and player.plays_in(number))
                if player
                else (spoken("nobody"), False)
                for player in lineup
            ),
            seat=seats.get(
                team.key, spoken("waits") if team.key in waiting else spoken("not drawn")
            ),
        )
    return rows


def _head(asked: Asked) -> Mapping[str, Any]:
    tournament, play = asked.state.tournament, asked.state.tournament.team_play
    teams = play.teams if play else ()
    seated = play.seats(asked.number) if play else {}
    return {
        "play": play,
        "teams": len(teams),
        "drawn": tournament.draws_teams,
        "games": bool(tournament.games),
        "without": [p for p in in_order_of_names(tournament.players) if p.key not in seated],
    }


def _lineup(asked: Asked) -> Told:
    """Say who sits at the boards of a team from a round on; a team that is not there yet is made."""
    typed, since = asked.typed("team"), asked.fields.get("since", "").strip()
    players = [line.strip() for line in asked.typed("players").splitlines() if line.strip()]
    number = asked.whole("since") if since else None
    fresh = "new" in asked.fields

    def work(held: LockedFile) -> Edit:
        if not fresh:
            return lineup_set(held.tournament, team_keyed(held.tournament, typed), players, number)
        if name_taken(held.tournament, typed):
            raise RuleError(
                phrase("expected a name that no other team has, got {name!r}", name=typed)
            )
        return lineup_set(held.tournament, typed, players, number)

    act = asked.act("team", typed, *players, *(["--from", since] if since else []))
    return asked.desk.held.change(act, work)


def _rename(asked: Asked) -> Told:
    key, name = asked.typed("team"), asked.typed("name")
    act = asked.act("team", key, "--rename", name)
    return asked.desk.held.change(
        act, lambda held: team_renamed(held.tournament, team_keyed(held.tournament, key), name)
    )


def _origin(asked: Asked) -> Told:
    key = asked.typed("team")
    country, club = (asked.fields.get(name, "").strip() for name in ("country", "club"))
    act = asked.act("team", key, "--country", country, "--club", club)
    return asked.desk.held.change(
        act,
        lambda held: team_from(held.tournament, team_keyed(held.tournament, key), country, club),
    )


def _delete(asked: Asked) -> Told:
    key = asked.typed("team")
    act = asked.act("team", key, "--delete")
    return asked.desk.held.change(
        act, lambda held: team_deleted(held.tournament, team_keyed(held.tournament, key))
    )


def _rules(asked: Asked) -> Told:
    """Say how all teams play."""
    size, fewest = asked.whole("size"), asked.whole("fewest")
    summed = "summed" in asked.fields
    start = "--summed" if summed else "--mean"
    act = asked.act("team", "--boards", str(size), "--fewest", str(fewest), start)
    return asked.desk.held.change(
        act, lambda held: teams_ruled(held.tournament, size=size, fewest=fewest, summed=summed)
    )


def _placed(asked: Asked) -> Told:
    """Say by what the teams are placed."""
    criteria = asked.typed("criteria")
    act = asked.act("team", "--criteria", criteria)
    return asked.desk.held.change(act, lambda held: teams_placed(held.tournament, criteria))


def _panel(asked: Asked) -> Mapping[str, Any]:
    """A team, to be changed."""
    tournament = asked.state.tournament
    team = team_keyed(tournament, asked.typed("team"))
    play = tournament.team_play
    assert play is not None
    names = {key: tournament.by_key[key].full_name for key in team.members}
    return {
        "team": team,
        "lineups": [
            (since, [names.get(key, "-") for key in lineup[: play.size]])
            for since, lineup in enumerate(team.lineups, start=1)
            if since == 1 or lineup != team.lineup(since - 1)
        ],
        "lines": [names.get(key, "-") for key in team.lineup(asked.number)[: play.size]],
        "games": [g for g in asked.state.drawn.games if team.key in g.players],
        "by_key": asked.state.drawn.by_key,
        "unit": asked.state.drawn.by_key.get(team.key),
    }


TEAMS = Part(
    name="teams",
    title=marked("Teams"),
    shown=lambda state: state.tournament.team_play is not None,
    rows=_rows,
    head=_head,
    acts={
        "lineup": _lineup,
        "rename": _rename,
        "origin": _origin,
        "delete": _delete,
        "rules": _rules,
        "placed": _placed,
    },
    panels={"team": _panel},
)
"""The teams."""
