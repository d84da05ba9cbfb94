"""What a round is about to be drawn from, and by what, in sentences before it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import RuleError
from ...pairing.draw import Constraints
from ...pairing.rounds.drawing import situation_of
from ...pairing.systems import Weighted
from ...report.text import counted
from ..typed.models import weigher
from .remarks import reservations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...go.tournament import Player, Tournament

__all__ = ["prospect"]

_NAMED = 5


def prospect(tournament: Tournament, number: int, conditions: int = 0) -> Iterator[str]:
    """Say, a sentence each, who would be paired, who would not, what is missing, and what decides.

    Parameters
    ----------
    conditions
        How many conditions of the director's are in force in the round.
    """
    waiting = tournament.to_pair(number)
    boards = counted(len(waiting) // 2, "board")
    yield f"{counted(len(waiting), 'player')} for {boards}"
    if len(waiting) % 2 and not tournament.round(number).byes:
        yield _bye(tournament, number)
    seated = tournament.round(number).seated
    out = [player for player in tournament.players if player.key not in seated]
    yield from _some("absent", [p for p in out if p.final and not p.plays_in(number)])
    yield from _some("only preliminary, so not paired", [p for p in out if not p.final])
    yield from reservations(tournament, number)
    decides = f"model: {tournament.rules.usual_model}"
    yield f"{decides}, with {counted(conditions, 'condition')} of yours" if conditions else decides


def _bye(tournament: Tournament, number: int) -> str:
    """Say who comes first for the bye, if that can be known before the draw."""
    model = weigher(tournament.rules.usual_model, 0)
    try:
        field, order = Weighted(model=model).everybody(
            situation_of(tournament, number, Constraints(), 0)
        )
    except RuleError:
        return "the number is odd, so somebody has the bye"
    first = tournament.by_key[field.key[order[0]]]
    return f"the number is odd: {first.full_name} comes first for the bye"


def _some(what: str, players: Sequence[Player]) -> Iterable[str]:
    """How many players are something, and the first of them by name."""
    if not players:
        return ()
    names = ", ".join(player.full_name for player in players[:_NAMED])
    more = f" and {len(players) - _NAMED} more" if len(players) > _NAMED else ""
    return (f"{len(players)} {what} ({names}{more})",)
