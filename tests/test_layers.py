"""Imports go down, and every layer keeps to what it may know (docs/contributing/architecture.md)."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from functools import cache, partial
from graphlib import TopologicalSorter
from importlib import import_module
from itertools import chain
from runpy import run_path

import pytest

from fastpair.insight import BestRound
from fastpair.insight.explain import Optimum
from fastpair.pairing.systems import SYSTEMS, System
from fastpair.ui.cli.app import COMMANDS
from repository import ROOT

PACKAGE = ROOT / "python" / "fastpair"

# The packages of a room import one another in one direction. `fastpair` itself stands for what it
# re-exports from the bottom: its version.
LAYERS = run_path(str(ROOT / "docs" / "layers.py"))["LAYERS"]
DEPTH = {name: depth for depth, row in enumerate(LAYERS) for name in row}
DEPTH["fastpair"] = DEPTH["_engine"]

# What each may import from outside; everybody else: numpy.
OUTSIDE = {
    "fastpair": set(),
    "errors": set(),
    "files": set(),
    "lazy": set(),
    "letters": set(),
    "sentences": set(),
    "mappings": set(),
    "notebook": set(),
    "facts": set(),
    "parameters": set(),
    "registry": set(),
    "pairing.rules": set(),
    "go.tournament": set(),
    "formats": {"babel", "numpy", "msgspec", "python_calamine"},
    "app": {"numpy", "msgspec"},
    "report": {"numpy", "matplotlib", "jinja2", "markupsafe"},
    "research.simulate": {"numpy", "distributed", "matplotlib", "pyarrow"},
    "research.bench": {"numpy", "networkx", "rustworkx", "scipy"},
    "ui.cli": {"numpy", "click", "rich"},
    "ui.api": {"starlette"},
    "ui.web": {"numpy", "anyio", "jinja2", "markupsafe", "segno", "starlette", "uvicorn"},
}
FILELESS = (
    *("go", "matching", "parameters"),
    *(
        f"pairing.{room}"
        for room in ("rules", "papers", "field", "measures", "weights", "draw", "solving")
    ),
)
FILES = {"io", "pathlib", "shutil", "tempfile"}
WITHOUT_CHANCE = (*FILELESS, "formats")

SOURCES = sorted(PACKAGE.rglob("*.py"))


def module_of(source):
    """The dotted name of a source file, without `fastpair`."""
    parts = source.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def layer_of(module):
    """The layer that a module, or a name in one, belongs to."""
    found = [name for name in DEPTH if is_in(module, name)]
    return max(found, key=len, default="fastpair")


def is_in(module, room):
    return module == room or module.startswith(f"{room}.")


def sources_in(*rooms):
    return [path for path in SOURCES if any(is_in(module_of(path), room) for room in rooms)]


def absolute(node, source):
    """Dotted names that an import statement reaches, relative ones resolved."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if node.level == 0:
        return [f"{node.module}.{alias.name}" for alias in node.names]
    package = source.relative_to(PACKAGE.parent).with_suffix("").parts[: -node.level]
    base = ".".join((*package, *(node.module or "").split("."))).strip(".")
    return [f"{base}.{alias.name}" for alias in node.names]


@cache
def tree_of(source):
    """What a source file consists of; to parse all of them takes seconds."""
    return ast.parse(source.read_text(encoding="utf-8"), str(source))


@pytest.fixture(scope="module", autouse=True)
def _forgotten_trees():
    """Half a million objects, which slow down whatever is tested next."""
    yield
    tree_of.cache_clear()
    nodes_of.cache_clear()


@cache
def nodes_of(source):
    """The imports, the calls and the constants of a source file."""
    kinds = (ast.Import, ast.ImportFrom, ast.Call, ast.Constant)
    return [node for node in ast.walk(tree_of(source)) if isinstance(node, kinds)]


NAMED = r"fastpair(\.\w+)+:\w+"
"""Something in a module, as entry points name it."""


@cache
def imports(source):
    """Dotted name and line of everything that a source file imports, anywhere in it.

    A text that names something in a module, as entry points do, counts as its import.
    """
    found = []
    for node in nodes_of(source):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found += [(name, node.lineno) for name in absolute(node, source)]
        elif isinstance(node, ast.Constant) and re.fullmatch(NAMED, str(node.value)):
            found.append((node.value.partition(":")[0], node.lineno))
    return found


def calls(source):
    """Name and line of every function that a source file calls: `f` of both f() and x.f()."""
    for node in nodes_of(source):
        if isinstance(node, ast.Call):
            function = node.func
            name = getattr(function, "id", None) or getattr(function, "attr", None)
            yield name, node.lineno


def test_every_module_has_a_layer():
    assert {m for m in map(module_of, SOURCES) if layer_of(m) == "fastpair"} <= {""}


def test_imports_go_down():
    upwards = [
        f"{source}:{line}: {layer} must not import {name}"
        for source in SOURCES
        if (layer := layer_of(module_of(source))) != "fastpair"
        for name, line in imports(source)
        if name.split(".")[0] == "fastpair"
        and DEPTH[layer_of(name.partition(".")[2])] < DEPTH[layer]
    ]
    assert upwards == []


def test_research_is_known_where_its_commands_are_found():
    """Nobody imports it: the command line loads commands, the registry models and systems, by name."""
    outside = [path for path in SOURCES if not is_in(module_of(path), "research")]
    knowing = {module_of(path) for path in outside if names_research(path)}
    assert knowing == {"ui.cli.app"}


def names_research(source):
    """Whether a text in a source file is the name of a module of research."""
    texts = (node.value for node in nodes_of(source) if isinstance(node, ast.Constant))
    return any(re.fullmatch(r"[\w.]*\bresearch\.\w[\w.]*", str(text)) for text in texts)


def test_packages_import_in_one_direction():
    """Those of a room, too."""
    reached = defaultdict(set)
    for source in SOURCES:
        here = package_of(module_of(source))
        for name, _ in imports(source):
            if name.startswith("fastpair."):
                reached[here].add(package_of(name.partition(".")[2]))
    order = TopologicalSorter({one: others - {one, ""} for one, others in reached.items() if one})
    assert len(list(order.static_order())) > 50


def package_of(module):
    """The package of a module or of a name in one; a package of rooms counts by what is in it."""
    parts = module.split(".")
    inner = parts[: 2 if parts[0] in SPLIT else 1]
    name = ".".join(inner)
    return name if name in PLACES else ""


SPLIT = ("app", "go", "insight", "pairing", "research", "ui")
PLACES = {".".join(module_of(source).split(".")[:depth]) for source in SOURCES for depth in (1, 2)}


def test_no_module_imports_in_a_circle():
    """Not even for a type."""
    modules = {module_of(source) for source in SOURCES} - {""}
    reached = {
        module_of(source): {
            next(part for part in prefixes(name) if part in modules)
            for name, _ in imports(source)
            if name.startswith("fastpair.") and name.split(".")[1] in TOPS
        }
        for source in SOURCES
        if module_of(source)
    }
    order = TopologicalSorter({one: others - {one} for one, others in reached.items()})
    assert len(list(order.static_order())) == len(modules)


TOPS = {module_of(source).split(".")[0] for source in SOURCES} - {""}


def prefixes(name):
    """The modules that may be meant by what an import reaches, the longest first."""
    parts = name.split(".")[1:]
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]


def test_a_name_of_a_class_stands_for_one():
    """All but private ones; a document may have the name of what it shows."""
    places = defaultdict(list)
    for source in SOURCES:
        for name in classes_in(source):
            if not is_in(module_of(source), "app.documents"):
                places[name].append(module_of(source))
    public = {name: found for name, found in places.items() if not name.startswith("_")}
    assert {name: found for name, found in public.items() if len(found) > 1} == {}


def classes_in(source):
    """Names of the classes of a source file."""
    return [node.name for node in tree_of(source).body if isinstance(node, ast.ClassDef)]


CLOSED = ("go", "insight", "matching", "networkx_backend", "pairing", "report", "research")
"""Packages into whose modules no test looks, so that what is in them can move."""

OPEN = {
    "fastpair.matching.arrays": "compiled code and its definition, which give the same",
    "fastpair.matching.blocks": "public",
    "fastpair.insight.explain.alternatives": "prices of groups, which pages and documents show",
    "fastpair.insight.explain.optimum": "what two draws differ in, which many sentences are made of",
    "fastpair.insight.explain.sensitivity": "single rules, beside a search",
    "fastpair.insight.explain.sentence": "sentences of one pair, which several interfaces say",
    "fastpair.insight.explain.words": "shares of a weight, beside the model",
    "fastpair.insight.explain.by_criteria": "rounds of the references, which are in no file",
    "fastpair.matching.verification": "sums and their definition, which give the same",
    "fastpair.networkx_backend.backend": "what networkx loads",
    "fastpair.pairing.systems.fide.aims": "how much a level holds, which tests make little",
    "fastpair.research.simulate.simulation": "what plays a tournament, which tests replace",
}
"""Modules of them that tests know, and why."""


def test_tests_import_what_packages_export():
    deep = [
        f"{test}:{line}: {name}"
        for test in sorted((ROOT / "tests").rglob("*.py"))
        for name, line in imports(test)
        if name.startswith(tuple(f"fastpair.{room}." for room in CLOSED))
        if not is_exported(name)
    ]
    assert deep == []


def is_exported(name):
    """Whether a dotted name is that of a layer or a package, or of what one exports."""
    place, _, attribute = name.rpartition(".")
    return is_place(name) or (is_place(place) and attribute in exported(place))


def is_place(name):
    module = name.removeprefix("fastpair.")
    folder = PACKAGE.joinpath(*module.split("."))
    return package_of(module) == module or name in OPEN or folder.is_dir() or is_listed(name)


def is_listed(name):
    package, _, module = name.rpartition(".")
    return module in getattr(import_module(package), "__all__", ())


def exported(place):
    module = import_module(place)
    return getattr(module, "__all__", [name for name in vars(module) if name[0] != "_"])


def test_no_lazy_name_is_that_of_a_module():
    """Once the module were imported, the name would mean it."""
    lazy = [
        source.parent for source in SOURCES if "lazy_getattr" in {name for name, _ in calls(source)}
    ]
    assert len(lazy) > 5
    for folder in lazy:
        modules = {path.stem for path in folder.iterdir()}
        package = ".".join(folder.relative_to(PACKAGE.parent).parts)
        assert not modules & {*exported(package)}, package


def test_outside_imports():
    foreign = [
        f"{source}:{line}: {name} is not for this layer"
        for source in SOURCES
        for name, line in imports(source)
        if name.split(".")[0] not in allowed(module_of(source)) | sys.stdlib_module_names
    ]
    assert foreign == []


def allowed(module):
    """Packages that a module may import from outside."""
    rooms = [room for room in OUTSIDE if is_in(module or "fastpair", room)]
    return OUTSIDE.get(max(rooms, key=len, default=""), {"numpy"}) | {"fastpair"}


ASKED_BY_UI = ("ui", "app", "report", *LAYERS[-1], *LAYERS[-2])
"""What the interfaces import when they run; of all else they name types."""

STILL_ASKED = {
    "cli.command": "pairing.rules.LARGEST_SEED",
    "cli.draw": "formats.refuse_other_name pairing.draw.draw.timed pairing.rules.StatedRules",
    "cli.explain": "pairing.rules.StatedRules",
    "cli.files": (
        "formats.trf.with_values go.tournament.Event go.tournament.TeamPlay "
        "go.tournament.read_criteria pairing.generator.Happenings pairing.generator.generate "
        "pairing.rules.LARGEST_SEED pairing.systems.stated_system"
    ),
    "cli.players": (
        "formats.read go.tournament.RateOfPlay go.tournament.Tournament go.tournament.group_limits"
    ),
    "engine.arguments": "go.tournament.systems.FIDE_SYSTEMS",
    "web.rendering": "go.tournament.TITLES",
    "web.store": "formats.Document",
}
"""What else the modules of `ui` still ask, though the app should answer it: nothing is added here."""


def test_interfaces_ask_the_app():
    """They hold no rule, so that each of them answers the same."""
    asked = {
        module_of(source).removeprefix("ui."): {name.partition(".")[2] for name in others}
        for source in sources_in("ui")
        if (others := [*filter(is_below_the_app, imports_when_it_runs(source))])
    }
    assert asked == {module: {*names.split()} for module, names in STILL_ASKED.items()}


def is_below_the_app(name):
    room, _, inner = name.partition(".")
    return room == "fastpair" and bool(inner) and layer_of(inner) not in {*ASKED_BY_UI, "fastpair"}


def imports_when_it_runs(source):
    """Dotted names of what a source file imports for more than its types."""
    tree = tree_of(source)
    for_types = {
        below
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for below in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) and node not in for_types:
            yield from absolute(node, source)


def test_imports_for_types_alone_are_told_from_others():
    """The check above is only as good as this."""
    source = PACKAGE / "ui" / "cli" / "rules.py"
    names = {*imports_when_it_runs(source)}
    assert "fastpair.app.actions.ACTIONS" in names
    assert "typing.TYPE_CHECKING" in names
    assert {name for name, _ in imports(source)} > names


COMMAND_LINES = ("ui.cli", "ui.engine", "ui.process")


def test_no_screen_below_the_command():
    below = [
        source
        for source in SOURCES
        if not any(is_in(module_of(source), room) for room in COMMAND_LINES)
    ]
    for source in below:
        assert [line for name, line in calls(source) if name in {"print", "input"}] == [], source
        assert not {"sys.stdout", "sys.stderr"} & {name for name, _ in imports(source)}, source
        assert not re.search(r"\bsys\.(stdout|stderr)\b", source.read_text(encoding="utf-8"))


OPTION = re.compile(rf"(?<![\w-])--[a-z]|\bfastpair (?:{'|'.join(COMMANDS)})\b")


def test_only_the_command_knows_its_options():
    """The page records what it does as the command that does the same; see test_serve_wording."""
    commands = ("ui", "research.commands", "report.pdf")
    below = [path for path in SOURCES if not is_in_any(module_of(path), commands)]
    named = [
        f"{source}:{node.lineno}: {node.value}"
        for source in below
        for node in nodes_of(source)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and OPTION.search(node.value)
    ]
    assert named == []


RENDERERS = ("report.public", "report.website", "ui.web.hall", "ui.web.live")
"""What shows everybody a tournament: of the public view alone, so that none shows what is not public."""

OF_VALUES = {
    "app.round_states.describe_time",
    "app.round_states.is_past",
    "app.round_states.last_in_play",
    "go.tournament.player.age_on",
    "go.tournament.player.births",
}
"""What is asked of days, and of the public tournament."""

PRIVATE = (
    "go",
    "app.rounds.attendance",
    "app.history",
    "app.lookup",
    "app.reports",
    "app.round_states",
)


@pytest.mark.parametrize("source", sources_in(*RENDERERS), ids=module_of)
def test_what_everybody_sees_is_made_of_the_public_view(source):
    used = {name.removeprefix("fastpair.") for name in imports_when_it_runs(source)}
    assert {name for name in used if is_in_any(name, PRIVATE)} <= OF_VALUES
    text = source.read_text(encoding="utf-8").replace("speak_of(state.tournament)", "speak()")
    tree = ast.parse(text)
    asked = {
        ast.unparse(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "tournament"
    }
    assert asked <= {"self", "public", "self._view", "self.public", "site.view_in(str)", "view"}


WITHOUT_HISTORY = {
    "app.draws.redraw": "a backup, whose boards are compared",
    "app.actions.locking": "puts the model in itself, by the timeline that it holds",
    "ui.cli.players": "a list of entries",
}
"""Who reads a tournament file without the model that its history may hold, and why."""


def test_a_tournament_is_read_with_the_model_of_its_history():
    reading = {
        module_of(source)
        for source in sources_in("app", "ui")
        if "fastpair.formats.read" in {name for name, _ in imports(source)}
    }
    assert reading == {*WITHOUT_HISTORY}


def test_no_file_in_the_core():
    for source in sources_in(*FILELESS):
        assert not FILES & {name.split(".")[0] for name, _ in imports(source)}, source
        assert [line for name, line in calls(source) if name == "open"] == [], source


def test_chance_is_passed_in():
    for source in sources_in(*WITHOUT_CHANCE):
        assert "random" not in {name.split(".")[0] for name, _ in imports(source)}, source
        drawn = [line for name, line in calls(source) if name in {"default_rng", "RandomState"}]
        assert drawn == [], source


SYSTEMS_KNOWN_IN = ("pairing.systems", "research.systems")
SYSTEMS_NAMED_IN = ("formats.trf", "research.simulate")
"""Who compares names of systems: lines of files, and plans."""


def test_nobody_asks_which_system_it_is():
    """What a system can do is a method or an attribute that every system has, and its best round, too."""
    others = [path for path in SOURCES if not is_in_any(module_of(path), SYSTEMS_KNOWN_IN)]
    asked = [f"{path}:{line}" for path in others for line in asked_systems(tree_of(path), path)]
    assert asked == []


def test_nobody_compares_the_name_of_a_system():
    for path in SOURCES:
        if not is_in_any(module_of(path), (*SYSTEMS_KNOWN_IN, *SYSTEMS_NAMED_IN)):
            assert compared_names(tree_of(path)) == [], path


def test_a_system_of_fide_is_named_where_it_is_declared_and_where_it_is():
    """All else that names one, such as menus, presets, options and codes of reports, follows from its declaration."""
    naming = {module_of(path) for path in SOURCES if "burstein" in path.read_text().lower()}
    package = "pairing.systems"
    assert naming == {"go.tournament.systems", package, f"{package}.fide.burstein"}


def compared_names(tree):
    """Lines that compare what is called a system with the name of one."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        if "system" in ast.unparse(node).lower()
        if {value.value for value in ast.walk(node) if isinstance(value, ast.Constant)} & {*SYSTEMS}
    ]


@pytest.mark.parametrize(
    "text", ['rules.system == "dutch"', 'system.name in ("swiss", "dutch")', '"cup" != system']
)
def test_a_comparison_with_the_name_of_a_system_is_seen(text):
    assert compared_names(ast.parse(text)) == [1]


def is_in_any(module, rooms):
    return any(is_in(module, room) for room in rooms)


def asked_systems(tree, source):
    """Lines that ask whether a value is of a class of systems, or has a name of one."""
    names = dict(chain.from_iterable(map(partial(imported_as, source), ast.walk(tree))))
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names[node.targets[0].id] = dotted(node.value, names)
    return [
        node.lineno for node in ast.walk(tree) if any(map(is_system, classes_asked(node, names)))
    ]


def imported_as(source, node):
    """What each name that an import gives stands for, a dotted name."""
    if isinstance(node, ast.ImportFrom):
        pairs = zip(node.names, absolute(node, source), strict=True)
        return [(alias.asname or alias.name, name) for alias, name in pairs]
    if isinstance(node, ast.Import):
        return [
            (
                alias.asname or alias.name.split(".")[0],
                alias.name if alias.asname else alias.name.split(".")[0],
            )
            for alias in node.names
        ]
    return []


def classes_asked(node, names):
    """Dotted names of what a value is asked to be."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"isinstance", "issubclass"}:
        asked = node.args[1:]
    elif isinstance(node, ast.Compare):
        asked = [node.left, *node.comparators]
    elif isinstance(node, ast.MatchClass):
        asked = [node.cls]
    else:
        return []
    parts = chain.from_iterable(map(ast.walk, asked))
    return [dotted(part, names) for part in parts if isinstance(part, ast.Name | ast.Attribute)]


def dotted(node, names):
    """The dotted name that a name or an attribute stands for; empty if it is neither."""
    if isinstance(node, ast.Name):
        return names.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value, names)}.{node.attr}"
    return ""


@cache
def is_system(name):
    """Whether a dotted name stands for a class of systems, or of the best rounds that they find."""
    if not name.startswith("fastpair."):
        return False
    found = object_named(name)
    return isinstance(found, type) and issubclass(found, (System, BestRound, Optimum))


def object_named(name):
    """What a dotted name stands for; None if nothing does."""
    place, _, attribute = name.rpartition(".")
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return getattr(object_named(place), attribute, None) if place else None


@pytest.mark.parametrize(
    "text",
    [
        "from .pairing.systems import Dutch\nisinstance(x, Dutch)",
        "from .pairing.systems.fide.dutch import Dutch as D\nissubclass(x, (int, D))",
        "from .pairing.systems.fide import dutch\nisinstance(x, dutch.Dutch | None)",
        "import fastpair.pairing.systems.swiss as s\nisinstance(x, s.Swiss)",
        "import fastpair.pairing\nisinstance(x, fastpair.pairing.systems.System)",
        "from .pairing.systems import Dutch\nMine = Dutch\ntype(x) is Mine",
        "from .pairing.rounds import Keeping\nisinstance(x, Keeping)",
        "from .pairing.systems import Swiss\nmatch x:\n    case Swiss():\n        pass",
        "from .pairing.systems import Swiss\nx.name == Swiss.name",
        "from .insight.explain.by_criteria import BestByCriteria\nisinstance(x, BestByCriteria)",
        "from .insight.explain import Optimum\nnot isinstance(x.best, Optimum)",
    ],
)
def test_a_question_which_system_it_is_is_seen(text):
    assert asked_systems(ast.parse(text), PACKAGE / "congress.py") != []


def test_only_the_bindings_know_python():
    engine = ROOT / "src" / "engine_cpp"
    knowing = {
        path.parent.relative_to(engine).as_posix()
        for pattern in ("*.cpp", "*.hpp", "*.h")
        for path in engine.rglob(pattern)
        if re.search(r"#\s*include\s*[<\"](pybind11|Python\.h)", path.read_text(encoding="utf-8"))
    }
    assert knowing == {"python"}


def test_folders_of_the_engine_include_downwards():
    engine = ROOT / "src" / "engine_cpp"
    folders = ["blossom", "rows", "bipartite", "graphs", "joins", "api", "python"]
    upwards = [
        f"{path.relative_to(engine).as_posix()} includes {other}"
        for path in sorted(engine.rglob("*.?pp"))
        for other in re.findall(r'#include "(\w+)/\w+\.hpp"', path.read_text(encoding="utf-8"))
        if other in folders
        and folders.index(other) > folders.index(path.relative_to(engine).parts[0])
    ]
    assert upwards == []


@pytest.mark.parametrize(
    ("statement", "where", "name"),
    [
        ("from . import b", "matching/a.py", "fastpair.matching.b"),
        ("from .b import c", "matching/__init__.py", "fastpair.matching.b.c"),
        ("from .. import errors", "matching/a.py", "fastpair.errors"),
        ("from ..errors import E", "weights/a.py", "fastpair.errors.E"),
        ("from ...scores import s", "weights/models/a.py", "fastpair.scores.s"),
        ("from . import errors", "__init__.py", "fastpair.errors"),
        ("from fastpair.ui.cli import main", "weights/a.py", "fastpair.ui.cli.main"),
        ("import numpy as np", "weights/a.py", "numpy"),
    ],
)
def test_relative_imports_are_resolved(statement, where, name):
    """The check above is only as good as this."""
    (node,) = ast.parse(statement).body
    assert absolute(node, PACKAGE / where) == [name]


@pytest.mark.parametrize(
    ("module", "layer"),
    [
        ("ui.cli.draw.main", "ui"),
        ("pairing.generator", "pairing"),
        ("pairing.draw.boards", "pairing"),
        ("errors", "errors"),
        ("errorsome", "fastpair"),
        ("__version__", "fastpair"),
        ("", "fastpair"),
    ],
)
def test_the_layer_of_a_module(module, layer):
    assert layer_of(module) == layer


def test_few_ask_for_the_kind_of_an_event_in_place_of_the_answer():
    """What differs between events is an answer of `EventKind`: who needs one more adds it there."""
    asks = re.compile(r"\.draws_teams\b|\b(is|is not|==|!=) Event(Format|Unit|Game)\.")
    others = [path for path in SOURCES if not is_in(module_of(path), "go.tournament")]
    asked = [line for path in others for line in path.read_text().splitlines() if asks.search(line)]
    assert len(asked) <= 25
