"""A draw of teams, board by board [TEAMS]."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, islice
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import RuleError
from ...go.teams import of_teams
from ...go.tournament import Game, Result
from ...sentences import phrase
from ..draw.colours import takes_white
from ..field import Field
from ..field.deviations import handicap

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ...go.tournament import Tournament

__all__ = ["with_matches"]


def with_matches(
    tournament: Tournament,
    before: Tournament,
    drawn: Tournament,
    number: int,
    closed: Collection[int] = (),
    *,
    at_tables: bool = False,
) -> Tournament:
    """The tournament with the boards of the matches that teams play in a round.

    The boards of a match are side by side, from board 1. Matches that the round had before keep
    theirs. On board 1 the team that is White in the match has White, and down the boards the colours
    alternate. Stones are those that the rules of the tournament give two players; then the stronger
    one has White. The board of a player who does not take part is lost by forfeit; there is no game
    where a team has named nobody.

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
    at_tables
        Whether a match comes to its own table, rather than to the first ones that are free.

    Raises
    ------
    RuleError
        If the teams of a match have no board at which both have a player.
    """
    play = tournament.team_play
    assert play is not None
    had = {frozenset(game.players) for game in before.round(number).games}
    matches = drawn.round(number).games
    stay = {frozenset(game.players) for game in matches} & had
    tournament = _attending(tournament, drawn, number)
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
    seats: list[tuple[str, str]] = []
    tables: list[int] = []
    taken = {game.table for game in kept} | bare.rules.closed_in(number).union(closed)
    for match in fresh:
        both = _seated(drawn, lineups, match)
        seats += both
        first = match.table if at_tables else 1
        free = (table for table in count(first) if table not in taken)
        tables += islice(free, len(both))
        taken.update(tables)
    games = [*kept, *_boards(bare, seats, tables, number)]
    return tournament.replace_round(number, games, ())


def _seated(
    drawn: Tournament, lineups: Mapping[str, tuple[str, ...]], match: Game
) -> list[tuple[str, str]]:
    """The players of a match at the boards at which both teams have one, White's first if there are no stones."""
    boards = enumerate(zip(lineups[match.white], lineups[match.black], strict=False))
    found = [(n, pair) for n, pair in boards if all(pair)]
    if not found:
        one, other = (drawn.by_key[key].full_name for key in match.players)
        raise RuleError(
            phrase(
                "{one} and {other} have no board at which both have a player; name who plays",
                one=one,
                other=other,
            )
        )
    return [pair if number % 2 == 0 else pair[::-1] for number, pair in found]


def _attending(tournament: Tournament, drawn: Tournament, number: int) -> Tournament:
    """The tournament in which the players of teams take part in a round, or not, with their team."""
    play = tournament.team_play
    assert play is not None
    there, then = (
        {team.key for team in each.players if team.plays_in(number)}
        for each in (of_teams(tournament), drawn)
    )
    away, back = (
        {key for team in play.teams if team.key in some for key in team.lineup(number)}
        for some in (there - then, then - there)
    )
    players = (
        replace(player, absences=player.absences - {number}) if player.key in back else player
        for player in tournament.players
    )
    return replace(tournament, players=tuple(players)).with_absences(number, away)


def _without_play(bare: Tournament, pair: tuple[str, str], number: int) -> dict[str, Any]:
    """The result of a game of which White or Black does not take part in the round."""
    players = (bare.by_key[key] for key in pair)
    white, black = (player.final and player.plays_in(number) for player in players)
    if white and black:
        return {}
    missing = {True: Result.WHITE_WINS, False: Result.BLACK_WINS}
    return {
        "result": missing[white] if white or black else Result.BOTH_LOSE,
        "by_default": True,
    }


def _boards(
    bare: Tournament, pairs: list[tuple[str, str]], tables: list[int], number: int
) -> list[Game]:
    """Games at tables of pairs whose first has White if there are no stones."""
    if not pairs:
        return []
    field = Field.of(bare, number, [key for pair in pairs for key in pair])
    seat = {key: index for index, key in enumerate(field.key)}
    first, second = np.array([[seat[a], seat[b]] for a, b in pairs]).T
    stones = handicap(field[first], field[second]).tolist()
    white = takes_white(
        field[first], field[second], lambda a, b: np.ones(np.broadcast(a.seat, b.seat).shape, bool)
    ).tolist()
    return [
        Game(
            round=number,
            table=table,
            white=pair[0] if first_white else pair[1],
            black=pair[1] if first_white else pair[0],
            handicap=handicap_stones,
            **_without_play(bare, pair if first_white else pair[::-1], number),
        )
        for pair, first_white, handicap_stones, table in zip(
            pairs, white, stones, tables, strict=True
        )
    ]
