"""docs/reference/api.md lists every public name, as ``python docs/api_table.py`` writes it."""

from __future__ import annotations

from runpy import run_path

import fastpair
from repository import ROOT


def test_the_page_has_every_public_name():
    table = run_path(str(ROOT / "docs" / "api_table.py"))
    page = table["PAGE"].read_text("utf-8")
    assert page == table["page"](), "run docs/api_table.py"
    for name in fastpair.__all__:
        assert f"| `{name}" in page


def test_the_index_of_the_package_names_what_there_is():
    named = {word.partition(".")[0] for word in (fastpair.__doc__ or "").split("``")[1::2]}
    named -= {"fastpair", "help(fastpair"}
    assert named <= {*fastpair.__all__}
    assert len(named) > 20
