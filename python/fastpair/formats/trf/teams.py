"""The teams of a report: their members, the boards of their matches, and the points that it states [FIDE C.04.A].

A tournament that is read has the players alone; its teams are placed where the standings that a file states are
computed again.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...go.tournament import Game, Points, Result, Team, TeamPlay
from ...go.tournament.ranges import range_in
from .lines import PAIRS_OF_POINTS, parse_halves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...go.tournament import Tournament
    from .lines import Report

_LINE_310 = re.compile(r"(?P<number>[0-9]{1,4}) (?P<rest>.*)")
_NAME, _MATCH_POINTS, _GAME_POINTS, _RANK, _MEMBERS = (
    slice(0, 32),
    slice(46, 52),
    slice(53, 59),
    slice(60, 63),
    slice(63, None),
)
"""Columns of a line 310 behind the number of the team and a space."""

_OLD_NAME, _OLD_MEMBERS = slice(0, 32), slice(32, None)
"""Columns of a line 013 behind its code and a space."""

_MATCH_VALUES = {"TW": "win_x2", "TD": "jigo_x2", "TL": "loss_x2"}
"""Match points by the letters of a line 362."""

_LINE_300 = re.compile(r"([0-9]{1,3}) +([0-9]{1,4}) +([0-9]{1,4})((?: +[0-9]{1,4})+)")
_LINE_320 = re.compile(r"([0-9]+\.[05]) +([0-9]+\.[05])((?: +[0-9]{1,4})*)")
_LINE_330 = re.compile(r"([+-]{2}) +([0-9]{1,3}) +([0-9]{1,4}) +([0-9]{1,4})")

_FORFEITS = {"+-": Result.WHITE_WINS, "-+": Result.BLACK_WINS, "--": Result.BOTH_LOSE}


class TeamLine(NamedTuple):
    """A line 310 or 013."""

    line: int
    number: int
    name: str
    members: tuple[int, ...]
    """Pairing numbers in the order of the boards."""

    match_points: str = ""
    game_points: str = ""
    rank: str = ""

    @property
    def key(self) -> str:
        """Key of the team."""
        return str(self.number)


def team_lines(report: Report) -> list[TeamLine]:
    """The teams of a report.

    Raises
    ------
    FormatError
        If a line is none, or names players who are none.
    """
    found = []
    for number, (line, _, text) in enumerate(report.lines("013"), start=1):
        members = tuple(report.numbers(line, text[_OLD_MEMBERS].split()))
        found.append(TeamLine(line, number, text[_OLD_NAME].strip(), members))
    for line, _, text in report.lines("310"):
        match = _LINE_310.fullmatch(text)
        if match is None:
            raise report.wrong(line, f"expected the number of a team, found {text[:40]!r}")
        rest = match["rest"]
        found.append(
            TeamLine(
                line,
                int(match["number"]),
                rest[_NAME].strip(),
                tuple(report.numbers(line, rest[_MEMBERS].split())),
                *(rest[column].strip() for column in (_MATCH_POINTS, _GAME_POINTS, _RANK)),
            )
        )
    return found


def is_of_teams(report: Report) -> bool:
    """Whether teams are paired: a report with teams whose system, or else whose type, is none of players."""
    system = report.texts.get("192", "")
    if "TEAM" in system:
        return any(report.lines("013", "310"))
    individual = "individual" in report.texts.get("092", "").lower()
    return not system and not individual and any(report.lines("310"))


class Doubt(NamedTuple):
    """Why the values of teams cannot be computed again."""

    line: int | None
    reason: str


class TeamReport(NamedTuple):
    """The teams of a report."""

    lines: Sequence[TeamLine]
    tournament: Tournament
    """With the teams and the points of their byes."""

    doubts: tuple[Doubt, ...] = ()


def read_teams(report: Report, tournament: Tournament, keys: Mapping[int, str]) -> TeamReport:
    """The teams of a report with their matches.

    Parameters
    ----------
    tournament
        The players of the report.
    keys
        Of the players, by pairing number.

    Raises
    ------
    FormatError
        If a line contradicts another one.
    """
    lines = team_lines(report)
    members = {each.key: tuple(keys[number] for number in each.members) for each in lines}
    tournament = _with_forfeits(report, tournament, members)
    boards = _Boards(tournament, members, _stated_lineups(report, keys))
    size = max(boards.most, len(report.texts.get("352", "").strip()), 2)
    rounds = range(1, tournament.rules.rounds + 1)
    teams = tuple(
        Team(
            key=each.key,
            name=each.name or each.key,
            lineups=tuple(boards.lineup(each.key, number)[:size] for number in rounds),
        )
        for each in lines
    )
    doubts = [*_doubts(report, tournament, size)]
    size = min(size, int(range_in(TeamPlay, "size").most or size))
    play = replace(TeamPlay(teams=teams, size=size, fewest=1), **_match_points(report))
    tournament = replace(tournament, team_play=play)
    if not doubts and not tournament.draws_teams:
        reason = "the games are not boards of matches between the teams of lines 310"
        doubts.append(Doubt(None, reason))
    points, doubt = _points_of_byes(report, tournament.rules.points, play)
    tournament = replace(tournament, rules=replace(tournament.rules, points=points))
    tournament = _with_byes(report, tournament, members)
    return TeamReport(lines, tournament, (*doubts, *doubt))


def _doubts(report: Report, tournament: Tournament, size: int) -> Iterator[Doubt]:
    """Why the standings of teams cannot be computed again."""
    if not range_in(TeamPlay, "size").holds(size):
        yield Doubt(None, f"matches of {size} boards are none here")
    if tournament.rules.points.share_x2(2) != 2 or tournament.rules.points.loss_x2:
        yield Doubt(None, "game points other than 1, 0.5 and 0 are not counted for teams")
    for line, code, _ in report.lines("299"):
        yield Doubt(line, f"points that an arbiter has given by {code} are not counted")


def _match_points(report: Report) -> dict[str, Any]:
    """The match points of line 362; 2, 1 and 0 without one."""
    found: dict[str, int] = {}
    for line, _, text in report.lines("362"):
        for letters, value in re.findall(r"(T[A-Z])\s*(-?[0-9]+(?:\.[0-9]+)?)(?=\s|$)", text):
            halves, name = parse_halves(value), _MATCH_VALUES.get(letters)
            if name is None:
                continue
            if halves is None or not range_in(TeamPlay, name).holds(halves):
                message = f"expected match points such as TW 2.0, found {letters} {value}"
                raise report.wrong(line, message)
            found[name] = halves
    return found


# ---- Who sat at which board ----


def _stated_lineups(
    report: Report, keys: Mapping[int, str]
) -> dict[tuple[str, int], tuple[str, ...]]:
    """The players of a team in a round in the order of the boards, by lines 300; an empty key for none."""
    found = {}
    for line, _, text in report.lines("300"):
        match = _LINE_300.fullmatch(text)
        if match is None:
            expected = "expected round, team, opponent and players"
            raise report.wrong(line, f"{expected}, found {text[:40]!r}")
        numbers = [int(word) for word in match[4].split()]
        [*report.numbers(line, (str(number) for number in numbers if number))]
        found[str(int(match[2])), int(match[1])] = tuple(keys.get(n, "") for n in numbers)
    return found


class _Boards:
    """Who sat at which board of a match, by round and team."""

    def __init__(
        self,
        tournament: Tournament,
        members: Mapping[str, tuple[str, ...]],
        stated: Mapping[tuple[str, int], tuple[str, ...]],
    ) -> None:
        self._members, self._stated = members, stated
        team = {key: name for name, keys in members.items() for key in keys}
        games: dict[int, dict[str, str]] = {}
        for game in tournament.games:
            games.setdefault(game.round, {}).update((game.players, game.players[::-1]))
        alone = {(bye.round, bye.player) for bye in tournament.byes}
        self._lineups: dict[tuple[str, int], tuple[str, ...]] = {}
        for number, opponents in games.items():
            pairs = {
                frozenset((team[one], team[other]))
                for one, other in opponents.items()
                if one in team and other in team
            }
            for pair in sorted(map(sorted, pairs)):
                if len(pair) == 2:
                    self._add(number, opponents, alone, pair)
        self.most = max(map(len, self._lineups.values()), default=0)

    def lineup(self, team: str, number: int) -> tuple[str, ...]:
        """Keys of the players at the boards of a round; all members where the team has no match."""
        return self._lineups.get((team, number), self._members[team])

    def _add(
        self,
        number: int,
        opponents: Mapping[str, str],
        alone: set[tuple[int, str]],
        teams: Sequence[str],
    ) -> None:
        """Put the players of a match to their boards: in the order of the first team, who has no opponent between."""
        one, other = (
            [
                key
                for key in self._stated.get((team, number), self._members[team])
                if key in opponents or (number, key) in alone or not key
            ]
            for team in teams
        )
        boards = [(key, opponents.get(key, "")) for key in one]
        for place, key in enumerate(other):
            if key and key not in opponents:
                before = {*other[:place]}
                at = 1 + max(
                    (n for n, (_, theirs) in enumerate(boards) if theirs and theirs in before),
                    default=-1,
                )
                boards.insert(at, ("", key))
        for team, side in zip(teams, zip(*boards, strict=True), strict=True):
            self._lineups[team, number] = side


def _with_forfeits(
    report: Report, tournament: Tournament, members: Mapping[str, tuple[str, ...]]
) -> Tournament:
    """The tournament with a game by forfeit at each board of the matches of lines 330 that have none."""
    games, absences = [*tournament.games], {p.key: p.absences for p in tournament.players}
    for line, _, text in report.lines("330"):
        match = _LINE_330.fullmatch(text)
        teams = [str(int(match[n])) for n in (3, 4)] if match else []
        if match is None or not all(team in members for team in teams):
            expected = "expected the result, the round and two teams such as '+- 3 1 12'"
            raise report.wrong(line, f"{expected}, found {text[:40]!r}")
        number, (one, other) = int(match[2]), (members[team] for team in teams)
        seated = {key for game in games if game.round == number for key in game.players}
        if seated.intersection((*one, *other)):
            continue
        boards = max(len(report.texts.get("352", "").strip()), 1)
        for board, pair in enumerate(zip(one[:boards], other[:boards], strict=False)):
            white, black = pair if board % 2 == 0 else pair[::-1]
            result = _FORFEITS[match[1]]
            games.append(
                Game(
                    round=number,
                    table=len(games) + 1,
                    white=white,
                    black=black,
                    result=result if board % 2 == 0 else result.turned,
                    by_default=True,
                )
            )
            for key in pair:
                absences[key] -= {number}
    return _attending(replace(tournament, games=tuple(games)), absences)


def _attending(tournament: Tournament, absences: Mapping[str, frozenset[int]]) -> Tournament:
    """The tournament with the absences of some players."""
    players = tuple(
        player
        if absences.get(player.key, player.absences) == player.absences
        else replace(
            player,
            absences=absences[player.key],
            requested_byes=player.requested_byes & absences[player.key],
        )
        for player in tournament.players
    )
    return replace(tournament, players=players)


# ---- Byes ----


def _points_of_byes(
    report: Report, points: Points, play: TeamPlay
) -> tuple[Points, tuple[Doubt, ...]]:
    """The points with those of a bye, by line 320 or 162; without either a drawn match [C.04.6]."""
    letters = {
        letter for _, _, text in report.lines("162") for letter, _ in PAIRS_OF_POINTS.findall(text)
    }
    drawn = replace(points, wins_bye_x2=points.jigo_x2)
    for line, _, text in report.lines("320"):
        match = _LINE_320.fullmatch(text)
        if match is None:
            expected = "expected match points, game points and a team for each round"
            raise report.wrong(line, f"{expected}, found {text[:40]!r}")
        worth = parse_halves(match[1]), parse_halves(match[2])
        if worth == (play.jigo_x2, play.size):
            return drawn, ()
        if worth == (play.win_x2, 2 * play.size):
            return replace(points, wins_bye_x2=points.win_x2), ()
        return points, (Doubt(line, "a bye is neither a match won nor one drawn at all boards"),)
    return (points if "P" in letters else drawn), ()


def _with_byes(
    report: Report, tournament: Tournament, members: Mapping[str, tuple[str, ...]]
) -> Tournament:
    """The tournament in which the teams of line 320 are there in the round of their bye."""
    absences = {player.key: player.absences for player in tournament.players}
    for key, number in _byes(report):
        if key in members:
            for player in members[key]:
                absences[player] -= {number}
    return _attending(replace(tournament, byes=()), absences)


def _byes(report: Report) -> Iterator[tuple[str, int]]:
    """Team and round of the byes of line 320."""
    for _, _, text in report.lines("320"):
        match = _LINE_320.fullmatch(text)
        words: Iterable[str] = match[3].split() if match else ()
        for number, word in enumerate(words, start=1):
            if int(word):
                yield str(int(word)), number
