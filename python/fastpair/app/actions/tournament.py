"""Actions for a tournament as a whole: its file, its rules and its history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from .action import Input, action

if TYPE_CHECKING:
    from ..edits.outcome import Edit
    from .action import ActionContext


@action(by_round=False, creates=True)
def new(
    context: ActionContext,
    *,
    rules: Annotated[dict[str, Any], Input(help="Rules.", record="forms.inputs.RuleFacts")],
    event: Annotated[
        dict[str, Any], Input(help="Facts of the event.", record=".go.tournament.Event")
    ],
    name: Annotated[str | None, Input(help="Name of the tournament.")] = None,
    teams: Annotated[
        bool, Input(help="Pair teams instead of players.", field="participants")
    ] = False,
    boards: Annotated[
        int | None, Input(help="Pair teams in matches of so many boards.", metavar="N")
    ] = None,
    entries: Annotated[
        list[Any] | None, Input(help="Players and teams of a list, as the history holds them.")
    ] = None,
    parameters: Annotated[
        dict[str, Any] | None, Input(help="Parameters of OpenGotha's weights.")
    ] = None,
    format: Annotated[  # noqa: A002 - the word of all interfaces
        str | None, Input(help="File format; by default that of the suffix.", metavar="FORMAT")
    ] = None,
) -> Edit:
    """Create a tournament file, with the players of a list if one is given.

    The suffix decides the format: .json or none for fastpair's own, which stores everything, and
    .xml for OpenGotha's.
    """
    from ..setup.creation import create_file

    return create_file(
        context.state,
        name=name,
        rules=rules,
        event=event,
        teams=teams,
        boards=boards,
        entries=entries or (),
        parameters=parameters or {},
        form=format,
    )


@action(by_round=False, creates=True, page_only=True)
def duplicate(
    context: ActionContext,
    name: Annotated[str, Input(help="Name of the new tournament.")],
) -> Edit:
    """Make a file with the players and rules of a tournament, which has not begun."""
    from ..setup.creation import duplicate_file

    return duplicate_file(context.state, name)


@action(by_round=False, creates=True, page_only=True)
def convert(
    context: ActionContext,
    to: Annotated[str, Input(help="File format.")],
    even_so: Annotated[
        bool, Input(help="Allow rounds that are not complete, and lines that are not read.")
    ] = False,
) -> Edit:
    """Make a file of a tournament in another one, whose history stays behind."""
    from ..setup.creation import convert_file

    return convert_file(context.state, to, even_so=even_so)


@action(by_round=False, confirms=True)
def rules(
    context: ActionContext,
    rules: Annotated[dict[str, Any], Input(help="Rules.", record="forms.inputs.RuleFacts")],
    event: Annotated[
        dict[str, Any], Input(help="Facts of the event.", record=".go.tournament.Event")
    ],
    name: Annotated[str | None, Input(help="Name of the tournament.")] = None,
) -> Edit:
    """Change the rules of a tournament and the facts of the event."""
    from ..edits.settings import rules_set

    return rules_set(context.state, rules, event, name)


@action(by_round=False, confirms=True)
def parameters(
    context: ActionContext,
    parameters: Annotated[
        dict[str, Any],
        Input(help="Parameters of the weights.", record=".go.tournament.PairingRules"),
    ],
) -> Edit:
    """Change the parameters of OpenGotha's weights."""
    from ..edits.settings import parameters_set

    return parameters_set(context.state, parameters)


@action(by_round=False, in_history=True, page_only=True)
def prizes(
    context: ActionContext,
    at: Annotated[int, Input(help="Which prize of the plan, from 0.")],
    was: Annotated[str, Input(help="Its name until now; empty for a new one.", clears=True)],
    prize: Annotated[
        dict[str, Any] | None, Input(help="Its fields; without them it is removed.")
    ] = None,
) -> Edit:
    """Add a prize to the plan, change it or remove it."""
    from ..edits.settings import prize_planned

    return prize_planned(context.state, at, was, prize)


@action(by_round=False, confirms=True, helper=True, repairs=True)
def undo(
    context: ActionContext,
    number: Annotated[
        int | None,
        Input(
            help="Number of the change; by default the last one.", field="change", positional=True
        ),
    ] = None,
) -> Edit:
    """Undo the last change of the file; again, the one before it.

    The file is restored byte for byte, unless another program has saved it since. An earlier
    change can be undone alone if no later one depends on it; a draw or a publication only as the
    last change.
    """
    from ..edits.undo import undo

    return undo(context.state, number)


@action(by_round=False, confirms=True, helper=True, repairs=True)
def redo(
    context: ActionContext,
    numbers: Annotated[
        list[int] | None,
        Input(help="Numbers of overwritten changes; by default all of them.", positional=True),
    ] = None,
) -> Edit:
    """Redo the change that was undone last, or one that another program has overwritten.

    A program that saves an older state of the file overwrites later changes. The log lists
    them.
    """
    from ..edits.undo import redo

    return redo(context.state, numbers)


@action(by_round=False, in_history=True, page_only=True)
def mark(
    context: ActionContext,
    kind: Annotated[str, Input(help="checked, downloaded, sent or dismissed.")],
    about: Annotated[str, Input(help="What it holds for.")],
) -> Edit:
    """Remember that results were checked, downloaded or sent, or that a next step was dismissed."""
    from ..edits.settings import marked_as

    return marked_as(context.state, kind, about)
