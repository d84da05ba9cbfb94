"""The tie-breaks of FIDE's handbook: their codes, and the strings that name them with modifiers [FIDE C.07]."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ...errors import RuleError
from ...sentences import marked, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

Edition: TypeAlias = Literal["date", "2024", "2026"]
"""The edition of C.07 by which unplayed rounds count: that in force on the first day, or one of them."""


# ---- The table of the handbook: what each code counts, and which modifiers it takes ----


class TieBreakKind(NamedTuple):
    """What a code stands for.

    Examples
    --------
    >>> parse_tie_break("BH/C1").kind.name
    'Buchholz'
    """

    name: str
    article: str
    """The article of C.07 that defines it."""

    modifiers: str = ""
    """Letters of the modifiers it takes, besides R."""

    teams: bool = False
    """Whether only teams have it."""

    low: bool = False
    """Whether less is better."""


_EXTENDED = marked("Extended direct encounter")
_EXTENDED_SB = marked("Extended Sonneborn-Berger")

TIE_BREAK_KINDS: Mapping[str, TieBreakKind] = {
    "PTS": TieBreakKind(marked("Points"), "4"),
    "DE": TieBreakKind(marked("Direct encounter"), "6", "P", low=True),
    "WIN": TieBreakKind(marked("Number of wins"), "7.1"),
    "WON": TieBreakKind(marked("Games won over the board"), "7.2"),
    "BPG": TieBreakKind(marked("Games played with Black"), "7.3"),
    "BWG": TieBreakKind(marked("Games won with Black"), "7.4"),
    "PS": TieBreakKind(marked("Progressive score"), "7.5", "C"),
    "REP": TieBreakKind(marked("Rounds one elected to play"), "7.6"),
    "STD": TieBreakKind(marked("Standard points"), "7.7"),
    "BH": TieBreakKind(marked("Buchholz"), "8.1", "CMPF"),
    "FB": TieBreakKind(marked("Fore Buchholz"), "8.3", "CMP"),
    "AOB": TieBreakKind(marked("Average of the opponents’ Buchholz"), "8.2", "F"),
    "SB": TieBreakKind(marked("Sonneborn-Berger"), "9.1", "CMP"),
    "KS": TieBreakKind(marked("Koya"), "9.2", "L"),
    "ARO": TieBreakKind(marked("Average rating of opponents"), "10.1", "CMU"),
    "TPR": TieBreakKind(marked("Tournament performance rating"), "10.2", "U"),
    "PTP": TieBreakKind(marked("Perfect tournament performance"), "10.3", "U"),
    "APRO": TieBreakKind(marked("Average performance rating of opponents"), "10.4", "U"),
    "APPO": TieBreakKind(marked("Average perfect performance of opponents"), "10.5", "U"),
    "TPN": TieBreakKind(marked("Pairing number"), "5", low=True),
    "RTNG": TieBreakKind(marked("Rating"), "5", "U"),
    "MPVGP": TieBreakKind(marked("Match points or game points"), "11", teams=True),
    "BC": TieBreakKind(marked("Board count"), "12.1", teams=True, low=True),
    "TBR": TieBreakKind(marked("Top board results"), "12.2", teams=True, low=True),
    "BBE": TieBreakKind(marked("Bottom board elimination"), "12.3", teams=True, low=True),
    **{
        code: TieBreakKind(_EXTENDED, "13.3", "P", teams=True, low=True)
        for code in ("EDE", "EDEC", "EDET", "EDEB", "EDEBT", "EDEBB")
    },
    **{
        code: TieBreakKind(_EXTENDED_SB, "13.2", "CMP", teams=True)
        for code in ("EMMSB", "EMGSB", "EGMSB", "EGGSB")
    },
    "SSSC": TieBreakKind(marked("Score strength combination"), "13.4", "PKF", teams=True),
}
"""The codes of table MTB26, in capitals."""

_SPELLING = {"MPVGP": "MPvGP"}
_OLDER = {
    "GE": "REP",
    "SNO": "TPN",
    "RTG": "RTNG",
    "MPTS": "PTS:MP",
    "GPTS": "PTS:GP",
    "DIRECT-ENCOUNTER": "DE",
    "WINS": "WIN",
    "WINS-WITH-BLACK": "BWG",
}
"""Codes of the edition of 2024 and of other programs, and our older names, by the codes of today."""


# ---- Strings such as BH/C1, and what they say ----


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak:
    """A tie-break with its modifiers.

    Examples
    --------
    >>> parse_tie_break("bh-c1").cut
    1
    """

    code: str
    """A key of `TIE_BREAK_KINDS`."""

    score: Literal["", "MP", "GP"] = ""
    """Match points or game points of teams; empty for the score that the standings go by."""

    cut: int = 0
    """Number of least significant values that are left out [C.07 14.1]."""

    median: int = 0
    """Number of values that are left out at both ends [C.07 14.3]."""

    limit: str = ""
    """Of Koya: a share in percent, or half points above or below one half, such as ``+1``."""

    divisor: int = 0
    """Of the score strength combination; 0 for that of the article."""

    forfeits_played: bool = False
    """Whether games that are decided by forfeit count as played."""

    fore: bool = False
    """Whether the games of the last round count as drawn."""

    reverse: bool = False
    """Whether the order is turned round."""

    unrated: int | None = None
    """Rating of those who have none."""

    @property
    def kind(self) -> TieBreakKind:
        """What its code stands for."""
        return TIE_BREAK_KINDS[self.code]

    @property
    def low(self) -> bool:
        """Whether less is better."""
        return self.kind.low != self.reverse

    @property
    def needs_ratings(self) -> bool:
        """Whether nobody has a value if somebody has no rating [10]."""
        return "U" in self.kind.modifiers and self.unrated is None

    @property
    def needs_teams(self) -> bool:
        """Whether players have no such value: it counts boards, or one of the two scores of teams."""
        return self.kind.teams or bool(self.score)

    def __str__(self) -> str:
        parts = [
            _SPELLING.get(self.code, self.code) + (f":{self.score}" if self.score else ""),
            f"C{self.cut}" if self.cut else "",
            f"M{self.median}" if self.median else "",
            f"L{self.limit}" if self.limit else "",
            f"K{self.divisor}" if self.divisor else "",
            "" if self.unrated is None else f"U{self.unrated}",
            "P" * self.forfeits_played,
            "F" * self.fore,
            "R" * self.reverse,
        ]
        return "/".join(filter(None, parts))


_STRING = re.compile(r"([A-Z]+)(?::([A-Z]+))?((?:[/#-][^/#]*)*)")
_MODIFIER = re.compile(r"([CMKU])([0-9]{1,4})|L([+-]?[0-9]{1,3})|([PFR])")


def parse_tie_break(text: str) -> TieBreak | None:
    """The tie-break that a string names, in any case; None if it begins with none of the codes.

    Raises
    ------
    RuleError
        If a modifier is none, or none of that tie-break.

    Examples
    --------
    >>> str(parse_tie_break("ks/l60")), parse_tie_break("SOS")
    ('KS/L60', None)
    """
    found = _parse(text.strip().upper())
    if isinstance(found, str):
        raise RuleError(found)
    return found


# Bounded, since texts come from files and forms; a message, since an error raised again grows with each raise.
@lru_cache(maxsize=1024)
def _parse(text: str) -> TieBreak | str | None:
    """The tie-break that a string in capitals names, or what is wrong with it."""
    match = _STRING.fullmatch(_OLDER.get(text, text))
    if match is None:
        return None
    code, _, implied = _OLDER.get(match[1], match[1]).partition(":")
    if code not in TIE_BREAK_KINDS:
        return None
    score = match[2] or implied
    if score not in ("", "MP", "GP"):
        return _wrong(text, phrase("write :MP or :GP behind {code}", code=code))
    values: dict[str, int | str | bool] = {}
    for modifier in re.split(r"[/#]|(?<![L])-", match[3])[
        1:
    ]:  # the minus of KS/L-1 separates nothing
        found = _MODIFIER.fullmatch(modifier)
        if found is None or not _takes(code, modifier[0]):
            return _wrong(text, _expected(code, modifier))
        values |= _value_of(found)
    return TieBreak(code=code, score=score, **values)  # type: ignore[arg-type]


def _takes(code: str, letter: str) -> bool:
    return letter in TIE_BREAK_KINDS[code].modifiers + "R"


_NAMES = {"C": "cut", "M": "median", "K": "divisor", "U": "unrated"}
_FLAGS = {"P": "forfeits_played", "F": "fore", "R": "reverse"}


def _value_of(modifier: re.Match[str]) -> dict[str, int | str | bool]:
    """The field of a tie-break that a modifier states."""
    if modifier[1]:
        return {_NAMES[modifier[1]]: int(modifier[2])}
    if modifier[4]:
        return {_FLAGS[modifier[4]]: True}
    return {"limit": modifier[3]}


def _expected(code: str, modifier: str) -> str:
    forms = {"C": "C1", "M": "M1", "L": "L60", "K": "K2", "U": "U1400"}
    known = ", ".join(f"/{forms.get(each, each)}" for each in TIE_BREAK_KINDS[code].modifiers + "R")
    return phrase(
        "{modifier!r} is not a modifier of {code}, which takes {known}",
        modifier=modifier,
        code=code,
        known=known,
    )


def _wrong(text: str, why: str) -> str:
    return phrase("tie-break {text!r}: {why}", text=text, why=why)


# ---- Lists that are chosen together ----

RECOMMENDED_TIE_BREAKS: Mapping[str, tuple[str, ...]] = {
    marked("Swiss"): ("PTS", "BH/C1", "BH", "SB", "DE", "WIN"),
    marked("Swiss, reliable ratings"): ("PTS", "DE", "ARO/C1", "BH/C1", "BH", "SB"),
    marked("Round robin"): ("PTS", "DE", "WIN", "SB", "KS"),
}
"""Lists of criteria for players, by the kind of event."""

RECOMMENDED_FOR_TEAMS: Mapping[str, tuple[str, ...]] = {
    marked("Swiss of teams"): ("PTS:MP", "MPvGP", "EDE", "EMGSB/C1", "BC"),
    marked("Round robin of teams"): ("PTS:MP", "MPvGP", "EDEBT", "EMGSB"),
}
"""Lists of criteria for teams, by the kind of event."""
