"""Rounds that are published, frozen and taken back: what the history knows of them, and what it stops."""

from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest

from commands import do
from congress_files import all_present, games, save, saved_elsewhere
from fastpair.app.history.records import PublicationState
from fastpair.app.history.state import CongressState
from fastpair.app.history.timeline import History, Timeline
from fastpair.formats import read
from fastpair.go.tournament import Result
from fastpair.pairing.generator import generate
from killing import command, in_child, killed_at


@pytest.fixture
def frozen(drawn):
    """The file of a small congress with round 1 locked."""
    do("publish", drawn, "--lock")
    return drawn


def of(file, number=1):
    return CongressState.read(file).publication(number)


def differences(file):
    return of(file).differences(read(file).tournament)


class TestStates:
    @pytest.mark.parametrize("typed", [(), ("--by-name",), ("--by-room",)])
    def test_the_pairings_of_a_draft_say_so(self, run, drawn, tmp_path, typed):
        page, text = tmp_path / "wall.html", tmp_path / "wall.txt"
        for draft in (True, False):
            shown = run("pairings", drawn, *typed)[1]
            run("pairings", drawn, *typed, "--output", page, "--overwrite", "--language", "de")
            run("pairings", drawn, *typed, "--output", text, "--overwrite")
            assert ("(draft)" in shown) == draft
            assert ("(Entwurf)" in page.read_text("utf-8")) == draft
            assert ("(draft)" in text.read_text("utf-8")) == draft
            run("publish", drawn)

    @pytest.mark.parametrize("foreign", [False, True])
    def test_a_round_counts_as_published_once_it_is_complete(self, run, drawn, foreign):
        if foreign:
            History(drawn).path.unlink()
        first, *tables = games(drawn)
        for table, draft in ((first, True), *((n, n != tables[-1]) for n in tables)):
            do("result", drawn, table, "1-0")
            assert ("(draft)" in run("pairings", drawn)[1]) == draft
            assert ("\nround 1: published\n" in run("info", drawn)[1]) != draft
        assert of(drawn).boards == tuple(
            replace(game, result=Result.UNKNOWN) for game in games(drawn).values()
        )
        assert run("publish", drawn, "--back", "--even-so")[1] == "round 1 is a draft again\n"
        assert of(drawn).state is PublicationState.DRAFT

    def test_a_missing_result_below_a_complete_round_hides_nothing(self, tmp_path):
        file = tmp_path / "played.json"
        tournament = generate(20, 4, seed=4, play=2)
        game = tournament.round(1).games[0]
        played = tournament.replace_round(
            1, [replace(game, result=Result.UNKNOWN), *tournament.round(1).games[1:]]
        )
        save(played, file)
        assert [of(file, n).state.value for n in (1, 2, 3)] == ["published", "published", "draft"]

    def test_results_are_no_change_of_what_is_published(self, run, published):
        run("result", published, 1, "1-0", 2, "0-1!")
        assert len(differences(published)) == 0
        assert run("publish", published)[1] == "round 1 is already published\n"

    @pytest.mark.parametrize(
        ("edit", "changed"),
        [
            (("colour", 2), ["table 2"]),
            (("handicap", 2, 9), ["table 2"]),
            (("table", 2, 40), ["table 40", "table 2 (removed)"]),
            (("unpair", 2), ["table 2 (removed)"]),
        ],
    )
    def test_other_colours_stones_and_tables_are_changes(self, run, published, edit, changed):
        before = games(published)[2]
        verb, *arguments = edit
        do(verb, published, *arguments, "--even-so")
        assert "(draft)" in run("pairings", published)[1]
        found = differences(published)
        assert [*map(str, found.describe(read(published).tournament))] == changed
        assert (len(found), found.gone) == (len(changed), (before,))
        count = "1 change" if len(changed) == 1 else f"{len(changed)} changes"
        line = f"round 1: published, {count} since ({', '.join(changed)})"
        assert f"\n{line}\n" in run("info", published)[1]

    def test_a_bye_is_a_board_that_changes(self, run, published):
        (idle,) = of(published).byes
        player = games(published)[4].white
        do("bye", published, player, "--even-so")
        assert read(published).tournament.round(1).byes == (player,)
        tournament = read(published).tournament
        was, now = map(tournament.name_of, (idle, player))
        assert [*map(str, differences(published).describe(tournament))] == [
            "table 4",
            f"bye of {now} (not {was})",
        ]
        assert run("publish", published)[1] == (
            "round 1 published: 10 boards, 2 changes since publishing\n"
        )
        assert of(published).byes == (player,) != (idle,)


class TestInfo:
    def test_info_says_what_has_changed_since(self, run, published):
        assert "\nround 1: published\n" in run("info", published)[1]
        run("colour", published, 2, "--even-so")
        assert "\nround 1: published, 1 change since (table 2)\n" in run("info", published)[1]
        told = json.loads(run("info", published, "--json")[1])["rounds"]
        assert [(r["state"], r["boards_changed"]) for r in told] == [
            ("published", 1),
            ("draft", 0),
            ("draft", 0),
        ]

    def test_the_log_lists_it(self, run, frozen):
        (*_, row) = run("log", frozen)[1].splitlines()
        assert row.endswith("publish  command  round 1 locked: 10 boards")
        held = json.loads(run("log", frozen, "--json")[1])["changes"][-1]["draw"]
        first = games(frozen)[1]
        assert (held["round"], held["state"]) == (1, "frozen")
        assert held["boards"][0] == [1, first.white, first.black, first.handicap]


class TestFrozen:
    def test_a_draw_that_is_only_looked_at_is_refused_as_one_that_is_written(
        self, run, frozen, tmp_path
    ):
        away = games(frozen)[1].white
        typed = ("draw", frozen, "--round", 1, "--redraw", "--absent", away)
        for target in ((), ("--write",), ("--output", tmp_path / "other.xml")):
            status, _, errors = run(*typed, *target)
            assert (status, "round 1 is locked" in errors) == (2, True)

    def test_what_another_program_took_out_comes_back(self, frozen):
        typed = read(frozen).tournament
        save(all_present(), frozen)
        assert len(differences(frozen)) == 11
        do("redo", frozen)
        assert set(read(frozen).tournament.games) == set(typed.games)
        assert len(differences(frozen)) == 0


class TestHistory:
    def test_it_survives_another_program(self, published):
        saved_elsewhere(published, published.read_bytes())
        state = of(published)
        assert state.state is PublicationState.PUBLISHED
        do("result", published, 1, "1-0")
        assert of(published) == state

    def test_a_state_that_another_program_saved_is_backed_up(self, run, drawn):
        saved_elsewhere(drawn, drawn.read_bytes())
        found = drawn.read_bytes()
        run("publish", drawn)
        run("result", drawn, 1, "1-0")
        assert drawn.with_name("congress.xml.bak2").read_bytes() == found
        run("undo", drawn, "--even-so")
        run("undo", drawn, "--even-so")
        assert drawn.read_bytes() == found

    def test_without_the_history_the_round_in_play_is_a_draft(self, frozen):
        History(frozen).path.unlink()
        assert of(frozen).state is PublicationState.DRAFT
        do("colour", frozen, 2)

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of POSIX")
    @pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
    def test_it_may_be_killed_at_each_of_its_calls(self, drawn):
        held, known = drawn.read_bytes(), History(drawn).path.read_bytes()
        for moment in range(100):
            History(drawn).path.write_bytes(known)
            killed = killed_at(moment, command("publish", drawn))
            assert drawn.read_bytes() == held
            assert of(drawn).state in (PublicationState.DRAFT, PublicationState.PUBLISHED)
            timeline = Timeline.read(drawn, held)
            assert not timeline.saved_by_another
            assert not timeline.cut_short
            if not killed:
                break
        assert moment > 5
        assert of(drawn).state is PublicationState.PUBLISHED
        assert in_child(command("undo", drawn, "--even-so")) == 0
        assert of(drawn).state is PublicationState.DRAFT
