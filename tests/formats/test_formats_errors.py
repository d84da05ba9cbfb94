"""What is wrong with a file: one line, and never anything but a FormatError."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair import files, formats
from fastpair.errors import FormatError
from fastpair.formats.opengotha import OpenGothaDocument, new_document
from fastpair.pairing.generator import generate
from opengotha_text import DECLARATION, KEYS, PEOPLE, board, read, text

GAME = board(KEYS[1], KEYS[0])
GENERAL = '<GeneralParameterSet numberOfRounds="5" genMMBar="4D" numberOfCategories="1"/>'
PAIRING = '<PairingParameterSet paiStandardNX1Factor="0.5" paiBaRandom="0" paiMaSeedSystem1=""/>'
WHOLE = text(
    games=[GAME],
    byes=[f'<ByePlayer player="{KEYS[2]}" roundNumber="1"/>'],
    parameters=GENERAL + "\n" + PAIRING,
)


def refusal(content):
    with pytest.raises(FormatError) as caught:
        read(content)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("found", "changed", "line", "message"),
    [
        ('roundNumber="1" t', 'roundNumber="x" t', 10, "roundNumber='x': expected a whole number"),
        ('roundNumber="1" t', 'roundNumber="0" t', 10, "roundNumber='0': expected a whole number"),
        ('roundNumber="1" t', 'roundNumber="1.0" t', 10, "roundNumber='1.0': expected a whole"),
        ('roundNumber="1" t', 'roundNumber="" t', 10, "roundNumber='': expected a whole number"),
        ('roundNumber="1" t', "t", 10, "<Game> has no attribute roundNumber: expected a whole"),
        ('roundNumber="1" t', 'roundNumber="1_0" t', 10, "roundNumber='1_0': expected a whole"),
        ('roundNumber="1" t', 'roundNumber="١" t', 10, "roundNumber='١': expected a whole number"),
        ('tableNumber="1"', 'tableNumber="-1"', 10, "tableNumber='-1': expected a whole number"),
        ("RESULT_UNKNOWN", "WHITE", 10, "result='WHITE': expected one of RESULT_UNKNOWN, RESULT_"),
        ("RESULT_UNKNOWN", "RESULT_UNKNOWN_BYDEF", 10, "result='RESULT_UNKNOWN_BYDEF': expected"),
        ('handicap="0"', 'handicap="10"', 10, "handicap='10': expected a whole number from 0 to 9"),
        (f'whitePlayer="{KEYS[1]}"', 'whitePlayer="NOBODY"', 10, "whitePlayer='NOBODY': expected"),
        (f'whitePlayer="{KEYS[1]}"', 'whitePlayer=""', 10, "whitePlayer='': expected the key"),
        (f'whitePlayer="{KEYS[1]}"', "", 10, "whitePlayer='': expected the key of a player"),
        (f'player="{KEYS[2]}" roundNumber="1"', f'player="{KEYS[2]}"', 13, "no attribute roundN"),
        ('rank="3D"', 'rank="3X"', 4, "<Player> rank='3X': expected a grade such as '3D' or '12K'"),
        ('rank="3D"', 'rank="0D"', 4, "rank='0D': expected a grade"),
        ('rank="3D"', 'rank="3X" grade="Y"', 4, "grade='Y': expected a grade"),
        ('rank="3D"', 'grade="Y"', 4, "grade='Y': expected a grade"),
        ('rating="2310"', 'rating="high"', 4, "rating='high': expected a whole number"),
        ('name="Birk" firstName="Bo"', 'name=" "', 5, "<Player> has no name: expected a name"),
        ('numberOfRounds="5"', 'numberOfRounds="x"', 16, "numberOfRounds='x': expected a whole"),
        ('genMMBar="4D"', 'genMMBar="high"', 16, "genMMBar='high': expected a grade"),
        ('Categories="1"', 'Categories="3"', 16, "'3': expected 2 lower limits, found 0"),
        ('Factor="0.5"', 'Factor="nan"', 17, "paiStandardNX1Factor='nan': expected a number from"),
        ('Factor="0.5"', 'Factor="-1"', 17, "paiStandardNX1Factor='-1': expected a number from"),
        ('paiBaRandom="0"', 'paiBaRandom="-1"', 17, "paiBaRandom='-1': expected a whole number"),
        ('paiBaRandom="0"', f'paiBaRandom="{10**19}"', 17, "paiBaRandom='1000"),
        ('SeedSystem1=""', 'SeedSystem1="FOLD"', 17, "='FOLD': expected one of SPLITANDRANDOM, "),
        ('dataVersion="201"', 'dataVersion="new"', 2, "dataVersion='new': expected a whole number"),
    ],
)
def test_a_value_that_does_not_parse(found, changed, line, message):
    assert WHOLE.count(found) == 1 or found.startswith("roundNumber")
    error = refusal(WHOLE.replace(found, changed, 1))
    assert (error.path, error.line) == ("t.xml", line)
    assert str(error).startswith(f"t.xml:{line}: ")
    assert message in str(error)


def test_a_long_value_is_shown_in_part():
    error = refusal(WHOLE.replace("RESULT_UNKNOWN", "R" * 10_000))
    assert len(str(error)) < 500


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "not well-formed XML"),
        (b"<Tournament><Players>", "not well-formed XML: no element found"),
        (b"<Tournament></Players>", "not well-formed XML: mismatched tag"),
        (b"<Tournament a='1' a='2'/>", "not well-formed XML: duplicate attribute"),
        (b"<Tournament/><Tournament/>", "not well-formed XML: junk after document element"),
        (b"<Tournament a='\xff'/>", "not well-formed XML: not well-formed (invalid token)"),
        (
            b"<TournamentData/>",
            "expected the root element <Tournament> of an OpenGotha file, found ",
        ),
        (b"<html/>", "found 'html'"),
        (b"<Tournament xmlns='urn:go'/>", "found 'urn:go Tournament'"),
        (b"<Tournament/>", "<Tournament> has no <Players>: expected one"),
        (b"<Tournament><Players/></Tournament>", "has no <TournamentParameterSet>"),
        (b"<?xml version='1.0' encoding='gbk'?><Tournament/>", "unreadable encoding: multi-byte"),
        (b"<?xml version='1.0' encoding='klingon'?><Tournament/>", "unreadable encoding: unknown"),
    ],
)
def test_what_is_no_file_of_opengotha(content, message):
    assert message in str(refusal(content))


# Hostile XML

LAUGHS = '<!ENTITY l0 "ha">' + "".join(
    f'<!ENTITY l{n} "&l{n - 1};&l{n - 1};">' for n in range(1, 30)
)


@pytest.mark.parametrize(
    ("document_type", "message"),
    [
        ("<!DOCTYPE Tournament [" + LAUGHS + "]>", "declarations of its own"),
        ('<!DOCTYPE Tournament [<!ENTITY f SYSTEM "file:///etc/passwd">]>', "declarations of its"),
        ('<!DOCTYPE Tournament [<!ENTITY % p SYSTEM "http://127.0.0.1/">%p;]>', "declarations of"),
        ('<!DOCTYPE Tournament [<!ATTLIST Game result CDATA "RESULT_EQUAL">]>', "declarations of"),
        ('<!DOCTYPE Tournament SYSTEM "tournament.dtd" []>', "declarations of its own"),
    ],
)
def test_declarations_are_refused(document_type, message):
    assert message in str(refusal(text(declaration=DECLARATION + document_type)))


def test_a_document_type_without_declarations_is_ignored(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tournament.dtd").write_text('<!ATTLIST Player club CDATA "Ulm"> nonsense')
    old = text(declaration=DECLARATION + '<!DOCTYPE Tournament SYSTEM "tournament.dtd">\n')
    assert read(old).tournament == read(text()).tournament


@pytest.mark.parametrize("value", ["&ulm;", "U&ulm;m&amp;"])
@pytest.mark.parametrize("document_type", ["", '<!DOCTYPE Tournament SYSTEM "tournament.dtd">'])
def test_undefined_entities_are_refused(document_type, value):
    players = [PEOPLE[0].replace("Brest", value)]
    content = text(players=players, declaration=DECLARATION + document_type)
    assert "undefined entity" in str(refusal(content))


def test_depth_is_limited():
    assert read(text(rest="<x>" * 99 + "</x>" * 99)).tournament == read(text()).tournament
    assert "nested more than 100 deep" in str(refusal(text(rest="<x>" * 100 + "</x>" * 100)))


# Files


def unreadable(path):
    with pytest.raises(FormatError) as caught:
        formats.read(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    assert "cannot be read: no such file or directory" in unreadable(tmp_path / "none.xml")
    assert "cannot be read: is a directory" in unreadable(tmp_path)


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    def refuse(*arguments, **options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(FormatError, match=r"t\.xml: cannot be read: permission denied"):
        files.read_file("t.xml")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "expected a tournament, found an empty file"),
        (b"Cup of Ulm, May 2024\n", "found b'Cup of Ulm, May "),
        (b"\x89PNG\r\n\x1a\n\0\0", "found b'\\x89PNG"),
        (b"   \n", "expected a tournament file (OpenGotha XML, "),
    ],
)
def test_a_file_of_no_known_format(tmp_path, content, message):
    (tmp_path / "t").write_bytes(content)
    assert message in unreadable(tmp_path / "t")


def test_a_file_that_is_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "LARGEST_FILE", 2**20)
    (tmp_path / "t.xml").write_bytes(b"<" + b" " * 2**20)
    assert "at most 1 MiB, found more" in unreadable(tmp_path / "t.xml")
    (tmp_path / "t.xml").write_bytes(b"<" + b" " * (2**20 - 1))
    assert "not well-formed XML" in unreadable(tmp_path / "t.xml")


# Any damage at all

INTACT = new_document(generate(6, 3, seed=1)).content


@given(st.data())
def test_damage_gives_a_document_or_a_format_error(data):
    content = bytearray(data.draw(st.sampled_from([INTACT, WHOLE.encode()])))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content) - 1))
        end = min(len(content), start + data.draw(st.integers(0, 40)))
        piece = data.draw(
            st.one_of(
                st.binary(max_size=8),
                st.sampled_from(
                    [b"", b"<", b">", b'"', b"&", b"&#0;", b"]]>", b"-", b"0", b"9" * 30]
                ),
                st.just(bytes(content[start:end]) * 2),
                st.text(max_size=4).map(lambda sign: sign.encode(errors="replace")),
            )
        )
        content[start:end] = piece
    check_outcome(bytes(content))


def outcome(content):
    """The document in some content, or the error that it gives."""
    try:
        return read(content)
    except FormatError as error:
        return error


def check_outcome(content):
    found = outcome(content)
    if isinstance(found, FormatError):
        assert found.path == "t.xml"
        assert "\n" not in str(found)
    else:
        assert isinstance(found, OpenGothaDocument)
        assert all(isinstance(fault, str) for fault in found.tournament.faults())
        emptied = outcome(found.content_with(replace(found.tournament, games=(), byes=())))
        assert isinstance(emptied, FormatError) or emptied.tournament.games == ()


VALUES = st.one_of(
    st.text(max_size=5),
    st.integers().map(str),
    st.sampled_from(["", "-1", "true", "NaN", "1e9", "9" * 400, "3D", "RESULT_EQUAL", "Ⅷ", "٣"]),
)


@given(st.data())
def test_odd_values_give_a_document_or_a_format_error(data):
    """Every attribute, one after the other, with a value that may be no good."""
    attributes = list(re.finditer(r'="([^"]*)"', WHOLE))
    chosen = data.draw(st.sampled_from(attributes[3:]))
    value = data.draw(VALUES.filter(lambda sign: sign.isprintable()))
    content = WHOLE[: chosen.start() + 1] + quoteattr(value) + WHOLE[chosen.end() :]
    check_outcome(content)
