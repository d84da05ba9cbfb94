"""The pages that hang on the wall: what each of them says, as sheets."""

from .pairings import as_draft, pairings_by_board, pairings_by_name, pairings_by_room, with_rooms
from .slips import MatchSlip, Slip, board_slips, slips
from .standings import no_prizes_sheet, prizes_sheet, standings_sheet, team_sheet, wall_list

__all__ = [
    "MatchSlip",
    "Slip",
    "as_draft",
    "board_slips",
    "no_prizes_sheet",
    "pairings_by_board",
    "pairings_by_name",
    "pairings_by_room",
    "prizes_sheet",
    "slips",
    "standings_sheet",
    "team_sheet",
    "wall_list",
    "with_rooms",
]
