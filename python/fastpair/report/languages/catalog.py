"""Translations as their translators write them: files .po, which need no step of a build."""

from __future__ import annotations

import gettext
import json
import re
from io import BytesIO
from itertools import accumulate
from struct import pack

from ...sentences import in_context

_LINE = re.compile(r'(?:(?P<keyword>msg\w+(?:\[\d\])?) )?(?P<text>".*")')
_MAGIC = 0x950412DE
"""What the files begin with that gettext reads."""


def translations(source: str, code: str) -> gettext.GNUTranslations:
    """The translations of a file .po, typeset for their language.

    The standard library reads the compiled form alone, so that is what it gets.
    """
    texts = dict(sorted((_id(entry), _translation(entry, code)) for entry in _entries(source)))
    pieces = [*texts.keys(), *texts.values()]
    ends = accumulate(len(piece) + 1 for piece in pieces)
    start = 28 + 8 * len(pieces)
    table = b"".join(
        pack("<2I", len(piece), start + end - len(piece) - 1)
        for piece, end in zip(pieces, ends, strict=True)
    )
    head = pack("<7I", _MAGIC, 0, len(texts), 28, 28 + 8 * len(texts), 0, 0)
    content = b"\0".join((*pieces, b""))
    return gettext.GNUTranslations(BytesIO(head + table + content))


def texts_in(source: str) -> frozenset[str]:
    """The texts that a file .po translates, of each plural the form for one."""
    return frozenset(map(_text, _entries(source)))


def _entries(source: str) -> list[dict[str, str]]:
    """The texts of each entry, by their keywords."""
    entries: list[dict[str, str]] = []
    keyword = ""
    for found in filter(None, map(_LINE.fullmatch, source.splitlines())):
        keyword = found["keyword"] or keyword
        if found["keyword"] in ("msgctxt", "msgid") and (not entries or "msgid" in entries[-1]):
            entries.append({})
        entries[-1][keyword] = entries[-1].get(keyword, "") + json.loads(found["text"])
    return entries


def _text(entry: dict[str, str]) -> str:
    """The text that is translated, with its context."""
    text, context = entry["msgid"], entry.get("msgctxt")
    return text if context is None else in_context(context, text)


def _id(entry: dict[str, str]) -> bytes:
    plural = entry.get("msgid_plural")
    return "\0".join((_text(entry), *([] if plural is None else [plural]))).encode()


def _translation(entry: dict[str, str], code: str) -> bytes:
    forms = (text for name, text in entry.items() if name.startswith("msgstr"))
    # What stands under an empty text is no translation.
    return "\0".join(typeset(form, code) if entry["msgid"] else form for form in forms).encode()


_QUOTES = {
    **dict.fromkeys(("de", "cs"), "„{}“"),
    **dict.fromkeys(("es", "it", "ru"), "«{}»"),
    "fr": "« {} »",
    "pl": "„{}”",
    "ja": "「{}」",
    "zh": "“{}”",
}
"""Where a translation has the quotes of Python around a value."""

_QUOTED = re.compile(r"\{(\w+)!r\}")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=[\w{«“])")
_SPACES = {
    re.compile(r"(?<!\s) (?=[:»])|(?<=«) "): "\N{NO-BREAK SPACE}",
    re.compile(r"(?<!\s) (?=[;?!])"): "\N{NARROW NO-BREAK SPACE}",
}
"""French has spaces in front of these signs, at which no line may break."""


def typeset(text: str, code: str) -> str:
    r"""A translation with the quotes, apostrophes and spaces of its language.

    >>> typeset("l'équipe {name!r} : absente !", "fr")
    'l’équipe «\xa0{name}\xa0»\xa0: absente\u202f!'
    """
    text = _QUOTED.sub(lambda found: _QUOTES[code].format(f"{{{found[1]}}}"), text)
    if code in ("fr", "it"):
        text = _APOSTROPHE.sub("’", text)
    if code == "fr":
        for places, space in _SPACES.items():
            text = places.sub(space, text)
    return text
