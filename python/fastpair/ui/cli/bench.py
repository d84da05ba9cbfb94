"""``fastpair bench``: fastpair beside the other exact solvers of this machine."""

from __future__ import annotations

from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...research.bench import Entry, Peer
    from ...research.bench.peers import Problem


_WRONG = 1


class Kind(StrEnum):
    """Kinds of congresses, and families of sparse graphs."""

    GOTHA = "gotha"
    SECH = "sech"
    UNIF40 = "unif40"
    TIES100 = "ties100"
    DELAUNAY = "delaunay"
    NEAREST = "nearest"
    RANDOM = "random"
    GRID = "grid"
    TRIANGLE_GRID = "triangle-grid"
    ROADS = "roads"
    POWER_LAW = "power-law"
    TREE = "tree"


_CONGRESSES = (Kind.GOTHA, Kind.SECH, Kind.UNIF40, Kind.TIES100)


class Objective(StrEnum):
    """What is asked of a matching in a sparse graph."""

    WEIGHT = "weight"
    CARDINALITY = "cardinality"
    UNIT = "unit"


def bench(
    sizes: Annotated[
        list[int] | None,
        typer.Option(
            "--players", "-n", min=2, help="Players, or vertices; by default 100, 300, 1000."
        ),
    ] = None,
    kinds: Annotated[
        list[Kind] | None,
        typer.Option("--kind", help="Weights or graphs; by default all kinds of congresses."),
    ] = None,
    objective: Annotated[
        Objective,
        typer.Option(help="What counts in sparse graphs; unit: the most edges, all weigh 1."),
    ] = Objective.CARDINALITY,
    rounds: Annotated[
        int, typer.Option(min=0, help="Rounds played before: who met is no pair.")
    ] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Of what is invented.")] = 1,
    seconds: Annotated[
        float, typer.Option(min=0, help="How long each solves the same again, for a median.")
    ] = 0.5,
    all_sizes: Annotated[
        bool, typer.Option("--all-sizes", help="Ask also those who take minutes at such a size.")
    ] = False,
) -> int:
    """Compare with the exact solvers that are installed here, and check that all agree.

    Everyone solves the same invented congresses: gotha has weights in the manner of OpenGotha,
    sech those of the papers, unif40 and ties100 are random numbers below 2**40 and up to 100. The
    other kinds are sparse graphs, from points in the plane to trees, also of a million vertices.
    Only the solving is timed, not the building of a peer's graph. Python packages are asked if
    they can be imported; LEMON and Boost if a C++ compiler and their headers are here, those of
    liblemon-dev and of Boost.Graph since 2025.

    Exit status 1 if somebody's total is not the proven one.
    """
    from ...research.bench import PEERS, instance, race, sparse_instance
    from .screen import progress, write

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
            asked = [peer for peer in present if all_sizes or n <= _limit(peer, kind)]
            entries = race(problem, asked, seconds=seconds)
            rows += [_row(kind, n, entry) for entry in entries]
            right &= all(entry.right for entry in entries)
    _show(rows)
    for name, absence in absences.items():
        if absence:
            write(f"not asked: {name} ({absence})")
    return 0 if right else _WRONG


def _limit(peer: Peer, kind: Kind) -> int:
    return peer.limit if kind in _CONGRESSES else peer.sparse_limit


def _present(peers: Iterable[Peer], absences: dict[str, str | None]) -> list[Peer]:
    from ...errors import MissingExtraError

    present = [peer for peer in peers if absences[peer.name] is None]
    if not present:
        raise MissingExtraError("bench", "a comparison")
    return present


def _show(rows: list[list[str]]) -> None:
    from ...report.sheet import Column
    from .screen import show_table

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


def _row(kind: str, n: int, entry: Entry) -> list[str]:
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
