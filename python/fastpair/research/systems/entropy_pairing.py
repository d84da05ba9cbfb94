"""Pairings that tell most about the players' strength, by their current ratings [V 2.2.2, 2.4.6]."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...pairing.systems.system import COMPLETE, Pairing, System, current_ratings, most_paired
from ...pairing.systems.weighted import Weighted
from ...pairing.weights.added_terms import RatingInformationTerm
from ...pairing.weights.model_parameters import (
    InformationMode,
    information_mode,
    information_target,
)
from ..models.entropy import Entropy, RatingInformation

if TYPE_CHECKING:
    from ...pairing.systems.system import Situation
    from ...pairing.weights import WeightModel


@dataclass(frozen=True, kw_only=True)
class EntropyPairing(System):
    """The pairing whose results tell most, in bits of entropy; ratings are updated every round."""

    name: ClassVar[str] = "entropy"
    source: ClassVar[str] = "V 2.4.6"
    guarantees: ClassVar[str] = most_paired("and no such pairing has more entropy.")
    fails: ClassVar[str] = COMPLETE

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round."""
        return _by_current_ratings(Entropy(), situation)


@dataclass(frozen=True, kw_only=True)
class RatingInformationPairing(System):
    """The pairing that is expected to move the ratings most; they are updated every round."""

    name: ClassVar[str] = "rating-information"
    source: ClassVar[str] = "V 2.2.2"
    guarantees: ClassVar[str] = most_paired(
        "and no such pairing is expected to move the ratings more."
    )
    fails: ClassVar[str] = COMPLETE

    mode: InformationMode = information_mode()
    target: float = information_target()

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round."""
        term = RatingInformationTerm(mode=self.mode, target=self.target)
        return _by_current_ratings(RatingInformation(information=term), situation)


def _by_current_ratings(model: WeightModel, situation: Situation) -> Pairing:
    """The heaviest pairing by a model that reads the ratings as they are after the last round."""
    rating = current_ratings(situation.history, situation.round_number)
    rounded = np.rint(rating).astype(np.int64)
    updated = replace(situation, history=replace(situation.history, rating=rounded))
    pairing = Weighted(model=model).pair(updated)
    # No draw by the ratings of the tournament is proven by these weights.
    return replace(pairing, solution=None)
