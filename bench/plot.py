"""The pictures of docs/contributing/measurements.md and the README: time over n for all solvers.

python bench/plot.py build/bench.json docs/pictures/peers.svg             congresses, from a run of bench_peers
python bench/plot.py build/sparse.json docs/pictures/sparse.svg sparse    sparse graphs, from one of bench_sparse
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from cells import OURS, medians

STYLE = {
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    # Text as text, and names that do not depend on the day: the same figures, the same file.
    "svg.fonttype": "none",
    "svg.hashsalt": "fastpair",
}


def lines(benchmarks, test):
    """Sizes and milliseconds of each solver, by kind of weights or graph."""
    found = defaultdict(lambda: defaultdict(list))
    for (kind, n, solver), seconds in sorted(SECONDS[test](benchmarks).items(), key=size_of):
        found[kind][solver].append((n, 1000 * seconds))
    return found


def sparse_seconds(benchmarks):
    """Of the objectives, the one that all graphs were solved for."""
    found = medians(benchmarks, "sparse", "family", "n", "solver", "objective")
    return {key[:3]: seconds for key, seconds in found.items() if key[3] == "cardinality"}


TITLES = {
    "gotha": "Weights of congresses by OpenGotha's rules",
    "sech": "Weights of congresses by the papers' rules",
    "unif40": "Weights by lot, below 2^40",
    "ties100": "Weights by lot, from 0 to 100",
}
"""What a kind of weights is, in words; a family of graphs has its name."""

SECONDS = {
    "peers": lambda benchmarks: medians(benchmarks, "peers", "kind", "n", "solver"),
    "sparse": sparse_seconds,
}


def size_of(item):
    return item[0][1]


def duration(milliseconds, _):
    """A time with its unit, as it stands at an axis."""
    if milliseconds < 1000:
        return f"{milliseconds:g} ms"
    return f"{milliseconds / 1000:g} s"


def figure_of(found):
    figure = Figure(figsize=(10, 2.6 * ((len(found) + 1) // 2)), layout="constrained")
    solvers = list(dict.fromkeys(solver for by_solver in found.values() for solver in by_solver))
    sizes = sorted({n for lines in found.values() for line in lines.values() for n, _ in line})
    panels = figure.subplots((len(found) + 1) // 2, 2, sharex=True, sharey=True, squeeze=False).flat
    for axes, (kind, by_solver) in zip(panels, found.items(), strict=False):
        for number, solver in enumerate(solvers):
            if solver in by_solver:
                ours = solver == OURS
                axes.loglog(
                    *zip(*by_solver[solver], strict=True),
                    marker="o",
                    markersize=4,
                    linewidth=2.6 if ours else 1.3,
                    color="black" if ours else f"C{number}",
                    label=solver,
                )
        axes.set_title(TITLES.get(kind, kind))
        axes.set(xlabel="players" if kind in TITLES else "vertices", ylabel="time of one matching")
        axes.yaxis.set_major_formatter(duration)
        axes.xaxis.set_major_locator(FixedLocator(sizes))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter("{x:.0f}")
        axes.label_outer()
    handles = {
        label: handle
        for axes in figure.axes
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
    }
    figure.legend(handles.values(), handles, loc="outside lower center", ncols=len(handles))
    return figure


def main(source, target, test="peers"):
    benchmarks = json.loads(Path(source).read_text(encoding="utf-8"))["benchmarks"]
    metadata = {"Date": None} if str(target).endswith(".svg") else None
    found = lines(benchmarks, test)
    if not found:
        return
    with rc_context(STYLE):
        figure_of(found).savefig(target, metadata=metadata)


if __name__ == "__main__":
    main(*sys.argv[1:])
