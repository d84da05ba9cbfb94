"""The Dutch system, by the rules in force from 1 February 2026 [C.04.3]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ....arrays import distinct
from ....sentences import marked
from .aims import Claim, opponent
from .brackets import (
    FEWEST_CHANGES,
    Bracket,
    Choice,
    Earlier,
    FideCriterion,
    most_pairs,
    next_bracket,
    same_colour,
    scores_down,
    without_colour,
)
from .orders import Remainder
from .players import ABSOLUTE, DOWN, STRONG, UP
from .reasons import exchanged_halves, remainder
from .rounds import Downwards
from .system import FideSystem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....arrays import Bools, Indices
    from ..criteria import Pairs
    from .aims import Aim


# ---- The bye: nobody who had one, somebody of the least score, and who has missed the fewest games ----


def _anywhere(one: Indices, other: Indices) -> Bools:
    return np.ones(np.broadcast_shapes(one.shape, other.shape), bool)


def _bye_again(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    if bracket.seats.bye:
        yield bracket.prefer_players(
            name, bracket.of(bracket.players.had_bye.astype(np.int64)), _anywhere
        )


def _score_of_bye(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    if bracket.seats.bye:
        score = bracket.of(bracket.players.score_x2)
        yield bracket.prefer_players(name, score - score.min(), _anywhere)


def _games_missed(bracket: Bracket, name: str, before: list[Aim]) -> Iterator[Aim]:
    if bracket.seats.bye and _gives_bye(bracket, before):
        yield bracket.prefer_players(name, bracket.of(bracket.players.unplayed))


def _gives_bye(bracket: Bracket, aims: list[Aim]) -> bool:
    """Whether the only downfloater of the bracket has the bye."""
    if bracket.alone:
        return True
    mate = bracket.solve(aims).matching.mate
    inside = mate[: bracket.inside]
    down = np.flatnonzero((inside < 0) | (inside >= bracket.inside))
    return len(down) == 1 and int(mate[down[0]]) < 0


# ---- Colours ----


def _far_differences(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    far = abs(bracket.of(bracket.players.difference)) > 1
    yield bracket.avoid_pairs(name, same_colour(bracket, ABSOLUTE) & far[:, None] & far)


def _third_in_a_row(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    apart = abs(bracket.of(bracket.players.difference)).astype(np.int16)
    again = bracket.of(bracket.players.repeated) == -bracket.of(bracket.players.preference)
    third = np.where(
        apart[:, None] == apart,
        again[:, None] & again,
        np.where(apart[:, None] > apart, again, again[:, None]),
    )
    yield bracket.avoid_pairs(name, same_colour(bracket, ABSOLUTE) & third)


def _without_strong(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    strong = same_colour(bracket, STRONG) & ~same_colour(bracket, ABSOLUTE)
    yield bracket.avoid_pairs(name, strong)


# ---- Floats of the last round (0), and of the one before it (1) ----


def _floated(bracket: Bracket, back: int, way: int) -> Bools:
    found: Bools = bracket.players.floats[bracket.place, back] == way
    return found


def _down_again(bracket: Bracket, name: str, _: list[Aim], back: int = 0) -> Iterator[Aim]:
    number = np.arange(bracket.size)
    resident = (number >= bracket.moved) & (number < bracket.inside)
    again = resident & _floated(bracket, back, DOWN)
    yield bracket.prefer_players(name, again.astype(np.int64))


def _up_again(bracket: Bracket, name: str, _: list[Aim], back: int = 0) -> Iterator[Aim]:
    if bracket.moved:
        below = _drawn_up(bracket, back)
        yield bracket.avoid_pairs(name, below | below.T)


def _drawn_up(bracket: Bracket, back: int) -> Bools:
    """Which pairs are of a player and of somebody of a lower score who floated up."""
    score = bracket.of(bracket.players.score_x2)
    found: Bools = (score[:, None] > score) & _floated(bracket, back, UP)
    return found


def _scores_down_again(bracket: Bracket, name: str, _: list[Aim], back: int = 0) -> Iterator[Aim]:
    down = (np.arange(bracket.size) < bracket.moved) & _floated(bracket, back, DOWN)
    for those in _scores_moved(bracket):
        yield bracket.prefer_players(name, (those & down).astype(np.int64))


def _scores_up_again(bracket: Bracket, name: str, _: list[Aim], back: int = 0) -> Iterator[Aim]:
    for those in _scores_moved(bracket):
        below = those[:, None] & _drawn_up(bracket, back)
        yield bracket.avoid_pairs(name, below | below.T)


def _scores_moved(bracket: Bracket) -> Iterator[Bools]:
    """The players of each score of those moved down, the highest first."""
    score = bracket.of(bracket.players.score_x2)
    for each in distinct(score[: bracket.moved])[::-1]:
        yield score == each


CRITERIA = (
    FideCriterion(
        "C2",
        marked("the bye would go to somebody who may not have it"),
        _bye_again,
        kind="round",
        beyond=True,
    ),
    FEWEST_CHANGES,
    FideCriterion(
        "C5", marked("score of the one with the bye"), _score_of_bye, kind="scores", beyond=True
    ),
    FideCriterion("C6", marked("players left over"), most_pairs),
    FideCriterion("C7", marked("scores of the players left over"), scores_down, kind="scores"),
    FideCriterion(
        "C8",
        marked("players left over in the next bracket"),
        next_bracket,
        kind="scores",
        beyond=True,
    ),
    FideCriterion("C9", marked("games that the one with the bye has missed"), _games_missed),
    FideCriterion("C10", marked("colour differences beyond 2"), _far_differences),
    FideCriterion("C11", marked("one colour three times in a row"), _third_in_a_row),
    FideCriterion("C12", marked("players without the colour that they are due"), without_colour),
    FideCriterion(
        "C13", marked("players without a colour that they are strongly due"), _without_strong
    ),
    FideCriterion(
        "C14",
        marked("players who are drawn down as in the last round"),
        _down_again,
    ),
    FideCriterion("C15", marked("players who are drawn up as in the last round"), _up_again),
    FideCriterion(
        "C16", marked("players who are drawn down as two rounds ago"), partial(_down_again, back=1)
    ),
    FideCriterion(
        "C17", marked("players who are drawn up as two rounds ago"), partial(_up_again, back=1)
    ),
    FideCriterion(
        "C18",
        marked("points between players who are drawn down as in the last round"),
        _scores_down_again,
        kind="scores",
    ),
    FideCriterion(
        "C19",
        marked("points between players who are drawn up as in the last round"),
        _scores_up_again,
        kind="scores",
    ),
    FideCriterion(
        "C20",
        marked("points between players who are drawn down as two rounds ago"),
        partial(_scores_down_again, back=1),
        kind="scores",
    ),
    FideCriterion(
        "C21",
        marked("points between players who are drawn up as two rounds ago"),
        partial(_scores_up_again, back=1),
        kind="scores",
    ),
)
"""What the criteria of the Dutch system count, or forbid, by their numbers."""


class DutchBracket(Bracket):
    """A bracket of the Dutch system."""

    criteria_of_system = CRITERIA
    crossing = "C6"
    following = "C8"

    def choose(self, criteria: list[Aim]) -> Choice:
        """First the pairs of the players moved down, then those of the remainder."""
        best = self.solve([*criteria, *self._moved_down()])
        of_moved = [pair for pair in best.pairs if pair[0] < self.moved and pair[1] < self.inside]
        rest = Remainder(self, criteria, of_moved, best)
        whole = [*of_moved, *rest.pairs()]
        claims = [Claim.of(stage, whole) for stage in rest.stages]
        return Choice(whole, (*claims, rest.natural(best, whole)), rest.order)

    def halves(self, pairs: Pairs) -> tuple[list[int], list[int]]:
        """S1 and S2 of the remainder in their order, as the pairs of a bracket show them."""
        first = sorted(one for one, _ in pairs if one >= self.moved)
        tops = {*first}
        return first, [each for each in remainder(self, pairs) if each not in tops]

    def earlier(self, ours: list[tuple[int, int]], pair: tuple[int, int]) -> Earlier:
        """Who comes before an opponent: of one moved down any resident, else of the second half."""
        one, other = pair
        before, tops = [each for each in ours if each < pair], [top for top, _ in ours]
        used = {each for pair in before for each in pair}
        if one < self.moved:
            exchange, rest = None, self._halved(ours, [])
            others = [*range(self.moved, other)]
        else:
            first = [top for top in tops if top >= self.moved]
            halves = self._halved(ours, remainder(self, ours)[: len(first)])
            exchange = exchanged_halves(self, ours, halves)
            rest, used = self._halved(ours, first), used | {*tops}
            others = [each for each in remainder(self, ours) if each < other]
        return Earlier(pair, before, [each for each in others if each not in used], rest, exchange)

    def _halved(self, ours: list[tuple[int, int]], first: list[int]) -> Bools:
        """Who may meet if the halves of the remainder, and who of those moved down is paired, stay as they are.

        The first half is empty if a pair of a player moved down is asked about, before there are halves.
        """
        second = [each for each in remainder(self, ours) if each not in first]
        rest = self.halved((first, second) if first else (), [])
        limbo = [*{*range(self.moved)} - {top for top, _ in ours}]
        rest[limbo, : self.inside] = rest[: self.inside, limbo] = False
        return rest

    def _moved_down(self) -> Iterator[Aim]:
        """Who of those moved down are paired, the highest ranked first; then the lowest number of each opponent."""
        number = np.arange(self.size)
        for one in range(self.moved):
            yield self.prefer_players("order", (number == one).astype(np.int64))
        for one in range(self.moved):
            yield opponent(one, np.where(number > one, self.inside - number, 0).clip(0))


@dataclass(frozen=True, kw_only=True)
class Dutch(FideSystem):
    """The Dutch system of FIDE: brackets of equal scores, 21 criteria, and a fixed order among equals.

    The pairing is the only one that the rules allow: a bracket is paired by the criteria C6 to C21, each
    before all that follow, and of the pairings that are equally good by the first in the order of generation.
    """

    name: ClassVar[str] = "dutch"
    source: ClassVar[str] = "C.04.3"
    course = Downwards
    bracket = DutchBracket
    bye_first = False
    of_teams = None
