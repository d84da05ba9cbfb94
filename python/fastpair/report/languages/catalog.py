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


def translations(source: str) -> gettext.GNUTranslations:
    """The translations of a file .po.

    The standard library reads the compiled form alone, so that is what it gets.
    """
    texts = dict(sorted((_id(entry), _translation(entry)) for entry in _entries(source)))
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


def _translation(entry: dict[str, str]) -> bytes:
    return "\0".join(text for name, text in entry.items() if name.startswith("msgstr")).encode()
