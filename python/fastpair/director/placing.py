"""The standings that a director asks for: of a tournament file, or as they were kept."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING

from ..errors import FormatError, RuleError, in_file
from ..formats import read
from ..formats.files import json_of, read_file
from ..report.text import counted
from ..standings import from_document, prize_plan, prizes, standings, to_document
from ..tournament import Criterion, Result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from ..standings import Award, Standings
    from ..tournament import Tournament

__all__ = ["awards_of", "kept", "last_complete_round", "standings_of"]


def standings_of(
    file: Path, after: int | None, criteria: str | None, warn: Callable[[str], None]
) -> Standings:
    """The standings in a file: of a tournament, or those that were kept in the file by `kept`.

    Parameters
    ----------
    after
        Number of rounds that count; by default all up to the last one with all results.
    criteria
        Names of criteria with commas between them; by default those of the tournament.
    warn
        Hears, one line each, what was read with a reservation and which results are missing.

    Raises
    ------
    FormatError
        If the file cannot be read.
    RuleError
        If there is no such round or criterion, or kept standings are asked for others.
    """
    found = _kept_in(file)
    if found is not None:
        if (after is None or after == found.after) and criteria is None:
            return found
        raise RuleError(f"{file}: holds standings that were kept; only the tournament has others")
    chosen = None if criteria is None else _criteria(criteria)
    return _made(file, _tournament(file, warn), after, chosen, warn)


def awards_of(
    file: Path, plan: Path, after: int | None, warn: Callable[[str], None]
) -> tuple[Standings, tuple[Award, ...]]:
    """Give the prizes of a plan, a TOML file with tables ``[[prize]]``.

    Raises
    ------
    FormatError
        If one of the files cannot be read.
    RuleError
        If the plan asks for what no prize has.
    """
    try:
        entries = tomllib.loads(read_file(plan, "a plan of prizes").decode()).get("prize", [])
    except ValueError as error:
        raise FormatError(plan, None, f"expected a plan of prizes in TOML: {error}") from error
    if not isinstance(entries, list) or not entries:
        raise FormatError(plan, None, "expected tables [[prize]] with at least a name, found none")
    with in_file(plan):
        prize_list = prize_plan(entries)
    tournament = _tournament(file, warn)
    made = _made(file, tournament, after, tournament.rules.prize_criteria, warn)
    return made, prizes(made, prize_list)


def kept(made: Standings) -> bytes:
    """Standings as the content of a file, from which `standings_of` reads them again."""
    return (json.dumps(to_document(made), ensure_ascii=False, indent=1) + "\n").encode()


def last_complete_round(tournament: Tournament) -> int:
    """The last round before which, and in which, no result is missing; 0 if there is none."""
    complete = 0
    for number in range(1, tournament.rules.rounds + 1):
        games = tournament.round(number).games
        if not games or any(game.result is Result.UNKNOWN for game in games):
            break
        complete = number
    return complete


def _tournament(file: Path, warn: Callable[[str], None]) -> Tournament:
    document = read(file)
    for remark in document.remarks:
        warn(remark)
    return document.tournament


def _made(
    file: Path,
    tournament: Tournament,
    after: int | None,
    criteria: tuple[Criterion, ...] | None,
    warn: Callable[[str], None],
) -> Standings:
    """The standings of a tournament; results that are missing are said."""
    rounds = last_complete_round(tournament) if after is None else after
    for line in _missing(tournament, rounds, chosen_by_us=after is None):
        warn(line)
    with in_file(file):
        return standings(tournament, rounds, criteria)


def _kept_in(file: Path) -> Standings | None:
    """The standings that a file holds, unless it holds something else."""
    if file.suffix.lower() != ".json":
        return None
    try:
        document = json_of(read_file(file))
    except ValueError:
        return None
    if not isinstance(document, dict) or document.get("format") != "fastpair.standings":
        return None
    with in_file(file):
        return from_document(document)


def _criteria(names: str) -> tuple[Criterion, ...]:
    known = {criterion.value.upper(): criterion for criterion in Criterion}
    chosen = []
    for name in filter(None, map(str.strip, names.split(","))):
        if name.upper() not in known:
            listed = ", ".join(criterion.value for criterion in Criterion)
            raise RuleError(f"no criterion {name!r}; expected {listed}")
        chosen.append(known[name.upper()])
    return tuple(chosen)


def _missing(tournament: Tournament, after: int, *, chosen_by_us: bool) -> Iterable[str]:
    """Say which results are missing in the rounds that count, or in the one that is under way."""
    rounds = range(1, after + 1) if not chosen_by_us else (after + 1,)
    for number in rounds:
        unknown = [
            game.table for game in tournament.round(number).games if game.result is Result.UNKNOWN
        ]
        if unknown and chosen_by_us:
            yield f"round {number} is under way, and does not count yet; --round {number} counts it"
        elif unknown:
            yield f"round {number}: {counted(len(unknown), 'result')} missing"
