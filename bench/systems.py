"""The tables and pictures of docs/contributing/studies/systems, as `figures.py` writes them."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from fastpair.research.simulate.plan_file import read_plan
from figures import estimated, run, show_table, simulation

FOLDER = Path("docs", "contributing", "studies", "systems")

MEASURES = {
    "ranking_error": ("Ranking error", 2),
    "ranking_error_top": ("Error of the strongest quarter", 2),
    "ranking_error_bottom": ("Error of the weaker half", 2),
    "kendall_tau": ("Kendall's τ", 3),
    "rating_tau": ("τ of the new ratings", 3),
    "top_inversions": ("Inversions of the 8 best", 2),
    "top_found": ("Of the 8 best among the first 8", 3),
    "best_wins": ("The best wins", 3),
    "uneven": ("Uneven games", 1),
    "up_less_down": ("Up less down", 3),
    "most_uneven": ("Most uneven games of one", 2),
    "top_drawn_down": ("Each of the 8 best drawn down", 2),
    "strength_difference": ("Difference of strength", 1),
    "won_bottom": ("Won by the weakest quarter", 3),
    "bye_rank": ("Rank of byes", 3),
    "byes_twice": ("Two byes", 3),
    "same_country": ("Same country", 1),
    "same_club": ("Same club", 2),
    "colour_imbalance": ("Colour imbalance", 3),
    "left_over": ("Left over", 2),
    "rounds": ("Rounds", 2),
    "games": ("Games", 1),
}
"""Heads of the columns, and decimal places."""

PICTURES = {
    "systems": ("ranking_error", "same_country", "colour_imbalance"),
    "bar": ("ranking_error_top", "ranking_error_bottom", "best_wins"),
}
"""Plans whose means are shown, and what of them."""

MAIN = ("fastpair", "opengotha351", "gotha", "godraw2015", "entropy", "swiss", "ceiling", "floor")
"""Contenders that stand for those that are like them."""


def means(plan, *measures, of=()):
    """Show measures of some contenders of a plan or of all, with their intervals."""
    show(plan, names(plan)[0], "mean", measures, of)


def differences(plan, reference, *measures, of=()):
    """Show what they have more than one of them, in the same tournaments."""
    show(plan, reference, "difference", measures, of)


def show(plan, reference, figure, measures, contenders):
    """Show a table with a line for each contender, and a column for each measure."""
    found = simulation(f"systems/{plan}", reference)
    signed = figure == "difference"
    rows = [
        [
            name,
            *(
                cell(found[measure].get(name, {}).get(figure), MEASURES[measure][1], signed=signed)
                for measure in measures
            ),
        ]
        for name in contenders or names(plan)
        if not (signed and name == reference)
    ]
    show_table(["", *(MEASURES[measure][0] for measure in measures)], rows, words=1)


def cell(found, digits, *, signed):
    """An estimate, if the contender has one: nobody has a bye where all can play."""
    return "" if found is None else estimated(found, digits=digits, signed=signed)


def names(plan):
    """The contenders of a plan, in its order."""
    return [contender.name for contender in read_plan(FOLDER / f"{plan}.toml").contenders]


def draw_pictures():
    """Draw the pictures of the page again."""
    for plan, measures in PICTURES.items():
        options = " ".join(f"--measure {measure}" for measure in measures)
        with TemporaryDirectory() as report:
            run(f"fastpair simulate {FOLDER / plan}.toml --report {report} {options}")
            shutil.copyfile(Path(report, "means.svg"), FOLDER / f"{plan}.svg")
