"""What every weight model has in common: components that add up, over views of a field."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...go.tournament import Criterion
from ..field import Conventions
from ..field.state import state_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ...go.tournament import Rules, Variant
    from ..field import Field, State
    from .evaluation.pieces import Pieces

    Levels = tuple[NDArray[np.int64], ...]

__all__ = ["Traits", "WeightModel", "Weights"]

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
    def total(self) -> NDArray[np.int64]:
        """One weight of each pair.

        Raises
        ------
        RuleError
            If the model puts its components on several levels.
        """
        if len(self.levels) > 1:
            raise RuleError(
                f"{self.model.name} stands on levels here, and this needs one weight for each pair:"
                " leave out [levels]"
            )
        return self.levels[0]

    @cached_property
    def components(self) -> dict[str, NDArray[np.int64]]:
        """Shares of the total by name, computed when they are first asked for.

        For a few pairs, ``model.components(field[i], field[j])`` is far cheaper.
        """
        return self.model.shares(self.field)


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What distinguishes models besides their weights.

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

    colours_by_index: bool = False
    """Whether the colours of a game without handicap are those of the smaller colour index.

    In the papers they are [K15 7]; OpenGotha balances colours instead [OPENGOTHA 12].
    """

    def bye_rule(self, rules: Rules) -> Variant:
        """The version of OpenGotha by whose rule a player has the bye.

        The later version's goes by the score that makes the groups. The earlier one's goes by the
        McMahon score in every tournament, which is not for models whose scores hold no grades.
        """
        by_mms = self.bye_in_groups or rules.main_criterion is Criterion.MMS
        return self.variant if by_mms else "v352"


class WeightModel(ABC):
    """A named list of components, each a formula in two views of a ``Field``.

    Examples
    --------
    >>> field = Field.of(read("examples/evening.xml").tournament, 2)
    >>> model_named("fastpair").weigh(field).levels[0].shape
    (6, 6)
    """

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

    def state(self, field: Field) -> State:
        """State of all players of a field or of a view of one, by seat.

        The rules around the weights read it, so that they count as the model does.
        """
        return state_of(field.roster, Conventions())

    def by_lot(self, rules: Rules) -> bool:
        """Whether lots decide anything, so that another seed may give another draw."""
        return False

    def order(self, field: Field) -> NDArray[np.intp] | None:
        """Seats in an order by lot, which decides between draws of equal weight; None: no lots do."""
        return None

    def units(self, field: Field) -> int:
        """How many units of the integer weights make 1 in the model's own weights."""
        return 1

    @abstractmethod
    def components(self, a: Field, b: Field) -> dict[str, NDArray[np.int64]]:
        """Shares of the weight of the pairs a and b, by name and in the order of ``names``.

        Parameters
        ----------
        a, b
            Views of one field whose columns broadcast: ``field[:, None]`` and ``field[None, :]``
            for the matrix, ``field[i]`` and ``field[j]`` for an edge list or a pair.

        Returns
        -------
        int64 of the broadcast shape, or a 0 without dimensions for a component that is not used.
        """

    def weight(self, a: Field, b: Field) -> NDArray[np.int64]:
        """Weight of the pairs a and b: the base and all components."""
        return sum(self.components(a, b).values(), np.asarray(self.traits.base))

    @abstractmethod
    def weigh(self, field: Field) -> Weights:
        """Weigh all pairs of a field."""

    def pieces(self, field: Field) -> Pieces | None:
        """Weights of any part of a field too large for a matrix; None if the model knows no bounds."""
        return None

    def weigh_groups(self, field: Field, groups: Sequence[Sequence[str]]) -> Levels:
        """Sums of some components, by name, of all pairs of a field; the base is in the first."""
        shares = self.shares(field)
        base = np.full((len(field), len(field)), self.traits.base)
        first, *others = (
            sum((shares[name] for name in group), np.zeros_like(base)) for group in groups
        )
        return first + base, *others

    def shares(self, field: Field) -> dict[str, NDArray[np.int64]]:
        """Components of all pairs of a field, int64 (n, n) by name."""
        shares = np.zeros((len(self.names), len(field), len(field)), dtype=np.int64)
        for rows, components in self._blocks(field):
            for matrix, share in zip(shares, components.values(), strict=True):
                if np.ndim(share):
                    matrix[rows] = share
        return dict(zip(self.names, shares, strict=True))

    def _blocks(self, field: Field) -> Iterator[tuple[slice, dict[str, NDArray[np.int64]]]]:
        """Components of some rows of the matrix at a time."""
        step = max(1, _BLOCK // max(len(field), 1))
        for start in range(0, len(field), step):
            rows = slice(start, start + step)
            yield rows, self.components(field[rows, None], field[None, :])
