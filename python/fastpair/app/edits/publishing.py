"""A round that is published, frozen, or taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...sentences import Remedy, joined, marked, phrase, phrase_many
from ..history.publication import Publication, State, frozen, publication_of
from ..state import RoundState
from .locked_file import Edit

if TYPE_CHECKING:
    from ...go.tournament import Tournament
    from ..history.timeline import Timeline


_NOW = {
    State.PUBLISHED: marked("round {round} published"),
    State.FROZEN: marked("round {round} frozen"),
}
_ALREADY = {
    State.PUBLISHED: marked("round {round} is published already"),
    State.FROZEN: marked("round {round} is frozen already"),
}


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
            raise RuleError(phrase("no round is drawn yet"), Remedy("draw", what="one"))
        return drawn[-1]
    tournament.check_round(number)
    if not tournament.is_drawn(number):
        raise RuleError(
            phrase("round {number} is not drawn yet", number=number), Remedy("draw", what="it")
        )
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
        return Edit(tournament=tournament, said=phrase(_ALREADY[state], round=number))
    if before.state is State.FROZEN:
        raise frozen(number)
    fresh = Publication.of(tournament.round(number), state)
    boards = phrase_many("{count} board", "{count} boards", len(fresh.boards))
    said = joined(": ", [phrase(_NOW[state], round=number), boards])
    if changed:
        said = joined(", ", [said, phrase("{count} other than published before", count=changed)])
    waiting = len(RoundState.of(tournament, number).to_pair)
    without = phrase_many(
        "round {round}: {count} player without a game or a bye",
        "round {round}: {count} players without a game or a bye",
        waiting,
        round=number,
    )
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
        raise RuleError(
            phrase("round {number} is a draft; there is nothing to take back", number=number)
        )
    if before.state is State.FROZEN:
        fresh = replace(before, state=State.PUBLISHED)
        said = phrase("round {round} is published, and not frozen any more", round=number)
    else:
        fresh = Publication(round_number=number)
        said = phrase("round {round} is a draft again", round=number)
    return Edit(tournament=tournament, said=said, draw=fresh.held)
