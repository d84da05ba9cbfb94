"""What the history records that a tournament file cannot hold: publication, conditions, the model, tables, prizes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ... import formats
from ...errors import RuleError
from ...formats import Document, format_of
from ...formats.files import Replacement
from ...go.teams import of_teams
from ...go.tournament import Game, Result
from ...go.tournament.player import ranges, tables_in
from ...pairing.rules import StatedRules
from ...sentences import Remedy, marked, phrase
from .entries import Change, digest_of, with_facts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from os import PathLike

    from ...go.tournament import ModelName, Round, Team, Tournament
    from .entries import Entry
    from .timeline import Timeline


Seat = frozenset[str]
"""The keys of two players who have a game, or of the one who has a bye."""


def in_force(timeline: Timeline) -> Iterator[Entry]:
    """The changes that are neither undone nor cut short, without those that undo and redo them."""
    out = timeline.reverted() | timeline.cut_short
    for entry in timeline.entries:
        if entry.number not in out and entry.reverts is None:
            yield entry


def makers(timeline: Timeline, number: int) -> Mapping[Seat, Entry]:
    """The change that made each game and bye of a round, of all changes that are in force."""
    found: dict[Seat, Entry] = {}
    for entry in in_force(timeline):
        for change in entry.changes:
            if change.subject[:2] not in (("game", number), ("bye", number)):
                continue
            if change.after is None:
                found.pop(change.seat, None)
            elif change.before is None:
                # What is brought back was made by whoever made it at first.
                found.setdefault(change.seat, entry)
    return found


def results_by(timeline: Timeline, number: int, games: Iterable[Game]) -> Mapping[Seat, Entry]:
    """The change that gave each game of a round its result, as far as the history knows it."""
    seats = {game.pair for game in games if game.has_result}
    found: dict[Seat, Entry] = {}
    for entry in reversed([*in_force(timeline)]):
        for change in entry.changes:
            if (
                change.subject[:2] == ("game", number)
                and "result" in (change.after or ())
                and change.seat in seats
            ):
                found.setdefault(change.seat, entry)
        if len(found) == len(seats):
            break
    return found


def last_draw(timeline: Timeline, number: int) -> Entry | None:
    """The last draw of a round that is in force; None if it is not fastpair's."""
    draws = [e for e in in_force(timeline) if e.is_draw and e.draw.get("round") == number]
    return draws[-1] if draws else None


def tournament_at_draw(timeline: Timeline, tournament: Tournament, number: int) -> Tournament:
    """The tournament as it was known when a round was drawn, with the games that the round has now.

    Who has entered later is not in it unless he has a game or a bye of the round. If the history does
    not know the draw, or contradicts the file, it is the tournament as it is.
    """
    entry = last_draw(timeline, number)
    if entry is None:
        return tournament
    later = [
        change
        for since in reversed(timeline.entries)
        if since.number > entry.number and since.number not in timeline.cut_short
        for change in reversed(since.changes)
        if _may_differ(change, tournament, number)
    ]
    try:
        former = with_facts(tournament, [(subject, before) for subject, before, _ in later])
    except (KeyError, TypeError, ValueError):
        return tournament
    former = former.before(number + 1)
    return tournament if former.rules.rounds < number or any(former.faults()) else former


def _may_differ(change: Change, tournament: Tournament, number: int) -> bool:
    """Whether a later change is to be taken back, so that a round is as when it was drawn."""
    kind, *place = change.subject
    if kind in ("game", "bye"):
        return int(place[0]) < number
    seated = tournament.round(number).seated
    return not (kind == "player" and change.before is None and place[0] in seated)


def seats_of_draw(timeline: Timeline, number: int) -> frozenset[Seat]:
    """The games and byes of a round that come from a draw, and not from an edit by hand."""
    return frozenset(s for s, entry in makers(timeline, number).items() if entry.is_draw)


def before_the_draw(timeline: Timeline, number: int, pairs: Iterable[Seat]) -> frozenset[Seat]:
    """The pairs of a round that existed before it was drawn, as far as the history knows."""
    entry = last_draw(timeline, number)
    if entry is None or timeline.saved_by_another:
        return frozenset()
    # A board that an earlier draw has made, and the last one has kept, is a board of the last one.
    draw_seats = {
        seat
        for seat, made in makers(timeline, number).items()
        if made.is_draw or made.number > entry.number
    }
    return frozenset(pairs) - draw_seats


class ConditionKind(Enum):
    """What is said of two players."""

    MEET = "force"
    NOT_MEET = "forbid"
    LIKE_TO_MEET = "prefer"
    RATHER_NOT_MEET = "prefer-not"
    KEEP = "keep"

    @property
    def clause(self) -> str:
        """The whole clause, with the names of its values."""
        return _CLAUSES[self]

    @property
    def rule(self) -> str:
        """The name of the hard rule or preference that it becomes; a board that is kept is none."""
        return self.value.replace("-", "_")


_CLAUSES = {
    ConditionKind.MEET: marked("{one} must meet {other}"),
    ConditionKind.NOT_MEET: marked("{one} must not meet {other}"),
    ConditionKind.LIKE_TO_MEET: marked("{one} would like to meet {other}"),
    ConditionKind.RATHER_NOT_MEET: marked("{one} should not meet {other}"),
    ConditionKind.KEEP: marked("{one} keeps the board with {other}"),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """What is said of two players in a round."""

    kind: ConditionKind

    players: frozenset[str]
    """Two keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionSource:
    """Who has said it, and why."""

    entry: Entry
    why: str


def conditions_of(
    timeline: Timeline, number: int, until: Entry | None = None
) -> Mapping[Condition, ConditionSource]:
    """The conditions of a round that are in force, in the order in which they were stated.

    Parameters
    ----------
    until
        The change after which that is asked; by default the last one.
    """
    found: dict[Condition, ConditionSource] = {}
    for entry in in_force(timeline):
        rounds = entry.draw.get("rounds") or [entry.draw.get("round")]
        conditions = entry.draw.get("conditions", ()) if number in rounds else ()
        for kind, one, other, holds, why in conditions:
            condition = Condition(ConditionKind(kind), frozenset((one, other)))
            found.pop(condition, None)
            if holds:
                found[condition] = ConditionSource(entry=entry, why=why)
        if until is not None and entry.number == until.number:
            break
    return found


def plain_conditions(conditions: Mapping[Condition, str], *, holds: bool = True) -> list[list[Any]]:
    """Conditions with their reasons as `Entry.draw` holds them."""
    return [[c.kind.value, *sorted(c.players), holds, why] for c, why in conditions.items()]


def rules_of(conditions: Iterable[Condition], playing: Collection[str]) -> StatedRules:
    """The rules that conditions are; a pair must meet only if both are to be paired."""
    groups: dict[str, Any] = {}
    for condition in conditions:
        kind, pair = condition.kind, tuple(sorted(condition.players))
        if kind is not ConditionKind.KEEP and (
            kind is not ConditionKind.MEET or condition.players.issubset(playing)
        ):
            groups[kind.rule] = (*groups.get(kind.rule, ()), pair)
    return StatedRules(**groups)


def without(rules: StatedRules, conditions: Iterable[Condition]) -> StatedRules:
    """Rules of a draw without those that were conditions then."""
    changed: dict[str, Any] = {}
    for condition in conditions:
        name = condition.kind.rule
        if condition.kind is not ConditionKind.KEEP:
            groups = changed.get(name, getattr(rules, name))
            changed[name] = tuple(g for g in groups if frozenset(g) != condition.players)
    return replace(rules, **changed)


_RULES = ("rules",)


@dataclass(frozen=True, kw_only=True)
class DocumentWithModel(Document):
    """A tournament file without a place for the model, and the one that its history holds."""

    file: Document
    """The file by itself."""

    @classmethod
    def of(cls, file: Document, tournament: Tournament) -> Self:
        """A file with its tournament, which has the model."""
        values: dict[str, Any] = {
            entry.name: getattr(file, entry.name) for entry in fields(Document)
        }
        values |= {"tournament": tournament, "settle": lambda given, _: file.settled(given)}
        return cls(file=file, **values)

    def content_with(self, tournament: Tournament) -> bytes:
        """The file with another state of its tournament, see `Document.content_with`."""
        return self.file.content_with(self._without_model(tournament))

    def _without_model(self, tournament: Tournament) -> Tournament:
        """The tournament as the file holds it; another model than that of the history is refused there."""
        if tournament.rules.model != self.tournament.rules.model:
            return tournament
        return with_model(tournament, self.file.tournament.rules.model)


def read(path: str | PathLike[str]) -> Document:
    """Read a tournament file of any format, with the model that the history beside it holds.

    Raises
    ------
    FormatError
        If the file cannot be read as a tournament, or its history cannot be read.

    Examples
    --------
    >>> document = read("examples/evening.xml")
    >>> document.tournament.rules.usual_model
    'opengotha351'
    """
    document = formats.read(path)
    file = Path(path)
    from .timeline import History, Timeline

    if str(file) == "-" or holds_model(document) or not History(file).path.exists():
        return document
    return with_model_of(document, lambda: Timeline.read(file, document.content))


def holds_model(document: Document) -> bool:
    """Whether the file of a document has a place for the model."""
    return format_of(document.path, document.content).holds_model


def model_of(timeline: Timeline) -> ModelName | None:
    """The model that a director has chosen last; None for the one that fits."""
    chosen: ModelName | None = None
    for entry in in_force(timeline):
        for subject, _, after in entry.changes:
            if subject == _RULES and after is not None and "model" in after:
                chosen = after["model"]
    return chosen


def with_model(tournament: Tournament, model: ModelName | None) -> Tournament:
    """The tournament with a model that is chosen."""
    return replace(tournament, rules=replace(tournament.rules, model=model))


def with_model_of(document: Document, timeline: Callable[[], Timeline]) -> Document:
    """A document with the model that its history holds, if its file has no place for it."""
    return document if holds_model(document) else with_model_in(document, model_of(timeline()))


def with_model_in(document: Document, model: ModelName | None) -> Document:
    """A document whose file has no place for a model, with the one that its history holds."""
    if model == document.tournament.rules.model:
        return document
    file = document.file if isinstance(document, DocumentWithModel) else document
    return DocumentWithModel.of(file, with_model(document.tournament, model))


def content_for_file(document: Document, tournament: Tournament) -> bytes:
    """The content of a file with another state of its tournament; its history holds the model if the format cannot.

    Raises
    ------
    RuleError
        If the format cannot hold the rest.
    """
    if not holds_model(document):
        tournament = with_model(tournament, document.tournament.rules.model)
    return document.content_with(tournament)


def is_model_alone(changes: tuple[Change, ...]) -> bool:
    """Whether changes are of the model only."""
    return all(
        subject == _RULES and {*(before or ()), *(after or ())} == {"model"}
        for subject, before, after in changes
    )


_NAME = "plan"
"""Of the member of `Entry.draw`."""


def plan_of(file: Path) -> Path:
    """The plan of a tournament file, which need not exist."""
    return file.with_name(f"{file.name}.prizes.toml")


class PlanChange(NamedTuple):
    """The text of a plan before and after a change; empty where there is no plan."""

    before: str
    after: str

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self | None:
        """The change in the details of a line of the history; None if there is none."""
        return cls(*values[_NAME]) if _NAME in values else None

    @property
    def plain(self) -> Mapping[str, Any]:
        """The change as `Entry.draw` holds it; nothing if the plan stays."""
        return {} if self.before == self.after else {_NAME: [*self]}

    @property
    def reversed(self) -> PlanChange:
        """The change that takes this one back."""
        return PlanChange(self.after, self.before)

    @contextmanager
    def ready(self, file: Path) -> Iterator[Callable[[], object]]:
        """Get ready to change the plan of a tournament file, so that what is in the way shows before.

        Yields
        ------
        Callable
            Puts the new plan in place.

        Raises
        ------
        RuleError
            If the plan is neither the one before nor the one after the change.
        FormatError
            If it cannot be written.
        """
        plan = plan_of(file)
        content = plan.read_bytes() if plan.exists() else b""
        if content not in (self.before.encode(), self.after.encode()):
            raise RuleError(phrase("the plan of prizes has been changed since"))
        if not self.after:
            yield lambda: plan.unlink(missing_ok=True)
            return
        with Replacement(plan, self.after.encode(), expected=content) as replacement:
            yield replacement.commit


_MARK = "mark"
"""The command under which the history has marks; also of the member of `Entry.draw` that says which."""

MARKS = {
    "checked": marked("results checked"),
    "downloaded": marked("results file downloaded"),
    "sent": marked("results file marked as sent"),
    "dismissed": marked("Dismissed: {about}"),
}
"""What can be marked, and what is said of it."""


def mark_of(kind: str, about: str) -> Mapping[str, str]:
    """A mark as `Entry.draw` holds it.

    Parameters
    ----------
    kind
        One of `MARKS`.
    about
        What it holds for: it says nothing about anything else.
    """
    return {_MARK: kind, "about": about}


def marks_of(timeline: Timeline) -> Mapping[tuple[str, str], Entry]:
    """The last change that made each mark that is in force, by its kind and what it is about."""
    return {
        (entry.draw[_MARK], entry.draw["about"]): entry
        for entry in in_force(timeline)
        if entry.act == _MARK
    }


_DISPUTE = "dispute"
"""The command under which the history has results of phones that differ from those that are entered."""

_ENDS_DISPUTE = frozenset({"white", "result", "by_default"})
"""Fields of a game that say how it ended."""


def dispute_of(game: Game, result: str) -> Mapping[str, Any]:
    """A result that differs as `Entry.draw` holds it.

    Parameters
    ----------
    result
        As it is typed; empty if the result that is entered is confirmed.
    """
    return {"round": game.round, "players": sorted(game.players), "result": result}


def disputes_of(timeline: Timeline) -> Mapping[tuple[int, Seat], str]:
    """Results of phones that differ from those that are entered, by round and players.

    They hold until the result that is entered is confirmed, or becomes another one.
    """
    found: dict[tuple[int, Seat], str] = {}
    for entry in in_force(timeline):
        for change in entry.changes:
            subject, before, after = change
            changed = before is None or after is None or _ENDS_DISPUTE & {*before, *after}
            if subject[0] == "game" and changed:
                found.pop((int(subject[1]), change.seat), None)
        if entry.act == _DISPUTE:
            board = entry.draw["round"], frozenset(entry.draw["players"])
            found.pop(board, None)
            if entry.draw["result"]:
                found[board] = entry.draw["result"]
    return found


def results_digest(tournament: Tournament) -> str:
    """What tells the results of a tournament from all others, for marks that hold as long as these do."""
    games = sorted(
        (game.round, game.white, game.black, game.result.value, game.by_default, game.handicap)
        for game in tournament.games
    )
    byes = sorted((bye.round, bye.player) for bye in tournament.byes)
    return digest_of(repr((games, byes)).encode())


_ACT = "publish"
"""The command under which the history has publications."""


class PublicationState(Enum):
    """How far a round is out."""

    DRAFT = "draft"
    """Nobody has seen its boards."""

    PUBLISHED = "published"
    """The players know its boards, which can still change."""

    FROZEN = "frozen"
    """Its boards do not change any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """What the players know of a round."""

    round_number: int
    """From 1."""

    state: PublicationState = PublicationState.DRAFT

    boards: tuple[Game, ...] = ()
    """The boards that were published, without results, in table order; none of a draft."""

    byes: tuple[str, ...] = ()
    """Keys of those to whom a bye was published."""

    time: str = ""
    """When the round came to this state, in UTC, by ISO 8601; empty for a draft."""

    @classmethod
    def of(cls, played: Round, state: PublicationState) -> Self:
        """The boards of a round as they are."""
        return cls(
            round_number=played.number,
            state=state,
            boards=tuple(replace(g, result=Result.UNKNOWN, by_default=False) for g in played.games),
            byes=played.byes,
        )

    @classmethod
    def from_entry(cls, entry: Entry) -> Self:
        """The publication that a change of the history has made, see `plain`."""
        number, state = entry.draw["round"], PublicationState(entry.draw["state"])
        return cls(
            round_number=number,
            state=state,
            boards=tuple(
                Game(round=number, table=table, white=white, black=black, handicap=handicap)
                for table, white, black, handicap in entry.draw["boards"]
            ),
            byes=tuple(entry.draw["byes"]),
            time="" if state is PublicationState.DRAFT else entry.time,
        )

    @property
    def plain(self) -> Mapping[str, Any]:
        """The publication as `Entry.draw` holds it.

        A board is its table, the keys of White and Black, and the handicap.
        """
        return {
            "round": self.round_number,
            "state": self.state.value,
            "boards": [[g.table, g.white, g.black, g.handicap] for g in self.boards],
            "byes": list(self.byes),
        }

    def gone_from(self, tournament: Tournament) -> tuple[Game, ...]:
        """The published boards that the tournament has otherwise, or not at all.

        A board is another one if its players, table, colours or handicap are.
        """
        now = frozenset(self._now(tournament).boards)
        return tuple(board for board in self.boards if board not in now)

    def new_in(self, tournament: Tournament) -> tuple[Game, ...]:
        """The boards that the tournament has otherwise than they were published; none of a draft."""
        if self.state is PublicationState.DRAFT:
            return ()
        published = frozenset(self.boards)
        return tuple(b for b in self._now(tournament).boards if b not in published)

    def changed_in(self, tournament: Tournament) -> int:
        """How many boards of the round are not as they were published; a bye counts as one.

        Those that are gone and those that are new are counted apart, and the greater number is the
        answer: two players who change places have changed two boards. Of a draft nothing is known.
        """
        if self.state is PublicationState.DRAFT:
            return 0
        published, now = ({*p.boards, *p.byes} for p in (self, self._now(tournament)))
        return max(len(published - now), len(now - published))

    def _now(self, tournament: Tournament) -> Publication:
        """The round as it would be published now."""
        return Publication.of(tournament.round(self.round_number), self.state)


def publishes(entry: Entry) -> bool:
    """Whether a change says how far a round is out."""
    return entry.act == _ACT


def publications(timeline: Timeline) -> Mapping[int, Publication]:
    """The rounds that are published or frozen, by number.

    What was undone does not count. That another program has saved the file since does not matter.
    """
    found: dict[int, Publication] = {}
    for entry in in_force(timeline):
        if publishes(entry):
            publication = Publication.from_entry(entry)
            found[publication.round_number] = publication
    return {n: found[n] for n in sorted(found) if found[n].state is not PublicationState.DRAFT}


def publication_of(timeline: Timeline, number: int) -> Publication:
    """The publication of a round; a draft if nobody has published it."""
    return publications(timeline).get(number, Publication(round_number=number))


def is_draft(timeline: Timeline, tournament: Tournament, number: int) -> bool:
    """Whether the boards of a round are a draw of fastpair that nobody has published or played."""
    return (
        last_draw(timeline, number) is not None
        and publication_of(timeline, number).state is PublicationState.DRAFT
        and not tournament.round(number).has_results
    )


def refuse_frozen(
    timeline: Callable[[], Timeline], old: Tournament, new: Tournament, changes: Iterable[Change]
) -> None:
    """Refuse a change of the boards of a frozen round; results may come, and what was published.

    Parameters
    ----------
    timeline
        Reads the history; it is asked only if boards change.
    old, new
        The tournament before and after.
    changes
        What they have otherwise.

    Raises
    ------
    RuleError
        If a board of a frozen round becomes another one than was published.
    """
    touched = {int(c.subject[1]) for c in changes if c.subject[0] in ("game", "bye")}
    for number in sorted(touched):
        before, after = (
            Publication.of(t.round(number), PublicationState.DRAFT) for t in (old, new)
        )
        if before == after:
            continue
        publication = publication_of(timeline(), number)
        if publication.state is PublicationState.FROZEN and publication.changed_in(new):
            raise frozen(number)


def frozen(number: int) -> RuleError:
    """Say that the boards of a round do not change any more, and what to do."""
    return RuleError(
        phrase("round {number} is locked", number=number), Remedy("let boards change", round=number)
    )


def of_matches(timeline: Timeline, tournament: Tournament) -> Timeline:
    """The history whose games are the matches of the teams; that of players is returned as it is.

    A match is made and taken back with its first board. What else is said of boards and players is
    left out.
    """
    play = tournament.team_play
    if play is None or not tournament.draws_teams:
        return timeline
    return replace(
        timeline,
        entries=tuple(_of_matches(entry, tournament, play.teams) for entry in timeline.entries),
    )


def _of_matches(entry: Entry, tournament: Tournament, teams: tuple[Team, ...]) -> Entry:
    draw = entry.draw
    if publishes(entry):
        shown = Publication.from_entry(entry)
        current_boards = [
            board for board in shown.boards if tournament.by_key.keys() >= {*board.players}
        ]
        boards = tournament.replace_round(shown.round_number, current_boards, ())
        matches = of_teams(boards if boards.draws_teams else tournament.before(shown.round_number))
        draw = Publication.of(matches.round(shown.round_number), shown.state).plain
    return replace(entry, changes=tuple(_changes(entry, teams)), draw=draw)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """What a director has said of the tables."""

    rooms: Mapping[str, range] = field(default_factory=dict)
    """The numbers of the tables in each room, by its name."""

    closed: frozenset[int] = frozenset()
    """Tables that no draw uses, but for a player who has one of his own."""

    fixed: Mapping[str, int] = field(default_factory=dict)
    """Tables of players who always sit there, by key."""

    change: int = 0
    """Number of the change that has said so; 0 if nobody has."""

    @classmethod
    def from_entry(cls, entry: Entry) -> Self:
        """What a change has said, see `plain`."""
        details = entry.draw
        return cls(
            change=entry.number,
            rooms={name: range(first, last + 1) for name, first, last in details["rooms"]},
            closed=tables_in(details["closed"]),
            fixed=dict(details["fixed"]),
        )

    @property
    def plain(self) -> Mapping[str, Any]:
        """The same as `Entry.draw` holds it."""
        return {
            "rooms": [[name, each.start, each.stop - 1] for name, each in self.rooms.items()],
            "closed": ranges(self.closed),
            "fixed": [[key, table] for key, table in self.fixed.items()],
        }

    def room_of(self, table: int) -> str:
        """The room of a table; empty if nobody has said so."""
        return next((name for name, tables in self.rooms.items() if table in tables), "")

    def fixed_table(self, players: tuple[str, str]) -> int | None:
        """The table at which two players have to sit, since one of them always does."""
        return min((self.fixed[key] for key in players if key in self.fixed), default=None)


def tables_of(timeline: Timeline) -> Tables:
    """What is said of the tables."""
    entries = [entry for entry in in_force(timeline) if entry.act == "tables"]
    return Tables.from_entry(entries[-1]) if entries else Tables()
