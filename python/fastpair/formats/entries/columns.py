"""Titles of the columns of a list of entries, and what their cells hold."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal

from ...go.tournament import TITLES
from ...go.tournament.written import BLANKS, EXPONENT, THOUSANDS
from ...letters import folded
from ..characters import count_edits

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence

    from ...go.tournament import Title


# ---- Which column of a list of entries holds what, by the titles that people give them ----

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
    "fide_id",
    "title",
    "sex",
    "birth",
    "k_factor",
    "final",
    "rounds",
    "absences",
    "correction",
    "band",
    "play_in",
    "play_out",
    "team",
    "board",
    "partner",
    "captain",
]

_TITLES: dict[Column, str] = {
    "name": "surname familyname lastname nom nomdefamille nachname familienname apellido apellidos cognome "
    "achternaam nazwisko prijmeni sobrenome etternavn efternavn efternamn фамилия 姓 姓氏 苗字",
    "first_name": "firstname givenname forename prenom vorname rufname nombredepila voornaam prenome fornavn "
    "förnamn 名",
    "grade": "rank grade level strength niveau rang force grad spielstarke starke rango grado nivel fuerza "
    "livello forza graad niveaudejeu stopien stupen gradering styrke ранг уровень данкю 段位 段級 段級位 "
    "棋力 级别",
    "country": "country nation nationality pays nationalite land nationalitat pais nacion nacionalidad paese "
    "nazione nazionalita kraj zeme fed federation fidefed fidefederation foderation federacion "
    "federazione federacja federace nat nationaliteit nasjonalitet nationalitet stat panstwo "
    "narodowosc narodnost страна федерация фед 国 国名 国籍 国家",
    "club": "club klub verein circolo vereniging clubcity vereinort clubname city ville ort stadt ciudad "
    "citta town goclub goklub goklubb clubgo clubdego klubb klubgo schachclub schachverein "
    "chessclub oddil mesto miasto клуб город 所属 クラブ 俱乐部 城市",
    "rating": "rating gor egfrating ratingegf elo cote classement classementegf wertung wertungszahl "
    "puntuacion puntos punteggio rtg fiderating ratingfide elofide fideelo fidertg rtgfide irtg "
    "rtgi intrtg rtgint eloint intelo elointernational internationalelo ratinginternational "
    "internationalrating ratingint intrating ratingi eloi twz nrtg rtgn natrtg rtgnat elonat natelo "
    "elonational nationalelo ratingnational nationalrating ratingnat natrating ratingn elon dwz "
    "uscf uscfrating rtng rtng1 rating1 rtgstd rtgstandard ratingstd ratingstandard standardrating "
    "elostandard rtgrapid ratingrapid rapidrating elorapid rtgblitz ratingblitz blitzrating "
    "eloblitz rejting ratingtall rankingfide rankingegf рейтинг эло レーティング レート 等级分",
    "egf_pin": "pin egfpin egdpin egf egd egfnumber egfnummer pinegf numeroegf",
    "ffg_licence": "licence license ffg ffglicence licenceffg lizenz licencia licenza numerolicence",
    "aga_id": "aga agaid aganumber",
    "fide_id": "fideid fidenumber idfide codefide fidecode fidenr fideno nofide nrfide fidenum fideidnumber "
    "fideidno fideplayerid numerofide",
    "title": "title fidetitle titlefide titel titre titulo titolo tytul titul tit ti tittel звание титул 称号 "
    "タイトル 头衔",
    "sex": "sex gender sexe geschlecht sexo sesso plec pohlavi geslacht kjønn kön пол 性別 性别",
    "birth": "birth born birthday birthdate dateofbirth yearofbirth birthyear dob yob geburtsdatum "
    "geburtsjahr geburtstag jahrgang geb naissance datedenaissance anneedenaissance nacimiento "
    "fechadenacimiento anodenacimiento datadinascita annodinascita nascita dataurodzenia "
    "rokurodzenia datumnarozeni roknarozeni rocnik narozen rocznik urodzony geboortedatum "
    "geboortejaar født fødselsdato fødselsår датарождения годрождения 生年月日 生年 出生日期 出生年份",
    "k_factor": "k kfactor kfaktor factork facteurk fattorek koeficient",
    "final": "registration registered status inscription anmeldung inscripcion iscrizione",
    "rounds": "rounds round playedrounds runden gespielterunden rondes rondas turni ronden rundy "
    "participation teilnahme participacion partecipazione kola туры раунды участие ラウンド "
    "参加ラウンド 轮次",
    "absences": "absences absence absent absentrounds missing missedrounds rondesabsent absentrondes "
    "rondesabsentes fehlt fehlrunden abwesend ausencias ausente rondasausente assenze assente "
    "turniassenti notplaying fehlend nieobecny nieobecnosc nieobecnosci chybi nepritomen afwezig "
    "fravær fraværende borte отсутствует отсутствие пропуски пропускает 欠席 不参加 缺席",
    "correction": "correction mmscorrection smmscorrection korrektur correccion correzione",
    "band": "band bande banda",
    "play_in": "playin playingroup",
    "play_out": "playout playoutgroup",
    "team": "team teamname mannschaft equipe equipo squadra ploeg druzyna druzstvo tym zespol lag команда "
    "チーム 团队 队",
    "board": "board boardnumber brett echiquier goban n° tablero scacchiera bord szachownica sachovnice доска ボード",
    "partner": "partner partnerin partnername spielpartner spielpartnerin teampartner mitspieler mitspielerin "
    "teammate playingpartner partenaire coequipier coequipiere binome pareja companero companera compagno "
    "compagna partnerka spoluhrac spoluhracka wspolgracz напарник напарница партнёр партнер партнёрша партнерша "
    "ペア パートナー ペア相手 相方 搭档 搭檔 队友 隊友",
    "captain": "captain teamcaptain captainname mannschaftsfuhrer mannschaftsfuhrerin mannschaftskapitan kapitan "
    "capitaine capitan capitano ploegleider teamleider kapten lagleder капитан キャプテン 主将 队长 隊長 领队",
}
"""Titles in the languages of the lists, without accents, spaces and capitals; the first that a list
has is read."""

ATTRIBUTES = {
    word: name
    for name, words in {
        "school": "school ecole schule escuela scuola school szkola skola",
        "trainer": "trainer coach entraineur entrenador allenatore trener",
        "form": "form class schoolclass classe klasse",
    }.items()
    for word in words.split()
}
"""Titles of attributes of players by which a draw may keep them apart."""

_CONTACTS = frozenset({"phone", "telefon", "telephone", "mobil", "handy", "mail", "whatsapp"})
"""Parts of titles of contacts, which are not read."""

WHOLE_NAMES = (
    *("name", "nombre", "nome", "jmeno", "imie", "navn", "namn", "naam", "имя"),
    *("player", "joueur", "spieler", "jugador", "giocatore", "speler", "spiller", "spelare"),
    *("fullname", "playername", "nometprenom", "nomprenom", "namevorname", "vorundnachname"),
    *("nombreyapellidos", "apellidosynombre", "nomeecognome", "cognomeenome", "participant"),
    *("teilnehmer", "zawodnik", "gracz", "imieinazwisko", "nazwiskoiimie", "hrac"),
    *("фио", "имяифамилия", "фамилияиимя", "фамилияимя", "игрок", "участник"),
    *("氏名", "名前", "選手", "選手名", "姓名", "选手", "棋手"),
)
"""Titles of the family name, or of the whole name, where no other column has the family name."""

_FIRST_NAMES = WHOLE_NAMES[:9]
"""Those of them that are titles of the first name where another column has the family name."""

MEANINGS: dict[str, Column] = {
    folded(word): column for column, words in _TITLES.items() for word in words.split()
}
_RANK = {word: rank for rank, word in enumerate(MEANINGS)}
_KNOWN = (*MEANINGS, *ATTRIBUTES, *map(folded, WHOLE_NAMES))
_WITH_OTHER_CELLS = ("title", "k_factor")
"""Columns that are often titled so and hold something else."""

_MOST = 20
"""Columns that are not read and are named; a list with more of them is none that people have made."""

_ALIKE = 0.75
"""Similarity from which on a title may be another one: ``cuontry2`` has 0.8, ``phone`` and ``ploeg`` 0.6."""

_SHORTEST, _LONG = 5, 8
"""Letters from which on a title may be a misspelling, and from which on two of them may be wrong."""


@dataclass(frozen=True)
class ListRow:
    """A line of a table."""

    line: int
    """The last line of the file that it takes, from 1."""

    cells: tuple[str, ...]


@dataclass(frozen=True)
class ListColumns:
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
        for word in sorted(titles.keys() & MEANINGS.keys(), key=_RANK.__getitem__):
            self.places.setdefault(MEANINGS[word], titles[word])
        for title in WHOLE_NAMES:
            word = folded(title)
            if word in titles and "name" not in self.places:
                self.places["name"] = titles[word]
            elif word in titles and title in _FIRST_NAMES:
                self.places.setdefault("first_name", titles[word])

    def leave_out_other_titles(self, rows: Sequence[Sequence[str]]) -> None:
        """Leave columns unread that are called title or K and have others, such as Dr. or grades."""
        self._leave_out("title", rows, lambda cells: any(map(title_in, cells)))
        self._leave_out("k_factor", rows, lambda cells: all(map(str.isdecimal, cells)))
        self._leave_out_running_number(rows)

    def _leave_out_running_number(self, rows: Sequence[Sequence[str]]) -> None:
        """Leave a column n° unread that is no board: those of several teams have the same numbers."""
        place = self.places.get("board")
        if place is None or folded(self.header[place]) != folded("n°"):
            return
        numbers = [number for row in rows for number in row[place : place + 1] if number]
        if "team" not in self.places or len({*numbers}) == len(numbers):
            del self.places["board"]

    def _leave_out(
        self,
        column: Column,
        rows: Sequence[Sequence[str]],
        holds: Callable[[Collection[str]], bool],
    ) -> None:
        """Leave a column unread whose cells are not what its title says."""
        place = self.places.get(column)
        if place is None:
            return
        cells = {cell.strip() for row in rows for cell in row[place : place + 1]} - {""}
        if cells and not holds(cells):
            del self.places[column]

    def guessed(self) -> dict[Column, int]:
        """Where the columns are that are read, and those with a title like one that is known."""
        words = {folded(title): place for place, title in reversed([*enumerate(self.header)])}
        found = dict(self.places)
        for title, meant in self.misspelt():
            found.setdefault(MEANINGS.get(meant, "name"), words[folded(title)])
        return found

    def misspelt(self) -> Iterator[tuple[str, str]]:
        """Titles that are a letter or two from one that is known, and the known one."""
        for title in self._unread()[:_MOST]:
            word = folded(title)
            near = (
                []
                if word in _KNOWN
                else [candidate for candidate in _KNOWN if _is_like(word, candidate)]
            )
            if near:
                yield title, _nearest(word, near) or near[0]

    def in_words(self) -> str:
        """Which titles are understood, and which are not."""
        titles = [text for text in self.header if folded(text) in _KNOWN]
        others = [text.strip() for text in self.header if text.strip() and text not in titles]
        message = f"understood are {_join_titles(titles)}" if titles else "no title is understood"
        return f"{message}, and not {_join_titles(others)}" if titles and others else message

    def remarks(self, others: Container[int] = ()) -> Iterator[str]:
        """Say, one line each, which columns are not read, and what they could be; without those of which more is said."""
        taken = {self.header[place].strip() for place in range(len(self.header)) if place in others}
        unread = [title for title in self._unread() if title not in taken]
        for title in unread[:_MOST]:
            word = folded(title)
            column = MEANINGS.get(word, "name") if word in _KNOWN else ""
            if column in _WITH_OTHER_CELLS and column not in self.places:
                yield f"the column {title!r} is not read, since none of its cells is a title such as GM"
            elif column in self.places:
                other = self.header[self.places[column]]
                yield f"the column {title!r} is not read, since {other!r} is read instead"
            else:
                near = None if column else _nearest(word, _KNOWN)
                meant = f"; if it is {near!r}, name it so" if near else ""
                yield f"the column {title!r} is not read{meant}"
        if (more := len(unread) - _MOST) > 0:
            yield f"{more} more columns are not read"

    def _unread(self) -> list[str]:
        read = set(self.places.values())
        titles = [(place, text.strip()) for place, text in enumerate(self.header)]
        return [
            text
            for place, text in titles
            if text and place not in read and folded(text) not in ATTRIBUTES
        ]


def is_contact(title: str) -> bool:
    """Whether a title is that of an address or a number by which somebody is reached.

    Examples
    --------
    >>> is_contact("Captain's e-mail"), is_contact("Captain")
    (True, False)
    """
    word = folded(title)
    return any(part in word for part in _CONTACTS)


def _join_titles(titles: Sequence[str]) -> str:
    more = f" and {len(titles) - _MOST} more" if len(titles) > _MOST else ""
    return ", ".join(repr(title.strip()[:40]) for title in titles[:_MOST]) + more


def _nearest(word: str, candidates: Sequence[str]) -> str | None:
    """The candidate that is most like a word; none for short words, which are like many."""
    long = [each for each in candidates if min(len(word), len(each)) >= _SHORTEST]
    return next(iter(get_close_matches(word, long, n=1, cutoff=_ALIKE)), None)


def title_in(text: str) -> Title:
    """The title of FIDE that a text is; none for any other.

    Examples
    --------
    >>> title_in("wim"), title_in("Dr")
    ('WIM', '')
    """
    return next((title for title in TITLES if title == text.strip().upper()), "")


def _is_like(word: str, candidate: str) -> bool:
    shorter = min(len(word), len(candidate))
    if shorter < _SHORTEST or abs(len(word) - len(candidate)) > 2:
        return False
    return count_edits(word, candidate) <= (2 if shorter >= _LONG else 1)


# ---- Numbers as spreadsheets write them, see `rating_in` ----

_WHOLE = re.compile(r"([+-]?[0-9]+)[.,]0+")
_GROUPS = re.compile(r"[0-9]{1,3}(?:[.,'’ \u00a0\u202f][0-9]{3})+")
_QUOTED = re.compile(r"""['’"]+([0-9]{4,})['’"]*""")
"""A number that a spreadsheet keeps a text by an apostrophe or quotes."""


def has_thousands(text: str) -> bool:
    """Whether a rating has a sign between thousands that others write before decimals."""
    return THOUSANDS.fullmatch(text) is not None and text[1] in ".,"


def known_number(text: str) -> str:
    """The number of a player in a list or report; nothing for zeros or dashes, which stand for none.

    Examples
    --------
    >>> known_number("4600001"), known_number("0"), known_number("--")
    ('4600001', '', '')
    """
    return text if text.strip("0-–— ") else ""


def identity_in(text: str) -> str:
    """The number of a player in a cell, as it was before a spreadsheet took it for a quantity.

    Raises
    ------
    ValueError
        If the spreadsheet has dropped digits of it.

    Examples
    --------
    >>> identity_in("11111111.0"), identity_in("1.2345678E+07"), identity_in("'0100")
    ('11111111', '12345678', '0100')
    """
    if match := _QUOTED.fullmatch(text):
        return match[1]
    if EXPONENT.fullmatch(text):
        number = Decimal(text.replace(",", "."))
        digits = text.upper().partition("E")[0].lstrip("+-")
        if number < 0 or len(digits.replace(".", "").replace(",", "")) <= number.adjusted():
            raise ValueError(text)
        return f"{number:f}".partition(".")[0]
    return (
        BLANKS.sub("", re.sub(r"[.,]", "", text)) if _GROUPS.fullmatch(text) else plain_whole(text)
    )


_RATINGS, _YEARS = (400.0, 3000.0), (1900.0, 2050.0)
"""Ratings that players of Go or chess have, and years of birth, which are no ratings."""


def look_like_ratings(cells: Iterable[str]) -> bool:
    """Whether cells may be ratings: whole numbers in their range, or 0, and not all of them years.

    Examples
    --------
    >>> look_like_ratings(["2100", "1450", "0"]), look_like_ratings(["1987", "2004"])
    (True, False)
    """
    texts = [cell.strip() for cell in cells]
    if not all(text.isascii() and text.isdecimal() and len(text) <= 4 for text in texts if text):
        return False
    numbers = [number for text in texts if text and (number := float(text))]
    (low, high), (first, last) = _RATINGS, _YEARS
    return (
        2 * len(numbers) > len(texts)
        and all(low <= number <= high for number in numbers)
        and not all(first <= number <= last for number in numbers)
    )


_ROUNDS = re.compile(r"(?:1[0-9]|20|[1-9])(?:\s*[-,;\s]\s*(?:1[0-9]|20|[1-9]))*")
_FEW = 2
"""Of so many players, at most one misses rounds."""


def look_like_absences(cells: Iterable[str]) -> bool:
    """Whether cells may be rounds that some players miss: numbers of rounds, and most cells are empty.

    Examples
    --------
    >>> look_like_absences(["", "2-3", "", "1, 4", ""]), look_like_absences(["1", "2", "3"])
    (True, False)
    """
    texts = [cell.strip() for cell in cells]
    filled = [*filter(None, texts)]
    return 0 < _FEW * len(filled) <= len(texts) and all(map(_ROUNDS.fullmatch, filled))


def plain_whole(text: str) -> str:
    """A whole number without the decimals that say nothing; other texts as they are."""
    match = _WHOLE.fullmatch(text)
    return match[1] if match else text
