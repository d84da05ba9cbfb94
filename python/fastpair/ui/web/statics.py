"""What the pages need besides themselves: style and scripts, which lie in the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from starlette.responses import Response

from ...report.html import chart_style
from .refusals import not_found

if TYPE_CHECKING:
    from starlette.requests import Request


_KINDS = {"css": "text/css", "js": "text/javascript"}
_AN_HOUR = "public, max-age=3600"


async def static(request: Request) -> Response:
    """A file of the package by its name; no name leads to any other file."""
    held = load_statics().get(request.path_params["name"])
    if held is None:
        raise not_found()
    content, kind = held
    return Response(content, media_type=kind, headers={"cache-control": _AN_HOUR})


@cache
def load_statics() -> dict[str, tuple[bytes, str]]:
    """Content and kind of each file, read once."""
    found = {"chart.css": (chart_style().encode(), _KINDS["css"])}
    for path in files(__package__).joinpath("static").iterdir():
        kind = _KINDS.get(path.name.rpartition(".")[2])
        if kind is not None:
            found[path.name] = path.read_bytes(), kind
    return found
