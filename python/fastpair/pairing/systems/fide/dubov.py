"""The Dubov system, by the rules in force from 1 February 2026 [C.04.4.1]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ....sentences import marked
from .aims import Aim, Claim, in_blocks, totals
from .brackets import (
    FEWEST_CHANGES,
    FIRST_UPFLOATERS,
    FideCriterion,
    UpBracket,
    most_pairs,
    scores_up,
    without_colour,
)
from .orders import first_of_pairs, first_pairs
from .players import MILD, NONE, FidePlayers
from .rounds import Upwards
from .system import FideSystem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from ....arrays import Bools, Integers
    from ..criteria import Pairs
    from .brackets import Bracket
    from .halves import Order


class DubovPlayers(FidePlayers):
    """Who has not played is mildly due Black."""

    topscorers_apart = True

    @cached_property
    def preference(self) -> Integers:
        """The colour that the player is due."""
        return np.where(self.games > 0, super().preference, -1)

    @cached_property
    def strength(self) -> Integers:
        """How much the player is due it."""
        found = super().strength
        return np.where(found == NONE, MILD, found)

    @cached_property
    def upfloats(self) -> Integers:
        """How often each player has met somebody of a higher pairing score."""
        found: Integers = self.upfloated.sum(axis=1)
        return found

    @cached_property
    def mean_rating_of_opponents(self) -> Integers:
        """Of those met at the board, halves up; 0 without any (ARO)."""
        history, before = self.history, self.before
        played = history.played[self.row, :before]
        opponent = history.opponent[self.row, :before]
        total = np.where(played, history.rating[opponent.clip(0)], 0).sum(axis=1)
        return np.where(self.games > 0, (2 * total + self.games) // (2 * self.games.clip(1)), 0)


# ---- The upfloaters, by what they have been before; not in the last round ----


def _often(bracket: Bracket) -> Bools:
    """Maximum upfloaters."""
    players = bracket.players
    assert isinstance(players, DubovPlayers)
    found: Bools = bracket.of(players.upfloats) >= 2 + players.history.rounds // 5
    return found


def _unless_last(bracket: Bracket, name: str, cost: Integers | Bools) -> Iterator[Aim]:
    """What upfloaters cost."""
    if not bracket.players.in_last_round:
        yield bracket.of_upfloaters(name, cost)


def _maximum_upfloaters(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    yield from _unless_last(bracket, name, _often(bracket))


def _upfloats_of_these(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    assert isinstance(bracket.players, DubovPlayers)
    yield from _unless_last(bracket, name, bracket.of(bracket.players.upfloats) * _often(bracket))


def _upfloaters_again(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    if bracket.players.before:
        yield from _unless_last(bracket, name, bracket.players.upfloated[bracket.place, 0])


CRITERIA = (
    FEWEST_CHANGES,
    FideCriterion("C5", marked("drawn up"), most_pairs),
    FideCriterion("C6", marked("scores of those who are drawn up"), scores_up, kind="scores"),
    FideCriterion("C7", marked("players without the colour that they are due"), without_colour),
    FideCriterion("C8", marked("drawn up as often as can be"), _maximum_upfloaters),
    FideCriterion("C9", marked("how often these have been drawn up"), _upfloats_of_these),
    FideCriterion("C10", marked("drawn up as in the last round"), _upfloaters_again),
    FIRST_UPFLOATERS,
)
"""What the criteria count, by their numbers."""


class DubovBracket(UpBracket):
    """A bracket of the Dubov system: those who seek White meet the others, in the order of their opponents' ratings."""

    criteria_of_system = CRITERIA
    crossing = "C5"

    def natural(self) -> list[tuple[int, int]] | None:
        """No pairs come first of all."""
        return None

    def first_order(
        self, aims: list[Aim], players: list[int], known: Pairs, may: Bools
    ) -> tuple[tuple[Claim, ...], Order]:
        """The first players who change the halves, and the first permutation."""
        numbers, halves = np.array(players, np.intp), self._halves(players)
        small, large = sorted(halves, key=len)
        inside = self._within(small)
        aims = [*aims, self.avoid_pairs("order", inside)]
        apart = may[np.ix_(numbers, numbers)]
        stage = self.solve(aims, numbers, apart, free=True)
        shifts = sum(bool(inside[pair]) for pair in stage.pairs)
        back = shifts + (len(large) - len(small)) // 2
        best = totals(aims, stage.pairs)
        orders = self._orders(halves)
        counts = (shifts, back) if small is halves[0] else (back, shifts)
        those = {each for order, n in zip(orders, counts, strict=True) for each in order[:n]}
        order = first_pairs(self, aims, *self._exchanged(halves, those), best, may)
        both = orders if small is halves[0] else orders[::-1]
        digits, most = zip(
            *(each for half in both for each in self._digits(half, those)), strict=True
        )
        if order is None:
            stage, digits, most = self.solve([*aims, *digits], numbers, apart, free=True), (), ()
            those = self._shifted(orders, stage.pairs)
            order = first_pairs(self, aims, *self._exchanged(halves, those), best, may)
            assert order is not None
        ours = tuple(order.pairs())
        return (Claim(stage, ours, digits, most), Claim(order.stage, ours)), order

    def _halves(self, players: Sequence[int]) -> tuple[list[int], list[int]]:
        """Who seeks White, and the others; if nobody has played, the first half by pairing number."""
        if not self.of(self.players.games)[[*players]].any():
            half = len(players) // 2
            return [*players[:half]], [*players[half:]]
        due = self.of(self.players.preference)
        return [e for e in players if due[e] == 1], [e for e in players if due[e] != 1]

    def _within(self, half: Sequence[int]) -> Bools:
        """Pairs of two of a half."""
        inside = np.isin(np.arange(self.size), half)
        return inside[:, None] & inside

    def _by_ratings(self, players: Iterable[int]) -> list[int]:
        """Players by the mean ratings of their opponents, and then by pairing number."""
        assert isinstance(self.players, DubovPlayers)
        mean, number = (
            self.of(each) for each in (self.players.mean_rating_of_opponents, self.players.number)
        )
        return sorted(players, key=lambda each: (mean[each], number[each]))

    def _by_number(self, players: Iterable[int]) -> list[int]:
        return sorted(players, key=self.of(self.players.number).__getitem__)

    def halves(self, pairs: Pairs) -> tuple[list[int], list[int]]:
        """S1 and S2 in their order, as the pairs of a bracket show them."""
        halves = self._halves(self._by_number([each for pair in pairs for each in pair]))
        return self._exchanged(halves, self._shifted(self._orders(halves), pairs))

    def _orders(self, halves: tuple[list[int], list[int]]) -> list[list[int]]:
        """The orders of shifters of both halves."""
        return [_shifters(self._by_ratings(halves[0])), _shifters(self._by_number(halves[1]))]

    @staticmethod
    def _shifted(orders: Sequence[list[int]], pairs: Pairs) -> set[int]:
        """Of two of a half who meet, the first in the order of shifters."""
        both = ((order, pair) for order in orders for pair in pairs)
        return {min(pair, key=order.index) for order, pair in both if {*pair} <= {*order}}

    def _exchanged(
        self, halves: tuple[list[int], list[int]], shifted: set[int]
    ) -> tuple[list[int], list[int]]:
        """S1 and S2 in their order after some players have changed the halves."""
        white = {*halves[0]} ^ shifted
        black = [each for half in halves for each in half if each not in white]
        return self._by_ratings(white), self._by_number(black)

    def _digits(self, order: Sequence[int], some: Collection[int]) -> Iterator[tuple[Aim, int]]:
        """The first of two of a half who meet, in an order of shifters, changes it: a digit each; and those of some."""
        place = np.full(self.size, -1)
        place[[*order]] = np.arange(len(order))
        for block, most in in_blocks(order, some):
            yield first_of_pairs(place, block), most


def _shifters(order: Sequence[int]) -> list[int]:
    """Players from the middle outwards, of two as far from it the upper first."""
    middle = len(order) - 1
    places = sorted(range(len(order)), key=lambda place: (abs(2 * place - middle), place))
    return [order[place] for place in places]


@dataclass(frozen=True, kw_only=True)
class Dubov(FideSystem):
    """The Dubov system of FIDE: players of a score group who seek White meet those who seek Black, by their opponents' ratings.

    The bye is given first. A score group that cannot be paired in itself takes upfloaters from below, the fewest
    and then by the criteria C6 to C10; the first permutation that is lawful gives the opponents.
    """

    name: ClassVar[str] = "dubov"
    source: ClassVar[str] = "C.04.4.1"
    players = DubovPlayers
    course = Upwards
    bracket = DubovBracket
    needs_ratings = True
