"""Actions while calls of the system fail: each as a server performs it, at every call that it makes.

This is a program: its process has the library of ``system_faults.c`` before that of C, so that calls fail
for real. It prints, as JSON, what it has tried, and what was not as it should be.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

from congress_files import CHANGES
from fastpair.app.actions.apply import EVERYTHING_KNOWN, Call
from fastpair.app.history.records import plan_of
from fastpair.app.history.state import CongressState
from fastpair.errors import FastpairError
from fastpair.ui.web.store import OpenTournament

SOURCE = Path(__file__).with_suffix(".c")

CALLS = ("open", "write", "fsync", "rename", "truncate")
"""In the order of the library."""

FAULTS = {
    "EIO": errno.EIO,
    "ENOSPC": errno.ENOSPC,
    "EACCES": errno.EACCES,
    "EMFILE": errno.EMFILE,
    "kill": -1,
}

_FILE = "congress.json"

_FIRST = ["prizes", "publish", "claim", "condition", "tables", "swap", "result", "mark", "undo"]
"""Actions of which a tournament has the changes already."""


class Case(NamedTuple):
    """An action in a tournament, and the call that fails."""

    start: str
    action: str
    call: str
    moment: int
    fault: str
    lasts: bool


class Sight(NamedTuple):
    """What a tournament is, for everybody who looks at it."""

    file: bytes
    plan: bytes
    in_force: int
    shown: tuple[object, ...]


def try_cases(folder, start, *, pairs, number, seed=1):
    """Try some of the cases in a process with the library; what it prints.

    Parameters
    ----------
    pairs
        Tournaments with an action that are looked at; 0 is all.
    number
        Cases of these; 0 is all.
    """
    library = folder / "faults.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-o", library, SOURCE, "-ldl"]
    subprocess.run(command, check=True)
    paths = [*sys.path, str(SOURCE.parents[1] / "app")]
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, __file__, folder, start, *map(str, (pairs, number, seed))]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def sight_of(file, congress=None):
    """What is there now, by the files or by what a server says."""
    congress = CongressState.read(file) if congress is None else congress
    plan, timeline = plan_of(file), congress.timeline
    return Sight(
        file.read_bytes(),
        plan.read_bytes() if plan.exists() else b"",
        len(timeline.entries) - len(timeline.cut_short),
        (
            timeline.saved_by_another,
            congress.tournament,
            *((each.details, each.state) for each in congress.published.values()),
            *(congress.claims.keys(), congress.tables, congress.conditions_by_round.keys()),
            *(congress.marks.keys(), congress.model),
        ),
    )


def bytes_of(folder):
    """All files of a folder."""
    return {each.name: each.read_bytes() for each in folder.iterdir()}


class Trials:
    """All cases of three tournaments: one, the same without a history, and with all kinds of changes."""

    def __init__(self, folder, start, random):
        from test_actions import ROUND, values_of

        self._round, self._values_of = ROUND, values_of
        self._folder, self._random = folder, random
        self._library = ctypes.CDLL(str(folder / "faults.so"))
        self._starts = {name: folder / name for name in ("own", "foreign", "much")}
        for each in self._starts.values():
            shutil.copytree(start, each)
        for each in self._starts["foreign"].iterdir():
            if each.name != _FILE:
                each.unlink()
        self._change_much(self._starts["much"] / _FILE)
        self._known = {}
        self.faults, self.outcomes, self.actions = [], Counter(), set()

    def _change_much(self, file):
        store = OpenTournament(file)
        for name in _FIRST:
            values = {"at": 0, "was": "", "prize": {"name": "First"}} if name == "prizes" else None
            store.do(self._call(name, values or self._fitting_values(store, name)), "page")

    def _fitting_values(self, store, action):
        """Values by which an action changes something here; None if there are none."""
        folder = store.file.parent
        for _ in range(30):
            values = self._values_of(store.file, self._random)[action]
            trial = self._copied(folder)
            try:
                if OpenTournament(trial).do(self._call(action, values), "page").change is not None:
                    return values
            except FastpairError:
                continue
        return None

    def _call(self, action, values):
        return Call(action=action, values=values, round=self._round, confirmed=EVERYTHING_KNOWN)

    def _copied(self, folder):
        target = self._folder / "now"
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(folder, target)
        return target / _FILE

    def cases_of(self, start, action):
        """Each call that an action makes, with each fault."""
        folder = self._starts[start]
        values = self._fitting_values(OpenTournament(folder / _FILE), action)
        if values is None:
            return
        self.actions.add(action)
        file = self._copied(folder)
        store, call = OpenTournament(file), self._call(action, values)
        self._library.arm(os.fsencode(file.parent), len(CALLS), 0, 0, 0)
        store.do(call, "page")
        self._library.disarm()
        self._known[start, action] = call, sight_of(file)
        for number, name in enumerate(CALLS):
            for moment in range(self._library.calls_seen(number)):
                for fault in FAULTS:
                    for lasts in (False,) if fault == "kill" else (False, True):
                        yield Case(start, action, name, moment, fault, lasts)

    def cases(self, pairs):
        """The cases of so many tournaments with an action."""
        every = [(start, action) for start in self._starts for action in CHANGES]
        return [case for pair in _some(every, pairs, self._random) for case in self.cases_of(*pair)]

    def try_case(self, case):
        """Perform an action while a call fails, and note what is not as it should be."""
        call, expected = self._known[case.start, case.action]
        file = self._copied(self._starts[case.start])
        store, before, files = OpenTournament(file), sight_of(file), bytes_of(file.parent)
        perform = self._killed if case.fault == "kill" else self._performed
        outcome = perform(case, store, call)
        self.outcomes[outcome] += 1
        now = sight_of(file)
        if outcome == "refused" and (now, bytes_of(file.parent)) != (before, files):
            self._note(case, "was refused, and something was changed")
        if outcome == "done" and now != expected:
            self._note(case, "was done, and not wholly")
        if outcome == "killed" and now not in (before, expected):
            self._note(case, "was killed, and left something half done")
        if sight_of(file, store.state()) != now:
            self._note(case, "a server shows something else than the files hold")

    def _performed(self, case, store, call):
        """Perform an action, and say whether it was done or refused."""
        fault = CALLS.index(case.call), case.moment, FAULTS[case.fault], case.lasts
        self._library.arm(os.fsencode(store.file.parent), *fault)
        try:
            store.do(call, "page")
        except FastpairError:
            return "refused"
        except Exception as error:
            self._note(case, f"raised {error!r}")
            return "refused"
        finally:
            self._library.disarm()
        return "done"

    def _killed(self, case, store, call):
        """Perform an action in a process that is killed."""
        child = os.fork()
        if not child:
            try:
                self._performed(case, store, call)
            finally:
                os._exit(0)
        if os.WTERMSIG(os.waitpid(child, 0)[1]) != signal.SIGKILL:
            self._note(case, "was not killed")
        return "killed"

    def _note(self, case, text):
        self.faults.append([*case, text])


def _some(items, number, random):
    """So many of some things, or all of them."""
    return random.sample(items, number) if 0 < number < len(items) else items


def main(folder, start, pairs, number, seed):
    """Try so many cases of so many pairs of a tournament and an action; 0 is all."""
    random = Random(int(seed))
    trials = Trials(Path(folder), Path(start), random)
    cases = trials.cases(int(pairs))
    for case in _some(cases, int(number), random):
        trials.try_case(case)
    found = {
        "cases": len(cases),
        "actions": sorted(trials.actions),
        "outcomes": trials.outcomes,
        "faults": trials.faults,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
