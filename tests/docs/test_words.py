"""The words of docs/reference/glossary.md: none that it rules out stands in a document or a message."""

from __future__ import annotations

import re

import click

from fastpair.ui.cli.app import COMMANDS, program
from repository import ROOT

RULED_OUT = {
    "forfeit": r"\b(wins?|won|lost|loss|games?|decided|White|Black|jigo) by default\b|\bwalkover",
    "rematch": r"\bduplicate (game|pair)|\brepeated pairing|\bplay(s|ed)? (each other )?a second time\b",
    "off score": r"\bacross (the )?score groups\b|\bcross-group\b",
    "draw up, draw down": r"\bfloat(s|ed|er|ing)? (up|down)\b|\bdownfloat|\bupfloat|\bpull(ed)?-up\b",
    "jigo": r"\b(tied|drawn) games?\b|\bends? in a draw\b|\bgames? (is|was|are|were) a draw\b",
    "absent": r"\bsleeping\b",
    "bye": r"\bghost\b|\bphantom\b",
    "weight": r"\bpenalty points?\b",
}
"""Patterns of the words that are not to stand for a word of the glossary."""

THEIRS = ("glossary.md", "papers.md", "sources.md")
"""Pages that quote the words of others."""


def texts():
    """Each text and where it stands: documents, messages, the help of commands."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        if page.name not in THEIRS and page.parent.name != "generated":
            yield page.relative_to(ROOT).as_posix(), page.read_text("utf-8")
    catalog = ROOT / "python/fastpair/report/languages/de.po"
    yield "messages", "\n".join(re.findall(r'^msgid "(.*)"$', catalog.read_text("utf-8"), re.M))
    root = program()
    for name in COMMANDS:
        command = root.get_command(click.Context(root), name)
        options = [each.declared.help for each in command.params]
        yield f"fastpair {name} --help", "\n".join([command.help or "", *options])


def test_only_words_of_the_glossary_stand_for_its_ideas():
    found = [
        f"{place}: {match[0]!r}; the glossary says {word!r}"
        for place, text in texts()
        for word, pattern in RULED_OUT.items()
        for match in re.finditer(pattern, text.replace("\n", " "))
    ]
    assert not found, "\n".join(found)


def test_the_words_are_those_of_the_glossary():
    glossary = (ROOT / "docs/reference/glossary.md").read_text("utf-8")
    for word in RULED_OUT:
        assert re.search(rf"^\| {re.escape(word)} \|", glossary, re.M), word
