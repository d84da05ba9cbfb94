"""Rounds of matches of two games as rounds of single ones, as ratings and some tie-breaks count them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from .tournament import Ending, GameEnding, Result

if TYPE_CHECKING:
    from .tournament import Game, Player, Points, Tournament

__all__ = ["in_single_rounds", "match_of", "single_games"]


_SHARED = (
    "wins_bye_x2",
    "wins_absent_x2",
    "mms_bye_x2",
    "mms_absent_x2",
    "requested_bye_x2",
)
"""Points of a round without an opponent, which its games share."""


def single_games(tournament: Tournament) -> tuple[Tournament, ...]:
    """The tournament of the first game of each match, and that of the second ones.

    Where a round is one game, it is the tournament alone. The points of a bye or an absence are shared:
    of one and a half the first game has one.
    """
    rules = tournament.rules
    if rules.games == 1:
        return (tournament,)
    return tuple(
        replace(
            tournament,
            rules=replace(rules, games=1, points=_share(rules.points, number)),
            games=tuple(_single(game, number) for game in tournament.games),
        )
        for number in range(rules.games)
    )


def _share(points: Points, number: int) -> Points:
    """The points of one of two games, from 0."""
    shares = {name: (getattr(points, name) + 1 - number) // 2 for name in _SHARED}
    return replace(points, **shares)


def _single(game: Game, number: int) -> Game:
    """One of the two games of a match, from 0; in the second one the colours are exchanged."""
    second = game.second_result or Result.UNKNOWN
    if number == 0:
        return replace(game, **_ALONE)
    return replace(
        game,
        white=game.black,
        black=game.white,
        result=second.turned,
        by_default=game.second_by_default,
        **_ALONE | {"unrated": game.second_unrated},
    )


_ALONE: dict[str, Any] = {
    "second_result": None,
    "second_by_default": False,
    "second_unrated": False,
}
"""What a single game says of a second one."""


def match_of(round: int, first: Game | None, second: Game | None) -> Game:
    """The match of a round whose games are these; one of the two that is missing is open.

    Raises
    ------
    ValueError
        If both are.
    """
    turned = second and second.turned
    game = first or turned
    if game is None:
        raise InputError("a match needs a game")
    games = [each.ending.games[0] if each else GameEnding() for each in (first, turned)]
    later = [each.postponed for each in (first, turned) if each and each.postponed is not None]
    ending = Ending.of_games(games, postponed=any(later) if later else None)
    return replace(game, round=round, **ending._asdict())


def in_single_rounds(tournament: Tournament) -> Tournament:
    """The tournament in which each game of a match has a round of its own; itself where a round is one game."""
    if tournament.rules.games == 1:
        return tournament
    parts = single_games(tournament)
    rules = replace(parts[0].rules, rounds=len(parts) * tournament.rules.rounds)

    def number_of(number: int, part: int) -> int:
        return len(parts) * (number - 1) + part + 1

    def in_all(rounds: frozenset[int]) -> frozenset[int]:
        return frozenset(number_of(each, part) for each in rounds for part in range(len(parts)))

    def player_with(player: Player) -> Player:
        return replace(
            player,
            absences=in_all(player.absences),
            requested_byes=in_all(player.requested_byes),
            no_shows=in_all(player.no_shows),
        )

    return replace(
        tournament,
        rules=rules,
        players=tuple(map(player_with, tournament.players)),
        games=tuple(
            replace(game, round=number_of(game.round, part))
            for part, each in enumerate(parts)
            for game in each.games
        ),
        byes=tuple(
            replace(bye, round=number_of(bye.round, part))
            for part, each in enumerate(parts)
            for bye in each.byes
        ),
    )
