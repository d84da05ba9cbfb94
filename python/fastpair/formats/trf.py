"""Report files of the World Chess Federation: TRF16 and TRF26 [FIDE C.04.A].

The players of the tournament are in the order of their pairing numbers, which stay until somebody is deleted.
Keys are made of the names, as in other files.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import RuleError
from ..go.tournament import (
    PRESETS,
    TITLES,
    Bye,
    DutchRules,
    Event,
    Game,
    Player,
    Points,
    Result,
    Rules,
    Same,
    Tournament,
)
from ..go.tournament.player import runs
from ..go.tournament.rules import acceleration_ranges
from ..sentences import Remedy, Sentence, phrase
from .characters import TextFile, nearest, unique_keys
from .document import Document, LineFormat, Reading
from .entries.countries import in_three_letters
from .trf_lines import (
    ACCELERATED,
    APART,
    CODES,
    COLOURS,
    COLUMNS,
    EVENT,
    FIRST_ROUND,
    FOLLOWING,
    FOREIGN,
    MISSING,
    MOST_IN_A_LINE,
    MOST_PLAYERS,
    NOTHING,
    OLD_TITLES,
    PAIRS_OF_POINTS,
    POINTS,
    POINTS_TOO,
    SYSTEMS,
    TABLES,
    UNKNOWN_POINTS,
    WIDTH,
    Report,
    Row,
    format_points,
    format_seat,
    name_of,
    parse_halves,
)
from .wall_list import Seat, faults_of, games_of, seats_of_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ..go.tournament import Title

    Halves = NDArray[np.uint8]
    """Doubled virtual points by round and player."""


# ---- From the lines to a tournament ----


def _reading(path: str, content: bytes) -> Reading:
    file = TextFile.of(path, content)
    if content.isascii():
        file = replace(file, encoding="utf-8")
    report = Report.of(path, file)
    tournament = _tournament(report)
    remarks = {
        text: line for line, code, _ in reversed(report.others) if (text := _why_unread(code))
    }
    return Reading(
        tournament=tournament,
        file=file,
        above=(),
        remarks=(
            *(f"line {line}: {text}" for text, line in reversed(remarks.items())),
            *_system_and_forfeits(report),
            *_doubts(report, tournament),
        ),
        unread=tuple(
            f"line {line}: {code} is not read, and may bear on points, absences or pairs: "
            f"{text[:40]!r}"
            for line, code, text in report.unread
        ),
        foreign_system=report.system.text if report.system.is_foreign else "",
    )


def _why_unread(code: str) -> str:
    """What is to be said of lines of a code that are not read."""
    if not code.strip() or code in CODES:
        return MISSING.get(code, "")
    return f"{code!r} is no code of a report: its lines are kept in the file, and not read"


def _system_and_forfeits(report: Report) -> Iterator[str]:
    """Say which system draws if it is another one, and which forfeits stand in one line only."""
    named = report.system
    if named.is_foreign:
        yield f"line {named.line}: the rounds are drawn by {named.text!r}, which is none of the systems here"
    elif "2025" in named.text and not report.texts.get("192"):
        yield f"line {named.line}: {named.text} is drawn by the rules in force from 1 February 2026"
    for n, column, other, _ in report.one_sided:
        yield (
            f"line {report.rows[n].line}: round {column + 1}: number {n} has a forfeit against number "
            f"{other}, who has no game: it counts for both"
        )


def _doubts(report: Report, tournament: Tournament) -> Iterator[str]:
    """Say in one line that the points of a file are others than its results give."""
    if any(report.lines("250", "XXA", "299")) or not report.rows:
        return
    doubts = [
        f"line {row.line}: the file has {stated} points, and its results give {format_points(score)}"
        for row, score in zip(report.rows.values(), _scores_x2(tournament)[-1], strict=True)
        if (stated := row.value("points")) and parse_halves(stated) != score
    ]
    if doubts:
        yield f"{doubts[0]} (and {len(doubts) - 1} more players)" if doubts[1:] else doubts[0]


def _tournament(report: Report) -> Tournament:
    rounds = report.rounds
    apart = [*_apart(report, rounds)]
    names = [_names(row) for row in report.rows.values()]
    keys = dict(zip(report.rows, unique_keys(("".join(name) for name in names), "?"), strict=True))
    seats = {n: [*own] for n, own in report.seats.items()}
    for _, column, other, seat in report.one_sided:
        seats[other][column] = seat
    games = _games(report, seats, keys)
    waiting = _rounds_to_wait_for(seats, games)
    alone = {
        n: {r: seat.result for r, seat in enumerate(own, start=1) if not seat.opponent}
        for n, own in seats.items()
    }
    players = [
        Player(
            keys[n],
            name=name[0],
            first_name=name[1],
            rating=row.whole("rating", least=0) or None,
            country=row.value("federation"),
            fide_id=row.value("FIDE id"),
            title=_title_in(row.value("title")),
            absences=frozenset(
                r for r, it in alone[n].items() if it in "-=" or (it == "?" and r not in waiting)
            ),
            requested_byes=frozenset(r for r, it in alone[n].items() if it == "="),
            attributes={same.attribute: "yes" for same, members in apart if n in members},
        )
        for (n, row), name in zip(report.rows.items(), names, strict=True)
    ]
    byes = (Bye(round=r, player=keys[n]) for n in alone for r, it in alone[n].items() if it == "+")
    tournament = Tournament(
        name=report.texts.get("012", ""),
        kind="swiss",
        event=Event(**{it.name: it.read(report.texts.get(code, "")) for code, it in EVENT.items()}),
        rules=replace(
            Rules(**PRESETS["Chess"].changes),
            rounds=rounds,
            points=_points_of(report),
            never_same=tuple(same for same, _ in apart),
            **_system(report),
        ),
        players=tuple(players),
        games=games,
        byes=tuple(sorted(byes, key=lambda bye: bye.round)),
    )
    return _with_tables(report, tournament, keys)


def _fide_id(text: str) -> str:
    """A number that a line has room for, or nothing."""
    return text if re.fullmatch("[0-9]{1,11}", text) else ""


def _title_in(text: str) -> Title:
    """The title of a player; none for any other text, which stays in its line."""
    found = (title for title in TITLES if title == text.upper())
    return next(found, OLD_TITLES.get(text.lower(), ""))


def _names(row: Row) -> tuple[str, str]:
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
                expected = "expected points such as W 1.0, D 0.5, L 0.0, Z 0.0 or P 1.0"
                raise report.wrong(line, f"{expected}, found {letter} {value[:40]}")
            found[name] = halves
            if code == "162" and letter in "AZ":
                found["forfeit_loss_x2"] = halves
    points = Points(**{"wins_bye_x2": found.get("win_x2", 2), **found})
    return replace(points, **_following(points))


def _following(points: Points, before: Points | None = None) -> dict[str, Any]:
    """The points that follow from others, unless they are others than before."""
    return {
        name: getattr(points, it)
        for name, it in FOLLOWING.items()
        if before is None or getattr(points, name) == getattr(before, name)
    }


def _apart(report: Report, rounds: int) -> Iterator[tuple[Same, set[int]]]:
    """The players who do not meet, each group by an attribute of its own."""
    number = count(1)
    for line, code, text in report.lines("260", "XXP"):
        words, last = text.split(), rounds
        if code == "260":
            if len(words) < 2 or not all(word.isascii() and word.isdigit() for word in words[:2]):
                raise report.wrong(line, "expected the first and the last round, then players")
            last, words = int(words[1]), words[2:]
        if last:
            same = Same(f"apart {next(number)}", until=last if last < rounds else None)
            players = {*report.numbers(line, words)}
            if len(players) < 2:
                raise report.wrong(line, f"expected two players or more, found {text[:40]!r}")
            yield same, players


def _rounds_to_wait_for(seats: Mapping[int, Sequence[Seat]], games: Sequence[Game]) -> set[int]:
    """The rounds in which a player without anything waits for a game, and is not absent.

    So it is until the round is drawn, and until its last result is there; then who has none is away.
    """
    last = max((game.round for game in games), default=0)
    waiting = set(range(last + 1, max(map(len, seats.values()), default=0) + 1))
    unknown = any(game.round == last and not game.has_result for game in games)
    if last and (
        unknown or 2 * sum(own[last - 1] == NOTHING for own in seats.values()) > len(seats)
    ):
        waiting.add(last)
    return waiting


def _games(
    report: Report, seats: Mapping[int, Sequence[Seat]], keys: Mapping[int, str]
) -> tuple[Game, ...]:
    """The games; who has a number that is not given has none."""
    nobody = [NOTHING] * max(map(len, seats.values()), default=0)
    numbers = range(1, max(seats, default=0) + 1)
    lines = [seats.get(n, nobody) for n in numbers]
    for line, column, message in faults_of(lines):
        why = f"round {column + 1}: {message}: correct one of the two lines"
        raise report.wrong(report.rows[line + 1].line, why)
    return tuple(map(_by_letters, games_of(lines, [keys.get(n, "") for n in numbers])))


def _by_letters(game: Game) -> Game:
    """A game as letters say it: who wins by forfeit wins alone."""
    forfeits = (Result.WHITE_WINS, Result.BLACK_WINS, Result.BOTH_LOSE)
    return (
        game if not game.by_default or game.result in forfeits else replace(game, by_default=False)
    )


# ---- The system that draws the rounds, and its virtual points ----


def _system(report: Report) -> dict[str, Any]:
    """The system of a report, Dutch if it names none, and what it says of it."""
    named = report.system
    dutch = named.system == "dutch"
    words = f"{report.texts.get('152', '')} {report.texts.get('XXC', '')}".lower().split()
    usual = "baku" if dutch and "baku" in named.text.lower() else "none"
    colours: list[Any] = [*(COLOURS[word] for word in words if word in COLOURS), "lot"]
    parameters = DutchRules(
        order="entry" if dutch else "rating",
        acceleration=_in_words(_accelerated(report)) or usual,
        initial_colour=colours[0],
    )
    return {"system": named.system, "dutch": parameters}


_ROUNDS, _NUMBERS = 99, 9999
"""As many rounds and pairing numbers as lines of virtual points have."""


def _accelerated(report: Report) -> Halves:
    """The virtual points of a file by place; those of 250 replace those of XXA."""
    virtual = np.zeros((_ROUNDS, _NUMBERS), np.uint8)
    for line, _, text in report.lines("XXA"):
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
    for line, _, text in report.lines("250"):
        match = ACCELERATED.fullmatch(text)
        first, until, start, end = map(int, match.groups()[1:]) if match else (0, 0, 0, 0)
        if not (match and 1 <= first <= until and 1 <= start <= end):
            message = phrase(
                "expected points, rounds and players such as {example!r}, found {found!r}",
                example="1.0   1   3    1    8",
                found=text[:40],
            )
            raise report.wrong(line, message)
        virtual[first - 1 : until, start - 1 : end] = parse_halves(match[1]) or 0
    return virtual[:, np.array(_numbers_of_places([*report.rows])) - 1]


def _numbers_of_places(numbers: Sequence[int]) -> list[int]:
    """The pairing numbers of players in their order, and behind them those of players still to come."""
    return [*numbers, *range(max(numbers, default=0) + 1, _NUMBERS + 1)]


def _virtual(dutch: DutchRules) -> Halves:
    """The same as the rules state them; nothing for Baku."""
    virtual = np.zeros((_ROUNDS, _NUMBERS), np.uint8)
    if dutch.acceleration not in ("none", "baku"):
        for halves, rounds, places in acceleration_ranges(dutch.acceleration):
            virtual[rounds, places] = halves
    return virtual


def _ranges(virtual: Halves) -> Iterator[tuple[int, int, int, int, int]]:
    """Doubled virtual points, the first and last round, and the first and last player who have them."""
    alike: dict[bytes, list[int]] = {}
    for player in np.flatnonzero(virtual.any(axis=0)).tolist():
        alike.setdefault(virtual[:, player].tobytes(), []).append(player + 1)
    for points, players in alike.items():
        own = [(number, halves) for number, halves in enumerate(points, start=1) if halves]
        for halves in dict.fromkeys(halves for _, halves in own):
            for rounds in runs(number for number, each in own if each == halves):
                yield from ((halves, *rounds, *ends) for ends in runs(players))


def _in_words(virtual: Halves) -> str:
    """Virtual points as the rules state them."""
    return ", ".join(
        f"{halves / 2:g} in {first}-{last} for {start}-{end}"
        for halves, first, last, start, end in _ranges(virtual)
    )


def _lines_of_system(rules: Rules, numbers: Sequence[int]) -> dict[str, list[str]]:
    """What lines say of the system, by their codes, given the numbers of the players in their order."""
    dutch = rules.dutch
    named = next((text for text, name in SYSTEMS.items() if name == rules.system), "OTHER")
    if rules.by_fide:
        named = f"FIDE_DUTCH_2026{'_BAKU' if dutch.acceleration == 'baku' else ''}"
    virtual, places = _virtual(dutch), _numbers_of_places(numbers)
    by_number = np.zeros_like(virtual)
    by_number[:, np.array(places) - 1] = virtual[:, : len(places)]
    return {
        "152": [] if dutch.initial_colour == "lot" else [f"152 {dutch.initial_colour[0].upper()}"],
        "192": [f"192 {named}"],
        "250": [
            f"250      {format_points(halves):>4} {first:>3} {last:>3} {start:>4} {end:>4}"
            for halves, first, last, start, end in _ranges(by_number)
        ],
    }


# ---- The order of the tables, which no line of the federation states ----


def _scores_x2(tournament: Tournament) -> Sequence[Sequence[int]]:
    """Doubled points of the players in their order: before each round that has games, and after all."""
    from ..go.scores import History, wins_x2

    last = max((game.round for game in tournament.games), default=0)
    scores: list[list[int]] = wins_x2(History.of(tournament)).T.tolist()
    return scores[: last + 1]


def _in_order(tournament: Tournament) -> dict[Game, int]:
    """Tables by the score of the higher ranked player, that of both, and the number of the higher ranked."""
    scores, place = _scores_x2(tournament), {p.key: n for n, p in enumerate(tournament.players)}

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
    usual = _in_order(tournament)
    wanted = {
        game: next((stated[game.round, k] for k in game.players if (game.round, k) in stated), 0)
        for game in usual
    }
    times = Counter((game.round, table) for game, table in wanted.items() if table)
    odd = {game.round for game, table in wanted.items() if times[game.round, table] != 1}
    tables = {g: usual[g] if g.round in odd else wanted[g] for g in usual}
    games = (g if g.table == table else replace(g, table=table) for g, table in tables.items())
    return replace(tournament, games=tuple(sorted(games, key=lambda g: (g.round, g.table))))


# ---- The lines of a file: those that say something else than before are new, and all others stay ----


def _lines_of(tournament: Tournament, encoding: str, before: Reading) -> list[str]:
    """The lines of a file, given those that it had."""
    report, old = Report.of("", before.file), before.tournament
    held = dict(zip((player.key for player in old.players), report.rows, strict=True))
    was = _State(old, held, encoding)
    now = _State(tournament, _numbers(tournament, report, held), encoding)
    stated = {*map(name_of, before.file.lines)}
    changed = {
        name: lines
        for name, lines in now.statements.items()
        if before.is_new
        or (lines != was.statements[name] and (name != "062" or name in stated))
        or (name == "142" and name not in stated)
    }
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
            lines += (_with_letters(each, report) if each[:3] == "162" else each for each in new)
            if text[:3] == "XXC" and "rank" in text.split():
                lines.append("XXC rank")
    rows = [place for place, line in enumerate(lines) if line[:3] == "001"] or [len(lines)]
    end = rows[-1] + 1
    lines[end:end] = chain.from_iterable(texts.values())
    lines[rows[0] : rows[0]] = chain.from_iterable(changed.values())
    return lines


def _numbers(tournament: Tournament, report: Report, held: Mapping[str, int]) -> dict[str, int]:
    """Pairing numbers: those of the file, and the next ones for newcomers; if somebody is gone, from 1."""
    if len(tournament.players) > MOST_PLAYERS:
        found = len(tournament.players)
        raise RuleError(f"a report for FIDE has at most {MOST_PLAYERS} players, found {found}")
    free, rules = count(max(report.rows, default=0) + 1), tournament.rules
    players: Sequence[Player] = tournament.players
    if rules.by_fide and rules.dutch.order == "rating":
        players = sorted(players, key=lambda player: player.by_rating)
    numbers = {p.key: held[p.key] if p.key in held else next(free) for p in players}
    if held.keys() <= numbers.keys():
        return numbers
    for line, _, _ in report.lines("013", "299", "310"):
        message = f"line {line} names players by numbers, which change if one is deleted"
        raise RuleError(Sentence(message, Remedy("withdraw")))
    left = sorted(numbers, key=numbers.__getitem__)
    return {key: number for number, key in enumerate(left, start=1)}


@dataclass(frozen=True)
class _State:
    """What a file says of a state of its tournament."""

    tournament: Tournament
    numbers: Mapping[str, int]
    encoding: str

    @cached_property
    def begun(self) -> frozenset[int]:
        """The rounds that have games: who has none is in the lines of the players, else in lines 240."""
        return frozenset(game.round for game in self.tournament.games)

    @cached_property
    def seats(self) -> Mapping[str, Mapping[int, Seat]]:
        """What everybody does, by key and round; nothing if they wait for a game."""
        seats = {
            player.key: {
                r: Seat(0, "=" if r in player.requested_byes else "-")
                for r in player.absences
                if r <= self.tournament.rules.rounds
            }
            for player in self.tournament.players
        }
        for bye in self.tournament.byes:
            seats[bye.player][bye.round] = Seat(0, "+")
        for game in self.tournament.games:
            for key, seat in seats_of_game(_by_letters(game), self.numbers):
                seats[key][game.round] = seat
        return seats

    def facts(self, player: Player) -> dict[str, str]:
        """The values of the columns of a player, without points and ranks."""
        family, first = (
            " ".join(nearest(name, self.encoding).replace(",", " ").split())
            for name in (player.name, player.first_name)
        )
        rating = player.rating or 0
        return {
            "number": str(self.numbers[player.key]),
            "title": player.title,
            "name": f"{family}, {first}" if first else family,
            "rating": str(rating) if 0 < rating < 10_000 else "",
            "federation": in_three_letters(player.country),
            "FIDE id": _fide_id(player.fide_id),
        }

    @cached_property
    def statements(self) -> Mapping[str, list[str]]:
        """The lines of the tournament by their codes."""
        tournament, rules = self.tournament, self.tournament.rules
        texts = {
            "012": tournament.name,
            **{code: it.write(getattr(tournament.event, it.name)) for code, it in EVENT.items()},
            "062": str(len(tournament.players)),
            "142": str(rules.rounds),
        }
        return {
            **{
                code: [f"{code} {words}"] if words else []
                for code, text in texts.items()
                for words in [" ".join(nearest(text, self.encoding).split())]
            },
            "162": [*_lines_of_points(rules.points)],
            **_lines_of_system(rules, [self.numbers[p.key] for p in tournament.players]),
            "240": [*self._lines_of_byes()],
            "260": [*self._lines_apart()],
            "###": [*self._lines_of_tables()],
        }

    def _lines_of_byes(self) -> Iterator[str]:
        """Absences and byes of rounds that have no games yet."""
        groups: dict[tuple[int, str], list[int]] = {}
        for key, rounds in self.seats.items():
            for number in rounds.keys() - self.begun:
                letter = {"+": "F", "=": "H"}.get(rounds[number].result, "Z")
                groups.setdefault((number, letter), []).append(self.numbers[key])
        for (number, letter), players in sorted(groups.items()):
            yield from _in_lines(f"240 {letter} {number:>3}", sorted(players))

    def _lines_apart(self) -> Iterator[str]:
        """Who does not meet, by the rules that hold for everybody."""
        rules = self.tournament.rules
        for same in (each for each in rules.never_same if not each.not_in_top_group):
            groups: dict[str, list[int]] = {}
            for player in self.tournament.players:
                group = groups.setdefault(player.attribute(same.attribute), [])
                group.append(self.numbers[player.key])
            for value, players in groups.items():
                if value and len(players) > 1:
                    yield _numbered(f"260   1 {same.until or rules.rounds:>3}", sorted(players))

    def _lines_of_tables(self) -> Iterator[str]:
        """The tables of rounds in which they are not in the order of the scores."""
        usual = _in_order(self.tournament)
        for number in sorted({game.round for game in usual if game.table != usual[game]}):
            words = [f"{g.table}:{self.numbers[g.white]}" for g in usual if g.round == number]
            yield from _in_lines(f"### round {number} tables", words)


def _lines_of_points(points: Points) -> Iterator[str]:
    """What the points are, unless they are those of chess; by 162, or where that cannot say it by BB."""
    found = {letter: getattr(points, name) for letter, name in POINTS.items()}
    if found == {"W": 2, "D": 1, "L": 0, "Z": 0, "P": 2, "F": 0}:
        return
    texts = {letter: f"{format_points(halves):>4}" for letter, halves in found.items()}
    forfeit = texts.pop("F")
    if forfeit == texts["Z"]:
        yield "162  " + "    ".join(map("".join, texts.items()))
    else:
        texts = {**texts, "U": texts.pop("P"), "F": forfeit}
        yield from (f"BB{letter} {text}" for letter, text in texts.items())


def _with_letters(line: str, report: Report) -> str:
    """A line 162 with the letter that the file has for absences, and its points of unknown results."""
    stated = dict(
        chain.from_iterable(PAIRS_OF_POINTS.findall(t) for _, _, t in report.lines("162"))
    )
    if "A" in stated:
        line = line.replace("Z", "A")
    more = stated.get(UNKNOWN_POINTS)
    return line if more is None else f"{line}    {UNKNOWN_POINTS}{more:>4}"


def _in_lines(start: str, words: Sequence[object]) -> Iterator[str]:
    """Lines that name so many players or tables that other programs read them."""
    for first in range(0, len(words), MOST_IN_A_LINE):
        yield _numbered(start, words[first : first + MOST_IN_A_LINE])


def _numbered(start: str, words: Iterable[object]) -> str:
    return " ".join([start, *(f"{each:>4}" for each in words)])


def _texts_of_players(now: _State, was: _State, report: Report) -> dict[int, list[str]]:
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
                text = _with_value(text, column, value)
        for round in now.tournament.round_numbers:
            text = _with_seat(text, round, now, was, key)
        place = row.line if row else last + number
        texts[place] = [text if row and text == row.text else text.rstrip()]
    return texts


def _standings(tournament: Tournament) -> dict[str, dict[str, str]]:
    """Points and rank of everybody."""
    from ..go.scores import History, standings_order

    scores = _scores_x2(tournament)
    order = standings_order(History.of(tournament), tournament.rules.placement, len(scores) - 1)
    rank = {row: place for place, row in enumerate(order.tolist(), start=1)}
    return {
        player.key: {"points": format_points(scores[-1][row]), "rank": str(rank[row])}
        for row, player in enumerate(tournament.players)
    }


def _with_value(text: str, column: str, value: str) -> str:
    start, end = COLUMNS[column]
    width = end - start
    value = value[:width].ljust(width) if column == "name" else value.rjust(width)
    return f"{text.ljust(end)[: end - len(value)]}{value}{text[end:]}"


def _with_seat(text: str, round: int, now: _State, was: _State, key: str) -> str:
    """A line with what a player does in a round, unless that is as it was."""
    seat, before = (state.seats.get(key, {}).get(round, NOTHING) for state in (now, was))
    begun = round in now.begun
    if key in was.seats and (seat, begun) == (before, round in was.begun):
        return text
    if not (seat.opponent or begun):
        seat = NOTHING  # a line 240 says it
    start = FIRST_ROUND + WIDTH * (round - 1)
    return f"{text.ljust(start)[:start]}{format_seat(seat)}{text[start + 8 :]}"


# ---- A report in memory, and what a tournament does not hold of it ----

_FORMAT = LineFormat("trf", _reading, _lines_of, encoding="utf-8")
new_content = _FORMAT.new_content


def read(path: str, content: bytes) -> Document:
    """Read the content of a file.

    Raises
    ------
    FormatError
        If a line is none of a report, or contradicts another one.
    """
    return replace(_FORMAT.read(path, content), settle=_settle)


def _settle(tournament: Tournament, before: Tournament) -> Tournament:
    """A state as a report has it: points that follow from others follow them.

    Raises
    ------
    RuleError
        If players have attributes or FIDE numbers that no line can say, or pairing numbers go by ratings.
    """
    rules = tournament.rules
    names = {name for player in tournament.players for name in player.attributes}
    names |= {same.attribute for same in rules.never_same}
    for name in sorted(names):
        if not APART.fullmatch(name):
            message = f"reports for FIDE have no place for the attribute {name!r}"
            raise RuleError(Sentence(message, Remedy("use fastpair's own format")))
    for player in tournament.players:
        number, held = player.fide_id, before.by_key.get(player.key)
        if number != (held.fide_id if held else "") and _fide_id(number) != number:
            message = f"{player.full_name}: a FIDE number has at most 11 digits, found {number!r}"
            raise RuleError(message, about="fide_id")
    points = replace(rules.points, **_following(rules.points, before.rules.points))
    dutch = _settled_system(rules, before.rules)
    return replace(tournament, rules=replace(rules, points=points, dutch=dutch))


def _settled_system(rules: Rules, before: Rules) -> DutchRules:
    """The parameters of the system as lines state them: Baku, and an order, of FIDE's system alone."""
    dutch, of_dutch = rules.dutch, rules.by_fide
    if of_dutch and before.by_fide and dutch.order == "rating":
        message = phrase(
            "a report for FIDE has the order of its pairing numbers: leave it at entry"
        )
        raise RuleError(message, about="order")
    usual = "baku" if of_dutch and dutch.acceleration == "baku" else "none"
    dutch = replace(dutch, order="entry" if of_dutch else "rating")
    return replace(dutch, acceleration=_in_words(_virtual(dutch)) or usual)


def foreign_facts(content: bytes) -> Iterator[tuple[str, str]]:
    """What a report says and a tournament does not hold: where, and what."""
    known = _State(Tournament(), {}, "utf-8").statements.keys()
    for number, line in enumerate(TextFile.of("", content).lines, start=1):
        if line[:3] == "001":
            row = Row("", number, line)
            yield from ((name, row.value(name)) for name in FOREIGN if row.value(name))
            if (title := row.value("title")) and not _title_in(title):
                yield "title", title
        elif line.strip() and name_of(line) not in known:
            yield f"line {line[:3]}", line[3:].strip()
