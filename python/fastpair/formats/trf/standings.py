"""The standings that a report states: its criteria, points, places and values [FIDE C.04.A]."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ...errors import RuleError
from ...go.tournament import Criterion, parse_tie_break
from ..document import StatedStandings
from .lines import VALUES, parse_halves

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from .lines import Report


class ListedCriteria(NamedTuple):
    """The criteria that a file lists, and what is to be said of those that are none."""

    criteria: tuple[Criterion, ...]
    remarks: tuple[str, ...]


def read_criteria(report: Report) -> ListedCriteria:
    """The criteria of line 212, or else points and those of line 202."""
    line, code, text = next(
        (each for name in ("212", "202") for each in report.lines(name) if each[2]), (0, "", "")
    )
    found: dict[Criterion, None] = {Criterion.WINS: None} if code == "202" else {}
    remarks = []
    for word in re.split(r"[\s,;]+", text):
        if word:
            try:
                found[_criterion(word)] = None
            except RuleError as error:
                remarks.append(f"line {line}: {error}: it is left out of the standings")
    return ListedCriteria(tuple(found), tuple(remarks))


def _criterion(word: str) -> Criterion:
    """The criterion of a string.

    Raises
    ------
    RuleError
        If it is none of players.
    """
    tie_break = parse_tie_break(word)
    if tie_break is None:
        raise RuleError(f"{word[:40]!r} is none of FIDE's tie-breaks")
    if tie_break.needs_teams:
        raise RuleError(
            f"{word[:40]!r} is a tie-break of teams, and the file is read as one of players"
        )
    return Criterion(word)


def stated_standings(report: Report, keys: Sequence[str]) -> StatedStandings | None:
    """What the lines of the players say of the standings; None if the file lists no criteria.

    Parameters
    ----------
    keys
        Of the players in their order.
    """
    listed = read_criteria(report)
    if not listed.criteria or listed.remarks:
        return None
    rows = [*zip(keys, report.rows.values(), strict=True)]
    halves = {key: parse_halves(row.value("points")) for key, row in rows}
    if any(report.lines("250", "XXA", "299")):
        halves = {}  # whose points may be others than those of the results
    places = {key: row.value("rank") for key, row in rows}
    return StatedStandings(
        criteria=listed.criteria,
        points={key: each / 2 for key, each in halves.items() if each is not None},
        places={key: int(each) for key, each in places.items() if _is_number(each)},
        values=dict(_values(report, dict(zip(report.rows, keys, strict=True)))),
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text) > 0


def _values(
    report: Report, keys: Mapping[int, str]
) -> Iterator[tuple[str, tuple[float | None, ...]]]:
    """The values that our comments state, by key."""
    for _, _, text in report.lines("###"):
        match = VALUES.fullmatch(text)
        if match and int(match[1]) in keys:
            words = match[2].split()
            values = tuple(None if word == "-" else float(word) for word in words)
            yield keys[int(match[1])], values
