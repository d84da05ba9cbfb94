"""A result report of a tournament [FORMATS 6]."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...go.tournament import Result
from ..characters import nearest
from ..wall_list import MOST_STONES, players_with_a_line, ranked
from .header import HEADER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...go.tournament import Game, Player, Tournament
    from ..line_files import Reading

__all__ = ["is_made_up", "lines_of"]

_HIGHEST = 99_999
_LOWEST_MADE_UP = 90_000
_IDENTITY = re.compile(r"[1-9][0-9]{0,8}")
_WINNERS = {Result.WHITE_WINS: "W", Result.BLACK_WINS: "B"}


def is_made_up(identity: str) -> bool:
    """Whether a number is none of the AGA, but stands for a player who has no number.

    They are given from 99999 downwards [FORMATS 6].
    """
    return _LOWEST_MADE_UP <= int(identity) <= _HIGHEST


def lines_of(tournament: Tournament, encoding: str, before: Reading | None) -> list[str]:
    """The lines of a result report; those of its header stay if their values have not changed."""
    listed = {player.key for player in tournament.players if player.final}
    listed |= before.tournament.by_key.keys() if before else set()
    players = [line.player for line in ranked(tournament, players_with_a_line(tournament, listed))]
    identities = _identities(players)
    lines = [
        *HEADER.lines_of(tournament, encoding, before),
        *(before.below if before else ()),
        "PLAYERS",
        *(_player(player, identities, encoding) for player in players),
    ]
    for number in range(1, tournament.rules.rounds + 1):
        lines += ["", f"GAMES {number}"]
        lines += [
            _game(game, identities, tournament.event.komi_x2, before)
            for game in tournament.round(number).games
        ]
    return [*lines, "", "END"]


def _identities(players: Sequence[Player]) -> dict[str, str]:
    """A number for every player by key: that of the AGA, or one that nobody has."""
    known: dict[str, str] = {}
    taken: set[str] = set()
    for player in players:
        if _IDENTITY.fullmatch(player.aga_id) and player.aga_id not in taken:
            known[player.key] = player.aga_id
            taken.add(player.aga_id)
    free = (str(number) for number in range(_HIGHEST, 0, -1) if str(number) not in taken)
    return {player.key: known.get(player.key) or next(free) for player in players}


def _player(player: Player, identities: Mapping[str, str], encoding: str) -> str:
    family, first = (
        " ".join(nearest(name, encoding).replace(",", " ").split())
        for name in (player.name, player.first_name)
    )
    return f"{identities[player.key]}\t{family}, {first}\t{str(player.grade).upper()}"


def _game(game: Game, identities: Mapping[str, str], komi_x2: int, before: Reading | None) -> str:
    """The line of a game; the winner of one that was not played is not stated.

    The komi is a whole number, and stands for half a point more.
    """
    winner = "?" if game.by_default else _WINNERS.get(game.result, "?")
    komi = 0 if game.handicap else komi_x2 // 2
    stones = game.handicap if game.handicap > 1 else 0
    if before and stones == MOST_STONES:
        stones = before.more_stones.get((game.round, game.white, game.black), stones)
    white, black = identities[game.white], identities[game.black]
    return f"{white}\t{black}\t{winner}\t{stones}\t{komi}"
