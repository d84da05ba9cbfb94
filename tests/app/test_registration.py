"""``fastpair register`` on terms, and who takes part by patterns of rounds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import do
from congress_files import all_present, refused, save
from fastpair.app.edits.attendance import rounds_meant
from fastpair.app.edits.players import player_changed, registered
from fastpair.app.entries.registration import EntryTerms, new_player
from fastpair.app.lookup import find_duplicates
from fastpair.app.reports.check import FindingKind, findings
from fastpair.errors import RuleError
from fastpair.formats import read
from fastpair.go.scores import ScoreHistory, mms_x2
from fastpair.go.tournament import (
    NO_RATING,
    Criterion,
    Grade,
    Points,
    Rules,
    Tournament,
    late_entry_correction,
    participation,
    starting_score,
)

ANN = {"name": "Alder", "first_name": "Ann", "grade": "3d"}
TEN = Tournament(rules=Rules(rounds=10))
LIST = "".join(
    f" {pin}  {name:<37} {country}  {club:<4}  {grade:>4}   --  {rating:>5}    12  T250719A\n"
    for pin, name, country, club, grade, rating in (
        ("10000001", "Alder Ann", "FR", "Pari", "3d", "2305"),
        ("10000002", "Birk Bo", "DE", "Ulm", "2d", "2195"),
        ("10000003", "Birk Bo", "FR", "Lyon", "5k", "1603"),
        ("10000004", "Solo Sam", "FR", "Lyon", "20k", ""),
    )
)
CSV = """\
Name;FirstName;Rank;Country;EGF Pin
Alder;Ann;3d;FR;10000001
Cedar;Cy;4k;DE;
"""


@pytest.fixture
def file(tmp_path):
    return save(all_present(), tmp_path / "congress.xml")


@pytest.fixture
def ratings(tmp_path):
    path = tmp_path / "egf_db.txt"
    path.write_text(LIST, "latin-1")
    return path


def entered(tournament, **terms):
    return registered(tournament, [new_player(ANN)], EntryTerms(**terms)).tournament.players[-1]


@given(st.integers(2, 10), st.sampled_from(["0", "0.5", "1"]), st.integers(0, 2), st.booleans())
def test_late_entries_start_as_the_rule_has_it(first, worth, absent_x2, down):
    rules = replace(TEN.rules, points=Points(mms_absent_x2=absent_x2, round_down=down))
    late = entered(replace(TEN, rules=rules), since=first, per_missed_round=worth)
    assert late.absences == frozenset(range(1, first))
    assert late.correction == late_entry_correction(rules, first, round(2 * float(worth)))


@given(st.integers(-3, 3))
def test_a_supergroup_starts_above_the_bar_or_below_it(level):
    player = entered(TEN, supergroup=level)
    assert starting_score(TEN.rules, player) == int(TEN.rules.bar) + level
    changed = player_changed(
        replace(TEN, players=(new_player(ANN),)), "ALDERANN", {}, EntryTerms(supergroup=level)
    )
    assert changed.tournament.players[0].correction == player.correction


def test_what_the_papers_know_of_a_player_is_typed(run, tmp_path):
    """Correction, band, play-in and play-out group, and what takes them back."""
    file = tmp_path / "congress.json"
    save(TEN, file)
    typed = ("--correction", -2, "--band", 2, "--play-in", "Bath  A", "--play-out", "Ulm")
    do("register", file, "Alder", "Ann", "--grade", "3d", *typed)

    def known():
        (player,) = read(file).tournament.players
        return player.correction, player.band, player.play_in, player.play_out

    assert known() == (-2, 2, "Bath A", "Ulm")
    nothing = ("--correction", 0, "--band", 0, "--play-in", "", "--play-out", "")
    do("register", file, "--change", "Alder", *nothing)
    assert known() == (0, None, "", "")
    for what, value, words in (
        ("--band", -1, "--band: enter a number from 1 to 99, not -1"),
        (
            "--correction",
            100,
            "--correction: enter whole points from -99 to 99, such as 2 or -1, not 100",
        ),
    ):
        assert refused(run("register", file, "--change", "Alder", what, value), words)
    both = ("--supergroup", 1, "--correction", 1)
    words = "choose either --supergroup or --correction, not both"
    assert refused(run("register", file, "--change", "Alder", *both), words)


@pytest.mark.parametrize("text", ["all", "1-5", "week 1", "week 2", "-3,7", "4-", "2"])
def test_rounds_by_pattern(text):
    player = entered(TEN, rounds=text)
    assert player.absences == participation(text, 10)
    meant = frozenset(rounds_meant(TEN, pattern=text))
    assert meant == frozenset(range(1, 11)) - participation(text, 10)


def test_a_pattern_is_told():
    done = registered(TEN, [new_player(ANN)], EntryTerms(rounds="week 2"))
    assert done.messages == ("Alder Ann 3d is registered, from round 6 on",)
    done = registered(TEN, [new_player(ANN)], EntryTerms(rounds="week 2", per_missed_round="0.5"))
    assert done.messages == (
        "Alder Ann 3d is registered, from round 6 on, and starts 2 points higher",
    )
    done = registered(TEN, [new_player(ANN)], EntryTerms(rounds="-3,7"))
    assert done.messages == ("Alder Ann 3d is registered, for rounds 1–2, 4–6, 8–10",)


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        (EntryTerms(rounds="none"), "choose at least one round"),
        (EntryTerms(rounds="1-3", since=4), "choose at least one round"),
        (EntryTerms(rounds="1-11"), "the tournament has rounds 1 to 10"),
        (EntryTerms(since=4, per_missed_round="2"), "per_missed_round: must be 0 to 1"),
        (EntryTerms(supergroup=100), "Player.correction: must be a number from -99 to 99, not 101"),
    ],
)
def test_terms_that_cannot_be_are_refused(terms, words):
    with pytest.raises(RuleError, match=words):
        registered(TEN, [new_player(ANN)], terms)


def test_nobody_starts_higher_where_wins_count():
    swiss = replace(TEN, rules=replace(TEN.rules, placement=(Criterion.WINS,)))
    with pytest.raises(RuleError, match=r"per_missed_round: .* go by NBW, so nobody starts higher"):
        registered(swiss, [new_player(ANN)], EntryTerms(since=4, per_missed_round="0.5"))


def test_patterns_that_name_no_round_are_refused():
    for arguments in ({"pattern": "none"}, {"pattern": "1-3", "since": 2}, {"pattern": "1-11"}):
        with pytest.raises(RuleError):
            rounds_meant(TEN, **arguments)


@pytest.mark.parametrize(
    "typed", [["--pin", "10000001"], ["alder", "ann"], ["Ann Alder"], ["ÄLDER", "Ann"]]
)
def test_a_player_from_a_rating_list(run, file, ratings, typed):
    status, output, errors = run("register", file, *typed, "--list", ratings, "--supergroup", 1)
    assert (status, errors.count("warning")) == (0, 0)
    assert output.startswith("Alder Ann 3d (FR, Pari) is registered, and starts ")
    player = read(file).tournament.players[-1]
    assert (player.rating, player.egf_pin, player.club) == (2305, "10000001", "Pari")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["Aldr", "Ann"], "did you mean Alder Ann 3d FR 10000001"),
        (["--pin", "99999999"], "the list of the EGF has nobody of the name or number '99999999'"),
        (["Birk", "Bo"], "2 players 'Birk Bo': Birk Bo 2d DE 10000002, Birk Bo 5k FR 10000003"),
        (["--club", "Ulm"], "--list: enter a number or a name"),
        (["A", "--change", "B", "--rounds", "2"], "choose either --list"),
    ],
)
def test_who_is_not_found_once_is_refused(run, file, ratings, typed, words):
    before = file.read_bytes()
    if "--change" in typed:
        done, words = run("register", file, *typed), "choose either --change or --rounds"
    else:
        done = run("register", file, *typed, "--list", ratings)
    assert refused(done, words)
    assert file.read_bytes() == before


def test_an_unrated_player_has_the_rating_of_the_grade(run, file, ratings, tmp_path):
    do("register", file, "Solo", "Sam", "--list", ratings)
    player = read(file).tournament.players[-1]
    assert (str(player.grade), player.rating) == ("20k", 100)
    american = tmp_path / "tdlista.txt"
    american.write_text("Doe, Jo\t12345\tFull\t\t3/5/2026\tSEAG\tWA\t0.9\t3/5/2025\n", "utf-8")
    unknown = ("register", file, "--pin", "12345", "--list", american)
    assert refused(run(*unknown), "Doe: enter a grade from 30k to 9d; --grade says it")
    do(*unknown, "--grade", "2k")
    assert read(file).tournament.players[-1].rating == 1900


def test_a_list_twice_registers_nobody_twice(run, file, tmp_path):
    entries = tmp_path / "entries.csv"
    entries.write_text(CSV, "utf-8")
    do("register", file, "--entries", entries)
    once = read(file).tournament
    assert len(once.players) == 23
    status, output, _ = run("register", file, "--entries", entries)
    assert (status, read(file).tournament) == (0, once)
    assert output.splitlines() == [
        "Alder Ann 3d (FR) is already registered as Alder Ann 3d (FR)",
        "Cedar Cy 4k (DE) is already registered as Cedar Cy 4k (DE)",
    ]


TWINS = """\
Name;Rank;Country
Emil Iliev;3d;BG
Rossi, Elena;2k;IT
Iliev Emil;3d;BG
Alder Ann;3d;FR
"""


def test_the_order_of_names_is_stated_and_both_orders_are_one_person(run, file, tmp_path):
    entries = tmp_path / "entries.csv"
    entries.write_text(TWINS, "utf-8")
    do("register", file, "Ann", "Alder", "--grade", "3d", "--country", "FR")
    status, output, errors = run("register", file, "--entries", entries, "--names", "given-first")
    assert (status, errors) == (
        0,
        f"fastpair: warning: {entries}: Iliev Emil is entered in lines 2, 4\n",
    )
    assert output.splitlines() == [
        "Iliev Emil 3d (BG) is registered",
        "Rossi Elena 2k (IT) is registered",
        "Emil Iliev 3d (BG) is already registered as Iliev Emil 3d (BG)",
        "Ann Alder 3d (FR) is already registered as Ann Alder 3d (FR)",
    ]
    status, output, errors = run("register", file, "--entries", entries)  # as those registered show
    assert "is registered" not in output
    assert f"{entries}: the column 'Name' does not state the order of names" in errors
    fresh = tmp_path / "new.json"
    run("new", fresh, "--entries", entries, "--names", "family-first")
    assert [p.name for p in read(fresh).tournament.players] == ["Emil", "Rossi", "Alder"]
    assert refused(
        run("register", file, "X", "--grade", "3d", "--names", "given-first"), "--entries"
    )


def test_both_orders_of_a_name_are_one_person_unless_the_pins_differ():
    emil = new_player({**ANN, "name": "Emil", "first_name": "Iliev", "egf_pin": "10000001"})
    swapped = replace(emil, key="x", name="Iliev", first_name="Emil")
    other = replace(swapped, egf_pin="10000002")
    before = replace(TEN, players=(emil,))
    for newcomer, number in ((replace(swapped, egf_pin=""), 1), (other, 2)):
        assert len(registered(before, [newcomer]).tournament.players) == number
        assert len([*find_duplicates([emil, newcomer])]) == 2 - number
    found = findings(replace(TEN, players=(emil, replace(swapped, egf_pin=""))), {})
    assert [str(each) for each in found if each.kind is FindingKind.TWICE] == [
        "Iliev Emil 3d is listed as Emil Iliev 3d, too: the same PIN, or the same club and names in the "
        "other order"
    ]


def test_teams_of_a_list_have_players_whose_names_are_registered_in_the_other_order(file, tmp_path):
    entries = tmp_path / "entries.csv"
    entries.write_text("Name;First name;Rank;Team\nEk;Bo;3d;Ulm\nIb;Cy;3d;Ulm\n", "utf-8")
    fresh = tmp_path / "teams.json"
    do("new", fresh)
    do("register", fresh, "Bo", "Ek", "--grade", "3d")
    do("register", fresh, "--entries", entries)
    tournament = read(fresh).tournament
    assert [p.full_name for p in tournament.players] == ["Bo Ek", "Ib Cy"]
    assert len(tournament.team_play.teams[0].lineups[0]) == 2


def test_a_list_of_entries_says_rounds_and_what_it_does_not_say(run, file, tmp_path):
    entries = tmp_path / "entries.csv"
    entries.write_text("Name;Rank;Rounds;Fee\nAlder Ann;3d;1,3;9\nBirk Bo;2d;1-25;9\n", "utf-8")
    status, output, errors = run("register", file, "--entries", entries)
    assert (status, output.splitlines()) == (
        0,
        ["Alder Ann 3d is registered, for rounds 1, 3", "Birk Bo 2d is registered"],
    )
    assert errors.startswith(f"fastpair: warning: {entries}: the column 'Fee' is not read\n")
    ann, bo = read(file).tournament.players[-2:]
    assert (ann.absences, bo.absences) == ({2}, frozenset())
    assert "'Fee' is not read" in run("new", tmp_path / "x.json", "--entries", entries)[2]


def without_rating(path):
    """A file with three players who have no rating, one of them with that of the grade."""
    entries = (
        {"name": name, "first_name": first, "grade": grade} for name, first, grade in UNRATED
    )
    unrated = (replace(new_player(entry), rating=NO_RATING) for entry in entries)
    save(replace(all_present(), players=(*all_present().players, *unrated)), path)
    return path


UNRATED = (("Alder", "Ann", "1d"), ("Cedar", "Cy", "4k"), ("Dorn", "Di", "30k"))


@pytest.mark.parametrize("way", ["register", "new", "player"])
def test_who_enters_without_a_rating_gets_that_of_the_grade(file, tmp_path, way):
    old = without_rating(tmp_path / "old.xml")
    if way == "register":
        do("register", file, "--entries", old)
    elif way == "new":
        file = tmp_path / "new.json"
        do("new", file, "--entries", old)
    else:
        for *name, grade in UNRATED:
            do("register", file, *name, "--grade", grade)
    assert [p.rating for p in read(file).tournament.players[-3:]] == [2100, 1700, None]


@pytest.fixture
def before_third(file):
    """Two rounds are played without Alder Ann, who was absent, and Preli Pia, who was preliminary."""
    do("register", file, "Alder", "Ann", "--grade", "3d")
    do("absent", file, "Alder Ann", "--round", 1, "--round", 2)
    do("register", file, "Preli", "Pia", "--grade", "3d", "--preliminary")
    for number in (1, 2):
        do("draw", file, "--write", "--even-so")
        tables = (game.table for game in read(file).tournament.round(number).games)
        do("result", file, *(word for t in tables for word in (t, "1-0")))
    return file


def entered_in_third(file, who):
    """From which round a player takes part, at which correction, and the score before round 3."""
    tournament = read(file).tournament
    row = next(i for i, p in enumerate(tournament.players) if p.full_name == who)
    player = tournament.players[row]
    return (
        player.final,
        player.absences,
        player.correction,
        mms_x2(ScoreHistory.of(tournament))[row, 2],
    )


@pytest.mark.parametrize(
    ("who", "typed"),
    [
        ("Preli Pia", ("register", "--all-final")),
        ("New Nia", ("register", "--entries", "list.csv")),
    ],
)
@pytest.mark.parametrize("absent_x2", [0, 1])
def test_a_registration_counts_from_the_round_that_is_prepared(
    run, before_third, who, typed, absent_x2
):
    """They have the score of somebody who was absent until then; the other ways in are rows."""
    file = before_third
    do("rules", file, "--absence", absent_x2 / 2, "--even-so")
    entries = file.with_name("list.csv")
    entries.write_text("Name;First name;Grade\nNew;Nia;3d\n", "utf-8")
    known = entered_in_third(file, "Alder Ann")
    name, *words = (entries if word == "list.csv" else word for word in typed)
    do(name, file, *words)
    assert entered_in_third(file, who) == known
    assert known[:3] == (True, {1, 2}, 0)
    status, output, errors = run("draw", file)
    assert (status, who in output) == (0, True)
    assert "round 1" not in errors


def test_a_confirmed_player_may_be_given_more_for_missed_rounds(run, before_third):
    do("rules", before_third, "--absence", 0, "--even-so")
    typed = ("register", before_third, "--all-final", "--from-round", 3, "--per-missed-round", 0.5)
    assert run(*typed)[1] == "Preli Pia is confirmed from round 3 on\n"
    assert entered_in_third(before_third, "Preli Pia")[:3] == (True, {1, 2}, 1)
    both = ("register", before_third, "--change", "Alder Ann", "--club", "X", "--from-round", 2)
    assert refused(run(*both), "choose either --change or --from-round, not both")


def test_a_file_with_players_without_a_rating_is_mended(run, tmp_path):
    old = without_rating(tmp_path / "old.xml")
    assert [p.rating for p in read(old).tournament.players[-3:]] == [None] * 3
    said = "2 players have no rating, which counts as -900: Alder Ann, Cedar Cy"
    assert said in run("draw", old)[2]
    status, output, _ = run("check", old)
    assert "Alder Ann 1d has no rating, which counts as -900" in output
    status, output, _ = run("register", old, "--unrated-by-grade")
    assert (status, output.splitlines()) == (
        0,
        [
            "2 ratings refreshed by grade",
            "Alder Ann 1d: rating – becomes 2100",
            "Cedar Cy 4k: rating – becomes 1700",
        ],
    )
    assert said not in run("draw", old)[2]
    assert refused(run("register", old, "--unrated-by-grade"), "all players have a rating")


def test_ratings_of_all_are_refreshed(run, file, ratings, tmp_path):
    entries = tmp_path / "entries.csv"
    lines = (
        "Alder;Ann;3d;2200;10000001;",
        "Birk;Bo;2d;2200;;FR",
        "Solo;Sam;10k;1100;;",
        "Wrong;Wim;1k;2000;10000002;",
        "Birk;Bo;2d;;;",
    )
    header = "Name;FirstName;Rank;Rating;Pin;Country"
    entries.write_text("\n".join([header, *lines]), "utf-8")
    status, output, errors = run("register", file, "--entries", entries, "--list", ratings)
    assert status == 0
    assert [line for line in output.splitlines() if "rating" in line] == [
        "2 ratings refreshed from the list of the EGF",
        "Alder Ann 3d: rating 2200 becomes 2305",
        "Birk Bo 2d (FR): rating 2200 becomes 1603",
    ]
    assert "Wrong Wim 1k keeps rating 2000; the list has Birk Bo 10000002" in errors
    assert "21 players not in the list" in errors
    again = run("register", file, "--list", ratings)
    assert (again[0], again[1]) == (0, "0 ratings refreshed from the list of the EGF\n")


def test_preliminary_and_final(run, file):
    """Who has registered and not come yet is not drawn."""
    for option, final in (("--preliminary", False), ("--final", True)):
        do("register", file, "Alder", "Ann", "--grade", "3d", option)
        entered = read(file).tournament.players[-1]
        assert entered.final == final
        assert ("Alder Ann" in run("draw", file)[1]) == final
        do("undo", file)


@pytest.mark.parametrize("suffix", ["xml", "json", "csv", "tou"])
def test_a_professional_keeps_the_title(file, tmp_path, suffix):
    """Rated 2700 for 1p and 30 more for each grade [V 2.2]; paired as the amateur grade it stands for."""
    do("register", file, "Pro", "Ada", "--grade", "3p")
    do("register", file, "--change", read(file).tournament.players[0].full_name, "--grade", "9P")
    target = tmp_path / f"other.{suffix}"
    if suffix == "tou":  # of a results file, whose rounds are still to come
        do("export", file, target, "--even-so")
        return
    do("convert", file, target)
    players = read(target).tournament.players
    (ada,) = (player for player in players if player.name == "Pro")
    assert (str(ada.grade), ada.grade, ada.rating) == ("3p", Grade.parse("7d"), 2760)
    assert "9p" in {str(player.grade) for player in players}


def test_only_the_grade_of_a_professional_may_be_typed_of_a_player(run, file):
    assert refused(
        run("rules", file, "--bar", "2p"),
        "grades go from 30k to 9d; 2p is a professional's grade",
    )


def test_a_namesake_is_registered_only_if_that_is_confirmed(run, tmp_path):
    file = tmp_path / "open.json"
    do("new", file, "--rounds", "3")
    do("register", file, "Alder", "Ann", "--grade", "3d")
    once = file.read_bytes()
    status, output, errors = run("register", file, "Alder", "Ann", "--grade", "9k", "--club", "Ulm")
    assert (status, output, file.read_bytes()) == (2, "", once)
    assert "Alder Ann 9k (Ulm) is already registered as Alder Ann 3d; " in errors
    assert "--even-so registers somebody else of the same name" in errors
    do("register", file, "Alder", "Ann", "--grade", "9k", "--even-so")
    for grade in ("3d", "9k"):
        status, output, _ = run("register", file, "Alder", "Ann", "--grade", grade)
        said = f"Alder Ann {grade} is already registered as Alder Ann {grade}\n"
        assert (status, output) == (0, said)
    players = read(file).tournament.players
    assert sorted(str(player.grade) for player in players) == ["3d", "9k"]
    assert len({player.key for player in players}) == 2


def test_namesakes_of_a_list_are_registered_if_the_director_says_so(run, tmp_path):
    file, entries = tmp_path / "open.json", tmp_path / "entries.csv"
    entries.write_text("name;first name;grade;club\nAlder;Ann;3d;Ulm\nAlder;Ann;9k;Wien\n", "utf-8")
    do("new", file, "--rounds", "3")

    def entered(*options):
        status, output, errors = run("register", file, "--entries", entries, *options)
        assert status == 0, errors
        players = read(file).tournament.players
        return output.splitlines(), sorted(str(player.grade) for player in players)

    known = "Alder Ann 9k (Wien) is already registered as Alder Ann 3d (Ulm)"
    assert entered() == (["Alder Ann 3d (Ulm) is registered", known], ["3d"])
    lines, grades = entered("--namesakes")
    assert (lines[1], grades) == ("Alder Ann 9k (Wien) is registered", ["3d", "9k"])
    lines, grades = entered("--namesakes")
    assert all("is already registered" in line for line in lines)
    assert grades == ["3d", "9k"]
    alone = run("register", file, "Birch", "Bo", "--grade", "3k", "--namesakes")
    assert refused(alone, "--namesakes is for the players of a list; add --entries LIST")
