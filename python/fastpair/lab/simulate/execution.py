"""Play the tournaments of a plan, on as many workers as there are."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING

from ...errors import FastpairError, RuleError
from .plan import Plan
from .rows import WHOLE, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Executor, Future

    from .rows import Shard

__all__ = ["Trial", "run", "tournaments"]

Trial = Callable[[Plan, int, int], Sequence[Mapping[str, float]]]
"""Plays the tournaments of a row: the plan, the place of the contender in it from 0, the repeat from 0.
It is a function of its arguments alone, and gives the measures of each by name."""

_Job = tuple[int, int]
"""A contender and a repeat."""

_SECONDS = 1.0
"""What a worker gets at once takes about so long: little is lost with it, and little time between."""

_LARGEST = 256
"""Most tournaments that a worker gets at once."""


def run(
    plan: Plan,
    trial: Trial,
    executor: Executor | None = None,
    done: Iterable[Row] = (),
    *,
    shard: Shard = WHOLE,
    window: int = 64,
) -> Iterator[Row]:
    """Play what is still to be played of a plan.

    Rows come as they are finished, in an order that depends on the workers. What they say does not.

    Parameters
    ----------
    executor
        What plays; None for this thread. ``trial`` and the plan are sent to its workers.
    done
        Rows that are known already.
    shard
        The part of the repeats that is played.
    window
        How many pieces of work are under way at once: more than the executor has workers.

    Raises
    ------
    RuleError
        If a tournament cannot be played; it names the contender and the repeat.
    """
    played = {row.place: row.measures for row in done}
    in_game = list(range(len(plan.contenders)))
    for reached in _rungs(plan):
        repeats = range(shard[0] - 1, reached, shard[1])
        jobs = [(c, r) for r in repeats for c in in_game if (c, r) not in played]
        rows = _apart(plan, trial, executor, jobs, window) if executor else _here(plan, trial, jobs)
        for row in rows:
            if plan.halving is not None:
                # A measure that does not exist is refused at once, not after the first rung.
                plan.halving.value(row.measures)
            played[row.place] = row.measures
            yield row
        if reached < plan.repeats:
            in_game = list(_going_on(plan, in_game, played, reached))


def tournaments(plan: Plan, shard: Shard = WHOLE) -> int:
    """How many tournaments a plan has, those that nobody plays after halving left out."""
    repeats = len(range(shard[0] - 1, plan.repeats, shard[1]))
    if plan.halving is None:
        return len(plan.contenders) * repeats
    left = len(plan.halving.contenders)
    count, before = (len(plan.contenders) - left) * repeats, 0
    for reached in _rungs(plan):
        count += left * (reached - before)
        left, before = -(-left // plan.halving.factor), reached
    return count


def _rungs(plan: Plan) -> Iterable[int]:
    return (plan.repeats,) if plan.halving is None else plan.halving.rungs(plan.repeats)


def _going_on(
    plan: Plan, in_game: Sequence[int], played: Mapping[_Job, Mapping[str, float]], reached: int
) -> Iterator[int]:
    """The contenders that play the next rung."""
    if plan.halving is None:
        yield from in_game
        return
    names = {contender: plan.contenders[contender].name for contender in in_game}
    competing = set(plan.halving.contenders)
    best = plan.halving.best(
        {
            name: [played[contender, repeat] for repeat in range(reached)]
            for contender, name in names.items()
            if name in competing
        }
    )
    chosen = set(best)
    for contender, name in names.items():
        if name in chosen or name not in competing:
            yield contender


def _here(plan: Plan, trial: Trial, jobs: Iterable[_Job]) -> Iterator[Row]:
    return (_row(plan, trial, job) for job in jobs)


def _apart(
    plan: Plan, trial: Trial, executor: Executor, jobs: Iterable[_Job], window: int
) -> Iterator[Row]:
    """Have an executor play.

    A thread of its own speaks with the executor, so that a signal, which interrupts the main thread,
    never leaves one of the executor's locks behind.
    """
    left = deque(jobs)
    heard: SimpleQueue[list[Row] | BaseException | None] = SimpleQueue()

    def feed() -> None:
        try:
            for rows in _fed(plan, trial, executor, left, window):
                heard.put(rows)
            heard.put(None)
        except BaseException as error:
            heard.put(error)

    Thread(target=feed, daemon=True).start()
    try:
        while (rows := heard.get()) is not None:
            if isinstance(rows, BaseException):
                raise rows
            yield from rows
    finally:
        left.clear()


def _fed(
    plan: Plan, trial: Trial, executor: Executor, left: deque[_Job], window: int
) -> Iterator[list[Row]]:
    """Send work as other work is finished, until nothing is left."""
    pending: set[Future[tuple[list[Row], float]]] = set()
    size = 1
    while left or pending:
        while left and len(pending) < window:
            piece = [left.popleft() for _ in range(min(size, len(left)))]
            pending.add(executor.submit(_piece, plan, trial, piece))
        finished, pending = wait(pending, return_when=FIRST_COMPLETED)
        # What others have finished is kept if one has failed.
        for future in sorted(finished, key=lambda future: future.exception() is not None):
            rows, seconds = future.result()
            size = _size(len(rows) / max(seconds, 1e-6), len(left) // window)
            yield rows


def _size(rate: float, share: int) -> int:
    """How many tournaments make a piece, so that the last ones are spread over all workers."""
    return max(1, min(int(_SECONDS * rate), _LARGEST, share))


def _piece(plan: Plan, trial: Trial, jobs: Sequence[_Job]) -> tuple[list[Row], float]:
    """Rows, and how many seconds they have taken; runs on a worker."""
    start = perf_counter()
    rows = [_row(plan, trial, job) for job in jobs]
    return rows, perf_counter() - start


def _row(plan: Plan, trial: Trial, job: _Job) -> Row:
    contender, repeat = job
    try:
        found = trial(plan, contender, repeat)
    except FastpairError as error:
        name = plan.contenders[contender].name
        raise RuleError(f"contender {name!r}, repeat {repeat}: {error}") from error
    *earlier, last = ({name: float(value) for name, value in each.items()} for each in found)
    return Row(contender, repeat, last, tuple(earlier))
