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


def lead_nowhere(page):
    """The links of a page to what is not there."""
    for target, _, part in re.findall(r"\]\(([^)#\s]*)(#([^)\s]*))?\)", page.read_text("utf-8")):
        if re.match(r"https?:|mailto:", target):
            continue
        reached = (page.parent / target) if target else page
        if not reached.exists() or (part and part not in headings(reached)):
            yield f"{target}#{part}" if part else target


def findings_of(search):
    """What a search finds on each page where it finds something."""
    found = {page.relative_to(ROOT).as_posix(): [*search(page)] for page in PAGES}
    return {name: each for name, each in found.items() if each}


def test_links_lead_somewhere():
    assert findings_of(lead_nowhere) == {}


def test_links_that_lead_nowhere_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# One part\n[a](#one-part) [b](page.md#two) [c](none.md) [d](https://x.org)\n")
    assert [*lead_nowhere(page)] == ["page.md#two", "none.md"]


def test_nothing_is_installed_by_a_name_that_no_registry_has():
    by_name = r"\b(?:pipx?|uv|conda|npm) (?:install|add)\b[^\n`&]*[ '\"]fastpair\b"
    assert findings_of(lambda page: re.findall(by_name, page.read_text("utf-8"))) == {}


@pytest.mark.parametrize(
    "picture", sorted((ROOT / "docs").rglob("*.svg")), ids=lambda path: path.name
)
def test_pictures_need_nothing_from_elsewhere(picture):
    loaded = r"@font-face|@import|href\s*=\s*[\"'](?!#)|url\(\s*[\"']?(?!#)"
    assert not re.findall(
        loaded, re.sub(r"<metadata>.*?</metadata>", "", picture.read_text("utf-8"), flags=re.DOTALL)
    )
