"""A folder of tournaments, from nothing on, on the page."""

from __future__ import annotations

import os
import re
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from commands import do
from congress_files import save
from evenings import ALL, FILES, check_in
from fastpair import Congress
from fastpair.app.actions.deletion import deletions, restore
from fastpair.app.history.state import CongressState
from fastpair.errors import RuleError
from fastpair.formats import read
from fastpair.formats.fastpair import new_content
from fastpair.go.tournament import PRESETS, Result
from fastpair.pairing.generator import generate
from fastpair.ui.cli import main
from fastpair.ui.web.running import Server
from pages import Browser, director_of
from repository import ROOT


@pytest.fixture
def folder(tmp_path):
    return tmp_path


@pytest.fixture
def director(folder):
    with closing(Server(folder, "127.0.0.1", 0)) as server, Browser(server) as browser:
        browser.client.follow_redirects = True
        browser.open()
        yield browser


def token(director):
    return re.search(r'name="form_token" value="([\w-]+)"', director.get("/").text)[1]


def made(folder):
    """The files of tournaments; what the server keeps beside is none."""
    return [each.name for each in folder.iterdir() if each.suffix != ".serve"]


def sent(director, path, files=None, **fields):
    data = {"form_token": token(director), **fields}
    return director.client.post(path, data=data, files=files, headers=director.origin)


def test_a_tournament_begins_on_the_page(director, folder):
    assert "No tournaments yet" in director.get("/").text
    answer = sent(
        director, "/new", name="Été à Ulm", rounds="6", bar="3d", floor="15k", begins="2026-07-18"
    )
    assert answer.url.path == "/tournaments/ete-a-ulm.json/players/1"
    rules = read(folder / "ete-a-ulm.json").tournament.rules
    assert (rules.rounds, str(rules.bar), str(rules.floor)) == (6, "3d", "15k")
    listed = director.get("/").text
    assert "Été à Ulm" in listed
    assert "No players yet." in listed


def test_the_code_of_a_helper_opens_one_tournament(director):
    for name in ("Ulm", "Lyon"):
        sent(director, "/new", name=name, rounds="3")
    ulm, lyon = ("/tournaments/ulm.json", "/tournaments/lyon.json")
    assert sent(director, f"{ulm}/prints/1/helper", name="Ann").status_code == 200
    refused = sent(director, f"{lyon}/prints/1/helper", name="Ann")
    assert "helps at another tournament of this folder" in refused.text
    assert sent(director, f"{lyon}/prints/1/helper", name="Bea").status_code == 200
    assert (
        "Bea" in director.get(f"{lyon}/prints/1").text,
        "Bea" in director.get(f"{ulm}/prints/1").text,
    ) == (True, False)
    with Browser(director.server) as ann:
        ann.client.follow_redirects = True
        address = re.search(rf"{ulm}/\?token=[\w-]+", director.get(f"{ulm}/prints/1").text)[0]
        assert ann.client.get(address).url.path.startswith(ulm)
        assert ann.client.get("/").url.path.startswith(ulm)
        for part in ("results", "checkin"):
            assert ann.client.get(f"{ulm}/{part}/1").status_code == 200
            other = ann.client.get(f"{lyon}/{part}/1")
            assert other.status_code == 403
            assert "Your code is for another tournament" in other.text


def test_a_new_tournament_has_the_format_of_its_preset_unless_one_is_chosen(director):
    menu = director.get("/new").text.partition('name="event_format"')[2].partition("</select>")[0]
    formats = re.findall('<option value="(.*?)"[^>]*>(.*?)<', menu)
    assert formats[0] == ("", "Format of the rules preset (default)")
    assert [value for value, _ in formats].count("") == 1
    assert all(text.strip() for _, text in formats)


def test_the_presets_are_grouped_by_their_game(director):
    """Go first, as most tournaments here; before all the choice that names none."""
    page = director.get("/new").text
    menu = page.partition('name="preset"')[2].partition("</select>")[0]
    before, *groups = menu.split('<optgroup label="')
    assert re.findall('value="(.*?)"', before) == [""]
    found = {
        group.partition('"')[0]: re.findall('value="(.*?)"', group.partition("</optgroup>")[0])
        for group in groups
    }
    assert [*found] == ["Go", "Chess", "Any game"]
    assert {*found["Any game"]} == {"Swiss", "Football"}
    assert found["Chess"][0] == "Chess"
    assert "EGF" in found["Go"]
    assert sorted(name for group in found.values() for name in group) == sorted(PRESETS)


@pytest.mark.parametrize("by_page", [True, False])
def test_the_code_of_a_helper_ends_with_the_tournament(director, folder, by_page):
    """Another one of the same name takes no code of the first, which has its codes when it is restored."""

    def code():
        page = director.get("/tournaments/ulm.json/prints/1").text
        return re.search(r"/tournaments/ulm.json/\?token=[\w-]+", page)

    def enter():
        return ann.client.get("/tournaments/ulm.json/results/1")

    sent(director, "/new", name="Ulm", rounds="3")
    sent(director, "/tournaments/ulm.json/prints/1/helper", name="Ann", tables="1-5")
    first = code()[0]
    with Browser(director.server) as ann:
        ann.client.follow_redirects = True
        assert ann.client.get(first).status_code == 200
        if by_page:
            sent(director, "/delete", file="ulm.json")
        else:
            do("delete", folder / "ulm.json", "Ulm")
        sent(director, "/new", name="Ulm", rounds="3")
        assert code() is None
        assert enter().status_code == 403
        assert ann.client.get(first).status_code == 403
        added = sent(director, "/tournaments/ulm.json/prints/1/helper", name="Ann")
        assert "Ann added" in added.text
        assert code()[0] != first
        assert enter().status_code == 403
        assert ann.client.get(code()[0]).status_code == 200
        assert enter().status_code == 200


def test_a_tournament_that_is_restored_has_its_helpers(director, folder):
    sent(director, "/new", name="Ulm", rounds="3")
    sent(director, "/tournaments/ulm.json/prints/1/helper", name="Ann")
    page = director.get("/tournaments/ulm.json/prints/1").text
    sent(director, "/delete", file="ulm.json")
    (deleted,) = deletions(folder)
    sent(director, "/restore", deleted=deleted.folder.name)
    code = re.search(r"ulm.json/\?token=[\w-]+", page)[0]
    assert code in director.get("/tournaments/ulm.json/prints/1").text


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Congress " * 40, f"{'congress-' * 12}"[:100].rstrip("-") + ".json"),
        ("Ф" * 300, "tournament.json"),
        ("第三十回大会", "tournament.json"),
        ("Con", "con-tournament.json"),
        ("LPT 1", "lpt-1.json"),
        ("lpt1", "lpt1-tournament.json"),
    ],
)
def test_any_name_makes_a_file_that_every_system_takes(director, folder, name, file):
    sent(director, "/new", name=name)
    assert [each for each in made(folder) if each.endswith(".json")] == [file]
    assert read(folder / file).tournament.name == name.strip()


def test_a_name_with_no_room_for_more_is_shown(director, folder):
    """What would lie beside the file has too long a name, so that there is none, and a change is refused."""
    file = folder / f"{'b' * 250}.json"
    save(generate(8, 3, seed=1), file)
    director.client.follow_redirects = True
    for page in ("players/1", "standings/1", "prizes/1", "log/1"):
        assert director.get(f"/tournaments/{file.name}/{page}").status_code == 200
    do("info", file)
    before = file.read_bytes()
    assert main(["rules", str(file), "--rounds", "4"]) == 2
    assert file.read_bytes() == before


@pytest.mark.parametrize("letters", ["b" * 240, "ß" * 119])
def test_a_long_name_is_deleted_and_restored(director, folder, letters):
    file = folder / f"{letters}.json"
    do("new", file, "--name", "Long")
    before = file.read_bytes()
    do("delete", file, "Long")
    assert not file.exists()
    (deleted,) = deletions(folder)
    assert deleted.file == file.name
    sent(director, "/restore", deleted=deleted.folder.name)
    assert file.read_bytes() == before
    assert [*deletions(folder)] == []


def test_a_folder_that_does_not_exist_is_made_and_shown(folder):
    path = folder / "clubs" / "tournaments"
    with director_of(path) as browser:
        assert path.is_dir()
        assert browser.server.folder == path
        assert str(path) in browser.get("/").text
        browser.client.cookies.clear()
        assert not [page for page in ("/", "/hall") if str(path) in browser.get(page).text]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": ""}, "Enter a name"),
        ({"name": "Ulm", "rounds": "six"}, "must be a whole number"),
        ({"name": "Ulm", "format": "txt"}, "ends in"),
        ({"name": "Ulm", "format": "../x"}, "ends in"),
    ],
)
def test_what_cannot_be_right_makes_no_file(director, folder, fields, said):
    answer = sent(director, "/new", **fields)
    assert answer.status_code == 409
    assert said in answer.text
    assert made(folder) == []


def test_the_same_name_twice_is_refused(director, folder):
    sent(director, "/new", name="Ulm")
    assert "exists already" in sent(director, "/new", name="ulm").text
    assert [each.name for each in folder.glob("*.json")] == ["ulm.json"]


DAY = date(2026, 11, 28)


def test_a_file_is_taken_over_and_copied(director, folder):
    content = (ROOT / "examples" / "congress.xml").read_bytes()
    answer = sent(director, "/take", files={"file": ("../My Congress.XML", content)})
    assert answer.url.path.startswith("/tournaments/my-congress.xml/")
    assert (folder / "my-congress.xml").read_bytes() == content
    sent(director, "/copy", file="my-congress.xml", name="Next year")
    first, second = (
        read(folder / name).tournament for name in ("my-congress.xml", "next-year.xml")
    )
    assert len(second.players) == len(first.players)
    assert not second.games
    days = {"begins": DAY, "ends": DAY, "round_dates": (DAY,), "ratings_until": DAY}
    save(replace(second, event=replace(second.event, **days)), folder / "dated.json")
    sent(director, "/copy", file="dated.json", name="Later")
    event = read(folder / "later.json").tournament.event
    assert (event.begins, event.ends, event.round_dates) == (None, None, ())
    assert event.ratings_until is None


def test_a_duplicate_has_nothing_of_the_day(director, folder):
    """Neither arrivals nor line-ups of later rounds nor what was published, with a history and in OpenGotha's file."""
    teams = FILES["teams_drawn"]()
    teams = teams.team("Ulm", ["BO", "ANN"], since=2, confirmed=ALL).congress
    teams.publish(1).congress.save(folder / "teams.json")
    here = check_in().present(["ANN"], rounds=[1]).congress
    here.save(folder / "here.xml")
    fresh = duplicate(director, "teams.json", "Next teams")
    assert fresh.tournament.team_play.teams[0].lineups == (("ANN", "BO"),)
    assert not fresh.published
    fresh = duplicate(director, "here.xml", "Next evening")
    assert [player.final for player in fresh.tournament.players] == [False] * 9
    assert not fresh.arrived


def duplicate(director, file, name):
    """The state of a duplicate."""
    sent(director, "/copy", file=file, name=name)
    folder = director.server.folder
    return CongressState.read(folder / f"{name.lower().replace(' ', '-')}{Path(file).suffix}")


def test_a_congress_taken_over_in_the_middle_has_one_state(director, folder):
    whole = generate(20, 4, seed=2, play=3)
    first, *others = whole.round(3).games
    playing = whole.replace_round(3, [replace(first, result=Result.UNKNOWN), *others])
    answer = sent(director, "/take", files={"file": ("open.json", new_content(playing))})
    base, _, place = answer.url.path.partition("/boards/")
    assert place == "3"

    def shown(path):
        return director.get(f"{base}/{path}").text

    def rounds_on_phones():
        return sorted(map(int, re.findall(r"/hall\?round=(\d)", shown("hall"))))

    page = shown("boards/3")
    assert "Round 3 · Draft" in page
    assert '<span class="badge">Draft</span>' in page
    assert "Review before publishing" in page
    assert ">Publish round 3<" in page
    assert "✓ Complete" in shown("boards/2")
    assert "✓ Round 2" in shown("prints/3")
    assert rounds_on_phones() == [1, 2]
    assert f"{base}/hall/standings" in shown("hall")
    entered = re.findall(r'class="entered">([^<]*)', shown("results/3"))
    assert entered
    assert not any(entered)
    seen = re.search(r'data-seen="(\w+)"', page)[1]
    sent(director, f"{base}/boards/3/publish", seen=seen, even_so="yes")
    page = shown("boards/3")
    assert "Round 3 · Published" in page
    assert "✓ Published" in page
    assert rounds_on_phones() == [1, 2, 3]


@pytest.mark.parametrize("name", ["x.xml", "x.exe", "x"])
def test_what_is_no_tournament_is_not_taken_over(director, folder, name):
    answer = sent(director, "/take", files={"file": (name, b"nothing of the kind")})
    assert answer.status_code == 409
    assert made(folder) == []


def test_an_import_asks_about_lines_that_are_not_read(director, folder, tmp_path, capsys):
    """On the page, by command and in Python."""
    content, question = b"012 Cup\n001    1      Ash\n299 x\n", "line 3: 299 is not read"
    answer = sent(director, "/take", files={"file": ("cup.trf", content)})
    assert question[1:] in answer.text  # a sentence of the page begins with a capital
    assert made(folder) == []
    sent(director, "/take", files={"file": ("cup.trf", content)}, even_so="true")
    assert "cup.trf" in made(folder)
    file, target = folder / "cup.trf", tmp_path / "converted.json"
    assert main(["convert", str(file), str(target)]) == 2
    assert question in capsys.readouterr().err
    with pytest.raises(RuleError, match=question):
        Congress.open(file).save(target)
    assert not target.exists()
    assert main(["convert", str(file), str(target), "--even-so"]) == 0
    Congress.open(file).save(tmp_path / "saved.json", even_so=True)
    assert read(tmp_path / "saved.json").tournament.players == read(target).tournament.players


def test_a_demonstration_is_there_to_be_drawn(director, folder):
    answer = sent(director, "/demonstration")
    assert answer.url.path == "/tournaments/demonstration.json/players/3"
    assert "Pair round 3" in director.get("/tournaments/demonstration.json/boards/3").text


def test_each_tournament_has_its_own_pages(director, folder):
    for name in ("One", "Two"):
        sent(director, "/new", name=name)
    pages = [director.get(f"/tournaments/{name}.json/players/1").text for name in ("one", "two")]
    assert "One" in pages[0]
    assert "Two" in pages[1]
    assert all(
        f'href="/tournaments/{n}.json/log/1"' in p
        for n, p in zip(("one", "two"), pages, strict=True)
    )


@pytest.mark.parametrize("name", ["three.json", "%2e%2e%2f", ".one.json", "one.json.history"])
def test_nothing_else_of_the_folder_is_served(director, folder, name):
    sent(director, "/new", name="One")
    assert director.get(f"/tournaments/{name}/hall").status_code == 404


def test_the_hall_leads_a_phone_to_its_table_in_each_tournament(director, drawn, run):
    run("publish", drawn)
    base = "/tournaments/congress.xml/hall"
    halls = director.get("/hall").text
    assert f'data-from="{base}/mine"' in halls
    assert f'href="{base}"' in halls
    assert '<a href="/hall">' in director.get(base).text
    player = read(drawn).tournament.players[0].full_name
    assert f'href="{base}?me=' in director.get(f"{base}/mine", params={"me": player}).text


def test_only_the_director_begins_tournaments(director, folder):
    stranger = TestClient(director.server.app, base_url=director.client.base_url)
    assert "Nothing published yet" in stranger.get("/").text
    answer = stranger.post("/new", data={"name": "Ulm"}, headers=director.origin)
    assert answer.status_code == 403
    assert (
        director.client.post("/new", data={"name": "Ulm"}, headers=director.origin).status_code
        == 403
    )
    assert made(folder) == []


def test_a_file_that_cannot_be_read_is_named_with_its_fault(director, folder):
    (folder / "broken.xml").write_text("<Tournament>", encoding="utf-8")
    assert "broken.xml" in director.get("/").text
    assert director.get("/tournaments/broken.xml/players/1").status_code == 503


def test_a_complete_backup_of_a_file_that_cannot_be_read_is_named(director, folder):
    good = (ROOT / "examples" / "congress.xml").read_bytes()
    (folder / "broken.xml").write_text("<Tournament>\n\n<x>", encoding="utf-8")
    assert "The backup of" not in director.get("/").text
    (folder / "broken.xml.bak").write_bytes(good)
    (folder / "broken.xml.bak2").write_bytes(b"no tournament")
    os.utime(folder / "broken.xml", (1, 1))  # a file that has changed is read again
    page = director.get("/").text
    assert "Line 3:" in page
    assert re.search(r"The backup of \d{4}-\d\d-\d\d \d\d:\d\d is complete\.", page)


def beside(path):
    return {
        each.name for each in path.iterdir() if each.is_file() and "tournaments" not in each.name
    }


def test_a_tournament_is_deleted_and_restored(director, folder):
    """With its history and all else beside it; the other tournaments and their pages stay."""
    for name in ("Ulm", "Bern"):
        sent(director, "/new", name=name)
    (folder / "ulm.json.json").write_bytes((folder / "ulm.json").read_bytes())
    sent(
        director,
        "/tournaments/ulm.json/players/1/register",
        name="Lowe",
        first_name="Ann",
        grade="1d",
    )
    (folder / "ulm.json.bak2").write_bytes(b"kept")
    (folder / "ulm.json.web").mkdir()
    contents = {name: (folder / name).read_bytes() for name in beside(folder)}
    own = {name for name in contents if name.startswith("ulm.json")} - {"ulm.json.json"}
    assert {"ulm.json", "ulm.json.history", "ulm.json.serve", "ulm.json.bak2"} <= own
    page = director.get("/delete?file=ulm.json").text
    assert "<h1>Delete Ulm?</h1>" in page
    assert beside(folder) == set(contents)
    answer = sent(director, "/delete", file="ulm.json")
    assert "ulm.json deleted." in answer.text
    assert "1 deleted tournament" in answer.text
    assert beside(folder) == set(contents) - own
    assert director.get("/tournaments/ulm.json/players/1").status_code == 404
    assert director.get("/tournaments/bern.json/players/1").status_code == 200
    (deleted,) = (folder / "Deleted").iterdir()
    assert {each.name for each in deleted.iterdir()} == {*own, "ulm.json.web"}
    assert not (folder / "ulm.json.web").exists()
    sent(director, "/new", name="Ulm")
    assert "is there again" in sent(director, "/restore", deleted=deleted.name).text
    sent(director, "/delete", file="ulm.json")
    sent(director, "/restore", deleted=deleted.name)
    assert {name: (folder / name).read_bytes() for name in own} == {n: contents[n] for n in own}
    assert "Lowe" in director.get("/tournaments/ulm.json/players/1").text


def test_a_file_is_deleted_whole_or_not_at_all(director, folder, monkeypatch):
    sent(director, "/new", name="Ulm")
    before = beside(folder)
    rename = Path.rename

    def failing(self, target):
        if self.name.endswith(".history"):
            raise PermissionError(13, "permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    assert "nothing was changed" in sent(director, "/delete", file="ulm.json").text
    assert beside(folder) == before
    assert not (folder / "Deleted").exists()


@pytest.mark.parametrize("path", ["/delete", "/restore"])
def test_only_the_directors_own_form_deletes(director, folder, path):
    sent(director, "/new", name="Ulm")
    fields = {"file": "ulm.json", "deleted": "x"}
    for form_token in ("", "x"):
        answer = director.client.post(
            path, data={**fields, "form_token": form_token}, headers=director.origin
        )
        assert answer.status_code >= 400
    director.client.cookies.clear()
    answer = director.client.post(path, data=fields, headers=director.origin)
    assert answer.status_code >= 400
    assert (folder / "ulm.json").exists()


@pytest.mark.parametrize("name", ["../ulm.json", "Deleted", "nobody.json", ""])
def test_nothing_else_is_deleted(director, folder, name):
    (folder / "Deleted").mkdir()
    assert sent(director, "/delete", file=name).status_code == 404
    assert director.get("/delete", params={"file": name}).status_code == 404


def test_the_command_deletes_what_is_named(folder, run):
    main(["new", str(folder / "ulm.json"), "--name", "Ulm"])
    status, _, told = run("delete", folder / "ulm.json", "Bern")
    assert status
    assert "is called 'Ulm'" in told
    assert (folder / "ulm.json").exists()
    do("delete", folder / "ulm.json", "Ulm")
    assert not (folder / "ulm.json").exists()
    (deletion,) = deletions(folder)
    assert restore(deletion) == folder / "ulm.json"
    assert read(folder / "ulm.json").tournament.name == "Ulm"
    assert not (folder / "Deleted").exists()


def test_a_tournament_of_teams_is_created(director, folder):
    sent(director, "/new", name="Liga", participants="teams", boards="6")
    page = director.get("/tournaments/liga.json/teams/1").text
    assert "No teams yet" in page
    assert "individual players" not in page
    tournament = read(folder / "liga.json").tournament
    assert tournament.team_play.size == 6
    assert not tournament.rules.by_mms
    assert "0 teams of 6 boards · WBWBWB" in director.get("/tournaments/liga.json/rules/1").text


@pytest.mark.parametrize(("typed", "held"), [("90+30", "5400+30"), ("180+2", "180+2")])
def test_the_time_of_a_new_event_of_chess_is_in_setup_and_in_its_report(
    director, folder, typed, held
):
    sent(director, "/new", name="Open", preset="Chess", time=typed)
    page = director.get("/tournaments/open.json/rules/1", params={"edit": "time"}).text
    assert f'value="{held}"' in page
    do("convert", folder / "open.json", folder / "open.trf")
    assert f"222 {held}" in (folder / "open.trf").read_text().splitlines()
    made = Congress.new("Open", preset="Chess", time=typed).tournament.event
    assert (made.time, made.time_code) == (None, held)
    page = sent(director, "/new", name="Blitz", preset="Chess", time="60 byo-yomi 30").text
    wrong = re.search(r'<p class="field wrong">.*?</p>', page, re.DOTALL)[0]
    assert "Time control: must be minutes, such as 90+30" in wrong


def test_an_error_stands_at_its_field_with_what_was_typed(director, folder):
    fields = {"name": "Ulm", "begins": "2026-07-18", "ends": "2026-07-17", "komi": "5.5"}
    page = sent(director, "/new", **fields).text
    wrong = re.search(r'<p class="field wrong"><label[^>]*>([^<]*)<', page)[1]
    assert wrong == "End date"
    assert [f'value="{each}"' in page for each in fields.values()] == [True] * 4
    assert '<details class="more" open>' in page  # komi is one of the further options


@pytest.mark.parametrize(
    ("path", "button"),
    [
        ("/new", "Create tournament"),
        ("/take", "Import file"),
        ("/copy?file=a.json", "Duplicate tournament"),
    ],
)
def test_each_form_is_a_page_of_its_own(director, path, button):
    assert f'<button class="btn primary">{button}</button>' in director.get(path).text
    with Browser(director.server) as stranger:
        assert stranger.get(path).status_code == 403


@pytest.mark.parametrize("name", ["new.xml", "New one.json"])
def test_a_file_that_does_not_exist_is_made(folder, name):
    with (
        closing(Server(folder / name, "127.0.0.1", 0)) as server,
        Browser(server) as director,
    ):
        director.client.follow_redirects = True
        director.open()
        page = director.get("/new").text
        assert f'value="{name.rpartition(".")[0]}"' in page
        assert f"<b>{name}</b>" in page
        sent(director, "/new", name="Summer Open", format=name.rpartition(".")[2])
        assert read(folder / name).tournament.name == "Summer Open"
        assert f"<b>{name}</b>" not in director.get("/new").text
        sent(director, "/new", name="Second")
        assert "second.json" in made(folder)
