"""Slips of paper on which the players write their result: one for each board, or for each match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ...go.teams import matches_of
from .words import named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markupsafe import Markup

    from ...go.tournament import Tournament

__all__ = ["MatchSlip", "Slip", "board_slips", "cut_order", "slips"]

_Any = TypeVar("_Any")


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


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSlip:
    """What is printed on the slip of a match of teams."""

    title: str
    """The tournament."""

    round: int
    """From 1."""

    white: str
    """The team that has White at the first board."""

    black: str

    boards: dict[int, Slip]
    """By board, from 1."""

    first_white: frozenset[int]
    """Boards at which the first team has White; where there are stones, the stronger player has."""


def slips(tournament: Tournament, number: int) -> tuple[Slip, ...] | tuple[MatchSlip, ...]:
    """The slips of a round, in the order of the tables: of its boards, or of the matches of teams."""
    play, boards = tournament.team_play, board_slips(tournament, number)
    if play is None or not tournament.draws_teams:
        return boards
    at = {slip.table: slip for slip in boards}
    names = {team.key: team.name for team in play.teams}
    return tuple(
        MatchSlip(
            title=tournament.name,
            round=number,
            white=names[match.white],
            black=names[match.black],
            boards={board: at[game.table] for board, game in match.boards.items()},
            first_white=frozenset(b for b, g in match.boards.items() if g.white in match.first),
        )
        for match in matches_of(tournament, play, number)
    )


def board_slips(tournament: Tournament, number: int) -> tuple[Slip, ...]:
    """The slips of all boards of a round, in the order of the tables."""
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


def cut_order(slips: Sequence[_Any], on_a_page: int) -> Iterator[tuple[_Any, ...]]:
    """Divide slips into pages such that a pile of pages, cut once, gives piles in order.

    Each place of a page holds consecutive tables from one page to the next, so that the piles that
    the cutter leaves only have to be put on top of each other.
    """
    pages = -(-len(slips) // on_a_page)
    for page in range(pages):
        yield tuple(slips[page::pages])
