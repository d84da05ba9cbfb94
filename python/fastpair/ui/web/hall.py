"""What everybody in the hall sees: published rounds, their results, and the standings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from starlette.responses import HTMLResponse

from ...app.history.publication import publications
from ...formats.characters import folded
from ...go.standings import last_complete_round
from ...report.pages import named_with_teams, result, wall_list
from .published import boards_shown
from .rendering import rendered
from .spoken import speaking, spoken
from .standings import classes_of, standings_after

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ...app.history.publication import Publication
    from .asking import Desk
    from .held import State


_Made = TypeVar("_Made")

_LONGEST_NAME = 60

_MOST_FOUND = 100
"""Boards that are shown of those that a search finds; nobody has as many."""


class _Line(NamedTuple):
    """A board as it was published."""

    round: int
    table: int
    white: str
    black: str
    handicap: int
    result: str

    room: str
    names: tuple[str, str]
    """Those of White and Black, without grades."""

    folded: tuple[str, str]
    """The names, as they are searched."""


class _Seat(NamedTuple):
    """Where somebody sits."""

    folded: str
    name: str
    table: int
    colour: str
    room: str


def hall_page(desk: Desk, asked: Mapping[str, str], *, in_place: bool) -> HTMLResponse:
    """The boards of a published round, or all published boards of one player.

    Parameters
    ----------
    asked
        ``round``, a number, and ``me``, a name; both may be missing.
    in_place
        Whether the browser has the page already, and wants its content only.
    """
    view = _View.of(desk, in_place=in_place)
    me = asked.get("me", "").strip()[:_LONGEST_NAME]
    number = view.round_meant(asked.get("round", ""))

    def made() -> str:
        rounds = sorted(view.published, reverse=True) if me else [number] if number else []
        found = [line for each in rounds for line in view.lines(each, me)]
        more = bool(me) and len(found) > _MOST_FOUND
        lines = found[:_MOST_FOUND] if more else found
        return view.rendered("hall_boards.html", lines=lines, more=more, number=number, me=me)

    return HTMLResponse(made() if me else view.once_spoken((number, in_place), made))


def hall_mine(desk: Desk, me: str) -> HTMLResponse:
    """Where somebody plays in the last published round, for a phone that remembers the name.

    It is empty if the tournament has no player of this name.
    """
    view = _View.of(desk, in_place=True)
    by_key = view.state.tournament.by_key
    known = any(player.full_name == me for player in by_key.values())
    number = view.round_meant("") if known else 0
    lines = [line for line in view.lines(number, "") if me in line.names] if number else []
    byes = view.published[number].byes if number else ()
    bye = any(key in by_key and by_key[key].full_name == me for key in byes)
    seats = [
        (line, "White", line.black) if line.names[0] == me else (line, "Black", line.white)
        for line in lines
    ]
    page = rendered("hall_mine.html", base=desk.base, me=me, number=number, seats=seats, bye=bye)
    return HTMLResponse(page)


def hall_screen(desk: Desk) -> HTMLResponse:
    """The last published round for a projector, by name and by table, with a clock."""
    view = _View.of(desk, in_place=False)
    number = view.round_meant("")

    def made() -> str:
        lines = [*view.lines(number, "")] if number else []
        seats = [
            seat
            for line in lines
            for seat in (
                _Seat(line.folded[0], line.white, line.table, spoken("White"), line.room),
                _Seat(line.folded[1], line.black, line.table, spoken("Black"), line.room),
            )
        ]
        return rendered(
            "screen.html",
            title=view.state.tournament.name,
            base=desk.base,
            number=number,
            lines=lines,
            seats=sorted(seats),
            clock=clock,
        )

    clock = desk.beside.kept.next_round
    return HTMLResponse(view.once_spoken(("screen", number, clock), made))


def hall_standings(desk: Desk, *, in_place: bool, games: bool = False) -> HTMLResponse:
    """The standings after the last published round whose results are all known.

    Parameters
    ----------
    games
        Whether they are shown with every game of every player, as the wall list.
    """
    view = _View.of(desk, in_place=in_place)

    def made() -> str:
        after = view.standings_after
        make = wall_list if games else None
        sheet = standings_after(view.state, after, make) if after else None
        classes = classes_of(sheet, all_columns=games) if sheet else ()
        return view.rendered(
            "hall_standings.html", sheet=sheet, classes=classes, number=0, me="", games=games
        )

    return HTMLResponse(view.once_spoken(("standings", games, in_place), made))


@dataclass(frozen=True, slots=True)
class _View:
    """What is published at one moment.

    A hall of people asks for the same page whenever a result comes, so each is made once.
    """

    state: State
    changes: int
    published: Mapping[int, Publication]
    in_place: bool
    base: str

    @classmethod
    def of(cls, desk: Desk, *, in_place: bool) -> Self:
        timeline, state = desk.held.timeline(), desk.held.state()
        changes = len(timeline.entries)
        published = state.view(("published", changes), lambda: publications(timeline))
        return cls(state, changes, published, in_place, desk.base)

    def once(self, name: object, make: Callable[[], _Made]) -> _Made:
        return self.state.view(("hall", name, self.changes), make)

    def once_spoken(self, name: object, make: Callable[[], _Made]) -> _Made:
        return self.once((name, speaking().code), make)

    def rendered(self, content: str, **values: Any) -> str:  # noqa: ANN401 - what the template shows
        return rendered(
            content if self.in_place else "hall.html",
            title=self.state.tournament.name,
            base=self.base,
            content=content,
            rounds=tuple(self.published),
            standings=self.standings_after > 0,
            **values,
        )

    def round_meant(self, typed: str) -> int:
        """A published round; by default the last one, 0 if there is none."""
        found = [number for number in self.published if str(number) == typed]
        return found[0] if found else max(self.published, default=0)

    @property
    def standings_after(self) -> int:
        """The last round up to which all is published as it is, and all results are known."""

        def made() -> int:
            after, published, tournament = 0, self.published, self.state.tournament
            while after + 1 in published and not published[after + 1].changed_in(tournament):
                after += 1
            return min(after, last_complete_round(tournament))

        return self.once("standings after", made)

    def lines(self, number: int, me: str) -> Iterator[_Line]:
        """The boards of a round, of one player if one is named."""
        wanted = folded(me)
        for line in self.once(("lines", number), lambda: tuple(self._lines(number))):
            if any(wanted in name for name in line.folded):
                yield line

    def _lines(self, number: int) -> Iterator[_Line]:
        by_key = self.state.tournament.by_key
        names = named_with_teams(self.state.tournament, number)
        for game in boards_shown(self.published[number], self.state.tournament):
            white, black = (names.get(k, k) for k in game.players)
            one, other = (by_key[k].full_name if k in by_key else k for k in game.players)
            room, plain = self.state.tables.room_of(game.table), (folded(white), folded(black))
            shown = game.handicap, result(game), room, (one, other), plain
            yield _Line(number, game.table, white, black, *shown)
