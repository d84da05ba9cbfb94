"""``fastpair simulate``, ``merge``: tournaments that contenders play by a plan."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from time import perf_counter
from typing import TYPE_CHECKING

from ...errors import RuleError
from . import draw_options as draw_option  # noqa: TC001 - typer reads the annotations
from . import simulation_options as option  # noqa: TC001

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...app.reports.simulating import Simulated, Workers
    from ...research.simulate.execution import Row, Shard
    from ...research.simulate.plan import Plan


_LONG = 60
"""Seconds from which on it is said how long it may take."""


def simulate(
    plan: option.PlanFile,
    output: option.Output = None,
    workers: option.Workers = None,
    scheduler: option.Scheduler = "",
    shard: option.Shard = "1/1",
    report: option.Report = None,
    reference: option.Reference = None,
    measure: option.Measures = None,
    most_players: option.MostPlayers = 5000,
    overwrite: draw_option.Overwrite = False,
    json: draw_option.Json = False,
) -> int:
    """Simulate tournaments by a plan, and show what the contenders were worth.

    What is played stays, whatever happens: the same command goes on where it was stopped.
    """
    from ...app.reports.simulating import simulated
    from ...app.reports.simulation_document import simulation_document
    from ...app.reports.simulation_report import Report
    from ...research.simulate.execution import Expense
    from ...research.simulate.plan_file import read_plan
    from ...research.simulate.summary import summary
    from .screen import note, write, write_json
    from .simulation_page import show_simulation

    part = _shard(shard)
    chosen = _workers(workers, scheduler)
    read = read_plan(plan, most_players=most_players)
    _refuse_unknown("--reference", reference, [contender.name for contender in read.contenders])
    target = output or _beside(plan, part)
    if read.field.file and target.resolve() == (plan.parent / read.field.file).resolve():
        raise RuleError(f"{target}: is the file of the field, which is read: name another --output")
    folder = Report.in_folder(report, (plan, target), overwrite=overwrite) if report else None
    expense = Expense.of(read, part)
    if expense.seconds > _LONG * chosen.processes:
        note(f"{plan}: {expense.told(chosen.processes)}")
    play = partial(
        simulated,
        read,
        target,
        shard=part,
        workers=chosen,
        overwrite=overwrite,
        most_players=most_players,
    )
    start = perf_counter()
    done = _played(read, target, play, measure or ())
    seconds = perf_counter() - start
    for name in measure or ():
        _refuse_unknown("--measure", name, done.results.measures)
    summed = summary(done.results, reference)
    if done.backup:
        note(f"{target}: what it held before is in {done.backup.name}")
    if json:
        write_json(simulation_document(done.results, summed))
    else:
        write(f"{target}: {_said(done, seconds)}")
        write()
        show_simulation(summed, measure or ())
    if folder:
        page = folder.write(done.results, summed.only(measure or ()), note)
        if not json:
            write()
            write(f"{page}: tables and plots")
    return 0


def merge(
    results: option.Results,
    output: option.Merged,
    overwrite: draw_option.Overwrite = False,
) -> int:
    """Put the results of all shards of a simulation together."""
    from ...app.output import Output
    from ...app.reports.simulating import merged, results_content
    from ...report.sheet import counted
    from .screen import note, write

    target = Output.beside(output, results, overwrite=overwrite)
    whole = merged(results)
    with target.written(results_content(whole, output), note):
        write(f"{output}: {counted(len(whole.rows), 'tournament')}")
    return 0


def _played(
    plan: Plan, output: Path, play: Callable[..., Simulated], measures: Sequence[str]
) -> Simulated:
    """Play what is missing, with a sign of life; what is kept is said if that is cut short."""
    from ...app.reports.simulating import journal_of
    from .screen import counting, note
    from .simulation_page import Tally

    tally = Tally([contender.name for contender in plan.contenders], measures)
    reached = 0, 0
    with counting(tally.lines) as count:

        def hear(known: int, total: int, row: Row | None) -> None:
            nonlocal reached
            reached = known, total
            count(known, total)
            if row is not None:
                tally.add(row)

        try:
            return play(hear=hear)
        except (KeyboardInterrupt, SystemExit):
            known, total = reached
            if known < total:
                kept = f"{known} of {total} tournaments are kept; the same command goes on"
                note(f"{journal_of(output)}: {kept}")
            raise


def _said(done: Simulated, seconds: float) -> str:
    from ...report.sheet import counted

    known = len(done.results.rows)
    if not done.played:
        return f"{counted(known, 'tournament')}, all of which were there already"
    rate = f"{done.played / max(seconds, 1e-3):.3g} a second"
    played = f"{done.played} of them played now" if done.played < known else "played"
    return f"{counted(known, 'tournament')}, {played} in {seconds:.1f} s, {rate}"


def _shard(text: str) -> Shard:
    numbers = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
    if numbers is None:
        raise RuleError(f"--shard: expected I/N, such as 2/8, got {text!r}")
    return int(numbers[1]), int(numbers[2])


def _workers(count: int | None, scheduler: str) -> Workers:
    from ...app.reports.simulating import Workers
    from ...pairing.weights.evaluation import processors

    if scheduler and count is not None:
        raise RuleError(
            "--workers are processes of this machine, and --scheduler has its own: choose"
        )
    return Workers(processes=count or processors(), scheduler=scheduler)


def _beside(plan: Path, shard: Shard) -> Path:
    part, parts = shard
    return plan.with_suffix(".csv" if parts == 1 else f".{part}-of-{parts}.csv")


def _refuse_unknown(option: str, name: str | None, known: Sequence[str]) -> None:
    if name is not None and name not in known:
        raise RuleError(f"{option}: expected one of {', '.join(known)}, got {name!r}")
