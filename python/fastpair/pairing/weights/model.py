"""Weight models, and models derived from others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, fields, is_dataclass, replace
from dataclasses import field as dataclass_field
from functools import cached_property
from math import ceil, log2
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

import numpy as np

from ...errors import RuleError
from ...parameters import check_parameters, parameter, parameters, quoted, read_list
from ...sentences import phrase
from ..field import Conventions, columns
from ..field.field import areas, families
from ..field.state import state_of
from .added_terms import AddedTerm  # noqa: TC001 - the types of fields are read
from .evaluation import SMALL, Pieces, Quantum, Whole, weigh_all

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from ...arrays import Indices, Integers
    from ...go.tournament import Rules, Same, Variant
    from ...parameters import Parameter, Section
    from ..field import Field, State
    from .term import Term


# ---- What every weight model has in common: components that add up, over views of a field ----

if TYPE_CHECKING:
    Levels = tuple[Integers, ...]


_BLOCK = 1 << 15
"""Pairs weighed at a time, so that what lies between the formulas stays in the cache."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Weights:
    """Weights of all pairs of a field; symmetric int64 matrices (n, n).

    The diagonal is no pair, and means nothing.

    Examples
    --------
    >>> field = Field.of(read("examples/evening.xml").tournament, 2)
    >>> weights = model_named("fastpair").weigh(field)
    >>> weights.total.dtype, weights.total.shape
    (dtype('int64'), (6, 6))
    """

    field: Field
    model: WeightModel

    levels: Levels
    """The weights on each level, those of a first level before all others; most models have one."""

    @property
    def total(self) -> Integers:
        """One weight of each pair.

        Raises
        ------
        RuleError
            If the model puts its components on several levels.
        """
        if len(self.levels) > 1:
            raise RuleError(
                phrase(
                    "{name} stands on levels here, and this needs one weight for each pair",
                    name=self.model.name,
                )
            )
        return self.levels[0]

    @cached_property
    def components(self) -> dict[str, Integers]:
        """Shares of the total by name, computed when they are first asked for.

        For a few pairs, ``model.components(field[i], field[j])`` is far cheaper.
        """
        return self.model.shares(self.field)


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """Properties of a model other than its weights.

    The defaults are those of OpenGotha. A model that is made of another one passes its traits on
    as a whole.

    Examples
    --------
    >>> model_named("opengotha352").traits.variant
    'v352'
    """

    variant: Variant = "v351"
    """Which fields the model weighs; see ``Field.of``."""

    base: int = 0
    """Weight of a pair without any component."""

    preference: float = 100.0
    """What a director's preference for a pair adds by default, in the model's own weights.

    It is about as much as opponents from elsewhere are worth.
    """

    bye_in_groups: bool = True
    """Whether the player who gets the bye still counts in the groups of the round.

    In OpenGotha he does [OPENGOTHA 10]; in the papers the groups consist of those who are paired
    [INTERPRETATION 0.6].
    """

    no_handicap_at_top: bool = False
    """Whether the draw avoids pairs at the top whose scores call for a handicap, as far as it can.

    OpenGotha allows such pairs [OPENGOTHA 8]; the papers exclude them [INTERPRETATION
    K15-2.1 (g)].
    """

    limit_scores: bool = False
    """Whether the draw holds opponents' scores as near to each other as the field allows.

    It is for models in which a further point between two players may cost nothing: sech is all but 0
    beyond a few points, so that one game of 24 points is lighter by less than two games of 2. The paper
    asks for limits of the edges then [K12 9.2].
    """

    no_wider_for: tuple[str, ...] = ()
    """Components for which no game is wider than the widest game of the draw without them."""

    colours_by_index: bool = False
    """Whether the colours of a game without handicap are those of the smaller colour index.

    In the papers they are [K15 7]; OpenGotha balances colours instead [OPENGOTHA 12].
    """

    def bye_rule(self, rules: Rules) -> Variant:
        """The version of OpenGotha by whose rule a player has the bye.

        The later version's goes by the score that makes the groups. The earlier one's goes by the
        McMahon score in every tournament, which is not for models whose scores hold no grades.
        """
        by_mms = self.bye_in_groups or rules.by_mms
        return self.variant if by_mms else "v352"


class WeightModel(ABC):
    """A named list of components, each a formula in two views of a ``Field``.

    Examples
    --------
    >>> field = Field.of(read("examples/evening.xml").tournament, 2)
    >>> model_named("fastpair").weigh(field).levels[0].shape
    (6, 6)
    """

    pairwise_up_to: ClassVar[int] = SMALL
    """The pairs of so few players are weighed one by one; of more players, by classes of them. Both ways
    give the same weights."""

    weighs_preferences: ClassVar[bool] = False
    """Whether the director's preferences are among the components already."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """Names of the components."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Name by which the model is known in ``MODELS``."""

    @property
    def levels(self) -> tuple[tuple[str, ...], ...]:
        """Names of the components on each level, the first one first; most models have one level."""
        return (self.names,)

    @property
    def traits(self) -> Traits:
        """What the draw has to know of the model besides its weights."""
        return Traits()

    @property
    def preference(self) -> float:
        """What a preferred pair adds, in the model's own weights."""
        return self.traits.preference

    @property
    def parameters(self) -> tuple[Parameter | Section, ...]:
        """Everything that can be set in the model; none if it goes by the rules of the tournament."""
        return ()

    # Of a model that has parameters:

    term_names: ClassVar[tuple[str, ...]]
    """Names of the terms that can be left out."""

    @property
    def removed(self) -> tuple[str, ...]:
        """Names of the terms that are left out."""
        return ()

    @property
    def added(self) -> tuple[AddedTerm, ...]:
        """Terms besides those of the model, see ``ADDED_TERMS``."""
        return ()

    def with_terms(self, removed: tuple[str, ...], added: tuple[AddedTerm, ...]) -> WeightModel:
        """The model without some of its terms, and with others.

        Raises
        ------
        RuleError
            If the model has no parameters, or refuses the change.
        """
        raise RuleError(
            phrase("{name} takes its parameters from the tournament file", name=self.name)
        )

    def description(self) -> dict[str, object]:
        """Everything but the tournament and luck that the weights follow from, as values of JSON."""
        return {"model": self.name}

    def preferring(self, pairs: frozenset[frozenset[str]]) -> WeightModel:
        """The model with a preference for some more pairs of keys."""
        return Preferring(model=self, wanted=pairs) if pairs else self

    def strategy(self, field: Field) -> str:
        """Whom the model wants to meet within a group, by its own name for it."""
        return "fold"

    def state(self, field: Field) -> State:
        """All players of a field or of a view of one, by seat, as the papers count them.

        The rules around the weights read it, so that they count as the model does.
        """
        return state_of(field.roster, Conventions())

    def players(self, field: Field) -> Field:
        """All players of a field or of a view of one, by seat, as the terms read them."""
        return field.whole

    @abstractmethod
    def terms(self, players: Field) -> tuple[Term, ...]:
        """The components as terms for the ``players`` of a round, in the order of ``names``.

        Several terms in succession may make one component, and have its name.
        """

    def quantum(self, round_number: int, terms: tuple[Term, ...]) -> Quantum:
        """How the weights of a round's ``terms`` become integers; by default they are such already."""
        return Whole()

    def find_terms(self, field: Field) -> tuple[Field, tuple[Term, ...], Quantum]:
        """The players of a field, and the terms and the quantum for them, found once for each round."""
        players, cache = self.players(field), field.roster.terms
        if id(self) not in cache:
            terms = self.terms(players)
            # The model is kept alive, so that no other one gets its id.
            cache[id(self)] = self, terms, self.quantum(field.round_number, terms)
        _, terms, quantum = cache[id(self)]
        return players, terms, quantum

    def by_lot(self, rules: Rules) -> bool:
        """Whether lots decide anything, so that another seed may give another draw."""
        return False

    def order(self, field: Field) -> Indices | None:
        """Seats in an order by lot, which decides between draws of equal weight; None: no lots do."""
        return None

    def units(self, field: Field) -> int:
        """How many units of the integer weights make 1 in the model's own weights."""
        return self.find_terms(field)[2].scale

    def components(self, a: Field, b: Field) -> dict[str, Integers]:
        """Shares of the weight of the pairs a and b, by name and in the order of ``names``.

        Parameters
        ----------
        a, b
            Views of one field whose columns broadcast: ``field[:, None]`` and ``field[None, :]``
            for the matrix, ``field[i]`` and ``field[j]`` for an edge list or a pair.

        Returns
        -------
        int64 of the broadcast shape.
        """
        players, terms, quantum = self.find_terms(a)
        same = players is a.whole and players is b.whole
        first, second = (a, b) if same else (players[a.seat], players[b.seat])
        shares: dict[str, Integers] = {}
        for term in terms:
            share = quantum.share(term, first, second)
            shares[term.name] = shares[term.name] + share if term.name in shares else share
        shape = np.broadcast_shapes(a.seat.shape, b.seat.shape)
        return {
            name: share if share.shape == shape else np.full(shape, share)
            for name, share in shares.items()
        }

    def weight(self, a: Field, b: Field) -> Integers:
        """Weight of the pairs a and b: the base and all components."""
        return sum(self.components(a, b).values(), np.asarray(self.traits.base))

    def weigh(self, field: Field) -> Weights:
        """Weigh all pairs of a field."""
        return Weights(field=field, model=self, levels=self.weigh_groups(field, self.levels))

    def pieces(self, field: Field, without: Collection[str] = ()) -> Pieces | None:
        """Weights of any part of a field too large for a matrix; None if the model knows no bounds.

        Parameters
        ----------
        without
            Names of components that are left out.
        """
        players, terms, quantum = self.find_terms(field)
        counted = [term for term in terms if term.name not in without]
        return Pieces(counted, players, quantum, self.traits.base)

    def weigh_groups(self, field: Field, groups: Sequence[Sequence[str]]) -> Levels:
        """Sums of some components, by name, of all pairs of a field; the base is in the first."""
        players, terms, quantum = self.find_terms(field)
        bases = (self.traits.base, *[0] * len(groups))
        return tuple(
            weigh_all(
                tuple(term for term in terms if term.name in group),
                players,
                quantum,
                base,
                pairwise_up_to=self.pairwise_up_to,
            )
            for group, base in zip(groups, bases, strict=False)
        )

    def shares(self, field: Field) -> dict[str, Integers]:
        """Components of all pairs of a field, int64 (n, n) by name."""
        shares = np.zeros((len(self.names), len(field), len(field)), np.int64)
        for rows, components in self._blocks(field):
            for matrix, share in zip(shares, components.values(), strict=True):
                matrix[rows] = share
        return dict(zip(self.names, shares, strict=True))

    def _blocks(self, field: Field) -> Iterator[tuple[slice, dict[str, Integers]]]:
        """Components of some rows of the matrix at a time."""
        step = max(1, _BLOCK // max(len(field), 1))
        for start in range(0, len(field), step):
            rows = slice(start, start + step)
            yield rows, self.components(field[rows, None], field[None, :])


# ---- What a model is made of, as values of JSON ----

_LUCK = ("salt", "lots")
"""Parameters that hold what was drawn by lot, and so are no part of a model."""


def differing(described: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a description that is not as in the usual one."""
    return {
        name: value
        for name, value in described.items()
        if name not in usual or usual[name] != value
    }


def values_of(part: Any, path: str = "") -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """Fields of a dataclass, and of those within it, by dotted names."""
    for entry in fields(part):
        value = getattr(part, entry.name)
        if entry.name in _LUCK:
            continue
        if is_dataclass(value):
            yield from values_of(value, f"{path}{entry.name}.")
        else:
            yield f"{path}{entry.name}", plain(value)


def plain(value: Any) -> Any:  # noqa: ANN401
    """A value as JSON has it; an added term also gets its name."""
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if is_dataclass(value):
        return {"term": getattr(value, "label", type(value).__name__), **dict(values_of(value))}
    return value


# ---- Weight models of the papers: a named list of terms over one state of the players ----

_BITS = 51
"""The heaviest weight is at most 2^51, so that doubles hold every share and round it exactly."""


_FINEST = 200
"""The scale is at most 2^200, so that no product of doubles overflows."""


@dataclass(frozen=True, kw_only=True)
class ConfigurableModel(WeightModel):
    """A model whose weights are sums of real terms, each rounded to an integer.

    The share of a term is its real weight times ``Quantum.scale``, a power of two, rounded to the nearest
    integer (ties to even). Nothing else is rounded.

    Examples
    --------
    >>> model_named("fastpair").with_terms(("homes",), ()).names[:4]
    ('mms', 'even', 'uneven', 'colour')
    """

    conventions: Conventions = dataclass_field(default_factory=Conventions)
    salt: int = 0
    """Number that lots are drawn from."""

    not_applied: float = parameter(
        0.0,
        "Share of a term for pairs it does not apply to: 0 leaves it out, 1 is neutral",
        unit="weight",
        source="INTERPRETATION 0.8",
        least=0,
        most=1,
    )

    added: tuple[AddedTerm, ...] = ()
    """Terms besides those of the paper."""

    removed: tuple[str, ...] = ()
    """Names of the paper's terms that are left out."""

    label: ClassVar[str]
    term_names: ClassVar[tuple[str, ...]]
    saturates: ClassVar[bool] = False
    """Whether a further point between two players whose scores are far apart costs nothing."""

    def __post_init__(self) -> None:
        """Refuse changes that leave no terms, two terms of one name, or no valid share.

        Raises
        ------
        RuleError
            If a change is refused.
        """
        check_parameters(self)
        for name in self.removed:
            if name not in self.term_names:
                raise RuleError(
                    phrase("{label} has no term {name!r} to leave out", label=self.label, name=name)
                )
        for name, count in Counter(self.names).items():
            if count > 1:
                raise RuleError(
                    phrase(
                        "{label} has {count} terms {name!r}",
                        label=self.label,
                        count=count,
                        name=name,
                    )
                )

    @property
    def name(self) -> str:
        """Name by which the model is known in ``MODELS``."""
        return self.label

    @property
    def traits(self) -> Traits:
        """Traits that all models of the papers share."""
        return Traits(
            bye_in_groups=False,
            no_handicap_at_top=True,
            limit_scores=self.saturates,
            colours_by_index=True,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the terms."""
        names = (name for name in self.term_names if name not in self.removed)
        return *names, *(added.label for added in self.added)

    @property
    def parameters(self) -> tuple[Parameter | Section, ...]:
        """Everything that can be set in the model."""
        return parameters(type(self))

    def with_terms(self, removed: tuple[str, ...], added: tuple[AddedTerm, ...]) -> Self:
        """The model without some terms of the paper, and with others."""
        return replace(self, removed=removed, added=added)

    def description(self) -> dict[str, object]:
        """Each parameter by its dotted name, and the terms left out and added."""
        values = dict(values_of(self))
        remove, add = values.pop("removed"), values.pop("added")
        return {"model": self.name, **values, "remove": remove, "add": add}

    @abstractmethod
    def table(self, state: State) -> tuple[Term, ...]:
        """The terms of the paper for the players of a round, in its order."""

    def terms(self, players: Field) -> tuple[Term, ...]:
        """The terms of the model for the players of a round, a ``State``, in the order of ``names``."""
        terms = (
            term for term in self.table(cast("State", players)) if term.name not in self.removed
        )
        return *terms, *(added.term() for added in self.added)

    def by_lot(self, rules: Rules) -> bool:
        """Whether lots are drawn: to shuffle, or to order equals within a group unless they are given."""
        return self.shuffles or self.conventions.lots is None

    def state(self, field: Field) -> State:
        """State of all players of a field or of a view of one, by the model's conventions."""
        conventions = self.conventions
        if self.salt:
            conventions = replace(conventions, salt=self.salt)
        return state_of(field.roster, conventions)

    def players(self, field: Field) -> State:
        """State of all players."""
        return self.state(field)

    @property
    def shuffles(self) -> bool:
        """Whether the players are shuffled before a draw, as some pairs are to be made at random."""
        return False

    def order(self, field: Field) -> Indices | None:
        """Seats as they are shuffled, if they are; every round has other lots [K15 4.1; K12 6.5]."""
        if not self.shuffles:
            return None
        seed = self.salt or self.conventions.salt
        return np.argsort(columns.lots(len(field), columns.of_round(seed, field.round_number)))

    def quantum(self, round_number: int, terms: tuple[Term, ...]) -> Quantum:
        """How real shares become integers: rounded to units of 1 / scale."""
        return Quantum(_scale(terms), self.not_applied)


def _scale(terms: tuple[Term, ...]) -> int:
    largest = sum(abs(term.coefficient) for term in terms)
    if not largest <= 2**_BITS:
        raise RuleError(
            phrase(
                "the coefficients add up to {largest:.3g}, expected at most 2^{BITS} = {value:.3g}; only their ratios matter, so make all of them smaller",
                largest=largest,
                BITS=_BITS,
                value=2**_BITS,
            )
        )
    return 2 ** min(max(0, _BITS - ceil(log2(largest))), _FINEST) if largest > 0 else 1


# ---- Models that are made of another one ----


@dataclass(frozen=True, kw_only=True)
class Derived(WeightModel):
    """A model that is like another one, but for what it says otherwise."""

    model: WeightModel

    def at(self, round: int) -> WeightModel:
        """The model that it is like in a round."""
        return self.model

    @property
    def name(self) -> str:
        """Name of the model."""
        return self.model.name

    @property
    def traits(self) -> Traits:
        """Traits of the model."""
        return self.model.traits

    @property
    def names(self) -> tuple[str, ...]:
        """Components of the model."""
        return self.model.names

    def by_lot(self, rules: Rules) -> bool:
        """Whether lots decide anything in the model."""
        return self.model.by_lot(rules)

    def description(self) -> dict[str, object]:
        """Description of the model."""
        return self.model.description()

    def strategy(self, field: Field) -> str:
        """Strategy by the model of the round."""
        return self.at(field.round_number).strategy(field)

    def state(self, field: Field) -> State:
        """State by the model of the round."""
        return self.at(field.round_number).state(field)

    def players(self, field: Field) -> Field:
        """Players by the model of the round."""
        return self.at(field.round_number).players(field)

    def terms(self, players: Field) -> tuple[Term, ...]:
        """Terms by the model of the round."""
        return self.at(players.round_number).terms(players)

    def quantum(self, round_number: int, terms: tuple[Term, ...]) -> Quantum:
        """Quantum by the model of the round."""
        return self.at(round_number).quantum(round_number, terms)

    def pieces(self, field: Field, without: Collection[str] = ()) -> None:
        """No bounds are known."""

    def weigh_groups(self, field: Field, groups: Sequence[Sequence[str]]) -> Levels:
        """Sums of components by the model of the round."""
        return self.at(field.round_number).weigh_groups(field, groups)

    def order(self, field: Field) -> Indices | None:
        """Order by the model of the round."""
        return self.at(field.round_number).order(field)

    def components(self, a: Field, b: Field) -> dict[str, Integers]:
        """Components by the model of the round."""
        return self.at(a.round_number).components(a, b)


# ---- A model whose terms stand on levels: those of a higher level come first, whatever they weigh ----


@dataclass(frozen=True, kw_only=True)
class Levelled(Derived):
    """The terms of a model in strict order.

    Within a level the coefficients of the model decide; between levels they do not. The weights of
    all levels add up to those of the model, in the same units, so that the components of a board are
    the same.

    Examples
    --------
    >>> later = ("colour", "banding", "play_in", "play_out", "handicap")
    >>> order = (("mms", "even", "uneven"), ("homes",), later)
    >>> field = Field.of(read("examples/evening.xml").tournament, 2)
    >>> len(Levelled(model=model_named("fastpair"), levels=order).weigh(field).levels)
    3
    """

    levels: tuple[tuple[str, ...], ...] = ()
    """Names of the terms on each level, the first level first. Each term stands on one of them."""

    def __post_init__(self) -> None:
        """Refuse levels that do not hold each term of the model once.

        Raises
        ------
        RuleError
            If they do not; the message names a term.
        """
        if not isinstance(self.model, WeightModel):
            raise TypeError(f"model: expected a WeightModel, got {quoted(self.model)}")
        levels = (read_list(level, "levels") for level in read_list(self.levels, "levels"))
        object.__setattr__(self, "levels", tuple(map(tuple, levels)))
        if not all(self.levels):
            raise RuleError(phrase("expected a term on each level, found a level without any"))
        counts = Counter(name for level in self.levels for name in level)
        for name in counts:
            if name not in self.model.names:
                names = ", ".join(self.model.names)
                raise RuleError(
                    phrase(
                        "{model} has no term {name!r}: expected some of {known}",
                        model=self.model.name,
                        name=name,
                        known=names,
                    )
                )
        for name in self.model.names:
            if counts[name] != 1:
                raise RuleError(
                    phrase(
                        "expected {name!r} on one level, found it on {count}",
                        name=name,
                        count=counts[name],
                    )
                )

    @property
    def traits(self) -> Traits:
        """Traits of the model; the levels decide how wide a game may be for another component."""
        return replace(self.model.traits, no_wider_for=())

    def description(self) -> dict[str, object]:
        """Description of the model, and the levels."""
        return {**self.model.description(), "levels": plain(self.levels)}


# ---- A component that any model can have: pairs that a director would like to see, or not to see ----

_HEAVIEST = 2**58
"""A preference is no heavier, so that its sum with any weight stays far from 2^60."""


def family(field: Field) -> Integers:
    """Number each player's family: one family name and one club of one country [K12 3.2].

    A player without a club is a family of his own.

    Returns
    -------
    (n,) int64
        Numbers by seat, equal for members of one family, also if the field is a view.
    """
    players = [field.roster.people.players[row] for row in field.roster.row]
    return areas(families(players))


@dataclass(frozen=True, kw_only=True)
class Preferring(Derived):
    """A model with one more component, ``preference``, for pairs that a director has named."""

    wanted: frozenset[frozenset[str]] = frozenset()
    """Pairs of keys that weigh more."""

    unwanted: frozenset[frozenset[str]] = frozenset()
    """Pairs of keys that weigh less."""

    unwanted_same: tuple[Same, ...] = ()
    """Attributes whose players weigh less together."""

    families_apart: bool = False
    """Whether members of one family weigh less together."""

    worth: float | None = None
    """How much more or less, in the weights of the model; by default its ``Traits.preference``."""

    @property
    def names(self) -> tuple[str, ...]:
        """Components of the model, and the preference."""
        return *self.model.names, "preference"

    @property
    def preference(self) -> float:
        """What a preferred pair adds."""
        return self.model.traits.preference if self.worth is None else self.worth

    def description(self) -> dict[str, object]:
        """Description of the model, and the preferences."""
        members: dict[str, object] = {
            "prefer": _sorted(self.wanted),
            "prefer_not": _sorted(self.unwanted),
            "prefer_not_same": [plain(rule) for rule in self.unwanted_same],
            "families": "avoid" if self.families_apart else "",
        }
        used = {name: value for name, value in members.items() if value}
        worth = self.preference
        return {**self.model.description(), **used, "preference_weight": worth}

    def preferring(self, pairs: frozenset[frozenset[str]]) -> WeightModel:
        """The model with a preference for some more pairs of keys."""
        return replace(self, wanted=self.wanted | pairs)

    def components(self, a: Field, b: Field) -> dict[str, Integers]:
        """Components of the model, and the preference."""
        preference = self._matrix(a)[a.seat, b.seat]
        return {**self.model.components(a, b), "preference": preference}

    def weigh(self, field: Field) -> Weights:
        """Weigh all pairs of a field."""
        total = self.model.weigh(field).total + self._matrix(field)
        return Weights(field=field, model=self, levels=(total,))

    def weigh_groups(self, field: Field, groups: Sequence[Sequence[str]]) -> Levels:
        """Sums of components of the model, and the preference."""
        levels = super().weigh_groups(field, groups)
        return tuple(
            level + self._matrix(field) if "preference" in group else level
            for level, group in zip(levels, groups, strict=True)
        )

    def _matrix(self, field: Field) -> Integers:
        """Preference for all pairs of the field that ``field`` is or is a view of, (n, n)."""
        houses = family(field)
        unwanted = (houses[:, None] == houses[None, :]) & self.families_apart
        unwanted |= field.pair_mask(self.unwanted)
        for rule in self.unwanted_same:
            unwanted |= field.whole.shares(rule)
        pairs = field.pair_mask(self.wanted)
        matrix: Integers = self._share(field) * (pairs.astype(np.int64) - unwanted)
        return matrix

    def _share(self, field: Field) -> int:
        worth = self.preference
        units = self.units(field)
        if not 0 <= worth * units <= _HEAVIEST:
            most = _HEAVIEST // units
            raise RuleError(
                phrase(
                    "expected a preference worth from 0 to {most}, got {worth!r}",
                    most=most,
                    worth=worth,
                )
            )
        return round(worth * units)


def _sorted(pairs: frozenset[frozenset[str]]) -> list[list[str]]:
    return sorted(map(sorted, pairs))


# ---- No weights at all, for systems that pair without them ----


class Unweighted(WeightModel):
    """A model without components: every pair weighs nothing."""

    names: ClassVar[tuple[str, ...]] = ()

    @property
    def name(self) -> str:
        """No published model has this name."""
        return "unweighted"

    def terms(self, players: Field) -> tuple[Term, ...]:
        """No terms."""
        return ()

    def pieces(self, field: Field, without: Collection[str] = ()) -> None:
        """No bounds are known."""


# ---- A model whose parameters change from round to round ----


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRange:
    """Some rounds, and the model that weighs them."""

    first: int
    """From 1."""

    last: int | None
    """Included; None means the last round of the tournament."""

    model: WeightModel

    def __contains__(self, round_number: int) -> bool:
        return self.first <= round_number and (self.last is None or round_number <= self.last)


@dataclass(frozen=True, kw_only=True)
class ByRounds(Derived):
    """One model that is changed in some rounds. If several ranges hold a round, the last counts."""

    ranges: tuple[RoundRange, ...]

    def at(self, round: int) -> WeightModel:
        """The model of a round."""
        models = [rounds.model for rounds in self.ranges if round in rounds]
        return models[-1] if models else self.model

    def description(self) -> dict[str, object]:
        """Description of the model, and what is different in some rounds."""
        usual = self.model.description()
        ranges = [
            {
                "first": rounds.first,
                "last": rounds.last,
                **differing(rounds.model.description(), usual),
            }
            for rounds in self.ranges
        ]
        return {**usual, "rounds": ranges}

    def weigh(self, field: Field) -> Weights:
        """Weights by the model of the round."""
        return self.at(field.round_number).weigh(field)
