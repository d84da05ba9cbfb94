"""What a draw of few players costs a program that keeps one process, beside a process for each.

    python bench/lines.py [PLAYERS]

Least of the runs, from the document to the whole answer.
"""

from __future__ import annotations

import json
import subprocess
import sys
from time import perf_counter

from fastpair.formats.fastpair import new_content
from fastpair.pairing.generator import generate

COMMAND = [sys.executable, "-c", "from fastpair.ui.cli import main; raise SystemExit(main())"]


def least(answered, runs):
    """Least milliseconds of an answer."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        assert json.loads(answered())["boards"]
        times.append(1000 * (perf_counter() - start))
    return min(times)


def main(players):
    tournament = json.loads(new_content(generate(players, 5, seed=1, play=2)))
    line = json.dumps(tournament | {"draw": {}}).encode() + b"\n"
    with subprocess.Popen(
        [*COMMAND, "draw", "-", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:

        def warm():
            process.stdin.write(line)
            process.stdin.flush()
            return process.stdout.readline()

        print(f"{players} players, one process       {least(warm, 50):6.1f} ms")
        process.stdin.close()

    def cold():
        return subprocess.run(
            [*COMMAND, "draw", "-", "--json"], input=line, capture_output=True
        ).stdout

    print(f"{players} players, a process for each {least(cold, 5):6.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
