"""Builds of other people: without a compiler, within another project, for machines unlike this one."""

from __future__ import annotations

import contextlib
import email
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
from importlib import metadata

import pytest

from building import PATH, ROOT

MINGW = "x86_64-w64-mingw32-g++-posix"
KERNELS = sorted((ROOT / "src" / "kernels").glob("*.pyx"))
ENGINE = ROOT / "src" / "engine_cpp"
CLONED = [
    path
    for path in sorted(ENGINE.rglob("*.cpp"))
    if "\nFASTPAIR_CLONES\n" in path.read_text(encoding="utf-8")
]

needs_compiler = pytest.mark.skipif(
    not any(map(shutil.which, ("c++", "g++", "clang++"))), reason="no C++ compiler"
)


def cmake(*words, path=PATH, **environment):
    """Exit status and output of CMake, on one line."""
    keep = {name: value for name, value in os.environ.items() if name not in {"CXX", "PATH"}}
    done = subprocess.run(
        [shutil.which("cmake", path=PATH), *map(str, words)],
        env=keep | {"PATH": path} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, " ".join(done.stdout.split())


def configure(build, source=ROOT, *options, **environment):
    """Configure without the tests of the engine."""
    ninja = shutil.which("ninja", path=PATH)
    generator = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"]
    return cmake("-S", source, "-B", build, *generator, *options, **environment)


@needs_compiler
def test_a_machine_without_a_compiler_is_told_what_to_install(tmp_path):
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    status, output = configure(tmp_path / "build", path=str(nothing))
    assert status != 0
    assert "No C++ compiler was found. fastpair needs a compiler for C++20" in output
    assert "apt install g++" in output
    # After it was installed, the same build goes on.
    status, output = configure(tmp_path / "build")
    assert status == 0, output


@needs_compiler
def test_a_compiler_that_does_not_suffice_is_named(tmp_path):
    status, output = configure(tmp_path, ROOT, "-DCMAKE_CXX_FLAGS=-D__int128=none")
    assert status != 0
    assert "does not compile what fastpair is written in" in output
    assert "g++ 12, clang 16 or newer" in output


PARENT = """
cmake_minimum_required(VERSION 3.25)
project(parent LANGUAGES C CXX)
set(SKBUILD 2)
add_subdirectory("{root}" fastpair)
message(STATUS "python ${{FASTPAIR_PYTHON}} tests ${{FASTPAIR_TESTS}} install ${{FASTPAIR_INSTALL}}")
if(TARGET _engine OR TARGET test_c_api OR NOT TARGET fastpair::engine OR NOT TARGET fastpair::c)
  message(FATAL_ERROR "targets")
endif()
"""


@needs_compiler
def test_within_another_project_it_does_as_it_is_told(tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(PARENT.format(root=ROOT.as_posix()), encoding="utf-8")
    script = tmp_path / "build" / "fastpair" / "src" / "engine_cpp" / "cmake_install.cmake"
    for install, option in (("OFF", []), ("ON", ["-DFASTPAIR_INSTALL=ON"])):
        status, output = configure(tmp_path / "build", tmp_path, *option)
        assert status == 0, output
        assert f"python OFF tests OFF install {install}" in output
        assert ("fastpairTargets.cmake" in script.read_text(encoding="utf-8")) == (install == "ON")


@pytest.mark.skipif(not shutil.which(MINGW), reason=f"no {MINGW}")
@pytest.mark.parametrize("source", CLONED, ids=lambda path: path.stem)
def test_a_compiler_without_indirect_functions_compiles_it(tmp_path, source):
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    include = ["-I", ENGINE, "-I", ENGINE / "include"]
    subprocess.run([MINGW, *flags, *include, "-c", source, "-o", tmp_path / "object"], check=True)


def test_the_package_carries_the_licences_of_what_is_compiled_in():
    paths = metadata.metadata("fastpair").get_all("License-File")
    texts = [metadata.distribution("fastpair").read_text(f"licenses/{path}") for path in paths]
    assert any("Wenzel Jakob" in text for text in texts)
    assert (ROOT / "LICENSE").read_text(encoding="utf-8") in texts


@pytest.mark.skipif(not importlib.util.find_spec("pybind11"), reason="no pybind11")
def test_the_bill_of_materials_names_what_the_wheel_holds_of_others():
    done = subprocess.run(
        [sys.executable, ROOT / "licenses" / "sbom.py"], capture_output=True, check=True
    )
    document = json.loads(done.stdout)
    held = {part["name"]: part["version"] for part in document["components"]}
    assert set(held) == {path.stem for path in (ROOT / "licenses").glob("*.txt")}
    script = ROOT / "python" / "fastpair" / "ui" / "web" / "static" / "htmx.min.js"
    assert f'version:"{held["htmx"]}"' in script.read_text(encoding="utf-8")
    assert document["metadata"]["component"]["version"] == metadata.version("fastpair")


def test_the_workflows_install_the_versions_of_the_project():
    lock = ROOT / ".github" / "publish.txt"
    paths = [ROOT / "pyproject.toml", lock, *(ROOT / ".github" / "workflows").glob("*.yml")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    pins = set(re.findall(r"([a-z][\w-]*)(?:\[\w+\])?==([\w.]+)", text))
    assert {"nox", "ziglang", "pybind11"} <= {name for name, _ in pins}
    assert len(pins) == len({name for name, _ in pins}), sorted(pins)


def test_the_bill_of_materials_says_what_it_needs():
    done = subprocess.run(
        [sys.executable, "-S", ROOT / "licenses" / "sbom.py"], capture_output=True, check=False
    )
    assert done.returncode != 0
    assert done.stderr.split(b"\n") == [b"pybind11 is not installed: pip install pybind11", b""]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda path: path.stem)
def test_each_kernel_says_whether_threads_may_run_freely(kernel):
    text = kernel.read_text(encoding="utf-8")
    declared = text.startswith("# cython: freethreading_compatible=True\n")
    excepted = "does not declare itself compatible with free threading: it" in text
    assert declared != excepted


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has its GIL"
)
def test_the_engine_leaves_threads_free():
    names = ["_engine", *(f"_kernels.{kernel.stem}" for kernel in KERNELS)]
    names.remove("_kernels.weighted_edges")
    script = ";".join(f"import fastpair.{name}" for name in names)
    # With PYTHON_GIL, no module would turn it on.
    subprocess.run(
        [sys.executable, "-c", f"{script}; import sys; assert not sys._is_gil_enabled()"],
        env={name: value for name, value in os.environ.items() if name != "PYTHON_GIL"},
        check=True,
    )


@pytest.mark.skipif(
    not importlib.util.find_spec("scikit_build_core"), reason="no scikit-build-core"
)
def test_the_source_distribution_is_the_same_each_time(tmp_path):
    script = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    found = []
    for name in ("once", "again"):
        words = [sys.executable, "-c", script, str(tmp_path / name)]
        environment = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}
        subprocess.run(words, cwd=ROOT, env=environment, check=True, capture_output=True)
        (path,) = (tmp_path / name).glob("*.tar.gz")
        found.append(path.read_bytes())
    assert found[0] == found[1]


def built_by_backend(hook, target, folder, **environment):
    """The one file or folder that a hook of the build makes in a target; a warning is refused."""
    target.mkdir()
    script = f"import sys; from scikit_build_core.build import {hook}; {hook}(sys.argv[1])"
    keep = {name: value for name, value in os.environ.items() if name != "FASTPAIR_REPOSITORY"}
    done = subprocess.run(
        [sys.executable, "-c", script, str(target)],
        cwd=folder,
        env=keep | environment,
        check=True,
        capture_output=True,
        text=True,
    )
    assert "deprecated" not in done.stdout + done.stderr
    (built,) = target.iterdir()
    return built


@pytest.mark.skipif(
    not importlib.util.find_spec("scikit_build_core"), reason="no scikit-build-core"
)
def test_the_metadata_lead_to_the_project_from_anywhere(tmp_path):
    """A release states where it is; a wheel that is made of its source says the same."""
    address = "https://forge.example/team/fastpair"
    sdist = built_by_backend("build_sdist", tmp_path / "sdist", ROOT, FASTPAIR_REPOSITORY=address)
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    source = tmp_path / sdist.name.removesuffix(".tar.gz")
    built = built_by_backend("prepare_metadata_for_build_wheel", tmp_path / "wheel", source)
    held = email.message_from_string((built / "METADATA").read_text("utf-8"))
    links = dict(link.split(", ") for link in held.get_all("Project-URL"))
    assert links["Homepage"] == address
    assert {"Documentation", "Changelog", "Issues"} <= set(links)
    targets = re.findall(r"\]\(([^)\s]+)\)", held.get_payload())
    assert len(targets) > 10
    assert all(target.startswith("https://") for target in targets)
    pages = rf"{address}/(?:blob|raw)/v{held['Version']}/(.+)"
    reached = [found[1] for target in targets if (found := re.fullmatch(pages, target))]
    assert len(reached) == len(
        re.findall(r"\]\((?!https:)", (ROOT / "README.md").read_text("utf-8"))
    )
    assert all((ROOT / path).exists() for path in reached)
    assert held["Author"]


@pytest.mark.skipif(
    not importlib.util.find_spec("scikit_build_core"), reason="no scikit-build-core"
)
def test_a_build_that_is_told_no_address_invents_none(tmp_path):
    built = built_by_backend("prepare_metadata_for_build_wheel", tmp_path / "wheel", ROOT)
    held = email.message_from_string((built / "METADATA").read_text("utf-8"))
    assert held.get_all("Project-URL") is None
    assert held.get_payload().strip() == (ROOT / "README.md").read_text("utf-8").strip()


def test_the_classifiers_are_the_versions_that_have_wheels():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    said = " ".join(project["project"]["classifiers"])
    built = " ".join(project["tool"]["cibuildwheel"]["build"])
    versions = re.findall(r"Python :: 3\.(\d+)", said)
    assert versions == re.findall(r"cp3(\d+)-", built)
    assert project["project"]["requires-python"] == f">=3.{versions[0]}"
    assert ("Free Threading" in said) == ("t-" in built)
    assert "Development Status :: " in said


def test_a_release_has_the_version_of_its_tag(tmp_path):
    """The tag builds and publishes: what it names has to be what is built."""
    nox = pytest.importorskip("nox")
    spec = importlib.util.spec_from_file_location("noxfile", ROOT / "noxfile.py")
    noxfile = importlib.util.module_from_spec(spec)
    registered = dict(nox.registry._REGISTRY)
    with contextlib.chdir(ROOT):
        spec.loader.exec_module(noxfile)
    nox.registry._REGISTRY.clear()
    nox.registry._REGISTRY.update(registered)
    for name in noxfile.VERSIONED:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    shutil.copyfile(ROOT / "CHANGELOG.md", tmp_path / "CHANGELOG.md")
    noxfile.name_version(tmp_path, "7.8.9")
    noxfile.refuse_other_tag(tmp_path, "v7.8.9")
    for tag in ("v7.8.8", "7.8.9", "v7.8.9rc1"):
        with pytest.raises(SystemExit, match="the tag is"):
            noxfile.refuse_other_tag(tmp_path, tag)
    text = (
        (tmp_path / "CITATION.cff").read_text("utf-8").replace("version: 7.8.9", "version: 7.8.8")
    )
    (tmp_path / "CITATION.cff").write_text(text, "utf-8")
    with pytest.raises(SystemExit, match=r"CITATION.cff has version 7\.8\.8"):
        noxfile.refuse_other_tag(tmp_path, "v7.8.9")


def test_actions_are_pinned_by_their_hashes():
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        for action in re.findall(r"uses: (.+)", path.read_text("utf-8")):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def jobs_with_identity():
    """The jobs of the release that may sign, each with its text."""
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    _, *parts = re.split(r"(?m)^  ([\w-]+):\n(?=    )", text[text.index("\njobs:\n") :])
    jobs = dict(zip(parts[::2], parts[1::2], strict=True))
    return {name: job for name, job in jobs.items() if "id-token: write" in job}


def test_beside_the_identity_runs_only_what_is_locked_by_hashes():
    jobs = jobs_with_identity()
    assert "publish" in jobs
    for name, job in jobs.items():
        for command in re.findall(r'(?m)run: "?(.+?)"?$', job):
            assert not re.match(r"pipx|uvx|npx|npm (ci|exec|install)", command), (name, command)
            if "pip install" in command:
                assert "--require-hashes --no-deps --only-binary :all: -r" in command, command
                assert (ROOT / command.split()[-1]).is_file()


def test_the_lock_of_what_publishes_has_its_tools_and_hashes():
    lock = (ROOT / ".github" / "publish.txt").read_text("utf-8")
    locked = re.split(r"(?m)^(?=[\w.-]+==)", lock)[1:]
    assert all("--hash=sha256:" in requirement for requirement in locked)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    pins = {requirement.split()[0] for requirement in locked}
    assert set(project["dependency-groups"]["publish"]) <= pins


def test_what_is_published_as_files_is_attested():
    jobs = jobs_with_identity()
    assert {"publish", "publish-app"} <= set(jobs)
    for job in jobs.values():
        for folder in re.findall(r"path: (\S+)\n +merge-multiple: true", job):
            assert re.search(rf"actions/attest@.+\n +with:\n +subject-path: {folder}/\*\n", job)
