"""Imports go down, and every layer keeps to what it may know (docs/decisions/layers.md)."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python" / "fastpair"

# Top to bottom. A module imports from the rows below its own; the names of one row know nothing of
# each other. `fastpair` itself stands for what it re-exports from the bottom: its version.
LAYERS = (
    ("cli",),
    ("serve",),
    ("bench", "director"),
    ("report",),
    ("simulate",),
    ("explain",),
    ("conformance", "quality"),
    ("systems",),
    ("formats",),
    ("draw",),
    ("weights",),
    ("field", "standings"),
    ("networkx_backend", "ratings", "scores"),
    ("matching", "papers", "rules", "tournament"),
    ("_engine", "_kernels", "fastpair"),
    ("errors", "parameters"),
)
DEPTH = {name: depth for depth, row in enumerate(LAYERS) for name in row}

# What each may import from outside; everybody else: numpy.
OUTSIDE = {
    "fastpair": set(),
    "errors": set(),
    "parameters": set(),
    "rules": set(),
    "tournament": set(),
    "formats": {"numpy", "msgspec"},
    "director": {"numpy", "msgspec"},
    "report": {"numpy", "matplotlib", "jinja2", "markupsafe"},
    "simulate": {"numpy", "distributed", "pyarrow"},
    "bench": {"numpy", "networkx", "rustworkx", "scipy"},
    "cli": {"numpy", "typer", "rich"},
    "serve": {"numpy", "anyio", "jinja2", "markupsafe", "segno", "starlette", "uvicorn"},
}
FILELESS = {
    "tournament",
    "matching",
    "papers",
    "parameters",
    "rules",
    "ratings",
    "scores",
    "standings",
    "field",
    "weights",
    "draw",
}
FILES = {"io", "pathlib", "shutil", "tempfile"}
WITHOUT_CHANCE = {*FILELESS, "formats"}

SOURCES = sorted(PACKAGE.rglob("*.py"))


def layer_of(source):
    """Name of the package or top module that a source file belongs to."""
    top = source.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "fastpair" if top == "__init__" else top


def every_source(layers=DEPTH):
    """Run a test once for each source file of the layers."""
    chosen = [path for path in SOURCES if layer_of(path) in layers]
    ids = [path.relative_to(PACKAGE).as_posix() for path in chosen]
    return pytest.mark.parametrize("source", chosen, ids=ids)


def absolute(node, source):
    """Dotted names that an import statement reaches, relative ones resolved."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if node.level == 0:
        return [f"{node.module}.{alias.name}" for alias in node.names]
    package = source.relative_to(PACKAGE.parent).with_suffix("").parts[: -node.level]
    base = ".".join((*package, *(node.module or "").split("."))).strip(".")
    return [f"{base}.{alias.name}" for alias in node.names]


def imports(source):
    """Dotted name and line of everything that a source file imports, anywhere in it."""
    for node in ast.walk(tree_of(source)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from ((name, node.lineno) for name in absolute(node, source))


def tree_of(source):
    return ast.parse(source.read_text(encoding="utf-8"), str(source))


def calls(source):
    """Name and line of every function that a source file calls: `f` of both f() and x.f()."""
    for node in ast.walk(tree_of(source)):
        if isinstance(node, ast.Call):
            function = node.func
            name = getattr(function, "id", None) or getattr(function, "attr", None)
            yield name, node.lineno


def layer_reached(name):
    """Layer that a dotted name of fastpair lies in."""
    _, _, inside = name.partition(".")
    top = inside.split(".")[0]
    return top if top in DEPTH else "fastpair"


def test_every_module_has_a_layer():
    assert {layer_of(source) for source in SOURCES} <= DEPTH.keys()


@every_source(DEPTH.keys() - {"fastpair"})
def test_imports_go_down(source):
    layer = layer_of(source)
    for name, line in imports(source):
        if name.split(".")[0] != "fastpair":
            continue
        reached = layer_reached(name)
        assert reached == layer or DEPTH[reached] > DEPTH[layer], (
            f"{source}:{line}: {layer} must not import {name}"
        )


@every_source()
def test_outside_imports(source):
    allowed = OUTSIDE.get(layer_of(source), {"numpy"}) | {"fastpair"} | sys.stdlib_module_names
    for name, line in imports(source):
        assert name.split(".")[0] in allowed, f"{source}:{line}: {name} is not for this layer"


@every_source(DEPTH.keys() - {"cli"})
def test_no_screen_below_cli(source):
    assert [line for name, line in calls(source) if name in {"print", "input"}] == []
    assert not {"sys.stdout", "sys.stderr"} & {name for name, _ in imports(source)}
    assert not re.search(r"\bsys\.(stdout|stderr)\b", source.read_text(encoding="utf-8"))


@every_source(FILELESS)
def test_no_file_in_the_core(source):
    assert not FILES & {name.split(".")[0] for name, _ in imports(source)}
    assert [line for name, line in calls(source) if name == "open"] == []


@every_source(WITHOUT_CHANCE)
def test_chance_is_passed_in(source):
    assert "random" not in {name.split(".")[0] for name, _ in imports(source)}
    assert [line for name, line in calls(source) if name in {"default_rng", "RandomState"}] == []


def test_only_the_bindings_know_python():
    engine = ROOT / "src" / "engine_cpp"
    knowing = {
        path.relative_to(engine).as_posix()
        for pattern in ("*.cpp", "*.hpp", "*.h")
        for path in engine.rglob(pattern)
        if re.search(r"#\s*include\s*[<\"](pybind11|Python\.h)", path.read_text(encoding="utf-8"))
    }
    assert knowing == {"api/bindings.cpp"}


def test_folders_of_the_engine_include_downwards():
    engine = ROOT / "src" / "engine_cpp"
    folders = ["blossom", "rows", "bipartite", "graphs", "api"]
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
        ("from fastpair.cli import main", "weights/a.py", "fastpair.cli.main"),
        ("import numpy as np", "weights/a.py", "numpy"),
    ],
)
def test_relative_imports_are_resolved(statement, where, name):
    """The check above is only as good as this."""
    (node,) = ast.parse(statement).body
    assert absolute(node, PACKAGE / where) == [name]


@pytest.mark.parametrize(
    ("name", "layer"),
    [
        ("fastpair.cli.main", "cli"),
        ("fastpair.errors", "errors"),
        ("fastpair.__version__", "fastpair"),
        ("fastpair", "fastpair"),
    ],
)
def test_layer_reached(name, layer):
    assert layer_reached(name) == layer
