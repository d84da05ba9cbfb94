"""Documents of any format."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import FormatError, RuleError
from ..files import replace_file
from ..go.tournament import Rules, Tournament
from ..parameters import checked
from ..sentences import Remedy, Sentence, phrase
from .characters import WESTERN, TextFile, in_utf8, nearest
from .limits import holds, refuse_impossible, refuse_unsupported

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from os import PathLike

    from ..go.tournament import Criterion, Player, Sex, TeamCriterion


# ---- What every format has in common: a document, and how it is read and written ----


def _as_it_is(tournament: Tournament, _: Tournament) -> Tournament:
    """A state of a tournament in a file that holds it as it is."""
    return tournament


@dataclass(frozen=True, kw_only=True)
class StatedStandings:
    """What a file says of its standings; a value or a place that is missing is not stated."""

    criteria: tuple[Criterion | TeamCriterion, ...]
    """The criteria that the file lists, the first first; of teams perhaps none."""

    points: Mapping[Criterion | TeamCriterion, Mapping[str, float]]
    """Scores, each by key."""

    places: Mapping[str, int]
    """Places by key; all who are equal by all criteria share one, or have one after the other."""

    values: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    """Values of the criteria by key; None for none."""


@dataclass(frozen=True, kw_only=True)
class Document:
    """A tournament file; writing changes only what changed.

    The writer gets what was read along with the new state, so that it can keep what the tournament
    does not hold, such as lines of a header that fastpair does not know.
    """

    path: str
    """The file, for errors."""

    tournament: Tournament
    """The tournament that the file holds."""

    remarks: tuple[str, ...]
    """What the director should know about doubtful values in the file, one line each."""

    unread: tuple[str, ...] = ()
    """What the file says that is not read, and may bear on a draw, one line each: a draw asks before it passes
    over it."""

    foreign_system: str = ""
    """The system by which the file says its rounds are drawn, if that is none of those here."""

    foreign_reason: str = ""
    """Why it is none of them, if there is more to say of it."""

    stated: StatedStandings | None = None
    """The standings that the file states, with the criteria that it lists for them."""

    pairs: tuple[tuple[str, ...], ...] = ()
    """Keys of players of a list of entries who play each game together, once they are entered."""

    content: bytes
    """The file as it was read."""

    is_read_only: bool = False
    """Whether the file cannot be changed, as a spreadsheet or a list with a team in each row."""

    render: Callable[[Tournament, bytes], bytes] = field(repr=False, compare=False)
    """The content of a file that holds a tournament, given what the file held before."""

    settle: Callable[[Tournament, Tournament], Tournament] = field(
        default=_as_it_is, repr=False, compare=False
    )
    """What a state of the tournament becomes in the file, given the one that was read."""

    version: str = ""
    """Version of the program that saved the file, such as ``'3.51'``; empty if not stated."""

    format: str
    """Name of the format."""

    @checked
    def settled(self, tournament: Tournament) -> Tournament:
        """Another state of the tournament as the file will hold it.

        It is the same unless the format has a rule of its own, such as that grades are those of the
        ratings.

        Raises
        ------
        RuleError
            If the format's rule forbids the state.
        """
        return self.settle(tournament, self.tournament)

    @checked
    def content_with(self, tournament: Tournament) -> bytes:
        """The file with another state of its tournament, changing only what it must.

        Raises
        ------
        RuleError
            If the format cannot hold the change.
        """
        if tournament == self.tournament:
            return self.content
        if self.is_read_only:
            message = phrase("a spreadsheet, or a list with a team in each row, is read only")
            raise RuleError(Sentence(message, Remedy("convert")))
        self.refuse(tournament)
        return self.render(self.settled(tournament), self.content)

    @checked
    def refuse(self, tournament: Tournament) -> None:
        """Refuse what the format has no place for.

        Raises
        ------
        RuleError
            If the format cannot hold this state of the tournament.
        """
        refuse_impossible(self.format, tournament)
        refuse_unsupported(self.format, self.settled(tournament), self.tournament)

    def in_encoding(self, content: bytes, encoding: str) -> Document:
        """The document of a text in an encoding that is named, which was read in UTF-8.

        Parameters
        ----------
        content
            The file in its encoding.
        """
        return replace(self, content=content, render=partial(self._rendered_in_encoding, encoding))

    def _rendered_in_encoding(self, encoding: str, tournament: Tournament, held: bytes) -> bytes:
        """The content of a file in an encoding, of which this document was read in UTF-8."""
        text = self.render(tournament, in_utf8(self.path, held, encoding)).decode("utf-8-sig")
        # Line ends and tabs stay; only letters are replaced.
        parts = re.split(r"([\r\n\t]+)", text)
        return "".join(
            part if place % 2 else nearest(part, encoding) for place, part in enumerate(parts)
        ).encode(encoding)

    @checked
    def write(self, path: str | PathLike[str], tournament: Tournament) -> None:
        """Write the file again with another state of its tournament, changing only what it must.

        Raises
        ------
        FormatError
            If the file cannot be written; whatever was there before is still there.
        RuleError
            If the format cannot hold the change.
        """
        replace_file(path, self.content_with(tournament))


@dataclass(frozen=True, slots=True)
class Format:
    """A file format that fastpair reads and writes."""

    module: str
    """The module that reads and writes it, which is imported when it is first used."""

    name: str
    """What the format is called: one word in lower case."""

    title: str
    """Name of the format as its users know it."""

    suffixes: tuple[str, ...]
    """Ends of the names of its files, the usual one first."""

    recognises: Callable[[bytes], bool]
    """Whether the content of a file looks like this format."""

    is_exact: bool = False
    """Whether a file holds each state of its tournament as it is. Others may cut a name, say no tables, or have line-ups
    of rounds to come: what they hold is known when they are read again."""

    def read(self, path: str, content: bytes, **how: Any) -> Document:  # noqa: ANN401
        """Read a document from the path and the content of a file.

        Parameters
        ----------
        how
            Arguments of the reader of the format.

        Raises
        ------
        FormatError
            If the content is none of the format, or no tournament can be so; it names the path.
        """
        try:
            document: Document = self._imported().read(path, content, **how)
        except RuleError as error:
            raise FormatError(path, None, str(error)) from error
        again = repeated_numbers(document.tournament.players)
        late = _round_after_the_end(document.tournament)
        return replace(document, remarks=(*document.remarks, *late, *again))

    def new(self, tournament: Tournament) -> bytes:
        """The content of a new file with as much of a tournament as the format holds.

        Raises
        ------
        RuleError
            If no file of the format can say anything about the tournament.
        """
        refuse_impossible(self.name, tournament)
        return self._imported().new_content(tournament)  # type: ignore[no-any-return]

    def _imported(self) -> Any:  # noqa: ANN401 - a module
        return import_module(self.module, __package__)

    @property
    def holds_model(self) -> bool:
        """Whether a file of the format has a place for the weight model of the tournament."""
        return holds(self.name, Rules, "model")


def repeated_numbers(players: Iterable[Player]) -> Iterator[str]:
    """Say, one line each, which FIDE number several players have."""
    names: dict[str, list[str]] = {}
    for player in players:
        if player.fide_id:
            names.setdefault(player.fide_id, []).append(player.full_name)
    for number, those in names.items():
        if len(those) > 1:
            yield phrase(
                "FIDE number {number} is that of {count} players: {names}",
                number=number,
                count=len(those),
                names=", ".join(those[:_FEW]),
            )


def _round_after_the_end(tournament: Tournament) -> Iterator[str]:
    """Say that a report for FIDE states another end than the event, if it does."""
    event = tournament.event
    ends, latest = event.ends or event.begins, event.last_day
    if "trf" in tournament.event_kind.results_files and ends and latest and ends < latest:
        yield phrase(
            "the event ends on {ends}, before its last round on {latest}: a new report for FIDE states the later day",
            ends=ends,
            latest=latest,
        )


_FEW = 3
"""As many players of one number are named."""


# ---- Files of lines: a header with a field in each, and what is read and written the same way in all ----

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAY = {
    "ymd": re.compile(r"(?P<y>[0-9]{4})([-/.])(?P<m>[0-9]{1,2})\2(?P<d>[0-9]{1,2})"),
    "dmy": re.compile(r"(?P<d>[0-9]{1,2})/(?P<m>[0-9]{1,2})/(?P<y>[0-9]{4})"),
    "mdy": re.compile(r"(?P<m>[0-9]{1,2})/(?P<d>[0-9]{1,2})/(?P<y>[0-9]{4})"),
    "(d m y)": re.compile(
        rf"\((?P<d>[0-9]{{1,2}}) (?P<m>{'|'.join(_MONTHS)})[a-z]* (?P<y>[0-9]{{4}})\)"
    ),
}
_NUMBER = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{1,6})?")
_DIGITS = re.compile("[0-9]{1,18}")


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A file of lines, and the tournament in it."""

    tournament: Tournament
    file: TextFile
    above: Collection[str]
    """The lines above the players: the header."""

    below: Collection[str] = ()
    """Comments elsewhere."""

    behind: Mapping[str, str] = field(default_factory=dict)
    """Comments behind the lines of players, by their keys."""

    more_stones: Mapping[tuple[int, str, str], int] = field(default_factory=dict)
    """Round, player and opponent of games with more stones than a tournament holds, and how many."""

    remarks: tuple[str, ...] = ()
    version: str = ""
    """Version of the program that made the file, if the header says."""

    colourless: frozenset[tuple[int, frozenset[str]]] = frozenset()
    """Round and players of the games of which the file does not say the colours."""

    unread: tuple[str, ...] = ()
    """See `Document.unread`."""

    foreign_system: str = ""
    """See `Document.foreign_system`."""

    foreign_reason: str = ""
    """See `Document.foreign_reason`."""

    stated: StatedStandings | None = None
    """See `Document.stated`."""

    is_new: bool = False
    """Whether there was no file: nothing was read, and all is to be written."""


@dataclass(frozen=True)
class LineFormat:
    """How files of lines are read and written."""

    name: str
    """Name of the format."""

    parse: Callable[[str, bytes], Reading]
    """What reads the path and the content of a file."""

    lines_of: Callable[[Tournament, str, Reading], list[str]]
    """The lines that hold a tournament in an encoding, given what the file held."""

    encoding: str = WESTERN
    """That of a new file."""

    def read(self, path: str, content: bytes) -> Document:
        """Read the content of a file.

        Raises
        ------
        FormatError
            If the content cannot be read.
        """
        reading = self.parse(path, content)
        return Document(
            path=path,
            format=self.name,
            tournament=reading.tournament,
            remarks=(*reading.file.remarks, *reading.remarks),
            content=content,
            render=partial(self._rendered, path),
            version=reading.version,
            unread=reading.unread,
            foreign_system=reading.foreign_system,
            foreign_reason=reading.foreign_reason,
            stated=reading.stated,
        )

    def new_content(self, tournament: Tournament) -> bytes:
        """The content of a new file.

        Raises
        ------
        RuleError
            If the federation would refuse the file.
        """
        empty, file = type(tournament)(), TextFile((), self.encoding)
        nothing = Reading(tournament=empty, file=file, above=(), is_new=True)
        return self._content(tournament, nothing)

    def _rendered(self, path: str, tournament: Tournament, held: bytes) -> bytes:
        return self._content(tournament, self.parse(path, held))

    def _content(self, tournament: Tournament, before: Reading) -> bytes:
        return before.file.content_of(self.lines_of(tournament, before.file.encoding, before))


@dataclass(frozen=True, kw_only=True)
class Header:
    """How the lines of a header state fields, whose names are in small letters."""

    pattern: re.Pattern[str]
    """A line with a field; its groups are the name and the value."""

    line: Callable[[str, str], str]
    """The line of a field."""

    values: Callable[[Tournament], Mapping[str, str]]
    """The values for a tournament, in the order of the lines."""

    always: Collection[str] = ()
    """Fields that have a line without a value too."""

    quotes: str = ""
    """What may stand around a value."""

    meanings: Mapping[str, Callable[[str], object]] = field(default_factory=dict)
    """What tells whether the value of a field is understood: its result is neither None nor empty."""

    def name_of(self, line: str) -> str | None:
        """The field of a line, if it has one."""
        match = self.pattern.fullmatch(line)
        return match[1].lower() if match else None

    def fields_of(self, lines: Iterable[str]) -> dict[str, str]:
        """The values of a header by their fields, the last if there are several."""
        matches = filter(None, map(self.pattern.fullmatch, lines))
        return {m[1].lower(): m[2].strip().strip(self.quotes).strip() for m in matches}

    def says_something(self, lines: Iterable[str]) -> bool:
        """Whether a header states a field that it can have, and not only comments."""
        fields = self.fields_of(lines)
        return any(fields.get(name) for name in self.values(Tournament()))

    def remarks(self, lines: Iterable[str]) -> Iterator[str]:
        """Say, one line each, which values are not understood, and count as if they were missing."""
        for name, value in self.fields_of(lines).items():
            if value and name in self.meanings and self.meanings[name](value) in (None, []):
                yield f"{name.upper()} in the header: {value[:40]!r} is not understood, and not used"

    def lines_of(self, tournament: Tournament, encoding: str, before: Reading) -> list[str]:
        """The lines of a header; those of an older one stay if their values have not changed.

        A field that the writer would have written alike for what was read is not touched, whatever
        its line says, and a line without a known field stays as it is.
        """
        new = self._written(tournament, encoding)
        old = {} if before.is_new else self._written(before.tournament, encoding)
        changed = {field for field in {*old, *new} if old.get(field) != new.get(field)}
        waiting = {field: value for field, value in new.items() if field in changed}
        lines = []
        for line in before.above:
            field = self.name_of(line)
            if field is None or field not in changed:
                lines.append(line)
            elif field in waiting:
                lines.append(self.line(field, waiting.pop(field)))
        return [*(self.line(field, value) for field, value in waiting.items()), *lines]

    def _written(self, tournament: Tournament, encoding: str) -> dict[str, str]:
        return {
            field: " ".join(nearest(value, encoding).split())
            for field, value in self.values(tournament).items()
            if value or field in self.always
        }


# ---- What the files of several formats may say ----


def beyond_rounds(place: str, what: str, number: int, rounds: int) -> str:
    """The remark that a game or bye is in a round that the tournament does not have."""
    there = "1 round" if rounds == 1 else f"{rounds} rounds"
    return f"{place}: the file has {there}; this {what} of round {number} is left out, and stays in the file"


def days_in(text: str, *orders: str) -> list[date]:
    """The first two days in a text, as far as there are such days.

    Parameters
    ----------
    text
        Such as ``2024-03-01,2024-03-03`` or ``1/3/2024``.
    orders
        Orders of year, month and day that are possible: ``ymd`` with hyphens, slashes or points, ``dmy`` and ``mdy``
        with slashes, ``(d m y)`` in parentheses with the name of the month.
    """
    found = [match for order in orders for match in _DAY[order].finditer(text)]
    days = []
    for match in found[:2]:
        month = match["m"]
        number = int(month) if month.isdigit() else _MONTHS.index(month) + 1
        try:
            days.append(date(int(match["y"]), number, int(match["d"])))
        except ValueError:
            continue
    return days


_BIRTH = re.compile(r"(?P<d>[0-9]{1,2})\.(?P<m>[0-9]{1,2})\.(?P<y>[0-9]{4})")
_YEAR_OF_BIRTH = re.compile(r"(?<![0-9])(1[89]|20)[0-9]{2}(?![0-9])")


def birth_in(text: str) -> str:
    """The day of birth that a text states, or the year, if the day is not known for sure; nothing for any other text.

    Examples
    --------
    >>> birth_in("1987/05/03"), birth_in("03.05.1987"), birth_in("3/5/1987"), birth_in("1987/00/00")
    ('1987-05-03', '1987-05-03', '1987', '1987')
    """
    year = _YEAR_OF_BIRTH.search(text)
    if year is None:
        return ""
    if match := _BIRTH.fullmatch(text):
        text = f"{match['y']}/{match['m']}/{match['d']}"
    day = day_in(text, "ymd")
    return day.isoformat() if day and day.isoformat().startswith(year[0]) else year[0]


def sex_in(text: str) -> Sex:
    """The sex that a word or a letter states, as reports and lists have it; nothing for any other text."""
    word = text.strip().lower()
    return "m" if _MAN.fullmatch(word) else "w" if _WOMAN.fullmatch(word) else ""


_MAN = re.compile("m|male|man|men|boy|h|homme|masculin|herr|mann|männlich|hombre|uomo|maschio")
_WOMAN = re.compile("w|f|female|wom[ae]n|girl|femme|féminin|frau|weiblich|dame|mujer|donna|k")


def day_in(text: str, *orders: str) -> date | None:
    """The first day in a text, see `days_in`."""
    return next(iter(days_in(text, *orders)), None)


def number_in(text: str) -> float | None:
    """The number that a text begins with, such as ``6,5`` or ``82.5``."""
    match = _NUMBER.match(text)
    return float(match[0].replace(",", ".")) if match else None


def whole_in(text: str) -> int | None:
    """The number of a text that is digits alone, 18 at most; None for any other text."""
    return int(text) if _DIGITS.fullmatch(text) else None
