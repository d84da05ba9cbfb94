"""The pages of the site: each is listed once, those for users are short and in plain words."""

from __future__ import annotations

import re

import click

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


def test_each_page_is_short():
    found = {name_of(page): words(page) for page in FOR_USERS}
    assert {name: number for name, number in found.items() if number > LONGEST} == {}


def test_all_pages_are_short():
    assert sum(map(words, FOR_USERS)) <= ALL


def odd_words(page):
    prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.M | re.S)
    return [found[0] for found in ODD.finditer(prose)]


def test_each_page_is_in_plain_words():
    found = {name_of(page): odd_words(page) for page in FOR_USERS}
    assert {name: odd for name, odd in found.items() if odd} == {}


def test_each_option_takes_a_line():
    root = program()
    commands = {name: root.get_command(click.Context(root), name) for name in COMMANDS}
    helps = [(name, each.declared.help) for name in COMMANDS for each in commands[name].params]
    long = [f"{name}: {text}" for name, text in helps if len(text) > LINE]
    assert not long, "\n".join(long)


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


def test_help_and_schemas_are_in_plain_words():
    lines = [(name, line) for name, text in described() for line in text.splitlines()]
    odd = [f"{name}: {line}" for name, line in lines if ODD.search(line)]
    assert not odd, "\n".join(odd)
