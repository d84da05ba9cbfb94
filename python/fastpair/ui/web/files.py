"""The tournament as files to keep and to send: in every format, with what each would not hold."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

from ...app.history.history import History
from ...app.history.prizes import plan_of
from ...app.reports.check import check_file
from ...app.reports.conversion import conversion
from ...app.reports.export import exported
from ...app.typed.event import TypedEvent
from ...errors import FastpairError, RuleError
from ...formats import FORMATS
from ...go.standings import last_complete_round
from ...sentences import marked, phrase
from .asked_for import complete, lacking
from .parts import Part
from .prints import PRINTS_BY_NAME, attached
from .spoken import speaking

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from starlette.responses import Response

    from ...app.reports.export import Export
    from ...formats import Format
    from .asking import Asked
    from .held import State


_RESULTS = ("egd", "ffg", "aga")
"""Formats of the federations: what was played, for ratings."""


def downloaded(asked: Asked) -> Response:
    """A file of the tournament in the format that is asked for.

    Raises
    ------
    RuleError, FormatError
        If there is no such format, or no file of it can be made.
    """
    form = _format(asked)
    target = _target(asked, form)
    if form.name in _RESULTS:
        content = _exported(asked, form).content
    else:
        content = conversion(asked.desk.held.file, target, form).content
    part = re.sub(r"[^0-9a-z]+", "-", asked.fields.get("rounds", "").strip().lower()).strip("-")
    return attached(
        content, f"{target.stem}-rounds-{part}{form.suffixes[0]}" if part else target.name
    )


def everything(asked: Asked) -> Response:
    """The file, its history, its result files and its prints as one archive."""
    file = asked.desk.held.file
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr(file.name, asked.state.document.content)
        history = History(file).path
        if history.exists():
            archive.writestr(history.name, history.read_bytes())
        plan = plan_of(file)
        if plan.exists():
            archive.writestr(plan.name, plan.read_bytes())
        for name, content in _beside(asked):
            archive.writestr(name, content)
    return attached(packed.getvalue(), f"{file.stem}.zip")


def _beside(asked: Asked) -> Iterator[tuple[str, bytes]]:
    """Result files that can be made, and the prints of the last round and of the standings."""
    for name in _RESULTS:
        try:
            content = _exported(asked, FORMATS[name]).content
        except FastpairError:
            continue  # the page says why
        yield _target(asked, FORMATS[name]).name, content
    words = speaking()
    for name, (_, made) in PRINTS_BY_NAME.items():
        if asked.state.tournament.round(asked.number).games or name in ("standings", "wallist"):
            yield f"prints/{name}.html", made(asked, words)


def _exported(asked: Asked, form: Format) -> Export:
    return exported(
        asked.desk.held.file,
        _target(asked, form),
        form,
        event=TypedEvent(),
        rounds=asked.fields.get("rounds", "").strip() or None,
        even_so="even_so" in asked.fields,
    )


def _format(asked: Asked) -> Format:
    typed = asked.typed("format")
    if typed not in FORMATS:
        raise RuleError(
            phrase(
                "expected a format ({formats}), got {got!r}", formats=", ".join(FORMATS), got=typed
            )
        )
    return FORMATS[typed]


def _target(asked: Asked, form: Format) -> Path:
    return asked.desk.held.file.with_suffix(form.suffixes[0])


def _holds(asked: Asked) -> Mapping[str, Any]:
    """What a file of a format would hold otherwise, or why there is none."""
    form, refused = _format(asked), ""
    lines: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    try:
        if form.name in _RESULTS:
            made = _exported(asked, form)
            lines, remarks = made.losses, made.remarks
        else:
            converted = conversion(asked.desk.held.file, _target(asked, form), form)
            lines, remarks = converted.losses, converted.remarks
    except RuleError as error:
        refused = error.said
    return {
        "form": form,
        "rounds": asked.fields.get("rounds", ""),
        "losses": lines,
        "remarks": remarks,
        "refused": refused,
        "lacking": lacking(asked, form.name),
    }


def _checked(asked: Asked) -> Mapping[str, Any]:
    """What a check of the whole tournament finds."""
    found = check_file(asked.desk.held.file, model=None, seed=None, tell=lambda _: None)
    return {"clean": found.clean, "sentences": tuple(found.sentences()), "remarks": found.remarks}


def _rows(state: State, number: int) -> Mapping[str, Any]:
    return {}


def _head(asked: Asked) -> Mapping[str, Any]:
    return {
        "results": [FORMATS[name] for name in _RESULTS],
        "others": [form for name, form in FORMATS.items() if name not in _RESULTS],
        "file": asked.desk.held.file.name,
        "over": last_complete_round(asked.state.tournament) == asked.state.tournament.rules.rounds,
    }


FILES = Part(
    name="files",
    title=marked("Files"),
    by_round=False,
    rows=_rows,
    head=_head,
    acts={"complete": complete},
    long=frozenset({"complete"}),
    panels={"holds": _holds, "checked": _checked},
)
"""What is kept of the tournament, and sent to the federations."""
