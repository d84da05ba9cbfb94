"""How tests configure, build and run C and C++.

CMake and Ninja come from the environment of the tests (they are in the extra ``test``); only a
compiler has to be there already.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig

import pytest

from repository import ROOT

PATH = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
"""The scripts of this environment first, also when it is used without being activated."""

needs_compiler = pytest.mark.skipif(
    not any(map(shutil.which, (os.environ.get("CXX", ""), "c++", "g++", "clang++"))),
    reason="no C++ compiler: none of $CXX, c++, g++, clang++ is there",
)


def run(*command, **environment):
    """Output of a command, which must succeed."""
    done = subprocess.run(
        [str(word) for word in command],
        env=os.environ | {"PATH": PATH} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}"
    return done.stdout


def build_engine(folder):
    """Build the engine in a folder as its embedders and packagers do; sanitizers build its own tests."""
    run("cmake", "-S", ROOT, "-B", folder, "-G", "Ninja")
    run("cmake", "--build", folder)
