"""The engine from outside of this tree: installed into a fresh prefix, used from other languages."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from building import ROOT, needs_compiler, run

EXAMPLES = ROOT / "examples"
C = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
# Where Debian, Fedora and a download put it.
JNA = [
    *map(Path, filter(None, [os.environ.get("FASTPAIR_JNA")])),
    Path("/usr/share/java/jna.jar"),
    Path("/usr/lib/java/jna.jar"),
]

OUTPUT = ["Ann - Cai", "Bob - Dee", "Eve - Fay", "total 281"]

pytestmark = [needs_compiler, pytest.mark.ci]


@pytest.fixture(scope="module")
def prefix(engine_build, tmp_path_factory):
    """A folder that fastpair was installed into."""
    prefix = tmp_path_factory.mktemp("prefix")
    run("cmake", "--install", engine_build, "--prefix", prefix)
    return prefix


@pytest.fixture(scope="module")
def library(prefix):
    """The shared library."""
    suffix = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
    (path,) = prefix.glob(f"*/*fastpair{suffix}")
    return path


def test_cpp(prefix, tmp_path):
    build = tmp_path / "build"
    source = shutil.copytree(EXAMPLES / "cpp", tmp_path / "source")
    run("cmake", "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", build)
    assert run(build / "draw").splitlines() == OUTPUT


@pytest.mark.parametrize("standard", ["c99", "c17"])
@pytest.mark.skipif(C is None, reason="no C compiler: none of cc, gcc, clang")
def test_c(prefix, library, tmp_path, standard):
    program = tmp_path / "draw"
    flags = [f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    places = [f"-I{prefix / 'include'}", f"-L{library.parent}", f"-Wl,-rpath,{library.parent}"]
    run(C, *flags, EXAMPLES / "c" / "draw.c", *places, "-lfastpair", "-o", program)
    assert run(program).splitlines() == OUTPUT


@pytest.mark.skipif(C is None, reason="no C compiler: none of cc, gcc, clang")
@pytest.mark.skipif(not shutil.which("pkg-config"), reason="no pkg-config")
@pytest.mark.parametrize("static", [False, True], ids=["shared", "static"])
def test_pkg_config(prefix, library, tmp_path, static):
    words = ["--static"] if static else []
    place = {"PKG_CONFIG_PATH": str(library.parent / "pkgconfig")}
    flags = run("pkg-config", *words, "--cflags", "--libs", "fastpair", **place).split()
    assert ("-DFASTPAIR_STATIC" in flags) == static
    if not static:
        flags.append(f"-Wl,-rpath,{library.parent}")
    program = tmp_path / "draw"
    run(C, EXAMPLES / "c" / "draw.c", *flags, "-o", program)
    assert run(program).splitlines() == OUTPUT


@pytest.mark.skipif(C is None, reason="no C compiler: none of cc, gcc, clang")
@pytest.mark.skipif(not shutil.which("pkg-config"), reason="no pkg-config")
def test_pkg_config_of_the_static_library(prefix, library, tmp_path):
    """The program needs no shared library of fastpair."""
    place = {"PKG_CONFIG_PATH": str(library.parent / "pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "fastpair-static", **place).split()
    program = tmp_path / "draw"
    run(C, EXAMPLES / "c" / "draw.c", *flags, "-o", program)
    assert run(program).splitlines() == OUTPUT
    assert b"libfastpair.so" not in program.read_bytes()


@pytest.mark.skipif(not shutil.which("pkg-config"), reason="no pkg-config")
def test_pkg_config_of_the_engine(prefix, library, tmp_path):
    place = {"PKG_CONFIG_PATH": str(library.parent / "pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "fastpair-engine", **place).split()
    program = tmp_path / "draw"
    compiler = os.environ.get("CXX", "c++")
    run(compiler, "-std=c++20", EXAMPLES / "cpp" / "draw.cpp", *flags, "-o", program)
    assert run(program).splitlines() == OUTPUT


@pytest.mark.skipif(C is None, reason="no C compiler: none of cc, gcc, clang")
@pytest.mark.parametrize("languages", ["C", "C CXX"])
@pytest.mark.parametrize("target", ["c", "c_static"])
def test_c_by_cmake(prefix, tmp_path, target, languages):
    (tmp_path / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.25)\nproject(other LANGUAGES {languages})\n"
        "find_package(fastpair REQUIRED)\n"
        f'add_executable(draw "{(EXAMPLES / "c" / "draw.c").as_posix()}")\n'
        f"target_link_libraries(draw PRIVATE fastpair::{target})\n",
        encoding="utf-8",
    )
    build = tmp_path / "build"
    run("cmake", "-S", tmp_path, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", build)
    assert run(build / "draw").splitlines() == OUTPUT


@pytest.mark.skipif(not shutil.which("javac"), reason="no javac")
@pytest.mark.skipif(
    not any(jar.exists() for jar in JNA), reason=f"no JNA: {', '.join(map(str, JNA))}"
)
def test_java(library, tmp_path):
    jar = next(jar for jar in JNA if jar.exists())
    run(
        "javac",
        "-Xlint:all",
        "-Werror",
        "-cp",
        jar,
        "-d",
        tmp_path,
        EXAMPLES / "java" / "Draw.java",
    )
    classes = os.pathsep.join([str(jar), str(tmp_path)])
    output = run("java", "-cp", classes, f"-Djna.library.path={library.parent}", "Draw")
    assert output.splitlines() == OUTPUT


@pytest.mark.skipif(not shutil.which("cargo"), reason="no cargo")
def test_rust(library, tmp_path):
    source = shutil.copytree(EXAMPLES / "rust", tmp_path / "source")
    flags = f"-Dwarnings -L native={library.parent} -C link-arg=-Wl,-rpath,{library.parent}"
    words = ["--quiet", "--offline", "--manifest-path", source / "Cargo.toml"]
    output = run("cargo", "run", *words, RUSTFLAGS=flags, CARGO_TARGET_DIR=str(tmp_path / "built"))
    assert output.splitlines() == OUTPUT


@pytest.mark.skipif(not shutil.which("nm"), reason="no nm")
@pytest.mark.skipif(sys.platform != "linux", reason="nm -D reads ELF")
def test_the_library_shows_what_the_header_declares(library):
    header = (ROOT / "src" / "engine_cpp" / "include" / "fastpair.h").read_text(encoding="utf-8")
    declared = set(re.findall(r"FASTPAIR_API [\w\s*]*?\b(fastpair_\w+)\(", header))
    symbols = run("nm", "-D", "--defined-only", library).splitlines()
    assert {line.split()[-1] for line in symbols} == declared
    assert "fastpair_solve_dense" in declared


def test_the_licence_is_installed(prefix):
    installed = prefix / "share" / "licenses" / "fastpair" / "LICENSE"
    assert installed.read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_package_has_a_version(prefix, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(other LANGUAGES CXX)\n"
        "find_package(fastpair 0.0.1 QUIET)\n"
        'if(fastpair_FOUND)\n  message(FATAL_ERROR "0.0 is not 0.1")\nendif()\n'
        "find_package(fastpair REQUIRED)\nmessage(STATUS fastpair=${fastpair_VERSION})\n",
        encoding="utf-8",
    )
    output = run("cmake", "-S", tmp_path, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}")
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"project\(\s*fastpair\s+VERSION\s+([0-9.]+)", cmake)[1]
    assert f"fastpair={version}" in output


def test_what_is_built_to_be_installed_has_no_tests(engine_build):
    assert [path.name for path in Path(engine_build).rglob("test_*")] == []
