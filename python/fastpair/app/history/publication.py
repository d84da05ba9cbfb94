"""How far a round is out: a draft, published, or frozen; and what was published of it.

A tournament file has no place for it. It stands in the history beside the file, as changes that
leave the file as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Self

from ...errors import RuleError
from ...go.tournament import Game, Result
from ...sentences import Remedy, phrase
from .makers import drawn_by, in_force

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ...go.tournament import Round, Tournament
    from .facts import Change
    from .history_line import Entry
    from .timeline import Timeline


_ACT = "publish"
"""The command under which the history has publications."""


class State(Enum):
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

    state: State = State.DRAFT

    boards: tuple[Game, ...] = ()
    """The boards that were published, without results, in table order; none of a draft."""

    byes: tuple[str, ...] = ()
    """Keys of those to whom a bye was published."""

    time: str = ""
    """When the round came to this state, in UTC, by ISO 8601; empty for a draft."""

    @classmethod
    def of(cls, played: Round, state: State) -> Self:
        """The boards of a round as they are."""
        return cls(
            round_number=played.number,
            state=state,
            boards=tuple(replace(g, result=Result.UNKNOWN, by_default=False) for g in played.games),
            byes=played.byes,
        )

    @classmethod
    def made_by(cls, entry: Entry) -> Self:
        """The publication that a change of the history has made, see `held`."""
        held = entry.draw
        number, state = held["round"], State(held["state"])
        boards = tuple(
            Game(round=number, table=table, white=white, black=black, handicap=handicap)
            for table, white, black, handicap in held["boards"]
        )
        time = "" if state is State.DRAFT else entry.time
        return cls(
            round_number=number, state=state, boards=boards, byes=tuple(held["byes"]), time=time
        )

    @property
    def held(self) -> Mapping[str, Any]:
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
        now = self._now(tournament)
        return tuple(board for board in self.boards if board not in now)

    def new_in(self, tournament: Tournament) -> tuple[Game, ...]:
        """The boards that the tournament has otherwise than they were published; none of a draft."""
        if self.state is State.DRAFT:
            return ()
        now = Publication.of(tournament.round(self.round_number), self.state)
        return tuple(board for board in now.boards if board not in self.boards)

    def changed_in(self, tournament: Tournament) -> int:
        """How many boards of the round are not as they were published; a bye counts as one.

        Those that are gone and those that are new are counted apart, and the greater number is the
        answer: two players who change places have changed two boards. Of a draft nothing is known.
        """
        if self.state is State.DRAFT:
            return 0
        published, now = {*self.boards, *self.byes}, self._now(tournament)
        return max(len(published - now), len(now - published))

    def _now(self, tournament: Tournament) -> set[Game | str]:
        """The boards and byes that the tournament has."""
        now = Publication.of(tournament.round(self.round_number), self.state)
        return {*now.boards, *now.byes}


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
            publication = Publication.made_by(entry)
            found[publication.round_number] = publication
    return {n: found[n] for n in sorted(found) if found[n].state is not State.DRAFT}


def publication_of(timeline: Timeline, number: int) -> Publication:
    """The publication of a round; a draft if nobody has published it."""
    return publications(timeline).get(number, Publication(round_number=number))


def is_draft(timeline: Timeline, tournament: Tournament, number: int) -> bool:
    """Whether the boards of a round are a draw of fastpair that nobody has published or played."""
    return (
        drawn_by(timeline, number) is not None
        and publication_of(timeline, number).state is State.DRAFT
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
        before, after = (Publication.of(t.round(number), State.DRAFT) for t in (old, new))
        if before == after:
            continue
        publication = publication_of(timeline(), number)
        if publication.state is State.FROZEN and publication.changed_in(new):
            raise frozen(number)


def frozen(number: int) -> RuleError:
    """Say that the boards of a round do not change any more, and what to do."""
    return RuleError(
        phrase("round {number} is frozen", number=number), Remedy("let boards change", round=number)
    )
