"""The sessions: ``nox`` judges a change, ``nox -s NAME`` runs one session, ``nox -l`` lists them."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import nox

nox.needs_version = ">=2025.2"
nox.options.sessions = ["tests", "lint", "types", "site", "sanitizers"]

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

LARGEST_WHEEL = 12
"""Megabytes that a wheel may have."""

BUNDLERS = [
    "vite@7",
    "webpack@5",
    "webpack-cli@6",
    "rollup@4",
    "@rollup/plugin-node-resolve@16",
    "esbuild@0.25",
]
"""With which a page that uses the package for JavaScript is bundled in its tests."""


def install_group(session: nox.Session, name: str) -> None:
    """Install a dependency group of pyproject.toml: the tools, with their versions pinned."""
    session.install(*nox.project.dependency_groups(PROJECT, name))


def sources(*suffixes: str) -> list[str]:
    """Files of the engine, its tests, its examples and the drivers of its peers."""
    folders = [
        "src/engine_cpp",
        "js",
        "tests/cpp",
        "fuzz",
        "examples",
        "python/fastpair/research/bench",
    ]
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
    """Types of the package, of the examples, those in documents included, and of the compiled modules' stubs."""
    session.install(".[all]")
    install_group(session, "types")
    session.run("mypy")
    examples = Path(session.create_tmp(), "examples").resolve()
    shutil.rmtree(examples, ignore_errors=True)  # of a former run, or somebody else's
    examples.mkdir()
    session.run("python", "tests/support/typed_examples.py", str(examples))
    session.run(
        "mypy", "--strict", *sorted(map(str, examples.glob("*.py"))), env={"MYPYPATH": "python"}
    )
    session.run("pyright", "--project", str(examples))
    stubs = [path.relative_to("python") for path in Path("python").rglob("*.pyi")]
    # That of the package is written from it (docs/stub.py), and a test holds it to that.
    modules = [".".join(path.with_suffix("").parts) for path in stubs if path.stem != "__init__"]
    allowed = ["--allowlist", "tests/stubtest-allowlist.txt"]
    # Without the folder that it is run from among those that modules are looked for in.
    safe = {"PYTHONSAFEPATH": "1"}
    session.run("python", "-m", "mypy.stubtest", *allowed, *sorted(modules), env=safe)


@nox.session
def sanitizers(session: nox.Session) -> None:
    """Run the tests of the engine under the sanitizers, all or those named: asan-ubsan, tsan."""
    session.install("cmake", "ninja")
    for preset in session.posargs or ("asan-ubsan", "tsan"):
        session.run("cmake", "--workflow", "--fresh", "--preset", preset)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Fuzz the engine, ten minutes each target; arguments go to libFuzzer (needs clang 16 or newer)."""
    names = [*(f"clang++-{version}" for version in range(25, 15, -1)), "clang++"]
    compiler = next(filter(shutil.which, names), None)
    if compiler is None:
        session.error("no clang++: on Debian, apt install clang-16")
    session.install("cmake", "ninja")
    session.run("cmake", "--fresh", "--preset", "fuzz", f"-DCMAKE_CXX_COMPILER={compiler}")
    session.run("cmake", "--build", "--preset", "fuzz")
    build = Path("build", "fuzz")
    for fuzzer in sorted((build / "fuzz").glob("fuzz_*")):
        corpus = build / "corpus" / fuzzer.name
        corpus.mkdir(parents=True, exist_ok=True)
        options = [f"-artifact_prefix={corpus}-", "-max_len=1024", "-rss_limit_mb=4000"]
        arguments = session.posargs or ["-max_total_time=600"]
        session.run(str(fuzzer), *options, *arguments, str(corpus), external=True)


@nox.session(name="fuzz-readers")
def fuzz_readers(session: nox.Session) -> None:
    """Fuzz the reader of a format for five minutes; further arguments go to libFuzzer."""
    session.install(".")
    install_group(session, "fuzz")
    session.run("python", "fuzz/readers.py", *session.posargs)


@nox.session(python=PYTHONS)
def wheels(session: nox.Session) -> None:
    """Build the wheel of each CPython that is found, and test what is installed of it.

    Its tag follows from the symbols of this machine's C library that it needs, which are printed.
    """
    install_group(session, "wheels")
    wheel = built_wheel(session, "python", ".", Path("build", "wheels"))
    session.run("auditwheel", "show", str(wheel))
    size = wheel.stat().st_size / 1e6
    session.log(f"{size:.1f} MB {wheel}")
    if size > LARGEST_WHEEL:
        session.error(f"{wheel.name} has more than {LARGEST_WHEEL} MB")
    test_wheel(session, "python", wheel)


def built_wheel(session: nox.Session, interpreter: str, source: str, dist: Path) -> Path:
    """The wheel of a source by an interpreter, with all the libraries that it needs."""
    built = Path(session.create_tmp(), "built")
    shutil.rmtree(built, ignore_errors=True)
    pip = [interpreter, "-m", "pip", "wheel", "--quiet", "--no-deps", f"--wheel-dir={built}"]
    session.run(*pip, source, external=True)
    (raw,) = built.glob("*.whl")
    session.run("auditwheel", "repair", "--wheel-dir", str(built / "repaired"), str(raw))
    (wheel,) = (built / "repaired").glob("*.whl")
    dist.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(wheel, dist))


def test_wheel(session: nox.Session, interpreter: str, wheel: Path) -> None:
    """Install a wheel into an environment without a compiler, and pass its tests there."""
    folder = Path(session.create_tmp(), "clean").resolve()
    session.run(interpreter, "-m", "venv", "--clear", str(folder), external=True)
    nothing = {"PATH": f"{folder}/bin", "CC": "no-compiler", "CXX": "no-compiler"}
    free = {"PYTHON_GIL": "0"} if "t-linux" in wheel.name else {}
    python = str(folder / "bin" / "python")
    tools = nox.project.dependency_groups(PROJECT, "wheel-tests")
    session.run(
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        f"{wheel}[cli]",
        *tools,
        env=nothing,
        external=True,
    )
    fastpair = str(folder / "bin" / "fastpair")
    session.run(fastpair, "draw", "examples/congress.xml", env=nothing, external=True, silent=True)
    tests = [python, "-W", "error", "-m", "pytest", "-q", "-n2", *WHEEL_TESTS]
    session.run(*tests, env=nothing | free, external=True)


@nox.session
def app(session: nox.Session) -> None:
    """Build the application for those without a shell, in build/app, test it and pack it."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, "linux")
    compiler = PROJECT["tool"]["cibuildwheel"][system].get("environment", {})
    session.install(".[serve]", env=compiler)
    install_group(session, "app")
    folder = Path("build", "app").resolve()
    env = {"FASTPAIR_TEST_PROFILE": "nightly", "FASTPAIR_APP": str(folder)}
    session.run("pytest", "tests/ui/test_application.py", *session.posargs, env=env)
    kind = "zip" if sys.platform == "win32" else "gztar"  # a tar keeps links and who may run a file
    name = str(folder / f"fastpair-{system}-{platform.machine().lower()}")
    packed = Path(shutil.make_archive(name, kind, folder, "fastpair"))
    session.log(f"{packed.stat().st_size / 1e6:.0f} MB {packed}")


@nox.session
def cut(session: nox.Session) -> None:
    """Give the project the version that is named, and the changelog its heading."""
    (version,) = session.posargs
    name_version(Path(), version)


VERSIONED = {
    "CMakeLists.txt": r"(?<=project\(fastpair VERSION )[0-9.]+",
    "js/package.json": r'(?<="version": ")[0-9.]+',
    "CITATION.cff": r"(?<=\nversion: )[0-9.]+",
}
"""Files in which the version stands, and where."""


def refuse_other_tag(folder: Path, tag: str) -> None:
    """Refuse to release what does not have the version that its tag names."""
    for name, pattern in VERSIONED.items():
        found = re.search(pattern, (folder / name).read_text("utf-8"))
        if found is None or tag != f"v{found[0]}":
            version = "no version" if found is None else f"version {found[0]}"
            raise SystemExit(f"{name} has {version}, and the tag is {tag}; cut the release first")


def name_version(folder: Path, version: str) -> None:
    """Write a version where it stands, and below the changelog's heading of what is unreleased."""
    today = datetime.now(UTC).date()
    for name, pattern, text in (
        *((name, pattern, version) for name, pattern in VERSIONED.items()),
        ("CITATION.cff", r"(?<=\ndate-released: )[0-9-]+", f"{today}"),
        ("CHANGELOG.md", r"\n## Unreleased\n", f"\n## Unreleased\n\n## {version} - {today}\n"),
    ):
        before = (folder / name).read_text("utf-8")
        after, found = re.subn(pattern, text, before, count=1)
        if not found:
            raise SystemExit(f"{name} has no place for a version: {pattern}")
        (folder / name).write_text(after, "utf-8")


@nox.session
def release(session: nox.Session) -> None:
    """Rehearse a release in build/release, of the version that is named: all but to publish it."""
    if os.environ.get("GITHUB_REF_TYPE") == "tag":
        refuse_other_tag(Path(), os.environ["GITHUB_REF_NAME"])
    install_group(session, "release")
    root = Path("build", "release").resolve()
    shutil.rmtree(root, ignore_errors=True)
    source, dist = root / "source", root / "dist"
    session.run("git", "clone", "--quiet", ".", str(source), external=True)
    if session.posargs:
        name_version(source, session.posargs[0])
    sdist = reproducible_sdist(session, source, dist)
    for version in PYTHONS:
        interpreter = shutil.which(f"python{version}")
        if interpreter and not subprocess.run([interpreter, "-c", ""], check=False).returncode:
            wheel = built_wheel(session, interpreter, str(sdist), dist)
            test_wheel(session, interpreter, wheel)
    packages = sorted(map(str, dist.iterdir()))
    session.run("twine", "check", "--strict", *packages)
    session.run("check-wheel-contents", *(name for name in packages if name.endswith(".whl")))
    bill = session.run("python", "licenses/sbom.py", silent=True)
    (dist / "fastpair.cdx.json").write_text(str(bill), "utf-8")
    session.run("python", "-c", VALID_BILL, str(dist / "fastpair.cdx.json"))
    if shutil.which("npm"):
        npm_package(session, source / "js", dist)
    for each in sorted(dist.iterdir()):
        digest = hashlib.sha256(each.read_bytes()).hexdigest()
        session.log(f"{each.stat().st_size:>9} {digest[:16]} {each.name}")


def reproducible_sdist(session: nox.Session, source: Path, dist: Path) -> Path:
    """The source distribution, built twice to the same bytes."""
    epoch = session.run("git", "log", "-1", "--format=%ct", external=True, silent=True)
    env = {"SOURCE_DATE_EPOCH": str(epoch).strip()}
    for folder in (dist.with_name("again"), dist):
        build = ["python", "-m", "build", "--sdist", "--outdir", str(folder), str(source)]
        session.run(*build, env=env, silent=True)
    (one,), (other,) = (list(each.iterdir()) for each in (dist, dist.with_name("again")))
    if one.read_bytes() != other.read_bytes():
        session.error(f"{one.name} is not the same when it is built again")
    return one


def npm_package(session: nox.Session, folder: Path, dist: Path) -> None:
    """Build the package of js/, which has to hold its types and licences."""
    with session.chdir(folder):
        session.run("npm", "pack", "--silent", f"--pack-destination={dist}", external=True)
    (package,) = dist.glob("*.tgz")
    held = str(session.run("tar", "-tzf", str(package), external=True, silent=True))
    for needed in ("index.d.ts", "background.d.ts", "fastpair.wasm", "LICENSE"):
        if needed not in held:
            session.error(f"{package.name} lacks {needed}")


VALID_BILL = """
import sys
from pathlib import Path
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
text = Path(sys.argv[1]).read_text()
version = SchemaVersion.from_version(__import__("json").loads(text)["specVersion"])
sys.exit(JsonStrictValidator(version).validate_str(text))
"""
"""Whether a bill of materials is one of CycloneDX, as its own library says."""


@nox.session
def wasm(session: nox.Session) -> None:
    """Compile the engine to WebAssembly, and test the package of js/ in node and in Chromium."""
    session.install(".[test]")
    install_group(session, "wasm")
    session.run("python", "js/build.py")
    install = ["npm", "install", "--no-save", "--no-audit", "--no-fund", "--install-links=false"]
    session.run(
        *install, "--prefix", "build/bundlers", *BUNDLERS, Path("js").resolve(), external=True
    )
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
def coverage(session: nox.Session) -> None:
    """Which lines and branches of the Python, and which lines of the C++, no test runs."""
    session.install("--editable", ".[test]")
    install_group(session, "coverage")
    report = ["-n2", "--cov=python/fastpair", "--cov-branch", "--cov-report=html:build/coverage"]
    session.run("pytest", *report, "--cov-report=json:build/coverage.json", *session.posargs)
    session.run("python", "tests/support/coverage_table.py", "build/coverage.json")
    build = "build/coverage-cpp"
    flags = "-DCMAKE_CXX_FLAGS=--coverage -O0 -fprofile-update=atomic"
    session.run("cmake", "--fresh", "-S", ".", "-B", build, "-G", "Ninja", flags)
    session.run("cmake", "--build", build)
    session.run("ctest", "--test-dir", build, "--no-tests=error")
    session.run(
        "gcovr", "--filter=src/engine_cpp/", "--merge-lines", "--exclude-throw-branches", build
    )


MUTATED = {
    "python/fastpair/matching/verification.py": ["tests/matching/test_verification.py"],
    "python/fastpair/matching/proofs.py": [
        "tests/matching/test_level_edges.py",
        "tests/matching/test_matching_levels.py",
        "tests/matching/test_matching_ranking.py",
        "tests/matching/test_verification.py",
    ],
    "python/fastpair/pairing/draw/constraints.py": [
        "tests/pairing/test_draw_constraints.py",
        "tests/pairing/test_own_rules.py",
    ],
    "python/fastpair/pairing/draw/draw.py": [
        "tests/pairing/test_draw.py",
        "tests/pairing/test_draw_levels.py",
    ],
}
"""What exactness rests on, and the tests that have to notice when it is changed."""


@nox.session
def mutants(session: nox.Session) -> None:
    """Change what exactness rests on, in a clone, and list the changes that its tests do not notice."""
    session.install("--editable", ".[test]")
    install_group(session, "coverage")
    folder = Path(session.create_tmp(), "mutants").resolve()
    shutil.rmtree(folder, ignore_errors=True)
    session.run("git", "clone", "--quiet", ".", str(folder), external=True)
    for module in Path("python").rglob("*.so"):
        shutil.copy(module, folder / module)
    with session.chdir(folder):
        for path, tests in MUTATED.items():
            name = Path(path).stem
            Path(f"{name}.toml").write_text(MUTANTS.format(path=path, tests=" ".join(tests)))
            session.run("cosmic-ray", "init", f"{name}.toml", f"{name}.sqlite")
            session.run("cr-filter-operators", f"{name}.sqlite", f"{name}.toml", silent=True)
            env = {"PYTHONPATH": str(folder / "python"), "FASTPAIR_TEST_PROFILE": "ci"}
            session.run("cosmic-ray", "exec", f"{name}.toml", f"{name}.sqlite", env=env)
            session.run("cr-report", "--surviving-only", "--show-diff", f"{name}.sqlite")


MUTANTS = r"""
[cosmic-ray]
module-path = "{path}"
timeout = 60.0
excluded-modules = []
test-command = "python -m pytest -q -x -n0 -p no:cacheprovider {tests}"
distributor.name = "local"
[cosmic-ray.filters.operators-filter]
exclude-operators = [
  "core/ReplaceBinaryOperator_(?!Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul).*",
  "core/ReplaceComparisonOperator_(?!Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is|In_NotIn).*",
  "core/ReplaceUnaryOperator_.*Invert.*",
  "core/RemoveDecorator",
  "core/ExceptionReplacer",
]
"""
"""What cosmic-ray changes: of the operators, those that mean nearly the same."""


@nox.session
def figures(session: nox.Session) -> None:
    """Write the figures of the documents, or of those named; after ``nox -s bench``, on a quiet machine."""
    conformance = os.environ.get("FASTPAIR_CONFORMANCE")
    if not conformance:
        session.error("FASTPAIR_CONFORMANCE names no folder: two congresses in it are measured")
    session.install(".[bench,report,test]")
    documents = session.posargs or ["README.md", *map(str, sorted(Path("docs").rglob("*.md")))]
    if "docs/contributing/measurements.md" in documents:
        session.run("python", "bench/recorded.py")
    session.run(
        "cog", "-P", "-c", "-r", "-U", "-I", "bench", "-p", "from figures import *", *documents
    )
    session.run("python", "bench/figures.py", *documents)
    if "docs/reference/serve.md" in documents:
        session.run("python", "docs/page_pictures.py")


@nox.session
def site(session: nox.Session) -> None:
    """Build the site of the documents, as a folder and as a ZIP that needs no network.

    A warning is an error, and so is a link within the site that leads nowhere. ``nox -s site -- links``
    follows those to other sites, too.
    """
    session.install(".[all]")
    install_group(session, "site")
    build = ["sphinx-build", "--fail-on-warning", "--keep-going", "--fresh-env", "--quiet"]
    target = Path("build", "site")
    shutil.rmtree(target, ignore_errors=True)
    session.run(*build, "docs", str(target))
    shutil.rmtree(target / ".doctrees", ignore_errors=True)
    print(shutil.make_archive(str(Path("build", "fastpair-site")), "zip", target))
    if "links" in session.posargs:
        session.run(*build, "-b", "linkcheck", "docs", "build/links")


@nox.session
def catalogs(session: nox.Session) -> None:
    """Bring the catalogs of translations to what the sources say."""
    session.install(".[test]")
    session.run("python", "tests/support/catalogs.py")


@nox.session
def nightly(session: nox.Session) -> None:
    """All tests with the deepest search, those that take too long for every run included."""
    session.install(".[test]")
    install_group(session, "clients")
    session.run("pytest", *session.posargs, env={"FASTPAIR_TEST_PROFILE": "nightly"})
