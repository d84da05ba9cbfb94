"""The languages of the printed pages."""

from __future__ import annotations

import gettext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LANGUAGES", "Language", "language"]

_FOLDER = Path(__file__).parent

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français"}
"""Their codes and their own names."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language, and the translation of English texts into it."""

    code: str
    """Two letters."""

    text: Callable[[str], str]
    """An English text in this language; as it is, if nobody has translated it."""


def language(code: str) -> Language:
    """The language of a code, such as ``"de"``.

    Raises
    ------
    RuleError
        If there is no translation into it.
    """
    if code not in LANGUAGES:
        known = ", ".join(f"{each} ({name})" for each, name in LANGUAGES.items())
        raise RuleError(f"expected a language of {known}, got {code!r}")
    if code == "en":
        return Language(code, str)
    with _FOLDER.joinpath(f"{code}.mo").open("rb") as file:
        return Language(code, gettext.GNUTranslations(file).gettext)
