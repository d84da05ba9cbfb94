"""The systems of a report: the codes of a line 192, the words of a line 092, and which of them pair here [FIDE C.04.A]."""

from __future__ import annotations

import re
from datetime import date
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, get_args

from ...go.tournament import EventFormat, RoundRobinTable
from ...go.tournament.systems import FIDE_SYSTEMS, SystemName
from ...sentences import marked, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...go.tournament import Rules


class SystemKind(NamedTuple):
    """What a code says of the rounds of an event."""

    system: SystemName | None = None
    """The system of ours that they are by; None if there is none."""

    parameters: Mapping[str, str] = MappingProxyType({})
    """Its parameters by their names."""

    pairs: bool = True
    """Whether rounds of it are paired here."""

    teams: bool | None = False
    """Whether teams are paired; None if a code leaves it open."""

    reason: str = ""
    """Why its rounds are not paired here, if there is more to say of it."""

    cycles: int = 1
    """How often everybody meets everybody."""

    schedule: RoundRobinTable = "fide"
    """By which table."""


_BAKU = {"acceleration": "baku"}
_SUFFIX = "_BAKU"

_OF_2017 = marked(
    "it stands for the Dutch rules of 2017, whose last brackets collapse into one; fastpair has those of 2026 only"
)
_OWN_TABLE = marked("the table of this round robin is its own")

_CHANGE = date(2025, 7, 1)
"""The first day of events whose plain code of the Dutch system is not that of the rules of 2017."""

# ---- The table of codes ----


def _both(name: str, kind: SystemKind) -> Iterator[tuple[str, SystemKind]]:
    """A code, and the one with accelerated rounds."""
    yield name, kind
    yield f"{name}{_SUFFIX}", kind._replace(parameters={**kind.parameters, **_BAKU})


def _of_teams() -> Iterator[tuple[str, SystemKind]]:
    """The Swiss team system with its preferences, first and second score; Baku where match points come first."""
    types = {"_TYPEA": "A", "_TYPEB": "B", "": "none"}
    scores = {"MP_GP": ("match", "other"), "GP_MP": ("game", "other"), "MP": ("match", "none"), "GP": ("game", "none")}  # fmt: skip
    for (name, preferences), (points, (first, second)) in product(types.items(), scores.items()):
        parameters = {
            "colour_preferences": preferences,
            "team_score": first,
            "team_secondary": second,
        }
        rows = _both(f"FIDE_TEAM{name}_{points}", SystemKind("swiss-team", parameters, teams=True))
        yield from (row for row in rows if first == "match" or not row[0].endswith(_SUFFIX))


_OF_PLAYERS = [name for name, system in FIDE_SYSTEMS.items() if not system.of_teams]
_OTHER = SystemKind(pairs=False)
_OTHER_OF_TEAMS = SystemKind(pairs=False, teams=True)
_OPEN = SystemKind(pairs=False, teams=None)
_ROUND_ROBIN = SystemKind("round-robin")
_ROUND_ROBIN_OF_TEAMS = _ROUND_ROBIN._replace(teams=True)
_OWN_ROUND_ROBIN = _ROUND_ROBIN._replace(pairs=False, reason=_OWN_TABLE)
_DOUBLE = _ROUND_ROBIN._replace(cycles=2)
_DOUBLE_OF_TEAMS = _ROUND_ROBIN_OF_TEAMS._replace(cycles=2)
_TEAM_ROWS = dict(_of_teams())
_TEAM = _TEAM_ROWS["FIDE_TEAM_TYPEA_MP_GP"]

CODES: Mapping[str, SystemKind] = {
    **{
        code: kind
        for name in _OF_PLAYERS
        for code, kind in _both(f"FIDE_{name.upper().replace('-', '')}", SystemKind(name))
    },
    **dict(_both("FIDE_DUTCH_2025", SystemKind("dutch"))),
    **dict(_both("FIDE_DUTCH_2017", SystemKind(pairs=False, reason=_OF_2017))),
    **_TEAM_ROWS,
    **dict(_both("FIDE_TEAM", _TEAM)),
    "BERGER_ROUNDROBIN": _ROUND_ROBIN,
    "FIDE_ROUNDROBIN": _ROUND_ROBIN,
    "BERGER_DOUBLEROUNDROBIN": _DOUBLE._replace(schedule="berger"),
    "FIDE_DOUBLEROUNDROBIN": _DOUBLE,
    "CUSTOM_ROUNDROBIN": _OWN_ROUND_ROBIN,
    "BERGER_TEAM_ROUNDROBIN": _ROUND_ROBIN_OF_TEAMS,
    "FIDE_TEAM_ROUNDROBIN": _ROUND_ROBIN_OF_TEAMS,
    "BERGER_TEAM_DOUBLEROUNDROBIN": _DOUBLE_OF_TEAMS,
    "FIDE_TEAM_DOUBLEROUNDROBIN": _DOUBLE_OF_TEAMS,
    "CUSTOM_TEAM_ROUNDROBIN": _OWN_ROUND_ROBIN._replace(teams=True),
    "FIDE_SCHILLER": _OPEN,
    "FIDE_SCHEVENINGEN": _OPEN,
    "FIDE_DOUBLESCHEVENINGEN": _OPEN,
    "CUSTOM_SCHILLER": _OPEN,
    "CUSTOM_SCHEVENINGEN": _OPEN,
    "CUSTOM_KNOCKOUT": _OTHER,
    "CUSTOM_TEAM_KNOCKOUT": _OTHER_OF_TEAMS,
    "CUSTOM_SWISS": _OTHER,
    "CUSTOM_DOUBLESWISS": _OTHER,
    "CUSTOM_TEAM_SWISS": _OTHER_OF_TEAMS,
    "CUSTOM_TEAM_SWISS_MP": _OTHER_OF_TEAMS,
    "CUSTOM_TEAM_SWISS_GP": _OTHER_OF_TEAMS._replace(parameters={"team_score": "game"}),
}
"""FIDE's table of codes. Of several that say the same, the first one is written that says it on the day of the event."""

PARAMETRISED: Mapping[str, SystemKind] = {
    r"BERGER_ROUNDROBIN_G2": _DOUBLE._replace(schedule="berger"),
    r"BERGER_ROUNDROBIN_G([1-9][0-9]?)": _ROUND_ROBIN,
    r"BERGER_TEAM_ROUNDROBIN_G([1-9][0-9]?)": _ROUND_ROBIN_OF_TEAMS,
    r"FIDE_SCHILLER_[0-9]+X[0-9]+": _OPEN,
    r"FIDE_SCHEVENINGEN_G[1-9][0-9]?": _OPEN,
}
"""Codes of the table that have numbers, as patterns; the number of a group is that of the cycles."""


def _of_ours(name: SystemName) -> SystemKind:
    """What a code or a comment of ours says; of a round robin that it is by the table before Berger's."""
    kind = SystemKind(name, teams=None)
    return kind._replace(schedule="former") if name == "round-robin" else kind


_READ_ONLY: Mapping[str, SystemKind] = {
    **dict(_both("FIDE_DUTCH_2026", SystemKind("dutch"))),  # a draft of the table
    **dict(_both("FIDE_TEAM_TYPEA", _TEAM)),
    **dict(_both("FIDE_TEAM_TYPEB", _TEAM_ROWS["FIDE_TEAM_TYPEB_MP_GP"])),
    "OTHER_TEAM_ROUNDROBIN": _ROUND_ROBIN_OF_TEAMS,  # of Sharly-Chess
    "OTHER_TEAM_DOUBLEROUNDROBIN": _DOUBLE_OF_TEAMS,
    "OTHER": SystemKind(teams=None),  # of fastpair before it wrote those of the table, and below
    **{
        code: kind
        for name in get_args(SystemName)
        for code, kind in _both(f"OTHER_{name.upper().replace('-', '_')}", _of_ours(name))
    },
}
"""Codes that files have and the table has not."""


def kind_of_code(text: str, begins: date | None) -> SystemKind | None:
    """What a text of a line 192 says of an event that begins on a day; None if it is no code."""
    code = text.upper()
    if code.removesuffix(_SUFFIX) == "FIDE_DUTCH" and begins is not None and begins < _CHANGE:
        code = code.replace("DUTCH", "DUTCH_2017")
    return CODES.get(code) or _READ_ONLY.get(code) or next(_by_pattern(code), None)


def _by_pattern(code: str) -> Iterator[SystemKind]:
    for pattern, kind in PARAMETRISED.items():
        if match := re.fullmatch(pattern, code):
            yield kind._replace(cycles=int(match[1])) if match.groups() else kind


_TWO_GAMES = re.compile(r"double[ _-]?swiss", re.IGNORECASE)


def says_two_games(text: str) -> bool:
    """Whether a text names the system of FIDE's whose rounds are matches of two games."""
    return _TWO_GAMES.search(text) is not None


# ---- Words ----

_SYSTEMS_IN_WORDS: Mapping[str, SystemKind] = {
    r"dutch": SystemKind("dutch", teams=None),
    **{rf"\b{name.replace('-', '[ _-]?')}\b": SystemKind(name, teams=None) for name in _OF_PLAYERS},
    r"double[ _-]?round[ _-]?robin": _DOUBLE._replace(teams=None),
    r"round[ _-]?robin|\bberger\b|\ball[ _-]play[ _-]all\b": _ROUND_ROBIN._replace(teams=None),
    r"\b(lim|scheveningen|schiller|knock[ -]?out|custom)\b": _OPEN,
}
"""Systems as a line 092 names them in small letters."""


def kind_in_words(text: str, begins: date | None) -> SystemKind | None:
    """What a type in words says of an event; None if it names no system."""
    words = text.lower()
    if code := re.search(r"\bfide_\w+", words):
        return kind_of_code(code[0], begins) or _OPEN
    kind = next((kind for it, kind in _SYSTEMS_IN_WORDS.items() if re.search(it, words)), None)
    if kind is None or not kind.pairs or "baku" not in words:
        return kind
    return kind._replace(parameters={**kind.parameters, **_BAKU})


_FORMATS_IN_WORDS: Mapping[str, EventFormat] = {
    r"round[ _-]?robin|\bberger\b|\ball[ _-]play[ _-]all\b": EventFormat.ROUND_ROBIN,
    r"double[ -]?elimination": EventFormat.DOUBLE_ELIMINATION,
    r"knock[ -]?out": EventFormat.CUP,
    rf"swiss|{'|'.join(FIDE_SYSTEMS)}|fide_team": EventFormat.SWISS,
}
"""Formats as the lines 192 and 092 name them in small letters."""


def format_in_words(text: str) -> EventFormat | None:
    """The format that a code or a type in words states; None if it states none."""
    words = text.lower()
    return next((it for each, it in _FORMATS_IN_WORDS.items() if re.search(each, words)), None)


_TYPES = {
    EventFormat.ROUND_ROBIN: ("Round-Robin", "BERGER_{of_teams}ROUNDROBIN"),
    EventFormat.CUP: ("Knock-Out", "CUSTOM_{of_teams}KNOCKOUT"),
    EventFormat.DOUBLE_ELIMINATION: ("Double Elimination", "CUSTOM_{of_teams}KNOCKOUT"),
}
"""What lines 092 and 192 call a format that is no Swiss."""


def type_in_words(kind: EventFormat | None, *, teams: bool) -> str:
    """The text of a line 092."""
    name = _TYPES[kind][0] if kind in _TYPES else "Swiss-System"
    return f"{'Team' if teams else 'Individual'}: {name}"


def says_type(text: str, kind: EventFormat | None, *, teams: bool) -> bool:
    """Whether a text is that of a line 092 in any spelling, with or without the word for players or teams."""
    whole = type_in_words(kind, teams=teams)
    ways = (re.sub("[^a-z]", "", way.lower()) for way in (whole, whole.partition(":")[2]))
    return re.sub("[^a-z]", "", text.lower()) in ways


# ---- What is written ----


def says_baku(rules: Rules) -> bool:
    """Whether a report can say that the first rounds are accelerated: not where game points come first."""
    of_games = rules.system == "swiss-team" and rules.fide.team_score == "game"
    return rules.by_fide and not of_games


def code_of_system(rules: Rules, begins: date | None, *, teams: bool) -> str:
    """The text of a line 192; a system of players that pairs teams is a custom one."""
    if rules.system in FIDE_SYSTEMS and (rules.system == "swiss-team" or not teams):
        kind = SystemKind(rules.system, _parameters(rules), teams=rules.system == "swiss-team")
        return next(
            code for code, each in CODES.items() if each == kind == kind_of_code(code, begins)
        )
    of_teams = "TEAM_" if teams else ""
    if rules.predetermined and rules.schedule == "fide" and rules.cycles == 2 and not teams:
        return "FIDE_DOUBLEROUNDROBIN"  # teams have none with rounds exchanged
    if rules.kind in _TYPES:
        cycles = f"_G{rules.cycles}" if rules.cycles > 1 else ""
        return f"{_TYPES[rules.kind][1].format(of_teams=of_teams)}{cycles}"
    return f"CUSTOM_{of_teams or 'DOUBLE' * (rules.games > 1)}SWISS"


def own_code(code: str) -> str:
    """The code of a system of its own of the same type: a Swiss, round robin or knock-out of players or teams.

    Examples
    --------
    >>> own_code("BERGER_TEAM_ROUNDROBIN_G2"), own_code("FIDE_DUTCH_BAKU")
    ('CUSTOM_TEAM_ROUNDROBIN', 'CUSTOM_SWISS')
    """
    of_teams = "TEAM_" if "TEAM" in code else ""
    types = (name for name in ("ROUNDROBIN", "KNOCKOUT", "DOUBLESWISS") if name in code)
    return f"CUSTOM_{of_teams}{next(types, 'SWISS')}"


def _parameters(rules: Rules) -> dict[str, str]:
    """What a code says of a system of FIDE's."""
    names = ("colour_preferences", "team_score", "team_secondary")
    own = names if rules.system == "swiss-team" else ()
    baku = _BAKU if says_baku(rules) and rules.fide.acceleration == "baku" else {}
    return {**{name: getattr(rules.fide, name) for name in own}, **baku}


_COMMENT = re.compile(rf"system ({'|'.join(get_args(SystemName))}|usual)( baku)?")
"""A comment of ours: the system, where the code does not say which of ours it is."""

SYSTEM_NAME = "### system"
"""What `name_of` calls it."""


def comment_of_system(rules: Rules, begins: date | None, *, teams: bool) -> str:
    """The comment that names the system; nothing if the code does."""
    kind = kind_of_code(code_of_system(rules, begins, teams=teams), begins)
    is_said = kind is not None and kind.pairs and kind.system == rules.system
    if is_said and not (rules.predetermined and rules.schedule == "former"):
        return ""
    return f"### system {rules.system or 'usual'}{' baku' if _parameters(rules) else ''}"


def kind_in_comment(text: str) -> SystemKind | None:
    """What a comment says of the system; None if it is another one."""
    match = _COMMENT.fullmatch(text)
    if match is None:
        return None
    name = next((each for each in get_args(SystemName) if each == match[1]), None)
    kind = SystemKind(teams=None) if name is None else _of_ours(name)
    return kind._replace(parameters=_BAKU if match[2] else {})


def why_not_paired(kind: SystemKind) -> str:
    """Why the rounds of a kind are not paired here, if there is more to say of it."""
    return phrase(kind.reason) if kind.reason else ""
