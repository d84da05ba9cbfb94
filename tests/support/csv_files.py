"""Tables of lines in CSV, which a test writes and edits."""

from __future__ import annotations

import csv


def write_lines(path, lines):
    """Write lines, whose columns are named by the first one."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, lines[0])
        writer.writeheader()
        writer.writerows(lines)


def edit_lines(path, edit):
    """Let a function change the list of lines."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    edit(lines)
    write_lines(path, lines)
