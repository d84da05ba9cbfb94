"""Tournaments from files, read with nothing but the standard library."""

from __future__ import annotations

import json
import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

RESULTS = {"WHITEWINS": "white wins", "BLACKWINS": "black wins", "EQUAL": "jigo"}
RESULTS |= {
    "BOTHLOSE": "both lose",
    "BOTHLOOSE": "both lose",
    "BOTHWIN": "both win",
    "UNKNOWN": "?",
}


@dataclass
class Player:
    key: str
    name: str
    grade: int
    """1 dan is 0, 1 kyu -1."""
    rating: int = 0
    correction: int = 0
    absences: frozenset[int] = frozenset()
    requested_byes: frozenset[int] = frozenset()
    final: bool = True
    last_name: str = ""
    first_name: str = ""


@dataclass
class Game:
    round: int
    table: int
    white: str
    black: str
    handicap: int = 0
    result: str = "?"
    by_default: bool = False


@dataclass
class Tournament:
    """What a file holds. Points are doubled."""

    rounds: int
    players: dict[str, Player]
    games: list[Game]
    byes: list[tuple[int, str]]
    """Round and key."""
    floor: int = -20
    bar: int = 3
    points: dict[str, int] = field(default_factory=dict)
    """What a win and so on are worth, by the names of fastpair's own format."""
    round_down: bool = True
    half_point_for_unplayed: bool = False
    absence_as_half_point: bool = False
    missed: str = "bga"
    """How SOS counts a round without a game."""
    category_limits: tuple[int, ...] = ()
    top_sleepers_lowered: int = 0
    by_mms: bool = True
    threshold: int = 0
    stones_off: int = 1
    ceiling: int = 9
    even_at_bar: bool = False
    by_balance: bool = True
    """Whether who had White less often takes it where there are no stones."""
    main: str = "MMS"
    """The score that makes the groups: MMS, NBW or CPS."""
    unchecked: str = ""
    """Why scores are not recomputed; empty if they are."""

    def name(self, key: str) -> str:
        return self.players[key].name


POINTS = {"win": 2, "jigo": 1, "loss": 0, "forfeit_win": 2, "forfeit_loss": 0, "both_lose": 0}
POINTS |= {
    "both_win": 2,
    "unknown": 0,
    "wins_bye": 0,
    "wins_absent": 0,
    "mms_bye": 0,
    "mms_absent": 0,
    "requested_bye": 1,
}


def read(path: str | Path) -> Tournament:
    """The tournament of a file of OpenGotha, of fastpair's own format, or of the EGD."""
    return of_content(Path(path).read_bytes())


def of_content(content: bytes) -> Tournament:
    """The tournament in the content of such a file."""
    start = content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start == b"<":
        return _of_opengotha(content)
    if start == b"{":
        return _of_json(json.loads(content))
    return _of_egd(content.decode("utf-8", "replace"))


def grade_of(text: str) -> int:
    """A grade such as 3d or 12K; professionals count as 9 dan at least."""
    number, kind = int(text[:-1]), text[-1].lower()
    return {"d": number - 1, "k": -number, "p": 8}[kind]


def _folded(text: str) -> str:
    """A name without spaces, case and accents, in any language."""
    plain = unicodedata.normalize("NFD", text.replace("ı", "i").replace("İ", "i").casefold())
    return "".join(
        letter for letter in plain if not unicodedata.combining(letter) and not letter.isspace()
    )


def _players_of_opengotha(root: ElementTree.Element) -> Iterator[Player]:
    for each in root.iter("Player"):
        part = each.get("participating", "1" * 20)
        yield Player(
            key=_folded(each.get("name") + each.get("firstName")),
            name=f"{each.get('name')} {each.get('firstName')}",
            grade=grade_of(each.get("rank")),
            rating=int(each.get("rating", 0)),
            correction=int(each.get("smmsCorrection", 0)),
            absences=frozenset(n for n, sign in enumerate(part, 1) if sign == "0"),
            final=each.get("registeringStatus") == "FIN",
            last_name=each.get("name"),
            first_name=each.get("firstName"),
        )


def _games_of_opengotha(root: ElementTree.Element) -> list[Game]:
    games = []
    for each in root.iter("Game"):
        word, _, default = each.get("result").removeprefix("RESULT_").partition("_")
        games.append(
            Game(
                round=int(each.get("roundNumber")),
                table=int(each.get("tableNumber")),
                white=_folded(each.get("whitePlayer")),
                black=_folded(each.get("blackPlayer")),
                handicap=int(each.get("handicap", 0)),
                result=RESULTS[word],
                by_default=default == "BYDEF",
            )
        )
    return games


def _of_opengotha(content: bytes) -> Tournament:
    root = ElementTree.fromstring(content)
    general = root.find(".//GeneralParameterSet").attrib
    stones = root.find(".//HandicapParameterSet").attrib
    criteria = [
        each.get("name")
        for each in root.find(".//PlacementParameterSet").iter("PlacementCriterion")
    ]
    rounds = int(general["numberOfRounds"])
    players = {each.key: each for each in _players_of_opengotha(root)}
    games = _games_of_opengotha(root)
    byes = {
        int(each.get("roundNumber")): _folded(each.get("player"))
        for each in root.iter("ByePlayer")
        if each.get("roundNumber")  # pairgoth has one around them
    }
    limits = sorted(root.iter("Category"), key=lambda each: int(each.get("number")))
    doubled = {"wins_bye": "genNBW2ValueBye", "wins_absent": "genNBW2ValueAbsent"}
    doubled |= {"mms_bye": "genMMS2ValueBye", "mms_absent": "genMMS2ValueAbsent"}
    played = max([rounds, *(game.round for game in games), *byes])
    return Tournament(
        rounds=played,
        players=players,
        games=games,
        byes=sorted(byes.items()),
        floor=grade_of(general.get("genMMFloor", "20K")),
        bar=grade_of(general.get("genMMBar", "4D")),
        points=POINTS | {name: int(general.get(old, 0)) for name, old in doubled.items()},
        round_down=general.get("genRoundDownNBWMMS", "true") == "true",
        category_limits=tuple(grade_of(each.get("lowerLimit")) for each in limits),
        half_point_for_unplayed=general.get("genCountNotPlayedGamesAsHalfPoint") == "true",
        by_mms=stones.get("hdBasedOnMMS", "true") == "true",
        threshold=grade_of(stones.get("hdNoHdRankThreshold", "1D")),
        stones_off=int(stones.get("hdCorrection", 1)),
        ceiling=int(stones.get("hdCeiling", 9)),
        main=next((name for name in criteria if name in ("NBW", "MMS", "CPS")), "NBW"),
    )


def _player_of_json(member: dict) -> Player:
    return Player(
        key=member["key"],
        name=f"{member['name']} {member['first_name']}",
        grade=grade_of(member["grade"]),
        rating=member.get("rating", 0),
        correction=member.get("correction", 0),
        absences=frozenset(member.get("absences", ())),
        requested_byes=frozenset(member.get("requested_byes", ())),
        final=member.get("final", True),
        last_name=member["name"],
        first_name=member["first_name"],
    )


def _game_of_json(member: dict) -> Game:
    return Game(
        round=member["round"],
        table=member["table"],
        white=member["white"],
        black=member["black"],
        handicap=member.get("handicap", 0),
        result=member.get("result", "?"),
        by_default=member.get("by_default", False) and member.get("result", "?") != "?",
    )


def _of_json(document: dict) -> Tournament:
    rules = document.get("rules", {})
    points, stones = rules.get("points", {}), rules.get("handicap", {})
    players = {each["key"]: _player_of_json(each) for each in document.get("players", ())}
    games = [_game_of_json(each) for each in document.get("games", ())]
    other = [name for name in ("merged_grades",) if rules.get(name)]
    other += [
        name
        for name in ("bonus_halves", "playoffs_won")
        if any(each.get(name) for each in document.get("players", ()))
    ]
    placement = rules.get("placement", ("MMS",))
    return Tournament(
        rounds=rules.get("rounds", 5),
        players=players,
        games=games,
        byes=[(each["round"], each["player"]) for each in document.get("byes", ())],
        floor=grade_of(rules.get("floor", "20k")),
        bar=grade_of(rules.get("bar", "4d")),
        points=POINTS | {name: round(2 * points[name]) for name in POINTS if name in points},
        round_down=points.get("round_down", False),
        half_point_for_unplayed=rules.get("unplayed_as_half_point", False),
        absence_as_half_point=rules.get("absence_as_half_point", False),
        missed=rules.get("missed", "bga"),
        category_limits=tuple(map(grade_of, rules.get("category_limits", ()))),
        top_sleepers_lowered=rules.get("top_sleepers_lowered", 0),
        by_mms=stones.get("by_mms", True),
        threshold=grade_of(stones.get("threshold", "1d")),
        stones_off=stones.get("correction", 1),
        ceiling=stones.get("ceiling", 9),
        even_at_bar=stones.get("even_at_bar", False),
        by_balance=rules.get("colours", "model") == "balance"
        or (
            rules.get("colours", "model") == "model"
            and (rules.get("model") or "").startswith("opengotha")
        ),
        main=next((name for name in placement if name in ("NBW", "MMS", "CPS")), "NBW"),
        unchecked=f"the tournament has {', '.join(other)}" if other else "",
    )


_LINE = re.compile(
    r"\s*(?:\d+\s+)?(?P<name>[^\s\d]\S*)\s+(?P<first>\S+)\s+(?P<grade>\d+[kdpKDP])\s+(?P<rest>.*)"
)
_CELL = re.compile(
    r"(?P<other>\d+)(?P<sign>[+\-=?])(?:(?P<how>[/!])(?P<colour>[wb?])(?P<stones>\d?))?$"
)
_WON = {"+": "white wins", "-": "black wins"}
"""By what stands in the line of White."""


def _cells(rest: str) -> list[re.Match[str]]:
    """What a line says of the rounds, which stand at its end."""
    found = []
    for word in reversed(rest.partition("|")[0].split()):
        cell = _CELL.match(word)
        if cell is None:
            break
        found.insert(0, cell)
    return found


def _of_egd(text: str) -> Tournament:
    """A result file: games, each of which has to stand in the lines of both players."""
    lines = [
        found
        for line in text.splitlines()
        if not line.startswith(";") and (found := _LINE.match(line))
    ]
    rounds = min((len(_cells(line["rest"])) for line in lines), default=0)
    players, cells = {}, {}
    for number, line in enumerate(lines, 1):
        players[str(number)] = Player(
            str(number), f"{line['name']} {line['first']}", grade_of(line["grade"])
        )
        last = _cells(line["rest"])
        for round_, cell in enumerate(last[len(last) - rounds :], 1):
            if cell["other"] != "0":
                cells[round_, str(number)] = cell
    games: list[Game] = []
    for (round_, key), cell in cells.items():
        other = cell["other"]
        back = cells.get((round_, other))
        if back is None or back["other"] != key:
            raise ValueError(f"line {key}, round {round_}: line {other} does not have the game")
        if cell["colour"] == "w" or (cell["colour"] in ("?", None) and int(key) < int(other)):
            result = _WON.get(cell["sign"], "jigo" if cell["sign"] == "=" else "?")
            if (cell["sign"], back["sign"]) == ("-", "-"):
                result = "both lose"
            stones, default = int(cell["stones"] or 0), cell["how"] == "!"
            games.append(Game(round_, len(games) + 1, key, other, stones, result, default))
    why = "a result file says little of the rules"
    return Tournament(
        rounds=rounds, players=players, games=games, byes=[], points=POINTS, unchecked=why
    )
