"""How often the stronger player wins, in tournaments that were played [K12 10.3]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from ...errors import in_file
from ...go.ratings import PWin, rated
from ...go.ratings.games import stones_as_grades
from ...go.scores import History
from ..history.model import read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ...go.tournament import Tournament


_WIDEST = 9
"""Games of a larger difference stand with these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The games of players who are so many grades apart, with what their stones are worth."""

    grades: int
    games: int

    share: float
    """What the stronger player has won of them."""

    expected: float
    """What the curve expects of them."""


@dataclass(frozen=True, slots=True, eq=False)
class GamesByGrade:
    """Games that count for ratings; every array has a value for each of them."""

    white: NDArray[np.int64]
    """Grade index of White."""

    black: NDArray[np.int64]

    stones: NDArray[np.int64]
    """Stones that Black gets."""

    won: NDArray[np.float64]
    """What White has won: 1, ½ for a jigo, or 0."""

    @classmethod
    def of(cls, tournaments: Sequence[Tournament]) -> Self:
        """The games of tournaments; teams have none."""
        columns = [_columns(tournament) for tournament in tournaments if not tournament.draws_teams]
        white, black, stones, won_x2 = np.concatenate(
            [np.zeros((4, 0), dtype=np.int64), *columns], axis=1
        )
        return cls(white, black, stones, won_x2 / 2)

    def fitted(self) -> PWin:
        """The curve under which these results are likeliest.

        Raises
        ------
        RuleError
            If the games do not tell.
        """
        return PWin.fitted(self.white, self.black, self.won, -self.stones)

    def differences(self, curve: PWin) -> Iterator[Difference]:
        """The games by their differences of grades, beside a curve."""
        lead = self.white - self.black - stones_as_grades(self.stones)
        apart = np.minimum(np.floor(abs(lead)), _WIDEST).astype(np.int64)
        won = np.where(lead >= 0, self.won, 1 - self.won)
        expected = curve(self.white, self.black, -self.stones)
        expected = np.where(lead >= 0, expected, 1 - expected)
        for grades in np.unique(apart).tolist():
            those = apart == grades
            yield Difference(
                grades=grades,
                games=int(those.sum()),
                share=float(won[those].mean()),
                expected=float(expected[those].mean()),
            )


def _columns(tournament: Tournament) -> NDArray[np.int64]:
    """Grades of White and of Black, stones and doubled share of White of each game, (4, m)."""
    history = History.of(tournament)
    white, column = np.nonzero(rated(history) & (history.colour == 1))
    black = history.opponent[white, column]
    stones, won_x2 = history.handicap[white, column], history.won_x2[white, column]
    return np.array([history.grade[white], history.grade[black], stones, won_x2], dtype=np.int64)


def winning_in(files: Sequence[Path]) -> tuple[GamesByGrade, tuple[str, ...]]:
    """The games in files, and what readers remark on, each with the name of its file.

    Raises
    ------
    FormatError
        If a file cannot be read.
    RuleError
        If a tournament contradicts itself.
    """
    tournaments, remarks = [], []
    for file in files:
        document = read(file)
        remarks += [f"{file}: {remark}" for remark in document.remarks]
        with in_file(file):
            _columns(document.tournament)
        tournaments.append(document.tournament)
    return GamesByGrade.of(tournaments), tuple(remarks)
