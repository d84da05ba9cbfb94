"""What everybody sees: the screen in the hall, phones, and the events that keep them up to date."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar
from urllib.parse import quote

from starlette.responses import HTMLResponse

from ...app.actions.locking import PATIENCE
from ...app.round_states import describe_time
from ...letters import folded
from ...report.bracket import brackets_by_size
from ...report.html import bracket_svg, with_brackets
from ...report.pages import (
    boards_of_match,
    ended,
    matches_in,
    named,
    named_with_teams,
    names_of_members,
    printed_results,
    tables_of,
    teams_without_match,
)
from ...report.public import whole_names
from ...report.sheet import Sheet, classes_of, reference_of
from ...report.standings_pages import (
    ranking_sheet,
    team_cross_table,
    wall_list,
    wall_list_name,
)
from ...report.team_pages import team_facts, team_matches_sheet, team_players_sheet
from ...sentences import Sentence, marked
from .arrivals import arrival_page, describe_closing
from .captains import captain_page
from .live import CALM, Live, PublicWork, hall_version
from .phones import PHONE_COOKIE, Phone, PhoneRequest, open_table, table_page
from .published import shown, view_of
from .rendering import BlankForm, blank, localized, render
from .requests import form_number, form_of
from .responses import is_in_place, unless_known
from .text import current_language, speak_of, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from starlette.requests import Request
    from starlette.responses import Response

    from ...report.public import PublicNames, PublicView
    from .published import Frame, Shown
    from .requests import TournamentServer
    from .store import TournamentState


_Value = TypeVar("_Value")

_LONGEST_NAME = 60

_MOST_CARDS = 12
"""Players whom a phone remembers at a time."""

_MOST_FOUND = 100
"""Boards that are shown of those that a search finds; nobody has as many."""


_PREVIEW = 14
"""Names of the screen that the director sees beside its link."""

_VERSION = "version"
"""The blank of a page for the version of what everybody sees."""


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
    """The names, as they are searched, with those of the members of pairs."""

    keys: tuple[str, ...]
    """The players."""

    match: str = ""
    """The match of teams that it belongs to."""

    teams: tuple[str, ...] = ()
    """Those of the match, in the same order."""

    places: tuple[str, ...] = ()
    """Where the pages of these teams are."""

    tables: str = ""
    """Those of the match."""

    turned: bool = False
    """Whether Black is on the left, and has the first points of the result: the player of the team that is named first."""

    is_changed: bool = False
    """Whether other players have sat there, or others colours, since the round was published first."""

    sums: str = ""
    """Those of the match."""

    first: int = 0
    """The first table of the match."""

    awaited: bool = False
    """Whether the line-ups of the match are not public yet: its teams are its players."""

    @property
    def sides(self) -> Sequence[tuple[str, str, str]]:
        """The label, the name and the colour of both players, as they stand from left to right."""
        both = zip((self.white, self.black), self.names, ("w", "b"), strict=True)
        return [*both][:: -1 if self.turned else 1]


class _Seat(NamedTuple):
    """The seat of a player, or why there is none."""

    folded: str
    name: str
    table: str = ""
    """The table, or those of the match of a team."""
    white: bool = False
    room: str = ""
    reason: str = ""
    """In English; empty of who has a table."""

    is_changed: bool = False
    """Whether it is another one than was published first."""


_NO_GAME = {
    "bye": marked("You have the bye in round {round}."),
    "free round": marked("You have no game in round {round}."),
    "win against an empty board": marked("You win against an empty board in round {round}."),
    "requested bye": marked("You have a requested bye in round {round}."),
    "absent": marked("You are entered as absent in round {round}."),
    "did not come": marked("You are entered as a no-show in round {round}."),
    "without a game": marked("You have no game in round {round}."),
    "withdrawn": marked("You have withdrawn from the tournament."),
    "out": marked("You are out of the tournament."),
    **dict.fromkeys(
        ("expected", "not yet entered"), marked("You are not checked in for round {round}.")
    ),
}
"""What a phone tells its player who has no board, by the reason."""

_SHOWN = ("bye", "free round")
"""Those whom a screen names besides the boards."""


class _Unseated(NamedTuple):
    """A player without a board in a published round."""

    round: int
    key: str
    name: str
    """Without grade."""

    label: str
    """With grade and team."""

    folded: str
    reason: str
    """In English."""

    is_changed: bool = False
    """Whether a board or another reason was published first."""


def hall_page(
    server: TournamentServer, query: Mapping[str, str], *, in_place: bool
) -> HTMLResponse:
    """The boards of a published round, or all published boards of one player.

    Parameters
    ----------
    query
        ``round``, a number, and ``me``, a name; both may be missing.
    in_place
        Whether the browser has the page already, and wants its content only.
    """
    view = _View.of(server, in_place=in_place)
    me = query.get("me", "").strip()[:_LONGEST_NAME]
    number = view.round_meant(query.get("round", ""))

    def build() -> str:
        rounds = sorted(view.frame.published, reverse=not view.is_ahead) if me else [number]
        words = folded(me)
        found = [line for each in rounds for line in view.with_blanks(each, words)]
        more = bool(me) and len(found) > _MOST_FOUND
        lines = found[:_MOST_FOUND] if more else found
        without = view.unseated if me else view.without_match
        unseated = [each for number in rounds if number for each in without(number, words)]
        groups = [(reason, [*some]) for reason, some in groupby(unseated, lambda u: u.reason)]
        return view.render(
            "hall_boards.html",
            lines=lines,
            more=more,
            number=number,
            me=me,
            meant=view.address_of(words),
            unseated=unseated[:_MOST_FOUND],
            groups=groups,
            changes=view.public.rounds[number].changes if number and not me else (),
            lineups_at=describe_time(view.public.lineup_times[number])
            if number in view.public.lineup_times and not me
            else "",
        )

    return view.page(build, None if me else (number, in_place))


class _Card(NamedTuple):
    """What a phone shows first of a player whom it remembers."""

    round: int
    name: str
    address: str
    seats: tuple[tuple[_Line, str, str], ...]
    """The boards, with the colour and the opponent at each."""

    reasons: tuple[str, ...]
    """Why there is no board, in English."""

    is_changed: bool
    team: str
    """Empty of who plays for none."""

    match: str
    """That of the team in which the player has no board."""


def hall_mine(
    server: TournamentServer, names: Sequence[str], addresses: Sequence[str] = ()
) -> HTMLResponse:
    """The seats of players in the last published round, for a phone that remembers them.

    It is empty if the tournament has none of them.

    Parameters
    ----------
    names
        Their names, by which the phone was told at first, or those of members of pairs.
    addresses
        The addresses of players in this tournament, which stay when names become other ones.
    """
    view = _View.of(server, in_place=True)
    keys = view.once(
        "keys", lambda: {place: key for key, place in view.public.names.addresses.items()}
    )
    found = [each for each in addresses if each in keys] or [
        address for name in names if (address := view.address_of(folded(name)))
    ]
    chosen = [keys[address] for address in [*dict.fromkeys(found)][:_MOST_CARDS]]
    page = render(
        "hall_mine.html",
        base=server.base,
        days=view.days,
        cards=[
            view.card(key, view.public.names.addresses[key], number)
            for key in chosen
            if (number := view.public.next_round_of(key))
        ],
        finds_teams=not view.names.whole_only,
        phones=server.sidecar.settings.phones,
    )
    return HTMLResponse(page)


def _addresses_by_name(public: PublicView) -> Mapping[str, str]:
    """The addresses of the players by their folded names, and by those of the members of pairs and teams."""
    known, names, found = public.tournament.by_key, public.names, dict[str, str]()
    called = {
        address: names.whole.get(key) or whole_names(known[key], known[key].full_name)
        for key, address in names.addresses.items()
    }
    for some in (slice(1), slice(1, None)):  # a player before a member of the same name
        for address, each in called.items():
            for name in each[some]:
                found.setdefault(name, address)
    return found


def hall_screen(server: TournamentServer) -> HTMLResponse:
    """The last published round for a projector, by name and by table, with a clock."""
    view = _View.of(server, in_place=False)
    number = view.round_meant("")

    def build() -> str:
        public = view.public
        return render(
            "screen.html",
            title=view.title,
            base=server.base,
            number=number,
            lines=[*view.with_blanks(number, "")],
            seats=view.seats(number),
            byes=[each for each in view.without_match(number, "") if each.reason in _SHOWN]
            if number
            else [],
            changed=[line for line in view.with_blanks(number, "") if line.is_changed],
            without=[u for u in view.unseated(number, "") if u.is_changed] if number else [],
            clock=view.frame.clock,
            closing=view.closing,
            brackets=[
                [(bracket, bracket_svg(bracket)) for bracket in sizes]
                for sizes in brackets_by_size(public.tournament, translate)
            ],
        )

    return view.page(build, ("screen", number), lasting=view.lasts)


def screen_preview(server: TournamentServer) -> tuple[int, tuple[tuple[str, str], ...]]:
    """The round that the screen shows, 0 for none, and its first names with their tables."""
    view = _View.of(server, in_place=False)
    number = view.round_meant("")
    return number, tuple(
        (seat.name, translate(seat.reason) if seat.reason else seat.table)
        for seat in view.seats(number)[:_PREVIEW]
    )


def hall_standings(
    server: TournamentServer, query: Mapping[str, str], *, in_place: bool, name: str = "standings"
) -> HTMLResponse:
    """The standings after the last published round whose own results are all known.

    Parameters
    ----------
    query
        ``round``, if that of another published round is wanted.
    name
        ``wallist`` shows them with every game of every player, and ``crosstable`` with every match of every team.
    """
    view = _View.of(server, in_place=in_place)
    frame, chosen = view.frame, query.get("round", "")
    after = next((n for n in frame.in_order if str(n) == chosen), frame.after)

    def build() -> str:
        sheet = _ranking(view.public, after, name) if after or view.has_bracket else None
        classes = classes_of(sheet, all_columns=name != "standings") if sheet else ()
        return view.render(
            "hall_standings.html",
            sheet=sheet,
            classes=classes,
            number=0,
            me="",
            name=name,
            after=after,
            in_play=[n for n in frame.in_order if n > frame.after],
        )

    kept = "standings", after, name, in_place
    return view.page(build, kept, lasting=after <= frame.after and view.lasts)


def hall_team(
    server: TournamentServer, query: Mapping[str, str], *, in_place: bool
) -> HTMLResponse:
    """A team: its captain and place, its matches with their boards, and its players with their results.

    Parameters
    ----------
    query
        ``team``, its key.
    """
    view = _View.of(server, in_place=in_place)
    public, key = view.public, query.get("team", "")
    team = next((each for each in public.tournament.team_list if each.key == key), None)
    row = None
    if team is not None and view.frame.after:
        _, ranking = public.standings(view.frame.after)
        row = next((each for each in ranking.rows if each.key == key), None) if ranking else None

    def build() -> str:
        sheets: tuple[Sheet, ...] = ()
        if team is not None:
            sheets = (
                team_matches_sheet(public.tournament, team, translate, public.matches),
                team_players_sheet(public.tournament, team, translate),
            )
        return view.render(
            "hall_team.html",
            team=team,
            facts=team_facts(team, row, translate) if team is not None else (),
            sheets=sheets,
            number=0,
            me="",
            name="team",
        )

    return view.page(build)


def _ranking(public: PublicView, after: int, name: str) -> Sheet:
    """The standings of who is drawn after a round, the cross table of the teams, or the wall list of the players."""
    if not after:
        sheet = Sheet(title="", heading=translate("Bracket"), columns=(), rows=())
        return with_brackets(sheet, public.tournament, translate)
    standings, teams = public.standings(after)
    if name == "wallist":
        return wall_list(standings, translate)
    if name == "crosstable" and teams is not None:
        return team_cross_table(teams, translate)
    return with_brackets(ranking_sheet(standings, teams, translate), public.tournament, translate)


@dataclass(frozen=True, slots=True)
class _View:
    """The published rounds at one moment.

    A hall of people asks for the same page whenever a result comes: it is made once, with blanks for the results.
    """

    state: TournamentState
    shown: Shown
    in_place: bool
    base: str

    @classmethod
    def of(cls, server: TournamentServer, *, in_place: bool) -> Self:
        state, shown_now = shown(server)
        speak_of(state.tournament)
        return cls(state, shown_now, in_place, server.base)

    @property
    def public(self) -> PublicView:
        """What is shown; only what is not kept yet is made of it."""
        return view_of(self.state, self.frame.hall)

    @property
    def frame(self) -> Frame:
        """What stays when a result comes."""
        return self.shown.frame

    @property
    def title(self) -> str:
        return self.once("title", lambda: self.public.tournament.name)

    def once(self, name: object, make: Callable[[], _Value]) -> _Value:
        spoken = current_language().code if self.frame.hall.age else ""
        return self.frame.views.get((spoken, name), make)

    def page(
        self, make: Callable[[], str], name: object = None, *, lasting: bool = True
    ) -> HTMLResponse:
        """A page with the results of this moment in its blanks.

        Parameters
        ----------
        name
            By which it is kept; None if nobody else asks for it.
        lasting
            Whether it is made once for all results of rounds in play, and not of these.
        """

        def build() -> BlankForm:
            return BlankForm(make())

        if name is None:
            form = build()
        elif lasting:
            form = self.once((name, current_language().code), build)
        else:
            here = "hall", name, current_language().code, self.shown.public.version
            form = self.state.view(here, build)
        public = self.shown.public

        def values() -> dict[Any, str]:
            results: dict[Any, str] = {
                seat: localized(result) if isinstance(result, Sentence) else result
                for seat, result in public.results.items()
            }
            return {_VERSION: public.version, **results}

        return HTMLResponse(form.filled(public.version, values))

    def render(self, content: str, **values: Any) -> str:  # noqa: ANN401 - what the template shows
        return render(
            content if self.in_place else "hall.html",
            title=self.title,
            base=self.base,
            place_of=self.place_of,
            version=blank(_VERSION),
            content=content,
            rounds=tuple(self.frame.published),
            standings=self.frame.after > 0,
            current=self.public.current,
            ahead=self.is_ahead,
            bracket=self.has_bracket,
            teams=self.of_teams,
            crossed=(crossed := self.public.tournament.event_kind.crosses_players),
            wall_list_name=wall_list_name(predetermined=crossed),
            closing=self.closing,
            days=self.days,
            **values,
        )

    @property
    def is_ahead(self) -> bool:
        """Whether all rounds are paired, so that a player reads them from the first one on."""
        return self.once("ahead", lambda: self.public.tournament.is_paired_ahead)

    @property
    def days(self) -> Mapping[int, date]:
        """The days of rounds, as far as they are stated."""
        return dict(enumerate(self.public.tournament.event.round_dates, start=1))

    @property
    def of_teams(self) -> bool:
        """Whether rounds are lists of matches."""
        return self.public.tournament.draws_teams

    @property
    def lasts(self) -> bool:
        """Whether a page stays the same but for blanks: a bracket shows results of rounds in play, too."""
        return self.once("lasts", lambda: not self.public.tournament.event_kind.ends_by_losses)

    @property
    def has_bracket(self) -> bool:
        """Whether there is a bracket and nothing else to rank yet: it begins with the first round."""
        return not self.frame.after and bool(self.frame.published) and not self.lasts

    @property
    def closing(self) -> str:
        """Until when players are to check in; empty if no time is set."""
        if self.frame.closing is None:
            return ""
        return describe_closing(*self.frame.closing)

    def round_meant(self, text: str) -> int:
        """A published round; by default the last one, of rounds that are all paired ahead the one that is played.

        It is 0 if there is none.
        """
        found = (number for number in self.frame.published if str(number) == text)
        return next(found, self.public.current)

    def team_address(self, key: str) -> str:
        """Where the page of a team is."""
        return f"{self.base}/hall/team?team={quote(key, '')}"

    def place_of(self, cell: str) -> str:
        """Where a cell of a sheet leads to; empty if nowhere."""
        to = reference_of(cell)
        if to is None or to.kind not in ("player", "team"):
            return ""
        if to.kind == "team":
            return self.team_address(to.key)
        return f"{self.base}/hall?me={quote(self.public.tournament.name_of(to.key), '')}"

    def address_of(self, words: str) -> str:
        """The address of the player of this folded name, or with a member of it; empty if there is none."""
        return self.once("callers", lambda: _addresses_by_name(self.public)).get(words, "")

    def card(self, key: str, address: str, number: int) -> _Card:
        """What a phone that remembers a player shows of a published round."""
        public = self.public
        lines, name = [*self.lines(number, "")], public.tournament.name_of(key)
        own = [x for x in lines if key in x.keys and x.table and not x.awaited]
        if self.of_teams:
            played = public.tournament.round(number)
            games = [(line, played.at(line.table)) for line in own]
            own = [x._replace(result=ended(g, key, translate)) for x, g in games if g]
        absent = [each for each in self.unseated(number, "") if each.key == key]
        teams = [team for team in public.tournament.team_list if key in team.members]
        mates = frozenset().union(*((team.key, *team.members) for team in teams))
        return _Card(
            number,
            name,
            address,
            tuple(
                (line, "White", line.black) if line.keys[0] == key else (line, "Black", line.white)
                for line in own
            ),
            tuple(_NO_GAME[each.reason] for each in absent),
            any(x.is_changed for x in own) or any(x.is_changed for x in absent),
            teams[0].name if teams else "",
            ""
            if own
            else next(
                (f"{x.match} {x.sums}".rstrip() for x in lines if not mates.isdisjoint(x.keys)), ""
            ),
        )

    def seats(self, number: int) -> list[_Seat]:
        """Everybody by name, with the table in a round or why there is none; nobody in round 0.

        Where teams are drawn, these stand for their players.
        """
        lines = [*self.lines(number, "")]
        if self.of_teams:
            seated = [*self._team_seats(lines)]
        else:
            seated = [
                _Seat(
                    line.folded[place],
                    name,
                    str(line.table),
                    place == 0,
                    line.room,
                    is_changed=line.is_changed,
                )
                for line in lines
                for place, name in enumerate((line.white, line.black))
            ]
        others = self.without_match(number, "") if number else ()
        return sorted(
            [
                *seated,
                *(
                    _Seat(u.folded, u.label, reason=u.reason, is_changed=u.is_changed)
                    for u in others
                ),
            ],
        )

    def _team_seats(self, lines: Iterable[_Line]) -> Iterator[_Seat]:
        """The two teams of each match, with its tables and the colour at its uppermost board."""
        for _, group in groupby(lines, lambda line: line.first):
            boards = [*group]
            top = boards[0]
            changed = any(line.is_changed for line in boards)
            for place, name in enumerate(top.teams):
                white = (place == 0) != top.turned
                yield _Seat(folded(name), name, top.tables, white, top.room, is_changed=changed)

    def unseated(self, number: int, words: str) -> Iterator[_Unseated]:
        """Who has no board in a published round and why, of those whose folded names have some words."""
        found = self.once(("unseated", number), lambda: tuple(_unseated(self.public, number)))
        return (each for each in found if self.names.finds(words, [each.folded], [each.key]))

    def without_match(self, number: int, words: str) -> Iterator[_Unseated]:
        """Who has no board in a published round and why; where teams are drawn, the teams that have no match."""
        if not self.of_teams:
            return self.unseated(number, words)
        return iter(self.once(("free", number), lambda: tuple(_free_teams(self.public, number))))

    @property
    def names(self) -> PublicNames:
        return self.once("names", lambda: self.public.names)

    def lines(self, number: int, words: str) -> Iterator[_Line]:
        """The boards of a round of those whose folded names have some words; none of round 0."""
        results = self.shown.public.results
        for line in self.with_blanks(number, words):
            seat, match = (line.round, line.table), (line.round, -line.first)
            found = line._replace(result=results[seat]) if seat in results else line
            yield found._replace(sums=results[match]) if match in results else found

    def with_blanks(self, number: int, words: str) -> Iterator[_Line]:
        """The boards that are shown, with blanks for the results of rounds in play."""
        for line in self.once(("lines", number), lambda: tuple(self._lines(number))):
            if self.names.finds(words, line.folded, line.keys):
                yield line

    def _lines(self, number: int) -> Iterator[_Line]:
        """The boards of a round with blanks for results that may come, match by match; none of round 0."""
        if not number:
            return
        public = self.public
        tournament, printed = public.shown_in(number), self._printed(number)
        labels = named_with_teams(tournament, number)
        play = tournament.drawn_teams
        if play is None:
            awaited = number in public.lineup_times
            for game in public.rounds[number].boards:
                text = printed.get(game.table, "")
                line = self._line(number, game.table, game.players, text, labels)
                yield self._match_awaited(line) if awaited else line
            return
        names = {team.key: team.name for team in play.teams}
        for match in matches_in(tournament, number):
            teams = names[match.white], names[match.black]
            for board in boards_of_match(match):
                table = 0 if board.game is None else board.game.table
                players = board.players[:: 1 if board.has_white else -1]
                text = printed.get(table, board.result)
                line = self._line(number, table, players, text, labels)
                yield line._replace(
                    match=" – ".join(teams),
                    teams=teams,
                    places=(self.team_address(match.white), self.team_address(match.black)),
                    tables=tables_of(match),
                    turned=not board.has_white,
                    sums=printed[-match.table],
                    first=match.table,
                )

    def _match_awaited(self, line: _Line) -> _Line:
        """A match whose teams stand for their players."""
        return line._replace(
            match=" – ".join(line.names),
            teams=line.names,
            places=tuple(map(self.team_address, line.keys)),
            tables=str(line.table),
            first=line.table,
            awaited=True,
        )

    def _printed(self, number: int) -> Mapping[int, str]:
        """The results of a round as of `printed_results`, with blanks for those that may come."""
        results = self.shown.public.results
        return {
            table: blank((number, table)) if (number, table) in results else text
            for table, text in printed_results(self.public.tournament, number).items()
        }

    def _line(
        self,
        number: int,
        table: int,
        players: Sequence[str],
        printed: str,
        searched_as: Mapping[str, str],
    ) -> _Line:
        """A board of a round; of who has no opponent an empty key is the other player."""
        public = self.public
        tournament, played = public.shown_in(number), public.rounds[number]
        people = [tournament.by_key[key] if key else None for key in players]
        names = [each.full_name if each else translate("empty board") for each in people]
        labels = [named(each) if each else translate("empty board") for each in people]
        searched = [
            folded(f"{searched_as[each.key]} {names_of_members([each])}") if each else ""
            for each in people
        ]
        game = tournament.round(number).at(table)
        return _Line(
            number,
            table,
            labels[0],
            labels[1],
            game.handicap if game else 0,
            printed,
            public.room_of(table),
            (names[0], names[1]),
            (searched[0], searched[1]),
            tuple(filter(None, players)),
            is_changed=table in played.changed_tables,
        )


def _free_teams(public: PublicView, number: int) -> Iterator[_Unseated]:
    """The teams that have no match in a published round, and why."""
    for reason, group in teams_without_match(public.shown_in(number), number):
        for team in group:
            words = folded(f"{team.full_name} {names_of_members([team])}")
            yield _Unseated(number, team.key, team.full_name, team.full_name, words, reason)


def _unseated(public: PublicView, number: int) -> Iterator[_Unseated]:
    """Who has no board in a published round, and why."""
    played, labels = public.rounds[number], named_with_teams(public.shown_in(number), number)
    for reason, group in played.attendance.without_board.items():
        for player in group:
            key, label = player.key, labels[player.key]
            words = folded(f"{label} {names_of_members([player])}")
            is_changed = key in played.changed_players
            yield _Unseated(number, key, player.full_name, label, words, reason, is_changed)


class PublicPages:
    """The endpoints of the public pages.

    Parameters
    ----------
    server
        What all answers share.
    live
        Who waits for changes.
    work
        Does what is asked, for all tournaments of the server.
    """

    def __init__(self, server: TournamentServer, live: Live, work: PublicWork) -> None:
        self._server, self._live, self._work = server, live, work

    async def _read(self, request: Request, work: Callable[[], Response]) -> Response:
        """A page for everybody, or only that it is the one that the phone has; a form of the director goes before."""

        def read() -> Response:
            self._server.store.give_way()
            return unless_known(request, work())

        return await self._work.read(read)

    async def hall(self, request: Request) -> Response:
        """The published boards, for everybody."""
        query, in_place = dict(request.query_params), is_in_place(request)
        return await self._read(request, lambda: hall_page(self._server, query, in_place=in_place))

    async def hall_screen(self, request: Request) -> Response:
        """The last published round for a projector."""
        return await self._read(request, lambda: hall_screen(self._server))

    async def hall_standings(self, request: Request, *, name: str = "standings") -> Response:
        """The published standings for everybody, or a list with every game or match."""
        query, in_place = dict(request.query_params), is_in_place(request)
        return await self._read(
            request, lambda: hall_standings(self._server, query, in_place=in_place, name=name)
        )

    async def hall_team(self, request: Request) -> Response:
        """The page of a team, for everybody."""
        query, in_place = dict(request.query_params), is_in_place(request)
        return await self._read(request, lambda: hall_team(self._server, query, in_place=in_place))

    async def hall_mine(self, request: Request) -> Response:
        """The seats of the players whom a phone remembers."""
        names, addresses = (request.query_params.getlist(name) for name in ("me", "player"))
        return await self._read(request, lambda: hall_mine(self._server, names, addresses))

    async def table(self, request: Request) -> Response:
        """The page of a table, for its players."""
        seat, phone = request.path_params["seat"], self._phone_of(request)
        if request.method != "POST":
            return await self._work.read(lambda: table_page(self._server, seat, phone))
        form = await form_of(request)
        until = monotonic() + PATIENCE
        answer = await self._work.write(lambda: table_page(self._server, seat, phone, form, until))
        self._live.hurry()
        return answer

    def _phone_of(self, request: Request) -> Phone:
        """The phone that asks for a table."""
        return Phone.of(
            self._server,
            request.path_params["seat"],
            request.cookies.get(PHONE_COOKIE, ""),
            changes="change" in request.query_params,
            client=request.client.host if request.client else "",
            form=form_number(request),
        )

    async def table_events(self, request: Request) -> Response:
        """Changes of what the page of a table shows, for its players."""
        seat, phone = request.path_params["seat"], self._phone_of(request)
        opened = await self._work.read(lambda: open_table(self._server, seat, phone))
        if not isinstance(opened, tuple):
            return opened
        return self._live.for_public(request, (opened[0].round, opened[0].table), 0)

    async def arrival(self, request: Request) -> Response:
        """The page on which players check in."""
        return await self._page_or_form(request, arrival_page)

    async def lineup(self, request: Request) -> Response:
        """The page on which captains send line-ups."""
        return await self._page_or_form(request, captain_page)

    async def _page_or_form(
        self, request: Request, page: Callable[[PhoneRequest], Response]
    ) -> Response:
        """A page of phones, or what comes of its form."""
        client = request.client.host if request.client else ""
        asked = PhoneRequest(self._server, dict(request.query_params), client)
        if request.method != "POST":
            return await self._work.read(lambda: page(asked))
        form, until = await form_of(request), monotonic() + PATIENCE
        number = form_number(request)
        sent = asked._replace(fields=form, sent=True, form=number, until=until)
        answer = await self._work.write(lambda: page(sent))
        self._live.hurry()
        return answer

    async def hall_events(self, request: Request) -> Response:
        """Changes of what is published, for everybody."""
        return self._live.for_public(request, hall_version, CALM)
