"""Wall lists: one line a player, one cell a round."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import FormatError
from ..go.tournament import (
    BYE_AS_WIN,
    HALVES_OF_ONE,
    Bye,
    Criterion,
    Game,
    Grade,
    Player,
    Result,
    RoundKind,
)
from .characters import TextFile, nearest, unique_keys
from .document import Reading
from .limits import refuse_more_players

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from ..go.tournament import Points, Rules, Tournament
    from .document import Header


# ---- What a player did in a round, as a wall list says it in one word ----

_SEAT = re.compile(
    r"""(?P<opponent>[0-9]{1,6}) (?P<result>[-+=?])
    (?P<kind>[/!])? (?P<colour>[wb?])? (?P<handicap>[0-9]{1,2})? (?P<end>!)?""",
    re.VERBOSE | re.IGNORECASE,
)
SIGNS = {
    Result.UNKNOWN: "??",
    Result.WHITE_WINS: "+-",
    Result.BLACK_WINS: "-+",
    Result.JIGO: "==",
    Result.BOTH_LOSE: "--",
    Result.BOTH_WIN: "++",
    Result.WHITE_HALF: "=-",
    Result.BLACK_HALF: "-=",
}
"""The signs of White and of Black for a result."""


class Seat(NamedTuple):
    """A player's part of a game, or what he did instead."""

    opponent: int
    """Number of the opponent's line, from 1; 0 for no game."""

    result: str
    """``+`` for a point, ``=`` for half of one, ``-`` for none, ``?`` if it is not known."""

    by_default: bool = False
    colour: str = ""
    """``w``, ``b``, or empty if the list does not say."""

    handicap: int | None = None
    """Stones; None if the list does not say."""

    unrated: bool = False
    """Whether a report for FIDE says that the game is not rated."""


NO_GAME = Seat(0, "-")

NO_GAME_WORDS = frozenset({"?", "-"})
"""What stands for no game without saying what it was worth."""


def parse_seat(word: str) -> Seat | None:
    """The meaning of a word such as ``12+/w0``, ``7-!b``, ``7-/b0!``, ``3=`` or ``0+``, if it has one."""
    if word in NO_GAME_WORDS:
        return NO_GAME
    match = _SEAT.fullmatch(word)
    if match is None:
        return None
    colour = (match["colour"] or "").lower().replace("?", "")
    stones = match["handicap"]
    return Seat(
        opponent=int(match["opponent"]),
        result=match["result"],
        by_default="!" in (match["kind"], match["end"]),
        colour=colour,
        handicap=None if stones is None else int(stones),
    )


def seats_in(seats: Sequence[Sequence[Seat]]) -> Iterator[tuple[int, int, Seat]]:
    """Line, column, both from 0, and seat of all seats of a list."""
    for line, row in enumerate(seats):
        for column, seat in enumerate(row):
            yield line, column, seat


def seats_of(tournament: Tournament, order: Sequence[str]) -> list[list[Seat]]:
    """What every player did in every round.

    A bye and an absence are written as the points that the rules give for them; these are points
    of the McMahon score in a McMahon tournament, and wins otherwise [FORMATS 2].

    Parameters
    ----------
    tournament
        Games, byes and absences.
    order
        Keys of the players in the order of the lines; games of others are left out.
    """
    rules = tournament.rules
    line = {key: number for number, key in enumerate(order, start=1)}
    seats = [[NO_GAME] * rules.rounds for _ in order]
    for number in tournament.round_numbers:
        for key, kind in tournament.kinds_without_game(number).items():
            if key in line:
                seats[line[key] - 1][number - 1] = Seat(0, _sign_without_game(rules, kind))
    for game in tournament.games:
        if game.round <= rules.rounds and line.keys() >= set(game.players):
            for key, seat in seats_of_game(game, line):
                seats[line[key] - 1][game.round - 1] = seat
    return seats


def _sign_without_game(rules: Rules, kind: RoundKind) -> str:
    """The sign of what a round without a game is worth."""
    if kind.counts_nothing:
        return NO_GAME.result
    by_mms = rules.starts_by_grade
    worth = rules.points.of_kind(kind, by_mms=by_mms, games=rules.games)
    return "-=+"[rules.points.share_x2(worth)]


def seats_of_game(game: Game, line: Mapping[str, int]) -> list[tuple[str, Seat]]:
    """The seats of White and of Black, with their keys, given the numbers of the lines."""
    signs, facts = SIGNS[game.result], (game.handicap, game.unrated)
    sides = (game.white, game.black, signs[0], "w"), (game.black, game.white, signs[1], "b")
    return [
        (player, Seat(line[opponent], sign, game.by_default, colour, *facts))
        for player, opponent, sign, colour in sides
    ]


# ---- Games of a wall list: each stands in the lines of both players ----

MOST_STONES = 9
"""Of a game; a wall list may state more."""

_RESULTS = {signs: result for result, signs in SIGNS.items()}


def more_stones(stones: int) -> str:
    """What becomes of more stones than a game can have."""
    return f"{stones} stones count as {MOST_STONES}, the most of a game"


def faults_of(
    seats: Sequence[Sequence[Seat]], *, of_chess: bool = False
) -> Iterator[tuple[int, int, str]]:
    """Say where the two lines of a game contradict each other.

    Parameters
    ----------
    seats
        What each player did, by line and round; all lines have the same number of rounds.
    of_chess
        Whether one player may have half a game, and the other nothing.

    Yields
    ------
    The line of a player and the round, both from 0, and what is wrong.
    """
    for player, column, seat in seats_in(seats):
        if seat.opponent and (message := _fault(seats, player, column, of_chess=of_chess)):
            yield player, column, message


def _fault(seats: Sequence[Sequence[Seat]], player: int, column: int, *, of_chess: bool) -> str:
    seat = seats[player][column]
    number = player + 1
    if seat.opponent > len(seats):
        return f"the opponent is number {seat.opponent}, and there are {len(seats)} players"
    if seat.opponent == number:
        return f"number {number} plays himself"
    other = seats[seat.opponent - 1][column]
    if other.opponent != number:
        theirs = f"one against number {other.opponent}" if other.opponent else "none"
        return f"number {number} has a game against number {seat.opponent}, who has {theirs}"
    if number > seat.opponent:
        return ""
    return _contradiction(player, seat, other, of_chess=of_chess)


def _contradiction(player: int, seat: Seat, other: Seat, *, of_chess: bool) -> str:
    """What the two lines of a game say differently of it."""
    pair = f"number {player + 1} against number {seat.opponent}"
    result = _RESULTS.get(seat.result + other.result)
    if result is None or (result in HALVES_OF_ONE and not of_chess):
        return (
            f"{pair} has the result {seat.result!r} in one line and {other.result!r} in the other"
        )
    if seat.colour and seat.colour == other.colour:
        return f"{pair} has the same colour in both lines"
    if seat.by_default != other.by_default:
        return f"{pair} is by default in one line only"
    stones = {seat.handicap, other.handicap} - {None}
    if len(stones) > 1:
        return f"{pair} has {seat.handicap} stones in one line and {other.handicap} in the other"
    return ""


def games_of(
    seats: Sequence[Sequence[Seat]],
    keys: Sequence[str],
    stones: Callable[[int, int, int], int] | None = None,
) -> tuple[Game, ...]:
    """The games of a wall list without faults, at tables in the order of the lines.

    If the list does not state the colours, the player of the earlier line takes White, unless he
    is the one to receive stones.

    Parameters
    ----------
    seats
        What each player did, by line and round.
    keys
        Keys of the players by line.
    stones
        The handicap of a game if the list does not state it; without it, none. It is called with the index of the
        round and the indices of two lines, and says how many stones the first player gives to the
        second; they are negative if he receives them.
    """
    games = []
    for column in range(len(seats[0]) if seats else 0):
        boards = [
            (player, line[column].opponent - 1)
            for player, line in enumerate(seats)
            if line[column].opponent - 1 > player
        ]
        for table, (player, opponent) in enumerate(boards, start=1):
            pair = seats[player][column], seats[opponent][column]
            handicap = stones(column, player, opponent) if stones else 0
            white, black = player, opponent
            if _first_has_black(*pair, handicap):
                white, black, pair, handicap = black, white, pair[::-1], -handicap
            games.append(_game((column + 1, table), keys[white], keys[black], pair, handicap))
    return tuple(games)


def _first_has_black(first: Seat, second: Seat, handicap: int) -> bool:
    if first.colour or second.colour:
        return "b" in first.colour or "w" in second.colour
    return handicap < 0


def _game(
    where: tuple[int, int], white: str, black: str, pair: tuple[Seat, Seat], handicap: int
) -> Game:
    handicaps = [seat.handicap for seat in pair if seat.handicap is not None]
    return Game(
        round=where[0],
        table=where[1],
        white=white,
        black=black,
        handicap=max(0, min(handicaps[0] if handicaps else handicap, MOST_STONES)),
        result=_RESULTS["".join(seat.result for seat in pair)],
        by_default=pair[0].by_default,
        unrated=any(seat.unrated for seat in pair),
    )


class RoundsWithoutGame(NamedTuple):
    """Who had no game, and what it was worth."""

    byes: tuple[Bye, ...]
    absences: tuple[frozenset[int], ...]
    """Numbers of the rounds that each player missed, by line."""

    points: Points
    """What byes and absences have given."""


def rounds_without_game(seats: Sequence[Sequence[Seat]], keys: Sequence[str]) -> RoundsWithoutGame:
    """The byes and absences of a wall list, which says only how many points they gave.

    A whole point is taken for a bye and half a point for an absence. No point in a round that has
    games is an absence too, unless absences have given half a point.
    """
    found = [*seats_in(seats)]
    alone = [(player, column, seat.result) for player, column, seat in found if not seat.opponent]
    begun = {column for _, column, seat in found if seat.opponent}
    half_points = any(result == "=" for *_, result in alone)
    absences: list[set[int]] = [set() for _ in seats]
    for player, column, result in alone:
        if result == "=" or (result == "-" and not half_points and column in begun):
            absences[player].add(column + 1)
    byes = [(column + 1, player) for player, column, result in alone if result == "+"]
    return RoundsWithoutGame(
        byes=tuple(Bye(round=number, player=keys[player]) for number, player in sorted(byes)),
        absences=tuple(map(frozenset, absences)),
        points=BYE_AS_WIN.with_absence(int(half_points)),
    )


# ---- Names, grades and keys of players as wall lists write them ----

MISSING = "_"
"""What stands for a name that a player does not have, so that every line has as many words."""

_GRADE = re.compile(r"([0-9]{1,2})([kdp]?)", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s|;]+")


def grade_of(word: str) -> Grade | None:
    """The grade in a word such as ``3D`` or ``12k``, if it is one.

    Without a letter it is a kyu grade. A grade beyond the scale is the nearest on it.
    """
    match = _GRADE.fullmatch(word)
    if match is None:
        return None
    return Grade.nearest(int(match[1]), match[2] or "k")


def parts_of_name(words: Sequence[str]) -> tuple[str, str]:
    """Family name and first name: the last word is the first name, and ``_`` is a blank in either."""
    family, first = (words[:-1], words[-1]) if len(words) > 1 else (words, "")
    return _unbroken(" ".join(family)), _unbroken(first)


def _unbroken(text: str) -> str:
    return " ".join(text.replace("_", " ").split())


def without_blanks(text: str, longest: int | None = None) -> str:
    """A text as one word of a wall list."""
    return _SEPARATORS.sub("_", text.strip())[:longest] or MISSING


def name_within(player: Player, encoding: str, longest: int) -> str:
    """Both names as one word each, the first name cut until both fit."""
    family, first = (
        without_blanks(nearest(name, encoding)) for name in (player.name, player.first_name)
    )
    return f"{family[: longest - 2]} {first}"[:longest]


# ---- The order of the lines: the standings, with the values that decide them ----

_QUARTERS = ("", "¼", "½", "¾")


class Ranked(NamedTuple):
    """A player in the standings."""

    player: Player
    place: str
    """The place; empty if it is that of the line before."""

    values: tuple[str, ...]
    """The values of the criteria."""


def players_with_a_line(tournament: Tournament, before: Collection[str] = ()) -> set[str]:
    """Keys of the players whom a result file lists.

    They have had a game or a bye, or are among those whom the file listed before. Until there is a
    game, everybody who is finally registered is listed.
    """
    keys = set(chain.from_iterable(game.players for game in tournament.games))
    keys.update(bye.player for bye in tournament.byes)
    if not tournament.games:
        keys.update(player.key for player in tournament.players if player.final)
    return keys.union(tournament.by_key.keys() & before)


def ranked(tournament: Tournament, keys: Collection[str]) -> list[Ranked]:
    """Some players of a tournament in the order of the standings after the last round.

    Parameters
    ----------
    tournament
        Players, games and the criteria.
    keys
        Keys of the players.
    """
    from ..go.scores import ScoreHistory, in_points, order_by, standings_values

    rules = tournament.rules
    placement = [criterion for criterion in rules.placement if criterion is not Criterion.NONE]
    history = ScoreHistory.of(tournament)
    values = standings_values(history, placement, rules.rounds)
    lines: list[Ranked] = []
    previous: list[int] | None = None
    for row in order_by(values, history.name_order).tolist():
        player, own = tournament.players[row], values[row].tolist()
        if player.key in keys:
            place = "" if own == previous else str(len(lines) + 1)
            points = (float(in_points(*pair)) for pair in zip(placement, values[row], strict=True))
            texts = ("-" if isnan(each) else text_of_points(each) for each in points)
            lines.append(Ranked(player, place, tuple(texts)))
            previous = own
    return lines


def text_of_points(points: float) -> str:
    """Points with their fraction as one sign."""
    whole, rest = divmod(points, 1)
    return f"{whole:.0f}{_QUARTERS[int(rest * 4)]}"


# ---- The lines of a wall list: comments, players with their games, and what they say of the players ----

LOWEST = Grade.parse("30k")
_MOST_WORDS = 200
_COMMENT = re.compile(r"\s*(;[^|]*[^|\s])")
_NUMBER = re.compile(r"-?[0-9]+[^-+/!]*")
_LIKE_GAME = re.compile(r"[0-9].*[-+/!].*")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """The line of a player."""

    number: int
    """Number of the line in the file, from 1."""

    name: Sequence[str]
    """The words of the name, first name last."""

    grade: str
    words: Sequence[str]
    """Criteria and games."""

    more: Mapping[str, Any]
    """Further fields of the player."""

    comment: str = ""
    """What stands behind a semicolon, with it."""

    text: str = ""
    """The line without the comment."""

    def place(self, word: int) -> str:
        """Where a word stands, of which others may be alike before and behind."""
        text, behind = self.words[word], self.words[word + 1 :].count(self.words[word])
        line = self.text.partition("|")[0]
        found = [match.start() for match in re.finditer(rf"(?<!\S){re.escape(text)}(?!\S)", line)]
        start = found[-1 - behind] if behind < len(found) else line.rfind(text)
        return f"column {start + 1}"

    def error(self, path: str, word: int, expected: str) -> FormatError:
        """The error for a word that is not what is expected there."""
        message = f"{self.place(word)}: {expected}, found {self.words[word]!r}"
        return FormatError(path, self.number, message)


class Expected(NamedTuple):
    """What errors expect."""

    line: str
    """Of a line."""

    words: str
    """Of the criteria and games in it."""


@dataclass(frozen=True)
class WallList:
    """A result file in its parts."""

    file: TextFile
    comments: Sequence[tuple[int, str]]
    """Numbers and texts of the lines that begin with a semicolon."""

    players: Sequence[PlayerLine]
    columns: range
    """Which of the words are games."""

    seats: Sequence[Sequence[Seat]]
    """What each player did in each round."""

    @property
    def texts(self) -> list[str]:
        """The comments."""
        return [text for _, text in self.comments]

    @property
    def grades(self) -> list[Grade]:
        """The grades of the players; what is none is taken as the lowest."""
        found = (grade_of(player.grade) for player in self.players)
        return [LOWEST if grade is None else grade for grade in found]

    def criteria(self, player: int) -> Sequence[str]:
        """The words of a player that are no games, in their order."""
        words = self.players[player].words
        return [words[place] for place in self.places_of_criteria(player)]

    def places_of_criteria(self, player: int) -> Sequence[int]:
        """Which of the words of a player are no games."""
        places = range(len(self.players[player].words))
        return [*places[: self.columns.start], *places[self.columns.stop :]]

    def reading(self, tournament: Tournament, **more: Any) -> Reading:  # noqa: ANN401 - the fields
        """The list as a file that was read, whose header is the comments above the first player."""
        first = self.players[0].number if self.players else len(self.file.lines) + 1
        keys = [player.key for player in tournament.players]
        return Reading(
            tournament=tournament,
            file=self.file,
            above=[text for number, text in self.comments if number < first],
            below=[text for number, text in self.comments if number > first],
            behind={
                key: line.comment
                for key, line in zip(keys, self.players, strict=True)
                if line.comment
            },
            more_stones={
                (column + 1, keys[line], keys[seat.opponent - 1]): stones
                for line, column, seat, stones in self._seats_of_many_stones()
            },
            **more,
        )

    def doubts(self) -> Iterator[tuple[int, Seat, str]]:
        """Say in which games both win or both lose, and not by forfeit: likely one sign is wrong.

        Yields
        ------
        The line, from 0, the seat in it, and what is doubtful, for both lines of such a game.
        """
        for line, column, seat in seats_in(self.seats):
            if seat.by_default or not 0 < seat.opponent <= len(self.seats):
                continue
            other = self.seats[seat.opponent - 1][column]
            if seat.result in "+-" and other.result == seat.result:
                both = "win" if seat.result == "+" else "lose"
                problem = f"both players {both} against number {seat.opponent}, and not by forfeit"
                yield line, seat, f"round {column + 1}: {problem}"

    def remarks(self, players: Sequence[Player]) -> Iterator[str]:
        """Say, one line each, what the list says that a tournament holds otherwise."""
        if self.comments and not self.players:
            yield f"line {self.comments[-1][0]}: only comments up to here, and no players below"
        for line, column, seat, stones in self._seats_of_many_stones():
            if line < seat.opponent - 1:
                number = self.players[line].number
                yield f"line {number}: round {column + 1}: {more_stones(stones)}"
        for line, seat, message in self.doubts():
            if line < seat.opponent - 1:
                yield f"line {self.players[line].number}: {message}: check the result"
        for player, grade in zip(self.players, self.grades, strict=True):
            if str(grade) != player.grade.lower():
                yield f"line {player.number}: the grade {player.grade!r} is taken as {grade}"
        for found, player in zip(players, self.players, strict=True):
            if "#" in found.key:
                yield f"line {player.number}: another player has the name {found.full_name!r}"

    def _seats_of_many_stones(self) -> Iterator[tuple[int, int, Seat, int]]:
        """Line and column, from 0, of the seats with more stones than a game can have, and these."""
        for line, column, seat in seats_in(self.seats):
            if seat.handicap is not None and seat.handicap > MOST_STONES:
                yield line, column, seat, seat.handicap

    def faults(self) -> Iterator[tuple[int, str]]:
        """Say where the two lines of a game contradict each other: the line, and what is wrong."""
        for line, column, message in faults_of(self.seats):
            player, place = self.players[line], self.columns[column]
            where = f"{player.place(place)}, {player.words[place]!r}"
            yield player.number, f"{where}: round {column + 1}: {message}"

    def refuse_faults(self, path: str, header: Header) -> None:
        """Refuse a list of which two lines contradict each other, or that says nothing at all.

        Raises
        ------
        FormatError
            If there are such lines, or neither players nor a header.
        """
        if not (self.players or header.says_something(self.texts)):
            message = "expected players, or a header with the event, found only comments up to here"
            raise FormatError(path, len(self.file.lines), message)
        for number, message in self.faults():
            raise FormatError(path, number, f"{message}: correct one of the two lines")


def parse(
    path: str,
    content: bytes,
    player_line: Callable[[int, str], PlayerLine | None],
    expected: Expected,
    columns_of: Callable[[Sequence[PlayerLine]], range],
) -> WallList:
    """Take a result file apart.

    Parameters
    ----------
    player_line
        Reads the number and the text of a line.
    columns_of
        Finds which of the words of all players are games.

    Raises
    ------
    FormatError
        If a line is no line of a player, has another number of words than the others, or has a word
        among its games that is none.
    """
    file = TextFile.of(path, content)
    comments, players = [], []
    for number, line in enumerate(file.lines, start=1):
        if line.lstrip().startswith(";"):
            comments.append((number, line.strip()))
        elif line.strip():
            comment, text = _COMMENT.search(line), _COMMENT.sub("", line)
            player = player_line(number, text)
            if player is None:
                found = f"expected {expected.line}, found {line.strip()[:40]!r}"
                raise FormatError(path, number, found)
            players.append(replace(player, comment=comment[1] if comment else "", text=text))
            refuse_more_players(path, number, len(players))
    _refuse_other_widths(path, players, expected)
    columns = columns_of(players)
    seats = [tuple(_seats(path, player, columns)) for player in players]
    return WallList(file, comments, players, columns, seats)


def _refuse_other_widths(path: str, players: Sequence[PlayerLine], expected: Expected) -> None:
    """Refuse lines with another number of words than most, or with too many."""
    widths = Counter(len(player.words) for player in players)
    if len(widths) > 1:
        usual = widths.most_common(1)[0][0]
        odd = next(player for player in players if len(player.words) != usual)
        message = f"expected {usual} {expected.words} as in most lines, found {len(odd.words)}"
        for place, word in enumerate(odd.words):
            if not (parse_seat(word) or _NUMBER.fullmatch(word)):
                message += f"; {word!r} {odd.place(place)} is none"
                break
        raise FormatError(path, odd.number, message)
    if widths and max(widths) > _MOST_WORDS:
        message = f"expected at most {_MOST_WORDS} {expected.words}"
        raise FormatError(path, players[0].number, message)


def _seats(path: str, player: PlayerLine, columns: range) -> Iterator[Seat]:
    """What a player did in each round; a word among the scores that is no score may be a game."""
    for place, word in enumerate(player.words):
        seat = parse_seat(word)
        if place in columns and seat is not None:
            yield seat
        elif place in columns:
            number = place - columns.start + 1
            expected = f"expected the game of round {number} such as 12+/w0, or 0- for none"
            raise player.error(path, place, expected)
        elif (seat is None or seat.result in "+-") and _LIKE_GAME.fullmatch(word):
            raise player.error(path, place, "expected a score")


def players_of(
    wall_list: WallList, corrections: Sequence[int] = ()
) -> tuple[RoundsWithoutGame, tuple[Player, ...]]:
    """The players in the order of the lines, and who had no game when."""
    names = [parts_of_name(line.name) for line in wall_list.players]
    keys = [*unique_keys((family + first for family, first in names), MISSING)]
    without_game = rounds_without_game(wall_list.seats, keys)
    grades = wall_list.grades
    players = (
        Player(
            key=keys[index],
            name=names[index][0],
            first_name=names[index][1],
            grade=grades[index],
            correction=corrections[index] if corrections else 0,
            absences=without_game.absences[index],
            **line.more,
        )
        for index, line in enumerate(wall_list.players)
    )
    return without_game, tuple(players)


def texts_of_players(
    lines: Sequence[tuple[Ranked, Sequence[Seat]]],
    before: Reading,
    text: Callable[[Ranked, Sequence[Seat]], str],
) -> Iterator[str]:
    """The lines of the players, with the comments that have stood behind them."""
    for line, seats in lines:
        yield " ".join(filter(None, (text(line, seats), before.behind.get(line.player.key))))


def lines_to_write(tournament: Tournament, before: Reading) -> list[tuple[Ranked, list[Seat]]]:
    """The players by their places, and what they did; everybody who had a line keeps one."""
    lines = ranked(tournament, players_with_a_line(tournament, before.tournament.by_key))
    order = [line.player.key for line in lines]
    seats = seats_of(tournament, order)
    for (number, key, opponent), stones in before.more_stones.items():
        if {key, opponent}.issubset(order) and number <= tournament.rules.rounds:
            line, column = seats[order.index(key)], number - 1
            seat = line[column]
            if seat.handicap == MOST_STONES and order[seat.opponent - 1] == opponent:
                line[column] = seat._replace(handicap=stones)
    return list(zip(lines, seats, strict=True))
