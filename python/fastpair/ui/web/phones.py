"""Results by the phone of a player, through the code on the slip of the table."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup
from starlette.responses import HTMLResponse

from ...app.actions import ACTIONS
from ...app.edits.locked_file import Act
from ...app.edits.results import Ending, read_outcome
from ...errors import FastpairError, FormatError, RuleError
from ...go.tournament import Result
from ...report.pages import board_slips, named
from ...sentences import phrase
from .rendering import rendered

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...app.actions import ActionContext
    from ...go.tournament import Game, Tournament
    from ...report.pages import Slip
    from .access import Seat
    from .asking import Desk
    from .held import Told


_ALLOWED = ("1-0", "0-1", "1/2")
"""What players may enter; whatever else has happened is the director's business."""


def slips_of(desk: Desk, tournament: Tournament, number: int) -> Iterator[Slip]:
    """The slips of a round, with the codes that lead to the tables."""
    games = tournament.round(number).games
    for slip, game in zip(board_slips(tournament, number), games, strict=True):
        address = f"{desk.address}{desk.base}/table/{desk.tables.seat(game)}"
        yield replace(slip, code=Markup(code_of(address)))


@lru_cache(maxsize=1 << 12)
def code_of(address: str) -> str:
    """An address as a picture that phones read.

    Its pattern is always the same one of the eight that are allowed: to compare them takes ten
    times as long, and matters for contents with large plain areas.
    """
    import segno

    code = segno.make_qr(address, error="l", mask=2)
    return code.svg_inline(scale=3, omitsize=True, svgclass="code", lineclass=None)


def table_page(
    desk: Desk, typed: str, form: Mapping[str, str] | None = None, until: float | None = None
) -> HTMLResponse:
    """The page of a table, after a result is entered if a form comes with it.

    Parameters
    ----------
    typed
        The end of the address.
    until
        As of `HeldFile.change`.
    """
    seat = desk.tables.read_seat(typed)
    game = None if seat is None else _game(desk, seat)
    if seat is None or game is None:
        too_many = desk.access.attempts.wrong()
        return HTMLResponse(rendered("no_table.html"), 429 if too_many else 404)
    refused = ""
    if form is not None:
        try:
            _enter(desk, seat, typed, form, until)
        except FormatError:
            refused = phrase("the result cannot be saved at the moment; send it again")
        except FastpairError as error:
            refused = error.said
        game = _game(desk, seat) or game
    tournament = desk.held.state().tournament
    page = rendered(
        "table.html",
        title=tournament.name,
        game=game,
        white=named(tournament.by_key[game.white]),
        black=named(tournament.by_key[game.black]),
        known=game.result is not Result.UNKNOWN,
        said=Ending(game.result, game.by_default).of(tournament, game),
        open=desk.beside.kept.phones,
        refused=refused,
        path=f"{desk.base}/table/{typed}",
        form_token=desk.access.form_token(typed),
    )
    return HTMLResponse(page, 409 if refused else 200)


def _enter(
    desk: Desk, seat: Seat, typed: str, form: Mapping[str, str], until: float | None
) -> Told:
    """Enter the result of a table that has none.

    Raises
    ------
    RuleError, FormatError
        If it may not be entered, or not from here.
    """
    if not desk.access.is_form_token(form.get("form_token", ""), typed):
        raise RuleError(phrase("the page was too old; choose the result again"))
    if not desk.beside.kept.phones:
        raise RuleError(phrase("results are told to the director at the moment"))
    chosen = form.get("result", "")
    if chosen not in _ALLOWED:
        raise RuleError(phrase("choose who has won"))
    outcome = read_outcome(chosen)

    def check(context: ActionContext) -> None:
        game = context.tournament.round(seat.round).at(seat.table)
        if game is None or not desk.tables.admits(seat, game):
            raise RuleError(phrase("this table has been drawn again; ask the director"))
        now = Ending(game.result, game.by_default)
        if now not in (outcome, Ending(Result.UNKNOWN)):
            raise RuleError(phrase("another result is entered already; the director can change it"))

    values = {"results": [str(seat.table), chosen], "rounds": seat.round}
    return desk.held.change(
        Act(name="result", door=f"phone at table {seat.table}"),
        lambda locked: ACTIONS["result"].perform(locked, None, values, check=check),
        until,
    )


def _game(desk: Desk, seat: Seat) -> Game | None:
    """The game that an address was made for."""
    game = desk.held.state().tournament.round(seat.round).at(seat.table)
    return game if game is not None and desk.tables.admits(seat, game) else None
