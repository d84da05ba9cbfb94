"""Who is meant by a name: keys of players, and how games and byes refer to them."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from functools import cached_property, partial
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = [
    "PLAIN_LETTERS",
    "Register",
    "depends_on_language",
    "folded",
    "key_of",
    "spells",
    "turkish_key_of",
    "uncased",
    "unique_keys",
    "without_accents",
    "without_umlauts",
]

# Letters that Unicode does not decompose into a plain letter and a mark.
PLAIN_LETTERS = str.maketrans(
    {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"}
)


def key_of(text: str) -> str:
    """The key that OpenGotha makes of a family name followed by a first name [OPENGOTHA 1]."""
    return uncased(text).upper()


def unique_keys(names: Iterable[str], nameless: str = "") -> Iterator[str]:
    """Keys for players whose file has other identities: those of their names.

    Of several players of one name the later ones get a number. Who has no name gets ``nameless`` as
    the name, or a number too.
    """
    taken: set[str] = set()
    numbers: defaultdict[str, Iterator[int]] = defaultdict(partial(count, 2))
    for name in names:
        unique = key = key_of(name) or nameless
        while not unique or unique in taken:
            unique = f"{key}#{next(numbers[key])}"
        taken.add(unique)
        yield unique


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


def without_accents(text: str) -> str:
    """A text in lower case, without accents; spaces and signs stay."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text).casefold().translate(PLAIN_LETTERS)
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def without_umlauts(plain: str) -> str:
    """A text in lower case with umlauts as one letter where they may be spelled as two."""
    return plain.replace("ae", "a").replace("oe", "o").replace("ue", "u")


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

    def candidates(self, reference: str) -> frozenset[str]:
        """Keys of the players that a reference may mean: none, one, or several."""
        key = key_of(reference)
        if key in self._keys:
            return frozenset({key})
        undotted = self._undotted.get(_undotted(reference))
        if undotted and len(undotted) == 1:
            return undotted
        plain = self._plain.get(folded(reference))
        return plain or self._plainest.get(_without_umlauts(reference)) or frozenset()

    @cached_property
    def _undotted(self) -> Mapping[str, frozenset[str]]:
        return self._by(_undotted)

    @cached_property
    def _plain(self) -> Mapping[str, frozenset[str]]:
        return self._by(folded)

    @cached_property
    def _plainest(self) -> Mapping[str, frozenset[str]]:
        return self._by(_without_umlauts)

    def _by(self, fold: Callable[[str], str]) -> Mapping[str, frozenset[str]]:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for key in self._keys:
            found[fold(key)].add(key)
        return {folded: frozenset(keys) for folded, keys in found.items() if folded}
