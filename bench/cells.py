"""What is in a run of pytest-benchmark, and the cells of tables in Markdown."""

from __future__ import annotations

OURS = "fastpair"


def test_of(benchmark):
    """Name of the function that was benchmarked, such as ``peers``."""
    return benchmark["name"].partition("[")[0].removeprefix("test_")


def medians(benchmarks, test, *keys):
    """Median seconds of a test by some of its parameters."""
    return {
        tuple(each["extra_info"][key] for key in keys): each["stats"]["median"]
        for each in benchmarks
        if test_of(each) == test
    }


def infos(benchmarks, test):
    """What else a test has found out."""
    return [each["extra_info"] for each in benchmarks if test_of(each) == test]


def ms(seconds):
    """Milliseconds to three figures."""
    value = 1000 * seconds
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def times(ratio):
    return f"{ratio:.3g}×" if ratio < 1000 else f"{ratio:.0f}×"


def beside(theirs, own):
    """The time of a peer, and its ratio to ours; nothing if it took no part."""
    return f"{ms(theirs)} ({times(theirs / own)})" if theirs else ""


def table(title, head, rows):
    """A table in Markdown; nothing where nothing was measured."""
    if not rows:
        return []
    lines = [head, ["---"] * len(head), *rows]
    return [f"**{title}**", "", *(f"| {' | '.join(map(str, line))} |" for line in lines), ""]
