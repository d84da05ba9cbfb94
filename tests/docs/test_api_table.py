"""docs/reference/api.md lists every public name, as ``python docs/api_table.py`` writes it."""

from __future__ import annotations

import sys

from repository import ROOT

sys.path.insert(0, str(ROOT / "docs"))

import api_table

import fastpair


def test_the_page_has_every_public_name():
    page = api_table.PAGE.read_text("utf-8")
    assert page == api_table.page(), "run docs/api_table.py"
    for name in fastpair.__all__:
        assert f"| `{name}" in page


def test_the_index_of_the_package_names_what_there_is():
    named = {word.partition(".")[0] for word in (fastpair.__doc__ or "").split("``")[1::2]}
    named -= {"fastpair", "help(fastpair"}
    assert named <= {*fastpair.__all__}
    assert len(named) > 20
