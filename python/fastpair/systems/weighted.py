"""The draw by weights: the heaviest of all draws that pair the most players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..draw import Constraints, Draw, Seating, boards, bye_order, unpaired
from ..draw.stopwatch import timed
from ..errors import RuleError
from ..matching import max_weight_matching, verify
from ..scores import History
from ..weights import Field, model_named

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..matching import Matching
    from ..tournament import Tournament

__all__ = ["draw_round"]

_ANYTHING = Constraints()


def draw_round(
    tournament: Tournament,
    round_number: int,
    *,
    model: str = "opengotha351",
    constraints: Constraints = _ANYTHING,
    seed: int = 0,
) -> Draw:
    """Draw a round.

    Among the draws that pair as many players as possible it is the one of greatest weight, which
    is proven before it is returned. Games that the round has already are kept and left alone.

    Parameters
    ----------
    tournament
        Later rounds do not matter.
    round_number
        From 1.
    model
        Name of the weight model, a key of ``weights.MODELS``.
    constraints
        What must and must not be drawn.
    seed
        Of the random component of the model, if the rules want one that is not deterministic.

    Raises
    ------
    RuleError
        If there is no such round or model, nobody is left to pair, the rounds so far contradict
        themselves, or the constraints cannot be met.
    EngineError
        If the draw fails its proof: a bug of fastpair.
    """
    timings: dict[str, float] = {}
    weigher = model_named(model, salt=seed)
    known = tournament.before(round_number + 1)
    with timed(timings, "field"):
        history = History.of(known)
        field = Field.of(known, round_number, variant=weigher.variant)
    if len(field) == 0:
        raise RuleError(f"round {round_number}: nobody is left to pair")
    with timed(timings, "weights"):
        weights = weigher.weigh(field).total
    with timed(timings, "matching"):
        allowed = constraints.allowed(field.key, field.met)
        bye, rest = None, allowed
        if len(field) % 2 and not known.round(round_number).byes:
            bye, rest, matching = _matching_with_bye(
                weights, allowed, bye_order(field, weigher.variant)
            )
        else:
            matching = max_weight_matching(weights, allowed=allowed)
    with timed(timings, "verification"):
        verify(weights, matching, allowed=rest)
    with timed(timings, "boards"):
        tables = {game.table for game in known.round(round_number).games}
        seating = Seating.of(field, matching.edges, history, tables)
        drawn = boards(known, field, seating, weigher, constraints)
    return Draw(
        round_number=round_number,
        boards=drawn,
        bye=None if bye is None else field.key[bye],
        unpaired=unpaired(field, [seat for seat in matching.unmatched if seat != bye], allowed),
        absent=_absent(known, round_number),
        weight=matching.weight,
        optimal=True,
        model=model,
        seed=seed,
        timings=timings,
    )


def _matching_with_bye(
    weights: NDArray[np.int64], allowed: NDArray[np.bool_], order: NDArray[np.intp]
) -> tuple[int, NDArray[np.bool_], Matching]:
    """Give the bye to the first of an order who can be spared, and match the rest.

    Returns
    -------
    Seat of the bye, the pairs that are allowed without it, and their matching.
    """
    bye = int(order[0])
    rest = _without(allowed, bye)
    matching = max_weight_matching(weights, allowed=rest)
    if len(matching.unmatched) > 1:
        bye = _first_to_spare(allowed, order)
        rest = _without(allowed, bye)
        matching = max_weight_matching(weights, allowed=rest)
    return bye, rest, matching


def _first_to_spare(allowed: NDArray[np.bool_], order: NDArray[np.intp]) -> int:
    """The first of an order without whom as many pairs can be drawn as with everybody.

    Where a pair weighs as much as the places of both in the order, a matching of greatest weight
    leaves out who can be left out and comes first: the sets that a matching of maximum cardinality
    leaves out are the bases of a matroid, whose lightest basis is greedy [Edmonds, Fulkerson 1965].
    """
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    weights = place[:, None] + place[None, :]
    matching = max_weight_matching(weights, allowed=allowed)
    verify(weights, matching, allowed=allowed)
    return int(min(matching.unmatched, key=place.__getitem__))


def _without(allowed: NDArray[np.bool_], seat: int) -> NDArray[np.bool_]:
    rest = allowed.copy()
    rest[seat, :] = rest[:, seat] = False
    return rest


def _absent(tournament: Tournament, round_number: int) -> tuple[str, ...]:
    seated = tournament.round(round_number).seated
    return tuple(
        player.key
        for player in tournament.players
        if player.final and not player.plays_in(round_number) and player.key not in seated
    )
