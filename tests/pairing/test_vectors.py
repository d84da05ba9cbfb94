"""The formulas of the papers against golden vectors, every case of every file.

``FASTPAIR_VECTORS`` names another folder of such files.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

from vector_files import FOLDER
from vector_functions import IMPLEMENTED

PREFIX = "fn_"
FILES = sorted(FOLDER.glob(f"{PREFIX}*.json"))


def name_of(path):
    return path.stem.removeprefix(PREFIX)


def agree(expected, found, tolerance):
    """Whether two values are the same, numbers within a relative tolerance."""
    if isinstance(expected, dict):
        same_keys = expected.keys() == found.keys()
        return same_keys and all(agree(expected[k], found[k], tolerance) for k in expected)
    if isinstance(expected, list):
        return len(expected) == len(found) and all(
            agree(e, f, tolerance) for e, f in zip(expected, found, strict=True)
        )
    if expected is None or isinstance(expected, str | bool):
        return expected == found
    return np.ndim(found) == 0 and abs(expected - found) <= tolerance * max(1, abs(expected))


def test_there_are_vectors():
    assert FILES, f"no {PREFIX}*.json in {FOLDER}"


def test_every_vector_has_an_owner():
    names = {name_of(path) for path in FILES}
    assert names - IMPLEMENTED.keys() == set()


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_vector(path):
    name = name_of(path)
    vector = json.loads(path.read_text(encoding="utf-8"))
    assert vector["cases"]
    for case in vector["cases"]:
        found = IMPLEMENTED[name](**case["in"])
        assert agree(case["out"], found, vector["tol"]), f"{case}: got {found}"


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        (1.0, 1.1),
        ([1.0, 2.0], [1.0]),
        ({"a": 1.0}, {"a": 2.0}),
        ({"a": 1.0}, {"b": 1.0}),
        (None, 0.0),
        ("even", "uneven"),
        (1.0, np.array([1.0, 1.0])),
        (0.0, float("nan")),
    ],
)
def test_differences_are_noticed(expected, found):
    """The checks above are only as good as this."""
    assert not agree(expected, found, 1e-12)
