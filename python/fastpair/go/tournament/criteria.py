"""The criteria of standings, of players and of teams, and their names."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from ...errors import InputError, RuleError, input_error
from ...parameters import read_list
from ...sentences import marked, phrase
from .tie_breaks import TIE_BREAK_KINDS, TieBreak, parse_tie_break

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


class TieBreakEnum(Enum):
    """Criteria, to which each string of FIDE's tie-breaks belongs, too, such as ``BH/C1`` [FIDE C.07]."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        """The member of a tie-break, as `enum.Flag` makes those of several flags."""
        tie_break = parse_tie_break(value) if isinstance(value, str) else None
        if tie_break is None:
            return None
        text = str(tie_break)
        known = cls._value2member_map_.get(text)
        if known is not None:
            return cast("Self", known)
        member = object.__new__(cls)
        member._name_ = member._value_ = text
        return cast("Self", cls._value2member_map_.setdefault(text, member))

    def __reduce_ex__(self, proto: object) -> tuple[Any, ...]:
        """A member that was made of a string is known by its value alone."""
        return type(self), (self._value_,)

    @property
    def tie_break(self) -> TieBreak | None:
        """The tie-break of FIDE's, if it is one."""
        return parse_tie_break(self.value)

    @classmethod
    def named(cls, name: str) -> Self | None:
        """The criterion of a name, of the names that any kind of tournament has; capitals do not matter.

        Raises
        ------
        RuleError
            If it is a tie-break with a modifier that is none.
        """
        found = by_all_names(cls).get(name.strip().lower())
        if found is None and parse_tie_break(name) is not None:
            found = cls(name)
        return found


class Criterion(TieBreakEnum):
    """A criterion of the standings; the value is the name in files.

    Up to the simple direct confrontation they are OpenGotha's, by its names [OPENGOTHA 9].
    """

    NONE = "NULL"
    CATEGORY = "CAT"
    WINS = "NBW"
    CUP_SCORE = "CPS"
    MMS = "MMS"
    STRASBOURG_SCORE = "STS"
    GRADE = "Rank"
    RATING = "Rating"
    CUSS_WINS = "CUSSW"
    CUSS_MMS = "CUSSM"
    SOS_WINS = "SOSW"
    SOS_WINS_1 = "SOSW-1"
    SOS_WINS_2 = "SOSW-2"
    SODOS_WINS = "SODOSW"
    SOS_MMS = "SOSM"
    SOS_MMS_1 = "SOSM-1"
    SOS_MMS_2 = "SOSM-2"
    SODOS_MMS = "SODOSM"
    SOS_STRASBOURG = "SOSTS"
    SOSOS_WINS = "SOSOSW"
    SOSOS_MMS = "SOSOSM"
    EXPLOITS_TRIED = "EXT"
    EXPLOITS = "EXR"
    DIRECT_CONFRONTATION = "DC"
    SIMPLE_DIRECT_CONFRONTATION = "SDC"

    # Those of the papers count opponents' McMahon scores without handicaps [INTERPRETATION 5].
    SOS = "SOS"
    SOS_1 = "SOS-1"
    SOS_2 = "SOS-2"
    SOSOS = "SOSOS"
    SODOS = "SODOS"
    CUSP = "CUSP"

    SCORE_WITHOUT_ABSENCES = "SCOREX"
    """McMahon score without what absences add, as pairgoth has it."""

    ROUND_OUT = "OUT"
    """Round of the first loss, by which a cup is placed; of who is in, the round after the last."""

    ROUND_OUT_TWICE = "OUT2"
    """Round of the second loss, by which a double elimination is placed."""

    PLAYOFF = "PO"
    """Wins less losses in further games, outside of the rounds, against those who share the place."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        """The member of a tie-break; the points of FIDE's are the wins with byes."""
        if isinstance(value, str) and value.strip().upper() == "PTS":
            return cls.WINS
        return super()._missing_(value)


_NAMES_IN_ANY_GAME: Mapping[str, str] = {
    "NBW": marked("Points"),
    "SOSW": "Buchholz",
    "SOSW-1": "Buchholz-1",
    "SOSW-2": "Buchholz-2",
    "SODOSW": "Sonneborn-Berger",
    "SOSOSW": "Buchholz-Sum",
    "CUSSW": "Cumulative",
    "TEAMP": marked("Match-Points"),
    "SOST": "Match-Buchholz",
    "BDW": marked("Board-Points"),
    **{f"BDW{boards}U": f"Board-Points-{boards}" for boards in range(1, 10)},
    "MNR": marked("Mean-Rating"),
}
"""What criteria of players and teams are called in a Swiss of any game, by their names in files."""

_NAMES: Mapping[str, Mapping[str, str]] = {"swiss": _NAMES_IN_ANY_GAME, "go": {}}
"""What criteria are called by ``Tournament.kind``."""

_Named = TypeVar("_Named", bound=Enum)


def name_criteria(criteria: Iterable[Enum], kind: str) -> Iterator[str]:
    """What criteria of players or teams are called in a kind of tournament."""
    names = _NAMES[kind]
    return (names.get(criterion.value, criterion.value) for criterion in criteria)


@cache
def by_all_names(criteria: type[_Named]) -> Mapping[str, _Named]:
    """The criteria of a kind by all their names, in lower case."""
    found = [*criteria]
    return {
        name.lower(): criterion
        for kind in _NAMES
        for name, criterion in zip(name_criteria(found, kind), found, strict=True)
    }


def read_criteria(value: object, about: str = "criteria") -> tuple[Criterion, ...]:
    """The criteria of a text with commas, or of a list of criteria and their names; capitals do not matter.

    Raises
    ------
    RuleError
        If one is none, or stands there twice.
    """
    listed = value.split(",") if isinstance(value, str) else read_list(value, about, ordered=True)
    names = [each for each in listed if not isinstance(each, str) or each.strip()]
    found = tuple(
        each if isinstance(each, Criterion) else _criterion(each, about) for each in names
    )
    if not found:
        raise InputError(phrase("enter criteria, such as MMS,SOS"), about=about)
    if len({*found}) < len(found):
        got = ", ".join(each.value for each in found)
        raise RuleError(phrase("a criterion stands twice in {got!r}", got=got), about=about)
    return found


def _criterion(name: object, about: str) -> Criterion:
    try:
        found = Criterion.named(name) if isinstance(name, str) else None
    except RuleError as error:
        raise InputError(error.message, about=about) from None
    if found is None:
        of_players = (code for code, kind in TIE_BREAK_KINDS.items() if not kind.teams)
        known = ", ".join([*(criterion.value for criterion in Criterion), *of_players])
        message = phrase("must be criteria ({names}), not {name!r}", names=known, name=name)
        raise input_error(name, str, message, about=about)
    return found


OPENGOTHA_CRITERIA = tuple(Criterion)[
    : 1 + list(Criterion).index(Criterion.SIMPLE_DIRECT_CONFRONTATION)
]
"""The criteria that OpenGotha has, too."""

SCORES = (Criterion.WINS, Criterion.MMS, Criterion.CUP_SCORE)
"""The criteria that can make the groups."""


# Up to the ratings the criteria of teams are OpenGotha's, by its names.


class TeamCriterion(TieBreakEnum):
    """A criterion of the team standings; the value is the name in files."""

    NONE = "NULL"
    MATCH_POINTS = "TEAMP"
    SOS_MATCH_POINTS = "SOST"
    BOARD_WINS = "BDW"
    BOARD_WINS_9 = "BDW9U"
    BOARD_WINS_8 = "BDW8U"
    BOARD_WINS_7 = "BDW7U"
    BOARD_WINS_6 = "BDW6U"
    BOARD_WINS_5 = "BDW5U"
    BOARD_WINS_4 = "BDW4U"
    BOARD_WINS_3 = "BDW3U"
    BOARD_WINS_2 = "BDW2U"
    BOARD_WINS_1 = "BDW1U"
    MEAN_RATING = "MNR"

    @property
    def boards(self) -> int | None:
        """Of how many upper boards the wins count; None if of all."""
        text = self.value.removeprefix("BDW").removesuffix("U")
        return int(text) if text.isdigit() else None
