"""Why a player has none of the opponents who come before their own in the order of a bracket; all of it is proven."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..criteria import EarlierOpponents, Exchange, PassedOver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....arrays import Bools
    from ..criteria import Pairs
    from .brackets import Bracket, Earlier

_FEW = 5
"""Opponents who are passed over, of whom it is said why."""


def earlier_opponents(
    bracket: Bracket, pairs: Pairs, pair: tuple[int, int], only: int | None
) -> EarlierOpponents:
    """Why a pair of a bracket has not one of the opponents who come before.

    Parameters
    ----------
    pairs
        The pairs of the bracket.
    only
        The row of the history of the one who is asked about; by default the first few.
    """
    row, (ordered,) = bracket.of(bracket.players.row), bracket.numbered([pair])
    earlier = bracket.earlier(bracket.numbered(pairs), ordered)
    one, other = earlier.pair
    some = [each for each in earlier.opponents if only in (None, row[each])][:_FEW]
    found = tuple(_why_not(bracket, earlier, (one, each)) for each in some)
    for stage in bracket.stages:
        stage.prove()
    more = len(earlier.opponents) - len(some)
    return EarlierOpponents(int(row[one]), int(row[other]), earlier.exchange, found, more)


def leaves_more_over(bracket: Bracket, found: EarlierOpponents) -> bool:
    """Whether other pairs leave more players over, so that more of those below may matter."""
    exchange = () if found.exchange is None else (found.exchange,)
    verdicts = (each.verdict for each in (*found.passed_over, *exchange))
    return any(each.criterion == bracket.crossing for each in verdicts)


def _why_not(bracket: Bracket, earlier: Earlier, pair: tuple[int, int]) -> PassedOver:
    """Why a pair is not the next one after others."""
    (other,) = rows_of(bracket, [pair[1]])
    if not bracket.allowed[pair]:
        return PassedOver(other, bracket.players.unlawful(*bracket.place[[*pair]].tolist()))
    rest, given = earlier.rest.copy(), [*earlier.before, pair]
    verdict = bracket.compare(given, rest)
    lacks = verdict.criterion in (bracket.complete, bracket.crossing)
    return PassedOver(
        other, verdict, *(_few_opponents(bracket, given, rest) if lacks else ((), ()))
    )


def _few_opponents(
    bracket: Bracket, given: Pairs, rest: Bools
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The fewest players found who have fewer opponents than they are, and these; nobody if none are [Hall 1935]."""
    best, mate = (stage.matching.mate for stage in (bracket.best[1], bracket.stages[-1]))
    alone = np.flatnonzero(mate < 0)
    alone = alone[~np.isin(alone, np.array(given))]
    left, found = np.count_nonzero(best < 0), list[tuple[tuple[int, ...], tuple[int, ...]]]()
    for start in (*alone[:, None], alone):
        some = np.isin(np.arange(bracket.size), start)
        near = rest[some].any(axis=0)
        while (wider := some | np.isin(np.arange(bracket.size), mate[near])).sum() > some.sum():
            some, near = wider, rest[wider].any(axis=0)
        if not (some & near).any() and some.sum() > near.sum() + left:
            found.append((rows_of(bracket, some), rows_of(bracket, np.asarray(near))))
    return min(found, key=lambda each: len(each[0]), default=((), ()))


def exchanged_halves(bracket: Bracket, ours: Pairs, halves: Bools) -> Exchange | None:
    """Why S1 is not the first half of the remainder, with who may meet if it were; None if it is."""
    tops = [top for top, _ in ours if top >= bracket.moved]
    first = remainder(bracket, ours)[: len(tops)]
    if first == tops:
        return None
    verdict = bracket.compare([pair for pair in ours if pair[0] < bracket.moved], halves)
    leave, enter = sorted({*first} - {*tops}), sorted({*tops} - {*first})
    return Exchange(rows_of(bracket, leave), rows_of(bracket, enter), verdict)


def remainder(bracket: Bracket, ours: Pairs) -> list[int]:
    """The residents who do not play those moved down."""
    used = {each for pair in ours if pair[0] < bracket.moved for each in pair}
    return [each for each in range(bracket.moved, bracket.inside) if each not in used]


def rows_of(bracket: Bracket, some: Bools | Sequence[int]) -> tuple[int, ...]:
    """Rows of the history of some players of a bracket."""
    return tuple(bracket.of(bracket.players.row)[some].tolist())
