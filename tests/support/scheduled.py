"""Tournaments of round robin, cup and double elimination, played round after round."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import strategies as st

from fastpair.go.tournament import Bye, Grade, Player, Result, Rules, Tournament
from fastpair.pairing.draw import Constraints
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.systems import system_class
from profiles import PROFILE

EXAMPLES = {"dev": 6, "ci": 10, "nightly": 10_000}[PROFILE]


DECIDED = (Result.WHITE_WINS, Result.BLACK_WINS)


def entered(count, rounds=20, **facts):
    """So many players, the strongest first, none of whom is absent."""
    players = tuple(
        Player(
            key=f"P{n}",
            name=f"Player{n:02}",
            first_name="A",
            grade=Grade(5 - n % 30),
            rating=2500 - 10 * n,
        )
        for n in range(1, count + 1)
    )
    return Tournament(players=players, rules=Rules(rounds=rounds, **facts))


def with_results(tournament, number, result):
    """The round with the results that a function gives its games."""
    played = tournament.round(number)
    games = [replace(game, result=result(game)) for game in played.games]
    byes = [Bye(round=number, player=key) for key in played.byes]
    return tournament.replace_round(number, games, byes)


def better_wins(game):
    white, black = (int(key[1:]) for key in game.players)
    return DECIDED[white > black]


def pairs_of(draw):
    return {frozenset((board.white, board.black)) for board in draw.boards}


def chances(seed):
    """Results by chance, decided by forfeit now and then."""
    chance = random.Random(seed)
    return lambda game: chance.choice(DECIDED)


SEEDS = st.integers(0, 2**31)


def drawn_round(tournament, number, name, seed=0, constraints=None, **parameters):
    system = system_class(name)(**parameters)
    return draw_round(
        tournament, number, system=system, seed=seed, constraints=constraints or Constraints()
    )


def played(name, players, number, result=better_wins, seed=0, **parameters):
    """A tournament after so many rounds."""
    system, tournament = system_class(name)(**parameters), entered(players, 8)
    for each in range(1, number + 1):
        draw = draw_round(tournament, each, system=system, seed=seed)
        tournament = with_results(draw.applied_to(tournament), each, result)
    return tournament
