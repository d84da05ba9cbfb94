"""Scores of rounds that are played, which no other change may move unasked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...go.scores import History, criterion_values, in_points
from ...go.teams import of_teams
from ...go.tournament import Criterion, Result
from ...sentences import Remedy, phrase, phrase_many
from .confirmation import PlayedScoresError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...go.tournament import Game, Tournament


_SCORES = (Criterion.MMS, Criterion.WINS)


def moved_score_errors(before: Tournament, after: Tournament) -> Iterator[PlayedScoresError]:
    """Say that rounds that are played would get other scores, with an example, see `moved_scores`.

    So does the registration of somebody who has played if it becomes preliminary, see `taken_back`.
    """
    for reason in taken_back(before, after):
        yield PlayedScoresError(reason, Remedy("do it even so"))
    moved = tuple(moved_scores(before, after))
    if moved:
        said = phrase("scores would change: {moved}", moved=moved[0])
        if len(moved) > 1:
            said = phrase("{first} and {count} more", first=said, count=len(moved) - 1)
        yield PlayedScoresError(said, Remedy("do it even so"))


def taken_back(before: Tournament, after: Tournament) -> Iterator[str]:
    """Say, one line each, who has played and becomes preliminary, so that no later draw pairs them."""
    preliminary = {player.key for player in after.players if not player.final}
    if preliminary.isdisjoint(player.key for player in before.players if player.final):
        return
    games = [game for game in before.games if game.result is not Result.UNKNOWN]
    rounds = {key: game.round for game in reversed(games) for key in game.players}
    for player in before.players:
        if player.final and player.key in preliminary and player.key in rounds:
            yield phrase(
                "{name} has played in round {round}, and is not paired any more when preliminary",
                name=player.full_name,
                round=rounds[player.key],
            )


def moved_scores(before: Tournament, after: Tournament) -> Iterator[str]:
    """Say, one line each, which scores of rounds that are played become others, and which byes of teams.

    They follow from grades, corrections, absences, line-ups and rules. What changes games or byes changes
    scores as it is meant to, and is passed over.
    """
    changed = [
        getattr(before, part) != getattr(after, part) for part in ("players", "rules", "team_play")
    ]
    rounds = [n for n in range(1, before.rules.rounds + 1) if before.round(n).has_results]
    if not (any(changed) and rounds) or any(before.faults()) or not _same_games(before, after):
        return
    yield from _moved(before, after, rounds)
    if before.draws_teams and after.draws_teams:
        teams = of_teams(before), of_teams(after)
        yield from _moved_byes(*teams, rounds)
        yield from _moved(*teams, rounds)


def _moved_byes(before: Tournament, after: Tournament, rounds: Sequence[int]) -> Iterator[str]:
    """Say which teams have the bye of a round no longer, or at once: it follows from who was complete."""
    for number in rounds:
        was, now = (_names(each, each.round(number).byes) for each in (before, after))
        if was != now:
            yield phrase(
                "bye of round {round}: {was} becomes {now}", round=number, was=was, now=now
            )


def _names(tournament: Tournament, keys: Iterable[str]) -> str:
    return ", ".join(map(tournament.name_of, keys)) or phrase("nobody")


def _moved(before: Tournament, after: Tournament, rounds: Sequence[int]) -> Iterator[str]:
    """Say which scores become others, of those who are in both and were listed before."""
    common = (c for c in before.rules.placement if c in after.rules.placement)
    listed = np.array([p.final or p.key in before.seated for p in before.players], dtype=np.bool_)
    histories = History.of(before), History.of(after)
    for number in rounds:
        for criterion in dict.fromkeys((*_SCORES, *common)):
            old, new = (
                in_points(criterion, criterion_values(history, criterion, number))
                for history in histories
            )
            both = min(len(old), len(new))  # who has entered, or is deleted, is the last
            rows = ((old[:both] != new[:both]) & listed[:both]).nonzero()[0].tolist()
            if rows:
                player = before.players[rows[0]]
                yield phrase_many(
                    "{criterion} of {count} player after round {round}, such as {name}: {was} "
                    "becomes {now}",
                    "{criterion} of {count} players after round {round}, such as {name}: {was} "
                    "becomes {now}",
                    len(rows),
                    criterion=criterion.value,
                    round=number,
                    name=player.full_name,
                    was=f"{old[rows[0]]:g}",
                    now=f"{new[rows[0]]:g}",
                )


def _same_games(before: Tournament, after: Tournament) -> bool:
    """Whether games and byes are the same, whatever the keys of the players are."""
    return _by_row(before) == _by_row(after)


def _by_row(tournament: Tournament) -> tuple[frozenset[Game], frozenset[tuple[int, str]]]:
    row = {player.key: str(place) for place, player in enumerate(tournament.players)}
    return (
        frozenset(
            replace(game, white=row[game.white], black=row[game.black]) for game in tournament.games
        ),
        frozenset((bye.round, row[bye.player]) for bye in tournament.byes),
    )
