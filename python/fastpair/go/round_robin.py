"""The table of a round robin: its rounds, and who withdraws from it [FIDE C.05 6.6]."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .scores import ScoreHistory
from .tournament import RoundKind
from .tournament.ranges import range_in

if TYPE_CHECKING:
    from collections.abc import Collection

    from .tournament import Rules, Tournament

__all__ = [
    "leaving_table",
    "rounds_of_table",
    "unranked",
    "with_forfeits",
    "with_rounds_of_table",
]


def rounds_of_table(rules: Rules, players: int) -> int:
    """How many rounds so many players of a round robin need to meet in each cycle.

    Examples
    --------
    >>> rules = Rules(format=EventFormat.ROUND_ROBIN, cycles=2)
    >>> rounds_of_table(rules, 9), rounds_of_table(rules, 10)
    (18, 18)
    """
    return rules.cycles * (players - 1 + players % 2)


def with_rounds_of_table(tournament: Tournament) -> Tournament:
    """The tournament with as many rounds as its table has, if it is a round robin before its first round.

    Examples
    --------
    >>> players = tuple(Player(key=key, name=key, grade=Grade(0)) for key in "abcd")
    >>> rules = Rules(format=EventFormat.ROUND_ROBIN, rounds=5)
    >>> with_rounds_of_table(Tournament(players=players, rules=rules)).rules.rounds
    3
    """
    rules = tournament.rules
    if not (rules.format and rules.predetermined) or tournament.games:
        return tournament
    from .teams import of_teams

    rounds = rounds_of_table(rules, len(of_teams(tournament).entrants))
    is_possible = 0 < rounds <= (range_in(type(rules), "rounds").most or 0)
    return replace(tournament, rules=replace(rules, rounds=rounds)) if is_possible else tournament


def unranked(tournament: Tournament) -> frozenset[str]:
    """Keys of those in a round robin who will not play on and have completed less than half of their games.

    Games that somebody lost by forfeit, or was absent from, are not completed; free rounds are no games, and
    all cycles count together [FIDE C.05 6.6]. Where teams are drawn, it is the matches that count, and the
    players of such a team who are meant.

    Examples
    --------
    >>> from dataclasses import replace
    >>> players = [Player(key=key, name=key, grade=Grade(0)) for key in "abcd"]
    >>> pairs = [(1, "a", "b"), (2, "a", "c"), (3, "a", "d")]
    >>> games = [Game(round=n, table=1, white=w, black=b, result=Result.BLACK_WINS) for n, w, b in pairs]
    >>> games[1:] = [replace(game, by_default=True) for game in games[1:]]
    >>> rules = Rules(format=EventFormat.ROUND_ROBIN, rounds=3, needs_half=True)
    >>> unranked(Tournament(players=tuple(players), rules=rules, games=tuple(games)))
    frozenset({'a'})
    """
    if not (tournament.rules.needs_half and tournament.event_kind.predetermined):
        return frozenset()
    from .teams import of_teams

    units = of_teams(tournament)
    history = ScoreHistory.of(units)
    missed = history.where("is_voluntary")
    to_come = history.where("is_to_come")
    completed = history.has_opponent & ~missed & ~to_come
    due = (completed | missed).sum(axis=1)
    if units.has_free_rounds and units.rules.rounds == rounds_of_table(
        units.rules, len(units.entrants)
    ):
        # Of who leaves, a free round of the rounds to come is an absence yet.
        due -= units.rules.cycles - (history.kind == RoundKind.FREE_ROUND.code).sum(axis=1)
    few = 2 * completed.sum(axis=1) < due
    gone = few & ~to_come.any(axis=1)
    keys = frozenset(units.players[row].key for row in np.flatnonzero(gone))
    if not tournament.team_list:
        return keys
    return frozenset().union(*(team.members for team in tournament.team_list if team.key in keys))


def leaving_table(tournament: Tournament, withdrawn: Collection[str]) -> frozenset[str]:
    """Those of the players who have withdrawn who lose all of their games to come: the entrants of a round robin.

    A player of a team is one if nobody of the team is left.
    """
    if not tournament.event_kind.predetermined:
        return frozenset()
    gone = frozenset(withdrawn)
    if not tournament.team_list:
        return gone
    return frozenset().union(
        *(team.members for team in tournament.team_list if team.members <= gone)
    )


def with_forfeits(tournament: Tournament, round: int) -> Tournament:
    """A round robin in which whoever is away from a round loses the game of it that has no result by forfeit.

    In other tournaments nobody is paired who is away.

    Examples
    --------
    >>> players = [Player(key=key, name=key, grade=Grade(0), absences=frozenset({1})) for key in "ab"]
    >>> rules = Rules(format=EventFormat.ROUND_ROBIN, rounds=1)
    >>> game = Game(round=1, table=1, white="a", black="b")
    >>> drawn = Tournament(players=tuple(players), rules=rules, games=(game,))
    >>> with_forfeits(drawn, 1).games[0].result
    <Result.BOTH_LOSE: 'both lose'>
    """
    if not tournament.event_kind.predetermined:
        return tournament
    away = {player.key for player in tournament.players if not player.plays_in(round)}
    games = (
        game.lost_by_forfeit(away)
        if game.round == round and not (game.has_result or away.isdisjoint(game.players))
        else game
        for game in tournament.games
    )
    return replace(tournament, games=tuple(games))
