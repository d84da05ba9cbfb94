"""Matches of teams, the tournament that they are, and its standings; pairs that play as one player."""

from .matches import Match, boards_met, matches_of
from .pairs import pair_of, refuse_pairs, split_pair
from .standings import TeamRow, TeamStandings, team_standings
from .units import of_teams, units, waiting_in_teams, with_team_bye

__all__ = [
    "Match",
    "TeamRow",
    "TeamStandings",
    "boards_met",
    "matches_of",
    "of_teams",
    "pair_of",
    "refuse_pairs",
    "split_pair",
    "team_standings",
    "units",
    "waiting_in_teams",
    "with_team_bye",
]
