"""The same plan gives the same bytes, whoever plays, and however often it is stopped."""

from __future__ import annotations

import json
import math
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.errors import FormatError, MissingExtraError, RuleError
from fastpair.files import Replacement
from fastpair.research.simulate import (
    Contender,
    Halving,
    Heading,
    Plan,
    Results,
    Row,
    WorkerError,
    Workers,
    cluster,
    content_of,
    journal_of,
    merged,
    processes,
    read_results,
    run,
    simulated,
    simulation,
    tournaments,
)
from interrupts import POSIX
from killing import killed_at, without_room_at
from profiles import few
from simulation_trials import a_plan, deadly, failing, marked, measured

PLAN = a_plan()


def content(plan=PLAN, suffix=".csv", executor=None, done=(), trial=measured):
    """The file of results of a plan."""
    rows = [*done, *run(plan, trial, executor, done)]
    return content_of(Results.of(Heading.of(plan), rows), suffix)


@pytest.fixture
def play(monkeypatch, tmp_path):
    """Plays a plan into a file; the content of the file, and how many tournaments were played."""

    def play(plan=PLAN, name="results.csv", trial=measured, **settings):
        monkeypatch.setattr(simulation, "tournament_trial", lambda: trial)
        output = tmp_path / name
        done = simulated(plan, output, **settings)
        assert not journal_of(output).exists()
        return output.read_bytes(), done.played

    return play


class TestWorkers:
    @pytest.mark.parametrize(
        ("workers", "suffix"),
        few([(2, ".csv"), (2, ".parquet"), (4, ".csv"), (4, ".parquet")], 1, ci=1),
    )
    def test_any_number_of_processes_gives_the_same_bytes(self, workers, suffix):
        with processes(workers) as executor:
            assert content(suffix=suffix, executor=executor) == content(suffix=suffix)

    def test_who_listens_no_longer_lets_the_workers_rest(self):
        plan = a_plan(100_000)
        with processes(2) as executor:
            rows = run(plan, measured, executor)
            next(rows)
            rows.close()
            # It is the next in the queue of an executor that has little else to do.
            assert executor.submit(measured, plan, 0, 0).result(timeout=10)

    def test_workers_of_another_thread_end_at_ctrl_c_by_themselves(self):
        def ctrl_c():
            with processes(1) as executor:
                return executor.submit(signal.getsignal, signal.SIGINT).result(timeout=60)

        # A process in the background of a shell was started deaf itself.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            assert ctrl_c() == signal.SIG_IGN
            with ThreadPoolExecutor(1) as threads:
                assert threads.submit(ctrl_c).result() == signal.SIG_DFL
        finally:
            signal.signal(signal.SIGINT, before)

    def test_a_tournament_that_cannot_be_played_is_named(self):
        message = "contender '.*', repeat 3: nobody is there"
        with pytest.raises(RuleError, match=message):
            list(run(PLAN, failing))
        with processes(2) as executor, pytest.raises(RuleError, match=message):
            list(run(PLAN, failing, executor))

    def test_a_killed_worker_is_said_and_what_is_played_stays(self, play, tmp_path):
        plan = a_plan(60)
        with pytest.raises(WorkerError, match="ended from outside"):
            play(plan, trial=deadly, workers=Workers(processes=2))
        assert [path.name for path in tmp_path.iterdir()] == ["results.csv.journal"]
        known = len(journal_of(tmp_path / "results.csv").read_bytes().splitlines()) - 1
        assert play(plan) == (content(plan), tournaments(plan) - known)

    @POSIX
    @pytest.mark.nightly
    def test_a_dask_cluster_that_loses_a_worker(self, tmp_path):
        distributed = pytest.importorskip("distributed")
        plan = a_plan(60, name=str(tmp_path))
        quiet = {"silence_logs": 50, "dashboard_address": None}
        with distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True, **quiet
        ) as local:
            victim = Thread(target=_kill_one, args=(tmp_path,))
            victim.start()
            with cluster(local.scheduler_address) as executor:
                found = content(plan, executor=executor, trial=marked)
            victim.join()
        killed = (tmp_path / "killed").read_text()
        assert found == content(plan)
        workers = {path.name for path in tmp_path.iterdir()} - {"killed"}
        assert killed in workers
        assert len(workers) >= 3

    def test_a_cluster_names_its_extra(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "distributed", None)
        with (
            pytest.raises(
                MissingExtraError, match=r"needs the extra cluster: pip install .*'distributed>="
            ),
            cluster("tcp://x"),
        ):
            pass

    def test_a_scheduler_that_is_not_there(self, monkeypatch):
        pytest.importorskip("distributed")
        monkeypatch.setattr("fastpair.research.simulate.execution._PATIENCE", 0.2)
        with (
            pytest.raises(WorkerError, match="no Dask scheduler answers at tcp:"),
            cluster("tcp://127.0.0.1:9"),
        ):
            pass


def _status(plan, output):
    """The exit status of a command that plays a plan."""
    try:
        simulated(plan, output)
    except FormatError:
        return 2
    return 0


def _kill_one(folder):
    """Kill a worker that has left its mark, while others play."""
    while not (marks := list(folder.iterdir())):
        time.sleep(0.01)
    os.kill(int(marks[0].name), signal.SIGKILL)
    (folder / "killed").write_text(marks[0].name)


class TestResumption:
    def test_a_run_goes_on_after_any_row(self):
        rows = list(run(PLAN, measured))
        whole = content()
        for known in range(len(rows) + 1):
            assert content(done=rows[:known]) == whole

    @given(cut=st.integers(0, 4000), garbage=st.binary(max_size=20))
    def test_a_journal_that_is_cut_anywhere(self, cut, garbage, tmp_path_factory):
        output = tmp_path_factory.mktemp("cut") / "results.csv"
        heading = Heading.of(PLAN)
        with simulation.Journal(journal_of(output), heading, replace=False) as journal:
            for row in run(PLAN, measured):
                journal.append(row)
        text = journal_of(output).read_bytes()[:cut]
        journal_of(output).write_bytes(text + (garbage if b"\n" in text else b""))
        with simulation.Journal(journal_of(output), heading, replace=False) as journal:
            whole = max(text.count(b"\n") - 1, 0)
            assert len(journal.rows()) == whole
            for row in run(PLAN, measured, None, journal.rows()):
                journal.append(row)
        with simulation.Journal(journal_of(output), heading, replace=False) as journal:
            assert content_of(Results.of(heading, journal.rows()), ".csv") == content()

    @pytest.mark.parametrize(
        "damaged", [b"#", b"[9, 0, {}]", b"[0, -1, {}]", b'[0, 0, {"x": "y"}]', b"[" * 10**5, b"{}"]
    )
    def test_a_damaged_row_is_played_again_and_no_other(self, damaged, play, tmp_path):
        journal = journal_of(tmp_path / "results.csv")
        with simulation.Journal(journal, Heading.of(PLAN), replace=False) as held:
            for row in run(PLAN, measured):
                held.append(row)
        lines = journal.read_bytes().split(b"\n")
        journal.write_bytes(b"\n".join([*lines[:3], damaged, *lines[4:]]))
        assert play() == (content(), 1)

    @pytest.mark.parametrize("notes", [b"notes", b"notes\nmore", b"{}\n", b"[" * 10**5 + b"\n"])
    def test_what_is_no_journal_is_never_written_over(self, notes, play, tmp_path):
        journal = journal_of(tmp_path / "results.csv")
        journal.write_bytes(notes)
        with pytest.raises(FormatError, match="is not a journal of a simulation"):
            play()
        assert journal.read_bytes() == notes

    @pytest.mark.parametrize("row", ["9,0,x", "0,-1,x", "0,0", "x,0,x"])
    def test_results_with_a_row_that_cannot_be(self, row, play, tmp_path):
        play()
        path = tmp_path / "results.csv"
        path.write_text("\n".join([*path.read_text().splitlines()[:2], row + ",1" * 2]))
        with pytest.raises(FormatError, match="cannot be read as results"):
            play()

    def test_a_finished_simulation_is_not_played_again(self, play):
        assert play() == (content(), 32)
        assert play() == (content(), 0)

    def test_more_repeats_are_added(self, play):
        play(a_plan(5))
        assert play(a_plan(9)) == (content(a_plan(9)), 4 * 4)
        with pytest.raises(FormatError, match="holds 9 repeats, and the plan has 5"):
            play(a_plan(5))

    def test_what_is_there_is_not_replaced(self, play, tmp_path):
        play()
        before = (tmp_path / "results.csv").read_bytes()
        with pytest.raises(FormatError, match="holds results of another plan"):
            play(a_plan(seed=1))
        assert (tmp_path / "results.csv").read_bytes() == before
        assert play(a_plan(seed=1), overwrite=True) == (content(a_plan(seed=1)), 32)
        assert (tmp_path / "results.csv.bak").read_bytes() == before
        (tmp_path / "results.csv").write_text("my notes")
        with pytest.raises(FormatError, match="cannot be read as results"):
            play()

    def test_the_journal_of_another_plan(self, play, tmp_path):
        with pytest.raises(RuleError, match="nobody is there"):
            play(trial=failing)
        with pytest.raises(FormatError, match="journal: holds results of another plan"):
            play(a_plan(seed=1))
        assert play(a_plan(seed=1), overwrite=True) == (content(a_plan(seed=1)), 32)
        assert [path.name for path in tmp_path.iterdir()] == ["results.csv"]

    def test_another_version(self, play, monkeypatch):
        play()
        monkeypatch.setattr("fastpair.research.simulate.execution.__version__", "99.0")
        with pytest.raises(FormatError, match=r"holds results of fastpair .*, and this is 99\.0"):
            play()

    def test_two_at_once(self, play, tmp_path):
        with (
            Replacement(tmp_path / "results.csv"),
            pytest.raises(FormatError, match="another fastpair is writing it"),
        ):
            play()

    @POSIX
    def test_a_full_disk_and_a_kill_at_any_moment(self, play, tmp_path):
        output, plan = tmp_path / "results.csv", a_plan(2)
        whole, _ = play(plan)
        for ended_at in (without_room_at, killed_at):
            for moment in count():
                output.unlink()
                ended = ended_at(moment, lambda: _status(plan, output))
                found, played = play(plan)
                assert found == whole
                if not ended:
                    break
            assert played == 0
            assert moment > 8

    def test_a_name_that_says_no_format(self, play):
        with pytest.raises(FormatError, match=r"ends in \.csv or \.parquet"):
            play(name="results.txt")

    def test_parquet_that_cannot_be_written_is_refused_at_once(self, play, monkeypatch):
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(
            MissingExtraError, match=r"needs the extra simulate: pip install .*'pyarrow>="
        ):
            play(name="results.parquet", trial=None)


class TestShards:
    @pytest.mark.parametrize("suffix", [".csv", ".parquet"])
    @pytest.mark.parametrize("count", [1, 3, 8])
    def test_all_shards_are_the_whole(self, play, tmp_path, count, suffix):
        names = [f"{part}{suffix}" for part in range(1, count + 1)]
        for part, name in enumerate(names, 1):
            play(name=name, shard=(part, count))
        results = merged([tmp_path / name for name in reversed(names)])
        assert content_of(results, suffix) == content(suffix=suffix)

    def test_what_does_not_fit_together(self, play, tmp_path):
        one, two, other, more = (tmp_path / f"{name}.csv" for name in ("1", "2", "other", "more"))
        play(name="1.csv", shard=(1, 4))
        play(name="2.csv", shard=(2, 4))
        play(a_plan(seed=1), name="other.csv", shard=(3, 4))
        play(a_plan(12), name="more.csv", shard=(3, 4))
        with pytest.raises(RuleError, match="shards are missing: 3/4, 4/4"):
            merged([one, two])
        with pytest.raises(FormatError, match="holds results of another plan, other than"):
            merged([one, two, other])
        with pytest.raises(FormatError, match="holds a shard of 4 of 12 repeats, and"):
            merged([one, two, more])
        with pytest.raises(FormatError, match="holds shard 1/4, as does"):
            merged([one, two, one])
        two.write_text("".join(two.read_text().splitlines(keepends=True)[:-1]))
        with pytest.raises(FormatError, match="lacks 1 tournament of its shard"):
            merged([one, two])

    @pytest.mark.parametrize("shard", [(0, 3), (4, 3), (1, 0), (-1, 3), (1, 9)])
    def test_shards_that_do_not_exist(self, play, shard):
        with pytest.raises(RuleError, match="shard"):
            play(shard=shard)

    def test_a_shard_is_no_whole(self, play):
        play(shard=(1, 2))
        with pytest.raises(FormatError, match="holds results of shard 1/2 of the plan"):
            play()


class TestHalving:
    PLAN = Plan(
        repeats=20,
        contenders=tuple(Contender(name=f"c{number}", system="c") for number in range(10)),
        halving=Halving(
            contenders=tuple(f"c{number}" for number in range(10)),
            score={"kendall": 1.0, "error": 0.01},
            repeats=4,
            factor=3,
        ),
    )

    def test_the_best_go_on(self):
        rows = list(run(self.PLAN, measured))
        repeats = {c: sum(row.contender == c for row in rows) for c in range(12)}
        # The measure grows with the number of the contender; the last two are there for comparison.
        assert list(repeats.values()) == [4] * 6 + [12] * 2 + [20] * 4
        assert len(rows) == tournaments(self.PLAN)

    def test_it_goes_on_after_any_row(self):
        rows = list(run(self.PLAN, measured))
        whole = content(self.PLAN)
        for known in range(0, len(rows), 7):
            assert content(self.PLAN, done=rows[:known]) == whole

    def test_workers_change_nothing(self):
        with processes(2) as executor:
            assert content(self.PLAN, executor=executor) == content(self.PLAN)

    def test_a_measure_that_does_not_exist(self):
        halving = replace(self.PLAN.halving, score={"kendal": 1.0})
        with pytest.raises(RuleError, match="no measure 'kendal'; expected kendall, first wins"):
            next(run(replace(self.PLAN, halving=halving), measured))

    def test_no_shards(self, play):
        with pytest.raises(RuleError, match="a plan with halving has no shards"):
            play(self.PLAN, shard=(1, 2))


numbers = st.floats() | st.sampled_from([1e-323, -0.0, 0.1, 2.0**-1074, 1 / 3])


class TestFiles:
    @pytest.mark.parametrize("suffix", [".csv", ".parquet"])
    @given(
        rows=st.dictionaries(
            st.tuples(st.integers(0, 3), st.integers(0, 9)),
            st.dictionaries(st.sampled_from(["a", "b,", "ü"]), numbers, min_size=1),
        )
    )
    def test_results_read_back_exactly(self, suffix, rows, tmp_path_factory):
        path = tmp_path_factory.mktemp("results") / f"results{suffix}"
        made = Results.of(Heading.of(PLAN), (Row(*place, said) for place, said in rows.items()))
        path.write_bytes(content_of(made, suffix))
        found = read_results(path)
        assert found.heading == made.heading
        assert repr(_plain(found)) == repr(_plain(made))
        assert content_of(found, suffix) == path.read_bytes()

    @pytest.mark.parametrize("suffix", [".csv", ".parquet"])
    def test_every_tournament_in_a_row_is_a_row(self, suffix, play, tmp_path):
        plan = replace(PLAN, sequence=3)
        results = Results.of(Heading.of(plan), run(plan, measured))
        path = tmp_path / f"results{suffix}"
        path.write_bytes(content_of(results, suffix))
        assert read_results(path) == results
        assert play(plan, name=f"played{suffix}")[0] == path.read_bytes()
        head, *lines = content(plan).decode().splitlines()[1:]
        assert head.startswith("contender,repeat,name,tournament,")
        assert len(lines) == 3 * plan.repeats * len(plan.contenders)
        assert [line.split(",")[3] for line in lines[:4]] == ["1", "2", "3", "1"]

    def test_the_heading_says_what_it_is(self):
        first, second, third, *_ = content().decode().splitlines()
        assert json.loads(first.removeprefix("# fastpair simulation "))["plan"] == PLAN.digest
        assert second == "contender,repeat,name,kendall,first wins,error"
        assert third.startswith("0,0,a,0.")

    @pytest.mark.parametrize("text", ["", "a,b\n", "# fastpair simulation {}\n", "\x00"])
    @pytest.mark.parametrize("suffix", [".csv", ".parquet"])
    def test_something_else(self, text, suffix, tmp_path):
        path = tmp_path / f"results{suffix}"
        path.write_text(text)
        with pytest.raises(FormatError, match="expected results of a simulation"):
            read_results(path)

    def test_values_by_contender_and_repeat(self):
        rows = (Row(0, 1, {"a": 2.0}), Row(3, 0, {"a": 1.0, "b": 5.0}))
        results = Results.of(Heading.of(PLAN), rows)
        assert results.measures == ("a", "b")
        values = results.values("a")
        assert values.shape == (4, 2)
        assert (values[0, 1], values[3, 0]) == (2.0, 1.0)
        assert sum(map(math.isnan, values.flat)) == 6


def _plain(results):
    return [(row.place, sorted(row.measures.items())) for row in results.rows]
