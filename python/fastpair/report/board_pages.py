"""Lists of the players of a team event: board prizes, and all in one list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..go.tournament import RESERVES
from ..sentences import marked
from .sheet import Column, Sheet, format_number, player_cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..go.board_prizes import BoardPrizes, BoardResult
    from .pages import Translate

_DECIDES = {
    "performance": marked("The performance decides."),
    "percentage": marked("The percentage decides."),
    "points": marked("The points decide."),
}


def board_prizes_sheet(found: BoardPrizes, _: Translate, *, together: bool = False) -> Sheet:
    """Who did best at each board.

    Parameters
    ----------
    together
        Whether all boards are in one list.
    """
    heading = (
        _("Players after round {round}") if together else _("Board prizes after round {round}")
    )
    place = Column(_("Place"), right=True, short=_("Pl"), essential=True)
    board = Column(_("Board"), right=True, essential=True)
    return Sheet(
        title=found.tournament,
        heading=heading.format(round=found.after),
        columns=(
            *((place, board) if together else (board, place)),
            Column(_("Title"), spare=True),
            Column(_("Player"), name=True),
            Column(_("Team")),
            Column(_("Rating"), right=True, spare=True),
            Column(_("Games"), right=True, spare=True),
            *(
                Column(
                    title,
                    right=True,
                    short=short,
                    spare=name != found.by,
                    essential=name == found.by,
                )
                for name, title, short in (
                    ("points", _("Points"), ""),
                    ("percentage", "%", ""),
                    ("performance", _("Performance"), _("Perf")),
                )
            ),
        ),
        rows=tuple(_row(row, _, together=together) for row in found.rows),
        notes=tuple(_notes(found, _, together=together)),
    )


def _row(row: BoardResult, _: Translate, *, together: bool) -> tuple[str, ...]:
    place = "–" if row.place is None else str(row.place)
    board = _("Substitute") if row.board == RESERVES else str(row.board)
    return (
        *((place, board) if together else (board, place)),
        row.player.title,
        player_cell(row.player.full_name, row.player.key),
        row.team.name,
        row.player.rating_in_words,
        str(row.games),
        format_number(row.points),
        f"{row.percentage:.1f}" if row.games else "–",
        "–" if row.performance is None else str(row.performance),
    )


def _notes(found: BoardPrizes, _: Translate, *, together: bool) -> Iterator[str]:
    yield _(_DECIDES[found.by])
    if not together:
        text = (
            _("Least number of games at the board for a place: {count}.")
            if found.by == "performance"
            else _("Least number of games for a place: {count}.")
        )
        yield text.format(count=found.fewest)
    yield _("Forfeits count as games, and not for the performance.")
