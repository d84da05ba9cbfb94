"""Text from bytes of an unstated encoding, and names in an encoding that lacks some letters."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

from ..errors import FormatError
from .names import PLAIN_LETTERS

__all__ = ["WESTERN", "TextFile", "is_hidden", "nearest", "visible"]

WESTERN = "iso-8859-15"
"""The encoding in which OpenGotha writes result files [FORMATS 2]."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of control characters in Unicode: controls, directions and joiners, lone surrogates,
line ends."""

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters and marks that Unicode says to ignore, and that a terminal does not show."""

_LINE_END = re.compile(r"\r\n|\n|\r")
_BINARY = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\ufffd]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_LONGEST_LINE = 4096


@dataclass(frozen=True)
class TextFile:
    """The lines of a text file, and what is needed to write it in the same way."""

    lines: tuple[str, ...]
    encoding: str = WESTERN
    line_end: str = "\n"

    @classmethod
    def of(cls, path: str, content: bytes) -> TextFile:
        """Read the lines of a file.

        Without a byte order mark the encoding is UTF-8 if the content is valid in it and has a
        letter beyond ASCII. Otherwise it is Windows-1252 if bytes occur that only Windows uses for
        letters, and else ISO-8859-15.

        Raises
        ------
        FormatError
            If the content is no text, or a line is longer than 4096 characters.
        """
        text, encoding = _decoded(path, content)
        end = _LINE_END.search(text)
        lines = _LINE_END.split(text)
        if not lines[-1]:
            lines.pop()
        for number, line in enumerate(lines, start=1):
            if found := _BINARY.search(line):
                raise FormatError(path, number, f"expected text, found {found[0]!r}")
            if len(line) > _LONGEST_LINE:
                message = f"expected lines of at most {_LONGEST_LINE} characters, found {len(line)}"
                raise FormatError(path, number, message)
        return cls(tuple(lines), encoding, end[0] if end else "\n")

    def content_of(self, lines: list[str]) -> bytes:
        """The content of a file with other lines; a sign that the encoding lacks becomes ``?``."""
        text = "".join(f"{line}{self.line_end}" for line in lines)
        return text.encode(self.encoding, "replace")


def _decoded(path: str, content: bytes) -> tuple[str, str]:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            try:
                return content.decode(encoding), encoding
            except UnicodeDecodeError as error:
                line = error.object[: error.start].count(b"\n") + 1
                message = f"expected text in {encoding.removesuffix('-sig').upper()}, as its first bytes say"
                raise FormatError(path, line, message) from None
    if content.isascii():
        return content.decode("ascii"), WESTERN
    candidates = ["utf-8"]
    if any(0x80 <= byte < 0xA0 for byte in set(content)):
        candidates.append("cp1252")
    for encoding in candidates:
        try:
            return content.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return content.decode(WESTERN), WESTERN


def visible(text: str) -> str:
    r"""A text on one line, in which an escape replaces each control or hidden character.

    >>> print(visible("Ann\x9b2J\u202e\n"))
    Ann\x9b2J\u202e\n

    Two names that differ look different, up to letters of different scripts that look alike.
    """
    if text.isprintable() and _BLANK.isdisjoint(text):
        return text
    return "".join(_escape(letter) if is_hidden(letter) else letter for letter in text)


def is_hidden(letter: str) -> bool:
    """Whether a character controls a terminal, or is not seen on it."""
    return unicodedata.category(letter) in _STEERING or letter in _BLANK


def nearest(text: str, encoding: str = WESTERN) -> str:
    """A text in which every letter that an encoding lacks is replaced.

    The letter without its accent takes the place, or ``?`` if there is none. Characters that
    control a terminal become blanks.
    """
    text = _CONTROL.sub(" ", text)
    if _has(encoding, text):
        return text
    return "".join(
        letter if _has(encoding, letter) else _nearest_letter(letter, encoding) for letter in text
    )


def _nearest_letter(letter: str, encoding: str) -> str:
    marked = unicodedata.normalize("NFKD", letter.lower()).translate(PLAIN_LETTERS)
    plain = "".join(sign for sign in marked if not unicodedata.combining(sign))
    if letter != letter.lower():
        plain = plain.capitalize()
    return plain if _has(encoding, plain) else "?"


def _has(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
