"""The sessions: ``nox`` judges a change, ``nox -s NAME`` runs one session, ``nox -l`` lists them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import nox

nox.needs_version = ">=2025.2"
nox.options.sessions = ["tests", "lint", "types", "sanitizers"]

PROJECT = nox.project.load_toml("pyproject.toml")
PYTHONS = [
    f"3.{name.removeprefix('cp3').removesuffix('-*')}"
    for name in PROJECT["tool"]["cibuildwheel"]["build"]
]
"""The versions of CPython that have wheels; those with a t at the end have no GIL."""
WHEEL_TESTS = [
    "tests/matching/test_threads.py",
    "tests/engine/test_builds.py::test_the_engine_leaves_threads_free",
    "tests/matching/test_matching.py",
    "tests/matching/test_matching_bad_weights.py",
    "tests/matching/test_matching_forms.py",
    "tests/matching/test_matching_reductions.py",
]
"""Those that a wheel has to pass: without a compiler, and with few other packages."""


def install_group(session: nox.Session, name: str) -> None:
    """Install a dependency group of pyproject.toml: the tools, with their versions pinned."""
    session.install(*nox.project.dependency_groups(PROJECT, name))


def sources(*suffixes: str) -> list[str]:
    """Files of the engine, its tests, its examples and the drivers of its peers."""
    folders = ["src/engine_cpp", "js", "tests/cpp", "fuzz", "examples", "python/fastpair/lab/bench"]
    found = [path for name in folders for path in Path(name).rglob("*") if path.suffix in suffixes]
    return sorted(map(str, found))


@nox.session
def tests(session: nox.Session) -> None:
    """All tests, those of the engine included; arguments go to pytest."""
    session.install(".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Style of the Python and of the C++, and what is unsafe in a workflow."""
    install_group(session, "lint")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("zizmor", "--offline", "--quiet", ".github/workflows")
    session.run("clang-format", "--dry-run", "-Werror", *sources(".cpp", ".hpp", ".h", ".c"))


@nox.session
def types(session: nox.Session) -> None:
    """Types of the package, and the stubs of the compiled modules held to what was compiled."""
    session.install(".[all]")
    install_group(session, "types")
    session.run("mypy")
    stubs = [path.relative_to("python") for path in Path("python").rglob("*.pyi")]
    modules = [".".join(path.with_suffix("").parts) for path in stubs]
    allowed = ["--allowlist", "tests/stubtest-allowlist.txt"]
    session.run("python", "-m", "mypy.stubtest", *allowed, *sorted(modules))


@nox.session
def sanitizers(session: nox.Session) -> None:
    """Run the tests of the engine under the sanitizers: address, undefined behaviour, threads."""
    session.install("cmake", "ninja")
    for preset in ("asan-ubsan", "tsan"):
        session.run("cmake", "--workflow", "--fresh", "--preset", preset)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Fuzz the engine for ten minutes; arguments go to libFuzzer (needs clang 16 or newer)."""
    names = [*(f"clang++-{version}" for version in range(25, 15, -1)), "clang++"]
    compiler = next(filter(shutil.which, names), None)
    if compiler is None:
        session.error("no clang++: on Debian, apt install clang-16")
    session.install("cmake", "ninja")
    session.run("cmake", "--fresh", "--preset", "fuzz", f"-DCMAKE_CXX_COMPILER={compiler}")
    session.run("cmake", "--build", "--preset", "fuzz")
    build = Path("build", "fuzz")
    corpus = build / "corpus"
    corpus.mkdir(exist_ok=True)
    options = session.posargs or ["-max_total_time=600"]
    fuzzer = str(build / "fuzz" / "fuzz_matching")
    artifacts = f"-artifact_prefix={build}/"
    session.run(fuzzer, artifacts, "-max_len=1024", *options, str(corpus), external=True)


@nox.session(name="fuzz-readers")
def fuzz_readers(session: nox.Session) -> None:
    """Fuzz the reader of a format for five minutes; further arguments go to libFuzzer."""
    session.install(".")
    install_group(session, "fuzz")
    session.run("python", "fuzz/readers.py", *session.posargs)


@nox.session(python=PYTHONS)
def wheels(session: nox.Session) -> None:
    """Build the wheel of each CPython that is found, and test what is installed of it.

    Its tag follows from the symbols of this machine's C library that it needs.
    """
    install_group(session, "wheels")
    built, dist = Path(session.create_tmp(), "built"), Path("build", "wheels")
    shutil.rmtree(built, ignore_errors=True)
    session.run("pip", "wheel", "--no-deps", f"--wheel-dir={built}", ".")
    (wheel,) = built.glob("*.whl")
    session.run("auditwheel", "repair", "--wheel-dir", str(built / "repaired"), str(wheel))
    (wheel,) = (built / "repaired").glob("*.whl")
    dist.mkdir(parents=True, exist_ok=True)
    shutil.copy(wheel, dist)
    session.install("--force-reinstall", str(wheel), "networkx>=3.4", "scipy>=1.13")
    free = {"PYTHON_GIL": "0"} if str(session.python).endswith("t") else {}
    session.run("python", "-W", "error", "-m", "pytest", "-n2", *WHEEL_TESTS, env=free)


@nox.session
def wasm(session: nox.Session) -> None:
    """Compile the engine to WebAssembly, and test the package of js/ in node and in Chromium."""
    session.install(".[test]")
    install_group(session, "wasm")
    session.run("python", "js/build.py")
    session.run("pytest", "-n0", "tests/engine/test_javascript.py", *session.posargs)


@nox.session
def cross(session: nox.Session) -> None:
    """Compile the engine for 64-bit ARM, and run its tests under qemu (cmake/aarch64-linux.cmake)."""
    build = compiled_for(session, "aarch64-linux", "aarch64-linux")
    session.run("ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error")


@nox.session
def zig(session: nox.Session) -> None:
    """Compile the engine by zig, and run its tests: under wine for Windows, not at all for macOS."""
    install_group(session, "zig")
    for target in session.posargs or ["x86_64-linux-musl", "x86_64-windows-gnu", "aarch64-macos"]:
        build = compiled_for(session, target, "zig", f"-DFASTPAIR_TARGET={target}")
        if not target.endswith("macos"):
            session.run("ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error")


def compiled_for(session: nox.Session, target: str, toolchain: str, *options: str) -> str:
    """The folder of the engine and its tests, compiled with a toolchain file of cmake/."""
    session.install("cmake", "ninja")
    build = f"build/{target}"
    file = f"-DCMAKE_TOOLCHAIN_FILE=cmake/{toolchain}.cmake"
    session.run("cmake", "--fresh", "-S", ".", "-B", build, "-G", "Ninja", file, *options)
    session.run("cmake", "--build", build)
    return build


@nox.session
def bench(session: nox.Session) -> None:
    """Measure, beside the peers too; ``nox -s bench -- --largest 300`` is a quick look."""
    session.install(".[bench,report]")
    install_group(session, "bench")
    results = Path("build", "bench.json")
    results.parent.mkdir(exist_ok=True)
    options = [f"--benchmark-json={results}", "--largest=10000", *session.posargs]
    session.run("pytest", "bench", *options)
    session.run("python", "bench/tables.py", str(results))
    for name in ("peers", "sparse"):
        session.run("python", "bench/plot.py", str(results), f"build/{name}.svg", name)


@nox.session
def figures(session: nox.Session) -> None:
    """Write the figures of the documents, or of those named; after ``nox -s bench``, on a quiet machine."""
    conformance = os.environ.get("FASTPAIR_CONFORMANCE")
    if not conformance:
        session.error("FASTPAIR_CONFORMANCE names no folder: two congresses in it are measured")
    session.install(".[bench,report,test]")
    documents = session.posargs or ["README.md", *map(str, sorted(Path("docs").rglob("*.md")))]
    session.run(
        "cog", "-P", "-c", "-r", "-U", "-I", "bench", "-p", "from figures import *", *documents
    )
    session.run("python", "bench/figures.py", *documents)
    if "docs/serve.md" in documents:
        session.run("python", "docs/page_pictures.py")


@nox.session
def catalogs(session: nox.Session) -> None:
    """Bring the catalogs of translations to what the sources say."""
    session.install(".[test]")
    session.run("python", "tests/support/catalogs.py")


@nox.session
def nightly(session: nox.Session) -> None:
    """All tests with the deepest search, those that take too long for every run included."""
    session.install(".[test]")
    session.run("pytest", *session.posargs, env={"FASTPAIR_TEST_PROFILE": "nightly"})
