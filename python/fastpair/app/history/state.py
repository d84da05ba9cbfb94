"""The state of a tournament as one value: what its file holds, and what its history adds to it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ... import formats
from ...errors import RuleError
from ...go.teams import of_teams
from ...sentences import phrase
from ..round_states import paired_rounds
from .details import (
    ConditionDetails,
    DeadlineDetails,
    DisputeDetails,
    DrawDetails,
    IdentityDetails,
    LineupDetails,
    MarkDetails,
    PhoneDetails,
    PublicationDetails,
    TableDetails,
    WithdrawalDetails,
    publication_of,
    published_rounds,
)
from .entries import Change, Entry, Version, is_same, with_facts
from .keys import first_keys, renames_of, with_present_keys
from .records import (
    RULES,
    ConditionKind,
    ConditionSource,
    PairCondition,
    Publication,
    PublicationState,
    ReportedResult,
    Tables,
    frozen,
    holds_model,
    in_file_of,
    with_model,
    with_model_in,
)
from .timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from os import PathLike

    from ...formats import Document
    from ...formats.entries.names import NameOrder
    from ...go.tournament import Game, ModelName, Team, Tournament
    from .details import SettledPlayer
    from .records import Seat

    _Conditions = dict[PairCondition, ConditionSource]


@dataclass(frozen=True, slots=True, kw_only=True)
class LastDraw:
    """The last draw of a round, as its change in the history has it."""

    entry: Entry
    details: DrawDetails

    conditions: Mapping[PairCondition, ConditionSource]
    """The conditions of the round when it was drawn."""


@dataclass(frozen=True, kw_only=True, eq=False)
class HistoryFacts:
    """What the changes of a history add up to, beside what the file holds."""

    publications: Mapping[int, Publication] = field(default_factory=dict)
    """What the history says of rounds that are published, frozen or drafts again."""

    conditions_by_round: Mapping[int, Mapping[PairCondition, ConditionSource]] = field(
        default_factory=dict
    )
    tables: Tables = field(default_factory=Tables)
    """The rooms, and the tables that are not used or fixed."""

    model: ModelName | None = None
    """The model that a director has chosen last; None for the one that fits."""

    marks: Mapping[tuple[str, str], Entry] = field(default_factory=dict)
    """The last change that made each mark, by its kind and what it is about."""

    claims: Mapping[tuple[int, Seat], tuple[ReportedResult, ...]] = field(default_factory=dict)
    """What phones have reported beside what is entered, by round and players, the last of each phone in order.

    It holds until the director confirms the result that is entered, or it becomes another one."""

    both_confirm: bool = False
    """Whether what one player reports counts only when the other one has confirmed it."""

    identities: Mapping[tuple[str, str], SettledPlayer] = field(default_factory=dict)
    """Who players are in rating lists, by the title of the list and the key of the player."""

    draws: Mapping[int, LastDraw] = field(default_factory=dict)
    """The last draw of each round that fastpair has drawn."""

    makers: Mapping[int, Mapping[Seat, Entry]] = field(default_factory=dict)
    """The change that made each game and bye, by round."""

    result_makers: Mapping[int, Mapping[Seat, Entry]] = field(default_factory=dict)
    """The change that gave each game its result, by round; also of games that have none any more."""

    assigned_tables: Mapping[int, Mapping[Seat, int]] = field(default_factory=dict)
    """The table to which each game was moved by hand, by round; not those that have come to another one since."""

    arrived: Mapping[str, Entry] = field(default_factory=dict)
    """The change that has noted the arrival of each player whose arrival was noted, by key."""

    deadlines: Mapping[int, datetime] = field(default_factory=dict)
    """Until when players are expected in a round, by round."""

    lineup_deadlines: Mapping[int, datetime] = field(default_factory=dict)
    """Until when captains send line-ups of a round by phone, by round."""

    lineups_sent: Mapping[tuple[int, str], Entry] = field(default_factory=dict)
    """The last line-up that a captain has sent, by round and key of the team."""

    withdrawn: Mapping[str, int] = field(default_factory=dict)
    """The first round without each player who has withdrawn and has not come back, by key."""

    missed: Mapping[str, int] = field(default_factory=dict)
    """The round in which each player was marked absent while players were checked in and has not come since, by key."""

    checks_in: bool = False
    """Whether players are checked in: somebody's arrival was noted, or registrations were made preliminary."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CongressState(HistoryFacts):
    """All that is known of a tournament: what its file holds, and what its history adds to it.

    It is what every answer is made from and every action starts from. Where teams are drawn, `of_matches`
    has it in their terms.
    """

    source: Document | CongressState = field(repr=False)
    """The file, with the model that its history holds if it has no place for it; or, of a tournament that is
    ahead of its file, the state before the last change."""

    file: Path | str
    """Where it comes from, for the errors; only a path has a history and backups."""

    tournament: Tournament
    """The tournament of the file."""

    timeline: Timeline
    """The changes in the history, and what has become of them."""

    boards: CongressState | None = None
    """The state of the players at the boards, if the players of this one are teams."""

    @classmethod
    def read(
        cls,
        path: str | PathLike[str],
        encoding: str | None = None,
        names: NameOrder | None = None,
        sheet: str | None = None,
    ) -> Self:
        """Read a tournament file of any format, and the history beside it.

        Parameters
        ----------
        encoding
            Of a text that does not say it, such as ``cp1250``; None to guess it.
        names
            The order of names in a list that has them whole in one column; None to guess it.
        sheet
            The sheet of a list in a spreadsheet; None for the first one.

        Raises
        ------
        FormatError
            If the file or its history cannot be read.
        """
        document, file = formats.read(path, encoding, names=names, sheet=sheet), Path(path)
        return cls.of(document, file, Timeline.read(file, document.content))

    @classmethod
    def of_document(cls, document: Document, source: Path | str) -> Self:
        """A document in memory, which has no history."""
        return cls.of(document, source, Timeline.read(source, document.content))

    @classmethod
    def of(cls, document: Document, file: Path | str, timeline: Timeline) -> Self:
        """The state of a tournament that a file holds, with its history.

        What was undone does not count. That another program has saved the file since does not matter.
        """
        facts = facts_of(timeline)
        document = _with_model(document, facts.model)
        return cls(
            source=document,
            file=file,
            tournament=document.tournament,
            timeline=timeline,
            **vars(facts),
        )

    def then(self, entry: Entry, tournament: Tournament) -> CongressState:
        """The state after one more change, which makes this of the tournament."""
        timeline = self.timeline.then(entry)
        facts = self._facts_with(entry, timeline)
        if not holds_model(self._last_read) and tournament.rules.model != facts.model:
            tournament = with_model(tournament, facts.model)
        after = CongressState(
            source=self, file=self.file, tournament=tournament, timeline=timeline, **vars(facts)
        )
        if timeline.version is self.timeline.version or _is_exact(self._last_read):
            return after
        return replace(after, source=after.document, tournament=after.document.tournament)

    def with_content(self, content: bytes, timeline: Timeline) -> CongressState:
        """The state of another content of the same file, with the history that has led to it."""
        document = document_in(self.file, content)
        return CongressState.of(document, self.file, timeline)

    def then_content(self, entry: Entry, content: bytes) -> CongressState:
        """The state after one more change, which has led to this content."""
        timeline, document = self.timeline.then(entry), self.document
        facts = self._facts_with(entry, timeline)
        if content != document.content:
            document = document_in(self.file, content)
        document = _with_model(document, facts.model)
        return CongressState(
            source=document,
            file=self.file,
            tournament=document.tournament,
            timeline=timeline,
            **vars(facts),
        )

    def _facts_with(self, entry: Entry, timeline: Timeline) -> HistoryFacts:
        """What the changes add up to after one more, with which the timeline ends."""
        # What is taken out or brought back, and whoever is renamed, may be anywhere.
        if entry.reverts is not None or renames_of(entry, timeline.entries):
            return facts_of(timeline)
        return _fold(self, (entry,))

    @cached_property
    def document(self) -> Document:
        """The file, with the model that its history holds if it has no place for it.

        If the tournament is ahead of its file, the file is made now, and read as it will be.

        Raises
        ------
        RuleError
            If the format cannot hold the change.
        """
        ahead: list[CongressState] = []
        state: Document | CongressState = self
        while isinstance(state, CongressState) and "document" not in vars(state):
            ahead.append(state)
            state = state.source
        document = state.document if isinstance(state, CongressState) else state
        for each in reversed(ahead):
            document = each._next_document(document)
            # The states before are needed no more, and would be kept as long as this one.
            vars(each).update(document=document, source=document)
        return document

    def as_read(self) -> CongressState:
        """The state as it is read of its file and its history, which hold no former content in full."""
        lines = [
            each.as_read() if isinstance(each, Entry) else each for each in self.timeline.lines
        ]
        version = Version.of(self.document.content)
        return CongressState.of(
            self.document, self.file, Timeline.of(lines, version, self.timeline.plan)
        )

    def _next_document(self, document: Document) -> Document:
        """What the file will be, given what it is before the last change."""
        if not isinstance(self.source, CongressState):
            return document
        version = self.timeline.version
        if version is self.source.timeline.version:
            return _with_model(document, self.model)
        content = version.content
        if content != document.content:
            document = document_in(self.file, content)
        document = _with_model(document, self.model)
        if document.tournament == self.tournament:
            # Of its players and games, those that stay are those of the state before, in memory once.
            return replace(document, tournament=self.tournament)
        if not self._is_held_by(document.tournament, self.source.tournament):
            raise RuleError(phrase("its format cannot hold the change; nothing was written"))
        return document

    def _is_held_by(self, read: Tournament, former: Tournament) -> bool:
        """Whether what is read again is the tournament, or at least not the former one, as far as its format holds it."""
        if _is_exact(self._last_read):
            return is_same(read, self.tournament)
        return not (self.timeline.entries[-1].changes and is_same(read, former))

    @cached_property
    def _last_read(self) -> Document:
        """The file as it was read last, with the tournament as it is now."""
        state: Document | CongressState = self
        while isinstance(state, CongressState):
            state = vars(state).get("document") or vars(state).get("_last_read") or state.source
        return replace(state, tournament=self.tournament)

    def settled(self, tournament: Tournament) -> Tournament:
        """Another state of the tournament as the file will hold it, see `Document.settled`."""
        return self._last_read.settled(tournament)

    def refuse(self, tournament: Tournament) -> None:
        """Refuse what neither the file nor its history has a place for, see `Document.refuse`."""
        self._last_read.refuse(in_file_of(self._last_read, tournament))

    def content_with(self, tournament: Tournament) -> bytes:
        """The content of the file with another state of its tournament.

        Raises
        ------
        RuleError
            If the format cannot hold the change.
        """
        return self.document.content_with(in_file_of(self.document, tournament))

    @property
    def of_matches(self) -> CongressState:
        """The state whose players are the teams, and whose games are their matches, if teams are drawn."""
        if not self.tournament.team_list:
            return self
        timeline = self.timeline
        entries = tuple(
            _of_matches(entry, self.tournament, self.tournament.team_list)
            for entry in with_present_keys(timeline.entries, timeline.cut_short)
        )
        timeline = replace(timeline, entries=entries)
        return CongressState(
            source=self.source,
            file=self.file,
            tournament=of_teams(self.tournament),
            timeline=timeline,
            boards=self,
            **vars(facts_of(timeline)),
        )

    @cached_property
    def gone(self) -> frozenset[str]:
        """The keys of the players who have withdrawn, but for those who still play their last game."""
        games = (game for game in self.tournament.games if not game.has_result)
        playing = {key for game in games for key in game.players}
        return frozenset(self.tournament.by_key.keys() & self.withdrawn.keys() - playing)

    @cached_property
    def first_keys(self) -> Mapping[str, str]:
        """What tells each player apart for ever, by key: the first key; what is printed or sent is signed with it."""
        first = first_keys(self.timeline.entries, self.timeline.cut_short)
        return {key: first.get(key, key) for key in self.tournament.by_key}

    def with_first_keys(self, game: Game) -> Game:
        """A game whose players have their first keys."""
        white, black = (self.first_keys.get(key, key) for key in game.players)
        return replace(game, white=white, black=black)

    @cached_property
    def published(self) -> Mapping[int, Publication]:
        """The rounds that are published or frozen, in order.

        Up to the last round that is complete, players know all boards: these rounds count as published unless
        the history says otherwise.
        """
        found = {**dict(_known_rounds(self.tournament)), **self.publications}
        return {
            number: publication
            for number, publication in sorted(found.items())
            if publication.state is not PublicationState.DRAFT
        }

    def gaps(self, form: str) -> Mapping[str, frozenset[str]]:
        """What players are known to lack for a results file, or to have cut in it, by key."""
        from ..entries.federations import RESULTS_FILES  # a draw does without countries

        title = RESULTS_FILES[form].federation if form in RESULTS_FILES else ""
        return {
            each.key: frozenset(each.without)
            for (whose, _), each in self.identities.items()
            if whose == title and each.without
        }

    def publication(self, number: int) -> Publication:
        """The publication of a round; a draft if players do not know it."""
        return self.published.get(number, Publication(round_number=number))

    @property
    def awaited_lineups(self) -> frozenset[int]:
        """The rounds whose line-ups captains may still send, so that everybody else knows the matches alone."""
        now = datetime.now(UTC)
        return frozenset(number for number, time in self.lineup_deadlines.items() if time > now)

    def is_draft(self, number: int) -> bool:
        """Whether players do not know the boards of a round as they are."""
        publication = self.published.get(number)
        return publication is None or bool(publication.differences(self.tournament))

    def conditions(self, number: int) -> Mapping[PairCondition, ConditionSource]:
        """The conditions of a round that are in force, in the order in which they were stated."""
        return self.conditions_by_round.get(number, {})

    def claims_of(self, game: Game) -> tuple[ReportedResult, ...]:
        """What phones have reported of a game that is not what is entered, the last of each."""
        found = self.claims.get((game.round, game.pair), ())
        return tuple(each for each in found if each.result != str(game.ending))

    def awaited_claim(self, game: Game) -> ReportedResult | None:
        """What one player has reported of a game, if it only lacks the confirmation of the other one."""
        found = self.claims_of(game)
        results = {each.result for each in found}
        return found[0] if len(results) == 1 and found[0].keeps(game) else None

    def result_maker(self, game: Game) -> Entry | None:
        """The change that gave a game its result, as far as the history knows it."""
        if game.ending.is_empty:
            return None
        return self.result_makers.get(game.round, {}).get(game.pair)

    def seats_of_draw(self, number: int) -> frozenset[Seat]:
        """The games and byes of a round that come from a draw, and not from an edit by hand."""
        return frozenset(s for s, entry in self.makers.get(number, {}).items() if entry.is_draw)

    def before_the_draw(self, number: int) -> frozenset[Seat]:
        """The pairs of a round that existed before it was drawn, as far as the history knows."""
        draw = self.draws.get(number)
        if draw is None or self.timeline.saved_by_another:
            return frozenset()
        # A board that an earlier draw has made, and the last one has kept, is a board of the last one.
        drawn = {
            seat
            for seat, made in self.makers.get(number, {}).items()
            if made.is_draw or made.number > draw.entry.number
        }
        return frozenset(game.pair for game in self.tournament.round(number).games) - drawn

    def corrected_since(self, number: int, pairs: Iterable[Seat]) -> frozenset[str]:
        """What was corrected after a draw made the first of some boards that a round has, by kind of subject.

        ``game`` are results of earlier rounds, ``player`` are data of players. What was corrected after
        the last draw of the round is none of it if `tournament_at_draw` is without it.
        """
        makers, draw = self.makers.get(number, {}), self.draws.get(number)
        made = [makers[pair].number for pair in pairs if pair in makers and makers[pair].is_draw]
        as_drawn = draw is not None and self.tournament_at_draw(number) is not self.tournament
        return frozenset(
            str(kind)
            for entry in (_in_force((self.boards or self).timeline) if made else ())
            if entry.number > min(made)
            if draw is None or not as_drawn or entry.number < draw.entry.number
            for (kind, *place), before, after in entry.changes
            if before
            and after is not None
            and (
                kind == "player"
                or (kind == "game" and int(place[0]) < number and not _RESULTS.isdisjoint(before))
            )
        )

    def tournament_at_draw(self, number: int, tournament: Tournament | None = None) -> Tournament:
        """The tournament as it was known when a round was drawn, with the games that the round has now.

        Who has entered later is not in it unless they have a game or a bye of the round. If the history
        does not know the draw, or contradicts the file, it is the tournament as it is.

        Parameters
        ----------
        tournament
            Another state of it, such as after an edit; by default the present one.
        """
        present = self.tournament if tournament is None else tournament
        draw = self.draws.get(number)
        if draw is None:
            return present
        if self.boards is not None:
            return self.boards._teams_at_draw(draw, present)
        former = self._taken_back(draw, present)
        return present if former is None else former

    def _teams_at_draw(self, draw: LastDraw, present: Tournament) -> Tournament:
        """The tournament with the teams as they were drawn, given those of now: from what was known of the players at their boards."""
        number = draw.details.round
        # A team that has entered since may play in the round.
        for kept in (frozenset[str](), frozenset({"team"})):
            boards = self._taken_back(draw, self.tournament, kept)
            if boards is not None and boards.draws_teams:
                former = of_teams(boards)
                if former.by_key.keys() >= present.round(number).seated:
                    played = present.round(number)
                    byes = (bye for bye in present.byes if bye.round == number)
                    return former.replace_round(number, played.games, byes)
        return present

    def _taken_back(
        self, draw: LastDraw, present: Tournament, kept: frozenset[str] = frozenset()
    ) -> Tournament | None:
        """A tournament without what has changed since a draw; None if that contradicts it.

        Parameters
        ----------
        kept
            Kinds of subjects that stay as they are.
        """
        number = draw.details.round
        entries = with_present_keys(self.timeline.entries, self.timeline.cut_short)
        later = [
            change
            for since in reversed(entries)
            if since.number > draw.entry.number and since.number not in self.timeline.cut_short
            for change in reversed(since.changes)
            if change.subject[0] not in kept and _may_differ(change, present, number)
        ]
        try:
            former = with_facts(present, [(subject, before) for subject, before, _ in later])
        except (KeyError, TypeError, ValueError):
            return None
        former = former.before(number + 1)
        return None if former.rules.rounds < number or any(former.faults()) else former

    def refuse_frozen(self, after: Tournament) -> None:
        """Refuse a change of the boards of a frozen round; results may come, and what was published.

        Parameters
        ----------
        after
            The tournament with the changes.

        Raises
        ------
        RuleError
            If a board of a frozen round becomes another one than was published.
        """
        for number, publication in self.published.items():
            if publication.state is not PublicationState.FROZEN:
                continue
            was, becomes = (
                Publication.of(t.round(number), PublicationState.DRAFT)
                for t in (self.tournament, after)
            )
            if was != becomes and publication.differences(after):
                raise frozen(number)


def read(
    path: str | PathLike[str],
    encoding: str | None = None,
    names: NameOrder | None = None,
    sheet: str | None = None,
) -> Document:
    """Read a tournament file of any format, with the model that its history holds.

    Parameters
    ----------
    path
        The file.
    encoding
        Of a text that does not say it, such as ``cp1250``; None to guess it.
    names
        The order of names in a list that has them whole in one column, ``family-first`` or ``given-first``;
        None to guess it.
    sheet
        The sheet of a list in a spreadsheet; None for the first one.

    Raises
    ------
    FormatError
        If the file cannot be read as a tournament, is not in the encoding, or is in a format that states
        its encoding or order of names although one is named; or its history cannot be read.

    Examples
    --------
    >>> document = read("examples/evening.xml")
    >>> document.tournament.rules.usual_model
    'opengotha351'
    """
    document, file = formats.read(path, encoding, names=names, sheet=sheet), Path(path)
    if holds_model(document):
        return document
    return CongressState.of(document, file, Timeline.read(file, document.content)).document


def _known_rounds(tournament: Tournament) -> Iterator[tuple[int, Publication]]:
    """The rounds that players know since they, or a later one, are complete."""
    rounds = map(tournament.round, reversed(paired_rounds(tournament)))
    over = (r.number for r in rounds if r.games and not any(game.lacks_result for game in r.games))
    for number in range(1, next(over, 0) + 1):
        if (played := tournament.round(number)).games:
            yield number, Publication.of(played, PublicationState.PUBLISHED)


def _in_force(timeline: Timeline) -> Iterator[Entry]:
    """The changes that are neither undone nor cut short, without those that undo and redo them, with present keys."""
    out = timeline.reverted() | timeline.cut_short
    for entry in with_present_keys(timeline.entries, timeline.cut_short):
        if entry.number not in out and entry.reverts is None:
            yield entry


_RESULTS = frozenset({"result", "second_result", "sums_halves", "team_result"})
"""Fields of a game that are results."""

_ENDS_CLAIMS = frozenset(
    {
        *("white", "result", "by_default", "second_result", "second_by_default", "sums_halves"),
        *("unrated", "second_unrated"),
    }
)
"""Fields of a game that say how it ended."""


def facts_of(timeline: Timeline) -> HistoryFacts:
    """What the changes of a history add up to; what was undone does not count."""
    return _fold(HistoryFacts(), _in_force(timeline))


def _fold(known: HistoryFacts, entries: Iterable[Entry]) -> HistoryFacts:
    """What is known with some more changes, which are in force."""
    fold = _Fold(known)
    for entry in entries:
        fold.add(entry)
    return HistoryFacts(**vars(fold))


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def _copy(by_round: Mapping[int, Mapping[_Key, _Value]]) -> defaultdict[int, dict[_Key, _Value]]:
    """What is known by round, to be changed."""
    return defaultdict(dict, {number: dict(known) for number, known in by_round.items()})


def document_in(file: str | PathLike[str], content: bytes) -> Document:
    """The document in a content of a file, of any format.

    Raises
    ------
    FormatError
        If it is none.
    """
    return formats.format_of(file, content).read(str(file), content)


def _is_exact(document: Document) -> bool:
    """Whether its file holds each state as it is."""
    return formats.FORMATS[document.format].is_exact


def _with_model(document: Document, model: ModelName | None) -> Document:
    """A document with the model of its history, if its file has no place for it."""
    return document if holds_model(document) else with_model_in(document, model)


class _Fold:
    """What the changes of a history add up to, one by one; its members are the fields of `HistoryFacts`."""

    def __init__(self, known: HistoryFacts) -> None:
        self.publications = dict(known.publications)
        self.conditions_by_round = _copy(known.conditions_by_round)
        self.tables = known.tables
        self.model = known.model
        self.marks = dict(known.marks)
        self.claims = dict(known.claims)
        self.both_confirm = known.both_confirm
        self.identities = dict(known.identities)
        self.draws = dict(known.draws)
        self.makers = _copy(known.makers)
        self.result_makers = _copy(known.result_makers)
        self.assigned_tables = _copy(known.assigned_tables)
        self.arrived = dict(known.arrived)
        self.deadlines = dict(known.deadlines)
        self.lineup_deadlines = dict(known.lineup_deadlines)
        self.lineups_sent = dict(known.lineups_sent)
        self.withdrawn = dict(known.withdrawn)
        self.missed = dict(known.missed)
        self.checks_in = known.checks_in

    def add(self, entry: Entry) -> None:
        """Add a change that is in force."""
        for change in entry.changes:
            kind = change.subject[0]
            if kind in ("game", "bye"):
                self._add_seat(entry, change)
            elif kind == "player":
                self._add_arrival(entry, change)
            elif kind == "absence":
                self._add_absence(entry, change)
            elif change.subject == RULES and change.after is not None and "model" in change.after:
                self.model = change.after["model"]
        if entry.act == "captain":
            self.lineups_sent[entry.values["rounds"], entry.values["team"]] = entry
        if entry.act in ("captain", "lineup"):
            self._follow_lineup(entry)
        self._add_details(entry)

    def _follow_lineup(self, entry: Entry) -> None:
        """Publish a line-up with its match, if nobody knows more of it than the match."""
        for number, known in self.publications.items():
            deadline = self.lineup_deadlines.get(number)
            if deadline is not None and entry.local_time < deadline:
                self.publications[number] = known.with_boards(entry.changes)

    def _add_seat(self, entry: Entry, change: Change) -> None:
        number, seat = int(change.subject[1]), change.seat
        subject, before, after = change
        makers = self.makers[number]
        if after is None:
            makers.pop(seat, None)
        elif before is None:
            # What is brought back was made by whoever made it at first.
            makers.setdefault(seat, entry)
        if subject[0] == "bye":
            return
        if after is not None and not _RESULTS.isdisjoint(after) and entry.before:
            # What a file began with, nobody has entered.
            self.result_makers[number][seat] = entry
        if after is None or "table" in after:
            self.assigned_tables[number].pop(seat, None)
        if entry.act == "table" and after and after.get("table") == entry.values.get("new"):
            self.assigned_tables[number][seat] = after["table"]
        if before is None or after is None or _ENDS_CLAIMS & {*before, *after}:
            self.claims.pop((number, seat), None)

    def _add_arrival(self, entry: Entry, change: Change) -> None:
        """Note who has arrived: a check-in says so, and who is entered during one stands at the desk."""
        key, after = str(change.subject[1]), change.after or {}
        comes = entry.act == "present" or (entry.act == "confirm" and after.get("final"))
        if comes or (change.before is None and self.arrived):
            self.arrived.setdefault(key, entry)
        elif after.get("final") is False:
            self.arrived.pop(key, None)
        if "final" in after:
            self.missed.pop(key, None)
        self.checks_in |= bool(comes) or (change.before is not None and after.get("final") is False)

    def _add_absence(self, entry: Entry, change: Change) -> None:
        """Note who is back, and who withdrew before the details of the action said it."""
        _, number, key = change.subject
        if change.after is None:
            if int(number) >= self.withdrawn.get(str(key), int(number) + 1):
                del self.withdrawn[str(key)]
            self.missed.pop(str(key), None)
        elif entry.act == "absent" and self.checks_in:
            self.missed.setdefault(str(key), int(number))
        elif entry.act == "withdraw" and entry.details is None:
            self.withdrawn.setdefault(str(key), int(number))

    def _add_details(self, entry: Entry) -> None:
        match entry.details:
            case WithdrawalDetails(players=gone):
                self.withdrawn |= dict(gone)
            case DrawDetails() as details:
                self._state_conditions(entry, [details.round], details)
                conditions = dict(self.conditions_by_round[details.round])
                record = LastDraw(entry=entry, details=details, conditions=conditions)
                self.draws[details.round] = record
            case ConditionDetails() as details:
                self._state_conditions(entry, details.rounds or (details.round,), details)
            case PublicationDetails() as details:
                for each in published_rounds(details):
                    known = self.publications.get(each.round)
                    publication = Publication.from_details(each, entry.time, known)
                    self.publications[each.round] = publication
            case TableDetails() as details:
                self.tables = Tables.from_details(details, entry.number)
            case MarkDetails(mark=mark, about=about):
                self.marks[mark, about] = entry
            case DeadlineDetails(round=number, time=time):
                self.deadlines.pop(number, None)
                if time is not None:
                    self.deadlines[number] = time
            case LineupDetails(round=number, time=time):
                self.lineup_deadlines.pop(number, None)
                if time is not None:
                    self.lineup_deadlines[number] = time
            case IdentityDetails(title=title, players=players):
                self.identities |= {(title, each.key): each for each in players}
            case PhoneDetails(both=both):
                self.both_confirm = both
            case DisputeDetails(round=number, result=result) as details:
                for seat in details.seats:
                    before = self.claims.pop((number, seat), ())
                    if result:
                        others = (each for each in before if each.entry.phone != entry.phone)
                        self.claims[number, seat] = (*others, ReportedResult(result, entry))

    def _state_conditions(
        self, entry: Entry, rounds: Iterable[int], details: DrawDetails | ConditionDetails
    ) -> None:
        for number in rounds:
            conditions = self.conditions_by_round[number]
            for kind, one, other, holds, why in details.conditions:
                condition = PairCondition(ConditionKind(kind), frozenset((one, other)))
                conditions.pop(condition, None)
                if holds:
                    conditions[condition] = ConditionSource(entry=entry, why=why)


def _may_differ(change: Change, tournament: Tournament, number: int) -> bool:
    """Whether a later change is to be taken back, so that a round is as when it was drawn."""
    kind, *place = change.subject
    if kind in ("game", "bye"):
        return int(place[0]) < number
    seated = tournament.round(number).seated
    return not (kind == "player" and change.before is None and place[0] in seated)


def _of_matches(entry: Entry, tournament: Tournament, teams: tuple[Team, ...]) -> Entry:
    """A change whose games are the matches of the teams.

    A match is made and taken back with its first board. What else is said of boards and players is
    left out.
    """
    details = entry.details
    if isinstance(details, PublicationDetails):
        details = publication_of(
            [_matches_of_boards(each, tournament, entry.time) for each in published_rounds(details)]
        )
    return replace(entry, changes=tuple(_changes(entry, teams)), details=details)


def _matches_of_boards(
    details: PublicationDetails, tournament: Tournament, time: str
) -> PublicationDetails:
    """The matches that were published with the boards of a round."""
    shown = Publication.from_details(details, time)
    current_boards = [
        board for board in shown.boards if tournament.by_key.keys() >= {*board.players}
    ]
    boards = tournament.replace_round(shown.round_number, current_boards, ())
    matches = of_teams(boards if boards.draws_teams else tournament.before(shown.round_number))
    return Publication.of(matches.round(shown.round_number), shown.state).details


def _changes(entry: Entry, teams: tuple[Team, ...]) -> Iterator[Change]:
    for change in entry.changes:
        subject, before, after = change
        if subject[0] != "game" or (before is None) == (after is None):
            continue
        number = int(subject[1])
        first = {lineup[0]: team.key for team in teams if (lineup := team.lineup(number))}
        pair = sorted(first[key] for key in change.seat if key in first)
        if len(pair) == 2:  # both sit at a first board

            def convert(value: dict[str, Any] | None) -> dict[str, Any] | None:
                return value and {"table": value["table"], "white": first[value["white"]]}  # noqa: B023

            yield Change(("game", number, *pair), convert(before), convert(after))
