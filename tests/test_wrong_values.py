"""Values of wrong types, by every public function and method: an answer, or one line that says what is wrong."""

from __future__ import annotations

import enum
import inspect
import linecache
import re
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

import fastpair.insight.explain
import fastpair.matching
import fastpair.pairing.weights
from fastpair import Congress, Constraints, Tournament
from fastpair.go.prizes import prizes
from fastpair.go.ratings import EGF2021, rated_in_order, rated_together, rating_system_named
from fastpair.go.scores import ScoreHistory
from fastpair.insight.advice import advice, bars
from fastpair.matching.decoding import join_solver
from fastpair.networkx_backend import postman_edges
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from repository import ROOT

EVENING = ROOT / "examples" / "evening.xml"
ONE, OTHER = "KERMTROVBELRAN", "DOVANIHALKA"

LONG = (10**5000, -(10**5000), [10**5000], "x" * 5000, "7" * 5000, "\ud800", "\0")
WRONG = (
    *(None, True, 0, -1, 5, 99, 2**70, 1.5, float("nan"), float("inf"), "", "x", "1", b"x"),
    *([], [None], ["x"], [5], [[]], [["x"]], {}, {"x": 1}, {"x": None}, {"x": {"x": 1}}, {1: 2}),
    *((), ("x", "y"), {1}, object(), object, len, np.zeros((2, 2)), np.float64("nan")),
)

VALUES = {
    "path": EVENING,
    "round": 2,
    "number": 2,
    "players": ["Ann", "Bo", "Cy"],
    "one": ONE,
    "other": OTHER,
    "results": {1: "1-0"},
    "way": "wait",
    "plan": [{"name": "First"}],
    "time": "10:30",
    "attribute": "school",
    "name": "Evening",
    "key": ONE,
    "keys": [ONE],
    "document": EVENING.read_bytes(),
    "player": ONE,
    "points": 0.5,
    "table": 1,
    "new": 9,
    "stones": 2,
    "kind": "forbid",
    "winner": ONE,
    "loser": OTHER,
    "pair": ONE,
    "white": ONE,
    "black": OTHER,
    "at": "",
    "was": "",
    "about": "A",
    "first_name": "",
    "grade": None,
    "result": "1-0",
    "games": (),
    "waiting": (),
    "handicap": 2,
}
"""Values of required parameters, by name."""

FUNCTIONS = (
    *("draw_round", "standings", "pair", "swiss_standings", "read", "write"),
    *("draw_document", "explain_document", "standings_document", "check_document"),
    *("attendance_document", "bracket_document", "identify_document"),
)

CLASSES = (
    *(
        "Points",
        "Same",
        "Player",
        "Game",
        "Bye",
        "Rules",
        "Event",
        "Team",
        "TeamPlay",
        "Tournament",
    ),
    *("Constraints", "Desk", "Conditions"),
)


@cache
def opened():
    return Congress.open(EVENING)


@cache
def optimum():
    model = fastpair.pairing.weights.model_named("opengotha351")
    return fastpair.insight.explain.Optimum.of_round(opened().tournament, 2, model, of_games=False)


def is_public_method(kind, name):
    held = inspect.getattr_static(kind, name)
    return not name.startswith("_") and (
        inspect.isfunction(held) or isinstance(held, classmethod | staticmethod)
    )


EXPLAIN = [
    name
    for name in fastpair.insight.explain.__all__
    if inspect.isfunction(getattr(fastpair.insight.explain, name))
]


def methods_of(kind):
    return [name for name in dir(kind) if is_public_method(kind, name)]


CASES = [
    *(("function", name) for name in FUNCTIONS),
    *(("Congress", name) for name in methods_of(Congress)),
    *(("class", name) for name in CLASSES),
    *(("Tournament", name) for name in methods_of(Tournament)),
    *(("explain", name) for name in EXPLAIN),
    *(("Document", name) for name in ("settled", "content_with", "refuse", "write")),
    ("Draw", "applied_to"),
    *(("Constraints", name) for name in ("under", "check_players")),
]


@cache
def explained():
    """Values of the parameters of functions that explain a draw."""
    model, best = optimum().model, optimum()
    explain = fastpair.insight.explain
    return {
        "optimum": best,
        "k": 2,
        "answer": explain.what_if(best, explain.Conditions(forbid=[[ONE, OTHER]])),
        "names": {player.key: player.full_name for player in opened().tournament.players},
        "best": explain.best_draws(best, 2),
        "drawn": True,
        "one": explain.candidates(best, ONE)[-1],
        "explained": explain.words.explain_pair(best.field, model, 0, 1),
        "field": best.field,
        "model": model,
        "i": 0,
        "j": 1,
        "price": 5,
        "more": {},
        "pairs": [(ONE, OTHER)],
        "found": (),
        "old": {ONE: OTHER, OTHER: ONE},
        "new": {},
        "conditions": explain.Conditions(),
    }


def called(kind, name):
    """What is called, and the values of its required parameters."""
    values = dict(VALUES, tournament=opened().tournament)
    if name == "write":
        values |= {"path": "other.xml", "document": fastpair.read(EVENING)}
    if kind == "function":
        return getattr(fastpair, name), values
    if kind == "class":
        return getattr(fastpair, name, None) or getattr(fastpair.insight.explain, name), values
    if kind == "explain":
        return getattr(fastpair.insight.explain, name), values | explained()
    if kind in ("Document", "Draw", "Constraints"):
        draw = fastpair.draw_round(opened().tournament, 2)
        owners = {"Document": fastpair.read(EVENING), "Draw": draw, "Constraints": Constraints()}
        return getattr(owners[kind], name), values | {"rules": opened().tournament.rules}
    owner = opened() if kind == "Congress" else opened().tournament
    return getattr(owner, name), values


def is_deliberate(error):
    """Whether fastpair raises it by a statement, or Python itself refuses what is no path or no argument."""
    frame = error.__traceback__
    while frame.tb_next is not None:
        frame = frame.tb_next
    code = frame.tb_frame.f_code
    line = linecache.getline(code.co_filename, frame.tb_lineno).strip()
    inside = "fastpair" in Path(code.co_filename).parts
    if inside and line.startswith(("raise", "def ", "self.check", "yield from")):
        return True
    if not inside and Path(code.co_filename) == Path(__file__):
        return "argument" in str(error)
    return "os.PathLike" in str(error)


def is_short(error):
    length = len(str(error)) - len(str(getattr(error, "path", "")))
    return len(str(error).splitlines()) == 1 and length < MOST_LETTERS


MOST_LETTERS = 700
"""Of an error that names all models, or all criteria, and shows the first letters of a value."""

KINDS = {
    "str": (str,),
    "int": (int,),
    "SupportsIndex": (int,),
    "float": (int, float),
    "None": (type(None),),
}
"""Types of the values that annotations allow."""

NEVER = (object, type)
"""Types of values that no argument takes."""


def has_wrong_type(annotation, value):
    """Whether a value has another type than an annotation names; None where some of it are taken as such."""
    if type(value) in NEVER:
        return True
    words = str(annotation).split(" | ")
    if not {*words} <= KINDS.keys() or isinstance(value, float | bool):
        return None
    return type(value) not in {kind for word in words for kind in KINDS[word]}


def fault(action, parameter, value, names):
    """What is wrong with how a value is refused; empty if it is taken, or refused in a line by a statement.

    A TypeError refuses another type, and an InputError or a rule a value; the message names the argument.
    """
    try:
        answer = action()
        if inspect.isgenerator(answer):
            list(answer)
    except fastpair.FastpairError as error:
        found = error
        if not is_short(error):
            return repr(error)
    except (TypeError, ValueError) as error:
        found = error
        if not is_short(error) or not is_deliberate(error):
            return repr(error)
    except Exception as error:
        return repr(error)
    else:
        return ""
    return misnamed(found, parameter, value, names)


OTHER_REASONS = re.compile(
    "FIDE rates games of chess|no teams play|no format has files of this name|enter the family name|"
    "which states it|surrogates not allowed"
)
"""What is wrong whatever the value is."""


def misnamed(error, parameter, value, names):
    """What is wrong with the class of an error, or what it says."""
    if OTHER_REASONS.search(str(error)):
        return ""
    about = [name for name in names if re.search(rf"\b{name}\b", str(error))]
    if about and parameter.name not in about:
        return ""  # a value that is required with it
    is_type = has_wrong_type(parameter.annotation, value)
    if is_type in (True, False) and is_type != isinstance(error, TypeError):
        return f"{type(error).__name__} of {type(value).__name__}: {error}"
    if isinstance(error, TypeError):
        return "" if about or "os.PathLike" in str(error) else f"not named: {error}"
    return "" if isinstance(error, fastpair.RuleError | fastpair.FormatError) else repr(error)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_a_wrong_value_is_refused_in_a_line(kind, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call, values = called(kind, name)
    parameters = [
        each
        for each in inspect.signature(call).parameters.values()
        if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    ]
    names = [each.name for each in parameters]
    required = {
        each.name: values.get(each.name) for each in parameters if each.default is each.empty
    }
    failed = [
        f"{name}({each.name}={type(wrong)}): {found}"
        for each in parameters
        for wrong in (*WRONG, *LONG)
        if not (each.name == "progress" and callable(wrong))
        if (found := fault(partial(call, **required | {each.name: wrong}), each, wrong, names))
    ]
    assert failed == []


PAIR = [[ONE, OTHER]]
REFUSALS = {
    "swiss_standings(criteria)": (
        lambda: fastpair.swiss_standings(["A", "B"], criteria=["Nothing"]),
        "criteria: must be criteria .*, not 'Nothing'",
    ),
    "standings(criteria)": (
        lambda: fastpair.standings(opened().tournament, 0, criteria=[5]),
        "criteria: must be criteria .*, not 5",
    ),
    "standings(after)": (
        lambda: opened().standings("1"),
        "standings count 0 to 3 rounds, not '1'",
    ),
    "standings(after), drawn": (
        lambda: opened().draw(2).congress.standings("1"),
        "standings count 0 to 3 rounds, not '1'",
    ),
    "draw_round(constraints)": (
        lambda: fastpair.draw_round(opened().tournament, 2, constraints={"forbit": PAIR}),
        "constraints: no constraint 'forbit'; choose from families, .*forbid",
    ),
    "complete": (
        lambda: opened().complete({ONE: {"contry": "DE"}}),
        "/contry: unknown member; the nearest known one is 'country'",
    ),
    "Congress": (
        lambda: Congress(opened().tournament),
        "a Congress is made by Congress.new or Congress.open",
    ),
    "pair(sides)": (
        lambda: fastpair.pair(list("ABCD"), sides=1),
        "sides: must be true or false, not 1",
    ),
    "pair(rounds)": (
        lambda: fastpair.pair(list("ABCD"), rounds=-1),
        "^rounds: must be a whole number from 1 to 99, not -1$",
    ),
    "pair(players)": (
        lambda: fastpair.pair("abcd"),
        "^players: expected a list, got 'abcd'$",
    ),
    "with_results": (
        lambda: opened().tournament.with_results(1, {1: "2-0"}),
        r"^results\[1\]: expected a result as text such as 1-0, .*; got '2-0'$",
    ),
    "enter": (
        lambda: opened().enter(["Ada"]),
        r"^players\[0\]: expected a Player, got 'Ada'$",
    ),
    "draw_round(model)": (
        lambda: fastpair.draw_round(opened().tournament, 2, model=5),
        "^model: must be a model .*, not 5$",
    ),
    "draw_round(forbid)": (
        lambda: fastpair.draw_round(opened().tournament, 2, constraints={"forbid": [["A"]]}),
        r"^forbid: expected a pair of two players, got \['A'\]$",
    ),
    "kbest_matchings(k)": (
        lambda: fastpair.matching.kbest_matchings(np.zeros((2, 2)), k=1.5),
        "^expected a whole number as k, got 1.5$",
    ),
    "results(tables)": (
        lambda: opened().results(1, {"1": "1-0"}),
        "^results: expected the number of a table, got '1'$",
    ),
    "results(result)": (
        lambda: opened().results(1, {1: None}),
        r"^results\[1\]: None is not a result such as 1-0$",
    ),
    "draw(round)": (
        lambda: opened().draw("1"),
        "/round: expected a whole number.*, got '1'$",
    ),
    "draw_round(document)": (
        lambda: fastpair.draw_round(fastpair.read(EVENING), 2),
        "expected a Tournament, got .*; a document has one",
    ),
    "draw(constraints)": (
        lambda: opened().draw(2, constraints=Constraints(forbid=["school"])),
        "constraints: attributes that keep players apart are rules of the tournament",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_says_what_is_wrong(name):
    action, expected = REFUSALS[name]
    with pytest.raises((fastpair.FastpairError, TypeError), match=expected):
        action()


@pytest.mark.parametrize(
    ("action", "kinds"),
    [
        (lambda: opened().absent("N1"), (fastpair.FormatError, fastpair.InputError, TypeError)),
        (lambda: fastpair.pair("abcd"), (fastpair.InputError, TypeError)),
        (lambda: fastpair.Player(key=1, name="Ada"), (fastpair.InputError, TypeError)),
        (lambda: fastpair.draw_round(None, 1), (TypeError,)),
        (lambda: fastpair.draw_document(5), (fastpair.FormatError, TypeError)),
        (lambda: fastpair.insight.explain.words.in_words(1, {"x": 1}), (fastpair.InputError,)),
        (lambda: opened().draw(2, redraw="maybe"), (fastpair.InputError,)),
        (lambda: opened().withdraw(["Nobody"]), (fastpair.InputError,)),
        (lambda: SOLVERS["Solver"]().forbid(0, 9), (fastpair.InputError, IndexError)),
        (lambda: SOLVERS["Solver"]().forbid(1, 1), (fastpair.InputError,)),
        (lambda: SOLVERS["SparseSolver"]().set_weight(1, 1, 4), (fastpair.InputError,)),
        (lambda: SOLVERS["JoinSolver"]().solve([0, 0]), (fastpair.InputError,)),
        (
            lambda: fastpair.matching.min_weight_t_join(([0], [1], [2**60]), [0, 1]),
            (fastpair.InputError, OverflowError),
        ),
        (
            lambda: fastpair.matching.max_weight_matching(MATRIX << 60),
            (fastpair.InputError, OverflowError),
        ),
        (
            lambda: fastpair.matching.max_weight_matching(
                ([0, 1], [1, 2], [1e300, 1.0]), exact=True
            ),
            (fastpair.InputError,),
        ),
        (lambda: fastpair.Grade.parse("x"), (fastpair.InputError,)),
        (lambda: fastpair.Grade(40), (fastpair.InputError,)),
        (lambda: fastpair.Grade(-32), (fastpair.InputError,)),
        (lambda: fastpair.Grade(1.5), (fastpair.InputError, TypeError)),
        (lambda: rated_in_order(EGF2021(), [2000], [(0, 1)], [2]), (fastpair.InputError,)),
    ],
)
def test_an_error_is_all_that_it_was(action, kinds):
    """A wrong type is a TypeError, and what was caught before is caught as before."""
    with pytest.raises(kinds) as found:
        action()
    assert [kind for kind in kinds if not isinstance(found.value, kind)] == []
    assert isinstance(found.value, TypeError) == (TypeError in kinds)


@pytest.mark.parametrize("made", [dict, lambda **given: Constraints(**given)])
def test_constraints_are_given_in_one_form(made):
    """As `Constraints` or as a dictionary of them, to a draw and to an action: the same draw."""
    boards = [board.pair for board in fastpair.draw_round(opened().tournament, 2).boards]
    forbidden = [sorted(boards[0])]
    drawn = [
        fastpair.draw_round(opened().tournament, 2, constraints=made(forbid=forbidden)),
        opened().draw(2, redraw="from-scratch", constraints=made(forbid=forbidden)).draw,
    ]
    assert drawn[0].games() == drawn[1].games()
    assert boards[0] not in [board.pair for board in drawn[0].boards]
    model = fastpair.pairing.weights.MODELS["opengotha351"]()
    optimum = fastpair.insight.explain.Optimum.of_round(
        opened().tournament, 2, model, made(forbid=forbidden), of_games=False
    )
    assert optimum.solution.pairs


def test_criteria_are_given_in_one_form():
    """By their names in a text or a list, or as they are."""
    names = ["MMS", "SOSM"]
    criteria = [fastpair.Criterion(name) for name in names]
    for given in (names, criteria, "MMS, SOSM", "mms,sosm", iter(names)):
        assert fastpair.standings(opened().tournament, 1, given).criteria == tuple(criteria)
    games = [[("A", "B", 1)]]
    tables = [
        fastpair.swiss_standings(["A", "B"], games, criteria=given)
        for given in ("Points, Buchholz", ["Points", "Buchholz"])
    ]
    assert tables[0] == tables[1]


def is_own_call(found):
    """Whether it is called, and neither an error nor an enumeration, which is Python's."""
    unlike = (enum.Enum, BaseException)
    return inspect.isfunction(found) or (inspect.isclass(found) and not issubclass(found, unlike))


MODULES = (fastpair, fastpair.insight.explain, fastpair.pairing.weights)
OTHERS = (
    *("Congress", "Pieces", "ConfigurableModel", "WeightModel"),
    *(name for _, name in CASES),
)
"""What is tried above, and classes that have no public constructor."""

CALLS = {
    name: found
    for module in MODULES
    for name, found in vars(module).items()
    if name in module.__all__ and name not in OTHERS and is_own_call(found)
}
CALLS |= {
    f"{type(subject).__name__}.{name}": getattr(subject, name)
    for subject in (
        *(opened().tournament.players[0], opened().tournament.rules, fastpair.Points()),
        *(fastpair.standings(opened().tournament), fastpair.Event(), fastpair.EventKind()),
        *(fastpair.Grade(3), fastpair.Ending(fastpair.Result.WHITE_WINS), fastpair.Same("school")),
    )
    for name in methods_of(type(subject))
}
CALLS |= {
    each.__qualname__: each
    for each in (
        *(prizes, EGF2021, rating_system_named, rated_together, rated_in_order, advice, bars),
        *(ScoreHistory.of, ScoreHistory.for_draw, ScoreHistory.for_standings, Field.of),
        *(generate, join_solver, postman_edges),
    )
}
MORE_VALUES = {
    "tournament": opened().tournament,
    "standings": fastpair.standings(opened().tournament),
    "model": fastpair.pairing.weights.model_named("opengotha351"),
    "system": EGF2021(),
    "rating": [2000, 1900, 1800],
    "won_x2": [2],
    "seed": 1,
    "rounds": 3,
    "numbers": {},
    "letter": "k",
    "by_mms": True,
    "worth_x2": 2,
    "halves": 1,
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLS)
def test_what_cannot_be_used_is_refused_by_an_error_of_fastpair(name, tmp_path, monkeypatch):
    """Where it has a wrong type, by a TypeError; however long it is, shortly."""
    monkeypatch.chdir(tmp_path)
    call, values = CALLS[name], VALUES | MORE_VALUES
    others = {"generate": {"players": 6}, "rated_in_order": {"players": [(0, 1)]}}
    values |= others.get(name, {})
    given = inspect.signature(call).parameters.values()
    given = [each for each in given if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    required = {each.name: values.get(each.name) for each in given if each.default is each.empty}
    for each in given:
        for wrong in (*WRONG, *LONG):
            error = refusal(partial(call, **required | {each.name: wrong}))
            assert error is None or is_short(error), (each.name, str(error))


MATRIX = np.array([[0, 3, 1, 2], [3, 0, 2, 1], [1, 2, 0, 3], [2, 1, 3, 0]])
PATH = (np.array([0, 1, 2]), np.array([1, 2, 3]), np.array([2, 3, 4]))
NUMBERS = {
    "weights": MATRIX,
    "graphs": MATRIX[None],
    "terminals": [0, 3],
    "b": [1, 1, 1, 1],
    "matching": fastpair.matching.max_weight_matching(MATRIX),
    "subgraph": None,
    "i": 0,
    "j": 1,
    "v": 0,
    "weight": 3,
    "others": [1],
}
WRONG_NUMBERS = (
    *WRONG,
    *([[1, 2], [3]], np.ones((4, 3)), np.ones((2, 3)), np.array([[0, 1], [2, 0]]), MATRIX << 61),
    *(np.full((4, 4), np.nan), [2**70] * 4, [1e300, 1e-300, 1, 1], [-1] * 4, [9] * 4),
    *(([0, 1], [1, 9], [1, 1]), ([0], [1], [-5]), ([0, 1], [1, 2], [2**60, 2**60])),
)
SOLVERS = {
    "Solver": lambda: fastpair.matching.Solver(MATRIX),
    "SparseSolver": lambda: fastpair.matching.SparseSolver(PATH),
    "JoinSolver": lambda: fastpair.matching.JoinSolver(PATH),
}
ON_NUMBERS = [
    *(("", name) for name in fastpair.matching.__all__ if name[0].islower()),
    *(("", name) for name in SOLVERS),
    *((kind, name) for kind in SOLVERS for name in methods_of(getattr(fastpair.matching, kind))),
]


def answers(kind, name, other, wrong):
    """Call a function of matchings with a wrong value, or two equal ones where there are two vertices."""
    owner = SOLVERS[kind]() if kind else fastpair.matching
    call = getattr(owner, name)
    values = {**NUMBERS, "weights": PATH} if "join" in name.lower() or "Sparse" in name else NUMBERS
    named = {
        each.name: wrong if each.name == other.name else values.get(each.name)
        for each in inspect.signature(call).parameters.values()
        if each.name == other.name or each.default is each.empty
    }
    if call is fastpair.matching.kbest_matchings:
        return [*zip(range(3), call(**named), strict=False)]
    return call(**named)


def refusal(action):
    try:
        action()
    except (fastpair.FastpairError, TypeError) as error:
        return error


@pytest.mark.parametrize(("kind", "name"), ON_NUMBERS)
def test_what_no_matching_takes_is_refused_by_an_error_of_fastpair(kind, name):
    """Where it has a wrong type, by a TypeError."""
    call = getattr(SOLVERS[kind]() if kind else fastpair.matching, name)
    for other in inspect.signature(call).parameters.values():
        for wrong in WRONG_NUMBERS:
            if error := refusal(partial(answers, kind, name, other, wrong)):
                assert len(str(error).splitlines()) == 1, (other.name, wrong, str(error))


@pytest.mark.parametrize("shape", [(0, 3, 3), (0, 0, 0), (2, 0, 0), (1, 3, 3)])
def test_mates_have_a_row_for_each_graph(shape):
    assert fastpair.matching.max_weight_mates(np.zeros(shape)).shape == shape[:2]
