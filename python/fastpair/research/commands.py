"""``fastpair simulate``, ``merge``, ``conformance`` and ``bench``."""

from __future__ import annotations

import re
from functools import partial
from itertools import product
from operator import attrgetter
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from ..app.actions.output import Output
from ..errors import MissingExtraError, RuleError
from ..letters import visible
from ..pairing.rules import LARGEST_SEED
from ..pairing.weights.evaluation import processors
from ..report.sheet import Column, counted, cut, lines_of_table
from ..ui.cli import command as option  # noqa: TC001 - the options are made of the annotations
from ..ui.cli.command import Option, PlacedArgument
from ..ui.cli.screen import counting, note, progress, show_table, write, write_json, writing
from .simulate.estimates import summary
from .simulate.execution import Expense
from .simulate.pages import ReportFolder, interval, number
from .simulate.plan_file import read_plan
from .simulate.simulation import (
    Workers,
    journal_of,
    merged,
    results_content,
    simulated,
    simulation_document,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from .bench import Peer, RaceResult
    from .bench.peers import Problem
    from .conformance import ComponentRow
    from .simulate.estimates import Summary
    from .simulate.execution import Row, Shard
    from .simulate.plan import Plan
    from .simulate.simulation import Simulated


_PlanFile = Annotated[Path, PlacedArgument(help="TOML file of the simulation.")]
_ResultsOutput = Annotated[
    Path | None,
    Option(help="File of results (.csv, .parquet); by default next to PLAN."),
]
_Workers = Annotated[
    int | None,
    Option(min=1, help="Number of processes; by default one for each processor."),
]
_Scheduler = Annotated[
    str,
    Option(metavar="ADDRESS", help="Scheduler of a Dask cluster."),
]
_Shard = Annotated[
    str, Option(metavar="I/N", help="Play one part of the repeats, for fastpair merge.")
]
_MostPlayers = Annotated[int, Option(min=2, help="Largest field to start.")]
_Report = Annotated[
    Path | None, Option(metavar="DIR", help="Folder for a page with tables and plots.")
]
_Reference = Annotated[
    str | None,
    Option(metavar="NAME", help="Contender to compare the others with; by default the first."),
]
_Measures = Annotated[
    list[str] | None,
    Option(metavar="NAME", help="A measure to show, in the report too. Can be repeated."),
]
_Results = Annotated[list[Path], PlacedArgument(help="Results of all shards of a plan.")]
_Merged = Annotated[Path, Option(help="File of results (.csv, .parquet) to write.")]


_LONG = 60
"""Seconds from which on it is said how long it may take."""


def simulate(
    plan: _PlanFile,
    output: _ResultsOutput = None,
    workers: _Workers = None,
    scheduler: _Scheduler = "",
    shard: _Shard = "1/1",
    report: _Report = None,
    reference: _Reference = None,
    measure: _Measures = None,
    most_players: _MostPlayers = 5000,
    overwrite: option.Overwrite = False,
    json: option.Json = False,
) -> int:
    """Simulate tournaments by a plan, and compare the contenders.

    Results are saved after each tournament: an interrupted command continues where it stopped.
    """
    part = _shard(shard)
    chosen = _workers(workers, scheduler)
    read = read_plan(plan, most_players=most_players)
    _refuse_unknown("--reference", reference, [contender.name for contender in read.contenders])
    target = output or _default_output(plan, part)
    if read.field.file and target.resolve() == (plan.parent / read.field.file).resolve():
        raise RuleError(f"{target}: is the file of the field, which is read: name another --output")
    folder = ReportFolder.in_folder(report, (plan, target), overwrite=overwrite) if report else None
    expense = Expense.of(read, part)
    if expense.seconds > _LONG * chosen.processes:
        note(f"{plan}: {expense.describe(chosen.processes)}")
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
    totals = summary(done.results, reference)
    if done.backup:
        note(f"{target}: what it held before is in {done.backup.name}")
    _show_played(
        done, totals, "" if json else f"{target}: {_summarize(done, seconds)}", measure or ()
    )
    if folder:
        page = folder.write(done.results, totals.only(measure or ()), note)
        if not json:
            write()
            write(f"{page}: tables and plots")
    return 0


def _show_played(done: Simulated, totals: Summary, message: str, measures: Sequence[str]) -> None:
    """Show the results; as JSON without a message."""
    if not message:
        write_json(simulation_document(done.results, totals))
        return
    write(message)
    write()
    show_simulation(totals, measures)


def merge(
    results: _Results,
    output: _Merged,
    overwrite: option.Overwrite = False,
) -> int:
    """Merge the results of all shards of a simulation."""
    target = Output.prepare(output, results, overwrite=overwrite)
    whole = merged(results)
    with writing(target, results_content(whole, output)):
        write(f"{output}: {counted(len(whole.rows), 'tournament')}")
    return 0


def _played(
    plan: Plan, output: Path, play: Callable[..., Simulated], measures: Sequence[str]
) -> Simulated:
    """Play what is missing, and report what is stored if that is interrupted."""
    tally = _Tally([contender.name for contender in plan.contenders], measures)
    progress_so_far = 0, 0
    with counting(tally.lines) as count:

        def hear(number: int, total: int, row: Row | None) -> None:
            nonlocal progress_so_far
            progress_so_far = number, total
            count(number, total)
            if row is not None:
                tally.add(row)

        try:
            return play(hear=hear)
        except (KeyboardInterrupt, SystemExit):
            number, total = progress_so_far
            if number < total:
                message = f"{number} of {total} tournaments are kept; the same command goes on"
                note(f"{journal_of(output)}: {message}")
            raise


def _summarize(done: Simulated, seconds: float) -> str:

    number = len(done.results.rows)
    if not done.played:
        return f"{counted(number, 'tournament')}, all of which were there already"
    rate = f"{done.played / max(seconds, 1e-3):.3g} a second"
    played = f"{done.played} of them played now" if done.played < number else "played"
    return f"{counted(number, 'tournament')}, {played} in {seconds:.1f} s, {rate}"


def _shard(text: str) -> Shard:
    numbers = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
    if numbers is None:
        raise RuleError(f"--shard: expected I/N, such as 2/8, got {text!r}")
    return int(numbers[1]), int(numbers[2])


def _workers(count: int | None, scheduler: str) -> Workers:
    if scheduler and count is not None:
        raise RuleError(
            "--workers are processes of this machine, and --scheduler has its own: choose"
        )
    return Workers(processes=count or processors(), scheduler=scheduler)


def _default_output(plan: Path, shard: Shard) -> Path:
    part, parts = shard
    return plan.with_suffix(".csv" if parts == 1 else f".{part}-of-{parts}.csv")


def _refuse_unknown(option: str, name: str | None, names: Sequence[str]) -> None:
    if name is not None and name not in names:
        raise RuleError(f"{option}: expected one of {', '.join(names)}, got {name!r}")


_MEASURES = 3
"""So many are shown unless others are asked for."""

_MOST = 15
"""Contenders whose means are shown while they play."""

_NAME = 40


class _Tally:
    """The means of what has been played so far.

    Parameters
    ----------
    names
        Those of the contenders.
    measures
        What is shown; empty for the first ones.
    """

    def __init__(self, names: Sequence[str], measures: Sequence[str]) -> None:
        self._names = [cut(visible(name), _NAME) for name in names]
        self._measures = tuple(measures)
        self._sums: dict[int, list[float]] = {}
        self._counts: dict[int, int] = {}

    def add(self, row: Row) -> None:
        """Count a tournament."""
        self._measures = self._measures or tuple(row.measures)[:_MEASURES]
        sums = self._sums.setdefault(row.contender, [0.0] * len(self._measures))
        for place, measure in enumerate(self._measures):
            sums[place] += row.measures.get(measure, 0.0)
        self._counts[row.contender] = self._counts.get(row.contender, 0) + 1

    def lines(self) -> Iterable[str]:
        """The means as a table; of many contenders, those who have played most."""
        most = sorted(sorted(self._counts), key=lambda place: -self._counts[place])[:_MOST]
        rows = [
            [
                self._names[place],
                str(self._counts[place]),
                *(number(total / self._counts[place]) for total in self._sums[place]),
            ]
            for place in sorted(most)
        ]
        columns = _columns(self._measures)
        return lines_of_table(columns, [[column.title for column in columns], *rows])


def show_simulation(totals: Summary, measures: Sequence[str]) -> None:
    """Write the means and the differences, a line for each contender.

    Parameters
    ----------
    measures
        What is shown; empty for the first ones.
    """
    chosen = tuple(measures) or tuple(totals.compared)[:_MEASURES]
    write("means, with 95 % intervals")
    show_table(_columns(chosen), list(_contender_rows(totals, chosen, differences=False)))
    write()
    write(f"differences to {totals.reference} in the same tournaments")
    show_table(_columns(chosen), list(_contender_rows(totals, chosen, differences=True)))
    left = [measure for measure in totals.compared if measure not in chosen]
    if left:
        write()
        write(f"also measured, see --measure and --report: {', '.join(left)}")


def _columns(measures: Sequence[str]) -> list[Column]:
    measure_columns = (Column(visible(measure), right=True) for measure in measures)
    return [Column("contender"), Column("repeats", right=True), *measure_columns]


def _contender_rows(
    totals: Summary, measures: Sequence[str], *, differences: bool
) -> Iterator[list[str]]:
    for name in next(iter(totals.compared.values()), ()):
        if differences and name == totals.reference:
            continue
        found = [totals.compared[measure][name] for measure in measures]
        statistics = [each.difference if differences else each.mean for each in found]
        yield [
            name,
            str(max((each.count for each in statistics), default=0)),
            *map(interval, statistics),
        ]


_DIFFERENT = 1
"""Exit status if something differs."""


def conformance(
    folder: Annotated[Path, PlacedArgument(help="Folder of tournaments with OpenGotha's output.")],
    by_tournament: Annotated[
        bool,
        Option(help="Show a line for each tournament instead of each round."),
    ] = False,
) -> int:
    """Count the differences from OpenGotha's standings, groups, weights and draws.

    Each subject has a table with the mismatches of each component by round, and the number of
    compared values below. The exit status is 1 if there is any mismatch.
    """
    from .conformance import compare

    by_subject: dict[str, list[ComponentRow]] = {}
    with progress() as show:
        for row in compare(folder):
            show(f"{row.tournament} {row.variant}, round {row.round_number}: {row.subject}")
            by_subject.setdefault(row.subject, []).append(row)
    for subject, rows in by_subject.items():
        write(f"{subject}: mismatches")
        _show_conformance(rows, by_tournament=by_tournament)
        write()
    for subject, rows in by_subject.items():
        write(f"{subject}: {_sum(rows)}")
    return _DIFFERENT if any(row.mismatches for rows in by_subject.values() for row in rows) else 0


def _show_conformance(rows: Sequence[ComponentRow], *, by_tournament: bool) -> None:
    """Write a table of one subject: a line for each round or tournament, a column for a component."""
    components = list(dict.fromkeys(row.component for row in rows))
    lines: dict[tuple[str, ...], list[ComponentRow]] = {}
    for row in rows:
        where = (row.tournament, row.variant, str(row.round_number or ""))
        lines.setdefault(where[:2] if by_tournament else where, []).append(row)
    heads = ("values", *components) if by_tournament else ("round", "values", *components)
    rest = [""] * (len(heads) - len(components))
    show_table(
        [Column("tournament"), Column("variant"), *(Column(head, right=True) for head in heads)],
        [
            *(
                [*where, str(sum(map(_values, line))), *_counts(line, components, _mismatches)]
                for where, line in lines.items()
            ),
            ["all: values", *rest, *_totals(rows, components, _values)],
            ["all: mismatches", *rest, *_totals(rows, components, _mismatches)],
        ],
    )


_values, _mismatches = attrgetter("values"), attrgetter("mismatches")


def _counts(
    rows: Sequence[ComponentRow],
    components: Sequence[str],
    count: Callable[[ComponentRow], int],
) -> Iterator[str]:
    """The counts of each component."""
    for component in components:
        found = [count(row) for row in rows if row.component == component]
        yield str(sum(found)) if found else ""


def _totals(
    rows: Sequence[ComponentRow],
    components: Sequence[str],
    count: Callable[[ComponentRow], int],
) -> Iterator[str]:
    """The sum of the counts of all components, and each."""
    yield str(sum(map(count, rows)))
    yield from _counts(rows, components, count)


def _sum(rows: Sequence[ComponentRow]) -> str:
    return f"{sum(map(_values, rows))} values compared, {sum(map(_mismatches, rows))} mismatches"


_WRONG = 1


Congress = Literal["gotha", "sech", "unif40", "ties100"]
Sparse = Literal[
    "delaunay",
    "nearest",
    "random",
    "grid",
    "triangle-grid",
    "roads",
    "power-law",
    "tree",
]
Kind = Literal[Congress, Sparse]
"""Kinds of congresses, and families of sparse graphs."""

Objective = Literal["weight", "cardinality", "unit"]

_CONGRESSES: tuple[Kind, ...] = get_args(Congress)


def bench(
    sizes: Annotated[
        list[int] | None,
        Option(
            "--players",
            "-n",
            min=2,
            help="Number of players or vertices; by default 100, 300, 1000.",
        ),
    ] = None,
    kinds: Annotated[
        list[Kind] | None,
        Option("--kind", help="Weights or graphs; by default all kinds of congresses."),
    ] = None,
    objective: Annotated[
        Objective,
        Option(help="Objective in sparse graphs; unit: all weights are 1."),
    ] = "cardinality",
    rounds: Annotated[
        int, Option(min=0, help="Rounds already played, whose pairs are excluded.")
    ] = 5,
    seed: Annotated[int, Option(min=0, max=LARGEST_SEED, help="Seed of the instances.")] = 1,
    seconds: Annotated[
        float, Option(min=0, help="Seconds to repeat each solve, for a median.")
    ] = 0.5,
    all_sizes: Annotated[bool, Option(help="Include solvers that take minutes.")] = False,
) -> int:
    """Compare the matching with other exact solvers installed here.

    All solvers get the same generated instances: gotha has weights like OpenGotha's, sech like
    the papers', unif40 and ties100 are random numbers below 2**40 and up to 100; the other kinds
    are sparse graphs. Only the solve is timed. Python packages take part if they can be imported,
    LEMON and Boost.Graph if a C++ compiler and their headers are installed.

    The exit status is 1 if any total differs from the proven one.
    """
    from .bench import PEERS, instance, race, sparse_instance

    with progress() as show:
        show("looking for peers")
        absences = {peer.name: peer.absence() for peer in PEERS}
        present = _present(PEERS, absences)
        rows: list[list[str]] = []
        right = True
        for n, kind in product(sizes or (100, 300, 1000), kinds or _CONGRESSES):
            show(f"{kind} {n}")
            if kind in _CONGRESSES:
                problem: Problem = instance(kind, n, rounds=rounds, seed=seed)
            else:
                problem = sparse_instance(kind, n, seed=seed, objective=objective)
            runners = [peer for peer in present if all_sizes or n <= _limit(peer, kind)]
            entries = race(problem, runners, seconds=seconds)
            rows += [_row(kind, n, entry) for entry in entries]
            right &= all(entry.right for entry in entries)
    _show_bench(rows)
    for name, absence in absences.items():
        if absence:
            write(f"not asked: {name} ({absence})")
    return 0 if right else _WRONG


def _limit(peer: Peer, kind: Kind) -> int:
    return peer.limit if kind in _CONGRESSES else peer.sparse_limit


def _present(peers: Iterable[Peer], absences: dict[str, str | None]) -> list[Peer]:
    present = [peer for peer in peers if absences[peer.name] is None]
    if not present:
        raise MissingExtraError("bench", "a comparison")
    return present


def _show_bench(rows: list[list[str]]) -> None:

    columns = [
        Column("kind"),
        Column("vertices", right=True, short="n"),
        Column("solver"),
        Column("ms", right=True),
        Column("times ours", right=True, short="ratio"),
        Column("runs", right=True),
        Column("pairs", right=True),
        Column("total", right=True),
        Column("proven"),
    ]
    show_table(columns, rows)


def _row(kind: str, n: int, entry: RaceResult) -> list[str]:
    return [
        kind,
        str(n),
        entry.peer,
        f"{1000 * entry.seconds:.3g}" if entry.seconds < 1 else f"{1000 * entry.seconds:.0f}",
        f"{entry.ratio:.3g}" if entry.ratio < 1000 else f"{entry.ratio:.0f}",
        str(entry.runs),
        str(entry.value.edges),
        str(entry.value.weight),
        "equal" if entry.right else "LESS",
    ]
