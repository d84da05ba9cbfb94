"""Compare weight models on whole tournaments: thirty invented fields, and the real congresses of a folder.

    python bench/compare_models.py [--fields 30] [--folder $FASTPAIR_CONFORMANCE] [MODEL ...]

Every model draws all rounds of each tournament; the result of a game depends on its two players alone. The
real congresses are found by their content: McMahon tournaments of a hundred players or more with five rounds
or more that were played, each once. Their players, rules and absences are those of the file, and the results are drawn by lot.
The last rows are the paired difference between the first two models, with its 95 % interval (Student's t).
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np

from fastpair.errors import FastpairError
from fastpair.formats import read
from fastpair.go.ratings import RATING_SYSTEMS, rating_or_grade
from fastpair.go.tournament import Grade
from fastpair.go.tournament.rules import Kind
from fastpair.pairing.generator import generate
from fastpair.pairing.measures import WIDE_X2, pairing_score_x2
from fastpair.pairing.systems import LookingAhead
from fastpair.pairing.weights import model_named
from fastpair.research.simulate.course import Course
from fastpair.research.simulate.estimates import student_mean
from fastpair.research.simulate.playing import Luck, true_strengths

MODELS = ("fastpair", "opengotha351", "godraw2015", "kaniuk2012", "macmahon")
MEASURES = {
    "wide": "games two points or more apart",
    "largest": "largest gap",
    "club": "same club",
    "colours": "third time the same colour running",
    "up": "players drawn up three times",
}
SIZES, ROUNDS = (24, 40, 60, 90, 122, 150), (5, 6, 7, 8, 9)
SPREAD = 100.0
"""Standard deviation of the true strengths around the ratings."""

LEAST_PLAYERS, LEAST_ROUNDS = 100, 5


def invented(number):
    """A field; every second tournament gives no stones to anybody, by a threshold below all grades."""
    tournament = generate(
        SIZES[number % len(SIZES)], ROUNDS[number % len(ROUNDS)], seed=1000 + number
    )
    rules = tournament.rules
    if number % 2:
        rules = replace(rules, handicap=replace(rules.handicap, threshold=Grade(-30)))
    return replace(tournament, rules=rules)


def congresses(folder):
    """The real congresses below a folder, each once though there may be several files of it."""
    known = []
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix.lower() not in (".xml", ".tour"):
            continue
        try:
            tournament = read(path).tournament
        except (FastpairError, OSError):
            continue
        players = frozenset(player.full_name for player in tournament.players)
        least = len(players) >= LEAST_PLAYERS and tournament.last_round >= LEAST_ROUNDS
        if not least or tournament.rules.kind is not Kind.MCMAHON or tournament.team_play:
            continue
        if any(2 * len(players & other) > min(len(players), len(other)) for other in known):
            continue
        known.append(players)
        yield tournament


def drawn_again(tournament, seed, model):
    """Counts of a tournament whose rounds a model draws."""
    course = Course.of(tournament)
    rating = rating_or_grade(course.history.rating, course.history.grade)
    strength = true_strengths(np.asarray(rating), SPREAD, seed)
    luck = Luck(seed, strength, RATING_SYSTEMS["egf2021"].probability_of_winning)
    system = LookingAhead(model=model_named(model, salt=seed))
    for _ in range(tournament.rules.rounds):
        if course.waiting.any():
            course.play(system, seed, luck.result)
        else:
            course.rest()
    return counted(course)


def counted(course):
    """What is compared of a tournament that is over, by the names of `MEASURES`."""
    history, played = course.history, course.played
    opponent, colour = history.opponent[:, :played], history.colour[:, :played]
    score_x2 = pairing_score_x2(history)[:, :played]
    above_x2 = np.take_along_axis(score_x2, opponent.clip(0), axis=0) - score_x2
    above_x2[opponent < 0] = 0
    white, column = np.nonzero(colour == 1)
    black = opponent[white, column]
    gap_x2 = abs(above_x2[white, column])
    club = course.people.club_area
    return {
        "wide": int(np.count_nonzero(gap_x2 >= WIDE_X2)),
        "largest": int(gap_x2.max(initial=0)) / 2,
        "club": int(np.count_nonzero(club[white] == club[black])),
        "colours": sum(third_times(row[row != 0]) for row in colour),
        "up": int(np.count_nonzero((above_x2 > 0).sum(axis=1) >= 3)),
    }


def third_times(colours):
    """How often a player has the colour of both games before."""
    return int(np.count_nonzero((colours[2:] == colours[1:-1]) & (colours[2:] == colours[:-2])))


def table(models, found):
    """Lines of a table: totals, of the largest gap the maximum, then the paired difference."""
    yield f"| | {' | '.join(models)} | {models[0]} less {models[1]} |"
    yield f"|---|{'---:|' * (len(models) + 1)}"
    for name, title in MEASURES.items():
        values = np.array([[each[model][name] for model in models] for each in found], dtype=float)
        whole = values.max(axis=0) if name == "largest" else values.sum(axis=0)
        mean = student_mean(values[:, 0] - values[:, 1])
        cells = [f"{value:g}" for value in whole]
        cells.append(f"{mean.mean:+.2f} ({mean.low:+.2f} to {mean.high:+.2f})")
        yield f"| {title} | {' | '.join(cells)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("models", nargs="*", default=MODELS, metavar="MODEL")
    parser.add_argument("--fields", type=int, default=30)
    parser.add_argument("--folder", default=os.environ.get("FASTPAIR_CONFORMANCE"))
    asked = parser.parse_args()
    kinds = {"invented fields": [invented(number) for number in range(asked.fields)]}
    if asked.folder and asked.folder != "none":
        kinds["real congresses"] = list(congresses(asked.folder))
    with ProcessPoolExecutor(2) as executor:
        for kind, tournaments in kinds.items():
            waiting = [
                {m: executor.submit(drawn_again, each, seed, m) for m in asked.models}
                for seed, each in enumerate(tournaments)
            ]
            found = [{m: done.result() for m, done in each.items()} for each in waiting]
            print(f"{len(found)} {kind}\n")
            print("\n".join(table(asked.models, found)), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
