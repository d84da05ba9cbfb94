"""The day of a team: its line-up in a round, whether it takes part, and points that the arbiter adjusts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.edits.lineups import TeamDay, boards_of_teams
from ...app.edits.snapshots import ChangedMeanwhileError, GameSnapshot, LineupSnapshot
from ...app.lookup import team_keyed, team_text
from ...report.pages import match_heading, points_for_teams, result_of_game
from .requests import chosen_round, handler, only_this_round, refuse_renamed, this_round
from .store import Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ...app.actions.action import ActionContext
    from ...app.history.state import CongressState
    from .requests import Handler, PageRequest


def name_of_team(request: PageRequest) -> str:
    """The name of the team of the form."""
    return team_text(request.tournament, request.text("team"))


def refuse_other_team(request: PageRequest, _: Mapping[str, Any], context: ActionContext) -> None:
    """Refuse to change another team than that of the form."""
    refuse_renamed(request, request.text("team"), context)


def _only_it(request: PageRequest) -> list[str]:
    return [name_of_team(request)]


def _board_result(request: PageRequest) -> list[str]:
    return [request.text("table").partition(";")[0], request.text("result")]


def _board_seen(request: PageRequest) -> list[str]:
    """The game of the board that was chosen, as the form has shown it."""
    return [text] if ";" in (text := request.text("table")) else []


def seen_before(request: PageRequest) -> str:
    """The line-up that the form has shown; empty if that is not known."""
    return request.optional("expect")


def shown_again(
    act: Handler, name: str, panel: Callable[[PageRequest], Mapping[str, Any]]
) -> Callable[[PageRequest], Reply]:
    """An act whose panel shows what there is if that is not what it has shown."""

    def enter(request: PageRequest) -> Reply:
        try:
            return act(request)
        except ChangedMeanwhileError as error:
            now = replace(request, state=request.server.store.state())
            return Reply(refusal=error.message, panel=(name, panel(now)))

    return enter


def day_acts(lines: Any) -> dict[str, Callable[[PageRequest], Reply]]:  # noqa: ANN401 - a function of the request
    """What the panel of a team's round does.

    Parameters
    ----------
    lines
        Takes the players of a line-up from the form.
    """
    act = partial(handler, check=refuse_other_team)
    set_lineup = partial(act, "lineup", team=name_of_team, rounds=this_round, expect=seen_before)
    return {
        "round": shown_again(set_lineup(players=lines), "teamday", team_day_panel),
        "present": shown_again(set_lineup(players=None), "teamday", team_day_panel),
        "away": act("absent", players=_only_it, rounds=only_this_round),
        "here": act("present", players=_only_it, rounds=only_this_round),
        "withdraw": act("withdraw", players=_only_it, since=chosen_round),
        "adjust": act("adjust", team=name_of_team, rounds=chosen_round),
    }


def team_day_panel(request: PageRequest) -> Mapping[str, Any]:
    """A team in a round: who plays, whether it takes part, and points that are added or deducted."""
    tournament, number = request.tournament, request.number
    team = team_keyed(tournament, request.text("team"))
    day = TeamDay.of(tournament, team, number)
    unit = request.unit_tournament.by_key.get(team.key)
    return {
        "team": team,
        "expect": LineupSnapshot.of(tournament, team, number).stated(request.state),
        "lines": [tournament.name_of(key) if key else "" for key in day.lineup],
        "match": match_heading(tournament, day.match) if day.match else "",
        "closed": bool(day.match and day.match.begun),
        "doubts": day.doubts,
        "away": [
            tournament.name_of(key)
            for key in team.players_in_order
            if not tournament.by_key[key].plays_in(number)
        ],
        "there": unit is not None and unit.plays_in(number),
        "adjustment": team.adjustment(number),
        "adjustments": day.adjustments,
    }


class _Board(NamedTuple):
    """A board that can count otherwise for the teams."""

    game: str
    """See `GameSnapshot`."""
    label: str


def for_teams_panel(request: PageRequest) -> Mapping[str, Any]:
    """A form for what a board counts for the teams, apart from its game."""
    return {"boards": [*_boards(request.state, request.number)]}


_enter_for_teams = handler(
    "result",
    results=_board_result,
    rounds=this_round,
    match=None,
    for_teams=True,
    expect=_board_seen,
)

enter_for_teams = shown_again(_enter_for_teams, "forteams", for_teams_panel)
"""Enters what a board counts for the teams."""


def _boards(state: CongressState, number: int) -> Iterator[_Board]:
    """The boards of all matches of a round whose boards are known."""
    tournament = state.tournament
    for game in boards_of_teams(tournament, number):
        players = " – ".join(tournament.name_of(key) for key in game.players)
        ends = (result_of_game(game), _in_brackets(points_for_teams(game)))
        label = " ".join(filter(None, (f"{game.table}: {players}", *ends)))
        yield _Board(str(GameSnapshot.of(state, game, for_teams=True)), label)


def _in_brackets(text: str) -> str:
    return f"[{text}]" if text else ""
