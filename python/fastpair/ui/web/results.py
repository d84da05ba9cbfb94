"""Results."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...app.edits.outcome import REPLACED_RESULTS, ReplacedResultError
from ...app.edits.results import (
    ResultInput,
    boards_of_matches,
    describe_ending,
    match_results,
    parse_results,
    refuse_other_table,
    split_table,
)
from ...app.edits.snapshots import GameSnapshot, OtherGameError
from ...app.lookup import team_keyed
from ...app.round_states import RoundState, game_at
from ...errors import RuleError
from ...parameters import number_in, tables_in
from ...report.pages import (
    boards_of_match,
    named,
    names_at_board,
    names_of_members,
    points_for_teams,
    printed_games,
    result_of_game,
    sums,
    tables_of,
)
from ...sentences import joined, marked, phrase
from .log import describe_origin
from .navigation import Part, empty_panel
from .rendering import id_of
from .requests import REPLACES, handler, this_round
from .store import Reply
from .team_day import enter_for_teams, for_teams_panel
from .text import translate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...app.actions.action import ActionContext
    from ...app.actions.apply import ActionResult
    from ...app.history.entries import Entry
    from ...app.history.state import CongressState
    from ...go.teams import Match
    from .requests import PageRequest
    from .store import TournamentState


NUMBERS = {
    "1": "1-0",
    "2": "0-1",
    "3": "1/2",
    "4": "0-0",
    "5": "1-1",
    "6": "1-0!",
    "7": "0-1!",
    "8": "0-0!",
    "9": "postponed",
    "0": "?",
}
"""What stands for a result where only numbers are typed."""


_SLIP = "/table/"
"""Stands before the end of the address on a slip."""


class _Line(NamedTuple):
    """A table in the list."""

    id: str
    table: int
    white: str
    black: str
    handicap: int
    result: str
    winner: str
    """``white``, ``black`` or empty."""
    by: str
    """When the result came, and from where; empty if nobody knows."""
    games: tuple[str, ...] = ()
    """The results of the games of a match of two players; nothing where a round is one game."""
    in_sums: bool = False
    """Whether the sums of its match stand for its result."""
    also: str = ""
    """Names by which it is found that it does not show: those of the members of pairs and teams."""
    claim: str = ""
    """What one player has reported and the other one has not confirmed."""
    board: int = 0
    """Its number in a match of teams; 0 elsewhere."""
    turned: bool = False
    """Whether Black is on the left, and has the first points of the result: the player of the team that is named first."""
    for_teams: str = ""
    """What it counts for the teams, if that is another result."""
    game: str = ""
    """What a result that is entered there names, see `GameSnapshot`."""


class _MatchLine(NamedTuple):
    """The heading of the boards of a match of teams."""

    id: str
    tables: str
    white: str
    """The team that is named first."""
    black: str
    result: str
    winner: str
    """``white``, ``black`` or empty."""


class _EmptyBoard(NamedTuple):
    """A board of a match at which one of the teams has nobody, so that the other one has won by forfeit."""

    id: str
    board: int
    players: tuple[str, str]
    """That of the team that is named first in front."""
    result: str
    first_wins: bool
    also: str


_Row: TypeAlias = _Line | _MatchLine | _EmptyBoard


def _rows(state: TournamentState, number: int) -> Mapping[str, _Row]:
    """The games of a round, those of each match of teams under a heading."""
    lines = _game_rows(state, number)
    rows: dict[str, _Row] = {}
    for match in state.units.matches(number):
        found = (_match_line(state, match), *_board_lines(state, match, lines))
        rows |= {each.id: each for each in found}
    return lines | rows


def _board_lines(
    state: TournamentState, match: Match, lines: dict[str, _Line]
) -> Iterator[_Line | _EmptyBoard]:
    """The boards of a match; games are taken out of all lines of the round."""
    teams = " ".join(state.unit_tournament.name_of(key) for key in match.teams)
    for line in boards_of_match(match):
        if line.game is not None:
            game = lines.pop(_id_of_table(line.game.table))
            also = f"{game.also} {teams}".strip()
            if game.games:  # in each of them another player has White
                yield game._replace(board=line.board, also=also)
                continue
            own = line.game if line.has_white else line.game.turned
            yield game._replace(
                board=line.board,
                turned=not line.has_white,
                result=result_of_game(own),
                for_teams=points_for_teams(own),
                also=also,
            )
            continue
        yield _EmptyBoard(
            id_of("m", match.table, str(line.board)),
            line.board,
            names_at_board(state.tournament, line, translate),
            line.result,
            bool(line.players[0]),
            teams,
        )


def _match_line(state: TournamentState, match: Match) -> _MatchLine:
    teams = state.unit_tournament.by_key
    return _MatchLine(
        id=id_of("m", match.table),
        tables=tables_of(match),
        white=teams[match.white].full_name,
        black=teams[match.black].full_name,
        result=sums(match),
        winner=_side_ahead(*match.result.won_x2),
    )


def _id_of_table(table: int) -> str:
    return id_of("t", table)


def _game_rows(state: TournamentState, number: int) -> dict[str, _Line]:
    games = state.tournament.round(number).games
    names = {player.key: named(player) for player in state.tournament.players}
    claims = {game.table: state.awaited_claim(game) for game in games}
    return {
        _id_of_table(game.table): _Line(
            id=_id_of_table(game.table),
            table=game.table,
            white=names[game.white],
            black=names[game.black],
            handicap=game.handicap,
            result=result_of_game(game),
            winner=_side_ahead(*game.ending.won_x2) if game.has_result else "",
            games=tuple(printed_games(game)) if game.second_result is not None else (),
            by=_by(claim.entry if (claim := claims[game.table]) else state.result_maker(game)),
            in_sums=bool(game.sums_halves),
            also=names_of_members(state.tournament.by_key[key] for key in game.players),
            claim=claim.result if claim else "",
            for_teams=points_for_teams(game),
            game=str(GameSnapshot.of(state, game)),
        )
        for game in games
    }


def _side_ahead(white_x2: int, black_x2: int) -> str:
    return "white" if white_x2 > black_x2 else "black" if white_x2 < black_x2 else ""


def _by(entry: Entry | None) -> str:
    return "" if entry is None else f"{entry.local_time:%H:%M} {describe_origin(entry)}"


def _of_helper(request: PageRequest, rows: Mapping[str, _Row]) -> Mapping[str, _Row]:
    """The lines of the tables whose results a helper enters, below the headings of their matches."""
    if not request.tables:
        return rows
    mine: dict[str, _Row] = {}
    heading: _MatchLine | None = None
    for name, row in rows.items():
        if isinstance(row, _MatchLine):
            heading = row
        elif isinstance(row, _Line) and row.table in tables_in(request.tables):
            if heading is not None:
                mine[heading.id] = heading
            mine[name] = row
    return mine


def _head(request: PageRequest) -> Mapping[str, Any]:
    state = RoundState.of(request.tournament, request.number, tables_in(request.tables))
    publication = request.state.publication(request.number)
    return {
        "games": len(request.tournament.round(request.number).games),
        "shown": state.games,
        "missing": len(state.without_result),
        "state": publication.state.value,
    }


def _match_panel(request: PageRequest) -> Mapping[str, Any]:
    """A form for the results of a match of teams, each with the games of its boards."""
    state = request.state
    games = {
        match.table: [str(GameSnapshot.of(state, game)) for game in match.boards.values()]
        for match in state.units.matches(request.number)
    }
    return {"teams": request.unit_tournament, "games": games}


def _games_seen(request: PageRequest) -> list[str]:
    """The games that the browser has shown: of a match, in the lines after its team.

    What waits to be saved at a table is the result of its game, too; numbers may stand for results there.
    """
    text = request.fields.get("team", "").partition("\n")[2] or request.optional("expect")
    lines = (line.rpartition("; ") for line in text.splitlines() if line.strip())
    return [f"{start}{mark}{_written_out(known)}" for start, mark, known in lines]


def _results(request: PageRequest) -> tuple[ResultInput, ...]:
    """The results of a form: by table, or of a match from board 1 on as its first team has them."""
    tournament, number = request.tournament, request.number
    if "team" in request.fields:
        team = team_keyed(tournament, request.text("team").splitlines()[0])
        outcomes = [NUMBERS.get(word, word) for word in _split(request)]
        return match_results(tournament, team, outcomes, number)
    return parse_results(_words(request), boards_of_matches(tournament, number))


def enter(request: PageRequest) -> Reply:
    """Enter results, or ask for the result of a single table."""
    words = [] if "team" in request.fields else _words(request)
    if len(words) == 1 and (table := number_in(words[0])) is not None:
        return _ask(request, table)
    try:
        return _enter(request)
    except OtherGameError as error:
        return _ask_again(request, error)


def _ask_again(request: PageRequest, error: OtherGameError) -> Reply:
    """Say that nothing was saved since a game is not what the browser has shown, and ask for its result."""
    if request.tables:
        refuse_other_table(error.table, request.tables)
    now = replace(request, state=request.server.store.state())
    if "team" in request.fields:
        return Reply(refusal=error.message, panel=("matches", _match_panel(now)))
    return replace(_ask(now, error.table), lines=(), refusal=error.message, asks=error.table)


def _split(request: PageRequest) -> list[str]:
    text = request.text("results").replace(";", " ")
    is_match = request.tournament.rules.games > 1  # whose results have commas between them
    return (text if is_match else text.replace(",", " ")).split()


def _words(request: PageRequest) -> list[str]:
    """Tables and results, the numbers that stand for results written out.

    The address on a slip, as a scanner types it, stands for its table.
    """
    words: list[str] = []
    for word in _split(request):
        if _SLIP in word:
            del words[len(words) // 2 * 2 :]  # a table that was scanned before, and left
            words.append(str(_scanned_table(request, word)))
        elif _lacks_a_game(request, words):
            words[-1] += f",{_written_out(word)}"
        elif len(words) % 2:
            words.append(_written_out(word))
        else:
            table, *results = split_table(word)
            words += [table, *map(_written_out, results)]
    return words


_NUMBERS_OF_GAMES = re.compile("([0-9])[.]([0-9])")


def _written_out(word: str) -> str:
    """A result for which numbers may stand; those of the games of a match have a comma or a point between them."""
    results = _NUMBERS_OF_GAMES.sub(r"\1,\2", word) if _NUMBERS_OF_GAMES.fullmatch(word) else word
    return ",".join(NUMBERS.get(result, result) for result in results.split(","))


def _lacks_a_game(request: PageRequest, words: Sequence[str]) -> bool:
    """Whether the last word is the result of the first game of a match alone."""
    is_match = request.tournament.rules.games > 1
    return is_match and bool(words) and len(words) % 2 == 0 and "," not in words[-1]


def _scanned_table(request: PageRequest, address: str) -> int:
    """The table of a slip.

    Raises
    ------
    RuleError
        If the slip is of another round or tournament, or the table has been drawn again.
    """
    seat = request.server.tables.read_seat(address.rpartition(_SLIP)[2])
    if seat is not None and seat.round != request.number:
        raise RuleError(phrase("this slip is one of round {round}", round=seat.round))
    game = request.tournament.round(request.number).at(seat.table) if seat else None
    known = game and request.state.with_first_keys(game)
    if seat is None or known is None or not request.server.tables.admits(seat, known):
        raise RuleError(
            phrase("this slip is of another tournament, or its table has been drawn again")
        )
    return seat.table


def _ask(request: PageRequest, table: int) -> Reply:
    """Ask for the result of a table."""
    tournament = request.tournament
    game = game_at(tournament, request.number, table)
    white, black = (named(tournament.by_key[key]) for key in game.players)
    now = describe_ending(tournament, game, game.ending)
    if game.second_result is not None:
        line = phrase(
            "table {table}: {now}. Enter both results, such as {example}.",
            table=table,
            now=now,
            example=f"{table} 1 3",
        )
        return Reply(lines=(line,), fill=f"{table} ")
    labels = {
        "1": phrase("{number}: {player} (White)", number=1, player=white),
        "2": phrase("{number}: {player} (Black)", number=2, player=black),
        "3": phrase("3: jigo"),
        "4": phrase("4: both lose"),
        "6": phrase("6: White by forfeit"),
        "7": phrase("7: Black by forfeit"),
        **({} if game.postponed else {"9": phrase("9: postponed")}),
        **({"0": phrase("0: no result")} if game.has_result or game.postponed else {}),
    }
    return Reply(
        lines=(phrase("table {table}: {now}. Who has won?", table=table, now=now),),
        choices=tuple((f"{table} {code}", label) for code, label in labels.items()),
        fill=f"{table} ",
    )


def _compare_panel(request: PageRequest) -> Mapping[str, Any]:
    """Differences of a second entry of the same results; nothing is changed."""
    games = request.tournament.round(request.number).games
    endings = {game.table: game.ending for game in games}
    wrong, entered = "", {}
    try:
        words = _words(request) if request.optional("results") else []
        complete = words[: len(words) // 2 * 2]  # the last one is still being typed
        found = parse_results(complete)
        by_table = {game.table: game for game in games}
        entered = {
            item.table: item.applied_to(game).ending if game else item.outcome
            for item in found
            for game in (by_table.get(item.table),)
        }
    except RuleError as error:
        wrong = error.message
    return {
        "wrong": wrong,
        "number": len(entered),
        "differing": [
            (
                table,
                str(outcome),
                str(endings[table]) if table in endings else translate("no such table"),
            )
            for table, outcome in entered.items()
            if endings.get(table) != outcome
        ],
        "left": [table for table in endings if table not in entered] if entered else [],
    }


def _ask_by_makers(
    request: PageRequest, values: Mapping[str, Any], context: ActionContext, done: ActionResult
) -> ActionResult:
    """Ask about results that become others with who has entered them; a button shows what it replaces."""
    reasons = _unconfirmed_replacements(request, context.state, values["results"])
    others = (each for each in done.questions if each.code != REPLACED_RESULTS)
    return replace(done, questions=(*reasons, *others))


_enter = handler(
    "result",
    results=_results,
    rounds=this_round,
    match=None,
    expect=_games_seen,
    amend=_ask_by_makers,
)


def _unconfirmed_replacements(
    request: PageRequest, file: CongressState, inputs: Iterable[ResultInput]
) -> Iterator[ReplacedResultError]:
    """Errors for existing results that would be replaced without confirmation."""
    if "typed" not in request.fields or REPLACES in request.fields:
        return
    games = {game.table: game for game in file.tournament.round(request.number).games}
    replaced, lines = [], []
    for item in inputs:
        game = games[item.table]
        was, becomes = game.ending, item.applied_to(game).ending
        if becomes.keeps(was):
            continue
        replaced.append((item.table, str(was), str(becomes)))
        by = _by(file.result_maker(game))
        values = {"table": item.table, "result": was, "by": by}
        lines.append(
            phrase("table {table} has {result} ({by})", **values)
            if by
            else phrase("table {table} has {result}", **values)
        )
    if replaced:
        yield ReplacedResultError(joined("; ", lines), replaced)


def replacement(reply: Reply, error: ReplacedResultError) -> Reply:
    """Ask whether to replace existing results."""
    (_, was, becomes), count = error.replaced[0], len(error.replaced)
    if count > 1:
        agree = phrase("Replace {count} results", count=count)
        hint = phrase("Enter replaces them, Esc keeps them.")
    elif error.erases:
        agree = phrase("Erase {was}", was=was)
        hint = phrase("Enter erases it, Esc keeps it.")
    else:
        agree = phrase("Replace {was} with {becomes}", was=was, becomes=becomes)
        hint = phrase("Enter replaces it with {becomes}, Esc keeps it.", becomes=becomes)
    return replace(reply, agree=agree, hint=hint)


RESULTS = Part(
    name="results",
    phase="rounds",
    title=marked("Results"),
    rows=_rows,
    mine=_of_helper,
    head=_head,
    acts={"enter": enter, "match": enter, "late": handler("late"), "forteams": enter_for_teams},
    helper=frozenset({"enter", "match", "compare", "second", "matches"}),
    panels={
        "compare": _compare_panel,
        "second": empty_panel,
        "matches": _match_panel,
        "forteams": for_teams_panel,
    },
)
"""Results of a round."""
