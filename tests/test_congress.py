"""A congress in commands: results, absences, edits by hand, and everything undone, redone or lost."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from fastpair.cli import main
from fastpair.director import congress as sessions
from fastpair.director.costs import Weigher
from fastpair.director.history import History
from fastpair.draw import Constraints
from fastpair.formats import read
from fastpair.formats.opengotha import new_document
from fastpair.formats.replacement import Replacement
from fastpair.simulate import generate
from fastpair.systems import draw_round
from fastpair.tournament import Bye, Game, Result
from fastpair.weights import model_named

WHITE, BLACK = Result.WHITE_WINS, Result.BLACK_WINS


@pytest.fixture(scope="module")
def invented():
    """Twenty-one players, all present, before round 1."""
    tournament = generate(21, 3, seed=8)
    players = (replace(p, absences=frozenset(), final=True) for p in tournament.players)
    return replace(tournament, players=tuple(players))


@pytest.fixture
def file(tmp_path, invented):
    path = tmp_path / "congress.xml"
    new_document(invented).write(path, invented)
    return path


@pytest.fixture
def run(capsys):
    """A command; status, output and errors."""

    def run(*arguments):
        status = main(list(map(str, arguments)))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


@pytest.fixture
def drawn(run, file):
    """The file with round 1 drawn."""
    assert run("draw", file, "--write")[0] == 0
    return file


def games(file, number=1):
    return {game.table: game for game in read(file).tournament.round(number).games}


def result_of(file, table, number=1):
    game = games(file, number)[table]
    return game.result, game.by_default


def name(file, key):
    return read(file).tournament.by_key[key].full_name


def refused(done, *words):
    """Whether a command said one line only, with these words, and failed."""
    status, output, errors = done
    return (status, output, errors.count("\n")) == (2, "", 1) and all(w in errors for w in words)


def saved_elsewhere(file, content):
    """Another program saves a state that it had read before."""
    file.write_bytes(content + b"<!-- saved -->")


class TestResults:
    def test_many_at_once(self, run, drawn):
        status, output, _ = run("result", drawn, 1, "1-0", 2, "b", 3, "1/2", 4, "0-1!", 5, "0-0")
        assert status == 0
        assert [result_of(drawn, table) for table in range(1, 7)] == [
            (WHITE, False),
            (BLACK, False),
            (Result.JIGO, False),
            (BLACK, True),
            (Result.BOTH_LOSE, False),
            (Result.UNKNOWN, False),
        ]
        white, black = (name(drawn, key) for key in games(drawn)[1].players)
        assert f"round 1, table 1: {white} (white) beats {black}\n" in output
        assert output.endswith("round 1: 5 results missing\n")

    @pytest.mark.parametrize(
        ("typed", "result", "by_default"),
        [
            ("1-0", WHITE, False),
            ("1:0", WHITE, False),
            ("1–0", WHITE, False),
            ("W", WHITE, False),
            ("white!", WHITE, True),
            ("+/-", WHITE, True),
            ("-/+", BLACK, True),
            ("-+", BLACK, True),
            ("-/-", Result.BOTH_LOSE, True),
            ("½", Result.JIGO, False),
            ("=", Result.JIGO, False),
            ("½-½", Result.JIGO, False),
            ("1-1", Result.BOTH_WIN, False),
        ],
    )
    def test_spellings(self, run, drawn, typed, result, by_default):
        assert run("result", drawn, 2, typed)[0] == 0
        assert result_of(drawn, 2) == (result, by_default)

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            ((99, "1-0"), ["round 1 has no table 99", "1–10"]),
            ((1,), ["table 1 has no result behind it"]),
            ((), ["expected tables and results"]),
            (("x", "1-0"), ["expected the number of a table, got 'x'"]),
            (("²", "1-0"), ["expected the number of a table"]),
            ((1, "2-0"), ["expected a result", "got '2-0'"]),
            ((1, "?!"), ["expected a result"]),
            ((1, "1-0", 2, "w", 1, "0-1"), ["table 1 is typed twice"]),
            ((1, "1-0", "--round", 2), ["round 2 is not drawn yet"]),
            ((1, "1-0", "--round", 9), ["expected a round from 1 to 3, got 9"]),
        ],
    )
    def test_what_cannot_be_is_refused_as_a_whole(self, run, drawn, typed, words):
        before = drawn.read_bytes()
        assert refused(run("result", drawn, *typed), *words)
        assert drawn.read_bytes() == before

    def test_before_any_draw(self, run, file):
        assert refused(run("result", file, 1, "1-0"), f"{file}: no round is drawn yet")

    def test_a_correction_says_what_it_was(self, run, drawn):
        run("result", drawn, 1, "1-0")
        _, output, _ = run("result", drawn, 1, "0-1")
        assert "; corrected, before it was: " in output
        assert result_of(drawn, 1) == (BLACK, False)

    def test_the_same_again_changes_nothing(self, run, drawn):
        run("result", drawn, 1, "1-0")
        before, known = drawn.read_bytes(), History(drawn).path.read_bytes()
        status, output, _ = run("result", drawn, 1, "1-0", 1, "w")
        assert status == 0
        assert "as it is known already" in output
        assert (drawn.read_bytes(), History(drawn).path.read_bytes()) == (before, known)

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
    def test_a_list_in_a_file(self, run, drawn, tmp_path, encoding):
        typed = tmp_path / "results.txt"
        typed.write_bytes("1 1-0\r\n\r\n2;½ # später\r\n3,0-1\t4 w".encode(encoding))
        assert run("result", drawn, "--from", typed)[0] == 0
        results = [result_of(drawn, table)[0] for table in (1, 2, 3, 4)]
        assert results == [WHITE, Result.JIGO, BLACK, WHITE]

    def test_a_list_names_the_line_that_is_wrong(self, run, drawn, tmp_path):
        typed = tmp_path / "results.txt"
        typed.write_text("1 1-0\n2 3-0\n")
        assert refused(run("result", drawn, "--from", typed), f"{typed}:2: expected a result")

    def test_the_round_is_the_last_that_is_drawn(self, run, drawn):
        tables = sorted(games(drawn))
        assert run("result", drawn, *(w for t in tables[1:] for w in (t, "1-0")))[0] == 0
        assert run("draw", drawn, "--round", 2, "--write", "--without-results")[0] == 0
        _, _, errors = run("result", drawn, 1, "0-1")
        assert "table 1 has no result in round 1 either; --round 1 says" in errors
        assert result_of(drawn, 1, 2) == (BLACK, False)
        assert run("result", drawn, 1, "1-0", "--round", 1)[2] == ""
        assert result_of(drawn, 1) == (WHITE, False)

    def test_standard_input_is_no_file_to_change(self, run):
        assert refused(run("result", "-", 1, "1-0"), "standard input is no file")

    def test_a_file_that_is_not_there(self, run, tmp_path):
        assert refused(run("result", tmp_path / "none.xml", 1, "1-0"), "cannot be read")
        assert list(tmp_path.iterdir()) == []


class TestAttendance:
    def test_absent_and_present(self, run, file, invented):
        key = invented.players[3].key
        status, output, _ = run("absent", file, key)
        assert (status, output) == (0, f"{name(file, key)} is absent from round 1\n")
        assert read(file).tournament.by_key[key].absences == {1}
        run("absent", file, key, "--from", 2)
        assert read(file).tournament.by_key[key].absences == {1, 2, 3}
        run("present", file, key, "--round", 1, "--round", 3)
        assert read(file).tournament.by_key[key].absences == {2}
        assert "as known already" in run("present", file, key, "--round", 1)[1]

    def test_whoever_has_a_game_or_a_bye_is_not_absent(self, run, drawn):
        tournament = read(drawn).tournament
        player, free = games(drawn)[4].white, tournament.round(1).byes[0]
        words = ["has a game in round 1, table 4", "fastpair unpair"]
        assert refused(run("absent", drawn, player, "--round", 1), *words)
        assert refused(run("absent", drawn, free, "--round", 1), "has the bye of round 1")
        run("result", drawn, 4, "1-0")
        assert refused(run("absent", drawn, player, "--round", 1), "has played in round 1")

    def test_withdrawn_is_absent_from_all_that_is_left(self, run, drawn):
        key = games(drawn)[2].black
        _, output, errors = run("withdraw", drawn, key)
        assert output == f"{name(drawn, key)} has withdrawn from round 2 on\n"
        assert "has a game without a result in round 1, table 2" in errors
        assert read(drawn).tournament.by_key[key].absences == {2, 3}

    def test_who_comes_late_is_said_to_wait(self, run, file, invented):
        key = invented.players[3].key
        run("absent", file, key)
        run("draw", file, "--write")
        assert "waits for a game" in run("present", file, key, "--round", 1)[2]

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (["--round", 4], "expected a round from 1 to 3, got 4"),
            (["--round", 1, "--from", 1], "either --round or --from"),
        ],
    )
    def test_rounds_that_are_none(self, run, file, invented, options, words):
        assert refused(run("absent", file, invented.players[0].key, *options), words)


class TestEdits:
    def test_swap(self, run, drawn):
        before = games(drawn)
        a, b = before[1].white, before[3].black
        status, output, _ = run("swap", drawn, a, b)
        after = games(drawn)
        assert status == 0
        assert set(after[1].players) == {b, before[1].black}
        assert set(after[3].players) == {a, before[3].white}
        assert "against the best one of the same players (opengotha351)" in output
        assert {t: g for t, g in after.items() if t not in (1, 3)} == {
            t: g for t, g in before.items() if t not in (1, 3)
        }
        run("swap", drawn, a, b)
        assert {frozenset(g.players) for g in games(drawn).values()} == {
            frozenset(g.players) for g in before.values()
        }

    def test_the_best_draw_costs_nothing(self, run, drawn):
        before = games(drawn)
        a, b = before[1].white, before[3].black
        run("swap", drawn, a, b)
        output = run("swap", drawn, a, b)[1]
        assert "this edit gains" in output
        assert "the draw is the best one of its players (opengotha351)" in output

    @pytest.mark.parametrize("model", ["opengotha352", "kaniuk2012", "godraw2015"])
    def test_the_cost_is_what_the_draw_weighs_less(self, run, file, model):
        """Beside the weights of draws that must hold the same boards."""
        run("draw", file, "--write", "--model", model)
        drawn = read(file).tournament
        boards = games(file)
        run("swap", file, boards[1].white, boards[4].black)
        edited = read(file).tournament
        pairs = [{frozenset(g.players) for g in t.games} for t in (drawn, edited)]
        bare = drawn.replace_round(1, (), drawn.byes)
        best, worse = (
            draw_round(bare, 1, model=model, constraints=Constraints(must_play=frozenset(p)))
            for p in pairs
        )
        held = Weigher(number=1, model=model_named(model), seed=0, fixed=frozenset(), named="it")
        (told,) = held.told(drawn, edited)
        cost = (best.weight - worse.weight) / best.units
        assert told.startswith(
            f"the draw costs {cost:,.6g} " if best.units > 1 else f"the draw costs {int(cost):,} "
        )

    def test_the_cost_is_by_the_model_that_drew(self, run, file):
        run("draw", file, "--write", "--model", "godraw2015")
        before = games(file)
        output = run("swap", file, before[1].white, before[3].black)[1]
        assert "(godraw2015)" in output

    def test_swap_with_the_bye(self, run, drawn):
        before, (free,) = games(drawn), read(drawn).tournament.round(1).byes
        assert run("swap", drawn, free, before[2].white)[0] == 0
        assert read(drawn).tournament.round(1).byes == (before[2].white,)
        assert set(games(drawn)[2].players) == {free, before[2].black}

    def test_bye(self, run, drawn):
        before, (free,) = games(drawn), read(drawn).tournament.round(1).byes
        assert refused(run("bye", drawn, free), "has the bye of round 1 already")
        assert run("bye", drawn, before[2].white)[0] == 0
        assert read(drawn).tournament.round(1).byes == (before[2].white,)
        assert set(games(drawn)[2].players) == {free, before[2].black}

    def test_unpair_and_pair(self, run, drawn):
        before, (free,) = games(drawn), read(drawn).tournament.round(1).byes
        white, black = before[4].players
        assert run("unpair", drawn, 4)[0] == 0
        assert 4 not in games(drawn)
        _, output, _ = run("pair", drawn, white, free)
        assert "has no bye any more" in output
        assert set(games(drawn)[4].players) == {white, free}
        assert run("bye", drawn, black)[0] == 0
        assert read(drawn).tournament.round(1).byes == (black,)

    def test_pair_before_the_draw_is_an_imposed_game(self, run, file, invented):
        a, b = invented.players[0].key, invented.players[20].key
        assert run("pair", file, a, b)[0] == 0
        run("draw", file, "--write")
        assert set(games(file)[1].players) == {a, b}
        _, _, errors = run("draw", file, "--redraw", "--seed", 2, "--write")
        assert "round 1: 1 game stays, imposed, since no draw has made it" in errors
        assert set(games(file)[1].players) == {a, b}
        others = [g for t, g in games(file).items() if t != 1]
        output = run("swap", file, others[0].white, others[2].black)[1]
        assert "the draw costs" in output

    def test_what_was_edited_by_hand_stays_with_a_redraw(self, run, drawn):
        before = games(drawn)
        run("swap", drawn, before[1].white, before[9].black)
        edited = {t: games(drawn)[t] for t in (1, 9)}
        run("draw", drawn, "--redraw", "--write")
        assert {t: games(drawn)[t] for t in (1, 9)} == edited

    def test_colour_keeps_the_winner(self, run, drawn):
        run("result", drawn, 1, "1-0")
        before = games(drawn)[1]
        assert run("colour", drawn, 1)[0] == 0
        assert games(drawn)[1] == replace(
            before, white=before.black, black=before.white, result=BLACK
        )

    def test_handicap_and_table(self, run, drawn):
        before = games(drawn)
        assert run("handicap", drawn, 1, 3)[0] == 0
        assert run("table", drawn, 1, 5)[0] == 0
        assert games(drawn)[5] == replace(before[1], handicap=3, table=5)
        assert games(drawn)[1] == replace(before[5], table=1)
        assert run("table", drawn, 5, 99)[0] == 0
        assert sorted(games(drawn)) == [*[t for t in before if t != 5], 99]

    @pytest.mark.parametrize(
        ("command", "words"),
        [
            (("swap", "{1w}", "{1b}"), ["play each other", "fastpair colour 1"]),
            (("swap", "{1w}", "{1w}"), ["expected two players"]),
            (("swap", "{1w}", "{2b}"), ["round 1, table 2 has a result"]),
            (("pair", "{1w}", "{3b}"), ["has a game in round 1, table 1"]),
            (("unpair", 2), ["round 1, table 2 has a result"]),
            (("unpair", 77), ["round 1 has no table 77; it has 1–10"]),
            (("handicap", 1, 10), ["expected a handicap from 0 to 9, got 10"]),
            (("table", 1, 0), ["expected a table from 1, got 0"]),
            (("bye", "Nobody"), ["no player 'Nobody'"]),
            (("swap", "{1w}", "{3b}", "--round", 7), ["expected a round from 1 to 3, got 7"]),
            (("swap", "{1w}", "{3b}", "--round", 2), ["neither of the two has a game in round 2"]),
        ],
    )
    def test_what_cannot_be_is_refused(self, run, drawn, command, words):
        run("result", drawn, 2, "1-0")
        names = {
            f"{table}{side[0]}": getattr(game, side)
            for table, game in games(drawn).items()
            for side in ("white", "black")
        }
        before = drawn.read_bytes()
        act, *arguments = (str(word).format(**names) for word in command)
        assert refused(run(act, drawn, *arguments), *words)
        assert drawn.read_bytes() == before

    def test_a_rematch_is_said(self, run, file, invented):
        keys = [player.key for player in invented.players]
        played = replace(
            invented,
            games=(Game(round=1, table=1, white=keys[0], black=keys[1], result=WHITE),),
            byes=(Bye(round=1, player=keys[2]),),
        )
        new_document(played).write(file, played)
        errors = run("pair", file, keys[0], keys[1], "--round", 2)[2]
        assert "warning: table 1: a rematch of round 1" in errors


class TestHistory:
    def test_undo_and_redo_give_the_former_bytes(self, run, drawn):
        states = [drawn.read_bytes()]
        for typed in ((1, "1-0"), (2, "0-1"), (1, "0-1")):
            run("result", drawn, *typed)
            states.append(drawn.read_bytes())
        for state in reversed(states[:-1]):
            assert run("undo", drawn)[0] == 0
            assert drawn.read_bytes() == state
        for state in states[1:]:
            assert run("redo", drawn)[0] == 0
            assert drawn.read_bytes() == state
        assert refused(run("redo", drawn), "no change is undone or lost")

    def test_undo_goes_back_to_the_first_state(self, run, file):
        before = file.read_bytes()
        assert refused(run("undo", file), "no change is left that could be undone")
        run("draw", file, "--write")
        assert run("undo", file)[0] == 0
        assert file.read_bytes() == before
        assert refused(run("undo", file), "no change is left that could be undone")

    def test_log(self, run, drawn):
        run("result", drawn, 1, "1-0")
        run("undo", drawn)
        rows = run("log", drawn)[1].splitlines()[1:]
        assert [row.split()[0] for row in rows] == ["1", "2", "3"]
        assert "round 1 drawn by opengotha351: 10 boards, bye of" in rows[0]
        assert rows[1].endswith("undone")

    def test_log_as_json_says_how_a_round_was_drawn(self, run, drawn):
        run("result", drawn, 1, "1-0")
        document = json.loads(run("log", drawn, "--json")[1])
        schema = files("fastpair.director").joinpath("log.schema.json").read_text("utf-8")
        Draft202012Validator(json.loads(schema)).validate(document)
        changes = document["changes"]
        drawing = changes[0]["draw"]
        assert drawing["round"] == 1
        assert drawing["model"] == "opengotha351"
        assert len(drawing["model_digest"]) == len(drawing["proof"]) == 64
        assert changes[1]["typed"] == [str(drawn), "1", "1-0"]
        assert changes[1]["before"] == changes[0]["after"]
        ((subject, before, after),) = changes[1]["changes"]
        assert subject == ["game", 1, *sorted(games(drawn)[1].players)]
        assert (before, after) == ({"result": None}, {"result": "white wins"})

    def test_a_file_without_history(self, run, file):
        assert run("log", file) == (0, "no change of this file is known\n", "")
        assert run("log", file, "--lost")[1] == "nothing that was typed is missing in the file\n"

    def test_what_another_program_takes_out_is_said_listed_and_brought_back(self, run, drawn):
        old = drawn.read_bytes()
        run("result", drawn, 1, "1-0", 2, "0-1")
        run("absent", drawn, games(drawn)[5].white, "--round", 3)
        run("result", drawn, 1, "0-1")
        typed = read(drawn).tournament
        saved_elsewhere(drawn, old)
        errors = run("result", drawn, 3, "1-0")[2]
        assert "another program has saved the file since change 4" in errors
        assert "of 3 changes something is no longer in it" in errors
        assert refused(run("redo", drawn, 99), "of change 99 nothing is lost")
        listed = run("log", drawn, "--lost")[1]
        assert [line for line in listed.splitlines() if line.startswith("change")] != []
        assert len(json.loads(run("log", drawn, "--lost", "--json")[1])["changes"]) == 3
        assert run("redo", drawn)[0] == 0
        assert result_of(drawn, 3) == (WHITE, False)
        assert run("result", drawn, 3, "?")[0] == 0
        assert read(drawn).tournament == typed
        assert run("log", drawn, "--lost")[1] == "nothing that was typed is missing in the file\n"

    def test_a_draw_that_another_program_takes_out_comes_back(self, run, file):
        old = file.read_bytes()
        run("draw", file, "--write")
        run("result", file, 1, "1-0")
        run("table", file, 1, 40)
        typed = read(file).tournament
        saved_elsewhere(file, old)
        assert run("redo", file)[0] == 0
        assert set(read(file).tournament.games) == set(typed.games)
        assert read(file).tournament.byes == typed.byes

    def test_what_another_program_changes_on_purpose_is_not_lost(self, run, drawn):
        run("result", drawn, 1, "1-0", 2, "1-0")
        changed = drawn.read_bytes().replace(b"RESULT_WHITEWINS", b"RESULT_BLACKWINS", 1)
        drawn.write_bytes(changed)
        _, _, errors = run("result", drawn, 3, "1-0")
        assert ", and kept all changes" in errors

    def test_nothing_is_undone_after_another_program(self, run, drawn):
        run("result", drawn, 1, "1-0")
        saved_elsewhere(drawn, drawn.read_bytes())
        before = drawn.read_bytes()
        assert refused(run("undo", drawn), "another program has saved the file since change 2")
        assert drawn.read_bytes() == before
        run("result", drawn, 2, "1-0")
        assert drawn.with_name("congress.xml.bak2").read_bytes() == before
        assert run("undo", drawn)[0] == 0
        assert drawn.read_bytes() == before
        assert refused(run("undo", drawn), "no change is left that could be undone")
        assert "another program saved the file before change 3" in run("log", drawn)[1]

    def test_single_changes_come_back(self, run, drawn):
        old = drawn.read_bytes()
        run("result", drawn, 1, "1-0")
        run("result", drawn, 2, "1-0")
        saved_elsewhere(drawn, old)
        assert run("redo", drawn, 3)[0] == 0
        assert [result_of(drawn, t)[0] for t in (1, 2)] == [Result.UNKNOWN, WHITE]

    def test_what_contradicts_the_file_is_not_brought_back(self, run, file, invented):
        a, b, c = (player.key for player in invented.players[:3])
        run("pair", file, a, b)
        elsewhere = replace(invented, games=(Game(round=1, table=2, white=a, black=c),))
        new_document(elsewhere).write(file, elsewhere)
        assert run("redo", file)[0] == 2
        assert set(read(file).tournament.games) == set(elsewhere.games)


class TestFile:
    def test_another_command_is_waited_for_but_not_for_ever(self, run, drawn, monkeypatch):
        monkeypatch.setattr(sessions, "_PATIENCE", 0.05)
        before = drawn.read_bytes()
        with Replacement(drawn, b"other"):
            words = "another fastpair is writing it"
            assert refused(run("result", drawn, 1, "1-0"), words)
        assert drawn.read_bytes() == before
        assert run("result", drawn, 1, "1-0")[0] == 0

    def test_the_history_lies_beside_the_file_and_not_beside_its_link(self, run, drawn, tmp_path):
        folder = tmp_path / "elsewhere"
        folder.mkdir()
        link = folder / "link.xml"
        link.symlink_to(drawn)
        assert run("result", link, 1, "1-0")[0] == 0
        assert link.is_symlink()
        assert [path.name for path in folder.iterdir()] == ["link.xml"]
        assert History(link).last().number == 2

    def test_a_history_that_cannot_be_read_stops_every_change(self, run, drawn):
        path = History(drawn).path
        path.write_bytes(path.read_bytes() + b'{"history": 9}\n')
        before = drawn.read_bytes()
        words = [str(path), "newer fastpair", "move the file away"]
        assert refused(run("result", drawn, 1, "1-0"), *words)
        assert drawn.read_bytes() == before
        path.unlink()
        assert run("result", drawn, 1, "1-0")[0] == 0
        assert History(drawn).last().number == 1

    def test_draws_in_other_files_have_no_history(self, run, file, tmp_path):
        other = tmp_path / "other.xml"
        assert run("draw", file, "--output", other)[0] == 0
        assert not History(other).path.exists()
        assert not History(file).path.exists()
