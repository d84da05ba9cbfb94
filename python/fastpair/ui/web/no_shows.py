"""Somebody who has a place in a round and did not come: what can be done, shown before it is done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...app.draws.no_show import Way, no_show, no_shows
from ...app.edits.teams import team_keyed
from ...errors import RuleError
from ...sentences import marked, phrase
from .spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...app.edits.locked_file import Edit, LockedFile
    from ...go.tournament import Team, Tournament
    from .asking import Asked
    from .held import Told


_TITLES = {
    Way.RE_PAIR: marked("Re-pair, keep most boards"),
    Way.FORFEIT: marked("Win by forfeit"),
    Way.WAIT: marked("Opponent waits"),
}
_BUTTONS = {
    Way.RE_PAIR: marked("Re-pair without {name}"),
    Way.FORFEIT: marked("Record forfeit of {name}"),
    Way.WAIT: marked("Record absence of {name}"),
}


def no_show_panel(asked: Asked) -> Mapping[str, Any]:
    """What each way would change; the forms do it if the same would still come of it."""
    known, number = asked.desk.held.known(), asked.number
    who = _who(asked, known.tournament)
    named = known.tournament.by_key[who].full_name if isinstance(who, str) else who.name
    found = no_shows(known.document, asked.desk.held.file, known.timeline, number, who)
    return {
        "name": named,
        "field": "key" if isinstance(who, str) else "team",
        "value": who if isinstance(who, str) else who.key,
        "ways": [
            (
                each,
                spoken(_TITLES[each.way]),
                spoken(_BUTTONS[each.way], name=named),
                () if each.edit is None else each.edit.told,
            )
            for each in found
        ],
    }


def record_no_show(asked: Asked) -> Told:
    """Record a no-show as it was shown; the boards that it changes were named, so that nothing is asked."""
    ways = {way.value: way for way in Way}
    way = ways.get(asked.typed("way"))
    if way is None:
        raise RuleError(phrase("expected one of {known}", known=", ".join(ways)))
    shown = asked.typed("shown")

    def work(held: LockedFile) -> Edit:
        who = _who(asked, held.tournament)
        return no_show(held.document, held.file, held.timeline, asked.number, who, way, shown)

    who = _who(asked, asked.state.tournament)
    typed = who if isinstance(who, str) else who.name
    act = asked.act("no-show", typed, f"--{way.value}", "--round", str(asked.number))
    return asked.desk.held.change(replace(act, players_know=True), work)


def _who(asked: Asked, tournament: Tournament) -> Team | str:
    """The team or the player of a form, by key."""
    if asked.fields.get("team"):
        return team_keyed(tournament, asked.typed("team"))
    key = asked.typed("key")
    if key not in tournament.by_key:
        raise RuleError(phrase("nobody has the key {key!r} any more", key=key))
    return key
