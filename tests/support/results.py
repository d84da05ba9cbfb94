"""What a result file of a tournament can say, to compare before writing and after reading."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from fastpair.formats.characters import nearest
from fastpair.formats.wall_list import players_with_a_line, ranked
from fastpair.go.scores import ScoreHistory, order_by, standings_values
from fastpair.go.tournament import Criterion, Result

ARBITRARY = (Result.BOTH_LOSE, Result.BOTH_WIN)
WITH_MMS = (Criterion.MMS, Criterion.SOS_MMS, Criterion.SOSOS_MMS)


def lines_of(tournament, everybody=False):
    """The players whom a result file lists, in its order."""
    finals = [player.key for player in tournament.players if player.final] if everybody else []
    return [line.player for line in ranked(tournament, players_with_a_line(tournament, finals))]


def numbered_games(tournament, players, tell=lambda game: game):
    """The games with the numbers of the players' lines in place of their keys, without tables."""
    number = {player.key: index for index, player in enumerate(players)}
    games = map(tell, tournament.games)
    return Counter(
        (
            game.round,
            number[game.white],
            number[game.black],
            game.handicap,
            game.result,
            game.by_default,
        )
        for game in games
    )


def in_egd(game):
    """A game as the European database has it: an arbiter's results are by default."""
    return replace(game, by_default=game.by_default or game.result in ARBITRARY)


def in_ffg(game):
    """A game as a French file has it."""
    return replace(game, by_default=False)


def in_aga(game):
    """A game as an American report has it: won by a colour, or not known."""
    won = game.result in (Result.WHITE_WINS, Result.BLACK_WINS) and not game.by_default
    return replace(game, by_default=False, result=game.result if won else Result.UNKNOWN)


def names_of(players):
    """The names of players, in letters that a result file has."""
    return [
        tuple(" ".join(nearest(name).split()) for name in (player.name, player.first_name))
        for player in players
    ]


def standings(tournament, players):
    """The values of the criteria, in the order of some players."""
    history = ScoreHistory.of(tournament)
    rows = [history.row[player.key] for player in players]
    return standings_values(history, tournament.rules.placement, history.rounds)[rows].tolist()


def order(tournament):
    """The keys of the players in the order of the standings."""
    history = ScoreHistory.of(tournament)
    values = standings_values(history, tournament.rules.placement, history.rounds)
    return [tournament.players[row].key for row in order_by(values, history.name_order)]
