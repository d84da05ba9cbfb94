"""The line that names the columns of a wall list, and the scores in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...go.tournament import Criterion
from . import header

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["column_line", "placement_of"]

_WIDTH = 5
_START = "; Pl Name                            Rk Co Club"
_COLUMNS = re.compile(r"; ?Pl Name +[A-Z][a-z]+ Co Club")

_TITLES = {
    Criterion.CATEGORY: "Cat",
    Criterion.GRADE: "Rank",
    Criterion.RATING: "Rtg",
    Criterion.WINS: "NBW",
    Criterion.MMS: "MMS",
    Criterion.CUP_SCORE: "CPS",
    Criterion.STRASBOURG_SCORE: "STS",
    Criterion.CUSS_WINS: "CUSS",
    Criterion.CUSS_MMS: "CUSS",
    Criterion.SOS_WINS: "SOS",
    Criterion.SOS_WINS_1: "SOS-1",
    Criterion.SOS_WINS_2: "SOS-2",
    Criterion.SODOS_WINS: "SODOS",
    Criterion.SOS_MMS: "SOS",
    Criterion.SOS_MMS_1: "SOS-1",
    Criterion.SOS_MMS_2: "SOS-2",
    Criterion.SODOS_MMS: "SODOS",
    Criterion.SOS_STRASBOURG: "SOSTS",
    Criterion.SOSOS_WINS: "SOSOS",
    Criterion.SOSOS_MMS: "SOSOS",
    Criterion.EXPLOITS_TRIED: "EXT",
    Criterion.EXPLOITS: "EXR",
    Criterion.DIRECT_CONFRONTATION: "DC",
    Criterion.SIMPLE_DIRECT_CONFRONTATION: "SDC",
}
"""What OpenGotha calls its criteria in the line that names the columns."""

_PAPERS = {
    Criterion.SOS: "SOS",
    Criterion.SOS_1: "SOS-1",
    Criterion.SOS_2: "SOS-2",
    Criterion.SOSOS: "SOSOS",
    Criterion.SODOS: "SODOS",
    Criterion.CUSP: "CUSP",
    Criterion.SCORE_WITHOUT_ABSENCES: "SCRX",
    Criterion.ROUND_OUT: "OUT",
    Criterion.ROUND_OUT_TWICE: "OUT2",
    Criterion.PLAYOFF: "PO",
}
"""Titles of the criteria that OpenGotha does not have. Those that are like its own are read as these."""

_OF_WINS = {title.upper(): criterion for criterion, title in reversed(_TITLES.items())}
"""The criteria by title where wins are the score; of two with one title the first."""

_OF_MMS = {title.upper(): criterion for criterion, title in _TITLES.items()}
"""The criteria by title where the McMahon score is the score; of two with one title the last."""


def column_line(placement: Sequence[Criterion]) -> str:
    """The comment that names the columns."""
    known = _TITLES | _PAPERS
    titles = (known[criterion] for criterion in placement if criterion is not Criterion.NONE)
    return _START + "".join(f"{title:>{_WIDTH}}" for title in titles)


def placement_of(comments: Sequence[str]) -> tuple[Criterion, ...]:
    """The criteria that the comment with the names of the columns lists in OpenGotha's way.

    They are empty if there is no such comment or it has a title that OpenGotha does not use.
    """
    line = next(filter(header.is_column_line, comments), "")
    match = _COLUMNS.match(line)
    if match is None:
        return ()
    after = line[match.end() :]
    titles = [
        after[place : place + _WIDTH].strip().upper() for place in range(0, len(after), _WIDTH)
    ]
    by_title = _OF_MMS if "MMS" in titles else _OF_WINS
    known = [by_title[title] for title in titles if title in by_title]
    return tuple(known) if len(known) == len(titles) else ()
