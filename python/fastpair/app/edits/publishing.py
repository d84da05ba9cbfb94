"""A round that is published, frozen, or taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...report.text import counted
from ...sentences import Remedy
from ..history.publication import Publication, State, frozen, publication_of
from ..state import RoundState
from .locked_file import Edit

if TYPE_CHECKING:
    from ...go.tournament import Tournament
    from ..history.timeline import Timeline

__all__ = ["published", "round_to_publish", "taken_back"]


def round_to_publish(tournament: Tournament, number: int | None) -> int:
    """The round that is meant: by default the last that is drawn.

    Raises
    ------
    RuleError
        If there is no such round, or it is not drawn.
    """
    rounds = range(1, tournament.rules.rounds + 1)
    if number is None:
        drawn = [n for n in rounds if tournament.is_drawn(n)]
        if not drawn:
            raise RuleError("no round is drawn yet", Remedy("draw", what="one"))
        return drawn[-1]
    tournament.check_round(number)
    if not tournament.is_drawn(number):
        raise RuleError(f"round {number} is not drawn yet", Remedy("draw", what="it"))
    return number


def published(timeline: Timeline, tournament: Tournament, number: int, state: State) -> Edit:
    """Publish the boards of a round as they are, in the place of those that were published before.

    Parameters
    ----------
    state
        Published, or frozen if the boards shall not change any more.

    Raises
    ------
    RuleError
        If the round is frozen, unless it already is what it shall become.
    """
    before = publication_of(timeline, number)
    changed = before.changed_in(tournament)
    if before.state is state and not changed:
        return Edit(tournament=tournament, said=f"round {number} is {state.value} already")
    if before.state is State.FROZEN:
        raise frozen(number)
    fresh = Publication.of(tournament.round(number), state)
    said = f"round {number} {state.value}: {counted(len(fresh.boards), 'board')}"
    if changed:
        said += f", {changed} other than published before"
    waiting = len(RoundState.of(tournament, number).to_pair)
    without = f"round {number}: {counted(waiting, 'player')} without a game or a bye"
    return Edit(
        tournament=tournament, said=said, warned=(without,) if waiting else (), draw=fresh.held
    )


def taken_back(timeline: Timeline, tournament: Tournament, number: int) -> Edit:
    """Let a frozen round be published only, or a published one a draft.

    Raises
    ------
    RuleError
        If the round is a draft.
    """
    before = publication_of(timeline, number)
    if before.state is State.DRAFT:
        raise RuleError(f"round {number} is a draft; there is nothing to take back")
    if before.state is State.FROZEN:
        fresh = replace(before, state=State.PUBLISHED)
        said = f"round {number} is published, and not frozen any more"
    else:
        fresh = Publication(round_number=number)
        said = f"round {number} is a draft again"
    return Edit(tournament=tournament, said=said, draw=fresh.held)
