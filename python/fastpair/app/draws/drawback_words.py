"""What speaks against the games of a draw, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...pairing.rounds import worst_of
from ...report.sheet import counted
from ...sentences import joined, phrase, phrase_many

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...arrays import Integers


def drawbacks_told(draw: Mapping[str, Integers]) -> str:
    """Say how many games of a draw have which drawback, and how much of it at most."""
    games = {name: int(np.count_nonzero(values)) for name, values in draw.items()}
    worst, parts = worst_of(draw), []
    if games["groups_apart"]:
        parts.append(
            phrase(
                "{games} off score, at most {apart}",
                games=_games(games["groups_apart"]),
                apart=_apart(worst["groups_apart"]),
            )
        )
    if games["stones"]:
        most = phrase_many("{count} stone", "{count} stones", worst["stones"])
        parts.append(
            phrase("{games} with at most {stones}", games=_games(games["stones"]), stones=most)
        )
    if games["rematch"]:
        parts.append(phrase_many("{count} rematch", "{count} rematches", games["rematch"]))
    if games["same_club"]:
        parts.append(phrase("{games} within a club", games=_games(games["same_club"])))
    return joined("; ", parts) if parts else phrase("all games even and on score")


def worse_told(game: Mapping[str, int], worst: Mapping[str, int]) -> str:
    """Say in which respects a game is worse than the worst game of a fresh draw.

    Returns
    -------
    str
        Empty if it is worse in none.
    """
    wide, stones = worst["groups_apart"], worst["stones"]
    parts = (
        game["groups_apart"] > wide
        and f"{_apart(game['groups_apart'])} (in a fresh draw at most {wide})",
        game["stones"] > stones
        and f"{counted(game['stones'], 'stone')} (in a fresh draw at most {stones})",
        game["rematch"] > worst["rematch"] and "a rematch (in a fresh draw there is none)",
        game["same_club"] > worst["same_club"] and "within a club (in a fresh draw no game is)",
    )
    return ", ".join(part for part in parts if part)


def _games(number: int) -> str:
    return phrase_many("{count} game", "{count} games", number)


def _apart(groups: int) -> str:
    return phrase_many("{count} group apart", "{count} groups apart", groups)
