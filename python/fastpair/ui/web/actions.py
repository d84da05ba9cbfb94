"""The forms of all actions, made of their declarations."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...app.actions import ACTIONS
from .unchanged import refuse_another_game, refuse_other_boards, refuse_other_seats

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...app.actions import Action, ActionContext
    from ...app.edits.locked_file import Edit
    from .asking import Asked
    from .held import Told


def handler(name: str, **preset: Any) -> Callable[[Asked], Told]:  # noqa: ANN401
    """What a form does: the action of a name, with values that the form does not hold."""
    return partial(_handle, name=name, preset=preset)


def _handle(asked: Asked, *, name: str, preset: Mapping[str, Any]) -> Told:
    return perform(asked, name, ACTIONS[name].parse(asked.fields, preset))


def perform(
    asked: Asked,
    name: str,
    values: Mapping[str, Any],
    *,
    check: Callable[[ActionContext], None] | None = None,
    amend: Callable[[ActionContext, Edit], Edit] | None = None,
) -> Told:
    """Perform an action, unless what it rests on has changed since the browser showed it.

    Parameters
    ----------
    check
        Refuses what the browser does not show, beside what the action rests on.
    amend
        Adds to what is said of it.

    Raises
    ------
    RuleError, FormatError
        If it is refused; nothing is changed.
    """
    action = ACTIONS[name]

    def refuse_changed(context: ActionContext) -> None:
        _refuse_changed(asked, action, context, values)
        if check is not None:
            check(context)

    file = asked.desk.held
    put = file.note if action.in_history else file.change
    return put(
        asked.act(name),
        lambda locked: action.perform(
            locked, asked.number, values, check=refuse_changed, amend=amend
        ),
    )


def _refuse_changed(
    asked: Asked, action: Action, context: ActionContext, values: Mapping[str, Any]
) -> None:
    """Refuse to go on where the browser shows something else than what an action rests on."""
    if action.rests_on == "game":
        refuse_another_game(asked, context.tournament, values["table"])
    elif action.rests_on == "boards":
        refuse_other_boards(asked, context.tournament)
    elif action.rests_on == "seats":
        tournament = context.units.tournament
        byes = tournament.round(asked.number).byes if action.name == "bye" else ()
        refuse_other_seats(asked, tournament, (*values.values(), *byes))
