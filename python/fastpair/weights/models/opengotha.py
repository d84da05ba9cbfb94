"""OpenGotha's weights, to the last unit [OPENGOTHA 11]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...tournament import Placement, SeedSystem
from .. import deviations, luck
from ..model import WeightModel
from ..shapes import concave, quotient

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..field import Field, Variant

    Pairs = NDArray[np.int64]

__all__ = ["OpenGotha"]

_NOTHING = np.zeros((), dtype=np.int64)


@dataclass(frozen=True, kw_only=True)
class OpenGotha(WeightModel):
    """The model of OpenGotha 3.51 (``"v351"``), or of the later one (``"v352"``).

    They differ in the groups (see ``Field.of``), in draws up and down over more than three groups,
    and in whether strong players are spared the preference for other areas [OPENGOTHA 14].
    """

    variant: Variant = "v351"

    salt: int = 0
    """Number drawn by lot: all the luck there is where the rules do not want it deterministic."""

    base: ClassVar[int] = 1
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
    def preference(self) -> float:
        """OpenGotha's default for other areas, and for equal scores [OPENGOTHA 2]."""
        return 1e11

    def components(self, a: Field, b: Field) -> dict[str, Pairs]:
        """Shares of the weight of a meeting b, by OpenGotha's names."""
        return {name: getattr(self, name)(a, b) for name in self.names}

    def duplicate(self, a: Field, b: Field) -> Pairs:
        """Not having met before [OPENGOTHA 11.1]."""
        return np.where(a.have_met(b), 0, a.rules.pairing.avoid_duplicate)

    def random(self, a: Field, b: Field) -> Pairs:
        """Luck [OPENGOTHA 11.2]."""
        rules = a.rules.pairing
        if rules.random == 0:
            return _NOTHING
        if rules.deterministic:
            return luck.by_names(a, b, rules.random)
        return luck.by_lot(a, b, rules.random, self.salt)

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
        if rules.categories == 1:
            return _NOTHING
        worth = rules.pairing.avoid_mixing_categories
        return concave(deviations.category(a, b), worth, rules.pairing.concavity)

    def score(self, a: Field, b: Field) -> Pairs:
        """Equal scores within a category [OPENGOTHA 11.5]."""
        rules = a.rules.pairing
        distances = np.arange(a.groups) / a.groups
        shares = concave(distances, rules.minimise_score_difference, rules.concavity)
        share = shares[deviations.groups_apart(a, b)]
        return share if a.rules.categories == 1 else share * (a.category == b.category)

    def dudd(self, a: Field, b: Field) -> Pairs:
        """Fair draws up and down between groups [OPENGOTHA 11.6]."""
        distance = deviations.groups_apart(a, b)
        counts = (distance > 0) & ((distance < 4) | (self.variant == "v352"))
        share = _draw(a, b)
        # The field is in order of the groups, more or less.
        if a.group.max(initial=0) > b.group.min(initial=a.groups):
            share = np.where(a.group < b.group, share, _draw(b, a))
        share = share * counts
        if a.rules.categories == 1:
            return share
        return share // (abs(a.category - b.category) + 1) ** 4

    def seeding(self, a: Field, b: Field) -> Pairs:
        """Opponents within the group as its seed system wants them [OPENGOTHA 11.7]."""
        rules = a.rules.pairing
        second = a.round_number > rules.last_round_of_first_seed_system
        return _SEED_SYSTEMS[rules.seed_systems[second]](a, b, rules.maximise_seeding)

    def handicap(self, a: Field, b: Field) -> Pairs:
        """Small handicaps between those below the thresholds [OPENGOTHA 11.8]."""
        rules = a.rules.pairing
        if rules.minimise_handicap == 0:
            return _NOTHING
        return concave(deviations.secondary_score(a, b), rules.minimise_handicap, rules.concavity)

    def geo(self, a: Field, b: Field) -> Pairs:
        """Opponents of other clubs and countries [OPENGOTHA 11.9].

        With ``"v352"`` a player above the thresholds counts half, and two of them fully, as if
        they lived far apart.
        """
        rules = a.rules.pairing
        most = rules.avoid_same_area
        if most == 0:
            return _NOTHING
        loss = concave(deviations.areas(a), most, rules.concavity)
        share = np.minimum(rules.minimise_score_difference - loss, most)
        area = deviations.area(a, b)
        if self.variant == "v351":
            return share[area]
        spared = np.stack([share, quotient(share + most, 2), np.full_like(share, most)])
        strong = np.add(
            deviations.above_thresholds(a), deviations.above_thresholds(b), dtype=np.int64
        )
        return spared[strong, area]


def _draw(upper: Field, lower: Field) -> Pairs:
    """Worth of drawing one player down and the other up: who they are, and from where."""
    rules = upper.rules.pairing
    worth = rules.draw_up_down // 5
    fairness = _fairness(upper, lower)
    if not rules.compensate_draw_up_down:
        fairness = np.minimum(fairness, 2)
    return (
        np.multiply(fairness, worth, dtype=np.int64)
        + _placed(upper, rules.drawn_down_from, worth // 2)
        + _placed(lower, rules.drawn_up_from, worth // 2)
    )


def _fairness(upper: Field, lower: Field) -> NDArray[np.int8]:
    """From 0, both are drawn in their old direction again, to 4, both are compensated."""
    again = np.add(upper.drawn_down > 0, lower.drawn_up > 0, dtype=np.int8)
    balancing = np.add(
        upper.drawn_down < upper.drawn_up, lower.drawn_up < lower.drawn_down, dtype=np.int8
    )
    return (2 - again + balancing) * (again < 2)


def _placed(player: Field, wanted: Placement, worth: int) -> Pairs:
    """Worth of a player's place in the group: all of it at the wanted place."""
    last = player.group_size - 1
    if wanted is Placement.TOP:
        nearness = last - player.placement
    elif wanted is Placement.MIDDLE:
        nearness = last - abs(2 * player.placement - last)
    else:
        nearness = player.placement
    return worth * nearness // np.maximum(player.group_size, 1)


def _split_and_random(a: Field, b: Field, worth: int) -> Pairs:
    """Anybody of the upper half against anybody of the lower half."""
    upper_a, upper_b = (2 * side.placement < side.group_size for side in (a, b))
    across = deviations.same_group(a, b) & (upper_a != upper_b)
    return np.where(across, worth - luck.by_names(a, b, int(worth * 0.2)), 0)


def _split_and_fold(a: Field, b: Field, worth: int) -> Pairs:
    """The first against the last, the second against the last but one."""
    last = np.maximum(a.group_size, b.group_size) - 1
    return _parabola(a, b, worth, a.placement + b.placement - last, last)


def _split_and_slip(a: Field, b: Field, worth: int) -> Pairs:
    """The first of the upper half against the first of the lower half."""
    size = np.maximum(a.group_size, b.group_size)
    return _parabola(a, b, worth, 2 * abs(a.placement - b.placement) - size, size)


def _parabola(a: Field, b: Field, worth: int, distance: Pairs, scale: Pairs) -> Pairs:
    """Within a group, ``worth`` without distance and nothing at a distance of ``scale``."""
    same = deviations.same_group(a, b)
    distance, scale = abs(distance), np.maximum(abs(scale), 1)
    once = _divided(worth * distance, scale, same)
    loss = _divided(once * distance, scale, same)
    return np.where(same, worth - loss, 0)


def _divided(dividend: Pairs, divisor: Pairs, where: NDArray[np.bool_]) -> Pairs:
    """Quotient where it matters: integer division is the slowest step of all."""
    return np.floor_divide(dividend, divisor, where=where, out=np.zeros_like(dividend))


_SEED_SYSTEMS = {
    SeedSystem.SPLIT_AND_RANDOM: _split_and_random,
    SeedSystem.SPLIT_AND_FOLD: _split_and_fold,
    SeedSystem.SPLIT_AND_SLIP: _split_and_slip,
}
