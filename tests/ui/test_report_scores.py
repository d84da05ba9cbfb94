"""The report of a tournament shows scores and results as the director's pages and prints do."""

from __future__ import annotations

import re
from html import unescape

import pytest

from congress_files import save
from evenings import FILES
from fastpair import Congress
from fastpair.go.standings import last_complete_round
from fastpair.go.teams import matches_of
from fastpair.pairing.generator import Happenings, generate
from fastpair.pairing.systems import stated_system
from fastpair.report import brackets
from pages import director_of

HAPPENINGS = Happenings(jigos="40%", forfeits="1", both_lose="1", byes_asked="2", absent="2")
ANYWAY = ["played-scores", "likely-mistake", "replaced-results", "published-boards"]


def played(system=None, **facts):
    chosen = None if system is None else stated_system(system, {})
    return generate(rounds=3, play=3, seed=4, system=chosen, happenings=HAPPENINGS, **facts)


def postponed():
    congress = Congress.of(played(players=14))
    tables = [game.table for game in congress.tournament.round(3).games if game.has_result]
    return congress.results(3, {tables[0]: "postponed"}, confirmed=ANYWAY).congress.tournament


CASES = {
    "McMahon": lambda: played(players=15),
    "chess": lambda: played("dutch", players=15),
    "two games": lambda: played("double-swiss", players=15),
    "teams": lambda: played(players=24, boards=4),
    "teams of chess": lambda: played("swiss-team", players=24, boards=4),
    "cup": lambda: FILES["cup_drawn"]().tournament,
    "postponed": postponed,
}


def tables(page):
    """The rows of all tables of a page, as texts."""
    rows = re.findall(r"(?s)<tr.*?</tr>", page)
    cells = (re.findall(r"(?s)<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows)
    return [[" ".join(unescape(re.sub("<[^>]+>", " ", c)).split()) for c in row] for row in cells]


def part(page, name):
    """The rows of the first table of a part of the report."""
    return tables(re.search(rf'(?s)id="{name}".*?</table>', page)[0])


@pytest.mark.parametrize("name", CASES)
def test_standings_and_boards_are_those_of_the_pages(tmp_path, name):
    tournament = CASES[name]()
    after, last = last_complete_round(tournament), tournament.last_paired
    with director_of(save(tournament, tmp_path / "open.json")) as director:
        report = director.get(f"/prints/{last}/page/report").text
        whole = "crosstable" if tournament.draws_teams else "wallist"
        for anchor, sheet in (("standings", "standings"), ("wall-list", whole)):
            printed = re.search(
                "(?s)<table.*?</table>", director.get(f"/prints/{after}/page/{sheet}").text
            )
            assert part(report, anchor) == tables(printed[0]), anchor
        if tournament.draws_teams:
            return
        rows = tables(report)
        for number in range(1, last + 1):
            page = director.get(f"/prints/{number}/page/tables").text
            printed = tables(page)[1:]
            assert printed
            assert not [row for row in printed if row not in rows]


def half(points):
    whole = str(int(points)) if points >= 1 or not points else ""
    return whole + "½" * (points % 1 == 0.5)


def test_a_match_shows_the_points_of_its_boards(tmp_path):
    """As on the director's page: not who has won it."""
    tournament = played(players=24, boards=4)
    with director_of(save(tournament, tmp_path / "open.json")) as director:
        report = director.get("/prints/3/page/report").text
        pages = {number: unescape(director.get(f"/boards/{number}").text) for number in (1, 2, 3)}
    play, found = tournament.team_play, []
    for number, page in pages.items():
        for match in matches_of(tournament, play, number):
            points = [*zip(*match.board_points.values(), strict=True)]
            expected = "–".join(half(sum(each) / 2) for each in points)
            row = re.search(rf'(?s)<tr id="r{number}t{match.table}">.*?</tr>', report)
            assert tables(row[0])[0][-1] == expected
            assert expected in page
            found.append(expected)
    assert any("½" in each for each in found)


def test_a_bracket_has_halves_as_all_else():
    tournament = FILES["teams"]().rules(event_format="Cup").congress.draw(1).congress
    congress = tournament.results(1, {1: "1-0", 2: "1/2", 3: "0-1", 4: "0-1"}).congress
    lines = [
        line.points
        for picture in brackets(congress.tournament, str)
        for box in picture.boxes
        for line in box.lines
    ]
    assert {"1½", "½"} <= {*lines}
