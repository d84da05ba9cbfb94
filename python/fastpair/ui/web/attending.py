"""Who is present in a round, and who is absent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...app.edits.attendance import absent, present
from ...errors import RuleError

if TYPE_CHECKING:
    from .asking import Asked
    from .held import Told

__all__ = ["attend"]


def attend(asked: Asked) -> Told:
    """Say that a player is present or absent: the value of the button that was pressed.

    The wish holds whatever there was before, so that it cannot rest on an old state.

    Raises
    ------
    RuleError
        If it is no such wish, or the player has a game or a bye.
    """
    name, _, key = asked.typed("wish").partition(" ")
    made = {"present": present, "absent": absent}.get(name)
    if made is None:
        raise RuleError(f"expected present or absent, got {name!r}")
    act = asked.act(name, key, "--round", str(asked.number))
    return asked.desk.held.change(act, lambda held: made(held.tournament, [key], [asked.number]))
