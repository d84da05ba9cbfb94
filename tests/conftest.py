"""What all tests share: how hard they search, and where the peers' files are.

Two environment variables steer a run:

``FASTPAIR_TEST_PROFILE``
    How hard the tests search: see ``profiles.py``.
``FASTPAIR_CONFORMANCE``
    Folder with the files of other programs. Unset or empty: the tests that read it are skipped.
    It holds people's names, so nothing of it is part of the project.

A test asks for that folder with the fixture ``peers``, or is run once for every path found in it::

    @pytest.mark.peers("opengotha/*/v351/weights_R*.npz")
    def test_components(peer: Path): ...
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import tomllib
from contextlib import closing
from importlib import metadata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from building import build_engine
from profiles import PROFILE, PROFILES, few, sampled
from repository import ROOT

CONFORMANCE = os.environ.get("FASTPAIR_CONFORMANCE") or None
UNSET = "FASTPAIR_CONFORMANCE is not set: no files of other programs to compare with"

# Deadlines and the speed of data generation measure a busy machine, not the code.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("dev", max_examples=4, **PATIENT)
settings.register_profile("ci", max_examples=10, derandomize=True, print_blob=True, **PATIENT)
settings.register_profile("nightly", max_examples=2000, print_blob=True, **PATIENT)
settings.load_profile(PROFILE)


def announce_entry_points(folder):
    """Make networkx find its backend in a source tree, as it does after an installation.

    Distributions are known by the folders beside them; the first of a name on the path counts. As
    networkx looks for backends when it is imported, this comes first, and goes into PYTHONPATH
    for the processes that tests start.
    """
    if metadata.entry_points(group="networkx.backends", name="fastpair"):
        return
    project = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text())
    about = Path(folder, "fastpair-0.dist-info")
    about.mkdir()
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: fastpair\nVersion: 0\n")
    with about.joinpath("entry_points.txt").open("w") as file:
        for group, entries in project["project"]["entry-points"].items():
            lines = [f"{name} = {value}" for name, value in entries.items()]
            print(f"[{group}]", *lines, sep="\n", file=file)
    sys.path.insert(0, folder)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH")]))


def keep_bytecode():
    """Let each module be compiled once, also where no bytecode is wanted, as in containers.

    Each process that runs tests would otherwise compile all of them for 10 s, and each that a test starts all of
    the package.
    """
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Spread a run of all tests over the cores, where pytest-xdist is there; ``-n0`` does not.

    A few tests that somebody names are done before processes for them have started.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:  # one of those processes, or one that a test started
        return
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    if config.pluginmanager.hasplugin("xdist") and not named:
        option = config.option
        if option.numprocesses is None and option.dist == "no":
            option.numprocesses, option.dist = "auto", "worksteal"


def pytest_configure(config):
    keep_bytecode()
    os.fsync = id  # no test cuts the power, so none in this process waits for the disk
    folder = tempfile.TemporaryDirectory()
    config.add_cleanup(folder.cleanup)
    announce_entry_points(folder.name)
    config.addinivalue_line(
        "markers",
        "peers(*patterns, alike=False): run once for each path under FASTPAIR_CONFORMANCE, as "
        "`peer`; for a sample of them where they are alike",
    )
    for profile in PROFILES[1:]:
        config.addinivalue_line("markers", f"{profile}: only FASTPAIR_TEST_PROFILE={profile}")
    if CONFORMANCE is None:
        return
    if not any(Path(CONFORMANCE, name).is_dir() for name in ("opengotha", "files")):
        raise pytest.UsageError(
            f"FASTPAIR_CONFORMANCE: expected a folder that holds 'opengotha' or 'files', "
            f"got {CONFORMANCE!r}; correct it, or unset it to skip the tests that need it"
        )


def pytest_generate_tests(metafunc):
    marker = metafunc.definition.get_closest_marker("peers")
    if marker is not None:
        metafunc.parametrize("peer", peer_parameters(*marker.args, **marker.kwargs))


def peer_parameters(*patterns, alike=False):
    """One parameter for each path under the peers' folder that matches a pattern.

    Of paths that are alike, the profile takes a sample. Of those of each pattern, ``dev`` takes three, and
    ``ci`` a dozen unless they are alike.
    """
    if CONFORMANCE is None:
        return [pytest.param(None, marks=pytest.mark.skip(reason=UNSET), id="unset")]
    folder = Path(CONFORMANCE).resolve()
    dozen = None if alike else 12
    found = (few(sorted(folder.glob(pattern)), ci=dozen) for pattern in patterns)
    paths = sorted({path for each in found for path in each})
    if not paths:
        reason = f"nothing matches {' or '.join(patterns)} under FASTPAIR_CONFORMANCE"
        return [pytest.param(None, marks=pytest.mark.skip(reason=reason), id="none")]
    step = max(1, len(paths) // sampled(len(paths))) if alike and PROFILE != "dev" else 1
    return [
        pytest.param(path, id=path.relative_to(folder).as_posix())
        for path in paths[step - 1 :: step]
    ]


def pytest_collection_modifyitems(items):
    for item in items:
        for profile in PROFILES[PROFILES.index(PROFILE) + 1 :]:
            if item.get_closest_marker(profile):
                reason = f"runs with FASTPAIR_TEST_PROFILE={profile}"
                item.add_marker(pytest.mark.skip(reason=reason))
    items.sort(key=is_quick)


LONG = {"engine_build", "chromium"}
"""Fixtures of tests that take long: those that build the engine, or look at pages in a browser."""


def is_quick(item):
    """False for the longest tests: they come first, and one process builds the engine for all."""
    return LONG.isdisjoint(item.fixturenames) and item.get_closest_marker("ci") is None


@pytest.fixture
def run(capsys):
    """Run a command in this process, or another program of ours; its status, output and errors."""
    from fastpair.ui.cli import main

    def run(*arguments, program=main):
        capsys.readouterr()  # what commands before have printed
        status = program(list(map(str, arguments)))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


@pytest.fixture
def saved_model(tmp_path):
    """Read a model from a text, as a file holds it."""
    from fastpair.formats.models import read_model

    def read(text):
        path = tmp_path / "my.toml"
        path.write_text(text, encoding="utf-8")
        return read_model(path)

    return read


@pytest.fixture(scope="session")
def invented():
    """A small invented congress before round 1."""
    from congress_files import all_present

    return all_present()


@pytest.fixture(scope="session")
def congress_folders(tmp_path_factory, invented):
    """Two folders with the file of a small congress, before and after round 1 is drawn."""
    from congress_files import save
    from fastpair.ui.cli import main

    folders = [tmp_path_factory.mktemp("congress") for _ in range(2)]
    for folder in folders:
        save(invented, folder / "congress.xml")
    assert main(["draw", str(folders[1] / "congress.xml"), "--write"]) == 0
    return folders


@pytest.fixture
def file(tmp_path, congress_folders):
    """A tournament file of a small congress before round 1."""
    shutil.copytree(congress_folders[0], tmp_path, dirs_exist_ok=True)
    return tmp_path / "congress.xml"


@pytest.fixture
def drawn(tmp_path, congress_folders):
    """The file of a small congress with round 1 drawn."""
    shutil.copytree(congress_folders[1], tmp_path, dirs_exist_ok=True)
    return tmp_path / "congress.xml"


@pytest.fixture
def published(drawn):
    """The same, published: ten boards and a bye."""
    from commands import do

    do("publish", drawn)
    return drawn


@pytest.fixture
def server(drawn):
    """A server for this file, which is asked without being run."""
    from fastpair.ui.web.running import Server

    with closing(Server(drawn, "127.0.0.1", 0)) as server:
        yield server


@pytest.fixture
def stranger(server):
    """A browser of anybody."""
    from pages import Browser

    with Browser(server) as browser:
        yield browser


@pytest.fixture
def director(server):
    """A browser of the director."""
    from pages import Browser

    with Browser(server) as browser:
        browser.open()
        yield browser


@pytest.fixture(scope="session")
def driver():
    """What starts browsers. It keeps the loop of this thread: see `in_a_loop`."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(driver):
    """A browser, the same for all tests of a process."""
    from browsing import CHROMIUM

    # Chromium's sandbox wants another user than root, which tests in a container are.
    browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def peers():
    """The folder with the files of other programs."""
    if CONFORMANCE is None:
        pytest.skip(UNSET)
    return Path(CONFORMANCE).resolve()


@pytest.fixture(scope="session")
def engine_build():
    """A folder with the libraries of the engine, built by CMake.

    It is as deep in the project as that of the installation: ccache knows a file again by the way to it.
    """
    builds = ROOT / "build"
    builds.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=builds) as folder:
        build_engine(folder)
        yield folder


@pytest.fixture
def saved_plan(tmp_path):
    """Reads a plan from a text, beside a tournament and a model."""
    from fastpair.formats.opengotha import new_document
    from fastpair.pairing.generator import generate
    from fastpair.research.simulate import read_plan

    tournament = generate(12, 3, seed=5)
    new_document(tournament).write(tmp_path / "congress.xml", tournament)
    model = 'model = "godraw2015"\n[coefficients]\narea = 7.0\n'
    (tmp_path / "mine.toml").write_text(model, encoding="utf-8")

    (tmp_path / "rounds.toml").write_text(f"{model}[[rounds]]\nlast = 2\n", encoding="utf-8")

    def read(text):
        path = tmp_path / "plan.toml"
        path.write_text(text, encoding="utf-8")
        return read_plan(path)

    return read
