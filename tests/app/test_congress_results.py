"""Results, and who takes part, as they are typed."""

from __future__ import annotations

import pytest

from commands import do
from congress_files import BLACK, WHITE, games, refused, result_of
from fastpair import Congress
from fastpair.app.edits import results
from fastpair.app.edits.results import read_outcome, round_of_results
from fastpair.app.history.timeline import History
from fastpair.errors import RuleError
from fastpair.go.tournament import Game, Grade, Player, Result, Rules, Tournament


class TestResults:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
    def test_a_list_in_a_file(self, drawn, tmp_path, encoding):
        typed = tmp_path / "results.txt"
        typed.write_bytes("1 1-0\r\n\r\n2;½ # später\r\n3,0-1\t4 w".encode(encoding))
        do("result", drawn, "--from", typed)
        results = [result_of(drawn, table)[0] for table in (1, 2, 3, 4)]
        assert results == [WHITE, Result.JIGO, BLACK, WHITE]

    @pytest.mark.parametrize("form", ["{} {}", "{}.{}", "{},{}", "{}. {}"])
    def test_the_key_for_the_decimal_stands_between_table_and_result(self, drawn, tmp_path, form):
        """The only one beside the numbers on a telephone; ``0.5-0.5`` is a result all the same."""
        pairs = [form.format(*pair) for pair in ((1, "1-0"), (2, "0.5-0.5"), (3, "0-1!"))]
        for number, words in enumerate((pairs, " ".join(pairs).split())):
            do("result", drawn, *words)
            assert [result_of(drawn, table) for table in (1, 2, 3)] == [
                *((WHITE, False), (Result.JIGO, False), (BLACK, True))
            ]
            listed = tmp_path / f"{number}.txt"
            listed.write_text("\n".join(pairs))
            before = drawn.read_bytes()
            do("result", drawn, "--from", listed)
            assert drawn.read_bytes() == before
            do(
                "result",
                drawn,
                *(word for table in (1, 2, 3) for word in (table, "?")),
                "--even-so",
            )

    def test_each_is_read_once_and_kept_as_it_is_typed(self, drawn, tmp_path, monkeypatch):
        read_texts = []

        def read_and_count(text):
            read_texts.append(text)
            return read_outcome(text)

        monkeypatch.setattr(results, "read_outcome", read_and_count)
        listed = tmp_path / "results.txt"
        listed.write_text("1 w\n2 0-1!\n")
        do("result", drawn, 3, "b", "--from", listed)
        assert sorted(read_texts) == ["0-1!", "b", "w"]
        entry = History(drawn).entries()[-1]
        assert entry.values == {"results": ["3", "b", "1", "1-0", "2", "0-1!"]}
        read_texts.clear()
        done = Congress.open(drawn).results(1, {4: Result.JIGO, 5: "1-1"})
        assert read_texts == []  # it is a value before it comes here
        done.congress.save(tmp_path / f"other{drawn.suffix}")
        entry = History(tmp_path / f"other{drawn.suffix}").entries()[-1]
        assert entry.values == {"results": ["4", "1/2", "5", "1-1"], "rounds": 1}

    def test_a_list_names_the_line_that_is_wrong(self, run, drawn, tmp_path):
        typed = tmp_path / "results.txt"
        typed.write_text("1 1-0\n2 3-0\n")
        assert refused(run("result", drawn, "--from", typed), f"{typed}:2: '3-0' is not a result")

    def test_the_round_is_the_last_that_is_drawn(self, run, drawn):
        tables = sorted(games(drawn))
        do("result", drawn, *(w for t in tables[1:] for w in (t, "1-0")))
        do("draw", drawn, "--round", 2, "--write", "--without-results")
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
