"""The pages of the site: each is listed once, those for users are short and in plain words."""

from __future__ import annotations

import re

import click
import pytest

from fastpair.ui.cli.app import COMMANDS, program
from repository import ROOT

DOCS = ROOT / "docs"
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if page.parent.name != "generated"]
FOR_USERS = [
    page
    for page in PAGES
    if page.parent.name in ("guide", "how-to", "reference", "background")
    and page.name != "congress.md"  # docs/methods.py writes it
]
LONGEST, ALL = 2500, 50_000
"""Words of a page, and of all pages for users."""

LINE = 90
"""Characters of the help of an option."""

ODD = re.compile(
    r"\b(anew|at once|besides?|by hand|doors?|goes by|held|himself|houses?|is said|of (its|their) own"
    r"|said of|told|whom)\b",
    re.I,
)
"""What nobody writes who writes documentation for a living."""


def name_of(page):
    return page.relative_to(DOCS).as_posix()


def words(page):
    return len(page.read_text("utf-8").split())


def listed():
    """The pages that a toctree lists, but the generated ones."""
    for page in PAGES:
        for body in re.findall(r"^```\{toctree\}\n(.*?)^```", page.read_text("utf-8"), re.M | re.S):
            for line in body.splitlines():
                if line and not line.startswith(":") and "generated/" not in line:
                    yield (page.parent / f"{line}.md").relative_to(DOCS).as_posix()


def test_every_page_is_listed_once():
    assert sorted(listed()) == [name for name in map(name_of, PAGES) if name != "index.md"]


@pytest.mark.parametrize("page", FOR_USERS, ids=name_of)
def test_a_page_is_short(page):
    assert words(page) <= LONGEST


def test_all_pages_are_short():
    assert sum(map(words, FOR_USERS)) <= ALL


@pytest.mark.parametrize("page", FOR_USERS, ids=name_of)
def test_a_page_is_in_plain_words(page):
    prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.M | re.S)
    assert not ODD.search(prose)


@pytest.mark.parametrize("name", COMMANDS)
def test_an_option_takes_a_line(name):
    root = program()
    command = root.get_command(click.Context(root), name)
    assert [each.declared.help for each in command.params if len(each.declared.help) > LINE] == []


def described():
    """The help of the commands, and the descriptions of JSON documents."""
    root = program()
    for name in COMMANDS:
        command = root.get_command(click.Context(root), name)
        yield (
            name,
            "\n".join([command.help or "", *(each.declared.help for each in command.params)]),
        )
    for schema in sorted((ROOT / "python").rglob("*.schema.json")):
        texts = re.findall(r'"description": "(.*)"', schema.read_text("utf-8"))
        yield schema.name, "\n".join(texts)


@pytest.mark.parametrize(
    ("name", "text"), [pytest.param(*each, id=each[0]) for each in described()]
)
def test_help_and_schemas_are_in_plain_words(name, text):
    assert [line for line in text.splitlines() if ODD.search(line)] == []
