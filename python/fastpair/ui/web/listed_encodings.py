"""The encoding of a file of entries that a browser has sent without knowing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...errors import FormatError, RuleError
from ...formats.entries.table import ENCODINGS, guess_encoding, guess_remark, in_utf8

if TYPE_CHECKING:
    from collections.abc import Mapping


_BROWSER_NAMES = {"cp949": "euc-kr", "cp932": "shift_jis"}
"""Names that browsers have for some encodings; the others are ``windows-1250`` and the like."""

BROWSER_ENCODINGS: Mapping[str, str] = {
    _BROWSER_NAMES.get(encoding, encoding.replace("cp", "windows-")): title
    for encoding, title in ENCODINGS.items()
    if encoding != "utf-8"
}
"""What a browser calls the encodings of lists that are not in UTF-8, with their titles."""

_OF_BROWSER = dict(zip(BROWSER_ENCODINGS, list(ENCODINGS)[1:], strict=True))


class SentList(NamedTuple):
    """A list as the page has sent it."""

    content: bytes
    """In UTF-8."""

    guessed: str = ""
    """The encoding as browsers call it, if it is guessed."""

    remarks: tuple[str, ...] = ()


def decode_list(name: str, text: str, fields: Mapping[str, str]) -> SentList:
    """A list in UTF-8.

    Parameters
    ----------
    name
        What the list is called, for the errors.
    text
        The list as it was sent.
    fields
        ``raw`` if the text is the bytes of a file that is not in UTF-8, each as the character that
        it is in Windows-1252; ``encoding`` if the director has chosen one.

    Raises
    ------
    RuleError
        If the bytes are not in the encoding that is chosen.
    """
    content = _bytes_of(text) if fields.get("raw") else None
    if content is None:
        return SentList(text.encode("utf-8", "surrogatepass"))
    chosen = _OF_BROWSER.get(fields.get("encoding", ""))
    encoding = chosen or guess_encoding(content)
    try:
        decoded = in_utf8(name, content, encoding)
    except FormatError as error:
        raise RuleError(str(error)) from error
    if chosen:
        return SentList(decoded)
    label = next((label for label, own in _OF_BROWSER.items() if own == encoding), "")
    return SentList(decoded, label, (guess_remark(encoding),))


def _bytes_of(text: str) -> bytes | None:
    """The bytes of which a browser has made characters of Windows-1252; None if it has not."""
    content = bytearray()
    for character in text:
        try:
            content += character.encode("cp1252")
        except UnicodeEncodeError:
            if ord(character) > 0xFF:
                return None
            content.append(ord(character))
    return bytes(content)
