"""Simulated tournaments played, kept and summed up."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, Any

from ... import __version__
from ...errors import FormatError, RuleError
from ...files import Replacement
from ...report.sheet import counted
from ...sentences import Remedy, Sentence, phrase
from .estimates import SUFFIXES, content_of, read_results
from .execution import (
    MOST_PLAYERS,
    WHOLE,
    Heading,
    Journal,
    Results,
    cluster,
    processes,
    refuse_too_many,
    run,
    tournaments,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager
    from pathlib import Path

    from .estimates import Estimate, Summary
    from .execution import Row, Shard, Trial
    from .plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Workers:
    """Who plays."""

    processes: int = 1
    """Of this machine; 1 is this process itself."""

    scheduler: str = ""
    """Address of the Dask cluster that plays instead; empty for none."""

    def at_work(self) -> AbstractContextManager[Executor | None]:
        """The workers, for the time of a block; None for this process."""
        if self.scheduler:
            return cluster(self.scheduler)
        return nullcontext() if self.processes == 1 else processes(self.processes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """What has come of a plan."""

    results: Results

    played: int
    """How many tournaments were played just now; the others were known."""

    backup: Path | None
    """Where the results are that were replaced."""


def tournament_trial() -> Trial:
    """The function that plays a tournament, imported when it is needed."""
    from .playing import trials

    return trials


def journal_of(output: Path) -> Path:
    """The file beside the output that holds what is known before all is."""
    return output.with_name(f"{output.name}.journal")


def simulated(
    plan: Plan,
    output: Path,
    *,
    shard: Shard = WHOLE,
    workers: Workers | None = None,
    overwrite: bool = False,
    most_players: int = MOST_PLAYERS,
    hear: Callable[[int, int, Row | None], None] = lambda count, total, row: None,
) -> Simulated:
    """Play what the output does not hold yet, and complete it.

    While tournaments are played, what is known stands in a journal beside the output. The next call
    goes on from there if this one is stopped, in whatever way.

    Parameters
    ----------
    output
        File of results, which is made if there is none.
    shard
        The part of the repeats that is played.
    overwrite
        Whether what the output holds is replaced, whatever it is; all is played again then.
    most_players
        How large a field may be.
    hear
        Hears how many tournaments are known, how many there are, and each row that comes.

    Raises
    ------
    FormatError
        If the output holds something else, cannot be written, or another call is writing it.
    RuleError
        If the plan or the shard cannot be played.
    WorkerError
        If workers are lost.
    """
    _refuse_impossible(plan, shard)
    refuse_too_many(plan, most_players)
    heading = Heading.of(plan, shard)
    # What cannot be written is refused before anything is played.
    results_content(Results(heading, ()), output)
    total = tournaments(plan, shard)
    with Replacement(output) as replacement:
        earlier_rows = () if overwrite or not output.exists() else _read_rows(output, heading)
        with Journal(journal_of(output), heading, replace=overwrite) as journal:

            def collect_rows() -> dict[tuple[int, int], Row]:
                kept = (
                    row for row in (*earlier_rows, *journal.rows()) if row.repeat < plan.repeats
                )
                return {row.place: row for row in kept}

            rows = collect_rows()
            before = len(rows)
            hear(before, total, None)
            if before < total:
                with (workers or Workers()).at_work() as executor:
                    trial = tournament_trial()
                    played = run(plan, trial, executor, list(rows.values()), shard=shard)
                    try:
                        for row in played:
                            journal.append(row)
                            rows[row.place] = row
                            hear(len(rows), total, row)
                    except (KeyboardInterrupt, SystemExit):
                        # A signal may come after a row is kept and before it is heard of.
                        hear(len(collect_rows()), total, None)
                        raise
        results = Results.of(heading, rows.values())
        backup = None
        if len(rows) > len(earlier_rows):
            replacement.fill(results_content(results, output), expected=None, backup=overwrite)
            backup = replacement.commit()
        journal_of(output).unlink(missing_ok=True)
    return Simulated(results=results, played=len(rows) - before, backup=backup)


def merged(paths: Sequence[Path]) -> Results:
    """The results of a whole plan from those of all its shards.

    Raises
    ------
    FormatError
        If a file cannot be read, is not complete, or does not belong to the first one.
    RuleError
        If a shard is missing.
    """
    parts: dict[int, Path] = {}
    rows: list[Row] = []
    first = read_results(paths[0]).heading
    for path in paths:
        results = read_results(path)
        part, count = results.heading.shard
        if different := replace(first, shard=results.heading.shard).difference(results.heading):
            raise FormatError(path, None, f"{different}, other than {paths[0]}")
        if (results.heading.repeats, count) != (first.repeats, first.shard[1]):
            message = (
                f"holds a shard of {count} of {counted(results.heading.repeats, 'repeat')}, and"
                f" {paths[0]} one of {first.shard[1]} of {counted(first.repeats, 'repeat')}"
            )
            raise FormatError(path, None, message)
        if part in parts:
            raise FormatError(path, None, f"holds shard {part}/{count}, as does {parts[part]}")
        if missing := sum(1 for _ in results.missing()):
            message = f"lacks {counted(missing, 'tournament')} of its shard; play it again"
            raise FormatError(path, None, message)
        parts[part] = path
        rows += results.rows
    count = first.shard[1]
    if missing_parts := [f"{part}/{count}" for part in range(1, count + 1) if part not in parts]:
        raise RuleError(
            phrase(
                "the results of these shards are missing: {missing_parts}",
                missing_parts=", ".join(missing_parts),
            )
        )
    return Results.of(replace(first, shard=WHOLE), rows)


def results_content(results: Results, output: Path) -> bytes:
    """The content of a file of results, by the suffix of its name.

    Raises
    ------
    FormatError
        If it is none of those that are known.
    MissingExtraError
        If what it needs is not installed.
    """
    if output.suffix not in SUFFIXES:
        raise FormatError(output, None, f"expected a name that ends in {' or '.join(SUFFIXES)}")
    return content_of(results, output.suffix)


def _refuse_impossible(plan: Plan, shard: Shard) -> None:
    part, parts = shard
    if not 1 <= part <= parts:
        raise RuleError(
            phrase(
                "shard {part}/{parts}: expected one from 1/{parts} to {parts}/{parts}",
                part=part,
                parts=parts,
            )
        )
    if parts > plan.repeats:
        message = f"the plan has {counted(plan.repeats, 'repeat')}, too few for so many shards"
        raise RuleError(
            phrase("shard {part}/{parts}: {message}", part=part, parts=parts, message=message)
        )
    if plan.halving is not None and shard != WHOLE:
        raise RuleError(
            phrase("a plan with halving has no shards: all contenders are compared on the way")
        )


def _read_rows(output: Path, heading: Heading) -> Sequence[Row]:
    """The rows of the output, which are those of a plan that is gone on with."""
    instead = Remedy("replace or name another")
    if not output.stat().st_size:
        return ()
    try:
        results = read_results(output)
    except FormatError as error:
        message = "exists already, and cannot be read as results of a simulation"
        raise FormatError(output, None, Sentence(message, instead)) from error
    different = heading.difference(results.heading)
    if not different and results.heading.repeats > heading.repeats:
        different = f"holds {results.heading.repeats} repeats, and the plan has {heading.repeats}"
    if different:
        raise FormatError(output, None, Sentence(different, instead))
    return results.rows


def simulation_document(results: Results, summed: Summary) -> dict[str, Any]:
    """The summary of a simulation as a JSON document; what is not known is null."""
    heading = results.heading
    return {
        "format": "fastpair.simulation",
        "version": 1,
        "program": f"fastpair {__version__}",
        "name": heading.name,
        "plan": heading.plan,
        "repeats": heading.repeats,
        "shard": list(heading.shard),
        "tournaments": len(results.rows),
        "reference": summed.reference,
        "contenders": list(heading.contenders),
        "measures": {
            measure: {
                name: {
                    "mean": _estimate(found.mean),
                    "difference": _estimate(found.difference),
                    "higher": _estimate(found.higher),
                }
                for name, found in compared.items()
            }
            for measure, compared in summed.compared.items()
        },
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    names = ("mean", "deviation", "low", "high")
    numbers = ((name, getattr(estimate, name)) for name in names)
    figures = {name: None if isnan(value) else value for name, value in numbers}
    return {"repeats": estimate.count, **figures}
