"""The pairing routine of the American Go Association, AccelRat [V 3.3]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...arrays import reals
from ...errors import InputError, RuleError
from ...go.tournament.player import without_case
from ...matching import min_weight_matching
from ...pairing.systems.system import Pairing, System, among, current_ratings, relation, spared
from ...parameters import MOST, parameter
from .epm import first_complete

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from ...arrays import Bools, Integers, Reals
    from ...pairing.field import People
    from ...pairing.systems.system import Situation


_DAY = 24.0
"""Hours around the world."""


@dataclass(frozen=True, kw_only=True)
class AccelRat(System):
    """From the highest rating down, everybody meets the nearest rating that he may meet.

    Ratings are updated after every round, by the system of the European Go Federation. Scores do not
    count. What else makes a pair undesirable is added to the difference of the ratings: a common home,
    and hours between time zones.
    """

    name: ClassVar[str] = "accelrat"
    source: ClassVar[str] = "V 3.3"
    guarantees: ClassVar[str] = (
        "No pair is against a hard rule; the highest rating has the nearest opponent, then the next "
        "one has, and with backtracking the nearest with whom as many as possible are paired."
    )
    fails: ClassVar[str] = (
        "Without backtracking it leaves players over when those whom they may meet are taken."
    )

    backtrack: bool = parameter(
        True,
        "Whether choices are taken back where players would be left over; false as in the source",
        source="INTERPRETATION V3.3",
    )
    same_country: float = parameter(
        0.0,
        "What a game within a country adds",
        unit="rating points",
        source="V 3.3",
        least=0,
        most=MOST,
    )
    same_club: float = parameter(
        0.0,
        "What a game within a club adds",
        unit="rating points",
        source="V 3.3",
        least=0,
        most=MOST,
    )
    zones: str = parameter(
        "",
        "Hours of the time zones, of countries or of clubs, which come first: DE=1,US=-6,Seattle=-8",
        source="V 3.3",
    )
    per_hour: float = parameter(
        0.0,
        "What each hour between two zones adds",
        unit="rating points",
        source="V 3.3",
        least=0,
        most=MOST,
    )

    def __post_init__(self) -> None:
        """Refuse what is no undesirability.

        Raises
        ------
        RuleError
            If a zone has no hour, or a value is no number from 0 to 10^15.
        """
        super().__post_init__()
        if bool(self.hours) != bool(self.per_hour):
            raise RuleError("expected zones and per_hour together, got only one of them")

    @cached_property
    def hours(self) -> Mapping[str, float]:
        """The hours by country or club, without case."""
        found = {}
        for entry in filter(str.strip, self.zones.split(",")):
            place, _, hour = entry.rpartition("=")
            try:
                found[without_case(place.strip())] = number = float(hour)
            except ValueError:
                number = np.nan
            if not (place.strip() and abs(number) <= _DAY):
                raise RuleError(
                    f"zones: expected a place and its hour, such as DE=1, got {entry!r}"
                )
        return found

    def further(self, people: People) -> Reals:
        """What else than ratings makes pairs undesirable, in points of rating, (n, n)."""
        country, club = people.country_area, people.club_area
        added: Reals = float(self.same_country) * np.equal.outer(country, country)
        added += float(self.same_club) * np.equal.outer(club, club)
        places = ([without_case(p.club), without_case(p.country)] for p in people.players)
        hours = [[self.hours[name] for name in names if name in self.hours] for names in places]
        hour = np.array([found[0] if found else np.nan for found in hours])
        apart = abs(hour[:, None] - hour)
        # Whose zone is not said is no hour away from anybody.
        added += self.per_hour * np.nan_to_num(np.minimum(apart, abs(_DAY - apart)))
        return added

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round."""
        field = situation.field
        rating = current_ratings(situation.history, situation.round_number)[field.player]
        order = np.argsort(-rating, kind="stable")
        bye = spared(situation, order)
        order = order[order != bye]
        rating, allowed = rating[order], among(situation.allowed, order)
        row = field.player[order]
        further = self.further(situation.people)[np.ix_(row, row)]
        pairs, left = nearest_pairs(rating, ~allowed, further=further)
        if self.backtrack and left.size:
            pairs = most_pairs(abs(rating[:, None] - rating) + further, allowed)
        reason = "" if self.backtrack else "all whom he may meet were taken before"
        return Pairing.of_seats(field, order[pairs], bye, reason=reason)


def most_pairs(undesirable: Reals, allowed: Bools) -> Integers:
    """The first choices, from the highest rating down, with which the most players are paired.

    ``undesirable`` and ``allowed`` are (n, n), in the order of the ratings. If some have to be left over, the lowest ratings are.
    """
    place = np.arange(len(undesirable))
    # Of the vertices that largest matchings cover, the earliest are covered by the cheapest.
    matching = min_weight_matching(place[:, None] + place, allowed=allowed)
    covered = np.sort(matching.edges.ravel())
    found = first_complete(-undesirable[np.ix_(covered, covered)], among(allowed, covered))
    assert found is not None
    return covered[found]


def nearest_pairs(
    ratings: ArrayLike, met: ArrayLike, *, further: ArrayLike | None = None
) -> tuple[Integers, Integers]:
    """From the highest rating down, everybody gets the least undesirable opponent not yet met.

    A pair is as undesirable as the difference of its ratings plus what ``further`` adds. No choice
    is taken back: a player who finds nobody is left over, even if another choice above him would
    have left him an opponent. The system updates the ratings after the round; this function does
    not.

    Parameters
    ----------
    ratings : (n,) numbers
        Of equal ratings the first one counts as higher.
    met : (n, n) array of bool
        Who has met whom, symmetric; the diagonal does not matter.
    further : (n, n) numbers, optional
        What else makes a pair undesirable, in points of rating; for example, time zones.

    Returns
    -------
    (pairs, 2) int64, (m,) int64
        The pairs in the order in which they were made, each with the higher rating first; and the
        players left over. All are rows of ``ratings``.

    Raises
    ------
    ValueError
        If a shape does not fit, ``met`` is not symmetric, or a number is not finite.
    """
    rating = reals(ratings)
    known = relation("met", met, 2 * rating.shape).copy()
    added = np.zeros(known.shape) if further is None else reals(further)
    if added.shape != known.shape:
        raise InputError(f"further: expected shape {known.shape}, got {added.shape}")
    if not (np.isfinite(rating).all() and np.isfinite(added).all()):
        raise InputError("ratings, further: expected finite numbers")
    np.fill_diagonal(known, val=True)
    free = np.ones(len(rating), bool)
    order = np.argsort(-rating, kind="stable")
    pairs, left = [], []
    for top in order:
        if not free[top]:
            continue
        eligible = order[free[order] & ~known[top, order]]
        free[top] = False
        if not eligible.size:
            left.append(top)
            continue
        undesirability = np.abs(rating[top] - rating[eligible]) + added[top, eligible]
        nearest = eligible[undesirability.argmin()]
        free[nearest] = False
        pairs.append((top, nearest))
    return np.array(pairs, np.int64).reshape(-1, 2), np.array(left, np.int64)
