"""The templates: every text is escaped, and nothing in it steers or hides."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from ..formats.characters import visible
from ..report.pages.words import ended, named, number, result
from ..report.text import counted
from .parts import id_of

__all__ = ["macros", "rendered"]


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        named=named,
        number_text=number,
        result_text=result,
        ended=ended,
        counted=counted,
        id_of=id_of,
    )
    return environment


def rendered(template: str, **values: Any) -> str:  # noqa: ANN401 - what a template shows
    """A template with its values, escaped."""
    return _environment().get_template(template).render(**values)


@cache
def macros(template: str) -> Any:  # noqa: ANN401 - the macros of a template
    """What a template defines."""
    return _environment().get_template(template).module


def _shown(value: object) -> object:
    return visible(value) if type(value) is str else value
