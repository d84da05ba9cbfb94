"""The rounds to come: whether they can all be drawn complete, and draws after which they can."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Self

import numpy as np

from ..._kernels.disjoint_matchings import matchings
from ...matching import max_weight_matching
from ..draw import remaining
from ..draw.draw import timed
from ..field import Field
from ..solving.costs import ranked, totals
from .system import Pairing, System

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...arrays import Bools, Indices, Integers
    from ...matching import Matching
    from ..draw import Constraints
    from ..draw.constraints import RangeRule
    from ..solving.solution import Solution
    from .system import Situation


# ---- Whether the rounds that are left can all be drawn complete without a rematch ----

# Those who have not met are the edges of a graph, and a complete round is a perfect matching of those
# who are present, with the bye as a player of its own where their number is odd. Several rounds are
# matchings without a common edge.

_STEPS = (20_000,) * 10 + (1_000_000,)
"""Of searches for the same, each in another order, until one comes to its end: who begins in a part without
an end is better off to begin anew [Gomes, Selman, Kautz 1998, *Boosting combinatorial search through
randomization*]. All of them take a tenth of a second [bench/rounds_to_come.py]."""

_WORD = 64
"""Vertices that the search holds, of whom the bye is one: a set of them is a word."""

_MATCHINGS = 300
"""Of random rounds that are matched where the vertices are more than a word holds."""

MOST_PLAYERS = 200
"""Whose later rounds are looked at, unless it is certain that everybody has enough opponents left."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RoundsToCome:
    """The rounds that are left, the one to be drawn first."""

    possible: Bools
    """The pairs that no rule removes for good, (n + 1, n + 1), symmetric; the last one is the bye."""

    present: Bools
    """Who takes part in each round, (r, n + 1); the bye does where their number is odd."""

    first_byes: Bools
    """Who may have the bye of the first round, (n,)."""

    row: Integers
    """Row in the history of each player, (n,)."""

    @classmethod
    def of(cls, situation: Situation) -> Self:
        """The round of a situation, and those behind it.

        Rules about scores and about this round alone do not count: nobody knows the scores of later
        rounds. A second bye is possible only if there are more byes to give than players without one, and
        in the first round only if nobody without one is there.
        """
        present = _present(situation)
        everybody = np.logical_or.reduce(present)
        field = Field.after(situation.history, situation.people, situation.round_number, everybody)
        rules = situation.constraints
        lasting = replace(
            rules,
            force=frozenset(),
            must_play_groups=(),
            never_same=tuple(rule for rule in rules.never_same if rule.lasts),
            max_score_difference=None,
            no_handicap_at_top=False,
            limit_scores=False,
        )
        n, row = len(field), field.player
        possible = np.zeros((n + 1, n + 1), bool)
        possible[:n, :n] = remaining(n, lasting.removals(field))
        odd = np.count_nonzero(present, axis=1) % 2 == 1
        odd[0] &= not situation.bye_given
        had_bye: Bools = situation.history.byes_before(situation.round_number)[row] > 0
        first_byes = present[0, row] & ~had_bye
        if not first_byes.any():
            first_byes = present[0, row]
        if np.count_nonzero(~had_bye) < np.count_nonzero(odd):
            had_bye[:] = False
        possible[n, :n] = possible[:n, n] = ~had_bye
        return cls(
            possible=possible,
            present=np.column_stack([present[:, row], odd]),
            first_byes=first_byes,
            row=row,
        )

    @property
    def left(self) -> int:
        """How many rounds there are."""
        return len(self.present)

    def certain(self) -> bool:
        """Whether all rounds can be drawn complete, whatever complete draws the ones before have.

        A graph of n vertices has a perfect matching if each of them has n / 2 neighbours [Dirac 1952]. Each
        round takes one neighbour of everybody, and each bye one of those who may have it; who has the bye of
        a round is no neighbour there.
        """
        different, which = np.unique(self.present, axis=0, return_inverse=True)
        opponents = [_fewest_opponents(self.possible, each) for each in different]
        for earlier, (present, kind) in enumerate(zip(self.present, which.ravel(), strict=True)):
            seats, bye = np.flatnonzero(present[:-1]), int(present[-1])
            if bye:
                able = self.possible[-1, seats]
                if earlier == 0:
                    able = able & self.first_byes[seats]
                if np.count_nonzero(able) <= np.count_nonzero(self.present[:earlier, -1]):
                    return False
            if len(seats) > bye and 2 * (opponents[kind] - earlier - bye) < len(seats) - bye:
                return False
        return True

    def most(self) -> int | None:
        """How many of the rounds, from the first on, can be drawn; None if that is not found out."""
        if self.certain():
            return self.left
        for count in range(self.left, 0, -1):
            found = [_drawable(self.possible, self.present[:count])]
            if found[0] and self._second_byes():
                found = [self.spares(row, count) for row in self.row[self.first_byes].tolist()]
            if any(found):
                return count
            if None in found:
                return None
        return 0

    def _second_byes(self) -> bool:
        """Whether a search might give the bye of the first round to somebody who may not have it."""
        able = self.possible[-1, :-1] & self.present[0, :-1]
        return bool(self.present[0, -1] and (able & ~self.first_byes).any())

    def spares(self, row: int, count: int) -> bool | None:
        """Whether so many rounds can be drawn, the first with the bye of a player, by the row.

        None if it is not found out.
        """
        seat = int(np.flatnonzero(self.row == row)[0])
        if not (self.possible[-1, seat] and self.first_byes[seat]):
            return False
        possible, present = self.possible.copy(), self.present[:count].copy()
        possible[-1, seat] = possible[seat, -1] = False
        present[0, [seat, -1]] = False
        return _drawable(possible, present)

    def ways(self, count: int) -> Iterator[tuple[Integers, int | None]]:
        """Draws of the first round after which so many rounds, with it, can be drawn: pairs and bye.

        They are those of one answer of the search, as rows of the history.
        """
        found = _find_rounds(self.possible, self.present[:count])
        n = len(self.row)
        for present, mates in zip(
            self.present[:count], () if found is None else found, strict=False
        ):
            if (present == self.present[0]).all():
                first = np.flatnonzero((np.arange(n) < mates[:n]) & (mates[:n] < n))
                if mates[n] >= 0 and not self.first_byes[mates[n]]:
                    continue
                bye = None if mates[n] < 0 else int(self.row[mates[n]])
                yield self.row[np.column_stack([first, mates[first]])], bye

    def keeps(self, pairs: Integers, bye: int | None, count: int) -> bool | None:
        """Whether after a draw of the first round those behind it can be drawn, up to a count.

        Parameters
        ----------
        pairs
            Rows of the history, (m, 2).
        bye
            Row of the player with the bye.
        count
            How many rounds, with the first.
        """
        seat = np.zeros(self.row.max(initial=0) + 1, np.int64)
        seat[self.row] = np.arange(len(self.row))
        first, second = seat[pairs].T
        if bye is not None:
            first, second = np.append(first, seat[bye]), np.append(second, len(self.row))
        possible = self.possible.copy()
        possible[first, second] = possible[second, first] = False
        return _drawable(possible, self.present[1:count])

    def spares_pair(self, pair: Integers, count: int) -> bool | None:
        """Whether so many rounds can be drawn, the first with a pair, by the rows.

        None if it is not found out.
        """
        seats = np.flatnonzero(np.isin(self.row, pair))
        possible, present = self.possible.copy(), self.present[:count].copy()
        possible[np.ix_(seats, seats)] = False
        present[0, seats] = False
        return _drawable(possible, present)


def certainly_drawable(situation: Situation) -> bool:
    """Whether `RoundsToCome.certain` follows from the number of players: no rule keeps any apart.

    This needs no matrix of pairs, and so no time in the largest fields.
    """
    rules = situation.constraints
    if (
        rules.forbid
        or rules.met
        or rules.never_same
        or rules.families_apart
        or rules.max_grade_difference is not None
    ):
        return False
    players = np.count_nonzero(_present(situation), axis=1)
    met = situation.round_number + np.arange(len(players))
    return bool((2 * (players - 1 - met) >= players + 1).all())


def _present(situation: Situation) -> Bools:
    """Who takes part in the round of a situation and in each later one, (r, players)."""
    later = ~situation.history.absent[:, situation.round_number :]
    return np.vstack([situation.waiting, (later & situation.people.final[:, None]).T])


def _fewest_opponents(possible: Bools, present: Bools) -> int:
    """How many of those who are present the one with the fewest of them may meet."""
    seats = np.flatnonzero(present[:-1])
    return int(possible[np.ix_(seats, seats)].sum(axis=1).min(initial=len(seats)))


def _drawable(possible: Bools, present: Bools) -> bool | None:
    """Whether some rounds can be drawn; None if it is not found out."""
    found = _find_rounds(possible, present)
    return None if found is None else bool((found >= 0).any() or not present.any())


def _find_rounds(possible: Bools, present: Bools) -> Integers | None:
    """Opponents in some rounds, -1 without one; nobody has one if they cannot be drawn.

    None if it is not found out whether they can.
    """
    count = len(possible)
    if count > _WORD:
        return _match_rounds(possible, present) if count <= MOST_PLAYERS + 1 else None
    bits = np.left_shift(np.uint64(1), np.arange(count, dtype=np.uint64))
    lots, order = np.random.Generator(np.random.PCG64(0)), np.arange(count)
    for steps in _STEPS:
        edges, rounds = (
            (bits * rows).sum(axis=1, dtype=np.uint64)
            for rows in (possible[np.ix_(order, order)], present[:, order])
        )
        found, ended = matchings(edges, rounds, steps)
        if ended:
            mates = np.full_like(found, -1)
            mates[:, order] = np.where(found < 0, -1, order[found])
            return mates
        order = lots.permutation(count)
    return None


def _match_rounds(possible: Bools, present: Bools) -> Integers | None:
    """Opponents of many vertices in some rounds, matched at random one after the other.

    If there are none, it is found out only where a round cannot be drawn even alone, or somebody has
    fewer opponents than rounds.
    """
    nobody = np.full(present.shape, -1)
    ever = possible & present.any(axis=0)
    if (ever.sum(axis=1) < present.sum(axis=0)).any():
        return nobody
    lots = np.random.Generator(np.random.PCG64(0))
    if any(_match_round(possible, each, lots) is None for each in np.unique(present, axis=0)):
        return nobody
    for _ in range(max(1, _MATCHINGS // max(1, len(present)))):
        left, rounds = possible.copy(), []
        for each in present:
            mates = _match_round(left, each, lots)
            if mates is None:
                break
            seats = np.flatnonzero(each)
            left[seats, mates[seats]] = False
            rounds.append(mates)
        else:
            return np.array(rounds)
    return None


def _match_round(possible: Bools, present: Bools, lots: np.random.Generator) -> Integers | None:
    """Opponents in a round, -1 for those who are absent; None if it cannot be drawn."""
    seats = np.flatnonzero(present)
    weights = lots.integers(0, 1000, (len(seats), len(seats)))
    weights = weights + weights.T
    matching = max_weight_matching(
        weights, allowed=possible[np.ix_(seats, seats)], maxcardinality=True
    )
    if len(matching.unmatched):
        return None
    mates = np.full(len(present), -1)
    mates[seats] = seats[matching.mate]
    return mates


# ---- A system whose rounds are matchings, and one that leaves the later rounds drawable ----


@dataclass(frozen=True, kw_only=True)
class Solving(System):
    """A system that chooses the draw of a round as the best of all matchings."""

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round."""
        return self.paired(situation, {})

    def paired(self, situation: Situation, timings: dict[str, float]) -> Pairing:
        """Pair a round, and record in ``timings`` how many seconds each stage took."""
        return Pairing.of_solution(self.solve(situation, timings))

    @abstractmethod
    def everybody(self, situation: Situation) -> tuple[Field, Indices]:
        """All who wait, and their seats in the order in which they are considered for the bye."""

    @abstractmethod
    def solve(self, situation: Situation, timings: dict[str, float]) -> Solution:
        """Find the best draw of a round, and record in ``timings`` how many seconds each stage took."""

    @abstractmethod
    def with_bye(
        self, situation: Situation, bye: int | None, timings: dict[str, float]
    ) -> Solution:
        """Pair a round with a given bye, whomever the system would choose.

        Parameters
        ----------
        bye
            Seat among ``everybody``; None if nobody has it.
        """

    def own_rules(self, field: Field, constraints: Constraints) -> tuple[RangeRule, ...]:
        """Rules of the system's own that give way in a draw."""
        return ()

    def gives_way(self, situation: Situation) -> bool:
        """Whether rules of the system's own limit a draw, and may give way."""
        return bool(self.own_rules(self.everybody(situation)[0], situation.constraints))


_MOST_DRAWS = 1000
"""Draws that are tried, the heaviest of each bye first."""

_FEW_DRAWS = 50
"""Draws that are tried where there are more players than a word holds."""


@dataclass(frozen=True, kw_only=True)
class WithLookAhead(Solving):
    """Of all pairings that pair the most players and leave the rounds to come drawable, the best."""

    def paired(self, situation: Situation, timings: dict[str, float]) -> Pairing:
        """Pair a round, and record in ``timings`` how many seconds each stage took."""
        heaviest = super().paired(situation, timings)
        if not self._looks(situation):
            return heaviest
        with timed(timings, "rounds to come"):
            ahead = RoundsToCome.of(situation)
            most = ahead.most()
            if (
                not most
                or most == 1
                or ahead.certain()
                or ahead.keeps(heaviest.pairs, heaviest.bye, most) is not False
            ):
                return heaviest
            other = next(self._keeping(situation, ahead, most), None)
            if other is None and self.gives_way(situation):
                other = next(self._keeping(situation, ahead, most, yielding=True), None)
            if other is None:
                other = max(self._search_draws(situation, ahead, most), key=_weight, default=None)
        return heaviest if other is None else other

    @staticmethod
    def _looks(situation: Situation) -> bool:
        """Whether it matters for later rounds how this one is drawn."""
        rules = situation.constraints
        return (
            situation.later_undrawn
            and not rules.this_round_alone
            and not rules.rematches
            and not certainly_drawable(situation)
        )

    def _yielding(self, situation: Situation, bye: int | None) -> Solution:
        """A round with a given bye in which the model's own rules only cost what they cost."""
        rules = situation.constraints
        top = rules.no_handicap_at_top
        free = replace(rules, limit_scores=False, no_handicap_at_top=bool(top))
        solution = self.with_bye(replace(situation, constraints=free), bye, {})
        exempt = rules.exempt(solution.field)
        costs = (-rule.removal(exempt).costs() for rule in self.own_rules(solution.field, rules))
        return replace(solution, levels=(*costs, *solution.weighed.levels))

    def _keeping(
        self, situation: Situation, ahead: RoundsToCome, most: int, *, yielding: bool = False
    ) -> Iterator[Pairing]:
        """The best draw that keeps so many rounds drawable, with the first bye that has one.

        The best one is the heaviest; if the model's own rules yield, of those that are against them the
        least.
        """
        everybody, order = self.everybody(situation)
        forced, left = frozenset().union(*situation.constraints.force), _MOST_DRAWS
        for seat in order.tolist() if len(order) else [None]:
            if seat is not None and (
                everybody.key[seat] in forced or not ahead.spares(everybody.player[seat], most)
            ):
                continue
            solution = (
                self._yielding(situation, seat) if yielding else self.with_bye(situation, seat, {})
            )
            if len(ahead.row) >= _WORD:
                solution, left = _without_dead_ends(solution, ahead, most), min(left, _FEW_DRAWS)
            if solution.incomplete:
                continue
            for candidate in islice(_rank_draws(solution), left):
                pairs = solution.field.player[candidate.edges]
                if ahead.keeps(pairs, solution.bye, most):
                    found = Pairing.of_solution(_within_cell(solution, candidate))
                    yield replace(found, kept_drawable=most - 1)
                left -= 1

    def _search_draws(
        self, situation: Situation, ahead: RoundsToCome, most: int
    ) -> Iterator[Pairing]:
        """Draws that keep so many rounds drawable by the way, however much they weigh."""
        everybody, _ = self.everybody(situation)
        seat = {row: place for place, row in enumerate(everybody.player.tolist())}
        forced = frozenset().union(*situation.constraints.force)
        for pairs, bye in ahead.ways(most):
            if bye is not None and everybody.key[seat[bye]] in forced:
                continue
            solution = self._yielding(situation, None if bye is None else seat[bye])
            seats = {row: place for place, row in enumerate(solution.field.player.tolist())}
            allowed = np.zeros_like(solution.allowed)
            for one, other in pairs.tolist():
                allowed[seats[one], seats[other]] = allowed[seats[other], seats[one]] = True
            if (allowed <= solution.allowed).all():
                yield Pairing(
                    pairs=pairs,
                    bye=bye,
                    solution=solution.among(allowed),
                    kept_drawable=most - 1,
                    searched=True,
                )


def _without_dead_ends(solution: Solution, ahead: RoundsToCome, most: int) -> Solution:
    """The best draw of a round of which no pair alone rules out one of so many rounds.

    Among many players very many draws with such a pair may come before the first one without it.
    """
    while not solution.incomplete:
        edges = solution.matching.edges
        ends = np.array(
            [ahead.spares_pair(pair, most) is False for pair in solution.field.player[edges]],
            bool,
        )
        if not ends.any():
            break
        one, other = edges[ends].T
        allowed = solution.allowed.copy()
        allowed[one, other] = allowed[other, one] = False
        solution = solution.among(allowed)
    return solution


def _rank_draws(solution: Solution) -> Iterator[Matching]:
    """The heaviest draws of a round, best first; none if its weights are too large to be ranked."""
    try:
        return ranked(solution.levels, solution.allowed)
    except OverflowError:
        return iter(())


def _within_cell(solution: Solution, candidate: Matching) -> Solution:
    """The round, paired by one of its heaviest draws, which is the best of its cell.

    The heavier ones are in other cells, and do not keep the later rounds drawable. The proof of the cell is
    one of each of its best draws.
    """
    allowed = solution.allowed.copy()
    for i, j in candidate.forbidden:
        allowed[i, j] = allowed[j, i] = False
    for pair in candidate.forced:
        allowed[pair, :] = allowed[:, pair] = False
    for i, j in candidate.forced:
        allowed[i, j] = allowed[j, i] = True
    found = solution.among(allowed)
    return replace(found, matching=replace(found.matching, mate=candidate.mate))


def _weight(pairing: Pairing) -> tuple[int, ...]:
    """What the pairs cost and weigh, level by level."""
    solution = pairing.solution
    assert solution is not None
    return totals(solution.levels, solution.matching.edges)
