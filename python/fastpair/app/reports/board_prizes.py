"""Board prizes and the results of individuals in a team event, for every interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import in_file
from ...go.board_prizes import board_prizes, individual_results
from ...go.tournament import RESERVES
from ..documents.encoding import encode
from ..documents.reports import BoardPrizesDocument, BoardPrizesPlayer
from ..draws.request import drawing_system
from .standings import ranked

if TYPE_CHECKING:
    from ...go.board_prizes import BoardPrizes
    from ..history.state import CongressState


def board_prizes_of(
    state: CongressState, after: int | None = None, *, together: bool = False
) -> BoardPrizes:
    """Who did best at each board of a team event.

    Parameters
    ----------
    after
        The last round whose games count; None for all up to the last one that is complete.
    together
        Whether all players are in one list, whatever their board and the number of their games.

    Raises
    ------
    RuleError
        If there is no such round, no teams play, or performances are to count in another game than chess; the
        message names the file.
    """
    with in_file(state.file):
        tournament = state.tournament
        tournament = ranked(tournament, drawing_system(state, tournament.rules.rounds))
        return (individual_results if together else board_prizes)(tournament, after)


def board_prizes_document(found: BoardPrizes) -> BoardPrizesDocument:
    """The results as a JSON document, by ``board_prizes.schema.json``."""
    return encode(
        BoardPrizesDocument,
        tournament=found.tournament,
        after=found.after,
        provisional=found.provisional,
        by=found.by,
        fewest=found.fewest,
        players=[
            encode(
                BoardPrizesPlayer,
                row,
                board=None if row.board == RESERVES else row.board,
                team=row.team.name,
                **{
                    name: getattr(row.player, name)
                    for name in ("key", "name", "first_name", "title", "rating")
                },
            )
            for row in found.rows
        ],
        remarks=[],
    )
