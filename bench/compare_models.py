"""Compare weight models on whole tournaments: invented fields, and the real congresses of a folder.

    python bench/compare_models.py [--fields 180] [--folder $FASTPAIR_CONFORMANCE] [MODEL ...]

Every model draws all rounds of each tournament; the result of a game depends on its two players alone. The
real congresses are found by their content: McMahon tournaments of a hundred players or more with five rounds
or more that were played, each once. Their players, rules and absences are those of the file, and the results are drawn by lot.
Swiss tournaments with categories, a third as many, are drawn by the models for them alone. The last columns are the paired difference between the first two models, with its
95 % interval (Student's t), and that difference as a share of what the second one has.
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
from fastpair.go.tournament import Criterion, EventFormat, Grade, HandicapRules
from fastpair.pairing.generator import generate
from fastpair.pairing.measures import WIDE_X2, pairing_score_x2
from fastpair.pairing.systems import LookingAhead
from fastpair.pairing.weights import model_named
from fastpair.research.simulate.course import Course
from fastpair.research.simulate.estimates import student_mean
from fastpair.research.simulate.playing import Luck, true_strengths

MODELS = ("fastpair", "opengotha351", "godraw2015", "kaniuk2012", "macmahon")
CATEGORY_MODELS = ("fastpair", "opengotha351")
MEASURES = {
    "apart": "sum of score differences",
    "wide": "games two points or more apart",
    "largest": "largest gap",
    "club": "same club",
    "colours": "third time the same colour running",
    "twice": "players drawn up, or drawn down, twice",
    "up": "players drawn up three times",
    "handicap": "games with handicap",
    "mixed": "games across categories",
}
SIZES, ROUNDS = (24, 40, 60, 90, 122, 150), (5, 6, 7, 8, 9)
CATEGORIES = ((Grade(-5),), (Grade(0), Grade(-8)), (Grade(1), Grade(-4), Grade(-12)))
HUGE = 20_000_000_000_000
"""OpenGotha's weight of small handicaps, and of not mixing categories, in a Swiss with categories."""

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


def with_categories(number):
    """A Swiss with categories, as a new one of OpenGotha: handicaps by grade or by score."""
    tournament = invented(2 * number)
    base = tournament.rules
    rules = replace(
        base,
        placement=(Criterion.CATEGORY, Criterion.WINS, Criterion.SOS_WINS),
        category_limits=CATEGORIES[number % len(CATEGORIES)],
        handicap=HandicapRules(by_mms=number % 2 == 0, threshold=Grade(8), correction=1),
        pairing=replace(base.pairing, minimise_handicap=HUGE, avoid_mixing_categories=HUGE),
    )
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
        if not least or tournament.rules.kind is not EventFormat.MCMAHON or tournament.team_play:
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
    club, category = course.people.club_area, history.category
    up, down = (above_x2 > 0).sum(axis=1), (above_x2 < 0).sum(axis=1)
    return {
        "apart": float(gap_x2.sum()) / 2,
        "wide": int(np.count_nonzero(gap_x2 >= WIDE_X2)),
        "largest": int(gap_x2.max(initial=0)) / 2,
        "club": int(np.count_nonzero(club[white] == club[black])),
        "colours": sum(third_times(row[row != 0]) for row in colour),
        "twice": int(np.count_nonzero((up >= 2) | (down >= 2))),
        "up": int(np.count_nonzero(up >= 3)),
        "handicap": int(np.count_nonzero(history.handicap[white, column])),
        "mixed": int(np.count_nonzero(category[white] != category[black])),
    }


def third_times(colours):
    """How often a player has the colour of both games before."""
    return int(np.count_nonzero((colours[2:] == colours[1:-1]) & (colours[2:] == colours[:-2])))


def table(models, found):
    """Lines of a table: totals, of the largest gap the maximum, then the paired difference."""
    yield f"| | {' | '.join(models)} | {models[0]} less {models[1]} | share |"
    yield f"|---|{'---:|' * (len(models) + 2)}"
    for name, title in MEASURES.items():
        values = np.array([[each[model][name] for model in models] for each in found], dtype=float)
        whole = values.max(axis=0) if name == "largest" else values.sum(axis=0)
        mean = student_mean(values[:, 0] - values[:, 1])
        cells = [f"{value:g}" for value in whole]
        cells.append(f"{mean.mean:+.2f} ({mean.low:+.2f} to {mean.high:+.2f})")
        second = values[:, 1].mean()
        cells.append(f"{mean.mean / second:+.1%}" if second else "")
        yield f"| {title} | {' | '.join(cells)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("models", nargs="*", default=MODELS, metavar="MODEL")
    parser.add_argument("--fields", type=int, default=180)
    parser.add_argument("--folder", default=os.environ.get("FASTPAIR_CONFORMANCE"))
    asked = parser.parse_args()
    kinds = {
        "invented fields": [invented(number) for number in range(asked.fields)],
        "invented fields with categories": [
            with_categories(number) for number in range(asked.fields // 3)
        ],
    }
    if asked.folder and asked.folder != "none":
        kinds["real congresses"] = list(congresses(asked.folder))
    with ProcessPoolExecutor(2) as executor:
        for kind, tournaments in kinds.items():
            models = CATEGORY_MODELS if kind.endswith("categories") else asked.models
            waiting = [
                {m: executor.submit(drawn_again, each, seed, m) for m in models}
                for seed, each in enumerate(tournaments)
            ]
            found = [{m: done.result() for m, done in each.items()} for each in waiting]
            print(f"{len(found)} {kind}\n")
            print("\n".join(table(models, found)), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
