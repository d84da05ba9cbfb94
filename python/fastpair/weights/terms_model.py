"""Weight models of the papers: a named list of terms over one state of the players."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field, replace
from math import ceil, log2
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from .model import WeightModel
from .state import Conventions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .field import Field, Variant
    from .state import State
    from .term import Term

__all__ = ["TermsModel"]

_BITS = 52
"""The heaviest weight is below 2^52, so that doubles hold every share exactly."""


@dataclass(frozen=True, kw_only=True)
class TermsModel(WeightModel):
    """A model whose weights are sums of terms, each a real number made an integer.

    A share is the real weight times ``scale``, a power of two, rounded to the nearest integer
    (ties to even): nothing else is rounded.
    """

    conventions: Conventions = field(default_factory=Conventions)
    salt: int = 0
    """Number that lots are drawn from."""

    not_applied: float = 0.0
    """Weight of a term for pairs it does not apply to: 0 leaves it out, 1 is neutral
    [INTERPRETATION 0.8]."""

    label: ClassVar[str]
    term_names: ClassVar[tuple[str, ...]]

    @property
    def name(self) -> str:
        """Name by which the model is known in ``MODELS``."""
        return self.label

    @property
    def variant(self) -> Variant:
        """Which fields the model weighs: those of OpenGotha 3.51."""
        return "v351"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the terms."""
        return self.term_names

    @abstractmethod
    def terms(self, state: State) -> tuple[Term, ...]:
        """The terms of the model for the players of a round."""

    def state(self, players: Field) -> State:
        """State of all players of a field or of a view of one, by seat."""
        conventions = self.conventions
        if self.salt:
            conventions = replace(conventions, salt=self.salt)
        return players.roster.state(conventions)

    def scale(self, state: State) -> int:
        """Units of the integer weights in 1 of the real ones, a power of two."""
        largest = sum(abs(term.coefficient) for term in self.terms(state))
        return 2 ** max(0, _BITS - ceil(log2(largest))) if largest > 0 else 1

    def components(self, a: Field, b: Field) -> dict[str, NDArray[np.int64]]:
        """Shares of the weight of a meeting b, by the paper's names."""
        state = self.state(a)
        terms, scale = self.terms(state), self.scale(state)
        first, second = state[a.seat], state[b.seat]
        return {term.name: self.share(term, first, second, scale) for term in terms}

    def share(self, term: Term, a: State, b: State, scale: int) -> NDArray[np.int64]:
        """Share of one term, in units of 1 / scale."""
        weight = np.where(term.applies(a, b), term.weight(a, b), self.not_applied)
        share: NDArray[np.int64] = np.rint(weight * (term.coefficient * scale)).astype(np.int64)
        return share
