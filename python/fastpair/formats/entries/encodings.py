"""The encoding of a list that does not say it: that in which most words can be names.

Only lists of entries are guessed at: spreadsheets write them in the code page of the computer.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from ...errors import FormatError
from ...sentences import marked

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ENCODINGS", "guess_encoding", "guess_remark", "in_utf8"]

_LATIN: dict[str, str] = {
    "cp1252": "äöüß àâæçéèêëîïôœùûüÿ áéíóúüñ ãõáéíóúâêôçà àèéìòù æøåéö åäöé éëïöüáó",
    "cp1250": "áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž ąćęłńóśźż áéíóöőúüű čćđšž ăâîşţ äöüßéëçâîô",
    "cp1254": "çğıöşüâîi̇ äöüß àâçéèêëîïôùû áéíóúüñ åäöæøé",
    "cp1257": "ąčęėįšųūž āčēģīķļņšūž äöõüšž åæøé ąćęłńóśźż",
}
"""The letters beyond ASCII of languages, by the code page of Windows in which they are written."""

_ICELANDIC = set("áéíóúýþæöð")
"""The letters of a language whose code page is that of the West, and that few players write; most
lists with them are Turkish ones in another code page."""

_OTHER: dict[str, str] = {
    "cp1251": "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґўђјљњћџѓќѕ",
    "cp1253": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
}

_COMMON_BYTES: dict[str, tuple[tuple[int, int], ...]] = {
    "cp949": ((0xB0, 0xC8),),
    "gbk": ((0xB0, 0xD7),),
    "cp932": ((0x82, 0x83), (0x88, 0x97)),
    "big5": ((0xA4, 0xC6),),
}
"""First bytes of the usual characters of East Asia; in Korea those of Hangul."""

_COUNTRIES: dict[str, str] = {
    "cp1250": "CZ SK PL HU SI HR RO BA RS",
    "cp1251": "RU UA BY BG RS MK KZ",
    "cp1253": "GR CY",
    "cp1254": "TR AZ",
    "cp1257": "LT LV EE",
    "gbk": "CN",
    "big5": "TW HK MO",
    "cp932": "JP",
    "cp949": "KR KP",
}
_ELSEWHERE = {country for countries in _COUNTRIES.values() for country in countries.split()}

ENCODINGS: dict[str, str] = {
    "utf-8": "UTF-8",
    "cp1252": marked("Windows-1252, Western Europe"),
    "cp1254": marked("Windows-1254, Turkey"),
    "cp1250": marked("Windows-1250, Central Europe"),
    "cp1257": marked("Windows-1257, Baltic"),
    "cp1251": marked("Windows-1251, Cyrillic"),
    "cp1253": marked("Windows-1253, Greek"),
    "cp949": marked("EUC-KR, Korea"),
    "gbk": marked("GBK, mainland China"),
    "cp932": marked("Shift-JIS, Japan"),
    "big5": marked("Big5, Taiwan and Hong Kong"),
}
"""Encodings of lists, with their names; of two that fit alike the first is taken."""

_WORD = re.compile(r"[^\s,;:.'\"()/|_0-9-]+")
_COUNTRY = re.compile(rb"(?<![A-Za-z\x80-\xff])[A-Z]{2}(?![A-Za-z\x80-\xff])")
_LONGEST_SAMPLE = 1 << 16


def in_utf8(path: str, content: bytes, encoding: str) -> bytes:
    """A list in UTF-8, given the encoding that it is in.

    Raises
    ------
    FormatError
        If there is no such encoding, or the list is not in it.
    """
    try:
        return content.decode(encoding).encode("utf-8-sig")
    except LookupError:
        known = ", ".join(ENCODINGS)
        message = f"expected an encoding such as {known}, found {encoding[:40]!r}"
        raise FormatError(path, None, message) from None
    except UnicodeError as error:
        start = error.start if isinstance(error, UnicodeDecodeError) else 0
        line = content[:start].count(b"\n") + 1
        raise FormatError(path, line, f"expected text in {encoding}, found other bytes") from None


def guess_encoding(content: bytes) -> str:
    """The encoding of a text that is not in UTF-8: of those that can be, the likeliest.

    Each word with letters beyond ASCII should be one of a language of the encoding, in small letters
    or with a capital. A country that is named tells the encoding if the words do not.
    """
    cut = content.rfind(b"\n", 0, _LONGEST_SAMPLE) + 1 if len(content) > _LONGEST_SAMPLE else 0
    sample = content[:cut] or content
    best, most = "latin-1", 0.0
    for encoding in list(ENCODINGS)[1:]:
        try:
            content.decode(encoding)
            text = sample.decode(encoding)
        except UnicodeDecodeError:
            continue
        likelihood = _likelihood(text, encoding) + _share_of_countries(sample, encoding) / 8
        if likelihood > most or best == "latin-1":
            best, most = encoding, likelihood
    return best


def guess_remark(encoding: str) -> str:
    """Say which encoding is guessed."""
    name = ENCODINGS.get(encoding, encoding)
    return (
        f"the list does not say its encoding, which is taken as {encoding} ({name}): if names look "
        "wrong, name another one, or save the list as UTF-8"
    )


def _likelihood(text: str, encoding: str) -> float:
    """The share of the words beyond ASCII that the languages of an encoding may have."""
    words = {word for word in _WORD.findall(text) if not word.isascii()}
    rate = _rate_of(encoding)
    return sum(map(rate, words)) / len(words) if words else 1.0


def _rate_of(encoding: str) -> Callable[[str], float]:
    """What says how likely a word is in an encoding, from 0 to 1."""
    if encoding in _COMMON_BYTES:
        return lambda word: _common_share(word, encoding)
    if encoding in _OTHER:
        letters = set(_OTHER[encoding])
        return lambda word: float(letters.issuperset(word.lower()) and _is_cased(word))
    alphabets = [set(language) for language in _LATIN[encoding].split()]

    def rate(word: str) -> float:
        beyond = {letter for letter in word.lower() if not letter.isascii()}
        if not (word.isalpha() and _is_cased(word)):
            return 0.0
        if any(beyond <= alphabet for alphabet in alphabets):
            return 1.0
        return 0.9 if encoding == "cp1252" and beyond <= _ICELANDIC else 0.0

    return rate


def _is_cased(word: str) -> bool:
    """Whether capitals are at the beginning of a word, or all through."""
    rest = word[1:]
    return rest == rest.lower() or word == word.upper() or word[:2] in ("Mc", "De", "Di", "Le")


def _common_share(word: str, encoding: str) -> float:
    """The share of usual characters in a word of East Asia, in which are no Latin letters."""
    common = 0
    for character in word:
        code = character.encode(encoding)
        if len(code) < 2 and unicodedata.category(character).startswith("L"):
            return 0.0
        common += any(low <= code[0] <= high for low, high in _COMMON_BYTES[encoding])
    return common / len(word)


def _share_of_countries(content: bytes, encoding: str) -> float:
    """The share of the countries in a list that write in an encoding."""
    found = [code.decode() for code in _COUNTRY.findall(content)]
    own = set(_COUNTRIES.get(encoding, "").split())
    here = [code in own if own else code not in _ELSEWHERE for code in found]
    return sum(here) / len(here) if here else 0.0
