"""Teams: who sits at which board, and how all teams play."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.edits.snapshots import LineupSnapshot
from ...app.edits.teams import LINEUP_ORDERS, format_match_points
from ...app.forms.criteria import named_criteria, team_criteria_to_choose
from ...app.lookup import team_keyed, teams_of, teams_of_name
from ...errors import RuleError
from ...report.pages import player_rounds
from ...report.standings_pages import describe_criterion
from ...sentences import marked, phrase
from .captains import PUBLISH_LINEUPS, SET_DEADLINE, captains_panel
from .criteria import FREE_ROWS, recommended_lists, sent_criteria
from .navigation import Part
from .rendering import id_of
from .requests import handler
from .team_day import (
    day_acts,
    name_of_team,
    refuse_other_team,
    seen_before,
    shown_again,
    team_day_panel,
)
from .text import in_order_of_names, title_of_bye, translate, translate_count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...app.actions.action import ActionContext
    from ...go.tournament import Team, Tournament
    from .requests import PageRequest
    from .store import TournamentState


_USUAL_BOARDS, _EMPTY = 4, ("",) * 10
"""Boards that are offered for a first team, and a line-up of nobody."""


class _TeamLine(NamedTuple):
    """A team in the list."""

    id: str
    key: str
    name: str
    origin: str
    captain: str
    substitutes: str | None
    """Their names; None if no team has any."""
    boards: tuple[tuple[str, str, bool], ...]
    """Who sits at them in the round, with the grade, and whether they take part."""
    present: int
    seat: str
    """What the team has in the round."""
    reason: str
    """Why the team is not paired; empty if it is."""


def _team_rows(state: TournamentState, number: int) -> Mapping[str, _TeamLine]:
    tournament, play = state.tournament, state.tournament.team_play
    if play is None:
        return {}
    this_round = state.unit_tournament.round(number)
    seats = {
        key: translate("Table {table}", table=game.table)
        for game in this_round.games
        for key in game.players
    }
    seats |= dict.fromkeys(this_round.byes, title_of_bye(state.unit_tournament))
    waiting = {player.key for player in state.unit_tournament.to_pair(number)}
    rows = {}
    spare = {team.key: _substitutes(tournament, team, number) for team in play.teams}
    for team in play.teams:
        lineup = map(tournament.by_key.get, play.at_boards(team, number))
        boards = tuple(
            (player.full_name, str(player.grade), player.final and player.plays_in(number))
            if player
            else ("", "", False)
            for player in lineup
        )
        present = sum(there for _, _, there in boards)
        rows[id_of("p", team.key)] = _TeamLine(
            id=id_of("p", team.key),
            key=team.key,
            name=team.name,
            origin=" ".join(filter(None, (team.country, team.club))),
            captain=team.captain,
            substitutes=spare[team.key] if any(spare.values()) else None,
            boards=boards,
            present=present,
            seat=seats.get(team.key, ""),
            reason=""
            if team.key in seats or team.key in waiting or not tournament.draws_teams
            else _reason(present, play.needed, play.size),
        )
    return rows


def _substitutes(tournament: Tournament, team: Team, number: int) -> str:
    """The names of the players of a team who have no board in a round."""
    assert tournament.team_play is not None
    seated = tournament.team_play.at_boards(team, number)
    names = (tournament.name_of(key) for key in team.players_in_order if key not in seated)
    return translate(", ").join(names)


def _reason(present: int, needed: int, boards: int) -> str:
    """Why a team is not paired."""
    if present < needed:
        return translate_count(
            "Not paired: {present} of {boards} present, at least {count} player is needed",
            "Not paired: {present} of {boards} present, at least {count} players are needed",
            needed,
            present=present,
            boards=boards,
        )
    return translate("Not paired in this round")


def _team_head(request: PageRequest) -> Mapping[str, Any]:
    tournament, play = request.tournament, request.tournament.team_play
    teams = teams_of(tournament)
    seated = play.seats(request.number) if play else {}
    team_names = {key: team.name for team in teams for key in team.members}
    return {
        "play": play,
        "points": format_match_points(play) if play else "",
        "order": [_title(describe_criterion(each, translate)) for each in play.placement]
        if play
        else [],
        "substitutes": any(_substitutes(tournament, team, request.number) for team in teams),
        "teams": len(teams),
        "not_paired": [
            row for row in _team_rows(request.state, request.number).values() if row.reason
        ],
        "without": [
            f"{player.full_name} ({team_names[player.key]})"
            if player.key in team_names
            else player.full_name
            for player in in_order_of_names(tournament.players)
            if player.key not in seated
        ],
    }


def _title(text: str) -> str:
    """A text with a capital letter."""
    return text[:1].upper() + text[1:]


def _refuse_taken(_: PageRequest, values: Mapping[str, Any], context: ActionContext) -> None:
    """Refuse to make a team that is there already."""
    name = values["name"]
    if teams_of_name(context.state.tournament, name):
        raise RuleError(
            phrase("another team has the name {name!r}; choose a different one", name=name)
        )


def _lines(request: PageRequest) -> list[str]:
    """The line-up, from a field for each board or one with a line for each."""
    seats = [name for name in request.fields if name.startswith("board")]
    if not seats:
        return [line.strip() for line in request.text("players").splitlines() if line.strip()]
    players = [request.fields[name].strip() or "-" for name in seats]
    while players and players[-1] == "-":
        players.pop()
    if not players:
        raise RuleError(phrase("enter a player for at least one board"))
    return players


def _name_entered(request: PageRequest) -> str:
    """The name of a new team."""
    return request.text("team")


_of_team = partial(handler, "team", name=name_of_team, check=refuse_other_team)
"""A handler of a form about one team."""


def _team_panel(request: PageRequest) -> Mapping[str, Any]:
    """A team, to be changed."""
    tournament = request.tournament
    team = team_keyed(tournament, request.text("team"))
    play = tournament.team_play
    assert play is not None
    names = {key: tournament.name_of(key) for key in team.members}
    lineup = team.lineup(request.number)
    return {
        "team": team,
        "expect": LineupSnapshot.of(tournament, team, request.number, whole=True).stated(
            request.state
        ),
        "lineups": [
            (since, [names.get(key, "-") for key in lineup[: play.size]])
            for since, lineup in team.lineup_changes.items()
        ],
        "lines": [
            names.get(key, "") for key in (*lineup, *_EMPTY)[: max(play.size, len(lineup)) + 1]
        ],
        "boards": play.size,
        "games": [*player_rounds(request.unit_tournament, team.key)]
        if team.key in request.unit_tournament.by_key
        else [],
        "by_key": request.unit_tournament.by_key,
        "unit": request.unit_tournament.by_key.get(team.key),
    }


def _new_panel(request: PageRequest) -> Mapping[str, Any]:
    """A form for a new team."""
    play = request.tournament.team_play
    late = bool(request.tournament.last_paired)
    return {"boards": play.size if play else _USUAL_BOARDS, "play": play, "late": late}


def _rules_panel(request: PageRequest) -> Mapping[str, Any]:
    """A form for how all teams play."""
    tournament = request.tournament
    play, known = tournament.team_play, team_criteria_to_choose(tournament)
    order = play.placement if play else ()
    titles = [describe_criterion(criterion, translate) for criterion in order]
    return {
        "play": play,
        "points": format_match_points(play) if play else "",
        "orders": {name: translate(label) for name, label in LINEUP_ORDERS.items()},
        "rated_by_fide": tournament.event_kind.rated_by_fide,
        "order": [
            *zip(named_criteria(tournament, order), titles, strict=True),
            *[("", "")] * FREE_ROWS,
        ],
        "known": [
            (name, describe_criterion(criterion, translate)) for name, criterion in known.items()
        ],
        "recommended": recommended_lists(request, teams=True),
    }


def _criteria(request: PageRequest) -> str | None:
    """The order of the standings: the rows that were sent, or a list that was chosen."""
    return ", ".join(sent_criteria(request.fields)) or request.fields.get("criteria")


def _board_prizes(request: PageRequest) -> str:
    """How board prizes are decided, as it is typed."""
    names = ("prizes_by", "prizes_at", "prizes_games")
    return ",".join(filter(None, (request.text(name).strip() for name in names)))


TEAMS = Part(
    name="teams",
    phase="players",
    title=marked("Teams"),
    heading=marked("Players"),
    rows=_team_rows,
    head=_team_head,
    acts={
        "add": handler("team", name=_name_entered, players=_lines, check=_refuse_taken),
        "lineup": shown_again(_of_team(players=_lines, expect=seen_before), "team", _team_panel),
        "change": _of_team(),
        "delete": _of_team(delete=True),
        "rules": handler("team", criteria=_criteria),
        **day_acts(_lines),
        "prizes": handler("team", board_prizes=_board_prizes),
        "captains": SET_DEADLINE,
        "publish": PUBLISH_LINEUPS,
    },
    opens={"team": "teams/team"},
    panels={
        "team": _team_panel,
        "teamday": team_day_panel,
        "captains": captains_panel,
        "addteam": _new_panel,
        "teamrules": _rules_panel,
    },
)
"""The teams."""
