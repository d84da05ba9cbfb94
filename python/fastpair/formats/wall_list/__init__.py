"""Wall lists: one line per player, and in it one game per round against the player of a line.

The result files of the EGF and of the French federation are wall lists [FORMATS 2, 3].
"""

from .games import Fault, RoundsWithoutGame, faults_of, games_of, rounds_without_game
from .players import MISSING, grade_of, keys_of, parts_of_name, without_blanks
from .seats import Seat, parse_seat, seats_of
from .standings import Ranked, players_with_a_line, ranked

__all__ = [
    "MISSING",
    "Fault",
    "Ranked",
    "RoundsWithoutGame",
    "Seat",
    "faults_of",
    "games_of",
    "grade_of",
    "keys_of",
    "parse_seat",
    "parts_of_name",
    "players_with_a_line",
    "ranked",
    "rounds_without_game",
    "seats_of",
    "without_blanks",
]
