"""Show the members of each request: ``python docs/requests_table.py``, for docs/reference/json.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from reference_pages import properties

import fastpair

if TYPE_CHECKING:
    from collections.abc import Iterator

_SCHEMA = Path(fastpair.__file__).parent / "formats" / "fastpair" / "tournament.schema.json"

_REQUESTS = ("draw", "explain", "standings", "attendance", "identify", "check")


def tables() -> str:
    """A section for each member of a document that requests something."""
    return "\n".join(_sections())


def _sections() -> Iterator[str]:
    schema = json.loads(_SCHEMA.read_text("utf-8"))
    for name in _REQUESTS:
        part = schema["properties"][name]
        reference = part.get("$ref") or next(one["$ref"] for one in part["anyOf"] if "$ref" in one)
        definition = schema["$defs"][reference.rpartition("/")[2]]
        yield f"### `{name}`\n\n{definition['description']}\n"
        yield from properties(definition)
        yield ""


if __name__ == "__main__":
    print(tables())
