"""Print a table of the coverage by room, from the JSON of coverage.py: ``coverage_table.py FILE``."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path


def main(name):
    statements, missing = Counter(), Counter()
    for path, found in json.loads(Path(name).read_text("utf-8"))["files"].items():
        parts = Path(path).parts
        room = parts[parts.index("fastpair") + 1].removesuffix(".py")
        statements[room] += found["summary"]["num_statements"]
        missing[room] += found["summary"]["missing_lines"]
    print("| room | statements | not run | run |\n| --- | ---: | ---: | ---: |")
    for room in (*sorted(statements), None):
        every, lost = (
            (statements[room], missing[room]) if room else (statements.total(), missing.total())
        )
        print(f"| {room or 'all'} | {every} | {lost} | {1 - lost / max(every, 1):.1%} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
