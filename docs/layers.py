"""Draw the rooms of the package from its imports: ``python docs/layers.py``, for docs/contributing/architecture.md.

A room stands above all rooms that it imports from, inside functions too.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "python" / "fastpair"
HOUSES = ("app", "go", "insight", "pairing", "research", "ui")
"""Packages whose packages are rooms of their own."""


def room_of(parts: tuple[str, ...]) -> str:
    """The room of a module, or nothing for what only hands names on."""
    inner = parts[: 2 if parts and parts[0] in HOUSES else 1]
    return "" if inner == ("__init__",) or inner[-1:] == ("__init__",) else ".".join(inner)


def reached(path: Path) -> set[str]:
    """The rooms that a module imports from."""
    here = path.relative_to(PACKAGE).with_suffix("").parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = (*here[: len(here) - node.level], *(node.module or "").split("."))
            whole = tuple(filter(None, base))
            found |= {room_of((*whole, alias.name)) for alias in node.names}
    return found


def drawing() -> str:
    """The rooms by floors, the highest first."""
    below: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        room = room_of(path.relative_to(PACKAGE).with_suffix("").parts)
        below.setdefault(room, set()).update(reached(path))
    rooms = set(below) - {""}

    @cache
    def floor(room: str) -> int:
        return 1 + max((floor(other) for other in (below[room] & rooms) - {room}), default=0)

    floors = {floor(room) for room in rooms}
    lines = (
        f"{number:2}  {'   '.join(sorted(room for room in rooms if floor(room) == number))}"
        for number in sorted(floors, reverse=True)
    )
    return "\n".join(lines)


if __name__ == "__main__":
    print(drawing())
