"""The package as it was when the server started: an upgrade meanwhile does not mix two versions."""

from __future__ import annotations

import pkgutil
from contextlib import suppress
from importlib import import_module

import fastpair

from ...report.html import load_templates
from ...report.languages import load_catalogs
from .rendering import load_pages
from .statics import load_statics

_OF_OTHERS = ("fastpair.ui.cli", "fastpair.research.bench", "fastpair.research.conformance")
"""What no page needs."""


def load_package() -> None:
    """Read whatever of the package a page may need, so that its files may be replaced or removed."""
    load_pages()
    load_statics()
    load_templates()
    load_catalogs()
    found = pkgutil.walk_packages(fastpair.__path__, "fastpair.", onerror=lambda name: None)
    for module in found:
        if not module.name.startswith(_OF_OTHERS):
            with suppress(ImportError):  # an extra that is not installed
                import_module(module.name)
