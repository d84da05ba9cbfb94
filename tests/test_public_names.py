"""The outside of the package: what is public, what importing it costs, which version it is."""

from __future__ import annotations

import ast
import copy
import dataclasses
import importlib.util
import inspect
import json
import pickle
import pkgutil
import pydoc
import re
import subprocess
import sys
from functools import cache, cached_property
from pathlib import Path
from runpy import run_path
from typing import TypeVar

import pytest

import fastpair
import fastpair.typing
from repository import ROOT


def modules():
    """Names of all public modules and packages of fastpair."""
    found = pkgutil.walk_packages(fastpair.__path__, "fastpair.", onerror=_not_importable)
    inside = [module.name for module in found]
    return ["fastpair", *(name for name in inside if "._" not in name)]


def _not_importable(name):
    raise ImportError(f"{name} cannot be imported")


def bound_names(node):
    """Names that a statement defines."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, ast.Assign):
        targets = [leaf for target in node.targets for leaf in ast.walk(target)]
        return {leaf.id for leaf in targets if isinstance(leaf, ast.Name)}
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return {node.target.id}
    return set()


def defined_names(body):
    """Public names that a module defines itself."""
    names = {name for node in body for name in bound_names(node)} - {"TYPE_CHECKING"}
    return {name for name in names if not name.startswith("_")}


def passed_on_names(body):
    """Names that a package imports from its own modules, now or later, and may pass on."""
    nodes = [*ast.walk(ast.Module(body, []))]
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 1]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    tables = [node.args[1] for node in calls if getattr(node.func, "id", "") == "lazy_getattr"]
    later = {name for table in tables for value in table.values for name in value.value.split()}
    return later | {alias.name for node in imports for alias in node.names}


PUBLIC_MODULES = (
    "fastpair.errors",
    "fastpair.go.standings",
    "fastpair.go.team_standings",
    "fastpair.go.teams",
    "fastpair.insight.advice",
    "fastpair.matching.blocks",
)
"""Modules that are imported from by name, as packages are."""


def test_all_is_exactly_the_public_names():
    found = [name for name in modules() if hasattr(importlib.import_module(name), "__all__")]
    packages = {
        module.name
        for module in pkgutil.walk_packages(fastpair.__path__, "fastpair.")
        if module.ispkg
    }
    assert {*packages, *PUBLIC_MODULES} <= {*found, "fastpair._kernels"}
    for name in found:
        check_public_names(name)


def check_public_names(name):
    """What a module defines; in a package also what it chooses to pass on (ruff: no unused one).

    A type variable is part of signatures, not a name to import.
    """
    module = importlib.import_module(name)
    source = Path(module.__file__)
    body = ast.parse(source.read_text(encoding="utf-8")).body
    declared = set(module.__all__)
    passed_on = passed_on_names(body) if source.name == "__init__.py" else set()
    assert len(declared) == len(module.__all__), name
    hidden = {word for word in defined_names(body) if isinstance(getattr(module, word), TypeVar)}
    if name not in PUBLIC_MODULES:  # the others define what the package itself imports, too
        assert defined_names(body) - hidden - declared == set(), f"{name}: not in __all__"
    assert declared - defined_names(body) - passed_on == set(), (
        f"{name}: in __all__, but from elsewhere"
    )
    assert [word for word in declared if not hasattr(module, word)] == [], name


@pytest.mark.parametrize("module", ["fastpair", "fastpair.matching", "fastpair.go.tournament"])
def test_import_pulls_in_numpy_only(module):
    script = f"""
import sys
before = set(sys.modules)
import {module}
for name in set(sys.modules) - before:
    # Compiled modules leave entries without a spec, which were never imported from anywhere.
    if getattr(sys.modules[name], "__spec__", None) is not None:
        print(sys.modules[name].__spec__.name.split(".")[0])
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) - sys.stdlib_module_names <= {"fastpair", "numpy"}
    assert "fastpair" in done.stdout.split()


def test_the_domain_is_imported_when_it_is_used():
    script = """
import sys
import fastpair
import fastpair.typing
modules = "go insight matching networkx_backend pairing parameters research typing"
assert dir(fastpair) == sorted({*fastpair.__all__, *modules.split()})
inside = {"fastpair.formats", "fastpair.pairing", "fastpair.go", "fastpair.matching"}
assert not inside & set(sys.modules)
assert all(getattr(fastpair, name) is sys.modules["fastpair." + name] for name in modules.split())
assert fastpair.draw_round is sys.modules["fastpair.pairing.rounds"].draw_round
assert fastpair.read is sys.modules["fastpair.app.history.state"].read
assert fastpair.write is sys.modules["fastpair.formats"].write
"""
    subprocess.run([sys.executable, "-c", script], check=True)
    with pytest.raises(AttributeError, match="module 'fastpair' has no attribute 'draw_rounds'"):
        fastpair.draw_rounds  # noqa: B018


def test_version_is_that_of_cmake():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    declared = re.search(r"project\(\s*fastpair\s+VERSION\s+([0-9.]+)", text)
    assert declared is not None
    assert fastpair.__version__ == declared[1]


PUBLIC = [
    importlib.import_module(name)
    for name in (
        "fastpair",
        "fastpair.matching",
        "fastpair.typing",
        "fastpair.insight.explain",
        "fastpair.pairing.weights",
    )
]
"""What docs/reference/stability.md calls public."""

PASSED_ON = {
    "Conventions",
    "Document",
    "Field",
    "Parameter",
    "Pieces",
    "Quantum",
    "Removal",
    "Rule",
    "Section",
    "Sentence",
    "Solution",
    "State",
    "System",
    "Term",
}
"""Names for annotations: their objects are passed on, and what they hold is private."""


@cache
def own_names(module):
    """Names in a module that its own statements bind, with where they come from, types included."""
    source = Path(module.__file__)
    package = module.__name__ if source.name == "__init__.py" else module.__package__
    found = {}
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            name = "." * node.level + (node.module or "")
            if node.level or name.startswith("fastpair"):
                origin = importlib.util.resolve_name(name, package)
                found |= {alias.asname or alias.name: (origin, alias.name) for alias in node.names}
    return found


def class_named(module, name):
    """The class of fastpair that a name means in a module; None for anything else."""
    origin, original = own_names(module).get(name, (module.__name__, name))
    found = getattr(importlib.import_module(origin), original, None)
    ours = inspect.isclass(found) and found.__module__.startswith("fastpair")
    return found if ours else None


def signatures(thing):
    """The annotations of a function, or of what is public in a class, with their modules."""
    if inspect.isfunction(thing):
        yield from ((thing.__module__, annotation) for annotation in thing.__annotations__.values())
    if not inspect.isclass(thing):
        return
    for base in thing.__mro__:
        if not base.__module__.startswith("fastpair"):
            continue
        for name, annotation in inspect.get_annotations(base).items():
            if not name.startswith("_"):
                yield base.__module__, annotation
        for name, value in vars(base).items():
            if isinstance(value, property):
                inner = value.fget
            elif isinstance(value, cached_property):
                inner = value.func
            else:
                inner = getattr(value, "__func__", value)
            if not name.startswith("_") and inspect.isfunction(inner):
                yield from signatures(inner)


def words_of(annotation):
    """The names in an annotation."""
    tree = ast.parse(annotation if isinstance(annotation, str) else "None", mode="eval")
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def test_public_signatures_use_public_types():
    text = ROOT.joinpath("docs", "reference", "stability.md").read_text(encoding="utf-8")
    assert all(f"`{module.__name__}`" in text for module in PUBLIC)
    assert all(f"`{name}`" in text for name in PASSED_ON)
    known = {id(getattr(module, name)) for module in PUBLIC for name in module.__all__}
    private = {
        f"{name}: {found.__module__}.{found.__name__}"
        for module in PUBLIC
        for name in module.__all__
        if name not in PASSED_ON
        for origin, annotation in signatures(getattr(module, name))
        for word in words_of(annotation)
        if (found := class_named(importlib.import_module(origin), word)) is not None
        and id(found) not in known
        and found.__name__ not in PASSED_ON
    }
    assert len(known) > 100
    assert private == set()


def test_the_stub_has_the_names_that_the_package_imports_later():
    """``python docs/stub.py`` writes it; no name in it is for annotations only."""
    made = run_path(str(ROOT / "docs" / "stub.py"))
    text = made["TARGET"].read_text(encoding="utf-8")
    assert text == made["stub"]()
    body = ast.parse(text).body
    imported = {alias.asname for node in body for alias in getattr(node, "names", [])}
    assert imported == {*fastpair.__all__}
    assert ast.literal_eval(body[-1].value) == fastpair.__all__
    assert imported.isdisjoint(PASSED_ON - {"Document"})


def names_of_other_modules():
    """The public names of modules that are not public as a whole, as stability.md lists them."""
    text = ROOT.joinpath("docs", "reference", "stability.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(fastpair[\w.]+)` \| (`.*`) \|$", text, re.M)
    return {module: {*re.findall(r"`(\w+)`", names)} for module, names in rows}


def imports_in_documents():
    """Modules and names that documents for users, and their examples, import."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.py")]
    for page in pages:
        if "contributing" in page.parts:
            continue
        text = re.sub(r"^(>>>|\.\.\.) ?", "", page.read_text(encoding="utf-8"), flags=re.M)
        pattern = r"from (fastpair[\w.]*) import (?:\(([^)]*)\)|([\w, ]+))"
        for module, inner, line in re.findall(pattern, text):
            yield from ((module, name) for name in re.findall(r"\w+", inner or line))


def test_what_documents_import_is_public():
    others, whole = names_of_other_modules(), {module.__name__: module for module in PUBLIC}
    found = {*imports_in_documents()}
    assert len(found) > 30
    for module, name in found:
        public = whole[module].__all__ if module in whole else others.get(module, ())
        assert name in public, (module, name)
    for module, names in others.items():
        assert [name for name in names if not hasattr(importlib.import_module(module), name)] == []


def test_what_documents_use_of_a_read_file_is_public():
    text = ROOT.joinpath("docs", "reference", "stability.md").read_text(encoding="utf-8")
    (said,) = re.findall(r"Of a `Document`, (.*?) are public", text)
    public = set(re.findall(r"`(\w+)`", said))
    assert public <= {field.name for field in dataclasses.fields(fastpair.typing.Document)}
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    blocks = "".join("".join(re.findall(r"(?ms)^```p.*?^```", p.read_text("utf-8"))) for p in pages)
    used = set(re.findall(r"\bdocument\.([a-z]\w*)", blocks)) - {"json"}
    assert used
    assert used <= public


def test_public_signatures_say_what_they_give():
    """But for values of parameters, fields by their names, and what scipy makes."""
    vague = {
        name
        for module in PUBLIC
        for name in module.__all__
        if name not in PASSED_ON
        for _, annotation in signatures(getattr(module, name))
        if "Any" in words_of(annotation)
    }
    assert vague == {"Draw", "Rules", "SparseMatrix", "Tournament"}


def frozen_mappings():
    """The public frozen classes that hold mappings, with the names of these fields."""
    for module in PUBLIC:
        for name in module.__all__:
            found = getattr(module, name)
            if not dataclasses.is_dataclass(found) or found.__name__ == "Tournament":
                continue
            names = [f.name for f in dataclasses.fields(found) if "Mapping[" in str(f.type)]
            if names:
                yield pytest.param(found, names, id=found.__name__)


@pytest.mark.parametrize(("kind", "names"), [*frozen_mappings()])
def test_what_a_frozen_value_holds_is_frozen(kind, names):
    """It is equal to a dict, printed and written as one, and pickled."""
    made = object.__new__(kind)
    for each in dataclasses.fields(kind):
        default = each.default if each.default is not dataclasses.MISSING else ""
        object.__setattr__(made, each.name, {"A": 1} if each.name in names else default)
    if kind.__name__ not in ("Player", "Person"):
        made.__post_init__()
    else:
        made = kind(key="A", name="A", first_name="", grade=None, attributes={"A": "1"})
    for name in names:
        held = getattr(made, name)
        with pytest.raises(TypeError, match="cannot be changed"):
            held["B"] = 2
        for change in ("clear", "pop", "popitem", "setdefault", "update"):
            with pytest.raises(TypeError, match="cannot be changed"):
                getattr(held, change)()
        assert held == dict(held)
        assert {**held} == json.loads(json.dumps(held))
        assert pickle.loads(pickle.dumps(held)) == copy.deepcopy(held) == held
        assert getattr(pickle.loads(pickle.dumps(made)), name) == held


IN_ANOTHER_INTERPRETER = """
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    import _interpreters as interpreters
script = "try: import fastpair" + chr(10) + "except ImportError as error: print(error, flush=True)"
interpreters.run_string(interpreters.create(), script)
"""


def test_another_interpreter_of_a_process_gets_an_import_error():
    done = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_INTERPRETER],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "fastpair works in the main interpreter only" in done.stdout, done.stderr


def help_of(thing):
    """What ``help`` shows of something."""
    return pydoc.plain(pydoc.render_doc(thing))


def test_help_has_what_is_written():
    """Of each public class all methods that are its own, with their words."""
    classes = [each for each in vars(fastpair).values() if isinstance(each, type)]
    for each in classes:
        if issubclass(each, tuple):
            continue
        text = help_of(each)
        for name, member in inspect.getmembers_static(each, inspect.isfunction):
            if name[0] != "_" and member.__name__ == name:
                assert f" |  {name}(" in text, (each, name)
                assert inspect.getdoc(member).splitlines()[0] in text
    assert "Rating of a player of this grade who has none" in help_of(fastpair.Grade)
    assert "The values are those of `Congress.undo`." in help_of(fastpair.Desk)
    assert "Number of the change; by default the last one." in help_of(fastpair.Congress)
