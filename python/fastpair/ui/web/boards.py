"""The boards of a round: drawing, questions, manual changes, publishing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.actions.apply import Call
from ...app.actions.apply import apply as dry_run
from ...app.draws.changes import describe_drawbacks
from ...app.draws.costs import SwapKind, swap_prices
from ...app.draws.no_show import NoShowOutcome, boards_digest, no_shows
from ...app.draws.remarks import describe_rounds_to_come, in_no_team, reservations
from ...app.edits.boards import bye_candidates, displaced
from ...app.edits.conditions import parse_condition
from ...app.edits.players import player_keyed
from ...app.edits.schedule import NUMBER_WAYS
from ...app.edits.snapshots import GameSnapshot
from ...app.history.draw_record import DrawRecord
from ...app.history.records import PublicationState, condition_lines
from ...app.lookup import find_player, team_keyed, team_text
from ...app.reports.explanation import (
    OtherConditions,
    explain_best,
    explain_opponents,
    explain_pair_of,
    explain_what_if,
    opponent_lines,
)
from ...app.round_states import game_at, list_names, printed_scores, unfinished_before
from ...app.rounds.attendance import attendance_of, not_checked_in, seats_of, words_of
from ...app.rounds.conditions import describe_condition, limits_scores
from ...app.rounds.review import figures_of, places_to_review, review_of
from ...errors import RuleError
from ...parameters import ranges
from ...report.pages import (
    Attendance,
    boards_of_match,
    named,
    names_at_board,
    names_of_members,
    player_rounds,
    result,
)
from ...sentences import marked, phrase, phrase_many
from .navigation import Part, empty_panel
from .rendering import STATES, id_of
from .requests import attend, dismiss, handler, this_round
from .text import in_order_of_names, title_of_bye, translate

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from ...app.actions.action import ActionContext
    from ...app.actions.apply import ActionResult
    from ...app.draws.costs import SwapPrice
    from ...app.draws.review import ReviewedDraw
    from ...app.history.details import ConditionLine
    from ...app.history.state import CongressState
    from ...app.rounds.review import Figure, ReviewItem
    from ...go.teams import Match
    from ...go.tournament import Team, Tournament
    from ...insight.explain.best_round import Explained
    from ...insight.explain.round_report import Place
    from .requests import PageRequest
    from .store import Reply, TournamentState


_TITLES = {
    NoShowOutcome.RE_PAIR: marked("Re-pair, keep most boards"),
    NoShowOutcome.LIMITED: marked("Re-pair, no worse games than in a new pairing"),
    NoShowOutcome.BYE_BY_RULE: marked("Re-pair, bye by the rule"),
    NoShowOutcome.FORFEIT: marked("Win by forfeit"),
    NoShowOutcome.WAIT: marked("Opponent waits"),
}
_BUTTONS = {
    NoShowOutcome.RE_PAIR: marked("Re-pair without {name}"),
    NoShowOutcome.LIMITED: marked("Re-pair without worse games"),
    NoShowOutcome.BYE_BY_RULE: marked("Re-pair with the bye by the rule"),
    NoShowOutcome.FORFEIT: marked("Record forfeit of {name}"),
    NoShowOutcome.WAIT: marked("Record absence of {name}"),
}
_BUTTONS_OF_SEVERAL = _BUTTONS | {
    NoShowOutcome.RE_PAIR: marked("Apply proposal"),
    NoShowOutcome.FORFEIT: marked("Record forfeits"),
}


class _Chosen(NamedTuple):
    """A player or a team that can be chosen."""

    key: str
    name: str
    place: str
    """Table, bye, or why there is no game."""
    is_chosen: bool
    table: int = 0
    """0 without a game."""


def no_show_panel(request: PageRequest) -> Mapping[str, Any]:
    """Who can be missing or late; and the changes of each way for those who are chosen.

    The forms apply them if they are still the same.
    """
    file, number = request.server.store.state(), request.number
    units = request.unit_tournament
    field = "team" if request.fields.get("team") else "key"
    missing, late = _lines(request, field), _lines(request, "late")
    is_first = not missing and not late and "edit" not in request.fields
    found: dict[str, Any] = {
        "field": "team" if units is not file.tournament else "key",
        "is_chosen": bool(missing or late) and "edit" not in request.fields,
        "can_miss": list(_can_miss(units, number, missing)),
        "can_come": list(_can_come(file, units, number, None if is_first else late)),
    }
    if not found["is_chosen"]:
        return found
    who = [_who(file.tournament, field, key) for key in missing]
    names = [file.tournament.name_of(w) if isinstance(w, str) else w.name for w in who]
    come = [_action_name(file.tournament, key) for key in late]
    try:
        shown = no_shows(file, number, who, come)
    except RuleError as error:
        table = _table_with_result(error)
        if table is None:
            raise
        game = game_at(file.tournament, number, table)
        snapshot = str(GameSnapshot.of(file, game))
        return found | {"refused": error.message, "table": table, "game": snapshot}
    buttons = _BUTTONS if len(who) == 1 and not come else _BUTTONS_OF_SEVERAL
    return found | {
        "name": list_names(names),
        "names": names,
        "names_late": [units.name_of(key) for key in late],
        "players": [_action_name(file.tournament, key) for key in missing],
        "late": come,
        "several": buttons is _BUTTONS_OF_SEVERAL,
        "by_key": units.by_key,
        "ways": [
            (
                each,
                translate(_TITLES[each.way]),
                translate(buttons[each.way], name=list_names(names)),
                each.lines,
            )
            for each in shown
        ],
    }


def _table_with_result(error: RuleError) -> int | None:
    """The table whose result a refusal proposes to delete; None if it proposes something else."""
    remedies = {each.name: each for each in error.message.remedies}
    found = remedies.get("take the result back")
    return None if found is None else int(str(found.values["table"]))


def _lines(request: PageRequest, field: str) -> list[str]:
    """The lines of a field, each once."""
    lines = request.fields.get(field, "").replace("\r", "").split("\n")
    return [*dict.fromkeys(filter(None, lines))]


def _can_miss(units: Tournament, number: int, chosen: Collection[str]) -> Iterator[_Chosen]:
    """Who has a game that is not played, or the bye."""
    played = units.round(number)
    tables = {
        key: game.table for game in played.games if not game.has_result for key in game.players
    }
    tables |= dict.fromkeys(units.pairing_byes(number), 0)
    for player in in_order_of_names(units.players):
        if player.key in tables:
            table = tables[player.key]
            place = translate("Table {table}", table=table) if table else title_of_bye(units)
            yield _Chosen(player.key, named(player), place, player.key in chosen, table)


def _can_come(
    file: CongressState, units: Tournament, number: int, chosen: Collection[str] | None
) -> Iterator[_Chosen]:
    """Who has neither a game nor a bye; first those who wait for a game, who are chosen by default."""
    seated = units.round(number).seated
    waiting = {player.key for player in units.to_pair(number)}
    others = (player for player in units.players if player.key not in seated)
    chosen = waiting if chosen is None else chosen
    words, here = words_of(file, number), _members_here(file, number)
    for player in sorted(in_order_of_names(others), key=lambda each: each.key not in waiting):
        word = "late" if player.key in waiting else "absent"  # of teams
        why = translate(words.get(player.key, word))
        why = why[:1].upper() + why[1:]
        if player.key in here:
            why = f"{why} · {here[player.key]}"
        yield _Chosen(player.key, named(player), why, player.key in chosen)


def _members_here(file: CongressState, number: int) -> Mapping[str, str]:
    """How many of each team have come who play in a round, by key; nothing where players are drawn."""
    if not file.tournament.team_list:
        return {}
    status = attendance_of(file, number)
    found = {}
    for team in file.tournament.team_list:
        members = [key for key in team.lineup(number) if key]
        found[team.key] = translate(
            "{count} of {all} members here",
            count=sum(status[key].has_come for key in members),
            all=len(members),
        )
    return found


def _action_name(tournament: Tournament, key: str) -> str:
    """A player or a team by its key, as an action takes it."""
    return key if key in tournament.by_key else team_text(tournament, key)


def _refuse_other_effect(
    request: PageRequest, _: Mapping[str, Any], context: ActionContext, done: ActionResult
) -> ActionResult:
    """Refuse to record a no-show that comes to other boards than the panel has named."""
    if request.text("shown") != boards_digest(done.state.tournament, context.round):
        raise RuleError(
            phrase(
                "the boards of round {round} have changed meanwhile; look again",
                round=context.round,
            )
        )
    return done


def _who(tournament: Tournament, field: str, key: str) -> Team | str:
    """The team or the player of a form, by key."""
    if field == "team":
        return team_keyed(tournament, key)
    return player_keyed(tournament, key).key


def _digest(request: PageRequest) -> str | None:
    """What tells whether the draws are those that were shown, of which the form chooses one."""
    return request.text("digest") if "digest" in request.fields else None


def _refuse_other_state(request: PageRequest, _: Mapping[str, Any], context: ActionContext) -> None:
    """Refuse to take a round back that is not what the browser shows."""
    now = context.state.publication(request.number).state.value
    if now != request.text("state"):
        raise RuleError(
            phrase("round {round} is {now} by now", round=request.number, now=phrase(STATES[now]))
        )


_DRAWS = 5
"""Other draws that are told of."""

_CHEAPEST_OPPONENTS = 12
"""Opponents that are listed."""

OF_TWO, _OF_ONE = ("force", "forbid", "prefer"), ("drop", "add")
"""Kinds of conditions, by how many players they are about."""


def _answer(heading: str, draw: ReviewedDraw, explanation: Explained) -> Mapping[str, Any]:
    """What every panel of a question shows."""
    return {
        "heading": heading,
        "remarks": draw.remarks,
        "sentences": explanation.sentences,
        "weights": explanation.weights,
    }


def why_panel(request: PageRequest) -> Mapping[str, Any]:
    """Why two players meet, or do not."""
    one, other = request.text("one"), request.text("other")
    with request.server.questions.draw(request.number) as draw:
        explanation = explain_pair_of(draw, one, other)
        names = [draw.names[key] for key in explanation.players]
        heading = translate("{one} and {other}", one=names[0], other=names[1])
        players = [(key, draw.names[key]) for key in explanation.players]
        return {**_answer(heading, draw, explanation), "players": players}


def opponents_panel(request: PageRequest) -> Mapping[str, Any]:
    """Possible opponents of a player, and the loss of the whole draw for each."""
    with request.server.questions.draw(request.number) as draw:
        explanation = explain_opponents(draw, request.text("one"))
        player = explanation.players[0]
        lines = [*opponent_lines(draw, explanation)]
        possible = [line for line in lines if line.is_possible]
        opponents = [
            (
                line.key,
                line.name,
                "" if line.candidate.verdict else line.against,
                draw.best.cost_of(player, line.candidate),
            )
            for line in possible[:_CHEAPEST_OPPONENTS]
        ]
        heading = translate("Opponents of {name}", name=draw.names[player])
        return {
            **_answer(heading, draw, explanation),
            "player": player,
            "opponents": opponents,
            "more": max(0, len(possible) - _CHEAPEST_OPPONENTS),
            "apart": [(line.name, line.against) for line in lines if not line.is_possible],
        }


def best_panel(request: PageRequest) -> Mapping[str, Any]:
    """Which other draws are as good, or nearly."""
    with request.server.questions.draw(request.number) as draw:
        heading = translate("Other good pairings of the round")
        return _answer(heading, draw, explain_best(draw, _DRAWS))


_NO_ANSWER: Mapping[str, tuple[str, ...]] = {"remarks": (), "sentences": (), "weights": ()}


def what_if_panel(request: PageRequest) -> Mapping[str, Any]:
    """The best draw under other conditions, which another form can add to."""
    conditions = list(parse_conditions(request))
    by_kind: dict[str, list[Any]] = {}
    for kind, players in conditions:
        by_kind.setdefault(kind, []).append(players if kind in OF_TWO else players[0])
    if not conditions:
        return {"heading": translate("What if"), "conditions": (), "names": {}, **_NO_ANSWER}
    what_if = OtherConditions(**{kind: tuple(each) for kind, each in by_kind.items()})
    with request.server.questions.draw(request.number) as draw:
        explanation = explain_what_if(draw, what_if)
        found = [
            (kind, [find_player(draw.tournament, name) for name in players])
            for kind, players in conditions
        ]
        return {
            **_answer(translate("What if"), draw, explanation),
            "conditions": found,
            "names": draw.names,
        }


def parse_conditions(request: PageRequest) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The kinds and players of a form, without those that are not ticked or have no player."""
    for name, kind in request.fields.items():
        number = name.removeprefix("kind")
        one, other = (request.fields.get(f"{who}{number}", "").strip() for who in ("one", "other"))
        if number == name or not one:
            continue
        if kind not in (*OF_TWO, *_OF_ONE):
            raise RuleError(
                phrase(
                    "must be one of {known}, not {kind!r}",
                    known=", ".join((*OF_TWO, *_OF_ONE)),
                    kind=kind,
                )
            )
        if other and kind in _OF_ONE:
            raise RuleError(
                phrase(
                    "choose one player to {kind}, not {one!r} and {other!r}",
                    kind=kind,
                    one=one,
                    other=other,
                )
            )
        yield kind, tuple(filter(None, (one, other)))


_CHEAPEST_SWAPS = 30
"""Swaps that are listed."""


def swaps_of(request: PageRequest, key: str) -> Mapping[str, SwapPrice]:
    """The price of swapping a player with each other one, by key."""
    number = request.number
    return request.state.view(
        ("swaps", number, key), lambda: swap_prices(request.units.congress, number, key)
    )


def seat_panel(request: PageRequest) -> Mapping[str, Any]:
    """A player of a round, by key or by table and side: the opponent, and possible swaps with their prices."""
    tournament = request.unit_tournament
    key = _key_at(request) if "table" in request.fields else request.text("key")
    player = player_keyed(tournament, key)
    this_round = tournament.round(request.number)
    game = this_round.game_of(key)
    order = [*SwapKind]
    swaps = sorted(
        swaps_of(request, key).items(), key=lambda item: (order.index(item[1].kind), item[1].weight)
    )
    tables = {key: game.table for game in this_round.games for key in game.players}
    side = _sides(tournament, request.number)[key]
    return {
        "player": player,
        "origin": side.origin,
        "score": translate("{score} points", score=side.score),
        "remarks": _remarks(request.state, request.number, key).get(tables.get(key), ""),
        "game": game,
        "opponent": tournament.by_key[game.opponent_of(key)] if game else None,
        "bye": key in tournament.pairing_byes(request.number),
        "requested": key in this_round.byes,
        "games": [*player_rounds(tournament.before(request.number), key)],
        "swaps": [
            (tournament.by_key[other], price, tables.get(other))
            for other, price in swaps[:_CHEAPEST_SWAPS]
        ],
        "by_key": tournament.by_key,
        "own_table": request.state.tables.fixed.get(key, ""),
        "conditions": [each["words"] for each in in_force(request) if key in each.values()],
    }


def _key_at(request: PageRequest) -> str:
    """The player on a side of a table."""
    tournament, table = request.unit_tournament, request.integer("table")
    game = game_at(tournament, request.number, table)
    return game.black if request.text("side") == "black" else game.white


def constraints_panel(request: PageRequest) -> Mapping[str, Any]:
    """The constraints of the round."""
    return {"conditions": in_force(request)}


def bye_panel(request: PageRequest) -> Mapping[str, Any]:
    """Candidates for the bye."""
    tournament, number = request.unit_tournament, request.number
    games = tournament.round(number).games
    return {
        "candidates": bye_candidates(tournament, number),
        "key": request.fields.get("key", ""),
        "can_re_pair": bool(tournament.pairing_byes(number) and games)
        and not request.tournament.event_kind.bye_by_rule,
    }


def schedule_panel(request: PageRequest) -> Mapping[str, Any]:
    """A form that numbers the players of a table, and pairs all rounds by it on their days."""
    units, tournament = request.unit_tournament, request.tournament
    rules, days = tournament.rules, tournament.event.round_dates
    ranks, rounds = units.starting_ranks, tournament.round_numbers
    drafts = (
        request.state.publication(number).state is PublicationState.DRAFT for number in rounds
    )
    return {
        "numbered": sorted(units.entrants, key=lambda unit: ranks[unit.key]),
        "can_number": not tournament.games,
        "ways": [(way, translate(text)) for way, text in NUMBER_WAYS.items()],
        "way": {"lot": "drawn", "entry": "entry"}.get(rules.fide.order, "rating"),
        "cycles": rules.cycles,
        "open_rounds": not tournament.is_paired_ahead,
        "rounds": rounds,
        "drafts": any(drafts),
        "days": [*map(str, days), *[""] * (len(rounds) - len(days))]
        if days
        else [""] * len(rounds),
        "between": (days[1] - days[0]).days if days[1:] else _WEEK,
    }


_WEEK = 7
"""Days between two rounds unless others are entered."""


def _numbers_as_drawn(request: PageRequest) -> list[str] | None:
    """The players of a table by their numbers, or with those that are entered for them; None without any."""
    start = "number "
    entered = {
        name.removeprefix(start): " ".join(text.split())
        for name, text in request.fields.items()
        if name.startswith(start) and request.optional("by") == "drawn"
    }
    lines = [f"{number} {key}" for key, number in entered.items() if number]
    return lines or request.optional("players").splitlines() or None


def _days_of_rounds(request: PageRequest) -> str | None:
    """The days of the rounds: the first one and the days between them, or each; None if none is entered."""
    if first := request.optional("first"):
        return f"{first}+{request.optional('between') or _WEEK}"
    return request.optional("round_dates") or None


def _each_day(request: PageRequest) -> Mapping[str, str]:
    """The days of the rounds, of which those behind the last one that is entered may be missing."""
    days = [request.optional(f"day {number}") for number in request.tournament.round_numbers]
    while days and not days[-1]:
        days.pop()
    if "" in days:
        number = days.index("") + 1
        raise RuleError(phrase("enter the day of round {round}, too", round=number))
    return {"round_dates": ",".join(days) or "none"}


def pairing_panel(request: PageRequest) -> Mapping[str, Any]:
    """A form that pairs two players who have no game."""
    return {"waiting": in_order_of_names(request.unit_tournament.to_pair(request.number))}


def table_panel(request: PageRequest) -> Mapping[str, Any]:
    """A table of a round, or the match that is played there."""
    units, table = request.units, request.integer("table")
    tournament, match = units.tournament, units.match(request.number, table)
    game = tournament.round(request.number).at(match.table if match else table)
    if game is None:
        raise RuleError(
            phrase("round {round} has no table {table} any more", round=request.number, table=table)
        )
    return {
        "game": game,
        "by_key": tournament.by_key,
        "room": request.state.tables.room_of(table),
        "remarks": _remarks(request.state, request.number).get(game.table, ""),
        "boards": match.boards if match else {},
        "players": request.tournament.by_key,
    }


def tables_panel(request: PageRequest) -> Mapping[str, Any]:
    """Rooms, closed tables and fixed tables, to be changed."""
    tables, by_key = request.state.tables, request.tournament.by_key
    return {
        "rooms": [f"{name}={each.start}-{each.stop - 1}" for name, each in tables.rooms.items()],
        "closed": ranges(tables.closed, comma=", "),
        "fixed": [(by_key[key], at) for key, at in tables.fixed.items() if key in by_key],
    }


def _is_drawn(request: PageRequest) -> bool:
    return request.unit_tournament.is_drawn(request.number)


def _conditions(request: PageRequest) -> tuple[ConditionLine, ...]:
    """The conditions on two players of a form."""
    conditions = {
        parse_condition(request.unit_tournament, kind, players): "asked about on the page"
        for kind, players in parse_conditions(request)
        if kind in OF_TWO
    }
    return condition_lines(conditions)


def _players_of(request: PageRequest, kind: str) -> list[str]:
    """The players of the conditions of a kind that are about one."""
    return [players[0] for each, players in parse_conditions(request) if each == kind]


def alternatives_panel(request: PageRequest) -> Mapping[str, Any]:
    """The draws between the one that keeps most boards and the best one, each with what it costs."""
    fewest = "fewest" in request.fields
    values = {"keep_most": True, "between": True, "fewest": fewest}
    call = Call(action="draw", values=values, round=request.number)
    drawing = dry_run(request.state, call).drawing
    assert drawing is not None
    return {
        "comparison": drawing.comparison,
        "fewest": fewest,
        "describe": describe_drawbacks,
        "by_key": request.unit_tournament.by_key,
    }


def in_force(request: PageRequest) -> list[dict[str, str]]:
    """The conditions of the round: text, origin, reason, and the fields that remove each."""
    tournament = request.unit_tournament
    found = []
    for each, record in request.units.congress.conditions(request.number).items():
        one, other = sorted(each.players)
        found.append(
            {
                "words": describe_condition(tournament, each),
                "why": record.why,
                "time": f"{record.entry.local_time:%H:%M}",
                "kind": each.kind.value,
                "one": one,
                "other": other,
            }
        )
    return found


class _Side(NamedTuple):
    """A player at a table."""

    key: str
    name: str
    grade: str
    origin: str
    """Club and country."""
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
    remarks: str
    """What a director may want to change there."""
    room: str
    marks: str
    """Names of the filters that show it."""
    also: str = ""
    """Names by which it is found that it does not show: those of the members of pairs and teams."""
    boards: tuple[_Board, ...] = ()
    """Those of a match of teams."""


class _Board(NamedTuple):
    """A board of a match."""

    table: str
    """Empty where one of the teams has nobody."""
    players: tuple[str, str]
    """That of the team with White at the first board in front."""
    has_white: bool
    """Whether that one has White."""
    result: str
    """The points of that one in front."""


def _review_places(state: TournamentState, round_number: int) -> Mapping[str, tuple[Place, ...]]:
    """Places in a draw to review, by topic; empty if the tournament contradicts itself."""
    return state.view(
        ("review places", round_number), lambda: places_to_review(state.tournament, round_number)
    )


def _review(state: TournamentState, round_number: int) -> tuple[ReviewItem, ...]:
    """Items to review in a draw."""
    return state.view(
        ("review", round_number, state.changes), lambda: review_of(state, round_number)
    )


def _remarks(
    state: TournamentState, round_number: int, key: str | None = None
) -> Mapping[int | None, str]:
    """Remarks to review at each table; of a player, those that are about that player or the whole board."""
    found: dict[int | None, list[str]] = {}
    for each in _review(state, round_number):
        for place in each.places:
            if place.table is not None and (key is None or key in place.players):
                found.setdefault(place.table, []).append(translate(each.title))
    return {table: translate(", ").join(titles) for table, titles in found.items()}


def _shown(figure: Figure) -> str | int:
    """The value of a figure, beside the number of boards if it is a share of them."""
    if figure.of is None:
        return figure.value
    return translate("{part} of {all}", part=figure.value, all=figure.of)


def _round_preview(state: TournamentState, round_number: int) -> tuple[str, ...]:
    """What is known of a round and of later ones before it is drawn."""
    tournament = state.unit_tournament

    def build() -> tuple[str, ...]:
        if len(tournament.to_pair(round_number)) < 2 or any(tournament.faults()):
            return ()
        left_out = in_no_team(state.tournament)
        return (*left_out, *describe_rounds_to_come(tournament, round_number))

    return state.view(("round preview", round_number), build)


def _rows(state: TournamentState, round_number: int) -> Mapping[str, _Line]:
    tournament = state.unit_tournament
    games = tournament.round(round_number).games
    sides = _sides(tournament, round_number) if games else {}
    remarks = _remarks(state, round_number)
    tables = state.tables
    matches = {match.table: match for match in state.units.matches(round_number)}
    return {
        id_of("b", game.table): _Line(
            id=id_of("b", game.table),
            table=game.table,
            last=matches[game.table].last_table if matches else game.table,
            white=sides[game.white],
            black=sides[game.black],
            handicap=game.handicap,
            result=result(game),
            remarks=remarks.get(game.table, ""),
            room=tables.room_of(game.table),
            marks="review" if game.table in remarks else "",
            also=names_of_members(tournament.by_key[key] for key in game.players),
            boards=tuple(_boards_of(state, matches[game.table])) if matches else (),
        )
        for game in games
    }


def _boards_of(state: TournamentState, match: Match) -> Iterator[_Board]:
    """The boards of a match in the order of its teams."""
    for line in boards_of_match(match):
        names = names_at_board(state.tournament, line, translate)
        table = "" if line.game is None else str(line.game.table)
        yield _Board(table, names, line.has_white, line.result)


def _sides(tournament: Tournament, round_number: int) -> Mapping[str, _Side]:
    """Everybody with the score before a round."""
    scores = printed_scores(tournament, round_number)
    return {
        player.key: _Side(
            key=player.key,
            name=player.full_name,
            grade=player.strength,
            origin=f"{player.club} {player.country}".strip(),
            score=scores[player.key],
        )
        for player in tournament.players
    }


def _not_playing(
    state: CongressState, units: Tournament, number: int
) -> Iterator[tuple[str, list[str]]]:
    """Who has no board in a round and waits for none, by the reason: players, or the teams where these are drawn.

    Before the round is drawn, byes are shown elsewhere and whoever is expected may still come.
    """
    byes, of_teams = units.round(number).byes, units is not state.tournament
    seats = Attendance.of(units, number) if of_teams else seats_of(state, number)
    groups = {**seats.without_board}
    bye = "free round" if units.has_free_rounds else "bye"
    groups[bye] = tuple(unit for unit in units.players if unit.key in byes)
    drawn = bool(units.round(number).games)
    for reason, group in groups.items():
        if group and reason != "without a game" and (drawn or reason not in (bye, "expected")):
            yield reason, [each.full_name if of_teams else named(each) for each in group]


def _head(request: PageRequest) -> Mapping[str, Any]:
    tournament, round_number = request.unit_tournament, request.number
    this_round, whole = tournament.round(round_number), request.tournament
    publication = request.state.publication(round_number)
    answers = _review_places(request.state, round_number)
    review = _review(request.state, round_number)
    differences = publication.differences(whole)
    without_board = differences.describe_without_tables(whole)
    return {
        "games": len(this_round.games),
        "byes": [tournament.by_key[key] for key in this_round.byes],
        "bye_given": bool(tournament.pairing_byes(round_number)),
        "has_byes": not whole.event_kind.predetermined,
        "free_rounds": tournament.has_free_rounds,
        "by_table": whole.rules.predetermined and not whole.is_paired_ahead,
        "paired_ahead": whole.is_paired_ahead,
        "has_choice": whole.event_kind.compares_draws,
        "day": whole.event.day_of(round_number),
        "waiting": tournament.to_pair(round_number),
        "expected": not_checked_in(request.state, round_number),
        "not_playing": list(_not_playing(request.state, tournament, round_number)),
        "drawn": tournament.is_drawn(round_number),
        "review": [each for each in review if each.places],
        "unavoidable": [each for each in review if each.unavoidable],
        "without_board": without_board,
        "boards_to_review": len(_remarks(request.state, round_number)),
        "to_review": len({place.table or place.players for each in review for place in each.places})
        + len(without_board),
        "statistics": [(f.title, _shown(f)) for f in figures_of(tournament, round_number, answers)],
        "by_key": tournament.by_key,
        "displaced": list(displaced(whole, round_number, request.state.tables)),
        "reservations": list(reservations(tournament, round_number)),
        "unfinished": list(unfinished_before(tournament, round_number)),
        "conditions": in_force(request),
        "one_pairing": DrawRecord.of(request.units.congress, round_number).system_by_criteria(
            tournament
        )
        is not None,
        "limited": limits_scores(tournament),
        "prospect": () if this_round.games else _round_preview(request.state, round_number),
        "state": publication.state.value,
        "stage": publication.stage_in(whole).value,
        "changes": len(differences),
    }


def _add_price(
    _: PageRequest, values: Mapping[str, Any], context: ActionContext, done: ActionResult
) -> ActionResult:
    """Say what it costs that two players change places."""
    prices = swap_prices(context.units.congress, context.round, values["one"])
    price = prices.get(values["other"])
    messages = [phrase("this swap: {price}", price=price.text)] if price else []
    return replace(done, said=(*done.said, *messages))


def _publish(request: PageRequest) -> Reply:
    """Publish the boards of the round; of a round that was published before, lead to the slips of those that changed."""
    before = request.state.publication(request.number)
    changed = before.differences(request.tournament).tables
    reply = _PUBLISH(request)
    if not changed or reply.refusal or reply.confirmation:
        return reply
    tables = ",".join(map(str, changed))
    slips = (
        "codes" if request.server.sidecar.settings.phones and request.server.address else "slips"
    )
    return replace(
        reply,
        lead=(
            f"/prints/{request.number}/page/{slips}?tables={tables}",
            phrase_many("Print {count} slip", "Print {count} slips", len(changed)),
        ),
    )


_PUBLISH = handler("publish", rounds=this_round)

BOARDS = Part(
    name="boards",
    phase="rounds",
    title=marked("Pairings"),
    rows=_rows,
    head=_head,
    acts={
        "attend": partial(attend, teams=True),
        "draw": handler("draw", digest=_digest),
        "apply": handler(
            "draw",
            free=_is_drawn,
            conditions=_conditions,
            absent=partial(_players_of, kind="drop"),
            present=partial(_players_of, kind="add"),
        ),
        "release": handler("condition", back=True),
        "publish": _publish,
        "freeze": handler("publish", rounds=this_round, freeze=True),
        "back": handler("publish", rounds=this_round, back=True, check=_refuse_other_state),
        "swap": handler("swap", amend=_add_price),
        "noshow": handler(
            "no-show",
            players=partial(_lines, field="players"),
            late=lambda request: _lines(request, "late") or None,
            amend=_refuse_other_effect,
        ),
        "dismiss": dismiss,
        "numbers": handler("numbers", players=_numbers_as_drawn),
        "schedule": handler("schedule", players=_numbers_as_drawn, round_dates=_days_of_rounds),
        "days": handler("rules", rules={}, event=_each_day),
        **{
            name: handler(name)
            for name in (
                *("pair", "bye", "unpair", "colour", "handicap", "table", "renumber"),
                *("tables", "condition"),
            )
        },
    },
    opens={"key": "boards/seat", "table": "boards/board"},
    panels={
        "seat": seat_panel,
        "noshow": no_show_panel,
        "board": table_panel,
        "constraint": empty_panel,
        "constraints": constraints_panel,
        "assign": bye_panel,
        "pairing": pairing_panel,
        "schedule": schedule_panel,
        "tables": tables_panel,
        "why": why_panel,
        "opponents": opponents_panel,
        "whatif": what_if_panel,
        "best": best_panel,
        "kept": alternatives_panel,
    },
)
"""The boards of a round."""
