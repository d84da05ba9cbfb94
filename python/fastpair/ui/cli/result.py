"""``fastpair result``: results of a round, from the command line, a list or standard input."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ...app.actions import ACTIONS
from ...app.edits.results import listed_results
from ...errors import RuleError
from ...formats.files import read_file
from .actions import command_of

SETTINGS = {"context_settings": {"ignore_unknown_options": True}}

_List = Annotated[
    Path | None,
    typer.Option("--from", metavar="LIST", help="A file with tables and results, or -."),
]


def _read_list(_: Path, _number: int | None, values: dict[str, Any]) -> bool:
    """Put the results of a list behind those that are typed."""
    words, list_file = [*(values["results"] or ())], values.pop("list_file")
    if values["match"] is not None and list_file is not None:
        raise RuleError("expected either --match or --from, got both")
    if values["match"] is None and words == ["-"]:
        words, list_file = [], Path("-")
    if list_file is not None:
        listed = listed_results(list_file, read_file(list_file, "results"))
        words += [word for each in listed for word in (str(each.table), str(each.outcome))]
    values["results"] = words
    return True


result = command_of(ACTIONS["result"], optional=True, more={"list_file": _List}, prepare=_read_list)
