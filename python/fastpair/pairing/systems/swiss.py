"""The Swiss system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, Self

import numpy as np

from ...go.scores import wins_x2
from ...go.tournament import Colours, Criterion
from ...parameters import parameter
from ..draw import remaining
from ..draw.draw import timed
from ..field import Conventions
from ..field.columns import ranges_apart
from ..field.state import state_of
from ..papers.seeding import DEVIATIONS, SwissSeeding
from ..solving.costs import best_matching, without
from ..solving.solution import Problem, Solution
from ..weights import Weights
from ..weights.model import Traits, Unweighted, WeightModel
from .look_ahead import WithLookAhead
from .system import COMPLETE, by_rating, lots_of_players, most_paired, standing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from numpy.typing import NDArray

    from ...arrays import Bools, Indices, Integers
    from ...go.tournament import Rules, Tournament
    from ..draw import Removal
    from ..field import Field
    from ..weights.model import Levels
    from ..weights.term import Term
    from .system import Situation


# ---- The Swiss system: players of equal scores meet [V 3.4] ----

# Each aim is a level of one matching, and comes before all aims below it. It has a cost for each pair
# and one for each player who is left over, so that the bye is chosen together with the pairs: a pair
# weighs what its two players would cost if they were left over, less what it costs itself. All
# matchings then differ by their costs, whoever is left over.


class SwissAim(NamedTuple):
    """What a draw costs on one level: the pairs, (n, n), and those left over, (n,), by seat."""

    name: str
    pairs: Integers
    alone: Integers

    @property
    def weights(self) -> Integers:
        """Weights of the pairs, of which the heaviest matching costs least."""
        return self.alone[:, None] + self.alone - self.pairs


@dataclass(frozen=True, kw_only=True)
class Swiss(WithLookAhead):
    """Players of equal scores meet; who finds nobody there is drawn down to the next group.

    Scores are the points won, and those that the rules give for byes and absences, wherever the
    players started. Of all pairings that pair the most players, these come first, one after the other:

    - ``byes``: who has the bye has had the fewest.
    - ``streaks``: the fewest players have a colour a third time in a row, if ``streaks``.
    - ``scores``: the sum of the squared differences of scores is the least; the bye counts as a player
      of the lowest score.
    - ``top``: so is that of the squares times the higher score, if ``top_down``.
    - ``preferences``: fewest pairs who are rather not drawn, less those who are; before the level
      ``preferences_before``.
    - ``bye``: the last has the bye.
    - ``colours``: the sum of the squared balances of colours after the round is the least, if ``colours``.
    - ``seeding``: so is that of the squared deviations from the seeding.
    - ``floats``: those who are drawn up and down are near to the middle of their groups.
    - ``lots`` decide, if the seeding leaves anything to them.

    Where the places go by ratings, lots order players whose ratings and standings are equal, such as all
    without a rating in round 1.
    """

    name: ClassVar[str] = "swiss"
    source: ClassVar[str] = "V 3.4, 4.2.3"
    guarantees: ClassVar[str] = most_paired(
        "nobody has a second bye while another can be spared, and no such pairing has smaller "
        "differences of scores; all of this is proven."
    )
    fails: ClassVar[str] = COMPLETE

    goes_by: ClassVar[Criterion] = Criterion.WINS
    takes_preferences: ClassVar[bool] = True
    needs_exact_scores: ClassVar[bool] = False
    has_levels: ClassVar[bool] = True

    seeding: SwissSeeding = parameter(
        "fold", "Who meets whom within a group of equal scores", source="V 4.2.3; K12 6.5; K15 4"
    )

    order: Literal["standings", "rating"] = parameter(
        "standings", "What the places within a group go by", source="V 4.2.3"
    )

    colours: bool = parameter(
        False, "The balance of colours comes before the seeding", source="K15 7"
    )

    streaks: bool = parameter(
        False, "Nobody has a colour a third time in a row unless the round would not be complete"
    )

    preferences_before: Literal["scores", "colours", "seeding"] = parameter(
        "colours", "The level that players who prefer to meet, or not to, come before"
    )

    top_down: bool = parameter(
        False, "Of equal differences of scores, those among the best are avoided first"
    )

    @classmethod
    def of_any_game(cls, rules: Rules, seeding: SwissSeeding = "fold") -> Self:
        """The system of a tournament whose players need no grade: equal players are placed by rating."""
        return cls(
            seeding=seeding,
            order="rating",
            colours=rules.colours is not Colours.NIGIRI,
            streaks=rules.colours is Colours.AT_MOST_TWO,
            top_down=True,
        )

    @classmethod
    def of_tournament(cls, tournament: Tournament) -> Self:
        """The system with what the rules of a tournament say of it."""
        return cls() if tournament.event_kind.has_grades else cls.of_any_game(tournament.rules)

    @property
    def by_lot(self) -> bool:
        """Whether lots order equal players, or the seeding leaves something to them."""
        return self.order == "rating" or self.seeds_by_lot

    @property
    def seeds_by_lot(self) -> bool:
        """Whether the seeding leaves something to lots."""
        return self.seeding in ("random", "split-and-mix")

    def _standing(self, situation: Situation) -> Integers:
        """All seats, best first, as they are considered for the bye."""
        lots = lots_of_players(situation) if self.order == "rating" else None
        return standing(situation, situation.field.wins_x2, lots)

    def _places(self, situation: Situation, order: Integers) -> Integers:
        """All seats, best first, as they have places in their groups."""
        if self.order == "standings":
            return order
        return by_rating(situation.field, situation.field.wins_x2, order)

    def everybody(self, situation: Situation) -> tuple[Field, Indices]:
        """All who wait, and their seats in the order in which they are considered for the bye."""
        field = situation.field
        if not situation.gives_bye:
            return field, np.empty(0, np.intp)
        last_first = self._standing(situation)[::-1]
        return field, last_first[np.argsort(field.byes[last_first], kind="stable")]

    def solve(self, situation: Situation, timings: dict[str, float]) -> Solution:
        """Pair a round, and record in ``timings`` how many seconds it took."""
        with timed(timings, "matching"):
            return self._solution(situation, *self._allowed_pairs(situation))

    def with_bye(
        self, situation: Situation, bye: int | None, timings: dict[str, float]
    ) -> Solution:
        """Pair a round with the bye of a given seat, or without one."""
        allowed, removals = self._allowed_pairs(situation)
        if bye is not None:
            allowed = without(allowed, bye)
        return self._solution(situation, allowed, removals)

    @staticmethod
    def _allowed_pairs(situation: Situation) -> tuple[Bools, tuple[Removal, ...]]:
        removals = situation.removals()
        return remaining(len(situation.field), removals), removals

    def _solution(
        self, situation: Situation, allowed: Bools, removals: tuple[Removal, ...]
    ) -> Solution:
        """Find who has the bye, which the first aims decide alone, and then the best of all draws."""
        field, byes = self.everybody(situation)
        order = self._standing(situation)
        aims, bye = [*self._first_aims(situation, order)], None
        if len(byes):
            matching = best_matching(tuple(aim.weights for aim in aims), allowed, order)
            bye = _first_of(byes, matching.unmatched)
        order = self._places(situation, order)
        aims += self._last_aims(situation, _Groups(field.wins_x2, order[order != bye]))
        levels = tuple(aim.weights for aim in aims)
        matching = best_matching(levels, allowed, order)
        return Solution(
            problem=Problem(
                weights=Weights(field=field, model=Unweighted(), levels=levels),
                constraints=situation.constraints,
                byes=byes,
            ),
            matching=matching,
            levels=levels,
            allowed=allowed,
            seat_of_bye=_first_of(byes, matching.unmatched) if len(byes) else None,
            removals=removals,
            constraints=situation.constraints,
            aims=tuple((aim.name, int(aim.alone.sum())) for aim in aims),
        )

    def aims_of_pairs(self, situation: Situation) -> list[SwissAim]:
        """All aims of a round in which no bye is to be given."""
        order = self._standing(situation)
        first = [*self._first_aims(situation, order)]
        order = self._places(situation, order)
        return [*first, *self._last_aims(situation, _Groups(situation.field.wins_x2, order))]

    def _first_aims(self, situation: Situation, order: Integers) -> Iterator[SwissAim]:
        """Those that say who has the bye, because no two players have one place."""
        field, nobody = situation.field, len(situation.field)
        gives, score = situation.gives_bye, situation.field.wins_x2
        none, pairs = np.zeros(nobody, np.int64), np.zeros((nobody, nobody), np.int64)
        if gives:
            yield SwissAim("byes", pairs, field.byes)
        if self.streaks:
            repeated = _repeated(field)
            yield SwissAim(
                "streaks", (np.multiply.outer(repeated, repeated) > 0).astype(np.int64), none
            )
        preferences = self._preferences(situation)
        if self.preferences_before == "scores":
            yield from preferences
        least, most = self._open_scores(situation)
        apart = ranges_apart(least[:, None], most[:, None], least, most) ** 2
        below = (least - least.min()) ** 2 if gives else none
        yield SwissAim("scores", apart, below)
        if self.top_down:
            yield SwissAim("top", apart * np.maximum.outer(score, score), below * score)
        if self.preferences_before == "colours":
            yield from preferences
        if gives:
            place = none.copy()
            place[order[::-1]] = np.arange(nobody)
            yield SwissAim("bye", pairs, place)

    @staticmethod
    def _open_scores(situation: Situation) -> tuple[Integers, Integers]:
        """The doubled points of each seat if all postponed games that leave them open are lost, and are won."""
        history, field = situation.history, situation.field
        if not history.bounds:
            return field.wins_x2, field.wins_x2
        before = situation.round_number - 1
        least, most = (wins_x2(end)[field.player, before] for end in history.bounds)
        return least, most

    def levels_as_model(
        self, situation_with: Callable[[tuple[str, ...]], Situation], *, preferences: bool
    ) -> SwissLevels:
        """The levels as weights of a round, by which it is explained."""
        return SwissLevels(self, situation_with, preferences=preferences)

    @staticmethod
    def _preferences(situation: Situation) -> list[SwissAim]:
        """The level of those who rather do not meet, if there are any."""
        field, rules = situation.field, situation.constraints
        none = np.zeros(len(field), np.int64)
        return (
            [SwissAim("preferences", rules.unwanted(field), none)] if rules.has_preferences else []
        )

    def _last_aims(self, situation: Situation, groups: _Groups) -> Iterator[SwissAim]:
        """Those of the draw of all but the one who has the bye."""
        none = np.zeros(len(situation.field), np.int64)
        if self.colours:
            yield SwissAim(
                "colours", self._balances(situation.field), situation.field.colour_balance**2
            )
        if self.preferences_before == "seeding":
            yield from self._preferences(situation)
        if self.seeding in DEVIATIONS:
            yield SwissAim("seeding", _within(groups, self.seeding), none)
        yield SwissAim("floats", _between(groups), none)
        if self.seeds_by_lot:
            lots = lots_of_players(situation)
            yield SwissAim("lots", _by_lot(groups, lots, halves=self.seeding != "random"), none)

    def _balances(self, field: Field) -> Integers:
        """The squared balances of the colours of each pair after the round, (n, n)."""
        balance = field.colour_balance
        with_white = (balance[:, None] + 1) ** 2 + (balance - 1) ** 2
        least: Integers = np.minimum(with_white, with_white.T)
        if not self.streaks:
            return least
        repeated = _repeated(field)
        wish = repeated - repeated[:, None]  # positive if White is for the first
        return np.where(wish > 0, with_white, np.where(wish < 0, with_white.T, least))


def _repeated(field: Field) -> Integers:
    """The colour that each seat had in the last two games if it was the same, otherwise 0."""
    repeated: Integers = state_of(field.roster, Conventions()).colours.repeated
    return repeated


def _first_of(byes: Indices, left: Integers) -> int:
    """The first of those who are left over, by the order for the bye."""
    return int(byes[np.isin(byes, left).argmax()])


class _Groups:
    """Groups of equal scores, the best first, of some seats in their order; arrays (n,) by seat."""

    def __init__(self, score: Integers, order: Integers) -> None:
        starts = np.flatnonzero(np.diff(score[order])) + 1
        self.members = np.split(order, starts)
        self.place, self.size = np.zeros((2, len(score)), np.int64)
        """Place in the group, from 1, and players of the group; 0 for all other seats."""
        for seats in self.members:
            self.place[seats] = np.arange(1, len(seats) + 1)
            self.size[seats] = len(seats)


def _within(groups: _Groups, seeding: str) -> Integers:
    """The squared deviation of each pair of a group from the ideal of the seeding."""
    cost = np.zeros(2 * groups.place.shape, np.int64)
    for seats in groups.members:
        place = groups.place[seats]
        cost[np.ix_(seats, seats)] = DEVIATIONS[seeding](place[:, None], place, len(seats)) ** 2
    return cost


def _between(groups: _Groups) -> Integers:
    """How far both players of each pair of different groups are from the middle of theirs."""
    away = abs(2 * groups.place - 1 - groups.size) * (groups.size > 0)
    cost = away[:, None] + away
    for seats in groups.members:
        cost[np.ix_(seats, seats)] = 0
    return cost


def _by_lot(groups: _Groups, lots: NDArray[np.uint64], *, halves: bool) -> Integers:
    """How far apart the lots of each pair of a group are.

    The lots order the players of a group, or those of each half of it. Pairs cost the difference of
    their places in this order; so with halves, players of the same place in theirs cost nothing.
    """
    cost, place = np.zeros(2 * lots.shape, np.int64), np.zeros(lots.shape, np.int64)
    for seats in groups.members:
        for part in np.split(seats, [len(seats) // 2] if halves else []):
            place[part[np.argsort(lots[part])]] = np.arange(len(part))
        cost[np.ix_(seats, seats)] = abs(place[seats, None] - place[seats])
    return cost


# ---- The levels as weights, by which a draw that was made is explained ----


class SwissLevels(WeightModel):
    """What the pairs of a round cost on the levels of a Swiss, as weights: each aim on its own level.

    The bye is that of the draw that is explained, so that only the aims of the pairs are compared.

    Parameters
    ----------
    system
        The Swiss.
    situation_with
        The round in which the players of some keys wait, and the bye is given.
    preferences
        Whether pairs are preferred or avoided.
    """

    weighs_preferences: ClassVar[bool] = True

    def __init__(
        self,
        system: Swiss,
        situation_with: Callable[[tuple[str, ...]], Situation],
        *,
        preferences: bool,
    ) -> None:
        self._system, self._situation_with = system, situation_with
        self._preferences = preferences
        self._costs: dict[tuple[str, ...], dict[str, Integers]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the aims, the first one first."""
        system = self._system
        before = system.preferences_before if self._preferences else ""
        levels = (
            ("streaks", system.streaks),
            ("preferences", before == "scores"),
            ("scores", True),
            ("top", system.top_down),
            ("preferences", before == "colours"),
            ("colours", system.colours),
            ("preferences", before == "seeding"),
            ("seeding", system.seeding in DEVIATIONS),
            ("floats", True),
            ("lots", system.seeds_by_lot),
        )
        return tuple(name for name, there in levels if there)

    @property
    def name(self) -> str:
        """Name of the system."""
        return Swiss.name

    @property
    def levels(self) -> tuple[tuple[str, ...], ...]:
        """Each aim comes before all that follow."""
        return tuple((name,) for name in self.names)

    @property
    def traits(self) -> Traits:
        """Whoever has the bye is in no group."""
        return Traits(bye_in_groups=False)

    def terms(self, players: Field) -> tuple[Term, ...]:
        """None: the aims are known as matrices."""
        return ()

    def pieces(self, field: Field, without: Collection[str] = ()) -> None:
        """No bounds are known."""

    def components(self, a: Field, b: Field) -> dict[str, Integers]:
        """What pairs cost on each level, less than nothing; see `WeightModel.components`."""
        return {name: -cost[a.seat, b.seat] for name, cost in self._costs_of(a.whole).items()}

    def weigh_groups(self, field: Field, groups: Sequence[Sequence[str]]) -> Levels:
        """Sums of some aims of all pairs of a field."""
        parts = self.components(field[:, None], field[None, :])
        none = np.zeros((len(field), len(field)), np.int64)
        return tuple(sum((parts[name] for name in group), none) for group in groups)

    def _costs_of(self, field: Field) -> dict[str, Integers]:
        """What the pairs of a field cost by aim, (n, n) by seat."""
        if field.key not in self._costs:
            situation = self._situation_with(field.key)
            order = [situation.field.seat_by_key[key] for key in field.key]
            place = np.ix_(order, order)
            aims = self._system.aims_of_pairs(situation)
            self._costs[field.key] = {aim.name: aim.pairs[place] for aim in aims}
        return self._costs[field.key]
