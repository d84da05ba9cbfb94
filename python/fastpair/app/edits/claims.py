"""What players report on their phones: when it counts, and what is remembered of it beside the results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...sentences import marked, phrase
from ..history.details import DisputeDetails, PhoneDetails
from .outcome import Edit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...go.tournament import Ending, Game
    from ...sentences import Sentence
    from ..history.state import CongressState


def remember(congress: CongressState, game: Game, ending: Ending, *, is_own: bool) -> Edit:
    """The tournament as it is, and what a phone has reported of a game in its history."""
    result, is_entered = str(ending), ending == game.ending
    known = congress.claims.get((game.round, game.pair), ())
    is_known = any(each.result == result for each in known)
    is_known |= is_entered and (is_own or bool(known))
    return Edit(
        tournament=congress.tournament,
        summary=_describe_confirmed(game.table)
        if is_entered
        else phrase("table {table}: a phone reports {result}", table=game.table, result=result),
        details=None if is_known else _claim(game.round, [game], result),
    )


def answer_claims(
    congress: CongressState, number: int, fresh: Mapping[int, Game]
) -> tuple[tuple[Sentence, ...], DisputeDetails | None]:
    """What results that are entered say of those that phones have reported: a message for each, and the details.

    A result that stays as it is although phones report others is confirmed. The only one that is entered, if a
    player has reported it, is confirmed by that.
    """
    if not congress.claims:
        return (), None
    games = congress.tournament.round(number).games
    confirmed = [
        game for game in games if fresh.get(game.table) == game and congress.claims_of(game)
    ]
    if confirmed:
        messages = tuple(_describe_confirmed(game.table) for game in confirmed)
        return messages, _claim(number, confirmed)
    entered = [game for game in games if game.table in fresh]
    if len(entered) != 1:
        return (), None
    result = str(fresh[entered[0].table].ending)
    is_reported = any(each.result == result for each in congress.claims_of(entered[0]))
    return (), _claim(number, entered, result) if is_reported else None


def _describe_confirmed(table: int) -> Sentence:
    return phrase("table {table}: the result that is entered is confirmed", table=table)


def _claim(number: int, games: Iterable[Game], result: str = "") -> DisputeDetails:
    """What the history holds of games: what is reported, or that what is entered is confirmed."""
    players, *others = ((min(game.players), max(game.players)) for game in games)
    return DisputeDetails(round=number, players=players, result=result, others=tuple(others))


_COUNTING = {
    False: marked("results that players report count immediately"),
    True: marked("results that players report count when both have confirmed them"),
}


def set_counting(congress: CongressState, *, both: bool) -> Edit:
    """When results count that players report on their phones: immediately, or when both have confirmed them."""
    return Edit(
        tournament=congress.tournament,
        summary=phrase(_COUNTING[both]),
        details=None if both == congress.both_confirm else PhoneDetails(both=both),
    )
