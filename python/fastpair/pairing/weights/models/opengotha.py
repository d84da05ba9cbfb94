"""OpenGotha's weights, to the last unit [OPENGOTHA 11]."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ....arrays import reals
from ....go.tournament import Placement, SeedSystem
from ...field import columns, deviations
from ...field.columns import lower_upper, sum_of_sides
from ...papers import seeding
from ...papers.components import fairness
from ..model import Traits, WeightModel
from ..term import Condition, Term, always, have_met, never

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from ....arrays import Bools, Integers
    from ....go.tournament import PairingRules, Rules, Variant
    from ...field import Field

    Pairs = Integers


@dataclass(frozen=True, kw_only=True)
class OpenGotha(WeightModel):
    """The model of OpenGotha 3.51 (``"v351"``), or of the later one (``"v352"``).

    They differ in the groups (see ``Field.of``), in draws up and down over more than three groups,
    and in whether strong players are spared the preference for other areas [OPENGOTHA 14].

    Examples
    --------
    >>> OpenGotha(variant="v352").name
    'opengotha352'
    """

    variant: Variant = "v351"

    salt: int = 0
    """Number drawn by lot: all the luck there is where the rules do not want it deterministic."""

    names: ClassVar[tuple[str, ...]] = (
        "duplicate",
        "random",
        "colour",
        "category",
        "score",
        "dudd",
        "seeding",
        "handicap",
        "geo",
    )

    @property
    def name(self) -> str:
        """Name by which the model is known in ``MODELS``."""
        return f"opengotha{self.variant[1:]}"

    @property
    def traits(self) -> Traits:
        """One unit for every pair, so that no weight is 0.

        A preference is worth OpenGotha's default for other areas, and for equal scores
        [OPENGOTHA 2].
        """
        return Traits(variant=self.variant, base=1, preference=1e11)

    def by_lot(self, rules: Rules) -> bool:
        """Whether the rules want luck that does not follow from the names [OPENGOTHA 11.2]."""
        return rules.pairing.random > 0 and not rules.pairing.deterministic

    def strategy(self, field: Field) -> str:
        """The seed system of the round."""
        return _seed_system(field).value

    def terms(self, players: Field) -> tuple[Term, ...]:
        """The components as terms."""
        rules, draw_seeding = players.rules.pairing, Condition(self._drawn)
        several = players.rules.categories > 1
        homes = _home_shares(rules, players.groups)
        far = rules.avoid_same_area if self.variant == "v352" else int(homes.max())
        return (
            Term(
                "duplicate",
                rules.avoid_duplicate,
                _nothing,
                have_met,
                elsewhere=rules.avoid_duplicate,
                concerns=always,
            ),
            Term("random", rules.random, self.random, _if(rules.random)),
            Term("colour", rules.balance_colours, self.colour, concerns=_even_game),
            Term("category", several * rules.avoid_mixing_categories, self.category, _if(several)),
            Term("score", rules.minimise_score_difference, self.score),
            *_draw(players.rules, draw_seeding),
            Term("seeding", rules.maximise_seeding, self.seeding, _same_group),
            Term("handicap", rules.minimise_handicap, self.handicap, _if(rules.minimise_handicap)),
            Term("geo", far, self.geo, _if(rules.avoid_same_area)),
        )

    def random(self, a: Field, b: Field) -> Pairs:
        """Luck [OPENGOTHA 11.2]."""
        rules = a.rules.pairing
        if rules.deterministic:
            return columns.by_names(a, b, rules.random)
        return columns.by_lot(a, b, rules.random, self.salt)

    def colour(self, a: Field, b: Field) -> Pairs:
        """Balancing colours in an even game [OPENGOTHA 11.3]."""
        worth = a.rules.pairing.balance_colours
        opposite = a.colour_balance * b.colour_balance
        one_sided = (opposite == 0) & (abs(a.colour_balance + b.colour_balance) >= 2)
        share: Pairs = np.where(opposite < 0, worth, one_sided * (worth // 2))
        share[deviations.handicap(a, b) > 0] = 0
        return share

    def category(self, a: Field, b: Field) -> Pairs:
        """Not mixing categories [OPENGOTHA 11.4]."""
        rules = a.rules
        worth = rules.pairing.avoid_mixing_categories
        return concave(deviations.category(a, b), worth, rules.pairing.concavity)

    def score(self, a: Field, b: Field) -> Pairs:
        """Equal scores within a category [OPENGOTHA 11.5]."""
        rules = a.rules.pairing
        shares = _score_shares(a.groups, rules.minimise_score_difference, rules.concavity)
        share = shares[deviations.groups_apart(a, b)]
        return share if a.rules.categories == 1 else share * (a.category == b.category)

    def _drawn(self, a: Field, b: Field) -> Bools:
        """Whether one player would be drawn up and the other one down."""
        distance = deviations.groups_apart(a, b)
        return (distance > 0) & ((distance < 4) | (self.variant == "v352"))

    def seeding(self, a: Field, b: Field) -> Pairs:
        """Opponents within the group as its seed system wants them [OPENGOTHA 11.7]."""
        worth, system = a.rules.pairing.maximise_seeding, _seed_system(a)
        same, places = deviations.same_group(a, b), (a.placement, b.placement, a.group_size)
        if system is SeedSystem.SPLIT_AND_RANDOM:
            luck = columns.by_names(a, b, int(worth * 0.2))
            return np.where(same & seeding.other_half(*places), worth - luck, 0)
        fold = system is SeedSystem.SPLIT_AND_FOLD
        split = seeding.split_and_fold if fold else seeding.split_and_slip
        return split(*places, worth, same)

    def handicap(self, a: Field, b: Field) -> Pairs:
        """Small handicaps between those below the thresholds [OPENGOTHA 11.8]."""
        rules = a.rules.pairing
        return concave(deviations.secondary_score(a, b), rules.minimise_handicap, rules.concavity)

    def geo(self, a: Field, b: Field) -> Pairs:
        """Opponents of other clubs and countries [OPENGOTHA 11.9].

        With ``"v352"``, one player above the thresholds counts half as if the two lived far apart,
        and two such players count fully so.
        """
        most = a.rules.pairing.avoid_same_area
        share = _home_shares(a.rules.pairing, a.groups)
        area = deviations.area(a, b)
        if self.variant == "v351":
            return share[area]
        spared = np.stack([share, quotient(share + most, 2), np.full_like(share, most)])
        strong = np.add(
            deviations.above_thresholds(a), deviations.above_thresholds(b), dtype=np.int64
        )
        return spared[strong, area]


@lru_cache(maxsize=16)
def _score_shares(groups: int, worth: int, concavity: float) -> Pairs:
    """Worth of opponents by the distance of their groups [OPENGOTHA 11.5]."""
    return concave(np.arange(groups) / groups, worth, concavity)


@lru_cache(maxsize=16)
def _home_shares(rules: PairingRules, groups: int) -> Pairs:
    """Worth of opponents by the relation of their homes [OPENGOTHA 2, 11.9].

    Most tournaments want so little of homes that nobody lives far enough away for all their worth.
    """
    loss = concave(deviations.areas(rules, groups), rules.avoid_same_area, rules.concavity)
    return np.minimum(rules.minimise_score_difference - loss, rules.avoid_same_area)


def _nothing(a: Field, b: Field) -> Pairs:
    return np.zeros(np.broadcast_shapes(a.seat.shape, b.seat.shape), np.int64)


def concave(deviation: ArrayLike, worth: int, concavity: float) -> Pairs:
    """All of ``worth`` at deviation 0, nothing at deviation 1 [OPENGOTHA 11].

    Between the two the loss grows slowly at first and faster later; with concavity 0 it is linear.
    The doubles are multiplied from left to right and truncated towards zero, as in OpenGotha.
    """
    x = reals(deviation)
    return np.trunc(worth * (1.0 - x) * (1.0 + concavity * x)).astype(np.int64)


def quotient(dividend: Pairs, divisor: int) -> Pairs:
    """Integer quotient, truncated towards zero as in Java and C."""
    cut: Pairs = (dividend - np.fmod(dividend, divisor)) // divisor
    return cut


def _seed_system(players: Field) -> SeedSystem:
    rules = players.rules.pairing
    return rules.seed_systems[players.round_number > rules.last_round_of_first_seed_system]


_same_group = Condition(deviations.same_group)
_other_groups = Condition(lambda a, b: deviations.groups_apart(a, b) > 0)
_even_game = Condition(lambda a, b: deviations.handicap(a, b) == 0)


def _if(applies: object) -> Condition:
    return always if applies else never


def _draw(rules: Rules, draw_seeding: Condition) -> tuple[Term, ...]:
    """Worth of a draw up and down; within one category it is a sum, so that its parts are terms."""
    worth = rules.pairing.draw_up_down
    if rules.categories > 1:
        whole = Term.of_parts("dudd", worth, _PARTS_OF_DRAW, _divided_draw, draw_seeding)
        return (replace(whole, concerns=_other_groups),)
    return tuple(
        replace(part, name="dudd", coefficient=worth, applies=draw_seeding, concerns=_other_groups)
        for part in _PARTS_OF_DRAW[:2]
    )


def _divided_draw(parts: Sequence[Pairs]) -> Pairs:
    fairness, places, mixing = parts
    share: Pairs = (fairness + places) // mixing
    return share


def _fairness(a: Field, b: Field) -> Pairs:
    """Worth of fairness, in fifths of the component's maximum.

    It is 0 if both players are drawn in their old direction again, and 4 if both are compensated.
    """
    rules = a.rules.pairing
    up_again, _ = lower_upper(a, b, "ever_up")
    _, down_again = lower_upper(a, b, "ever_down")
    lower, upper = lower_upper(a, b, "mostly_up")
    again = np.add(down_again, up_again, dtype=np.int64)
    balancing = np.add(upper > 0, lower < 0, dtype=np.int64)
    worth = fairness(again, balancing)
    if not rules.compensate_draw_up_down:
        worth = np.minimum(worth, 2)
    return worth * (rules.draw_up_down // 5)


def _places(a: Field, b: Field) -> Pairs:
    """Worth of the places of both players in their groups."""
    return sum_of_sides(a, b, _place_of_lower, _place_of_upper)


def _place_of_lower(lower: Field) -> Pairs:
    return _placed(lower, lower.rules.pairing.drawn_up_from)


def _place_of_upper(upper: Field) -> Pairs:
    return _placed(upper, upper.rules.pairing.drawn_down_from)


def _placed(player: Field, placement: Placement) -> Pairs:
    """Worth of a player's place in the group; it is greatest at the wanted place."""
    worth = player.rules.pairing.draw_up_down // 5 // 2
    size = player.group_size
    away = seeding.off_drawn(placement.value.lower(), player.placement, size)
    share: Pairs = worth * (size - 1 - away) // np.maximum(size, 1)
    return share


_PARTS_OF_DRAW = (
    Term("fairness", 1, _fairness),
    Term("places", 1, _places, sides=(_place_of_lower, _place_of_upper)),
    Term("mixing", 1, lambda a, b: (abs(a.category - b.category) + 1) ** 4),
)
"""Fairness, places in the groups, and the number that both are divided by for the distance of categories."""


OPENGOTHA351 = partial(OpenGotha, variant="v351")
OPENGOTHA352 = partial(OpenGotha, variant="v352")
