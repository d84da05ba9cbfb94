"""A check of a played tournament: what is wrong is found, and nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given

from commands import do
from congress_files import save
from fastpair.app.reports.check import FindingKind, check_document, check_tournament
from fastpair.formats import FORMATS, read
from fastpair.go.tournament import (
    Bye,
    Criterion,
    Game,
    Grade,
    HandicapRules,
    Player,
    Result,
    Rules,
    Tournament,
)
from fastpair.pairing.generator import Happenings, generate
from fastpair.pairing.systems import Dutch
from fastpair.pairing.weights import model_named
from fastpair.ui import engine
from fastpair.ui.cli import main
from pages import director_of
from schemas import validator
from tournaments import tournaments
from yardsticks import by

SCHEMA = validator("check")
MODEL = by(model_named("opengotha351"))


@pytest.fixture(scope="module")
def played():
    """Drawn by the model and played to the end of round 3."""
    return generate(31, 4, seed=2, play=3)


def found(tournament, kind, **options):
    """Sentences of one kind."""
    check = check_tournament(tournament, MODEL, **options)
    return [str(finding) for finding in check.findings if finding.kind is kind]


def changed(tournament, at, **facts):
    """The tournament with other facts of its game at an index."""
    games = list(tournament.games)
    games[at] = replace(games[at], **facts)
    return replace(tournament, games=tuple(games))


def test_what_was_drawn_and_played_is_clean():
    tournament = generate(30, 4, seed=5, play=3)
    check = check_tournament(tournament, MODEL)
    assert check.findings == ()
    assert check.clean
    assert [judged.loss for judged in check.rounds] == [0, 0, 0]
    assert list(check.sentences()) == []


def test_another_handicap_is_found(played):
    at = next(i for i, game in enumerate(played.games) if game.handicap and game.round == 3)
    game = played.games[at]
    (sentence,) = found(changed(played, at, handicap=9), FindingKind.HANDICAP)
    assert sentence.startswith(
        f"round {game.round}, table {game.table}: handicap 9 where the rules give {game.handicap}, "
    )
    turned = changed(played, at, white=game.black, black=game.white)
    (sentence,) = found(turned, FindingKind.HANDICAP)
    assert f"handicap {game.handicap} for the stronger player" in sentence
    assert found(changed(turned, at, by_default=True), FindingKind.HANDICAP) == []


def test_a_missing_result_is_found(played):
    game = played.games[4]
    (sentence,) = found(changed(played, 4, result=Result.UNKNOWN), FindingKind.RESULT)
    assert sentence.startswith(f"round {game.round}, table {game.table}: no result, ")


def player(key, grade=0, **facts):
    return Player(key=key, name=key.upper(), first_name="", grade=Grade(grade), **facts)


def by_hand(*rounds, byes=(), rules=None, **facts):
    """Players a to d of one grade, and games such as ``"ab"`` in rounds 1, 2 …; White wins."""
    games = [
        Game(round=number, table=table, white=pair[0], black=pair[1], result=Result.WHITE_WINS)
        for number, pairs in enumerate(rounds, start=1)
        for table, pair in enumerate(pairs, start=1)
    ]
    handicap = HandicapRules(ceiling=0)
    return Tournament.found(
        rules=rules or Rules(rounds=5, handicap=handicap),
        players=tuple(player(key, **facts.get(key, {})) for key in "abcd"),
        games=tuple(games),
        byes=tuple(Bye(round=number, player=key) for number, key in byes),
    )


def test_rematches_are_found():
    sentences = found(by_hand(["ab", "cd"], ["ba", "dc"], ["ac"]), FindingKind.REMATCH)
    assert sentences == [
        "round 2, table 1: a rematch of round 1, B (White) against A (Black)",
        "round 2, table 2: a rematch of round 1, D (White) against C (Black)",
    ]


def test_a_second_bye_is_found():
    twice = by_hand(["ab"], ["ac"], byes=[(1, "c"), (2, "d"), (3, "c")])
    assert found(twice, FindingKind.SECOND_BYE) == ["round 3: C has a bye as in round 1"]


def test_another_bye_than_that_of_the_rule_is_found():
    weak = {"d": {"grade": -9}}
    assert found(by_hand(["ab"], byes=[(1, "c")], **weak), FindingKind.BYE) == []
    three = replace(by_hand(["ab"], byes=[(1, "c")], a={"grade": -9}))
    (sentence,) = found(three, FindingKind.BYE)
    assert sentence == (
        "round 1: C has the bye, and A comes first for it by the rule of OpenGotha 3.51"
    )


def test_who_should_not_play_is_found():
    absent = by_hand(["ab", "cd"], a={"absences": frozenset({1})}, d={"final": False})
    assert found(absent, FindingKind.PARTICIPATION) == [
        "round 1, table 1: A has a game and is entered as absent, A (White) against B (Black)",
        "round 1, table 2: D has a game and is registered preliminarily only,"
        " C (White) against D (Black)",
    ]


def test_colours_are_found():
    white = by_hand(["ab", "cd"], ["ac", "bd"], ["ad", "bc"])
    assert found(white, FindingKind.COLOUR) == [
        "round 3, table 1: White for the player who had it more often, A (White) against D (Black)",
        "A: 3 times White and 0 times Black",
        "D: 0 times White and 3 times Black",
    ]


def test_stated_scores_are_compared():
    tournament = by_hand(["ab", "cd"])
    stated = {"a": {Criterion.MMS: 31.0, Criterion.SOS: 30.0}, "b": {Criterion.MMS: 30.5}}
    assert found(tournament, FindingKind.SCORE, scores=stated) == [
        "B: MMS is stated as 30.5, and the games give 30"
    ]


def test_a_worse_draw_is_named(played):
    first, second, *_ = played.round(1).games
    worse = (
        replace(first, white=first.white, black=second.white),
        replace(second, white=first.black, black=second.black),
    )
    others = played.round(1).games[2:]
    made = played.replace_round(1, (*worse, *others), played.round(1).byes)
    check = check_tournament(made, MODEL)
    (judged, *_) = check.rounds
    assert not check.clean
    assert judged.loss > 0
    assert {frozenset(pair) for pair in judged.different} <= {
        frozenset(game.players) for game in made.round(1).games
    }
    assert any(
        sentence.startswith("round 1: the best draw by ") and " instead of " in sentence
        for sentence in check.sentences()
    )


def test_only_faults_are_told_of_a_tournament_that_contradicts_itself():
    check = check_tournament(by_hand(["ab", "ac"]), MODEL)
    assert [str(finding) for finding in check.findings] == ["round 1: 'a' has 2 games or byes"]
    assert check.rounds == ()


@given(tournaments())
def test_any_tournament_can_be_checked(tournament):
    check = check_tournament(tournament, MODEL)
    SCHEMA.validate(check_document(check))
    rematches = sum(finding.kind is FindingKind.REMATCH for finding in check.findings)
    pairs = {frozenset(game.players) for game in tournament.games}
    assert rematches == len(tournament.games) - len(pairs)
    unknown = sum(game.result is Result.UNKNOWN for game in tournament.games)
    assert unknown == sum(finding.kind is FindingKind.RESULT for finding in check.findings)
    assert all("\n" not in sentence for sentence in check.sentences())


def test_the_command_shows_what_was_found(capsys, tmp_path, played):
    path = tmp_path / "club.xml"
    save(played, path)
    assert main(["check", str(path), "--json"]) in (0, 1)
    document = json.loads(capsys.readouterr().out)
    SCHEMA.validate(document)
    assert [entry["round"] for entry in document["rounds"]] == [1, 2, 3]
    status = main(["check", str(path)])
    shown = capsys.readouterr().out
    assert status == (0 if document["clean"] else 1)
    worse = sum(each["loss"] > 0 for each in document["rounds"])
    assert f"{len(document['findings']) + worse} finding" in shown
    assert "draws are the best by OpenGotha 3.51" in shown


def test_an_unknown_model_is_refused(capsys, tmp_path, played):
    path = tmp_path / "club.xml"
    save(played, path)
    assert main(["check", str(path), "--model", "x"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert re.search(r"must be a model .*, not 'x'", line)


@pytest.mark.parametrize(
    ("result", "grade", "cause"),
    [
        (True, False, "; a result was corrected after the draw"),
        (False, True, "; data of a player were changed after the draw"),
        (True, True, "; a result was corrected and data of a player were changed after the draw"),
        (False, False, None),
    ],
)
def test_a_check_says_what_was_corrected_after_a_draw(run, tmp_path, result, grade, cause):
    """Boards that a new draw keeps were drawn on what was known before."""
    file = tmp_path / "congress.json"
    run("generate", "--players", 40, "--rounds", 3, "--output", file)
    do("draw", file, "--write")
    games = read(file).tournament.round(1).games
    do("result", file, *[x for game in games for x in (game.table, "1-0")])
    do("draw", file, "--write")
    fourth = read(file).tournament.by_key[games[3].white]
    if result:
        corrected = (1, "0-1", 2, "0-1", 3, "0-1")
        do("result", file, "--round", 1, *corrected, "--even-so")
    if grade:
        change = ("--change", fourth.key, "--grade", "12k", "--rating", "900", "--even-so")
        do("register", file, fourth.name, fourth.first_name, *change)
    away = read(file).tournament.round(2).games[8].white
    keeping = ("draw", file, "--round", 2, "--keep-most", "--write", "--absent", away)
    do(*keeping)
    shown = run("check", file)[1].splitlines()
    lines = [x for x in shown if "not in the best draw, as boards of the round were kept" in x]
    assert not any("the best draw by" in line for line in shown if line.startswith("round"))
    if cause is None:
        assert not any("after the draw" in line for line in lines)
    else:
        (line,) = lines
        assert line.endswith(cause)
        assert line.count("after the draw") == 1
    with director_of(file) as browser:
        page = browser.get("/files/1/checked").text
    assert ("after the draw" in page) == (cause is not None)
    assert ("were kept by the draw of" in page) == bool(lines)


@pytest.mark.parametrize("before_the_draw", [False, True])
def test_what_the_director_has_changed_is_no_fault_of_the_draw(run, tmp_path, before_the_draw):
    """A swap, or a pair set before the draw: named with its price, beside a draw that is the best of the rest."""
    file = tmp_path / "congress.json"
    run("generate", "--players", 24, "--rounds", 3, "--seed", 3, "--output", file)
    players = sorted(read(file).tournament.to_pair(1), key=lambda player: player.grade)
    if before_the_draw:
        do("pair", file, players[0].key, players[-1].key, "--round", 1)
    do("draw", file, "--write")
    games = read(file).tournament.round(1).games
    if not before_the_draw:
        pairs = [games[0].white, games[3].white]
        do("swap", file, *pairs)
    games = read(file).tournament.round(1).games
    run("result", file, *[x for game in games for x in (game.table, "1-0")])
    status, shown, _ = run("check", file)
    (line,) = (line for line in shown.splitlines() if "set manually on " in line)
    when, why = r"20\d\d-\d\d-\d\d \d\d:\d\d", r"\(round 1[:,] .*\)"
    assert re.match(
        rf"round 1: \d boards? (was|were) set manually on {when}: .* - .* {why}; \d+ more ", line
    )
    document = json.loads(run("check", file, "--json")[1])
    SCHEMA.validate(document)
    (judged,) = document["rounds"]
    assert judged["loss"] > judged["loss_of_draw"] == 0
    assert judged["manual"]
    assert judged["change"] == line.removeprefix("round 1: ")
    assert (status == 0) == document["clean"] == (not document["findings"])
    assert "the best draw by" not in shown
    with director_of(file) as director:
        page = director.get("/files/1/checked").text
    assert "A better pairing existed" not in page
    assert "Changed on purpose" in page
    assert line.removeprefix("round 1: ").partition(":")[0] in page


def test_a_draw_that_is_not_the_best_is_told_from_what_the_director_has_changed(run, tmp_path):
    """By another model than that of the draw, beside a swap: each with its own boards."""
    file = tmp_path / "congress.json"
    run("generate", "--players", 24, "--rounds", 3, "--seed", 3, "--output", file)
    do("draw", file, "--write")
    games = read(file).tournament.round(1).games
    do("swap", file, games[0].white, games[3].white)
    shown = run("check", file, "--model", "fastpair")[1]
    assert "round 1: 2 boards were set manually on " in shown
    assert "round 1: the best draw by " in shown
    (judged,) = json.loads(run("check", file, "--model", "fastpair", "--json")[1])["rounds"]
    assert judged["loss"] > judged["loss_of_draw"] > 0


def test_colours_are_judged_by_the_dutch_system_alone(tmp_path, capsys):
    """Each board with other colours is named once; that somebody has one colour more often follows from them."""
    nothing = dict.fromkeys(("late", "withdrawn", "byes_asked", "absent", "forfeits"), "0")
    happenings = Happenings(**nothing)
    played = generate(8, 4, seed=1, play=4, system=Dutch(), happenings=happenings)
    first = played.players[0].key
    games = tuple(
        replace(game, white=game.black, black=game.white) if game.black == first else game
        for game in played.games
    )
    file = tmp_path / "open.trf"
    file.write_bytes(FORMATS["trf"].new(replace(played, games=games)))
    assert main(["check", str(file), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    found = document["findings"]
    wrong = [(each["round"], each["table"]) for each in found if each["kind"] == "colour"]
    # A board with other colours is one of the best draw, in the table, in the last line and in JSON.
    turned = [len(each.get("colours", ())) for each in document["rounds"]]
    assert (sum(turned), SCHEMA.is_valid(document)) == (len(wrong), True)
    assert main(["check", str(file)]) == 1
    _, _, title, *lines = capsys.readouterr().out.splitlines()
    assert title.endswith("Boards other than in the best draw  With other colours")
    rows = [[int(word) for word in line.split()] for line in lines[: len(turned)]]
    assert [row[-2:] for row in rows] == [
        [len(each["different"]), count]
        for each, count in zip(document["rounds"], turned, strict=True)
    ]
    best = sum(not row[-2] for row in rows)
    boards = "1 board" if len(wrong) == 1 else f"{len(wrong)} boards"
    assert lines[-1].endswith(
        f"{best} of 4 draws are the best by dutch, but for the colours of {boards}"
    )
    changed = {game.round for game in played.games if game.black == first}
    assert {number for number, _ in wrong} >= {min(changed)}
    assert len({*wrong}) == len(wrong)
    assert None not in {number for number, _ in wrong}


@pytest.mark.parametrize("preset", ["opengotha", "fide"])
@pytest.mark.parametrize("way", ["draw", "no-show"])
def test_a_round_that_was_repaired_is_no_finding(run, tmp_path, preset, way):
    """Somebody does not come to a published round, and few boards change: named with the time and the change."""
    file = tmp_path / "congress.json"
    system = ("--system", "dutch") if preset == "fide" else ()
    run("generate", "--players", 41, "--rounds", 3, "--seed", 4, *system, "--output", file)
    do("draw", file, "--write")
    games = read(file).tournament.round(1).games
    run("result", file, *[x for game in games for x in (game.table, "1-0")])
    do("draw", file, "--write")
    do("publish", file)
    gone = [read(file).tournament.round(2).games[at].white for at in (2, 9)]
    if way == "draw":
        absent = [word for key in gone for word in ("--absent", key)]
        status = run("draw", file, "--round", 2, "--keep-most", *absent, "--write", "--even-so")[0]
    else:
        status = run("no-show", file, *gone, "--re-pair")[0]
    assert status == 0
    document = json.loads(run("check", file, "--json")[1])
    SCHEMA.validate(document)
    judged = document["rounds"][1]
    assert judged["loss"] > judged["loss_of_draw"] == 0
    assert "were kept by the draw of 20" in judged["change"]
    assert not [each for each in document["findings"] if each["kind"] == "bye"]
    shown = run("check", file)[1]
    assert f"round 2: {judged['change']}" in shown
    assert "round 2: the best draw" not in shown
    assert "round 2: not the pairing" not in shown
    with director_of(file) as director:
        page = director.get("/files/1/checked").text
    assert "A better pairing existed" not in page


def test_all_boards_that_differ_are_counted_as_the_engine_counts_them(tmp_path, capsys):
    """Of a round of FIDE's, those below the first bracket that is wrong, too; such a draw is a finding."""
    nothing = dict.fromkeys(("late", "withdrawn", "byes_asked", "absent", "forfeits"), "0")
    system, happenings = Dutch(), Happenings(**nothing)
    played = generate(30, 5, seed=3, play=3, system=system, happenings=happenings)
    games = [*played.round(3).games]
    for at in (0, 4, 8, 12):
        one, other = games[at : at + 2]
        games[at] = replace(one, black=other.black)
        games[at + 1] = replace(other, black=one.black)
    made = played.replace_round(3, games, played.round(3).byes)
    file = tmp_path / "open.trf"
    file.write_bytes(FORMATS["trf"].new(made))
    assert engine.main([str(file), "-c", "3"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]
    assert len(rows) >= 8
    assert main(["check", str(file)]) == 1
    shown = capsys.readouterr().out
    assert re.search(rf"^ *3 +15 +{len(rows)}$", shown, re.MULTILINE)
    assert "0 findings" not in shown


def test_who_is_paired_after_the_draw_makes_it_no_worse(run, tmp_path):
    """Two who enter a drawn round meet each other; a draw of everybody would have other boards."""
    file = tmp_path / "congress.json"
    run("generate", "--players", 20, "--rounds", 3, "--seed", 5, "--output", file)
    do("draw", file, "--write")
    for name, grade in (("Zed", "3d"), ("Yed", "5k")):
        do("register", file, name, "--grade", grade, "--from-round", 1)
    do("draw", file, "--round", 1, "--write")
    shown = run("check", file)[1]
    assert re.search(
        r"round 1: \d boards are not in the best draw, as boards .* were kept by", shown
    )
    summary = shown.splitlines()[-1].partition("; ")[2]
    assert summary == (
        "0 of 1 draws are the best by OpenGotha 3.51, 1 more but for boards set or kept on purpose"
    )
