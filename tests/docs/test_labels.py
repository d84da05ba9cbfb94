"""What the guide quotes of the page is on the page: each label in italics is a text of the catalog."""

from __future__ import annotations

import re
from functools import cache

import pytest

import catalogs
from repository import ROOT

PAGES = ("guide/arbiter.md", "guide/director.md", "reference/serve.md", "how-to/teams.md")
LABEL = re.compile(r"(?<![*\w])\*([A-Z][^*\n]*)\*(?![*\w])")


@cache
def texts():
    """The texts of the page as patterns, with anything for their values."""
    return [*_patterns()]


def _patterns():
    for message in catalogs.extracted():
        for text in message.id if isinstance(message.id, tuple) else (message.id,):
            pieces = re.split(r"\{[^}]*\}", text.rstrip("."))
            if len(pieces) == 1 or sum(map(len, pieces)) > 6:  # what is all values fits anything
                yield re.compile(r"[\w ,-]+".join(map(re.escape, pieces)))


def labels(page):
    text = (ROOT / "docs" / page).read_text("utf-8")
    prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.M | re.S)
    return sorted({label.rstrip(".:") for label in LABEL.findall(prose)})


def unknown(quoted):
    return [each for each in quoted if not any(one.fullmatch(each) for one in texts())]


def test_a_label_that_is_nowhere_is_found():
    assert unknown(["Draw round 3", "Pair round 3", "Take it over"]) == [
        "Draw round 3",
        "Take it over",
    ]


@pytest.mark.parametrize("page", PAGES)
def test_each_label_is_on_the_page(page):
    quoted = labels(page)
    assert quoted
    assert unknown(quoted) == []


def test_the_clicks_of_an_arbiter_are_those_that_are_counted():
    source = (ROOT / "bench" / "clicks.py").read_text("utf-8")
    counted = dict(re.findall(r'task\("([^"]+)", clicks=(\d+)', source))
    guide = (ROOT / "docs" / "guide" / "arbiter.md").read_text("utf-8")
    rows = dict(re.findall(r"^\|([^|]+)\|.*\|(\d+)\|$", guide, re.M))
    known = rows.keys() & counted.keys()
    assert len(known) >= 10
    assert {task: rows[task] for task in known} == {task: counted[task] for task in known}
