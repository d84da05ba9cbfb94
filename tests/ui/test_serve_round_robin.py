"""The page of a round robin: its numbers, all rounds at once, and the round that phones show first."""

from __future__ import annotations

import pytest

from evenings import robin
from pages import director_of


@pytest.fixture
def director(tmp_path):
    file = tmp_path / "ring.json"
    robin().save(file)
    with director_of(file) as director:
        yield director


def test_the_page_pairs_all_rounds(director):
    """Once they are, it offers that no more, and numbers stay."""
    assert "/boards/1/schedule" in director.get("/boards/1").text
    panel = director.get("/boards/1/schedule").text
    assert "1 Ann 2000" in panel
    assert 'name="by"' in panel
    director.do("/boards/1/numbers", by="drawn", players="Di\nCy\nBo\nAnn", seed="")
    assert "1 Di 1997" in director.get("/boards/1/schedule").text
    director.do("/boards/1/schedule", publish="true")
    assert "/boards/1/schedule" not in director.get("/boards/1").text
    panel = director.get("/boards/1/schedule").text
    assert 'name="by"' not in panel
    assert "Rounds are paired by these numbers." in panel


def test_a_phone_shows_the_first_round_that_is_not_over(director):
    director.do("/boards/1/schedule", publish="true")
    director.do("/results/3/enter", results="1 1-0")
    assert "<h1>Round 1</h1>" in director.get("/hall").text
    assert "<h1>Round 3</h1>" in director.get("/hall?round=3").text
    director.do("/results/1/enter", results="1 1-0 2 1-0")
    assert "<h1>Round 2</h1>" in director.get("/hall").text


def test_all_rounds_are_printed(director):
    """As drafts as long as one is not published; a Swiss has no such sheet."""
    assert ">All rounds</th>" in director.get("/prints/1").text
    director.do("/boards/1/schedule")
    page = director.get("/prints/1/page/schedule")
    assert page.status_code == 200
    assert "All rounds (draft)" in page.text
    assert all(page.text.count(f"{name} ") >= 3 for name in ("Ann", "Bo", "Cy", "Di"))
    for number in (1, 2, 3):
        director.do(f"/boards/{number}/publish")
    assert "(draft)" not in director.get("/prints/1/page/schedule").text
    director.do("/rules/1/change", event_format="Swiss", system="usual")
    assert ">All rounds</th>" not in director.get("/prints/1").text
