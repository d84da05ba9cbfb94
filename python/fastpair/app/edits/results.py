"""Results as a director types them, and the games that they belong to."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from ...errors import FormatError, RuleError
from ...go.tournament import Result
from ...sentences import Remedy, Sentence, marked, phrase, phrase_many
from ..state import in_ranges, no_game_at
from .locked_file import Edit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from ...go.tournament import Game, Tournament


class Ending(NamedTuple):
    """A result, and whether it is by forfeit."""

    result: Result
    by_default: bool = False

    def __str__(self) -> str:
        """As it is typed."""
        return self.result.spelling + "!" * self.by_default

    def of(self, tournament: Tournament, game: Game) -> str:
        """Say how a game ended, by the names of its players."""
        white, black = (tournament.name_of(key) for key in game.players)
        values = {"white": white, "black": black}
        return phrase(
            _BY_DEFAULT_SAID[self.result] if self.by_default else _SAID[self.result], **values
        )


_SAID = {
    Result.WHITE_WINS: marked("{white} (white) beats {black}"),
    Result.BLACK_WINS: marked("{black} (black) beats {white}"),
    Result.JIGO: marked("{white} (white) and {black}: jigo"),
    Result.BOTH_LOSE: marked("{white} (white) and {black}: both lose"),
    Result.BOTH_WIN: marked("{white} (white) and {black}: both win"),
    Result.UNKNOWN: marked("{white} (white) and {black}: no result"),
}
_BY_DEFAULT_SAID = {
    Result.WHITE_WINS: marked("{white} (white) beats {black} by forfeit"),
    Result.BLACK_WINS: marked("{black} (black) beats {white} by forfeit"),
    Result.JIGO: marked("{white} (white) and {black}: jigo by forfeit"),
    Result.BOTH_LOSE: marked("{white} (white) and {black}: both lose by forfeit"),
    Result.BOTH_WIN: marked("{white} (white) and {black}: both win by forfeit"),
    Result.UNKNOWN: marked("{white} (white) and {black}: no result"),
}

_SPELLINGS = {
    **{result.spelling: result for result in Result},
    "w": Result.WHITE_WINS,
    "white": Result.WHITE_WINS,
    "b": Result.BLACK_WINS,
    "black": Result.BLACK_WINS,
    "1/2-1/2": Result.JIGO,
    "0.5-0.5": Result.JIGO,
    "=": Result.JIGO,
    "jigo": Result.JIGO,
}
_BY_DEFAULT = {
    "+/-": Result.WHITE_WINS,
    "-/+": Result.BLACK_WINS,
    "-/-": Result.BOTH_LOSE,
    "+-": Result.WHITE_WINS,
    "-+": Result.BLACK_WINS,
}

_TABLE = re.compile("[0-9]{1,9}")
_SEPARATORS = re.compile(r"[\s,;]+")
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", ":": "-", "½": "1/2"})


def read_outcome(typed: str) -> Ending:
    """The result that is meant: White's points first, ``!`` behind it if it is by forfeit.

    Raises
    ------
    RuleError
        If it is none.
    """
    plain = typed.strip().lower().translate(_DASHES)
    if plain in _BY_DEFAULT:
        return Ending(_BY_DEFAULT[plain], by_default=True)
    bare = plain.removesuffix("!")
    result = _SPELLINGS.get(bare)
    if result is None or (result is Result.UNKNOWN and bare != plain):
        raise RuleError(
            phrase(
                "expected a result such as 1-0 (White wins), 0-1, 1/2, 0-0, 1-1, ? (none) "
                "or, by forfeit, 1-0!, got {got!r}",
                got=typed,
            )
        )
    return Ending(result, by_default=bare != plain)


def is_result(typed: str) -> bool:
    """Whether a text is the result of a game."""
    try:
        read_outcome(typed)
    except RuleError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class TypedResult:
    """The result of a table."""

    table: int
    outcome: Ending


def typed_results(words: Iterable[str]) -> tuple[TypedResult, ...]:
    """Tables and results that follow each other.

    Raises
    ------
    RuleError
        If a word is neither.
    """
    found = []
    left = iter(words)
    for word in left:
        if not _TABLE.fullmatch(word):
            raise RuleError(phrase("expected the number of a table, got {word!r}", word=word[:60]))
        result = next(left, None)
        if result is None:
            raise RuleError(phrase("table {word} has no result behind it", word=word))
        found.append(TypedResult(int(word), read_outcome(result)))
    return tuple(found)


def listed_results(path: Path, content: bytes) -> tuple[TypedResult, ...]:
    """The results in a file: tables and results on each line, ``#`` before a comment.

    Raises
    ------
    FormatError
        If a line is none.
    """
    found: list[TypedResult] = []
    for number, line in enumerate(_text(content).splitlines(), start=1):
        try:
            found += typed_results(filter(None, _SEPARATORS.split(line.partition("#")[0])))
        except RuleError as error:
            raise FormatError(path, number, str(error)) from error
    return tuple(found)


def _text(content: bytes) -> str:
    """The text in a file, as editors and spreadsheets save it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def round_of_results(tournament: Tournament, number: int | None) -> int:
    """The round whose results are typed: by default the last that is drawn.

    Raises
    ------
    RuleError
        If it has no games, or no round has.
    """
    rounds = range(1, tournament.rules.rounds + 1)
    if number is None:
        begun = [n for n in rounds if tournament.round(n).games]
        drawn = [n for n in begun if tournament.is_drawn(n)]
        if not begun:
            raise RuleError(phrase("no round is drawn yet, so that there are no results"))
        return drawn[-1] if drawn else begun[-1]
    tournament.check_round(number)
    if not tournament.round(number).games:
        raise RuleError(
            phrase("round {number} is not drawn yet, so that it has no results", number=number)
        )
    return number


def entered(
    tournament: Tournament, typed: Sequence[TypedResult], number: int | None = None
) -> Edit:
    """The tournament with results of a round.

    Parameters
    ----------
    number
        The round, see `round_of_results`.

    Raises
    ------
    RuleError
        If a table has no game, or two results.
    """
    typed = _once(typed)
    named = number is not None
    number = round_of_results(tournament, number)
    games = {game.table: game for game in tournament.round(number).games}
    told, fresh = [], {}
    for item in typed:
        game = games.get(item.table)
        if game is None:
            raise no_game_at(tournament, number, item.table)
        told.append(
            phrase(
                "round {round}, table {table}: {result}",
                round=number,
                table=item.table,
                result=_told(tournament, game, item.outcome),
            )
        )
        outcome = item.outcome
        fresh[item.table] = replace(game, result=outcome.result, by_default=outcome.by_default)
    left = sum(fresh.get(table, game).result is Result.UNKNOWN for table, game in games.items())
    told.append(
        phrase_many(
            "round {round}: {count} result missing",
            "round {round}: {count} results missing",
            left,
            round=number,
        )
        if left
        else phrase("round {round}: all results are known", round=number)
    )
    return Edit(
        tournament=with_games(tournament, number, fresh),
        said=told[0] if len(told) == 2 else _several(number, typed),
        told=tuple(told),
        warned=() if named else tuple(_older(tournament, number, typed)),
    )


def _once(typed: Sequence[TypedResult]) -> tuple[TypedResult, ...]:
    """Each table with its result once."""
    found: dict[int, TypedResult] = {}
    for item in typed:
        if found.setdefault(item.table, item) != item:
            raise RuleError(
                phrase("table {table} is typed twice, with different results", table=item.table)
            )
    if not found:
        raise RuleError(phrase("expected tables and results, such as 12 1-0 13 0-1, got none"))
    return tuple(found.values())


def with_games(tournament: Tournament, number: int, fresh: dict[int, Game]) -> Tournament:
    """The tournament with other games at tables of a round, and all others as they are."""
    games = (
        fresh.get(game.table, game) if game.round == number else game for game in tournament.games
    )
    return replace(tournament, games=tuple(games))


def _told(tournament: Tournament, game: Game, outcome: Ending) -> str:
    was = Ending(game.result, game.by_default)
    said = outcome.of(tournament, game)
    if was == outcome:
        return phrase("{result}, as it is known already", result=said)
    if was.result is Result.UNKNOWN:
        return said
    return phrase(
        "{result}; corrected, before it was: {before}", result=said, before=was.of(tournament, game)
    )


def _several(number: int, typed: Sequence[TypedResult]) -> str:
    tables = in_ranges(item.table for item in typed)
    return phrase(
        "{count} results of round {round} entered: tables {tables}",
        count=len(typed),
        round=number,
        tables=tables,
    )


def _older(tournament: Tournament, number: int, typed: Sequence[TypedResult]) -> Iterator[str]:
    """Say where an earlier round lacks the result of a table too."""
    tables = {item.table for item in typed}
    for earlier in range(1, number):
        for game in tournament.round(earlier).games:
            if game.table in tables and game.result is Result.UNKNOWN:
                yield Sentence(
                    f"table {game.table} has no result in round {earlier} either",
                    Remedy("mean this round", round=earlier),
                )
