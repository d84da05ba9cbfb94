"""Every file that a document shows is read strictly: a member that is ignored makes it fail."""

from __future__ import annotations

import json
import re
import tomllib

import pytest
from jsonschema import Draft202012Validator

from fastpair import draw_document
from fastpair.app.reports.check import read_promotion_rule
from fastpair.formats.fastpair import TOURNAMENT
from fastpair.formats.fastpair.schema import schema
from fastpair.formats.models import read_model
from fastpair.formats.toml import read_rules
from fastpair.research.simulate import read_plan
from repository import ROOT

PAGES = [ROOT / "README.md", *ROOT.glob("*/README.md"), *ROOT.glob("docs/**/*.md")]
SHOWN = [
    pytest.param(kind, text, id=f"{page.relative_to(ROOT)}-{kind}")
    for page in PAGES
    for kind, text in re.findall(
        r"^```(json|toml)\n(.*?)^```", page.read_text("utf-8"), re.M | re.S
    )
    if "[project]" not in text  # what pip reads
] + [
    pytest.param("toml", path.read_text("utf-8"), id=path.name)
    for path in ROOT.glob("examples/*.toml")
]


def closed(part):
    """A schema that allows no members but its own."""
    if isinstance(part, list):
        return [closed(item) for item in part]
    if not isinstance(part, dict):
        return part
    own = {"additionalProperties": False} if isinstance(part.get("properties"), dict) else {}
    return {name: closed(value) for name, value in part.items()} | own


def test_some_are_found():
    assert {param.values[0] for param in SHOWN} == {"json", "toml"}


@pytest.mark.parametrize(("kind", "text"), SHOWN)
def test_a_file_that_is_shown_is_read_to_the_last_member(tmp_path, kind, text):
    path = tmp_path / "shown.toml"
    path.write_text(text, encoding="utf-8")
    if kind == "json":
        Draft202012Validator(closed(schema())).validate(json.loads(text))
        assert draw_document(text)["remarks"] == []
    elif "model" in tomllib.loads(text):
        read_model(path)
        read_rules(path)
    elif "promotion" in tomllib.loads(text):
        read_promotion_rule(path)
    else:
        read_plan(path)


def test_the_members_that_a_program_of_others_writes():
    """docs/guide/embed.md, in Kotlin."""
    page = (ROOT / "docs" / "guide" / "embed.md").read_text("utf-8")
    player = re.search(r"Json\.Object\(\n(.*?)\n +\)\n", page, re.S)
    assert player is not None
    named = set(re.findall(r'^ +"(\w+)" to', player[1], re.M))
    form = TOURNAMENT.members["players"].form.item
    assert named
    assert form is not None
    assert named <= form.members.keys()
