"""The tables and pictures of docs/contributing/studies/coefficients, as `figures.py` writes them."""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np

from fastpair import draw_round
from fastpair.errors import FastpairError
from fastpair.formats import read
from fastpair.go.scores import ScoreHistory
from fastpair.pairing.measures import pairing_score_x2
from fastpair.pairing.weights import OpenGotha
from fastpair.pairing.weights.models.fastpair import Fastpair
from fastpair.research.simulate import read_plan
from fastpair.research.simulate.estimates import read_results
from figures import run, show_table, simulation

FOLDER = Path("docs", "contributing", "studies", "coefficients")
REFERENCE = "opengotha351"

GOALS = {
    "ranking_error": "ranking error",
    "score_difference": "score difference",
    "uneven": "games off score",
    "wide": "games two points or more apart",
    "widest": "widest game of a round",
    "same_country": "within a country",
    "same_club": "within a club",
    "colour_imbalance": "colour imbalance",
    "up_less_down": "draws up less down",
    "drawn_again": "drawn up or down again",
}
"""What the model is tuned for, less being better."""

INVENTED = ("weekend", "handicap", "congress")
"""Plans on fields of congresses that never were."""

REAL = {
    "594 players, ten rounds": ("opengotha/egc2013/tournament.xml", 10, 60),
    "176 players, six rounds": ("files/pairgoth/000002-paris-2021.435e9f59.tour", 6, 200),
    "150 players, six rounds": ("files/opengotha/CA2020Rd6finalv1.xml", 6, 200),
}
"""Files of real tournaments in FASTPAIR_CONFORMANCE, their rounds, and how often they are played."""

REAL_PLAN = """
seed = {seed}
rounds = {rounds}
repeats = {repeats}
field = {{ shape = "file", file = {file}, attendance = "file" }}
truth = {{ spread = 100, win = "egf2021" }}
contender = [{{ model = "opengotha351" }}, {{ model = "fastpair" }}]
"""

NAMED = ("opengotha351", "godraw2015", "fastpair")

PANELS = (
    ("score_difference", "same_country"),
    ("score_difference", "colour_imbalance"),
    ("uneven", "up_less_down"),
    ("ranking_error", "colour_imbalance"),
)


def real(number):
    """The measures of the players of a real tournament who play it again."""
    file, rounds, repeats = list(REAL.values())[number]
    folder = Path("build", "coefficients")
    folder.mkdir(parents=True, exist_ok=True)
    path = json.dumps(str(Path(os.environ["FASTPAIR_CONFORMANCE"], file).absolute()))
    plan = REAL_PLAN.format(seed=4032 + number, rounds=rounds, repeats=repeats, file=path)
    (folder / f"real{number}.toml").write_text(plan, encoding="utf-8")
    return simulation(f"real{number}", REFERENCE, folder)


def worse():
    """Show on which held-out fields fastpair is told to be worse than OpenGotha's model."""
    rows = []
    fields = {plan: simulation(f"coefficients/{plan}", REFERENCE) for plan in INVENTED}
    fields |= {title: real(number) for number, title in enumerate(REAL)}
    for plan, found in fields.items():
        ends = {goal: found[goal]["fastpair"]["difference"] for goal in GOALS}
        better = [GOALS[goal] for goal, end in ends.items() if end["high"] < 0]
        worse = [GOALS[goal] for goal, end in ends.items() if end["low"] > 0]
        rows.append([plan, ", ".join(better) or "none", ", ".join(worse) or "none"])
    show_table(["Field", "Better", "Worse"], rows, words=3)


HANDICAP_COSTS = (0, 5_000, 10_000, 15_000, 20_000, 30_000)
"""Costs of a handicap game among which that of the model was chosen."""


def handicaps():
    """Show what handicap games cost, beside OpenGotha's draws of the files with categories."""
    rounds = list(rounds_with_categories())
    theirs = [drawbacks(*each, OpenGotha()) for each in rounds]
    rows = [["opengotha351", *map(str, np.sum(theirs, axis=0)), ""]]
    for cost in HANDICAP_COSTS:
        ours = [drawbacks(*each, Fastpair(handicap=float(cost))) for each in rounds]
        more = sum(one[0] > other[0] for one, other in zip(ours, theirs, strict=True))
        rows.append([f"fastpair, {cost:,}", *map(str, np.sum(ours, axis=0)), str(more)])
    heads = ["handicap games", "across categories", "sum of score differences"]
    show_table(["", *heads, "rounds with more handicap games"], rows, words=1)


def rounds_with_categories():
    """The played rounds of the files with categories, each drawn once though several files hold it."""
    known = []
    for path in sorted(Path(os.environ["FASTPAIR_CONFORMANCE"]).rglob("*.xml")):
        try:
            tournament = replace(read(path).tournament, team_play=None)
        except (FastpairError, OSError):
            continue
        if tournament.rules.categories == 1:
            continue
        for number in range(1, tournament.last_round + 1):
            past = tournament.before(number)
            if past.to_pair(number) and (past, number) not in known:
                known.append((past, number))
                yield past, number


def drawbacks(past, number, model):
    """Handicap games, games across categories and the sum of score differences of a draw."""
    boards = draw_round(past, number, model=model).boards
    grade = {player.key: player.grade for player in past.players}
    categories = [
        [sum(grade[key] < limit for limit in past.rules.category_limits) for key in pair]
        for pair in ((board.white, board.black) for board in boards)
    ]
    score = dict(zip((p.key for p in past.players), pairing_scores(past, number), strict=True))
    return (
        sum(board.handicap > 0 for board in boards),
        sum(one != other for one, other in categories),
        sum(abs(score[board.white] - score[board.black]) for board in boards),
    )


def pairing_scores(past, number):
    """Whole scores before a round, by which the players of a tournament are paired."""
    return (pairing_score_x2(ScoreHistory.of(past))[:, number - 1] // 2).tolist()


def halving():
    """How the search sorts its samples out."""
    return read_plan(FOLDER / "search.toml").halving


def results_of(plan):
    """The results of a plan, which is played if it has not been."""
    run(f"fastpair simulate {shlex.quote(str(FOLDER / plan))}.toml")
    return read_results(FOLDER / f"{plan}.csv")


def draw_pictures():
    """Draw the fronts of the search."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    results = results_of("search")
    names = results.heading.contenders
    rung = halving().repeats
    # All contenders have played the first rung, and are compared by it.
    first = {goal: np.nanmean(results.values(goal)[:, :rung], axis=1) for goal in GOALS}
    sampled = np.array([i for i, name in enumerate(names) if name.startswith("sampled")])
    figure = Figure(figsize=(9, 7.5), layout="constrained")
    for axes, (across, up) in zip(figure.subplots(2, 2).flat, PANELS, strict=True):
        edge = sampled[on_front([first[goal][sampled] for goal in (across, up)])]
        edge = edge[np.argsort(first[across][edge])]
        axes.scatter(first[across][sampled], first[up][sampled], s=12, color="0.7", label="sampled")
        axes.plot(first[across][edge], first[up][edge], "o-", ms=4, lw=1, label="Pareto front")
        for name, marker in zip(NAMED, ("s", "^", "*"), strict=True):
            place = names.index(name)
            axes.scatter(first[across][place], first[up][place], s=90, marker=marker, label=name)
        axes.set_xlabel(f"{GOALS[across]} (less is better)")
        axes.set_ylabel(f"{GOALS[up]} (less is better)")
        shown_to = [
            np.quantile(first[across][sampled], 0.85),
            *(first[across][names.index(n)] for n in NAMED),
        ]
        axes.set_xlim(right=1.05 * max(shown_to))
        if up == "same_country":
            axes.set_yscale("symlog", linthresh=1)
    figure.axes[0].legend(fontsize=8)
    with rc_context({"svg.hashsalt": "coefficients"}):
        figure.savefig(FOLDER / "front.svg", metadata={"Date": None})


def on_front(goals):
    """Which points no other point is better than in one goal, and as good in all others."""
    points = np.stack(goals, axis=1)
    as_good = (points[:, None] <= points[None]).all(axis=2)
    better = (points[:, None] < points[None]).any(axis=2)
    return ~(as_good & better).any(axis=0)
