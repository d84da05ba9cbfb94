"""A round that is published, frozen, or taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...app.edits.confirmation import PlayersKnowError
from ...app.history.publication import State, publication_of
from ...errors import RuleError
from ...sentences import phrase, phrase_many
from .actions import perform
from .asking import PLAYERS_KNOW
from .wording import STATES

if TYPE_CHECKING:
    from ...app.actions import ActionContext
    from .asking import Asked
    from .held import Told


def publish(asked: Asked) -> Told:
    """Show the boards to everybody."""
    return perform(asked, "publish", {"rounds": asked.number})


def freeze(asked: Asked) -> Told:
    """Publish the boards for good."""
    return perform(asked, "publish", {"rounds": asked.number, "freeze": True})


def take_back(asked: Asked) -> Told:
    """Take a round back by one step, if it is still what the browser shows."""
    shown = asked.typed("state")

    def check(context: ActionContext) -> None:
        before = publication_of(context.file.timeline, asked.number)
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

    return perform(asked, "publish", {"rounds": asked.number, "back": True}, check=check)
