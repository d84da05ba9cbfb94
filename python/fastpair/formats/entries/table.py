"""Lists of entries: encodings, titles and cells."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field, replace
from decimal import Decimal
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from ...errors import FormatError
from ...go.tournament import TITLES
from ...go.tournament.written import BLANKS, EXPONENT, THOUSANDS
from ...letters import folded
from ...sentences import phrase_many
from ..characters import (
    before_end,
    count_edits,
    encoding_by_mark,
    guess_encoding,
    guess_remark,
    unguarded,
)
from ..limits import refuse_more_players
from .names import guess_order, is_ambiguous, nobody_known, order_remark

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Collection,
        Container,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

    from ...go.tournament import Title
    from .names import KnownNames, NameOrder


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
}
"""Titles in the languages of the lists, without accents, spaces and capitals; the first that a list
has is read."""

_ATTRIBUTES = {
    word: name
    for name, words in {
        "school": "school ecole schule escuela scuola school szkola skola",
        "trainer": "trainer coach entraineur entrenador allenatore trener",
        "form": "form class schoolclass classe klasse",
    }.items()
    for word in words.split()
}
"""Titles of attributes of players by which a draw may keep them apart."""

_WHOLE_NAMES = (
    *("name", "nombre", "nome", "jmeno", "imie", "navn", "namn", "naam", "имя"),
    *("player", "joueur", "spieler", "jugador", "giocatore", "speler", "spiller", "spelare"),
    *("fullname", "playername", "nometprenom", "nomprenom", "namevorname", "vorundnachname"),
    *("nombreyapellidos", "apellidosynombre", "nomeecognome", "cognomeenome", "participant"),
    *("teilnehmer", "zawodnik", "gracz", "imieinazwisko", "nazwiskoiimie", "hrac"),
    *("фио", "имяифамилия", "фамилияиимя", "фамилияимя", "игрок", "участник"),
    *("氏名", "名前", "選手", "選手名", "姓名", "选手", "棋手"),
)
"""Titles of the family name, or of the whole name, where no other column has the family name."""

_FIRST_NAMES = _WHOLE_NAMES[:9]
"""Those of them that are titles of the first name where another column has the family name."""

_WORDS = {folded(word): column for column, words in _TITLES.items() for word in words.split()}
_RANK = {word: rank for rank, word in enumerate(_WORDS)}
_KNOWN = (*_WORDS, *_ATTRIBUTES, *map(folded, _WHOLE_NAMES))
_WITH_OTHER_CELLS = ("title", "k_factor")
"""Columns that are often titled so and hold something else."""

_MOST = 20
"""Columns that are not read and are named; a list with more of them is none that people have made."""

_ALIKE = 0.75
"""Similarity from which on a title may be another one: ``cuontry2`` has 0.8, ``phone`` and ``ploeg`` 0.6."""

_SHORTEST, _LONG = 5, 8
"""Letters from which on a title may be a misspelling, and from which on two of them may be wrong."""


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
        for word in sorted(titles.keys() & _WORDS.keys(), key=_RANK.__getitem__):
            self.places.setdefault(_WORDS[word], titles[word])
        for title in _WHOLE_NAMES:
            word = folded(title)
            if word in titles and "name" not in self.places:
                self.places["name"] = titles[word]
            elif word in titles and title in _FIRST_NAMES:
                self.places.setdefault("first_name", titles[word])

    def leave_out_other_titles(self, rows: Sequence[ListRow]) -> None:
        """Leave columns unread that are called title or K and have others, such as Dr. or grades."""
        self._leave_out("title", rows, lambda cells: any(map(title_in, cells)))
        self._leave_out("k_factor", rows, lambda cells: all(map(str.isdecimal, cells)))
        self._leave_out_running_number(rows)

    def _leave_out_running_number(self, rows: Sequence[ListRow]) -> None:
        """Leave a column n° unread that is no board: those of several teams have the same numbers."""
        place = self.places.get("board")
        if place is None or folded(self.header[place]) != folded("n°"):
            return
        numbers = [number for row in rows for number in row.cells[place : place + 1] if number]
        if "team" not in self.places or len({*numbers}) == len(numbers):
            del self.places["board"]

    def _leave_out(
        self, column: Column, rows: Sequence[ListRow], holds: Callable[[Collection[str]], bool]
    ) -> None:
        """Leave a column unread whose cells are not what its title says."""
        place = self.places.get(column)
        if place is None:
            return
        cells = {cell.strip() for row in rows for cell in row.cells[place : place + 1]} - {""}
        if cells and not holds(cells):
            del self.places[column]

    def guessed(self) -> dict[Column, int]:
        """Where the columns are that are read, and those with a title like one that is known."""
        words = {folded(title): place for place, title in reversed([*enumerate(self.header)])}
        found = dict(self.places)
        for title, meant in self.misspelt():
            found.setdefault(_WORDS.get(meant, "name"), words[folded(title)])
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
            column = _WORDS.get(word, "name") if word in _KNOWN else ""
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
            if text and place not in read and folded(text) not in _ATTRIBUTES
        ]


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


# ---- Tables in text files: encoding, separator, and which column holds what ----

_SEPARATORS = ";\t,"
_FEWEST_COLUMNS = 2
_LONGEST_BEGINNING = 1 << 16
_EXPECTED = "expected a first line that names the columns, such as Name;FirstName;Rank;Country;Club"


class _Line(NamedTuple):
    """A line of a text."""

    line: int
    """Its number, from 1."""

    text: str


@dataclass(frozen=True)
class ListRow:
    """A line of a table."""

    line: int
    """The last line of the file that it takes, from 1."""

    cells: tuple[str, ...]


@dataclass(frozen=True)
class ListTable:
    """A text with a header."""

    encoding: str
    separator: str
    header: tuple[str, ...]
    columns: dict[Column, int]
    """Where the columns are that are read."""

    remarks: tuple[str, ...]
    """Which columns are not read, one line each."""

    rows: tuple[ListRow, ...]
    line: int = 1
    """The line of the titles, from 1."""

    name_order: NameOrder = "family-first"
    """The order of names where one column has them whole."""

    order_is_guessed: bool = False

    def with_order(self, order: NameOrder | None, known: KnownNames = nobody_known) -> ListTable:
        """The table with the order of names that is stated, or else guessed."""
        if order is not None:
            return replace(self, name_order=order, order_is_guessed=False)
        if not self.ambiguous_names:
            return self
        title = self.header[self.columns["name"]]
        guess = guess_order(title, self.column("name"), known)
        return replace(self, name_order=guess.order, order_is_guessed=not guess.is_certain)

    @cached_property
    def ambiguous_names(self) -> list[str]:
        """The names that do not say which part is the family name; none where first names have a column."""
        if "name" not in self.columns or "first_name" in self.columns:
            return []
        return [*filter(is_ambiguous, self.column("name"))]

    def order_remarks(self) -> Iterator[str]:
        """Say how names are read if their order is guessed."""
        if self.order_is_guessed and self.ambiguous_names:
            title = self.header[self.columns["name"]].strip()
            yield order_remark(title, self.ambiguous_names[0], self.name_order)

    def columns_in_words(self) -> str:
        """Which titles are understood, and which are not."""
        return ListColumns(self.header).in_words()

    def with_columns(self, columns: Mapping[Column, int]) -> ListTable:
        """The table with other columns read, and remarks on those that are not."""
        return replace(self, columns={**columns}).with_remarks()

    def with_remarks(self, *before: str) -> ListTable:
        """The table with a remark on each column that is not read, but for those of which more is said."""
        columns = ListColumns(self.header)
        columns.places.clear()
        columns.places.update(self.columns)
        others = {*self.unread_ratings, *self.unread_absences}
        return replace(self, remarks=(*before, *columns.remarks(others)))

    @property
    def has_strength(self) -> bool:
        """Whether there is a column of grades or of ratings."""
        return not {"grade", "rating"}.isdisjoint(self.columns)

    @property
    def is_of_another_game(self) -> bool:
        """Whether nobody has a grade in a list with a column of them and some ratings, or with titles or numbers of chess."""
        if self._is_graded:
            return False
        rated = self.column("rating")
        partly = "grade" in self.columns and any(rated) and not all(rated)
        return partly or any(self.column("fide_id")) or any(self.column("title"))

    def has_federations(self, *, graded: bool) -> bool:
        """Whether its countries are federations of chess: nobody has a grade, and nobody needs one."""
        return not self._is_graded and (not graded or self.is_ungraded)

    @cached_property
    def _is_graded(self) -> bool:
        """Whether somebody has a grade."""
        return any(self.column("grade"))

    @cached_property
    def is_ungraded(self) -> bool:
        """Whether nobody has a grade or a rating in a list that is not one of ratings alone."""
        could = "grade" in self.columns or not self.has_strength
        return could and bool(self.rows) and not (self._is_graded or any(self.column("rating")))

    @cached_property
    def _attributes(self) -> dict[str, int]:
        """Where the attributes of players stand, by name.

        Without grades, it is no list of a tournament of Go: each column that is not known otherwise is an
        attribute.
        """
        titles = {place: folded(title) for place, title in enumerate(self.header)}
        known = {_ATTRIBUTES[word]: i for i, word in titles.items() if word in _ATTRIBUTES}
        if self.has_strength:
            return known
        others = titles.keys() - {*self.columns.values(), *known.values()}
        return known | {
            " ".join(self.header[i].casefold().split()): i for i in sorted(others) if titles[i]
        }

    @cached_property
    def unread_ratings(self) -> tuple[int, ...]:
        """The columns that look like ratings and are not read, in a list without ratings."""
        return () if any(self.column("rating")) else self._unread(look_like_ratings)

    @cached_property
    def unread_absences(self) -> tuple[int, ...]:
        """The columns that look like the rounds that some players miss and are not read, in a list without any."""
        is_said = any(self.column("absences")) or any(self.column("rounds"))
        return () if is_said else self._unread(look_like_absences)

    def _unread(self, is_like: Callable[[Iterable[str]], bool]) -> tuple[int, ...]:
        """The columns that are not read and have such cells."""
        others = {*range(len(self.header))}.difference(self.columns.values())
        return tuple(
            place
            for place in sorted(others)
            if self.rows and is_like("".join(row.cells[place : place + 1]) for row in self.rows)
        )

    def attributes_of(self, row: ListRow) -> dict[str, str]:
        """The attributes of the player of a row."""
        found = ((name, row.cells[i : i + 1]) for name, i in self._attributes.items())
        return {name: cell[0].strip() for name, cell in found if cell and cell[0].strip()}

    @cached_property
    def _texts(self) -> dict[Column, list[str]]:
        """What the rows say in the columns that have been asked for."""
        return {}

    def column(self, column: Column) -> list[str]:
        """What each row says in a column, as `cell` tells it."""
        if column not in self._texts:
            self._texts[column] = [self.cell(row, column) for row in self.rows]
        return self._texts[column]

    def cells(self, row: ListRow) -> dict[Column, str]:
        """What a row says in each column that is read, if it says anything."""
        cells = row.cells
        return {
            column: text
            for column, place in self.columns.items()
            if place < len(cells) and (text := cells[place].strip())
        }

    def cell(self, row: ListRow, column: Column) -> str:
        """What a row says in a column; nothing if there is no such column."""
        place = self.columns.get(column)
        return "" if place is None or place >= len(row.cells) else row.cells[place].strip()


_MOST_LINES = 20
"""Lines with a mistake that are named."""


def mend_too(lines: Sequence[int]) -> str:
    """What to do with further lines that cannot be read; nothing if there are none."""
    if not lines:
        return ""
    numbers = ", ".join(map(str, lines[:_MOST_LINES]))
    return phrase_many(
        "mend line {lines}, too",
        "mend lines {lines}, too",
        len(lines),
        lines=f"{numbers}, …" if len(lines) > _MOST_LINES else numbers,
    )


def has_header(content: bytes) -> bool:
    """Whether the first line of a text names a column of names, and another one that is known."""
    try:
        _, text, _ = _decoded(_beginning(content))
        header = next(_lines(text))
    except (StopIteration, UnicodeError):
        return False
    found = ListColumns(_split(header, _separator(header))).places
    return "name" in found and len(found) >= _FEWEST_COLUMNS


def _beginning(content: bytes) -> bytes:
    """The first lines of a text, as long as they are no more than it takes to know its titles."""
    if len(content) <= _LONGEST_BEGINNING:
        return content
    cut = content.rfind(b"\n", 0, _LONGEST_BEGINNING) + 1
    wide = encoding_by_mark(content) == "utf-16"
    return content[: _LONGEST_BEGINNING if wide or not cut else cut]


def read_table(
    path: str,
    content: bytes,
    names: NameOrder | None = None,
    known: KnownNames = nobody_known,
) -> ListTable:
    """Read a table.

    The text is UTF-8, UTF-16 with a byte order mark, or else in an encoding that is guessed, and
    named by a remark; cells are separated by semicolons, tabs or commas, and may stand between double quotes.

    Parameters
    ----------
    names
        The order of names where one column has them whole; None to guess it.
    known
        The people by whom it may be guessed.

    Raises
    ------
    FormatError
        If it is no text, or its first line does not name the columns.
    """
    encoding, is_guessed, lines, header, separator = _opened(path, content)
    columns = ListColumns(header)
    if "name" not in columns.places:
        hint = f"; {columns.in_words()}" if columns.places else ""
        raise FormatError(path, 1, f"{_EXPECTED}{hint}")
    for title, meant in columns.misspelt():
        message = f"expected the name of a column, such as {meant!r}, found {title[:40]!r}"
        raise FormatError(path, lines[0].line, f"{message}; correct it; {columns.in_words()}")
    rows = tuple(_rows(path, lines, separator))
    guess = [guess_remark(encoding)] if is_guessed else []
    columns.leave_out_other_titles(rows)
    line = lines[0].line if lines else 1
    table = ListTable(encoding, separator, header, columns.places, (), rows, line)
    return table.with_remarks(*guess).with_order(names, known)


def guessed_table(path: str, content: bytes) -> ListTable:
    """Read a table of which somebody looks over what its columns are.

    Titles that are like known ones count as these. If none is known, the first line is a row, too.

    Raises
    ------
    FormatError
        If it is no text, or has one column only.
    """
    encoding, _, lines, header, separator = _opened(path, content)
    rows = tuple(_rows(path, lines, separator))
    columns = ListColumns(header)
    columns.leave_out_other_titles(rows)
    places = columns.guessed()
    if len(header) < _FEWEST_COLUMNS and not places:
        raise FormatError(path, 1, _EXPECTED)
    if places:
        return ListTable(encoding, separator, header, places, (), rows).with_remarks()
    first = ListRow(lines[0].line, header)
    width = max(len(row.cells) for row in (first, *rows))
    return ListTable(encoding, separator, ("",) * width, {}, (), (first, *rows))


def _opened(path: str, content: bytes) -> tuple[str, bool, list[_Line], tuple[str, ...], str]:
    """Encoding and whether it is guessed, lines from the first not empty, titles and separator."""
    try:
        encoding, text, is_guessed = _decoded(content)
        first = next(_lines(text), None)
    except UnicodeError as error:
        raise FormatError(path, 1, f"unreadable encoding: {error}; save it as UTF-8") from error
    if first is None:
        return encoding, is_guessed, [], (), ";"
    before = text.splitlines().index(first)
    rest = text.splitlines(keepends=True)[before:]
    lines = [_Line(before + place, line) for place, line in enumerate(rest, start=1)]
    separator = _separator(first)
    titles = tuple(map(unguarded, _split(first, separator)))
    return encoding, is_guessed, lines, titles, separator


def _rows(path: str, lines: list[_Line], separator: str) -> Iterator[ListRow]:
    """The rows after the titles."""
    if not lines:
        return
    before = lines[0].line
    rest = "".join(line.text for line in lines[1:])
    has_nul = "\0" in rest
    plain = tuple if "'" not in rest else _unguarded
    reader = csv.reader(io.StringIO(rest, newline=None), delimiter=separator)
    number = end = 0
    try:
        for cells in reader:
            start, end = end, reader.line_num
            if end - start > 1:
                _refuse_open_quote(path, before + start + 1, lines[start + 1 : end + 1])
            if has_nul and any("\0" in cell for cell in cells):
                message = "expected text, found a NUL character"
                raise FormatError(path, before + reader.line_num, message)
            if any(map(str.strip, cells)):
                number += 1
                refuse_more_players(path, before + reader.line_num, number)
                yield ListRow(before + reader.line_num, plain(cells))
    except csv.Error as error:
        raise FormatError(path, before + reader.line_num, f"expected cells: {error}") from None


def _unguarded(cells: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(unguarded, cells))


def _refuse_open_quote(path: str, line: int, taken: Sequence[_Line]) -> None:
    """Refuse a row of several lines in whose first one a double quote opens and none closes it.

    Raises
    ------
    FormatError
        If the quote stays open to the end, or to another one that opens a cell.
    """
    if len(taken) > 1 and sum(each.text.count('"') for each in taken) % 2:
        message = "a double quote is opened and not closed; remove it or close it in its cell"
        raise FormatError(path, line, message)


def _decoded(content: bytes) -> tuple[str, str, bool]:
    """The encoding of a text, the text, and whether the encoding is guessed."""
    if marked := encoding_by_mark(content):
        return marked, before_end(content.decode(marked)), False
    try:
        return "utf-8", before_end(content.decode("utf-8")), False
    except UnicodeDecodeError:
        encoding = guess_encoding(content)
        return encoding, before_end(content.decode(encoding)), True


def _lines(text: str) -> Iterator[str]:
    """Lines that are not empty; a line in which Excel states the separator is none."""
    for line in text.splitlines():
        if line.strip() and not line.lower().startswith("sep="):
            yield line


def _separator(header: str) -> str:
    """What separates the cells of most columns that are known."""
    return max(
        _SEPARATORS,
        key=lambda sign: (len(ListColumns(_split(header, sign)).places), header.count(sign)),
    )


def _split(line: str, separator: str) -> tuple[str, ...]:
    try:
        return tuple(next(csv.reader([line], delimiter=separator)))
    except (csv.Error, StopIteration):
        return ()
