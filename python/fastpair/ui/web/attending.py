"""Who is present in a round, who is absent, and whose registration is final."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from ...app.edits.attendance import absent, checked_in
from ...app.edits.registration import registered_as
from ...errors import RuleError
from ...sentences import phrase
from ..flags import typed_as_options
from .actions import perform
from .held import Told

if TYPE_CHECKING:
    from .asking import Asked


_REGISTERED = {"final": True, "preliminary": False}


def attend(asked: Asked, *, teams: bool = False) -> Told:
    """Say that a player is present or absent, or registered: the value of the button that was pressed.

    With ``teams``, where they are drawn, it is said of a whole team. The wish holds whatever there was before, so that it cannot rest on an old state.

    Raises
    ------
    RuleError
        If it is no such wish, or the player has a game or a bye.
    """
    name, _, key = asked.typed("wish").partition(" ")
    if name in _REGISTERED:
        act = asked.act("register", "--change", key, *typed_as_options("final", _REGISTERED[name]))
        return asked.desk.held.change(
            act, lambda held: registered_as(held.tournament, _REGISTERED[name], [key])
        )
    made = {"present": checked_in, "absent": absent}.get(name)
    if made is None:
        raise RuleError(
            phrase("expected present, absent, final or preliminary, got {name!r}", name=name)
        )
    if teams and asked.state.tournament.draws_teams:
        act = asked.act(name, key, "--round", str(asked.number))
        return asked.edited(act, lambda units: made(units.tournament, [key], [asked.number]))
    try:
        return perform(asked, name, {"players": [key], "rounds": [asked.number]})
    except RuleError as error:
        if not (
            asked.director and "record a no-show" in [each.name for each in error.said.remedies]
        ):
            raise
        place = f"/boards/{asked.number}/noshow?key={quote(key, safe='')}"
        return Told(refused=error.said, lead=(place, phrase("Record no-show")))
