"""The site of the documents: ``nox -s site`` builds it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

import fastpair

sys.path.insert(0, str(Path(__file__).parent))
import reference_pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project, author = "fastpair", "the developers of fastpair"
release = version = fastpair.__version__
copyright = f"2026, {author}"  # noqa: A001 - Sphinx's name

extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc"]
exclude_patterns = ["*.py"]
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]

autodoc_typehints = "signature"
suppress_warnings = ["ref.python"]  # the type range, which is also a field of two classes
numpydoc_show_class_members = False

html_theme = "furo"
html_title = f"fastpair {release}"
html_copy_source = False
html_show_sphinx = False


def trim_blocks(_: Sphinx, tree: nodes.document) -> None:
    """Remove the empty last line of examples, which doctest needs before the fence."""
    for block in tree.findall(nodes.literal_block):
        text = block.astext().rstrip("\n")
        block.rawsource = text
        block.children = []
        block += nodes.Text(text)


def setup(app: Sphinx) -> None:
    """Connect what this site does to documents."""
    app.connect("doctree-read", trim_blocks)


reference_pages.write(Path(__file__).parent / "reference" / "generated")
