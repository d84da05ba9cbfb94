"""What happens outside of the rounds: further games that settle ties, and bonus points."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament import Criterion
from ...sentences import joined, phrase
from ..typed.players import find_player
from .locked_file import Edit

if TYPE_CHECKING:
    from ...go.tournament import Tournament


def playoff_played(tournament: Tournament, winner: str, loser: str) -> Edit:
    """The tournament after a further game, which settles a tie [BGA 4.6; V 3.2.1].

    The criterion of such games follows all others, if it is not among them.

    Parameters
    ----------
    winner, loser
        As typed.

    Raises
    ------
    RuleError
        If a player is not found, or both are the same.
    """
    key, other = find_player(tournament, winner), find_player(tournament, loser)
    if key == other:
        raise RuleError(phrase("expected two players of a game, got one twice"))
    one, two = tournament.by_key[key], tournament.by_key[other]
    beaten = replace(one, playoffs_won=(*one.playoffs_won, other))
    players = tuple(beaten if player.key == key else player for player in tournament.players)
    rules = tournament.rules
    said = phrase(
        "{winner} has won a play-off against {loser}", winner=one.full_name, loser=two.full_name
    )
    if Criterion.PLAYOFF not in rules.placement:
        rules = replace(rules, placement=(*rules.placement, Criterion.PLAYOFF))
        more = phrase("{criterion} is the last criterion now", criterion=Criterion.PLAYOFF.value)
        said = joined("; ", [said, more])
    return Edit(tournament=replace(tournament, players=players, rules=rules), said=said)


def bonus_given(tournament: Tournament, player: str, points: float, number: int) -> Edit:
    """The tournament in which a player has so many bonus points in a round [V 6].

    Parameters
    ----------
    player
        As typed.
    points
        Instead of those that he has in this round: whole or half ones, 0 for none.

    Raises
    ------
    RuleError
        If the player is not found, there is no such round, or the points are no halves.
    """
    tournament.check_round(number)
    key = find_player(tournament, player)
    if not float(2 * points).is_integer():
        raise RuleError(
            phrase("expected whole or half points, got {points:g}", points=points), about="points"
        )
    held = tournament.by_key[key]
    given = [*held.bonus_halves, *(0 for _ in range(number - len(held.bonus_halves)))]
    given[number - 1] = int(2 * points)
    while given and not given[-1]:
        del given[-1]
    changed = replace(held, bonus_halves=tuple(given))
    players = tuple(changed if each.key == key else each for each in tournament.players)
    said = phrase(
        "{name} has {points} bonus points in round {round}",
        name=held.full_name,
        points=f"{points:g}",
        round=number,
    )
    return Edit(tournament=replace(tournament, players=players), said=said)
