"""Players and standings compared with those of an oracle [OPENGOTHA 3 to 9]."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from ...go.scores import (
    CRITERION_SCALE,
    History,
    Status,
    criterion_values,
    places,
    standings_order,
    standings_values,
)
from ...go.scores.criteria import CONFRONTATIONS
from ...go.tournament import Criterion, Result
from .oracle import Columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from ...go.tournament import Tournament
    from .oracle import Oracle, Row

__all__ = ["players", "standings"]


def players(oracle: Oracle) -> Iterator[Row]:
    """Compare what is known of the players before the first round."""
    path = oracle.folder / "players.csv"
    if not path.exists():
        return
    theirs, tournament = Columns.read(path), oracle.tournament
    history = History.of(tournament.before(1))
    rows = theirs.rows(history.row)
    compared = oracle.comparison(0, "players")
    yield compared("players", len(rows), len(tournament.players))
    for component, ours in (
        ("rank", history.grade),
        ("rating", history.rating),
        ("smms", history.start_mms),
        ("category", history.category),
    ):
        yield compared(component, ours[rows], theirs.integers(component))
    final = [tournament.players[row].final for row in rows]
    yield compared("registering", final, [text == "FIN" for text in theirs["registering"]])
    rounds = [text[: tournament.rules.rounds] for text in theirs["participating"]]
    ours = history.status[rows] == Status.ABSENT
    yield compared("participating", ours, [[flag == "0" for flag in text] for text in rounds])


def standings(oracle: Oracle) -> Iterator[Row]:
    """Compare the standings after every round: criteria, order, places, and who played."""
    for number, theirs in oracle.columns("standings_after"):
        tournament = oracle.tournament.before(number + 1)
        history = History.of(tournament)
        placement = history.rules.placement
        rows = theirs.rows(history.row)
        compared = oracle.comparison(number, "standings")
        yield compared("order", standings_order(history, placement, number), rows)
        place = places(standings_values(history, placement, number))
        yield compared("place", place[rows], _without_blanks(theirs["place"]))
        for column, criterion in _criteria(theirs):
            ours = _values(history, criterion, number)[rows]
            yield compared(criterion.value, ours, theirs.integers(column))
        status = history.status[rows, number - 1]
        yield compared("participation", status, theirs.integers("participation"))
        yield compared("game", _games(tournament, number, theirs["key"]), theirs["game"])


def _without_blanks(places: list[str]) -> list[int]:
    """Places of all players; of tied players only the first has his place written in the file."""
    filled = itertools.accumulate(places, func=_below)
    return [int(place) for place in filled]


def _below(above: str, place: str) -> str:
    return place or above


def _criteria(columns: Columns) -> Iterator[tuple[str, Criterion]]:
    """Columns of criteria, named after the criterion and its scale."""
    for criterion in Criterion:
        column = f"{criterion.value}_x{CRITERION_SCALE[criterion]}"
        if column in columns.by_name:
            yield column, criterion


def _values(history: History, criterion: Criterion, number: int) -> NDArray[np.int64]:
    """Values of a criterion; the files have both confrontations if one places the players."""
    placement = history.rules.placement
    if criterion not in CONFRONTATIONS or not set(CONFRONTATIONS) & set(placement):
        return criterion_values(history, criterion, number)
    criteria = placement if criterion in placement else (*placement, criterion)
    return standings_values(history, criteria, number)[:, criteria.index(criterion)]


def _games(tournament: Tournament, number: int, keys: list[str]) -> list[str]:
    """Code of the game of every player, empty without one."""
    codes = {
        key: str(_RESULT_CODES[game.result] + 256 * game.by_default)
        for game in tournament.round(number).games
        for key in game.players
    }
    return [codes.get(key, "") for key in keys]


_RESULT_CODES = {
    Result.UNKNOWN: 0,
    Result.WHITE_WINS: 17,
    Result.BLACK_WINS: 18,
    Result.JIGO: 19,
    Result.BOTH_LOSE: 32,
    Result.BOTH_WIN: 35,
}
