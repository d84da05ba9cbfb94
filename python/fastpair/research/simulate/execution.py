"""Execution of a plan, in processes and with a journal."""

from __future__ import annotations

import json
import logging
import os
import signal
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import active_children, get_context, parent_process
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread
from time import perf_counter
from typing import TYPE_CHECKING, Self

import numpy as np

from ... import __version__
from ...errors import FastpairError, FormatError, MissingExtraError, RuleError
from ...files import json_of, reason
from ...sentences import Remedy, Sentence
from .plan import Plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Executor, Future
    from pathlib import Path

    from ...arrays import Reals


class WorkerError(FastpairError, RuntimeError):
    """A process that does a part of the work has ended before it was done, or cannot be reached."""

    code = "worker"


# ---- What a simulation has measured: a row for each tournament, and a heading that says of what ----

Shard = tuple[int, int]
"""Which part of a plan's repeats, from 1, and of how many parts."""

WHOLE: Shard = (1, 1)
"""All of them."""


@dataclass(frozen=True, slots=True)
class Row:
    """A tournament: who drew it, in which repeat, and what was measured."""

    contender: int
    """Place in the plan, from 0."""

    repeat: int
    """From 0."""

    measures: Mapping[str, float]
    """By name; of several tournaments in a row, those of the last one."""

    earlier: tuple[Mapping[str, float], ...] = ()
    """Those of the tournaments before it in its row, the first one first."""

    @property
    def sequence(self) -> tuple[Mapping[str, float], ...]:
        """The measures of all tournaments in a row, the first one first."""
        return *self.earlier, self.measures

    @property
    def place(self) -> tuple[int, int]:
        """Its place among all rows."""
        return self.contender, self.repeat


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What results are results of."""

    fastpair: str
    """The version that has played."""

    name: str
    plan: str
    """Digest of the plan."""

    contenders: tuple[str, ...]
    """Their names."""

    repeats: int
    shard: Shard = WHOLE

    @classmethod
    def of(cls, plan: Plan, shard: Shard = WHOLE) -> Self:
        """The heading of what this version of fastpair measures."""
        return cls(
            fastpair=__version__,
            name=plan.name,
            plan=plan.digest,
            contenders=tuple(contender.name for contender in plan.contenders),
            repeats=plan.repeats,
            shard=shard,
        )

    def row(
        self, contender: object, repeat: object, measures: object, earlier: Sequence[object] = ()
    ) -> Row:
        """A row below the heading, of values that were read.

        Raises
        ------
        ValueError
            If there can be no such row.
        """
        if not (type(contender) is int and 0 <= contender < len(self.contenders)):
            raise ValueError(f"expected the number of a contender, found {contender!r}")
        if not (type(repeat) is int and repeat >= 0):
            raise ValueError(f"expected the number of a repeat, found {repeat!r}")
        return Row(contender, repeat, _measures(measures), tuple(map(_measures, earlier)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a heading.

        Raises
        ------
        ValueError
            If it is none.
        """
        try:
            members = json_of(text)
            lists = {name: tuple(members[name]) for name in ("contenders", "shard")}
            return cls(**{**members, **lists})
        except (TypeError, KeyError) as error:
            raise ValueError(f"no heading: {error}") from None

    def __str__(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self))

    def difference(self, other: Heading) -> str:
        """Why rows below the other heading are none of this one's; empty if they are."""
        if self.plan != other.plan:
            return "holds results of another plan"
        if self.fastpair != other.fastpair:
            return f"holds results of fastpair {other.fastpair}, and this is {self.fastpair}"
        if self.shard != other.shard:
            return "holds results of shard {}/{} of the plan".format(*other.shard)
        return ""


def _measures(found: object) -> Mapping[str, float]:
    """Measures by name, as they were read.

    Raises
    ------
    ValueError
        If they are none.
    """
    if not isinstance(found, dict):
        raise ValueError(f"expected measures by name, found {found!r}")
    for value in found.values():
        if type(value) not in (int, float):
            raise ValueError(f"expected a number, found {value!r}")
    return found


@dataclass(frozen=True, slots=True)
class Results:
    """What has been measured.

    Parameters
    ----------
    heading
        What it belongs to.
    rows
        In order: contender by contender, and repeat by repeat.
    """

    heading: Heading
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, heading: Heading, rows: Iterable[Row]) -> Self:
        """Results from rows in any order."""
        return cls(heading, tuple(sorted(rows, key=lambda row: row.place)))

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of all measures, as the rows have them first."""
        found = (each for row in self.rows for each in row.sequence)
        return tuple(dict.fromkeys(name for measures in found for name in measures))

    def values(self, measure: str) -> Reals:
        """A measure, (contenders, repeats); NaN where it was not taken."""
        repeats = 1 + max((row.repeat for row in self.rows), default=-1)
        values = np.full((len(self.heading.contenders), repeats), np.nan)
        for row in self.rows:
            values[row.place] = row.measures.get(measure, np.nan)
        return values

    def missing(self) -> Iterator[tuple[int, int]]:
        """Contender and repeat of the tournaments that the heading announces, and that are not there."""
        there = {row.place for row in self.rows}
        part, parts = self.heading.shard
        for contender in range(len(self.heading.contenders)):
            for repeat in range(part - 1, self.heading.repeats, parts):
                if (contender, repeat) not in there:
                    yield contender, repeat


# ---- The workers that play: processes of this machine, or those of a Dask cluster ----

_PATIENCE = 10
"""Seconds in which a scheduler has to answer."""


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """So many processes of this machine, which end with the block.

    Raises
    ------
    WorkerError
        If one of them ends before.
    """
    others = active_children()
    # Forked processes would inherit locks of threads that they do not have.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_attend)
    try:
        with _deaf():
            for _ in range(workers):
                pool.submit(os.getpid)
        yield pool
    except BrokenExecutor:
        raise WorkerError(
            "a worker process was ended from outside, as it happens when memory is short; fewer"
            " workers need less"
        ) from None
    except BaseException:
        # A worker that is just starting would find its queue gone, and say so at length.
        for worker in active_children():
            if worker not in others:
                worker.terminate()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Ignore Ctrl-C in the block: a process that is started in it does so from then on, too."""
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or before is None:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _attend() -> None:
    """Let a worker end silently with the process that has started it.

    A worker that was started deaf stays so, and is terminated at Ctrl-C: if it ended by itself, it
    would take away the queue of one that is just starting. Any other ends at Ctrl-C, silently too.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of a Dask cluster, which stay when the block ends.

    Work of a worker that is lost is done again by another one.

    Parameters
    ----------
    address
        Of the scheduler, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    MissingExtraError
        If Dask is not installed.
    WorkerError
        If the scheduler cannot be reached, or several workers were lost with the same work.
    """
    try:
        from distributed import Client, KilledWorker
    except ModuleNotFoundError as error:
        raise MissingExtraError("cluster", "a Dask cluster") from error
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        message = f"no Dask scheduler answers at {address}: {error}; `dask scheduler` starts one"
        raise WorkerError(message) from None
    # What it says at length when workers or schedulers are lost, the errors say in a line.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    with client:
        executor = client.get_executor(pure=False)
        try:
            yield executor
        except KilledWorker as error:
            raise WorkerError(f"workers were lost again and again: {error}") from None
        except CancelledError:
            raise WorkerError(f"the Dask scheduler at {address} has left") from None
        finally:
            executor.shutdown(wait=False)


# ---- Play the tournaments of a plan, on as many workers as there are ----

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
        rows = (
            _apart(plan, trial, executor, jobs, window)
            if executor
            else map(partial(_row, plan, trial), jobs)
        )
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


def _apart(
    plan: Plan, trial: Trial, executor: Executor, jobs: Iterable[_Job], window: int
) -> Iterator[Row]:
    """Have an executor play.

    A thread of its own speaks with the executor, so that a signal, which interrupts the main thread,
    never leaves one of the executor's locks behind.
    """
    left = deque(jobs)
    replies: SimpleQueue[list[Row] | BaseException | None] = SimpleQueue()

    def feed() -> None:
        try:
            for rows in _fed(plan, trial, executor, left, window):
                replies.put(rows)
            replies.put(None)
        except BaseException as error:
            replies.put(error)

    Thread(target=feed, daemon=True).start()
    try:
        while (rows := replies.get()) is not None:
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
    rows = [*map(partial(_row, plan, trial), jobs)]
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


# ---- The journal of a simulation that is under way: what is measured stays, whatever happens then ----

# It is a file of lines of JSON: a heading, and a row for each tournament. A row is written as soon as it
# is known. A line that cannot be read is played again; the last one is taken away if a kill has torn it.


class Journal:
    """A journal that is being written; it is a context manager.

    Parameters
    ----------
    path
        The file; it is made if there is none.
    heading
        What the rows belong to.
    replace
        Whether a journal of something else is replaced.

    Raises
    ------
    FormatError
        If it cannot be read or written, or is of something else.
    """

    def __init__(self, path: Path, heading: Heading, *, replace: bool) -> None:
        self._path, self._heading = path, heading
        try:
            if path.exists() and not path.is_file():
                raise FormatError(path, None, "expected the journal of a simulation, found no file")
            content = path.read_bytes() if path.exists() else b""
            different = _difference(content, heading)
            if different and not replace:
                raise FormatError(
                    path, None, Sentence(different, Remedy("replace or name another"))
                )
            length = 0 if different else content.rfind(b"\n") + 1
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
            os.ftruncate(self._descriptor, length)
            if not length:
                self._write(f"{heading}\n")
        except OSError as error:
            raise self._refusal(error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)

    def rows(self) -> list[Row]:
        """What it holds now.

        Raises
        ------
        FormatError
            If it cannot be read.
        """
        try:
            return [*_rows(self._path.read_bytes(), self._heading)]
        except OSError as error:
            raise FormatError(self._path, None, f"cannot be read: {reason(error)}") from error

    def append(self, row: Row) -> None:
        """Keep a row.

        Raises
        ------
        FormatError
            If there is no room for it; all earlier ones are kept.
        """
        line = json.dumps(
            [row.contender, row.repeat, dict(row.measures), [*map(dict, row.earlier)]]
        )
        try:
            self._write(f"{line}\n")
        except OSError as error:
            raise self._refusal(error) from error

    def _write(self, line: str) -> None:
        left = memoryview(line.encode("ascii"))
        while left:
            left = left[os.write(self._descriptor, left) :]

    def _refusal(self, error: OSError) -> FormatError:
        message = f"cannot be written: {reason(error)}; what was played before is kept there"
        return FormatError(self._path, None, message)


def _rows(content: bytes, heading: Heading) -> Iterator[Row]:
    """The rows that can be read."""
    for line in content.split(b"\n")[1:]:
        with suppress(ValueError, TypeError):
            yield heading.row(*json_of(line))


def _difference(content: bytes, heading: Heading) -> str:
    """Why a journal is none of this heading; empty if it is, or holds nothing yet."""
    first, end, _ = content.partition(b"\n")
    if not end and (str(heading).encode().startswith(first) or not first.strip(b"\x00")):
        return ""
    try:
        return heading.difference(Heading.parse(first.decode("ascii")))
    except ValueError:
        return "is not a journal of a simulation"


# ---- What a simulation will take: estimated before it begins, so that nobody waits for what cannot end ----

MOST_PLAYERS = 5000
"""Of a field, unless somebody asks for more; a worker then takes about 0.6 GB."""

_BYTES = 24
"""That a worker takes for each pair of players; measured were 12 to 23 for 2000 and 5000 players."""

_SECONDS_A_ROUND, _SECONDS_OF_A_PAIR = 0.02, 40e-9
"""That a round takes, and each pair of players besides; measured for 500 to 5000 players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expense:
    """An estimate, to the order of magnitude."""

    players: int
    """Of a field."""

    rounds: int
    """Of all tournaments together."""

    @classmethod
    def of(cls, plan: Plan, shard: Shard = WHOLE) -> Self:
        """What a part of a plan takes."""
        tournament = plan.field.tournament
        players = plan.field.players
        if tournament is not None:
            players = sum(player.final for player in tournament.players)
        return cls(players=players, rounds=tournaments(plan, shard) * plan.rounds * plan.sequence)

    @property
    def memory(self) -> float:
        """Bytes of a worker for the pairs of players."""
        return float(_BYTES) * self.players**2

    @property
    def seconds(self) -> float:
        """That one worker takes for everything."""
        return self.rounds * (_SECONDS_A_ROUND + _SECONDS_OF_A_PAIR * self.players**2)

    def describe(self, workers: int = 1) -> str:
        """Say it in words.

        Parameters
        ----------
        workers
            How many share the work.
        """
        memory = (
            f"{self.memory / 1e9:.1g} GB" if self.memory < 1e12 else f"{self.memory / 1e12:.3g} TB"
        )
        return f"about {_time(self.seconds / workers)}, and {memory} of memory for each worker"


def refuse_too_many(plan: Plan, most: int = MOST_PLAYERS) -> None:
    """Refuse a field that is too large to be begun without being asked.

    Raises
    ------
    RuleError
        If it has more players.
    """
    expense = Expense.of(plan)
    if expense.players > most:
        raise RuleError(
            f"players={expense.players}: expected at most {most}, or {expense.describe()}",
            Remedy("allow players", players=expense.players),
        )


def _time(seconds: float) -> str:
    units = (("years", 31557600), ("days", 86400), ("hours", 3600), ("minutes", 60))
    name, size = next((u for u in units if seconds >= 2 * u[1]), ("seconds", 1))
    return f"{seconds / size:.0f} {name}"
