"""The players of one round as a struct of arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ...errors import RuleError
from ...go.scores import History, main_score_x2, mms_x2, order_by, standings_values, wins_x2
from .columns import Columns, column, fact, section
from .groups import Groups, draws
from .names import Names
from .people import People
from .roster import Roster

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from numpy.typing import NDArray

    from ...go.tournament import Rules, Tournament, Variant
    from .columns import Index

    Integers = NDArray[np.int64]
    Bools = NDArray[np.bool_]

__all__ = ["Field"]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Field(Columns):
    """The players of one round who can be paired, best first, as they stand before the round.

    The columns are int64 of shape (n,), and are computed when they are first read. Indexing a field
    gives a view, see ``Columns``.
    """

    roster: Roster
    """The players and their past, which the columns are computed from; a view has that of all."""

    score_groups: Groups
    """Groups of all players of the tournament. A view has none."""

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
        return self.score_groups.number

    @fact
    def size(self) -> int:
        """Number of seats."""
        return len(self.roster.row)

    @fact
    def key(self) -> tuple[str, ...]:
        """Keys of the players by seat."""
        return tuple(self.roster.people.players[row].key for row in self.roster.row)

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

    @column
    def grade(self) -> Integers:
        """Grade, 0 for 1 dan."""
        return self.roster.history.grade[self.roster.row]

    @column
    def rating(self) -> Integers:
        """Rating as it stands in the file."""
        return self.roster.history.rating[self.roster.row]

    @column
    def category(self) -> Integers:
        """Category, 0 for the strongest."""
        return self.roster.history.category[self.roster.row]

    @column
    def start_mms(self) -> Integers:
        """McMahon score before round 1."""
        return self.roster.history.start_mms[self.roster.row]

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

    @column
    def byes(self) -> Integers:
        """Byes in earlier rounds."""
        return self.roster.history.byes_before(self.roster.round_number)[self.roster.row]

    @column
    def group(self) -> Integers:
        """Score group, 0 for the best."""
        return self.score_groups.group[self.roster.row]

    @column
    def group_size(self) -> Integers:
        """Players of the group."""
        return self.score_groups.size[self.roster.row]

    @column
    def placement(self) -> Integers:
        """Seed within the group, from 0."""
        return self.score_groups.placement[self.roster.row]

    @column
    def drawn_up(self) -> Integers:
        """Earlier games against someone of a higher group."""
        return self._draws[0][self.roster.row]

    @column
    def drawn_down(self) -> Integers:
        """Earlier games against someone of a lower group."""
        return self._draws[1][self.roster.row]

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
        history, rounds = self.roster.history, slice(self.roster.round_number - 1)
        even = history.handicap[self.roster.row, rounds] == 0
        balance: Integers = (history.colour[self.roster.row, rounds] * even).sum(axis=1)
        return balance

    @column
    def country(self) -> Integers:
        """Number of the country, equal for compatriots; all players without one share a number."""
        return self.roster.people.country[self.roster.row]

    @column
    def club(self) -> Integers:
        """Number of the club, equal for its members; all players without one share a number."""
        return self.roster.people.club[self.roster.row]

    @section
    def names(self) -> Names:
        """The players' joined names, from which OpenGotha's luck follows."""
        return Names(self.roster.people.names, self.roster.row)

    @cached_property
    def _draws(self) -> tuple[Integers, Integers]:
        return draws(self.roster.history, self.roster.round_number, self.roster.main_x2)

    @classmethod
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
        tournament.check_round(round_number)
        tournament.refuse_teams()
        history = History.of(tournament.before(round_number))
        if pairable is None:
            pairable = [player.key for player in tournament.to_pair(round_number)]
        taking_part = _taking_part(history, pairable)
        people = People(tournament.players)
        return cls.after(history, people, round_number, taking_part, variant=variant)

    @classmethod
    def after(
        cls,
        history: History,
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
        )
        groups = Groups.of(history, round_number, members, main, standings)
        return cls(roster=roster, score_groups=groups)

    def __getitem__(self, index: Index) -> Self:
        """Some of the players, in the shape that the index gives their columns."""
        view = super().__getitem__(index)
        view.__dict__["roster"] = self.roster
        return view

    def __len__(self) -> int:
        return self.size

    @property
    def level(self) -> NDArray[np.int64]:
        """Height of the group: the best group has 0, and the others have less."""
        return -self.group

    def without(self, seat: int) -> Self:
        """The field without one of its players.

        The groups of the others stay as they were. The papers' groups, which consist of those who
        are paired, are computed anew from ``roster``.
        """
        kept = np.delete(np.arange(len(self)), seat)
        roster = self.roster.of(self.player[kept])
        return self[kept].having(
            {
                "size": len(kept),
                "seat": _frozen(np.arange(len(kept))),
                "key": tuple(self.key[i] for i in kept),
                "roster": roster,
            }
        )

    def have_met(self, other: Self) -> NDArray[np.bool_]:
        """Whether the players of two views have met in an earlier round."""
        return self.roster.have_met(self.seat, other.seat)

    def are_listed(self, other: Self, pairs: Iterable[Collection[str]]) -> NDArray[np.bool_]:
        """Whether the players of two views, one by one, are among some pairs of keys, (m,)."""
        if not pairs:
            return np.zeros(self.seat.shape, dtype=np.bool_)
        known = {frozenset(pair) for pair in pairs}
        ends = zip(self.seat.tolist(), other.seat.tolist(), strict=True)
        found = [frozenset((self.key[i], self.key[j])) in known for i, j in ends]
        return np.array(found, dtype=np.bool_)

    def seats(self, pairs: Iterable[Collection[str]]) -> NDArray[np.int64]:
        """Seats of the pairs of keys of which both are in the whole field, int64 (m, 2)."""
        if not pairs:
            return np.empty((0, 2), dtype=np.int64)
        seat = {key: index for index, key in enumerate(self.key)}
        found = [[seat[a], seat[b]] for a, b in pairs if a in seat and b in seat]
        return np.array(found, dtype=np.int64).reshape(-1, 2)

    def listed(self, pairs: Iterable[Collection[str]]) -> NDArray[np.bool_]:
        """Mark the pairs of keys of which both are in the field.

        Returns
        -------
        (n, n) bool
            Symmetric, and of the whole field also if this is a view.
        """
        one, other = self.seats(pairs).T
        mask = np.zeros((len(self), len(self)), dtype=np.bool_)
        mask[one, other] = mask[other, one] = True
        return mask


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


def _taking_part(history: History, pairable: Sequence[str]) -> NDArray[np.bool_]:
    """Mark the rows of the pairable players."""
    taking_part = np.zeros(len(history.grade), dtype=np.bool_)
    for key in pairable:
        if key not in history.row:
            raise RuleError(f"no player has the key {key!r}")
        if taking_part[history.row[key]]:
            raise RuleError(f"{key!r} cannot be paired twice in one round")
        taking_part[history.row[key]] = True
    return taking_part
