"""What the rules of FIDE's systems know of the players of a round: order, colours, floats and byes [DUTCH]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

import numpy as np

from ....go.scores.criteria import wins_x2
from ....go.tournament.player import pairing_numbers
from ....go.tournament.rules import acceleration_ranges
from ..criteria import Verdict

if TYPE_CHECKING:
    from ....arrays import Bools, Indices, Integers
    from ....go.scores import ScoreHistory
    from ....go.tournament import FidePlayerRules, Player
    from ..system import Situation

NONE, MILD, STRONG, ABSOLUTE = range(4)
"""How much a player is due a colour."""

DOWN, UP = 1, -1
"""Floats: after a game against somebody of fewer points, or points without a game; and the opponent's."""


@dataclass(frozen=True, kw_only=True, eq=False)
class FidePlayers:
    """The players of a round, the highest ranked first: by score and then by rank, that is by pairing number.

    Arrays have the shape (n,) if nothing else is said; colours are 1 for White, -1 for Black and 0 for none.
    """

    history: ScoreHistory
    rules: FidePlayerRules
    before: int
    """How many rounds have been played."""

    people: Sequence[Player]
    """The players or teams of the tournament, paired or not."""

    row: Indices
    """Row in the history."""

    number: Integers
    """Pairing number, from 0."""

    rank: Integers
    """What ranks players of one score, from 0: the pairing number, unless a system says otherwise."""

    score_x2: Integers
    """Doubled score with the virtual points of an acceleration [C.04.7]."""

    colours: Integers
    """(n, rounds before this one): those of the games that were played."""

    floats: Integers
    """(n, 2 or more): that of the last round, that of the round before, and so on."""

    upfloated: Bools
    """(n, rounds before this one), the last one first: who was paired with somebody of a higher score, played or not."""

    unplayed: Integers
    """Number of rounds without a game that was played."""

    had_bye: Bools
    """Who has had a bye, or as much as for a win without playing: has none again [C2]."""

    topscorer: Bools
    """Who has more than half of the points that could be had before the last round."""

    turn: Integers
    """Rank by pairing number among all who have arrived, from 1: its parity decides first colours."""

    initial: int
    """The colour that the first of round 1 had; 0 if no earlier round says it."""

    met_last: Bools
    """Whether the last round was a meeting."""

    met: Bools
    """(n, n) who has played whom [C1]; games that were won by forfeit do not count."""

    @classmethod
    def of(cls, situation: Situation, rules: FidePlayerRules) -> Self:
        """The players who wait in a situation, by what the rules of the tournament say."""
        history, before = situation.history, situation.round_number - 1
        met_in_round = history.met[:, :before]
        number = np.array(pairing_numbers(situation.people.players, rules.order), np.int64) - 1
        earned = cls._earned_x2(situation, rules)
        score = earned + cls.virtual_x2(history, number, rules)
        waiting = np.flatnonzero(situation.waiting)
        rank = cls._ranks(situation, number)
        row = waiting[np.lexsort((rank[waiting], -score[waiting, before]))]
        gained = np.diff(earned[:, : before + 1], axis=1)
        points = history.rules.points
        bye = history.has_bye[:, :before]
        paired = history.opponent[:, :before]
        opponent = np.where(met_in_round, paired, -1)
        theirs = np.take_along_axis(score[:, :before], paired.clip(0), axis=0)
        floats = np.where(
            met_in_round, np.sign(score[:, :before] - theirs), gained > points.loss_x2
        ).astype(np.int64)
        place = np.full(len(floats), -1)
        place[row] = np.arange(len(row))
        one, round_ = np.nonzero(opponent[row] >= 0)
        other = place[opponent[row][one, round_]]
        met = np.zeros((len(row), len(row)), bool)
        met[one[other >= 0], other[other >= 0]] = True
        alone = bye | cls._won_without_game(situation, gained)
        had_bye: Bools = np.count_nonzero(alone, axis=1) > 0
        in_last = situation.round_number == history.rounds
        top = 2 * score[:, before] > points.win_x2 * before
        turn = _turns(situation, number)
        return cls(
            history=history,
            rules=rules,
            before=before,
            people=situation.people.players,
            row=row,
            number=number[row],
            rank=rank[row],
            score_x2=score[row, before],
            colours=np.where(history.played, history.colour, 0)[row, :before],
            floats=np.pad(floats[row, ::-1], ((0, 0), (0, max(0, 2 - before)))),
            upfloated=((paired >= 0) & (score[:, :before] < theirs))[row, ::-1],
            met_last=np.count_nonzero(met_in_round[row, -1:], axis=1) > 0,
            unplayed=np.count_nonzero(~met_in_round, axis=1)[row],
            had_bye=had_bye[row],
            topscorer=(top & in_last)[row],
            turn=turn[row],
            initial=history.first_colour(number) if before else 0,
            met=met,
        )

    @classmethod
    def _earned_x2(cls, situation: Situation, rules: FidePlayerRules) -> Integers:
        """Doubled score before each round, (all players, rounds + 1)."""
        return wins_x2(situation.history)

    @classmethod
    def virtual_x2(
        cls, history: ScoreHistory, number: Integers, rules: FidePlayerRules
    ) -> Integers:
        """Doubled virtual points before each round, (n, rounds + 1): column r is for round r + 1 [C.04.7].

        The pairing numbers count from 0.
        """
        virtual = np.zeros((len(number), history.rounds + 1), np.int64)
        if rules.acceleration == "baku":
            first, win_x2 = number <= last_accelerated(history, number), cls._win_x2(history, rules)
            whole_until = -(-history.rounds // 2)
            virtual[first, :whole_until] = win_x2 // 2
            virtual[first, : -(-whole_until // 2)] = win_x2
        elif rules.acceleration != "none":
            by_number = np.zeros_like(virtual)
            for points_x2, rounds, numbers in acceleration_ranges(rules.acceleration):
                by_number[numbers, rounds] = points_x2
            virtual = by_number[number]
        return virtual

    @classmethod
    def _win_x2(cls, history: ScoreHistory, rules: FidePlayerRules) -> int:
        """Doubled virtual points of Baku acceleration."""
        return history.rules.points.win_x2

    @classmethod
    def _won_without_game(cls, situation: Situation, gained: Integers) -> Bools:
        """Rounds that gave as much as a win without a game, (all players, rounds before this one)."""
        history = situation.history
        met = history.met[:, : situation.round_number - 1]
        found: Bools = ~met & (gained >= history.rules.points.win_x2)
        return found

    @classmethod
    def _ranks(cls, situation: Situation, number: Integers) -> Integers:
        """What ranks players of one score, for all players."""
        return number

    def take(self, places: Integers | list[int]) -> Self:
        """Some of the players, in their order."""
        some = np.sort(np.asarray(places, np.intp))
        own: dict[str, Any] = {
            entry.name: value[some]
            for entry in fields(self)
            if isinstance(value := getattr(self, entry.name), np.ndarray)
        }
        return replace(self, **own | {"met": self.met[np.ix_(some, some)]})

    @property
    def in_last_round(self) -> bool:
        """Whether the round is the last one."""
        return self.before + 1 == self.history.rounds

    @cached_property
    def games(self) -> Integers:
        """Number of rounds with a game that was played."""
        return self.before - self.unplayed

    def __len__(self) -> int:
        return len(self.row)

    @cached_property
    def difference(self) -> Integers:
        """How often the player has had White, less how often Black."""
        found: Integers = self.colours.sum(axis=1)
        return found

    @cached_property
    def played(self) -> Integers:
        """(n, rounds) the colours of the games that were played, the last one first, then 0."""
        gaps = self.colours[:, ::-1] == 0
        order = np.argsort(gaps, axis=1, kind="stable")
        found: Integers = np.take_along_axis(self.colours[:, ::-1], order, axis=1)
        return found

    @cached_property
    def repeated(self) -> Integers:
        """The colour that the player had in both of the last two games, or 0."""
        if self.played.shape[1] < 2:
            return np.zeros(len(self), np.int64)
        last, before = self.played[:, 0], self.played[:, 1]
        return np.where(last == before, last, 0)

    @cached_property
    def preference(self) -> Integers:
        """The colour that the player is due."""
        last = self.played[:, 0] if self.played.shape[1] else np.zeros(len(self), np.int64)
        by_difference, by_last = -np.sign(self.difference), -last
        by_game = np.where(
            self.repeated != 0, -self.repeated, np.where(by_difference, by_difference, by_last)
        )
        return np.where(abs(self.difference) > 1, by_difference, by_game)

    @cached_property
    def strength(self) -> Integers:
        """How much the player is due it: `NONE`, `MILD`, `STRONG` or `ABSOLUTE`."""
        absolute = (abs(self.difference) > 1) | (self.repeated != 0)
        usual = np.where(self.difference != 0, STRONG, np.where(self.preference != 0, MILD, NONE))
        return np.where(absolute, ABSOLUTE, usual)

    topscorers_apart: ClassVar[bool] = False
    """Whether topscorers who must have the same colour may not meet, either."""

    @cached_property
    def lawful(self) -> Bools:
        """(n, n) who may meet [C1, C3]."""
        found = ~self.met
        np.fill_diagonal(found, val=False)
        absolute = (self.strength == ABSOLUTE) & (~self.topscorer | self.topscorers_apart)
        for colour in (1, -1):
            those = np.flatnonzero(absolute & (self.preference == colour))
            found[np.ix_(those, those)] = False
        return found

    def unlawful(self, one: int, other: int) -> Verdict:
        """The absolute criterion by which two players may not meet; ``rule`` if it is a rule of the tournament."""
        if self.met[one, other]:
            return Verdict("C1", 0, 1)
        return Verdict("rule" if self.lawful[one, other] else "C3", 0, 1)

    def higher(self, one: int, other: int) -> int:
        """The higher ranked of two players."""
        return min(one, other)

    def claim(self, player: int) -> tuple[int, int]:
        """How much a player is due a colour; more, if it must be, by the difference."""
        strength = int(self.strength[player])
        return strength, abs(int(self.difference[player])) if strength == ABSOLUTE else 0


# ---- Who takes White: rules in order, the first that decides. 1 if the first of two does, -1 if the other, 0 if neither ----

ColourRule: TypeAlias = Callable[[FidePlayers, int, int, int], int]
"""By the players, the higher ranked of two, the other one, and the colour of the first player in round 1."""


def neither_has_played(players: FidePlayers, one: int, other: int, initial: int) -> int:
    """The higher ranked has the first player's colour if the number is odd, and else the other one."""
    if players.games[one] or players.games[other]:
        return 0
    return initial if players.turn[one] % 2 else -initial


def each_as_due(players: FidePlayers, one: int, other: int, _: int) -> int:
    """Two who are due different colours have these; and one who alone is due a colour has it."""
    mine, yours = int(players.preference[one]), int(players.preference[other])
    return 0 if mine == yours else mine or -yours


def stronger_claim(players: FidePlayers, one: int, other: int, _: int) -> int:
    """The one who is due the colour more; of two who must have it, by the larger difference."""
    mine, yours = players.claim(one), players.claim(other)
    due = int(players.preference[one])
    return due if mine > yours else -due if mine < yours else 0


def latest_difference(players: FidePlayers, one: int, other: int, _: int) -> int:
    """Both alternate from the latest game in which their colours differed."""
    for last, theirs in zip(
        players.played[one].tolist(), players.played[other].tolist(), strict=True
    ):
        if not (last and theirs):
            break
        if last != theirs:
            return int(-last)
    return 0


def higher_as_due(players: FidePlayers, one: int, _other: int, _initial: int) -> int:
    """The higher ranked has the colour that is due."""
    return int(players.preference[one])


RULES_OF_COLOURS: tuple[ColourRule, ...] = (
    neither_has_played,
    each_as_due,
    stronger_claim,
    latest_difference,
    higher_as_due,
)
"""The rules of systems in which each player has a preference [E]."""


def last_accelerated(history: ScoreHistory, number: Integers) -> int:
    """The pairing number of the last of the first half, whom later entries do not change [C.04.7]."""
    entered = ~history.absent[:, 0] | history.where("is_requested")[:, 0]
    there = np.sort(number[entered])
    half = 2 * -(-len(there) // 4)
    return int(there[min(half, len(there)) - 1]) if half else -1


def _turns(situation: Situation, number: Integers) -> Integers:
    """Rank by pairing number among those who have arrived: who waits for a game, or has been paired or had the bye.

    Who is absent and has had nothing but requested byes has no number yet, even if they gave a full point.
    """
    paired = situation.history.paired[:, : situation.round_number - 1]
    there = situation.waiting | paired.any(axis=1)
    turn = np.zeros(len(number), np.int64)
    rows = np.flatnonzero(there)
    turn[rows[np.argsort(number[rows])]] = np.arange(1, len(rows) + 1)
    return turn
