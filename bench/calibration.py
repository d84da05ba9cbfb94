"""The tables and pictures of docs/contributing/studies/calibration, as `figures.py` writes them."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from figures import estimated, run, show_table, simulation

PLANS = ("exact-seeds", "noisy-seeds", "jigo", "skill", "skill-rating")
REFERENCE = "translation"
PUBLISHED = {
    "fold": ("fold (Burstein)", 0.809),
    "fold by rating": ("fold by rating (Burstein)", 0.809),
    "translation": ("translation (Dutch)", 0.801),
    "random": ("random", 0.799),
    "Monrad": ("Monrad", 0.743),
}
"""Kendall's tau that RankCraft has published, by our contenders."""

SEED_ONLY = 0.744
"""The same of the seeds."""

TOLERANCE = 0.02
"""Sizes that are so near to each other agree."""

FEWER = {1: 0.635, 5: 0.904, 10: 0.938}
"""How often a Swiss has fewer inversions than a knock-out, by skill [arXiv:2103.06023]."""

PICTURES = {
    "skill": f"--reference {REFERENCE} --measure kendall_tau --measure rating_tau",
    "knockout-elo-1": "--reference 'cup, drawn' --measure inversions --measure top_inversions",
}
"""Plans whose means are shown, and what of them."""


def ranked(plan):
    """The measures of a plan of the Swiss draws."""
    return simulation(f"calibration/{plan}", REFERENCE)


def seeds(plan):
    """How good the seeds of a plan are, whoever draws."""
    return ranked(plan)["rating_tau_before"][REFERENCE]["mean"]


def ranking_quality(measure):
    """Show Kendall's tau of the Swiss draws in all plans."""
    rows = [
        [
            title,
            f"{number:.3f}",
            *(estimated(ranked(plan)[measure][name]["mean"]) for plan in PLANS),
        ]
        for name, (title, number) in PUBLISHED.items()
    ]
    rows.append(["seed only", f"{SEED_ONLY:.3f}", *(estimated(seeds(plan)) for plan in PLANS)])
    show_table(["", "Published", *PLANS], rows, words=1)


def ranking_beside_published(plan):
    """Show the published sizes beside those of a plan, ours in order."""
    taus = [
        (title, number, ranked(plan)["kendall_tau"][name]["mean"])
        for name, (title, number) in PUBLISHED.items()
    ]
    taus.append(("seed only", SEED_ONLY, seeds(plan)))
    rows = []
    for title, number, found in sorted(taus, key=lambda row: -row[2]["mean"]):
        away = found["mean"] - number
        agrees = "yes" if abs(away) <= TOLERANCE else "no"
        rows.append([title, f"{number:.3f}", estimated(found), f"{away:+.3f}", agrees])
    head = ["Ours, best first", "Published", "Ours", "Difference", f"Within {TOLERANCE}"]
    show_table(head, rows, words=1)


def fewer_inversions(measure, cup):
    """Show how often a Swiss has fewer inversions than a cup, on two scales at three skills."""
    rows = [["published", "", *(f"{number:.3f}" for number in FEWER.values())]]
    for scale in ("elo", "unit"):
        measured = [simulation(f"calibration/knockout-{scale}-{skill}", cup) for skill in FEWER]
        for name in ("random", "fold", "translation", "Monrad"):
            more = (each[measure][f"Swiss, {name}"]["higher"] for each in measured)
            rows.append([name, scale, *(estimated(rest(share)) for share in more)])
    show_table(["Swiss", "Scale", *(f"skill {skill}" for skill in FEWER)], rows, words=2)


def rest(share):
    """What a share leaves over."""
    ends = {"mean": "mean", "low": "high", "high": "low"}
    return {end: 1 - share[other] for end, other in ends.items()}


def draw_pictures():
    """Draw the pictures of the page again."""
    folder = Path("docs", "contributing", "studies", "calibration")
    for plan, options in PICTURES.items():
        with TemporaryDirectory() as report:
            run(f"fastpair simulate {folder / plan}.toml --report {report} {options}")
            shutil.copyfile(Path(report, "means.svg"), folder / f"{plan}.svg")
