"""From what has happened to the state of the players that the papers' formulas take."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from .._kernels.mixed_area import mixed_area_seeds
from ..scores import MMS_OF_1_DAN, criterion_values, mms_x2
from ..tournament import Criterion
from . import luck
from .names import folded, named
from .numbering import numbered
from .papers import area, colour, macmahon, seeds
from .papers.game_class import GameClass, effective_class
from .reals import reals
from .state import Conventions, State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ..scores import History
    from ..tournament import Player
    from .names import NameHashes
    from .state import Seeding

    Columns = dict[str, NDArray[Any]]

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
            self._states[conventions] = _Count(self, conventions).state()
        return self._states[conventions]

    def forget(self) -> None:
        """Count anew when asked the next time."""
        self._states.clear()


class _Count:
    """The columns of a state, one group after the other; rows of all players but where said."""

    def __init__(self, roster: Roster, conventions: Conventions) -> None:
        history = roster.history
        self.roster, self.history, self.conventions = roster, history, conventions
        self.after = roster.round_number - 1
        self.opponent = history.opponent[:, : self.after]
        self.seated = self.opponent >= 0
        self.at_board = self.seated & ~history.by_default[:, : self.after]
        self.score = mms_x2(history)[:, : self.after + 1] / 2.0 - MMS_OF_1_DAN
        if conventions.whole_scores:
            self.score = np.floor(self.score)
        rules = history.rules
        # Rules that add stones make a handicap game of every difference, as H = 0 does.
        offset = min(0, -rules.handicap.correction)
        self.offset = offset if rules.handicap.ceiling else None
        self.even_only = history.grade >= min(rules.bar, rules.handicap.threshold)

    def state(self) -> State:
        """Count everything."""
        roster, rules = self.roster, self.history.rules
        below = self.history.grade < rules.bar
        everybody: Columns = {
            "grade": self.history.grade,
            "rating": self.history.rating,
            "below": below,
            "even_only": self.even_only,
            "mms": self.score[:, self.after],
            **self._uneven_games(),
            **self._colours(),
            **self._results(),
            **self._areas(),
            **self._play_groups(),
            **roster.names.columns(),
        }
        columns = {name: column[roster.row] for name, column in everybody.items()}
        columns["seat"] = np.arange(len(roster.row))
        columns["scaled_mms"] = np.minimum(columns["mms"], float(rules.bar))
        columns |= self._groups(columns)
        columns |= _area_seeds(columns, self._lots, self.conventions)
        bands = self._bands()
        columns["band"] = bands[roster.row]
        for column in columns.values():
            column.flags.writeable = False
        scaled, group = columns["scaled_mms"], columns["group"]
        groups = int(group.max(initial=-1)) + 1
        crowd = np.zeros((groups, int(everybody["play_out"].max(initial=0)) + 1), dtype=np.int64)
        np.add.at(crowd, (group, columns["play_out"]), 1)
        return State(
            rounds=self.after,
            all_rounds=rules.rounds,
            offset=self.offset,
            bar=float(rules.bar),
            groups=groups,
            score_range=float(np.ptp(scaled)) if len(scaled) else 0.0,
            bands=len(np.unique(bands)),
            grade_range=(
                int(columns["grade"].min(initial=0)),
                int(columns["grade"].max(initial=0)),
            ),
            played_in=bool(everybody["play_in"].any()),
            played_out=bool(everybody["play_out"].any()),
            crowd=crowd,
            met=roster.met,
            **columns,
        )

    def _theirs(self, mine: NDArray[Any]) -> NDArray[Any]:
        """Value of the opponent of each round, any value where there is none; (n, after)."""
        if mine.ndim == 1:
            return mine[self.opponent]
        return np.take_along_axis(mine, self.opponent.clip(0), axis=0)

    def _uneven_games(self) -> Columns:
        """Games up and down, by the scores before the round [K15 2.3]."""
        mine = self.score[:, : self.after]
        theirs = self._theirs(mine)
        kind = effective_class(
            mine, theirs, self.offset, self.even_only[:, None] | self._theirs(self.even_only)
        )
        counted = self.at_board
        if not self.conventions.count_handicap_games:
            counted = counted & (kind != GameClass.HANDICAP)
        points = self.history.points_x2[:, : self.after]
        decided = self.history.played[:, : self.after]
        up, down = counted & (mine < theirs), counted & (mine > theirs)
        ups, downs = up.sum(axis=1), down.sum(axis=1)
        lost = (up & decided & (points == 0)).sum(axis=1)
        won = (down & decided & (points == 2)).sum(axis=1)
        return {
            "drawn_up": ups,
            "drawn_down": downs,
            "out": ups + downs,
            "expected_out": lost + won,
            "uneven_balance": ups - downs,
            "expected_balance": lost - won,
            "expected_up": lost,
            "expected_down": won,
        }

    def _colours(self) -> Columns:
        sequence = self.history.colour[:, : self.after] * self.at_board
        mode = self.conventions.alternation
        last, follows = colour.last(sequence, mode)
        white, black = (sequence > 0).sum(axis=1), (sequence < 0).sum(axis=1)
        return {
            "colour_balance": colour.balance(sequence),
            "colour_alternation": colour.alternation(sequence, mode),
            "last_colour": last,
            "has_colour": follows,
            "previous_colour": colour.last(sequence)[0],
            "colour_imbalance": macmahon.colour_imbalance(black, white),
        }

    def _results(self) -> Columns:
        points = self.history.points_x2[:, : self.after]
        played = self.history.played[:, : self.after]
        won = played & (points == 2)
        beaten = won.any(axis=1)
        lowest = np.iinfo(np.int64).min
        best = np.where(won, self._theirs(self.history.grade), lowest).max(axis=1, initial=lowest)
        return {
            "wins": won.sum(axis=1),
            "losses": (played & (points == 0)).sum(axis=1),
            "beaten": beaten,
            "best_beaten": np.where(beaten, best, 0),
        }

    def _areas(self) -> Columns:
        players = self.roster.players
        country = named((player.country for player in players), folded)
        club = named((player.club for player in players), folded)
        # Clubs of one name in two countries are two.
        home = np.where(club > 0, country * (club.max(initial=0) + 1) + club, 0)
        return {"country": _areas(country), "club": _areas(home)}

    def _bands(self) -> NDArray[np.int64]:
        bands = self.history.category + 1
        for row, player in enumerate(self.roster.players):
            if player.band is not None:
                bands[row] = player.band
        return bands

    def _play_groups(self) -> Columns:
        ins = named(player.play_in for player in self.roster.players)
        outs = named(player.play_out for player in self.roster.players)
        within_in = self.at_board & (ins != 0)[:, None] & (self._theirs(ins) == ins[:, None])
        within_out = self.at_board & (outs != 0)[:, None] & (self._theirs(outs) == outs[:, None])
        elsewhere = self.at_board & (outs != 0)[:, None] & ~within_out
        return {
            "play_in": ins,
            "in_count": within_in.sum(axis=1),
            "play_out": outs,
            "out_count": elsewhere.sum(axis=1),
            "inside_count": within_out.sum(axis=1),
        }

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
        return criterion_values(self.history, _CRITERIA[criterion], self.after)[self.roster.row]

    @cached_property
    def _lots(self) -> NDArray[np.int64]:
        """Number that each seat drew; lower is stronger."""
        if self.conventions.lots is None:
            return luck.lots(len(self.roster.row), self.conventions.salt)
        drawn = dict(self.conventions.lots)
        numbers = [drawn[self.roster.players[row].key] for row in self.roster.row]
        return np.array(numbers, dtype=np.int64)

    def _groups(self, columns: Columns) -> Columns:
        """Groups by equal scores, and the seeds in them; by seat."""
        group = np.unique(columns["mms"], return_inverse=True)[1].astype(np.int64)
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
        return {
            "group": group,
            "group_size": size,
            "order": order,
            "place": place,
            "places": places,
            "seed": within(place, places),
            "uneven_seed": unit,
            "uneven_seed_max": unit_max,
            "percent": seeds.percent(order, size),
            "placement": size - order,
        }


_CRITERIA: Mapping[Seeding, Criterion] = {
    "sosos": Criterion.SOSOS_MMS,
    "sodos": Criterion.SODOS_MMS,
    "cuss": Criterion.CUSS_MMS,
    "wins": Criterion.WINS,
    "grade": Criterion.GRADE,
    "rating": Criterion.RATING,
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


def _area_seeds(columns: Columns, lots: NDArray[np.int64], conventions: Conventions) -> Columns:
    """Area seeds of those below the bar, group by group, shuffled by lot; 0 for all others."""
    names = ("mixed_country", "mixed_club", "area_country", "area_club")
    found = {name: np.zeros(len(lots), dtype=np.int64) for name in names}
    below = np.flatnonzero(columns["below"])
    shuffled = below[np.lexsort((lots[below], columns["group"][below]))]
    group = columns["group"][shuffled]
    starts = np.flatnonzero(np.diff(group, prepend=-1, append=-1))
    for region in ("country", "club"):
        areas = columns[region][shuffled]
        switch, literal = conventions.area_ties == "switch", conventions.area_halt == "literal"
        found[f"mixed_{region}"][shuffled] = mixed_area_seeds(areas, starts, switch, literal)
        found[f"area_{region}"][shuffled] = area.area_seeds(areas, group)
    return found


def _areas(names: NDArray[np.int64]) -> NDArray[np.int64]:
    """Areas by name, and one of his own for whoever has none, 0."""
    named_areas = int(names.max(initial=0)) + 1
    own = named_areas + np.arange(len(names))
    return numbered(np.where(names > 0, names, own), named_areas + len(names))[1]
