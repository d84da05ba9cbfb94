"""Characters, names and cells."""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count, islice, product
from typing import TYPE_CHECKING

from ..errors import FormatError
from ..go.tournament import key_of
from ..letters import PLAIN_LETTERS, folded, visible
from ..sentences import marked, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


# ---- Who is meant by a name: keys of players, and how games and byes refer to them ----


def unique_keys(names: Iterable[str], nameless: str = "") -> Iterator[str]:
    """Keys for players whose file has other identities: those of their names.

    Of several players of one name the later ones get a number. Who has no name gets ``nameless`` as
    the name, or a number too.
    """
    used: set[str] = set()
    numbers: defaultdict[str, Iterator[int]] = defaultdict(partial(count, 2))
    for name in names:
        unique = key = key_of(name) or nameless
        while not unique or unique in used:
            unique = f"{key}#{next(numbers[key])}"
        used.add(unique)
        yield unique


def short_name_of(name: str) -> str:
    """The short name that other programs give to a tournament without one."""
    return "".join(filter(str.isalnum, name)) or "tournament"


def turkish_key_of(text: str) -> str:
    """The key where the language of the computer is Turkish or Azeri: ``i`` becomes ``İ``."""
    return key_of(text.replace("i", "İ"))


def uncased(text: str) -> str:
    """A name without its spaces, otherwise as it is."""
    return text.replace(" ", "")


def depends_on_language(text: str) -> bool:
    """Whether the upper case of a name is not the same in all languages.

    Turkish and Azeri have another upper case of ``i``; Lithuanian drops a combining dot above.
    """
    return "i" in text or "\u0307" in text


def spells(reference: str, name: str) -> bool:
    """Whether a reference is the name, apart from spaces and from case in English or Turkish."""
    return any(key(reference) == key(name) for key in (key_of, turkish_key_of))


def without_umlauts(plain: str) -> str:
    """A text in lower case with umlauts as one letter where they may be spelled as two."""
    return plain.replace("ae", "a").replace("oe", "o").replace("ue", "u")


# ---- Names in Cyrillic, with Latin letters ----

_CYRILLIC = re.compile("[\u0400-\u052f]")
_UKRAINIAN = re.compile("[іїєґ]", re.IGNORECASE)
_ADJECTIVE = re.compile(r"[иы]й\b")


def _letters(text: str) -> Mapping[str, str]:
    return dict(pair.split("=") for pair in text.split())


_PLAIN_CYRILLIC = _letters(
    "а=a б=b в=v г=g д=d е=e ё=e з=z и=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f ы=y ь= э=e"
    " і=i ї=i є=ie ґ=g ў=u ђ=d ј=j љ=lj њ=nj ћ=c ѓ=g ќ=k ѕ=dz"
)
"""The letters that are written alike, or nearly so."""

_SCHEMES = tuple(
    str.maketrans({**_PLAIN_CYRILLIC, **_letters(text)})
    for text in (
        # Passports: ICAO Doc 9303-3, 8th edition, section 6 B.
        "ж=zh ч=ch ш=sh щ=shch ц=ts џ=dz х=kh ю=iu я=ia ъ=ie",
        # English: BGN/PCGN 1947 without its marks.
        "ж=zh ч=ch ш=sh щ=shch ц=ts џ=dz х=kh ю=yu я=ya ъ= й=y ї=yi є=ye",
        # Science: ISO 9:1995 without accents, where lists write ю, я and х as in DIN 1460.
        "ж=z ч=c ш=s щ=sc ц=c џ=dz х=h ю=ju я=ja ъ= й=j ї=ji є=je",
        # Bulgarian: the Transliteration Act of 2009.
        "ж=zh ч=ch ш=sh щ=sht ц=ts џ=dz х=h ю=yu я=ya ъ=a й=y ї=yi є=ye",
    )
)
_ENGLISH = _SCHEMES[1]
_IN_UKRAINIAN = str.maketrans("ги", "hy")

_MOST_SPELLINGS = 64
"""Spellings of a name whose words are written by several schemes."""


def latin_spellings(text: str) -> tuple[str, ...]:
    """The spellings of a name in Cyrillic with Latin letters, in lower case; nothing of other names.

    Passports, English texts, science and Bulgaria write some letters otherwise, and each word of a name may be
    written by another scheme.
    """
    words = unicodedata.normalize("NFC", text).lower().split()
    if not any(map(_CYRILLIC.search, words)):
        return ()
    spellings = [dict.fromkeys(_latin_spellings(word)) for word in words]
    alike = zip(*map(_latin_spellings, words), strict=True)
    mixed = islice(product(*spellings), _MOST_SPELLINGS)
    return tuple(dict.fromkeys(map(" ".join, (*alike, *mixed))))


def _latin_spellings(word: str) -> Iterator[str]:
    """A word by each scheme."""
    short = _ADJECTIVE.sub("ы", word)
    if _UKRAINIAN.search(word):
        word, short = (each.translate(_IN_UKRAINIAN) for each in (word, short))
    yield from map(word.translate, _SCHEMES)
    plain = short.translate(_ENGLISH)
    yield plain
    yield plain.replace("ks", "x")


def count_edits(one: str, other: str) -> int:
    """Letters that are wrong, missing, too many, or exchanged with the next one."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, sign in enumerate(other, 1):
            least = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != sign))
            if before and j > 1 and (letter, one[i - 2]) == (other[j - 2], sign):
                least = min(least, before[j - 2] + 1)
            row.append(least)
        before, last = last, row
    return last[-1]


def _undotted(text: str) -> str:
    """The key of a name in an alphabet without the Turkish ``İ``."""
    return key_of(text).replace("İ", "I").replace("\u0307", "")


def _without_umlauts(text: str) -> str:
    """A folded name, with one letter wherever two may be the spelling of an umlaut."""
    return without_umlauts(folded(text))


class Register:
    """The keys of all players, and the ways to find one of them.

    Programs disagree on how a name with spaces, accents, umlauts or hyphens becomes a key, and
    in which alphabets ``I`` is the upper case of ``i``. A reference that is nobody's key is
    therefore compared with ever fewer distinctions, until somebody is found.

    Parameters
    ----------
    keys
        Keys of the players.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = frozenset(keys)
        self._folded: dict[Callable[[str], str], Mapping[str, frozenset[str]]] = {}

    def candidates(self, reference: str) -> frozenset[str]:
        """Keys of the players that a reference may mean: none, one, or several."""
        key = key_of(reference)
        if key in self._keys:
            return frozenset({key})
        undotted = self._alike(reference, _undotted)
        if len(undotted) == 1:
            return undotted
        return self._alike(reference, folded) or self._alike(reference, _without_umlauts)

    def _alike(self, reference: str, fold: Callable[[str], str]) -> frozenset[str]:
        """The keys that a function makes the same of as of a reference."""
        if fold not in self._folded:
            found: defaultdict[str, set[str]] = defaultdict(set)
            for key in self._keys:
                found[fold(key)].add(key)
            self._folded[fold] = {text: frozenset(keys) for text, keys in found.items() if text}
        return self._folded[fold].get(fold(reference), frozenset())


# ---- The encoding of a text that does not say it: that in which most words can be names ----

# Spreadsheets and older managers write the code page of the computer.

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
"""Encodings of texts, with their names; of two that fit alike the first is taken."""

_WORD = re.compile(r"[^\s,;:.'\"()/|_0-9-]+")
_COUNTRY = re.compile(rb"(?<![A-Za-z\x80-\xff])[A-Z]{2}(?![A-Za-z\x80-\xff])")
_LONGEST_SAMPLE = 1 << 16


def in_utf8(path: str, content: bytes, encoding: str) -> bytes:
    """A text in UTF-8, given the encoding that it is in.

    Raises
    ------
    FormatError
        If there is no such encoding, or the text is not in it.
    """
    try:
        return content.decode(encoding.replace("\0", " ")).encode("utf-8-sig")
    except LookupError:
        encodings = ", ".join(ENCODINGS)
        message = f"expected an encoding such as {encodings}, found {encoding[:40]!r}"
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
    return phrase(
        "the file does not say its encoding, which is taken as {encoding} ({name}): if names look "
        "wrong, name another one, or save it as UTF-8",
        encoding=encoding,
        name=name,
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


# ---- Text from bytes of an unstated encoding, and names in an encoding that lacks some letters ----

WESTERN = "iso-8859-15"
"""The encoding in which OpenGotha writes result files [FORMATS 2]."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
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
    remarks: tuple[str, ...] = ()
    """Which encoding is guessed, where that is no Western one."""

    big_endian: bool = False
    """Whether it is in UTF-16 with the upper byte first."""

    end: str = ""
    """The sign of the end of a file, as programs of DOS write it behind the last line."""

    @classmethod
    def of(cls, path: str, content: bytes) -> TextFile:
        """Read the lines of a file.

        Without a byte order mark the encoding is UTF-8 if the content is valid in it and has a
        letter beyond ASCII, and otherwise guessed. A Western one is Windows-1252 if bytes occur that
        only Windows uses for letters, and else ISO-8859-15.

        Raises
        ------
        FormatError
            If the content is no text, or a line is longer than 4096 characters.
        """
        whole, encoding, remarks = _decoded(path, content)
        text = before_end(whole)
        end = _LINE_END.search(text)
        lines = split_lines(text)
        if not lines[-1]:
            lines.pop()
        for number, line in enumerate(lines, start=1):
            if found := _BINARY.search(line):
                raise FormatError(path, number, f"expected text, found {found[0]!r}")
            if len(line) > _LONGEST_LINE:
                message = f"expected lines of at most {_LONGEST_LINE} characters, found {len(line)}"
                raise FormatError(path, number, message)
        big_endian = content.startswith(codecs.BOM_UTF16_BE)
        line_end = end[0] if end else "\n"
        return cls(tuple(lines), encoding, line_end, remarks, big_endian, whole[len(text) :])

    def content_of(self, lines: list[str]) -> bytes:
        """The content of a file with other lines; a sign that the encoding lacks becomes ``?``."""
        text = "".join(f"{line}{self.line_end}" for line in lines) + self.end
        if self.big_endian:
            return codecs.BOM_UTF16_BE + text.encode("utf-16-be", "replace")
        return text.encode(self.encoding, "replace")


_END_OF_FILE = re.compile(r"\x1a[\x1a\x00\s]*\Z")


def before_end(text: str) -> str:
    """A text up to the sign of the end of a file, Ctrl-Z, if nothing else stands behind it."""
    match = _END_OF_FILE.search(text)
    return text[: match.start()] if match else text


def encoding_by_mark(content: bytes) -> str | None:
    """The encoding that a byte order mark tells, if there is one."""
    return next((encoding for mark, encoding in _MARKS if content.startswith(mark)), None)


def _decoded(path: str, content: bytes) -> tuple[str, str, tuple[str, ...]]:
    """The text, its encoding, and the remark that this is guessed."""
    if by_mark := encoding_by_mark(content):
        try:
            return content.decode(by_mark), by_mark, ()
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            message = (
                f"expected text in {by_mark.removesuffix('-sig').upper()}, as its first bytes say"
            )
            raise FormatError(path, line, message) from None
    if content.isascii():
        return content.decode("ascii"), WESTERN, ()
    with suppress(UnicodeDecodeError):
        return content.decode("utf-8"), "utf-8", ()
    encoding = guess_encoding(content)
    text = content.decode(encoding)
    # Code pages have many letters in the same places; then nobody needs to hear of the guess.
    if encoding not in ("cp1252", "latin-1") and text != content.decode("cp1252", "replace"):
        return text, encoding, (guess_remark(encoding),)
    if any(0x80 <= byte < 0xA0 for byte in set(content)):
        with suppress(UnicodeDecodeError):
            return content.decode("cp1252"), "cp1252", ()
    return content.decode(WESTERN), WESTERN, ()


def split_lines(text: str) -> list[str]:
    """The lines of a text; ``str.splitlines`` would end them at rare characters too."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


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


# ---- CSV that spreadsheets can open safely: no cell is a formula, and no character of it is hidden ----

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""What a spreadsheet takes for the start of a formula, and that behind apostrophes."""

_NUMBER = re.compile(r"[+-](?:[0-9]+(?:[.,][0-9]*)?(?:e[+-]?[0-9]+)?|inf|nan)", re.IGNORECASE)


def csv_text(
    rows: Iterable[Iterable[object]],
    *,
    separator: str = ",",
    line_end: str = "\n",
    render: Callable[[str], str] = visible,
) -> str:
    """Rows of cells as CSV.

    A cell that a spreadsheet would compute as a formula gets an apostrophe before it, which
    `unguarded` takes off. A number with its sign is no formula.

    Parameters
    ----------
    rows
        Cells as texts or numbers.
    render
        What makes control characters visible; ``str`` for cells that stay as another file has them.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator=line_end)
    writer.writerows([_guarded(render(str(cell))) for cell in row] for row in rows)
    return text.getvalue()


def unguarded(cell: str) -> str:
    """A cell of a file without the apostrophe that keeps it from being a formula."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _guarded(cell: str) -> str:
    is_formula = _FORMULA.match(cell) is not None and _NUMBER.fullmatch(cell) is None
    return f"'{cell}" if is_formula else cell
