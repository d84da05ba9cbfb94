"""A tournament file that is changed: locked, checked against what must not change unasked, written with its history."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from ...errors import FormatError, RuleError
from ...formats import read
from ...formats.files import Replacement, read_file
from ...go.scores import History as ScoreHistory
from ...go.scores import criterion_values, in_points
from ...go.teams import of_teams
from ...go.tournament import Criterion, Result, name_criteria
from ...sentences import Remedy, Sentence, joined, message_parts, phrase, phrase_many
from ..history.congress import Congress, Snapshot
from ..history.details import PlanDetails
from ..history.entries import Delta, Entry, differences, digest_of
from ..history.records import (
    content_for_file,
    holds_model,
    is_model_alone,
    plan_ready,
    with_model,
    with_model_in,
)
from ..history.timeline import History, Timeline
from ..state import in_ranges

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ...formats import Document
    from ...go.tournament import Game, Round, Tournament
    from ..history.details import Details
    from ..history.entries import Change
    from ..history.records import Publication

    _Board = tuple[str, str, int]


class UnconfirmedError(RuleError):
    """A change that is made only if somebody confirms it."""

    def __init__(self, message: str, *remedies: Remedy, code: str = "unconfirmed") -> None:
        super().__init__(message, *remedies, code=code)

    @property
    def reasons(self) -> tuple[UnconfirmedError, ...]:
        """What speaks against the change; each may be confirmed by itself."""
        return (self,)


class PlayedScoresError(UnconfirmedError):
    """A change that gives rounds that are played other scores, or changes one on which others are drawn."""

    def __init__(self, message: str) -> None:
        super().__init__(message, Remedy("do it even so"), code="played-scores")


class LikelyMistakeError(UnconfirmedError):
    """A change that is rarely meant; it may be confirmed as one of played scores is."""


class PublishedBoardsError(UnconfirmedError):
    """A change of what the players know; it may be confirmed."""


class ReplacedResultError(UnconfirmedError):
    """Typed results that replace others; they may be confirmed.

    Parameters
    ----------
    message
        Which results there are.
    replaced
        Table, result, and the result that replaces it.
    """

    def __init__(self, message: str, replaced: Sequence[tuple[int, str, str]]) -> None:
        super().__init__(message)
        self.replaced = tuple(replaced)


class _SeveralError(UnconfirmedError):
    """A change against which several reasons speak."""

    def __init__(self, reasons: Sequence[UnconfirmedError]) -> None:
        remedies = {each.name: each for reason in reasons for each in reason.message.remedies}
        super().__init__(joined("; ", [reason.message for reason in reasons]), *remedies.values())
        self._reasons = tuple(reasons)

    @property
    def reasons(self) -> tuple[UnconfirmedError, ...]:
        """What speaks against the change."""
        return self._reasons


def raise_unconfirmed(reasons: Sequence[UnconfirmedError]) -> None:
    """Refuse a change until it is confirmed, for all reasons at once.

    Raises
    ------
    UnconfirmedError
        If there is a reason.
    """
    if reasons:
        raise reasons[0] if len(reasons) == 1 else _SeveralError(reasons)


def name_boards(tables: Collection[int]) -> str:
    """The boards at some tables, in words."""
    return phrase_many(
        "the board at table {tables}",
        "the boards at tables {tables}",
        len(tables),
        tables=in_ranges(tables),
    )


def name_results(tables: Collection[int]) -> str:
    """The results at some tables, in words."""
    return phrase_many(
        "the result at table {tables}",
        "the results at tables {tables}",
        len(tables),
        tables=in_ranges(tables),
    )


def changed_below(before: Tournament, after: Tournament) -> Iterator[str]:
    """Describe, one line each, the changed rounds on which later draws are based, and these draws.

    A missing result may come, and a game may move to another table: what is known stays.

    Parameters
    ----------
    before, after
        The tournament before and after the change.
    """
    if before.games == after.games and before.byes == after.byes:
        return
    keys = _former_keys(before, after)
    for number in before.drawn_rounds[:-1]:
        changed = [*_changes(before.round(number), after.round(number), keys)]
        if changed:
            later = [_describe(before.round(n)) for n in before.drawn_rounds if n > number]
            values = {"later": joined(", ", later), "changed": joined(", ", changed)}
            yield phrase_many(
                "{later} was drawn on {changed} of round {round}",
                "{later} were drawn on {changed} of round {round}",
                len(later),
                round=number,
                **values,
            )


def _former_keys(before: Tournament, after: Tournament) -> Mapping[str, str]:
    """The keys of players as they were: some formats make them of the name."""
    rows = zip(before.players, after.players, strict=False)
    keys = before.by_key.keys() | after.by_key.keys()
    renamed = {new.key: old.key for old, new in rows if new.key not in before.by_key}
    return {key: renamed.get(key, key) for key in keys}


def _describe(played: Round) -> str:
    """A round with what has been done in it."""
    boards = phrase_many("{count} board", "{count} boards", len(played.games))
    count = sum(game.has_result for game in played.games)
    if not count:
        return phrase("round {round} ({boards})", round=played.number, boards=boards)
    results = phrase_many("{count} result", "{count} results", count)
    return phrase(
        "round {round} ({boards}, {results})", round=played.number, boards=boards, results=results
    )


def _changes(old: Round, new: Round, keys: Mapping[str, str]) -> Iterator[str]:
    """The boards, byes and results of a round that become others."""
    was, becomes = _boards(old, keys), _boards(new, keys)
    gone, added = was.keys() - becomes.keys(), becomes.keys() - was.keys()
    if gone or added:
        yield name_boards({was[b].table for b in gone} | {becomes[b].table for b in added})
    if {*old.byes} != {keys[key] for key in new.byes}:
        yield phrase("the bye")
    both = [(was[board], becomes[board]) for board in was.keys() & becomes.keys()]
    results = {
        game.table
        for game, now in both
        if game.has_result and (game.result, game.by_default) != (now.result, now.by_default)
    }
    if results:
        yield name_results(results)


def _boards(played: Round, keys: Mapping[str, str]) -> Mapping[_Board, Game]:
    """The games by what later draws rest on, beside their results."""
    return {(keys[g.white], keys[g.black], g.handicap): g for g in played.games}


_SCORES = (Criterion.MMS, Criterion.WINS)


def moved_score_errors(before: Tournament, after: Tournament) -> Iterator[PlayedScoresError]:
    """Say that rounds that are played would get other scores, with an example, see `moved_scores`.

    So does the registration of somebody who has played if it becomes preliminary, see `describe_unconfirmed_players`.
    """
    yield from map(PlayedScoresError, describe_unconfirmed_players(before, after))
    moved = tuple(moved_scores(before, after))
    if moved:
        message = phrase("scores would change: {moved}", moved=moved[0])
        if len(moved) > 1:
            message = phrase("{first} and {count} more", first=message, count=len(moved) - 1)
        yield PlayedScoresError(message)


def describe_unconfirmed_players(before: Tournament, after: Tournament) -> Iterator[str]:
    """Say, one line each, who has played and becomes preliminary, so that no later draw pairs them."""
    preliminary = {player.key for player in after.players if not player.final}
    if preliminary.isdisjoint(player.key for player in before.players if player.final):
        return
    games = [game for game in before.games if game.has_result]
    rounds = {key: game.round for game in reversed(games) for key in game.players}
    for player in before.players:
        if player.final and player.key in preliminary and player.key in rounds:
            yield phrase(
                "{name} has played in round {round}, and is not paired any more when preliminary",
                name=player.full_name,
                round=rounds[player.key],
            )


def moved_scores(before: Tournament, after: Tournament) -> Iterator[str]:
    """Say, one line each, which scores of rounds that are played become others, and which byes of teams.

    They follow from grades, corrections, absences, line-ups and rules. What changes games or byes changes
    scores as it is meant to, and is passed over.
    """
    changed = [
        getattr(before, part) != getattr(after, part) for part in ("players", "rules", "team_play")
    ]
    rounds = [n for n in before.round_numbers if before.round(n).has_results]
    if not (any(changed) and rounds) or any(before.faults()) or not _same_games(before, after):
        return
    yield from _moved(before, after, rounds)
    if before.draws_teams and after.draws_teams:
        teams = of_teams(before), of_teams(after)
        yield from _moved_byes(*teams, rounds)
        yield from _moved(*teams, rounds)


def _moved_byes(before: Tournament, after: Tournament, rounds: Sequence[int]) -> Iterator[str]:
    """Say which teams have the bye of a round no longer, or at once: it follows from who was complete."""
    for number in rounds:
        was, now = (_names(each, each.round(number).byes) for each in (before, after))
        if was != now:
            yield phrase(
                "bye of round {round}: {was} becomes {now}", round=number, was=was, now=now
            )


def _names(tournament: Tournament, keys: Iterable[str]) -> str:
    return ", ".join(map(tournament.name_of, keys)) or phrase("nobody")


def _moved(before: Tournament, after: Tournament, rounds: Sequence[int]) -> Iterator[str]:
    """Describe changes of the scores of players who are in both and were in the standings before."""
    common = (c for c in before.rules.placement if c in after.rules.placement)
    in_standings = np.array(
        [p.final or p.key in before.seated for p in before.players], dtype=np.bool_
    )
    histories = ScoreHistory.of(before), ScoreHistory.of(after)
    for number in rounds:
        for criterion in dict.fromkeys((*_SCORES, *common)):
            old, new = (
                in_points(criterion, criterion_values(history, criterion, number))
                for history in histories
            )
            both = min(len(old), len(new))  # who has entered, or is deleted, is the last
            rows = ((old[:both] != new[:both]) & in_standings[:both]).nonzero()[0].tolist()
            if rows:
                player = before.players[rows[0]]
                yield phrase_many(
                    "{criterion} of {count} player after round {round}, such as {name}: {was} "
                    "becomes {now}",
                    "{criterion} of {count} players after round {round}, such as {name}: {was} "
                    "becomes {now}",
                    len(rows),
                    criterion=next(name_criteria([criterion], after.kind)),
                    round=number,
                    name=player.full_name,
                    was=f"{old[rows[0]]:g}",
                    now=f"{new[rows[0]]:g}",
                )


def _same_games(before: Tournament, after: Tournament) -> bool:
    """Whether games and byes are the same, whatever the keys of the players are."""
    return _by_row(before) == _by_row(after)


def _by_row(tournament: Tournament) -> tuple[frozenset[Game], frozenset[tuple[int, str]]]:
    row = {player.key: str(place) for place, player in enumerate(tournament.players)}
    return (
        frozenset(
            replace(game, white=row[game.white], black=row[game.black]) for game in tournament.games
        ),
        frozenset((bye.round, row[bye.player]) for bye in tournament.byes),
    )


def published_board_errors(
    congress: Callable[[], Congress], before: Tournament, after: Tournament
) -> Iterator[PublishedBoardsError]:
    """Describe the published boards, byes and results that would change.

    Parameters
    ----------
    congress
        The state before; it is asked for only if games or byes change.
    before, after
        The tournament before and after.
    """
    if not _gone(before, after) and before.byes == after.byes:
        return
    for number, publication in congress().published.items():
        parts = [*_published_changes(publication, before, after)]
        if parts:
            what = reduce(
                lambda one, other: phrase("{one} and {other}", one=one, other=other), parts
            )
            yield PublishedBoardsError(
                phrase("players have already seen {what} of round {round}", what=what, round=number)
            )


def _gone(before: Tournament, after: Tournament) -> set[Game]:
    """The games that become others in more than that their missing result comes."""
    kept = {id(game) for game in after.games} & {id(game) for game in before.games}
    old, new = ({g for g in t.games if id(g) not in kept} for t in (before, after))
    return old - new - {replace(g, result=Result.UNKNOWN, by_default=False) for g in new}


def _published_changes(
    publication: Publication, before: Tournament, after: Tournament
) -> Iterator[str]:
    """The published boards, byes and results that a change of the tournament alters."""
    number = publication.round_number
    gone = {board.table for board in publication.gone_from(after)}
    boards = gone - {board.table for board in publication.gone_from(before)}
    if boards:
        yield name_boards(boards)
    old, new = before.round(number), after.round(number)
    if {*publication.byes} & {*old.byes} - {*new.byes}:
        yield phrase("the bye")
    results = set()
    for game in old.games:
        now = new.at(game.table)
        if now is not None and game.has_result and now.players == game.players:
            was, becomes = ((g.result, g.by_default) for g in (game, now))
            results |= {game.table} if was != becomes else set()
    if results:
        yield name_results(results)


PATIENCE = 5.0
"""Seconds that a command waits for others that change the same file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What the director does, for the history."""

    name: str
    """The command."""

    door: str
    """By which door it came, such as ``command``."""

    arguments: tuple[str, ...] = ()
    """As they are typed."""

    even_so: bool = False
    """Whether scores of rounds that are played may become others, and rounds that later ones rest on."""

    players_know: bool = True
    """Whether what the players know may become something else."""


class Former(NamedTuple):
    """A content that a file has had."""

    content: bytes

    changes: tuple[Change, ...]
    """What leads to it from the present one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """What a command makes of a tournament, before it is written."""

    tournament: Tournament

    summary: str
    """What was done, in a sentence for the history."""

    messages: tuple[str, ...] = ()
    """What the director is told, one line each."""

    warnings: tuple[str, ...] = ()
    """What makes it doubtful, one line each."""

    values: Mapping[str, Any] = field(default_factory=dict)
    """The values of its action, see `Entry.values`."""

    details: Details | None = None
    """What it leaves in the history beside the changes, see `Entry.details`."""

    reverts: int | None = None
    """Number of the change that is taken back, see `Entry.reverts`."""

    unconfirmed: tuple[UnconfirmedError, ...] = ()
    """What is to be confirmed of it, beside what follows from the tournament."""

    even_so: bool = False
    """Whether it needs no confirmation that scores of rounds that are played become others."""

    in_history: bool = False
    """Whether the history alone holds it, and the file stays; without details, the history stays too."""

    former: Former | None = None
    """A content that the file has had, instead of what its format makes of the tournament."""

    def then(self, step: Callable[[Tournament], Edit]) -> Edit:
        """One change of this one and of what is made of the tournament after it."""
        later = step(self.tournament)
        message = "; ".join(filter(None, (self.summary, later.summary)))
        lines, warned = (*self.messages, *later.messages), (*self.warnings, *later.warnings)
        unconfirmed = (*self.unconfirmed, *later.unconfirmed)
        return replace(
            later, summary=message, messages=lines, warnings=warned, unconfirmed=unconfirmed
        )


class FileCache(NamedTuple):
    """A tournament file and its history as they were read before."""

    document: Document
    congress: Congress
    history: History


class LockedFile:
    """A tournament file that one command has for itself, see `opened`."""

    def __init__(
        self, file: Path, replacement: Replacement, cache: FileCache | None = None
    ) -> None:
        self.file = file
        self.history = History(file) if cache is None else cache.history
        self._replacement = replacement
        self._cache = cache
        self.last_change: int | None = None
        """Number of the change that was written last."""

    @classmethod
    @contextmanager
    def opened(
        cls,
        file: Path,
        *,
        new: bool = False,
        cache: FileCache | None = None,
        patience: float | None = None,
    ) -> Iterator[Self]:
        """Open a file with exclusive access.

        Another command that wants to change it waits for the end of this one, some seconds long. So nothing
        is shown in the meantime, which may take any time; see `change`.

        Parameters
        ----------
        new
            Whether the file is yet to be made.
        cache
            The file as it was read before, which is not read again if it still holds the same.
        patience
            Seconds to wait for others; None is as long as a command waits.

        Raises
        ------
        FormatError
            If it is no file, is there though it should be new, or another command does not come to
            its end.
        """
        if file.exists() and not file.is_file():
            raise FormatError(file, None, "is no file that can be replaced; name a file")
        if not new and not file.exists():
            read(file)  # says what is wrong with it
        seconds = PATIENCE if patience is None else patience
        with Replacement(file, patience=seconds) as replacement:
            if new and file.exists() and file.stat().st_size:
                raise FormatError(file, None, "exists already; name another file")
            yield cls(file, replacement, cache)

    @cached_property
    def document(self) -> Document:
        """The file as it is.

        Raises
        ------
        FormatError
            If it cannot be read.
        """
        if holds_model(self._read):
            return self._read
        return with_model_in(self._read, self.congress.model)

    @cached_property
    def _read(self) -> Document:
        """The file by itself."""
        if self._cache is not None and self._cache.document.content == read_file(self.file):
            return self._cache.document
        return read(self.file)

    @property
    def tournament(self) -> Tournament:
        """The tournament that the file holds."""
        return self.document.tournament

    @cached_property
    def _digest(self) -> str:
        return digest_of(self._old_content) if self._old_content else ""

    @cached_property
    def _old_content(self) -> bytes:
        """What the file holds; nothing if it is new."""
        return self._read.content if self.file.exists() else b""

    @cached_property
    def timeline(self) -> Timeline:
        """What has become of all changes."""
        return Timeline.of(self.history.entries(), self._digest)

    @property
    def snapshot(self) -> Snapshot:
        """The file and its history as they are."""
        return Snapshot(document=self.document, file=self.file, congress=self.congress)

    @cached_property
    def congress(self) -> Congress:
        """The state of the tournament."""
        if self._cache is not None and self._cache.congress.timeline == self.timeline:
            return self._cache.congress
        found = Congress.of(self._read.tournament, self.timeline)
        if holds_model(self._read):
            return found
        return replace(found, tournament=with_model(found.tournament, found.model))

    def remarks(self) -> Iterator[str]:
        """Say, one line each, what the file does not hold of the last changes, and why."""
        if not self.history.ends_with(self._digest):
            yield from self.timeline.remarks(self.tournament)

    def change(self, act: Act, done: Edit, tell: Callable[[str], None]) -> Edit:
        """Write another state of the tournament.

        What is said of it is shown when the file is free again, since whoever reads it may take any time.

        Parameters
        ----------
        act
            What the director does.
        done
            What comes of it.
        tell
            Hears, as one line, where the old content is, or that nothing was written.

        Returns
        -------
        Edit
            The same, with a warning for each round whose scores become others.

        Raises
        ------
        FormatError
            If the file or its history cannot be written; both are as they were.
        UnconfirmedError
            If scores of rounds that are played would become others, rounds that later ones rest on, or
            what the players know, or the change asks by itself, and that is not confirmed.
        RuleError
            If the format cannot hold the change, or it changes the boards of a frozen round.
        """
        if done.in_history:
            if done.details:
                self.write(self._old_content, tell, act, done, (), even_if_equal=True)
            return done
        if done.former is None:
            done = replace(done, tournament=self.document.settled(done.tournament))
        before, after = self.tournament, done.tournament
        even_so = act.even_so or done.even_so
        likely = [each for each in done.unconfirmed if isinstance(each, LikelyMistakeError)]
        unconfirmed = [
            each
            for each in done.unconfirmed
            if not (
                act.players_know
                if isinstance(each, PublishedBoardsError)
                else even_so and each in likely
            )
        ]
        if not act.players_know and not any(
            isinstance(each, PublishedBoardsError) for each in unconfirmed
        ):
            unconfirmed += published_board_errors(lambda: self.congress, before, after)
        if done.former is not None:
            raise_unconfirmed(unconfirmed)
            self.write(
                done.former.content, tell, act, done, done.former.changes, even_if_equal=True
            )
            return done
        if even_so:
            warnings = (
                *map(str, likely),
                *changed_below(before, after),
                *describe_unconfirmed_players(before, after),
                *moved_scores(before, after),
            )
            done = replace(done, warnings=(*done.warnings, *warnings))
        else:
            unconfirmed += map(PlayedScoresError, changed_below(before, after))
            unconfirmed += moved_score_errors(before, after)
        if likely and not even_so:
            raise_unconfirmed(
                unconfirmed
            )  # also where the file could not hold what is hardly meant
        content = content_for_file(self.document, after)
        changes = differences(before, after)
        if any(change.subject[0] in ("game", "bye") for change in changes):
            self.congress.refuse_frozen(after, changes)
        raise_unconfirmed(unconfirmed)
        noted = content == self._old_content and is_model_alone(changes) and bool(changes)
        if changes and content == self._old_content and not noted:
            raise RuleError(phrase("its format cannot hold the change; nothing was written"))
        planned = isinstance(done.details, PlanDetails)
        self.write(content, tell, act, done, changes, even_if_equal=noted or planned)
        return done

    def write(
        self,
        content: bytes,
        tell: Callable[[str], None],
        act: Act,
        done: Edit,
        changes: tuple[Change, ...],
        *,
        even_if_equal: bool = False,
    ) -> None:
        """Write new content, see `change`.

        The content is written beside the file, then the history gets its line, then the content takes the
        file's place: a command that is killed leaves a history that is too long by a change, and never one
        that is too short. Content that the file holds already makes no line, unless ``even_if_equal`` says so.
        """
        former_content = self._old_content
        if content == former_content and not even_if_equal:
            return
        last = self.history.last()
        ours = last is not None and self._digest in (last.before, last.after)
        confirmed = {"even_so": True} if act.even_so else {}
        try:
            self._replacement.fill(content, expected=former_content, backup=not ours)
            entry = Entry.now(
                number=self.history.next_number(),
                act=act.name,
                door=act.door,
                typed=() if done.values else act.arguments,
                values={**done.values, **confirmed} if done.values else {},
                said=done.summary,
                message=message_parts(done.summary),
                changes=changes,
                details=done.details,
                reverts=done.reverts,
                before=self._digest,
                after=digest_of(content),
                back=Delta.between(content, former_content),
            )
            plan = entry.details.plan if isinstance(entry.details, PlanDetails) else None
            with nullcontext(_nothing) if plan is None else plan_ready(plan, self.file) as put_plan:
                self._commit(entry)
                put_plan()
        except (KeyboardInterrupt, SystemExit):
            if self._content() != content:
                cut = phrase("nothing was written, since the command was cut short")
                tell(Sentence.in_file(self.file, cut))
            raise
        self.last_change = entry.number
        for remark in self._replacement.remarks:
            tell(Sentence.in_file(self.file, remark))

    def _commit(self, entry: Entry) -> None:
        length = self.history.append(entry)
        try:
            self._replacement.commit()
        except BaseException:
            # An interrupt may come when the file is replaced already.
            if digest_of(self._content()) != entry.after:
                self.history.cut(length)
            raise

    def _content(self) -> bytes:
        """What the file holds now, read again."""
        return self.file.read_bytes() if self.file.exists() else b""


def _nothing() -> None:
    """Leave the plan of prizes as it is."""
