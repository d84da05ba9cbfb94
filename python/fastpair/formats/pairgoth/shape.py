"""What stands in a file of pairgoth, by its names in small letters; defaults are pairgoth's."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the annotations are read
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal

from ...go import tournament as domain
from ...go.tournament import PairingRules
from ...go.tournament.ranges import Range, range_in
from ..json.forms import Form, Forms

__all__ = [
    "APART",
    "BOARDS",
    "FILE",
    "IDENTITIES",
    "TOGETHER",
    "Base",
    "BoardEntry",
    "Entry",
    "File",
    "Geo",
    "Handicap",
    "Main",
    "Pairing",
    "Secondary",
    "TeamEntry",
    "TimeSystem",
]

TOGETHER = {"PAIRGO": 2, "RENGO2": 2, "RENGO3": 3}
"""Types of tournaments whose teams play each game together, and how many play in one."""

APART = {f"TEAM{size}": size for size in range(2, 6)}
"""Types of tournaments whose teams play matches, and the number of boards."""

_System = Literal["SWISS", "MAC_MAHON"]
_Mode = Literal["TOP", "MIDDLE", "BOTTOM"]
_Seed = Literal["SPLIT_AND_RANDOM", "SPLIT_AND_FOLD", "SPLIT_AND_SLIP"]
_Crit = Literal[
    "NONE", "CATEGORY", "RANK", "RATING", "NBW", "MMS", "STS", "CPS", "SCOREX", "SOSW", "SOSWM1",
    "SOSWM2", "SODOSW", "SOSOSW", "CUSSW", "SOSM", "SOSMM1", "SOSMM2", "SODOSM", "SOSOSM", "CUSSM",
    "SOSTS", "EXT", "EXR", "SDC", "DC",
]  # fmt: skip
_Kind = Literal[
    "INDIVIDUAL", "PAIRGO", "RENGO2", "RENGO3", "TEAM2", "TEAM3", "TEAM4", "TEAM5"
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """Weights of every system."""

    nx1: float = 0.5
    dup_weight: float = 5e14
    random: float = 0.0
    deterministic: bool = True
    color_balance_weight: float = 1000.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Main:
    """Weights of scores and seeding, and the scores themselves."""

    cat_weight: float = 2e13
    score_weight: float = 1e11
    up_down_weight: float = 1e8
    up_down_compensate: bool = True
    up_down_lower_mode: _Mode = "MIDDLE"
    up_down_upper_mode: _Mode = "MIDDLE"
    maximize_seeding: float = 5e6
    first_seed_last_round: int = 2
    first_seed: _Seed = "SPLIT_AND_RANDOM"
    second_seed: _Seed = "SPLIT_AND_FOLD"
    first_seed_add_crit: _Crit = "RATING"
    second_seed_add_crit: _Crit = "NONE"
    mms_value_absent: float = 0.5
    round_down_score: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Secondary:
    """Who is exempt from secondary weights, and what they are worth."""

    bar_threshold: bool = True
    rank_threshold: int = 0
    wins_threshold: bool = True
    sec_weight: float = 1e11


@dataclass(frozen=True, slots=True, kw_only=True)
class Geo:
    """Weights against games between neighbours."""

    weight: float = 1e11
    mms_diff_country: int = 1
    mms_diff_club: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicap:
    """Stones, and the weight against them."""

    weight: float = 0.0
    use_mms: bool = True
    threshold: int = 0
    correction: int = 1
    ceiling: int = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """The rules."""

    type: _System
    base: Base = field(default_factory=Base)
    main: Main = field(default_factory=Main)
    secondary: Secondary = field(default_factory=Secondary)
    geo: Geo = field(default_factory=Geo)
    handicap: Handicap = field(default_factory=Handicap)
    placement: tuple[_Crit, ...] = ("MMS", "SOSM", "SOSOSM")
    mm_floor: int = -20
    mm_bar: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSystem:
    """Times in seconds."""

    type: Literal["CANADIAN", "JAPANESE", "STANDARD", "FISCHER", "SUDDEN_DEATH"]
    main_time: int
    byoyomi: int = 0
    increment: int = 0
    periods: int = 0
    stones: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A player."""

    id: int
    name: str
    first_name: str
    rating: int
    rank: int
    country: str
    club: str
    final: bool = True
    mms_correction: int = 0
    skip: tuple[int, ...] = ()
    egf: str = ""
    ffg: str = ""
    aga: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEntry:
    """A team, or a pair: both are teams in pairgoth."""

    id: int
    name: str
    players: tuple[int, ...] = ()
    rating: int | None = None
    """By default the mean of those of its players."""

    rank: int | None = None
    mms_correction: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardEntry:
    """A game, or a bye, of which one player has the number 0; or a match, whose players are teams."""

    id: int
    t: int
    w: int
    b: int
    h: int
    r: Literal["?", "w", "b", "=", "X", "#", "0"]
    dd: int = 0
    """1 if White was drawn down, -1 if Black was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A tournament."""

    type: _Kind
    name: str
    short_name: str
    start_date: date
    end_date: date
    director: str = ""
    country: str | None = ""
    location: str | None = ""
    online: bool = False
    komi: float = 7.5
    goban_size: int = 19
    time_system: TimeSystem
    rounds: int
    tables_exclusion: tuple[str, ...] = ()
    """Tables that are not used, such as ``"1-3,7"``, of each round."""

    pairing: Pairing
    players: tuple[Entry, ...] = ()
    teams: tuple[TeamEntry, ...] = ()
    games: tuple[tuple[BoardEntry, ...], ...] = ()
    individual_games: Mapping[str, Any] = field(default_factory=dict)
    """The boards of each match, by its number; see ``BOARDS``."""


_NAMES = {"first_name": "firstname", "use_mms": "useMMS"}
_WEIGHT = range_in(PairingRules, "random")
_GRADE = Range(int(domain.Grade.parse("30k")), int(domain.Grade.parse("9d")))
_TABLE = range_in(domain.Game, "table")

_RANGES: dict[tuple[type, str], Range] = {
    (Base, "nx1"): range_in(PairingRules, "concavity"),
    **{(Base, name): _WEIGHT for name in ("dup_weight", "random", "color_balance_weight")},
    **{
        (Main, name): _WEIGHT
        for name in ("cat_weight", "score_weight", "up_down_weight", "maximize_seeding")
    },
    (Main, "first_seed_last_round"): range_in(PairingRules, "last_round_of_first_seed_system"),
    (Main, "mms_value_absent"): range_in(domain.Points, "mms_absent_x2").halved,
    (Secondary, "sec_weight"): _WEIGHT,
    (Secondary, "rank_threshold"): _GRADE,
    (Geo, "weight"): _WEIGHT,
    (Geo, "mms_diff_country"): range_in(PairingRules, "country_groups"),
    (Geo, "mms_diff_club"): range_in(PairingRules, "club_groups"),
    (Handicap, "weight"): _WEIGHT,
    (Handicap, "threshold"): _GRADE,
    (Handicap, "correction"): Range(least=-30, most=30),
    (Handicap, "ceiling"): range_in(domain.HandicapRules, "ceiling"),
    (Pairing, "mm_floor"): _GRADE,
    (Pairing, "mm_bar"): _GRADE,
    (Entry, "id"): Range(least=1),
    (Entry, "rank"): _GRADE,
    (Entry, "rating"): range_in(domain.Player, "rating"),
    (Entry, "mms_correction"): range_in(domain.Player, "correction"),
    (Entry, "skip"): range_in(domain.Player, "absences"),
    (TeamEntry, "id"): Range(least=1),
    (TeamEntry, "rank"): _GRADE,
    (TeamEntry, "rating"): range_in(domain.Player, "rating"),
    (TeamEntry, "mms_correction"): range_in(domain.Team, "correction"),
    (BoardEntry, "t"): replace(_TABLE, least=0),
    (BoardEntry, "h"): range_in(domain.Game, "handicap"),
    (BoardEntry, "dd"): Range(least=-1, most=1),
    (File, "rounds"): range_in(domain.Rules, "rounds"),
    (File, "komi"): range_in(domain.Event, "komi_x2").halved,
    (File, "goban_size"): range_in(domain.Event, "board_size"),
}


def _name(field_name: str) -> str:
    """The name of a field in pairgoth's files: ``upDownWeight`` of ``up_down_weight``."""
    first, *others = field_name.split("_")
    return _NAMES.get(field_name, first + "".join(map(str.capitalize, others)))


_FORMS = Forms({"date": date}, _RANGES, _name)

FILE: Form = _FORMS.of(File)
BOARDS: Form = _FORMS.of(tuple[BoardEntry, ...])

IDENTITIES = {Entry: ("id",), TeamEntry: ("id",), BoardEntry: ("w", "b")}
