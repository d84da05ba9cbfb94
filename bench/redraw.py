"""Draw every round of tournaments that were played again, and compare with what was drawn.

    python bench/redraw.py FILE...

Each round is drawn from the state before it, for the players who had a game in it, so that the totals
of the file's own draw and of ours compare: ours cannot be less. Rematches are allowed as they are in
the file: they lack the weight for not having met.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np

from fastpair.formats import read
from fastpair.matching import max_weight_matching, verify
from fastpair.pairing.field import Field
from fastpair.pairing.weights import model_named

HEAD = "round  players  field s  weights s  matching s  proof s        file's total          our total              gain"


@dataclass(frozen=True)
class Redrawn:
    """A round that was drawn again: seconds by stage, and the totals of both draws."""

    round_number: int
    players: int
    field: float
    weights: float
    matching: float
    proof: float
    played: int
    drawn: int

    @property
    def gain(self):
        return self.drawn - self.played


def redraw(tournament, number, model):
    """Draw one round again."""
    games = tournament.round(number).games
    key = [player for game in games for player in game.players]
    start = perf_counter()
    field = Field.of(tournament.before(number), number, key, variant=model.traits.variant)
    laid = perf_counter()
    total = model.weigh(field).total
    weighed = perf_counter()
    matching = max_weight_matching(total, maxcardinality=True)
    matched = perf_counter()
    verify(total, matching, maxcardinality=True)
    proven = perf_counter()
    seat = {player: i for i, player in enumerate(field.key)}
    drawn = np.array([[seat[game.white], seat[game.black]] for game in games]).reshape(-1, 2)
    own = int(total[drawn[:, 0], drawn[:, 1]].sum())
    seconds = np.diff([start, laid, weighed, matched, proven]).tolist()
    return Redrawn(number, len(key), *seconds, own, matching.weight)


def redraws(path):
    """Draw all rounds of a file again that have games."""
    tournament = read(path).tournament
    model = model_named("opengotha351")
    for number in range(1, tournament.rules.rounds + 1):
        if tournament.round(number).games:
            yield redraw(tournament, number, model)


def main(paths):
    for path in paths:
        print(f"{Path(path).name}, opengotha351", HEAD, sep="\n")
        for each in redraws(path):
            times = f"{each.field:9.4f}{each.weights:11.4f}{each.matching:12.4f}{each.proof:9.4f}"
            totals = f"{each.played:20}{each.drawn:19}{each.gain:+18}"
            print(f"{each.round_number:5}{each.players:9}{times}{totals}")
        print()


if __name__ == "__main__":
    main(sys.argv[1:])
