"""Systems that know before the first round who meets whom: what their rounds have in common.

The players are numbered once, by what does not change while they play. Each round is derived from
the first one anew, and the games of the earlier rounds show whether it is still the same schedule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...go.scores import Status
from ..field.luck import lots
from .system import Pairing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ..draw import Removal
    from .system import Situation

    Integers = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Game = tuple[int, int]

__all__ = ["by_strength", "check", "drawn_by_lot", "final", "full_name", "paired", "unscheduled"]


def by_strength(situation: Situation, *, never_there: bool = False) -> Integers:
    """Rows of those who have entered, the strongest first: by rating, then grade, then name.

    Who is registered preliminarily, or absent from every round of the tournament, has not entered;
    who has had a game or a bye has.

    Parameters
    ----------
    never_there
        Whether those who are absent from every round have entered too.
    """
    history = situation.history
    earlier = history.status[:, : situation.round_number - 1]
    playing = ((earlier == Status.PAIRED) | (earlier == Status.BYE)).any(axis=1)
    there = (history.status != Status.ABSENT).any(axis=1) | never_there
    coming = final(situation) & there
    order = np.lexsort((history.name_order, -history.grade, -history.rating))
    rows: Integers = order[(playing | coming)[order]].astype(np.int64)
    return rows


def drawn_by_lot(players: int, seed: int) -> Integers:
    """Numbers from 0 on in the order in which they are drawn."""
    return np.argsort(lots(players, seed)).astype(np.int64)


def _absent(situation: Situation) -> Bools:
    """Who does not take part in the round, (n,)."""
    status = situation.history.status[:, situation.round_number - 1]
    away: Bools = (status == Status.ABSENT) | ~final(situation)
    return away


def final(situation: Situation) -> Bools:
    """Who is registered finally, (n,)."""
    registered = [player.final for player in situation.people.players]
    return np.array(registered, dtype=np.bool_)


def full_name(situation: Situation, row: int) -> str:
    """Full name of the player of a row."""
    return situation.people.players[row].full_name


def check(situation: Situation, number: int, games: Sequence[Game], system: str) -> None:
    """Refuse an earlier round in which somebody has met another player than was scheduled.

    A scheduled game may be missing.

    Parameters
    ----------
    number
        The earlier round, from 1.
    games
        Rows of those who were to meet in it.
    system
        What the system is called in the error.

    Raises
    ------
    RuleError
        The first such player.
    """
    for row, wanted, met in unscheduled(situation, number, games):
        was_to = "have no game" if wanted is None else f"meet {full_name(situation, wanted)}"
        raise RuleError(
            f"round {number}: by this {system} {full_name(situation, row)} was to {was_to}, but "
            f"has met {full_name(situation, met)}; all rounds take the seed, the parameters and "
            "the players of the first; after a corrected result, draw the rounds behind it again"
        )


def unscheduled(
    situation: Situation, number: int, games: Sequence[Game]
) -> Iterator[tuple[int, int | None, int]]:
    """Who has met another player in an earlier round than was scheduled.

    It yields the row of each, that of the scheduled opponent if there is one, and that of the other.
    """
    opponent = situation.history.opponent[:, number - 1]
    scheduled = {one: other for pair in games for one, other in (pair, pair[::-1])}
    for row in np.flatnonzero(opponent >= 0).tolist():
        if scheduled.get(row) != opponent[row]:
            yield row, scheduled.get(row), int(opponent[row])


def paired(
    situation: Situation,
    games: Sequence[Game],
    *,
    bye: int | None = None,
    resting: Sequence[int] = (),
    white_first: bool = False,
) -> Pairing:
    """The scheduled games of a round, as far as both players are there and may meet.

    Who waits and is not scheduled is out. If an opponent is absent, the player has the bye, if it is
    free and nobody else is in the same position; otherwise he rests.

    Parameters
    ----------
    games
        Rows of those who are scheduled to meet.
    bye, resting
        Who is scheduled to have no game.

    Raises
    ------
    RuleError
        If only one of two has a game already in the round.
    """
    waiting, removals = situation.waiting, situation.removals()
    meeting: list[Game] = []
    reasons: dict[int, str] = {}
    for one, other in games:
        if not (waiting[one] and waiting[other]):
            continue
        if against := _against(removals, situation.seat[one], situation.seat[other]):
            for row, missing in ((one, other), (other, one)):
                reasons[row] = f"may not meet {full_name(situation, missing)}: {against}"
        else:
            meeting.append((one, other))
    spared = [row for row in resting if waiting[row]]
    alone = _without_opponent(situation, games)
    free = not situation.bye_given
    if bye is not None and waiting[bye]:
        spared += [] if free else [bye]
    else:
        bye = alone.pop() if free and bye is None and len(alone) == 1 else None
    spared += alone
    named = {*spared, *(row for game in games for row in game), bye}
    return Pairing(
        pairs=np.array(meeting, dtype=np.int64).reshape(-1, 2),
        bye=bye if free else None,
        resting=tuple(spared),
        out=tuple(row for row in np.flatnonzero(waiting).tolist() if row not in named),
        white_first=white_first,
        reasons=reasons,
    )


def _without_opponent(situation: Situation, games: Sequence[Game]) -> list[int]:
    """Those who wait, and whose opponents are absent."""
    waiting, away = situation.waiting, _absent(situation)
    found = []
    for one, other in games:
        if waiting[one] == waiting[other]:
            continue
        there, missing = (one, other) if waiting[one] else (other, one)
        if not away[missing]:
            raise RuleError(
                f"round {situation.round_number}: {full_name(situation, there)} was to meet "
                f"{full_name(situation, missing)}, who has another game or the bye already"
            )
        found.append(there)
    return found


def _against(removals: Sequence[Removal], one: int, other: int) -> str:
    """The hard rules that remove a pair of seats; empty if it may be drawn."""
    return ", ".join(removal.rule.value for removal in removals if removal.pairs[one, other])
