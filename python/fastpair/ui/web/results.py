"""Results of a round: typed as numbers, or by a button of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.edits.results import Ending, TypedResult, entered, typed_results
from ...errors import RuleError
from ...go.tournament import Result
from ...report.pages.words import named, result
from .parts import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...app.edits.locked_file import Edit, LockedFile
    from ...go.tournament import Game, Tournament
    from .asking import Asked
    from .held import State, Told

__all__ = ["NUMBERS", "RESULTS", "enter"]

NUMBERS = {
    "1": "1-0",
    "2": "0-1",
    "3": "1/2",
    "4": "0-0",
    "5": "1-1",
    "6": "1-0!",
    "7": "0-1!",
    "8": "0-0!",
    "0": "?",
}
"""What stands for a result where only numbers are typed."""


class _Line(NamedTuple):
    """A table in the list."""

    id: str
    table: int
    white: str
    black: str
    handicap: int
    result: str


def _rows(state: State, number: int) -> Mapping[str, _Line]:
    by_key = state.tournament.by_key
    return {
        f"t{game.table}": _Line(
            id=f"t{game.table}",
            table=game.table,
            white=named(by_key[game.white]),
            black=named(by_key[game.black]),
            handicap=game.handicap,
            result=result(game),
        )
        for game in state.tournament.round(number).games
    }


def _head(asked: Asked) -> Mapping[str, Any]:
    games = asked.state.tournament.round(asked.number).games
    missing = [game.table for game in games if game.result is Result.UNKNOWN]
    return {"games": len(games), "missing": missing, "numbers": NUMBERS}


def _enter_typed(asked: Asked) -> Told:
    return enter(asked, typed_results(_words(asked.typed("results"))))


def _words(typed: str) -> Iterator[str]:
    """Tables and results, the numbers that stand for results written out."""
    words = typed.replace(",", " ").replace(";", " ").split()
    for place, word in enumerate(words):
        yield NUMBERS.get(word, word) if place % 2 else word


def enter(asked: Asked, typed: Iterable[TypedResult]) -> Told:
    """Enter results, unless somebody has entered others that the browser has not shown yet.

    Raises
    ------
    RuleError
        If a table has another result than the browser shows; the error says which.
    """
    typed, number = tuple(typed), asked.number
    shown = asked.seen_state()
    seen = _outcomes(shown.tournament, number) if shown is not None else {}

    def work(held: LockedFile) -> Edit:
        games = {game.table: game for game in held.tournament.round(number).games}
        for item in typed:
            game = games.get(item.table)
            if game is None:
                continue  # said by `entered`
            now = Ending(game.result, game.by_default)
            former = seen.get((item.table, frozenset(game.players)), Ending(Result.UNKNOWN))
            if now not in (former, item.outcome):
                raise RuleError(
                    f"somebody has entered another result of table {item.table} meanwhile: "
                    f"{now.of(held.tournament, game)}; nothing was changed"
                )
        return entered(held.tournament, typed, number)

    words = [word for item in typed for word in (str(item.table), str(item.outcome))]
    return asked.desk.held.change(asked.act("result", *words, "--round", str(number)), work)


def _outcomes(tournament: Tournament, number: int) -> Mapping[tuple[int, frozenset[str]], Ending]:
    return {
        _table(game): Ending(game.result, game.by_default)
        for game in tournament.round(number).games
    }


def _table(game: Game) -> tuple[int, frozenset[str]]:
    return game.table, frozenset(game.players)


RESULTS = Part(
    name="results", title="Results", rows=_rows, head=_head, acts={"enter": _enter_typed}
)
"""Results of a round."""
