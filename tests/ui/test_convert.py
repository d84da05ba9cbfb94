"""``fastpair convert`` and ``fastpair formats``."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from fastpair.errors import FormatError
from fastpair.formats import FORMATS, format_of, read, write
from fastpair.formats.conversion import converted
from fastpair.formats.fastpair.schema import schema
from fastpair.ui.cli import main
from repository import ROOT

CONGRESS = ROOT / "examples" / "congress.xml"
EVENING = ROOT / "examples" / "evening.xml"


def test_a_file_is_converted(tmp_path, capsys):
    target = tmp_path / "evening.tour"
    assert main(["convert", str(EVENING), str(target)]) == 0
    tournament = read(EVENING).tournament
    assert read(target).tournament.games == tournament.games
    lines = capsys.readouterr().out.splitlines()
    games = len(tournament.games)
    players = len(tournament.players)
    assert lines[0].endswith(f"evening.tour (pairgoth): {players} players, {games} games")
    assert lines[1] == f"what {target} holds otherwise:"
    assert lines[2].startswith("  event: ")


def test_nothing_is_lost_in_our_own(tmp_path, capsys):
    target = tmp_path / "congress.txt"
    assert main(["convert", str(CONGRESS), str(target), "--to", "fastpair"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["nothing is lost"]
    assert read(target).tournament == read(CONGRESS).tournament


def test_the_model_of_a_version_is_kept_or_said(tmp_path, capsys):
    later = tmp_path / "later.xml"
    text = EVENING.read_text(encoding="utf-8")
    later.write_text(text.replace('fullVersionNumber="3.51', 'fullVersionNumber="3.52'), "utf-8")
    assert main(["convert", str(later), str(tmp_path / "later.json")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "nothing is lost"
    assert main(["convert", str(tmp_path / "later.json"), str(tmp_path / "later.tour")]) == 0
    line = "  model: opengotha352 becomes opengotha351, if none is named"
    assert line in capsys.readouterr().out.splitlines()


def test_the_same_format_stays_as_it_is(tmp_path):
    target = tmp_path / "copy.xml"
    assert main(["convert", str(EVENING), str(target)]) == 0
    assert target.read_bytes() == EVENING.read_bytes()


def test_a_file_is_replaced_only_if_told_so(tmp_path, capsys):
    target = tmp_path / "evening.json"
    target.write_text("mine", encoding="utf-8")
    assert main(["convert", str(EVENING), str(target)]) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "mine"
    assert main(["convert", str(EVENING), str(target), "--overwrite"]) == 0
    assert (tmp_path / "evening.json.bak").read_text(encoding="utf-8") == "mine"
    assert main(["convert", str(target), str(target), "--overwrite"]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evening.foo"], "no format has files of this name; --to names one (opengotha, "),
        (["evening.json", "--to", "foo"], "--to: expected a format (opengotha, "),
        (["none/evening.json"], "there is no folder"),
        (["-", "--to", "fastpair"], "is no file"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path, capsys, arguments, message, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["convert", str(EVENING), *arguments]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_formats_are_listed(capsys):
    assert main(["formats"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(FORMATS)


def converted_back(folder, path):
    """A file as our own, and as what it was again, with the last lines that are said."""
    own, back = folder / "own.json", folder / f"back{path.suffix}"
    assert main(["convert", str(path), str(own)]) == 0
    assert main(["convert", str(own), str(back)]) == 0
    return own, back


def foreign_xml(folder, encoding="UTF-8"):
    """The congress with what fastpair does not know."""
    text = CONGRESS.read_text(encoding="utf-8")
    teams = '<Teams><Team teamName="Nøtt" teamNumber="1"></Team></Teams>'
    text = text.replace("</Players>", f"</Players>{teams}", 1)
    text = text.replace('encoding="UTF-8"', f'encoding="{encoding}"', 1)
    path = folder / "foreign.xml"
    path.write_text(text.replace('print="true"', 'print="false"'), encoding=encoding)
    return path


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1"])
def test_our_own_gives_back_what_it_does_not_know(tmp_path, capsys, encoding):
    path = foreign_xml(tmp_path, encoding)
    own, back = converted_back(tmp_path, path)
    assert back.read_bytes() == path.read_bytes()
    assert capsys.readouterr().out.splitlines()[1::2] == ["nothing is lost"] * 2
    Draft202012Validator(schema()).validate(json.loads(own.read_bytes()))


def test_what_changes_in_our_own_changes_there(tmp_path):
    path = foreign_xml(tmp_path)
    own, back = converted_back(tmp_path, path)
    document = read(own)
    changed = replace(document.tournament, name="Another evening")
    document.write(own, changed)
    assert main(["convert", str(own), str(back), "--overwrite"]) == 0
    assert read(back).tournament.name == "Another evening"
    assert "Nøtt" in back.read_text(encoding="utf-8")


def test_what_another_format_does_not_hold_is_said(tmp_path, capsys):
    path = foreign_xml(tmp_path)
    own, _ = converted_back(tmp_path, path)
    for source in (path, own):
        capsys.readouterr()
        target = tmp_path / f"{source.stem}.tour"
        assert main(["convert", str(source), str(target)]) == 0
        lines = capsys.readouterr().out
        assert "<Team teamName> is lost: 'NØTT'" in lines
        assert "<PublishParameterSet print> is lost: 'FALSE'" in lines


@pytest.mark.parametrize(
    ("member", "value", "message"),
    [
        ("format", "swiss", "/source/format: expected a format (opengotha, "),
        ("content", "nothing", "/source/content: expected a file of OpenGotha XML"),
        ("encoding", "base64", "/source/content: expected a file of OpenGotha XML"),
        ("encoding", "utf-7", "/source/encoding: expected "),
    ],
)
def test_what_is_carried_is_checked(tmp_path, capsys, member, value, message):
    own, back = converted_back(tmp_path, foreign_xml(tmp_path))
    document = json.loads(own.read_bytes())
    document["source"][member] = value
    own.write_text(json.dumps(document), "utf-8")
    assert main(["convert", str(own), str(back), "--overwrite"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.peers(
    "files/**/*.xml", "files/pairgoth/*", "files/h9/*", "opengotha/*/tournament.xml", alike=True
)
def test_nothing_of_real_files_is_lost(peer):
    own, content = FORMATS["fastpair"], peer.read_bytes()
    try:
        form = format_of(peer, content)
        document = form.read(str(peer), content)
    except FormatError:
        pytest.skip("is no tournament")
    if document.tournament.doubtful:
        pytest.skip("contradicts itself, which our own format does not hold")
    carried = own.read("", converted(document, form, own))
    assert carried.tournament == document.tournament
    assert converted(carried, own, form) == content


@pytest.mark.parametrize("name", ["evening.json", "evening.TOUR", "evening.h9"])
def test_a_document_is_not_written_under_a_name_of_another_format(tmp_path, capsys, name):
    """By neither door: it would be XML under that name."""
    document, path = read(EVENING), tmp_path / name
    with pytest.raises(FormatError, match=r"this is OpenGotha XML.*ends in \.xml"):
        write(path, document, document.tournament)
    assert main(["draw", str(EVENING), "--output", str(path)]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert not path.exists()


def test_a_document_is_written_where_it_was_read_and_under_any_other_name(tmp_path):
    for name in ("evening.json", "evening.bak"):
        path = tmp_path / name
        path.write_bytes(EVENING.read_bytes())
        document = read(path)
        write(path, document, replace(document.tournament, name="Other"))
        assert read(path).tournament.name == "Other"


PLAYERS_ALONE = """\
<?xml version="1.0" encoding="UTF-8"?>
<Tournament dataVersion="201"><Players>
<Player agaId="22281" firstName="Aya" name="Ito" grade="2D" rank="2D" rating="2200" club=""/>
<Player firstName="Ben" name="Roth, Jr." grade="9 pro" rank="9 pro" rating="2900"/>
</Players></Tournament>
"""


def test_a_file_of_players_alone_is_a_list_of_entries(tmp_path, run):
    listed = tmp_path / "players.xml"
    listed.write_text(PLAYERS_ALONE, encoding="utf-8")
    status, _, errors = run("new", tmp_path / "cup.json", "--entries", listed)
    assert (status, errors.count("the file holds players alone")) == (0, 1)
    players = read(tmp_path / "cup.json").tournament.players
    assert [(p.full_name, str(p.grade)) for p in players] == [
        ("Ito Aya", "2d"),
        ("Roth, Jr. Ben", "9p"),
    ]
    status, _, errors = run("draw", listed, "--write")
    assert (status, listed.read_text(encoding="utf-8")) == (2, PLAYERS_ALONE)
    assert "the file holds players alone, and no tournament: make a new one with them" in errors


@pytest.mark.parametrize("removed", ["<Players>", "<Player "])
def test_a_file_without_players_is_still_refused(tmp_path, removed):
    empty = PLAYERS_ALONE.replace(removed, removed.replace("Player", "Someone"))
    path = tmp_path / "t.xml"
    path.write_text(empty.replace("</Players>", "</Someones>") if removed[-1] == ">" else empty)
    with pytest.raises(FormatError, match="has no <"):
        read(path)


def test_the_encoding_of_a_list_is_named_or_guessed(tmp_path, run):
    listed = tmp_path / "list.csv"
    listed.write_bytes("Name,First name,Grade\nDvořák,Jiří,3d\n".encode("cp1250"))
    commands = {
        "new": ("new", tmp_path / "a.json", "--entries", listed),
        "register": ("register", tmp_path / "b.json", "--entries", listed),
        "convert": ("convert", listed, tmp_path / "c.json"),
    }
    assert run("new", tmp_path / "b.json")[0] == 0
    for command, target in zip(commands.values(), "abc", strict=True):
        status, _, errors = run(*command)
        assert (status, "taken as cp1250 (Windows-1250" in errors) == (0, True)
        assert read(tmp_path / f"{target}.json").tournament.players[0].full_name == "Dvořák Jiří"
    named = [*commands["convert"], "--overwrite", "--encoding"]
    status, _, errors = run(*named, "cp1252")
    assert (status, "taken as" in errors) == (0, False)
    assert read(tmp_path / "c.json").tournament.players[0].full_name == "Dvoøák Jiøí"
    assert run(*named, "utf-8")[2].endswith(
        "list.csv:2: expected text in utf-8, found other bytes\n"
    )
    status, _, errors = run("new", tmp_path / "d.json", "--encoding", "cp1250")
    assert (status, "expected the list of entries that is in the encoding" in errors) == (2, True)


def test_a_title_that_is_not_understood_is_named(tmp_path, run):
    listed = tmp_path / "list.csv"
    listed.write_text("Full name,Rank\nAya Ito,3d\n", encoding="utf-8")
    status, _, errors = run("new", tmp_path / "a.json", "--entries", listed)
    assert (status, "understood are 'Rank', and not 'Full name'" in errors) == (2, True)
