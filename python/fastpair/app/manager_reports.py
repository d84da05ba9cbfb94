"""Reports that the engine reads, and files that it writes."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self, cast, get_args

from ...errors import FormatError, NoPairingError, RuleError
from ...files import LARGEST_FILE, Replacement, read_file
from ...formats import FORMATS
from ...formats.characters import TextFile
from ...formats.trf import CODES, Report, points_in_doubt
from ...go.tournament import Rules, SystemName
from ...go.tournament.ranges import range_in
from ...pairing.systems import system_class
from ...records import record
from .arguments import BAD_REQUEST, FILE, NO_PAIRING, TOO_LARGE, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...formats.document import StatedStandings
    from ...go.tournament import Tournament
    from ...pairing.systems import System
    from .arguments import Request

_NO_ROUNDS = "The total number of rounds in the tournament must be specified."


@record()
class Input:
    """A report that the engine has read."""

    path: str

    whole: Tournament
    """The players and perhaps their teams."""

    tournament: Tournament
    """Who is paired: players, or teams as players. Its rules name the system, whose order is that of the numbers."""

    numbers: tuple[int, ...]
    """The pairing numbers of these, in their order."""

    stated: StatedStandings | None
    """The standings that the report lists."""

    doubts: tuple[str, ...]
    """What makes the points of the file doubtful, and what pairs may depend on and is not read."""

    @classmethod
    def read(cls, request: Request) -> Self:
        """Read the report of a request.

        Raises
        ------
        RefusalError
            If it cannot be read, or no system here pairs its rounds.
        """
        path = request.file
        content = read_content(path)
        with refusing(f"Error parsing file {path}"):
            report = Report.of(path, TextFile.of(path, content))
            _refuse_sizes(path, report, request.task)
            document = FORMATS["trf"].read(path, content)
        _refuse_unread(path, report)
        whole, numbers = document.tournament, tuple(report.rows)
        tournament = whole
        if whole.draws_teams:
            from ...go.teams import of_teams

            tournament, numbers = of_teams(whole), tuple(team.number for team in report.teams)
        tournament = _with_system(tournament, report, request.system)
        doubts = (*document.unread, *points_in_doubt(report, document.tournament))
        return cls(path, whole, tournament, numbers, document.stated, doubts)

    @cached_property
    def system(self) -> System:
        """The system that pairs the rounds."""
        return system_class(self.tournament.rules.system or "").of_tournament(self.tournament)

    @cached_property
    def number(self) -> Mapping[str, int]:
        """The pairing numbers of the players, by key."""
        keys = (player.key for player in self.tournament.players)
        return dict(zip(keys, self.numbers, strict=True))


@contextmanager
def refusing(what: str) -> Iterator[None]:
    """Refuse in one line what raises an error of the file or of the rules.

    Raises
    ------
    RefusalError
        If there is one.
    """
    try:
        yield
    except FormatError as error:
        place = "" if error.line is None else f"line {error.line}: "
        raise RefusalError(BAD_REQUEST, f"{what}: {place}{error.detail}") from error
    except NoPairingError as error:
        raise RefusalError(NO_PAIRING, f"{what}: No valid pairing exists: {error}") from error
    except RuleError as error:
        raise RefusalError(BAD_REQUEST, f"{what}: {error}") from error


def read_content(path: str) -> bytes:
    """The content of a file.

    Raises
    ------
    RefusalError
        If it cannot be read, or holds nothing, or too much.
    """
    try:
        return read_file(path, "a report")
    except FormatError as error:
        if error.__cause__ is not None:
            message = f"Error reading file {path}: The file could not be loaded."
            raise RefusalError(FILE, message) from error
        too_large = path != "-" and Path(path).stat().st_size > LARGEST_FILE
        status = TOO_LARGE if too_large else BAD_REQUEST
        raise RefusalError(status, f"Error reading file {path}: {error.detail}") from error


def _refuse_sizes(path: str, report: Report, task: str) -> None:
    """Refuse a report without players, with too many rounds, or if one is to be paired, with no number of them."""
    if not report.rows:
        message = f"Error parsing file {path}: expected lines 001, one for each player, found none"
        raise RefusalError(BAD_REQUEST, message)
    stated = [text for _, _, text in report.lines("142", "XXR") if text]
    if not stated and task == "pair":
        raise RefusalError(BAD_REQUEST, f"Error while pairing {path}: {_NO_ROUNDS}")
    most = range_in(Rules, "rounds").most or 0
    if stated and stated[-1].isdecimal() and int(stated[-1][:9]) > most:
        message = f"Error parsing file {path}: at most {most} rounds, found {stated[-1][:40]}"
        raise RefusalError(TOO_LARGE, message)


def _refuse_unread(path: str, report: Report) -> None:
    """Refuse a report with records that forbid pairs, make somebody absent or give points, and that cannot be obeyed."""
    for line, code, text in report.unread:
        if code in CODES:
            message = f"line {line}: {code} cannot be obeyed: {text[:40]!r}"
            raise RefusalError(BAD_REQUEST, f"Error parsing file {path}: {message}")


def _with_system(tournament: Tournament, report: Report, asked: str | None) -> Tournament:
    """The tournament with the system that is asked for, or else that of the report."""
    named = report.system
    if asked is not None:
        name = stated_system(asked)
    elif named.is_foreign or (found := _system_of_fide(named.system or "")) is None:
        where = f"Error while pairing {report.path}: line {named.line}: {named.text[:40]!r}"
        why = f": {named.reason}" if named.reason else " is none of the systems here"
        raise RefusalError(BAD_REQUEST, f"{where}{why}: state one, such as --dutch")
    else:
        name = found
    fide = replace(tournament.rules.fide, order="entry")
    if fide.acceleration == "none" and "baku" in named.text.lower():
        fide = replace(fide, acceleration="baku")
    return replace(tournament, rules=replace(tournament.rules, system=name, fide=fide))


def stated_system(name: str) -> SystemName:
    """The name of one of FIDE's systems.

    Raises
    ------
    RefusalError
        If it is none, or one that is not here.
    """
    found = _system_of_fide(name)
    if found is None:
        message = f"Error: unknown argument '--{name}' (--help shows the usage)"
        raise RefusalError(BAD_REQUEST, message)
    return found


def _system_of_fide(name: str) -> SystemName | None:
    of_fide = name in get_args(SystemName) and system_class(name).of_chess
    return cast("SystemName", name) if of_fide else None


def write_files(files: Mapping[str, str], *inputs: str) -> None:
    """Write all of some files, or none of them.

    Raises
    ------
    RefusalError
        If one cannot be written, or is one of those that are read.
    """
    for path in files:
        for read in inputs:
            if Path(path).exists() and Path(read).exists() and Path(path).samefile(read):
                raise RefusalError(FILE, f"The output file ({path}) is the file that is read.")
    with ExitStack() as stack:
        written = []
        for path, text in files.items():
            with _writing(path):
                written.append((path, stack.enter_context(Replacement(path, text.encode()))))
        for path, replacement in written:
            with _writing(path):
                replacement.commit()


@contextmanager
def _writing(path: str) -> Iterator[None]:
    try:
        yield
    except (FormatError, ValueError) as error:
        raise RefusalError(FILE, f"The output file ({path}) could not be opened.") from error
