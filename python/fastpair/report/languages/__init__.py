"""The languages of the pages, those of the server and those that are printed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import RuleError
from .catalog import texts_in, translations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["LANGUAGES", "Language", "language", "load_catalogs", "preferred"]

_FOLDER = Path(__file__).parent

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "cs": "Čeština",
    "pl": "Polski",
    "ru": "Русский",
    "ja": "日本語",
    "zh": "中文",
}
"""Their codes and their own names."""

_WISH = re.compile(r"\s*([A-Za-z]{1,8})[-A-Za-z0-9]*\s*(?:;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*)?")


@dataclass(frozen=True, slots=True)
class Language:
    """A language, and the translation of English texts into it."""

    code: str
    """Two letters."""

    text: Callable[[str], str]
    """An English text in this language; as it is, if nobody has translated it."""

    counted: Callable[[str, str, int], str]
    """The form of a text that a number asks for, of English ones for one and for many."""

    texts: frozenset[str] | None = None
    """What is translated, of a plural the form for one; None if everything is said in this language."""

    def says(self, texts: Iterable[str]) -> bool:
        """Whether nothing of some English texts would stay English."""
        return self.texts is None or self.texts.issuperset(texts)


@cache
def load_catalogs() -> dict[str, str]:
    """The catalogs by their languages, read once."""
    codes = (code for code in LANGUAGES if code != "en")
    return {code: _FOLDER.joinpath(f"{code}.po").read_text(encoding="utf-8") for code in codes}


@cache
def language(code: str) -> Language:
    """The language of a code, such as ``"de"``.

    Raises
    ------
    RuleError
        If there is no translation into it.
    """
    if code not in LANGUAGES:
        names = ", ".join(f"{each} ({name})" for each, name in LANGUAGES.items())
        raise RuleError(f"expected a language of {names}, got {code!r}")
    if code == "en":
        return Language(code, str, lambda one, many, number: one if number == 1 else many)
    source = load_catalogs()[code]
    found = translations(source)
    return Language(code, found.gettext, found.ngettext, texts_in(source))


def preferred(wishes: str) -> str:
    """The language that a browser would like best, of those that there are.

    Parameters
    ----------
    wishes
        What it sends as ``Accept-Language``, such as ``de-CH, fr;q=0.7``.
    """
    best, found = 0.0, "en"
    for wish in wishes.split(","):
        read = _WISH.fullmatch(wish)
        if read is None or read[1].lower() not in LANGUAGES:
            continue
        weight = float(read[2] or 1)
        if weight > best:
            best, found = weight, read[1].lower()
    return found
