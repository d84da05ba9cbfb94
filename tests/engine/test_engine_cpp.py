"""The engine's own tests, in C++ and without Python: built by CMake, run by CTest."""

from __future__ import annotations

import pytest

from building import needs_compiler, run


@pytest.mark.ci
@needs_compiler
def test_engine(engine_build):
    words = ["--output-on-failure", "--no-tests=error"]
    assert "100% tests passed" in run("ctest", "--test-dir", engine_build, *words)
