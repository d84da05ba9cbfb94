"""Print what the wheel holds of other projects, as CycloneDX: ``python licenses/sbom.py``.

pybind11 has to be installed, in the version that the wheel is built with. What auditwheel copies into
a wheel is not in this document: auditwheel adds one of its own to that wheel.
"""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).parents[1]


def component(name: str, number: str, licence: str, purl: str) -> dict[str, object]:
    """One component of a CycloneDX document."""
    return {
        "type": "library",
        "bom-ref": f"pkg:{purl}@{number}",
        "name": name,
        "version": number,
        "licenses": [{"license": {"id": licence}}],
        "purl": f"pkg:{purl}@{number}",
    }


def first_number(path: str, pattern: str) -> str:
    """The version that a file of the project names."""
    found = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"))
    if found is None:
        raise SystemExit(f"{path} names no version: expected {pattern}")
    return found[1]


def installed(name: str) -> str:
    """The version of a package that is installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        raise SystemExit(f"{name} is not installed: pip install {name}") from None


def document() -> dict[str, object]:
    """The whole document."""
    own = first_number("CMakeLists.txt", r"project\(\s*fastpair\s+VERSION\s+([0-9.]+)")
    htmx = first_number("licenses/htmx.txt", r"^htmx ([0-9.]+)")
    # What Cython puts into the modules that it translates; the build pins it.
    cython = first_number("pyproject.toml", r'"cython==([0-9.]+)"')
    product = component("fastpair", own, "MIT", "pypi/fastpair")
    held = [
        component("cython", cython, "Apache-2.0", "pypi/cython"),
        component("htmx", htmx, "0BSD", "npm/htmx.org"),
        component("pybind11", installed("pybind11"), "BSD-3-Clause", "pypi/pybind11"),
    ]
    refs = [part["bom-ref"] for part in held]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": product},
        "components": held,
        "dependencies": [{"ref": product["bom-ref"], "dependsOn": refs}],
    }


if __name__ == "__main__":
    print(json.dumps(document(), indent=2))
