"""Text files of unstated encodings."""

from __future__ import annotations

import codecs
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.errors import FormatError
from fastpair.formats import read
from fastpair.formats.characters import WESTERN, TextFile, nearest, unique_keys

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "cp1252", "iso-8859-15"]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_encoding_and_line_end_are_found(encoding, line_end):
    lines = ["Žák" if encoding != "cp1252" else "Žák “a”", "", "Grün"]
    content = "".join(line + line_end for line in lines).encode(encoding)
    file = TextFile.of("t", content)
    assert [*file.lines] == lines
    assert (file.encoding, file.line_end) == (encoding, line_end)
    assert file.content_of(lines) == content


def test_plain_text_may_become_western():
    assert TextFile.of("t", b"Ito").encoding == WESTERN


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a\nb\x00", "t:2: expected text, found '\\x00'"),
        (b"a\n" + b"b" * 5000, "t:2: expected lines of at most 4096 characters, found 5000"),
        (b"\xef\xbb\xbfa\n\xff", "t:2: expected text in UTF-8, as its first bytes say"),
        (b"\xff\xfea", "t:1: expected text in UTF-16, as its first bytes say"),
    ],
)
def test_what_is_no_text_is_refused(content, message):
    with pytest.raises(FormatError) as caught:
        TextFile.of("t", content)
    assert str(caught.value) == message


@given(st.text())
def test_the_nearest_text_can_be_written(text):
    written = nearest(text)
    assert nearest(written) == written
    assert written.encode(WESTERN).decode(WESTERN) == written


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Łódź", "Lódz"), ("Œuvre", "Œuvre"), ("ß", "ß"), ("ﬀ", "ff"), ("本", "?")],
)
def test_accents_are_dropped_if_they_must(text, expected):
    assert nearest(text) == expected


@given(st.lists(st.sampled_from(["Ito", "ito", "ITO#2", "Ito#2", "", "#2", "_"])))
def test_keys_are_distinct(names):
    assert len(set(unique_keys(names, "_"))) == len(names)


EGD = "; EV[Cup]\n1 Dvořák Jiří 3d CZ Prah 2+/b0\n2 Novák Šárka 2d CZ Brno 1-/w0\n"
FFG = (
    ";name=Cup\n;\n;Num Nom Prenom Niv Licence Club\n"
    "  1 Dvořák Jiří     3D 0000000 Prah  2+b0/0\n  2 Novák Šárka     2D 0000000 Brno  1-w0/0\n"
)
AGA = "TOURNEY Cup\nPLAYERS\n1 Dvořák, Jiří 3D\n2 Novák, Šárka 2D\nGAMES 1\n1 2 W 0 7\n"


@pytest.mark.parametrize(("name", "text"), [("t.h9", EGD), ("t.tou", FFG), ("t.txt", AGA)])
@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("cp1250", None),
        ("cp1250", "cp1250"),
        ("iso-8859-2", "iso-8859-2"),
        ("utf-16", None),
        ("utf-16-be", None),
    ],
)
def test_names_in_another_code_page_are_read_and_written_back(
    tmp_path, name, text, encoding, named
):
    content = text.encode(encoding)
    if encoding == "utf-16-be":
        content = codecs.BOM_UTF16_BE + content
    path = tmp_path / name
    path.write_bytes(content)
    document = read(path, named)
    assert [player.name for player in document.tournament.players] == ["Dvořák", "Novák"]
    guessed = [remark for remark in document.remarks if "taken as cp1250" in remark]
    assert len(guessed) == (encoding == "cp1250" and named is None)
    assert document.content_with(document.tournament) == content
    players = (
        *document.tournament.players[:1],
        replace(document.tournament.players[1], name="Žák"),
    )
    changed = document.content_with(replace(document.tournament, players=players))
    path.write_bytes(changed)
    assert [player.name for player in read(path, named).tournament.players] == ["Dvořák", "Žák"]
    assert "Dvořák".encode("utf-16-le" if encoding == "utf-16" else encoding) in changed


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("t.txt", "TOURNEY Cup\n1 Roth, Ben 3D\n2 Ito, Aya 2D\n1 2 W 0 7\nPLAYERS\nGAMES 1\n", 4),
        ("t.txt", "TOURNEY\n\nPLAYERS\n", 3),
        ("t.csv", "Name,Grade\nA\0b,3k\nC,4k\n", 2),
        ("t.h9", "; some notes\n", 1),
        ("t.h9", "; EV[]\n; Pl Name    Rk Co Club\n", 2),
        ("t.h9", "; XY[unknown]\n; a note\n", 2),
        ("t.tou", ";name=\n;Num Nom Prenom   Niv Licence Club\n", 2),
    ],
)
def test_what_would_be_read_as_nothing_is_refused(tmp_path, name, content, line):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        read(path)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("name", "content"), [("t.h9", "; EV[Cup]\n; PC[CZ,Praha]\n"), ("t.tou", ";name=Cup\n;\n")]
)
def test_a_file_of_a_header_alone_has_a_remark(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    assert "line 2: only comments up to here, and no players below" in read(path).remarks
