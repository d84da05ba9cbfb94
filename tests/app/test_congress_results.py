"""Results, and who takes part, as they are typed."""

from __future__ import annotations

import pytest

from congress_files import BLACK, WHITE, games, name, refused, result_of
from fastpair import Congress
from fastpair.app.edits import results
from fastpair.app.edits.results import read_outcome, round_of_results
from fastpair.app.history.timeline import History
from fastpair.errors import RuleError
from fastpair.formats import read
from fastpair.go.tournament import Game, Grade, Player, Result, Rules, Tournament


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
            ("0-1f", BLACK, True),
            ("1–0F", WHITE, True),
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
            ((1,), ["enter a result after table 1"]),
            ((), ["enter tables and results"]),
            (("x", "1-0"), ["'x' is not the number of a table"]),
            (("²", "1-0"), ["is not the number of a table"]),
            ((1, "2-0"), ["'2-0' is not a result"]),
            ((1, "?!"), ["is not a result"]),
            ((1, "whitef"), ["is not"]),
            ((1, "1-0", 2, "w", 1, "0-1"), ["table 1 is entered twice"]),
            ((1, "1-0", "--round", 2), ["round 2 is not paired yet"]),
            ((1, "1-0", "--round", 9), ["the round must be from 1 to 3, not 9"]),
        ],
    )
    def test_what_cannot_be_is_refused_as_a_whole(self, run, drawn, typed, words):
        before = drawn.read_bytes()
        assert refused(run("result", drawn, *typed), *words)
        assert drawn.read_bytes() == before

    def test_before_any_draw(self, run, file):
        assert refused(run("result", file, 1, "1-0"), f"{file}: no round is paired yet")

    def test_a_correction_says_what_it_was(self, run, drawn):
        run("result", drawn, 1, "1-0")
        _, output, _ = run("result", drawn, 1, "0-1")
        assert "; corrected, it was: " in output
        assert result_of(drawn, 1) == (BLACK, False)

    def test_the_same_again_changes_nothing(self, run, drawn):
        run("result", drawn, 1, "1-0")
        before, known = drawn.read_bytes(), History(drawn).path.read_bytes()
        status, output, _ = run("result", drawn, 1, "1-0", 1, "w")
        assert status == 0
        assert "(already entered)" in output
        assert (drawn.read_bytes(), History(drawn).path.read_bytes()) == (before, known)

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
    def test_a_list_in_a_file(self, run, drawn, tmp_path, encoding):
        typed = tmp_path / "results.txt"
        typed.write_bytes("1 1-0\r\n\r\n2;½ # später\r\n3,0-1\t4 w".encode(encoding))
        assert run("result", drawn, "--from", typed)[0] == 0
        results = [result_of(drawn, table)[0] for table in (1, 2, 3, 4)]
        assert results == [WHITE, Result.JIGO, BLACK, WHITE]

    def test_each_is_read_once_and_kept_as_it_is_typed(self, run, drawn, tmp_path, monkeypatch):
        read_texts = []

        def read_and_count(text):
            read_texts.append(text)
            return read_outcome(text)

        monkeypatch.setattr(results, "read_outcome", read_and_count)
        listed = tmp_path / "results.txt"
        listed.write_text("1 w\n2 0-1!\n")
        assert run("result", drawn, 3, "b", "--from", listed)[0] == 0
        assert sorted(read_texts) == ["0-1!", "b", "w"]
        entry = History(drawn).entries()[-1]
        assert entry.values == {"results": ["3", "b", "1", "1-0", "2", "0-1!"]}
        read_texts.clear()
        done = Congress.open(drawn).results(1, {4: Result.JIGO, 5: "1-1"})
        assert read_texts == ["1-1"]
        done.congress.save(tmp_path / f"other{drawn.suffix}")
        entry = History(tmp_path / f"other{drawn.suffix}").entries()[-1]
        assert entry.values == {"results": ["4", "1/2", "5", "1-1"], "rounds": 1}

    def test_a_list_names_the_line_that_is_wrong(self, run, drawn, tmp_path):
        typed = tmp_path / "results.txt"
        typed.write_text("1 1-0\n2 3-0\n")
        assert refused(run("result", drawn, "--from", typed), f"{typed}:2: '3-0' is not a result")

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
        assert "already recorded" in run("present", file, key, "--round", 1)[1]

    def test_whoever_has_a_game_or_a_bye_is_not_absent(self, run, drawn):
        tournament = read(drawn).tournament
        player, free = games(drawn)[4].white, tournament.round(1).byes[0]
        words = ["has a game in round 1, table 4", "fastpair no-show"]
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
        assert "is unpaired" in run("present", file, key, "--round", 1)[2]

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (["--round", 4], "the round must be from 1 to 3, not 4"),
            (["--round", 1, "--from", 1], "choose one of --round, --rounds and --from"),
        ],
    )
    def test_rounds_that_are_none(self, run, file, invented, options, words):
        assert refused(run("absent", file, invented.players[0].key, *options), words)


@pytest.mark.parametrize(("imposed", "expected"), [((), 1), ((2,), 1), ((1, 2), 2)])
def test_results_are_those_of_the_last_round_that_is_drawn(imposed, expected):
    """A round with some imposed games only is not drawn; if no other has games, it counts."""
    players = tuple(Player(key=key, name=key, first_name="", grade=Grade(0)) for key in "abcdef")
    games = [Game(round=n, table=1, white="a", black="b") for n in imposed]
    if 1 not in imposed:
        pairs = ("ac", "bd", "ef")
        games += [Game(round=1, table=t, white=w, black=b) for t, (w, b) in enumerate(pairs, 1)]
    tournament = Tournament(rules=Rules(rounds=3), players=players, games=tuple(games))
    assert round_of_results(tournament, None) == expected
    with pytest.raises(RuleError, match="the round must be from 1 to 3, not 0"):
        round_of_results(tournament, 0)
