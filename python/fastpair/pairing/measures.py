"""What is counted in the games of a round: one table, from which every view of a draw selects."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from ..go.scores import main_score_x2, mms_x2, whole
from .field import Field
from .field.columns import column, ranges_apart
from .field.field import Roster, leads

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..arrays import Array, Bools, Integers
    from ..go.scores import ScoreHistory
    from .field import People


def pairing_score_x2(history: ScoreHistory, *, half_points: bool = False) -> Integers:
    """Doubled scores by which rounds are paired, (n, rounds + 1) as ``main_score_x2``.

    They are whole points, as the groups are [OPENGOTHA 10]; or with ``half_points`` exact, so that
    players half a point apart are of different groups [INTERPRETATION 0.6].
    """
    exact = main_score_x2(history)
    return exact if half_points else 2 * whole(exact)


# ---- The players of a round, with what the measures ask of them ----


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RoundPlayers(Field):
    """A field as the papers' qualities count it, of a round that may be over."""

    half_points: bool = False
    """See ``pairing_score_x2``."""

    @classmethod
    def of_round(
        cls, history: ScoreHistory, people: People, round_number: int, *, half_points: bool = False
    ) -> Self:
        """The players who have a game in a round, from 1, of a history with this round in it."""
        roster = Roster(
            history=history,
            round_number=round_number,
            people=people,
            mms_x2=mms_x2(history),
            main_x2=main_score_x2(history),
            row=np.flatnonzero(history.opponent[:, round_number - 1] >= 0),
        )
        return cls(roster=roster, half_points=half_points)

    @column
    def level(self) -> Array:
        """Height of the group: who meets a higher one is drawn up."""
        return self.score_x2

    @column
    def score_x2(self) -> Integers:
        """Doubled score by which the round is paired."""
        found: Integers = self._scores_x2[self.roster.row, self.roster.round_number - 1]
        return found

    @column
    def club_area(self) -> Integers:
        """Equal for players of one club of one country; each without one has his own.

        A field counts clubs as OpenGotha compares them: by four letters, and across countries. The
        measures of the papers count games within a club, so that no pair of two clubs is one.
        """
        return self.roster.people.club_area[self.roster.row]

    @column
    def colour_balance(self) -> Integers:
        """Earlier games with White less those with Black, handicap games included."""
        balance: Integers = self._colours.sum(axis=1)
        return balance

    def in_rows(self, row: Integers) -> Self:
        """Some of the players, all of a round, by their index into ``tournament.players``."""
        return self[np.searchsorted(self.player, row)]

    @cached_property
    def _scores_x2(self) -> Integers:
        return pairing_score_x2(self.roster.history, half_points=self.half_points)

    @cached_property
    def _leads(self) -> Integers:
        """How much higher than the opponent a player stood before each earlier round."""
        earlier = self.roster.round_number - 1
        return leads(self.roster.history, self._scores_x2[:, :earlier])[self.roster.row]


# ---- Some pairs of them ----


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """Pairs of a round's players: the boards of a draw, all pairs, or one; arrays of one shape."""

    player: Field
    """Who takes White, if it matters; in the boards ``turned``, who takes Black."""

    opponent: Field

    stones: Integers = field(default_factory=lambda: np.zeros((), np.int64))
    """Handicaps; none unless they are given."""

    listed: Bools = field(default_factory=lambda: np.zeros((), bool))
    """Pairs that count as rematches besides those who have met, such as those of a later round."""

    colour: int = 1
    """The player's colour: 1 for White, -1 for Black."""

    @classmethod
    def all_of(cls, players: Field) -> Self:
        """All pairs of seats, (n, n)."""
        return cls(players[:, None], players[None, :])

    @property
    def turned(self) -> Self:
        """The same boards, seen by the opponents."""
        return replace(self, player=self.opponent, opponent=self.player, colour=-self.colour)


# ---- What is counted of each pair ----

WIDE_X2 = 4
"""Doubled difference of scores from which a game is wide: two points."""

_GAP_UNIT = 2**16
"""Squared strengths are counted in so many parts of 1, so that their sums are exact."""


class Better(Enum):
    """Which values of a measure are wanted."""

    MORE = "more"
    LESS = "less"
    NEITHER = "neither"
    """It tells what happened, and is no merit."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of a draw: the sum of a formula over its boards, or its largest value."""

    name: str

    about: str
    """What it counts."""

    formula: Callable[[Boards], Array]
    """Its value for each pair, or for the player of each; whole, or whether it is so."""

    unit: Callable[[Field], int] = lambda _: 1
    """How many of the formula's units make 1, for the players of a round."""

    of_players: bool = False
    """Whether both players of a board are counted, each with the formula."""

    largest: bool = False
    """Whether the largest value counts, and not the sum."""

    better: Better = Better.LESS

    def sides(self, boards: Boards) -> tuple[Integers, Integers]:
        """The values for White and for Black of each board, of a measure of players."""
        white, black = (self.formula(side).astype(np.int64) for side in (boards, boards.turned))
        return white, black

    def values(self, boards: Boards) -> Integers:
        """The value of each board, in the formula's units."""
        if self.of_players:
            white, black = self.sides(boards)
            return white + black
        return self.formula(boards).astype(np.int64)

    def of(self, boards: Boards) -> Fraction:
        """The measure of the boards of a draw."""
        values = self.values(boards)
        value = values.max(initial=0) if self.largest else values.sum()
        return Fraction(int(value), self.unit(boards.player))

    def together(self, one: Fraction, other: Fraction) -> Fraction:
        """The measure of two rounds, from that of each."""
        return max(one, other) if self.largest else one + other


def colour_values(boards: Boards) -> Integers:
    """Square of a player's colour value after the round, C_val [K15 10.3]."""
    player = boards.player
    value: Integers = (player.value_white if boards.colour > 0 else player.value_black) ** 2
    return value


def _difference_x2(boards: Boards) -> Integers:
    player, opponent = boards.player, boards.opponent
    if player.has_open_scores:
        return ranges_apart(player.least_x2, player.most_x2, opponent.least_x2, opponent.most_x2)
    difference: Integers = abs(player.score_x2 - opponent.score_x2)
    return difference


def _levels_apart(boards: Boards) -> Array:
    """How far the groups are apart; where scores are open, the nearest ones that there may be."""
    return ranges_apart(*boards.player.level_range, *boards.opponent.level_range)


def _drawn_up(boards: Boards) -> Bools:
    """Whether a player meets somebody of a higher group, whatever becomes of a score that is open."""
    up: Bools = boards.player.level_range[1] < boards.opponent.level_range[0]
    return up


def _same_country(boards: Boards) -> Bools:
    same: Bools = boards.player.country_area == boards.opponent.country_area
    return same


def _same_club(boards: Boards) -> Bools:
    same: Bools = boards.player.club_area == boards.opponent.club_area
    return same


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        # Each of these games draws one player up and one down [K15 10.1].
        Measure(
            "off_score",
            "games between different scores",
            lambda on: _levels_apart(on) != 0,
        ),
        Measure(
            "groups_apart",
            "distance between the groups",
            _levels_apart,
        ),
        Measure(
            "score_difference", "sum of the differences of scores", _difference_x2, lambda _: 2
        ),
        Measure(
            "wide",
            "games between scores two points or more apart",
            lambda on: _difference_x2(on) >= WIDE_X2,
        ),
        Measure(
            "widest",
            "largest difference of scores in a game",
            _difference_x2,
            lambda _: 2,
            largest=True,
        ),
        Measure("drawn_up", "players who meet a higher score", _drawn_up, of_players=True),
        Measure(
            "drawn_down",
            "players who meet a lower score",
            lambda on: _drawn_up(on.turned),
            of_players=True,
        ),
        Measure(
            "drawn_up_again",
            "players drawn up who had been drawn up before [K15 5]",
            lambda on: _drawn_up(on) & (on.player.drawn_up > 0),
            of_players=True,
        ),
        Measure(
            "drawn_down_again",
            "players drawn down who had been drawn down before [K15 5]",
            lambda on: _drawn_up(on.turned) & (on.player.drawn_down > 0),
            of_players=True,
        ),
        Measure("same_country", "games within a country", _same_country),  # [K15 10.2]
        Measure("same_club", "games within a club", _same_club),  # [K15 10.2]
        Measure(
            "other_club",
            "games between two clubs of a country",
            lambda on: _same_country(on) & ~_same_club(on),
        ),
        Measure(
            "same_family",
            "games within a family of a club [K12 3.2]",
            lambda on: on.player.family == on.opponent.family,
        ),
        Measure(
            "rematches",
            "games of two who have met before",
            lambda on: on.player.have_met(on.opponent) | on.listed,
        ),
        Measure(
            "returned",
            "players who were absent in the round before",
            lambda on: on.player.returned,
            of_players=True,
            better=Better.NEITHER,
        ),
        Measure(
            "colour_imbalance",
            "sum of the players' colour balances after the round, without their signs [K15 10.3]",
            lambda on: abs(on.player.colour_balance + on.colour),
            of_players=True,
        ),
        Measure(
            "colour_streaks",
            "players who have the same colour for at least the third even game in succession",
            lambda on: (on.stones == 0) & (on.player.run * on.colour >= 2),
            of_players=True,
        ),
        Measure(
            "colour_values",
            "sum of the squares of the players' colour values after the round [K15 10.3]",
            colour_values,
            lambda players: players.colour_unit**2,
            of_players=True,
        ),
        Measure(
            "unbalanced_colours",
            "even games of two who have both had more of the same colour",
            lambda on: (
                (on.stones == 0) & (on.player.colour_balance * on.opponent.colour_balance > 0)
            ),
        ),
        Measure(
            "handicap_games",
            "games with stones",
            lambda on: on.stones > 0,
            better=Better.NEITHER,
        ),
        Measure(
            "handicap_stones",
            "stones of handicap",
            lambda on: on.stones,
            better=Better.NEITHER,
        ),
        Measure(
            "strength_gap",
            "sum of the squared differences of relative strength [V (7.1)]",
            lambda on: np.rint((on.player.strength - on.opponent.strength) ** 2 * _GAP_UNIT),
            lambda _: _GAP_UNIT,
        ),
    )
}
"""Everything that is counted in the games of a round, by name. Notes of a draw, its review, its quality
and simulation select from it."""


def select(*names: str) -> tuple[Measure, ...]:
    """Some of the measures, in this order."""
    return tuple(MEASURES[name] for name in names)
