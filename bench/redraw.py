"""Draw every round of tournaments that were played again, and compare with what was drawn.

    python bench/redraw.py FILE...

Each round is drawn from the state before it, for the players who had a game in it, so that the totals
of the file's own draw and of ours compare: ours cannot be less. Rematches are allowed as they are in
the file: they lack the weight for not having met.
"""

from __future__ import annotations

import sys
from time import perf_counter

import numpy as np

from fastpair.formats import read
from fastpair.matching import max_weight_matching, verify
from fastpair.weights import Field, model_named

HEAD = "round  players  field s  weights s  matching s  proof s        file's total          our total              gain"


def redraw(tournament, number, model):
    """One row of the table."""
    games = tournament.round(number).games
    key = [player for game in games for player in game.players]
    start = perf_counter()
    field = Field.of(tournament.before(number), number, key, variant=model.variant)
    laid = perf_counter()
    total = model.weigh(field).total
    weighed = perf_counter()
    matching = max_weight_matching(total)
    matched = perf_counter()
    verify(total, matching)
    proven = perf_counter()
    seat = {player: i for i, player in enumerate(field.key)}
    drawn = np.array([[seat[game.white], seat[game.black]] for game in games]).reshape(-1, 2)
    own = int(total[drawn[:, 0], drawn[:, 1]].sum())
    seconds = np.diff([start, laid, weighed, matched, proven])
    times = "{:9.4f}{:11.4f}{:12.4f}{:9.4f}".format(*seconds)
    return f"{number:5}{len(key):9}{times}{own:20}{matching.weight:19}{matching.weight - own:+18}"


def main(paths):
    for path in paths:
        document = read(path)
        tournament = document.tournament
        model = model_named("opengotha351")
        print(f"{tournament.name}, {model.name}", HEAD, sep="\n")
        for number in range(1, tournament.rules.rounds + 1):
            if tournament.round(number).games:
                print(redraw(tournament, number, model))
        print()


if __name__ == "__main__":
    main(sys.argv[1:])
