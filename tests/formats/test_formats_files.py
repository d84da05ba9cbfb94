"""Files are replaced wholly or not at all."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from fastpair import files, formats
from fastpair.errors import FormatError
from fastpair.formats import FORMATS
from fastpair.go.tournament import Game
from opengotha_text import KEYS, read, text

OLD, NEW = b"what was there", b"what is there now"
posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions and links of POSIX")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced(tmp_path):
    path = tmp_path / "t.xml"
    files.replace_file(path, OLD)
    assert path.read_bytes() == OLD
    files.replace_file(str(path), NEW)
    assert path.read_bytes() == NEW
    assert names(tmp_path) == ["t.xml"]


@posix
@pytest.mark.parametrize("mode", [0o640, None])
def test_permissions_stay_or_are_those_of_any_file(tmp_path, mode):
    path, other = tmp_path / "t.xml", tmp_path / "other"
    other.write_bytes(OLD)
    if mode is not None:
        path.write_bytes(OLD)
        path.chmod(mode)
        other.chmod(mode)
    files.replace_file(path, NEW)
    assert path.stat().st_mode == other.stat().st_mode


@posix
def test_a_link_stays_and_its_target_is_replaced(tmp_path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "t.xml").write_bytes(OLD)
    link = tmp_path / "link.xml"
    link.symlink_to(Path("elsewhere", "t.xml"))
    files.replace_file(link, NEW)
    assert link.is_symlink()
    assert (folder / "t.xml").read_bytes() == NEW
    assert names(tmp_path) == ["elsewhere", "link.xml"]
    assert names(folder) == ["t.xml"]


@posix
def test_a_link_to_nothing_gets_its_target(tmp_path):
    link = tmp_path / "link.xml"
    link.symlink_to("t.xml")
    files.replace_file(link, NEW)
    assert (tmp_path / "t.xml").read_bytes() == NEW


@posix
def test_a_link_to_itself_is_refused(tmp_path):
    link = tmp_path / "link.xml"
    link.symlink_to("link.xml")
    with pytest.raises(FormatError, match="cannot be written"):
        files.replace_file(link, NEW)


@posix
def test_a_pipe_is_written_to(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    files.replace_file(pipe, NEW)
    reader.join()
    assert heard == [NEW]


@pytest.mark.parametrize(
    ("owner", "failing", "error", "message"),
    [
        (os, "fsync", OSError(28, "No space left on device"), "no space left on device"),
        (Path, "replace", OSError(28, "No space left on device"), "no space left on device"),
        (Path, "chmod", OSError(28, "No space left on device"), "no space left on device"),
        (os, "fsync", KeyboardInterrupt(), None),
    ],
)
def test_a_failure_leaves_everything_as_it_was(
    tmp_path, monkeypatch, owner, failing, error, message
):
    path = tmp_path / "t.xml"
    path.write_bytes(OLD)

    def fail(*arguments, **options):
        raise error

    monkeypatch.setattr(owner, failing, fail)
    with pytest.raises(FormatError if message else KeyboardInterrupt) as caught:
        files.replace_file(path, NEW)
    monkeypatch.undo()
    if message:
        expected = f"{path}: cannot be written: {message}; nothing was changed"
        assert str(caught.value) == expected
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["t.xml"]


def test_a_protected_file_is_not_replaced(tmp_path, monkeypatch):
    path = tmp_path / "t.xml"
    path.write_bytes(OLD)
    monkeypatch.setattr(os, "access", lambda target, mode: False)
    with pytest.raises(FormatError, match="cannot be written: permission denied"):
        files.replace_file(path, NEW)
    assert path.read_bytes() == OLD


@pytest.mark.parametrize("where", ["", "none/t.xml"])
def test_where_no_file_can_be(tmp_path, where):
    with pytest.raises(FormatError, match=r"cannot be written: .*; nothing was changed"):
        files.replace_file(tmp_path / where, NEW)
    assert names(tmp_path) == []


def test_a_document_writes_its_file(tmp_path):
    path = tmp_path / "t.xml"
    path.write_text(text(), encoding="utf-8")
    document = formats.read(path)
    game = Game(round=1, table=1, white=KEYS[0], black=KEYS[1])
    changed = document.tournament.replace_round(1, [game], [])
    document.write(path, changed)
    assert formats.read(str(path)).tournament == changed
    document.write(tmp_path / "other.xml", document.tournament)
    assert (tmp_path / "other.xml").read_bytes() == read(text()).content


def test_the_formats_have_titles():
    titles = {name: form.title for name, form in formats.FORMATS.items()}
    assert len(set(titles.values())) == len(titles)
    assert titles["opengotha"] == "OpenGotha XML"
    assert all(form.name == name and form.suffixes for name, form in formats.FORMATS.items())


LISTS = {
    "csv": ("Name;FirstName;Rank\n", "Ito;Aya;1d\n"),
    "egd": ("; EV[Cup]\n", "   1 Ito Aya  1D JP Ber  0 0 0-\n"),
    "ffg": (";name=cup\n", "   1 Ito Aya                   1D 0900001 44Na    0-\n"),
    "aga": ("TOURNEY Cup\nPLAYERS\n", "{} Ito, Aya 1d\n"),
}


@pytest.mark.parametrize("form", LISTS)
def test_equal_names_take_no_more_time_than_others(form):
    """Each of them once took a walk over all those before: minutes for three times this list."""
    head, line = LISTS[form]
    content = head + "".join(line.format(number) for number in range(1, 5_001))
    begun = time.process_time()
    players = FORMATS[form].read("t", content.encode()).tournament.players
    assert time.process_time() - begun < 4
    assert len({player.key for player in players}) == 5_000
    assert players[-1].key == "ITOAYA#5000"


@pytest.mark.parametrize("form", LISTS)
def test_a_list_is_limited(form, monkeypatch):
    monkeypatch.setattr("fastpair.formats.limits.MOST_PLAYERS", 99)
    head, line = LISTS[form]
    content = head + "".join(line.format(number) for number in range(1, 101))
    place = 100 + head.count("\n")
    with pytest.raises(FormatError, match=f"t:{place}: expected at most 99 players"):
        FORMATS[form].read("t", content.encode())
