"""The tournament as files, downloaded from the page."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from datetime import date
from html import unescape
from io import BytesIO
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from commands import do
from congress_files import save
from fastpair.app.history.timeline import History
from fastpair.app.reports.check import FindingKind
from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS, format_of, read
from fastpair.go.tournament import (
    NO_GRADE,
    PRESETS,
    Event,
    Grade,
    Player,
    Result,
    Rules,
    TimeLimit,
    Tournament,
)
from fastpair.insight.advice import Finding
from fastpair.pairing.generator import generate
from fastpair.ui.cli import main
from fastpair.ui.web import files
from fastpair.ui.web.rendering import id_of
from pages import Browser, director_of


@pytest.fixture(params=[5, 2], ids=["over", "two rounds played"])
def file(request, tmp_path):
    return save(generate(20, 5, seed=1, play=request.param), tmp_path / "summer.json")


@pytest.fixture
def director(file):
    with director_of(file) as browser:
        yield browser


def is_over(file):
    return read(file).tournament.round(5).has_results


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_downloaded_and_says_what_it_holds(director, file, name):
    form = FORMATS[name]
    told = director.get("/files/1/holds", params={"format": name}).text
    answer = director.get("/files/1/download", params={"format": name})
    if name in ("egd", "ffg", "aga") and not is_over(file):
        assert answer.status_code == 409
        assert '<p class="note">' in told
        return
    assert answer.status_code == 200
    assert f'filename="summer{form.suffixes[0]}"' in answer.headers["content-disposition"]
    assert len(format_of("x", answer.content).read("x", answer.content).tournament.players) > 10
    assert ("The file stores everything" in told) != ("the format cannot store" in told)


def test_some_rounds_are_exported_as_a_tournament_of_their_own(director):
    answer = director.get("/files/1/download", params={"format": "egd", "rounds": "1-2"})
    assert answer.status_code == 200
    found = FORMATS["egd"].read("x.h9", answer.content).tournament
    assert found.rules.rounds == 2
    assert 'filename="summer-rounds-1-2.h9"' in answer.headers["content-disposition"]
    assert "Part of the rounds" in director.get("/files/1").text


def test_the_record_holds_file_results_and_prints(director, file):
    archive = ZipFile(BytesIO(director.get("/files/2/everything").content))
    names = archive.namelist()
    assert archive.read("summer.json") == file.read_bytes()
    assert ("results/summer.h9" in names) is is_over(file)
    assert {"prints/standings.html", "prints/tables.html"} <= {*names}


@pytest.mark.parametrize(
    "path", ["/files/1/download?format=egd", "/files/1/everything", "/files/1/holds?format=egd"]
)
def test_only_the_director_downloads(director, path):
    with Browser(director.server) as stranger:
        assert stranger.get(path).status_code == 403


def test_no_other_format_is_made(director):
    assert director.get("/files/1/download", params={"format": "exe"}).status_code == 409


def test_the_tournament_is_checked_and_leads_to_the_ratings(director):
    assert re.search(r"\d+ of \d+ results entered", director.get("/files/1/checked").text)
    assert "/standings/5/rated" in director.get("/files/1").text


@pytest.mark.parametrize(
    ("panel", "back"),
    [("files/1/checked", "Finish"), ("results/1/second", "Results"), ("prizes/1/prize", "Prizes")],
)
def test_a_panel_by_its_address_leads_back_to_its_part(director, panel, back):
    part = panel.rpartition("/")[0]
    assert re.search(rf'href="[^"]*/{part}">Back to {back}</a>', director.get(f"/{panel}").text)


def test_the_report_is_a_page(director):
    assert "/page/report" in director.get("/files/1").text
    answer = director.get("/prints/1/page/report", params={"language": "de"})
    assert answer.status_code == 200
    assert '<html lang="de">' in answer.text
    styles = answer.text.count("<style>") + answer.text.count("style=")
    assert answer.headers["content-security-policy"].count("sha256") == styles


def test_what_nothing_is_rated_of_is_told(tmp_path):
    path = tmp_path / "fresh.json"
    save(generate(20, 5, seed=1), path)
    with director_of(path) as director:
        answer = director.get("/standings/1/rated")
        assert answer.status_code == 200
        assert "no game has been played" in answer.text.lower()


RATED = (
    " 10000001  Alder Ann                             FR  Pari    3d   --   2305    12  T250719A\n"
)


@pytest.fixture
def incomplete(tmp_path):
    path = tmp_path / "bath.json"
    players = tuple(
        Player(key=f"{name}{first}".upper(), name=name, first_name=first, grade=Grade.parse("3d"))
        for name, first in (("Alder", "Ann"), ("Birk", "Bo"))
    )
    save(Tournament(name="Bath", players=players), path)
    (tmp_path / "egf.ratings").write_text(RATED)
    return path


def test_what_the_federation_asks_for_is_filled_in(incomplete):
    with director_of(incomplete) as director:
        shown = director.get("/files/1/holds", params={"format": "egd"}).text
        assert "2 players are incomplete" in shown
        offered = dict(re.findall(r'name="([\w-]+)"(?: value="([^"]*)")? aria-label', shown))
        assert [*offered.values()] == ["FR", "Pari", "10000001", "", "", ""]
        birk = [name for name, value in offered.items() if not value]
        for value, why in (("Atlantis", "two letters"), ("12", "8 digits")):
            place = birk[0] if value == "Atlantis" else birk[2]
            assert why in director.refused("/files/1/complete", format="egd", **{place: value})
        director.do("/files/1/complete", format="egd", **{**offered, birk[0]: "Germany"})
        found = read(incomplete).tournament.by_key
        assert (found["ALDERANN"].egf_pin, found["ALDERANN"].club) == ("10000001", "Pari")
        assert found["BIRKBO"].country == "DE"
        shown = director.get("/files/1/holds", params={"format": "egd"}).text
        assert "1 player is incomplete" in shown
        assert "nothing is typed" in director.refused("/files/1/complete", format="egd")
        assert "incomplete" not in director.get("/files/1/holds", params={"format": "csv"}).text


def bar(director):
    """The next step as the page has it."""
    return re.search(r'<section id="next".*?</section>', director.get("/files/1").text, re.S)[0]


def step_of(director):
    """What the page offers next."""
    return " ".join(re.sub("<[^>]+>", " ", bar(director)).split())


def test_who_lacks_what_the_federation_needs_comes_first_and_marking_as_sent_asks(tmp_path):
    """Whoever lacks only a PIN is folded away; clubs that are cut are named."""
    file = tmp_path / "summer.json"
    tournament = generate(20, 2, seed=1, play=2)
    players = [replace(each, country="DE", club="Ulm") for each in tournament.players]
    players[7] = replace(players[7], club="")
    players[8] = replace(players[8], club="Potsdam")
    save(replace(tournament, players=tuple(players)), file)
    with director_of(file) as director:
        page = director.get("/files/1").text
        needed, others = page.split("19 players without a number")
        assert needed.count(": Club") == 1
        assert f"{players[7].name_and_grade}: Club" in needed
        assert others.count(": Club") == 19
        assert "The club of 1 player is cut to 4 letters: 'Potsdam' becomes 'Pots' (" in unescape(
            page
        )
        asked = director.refused("/files/1/sent")
        assert "though data of 1 player are missing?" in asked
        director.do("/files/1/sent", even_so="yes")
        assert "Marked as sent" in director.get("/files/1").text


def test_check_download_and_mark_as_sent_lead_to_the_end(tmp_path):
    file = tmp_path / "summer.json"
    tournament = generate(20, 5, seed=1, play=5)
    players = tuple(replace(each, country="DE", club="Ulm") for each in tournament.players)
    save(replace(tournament, players=players), file)
    with director_of(file) as director:
        assert "Check results" in step_of(director)
        director.get("/files/1/checked")
        step = step_of(director)
        assert "The event lacks data for the EGF file: Location, Country and 3 more." in step
        assert ">Event data missing<" in director.get("/files/1").text
        event = {"place": "Ulm", "country": "DE", "begins": "2026-05-01", "komi": "6.5"}
        director.do("/rules/1/change", **event)
        assert "data for the EGF file: Time control." in step_of(director)
        assert "though the event lacks data: Time control?" in director.refused("/files/1/sent")
        director.do("/rules/1/change", time="45 fischer 20")
        director.get("/files/1/checked")
        assert "The EGF file is ready." in step_of(director)
        director.get("/files/1/download", params={"format": "egd", "rounds": "1-2"})
        assert "is ready" in step_of(director)
        button = re.search(r'href="([^"]+)">Download EGF file<', bar(director))[1]
        sent = director.get(button)
        assert "attachment" in sent.headers["content-disposition"]
        assert sent.headers["content-disposition"].endswith('.h9"')
        assert "EGF file downloaded" in step_of(director)
        director.do("/files/1/sent")
        assert "Results file sent" in step_of(director)
        held = len(History(file).entries())
        director.get("/files/1/checked")
        director.get("/files/1/download", params={"format": "egd"})
        assert len(History(file).entries()) == held
        game = tournament.round(5).games[0]
        other = "2" if game.result is Result.WHITE_WINS else "1"
        director.do(
            "/results/5/enter", results=f"{game.table} {other}", even_so="yes", players_know="yes"
        )
        assert "Check results" in step_of(director)


def test_a_check_names_the_games_that_no_draw_has_made(drawn, run):
    """Page and command compare the same boards, and say that one was set manually."""
    game = read(drawn).tournament.round(1).games[0]
    with director_of(drawn) as director:
        director.do("/boards/1/unpair", table=str(game.table))
        director.do("/boards/1/pair", one=game.white, other=game.black)
        games = read(drawn).tournament.round(1).games
        director.do("/results/1/enter", results=" ".join(f"{each.table} 1" for each in games))
        page = unescape(director.get("/files/1/checked").text)
    status, _, errors = run("check", drawn)
    assert "1 game was set manually" in errors
    assert ("No problems found in what was compared." in page) == (status == 0)
    assert "Results, pairings and rules agree" not in page
    assert "1 game was set manually" in page


@pytest.mark.peers("files/opengotha/*.xml", "files/h9/*", "opengotha/*/tournament.xml", alike=True)
def test_page_and_command_find_the_same(peer, tmp_path, capsys):
    """Of files that other programs have drawn, and that somebody has changed beside the page."""
    file = tmp_path / peer.name
    file.write_bytes(peer.read_bytes())
    try:
        document = read(file)
    except FormatError:
        pytest.skip("is no tournament")
    if document.tournament.doubtful:
        pytest.skip("contradicts itself")
    with director_of(file) as director:
        ensure_agreement(director, file, capsys)
        with suppress(RuleError):  # of formats that keep their boards
            document.write(file, exchanged(document.tournament))
        ensure_agreement(director, file, capsys)


def ensure_agreement(director, file, capsys):
    """Compare what the page finds with what the command does."""
    page = unescape(director.get("/files/1/checked").text)
    status = main(["check", str(file), "--json"])
    found = json.loads(capsys.readouterr().out)
    worse = [len(each["different"]) for each in found["rounds"] if each["loss"]]
    assert found["clean"] == (status == 0) == ("No problems found" in page)
    agrees = found["clean"] and found["rounds"] and not found["remarks"]
    assert ("Results, pairings and rules agree" in page) == bool(agrees)
    counts = map(int, re.findall(r'<span class="count">(\d+)</span>', page))
    assert sum(counts) == len(found["findings"]) + len(worse)
    shown = re.findall(r"(\d+) boards? differs? from the best pairing", page)
    assert [*map(int, shown)] == worse
    said = [f"{place}: " for place in re.findall(r'href="[^"]*entry[^"]*">([^<]*)</a>', page)]
    assert not [each for each in said if f'<span class="muted">{each}' in page]  # a name once


def exchanged(tournament):
    """A tournament in whose last round two boards have exchanged their players of Black."""
    one, other, *rest = sorted(tournament.games, key=lambda game: -game.round)
    if one.round != other.round:
        return tournament
    swapped = replace(one, black=other.black), replace(other, black=one.black)
    return replace(tournament, games=(*swapped, *rest))


def test_a_check_of_nothing_claims_nothing(tmp_path):
    file = tmp_path / "summer.json"
    save(generate(8, 3, seed=1), file)
    with director_of(file) as director:
        page = director.get("/files/1/checked").text
    assert "Results, pairings and rules agree" not in page


def test_a_finding_at_a_board_is_shown_without_its_place(drawn):
    """Whatever signs its sentence has."""
    tournament = read(drawn).tournament
    found = Finding(
        kind=FindingKind.REMATCH,
        sentence="(1/3) rematch: X",
        detail="rematch: X",
        round_number=1,
        table=3,
    )
    line = files._line(SimpleNamespace(tournament=tournament, number=1), found)
    assert line.message == "rematch: X"


def test_a_file_that_lacks_data_leads_to_the_fields(tmp_path):
    file = tmp_path / "summer.json"
    tournament = generate(20, 5, seed=1, play=5)
    players = tuple(replace(each, club="") for each in tournament.players)
    save(replace(tournament, players=players), file)
    with director_of(file) as director:
        director.get("/files/1/checked")
        assert "Download EGF file" not in bar(director)
        assert re.search(r'href="[^"]+#data">Complete player data<', bar(director))


@pytest.mark.parametrize("country", ["Konstanz", "QQ", ""])
def test_ready_is_what_the_exporter_says(tmp_path, run, country):
    """A country that the file cannot hold is missing, on the page as in the command."""
    file, target = tmp_path / "summer.json", tmp_path / "summer.h9"
    tournament = generate(20, 2, seed=1, play=2)
    players = [replace(each, country="DE", club="Ulm") for each in tournament.players]
    players[3] = replace(players[3], country=country)
    event = replace(tournament.event, place="Ulm", country="DE", begins=date(2026, 5, 1))
    event = replace(event, time=TimeLimit(), komi_x2=13)
    tournament = replace(tournament, players=tuple(players), event=event)
    save(tournament, file)
    lacks = f"1 player without a country, which the EGF asks for: {players[3].full_name}"
    with director_of(file) as director:
        director.get("/files/1/checked")
        assert "1 player lacks data for the EGF file." in step_of(director)
        assert ">✓ Ready<" not in row_of(director, "EGF results file")
        assert lacks in unescape(director.get("/files/1").text)
        assert lacks in unescape(director.get("/files/1/holds", params={"format": "egd"}).text)
        assert lacks in run("export", file, target)[2]
        field = f"country-{id_of('p', players[3].key)}"
        director.do("/files/1/complete", format="egd", **{field: "FR"})
        director.get("/files/1/checked")
        assert "The EGF file is ready." in step_of(director)
        assert ">✓ Ready<" in row_of(director, "EGF results file")
    assert "asks for" not in run("export", file, target, "--overwrite")[2]


def row_of(director, title):
    """The line of a results file in the list."""
    return re.search(rf">{title} .*?</tr>", director.get("/files/1").text, re.S)[0]


@pytest.fixture
def gaps(tmp_path):
    """Everybody is without a PIN, and the last two are without a club, or with a long one."""
    file = tmp_path / "summer.json"
    tournament = generate(20, 5, seed=1, play=5)
    players = [replace(each, country="CZ", club="Brno") for each in tournament.players]
    players[-2:] = replace(players[-2], club=""), replace(players[-1], club="Praha")
    event = Event(place="Brno", country="CZ", begins=date(2026, 5, 1), time=TimeLimit(), komi_x2=15)
    save(replace(tournament, players=tuple(players), event=event), file)
    with director_of(file) as director:
        yield director, players


def test_players_whose_data_are_required_come_first_and_alone(gaps):
    director, (*others, lacking, _) = gaps
    shown = director.get("/files/1").text
    first, rest = shown.split("19 players without a number")
    assert f'aria-label="{lacking.full_name}' in first
    assert not any(f'aria-label="{each.full_name}' in first for each in others)
    assert all(f'aria-label="{each.full_name}' in rest for each in others)


def test_marking_as_sent_asks_while_data_are_missing(gaps):
    director, (*_, lacking, _last) = gaps
    question = director.refused("/files/1/sent")
    assert "data of 1 player are missing" in question
    assert "Results file sent" not in step_of(director)
    director.do("/files/1/complete", format="egd", **{f"club-{id_of('p', lacking.key)}": "Ulm"})
    director.do("/files/1/sent")
    assert "Results file sent" in step_of(director)


def test_a_club_is_cut_with_a_word_only(gaps, capsys, tmp_path):
    """By page and command, whether it is exported or converted."""
    director, (*_, last) = gaps
    word = f"'Praha' becomes 'Prah' ({last.full_name})"
    shown = unescape(director.get("/files/1").text)
    assert f"The club of 1 player is cut to 4 letters: {word}" in shown
    for form in ("egd", "ffg"):
        assert word in unescape(director.get("/files/1/holds", params={"format": form}).text)
        for command in ("export", "convert"):
            target = tmp_path / f"{command}.{form}"
            do(command, tmp_path / "summer.json", target, "--to", form)
            assert word in capsys.readouterr().err


def test_nothing_is_marked_as_long_as_results_are_missing(tmp_path):
    file = tmp_path / "summer.json"
    save(generate(20, 5, seed=1, play=2), file)
    with director_of(file) as director:
        director.get("/files/1/checked")
        assert not History(file).entries()
        assert "rounds 3–5 are not played" in director.refused("/files/1/sent")


def test_what_a_check_finds_leads_to_its_place(tmp_path):
    file = tmp_path / "summer.json"
    tournament = generate(20, 5, seed=1, play=2)
    first, *games = tournament.games
    save(replace(tournament, games=(replace(first, result=Result.UNKNOWN), *games)), file)
    with director_of(file) as director:
        page = director.get("/files/1/checked").text
        assert "Result missing" in page
        assert (
            f'href="/boards/1?open=board%3Ftable%3D{first.table}">Round 1, table {first.table}</a>'
            in page
        )


def test_a_chess_open_ends_with_its_report(tmp_path, capsys):
    path = tmp_path / "open.json"
    rules = replace(Rules(**PRESETS["FIDE"].changes), rounds=2)
    tournament = replace(generate(8, 2, seed=1), kind="swiss", rules=rules)
    players = [replace(p, grade=NO_GRADE, absences=frozenset()) for p in tournament.players]
    save(replace(tournament, players=tuple(players)), path)
    for number in ("1", "2"):
        do("draw", path, "--write", "--seed", "1")
        entered = [word for table in "1234" for word in (table, "1-0")]
        do("result", path, "--round", number, *entered)
    capsys.readouterr()
    with director_of(path) as director:
        director.get("/files/2/checked")
        assert "8 players lack data for the FIDE file" in step_of(director)
        fields = {f"fide_id-{id_of('p', p.key)}": f"53100000{n}" for n, p in enumerate(players)}
        assert "at most 11 digits" in director.refused(
            "/files/2/complete", format="trf", **dict.fromkeys(fields, "x")
        )
        director.do("/files/2/complete", format="trf", **fields)
        assert "lacks data for the FIDE file: Director, Time control" in step_of(director)
        director.do("/rules/2/change", edit="event", director="Ada Lind")
        director.do("/rules/2/change", edit="time", time_code="5400+30")
        assert "The FIDE file is ready" in step_of(director)
        page = director.get("/files/2").text
        assert "FIDE tournament report" in page
        assert "EGF" not in page
        report = director.get("/files/2/download", params={"format": "trf"})
        assert 'filename="open.trf"' in report.headers["content-disposition"]
        held = FORMATS["trf"].read("x.trf", report.content).tournament
        assert {player.fide_id for player in held.players} == {*fields.values()}
        director.do("/files/2/sent")
        assert "Results file sent" in step_of(director)
        archive = ZipFile(BytesIO(director.get("/files/2/everything").content)).namelist()
        assert "results/open.trf" in archive
        assert "results/open.h9" not in archive
