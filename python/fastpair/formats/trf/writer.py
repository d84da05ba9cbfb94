"""A report for FIDE, from a tournament to its lines.

Those that say something else than before are new, and all others stay.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ...errors import RuleError
from ...go.single_games import in_single_rounds
from ...go.tournament import RoundKind, TeamCriterion
from ...go.tournament.player import rows_by_number
from ...sentences import Remedy, Sentence, phrase
from ..characters import nearest
from ..criteria import fide_strings
from ..entries.countries import in_three_letters
from ..wall_list import Seat, seats_of_game
from .columns import RECORDS
from .lines import (
    COUNTS,
    EVENT,
    FIRST_ROUND,
    MOST_IN_A_LINE,
    MOST_PLAYERS,
    NOTHING,
    PAIRS_OF_POINTS,
    POINTS,
    TEAM_CODES,
    TEAMS,
    UNKNOWN_POINTS,
    VALUES_NAME,
    WIDTH,
    Report,
    format_points,
    format_seat,
    format_value,
    name_of,
    seat_without_game,
)
from .reader import (
    by_letters,
    first_colour,
    numbers_of_places,
    ranges_of,
    tables_by_scores,
    virtual_points,
    with_shifted_group,
    without_rank,
)
from .systems import (
    SYSTEM_NAME,
    code_of_system,
    comment_of_system,
    own_code,
    says_two_games,
    type_in_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from ...go.tournament import Player, Points, Rules, Tournament
    from ..document import Reading

T = TypeVar("T")

NAMING = frozenset(("240", "250", "260", "299", *TEAM_CODES))
"""Codes of lines that name players by their numbers."""


def lines_of(tournament: Tournament, encoding: str, before: Reading) -> list[str]:
    """The lines of a file, given those that it had."""
    report, old = Report.of("", before.file), before.tournament
    tournament = with_shifted_group(tournament)
    earlier = dict(zip((player.key for player in old.players), report.rows, strict=True))
    was = ReportState(old, earlier, encoding, of_teams=report.of_teams)
    now = ReportState(
        tournament,
        _numbers(tournament, report, earlier),
        encoding,
        of_teams=report.of_teams or bool(tournament.team_list),
    )
    renumbered = any(number != now.numbers.get(key, number) for key, number in earlier.items())
    stated = {*map(name_of, before.file.lines)}
    changed = {
        name: lines
        for name, lines in now.statements.items()
        if before.is_new
        or (renumbered and name in NAMING)
        or (lines != was.statements[name] and (name not in COUNTS or name in stated))
        or (name == "142" and name not in stated)
        or (name == "052" and tournament.event.ends != old.event.ends)
        or (name in ("192", SYSTEM_NAME) and tournament.rules.system != old.rules.system)
        or (name == "212" and tournament.rules.predetermined != old.rules.predetermined)
        or (name == "152" and _states_colour(tournament) and not _states_colour(old))
    }
    if VALUES_NAME in stated and now.lines_of_values != was.lines_of_values:
        changed[VALUES_NAME] = now.lines_of_values
    names, texts = {*changed}, _texts_of_players(now, was, report)
    lines: list[str] = []
    for line, text in enumerate(before.file.lines, start=1):
        name = name_of(text)
        if name == "001":
            lines += texts.pop(line, ())
        elif name not in names:
            lines.append(text)
        else:
            new = changed.pop(name, ())
            lines += (_kept(each, report) for each in new)
            if text[:3] == "XXC" and "rank" in text.split():
                lines.append("XXC rank")
    rows = [place for place, line in enumerate(lines) if line[:3] == "001"] or [len(lines)]
    end = rows[-1] + 1
    lines[end:end] = chain.from_iterable(texts.values())
    lines[rows[0] : rows[0]] = chain.from_iterable(changed.values())
    return lines


def _states_colour(tournament: Tournament) -> bool:
    return tournament.rules.fide.initial_colour != "lot"


def _round_days(tournament: Tournament) -> list[date]:
    """The day of each column; none where two digits would say another year."""
    days = tournament.event.round_dates
    if any(day.year // 100 != 20 for day in days):
        return []
    return [day for day in days for _ in range(tournament.rules.games)]


def with_values(content: bytes, tournament: Tournament) -> bytes:
    """A new file with the values of the criteria of its standings, as comments.

    Parameters
    ----------
    content
        The file, in which players have the numbers of their places in the tournament.
    """
    numbers = {player.key: number for number, player in enumerate(tournament.players, start=1)}
    lines = ReportState(
        tournament, numbers, "utf-8", of_teams=bool(tournament.team_list)
    ).lines_of_values
    return content + "".join(f"{line}\n" for line in lines).encode()


def of_part(content: bytes) -> bytes:
    """A new file of a part of the rounds, whose code of the system is one of its own: none has drawn them alone."""
    lines = content.decode().splitlines()
    return "".join(
        f"192 {own_code(line[4:])}\n" if line.startswith("192 ") else f"{line}\n"
        for line in lines
        if name_of(line) != SYSTEM_NAME
    ).encode()


def _numbers(tournament: Tournament, report: Report, earlier: Mapping[str, int]) -> dict[str, int]:
    """Pairing numbers: those of the file, and the next ones for newcomers; if somebody is gone, from 1."""
    if len(tournament.players) > MOST_PLAYERS:
        found = len(tournament.players)
        raise RuleError(
            phrase(
                "a report for FIDE has at most {most} players, found {count}",
                most=MOST_PLAYERS,
                count=found,
            )
        )
    free, rules = count(max(report.rows, default=0) + 1), tournament.rules
    players: Sequence[Player] = tournament.players
    if rules.pairs_by_number:
        players = [players[row] for row in rows_by_number(players, rules.fide.order)]
    numbers = {p.key: earlier[p.key] if p.key in earlier else next(free) for p in players}
    if earlier.keys() <= numbers.keys():
        return numbers
    of_players = [] if report.of_teams else [*TEAMS, *(["299"] if report.unread else [])]
    for line, _, _ in (*report.lines(*of_players), *report.national):
        message = f"line {line} names players by numbers, which change if one is deleted"
        raise RuleError(Sentence(message, Remedy("withdraw")))
    left = sorted(numbers, key=numbers.__getitem__)
    return {key: number for number, key in enumerate(left, start=1)}


def fide_id_in(text: str) -> str:
    """A number that a line has room for, or nothing."""
    return text if re.fullmatch("[0-9]{1,11}", text) else ""


@dataclass(frozen=True)
class ReportState:
    """What a file says of a state of its tournament."""

    tournament: Tournament
    numbers: Mapping[str, int]
    encoding: str
    of_teams: bool = False
    """Whether teams are paired."""

    @cached_property
    def begun(self) -> frozenset[int]:
        """The rounds that have games: who has none is in the lines of the players, else in lines 240."""
        return frozenset(game.round for game in self.tournament.games)

    @cached_property
    def seats(self) -> Mapping[str, Mapping[int, Seat]]:
        """What everybody does, by key and column; nothing if they wait for a game."""
        rules, single = self.tournament.rules, in_single_rounds(self.tournament)
        seats: dict[str, dict[int, Seat]] = {player.key: {} for player in single.players}
        for column in single.round_numbers:
            out, kinds = single.out_before(column), single.kinds_without_game(column)
            # A free round is blank; among other blank ones it would not be known.
            is_known = sum(kind.counts_nothing for kind in kinds.values()) == 1
            for key, kind in kinds.items():
                is_out = key in out and single.by_key[key].plays_in(column)
                is_blank = kind.counts_nothing if is_known else kind is RoundKind.UNPAIRED
                if not (is_blank or (is_out and kind is RoundKind.ABSENT)):
                    seat = seat_without_game(kind)
                    # In a report of teams, the sign of who did not come is that of a board lost by forfeit.
                    seats[key][column] = seat._replace(by_default=False) if self.of_teams else seat
        for bye in self.tournament.byes if rules.games > 1 else ():
            second = rules.games * bye.round
            if seats[bye.player].get(second, NOTHING).result == "+":
                seats[bye.player][second] = Seat(0, _sign_of_second_bye(rules.points))
        for game in single.games:
            for key, seat in seats_of_game(by_letters(game), self.numbers):
                seats[key][game.round] = seat
        if self.tournament.team_play is not None:
            from .team_lines import forfeits_of_boards

            for key, number, sign in forfeits_of_boards(self.tournament, self.begun):
                seats[key][number] = Seat(0, sign, by_default=True)
        return seats

    @property
    def columns(self) -> int:
        """How many columns all rounds have."""
        return self.tournament.rules.games * self.tournament.rules.rounds

    def round_of(self, column: int) -> int:
        """The round of a column, both from 1."""
        return (column - 1) // self.tournament.rules.games + 1

    def facts(self, player: Player) -> dict[str, str]:
        """The values of the columns of a player, without points and ranks."""
        family, first = (
            " ".join(nearest(name, self.encoding).replace(",", " ").split())
            for name in (player.name, player.first_name)
        )
        rating = player.rating or 0
        return {
            "number": str(self.numbers[player.key]),
            "sex": player.sex,
            "title": player.title,
            "name": f"{family}, {first}" if first else family,
            "rating": str(rating) if 0 < rating < 10_000 else "",
            "federation": in_three_letters(player.country),
            "FIDE id": fide_id_in(player.fide_id),
            "birth date": player.birth.replace("-", "/") + "/00/00" * (len(player.birth) == 4),
        }

    @cached_property
    def code_of_system(self) -> str:
        """The text of line 192."""
        tournament = self.tournament
        return code_of_system(tournament.rules, tournament.event.begins, teams=self.of_teams)

    @cached_property
    def statements(self) -> Mapping[str, list[str]]:
        """The lines of the tournament by their codes."""
        tournament, rules = self.tournament, self.tournament.rules
        texts = {
            "012": tournament.name,
            **{code: it.write(getattr(tournament.event, it.name)) for code, it in EVENT.items()},
            "052": EVENT["052"].write(tournament.event.last_day),
            "062": str(len(tournament.players)),
            "072": str(sum(bool(player.rating) for player in tournament.players)),
            "082": str(len(tournament.team_play.teams) or "") if tournament.team_play else "",
            "092": type_in_words(rules.kind, teams=self.of_teams),
            "122": tournament.event.time_in_words,
            "142": str(rules.rounds),
        }
        return {
            **{
                code: [f"{code} {words}"] if words else []
                for code, text in texts.items()
                for words in [" ".join(nearest(text, self.encoding).split())]
            },
            "112": [f"112 {name}" for name in self._deputies()],
            "132": [RECORDS["132"].line(cells=(f"{day:%y/%m/%d}" for day in days))]
            if (days := _round_days(tournament))
            else [],
            "152": [f"152 {colour[0].upper()}"]
            if (colour := first_colour(tournament)) != "lot"
            else [],
            "162": [*_lines_of_points(rules, teams=self.of_teams)],
            "192": [f"192 {self.code_of_system}"],
            SYSTEM_NAME: [comment]
            if (comment := comment_of_system(rules, tournament.event.begins, teams=self.of_teams))
            else [],
            "212": [f"212 {','.join(self._criteria)}"] if self._criteria else [],
            "240": [*self._lines_of_byes()],
            **self._lines_of_players(),
            **self._lines_of_teams(),
            "###": [*self._lines_of_games(), *self._lines_of_tables()],
        }

    def _lines_of_teams(self) -> Mapping[str, list[str]]:
        """What lines say of teams; nothing where none play."""
        play = self.tournament.team_play
        if play is None or not play.teams:
            return {code: [] for code in TEAM_CODES}
        from .team_lines import lines_of_teams

        return lines_of_teams(self.tournament, self.numbers, self.encoding)

    def _lines_of_players(self) -> dict[str, list[str]]:
        """What lines name players for, which name teams where these are paired, and are not written of them."""
        if self.of_teams:
            from .teams import void_matches

            return {
                "250": [*self._lines_of_virtual_points()],
                "260": [*self._lines_apart()],
                "299": [
                    *self._lines_of_adjusted_points(),
                    *_lines_of_void(void_matches(self.tournament), "0.0"),
                ],
            }
        return {
            "250": [*self._lines_of_virtual_points()],
            "260": [*self._lines_apart()],
            "299": [*self._lines_of_given_points(), *_lines_of_void(self._void_games(), "")],
        }

    @cached_property
    def _criteria(self) -> Sequence[str]:
        """The strings of the criteria of the standings that are FIDE's."""
        play, rules = self.tournament.team_play, self.tournament.rules
        of_teams = play.placement if play and self.of_teams else ()
        return fide_strings(of_teams or rules.placement)

    @cached_property
    def lines_of_values(self) -> list[str]:
        """The values of the criteria of line 212 for each player, which a file has as comments."""
        if not self._criteria:
            return []
        values = self._values_of_teams() if self.of_teams else self._values_of_players()
        return [
            f"### tie-breaks {number}: {' '.join(map(format_value, values[number]))}"
            for number in sorted(values)
        ]

    def _values_of_players(self) -> dict[int, tuple[float | None, ...]]:
        """The values of the criteria by the number of the player."""
        from ...go.standings import standings

        rows = standings(self.tournament, self._last, self._criteria).rows
        return {self.numbers[row.key]: row.values for row in rows}

    def _values_of_teams(self) -> dict[int, tuple[float | None, ...]]:
        """The values of the criteria by the number of the team."""
        from ...go.team_standings import team_standings
        from .teams import numbers_of_teams

        criteria, numbers = [*map(TeamCriterion, self._criteria)], numbers_of_teams(self.tournament)
        rows = team_standings(self.tournament, self._last, criteria).rows
        return {numbers[row.key]: row.values for row in rows}

    @property
    def _last(self) -> int:
        """The last round with games."""
        return max(self.begun, default=0)

    def _deputies(self) -> Iterator[str]:
        """The names of the deputy arbiters."""
        for name in self.tournament.event.deputies.split(";"):
            if text := " ".join(nearest(name, self.encoding).split()):
                yield text

    def _lines_of_byes(self) -> Iterator[str]:
        """Absences and byes of rounds that have no games yet; of teams those of which everybody is away."""
        groups: dict[tuple[int, str], list[int]] = {}
        if self.of_teams:
            from .team_lines import teams_away

            for number, letter, team in teams_away(self.tournament):
                groups.setdefault((number, letter), []).append(team)
        games = self.tournament.rules.games
        for key, columns in ({} if self.of_teams else self.seats).items():
            for number in {*map(self.round_of, columns)} - self.begun:
                first = columns[games * (number - 1) + 1]
                letter = {"+": "F", "*": "F", "=": "H"}.get(first.result, "Z")
                groups.setdefault((number, letter), []).append(self.numbers[key])
        for (number, letter), players in sorted(groups.items()):
            values = {"result": letter, "round": number}
            yield from _in_lines("240", values, sorted(players))

    def _lines_of_virtual_points(self) -> Iterator[str]:
        """The virtual points by the numbers of the players, or of the teams."""
        rules = self.tournament.rules
        virtual = virtual_points(rules.fide)
        numbers = [self.numbers[player.key] for player in self.tournament.players]
        scores = ["game points"]
        if self.of_teams:
            from .teams import numbers_of_teams

            numbers = [*numbers_of_teams(self.tournament).values()]
            of_games = rules.system == "swiss-team" and rules.fide.team_score == "game"
            scores = (
                ["game points", "match points"] if of_games else ["match points", "game points"]
            )
        places = numbers_of_places(numbers)
        by_number = np.zeros_like(virtual)
        by_number[:, np.array(places) - 1] = virtual[:, : len(places)]
        for halves, first, last, start, end in ranges_of(by_number):
            points = dict(zip(scores, (format_points(halves), "0.0"), strict=False))
            rounds = {"first round": first, "last round": last}
            yield RECORDS["250"].line({**points, **rounds, "first": start, "last": end})

    def _lines_of_given_points(self) -> Iterator[str]:
        """Points that players were given beside those of their results."""
        groups: dict[tuple[int, int], list[int]] = {}
        for player in self.tournament.players:
            for round, halves in enumerate(player.bonus_halves, start=1):
                if halves and round <= self.tournament.rules.rounds:
                    groups.setdefault((round, halves), []).append(self.numbers[player.key])
        for (round, halves), players in sorted(groups.items()):
            values = {"game points": format_points(halves), "round": round}
            yield from _in_lines("299", values, sorted(players))

    def _lines_of_adjusted_points(self) -> Iterator[str]:
        """Points that teams were given beside those of their matches."""
        from .team_lines import adjusted_points

        groups: dict[tuple[int, int, int], list[int]] = {}
        for round, match_x2, board_x2, number in adjusted_points(self.tournament):
            groups.setdefault((round, match_x2, board_x2), []).append(number)
        for (round, match_x2, board_x2), numbers in sorted(groups.items()):
            points = zip(
                ("match points", "game points"),
                map(format_points, (match_x2, board_x2)),
                strict=True,
            )
            yield from _in_lines("299", {**dict(points), "round": round}, sorted(numbers))

    def _void_games(self) -> Iterator[tuple[int, str, int]]:
        """Column, letter and number of who has points of a game that counts for nobody [FIDE C.05 6.6]."""
        single = in_single_rounds(self.tournament)
        gone, points = without_rank(self.tournament), single.rules.points
        for game in single.games if gone else ():
            if not gone.isdisjoint(game.players):
                won = zip(
                    game.players, game.ending.won_x2, points.of_ending(game.ending), strict=True
                )
                for key, share_x2, worth_x2 in won:
                    if worth_x2:
                        letter = ("-D+" if game.is_forfeit else "LDW")[share_x2]
                        yield game.round, letter, self.numbers[key]

    def _lines_apart(self) -> Iterator[str]:
        """Who does not meet, by the rules that hold for everybody: players, or teams."""
        rules, numbers = self.tournament.rules, self.numbers
        units = self.tournament.players
        if self.of_teams:
            from ...go.teams import of_teams
            from .teams import numbers_of_teams

            units, numbers = of_teams(self.tournament).players, numbers_of_teams(self.tournament)
        for same in (each for each in rules.never_same if not each.not_in_top_group):
            groups: dict[str, list[int]] = {}
            for unit in units:
                group = groups.setdefault(unit.attribute(same.attribute), [])
                group.append(numbers[unit.key])
            for value, players in groups.items():
                if value and len(players) > 1:
                    rounds = {
                        "first round": same.since or 1,
                        "last round": same.until or rules.rounds,
                    }
                    yield RECORDS["260"].line(rounds, sorted(players))

    def _lines_of_games(self) -> Iterator[str]:
        """How many columns each round has, where the system says something else."""
        rules = self.tournament.rules
        says_two = says_two_games(self.code_of_system)
        if says_two != (rules.games > 1):
            yield "### rounds of 1 game" if says_two else "### rounds of 2 games"

    def _lines_of_tables(self) -> Iterator[str]:
        """The tables of rounds in which they are not in the order of the scores."""
        usual = tables_by_scores(self.tournament)
        for number in sorted({game.round for game in usual if game.table != usual[game]}):
            words = [f"{g.table}:{self.numbers[g.white]}" for g in usual if g.round == number]
            for some in _parts(words):
                yield " ".join([f"### round {number} tables", *(f"{each:>4}" for each in some)])


def _sign_of_second_bye(points: Points) -> str:
    """The sign of what a bye is worth beside a game won."""
    rest = points.wins_bye_x2 - points.win_x2
    return "+" if rest >= points.win_x2 else "=" if rest > 0 else "-"


def _lines_of_points(rules: Rules, *, teams: bool) -> Iterator[str]:
    """What the points are, unless they are those of chess; by 162, or where that cannot say it by BB.

    The bye of a team is a drawn match unless it is stated.
    """
    found = {letter: getattr(rules.points, name) for letter, name in POINTS.items()}
    usual_bye = 2 if rules.games == 1 else 3
    if not teams and found == {"W": 2, "D": 1, "L": 0, "Z": 0, "P": usual_bye, "F": 0}:
        return
    texts = {letter: f"{format_points(halves):>4}" for letter, halves in found.items()}
    forfeit = texts.pop("F")
    if forfeit == texts["Z"]:
        named = ((letter.replace("Z", "A"), text) for letter, text in texts.items())
        yield RECORDS["162"].line(cells=map("".join, named))
    else:
        texts = {**texts, "U": texts.pop("P"), "F": forfeit}
        yield from (f"BB{letter} {text}" for letter, text in texts.items())


def _kept(line: str, report: Report) -> str:
    """A new line with what the file says beside in the one that it replaces."""
    if line[:3] == "310":
        return _with_strength(line, report)
    return _with_letters(line, report) if line[:3] == "162" else line


def _with_strength(line: str, report: Report) -> str:
    """A line 310 with the strength that the team has in the file."""
    record = RECORDS["310"]
    number = int(record.value(line, "number"))
    team = next((team for team in report.teams if team.number == number), None)
    if team is None or not team.strength:
        return line
    return record.columns["strength"].put(line, team.strength)


def _with_letters(line: str, report: Report) -> str:
    """A line 162 with the points of unknown results that the file states."""
    stated = dict(
        chain.from_iterable(PAIRS_OF_POINTS.findall(t) for _, _, t in report.lines("162"))
    )
    more = stated.get(UNKNOWN_POINTS)
    return line if more is None else f"{line}    {UNKNOWN_POINTS}{more:>4}"


def _in_lines(code: str, values: Mapping[str, object], numbers: Sequence[int]) -> Iterator[str]:
    """Lines of a code with some values that list numbers."""
    return (RECORDS[code].line(values, some) for some in _parts(numbers))


def _lines_of_void(void: Iterable[tuple[int, str, int]], match_points: str) -> Iterator[str]:
    """Lines 299 by which results of rounds are worth nothing."""
    groups: dict[tuple[int, str], list[int]] = {}
    for round, letter, number in void:
        groups.setdefault((round, letter), []).append(number)
    for (round, letter), numbers in sorted(groups.items()):
        points = {"match points": match_points} if match_points else {}
        values = {"result": letter, **points, "game points": "0.0", "round": round}
        yield from _in_lines("299", values, sorted(numbers))


def _parts(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """As many players or tables at a time as other programs read in a line."""
    for first in range(0, len(items), MOST_IN_A_LINE):
        yield items[first : first + MOST_IN_A_LINE]


def _texts_of_players(now: ReportState, was: ReportState, report: Report) -> dict[int, list[str]]:
    """The lines of the players by their old numbers in the file; those of newcomers below them."""
    rows = {key: report.rows[number] for key, number in was.numbers.items()}
    points, before = _standings(now.tournament), _standings(was.tournament)
    # Newcomers alone leave the ranks of the others as they are.
    compared = ("points",) if points.keys() - before.keys() else ("points", "rank")
    anew = any(
        key not in points or any(points[key][name] != values[name] for name in compared)
        for key, values in before.items()
    )
    last = max((row.line for row in rows.values()), default=0)
    texts: dict[int, list[str]] = {}
    for key, number in sorted(now.numbers.items(), key=lambda item: item[1]):
        row = rows.get(key)
        values = now.facts(now.tournament.by_key[key])
        if anew or row is None:
            values |= points[key]
        text = row.text if row else "001"
        old = was.facts(was.tournament.by_key[key]) if row else {}
        for column, value in values.items():
            if value != old.get(column, ""):
                text = RECORDS["001"].columns[column].put(text, value)
        for each in range(1, max(now.columns, was.columns) + 1):
            text = _with_seat(text, each, now, was, key)
        place = row.line if row else last + number
        texts[place] = [text if row and text == row.text else text.rstrip()]
    return texts


def _standings(tournament: Tournament) -> dict[str, dict[str, str]]:
    """Points and rank of everybody."""
    from ...go.scores import ScoreHistory, standings_order, wins_x2

    gone, after = without_rank(tournament), tournament.last_paired
    history = ScoreHistory.for_standings(tournament, gone)
    order = standings_order(history, tournament.rules.placement, after).tolist()
    ranked = (row for row in order if tournament.players[row].key not in gone)
    rank = {row: str(place) for place, row in enumerate(ranked, start=1)}
    points_x2 = wins_x2(history)[:, after].tolist()
    return {
        player.key: {"points": format_points(points_x2[row]), "rank": rank.get(row, "")}
        for row, player in enumerate(tournament.players)
    }


def _with_seat(text: str, column: int, now: ReportState, was: ReportState, key: str) -> str:
    """A line with what a player does in a column, unless that is as it was."""
    seat, before = (state.seats.get(key, {}).get(column, NOTHING) for state in (now, was))
    begun = now.round_of(column) in now.begun
    if key in was.seats and (seat, begun) == (before, was.round_of(column) in was.begun):
        return text
    if not (seat.opponent or begun or now.of_teams):
        seat = NOTHING  # a line 240 says it
    start = FIRST_ROUND + WIDTH * (column - 1)
    return f"{text.ljust(start)[:start]}{format_seat(seat)}{text[start + 8 :]}"
