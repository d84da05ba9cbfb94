"""Every error of ours can be copied and pickled, and comes back from a process as it was raised there."""

from __future__ import annotations

import copy
import importlib
import multiprocessing
import pickle
import pkgutil
from concurrent.futures import ProcessPoolExecutor

import pytest

import fastpair
from fastpair.sentences import Remedy, Sentence, phrase
from raised import raise_again


def classes():
    """All classes of errors that fastpair defines."""
    for module in pkgutil.walk_packages(fastpair.__path__, "fastpair."):
        if "__main__" not in module.name:
            for each in vars(importlib.import_module(module.name)).values():
                is_error = isinstance(each, type) and issubclass(each, BaseException)
                if is_error and each.__module__.startswith("fastpair"):
                    yield each


OURS = {each.__name__: each for each in classes()}
ADA = fastpair.Player(key="ADA", name="Ada", first_name="")
SAID = phrase("round {round} is not drawn", round=2)

ERRORS = [
    OURS["FastpairError"](SAID, Remedy("draw the round", round=2), about="round"),
    OURS["FormatError"]("a.xml", 3, "expected a list, got 5", pointer="/rounds"),
    OURS["RuleError"]("no", about="x", code="over", place=("rules", 3), expected="a list"),
    OURS["InputError"]("expected a number, got 'abc'", about="round", kind=int),
    *(OURS[f"Input{kind}Error"]("no 3", about="vertex") for kind in ("Index", "Overflow")),
    OURS["UnsupportedError"]("weights are too large"),
    OURS["_TypeError"]("expected a number, got None", about="round"),
    OURS["ArgumentError"](fastpair.FormatError("draw", None, "unknown member", pointer="/sed")),
    OURS["_ArgumentTypeError"](fastpair.FormatError("draw", None, "expected a text", pointer="/x")),
    OURS["NoPairingError"]("Ada is left over"),
    OURS["MissingExtraError"]("cli", "the command"),
    OURS["UnmatchableError"]("no perfect matching", (1, 2)),
    OURS["EngineError"]("not proven"),
    OURS["AmbiguousPlayerError"]("Ada", [ADA, ADA]),
    OURS["WorkerError"]("a process was ended"),
    OURS["DriverError"]("not compiled"),
    OURS["UnconfirmedError"](SAID, Remedy("do it even so")),
    OURS["PlayedScoresError"](SAID),
    OURS["ChangedMeanwhileError"](SAID),
    OURS["OtherGameError"](SAID, 3),
    OURS["LikelyMistakeError"](SAID, agree="Pair"),
    OURS["BrokenConditionError"](SAID),
    OURS["PublishedBoardsError"](SAID, Remedy("draw the round", round=2)),
    OURS["OutOfTurnError"](SAID),
    OURS["NotArrivedError"](SAID, 2),
    OURS["EnteredAbsentError"](SAID, 3),
    OURS["ReplacedResultError"](SAID, [(1, "1-0", "0-1")]),
    OURS["_SeveralError"]([OURS["NotArrivedError"](SAID, 2), OURS["PlayedScoresError"]("no")]),
    OURS["_AbsentError"]("Ada is absent"),
    OURS["_CellError"]("a.csv", 2, "not a grade", "grade"),
    OURS["_Wrong"]("a number", "x", 1),
    OURS["PageError"](404, "nothing here", "<p>"),
    OURS["RefusalError"](3, "Error"),
    OURS["Busy"](7),
    OURS["_RequestError"]("busy", "later", retry_after="7"),
    OURS["UnstatedSystemError"](3, "Error"),
    OURS["UnknownSystemError"](3, "Error"),
]


def shown(value):
    """What can be seen of a value, and of what it holds."""
    if isinstance(value, BaseException):
        return type(value), str(value), shown(value.args), shown(vars(value))
    if isinstance(value, Remedy):
        return value.name, shown(value.values)
    if isinstance(value, Sentence):
        held = (value.remedies, value.about, value.place, value.forms, value.values)
        return Sentence, str(value), shown(held)
    if isinstance(value, list | tuple):
        return type(value), [shown(each) for each in value]
    return {name: shown(each) for name, each in value.items()} if type(value) is dict else value


def test_there_is_one_of_every_class():
    assert {*map(type, ERRORS)} == {*OURS.values()}


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_is_copied_and_pickled(error):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert shown(pickle.loads(pickle.dumps(error, protocol))) == shown(error)
    assert shown(copy.copy(error)) == shown(copy.deepcopy(error)) == shown(error)


def test_what_is_added_to_an_error_goes_with_it():
    error = fastpair.FormatError("a.xml", 3, "expected a list, got 5")
    error.add_note("in the second file")
    with pytest.raises(fastpair.RuleError) as found, fastpair.errors.in_file("b.xml"):
        raise fastpair.RuleError("no")
    for each in (error, found.value):
        assert shown(pickle.loads(pickle.dumps(each))) == shown(each)
    assert pickle.loads(pickle.dumps(error)).__notes__ == ["in the second file"]


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_an_error_comes_back_from_a_process(method):
    """It neither breaks the pool, nor is waited for without end."""
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        tasks = [executor.submit(raise_again, error) for error in ERRORS]
        raised = [task.exception(timeout=60) for task in tasks]
    with context.Pool(1) as pool:
        for task in [pool.apply_async(raise_again, [error]) for error in ERRORS]:
            with pytest.raises(Exception) as found:
                task.get(timeout=60)
            raised.append(found.value)
    assert [visible(each) for each in raised] == [visible(each) for each in ERRORS * 2]


def visible(error):
    """As `shown`, without what a pool has noted in it of the other process."""
    return [type(error), str(error), shown(error.args), *sorted(vars(error).keys() - {"__notes__"})]
