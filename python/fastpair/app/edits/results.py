"""Results of games and matches, and games of rounds that are not drawn here."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Self

from ...errors import FormatError, RuleError
from ...go.teams import match_of, matches_of
from ...go.tournament import (
    HALVES_OF_ONE,
    Criterion,
    Ending,
    Result,
    parse_ending,
)
from ...parameters import tables_in
from ...report.languages import wording
from ...sentences import Remedy, Sentence, in_context_many, joined, marked, phrase, phrase_many
from ..history.details import DisputeDetails
from ..lookup import find_player, find_team
from ..round_states import game_at, in_ranges, last_in_play
from .claims import answer_claims, remember
from .outcome import Edit, ReplacedResultError
from .snapshots import GameSnapshot, OtherGameError, refuse_other_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from ...go.teams import Match
    from ...go.tournament import Game, Team, Tournament
    from ..history.state import CongressState


def describe_ending(tournament: Tournament, game: Game, ending: Ending) -> str:
    """Say how a game has ended, by the names of its players, or its match, by those of the teams."""
    if ending.sums_halves and tournament.team_play is not None:
        seats = tournament.team_play.seats(game.round)
        teams = " – ".join(seats[key][0].name for key in game.players)
        return joined(": ", [teams, str(ending)])
    white, black = map(tournament.name_of, game.players)
    points = str(ending._replace(unrated=False)).replace("1/2", "½").replace("-", "–")
    values = {"white": white, "black": black, "points": points}
    if ending.second_result is not None and not ending.is_empty:
        text = marked("{white} (white in game 1) and {black}: {games}")
        return phrase(text, **values, games=ending)
    if ending.is_postponed:
        return phrase("{white} (white) and {black}: postponed", **values)
    sentences = _FORFEIT_SENTENCES if ending.by_default else _SENTENCES
    found = phrase(wording(sentences[ending.result], tournament.kind), **values)
    return phrase("{result}, not rated", result=found) if ending.unrated else found


_SENTENCES = {
    Result.WHITE_WINS: marked("{white} (white) beats {black}"),
    Result.BLACK_WINS: marked("{black} (black) beats {white}"),
    Result.JIGO: marked("{white} (white) and {black}: jigo"),
    Result.BOTH_LOSE: marked("{white} (white) and {black}: both lose"),
    Result.BOTH_WIN: marked("{white} (white) and {black}: both win"),
    Result.UNKNOWN: marked("{white} (white) and {black}: no result"),
    **dict.fromkeys(HALVES_OF_ONE, marked("{white} (white) and {black}: {points}")),
}
_FORFEIT_SENTENCES = {
    Result.WHITE_WINS: marked("{white} (white) beats {black} by forfeit"),
    Result.BLACK_WINS: marked("{black} (black) beats {white} by forfeit"),
    Result.JIGO: marked("{white} (white) and {black}: jigo by forfeit"),
    Result.BOTH_LOSE: marked("{white} (white) and {black}: both lose by forfeit"),
    Result.BOTH_WIN: marked("{white} (white) and {black}: both win by forfeit"),
    Result.UNKNOWN: marked("{white} (white) and {black}: no result"),
    **dict.fromkeys(HALVES_OF_ONE, marked("{white} (white) and {black}: {points}")),
}

_TABLE = re.compile("[0-9]{1,9}")
_TABLE_AND_RESULT = re.compile(r"([0-9]{1,9})(?:[.,]\s*|\s+)(.*)")
_SEPARATORS = re.compile(r"[\s,;]+")


def read_outcome(text: str) -> Ending:
    """The result that is meant: White's points first, ``!`` or ``f`` behind it if it is by forfeit.

    Those of the two games of a match have a comma between them.

    Raises
    ------
    RuleError
        If it is none.
    """
    found = parse_ending(text)
    if found is None:
        raise RuleError(
            phrase(
                "{got!r} is not a result such as 1-0 (White wins), 0-1, 1/2, 0-0, 1-1, ? (none), postponed, by forfeit 1-0! or, not rated, 1-0u",
                got=text,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class ResultInput:
    """The result of a table."""

    table: int
    outcome: Ending

    game: int | None = None
    """The game of a match whose result it is, from 1, while the other one stays; None for all."""

    @classmethod
    def of(cls, table: str, outcome: Ending) -> Self:
        """The result of a table that is typed.

        Raises
        ------
        RuleError
            If it is no number.
        """
        return cls(_table_number(table), outcome)

    @classmethod
    def parse(cls, table: int, text: str) -> Self:
        """The result that is typed of a table; ``1-0,`` and ``,1-0`` are one game of a match.

        Raises
        ------
        RuleError
            If it is none.
        """
        for number, alone in ((1, text.removesuffix(",")), (2, text.removeprefix(","))):
            if alone != text and "," not in alone:
                return cls(table, read_outcome(alone), number)
        return cls(table, read_outcome(text))

    @property
    def words(self) -> tuple[str, str]:
        """The table and the result, as they are typed."""
        before, after = {1: ("", ","), 2: (",", "")}.get(self.game or 0, ("", ""))
        return str(self.table), f"{before}{self.outcome}{after}"

    def applied_to(self, game: Game) -> Game:
        """The game of the table with this result.

        Raises
        ------
        RuleError
            If it is a match of two games and there is one result for both, or the reverse.
        """
        if self.game is None:
            return game.with_ending(self.outcome)
        return game.with_game(self.game, self.outcome)


def _table_number(word: str) -> int:
    if not _TABLE.fullmatch(word):
        raise RuleError(phrase("{word!r} is not the number of a table", word=word[:60]))
    return int(word)


def split_table(word: str) -> list[str]:
    """A table and its result, if a space or a telephone's decimal key stands between them, or the word alone."""
    parts = _TABLE_AND_RESULT.fullmatch(word)
    return [word] if parts is None else [part for part in parts.groups() if part]


def parse_results(
    entries: Iterable[str | ResultInput],
    boards_of: Callable[[int, str], Iterable[ResultInput] | None] = lambda *_: None,
) -> tuple[ResultInput, ...]:
    """Results, of which tables and results that follow each other are typed; ``12.1-0`` is both.

    Parameters
    ----------
    boards_of
        The results of the boards for which something else at a table stands; None if it stands for none.

    Raises
    ------
    RuleError
        If a word is neither.
    """
    found: list[ResultInput] = []
    left = iter(entries)
    for entry in left:
        if isinstance(entry, ResultInput):
            found.append(entry)
            continue
        word, *rest = split_table(entry)
        table, result = _table_number(word), rest[0] if rest else next(left, None)
        if not isinstance(result, str):
            raise RuleError(phrase("enter a result after table {word}", word=word))
        boards = boards_of(table, result) if parse_ending(result) is None else None
        found += (ResultInput.parse(table, result),) if boards is None else boards
    return tuple(found)


def result_words(entries: Iterable[str | ResultInput]) -> list[str]:
    """Results as they are typed, which the history holds."""
    return [
        word
        for entry in entries
        for word in (entry.words if isinstance(entry, ResultInput) else (entry,))
    ]


def read_result_list(path: Path, content: bytes) -> tuple[ResultInput, ...]:
    """The results in a file: tables and results on each line, ``#`` before a comment.

    Two results behind a table are those of the games of a match.

    Raises
    ------
    FormatError
        If a line is none.
    """
    found: list[ResultInput] = []
    for number, line in enumerate(_text(content).splitlines(), start=1):
        try:
            found += parse_results(_joined_games(line.partition("#")[0]))
        except RuleError as error:
            raise FormatError(path, number, str(error)) from error
    return tuple(found)


def _joined_games(line: str) -> Iterator[str]:
    """The tables of a line and their results, those of several games as one."""
    words = [
        part
        for word in filter(None, _SEPARATORS.split(line))
        for part in ([word] if parse_ending(word) else split_table(word))
    ]
    for is_table, run in groupby(words, lambda word: bool(_TABLE.fullmatch(word))):
        some = [*run]
        yield from some if is_table else (",".join(some),)


def _text(content: bytes) -> str:
    """The text in a file, as editors and spreadsheets save it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def round_of_results(tournament: Tournament, number: int | None) -> int:
    """The round whose results are typed: by default the last that is drawn, or of all rounds the first without results.

    Raises
    ------
    RuleError
        If it has no games, or no round has.
    """
    rounds = tournament.round_numbers
    if number is None:
        begun = [n for n in rounds if tournament.round(n).games]
        if tournament.is_paired_ahead and (first := last_in_play(tournament)):
            return first
        drawn_rounds = [n for n in begun if tournament.is_drawn(n)]
        if not begun:
            raise RuleError(phrase("no round is paired yet, so there are no results"))
        return drawn_rounds[-1] if drawn_rounds else begun[-1]
    tournament.check_round(number)
    if not tournament.round(number).games:
        raise RuleError(
            phrase("round {number} is not paired yet, so it has no results", number=number)
        )
    return number


def enter_results(
    congress: CongressState, results: Sequence[ResultInput], number: int | None = None
) -> Edit:
    """The tournament with results of a round; one that is entered once more is confirmed.

    Parameters
    ----------
    number
        The round, see `round_of_results`.

    Raises
    ------
    RuleError
        If a table has no game, or two results.
    """
    tournament, results = congress.tournament, _once(results)
    has_number = number is not None
    number = round_of_results(tournament, number)
    messages: list[str] = []
    fresh: dict[int, Game] = {}
    for item in results:
        game = game_at(tournament, number, item.table)
        tournament.check_entered(item.applied_to(game))
        messages.append(
            phrase(
                "round {round}, table {table}: {result}",
                round=number,
                table=item.table,
                result=_describe_result(tournament, game, item.applied_to(game).ending),
            )
        )
        fresh |= _boards_with_sums(tournament, item.applied_to(game))
    confirmed, details = answer_claims(congress, number, fresh)
    messages += confirmed
    games = tournament.round(number).games
    left = sum(fresh.get(game.table, game).lacks_result for game in games)
    messages.append(
        phrase_many(
            "round {round}: {count} result missing",
            "round {round}: {count} results missing",
            left,
            round=number,
        )
        if left
        else phrase("round {round}: all results entered", round=number)
    )
    return Edit(
        tournament=with_games(tournament, number, fresh),
        summary=messages[0] if len(results) == 1 else _several(number, results),
        messages=tuple(messages),
        warnings=() if has_number else tuple(_older(tournament, number, results)),
        details=details,
        questions=tuple(_replaced(tournament, number, results)),
    )


def enter_team_results(
    congress: CongressState, results: Sequence[ResultInput], number: int | None = None
) -> Edit:
    """The tournament in which boards of matches count other results for the teams than those of their games.

    Parameters
    ----------
    results
        One without a result lets the game count.
    number
        The round, see `round_of_results`.

    Raises
    ------
    RuleError
        If a table has no board of a match, two results, or one by forfeit, unrated or postponed.
    """
    tournament, results = congress.tournament, _once(results)
    number = round_of_results(tournament, number)
    play = tournament.team_play
    matches = matches_of(tournament, play, number) if play else ()
    fresh, messages = {}, []
    for item in results:
        game = game_at(tournament, number, item.table)
        boards = [b for each in matches for b in each.boards.values() if not each.stated_sums]
        if game not in boards:
            raise RuleError(
                phrase(
                    "round {round}, table {table} has no board of a match whose boards are known",
                    round=number,
                    table=item.table,
                )
            )
        if item.outcome != Ending(item.outcome.result):
            message = phrase(
                "enter what table {table} counts for the teams as 1-0, 1/2, 0-1 or 0-0, or ? for the game",
                table=item.table,
            )
            raise RuleError(message)
        is_own = item.outcome.result in (Result.UNKNOWN, game.result)
        fresh[item.table] = replace(game, team_result=None if is_own else item.outcome.result)
        messages.append(_describe_for_teams(tournament, fresh[item.table]))
    return Edit(
        tournament=with_games(tournament, number, fresh),
        summary=messages[0] if len(messages) == 1 else _several(number, results),
        messages=tuple(messages),
    )


def _describe_for_teams(tournament: Tournament, game: Game) -> str:
    values = {
        "round": game.round,
        "table": game.table,
        "game": _describe_result(tournament, game, game.ending),
    }
    if game.team_result is None:
        return phrase(
            "round {round}, table {table}: the game counts for the teams, too ({game})", **values
        )
    points = game.team_result.spelling.replace("1/2", "½").replace("-", "–")
    return phrase(
        "round {round}, table {table}: {points} for the teams; the game stays: {game}",
        **values,
        points=points,
    )


def refuse_unseen_games(
    congress: CongressState,
    results: Iterable[ResultInput],
    number: int | None,
    expected: Iterable[str],
    *,
    for_teams: bool = False,
) -> None:
    """Refuse results of other games, or that replace other results, than were seen.

    Parameters
    ----------
    number
        The round, see `round_of_results`.
    expected
        The games that were seen, see `GameSnapshot.parse`.
    for_teams
        Whether the results are what boards count for the teams.

    Raises
    ------
    RuleError
        If a game is another one, a result has come or gone meanwhile, or a game is not stated.
    """
    tournament, snapshots = congress.tournament, [*map(GameSnapshot.parse, expected)]
    played = tournament.round(round_of_results(tournament, number))
    for item in results:
        game = played.at(item.table)
        boards = _boards_with_sums(tournament, item.applied_to(game)) if game else {}
        for table, fresh in boards.items():
            now = played.at(table)
            assert now is not None
            seen = refuse_other_game(congress, now, snapshots)
            states = [GameSnapshot.of(congress, now, for_teams=for_teams)]
            if not for_teams:  # what a player has reported meanwhile is no result
                states.append(states[0]._replace(result=str(now.ending)))
            becomes = item.outcome if for_teams else fresh.ending
            if str(becomes) != states[-1].result and not any(
                one.has_result_of(other, item.game) for one in seen for other in states
            ):
                raise _another_result(congress, now)


def _another_result(congress: CongressState, game: Game) -> OtherGameError:
    """The refusal to replace a result that was not seen."""
    maker = congress.result_maker(game)
    values = {
        "table": game.table,
        "result": describe_ending(congress.tournament, game, game.ending),
    }
    message = (
        phrase(
            "helper {helper} has entered another result of table {table} meanwhile: {result}; "
            "nothing was changed",
            helper=maker.helper,
            **values,
        )
        if maker is not None and maker.helper
        else phrase(
            "somebody has entered another result of table {table} meanwhile: {result}; "
            "nothing was changed",
            **values,
        )
    )
    return OtherGameError(message, game.table)


def report_result(
    congress: CongressState, number: int, table: int, result: str, phone: str | None = None
) -> Edit:
    """What a phone reports of a game: its result, if that counts, or what is remembered of it.

    It counts if nothing contradicts it and, where both players confirm, the other one has reported the same.

    Parameters
    ----------
    number
        The round.
    result
        As `ResultInput.parse` takes it; of a match, its first or second game alone, too.
    phone
        What tells the phone from others at the table; it may correct what it has reported itself. None is
        another one than all.

    Raises
    ------
    RuleError
        If there is no such table, or the result is none.
    """
    game = game_at(congress.tournament, number, table)
    claims = congress.claims_of(game)
    own = next((each for each in claims if phone and each.entry.phone == phone), None)
    known = game if own is None else game.with_ending(parse_ending(own.result) or game.ending)
    ending = ResultInput.parse(table, result).applied_to(known).ending
    maker = congress.result_maker(game)
    corrects = phone is not None and maker is not None and maker.phone == phone
    others = [each for each in claims if each is not own]
    if others:
        counts = all(each.result == str(ending) and each.keeps(game) for each in others)
    else:
        counts = not congress.both_confirm if ending.keeps(game.ending) else corrects
    if counts and ending != game.ending:
        return enter_results(congress, [ResultInput(table, ending)], number)
    return remember(congress, game, ending, is_own=corrects)


def _boards_with_sums(tournament: Tournament, game: Game) -> dict[int, Game]:
    """A game by its table; if it states the sums of its match, all boards with these."""
    play, sums = tournament.team_play, game.sums_halves
    if not sums or play is None:
        return {game.table: game}
    seats = play.seats(game.round)
    team, other = (seats[key][0].key for key in game.players)
    sums_of = {team: sums, other: sums[::-1]}
    match = match_of(tournament, team, game.round)
    assert match is not None
    return {
        each.table: each.with_ending(
            Ending(Result.UNKNOWN, sums_halves=sums_of[seats[each.white][0].key])
        )
        for each in match.boards.values()
    }


def _replaced(
    tournament: Tournament, number: int, results: Sequence[ResultInput]
) -> Iterator[ReplacedResultError]:
    """Ask about known results that become others."""
    found, played = [], tournament.round(number)
    for item in results:
        game = played.at(item.table)
        if game is None:
            continue
        was, becomes = game.ending, item.applied_to(game).ending
        if not becomes.keeps(was):
            found.append((item.table, str(was), str(becomes)))
    if found:
        lines = [phrase("table {table} has {result}", table=t, result=was) for t, was, _ in found]
        yield ReplacedResultError(joined("; ", lines), found)


def _once(results: Sequence[ResultInput]) -> tuple[ResultInput, ...]:
    """Each table with its result once."""
    found: dict[int, ResultInput] = {}
    for item in results:
        if found.setdefault(item.table, item) != item:
            raise RuleError(
                phrase("table {table} is entered twice with different results", table=item.table)
            )
    if not found:
        raise RuleError(phrase("enter tables and results, such as 12 1-0 13 0-1"))
    return tuple(found.values())


def with_games(tournament: Tournament, number: int, fresh: dict[int, Game]) -> Tournament:
    """The tournament with other games at tables of a round, and all others as they are."""
    games = (
        fresh.get(game.table, game) if game.round == number else game for game in tournament.games
    )
    return replace(tournament, games=tuple(games))


def _describe_result(tournament: Tournament, game: Game, outcome: Ending) -> str:
    was = game.ending
    message = describe_ending(tournament, game, outcome)
    if was == outcome:
        return phrase("{result} (already entered)", result=message)
    if outcome.keeps(was):
        return message
    before = describe_ending(tournament, game, was)
    return phrase("{result}; corrected, it was: {before}", result=message, before=before)


def _several(number: int, results: Sequence[ResultInput]) -> str:
    tables = in_ranges(item.table for item in results)
    return phrase_many(
        "{count} result of round {round} entered: tables {tables}",
        "{count} results of round {round} entered: tables {tables}",
        len(results),
        round=number,
        tables=tables,
    )


def _older(tournament: Tournament, number: int, results: Sequence[ResultInput]) -> Iterator[str]:
    """Say where an earlier round lacks the result of a table too."""
    tables = {item.table for item in results}
    for earlier in range(1, number):
        for game in tournament.round(earlier).games:
            if game.table in tables and game.lacks_result:
                yield Sentence(
                    phrase(
                        "table {table} has no result in round {round} either",
                        table=game.table,
                        round=earlier,
                    ),
                    Remedy("mean this round", round=earlier),
                )


_BY_COLOUR = frozenset(
    ("w", "b", "white", "black", Result.WHITE_WINS.value, Result.BLACK_WINS.value)
)
_POINTS = re.compile(r"([0-9]{1,2})(½|[.]5)?[-–—:]([0-9]{1,2})(½|[.]5)?")


def match_results(
    tournament: Tournament,
    team_or_name: Team | str,
    results: Sequence[str],
    number: int | None,
) -> tuple[ResultInput, ...]:
    """The results of the boards of a match, typed from board 1 on as a team has them.

    Parameters
    ----------
    team_or_name
        The team, whose points stand first in each result.
    number
        The round, see `round_of_results`.

    Raises
    ------
    RuleError
        If the team is not found or has no match, or there are not as many results as boards.
    """
    team, number = find_team(tournament, team_or_name), round_of_results(tournament, number)
    match = match_of(tournament, team.key, number)
    if match is None:
        raise RuleError(
            phrase("{team} has no match in round {round}", team=team.name, round=number)
        )
    if len(results) == 1 and (sums := _read_sums(results[0])) is not None:
        if team.key != match.white:
            sums = sums[::-1]
        return tuple(_boards_won(match, sums, results[0]))
    if len(results) != len(match.boards):
        raise RuleError(
            phrase_many(
                "the match of {team} has {boards}, but {count} result was entered",
                "the match of {team} has {boards}, but {count} results were entered",
                len(results),
                team=team.name,
                boards=phrase_many(
                    *in_context_many("of a match", "{count} board", "{count} boards"),
                    len(match.boards),
                ),
            )
        )
    found = []
    for game, result in zip(match.boards.values(), results, strict=True):
        if result.strip().lower() in _BY_COLOUR:
            raise RuleError(
                phrase(
                    "enter the points of {team} first, such as 1-0, not {result!r}",
                    team=team.name,
                    result=result,
                )
            )
        ending = read_outcome(result)
        if game.white not in team.lineup(number):
            ending = ending.turned
        found.append(ResultInput(game.table, ending))
    return tuple(found)


def boards_of_matches(
    tournament: Tournament, number: int | None
) -> Callable[[int, str], Iterable[ResultInput] | None]:
    """What the points of a match say of its boards, by one of its tables and the points.

    Points such as ``4-0`` are those of the team with White at the first board, then those of the other one.

    Parameters
    ----------
    number
        The round, see `round_of_results`.
    """
    play = tournament.drawn_teams

    @cache
    def matches() -> tuple[Match, ...]:
        assert play is not None
        return matches_of(tournament, play, round_of_results(tournament, number))

    def boards(table: int, text: str) -> Iterable[ResultInput] | None:
        sums = _read_sums(text)
        if sums is None or play is None:
            return None
        match = next((m for m in matches() if m.table <= table <= m.last_table), None)
        if match is None:
            return None
        return _boards_won(match, sums, text)

    return boards


def _read_sums(text: str) -> tuple[int, int] | None:
    """The doubled points of two teams, such as ``2.5-1.5``; None for what is none, or a result of a board."""
    points = _POINTS.fullmatch(text)
    if points is None or parse_ending(text) is not None:
        return None
    own, half, other, other_half = points.groups()
    return 2 * int(own) + bool(half), 2 * int(other) + bool(other_half)


def _boards_won(match: Match, sums: tuple[int, int], text: str) -> Iterator[ResultInput]:
    """The results of the boards of a match, if doubled points of the two teams say them; otherwise the sums.

    Raises
    ------
    RuleError
        If they do not add up, or some boards have results and they do not say the others.
    """
    boards = {board: replace(game, sums_halves=()) for board, game in match.boards.items()}
    match = replace(match, boards=boards)
    open_boards = [b for b, g in match.boards.items() if not g.has_result]
    left = [total - current for total, current in zip(sums, match.sums, strict=True)]
    tables = f"{match.table}–{match.last_table}"
    if sum(sums) != 2 * len(match.board_points):
        raise RuleError(
            phrase(
                "the points of the match at tables {tables} add up to {count}, not to {typed!r}",
                tables=tables,
                count=len(match.board_points),
                typed=text,
            )
        )
    if sorted(left) != [0, 2 * len(open_boards)]:
        if len(open_boards) == len(boards) and min(left) >= 0:
            yield _stated(match, sums)
            return
        raise RuleError(
            phrase(
                "{typed} does not say who has won at which of the tables {tables}",
                typed=text,
                tables=tables,
            ),
            Remedy("type each board", table=match.table),
        )
    for board in open_boards:
        game = match.boards[board]
        of_first = game.white in match.first
        white_wins = of_first == (left[0] > 0)
        yield ResultInput(
            game.table, Ending(Result.WHITE_WINS if white_wins else Result.BLACK_WINS)
        )


def _stated(match: Match, sums: tuple[int, int]) -> ResultInput:
    """The sums of a match whose boards are not known, at a board at which the first team has White, if any."""
    games = [*match.boards.values()]
    game = next((each for each in games if each.white in match.first), games[0])
    halves = sums if game.white in match.first else sums[::-1]
    return ResultInput(game.table, Ending(Result.UNKNOWN, sums_halves=halves))


def games_to_report(game: Game, *, changing: bool) -> tuple[int, ...]:
    """The games of a match, from 1, whose results its players may enter; nothing where a round is one game.

    Parameters
    ----------
    changing
        Whether they correct what they have entered.
    """
    if game.second_result is None:
        return ()
    results = enumerate(game.ending.games, start=1)
    return tuple(n for n, each in results if changing or each.result is Result.UNKNOWN)


def refuse_other_tables(after: CongressState, tables: str) -> None:
    """Refuse a helper whose change, the last one, is of a game at a table that is not theirs.

    Raises
    ------
    RuleError
        If it is of one, or confirms its result; the error names the table.
    """
    last = after.timeline.entries[-1]
    seats = [
        (int(place[0]), str(place[1])) for (kind, *place), *_ in last.changes if kind == "game"
    ]
    if isinstance(details := last.details, DisputeDetails):
        seats += [(details.round, min(seat)) for seat in details.seats]
    for number, key in seats:
        game = after.tournament.round(number).game_of(key)
        if game is not None:
            refuse_other_table(game.table, tables)


def refuse_other_table(table: int, tables: str) -> None:
    """Refuse a helper who enters a result at a table that is not theirs.

    Raises
    ------
    RuleError
        If it is not one of their tables.
    """
    if table not in tables_in(tables):
        raise RuleError(
            phrase(
                "you enter results of tables {tables} only, not of table {table}",
                tables=tables,
                table=table,
            )
        )


def playoff_played(tournament: Tournament, winner: str, loser: str) -> Edit:
    """The tournament after a further game, which settles a tie [BGA 4.6; V 3.2.1].

    The criterion of such games follows all others, if it is not among them.

    Parameters
    ----------
    winner, loser
        As typed.

    Raises
    ------
    RuleError
        If a player is not found, or both are the same.
    """
    key, other = find_player(tournament, winner), find_player(tournament, loser)
    if key == other:
        raise RuleError(phrase("a player cannot win a play-off against themselves"))
    one, two = tournament.by_key[key], tournament.by_key[other]
    beaten = replace(one, playoffs_won=(*one.playoffs_won, other))
    players = tuple(beaten if player.key == key else player for player in tournament.players)
    rules = tournament.rules
    message = phrase(
        "{winner} has won a play-off against {loser}", winner=one.full_name, loser=two.full_name
    )
    if Criterion.PLAYOFF not in rules.placement:
        rules = replace(rules, placement=(*rules.placement, Criterion.PLAYOFF))
        more = phrase("{criterion} is the last criterion now", criterion=Criterion.PLAYOFF.value)
        message = joined("; ", [message, more])
    return Edit(tournament=replace(tournament, players=players, rules=rules), summary=message)


def bonus_given(tournament: Tournament, player: str, points: float, number: int) -> Edit:
    """The tournament in which a player has so many bonus points in a round [V 6].

    Parameters
    ----------
    player
        As typed.
    points
        Instead of those that he has in this round: whole or half ones, 0 for none.

    Raises
    ------
    RuleError
        If the player is not found, there is no such round, or the points are no halves.
    """
    tournament.check_round(number)
    key = find_player(tournament, player)
    if not float(2 * points).is_integer():
        raise RuleError(
            phrase("must be whole or half points, not {points:g}", points=points), about="points"
        )
    recipient = tournament.by_key[key]
    given = [*recipient.bonus_halves, *[0] * (number - len(recipient.bonus_halves))]
    given[number - 1] = int(2 * points)
    while given and not given[-1]:
        del given[-1]
    changed = replace(recipient, bonus_halves=tuple(given))
    players = tuple(changed if each.key == key else each for each in tournament.players)
    message = phrase(
        "{name} has {points} bonus points in round {round}",
        name=recipient.full_name,
        points=f"{points:g}",
        round=number,
    )
    return Edit(tournament=replace(tournament, players=players), summary=message)
