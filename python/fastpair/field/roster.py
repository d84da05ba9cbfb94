"""From what has happened to the state of the players that the papers' formulas take."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from .._kernels.mixed_area import mixed_area_seeds
from ..papers import area, colour, macmahon, seeds
from ..papers.game_class import GameClass, effective_class
from ..papers.numbering import numbered
from ..papers.reals import reals
from ..ratings import rating_or_grade
from ..scores import MMS_OF_1_DAN, criterion_values
from ..tournament import Criterion
from ..tournament.names import without_case
from . import luck
from .names import named
from .state import Conventions, State

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from ..scores import History
    from ..tournament import Player
    from .names import NameHashes
    from .state import Seeding

    Arrays = tuple[NDArray[Any], ...]
    _Method = Callable[[Any], Arrays]
    _Seeded = Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]]

__all__ = ["Roster"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Roster:
    """The players of a round and their past; the state of a model is counted when asked for."""

    history: History
    """All rounds before this one."""

    round_number: int
    """From 1."""

    players: tuple[Player, ...]
    """All players of the tournament."""

    names: NameHashes
    """Their names."""

    country: NDArray[np.int64]
    """Equal for those of one country, 0 without one; by row."""

    mms_x2: NDArray[np.int64]
    """Doubled McMahon scores after each round."""

    row: NDArray[np.intp]
    """Row of each seat in ``players``."""

    met: NDArray[np.bool_]
    """Who has met whom, by seat, (n, n)."""

    _states: dict[Conventions, State] = field(default_factory=dict)

    def of(self, row: NDArray[np.intp], met: NDArray[np.bool_]) -> Self:
        """The same past with other players by seat."""
        return replace(self, row=row, met=met, _states={})

    def state(self, conventions: Conventions) -> State:
        """State of the players by seat."""
        if conventions not in self._states:
            self._states[conventions] = State.read_from(_Count(self, conventions))
        return self._states[conventions]

    def forget(self) -> None:
        """Count anew when asked the next time."""
        self._states.clear()


_COUNTS: dict[str, tuple[tuple[str, ...], _Method, bool]] = {}
"""Of each column those that are counted with it, how, and whether that is by seat."""


def _counts(*names: str, by_seat: bool = False) -> Callable[[_Method], _Method]:
    """Say which columns a method counts: of all players, or of those with a seat."""

    def register(method: _Method) -> _Method:
        _COUNTS.update(dict.fromkeys(names, (names, method, by_seat)))
        return method

    return register


class _Count:
    """What a state holds, counted when it is first read."""

    def __init__(self, roster: Roster, conventions: Conventions) -> None:
        history = roster.history
        self.roster, self.history, self.conventions = roster, history, conventions
        self.rounds = self.after = roster.round_number - 1
        self.opponent = history.opponent[:, : self.after]
        self.seated = self.opponent >= 0
        self.at_board = self.seated & ~history.by_default[:, : self.after]
        self.score = roster.mms_x2[:, : self.after + 1] / 2.0 - MMS_OF_1_DAN
        self.whole_scores = conventions.whole_scores
        if self.whole_scores:
            self.score = np.floor(self.score)
        rules = history.rules
        # Rules that add stones make a handicap game of every difference, as H = 0 does.
        offset = min(0, -rules.handicap.correction)
        self.offset = offset if rules.handicap.ceiling else None
        self.strong = history.grade >= min(rules.bar, rules.handicap.threshold)
        self.all_rounds, self.bar, self.met = rules.rounds, float(rules.bar), roster.met

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - each column has its type
        if name not in _COUNTS:
            raise AttributeError(name)
        names, method, by_seat = _COUNTS[name]
        for column, counted in zip(names, method(self), strict=True):
            values = counted if by_seat else counted[self.roster.row]
            values.flags.writeable = False
            self.__dict__[column] = values
        return self.__dict__[name]

    @cached_property
    def groups(self) -> int:
        return int(self.group.max(initial=-1)) + 1

    @cached_property
    def score_range(self) -> float:
        return float(np.ptp(self.scaled_mms)) if len(self.scaled_mms) else 0.0

    @cached_property
    def bands(self) -> int:
        return int(self._bands().max(initial=self.history.rules.categories))

    @cached_property
    def grade_range(self) -> tuple[int, int]:
        return int(self.grade.min(initial=0)), int(self.grade.max(initial=0))

    @cached_property
    def played_in(self) -> bool:
        return any(player.play_in for player in self.roster.players)

    @cached_property
    def played_out(self) -> bool:
        return any(player.play_out for player in self.roster.players)

    @cached_property
    def crowd(self) -> NDArray[np.int64]:
        groups = len({player.play_out for player in self.roster.players} - {""})
        crowd = np.zeros((self.groups, groups + 1), dtype=np.int64)
        np.add.at(crowd, (self.group, self.play_out), 1)
        return crowd

    @_counts("grade", "rating", "below", "even_only", "mms")
    def _known(self) -> Arrays:
        grade = self.history.grade
        below = grade < self.history.rules.bar
        rating = rating_or_grade(self.history.rating, grade)
        return grade, rating, below, self.strong, self.score[:, self.after]

    @_counts("name_order", "name_length", "name_total", "name_weighted")
    def _names(self) -> Arrays:
        names = self.roster.names
        return names.order, names.length, names.total, names.weighted

    @_counts("seat", "scaled_mms", by_seat=True)
    def _seats(self) -> Arrays:
        return np.arange(len(self.roster.row)), np.minimum(self.mms, self.bar)

    def _theirs(self, mine: NDArray[Any]) -> NDArray[Any]:
        """Value of the opponent of each round, any value where there is none; (n, after)."""
        if mine.ndim == 1:
            return mine[self.opponent]
        return np.take_along_axis(mine, self.opponent.clip(0), axis=0)

    @cached_property
    def _ups_and_downs(self) -> Arrays:
        """Whether the game of each round was one up, and one down, by the scores before it."""
        mine = self.score[:, : self.after]
        theirs = self._theirs(mine)
        kind = effective_class(
            mine, theirs, self.offset, self.strong[:, None] | self._theirs(self.strong)
        )
        counted = self.at_board
        if not self.conventions.count_handicap_games:
            counted = counted & (kind != GameClass.HANDICAP)
        return counted & (mine < theirs), counted & (mine > theirs)

    @_counts("drawn_up", "drawn_down", "out", "uneven_balance")
    def _uneven_games(self) -> Arrays:
        """Games up and down [K15 2.3]."""
        ups, downs = (games.sum(axis=1) for games in self._ups_and_downs)
        return ups, downs, ups + downs, ups - downs

    @_counts("expected_up", "expected_down", "expected_out", "expected_balance")
    def _expected_games(self) -> Arrays:
        """Those with the expected result [K15 5.2]."""
        up, down = self._ups_and_downs
        points = self.history.points_x2[:, : self.after]
        decided = self.history.played[:, : self.after]
        lost = (up & decided & (points == 0)).sum(axis=1)
        won = (down & decided & (points == 2)).sum(axis=1)
        return lost, won, lost + won, lost - won

    @cached_property
    def _sequence(self) -> NDArray[np.int64]:
        """Colours of the games at a board."""
        sequence: NDArray[np.int64] = self.history.colour[:, : self.after] * self.at_board
        return sequence

    @_counts("colour_balance", "colour_alternation", "last_colour", "has_colour")
    def _colours(self) -> Arrays:
        mode = self.conventions.alternation
        last, follows = colour.last(self._sequence, mode)
        alternation = colour.alternation(self._sequence, mode)
        return colour.balance(self._sequence), alternation, last, follows

    @_counts("previous_colour", "colour_imbalance")
    def _older_colours(self) -> Arrays:
        """What the papers before K15 read."""
        white, black = ((self._sequence == taken).sum(axis=1) for taken in (1, -1))
        return colour.last(self._sequence)[0], macmahon.colour_imbalance(black, white)

    @_counts("wins", "losses", "beaten", "best_beaten")
    def _results(self) -> Arrays:
        points = self.history.points_x2[:, : self.after]
        played = self.history.played[:, : self.after]
        won = played & (points == 2)
        beaten = won.any(axis=1)
        lowest = np.iinfo(np.int64).min
        best = np.where(won, self._theirs(self.history.grade), lowest).max(axis=1, initial=lowest)
        losses = (played & (points == 0)).sum(axis=1)
        return won.sum(axis=1), losses, beaten, np.where(beaten, best, 0)

    @_counts("country", "club")
    def _homes(self) -> Arrays:
        players = self.roster.players
        country = self.roster.country
        club = named([player.club for player in players], without_case)
        # Clubs of one name in two countries are two.
        home = np.where(club > 0, country * (club.max(initial=0) + 1) + club, 0)
        return _areas(country), _areas(home)

    def _bands(self) -> NDArray[np.int64]:
        bands = self.history.category + 1
        for row, player in enumerate(self.roster.players):
            if player.band is not None:
                bands[row] = player.band
        return bands

    @_counts("band")
    def _band(self) -> Arrays:
        return (self._bands(),)

    @_counts("play_in", "in_count", "play_out", "out_count", "inside_count")
    def _play_groups(self) -> Arrays:
        ins = named([player.play_in for player in self.roster.players])
        outs = named([player.play_out for player in self.roster.players])
        within_in = self.at_board & (ins != 0)[:, None] & (self._theirs(ins) == ins[:, None])
        within_out = self.at_board & (outs != 0)[:, None] & (self._theirs(outs) == outs[:, None])
        elsewhere = self.at_board & (outs != 0)[:, None] & ~within_out
        counts = (games.sum(axis=1) for games in (within_in, elsewhere, within_out))
        in_count, out_count, inside_count = counts
        return ins, in_count, outs, out_count, inside_count

    def _sos(self) -> NDArray[np.float64]:
        """Sum of the opponents' scores; the own starting score for a round missed [BGA 4.4]."""
        score = self.score[:, self.after]
        missed = self.score[:, 0][:, None]
        sums: NDArray[np.float64] = np.where(self.seated, self._theirs(score), missed).sum(axis=1)
        return sums

    def _strength(self, criterion: Seeding) -> NDArray[Any]:
        """Value of a criterion by seat; larger is stronger."""
        if criterion == "sos":
            return self._sos()[self.roster.row]
        if criterion == "rating":
            rating: NDArray[np.int64] = self.rating
            return rating
        return criterion_values(self.history, _CRITERIA[criterion], self.after)[self.roster.row]

    @cached_property
    def _lots(self) -> NDArray[np.int64]:
        """Number that each seat drew; lower is stronger."""
        if self.conventions.lots is None:
            return luck.lots(len(self.roster.row), self.conventions.salt)
        drawn = dict(self.conventions.lots)
        numbers = [drawn[self.roster.players[row].key] for row in self.roster.row]
        return np.array(numbers, dtype=np.int64)

    @_counts(
        *("group", "group_size", "order", "place", "places", "seed", "uneven_seed"),
        *("uneven_seed_max", "percent", "placement"),
        by_seat=True,
    )
    def _groups(self) -> Arrays:
        """Groups by equal scores, and the seeds in them."""
        group = np.unique(self.mms, return_inverse=True)[1].astype(np.int64)
        strengths = [self._strength(criterion) for criterion in self.conventions.seeding]
        size = np.bincount(group)[group] if len(group) else group
        order = _places(group, np.lexsort((-self._lots, *reversed(strengths), group)))
        place, places = order, size
        if self.conventions.shared_seeds:
            place, places = _shared_places(group, np.stack([*strengths, np.zeros(len(group))]))
        unit, unit_max = seeds.unit(order, size)
        if self.conventions.uneven_seeds == "rank":
            unit, unit_max = reals(order - 1), reals(size - 1)
        within = {"mid": seeds.mid, "end": seeds.end}[self.conventions.even_seeds]
        seed, percent = within(place, places), seeds.percent(order, size)
        return group, size, order, place, places, seed, unit, unit_max, percent, size - order

    @_counts("mixed_country", "mixed_club", by_seat=True)
    def _mixed_seeds(self) -> Arrays:
        return tuple(self._area_seeds(areas, self._mixed) for areas in (self.country, self.club))

    @_counts("area_country", "area_club", by_seat=True)
    def _seeds_by_size(self) -> Arrays:
        homes = self.country, self.club
        return tuple(self._area_seeds(areas, area.area_seeds) for areas in homes)

    @cached_property
    def _shuffled(self) -> NDArray[np.intp]:
        """Seats of those below the bar, group by group, by lot."""
        below = np.flatnonzero(self.below)
        return below[np.lexsort((self._lots[below], self.group[below]))]

    def _area_seeds(self, areas: NDArray[np.int64], seeded: _Seeded) -> NDArray[np.int64]:
        """Area seeds of those below the bar, group by group; 0 for all others."""
        found = np.zeros(len(areas), dtype=np.int64)
        found[self._shuffled] = seeded(areas[self._shuffled], self.group[self._shuffled])
        return found

    def _mixed(self, areas: NDArray[np.int64], group: NDArray[np.int64]) -> NDArray[np.int64]:
        starts = np.flatnonzero(np.diff(group, prepend=-1, append=-1))
        switch = self.conventions.area_ties == "switch"
        return mixed_area_seeds(areas, starts, switch, self.conventions.area_halt == "literal")


_CRITERIA: Mapping[Seeding, Criterion] = {
    "sosos": Criterion.SOSOS_MMS,
    "sodos": Criterion.SODOS_MMS,
    "cuss": Criterion.CUSS_MMS,
    "wins": Criterion.WINS,
    "grade": Criterion.GRADE,
}
"""Criteria of the standings by their names in a list of seeding criteria."""


def _places(group: NDArray[np.int64], sorting: NDArray[np.intp]) -> NDArray[np.int64]:
    """Place from 1 within the group, of players sorted by groups."""
    size = np.bincount(group)
    first = np.cumsum(size) - size
    place = np.empty_like(group)
    place[sorting] = np.arange(len(group)) - first[group[sorting]] + 1
    return place


def _shared_places(
    group: NDArray[np.int64], strength: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Places that equals share, and their number in the group."""
    place, places = np.empty_like(group), np.empty_like(group)
    for number in range(int(group.max(initial=-1)) + 1):
        members = np.flatnonzero(group == number)
        place[members], places[members] = seeds.shared(strength[:, members])
    return place, places


def _areas(names: NDArray[np.int64]) -> NDArray[np.int64]:
    """Areas by name, and one of his own for whoever has none, 0."""
    named_areas = int(names.max(initial=0)) + 1
    own = named_areas + np.arange(len(names))
    return numbered(np.where(names > 0, names, own), named_areas + len(names))[1]
