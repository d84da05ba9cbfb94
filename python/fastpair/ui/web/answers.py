"""The director's page, as a whole or only what has changed of it since the browser got it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import HTMLResponse

from .held import Told
from .refusals import PageError
from .rendering import macros, rendered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .asking import Asked
    from .parts import Part


_NOTHING = Told()

_NOT_FOUND = 404


def shown(
    asked: Asked,
    part: Part,
    parts: tuple[Part, ...],
    told: Told = _NOTHING,
    act: str = "",
) -> HTMLResponse:
    """A part of the page.

    A browser that puts changes into its page gets what differs from the state that it shows: the
    lines that do, or all of them if lines have come, gone or moved.

    Parameters
    ----------
    told
        What comes of a change that was asked for.
    act
        What was asked for, as the end of its address.
    """
    state, number = asked.state, asked.number
    rows = part.lines(state, number)
    values = {
        "asked": asked,
        "told": told,
        "act": act,
        "part": part,
        "parts": parts,
        "head": part.head(asked),
        "tournament": state.tournament,
        "macros": macros(f"{part.name}.html"),
    }
    if not asked.in_place:
        page = rendered("page.html", rows=rows.values(), **values)
        return HTMLResponse(page, 409 if told.refused else 200)
    seen = asked.desk.held.remembered(asked.seen)
    before = None if seen is None else part.lines(seen, number)
    anew = before is None or list(before) != list(rows)
    changed = [row for name, row in rows.items() if anew or before is None or row != before[name]]
    return HTMLResponse(rendered("update.html", rows=changed, anew=anew, **values))


def panel(asked: Asked, part: Part, parts: tuple[Part, ...], name: str) -> HTMLResponse:
    """What is shown beside the list of a part, alone or in the page."""
    held: Mapping[str, Any] = part.panels[name](asked)
    content = rendered(f"{name}.html", asked=asked, part=part, **held)
    if asked.in_place:
        return HTMLResponse(content)
    return HTMLResponse(rendered("beside.html", asked=asked, part=part, parts=parts, panel=content))


def refusing(
    asked: Asked, part: Part | None, parts: tuple[Part, ...], said: str, status: int
) -> PageError:
    """Refuse a page by one that leads to the rounds and parts of the tournament.

    Parameters
    ----------
    part
        The one that was asked for; None if there is none of its name, or it is not shown.
    said
        Why.
    """
    part = part if part in parts else parts[0]
    values = {"asked": asked, "part": part, "parts": parts, "said": said}
    page = rendered("missing.html", missing=status == _NOT_FOUND, **values)
    return PageError(status, said, page)
