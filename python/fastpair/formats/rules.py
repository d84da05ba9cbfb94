"""Hard rules and preferences in a model's TOML file.

::

    model = "godraw2015"

    [rules]
    max_grade_difference = 9
    families = "avoid"
    forbid = [["Ito Aya", "Ito Ken", "Ito Mio"]]
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from ..pairing.rules import StatedRules, described
from .toml import TomlFile, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from ..parameters import Parameter

__all__ = ["RULES_TEXT", "read_rules"]

_COLUMN, _WIDTH = 31, 100
"""The columns in which the comments start and end."""


def read_rules(path: str | PathLike[str]) -> StatedRules:
    """Read the rules from a model's TOML file; without a table ``[rules]`` there are none.

    Raises
    ------
    FormatError
        If the file is no TOML, names something that does not exist, or has an invalid value.
    """
    file = TomlFile.read(path)
    table = file.content.get("rules", {})
    if not isinstance(table, dict):
        raise file.wrong(("rules",), f"expected a table [rules], found {quoted(table)}")
    rules = file.filled(StatedRules(), table, ("rules",), ())
    for name, said in described(StatedRules):
        value = getattr(rules, name)
        if said.least is not None and value is not None and value < said.least:
            message = f"expected a number from {said.least} for {name}, found {quoted(value)}"
            raise file.wrong(("rules", name), message)
    return rules


def _lines() -> Iterator[str]:
    yield "# Hard rules and preferences beside the weights; players by key or by name:"
    yield "# [rules]"
    for name, said in described(StatedRules):
        yield from _commented(name, said)


def _commented(name: str, said: Parameter) -> Iterator[str]:
    """A rule with an example of its value, and beside it a comment on what it does."""
    start = f"# {name} = {said.example} "
    yield from wrap(
        said.description,
        _WIDTH,
        initial_indent=f"{start:<{_COLUMN}}# ",
        subsequent_indent=f"{'#':<{_COLUMN}}# ",
    )


RULES_TEXT = "".join(f"{line}\n" for line in _lines())
"""The table as a comment, for files that a director changes."""
