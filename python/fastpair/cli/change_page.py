"""What a draw keeps of known boards, and what depends on missing results, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..report.sheet import Column
from .screen import show_table, write, write_folded

if TYPE_CHECKING:
    from ..director.changed_boards import Kept
    from ..director.missing_results import Foresight
    from ..systems import Offer
    from ..tournament import Tournament

__all__ = ["show_foresight", "show_kept"]


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


def show_foresight(before: Tournament, foresight: Foresight) -> None:
    """Show whether the draw is right in all outcomes, what depends on which result, and all outcomes."""
    write()
    for line in foresight.told(before):
        write_folded(line, indent=0)
    write()
    columns = [
        Column("Outcome"),
        Column("Other boards", right=True),
        Column("Weight lost", right=True),
        Column("Bye by the rule", name=True),
    ]
    show_table(columns, list(foresight.rows(before)))
