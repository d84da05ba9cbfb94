"""A cup and a double elimination in a real browser, by clicks alone: from an empty folder to the last game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browsing import CHROMIUM, NARROW, WIDE, base, check, fixtures, go, row, step, told
from fastpair.formats import read
from serving import served

_, _, opened = fixtures()
pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]

PLAYERS = 16
LIST = "\n".join(
    ["name\tfirst name\tgrade\trating\tcountry"]
    + [f"Seed{place:02}\tIlva\t{place}k\t{2100 - 100 * place}\tDE" for place in range(1, 17)]
)


@pytest.fixture
def server(tmp_path):
    """A server of an empty folder, which phones reach."""
    with served(tmp_path, "0.0.0.0") as server:
        yield server


def boards_of(page):
    """The question that is one of teams alone."""
    return page.get_by_label("Boards in a match")


def begin(page, event_format, **choices):
    """A new event of a format, with the players of a list that is pasted."""
    page.get_by_role("link", name="Create tournament").first.click()
    page.get_by_label("Name", exact=True).fill("Winter Cup")
    expect(page.get_by_label("Rounds", exact=True)).to_be_visible()
    page.get_by_label("Format of the event").select_option(event_format)
    expect(page.get_by_label("Rounds", exact=True)).to_be_hidden()
    page.get_by_label("Participants").select_option("teams")
    expect(boards_of(page)).to_be_visible()
    page.get_by_label("Participants").select_option("")
    expect(boards_of(page)).to_be_hidden()
    for label, choice in choices.items():
        page.get_by_label(label).select_option(label=choice)
    check(page)
    page.get_by_role("button", name="Create tournament").click()
    page.locator("#next").get_by_role("link", name="Import list").click()
    page.get_by_text("Paste list", exact=True).click()
    page.locator("#entries").fill(LIST)
    page.get_by_role("button", name="Show preview").click()
    page.get_by_role("button", name=f"Import {PLAYERS} players").first.click()
    expect(page.locator("#list tr")).to_have_count(PLAYERS)


def play(page, file, number):
    """A round that the better seed wins at each table."""
    step(page, f"Pair round {number}")
    expect(page.locator("#list tr").first).to_be_visible()
    step(page, f"Publish round {number}")
    told(page, f"round {number} published")
    tournament = read(file).tournament
    games = tournament.round(number).games
    go(page, "Results")
    page.locator("#typed").focus()
    for game in games:
        better = tournament.name_of(game.white) < tournament.name_of(game.black)
        page.keyboard.type(f"{game.table} {1 if better else 2} ")
    page.keyboard.press("Enter")
    expect(page.locator("[aria-pressed=true]")).to_have_count(len(games))
    return [game.table for game in games]


def test_a_cup_of_sixteen_with_a_third_place(server, opened, tmp_path):
    page, file = opened(viewport=WIDE), tmp_path / "winter-cup.json"
    begin(page, "Cup", **{"Game for third place": "Yes"})
    assert len(play(page, file, 1)) == 8
    expect(page.locator("#next")).to_contain_text("8 players: 4 boards.")
    go(page, "Check-in")
    expect(page.locator("#list tr")).to_have_count(PLAYERS // 2)
    go(page, "Standings")
    check(page)
    picture = page.locator(".bracket")
    for title in ("Quarterfinals", "Semifinals", "Final", "Third place"):
        expect(picture.get_by_text(title, exact=True)).to_be_visible()
    go(page, "Rounds")
    assert len(play(page, file, 2)) == 4
    go(page, "Players")
    expect(row(page, "Seed16")).to_contain_text("Out")
    expect(row(page, "Seed01").get_by_role("button")).to_be_visible()
    assert not any(player.absences for player in read(file).tournament.players)
    assert len(play(page, file, 3)) == 2
    assert len(play(page, file, 4)) == 2
    expect(page.locator("#next")).to_contain_text("Seed01 Ilva has won.")
    go(page, "Standings")
    places = [cells.split("\t")[0] for cells in page.locator("#list tr").all_inner_texts()]
    assert places[:6] == ["1", "2", "3", "4", "5", "5"]
    phone = opened("/tournaments/winter-cup.json/hall/standings", viewport=NARROW)
    expect(phone.locator(".bracket").get_by_text("Third place")).to_be_visible()
    check(phone)
    phone.goto(base(server) + "/tournaments/winter-cup.json/prints/4/page/standings")
    ended = read(file).tournament
    assert [len(ended.round(number).games) for number in range(1, 5)] == [8, 4, 2, 2]
    assert not any(game.handicap for game in ended.games)
    step(page, "Check results")
    expect(page.locator(".page, #panel").first).to_be_visible()


def test_both_brackets_of_a_double_elimination(opened, tmp_path):
    page, file = opened(viewport=WIDE), tmp_path / "winter-cup.json"
    begin(page, "Double elimination")
    for number in range(1, 4):
        play(page, file, number)
    go(page, "Standings")
    for title in ("Winners’ bracket", "Losers’ bracket"):
        expect(page.get_by_role("region", name=title)).to_be_visible()
    assert len(read(file).tournament.out_before(4)) == 8
