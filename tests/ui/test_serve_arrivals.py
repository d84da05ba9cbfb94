"""Check-in by phone: who may say that a player is here, and what everybody else learns."""

from __future__ import annotations

import re

import pytest

from commands import do
from fastpair import Congress, UnconfirmedError
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.go.tournament import Grade, Player
from fastpair.ui.web.arrivals import PLACE
from fastpair.ui.web.live import version
from fastpair.ui.web.rendering import id_of
from pages import director_of

FACTS = {
    "A": {"birth": "1987-05-03", "egf_pin": "12345678"},
    "B": {"birth": "1990", "ffg_licence": "07 00123"},
    "C": {"aga_id": "54321"},
    "D": {"fide_id": "1503014"},
    "E": {},
    "F": {"birth": "1991", "absences": frozenset({1})},
}
PLAYERS = [
    Player(
        key=key, name=f"Lowe{key}", first_name=key, grade=Grade.parse("3k"), club="Oslo", **facts
    )
    for key, facts in FACTS.items()
]
SECRETS = ("1987", "1990", "1991", "12345678", "0700123", "07 00123", "54321", "1503014")


@pytest.fixture
def file(tmp_path):
    target = tmp_path / "open.json"
    Congress.new("Open", preset="EGF", rounds=3, players=PLAYERS).save(target)
    return target


@pytest.fixture
def one(file):
    with director_of(file) as browser:
        yield browser


def answer_to(one, key, proof, **more):
    """The answer to a phone that sends a proof."""
    shown = one.get(f"{PLACE}?player={id_of('p', key)}").text
    token = re.search(r'name="form_token" value="([\w-]+)"', shown)
    fields = {"player": id_of("p", key), "proof": proof, "form_token": token[1] if token else ""}
    return one.client.post(PLACE, data=fields | more, headers=one.origin)


def phone(one, key, proof, **more):
    """The answer to a phone: its status, and what it is told."""
    answer = answer_to(one, key, proof, **more)
    note = re.search(r'class="note (?:ok|bad)"[^>]*>(.*?)</', answer.text, re.DOTALL)
    return answer.status_code, re.sub("<[^>]*>", "", note[1]) if note else ""


def code_of(one, key):
    return one.server.site.server.tables.player_code(key)


def opened(one, proof):
    return one.do("/checkin/1/phones", proof=proof)


def test_a_player_is_here_by_code_birth_year_or_number(one, file):
    assert phone(one, "A", "1987") == (
        200,
        "Check-in by phone is closed; ask the tournament director.",
    )
    assert "Players can check in on their phones" in opened(one, "birth")
    assert not read(file).tournament.by_key["A"].final  # the check-in has started
    assert phone(one, "A", "12345678")[0] == 403
    assert phone(one, "A", " 1987 ") == (200, "LoweA A is here.")
    opened(one, "number")
    assert phone(one, "B", "1990")[0] == 403
    for key, proof in (("B", "0700123"), ("C", "54321"), ("D", "1503014")):
        assert phone(one, key, proof) == (200, f"Lowe{key} {key} is here.")
    assert phone(one, "E", "")[0] == 403
    sheet = one.get("/prints/1/page/playercodes").text
    assert code_of(one, "E").upper() in sheet
    assert phone(one, "E", code_of(one, "E").upper())[1] == "LoweE E is here."
    last = History(file).entries()[-1]
    assert (last.act, last.door, last.values["players"]) == ("present", "phone", ["E"])
    state = Congress.open(file).attendance(1)
    assert (state["here"], state["absent"]) == ([*"ABCDE"], ["F"])
    assert state["arrivals"][0]["by"] == "phone"


def test_a_phone_that_checked_in_knows_its_player(one, file):
    opened(one, "birth")

    def kept(proof):
        page = answer_to(one, "A", proof).text
        return re.search(r'data-mine="/hall/mine" data-player="([^"]+)" data-name="LoweA A"', page)

    assert kept("1900") is None
    player = kept("1987")[1]
    do("draw", file, "--write", "--even-so")
    do("publish", file)
    assert "LoweA A" in one.get("/hall/mine", params={"player": player}).text


def test_an_absence_stays_and_the_director_undoes_an_arrival_with_one_click(one, file):
    opened(one, "birth")
    before = file.read_bytes()
    assert phone(one, "F", "1991") == (
        409,
        "You are entered as absent in round 1; ask the tournament director.",
    )
    assert file.read_bytes() == before
    phone(one, "A", "1987")
    page = one.get("/checkin/1").text
    number = History(file).entries()[-1].number
    assert re.search(r"Phone [0-9]{2}:[0-9]{2}</span>", page)
    assert f'value="undo {number}"' in page
    one.do("/checkin/1/attend", wish=f"undo {number}")
    assert file.read_bytes() == before
    assert "undo " not in one.get("/checkin/1").text
    one.do("/checkin/1/attend", wish="present A")  # by the director, which is no arrival by phone
    assert "undo " not in one.get("/checkin/1").text


def test_who_comes_after_the_round_is_paired_is_late(one, file):
    opened(one, "code")
    for key in "ABCD":
        phone(one, key, code_of(one, key))
    one.do("/boards/1/draw", without_expected="true")
    assert phone(one, "E", code_of(one, "E")) == (
        200,
        "Round 1 is already paired; tell the tournament director that you are here.",
    )
    assert Congress.open(file).attendance(1)["late"] == ["E"]


def test_nothing_private_is_told_and_guesses_are_few(one, file, monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("fastpair.ui.api.service.monotonic", lambda: clock[0])
    opened(one, "birth")
    pages = [one.get(f"{PLACE}{query}").text for query in ("", "?me=lowe", "?me=l")]
    assert "LoweA" not in one.get(f"{PLACE}?me=1987").text
    pages += [one.get(f"{PLACE}?player={id_of('p', key)}").text for key in FACTS]
    assert all(f"Lowe{key}" in pages[1] for key in FACTS)
    assert "LoweA" not in pages[2]
    # Who has no birth year is told the same as who has another one.
    answers = {phone(one, key, "1950") for key in "ABCE"}
    assert len(answers) == 1
    for secret in SECRETS:
        assert all(secret not in page for page in pages)
    assert phone(one, "A", "1987", form_token="x")[0] == 409
    assert phone(one, "A", "1951")[0] == 403
    assert phone(one, "A", "1987")[0] == 429  # two tries, and then the code
    assert phone(one, "B", "1990")[1] == "LoweB B is here."  # for others nothing is locked
    assert phone(one, "B", "1950")[1] == "LoweB B is already here."  # so that nobody guesses more
    clock[0] += 80000
    assert phone(one, "A", "1987")[0] == 429  # not two more in the next round
    clock[0] += 6400
    assert phone(one, "A", "1987")[1] == "LoweA A is here."
    for guess in range(30):  # of one address, about players who are locked in between
        one.server.access.arrivals_of_player.forget("CE"[guess % 2])
        assert phone(one, "CE"[guess % 2], "x")[0] == 403
    assert phone(one, "D", code_of(one, "D"))[0] == 429
    clock[0] += 60
    assert [phone(one, "D", "x")[0] for _ in range(3)] == [403, 403, 429]
    assert phone(one, "D", code_of(one, "D"))[0] == 200  # nobody locks a player out of the own code


def test_a_right_guess_brings_no_further_ones(one):
    opened(one, "birth")
    assert phone(one, "A", "1950")[0] == 403
    assert phone(one, "A", "1987")[0] == 200
    one.do("/checkin/1/attend", wish="absent A")
    one.do("/checkin/1/attend", wish="final A")
    one.do("/checkin/1/attend", wish="preliminary A")
    assert phone(one, "A", "1951")[0] == 403
    assert phone(one, "A", "1952")[0] == 429


def test_nobody_learns_the_birth_year_of_a_child(tmp_path):
    """Of a field of eight years, two guesses would find every fourth one."""
    players = [
        Player(key=f"K{n}", name=f"Kid{n}", first_name="", grade=Grade.parse("20k"), birth=birth)
        for n, birth in enumerate(
            ("2010", "2011", "2012-02-03", "2013", "2008-05-02", "2008-05-01")
        )
    ]
    file = tmp_path / "cup.json"
    Congress.new("Cup", begins="2026-05-01", rounds=3, players=players).save(file)
    with director_of(file) as one:
        panel = one.send("/checkin/1/phones", {"proof": "birth"}).text
        assert "5 players can confirm with the code only. The birth year of players under" in panel
        answers = {phone(one, f"K{n}", "2010") for n in range(5)}
        assert len(answers) == 1  # to whom it is right, too
        assert phone(one, "K2", "2012")[0] == 403
        assert phone(one, "K2", "2012")[0] == 429
        assert phone(one, "K2", code_of(one, "K2")) == (200, "Kid2 is here.")
        assert phone(one, "K5", "2008") == (200, "Kid5 is here.")  # 18 on the first day


def test_the_director_is_warned_where_birth_years_are_few(tmp_path):
    def warned(years):
        players = [
            Player(key=f"S{n}", name=f"S{n}", first_name="", grade=Grade.parse("1k"), birth=year)
            for n, year in enumerate(years)
        ]
        file = tmp_path / f"{years[-1]}-{len(years)}.json"
        Congress.new("Cup", begins="2026-05-01", rounds=3, players=players).save(file)
        with director_of(file) as one:
            panel = one.send("/checkin/1/phones", {"proof": "birth"}).text
            assert (
                "a stranger can guess" not in one.send("/checkin/1/phones", {"proof": "code"}).text
            )
        found = re.search("Most players were born from (....) to (....): a stranger can", panel)
        return found and found.groups()

    students = [str(1999 + n % 8) for n in range(20)]
    assert warned(students) == ("1999", "2005")
    assert warned([*students[:18], "1940", "1960"]) == ("1999", "2005")  # two teachers
    assert warned([str(1950 + 3 * n) for n in range(15)]) is None


def test_everybody_sees_the_deadline_and_the_draw_goes_by_it(one, file, monkeypatch):
    one.do("/checkin/1/deadline", time="2099-05-01 11:45")
    opened(one, "code")
    for page in ("/hall", "/hall/screen", PLACE):
        assert "Check-in for round 1 until 2099-05-01 11:45" in one.get(page).text
    assert "5 players are expected by 2099-05-01 11:45." in one.get("/checkin/1").text
    before = version(one.server.site.server)
    with monkeypatch.context() as later:
        later.setattr("fastpair.ui.web.live.is_past", lambda time: time is not None)
        assert version(one.server.site.server) != before  # so that browsers show it
    one.do("/checkin/1/attend", wish="present A", players="A\nB\nC\nD")
    question = one.refused("/checkin/1/deadline", time="2026-05-01 11:45")
    assert "2026-05-01 11:45 has passed: round 1 will be paired without 1 player" in question
    one.do("/checkin/1/deadline", time="2026-05-01 11:45", even_so="on")
    closed = "Check-in closed at 2026-05-01 11:45: round 1 is paired without 1 player: LoweE E."
    assert closed in one.get("/checkin/1").text
    assert closed in one.do("/boards/1/draw")  # without a question
    found = Congress.open(file).attendance(1)
    assert (found["closed"], found["absent"], found["late"]) == (True, ["F"], [])
    assert found["not_entered"] == ["E"]
    assert "Check-in for round 1" not in one.get("/hall").text
    one.do("/checkin/1/attend", wish="present E")
    assert Congress.open(file).attendance(1)["late"] == ["E"]


def test_a_time_of_the_day_is_that_of_the_day_of_the_round():
    days = "2026-05-01,2099-05-02"
    players = [Player(key=each, name=each, first_name="", grade=Grade.parse("1k")) for each in "AB"]
    congress = Congress.new("Open", rounds=2, round_dates=days, players=players)
    past = congress.deadline("11:45", round=1)
    with pytest.raises(UnconfirmedError, match="2026-05-01 11:45 has passed"):
        _ = past.congress
    assert "closes at 2099-05-02 11:45" in congress.deadline("11:45", round=2).messages[0]


def test_helpers_see_arrivals_and_only_the_director_lets_phones_in(one):
    assert "Choose how players confirm" in one.refused("/checkin/1/phones", proof="name")
    panel = one.get("/checkin/1/arrivals").text
    assert "Players confirm with" in panel
    answer = one.send("/checkin/1/phones", {"proof": "birth"}).text
    assert "3 players can confirm with the code only" in answer  # the panel stays open
    assert "can no longer check in" in opened(one, "")
    assert one.get(PLACE).status_code == 200
