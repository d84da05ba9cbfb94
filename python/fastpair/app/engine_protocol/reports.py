"""Reports of managers: what their engine reads, pairs and pairs again, and the files that it writes."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
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
from ...pairing.rounds import draw_round, situation_of
from ...pairing.systems import system_class
from .statuses import (
    BAD_REQUEST,
    FILE,
    NO_PAIRING,
    TOO_LARGE,
    RefusalError,
    UnknownSystemError,
    UnstatedSystemError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...formats.document import StatedStandings
    from ...go.tournament import Tournament
    from ...pairing.draw import Draw
    from ...pairing.systems import Situation, System

    Pair = tuple[int, int]
    """Numbers of White and Black; of the player with the bye and 0."""

_NO_ROUNDS = "The total number of rounds in the tournament must be specified."
_NO_COLOUR = "Please configure the initial piece colors."


@dataclass(frozen=True)
class InputReport:
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
    def read(cls, path: str, system: str | None, *, pairs: bool = False) -> Self:
        """Read a report.

        Parameters
        ----------
        system
            The name of the one that pairs; None for that of the report.
        pairs
            Whether its next round is to be paired.

        Raises
        ------
        RefusalError
            If it cannot be read, or no system here pairs its rounds.
        """
        content = read_content(path)
        with refusing(f"Error parsing file {path}"):
            report = Report.of(path, TextFile.of(path, content))
            _refuse_sizes(path, report, pairs=pairs)
            document = FORMATS["trf"].read(path, content)
        _refuse_unread(path, report)
        whole, numbers = document.tournament, tuple(report.rows)
        tournament = whole
        if whole.draws_teams:
            from ...go.teams import of_teams

            tournament, numbers = of_teams(whole), tuple(team.number for team in report.teams)
        tournament = _with_system(tournament, report, system)
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

    def next_pairs(self) -> tuple[Situation, list[Pair]]:
        """The round after the last one with games, before it and as it is paired.

        Raises
        ------
        RefusalError
            If it cannot be paired.
        """
        with refusing(f"Error while pairing {self.path}"):
            number = self._next_round()
            past = _without_byes(self.tournament, number)
            if not past.to_pair(number):
                why = f"No valid pairing exists: nobody takes part in round {number}"
                raise RefusalError(NO_PAIRING, f"Error while pairing {self.path}: {why}")
            situation = situation_of(past, number)
            if self.system.lacks_first_colour(situation):
                raise RefusalError(BAD_REQUEST, f"Error while pairing {self.path}: {_NO_COLOUR}")
            return situation, self._pairs(draw_round(past, number, system=self.system))

    def _next_round(self) -> int:
        """The round after the last one that was paired: who has a requested bye or an absence in it, takes no part."""
        tournament = self.tournament
        number = 1 + tournament.last_paired
        if number > tournament.rules.rounds:
            message = f"Error while pairing {self.path}: all {number - 1} rounds are played"
            raise RefusalError(BAD_REQUEST, message)
        for earlier in range(1, number):
            for line in tournament.unfinished(earlier, ()):
                raise RefusalError(BAD_REQUEST, f"Error while pairing {self.path}: {line}")
        return number

    def _pairs(self, draw: Draw) -> list[Pair]:
        """The pairs of a round in the order of the boards, and the bye."""
        number = self.number
        pairs = [(number[board.white], number[board.black]) for board in draw.boards]
        return pairs + [(number[key], 0) for key in (draw.bye,) if key is not None]

    def pairs_of(self, number: int) -> list[Pair]:
        """The pairs of a round as they were played, and the bye."""
        games, numbers = self.tournament.round(number).games, self.number
        pairs = [(numbers[game.white], numbers[game.black]) for game in games]
        return pairs + [(numbers[key], 0) for key in self.tournament.pairing_byes(number)]

    def pairs_again(self, number: int) -> list[Pair]:
        """The pairs that the same players should have; where a lot gives the first colour, the one that fits better."""
        from ...pairing.rounds.review import only_seated

        present, seen = only_seated(self.tournament, number), {*self.pairs_of(number)}
        drawn = (
            self._pairs(draw_round(present, number, system=self.system, seed=seed))
            for seed in (0, 1)
        )
        return max(drawn, key=lambda pairs: len(seen & {*pairs}))

    def before(self, number: int) -> Situation:
        """What those who were seated brought into a round."""
        from ...pairing.rounds.review import only_seated

        return situation_of(only_seated(self.tournament, number), number)

    def is_paired_so(self, number: int) -> bool:
        """Whether the system pairs a round as it was played, with the same colours.

        Raises
        ------
        RefusalError
            If it cannot be paired.
        """
        from ...pairing.rounds import judge_round

        with refusing(f"Error while checking {self.path}"):
            judged = judge_round(self.tournament, number, system=self.system)
        return not (judged.criterion or judged.colours)


def _without_byes(tournament: Tournament, number: int) -> Tournament:
    """The tournament before a round, in which those take no part who are to have a bye that they asked for."""
    byes = tournament.round(number).byes
    return tournament.before(number).with_absences(number, byes)


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


def _refuse_sizes(path: str, report: Report, *, pairs: bool) -> None:
    """Refuse a report without players, with too many rounds, or if one is to be paired, with no number of them."""
    if not report.rows:
        message = f"Error parsing file {path}: expected lines 001, one for each player, found none"
        raise RefusalError(BAD_REQUEST, message)
    stated = [text for _, _, text in report.lines("142", "XXR") if text]
    if not stated and pairs:
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


def _with_system(tournament: Tournament, report: Report, system: str | None) -> Tournament:
    """The tournament with a system, or else that of the report."""
    named = report.system
    if system is not None:
        name = stated_system(system)
    elif named.is_foreign or (found := _system_of_fide(named.system or "")) is None:
        where = f"Error while pairing {report.path}: line {named.line}: {named.text[:40]!r}"
        why = f": {named.reason}" if named.reason else " is none of the systems here"
        raise UnstatedSystemError(BAD_REQUEST, f"{where}{why}")
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
        raise UnknownSystemError(BAD_REQUEST, name)
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
