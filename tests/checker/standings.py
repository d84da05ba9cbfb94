"""Standings beside what the games give."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reading import Tournament
    from scores import Scores


NO_RATING = -900
"""Counts where a rating is missing, which standings state as null."""


def wrong_standings(tournament: Tournament, scores: Scores, standings: dict) -> Iterator[str]:
    """Say, a line each, where standings are not as the games have it."""
    yield from _wrong_open_games(tournament, standings)
    after, criteria = standings["after"], standings["criteria"]
    names = {player.name: key for key, player in tournament.players.items()}
    before = None
    for row in standings["rows"]:
        key = names[f"{row['name']} {row['first_name']}"]
        values = tuple(NO_RATING if value is None else value for value in row["values"])
        for criterion, stated in zip(criteria, values, strict=True):
            value = scores.value(key, criterion, after)
            if value is not None and value != stated:
                yield f"{tournament.name(key)}: {criterion} is stated as {stated:g}, and the games give {value:g}"
        if before is not None and values > before[0] and "CAT" not in criteria:
            yield f"{tournament.name(key)}: stands behind somebody with less"
        if before is not None and (row["place"] == before[1]) != (values == before[0]):
            yield f"{tournament.name(key)}: place {row['place']} does not go with the values"
        before = values, row["place"]


def _wrong_open_games(tournament: Tournament, standings: dict) -> Iterator[str]:
    """Say where games without a result are not named, or where others are."""
    if "open_games" not in standings:
        return
    stated = [(game["round"], game["table"]) for game in standings["open_games"]]
    found, played = [], set()
    for game in tournament.games:
        if game.round <= standings["after"]:
            played.add(game.round)
            if game.result == "?":
                found.append((game.round, game.table))
    if stated != sorted(found):
        yield f"open games are stated as {stated}, and the games give {sorted(found)}"
    unplayed = [number for number in range(1, standings["after"] + 1) if number not in played]
    if standings["unplayed"] != unplayed:
        yield f"rounds without a game are stated as {standings['unplayed']}, and are {unplayed}"
    if standings["provisional"] != bool(found or unplayed):
        yield f"provisional is stated as {standings['provisional']}"
