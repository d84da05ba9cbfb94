"""Tournaments of invented teams."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from builders import GO_RESULTS
from fastpair import draw_round, read
from fastpair.formats.fastpair import new_content
from fastpair.formats.opengotha import fitted, new_document
from fastpair.go.teams import matches_of, of_teams
from fastpair.go.tournament import Grade, Player, Result, Rules, Team, TeamPlay, Tournament
from fastpair.pairing.generator import Happenings, generate
from fastpair.pairing.rounds import with_matches

_HAPPENINGS = Happenings(late="1", withdrawn="1")


def entered(teams=4, size=3, rounds=3, spares=0, **rules):
    """Teams A, B, … of players a1, a2, …, each a grade weaker than the one before."""
    names = "ABCDEFGH"[:teams]
    players = tuple(
        Player(key=f"{name}{board}", name=name, first_name=str(board), grade=Grade(-k))
        for name in names
        for k, board in enumerate(range(1, size + spares + 1))
    )
    play = TeamPlay(
        size=size,
        teams=tuple(
            Team(
                key=name,
                name=f"Team {name}",
                lineups=(tuple(f"{name}{board}" for board in range(1, size + 1)),),
            )
            for name in names
        ),
    )
    return Tournament(rules=Rules(rounds=rounds, **rules), players=players, team_play=play)


def written(path, tournament):
    """A new file with a tournament."""
    own = path.suffix == ".json"
    path.write_bytes(new_content(tournament) if own else new_document(fitted(tournament)).content)
    return path


def played(seed):
    """Invented teams of 2 to 6, drawn and played; a substitute may sit at their last board.

    An odd number of teams has byes. Games end in all ways, and some have no result.
    """
    size, count, rounds = 2 + seed % 5, 4 + seed // 5 % 6, 3 + seed % 3
    lots, among = Random(seed), size + 1
    tournament = generate(count * among, rounds, seed=seed, boards=among, happenings=_HAPPENINGS)
    teams = []
    for team in tournament.team_play.teams:
        members = team.lineups[0]
        away = [lots.choice([size, size, lots.randrange(among)]) for _ in range(rounds)]
        lineups = tuple((*members[:out], *members[out + 1 :]) for out in away)
        teams.append(replace(team, lineups=lineups))
    play = replace(tournament.team_play, teams=tuple(teams), size=size)
    tournament = replace(tournament, team_play=play)
    for number in range(1, rounds + 1):
        units = of_teams(tournament)
        if len(units.to_pair(number)) < 2:
            continue
        drawn = draw_round(units, number, seed=seed).applied_to(units)
        tournament = with_matches(tournament, units, drawn, number)
        games = tournament.round(number).games
        tournament = tournament.replace_round(number, [_ended(game, lots) for game in games], ())
    return tournament


def _ended(game, lots):
    usual = [Result.WHITE_WINS, Result.BLACK_WINS] * 4
    result = lots.choice([*usual, *GO_RESULTS])
    decided = result in (Result.WHITE_WINS, Result.BLACK_WINS, Result.BOTH_LOSE)
    return replace(game, result=result, by_default=decided and lots.random() < 0.1)


def matches(file, number=1):
    """The matches of a round of a file."""
    tournament = read(file).tournament
    return matches_of(tournament, tournament.team_play, number)
