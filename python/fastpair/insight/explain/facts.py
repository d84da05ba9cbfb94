"""What speaks for and against a pair."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...pairing.field import deviations
from ...pairing.field.columns import lower_upper
from ...pairing.weights.evaluation import Quantum
from ...pairing.weights.model import Derived
from ...pairing.weights.models.opengotha import OpenGotha, concave
from ...pairing.weights.term import Condition, always, never
from ...pairing.weights.terms_model import TermsModel

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from ...arrays import Bools, Integers
    from ...pairing.field import Field
    from ...pairing.weights import WeightModel
    from ...pairing.weights.term import Term


# ---- What the components of a weight are made of, for any model ----

_APPLIES = {
    "colour": Condition(lambda a, b: deviations.handicap(a, b) == 0),
    "dudd": Condition(lambda a, b: ~deviations.same_group(a, b)),
    "seeding": Condition(deviations.same_group),
}
"""The pairs that a component of OpenGotha looks at, if not all."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Component:
    """A component of a model in one round."""

    name: str

    most: int
    """The most that it can add to the weight of a pair, in units; 0 for a preference."""

    coefficient: float | None = None
    """Its coefficient or worth in the model's own weights; None for a preference."""

    applies: Condition = always
    """The pairs that it looks at, in views of the state of the model, or of the field."""

    term: Term | None = None
    """The term of a model of the papers."""


def underlying(model: WeightModel, round_number: int) -> WeightModel:
    """The published model of a round, without levels and preferences."""
    while isinstance(model, Derived):
        model = model.at(round_number)
    return model


def components_of(field: Field, model: WeightModel) -> Mapping[str, Component]:
    """The components of a model in the round of a field, by name and in its order."""
    plain = underlying(model, field.round_number)
    if isinstance(plain, TermsModel):
        found = _of_terms(field, plain)
    elif isinstance(plain, OpenGotha):
        worths = _worths(field, plain)
        found = {
            name: Component(
                name=name, most=worth, coefficient=worth, applies=_APPLIES.get(name, always)
            )
            for name, worth in worths.items()
        }
    else:
        found = {}
    return {name: found.get(name) or Component(name=name, most=0) for name in model.names}


def _of_terms(field: Field, model: TermsModel) -> dict[str, Component]:
    state = model.state(field)
    quantum = Quantum(model.scale(state), model.not_applied)
    return {
        term.name: Component(
            name=term.name,
            most=max(0, int(quantum.of(_largest(term, quantum), term.coefficient))),
            coefficient=term.coefficient,
            applies=term.applies,
            term=term,
        )
        for term in model.terms(state)
    }


def _largest(term: Term, quantum: Quantum) -> NDArray[np.float64]:
    """The largest weight of a term: 1, unless it applies to no pair of the round."""
    return np.asarray(quantum.elsewhere(term) if term.applies is never else 1.0)


def _worths(field: Field, model: OpenGotha) -> dict[str, int]:
    """The most of each component of OpenGotha [OPENGOTHA 2, 11].

    Most tournaments want so little of homes that nobody lives far enough away for all their worth.
    """
    rules = field.rules.pairing
    distant = concave(deviations.areas(field), rules.avoid_same_area, rules.concavity).min()
    reached = min(rules.minimise_score_difference - int(distant), rules.avoid_same_area)
    far = rules.avoid_same_area if model.variant == "v352" else reached
    worths = {
        "duplicate": rules.avoid_duplicate,
        "random": rules.random,
        "colour": rules.balance_colours,
        "category": rules.avoid_mixing_categories if field.rules.categories > 1 else 0,
        "score": rules.minimise_score_difference,
        "dudd": rules.draw_up_down,
        "seeding": rules.maximise_seeding,
        "handicap": rules.minimise_handicap,
        "geo": far,
    }
    return {name: int(worths[name]) for name in model.names}


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
