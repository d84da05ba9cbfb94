"""Results that are written together: each is a change of its own, and a process that dies leaves all of them or none."""

from __future__ import annotations

import os
import signal

import pytest

from commands import do
from fastpair.app.actions.apply import EVERYTHING_KNOWN, Call, Origin
from fastpair.app.actions.locking import LockedFile
from fastpair.app.actions.verification import verify_history
from fastpair.app.edits.results import ResultInput
from fastpair.app.history.state import CongressState
from fastpair.app.history.timeline import History
from fastpair.errors import RuleError
from fastpair.formats import FORMATS, read
from fastpair.go.tournament import Result
from fastpair.pairing.generator import generate
from fastpair.ui.web.store import OpenTournament
from killing import killed_at, without_room_at
from profiles import few

SUFFIXES = {
    "opengotha": ".xml",
    "macmahon": ".xml",
    "pairgoth": ".tour",
    "fastpair": ".json",
    "trf": ".trf",
    "aga": ".aga.txt",
    "ffg": ".tou",
    "egd": ".h9",
}
"""The formats that hold games, each with the end of the names of its files."""

needs_fork = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of POSIX"),
    # Newer Pythons warn where other threads run; those of pytest hold no lock of ours.
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]


@pytest.fixture
def file(tmp_path, request):
    """A round that is played, in a file of a format; OpenGotha's if none is named."""
    form = getattr(request, "param", "opengotha")
    path = tmp_path / f"congress{SUFFIXES[form]}"
    path.write_bytes(FORMATS[form].new(generate(24, 2, seed=4, play=1)))
    assert read(path).format == form
    for board in (4, 5):  # there is a history already, in which the last change goes on as usual
        do("result", path, board, opposite(path, board), "--even-so")
    return path


def endings(path):
    """The result of each game, by its players."""
    return {game.pair: game.ending for game in read(path).tournament.round(1).games}


def opposite(path, table):
    game = read(path).tournament.round(1).at(table)
    return "0-1" if game.result is Result.WHITE_WINS else "1-0"


def perform(locked, table, result, person):
    values = {"results": [ResultInput.parse(table, result)], "rounds": 1}
    call = Call(action="result", values=values, round=1, confirmed=EVERYTHING_KNOWN)
    return locked.perform(call, Origin(f"helper {person}, test"))


def entering(path, typed):
    """What enters results together, each by a person of their own."""

    def work():
        with LockedFile.opened(path) as locked:
            for table, result in typed.items():
                perform(locked, table, result, f"Ann{table}")
            locked.write(lambda _: None)
        return 0

    return work


def timeline(path):
    return History(path).timeline(path.read_bytes())


def check_whole(path):
    """The file is a state that the history knows, and a server shows just this."""
    known = timeline(path)
    assert not known.saved_by_another
    assert known.after_others == frozenset()
    state = OpenTournament(path).state()
    assert {g.pair: g.ending for g in state.tournament.round(1).games} == endings(path)


def in_force(path, after):
    """The changes behind some first ones that have reached the file."""
    known = timeline(path)
    return [entry for entry in known.entries[after:] if entry.number not in known.cut_short]


@pytest.mark.parametrize("table", [1, 2, 3])
def test_each_result_is_a_change_of_its_person_and_can_be_undone_alone(file, table, run):
    typed = {each: opposite(file, each) for each in (1, 2, 3)}
    before = endings(file)
    assert entering(file, typed)() == 0
    *_, one, two, three = timeline(file).entries
    assert [each.helper for each in (one, two, three)] == ["Ann1", "Ann2", "Ann3"]
    assert [each.number for each in (one, two, three)] == [3, 4, 5]
    assert (one.after, two.after) == (two.before, three.before)
    assert {each.batch for each in (one, two, three)} == {3}
    assert verify_history(CongressState.read(file)).clean
    all_three = endings(file)
    run("undo", file, one.number + table - 1, "--even-so")
    pair = read(file).tournament.round(1).at(table).pair
    assert endings(file) == {**all_three, pair: before[pair]}


def test_undo_and_redo_walk_along_single_changes(file, run):
    states = [file.read_bytes()]
    for table in (1, 2):
        single = file.with_name(f"single{table}.xml")
        single.write_bytes(states[-1])
        entering(single, {table: opposite(file, table)})()
        states.append(single.read_bytes())
    entering(file, {table: opposite(file, table) for table in (1, 2)})()
    assert file.read_bytes() == states[2]
    for state in (states[1], states[0]):
        run("undo", file, "--even-so")
        assert file.read_bytes() == state
    for state in states[1:]:
        run("redo", file, "--even-so")
        assert file.read_bytes() == state
    assert verify_history(CongressState.read(file)).clean


def test_a_refused_result_leaves_the_others(file):
    first, second = (read(file).tournament.round(1).at(table).pair for table in (1, 2))
    wanted = [opposite(file, 1), opposite(file, 2)]
    with LockedFile.opened(file) as locked:
        perform(locked, 1, wanted[0], "Ann")
        before = locked.last_change
        with pytest.raises(RuleError, match="table 99"):
            perform(locked, 99, "1-0", "Bo")
        done = perform(locked, 2, wanted[1], "Cy")
        assert locked.last_change == before + 1
        assert not perform(locked, 2, wanted[1], "Di").state.timeline.entries[before + 1 :]
        assert locked.last_change is None
        locked.write(lambda _: None)
    assert [entry.helper for entry in timeline(file).entries[-2:]] == ["Ann", "Cy"]
    now, held = done.state.tournament.round(1), endings(file)
    assert (held[first], held[second]) == (now.at(1).ending, now.at(2).ending)


@pytest.mark.parametrize("file", few(SUFFIXES, 3, ci=3), indirect=True)
class TestFaults:
    pytestmark = needs_fork

    def test_a_process_may_be_killed_at_each_of_its_calls(self, file, run):
        typed = {table: opposite(file, table) for table in (1, 2, 3)}
        before, known, was = file.read_bytes(), History(file).path.read_bytes(), endings(file)
        for moment in range(200):
            file.write_bytes(before)
            History(file).path.write_bytes(known)
            killed = killed_at(moment, entering(file, typed))
            check_whole(file)
            happened = file.read_bytes() != before
            changed = [pair for pair, ending in endings(file).items() if ending != was[pair]]
            assert len(changed) == len(in_force(file, 2)) == (3 if happened else 0)
            undone = [each.number for each in timeline(file).done]
            assert undone == ([1, 2, 3, 4, 5] if happened else [1, 2])
            kinds = {finding.kind for finding in verify_history(CongressState.read(file)).findings}
            assert kinds <= (set() if happened else {"file", "line"})
            if moment % 3 == 0:  # whoever comes next goes on from there
                run("result", file, 6, opposite(file, 6), "--even-so")
                check_whole(file)
                assert len(in_force(file, 2)) == (4 if happened else 1)
            if not killed:
                break
            assert killed == signal.SIGKILL
        assert happened
        assert moment > 5

    def test_without_room_nothing_is_changed(self, file):
        typed = {table: opposite(file, table) for table in (1, 2, 3)}
        before, known = file.read_bytes(), History(file).path.read_bytes()
        for moment in range(20):
            if without_room_at(moment, entering(file, typed)) == 0:
                break
            assert (file.read_bytes(), History(file).path.read_bytes()) == (before, known)
        assert moment >= 2
        assert len(in_force(file, 2)) == 3


def test_what_a_cut_batch_was_to_write_is_named_and_can_be_brought_back(file, run):
    """The history has it, and the file does not, as after a kill between the two."""
    before = file.read_bytes()
    entering(file, {table: opposite(file, table) for table in (1, 2)})()
    after = endings(file)
    file.write_bytes(before)
    state = CongressState.read(file)
    assert state.timeline.cut_short == {3, 4}
    told = [*map(str, state.timeline.remarks(state.tournament))]
    assert [line[:8] for line in told] == ["change 3", "change 4"]
    verified = verify_history(state)
    assert not verified.findings
    assert len(verified.notes) == 2
    run("redo", file, "--even-so")
    assert endings(file) == after
    assert not list(file.parent.glob("*.bak2"))
