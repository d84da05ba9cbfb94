"""Every command line in a document names a command and options that there are."""

from __future__ import annotations

import re

import click
import pytest

from fastpair.ui.cli.app import COMMANDS, program
from repository import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
OPTIONS = re.compile(r"(?<=\s)--[a-z][a-z-]*")
LINE = re.compile(r"\bfastpair ([a-z][a-z-]*)\b([^`\n#|]*)")


@pytest.fixture(scope="module")
def options():
    """The options of each command, those of the commands below it included."""

    def of(command):
        below = getattr(command, "commands", {}).values()
        own = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
        return own.union(*map(of, below))

    root = program()
    context = click.Context(root)
    return {name: of(root.get_command(context, name)) for name in COMMANDS}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_options_exist(page, options):
    text = page.read_text("utf-8")
    blocks = "".join(re.findall(r"^```\w*\n((?s:.*?))^```", text, re.M))
    code = re.findall(r"^(?:\$ )?(fastpair .*)$", blocks, re.M)
    code += re.findall(r"(?<!`)`(fastpair [^`\n]*)`", text)
    for line in code:
        for name, rest in LINE.findall(line):
            assert name in options, line
            unknown = set(OPTIONS.findall(rest)) - options[name] - {"--help"}
            assert not unknown, (line, unknown)
