"""The page of a tournament: whole, self-contained, linked, and with names that are only text."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.app.forms.inputs import with_rules
from fastpair.go.standings import standings
from fastpair.go.tournament import (
    Bye,
    Game,
    Grade,
    Player,
    Result,
    Rules,
    Tournament,
)
from fastpair.insight import RoundReports
from fastpair.insight.explain.alternatives import HeatMap
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import model_named
from fastpair.report import (
    CELL,
    HEIGHT,
    LEVELS,
    WIDTH,
    TournamentReport,
    curves,
    expectancy_chart,
    histogram,
    line_chart,
    picture,
    questions,
    tournament_page,
)
from fastpair.report.languages import LANGUAGES, language
from profiles import few
from scheduled import entered
from yardsticks import by

NASTY = "<script>alert(1)</script>"
VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    """A page that is read: its elements, their attributes, and whether they are nested."""

    def __init__(self, content):
        super().__init__()
        self.tags, self.open, self.texts = [], [], []
        self.feed(content.decode())
        self.close()
        assert self.open == [], "every element is closed"

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append((self.open[-1] if self.open else "", data))

    def values(self, name):
        """All values of an attribute."""
        return [attributes[name] for _, attributes in self.tags if name in attributes]


def page_of(tournament, after=None, code="en", model="opengotha351"):
    drawn = sorted({game.round for game in tournament.games})
    reports = RoundReports(tournament=tournament, yardstick=by(model_named(model)))
    report = TournamentReport(
        tournament=tournament,
        standings=standings(tournament, len(drawn) if after is None else after),
        rounds=tuple(map(reports.of, drawn)),
        prices=tuple(map(reports.prices, drawn)),
        methods=(model,),
    )
    return tournament_page(report, language(code))


@pytest.fixture(scope="module")
def congress():
    return generate(61, 5, seed=3, play=4)


@pytest.fixture(scope="module")
def page(congress):
    return Page(page_of(congress))


def test_nothing_comes_from_elsewhere(congress):
    for code in few(LANGUAGES, 2, ci=3):
        content = page_of(congress, code=code)
        found = Page(content)
        assert not {"script", "link", "iframe", "img", "object"} & {tag for tag, _ in found.tags}
        assert not found.values("src")
        assert all(target.startswith("#") for target in found.values("href"))
        assert b"://" not in content
        assert b"@import" not in content
        assert b"url(" not in content


def test_boards_lead_to_their_players(congress):
    content = page_of(congress).decode()
    number = {row.key: row.number for row in standings(congress, 4).rows}
    for game in congress.round(3).games:
        (row,) = re.findall(rf'<tr id="r3t{game.table}">(.*?)</tr>', content)
        white, black = (
            f'<a href="#p{number[key]}">{congress.by_key[key].full_name} ' for key in game.players
        )
        assert row.index(white) < row.index(black)


@pytest.mark.parametrize("clubs", [True, False])
def test_the_wall_list_leads_to_the_boards(congress, clubs):
    """A column in which nobody has anything is left out, and its place among the links, too."""
    if not clubs:
        players = tuple(replace(each, club="") for each in congress.players)
        congress = replace(congress, players=players)
    content = page_of(congress).decode()
    assert (">Club</th>" in content) == clubs
    for row in standings(congress, 4).rows:
        (line,) = re.findall(rf'<tr id="p{row.number}">(.*?)</tr>', content)
        assert re.findall(r'href="#(\w+)"', line) == [
            f"r{number}t{game.table}"
            for number in range(1, 5)
            for game in congress.round(number).games
            if row.key in game.players
        ]


def test_names_lead_to_the_opponent(congress):
    content = page_of(congress).decode()
    number = {row.key: row.number for row in standings(congress, 4).rows}
    names = content.split("Players of round 2</h3>")[1].split("</table>")[0]
    for game in congress.round(2).games:
        for own, other in (game.players, game.players[::-1]):
            (row,) = re.findall(rf'<tr><td><a href="#p{number[own]}">.*?</tr>', names)
            assert re.findall(r'href="#(\w+)"', row) == [
                f"p{number[own]}",
                f"r2t{game.table}",
                f"p{number[other]}",
            ]


def test_the_page_says_what_the_reports_count(page, congress):
    rows = re.findall(r"<tr><th scope=\"row\">(.*?)</th>(.*?)</tr>", page_of(congress).decode())
    shown = [(title, re.findall(r"<td[^>]*>(.*?)</td>", cells)) for title, cells in rows]
    reports = RoundReports(tournament=congress, yardstick=by(model_named("opengotha351")))
    for name, title in questions(str).items():
        overview, *rounds = [cells for each, cells in shown if each == title]
        for number, (cells, total) in enumerate(zip(rounds, overview, strict=True), start=1):
            report = reports.of(number)
            drawn, optimum = report.drawn.count(name), report.optimum.draw.count(name)
            before = "" if number == 1 else str(report.before.count(name))
            assert cells == [str(drawn), str(optimum), before]
            assert total == f"{drawn} / {optimum}"


def player(key, name, **facts):
    return Player(key=key, name=name, first_name="{{ 7 * 7 }}", grade=Grade(0), **facts)


@pytest.fixture
def evening():
    """Three players, of whom one has the bye."""
    players = (player("A", NASTY), player("B", 'B" onload="x'), player("C", "C&C"))
    game = Game(round=1, table=7, white="A", black="B", result=Result.WHITE_WINS)
    return Tournament(
        name=f'{NASTY}"</style>',
        rules=Rules(rounds=2),
        players=players,
        games=(game,),
        byes=(Bye(round=1, player="C"),),
    )


def test_names_are_text_and_never_markup(evening):
    content = page_of(evening)
    page = Page(content)
    assert b"<script" not in content
    assert "onload" not in {name for _, attributes in page.tags for name in attributes}
    text = "".join(data for tag, data in page.texts if tag != "style")
    assert NASTY in text
    assert "{{ 7 * 7 }}" in text
    style = "".join(data for tag, data in page.texts if tag == "style")
    assert style.rstrip().endswith("}"), "the name of the tournament does not end the style"
    first, *others = evening.players
    steering = replace(evening, players=(replace(first, name="Ann\x9b"), *others))
    assert "Ann\x9b".encode() not in page_of(steering)


@given(
    st.lists(
        st.tuples(*2 * [st.floats(1e-9, 1e9) | st.just(0.0)])
        | st.tuples(*2 * [st.integers(0, 40)]),
        min_size=1,
        max_size=30,
    )
)
def test_lines_stay_in_their_picture(values):
    drawn, optimum = zip(*values, strict=True)
    rounds = range(1, len(values) + 1)
    chart = line_chart("x", rounds, drawn, optimum)
    for points, line in zip((each.points for each in chart.lines), (drawn, optimum), strict=True):
        assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in points)
        order = sorted(range(len(line)), key=line.__getitem__)
        heights = [points[place][1] for place in order]
        assert heights == sorted(heights, reverse=True), "more is higher"
    numbers = [float(text) for _, text in chart.heights]
    assert numbers[0] == 0
    assert numbers[-1] >= max(*drawn, *optimum) * (1 - 1e-3)
    assert 2 <= len(numbers) <= 7
    assert 1 <= len(chart.across) <= 11


def inside(points):
    return all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in points)


@given(st.lists(st.integers(0, 700), min_size=1, max_size=60).filter(any))
def test_bars_are_as_high_as_their_counts(counts):
    chart = histogram("x", {f"{place}k": count for place, count in enumerate(counts)})
    assert len(chart.bars) == len(counts)
    ground = chart.heights[0][0]
    unit = (ground - chart.heights[-1][0]) / float(chart.heights[-1][1])
    for count, (left, top, width, height) in zip(counts, chart.bars, strict=True):
        assert height == pytest.approx(count * unit, abs=0.11)
        assert top + height == pytest.approx(ground, abs=0.11)
        assert inside([(left, top), (left + width, top)])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_curves_stay_in_their_picture(values):
    chart = curves("x", [f"{place:+d}" for place in range(len(values))], {"one": values})
    (line,) = chart.lines
    assert inside(line.points)
    assert 1 <= len(chart.across) <= 11
    assert "one: +0" in chart.description


def test_the_winning_expectancy_is_the_figure_of_the_thesis():
    """Equal players have a half; the stronger both are, the more a difference decides."""
    weak, strong = (line.points for line in expectancy_chart("x", [1400, 2200]).lines)
    middle = len(weak) // 2
    assert weak[middle][1] == strong[middle][1]
    assert all(one[1] < other[1] for one, other in zip(strong[:middle], weak, strict=False))
    assert all(
        one[1] > other[1]
        for one, other in zip(strong[middle + 1 :], weak[middle + 1 :], strict=True)
    )


@given(st.integers(1, 8), st.data())
def test_cells_have_the_colour_of_their_cost(count, data):
    cost = st.floats(1e-9, 1e12) | st.sampled_from([0.0, float("nan")])
    median = np.array([[data.draw(cost) for _ in range(count)] for _ in range(count)])
    ones = np.ones((count, count), dtype=int)
    prices = HeatMap(
        scores=tuple(range(count, 0, -1)),
        sizes=(2,) * count,
        pairs=ones,
        games=ones,
        least=median,
        median=median,
    )
    found = picture(prices)
    corners = {
        corner: level
        for level, path in enumerate(found.levels)
        for corner in re.findall(r"M(\d+) (\d+)h", path)
    }
    assert len(corners) == count * (count + 1) // 2 == len(found.games)
    left = min(int(x) for x, _ in corners)
    by_cost = []
    for (x, y), level in corners.items():
        value = prices.median[int(y) // CELL, (int(x) - left) // CELL]
        if value != value:
            assert level == LEVELS
        else:
            by_cost.append((value, level))
            assert level < len(found.upto)
    levels = [level for _, level in sorted(by_cost)]
    assert levels == sorted(levels)
    assert found.width > left + count * CELL - 1


def test_the_page_of_a_cup_shows_its_bracket():
    cup = with_rules(entered(6), {"event_format": "Cup"})
    cup = draw_round(cup, 1).applied_to(cup)
    page = Page(page_of(cup))
    assert "bracket" in page.values("id")
    assert "#bracket" in page.values("href")
    texts = [text for tag, text in page.texts if tag == "text"]
    assert {"Quarterfinals", "Semifinals", "Final"} <= {*texts}
    swiss = Page(page_of(generate(6, 3, seed=1, play=1)))
    assert "bracket" not in swiss.values("id")
