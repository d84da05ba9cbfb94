"""A draw of teams, board by board [TEAMS]."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...go.teams import of_teams
from ...go.tournament import Game
from ..draw.colours import takes_white
from ..draw.tables import free_tables
from ..field import Field
from ..field.deviations import handicap

if TYPE_CHECKING:
    from collections.abc import Collection

    from ...go.tournament import Tournament

__all__ = ["with_matches"]


def with_matches(
    tournament: Tournament,
    before: Tournament,
    drawn: Tournament,
    number: int,
    closed: Collection[int] = (),
) -> Tournament:
    """The tournament with the boards of the matches that teams play in a round.

    The boards of a match are side by side, from board 1. Matches that the round had before keep
    theirs. On board 1 the team that is White in the match has White, and down the boards the colours
    alternate. Stones are those that the rules of the tournament give two players; then the stronger
    one has White.

    Parameters
    ----------
    tournament
        A tournament of teams.
    before, drawn
        What `of_teams` has made of it, before round ``number`` is drawn and afterwards.
    number
        From 1.
    closed
        Tables that are not used, beside those that the rules name.

    Raises
    ------
    ValueError
        If a team of a match is not complete in the round.
    """
    play = tournament.team_play
    assert play is not None
    had = {frozenset(game.players) for game in before.round(number).games}
    matches = drawn.round(number).games
    stay = {frozenset(game.players) for game in matches} & had
    tournament = _with_absences(tournament, drawn, number)
    lineups = {team.key: team.lineup(number)[: play.size] for team in play.teams}
    team_of = {key: team for team, lineup in lineups.items() for key in lineup if key}
    kept = [
        game
        for game in tournament.round(number).games
        if frozenset(team_of.get(key, key) for key in game.players) in stay
        or not all(key in team_of for key in game.players)
    ]
    fresh = [match for match in matches if frozenset(match.players) not in stay]
    bare = replace(tournament, team_play=None).replace_round(number, kept, ())
    pairs = [
        (white, black) if board % 2 == 0 else (black, white)
        for match in fresh
        for board, (white, black) in enumerate(
            zip(lineups[match.white], lineups[match.black], strict=True)
        )
    ]
    games = [*kept, *_boards(bare, pairs, number, closed)]
    return tournament.replace_round(number, games, ())


def _with_absences(tournament: Tournament, drawn: Tournament, number: int) -> Tournament:
    """The tournament in which the players of teams are absent that do not take part in a round."""
    play = tournament.team_play
    assert play is not None
    there = {team.key for team in of_teams(tournament).players if team.plays_in(number)}
    leaving = there - {team.key for team in drawn.players if team.plays_in(number)}
    away = {key for team in play.teams if team.key in leaving for key in team.lineup(number)}
    return tournament.with_absences(number, away)


def _boards(
    bare: Tournament, pairs: list[tuple[str, str]], number: int, closed: Collection[int]
) -> list[Game]:
    """Games of pairs whose first has White if there are no stones, at the first tables left."""
    if not pairs:
        return []
    field = Field.of(bare, number)
    seat = {key: index for index, key in enumerate(field.key)}
    first, second = np.array([[seat[a], seat[b]] for a, b in pairs]).T
    stones = handicap(field[first], field[second]).tolist()
    white = takes_white(
        field[first], field[second], lambda a, b: np.ones(np.broadcast(a.seat, b.seat).shape, bool)
    ).tolist()
    taken = {game.table for game in bare.round(number).games} | bare.rules.closed_in(number)
    taken = taken.union(closed)
    tables = free_tables(len(pairs), taken)
    return [
        Game(
            round=number,
            table=table,
            white=pair[0] if first_white else pair[1],
            black=pair[1] if first_white else pair[0],
            handicap=handicap_stones,
        )
        for pair, first_white, handicap_stones, table in zip(
            pairs, white, stones, tables, strict=True
        )
    ]
