"""The pages that hang on the wall: what each of them says, as sheets."""

from .pairings import as_draft, pairings_by_board, pairings_by_name, pairings_by_room, with_rooms
from .slips import Slip, slips
from .standings import no_prizes_sheet, prizes_sheet, standings_sheet, team_sheet, wall_list

__all__ = [
    "Slip",
    "as_draft",
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
