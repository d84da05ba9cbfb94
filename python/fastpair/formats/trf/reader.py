"""A report for FIDE, from its lines to a tournament."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from ...go.single_games import match_of
from ...go.tournament import (
    PRESETS,
    TITLES,
    Bye,
    Event,
    EventFormat,
    EventGame,
    EventKind,
    FideRules,
    Game,
    Player,
    Points,
    Result,
    Rules,
    Same,
    TeamCriterion,
    Tournament,
)
from ...go.tournament.rules import acceleration_ranges
from ...go.tournament.systems import FIDE_SYSTEMS
from ...parameters import runs
from ...sentences import phrase
from ..characters import TextFile, unique_keys
from ..document import Reading, birth_in, sex_in
from ..entries.columns import known_number
from ..wall_list import Seat, faults_of, games_of
from .columns import RECORDS
from .lines import (
    ABSENT,
    BYES,
    COLOURS,
    EVENT,
    FOLLOWING,
    MISSING,
    MISSING_OF_TEAMS,
    NOTHING,
    OLD_TITLES,
    PAIRING_BYE,
    PAIRS_OF_POINTS,
    POINTS,
    POINTS_BY_RESULT,
    POINTS_OF_RESULT,
    POINTS_OF_SEVERAL,
    POINTS_TOO,
    REQUESTED,
    ROUND_DATES,
    TABLES,
    UNKNOWN_POINTS,
    PlayerRow,
    Report,
    annuls,
    counts_for_teams,
    format_points,
    is_code,
    parse_halves,
    round_dates_in,
)
from .standings import read_criteria, read_placement, read_standings
from .teams import doubts, unobeyed, with_teams

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from numpy.typing import NDArray

    from ...go.tournament import Title
    from ...go.tournament.player import NumberOrder
    from ...pairing.systems.fide.system import FideSystem

    Halves = NDArray[np.uint8]
    """Doubled virtual points by round and player."""


# ---- From the lines to a tournament ----


def reading(path: str, content: bytes) -> Reading:
    """What a file says.

    Raises
    ------
    FormatError
        If a line is none of a report, or contradicts another one.
    """
    file = TextFile.of(path, content)
    if content.isascii():
        file = replace(file, encoding="utf-8")
    report = Report.of(path, file)
    tournament = _tournament(report)
    keys = dict(zip(report.rows, (player.key for player in tournament.players), strict=True))
    standings = read_standings(report, tournament, keys)
    contradicted = tuple(unobeyed(report, tournament, keys)) if report.of_teams else ()
    counts = counts_for_teams if report.of_teams else annuls
    counted = {line for line, cells, _ in report.records("299") if counts(cells)}
    remarks = {
        text: line
        for line, code, _ in reversed(report.others)
        if (text := _why_unread(code, teams=report.of_teams)) and line not in counted
    }
    return Reading(
        tournament=tournament,
        file=file,
        above=(),
        remarks=(
            *(f"line {line}: {text}" for text, line in reversed(remarks.items())),
            *_system_and_forfeits(report),
            *contradicted,
            *standings.remarks,
            *points_in_doubt(report, tournament),
        ),
        unread=(
            *(
                f"line {line}: {code} is not read, and may bear on points, absences or pairs: "
                f"{text[:40]!r}"
                for line, code, text in report.unread
            ),
            *contradicted,
        ),
        foreign_system=report.system.text if report.system.is_foreign else "",
        foreign_reason=report.system.reason,
        stated=standings.stated,
    )


def _why_unread(code: str, *, teams: bool) -> str:
    """What is to be said of lines of a code that are not read."""
    if not code.strip() or is_code(code):
        return (MISSING_OF_TEAMS if teams else MISSING).get(code, "")
    return f"{code!r} is not a code of a report: its lines are kept in the file, and not read"


def _system_and_forfeits(report: Report) -> Iterator[str]:
    """Say which system draws if it is another one, and which forfeits stand in one line only."""
    named = report.system
    if named.is_foreign:
        start = f"line {named.line}: the rounds are drawn by {named.text!r}"
        yield (
            f"{start}: {named.reason}"
            if named.reason
            else f"{start}, which is none of the systems here"
        )
    elif "2025" in named.text and not report.texts.get("192"):
        yield f"line {named.line}: {named.text} is drawn by the rules in force from 1 February 2026"
    for n, column, other, _ in report.one_sided:
        yield (
            f"line {report.rows[n].line}: round {report.round_of(column)}: number {n} has a forfeit against number "
            f"{other}, who has no game: it counts for both"
        )


def points_in_doubt(report: Report, tournament: Tournament) -> Iterator[str]:
    """Say in one line that the points of players are others than their results give, and in one that those of teams are.

    Members of teams have points for no bye: that is asked of those alone who have none.
    """
    if any(report.lines("250", "XXA")) or not report.rows:
        return
    asked = {p.key for p in tournament.players}
    if report.of_teams:
        asked = {
            player.key
            for player, own in zip(tournament.players, report.seats.values(), strict=True)
            if not any(
                seat.result in "+*=" and not (seat.opponent or seat.by_default) for seat in own
            )
        }
        asked |= set().union(*map(tournament.facing_nobody, tournament.round_numbers))
    yield from _in_one_line(
        (
            (row.line, f"{stated} points", _given(score, beside=any(player.bonus_halves)))
            for player, row, score in zip(
                tournament.players, report.rows.values(), scores_x2(tournament)[-1], strict=True
            )
            if player.key in asked
            and (stated := row.value("points"))
            and parse_halves(stated) != score
        ),
    )
    if report.of_teams and not any(doubts(report, tournament)):
        yield from _in_one_line(_team_points_in_doubt(report, tournament))


def _team_points_in_doubt(report: Report, tournament: Tournament) -> Iterator[tuple[int, str, str]]:
    """Line, stated points and those by the results of the teams of which they differ."""
    computed = _team_points_x2(tournament)
    play = tournament.team_play
    adjusted = {team.key for team in play.teams if team.adjustments} if play else set()
    for team in report.teams:
        words = {"match": team.match_points, "game": team.game_points}
        for (kind, stated), halves in zip(words.items(), computed[team.key], strict=True):
            if stated and parse_halves(stated) != halves:
                given = _given(halves, beside=team.key in adjusted)
                yield team.line, f"{stated} {kind} points", given


def _given(halves: int, *, beside: bool) -> str:
    """What gives which points: the results, and those that an arbiter gives beside them."""
    return f"its results{' and the points of 299' * beside} give {format_points(halves)}"


def _in_one_line(found: Iterable[tuple[int, str, str]]) -> Iterator[str]:
    """The first of the lines whose points differ, with the number of the others."""
    (line, stated, given), *more = [*found] or [(0, "", "")]
    if line:
        others = f" (and {len(more)} more)" if more else ""
        yield f"line {line}: the file has {stated}, and {given}{others}"


def _player(row: PlayerRow, key: str, name: tuple[str, str], **of_rounds: Any) -> Player:  # noqa: ANN401
    """The player of a line, with what it says of rounds."""
    return Player(
        key,
        name=name[0],
        first_name=name[1],
        rating=row.whole("rating", least=0) or None,
        country=row.value("federation"),
        fide_id=known_number(row.value("FIDE id")),
        title=title_in(row.value("title")),
        sex=sex_in(row.value("sex")),
        birth=birth_in(row.value("birth date")),
        **of_rounds,
    )


def _tournament(report: Report) -> Tournament:
    rounds = report.rounds
    apart = [*_apart(report, rounds)]
    names = [_names(row) for row in report.rows.values()]
    keys = dict(zip(report.rows, unique_keys(("".join(name) for name in names), "?"), strict=True))
    columns = {n: [*own] for n, own in report.seats.items()}
    for _, column, other, seat in report.one_sided:
        columns[other][column] = seat
    games = _games(report, columns, keys)
    seats = {n: [*_by_rounds(own, report.games)] for n, own in columns.items()}
    waiting = _rounds_to_wait_for(seats, games, of_teams=report.of_teams)
    alone = {
        n: {r: seat.result for r, seat in enumerate(own, start=1) if not seat.opponent}
        for n, own in seats.items()
    }
    for n, r in _free_rounds(report, seats):
        alone[n][r] = PAIRING_BYE
    players = [
        _player(
            row,
            keys[n],
            name,
            absences=frozenset(
                r for r, it in alone[n].items() if it in ABSENT or (it == "?" and r not in waiting)
            ),
            requested_byes=frozenset(r for r, it in alone[n].items() if it in REQUESTED),
            no_shows=_no_shows(report, seats[n]),
            attributes={same.attribute: "yes" for same, members in apart if n in members},
        )
        for (n, row), name in zip(report.rows.items(), names, strict=True)
    ]
    byes = (Bye(round=r, player=keys[n]) for n in alone for r, it in alone[n].items() if it in BYES)
    tournament = Tournament(
        name=report.texts.get("012", ""),
        kind="swiss",
        event=_event(report),
        rules=replace(
            Rules(**PRESETS["Chess"].changes),
            rounds=rounds,
            games=report.games,
            points=_points_of(report),
            never_same=tuple(same for same, _ in apart),
            **_system(report),
            **_placement(report),
        ),
        players=tuple(players),
        games=games,
        byes=tuple(sorted(byes, key=lambda bye: bye.round)),
    )
    blank = {keys[n]: {r for r, it in own.items() if it == "?"} for n, own in alone.items()}
    tournament = _without_absences_of_losers(tournament, blank)
    if report.of_teams:
        tournament = with_teams(report, tournament, keys, read_placement(report))
    else:
        tournament = _with_given_points(report, tournament)
    return _with_tables(report, _counting_as_stated(report, tournament), keys)


def _counting_as_stated(report: Report, tournament: Tournament) -> Tournament:
    """The tournament without the rule on withdrawals from a round robin if the points of the file count all games."""
    from ...go.round_robin import unranked

    if not unranked(tournament):
        return tournament
    all_games = replace(tournament, rules=replace(tournament.rules, needs_half=False))
    agree = (_has_points_of(report, each) for each in (tournament, all_games))
    return all_games if [*agree] == [False, True] else tournament


def _has_points_of(report: Report, tournament: Tournament) -> bool:
    """Whether the points that a file states are those of its results."""
    if not report.of_teams:
        stated = [row.value("points") for row in report.rows.values()]
        return [*map(parse_halves, stated)] == [*scores_x2(tournament)[-1]]
    computed = _team_points_x2(tournament)
    return all(
        (parse_halves(team.match_points), parse_halves(team.game_points)) == computed[team.key]
        for team in report.teams
    )


def _team_points_x2(tournament: Tournament) -> Mapping[str, tuple[int, ...]]:
    """Doubled match points and game points of the teams by their keys."""
    from ...go.team_standings import team_standings

    criteria = TeamCriterion.MATCH_POINTS, TeamCriterion.BOARD_WINS
    rows = team_standings(tournament, criteria=criteria).rows
    return {row.key: tuple(int(2 * (value or 0)) for value in row.values) for row in rows}


def _without_absences_of_losers(
    tournament: Tournament, blank: Mapping[str, set[int]]
) -> Tournament:
    """The tournament without the absences that blank rounds of a player say who is out by then."""

    def of(player: Player) -> Player:
        blanks = blank[player.key] & player.absences
        out = {number for number in blanks if player.key in tournament.out_before(number)}
        return replace(player, absences=player.absences - out) if out else player

    return replace(tournament, players=tuple(map(of, tournament.players)))


def _no_shows(report: Report, own: Sequence[Seat]) -> frozenset[int]:
    """The rounds to which somebody did not come; of members of teams, the sign says that a board was lost by forfeit."""
    if report.of_teams:
        return frozenset()
    missed = (seat.result in ABSENT and seat.by_default and not seat.opponent for seat in own)
    return frozenset(number for number, is_one in enumerate(missed, start=1) if is_one)


def _with_given_points(report: Report, tournament: Tournament) -> Tournament:
    """The tournament with the points that lines 299 give: some that are added, or those of a round instead of its result."""
    given: dict[int, dict[int, int]] = {}
    scores: Sequence[Sequence[int]] = ()
    place = {number: row for row, number in enumerate(report.rows)}
    for line, cells, _ in report.records("299"):
        if cells is None:
            continue  # the line is named as one that is not read
        round = report.round_of_points(line, cells)
        points = cells.values["game points"] or cells.values["match points"]
        halves = parse_halves(points) or 0
        for n in report.numbers(line, cells.listed):
            own = given.setdefault(n, {})
            if not cells.values["result"]:
                own[round] = own.get(round, 0) + halves
                continue
            scores = scores or scores_x2(tournament)
            after, before = (scores[min(r, len(scores) - 1)][place[n]] for r in (round, round - 1))
            own[round] = halves - (after - before)
    bonus = {n: tuple(own.get(r, 0) for r in range(1, max(own) + 1)) for n, own in given.items()}
    players = (
        replace(player, bonus_halves=without_zeros(bonus[n])) if n in bonus else player
        for n, player in zip(report.rows, tournament.players, strict=True)
    )
    return replace(tournament, players=tuple(players))


def without_zeros(halves: Sequence[int]) -> tuple[int, ...]:
    """Points by round without those at the end that are none."""
    last = max((number for number, each in enumerate(halves, start=1) if each), default=0)
    return tuple(halves[:last])


def _event(report: Report) -> Event:
    """The facts of the event; words that the code of the time control gives are not stated."""
    texts = report.texts
    event = Event(
        **{it.name: it.read(texts.get(code, "")) for code, it in EVENT.items()},
        deputies="; ".join(text for _, _, text in report.lines("112") if text),
        round_dates=_round_dates(report),
    )
    words = texts.get("122", "")
    return event if words == event.time_in_words else replace(event, time_words=words)


def _round_dates(report: Report) -> tuple[date, ...]:
    """The days of the rounds; where each has two columns, both have its day."""
    days = round_dates_in(report.texts.get(ROUND_DATES, ""))
    is_double = report.games > 1 and days[::2] == days[1::2]
    return days[::2] if is_double else days


def _placement(report: Report) -> dict[str, Any]:
    """The criteria of the standings of players: those that the file lists, or else the usual ones of a round robin."""
    criteria = () if report.of_teams else read_criteria(report).criteria
    if not criteria and report.system.predetermined:
        kind = EventKind(game=EventGame.CHESS, format=EventFormat.ROUND_ROBIN)
        criteria = kind.usual_criteria
    return {"placement": criteria} if criteria else {}


def title_in(text: str) -> Title:
    """The title of a player; none for any other text, which stays in its line."""
    found = (title for title in TITLES if title == text.upper())
    return next(found, OLD_TITLES.get(text.lower(), ""))


def _names(row: PlayerRow) -> tuple[str, str]:
    family, _, first = row.value("name").partition(",")
    return " ".join(family.split()), " ".join(first.replace(",", " ").split())


def _points_of(report: Report) -> Points:
    """The points that a file states, or those of chess."""
    found: dict[str, Any] = {}
    for line, code, text in report.lines("162", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"):
        pairs = [(code[2], text)] if code[:2] == "BB" else PAIRS_OF_POINTS.findall(text)
        for letter, value in pairs:
            halves, name = parse_halves(value), POINTS.get(POINTS_TOO.get(letter, letter))
            if letter == UNKNOWN_POINTS and halves is not None:
                continue
            if halves is None or name is None:
                expected = "expected points such as W 1.0, D 0.5, L 0.0, A 0.0 or P 1.0"
                raise report.wrong(line, f"{expected}, found {letter} {value[:40]}")
            found[name] = halves
            if code == "162" and letter in "AZ":
                found["forfeit_loss_x2"] = halves
    by_result = _points_by_result(report)
    found |= by_result
    points = Points(**found)
    usual_bye = points.win_x2 + (points.jigo_x2 if report.games > 1 else 0)
    points = replace(points, wins_bye_x2=found.get("wins_bye_x2", usual_bye))
    follows = following(Rules(points=points, games=report.games))
    return replace(points, **{name: follows[name] for name in follows.keys() - by_result.keys()})


def _points_by_result(report: Report) -> dict[str, int]:
    """The points that lines XXS state, such as ``XXS W=3.0 D=1.0``."""
    found: dict[str, int] = {}
    by_code: dict[str, int] = {}
    for line, _, text in report.lines("XXS"):
        pairs = POINTS_OF_RESULT.findall(text)
        for code, value in pairs:
            halves, several = parse_halves(value), POINTS_OF_SEVERAL.get(code, (code,))
            if halves is None or not POINTS_BY_RESULT.keys() >= {*several}:
                expected = "expected points in halves such as W=1.0, D=0.5 or PAB=1.0"
                raise report.wrong(line, f"{expected}, found {code}={value[:40]}")
            by_code |= dict.fromkeys(several, halves)
        if not pairs:
            raise report.wrong(line, f"expected points such as W=1.0, found {text[:40]!r}")
    if not any("- F" in row.text.upper() for row in report.rows.values()):
        by_code.pop("FPB", None)  # nobody has such a bye
    for code, halves in by_code.items():
        name = POINTS_BY_RESULT[code]
        if found.setdefault(name, halves) != halves:
            some = " and ".join(each for each in by_code if POINTS_BY_RESULT[each] == name)
            (line, _, _) = next(report.lines("XXS"))
            raise report.wrong(line, f"expected {some} to be worth the same: state one value")
    return found


def following(rules: Rules, before: Rules | None = None) -> dict[str, Any]:
    """The points that follow from others, unless they are others than before, or did not follow."""
    now, was = _followed(rules), {} if before is None else _followed(before)
    return {
        name: value
        for name, value in now.items()
        if before is None
        or getattr(rules.points, name) == getattr(before.points, name) == was[name]
    }


def _followed(rules: Rules) -> dict[str, int]:
    """The points that others say; a requested bye is worth a draw in each game of a round."""
    return {
        name: getattr(rules.points, it) * (rules.games if name == "requested_bye_x2" else 1)
        for name, it in FOLLOWING.items()
    }


def _free_rounds(report: Report, seats: Mapping[int, Sequence[Seat]]) -> Iterator[tuple[int, int]]:
    """Who has the free round of a round robin of an odd number, and in which round: one player alone is blank."""
    if report.of_teams or not report.system.predetermined or len(seats) % 2 == 0:
        return
    for number, column in enumerate(zip(*seats.values(), strict=False), start=1):
        blank = [n for n, seat in zip(seats, column, strict=True) if seat == NOTHING]
        if len(blank) == 1 and any(seat.opponent for seat in column):
            yield blank[0], number


def _apart(report: Report, rounds: int) -> Iterator[tuple[Same, set[int]]]:
    """The players who do not meet, each group by an attribute of its own."""
    number = count(1)
    for line, code, text in report.lines("260", "XXP"):
        first, last, words = (
            prohibited(report, line) if code == "260" else (1, rounds, text.split())
        )
        if last:
            same = Same(
                f"apart {next(number)}",
                since=first if first > 1 else None,
                until=last if last < rounds else None,
            )
            units = {*map(tuple, report.named_units(line, words))}
            if len(units) < 2:
                who = "teams" if report.of_teams else "players"
                raise report.wrong(line, f"expected two {who} or more, found {text[:40]!r}")
            yield same, {number for unit in units for number in unit}


def prohibited(report: Report, line: int) -> tuple[int, int, Sequence[str]]:
    """First and last round of a line 260, which are one if it states no other, and the numbers that it names."""
    cells = RECORDS["260"].read(report.whole[line])
    if cells is None or not any(cells.listed):
        who = "teams" if report.of_teams else "players"
        raise report.wrong(line, f"expected the first and the last round, then {who}")
    first = cells.number("first round")
    last = cells.number("last round") or first
    if last < first:
        raise report.wrong(line, f"round {last} is before round {first}: correct one of them")
    return first, last, [*cells.listed]


def _rounds_to_wait_for(
    seats: Mapping[int, Sequence[Seat]], games: Sequence[Game], *, of_teams: bool
) -> set[int]:
    """The rounds in which a player without anything waits for a game, and is not absent.

    So it is until the round is drawn, and until its last result is there; then who has none is away. Members of teams
    may be many who have none.
    """
    paired = [
        number
        for own in seats.values()
        for number, seat in enumerate(own, start=1)
        if seat.opponent or seat.result == PAIRING_BYE
    ]
    last = max(paired, default=0)
    waiting = set(range(last + 1, max(map(len, seats.values()), default=0) + 1))
    unknown = any(game.round == last and not game.has_result for game in games)
    silent = 0 if of_teams or not last else sum(own[last - 1] == NOTHING for own in seats.values())
    if last and (unknown or 2 * silent > len(seats)):
        waiting.add(last)
    return waiting


def _games(
    report: Report, seats: Mapping[int, Sequence[Seat]], keys: Mapping[int, str]
) -> tuple[Game, ...]:
    """The games; who has a number that is not given has none."""
    nobody = [NOTHING] * max(map(len, seats.values()), default=0)
    numbers = range(1, max(seats, default=0) + 1)
    lines = [seats.get(n, nobody) for n in numbers]
    for line, column, message in faults_of(lines, of_chess=True):
        why = f"round {report.round_of(column)}: {message}: correct one of the two lines"
        raise report.wrong(report.rows[line + 1].line, why)
    games = tuple(map(by_letters, games_of(lines, [keys.get(n, "") for n in numbers])))
    return games if report.games == 1 else tuple(_matches(report, games, keys))


def _matches(report: Report, games: Sequence[Game], keys: Mapping[int, str]) -> Iterator[Game]:
    """The matches whose games stand in two columns of a round.

    Raises
    ------
    FormatError
        If somebody has two opponents in a round, or the same colour in both games.
    """
    numbers = {key: number for number, key in keys.items()}
    firsts = {(game.round, game.pair): game for game in games if game.round % 2}
    seconds = {(game.round - 1, game.pair): game for game in games if not game.round % 2}
    seated: dict[tuple[int, str], frozenset[str]] = {}
    for column, pair in dict.fromkeys([*firsts, *seconds]):
        first, second = firsts.get((column, pair)), seconds.get((column, pair))
        round = report.round_of(column - 1)
        for key in sorted(pair, key=lambda key: numbers[key]):
            line = report.rows[numbers[key]].line
            if seated.setdefault((round, key), pair) != pair:
                message = f"round {round}: number {numbers[key]} has two opponents"
                raise report.wrong(line, f"{message}: correct one of the two columns")
            if first and second and key == first.white == second.white:
                message = f"round {round}: number {numbers[key]} has White in both games"
                raise report.wrong(line, f"{message}: correct one of the two columns")
        yield match_of(round, first, second)


def _by_rounds(columns: Sequence[Seat], games: int) -> Iterator[Seat]:
    """What somebody does in each round: of what stands alone in its columns, what is worth most."""
    for start in range(0, len(columns), games):
        own = columns[start : start + games]
        yield min(own, key=lambda seat: (not seat.opponent, "+*=-?".find(seat.result)))


def by_letters(game: Game) -> Game:
    """A game as letters say it: who wins by forfeit wins alone."""
    forfeits = (Result.WHITE_WINS, Result.BLACK_WINS, Result.BOTH_LOSE)
    return (
        game if not game.by_default or game.result in forfeits else replace(game, by_default=False)
    )


# ---- The system that draws the rounds, and its virtual points ----

USUAL_ORDER: NumberOrder = PRESETS["Chess"].changes["fide"].order
"""What pairing numbers go by where none of FIDE's systems has numbers in a report."""


def _system(report: Report) -> dict[str, Any]:
    """The system of a report, Dutch if it names none, and what it says of it."""
    named = report.system
    by_fide = named.system in FIDE_SYSTEMS
    words = f"{report.texts.get('152', '')} {report.texts.get('XXC', '')}".lower().split()
    colours: list[Any] = [*(COLOURS[word] for word in words if word in COLOURS), "lot"]
    stated: dict[str, Any] = dict(named.parameters) if by_fide else {}
    if virtual := in_words(_accelerated(report)):
        stated["acceleration"] = virtual
    order: Any = "entry" if by_fide or named.predetermined else USUAL_ORDER
    parameters = FideRules(order=order, initial_colour=colours[0], **stated)
    return {
        "system": named.system,
        "format": named.format,
        "cycles": named.cycles,
        "schedule": "fide" if named.schedule == "former" and _is_new(report) else named.schedule,
        "fide": parameters,
    }


def _is_new(report: Report) -> bool:
    """Whether no round has games."""
    return not any(seat.opponent for own in report.seats.values() for seat in own)


def first_colour(tournament: Tournament) -> Literal["lot", "white", "black"]:
    """The colour of the first player in round 1: as it is stated, or as the games of that round show what a lot gave."""
    stated = tournament.rules.fide.initial_colour
    if stated != "lot" or not (tournament.rules.by_fide and tournament.games):
        return stated
    from ...go.scores import ScoreHistory
    from ...go.teams import of_teams

    history = ScoreHistory.of(of_teams(tournament))
    return ("black", "lot", "white")[history.first_colour(history.number) + 1]


_ROUNDS, _NUMBERS = 99, 9999
"""As many rounds and pairing numbers as lines of virtual points have."""


def _accelerated(report: Report) -> Halves:
    """The virtual points of a file by place; those of 250 replace those of XXA."""
    virtual = np.zeros((_ROUNDS, _NUMBERS), np.uint8)
    for line, _, text in () if report.of_teams else report.lines("XXA"):
        number, *words = text.split() or [""]
        (n,) = report.numbers(line, [number])
        points = [parse_halves(word) for word in words]
        for word, halves in zip(words, points, strict=True):
            if halves is None or not 0 <= halves < 200:
                message = phrase("expected points such as 1.0, found {found!r}", found=word[:40])
                raise report.wrong(line, message)
        virtual[:, n - 1] = 0
        some = [halves or 0 for halves in points[:_ROUNDS]]
        virtual[: len(some), n - 1] = some
    for line, cells, text in report.records("250"):
        names = ("first round", "last round", "first", "last")
        first, until, start, end = map(cells.number, names) if cells else (0, 0, 0, 0)
        if not (cells and 1 <= first <= until and 1 <= start <= end):
            message = phrase(
                "expected points, rounds and players such as {example!r}, found {found!r}",
                example="1.0   1   3    1    8",
                found=text[:40],
            )
            raise report.wrong(line, message)
        virtual[first - 1 : until, start - 1 : end], _ = report.virtual_points(cells)
    numbers = [team.number for team in report.teams] if report.of_teams else [*report.rows]
    return virtual[:, np.array(numbers_of_places(numbers)) - 1]


def numbers_of_places(numbers: Sequence[int]) -> list[int]:
    """The pairing numbers of players in their order, and behind them those of players still to come."""
    return [*numbers, *range(max(numbers, default=0) + 1, _NUMBERS + 1)]


def virtual_points(fide: FideRules) -> Halves:
    """Virtual points as the rules state them; nothing for Baku."""
    virtual = np.zeros((_ROUNDS, _NUMBERS), np.uint8)
    if fide.acceleration not in ("none", "baku"):
        for halves, rounds, places in acceleration_ranges(fide.acceleration):
            virtual[rounds, places] = halves
    return virtual


def with_shifted_group(tournament: Tournament) -> Tournament:
    """The tournament with the virtual points of Baku in numbers, if a late entry has moved the end of its group.

    Other programs halve the list that they read, and the group keeps its last member [C.04.7].
    """
    rules = tournament.rules
    if not (rules.by_fide and rules.fide.acceleration == "baku" and tournament.games):
        return tournament
    from ...go.scores import ScoreHistory
    from ...go.teams import of_teams
    from ...pairing.systems import system_class
    from ...pairing.systems.fide.players import last_accelerated

    history = ScoreHistory.of(of_teams(tournament))
    number = np.array(history.number, np.int64) - 1
    half = 2 * -(-len(number) // 4)
    if last_accelerated(history, number) + 1 == min(half, len(number)):
        return tournament
    system = cast("type[FideSystem]", system_class(rules.system or ""))
    points = system.players.virtual_x2(history, number, rules.fide)
    virtual = np.zeros((_ROUNDS, _NUMBERS), np.uint8)
    virtual[: history.rounds, number] = points[:, : history.rounds].T
    fide = replace(rules.fide, acceleration=in_words(virtual))
    return replace(tournament, rules=replace(rules, fide=fide))


def ranges_of(virtual: Halves) -> Iterator[tuple[int, int, int, int, int]]:
    """Doubled virtual points, the first and last round, and the first and last player who have them."""
    alike: dict[bytes, list[int]] = {}
    for player in np.flatnonzero(virtual.any(axis=0)).tolist():
        alike.setdefault(virtual[:, player].tobytes(), []).append(player + 1)
    for points, players in alike.items():
        own = [(number, halves) for number, halves in enumerate(points, start=1) if halves]
        for halves in dict.fromkeys(halves for _, halves in own):
            for rounds in runs(number for number, each in own if each == halves):
                yield from ((halves, *rounds, *ends) for ends in runs(players))


def in_words(virtual: Halves) -> str:
    """Virtual points as the rules state them."""
    return ", ".join(
        f"{halves / 2:g} in {first}-{last} for {start}-{end}"
        for halves, first, last, start, end in ranges_of(virtual)
    )


# ---- The order of the tables, which no line of the federation states ----


def without_rank(tournament: Tournament) -> frozenset[str]:
    """Keys of those who leave a round robin too early to have a place; in a report of teams only these have none."""
    from ...go.round_robin import unranked

    return frozenset() if tournament.drawn_teams else unranked(tournament)


def scores_x2(tournament: Tournament) -> Sequence[Sequence[int]]:
    """Doubled points of the players in their order: before each round that was paired, and after all."""
    from ...go.scores import ScoreHistory, wins_x2

    last = tournament.last_paired
    history = ScoreHistory.for_standings(tournament, without_rank(tournament))
    scores: list[list[int]] = wins_x2(history).T.tolist()
    return scores[: last + 1]


def tables_by_scores(tournament: Tournament) -> dict[Game, int]:
    """Tables by the score of the higher ranked player, that of both, and the number of the higher ranked.

    Where teams are drawn, their matches are in this order, and each has its boards side by side.
    """
    play = tournament.drawn_teams
    if play is None:
        return _tables_of_units(tournament)
    from ...go.teams import matches_of, of_teams

    place = {
        (match.round, match.pair): table
        for match, table in _tables_of_units(of_teams(tournament)).items()
    }
    found: dict[Game, int] = {}
    for number in tournament.round_numbers:
        matches = matches_of(tournament, play, number)
        ordered = sorted(matches, key=lambda m: place[number, frozenset(m.teams)])
        boards = (game for match in ordered for game in match.boards.values())
        found |= {game: table for table, game in enumerate(boards, start=1)}
    return found


def _tables_of_units(tournament: Tournament) -> dict[Game, int]:
    """Tables of the games of players, or of teams as players, by their scores."""
    scores, place = scores_x2(tournament), {p.key: n for n, p in enumerate(tournament.players)}

    def weight(game: Game) -> tuple[int, ...]:
        one, other = ((-scores[game.round - 1][place[k]], place[k]) for k in game.players)
        (score, number), (lower, _) = min(one, other), max(one, other)
        return game.round, score, score + lower, number

    tables: dict[int, Iterator[int]] = {}
    return {
        game: next(tables.setdefault(game.round, count(1)))
        for game in sorted(tournament.games, key=weight)
    }


def _with_tables(report: Report, tournament: Tournament, keys: Mapping[int, str]) -> Tournament:
    """The tournament with the tables that our comments state, or else those by the scores."""
    stated: dict[tuple[int, str], int] = {}
    for _, _, text in report.lines("###"):
        if match := TABLES.fullmatch(text):
            for word in match[2].split():
                table, _, number = word.partition(":")
                stated[int(match[1]), keys.get(int(number), "")] = int(table)
    usual = tables_by_scores(tournament)
    wanted = {
        game: next((stated[game.round, k] for k in game.players if (game.round, k) in stated), 0)
        for game in usual
    }
    times = Counter((game.round, table) for game, table in wanted.items() if table)
    odd = {game.round for game, table in wanted.items() if times[game.round, table] != 1}
    tables = {g: usual[g] if g.round in odd else wanted[g] for g in usual}
    games = (g if g.table == table else replace(g, table=table) for g, table in tables.items())
    return replace(tournament, games=tuple(sorted(games, key=lambda g: (g.round, g.table))))
