"""A file of pairgoth in memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from itertools import count
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ...go.scores import History, main_score_x2, whole
from ...go.tournament import (
    Bye,
    Event,
    Game,
    Overtime,
    Player,
    Result,
    TimeLimit,
    Tournament,
    with_groups_in_corrections,
)
from ...go.tournament.participation import ranges, tables_in
from ..document import RenderedDocument
from ..json.decoding import decode, plain, pointed
from ..json.writing import laid_out, with_strangers
from ..names import unique_keys
from .rules import grade_of, pairing_of, reservations, rules_of
from .shape import FILE, IDENTITIES, BoardEntry, Entry, File, TimeSystem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["new_content", "read"]

_NOBODY = 0
"""Number of the opponent of a player with a bye."""

_WITHOUT_DATE = date(2000, 1, 1)
"""pairgoth opens no file without dates."""

_OVERTIMES: dict[Any, Overtime] = {
    "CANADIAN": Overtime.CANADIAN,
    "STANDARD": Overtime.BYO_YOMI,
    "JAPANESE": Overtime.BYO_YOMI,
    "FISCHER": Overtime.FISCHER,
    "SUDDEN_DEATH": Overtime.SUDDEN_DEATH,
}
_TIME_SYSTEMS = {overtime: name for name, overtime in _OVERTIMES.items()}

_RESULTS: dict[Any, tuple[Result, bool]] = {
    "?": (Result.UNKNOWN, False),
    "w": (Result.WHITE_WINS, False),
    "b": (Result.BLACK_WINS, False),
    "=": (Result.JIGO, False),
    "#": (Result.BOTH_WIN, False),
    "0": (Result.BOTH_LOSE, False),
    "X": (Result.BOTH_LOSE, True),
}
"""Results by their letters; a game that was cancelled counts as lost by both without play."""

_LETTERS = {result: letter for letter, result in _RESULTS.items()}


def read(path: str, content: bytes) -> RenderedDocument:
    """Read the content of a file.

    Raises
    ------
    FormatError
        If it is no tournament of pairgoth between individuals, or a value in it does not parse.
    """
    file: File = decode(path, content, FILE)
    _refuse_teams(path, file)
    keys = _keys(file)
    tournament = Tournament.found(
        name=file.name,
        event=_event(file),
        rules=replace(rules_of(file), closed_tables=_closed_tables(path, file)),
        players=tuple(_player(entry, keys[entry.id]) for entry in file.players),
        games=tuple(_games(path, file, keys)),
        byes=tuple(_byes(path, file, keys)),
    )
    return RenderedDocument(
        path=path,
        tournament=tournament,
        remarks=tuple(reservations(file)),
        content=content,
        render=_rendered,
        settle=_settled,
    )


def _refuse_teams(path: str, file: File) -> None:
    if file.type != "INDIVIDUAL":
        message = (
            f"expected 'INDIVIDUAL', got {file.type!r}: fastpair draws no tournaments of teams"
        )
        raise pointed(path, ("type",), message)
    counts = Counter(entry.id for entry in file.players)
    for place, entry in enumerate(file.players):
        if counts[entry.id] > 1:
            message = f"expected a number that only one player has, got {entry.id}"
            raise pointed(path, ("players", place, "id"), message)


def _keys(file: File) -> dict[int, str]:
    """The key of each player by the number in the file."""
    names = unique_keys(entry.name + entry.first_name for entry in file.players)
    return {entry.id: key for entry, key in zip(file.players, names, strict=True)}


def _event(file: File) -> Event:
    time = file.time_system
    canadian = time.type == "CANADIAN"
    return Event(
        short_name=file.short_name,
        place=file.location or "",
        country=file.country or "",
        director=file.director,
        begins=file.start_date,
        ends=file.end_date,
        komi_x2=round(2 * file.komi),
        board_size=file.goban_size,
        online=file.online,
        time=TimeLimit(
            basic=time.main_time,
            overtime=_OVERTIMES[time.type],
            period=time.increment if time.type == "FISCHER" else time.byoyomi,
            stones=max(time.stones, 1) if canadian else 1,
        ),
    )


def _player(entry: Entry, key: str) -> Player:
    return Player(
        key=key,
        name=entry.name,
        first_name=entry.first_name,
        grade=grade_of(entry.rating),
        rating=entry.rating,
        country=entry.country,
        club=entry.club,
        final=entry.final,
        correction=entry.mms_correction,
        absences=frozenset(entry.skip),
        egf_pin=entry.egf.strip(),
        ffg_licence=entry.ffg.strip(),
        aga_id=entry.aga.strip(),
    )


def _closed_tables(path: str, file: File) -> tuple[frozenset[int], ...]:
    def tables(place: int, text: str) -> frozenset[int]:
        try:
            return tables_in(text)
        except ValueError as error:
            raise pointed(path, ("tablesExclusion", place), str(error)) from error

    return tuple(tables(place, text) for place, text in enumerate(file.tables_exclusion))


def _games(path: str, file: File, keys: Mapping[int, str]) -> Iterator[Game]:
    for number, boards in enumerate(file.games, start=1):
        for place, board in enumerate(boards):
            if _NOBODY in (board.w, board.b):
                continue
            for member, player in (("w", board.w), ("b", board.b)):
                if player not in keys:
                    message = f"expected the number of a player, got {player}"
                    raise pointed(path, ("games", number - 1, place, member), message)
            result, by_default = _RESULTS[board.r]
            yield Game(
                round=number,
                table=board.t,
                white=keys[board.w],
                black=keys[board.b],
                handicap=board.h,
                result=result,
                by_default=by_default,
            )


def _byes(path: str, file: File, keys: Mapping[int, str]) -> Iterator[Bye]:
    for number, boards in enumerate(file.games, start=1):
        for place, board in enumerate(boards):
            if _NOBODY not in (board.w, board.b):
                continue
            player = board.w or board.b
            if player not in keys:
                message = f"expected the number of a player, got {player}"
                raise pointed(path, ("games", number - 1, place), message)
            yield Bye(round=number, player=keys[player])


def new_content(tournament: Tournament) -> bytes:
    """The content of a new file.

    Raises
    ------
    RuleError
        If the tournament contradicts itself.
    """
    return _written(with_groups_in_corrections(tournament), {}, None)


def _rendered(tournament: Tournament, held: bytes) -> bytes:
    return _written(tournament, plain("", held), decode("", held, FILE))


def _settled(tournament: Tournament, before: Tournament) -> Tournament:
    """A tournament whose grades are those of the ratings, without groups.

    Raises
    ------
    RuleError
        If a grade has become one that is not that of the rating.
    """
    players = (_by_rating(player, before.by_key.get(player.key)) for player in tournament.players)
    return with_groups_in_corrections(replace(tournament, players=tuple(players)))


def _by_rating(player: Player, before: Player | None) -> Player:
    grade = grade_of(player.rating)
    if player.grade not in (grade, before and before.grade):
        raise RuleError(
            f"{player.full_name}: in pairgoth's files the grade is that of the rating, {grade} for "
            f"{player.rating}; {player.grade} needs a rating such as {player.grade.rating}"
        )
    return replace(player, grade=grade)


def _written(tournament: Tournament, old: dict[str, Any], held: File | None) -> bytes:
    """The content of a file that keeps what another one holds beside the tournament."""
    _refuse_impossible(tournament)
    ids = _ids(tournament, held)
    event = tournament.event
    file = File(
        type="INDIVIDUAL",
        name=tournament.name,
        short_name=event.short_name
        or "".join(filter(str.isalnum, tournament.name))
        or "tournament",
        start_date=event.begins or _WITHOUT_DATE,
        end_date=event.ends or event.begins or _WITHOUT_DATE,
        director=event.director,
        country=event.country,
        location=event.place,
        online=event.online,
        komi=event.komi_x2 / 2,
        goban_size=event.board_size,
        time_system=_time_system(event.time, held),
        rounds=tournament.rules.rounds,
        tables_exclusion=tuple(_exclusions(tournament, held)),
        pairing=pairing_of(tournament.rules),
        players=tuple(_entries(tournament, ids, held)),
        games=tuple(_boards(tournament, ids, held)),
    )
    return laid_out(with_strangers(FILE.written(file), old, FILE, IDENTITIES))


def _refuse_impossible(tournament: Tournament) -> None:
    for fault in tournament.unknown_players():
        raise RuleError(fault)
    seats: tuple[Game | Bye, ...] = (*tournament.games, *tournament.byes)
    last = max((seat.round for seat in seats), default=0)
    if last > tournament.rules.rounds:
        rounds = tournament.rules.rounds
        raise RuleError(f"round {last} has games or byes, but the tournament has {rounds} rounds")


def _ids(tournament: Tournament, held: File | None) -> dict[str, int]:
    """The number of each player by key: that of the file, or the next one that is free."""
    known = {key: number for number, key in _keys(held).items()} if held else {}
    free = count(max(known.values(), default=0) + 1)
    return {p.key: known[p.key] if p.key in known else next(free) for p in tournament.players}


def _time_system(time: TimeLimit, held: File | None) -> TimeSystem:
    fischer = time.overtime is Overtime.FISCHER
    canadian = time.overtime is Overtime.CANADIAN
    return TimeSystem(
        type=_TIME_SYSTEMS[time.overtime],
        main_time=time.basic,
        byoyomi=0 if fischer else time.period,
        increment=time.period if fischer else 0,
        stones=time.stones if canadian else 0,
        periods=held.time_system.periods if held else 0,
    )


def _exclusions(tournament: Tournament, held: File | None) -> Iterator[str]:
    """The closed tables of each round, in the words of the file if they are the same."""
    texts = held.tables_exclusion if held else ()
    for place, tables in enumerate(tournament.rules.closed_tables):
        same = place < len(texts) and tables_in(texts[place]) == tables
        yield texts[place] if same else ranges(tables)


def _entries(tournament: Tournament, ids: Mapping[str, int], held: File | None) -> Iterator[Entry]:
    """The players. A rank that only honours its player stays while the grade does."""
    known = {entry.id: entry for entry in held.players} if held else {}
    for player in tournament.players:
        entry = known.get(ids[player.key])
        stays = entry is not None and grade_of(entry.rating) == player.grade
        rank = entry.rank if entry is not None and stays else int(player.grade)
        yield _entry(player if held else player.with_rating(), ids[player.key], rank)


def _entry(player: Player, number: int, rank: int) -> Entry:
    return Entry(
        id=number,
        name=player.name,
        first_name=player.first_name,
        rating=player.rating,
        rank=rank,
        country=player.country,
        club=player.club,
        final=player.final,
        mms_correction=player.correction,
        skip=tuple(sorted(player.absences)),
        egf=player.egf_pin.strip(),
        ffg=player.ffg_licence.strip(),
        aga=player.aga_id.strip(),
    )


def _boards(
    tournament: Tournament, ids: Mapping[str, int], held: File | None
) -> Iterator[tuple[BoardEntry, ...]]:
    """The games and byes of each round."""
    known = {
        (number, board.w, board.b): board
        for number, boards in enumerate(held.games if held else (), start=1)
        for board in boards
    }
    free = count(max((board.id for board in known.values()), default=0) + 1)
    drawn_down = _drawn_down(tournament)
    rounds: list[list[dict[str, Any]]] = [[] for _ in range(tournament.rules.rounds)]
    for game in tournament.games:
        rounds[game.round - 1].append(
            {
                "t": game.table,
                "w": ids[game.white],
                "b": ids[game.black],
                "h": game.handicap,
                "dd": drawn_down(game),
                "r": _LETTERS.get((game.result, game.by_default), _LETTERS[game.result, False]),
            }
        )
    for bye in tournament.byes:
        seat = {"t": 0, "w": _NOBODY, "b": ids[bye.player], "h": 0, "r": "b"}
        rounds[bye.round - 1].append(seat)
    for number, boards in enumerate(rounds, start=1):
        for entry in boards:
            board = known.get((number, entry["w"], entry["b"]))
            entry |= {"id": board.id, "dd": board.dd} if board else {"id": next(free)}
        yield tuple(BoardEntry(**entry) for entry in boards)


def _drawn_down(tournament: Tournament) -> Callable[[Game], int]:
    """Who of a game was drawn down: 1 for White, -1 for Black, 0 for nobody."""
    if tournament.doubtful:
        return lambda game: 0  # There are no scores of what contradicts itself.
    history = History.of(tournament)
    score = whole(main_score_x2(history))

    def drawn_down(game: Game) -> int:
        white, black = (score[history.row[key], game.round - 1] for key in game.players)
        return int(white > black) - int(white < black)

    return drawn_down
