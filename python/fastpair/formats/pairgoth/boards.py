"""Games and byes in a file; where teams play, they are those of teams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...go.scores import History, main_score_x2, whole
from ...go.tournament import Bye, Game, Result
from ..json.decoding import pointed
from .shape import BoardEntry

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from ...go.tournament import Tournament
    from .shape import File

__all__ = [
    "NOBODY",
    "RESULTS",
    "board_entries",
    "byes_of",
    "game_of",
    "games_of",
    "letter_of",
    "refuse_strangers",
]

NOBODY = 0
"""Number of the opponent of a player with a bye."""

RESULTS: dict[Any, tuple[Result, bool]] = {
    "?": (Result.UNKNOWN, False),
    "w": (Result.WHITE_WINS, False),
    "b": (Result.BLACK_WINS, False),
    "=": (Result.JIGO, False),
    "#": (Result.BOTH_WIN, False),
    "0": (Result.BOTH_LOSE, False),
    "X": (Result.BOTH_LOSE, True),
}
"""Results by their letters; a game that was cancelled counts as lost by both without play."""

_LETTERS = {result: letter for letter, result in RESULTS.items()}


def letter_of(game: Game) -> Any:  # noqa: ANN401 - one of the letters of a form
    """The letter of a result; without play, only what nobody has won has one of its own."""
    return _LETTERS.get((game.result, game.by_default), _LETTERS[game.result, False])


def games_of(path: str, file: File, keys: Mapping[int, str]) -> Iterator[Game]:
    """The games.

    Parameters
    ----------
    keys
        Of whoever plays them, by number.

    Raises
    ------
    FormatError
        If somebody plays who is not there.
    """
    who = _who(file)
    for number, boards in enumerate(file.games, start=1):
        for place, board in enumerate(boards):
            if NOBODY not in (board.w, board.b):
                yield game_of(path, ("games", number - 1, place), number, board, keys, who)


def _who(file: File) -> str:
    return "player" if file.type == "INDIVIDUAL" else "team"


def game_of(
    path: str,
    steps: tuple[str | int, ...],
    number: int,
    board: BoardEntry,
    keys: Mapping[int, str],
    who: str = "player",
) -> Game:
    """The game of a board of round ``number``.

    Raises
    ------
    FormatError
        If somebody plays who is not there; it names the place of the board, ``steps``.
    """
    refuse_strangers(path, steps, board, keys, who)
    result, by_default = RESULTS[board.r]
    return Game(
        round=number,
        table=board.t,
        white=keys[board.w],
        black=keys[board.b],
        handicap=board.h,
        result=result,
        by_default=by_default,
    )


def refuse_strangers(
    path: str, steps: tuple[str | int, ...], board: BoardEntry, known: Collection[int], who: str
) -> None:
    """Refuse a board of somebody who is not there, see `game_of`."""
    for member, number in (("w", board.w), ("b", board.b)):
        if number not in known:
            message = f"expected the number of a {who}, got {number}"
            raise pointed(path, (*steps, member), message)


def byes_of(path: str, file: File, keys: Mapping[int, str]) -> Iterator[Bye]:
    """The byes, see `games_of`."""
    for number, boards in enumerate(file.games, start=1):
        for place, board in enumerate(boards):
            if NOBODY not in (board.w, board.b):
                continue
            player = board.w or board.b
            if player not in keys:
                message = f"expected the number of a {_who(file)}, got {player}"
                raise pointed(path, ("games", number - 1, place), message)
            yield Bye(round=number, player=keys[player])


def board_entries(
    tournament: Tournament, ids: Mapping[str, int], held: File | None, free: Iterator[int]
) -> Iterator[tuple[BoardEntry, ...]]:
    """The games and byes of each round.

    Parameters
    ----------
    ids
        Numbers of the players.
    held
        The file as it was; a game in it keeps its number, and who was drawn down.
    free
        Numbers for new games.
    """
    known = {
        (number, board.w, board.b): board
        for number, boards in enumerate(held.games if held else (), start=1)
        for board in boards
    }
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
                "r": letter_of(game),
            }
        )
    for bye in tournament.byes:
        seat = {"t": 0, "w": NOBODY, "b": ids[bye.player], "h": 0, "r": "b"}
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
