"""Write the table of public names into docs/reference/api.md: ``python docs/api_table.py``."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import getdoc, isclass, isfunction, signature
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).parent / "reference" / "api.md"

MODULES = (
    "fastpair",
    "fastpair.typing",
    "fastpair.matching",
    "fastpair.matching.blocks",
    "fastpair.insight.explain",
    "fastpair.pairing.weights",
)

_START, _END = "## Names\n", "## Pages\n"


def tables() -> str:
    """The names of each module, with the arguments of functions, and what they are."""
    return "\n".join(line for name in MODULES for line in _table(name))


def _table(module: str) -> Iterator[str]:
    yield f"\n### {module}\n"
    yield "| Name | Is |\n|---|---|"
    found = import_module(module)
    for name in found.__all__:
        value = getattr(found, name)
        if isfunction(value):
            name += f"({', '.join(signature(value).parameters)})"
        if isclass(value) or isfunction(value):
            about = (getdoc(value) or "").partition("\n")[0]
        else:
            is_value = name.isupper() or name.startswith("__")
            about = "A constant." if is_value else "A type for annotations."
        yield f"| `{name}` | {about.replace('``', '`').replace('|', chr(92) + '|')} |"


def page() -> str:
    """The page with its tables as they are now."""
    text = PAGE.read_text("utf-8")
    tables_now = f"{_START}{tables()}\n\n{_END}"
    return re.sub(f"{_START}.*?{_END}", lambda _: tables_now, text, flags=re.DOTALL)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
