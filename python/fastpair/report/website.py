"""A tournament as a folder of static pages: pairings, results, standings, a page for each player, feed, calendar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID, uuid5

from .bracket import brackets
from .html import Links, bracket_figures, linked_page, load_templates, page_part
from .languages import LANGUAGES, language
from .pages import ended, named, pairings_by_name, pairings_by_table, with_rooms
from .sheet import Column, Reference, Sheet, SheetCell, classes_of, player_cell, table_cell
from .standings_pages import (
    prizes_sheet,
    ranking_sheet,
    team_cross_table,
    wall_list,
    wall_list_name,
)
from .team_pages import team_facts, whole_team_sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from markupsafe import Markup

    from ..go.standings import StandingsRow
    from ..go.tournament import Player, Team
    from .languages import Language
    from .pages import Translate
    from .public import PublicView

INDEX, FEED, CALENDAR = "index.html", "feed.xml", "calendar.ics"
_STANDINGS, _WALL_LIST, _STYLE = "standings.html", "wall-list.html", "style.css"
_CROSS_TABLE = "cross-table.html"
_BRACKET = "bracket.html"
_PRIZES = "prizes.html"

_NAMESPACE = UUID("5b1f6f2e-51a5-4c38-9d43-6c5b8d2f2f10")
"""Of the identifiers in feeds and calendars."""

_OCTETS = 75
"""Most octets of a line of a calendar [RFC 5545 3.1]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Website:
    """What the pages are made of: nothing but what everybody may know."""

    view_in: Callable[[Translate], PublicView]
    """What everybody may see, in the words of a language."""

    published: Mapping[int, datetime]
    """The published rounds, and when each was published."""

    complete: Mapping[int, datetime]
    """The rounds whose standings are public, and when the last of their results came."""

    identity: str = ""
    """What the identifiers of feed and calendar are made of; it stays when everything else changes."""

    changed: datetime
    """When the last of this was changed."""

    next_round: tuple[int, datetime] | None = None
    """The round that starts next, and when, if the director has said so."""


class _Event(NamedTuple):
    """Something that feeds tell: a title, its page, when it was changed, and what identifies it."""

    title: str
    page: str
    updated: datetime
    name: str


class _Appointment(NamedTuple):
    """Something in a calendar: on a day, or at a time."""

    title: str
    begins: date | datetime
    ends: date | None
    """The last day; None of what has a time."""

    name: str


def website_files(site: Website, codes: Sequence[str] = ()) -> dict[str, bytes]:
    """The files of the folder by their paths, in the order in which they are to be written: the first page last.

    Parameters
    ----------
    codes
        The languages, the first of which is that of the first page; by default all.

    Raises
    ------
    MissingExtraError
        If jinja2 is not installed.
    """
    codes, kind = tuple(codes) or tuple(LANGUAGES), site.view_in(str).tournament.kind
    files = {_STYLE: load_templates()["website.css"].encode()}
    for code in codes:
        pages = _LanguagePages(site, language(code, kind), codes)
        files |= {f"{code}/{name}": content for name, content in pages.files()}
        if code == codes[0]:
            first = pages.first()
    return {**files, INDEX: first}


@lru_cache(maxsize=1 << 15)
def _cell(text: str, kind: str, target: str, stone: str) -> Markup:
    """A cell of a table: the same one stands in the pages of all languages, and is made once.

    Parameters
    ----------
    kind
        The classes of its column.
    target
        The address that it leads to; empty if none.
    stone
        The class of the stone before the text; empty if there is none.
    """
    return page_part("cell", text=text, kind=kind, target=target if text else "", stone=stone)


class _PageLinks(Links):
    """Players and boards as addresses of their pages, relative to the folder of a language."""

    def __init__(self, view: PublicView, number: int = 0) -> None:
        """Those of all rounds, or of a round whose line-ups are to come."""
        standings, teams = view.standings(view.after) if view.after else (None, None)
        super().__init__(view.shown_in(number), standings, teams)
        self._shows_teams = number in view.lineup_times
        self.ranking, self._addresses = standings, view.names.addresses
        self.ranking_of_teams = teams
        numbered = enumerate(view.tournament.team_list, start=1)
        self._teams_by_key = {team.key: f"team-{number}.html" for number, team in numbered}

    def player(self, key: str) -> str:
        if self._shows_teams:
            return self.team(key)
        return f"player-{self._addresses[key]}.html" if key in self._addresses else ""

    def team(self, key: str) -> str:
        return self._teams_by_key.get(key, "")

    def board(self, number: int, table: int) -> str:
        return f"{_round_page(number)}#t{table}"

    def round(self, number: int) -> str:
        return _round_page(number)


class _LanguagePages:
    """The pages in one language."""

    def __init__(self, site: Website, words: Language, codes: Sequence[str]) -> None:
        self._site, self._words, self._codes = site, words, codes
        self._view = site.view_in(words.text)
        self._title = self._view.tournament.name or words.text("Tournament")
        self._links = _PageLinks(self._view)
        self._prizes = self._view.prizes()

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Name and content of each file, the first page last."""
        for number in self._view.rounds:
            yield _round_page(number), self._boards(number)
            yield _names_page(number), self._by_name(number, _names_page(number))
        if self._view.after:
            _, (players, teams) = self._words.text, self._view.standings(self._view.after)
            yield _STANDINGS, self._sheet(ranking_sheet(players, teams, _), _STANDINGS)
            if teams is not None:
                yield _CROSS_TABLE, self._sheet(team_cross_table(teams, _), _CROSS_TABLE)
            yield _WALL_LIST, self._sheet(wall_list(players, _), _WALL_LIST)
        if self._brackets:
            heading = self._words.text("Bracket")
            yield (
                _BRACKET,
                self._render(_BRACKET, heading, figures=self._brackets, root="../", here=""),
            )
        if self._prizes is not None:
            prizes = prizes_sheet(*self._prizes, self._words.text)
            yield _PRIZES, self._sheet(prizes, _PRIZES)
        if self._view.rounds:
            for player in self._view.tournament.players:
                page = self._links.player(player.key)
                yield page, self._player(player, page)
            for team in self._view.tournament.team_list:
                yield self._links.team(team.key), self._team(team)
        yield FEED, self._feed()
        if self._appointments:
            yield CALENDAR, self._calendar()
        yield INDEX, self._index()

    def first(self) -> bytes:
        """The first page of the folder, beside the folders of the languages."""
        return self._index(root="", here=f"{self._words.code}/")

    def _index(self, root: str = "../", here: str = "") -> bytes:
        if current := self._view.current:
            if self._by_match:
                return self._boards(current, INDEX, root=root, here=here)
            return self._by_name(current, INDEX, root=root, here=here)
        heading = self._words.text("Nothing is published yet")
        return self._render(INDEX, heading, root=root, here=here)

    def _boards(self, number: int, page: str = "", root: str = "../", here: str = "") -> bytes:
        tabs = self._tabs(number)
        why = self._view.rounds[number].attendance
        boards = pairings_by_table(self._view.shown_in(number), number, self._words.text, why)
        facts, page = self._day(number), page or _round_page(number)
        shown = self._in_rooms(boards)
        return self._sheet(shown, page, tabs, number, facts=facts, root=root, here=here)

    def _by_name(self, number: int, page: str, root: str = "../", here: str = "") -> bytes:
        tournament, why = self._view.shown_in(number), self._view.rounds[number].attendance
        code, _ = self._words.code, self._words.text
        names = self._in_rooms(pairings_by_name(tournament, number, _, why, code))
        tabs = self._tabs(number)
        return self._sheet(names, page, tabs, number, facts=self._day(number), root=root, here=here)

    def _links_in(self, number: int) -> _PageLinks:
        """Those of a round."""
        return _PageLinks(self._view, number) if number in self._view.lineup_times else self._links

    def _day(self, number: int) -> tuple[str, ...]:
        """The day of a round; nothing if it is not known."""
        return tuple(map(str, filter(None, (self._view.tournament.event.day_of(number),))))

    def _in_rooms(self, sheet: Sheet) -> Sheet:
        """The same table with the rooms of its boards, if there are any."""
        rooms = self._view.rooms
        return with_rooms(sheet, rooms, self._words.text) if rooms else sheet

    def _tabs(self, number: int) -> tuple[tuple[str, str], ...]:
        """The two lists of a round with their titles, the usual one first."""
        _ = self._words.text
        names = _names_page(number), _("Pairings by name")
        if self._by_match:
            return (_round_page(number), _("Pairings by match")), names
        return names, (_round_page(number), _("Pairings by table"))

    @property
    def _by_match(self) -> bool:
        """Whether a round is a list of matches."""
        return self._view.tournament.draws_teams

    def _player(self, player: Player, page: str) -> bytes:
        """A player with all published rounds."""
        _ = self._words.text
        ranking = self._links.ranking
        row = next((r for r in ranking.rows if r.key == player.key), None) if ranking else None
        facts = [each for each in (player.club, player.country) if each]
        if ranking is not None and row is not None:
            after = _("Standings after round {round}").format(round=ranking.after)
            facts.append(_(": ").join((after, _place(row, _))))
        return self._sheet(self._in_rooms(self._games(player)), page, facts=facts)

    def _team(self, team: Team) -> bytes:
        """A team with its matches and its players."""
        _, tournament = self._words.text, self._view.tournament
        ranking = self._links.ranking_of_teams
        row = next((r for r in ranking.rows if r.key == team.key), None) if ranking else None
        sheet = whole_team_sheet(tournament, team, (), _, self._view.matches)
        return self._sheet(sheet, self._links.team(team.key), facts=team_facts(team, row, _))

    def _games(self, player: Player) -> Sheet:
        """The rounds of a player, a line each, which lead to boards and opponents."""
        _ = self._words.text
        rows = list[tuple[str, ...]]()
        event = self._view.tournament.event
        for number in self._view.rounds:
            start = (
                SheetCell(str(number), Reference("round", round=number)),
                str(event.day_of(number) or ""),
            )
            game = self._view.tournament.round(number).game_of(player.key)
            if game is None:
                reason = self._view.rounds[number].attendance.reasons(_).get(player.key, "")
                rows.append((*start, "", "", reason, "", ""))
                continue
            white = game.white == player.key
            other = game.black if white else game.white
            rows.append(
                (
                    *start,
                    table_cell(game, player.key),
                    _("White") if white else _("Black"),
                    player_cell(named(self._view.tournament.by_key[other]), other),
                    str(game.handicap or ""),
                    ended(game, player.key, _),
                )
            )
        columns = (
            Column(_("Round"), right=True),
            Column(_("Date")),
            Column(_("Table"), right=True),
            Column(_("Colour")),
            Column(_("Opponent"), name=True),
            Column(_("Handicap"), right=True, short=_("Hd")),
            Column(_("Result")),
        )
        return Sheet(title=self._title, heading=named(player), columns=columns, rows=tuple(rows))

    def _sheet(
        self,
        sheet: Sheet,
        page: str,
        tabs: Sequence[tuple[str, str]] = (),
        number: int = 0,
        *,
        facts: Sequence[str] = (),
        root: str = "../",
        here: str = "",
    ) -> bytes:
        shown = sheet.without_empty_columns()
        classes = (
            classes_of(shown, all_columns=page in (_CROSS_TABLE, _WALL_LIST))
            if page in (_STANDINGS, _CROSS_TABLE, _WALL_LIST, _PRIZES)
            else tuple(map(_classes, shown.columns))
        )
        return self._render(
            page,
            shown.heading,
            columns=[
                (column, kind)
                for column, kind in zip(shown.columns, classes, strict=True)
                if not column.group
            ],
            lines=_as_html("".join(self._lines(shown, classes, here, self._links_in(number)))),
            notes=shown.notes,
            tabs=tabs,
            facts=facts,
            root=root,
            here=here,
        )

    def _lines(
        self, sheet: Sheet, classes: Sequence[str], here: str, links: Links
    ) -> Iterator[str]:
        """The rows of a table in pieces of HTML."""
        _ = self._words.text
        stones = {_("White"): "stone", _("Black"): "stone b"}
        group = ""
        known = [stones if c.title == _("Colour") else {} for c in sheet.columns]
        for row in sheet.rows:
            targets = (each and f"{here}{each}" for each in map(links.target, row))
            cells = [*zip(row, classes, targets, known, strict=True)]
            place = links.anchor(row).partition("#")[2]
            if sheet.columns[0].group:
                if row[0] != group:
                    yield str(page_part("group", text=row[0], columns=len(row) - 1))
                group, cells = row[0], cells[1:]
                if not any(row[1:]):
                    continue
            yield f'<tr id="{place}">' if place else "<tr>"
            for text, kind, target, stone in cells:
                yield _cell(str(text), kind, target, stone.get(text, ""))
            yield "</tr>\n"

    def _render(self, page: str, heading: str, **values: Any) -> bytes:  # noqa: ANN401
        empty: dict[str, Any] = dict.fromkeys(("facts", "figures", "columns", "lines", "notes"), ())
        root, here, tabs = values["root"], values["here"], values.pop("tabs", ())
        alternates, choices = self._other_languages
        return linked_page(
            "website.html",
            self._words,
            **self._frame,
            **{**empty, **values},
            heading=heading,
            menu=_with_page(self._menu, here, page),
            tabs=_with_page(page_part("links", items=tabs), here, page),
            alternates=alternates.replace("ROOT", root).replace("PAGE", page),
            choices=choices.replace("ROOT", root).replace("PAGE", page),
        )

    @cached_property
    def _brackets(self) -> Markup:
        """The brackets of an event that losses end; empty for others."""
        return bracket_figures(brackets(self._view.tournament, self._words.text))

    @cached_property
    def _frame(self) -> Mapping[str, Any]:
        """What all pages have in common."""
        return {
            "title": self._title,
            "feed": FEED,
            "calendar": CALENDAR if self._appointments else "",
            "about": self._about(),
        }

    @cached_property
    def _other_languages(self) -> tuple[Markup, Markup]:
        """The links to the same page in other languages, for browsers and for readers."""
        known = [(code, LANGUAGES[code]) for code in self._codes]
        values = {"languages": known if len(known) > 1 else (), "language": self._words.code}
        return page_part("alternates", **values), page_part("choices", **values)

    @cached_property
    def _menu(self) -> Markup:
        """The pages that every page leads to, with their titles."""
        _ = self._words.text
        page = _round_page if self._by_match else _names_page
        rounds = [(page(n), _("Round {round}").format(round=n)) for n in self._view.rounds]
        name = wall_list_name(predetermined=self._view.tournament.event_kind.crosses_players)
        crossed = [(_CROSS_TABLE, _("Cross table"))] if self._by_match else []
        lists = [(_STANDINGS, _("Standings")), *crossed, (_WALL_LIST, _(name))]
        bracket = [(_BRACKET, _("Bracket"))] if self._brackets else []
        lists += [(_PRIZES, _("Prizes"))] if self._prizes is not None else []
        items = (*rounds, *bracket, *(lists if self._view.after else ()))
        return page_part("links", items=items)

    def _about(self) -> str:
        event = self._view.tournament.event
        days = dict.fromkeys(str(day) for day in (event.begins, event.ends) if day)
        place = self._words.text(", ").join(filter(None, (event.place, event.country)))
        return " · ".join(filter(None, (place, " – ".join(days))))

    # ---- What phones look at by themselves ----

    def _feed(self) -> bytes:
        events = sorted(self._events(), key=lambda each: each.updated, reverse=True)
        return linked_page(
            "feed.xml",
            self._words,
            title=self._title,
            identity=self._identifier("feed"),
            updated=_in_utc(max((e.updated for e in events), default=self._site.changed)),
            entries=[
                (each.title, each.page, _in_utc(each.updated), self._identifier(each.name))
                for each in events
            ],
            page=INDEX,
            feed=FEED,
        )

    def _events(self) -> Iterator[_Event]:
        _ = self._words.text
        for number, time in self._site.published.items():
            title = _("Pairings of round {round}").format(round=number)
            yield _Event(title, _names_page(number), time, f"round {number}")
        if not self._view.after:
            return
        for number, time in self._site.complete.items():
            title = _("Standings after round {round}").format(round=number)
            yield _Event(title, _STANDINGS, time, f"standings {number}")

    def _identifier(self, name: str) -> str:
        """An identifier that stays when the files are written again, or put elsewhere."""
        return str(uuid5(_NAMESPACE, f"{self._site.identity} {self._words.code} {name}"))

    def _calendar(self) -> bytes:
        stamp = f"{self._site.changed.astimezone(UTC):%Y%m%dT%H%M%SZ}"
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//fastpair//fastpair//EN"]
        lines += [f"X-WR-CALNAME:{_escaped(self._title)}"]
        for each in self._appointments:
            lines += ["BEGIN:VEVENT", f"UID:{self._identifier(each.name)}", f"DTSTAMP:{stamp}"]
            lines += [*_dates(each), f"SUMMARY:{_escaped(each.title)}"]
            if place := self._view.tournament.event.place:
                lines.append(f"LOCATION:{_escaped(place)}")
            lines.append("END:VEVENT")
        return "".join(
            f"{line}\r\n" for each in [*lines, "END:VCALENDAR"] for line in _folded(each)
        ).encode()

    @cached_property
    def _appointments(self) -> tuple[_Appointment, ...]:
        """The event and its rounds, as far as their days and times are known."""
        return tuple(self._found_appointments())

    def _found_appointments(self) -> Iterator[_Appointment]:
        event, (next_number, time) = self._view.tournament.event, self._site.next_round or (0, None)
        if event.begins:
            yield _Appointment(self._title, event.begins, event.ends or event.begins, "event")
        days: dict[int, date | datetime] = dict(enumerate(event.round_dates, start=1))
        if time is not None:
            days[next_number] = time
        for number, day in sorted(days.items()):
            title = f"{self._title}: {self._words.text('Round {round}').format(round=number)}"
            end = None if isinstance(day, datetime) else day
            yield _Appointment(title, day, end, f"appointment {number}")


def _classes(column: Column) -> str:
    """The classes of a column of pairings, of which narrow screens leave out what is spare."""
    return " ".join(filter(None, ("right" * column.right, "wide" * column.spare)))


def _as_html(text: str) -> Markup:
    """What is HTML already."""
    from markupsafe import Markup

    return Markup(text)


def _with_page(links: Markup, here: str, page: str) -> Markup:
    """Links from a page of a folder, of which one may lead to itself."""
    text = str(links).replace(f'href="{page}"', f'href="{page}" aria-current="page"')
    return _as_html(text.replace('href="', f'href="{here}'))


def _place(row: StandingsRow, _: Translate) -> str:
    return f"{_('Place')} {row.place}"


def _round_page(number: int) -> str:
    return f"round-{number}.html"


def _names_page(number: int) -> str:
    return f"round-{number}-names.html"


def _in_utc(time: datetime) -> str:
    """A time as Atom has it [RFC 3339]."""
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _dates(each: _Appointment) -> Iterator[str]:
    """When an appointment is: whole days, of which the end is the day after the last one, or a time in UTC."""
    if isinstance(each.begins, datetime):
        yield f"DTSTART:{each.begins.astimezone(UTC):%Y%m%dT%H%M%SZ}"
        return
    yield f"DTSTART;VALUE=DATE:{each.begins:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{(each.ends or each.begins) + timedelta(days=1):%Y%m%d}"


def _escaped(text: str) -> str:
    """A text as a value of a calendar [RFC 5545 3.3.11]."""
    plain = " ".join(text.split())
    return plain.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> Iterator[str]:
    """A line of a calendar in pieces that are short enough, all but the first after a space."""
    piece = ""
    for sign in line:
        if len(f"{piece}{sign}".encode()) > _OCTETS:
            yield piece
            piece = " "
        piece += sign
    yield piece
