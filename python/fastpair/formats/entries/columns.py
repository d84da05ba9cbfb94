"""Which column of a list of entries holds what, by the titles that people give them."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal

from ..names import folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Column", "Columns"]

Column = Literal[
    "name",
    "first_name",
    "grade",
    "country",
    "club",
    "rating",
    "egf_pin",
    "ffg_licence",
    "aga_id",
    "final",
    "rounds",
    "absences",
    "correction",
    "band",
    "play_in",
    "play_out",
    "team",
    "board",
]

_TITLES: dict[Column, str] = {
    "name": "surname familyname lastname nom nomdefamille nachname familienname apellido apellidos "
    "cognome achternaam nazwisko prijmeni sobrenome",
    "first_name": "firstname givenname forename prenom vorname rufname nombredepila voornaam imie "
    "jmeno prenome",
    "grade": "rank grade level strength niveau rang force grad spielstarke starke rango grado "
    "nivel fuerza livello forza graad niveaudejeu stopien",
    "country": "country nation nationality pays nationalite land nationalitat pais nacion "
    "nacionalidad paese nazione nazionalita kraj zeme",
    "club": "club klub verein circolo vereniging city ville ort stadt ciudad citta town",
    "rating": "rating gor egfrating ratingegf elo cote classement classementegf wertung "
    "wertungszahl puntuacion puntos punteggio",
    "egf_pin": "pin egfpin egdpin egf egd egfnumber egfnummer pinegf numeroegf",
    "ffg_licence": "licence license ffg ffglicence licenceffg lizenz licencia licenza numerolicence",
    "aga_id": "aga agaid aganumber",
    "final": "registration registered status inscription anmeldung inscripcion iscrizione",
    "rounds": "rounds round playedrounds runden gespielterunden rondes rondas turni ronden rundy "
    "participation teilnahme participacion partecipazione",
    "absences": "absences absence absent absentrounds missing missedrounds rondesabsent "
    "absentrondes rondesabsentes fehlt fehlrunden abwesend ausencias ausente rondasausente assenze "
    "assente turniassenti",
    "correction": "correction mmscorrection smmscorrection korrektur correccion correzione",
    "band": "band bande banda",
    "play_in": "playin playingroup",
    "play_out": "playout playoutgroup",
    "team": "team teamname mannschaft equipe equipo squadra ploeg druzyna druzstvo",
    "board": "board boardnumber brett echiquier tablero scacchiera bord szachownica",
}
"""Titles in the languages of the lists, without accents, spaces and capitals; the first that a list
has is read."""

_WHOLE_NAMES = ("name", "nombre", "nome", "player", "joueur", "spieler", "jugador", "giocatore")
"""Titles of the family name, or of the whole name, where no other column has the family name."""

_FIRST_NAMES = _WHOLE_NAMES[:3]
"""Those of them that are titles of the first name where another column has the family name."""

_WORDS = {word: column for column, words in _TITLES.items() for word in words.split()}
_RANK = {word: rank for rank, word in enumerate(_WORDS)}
_KNOWN = (*_WORDS, *_WHOLE_NAMES)
_MOST = 20
"""Columns that are not read and are named; a list with more of them is none that people have made."""

_SHORTEST, _LONG = 5, 8
"""Letters from which on a title may be a misspelling, and from which on two of them may be wrong."""


@dataclass(frozen=True)
class Columns:
    """The columns of a list.

    Parameters
    ----------
    header
        Their titles.
    """

    header: Sequence[str]
    places: dict[Column, int] = field(init=False, default_factory=dict)
    """Where the columns are that are read, from 0."""

    def __post_init__(self) -> None:
        titles: dict[str, int] = {}
        for place, title in enumerate(self.header):
            titles.setdefault(folded(title), place)
        for word in sorted(titles.keys() & _WORDS.keys(), key=_RANK.__getitem__):
            self.places.setdefault(_WORDS[word], titles[word])
        for word in _WHOLE_NAMES:
            if word in titles and "name" not in self.places:
                self.places["name"] = titles[word]
            elif word in titles and word in _FIRST_NAMES:
                self.places.setdefault("first_name", titles[word])

    def guessed(self) -> dict[Column, int]:
        """Where the columns are that are read, and those with a title like one that is known."""
        words = {folded(title): place for place, title in reversed([*enumerate(self.header)])}
        found = dict(self.places)
        for title, known in self.misspelt():
            found.setdefault(_WORDS.get(known, "name"), words[folded(title)])
        return found

    def misspelt(self) -> Iterator[tuple[str, str]]:
        """Titles that are a letter or two from one that is known, and the known one."""
        for title in self._unread()[:_MOST]:
            word = folded(title)
            near = [] if word in _KNOWN else [known for known in _KNOWN if _is_like(word, known)]
            if near:
                yield title, _nearest(word, near) or near[0]

    def in_words(self) -> str:
        """Which titles are understood, and which are not."""
        known = [text for text in self.header if folded(text) in _KNOWN]
        others = [text.strip() for text in self.header if text.strip() and text not in known]
        said = f"understood are {_listed(known)}" if known else "no title is understood"
        return f"{said}, and not {_listed(others)}" if known and others else said

    def remarks(self) -> Iterator[str]:
        """Say, one line each, which columns are not read, and what they could be."""
        unread = self._unread()
        for title in unread[:_MOST]:
            word = folded(title)
            if word in _KNOWN:
                other = self.header[self.places[_WORDS.get(word, "name")]]
                yield f"the column {title!r} is not read, since {other!r} says the same"
            else:
                near = _nearest(word, _KNOWN)
                meant = f"; if it is {near!r}, name it so" if near else ""
                yield f"the column {title!r} is not read{meant}"
        if (more := len(unread) - _MOST) > 0:
            yield f"{more} more columns are not read"

    def _unread(self) -> list[str]:
        read = set(self.places.values())
        titles = enumerate(self.header)
        return [text.strip() for place, text in titles if place not in read and text.strip()]


def _listed(titles: Sequence[str]) -> str:
    more = f" and {len(titles) - _MOST} more" if len(titles) > _MOST else ""
    return ", ".join(repr(title.strip()[:40]) for title in titles[:_MOST]) + more


def _nearest(word: str, known: Sequence[str]) -> str | None:
    return next(iter(get_close_matches(word, known, n=1)), None)


def _is_like(word: str, known: str) -> bool:
    shorter = min(len(word), len(known))
    if shorter < _SHORTEST or abs(len(word) - len(known)) > 2:
        return False
    return _edits(word, known) <= (2 if shorter >= _LONG else 1)


def _edits(one: str, other: str) -> int:
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
