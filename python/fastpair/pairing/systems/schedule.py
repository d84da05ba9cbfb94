"""What systems with a schedule have in common, and the cup."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

import numpy as np

from ...errors import InputError, RuleError
from ...go.scores import ScoreHistory
from ...go.tournament import Criterion, EventFormat, EventKind, Seeds
from ...parameters import parameter
from ...sentences import phrase
from ..draw import Constraints
from ..field import People
from ..field.columns import lots
from ..papers.seeding import from_one
from .system import Pairing, Situation, System

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ...arrays import Bools, Integers
    from ...go.tournament import Tournament
    from ..draw import Removal


# ---- Systems that know before the first round who meets whom: what their rounds have in common ----

# The players are numbered once, by what does not change while they play. Each round is derived from
# the first one anew, and the games of the earlier rounds show whether it is still the same schedule.

if TYPE_CHECKING:
    Game = tuple[int, int]


def by_strength(situation: Situation, *, never_there: bool = False) -> Integers:
    """Rows of those who have entered, the strongest first: by rating, then grade, then name.

    Who is registered preliminarily, or absent from every round of the tournament, has not entered;
    who has had a game or a bye has.

    Parameters
    ----------
    never_there
        Whether those who are absent from every round have entered too.
    """
    history = situation.history
    earlier = slice(situation.round_number - 1)
    playing = history.paired[:, earlier].any(axis=1)
    there = ~history.absent.all(axis=1) | never_there
    coming = situation.people.final & there
    order = np.lexsort((history.name_order, -history.grade, -history.rating))
    rows: Integers = order[(playing | coming)[order]].astype(np.int64)
    return rows


def drawn_by_lot(players: int, seed: int) -> Integers:
    """Numbers from 0 on in the order in which they are drawn."""
    return np.argsort(lots(players, seed)).astype(np.int64)


def _absent(situation: Situation) -> Bools:
    """Who does not take part in the round, (n,)."""
    absent = situation.history.absent[:, situation.round_number - 1]
    away: Bools = absent | ~situation.people.final
    return away


def full_name(situation: Situation, row: int) -> str:
    """Full name of the player of a row."""
    return situation.people.players[row].full_name


def check(situation: Situation, number: int, games: Sequence[Game], system: str) -> None:
    """Refuse an earlier round in which somebody has met another player than was scheduled.

    A scheduled game may be missing.

    Parameters
    ----------
    number
        The earlier round, from 1.
    games
        Rows of those who were to meet in it.
    system
        What the system is called in the error.

    Raises
    ------
    RuleError
        The first such player.
    """
    for row, expected, actual in unscheduled(situation, number, games):
        game = (
            phrase("no game")
            if expected is None
            else phrase("a game with {name}", name=full_name(situation, expected))
        )
        raise RuleError(
            phrase(
                "round {number}: by this {system} {game} was scheduled for {name}, not one with {other}; all rounds take the seed, the parameters and the players of the first; after a corrected result, draw the rounds behind it again",
                number=number,
                system=system,
                name=full_name(situation, row),
                game=game,
                other=full_name(situation, actual),
            )
        )


def unscheduled(
    situation: Situation, number: int, games: Sequence[Game]
) -> Iterator[tuple[int, int | None, int]]:
    """Who has met another player in an earlier round than was scheduled.

    It yields the row of each, that of the scheduled opponent if there is one, and that of the other.
    """
    opponent = situation.history.opponent[:, number - 1]
    scheduled = {one: other for pair in games for one, other in (pair, pair[::-1])}
    for row in np.flatnonzero(opponent >= 0).tolist():
        if scheduled.get(row) != opponent[row]:
            yield row, scheduled.get(row), int(opponent[row])


def paired(
    situation: Situation,
    games: Sequence[Game],
    *,
    bye: int | None = None,
    resting: Sequence[int] = (),
    white_first: bool = False,
) -> Pairing:
    """The scheduled games of a round, as far as both players are there and may meet.

    Who waits and is not scheduled is out. If an opponent is absent, the player has the bye, if it is
    free and nobody else is in the same position; otherwise he rests.

    Parameters
    ----------
    games
        Rows of those who are scheduled to meet.
    bye, resting
        Who is scheduled to have no game.

    Raises
    ------
    RuleError
        If only one of two has a game already in the round.
    """
    waiting, removals = situation.waiting, situation.removals()
    meeting: list[Game] = []
    reasons: dict[int, str] = {}
    for one, other in games:
        if not (waiting[one] and waiting[other]):
            continue
        if against := _against(removals, situation.seat[one], situation.seat[other]):
            for row, missing in ((one, other), (other, one)):
                reasons[row] = f"may not meet {full_name(situation, missing)}: {against}"
        else:
            meeting.append((one, other))
    spared = [row for row in resting if waiting[row]]
    alone = _without_opponent(situation, games)
    free = not situation.bye_given
    if bye is not None and waiting[bye]:
        spared += [] if free else [bye]
    else:
        bye = alone.pop() if free and bye is None and len(alone) == 1 else None
    spared += alone
    rows = {*spared, *(row for game in games for row in game), bye}
    return Pairing(
        pairs=np.array(meeting, np.int64).reshape(-1, 2),
        bye=bye if free else None,
        resting=tuple(spared),
        out=tuple(row for row in np.flatnonzero(waiting).tolist() if row not in rows),
        white_first=white_first,
        reasons=reasons,
    )


def _without_opponent(situation: Situation, games: Sequence[Game]) -> list[int]:
    """Those who wait, and whose opponents are absent."""
    waiting, away = situation.waiting, _absent(situation)
    found = []
    for one, other in games:
        if waiting[one] == waiting[other]:
            continue
        there, missing = (one, other) if waiting[one] else (other, one)
        if not away[missing]:
            raise RuleError(
                phrase(
                    "round {round}: {one} was to meet {other}, who has another game or the bye already",
                    round=situation.round_number,
                    one=full_name(situation, there),
                    other=full_name(situation, missing),
                )
            )
        found.append(there)
    return found


def _against(removals: Sequence[Removal], one: int, other: int) -> str:
    """The hard rules that remove a pair of seats; empty if it may be drawn."""
    return ", ".join(removal.rule.value for removal in removals if removal.pairs[one, other])


# ---- What the earlier rounds have decided, for systems in which a player can drop out ----


def check_results(situation: Situation) -> None:
    """Refuse earlier rounds with a game that has no result yet.

    Raises
    ------
    RuleError
        The first such game.
    """
    history, earlier = situation.history, slice(situation.round_number - 1)
    for game in history.postponed[:1]:
        white, black = (full_name(situation, history.row[key]) for key in game.players)
        raise RuleError(
            phrase(
                "the game of {white} and {black} in round {round}, table {table}, is postponed, and decides who plays on; "
                "enter its result",
                round=game.round,
                table=game.table,
                white=white,
                black=black,
            )
        )
    missing = history.has_opponent & ~(history.met | history.by_default)
    for column, row in np.argwhere(missing[:, earlier].T).tolist():
        name, other = (full_name(situation, each) for each in (row, history.opponent[row, column]))
        raise RuleError(
            phrase(
                "round {round}: there is no result of {name} against {other}, which decides who plays on",
                round=column + 1,
                name=name,
                other=other,
            )
        )


def losses(situation: Situation) -> Integers:
    """How many games each player has lost so far, those by default included, (n,)."""
    history, earlier = situation.history, slice(situation.round_number - 1)
    lost = history.has_opponent & (history.share_x2 == 0)
    count: Integers = lost[:, earlier].sum(axis=1)
    return count


# ---- Cup, or knock-out: the winner of each game goes on [V 3.2] ----

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Cup(System):
    """The winner of each game goes on, until one player is left."""

    name: ClassVar[str] = "cup"
    needs_exact_scores: ClassVar[bool] = False
    source: ClassVar[str] = "V 3.2"
    guarantees: ClassVar[str] = (
        "Whoever has lost is out, two players meet at most once, and of n players one is left after "
        "log2 n rounds, rounded up. Nobody rests after round 1 unless an opponent drops out."
    )
    placement: ClassVar[tuple[Criterion, ...]] = EventKind(format=EventFormat.CUP).usual_criteria
    fails: ClassVar[str] = (
        "It refuses a round while a result is missing, after a jigo, if the earlier rounds are not "
        "of this cup, and once it is won; two whom a hard rule keeps apart are left over."
    )

    seeding: Seeds = parameter(
        "fold",
        "fold: the best meet as late as they can and rest in round 1; lot: the same by lots instead of "
        "strength; number: neighbours by strength meet, and lots decide who rests in round 1",
        source="V 3.2",
    )

    third_place: bool = parameter(
        False, "whether those who have lost the semifinals meet in the round of the final"
    )

    @classmethod
    def of_tournament(cls, tournament: Tournament) -> Self:
        """The system with the seeds and the game for third place of the rules."""
        return cls(seeding=tournament.rules.seeds, third_place=tournament.rules.third_place)

    @property
    def by_lot(self) -> bool:
        """Whether lots decide who rests, or who meets whom."""
        return self.seeding != "fold"

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round.

        Raises
        ------
        RuleError
            If the cup is over, with the code ``over``, or the earlier rounds are not of this cup or did not decide it.
        """
        check_results(situation)
        now = self._first(situation)
        third: Sequence[Game] = ()
        for number in range(1, situation.round_number):
            check(situation, number, (*now.pairs, *third), self.name)
            third = self._third(situation, number, now)
            now = now.after([row for pair in now.pairs for row in _ahead(situation, number, *pair)])
        if now.winner is not None:
            raise RuleError(
                phrase(
                    "the cup is over: {name} has won it",
                    name=full_name(situation, now.winner),
                ),
                code="over",
            )
        if not any(now.places):
            raise RuleError(phrase("the cup is over: nobody is left who has not lost"), code="over")
        return paired(situation, (*now.pairs, *third), resting=now.byes)

    def _third(self, situation: Situation, number: int, now: CupRound) -> Sequence[Game]:
        """The game for third place, between those who have lost the two semifinals of an earlier round."""
        if not self.third_place or len(now.places) != 2 or len(now.pairs) != 2:
            return ()
        lost = [
            row
            for pair in now.pairs
            if situation.history.opponent[pair[0], number - 1] == pair[1]
            for row in pair
            if row not in _ahead(situation, number, *pair)
        ]
        return [(lost[0], lost[1])] if len(lost) == 2 else ()

    def _first(self, situation: Situation) -> CupRound:
        """The first round, as rows.

        A player who rested in it and has withdrawn since is absent from all rounds, like one who has
        never entered, and who has entered since has no place. The games of the round show who was counted.
        """
        entered = by_strength(situation)
        some = self._first_of(entered, situation.seed)
        if situation.round_number == 1 or not any(unscheduled(situation, 1, some.pairs)):
            return some
        history = situation.history
        seated = history.has_opponent[entered, 0] | history.has_bye[entered, 0]
        if not EventKind(format=history.rules.kind).ends_by_losses:
            seated[:] = True  # who rested has no bye
        counted = (entered, by_strength(situation, never_there=True), entered[seated])
        # Neighbours met by default before seeds were stated: a cup that began so goes on.
        for system in (self, replace(self, seeding="number")):
            for rows in counted:
                first = system._first_of(rows, situation.seed)
                if not any(unscheduled(situation, 1, first.pairs)):
                    return first
        return some

    def _first_of(self, rows: Integers, seed: int) -> CupRound:
        """The first round of these players, the strongest first."""
        lot = drawn_by_lot(len(rows), seed)
        if self.seeding == "number":
            return CupRound.first(len(rows), (lot + 1).tolist()).of_rows(rows)
        return CupRound.folded(len(rows)).of_rows(rows[lot] if self.seeding == "lot" else rows)


def bracket_places(tournament: Tournament) -> tuple[tuple[str, ...], ...]:
    """The places of the first round of a cup in the order of its bracket, as keys: neighbours meet next.

    It is empty if the first round is not known to be of this bracket: other seeds, lots or a change by hand.
    """
    system = Cup.of_tournament(tournament)
    history = ScoreHistory.for_draw(tournament, 2)
    situation = Situation(
        history=history,
        people=People(tournament.players),
        round_number=2,
        waiting=np.zeros(len(tournament.players), bool),
        constraints=Constraints(),
    )
    first = system._first(situation)
    met = {frozenset(history.row[key] for key in game.pair) for game in tournament.round(1).games}
    # Where somebody was away there is no game.
    if not met <= {*map(frozenset, first.pairs)}:
        return ()
    key = [player.key for player in tournament.players]
    return tuple(tuple(key[row] for row in place) for place in first.places)


def _ahead(situation: Situation, number: int, one: int, other: int) -> Sequence[int]:
    """Who of two that were to meet in an earlier round goes on; nobody, if both lost or left."""
    history, column = situation.history, number - 1
    names = f"{full_name(situation, one)} and {full_name(situation, other)}"
    if history.opponent[one, column] != other:
        ahead = _there(situation, number, one, other)
        if len(ahead) > 1:
            raise RuleError(
                phrase(
                    "round {number}: {names} had no game; the cup goes on with the one of them who is not absent from the next round, or with the result of a game by forfeit",
                    number=number,
                    names=names,
                )
            )
        return ahead
    share_x2 = history.share_x2[[one, other], column].tolist()
    if share_x2 in ([1, 1], [2, 2]):
        raise RuleError(
            phrase(
                "round {number}: the game of {names} has no winner; a cup needs one of them",
                number=number,
                names=names,
            )
        )
    return [row for row, won in zip((one, other), share_x2, strict=True) if won]


def _there(situation: Situation, number: int, *rows: int) -> Sequence[int]:
    """Those who had the bye; if none had, those who waited; if none did, those who came later."""
    history, later = situation.history, slice(number, situation.round_number)
    for there in (
        history.has_bye[:, number - 1],
        history.unassigned[:, number - 1],
        np.count_nonzero(~history.absent[:, later], axis=1) > 0,
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
            raise InputError(f"lottery: expected every number from 1 to {players} once")
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
        places = [tuple(number for number in place if number <= players) for place in _pairs(order)]
        return cls(tuple(places))

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
                raise InputError(f"winners: expected one of {place[0]} and {place[1]}, got both")
            through.append(ahead)
        return type(self)(tuple(sum(pair, ()) for pair in _pairs(through)))

    def of_rows(self, rows: Integers) -> Self:
        """The same round with player 1 as ``rows[0]``, and so on."""
        return type(self)(tuple(tuple(int(rows[n - 1]) for n in place) for place in self.places))


def _pairs(items: Sequence[T]) -> list[tuple[T, ...]]:
    """Neighbours, two by two."""
    return [tuple(items[k : k + 2]) for k in range(0, len(items), 2)]
