"""Invented results, in which the stronger player mostly wins."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from ...go.tournament import Result

if TYPE_CHECKING:
    from ...go.tournament import Game, Tournament
    from .chance import Chance

__all__ = ["chance_of_white", "with_results"]

# Chance of the stronger, in a thousandth, by what the ratings differ; linear in between. Rounded
# from what the European ratings expect of players around 1 dan.
_EXPECTED = ((0, 500), (50, 600), (100, 690), (200, 830), (300, 910), (500, 970), (1000, 995))

# In a thousandth of the games, as at European congresses.
_BY_DEFAULT = 15
_JIGO = 2
_BOTH_LOSE = 1


def with_results(tournament: Tournament, number: int, chance: Chance) -> Tournament:
    """The tournament with a result for every game of round ``number``."""
    played = tournament.round(number)
    games = [_played(tournament, game, chance) for game in played.games]
    byes = [bye for bye in tournament.byes if bye.round == number]
    return tournament.replace_round(number, games, byes)


def _played(tournament: Tournament, game: Game, chance: Chance) -> Game:
    """A game with a result; some are decided by forfeit, and a few are a jigo or lost by both."""
    if chance.happens(_BY_DEFAULT):
        if chance.happens(_BOTH_LOSE * 1000 // _BY_DEFAULT):
            return replace(game, result=Result.BOTH_LOSE, by_default=True)
        return replace(game, result=_winner(chance.happens(500)), by_default=True)
    if chance.happens(_JIGO):
        return replace(game, result=Result.JIGO)
    return replace(game, result=_winner(chance.happens(chance_of_white(tournament, game))))


def _winner(white: bool) -> Result:
    return Result.WHITE_WINS if white else Result.BLACK_WINS


def chance_of_white(tournament: Tournament, game: Game) -> int:
    """Chance of White in thousandths; a stone is worth a grade, and the first one half a grade."""
    white, black = (tournament.by_key[key].rating for key in game.players)
    stones = 100 * game.handicap - 50 if game.handicap else 0
    difference = white - black - stones
    likely = _interpolated(abs(difference))
    return likely if difference >= 0 else 1000 - likely


def _interpolated(difference: int) -> int:
    """Interpolate linearly between the points of the table, in integers."""
    for (low, below), (high, above) in pairwise(_EXPECTED):
        if difference <= high:
            return below + (above - below) * (difference - low) // (high - low)
    return _EXPECTED[-1][1]
