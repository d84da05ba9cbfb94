"""The tables of what pytest-benchmark has written, in Markdown.

    pytest bench --largest 10000 --benchmark-json=build/bench.json
    python bench/tables.py build/bench.json             all of them
    python bench/tables.py build/bench.json models      one of them, by its function
    python bench/tables.py build/sparse.json sparse     times of sparse graphs, of python bench/bench_sparse.py

All times are medians of one run; a ratio is the time of a peer in times of ours on the same instance.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

from cells import OURS, beside, infos, medians, ms, table, times
from sparse_tables import SPARSE

BY_LOT = ("unif40", "ties100")
KINDS = ("gotha", "sech", *BY_LOT)

# What the engine is held to: peer, vertices, kind, ratio at least, ratio aimed at.
GOALS = [
    ("LEMON", 1000, "gotha", 10, 25),
    ("LEMON", 2000, "gotha", 40, 100),
    ("LEMON", 5000, "gotha", 80, 180),
    *(("LEMON", 1000, kind, 20, 50) for kind in ("sech", *BY_LOT)),
    *(("LEMON", 2000, kind, 130, 300) for kind in ("sech", *BY_LOT)),
    *(("LEMON", 5000, kind, 300, 700) for kind in ("sech", *BY_LOT)),
    ("rustworkx", 1000, "gotha", 100, 200),
    *(("rustworkx", 1000, kind, 400, 1000) for kind in ("sech", *BY_LOT)),
    ("Boost", 1000, "gotha", 20, 20),
    *(("Boost", 100, kind, 2, 4) for kind in KINDS),
    ("networkx", 300, "gotha", 1000, 2000),
    *(("networkx", 300, kind, 5000, 10_000) for kind in ("sech", *BY_LOT)),
    *(("rustworkx", 100, kind, 4, 4) for kind in KINDS),
]


def peers(benchmarks):
    found = medians(benchmarks, "peers", "kind", "n", "solver")
    solvers = list(dict.fromkeys(solver for _, _, solver in found if solver != OURS))
    rows = []
    for kind, n in dict.fromkeys((kind, n) for kind, n, _ in found):
        own = found.get((kind, n, OURS))
        if own is None:
            continue
        cells = [beside(found.get((kind, n, solver)), own) for solver in solvers]
        rows.append([kind, n, ms(own), *cells])
    return table("Peers, ms (ratio)", ["weights", "n", f"{OURS}, ms", *solvers], rows)


def goals(benchmarks):
    """Ratios on the same instance; beside them what our time is to the peer's at sech.

    Ties make some peers ten times faster, so the two differ for weights by lot.
    """
    found = medians(benchmarks, "peers", "kind", "n", "solver")
    rows = []
    for peer, n, kind, least, aim in GOALS:
        own, theirs = found.get((kind, n, OURS)), found.get((kind, n, peer))
        if not own or not theirs:
            continue
        row = [peer, n, kind, least, aim, times(theirs / own), verdict(theirs / own, least, aim)]
        at_sech = found.get(("sech", n, peer))
        if kind in BY_LOT and at_sech:
            row += [times(at_sech / own), verdict(at_sech / own, least, aim)]
        rows.append(row + [""] * (9 - len(row)))
    head = ["against", "n", "weights", "least", "aim", "ratio", "verdict"]
    head += ["to its time at sech", "verdict there"]
    return table("Goals", head, rows)


def verdict(ratio, least, aim):
    return "aim" if ratio >= aim else "reached" if ratio >= least else "MISSED"


def seeds(benchmarks):
    groups = defaultdict(list)
    for (kind, n, _), seconds in medians(benchmarks, "seeds", "kind", "n", "seed").items():
        groups[kind, n].append(seconds)
    rows = [
        [
            kind,
            n,
            len(all_),
            ms(min(all_)),
            ms(median(all_)),
            ms(max(all_)),
            times(max(all_) / median(all_)),
        ]
        for (kind, n), all_ in groups.items()
    ]
    head = ["weights", "n", "seeds", "fastest, ms", "median", "slowest", "slowest / median"]
    return table("Spread over seeds", head, rows)


def passes(benchmarks):
    own = medians(benchmarks, "peers", "kind", "n", "solver")
    one = medians(benchmarks, "pass", "n")
    rows = [
        [kind, n, ms(seconds), ms(one[(n,)]), f"{seconds / one[(n,)]:.1f}"]
        for (kind, n, solver), seconds in own.items()
        if solver == OURS and (n,) in one
    ]
    return table("Passes", ["weights", "n", "solve, ms", "one pass, ms", "passes"], rows)


def memory(benchmarks):
    rows = [
        [info["kind"], info["n"], f"{100 * info['share']:.1f} %"]
        for info in infos(benchmarks, "memory")
    ]
    return table("Memory beside the matrix", ["weights", "n", "share of the matrix"], rows)


def hard(benchmarks):
    found = defaultdict(dict)
    measured = medians(benchmarks, "hard", "family", "instance", "solver")
    for (family, instance, solver), seconds in measured.items():
        found[family, instance][solver] = seconds
    rows = []
    for (family, instance), by_solver in found.items():
        others = {solver: time for solver, time in by_solver.items() if solver != OURS}
        if OURS in by_solver and others:
            best = min(others, key=others.get)
            ratio = others[best] / by_solver[OURS]
            n = instance.rpartition("-n")[2].partition("-")[0]
            rows.append(
                (ratio, [family, n, ms(by_solver[OURS]), best, ms(others[best]), times(ratio)])
            )
    rows.sort(key=lambda row: row[0])
    head = ["family", "n", f"{OURS}, ms", "best peer", "ms", "ratio"]
    return table("Hard instances, worst first", head, [row for _, row in rows])


def found(benchmarks):
    """What the adversary has found, a column for each size: ours, and the ratio of LEMON."""
    taken = medians(benchmarks, "found", "family", "n", "solver")
    families = sorted(dict.fromkeys(family for family, *_ in taken))
    sizes = sorted({n for _, n, _ in taken})
    rows = [
        [
            family,
            *(
                f"{ms(taken[family, n, OURS])} ({times(taken[family, n, 'LEMON'] / taken[family, n, OURS])})"
                if {(family, n, OURS), (family, n, "LEMON")} <= taken.keys()
                else ""
                for n in sizes
            ),
        ]
        for family in families
    ]
    return table(
        "Found by search, ms (times as long LEMON took)", ["recipe", *map(str, sizes)], rows
    )


def opengotha(benchmarks):
    found = medians(benchmarks, "opengotha", "instance", "n", "solver")
    solvers = list(dict.fromkeys(solver for *_, solver in found if solver != OURS))
    rows = [
        [*key, ms(own), *(beside(found.get((*key, each)), own) for each in solvers)]
        for (*key, solver), own in found.items()
        if solver == OURS
    ]
    return table("Rounds of congresses, ms (ratio)", ["round", "n", f"{OURS}, ms", *solvers], rows)


def models(benchmarks):
    """Weights of all pairs from the field to the integers, by model and players."""
    found = medians(benchmarks, "model", "players", "model")
    names = list(dict.fromkeys(name for _, name in found))
    rows = [
        [players, *(ms(found[players, name]) for name in names)]
        for players in dict.fromkeys(players for players, _ in found)
    ]
    return table("Weights of all pairs, ms", ["players", *(f"`{name}`" for name in names)], rows)


def floats(benchmarks):
    """Ratios of turns: a float beside the same weights as integers."""
    rows = [
        [info["kind"], info["form"], info["n"], f"{info['ratio']:.2f}"]
        for info in infos(benchmarks, "floats")
    ]
    return table("Floats in times of integers", ["weights", "form", "n", "ratio"], rows)


def small(benchmarks):
    found = medians(benchmarks, "small", "n", "form")
    forms = list(dict.fromkeys(form for _, form in found))
    rows = [
        [n, *(f"{1e6 * found[n, form]:.1f}" if (n, form) in found else "" for form in forms)]
        for n in dict.fromkeys(n for n, _ in found)
    ]
    return table("Few vertices, µs", ["n", *forms], rows)


def dutch(benchmarks):
    rows = [
        [
            info["n"],
            info["round"],
            f"{1000 * info['ours']:.0f}",
            f"{1000 * info['theirs']:.0f}",
            f"{info['theirs'] / info['ours']:.1f}×",
        ]
        for info in infos(benchmarks, "dutch")
    ]
    heads = ["players", "round", "fastpair, ms", "bbpPairings, ms", "ratio"]
    return table("Rounds of the Dutch system, processor time", heads, rows)


ENGINE = (goals, peers, seeds, passes, memory, hard, opengotha)
OTHERS = (found, models, floats, small, dutch)


def main(path, *names):
    report = json.loads(Path(path).read_text(encoding="utf-8"))
    benchmarks, machine = report["benchmarks"], report["machine_info"]
    if names:
        sections = {section.__name__: section for section in (*ENGINE, *SPARSE, *OTHERS)}
        chosen = [sections[name] for name in names]
    else:
        chosen = ENGINE
        print(
            f"{machine['cpu'].get('brand_raw', machine['machine'])}, {machine['system']},",
            *(f"{clone}," for clone in machine.get("clones", [])[-1:]),
            end=" ",
        )
        print(f"Python {machine['python_version']}, {report['datetime'][:10]}\n")
    for section in chosen:
        print(*section(benchmarks), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
