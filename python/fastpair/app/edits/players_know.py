"""What the players know of a round that is published, before it becomes something else."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from ...go.tournament import Result
from ...sentences import phrase
from ..history.publication import publications
from .confirmation import PlayersKnowError, name_boards, name_results

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...go.tournament import Game, Tournament
    from ..history.publication import Publication
    from ..history.timeline import Timeline


def players_know_errors(
    timeline: Callable[[], Timeline], before: Tournament, after: Tournament
) -> Iterator[PlayersKnowError]:
    """Say which boards, byes and results would change that the players know.

    Parameters
    ----------
    timeline
        Reads the history; it is asked only if games or byes change.
    before, after
        The tournament before and after.
    """
    if not _gone(before, after) and before.byes == after.byes:
        return
    for number, publication in publications(timeline()).items():
        known = [*_known(publication, before, after)]
        if known:
            what = reduce(
                lambda one, other: phrase("{one} and {other}", one=one, other=other), known
            )
            yield PlayersKnowError(
                phrase("players know {what} of round {round}", what=what, round=number)
            )


def _gone(before: Tournament, after: Tournament) -> set[Game]:
    """The games that become others in more than that their missing result comes."""
    kept = {id(game) for game in after.games} & {id(game) for game in before.games}
    old, new = ({g for g in t.games if id(g) not in kept} for t in (before, after))
    return old - new - {replace(g, result=Result.UNKNOWN, by_default=False) for g in new}


def _known(publication: Publication, before: Tournament, after: Tournament) -> Iterator[str]:
    """The published boards, byes and results that are there and will be otherwise."""
    number = publication.round_number
    gone = {board.table for board in publication.gone_from(after)}
    boards = gone - {board.table for board in publication.gone_from(before)}
    if boards:
        yield name_boards(boards)
    old, new = before.round(number), after.round(number)
    if {*publication.byes} & {*old.byes} - {*new.byes}:
        yield phrase("the bye")
    results = set()
    for game in old.games:
        now = new.at(game.table)
        if now is not None and game.result is not Result.UNKNOWN and now.players == game.players:
            was, becomes = ((g.result, g.by_default) for g in (game, now))
            results |= {game.table} if was != becomes else set()
    if results:
        yield name_results(results)
