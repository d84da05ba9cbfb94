"""The sessions: ``nox`` judges a change, ``nox -s NAME`` runs one session, ``nox -l`` lists them."""

from __future__ import annotations

from pathlib import Path

import nox

nox.needs_version = ">=2025.2"
nox.options.sessions = ["tests", "lint", "types", "sanitizers"]

PROJECT = nox.project.load_toml("pyproject.toml")


def install_group(session: nox.Session, name: str) -> None:
    """Install a dependency group of pyproject.toml: the tools, with their versions pinned."""
    session.install(*nox.project.dependency_groups(PROJECT, name))


def sources(*suffixes: str) -> list[str]:
    """Files of the engine and its tests."""
    folders = [Path("src/engine_cpp"), Path("tests/cpp"), Path("fuzz")]
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in suffixes]
    return sorted(map(str, found))


@nox.session
def tests(session: nox.Session) -> None:
    """All tests, those of the engine included; arguments go to pytest."""
    session.install(".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Style of the Python and of the C++."""
    install_group(session, "lint")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("clang-format", "--dry-run", "-Werror", *sources(".cpp", ".hpp", ".h"))


@nox.session
def types(session: nox.Session) -> None:
    """Types of the package, and the stubs of the compiled modules held to what was compiled."""
    session.install(".[all]")
    install_group(session, "types")
    session.run("mypy")
    stubs = [path.relative_to("python") for path in Path("python").rglob("*.pyi")]
    modules = [".".join(path.with_suffix("").parts) for path in stubs]
    session.run("python", "-m", "mypy.stubtest", *sorted(modules))


@nox.session
def sanitizers(session: nox.Session) -> None:
    """Run the tests of the engine under the address and undefined-behaviour sanitizers."""
    session.install("cmake", "ninja")
    session.run("cmake", "--workflow", "--fresh", "--preset", "asan-ubsan")


@nox.session
def bench(session: nox.Session) -> None:
    """Benchmarks; compare with a saved run by ``nox -s bench -- --benchmark-compare``."""
    session.install(".[test]")
    install_group(session, "bench")
    session.run("pytest", "bench", *session.posargs)


@nox.session
def nightly(session: nox.Session) -> None:
    """All tests with the deepest search, those that take too long for every run included."""
    session.install(".[test]")
    session.run("pytest", *session.posargs, env={"FASTPAIR_TEST_PROFILE": "nightly"})
