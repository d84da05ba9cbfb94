"""What speaks against the games of a draw, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...report.sheet import counted
from ...sentences import joined, phrase, phrase_many

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...pairing.rounds import Drawback


def drawbacks_told(draw: Mapping[str, Drawback]) -> str:
    """Say how many games of a draw have which drawback, and how much of it at most."""
    wide, stones = draw["groups_apart"], draw["stones"]
    rematches, club = draw["rematch"].games, draw["same_club"].games
    parts: list[str] = []
    if wide.games:
        parts.append(
            phrase(
                "{games} off score, at most {apart}",
                games=_games(wide.games),
                apart=_apart(wide.worst),
            )
        )
    if stones.games:
        most = phrase_many("{count} stone", "{count} stones", stones.worst)
        parts.append(
            phrase("{games} with at most {stones}", games=_games(stones.games), stones=most)
        )
    if rematches:
        parts.append(phrase_many("{count} rematch", "{count} rematches", rematches))
    if club:
        parts.append(phrase("{games} within a club", games=_games(club)))
    return joined("; ", parts) if parts else phrase("all games even and on score")


def worse_told(game: Mapping[str, int], draw: Mapping[str, Drawback]) -> str:
    """Say in which respects a game is worse than the worst game of a fresh draw.

    Returns
    -------
    str
        Empty if it is worse in none.
    """
    wide, stones = draw["groups_apart"].worst, draw["stones"].worst
    parts = (
        game["groups_apart"] > wide
        and f"{_apart(game['groups_apart'])} (in a fresh draw at most {wide})",
        game["stones"] > stones
        and f"{counted(game['stones'], 'stone')} (in a fresh draw at most {stones})",
        game["rematch"] > draw["rematch"].worst and "a rematch (in a fresh draw there is none)",
        game["same_club"] > draw["same_club"].worst
        and "within a club (in a fresh draw no game is)",
    )
    return ", ".join(part for part in parts if part)


def _games(number: int) -> str:
    return phrase_many("{count} game", "{count} games", number)


def _apart(groups: int) -> str:
    return phrase_many("{count} group apart", "{count} groups apart", groups)
