"""Lists of entries with a team in each row and its players in columns, as rows of players."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

from ...letters import folded
from .columns import MEANINGS, WHOLE_NAMES, ListColumns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .columns import Column

RESERVE = "reserve"
"""What the column of boards says of a substitute."""

_RESERVES = tuple(
    sorted(
        {
            folded(word)
            for word in [
                "reserve",
                "reserves",
                "reserveplayer",
                "substitute",
                "substitutes",
                "sub",
                "spare",
                "ersatz",
                "ersatzspieler",
                "ersatzspielerin",
                "remplacant",
                "remplacante",
                "suppleant",
                "suplente",
                "reserva",
                "riserva",
                "invaller",
                "reservespeler",
                "nahradnik",
                "rezerwa",
                "rezerwowy",
                "reservspelare",
                "reserven",
                "запасной",
                "резерв",
                "補欠",
                "リザーブ",
                "替补",
                "候补",
            ]
        },
        key=len,
        reverse=True,
    )
)
_LETTERS = frozenset({"r", "s", "e"})
"""Short for the same in a cell of boards."""

_NUMBERED = re.compile(r"(?P<before>\D*)(?P<number>[0-9]{1,2})(?P<after>\D*)")
_NAMES = frozenset(map(folded, WHOLE_NAMES))
_BOARDS = frozenset(word for word, column in MEANINGS.items() if column == "board")
_OF_PLAYERS: tuple[Column, ...] = (
    *("name", "first_name", "grade", "country", "club", "rating", "egf_pin", "ffg_licence"),
    *("aga_id", "fide_id", "title", "sex", "birth", "k_factor"),
)
"""What has a column for each player."""

_OF_TEAMS: tuple[Column, ...] = (
    *("team", "captain", "country", "club"),
    *("rounds", "absences", "final"),
)
"""What one column says of all players of a team."""

_MOST_BOARDS = 10
_NOBODY = "0-–—. "


def is_reserve(text: str) -> bool:
    """Whether a cell says that a player is a substitute.

    Examples
    --------
    >>> is_reserve("Ersatz"), is_reserve("R"), is_reserve("Reserve 2"), is_reserve("3")
    (True, True, True, False)
    """
    word = folded(text).rstrip("0123456789")
    return word in _RESERVES or word in _LETTERS


class _Seat(NamedTuple):
    """A player of a team."""

    is_reserve: bool
    number: int

    @property
    def board(self) -> str:
        """What the column of boards says of the player."""
        return RESERVE if self.is_reserve or self.number > _MOST_BOARDS else str(self.number)


@dataclass(frozen=True)
class TeamRows:
    """The columns of a list in which each row is a team."""

    header: tuple[str, ...]
    shared: tuple[int, ...]
    """The columns that are not of one player."""

    seats: dict[_Seat, dict[Column, int]]
    """The columns of each player."""

    @classmethod
    def of(cls, header: Sequence[str]) -> Self | None:
        """The columns of a list by its titles; None if its rows are players.

        Titles of players have a number, such as ``Board 1`` or ``Rating 1``; that of a single substitute needs none.

        Examples
        --------
        >>> found = TeamRows.of(["Team", "Club", "Player 1", "Rating 1", "Player 2", "Rating 2", "Reserve"])
        >>> [(seat.board, *columns.values()) for seat, columns in found.seats.items()], found.shared
        ([('1', 2, 3), ('2', 4, 5), ('reserve', 6)], (0, 1))
        >>> TeamRows.of(["Team", "Board", "Name"])
        """
        places: dict[_Seat, dict[Column, int]] = {}
        for place, seat, column in _titles(header):
            places.setdefault(seat, {}).setdefault(column, place)
        seats = {seat: places[seat] for seat in sorted(places) if "name" in places[seat]}
        used = {place for columns in seats.values() for place in columns.values()}
        shared = tuple(place for place in range(len(header)) if place not in used)
        columns = ListColumns([header[place] for place in shared]).places
        if len(seats) < _FEWEST or "team" not in columns or "name" in columns:
            return None
        return cls(tuple(header), shared, seats)

    @cached_property
    def _columns(self) -> list[Column]:
        """What is said of players beside their names."""
        found = dict.fromkeys(column for columns in self.seats.values() for column in columns)
        return [column for column in found if column != "name"]

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The titles of a list of players that says the same."""
        first = self.header[next(iter(self.seats.values()))["name"]]
        name = re.sub(r"[0-9]+", "", first).strip(" .:-")
        others = (_USUAL_TITLES[column] for column in self._columns)
        shared = (self.header[place] for place in self.shared)
        return (
            "board",
            name if folded(name) in _NAMES else "name",
            *others,
            # What is a fact of players is none of the team, such as its mean rating.
            *(f"{title} (whole team)" if _is_of_players(title) else title for title in shared),
        )

    def players(self, cells: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """The cells of the players of a team, below `titles`; a board with nobody has none."""

        def cell(place: int | None) -> str:
            return cells[place].strip() if place is not None and place < len(cells) else ""

        shared = [cell(place) for place in self.shared]
        surplus = cells[len(self.header) :]
        for seat, columns in self.seats.items():
            name = cell(columns["name"]).strip("-–— ")
            others = [cell(columns.get(column)) for column in self._columns]
            if name or any(other.strip(_NOBODY) for other in others):
                yield seat.board, name, *others, *shared, *surplus


_FEWEST = 2
"""Players of a team, from which on their columns make a row of a team."""

_USUAL_TITLES: dict[Column, str] = {column: word for word, column in reversed(MEANINGS.items())}


def _is_of_players(title: str) -> bool:
    column = MEANINGS.get(folded(title))
    return column in _OF_PLAYERS and column not in _OF_TEAMS


def _titles(header: Sequence[str]) -> Iterator[tuple[int, _Seat, Column]]:
    """The columns of players: their places, whose they are, and what they say."""
    for place, word in enumerate(map(folded, header)):
        match = _NUMBERED.fullmatch(word)
        stem = f"{match['before']}{match['after']}" if match else word
        column, is_spare = _meaning(stem)
        if column is not None and stem and (match or is_spare):
            yield place, _Seat(is_spare, int(match["number"]) if match else 1), column


def _meaning(word: str) -> tuple[Column | None, bool]:
    """What a title of a player without its number says, and whether the player is a substitute."""
    spare = next((each for each in _RESERVES if word.startswith(each)), "")
    rest = word.removeprefix(spare)
    if not rest or rest in _BOARDS or rest in _NAMES:
        return "name", bool(spare)
    for before in ("", *_NAMES, *_BOARDS):
        column = MEANINGS.get(rest.removeprefix(before))
        if rest.startswith(before) and column in _OF_PLAYERS:
            return column, bool(spare)
    return None, False
