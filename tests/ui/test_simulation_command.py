"""``fastpair simulate`` and ``fastpair merge``, as somebody in a hurry calls them."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from fastpair.research.simulate import journal_of, read_results, simulation
from interrupts import BEFORE, POSIX
from processes import started
from profiles import few
from simulation_trials import measured

PLAN = """
name = "two | by two"
repeats = {repeats}
seed = {seed}
[[contender]]
name = "a"
system = "swiss"
[[contender]]
name = "b, c"
system = "guided-random"
"""

SCRIPT = f"""
import sys
sys.path[:] = {sys.path!r}
from fastpair.ui.cli import main
from fastpair.research.simulate import simulation
import simulation_trials
from processes import started
simulation.tournament_trial = lambda: simulation_trials.slow
if __name__ == "__main__":
    exec({BEFORE!r})
    sys.exit(main())
"""


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(PLAN.format(repeats=6, seed=0), encoding="utf-8")
    return path


@pytest.fixture
def run(run, monkeypatch):
    """Run a command; its status, output and errors."""
    monkeypatch.setattr(simulation, "tournament_trial", lambda: measured)
    return run


class TestSimulate:
    def test_the_first_time_and_the_second(self, run, plan):
        status, out, err = run("simulate", plan, "--workers", "1")
        assert (status, err) == (0, "")
        first, _, *tables = out.split("\n")
        output = plan.with_suffix(".csv")
        assert re.fullmatch(
            rf"{re.escape(str(output))}: 24 tournaments, played in .* s, .* a second", first
        )
        again = run("simulate", plan, "--workers", "1")
        assert again == (
            0,
            "\n".join([f"{output}: 24 tournaments, all of which were there already", "", *tables]),
            "",
        )
        head, *rows = (re.split(r" {2,}", line) for line in tables[1:6])
        assert head == ["contender", "repeats", "kendall", "first wins", "error"]
        assert [row[:2] for row in rows] == [[n, "6"] for n in ("a", "b, c", "ceiling", "floor")]
        assert re.fullmatch(r"0\.\d+ \[0\.\d+, 0\.\d+\]", rows[0][2])
        assert "differences to a in the same tournaments" in out

    def test_what_is_shown_can_be_chosen(self, run, plan):
        _, out, _ = run(
            *("simulate", plan, "--workers", "1", "--measure", "error", "--reference", "floor")
        )
        assert "contender  repeats  " in out
        assert "differences to floor in the same tournaments" in out
        assert out.endswith("also measured, see --measure and --report: kendall, first wins\n")

    def test_json(self, run, plan):
        status, out, err = run("simulate", plan, "--workers", "1", "--json")
        assert (status, err) == (0, "")
        document = json.loads(out)
        assert document["contenders"] == ["a", "b, c", "ceiling", "floor"]
        found = document["measures"]["kendall"]["floor"]
        results = read_results(plan.with_suffix(".csv"))
        assert found["mean"]["mean"] == pytest.approx(results.values("kendall")[3].mean())
        assert found["higher"]["mean"] == 1.0
        assert document["plan"] == results.heading.plan

    def test_a_report(self, run, plan, tmp_path):
        folder = tmp_path / "report"
        assert run("simulate", plan, "--workers", "1", "--report", folder)[0] == 0
        page = (folder / "summary.md").read_text(encoding="utf-8")
        assert "# two \\| by two" in page
        pictures = re.findall(r"!\[.*\]\((.*)\)", page)
        assert pictures == ["distributions.svg", "means.svg", "differences.svg"]
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        for name in pictures:
            assert "b, c" in "".join(fromstring(before[name]).itertext())
        assert run("simulate", plan, "--workers", "1", "--report", folder)[0] == 0
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before

    def test_a_report_of_some_measures(self, run, plan, tmp_path):
        folder = tmp_path / "report"
        run(*("simulate", plan, "--workers", "1", "--report", folder, "--measure", "error"))
        page, picture = ((folder / name).read_text("utf-8") for name in ("summary.md", "means.svg"))
        assert "## error" in page
        assert ">error<" in picture
        assert "kendall" not in page + picture

    def test_a_report_replaces_nothing_else(self, run, plan, tmp_path):
        (tmp_path / "means.svg").write_text("mine")
        status, _, err = run("simulate", plan, "--report", tmp_path)
        assert status == 2
        assert "means.svg: exists already, and nothing was written; --overwrite" in err
        assert not plan.with_suffix(".csv").exists()
        assert run("simulate", plan, "--workers", "1", "--report", plan)[0] == 2

    def test_shards_that_are_merged(self, run, plan, tmp_path):
        for part in (1, 2, 3):
            assert run("simulate", plan, "--workers", "1", "--shard", f"{part}/3")[0] == 0
        parts = [tmp_path / f"plan.{part}-of-3.csv" for part in (1, 2, 3)]
        merged = tmp_path / "merged.csv"
        status, _, err = run("merge", *parts[1:], "--output", merged)
        assert (status, err) == (
            2,
            "fastpair: the results of these shards are missing: 1/3\n",
        )
        assert run("merge", *parts, "--output", merged)[:2] == (0, f"{merged}: 24 tournaments\n")
        run("simulate", plan, "--workers", "1")
        assert merged.read_bytes() == plan.with_suffix(".csv").read_bytes()
        status, _, err = run("merge", *parts, "--output", parts[0])
        assert (status, err) == (
            2,
            f"fastpair: {parts[0]}: is {parts[0]}, which is read; name another file\n",
        )

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("--shard", "0/3"), "shard 0/3: expected one from 1/3 to 3/3"),
            (("--shard", "3"), "--shard: expected I/N, such as 2/8, got '3'"),
            (("--shard", "1/99"), "shard 1/99: the plan has 6 repeats, too few for so many shards"),
            (("--output", "x.txt"), "x.txt: expected a name that ends in .csv or .parquet"),
            (("--output", "no/x.csv"), "cannot be written: no such file or directory"),
            (("--workers", "2", "--scheduler", "tcp://x"), "--workers are processes of this"),
            (("--workers", "0"), "Invalid value for '--workers'"),
            (("--reference", "x"), "--reference: expected one of a, b, c, ceiling, floor, got 'x'"),
            (("--measure", "x", "--workers", "1"), "--measure: expected one of kendall, first"),
        ],
    )
    def test_what_is_refused(self, run, plan, arguments, message, monkeypatch):
        monkeypatch.chdir(plan.parent)
        status, out, err = run("simulate", plan, *arguments)
        assert (status, out) == (2, "")
        assert message in err
        assert err.count("\n") == 1

    def test_a_stop_between_a_row_that_is_kept_and_the_count(self, run, plan, monkeypatch):
        append = simulation.Journal.append

        def stopped(journal, row):
            append(journal, row)
            if len(journal.rows()) == 5:
                raise KeyboardInterrupt

        monkeypatch.setattr(simulation.Journal, "append", stopped)
        status, _, err = run("simulate", plan, "--workers", "1")
        said = "plan.csv.journal: 5 of 24 tournaments are kept; the same command goes on\n"
        assert (status, err.endswith(said)) == (130, True)

    def test_the_field_is_not_replaced(self, run, plan):
        field = plan.with_suffix(".csv")
        field.write_text("name,first name,grade\nAdan,Ute,1d\nBerek,Ola,2k\n", encoding="utf-8")
        before = field.read_bytes()
        with plan.open("a", encoding="utf-8") as file:
            file.write('[field]\nshape = "file"\nfile = "plan.csv"\n')
        status, _, err = run("simulate", plan, "--overwrite")
        assert status == 2
        assert "plan.csv: is the file of the field, which is read: name another --output" in err
        assert field.read_bytes() == before


@POSIX
class TestStopped:
    """The command in a process of its own."""

    @pytest.fixture
    def command(self, tmp_path, plan):
        script = tmp_path / "command.py"
        script.write_text(SCRIPT, encoding="utf-8")
        plan.write_text(PLAN.format(repeats=40, seed=0), encoding="utf-8")
        return [sys.executable, str(script), "simulate", str(plan), "--workers", "2"]

    @pytest.mark.parametrize(
        ("number", "status"),
        few([(signal.SIGKILL, -9), (signal.SIGTERM, 143), (signal.SIGINT, 130)], 1, ci=2),
    )
    def test_it_goes_on(self, command, plan, run, number, status):
        journal = journal_of(plan.with_suffix(".csv"))
        with started(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            _wait_for(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 3)
            if number == signal.SIGINT:
                # A terminal tells it to everybody.
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
            out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (status, "")
        kept = journal.read_bytes().count(b"\n") - 1
        if number != signal.SIGKILL:
            said = r"fastpair: .*plan\.csv\.journal: (\d+) of 160 tournaments are kept; the same command goes on\n"
            found = re.fullmatch(said, err)
            assert found, err
            assert int(found[1]) == kept
        assert not plan.with_suffix(".csv").exists()
        _wait_for(lambda: not _processes_of(process.pid))
        assert f"160 tournaments, {160 - kept} of them played now" in run("simulate", plan)[1]
        rows = plan.with_suffix(".csv").read_bytes()
        run("simulate", plan, "--workers", "1", "--output", plan.with_name("whole.csv"))
        assert rows == plan.with_name("whole.csv").read_bytes()

    def test_a_terminal_sees_how_far_it_is(self, command):
        master, slave = pty.openpty()
        terminal = {**os.environ, "TERM": "xterm"}
        with started(command, stdout=subprocess.DEVNULL, stderr=slave, env=terminal) as process:
            os.close(slave)
            seen = b""
            while True:
                try:
                    seen += os.read(master, 4096)
                except OSError:
                    break
            assert process.wait(timeout=60) == 0
        os.close(master)
        text = seen.decode()
        assert re.search(r"\d+/160", text)
        assert re.search(r"[\d.]+/s", text)
        assert re.search(r"contender +repeats +kendall", text)


def _wait_for(condition):
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.05)
    raise TimeoutError


def _processes_of(session):
    """The processes of a session that are still there."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(path.parent.name)
    return found
