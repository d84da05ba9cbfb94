"""What other programs call the criteria of the standings, and which of theirs come nearest to ours.

Fastpair's own files, those of OpenGotha and the commands have the names of ``Criterion``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..go.tournament import OPENGOTHA_CRITERIA, Criterion, TeamCriterion

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

_C = Criterion
_SUMS: Mapping[str, tuple[Criterion, ...]] = {
    "SOS": (_C.SOS_WINS, _C.SOS_MMS, _C.SOS),
    "SOS-1": (_C.SOS_WINS_1, _C.SOS_MMS_1, _C.SOS_1),
    "SOS-2": (_C.SOS_WINS_2, _C.SOS_MMS_2, _C.SOS_2),
    "SOSOS": (_C.SOSOS_WINS, _C.SOSOS_MMS, _C.SOSOS),
    "SODOS": (_C.SODOS_WINS, _C.SODOS_MMS, _C.SODOS),
    "CUSS": (_C.CUSS_WINS, _C.CUSS_MMS),
}
"""Sums that have one name in wall lists: of wins, of McMahon scores, and as the papers count them."""

_OF_WINS = {name: sums[0] for name, sums in _SUMS.items()}
_OF_MMS = {name: sums[1] for name, sums in _SUMS.items()}

WALL_LIST: Mapping[Criterion, str] = {
    **{criterion: criterion.value for criterion in Criterion},
    **{criterion: name for name, sums in _SUMS.items() for criterion in sums},
    _C.CATEGORY: "Cat",
    _C.RATING: "Rtg",
    _C.SCORE_WITHOUT_ABSENCES: "SCRX",
}
"""Titles of columns as OpenGotha writes them, and of the criteria that it does not have."""

MACMAHON = {
    "Score": _C.MMS,
    "Points": _C.WINS,
    **_OF_MMS,
    "Rating": _C.RATING,
    "Level": _C.GRADE,
}
"""The criteria that MacMahon has, by their short names."""

MACMAHON_NAMES = {
    criterion: name for names in (MACMAHON, _OF_WINS) for name, criterion in names.items()
}
"""The same names count wins where the tournament has no McMahon scores."""

PAIRGOTH: Mapping[Criterion, str] = {
    **{
        criterion: criterion.value.replace("-", "M")
        for criterion in (*OPENGOTHA_CRITERIA, _C.SCORE_WITHOUT_ABSENCES)
    },
    _C.NONE: "NONE",
    _C.CATEGORY: "CATEGORY",
    _C.GRADE: "RANK",
    _C.RATING: "RATING",
}
"""Those that pairgoth has, and its names."""


FIDE: Mapping[Criterion | TeamCriterion, str] = {
    _C.WINS: "PTS",
    _C.SOS_WINS: "BH",
    _C.SOS_WINS_1: "BH/C1",
    _C.SOS_WINS_2: "BH/C2",
    _C.SODOS_WINS: "SB",
    _C.CUSS_WINS: "PS",
    _C.RATING: "RTNG",
    TeamCriterion.MATCH_POINTS: "PTS:MP",
    TeamCriterion.BOARD_WINS: "PTS:GP",
}
"""Those that FIDE's tie-breaks count as well, and their strings [FIDE C.07]."""


def fide_strings(criteria: Iterable[Criterion | TeamCriterion]) -> list[str]:
    """The strings of FIDE's tie-breaks among some criteria, and of those that count the same."""
    strings = (FIDE.get(each, "") or str(each.tie_break or "") for each in criteria)
    return [*dict.fromkeys(filter(None, strings))]


def criteria_of(titles: Iterable[str]) -> tuple[Criterion, ...]:
    """The criteria in the titles of a wall list that OpenGotha uses; none if it has others."""
    names = [title.upper() for title in titles]
    sums = _OF_MMS if _C.MMS.value in names else _OF_WINS
    by_title = {WALL_LIST[each].upper(): each for each in OPENGOTHA_CRITERIA if each is not _C.NONE}
    found = [(by_title | sums).get(title) for title in names]
    return () if None in found else tuple(filter(None, found))


def nearest_criteria(
    criteria: Iterable[Criterion], supported: Collection[Criterion]
) -> tuple[Criterion, ...]:
    """Those of the criteria that a program holds; for the papers' the sums that come nearest."""
    placement = tuple(criteria)
    sums = _OF_MMS if _C.MMS in placement else _OF_WINS
    nearest = (sums.get(each.value, each) for each in placement)
    return tuple(criterion for criterion in nearest if criterion in supported)
