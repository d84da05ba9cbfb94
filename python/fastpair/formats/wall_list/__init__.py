"""Wall lists: one line per player, and in it one game per round against the player of a line.

The result files of the EGF and of the French federation are wall lists [FORMATS 2, 3].
"""

from .games import MOST_STONES, Fault, RoundsWithoutGame, faults_of, games_of, more_stones
from .lines import Expected, PlayerLine, WallList, lines_to_write, parse, players_of
from .players import MISSING, grade_of, name_within, without_blanks
from .seats import NO_GAME, NO_GAME_WORDS, Seat, parse_seat
from .standings import Ranked, players_with_a_line, ranked

__all__ = [
    "MISSING",
    "MOST_STONES",
    "NO_GAME",
    "NO_GAME_WORDS",
    "Expected",
    "Fault",
    "PlayerLine",
    "Ranked",
    "RoundsWithoutGame",
    "Seat",
    "WallList",
    "faults_of",
    "games_of",
    "grade_of",
    "lines_to_write",
    "more_stones",
    "name_within",
    "parse",
    "parse_seat",
    "players_of",
    "players_with_a_line",
    "ranked",
    "without_blanks",
]
