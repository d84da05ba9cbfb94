"""What a draw keeps of the boards that players know, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..report.sheet import Column
from .screen import show_table, write, write_folded

if TYPE_CHECKING:
    from ..director.changed_boards import Kept
    from ..systems import Offer
    from ..tournament import Tournament

__all__ = ["show_kept"]


def show_kept(before: Tournament, kept: Kept) -> None:
    """Show what changes, what that costs, and the other draws if they were asked for."""
    write()
    for line in kept.told(before):
        write_folded(line.strip(), indent=2 if line.startswith(" ") else 0)
    if kept.offers:
        write()
        columns = [
            Column("Draw", right=True),
            Column("Boards changed", right=True),
            Column("Weight lost", right=True),
            Column("Bye", name=True),
        ]
        units = kept.best.units
        rows = [_row(before, k, offer, units) for k, offer in enumerate(kept.offers, start=1)]
        show_table(columns, rows)


def _row(before: Tournament, number: int, offer: Offer, units: int) -> list[str]:
    lost = f"{offer.lighter:,}" if units == 1 else f"{offer.lighter / units:,.6g}"
    bye = "" if offer.bye is None else before.by_key[offer.bye].full_name
    return [str(number), str(offer.changed), lost, bye]
