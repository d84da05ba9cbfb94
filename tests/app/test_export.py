"""``fastpair export``: result files for federations, of all rounds or of a part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from commands import do
from congress_files import refused, save
from fastpair.app.reports.export import of_rounds
from fastpair.errors import RuleError
from fastpair.formats import FORMATS, read
from fastpair.formats.egd import verify
from fastpair.go.tournament import Criterion, Result
from fastpair.pairing.generator import generate
from profiles import few

CONGRESS = generate(21, 4, seed=8, play=4)
SAID = (
    *("--place", "Ulm", "--country", "DE", "--begin", "2026-07-18"),
    *("--time", "45 fischer 20", "--komi", "6.5"),
)


@pytest.fixture
def file(tmp_path):
    return save(CONGRESS, tmp_path / "congress.xml")


def save_own(tournament, file):
    """Write a tournament into a new file of fastpair's own format."""
    file.write_bytes(FORMATS["fastpair"].new(tournament))


def met(tournament, number):
    """Who met whom in a round, by name, with the result."""
    return {
        (*(tournament.by_key[key].name for key in game.players), game.handicap, game.result)
        for game in tournament.round(number).games
    }


def test_a_result_file_is_verified(run, file, tmp_path):
    target = tmp_path / "congress.h9"
    status, output, errors = run("export", file, target, *SAID)
    assert (status, errors) == (0, "")
    assert output.splitlines()[0].startswith(f"{file} -> {target} (EGD result file): 4 rounds")
    assert verify(target.read_bytes()) == []
    kept = read(target).tournament
    assert (kept.event.place, kept.event.country) == ("Ulm", "DE")
    assert all(len(met(kept, n)) == len(CONGRESS.round(n).games) for n in range(1, 5))


def test_a_split_congress_is_two_tournaments(file, tmp_path):
    for pattern, rounds in (("week 1", (1, 2)), ("3-4", (3, 4))):
        target = tmp_path / f"{rounds[0]}.json"
        do("export", file, target, "--rounds", pattern, "--name", "Week")
        week = read(target).tournament
        assert (week.name, week.rules.rounds) == ("Week", 2)
        assert [met(week, n) for n in (1, 2)] == [met(CONGRESS, n) for n in rounds]
        do("export", file, tmp_path / f"{rounds[0]}.h9", "--rounds", pattern)
        assert verify((tmp_path / f"{rounds[0]}.h9").read_bytes()) == []


def test_what_the_source_held_beside_the_tournament_is_kept_or_told(run, file, tmp_path):
    target, own, again = (tmp_path / name for name in ("congress.h9", "congress.json", "again.h9"))
    do("export", file, target, *SAID)
    target.write_bytes(b"; X[A word of the director]\n" + target.read_bytes())
    do("convert", target, own)
    do("export", own, again)
    assert b"A word of the director" in again.read_bytes()
    status, output, _ = run("export", own, tmp_path / "part.tou", "--rounds", "1-2")
    assert status == 0
    assert "A word of the director" in output


@pytest.mark.parametrize("pattern", ["none", "1-5", "x"])
def test_rounds_that_are_none_are_refused(pattern):
    with pytest.raises(RuleError, match="rounds"):
        of_rounds(CONGRESS, pattern)


def test_all_rounds_are_the_tournament():
    assert of_rounds(CONGRESS, "all") == CONGRESS


def test_rounds_that_are_not_over_are_refused(run, tmp_path):
    file, target = tmp_path / "congress.json", tmp_path / "congress.h9"
    first = next(game for game in CONGRESS.games if game.round == 3)
    games = (replace(g, result=Result.UNKNOWN) if g is first else g for g in CONGRESS.games)
    save_own(replace(CONGRESS, games=tuple(games)), file)
    done = run("export", file, target)
    assert refused(done, "round 3: 1 result missing", "--rounds 1-2,4 exports what is over")
    assert not target.exists()
    status, _, errors = run("export", file, target, "--even-so", *SAID)
    assert (status, "warning: round 3: 1 result missing" in errors) == (0, True)


def test_what_the_server_asks_for_is_said(run, file, tmp_path):
    errors = run("export", file, tmp_path / "congress.h9")[2]
    for option in ("--place", "--country", "--begin", "--time", "--komi"):
        assert f"which the EGF asks for; {option} adds it" in errors
    header = (tmp_path / "congress.h9").read_bytes().partition(b"; Pl")[0]
    assert not [name for name in (b"TM[", b"KM[", b"CL[", b"CM[") if name in header]
    errors = run("export", file, tmp_path / "congress.tou")[2]
    assert errors.count("which the FFG asks for") == 3
    assert "says no board size, which the FFG asks for; --board-size adds it" in errors
    values = ("--time", "60", "--komi", "7.5", "--board-size", "19", "--overwrite")
    assert not run("export", file, tmp_path / "congress.tou", *values)[2].count("asks for")
    lines = (tmp_path / "congress.tou").read_bytes().splitlines()
    assert {b";size=19", b";time=60", b";ta=60", b";komi=7.5"} <= {*lines}


@pytest.mark.parametrize(
    ("without", "expected"),
    [
        (0, ""),
        (1, "1 player without a country, which the EGF asks for: "),
        (3, "3 players without a country, which the EGF asks for: "),
        (4, " and 1 more"),
    ],
)
def test_who_has_no_country_is_said_in_the_open(run, tmp_path, without, expected):
    """By conversion as by export, which know different ways to state a value."""
    file = tmp_path / "congress.json"
    players = [
        replace(p, country="" if n < without else "FR") for n, p in enumerate(CONGRESS.players)
    ]
    save_own(replace(CONGRESS, players=tuple(players)), file)
    for command, adds in (("export", "--komi adds it"), ("convert", "rules --komi adds it")):
        errors = run(command, file, tmp_path / f"{command}.h9")[2]
        lines = [line for line in errors.splitlines() if " without a " in line]
        assert len(lines) == bool(without)
        assert expected in "".join(lines)
        assert all(players[n].full_name in lines[0] for n in range(min(without, 3)))
        assert adds in errors


def test_a_pin_that_the_server_would_refuse_is_left_out_and_said(run, tmp_path):
    file, target = tmp_path / "congress.json", tmp_path / "congress.h9"
    one, *others = CONGRESS.players
    wrong = [replace(one, egf_pin="12345678"), replace(others[0], egf_pin="12345678"), *others[1:]]
    save_own(replace(CONGRESS, players=tuple(wrong)), file)
    status, output, _ = run("export", file, target)
    assert status == 0
    assert "egf pin: 1 of " in output
    assert "'12345678' is lost" in output
    assert target.read_bytes().count(b"|12345678") == 1


def test_a_result_file_is_checked_as_by_the_server(run, file, tmp_path):
    target = tmp_path / "congress.h9"
    run("export", file, target, *SAID)
    assert "EGD" not in run("check", target)[1]
    target.write_bytes(target.read_bytes().replace(b"+/", b"-/", 1))
    status, output, _ = run("check", target)
    assert status == 1
    assert output.count("the EGD would refuse the file: line ") == 2
    assert refused(run("export", target, tmp_path / "again.h9"), "the EGD would refuse")


def test_a_result_file_that_contradicts_itself_is_checked(run, file, tmp_path):
    target = tmp_path / "congress.h9"
    run("export", file, target, *SAID)
    lines = target.read_bytes().splitlines(keepends=True)
    target.write_bytes(b"".join(lines[:-1]))
    status, output, errors = run("check", target)
    assert (status, errors) == (1, "")
    assert "the EGD would refuse the file: line " in output


def test_nobody_is_no_result_file(run, tmp_path):
    """Neither of an export, nor for a tournament to begin with."""
    file = tmp_path / "empty.json"
    save_own(replace(CONGRESS, players=(), games=(), byes=()), file)
    for arguments in (("export", file, tmp_path / "open.h9"), ("new", tmp_path / "open.h9")):
        status, output, errors = run(*arguments)
        assert (status, output) == (2, "")
        assert errors.endswith(
            f"{arguments[1]}: a result file for the EGD needs players; fastpair register enters "
            "them in a .json or .xml file, of which fastpair export makes it\n"
        )


@pytest.mark.parametrize("criterion", few(Criterion, 9))
@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
def test_standings_by_any_criterion_are_written(form, criterion):
    rules = replace(CONGRESS.rules, placement=(Criterion.MMS, criterion))
    content = form.new(replace(CONGRESS, rules=rules))
    assert form.recognises(content)
    assert len(form.read("results", content).tournament.players) > 0
