"""The archive of a tournament that the page makes, imported again with its history; others are refused."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import fields
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest

from evenings import ALL, FILES, finished, played
from fastpair import Congress, Desk
from fastpair.app.history import archive
from fastpair.app.history.records import plan_of
from fastpair.app.history.state import CongressState, HistoryFacts
from fastpair.app.history.timeline import History
from fastpair.errors import RuleError
from fastpair.ui.cli import main
from pages import director_of
from workbooks import ods, xlsx


@pytest.fixture
def browser(tmp_path):
    folder = tmp_path / "tournaments"
    with director_of(folder) as director:
        director.client.follow_redirects = True
        yield director


def sent(browser, name, content):
    """The answer to a file that is imported."""
    page = browser.get("/take").text
    token = re.search(r'name="form_token" value="([\w-]+)"', page)[1]
    return browser.client.post(
        "/take", data={"form_token": token}, files={"file": (name, content)}, headers=browser.origin
    )


def downloaded(browser, file):
    return browser.get(f"/tournaments/{file}/files/1/everything").content


def packed(files, method=ZIP_DEFLATED):
    """An archive of files by name, as any program packs them."""
    stream = BytesIO()
    with ZipFile(stream, "w", method) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return stream.getvalue()


def saved(congress, file):
    """The files of a tournament by name."""
    congress.save(file)
    return {each.name: each.read_bytes() for each in (file, History(file).path)}


@pytest.mark.parametrize("suffix", ["json", "xml"])
@pytest.mark.parametrize("tournament", ["finished", "disputed", "locked", "prepared", "rooms"])
def test_what_is_downloaded_is_imported_with_its_history(browser, tournament, suffix):
    folder = browser.server.folder
    file, again = folder / f"open.{suffix}", folder / f"again.{suffix}"
    FILES[tournament]().save(folder / "made.json")
    Congress.open(folder / "made.json").save(file)
    Desk(file).set_prize(was="", prize={"name": "Junior", "count": "2"})
    answer = sent(browser, "again.zip", downloaded(browser, file.name))
    assert answer.url.path.startswith(f"/tournaments/{again.name}/")
    for one, other in ((file, again), *((h(file), h(again)) for h in (history_of, plan_of))):
        assert one.read_bytes() == other.read_bytes()
    first, second = (CongressState.read(each) for each in (file, again))
    for name in ("timeline", *(each.name for each in fields(HistoryFacts))):
        assert getattr(first, name) == getattr(second, name), name
    for each in (file, again):
        with suppress(RuleError):  # when nothing is left
            while True:
                Desk(each).undo(confirmed=ALL)
        assert not plan_of(each).exists()
    assert file.read_bytes() == again.read_bytes()


def history_of(file):
    return History(file).path


def test_an_archive_that_was_packed_anew_is_imported(browser, tmp_path):
    """Without a digest; also one of an earlier version, whose results files lie beside the tournament."""
    files = saved(finished(), tmp_path / "open.json")
    more = {
        "open.h9": b"; results",
        "open.aga.txt": b"",
        "prints/tables.html": b"<p>",
        "results/": b"",
    }
    plan = {"open.json.prizes.toml": b'[[prize]]\nname = "Cup"\n'}
    assert sent(browser, "new.zip", packed(files | more | plan)).status_code == 200
    congress = Congress.open(tmp_path / "open.json")
    assert sent(browser, "bytes.ZIP", congress.to_bytes()).status_code == 200
    for name in ("new.json", "bytes.json"):
        assert Congress.open(browser.server.folder / name) == congress
    assert plan_of(browser.server.folder / "new.json").read_bytes() in plan.values()


def test_the_archive_is_read_in_python_too(browser):
    finished().save(browser.server.folder / "open.json")
    content = downloaded(browser, "open.json")
    assert Congress.from_bytes(content) == Congress.open(browser.server.folder / "open.json")


def test_the_command_unpacks_it(browser, tmp_path, capsys):
    file, target = browser.server.folder / "open.json", tmp_path / "again.json"
    finished().save(file)
    source = tmp_path / "open.zip"
    source.write_bytes(downloaded(browser, "open.json"))
    assert main(["unpack", str(source), str(target)]) == 0
    assert f"Evening is in {target}, with" in capsys.readouterr().out
    assert Congress.open(target) == Congress.open(file)
    for name, said in (
        ("again.json", "exists already"),
        ("again.xml", "has a .json file; name a file that ends so"),
    ):
        assert main(["unpack", str(source), str(tmp_path / name)]) == 2
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1


@pytest.mark.parametrize("command", ["info", "status", "check"])
def test_a_command_that_takes_no_archive_says_so(tmp_path, capsys, command):
    source = tmp_path / "open.zip"
    source.write_bytes(finished().to_bytes())
    assert main([command, str(source)]) == 2
    said = capsys.readouterr().err
    assert said == (
        f"fastpair: {source}: is a ZIP archive; import it in the list of tournaments, or unpack it first\n"
    )


def hostile(tmp_path):
    """Archives that are refused, and why."""
    one = saved(finished(), tmp_path / "open.json")
    other = saved(played(), tmp_path / "tea.json")
    tournament, history = one.values()
    alien = saved(
        Congress.new("Tea", preset="Swiss").register("Zoe").congress, tmp_path / "zoe.json"
    )["zoe.json.history"]
    whole = finished().to_bytes()
    packed_one = packed(one)
    yield "a folder above", packed(one | {"../open.h9": b"x"}), "'../open.h9' does not belong"
    yield "an absolute path", packed(one | {"/etc/passwd": b"x"}), "does not belong"
    yield "a path of Windows", packed(one | {"..\\x.json": b"x"}), "does not belong"
    yield "a drive", packed({"C:x.json": tournament}), "does not belong"
    yield "a folder", packed({f"a/{name}": each for name, each in one.items()}), "does not belong"
    yield "two tournaments", packed(one | other), "holds 2 tournaments"
    yield "two without a history", packed({"a.json": tournament, "b.json": tournament}), "holds 2"
    yield "a second without a history", packed(one | {"tea.json": b"{}"}), "'tea.json' does not"
    yield "something else", packed(one | {"virus.exe": b"MZ"}), "'virus.exe' does not belong"
    yield "codes", packed(one | {"open.json.serve": b"{}"}), "'open.json.serve' does not belong"
    yield "no tournament", packed({"open.json.history": history}), "holds 0 tournaments"
    yield "nothing", packed({}), "holds 0 tournaments"
    yield "a foreign history", packed({**one, "open.json.history": alien}), "another tournament"
    yield "no history", packed({**one, "open.json.history": b"x\n"}), "holds no change"
    yield "a plan of bytes", packed(one | {"open.json.prizes.toml": b"\xff"}), "UTF-8"
    yield "no archive", b"PK\x03\x04 or so", "is no archive of a tournament"
    yield "a cut archive", packed_one[:-40], "is no archive of a tournament"
    yield "an odd method", packed(one, ZIP_LZMA), "is packed in another way"
    yield "another digest", whole.replace(b"sha256 ", b"sha256 0")[:-1], "damaged"
    yield "a newer version", whole.replace(b"fastpair congress 1", b"fastpair congress 2"), "newer"


def test_hostile_archives_are_refused_in_a_line_each(browser, tmp_path, capsys):
    folder = browser.server.folder
    for name, content, said in hostile(tmp_path):
        answer = sent(browser, "in.zip", content)
        assert answer.status_code == 409, name
        assert said in answer.text.replace("&#39;", "'"), (name, answer.text)
        source = tmp_path / "in.zip"
        source.write_bytes(content)
        assert main(["unpack", str(source), str(tmp_path / "out.json")]) == 2, name
        error = capsys.readouterr().err
        assert said in error, name
        assert error.count("\n") == 1, (name, error)
        assert not (tmp_path / "out.json").exists()
    assert not [*folder.glob("in*")]


@pytest.mark.parametrize("member", ["open.json", "open.json.history"])
def test_no_more_is_unpacked_than_there_may_be(browser, tmp_path, monkeypatch, member):
    """One byte more is refused; and so is what says that it is smaller than it is."""
    files = saved(finished(), tmp_path / "open.json")
    most = len(files[member])
    name = "LARGEST_FILE" if member == "open.json" else "_LARGEST_HISTORY"
    monkeypatch.setattr(archive, name, most - 1)
    assert "has more than 0 MiB" in sent(browser, "one.zip", packed(files)).text
    monkeypatch.setattr(archive, name, most)
    assert sent(browser, "two.zip", packed(files)).status_code == 200
    bomb = {**files, member: bytes(1 << 24)}
    content = packed(bomb)
    assert len(content) < 1 << 17
    assert "has more than 0 MiB" in sent(browser, "three.zip", content).text
    size = (1 << 24).to_bytes(4, "little")
    assert size in content
    lied = content.replace(size, (99).to_bytes(4, "little"))
    assert "is damaged" in sent(browser, "four.zip", lied).text


def test_the_same_archive_twice_needs_another_name(browser, tmp_path):
    content = packed(saved(finished(), tmp_path / "open.json"), ZIP_STORED)
    assert sent(browser, "open.zip", content).status_code == 200
    assert "exists already; rename the file" in sent(browser, "open.zip", content).text
    assert sent(browser, "open (1).zip", content).url.path.startswith("/tournaments/open-1.json/")


ROWS = [
    ["Team", "Board 1", "Rank 1", "Board 2", "Rank 2"],
    ["Lyon", "Ek, Al", "3k", "Oh, Bo", "1d"],
]
TEAM_LISTS = {
    "list.xlsx": xlsx(Teams=ROWS),
    "list.ODS": ods(Teams=ROWS),
    "list.csv": "\n".join(map(";".join, ROWS)).encode(),
}


@pytest.mark.parametrize(("name", "content"), TEAM_LISTS.items(), ids=TEAM_LISTS)
def test_a_list_that_cannot_be_changed_becomes_a_tournament_that_can(browser, name, content):
    assert sent(browser, name, content).url.path.startswith("/tournaments/list.json/")
    file = browser.server.folder / "list.json"
    assert [team.name for team in CongressState.read(file).tournament.team_play.teams] == ["Lyon"]
    Desk(file).team("Lyon", captain="Al Ek")


@pytest.mark.parametrize("players", [(), ("Ann",)])
def test_a_history_of_another_event_is_refused(browser, tmp_path, players, capsys):
    """Whoever is in the file: those who have packed them by hand have taken the wrong ones."""
    one, other = Congress.new("Alpha", preset="Swiss"), Congress.new("Beta", preset="Swiss")
    for name in players:
        one, other = (each.register(name).congress for each in (one, other))
    (name, content), *_ = saved(one, tmp_path / "a.json").items()
    history = saved(other, tmp_path / "b.json")["b.json.history"]
    mixed = packed({name: content, f"{name}.history": history})
    assert "that of another tournament" in sent(browser, "mixed.zip", mixed).text
    (tmp_path / "mixed.zip").write_bytes(mixed)
    assert main(["unpack", str(tmp_path / "mixed.zip"), str(tmp_path / "c.json")]) == 2
    assert "that of another tournament" in capsys.readouterr().err
    assert [each.name for each in tmp_path.glob("c.*")] == []


@pytest.mark.parametrize("way", ["new", "duplicate", "unpack", "page"])
def test_a_history_without_its_file_is_named_and_stays(browser, tmp_path, way, capsys):
    """That of a file which somebody has deleted, or of a copy that was killed."""
    folder = tmp_path / "tournaments"
    file, kept = (
        folder / "cup.json",
        saved(Congress.new("Cup", preset="Swiss"), folder / "cup.json"),
    )
    made = packed(kept)
    (tmp_path / "cup.zip").write_bytes(made)
    Congress.new("Open", preset="Swiss").save(tmp_path / "open.json")
    file.unlink()
    words = {
        "new": ["new", file],
        "duplicate": ["duplicate", tmp_path / "open.json", file, "Copy"],
        "unpack": ["unpack", tmp_path / "cup.zip", file],
    }
    if way == "page":
        token = re.search(r'name="form_token" value="([\w-]+)"', browser.get("/new").text)[1]
        told = browser.client.post(
            "/new", data={"form_token": token, "name": "Cup"}, headers=browser.origin
        ).text
    else:
        assert main([*map(str, words[way])]) == 2
        told = capsys.readouterr().err
    assert "cup.json.history: move that away, or name another file" in told
    assert {each.name: each.read_bytes() for each in folder.glob("cup*")} == {
        "cup.json.history": kept["cup.json.history"]
    }
