"""The teams of a report: their members, the boards of their matches, and the points of their byes [FIDE C.04.A]."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import RuleError
from ...go.tournament import Bye, Game, Points, PointsAdjustment, Result, Team, TeamPlay
from ...go.tournament.player import rows_by_number
from ...go.tournament.ranges import range_in
from ...sentences import phrase
from ..wall_list import Seat
from .lines import MOST_TEAMS, NOTHING, PAIRS_OF_POINTS, annuls, format_points, parse_halves

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...go.teams import Match
    from ...go.tournament import TeamCriterion, Tournament
    from .lines import Report, TeamLine

_NUMBER = re.compile("[1-9][0-9]{0,2}")

MATCH_VALUES = {
    "TW": "win_x2",
    "TD": "jigo_x2",
    "TL": "loss_x2",
    "TA": "forfeit_x2",
    "TP": "bye_x2",
}
"""Match points by the letters of a line 362."""

_PAIRS_OF_MATCH_POINTS = re.compile(r"(T[A-Z])\s*(-?[0-9]+(?:\.[0-9]+)?)(?=\s|$)")

FORFEITS = {
    **dict.fromkeys(("10", "WL", "+-"), Result.WHITE_WINS),
    **dict.fromkeys(("01", "LW", "-+"), Result.BLACK_WINS),
    **dict.fromkeys(("00", "LL", "--"), Result.BOTH_LOSE),
}
"""Results of a match by the signs of a line 330, those that are written last."""


class _Doubt(NamedTuple):
    """Why the values of teams cannot be computed again."""

    line: int | None
    reason: str


def with_teams(
    report: Report,
    tournament: Tournament,
    keys: Mapping[int, str],
    placement: tuple[TeamCriterion, ...],
) -> Tournament:
    """The tournament with the teams of a report, their line-ups, and the points of their matches and byes.

    Parameters
    ----------
    tournament
        The players of the report.
    keys
        Of the players, by pairing number.
    placement
        The criteria of the standings of teams.

    Raises
    ------
    FormatError
        If a line contradicts another one.
    """
    members = {each.key: tuple(keys[number] for number in each.members) for each in report.teams}
    stated = _stated_lineups(report, keys)
    boards = Lineups(tournament, members, stated)
    play = _rules(report, boards)
    if any(report.lines("330")):
        tournament = _with_forfeits(report, tournament, members, stated, play)
        boards = Lineups(tournament, members, stated)
    rounds = range(1, tournament.rules.rounds + 1)
    adjustments = _adjustments(report)
    teams = tuple(
        Team(
            key=each.key,
            name=each.name or each.key,
            short_name=each.short_name,
            adjustments=adjustments.get(each.key, ()),
        ).with_lineups(boards.whole_lineup(each.key, number, play) for number in rounds)
        for each in report.teams
    )
    play = replace(play, teams=teams, placement=placement)
    points, play = _worth_of_byes(report, tournament.rules.points, play)
    tournament = _with_present(report, tournament, keys, boards)
    return replace(
        tournament,
        team_play=play,
        byes=tuple(  # others follow from the matches
            bye
            for bye in tournament.byes
            if bye.round in tournament.by_key[bye.player].requested_byes
        ),
        rules=replace(tournament.rules, points=points),
    )


def _adjustments(report: Report) -> Mapping[str, tuple[PointsAdjustment, ...]]:
    """The points that lines 299 add or deduct, by the key of the team."""
    given: dict[tuple[str, int], list[int]] = {}
    allowed = range_in(PointsAdjustment, "match_points_x2")
    for line, cells, _ in report.records("299"):
        if cells is None or cells.values["result"]:
            continue
        round = report.round_of_points(line, cells)
        halves = [parse_halves(cells.values[name]) or 0 for name in ("match points", "game points")]
        report.refuse_unknown_teams(line, cells.listed)
        for word in cells.listed:
            team = word.lstrip("0")
            own = given.setdefault((team, round), [0, 0])
            own[:] = (one + more for one, more in zip(own, halves, strict=True))
            if not all(map(allowed.holds, own)):
                raise report.wrong(line, f"expected points{allowed.words}")
    return {
        team: tuple(
            PointsAdjustment(round=round, match_points_x2=match_x2, board_points_x2=board_x2)
            for (each, round), (match_x2, board_x2) in sorted(given.items())
            if each == team and (match_x2 or board_x2)
        )
        for team in dict.fromkeys(each for each, _ in given)
    }


COLOURS_OF_BOARDS = re.compile("[WB]+", re.IGNORECASE)
"""The text of a line 352."""


def _rules(report: Report, boards: Lineups) -> TeamPlay:
    """How the teams play, without them: as many boards as there can be, their colours, and match points."""
    stated = COLOURS_OF_BOARDS.fullmatch(report.texts.get("352", "").strip())
    colours, limits = stated[0].upper() if stated else "", range_in(TeamPlay, "size")
    usual = TeamPlay(fewest=1, **_match_points(report))
    if colours:
        usual = replace(usual, size=limits.nearest(len(colours)), colours=colours)
    return replace(usual, size=limits.nearest(max(boards.most, len(colours))))


def doubts(report: Report, tournament: Tournament) -> Iterator[_Doubt]:
    """Why the standings of teams cannot be computed again."""
    play, points = tournament.team_play, tournament.rules.points
    assert play is not None
    if points.share_x2(2) != 2 or points.loss_x2:
        yield _Doubt(None, "game points other than 1, 0.5 and 0 are not counted for teams")
    for line, code in _given_points(report, tournament):
        yield _Doubt(line, f"points that an arbiter has given by {code} are not counted")
    if not tournament.draws_teams:
        yield _Doubt(None, "the games are not boards of matches between the teams of lines 310")
    for line, worth, _ in _byes(report):
        if worth != play.worth_of_bye(points):
            yield _Doubt(line, "another line states other points of a bye")


def _given_points(report: Report, tournament: Tournament) -> Iterator[tuple[int, str]]:
    """The lines that give other points than those of matches that count; void ones of a round robin count for nobody."""
    void = {(round, number) for round, _, number in void_matches(tournament)}
    for line, cells, _ in report.records("299"):
        if cells and not cells.values["result"]:
            continue
        teams = map(int, cells.listed) if cells and annuls(cells) else ()
        annulled = {(cells.number("round"), number) for number in teams} if cells else set()
        if not (annulled and annulled <= void):
            yield line, "299"


def void_matches(tournament: Tournament) -> Iterator[tuple[int, str, int]]:
    """Round, letter and number of each team that has points of a match that counts for nobody [FIDE C.05 6.6]."""
    from ...go.round_robin import unranked
    from ...go.teams import matches_of, units

    play = tournament.drawn_teams
    gone = unranked(units(tournament, play)) if play else frozenset()
    if play is None or not gone:
        return
    numbers = numbers_of_teams(tournament)
    for number in tournament.round_numbers:
        for match in matches_of(tournament, play, number):
            if gone.isdisjoint(match.teams):
                continue
            for team, own, boards_x2 in zip(match.teams, match.points, match.sums, strict=True):
                worth_x2 = play.worth_x2(own, by_default=match.by_default, is_known=True)
                if worth_x2 or boards_x2:
                    yield number, ("-D+" if match.by_default else "LDW")[own], numbers[team]


def numbers_of_teams(tournament: Tournament) -> dict[str, int]:
    """The numbers of the teams by their keys: these, if they are numbers that ascend, and else from 1.

    Raises
    ------
    RuleError
        If there are too many.
    """
    play, rules = tournament.team_play, tournament.rules
    keys = [team.key for team in play.teams] if play else []
    if len(keys) > MOST_TEAMS:
        raise RuleError(
            phrase(
                "a report for FIDE has at most {most} teams, found {count}",
                most=MOST_TEAMS,
                count=len(keys),
            )
        )
    if rules.pairs_by_number and tournament.drawn_teams:
        from ...go.teams import of_teams

        units = of_teams(tournament).players
        keys = [units[row].key for row in rows_by_number(units, rules.fide.order)]
    stated = [int(key) for key in keys if _NUMBER.fullmatch(key)]
    ascend = len(stated) == len(keys) and all(one < other for one, other in pairwise(stated))
    return dict(zip(keys, stated if ascend else range(1, len(keys) + 1), strict=True))


def _match_points(report: Report) -> dict[str, Any]:
    """The match points of line 362; 2, 1 and 0 without one. A loss by forfeit is one like all unless it states another worth."""
    found: dict[str, int] = {}
    for line, _, text in report.lines("362"):
        for letters, value in _PAIRS_OF_MATCH_POINTS.findall(text.upper()):
            halves, name = parse_halves(value), MATCH_VALUES.get(letters)
            if name is None:
                continue
            if halves is None or not range_in(TeamPlay, name).holds(halves):
                message = f"expected match points such as TW 2.0, found {letters} {value}"
                raise report.wrong(line, message)
            found[name] = halves
    if found.get("forfeit_x2") == found.get("loss_x2", 0):
        found.pop("forfeit_x2", None)
    return found


def states_match_points(text: str) -> bool:
    """Whether all of a line 362 are match points that a tournament holds."""
    pairs = _PAIRS_OF_MATCH_POINTS.findall(text.upper())
    rest = _PAIRS_OF_MATCH_POINTS.sub("", text.upper()).strip()
    return not rest and all(letters in MATCH_VALUES for letters, _ in pairs)


# ---- Who sat at which board ----


def _stated_lineups(
    report: Report, keys: Mapping[int, str]
) -> dict[tuple[str, int], tuple[str, ...]]:
    """The players of a team in a round in the order of the boards, by lines 300; an empty key for none."""
    found = {}
    for line, cells, text in report.records("300"):
        if cells is None or not cells.numbers:
            expected = "expected round, team, opponent and players"
            raise report.wrong(line, f"{expected}, found {text[:40]!r}")
        report.refuse_unknown_round(line, cells.number("round"))
        report.refuse_unknown_teams(line, [cells.values["team"]])
        report.refuse_unknown_teams(
            line, [cells.values["opponent"]] * bool(cells.number("opponent"))
        )
        boards = [word.lstrip("0") for word in cells.numbers]
        [*report.numbers(line, filter(None, boards))]
        own = str(cells.number("team"))
        for number in map(int, filter(None, boards)):
            if report.team_of.get(number, own) != own:
                raise report.wrong(
                    line, f"player {number} is in team {report.team_of[number]}, not {own}"
                )
        seated = tuple(keys[int(number)] if number else "" for number in boards)
        found[str(cells.number("team")), cells.number("round")] = seated
    return found


class Lineups:
    """Who sat at which board of a match, by round and team.

    Parameters
    ----------
    tournament
        The players, their games, and the byes of those whose opponent did not come.
    members
        Keys of the players of each team.
    stated
        Those at the boards, by team and round.
    """

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

    @property
    def rounds(self) -> Sequence[int]:
        """The rounds that have matches."""
        return sorted({number for _, number in self._lineups})

    def has_match(self, team: str, number: int) -> bool:
        """Whether a team has a match in a round."""
        return (team, number) in self._lineups

    def lineup(self, team: str, number: int) -> tuple[str, ...]:
        """Keys of the players at the boards of a round; all members where the team has no match."""
        return self._lineups.get((team, number), self._members[team])

    def whole_lineup(self, team: str, number: int, play: TeamPlay) -> tuple[str, ...]:
        """Keys at the boards of a round, an empty one for each empty board, and all other members behind as many boards."""
        seated = self.lineup(team, number)
        if not self.has_match(team, number):
            return seated
        return play.whole_lineup(seated, self._members[team])

    def _add(
        self,
        number: int,
        opponents: Mapping[str, str],
        alone: set[tuple[int, str]],
        teams: Sequence[str],
    ) -> None:
        """Put the players of a match to their boards: in the order of the first team, who has no opponent between."""
        if all((team, number) in self._stated for team in teams):
            self._lineups |= {(team, number): self._stated[team, number] for team in teams}
            return
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
        sides = zip(*boards, strict=True) if boards else ((), ())
        for team, side in zip(teams, sides, strict=True):
            self._lineups[team, number] = side


class _Forfeit(NamedTuple):
    """A line 330."""

    line: int
    round: int
    teams: tuple[str, str]
    """Keys of the team that is named first, and of the other one."""

    result: Result


def _forfeits(report: Report) -> Iterator[_Forfeit]:
    """The matches that are forfeited by lines 330."""
    for line, cells, text in report.records("330"):
        if cells is None:
            expected = "expected the result, the round and two teams such as '+- 3 1 12'"
            raise report.wrong(line, f"{expected}, found {text[:40]!r}")
        report.refuse_unknown_teams(line, (cells.values[side] for side in ("White", "Black")))
        report.refuse_unknown_round(line, number := cells.number("round"))
        white, black = (str(cells.number(side)) for side in ("White", "Black"))
        yield _Forfeit(line, number, (white, black), FORFEITS[cells.values["result"]])


def _with_forfeits(
    report: Report,
    tournament: Tournament,
    members: Mapping[str, tuple[str, ...]],
    stated: Mapping[tuple[str, int], tuple[str, ...]],
    play: TeamPlay,
) -> Tournament:
    """The tournament with a game by forfeit at each board of the matches of lines 330 that have none.

    The players sit as lines 300 say, or else those whose own lines have a forfeit without an opponent.
    """
    games, absences = [*tournament.games], {p.key: p.absences for p in tournament.players}
    byes = {*tournament.byes}
    seated: dict[int, set[str]] = {}
    for game in games:
        seated.setdefault(game.round, set()).update(game.players)
    for forfeit in _forfeits(report):
        number, there = forfeit.round, seated.setdefault(forfeit.round, set())
        if any(there.intersection(members[team]) for team in forfeit.teams):
            continue
        signs = dict(_signs(report, tournament, number))
        one, other = (
            stated.get((team, number))
            or tuple(key for key in members[team] if key in signs)
            or members[team]
            for team in forfeit.teams
        )
        sides = zip(one[: play.size], other[: play.size], strict=False)
        for board, pair in enumerate(sides, start=1):
            if not all(pair):
                continue
            result = _result_by_signs(report, forfeit, [signs.get(key) for key in pair])
            white, black = pair if play.has_white(board) else pair[::-1]
            games.append(
                Game(
                    round=number,
                    table=len(games) + 1,
                    white=white,
                    black=black,
                    result=result if play.has_white(board) else result.turned,
                    by_default=True,
                )
            )
            there.update(pair)
            for key in pair:
                absences[key] -= {number}
                byes -= {Bye(round=number, player=key)}
    tournament = replace(tournament, byes=tuple(sorted(byes, key=lambda bye: bye.round)))
    return _attending(replace(tournament, games=tuple(games)), absences)


def is_forfeited(match: Match) -> bool:
    """Whether one side, or both, has lost all boards by forfeit: a line 330 says so."""
    return match.by_default and match.result in FORFEITS.values() and not min(match.sums)


def _signs(report: Report, tournament: Tournament, number: int) -> Iterator[tuple[str, _Sign]]:
    """Who has a point or none by forfeit and no opponent in a round: keys, and what the lines say."""
    for player, (n, row) in zip(tournament.players, report.rows.items(), strict=True):
        seat = report.seats[n][number - 1]
        if seat.by_default and not seat.opponent:
            yield player.key, _Sign(n, row.line, seat.result)


class _Sign(NamedTuple):
    """The forfeit of a player without an opponent."""

    number: int
    line: int
    result: str


def _result_by_signs(report: Report, forfeit: _Forfeit, signs: Sequence[_Sign | None]) -> Result:
    """The result of a board of a forfeited match: its own, but for a winner who did not come either."""
    for sign, won_x2 in zip(signs, forfeit.result.won_x2, strict=True):
        if sign is None:
            continue
        if sign.result == "+" and not won_x2:
            where = f"number {sign.number} has a point by forfeit in line {sign.line}"
            message = f"{where}, and its team has lost the match of round {forfeit.round}: correct one of the lines"
            raise report.wrong(forfeit.line, message)
        if sign.result == "-" and won_x2:
            return Result.BOTH_LOSE
    return forfeit.result


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


def _worth_of_byes(report: Report, points: Points, play: TeamPlay) -> tuple[Points, TeamPlay]:
    """The points with those of a bye, by line 162 or else 320; without either a drawn match [C.04.6].

    Values of a line 320 that are no match and no game lost, drawn or won are those of the teams.
    """
    letters = {
        letter for _, _, text in report.lines("162") for letter, _ in PAIRS_OF_POINTS.findall(text)
    }
    stated = not letters.isdisjoint("PU") or any(report.lines("BBU", "XXS"))
    won, drawn, lost = (
        replace(points, wins_bye_x2=worth)
        for worth in (points.win_x2, points.jigo_x2, points.loss_x2)
    )
    possible = [points, drawn, won, lost] if stated else [drawn, won, lost]
    for _, worth, _ in _byes(report):
        usual = replace(play, bye_x2=None)
        known = next((each for each in possible if usual.worth_of_bye(each) == worth), None)
        if known is not None:
            return known, usual
        return possible[0], replace(play, bye_x2=worth[0], bye_boards_x2=worth[1])
    return possible[0], play


_DID_NOT_PLAY = Seat(0, "-", by_default=True)
"""What a round says of a member of a team without a board."""


def _with_present(
    report: Report, tournament: Tournament, keys: Mapping[int, str], boards: Lineups
) -> Tournament:
    """The tournament in which members are there in rounds in which their team plays or has the bye, unless they say other.

    A dash without a forfeited match says that somebody did not play, and not that they were away; so in rounds to come.
    """
    absences = {player.key: player.absences for player in tournament.players}
    byes = {(team, number) for _, _, teams in _byes(report) for team, number in teams}
    byes |= {*_free_rounds(report, tournament, boards)}
    byes |= {(each.team.key, each.round) for each in _unexplained(report, boards) if each.is_bye}
    begun = {game.round for game in tournament.games}
    for team in report.teams:
        for number in tournament.round_numbers:
            has_bye = (team.key, number) in byes
            is_free = not (has_bye or boards.has_match(team.key, number))
            if is_free and number in begun:
                continue
            silent = [
                n
                for n in team.members
                if (seat := report.seats[n][number - 1]) == _DID_NOT_PLAY
                or (seat == NOTHING and not is_free)
            ]
            nobody = all(number in absences[keys[n]] for n in team.members if n not in silent)
            for n in team.members if has_bye and nobody else silent:
                absences[keys[n]] -= {number}
    return _attending(tournament, absences)


def _free_rounds(
    report: Report, tournament: Tournament, boards: Lineups
) -> Iterator[tuple[str, int]]:
    """The team that is free in each round of a round robin of an odd number: it alone has no match."""
    if not report.system.predetermined or len(report.teams) % 2 == 0:
        return
    for number in tournament.round_numbers:
        alone = [team.key for team in report.teams if not boards.has_match(team.key, number)]
        if len(alone) == 1:
            yield alone[0], number


class _Free(NamedTuple):
    """A team that is free in a round of an odd number, and no line says why."""

    team: TeamLine
    round: int
    is_bye: bool
    """Whether it counts as having had the bye: it alone is free, and for the first time."""


def _unexplained(report: Report, boards: Lineups) -> Iterator[_Free]:
    """The teams that are free in a round, perhaps by the bye: reports before TRF26 have no lines of it."""
    stated = {number: team for _, _, teams in _byes(report) for team, number in teams}
    had = {*stated.values()}
    for number in () if report.system.predetermined else boards.rounds:
        free, count = [], 0
        for team in report.teams:
            plays = boards.has_match(team.key, number)
            seats = {report.seats[n][number - 1] for n in team.members}
            is_free = not plays and not (seats and seats.isdisjoint((_DID_NOT_PLAY, NOTHING)))
            free += [team] if is_free else []
            count += plays or is_free
        if count % 2 and number not in stated:
            for team in free:
                yield _Free(team, number, len(free) == 1 and team.key not in had)
            had |= {team.key for team in free}


def unobeyed(report: Report, tournament: Tournament, keys: Mapping[int, str]) -> Iterator[str]:
    """Say which records of matches and byes the games contradict, and which byes no record states."""
    from ...go.teams import matches_of

    play = tournament.team_play
    assert play is not None
    numbers = tournament.round_numbers
    matches = {
        (key, number): match
        for number in numbers
        for match in matches_of(tournament, play, number)
        for key in match.teams
    }
    begun = {number for _, number in matches}
    for line, cells, _ in report.records("300"):
        names = ("round", "team", "opponent")
        number, *teams = map(cells.number, names) if cells else (0, 0, 0)
        opponents = matches.get((str(teams[0]), number))
        if number in begun and not (opponents and {*map(str, teams)} == {*opponents.teams}):
            yield f"line {line}: 300 is not read: teams {teams[0]} and {teams[1]} do not meet in round {number}"
    for line, _, teams_with_bye in _byes(report):
        for team, number in teams_with_bye:
            if (team, number) in matches:
                yield f"line {line}: 320 is not read: team {team} has a match in round {number}, and no bye"
    for forfeit in _forfeits(report):
        one, other = forfeit.teams
        match = matches.get((one, forfeit.round))
        sides = {forfeit.teams: forfeit.result, (other, one): forfeit.result.turned}
        if match is None or not is_forfeited(match) or sides.get(match.teams) != match.result:
            yield (
                f"line {forfeit.line}: 330 is not read: the games of teams {one} and {other} in round "
                f"{forfeit.round} say something else"
            )
    members = {each.key: tuple(keys[n] for n in each.members) for each in report.teams}
    boards = Lineups(tournament, members, {})
    worth = map(format_points, play.worth_of_bye(tournament.rules.points))
    bye = "the bye, worth {} match points and {} game points".format(*worth)
    for free in _unexplained(report, boards):
        yield (
            f"line {free.team.line}: team {free.team.number} is free in round {free.round}, and no line says why: it "
            f"counts as {bye if free.is_bye else 'an absence'}; state a line 320, or H, F or Z in the round of its players"
        )


def _byes(report: Report) -> Iterator[tuple[int, tuple[int, int], Sequence[tuple[str, int]]]]:
    """The lines 320: the doubled points of a bye, and who had it in which round."""
    limits = [range_in(TeamPlay, name) for name in ("bye_x2", "bye_boards_x2")]
    for line, cells, text in report.records("320"):
        words = [cells.values[name] for name in ("match points", "game points")] if cells else []
        worth = [parse_halves(word) or 0 for word in words]
        if cells is None or not all(
            each.holds(halves) for each, halves in zip(limits, worth, strict=True)
        ):
            expected = "expected match points, game points and a team for each round"
            raise report.wrong(line, f"{expected}, found {text[:40]!r}")
        teams = [
            (word.lstrip("0"), number)
            for number, word in enumerate(cells.numbers, start=1)
            if word.strip("0")
        ]
        report.refuse_unknown_teams(line, (team for team, _ in teams))
        for _, number in teams:
            report.refuse_unknown_round(line, number)
        yield line, (worth[0], worth[1]), teams
