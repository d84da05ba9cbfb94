"""Slips of paper on which the players write their result: one for each board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .words import named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markupsafe import Markup

    from ...go.tournament import Tournament

__all__ = ["Slip", "cut_order", "slips"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """What is printed on the slip of a board."""

    title: str
    """The tournament."""

    round: int
    """From 1."""

    table: int
    white: str
    black: str
    handicap: int
    """Stones."""

    komi: str

    code: Markup | None = None
    """A picture, SVG, by which phones come to the board; None without one."""


def slips(tournament: Tournament, number: int) -> tuple[Slip, ...]:
    """The slips of a round whose results are still to come, in the order of the tables."""
    return tuple(
        Slip(
            title=tournament.name,
            round=number,
            table=game.table,
            white=named(tournament.by_key[game.white]),
            black=named(tournament.by_key[game.black]),
            handicap=game.handicap,
            komi="",
        )
        for game in tournament.round(number).games
    )


def cut_order(slips: Sequence[Slip], on_a_page: int) -> Iterator[tuple[Slip, ...]]:
    """Divide slips into pages such that a pile of pages, cut once, gives piles in order.

    Each place of a page holds consecutive tables from one page to the next, so that the piles that
    the cutter leaves only have to be put on top of each other.
    """
    pages = -(-len(slips) // on_a_page)
    for page in range(pages):
        yield tuple(slips[page::pages])
