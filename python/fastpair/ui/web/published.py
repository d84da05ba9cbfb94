"""What everybody sees of a tournament: what is published, and what differs between two moments."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2s
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.history.details import DisputeDetails, MarkDetails
from ...app.publication.published import public_names, public_view, round_document
from ...app.round_states import round_to_attend
from ...report.languages import language
from ...report.pages import named_with_teams, names_of_members, printed_results
from .cache import MEMORY, Cache
from .text import current_language

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from ...app.history.entries import Entry
    from ...app.history.records import Publication
    from ...report.languages import Language
    from ...report.public import PublicNames, PublicView
    from .requests import TournamentServer
    from .store import HallSettings, TournamentState


class PublicState(NamedTuple):
    """What everybody sees, to tell what has changed of it."""

    version: str
    """Of all of it."""

    frame: str
    """A digest of everything but the results of rounds in play."""

    results: Mapping[tuple[int, int], str]
    """Those results, by round and table; at a negative table as of `printed_results`."""

    def results_since(self, former: PublicState | None) -> list[tuple[int, int, str]] | None:
        """Results that differ from a former state; None if more does, or it is not known."""
        if (
            former is None
            or former.frame != self.frame
            or former.results.keys() != self.results.keys()
        ):
            return None
        before = former.results
        return [(*seat, now) for seat, now in self.results.items() if now != before[seat]]


_VIEWS = 128
"""Things made of what is published that are kept: its pages in each language."""


RESULT_FIELDS = frozenset(
    {
        *("result", "by_default", "second_result", "second_by_default", "postponed"),
        *("unrated", "second_unrated"),
    }
)
"""Fields of a game that say how it ended, as the history names them."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Frame:
    """What everybody sees but for the results of rounds in play.

    A result of these leaves it as it is, and with it what has been made of it: a hall of people asks for the
    same pages whenever one comes.
    """

    digest: str

    published: Mapping[int, Publication]
    clock: str
    """When the next round begins, as the director has said."""

    hall: HallSettings
    """Whom the hall names."""

    closing: tuple[int, datetime] | None
    """The next round to pair, and the deadline of its check-in; None if it has none."""

    awaited: frozenset[int]
    """The rounds whose line-ups are not public yet."""

    in_order: range
    after: int
    """As of `PublicView`."""

    tables: Mapping[tuple[int, frozenset[str]], int]
    """The tables of the boards of rounds in play, by round and players."""

    views: Cache = field(default_factory=lambda: Cache(_VIEWS, MEMORY), repr=False)
    """What has been made of it to be shown."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Shown:
    """What everybody sees of a state of the file."""

    frame: Frame
    public: PublicState

    digest: str
    """Of the content of the file."""

    changes: int
    """How many changes the history has."""

    last: Entry | None
    """The last of them."""

    cut_short: frozenset[int]

    @classmethod
    def of(
        cls, state: TournamentState, clock: str, hall: HallSettings, former: Shown | None
    ) -> Shown:
        """What everybody sees of a state.

        Parameters
        ----------
        clock
            When the next round begins.
        hall
            Whom the hall names.
        former
            The same of another state: where only results have come since, its frame is kept.
        """
        seats = None if former is None else former._new_results(state, clock, hall)
        if former is None or seats is None:
            frame, results = _frame_of(state, clock, hall)
        else:
            frame, results = former.frame, {**former.public.results, **seats}
        version = short_digest(repr((frame.digest, results)))
        entries = state.timeline.entries
        return cls(
            frame=frame,
            public=PublicState(version, frame.digest, results),
            digest=state.digest,
            changes=len(entries),
            last=entries[-1] if entries else None,
            cut_short=state.timeline.cut_short,
        )

    def is_of(self, state: TournamentState, clock: str, hall: HallSettings) -> bool:
        """Whether it is that of a state."""
        entries = state.timeline.entries
        return (
            (self.digest, self.changes) == (state.digest, len(entries))
            and (self.frame.clock, self.frame.hall) == (clock, hall)
            and self.frame.awaited == state.awaited_lineups
            and self.last is (entries[-1] if entries else None)
            and self.cut_short == state.timeline.cut_short
        )

    def _new_results(
        self, state: TournamentState, clock: str, hall: HallSettings
    ) -> dict[tuple[int, int], str] | None:
        """The results of rounds in play that have come; None if anything else may have changed."""
        entries, tournament = state.timeline.entries, state.tournament
        before = entries[self.changes - 1 : self.changes]
        fresh = entries[self.changes :]
        if (
            (clock, hall) != (self.frame.clock, self.frame.hall)
            or not fresh
            or self.last is None
            or not before
            or before[0] is not self.last
            or fresh[0].before.digest != self.digest
            or fresh[-1].after.digest != state.digest
            or state.timeline.cut_short != self.cut_short
            or _closing(state) != self.frame.closing
            or state.awaited_lineups != self.frame.awaited
            or tournament.is_paired_ahead  # standings count each result, and the round in play follows
        ):
            return None
        games = _games_with_results(fresh)
        if games is None or state.published != self.frame.published:
            return None
        seats = dict[tuple[int, int], str]()
        printed = {number: printed_results(tournament, number) for number, _ in games}
        for number, pair in games:
            played, table = tournament.round(number), self.frame.tables.get((number, pair))
            game = None if table is None else played.at(table)
            # A round whose results are all known may have standings that are public.
            if table is None or game is None or not any(each.lacks_result for each in played.games):
                return None
            seats[number, table] = printed[number][table]
        for number, texts in printed.items():
            sums = {(number, table): text for table, text in texts.items() if table < 0}
            as_published = sum(number == each for each, _ in self.frame.tables)
            if sums and as_published < len(tournament.round(number).games):
                return None
            seats |= sums
        return seats


def shown(server: TournamentServer) -> tuple[TournamentState, Shown]:
    """The state of the file at this moment, and what everybody sees of it."""
    store, settings = server.store, server.sidecar.settings
    clock, hall = settings.next_round, settings.hall
    with store.showing:
        former: Shown | None = store.last_shown
        state = store.state()
        if former is not None and former.is_of(state, clock, hall):
            return state, former
        now = store.last_shown = Shown.of(state, clock, hall, former)
        return state, now


def short_digest(text: str) -> str:
    """A digest of a text that is short enough for an address."""
    return blake2s(text.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def _games_with_results(entries: Iterable[Entry]) -> set[tuple[int, frozenset[str]]] | None:
    """The games, by round and players, that some changes have given results; None if they do anything else."""
    games = set[tuple[int, frozenset[str]]]()
    for entry in entries:
        if not isinstance(entry.details, MarkDetails | DisputeDetails | None):
            return None
        if entry.details is None and not entry.changes:
            return None
        for (kind, *place), before, after in entry.changes:
            if kind != "game" or before is None or after is None:
                return None
            if not RESULT_FIELDS.issuperset((*before, *after)):
                return None
            number, *players = place
            games.add((int(number), frozenset(map(str, players))))
    return games


def names_in_hall(
    state: TournamentState, hall: HallSettings, words: Language | None = None
) -> PublicNames:
    """The names of players in the hall, in a language; by default in that which is spoken."""
    spoken = words or current_language()

    def build() -> PublicNames:
        return public_names(state, hall, spoken.text, whole_only=hall.whole_names)

    return state.view(("names in the hall", *_kept_by(state, hall, spoken)), build)


def view_of(
    state: TournamentState, hall: HallSettings, words: Language | None = None
) -> PublicView:
    """What everybody may see of a state in the hall, in a language; by default in that which is spoken."""
    spoken = words or current_language()
    names = names_in_hall(state, hall, spoken)
    return state.view(("public", *_kept_by(state, hall, spoken)), lambda: public_view(state, names))


def _kept_by(state: TournamentState, hall: HallSettings, words: Language) -> tuple[object, ...]:
    """What is shown beside the content of the file: the language, if names are hidden, and line-ups by the clock."""
    return state.changes, state.awaited_lineups, hall, words.code if hall.age else ""


def _frame_of(
    state: TournamentState, clock: str, hall: HallSettings
) -> tuple[Frame, dict[tuple[int, int], str]]:
    """What everybody sees of a state but for the results of rounds in play, and these results."""
    view, tournament = view_of(state, hall, language("en")), state.tournament
    rounds: list[object] = []
    results, tables = dict[tuple[int, int], str](), dict[tuple[int, frozenset[str]], int]()
    for number, played in view.rounds.items():
        document: dict[str, Any] = {**round_document(view, number)}
        labels = [
            (label, names_of_members([view.tournament.by_key[key]]))
            for key, label in named_with_teams(view.tournament, number).items()
        ]
        if number > view.after:  # no standings that are public count these results
            document["boards"] = [
                (board["table"], board["white"], board["black"], board["handicap"])
                for board in document["boards"]
            ]
            printed = printed_results(view.tournament, number)
            results |= {(number, table): text for table, text in printed.items()}
            now = {game.table: game for game in tournament.round(number).games}
            tables |= {
                (number, board.pair): board.table
                for board in played.boards
                if board.table in now and now[board.table].players == board.players
            }
        rounds.append((document, labels))
    closing = _closing(state)
    play, whole = view.tournament.drawn_teams, view.names.whole
    seen = (
        view.tournament.name,
        clock,
        hall,
        closing,
        view.rooms,
        view.after,
        view.in_order,
        view.current,
    )
    frame = Frame(
        digest=short_digest(repr((*seen, play, whole, rounds))),
        published=state.published,
        clock=clock,
        hall=hall,
        closing=closing,
        awaited=state.awaited_lineups,
        in_order=view.in_order,
        after=view.after,
        tables=tables,
    )
    return frame, results


def _closing(state: TournamentState) -> tuple[int, datetime] | None:
    """The next round, and when its check-in closes; None if no time is set."""
    coming = round_to_attend(state.tournament)
    found = None if coming is None else state.deadlines.get(coming)
    return None if coming is None or found is None else (coming, found)
