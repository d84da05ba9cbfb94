"""Kaniuk's qualities of the golden tournaments, by what the vectors say of them."""

from __future__ import annotations

import pytest

from fastpair.insight.quality import PLAYED, Tally, quality_of
from vector_files import FOLDER
from vector_tournaments import vector_tournament

FILES = sorted(FOLDER.glob("tournament_*.json"))

COUNTS = {
    "M_mms": "uneven",
    "E_mms": "expected_uneven",
    "N_games": "games",
    "M_country": "same_country",
    "E_country": "expected_country",
    "M_club": "same_club",
    "E_club": "expected_club",
    "N_below": "games_below_bar",
    "Q_mms": "q_mms",
    "Q_area": "q_area",
}


def test_there_are_tournaments():
    assert FILES, f"no tournament_*.json in {FOLDER}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_qualities(path):
    """The scores that pair are whole by the convention of EPM, and exact by all others."""
    vector = vector_tournament(path)
    tally, colour = Tally(), 0.0
    if vector.tournament.games:
        quality = quality_of(vector.tournament, half_points=vector.absence != "epm")
        tally, colour = quality.draws[PLAYED].tally, quality.q_colour
    found = {name: getattr(tally, count) for name, count in COUNTS.items()}
    said = vector.content["quality"]
    assert {**found, "Q_colour": colour} == pytest.approx(said, rel=1e-12)
