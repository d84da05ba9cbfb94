"""What other draws would cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...errors import InputError, RuleError
from ...mappings import freeze
from ...matching.arrays import WEIGHT_LIMIT
from ...pairing.draw import HardRule, Removal
from ...pairing.draw.constraints import elsewhere
from ...pairing.solving.costs import best_matching, favour_last, ranked, totals, without
from ...pairing.solving.solution import relaxations
from ...parameters import checked, integer, quoted
from ...sentences import phrase
from .facts import boards_of, counted, score_groups
from .optimum import (
    Conditions,
    Optimum,
    alone,
    compared,
    couples,
    drawn_by,
    pairs_of,
    seats_of,
    ways,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ...arrays import Integers, Reals
    from ...go.tournament import Tournament
    from ...matching import Solver
    from ...pairing.draw import Constraints, Relaxations
    from .optimum import Answer, Way


# ---- What the best draw would be under other conditions, and what that costs ----

if TYPE_CHECKING:
    Pair = frozenset[str]


@checked
def what_if(optimum: Optimum, conditions: Conditions) -> Answer:
    """Draw under other conditions, and compare with the optimum.

    Pairs that are forced, forbidden or preferred take milliseconds. If somebody else takes part, or
    a player with the bye or a game that must be is forced, all is weighed anew, and so it is if the
    components of the model stand on levels.

    Raises
    ------
    RuleError
        If a player who is named cannot be paired in the round, or nobody is left to pair.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> answer = what_if(optimum, Conditions(drop=frozenset({"FALDINIMIRA"})))
    >>> answer.byes
    (None, 'LOMBEKTARA')
    """
    check_conditions(optimum.tournament, optimum.players, conditions)
    if len(optimum.weighed.levels) > 1 or not _keeps_the_field(optimum, conditions):
        other = _redrawn(optimum, conditions)
        return _answer(optimum, conditions, other, _nearest(optimum, other))
    found = _changed(optimum, conditions).solve()
    if found.cardinality < optimum.solution.matching.cardinality:
        # Some rules give way before anybody is left over.
        other = optimum.under(constraints_under(optimum.constraints, conditions))
        return _answer(optimum, conditions, other, other.solution.matching.mate)
    return _answer(optimum, conditions, optimum, found.mate)


def check_conditions(tournament: Tournament, there: frozenset[str], conditions: Conditions) -> None:
    """Refuse conditions on others than those who are there, by key, or are added.

    Raises
    ------
    RuleError
        If there are any.
    """
    if not isinstance(conditions, Conditions):
        raise TypeError(f"expected Conditions, got {quoted(conditions)}")
    keys = {player.key for player in tournament.players}
    players_there = (there | conditions.add) - conditions.drop
    players = frozenset().union(*conditions.pairs) - conditions.drop
    for key in sorted(players - players_there):
        raise InputError(phrase("{key!r} is not paired by the draw of the round", key=key))
    for key in sorted(conditions.drop - there):
        raise InputError(phrase("{key!r} is not paired by the draw of the round", key=key))
    for key in sorted(conditions.add & there):
        raise RuleError(phrase("{key!r} takes part already", key=key))
    for key in sorted(conditions.add - keys):
        raise RuleError(phrase("no player has the key {key!r}", key=key))


def _keeps_the_field(optimum: Optimum, conditions: Conditions) -> bool:
    """Whether the same players are matched, so that weights and the bye stay."""
    seated = optimum.constraints.force - conditions.force
    fixed = frozenset().union(*seated, () if optimum.bye is None else (optimum.bye,))
    players = frozenset().union(*conditions.force, *conditions.prefer)
    return not (conditions.drop or conditions.add or fixed & players)


def _changed(optimum: Optimum, conditions: Conditions) -> Solver:
    """The solver of the optimum under the conditions; a copy, so that all answers start alike."""
    nearby, scale = optimum.nearby
    solver = nearby.copy()
    for i, j in seats_of(optimum, conditions.forbid):
        solver.forbid(i, j)
    for i, j in seats_of(optimum, conditions.prefer - conditions.forbid):
        if solver.allowed[i, j]:
            # A preference near the largest weight of all counts a little less.
            preferred = int(solver.units[i, j]) + scale * _worth(optimum)
            solver.set_weight(i, j, min(preferred, WEIGHT_LIMIT))
    for i, j in seats_of(optimum, conditions.force):
        solver.set_weight(i, j, int(nearby.units[i, j]))
        solver.force(i, j)
    return solver


def _worth(optimum: Optimum) -> int:
    """What a preference is worth, in units."""
    return round(optimum.model.preference * optimum.units)


def _redrawn(optimum: Optimum, conditions: Conditions) -> Optimum:
    """The best draw of the players who take part then."""
    return Optimum.of_round(
        waiting(optimum.tournament, optimum.field.round_number, optimum.players, conditions),
        optimum.field.round_number,
        optimum.model.preferring(conditions.prefer),
        constraints_under(optimum.constraints, conditions),
        optimum.seed,
        of_games=False,
    )


def constraints_under(constraints: Constraints, conditions: Conditions) -> Constraints:
    """The hard rules, and what is forced and forbidden."""
    players = conditions.drop.union(*conditions.force)
    force = {pair for pair in constraints.force if players.isdisjoint(pair)}
    return replace(
        constraints,
        force=conditions.force.union(force),
        forbid=(constraints.forbid | conditions.forbid) - conditions.force,
    )


def waiting(
    tournament: Tournament, number: int, there: frozenset[str], conditions: Conditions
) -> Tournament:
    """The tournament in which those who take part in a round wait for a game, and nobody else."""
    players_there = (there | conditions.add) - conditions.drop
    played = tournament.round(number)
    without = tournament.replace_round(
        number,
        [game for game in played.games if there.isdisjoint(game.players)],
        [bye for bye in tournament.byes if bye.round == number and bye.player not in there],
    )
    players = (
        replace(player.with_absences(player.absences - {number}), final=True)
        if player.key in players_there
        else player
        for player in without.players
    )
    present = replace(without, players=tuple(players))
    others = [p.key for p in present.to_pair(number) if p.key not in players_there]
    return present.with_absences(number, others)


def _nearest(optimum: Optimum, other: Optimum) -> Integers:
    """The mates in that optimum of other players which has most boards of the first one."""
    allowed = other.solution.allowed
    old_pairs = other.field.pair_mask(optimum.pairs) & allowed
    return best_matching(favour_last(other.weighed.levels, old_pairs), allowed).mate


def _answer(optimum: Optimum, conditions: Conditions, other: Optimum, mate: Integers) -> Answer:
    """Compare a draw under conditions with the optimum; nothing changes that need not."""
    opponents = drawn_by(other, mate)
    found = tuple(
        way for way in ways(optimum.opponents, opponents) if _has_to_change(other, conditions, way)
    )
    answer = compared(optimum, conditions, other, opponents, found)
    if len(alone(opponents, other.bye)) > len(alone(optimum.opponents, optimum.bye)):
        return replace(answer, needed=_needed(other, conditions, mate))
    return answer


def _has_to_change(other: Optimum, conditions: Conditions, way: Way) -> bool:
    """Whether a new draw without the change of a way would be worse, or against the conditions."""
    pairs = pairs_of((*way.gained, *way.lost))
    if pairs & conditions.pairs or len(way.gained) != len(way.lost):
        return True
    if not all(key in other.seat for key in way.players):
        return True
    lost, gained = (other.field.seats(some).T for some in (way.lost, way.gained))
    if not other.solution.allowed[*lost].all():
        return True
    return any(level[*lost].sum() != level[*gained].sum() for level in other.weighed.levels)


def _needed(other: Optimum, conditions: Conditions, mate: Integers) -> Relaxations:
    """What would have to be allowed so that as many as possible are paired."""
    field, solution = other.field, other.solution
    forced = list(seats_of(other, conditions.force))
    pairs = field.pair_mask(conditions.force)
    removals = [replace(r, pairs=r.pairs & ~pairs) for r in solution.removals]
    removals.append(Removal(HardRule.FORBID, field.pair_mask(conditions.forbid)))
    removals.append(Removal(HardRule.FORCE, elsewhere(field, forced)))
    bye = solution.seat_of_bye
    if bye is not None:
        spared = np.zeros_like(pairs)
        spared[bye, :] = spared[:, bye] = True
        removals.append(Removal(HardRule.FORBID, spared))
    paired = int(np.count_nonzero(mate >= 0)) // 2
    return relaxations(field, other.weighed.levels, removals, (), paired)


# ---- How many draws are equally good, or nearly so, and in what they differ ----

_NOTHING = Conditions()


@dataclass(frozen=True, slots=True, kw_only=True)
class BestDraws:
    """The next best draws, each compared with the optimum."""

    others: tuple[Answer, ...]
    """The best first."""

    complete: bool
    """Whether no other draw is as good as was asked for."""

    @property
    def equally_good(self) -> int:
        """How many of them are as good as the optimum."""
        return sum(answer.price == 0 for answer in self.others)


_MOST_DRAWS = 2**31
"""Draws that are listed, more than there is memory for."""


@checked
def best_draws(optimum: Optimum, k: int, within: int | None = None) -> BestDraws:
    """Find the next best draws with as many games, exactly.

    Parameters
    ----------
    k
        How many at most.
    within
        How much lighter they may be at most, in units; by default there is no limit.

    Raises
    ------
    RuleError
        If the weights of so many players are too large to be ranked, or ``within`` is asked of a model
        whose components stand on levels.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> [answer.price for answer in best_draws(optimum, 3).others]
    [3333905296, 17491083678, 17537750344]
    """
    if (number := integer(k)) is None or number < 0:
        raise RuleError(f"must be a whole number from 0 on, not {quoted(k)}", about="k")
    k = min(number, _MOST_DRAWS)
    if within is not None and len(optimum.weighed.levels) > 1:
        raise RuleError(phrase("draws by levels are in order, but at no distance"), about="within")
    found: list[Answer] = []
    for answer in islice(_others(optimum, k + 1), k + 1):
        if within is not None and (answer.price or 0) > within:
            break
        if len(found) == k:
            return BestDraws(others=tuple(found), complete=False)
        found.append(answer)
    return BestDraws(others=tuple(found), complete=True)


def _others(optimum: Optimum, k: int) -> Iterator[Answer]:
    """All other draws, the best first; ``k`` of them are enough."""
    try:
        matchings = ranked(optimum.weighed.levels, optimum.solution.allowed, k + 1)
    except OverflowError as error:
        raise RuleError(
            phrase("the weights are too large to rank draws: {error}", error=error)
        ) from error
    for matching in matchings:
        opponents = drawn_by(optimum, matching.mate)
        changes = ways(optimum.opponents, opponents)
        if changes:
            yield compared(optimum, _NOTHING, optimum, opponents, changes)


# ---- Everybody whom a player could have met, and what the whole draw would lose ----


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A possible opponent of a player."""

    player: str
    """Key."""

    price: int | None
    """How much lighter the best draw with this game is than the optimum, in units; 0 for the opponent
    of the optimum. None if rules remove the pair, or one of the two has the bye. If the components of
    the model stand on levels, it is what is lost on ``level``."""

    fewer: int
    """How many games less that draw has."""

    rules: tuple[HardRule, ...]
    """Rules that remove the pair."""

    marks: Mapping[str, int]
    """What is in the game that nobody likes, see ``tally.counted``."""

    level: int | None = None
    """If the components of the model stand on levels: the first on which the draws differ, from 1; None
    if they differ on none."""

    criterion: str = ""
    """Of a draw that goes by criteria: the one by which the best round with the game is first worse than the
    pairing, with its bracket; the price is what it costs more by it."""

    verdict: str = ""
    """The criterion in words, a clause."""

    def __post_init__(self) -> None:
        freeze(self, "marks")


@checked
def candidates(optimum: Optimum, player: str) -> tuple[Candidate, ...]:
    """List all possible opponents by price, those who cannot be met last.

    Parameters
    ----------
    player
        Key of somebody who is matched.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> for candidate in candidates(optimum, "FALDINIMIRA"):
    ...     print(candidate.player, candidate.price)
    LOMBEKTARA 0
    SELMAVELOLMINA 3333905296
    KERMTROVBELRAN 17537750344
    FALDINIOLUWEN 20825580407
    DOVANIHALKA None
    """
    if not isinstance(player, str):
        raise TypeError(f"expected the key of a player, got {quoted(player)}")
    if player not in optimum.seat:
        raise InputError(phrase("{key!r} is not paired by the draw of the round", key=player))
    seat, size = optimum.seat[player], len(optimum.field)
    others = np.delete(np.arange(size), seat)
    if len(optimum.weighed.levels) > 1:
        prices = [_price_by_levels(optimum, seat, other) for other in others.tolist()]
    else:
        found = optimum.solver.prices(seat)
        prices = [
            _Price(int(found.weight[k]) if found.possible[k] else None, int(found.fewer[k]), None)
            for k in others.tolist()
        ]
    pairs = np.stack([np.full_like(others, seat), others], axis=1)
    marks = counted(boards_of(optimum.field, optimum.model, pairs))
    rows = [
        Candidate(
            player=optimum.field.key[other],
            price=price.loss,
            fewer=price.fewer,
            level=price.level,
            rules=optimum.rules_against(seat, other),
            marks={name: int(values[at]) for name, values in marks.items() if values[at]},
        )
        for at, (other, price) in enumerate(zip(others.tolist(), prices, strict=True))
    ]
    mate, lowest = optimum.opponents[player], len(optimum.weighed.levels) + 1
    rows.sort(
        key=lambda one: (
            one.price is None,
            one.fewer,
            -(one.level or lowest),
            one.price or 0,
            one.player != mate,
        )
    )
    return tuple(rows)


class _Price(NamedTuple):
    """What the best draw with a game loses."""

    loss: int | None
    """What it loses on a level, or in all; None if the two may not meet."""

    fewer: int
    """How many games less it has."""

    level: int | None
    """The first level on which it loses, from 1."""


def _price_by_levels(optimum: Optimum, seat: int, other: int) -> _Price:
    """What the best draw loses in which two seats meet."""
    solution, levels = optimum.solution, optimum.weighed.levels
    if not solution.allowed[seat, other]:
        return _Price(loss=None, fewer=0, level=None)
    rest = without(without(solution.allowed, seat), other)
    edges = np.concatenate([best_matching(levels, rest).edges, [[seat, other]]])
    fewer = solution.matching.cardinality - len(edges)
    for level, (best, now) in enumerate(
        zip(totals(levels, solution.matching.edges), totals(levels, edges), strict=True), 1
    ):
        if best != now:
            return _Price(best - now, fewer, level)
    return _Price(0, fewer, None)


# ---- What it costs to pair off score: the prices of all pairs, group by group ----


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HeatMap:
    """Prices of all pairs by the score groups of both players; arrays (g, g), symmetric."""

    scores: tuple[float, ...]
    """Lowest score of each group, in points as the standings have them; the best group is first."""

    sizes: tuple[int, ...]
    """Players of each group."""

    pairs: Integers
    """Pairs that could have met."""

    games: Integers
    """Games between two groups."""

    least: Reals
    """Least price, in the model's own weights; NaN where no pair could have met."""

    median: Reals
    """Median of the prices; NaN where no pair could have met."""


@checked
def heat_map(
    optimum: Optimum,
    progress: Callable[[float], object] | None = None,
    played: Iterable[tuple[str, str]] | None = None,
) -> HeatMap:
    """Compute exact prices of all pairs by score group.

    Pairs that rules remove, and those that would leave somebody over, could not have met.

    Parameters
    ----------
    progress
        Hears now and then which share of the pairs is done.
    played
        Keys of the pairs whose games are counted; by default those of the optimum.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> heat_map(optimum).pairs
    array([[0, 0, 3, 1],
           [0, 0, 3, 1],
           [3, 3, 2, 2],
           [1, 1, 2, 0]])
    """
    prices = optimum.solver.price_table(progress)
    field = optimum.field
    group = score_groups(field, optimum.model)
    could = np.triu(prices.possible & (prices.fewer == 0), 1)
    number = int(group.max(initial=-1)) + 1
    shape = (number, number)
    pairs, games = np.zeros((2, *shape), np.int64)
    least, median = np.full((2, *shape), np.nan)
    first, second = np.nonzero(could)
    cell = np.minimum(group[first], group[second]) * number + np.maximum(
        group[first], group[second]
    )
    order = np.argsort(cell, kind="stable")
    found, starts = np.unique(cell[order], return_index=True)
    weight = prices.weight[first, second][order] / optimum.units
    for which, values in zip(found.tolist(), np.split(weight, starts)[1:], strict=True):
        place = divmod(which, number)
        for at in {place, place[::-1]}:
            pairs[at], least[at], median[at] = len(values), values.min(), np.median(values)
    one, other = group[
        field.seats(optimum.pairs if played is None else couples(played, "played")).T
    ]
    np.add.at(games, (one, other), 1)
    games += np.where(np.eye(number, dtype=np.bool_), 0, games.T)
    return HeatMap(
        scores=tuple(float(field.main_x2[group == each].min()) / 2 for each in range(number)),
        sizes=tuple(np.bincount(group, minlength=number).tolist()),
        pairs=pairs,
        games=games,
        least=least,
        median=median,
    )
