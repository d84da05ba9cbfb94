"""Matches of teams, the tournament that they are, and its standings."""

from .matches import Match, boards_met, has_begun, matches_of
from .standings import TeamRow, TeamStandings, team_standings
from .units import of_teams

__all__ = [
    "Match",
    "TeamRow",
    "TeamStandings",
    "boards_met",
    "has_begun",
    "matches_of",
    "of_teams",
    "team_standings",
]
