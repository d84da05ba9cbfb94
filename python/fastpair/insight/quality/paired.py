"""The players of one round who have a game, with what the measures ask of them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ...go.scores import main_score_x2, whole
from ...pairing.field.people import areas, clubs, countries
from ...pairing.papers.quality import colour_span, colour_value

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...go.scores import History
    from ...go.tournament import Tournament

    _Axis = int | slice | NDArray[Any] | None
    _Index = _Axis | tuple[_Axis, ...]

__all__ = ["Paired", "colours", "pairing_score_x2"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Paired:
    """Players as they stood before a round in which they have a game; columns of shape (n,).

    Indexing indexes every column as numpy does, so that one formula in two views serves the
    boards of a draw and, as ``paired[:, None], paired[None, :]``, all pairs.
    """

    met: NDArray[np.bool_]
    """Whether two seats have met in an earlier round, (n, n). Never sliced."""

    colour_unit: int
    """Parts of 1 in which colour values are counted, so that they are whole."""

    seat: NDArray[np.int64]
    """Row and column of the matrices over all pairs: 0, 1, … n - 1."""

    row: NDArray[np.int64]
    """Index into ``tournament.players``."""

    score_x2: NDArray[np.int64]
    """Doubled score by which the round is paired."""

    below_bar: NDArray[np.bool_]
    """Whether the grade is below the bar [INTERPRETATION 0.7]."""

    country: NDArray[np.int64]
    """Equal for players of one country; who has none has a number of his own."""

    club: NDArray[np.int64]
    """Equal for players of one club of one country; who has none has a number of his own."""

    drawn_up: NDArray[np.int64]
    """Earlier games against a higher score."""

    drawn_down: NDArray[np.int64]
    """Earlier games against a lower score."""

    balance: NDArray[np.int64]
    """Earlier games with White less those with Black, handicap games included."""

    run: NDArray[np.int64]
    """How many of the last games were of one colour; negative if it is Black."""

    value_white: NDArray[np.int64]
    """Colour value after the round if White is taken in it, in parts of ``colour_unit``."""

    value_black: NDArray[np.int64]
    """The same for Black."""

    strength: NDArray[np.float64]
    """Relative strength by the results of the whole tournament [V appendix B]."""

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        history: History,
        round_number: int,
        strength: NDArray[np.float64],
        *,
        half_points: bool = False,
    ) -> Self:
        """Lay out the players who have a game in a round.

        Parameters
        ----------
        tournament, history
            The same tournament, with the round in it.
        round_number
            From 1.
        strength : (players,) float64
            Relative strengths of all players.
        half_points
            See ``pairing_score_x2``.
        """
        after = round_number - 1
        row = np.flatnonzero(history.opponent[:, after] >= 0)
        score_x2 = pairing_score_x2(history, half_points=half_points)
        lead = _lead(history, score_x2, after)
        country = countries(tournament.players)
        colour = colours(history)[:, :after]
        # Alternation counts halves.
        unit = max(1, 2 * colour_span(round_number))
        columns = {
            "score_x2": score_x2[:, after],
            "below_bar": history.grade < history.bar,
            "country": areas(country),
            "club": areas(clubs(tournament.players, country)),
            "drawn_up": (lead < 0).sum(axis=1),
            "drawn_down": (lead > 0).sum(axis=1),
            "balance": colour.sum(axis=1),
            "run": _run(colour),
            "value_white": _value_with(colour, 1, unit),
            "value_black": _value_with(colour, -1, unit),
            "strength": strength,
        }
        met = np.zeros((len(history.grade),) * 2, dtype=np.bool_)
        earlier = history.opponent[:, :after]
        met[np.nonzero(earlier >= 0)[0], earlier[earlier >= 0]] = True
        return cls(
            met=met[np.ix_(row, row)],
            colour_unit=unit,
            seat=np.arange(len(row)),
            row=row,
            **{name: column[row] for name, column in columns.items()},
        )

    def __len__(self) -> int:
        return len(self.met)

    def __getitem__(self, index: _Index) -> Self:
        """Players whose columns are indexed as numpy indexes arrays."""
        return replace(self, **{name: getattr(self, name)[index] for name in _COLUMNS})

    def have_met(self, other: Self) -> NDArray[np.bool_]:
        """Whether the players of two views have met in an earlier round."""
        return self.met[self.seat, other.seat]


_COLUMNS = tuple(
    column.name for column in fields(Paired) if column.name not in ("met", "colour_unit")
)


def pairing_score_x2(history: History, *, half_points: bool = False) -> NDArray[np.int64]:
    """Doubled scores by which rounds are paired, (n, rounds + 1) as ``main_score_x2``.

    They are whole points, as the groups are [OPENGOTHA 10]; or with ``half_points`` exact, so that
    players half a point apart are of different groups [INTERPRETATION 0.6].
    """
    exact = main_score_x2(history)
    return exact if half_points else 2 * whole(exact)


def colours(history: History) -> NDArray[np.int64]:
    """Colours that count, (n, rounds): White 1, Black -1; 0 without play [K15 7, 10.3]."""
    return np.where(history.by_default, 0, history.colour)


def _lead(history: History, score_x2: NDArray[np.int64], after: int) -> NDArray[np.int64]:
    """How much higher than the opponent a player stood before each earlier round."""
    opponent = history.opponent[:, :after]
    theirs = np.take_along_axis(score_x2[:, :after], opponent.clip(0), axis=0)
    return np.where(opponent >= 0, score_x2[:, :after] - theirs, 0)


def _run(colour: NDArray[np.int64]) -> NDArray[np.int64]:
    """Length of the last run of one colour; rounds without a game do not break it."""
    run = np.zeros(len(colour), dtype=np.int64)
    for now in colour.T:
        run = np.where(now == 0, run, np.where(run * now > 0, run + now, now))
    return run


def _value_with(colour: NDArray[np.int64], taken: int, unit: int) -> NDArray[np.int64]:
    """Colour values, in parts, after one more round in which everybody takes a colour."""
    after = np.column_stack([colour, np.full(len(colour), taken)])
    return np.rint(colour_value(after) * unit).astype(np.int64)
