"""The optimum of a round, and how another draw differs from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import RuleError, input_error
from ...mappings import freeze
from ...matching import Solver
from ...pairing.draw import Constraints, RelaxedPair, read_keys, read_pairs
from ...pairing.rounds.round import situation_of
from ...pairing.rules import check_seed
from ...pairing.solving.costs import favour_last, favour_lightly
from ...pairing.systems import Weighted
from ...parameters import checked, quoted, renamed
from ...sentences import phrase
from .facts import counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...arrays import Integers
    from ...go.tournament import Tournament
    from ...pairing.draw import HardRule, Relaxations
    from ...pairing.field import Field
    from ...pairing.solving.solution import Solution
    from ...pairing.weights import WeightModel, Weights


# ---- What two draws have otherwise: alternating ways, and what they gain and lose by component ----

if TYPE_CHECKING:
    Opponents = Mapping[str, str | None]
    """Key of each player's opponent; None for a player without one."""
    Places = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Way:
    """A path or cycle of pairs that change together, old and new ones alternating.

    Along the way pairs of the new draw and pairs of the old one alternate; the first is a new pair
    if there is one. A way is closed if the last player and the first one were opponents.
    """

    players: tuple[str, ...]
    """Keys, in the order of the way."""

    gained: tuple[Places, ...]
    """Pairs of the new draw."""

    lost: tuple[Places, ...]
    """Pairs of the old draw."""

    closed: bool


@checked
def ways(old: Mapping[str, str | None], new: Mapping[str, str | None]) -> tuple[Way, ...]:
    """Split the difference of two draws into alternating paths and cycles.

    Whoever is in one draw only has no opponent in the other. An optimum of the same weights differs
    from another one in ways that weigh nothing each.

    Examples
    --------
    >>> old = {"a": "b", "b": "a", "c": "d", "d": "c"}
    >>> new = {"a": "d", "d": "a", "b": "c", "c": "b"}
    >>> ways(old, new)[0].players
    ('a', 'd', 'c', 'b')
    """
    _refuse_one_sided("old", old)
    _refuse_one_sided("new", new)
    changed = [key for key in dict.fromkeys((*old, *new)) if old.get(key) != new.get(key)]
    ends = [key for key in changed if old.get(key) is None or new.get(key) is None]
    # A way that is not closed is followed from one of its ends, from a new pair if there is one.
    ends.sort(key=lambda key: old.get(key) is not None)
    found: list[Way] = []
    seen: set[str] = set()
    for start in (*ends, *changed):
        if start not in seen:
            found.append(_way(start, old, new))
            seen.update(found[-1].players)
    return tuple(found)


def _refuse_one_sided(about: str, opponents: Mapping[str, Any]) -> None:
    """Refuse opponents of whom one has another opponent, or is not named by a key."""
    for key, other in opponents.items():
        if other is not None and (not isinstance(other, str) or opponents.get(other) != key):
            message = f"expected opponents of each other, got {quoted(other)} for {key!r}"
            raise input_error(other, str, message, about=about)


def _way(start: str, old: Opponents, new: Opponents) -> Way:
    """The way that begins at a player, with the new opponent unless there is none."""
    players = [start]
    pairs: tuple[list[Places], list[Places]] = ([], [])
    lost = new.get(start) is None
    while (other := (old if lost else new).get(players[-1])) is not None:
        pairs[lost].append((players[-1], other))
        if other == start:
            break
        players.append(other)
        lost = not lost
    gained, gone = map(tuple, pairs)
    return Way(tuple(players), gained, gone, closed=other is not None)


def decided(
    levels: Sequence[tuple[str, ...]], one: Counter[str], other: Counter[str]
) -> tuple[int | None, Counter[str]]:
    """By how much one draw is worth more than another by the components that decide.

    Parameters
    ----------
    levels
        Names of the components on each level, the first one first.
    one, other
        What each component adds to the weights of the draws.

    Returns
    -------
    int or None, Counter of int
        If the components stand on levels, the first level on which the draws differ, from 1, and the
        differences of its components. Otherwise, or if they differ on no level, None, and those of
        all components.
    """
    differences = Counter(one)
    differences.subtract(other)
    if len(levels) > 1:
        for number, names in enumerate(levels, 1):
            if sum(differences[name] for name in names):
                return number, Counter({name: differences[name] for name in names})
    return None, differences


def couples(pairs: Iterable[Any], about: str = "pairs") -> list[Places]:
    """Pairs of two keys each, of the argument that they are about.

    Raises
    ------
    ValueError
        If one is something else.
    """
    found = list(pairs)
    for pair in found:
        if (
            not isinstance(pair, Collection)
            or len(pair) != 2
            or not all(isinstance(key, str) for key in pair)
        ):
            message = f"expected pairs of the keys of two players, got {quoted(pair)}"
            wrong = pair
            if isinstance(pair, Collection) and not isinstance(pair, str):
                wrong = next((key for key in pair if not isinstance(key, str)), "")
            raise input_error(wrong, str, message, about=about)
    return found


@checked
def shares(field: Field, model: WeightModel, pairs: Iterable[Places]) -> Counter[str]:
    """Total of each component over some pairs, by name.

    Parameters
    ----------
    field
        The players, with those of the pairs among them.
    pairs
        Two keys each.

    Returns
    -------
    Counter of int
        In units of the integer weights. The base of the model, which every pair has, is not in it.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> shares(optimum.field, optimum.model, optimum.pairs)["colour"]
    0
    """
    seats = field.seats(couples(pairs))
    components = model.components(field[seats[:, 0]], field[seats[:, 1]])
    ones = np.ones(len(seats), np.int64)
    return Counter({name: int((ones * share).sum()) for name, share in components.items()})


# ---- What is to be otherwise than in the draw, and what comes of it ----

if TYPE_CHECKING:
    Pair = frozenset[str]


@renamed(never="forbid")
@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """Conditions of a what-if question. Players are keys, pairs are frozensets of two.

    Any collections of players, or of their keys, may be given.

    Raises
    ------
    RuleError
        If a pair is not two players, a player must play twice, or must play and does not take part,
        or a pair must and must not play.

    Examples
    --------
    >>> Conditions(force=frozenset({frozenset({"a", "b"})})).pairs == {frozenset({"a", "b"})}
    True
    """

    force: frozenset[Pair] = frozenset()
    """Pairs that meet, whatever the rules say."""

    forbid: frozenset[Pair] = frozenset()
    """Pairs that do not meet."""

    prefer: frozenset[Pair] = frozenset()
    """Pairs that weigh more, by what a preference is worth in the model."""

    drop: frozenset[str] = frozenset()
    """Players who do not take part."""

    add: frozenset[str] = frozenset()
    """Players who take part though they do not so far."""

    def __post_init__(self) -> None:
        for name in ("force", "forbid", "prefer"):
            object.__setattr__(self, name, read_pairs(name, getattr(self, name)))
        for name in ("drop", "add"):
            object.__setattr__(self, name, read_keys(name, getattr(self, name)))
        for key, count in Counter(key for pair in self.force for key in pair).items():
            if count > 1:
                raise RuleError(
                    phrase("{key!r} must play {count} games in one round", key=key, count=count)
                )
            if key in self.drop:
                raise RuleError(phrase("{key!r} must play and does not take part", key=key))
        for pair in self.force & self.forbid:
            one, other = sorted(pair)
            raise RuleError(
                phrase("{one!r} and {other!r} must play and must not play", one=one, other=other)
            )
        for key in self.drop & self.add:
            raise RuleError(phrase("{key!r} takes part and does not take part", key=key))

    @property
    def pairs(self) -> frozenset[Pair]:
        """All pairs that are named."""
        return self.force | self.forbid | self.prefer


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The best draw under other conditions, compared with the optimum. Players are keys."""

    conditions: Conditions

    price: int | None
    """How much less it weighs than the optimum, in units. None if other players are matched, whose
    weights are others."""

    level: int | None
    """If the components of the model stand on levels: the first on which the draws differ, from 1. The
    price is the one on this level, and what is lost further down does not count."""

    units: int
    """Units of all weights in 1 of the model's own weights; 0 of a draw that goes by criteria."""

    losses: Mapping[str, int]
    """What each component loses, in units; ``base`` is what pairs weigh without any. Their sum is
    the price; empty if there is none. On levels, only components of the one that the price is
    on."""

    more: Mapping[str, int]
    """How much more there is of what ``tally`` counts; points are doubled."""

    ways: tuple[Way, ...]
    """Which boards change, and only those that have to."""

    def __post_init__(self) -> None:
        freeze(self, "losses", "more")

    opponents: Opponents = field(repr=False)
    """The new draw."""

    byes: tuple[str | None, str | None]
    """Who has the bye in the optimum, and who has it now."""

    relaxed: tuple[RelaxedPair, ...]
    """Pairs that meet though rules remove them, since they are forced."""

    gave_way: tuple[RelaxedPair, ...]
    """Other new pairs that rules remove, which give way before anybody is left over."""

    left: tuple[str, ...]
    """Who is left over that was not before."""

    needed: Relaxations | None
    """What would have to be allowed so that nobody more is left over; None if nobody is."""

    criterion: str = ""
    """Of a draw that goes by criteria: the one by which the new draw is first worse than the pairing, with its
    bracket; the price is what it costs more by it. Empty if other players are paired."""

    verdict: str = ""
    """The criterion in words, a clause."""

    @property
    def changed(self) -> bool:
        """Whether any board or the bye is another."""
        return bool(self.ways) or self.byes[0] != self.byes[1]

    @property
    def fewer_games(self) -> int:
        """How many games less there are."""
        return sum(len(way.lost) - len(way.gained) for way in self.ways)


# ---- The heaviest draw of a round, with a solver that can be asked what else might be drawn ----


@dataclass(frozen=True, kw_only=True, eq=False)
class Optimum:
    """The heaviest draw of a round. Players are seats of ``field``.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> optimum.opponents["FALDINIMIRA"]
    'LOMBEKTARA'
    """

    solution: Solution

    tournament: Tournament
    """The one that the round was drawn in, with the draw if there is one."""

    seed: int

    @classmethod
    def of_round(
        cls,
        tournament: Tournament,
        round: int,
        model: WeightModel,
        constraints: Constraints | Mapping[str, object] | None = None,
        seed: int = 0,
        *,
        of_games: bool | None = None,
        past: Tournament | None = None,
    ) -> Optimum:
        """The optimum of a round, proven.

        Parameters
        ----------
        of_games
            Whether it is that of the players who have games in the round, of several optima the one
            with most boards in common with these games, see ``rounds.judge_round``; or the draw
            that ``rounds.draw_round`` makes of those who wait for a game. By default, whether the
            round is drawn.
        past
            The tournament as it was known when the round was drawn, by which its games are weighed;
            by default as it is.

        Raises
        ------
        RuleError, EngineError
            As these two functions.
        """
        seed = check_seed(seed)
        constraints = Constraints.of(constraints)
        constraints.check_players(tournament)
        constraints = constraints.under(tournament.rules)
        model = constraints.weigher(model)
        if tournament.is_drawn(round) if of_games is None else of_games:
            from ...pairing.rounds import nearest_optimum

            solution = nearest_optimum(past or tournament, round, model, constraints)
        else:
            situation = situation_of(tournament, round, constraints, seed)
            solution = Weighted(model=model).solve(situation, {})
            solution.prove()
        return cls(solution=solution, tournament=tournament, seed=seed)

    @property
    def field(self) -> Field:
        """Those who were matched."""
        return self.solution.field

    @property
    def model(self) -> WeightModel:
        """The model that weighed their pairs."""
        return self.weighed.model

    @property
    def weighed(self) -> Weights:
        """Weights of their pairs."""
        return self.solution.weighed

    @property
    def bye(self) -> str | None:
        """Key of the player with the bye."""
        return self.solution.key_of_bye

    @property
    def constraints(self) -> Constraints:
        """The hard rules of the director, as far as the draw that was made keeps to them."""
        return self.solution.problem.constraints

    @cached_property
    def units(self) -> int:
        """How many units of the weights make 1 in the model's own weights."""
        return self.model.units(self.field)

    @cached_property
    def seat(self) -> Mapping[str, int]:
        """Seat of each player by key."""
        return self.field.seat_by_key

    @cached_property
    def opponents(self) -> Mapping[str, str | None]:
        """Key of each player's opponent, by key; None for a bye and for those who are left over."""
        return _opponents(self.field, self.solution.matching.mate)

    @cached_property
    def players(self) -> frozenset[str]:
        """Keys of those who were matched, and of the player with the bye."""
        bye = () if self.bye is None else (self.bye,)
        return frozenset((*self.field.key, *bye))

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Keys of the pairs, once each."""
        return self.solution.pairs

    @cached_property
    def solver(self) -> Solver:
        """A solver of the same graph, for prices; whoever changes it takes a copy."""
        solver = Solver(self.weighed.total, allowed=self.solution.allowed, maxcardinality=True)
        solver.solve()
        return solver

    @cached_property
    def nearby(self) -> tuple[Solver, int]:
        """A solver that of several optima finds the one with most boards of this one.

        Its weights are those of the pairs times the number that stands beside it, see
        ``favour_lightly``. Whoever changes it takes a copy.
        """
        favoured, scale = favour_lightly(self.weighed.total, self.field.pair_mask(self.pairs))
        solver = Solver(favoured, allowed=self.solution.allowed, maxcardinality=True)
        solver.solve()
        return solver, scale

    def under(self, constraints: Constraints) -> Optimum:
        """The best draw of the same players under other hard rules, the bye as it is.

        Of several optima it is the one with most boards of this one.
        """
        favoured = favour_last(self.weighed.levels, self.field.pair_mask(self.pairs))
        bye = self.solution.seat_of_bye
        problem = replace(self.solution.problem, constraints=constraints, byes=(), bye=bye)
        return replace(self, solution=problem.solve(favoured))

    def rules_against(self, i: int, j: int) -> tuple[HardRule, ...]:
        """The rules that remove a pair of seats, the cheapest first."""
        return tuple(r.rule for r in self.solution.removals if r.pairs[i, j])


# ---- A draw beside the optimum: what changes, what is lost, and what gives way ----


def drawn_by(optimum: Optimum, mate: Integers) -> Opponents:
    """Everybody's opponent by the mates of seats."""
    return _opponents(optimum.field, mate) | dict.fromkeys(filter(None, [optimum.bye]))


def _opponents(field: Field, mate: Integers) -> dict[str, str | None]:
    """Key of each player's opponent, by key; None without one."""
    keys = field.key
    return {
        key: None if seat < 0 else keys[seat] for key, seat in zip(keys, mate.tolist(), strict=True)
    }


def compared(
    optimum: Optimum,
    conditions: Conditions,
    other: Optimum,
    drawn: Opponents,
    changes: tuple[Way, ...],
) -> Answer:
    """The optimum with some changes, beside the optimum.

    Parameters
    ----------
    other
        The players of the changed draw, and its bye.
    drawn
        Those who are there then.
    changes
        The ways from the optimum to the changed draw.
    """
    old = [pair for way in changes for pair in way.lost]
    new = [pair for way in changes for pair in way.gained]
    more = counts(other.field, other.model, new)
    more.subtract(counts(optimum.field, optimum.model, old))
    level, losses = None, None
    if _same_weights(optimum, other):
        level, losses = _losses(optimum, old, new)
    return Answer(
        conditions=conditions,
        price=None if losses is None else losses.total(),
        level=level,
        units=optimum.units,
        losses={name: loss for name, loss in (losses or {}).items() if loss},
        more={name: count for name, count in more.items() if count},
        ways=changes,
        opponents=_applied(optimum.opponents, changes, drawn),
        byes=(optimum.bye, other.bye),
        relaxed=tuple(_ruled_out(optimum, other, conditions.force)),
        gave_way=tuple(_ruled_out(optimum, other, pairs_of(new) - conditions.force)),
        left=tuple(sorted(alone(drawn, other.bye) - alone(optimum.opponents, optimum.bye))),
        needed=None,
    )


def _same_weights(optimum: Optimum, other: Optimum) -> bool:
    """Whether both have the same players with the same weights."""
    if other is optimum:
        return True
    same = other.field.key == optimum.field.key
    return same and all(map(np.array_equal, optimum.weighed.levels, other.weighed.levels))


def _losses(
    optimum: Optimum, old: list[tuple[str, str]], new: list[tuple[str, str]]
) -> tuple[int | None, Counter[str]]:
    """What each component loses from old pairs to new ones, in units, and on which level.

    Of several levels only the first one counts on which anything is lost or gained.
    """
    field, model = optimum.field, optimum.model
    level, losses = decided(model.levels, shares(field, model, old), shares(field, model, new))
    if level is None:
        losses["base"] = model.traits.base * (len(old) - len(new))
    return level, losses


def alone(opponents: Opponents, bye: str | None) -> set[str]:
    """Who has neither an opponent nor the bye."""
    return {key for key, opponent in opponents.items() if opponent is None} - {bye}


def _applied(old: Opponents, changes: tuple[Way, ...], there: Opponents) -> Opponents:
    """A draw with the changes of some ways; those of it who are still there."""
    values = {key: old.get(key) for key in there}
    for way in changes:
        values.update({key: None for pair in way.lost for key in pair if key in values})
    for way in changes:
        for one, other in way.gained:
            values[one], values[other] = other, one
    return values


def pairs_of(pairs: Iterable[tuple[str, str]]) -> frozenset[Pair]:
    """Pairs whatever their order."""
    return frozenset(map(frozenset, pairs))


def _ruled_out(optimum: Optimum, other: Optimum, pairs: frozenset[Pair]) -> Iterator[RelaxedPair]:
    """Those of some pairs of another draw that rules remove from the first one."""
    constraints = replace(optimum.constraints, force=frozenset())
    state = other.model.state(other.field)
    if other.field is not optimum.field:
        removals = constraints.removals(other.field, state=state)
    else:
        removals = optimum.solution.removals
    for i, j in seats_of(other, pairs):
        rules = tuple(removal.rule for removal in removals if removal.pairs[i, j])
        if rules:
            yield RelaxedPair(players=(other.field.key[i], other.field.key[j]), rules=rules)


def seats_of(optimum: Optimum, pairs: frozenset[Pair]) -> Iterator[tuple[int, int]]:
    """Seats of the pairs that are matched, in a fixed order."""
    seat = optimum.seat
    for one, other in sorted(map(sorted, pairs)):
        if one in seat and other in seat:
            yield seat[one], seat[other]
