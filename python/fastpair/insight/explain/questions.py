"""What a director asks of a draw before the pairings hang on the wall, board by board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from ...go.scores import Status
from ...pairing.field.people import areas, families
from ..quality import Paired
from ..quality import measures as measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from ...go.scores import History
    from ...go.tournament import Round, Tournament

    Integers = NDArray[np.int64]

__all__ = ["OF_BYES", "OF_GAMES", "OF_PLAYERS", "QUESTIONS", "Boards", "Place", "answers"]


class Place(NamedTuple):
    """A board or a player, and what it adds to a count."""

    players: tuple[str, ...]
    """Keys: White and Black of a board, or one player."""

    amount: int
    """From 1."""

    table: int | None = None
    """Number of the table; None for a bye, and in a draw that was not made."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Boards:
    """The boards of a draw, as arrays of shape (m,)."""

    white: Paired
    """White of each board, as the players stood before the round."""

    black: Paired

    handicap: Integers
    """Stones."""

    same_family: NDArray[np.bool_]
    """Whether the two are of one family [K12 3.2]."""

    returned: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    """Whether White, and whether Black, was absent in the round before."""

    table: tuple[int | None, ...]
    """Number of the table of each board, if it has one."""

    @property
    def sides(self) -> tuple[Paired, Paired]:
        """White and Black."""
        return self.white, self.black

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        history: History,
        round_number: int,
        sides: tuple[Paired, Paired],
        handicap: Integers,
        table: tuple[int | None, ...],
    ) -> Self:
        """Lay out the boards of a round.

        Parameters
        ----------
        tournament, history
            The same tournament.
        round_number
            From 1.
        sides
            White and Black of the boards.
        handicap, table
            As in the class.
        """
        family = areas(families(tournament.players))
        white, black = (side.row for side in sides)
        absent = np.zeros(len(tournament.players), dtype=np.bool_)
        if round_number > 1:
            absent = history.status[:, round_number - 2] == Status.ABSENT
        return cls(
            white=sides[0],
            black=sides[1],
            handicap=handicap,
            same_family=family[white] == family[black],
            returned=(absent[white], absent[black]),
            table=table,
        )


def _both(of_one: Callable[[Paired, Paired], Integers]) -> Callable[[Boards], list[Integers]]:
    """A count for a player and the opponent, for White and for Black."""
    return lambda boards: [of_one(*boards.sides), of_one(*reversed(boards.sides))]


def _in_colour(of_one: Callable[[Paired, int], Integers]) -> Callable[[Boards], list[Integers]]:
    """A count for a player and the colour that he takes, for White and for Black."""
    return lambda boards: [of_one(boards.white, 1), of_one(boards.black, -1)]


def _of_sides(formula: measure.Formula) -> Callable[[Boards], Integers]:
    return lambda boards: formula(*boards.sides)


def _drawn_up(player: Paired, opponent: Paired) -> Integers:
    return (player.score_x2 < opponent.score_x2).astype(np.int64)


def _drawn_down(player: Paired, opponent: Paired) -> Integers:
    return (player.score_x2 > opponent.score_x2).astype(np.int64)


OF_GAMES: Mapping[str, Callable[[Boards], Integers]] = {
    "off_score": _of_sides(measure.off_score),
    "score_difference": lambda boards: measure.score_difference_x2(*boards.sides) // 2,
    "rematches": _of_sides(measure.rematches),
    "same_club": _of_sides(measure.same_club),
    "same_country": _of_sides(measure.same_country),
    "same_family": lambda boards: boards.same_family.astype(np.int64),
    "handicap_games": lambda boards: (boards.handicap > 0).astype(np.int64),
    "handicap_stones": lambda boards: boards.handicap,
}
"""What is counted on each board. Scores are whole points, as the groups are [OPENGOTHA 10]."""

OF_PLAYERS: Mapping[str, Callable[[Boards], list[Integers]]] = {
    "returned": lambda boards: [side.astype(np.int64) for side in boards.returned],
    "drawn_up": _both(_drawn_up),
    "drawn_down": _both(_drawn_down),
    "drawn_up_again": _both(measure.up_again),
    "drawn_down_again": _both(measure.down_again),
    "colour_streaks": _in_colour(measure.streak),
    "colour_imbalance": _in_colour(measure.imbalance),
}
"""What is counted for White and for Black of each board."""

OF_BYES = ("byes", "second_byes")
"""What is counted for the players without a board."""

QUESTIONS = (
    "returned",
    "byes",
    "second_byes",
    "rematches",
    "off_score",
    "score_difference",
    "drawn_up",
    "drawn_up_again",
    "drawn_down",
    "drawn_down_again",
    "same_club",
    "same_country",
    "same_family",
    "colour_streaks",
    "colour_imbalance",
    "handicap_games",
    "handicap_stones",
)
"""All questions, in the order in which they are shown."""


def answers(
    tournament: Tournament, played: Round, boards: Boards
) -> Mapping[str, tuple[Place, ...]]:
    """Where each question is answered with yes, by question; the largest amounts come first.

    Parameters
    ----------
    tournament, played
        The tournament, and the round whose byes are counted.
    boards
        The boards of the draw.
    """
    key = [player.key for player in tournament.players]
    pairs = [(key[white], key[black]) for white, black in _rows(boards)]
    earlier = {bye.player for bye in tournament.byes if bye.round < played.number}
    found = {
        "byes": [Place((bye,), 1) for bye in played.byes],
        "second_byes": [Place((bye,), 1) for bye in played.byes if bye in earlier],
    }
    for name, of_games in OF_GAMES.items():
        amounts = of_games(boards).tolist()
        found[name] = [
            Place(pair, amount, table)
            for pair, amount, table in zip(pairs, amounts, boards.table, strict=True)
            if amount
        ]
    for name, of_players in OF_PLAYERS.items():
        sides = zip(*(side.tolist() for side in of_players(boards)), strict=True)
        found[name] = [
            Place((player,), amount, table)
            for pair, amounts, table in zip(pairs, sides, boards.table, strict=True)
            for player, amount in zip(pair, amounts, strict=True)
            if amount
        ]
    return {name: tuple(sorted(found[name], key=lambda place: -place.amount)) for name in QUESTIONS}


def _rows(boards: Boards) -> Iterator[tuple[int, int]]:
    return zip(boards.white.row.tolist(), boards.black.row.tolist(), strict=True)
