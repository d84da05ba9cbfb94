"""What everybody in the hall sees: the rounds that are published, their results, and the standings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.responses import HTMLResponse

from ..director.placing import last_complete_round
from ..director.publication import publications
from ..formats.names import folded
from ..report.pages.words import named, result
from .live import hall_version
from .published import boards_shown
from .rendering import rendered
from .standings import classes_of, standings_after

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..director.publication import Publication
    from ..tournament import Tournament
    from .asking import Desk

__all__ = ["hall_page", "hall_standings"]

_LONGEST_NAME = 60


class _Line(NamedTuple):
    """A board as it was published."""

    round: int
    table: int
    white: str
    black: str
    handicap: int
    result: str


def hall_page(desk: Desk, asked: Mapping[str, str], *, in_place: bool) -> HTMLResponse:
    """The boards of a published round, or all published boards of one player.

    Parameters
    ----------
    asked
        ``round``, a number, and ``me``, a name; both may be missing.
    in_place
        Whether the browser has the page already, and wants its content only.
    """
    tournament = desk.held.state().tournament
    published = publications(desk.held.timeline())
    rounds = tuple(published)
    me = asked.get("me", "").strip()[:_LONGEST_NAME]
    wanted = asked.get("round", "")
    chosen = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 4 else 0
    number = chosen if chosen in rounds else max(rounds, default=0)
    if me:
        lines = [
            line for each in reversed(rounds) for line in _lines(published[each], tournament, me)
        ]
    else:
        lines = list(_lines(published[number], tournament)) if rounds else []
    return _page(
        desk,
        in_place=in_place,
        template="hall_boards.html",
        lines=lines,
        number=number,
        rounds=rounds,
        me=me,
        standings=_published_to(published, tournament) > 0,
    )


def hall_standings(desk: Desk, *, in_place: bool) -> HTMLResponse:
    """The standings after the last published round whose results are all known."""
    tournament = desk.held.state().tournament
    published = publications(desk.held.timeline())
    after = _published_to(published, tournament)
    sheet = standings_after(tournament, after) if after else None
    return _page(
        desk,
        in_place=in_place,
        template="hall_standings.html",
        sheet=sheet,
        classes=classes_of(sheet) if sheet else (),
        rounds=tuple(published),
        number=0,
        me="",
        standings=after > 0,
    )


def _page(desk: Desk, *, in_place: bool, template: str, **values: Any) -> HTMLResponse:  # noqa: ANN401 - what the template shows
    tournament = desk.held.state().tournament
    frame = template if in_place else "hall.html"
    page = rendered(
        frame,
        title=tournament.name,
        version=hall_version(desk),
        content=template,
        in_place=in_place,
        **values,
    )
    return HTMLResponse(page)


def _published_to(published: Mapping[int, Publication], tournament: Tournament) -> int:
    """The last round up to which everything is published, as it is, and all results are known."""
    after = 0
    while after + 1 in published and not published[after + 1].changed_in(tournament):
        after += 1
    return min(after, last_complete_round(tournament))


def _lines(publication: Publication, tournament: Tournament, me: str = "") -> Iterator[_Line]:
    wanted = folded(me)
    for game in boards_shown(publication, tournament):
        white, black = (
            named(tournament.by_key[key]) if key in tournament.by_key else key
            for key in game.players
        )
        if not wanted or wanted in folded(white) or wanted in folded(black):
            yield _Line(game.round, game.table, white, black, game.handicap, result(game))
