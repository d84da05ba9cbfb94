"""The elements and attributes in which OpenGotha's files keep values [FORMATS 1, OPENGOTHA 2].

The tables serve reading and writing alike.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...go.tournament import (
    OPENGOTHA_CRITERIA,
    Event,
    Game,
    HandicapRules,
    Overtime,
    PairingRules,
    Placement,
    Player,
    Points,
    Result,
    Rules,
    SeedSystem,
    TeamCriterion,
    TeamPlay,
)
from ...go.tournament.ranges import Range, range_in
from .values import (
    BOOLEAN,
    COUNTRY,
    DATE,
    GRADE,
    MINUTES,
    NAME,
    RANK_KIND,
    TEXT,
    WORD,
    Attribute,
    Kind,
    choice,
    factor,
    halves,
    integer,
    short,
)

__all__ = [
    "BASIC_TIME",
    "BOARD",
    "CATEGORIES",
    "CATEGORY",
    "CATEGORY_LIMIT",
    "CORRECTION",
    "CRITERIA",
    "DATA_VERSION",
    "DECLARED_GRADE",
    "EUROPEAN_RATING",
    "EVENT",
    "FINAL",
    "GENERAL",
    "HANDICAP",
    "LONGEST_CLUB",
    "MOST_CATEGORIES",
    "MOST_CRITERIA",
    "OUTCOME",
    "OVERTIME",
    "OVERTIMES",
    "PAIRING",
    "PLACE",
    "PLAYER",
    "POINTS",
    "RANK",
    "RATING",
    "RATINGS",
    "ROUND",
    "ROUNDS_IN_FILE",
    "SEED_CRITERIA",
    "SEED_SYSTEMS",
    "STONES",
    "TABLE",
    "TEAM_CRITERION",
    "TEAM_NUMBER",
    "TEAM_SIZE",
    "Column",
]

ROUNDS_IN_FILE = 20
"""OpenGotha's highest number of rounds, and the length of its participation strings."""

MOST_CATEGORIES = 9
"""OpenGotha's highest number of categories."""

MOST_CRITERIA = 6
"""OpenGotha's highest number of placement criteria."""

LONGEST_CLUB = 4
"""Letters of a club that OpenGotha keeps."""


class Column(NamedTuple):
    """A field of a dataclass of fastpair, and the attribute that holds it."""

    field: str
    attribute: Attribute[Any]


def _column(field: str, name: str, kind: Kind[Any]) -> Column:
    return Column(field, Attribute(name, kind))


def _number(field: str, name: str, holder: type, kind: Any = integer) -> Column:  # noqa: ANN401
    """A number in the range that a dataclass of the tournament states for its field."""
    return _column(field, name, kind(range_in(holder, field)))


_SEED_SYSTEM = choice({system.value: system for system in SeedSystem})
_PLACEMENT = choice({placement.value: placement for placement in Placement})

EVENT = (
    _column("short_name", "shortName", TEXT),
    _column("place", "location", TEXT),
    _column("director", "director", TEXT),
    _column("begins", "beginDate", DATE),
    _column("ends", "endDate", DATE),
    _number("komi_x2", "komi", Event, halves),
    _number("board_size", "size", Event),
    _column("online", "bInternet", BOOLEAN),
)
"""Fields of `Event` in ``<GeneralParameterSet>``; the time follows."""

BASIC_TIME = Attribute("basicTime", MINUTES)
OVERTIME = Attribute(
    "complementaryTimeSystem",
    choice(
        {
            "SUDDENDEATH": Overtime.SUDDEN_DEATH,
            "STDBYOYOMI": Overtime.BYO_YOMI,
            "CANBYOYOMI": Overtime.CANADIAN,
            "FISCHER": Overtime.FISCHER,
        }
    ),
)
_SECONDS = integer(Range(0, 99_999))
OVERTIMES = {
    Overtime.SUDDEN_DEATH: (),
    Overtime.BYO_YOMI: (_column("period", "stdByoYomiTime", _SECONDS),),
    Overtime.CANADIAN: (
        _column("period", "canByoYomiTime", _SECONDS),
        _column("stones", "nbMovesCanTime", integer(Range(1, 999))),
    ),
    Overtime.FISCHER: (_column("period", "fischerTime", _SECONDS),),
}
"""Fields of `TimeLimit` that a kind of overtime has."""

GENERAL = (
    _number("rounds", "numberOfRounds", Rules),
    _column("floor", "genMMFloor", GRADE),
    _column("bar", "genMMBar", GRADE),
    _column("unplayed_as_half_point", "genCountNotPlayedGamesAsHalfPoint", BOOLEAN),
)
"""Fields of `Rules` in ``<GeneralParameterSet>``."""

POINTS = (
    _number("wins_absent_x2", "genNBW2ValueAbsent", Points),
    _number("wins_bye_x2", "genNBW2ValueBye", Points),
    _number("mms_absent_x2", "genMMS2ValueAbsent", Points),
    _number("mms_bye_x2", "genMMS2ValueBye", Points),
    _column("round_down", "genRoundDownNBWMMS", BOOLEAN),
)
"""Fields of `Points` in the same element."""

HANDICAP = (
    _column("by_mms", "hdBasedOnMMS", BOOLEAN),
    _column("threshold", "hdNoHdRankThreshold", GRADE),
    _column("correction", "hdCorrection", integer(Range(-30, 30))),
    _number("ceiling", "hdCeiling", HandicapRules),
)
"""Fields of `HandicapRules` in ``<HandicapParameterSet>``."""

PAIRING = (
    _number("concavity", "paiStandardNX1Factor", PairingRules, factor),
    _number("avoid_duplicate", "paiBaAvoidDuplGame", PairingRules),
    _number("random", "paiBaRandom", PairingRules),
    _column("deterministic", "paiBaDeterministic", BOOLEAN),
    _number("balance_colours", "paiBaBalanceWB", PairingRules),
    _number("avoid_mixing_categories", "paiMaAvoidMixingCategories", PairingRules),
    _number("minimise_score_difference", "paiMaMinimizeScoreDifference", PairingRules),
    _number("draw_up_down", "paiMaDUDDWeight", PairingRules),
    _column("compensate_draw_up_down", "paiMaCompensateDUDD", BOOLEAN),
    _column("drawn_down_from", "paiMaDUDDUpperMode", _PLACEMENT),
    _column("drawn_up_from", "paiMaDUDDLowerMode", _PLACEMENT),
    _number("maximise_seeding", "paiMaMaximizeSeeding", PairingRules),
    _number("last_round_of_first_seed_system", "paiMaLastRoundForSeedSystem1", PairingRules),
    _column("grade_threshold", "paiSeRankThreshold", GRADE),
    _column("wins_threshold", "paiSeNbWinsThresholdActive", BOOLEAN),
    _column("bar_threshold", "paiSeBarThresholdActive", BOOLEAN),
    _number("secondary_criteria", "paiSeDefSecCrit", PairingRules),
    _number("minimise_handicap", "paiSeMinimizeHandicap", PairingRules),
    _number("avoid_same_area", "paiSeAvoidSameGeo", PairingRules),
    _number("country_groups", "paiSePreferMMSDiffRatherThanSameCountry", PairingRules),
    _number("club_groups", "paiSePreferMMSDiffRatherThanSameClub", PairingRules),
)
"""Fields of `PairingRules` in ``<PairingParameterSet>``; those that are pairs follow."""

SEED_SYSTEMS = (
    Attribute("paiMaSeedSystem1", _SEED_SYSTEM),
    Attribute("paiMaSeedSystem2", _SEED_SYSTEM),
)
SEED_CRITERIA = ("paiMaAdditionalPlacementCritSystem1", "paiMaAdditionalPlacementCritSystem2")

CRITERIA = {criterion.value.upper(): criterion for criterion in OPENGOTHA_CRITERIA}
"""OpenGotha's criteria by their names in upper case."""

DATA_VERSION = Attribute("dataVersion", integer(Range(0, 99_999)))
PLACE = Attribute("number", integer(Range(1, 99)))
TEAM_NUMBER = Attribute("teamNumber", integer(Range(1, 9999)))
TEAM_SIZE = Attribute("teamSize", integer(range_in(TeamPlay, "size")))
TEAM_CRITERION = Attribute("name", choice({each.value: each for each in TeamCriterion}))
BOARD = Attribute("boardNumber", integer(Range(1, 99)))
CATEGORIES = Attribute("numberOfCategories", integer(Range(1, 99)))
CATEGORY = Attribute("number", integer(Range(1, 99)))
CATEGORY_LIMIT = Attribute("lowerLimit", GRADE)

RANK = Attribute("rank", RANK_KIND)
DECLARED_GRADE = Attribute("grade", GRADE)
RATING = _number("rating", "rating", Player).attribute
"""A rating as it stands in a file, on the scale of the file."""

RATINGS = (-900, 2949)
"""The lowest and the highest rating that OpenGotha knows, on the European scale."""

EUROPEAN_RATING = Attribute("rating", integer(Range(*RATINGS)))
"""A rating that OpenGotha does not change when it reads it."""

CORRECTION = _number("correction", "smmsCorrection", Player).attribute
FINAL = Attribute("registeringStatus", choice({"FIN": True, "PRE": False}))
PLAYER = (
    _column("name", "name", NAME),
    _column("first_name", "firstName", NAME),
    _column("country", "country", COUNTRY),
    _column("club", "club", short(LONGEST_CLUB)),
    Column("final", FINAL),
    Column("correction", CORRECTION),
    _column("egf_pin", "egfPin", WORD),
    _column("ffg_licence", "ffgLicence", WORD),
    _column("aga_id", "agaId", WORD),
)
"""Fields of `Player` in ``<Player>``, but for the grade, the rating and the absences."""


ROUND = _number("round", "roundNumber", Game).attribute
TABLE = _number("table", "tableNumber", Game).attribute
STONES = _number("handicap", "handicap", Game).attribute


def _outcomes() -> dict[str, tuple[Result, bool]]:
    """Results, each with and without default; only the unknown one is never by forfeit."""
    names = {
        "RESULT_WHITEWINS": Result.WHITE_WINS,
        "RESULT_BLACKWINS": Result.BLACK_WINS,
        "RESULT_EQUAL": Result.JIGO,
        "RESULT_BOTHLOSE": Result.BOTH_LOSE,
        "RESULT_BOTHWIN": Result.BOTH_WIN,
    }
    played = {name: (result, False) for name, result in names.items()}
    by_default = {f"{name}_BYDEF": (result, True) for name, result in names.items()}
    return {"RESULT_UNKNOWN": (Result.UNKNOWN, False), **played, **by_default}


OUTCOME = Attribute(
    "result",
    choice(
        _outcomes(),
        RESULT_BOTHLOOSE=(Result.BOTH_LOSE, False),
        RESULT_BOTHLOOSE_BYDEF=(Result.BOTH_LOSE, True),
    ),
)
"""A result, and whether it is by forfeit."""
