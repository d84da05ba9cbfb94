"""The next step: each state on its own, what comes first of several, and what a helper is offered."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from commands import do
from congress_files import in_memory
from fastpair.app.history.records import Publication, PublicationState
from fastpair.app.rounds.next_step import (
    Disagreement,
    Finish,
    Progress,
    StepRole,
    next_step,
    results_file_due,
)
from fastpair.formats import read
from fastpair.go.tournament import (
    Bye,
    Event,
    Game,
    Grade,
    Player,
    Result,
    Rules,
    Team,
    TeamPlay,
    Tournament,
)


def players(count, **changes):
    return tuple(
        Player(key=f"P{n}", name=f"Player{n}", first_name="", grade=Grade.parse("1k"), **changes)
        for n in range(1, count + 1)
    )


def game(number, table, result=Result.UNKNOWN):
    return Game(
        round=number, table=table, white=f"P{2 * table - 1}", black=f"P{2 * table}", result=result
    )


def tournament(count=6, games=(), byes=(), rounds=2, **changes):
    return Tournament(
        players=players(count, **changes),
        games=tuple(games),
        byes=tuple(byes),
        rules=Rules(rounds=rounds),
    )


def round_of(number, *results):
    return [game(number, table, result) for table, result in enumerate(results, start=1)]


UNKNOWN, WHITE = Result.UNKNOWN, Result.WHITE_WINS
FIRST = round_of(1, UNKNOWN, UNKNOWN, UNKNOWN)
OVER = round_of(1, WHITE, WHITE, WHITE)
BOTH_OVER = [*OVER, *round_of(2, WHITE, WHITE, WHITE)]


def published(whole, number=1):
    state = PublicationState.PUBLISHED
    return {number: Publication.of(whole.round(number), state)}


def absent(whole, key, number=1):
    away = replace(whole.by_key[key], absences=frozenset({number}))
    return replace(whole, players=tuple(away if p.key == key else p for p in whole.players))


def of(whole, **changes):
    without_history = {"publications": in_memory(whole).published}
    return Progress(tournament=whole, **(without_history | changes))


def with_extra(whole, count):
    """The tournament with players who have come after the draw."""
    more = tuple(replace(p, key=f"L{p.key}", name=f"Late{p.key}") for p in players(count))
    return replace(whole, players=(*whole.players, *more))


PAST = datetime(2026, 5, 1, 11, 45).astimezone()
DRAWN = tournament(games=FIRST)
WITH_BYE = tournament(7, games=FIRST, byes=[Bye(round=1, player="P7")])
TWO_ROUNDS = tournament(games=BOTH_OVER)
LATER = tournament(games=[replace(OVER[0], result=UNKNOWN, postponed=True), *BOTH_OVER[1:]])
BEGUN = tournament(games=round_of(1, WHITE, UNKNOWN, UNKNOWN))

DIFFERENCE = Disagreement(2, ("Ann", "Bo"), "0-1 (14:05)", "1-0 (14:07)")
STATES = {
    "changes lost": of(DRAWN, lost_changes=3, lost_between="13:41–13:55"),
    "no players": of(tournament(0)),
    "absent player drawn": of(absent(DRAWN, "P3"), publications=published(DRAWN)),
    "results differ": of(DRAWN, publications=published(DRAWN), differing=(DIFFERENCE,)),
    "late players": of(with_extra(DRAWN, 2), publications=published(DRAWN)),
    "late player and bye": of(with_extra(WITH_BYE, 1), publications=published(WITH_BYE)),
    "late player": of(with_extra(DRAWN, 1), publications=published(DRAWN)),
    "boards changed": of(
        replace(DRAWN, games=(replace(FIRST[0], white="P2", black="P1"), *FIRST[1:])),
        publications=published(DRAWN),
    ),
    "not checked in": Progress.of(in_memory(tournament(final=False))),
    "check-in closed": replace(
        Progress.of(in_memory(tournament(2, final=False))), deadlines={1: PAST}
    ),
    "not paired": of(tournament()),
    "not paired, odd": of(tournament(7)),
    "draft": of(DRAWN),
    "published": of(DRAWN, publications=published(DRAWN)),
    "in play": of(BEGUN, publications=published(BEGUN)),
    "round complete": of(tournament(games=OVER)),
    "to check": of(TWO_ROUNDS),
    "games postponed": of(LATER),
    "data missing": of(TWO_ROUNDS, finish=Finish(checked=True, federation="EGF", lacking=7)),
    "ready": of(TWO_ROUNDS, finish=Finish(checked=True, federation="EGF")),
    "downloaded": of(TWO_ROUNDS, finish=Finish(federation="EGF", downloaded="18:05")),
    "over": of(TWO_ROUNDS, finish=Finish(checked=True)),
    "sent": of(TWO_ROUNDS, finish=Finish(downloaded="18:05", sent="13 August")),
}

SAID = {
    "changes lost": ("3 changes of 13:41–13:55 are missing from it.", "Restore 3 changes", "bad"),
    "no players": ("No players yet.", "Import list", "info"),
    "absent player drawn": (
        "Player3 is marked absent but has a game in round 1.",
        "Resolve table 2",
        "warn",
    ),
    "results differ": (
        "Ann – Bo: a phone says 1-0 (14:07), the desk 0-1 (14:05).",
        "Resolve table 2",
        "warn",
    ),
    "late players": ("2 players are late.", "Pair 2 late players", "warn"),
    "late player and bye": ("LateP1 is late; Player7 has the bye.", "Pair them", "warn"),
    "late player": ("LateP1 has no opponent.", "Assign bye", "warn"),
    "boards changed": (
        "Different from what players see: table 1.",
        "Publish 1 change",
        "warn",
    ),
    "not checked in": ("6 players are expected.", "Open check-in", "info"),
    "check-in closed": (
        "Check-in closed at 2026-05-01 11:45: round 1 is paired without 2 players: Player1, Player2.",
        "Pair round 1",
        "info",
    ),
    "not paired": ("6 players: 3 boards.", "Pair round 1", "info"),
    "not paired, odd": ("7 players: 3 boards and one bye.", "Pair round 1", "info"),
    "draft": ("Players do not see this round yet.", "Publish round 1", "info"),
    "published": ("0 of 3 results.", "Print pairings", "info"),
    "in play": ("1 of 3 results. Next: table 2.", "Show 2 missing", "info"),
    "round complete": ("6 players: 3 boards.", "Pair round 2", "ok"),
    "to check": ("All 2 rounds complete.", "Check results", "ok"),
    "games postponed": ("1 game postponed (round 1, table 1).", "Enter 1 result", "warn"),
    "data missing": ("7 players lack data for the EGF file.", "Complete player data", "ok"),
    "ready": ("The EGF file is ready.", "Download EGF file", "ok"),
    "downloaded": ("EGF file downloaded 18:05.", "Mark as sent", "ok"),
    "over": ("All 2 rounds complete.", "Download archive", "ok"),
    "sent": ("Results file sent 13 August.", "Download archive", "ok"),
}


@pytest.mark.parametrize("name", STATES)
def test_each_state(name):
    found = next_step(STATES[name])
    assert (found.name, found.sentence, found.primary.label, found.tone) == (name, *SAID[name])


OF_HELPER = {
    "changes lost": "draft",
    **dict.fromkeys(
        (
            "absent player drawn",
            "results differ",
            "late players",
            "late player and bye",
            "late player",
            "boards changed",
        ),
        "published",
    ),
}
"""What a helper is told where only the director can do something about a state."""


@pytest.mark.parametrize("name", STATES)
def test_a_helper_is_offered_check_in_and_results_alone(name):
    found = next_step(STATES[name], StepRole.HELPER)
    assert found.name == OF_HELPER.get(name, name)
    offered = {step.name for step in (found.primary, found.secondary) if step}
    assert offered <= {"check-in", "enter-results", "missing-results"}


def test_a_helper_is_told_of_their_tables_alone():
    """Also when all of them have results and others have none."""
    in_play = STATES["in play"]
    for tables, said in (((1, 2), "1 of 2 results. Next: table 2."), ((1,), "1 of 1 results.")):
        found = next_step(replace(in_play, tables=frozenset(tables)), StepRole.HELPER)
        assert found.sentence == said


def test_a_postponed_game_is_no_result():
    games = (*BEGUN.games[:1], replace(BEGUN.games[1], postponed=True), *BEGUN.games[2:])
    step = next_step(of(replace(BEGUN, games=games), publications=published(BEGUN)))
    assert (step.name, step.sentence) == ("in play", "1 of 3 results. Next: table 3.")


def test_boards_of_an_earlier_round_are_not_forgotten():
    """Until they are published, players see no standings from there on."""
    white, black = OVER[0].players
    games = (replace(OVER[0], white=black, black=white), *TWO_ROUNDS.games[1:])
    both = {**published(TWO_ROUNDS), **published(TWO_ROUNDS, 2)}
    step = next_step(of(replace(TWO_ROUNDS, games=games), publications=both))
    assert (step.badge, step.sentence) == (
        "Round 1 · Changed since publishing",
        "Different from what players see: table 1.",
    )
    assert (step.primary.label, step.primary.values) == ("Publish 1 change", {"round": 1})


def test_the_first_state_that_applies_wins():
    whole = absent(with_extra(DRAWN, 2), "P3")
    everything = of(whole, publications=published(DRAWN), lost_changes=1, differing=(DIFFERENCE,))
    order = ["changes lost", "absent player drawn", "results differ", "late players"]
    assert next_step(everything).name == order[0]
    left = replace(everything, lost_changes=0)
    for name in order[1:]:
        found = next_step(left)
        assert found.name == name
        left = replace(left, dismissed=left.dismissed | {left.dismissal(found)})
    assert next_step(left).name == "published"


def test_a_dismissed_state_comes_back_when_its_sentence_changes():
    two = of(with_extra(DRAWN, 2), publications=published(DRAWN))
    gone = frozenset({two.dismissal(next_step(two))})
    assert next_step(replace(two, dismissed=gone)).name == "published"
    three = of(with_extra(DRAWN, 3), publications=published(DRAWN), dismissed=gone)
    assert next_step(three).name == "late players"


def test_the_country_says_which_results_file_is_due():
    for country, due in (("", "egd"), ("DE", "egd"), ("FR", "ffg"), ("us", "aga")):
        assert results_file_due(replace(DRAWN, event=Event(country=country))) == due


def test_a_later_round_waits_for_the_results_of_those_before():
    whole = tournament(games=round_of(1, WHITE, WHITE, UNKNOWN), rounds=3)
    assert next_step(of(whole, publications=published(whole))).name == "in play"
    found = next_step(of(whole, number=2))
    assert (found.name, found.sentence) == ("results missing", "1 game open (round 1, table 3).")
    assert (found.primary.label, found.primary.values) == ("Enter 1 result", {"round": 1})
    assert (found.secondary.label, found.secondary.values) == ("Pair anyway", {"round": 2})
    skipped = replace(whole, games=(*whole.games, *round_of(2, WHITE, WHITE, WHITE)))
    assert next_step(of(skipped)).name == "results missing"


def test_the_command_names_the_commands_that_come_next(tmp_path, capsys):
    file = tmp_path / "open.json"
    do("generate", "--players", "7", "--rounds", "2", "--output", file)

    def told():
        capsys.readouterr()
        do("status", file)
        return capsys.readouterr().out.replace(str(file), "FILE").splitlines()

    assert told() == [
        "Round 1 · Not paired: 7 players: 3 boards and one bye.",
        "Pair round 1: fastpair draw FILE --round 1 --write",
        "Assign bye: fastpair bye FILE PLAYER --round 1",
    ]
    do("draw", file, "--write")
    assert told()[1] == "Publish round 1: fastpair publish FILE --round 1"
    do("publish", file)
    assert told()[0] == "Round 1 · Published: 0 of 3 results."


def test_the_command_for_a_late_player_pairs_that_player(tmp_path, capsys):
    file = tmp_path / "open.json"
    do("generate", "--players", "14", "--rounds", "2", "--output", file)
    late = next(p.key for p in read(file).tournament.players if p.final and p.plays_in(1))
    for words in (["absent", late, "--round", "1"], ["draw", "--write"], ["publish"]):
        do(words[0], file, *words[1:])
    assert read(file).tournament.round(1).byes
    do("present", file, late, "--round", "1")
    capsys.readouterr()
    do("status", file)
    (line,) = [
        each for each in capsys.readouterr().out.splitlines() if each.startswith("Pair them")
    ]
    do(*line.partition(": fastpair ")[2].split(), "--even-so")
    assert read(file).tournament.round(1).game_of(late) is not None
    assert not read(file).tournament.round(1).byes


def test_a_round_with_results_is_a_draft_until_it_is_published_or_complete():
    found = next_step(of(BEGUN))
    assert (found.name, found.primary.label) == ("draft", "Publish round 1")
    assert (found.secondary.label, found.secondary.values) == ("Show 2 missing", {"round": 1})
    assert next_step(of(tournament(games=OVER))).name == "round complete"


def test_a_board_placed_before_the_draw_makes_no_draft():
    placed = tournament(games=FIRST[:1], byes=[Bye(round=1, player="P3")])
    assert next_step(of(tournament(games=FIRST[:1]))).name == "not paired"
    assert next_step(of(replace(placed, players=players(9)))).name == "not paired"


@pytest.mark.parametrize(
    ("lineups", "sentence", "step"),
    [
        ((), "No teams yet.", "teams"),
        ((("P1",), ("P2", "P3"), ("P4", "P5")), "2 teams: 1 match.", "pair"),
        ((("P1",), ("P2",)), "No team has enough players present.", "teams"),
    ],
)
def test_teams_are_counted_as_what_is_paired(lineups, sentence, step):
    teams = tuple(
        Team(key=f"T{n}", name=f"Team {n}", lineups=(lineup,)) for n, lineup in enumerate(lineups)
    )
    found = next_step(of(replace(tournament(), team_play=TeamPlay(size=2, teams=teams))))
    assert (str(found.sentence), found.primary.name) == (sentence, step)


def test_a_difference_names_the_helper_who_has_entered_the_result():
    differing = (DIFFERENCE._replace(helper="Cy"),)
    found = next_step(of(DRAWN, publications=published(DRAWN), differing=differing))
    assert found.sentence == "Ann – Bo: a phone says 1-0 (14:07), helper Cy 0-1 (14:05)."
