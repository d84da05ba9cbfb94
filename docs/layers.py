"""Draw the packages by their imports: ``python docs/layers.py``, for docs/contributing/architecture.md.

A package is above all packages that it imports from, inside functions too.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "python" / "fastpair"


def package_of(parts: tuple[str, ...]) -> str:
    """The package of a module, or nothing for one that only re-exports names."""
    return "" if parts[:1] == ("__init__",) else parts[0] if parts else ""


def imported_packages(path: Path) -> set[str]:
    """The packages that a module imports from."""
    here = path.relative_to(PACKAGE).with_suffix("").parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = (*here[: len(here) - node.level], *(node.module or "").split("."))
            whole = tuple(filter(None, base))
            found |= {package_of((*whole, alias.name)) for alias in node.names}
    return found


def drawing() -> str:
    """The packages by levels, the highest first."""
    below: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        package = package_of(path.relative_to(PACKAGE).with_suffix("").parts)
        below.setdefault(package, set()).update(imported_packages(path))
    packages = set(below) - {""}

    @cache
    def level(package: str) -> int:
        return 1 + max(
            (level(other) for other in (below[package] & packages) - {package}), default=0
        )

    levels = {level(package) for package in packages}
    lines = (
        f"{number:2}  {'   '.join(sorted(package for package in packages if level(package) == number))}"
        for number in sorted(levels, reverse=True)
    )
    return "\n".join(lines)


if __name__ == "__main__":
    print(drawing())
