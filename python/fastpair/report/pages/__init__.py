"""The pages that hang on the wall: what each of them says, as sheets."""

from .pairings import pairings_by_board, pairings_by_name, pairings_by_room
from .slips import Slip, slips

__all__ = ["Slip", "pairings_by_board", "pairings_by_name", "pairings_by_room", "slips"]
