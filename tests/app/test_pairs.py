"""Pairs and trios by the commands: made of players, drawn as one, and never rated."""

from __future__ import annotations

import json

import pytest

from congress_files import save
from done_or_refused import refused, run
from fastpair.formats import FORMATS, read
from fastpair.go.tournament import Grade
from pair_tournaments import SINGLES, paired_off

PAIR = "Adler / Meier"


@pytest.fixture
def file(tmp_path):
    """Five players, before the first round."""
    return save(SINGLES, tmp_path / "pairs.json")


def names(file):
    return [player.full_name for player in read(file).tournament.players]


def test_a_pair_is_one_player(file, capsys):
    told = run(capsys, "join", file, "Adler", "Meier")
    assert told == f"{PAIR} 1d (DE) created: Adler Berta, Meier Jo play together\n"
    pair = read(file).tournament.players[0]
    assert (pair.grade, pair.rating) == (Grade.parse("1d"), 2100)
    assert (pair.country, pair.club, pair.absences) == ("DE", "", frozenset({3}))
    assert [member.egf_pin for member in pair.members] == ["", "12345678"]
    run(capsys, "join", file, "Kunz", "Roth", "Berg", "--name", "The Trio")
    assert names(file) == [PAIR, "The Trio"]
    assert "next draw: round 1, 2 players" in run(capsys, "info", file)
    run(capsys, "draw", file, "--write")
    assert "The Trio" in run(capsys, "pairings", file)


def test_a_pair_is_named_by_a_member_and_registered_as_its_members(file, capsys):
    run(capsys, "join", file, "Adler", "Meier")
    assert f"{PAIR} is absent from round 2" in run(
        capsys, "absent", file, "Berta Adler", "--round", 2
    )
    told = run(capsys, "register", file, "Meier", "Jo", "--grade", "1k")
    assert "already registered as Meier Jo 1k (DE, Bonn)" in told


def test_what_is_said_of_a_player_is_taken_back_before_he_joins(file, capsys):
    run(capsys, "condition", file, "force", "Adler", "Kunz")
    assert "must meet" in refused(capsys, "join", file, "Adler", "Meier")
    run(capsys, "condition", file, "force", "Adler", "Kunz", "--back")
    run(capsys, "join", file, "Adler", "Meier")
    said = refused(capsys, "register", file, "--change", "Meier", "--grade", "5d")
    assert "no player 'Meier'; did you mean Adler / Meier" in said


def test_who_has_played_or_sits_in_a_team_stays(file, capsys):
    run(capsys, "team", file, "Ulm", "Adler", "Meier")
    assert "plays in the team Ulm" in refused(capsys, "join", file, "Adler", "Kunz")
    run(capsys, "team", file, "Ulm", "--delete")
    run(capsys, "join", file, "Adler", "Meier")
    run(capsys, "draw", file, "--write")
    assert f"{PAIR} has a game or a bye and cannot be removed; withdraw them instead\n" in refused(
        capsys, "split", file, PAIR
    )
    assert "has a game or a bye and cannot be removed" in refused(
        capsys, "join", file, "Kunz", "Roth"
    )


@pytest.mark.parametrize("suffix", ["xml", "csv"])
def test_a_format_without_members_takes_no_pair(file, tmp_path, capsys, suffix):
    target = tmp_path / f"pairs.{suffix}"
    run(capsys, "convert", file, target)
    before = target.read_bytes()
    said = refused(capsys, "join", target, "Adler", "Meier")
    assert "no place for the members of" in said
    assert target.read_bytes() == before


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"fastpair", "pairgoth"}))
def test_members_that_are_lost_are_named(tmp_path, capsys, name):
    file, target = tmp_path / "pairs.json", tmp_path / "other"
    save(paired_off(), file)
    run(capsys, "rules", file, "--rounds", 1)
    run(capsys, "draw", file, "--write")
    for table in (1, 2):
        run(capsys, "result", file, table, "1-0")
    told = run(capsys, "convert", file, target, "--to", name)
    assert "members: 4 of 4 players, such as Pair 0: P 0, P 1 is lost" in told


def test_games_of_pairs_are_not_rated(file, tmp_path, capsys):
    run(capsys, "join", file, "Adler", "Meier")
    run(capsys, "join", file, "Kunz", "Roth", "Berg")
    run(capsys, "draw", file, "--write")
    run(capsys, "result", file, 1, "1-0")
    said = f"{PAIR} play together, and no federation rates games of pairs"
    for suffix in ("h9", "tou", "txt"):
        target = tmp_path / f"result.{suffix}"
        assert said in refused(capsys, "export", file, target, "--rounds", "1")
        assert not target.exists()
    assert said in refused(capsys, "ratings", file)
    run(capsys, "export", file, tmp_path / "part.json", "--rounds", "1")


def test_documents_are_held_to_what_pairs_are(file, capsys):
    run(capsys, "join", file, "Adler", "Meier")
    document = json.loads(file.read_bytes())
    member = document["players"][0]["members"][0]
    document["players"][0]["stranger"] = member["stranger"] = 1
    del member["rating"]
    file.write_text(json.dumps(document), "utf-8")
    assert read(file).tournament.players[0].members[0].rating == 2200
    run(capsys, "register", file, "Zorn", "Ida", "--grade", "4k")
    assert json.loads(file.read_bytes())["players"][0]["members"][0]["stranger"] == 1
    document["players"][1]["key"] = member["key"]
    file.write_text(json.dumps(document), "utf-8")
    said = refused(capsys, "info", file)
    assert "/players/0/members/0/key: expected a key that nobody else has, got 'ADLERBERTA'" in said
