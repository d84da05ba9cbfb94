"""What every pairing system is given and gives back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np

from ...errors import InputError, RuleError
from ...go.ratings import GoR, rated_by_rounds, rating_or_grade
from ...go.scores import standings_values
from ...go.tournament import Criterion  # noqa: TC001 - what can be set is read from the annotations
from ...parameters import check_parameters
from ...sentences import phrase
from ..draw import Constraints, bye_order, remaining
from ..draw.draw import timed
from ..field import Field
from ..field.columns import lots, of_round
from ..solving.costs import first_to_spare, pairs_within_groups
from ..weights import WeightModel  # noqa: TC001 - what can be set is read from the annotations

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from ...arrays import Array, Bools, Indices, Integers, Reals
    from ...go.scores import ScoreHistory
    from ...go.tournament import Game, Tournament, Variant
    from ..draw import Removal
    from ..field import People, State
    from ..solving.solution import Solution
    from .criteria import EarlierBoards, PlayerFacts, Proof, RoundByCriteria

    RoundGame = tuple[int, int, int]


# ---- Checks of the arguments of those systems that know no tournament ----


def relation(name: str, pairs: ArrayLike, shape: tuple[int, ...]) -> Bools:
    """Check the argument of this name: an array of bool, (n, n), that says which players are pairs.

    Raises
    ------
    ValueError
        If it is no symmetric array of bool, or does not have the shape that the others call for.
    """
    matrix = np.asarray(pairs)
    if matrix.dtype != np.bool_ or matrix.shape != shape or matrix.shape != matrix.T.shape:
        raise InputError(
            f"{name}: expected bool (n, n), {shape} by what goes with it, got {matrix.dtype} "
            f"{matrix.shape}"
        )
    if (matrix != matrix.T).any():
        i, j = np.argwhere(matrix & ~matrix.T)[0].tolist()
        raise InputError(f"{name}: expected a symmetric array, got True at [{i}, {j}] only")
    return matrix


def weighed_pairs(weights: ArrayLike, allowed: ArrayLike) -> tuple[Array, Bools]:
    """Check the arguments of these names: the weights of all pairs, and which pairs are allowed.

    Raises
    ------
    ValueError
        If a shape does not fit, ``allowed`` is not symmetric, or a weight is NaN.
    """
    worth = np.asarray(weights)
    edges = relation("allowed", allowed, worth.shape)
    if (worth != worth).any():
        raise InputError("weights: expected numbers, got NaN")
    return worth, edges


# ---- What every pairing system has in common: it says who meets whom in a round ----


@dataclass(frozen=True, kw_only=True, eq=False)
class Situation:
    """A round that is to be paired, and all that is known before it.

    A row is a player, as in ``ScoreHistory``.
    """

    history: ScoreHistory
    """The earlier rounds. What its arrays hold of this round or later does not matter."""

    people: People

    round_number: int
    """From 1."""

    waiting: Bools
    """Who is to be paired, (n,)."""

    constraints: Constraints
    """The hard rules, which hold for every system."""

    bye_given: bool = False
    """Whether the round has its bye already."""

    later_undrawn: bool = True
    """Whether no later round has games or byes yet."""

    seed: int = 0
    """Seed of random choices."""

    @cached_property
    def field(self) -> Field:
        """Those who wait, best first; seat s is the player of row ``field.player[s]``."""
        return self._laid_out("v351")

    def laid_out(self, variant: Variant) -> Field:
        """Those who wait, best first, in the groups of a version of OpenGotha, see ``Field.of``."""
        return self.field if variant == "v351" else self._laid_out(variant)

    def _laid_out(self, variant: Variant) -> Field:
        return Field.after(
            self.history, self.people, self.round_number, self.waiting, variant=variant
        )

    @cached_property
    def seat(self) -> Integers:
        """Seat in ``field`` of each row, -1 for those who do not wait, (n,)."""
        seat = np.full(len(self.waiting), -1, np.int64)
        seat[self.field.player] = np.arange(len(self.field))
        return seat

    def removals(self, state: State | None = None) -> tuple[Removal, ...]:
        """What the hard rules remove from ``field``, see ``Constraints.removals``.

        Within must-play groups, the pairs are made that have the least squared differences of scores.
        """
        rules, field = self.constraints, self.field
        found = rules.removals(field, state=state)
        if not rules.must_play_groups:
            return found
        difference = field.main_x2[:, None] - field.main_x2
        pairs = pairs_within_groups(
            field, (-difference * difference,), remaining(len(field), found), rules.must_play_groups
        )
        return rules.removals(field, pairs, state=state)

    @cached_property
    def allowed(self) -> Bools:
        """The pairs of ``field`` that no hard rule removes, by seat, symmetric."""
        return remaining(len(self.field), self.removals())

    @property
    def gives_bye(self) -> bool:
        """Whether there is a bye to give: the number of players is odd, and nobody has it already."""
        return bool(np.count_nonzero(self.waiting) % 2) and not self.bye_given

    def bye_order(self, field: Field, variant: Variant = "v351") -> Indices:
        """Seats of a field in the order in which they are considered for the bye.

        It is empty if there is no bye to give: the number of players is even, or the round has its
        bye already.
        """
        if not self.gives_bye:
            return np.empty(0, np.intp)
        return bye_order(field, variant)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pairing:
    """Who meets whom in a round, as rows of the history.

    A player who waits and is named in none of the fields is left over.
    """

    pairs: Integers
    """Those who meet, (m, 2)."""

    bye: int | None = None
    """Who has the bye, because the number of players is odd."""

    resting: tuple[int, ...] = ()
    """Those to whom the system gives no game in this round, and who play on in the next one."""

    out: tuple[int, ...] = ()
    """Those who are out of the competition."""

    white_first: bool = False
    """Whether the first of each pair takes White. Otherwise the rules of the tournament decide."""

    reasons: Mapping[int, str] = field(default_factory=dict)
    """Why somebody is left over, in a few words, where the system knows it better than the rules."""

    solution: Solution | None = None
    """What was weighed, and the proof that no pairing of as many is better; None without one."""

    proof: Proof | None = None
    """What proves a pairing that no single matching decides; None without it."""

    kept_drawable: int = 0
    """How many rounds behind this one can be drawn complete, if not after a heavier pairing."""

    searched: bool = False
    """Whether it comes from a search for such rounds, so that others that keep them may be heavier."""

    @classmethod
    def of_solution(cls, solution: Solution) -> Self:
        """The pairs and the bye that were chosen together."""
        pairs = solution.field.player[solution.matching.edges]
        return cls(pairs=pairs, bye=solution.bye, solution=solution)

    @classmethod
    def of_seats(
        cls,
        field: Field,
        pairs: Integers,
        bye: int | None = None,
        *,
        reason: str = "",
        white_first: bool = False,
    ) -> Pairing:
        """A pairing of the seats of a field; ``reason`` says why all others are left over."""
        row, rows = field.player, np.asarray(pairs, np.int64).reshape(-1, 2)
        left = np.ones(len(field), bool)
        left[rows] = False
        left[[] if bye is None else bye] = False
        return cls(
            pairs=row[rows],
            bye=None if bye is None else int(row[bye]),
            white_first=white_first,
            reasons=dict.fromkeys(row[left].tolist(), reason) if reason else {},
        )


COMPLETE = "It leaves players over only if every pairing does."
"""When a system that always finds a largest pairing fails."""


def most_paired(more: str) -> str:
    """What a system guarantees that pairs the most players, and what it guarantees more."""
    return f"As many players as possible are paired, never against a hard rule, {more}"


@dataclass(frozen=True, kw_only=True)
class System(ABC):
    """A pairing system.

    It is a function of the situation alone: it keeps nothing from one round to the next.
    """

    name: ClassVar[str]
    """Name by which the system is known in ``SYSTEMS``."""

    source: ClassVar[str]
    """Paper and section."""

    guarantees: ClassVar[str]
    """What holds for every round that it pairs, in a sentence."""

    goes_by: ClassVar[Criterion | None] = None
    """The score that makes the system's groups, if it is not that of the tournament's standings."""

    placement: ClassVar[tuple[Criterion, ...]] = ()
    """Criteria of the standings of a tournament that it pairs; empty for those of the rules."""

    fails: ClassVar[str]
    """When it leaves players over or refuses a round, in a sentence."""

    def __post_init__(self) -> None:
        """Refuse a parameter that takes no such value.

        Raises
        ------
        RuleError
            If there is one.
        """
        check_parameters(self)

    @property
    def by_lot(self) -> bool:
        """Whether lots decide anything, so that another seed may give another pairing."""
        return False

    needs_exact_scores: ClassVar[bool] = True
    """Whether a round is refused where postponed games leave scores open, see ``Rules.postponed``; a system that
    waits for every result refuses it by itself."""

    pairs_absent: ClassVar[bool] = False
    """Whether who is away from a round keeps the game of a table, and loses it by forfeit, where the event is one by a table."""

    takes_model: ClassVar[bool] = False
    """Whether it takes a weight model, which says how good each pair is."""

    takes_preferences: ClassVar[bool] = False
    """Whether it takes a director's preferences without a model."""

    weighs: ClassVar[bool] = False
    """Whether it proves that no pairing of as many players weighs more."""

    has_levels: ClassVar[bool] = False
    """Whether it weighs a round by levels of its own, see `levels_as_model`."""

    allows_one_pairing: ClassVar[bool] = False
    """Whether criteria decide all of a round, see `by_criteria`, so that no other pairing is as good."""

    of_chess: ClassVar[bool] = False
    """Whether it pairs by the rules of chess."""

    of_teams: ClassVar[bool | None] = None
    """Whether it pairs teams alone, or players alone; None if both."""

    preset: ClassVar[str] = ""
    """Name of the rules of a new tournament that it pairs; empty if it makes no difference."""

    needs_ratings: ClassVar[bool] = False
    """Whether each player needs a rating."""

    @classmethod
    def of_tournament(cls, tournament: Tournament) -> Self:
        """The system with what the rules of a tournament say of it."""
        return cls()

    @property
    def own_model(self) -> WeightModel | None:
        """The weight model in use; None if the system takes none."""
        return None

    @property
    def fresh(self) -> System:
        """The system that draws without known boards."""
        return self

    @property
    def known(self) -> tuple[Game, ...]:
        """Boards from before the draw: if their pair is drawn, table, colours and stones stay."""
        return ()

    @property
    def proviso(self) -> str:
        """What decides besides the weight, see ``Draw.proviso``; empty if nothing does."""
        return ""

    def with_model(self, model: WeightModel) -> System:
        """The system with another model.

        Raises
        ------
        RuleError
            If it takes none.
        """
        raise RuleError(
            phrase("{name} has no weights, and takes no model", name=self.name), about="model"
        )

    def paired(self, situation: Situation, timings: dict[str, float]) -> Pairing:
        """Pair a round, and record in ``timings`` how many seconds it took."""
        with timed(timings, "pairing"):
            return self.pair(situation)

    def colour_state(self, field: Field) -> State | None:
        """The state whose colour index decides who takes White; None if OpenGotha's balance does."""
        return None

    def changes(self) -> dict[str, Any]:
        """Values of parameters that are not the defaults, by name; a model is given by its own name."""
        usual = type(self)()
        values = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        return {
            name: getattr(value, "name", value)
            for name, value in values.items()
            if value != getattr(usual, name)
        }

    def levels_as_model(
        self, situation_with: Callable[[tuple[str, ...]], Situation], *, preferences: bool
    ) -> WeightModel:
        """The levels of a system that has them, as weights of a round, by which it is explained.

        Parameters
        ----------
        situation_with
            The round if these players alone, by key, are to be paired.
        preferences
            Whether there are any.
        """
        raise NotImplementedError

    def by_criteria(self, situation: Situation) -> RoundByCriteria:
        """The round as a system pairs it that allows one pairing, beside which others are judged.

        Raises
        ------
        RuleError
            As `pair`.
        """
        raise NotImplementedError

    def pair_again(self, situation: Situation, boards: EarlierBoards) -> Pairing:
        """Pair a round by such a system so that the fewest boards change, and of these pairings by the criteria.

        Raises
        ------
        RuleError
            As `pair`.
        """
        raise NotImplementedError

    def lacks_first_colour(self, situation: Situation) -> bool:
        """Whether the first player has a colour in round 1 that nothing states, and no game shows."""
        return False

    def facts(self, situation: Situation) -> Sequence[PlayerFacts]:
        """What the players bring into a round, in the order of their ranks; nothing unless by FIDE's rules."""
        return ()

    def games_off(
        self, situation: Situation, games: Collection[RoundGame]
    ) -> Iterator[tuple[RoundGame, bool]]:
        """The games that a table of all rounds does not have, and whether it has them with other colours; none without one.

        Parameters
        ----------
        games
            The round from 1, and the rows of White and of Black.
        """
        return iter(())

    @abstractmethod
    def pair(self, situation: Situation) -> Pairing:
        """Pair a round.

        Raises
        ------
        RuleError
            If the system cannot pair such a round; the message says why.
        """


@dataclass(frozen=True, kw_only=True)
class ByModel(System):
    """A system that takes any weight model, which says how good each pair is."""

    takes_model: ClassVar[bool] = True

    model: WeightModel

    @property
    def own_model(self) -> WeightModel:
        """The model."""
        return self.model

    def with_model(self, model: WeightModel) -> Self:
        """The system with another model."""
        return replace(self, model=model)


# ---- The order in which a system takes the players of a round, and who of them has the bye ----

_Value = TypeVar("_Value", bound="np.generic")


def standing(
    situation: Situation, score_x2: Integers, lots: NDArray[np.uint64] | None = None
) -> Integers:
    """Seats of the field, best first.

    They are in the order of a score. Equal scores are in the order of the criteria of the rules by
    which players are seeded, then of the ratings, and of the names only then.

    Parameters
    ----------
    situation
        The round.
    score_x2 : (n,) int64
        Doubled score of each seat.
    lots : (n,) uint64
        Order of equal players, instead of that of the names.
    """
    field, history = situation.field, situation.history
    criteria = history.rules.seeding_criteria
    values = standings_values(history, criteria, situation.round_number - 1)[field.player]
    rating = rating_or_grade(field.rating, field.grade)
    # Seats of equal players are in the order of their names.
    last = np.arange(len(field)) if lots is None else lots
    order: Integers = np.lexsort((last, -rating, *-values.T[::-1], -score_x2))
    return order


def by_rating(field: Field, score_x2: Integers, order: Integers) -> Integers:
    """Seats of the field, best first: by a score, then by the ratings, and then as in an order."""
    rating = rating_or_grade(field.rating, field.grade)[order]
    return order[np.lexsort((-rating, -score_x2[order]))]


def among(pairs: NDArray[_Value], players: Integers) -> NDArray[_Value]:
    """What an array (n, n) holds of the pairs of some players, in their order, (m, m)."""
    # One axis after the other is several times as fast as both at once.
    found: NDArray[_Value] = pairs.take(players, axis=0).take(players, axis=1)
    return found


def spared(situation: Situation, order: Integers) -> int | None:
    """Seat of the player who has the bye; None if there is none to give.

    It is the last one of those with the fewest byes, unless fewer pairs could be drawn without him
    than with everybody [V 4.2.4; INTERPRETATION 6.4].

    Parameters
    ----------
    situation
        The round.
    order : (n,) int64
        All seats, best first.
    """
    if not situation.gives_bye:
        return None
    last_first = order[::-1]
    fewest_first = np.argsort(situation.field.byes[last_first], kind="stable")
    return first_to_spare(situation.allowed, last_first[fewest_first])


def drawn_lots(situation: Situation) -> Integers:
    """Numbers 0, 1, … that the seats draw, (n,); every round draws other ones."""
    return lots(len(situation.field), salt(situation))


def lots_of_players(situation: Situation) -> NDArray[np.uint64]:
    """Numbers that the seats draw, (n,), each by seed, round and key: they stay, whoever else waits."""
    numbers = (
        blake2b(f"{salt(situation)} {key}".encode(), digest_size=8).digest()
        for key in situation.field.key
    )
    return np.frombuffer(b"".join(numbers), ">u8").astype(np.uint64)


def salt(situation: Situation) -> int:
    """Number from which the lots of a round follow; every round has another one."""
    return of_round(situation.seed, situation.round_number)


# ---- The players' ratings before a round, where a system updates them after every round ----

_SYSTEM = GoR()


def current_ratings(history: ScoreHistory, round_number: int) -> Reals:
    """Ratings before a round; every earlier one has changed those before it [V 2.2].

    Returns
    -------
    (n,) float64
        By row of the history. Players without a rating start with that of their grade.
    """
    entered = rating_or_grade(history.rating, history.grade)
    ratings: Reals = rated_by_rounds(_SYSTEM, entered, history)
    return ratings[:, round_number - 1]
