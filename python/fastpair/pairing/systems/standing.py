"""The order in which a system takes the players of a round, and who of them has the bye."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ...go.ratings import rating_or_grade
from ...go.scores import standings_values
from ..field.luck import lots, of_round
from ..solving.bye import first_to_spare

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..field import Field
    from .system import Situation

    Integers = NDArray[np.int64]

__all__ = ["among", "by_rating", "drawn_lots", "salt", "spared", "standing"]

_Value = TypeVar("_Value", bound="np.generic")


def standing(situation: Situation, score_x2: Integers) -> Integers:
    """Seats of the field, best first.

    They are in the order of a score. Equal scores are in the order of the criteria of the rules by
    which players are seeded, then of the ratings, and of the names only then.

    Parameters
    ----------
    situation
        The round.
    score_x2 : (n,) int64
        Doubled score of each seat.
    """
    field, history = situation.field, situation.history
    criteria = history.rules.seeding_criteria
    values = standings_values(history, criteria, situation.round_number - 1)[field.player]
    rating = rating_or_grade(field.rating, field.grade)
    # Seats of equal players are in the order of their names.
    order: Integers = np.lexsort((-rating, *-values.T[::-1], -score_x2))
    return order


def by_rating(field: Field, score_x2: Integers) -> Integers:
    """Seats of the field, best first: by a score, then by the ratings, and then as in the standings."""
    rating = rating_or_grade(field.rating, field.grade)
    order: Integers = np.lexsort((-rating, -score_x2))
    return order


def among(pairs: NDArray[_Value], players: Integers) -> NDArray[_Value]:
    """What an array (n, n) holds of the pairs of some players, in their order, (m, m)."""
    # One axis after the other is several times as fast as both at once.
    found: NDArray[_Value] = pairs.take(players, axis=0).take(players, axis=1)
    return found


def spared(situation: Situation, order: Integers) -> int | None:
    """Seat of the player who has the bye; None if there is none to give.

    It is the last one of those with the fewest byes, unless fewer pairs could be drawn without him
    than with everybody [V 4.2.4; INTERPRETATION 6.4].

    Parameters
    ----------
    situation
        The round.
    order : (n,) int64
        All seats, best first.
    """
    if len(order) % 2 == 0 or situation.bye_given:
        return None
    last_first = order[::-1]
    fewest_first = np.argsort(situation.field.byes[last_first], kind="stable")
    return first_to_spare(situation.allowed, last_first[fewest_first])


def drawn_lots(situation: Situation) -> Integers:
    """Numbers 0, 1, … that the seats draw, (n,); every round draws other ones."""
    return lots(len(situation.field), salt(situation))


def salt(situation: Situation) -> int:
    """Number from which the lots of a round follow; every round has another one."""
    return of_round(situation.seed, situation.round_number)
