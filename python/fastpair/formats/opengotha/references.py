"""Whom the games and byes of a file name, and how new ones are to name players."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from ..names import Register, depends_on_language, key_of, spells, turkish_key_of, uncased
from .values import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ...go.tournament import Player
    from ..xml.markup import Element
    from .values import Source

__all__ = ["References"]

_SPELLINGS = (key_of, turkish_key_of, uncased)
_TURKISH_COUNTRIES = frozenset({"TR", "AZ"})
_TURKISH_LETTERS = frozenset("ıİğĞşŞəƏ")


class References:
    """The references to players in one file.

    OpenGotha compares names in upper case, by the language of its computer, and silently drops a
    game if nobody has the name. In Turkish the upper case of ``i`` is ``İ``. pairgoth's import
    knows the English upper case only. A player is therefore named as the file names him already,
    otherwise in the manner of its other references. If the file shows no manner and the languages
    differ, he gets the English upper case, which pairgoth finds, too, unless somebody may speak
    Turkish: then he is named as in his own entry, which OpenGotha finds in every language. In
    pairgoth's own files he gets the upper case that pairgoth finds [FORMATS 1].

    Parameters
    ----------
    players
        The players of the file.
    by_pairgoth
        Whether pairgoth has written the file.
    """

    def __init__(self, players: Iterable[Player], *, by_pairgoth: bool) -> None:
        self.by_pairgoth = by_pairgoth
        self._players = {player.key: player for player in players}
        self._register = Register(self._players)
        self._read: dict[str, str | None] = {}
        self._found: dict[str, str] = {}
        self._respelled: dict[str, str] = {}

    def after(self, players: Iterable[Player]) -> References:
        """The references in the same file, and in its manner, when it has other players.

        Parameters
        ----------
        players
            The players; some may be those of the file so far, or have their keys.
        """
        after = References(players, by_pairgoth=self.by_pairgoth)
        after._manner = self._manner
        for key, text in self._found.items():
            if after.names(text, key):
                after.note(key, text)
        return after

    def candidates(self, text: str) -> frozenset[str]:
        """Keys of the players whom a reference may name."""
        return self._register.candidates(text)

    def names(self, text: str, key: str) -> bool:
        """Whether a reference names a player, and nobody else."""
        return self._register.candidates(text) == {key}

    def spells(self, text: str, key: str) -> bool:
        """Whether a reference is the name of a player, but for spaces and case."""
        return spells(text, self._full(key))

    def key(self, source: Source, element: Element, attribute: str) -> str | None:
        """Key of the player whom an attribute names; None if nobody can be meant.

        Raises
        ------
        FormatError
            If several players may be meant.
        """
        text = element.get(attribute)
        if text not in self._read:
            self._read[text] = self._key(source, element, attribute)
        return self._read[text]

    def _key(self, source: Source, element: Element, attribute: str) -> str | None:
        text = element.get(attribute)
        keys = sorted(self._register.candidates(text))
        if not keys:
            return None
        if len(keys) > 1:
            found = f"{attribute}={shown(text)}: expected the key of a player"
            raise source.error(element, f"{found}, which may be any of {', '.join(keys)}")
        if keys[0] != key_of(text):
            self._respelled[text] = keys[0]
        return keys[0]

    def note(self, key: str, text: str) -> None:
        """Record how the file names a player; only the first time counts."""
        if key not in self._found and spells(text, self._full(key)):
            self._found[key] = text

    def name(self, key: str) -> str:
        """The name of a player, to be shown."""
        return shown(self._players[key].full_name)

    def to(self, key: str) -> str:
        """The reference to a player."""
        if key in self._found:
            return self._found[key]
        name = self._full(key)
        if not depends_on_language(name):
            return key
        text = (self._manner or self._without_manner)(name)
        return text if self.names(text, key) else uncased(name)

    def remarks(self) -> Iterator[str]:
        """Remarks on doubtful references."""
        for text, key in list(self._respelled.items())[:1]:
            count = len(self._respelled)
            verb = "name is" if count == 1 else "names are"
            yield (
                f"{count} {verb} spelled in games or byes otherwise than among the players: "
                f"{shown(text)} was taken for {key!r}"
            )

    def _full(self, key: str) -> str:
        player = self._players[key]
        return player.name + player.first_name

    @property
    def _without_manner(self) -> Callable[[str], str]:
        return key_of if self.by_pairgoth or not self._turkish else uncased

    @cached_property
    def _turkish(self) -> bool:
        """Whether somebody may speak Turkish, so that the computer may be set to this language."""
        return any(map(_is_turkish, self._players.values()))

    @cached_property
    def _manner(self) -> Callable[[str], str] | None:
        """How the file spells most names whose upper case depends on the language."""
        names = ((self._full(key), uncased(text)) for key, text in self._found.items())
        counts = Counter(
            spelling
            for name, text in names
            for spelling in _SPELLINGS
            if depends_on_language(name) and spelling(name) == text
        )
        return counts.most_common(1)[0][0] if counts else None


def _is_turkish(player: Player) -> bool:
    """Whether country or letters suggest that a player speaks Turkish or Azeri."""
    letters = {*player.name, *player.first_name}
    return player.country.upper() in _TURKISH_COUNTRIES or not letters.isdisjoint(_TURKISH_LETTERS)
