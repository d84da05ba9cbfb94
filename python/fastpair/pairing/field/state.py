"""The history of the players of a round as arrays, by the definitions of the papers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..._kernels.mixed_area import mixed_area_seeds
from ...arrays import reals
from ...go.ratings import rating_or_grade
from ...go.scores import MMS_OF_1_DAN, criterion_values, main_score_x2
from ...go.tournament import Criterion
from ..papers import colour, macmahon, seeding
from ..papers.area import area_seeds
from ..papers.shapes import GameClass, effective_class, handicap
from . import columns
from .columns import Columns, column, fact, ranges_apart, same_as, seated, section
from .field import Field, colours

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...arrays import Array, Bools, Indices, Integers, Reals
    from ...go.scores import ScoreHistory
    from .columns import Conventions, Seeding
    from .field import Roster


# ---- What has happened to the players of a round; the sections of a state are computed from it ----


@dataclass(frozen=True, eq=False)
class Past:
    """The completed rounds of all players of a tournament, as a model's conventions count them.

    Arrays are by row, (n,) or (n, rounds); ``row`` says which of the rows have a seat.
    """

    roster: Roster
    conventions: Conventions

    @property
    def history(self) -> ScoreHistory:
        """All rounds before this one."""
        return self.roster.history

    @property
    def row(self) -> Indices:
        """Row of each seat."""
        return self.roster.row

    @property
    def rounds(self) -> int:
        """Completed rounds r."""
        return self.roster.round_number - 1

    @property
    def by_mms(self) -> bool:
        """Whether the scores hold the grades, so that a bar and handicaps follow from them."""
        return self.history.rules.by_mms

    @cached_property
    def opponent(self) -> Indices:
        """Row of the opponent of each round, -1 without one."""
        return self.history.opponent[:, : self.rounds]

    @cached_property
    def seated(self) -> Bools:
        """Whether there was an opponent."""
        return self.opponent >= 0

    @cached_property
    def at_board(self) -> Bools:
        """Whether the two met at a board."""
        return self.seated & ~self.history.by_default[:, : self.rounds]

    @cached_property
    def score(self) -> Reals:
        """Score m before each round and after the last, (n, rounds + 1).

        A McMahon score is on the scale of grades. In a tournament of another kind it is the score of
        that kind.
        """
        return self._counted(self.roster.main_x2, MMS_OF_1_DAN if self.by_mms else 0)

    def bound(self, end: int) -> Reals:
        """Score m before the round if all postponed games are lost (0), or are won (1), by row."""
        history = self.history.bounds[end] if self.history.bounds else self.history
        zero = MMS_OF_1_DAN if self.by_mms else 0
        found: Reals = self._counted(main_score_x2(history), zero)[:, self.rounds]
        return found

    @cached_property
    def handicap_level(self) -> Reals:
        """Strength that decides handicaps before each round and after the last, (n, rounds + 1).

        It is the McMahon score or the grade, as the rules say, and at most the threshold
        [OPENGOTHA 12].
        """
        rules = self.history.rules.handicap
        if rules.by_mms:
            level = self._counted(self.roster.mms_x2, MMS_OF_1_DAN)
        else:
            level = np.repeat(self.history.grade[:, None], self.rounds + 1, axis=1)
        return np.minimum(level, float(rules.threshold))

    @cached_property
    def offset(self) -> int | None:
        """Handicap offset H; None if no difference of scores makes a handicap game."""
        rules = self.history.rules.handicap
        # If the rules add stones, every difference makes a handicap game, as with H = 0.
        return min(0, -rules.correction) if rules.ceiling and self.by_mms else None

    @cached_property
    def even_only(self) -> Bools:
        """Whether a player gives and takes no handicap: at the bar, unless stones end at a threshold below it.

        A lower threshold alone makes nobody play even: stones are given up to it, see ``handicap_level``.
        """
        rules, bar = self.history.rules.handicap, self.history.bar
        return (self.history.grade >= bar) & (rules.even_at_bar or rules.threshold >= bar)

    @cached_property
    def at_top(self) -> Bools:
        """Whether a player is at the bar or in a supergroup, by the grade or by where he starts."""
        starts = self.history.start_mms - MMS_OF_1_DAN
        return np.maximum(self.history.grade, starts) >= self.history.bar

    @cached_property
    def gives_stones(self) -> bool:
        """Whether the difference of any two players of the tournament is one for stones."""
        levels = np.floor(self.handicap_level[:, self.rounds])
        if self.history.rules.handicap.even_at_bar:
            levels = levels[self.history.grade < self.history.bar]
        return self.offset is not None and bool(len(levels) and np.ptp(levels) > abs(self.offset))

    def of_opponents(self, mine: Array) -> Array:
        """Value of the opponent of each round, (n, rounds); meaningless where there is none."""
        if mine.ndim == 1:
            return mine[self.opponent]
        return np.take_along_axis(mine, self.opponent.clip(0), axis=0)

    def _counted(self, score_x2: Integers, zero: int) -> Reals:
        """Scores from doubled ones, as the conventions count them."""
        score: Reals = score_x2[:, : self.rounds + 1] / 2.0 - zero
        return np.floor(score) if self.conventions.whole_scores else score

    @cached_property
    def ups_and_downs(self) -> tuple[Bools, Bools]:
        """Whether the game of each round was a draw up, and a draw down, by the scores before it."""
        mine = self.score[:, : self.rounds]
        theirs = self.of_opponents(mine)
        counted = self.at_board
        if not self.conventions.count_handicap_games:
            counted = counted & ~self.had_handicap
        return counted & (mine < theirs), counted & (mine > theirs)

    @cached_property
    def had_handicap(self) -> Bools:
        """Whether the game of each round was a handicap game: the stones that were given decide.

        A difference of half a point beyond H is one as well, though it gives no whole stone
        [INTERPRETATION K15-2.1].
        """
        levels = self.handicap_level[:, : self.rounds]
        even_only = self.even_only[:, None] | self.of_opponents(self.even_only)
        pairs = levels, self.of_opponents(levels), self.offset, even_only
        half = (effective_class(*pairs) == GameClass.HANDICAP) & (handicap(*pairs) == 0)
        found: Bools = (self.history.handicap[:, : self.rounds] > 0) | half
        return found

    @cached_property
    def colours(self) -> Integers:
        """Colours of the games at a board: 1 for White, -1 for Black, 0 without a game."""
        return colours(self.history)[:, : self.rounds]

    @cached_property
    def bands(self) -> Integers:
        """Band of each player, from 1: the one that he was given, otherwise his category."""
        return self.roster.people.bands(otherwise=self.history.category + 1)

    @cached_property
    def lots(self) -> Integers:
        """Number that each seat drew; lower is stronger."""
        if self.conventions.lots is None:
            return columns.lots(len(self.row), self.conventions.salt)
        lots = dict(self.conventions.lots)
        numbers = [lots[self.roster.people.players[row].key] for row in self.row]
        return np.array(numbers, np.int64)


# ---- Totals of the players' games so far: uneven games, colours, results ----


@dataclass(frozen=True, eq=False, repr=False)
class UnevenGames(Columns):
    """Games up and down so far [K15 2.3, 5]."""

    past: Past

    @column
    def up(self) -> Integers:
        """Games up U."""
        return self._count(self.past.ups_and_downs[0])

    @column
    def down(self) -> Integers:
        """Games down D."""
        return self._count(self.past.ups_and_downs[1])

    @column
    def out(self) -> Integers:
        """Uneven games m^out = U + D."""
        return self.up + self.down

    @column
    def balance(self) -> Integers:
        """Balance m^bal = U - D."""
        return self.up - self.down

    @column
    def expected_up(self) -> Integers:
        """Games up and lost, U⁻."""
        return self._count(self.past.ups_and_downs[0] & self._ended_with(0))

    @column
    def expected_down(self) -> Integers:
        """Games down and won, D⁺."""
        return self._count(self.past.ups_and_downs[1] & self._ended_with(2))

    @column
    def expected_out(self) -> Integers:
        """Uneven games with the expected result, U⁻ + D⁺."""
        return self.expected_up + self.expected_down

    @column
    def expected_balance(self) -> Integers:
        """Balance of the games with the expected result, U⁻ - D⁺ [K15 5.2]."""
        return self.expected_up - self.expected_down

    def _ended_with(self, share_x2: int) -> Bools:
        return _ended_with(self.past, share_x2)

    def _count(self, games: Bools) -> Integers:
        count: Integers = games.sum(axis=1)[self.past.row]
        return count


@dataclass(frozen=True, eq=False, repr=False)
class PastColours(Columns):
    """Colours so far, handicap games included, with the arrays of ``papers.colour.Colours``."""

    past: Past

    @column
    def balance(self) -> Integers:
        """C^bal: games with White minus games with Black [K15 7]."""
        return colour.balance(self.past.colours)[self.past.row]

    @column
    def alternation(self) -> Reals:
        """C^alt: how often the colour changed [K15 7]."""
        mode = self.past.conventions.alternation
        return colour.alternation(self.past.colours, mode)[self.past.row]

    @column
    def last(self) -> Integers:
        """Colour c of the earlier round that the next colour should differ from [K15 7]."""
        return self._latest[0]

    @column
    def follows(self) -> Bools:
        """Whether there is an earlier colour that the next one should differ from."""
        return self._latest[1]

    @column
    def previous(self) -> Integers:
        """Colour of the last round, 0 without a game [K12 6.6]."""
        return colour.last(self.past.colours)[0][self.past.row]

    @column
    def repeated(self) -> Integers:
        """Colour of the last two games if it was the same, otherwise 0."""
        colours = self.past.colours[self.past.row]
        games_since = (colours != 0)[:, ::-1].cumsum(axis=1)[:, ::-1]
        last_two = np.where(games_since <= 2, colours, 0).sum(axis=1)
        same: Integers = np.sign(last_two) * (np.abs(last_two) == 2)
        return same

    @column
    def imbalance(self) -> Reals:
        """Y of MacMahon [K12 4.1]."""
        colours = self.past.colours[self.past.row]
        white, black = ((colours == colour).sum(axis=1) for colour in (1, -1))
        return macmahon.colour_imbalance(black, white)

    @cached_property
    def _latest(self) -> tuple[Integers, Bools]:
        last, follows = colour.last(self.past.colours, self.past.conventions.alternation)
        return last[self.past.row], follows[self.past.row]


@dataclass(frozen=True, eq=False, repr=False)
class PastResults(Columns):
    """Wins and losses so far, and who was beaten."""

    past: Past

    @column
    def wins(self) -> Integers:
        """Games won."""
        wins: Integers = self._won.sum(axis=1)
        return wins

    @column
    def losses(self) -> Integers:
        """Games lost."""
        losses: Integers = _ended_with(self.past, 0)[self.past.row].sum(axis=1)
        return losses

    @column
    def beaten(self) -> Bools:
        """Whether the player has beaten somebody."""
        beaten: Bools = np.logical_or.reduce(self._won, axis=1)
        return beaten

    @column
    def best_beaten(self) -> Integers:
        """Grade of the strongest player beaten; 0 if nobody."""
        lowest = np.iinfo(np.int64).min
        grades = self.past.of_opponents(self.past.history.grade)[self.past.row]
        best = np.where(self._won, grades, lowest).max(axis=1, initial=lowest)
        return np.where(self.beaten, best, 0)

    @property
    def _won(self) -> Bools:
        return _ended_with(self.past, 2)[self.past.row]


def _ended_with(past: Past, share_x2: int) -> Bools:
    """Whether each round was played, and was won for 2, drawn for 1 or lost for 0."""
    rounds = slice(past.rounds)
    ended: Bools = past.history.played[:, rounds] & (past.history.share_x2[:, rounds] == share_x2)
    return ended


# ---- Score groups of a round, and the order within them [K15 4; K12 4.1, 5.2, 6.5] ----


@dataclass(frozen=True, eq=False, repr=False)
class Seeds(Columns):
    """Groups of equal scores, and the seeds in them on the scales of the papers."""

    past: Past
    mms: Reals
    rating: Integers

    @fact
    def groups(self) -> int:
        """Number of score groups."""
        return int(self.group.max(initial=-1)) + 1

    @column
    def group(self) -> Integers:
        """Score group γ, 0 for the lowest score."""
        return np.unique(self.mms, return_inverse=True)[1].astype(np.int64)

    @column
    def group_size(self) -> Integers:
        """Players of the group."""
        return np.bincount(self.group)[self.group] if len(self.group) else self.group.copy()

    @column
    def order(self) -> Integers:
        """Place in the group from 1, the weakest."""
        sorting = np.lexsort((-self.past.lots, *reversed(self._strengths), self.group))
        return _places(self.group, sorting)

    @column
    def place(self) -> Integers:
        """Place in the group from 1, which players of equal strength may share [K12 6.5]."""
        return self._shared[0] if self.past.conventions.shared_seeds else self.order

    @column
    def places(self) -> Integers:
        """Number of such places in the group."""
        return self._shared[1] if self.past.conventions.shared_seeds else self.group_size

    @column
    def even(self) -> Reals:
        """Seed s within the group, in [0, 1] [K15 4]."""
        within = {"mid": seeding.mid, "end": seeding.end}[self.past.conventions.even_seeds]
        return within(self.place, self.places)

    @column
    def uneven(self) -> Reals:
        """Seed l or u across groups, from 0 for the weakest [K15 5.3]."""
        if self.past.conventions.uneven_seeds == "rank":
            return reals(self.order - 1)
        return seeding.unit(self.order, self.group_size)[0]

    @column
    def uneven_max(self) -> Reals:
        """Largest such seed L or U of the group."""
        if self.past.conventions.uneven_seeds == "rank":
            return reals(self.group_size - 1)
        return seeding.unit(self.order, self.group_size)[1]

    @column
    def percent(self) -> Reals:
        """Seed in percent [K12 4.1]."""
        return seeding.percent(self.order, self.group_size)

    @column
    def placement(self) -> Integers:
        """Place in the group from 0, the strongest [K12 5.2]."""
        return self.group_size - self.order

    @cached_property
    def _strengths(self) -> list[Array]:
        """Values of the criteria by seat; larger is stronger."""
        return [self._strength(criterion) for criterion in self.past.conventions.seeding]

    def _strength(self, criterion: Seeding) -> Array:
        past = self.past
        if criterion == "sos":
            return self._sos()
        if criterion == "rating":
            return self.rating
        return criterion_values(past.history, _CRITERIA[criterion][past.by_mms], past.rounds)[
            past.row
        ]

    def _sos(self) -> Reals:
        """Sum of the opponents' scores; a missed round counts the own starting score [BGA 4.4]."""
        past = self.past
        theirs = past.of_opponents(past.score[:, past.rounds])
        sums: Reals = np.where(past.seated, theirs, past.score[:, 0][:, None]).sum(axis=1)
        return sums[past.row]

    @cached_property
    def _shared(self) -> tuple[Integers, Integers]:
        """Places that equals share, and the number of places in the group."""
        strengths = np.stack([*self._strengths, np.zeros(len(self.group))])
        place, places = np.empty_like(self.group), np.empty_like(self.group)
        for number in range(self.groups):
            members = np.flatnonzero(self.group == number)
            place[members], places[members] = seeding.shared(strengths[:, members])
        return place, places


_CRITERIA: Mapping[Seeding, tuple[Criterion, Criterion]] = {
    "sosos": (Criterion.SOSOS_WINS, Criterion.SOSOS_MMS),
    "sodos": (Criterion.SODOS_WINS, Criterion.SODOS_MMS),
    "cuss": (Criterion.CUSS_WINS, Criterion.CUSS_MMS),
    "wins": (Criterion.WINS, Criterion.WINS),
    "grade": (Criterion.GRADE, Criterion.GRADE),
}
"""Criteria of the standings by their names in a list of seeding criteria: without and with a McMahon
start."""


def _places(group: Integers, sorting: Indices) -> Integers:
    """Place from 1 within the group, for players sorted by groups."""
    size = np.bincount(group)
    first = np.cumsum(size) - size
    place = np.empty_like(group)
    place[sorting] = np.arange(len(group)) - first[group[sorting]] + 1
    return place


# ---- Play-in and play-out groups [K15 8, 9; K12 7.2, 7.3] ----


@dataclass(frozen=True, eq=False, repr=False)
class PlayGroups(Columns):
    """Who should play within a group, who should play outside of one, and how often each has."""

    past: Past
    seeds: Seeds

    @fact
    def ins(self) -> bool:
        """Whether there are play-in groups."""
        return bool(self._ins.any())

    @fact
    def outs(self) -> bool:
        """Whether there are play-out groups."""
        return bool(self._outs.any())

    @fact
    def crowd(self) -> Integers:
        """Number of players by McMahon group and play-out group, (groups, play-out groups + 1)."""
        groups = int(self._outs.max(initial=0)) + 1
        crowd = np.zeros((self.seeds.groups, groups), np.int64)
        np.add.at(crowd, (self.seeds.group, self.out_group), 1)
        return crowd

    in_group = seated("_ins", "past.row")
    """Play-in group from 1, 0 for none."""

    @column
    def in_count(self) -> Integers:
        """Games P^in against members of the own play-in group."""
        found: Integers = self._within(self._ins).sum(axis=1)
        return found

    out_group = seated("_outs", "past.row")
    """Play-out group from 1, 0 for none."""

    @column
    def out_count(self) -> Integers:
        """Games P^out against players who are no members of the own play-out group."""
        member = self.out_group[:, None] != 0
        elsewhere = self.past.at_board[self.past.row] & member & ~self._within(self._outs)
        count: Integers = elsewhere.sum(axis=1)
        return count

    @column
    def inside_count(self) -> Integers:
        """Games against members of the own play-out group."""
        count: Integers = self._within(self._outs).sum(axis=1)
        return count

    @property
    def _ins(self) -> Integers:
        return self.past.roster.people.play_in

    @property
    def _outs(self) -> Integers:
        return self.past.roster.people.play_out

    def _within(self, groups: Integers) -> Bools:
        """Whether each game of a seat was within a group."""
        mine = groups[:, None]
        within = self.past.at_board & (mine != 0) & (self.past.of_opponents(groups) == mine)
        seated: Bools = within[self.past.row]
        return seated


# ---- Where the players are from, and the seeds that keep those of one area apart [K15 6; K12 6.7] ----

if TYPE_CHECKING:
    _Seeded = Callable[[Integers, Integers], Integers]


@dataclass(frozen=True, eq=False, repr=False)
class Homes(Columns):
    """Countries and clubs as areas, and area seeds of those below the bar, 0 for all others."""

    past: Past
    seeds: Seeds
    below: Bools

    country = seated("past.roster.people.country_area", "past.row")
    """Equal for players of one country; each without one has his own."""

    club = seated("past.roster.people.club_area", "past.row")
    """Equal for players of one club of one country; each without one has his own."""

    @column
    def mixed_country(self) -> Integers:
        """Area seeds a of the countries by the algorithm of mixed areas [K15 6.1]."""
        return self._seeded(self.country, self._mixed)

    @column
    def mixed_club(self) -> Integers:
        """Area seeds a of the clubs by the algorithm of mixed areas [K15 6.1]."""
        return self._seeded(self.club, self._mixed)

    @column
    def sized_country(self) -> Integers:
        """Area seeds a of the countries by their size [K15 6]."""
        return self._seeded(self.country, area_seeds)

    @column
    def sized_club(self) -> Integers:
        """Area seeds a of the clubs by their size [K15 6]."""
        return self._seeded(self.club, area_seeds)

    @cached_property
    def _shuffled(self) -> Indices:
        """Seats of those below the bar, group by group, by lot."""
        below = np.flatnonzero(self.below)
        return below[np.lexsort((self.past.lots[below], self.seeds.group[below]))]

    def _seeded(self, area: Integers, seeded: _Seeded) -> Integers:
        found = np.zeros(len(area), np.int64)
        found[self._shuffled] = seeded(area[self._shuffled], self.seeds.group[self._shuffled])
        return found

    def _mixed(self, area: Integers, group: Integers) -> Integers:
        conventions = self.past.conventions
        starts = np.flatnonzero(np.diff(group, prepend=-1, append=-1))
        switch = conventions.area_ties == "switch"
        return mixed_area_seeds(area, starts, switch, conventions.area_halt == "literal")


# ---- What the papers know of the players of a round, as arrays [K15 2.3] ----


def scores_apart(a: State, b: State) -> Reals:
    """Difference of the scores m, with a sign; where postponed games leave them open, how far their ranges are apart."""
    if a.has_open_scores:
        return ranges_apart(*a.level_range, *b.level_range)
    deviation: Reals = a.mms - b.mms
    return deviation


def state_of(roster: Roster, conventions: Conventions) -> State:
    """State of the players of a round by seat, computed once."""
    if conventions not in roster.states:
        roster.states[conventions] = State(roster=roster, conventions=conventions)
    state: State = roster.states[conventions]
    return state


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class State(Field):
    """A field with the state of its players by the conventions of a model.

    Nothing is computed before it is read. The symbols are those of [K15 2.3].
    """

    conventions: Conventions
    """How the past is counted. A view has none."""

    @cached_property
    def past(self) -> Past:
        """The past that the columns are computed from. A view has none."""
        return Past(self.roster, self.conventions)

    @fact
    def rounds(self) -> int:
        """Completed rounds r."""
        return self.past.rounds

    @fact
    def all_rounds(self) -> int:
        """Rounds R of the tournament."""
        return self.past.history.rules.rounds

    @fact
    def whole_scores(self) -> bool:
        """Whether half points are dropped before the scores make groups."""
        return self.past.conventions.whole_scores

    @fact
    def by_mms(self) -> bool:
        """Whether the scores hold the grades, see ``Past.by_mms``."""
        return self.past.by_mms

    @fact
    def offset(self) -> int | None:
        """Handicap offset H; None if no difference of scores makes a handicap game."""
        return self.past.offset

    @fact
    def gives_stones(self) -> bool:
        """Whether anybody in the tournament can be given stones."""
        return self.past.gives_stones

    @fact
    def bar(self) -> float:
        """McMahon score of the bar; infinite without one."""
        return self.past.history.bar

    @fact
    def score_range(self) -> float:
        """Highest minus lowest score, where scores above the bar count as the bar."""
        return float(np.ptp(self.scaled_mms)) if len(self.scaled_mms) else 0.0

    @fact
    def grade_range(self) -> tuple[int, int]:
        """Lowest and highest grade of all players; grade index 0 is always within the range."""
        return int(self.grade.min(initial=0)), int(self.grade.max(initial=0))

    @fact
    def bands(self) -> int:
        """Number of bands K, numbered from 1, those without a player included [K15 3.2]."""
        return int(self.past.bands.max(initial=self.past.history.rules.categories))

    @column
    def mms(self) -> Reals:
        """Score m: the McMahon score on the scale of grades, in a Swiss the wins.

        Where postponed games leave it open, it is the middle of ``least_mms`` and ``most_mms``.
        """
        found: Reals = self.past.score[self.past.row, self.past.rounds]
        return found

    @column
    def least_mms(self) -> Reals:
        """Score m if all postponed games that leave it open are lost."""
        return self.past.bound(0)[self.past.row]

    @column
    def most_mms(self) -> Reals:
        """Score m if they are won."""
        return self.past.bound(1)[self.past.row]

    @column
    def scaled_mms(self) -> Reals:
        """Score m, at most that of the bar [K12 5.1]."""
        return np.minimum(self.mms, self.bar)

    @column
    def rating(self) -> Integers:
        """Rating; players without one have that of their grade."""
        return rating_or_grade(self.past.history.rating[self.past.row], self.grade)

    @column
    def handicap_level(self) -> Reals:
        """Strength that decides handicaps, see ``Past.handicap_level``."""
        found: Reals = self.past.handicap_level[self.past.row, self.past.rounds]
        return found

    @column
    def even_only(self) -> Bools:
        """Whether the player gives and takes no handicap."""
        return self.past.even_only[self.past.row]

    @column
    def at_top(self) -> Bools:
        """Whether the player is at the bar or in a supergroup."""
        return self.past.at_top[self.past.row]

    band = seated("past.bands", "past.row")
    """Band of the player, from 1 [K15 3.2]."""

    @property
    def level(self) -> Reals:
        """Height of the group: the score m."""
        return self.mms

    @property
    def level_range(self) -> tuple[Reals, Reals]:
        """The lowest and the highest score m."""
        return (self.least_mms, self.most_mms) if self.has_open_scores else (self.mms, self.mms)

    @property
    def score_x2(self) -> Integers:
        """Doubled score that makes the groups: the score m."""
        return np.rint(2 * self.mms).astype(np.int64)

    @fact
    def groups(self) -> int:
        """Number of groups."""
        return self.seeds.groups

    @column
    def group(self) -> Integers:
        """Score group, 0 for the best."""
        return self.groups - 1 - self.seeds.group

    @column
    def main_x2(self) -> Integers:
        """Doubled score of the tournament's kind, in full, as lists show it."""
        found: Integers = self.past.roster.main_x2[self.past.row, self.rounds]
        return found

    group_size = same_as("seeds.group_size")
    """Players of the group."""

    placement = same_as("seeds.placement")
    """Place in the group from 0, the strongest."""

    drawn_up = same_as("uneven.up")
    """Games up U."""

    drawn_down = same_as("uneven.down")
    """Games down D."""

    colour_balance = same_as("colours.balance")
    """Games with White minus games with Black, handicap games included."""

    club_area = same_as("homes.club")
    """Equal for players of one club of one country; each without one has his own."""

    @section
    def seeds(self) -> Seeds:
        """Score groups, and the places in them."""
        return Seeds(self.past, self.mms, self.rating)

    @section
    def uneven(self) -> UnevenGames:
        """Games up and down."""
        return UnevenGames(self.past)

    @section
    def colours(self) -> PastColours:
        """Colours."""
        return PastColours(self.past)

    @section
    def results(self) -> PastResults:
        """Wins and losses."""
        return PastResults(self.past)

    @section
    def homes(self) -> Homes:
        """Countries and clubs."""
        return Homes(self.past, self.seeds, self.below)

    @section
    def play(self) -> PlayGroups:
        """Play-in and play-out groups."""
        return PlayGroups(self.past, self.seeds)
