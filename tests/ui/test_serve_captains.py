"""Line-ups that captains send from their phones: with a code, until a deadline, seen by nobody before they are published."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from fastpair.app.publication.published import public_view, round_document
from fastpair.app.publication.website import public_website, write_website
from fastpair.formats import read
from fastpair.ui.web.captains import PLACE
from pages import director_of
from team_tournaments import entered, matches, written

LATER = (datetime.now().astimezone() + timedelta(hours=1)).isoformat(timespec="minutes")
BEFORE = (datetime.now().astimezone() - timedelta(hours=1)).isoformat(timespec="minutes")


@pytest.fixture
def file(tmp_path):
    """Four teams of three and a substitute."""
    tournament = entered(4, 3, spares=1)
    teams = tournament.team_play.teams
    return written(tmp_path / "teams.json", tournament), [team.key for team in teams]


@pytest.fixture
def one(file):
    target, keys = file
    with director_of(target) as browser:
        for key in keys:
            players = {f"board{n}": f"{key} {n}" for n in range(1, 5)}
            seen = browser.games_at(f"/teams/1/team?team={key}")
            browser.do("/teams/1/lineup", team=key, expect=seen, **players)
        browser.do(
            "/teams/1/rules",
            boards="3",
            fewest="2",
            match_points="2,1,0",
            order="list",
            tolerance="0",
        )
        browser.do("/boards/1/draw")
        yield browser


def send(one, code, *players, token=None):
    """The answer to a phone: its status, and what it is told."""
    shown = one.client.post(PLACE, data={"code": code}, headers=one.origin)
    fields = hidden_in(shown.text) | {f"board{n}": key for n, key in enumerate(players, start=1)}
    fields |= {} if token is None else {"form_token": token}
    answer = one.client.post(PLACE, data={"code": code, **fields}, headers=one.origin)
    return answer.status_code, told(answer.text)


def hidden_in(page):
    """What the form of a page names besides the players."""
    form = page.partition("<form")[2].partition("</form>")[0]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))


def told(page):
    note = re.search(r'class="note (?:ok|bad)"[^>]*>(.*?)</p>', page, re.DOTALL)
    return re.sub("<[^>]*>", "", note[1]) if note else ""


def in_hall(one):
    """What everybody sees, without the number of its version."""
    return one.get("/hall").text.partition("<main")[2]


def code_of(one, key):
    return one.server.site.server.tables.captain_code(key)


def lineup(file, key, number=1):
    play = read(file[0]).tournament.team_play
    return next(team for team in play.teams if team.key == key).lineup(number)[:3]


def test_captains_send_line_ups_until_a_deadline(one, file):
    """Of their players alone, and in order; the arbiter sees who is missing, and players what was published."""
    codes = {key: code_of(one, key) for key in file[1]}
    assert len(set(codes.values())) == 4
    closed = send(one, codes["A"], "A2", "A3", "A4")
    assert closed == (409, "No line-ups are asked for at the moment.")
    one.do("/boards/1/publish")
    assert "until" in one.do("/teams/1/captains", time=LATER)
    shown = in_hall(one)
    panel = one.get("/teams/1/captains").text
    assert panel.count(">Missing<") == 4
    assert codes["A"].upper() in panel
    printed = one.get("/prints/1/page/captaincodes").text
    assert all(code.upper() in printed for code in codes.values())
    assert re.search(rf"http://[^<]+{PLACE}<", printed)
    assert send(one, codes["A"], "A2", "A3", "A4") == (200, "Line-up of round 1 sent.")
    assert lineup(file, "A") == ("A2", "A3", "A4")
    assert lineup(file, "A", 2) == ("A1", "A2", "A3")
    assert {
        each
        for match in matches(file[0])
        for game in match.boards.values()
        for each in game.players
    } >= {
        "A2",
        "A3",
        "A4",
    }
    assert in_hall(one) == shown
    assert one.get("/teams/1/captains").text.count(">Missing<") == 3
    # Another one replaces it; a wrong order, somebody else's player, nobody, and old forms are refused.
    assert send(one, codes["A"].upper(), "A1", "", "A3")[0] == 200
    assert lineup(file, "A") == ("A1", "", "A3")
    wrong = send(one, codes["A"], "A2", "A1", "A3")
    assert wrong == (409, "Team A: A 2 at board 1 comes after A 1 at board 2 in the list.")
    assert send(one, codes["A"], "A1", "B2", "A3") == (409, "B 2 is not of Team A.")
    assert send(one, codes["A"], "", "", "")[0] == 409
    few = (409, "Team A has 1 of 3 players in round 1, and needs 2.")  # no advice to the director
    assert send(one, codes["A"], "A1", "", "") == few
    assert send(one, codes["A"], "A1", "A2", "A3", token="x")[0] == 409
    assert lineup(file, "A") == ("A1", "", "A3")
    # The arbiter corrects it; who has sent nothing plays with the first three.
    one.do(
        "/teams/1/round",
        team="A",
        expect=one.games_at("/teams/1/teamday?team=A"),
        board1="A 1",
        board2="A 2",
        board3="A 3",
    )
    assert [lineup(file, key) for key in "AB"] == [("A1", "A2", "A3"), ("B1", "B2", "B3")]
    assert "until" in one.do("/teams/1/captains", time=BEFORE)
    late = (409, "Line-ups of round 1 are closed; ask the tournament director.")
    assert send(one, codes["B"], "B2", "B3", "B4") == late
    assert lineup(file, "B") == ("B1", "B2", "B3")


def test_what_is_refused_stays_chosen_and_a_deadline_stays_set(one):
    """A captain corrects one board, and an arbiter who saves the panel as it is keeps the deadline."""
    one.do("/boards/1/publish")
    one.do("/teams/1/captains", time=LATER)
    code = code_of(one, "A")
    shown = one.client.post(PLACE, data={"code": code}, headers=one.origin).text
    token = re.search(r'name="form_token" value="([\w-]+)"', shown)[1]
    fields = {"board1": "A4", "board2": "", "board3": "A1"}
    answer = one.client.post(
        PLACE, data={"code": code, "form_token": token, **fields}, headers=one.origin
    )
    assert answer.status_code == 409
    chosen = [
        re.search(r'<option value="(\w*)" selected', select)
        for select in answer.text.split("<select")[1:]
    ]
    assert [each[1] if each else "" for each in chosen] == ["A4", "", "A1"]
    time = re.search(r'name="time" value="([^"]+)"', one.get("/teams/1/captains").text)
    assert "until" in one.do("/teams/1/captains", time=time[1])
    assert send(one, code, "A1", "A2", "A4")[0] == 200


def test_nobody_guesses_a_code(one):
    """Codes of another tournament, and of players, open nothing; too many wrong ones lock no right one out."""
    one.do("/teams/1/captains", time=LATER)
    player = one.server.site.server.tables.player_code("A1")
    assert send(one, player, "A1", "A2", "A3")[0] == 403
    for _ in range(40):
        status, said = send(one, "aaaaaaaa", "A1", "A2", "A3")
    assert (status, said) == (429, "Too many attempts; ask the tournament director.")
    assert send(one, code_of(one, "A"), "A1", "A2", "A3")[0] == 200
    fields = {"code": "aaaaaaaa", f"board{'1' * 5000}": "A1"}
    assert one.client.post(PLACE, data=fields, headers=one.origin).status_code == 429


def test_a_match_that_has_begun_keeps_its_line_ups(one, file):
    one.do("/teams/1/captains", time=LATER)
    one.do("/results/1/enter", results="1 1")
    played = {
        key
        for key in file[1]
        if any(key in (m.white, m.black) and m.begun for m in matches(file[0]))
    }
    for key in played:
        status, said = send(one, code_of(one, key), *(f"{key}{n}" for n in (2, 3, 4)))
        assert (status, said) == (
            409,
            "Line-ups of round 1 are closed; ask the tournament director.",
        )


PLACES = ("/hall", "/hall/team?team=A", "/hall?me=Team%20A")


def test_line_ups_are_public_together(one, file):
    """Until the deadline everybody sees the matches alone; who has closed the forms shows both line-ups."""
    one.do("/teams/1/captains", time=LATER)
    code = code_of(one, "A")
    shown = one.client.post(PLACE, data={"code": code}, headers=one.origin).text
    assert " – " not in shown  # the opponent of a draft
    one.do("/boards/1/publish")
    shown = one.client.post(PLACE, data={"code": code}, headers=one.origin).text
    assert re.search("Team A – Team .|Team . – Team A", shown)
    assert send(one, code, "A2", "A3", "A4")[0] == 200
    player = re.compile(r"[A-D] [1-4]\b")
    for place in PLACES:
        page = one.get(place).text.partition("<main")[2].partition('id="content"')[2]
        assert not player.search(page.partition("<h2>Players")[0]), place
    screen = one.get("/hall/screen").text.partition("<main")[2]
    assert "Team A" in screen
    assert not player.search(screen)
    own = one.get("/hall/mine?me=A%202").text
    assert re.search("Team A – Team .|Team . – Team A", own)
    assert not re.search("[B-D] [1-4]|Table", own)
    matches_of_hall = one.get("/hall").text
    assert "Line-ups are shown from" in matches_of_hall
    assert matches_of_hall.count('class="match"') == 2
    assert not player.search(one.get("/prints/1/page/tables").text)
    assert player.search(one.get("/prints/1/page/lineups").text)
    # An empty board is a point for the other team, which nobody knows either.
    assert send(one, code, "A2", "", "A4")[0] == 200
    state = one.server.site.server.store.state()
    document = round_document(public_view(state), 1)
    assert [board["result"] for board in document["boards"]] == [None, None]
    opponents = [code_of(one, key) for key in "BCD"]
    for each in opponents:
        shown = one.client.post(PLACE, data={"code": each}, headers=one.origin).text
        assert not re.search("<p>[^<]*[01½]", shown)
    assert not re.search("[01½]–[01½]", in_hall(one))
    assert document["teams"]
    assert {key for board in document["boards"] for key in (board["white"], board["black"])} == {
        *"ABCD"
    }
    write_website(file[0].parent / "web", public_website(state), ["en"])
    page = (file[0].parent / "web" / "en" / "round-1.html").read_text()
    assert "Team A" in page
    assert not player.search(page.partition("<main")[2])
    # A swap of matches is one of what players know, a line-up is not.
    assert "players have already seen" in one.refused("/boards/1/swap", one="A", other="B")
    one.do("/teams/1/publish")
    hall = in_hall(one)
    assert all(f">A {n}</a>" in hall for n in (2, 4))
    assert not re.search(">A [13]</a>", hall)
    assert "Changed since publishing" not in hall
    closed = (409, "Line-ups of round 1 are closed; ask the tournament director.")
    assert send(one, code_of(one, "B"), "B2", "B3", "B4") == closed


def test_a_captain_chooses_among_rounds(one, file):
    """Each round has its own deadline, and a form stays one of its round."""
    one.do("/teams/1/captains", time=LATER)
    code = code_of(one, "A")
    first = one.client.post(PLACE, data={"code": code}, headers=one.origin).text
    one.do("/teams/2/captains", time=LATER)
    answer = one.client.post(
        PLACE,
        data={"code": code, **hidden_in(first), "board1": "A2", "board2": "A3", "board3": "A4"},
        headers=one.origin,
    )
    assert told(answer.text) == "Line-up of round 1 sent."
    assert "Line-up of round 2</button>" in answer.text
    assert [lineup(file, "A", number) for number in (1, 2)] == [
        ("A2", "A3", "A4"),
        ("A1", "A2", "A3"),
    ]
    second = one.client.post(PLACE, data={"code": code, "round": "2"}, headers=one.origin).text
    assert hidden_in(second)["round"] == "2"
