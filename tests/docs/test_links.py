"""Links of the documents lead somewhere."""

from __future__ import annotations

import re

import pytest

from repository import ROOT

PAGES = [
    *ROOT.glob("*.md"),
    *(p for d in ("docs", "js", "bench") for p in (ROOT / d).rglob("*.md")),
]


def headings(page):
    """The names by which headings of a page are reached."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    for target, _, part in re.findall(r"\]\(([^)#\s]*)(#([^)\s]*))?\)", page.read_text("utf-8")):
        if re.match(r"https?:|mailto:", target):
            continue
        reached = (page.parent / target) if target else page
        assert reached.exists(), target
        assert not part or part in headings(reached), f"{target}#{part}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_nothing_is_installed_by_a_name_that_no_registry_has(page):
    by_name = r"\b(?:pipx?|uv|conda|npm) (?:install|add)\b[^\n`&]*[ '\"]fastpair\b"
    assert not re.findall(by_name, page.read_text("utf-8"))


@pytest.mark.parametrize(
    "picture", sorted((ROOT / "docs").rglob("*.svg")), ids=lambda path: path.name
)
def test_pictures_need_nothing_from_elsewhere(picture):
    loaded = r"@font-face|@import|href\s*=\s*[\"'](?!#)|url\(\s*[\"']?(?!#)"
    assert not re.findall(
        loaded, re.sub(r"<metadata>.*?</metadata>", "", picture.read_text("utf-8"), flags=re.DOTALL)
    )
