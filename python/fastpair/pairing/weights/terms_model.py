"""Weight models of the papers: a named list of terms over one state of the players."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from math import ceil, log2
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...errors import RuleError
from ...parameters import parameter
from ..field import Conventions, luck
from ..field.state import state_of
from .added import AddedTerm  # noqa: TC001 - parameters are read from annotations
from .evaluation.pieces import Pieces
from .evaluation.quantum import Quantum
from .evaluation.weighing import weigh_all
from .model import Traits, WeightModel, Weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...go.tournament import Rules
    from ..field import Field, State
    from .model import Levels
    from .term import Term

__all__ = ["TermsModel"]

_BITS = 51
"""The heaviest weight is at most 2^51, so that doubles hold every share and round it exactly."""


_FINEST = 200
"""The scale is at most 2^200, so that no product of doubles overflows."""


@dataclass(frozen=True, kw_only=True)
class TermsModel(WeightModel):
    """A model whose weights are sums of terms, each of them real and rounded to an integer.

    The share of a term is its real weight times ``scale``, a power of two, rounded to the nearest
    integer (ties to even). Nothing else is rounded.
    """

    conventions: Conventions = dataclass_field(default_factory=Conventions)
    salt: int = 0
    """Number that lots are drawn from."""

    not_applied: float = parameter(
        0.0,
        "Share of a term for pairs it does not apply to: 0 leaves it out, 1 is neutral",
        unit="weight",
        source="INTERPRETATION 0.8",
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
        if not 0.0 <= self.not_applied <= 1.0:
            raise RuleError(f"expected not_applied from 0 to 1, got {self.not_applied!r}")
        for name in self.removed:
            if name not in self.term_names:
                raise RuleError(f"{self.label} has no term {name!r} to leave out")
        for name, count in Counter(self.names).items():
            if count > 1:
                raise RuleError(f"{self.label} has {count} terms {name!r}")

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
        kept = (name for name in self.term_names if name not in self.removed)
        return *kept, *(added.label for added in self.added)

    @abstractmethod
    def table(self, state: State) -> tuple[Term, ...]:
        """The terms of the paper for the players of a round, in its order."""

    def terms(self, state: State) -> tuple[Term, ...]:
        """The terms of the model for the players of a round, in the order of ``names``."""
        kept = (term for term in self.table(state) if term.name not in self.removed)
        return *kept, *(added.term() for added in self.added)

    def by_lot(self, rules: Rules) -> bool:
        """Whether lots are drawn: to shuffle, or to order equals within a group unless they are given."""
        return self.shuffles or self.conventions.lots is None

    def state(self, field: Field) -> State:
        """State of all players of a field or of a view of one, by the model's conventions."""
        conventions = self.conventions
        if self.salt:
            conventions = replace(conventions, salt=self.salt)
        return state_of(field.roster, conventions)

    @property
    def shuffles(self) -> bool:
        """Whether the players are shuffled before a draw, as some pairs are to be made at random."""
        return False

    def order(self, field: Field) -> NDArray[np.intp] | None:
        """Seats as they are shuffled, if they are; every round has other lots [K15 4.1; K12 6.5]."""
        if not self.shuffles:
            return None
        seed = self.salt or self.conventions.salt
        return np.argsort(luck.lots(len(field), luck.of_round(seed, field.round_number)))

    def units(self, field: Field) -> int:
        """How many units of the integer weights make 1 in the real ones."""
        return self.scale(self.state(field))

    def scale(self, state: State) -> int:
        """How many units of the integer weights make 1 in the real ones; a power of two."""
        return _scale(self.terms(state))

    def components(self, a: Field, b: Field) -> dict[str, NDArray[np.int64]]:
        """Shares of the weight of the pairs a and b, by the paper's names."""
        state = self.state(a)
        terms = self.terms(state)
        scale = _scale(terms)
        first, second = state[a.seat], state[b.seat]
        return {term.name: self.share(term, first, second, scale) for term in terms}

    def share(self, term: Term, a: State, b: State, scale: int) -> NDArray[np.int64]:
        """Share of one term, in units of 1 / scale."""
        quantum = Quantum(scale, self.not_applied)
        weight = np.where(term.applies(a, b), term.weight(a, b), quantum.elsewhere(term))
        return quantum.of(weight, term.coefficient)

    def weigh(self, field: Field) -> Weights:
        """Weigh all pairs of a field."""
        return Weights(field=field, model=self, levels=self.weigh_groups(field, (self.names,)))

    def pieces(self, field: Field) -> Pieces:
        """Weights of any part of a field too large for a matrix."""
        state = self.state(field)
        terms = self.terms(state)
        return Pieces(terms, state, Quantum(_scale(terms), self.not_applied))

    def weigh_groups(self, field: Field, groups: Sequence[Sequence[str]]) -> Levels:
        """Sums of some terms, by name, of all pairs of a field."""
        state = self.state(field)
        terms = self.terms(state)
        quantum = Quantum(_scale(terms), self.not_applied)
        named = {term.name: term for term in terms}
        return tuple(
            weigh_all(tuple(named[name] for name in group), state, quantum) for group in groups
        )


def _scale(terms: tuple[Term, ...]) -> int:
    largest = sum(abs(term.coefficient) for term in terms)
    if not largest <= 2**_BITS:
        raise RuleError(
            f"the coefficients add up to {largest:.3g}, expected at most 2^{_BITS} = {2**_BITS:.3g};"
            " only their ratios matter, so make all of them smaller"
        )
    return 2 ** min(max(0, _BITS - ceil(log2(largest))), _FINEST) if largest > 0 else 1
