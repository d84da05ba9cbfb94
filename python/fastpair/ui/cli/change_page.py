"""What a draw keeps of known boards, and what depends on missing results, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...app.draws.drawback_words import drawbacks_told
from ...insight.explain.words import amount
from ...report.sheet import Column
from .screen import show_table, write, write_folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...app.draws.changed_boards import Kept, Offered
    from ...app.draws.missing_results import Foresight
    from ...go.tournament import Tournament


def show_kept(before: Tournament, kept: Kept) -> None:
    """Show what changes, what that costs, and the other draws if they were asked for."""
    write()
    for line in kept.told(before):
        write_folded(line.strip(), indent=2 if line.startswith(" ") else 0)
    if kept.cost:
        write_folded(kept.weights, indent=0)
    if kept.offered:
        write()
        columns = [
            Column("Draw", right=True),
            Column("Boards changed", right=True),
            Column("Weight lost", right=True),
            Column("Bye", name=True),
            Column("Games"),
        ]
        shown = list(_halving(kept.offered))
        show_table(columns, [_row(before, k, kept.offered[k], kept.best.units) for k in shown])
        if len(shown) < len(kept.offered):
            write(f"{len(shown)} of {len(kept.offered)} draws; --json lists all")


def _halving(offers: Sequence[Offered]) -> Iterator[int]:
    """Indices of a few draws, the first and the last with each bye among them.

    Each of the others loses at most half of the weight that the one before it loses.
    """
    last = None
    for index, offer in enumerate(offers):
        if last is None or last.bye != offer.bye or 2 * offer.lighter <= last.lighter:
            yield index
            last = offer


def _row(before: Tournament, index: int, offer: Offered, units: int) -> list[str]:
    bye = "" if offer.bye is None else before.by_key[offer.bye].full_name
    games = drawbacks_told(offer.drawbacks)
    return [str(index + 1), str(offer.changed), amount(offer.lighter, units), bye, games]


def show_foresight(before: Tournament, foresight: Foresight) -> None:
    """Show whether the draw is right in all outcomes, what decides what, and all outcomes."""
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
