"""The site of the documents: ``nox -s site`` builds it."""

from __future__ import annotations

import sys
from pathlib import Path

import fastpair

sys.path.insert(0, str(Path(__file__).parent))
import reference_pages

project, author = "fastpair", "the developers of fastpair"
release = version = fastpair.__version__
copyright = f"2026, {author}"  # noqa: A001 - Sphinx's name

extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc"]
exclude_patterns = ["*.py"]
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]

autodoc_typehints = "none"  # numpydoc's sections say them in words
numpydoc_show_class_members = False

html_theme = "furo"
html_title = f"fastpair {release}"
html_copy_source = False
html_show_sphinx = False

reference_pages.write(Path(__file__).parent / "reference" / "generated")
