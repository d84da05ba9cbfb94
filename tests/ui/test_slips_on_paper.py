"""Slips as a browser lays them out on paper: nothing of them is cut off, however long the names are."""

from __future__ import annotations

from itertools import product

import pytest
from markupsafe import Markup

from browsing import CHROMIUM
from fastpair.report import Slip, slips_page
from fastpair.report.languages import LANGUAGES, language
from fastpair.ui.web.rendering import code_of

EVENT = (
    "Internationales Herbstfestival um den Wanderpokal der Stadt und des Landkreises Neudietendorf"
)
NAMES = [
    "von Hohenstein-Wallersberg Maximilian-Friedrich 12k",
    "Papadimitrakopoulou-Konstantinidou Anastasia-Elisavet 1d",
    "Wolfeschlegelsteinhausenbergerdorffwelche Hubert 25k",
    "Ash Ada 3d",
]
ADDRESS = "https://herbstfestival.example.org:8443/hall/3/board/12?key=ab12cd34ef56"
PAPER = {"width": 703, "height": 1023}
"""An A4 sheet within its margins."""

CUT = """
() => [...document.querySelectorAll('.slip')].flatMap(slip => {
  const edge = slip.getBoundingClientRect();
  const out = [...slip.querySelectorAll('*')].filter(each => {
    const box = each.getBoundingClientRect();
    return box.bottom > edge.bottom || box.right > edge.right;
  });
  const clipped = [...slip.querySelectorAll('.player span, .event, .hint, .address')].filter(
    each => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflow == 'hidden');
  return [...out, ...clipped].map(each => each.textContent.slice(0, 40));
})
"""


def slips(code, games):
    picture = {"code": Markup(code_of(ADDRESS)), "address": ADDRESS} if code else {}
    return tuple(
        Slip(
            title=EVENT,
            round=13,
            table=100 + table,
            white=white,
            black=black,
            handicap=4,
            komi="",
            games=games,
            **picture,
        )
        for table, (white, black) in enumerate(product(NAMES, NAMES))
        if white != black
    )


@pytest.fixture(scope="module")
def paper(chromium):
    with chromium.new_page(viewport=PAPER) as page:
        page.emulate_media(media="print")
        yield page


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_of_a_slip_is_cut_off(paper, code):
    for has_code, games in product((True, False), (1, 2)):
        paper.set_content(slips_page(slips(has_code, games), language(code)).decode())
        assert paper.evaluate(CUT) == []
        # Eight are on a sheet.
        rows = paper.evaluate("document.querySelector('.slips').getBoundingClientRect().height")
        assert rows <= PAPER["height"]
