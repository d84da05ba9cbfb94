"""Actions from forms, and the check that the page was up to date."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ...app.actions import ACTIONS
from ...app.edits.locked_file import Act
from ...app.edits.teams import team_text
from ...app.next_step import Progress, next_step
from ...errors import RuleError
from ...report.pages import result
from ...sentences import joined, phrase
from .requests import EVEN_SO, PLAYERS_KNOW
from .store import Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ...app.action import Action, ActionContext
    from ...app.edits.locked_file import Edit
    from ...go.tournament import Game, Tournament
    from .requests import PageRequest


def refuse_another_game(request: PageRequest, tournament: Tournament, table: int) -> None:
    """Refuse to go on where the browser shows a table with another game than there is.

    Raises
    ------
    RuleError
        If it does; the error says what there is.
    """
    state = request.seen_state()
    before = None if state is None else state.tournament.round(request.number).at(table)
    now = tournament.round(request.number).at(table)
    if now is not None and before != now:
        raise RuleError(
            phrase(
                "somebody has changed table {table} meanwhile: {told}",
                table=table,
                told=_describe_game(tournament, now),
            )
        )


def refuse_other_boards(request: PageRequest, tournament: Tournament) -> None:
    """Refuse to go on where the browser shows other boards of the round than there are.

    Raises
    ------
    RuleError
        If it does.
    """
    state = request.seen_state()
    now = _pairs(tournament, request.number)
    if state is None or _pairs(state.tournament, request.number) != now:
        raise RuleError(
            phrase(
                "somebody has changed the boards of round {round} meanwhile: there are "
                "{count} now; look at them first",
                round=request.number,
                count=len(now),
            )
        )


def _pairs(tournament: Tournament, round_number: int) -> frozenset[tuple[str, ...]]:
    this_round = tournament.round(round_number)
    return frozenset(
        [*(game.players for game in this_round.games), *((key,) for key in this_round.byes)]
    )


def refuse_other_seats(request: PageRequest, tournament: Tournament, keys: Iterable[str]) -> None:
    """Refuse to go on where the browser shows players at other places than they have.

    Parameters
    ----------
    tournament
        As it is drawn: where teams are drawn, they are its players.

    Raises
    ------
    RuleError
        If it does; the error says where the first of them is.
    """
    state = request.seen_state()
    for key in keys:
        now = _seat(tournament, request.number, key)
        if state is None or _seat(state.unit_tournament, request.number, key) != now:
            name = tournament.name_of(key)
            raise RuleError(
                phrase("somebody has moved {name} meanwhile, who now has {now}", name=name, now=now)
            )


def _seat(tournament: Tournament, round_number: int, key: str) -> str:
    """The game or bye of a player in a round."""
    this_round = tournament.round(round_number)
    game = this_round.game_of(key)
    if game is not None:
        return _describe_game(tournament, game)
    return phrase("the bye") if key in this_round.byes else phrase("no game")


def _describe_game(tournament: Tournament, game: Game) -> str:
    white, black = (tournament.by_key[key].full_name for key in game.players)
    text: str = phrase(
        "table {table}, {white} (white) against {black} (black)",
        table=game.table,
        white=white,
        black=black,
    )
    if game.handicap:
        text = joined(", ", [text, phrase("handicap {stones}", stones=game.handicap)])
    return joined(", ", [text, result(game)]) if result(game) else text


def handler(name: str, **preset: Any) -> Callable[[PageRequest], Reply]:  # noqa: ANN401
    """A handler of a form: performs an action, with values that the form does not hold."""
    return partial(_handle, name=name, preset=preset)


def _handle(request: PageRequest, *, name: str, preset: Mapping[str, Any]) -> Reply:
    return perform(request, name, ACTIONS[name].parse(request.fields, preset))


def perform(
    request: PageRequest,
    name: str,
    values: Mapping[str, Any],
    *,
    check: Callable[[ActionContext], None] | None = None,
    amend: Callable[[ActionContext, Edit], Edit] | None = None,
    sure: bool = False,
) -> Reply:
    """Perform an action, unless what it rests on has changed since the browser showed it.

    Where rounds that are played change, or what the players know, it is done only if the form says so;
    helpers cannot say it of rounds that are played.

    Parameters
    ----------
    check
        Refuses what the browser does not show, beside what the action rests on.
    amend
        Adds to what is said of it.
    sure
        Whether boards that players know may change unasked.

    Raises
    ------
    RuleError, FormatError
        If it is refused; nothing is changed.
    """
    action = ACTIONS[name]
    if not (request.director or action.helper):
        raise RuleError(phrase("only the director can do this"))

    def refuse_changed(context: ActionContext) -> None:
        _refuse_changed(request, action, context, values)
        if check is not None:
            check(context)

    store, fields = request.server.store, request.fields
    act = Act(
        name=name,
        door=request.door,
        typed=(str(store.file),),
        even_so=EVEN_SO in fields and request.director,
        players_know=sure or PLAYERS_KNOW in fields,
    )
    return store.change(
        act,
        lambda locked: action.perform(
            locked, request.number, values, check=refuse_changed, amend=amend
        ),
    )


def _refuse_changed(
    request: PageRequest, action: Action, context: ActionContext, values: Mapping[str, Any]
) -> None:
    """Refuse to go on where the browser shows something else than what an action rests on."""
    if action.rests_on == "game":
        refuse_another_game(request, context.tournament, values["table"])
    elif action.rests_on == "boards":
        refuse_other_boards(request, context.tournament)
    elif action.rests_on:
        tournament = context.units.tournament
        byes = tournament.round(request.number).byes if action.rests_on == "seats and bye" else ()
        refuse_other_seats(request, tournament, (*values.values(), *byes))


def dismiss(request: PageRequest) -> Reply:
    """Dismiss the next step that the form names, until something about it changes.

    Raises
    ------
    RuleError
        If it is no longer the next step.
    """
    timeline = request.server.store.timeline()
    progress = Progress.of(request.state.tournament, timeline)
    step = next_step(progress)
    if step.name != request.text("state"):
        raise RuleError(phrase("the next step is another one by now: {step}", step=step.sentence))
    about = progress.dismissal(step)
    return perform(request, "mark", {"kind": "dismissed", "about": about})


def find_team(request: PageRequest, key: str) -> tuple[str, Callable[[ActionContext], None]]:
    """The name of the team with a key, and a check that it is the same when the action is performed."""
    text = team_text(request.state.tournament, key)

    def check(context: ActionContext) -> None:
        if team_text(context.tournament, key) != text:
            raise RuleError(phrase("somebody has renamed the team {team} meanwhile", team=text))

    return text, check


_REGISTERED = {"final": True, "preliminary": False}


def attend(request: PageRequest, *, teams: bool = False) -> Reply:
    """Say that a player is present or absent, or registered: the value of the button that was pressed.

    With ``teams``, where they are drawn, it is said of a whole team. The wish holds whatever there was before, so that it cannot rest on an old state.

    Raises
    ------
    RuleError
        If it is no such wish, or the player has a game or a bye.
    """
    name, _, key = request.text("wish").partition(" ")
    if name in _REGISTERED:
        return perform(request, "confirm", {"players": [key], "preliminary": not _REGISTERED[name]})
    if name not in ("present", "absent"):
        raise RuleError(
            phrase("must be present, absent, final or preliminary, not {name!r}", name=name)
        )
    check = None
    if teams and request.state.tournament.draws_teams:
        key, check = find_team(request, key)
    try:
        return perform(request, name, {"players": [key], "rounds": [request.number]}, check=check)
    except RuleError as error:
        if not (
            request.director
            and "record a no-show" in [each.name for each in error.message.remedies]
        ):
            raise
        place = f"/boards/{request.number}/noshow?key={quote(key, safe='')}"
        return Reply(refusal=error.message, lead=(place, phrase("Record no-show")))
