"""What there is to say of pairs, as a model counts it: groups, homes, colours, earlier draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...pairing.field import deviations
from ...pairing.field.sides import lower_upper
from ...pairing.weights.terms_model import TermsModel
from .components import underlying

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...pairing.field import Field
    from ...pairing.weights import WeightModel

    Integers = NDArray[np.int64]
    Bools = NDArray[np.bool_]

__all__ = ["Facts", "facts_of", "score_groups"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Facts:
    """Some pairs; arrays of shape (m,), or (m, 2) with a value for each player of the pair."""

    same_group: Bools

    first_below: Bools
    """Whether the first player is of the lower group."""

    scores: NDArray[np.float64]
    """Scores that make the groups, (m, 2)."""

    up: Integers
    """How often the player of the lower group has been drawn up before."""

    down: Integers
    """How often the player of the upper group has been drawn down before."""

    places: Integers
    """Places in the group from 1, the strongest, (m, 2)."""

    sizes: Integers
    """Players of the groups, (m, 2)."""

    same_club: Bools
    """Whether both are of one club that is known."""

    same_country: Bools
    """Whether both are of one country that is known."""

    colours: Integers
    """Games with White minus games with Black, (m, 2)."""

    stones: Integers
    """Handicap by the rules of the tournament, 0 to 9."""

    bands: Integers
    """Categories or bands from 1, (m, 2)."""

    met: Bools
    """Whether they have met before."""


def facts_of(field: Field, model: WeightModel, seats: NDArray[np.intp]) -> Facts:
    """The facts of some pairs.

    Parameters
    ----------
    field
        The players.
    model
        The groups, colours and earlier draws up and down are those that it counts.
    seats : (m, 2)
        The pairs.
    """
    first, second = field[seats[:, 0]], field[seats[:, 1]]
    plain = underlying(model, field.round_number)
    by_terms = isinstance(plain, TermsModel)
    players: Any = plain.state(field) if by_terms else field
    a, b = players[seats[:, 0]], players[seats[:, 1]]
    up, _ = lower_upper(a, b, "uneven.up" if by_terms else "drawn_up")
    _, down = lower_upper(a, b, "uneven.down" if by_terms else "drawn_down")
    people = field.roster.people
    known = np.array([(p.club != "", p.country != "") for p in people.players], dtype=np.bool_)
    club, country = known[first.player].T
    here, there = (a.homes, b.homes) if by_terms else (first, second)
    return Facts(
        same_group=a.level == b.level,
        first_below=a.level < b.level,
        scores=_both(a, b, lambda s: s.mms if by_terms else s.main_x2 / 2),
        up=np.asarray(up),
        down=np.asarray(down),
        places=_both(a, b, lambda s: (s.seeds if by_terms else s).placement + 1),
        sizes=_both(a, b, lambda s: (s.seeds if by_terms else s).group_size),
        same_club=(here.club == there.club) & club,
        same_country=(here.country == there.country) & country,
        colours=_both(a, b, lambda s: s.colours.balance if by_terms else s.colour_balance),
        stones=deviations.handicap(first, second),
        bands=_both(a, b, lambda s: s.band if by_terms else s.category + 1),
        met=first.have_met(second),
    )


def score_groups(field: Field, model: WeightModel) -> NDArray[np.intp]:
    """The score group of each seat in a model, intp (n,): from 0, the best, without gaps.

    Two groups may have one score: those of two categories.
    """
    plain = underlying(model, field.round_number)
    by_terms = isinstance(plain, TermsModel)
    players: Any = plain.state(field) if by_terms else field
    return np.unique(-players.level, return_inverse=True)[1]


def _both(a: Any, b: Any, of: Any) -> NDArray[Any]:  # noqa: ANN401 - fields, or states
    """A column of both players of each pair, (m, 2)."""
    return np.stack([of(a), of(b)], axis=1)
