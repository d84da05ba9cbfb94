"""The players of a round as arrays."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ..._kernels.classes import pairs_met
from ...errors import RuleError
from ...go.scores import (
    MMS_OF_1_DAN,
    ScoreHistory,
    criterion_values,
    main_score_x2,
    mms_x2,
    order_by,
    standings_values,
    whole,
    wins_x2,
)
from ...go.tournament import Criterion
from ...go.tournament.player import country_key, without_case
from ...parameters import checked_late
from ...sentences import phrase
from ..papers.area import numbered
from ..papers.quality import colour_span, colour_value
from .columns import Columns, NameHashes, Names, codes, column, fact, name_codes, seated, section

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ...arrays import Array, Bools, Indices, Integers, Reals
    from ...go.tournament import Player, Rules, Same, Tournament, Variant
    from .columns import Conventions, Index


# ---- The players of a tournament besides their games: names, homes and groups, as arrays ----


@dataclass(frozen=True, eq=False)
class People:
    """The players of a tournament; row i of an array, (n,), is ``players[i]``.

    Nothing is computed before it is read, and nothing twice: the rounds of a tournament share it.
    """

    players: tuple[Player, ...]

    @cached_property
    def final(self) -> Bools:
        """Who is registered finally."""
        return np.array([player.final for player in self.players], bool)

    @cached_property
    def names(self) -> NameHashes:
        """Hashes of the names."""
        return NameHashes.of([player.name + player.first_name for player in self.players])

    @cached_property
    def country(self) -> Integers:
        """Number of the country as OpenGotha compares countries, equal for players without one."""
        return codes([player.country for player in self.players], without_case)

    @cached_property
    def club(self) -> Integers:
        """Number of the club as OpenGotha compares clubs, equal for players without one."""
        return codes([player.club for player in self.players], _club)

    @cached_property
    def country_area(self) -> Integers:
        """Equal for players of one country; each without one has his own."""
        return areas(countries(self.players))

    @cached_property
    def club_area(self) -> Integers:
        """Equal for players of one club of one country; each without one has his own."""
        return areas(clubs(self.players, countries(self.players)))

    @cached_property
    def play_in(self) -> Integers:
        """Play-in group from 1, 0 for none."""
        return name_codes([player.play_in for player in self.players])

    @cached_property
    def play_out(self) -> Integers:
        """Play-out group from 1, 0 for none."""
        return name_codes([player.play_out for player in self.players])

    def areas(self, attribute: str) -> Integers:
        """Equal for players with one value of an attribute; each without one has an area of their own."""
        values = [player.attributes.get(attribute, "") for player in self.players]
        if attribute in ("club", "country") and not any(values):
            return self.club_area if attribute == "club" else self.country_area
        return areas(name_codes(values))

    def bands(self, otherwise: Integers) -> Integers:
        """Band of each player, from 1: the one that he was given, or another one."""
        entries = ((row, player.band) for row, player in enumerate(self.players))
        bands = otherwise.copy()
        for row, band in entries:
            if band is not None:
                bands[row] = band
        return bands

    def near(self, groups: Sequence[Iterable[str]]) -> Bools:
        """Whether two clubs, as numbered in ``club``, belong to one group of clubs."""
        number_of_clubs = int(self.club.max(initial=-1)) + 1
        near = np.zeros((number_of_clubs, number_of_clubs), bool)
        if not groups:
            return near
        names = (_club(player.club) for player in self.players)
        number = dict(zip(names, self.club.tolist(), strict=True))
        for group in groups:
            members = [number[name] for name in map(without_case, group) if name in number]
            near[np.ix_(members, members)] = True
        return near


def _club(club: str) -> str:
    """Name of a club as OpenGotha compares it: four characters without case [OPENGOTHA 1, 11.9]."""
    return without_case(club[:4])


def countries(players: Sequence[Player]) -> Integers:
    """Number players of one country equally, from 1; 0 without one, (n,)."""
    return name_codes([player.country for player in players], country_key)


def clubs(players: Sequence[Player], country: Integers) -> Integers:
    """Number players of one club equally, from 1; 0 without one, (n,).

    Clubs of one name in two countries are two; the countries are numbered by ``countries``.
    """
    club = name_codes([player.club for player in players], without_case)
    return np.where(club > 0, country * (club.max(initial=0) + 1) + club, 0)


def families(players: Sequence[Player]) -> Integers:
    """Number players of one family and one club equally, from 1; 0 without either, (n,).

    Clubs are those of ``clubs`` [K12 3.2].
    """
    club = clubs(players, countries(players))
    name = name_codes([player.family for player in players], without_case)
    has_both = (club > 0) & (name > 0)
    return np.where(has_both, club * (name.max(initial=0) + 1) + name, 0)


def areas(homes: Integers) -> Integers:
    """Number players of one home equally, and each without one, 0, as an area of his own, (n,)."""
    count = int(homes.max(initial=0)) + 1
    own = count + np.arange(len(homes))
    return numbered(np.where(homes > 0, homes, own), count + len(homes))[1]


# ---- Score groups: who stands at the same height, and in which order [OPENGOTHA 10] ----


@dataclass(frozen=True, kw_only=True, eq=False)
class Groups:
    """The groups of a round; int64 arrays of shape (n,) over all players of the tournament.

    A player who is no member, or has a score outside of the range that the rules foresee, has 0
    in all of them, as in OpenGotha.
    """

    number: int
    """Number of groups, the empty ones included."""

    group: Integers
    """Group of the player: 0 is the best score of the strongest category."""

    size: Integers
    """Members of this group."""

    placement: Integers
    """Seed of the player within the group, from 0."""

    @classmethod
    def of(
        cls,
        history: ScoreHistory,
        round_number: int,
        members: Bools,
        main_x2: Integers,
        standings: Integers,
    ) -> Self:
        """Group the members by category and whole main score before the round.

        Parameters
        ----------
        history, round_number, members
            The past, the round, and the players who make the groups.
        main_x2, standings
            ``main_score_x2``, and ``standings_values`` before the round.

        Raises
        ------
        RuleError
            If the McMahon floor is so far above the bar that there is no group.
        """
        after = round_number - 1
        lowest, highest = _score_range(history.rules, after)
        if lowest > highest:
            floor, bar = history.rules.floor, history.rules.bar
            raise RuleError(
                phrase(
                    "the floor must be below the bar of {bar}, not {floor}", bar=bar, floor=floor
                )
            )
        score = whole(main_x2[:, after])
        inside = np.flatnonzero(members & (lowest <= score) & (score <= highest))
        levels = highest - lowest + 1
        group, size, placement = np.zeros((3, len(score)), np.int64)
        group[inside] = (history.category * levels + highest - score)[inside]
        sorting = np.column_stack([-group, standings, _additional(history, round_number)])
        order = inside[order_by(sorting[inside], history.name_order[inside])]
        first, count = np.unique(group[order], return_index=True, return_counts=True)[1:]
        size[order] = np.repeat(count, count)
        placement[order] = np.arange(len(order)) - np.repeat(first, count)
        number = history.rules.categories * levels
        return cls(number=number, group=group, size=size, placement=placement)


NO_GROUPS = Groups(number=0, **dict.fromkeys(("group", "size", "placement"), np.zeros(0, np.int64)))
"""Groups of players who are not to be paired."""


def _score_range(rules: Rules, after: int) -> tuple[int, int]:
    """Lowest and highest whole main score that make a group."""
    if rules.by_mms:
        return rules.floor - 1 + MMS_OF_1_DAN, rules.bar + 2 + after + MMS_OF_1_DAN
    return 0, 2**after if rules.main_criterion is Criterion.CUP_SCORE else after


def _additional(history: ScoreHistory, round_number: int) -> Integers:
    """The additional criterion of the round's seed system, the last one to order a group."""
    rules = history.rules.pairing
    second = round_number > rules.last_round_of_first_seed_system
    return criterion_values(history, rules.seed_criteria[second], round_number - 1)


def leads(history: ScoreHistory, score: Array) -> Array:
    """How much higher than the opponent each player stood, from scores before each of the first rounds.

    Parameters
    ----------
    score : (n, rounds)

    Returns
    -------
    (n, rounds), 0 without an opponent.
    """
    opponent = history.opponent[:, : score.shape[1]]
    theirs = np.take_along_axis(score, opponent.clip(0), axis=0)
    return np.where(opponent >= 0, score - theirs, 0)


def colours(history: ScoreHistory, *, handicap_games: bool = True) -> Integers:
    """Colours that count, (n, rounds): White 1, Black -1; 0 where none does.

    With handicap games they are those of all games that were played [K15 7, 10.3]; without, those of
    all games without stones, played or not [OPENGOTHA 10].
    """
    left_out = history.by_default if handicap_games else history.handicap > 0
    return np.where(left_out, 0, history.colour)


# ---- The players of a round and all that is known of their past ----

MATRIX = 4000
"""For so many players, all that is known of their pairs may be held as matrices: one of weights takes
128 MB."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Roster:
    """The players of a round and their past; a model's state is computed when it is asked for."""

    history: ScoreHistory
    """All rounds before this one."""

    round_number: int
    """From 1."""

    people: People
    """All players of the tournament."""

    mms_x2: Integers
    """Doubled McMahon scores after each round."""

    main_x2: Integers
    """Doubled scores of the tournament's kind after each round, which make the groups."""

    row: Indices
    """Row of each seat in ``players``."""

    score_groups: Groups = NO_GROUPS
    """Groups of all players of the tournament."""

    states: dict[Conventions, Any] = field(default_factory=dict)
    """States that are computed, see ``state_of``."""

    terms: dict[int, Any] = field(default_factory=dict)
    """Terms that are found, see ``WeightModel.find_terms``."""

    @cached_property
    def opponents(self) -> Integers:
        """Seats of the opponents who were met in the earlier rounds, (n, rounds); -1 for none among the players.

        Whoever may be met again in another cycle is none.
        """
        history, before = self.history, self.round_number - 1
        seat = np.full(len(history.grade) + 1, -1)
        seat[self.row] = np.arange(len(self.row))
        found: Integers = seat[history.opponent[self.row, :before]]
        if history.rules.by_fide:  # see Tournament.meetings
            found = np.where(history.by_default[self.row, :before], -1, found)
        if history.rules.cycles > 1:
            times = (found[:, :, None] == found[:, None, :]).sum(axis=2)
            found = np.where(times < history.rules.cycles, -1, found)
        return found

    @cached_property
    def pairs_met(self) -> tuple[Integers, Integers]:
        """Seats i < j of all pairs that have met, in their order and each pair once, (m,)."""
        return pairs_met(self.opponents)

    @cached_property
    def met(self) -> Bools:
        """Who has met whom, by seat, (n, n)."""
        matrix = np.zeros((len(self.row), len(self.row)), bool)
        one, other = self.pairs_met
        matrix[one, other] = matrix[other, one] = True
        matrix.flags.writeable = False
        return matrix

    def have_met(self, i: Integers, j: Integers) -> Bools:
        """Whether two seats have met, in the shape to which they broadcast."""
        if len(self.row) <= MATRIX:
            return self.met[i, j]
        found: Bools = (self.opponents[i] == j[..., None]).any(axis=-1)
        return found

    def of(self, row: Indices) -> Self:
        """The same past with other players by seat."""
        return replace(self, row=row, states={}, terms={})

    def forget(self) -> None:
        """Forget all states and terms, so that they are computed again when they are needed."""
        self.states.clear()
        self.terms.clear()


# ---- The players of one round as a struct of arrays ----


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Field(Columns):
    """The players of a round as arrays, best first, before the round.

    The columns are int64 of shape (n,), and are computed when they are first read. Indexing a field
    gives a view, see ``Columns``.
    """

    roster: Roster
    """The players and their past, which the columns are computed from; a view has that of all."""

    @cached_property
    def whole(self) -> Self:
        """The field that this is a view of; itself, if it is none."""
        return self

    @fact
    def rules(self) -> Rules:
        """Rules of the tournament."""
        return self.roster.history.rules

    @fact
    def round_number(self) -> int:
        """From 1."""
        return self.roster.round_number

    @fact
    def groups(self) -> int:
        """Number of groups, the empty ones included."""
        return self.roster.score_groups.number

    @fact
    def size(self) -> int:
        """Number of seats."""
        return len(self.roster.row)

    @fact
    def key(self) -> tuple[str, ...]:
        """Keys of the players by seat."""
        return tuple(self.roster.people.players[row].key for row in self.roster.row)

    @fact
    def seat_by_key(self) -> Mapping[str, int]:
        """Seats of the players by key."""
        return {key: seat for seat, key in enumerate(self.key)}

    @property
    def met(self) -> Bools:
        """Whether two seats have met in an earlier round, (n, n)."""
        return self.roster.met

    @fact
    def clubs_near(self) -> bool:
        """Whether there are groups of clubs."""
        return bool(self.near.any())

    @fact
    def near(self) -> Bools:
        """Whether two clubs, as numbered in ``club``, belong to one group of clubs."""
        return _frozen(self.roster.people.near(self.rules.club_groups))

    @column
    def seat(self) -> Integers:
        """Row and column of the weight matrix: 0, 1, … n - 1."""
        return np.arange(len(self.roster.row))

    @column
    def player(self) -> Integers:
        """Index into ``tournament.players``."""
        return self.roster.row.copy()

    grade = seated("roster.history.grade")
    """Grade, 0 for 1 dan."""

    rating = seated("roster.history.rating")
    """Rating as it stands in the file."""

    category = seated("roster.history.category")
    """Category, 0 for the strongest."""

    start_mms = seated("roster.history.start_mms")
    """McMahon score before round 1."""

    @column
    def mms_x2(self) -> Integers:
        """Doubled McMahon score."""
        found: Integers = self.roster.mms_x2[self.roster.row, self.roster.round_number - 1]
        return found

    @column
    def wins_x2(self) -> Integers:
        """Doubled wins."""
        found: Integers = wins_x2(self.roster.history)[
            self.roster.row, self.roster.round_number - 1
        ]
        return found

    @column
    def main_x2(self) -> Integers:
        """Doubled score that makes the groups."""
        found: Integers = self.roster.main_x2[self.roster.row, self.roster.round_number - 1]
        return found

    @fact
    def has_open_scores(self) -> bool:
        """Whether postponed games leave scores open, see ``Rules.postponed``."""
        return bool(self.roster.history.bounds)

    @column
    def least_x2(self) -> Integers:
        """Doubled score that makes the groups if all postponed games that leave it open are lost."""
        return self._bound(0)

    @column
    def most_x2(self) -> Integers:
        """Doubled score that makes the groups if all postponed games that leave it open are won."""
        return self._bound(1)

    @column
    def byes(self) -> Integers:
        """Byes in earlier rounds."""
        return self.roster.history.byes_before(self.roster.round_number)[self.roster.row]

    group = seated("roster.score_groups.group")
    """Score group, 0 for the best."""

    group_size = seated("roster.score_groups.size")
    """Players of the group."""

    placement = seated("roster.score_groups.placement")
    """Seed within the group, from 0."""

    @column
    def drawn_up(self) -> Integers:
        """Earlier games against someone of a higher group."""
        ups: Integers = (self._leads < 0).sum(axis=1)
        return ups

    @column
    def drawn_down(self) -> Integers:
        """Earlier games against someone of a lower group."""
        downs: Integers = (self._leads > 0).sum(axis=1)
        return downs

    @column
    def ever_up(self) -> Bools:
        """Whether there were such games against a higher group."""
        return self.drawn_up > 0

    @column
    def ever_down(self) -> Bools:
        """Whether there were such games against a lower group."""
        return self.drawn_down > 0

    @column
    def mostly_up(self) -> Integers:
        """1 if more of these games were against higher groups, -1 if fewer were."""
        sign: Integers = np.sign(self.drawn_up - self.drawn_down)
        return sign

    @column
    def colour_balance(self) -> Integers:
        """Even games with White minus even games with Black."""
        even = colours(self.roster.history, handicap_games=False)[self.roster.row]
        balance: Integers = even[:, : self.roster.round_number - 1].sum(axis=1)
        return balance

    country = seated("roster.people.country")
    """Number of the country, equal for compatriots; all players without one share a number."""

    club = seated("roster.people.club")
    """Number of the club, equal for its members; all players without one share a number."""

    country_area = seated("roster.people.country_area")
    """Equal for players of one country; each without one has his own."""

    club_area = seated("roster.people.club_area")
    """Equal for players of one club of one country; each without one has his own."""

    @column
    def below(self) -> Bools:
        """Whether the grade is below the bar [K12 2.1; INTERPRETATION 0.7]."""
        return self.grade < self.roster.history.bar

    @column
    def family(self) -> Integers:
        """Equal for players of one family of one club; each without one has his own [K12 3.2]."""
        return areas(families(self.roster.people.players))[self.roster.row]

    @column
    def returned(self) -> Bools:
        """Whether the player was absent in the round before."""
        before = self.roster.round_number - 2
        absent: Bools = self.roster.history.absent[self.roster.row, max(before, 0)]
        return absent & (before >= 0)

    @column
    def run(self) -> Integers:
        """How many of the last even games at a board were of one colour; negative if it is Black.

        Rounds without one do not break it. There are none where a round is a match of both colours.
        """
        run = np.zeros(len(self), np.int64)
        if self.roster.history.rules.games > 1:
            return run
        stones = self.roster.history.handicap[self.roster.row, : self.roster.round_number - 1]
        for now in np.where(stones > 0, 0, self._colours).T:
            run = np.where(now == 0, run, np.where(run * now > 0, run + now, now))
        return run

    @column
    def value_white(self) -> Integers:
        """Colour value after the round if White is taken in it, in parts of ``colour_unit``."""
        return self._value_with(1)

    @column
    def value_black(self) -> Integers:
        """Colour value after the round if Black is taken in it, in parts of ``colour_unit``."""
        return self._value_with(-1)

    @column
    def strength(self) -> Reals:
        """Relative strength by the results of the whole tournament [V appendix B]; 0 if not estimated."""
        return np.zeros(len(self))

    @fact
    def colour_unit(self) -> int:
        """Parts of 1 in which colour values are counted, so that they are whole."""
        return max(1, 2 * colour_span(self.roster.round_number))  # alternation counts halves

    @section
    def names(self) -> Names:
        """The players' joined names, from which OpenGotha's luck follows."""
        return Names(self.roster.people.names, self.roster.row)

    def _bound(self, end: int) -> Integers:
        if not self.has_open_scores:
            return self.main_x2.copy()
        score = main_score_x2(self.roster.history.bounds[end])
        found: Integers = score[self.roster.row, self.roster.round_number - 1]
        return found

    @cached_property
    def _leads(self) -> Integers:
        """How many groups higher than the opponent each player stood before each earlier round."""
        score = whole(self.roster.main_x2[:, : self.roster.round_number - 1])
        return leads(self.roster.history, score)[self.roster.row]

    @cached_property
    def _colours(self) -> Integers:
        """Colours of the earlier rounds."""
        return colours(self.roster.history)[self.roster.row, : self.roster.round_number - 1]

    def _value_with(self, colour: int) -> Integers:
        """Colour values, in parts, after one more round in which everybody takes a colour."""
        after = np.column_stack([self._colours, np.full(len(self), colour)])
        return np.rint(colour_value(after) * self.colour_unit).astype(np.int64)

    @classmethod
    @checked_late
    def of(
        cls,
        tournament: Tournament,
        round_number: int,
        pairable: Sequence[str] | None = None,
        *,
        variant: Variant = "v351",
    ) -> Self:
        """Lay out the players of a round in the order of the standings [OPENGOTHA 8, 10].

        Parameters
        ----------
        tournament
            What happens in this round or later matters only for who is still to be paired.
        round_number
            From 1.
        pairable
            Keys of the players, in any order; by default ``tournament.to_pair(round_number)``.
        variant
            With ``"v351"`` all players of the tournament count in the groups, with ``"v352"``
            the pairable ones.

        Raises
        ------
        RuleError
            If the tournament has no such round, somebody pairable is unknown or named twice, or
            the rules or the earlier rounds contradict themselves.
        """
        round_number = tournament.check_round(round_number)
        tournament.refuse_teams()
        history = ScoreHistory.for_draw(tournament, round_number)
        if pairable is None:
            pairable = [player.key for player in tournament.to_pair(round_number)]
        taking_part = _taking_part(history, pairable)
        people = People(tournament.players)
        return cls.after(history, people, round_number, taking_part, variant=variant)

    @classmethod
    def after(
        cls,
        history: ScoreHistory,
        people: People,
        round_number: int,
        taking_part: Bools,
        *,
        variant: Variant = "v351",
    ) -> Self:
        """Lay out those who take part in a round, as ``of`` does, from the arrays of its past.

        Parameters
        ----------
        history, people
            The past, and the players that its rows stand for. What the arrays hold of this round
            or later does not matter.
        round_number
            From 1 to the number of rounds.
        taking_part : (n,) bool
            Who is to be paired.
        variant
            As of ``of``.
        """
        main = main_score_x2(history)
        standings = standings_values(history, history.rules.seeding_criteria, round_number - 1)
        order = order_by(standings, history.name_order)
        row = order[taking_part[order]]
        members = np.ones_like(taking_part) if variant == "v351" else taking_part
        roster = Roster(
            history=history,
            round_number=round_number,
            people=people,
            mms_x2=mms_x2(history),
            main_x2=main,
            row=row,
            score_groups=Groups.of(history, round_number, members, main, standings),
        )
        return cls(roster=roster)

    def __getitem__(self, index: Index) -> Self:
        """Some of the players, in the shape that the index gives their columns."""
        view = super().__getitem__(index)
        view.__dict__.update(roster=self.roster, whole=self.whole)
        return view

    def having(self, values: Mapping[str, Any]) -> Self:
        """The same players with other values in some columns; of a whole field, a whole one."""
        view = super().having(values)
        if self.whole is self:
            view.__dict__["whole"] = view
        return view

    def __len__(self) -> int:
        return self.size

    @property
    def level(self) -> Array:
        """Height of the group: the best group has 0, and the others have less."""
        return -self.group

    @property
    def level_range(self) -> tuple[Array, Array]:
        """The lowest and the highest group in which a player may be, whose score is open, as ``level``."""
        if not self.has_open_scores:
            return self.level, self.level
        score = whole(self.main_x2)
        return (
            self.level + whole(self.least_x2) - score,
            self.level + whole(self.most_x2) - score,
        )

    @property
    def score_x2(self) -> Integers:
        """Doubled score that makes the groups."""
        return self.main_x2

    @property
    def band(self) -> Integers:
        """Category from 1, the strongest."""
        return self.category + 1

    def without(self, seat: int) -> Self:
        """The field without one of its players.

        The groups of the others stay as they were. The papers' groups, which consist of those who
        are paired, are computed anew from ``roster``.
        """
        return type(self)(roster=self.roster.of(np.delete(self.player, seat)))

    def have_met(self, other: Self) -> Bools:
        """Whether the players of two views have met in an earlier round."""
        return self.roster.have_met(self.seat, other.seat)

    def shares(
        self, rule: Same, rows: slice | Integers = slice(None), columns: slice = slice(None)
    ) -> Bools:
        """Whether a rule about players with the same attribute holds for two seats, (rows, columns)."""
        area = self.roster.people.areas(rule.attribute)[self.roster.row]
        if not rule.holds_in(self.round_number):
            area = self.whole.seat
        same: Bools = area[rows, None] == area[columns]
        top = self.whole.main_x2 == self.whole.main_x2.max(initial=0)
        if rule.not_in_top_group and not top.all():
            same &= ~(top[rows, None] & top[columns])
        return same

    def are_listed(self, other: Self, pairs: Iterable[Collection[str]]) -> Bools:
        """Whether the players of two views, one by one, are among some pairs of keys, (m,)."""
        if not pairs:
            return np.zeros(self.seat.shape, bool)
        keys = {frozenset(pair) for pair in pairs}
        ends = zip(self.seat.tolist(), other.seat.tolist(), strict=True)
        found = [frozenset((self.key[i], self.key[j])) in keys for i, j in ends]
        return np.array(found, bool)

    def seats(self, pairs: Iterable[Collection[str]]) -> Integers:
        """Seats of the pairs of keys of which both are in the whole field, int64 (m, 2)."""
        if not pairs:
            return np.empty((0, 2), np.int64)
        seat = self.seat_by_key
        found = [[seat[a], seat[b]] for a, b in pairs if a in seat and b in seat]
        return np.array(found, np.int64).reshape(-1, 2)

    def pair_mask(self, pairs: Iterable[Collection[str]]) -> Bools:
        """Mark the pairs of keys of which both are in the field.

        Returns
        -------
        (n, n) bool
            Symmetric, and of the whole field also if this is a view.
        """
        one, other = self.seats(pairs).T
        mask = np.zeros((len(self), len(self)), bool)
        mask[one, other] = mask[other, one] = True
        return mask


def _frozen(array: Array) -> Array:
    array.flags.writeable = False
    return array


def _taking_part(history: ScoreHistory, pairable: Sequence[str]) -> Bools:
    """Mark the rows of the pairable players."""
    taking_part = np.zeros(len(history.grade), bool)
    for key in pairable:
        if key not in history.row:
            raise RuleError(phrase("no player has the key {key!r}", key=key))
        if taking_part[history.row[key]]:
            raise RuleError(phrase("{key!r} cannot be paired twice in one round", key=key))
        taking_part[history.row[key]] = True
    return taking_part
