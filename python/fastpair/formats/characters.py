"""Characters, names and cells."""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from ..errors import FormatError
from ..go.tournament.player import PLAIN_LETTERS
from ..go.tournament.player import without_accents as without_accents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


# ---- Who is meant by a name: keys of players, and how games and byes refer to them ----


def key_of(text: str) -> str:
    """The key that OpenGotha makes of a family name followed by a first name [OPENGOTHA 1]."""
    return uncased(text).upper()


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


def folded(text: str) -> str:
    """Only the letters and digits of a name, in lower case and without accents."""
    return "".join(filter(str.isalnum, without_accents(text)))


def without_umlauts(plain: str) -> str:
    """A text in lower case with umlauts as one letter where they may be spelled as two."""
    return plain.replace("ae", "a").replace("oe", "o").replace("ue", "u")


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


# ---- Text from bytes of an unstated encoding, and names in an encoding that lacks some letters ----

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
        lines = split_lines(text)
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


def encoding_by_mark(content: bytes) -> str | None:
    """The encoding that a byte order mark tells, if there is one."""
    return next((encoding for mark, encoding in _MARKS if content.startswith(mark)), None)


def _decoded(path: str, content: bytes) -> tuple[str, str]:
    if marked := encoding_by_mark(content):
        try:
            return content.decode(marked), marked
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            message = (
                f"expected text in {marked.removesuffix('-sig').upper()}, as its first bytes say"
            )
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


def split_lines(text: str) -> list[str]:
    """The lines of a text; ``str.splitlines`` would end them at rare characters too."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def shortened(text: str, longest: int) -> str:
    """A text of which no more than so many letters are shown."""
    return text if len(text) <= longest else f"{text[:longest]}…"


def visible(text: str) -> str:
    r"""A text on one line, in which an escape replaces each control or hidden character.

    >>> print(visible("Ann\x9b2J\u202e\n"))
    Ann\x9b2J\u202e\n

    Two names that differ look different, up to letters of different scripts that look alike.
    """
    if text.isprintable() and _BLANK.isdisjoint(text):
        return text
    return "".join(
        letter.encode("unicode_escape").decode("ascii") if is_hidden(letter) else letter
        for letter in text
    )


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
