"""A draw that was made, beside the best that a model would have made of the same players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...sentences import phrase
from ..draw import Constraints, bye_order
from ..field import Field
from ..rules import check_seed
from ..solving.costs import favour_last, totals
from ..solving.solution import Problem
from ..weights import model_or_usual
from ..weights.description import signature
from .round import draw_with_proof, situation_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from ...go.tournament import Tournament
    from ..draw import Draw
    from ..solving.solution import Solution
    from ..systems import EarlierOpponents, System
    from ..weights import WeightModel
    from ..weights.model import Levels

    Pair = tuple[str, str]


_ANYTHING = Constraints()


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """What the draw of a round is compared by."""

    model: WeightModel

    constraints: Constraints = _ANYTHING
    """The hard rules of the optimum. What was drawn counts as allowed."""

    seed: int = 0
    """For colours by lot."""

    system: System | None = None
    """A system that draws by levels of its own, and takes the place of the model."""

    known: Tournament | None = None
    """The tournament as it was known when the round was drawn; None if it is as it is now."""

    otherwise: tuple[Tournament, ...] = ()
    """What the draw may have seen instead, as nobody knows whether games were played before it or after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawReview:
    """What the draw of a round weighs, and what the heaviest draw of these players weighs."""

    round_number: int
    """From 1."""

    model: str
    """Name of the weight model, as in ``Draw.model``."""

    boards: int

    weight: int
    """Sum of the weights of the boards that were drawn."""

    optimum: int
    """Greatest sum of any draw of as many boards, proven."""

    level: int | None
    """From 1: the first level on which the draw is worse than the best one, or else the last. Weight
    and optimum are sums of its components. None if one weight decides."""

    units: int
    """Units of all weights in 1 of the model's own weights."""

    different: tuple[Pair, ...]
    """Keys of the pairs that the heaviest draw does not have; of several heaviest draws, the one that
    has most boards in common is compared."""

    instead: tuple[Pair, ...]
    """Pairs that the heaviest draw has instead."""

    bye: str | None
    """Key of the player with the bye; None if nobody or more than one has it."""

    bye_by_rule: str | None
    """Key of the player who comes first for the bye by the rule of the model."""

    criterion: str = ""
    """The rule of the system by which the draw is first worse, with its bracket; weight and optimum are
    what both cost by it, negative. Empty for draws by weights or levels."""

    colours: tuple[Pair, ...] = ()
    """Keys of White and Black of the games that the system gives the other colours."""

    @property
    def faults(self) -> tuple[int, int, int]:
        """What is not as in the best draw, each number more grave than the next: boards, bye, colours."""
        other_bye = self.bye is not None and self.bye_by_rule not in (None, self.bye)
        return len(self.different), int(other_bye), len(self.colours)

    @property
    def loss(self) -> float:
        """How much lighter the draw is than it might be, in weights of the model."""
        return (self.optimum - self.weight) / self.units


def judge_round(
    tournament: Tournament,
    round_number: int,
    *,
    model: str | WeightModel | None = None,
    system: System | None = None,
    constraints: Constraints = _ANYTHING,
    seed: int = 0,
) -> DrawReview:
    """Compare the draw of a round with the heaviest one that these players could have had.

    The optimum pairs the same players, and the bye stays. Every pair that was drawn counts as allowed,
    whatever the rules say; so the draw is no heavier than the optimum. Players without a game or a bye
    so far may have entered after the draw. They change the groups, and so the weights: a draw that is
    not the best with them is compared without them, too, and the comparison with the lesser loss counts.

    Parameters
    ----------
    tournament, round_number
        With the games of the round, from 1; later rounds do not matter.
    model, seed
        As for ``draw_round``.
    system
        A system that draws by levels of its own, such as ``Swiss``; it takes the place of the model.
    constraints
        What else must and must not be drawn.

    Raises
    ------
    RuleError
        If the round has no games, there is no such model, or the tournament contradicts itself.
    EngineError
        If the proof fails: a bug of fastpair.
    """
    seed = check_seed(seed)
    constraints.check_players(tournament)
    constraints = constraints.under(tournament.rules)
    if system is not None and system.allows_one_pairing:
        return _judge_by_criteria(tournament, round_number, system, constraints, seed)
    if system is not None:
        return _judge_by_levels(tournament, round_number, system, constraints, seed)
    weigher = constraints.weigher(model_or_usual(tournament, model, seed))
    nearest, first = _nearest(tournament, round_number, weigher, constraints)
    return _review(
        nearest,
        _pairs(tournament, round_number),
        nearest.weighed.levels,
        model=signature(weigher),
        units=weigher.units(nearest.field),
        bye=nearest.key_of_bye,
        bye_by_rule=first,
    )


def _review(
    best: Solution,
    pairs: list[Pair],
    levels: Levels,
    *,
    model: str,
    units: int,
    bye: str | None,
    bye_by_rule: str | None,
) -> DrawReview:
    """The pairs of a draw beside the best ones."""
    ours, most = best.pairs, best.totals
    now = totals(levels, best.field.seats(pairs))
    at = next((k for k, total in enumerate(now) if total != most[k]), len(most) - 1)
    is_best = now[at] == most[at]
    return DrawReview(
        round_number=best.field.round_number,
        boards=len(pairs),
        weight=now[at],
        optimum=most[at],
        level=at + 1 if len(most) > 1 else None,
        different=() if is_best else _beyond(pairs, ours),
        instead=() if is_best else _beyond(ours, pairs),
        model=model,
        units=units,
        bye=bye,
        bye_by_rule=bye_by_rule,
    )


def _judge_by_levels(
    tournament: Tournament,
    round_number: int,
    system: System,
    constraints: Constraints,
    seed: int,
) -> DrawReview:
    """Compare the draw of a round with what a system makes of the players of its games and its bye."""
    pairs, present = _pairs(tournament, round_number), only_seated(tournament, round_number)

    def drawn(constraints: Constraints) -> tuple[Draw, Solution]:
        draw, solution, _ = draw_with_proof(
            present, round_number, system=system, constraints=constraints, seed=seed
        )
        assert solution is not None
        return draw, solution

    draw, solution = drawn(constraints)
    apart = [pair for pair in pairs if not solution.allowed[tuple(solution.field.seats([pair])[0])]]
    if apart:  # and only then, since a pair that is allowed ends the look at later rounds
        draw, solution = drawn(allowing(constraints, apart))
    byes = tournament.pairing_byes(round_number)
    return _review(
        solution,
        pairs,
        solution.levels,
        model=system.name,
        units=1,
        bye=byes[0] if len(byes) == 1 else None,
        bye_by_rule=draw.bye,
    )


def _judge_by_criteria(
    tournament: Tournament, round_number: int, system: System, constraints: Constraints, seed: int
) -> DrawReview:
    """Compare the games of a round with the only pairing of the same players."""
    games, byes = _pairs(tournament, round_number), tournament.pairing_byes(round_number)
    present = only_seated(tournament, round_number)
    situation = situation_of(present, round_number, constraints, seed)
    row = situation.history.row
    pairing = system.by_criteria(situation)
    rows = [(row[white], row[black]) for white, black in games]
    found, ours = pairing.judge(rows), [*map(set, pairing.pairs)]
    keys = [player.key for player in present.players]
    best, actual = (found.best, found.actual) if found else ((), ())
    return DrawReview(
        round_number=round_number,
        model=system.name,
        boards=len(games),
        weight=-found.verdict.actual if found else 0,
        optimum=-found.verdict.best if found else 0,
        level=None,
        units=1,
        different=tuple((keys[one], keys[other]) for one, other in actual),
        instead=tuple((keys[one], keys[other]) for one, other in best),
        bye=byes[0] if len(byes) == 1 else None,
        bye_by_rule=None,
        criterion=found.criterion if found else "",
        colours=tuple(games[at] for at in pairing.other_colours(rows) if {*rows[at]} in ours),
    )


def earlier_opponents(
    tournament: Tournament,
    round_number: int,
    system: System,
    constraints: Constraints,
    pair: Pair,
    seed: int = 0,
) -> EarlierOpponents | None:
    """Why two players of a round meet, and not one of the opponents who come before; or why these two do not meet.

    Parameters
    ----------
    tournament, round_number
        With the games of the round, from 1.
    pair
        Keys.

    Returns
    -------
    EarlierOpponents or None
        Of two who do not meet: of the one whom the other would have had before their own opponent, about the other
        alone. None if the order of generation says nothing about them.

    Raises
    ------
    EngineError
        If a proof fails: a bug of fastpair.
    """
    situation = situation_of(only_seated(tournament, round_number), round_number, constraints, seed)
    row, games = situation.history.row, tournament.round(round_number)
    rows, paired = (row[pair[0]], row[pair[1]]), system.by_criteria(situation)
    if (game := games.game_of(pair[0])) is not None and game.opponent_of(pair[0]) == pair[1]:
        return paired.earlier_opponents(*rows)
    for key, only in zip(pair, reversed(rows), strict=True):
        if (game := games.game_of(key)) is None:
            continue
        other = row[game.opponent_of(key)]
        found = paired.earlier_opponents(row[key], other, only)
        if found is not None and found.player == row[key] and found.passed_over:
            return found
    return None


def only_seated(tournament: Tournament, round_number: int) -> Tournament:
    """The tournament before a round that nobody else plays in than those who have a game or bye of it."""
    past = tournament.without_placed_teams().before(round_number)
    return past.with_absences(round_number, _left_over(tournament, round_number))


def nearest_optimum(
    tournament: Tournament,
    round_number: int,
    model: WeightModel,
    constraints: Constraints = _ANYTHING,
) -> Solution:
    """Find the heaviest draw of the players of a round; of several the nearest to the draw made.

    Parameters, and what the draw that was made allows: as for ``judge_round``. The optimum is proven.
    Its levels also favour the boards of the draw.

    Raises
    ------
    RuleError, EngineError
        As ``judge_round``.
    """
    return _nearest(tournament, round_number, model, constraints)[0]


def _nearest(
    tournament: Tournament, round_number: int, model: WeightModel, constraints: Constraints
) -> tuple[Solution, str | None]:
    """The nearest optimum, and the key of the player who is first for the bye.

    A weight may depend on who else was there, which a file does not say of those without a game.
    """
    found = _optimum(tournament, round_number, model, constraints)
    if not any(_losses(tournament, found[0])):
        return found
    others = [found]
    early = _without_later_entries(tournament, round_number)
    if len(early.players) < len(tournament.players):
        others.append(_optimum(early, round_number, model, constraints))
    if left := _left_over(tournament, round_number):
        others.append(_optimum(tournament, round_number, model, constraints, left))
    return min(others, key=lambda each: _losses(tournament, each[0]))


def _left_over(tournament: Tournament, round_number: int) -> list[str]:
    """The keys of those who take part in a round and have neither a game nor a bye."""
    seated = tournament.round(round_number).seated
    past = tournament.without_placed_teams().before(round_number)
    return [player.key for player in past.to_pair(round_number) if player.key not in seated]


def _losses(tournament: Tournament, solution: Solution) -> tuple[int, ...]:
    """How much less the draw weighs than the best one on each level; an earlier one decides."""
    pairs = _pairs(tournament, solution.field.round_number)
    now = totals(solution.weighed.levels, solution.field.seats(pairs))
    return tuple(best - total for best, total in zip(solution.totals, now, strict=True))


def _without_later_entries(tournament: Tournament, round_number: int) -> Tournament:
    """The tournament up to a round, of those who have had a game or a bye by then."""
    past = tournament.without_placed_teams().before(round_number + 1)
    players = (
        replace(
            player, playoffs_won=()
        )  # which decide places alone, and may name who has come later
        for player in past.players
        if player.key in past.seated
    )
    return replace(past, players=tuple(players))


def _optimum(
    tournament: Tournament,
    round_number: int,
    model: WeightModel,
    constraints: Constraints,
    left: Sequence[str] = (),
) -> tuple[Solution, str | None]:
    """The optimum of a tournament as it is, and the key of the player who is first for the bye.

    The player with the bye is in the field if the model counts him in the groups; so are those who are left over,
    of whom nobody plays.
    """
    pairs = _pairs(tournament, round_number)
    byes = tournament.pairing_byes(round_number)
    playing = [*(key for pair in pairs for key in pair), *left]
    field = Field.of(
        tournament.without_placed_teams().before(round_number),
        round_number,
        [*playing, *byes] if len(byes) == 1 else playing,
        variant=model.traits.variant,
    )
    bye = spared = first = None
    if len(byes) == 1:
        first = field.key[bye_order(field, model.traits.bye_rule(field.rules))[0]]
        bye = field.key.index(byes[0])
        if not model.traits.bye_in_groups:
            spared, field, bye = int(field.player[bye]), field.without(bye), None
    allowed = allowing(constraints, pairs)
    apart = {frozenset((one, other)) for one in left for other in field.key if one != other}
    problem = Problem(
        weights=model.weigh(field),
        constraints=replace(allowed, forbid=allowed.forbid | apart),
        bye=bye,
        spared=spared,
    )
    solution = problem.solve(favour_last(problem.weights.levels, field.pair_mask(pairs)))
    solution.prove()
    return solution, first


def _pairs(tournament: Tournament, round_number: int) -> list[Pair]:
    round_number = tournament.check_round(round_number)
    pairs = [game.players for game in tournament.round(round_number).games]
    if not pairs:
        raise RuleError(phrase("round {round} has no games to compare with", round=round_number))
    return pairs


def _beyond(pairs: list[Pair], others: list[Pair]) -> tuple[Pair, ...]:
    """The pairs that are not among the others, in their order."""
    excluded = set(map(frozenset, others))
    return tuple(pair for pair in pairs if frozenset(pair) not in excluded)


def allowing(constraints: Constraints, games: Iterable[Pair]) -> Constraints:
    """The same rules, as far as the draw that was made keeps to them."""
    pairs = frozenset(map(frozenset, games))
    return replace(
        constraints,
        allow=constraints.allow | pairs,
        force=constraints.force & pairs,
        forbid=constraints.forbid - pairs,
        must_play_groups=tuple(
            group for group in constraints.must_play_groups if _keeps_together(group, pairs)
        ),
    )


def _keeps_together(group: frozenset[str], pairs: Collection[frozenset[str]]) -> bool:
    """Whether all members of a group who have a game meet each other, but for one of an odd number."""
    seated = group.intersection(frozenset().union(*pairs))
    return sum(pair <= group for pair in pairs) == len(seated) // 2
