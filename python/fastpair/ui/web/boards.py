"""Who plays whom in a round: drawn, edited by hand, and published."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.actions import ACTIONS
from ...app.draws.prospect import prospect
from ...app.draws.remarks import reservations
from ...app.draws.swaps import swap_prices
from ...app.edits.tables import displaced
from ...app.history.publication import publication_of
from ...go.scores import History, main_score_x2
from ...go.teams import matches_of
from ...insight.explain.round_report import RoundReports
from ...pairing.weights import model_or_usual
from ...report.pages import format_number, named, noticed, result, sums
from ...sentences import marked, phrase
from .actions import handler, perform
from .attending import attend
from .draws import apply, condition, draw, in_force, kept_panel, release
from .no_shows import no_show_panel, record_no_show
from .parts import Part, id_of
from .publishing import freeze, publish, take_back
from .questions import best_panel, opponents_panel, what_if_panel, why_panel
from .seats import seat_panel, table_panel
from .spoken import spoken
from .tables import fix, say_tables, tables_panel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...app.actions import ActionContext
    from ...app.edits.locked_file import Edit
    from ...go.tournament import Tournament
    from ...insight.explain.round_report import Place
    from ...pairing.rounds.review import Baseline
    from ...report.pages import Noticed
    from .asking import Asked
    from .held import State, Told


class _Side(NamedTuple):
    """A player at a table."""

    key: str
    named: str
    score: str
    """Before the round."""


class _Line(NamedTuple):
    """A table in the list."""

    id: str
    table: int
    """The first of a match."""
    last: int
    """The last of a match; the same for two players."""
    white: _Side
    black: _Side
    handicap: int
    result: str
    remark: str
    room: str


def _noticed(state: State, round_number: int) -> tuple[Noticed, ...]:
    """What there is to look at in the draw; nothing if the tournament contradicts itself."""

    def made() -> Mapping[str, tuple[Place, ...]]:
        tournament = state.drawn
        if any(tournament.faults()):
            return {}
        reports = RoundReports(tournament=tournament, yardstick=yardstick)
        return reports.places(round_number)

    def yardstick(_: int) -> Baseline:
        raise AssertionError("a draw alone is compared with nothing")

    answers = state.view(("noticed", round_number), made)
    return tuple(noticed(answers, spoken)) if answers else ()


def _prospect(state: State, round_number: int, conditions: int) -> tuple[str, ...]:
    """What would be drawn now; nothing if nobody waits or the tournament contradicts itself."""
    tournament = state.drawn
    whole = state.tournament if state.tournament.draws_teams else None

    def made() -> tuple[str, ...]:
        if len(tournament.to_pair(round_number)) < 2 or any(tournament.faults()):
            return ()
        return tuple(prospect(tournament, round_number, conditions, whole=whole))

    return state.view(("prospect", round_number, conditions), made)


def _rows(state: State, round_number: int) -> Mapping[str, _Line]:
    tournament, whole = state.drawn, state.tournament
    games = tournament.round(round_number).games
    sides = _sides(tournament, round_number) if games else {}
    met = Counter(frozenset(game.players) for game in tournament.before(round_number).games)
    tables, play = state.tables, whole.team_play if whole.draws_teams else None
    matches = {m.table: m for m in matches_of(whole, play, round_number)} if play else {}
    return {
        id_of("b", game.table): _Line(
            id=id_of("b", game.table),
            table=game.table,
            last=matches[game.table].last_table if matches else game.table,
            white=sides[game.white],
            black=sides[game.black],
            handicap=game.handicap,
            result=sums(matches[game.table]) if matches else result(game),
            remark=spoken("rematch") if met[frozenset(game.players)] else "",
            room=tables.room_of(game.table),
        )
        for game in games
    }


def _sides(tournament: Tournament, round_number: int) -> Mapping[str, _Side]:
    """Everybody with the score before a round."""
    history = History.of(tournament.before(round_number))
    scores = main_score_x2(history)[:, round_number - 1].tolist()
    return {
        player.key: _Side(player.key, named(player), format_number(score / 2))
        for player, score in zip(tournament.players, scores, strict=True)
    }


def _head(asked: Asked) -> Mapping[str, Any]:
    tournament, round_number = asked.state.drawn, asked.number
    played, whole = tournament.round(round_number), asked.state.tournament
    publication = publication_of(asked.desk.held.timeline(), round_number)
    conditions = in_force(asked)
    return {
        "games": len(played.games),
        "teams": whole.draws_teams,
        "byes": [tournament.by_key[key] for key in played.byes],
        "waiting": tournament.to_pair(round_number),
        "drawn": tournament.is_drawn(round_number),
        "results": played.has_results,
        "noticed": _noticed(asked.state, round_number) if played.games else (),
        "by_key": tournament.by_key,
        "displaced": list(displaced(whole, round_number, asked.state.tables)),
        "reservations": list(reservations(tournament, round_number)),
        "conditions": conditions,
        "limited": model_or_usual(tournament, None).traits.limit_scores,
        "prospect": _prospect(asked.state, asked.number, len(conditions)),
        "state": publication.state.value,
        "changed": publication.changed_in(whole),
        "new": [game.table for game in publication.new_in(whole)],
    }


def _swap(asked: Asked) -> Told:
    """Let two players change places, and say what it costs."""
    values = ACTIONS["swap"].parse(asked.fields, {})

    def with_price(context: ActionContext, edit: Edit) -> Edit:
        price = swap_prices(context.units, asked.number, values["one"]).get(values["other"])
        told = [phrase("this swap: {price}", price=price.text)] if price else []
        return replace(edit, told=(*edit.told, *told))

    return perform(asked, "swap", values, amend=with_price)


BOARDS = Part(
    name="boards",
    title=marked("Boards"),
    rows=_rows,
    head=_head,
    acts={
        "attend": partial(attend, teams=True),
        "draw": draw,
        "apply": apply,
        "condition": condition,
        "release": release,
        "publish": publish,
        "freeze": freeze,
        "back": take_back,
        "swap": _swap,
        "noshow": record_no_show,
        **{
            name: handler(name)
            for name in ("pair", "bye", "unpair", "colour", "handicap", "table", "renumber")
        },
        "tables": say_tables,
        "fixed": fix,
    },
    panels={
        "seat": seat_panel,
        "noshow": no_show_panel,
        "board": table_panel,
        "tables": tables_panel,
        "why": why_panel,
        "opponents": opponents_panel,
        "whatif": what_if_panel,
        "best": best_panel,
        "kept": kept_panel,
    },
)
"""The boards of a round."""
