"""The templates: every text is escaped, and nothing in it steers or hides."""

from __future__ import annotations

import json
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup

from ...formats.characters import visible, without_accents
from ...report.languages import LANGUAGES
from ...report.pages import ended, format_number, named, result
from ...report.sheet import counted
from ...sentences import marked
from .listed_encodings import BROWSER_ENCODINGS
from .parts import id_of
from .spoken import speaking, spoken, spoken_many
from .wording import here, kind_of_swap, placed, stated, titled

_FIRST, _LAST = 0x80, 0x590
"""Of the letters of Latin, Greek and Cyrillic that are not those of ASCII."""


@cache
def load_pages() -> dict[str, str]:
    """The templates by their names, read once: those of another version would not fit."""
    return {
        path.name: path.read_text("utf-8")
        for path in files(__package__).joinpath("templates").iterdir()
    }


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=DictLoader(load_pages()),
        auto_reload=False,
        cache_size=-1,
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["here"] = here
    environment.globals.update(
        _=spoken,
        many=spoken_many,
        speaking=speaking,
        languages=LANGUAGES,
        marked=marked,
        titled=titled,
        placed=placed,
        stated=stated,
        kind_of_swap=kind_of_swap,
        keyed=Markup("<kbd>{}</kbd>").format,
        bold=Markup("<b>{}</b>").format,
        named=named,
        number_text=format_number,
        result_text=result,
        ended=lambda game, key: ended(game, key, spoken),
        counted=counted,
        id_of=id_of,
        list_encodings=BROWSER_ENCODINGS,
        plain_letters=json.dumps(_plain_letters(), ensure_ascii=False),
    )
    return environment


def _plain_letters() -> dict[str, str]:
    """Small letters that have no accent, and that `without_accents` spells in others all the same."""
    spelled = {sign: without_accents(sign) for sign in map(chr, range(_FIRST, _LAST))}
    return {
        sign: plain
        for sign, plain in spelled.items()
        if sign.islower() and plain not in ("", sign) and not unicodedata.decomposition(sign)
    }


def rendered(template: str, **values: Any) -> str:  # noqa: ANN401 - what a template shows
    """A template with its values, escaped."""
    return _environment().get_template(template).render(**values)


@cache
def macros(template: str) -> Any:  # noqa: ANN401 - the macros of a template
    """What a template defines."""
    return _environment().get_template(template).module


def _shown(value: object) -> object:
    return visible(value) if type(value) is str else value
