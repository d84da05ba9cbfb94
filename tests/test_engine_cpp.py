"""The engine's own tests, in C++ and without Python: configured, built and run by CMake.

CMake and Ninja come from the environment of the tests (they are in the extra ``test``); only a
compiler has to be there already.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# The scripts of this environment first, also when it is used without being activated.
PATH = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
COMPILERS = (os.environ.get("CXX", ""), "c++", "g++", "clang++")


def run(*command):
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PATH": PATH},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}"
    return done.stdout


@pytest.mark.skipif(
    not any(map(shutil.which, COMPILERS)),
    reason="no C++ compiler: none of $CXX, c++, g++, clang++ is there",
)
def test_engine(tmp_path):
    # A newer compiler may warn of more: that is for our own builds to mend, not for a user's run.
    run("cmake", "--preset", "release", "-B", tmp_path, "--compile-no-warning-as-error")
    run("cmake", "--build", tmp_path)
    output = run("ctest", "--test-dir", tmp_path, "--output-on-failure", "--no-tests=error")
    assert "100% tests passed" in output
