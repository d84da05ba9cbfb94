"""A round that is published, frozen, or taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...app.edits.confirmation import PlayersKnowError
from ...app.edits.publishing import published, taken_back
from ...app.history.publication import State, publication_of
from ...errors import RuleError
from ...sentences import phrase, phrase_many
from .asking import PLAYERS_KNOW
from .unchanged import refuse_other_boards
from .wording import STATES

if TYPE_CHECKING:
    from ...app.edits.locked_file import Edit, LockedFile
    from .asking import Asked
    from .held import Told


def publish(asked: Asked) -> Told:
    """Show the boards to everybody."""
    return _publish_as(asked, State.PUBLISHED, ())


def freeze(asked: Asked) -> Told:
    """Publish the boards for good."""
    return _publish_as(asked, State.FROZEN, ("--freeze",))


def _publish_as(asked: Asked, state: State, typed: tuple[str, ...]) -> Told:
    """Publish the boards that the browser shows."""

    def work(held: LockedFile) -> Edit:
        refuse_other_boards(asked, held.tournament)
        return published(held.timeline, held.tournament, asked.number, state)

    act = asked.act("publish", "--round", str(asked.number), *typed)
    return asked.desk.held.note(act, work)


def take_back(asked: Asked) -> Told:
    """Take a round back by one step, if it is still what the browser shows."""
    shown = asked.typed("state")

    def work(held: LockedFile) -> Edit:
        before = publication_of(held.timeline, asked.number)
        now = before.state
        if now.value != shown:
            raise RuleError(
                phrase(
                    "round {round} is {now} by now",
                    round=asked.number,
                    now=phrase(STATES[now.value]),
                )
            )
        if now is State.PUBLISHED and PLAYERS_KNOW not in asked.fields:
            boards = phrase_many("{count} board", "{count} boards", len(before.boards))
            raise PlayersKnowError(
                phrase(
                    "players know the {boards} of round {round}", boards=boards, round=asked.number
                )
            )
        return taken_back(held.timeline, held.tournament, asked.number)

    act = asked.act("publish", "--round", str(asked.number), "--back")
    return asked.desk.held.note(act, work)
