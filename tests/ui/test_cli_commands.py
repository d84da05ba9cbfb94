"""The table of commands: it names all of them, and what a command says is the same alone or among all."""

from __future__ import annotations

import inspect
import shlex
import subprocess
import sys
from dataclasses import fields

import click
import pytest

from fastpair.app.actions import ACTIONS
from fastpair.ui import cli
from fastpair.ui.cli import app

"""The docstring of a module of commands begins with this."""


def words(text):
    """A text without line breaks and the frames of the help."""
    return " ".join("".join(" " if sign in "│─╭╮╰╯" else sign for sign in text).split())


def summary(command):
    """The first paragraph of what a command says of itself."""
    if isinstance(command, click.Command):
        return command.summary
    return words(inspect.getdoc(command).split("\n\n")[0])


@pytest.fixture
def shown(capsys, monkeypatch):
    """What a command prints on a wide terminal."""
    monkeypatch.setenv("COLUMNS", "300")

    def shown(*arguments):
        assert cli.main(arguments) == 0
        return words(capsys.readouterr().out)

    return shown


def function_of(name):
    return getattr(app.COMMANDS[name].load(), name.replace("-", "_"))


def test_the_help_lists_every_command(shown):
    listed = shown("--help")
    for name in app.COMMANDS:
        assert f"{name} {summary(function_of(name))}" in listed


def test_completion_knows_every_command(monkeypatch, capsys):
    monkeypatch.setenv("_FASTPAIR_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "fastpair ")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert cli.main([]) == 0
    found = {line.partition(",")[2] for line in capsys.readouterr().out.split()}
    assert found >= {*app.COMMANDS}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(shell, capsys):
    assert cli.main(["--show-completion", shell]) == 0
    assert f"_FASTPAIR_COMPLETE={shell}_complete" in capsys.readouterr().out


@pytest.mark.parametrize("name", app.COMMANDS)
def test_the_help_of_a_command_is_what_its_function_says_and_a_line_that_it_takes(name, shown):
    root = app.program()
    command = root.get_command(click.Context(root), name)
    page = shown(name, "--help")
    assert summary(function_of(name)) in page
    assert "[]" not in page  # of what is taken for markup
    assert page.endswith(words(f"Example: fastpair {command.example}"))
    first, *arguments = shlex.split(command.example)
    assert first == name
    command.make_context(name, arguments)


def test_the_options_of_a_long_command_have_titles(shown):
    page = shown("draw", "--help")
    titles = ["The round:", "Another draw of the round:", "Rules:", "Output:", "Other options:"]
    assert sorted(titles, key=page.index) == titles
    assert "Options:" in shown("swap", "--help")


def test_the_help_of_a_command_for_programs_has_a_line_for_each_option(capsys):
    assert cli.main(["draw", "--help"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  --round")]
    assert len(lines) == 1
    assert "without all results." in lines[0]


@pytest.mark.parametrize("arguments", [["--help"], ["swap", "--help"]])
def test_help_needs_neither_numpy_nor_rich(arguments):
    statements = (
        "import sys, fastpair.ui.cli\n"
        f"fastpair.ui.cli.main({arguments})\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", statements], capture_output=True, text=True)
    assert {"numpy", "rich", "msgspec"}.isdisjoint(done.stderr.split())


def test_a_command_imports_no_other():
    statements = (
        "import sys, fastpair.ui.cli\n"
        "fastpair.ui.cli.main(['formats'])\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", statements], capture_output=True, text=True)
    modules = set(done.stderr.split())
    imported = {entry.module for entry in app.COMMANDS.values() if entry.load().__name__ in modules}
    assert imported == {"rules", "actions"}  # its module, and what changes rules


@pytest.mark.parametrize("name", [each.name for each in ACTIONS.values() if not each.page_only])
def test_the_options_of_an_action_are_stated_once(name, shown):
    """With its own words, in the help of its command; a draw's request, too."""
    help_text = shown(name, "--help")
    for argument in ACTIONS[name].arguments.values():
        if argument.input.record:
            for each in fields(argument.record):
                if "said" in each.metadata:
                    assert each.metadata["said"]["description"] in help_text
        elif not argument.of_a_file:
            assert argument.input.help in help_text
