"""Whether the rounds that are left can be drawn, and what it costs that they can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament import Kind
from ...insight.explain import Optimum, in_words, shares
from ...insight.explain.facts import counts
from ...insight.explain.optimum import decided
from ...pairing.rounds import draw_round, rounds_drawable
from ...pairing.systems.weighted import MOST_PLAYERS
from ...sentences import joined, phrase, phrase_many

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...go.tournament import Tournament
    from ...pairing.draw import Constraints, Draw
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel


def drawable_from(tournament: Tournament, number: int) -> int | None:
    """How many rounds from this one on can be drawn complete; None if that is not known.

    It is not known either of a cup, which plays no complete rounds, and where nobody is to be paired.
    """
    if not _complete(tournament, number):
        return None
    try:
        return rounds_drawable(tournament, number)
    except RuleError:
        return None


def _complete(tournament: Tournament, number: int) -> bool:
    """Whether this round and those after it are still to be drawn, complete."""
    drawn = tournament.last_round > number or not tournament.to_pair(number)
    return not drawn and tournament.rules.kind is not Kind.CUP


def to_come_told(tournament: Tournament, number: int) -> Iterator[str]:
    """Say which rounds from this one on can be drawn complete without a rematch."""
    drawable, last = drawable_from(tournament, number), tournament.rules.rounds
    if drawable is None:
        if _complete(tournament, number):
            yield phrase(
                "it is not known whether the rounds that are left can all be drawn complete without a "
                "rematch: the search for it takes too long"
            )
    elif not drawable:
        yield phrase("round {round} cannot be drawn complete without a rematch", round=number)
    elif number + drawable <= last:
        yield phrase(
            "round {round} cannot be drawn complete without a rematch, however those before are drawn",
            round=number + drawable,
        )
    elif drawable > 1:
        yield phrase_many(
            "{count} round is left, and can be drawn complete without a rematch",
            "all {count} rounds that are left can be drawn complete without a rematch, if nobody drops "
            "out or enters late",
            drawable,
        )


def kept_drawable_told(before: Tournament, draw: Draw, system: System) -> Iterator[str]:
    """Say what a draw costs that leaves later rounds drawable, if a heavier one would not."""
    model = system.own_model
    if not draw.kept_drawable or model is None:
        return
    optimum = Optimum.of_round(
        before, draw.round, model, draw.constraints, draw.seed, of_games=False
    )
    pairs = [(board.white, board.black) for board in draw.boards]
    lighter = lighter_in_words(optimum, model, pairs) if optimum.bye == draw.bye else ""
    ahead = phrase_many(
        "so that the next round can be drawn complete, this draw has other boards than the heaviest one",
        "so that the next {count} rounds can be drawn complete, this draw has other boards than the "
        "heaviest one",
        draw.kept_drawable,
    )
    yield joined(": ", filter(None, (ahead, lighter)))


def drawn_otherwise(
    tournament: Tournament, number: int, model: WeightModel, constraints: Constraints, seed: int
) -> bool:
    """Whether a round, which is not drawn, gets another draw than the heaviest one for later rounds."""
    if len(tournament.to_pair(number)) > MOST_PLAYERS:
        return False
    drawn = draw_round(tournament, number, model=model, constraints=constraints, seed=seed)
    return drawn.kept_drawable > 0


def lighter_in_words(optimum: Optimum, model: WeightModel, pairs: Iterable[tuple[str, str]]) -> str:
    """What the pairs of another draw have that the optimum has not; empty if they weigh as much."""
    pairs = list(pairs)
    drawn, best = (shares(optimum.field, model, some) for some in (pairs, optimum.pairs))
    _, losses = decided(model.levels, best, drawn)
    if losses.total() <= 0:
        return ""
    more = counts(optimum.field, model, pairs)
    more.subtract(counts(optimum.field, model, optimum.pairs))
    return in_words(losses.total(), more, losses)
