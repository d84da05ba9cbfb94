"""What a tournament file cannot hold and its history does: publication, conditions, the model, tables, prizes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from ...errors import FormatError, RuleError
from ...files import Replacement, beside, bring_beside, exists, reason
from ...formats import FORMATS, Document
from ...go.tournament import Game, Tournament, parse_ending
from ...pairing.rules import StatedRules
from ...parameters import ranges, tables_in
from ...sentences import Remedy, marked, phrase, phrase_many
from ..round_states import in_ranges, paired_rounds
from .details import PublicationDetails, TableDetails
from .entries import digest_of, with_facts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from ...go.tournament import ModelName, Round
    from ...sentences import Sentence
    from .details import ConditionLine, PlanChange
    from .entries import Change, Entry


Seat = frozenset[str]
"""The keys of two players who have a game, or of the one who has a bye."""

RULES = ("rules",)
"""The subject of a change of the rules."""


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
class PairCondition:
    """What is said of two players in a round."""

    kind: ConditionKind

    players: frozenset[str]
    """Two keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionSource:
    """Who has said it, and why."""

    entry: Entry
    why: str


class ReportedResult(NamedTuple):
    """What a phone has reported of a game."""

    result: str
    entry: Entry

    def keeps(self, game: Game) -> bool:
        """Whether it adds to what is entered of the game, and contradicts nothing."""
        ending = parse_ending(self.result)
        return ending is not None and ending.keeps(game.ending)


def condition_lines(
    conditions: Mapping[PairCondition, str], *, holds: bool = True
) -> tuple[ConditionLine, ...]:
    """Conditions with their reasons as the history holds them."""
    return tuple(
        (c.kind.value, min(c.players), max(c.players), holds, why) for c, why in conditions.items()
    )


def rules_of(conditions: Iterable[PairCondition], playing: Collection[str]) -> StatedRules:
    """The rules that conditions are; a pair must meet only if both are to be paired."""
    groups: dict[str, Any] = {}
    for condition in conditions:
        kind, pair = condition.kind, tuple(sorted(condition.players))
        if kind is not ConditionKind.KEEP and (
            kind is not ConditionKind.MEET or condition.players.issubset(playing)
        ):
            groups[kind.rule] = (*groups.get(kind.rule, ()), pair)
    return StatedRules(**groups)


def without(rules: StatedRules, conditions: Iterable[PairCondition]) -> StatedRules:
    """Rules of a draw without those that were conditions then."""
    changed: dict[str, Any] = {}
    for condition in conditions:
        name = condition.kind.rule
        if condition.kind is not ConditionKind.KEEP:
            groups = changed.get(name, getattr(rules, name))
            changed[name] = tuple(g for g in groups if frozenset(g) != condition.players)
    return replace(rules, **changed)


def among(rules: StatedRules, playing: Collection[str]) -> StatedRules:
    """Rules of a draw for some players: a pair that had to meet does not have to if one of the two is not among them."""
    return replace(rules, force=tuple(pair for pair in rules.force if {*pair} <= {*playing}))


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
        values |= {"tournament": tournament}
        return cls(file=file, **values)

    def content_with(self, tournament: Tournament) -> bytes:
        """The file with another state of its tournament, see `Document.content_with`."""
        return self.file.content_with(self._without_model(tournament))

    def _without_model(self, tournament: Tournament) -> Tournament:
        """The tournament as the file holds it; another model than that of the history is refused there."""
        if tournament.rules.model != self.tournament.rules.model:
            return tournament
        return with_model(tournament, self.file.tournament.rules.model)


def holds_model(document: Document) -> bool:
    """Whether the file of a document has a place for the model."""
    return FORMATS[document.format].holds_model


def with_model(tournament: Tournament, model: ModelName | None) -> Tournament:
    """The tournament with a model that is chosen."""
    if tournament.rules.model == model:
        return tournament
    return replace(tournament, rules=replace(tournament.rules, model=model))


def with_model_in(document: Document, model: ModelName | None) -> Document:
    """A document whose file has no place for a model, with the one that its history holds."""
    if model == document.tournament.rules.model:
        return document
    file = document.file if isinstance(document, DocumentWithModel) else document
    return DocumentWithModel.of(file, with_model(document.tournament, model))


def in_file_of(document: Document, tournament: Tournament) -> Tournament:
    """What a file holds of another state of its tournament: its history holds the model if the format cannot."""
    if holds_model(document):
        return tournament
    return with_model(tournament, document.tournament.rules.model)


HISTORY_SUFFIX, PLAN_SUFFIX = ".history", ".prizes.toml"


def plan_of(file: Path) -> Path:
    """The plan of a tournament file, which need not exist."""
    return beside(file, PLAN_SUFFIX)


def bring_records(file: Path) -> None:
    """Bring history and plan from beside a symbolic link to beside the tournament file, where every name finds them."""
    for suffix in (HISTORY_SUFFIX, PLAN_SUFFIX):
        bring_beside(file.absolute(), suffix)


def plan_text(file: Path) -> str:
    """The text of the plan of a tournament file; empty if there is none.

    Raises
    ------
    FormatError
        If it cannot be read.
    """
    plan = plan_of(file)
    try:
        return plan.read_bytes().decode() if exists(plan) else ""
    except (OSError, UnicodeDecodeError) as error:
        message = phrase("cannot be read: {reason}", reason=reason(error))
        raise FormatError(plan, None, message) from error


class HistoryStep(Protocol):
    """What is put in place behind a line of the history."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the director should know of the commit, one line each."""

    @property
    def is_committed(self) -> bool:
        """Whether it is in place."""

    def commit(self) -> object:
        """Put it in place, or raise a `FormatError`."""


class _Removal(NamedTuple):
    """A file that is removed when its change is committed."""

    file: Path
    remarks: tuple[str, ...] = ()

    @property
    def is_committed(self) -> bool:
        return not self.file.exists()

    def commit(self) -> None:
        try:
            self.file.unlink(missing_ok=True)
        except OSError as error:
            message = phrase(
                "cannot be written: {reason}; nothing was changed", reason=reason(error)
            )
            raise FormatError(self.file, None, message) from error


@contextmanager
def plan_ready(change: PlanChange, file: Path) -> Iterator[HistoryStep]:
    """Get ready to change the plan of a tournament file, so that what is in the way shows before.

    Yields
    ------
    Step
        Puts the new plan in place when it is committed.

    Raises
    ------
    RuleError
        If the plan is neither the one before nor the one after the change.
    FormatError
        If it cannot be read or written.
    """
    plan, text = plan_of(file), plan_text(file)
    if text not in (change.before, change.after):
        raise RuleError(phrase("the plan of prizes has been changed since"))
    if not change.after:
        yield _Removal(plan)
        return
    with Replacement(plan, change.after.encode(), expected=text.encode()) as replacement:
        yield replacement


MARKS = {
    "checked": marked("results checked"),
    "downloaded": marked("results file downloaded"),
    "sent": marked("results file marked as sent"),
    "dismissed": marked("Dismissed: {about}"),
}
"""What can be marked, and what is said of it."""


def results_digest(tournament: Tournament) -> str:
    """What tells the results of a tournament from all others, for marks that hold as long as these do."""
    games = sorted(
        (
            *(game.round, game.white, game.black, game.result.value, game.by_default),
            game.handicap,
            *((second.result.value, second.by_default) for second in game.ending.games[1:]),
            *(("unrated", n) for n, each in enumerate(game.ending.games) if each.unrated),
        )
        for game in tournament.games
    )
    byes = sorted((bye.round, bye.player) for bye in tournament.byes)
    return digest_of(repr((games, byes)).encode())


class PublicationState(Enum):
    """How far a round is out."""

    DRAFT = "draft"
    """Nobody has seen its boards."""

    PUBLISHED = "published"
    """The players know its boards, which can still change."""

    FROZEN = "frozen"
    """Its boards do not change any more."""


class RoundStage(Enum):
    """How far a round is, in the words of the page."""

    NOT_PAIRED = "not paired"
    DRAFT = "draft"
    PUBLISHED = "published"
    CHANGED = "changed since publishing"
    COMPLETE = "complete"

    @property
    def is_public(self) -> bool:
        """Whether the players know its boards."""
        return self not in (RoundStage.NOT_PAIRED, RoundStage.DRAFT)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedDifferences:
    """How a round differs from what its players know.

    A board is another one if its players, table, colours or handicap are. Its length is the number of
    tables and byes that it lists.
    """

    gone: tuple[Game, ...] = ()
    """The published boards that are others now, or are removed, in table order."""

    new: tuple[Game, ...] = ()
    """The present boards that were not published so, in table order."""

    byes_gone: tuple[str, ...] = ()
    """Keys of those who no longer have a bye."""

    byes_new: tuple[str, ...] = ()
    """Keys of those who have a bye that was not published."""

    def __len__(self) -> int:
        return len(self.tables) + len(self.removed) + len(self.byes)

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables with another board than was published, or with a new one."""
        return tuple(game.table for game in self.new)

    @property
    def removed(self) -> tuple[int, ...]:
        """The tables whose published board was removed."""
        return tuple(game.table for game in self.gone if game.table not in self.tables)

    @property
    def byes(self) -> tuple[tuple[str | None, str | None], ...]:
        """Who had each bye and who has it now, None for nobody."""
        return tuple(zip_longest(self.byes_gone, self.byes_new))

    @property
    def players(self) -> frozenset[str]:
        """Keys of those who have another board or bye, or none any more."""
        boards = (key for game in (*self.gone, *self.new) for key in game.players)
        return frozenset((*boards, *self.byes_gone, *self.byes_new))

    def describe(self, tournament: Tournament) -> tuple[Sentence, ...]:
        """Name all that differs."""
        others = self.describe_without_tables(tournament)
        return (name_tables(self.tables), *others) if self.tables else others

    def describe_without_tables(self, tournament: Tournament) -> tuple[Sentence, ...]:
        """Name what differs and has no board that could be shown: removed tables and byes."""
        byes = tuple(_describe_bye(tournament, was, now) for was, now in self.byes)
        if not self.removed:
            return byes
        return (phrase("{tables} (removed)", tables=name_tables(self.removed)), *byes)


def _describe_bye(tournament: Tournament, was: str | None, now: str | None) -> Sentence:
    """Name a bye that players do not see so."""
    name = tournament.name_of
    if now is None:
        return phrase("bye of {name} (removed)", name=name(was or ""))
    if was is None:
        return phrase("bye of {name} (new)", name=name(now))
    return phrase("bye of {name} (not {other})", name=name(now), other=name(was))


def name_tables(tables: Collection[int]) -> Sentence:
    """Some tables by their numbers."""
    return phrase_many(
        "table {tables}", "tables {tables}", len(tables), tables=in_ranges(sorted(tables))
    )


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

    first: Publication | None = None
    """The round as players knew it first, if other boards were published since."""

    @classmethod
    def of(cls, played: Round, state: PublicationState) -> Self:
        """The boards of a round as they are."""
        return cls(
            round_number=played.number,
            state=state,
            boards=tuple(
                Game(
                    round=g.round, table=g.table, white=g.white, black=g.black, handicap=g.handicap
                )
                for g in played.games
            ),
            byes=played.byes,
        )

    @classmethod
    def from_details(
        cls, details: PublicationDetails, time: str, known: Publication | None = None
    ) -> Publication:
        """The publication that a change of the history has made.

        Parameters
        ----------
        known
            What players knew of the round before.
        """
        number, state = details.round, PublicationState(details.state)
        fresh = cls(
            round_number=number,
            state=state,
            boards=tuple(
                Game(round=number, table=table, white=white, black=black, handicap=handicap)
                for table, white, black, handicap in details.boards
            ),
            byes=details.byes,
            time="" if state is PublicationState.DRAFT else time,
        )
        first = None if known is None else known.first or known
        return replace(fresh, first=first) if first and first.differences_from(fresh) else fresh

    @property
    def changes(self) -> PublishedDifferences:
        """How its boards differ from those that players knew first."""
        return (self.first or self).differences_from(self)

    def with_boards(self, changes: Iterable[Change]) -> Publication:
        """The publication with other boards of a match, if it has those that they replace."""
        own = [c for c in changes if c.subject[:2] == ("game", self.round_number)]
        known = {frozenset(board.players) for board in self.boards}
        if any(change.before is not None and change.seat not in known for change in own):
            return self
        before = Tournament(games=self.boards, doubtful=True)
        after = with_facts(before, [(change.subject, change.after) for change in own])
        fresh = Publication.of(after.round(self.round_number), self.state)
        return replace(self, boards=fresh.boards, first=self.first and self.first.with_boards(own))

    @property
    def details(self) -> PublicationDetails:
        """The publication as the history holds it."""
        return PublicationDetails(
            round=self.round_number,
            state=self.state.value,
            boards=tuple((g.table, g.white, g.black, g.handicap) for g in self.boards),
            byes=self.byes,
        )

    def differences(self, tournament: Tournament) -> PublishedDifferences:
        """How the round differs in the tournament; in nothing while it is a draft."""
        return self.differences_from(self._now(tournament))

    def differences_from(self, now: Publication) -> PublishedDifferences:
        """How the round differs in a later publication; in nothing while one of them is a draft."""
        if PublicationState.DRAFT in (self.state, now.state):
            return PublishedDifferences()
        known, present = frozenset(self.boards), frozenset(now.boards)
        return PublishedDifferences(
            gone=tuple(board for board in self.boards if board not in present),
            new=tuple(board for board in now.boards if board not in known),
            byes_gone=tuple(key for key in self.byes if key not in now.byes),
            byes_new=tuple(key for key in now.byes if key not in self.byes),
        )

    def stage_in(self, tournament: Tournament) -> RoundStage:
        """How far the round is in the tournament."""
        number = self.round_number
        if self.state is PublicationState.DRAFT:
            paired = number in paired_rounds(tournament)
            return RoundStage.DRAFT if paired else RoundStage.NOT_PAIRED
        if self.differences(tournament):
            return RoundStage.CHANGED
        over = not any(game.lacks_result for game in tournament.round(number).games)
        return RoundStage.COMPLETE if over else RoundStage.PUBLISHED

    def _now(self, tournament: Tournament) -> Publication:
        """The round as it would be published now."""
        return Publication.of(tournament.round(self.round_number), self.state)


def frozen(number: int) -> RuleError:
    """Say that the boards of a round do not change any more, and what to do."""
    return RuleError(
        phrase("round {number} is locked", number=number), Remedy("let boards change", round=number)
    )


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
    def from_details(cls, details: TableDetails, change: int) -> Self:
        """What the change of a number has said."""
        return cls(
            change=change,
            rooms={name: range(first, last + 1) for name, first, last in details.rooms},
            closed=tables_in(details.closed),
            fixed=dict(details.fixed),
        )

    @property
    def details(self) -> TableDetails:
        """The tables as the history holds them."""
        return TableDetails(
            rooms=tuple((name, each.start, each.stop - 1) for name, each in self.rooms.items()),
            closed=ranges(self.closed),
            fixed=tuple(self.fixed.items()),
        )

    def room_of(self, table: int) -> str:
        """The room of a table; empty if nobody has said so."""
        return next((name for name, tables in self.rooms.items() if table in tables), "")

    def fixed_table(self, players: tuple[str, str]) -> int | None:
        """The table at which two players have to sit, since one of them always does."""
        return min((self.fixed[key] for key in players if key in self.fixed), default=None)
