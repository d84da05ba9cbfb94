"""What a round is about to be drawn from, and by what, in sentences before it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import RuleError
from ...pairing.draw import Constraints
from ...pairing.rounds.drawing import situation_of
from ...pairing.systems import Weighted
from ...sentences import phrase, phrase_many
from ..typed.models import weigher
from .remarks import in_no_team, reservations
from .to_come import to_come_told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...go.tournament import Player, Tournament


_NAMED = 5


def prospect(
    tournament: Tournament, number: int, conditions: int = 0, *, whole: Tournament | None = None
) -> Iterator[str]:
    """Say, a sentence each, who would be paired, who would not, what is missing, and what decides.

    Parameters
    ----------
    conditions
        How many conditions of the director's are in force in the round.
    whole
        The tournament of the file, if teams are drawn, which are the players then.
    """
    waiting = tournament.to_pair(number)
    if whole is not None:
        matches = phrase_many("{count} match", "{count} matches", len(waiting) // 2)
        yield phrase_many(
            "{count} team for {matches}",
            "{count} teams for {matches}",
            len(waiting),
            matches=matches,
        )
    else:
        yield phrase_many(
            "{count} player for {boards}",
            "{count} players for {boards}",
            len(waiting),
            boards=phrase_many("{count} board", "{count} boards", len(waiting) // 2),
        )
    if len(waiting) % 2 and not tournament.round(number).byes:
        yield _bye(tournament, number)
    seated = tournament.round(number).seated
    out = [player for player in tournament.players if player.key not in seated]
    yield from _some(phrase("absent"), [p for p in out if p.final and not p.plays_in(number)])
    yield from _some(phrase("only preliminary, so not paired"), [p for p in out if not p.final])
    yield from reservations(tournament, number)
    if whole is not None:
        yield from in_no_team(whole)
    yield from to_come_told(tournament, number)
    model = tournament.rules.usual_model
    if not conditions:
        yield phrase("model: {model}", model=model)
        return
    yield phrase(
        "model: {model}, with {conditions} of yours",
        model=model,
        conditions=phrase_many("{count} condition", "{count} conditions", conditions),
    )


def _bye(tournament: Tournament, number: int) -> str:
    """Say who comes first for the bye, if that can be known before the draw."""
    model = weigher(tournament.rules.usual_model, 0)
    try:
        field, order = Weighted(model=model).everybody(
            situation_of(tournament, number, Constraints(), 0)
        )
    except RuleError:
        return phrase("the number is odd, so somebody has the bye")
    first = tournament.by_key[field.key[order[0]]]
    return phrase("the number is odd: {name} comes first for the bye", name=first.full_name)


def _some(what: str, players: Sequence[Player]) -> Iterable[str]:
    """How many players are something, and the first of them by name."""
    if not players:
        return ()
    names = ", ".join(player.full_name for player in players[:_NAMED])
    more = len(players) - _NAMED
    who = phrase("{names} and {count} more", names=names, count=more) if more > 0 else names
    return (phrase("{count} {what} ({names})", count=len(players), what=what, names=who),)
