"""What speaks for and against a pair."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...pairing.field import deviations
from ...pairing.field.columns import lower_upper
from ...pairing.weights.term import Condition, always

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from ...arrays import Bools, Integers
    from ...pairing.field import Field
    from ...pairing.weights import WeightModel
    from ...pairing.weights.term import Term


# ---- What the components of a weight are made of, for any model ----


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Component:
    """A component of a model in one round."""

    name: str

    most: int
    """The most that it can add to the weight of a pair, in units; 0 for a preference."""

    coefficient: float | None = None
    """Its coefficient or worth in the model's own weights; None for a preference."""

    applies: Condition = always
    """The pairs that it looks at, in views of the players of the model."""

    term: Term | None = None
    """The term, if its weight is a share of the coefficient."""


def components_of(field: Field, model: WeightModel) -> Mapping[str, Component]:
    """The components of a model in the round of a field, by name and in its order."""
    players = model.players(field)
    terms = model.terms(players)
    quantum = model.quantum(field.round_number, terms)
    found = {
        term.name: Component(
            name=term.name,
            most=quantum.most(term),
            coefficient=term.coefficient,
            applies=term.concerns or term.applies,
            term=None if quantum.whole else term,
        )
        for term in terms
    }
    return {name: found.get(name) or Component(name=name, most=0) for name in model.names}


# ---- What there is to say of pairs, as a model counts it: groups, homes, colours, earlier draws ----


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
    players = model.players(field)
    a, b = players[seats[:, 0]], players[seats[:, 1]]
    up, _ = lower_upper(a, b, "drawn_up")
    _, down = lower_upper(a, b, "drawn_down")
    people = field.roster.people
    known = np.array([(p.club != "", p.country != "") for p in people.players], dtype=np.bool_)
    club, country = known[a.player].T
    return Facts(
        same_group=a.level == b.level,
        first_below=a.level < b.level,
        scores=_both(a.score, b.score),
        up=np.asarray(up),
        down=np.asarray(down),
        places=_both(a.placement, b.placement) + 1,
        sizes=_both(a.group_size, b.group_size),
        same_club=a.same_club(b) & club,
        same_country=a.same_country(b) & country,
        colours=_both(a.colour_balance, b.colour_balance),
        stones=deviations.handicap(a, b),
        bands=_both(a.band, b.band),
        met=a.have_met(b),
    )


def score_groups(field: Field, model: WeightModel) -> NDArray[np.intp]:
    """The score group of each seat in a model, intp (n,): from 0, the best, without gaps.

    Two groups may have one score: those of two categories.
    """
    return np.unique(-model.players(field).level, return_inverse=True)[1]


def _both(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """A column of both players of each pair, (m, 2)."""
    return np.stack([one, other], axis=1)


# ---- What there is in some games that nobody likes, counted in the terms of the field ----

COUNTED: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "rematch": ("rematches", ("rematches",)),
    "game within a club": ("games within a club", ("homes", "clubs")),
    "game within a country": ("games within a country", ("homes", "countries")),
    "draw up and down": ("draws up and down", ("draws up and down",)),
    "repeated draw up": ("repeated draws up", ("draws up and down",)),
    "repeated draw down": ("repeated draws down", ("draws up and down",)),
    "point between opponents": ("points between opponents", ("score difference",)),
    "stone of handicap": ("stones of handicap", ("handicaps",)),
    "game that balances no colours": ("games that balance no colours", ("colours",)),
}
"""Everything that is counted, with its plural, and the nouns of the components that look at it."""


def counted(facts: Facts) -> dict[str, NDArray[np.int64]]:
    """What is in each of some games, by the names of ``COUNTED``; points are doubled."""
    uneven, even = ~facts.same_group, facts.stones == 0
    found = {
        "rematch": facts.met,
        "game within a club": facts.same_club,
        "game within a country": facts.same_country & ~facts.same_club,
        "draw up and down": uneven,
        "repeated draw up": uneven & (facts.up > 0),
        "repeated draw down": uneven & (facts.down > 0),
        "point between opponents": np.rint(2 * abs(np.diff(facts.scores, axis=1)[:, 0])),
        "stone of handicap": facts.stones,
        "game that balances no colours": even & (facts.colours.prod(axis=1) > 0),
    }
    return {name: values.astype(np.int64) for name, values in found.items()}


def counts(field: Field, model: WeightModel, pairs: Iterable[tuple[str, str]]) -> Counter[str]:
    """Count what is in the games of some pairs together, see ``counted``.

    Parameters
    ----------
    field
        The players, with those of the pairs among them.
    model
        The groups, colours and earlier draws up and down are those that it counts.
    pairs
        Two keys each.
    """
    found = counted(facts_of(field, model, field.seats(pairs)))
    return Counter({name: int(values.sum()) for name, values in found.items()})
