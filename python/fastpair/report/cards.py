"""What is cut from printed pages: slips for results, and the cards of players."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from ..go.teams import matches_of
from .languages import in_order_of_names
from .pages import named

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from markupsafe import Markup

    from ..go.tournament import Tournament


# ---- Slips of paper on which the players write their result: one for each board, or for each match ----

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

    games: int = 1
    """Games of the board, of which the second one has exchanged colours."""

    code: Markup | None = None
    """A picture, SVG, by which phones come to the board; None without one."""

    address: str = ""
    """The address that the picture holds, to be typed; empty without a picture."""


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

    empty: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """The players of both teams at boards at which one of them has nobody, which is empty."""


def slips(tournament: Tournament, number: int) -> tuple[Slip, ...] | tuple[MatchSlip, ...]:
    """The slips of a round, in the order of the tables: of its boards, or of the matches of teams."""
    play, boards = tournament.drawn_teams, board_slips(tournament, number)
    if play is None:
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
            empty={
                board: (_named(tournament, one), _named(tournament, other))
                for board, (one, other) in match.empty.items()
            },
        )
        for match in matches_of(tournament, play, number)
    )


def _named(tournament: Tournament, key: str) -> str:
    """A player with the strength; nothing for an empty key."""
    return named(tournament.by_key[key]) if key else ""


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
            games=len(game.ending.games),
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


def slips_at(
    found: Sequence[Slip] | Sequence[MatchSlip], tables: Collection[int]
) -> list[Slip] | list[MatchSlip]:
    """The slips of boards at some tables, or of the matches that have one of these."""
    chosen: list[Any] = [
        slip for slip in found if not {each.table for each in _boards_of(slip)}.isdisjoint(tables)
    ]
    return chosen


def _boards_of(slip: Slip | MatchSlip) -> Iterable[Slip]:
    return (slip,) if isinstance(slip, Slip) else slip.boards.values()


# ---- Cards with the names of players, for their boards or to be worn ----


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What is printed on the card of a player."""

    title: str
    """The tournament."""

    name: str
    strength: str
    """The grade, or the title and the rating."""

    origin: tuple[str, ...]
    """Team or club, and federation, those that are known."""

    number: int = 0
    """The table, or in chess the starting rank; 0 without one."""

    round: int = 0
    """From 1; 0 if the card is for all rounds."""

    white: bool = False
    """Whether a card for a round is of White."""


def place_cards(tournament: Tournament, number: int, boards: int | None = None) -> tuple[Card, ...]:
    """The cards for the boards of a round, those of White first.

    Parameters
    ----------
    tournament, number
        The tournament and its round, from 1.
    boards
        How many of the first boards have cards; None for all.
    """
    origins = _origins(tournament, number)
    return tuple(
        _card(
            tournament, key, origins[key], number=game.table, round=number, white=key == game.white
        )
        for game in tournament.round(number).games[:boards]
        for key in game.players
    )


def name_cards(tournament: Tournament, language: str = "en") -> tuple[Card, ...]:
    """The cards of all players in the alphabetical order of a language, given by its code."""
    numbers = tournament.starting_ranks if tournament.event_kind.has_starting_ranks else {}
    origins = _origins(tournament, 1)
    return tuple(
        _card(tournament, player.key, origins[player.key], number=numbers.get(player.key, 0))
        for player in in_order_of_names(tournament.players, language)
    )


def _origins(tournament: Tournament, number: int) -> Mapping[str, tuple[str, ...]]:
    """Where each player comes from, by key: the team of a round or the club, and the federation."""
    seats = tournament.team_play.seats(number) if tournament.team_play else {}
    teams = {key: team.name for key, (team, _) in seats.items()}
    return {
        player.key: tuple(filter(None, (teams.get(player.key, player.club), player.country)))
        for player in tournament.players
    }


def _card(
    tournament: Tournament,
    key: str,
    origin: tuple[str, ...],
    *,
    number: int,
    round: int = 0,
    white: bool = False,
) -> Card:
    player = tournament.by_key[key]
    return Card(
        title=tournament.name,
        name=player.full_name,
        strength=player.strength,
        origin=origin,
        number=number,
        round=round,
        white=white,
    )
