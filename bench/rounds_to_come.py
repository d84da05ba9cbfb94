"""Whole tournaments with as many rounds as there are opponents: how many end early, and what it takes.

    python bench/rounds_to_come.py [TOURNAMENTS]

For each model and number of players: tournaments in which somebody is left over in a round, drawn with
and without a look ahead; draws that it has changed; and the longest draw.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from time import perf_counter

import numpy as np

from fastpair import Grade, Player, Result, Rules, Tournament, draw_round
from fastpair.pairing.draw import Constraints

PLAYERS = (8, 10, 12, 13, 20, 30, 40, 60)
MODELS = ("opengotha351", "fastpair", "godraw2015")
FEW = 20


def played(count, model, seed, constraints):
    """Whether a round was incomplete, how many draws are not the heaviest, and the longest, in seconds."""
    rng = np.random.default_rng(seed)
    rounds = count if count % 2 else count - 1
    players = tuple(
        Player(key=f"{i}", name=f"P{i}", first_name="", grade=Grade(int(rng.integers(-8, 4))))
        for i in range(count)
    )
    tournament = Tournament(players=players, rules=Rules(rounds=rounds))
    early, changed, longest = False, 0, 0.0
    for number in range(1, rounds + 1):
        start = perf_counter()
        drawn = draw_round(tournament, number, model=model, constraints=constraints)
        longest = max(longest, perf_counter() - start)
        early |= bool(drawn.unpaired)
        changed += drawn.kept_drawable > 0
        results = rng.choice([Result.WHITE_WINS, Result.BLACK_WINS], len(drawn.boards))
        tournament = drawn.applied_to(tournament)
        before = tuple(game for game in tournament.games if game.round < number)
        this = [game for game in tournament.games if game.round == number]
        now = (replace(game, result=won) for game, won in zip(this, results, strict=True))
        tournament = replace(tournament, games=(*before, *now))
    return early, changed, longest


def main(tournaments=200):
    print("players  model         tournaments  early without  early  draws changed  longest draw")
    for count in PLAYERS:
        number = tournaments if count <= FEW else max(1, tournaments // 10)
        for model in MODELS:
            alone, ahead = (
                [played(count, model, seed, rules) for seed in range(number)]
                for rules in (Constraints(this_round_alone=True), Constraints())
            )
            print(
                f"{count:7}  {model:12}  {number:11}  {sum(e for e, _, _ in alone):13}"
                f"  {sum(e for e, _, _ in ahead):5}  {sum(c for _, c, _ in ahead):13}"
                f"  {1000 * max(t for _, _, t in ahead):9.0f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
