"""What a director says of who meets whom in a round, and takes back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...sentences import Remedy, joined, phrase
from ..history.conditions import Condition, ConditionKind, conditions_of, held
from ..typed.players import find_player
from .locked_file import Edit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Tournament
    from ..history.timeline import Timeline


def condition_typed(tournament: Tournament, kind: str, players: Sequence[str]) -> Condition:
    """A condition as it is typed.

    Raises
    ------
    RuleError
        If there is no such kind, or the players are not two that are known.
    """
    kinds = [each.value for each in ConditionKind]
    if kind not in kinds:
        raise RuleError(
            phrase("expected one of {kinds}, got {kind!r}", kinds=", ".join(kinds), kind=kind)
        )
    keys = frozenset(find_player(tournament, name) for name in players)
    if len(keys) != 2:
        raise RuleError(
            phrase("expected two players, got {got}", got=", ".join(map(repr, players)) or "-")
        )
    return Condition(ConditionKind(kind), keys)


def stated(
    timeline: Timeline,
    tournament: Tournament,
    number: int,
    condition: Condition,
    why: str = "",
) -> Edit:
    """Say something of two players, which holds in each draw of a round until it is taken back.

    Raises
    ------
    RuleError
        If it contradicts what is said already, or two keep a board that the round does not have.
    """
    tournament.check_round(number)
    _refuse_contradiction(timeline, tournament, number, condition)
    said = phrase("round {round}: {what}", round=number, what=told(tournament, condition))
    if why:
        said = phrase("{sentence} ({why})", sentence=said, why=why)
    drawn = {"round": number, "conditions": held({condition: why})}
    later = (phrase("it counts when the round is drawn again"),)
    return Edit(
        tournament=tournament,
        said=said,
        told=(said, *(later if tournament.is_drawn(number) else ())),
        draw=drawn,
    )


def stated_for(
    timeline: Timeline,
    tournament: Tournament,
    rounds: Sequence[int],
    condition: Condition,
    why: str = "",
) -> Edit:
    """Say something of two players for several rounds by one change, see `stated`."""
    done = [stated(timeline, tournament, number, condition, why) for number in rounds]
    return replace(
        done[0],
        said=joined("; ", (each.said for each in done)),
        told=tuple(line for each in done for line in each.told),
        draw={**done[0].draw, "rounds": [*rounds]},
    )


def released(timeline: Timeline, tournament: Tournament, number: int, condition: Condition) -> Edit:
    """Take a condition back.

    Raises
    ------
    RuleError
        If it is not in force.
    """
    if condition not in conditions_of(timeline, number):
        raise RuleError(
            phrase(
                "round {number}: nobody has said that {told}, or it is taken back already",
                number=number,
                told=told(tournament, condition),
            )
        )
    drawn = {"round": number, "conditions": held({condition: ""}, holds=False)}
    said = phrase(
        "round {round}: no longer, {what}", round=number, what=told(tournament, condition)
    )
    return Edit(tournament=tournament, said=said, draw=drawn)


def told(tournament: Tournament, condition: Condition) -> str:
    """A condition as a clause."""
    one, other = map(tournament.name_of, sorted(condition.players))
    return phrase(condition.kind.clause, one=one, other=other)


def _refuse_contradiction(
    timeline: Timeline, tournament: Tournament, number: int, condition: Condition
) -> None:
    """Refuse a condition beside one of the round with which it cannot be."""
    meet, apart = ConditionKind.MEET, ConditionKind.NOT_MEET
    games = {frozenset(game.players) for game in tournament.round(number).games}
    if condition.kind is ConditionKind.KEEP and condition.players not in games:
        raise RuleError(
            phrase(
                "round {number}: {told}, but they have no game",
                number=number,
                told=told(tournament, condition),
            ),
            Remedy("make a game"),
        )
    binding = (meet, ConditionKind.KEEP)
    for other in conditions_of(timeline, number):
        same = other.players == condition.players
        kinds = {other.kind, condition.kind}
        twice = (
            not same and not other.players.isdisjoint(condition.players) and kinds.issubset(binding)
        )
        if twice or (
            same and apart in kinds and not kinds.isdisjoint((*binding, ConditionKind.LIKE_TO_MEET))
        ):
            raise RuleError(
                phrase(
                    "round {number}: {told} is not possible, since {other}; take that back first",
                    number=number,
                    told=told(tournament, condition),
                    other=told(tournament, other),
                )
            )
