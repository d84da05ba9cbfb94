"""OpenGotha's deviations: what may speak against two players meeting, as numbers.

Every function takes two views of one ``Field`` and works in their broadcast shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...go.scores import MMS_OF_1_DAN, whole
from .columns import ranges_apart

if TYPE_CHECKING:
    from ...arrays import Bools, Integers, Reals
    from ...go.tournament import PairingRules
    from .field import Field


def same_group(a: Field, b: Field) -> Bools:
    """Whether the players are of one score group."""
    same: Bools = a.group == b.group
    return same


def groups_apart(a: Field, b: Field) -> Integers:
    """Distance between the score groups [OPENGOTHA 11.5, 11.6]."""
    if a.has_open_scores:
        return ranges_apart(*a.level_range, *b.level_range)
    distance: Integers = abs(a.group - b.group)
    return distance


def category(a: Field, b: Field) -> Reals:
    """Distance between the categories as a share of all categories [OPENGOTHA 11.4]."""
    return abs(a.category - b.category) / a.rules.categories


def handicap_level(a: Field) -> Integers:
    """The strength that decides handicaps, on the scale of grades [OPENGOTHA 12]."""
    rules = a.rules.handicap
    level = whole(a.mms_x2) - MMS_OF_1_DAN if rules.by_mms else a.grade
    return np.minimum(level, rules.threshold)


def handicap(a: Field, b: Field) -> Integers:
    """Stones that the weaker player gets, whoever that is [OPENGOTHA 12; BGA 4.3]."""
    rules, bar = a.rules.handicap, a.rules.bar
    if not rules.ceiling:
        return np.zeros(np.broadcast_shapes(a.seat.shape, b.seat.shape), np.int64)
    difference = abs(handicap_level(a) - handicap_level(b))
    stones: Integers = np.clip(difference - rules.correction, 0, rules.ceiling)
    if rules.correction < 0:
        stones = stones * (difference > 0)
    if rules.even_at_bar:
        stones = stones * ((a.grade < bar) & (b.grade < bar))
    return stones


def above_thresholds(a: Field) -> Bools:
    """Whether a player is too strong for the secondary criteria [OPENGOTHA 11.8]."""
    rules = a.rules.pairing
    wins_x2 = a.rules.rounds * (1 if rules.wins_threshold else 2)
    above: Bools = (a.wins_x2 >= wins_x2) | (2 * a.grade + a.wins_x2 >= 2 * rules.grade_threshold)
    if rules.bar_threshold:
        above = above | (a.start_mms >= a.rules.bar + MMS_OF_1_DAN)
    return above


def secondary_score(a: Field, b: Field) -> Reals:
    """Distance of McMahon scores; players above the thresholds count as equal [OPENGOTHA 11.8].

    It is a share of the range of scores, and more than 1 for a distance beyond that range.
    """
    rules, after = a.rules, a.round_number - 1
    scores = a.groups if rules.starts_by_grade else rules.bar - rules.floor + 3 + after
    return abs(_secondary_mms(a) - _secondary_mms(b)) / scores


def _secondary_mms(a: Field) -> Integers:
    highest = a.rules.bar + 2 + MMS_OF_1_DAN + a.round_number - 1
    return np.where(above_thresholds(a), highest, whole(a.mms_x2))


def area(a: Field, b: Field) -> Integers:
    """How the players' clubs and countries relate: an index into ``areas`` [OPENGOTHA 11.9]."""
    clubs = 2 - a.near[a.club, b.club] if a.clubs_near else 2
    kind: Integers = 3 * (a.country != b.country) + clubs * (a.club != b.club)
    return kind


def areas(rules: PairingRules, groups: int) -> Reals:
    """Distance between two homes, as a share of all groups [OPENGOTHA 11.9].

    Returns
    -------
    float64 of shape (6,): same club, near club, other club; then the same in different countries.
    """
    countries = (0.0, min(1.0, rules.country_groups / groups))
    clubs = (0.0, rules.club_groups / 2.0 / groups, rules.club_groups * 1.2 / groups)
    pairs = [(country, min(1.0, club)) for country in countries for club in clubs]
    distances = [max(pair) + min(pair) / 2.0 for pair in pairs]
    return np.array([distance and distance + 0.5 / groups for distance in distances])
