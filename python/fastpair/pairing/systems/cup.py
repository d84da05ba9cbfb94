"""Cup, or knock-out: the winner of each game goes on [V 3.2]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Self, TypeVar

from ...errors import OverError, RuleError
from ...go.scores import Status
from ...go.tournament import Criterion
from ...parameters import parameter
from .arguments import from_one
from .outcomes import check_results
from .schedule import by_strength, check, drawn_by_lot, full_name, paired, unscheduled
from .system import Pairing, System

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from .arguments import Integers
    from .system import Situation

__all__ = ["Cup", "CupRound"]

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Cup(System):
    """The winner of each game goes on, until one player is left."""

    name: ClassVar[str] = "cup"
    source: ClassVar[str] = "V 3.2"
    guarantees: ClassVar[str] = (
        "Whoever has lost is out, two players meet at most once, and of n players one is left after "
        "log2 n rounds, rounded up. Nobody rests after round 1 unless an opponent drops out."
    )
    placement: ClassVar[tuple[Criterion, ...]] = (Criterion.ROUND_OUT,)
    fails: ClassVar[str] = (
        "It refuses a round while a result is missing, after a jigo, if the earlier rounds are not "
        "of this cup, and once it is won; two whom a hard rule keeps apart are left over."
    )

    seeding: Literal["number", "fold", "lot"] = parameter(
        "number",
        "number: neighbours by strength meet, and lots decide who rests in round 1; fold: the best "
        "meet as late as they can and rest in round 1; lot: the same by lots instead of strength",
        source="V 3.2",
    )

    @property
    def by_lot(self) -> bool:
        """Whether lots decide who rests, or who meets whom."""
        return self.seeding != "fold"

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round.

        Raises
        ------
        OverError
            If the cup is over.
        RuleError
            If the earlier rounds are not of this cup or did not decide it.
        """
        check_results(situation)
        now = self._first(situation)
        for number in range(1, situation.round_number):
            check(situation, number, now.pairs, self.name)
            now = now.after([row for pair in now.pairs for row in _ahead(situation, number, *pair)])
        if now.winner is not None:
            raise OverError(f"the cup is over: {full_name(situation, now.winner)} has won it")
        if not any(now.places):
            raise OverError("the cup is over: nobody is left who has not lost")
        return paired(situation, now.pairs, resting=now.byes)

    def _first(self, situation: Situation) -> CupRound:
        """The first round, as rows.

        A player who rested in it and has withdrawn since is absent from all rounds, like one who has
        never entered. The games of the round show whether he was counted.
        """
        some = self._first_of(by_strength(situation), situation.seed)
        if situation.round_number == 1 or not any(unscheduled(situation, 1, some.pairs)):
            return some
        more = self._first_of(by_strength(situation, never_there=True), situation.seed)
        return some if any(unscheduled(situation, 1, more.pairs)) else more

    def _first_of(self, rows: Integers, seed: int) -> CupRound:
        """The first round of these players, the strongest first."""
        lot = drawn_by_lot(len(rows), seed)
        if self.seeding == "number":
            return CupRound.first(len(rows), (lot + 1).tolist()).of_rows(rows)
        return CupRound.folded(len(rows)).of_rows(rows[lot] if self.seeding == "lot" else rows)


def _ahead(situation: Situation, number: int, one: int, other: int) -> Sequence[int]:
    """Who of two that were to meet in an earlier round goes on; nobody, if both lost or left."""
    history, column = situation.history, number - 1
    names = f"{full_name(situation, one)} and {full_name(situation, other)}"
    if history.opponent[one, column] != other:
        ahead = _there(situation, number, one, other)
        if len(ahead) > 1:
            raise RuleError(
                f"round {number}: {names} had no game; the cup goes on with the one of them who is "
                "not absent from the next round, or with the result of a game by forfeit"
            )
        return ahead
    won_x2 = history.won_x2[[one, other], column].tolist()
    if won_x2 in ([1, 1], [2, 2]):
        raise RuleError(
            f"round {number}: the game of {names} has no winner; a cup needs one of them"
        )
    return [row for row, won in zip((one, other), won_x2, strict=True) if won]


def _there(situation: Situation, number: int, *rows: int) -> Sequence[int]:
    """Those who had the bye; if none had, those who waited; if none did, those who came later."""
    status = situation.history.status
    later = slice(number, situation.round_number)
    for there in (
        status[:, number - 1] == Status.BYE,
        status[:, number - 1] == Status.NOT_ASSIGNED,
        (status[:, later] != Status.ABSENT).any(axis=1),
    ):
        if found := [row for row in rows if there[row]]:
            return found
    return ()


@dataclass(frozen=True, slots=True)
class CupRound:
    """One round of a cup."""

    places: tuple[tuple[int, ...], ...]
    """Who competes for each place in the next round: two players, or one who has it already, or
    nobody. In the next round the first place meets the second, the third the fourth, and so on."""

    @classmethod
    def first(cls, players: int, lottery: Sequence[int]) -> Self:
        """The first round. So many players are spared by lot that a power of two is left [V 3.2].

        Parameters
        ----------
        players
            Their number, from 0 on; they stand in the order of their numbers 1, 2, …
        lottery
            All players in the order in which they are drawn; the first are spared.

        Raises
        ------
        ValueError
            If the number is negative, or the lottery does not hold every player once.
        """
        numbers = from_one(players).tolist()
        if sorted(lottery) != numbers:
            raise ValueError(f"lottery: expected every number from 1 to {players} once")
        byes = (1 << (players - 1).bit_length()) - players if players else 0
        spared = set(lottery[:byes])
        playing = [player for player in numbers if player not in spared]
        return cls(tuple(sorted([*_pairs(playing), *((player,) for player in spared)])))

    @classmethod
    def folded(cls, players: int) -> Self:
        """The first round in which the best meet as late as they can: 1 the last, 2 the last but one.

        The best are spared. A winner always takes the number of the better of the two.

        Raises
        ------
        ValueError
            If the number is negative.
        """
        numbers = from_one(players).tolist()
        order = numbers[:1]
        while len(order) < players:
            order = [one for best in order for one in (best, 2 * len(order) + 1 - best)]
        kept = [tuple(number for number in place if number <= players) for place in _pairs(order)]
        return cls(tuple(kept))

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of players who meet in this round."""
        return tuple((place[0], place[1]) for place in self.places if len(place) == 2)

    @property
    def byes(self) -> tuple[int, ...]:
        """The players who begin in the next round."""
        alone = (place[0] for place in self.places if len(place) == 1)
        return () if self.winner is not None else tuple(alone)

    @property
    def winner(self) -> int | None:
        """Who has won the cup, once there is nobody left to play."""
        left = [player for place in self.places for player in place]
        return left[0] if len(left) == 1 else None

    def after(self, winners: Collection[int]) -> Self:
        """The next round.

        Parameters
        ----------
        winners
            One player of each pair, or none of a pair that both have lost.

        Raises
        ------
        ValueError
            If there are both of a pair.
        """
        through = []
        for place in self.places:
            ahead = tuple(player for player in place if len(place) == 1 or player in winners)
            if len(ahead) > 1:
                raise ValueError(f"winners: expected one of {place[0]} and {place[1]}, got both")
            through.append(ahead)
        return type(self)(tuple(sum(pair, ()) for pair in _pairs(through)))

    def of_rows(self, rows: Integers) -> Self:
        """The same round with player 1 as ``rows[0]``, and so on."""
        return type(self)(tuple(tuple(int(rows[n - 1]) for n in place) for place in self.places))


def _pairs(items: Sequence[T]) -> list[tuple[T, ...]]:
    """Neighbours, two by two."""
    return [tuple(items[k : k + 2]) for k in range(0, len(items), 2)]
