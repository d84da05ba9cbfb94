"""The history of a tournament of teams, told of their matches as it is told of games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...go.teams import of_teams
from .facts import Change
from .publication import Publication, publishes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...go.tournament import Team, Tournament
    from .history_line import Entry
    from .timeline import Timeline


def of_matches(timeline: Timeline, tournament: Tournament) -> Timeline:
    """The history whose games are the matches of the teams; that of players is returned as it is.

    A match is made and taken back with its first board. What else is said of boards and players is
    left out.
    """
    play = tournament.team_play
    if play is None or not tournament.draws_teams:
        return timeline
    return replace(
        timeline,
        entries=tuple(_of_matches(entry, tournament, play.teams) for entry in timeline.entries),
    )


def _of_matches(entry: Entry, tournament: Tournament, teams: tuple[Team, ...]) -> Entry:
    draw = entry.draw
    if publishes(entry):
        shown = Publication.made_by(entry)
        known = [board for board in shown.boards if tournament.by_key.keys() >= {*board.players}]
        boards = tournament.replace_round(shown.round_number, known, ())
        matches = of_teams(boards if boards.draws_teams else tournament.before(shown.round_number))
        draw = Publication.of(matches.round(shown.round_number), shown.state).held
    return replace(entry, changes=tuple(_changes(entry, teams)), draw=draw)


def _changes(entry: Entry, teams: tuple[Team, ...]) -> Iterator[Change]:
    for subject, before, after in entry.changes:
        if subject[0] != "game" or (before is None) == (after is None):
            continue
        number = int(subject[1])
        first = {lineup[0]: team.key for team in teams if (lineup := team.lineup(number))}
        pair = sorted(first[key] for key in map(str, subject[2:]) if key in first)
        if len(pair) == 2:  # both sit at a first board

            def told(value: dict[str, Any] | None) -> dict[str, Any] | None:
                return value and {"table": value["table"], "white": first[value["white"]]}  # noqa: B023

            yield Change(("game", number, *pair), told(before), told(after))
